/*
 * Ternion: another reading of a line that cannot be played as it is written:
 * what was meant at each fault, as far as that can be told.
 */
#ifndef TERNION_FORMATS_MEND_H
#define TERNION_FORMATS_MEND_H

#include "formats/game/replay.h"

enum {
	MENDS_MAX = 12 /* repairs of a line that are assumed */
};

struct reading {
	struct item *items; /* the line with the repairs that are assumed */
	unsigned len;
	unsigned repairs; /* how many; 0: the line is as it is written */
	struct {
		unsigned at;       /* the item where it begins */
		const char *given; /* this one and those before, in words */
	} repair[MENDS_MAX];
	const struct ply *fault; /* cannot be played; NULL: all can */
	bool is_beyond_doubt;    /* each repair alone */
	bool is_certain;         /* the reading, which is played to its end */
	bool is_guessed;         /* it makes much of little */
	struct diags faults;     /* what is said of them, and how they are put
				    right */
};

/* How a line is mended. */
struct mending {
	struct arena *arena; /* of the reading */
	bool is_movetext;
	bool goes_on;      /* after a fault, with what was likely meant */
	bool evidence;     /* keep how likely it is, and the board */
	bool boards;       /* keep the board */
	unsigned ply;      /* the main line's that a variation replaces */
	const char *given; /* the repairs before the line */
};

/* Finds the reading of a line that is replayed from `start`. */
void mend_line(struct reading *reading, const struct mending *mending,
    const struct replay *start, const struct line *line);

/* The repairs that are assumed where an item is played, in words; `given` if
 * none is. `before`: without the one that the item is itself. */
const char *reading_given(const struct reading *reading, unsigned item,
    bool before, const char *given);

#endif
