/* Ternion: the command line: which command, for which game. */
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/run/output.h"

const struct command commands[] = {
	{ "check", run_check, words_report_forms, NULL },
	{ "convert", run_convert, words_written_formats, NULL },
	{ "fmt", run_fmt, NULL, NULL },
	{ "collate", run_collate, words_written_formats, NULL },
	{ "select", run_select, NULL, NULL },
	{ "stats", run_stats, words_stats_forms, NULL },
	{ "position", run_position, words_position_forms, NULL },
	{ "moves", run_moves, words_moves_forms, NULL },
	{ "step", run_step, NULL, NULL },
	{ "parse", run_parse, NULL, words_notations },
	{ "cell", run_cell, NULL, NULL },
	{ "perft", run_perft, NULL, NULL },
	{ "variants", run_variants, words_text_json, NULL },
	{ "lsp", run_lsp, NULL, NULL },
	{ "help", run_help, NULL, words_topics },
	{ NULL, NULL, NULL, NULL },
};

const struct command *
command_find(const char *name)
{
	for (const struct command *c = commands; c->name != NULL; c++)
		if (strcmp(c->name, name) == 0)
			return c;
	return NULL;
}

static int
run_command(const struct command *command, const struct variant *variant,
    int argc, char **argv)
{
	struct job job;

	job_init(&job, command);
	job.variant = variant;
	job.named = variant != NULL;
	/* "ternion VARIANT COMMAND" reads that variant's own notation, unless
	 * an operand names it. */
	if (variant != NULL && command->operands != words_notations)
		job.input.notation = dialect_of(variant)->notation;
	int status = command_line_read(&job, argc, argv);
	if (status < 0 && option_taken(command, OPT_CONFIG))
		status = configure(&job);
	return status < 0 ? command->run(&job) : status;
}

/* Moves the first command to the front of the arguments: options may stand
 * before it. */
static void
find_command(int argc, char **argv)
{
	int i = 1;

	while (i < argc && argv[i][0] != '\0' && command_find(argv[i]) == NULL)
		i++;
	if (i == argc)
		return;
	char *name = argv[i];
	for (; i > 1; i--)
		argv[i] = argv[i - 1];
	argv[1] = name;
}

static bool
is_option(const char *argument, const char *letter, const char *name)
{
	return strcmp(argument, letter) == 0 || strcmp(argument, name) == 0;
}

/* Suggests calls of a program that may not be installed; they need no file. */
static int
suggest_calls(const char *program)
{
	struct stat input;

	if (fstat(STDIN_FILENO, &input) == 0 && !S_ISCHR(input.st_mode))
		fprintf(stderr,
		    "ternion: records on standard input need a command; did "
		    "you mean '%s check'?\n\n",
		    program);
	fprintf(stderr,
	    "Usage: ternion COMMAND [OPTIONS] [FILE...]\n\n"
	    "Three things to try:\n"
	    "  echo '1. Bc3 *' | %s dreierschach check\n"
	    "  %s siege position -p start --to unicode\n"
	    "  %s help start\n\n"
	    "'%s --help' lists all commands.\n",
	    program, program, program, program);
	return EXIT_TROUBLE;
}

/* Runs the command line; returns the exit status. */
static int
run_arguments(int argc, char **argv)
{
	SCRATCH near = STRBUF_INIT;

	if (argc < 2)
		return suggest_calls(argc > 0 ? argv[0] : "ternion");
	const struct variant *variant = variant_find(argv[1], strlen(argv[1]));
	if (variant != NULL)
		argv++, argc--;
	/* `help` answers a game alone, and "--help TOPIC". */
	if (argc < 2 || is_option(argv[1], "-h", "--help"))
		return run_command(command_find("help"), variant,
		    argc - (argc > 1), argv + (argc > 1));
	if (is_option(argv[1], "-V", "--version"))
		return run_command(command_find("help"), variant, argc, argv);
	if (argv[1][0] == '-')
		find_command(argc, argv);
	const struct command *command = command_find(argv[1]);
	if (command != NULL)
		return run_command(command, variant, argc - 1, argv + 1);
	strbuf_puts(&near, "");
	said_command(&near, argv[1], variant != NULL);
	trouble_say("ternion: unknown %s '%s'%s",
	    argv[1][0] == '-' ? "option" : "command", argv[1], near.ptr);
	fputs("Try 'ternion --help'.\n", stderr);
	return EXIT_TROUBLE;
}

int
main(int argc, char **argv)
{
	struct memory memory;
	struct heap heap = { .first = NULL }; /* of the whole call */

	/* Opens standard input, output and error if they are closed, so that no
	 * file gets their number and receives the output; the wrong way round,
	 * so that using them still fails. */
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null",
			fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			return EXIT_TROUBLE;
	signal(SIGXFSZ, SIG_IGN); /* so that a write fails instead */
	memory_enter(&memory, &heap);
	if (setjmp(memory.out) != 0)
		output_no_memory();
	int status = run_arguments(argc, argv);
	heap_release(&heap);
	return status;
}
