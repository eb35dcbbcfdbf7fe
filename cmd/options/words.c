/* Ternion: the words that an argument is chosen from. */
#include "formats/draw/theme.h"
#include "cmd/options/words.h"

#include "cmd/cmd.h"
#include "formats/record/format.h"
#include "formats/report/report.h"
#include "parse/notation/letters.h"
#include "parse/notation/notation.h"
#include "parse/text/near.h"
#include "rules/variants/variant.h"

static bool
is_listed(const struct strbuf *words, const char *text)
{
	struct slice rest = strbuf_as_slice(words), word;

	while (near_next(&rest, &word))
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

const char *const strip_words[STRIPS] = {
	[STRIP_COMMENTS] = "comments",
	[STRIP_ANNOTATIONS] = "annotations",
	[STRIP_VARIATIONS] = "variations",
	[STRIP_CLOCKS] = "clocks",
	[STRIP_POSITIONS] = "positions",
	[STRIP_LLM] = "llm",
};

void
words_strips(struct strbuf *words)
{
	for (unsigned i = 0; i < STRIPS; i++)
		strbuf_printf(words, " %s", strip_words[i]);
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
words_letters(struct strbuf *words)
{
	for (const struct letter_set *s = letter_sets; s->id != NULL; s++)
		strbuf_printf(words, " %s", s->id);
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

/* The names of all rows of a registry that meet a condition on *row. */
#define NAMES(function, type, registry, name, condition)                    \
	void function(struct strbuf *words)                                 \
	{                                                                   \
		for (const struct type *const *row = registry; *row; row++) \
			if (condition)                                      \
				strbuf_printf(words, " %s", (*row)->name);  \
	}

NAMES(words_commands, command, commands, name, true)
NAMES(words_variants, variant, variants, id, true)
NAMES(words_notations, notation, notations, id, true)
NAMES(words_read_formats, format, formats, id, (*row)->read != NULL)
NAMES(words_written_formats, format, formats, id, (*row)->write != NULL)
NAMES(words_report_forms, report_form, report_forms, id, true)

/* Words that are only these. */
#define WORDS(name, words)                \
	void name(struct strbuf *list)    \
	{                                 \
		strbuf_puts(list, words); \
	}

WORDS(words_levels, " error warning note")
WORDS(words_when, " auto always never")
WORDS(words_text_json, " text json")
WORDS(words_stats_forms, " text json csv html")
WORDS(words_labels, " edges cells none")
WORDS(words_views, " cube flat both")
WORDS(words_seats, " w r b g")
WORDS(words_shells, " bash zsh fish")

void
words_themes(struct strbuf *words)
{
	for (unsigned theme = 0; theme < THEMES; theme++)
		strbuf_printf(words, " %s", theme_name((enum theme)theme));
}
