/*
 * Ternion: arrows and marks, as comments of a record have them: [%cal
 * Ga1b2,Rc3d4] and [%csl Ga1,Rb2], each with the first letter of its colour.
 */
#ifndef TERNION_FORMATS_SIGNS_H
#define TERNION_FORMATS_SIGNS_H

#include "formats/draw/svg.h"

enum {
	SIGNS_MAX = 256, /* of each */
};

struct signs {
	unsigned arrows, marks;
	struct svg_arrow arrow[SIGNS_MAX];
	struct svg_mark mark[SIGNS_MAX];
};

/* The colour of a name or its first letter, in either case; false if there is
 * none. */
bool signs_colour(struct slice name, enum svg_colour *colour);

/*
 * Adds the signs of a comment's text. Cells are named in the record's way, by
 * the player in `seat` where that depends, or by algebraic names; two names may
 * have a hyphen between them. What cannot be read is left out.
 */
void signs_read(const struct board *board, enum naming naming, unsigned seat,
    struct slice text, struct signs *signs);

#endif
