/*
 * Ternion: faults put right in the text of a file: --fix. Nothing but the
 * places of the edits is changed.
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
	struct stat read;       /* the current file, when reading began */
	struct strbuf made;
	struct source
	    *source;      /* of the current file; NULL: it stays as it is */
	bool is_movetext; /* the current record is; then: */
	uint32_t moves_at, result_at; /* where these begin in its text */
	bool failed;                  /* a file could not be written */
	struct patch *patches;        /* of the file, owned */
	size_t len, size;
};

/*
 * For one who reads the records himself: sets the run up, of which the fixing
 * is the context. After each record its diagnostics have all their fixes; what
 * run->judged is given then becomes patches of `source`, of which `original`
 * has what was read.
 */
void fixing_init(struct fixing *fixing, struct run *run);
void fixing_release(struct fixing *fixing);

/* Takes over where the parts of a record are, of which diagnostics follow. */
void fixing_begin_record(struct fixing *fixing, const struct record *record);

/* Puts the patches into the order of the text. */
void fixing_sort(struct fixing *fixing);

/* Sets a run up to fix what it reads, and runs it; the exit status. */
int fixing_run(struct fixing *fixing, struct run *run);

#endif
