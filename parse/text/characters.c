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

unsigned
characters_distance(const struct characters *a, const struct characters *b)
{
	unsigned rows[3][CHARACTERS_MAX + 1];

	for (unsigned j = 0; j <= b->len; j++)
		rows[0][j] = j;
	for (unsigned i = 1; i <= a->len; i++) {
		unsigned *row = rows[i % 3];
		const unsigned *above = rows[(i + 2) % 3];
		const uint32_t *p = a->at + i, *q = b->at + 1;

		row[0] = i;
		for (unsigned j = 1; j <= b->len; j++, q++) {
			unsigned best = above[j - 1] + (p[-1] != q[-1]);

			if (above[j] + 1 < best)
				best = above[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			if (i > 1 && j > 1 && p[-1] == q[-2] &&
			    p[-2] == q[-1] &&
			    rows[(i + 1) % 3][j - 2] + 1 < best)
				best = rows[(i + 1) % 3][j - 2] + 1;
			row[j] = best;
		}
	}
	return rows[a->len % 3][b->len];
}
