/* Ternion: `help`: commands, games, notations, formats, and diagnostics. */
#include "cmd/cmd.h"
#include "cmd/run/output.h"
#include "formats/record/format.h"
#include "formats/report/report.h"
#include "parse/notation/dialect.h"
#include "parse/text/near.h"

static const char topics_text[] = {
#include "topics.txt.bytes"
	0
};

/* Appends a line for each command. */
static void
put_commands(const struct command *but, struct strbuf *out)
{
	for (const struct command *const *c = commands; *c != NULL; c++)
		if (*c != but)
			strbuf_printf(out, "  %-10s %.*s\n", (*c)->name,
			    SLICE(command_summary(*c)));
}

/* A word can name several topics, for example "siege" a game and its notation:
 * there is a section for each. */
static void
begin_section(struct strbuf *out)
{
	if (out->len > 0)
		strbuf_char(out, '\n');
}

static void
put_results(const struct variant *variant, struct strbuf *out)
{
	for (const char *const *r = variant->results; *r != NULL; r++)
		strbuf_printf(out, " %s", *r);
	strbuf_puts(out, " *\n");
}

static void
put_settings(const struct variant *variant, struct strbuf *out)
{
	for (const struct variant_option *o = variant->options; o->name; o++)
		strbuf_printf(out, "  %s: %s; usually %s\n", o->name, o->values,
		    o->fallback);
}

static void
put_variant(const struct variant *variant, struct strbuf *out)
{
	const struct notation *native = dialect_of(variant)->notation;

	strbuf_printf(out, "%s: %s, %s\n%s\n\n", variant->id, variant->title,
	    variant->source, variant->summary);
	strbuf_printf(out, "Players:  ");
	for (unsigned p = 0; p < PLAYERS; p++)
		strbuf_printf(out, "%s%s (%c)", p > 0 ? ", " : "",
		    variant->players[p], variant->colours[p]);
	strbuf_printf(
	    out, "\nNotation: %s, as %s; also", native->id, native->example);
	for (const struct notation *const *n = notations; *n != NULL; n++)
		if (*n != native && notation_reads(*n, variant))
			strbuf_printf(out, " %s", (*n)->id);
	strbuf_printf(out, "\nResults: ");
	put_results(variant, out);
	if (variant->options->name != NULL)
		strbuf_puts(
		    out, "\nOptions (-o NAME=VALUE, and tags of records):\n");
	put_settings(variant, out);
	strbuf_printf(out, "\nUsage: ternion %s COMMAND [OPTIONS] [FILE...]\n",
	    variant->id);
	put_commands(&command_help, out);
	strbuf_printf(out,
	    "\nExamples:\n"
	    "  ternion %s check game.pgn\n"
	    "  ternion %s position --position start --to unicode\n"
	    "  ternion %s moves --position start\n"
	    "  ternion %s variants\n"
	    "\nSee ternion-variants(7) for the rules, and ternion-notation(7) "
	    "for the\nnotation.\n",
	    variant->id, variant->id, variant->id, variant->id);
}

/* An option of commands, with its dashes or without. */
static void
put_option_topic(const char *word, struct strbuf *out)
{
	const char *name = word + strspn(word, "-");

	for (enum option_id id = 0; id < OPTIONS; id++) {
		const struct option_row *row = &option_table[id];
		bool short_one = name == word + 1 && name[0] == row->letter &&
		    name[0] != '\0' && name[1] == '\0';

		if (strcmp(name, row->name) != 0 && !short_one)
			continue;
		begin_section(out);
		strbuf_printf(out, "--%s%s%s: option, %s\n  of", row->name,
		    row->argument != NULL ? " " : "",
		    row->argument != NULL ? row->argument : "", row->help);
		for (const struct command *const *c = commands; *c != NULL; c++)
			if (option_taken(*c, id))
				strbuf_printf(out, " %s", (*c)->name);
		strbuf_char(out, '\n');
	}
}

/* A topic is found by its name, or else by another word for it. */
static void
put_written_topic(const char *word, bool by_name, struct strbuf *out)
{
	const char *rest = topics_text;
	struct slice words, text, name;

	while (text_take(&rest, &words, &text))
		for (bool is_name = true; near_next(&words, &name);
		     is_name = false)
			if (is_name == by_name &&
			    near_distance(name, slice_of(word)) == 0) {
				begin_section(out);
				strbuf_printf(out, "%.*s", SLICE(text));
				break;
			}
}

/*
 * Lists
 */

/* Appends a heading and a line for each row of a registry. */
#define LIST(function, heading, type, registry, ...)                        \
	static void function(struct strbuf *out)                            \
	{                                                                   \
		strbuf_puts(out, heading "\n");                             \
		for (const struct type *const *row = registry; *row; row++) \
			strbuf_printf(out, __VA_ARGS__);                    \
	}

