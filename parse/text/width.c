/* Ternion: how many columns a text takes on a terminal. */
#include <stdlib.h>

#include "parse/text/utf8.h"
#include "parse/text/width.h"

#define TAB 8

struct width_range {
	uint32_t first, last;
	size_t columns; /* 0: it joins the sign before it */
};

/* All other code points take one column. */
static const struct width_range ranges[] = {
#define W(...) { __VA_ARGS__ },
#include "parse/text/width.def"
};

static int
compare_range(const void *key, const void *element)
{
	const struct width_range *range = element;
	uint32_t point = *(const uint32_t *)key;

	return point < range->first ? -1 : point > range->last;
}

/* The bytes of the first sign of a text that is not empty; its columns. */
static size_t
next(struct slice text, size_t column, size_t *columns)
{
	const struct width_range *range = NULL;
	uint32_t point = 0;
	size_t len = utf8_next(text, &point);

	if (len > 0 && !utf8_is_control(point) && point >= ranges[0].first)
		range = bsearch(&point, ranges, COUNT(ranges), sizeof(*ranges),
		    compare_range);
	*columns = range != NULL ? range->columns : 1;
	if (point == '\t')
		*columns = TAB - column % TAB;
	return len > 0 ? len : 1;
}

size_t
width_text(struct slice text, size_t column)
{
	size_t start = column, columns;

	for (size_t i = 0; i < text.len; column += columns)
		i += next(slice_from(text, i), column, &columns);
	return column - start;
}

size_t
width_fit(struct slice text, size_t column, size_t columns)
{
	size_t most = column + columns, one;

	for (size_t i = 0; i < text.len; column += one) {
		size_t len = next(slice_from(text, i), column, &one);

		if (column + one > most)
			return i;
		i += len;
	}
	return text.len;
}
