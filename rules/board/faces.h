/*
 * Ternion: three square faces round one corner of a cube, as a graph of cells.
 *
 * Directions are local to a cell: 0 is to the right, and they go round against
 * the clock by 45 degrees, so that even ones are straight and odd ones
 * diagonal. A step can turn them; `heading` says how one goes on. Source:
 * ternion-variants(7), "3-Player Chess I: Board".
 */
#ifndef TERNION_RULES_FACES_H
#define TERNION_RULES_FACES_H

#include "rules/board/cellset.h"

enum {
	FACE_CELLS = 75,
	FACE_WORDS = (FACE_CELLS + 63) / 64, /* of a set, that have cells */
	FACE_WAYS = 8,                       /* directions of a cell */
	BLOCKS = 60,                         /* blocks of 2x2 cells */
	BLOCK_CELLS = 4,
	BLOCKS_AT = 4,   /* blocks that one cell can belong to */
	FACE_LEAPS = 16, /* targets of one leaper */
	FACE_TURNS = 2,  /* ways to turn from a direction: left and right */
};

struct faces {
	/* The next cell that way, or CELL_NONE, and the direction in which a
	 * line goes on from there. */
	cell step[FACE_CELLS][FACE_WAYS];
	uint8_t heading[FACE_CELLS][FACE_WAYS];

	/* Targets of two steps in a line, of two straight ones alone, and of
	 * knights; each ended by CELL_NONE. */
	cell twice[FACE_CELLS][FACE_LEAPS + 1];
	cell twice_straight[FACE_CELLS][FACE_LEAPS + 1];
	cell knight[FACE_CELLS][FACE_LEAPS + 1];

	/* The blocks of which a cell is one, as the three others. */
	cell block[FACE_CELLS][BLOCKS_AT][BLOCK_CELLS - 1];
	uint8_t blocks[FACE_CELLS];

	/* By seat: the straight directions, as bits, that are forward on a
	 * cell; the promotion zone; and the home square. */
	uint8_t forward[PLAYERS][FACE_CELLS];
	struct cellset zone[PLAYERS];
	cell home[PLAYERS];

	/* By kind and cell: the cells from which a piece of the kind, promoted
	 * or not, could ever capture on it by landing. */
	struct cellset bearing[KINDS][FACE_CELLS];

	/* On an empty board, by the first cell and the last: the directions, as
	 * bits, in which a slide gets there; the ways of griffins, FACE_TURNS
	 * for each direction, and those of roses. */
	uint16_t slides[FACE_CELLS][FACE_CELLS];
	uint16_t griffins[FACE_CELLS][FACE_CELLS];
	uint16_t roses[FACE_CELLS][FACE_CELLS];
};

/* A direction turned against the clock by `eighths` of a full turn. */
static inline unsigned
way_turn(unsigned way, int eighths)
{
	return (way + (unsigned)(eighths + FACE_WAYS)) % FACE_WAYS;
}

#endif
