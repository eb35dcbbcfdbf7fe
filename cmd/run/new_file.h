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

struct new_file {
	char *path;      /* without links; NULL: written to as it is; owned */
	bool replaces;   /* there is a file of that name, */
	struct stat old; /* which is this */
};

/*
 * A descriptor to write what the file of that path is to hold, or -1 with *why
 * set. A device or a pipe is written to as it is. The caller releases the file
 * even then.
 */
int new_file_open(struct new_file *file, const char *path, const char **why);

/*
 * Gives the file its name. False, with errno set, if that cannot be: then all
 * is as it was. An old file that holds the same is left alone with `spare`.
 */
bool new_file_name(const struct new_file *file, int fd, bool spare);

/* A file that never gets a name, beside where the path is; -1, with errno set,
 * if there can be none. */
int new_file_scratch(char *path);

void new_file_release(struct new_file *file);

#endif
