/*
 * Fuzz target: whole commands. The first line of the input is a command line
 * with tabs between its words; the rest is standard input.
 *
 * Whatever the line says, the command reads only standard input, writes only
 * standard output, and ends with one of its three statuses. If `convert` writes
 * sound records, `fmt` leaves them as they are and `check` accepts them.
 */
#include <unistd.h>

#include "tests/fuzz/target.h"

/* The table of commands is in the program's main. */
#define main ternion_main
int ternion_main(int argc, char **argv);
#include "cmd/main.c"
#undef main

enum {
	WORDS_MAX = 24,
	THREADS_MOST = 3
};

/* Sends standard output to a file without a name while a command runs. */
static FILE *
new_stream(int fd)
{
	FILE *file = tmpfile();

	if (file == NULL || dup2(fileno(file), fd) < 0)
		abort();
	return file;
}

static void
read_all(FILE *file, struct strbuf *text)
{
	char part[4096];
	size_t got;

	rewind(file);
	while ((got = fread(part, 1, sizeof(part), file)) > 0)
		strbuf_add(text, part, got);
}

/* Keeps the job from files, from endless work, and from terminals. */
static void
tame(struct job *job)
{
	static char standard[] = "-", depth[] = "1";
	static char *one[] = { standard }, *shallow[] = { depth };
	const char *name = job->command->name;

	job->output.path = NULL;
	job->rewrite.in_place = false;
	job->rewrite.split = 0;
	job->config.none = true;
	job->config.file = NULL;
	job->baseline.read = job->baseline.write = NULL;
	if (job->threads == 0 || job->threads > THREADS_MOST)
		job->threads = 1;
	if (strcmp(name, "perft") == 0) {
		job->operand = shallow;
		job->operands = 1;
	} else if (job->command->operands == words_notations) {
		job->operands = job->operands > 0;
	} else if (strcmp(name, "step") == 0 ||
	    option_taken(job->command, OPT_EXCLUDE)) {
		job->operand = one;
		job->operands = 1;
	}
}

/* Runs a command over a text, and returns its status; *runs tells whether it
 * came to that, and was not help or a misuse. */
static int
run_over(const struct command *command, const struct variant *variant, int argc,
    char **argv, struct slice in, struct strbuf *out, bool *runs)
{
	FILE *input = new_stream(STDIN_FILENO);
	FILE *output = new_stream(STDOUT_FILENO);
	struct heap heap = { .first = NULL };
	struct memory memory;
	struct job job;
	int status;

	fwrite(in.ptr, 1, in.len, input);
	fflush(input);
	lseek(STDIN_FILENO, 0, SEEK_SET);
	rewind(stdin);
	clearerr(stdout);
	memory_enter(&memory, &heap);
	if (setjmp(memory.out) != 0)
		output_no_memory();
	job_init(&job, command);
	job.variant = variant;
	job.named = variant != NULL;
	optind = 0;
	status = command_line_read(&job, argc, argv);
	*runs = status < 0;
	if (*runs) {
		tame(&job);
		status = command->run(&job);
	}
	memory_leave(&memory);
	heap_release(&heap);
	fflush(stdout);
	read_all(output, out);
	fclose(input);
	fclose(output);
	return status;
}

/* Splits a line into words, in place; the last element is NULL. */
static int
split(char *line, char apart, char *words[WORDS_MAX + 1])
{
	int count = 0;

	while (*line != '\0' && count < WORDS_MAX) {
		char *end = strchr(line, apart);

		if (line != end)
			words[count++] = line;
		if (end == NULL)
			break;
		*end = '\0';
		line = end + 1;
	}
	words[count] = NULL;
	return count;
}

/* The text goes through another command: it has to have that status, and to
 * write `same`, if that is not NULL. */
static void
expect(const char *words, const struct variant *variant, struct slice in,
    const struct strbuf *same)
{
	char line[128], *argv[WORDS_MAX + 1];
	struct strbuf out = STRBUF_INIT;
	bool runs;
	int argc;

	snprintf(line, sizeof(line), "%s", words);
	argc = split(line, ' ', argv);
	if (run_over(command_find(argv[0]), variant, argc, argv, in, &out,
		&runs) != EXIT_GOOD ||
	    (same != NULL &&
		!slice_equal(strbuf_as_slice(&out), strbuf_as_slice(same)))) {
		fprintf(stderr, "ternion %s: not so of\n%.*s", words,
		    (int)in.len, in.ptr);
		abort();
	}
	strbuf_release(&out);
}

/* The format that the words ask for with -t or --to; pgn. */
static const char *
target_of(int argc, char **argv, const char *usual)
{
	for (int i = 1; i + 1 < argc; i++)
		if (strcmp(argv[i], "-t") == 0 || strcmp(argv[i], "--to") == 0)
			usual = argv[i + 1];
	return usual;
}

static bool
has_word(int argc, char **argv, const char *word)
{
	for (int i = 1; i < argc; i++)
		if (strncmp(argv[i], word, strlen(word)) == 0)
			return true;
	return false;
}

static void
check_output(const struct command *command, const struct variant *variant,
    int argc, char **argv, const struct strbuf *out)
{
	static const char *const kept[] = { "pgn", "yaml", "json", "jsonl",
		NULL };
	const char *target = target_of(argc, argv, "pgn");
	char words[64];

	if (command->run != run_convert || out->len == 0 ||
	    has_word(argc, argv, "--no") || has_word(argc, argv, "--exit"))
		return;
	for (const char *const *f = kept; *f != NULL; f++) {
		if (strcmp(target, *f) != 0)
			continue;
		snprintf(
		    words, sizeof(words), "check --fail-level error -f %s", *f);
		expect(words, variant, strbuf_as_slice(out), NULL);
		snprintf(words, sizeof(words), "fmt -f %s", *f);
		expect(words, variant, strbuf_as_slice(out), out);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *end = size > 0 ? memchr(data, '\n', size) : NULL;
	struct strbuf line = STRBUF_INIT, out = STRBUF_INIT;
	const struct variant *variant;
	const struct command *command;
	char *words[WORDS_MAX + 1], **argv = words;
	struct slice in;
	int argc, status;
	bool runs;

	if (end == NULL)
		return 0;
	strbuf_add(
	    &line, (const char *)data, (size_t)(end - (const char *)data));
	strbuf_char(&line, '\0');
	in = (struct slice){ end + 1,
		size - (size_t)(end + 1 - (const char *)data) };
	argc = split(line.ptr, '\t', words);
	variant = argc > 0 ? variant_find(words[0], strlen(words[0])) : NULL;
	if (variant != NULL)
		argv++, argc--;
	command = argc > 0 ? command_find(argv[0]) : NULL;
	if (command != NULL) {
		status =
		    run_over(command, variant, argc, argv, in, &out, &runs);
		if (status < EXIT_GOOD || status > EXIT_TROUBLE)
			abort();
		if (runs && status == EXIT_GOOD)
			check_output(command, variant, argc, argv, &out);
	}
	strbuf_release(&line);
	strbuf_release(&out);
	return 0;
}
