/* Ternion: the help of commands, and messages about a call that cannot be
 * carried out. */
#include <stdarg.h>
#include <stdio.h>

#include "cmd/cmd.h"
#include "formats/draw/theme.h"
#include "parse/text/near.h"

enum {
	USAGE_MAX = 8192, /* bytes of a message; a path has half of them */
	HELP_COLUMN = 32
};

const char commands_text[] = {
#include "commands.txt.bytes"
	0
};

/* Prints a message with control characters masked. */
__attribute__((format(printf, 1, 0))) static void
say_masked(const char *format, va_list args)
{
	char text[USAGE_MAX];
	SCRATCH masked = STRBUF_INIT;

	vsnprintf(text, sizeof(text), format, args);
	strbuf_masked(&masked, slice_of(text));
	fputs(masked.ptr, stderr);
}

void
trouble_say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_masked(format, args);
	va_end(args);
	fputc('\n', stderr);
}

bool
put_unwritable(const struct job *job, const struct variant *variant, bool reads,
    struct strbuf *out)
{
	const struct notation *output = job->output.notation;
	const struct letter_set *letters = job->output.letters;
	const struct notation *input = reads ? job->input.notation : NULL;
	const char *done = "written", *id = NULL;

	if (output != NULL && notation_of(output, variant) == NULL) {
		id = output->id;
	} else if (letters != NULL &&
	    !letter_set_serves(letters, variant->letters)) {
		id = letters->id;
	} else if (input != NULL && notation_of(input, variant) == NULL) {
		done = "read";
		id = input->id;
	}
	if (id == NULL)
		return false;
	strbuf_printf(
	    out, "moves of %s cannot be %s in '%s'", variant->id, done, id);
	notation_put_choice(variant, out);
	return true;
}

int
check_notations(
    const struct job *job, const struct variant *variant, bool reads)
{
	SCRATCH why = STRBUF_INIT;

	return put_unwritable(job, variant, reads, &why)
	    ? usage_error(job, "%s", why.ptr)
	    : -1;
}

int
usage_choice(const struct job *job, list_words *words, struct slice text,
    const char *otherwise, const char *format, ...)
{
	SCRATCH list = STRBUF_INIT, choice = STRBUF_INIT;
	va_list args;

	fprintf(stderr, "ternion %s: ", job->command->name);
	va_start(args, format);
	say_masked(format, args);
	va_end(args);
	if (words != NULL) {
		words(&list);
		near_choice(&choice, &list, text, otherwise);
		fputs(choice.ptr, stderr);
	}
	fprintf(stderr, "\nTry 'ternion %s --help'.\n", job->command->name);
	return EXIT_TROUBLE;
}

int
usage_no_game(const struct job *job)
{
	const char *first = job->operands > 0 ? job->operand[0] : "";

	if (variant_find(first, strlen(first)) != NULL)
		return usage_error(job,
		    "no game is given with -v; did you mean '-v %s'?", first);
	return usage_choice(job, words_variants, slice_of(""), NULL,
	    "no game is given with -v");
}

bool
text_take(const char **rest, struct slice *words, struct slice *text)
{
	if (**rest == '\0')
		return false;
	*words = slice_of(*rest + strlen("== "));
	words->len = strcspn(words->ptr, "\n");
	text->ptr = words->ptr + words->len + 1;
	const char *end = strstr(text->ptr, "\n== ");
	text->len =
	    end != NULL ? (size_t)(end + 1 - text->ptr) : strlen(text->ptr);
	*rest = text->ptr + text->len;
	return true;
}

/* Finds the text of a command: "== NAME USAGE", the summary, a blank line, the
 * description and the examples. */
static struct slice
command_text(
    const struct command *command, struct slice *usage, struct slice *summary)
{
	const char *rest = commands_text;
	struct slice text;

	while (text_take(&rest, usage, &text) &&
	    !slice_is(slice_take(usage, ' '), command->name))
		;
	*summary = slice_take(&text, '\n');
	return slice_from(text, 1);
}

/* "  -j, --jobs N", padded to where the help begins, or on a line before. */
void
print_option(const struct option_row *row, const struct command *command)
{
	SCRATCH help = STRBUF_INIT;
	char left[48];

	strbuf_puts(&help, row->help);
	if (command != NULL &&
	    (row == &option_table[OPT_FROM] || row == &option_table[OPT_TO])) {
		strbuf_char(&help, ':');
		option_words(command, row)(&help);
	}
	snprintf(left, sizeof(left), "  %c%c%s--%s%s%s",
	    row->letter != 0 ? '-' : ' ', row->letter != 0 ? row->letter : ' ',
	    row->letter != 0 ? ", " : "  ", row->name,
	    row->argument != NULL ? " " : "",
	    row->argument != NULL ? row->argument : "");
	printf("%-*s", HELP_COLUMN, left);
	if (strlen(left) >= HELP_COLUMN)
		printf("\n%*s", HELP_COLUMN, "");
	printf("%s\n", help.ptr);
}

struct slice
command_summary(const struct command *command)
{
	struct slice usage, summary;

	command_text(command, &usage, &summary);
	return summary;
}

void
print_help(const struct command *command)
{
	struct slice usage, summary;
	struct slice text = command_text(command, &usage, &summary);
	size_t len = (size_t)(strstr(text.ptr, "\nExamples:\n") - text.ptr);

	printf("Usage: ternion %s %.*s\n\n%.*s\nOptions:\n", command->name,
	    SLICE(usage), (int)len, text.ptr);
	for (enum option_id id = 0; id < OPTIONS; id++)
		if (option_taken(command, id))
			print_option(&option_table[id], command);
	printf("%.*s", SLICE(slice_from(text, len)));
}

/*
 * Words
 */

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
words_settings_of(struct strbuf *words, const struct variant *variant)
{
	for (const struct variant_option *o = variant->options; o->name; o++)
		strbuf_printf(words, " %s", o->name);
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
words_commands(struct strbuf *words)
{
	for (const struct command *c = commands; c->name != NULL; c++)
		strbuf_printf(words, " %s", c->name);
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
			if (!near_has(strbuf_as_slice(words), slice_of(*r)))
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

bool
is_colour(const char *text)
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		if (variant_player_named(*v, text, strlen(text)) != PLAYER_NONE)
			return true;
	return false;
}

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
WORDS(words_stats_forms, " text json csv")
WORDS(words_moves_forms, " text json jsonl server")
WORDS(words_position_forms, POSITION_FORMS)
WORDS(words_strips, STRIP_WORDS)
WORDS(words_labels, " edges cells none")
WORDS(words_views, " cube flat")
WORDS(words_shells, " bash zsh fish")

void
words_themes(struct strbuf *words)
{
	for (unsigned theme = 0; theme < THEMES; theme++)
		strbuf_printf(words, " %s", themes[theme].name);
}
