/* Ternion: between the builders of boards; not for anybody else. */
#ifndef TERNION_RULES_BOARD_INT_H
#define TERNION_RULES_BOARD_INT_H

#include <stddef.h>
#include <string.h>

#include "rules/board/board.h"

/* Zeroes a board with lines; what it does not use of the memory stays untouched
 * and costs nothing. */
static inline void
board_clear(struct board *board)
{
	memset(board, 0, offsetof(struct board, ray) + sizeof(board->ray));
}

/*
 * Derives lines, sets and inverse names once cells, step, turn, shared, flank,
 * leap, name and seat_name are filled. The board must have been zeroed before.
 */
void board_finish(struct board *board);

#endif
