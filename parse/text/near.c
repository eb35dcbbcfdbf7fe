/* Ternion: words that may have been meant by another. */
#include "parse/text/near.h"
#include "parse/text/utf8.h"

#define WORD_MAX 40 /* a longer word is near nothing */

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

/* The bytes of a word, whatever the case of its letters. */
static void
fold(struct slice word, struct characters *bytes)
{
	bytes->len = (unsigned)word.len;
	for (size_t i = 0; i < word.len; i++)
		bytes->at[i] = characters_lower((unsigned char)word.ptr[i]);
}

unsigned
near_distance(struct slice a, struct slice b)
{
	struct characters first, second;

	if (a.len > WORD_MAX || b.len > WORD_MAX)
		return WORD_MAX;
	fold(a, &first);
	fold(b, &second);
	return characters_distance(&first, &second);
}

/* The distance; of a word that is only begun, or that other words follow, as in
 * "Siege Chess", it is one change. */
static unsigned
distance_to_begun(struct slice text, struct slice word)
{
	size_t i = 0;

	while (i < text.len && i < word.len &&
	    ascii_lower(text.ptr[i]) == ascii_lower(word.ptr[i]))
		i++;
	return (i == text.len && i > 1 && i < word.len) ||
		(i == word.len && i < text.len && text.ptr[i] == ' ')
	    ? 1
	    : near_distance(text, word);
}

bool
near_next(struct slice *list, struct slice *word)
{
	*list = slice_trim(*list);
	*word = slice_take(list, ' ');
	return word->len > 0;
}

int
near_index(struct slice list, struct slice word)
{
	struct slice next;

	for (int i = 0; near_next(&list, &next); i++)
		if (slice_equal(next, word))
			return i;
	return -1;
}

void
near_find(struct near *near, const struct strbuf *words, struct slice text,
    unsigned (*distance_of)(struct slice text, struct slice word))
{
	struct slice list = strbuf_as_slice(words), word;

	near->found = 0;
	while (near_next(&list, &word)) {
		unsigned away = distance_of(text, word), i = 0;

		if (away < near->distance)
			near->found = 0;
		while (i < near->found && !slice_equal(near->word[i], word))
			i++;
		if (away > near->distance || i == NEAR_MAX || i < near->found)
			continue;
		near->distance = away;
		near->word[near->found++] = word;
	}
}

bool
near_words(struct strbuf *out, const struct strbuf *words, struct slice text)
{
	unsigned dashes = 0;
	struct near near;

	if (text.len > WORD_MAX)
		return false;
	while (dashes < text.len && text.ptr[dashes] == '-')
		dashes++;
	/* One letter of two to four may be wrong, two of five to seven. */
	near.distance = (unsigned)(text.len - dashes + 1) / 3;
	near_find(&near, words, text, distance_to_begun);
	for (unsigned i = 0; i < near.found; i++)
		strbuf_printf(out, "%s'%.*s'",
		    i == 0 ? "; did you mean "
			   : before_item(i, near.found, " or "),
		    SLICE(near.word[i]));
	strbuf_puts(out, near.found > 0 ? "?" : "");
	return near.found > 0;
}

void
near_choice(struct strbuf *out, const struct strbuf *words, struct slice text,
    const char *otherwise)
{
	if (near_words(out, words, text))
		return;
	strbuf_puts(out, otherwise != NULL ? otherwise : "; choose one of:");
	if (otherwise == NULL)
		strbuf_slice(out, strbuf_as_slice(words));
}
