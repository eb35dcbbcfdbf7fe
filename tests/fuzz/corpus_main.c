/*
 * Replays inputs through a fuzz target, without a fuzzer: the files given as
 * arguments, and all files in the folders among them.
 *
 *	fuzz_pgn tests/fuzz/corpus
 *
 * Each file has a process of its own, so that all that fail are told. Each is
 * also cut off in many places, so that texts end anywhere.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena.h"
#include "strbuf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
	free(copy);
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

static void
replay_file(const char *path)
{
	struct strbuf text = STRBUF_INIT;
	int status = 0;
	pid_t child;

	if (!read_whole(path, &text)) {
		perror(path);
		failed++;
		return;
	}
	fflush(NULL);
	child = fork();
	if (child == 0) {
		replay_text(strbuf_as_slice(&text));
		strbuf_release(&text);
		exit(0);
	}
	if (child > 0 && waitpid(child, &status, 0) == child && status == 0) {
		replayed++;
	} else {
		printf("%s: failed\n", path);
		failed++;
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
	/* What a target makes ready once is made ready here. */
	replay("", 0);
	for (int i = 1; i < argc; i++)
		replay_path(argv[i], 0);
	printf("%lu passed, %lu failed\n", replayed, failed);
	return failed != 0 || replayed == 0;
}
