/* Ternion: fixes in the text of a file, and how texts differ. */
#pragma once

#include "cmd/run/run.h"
#include "parse/judge/proof.h"

/* Adds to the patches the fixes of a record that the job asks for, and those
 * that the chooser wants; it may be NULL. */
void fixing_take(const struct job *job, struct session *session,
    const struct chooser *chooser, struct patches *patches);

/* Appends the differences in the form of diff -u, with `name` as the name of
 * both texts and `what` after that of the new one; nothing if there are none.
 */
void diff_write(struct slice old, struct slice new, const char *name,
    const char *what, struct strbuf *out);
