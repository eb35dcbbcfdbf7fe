/* Ternion: UTF-8. */
#include <stdlib.h>

#include "parse/text/utf8.h"

#define TAB 8

size_t
utf8_next(struct slice text, uint32_t *point)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *p = (const unsigned char *)text.ptr;
	size_t len = *p < 0x80 ? 1
	    : *p < 0xc2        ? 0
	    : *p < 0xe0        ? 2
	    : *p < 0xf0        ? 3
	    : *p < 0xf5        ? 4
			       : 0;
	uint32_t value = len == 1 ? *p : *p & (0x7fu >> len);

	if (len == 0 || len > text.len)
		return 0;
	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | (p[i] & 0x3f);
	}
	if (value < least[len] || value > 0x10ffff ||
	    (value >= 0xd800 && value <= 0xdfff))
		return 0;
	if (point != NULL)
		*point = value;
	return len;
}

size_t
utf8_valid_len(struct slice text)
{
	size_t at = 0;

	while (at < text.len) {
		size_t len = (unsigned char)text.ptr[at] < 0x80
		    ? 1
		    : utf8_next(slice_from(text, at), NULL);

		if (len == 0)
			break;
		at += len;
	}
	return at;
}

size_t
utf8_start(struct slice text, size_t at)
{
	while (at > 0 && at < text.len &&
	    ((unsigned char)text.ptr[at] & 0xc0) == 0x80)
		at--;
	return at;
}

size_t
utf8_count(struct slice text)
{
	size_t count = 0;

	for (size_t at = 0; at < text.len; count++) {
		size_t len = utf8_next(slice_from(text, at), NULL);

		at += len > 0 ? len : 1;
	}
	return count;
}

size_t
utf8_skip_line(const char **p, const char *to)
{
	const char *at = *p;
	uint32_t bytes; /* lines are looked at in short parts */

	for (; (size_t)(to - at) >= sizeof(bytes); at += sizeof(bytes)) {
		memcpy(&bytes, at, sizeof(bytes));
		if (!ascii_is_without(bytes, '\n'))
			break;
	}
	size_t count = (size_t)(at - *p);
	for (; at < to && *at != '\n'; at++)
		count += ((unsigned char)*at & 0xc0) != 0x80;
	*p = at;
	return count;
}

bool
utf8_is_bidi(uint32_t point)
{
	return point == 0x61c || point == 0x200e || point == 0x200f ||
	    (point >= 0x202a && point <= 0x202e) ||
	    (point >= 0x2066 && point <= 0x2069);
}

bool
utf8_is_control(uint32_t point)
{
	return point < 0x20 || (point >= 0x7f && point < 0xa0) ||
	    utf8_is_bidi(point);
}

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
sign_width(struct slice text, size_t column, size_t *columns)
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
		i += sign_width(slice_from(text, i), column, &columns);
	return column - start;
}

size_t
width_fit(struct slice text, size_t column, size_t columns)
{
	size_t most = column + columns, one;

	for (size_t i = 0; i < text.len; column += one) {
		size_t len = sign_width(slice_from(text, i), column, &one);

		if (column + one > most)
			return i;
		i += len;
	}
	return text.len;
}
