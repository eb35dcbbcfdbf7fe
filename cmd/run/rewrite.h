/* Ternion: writes records again, and edits them first if `convert` asks for it.
 * `convert`, `fmt` and `collate` share this. */
#pragma once

#include "cmd/run/store.h"

/* Where the records go. It is the context of the run, or that
 * begins with it. */
struct rewriting {
	struct strbuf *text; /* the output: the run's, or `own` */
	struct strbuf own;
	struct store store;   /* of the output at hand, --by and --split */
	struct source engine; /* of --engine */
	/* The input at hand: */
	const struct format *input; /* its format */
	bool faulty;                /* a record of it has an error */
	unsigned long unwritable;   /* records that the notation cannot write */
};

/* Sets a run up to rewrite records as its job says. False after an error
 * message if the options do not go together. */
bool rewrite_init(struct rewriting *rewriting, struct run *run);

/* The steps of `convert` and `fmt`. */
extern const struct batch rewrite_batch;

/* Its `edit`. */
void rewrite_edit(const struct run *run, struct session *session);

/* Its `map`: writes the text of a record, or nothing if it is left out. */
void rewrite_record(
    const struct run *run, struct session *session, struct run_record *result);

/* Its `begin_file`. */
void rewrite_begin_file(struct run *run);

/* Its `reduce`: appends a record to the output. */
void rewrite_put(struct run *run, struct run_record *result);

/* Ends the output of the run, or the last of the files. */
void rewrite_end(struct run *run);

/* Ends the records of one output: a list gets its bracket. */
void rewrite_end_list(struct run *run);