LIST(list_variants, "Variants:", variant, variants, "  %-14s %s, %s\n",
    (*row)->id, (*row)->title, (*row)->source)
LIST(list_notations, "Notations:", notation, notations, "  %-14s %s: %s\n",
    (*row)->id, (*row)->title, (*row)->example)
LIST(list_formats, "Formats of records:", format, formats, "  %-14s %s\n",
    (*row)->id, (*row)->title)
LIST(list_reports, "\nReports of check:", report_form, report_forms,
    "  %-14s %s\n", (*row)->id, (*row)->title)

static void
list_all_formats(struct strbuf *out)
{
	list_formats(out);
	list_reports(out);
	strbuf_char(out, '\n');
	for (const struct command *const *c = commands; *c != NULL; c++) {
		struct strbuf forms = STRBUF_INIT;

		if ((*c)->forms == NULL)
			continue;
		(*c)->forms(&forms);
		strbuf_printf(out, "%s -t:%s\n", (*c)->name, forms.ptr);
		strbuf_release(&forms);
	}
}

static void
list_results(struct strbuf *out)
{
	strbuf_puts(out,
	    "Results: the points of the players in the order of play, or * for "
	    "none.\n");
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		strbuf_printf(out, "  %-14s", (*v)->id);
		put_results(*v, out);
	}
}

static void
list_options(struct strbuf *out)
{
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		begin_section(out);
		strbuf_printf(out,
		    "Options of %s (-o NAME=VALUE, and tags of records):%s\n",
		    (*v)->id, (*v)->options->name != NULL ? "" : " none");
		put_settings(*v, out);
	}
	strbuf_puts(out, "\nOptions of commands:\n\n");
	for (enum option_id id = 0; id < OPTIONS; id++)
		put_option(&option_table[id], out);
}

static void
list_letters(struct strbuf *out)
{
	strbuf_puts(out, "Piece letters:\n");
	for (const struct letter_set *s = letter_sets; s->id != NULL; s++)
		strbuf_printf(out, "  %-14s %s\n", s->id, s->summary);
}

static void
list_codes(struct strbuf *out)
{
	for (int id = 0; id < DIAGS; id++)
		strbuf_printf(out, "%-24s %s\n", diag_table[id].slug,
		    severity_name(diag_table[id].severity));
}

static void
list_commands(struct strbuf *out)
{
	strbuf_puts(out, "Commands:\n");
	put_commands(NULL, out);
}

/* Which words of a line are topics that it explains. */
enum explained {
	EXPLAINS_NONE,
	EXPLAINS_FIRST,
	EXPLAINS_REST,
};

static const struct list {
	const char *word;
	void (*put)(struct strbuf *out);
	enum explained explained;
} lists[] = {
	{ "commands", list_commands, EXPLAINS_NONE },
	{ "notations", list_notations, EXPLAINS_FIRST },
	{ "formats", list_all_formats, EXPLAINS_FIRST },
	{ "results", list_results, EXPLAINS_REST },
	{ "options", list_options, EXPLAINS_FIRST },
	{ "letters", list_letters, EXPLAINS_FIRST },
	{ "codes", list_codes, EXPLAINS_NONE },
	{ NULL, NULL, EXPLAINS_NONE },
};

static bool
explains(struct slice line, const char *topic, enum explained explained)
{
	struct slice word;
	bool is_first = true, found = false;

	for (; near_next(&line, &word) && !found; is_first = false) {
		if (word.ptr[word.len - 1] == ':')
			word.len--;
		found = is_first == (explained == EXPLAINS_FIRST) &&
		    slice_is(word, topic);
	}
	return found;
}

/* Appends the lines of lists that explain a topic, with their headings. */
static void
put_listed(const char *topic, struct strbuf *out)
{
	for (const struct list *l = lists; l->word != NULL; l++) {
		struct strbuf text = STRBUF_INIT;
		struct slice rest, head = { "", 0 };

		if (l->explained != EXPLAINS_NONE)
			l->put(&text);
		rest = strbuf_as_slice(&text);
		while (rest.len > 0) {
			struct slice line = slice_take(&rest, '\n');

			if (!slice_begins(line, "  ")) {
				head = line;
				continue;
			}
			if (line.ptr[2] == ' ' ||
			    !explains(line, topic, l->explained))
				continue;
			if (head.len > 0) {
				begin_section(out);
				strbuf_printf(out, "%.*s\n", SLICE(head));
				head.len = 0;
			}
			strbuf_printf(out, "%.*s\n", SLICE(line));
		}
		strbuf_release(&text);
	}
}

