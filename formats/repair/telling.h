/*
 * Ternion: a fault and a repair while they are told, in words and as edits.
 */
#ifndef TERNION_FORMATS_TELLING_H
#define TERNION_FORMATS_TELLING_H

#include "formats/repair/repair.h"

struct telling {
	const struct repair_line *line;
	unsigned fault;
	const struct repair *repair;
	struct arena *arena;
	struct strbuf words;
};

static inline const struct item *
telling_item(const struct telling *telling, unsigned i)
{
	return &telling->line->items[i];
}

/* One token as two, or with the number that is in it apart. */
const char *telling_split_text(const struct telling *telling);

/* The edits that make the repair; their number, 0 if it cannot be made so. */
unsigned telling_edits(const struct telling *telling, struct edit edits[2]);

#endif
