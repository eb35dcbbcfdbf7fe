/*
 * Ternion: patterns with named groups, over PCRE2.
 *
 * A pattern is compiled once, with JIT where that is allowed as soon as it is
 * used often, and matches a whole text. Matching runs under a match limit and a
 * depth limit, so no text can make it slow or large. A pattern has its own
 * match memory: one reader, one pattern.
 */
#ifndef TERNION_PARSE_PATTERN_H
#define TERNION_PARSE_PATTERN_H

#include "parse/text/slice.h"

struct pattern;

/*
 * Compiles `text` (extended syntax: white space and # comments are ignored).
 * Patterns are ours, so one that does not compile is a fault of the program.
 * The caller frees it.
 */
struct pattern *pattern_new(const char *text);
void pattern_free(struct pattern *pattern);

enum {
	PATTERN_MESSAGE_MAX = 160
};

/* Compiles a pattern that a user gave, which is for pattern_search. NULL,
 * and a message, if it does not compile. */
struct pattern *pattern_of_user(
    const char *text, char message[PATTERN_MESSAGE_MAX]);

/* True if the pattern matches the whole text. */
bool pattern_match(struct pattern *pattern, struct slice text);

enum pattern_found {
	PATTERN_NOT_FOUND,
	PATTERN_FOUND,
	PATTERN_GAVE_UP, /* it takes more steps, or memory, than it may */
};

/* Looks for a user's pattern anywhere in a text, whatever the case of letters.
 * When it is given up is the same on every machine. */
enum pattern_found pattern_search(struct pattern *pattern, struct slice text);

/* The number of a named group, to be asked once; -1 if there is none. */
int pattern_group(const struct pattern *pattern, const char *name);

/* The text of a group of the last match; its ptr is NULL if it took no part.
 * A group -1 never takes part. */
struct slice pattern_get(const struct pattern *pattern, int group);

#endif
