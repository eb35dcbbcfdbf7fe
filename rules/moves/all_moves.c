/* Ternion: every turn a player may take, with what perft does not count. */
#include "rules/rules.h"

struct listing {
	const struct rules *rules;
	const struct position *position;
	move_sink *sink;
	void *context;
	bool passes; /* a pass was among the moves */
};

static bool
is_allowed(const struct listing *listing, const struct move *move)
{
	struct verdict verdict;

	rules_explain_calls(listing->rules, listing->position, move, &verdict);
	return verdict.why == ILLEGAL_NOT;
}

/* A move that perft counts, and the touch of death that may answer it. */
static bool
take_listed(void *context, const struct move *move)
{
	struct listing *listing = context;
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
	const struct listing *listing = context;
	struct move called = *move;

	called.calls = CALL_FORTIFY;
	return !is_allowed(listing, &called) ||
	    listing->sink(listing->context, &called);
}

static bool
list_fortified(struct listing *listing)
{
	const struct move call = { .type = MOVE_QUIET,
		.from = CELL_NONE,
		.to = CELL_NONE,
		.victim = CELL_NONE,
		.calls = CALL_FORTIFY };
	struct position fortified = *listing->position;

	if (!(listing->rules->variant->calls & CALL_FORTIFY) ||
	    !is_allowed(listing, &call))
		return true;
	rules_fortify(listing->rules, &fortified);
	return rules_moves(
	    listing->rules, &fortified, NULL, take_fortified, listing);
}

/* Passes that are a choice, yields, and calls of a draw. */
static bool
list_actions(const struct listing *listing)
{
	static const enum move_type types[] = { MOVE_PASS, MOVE_YIELD,
		MOVE_STALEMATE };

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		const struct attempt attempt = { .type = types[i],
			.from = CELL_NONE,
			.from_file = FILES_MAX,
			.to = CELL_NONE,
			.side = SIDES_MAX };
		const struct move move = { .type = (uint8_t)types[i],
			.from = CELL_NONE,
			.to = CELL_NONE,
			.victim = CELL_NONE };
		struct verdict verdict;

		if (!(listing->rules->variant->actions >> types[i] & 1) ||
		    (types[i] == MOVE_PASS && listing->passes))
			continue;
		rules_explain(
		    listing->rules, listing->position, &attempt, &verdict);
		if (verdict.why == ILLEGAL_NOT &&
		    !listing->sink(listing->context, &move))
			return false;
	}
	return true;
}

/* Turns of two moves: each first one, and behind it each second one. */
struct pairing {
	struct listing *listing;
	struct position half; /* before the first move, then after it */
	struct move move;
};

static bool
take_second(void *context, const struct move *move)
{
	struct pairing *pairing = context;

	move_join(&pairing->move, move);
	return pairing->listing->sink(
	    pairing->listing->context, &pairing->move);
}

static bool
take_first(void *context, const struct move *move)
{
	const struct pairing *first = context;
	struct pairing pairing = *first;

	pairing.move = *move;
	rules_make_move(pairing.listing->rules, &pairing.half, move);
	return rules_moves(
	    pairing.listing->rules, &pairing.half, NULL, take_second, &pairing);
}

static bool
list_pairs(struct listing *listing)
{
	struct pairing pairing = { .listing = listing,
		.half = *listing->position };
	struct verdict verdict;

	if (!listing->rules->variant->pairs)
		return true;
	rules_explain_pair(listing->rules, listing->position, &verdict);
	if (verdict.why != ILLEGAL_NOT)
		return true;
	rules_begin_pair(&pairing.half);
	return rules_moves(
	    listing->rules, &pairing.half, NULL, take_first, &pairing);
}

bool
rules_all_moves(const struct rules *rules, const struct position *position,
    move_sink *sink, void *context)
{
	struct listing listing = { rules, position, sink, context, false };

	return rules_moves(rules, position, NULL, take_listed, &listing) &&
	    list_fortified(&listing) && list_pairs(&listing) &&
	    list_actions(&listing);
}
