/* Ternion: one input of a run: a file, standard input, or a text. */
#ifndef TERNION_CMD_INPUT_FILE_H
#define TERNION_CMD_INPUT_FILE_H

#include "cmd/run/run.h"

/* Reads and reports all records of an input that is open, in this thread. */
void input_read_records(struct run *run, struct input *input);

/* Reads a file in this thread, if the command takes it. */
void input_read_alone(struct run *run, struct input *input, const char *path,
    int error, bool is_named);

/*
 * Whether the file of that status must not be read, as it is an output of the
 * run, which is said. One that gets all of its records back may be.
 */
bool input_is_output(
    struct run *run, const char *name, const struct stat *file);

/*
 * Opens a file, "-" being standard input, whose format is told by --from, by
 * its name or by its first bytes, and reads it. One that the call does not name
 * is passed over if it is no record; it is false then.
 */
bool input_read_file(struct run *run, const char *path, bool is_named);

/* For --list-files: appends the name of a file that would be read. */
void input_list_file(struct run *run, const char *path);

/* Says, with --verbose, that something which was found is not read. */
void input_pass_over(struct run *run, const char *path, const char *why);

#endif
