/* Ternion: where results go: standard output, or a file that gets its name only
 * when it is complete. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include "parse/text/strbuf.h"

/* A file that appears under its name only when it is whole. Until then it has
 * no name, where the file system supports that, so it vanishes if the program
 * is killed. ternion(1) describes how an existing file is replaced. */
struct new_file {
	char *path;      /* without links; NULL: written to as it is; owned */
	bool replaces;   /* a file of that name exists */
	struct stat old; /* its status */
	struct strbuf name; /* the temporary name, if it has one; owned */
};

/* Returns a stream for the new content of the file, or NULL with *why set. A
 * device or a pipe is written to directly. The caller releases the file in any
 * case. */
FILE *new_file_open(struct new_file *file, const char *path, const char **why);

/* Gives the file its name and syncs the folder. Returns NULL, or the reason for
 * a failure. With `in_place` it refuses to replace a file that changed since
 * new_file_open, and leaves one alone that holds the same text. */
const char *new_file_name(struct new_file *file, int fd, bool in_place);

/* A file without a name, in the folder TMPDIR or in /tmp, to be read and
 * written; NULL, with errno set, if it cannot be made. */
FILE *new_file_nameless(void);

void new_file_release(struct new_file *file);

#define FLUSH_AT (64 * 1024) /* bytes that are written at once */

struct output {
	FILE *file;
	const char *path; /* NULL: standard output */
	int error;        /* errno of the first write that failed, or 0 */
	bool has_colour;  /* its text sets colours */
	bool has_text;    /* some was written */
	bool in_place;    /* it replaces the file that its text was read from */
	struct new_file made;
	struct packer *packer; /* of .gz and .zst; NULL: none; owned */
};

/* Opens the output of a path; NULL or "-" is standard output. False after an
 * error message. */
bool output_open(struct output *output, const char *path);

/* Opens an output that replaces a file. `read` is the status of the file when
 * reading began; if the file changes after that, it is not replaced. */
bool output_replace(
    struct output *output, const char *path, const struct stat *read);

/* Whether the output is the file of that status, under any name. */
bool output_is(const struct output *output, const struct stat *file);

/* A key for sets of files. */
uint64_t output_key(const struct stat *file);

/* Masks the control characters of a text if the file is a terminal. With
 * `keeps_colour` sequences that set colours stay; the rest of such a text was
 * masked before. */
void output_mask(FILE *file, struct strbuf *text, bool keeps_colour);

/* Writes the text and empties it. */
void output_flush(struct output *output, struct strbuf *text);

/* Writes all of an output, and releases the text. Returns `status`, or 2 after
 * an error message. */
int output_text(const char *path, struct strbuf *text, int status);

/* Closes the output; without `keep` an existing file stays as it was. Returns
 * false after an error message if something could not be written. */
bool output_close(struct output *output, bool keep);

/* Flushes standard output, to which others printed; returns the exit status. */
int output_finish_stdout(void);

/* Ends the program, from any thread, when memory runs out; files without a name
 * vanish. */
_Noreturn void output_no_memory(void);

/* Whether standard output, or standard error, is to have colours. */
bool output_wants_colour(int choice, FILE *stream);
