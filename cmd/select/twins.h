/* Ternion: games of `select --unique` that have the same positions. */
#ifndef TERNION_CMD_TWINS_H
#define TERNION_CMD_TWINS_H

#include <stdint.h>

#include "parse/text/arena.h"
#include "parse/text/memory.h"

struct twin {
	uint64_t key;         /* of its positions */
	size_t number, first; /* its place, and that of the first such game */
	const char *file;
	unsigned long game; /* its number in the file */
};

/* All 0 is empty. */
struct twins {
	struct twin *list; /* owned */
	size_t len, size;
	const char *file;   /* the last one */
	struct arena arena; /* of the names of files */
};

void twins_add(
    struct twins *twins, uint64_t key, const char *file, unsigned long game);

/* Says on standard error which games are left out, for which others, and how
 * many. */
void twins_tell(struct twins *twins);

void twins_release(struct twins *twins);

#endif
