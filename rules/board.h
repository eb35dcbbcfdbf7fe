/*
 * Ternion: a board as a graph of cells: steps, lines, leaps, colours, seats.
 *
 * A board is built once from its numbers (board_hex.c) and only read after
 * that, so any number of readers may share it. It is plain data and open.
 *
 * Directions 0..5 are the straight ones (E, NE, NW, W, SW, SE on hexes as
 * White sees them), 6..11 the diagonal ones (ENE, N, WNW, WSW, S, ESE).
 * Diagonal direction 6 + i lies between straight directions i and i + 1.
 */
#ifndef TERNION_RULES_BOARD_H
#define TERNION_RULES_BOARD_H

#include "cellset.h"
#include "faces.h"

enum {
	STRAIGHTS = 6,   /* number of straight directions */
	DIRECTIONS = 12, /* straight and diagonal */
	LEAPS_MAX = 12,  /* targets of one leaper from one cell */
	FILES_MAX = 20,  /* letters of a naming, from 'a' */
	RANKS_MAX = 20,  /* numbers of a naming, from 1 */
};

/* A cell's place in a naming: file 0 is the letter a, rank 1 the number 1. */
struct place {
	uint8_t file, rank;
};

struct board {
	uint8_t cells; /* the cells are 0 .. cells-1, in the order of 3PF */

	/* Next cell that way, or CELL_NONE. Source: model.md, directions. */
	cell step[CELLS_MAX][DIRECTIONS];
	/* The two cells between which the diagonal step 6 + i passes. */
	cell flank[CELLS_MAX][DIRECTIONS - STRAIGHTS][2];
	/* Knight targets, and the pope's, ended by CELL_NONE. */
	cell leap[CELLS_MAX][LEAPS_MAX + 1];
	cell hop[CELLS_MAX][LEAPS_MAX + 1];

	/* 1 + the direction in which the second cell lies on a line from the
	 * first, 0 if it lies on none. */
	uint8_t line[CELLS_MAX][CELLS_MAX];

	/* The directions, as bits, of the lines from the first cell that the
	 * second can open or close: it lies on them, or is a flank of one of
	 * their steps. */
	uint16_t bearing[CELLS_MAX][CELLS_MAX];

	struct cellset ray[CELLS_MAX][DIRECTIONS]; /* cells that way */
	struct cellset straight[CELLS_MAX];        /* cells on straight lines */
	struct cellset diagonal[CELLS_MAX];        /* cells on diagonal lines */
	struct cellset lines[CELLS_MAX];           /* both */
	struct cellset leaps[CELLS_MAX];           /* knight targets as a set */
	struct cellset hops[CELLS_MAX];            /* the pope's */
	struct cellset near[CELLS_MAX];            /* cells one step away */
	struct cellset influence[CELLS_MAX]; /* cells with a bearing on it */

	uint8_t colour[CELLS_MAX]; /* colour class, 0..2 on hexes */
	cell rotate[CELLS_MAX]; /* the same cell for the next seat clockwise */

	struct place name[CELLS_MAX];               /* algebraic */
	struct place seat_name[PLAYERS][CELLS_MAX]; /* as that seat counts */
	/* Places without a cell that are passed on the way to it along its row,
	 * from that seat's left; the row begins with a cell. */
	uint8_t missing[PLAYERS][CELLS_MAX];
	cell by_name[FILES_MAX][RANKS_MAX];          /* inverse of name */
	cell by_seat[PLAYERS][FILES_MAX][RANKS_MAX]; /* inverse of seat_name */

	/* Rows stand straight above one another; on hexes each is half a cell
	 * off the next. */
	bool upright;
	struct faces faces; /* of a board of three faces, and no other */
};

/*
 * Builds the hexagonal board with sides of alternately `a` and `b` cells
 * (model.md, "Hexagonal boards"). a and b are 2 or more and the board has at
 * most CELLS_MAX cells.
 */
void board_hex(struct board *board, int a, int b);

/* How a knight leaps. */
enum hex_knight {
	HEX_KNIGHT_USUAL,   /* model.md, "Knight targets" */
	HEX_KNIGHT_LITERAL, /* two diagonal steps, then a straight one at a
			       right angle to them */
};

/*
 * Builds a regular hexagon with sides of `side` cells and one more cell, a
 * horn, at each of its six corners, in line with the players' baselines. A
 * diagonal step that lacks a flank beside a horn is none.
 */
void board_hex_horned(struct board *board, int side, enum hex_knight knight);

/*
 * Builds the board of three faces of 5x5 cells (bnem.md, "Board"). Its lines
 * turn at a seam: it has `faces`, and none of the tables of steps above.
 */
void board_faces(struct board *board);

/* The cell of an algebraic name, or CELL_NONE; file from 0, rank from 1. */
static inline cell
board_at(const struct board *board, unsigned file, unsigned rank)
{
	return file < FILES_MAX && rank < RANKS_MAX ? board->by_name[file][rank]
						    : (cell)CELL_NONE;
}

/* The cell that the player in `seat` calls so, or CELL_NONE. */
static inline cell
board_at_seat(
    const struct board *board, unsigned seat, unsigned file, unsigned rank)
{
	return file < FILES_MAX && rank < RANKS_MAX
	    ? board->by_seat[seat][file][rank]
	    : (cell)CELL_NONE;
}

/* The direction opposite to `direction`. */
static inline unsigned
direction_opposite(unsigned direction)
{
	unsigned base = direction < STRAIGHTS ? 0 : STRAIGHTS;

	return base + (direction - base + STRAIGHTS / 2) % STRAIGHTS;
}

/* `direction` as a player `seat` seats clockwise from White sees it. */
static inline unsigned
direction_for_seat(unsigned direction, unsigned seat)
{
	unsigned base = direction < STRAIGHTS ? 0 : STRAIGHTS;

	/* One seat clockwise turns the view by 120 degrees to the right. */
	return base + (direction - base + STRAIGHTS - 2 * seat) % STRAIGHTS;
}

#endif
