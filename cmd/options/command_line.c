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

/* Refuses options that would be ignored because their input is not read. */
static int
check_needs(const struct job *job, bool has_stdin_name)
{
	bool stdin_is_read = job->operands == 0;
	bool is_input = job->input.position != NULL &&
	    option_taken(job->command, OPT_POSITION);

	for (int i = 0; i < job->operands; i++)
		stdin_is_read |= strcmp(job->operand[i], "-") == 0;
	if (has_stdin_name && (!stdin_is_read || is_input))
		return usage_error(
		    job, "--stdin-filename needs records on standard input");
	return -1;
}

int
command_line_read(struct job *job, int argc, char **argv)
{
	struct option longs[OPTIONS + 1];
	char shorts[2 * OPTIONS + 2];
	bool has_stdin_name = false;
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
		has_stdin_name |= id == OPT_STDIN_FILENAME;
		status = option_table[id].store(job, &option_table[id],
		    optarg != NULL ? optarg : option_table[id].always);
	}
	job->operands = argc - optind;
	job->operand = argv + optind;
	if (status < 0)
		status = check_needs(job, has_stdin_name);
	return status >= 0 ? status : check_settings(job);
}
