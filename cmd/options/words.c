/* Ternion: the words that an argument is chosen from. */
#include "cmd/options/words.h"

#include "cmd/cmd.h"
#include "formats/record/format.h"
#include "formats/report/report.h"
#include "parse/notation/letters.h"
#include "parse/notation/notation.h"
#include "rules/variants/variant.h"

enum {
	WORD_MAX = 40, /* a longer word is near nothing */
	NEAR_MAX = 3,  /* as many are offered */
};

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool
same(struct slice a, size_t i, struct slice b, size_t j)
{
	return lower(a.ptr[i]) == lower(b.ptr[j]);
}

static unsigned
least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/*
 * The number of changes that make one word the other, whatever the case of
 * their letters: one put in, left out or changed, or two neighbours exchanged.
 */
static unsigned
distance(struct slice a, struct slice b)
{
	unsigned row[WORD_MAX + 1][WORD_MAX + 1];

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
	return begun ? 1 : distance(text, word);
}

static bool
is_one_of(const struct slice *words, unsigned count, struct slice word)
{
	while (count-- > 0)
		if (slice_equal(words[count], word))
			return true;
	return false;
}

/* The word at the front of the list, which is taken off it. */
static bool
next_word(struct slice *list, struct slice *word)
{
	*list = slice_trim(*list);
	*word = slice_take(list, ' ');
	return word->len > 0;
}

bool
words_near(struct strbuf *out, const struct strbuf *words, struct slice text)
{
	struct slice list = strbuf_as_slice(words), word, near[NEAR_MAX];
	unsigned best, found = 0, dashes = 0;

	if (text.len > WORD_MAX)
		return false;
	while (dashes < text.len && text.ptr[dashes] == '-')
		dashes++;
	/* One letter of two to four may be wrong, two of five to seven. */
	best = (unsigned)(text.len - dashes + 1) / 3;
	while (next_word(&list, &word)) {
		unsigned away =
		    word.len <= WORD_MAX ? distance_of(text, word) : WORD_MAX;

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
words_choice(struct strbuf *out, const struct strbuf *words, struct slice text)
{
	if (!words_near(out, words, text)) {
		strbuf_puts(out, "; there are:");
		strbuf_slice(out, strbuf_as_slice(words));
	}
}

static bool
is_listed(const struct strbuf *words, const char *text)
{
	struct slice rest = strbuf_as_slice(words), word;

	while (next_word(&rest, &word))
		if (slice_is(word, text))
			return true;
	return false;
}

bool
words_have(void (*words)(struct strbuf *words), const char *text)
{
	struct strbuf list = STRBUF_INIT;
	bool found;

	words(&list);
	found = is_listed(&list, text);
	strbuf_release(&list);
	return found;
}

void
words_commands(struct strbuf *words)
{
	for (const struct command *const *c = commands; *c != NULL; c++)
		strbuf_printf(words, " %s", (*c)->name);
}

void
words_variants(struct strbuf *words)
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		strbuf_printf(words, " %s", (*v)->id);
}

void
words_values(
    struct strbuf *words, const struct variant_option *option, bool named)
{
	const char *name = named ? option->name : "";
	const char *equals = named ? "=" : "";

	if (option->type == OPTION_CHOICE)
		for (const char *const *c = option->choices; *c != NULL; c++)
			strbuf_printf(words, " %s%s%s", name, equals, *c);
	else
		strbuf_printf(words, " %s%s", name, equals);
}

void
words_settings(struct strbuf *words)
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		for (const struct variant_option *o = (*v)->options; o->name;
		     o++)
			words_values(words, o, true);
}

void
words_notations(struct strbuf *words)
{
	for (const struct notation *const *n = notations; *n != NULL; n++)
		strbuf_printf(words, " %s", (*n)->id);
}

void
words_written_notations(struct strbuf *words)
{
	for (const struct notation *const *n = notations; *n != NULL; n++)
		if ((*n)->write != NULL)
			strbuf_printf(words, " %s", (*n)->id);
}

void
words_letters(struct strbuf *words)
{
	for (const struct letter_set *s = letter_sets; s->id != NULL; s++)
		strbuf_printf(words, " %s", s->id);
}

void
words_read_formats(struct strbuf *words)
{
	for (const struct format *const *f = formats; *f != NULL; f++)
		if ((*f)->read != NULL)
			strbuf_printf(words, " %s", (*f)->id);
}

void
words_written_formats(struct strbuf *words)
{
	for (const struct format *const *f = formats; *f != NULL; f++)
		if ((*f)->write != NULL)
			strbuf_printf(words, " %s", (*f)->id);
}

void
words_report_forms(struct strbuf *words)
{
	for (const struct report_form *const *f = report_forms; *f != NULL; f++)
		strbuf_printf(words, " %s", (*f)->id);
}

void
words_results(struct strbuf *words)
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		for (const char *const *r = (*v)->results; *r != NULL; r++)
			if (!is_listed(words, *r))
				strbuf_printf(words, " %s", *r);
	strbuf_puts(words, " *");
}

void
words_codes(struct strbuf *words)
{
	for (int id = 0; id < DIAGS; id++)
		strbuf_printf(words, " %s", diag_table[id].slug);
}

void
words_levels(struct strbuf *words)
{
	strbuf_puts(words, " error warning note");
}

void
words_when(struct strbuf *words)
{
	strbuf_puts(words, " auto always never");
}

void
words_text_json(struct strbuf *words)
{
	strbuf_puts(words, " text json");
}

void
words_labels(struct strbuf *words)
{
	strbuf_puts(words, " edges cells none");
}

void
words_seats(struct strbuf *words)
{
	strbuf_puts(words, " w r b g");
}

void
words_shells(struct strbuf *words)
{
	strbuf_puts(words, " bash zsh fish");
}
