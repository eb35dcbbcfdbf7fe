/* Ternion: verdicts of the rules in words that a player understands. */
#ifndef TERNION_PARSE_WORDS_H
#define TERNION_PARSE_WORDS_H

#include "resolve.h"

/*
 * Appends the reason of a verdict, and returns the diagnostic it is. The
 * verdict is not ILLEGAL_NOT.
 */
enum diag_id words_verdict(const struct reading *reading,
    const struct position *position, const struct attempt *attempt,
    const struct verdict *verdict, struct strbuf *out);

#endif
