/* Ternion: the characters of a short text. */
#include "parse/text/characters.h"
#include "parse/text/utf8.h"

bool
characters_read(struct slice text, unsigned most, struct characters *characters)
{
	characters->len = 0;
	while (text.len > 0 && characters->len < most) {
		uint32_t point = (unsigned char)text.ptr[0];
		size_t len = utf8_next(text, &point);

		characters->at[characters->len++] = point;
		len = len > 0 ? len : 1;
		text = slice_from(text, len);
	}
	return text.len == 0;
}
