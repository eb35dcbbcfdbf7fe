/* Ternion: perft, the signature of a move generator. */
#include "rules/rules.h"

struct walk {
	const struct rules *rules;
	const struct position *position;
	unsigned depth;
	uint64_t leaves;
};

static bool
descend(void *context, const struct move *move)
{
	struct walk *walk = context;
	struct position next = *walk->position;
	struct past past;

	rules_play(walk->rules, &next, move, &past);
	walk->leaves += rules_perft(walk->rules, &next, walk->depth - 1);
	return true;
}

uint64_t
rules_perft(
    const struct rules *rules, const struct position *position, unsigned depth)
{
	struct walk walk = { rules, position, depth, 0 };

	if (depth == 0)
		return 1;
	if (depth == 1)
		return rules_count(rules, position);
	rules_moves(rules, position, NULL, descend, &walk);
	return walk.leaves;
}
