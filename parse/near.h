/* Ternion: the legal moves that a wrong one may have meant. */
#ifndef TERNION_PARSE_NEAR_H
#define TERNION_PARSE_NEAR_H

#include "resolve.h"

enum {
	NEAR_MAX = 3
};

/*
 * Appends "; did you mean A, B or C?" to `out` if there are legal moves whose
 * text is close to the token's: at most NEAR_MAX, the closest first. A reading
 * without a notation to write in gives none.
 */
void near_moves(const struct reading *reading, const struct position *position,
    struct slice token, struct strbuf *out);

#endif
