/* Ternion: three square faces round one corner of a cube, as a graph of cells.
 *
 * Directions are local to a cell: 0 is to the right, and they go round against
 * the clock by 45 degrees, so that even ones are straight and odd ones
 * diagonal. A step can turn them; `heading` says how one goes on. Source:
 * ternion-variants(7), "3-Player Chess I: Board". */
#pragma once

#include "rules/board/cellset.h"

enum {
	FACE_CELLS = 75,
	FACE_WAYS = 8,     /* directions of a cell */
	BLOCK_CELLS = 4,   /* 2x2 */
	BLOCKS_AT = 4,     /* blocks that one cell can belong to */
	FACE_ROUTES = 149, /* to one cell, with number 0, which is none */
};

/* A set of cells of the faces: the two words of a struct cellset that have any,
 * as a vector, whose operators are those of sets. */
typedef uint64_t faceset __attribute__((vector_size(16), aligned(8)));

/* How pieces go from one cell to another past others. A route is the set of the
 * cells between, which all have to be empty; in the bits above them stand its
 * other needs, and the number of the next route of the kind that joins the two
 * cells. Number 0 is none. The data about one cell, such as that of a king,
 * lies together. */
enum route_kind {
	ROUTE_GRIFFIN,
	ROUTE_STRAIGHT,
	ROUTE_ROSE,
	ROUTE_DIAGONAL,
	ROUTE_KINDS
};

/* Bits of the last word: a rose's route needs that it may begin so. */
#define ROUTE_BEGINS_STRAIGHT (UINT64_C(1) << 16)
#define ROUTE_BEGINS_DIAGONAL (UINT64_C(1) << 17)

enum {
	ROUTE_NEXT = 56 /* from this bit on */
};

/* From where pieces of a kind get to a cell on a board with nothing in their
 * way; leaps over others apart. */
struct origins {
	faceset plain;    /* by steps and leaps that nothing can block */
	faceset promoted; /* by those, and by those of promoted pieces */
	faceset far;      /* by routes, which may be for promoted ones alone */
	faceset all;      /* in any way, with those that do not capture */
};

/* The pieces that get to a cell, by where they come from. */
struct reach_table {
	faceset straight, diagonal; /* by one step */
	faceset near;               /* by either */
	faceset twice;              /* by two steps in a line */
	faceset twice_straight;     /* by two straight ones */
	faceset knight;
	/* A pawn of each player by its step, and by its capture. */
	faceset forward[PLAYERS], takes[PLAYERS];
	struct origins origins[KINDS];
	/* The cells next to it on the diagonal lines that go on through it both
	 * ways; itself where there is no such line. */
	faceset across[2];
	/* The routes, and the number of the first by where it comes from. */
	faceset route[FACE_ROUTES];
	uint8_t first_route[ROUTE_KINDS][FACE_CELLS];
};

struct faces {
	/* The next cell that way, or CELL_NONE, and the direction in which a
	 * line goes on from there. */
	cell step[FACE_CELLS][FACE_WAYS];
	uint8_t heading[FACE_CELLS][FACE_WAYS];

	/* The blocks that a cell belongs to, as the three others. */
	cell block[FACE_CELLS][BLOCKS_AT][BLOCK_CELLS - 1];
	uint8_t blocks[FACE_CELLS];

	/* By seat: the straight directions, as bits, that are forward on a
	 * cell; the promotion zone; and the home square. */
	uint8_t forward[PLAYERS][FACE_CELLS];
	struct cellset zone[PLAYERS];
	cell home[PLAYERS];
	faceset abroad[PLAYERS]; /* the home squares of the others */

	struct reach_table reach[FACE_CELLS]; /* by the cell gone to */
	/* By the cell gone from: the cells that have it among the origins'
	 * `all`. */
	faceset targets[KINDS][FACE_CELLS];
};

static inline faceset
faceset_of(const struct cellset *set)
{
	faceset cells;

	memcpy(&cells, set->word, sizeof(cells)); /* both words at once */
	return cells;
}

static inline struct cellset
cellset_of(faceset set)
{
	return (struct cellset){ { set[0], set[1] } };
}

static inline faceset
faceset_only(cell c)
{
	uint64_t bit = UINT64_C(1) << (c & 63);

	return c < 64 ? (faceset){ bit, 0 } : (faceset){ 0, bit };
}

static inline bool
faceset_has(const faceset *set, cell c)
{
	return (*set)[c >> 6] >> (c & 63) & 1;
}

static inline bool
faceset_empty(faceset set)
{
	return (set[0] | set[1]) == 0;
}

/* Takes the lowest cell out of a set that is not empty. */
static inline cell
faceset_pop(faceset *set)
{
	/* Arithmetic, because a branch on which word it is in is hard to
	 * predict. */
	uint64_t low = (*set)[0], high = (*set)[1], no_low = low == 0;

	*set = (faceset){ low & (low - 1), high & (high - no_low) };
	return (cell)(no_low * 64 +
	    (unsigned)__builtin_ctzll(low | (high & -no_low)));
}

/* True if a route of the kind is open past `blocked`: the occupied cells, and
 * the bits of other needs of routes that are not met. */
static inline bool
has_open_route(const struct reach_table *reach, enum route_kind kind, cell from,
    faceset occupied, uint64_t blocked)
{
	uint64_t low = occupied[0], high = occupied[1] | blocked;
	unsigned i = reach->first_route[kind][from];

	while (i != 0) {
		const faceset *route = &reach->route[i];

		if ((((*route)[0] & low) | ((*route)[1] & high)) == 0)
			return true;
		i = (unsigned)((*route)[1] >> ROUTE_NEXT);
	}
	return false;
}

/* A direction turned against the clock by `eighths` of a full turn. */
static inline unsigned
way_turn(unsigned way, int eighths)
{
	return (way + (unsigned)(eighths + FACE_WAYS)) % FACE_WAYS;
}
