/*
 * Ternion: a part of an input that holds whole records: read, replayed and
 * rendered by itself, by whichever thread; reported in the order of the input.
 */
#ifndef TERNION_CMD_CHUNK_H
#define TERNION_CMD_CHUNK_H

#include "inputs.h"

/* One record that was worked on. */
struct result {
	bool ok;
	unsigned plies;
	const struct variant *variant; /* NULL: not known */
	size_t start;                  /* of the record, in its window */
	size_t text_at, text_len;      /* in chunk->text */
	struct source source;          /* as it was; its text is the chunk's */
	struct arena arena;            /* of the diagnostics */
	struct diags diags;
};

struct chunk {
	struct input input;     /* a source in memory */
	char *name;             /* of the file, owned */
	bool is_first, is_last; /* of its file */
	int error;              /* of reading the file, if it is the last */
	struct strbuf text;     /* what was rendered */
	struct result *result;  /* owned */
	size_t len, size;
};

/* A chunk with a copy of the text, which begins at a line's beginning. */
struct chunk *chunk_new(
    const struct input *input, struct slice text, unsigned long line);
void chunk_free(struct chunk *chunk);

/* Reads and replays all its records. */
void chunk_work(
    struct chunk *chunk, const struct pass *pass, struct replayer *replayer);

/* Reports them; `games` is how many the file had before, and is raised. */
void chunk_report(struct chunk *chunk, struct pass *pass, unsigned long *games);

#endif
