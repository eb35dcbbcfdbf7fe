/* Ternion: every turn a player may take, also those that perft ignores. */
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
take_called(
    const struct turn_listing *listing, const struct move *move, enum call call)
{
	struct move called = *move;

	called.calls = (uint8_t)call;
	return rules_explain_calls(listing->rules, listing->position, &called)
		   .why != ILLEGAL_NOT ||
	    listing->sink(listing->context, &called);
}

/* Takes a move that perft counts, and the touch of death that may answer it. */
static bool
take_listed(void *context, const struct move *move)
{
	struct turn_listing *listing = context;

	listing->passes |= move->type == MOVE_PASS;
	if (!listing->sink(listing->context, move))
		return false;
	if (!(listing->rules->variant->calls & CALL_TOUCH) ||
	    move->victim == CELL_NONE)
		return true;
	return take_called(listing, move, CALL_TOUCH);
}

static bool
take_fortified(void *context, const struct move *move)
{
	return take_called(context, move, CALL_FORTIFY);
}

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
collect_first(void *context, const struct move *move)
{
	struct turn_listing after = *(const struct turn_listing *)context;

	after.first = *move;
	rules_make_move(after.rules, &after.half, move);
	return rules_moves(after.rules, &after.half, NULL, take_second, &after);
}

/* Passes that are a choice, yields, and calls of a draw. */
static bool
list_actions(const struct turn_listing *listing)
{
	for (enum move_type type = MOVE_PASS; type <= MOVE_STALEMATE; type++) {
		const struct move_query attempt = { .type = type,
			.from = CELL_NONE,
			.from_file = FILES_MAX,
			.to = CELL_NONE,
			.side = SIDES_MAX };
		struct move move = move_action(type, CELL_NONE, CELL_NONE);

		move.check = 0; /* declarations are not tried out here */
		if (!(listing->rules->variant->actions >> type & 1) ||
		    (type == MOVE_PASS && listing->passes))
			continue;
		if (rules_explain(listing->rules, listing->position, &attempt)
			    .why == ILLEGAL_NOT &&
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

	const struct move call = { .calls = CALL_FORTIFY };
	struct position fortified = *position;

	if (!rules_moves(rules, position, NULL, take_listed, &listing))
		return false;
	if ((rules->variant->calls & CALL_FORTIFY) &&
	    rules_explain_calls(rules, position, &call).why == ILLEGAL_NOT) {
		rules_fortify(rules, &fortified);
		if (!rules_moves(
			rules, &fortified, NULL, take_fortified, &listing))
			return false;
	}
	if (rules->variant->pairs) {
		listing.half = *position;
		rules_begin_pair(&listing.half);
		if (rules_explain_pair(rules, position).why == ILLEGAL_NOT &&
		    !rules_moves(
			rules, &listing.half, NULL, collect_first, &listing))
			return false;
	}
	return list_actions(&listing);
}

/* A move that is compared with all legal ones. */
struct comparison {
	const struct move *move;
	bool is_legal;
};

static bool
compare(void *context, const struct move *move)
{
	struct comparison *comparison = context;

	comparison->is_legal = move_equal(move, comparison->move);
	return !comparison->is_legal;
}

bool
rules_is_legal(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	const struct move_query query = {
		.from = move->from, .to = move->to, .type = MOVE_UNSTATED
	};
	struct comparison comparison = { move, false };

	if (move->type < MOVE_FIELD && !move->pair)
		rules_moves(rules, position, &query, compare, &comparison);
	else
		rules_all_moves(rules, position, compare, &comparison);
	return comparison.is_legal;
}
