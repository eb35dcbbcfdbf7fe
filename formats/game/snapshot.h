/* Ternion: what a drawing needs to know of a position, and nothing else. */
#ifndef TERNION_FORMATS_SNAPSHOT_H
#define TERNION_FORMATS_SNAPSHOT_H

#include "rules/rules.h"

enum {
	TRACE_MAX = 16 /* cells of a move that are pointed out */
};

struct snapshot {
	uint8_t turn;          /* who is to move; PLAYER_NONE: it is over */
	uint8_t out, checked;  /* players, as bits */
	uint8_t traced;        /* how many cells the trace has */
	cell trace[TRACE_MAX]; /* of the move that led to it */
	uint8_t at[CELLS_MAX]; /* the piece on each cell */
};

/*
 * The cells of a move, each once: where it began and ended, where a chain of
 * leaps touched down, and those of the second of two moves. NULL has none.
 * Returns their number.
 */
unsigned snapshot_trace(const struct move *move, cell trace[TRACE_MAX]);

/* Fills the snapshot; `move` is NULL at the start. */
void snapshot_take(struct snapshot *snapshot, const struct rules *rules,
    const struct move *move, const struct position *position);

#endif
