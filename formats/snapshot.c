/* Ternion: what a drawing needs to know of a position. */
#include <string.h>

#include "snapshot.h"

void
snapshot_take(struct snapshot *snapshot, const struct rules *rules,
    const struct move *move, const struct position *position)
{
	struct outcome outcome;

	rules_outcome(rules, position, &outcome);
	snapshot->from = move != NULL ? move->from : CELL_NONE;
	snapshot->to = move != NULL ? move->to : CELL_NONE;
	snapshot->turn =
	    outcome.ending == ENDING_NONE ? position->to_move : PLAYER_NONE;
	snapshot->out = position->out;
	snapshot->checked = 0;
	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->checks[p] != 0)
			snapshot->checked |= (uint8_t)(1u << p);
	memcpy(snapshot->at, position->at, sizeof(snapshot->at));
}
