/*
 * Ternion: corrects faults in the text of a file: --fix. All other text stays
 * as it is.
 */
#ifndef TERNION_CMD_FIXING_H
#define TERNION_CMD_FIXING_H

#include "cmd/run/run.h"

/* One edit of a file. */
struct patch {
	size_t at, len; /* bytes of the file */
	char *text;     /* owned */
};

struct fixing {
	struct strbuf original; /* of the current file, as far as it is read */
	struct strbuf made;
	struct source
	    *source;      /* of the current file; NULL: it stays as it is */
	bool is_movetext; /* the current record is; then: */
	uint32_t moves_at, result_at; /* where these begin in its text */
	struct patch *patches;        /* of the file, owned */
	size_t len, size;
};

/* Begins the current file of a run, and keeps its text as it is read. */
void fixing_begin_file(struct fixing *fixing, struct run *run);

/*
 * Makes patches of the fixes of a record's diagnostics that the job asks for.
 * `original` has the text of `source` that was read.
 */
void fixing_take(struct fixing *fixing, const struct job *job,
    const struct record *record, struct diags *diags);

/* Writes the patched text: over the file, to the output, or as a diff to the
 * output. */
void fixing_end_file(struct fixing *fixing, struct run *run);

void fixing_release(struct fixing *fixing);

/* Sorts the patches by their places in the text. */
void fixing_sort(struct fixing *fixing);

#endif
