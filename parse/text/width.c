/* Ternion: how many columns a text takes on a terminal. */
#include <stdlib.h>

#include "parse/text/utf8.h"
#include "parse/text/width.h"

#define TAB 8

struct width_range {
	uint32_t first, last;
};

static const struct width_range none[] = {
#define NONE(first, last) { first, last },
#define WIDE(first, last)
#include "parse/text/width.def"
#undef NONE
#undef WIDE
};

static const struct width_range wide[] = {
#define NONE(first, last)
#define WIDE(first, last) { first, last },
#include "parse/text/width.def"
#undef NONE
#undef WIDE
};

static int
compare_range(const void *key, const void *element)
{
	const struct width_range *range = element;
	uint32_t point = *(const uint32_t *)key;

	return point < range->first ? -1 : point > range->last;
}

#define IS_IN(ranges, point)                                         \
	(bsearch(&(point), ranges, COUNT(ranges), sizeof(*(ranges)), \
	     compare_range) != NULL)

/* The bytes of the first sign of a text that is not empty; its columns. */
static size_t
next(struct slice text, size_t column, size_t *columns)
{
	uint32_t point = 0;
	size_t len = utf8_next(text, &point);

	if (point == '\t')
		*columns = TAB - column % TAB;
	else if (len == 0 || utf8_is_control(point) || point < none[0].first)
		*columns = 1;
	else /* one that joins the sign before it has none */
		*columns = IS_IN(none, point) ? 0 : 1 + IS_IN(wide, point);
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
