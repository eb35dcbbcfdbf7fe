/* Ternion: tokens played in silence, as they are written or as they may have
 * been meant. */
#pragma once

#include "parse/game/replay.h"

/* A move that was played, and by whom. */
struct played {
	struct move move;
	unsigned mover;
};

static inline bool
played_equal(const struct played *a, const struct played *b)
{
	return a->mover == b->mover && move_equal(&a->move, &b->move) &&
	    a->move.calls == b->move.calls;
}

/* The facts that an item states about its ply. */
struct trial {
	struct played played;
	bool check;     /* is marked */
	unsigned style; /* moves written with more or less than is needed */
};

/* Finds the move of an item; false if it is none. The position gets the turn of
 * whose move it is. */
bool trial_find(const struct language *reader, struct position *position,
    const struct item *item, struct trial *trial);

/* Whether the token, which may be no move, marks or declares check. */
bool trial_has_mark(const struct language *reader, struct slice token);

/* Where the record may say who moves, makes it him whose piece does. */
void trial_begin(const struct rules *rules, struct position *position,
    const struct move *move);

/* Plays one item in the position, which is changed, and whose past is kept in
 * the arena; false if it cannot be played. The move that was played is stored
 * in *move. */
bool trial_step(const struct language *reader, struct position *position,
    const struct item *item, struct move *move, struct arena *arena);

/* Plays items from a position on; returns the first that cannot be played, or
 * `len`. */
unsigned trial_reach(const struct language *reader,
    const struct position *start, const struct item *items, unsigned len);

/* Whether the ply has the number of the one that is to be played in the
 * position. */
bool trial_number_fits(const struct ply *ply, const struct position *position);

/* Whether the number of a ply of movetext stands on the line before it. */
bool trial_number_hangs(const struct ply *ply);

/* A move as the reader's notation writes it, with its marks, in the arena.
 * `calls_mate`: with a mark of mate if one is true, though it need not be made.
 */
const char *trial_text(const struct language *reader,
    const struct position *before, const struct move *move, bool calls_mate,
    struct arena *arena);
