/* Ternion: `help`: commands, games, notations, formats, and diagnostics. */

#include "cmd/cmd.h"
#include "cmd/run/output.h"
#include "parse/text/near.h"

static const char topics_text[] = {
#include "topics.txt.bytes"
	0
};

static void
print_commands(bool help)
{
	for (const struct command *c = commands; c->name != NULL; c++)
		if (help || c->run != run_help)
			printf("  %-10s %.*s\n", c->name,
			    SLICE(command_summary(c)));
}

/* Each function prints one topic, or nothing if the word does not name one. A
 * word can name several, for example "siege" a game and its notation. */

/* True, so that a condition can begin one. */
static bool
begin_section(unsigned *sections)
{
	if ((*sections)++ > 0)
		putchar('\n');
	return true;
}

static void
print_results(const struct variant *variant)
{
	for (const char *const *r = variant->results; *r != NULL; r++)
		printf(" %s", *r);
	puts(" *");
}

static void
print_settings(const struct variant *variant)
{
	for (const struct variant_option *o = variant->options; o->name; o++)
		printf(
		    "  %s: %s; usually %s\n", o->name, o->values, o->fallback);
}

static void
print_variant(const struct variant *variant)
{
	const struct notation *native = dialect_of(variant)->notation;

	printf("%s: %s, %s\n%s\n\n", variant->id, variant->title,
	    variant->source, variant->summary);
	printf("Players:  ");
	for (unsigned p = 0; p < PLAYERS; p++)
		printf("%s%s (%c)", p > 0 ? ", " : "", variant->players[p],
		    variant->colours[p]);
	printf("\nNotation: %s, as %s; also", native->id, native->example);
	for (const struct notation *const *n = notations; *n != NULL; n++)
		if (*n != native && notation_of(*n, variant))
			printf(" %s", (*n)->id);
	printf("\nResults: ");
	print_results(variant);
	if (variant->options->name != NULL)
		puts("\nOptions (-o NAME=VALUE, and tags of records):");
	print_settings(variant);
	printf(
	    "\nUsage: ternion %s COMMAND [OPTIONS] [FILE...]\n", variant->id);
	print_commands(false);
	printf(
	    "\nExamples:\n"
	    "  ternion %s check game.pgn\n"
	    "  ternion %s position --position start --to unicode\n"
	    "  ternion %s moves --position start\n"
	    "  ternion %s variants\n"
	    "\nSee ternion-variants(7) for the rules, and ternion-notation(7) "
	    "for the\nnotation.\n",
	    variant->id, variant->id, variant->id, variant->id);
}

static void
print_notation(const char *word, unsigned *sections)
{
	const struct notation *notation = notation_find(NULL, slice_of(word));

	if (notation == NULL)
		return;
	begin_section(sections);
	printf("%s: notation, %s: %s\n", notation->id, notation->title,
	    notation->example);
	for (const struct variant *const *v = variants; *v != NULL; v++)
		if (dialect_of(*v)->notation == notation)
			printf("  the native notation of %s\n", (*v)->id);
	printf("  -N reads it, -n writes it; see ternion-notation(7)\n");
}

static void
print_format(const char *word, unsigned *sections)
{
	const struct format *format = format_find(slice_of(word));
	const struct report_form *form = report_form_find(slice_of(word));

	if (format != NULL) {
		begin_section(sections);
		printf(
		    "%s: format of records, %s\n", format->id, format->title);
		printf("  %s; see ternion-format(5)\n",
		    format->read == NULL        ? "convert -t writes it"
			: format->write == NULL ? "-f reads it"
						: "-f reads it, convert -t "
						  "writes it");
	}
	if (form != NULL && begin_section(sections))
		printf("%s: report of check -t, %s\n", form->id, form->title);
}

static void
print_setting(const char *word, unsigned *sections)
{
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		int i = variant_option(*v, word, strlen(word));
		const struct variant_option *option = &(*v)->options[i];

		if (i < 0)
			continue;
		begin_section(sections);
		printf("%s: option of %s (-o, and a tag of records)\n"
		       "  %s; usually %s\n",
		    option->name, (*v)->id, option->values, option->fallback);
	}
}

