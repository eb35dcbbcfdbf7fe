/*
 * Ternion: the inputs of a call, one after another.
 *
 * Operands are files, "-" and folders; with none, standard input is read. A
 * folder is searched with its subfolders, in the order of the bytes of the
 * paths, for files that choice.h lets through and that have a known suffix.
 */
#ifndef TERNION_CMD_INPUTS_H
#define TERNION_CMD_INPUTS_H

#include "cmd/run/choice.h"
#include "parse/diag/diag.h"

enum entry_kind {
	ENTRY_FILE,
	ENTRY_JOINED,   /* files of a folder that are one input */
	ENTRY_POSITION, /* --position */
	ENTRY_PASSED,   /* it is not read */
	ENTRY_FAULT,    /* it cannot be read */
};

/* A file, folder or other input that the call names or that is in a folder. */
struct entry {
	enum entry_kind kind;
	const char *path;
	bool is_named;               /* by the call, not found in a folder */
	size_t base;                 /* where in the path the part begins that
					is below the operand, or its name */
	const struct format *format; /* of files that are one input */
	const char *const *name;     /* their names in the folder, in order */
	size_t names;
	enum diag_id fault;
	const char *why; /* the reason if it is passed over or cannot be read */
};

struct inputs {
	const struct job *job;
	int operand;
	bool begun;
	struct folder *folder; /* that is searched; owned; NULL: none is */
	struct file_choice choice;
	struct strbuf path; /* of the entry at hand */
	/* Of the folder that the call names: */
	unsigned long files, faults, passed_over;
};

void inputs_begin(struct inputs *inputs, const struct job *job);
void inputs_release(struct inputs *inputs);

/* The next entry, which holds until the one after it; false at the end. */
bool inputs_next(struct inputs *inputs, struct entry *entry);

/* Counts the last entry, an ENTRY_FILE, as passed over: it holds no records. */
void inputs_pass_over(struct inputs *inputs);

#endif