static void
put_overview(struct strbuf *out)
{
	strbuf_puts(out,
	    "Usage: ternion COMMAND [OPTIONS] [FILE...]\n"
	    "       ternion VARIANT COMMAND [OPTIONS] [FILE...]\n\n"
	    "Reads records of three-player chess, replays them through the\n"
	    "rules, says what is wrong and where, and writes them in other\n"
	    "notations.\n\n");
	list_commands(out);
	begin_section(out);
	list_variants(out);
	begin_section(out);
	list_notations(out);
	begin_section(out);
	list_formats(out);
	put_written_topic("start", true, out);
	strbuf_puts(out,
	    "\n'ternion help TOPIC' explains one of these, a command, a "
	    "variant, a\nnotation, a format, a result, an option, or the code "
	    "in brackets after\na diagnostic. Lists of them are topics, "
	    "too:\n");
	for (const struct list *l = lists; l->word != NULL; l++)
		strbuf_printf(out, "%s%s", l == lists ? "" : ", ", l->word);
	strbuf_puts(out, ".\n");
}

/* Appends a section for each meaning of a word. */
static void
put_topic(const char *word, struct strbuf *out)
{
	const struct command *command = command_find(word);
	const struct variant *variant = variant_find(word, strlen(word));
	enum diag_id code = diag_find(slice_of(word));

	if (command != NULL)
		put_help(command, out);
	if (variant != NULL) {
		begin_section(out);
		put_variant(variant, out);
	}
	for (const struct list *l = lists; l->word != NULL; l++)
		if (strcmp(l->word, word) == 0) {
			begin_section(out);
			l->put(out);
		}
	put_listed(word, out);
	if (command == NULL)
		put_option_topic(word, out);
	if (code != DIAGS) {
		begin_section(out);
		strbuf_printf(out, "%s (%s)\n\n%s", diag_table[code].slug,
		    severity_name(diag_table[code].severity),
		    diag_explanations[code].text);
		if (diag_table[code].severity != SEV_FATAL)
			strbuf_printf(out,
			    "\nTo suppress it:\n"
			    "    {ternion-disable-next %s} before the ply, "
			    "or for all records\n    --disable %s; see "
			    "ternion-config(5).\n",
			    word, word);
		strbuf_puts(
		    out, "\nThe page ternion-diagnostics(7) has all codes.\n");
	}
	put_written_topic(word, true, out);
	if (out->len == 0)
		put_written_topic(word, false, out);
}

static void
words_topics(struct strbuf *words)
{
	const char *rest = topics_text;
	struct slice names, text;

	words_commands(words);
	while (text_take(&rest, &names, &text))
		strbuf_printf(
		    words, " %.*s", (int)strcspn(names.ptr, " \n"), names.ptr);
	for (const struct list *l = lists; l->word != NULL; l++)
		strbuf_printf(words, " %s", l->word);
	words_variants(words);
	words_notations(words);
	words_read_formats(words);
	words_report_forms(words);
	words_letters(words);
	for (const struct variant *const *v = variants; *v != NULL; v++)
		for (const struct variant_option *o = (*v)->options; o->name;
		     o++)
			strbuf_printf(words, " %s", o->name);
	words_results(words);
	for (enum option_id id = 0; id < OPTIONS; id++)
		strbuf_printf(words, " %s", option_table[id].name);
	words_codes(words);
}

/* Names the topics that are spelled like the word. */
static int
refuse_topic(const struct job *job, struct slice word)
{
	struct strbuf words = STRBUF_INIT, near = STRBUF_INIT;

	words_topics(&words);
	if (!near_words(&near, &words, word))
		strbuf_puts(&near, "; see 'ternion help'");
	usage_error(job, "unknown topic '%s'%s", word.ptr, near.ptr);
	strbuf_release(&words);
	strbuf_release(&near);
	return EXIT_TROUBLE;
}

static int
run_help(struct job *job)
{
	int asked = (job->operands > 0 && job->completion == NULL) +
	    (job->completion != NULL) + job->list_codes;
	struct strbuf topic = STRBUF_INIT, out = STRBUF_INIT;
	int status = -1;

	if (asked > 1)
		return usage_error(job, "help takes one topic");
	if (job->variant != NULL && asked > 0)
		return usage_error(
		    job, "'%s' before help takes no topic", job->variant->id);
	for (int i = 0; i < job->operands; i++)
		strbuf_printf(
		    &topic, "%s%s", i > 0 ? "-" : "", job->operand[i]);
	if (job->completion != NULL)
		completion_print(job->completion, job->operands, job->operand);
	else if (job->list_codes)
		list_codes(&out);
	else if (job->variant != NULL)
		put_variant(job->variant, &out);
	else if (job->operands == 0)
		put_overview(&out);
	else
		put_topic(topic.ptr, &out);
	if (job->operands > 0 && job->completion == NULL && out.len == 0)
		status = refuse_topic(job, strbuf_as_slice(&topic));
	strbuf_release(&topic);
	return status >= 0 ? status : output_print(&out);
}

const struct command command_help = {
	.name = "help",
	.operands = words_topics,
	.run = run_help,
};
