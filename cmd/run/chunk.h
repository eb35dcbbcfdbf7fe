/*
 * Ternion: a part of an input that holds whole records: read, replayed and
 * written by itself, by whichever thread; reported in the order of the input.
 */
#ifndef TERNION_CMD_CHUNK_H
#define TERNION_CMD_CHUNK_H

#include "cmd/run/record_step.h"

/* One record that was worked on. */
struct chunk_record {
	struct record_result result;
	struct source source; /* as it was; its text is the chunk's */
};

struct chunk {
	struct input input;     /* a source in memory */
	char *name;             /* of the file, owned */
	bool is_first, is_last; /* of its file */
	int error;              /* of reading the file, if it is the last */
	uint64_t begins, ends;  /* in the file, as source_position has it */
	struct strbuf text;     /* the records as written */
	struct chunk_record *record; /* owned */
	size_t len, size;
	struct arena said; /* the diagnostics of the records */
};

/* A chunk with a copy of the text, which begins at a line's beginning. */
struct chunk *chunk_new(
    const struct input *input, struct slice text, unsigned long line);
void chunk_free(struct chunk *chunk);

/* Reads and replays its records; if they are very many, the first of them: what
 * is known of each is kept until it is reported. */
void chunk_work(
    struct chunk *chunk, struct run *run, struct replayer *replayer);

/* Reports them, and works on what is left; `games` is how many the file had
 * before, and is raised. */
void chunk_report(struct chunk *chunk, struct run *run, unsigned long *games);

#endif
