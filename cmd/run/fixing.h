/* Ternion: corrects faults in the text of a file, or shows the difference, or
 * asks the user for the move that was meant: --fix, --diff and --interactive.
 * All other text stays as it is. */
#ifndef TERNION_CMD_FIXING_H
#define TERNION_CMD_FIXING_H

#include "cmd/run/run.h"
#include "formats/judge/proof.h"

struct fixing {
	struct strbuf original; /* of the current file, as far as it is read */
	struct strbuf made;
	struct source
	    *source; /* of the current file; NULL: it stays as it is */
	struct patches patches;
	const struct piece *file; /* that is replaced, or NULL */
	struct output output;     /* opened for the first fix, so that none is
				     promised in vain */
	bool is_open, has_failed;
};

/* Begins the current file of a run, and keeps its text as it is read. */
void fixing_begin_file(struct fixing *fixing, struct run *run);

struct asking;

/* Makes patches of the fixes of a record that the job asks for, and of those
 * that the user chooses; `asking` NULL: nobody is asked. `original` has the
 * text of `source` that was read. */
void fixing_take(struct fixing *fixing, const struct job *job,
    struct session *session, struct asking *asking);

/* Writes the patched text: over the file, to the output, or as a diff to the
 * output. */
void fixing_end_file(struct fixing *fixing, struct run *run);

void fixing_release(struct fixing *fixing);

/* The questions about the faults of a record. */
struct asking {
	const struct run_record *record;
	size_t next;    /* places before it were asked about */
	bool has_ended; /* the user wants no more questions */
};

/* The function of a chooser: asks about the next fault for which nothing is
 * certain. */
struct diag *ask_next(
    struct session *session, const struct source *source, void *asking);

/* Appends the differences in the form of diff -u, with `name` as the name of
 * both texts and `what` after that of the new one; nothing if there are none.
 */
void diff_write(struct slice old, struct slice new, const char *name,
    const char *what, struct strbuf *out);

#endif
