/* Ternion: what a drawing needs to know of a position. */
#include <string.h>

#include "formats/game/snapshot.h"

static unsigned
add(cell trace[TRACE_MAX], unsigned count, cell c)
{
	if (c == CELL_NONE || count == TRACE_MAX)
		return count;
	for (unsigned i = 0; i < count; i++)
		if (trace[i] == c)
			return count;
	trace[count] = c;
	return count + 1;
}

unsigned
snapshot_trace(const struct move *move, cell trace[TRACE_MAX])
{
	unsigned count = 0;

	if (move == NULL)
		return 0;
	count = add(trace, count, move->from);
	for (unsigned i = 0; i < move->leaps; i++)
		count = add(trace, count, move->path[i]);
	count = add(trace, count, move->to);
	if (!move->pair)
		return count;
	count = add(trace, count, move->second.from);
	for (unsigned i = 0; i < move->second.leaps; i++)
		count = add(trace, count, move->second.path[i]);
	return add(trace, count, move->second.to);
}

void
snapshot_take(struct snapshot *snapshot, const struct rules *rules,
    const struct move *move, const struct position *position)
{
	struct outcome outcome;

	rules_outcome(rules, position, &outcome);
	snapshot->traced = (uint8_t)snapshot_trace(move, snapshot->trace);
	snapshot->turn =
	    outcome.ending == ENDING_NONE ? position->to_move : PLAYER_NONE;
	snapshot->out = position->out;
	snapshot->checked = 0;
	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->checks[p] != 0)
			snapshot->checked |= (uint8_t)(1u << p);
	memcpy(snapshot->at, position->at, sizeof(snapshot->at));
}
