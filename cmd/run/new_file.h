/*
 * Ternion: files that appear under their name only when they are whole.
 *
 * Until then a file has no name at all, so nothing is left of it whatever ends
 * the program. ternion(1) says what becomes of a file that it replaces.
 */
#ifndef TERNION_CMD_NEW_FILE_H
#define TERNION_CMD_NEW_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

#include "parse/text/strbuf.h"

struct new_file {
	char *path;      /* without links; NULL: written to as it is; owned */
	bool replaces;   /* there is a file of that name, */
	struct stat old; /* which is this */
	const char *backup; /* what its name gets when it is replaced in place:
			       it is kept then; NULL: it is not */
};

/*
 * A descriptor to write what the file of that path is to hold, or -1 with *why
 * set. A device or a pipe is written to as it is. The caller releases the file
 * even then.
 */
int new_file_open(struct new_file *file, const char *path, const char **why);

/*
 * Gives the file its name and syncs the folder. If that cannot be, returns
 * false and puts the reason into `why`: all is then as it was, or the reason
 * says where the old text is. With `in_place` the old file is refused if it
 * changed since new_file_open, and left alone if it holds the same text.
 */
bool new_file_name(
    const struct new_file *file, int fd, bool in_place, struct strbuf *why);

/*
 * Removes temporary files from the folder of the file whose processes, which
 * their names hold, are gone, and says so of each. *swept is the folder of the
 * last call, which is not searched twice; zero at first.
 */
void new_file_sweep(const struct new_file *file, struct stat *swept);

/* A file in the folder of the path that never gets a name; -1, with errno set,
 * if it cannot be made. */
int new_file_scratch(char *path);

void new_file_release(struct new_file *file);

#endif
