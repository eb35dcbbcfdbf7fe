/* Ternion: the command line, read into a job. */
#include <getopt.h>

#include "cmd/cmd.h"
#include "cmd/run/output.h"
#include "parse/text/near.h"

/* getopt_long returns this plus the id for a long option. */
enum {
	LONG_OPTION = 256
};

/* Makes the tables of a command's options for getopt_long: `shorts` is
 * ":v:o:f:..." */
static void
make_tables(const struct command *command, struct option *l, char *s)
{
	*s++ = ':';
	for (enum option_id id = 0; id < OPTIONS; id++) {
		const struct option_row *row = &option_table[id];
		bool has_argument = row->argument != NULL;

		if (!option_taken(command, id))
			continue;
		*l++ = (struct option){ row->name,
			has_argument ? required_argument : no_argument, NULL,
			LONG_OPTION + (int)id };
		if (row->letter != 0)
			*s++ = row->letter;
		if (row->letter != 0 && has_argument)
			*s++ = ':';
	}
	*l = (struct option){ NULL, 0, NULL, 0 };
	*s = '\0';
}

/* Says why getopt_long has stopped at an argument; `letter` is that of a short
 * option, and 0 if it is a long one. */
static int
refuse_argument(const struct job *job, const char *argument, int letter)
{
	size_t len = strcspn(argument, "=");
	struct strbuf words = STRBUF_INIT, near = STRBUF_INIT;
	bool known = false;

	if (letter != 0 && letter < LONG_OPTION)
		return usage_error(job, "unknown option '-%c'", letter);
	for (enum option_id id = 0; id < OPTIONS; id++) {
		const char *name = option_table[id].name;

		if (!option_taken(job->command, id))
			continue;
		strbuf_printf(&words, " --%s", name);
		known |=
		    slice_is(slice_sub(slice_of(argument), 2, len - 2), name);
	}
	if (!known)
		near_words(&near, &words, (struct slice){ argument, len });
	usage_error(job,
	    known ? "the option '%.*s' takes no argument%s"
		  : "unknown option '%.*s'%s",
	    (int)len, argument, near.len > 0 ? near.ptr : "");
	strbuf_release(&words);
	strbuf_release(&near);
	return EXIT_TROUBLE;
}

/* Options that need another one, or exclude others. */
static const struct {
	const char *command; /* NULL: any */
	const char *options; /* each of these */
	const char *needs;   /* one of these, or NULL */
	const char *excludes;
} rules[] = {
	{ NULL, "config", NULL, "no-config" },
	{ "check", "baseline", NULL, "write-baseline" },
	{ "check",
	    "diff in-place backup unsafe-fixes interactive fixable unfixable",
	    "fix", NULL },
	{ "check", "fix", NULL, "stop-at-first write-baseline" },
	{ "check", "diff", NULL, "in-place backup" },
	{ "check", "board", NULL, "interactive" },
	{ "fmt", "in-place", NULL, "check diff output" },
	{ "fmt", "backup", "in-place", NULL },
	{ "convert", "output-dir", NULL, "output split by in-place" },
	{ "convert", "in-place", NULL, "output split by" },
	{ "convert", "backup", "in-place", NULL },
	{ "convert", "by", NULL, "split" },
	{ "convert", "no-replay", NULL,
	    "notation letters partial cut every-position" },
	{ "select", "by", NULL, "count" },
	{ "select", "notation", "played", NULL },
	{ "select", "any-seat", "pieces", NULL },
	{ NULL, "at-fault", NULL, "ply move every position" },
	{ NULL, "ply", NULL, "move every" },
	{ NULL, "move", NULL, "every" },
	{ NULL, "before", "move", NULL },
	{ "position", "position", NULL, "from" },
	{ "moves", "position", NULL, "from" },
	{ "cell", "notation", "filter", NULL },
	{ "perft", "notation letters", "divide", NULL },
};

/* Finds one of the options that was given; NULL if none was. */
static const struct option_row *
find_given(const struct job *job, struct slice names)
{
	struct slice name;

	while (near_next(&names, &name))
		for (enum option_id id = 0; id < OPTIONS; id++)
			if (job->given[id] &&
			    slice_is(name, option_table[id].name))
				return &option_table[id];
	return NULL;
}

/* Whether the options go together; if not, reports it. */
static int
check_rules(const struct job *job)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		const char *needs = rules[i].needs, *excludes;
		const struct option_row *one, *other;

		if (rules[i].command != NULL &&
		    strcmp(rules[i].command, job->command->name) != 0)
			continue;
		excludes = rules[i].excludes;
		one = find_given(job, slice_of(rules[i].options));
		other =
		    find_given(job, slice_of(needs != NULL ? needs : excludes));
		if (one != NULL && needs != NULL && other == NULL)
			return usage_error(
			    job, "--%s needs --%s", one->name, needs);
		if (one != NULL && excludes != NULL && other != NULL)
			return usage_error(job,
			    "--%s and --%s exclude each other", one->name,
			    other->name);
	}
	if (job->given[OPT_STDIN_FILENAME] && !job_reads_stdin(job))
		return usage_error(
		    job, "--stdin-filename needs records on standard input");
	return check_settings(job);
}

int
command_line_read(struct job *job, int argc, char **argv)
{
	struct option longs[OPTIONS + 1];
	char shorts[2 * OPTIONS + 2];
	int found, status = -1;

	make_tables(job->command, longs, shorts);
	opterr = 0;
	while (status < 0 &&
	    (found = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		enum option_id id = 0;

		if (found == '?')
			return refuse_argument(job, argv[optind - 1], optopt);
		if (found == ':')
			return usage_error(job,
			    "the option '%s' needs an argument",
			    argv[optind - 1]);
		if (found >= LONG_OPTION)
			id = (enum option_id)(found - LONG_OPTION);
		else
			while (option_table[id].letter != (char)found ||
			    !option_taken(job->command, id))
				id++;
		if (id == OPT_HELP || id == OPT_VERSION) {
			if (id == OPT_HELP)
				print_help(job->command);
			else
				puts("ternion " TERNION_VERSION);
			return output_finish_stdout();
		}
		job->given[id] = true;
		status = option_store(job, id, optarg);
	}
	job->operands = argc - optind;
	job->operand = argv + optind;
	return status >= 0 ? status : check_rules(job);
}
