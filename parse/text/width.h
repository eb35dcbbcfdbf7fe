/* Ternion: how many columns a text takes on a terminal.
 *
 * The C library's wcwidth goes by the locale, on which nothing here depends.
 * Each code point counts by itself, as where terminals know no clusters. */
#pragma once

#include "parse/text/slice.h"

/* The columns of a text that begins at a column, from 0. A tab goes to the
 * next multiple of 8; a byte that is not valid UTF-8, and a control character,
 * takes the place of the sign that is shown instead. */
size_t width_text(struct slice text, size_t column);

/* The bytes at the start of a text that take no more than `columns` columns. */
size_t width_fit(struct slice text, size_t column, size_t columns);
