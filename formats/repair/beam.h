/* Ternion: the beam search over the games that score sheets can mean: what
 * collate.c and beam_moves.c share. */
#ifndef TERNION_FORMATS_BEAM_H
#define TERNION_FORMATS_BEAM_H

#include "formats/repair/collate.h"
#include "formats/repair/written.h"

enum {
	BEAM = 96, /* states that are kept */
	MOVES_TRIED = 12,
	WAYS = 4, /* in which a sheet can have a move */
};

/* How a sheet is read for a move. */
struct way {
	uint8_t reading;
	uint8_t takes; /* items */
	unsigned cost;
};

struct node {
	struct node *parent; /* of a free one: the next free one */
	unsigned refs;       /* children, and beams that have it */
	struct position position;
	struct past past;
	struct candidate played; /* led here */
	unsigned cost, depth;
	unsigned at[SHEETS_MAX];
	struct way way[SHEETS_MAX];
	bool lacked;    /* no sheet has the move that led here */
	unsigned clean; /* items that can be played as they stand, as far as
			   is known, where one sheet has not ended */
};

struct beam {
	struct node *node[BEAM]; /* the cheapest first */
	unsigned len;
};

struct collating {
	const struct sheet *sheets;
	unsigned count;
	const struct rules *rules;
	struct arena *arena;
	unsigned width; /* of a beam */
	unsigned tried; /* moves, at most */
	struct beam beam, next, ends;
	struct node *free; /* nodes that can be used again */
	unsigned long work;
	const struct node *like; /* the sheets have as many items for a move as
				    there; NULL: as it may be */
	/* Of the state that is expanded: */
	struct node *node;
	struct position turn; /* its position, with the turn of the player
				 whose moves are compared */
	struct candidate candidates[MOVES_TRIED]; /* the cheapest first */
	unsigned len;
	unsigned going;         /* sheets that have not ended */
	bool may_lack;          /* it may be that no sheet has the next ply */
	bool known[SHEETS_MAX]; /* the next item is a legal move: */
	struct candidate first[SHEETS_MAX];
	struct strain strain[SHEETS_MAX];   /* of that */
	struct written written[SHEETS_MAX]; /* the next item, */
	struct written after;               /* and one after it */
};

static inline bool
beam_is_same(const struct candidate *a, const struct candidate *b)
{
	return a->mover == b->mover && move_equal(&a->move, &b->move) &&
	    a->move.calls == b->move.calls;
}

/* The position of a state with the turn given to a player who may have it. */
struct position beam_begin_turn(
    const struct collating *collating, const struct node *node, unsigned mover);

/* Finds the moves that the sheets may mean; true if all of them agree on one.
 */
bool beam_find_moves(struct collating *collating);

/* The ways in which a sheet can have the move; their number. */
unsigned beam_find_ways(struct collating *collating, unsigned s,
    const struct candidate *move, struct way ways[WAYS]);

#endif
