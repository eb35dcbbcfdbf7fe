/* Ternion: check and mate as notations mark them. */
#include "marks.h"

struct marks
marks_find(
    unsigned mover, const struct position *after, const struct outcome *outcome)
{
	struct marks marks = { 0, outcome->ending == ENDING_MATE, false, 0 };

	if ((after->checks[0] | after->checks[1] | after->checks[2]) == 0)
		return marks;
	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != mover && (after->checks[p] >> mover & 1))
			marks.attacked |= 1u << p;
	return marks;
}

struct marks
marks_of_move(const struct rules *rules, const struct position *before,
    const struct move *move)
{
	struct position after = *before;
	struct outcome outcome;

	rules_apply(rules, &after, move);
	rules_outcome(rules, &after, &outcome);
	return marks_find(before->to_move, &after, &outcome);
}

bool
marks_later_mated(const struct rules *rules, const struct position *after)
{
	struct position later = *after;
	unsigned player = (after->to_move + 1u) % PLAYERS;

	if (after->checks[player] == 0)
		return false;
	position_turn(&later, player);
	return !rules_can_move(rules, &later);
}
