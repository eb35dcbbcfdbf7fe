/* Ternion: the options of the command line. */
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd.h"
#include "configure.h"
#include "output.h"

const struct option_row option_rows[] = {
	{ 'v', 'v', "variant", "VARIANT",
	    "the game, where a record has no Variant tag" },
	{ 'o', 'o', "option", "NAME=VALUE", "an option of the variant" },
	{ 'f', 'f', "from", "FORMAT", "format of the input" },
	{ 't', 't', "to", "FORMAT", "format of the output" },
	{ 'J', 0, "json", NULL, "the same as --to json" },
	{ 'n', 'n', "notation", "NOTATION", "notation of what is written" },
	{ 'N', 'N', "input-notation", "NOTATION",
	    "notation of the input, where a record has no Notation tag" },
	{ 'L', 0, "letters", "SET", "piece letters of what is written" },
	{ 'F', 0, "force", NULL, "-v, -N and NOTATION win over the tags" },
	{ 'O', 'O', "output", "FILE", "write to FILE, not standard output" },
	{ 'p', 'p', "position", "3PF", "a position instead of records" },
	{ 'P', 0, "ply", "N", "the position after N plies; 0 is the start" },
	{ 'M', 0, "move", "NUMBER+COLOUR",
	    "the position after that player's ply of a move, as 12w" },
	{ 'E', 0, "every", NULL, "every position of the game" },
	{ 'A', 0, "all", NULL, "what perft does not count as well" },
	{ 'w', 0, "moves", NULL, "list the legal moves as well" },
	{ 'Y', 0, "play", "MOVES", "play on from the position first" },
	{ '0', 0, "tag", "NAME~PATTERN",
	    "a tag matches; NAME=VALUE: it is just that; repeatable" },
	{ '1', 0, "is-variant", "VARIANT", "of that game; repeatable" },
	{ '2', 0, "result", "RESULT", "with that result; repeatable" },
	{ '3', 0, "player", "PATTERN", "somebody's name matches; repeatable" },
	{ '4', 0, "plies", "A-B", "of A to B plies; A-, -B, or N" },
	{ '5', 0, "material", "PIECES",
	    "has had just these pieces, as wKRP,rKQ; repeatable" },
	{ '6', 0, "played", "MOVE", "the move was played; repeatable" },
	{ '7', 0, "legal", NULL, "without an error" },
	{ '8', 0, "invert", NULL, "those that do not match" },
	{ '9', 0, "count", NULL, "only their number" },
	{ 'u', 0, "unique", NULL, "no game twice, by its positions" },
	{ 'U', 0, "first", "N", "at most N of them" },
	{ 'S', 0, "seat", "COLOUR",
	    "as the player of that colour sees the board" },
	{ 'C', 0, "from-notation", "NOTATION", "how the cells are named" },
	{ '#', 'i', "in-place", NULL, "rewrite the files themselves" },
	{ '%', 0, "split", "N", "N records in a file; -O holds a %d" },
	{ '!', 0, "no-replay", NULL,
	    "change the format alone: moves are copied as they are" },
	{ '&', 0, "check", NULL, "only list the files that would change" },
	{ '*', 0, "diff", NULL, "show what would change" },
	{ 'B', 0, "filter", NULL, "rewrite the cell names of a text" },
	{ 'W', 0, "labels", "WHERE",
	    "names of cells in a drawing: edges, cells or none" },
	{ 'a', 0, "arrow", "FROM-TO", "draw an arrow; repeatable" },
	{ '^', 0, "mark", "CELL", "mark a cell in a drawing; repeatable" },
	{ '_', 0, "size", "PIXELS", "width of a drawing (720)" },
	{ 'D', 'd', "divide", NULL, "leaves by first move" },
	{ 'l', 0, "fail-level", "LEVEL",
	    "exit 1 from this on: error, warning or note" },
	{ 's', 0, "strict", NULL, "the same as --fail-level warning" },
	{ 'z', 0, "exit-zero", NULL, "exit 0 where it would be 1" },
	{ 'y', 'S', "severity", "LEVEL", "show nothing below LEVEL" },
	{ 'x', 0, "disable", "CODE", "do not report CODE; repeatable" },
	{ 'm', 0, "max-errors", "N", "show nothing after N errors" },
	{ 'r', 0, "max-record", "BYTES", "longest record (8388608)" },
	{ 'i', 0, "stdin-filename", "NAME",
	    "name of standard input in messages" },
	{ 'Z', 0, "files0-from", "FILE",
	    "read the files named in FILE, each name ended by a NUL" },
	{ 'H', 0, "config", "FILE", "configuration instead of .ternion.yaml" },
	{ 'G', 0, "no-config", NULL, "read no configuration" },
	{ 'g', 0, "print-config", NULL, "print the configuration and exit" },
	{ 'c', 0, "color", "WHEN", "auto, always or never" },
	{ 'K', 0, "completion", "SHELL", "completions for bash, zsh or fish" },
	{ 'k', 0, "list-codes", NULL, "list all diagnostics" },
	{ 'j', 'j', "jobs", "N", "threads (as many as there are cores)" },
	{ 'q', 'q', "quiet", NULL, "no diagnostics, only the exit status" },
	{ 'V', 0, "verbose", NULL, "a summary on standard error" },
	{ 'h', 'h', "help", NULL, "this text" },
	{ 0, 0, NULL, NULL, NULL },
};

