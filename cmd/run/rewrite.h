/*
 * Ternion: records rewritten: what `convert` and `fmt` have in common. Where
 * they go: to one output, to files of so many records, or back to the file
 * they came from.
 */
#ifndef TERNION_CMD_REWRITE_H
#define TERNION_CMD_REWRITE_H

#include "cmd/run/run.h"

struct rewriting {
	const struct format *to; /* NULL: the format of the input */
	unsigned long read;      /* records of the file at hand, in place */
	unsigned long written;   /* records in the output at hand */
	struct placing placing;  /* of them */
	struct strbuf held;      /* the first of a list, as it may be alone */
	const struct format *writer; /* of the records written */
	unsigned long files;         /* outputs so far, with --split */
	bool is_open;       /* run->output is, and it was opened here */
	bool faulty;        /* a record of the file at hand has an error */
	bool refused;       /* a file stays as it is, for what is in it */
	bool failed;        /* an output could not be written */
	struct strbuf path; /* of the output at hand, with --split */
};

/* Sets a run up to rewrite records into its job's output. Returns -1, or an
 * exit status after saying what is wrong with the call. */
int rewrite_init(struct rewriting *rewriting, struct run *run);

/* Whether records of the input can be written in its own format; if not, says
 * so. */
bool rewrite_may_change(
    struct run *run, const struct input *input, bool is_named);

/* Runs it, and returns the exit status. */
int rewrite_run(struct rewriting *rewriting, struct run *run);

/* Ends the records of one output in run->text: a list gets its bracket. */
void rewrite_end_list(struct rewriting *rewriting, struct run *run);

#endif
