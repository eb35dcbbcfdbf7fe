/* Ternion: perft, the signature of a move generator. */
#include "rules/rules.h"

struct perft {
	const struct rules *rules;
	const struct position *position;
	unsigned depth;
	uint64_t leaves;
};

static bool
add_leaves(void *context, const struct move *move)
{
	struct perft *perft = context;
	struct position next = *perft->position;
	struct past past;

	rules_play(perft->rules, &next, move, &past);
	perft->leaves += rules_perft(perft->rules, &next, perft->depth - 1);
	return true;
}

uint64_t
rules_perft(
    const struct rules *rules, const struct position *position, unsigned depth)
{
	struct perft perft = { rules, position, depth, 0 };

	if (depth == 0)
		return 1;
	if (depth == 1)
		return rules_count(rules, position);
	rules_moves(rules, position, NULL, add_leaves, &perft);
	return perft.leaves;
}
