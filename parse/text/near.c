/* Ternion: words that may have been meant by another. */
#include "parse/text/near.h"
#include "parse/text/ascii.h"

enum {
	WORD_MAX = 40, /* a longer word is near nothing */
	NEAR_MAX = 3,  /* as many are offered */
};

static bool
same(struct slice a, size_t i, struct slice b, size_t j)
{
	return ascii_lower(a.ptr[i]) == ascii_lower(b.ptr[j]);
}

static unsigned
least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

unsigned
near_distance(struct slice a, struct slice b)
{
	unsigned row[WORD_MAX + 1][WORD_MAX + 1];

	if (a.len > WORD_MAX || b.len > WORD_MAX)
		return WORD_MAX;

	for (unsigned i = 0; i <= a.len; i++)
		row[i][0] = i;
	for (unsigned j = 0; j <= b.len; j++)
		row[0][j] = j;
	for (size_t i = 1; i <= a.len; i++)
		for (size_t j = 1; j <= b.len; j++) {
			unsigned best =
			    row[i - 1][j - 1] + !same(a, i - 1, b, j - 1);

			best = least(best, row[i - 1][j] + 1);
			best = least(best, row[i][j - 1] + 1);
			if (i > 1 && j > 1 && same(a, i - 1, b, j - 2) &&
			    same(a, i - 2, b, j - 1))
				best = least(best, row[i - 2][j - 2] + 1);
			row[i][j] = best;
		}
	return row[a.len][b.len];
}

/* The same, where a word that is only begun is one change away. */
static unsigned
distance_of(struct slice text, struct slice word)
{
	bool begun = text.len > 1 && text.len < word.len;

	for (size_t i = 0; begun && i < text.len; i++)
		begun = same(text, i, word, i);
	return begun ? 1 : near_distance(text, word);
}

static bool
is_one_of(const struct slice *words, unsigned count, struct slice word)
{
	while (count-- > 0)
		if (slice_equal(words[count], word))
			return true;
	return false;
}

bool
near_next(struct slice *list, struct slice *word)
{
	*list = slice_trim(*list);
	*word = slice_take(list, ' ');
	return word->len > 0;
}

bool
near_words(struct strbuf *out, const struct strbuf *words, struct slice text)
{
	struct slice list = strbuf_as_slice(words), word, near[NEAR_MAX];
	unsigned best, found = 0, dashes = 0;

	if (text.len > WORD_MAX)
		return false;
	while (dashes < text.len && text.ptr[dashes] == '-')
		dashes++;
	/* One letter of two to four may be wrong, two of five to seven. */
	best = (unsigned)(text.len - dashes + 1) / 3;
	while (near_next(&list, &word)) {
		unsigned away = distance_of(text, word);

		if (away < best)
			found = 0;
		if (away > best || found == NEAR_MAX ||
		    is_one_of(near, found, word))
			continue;
		best = away;
		near[found++] = word;
	}
	for (unsigned i = 0; i < found; i++)
		strbuf_printf(out, "%s'%.*s'",
		    i == 0              ? "; did you mean "
			: i + 1 < found ? ", "
					: " or ",
		    (int)near[i].len, near[i].ptr);
	strbuf_puts(out, found > 0 ? "?" : "");
	return found > 0;
}

void
near_choice(struct strbuf *out, const struct strbuf *words, struct slice text)
{
	if (!near_words(out, words, text)) {
		strbuf_puts(out, "; there are:");
		strbuf_slice(out, strbuf_as_slice(words));
	}
}
