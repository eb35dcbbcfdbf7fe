/* Ternion: -O FOLDER/: each input has an output of its own, below the folder,
 * under the name of the input. */
#ifndef TERNION_CMD_FOLDER_H
#define TERNION_CMD_FOLDER_H

#include "cmd/run/key_set.h"
#include "cmd/run/output.h"

struct run;

struct folder {
	/* The command may change these before run_begin: */
	bool is_taken;      /* the command can write so */
	const char *suffix; /* of the outputs; NULL: that of their inputs */

	/* Its own: */
	bool is_on;
	struct key_set made; /* the paths of the outputs */
	char *path;          /* of the last; owned */
};

/* Whether a path names a folder, which need not exist yet. */
bool is_folder(const char *path);

/* Turns the folder on if the job names one. False after an error message if the
 * command has a single output. */
bool folder_begin(struct run *run);

/* Opens the output of a record of the file at hand, and closes that before it:
 * NAME.svg for the first, and NAME-2.svg for the second if the command asks for
 * that. False, and the file is skipped, if it cannot be opened. */
bool folder_begin_file(struct run *run, unsigned long number);

/* Ends the output of the file at hand, which stays if all of the file was read
 * and something was written. */
void folder_end_file(struct run *run);

void folder_release(struct folder *folder);

#endif
