/* Ternion: between the builders of boards; not for anybody else. */
#ifndef TERNION_RULES_BOARD_INT_H
#define TERNION_RULES_BOARD_INT_H

#include "rules/board/board.h"

/*
 * Derives lines, sets and inverse names once cells, step, turn, shared, flank,
 * leap, name and seat_name are filled.
 */
void board_finish(struct board *board);

#endif
