/*
 * Ternion: how often each opening was played, as `stats` counts it. There may
 * be many thousands, each known by its text, so they are kept small.
 */
#ifndef TERNION_CMD_OPENINGS_H
#define TERNION_CMD_OPENINGS_H

#include <stdint.h>

#include "parse/text/strbuf.h"

enum {
	OPENINGS_BEST = 5, /* that text shows */
};

/* One of them, for those who show it. */
struct opening {
	const char *moves; /* of the collection */
	unsigned long games;
};

/* All 0 is empty. */
struct openings {
	struct strbuf text; /* the moves of each, ended by NUL */
	struct opening_count *list;
	size_t len, size;
	uint32_t *slots; /* a hash table of numbers + 1 */
	size_t room;
};

/* Adds games that began so; false if there are more than can be counted, four
 * billion of one or 4 GiB of texts. */
bool openings_add(
    struct openings *openings, struct slice moves, unsigned long games);

/* The commonest, the most frequent first and equal ones by their text; returns
 * how many there are. */
size_t openings_best(
    const struct openings *openings, struct opening best[OPENINGS_BEST]);

/* All of them in that order; to be given to mem_free. */
struct opening *openings_sorted(const struct openings *openings);

void openings_release(struct openings *openings);

#endif
