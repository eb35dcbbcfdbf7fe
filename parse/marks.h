/* Ternion: what is true of a move beyond the move: check, mate, draw offer. */
#ifndef TERNION_PARSE_MARKS_H
#define TERNION_PARSE_MARKS_H

#include "rules.h"

struct marks {
	unsigned attacked; /* kings the mover attacks after it, as bits */
	bool mate;         /* the player whose turn comes next is mated */
	bool draw;         /* a draw is offered */
	unsigned nag;      /* 1..6 for ! to ?!, where the notation writes it */
};

/* The marks of a move that led from a position with `mover` to move to
 * `after`, whose outcome is `outcome`. No draw is offered. */
struct marks marks_find(unsigned mover, const struct position *after,
    const struct outcome *outcome);

/* Plays `move` on a copy and finds its marks; for listings. */
struct marks marks_of_move(const struct rules *rules,
    const struct position *before, const struct move *move);

/*
 * Whether the player after the next is in check and would have no legal move
 * were it his turn: then, too, a mark of mate is not wrong.
 */
bool marks_later_mated(const struct rules *rules, const struct position *after);

#endif