enum {
	LONG_ONLY = 256
};

/* Options that every command takes. */
#define EVERYWHERE "h"

bool
option_taken(const struct command *command, char key)
{
	return strchr(command->options, key) != NULL ||
	    strchr(EVERYWHERE, key) != NULL;
}

int
usage_error(const struct job *job, const char *format, ...)
{
	const char *name = job->command != NULL ? job->command->name : NULL;
	va_list args;

	fputs("ternion", stderr);
	if (name != NULL)
		fprintf(stderr, " %s", name);
	fputs(": ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\nTry 'ternion %s%s--help'.\n",
	    name != NULL ? name : "", name != NULL ? " " : "");
	return EXIT_TROUBLE;
}

static void
print_option(const struct option_row *row)
{
	char left[48];
	int len;

	len = snprintf(left, sizeof(left), "  %c%c%s--%s%s%s",
	    row->letter != 0 ? '-' : ' ', row->letter != 0 ? row->letter : ' ',
	    row->letter != 0 ? ", " : "  ", row->name,
	    row->argument != NULL ? " " : "",
	    row->argument != NULL ? row->argument : "");
	printf("%-32s%s%s\n", left,
	    len >= 32 ? "\n                        "
			"        "
		      : "",
	    row->help);
}

void
print_help(const struct command *command)
{
	printf("Usage: ternion %s %s\n\n%s\n\nOptions:\n", command->name,
	    command->usage, command->description);
	for (const struct option_row *r = option_rows; r->name != NULL; r++)
		if (option_taken(command, r->key))
			print_option(r);
	if (command->examples != NULL)
		printf("\nExamples:\n%s\n", command->examples);
}

void
job_init(struct job *job, const struct command *command)
{
	memset(job, 0, sizeof(*job));
	job->command = command;
	job->ply = -1;
	job->max_record = MAX_RECORD;
	job->fail_level = SEV_ERROR;
	job->least = SEV_NOTE;
	job->stdin_name = "<stdin>";
}

static bool
read_level(const char *text, enum severity *level)
{
	for (int s = SEV_NOTE; s <= SEV_ERROR; s++)
		if (strcmp(text, severity_name((enum severity)s)) == 0) {
			*level = (enum severity)s;
			return true;
		}
	return false;
}

/* A number without sign, at most `most`. */
static bool
read_number(const char *text, unsigned long most, unsigned long *number)
{
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	*number = strtoul(text, &end, 10);
	return *end == '\0' && *number <= most;
}

static int
unknown_variant(const struct job *job, const char *id)
{
	struct strbuf names = STRBUF_INIT;
	int status;

	for (const struct variant *const *v = variants; *v != NULL; v++)
		strbuf_printf(&names, " %s", (*v)->id);
	status = usage_error(
	    job, "there is no variant '%s'; there is:%s", id, names.ptr);
	strbuf_release(&names);
	return status;
}

