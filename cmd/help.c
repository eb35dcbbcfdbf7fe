/* Ternion: `help`: commands, notations, formats, and diagnostics. */
#include <stdio.h>

#include "cmd.h"
#include "completion.h"
#include "output.h"

static void
print_code(enum diag_id id)
{
	const struct diag_row *row = &diag_table[id];

	printf("%s (%s)\n\n%s\n\nExample: %s\n", row->slug,
	    severity_name(row->severity), row->meaning, row->example);
}

static void
print_codes(void)
{
	for (int id = 0; id < DIAGS; id++)
		printf("%-24s %s\n", diag_table[id].slug,
		    severity_name(diag_table[id].severity));
}

static void
print_overview(void)
{
	fputs("Usage: ternion COMMAND [OPTIONS] [FILE...]\n"
	      "       ternion VARIANT COMMAND [OPTIONS] [FILE...]\n\n"
	      "Reads records of three-player chess, replays them through the\n"
	      "rules, says what is wrong and where, and writes them in other\n"
	      "notations.\n\nCommands:\n",
	    stdout);
	for (const struct command *const *c = commands; *c != NULL; c++)
		printf("  %-10s %s\n", (*c)->name, (*c)->summary);
	puts("\nVariants:");
	for (const struct variant *const *v = variants; *v != NULL; v++)
		printf("  %-14s %s, %s\n", (*v)->id, (*v)->title, (*v)->source);
	puts("\nNotations:");
	for (const struct notation *const *n = notations; *n != NULL; n++)
		printf(
		    "  %-14s %s: %s\n", (*n)->id, (*n)->title, (*n)->example);
	puts("\nFormats of records:");
	for (const struct format *const *f = formats; *f != NULL; f++)
		printf("  %-14s %s\n", (*f)->id, (*f)->title);
	puts("\n'ternion help COMMAND' and 'ternion help CODE' tell more,\n"
	     "where CODE stands in brackets behind a diagnostic;\n"
	     "'ternion help --list-codes' lists them.");
}

static int
run(struct job *job)
{
	const struct command *command;
	enum diag_id id;

	if (job->completion != NULL) {
		if (!completion_print(job->completion))
			return usage_error(job,
			    "there are completions for bash, zsh and fish, not "
			    "'%s'",
			    job->completion);
	} else if (job->list_codes) {
		print_codes();
	} else if (job->operands == 0) {
		print_overview();
	} else {
		command = command_find(job->operand[0]);
		id = diag_find(slice_of(job->operand[0]));
		if (command != NULL)
			print_help(command);
		else if (id < DIAGS)
			print_code(id);
		else
			return usage_error(job,
			    "there is no command and no "
			    "diagnostic '%s'",
			    job->operand[0]);
	}
	return output_finish_stdout();
}

const struct command command_help = {
	.name = "help",
	.summary = "explain a command or a diagnostic",
	.usage = "[OPTIONS] [COMMAND|CODE]",
	.description =
	    "Without an argument it lists commands, variants, notations and\n"
	    "formats. With the name of a command it prints that command's\n"
	    "help; with the code of a diagnostic, what that means.\n"
	    "--completion prints what a shell reads to complete the words of\n"
	    "a call.",
	.examples = "  ternion help check\n"
		    "  ternion help move-flank",
	.options = "kK",
	.run = run,
};
