/* Ternion: the gate that each fix passes, before it is offered or made: a fix
 * is offered only if it holds.
 *
 * The record is read and replayed again with the fix made. Then the diagnostic
 * must be gone, and no error, warning, call, claim of mate or offer of a draw
 * may be new. An offer that is not certain may show faults among the moves that
 * the error hid: they were there before. Fixes are tried together; if they do
 * not hold, halves of them are. The work for a record is bounded: a fix that
 * was not tried does not hold. */
#pragma once

#include "parse/judge/session.h"
#include "parse/repair/patches.h"

/* Gathers in `meant` of each diagnostic all that may have been meant, and finds
 * out what of it holds, with the repairs before it or on its own, and may be
 * offered. `is_suppressed`: comments remove some diagnostics. */
void fixes_prove(struct session *session, bool is_suppressed);

/* Decides between meanings, such as a person who is asked. */
struct chooser {
	/* Puts the fix that he wants at the beginning of the fixes of one
	 * diagnostic, and returns that; NULL: nothing more. It is made, and he
	 * is asked again about the new text, which `source` has. */
	struct diag *(*choose)(struct session *session,
	    const struct source *source, void *context);
	void *context;
};

/* Adds to the patches of a file the chosen fixes (none if the chooser is NULL),
 * then the wanted ones that hold together, round after round, so that a second
 * call would change nothing. Marks the diagnostics that are gone as fixed. */
void fixes_take(struct session *session, const struct wishes *wishes,
    const struct chooser *chooser, struct patches *patches);