static int
unknown_notation(const struct job *job, const char *id)
{
	struct strbuf names = STRBUF_INIT;
	int status;

	for (const struct notation *const *n = notations; *n != NULL; n++)
		strbuf_printf(&names, " %s", (*n)->id);
	status = usage_error(
	    job, "there is no notation '%s'; there are:%s", id, names.ptr);
	strbuf_release(&names);
	return status;
}

static int
set_letters(struct job *job, const char *id)
{
	struct strbuf names = STRBUF_INIT;
	int status;

	job->letters = letter_set_find(slice_of(id));
	if (job->letters != NULL)
		return -1;
	for (const struct letter_set *s = letter_sets; s->id != NULL; s++)
		strbuf_printf(&names, " %s", s->id);
	status = usage_error(
	    job, "there are no letters '%s'; there are:%s", id, names.ptr);
	strbuf_release(&names);
	return status;
}

static int
set_notation(struct job *job, const struct notation **notation, const char *id)
{
	*notation = notation_find(slice_of(id));
	return *notation != NULL ? -1 : unknown_notation(job, id);
}

/* Whether the variant has the option, with that value: 1 and 0; -1: it has
 * no such option. */
static int
takes_setting(const struct variant *variant, const struct setting *setting)
{
	int i = variant_option(variant, setting->name.ptr, setting->name.len);
	struct settings trial;

	if (i < 0)
		return -1;
	settings_default(variant, &trial);
	return settings_read(
	    variant, &trial, i, setting->value.ptr, setting->value.len);
}

/* An option must be one of the variant that is given, or of some variant. */
static int
check_setting(const struct job *job, const struct setting *setting)
{
	int best = -1;

	for (const struct variant *const *v = variants; *v != NULL; v++) {
		int fits;

		if (job->variant != NULL && job->variant != *v)
			continue;
		fits = takes_setting(*v, setting);
		best = fits > best ? fits : best;
	}
	if (best > 0)
		return -1;
	if (best == 0)
		return usage_error(job, "the option %.*s cannot be '%.*s'",
		    (int)setting->name.len, setting->name.ptr,
		    (int)setting->value.len, setting->value.ptr);
	return usage_error(job, "%s%s option '%.*s'",
	    job->variant != NULL ? job->variant->id : "no variant",
	    job->variant != NULL ? " has no" : " has an",
	    (int)setting->name.len, setting->name.ptr);
}

static int
add_setting(struct job *job, const char *text)
{
	const char *equals = strchr(text, '=');
	struct setting *setting = &job->setting[job->settings];

	if (equals == NULL)
		return usage_error(
		    job, "an option is NAME=VALUE, not '%s'", text);
	if (job->settings == SETTINGS_MAX)
		return usage_error(job, "too many -o");
	setting->name = (struct slice){ text, (size_t)(equals - text) };
	setting->value = slice_of(equals + 1);
	if (job->settings++ > 0)
		setting[-1].next = setting;
	return -1;
}

void
job_settings(const struct job *job, const struct variant *variant,
    struct settings *settings)
{
	settings_default(variant, settings);
	for (unsigned i = 0; i < job->settings; i++) {
		const struct setting *setting = &job->setting[i];
		int option = variant_option(
		    variant, setting->name.ptr, setting->name.len);

		if (option >= 0)
			settings_read(variant, settings, option,
			    setting->value.ptr, setting->value.len);
	}
	settings_settle(variant, settings);
}

const char *
job_unwritable(const struct job *job, const struct variant *variant)
{
	if (job->notation != NULL && !notation_writes(job->notation, variant))
		return job->notation->id;
	if (job->letters != NULL &&
	    !letter_set_serves(job->letters, variant->letters))
		return job->letters->id;
	return NULL;
}

