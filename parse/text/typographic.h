/* Ternion: signs that word processors put for plain ones: dashes and arrows
 * for -, the sign of multiplication for x, the no-break space for a space. */
#ifndef TERNION_PARSE_TYPOGRAPHIC_H
#define TERNION_PARSE_TYPOGRAPHIC_H

#include "parse/text/slice.h"

/* The plain sign that the typographic one at the start of the text is read
 * for, with its length in bytes; 0 if none stands there. */
char typographic_read(struct slice text, size_t *len);

/* The first typographic sign in the text; len 0: it holds none. */
struct slice typographic_find(struct slice text);

/* Copies the text to `plain`, which has room for it, with plain signs; the
 * length of the copy. */
size_t typographic_plain(struct slice text, char *plain);

enum {
	TYPOGRAPHIC_WORDS = 64
};

/* "'–' (U+2013) is read for '-'": what is said of a sign. */
const char *typographic_words(struct slice sign, char words[TYPOGRAPHIC_WORDS]);

#endif
