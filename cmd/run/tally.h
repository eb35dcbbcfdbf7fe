/*
 * Ternion: how often each of any number of texts was counted.
 *
 * A tally takes the same memory however many texts there are: what does not fit
 * goes, sorted, into a file without a name, in the folder that TMPDIR names or
 * in /tmp, and is added up at the end. Where there can be no such file it takes
 * more memory instead.
 */
#ifndef TERNION_CMD_TALLY_H
#define TERNION_CMD_TALLY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "parse/text/arena.h"

enum {
	RUNS_MAX = 16
};

struct tallied {
	const char *text;
	unsigned long times;
};

/* Texts in memory, and sorted runs of others in a file. */
struct pile {
	int (*order)(const void *, const void *); /* of struct tallied */
	struct arena arena;                       /* of the texts */
	struct tallied *list;                     /* owned */
	size_t len, size, bytes;
	bool spills; /* there is a file, and it can be written */
	int fd;      /* of the file, if there are runs */
	off_t end;   /* of the last run; each begins at the end of another */
	off_t run[RUNS_MAX];
	unsigned runs;
	int error; /* errno of a read that failed, or 0 */
};

/* All 0 is empty. */
struct tally {
	struct pile pile;
	uint32_t *slots; /* a hash table of places in the list + 1; owned */
	size_t room;
};

void tally_add(struct tally *tally, struct slice text, unsigned long times);

bool tally_is_empty(const struct tally *tally);

/*
 * Hands on all texts, those counted most often first, and of those counted
 * alike in their order, as long as `take` returns true. Returns 0, or the errno
 * of the file if not all of it could be read. The tally is not added to any
 * more.
 */
int tally_each(struct tally *tally,
    bool (*take)(void *context, const char *text, unsigned long times),
    void *context);

void tally_release(struct tally *tally);

#endif
