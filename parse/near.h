/* Ternion: the legal moves that a wrong one may have meant. */
#ifndef TERNION_PARSE_NEAR_H
#define TERNION_PARSE_NEAR_H

#include "resolve.h"

enum {
	NEAR_MAX = 3,
	NEAR_TEXT_MAX = 24, /* longer tokens are near nothing */
};

/* Moves that may have been meant, the closest first. */
struct near {
	size_t len;
	char text[NEAR_MAX][NEAR_TEXT_MAX + 1];
};

/* Finds the legal moves whose text is close to the token's. A reading without
 * a notation to write in gives none. */
void near_find(const struct reading *reading, const struct position *position,
    struct slice token, struct near *near);

/*
 * Appends "; did you mean A, B or C?" to `out` if there are such moves.
 */
void near_moves(const struct reading *reading, const struct position *position,
    struct slice token, struct strbuf *out);

#endif
