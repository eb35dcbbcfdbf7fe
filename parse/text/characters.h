/* Ternion: the characters of a short text, for comparing texts. */
#ifndef TERNION_PARSE_CHARACTERS_H
#define TERNION_PARSE_CHARACTERS_H

#include <stdint.h>

#include "parse/text/slice.h"

enum {
	CHARACTERS_MAX = 64
};

struct characters {
	unsigned len;
	uint32_t at[CHARACTERS_MAX]; /* code points; a byte that is not valid is
				    one */
};

/* Reads the characters of a text; false if there are more than `most`, which
 * is at most CHARACTERS_MAX. */
bool characters_read(
    struct slice text, unsigned most, struct characters *characters);

static inline uint32_t
characters_lower(uint32_t point)
{
	return point >= 'A' && point <= 'Z' ? point | 0x20 : point;
}

/*
 * The number of changes that make one text the other: a character is changed,
 * left out or put in, or two that are neighbours are exchanged.
 */
unsigned characters_distance(
    const struct characters *a, const struct characters *b);

#endif
