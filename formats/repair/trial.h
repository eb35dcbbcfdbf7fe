/* Ternion: tokens played in silence, as they are written or as they may have
 * been meant. */
#ifndef TERNION_FORMATS_TRIAL_H
#define TERNION_FORMATS_TRIAL_H

#include "formats/game/replay.h"

/* The situation before a ply: the reader, and the game so far. */
struct ground {
	const struct reader_context *reader;
	unsigned long played; /* plies */
};

/* Faults that a trial met, apart from moves that are not legal. */
struct strain {
	unsigned marks;   /* of check, that do not fit */
	unsigned fitting; /* that do */
	unsigned numbers; /* of moves, that do not fit */
	unsigned style;   /* moves with more or less in them than is needed: a
			     part of the start, a sign of capture */
};

/* What an item says of its ply. */
struct trial {
	struct move move;
	bool check;     /* is marked */
	unsigned style; /* moves written with more or less than is needed */
};

/* Finds the move of an item; false if it is none. The position gets the turn of
 * whose move it is. */
bool trial_find(const struct reader_context *reader, struct position *position,
    const struct item *item, struct trial *trial);

/* Makes a move, and returns the board that its marks are judged on: that of the
 * position, or *apart. `past` is for the position to remember. */
const struct position *trial_make(const struct rules *rules,
    struct position *position, const struct move *move, struct past *past,
    struct position *apart);

/* Counts whether the mark of check of a move by `mover` is true, and if there
 * is none whether one was due. */
void trial_mark(const struct reader_context *reader, bool check,
    const struct position *board, const struct position *after, unsigned mover,
    struct strain *strain);

/* Whether the token, which may be no move, marks or declares check. */
bool trial_has_mark(const struct reader_context *reader, struct slice token);

/* Whether the item has a number that is not that of the ply to be played. */
bool trial_is_misnumbered(
    const struct item *item, const struct position *position);

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