static int
set_colour(struct job *job, const char *when)
{
	if (strcmp(when, "always") == 0)
		job->colour = 1;
	else if (strcmp(when, "never") == 0)
		job->colour = -1;
	else if (strcmp(when, "auto") == 0)
		job->colour = 0;
	else
		return usage_error(
		    job, "--color is auto, always or never, not '%s'", when);
	return -1;
}

static int
disable(struct job *job, const char *code)
{
	enum diag_id id = diag_find(slice_of(code));

	if (id == DIAGS)
		return usage_error(job,
		    "there is no diagnostic '%s'; see "
		    "'ternion help --list-codes'",
		    code);
	if (diag_table[id].severity == SEV_FATAL)
		return usage_error(job,
		    "'%s' cannot be disabled: there is nothing to check then",
		    code);
	job->disabled[id] = true;
	return -1;
}

static int
bad_number(
    const struct job *job, const struct option_row *row, const char *text)
{
	return usage_error(
	    job, "--%s takes a number, not '%s'", row->name, text);
}

static int
bad_level(const struct job *job, const struct option_row *row, const char *text)
{
	return usage_error(
	    job, "--%s is error, warning or note, not '%s'", row->name, text);
}

static int
add_text(const struct job *job, const struct option_row *row,
    struct texts *texts, const char *text)
{
	if (texts->len == CRITERIA_MAX)
		return usage_error(job, "too many --%s", row->name);
	texts->text[texts->len++] = text;
	return -1;
}

static int
set_labels(struct job *job, const char *where)
{
	if (strcmp(where, "edges") != 0 && strcmp(where, "cells") != 0 &&
	    strcmp(where, "none") != 0)
		return usage_error(
		    job, "--labels is edges, cells or none, not '%s'", where);
	job->labels = where;
	return -1;
}

/* Takes one option; -1 to go on. */
static int
set(struct job *job, const struct option_row *row, const char *text)
{
	unsigned long number;

	switch (row->key) {
	case 'v':
		job->variant = variant_find(text, strlen(text));
		return job->variant != NULL ? -1 : unknown_variant(job, text);
	case 'o':
		return add_setting(job, text);
	case 'f':
		job->from = text;
		return -1;
	case 't':
		job->to = text;
		return -1;
	case 'J':
		job->to = "json";
		return -1;
	case 'n':
		return set_notation(job, &job->notation, text);
	case 'N':
		return set_notation(job, &job->input_notation, text);
	case 'C':
		job->from_notation = text;
		return -1;
	case 'L':
		return set_letters(job, text);
	case 'F':
		job->force = true;
		return -1;
	case 'O':
		job->output = text;
		return -1;
	case 'p':
		job->position = text;
		return -1;
	case 'P':
		if (!read_number(text, 99999999, &number))
			return bad_number(job, row, text);
		job->ply = (long)number;
		return -1;
	case 'M':
		job->move = text;
		return -1;
	case 'E':
		job->every = true;
		return -1;
	case 'A':
		job->all = true;
		return -1;
	case 'w':
		job->moves = true;
		return -1;
	case 'Y':
		job->play = text;
		return -1;
	case '0':
		return add_text(job, row, &job->criteria.tags, text);
	case '1':
		return add_text(job, row, &job->criteria.variants, text);
	case '2':
		return add_text(job, row, &job->criteria.results, text);
	case '3':
		return add_text(job, row, &job->criteria.players, text);
	case '4':
		job->criteria.plies = text;
		return -1;
	case '5':
		return add_text(job, row, &job->criteria.materials, text);
	case '6':
		return add_text(job, row, &job->criteria.played, text);
	case '7':
		job->criteria.legal = true;
		return -1;
	case '8':
		job->criteria.invert = true;
		return -1;
	case '9':
		job->criteria.count = true;
		return -1;
	case 'u':
		job->criteria.unique = true;
		return -1;
	case 'U':
		if (!read_number(text, 1ul << 60, &number) || number == 0)
			return bad_number(job, row, text);
		job->criteria.first = number;
		return -1;
	case 'S':
		job->seat = text;
		return -1;
	case '#':
		job->in_place = true;
		return -1;
	case '%':
		if (!read_number(text, 1ul << 60, &number) || number == 0)
			return bad_number(job, row, text);
		job->split = number;
		return -1;
	case '!':
		job->no_replay = true;
		return -1;
	case '&':
		job->check_only = true;
		return -1;
	case '*':
		job->diff = true;
		return -1;
	case 'B':
		job->filter = true;
		return -1;
	case 'W':
		return set_labels(job, text);
	case 'a':
		return add_text(job, row, &job->arrows, text);
	case '^':
		return add_text(job, row, &job->marks, text);
	case '_':
		if (!read_number(text, 100000, &number) || number == 0)
			return bad_number(job, row, text);
		job->size = (unsigned)number;
		return -1;
	case 'D':
		job->divide = true;
		return -1;
	case 'l':
		return read_level(text, &job->fail_level)
		    ? -1
		    : bad_level(job, row, text);
	case 's':
		job->fail_level = SEV_WARNING;
		return -1;
	case 'z':
		job->exit_zero = true;
		return -1;
	case 'y':
		return read_level(text, &job->least)
		    ? -1
		    : bad_level(job, row, text);
	case 'x':
		return disable(job, text);
	case 'm':
		if (!read_number(text, 1000000, &number))
			return bad_number(job, row, text);
		job->max_errors = (unsigned)number;
		return -1;
	case 'r':
		if (!read_number(text, 1ul << 30, &number) || number == 0)
			return bad_number(job, row, text);
		job->max_record = number;
		return -1;
	case 'i':
		job->stdin_name = text;
		return -1;
	case 'Z':
		job->operand_list = text;
		return -1;
	case 'H':
		job->config = text;
		return -1;
	case 'G':
		job->no_config = true;
		return -1;
	case 'g':
		job->print_config = true;
		return -1;
	case 'c':
		return set_colour(job, text);
	case 'K':
		job->completion = text;
		return -1;
	case 'k':
		job->list_codes = true;
		return -1;
	case 'j':
		if (!read_number(text, 256, &number) || number == 0)
			return bad_number(job, row, text);
		job->jobs = (unsigned)number;
		return -1;
	case 'q':
		job->quiet = true;
		return -1;
	case 'V':
		job->verbose = true;
		return -1;
	case 'h':
		print_help(job->command);
		return output_finish_stdout();
	default:
		abort(); /* a row without a case */
	}
}

