/* Ternion: the legal moves that a wrong one may have meant. */
#ifndef TERNION_PARSE_SUGGEST_H
#define TERNION_PARSE_SUGGEST_H

#include "parse/resolve/resolve.h"

enum {
	SUGGESTIONS_MAX = 6,
	SUGGESTION_TEXT_MAX = 24, /* for longer tokens nothing is suggested */
};

/* Moves that may have been meant, the closest first. */
struct suggestions {
	size_t len;
	char text[SUGGESTIONS_MAX][SUGGESTION_TEXT_MAX + 1];
};

/* Finds the legal moves whose text is close to the token's. A reading without
 * a notation to write in gives none. */
void suggest_find(const struct reader_context *reader,
    const struct position *position, struct slice token,
    struct suggestions *suggestions);

/* Adds them to the diagnostic that was added last, as texts in place of the
 * span. */
void suggest_tell(const struct suggestions *suggestions, struct span span,
    struct diags *diags);

/*
 * Finds them, and appends "; did you mean A, B or C?" to `out` if there are
 * any.
 */
void suggest_moves(const struct reader_context *reader,
    const struct position *position, struct slice token,
    struct suggestions *suggestions, struct strbuf *out);

#endif
