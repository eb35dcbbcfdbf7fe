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
	BLOCKS_AT = 4,     /* blocks that one cell can belong to */
	FACE_LEAPS = 16,   /* targets of one leaper */
	FACE_AHEAD = 2,    /* directions that are forward on a cell */
	FACE_LINES = 2,    /* diagonal lines through a cell */
	FACE_ROUTES = 149, /* to one cell, with number 0, which is none */
};

/* A set of cells of the faces: those words of a struct cellset that have any.
 */
struct faceset {
	uint64_t word[FACE_WORDS];
};

/*
 * How pieces go from one cell to another past others. A route is the set of
 * the cells between, all of which have to be empty; in the bits above them
 * stands what else it needs, and the number of the next route of the kind that
 * joins the two cells. Number 0 is none. All that is asked of one cell, as of
 * that of a king, lies together.
 */
enum route_kind {
	ROUTE_GRIFFIN,
	ROUTE_STRAIGHT,
	ROUTE_ROSE,
	ROUTE_DIAGONAL,
	ROUTE_KINDS
};

/* Bits of the last word: what a rose's route needs besides, that it may begin
 * so. */
#define ROUTE_BEGINS_STRAIGHT (UINT64_C(1) << 16)
#define ROUTE_BEGINS_DIAGONAL (UINT64_C(1) << 17)

enum {
	ROUTE_NEXT = 56 /* from this bit on */
};

/*
 * What gets to a cell, by where it comes from. Nothing can be in the way of
 * `plain` steps and leaps, and of `promoted` ones, which are those and more;
 * from `far` cells there are routes, which may be for promoted ones alone.
 */
struct origins {
	struct faceset plain, promoted, far;
};

struct reach_table {
	struct faceset straight, diagonal; /* by one step */
	struct faceset near;               /* by either */
	struct faceset twice;              /* by two steps in a line */
	struct faceset twice_straight;     /* by two straight ones */
	struct faceset knight;
	/* A pawn of each player by its step, and by its capture. */
	struct faceset forward[PLAYERS], takes[PLAYERS];
	struct origins
	    origins[KINDS]; /* but for pawns, and leaps over others */
	/* The cells on both sides of it on a diagonal line, or CELL_NONE; and
	 * all of them. */
	cell beside[FACE_LINES][2];
	struct faceset sides;
	/* The routes, and the number of the first by where it comes from. */
	struct faceset route[FACE_ROUTES];
	uint8_t first_route[ROUTE_KINDS][FACE_CELLS];
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

	/* By seat and cell: the cells forward of it, or CELL_NONE. */
	cell ahead[PLAYERS][FACE_CELLS][FACE_AHEAD];

	/* By the cell gone to. */
	struct reach_table reach[FACE_CELLS];
};

static inline struct faceset
faceset_of(const struct cellset *set)
{
	return (struct faceset){ { set->word[0], set->word[1] } };
}

static inline void
faceset_add(struct faceset *set, cell c)
{
	set->word[c >> 6] |= UINT64_C(1) << (c & 63);
}

static inline bool
faceset_has(const struct faceset *set, cell c)
{
	return set->word[c >> 6] >> (c & 63) & 1;
}

static inline bool
faceset_empty(struct faceset set)
{
	return (set.word[0] | set.word[1]) == 0;
}

static inline struct faceset
faceset_and(struct faceset a, struct faceset b)
{
	return (
	    struct faceset){ { a.word[0] & b.word[0], a.word[1] & b.word[1] } };
}

static inline struct faceset
faceset_or(struct faceset a, struct faceset b)
{
	return (
	    struct faceset){ { a.word[0] | b.word[0], a.word[1] | b.word[1] } };
}

static inline struct faceset
faceset_less(struct faceset a, struct faceset b)
{
	return (struct faceset){ { a.word[0] & ~b.word[0],
	    a.word[1] & ~b.word[1] } };
}

/* The lowest cell of a set that is not empty; and takes it out. */
static inline cell
faceset_first(struct faceset set)
{
	return set.word[0] != 0 ? (cell)__builtin_ctzll(set.word[0])
				: (cell)(64 + __builtin_ctzll(set.word[1]));
}

static inline cell
faceset_pop(struct faceset *set)
{
	/* Without branches, which would be hard to predict. */
	uint64_t low = set->word[0], high = set->word[1];
	uint64_t word = low != 0 ? low : high;
	cell c = (cell)(__builtin_ctzll(word) + (low == 0) * 64);

	word &= word - 1;
	set->word[0] = low != 0 ? word : 0;
	set->word[1] = low != 0 ? high : word;
	return c;
}

/* Whether a route of the kind is open past what is blocked: the occupied cells,
 * and the bits of what else routes need and have not. */
static inline bool
has_open_route(const struct reach_table *reach, enum route_kind kind, cell from,
    struct faceset blocked)
{
	unsigned i = reach->first_route[kind][from];

	while (i != 0) {
		struct faceset route = reach->route[i];

		if (faceset_empty(faceset_and(route, blocked)))
			return true;
		i = (unsigned)(route.word[1] >> ROUTE_NEXT);
	}
	return false;
}

/* A direction turned against the clock by `eighths` of a full turn. */
static inline unsigned
way_turn(unsigned way, int eighths)
{
	return (way + (unsigned)(eighths + FACE_WAYS)) % FACE_WAYS;
}

#endif
