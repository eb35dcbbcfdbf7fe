/* Ternion: how one text differs from another, line by line. */
#ifndef TERNION_CMD_DIFF_H
#define TERNION_CMD_DIFF_H

#include "parse/text/strbuf.h"

/* Appends the difference as diff -u does, with `name` for both, and what the
 * new one is; nothing if there is none. */
void diff_write(struct slice old, struct slice new, const char *name,
    const char *what, struct strbuf *out);

#endif
