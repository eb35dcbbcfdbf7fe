/* Ternion: tokens played in silence, as they are written or as they may have
 * been meant. */
#ifndef TERNION_FORMATS_TRIAL_H
#define TERNION_FORMATS_TRIAL_H

#include "formats/game/replay.h"

/* The situation before a ply: the reader, and the game so far. */
struct ground {
	const struct reader_context *reader;
	unsigned long played; /* plies */
	unsigned mover;       /* who made the last move that was played */
};

/* Faults that a trial met, apart from moves that are not legal. */
struct strain {
	unsigned marks;   /* of check, that do not fit */
	unsigned fitting; /* that do */
	unsigned numbers; /* of moves, that do not fit */
	unsigned style;   /* moves with more or less in them than is needed: a
			     part of the start, a sign of capture */
};

/* Where the record may say who moves, makes it him whose piece does. */
void trial_begin(const struct rules *rules, struct position *position,
    const struct move *move);

/* Plays one item in the position, which is changed; false if it cannot be
 * played. `past` is for the position to remember; the move that was played is
 * stored in *move. */
bool trial_step(struct ground *ground, struct position *position,
    const struct item *item, struct past *past, struct strain *strain,
    struct move *move);

/* Plays items in the position, which is changed, as far as they go; returns how
 * many. There is a past for each. */
unsigned trial_items(struct ground *ground, struct position *position,
    const struct item *items, unsigned len, struct past *pasts,
    struct strain *strain);

/* Whether the ply has the number of the one that is to be played in the
 * position. */
bool trial_number_fits(const struct ply *ply, const struct position *position);

/* Whether the number of a ply of movetext stands on the line before it. */
bool trial_number_hangs(const struct ply *ply);

/* Whether the move, which was legal somewhere, is so in the position. */
bool trial_is_legal(const struct rules *rules, const struct position *position,
    const struct move *move);

/* A move as the reader's notation writes it, in the arena. */
const char *trial_text(const struct reader_context *reader,
    const struct position *before, const struct move *move, struct marks marks,
    struct arena *arena);

#endif
