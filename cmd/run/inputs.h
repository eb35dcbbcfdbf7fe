/* Ternion: the inputs of a call, as a list.
 *
 * Operands are files, "-" and folders; with none, standard input is read. A
 * folder is searched with its subfolders, in the order of the bytes of the
 * paths, for files with a known suffix.
 *
 * Files and folders are left out, as git does, if --exclude, `exclude` in the
 * configuration or a .gitignore matches them. If the configuration has
 * `include`, only the files that it matches are read. For a file that the call
 * names only `exclude` of the configuration counts. */
#ifndef TERNION_CMD_INPUTS_H
#define TERNION_CMD_INPUTS_H

#include "cmd/options/job.h"

enum entry_kind {
	ENTRY_FILE,
	ENTRY_JOINED,   /* files of a folder that are one input */
	ENTRY_POSITION, /* --position */
	ENTRY_PASSED,   /* it is not read */
	ENTRY_FAULT,    /* it cannot be read */
	ENTRY_END,      /* of a folder that the call names */
};

/* A file, folder or other input that the call names or that is in a folder. */
struct input_entry {
	enum entry_kind kind;
	const char *path;
	const char *below; /* the path from the folder that the call names */
	bool is_named;     /* by the call, not found in a folder */
	const struct format *format; /* of files that are one input */
	const char **name;           /* their names in the folder, in order */
	size_t names;
	enum diag_id fault;
	const char *why; /* the reason if it is passed over or cannot be read */
};

struct inputs {
	struct input_entry *entry; /* owned */
	size_t len, size;
	struct arena arena; /* of paths and names */
};

void inputs_list(struct inputs *inputs, const struct job *job);
void inputs_release(struct inputs *inputs);

#endif
