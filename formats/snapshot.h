/* Ternion: what a drawing needs to know of a position, and nothing else. */
#ifndef TERNION_FORMATS_SNAPSHOT_H
#define TERNION_FORMATS_SNAPSHOT_H

#include "rules.h"

struct snapshot {
	cell from, to;         /* of the move that led to it, or CELL_NONE */
	uint8_t turn;          /* who is to move; PLAYER_NONE: it is over */
	uint8_t out, checked;  /* players, as bits */
	uint8_t at[CELLS_MAX]; /* the piece on each cell */
};

/* Fills the snapshot; `move` is NULL at the start. */
void snapshot_take(struct snapshot *snapshot, const struct rules *rules,
    const struct move *move, const struct position *position);

#endif
