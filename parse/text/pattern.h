/* Ternion: patterns that users write, over PCRE2.
 *
 * Matching runs under a match limit and a limit of memory, so no text can make
 * it slow or large. Threads may share a pattern. */
#pragma once

#include "parse/text/slice.h"

struct pattern;

enum {
	PATTERN_MESSAGE_MAX = 160,
	PATTERN_GROUPS = 32, /* that count, with the whole match */
};

/* Compiles a pattern, which mem_free frees; or NULL, and a message. `is_whole`:
 * it is for whole texts, in its case, else for searches. */
struct pattern *pattern_new(
    const char *text, bool is_whole, char message[PATTERN_MESSAGE_MAX]);

enum pattern_found {
	PATTERN_NOT_FOUND,
	PATTERN_FOUND,
	PATTERN_GAVE_UP, /* it takes more steps, or memory, than it may */
};

/* Looks for the pattern anywhere in a text, whatever the case of letters. When
 * it is given up is the same on every machine. */
enum pattern_found pattern_search(
    const struct pattern *pattern, struct slice text);

/* The number of the group whose name has that index; 0: there is none. */
unsigned pattern_group(
    const struct pattern *pattern, unsigned index, struct slice *name);

/* Matches a pattern for whole texts against all of a text, with fewer steps
 * than a search may take, since many texts are tried. Sets the groups by their
 * numbers; one that takes no part has a NULL ptr. */
enum pattern_found pattern_match(const struct pattern *pattern,
    struct slice text, struct slice group[PATTERN_GROUPS]);
