/* Ternion: `position --to svg`: what to draw, and where drawings go. */
#ifndef TERNION_CMD_DRAWING_H
#define TERNION_CMD_DRAWING_H

#include "cmd/run/positions.h"

/* The number's place in a name: "%d", "%4d", "%04d". */
struct number_place {
	const char *begin, *end; /* NULL: the name is that of a folder */
	unsigned width;
	bool zeros;
};

struct drawing {
	const char *files; /* -O for several drawings; NULL: for one */
	struct number_place number;
};

/*
 * Takes -O from the job if it names several files: a folder that exists, or a
 * name with %d, %4d or %04d for the number of the drawing, from 0.
 */
void drawing_init(struct drawing *drawing, struct job *job);

/* Draws a position as the player in the seat sees it. */
void drawing_show(const struct drawing *drawing, struct positions *positions,
    const struct replayed *replayed, const struct position *position,
    unsigned seat);

#endif
