/* Ternion: patterns that users look for, over PCRE2.
 *
 * Matching runs under a match limit and a limit of memory, so no text can make
 * it slow or large. A pattern has its own match memory: one reader, one
 * pattern. */
#ifndef TERNION_PARSE_PATTERN_H
#define TERNION_PARSE_PATTERN_H

#include "parse/text/slice.h"

struct pattern;

enum {
	PATTERN_MESSAGE_MAX = 160
};

/* Compiles a pattern, which mem_free frees. NULL, and a message, if it does
 * not compile. */
struct pattern *pattern_new(
    const char *text, char message[PATTERN_MESSAGE_MAX]);

enum pattern_found {
	PATTERN_NOT_FOUND,
	PATTERN_FOUND,
	PATTERN_GAVE_UP, /* it takes more steps, or memory, than it may */
};

/* Looks for the pattern anywhere in a text, whatever the case of letters. When
 * it is given up is the same on every machine. */
enum pattern_found pattern_search(struct pattern *pattern, struct slice text);

#endif
