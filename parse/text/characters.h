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

#endif
