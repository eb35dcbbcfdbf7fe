/*
 * Ternion: one move as text, played in a position: what the step by step use
 * of the rules needs, where there is no record.
 */
#ifndef TERNION_FORMATS_TURN_H
#define TERNION_FORMATS_TURN_H

#include "replay.h"
#include "resolve.h"

struct turn {
	const struct rules *rules;       /* set by the caller, and the next */
	const struct notation *notation; /* in which the text is read */
	struct alphabet alphabet;        /* with which it was read */
	struct position before; /* it is the turn of the player it names */
	struct move move;
	struct marks marks;
	struct position after;
	struct outcome outcome; /* of `after` */
};

/*
 * Reads a move in English letters, else in German ones, and plays it. What is
 * wrong is added to `diags`, `at` being the offset of the token in the text;
 * false if it is no legal move, or if it is marked as what it is not. The
 * past of turn->after lives in the arena of the diagnostics.
 */
bool turn_play(struct turn *turn, struct replayer *replayer,
    const struct position *before, struct slice token, size_t at,
    struct diags *diags);

#endif