enum {
	ROWS = sizeof(option_rows) / sizeof(option_rows[0]) - 1
};

int
job_read(struct job *job, int argc, char **argv)
{
	struct option longs[ROWS + 1];
	char shorts[3 * ROWS + 2], *s = shorts;
	size_t count = 0;
	int c;

	*s++ = ':';
	for (size_t i = 0; i < ROWS; i++) {
		if (!option_taken(job->command, option_rows[i].key))
			continue;
		longs[count++] = (struct option){ option_rows[i].name,
			option_rows[i].argument != NULL ? required_argument
							: no_argument,
			NULL, LONG_ONLY + (int)i };
		if (option_rows[i].letter != 0)
			*s++ = option_rows[i].letter;
		if (option_rows[i].letter != 0 &&
		    option_rows[i].argument != NULL)
			*s++ = ':';
	}
	*s = '\0';
	longs[count] = (struct option){ NULL, 0, NULL, 0 };
	opterr = 0;
	while ((c = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		size_t i = (size_t)(c - LONG_ONLY);
		int status;

		if (c == '?' || c == ':')
			return usage_error(job,
			    c == '?' ? "unknown option '%s'"
				     : "the option '%s' needs an argument",
			    argv[optind - 1]);
		if (c < LONG_ONLY)
			for (i = 0; option_rows[i].letter != (char)c; i++)
				;
		status = set(job, &option_rows[i], optarg);
		if (status >= 0)
			return status;
	}
	job->operands = argc - optind;
	job->operand = argv + optind;
	for (unsigned i = 0; i < job->settings; i++)
		if (check_setting(job, &job->setting[i]) >= 0)
			return EXIT_TROUBLE;
	return option_taken(job->command, 'G') ? configure(job) : -1;
}
