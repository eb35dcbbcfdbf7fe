/* Ternion: UTF-8, as far as a validator of texts needs it. */
#pragma once

#include "parse/text/slice.h"

/* Advice about bytes that are not UTF-8 where they may be another encoding. */
#define UTF8_LATIN_1                                    \
	"; if the file is in Latin-1, convert it with " \
	"'iconv -f ISO-8859-1 -t UTF-8'"

/* The length in bytes of the sequence at the start of a text that is not
 * empty, or 0 if it is not valid UTF-8 (overlong, surrogate, truncated).
 * `point`, if not NULL, receives the code point. */
size_t utf8_next(struct slice text, uint32_t *point);

/* The offset of the first byte that is not valid UTF-8, or text.len. */
size_t utf8_valid_len(struct slice text);

/* The start of the code point in which the byte at an offset lies. */
size_t utf8_start(struct slice text, size_t at);

/* The number of code points; a byte that is not valid counts as one. */
size_t utf8_count(struct slice text);

/* Moves *p on to `to` or a line feed before; the code points between. */
size_t utf8_skip_line(const char **p, const char *to);

/* True if the code point turns the direction in which text runs. */
bool utf8_is_bidi(uint32_t point);

/* True if the code point is a control character, of ASCII or beyond it (C1), or
 * turns the direction in which text runs: none may reach a terminal. */
bool utf8_is_control(uint32_t point);

/*
 * Columns on a terminal. The C library's wcwidth goes by the locale, on which
 * nothing here depends. Each code point counts by itself, as where terminals
 * know no clusters.
 */

/* The columns of a text that begins at a column, from 0. A tab goes to the
 * next multiple of 8; a byte that is not valid UTF-8, and a control character,
 * takes the place of the sign that is shown instead. */
size_t width_text(struct slice text, size_t column);

/* The bytes at the start of a text that take no more than `columns` columns. */
size_t width_fit(struct slice text, size_t column, size_t columns);
