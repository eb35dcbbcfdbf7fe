/*
 * Ternion: one record of a run: read, replayed, written, and reported; the
 * same with one thread and with many.
 */
#ifndef TERNION_CMD_RECORD_STEP_H
#define TERNION_CMD_RECORD_STEP_H

#include "cmd/run/run.h"

/* What became of a record, until it is reported. */
struct record_result {
	bool ok;
	unsigned long game; /* its number in the input, from 1 */
	unsigned plies;
	const struct variant *variant; /* NULL: not known */
	uint64_t names;                /* for a baseline */
	size_t start;                  /* of the record, in its window */
	size_t text_at, text_len;      /* of what was written of it */
	struct diags diags;            /* in the arena of the step */
};

/*
 * Reads the next record of the input and does with it what the run is for;
 * what is written of it is put behind *text. False at the end of the input.
 * Where records are worked on by many threads it changes nothing of *run.
 */
bool record_step(struct run *run, struct input *input,
    struct replayer *replayer, struct arena *arena, struct strbuf *text,
    struct record_result *result);

/* Hands on what was written of a record, and reports it; in the order of the
 * input. `source` is as it was when the record had been read. */
void record_report(struct run *run, const struct format *format,
    const struct source *source, const struct strbuf *text,
    struct record_result *result);

#endif
