/* Ternion: the one table of characters beyond ASCII that people, word
 * processors and web pages put into moves: signs that stand for plain ones,
 * blanks, characters that nobody sees, and letters that look like others. */
#pragma once

#include "parse/text/strbuf.h"

enum sign_kind {
	SIGN_OTHER,  /* none of these, or ASCII, but for names of HTML */
	SIGN_PLAIN,  /* it stands for the plain text */
	SIGN_BLANK,  /* some kind of space */
	SIGN_UNSEEN, /* it has no width */
	SIGN_LETTER, /* it looks like the plain text, but is another letter */
};

enum {
	SIGN_PLAIN_MAX = 5, /* bytes of a plain text, with its NUL */
};

struct sign {
	enum sign_kind kind;
	uint32_t point; /* the code point */
	size_t len;     /* in bytes; 1 if the text is not UTF-8 */
	char plain[SIGN_PLAIN_MAX];
};

/* True of a character of ASCII that stands for itself: not of a & that may
 * begin a name of HTML, nor of the end of a file of DOS. */
static inline bool
sign_is_plain(char c)
{
	return (unsigned char)c < 0x80 && c != '&' && c != 0x1a;
}

/* Reads the character at the start of the text, which is not empty. */
struct sign sign_read(struct slice text);

/* Copies the text with plain signs to `plain`, which has room for three bytes
 * for each; the length of the copy. *kinds becomes the kinds of the characters
 * that change, as bits. */
size_t signs_plain(struct slice text, char *plain, unsigned *kinds);

/* The first character of a kind; len 0: there is none. */
struct slice sign_find(struct slice text, enum sign_kind kind);

/* Appends the text with <U+0435> for characters unseen or like others. */
void signs_show(struct strbuf *out, struct slice text);
