/*
 * Replays inputs through a fuzz target, without a fuzzer: the files given as
 * arguments, and all files in the folders among them.
 *
 *	fuzz_pgn tests/fuzz/corpus/pgn
 *
 * A file *.seeds holds many inputs, each on a line as NAME: TEXT, where \n \r
 * \t \\ and \xHH stand for bytes; lines with # are comments.
 *
 * Each input has a process of its own, so that all failures are reported. Each
 * is also cut off in many places, so that texts end anywhere. */
#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parse/text/arena.h"
#include "parse/text/strbuf.h"
#include "tests/fuzz/target.h"
#include "tests/unescape.h"

enum {
	CUTS = 16, /* of each input */
	DEEPEST = 8
};

static unsigned long replayed, failed;

/* A copy of the very size, so that reading beyond it is noticed. */
static void
replay(const char *bytes, size_t len)
{
	uint8_t *copy = mem_alloc(len > 0 ? len : 1);

	if (len > 0)
		memcpy(copy, bytes, len);
	LLVMFuzzerTestOneInput(copy, len);
	mem_free(copy);
}

static void
replay_text(struct slice text)
{
	for (size_t i = 1; i < CUTS; i++)
		replay(text.ptr, text.len * i / CUTS);
	replay(text.ptr, text.len);
}

static bool
read_whole(const char *path, struct strbuf *text)
{
	FILE *file = fopen(path, "rb");
	char part[4096];
	size_t got;

	if (file == NULL)
		return false;
	while ((got = fread(part, 1, sizeof(part), file)) > 0)
		strbuf_add(text, part, got);
	return fclose(file) == 0;
}

/* In a process of its own; `line` is 0 for a whole file. */
static void
replay_input(const char *path, unsigned long line, struct slice text)
{
	int status = 0;
	pid_t child;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		replay_text(text);
		exit(0);
	}
	if (child > 0 && waitpid(child, &status, 0) == child && status == 0) {
		replayed++;
		return;
	}
	if (line > 0)
		printf("%s:%lu: failed\n", path, line);
	else
		printf("%s: failed\n", path);
	failed++;
}

static void
replay_seed(const char *path, unsigned long line, struct slice text)
{
	struct slice name = slice_take(&text, ':');
	struct strbuf bytes = STRBUF_INIT;

	if (name.len == 0 || name.ptr[0] == '#')
		return;
	if (text.len > 0 && text.ptr[0] == ' ') {
		strbuf_puts(&bytes, "");
		strbuf_slice(&bytes, slice_from(text, 1));
		bytes.len = unescape(bytes.ptr);
		replay_input(path, line, strbuf_as_slice(&bytes));
	} else {
		printf("%s:%lu: not NAME: TEXT\n", path, line);
		failed++;
	}
	strbuf_release(&bytes);
}

static void
replay_seeds(const char *path, struct slice text)
{
	for (unsigned long line = 1; text.len > 0; line++)
		replay_seed(path, line, slice_take(&text, '\n'));
}

static void
replay_file(const char *path)
{
	const char *suffix = strrchr(path, '.');
	struct strbuf text = STRBUF_INIT;

	if (!read_whole(path, &text)) {
		perror(path);
		failed++;
	} else if (suffix != NULL && strcmp(suffix, ".seeds") == 0) {
		replay_seeds(path, strbuf_as_slice(&text));
	} else {
		replay_input(path, 0, strbuf_as_slice(&text));
	}
	strbuf_release(&text);
}

static void
replay_path(const char *path, unsigned depth)
{
	struct dirent **entry = NULL;
	struct stat status;
	int n;

	if (stat(path, &status) != 0) {
		perror(path);
		failed++;
		return;
	}
	if (!S_ISDIR(status.st_mode)) {
		replay_file(path);
		return;
	}
	n = depth < DEEPEST ? scandir(path, &entry, NULL, alphasort) : 0;
	for (int i = 0; i < n; i++) {
		struct strbuf name = STRBUF_INIT;

		if (entry[i]->d_name[0] != '.') {
			strbuf_printf(&name, "%s/%s", path, entry[i]->d_name);
			replay_path(name.ptr, depth + 1);
		}
		strbuf_release(&name);
		free(entry[i]);
	}
	free(entry);
}

int
main(int argc, char **argv)
{
	/* The first call of a target also allocates memory that it keeps. */
	replay("", 0);
	for (int i = 1; i < argc; i++)
		replay_path(argv[i], 0);
	printf("%lu passed, %lu failed\n", replayed, failed);
	return failed != 0 || replayed == 0;
}
