/* Ternion: the command line: which command, for which game. */
#include <stdio.h>

#include "cmd.h"
#include "output.h"

const struct command *const commands[] = {
	&command_check,
	&command_convert,
	&command_fmt,
	&command_select,
	&command_stats,
	&command_position,
	&command_moves,
	&command_step,
	&command_parse,
	&command_cell,
	&command_perft,
	&command_variants,
	&command_help,
	NULL,
};

const struct command *
command_find(const char *name)
{
	for (const struct command *const *c = commands; *c != NULL; c++)
		if (strcmp((*c)->name, name) == 0)
			return *c;
	return NULL;
}

static int
run_command(const struct command *command, const struct variant *variant,
    int argc, char **argv)
{
	struct job job;
	int status;

	job_init(&job, command);
	job.variant = variant;
	/* "ternion VARIANT COMMAND" reads that variant's own notation. */
	if (variant != NULL && command != &command_parse)
		job.input_notation = notation_find(slice_of(variant->notation));
	status = job_read(&job, argc, argv);
	return status >= 0 ? status : command->run(&job);
}

int
main(int argc, char **argv)
{
	const struct variant *variant;
	const struct command *command;
	char *overview[] = { argv[0], NULL };

	if (argc < 2) {
		fputs("usage: ternion COMMAND [OPTIONS] [FILE...]\n"
		      "Try 'ternion --help'.\n",
		    stderr);
		return EXIT_TROUBLE;
	}
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
		puts("ternion " TERNION_VERSION);
		return output_finish_stdout();
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return run_command(&command_help, NULL, 1, overview);
	variant = variant_find(argv[1], strlen(argv[1]));
	if (variant != NULL && argc > 2)
		argv++, argc--;
	else
		variant = NULL;
	command = command_find(argv[1]);
	if (command == NULL) {
		fprintf(stderr,
		    "ternion: there is no command '%s'\n"
		    "Try 'ternion --help'.\n",
		    argv[1]);
		return EXIT_TROUBLE;
	}
	return run_command(command, variant, argc - 1, argv + 1);
}