static void
print_result(const char *word, unsigned *sections)
{
	bool found = strcmp(word, "*") == 0;

	for (const struct variant *const *v = variants; *v != NULL; v++)
		found |= variant_result(*v, word, strlen(word)) >= 0;
	if (!found)
		return;
	begin_section(sections);
	printf("%s: result", word);
	if (strcmp(word, "*") == 0) {
		puts(" of a game that goes on, or is not known");
		return;
	}
	for (const struct variant *const *v = variants, *before = NULL;
	     *v != NULL; v++) {
		if (variant_result(*v, word, strlen(word)) < 0)
			continue;
		printf("%s %s", before == NULL ? " of" : ",", (*v)->id);
		before = *v;
	}
	printf("\n  the points of the players in the order of play\n");
}

/* An option of commands, with its dashes or without. */
static void
print_option_topic(const char *word, unsigned *sections)
{
	const char *name = word + strspn(word, "-");

	for (enum option_id id = 0; id < OPTIONS; id++) {
		const struct option_row *row = &option_table[id];
		bool short_one = name == word + 1 && name[0] == row->letter &&
		    name[0] != '\0' && name[1] == '\0';

		if (strcmp(name, row->name) != 0 && !short_one)
			continue;
		begin_section(sections);
		printf("--%s%s%s: option, %s\n  of", row->name,
		    row->argument != NULL ? " " : "",
		    row->argument != NULL ? row->argument : "", row->help);
		for (const struct command *c = commands; c->name != NULL; c++)
			if (option_taken(c, id))
				printf(" %s", c->name);
		putchar('\n');
	}
}

/* A topic is found by its name, or else by another word for it. */
static void
print_written_topic(const char *word, bool by_name, unsigned *sections)
{
	const char *rest = topics_text;
	struct slice words, text, name;

	while (text_take(&rest, &words, &text))
		for (bool is_name = true; near_next(&words, &name);
		     is_name = false)
			if (is_name == by_name &&
			    near_distance(name, slice_of(word)) == 0) {
				begin_section(sections);
				printf("%.*s", SLICE(text));
				break;
			}
}

/* Prints a heading and a line for each row of a registry. */
#define LIST(function, heading, type, registry, ...)                        \
	static void function(void)                                          \
	{                                                                   \
		puts(heading);                                              \
		for (const struct type *const *row = registry; *row; row++) \
			printf(__VA_ARGS__);                                \
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
list_all_formats(void)
{
	list_formats();
	list_reports();
	putchar('\n');
	for (const struct command *c = commands; c->name != NULL; c++) {
		SCRATCH forms = STRBUF_INIT;

		if (c->forms == NULL)
			continue;
		c->forms(&forms);
		printf("%s -t:%s\n", c->name, forms.ptr);
	}
}

static void
list_results(void)
{
	puts(
	    "Results: the points of the players in the order of play, or * for "
	    "none.");
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		printf("  %-14s", (*v)->id);
		print_results(*v);
	}
}

static void
list_options(void)
{
	puts("Options of the games (-o NAME=VALUE, and tags of records):");
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		printf("\n%s%s\n", (*v)->id,
		    (*v)->options->name != NULL ? ":" : ": none");
		print_settings(*v);
	}
	puts("\nOptions of commands:\n");
	for (enum option_id id = 0; id < OPTIONS; id++)
		print_option(&option_table[id], NULL);
}

static void
list_letters(void)
{
	puts("Piece letters:");
	for (const struct letter_set *s = letter_sets; s->id != NULL; s++)
		printf("  %-14s %s\n", s->id, s->summary);
}

static void
list_codes(void)
{
	for (int id = 0; id < DIAGS; id++)
		printf("%-24s %s\n", diag_table[id].slug,
		    severity_name(diag_table[id].severity));
}

static void
list_commands(void)
{
	puts("Commands:");
	print_commands(true);
}

static const struct list {
	const char *word;
	void (*print)(void);
} lists[] = {
	{ "commands", list_commands },
	{ "notations", list_notations },
	{ "formats", list_all_formats },
	{ "results", list_results },
	{ "options", list_options },
	{ "letters", list_letters },
	{ "games", list_variants },
	{ "codes", list_codes },
	{ NULL, NULL },
};

static void
print_overview(void)
{
	unsigned sections = 0;

	print_written_topic("overview", true, &sections);
	putchar('\n');
	list_commands();
	print_written_topic("start", true, &sections);
	putchar('\n');
	list_variants();
	putchar('\n');
	list_notations();
	putchar('\n');
	list_formats();
	print_written_topic("topics", true, &sections);
}

