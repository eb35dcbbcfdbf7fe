/*
 * Ternion: how often each of any number of texts was counted.
 *
 * A tally uses constant memory: texts that do not fit go, sorted, into files
 * without a name in $TMPDIR or /tmp, and are added up at the end. If no such
 * file can be made, it uses more memory instead.
 */
#ifndef TERNION_CMD_TALLY_H
#define TERNION_CMD_TALLY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "parse/text/arena.h"

enum {
	TALLY_FILES = 16
};

struct tallied {
	const char *text;
	unsigned long times;
};

/* Texts in memory, and others in sorted files. All 0 is empty. */
struct tally {
	int (*order)(const void *, const void *); /* of struct tallied */
	struct arena arena;                       /* of the texts */
	struct tallied *list;                     /* owned */
	size_t len, size, bytes;
	FILE *file[TALLY_FILES]; /* owned */
	unsigned files;
	bool in_memory; /* a file could not be written: no more are */
	int error;      /* errno of a read that failed, or 0 */
};

void tally_add(struct tally *tally, struct slice text, unsigned long times);

bool tally_is_empty(const struct tally *tally);

/*
 * Passes on all texts as long as `take` returns true: in their order, or the
 * most frequent first. Returns 0, or the errno of a file that could not be
 * read. Nothing can be added to the tally afterwards.
 */
int tally_each(struct tally *tally, bool by_frequency,
    bool (*take)(void *context, const char *text, unsigned long times),
    void *context);

void tally_release(struct tally *tally);

#endif
