/* Ternion: files that appear under their name only when they are whole.
 *
 * Until then a file has no name, so it vanishes if the program is killed.
 * ternion(1) describes how an existing file is replaced. */
#ifndef TERNION_CMD_NEW_FILE_H
#define TERNION_CMD_NEW_FILE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

#include "parse/text/strbuf.h"

struct new_file {
	char *path;      /* without links; NULL: written to as it is; owned */
	bool replaces;   /* a file of that name exists */
	struct stat old; /* its status */
};

/* Returns a descriptor for the new content of the file, or -1 with *why set. A
 * device or a pipe is written to directly. The caller releases the file in any
 * case. */
int new_file_open(struct new_file *file, const char *path, const char **why);

/* Gives the file its name and syncs the folder. On failure returns false and
 * puts the reason into `why`; the old file is then unchanged, or the reason
 * says where its text is. With `in_place` it refuses to replace a file that
 * changed since new_file_open, and leaves one alone that holds the same text.
 */
bool new_file_name(
    const struct new_file *file, int fd, bool in_place, struct strbuf *why);

/* A file without a name, in the folder TMPDIR or in /tmp, to be read and
 * written; NULL, with errno set, if it cannot be made. */
FILE *new_file_nameless(void);

void new_file_release(struct new_file *file);

#endif