/* Prints a section for each meaning of a word; false if it has none. */
static bool
print_topic(const char *word)
{
	const struct command *command = command_find(word);
	const struct variant *variant = variant_find(word, strlen(word));
	const struct letter_set *letters = letter_set_find(slice_of(word));
	enum diag_id code = diag_find(slice_of(word));
	unsigned sections = 0;

	if (command != NULL && begin_section(&sections))
		print_help(command);
	if (variant != NULL && begin_section(&sections))
		print_variant(variant);
	for (const struct list *l = lists; l->word != NULL; l++)
		if (strcmp(l->word, word) == 0 && begin_section(&sections))
			l->print();
	print_notation(word, &sections);
	print_format(word, &sections);
	if (letters != NULL && begin_section(&sections))
		printf("%s: piece letters (--letters), %s\n", letters->id,
		    letters->summary);
	print_setting(word, &sections);
	print_result(word, &sections);
	if (command == NULL)
		print_option_topic(word, &sections);
	if (code != DIAGS) {
		begin_section(&sections);
		printf("%s (%s)\n\n%s", diag_table[code].slug,
		    severity_name(diag_table[code].severity),
		    diag_explanations[code].text);
		if (diag_table[code].severity != SEV_FATAL)
			printf("\nTo suppress it:\n"
			       "    {ternion-disable-next %s} before the ply, "
			       "or for all records\n    --disable %s; see "
			       "ternion-config(5).\n",
			    word, word);
		puts("\nThe page ternion-diagnostics(7) has all codes.");
	}
	print_written_topic(word, true, &sections);
	if (sections == 0)
		print_written_topic(word, false, &sections);
	return sections > 0;
}

void
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
		words_settings_of(words, *v);
	words_results(words);
	for (enum option_id id = 0; id < OPTIONS; id++)
		strbuf_printf(words, " %s", option_table[id].name);
	words_codes(words);
}

/* Joins the words of a call to the name of one topic. */
static void
join_words(const struct job *job, struct strbuf *topic)
{
	strbuf_puts(topic, ""); /* it has a text, even an empty one */
	for (int i = 0; i < job->operands; i++)
		strbuf_printf(topic, "%s%s", i > 0 ? "-" : "", job->operand[i]);
	for (char *p = topic->ptr; *p != '\0'; p++)
		*p = *p == ' ' ? '-' : *p;
}

/* Prints a topic in the singular or the plural: "code" finds "codes". */
static bool
print_singular_or_plural(const struct strbuf *topic)
{
	SCRATCH other = STRBUF_INIT;

	if (topic->len > 1 && topic->ptr[topic->len - 1] == 's')
		strbuf_add(&other, topic->ptr, topic->len - 1);
	else
		strbuf_printf(&other, "%ss", topic->ptr);
	return print_topic(topic->ptr) || print_topic(other.ptr);
}

/* Prints the topic of the operands, or that of each; refuses unknown ones.
 */
static int
print_asked(struct job *job)
{
	SCRATCH topic = STRBUF_INIT, near = STRBUF_INIT, words = STRBUF_INIT;
	int found = 0;

	join_words(job, &topic);
	if (print_singular_or_plural(&topic))
		return output_finish_stdout();
	/* Each of several words may be a topic. */
	while (job->operands > 1 && found < job->operands &&
	    print_topic(job->operand[found]))
		found++;
	if (found == job->operands)
		return output_finish_stdout();
	bool is_option = topic.ptr[0] == '-';
	strbuf_puts(&near, "");
	if (!is_option)
		words_topics(&words);
	said_topic(&near, &words, strbuf_as_slice(&topic));
	return usage_error(job, "unknown %s '%s'%s",
	    is_option ? "option" : "topic", topic.ptr, near.ptr);
}

int
run_help(struct job *job)
{
	bool completes = job->completion != NULL;
	bool has_topic = job->operands > 0 && !completes;
	int asked = has_topic + completes + job->list_codes;

	if (asked > 1)
		return usage_error(job, "--list-codes takes no topic");
	if (job->variant != NULL && asked > 0)
		return usage_error(
		    job, "'%s' before help takes no topic", job->variant->id);
	if (has_topic)
		return print_asked(job);
	if (completes)
		completion_print(job->completion, job->operands, job->operand);
	else if (job->list_codes)
		list_codes();
	else if (job->variant != NULL)
		print_variant(job->variant);
	else
		print_overview();
	return output_finish_stdout();
}
