/* Ternion: every turn a player may take, with what perft does not count. */
#include "rules/rules.h"

struct walk {
	const struct rules *rules;
	const struct position *position;
	move_sink *sink;
	void *context;
	bool passes; /* a pass was among the moves */
};

static bool
is_allowed(const struct walk *walk, const struct move *move)
{
	struct verdict verdict;

	rules_explain_calls(walk->rules, walk->position, move, &verdict);
	return verdict.why == ILLEGAL_NOT;
}

/* A move that perft counts, and the touch of death that may answer it. */
static bool
take_listed(void *context, const struct move *move)
{
	struct walk *walk = context;
	struct move touched = *move;

	walk->passes |= move->type == MOVE_PASS;
	if (!walk->sink(walk->context, move))
		return false;
	if (!(walk->rules->variant->calls & CALL_TOUCH) ||
	    move->victim == CELL_NONE)
		return true;
	touched.calls = CALL_TOUCH;
	return !is_allowed(walk, &touched) ||
	    walk->sink(walk->context, &touched);
}

static bool
take_fortified(void *context, const struct move *move)
{
	const struct walk *walk = context;
	struct move called = *move;

	called.calls = CALL_FORTIFY;
	return !is_allowed(walk, &called) || walk->sink(walk->context, &called);
}

static bool
walk_fortified(struct walk *walk)
{
	const struct move call = { .type = MOVE_QUIET,
		.from = CELL_NONE,
		.to = CELL_NONE,
		.victim = CELL_NONE,
		.calls = CALL_FORTIFY };
	struct position fortified = *walk->position;

	if (!(walk->rules->variant->calls & CALL_FORTIFY) ||
	    !is_allowed(walk, &call))
		return true;
	rules_fortify(walk->rules, &fortified);
	return rules_moves(walk->rules, &fortified, NULL, take_fortified, walk);
}

/* Passes that are a choice, yields, and calls of a draw. */
static bool
walk_actions(const struct walk *walk)
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

		if (!(walk->rules->variant->actions >> types[i] & 1) ||
		    (types[i] == MOVE_PASS && walk->passes))
			continue;
		rules_explain(walk->rules, walk->position, &attempt, &verdict);
		if (verdict.why == ILLEGAL_NOT &&
		    !walk->sink(walk->context, &move))
			return false;
	}
	return true;
}

/* Turns of two moves: each first one, and behind it each second one. */
struct pairing {
	struct walk *walk;
	struct position half; /* before the first move, then after it */
	struct move move;
};

static bool
take_second(void *context, const struct move *move)
{
	struct pairing *pairing = context;

	move_join(&pairing->move, move);
	return pairing->walk->sink(pairing->walk->context, &pairing->move);
}

static bool
take_first(void *context, const struct move *move)
{
	const struct pairing *first = context;
	struct pairing pairing = *first;

	pairing.move = *move;
	rules_make_move(pairing.walk->rules, &pairing.half, move);
	return rules_moves(
	    pairing.walk->rules, &pairing.half, NULL, take_second, &pairing);
}

static bool
walk_pairs(struct walk *walk)
{
	struct pairing pairing = { .walk = walk, .half = *walk->position };
	struct verdict verdict;

	if (!walk->rules->variant->pairs)
		return true;
	rules_explain_pair(walk->rules, walk->position, &verdict);
	if (verdict.why != ILLEGAL_NOT)
		return true;
	rules_begin_pair(&pairing.half);
	return rules_moves(
	    walk->rules, &pairing.half, NULL, take_first, &pairing);
}

bool
rules_all_moves(const struct rules *rules, const struct position *position,
    move_sink *sink, void *context)
{
	struct walk walk = { rules, position, sink, context, false };

	return rules_moves(rules, position, NULL, take_listed, &walk) &&
	    walk_fortified(&walk) && walk_pairs(&walk) && walk_actions(&walk);
}
