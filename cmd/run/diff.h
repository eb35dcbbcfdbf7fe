/* Ternion: how one text differs from another. */
#pragma once

#include "parse/text/strbuf.h"

/* Appends the differences in the form of diff -u, with `name` as the name of
 * both texts and `what` after that of the new one; nothing if there are none.
 */
void diff_write(struct slice old, struct slice new, const char *name,
    const char *what, struct strbuf *out);
