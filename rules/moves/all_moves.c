/* Ternion: every turn a player may take, with what perft does not count. */
#include "rules/moves/legal.h"

struct turn_listing {
	const struct rules *rules;
	const struct position *position;
	move_sink *sink;
	void *context;
	bool passes;          /* a pass was among the moves */
	struct position half; /* before the first of two moves, or after it */
	struct move first;
};

static bool
is_allowed(const struct turn_listing *listing, const struct move *move)
{
	struct verdict verdict;

	rules_explain_calls(listing->rules, listing->position, move, &verdict);
	return verdict.why == ILLEGAL_NOT;
}

/* Takes a move that perft counts, and the touch of death that may answer it. */
static bool
take_listed(void *context, const struct move *move)
{
	struct turn_listing *listing = context;
	struct move touched = *move;

	listing->passes |= move->type == MOVE_PASS;
	if (!listing->sink(listing->context, move))
		return false;
	if (!(listing->rules->variant->calls & CALL_TOUCH) ||
	    move->victim == CELL_NONE)
		return true;
	touched.calls = CALL_TOUCH;
	return !is_allowed(listing, &touched) ||
	    listing->sink(listing->context, &touched);
}

static bool
take_fortified(void *context, const struct move *move)
{
	const struct turn_listing *listing = context;
	struct move called = *move;

	called.calls = CALL_FORTIFY;
	return !is_allowed(listing, &called) ||
	    listing->sink(listing->context, &called);
}

static bool
list_fortified(struct turn_listing *listing)
{
	struct move call = move_action(MOVE_QUIET, CELL_NONE, CELL_NONE);
	struct position fortified = *listing->position;

	call.calls = CALL_FORTIFY;
	if (!(listing->rules->variant->calls & CALL_FORTIFY) ||
	    !is_allowed(listing, &call))
		return true;
	rules_fortify(listing->rules, &fortified);
	return rules_moves(
	    listing->rules, &fortified, NULL, take_fortified, listing);
}

/* Takes the second of two moves of a turn. */
static bool
take_second(void *context, const struct move *move)
{
	struct turn_listing *listing = context;
	struct move both = listing->first;

	move_join(&both, move);
	return listing->sink(listing->context, &both);
}

/* Takes the first of two moves, and each second one after it. */
static bool
take_first(void *context, const struct move *move)
{
	struct turn_listing after = *(const struct turn_listing *)context;

	after.first = *move;
	rules_make_move(after.rules, &after.half, move);
	return rules_moves(after.rules, &after.half, NULL, take_second, &after);
}

static bool
list_pairs(struct turn_listing *listing)
{
	struct verdict verdict;

	if (!listing->rules->variant->pairs)
		return true;
	rules_explain_pair(listing->rules, listing->position, &verdict);
	if (verdict.why != ILLEGAL_NOT)
		return true;
	listing->half = *listing->position;
	rules_begin_pair(&listing->half);
	return rules_moves(
	    listing->rules, &listing->half, NULL, take_first, listing);
}

/* Passes that are a choice, yields, and calls of a draw. */
static bool
list_actions(const struct turn_listing *listing)
{
	for (enum move_type type = MOVE_PASS; type <= MOVE_STALEMATE; type++) {
		const struct attempt attempt = { .type = type,
			.from = CELL_NONE,
			.from_file = FILES_MAX,
			.to = CELL_NONE,
			.side = SIDES_MAX };
		struct move move = move_action(type, CELL_NONE, CELL_NONE);
		struct verdict verdict;

		move.check = 0; /* what it declares is not tried out here */
		if (!(listing->rules->variant->actions >> type & 1) ||
		    (type == MOVE_PASS && listing->passes))
			continue;
		rules_explain(
		    listing->rules, listing->position, &attempt, &verdict);
		if (verdict.why == ILLEGAL_NOT &&
		    !listing->sink(listing->context, &move))
			return false;
	}
	return true;
}

bool
rules_all_moves(const struct rules *rules, const struct position *position,
    move_sink *sink, void *context)
{
	struct turn_listing listing = { .rules = rules,
		.position = position,
		.sink = sink,
		.context = context };

	return rules_moves(rules, position, NULL, take_listed, &listing) &&
	    list_fortified(&listing) && list_pairs(&listing) &&
	    list_actions(&listing);
}
