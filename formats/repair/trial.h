/*
 * Ternion: a line of moves as it may have been meant, played in silence to see
 * how far it goes.
 */
#ifndef TERNION_FORMATS_TRIAL_H
#define TERNION_FORMATS_TRIAL_H

#include "formats/game/replay.h"

enum {
	HEADS_MAX = 3 /* more than the items that they replace */
};

struct passage; /* passage.h */

/* A line with a change: up to `at` as it is, then the heads, then from `next`
 * on as it is. */
struct change {
	uint8_t kind; /* enum repair_kind */
	unsigned at, next;
	unsigned heads;
	const struct item *head; /* a move, or its token */
	unsigned mid;            /* of REPAIR_LINES: from here on comes first */
	unsigned cost;     /* what was typed, if this was meant; see typing.h */
	unsigned order;    /* in which they were listed */
	bool takes_number; /* what looks like the number of the next item is a
			      part of the head */
	bool keeps_number; /* the number of the next item is the first head's */
	bool unnumbers_next; /* for one of these, or as it is another line's */
	/* The part of the token that is the number of a head without blanks
	 * around it; len 0: none. The other heads stand before it. */
	struct slice number;
	uint8_t numbered;
	const struct passage *passage; /* of REPAIR_PASSAGE; else NULL */
};

/* What all trials of one line share. */
struct ground {
	const struct reader_context *reader;
	const struct item *items;
	unsigned len;
	struct past *trial_pasts; /* room for the line and the heads */
	unsigned long played;     /* plies, in all trials */
	unsigned mover;           /* who made the last move that was played */
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

/*
 * Plays one item in the position, which is changed; false if it cannot be
 * played. `past` is for the position to remember; the move that was played is
 * stored in *move.
 */
bool trial_step(struct ground *ground, struct position *position,
    const struct item *item, struct past *past, struct strain *strain,
    struct move *move);

/* Whether the ply has the number of the one that is to be played in the
 * position. */
bool trial_number_fits(const struct ply *ply, const struct position *position);

/* Whether the number of a ply of movetext stands on the line before it. */
bool trial_number_hangs(const struct ply *ply);

/* Whether the move, which was legal somewhere, is so in the position. */
bool trial_is_legal(const struct rules *rules, const struct position *position,
    const struct move *move);

/* Plays the line with a change, from the position before change->at. Returns
 * the first item that cannot be played, or the length of the line; at most
 * change->at if a head cannot be played. *key is that of the position after
 * the heads. */
unsigned trial_run(struct ground *ground, const struct change *change,
    const struct position *before, struct strain *strain, uint64_t *key);

#endif
