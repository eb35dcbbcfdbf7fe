/* Ternion: the legal moves that a wrong one may have meant. */
#pragma once

#include "parse/resolve/resolve.h"

enum {
	SUGGESTIONS_MAX = 6,
	SUGGESTION_TEXT_MAX = 24, /* for longer tokens nothing is suggested */
};

/* Moves that may have been meant, the closest first. */
struct suggestions {
	size_t len;
	struct suggestion {
		char text[SUGGESTION_TEXT_MAX + 1];
		unsigned distance;
		struct move move;
	} list[SUGGESTIONS_MAX];
};

/* Appends the text of a legal move, with its mark of check or mate unless the
 * mark is a declaration, which only a player makes. */
void suggest_write(const struct language *reader,
    const struct position *position, const struct move *move,
    struct strbuf *out);

/* Finds the legal moves whose text is close to the token's. */
void suggest_find(const struct language *reader,
    const struct position *position, struct slice token,
    struct suggestions *suggestions);
