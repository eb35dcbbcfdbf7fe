/* Ternion: typographic signs for plain ones. */
#include <stdio.h>

#include "parse/text/typographic.h"
#include "parse/text/utf8.h"

char
typographic_read(struct slice text, size_t *len)
{
	uint32_t point;

	/* All are two or three bytes that begin with one of these. */
	if (text.len < 2 ||
	    (text.ptr[0] != '\xc2' && text.ptr[0] != '\xc3' &&
		text.ptr[0] != '\xe2'))
		return 0;
	*len = utf8_next(text, &point);
	if (*len == 0)
		return 0;
	if ((point >= 0x2010 && point <= 0x2015) || point == 0x2212 ||
	    point == 0x2192 || point == 0x27f6)
		return '-';
	return point == 0xd7 ? 'x' : point == 0xa0 ? ' ' : '\0';
}

struct slice
typographic_find(struct slice text)
{
	size_t len;

	for (size_t i = 0; i < text.len; i++)
		if ((unsigned char)text.ptr[i] > 127 &&
		    typographic_read(slice_from(text, i), &len) != 0)
			return slice_sub(text, i, len);
	return slice_sub(text, text.len, 0);
}

size_t
typographic_plain(struct slice text, char *plain)
{
	size_t to = 0, len;

	for (size_t i = 0; i < text.len; i += len) {
		char sign = typographic_read(slice_from(text, i), &len);

		if (sign == 0)
			len = 1;
		plain[to++] = sign != 0 ? sign : text.ptr[i];
	}
	return to;
}

const char *
typographic_words(struct slice sign, char words[TYPOGRAPHIC_WORDS])
{
	uint32_t point = 0;
	size_t len;
	char plain = typographic_read(sign, &len);

	utf8_next(sign, &point);
	if (plain == ' ')
		snprintf(words, TYPOGRAPHIC_WORDS,
		    "a no-break space (U+%04lX) is read as a space",
		    (unsigned long)point);
	else
		snprintf(words, TYPOGRAPHIC_WORDS,
		    "'%.*s' (U+%04lX) is read as '%c'", (int)sign.len, sign.ptr,
		    (unsigned long)point, plain);
	return words;
}
