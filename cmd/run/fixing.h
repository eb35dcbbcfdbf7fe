/* Ternion: corrects faults in the text of a file, or shows the difference, or
 * asks the user for the move that was meant: --fix, --diff and --interactive.
 * All other text stays as it is. */
#pragma once

#include "cmd/run/run.h"
#include "parse/judge/proof.h"

/* The questions about the faults of a record. */
struct asking {
	const struct run_record *record;
	size_t next;    /* places before it were asked about */
	bool has_ended; /* the user wants no more questions */
};

/* The context of the run. */
struct fixing {
	struct patches patches; /* of the current file */
	unsigned long reported; /* as fixed, before this file */
	struct output output;   /* opened for the first fix, so that none is
				   promised in vain */
	bool is_open, has_failed;
	struct asking asking; /* in one thread */
};

/* Adds to the patches the fixes of a record that the job asks for, and those
 * that the chooser wants; it may be NULL. */
void fixing_take(const struct job *job, struct session *session,
    const struct chooser *chooser, struct patches *patches);

/* The steps of a batch: begins a file, */
void fixing_begin_file(struct run *run);

/* fixes a record, and asks the user, */
void fixing_fix(
    const struct run *run, struct session *session, struct run_record *result);

/* adds them to the text of the file, */
void fixing_put(struct run *run, struct run_record *result);

/* and writes that: over the file, to the output, or as a diff to the output. */
void fixing_end_file(struct run *run);

/* Appends the differences in the form of diff -u, with `name` as the name of
 * both texts and `what` after that of the new one; nothing if there are none.
 */
void diff_write(struct slice old, struct slice new, const char *name,
    const char *what, struct strbuf *out);
