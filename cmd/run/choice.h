/*
 * Ternion: which files of a folder are read.
 *
 * Files and folders are left out, as git does, if --exclude, `exclude` in the
 * configuration or a .gitignore matches them. If the configuration has
 * `include`, only the files that it matches are read. A file that the call
 * names is always read.
 */
#ifndef TERNION_CMD_CHOICE_H
#define TERNION_CMD_CHOICE_H

#include "cmd/options/job.h"
#include "parse/text/globs.h"

/* The patterns of a folder's .gitignore; none if it has no such file. */
struct ignored {
	struct ignored *above; /* of a folder farther up; NULL: none */
	struct globs globs;
	size_t base; /* length of its folder's path */
	bool is_top; /* the folder is a repository: files above it do not count
		      */
};

/* Patterns of the call, and the folder that they are relative to. */
struct selection {
	struct globs globs;
	char *base; /* its path, or NULL */
};

struct file_choice {
	struct strbuf place; /* the folder at hand, absolute, without links */
	size_t operand;      /* length of the path of the folder named */
	char *config_base;   /* the folder of the configuration; owned */
	struct selection exclude, config_exclude, config_include;
	struct selection config_named; /* those of config_include that name
					  files, not whole folders */
	struct ignored *ignored;       /* of the folder at hand; owned */
};

enum choice_of {
	CHOICE_READ,     /* if its suffix is known */
	CHOICE_NAMED,    /* `include` names it; its suffix does not matter */
	CHOICE_IGNORED,  /* by .gitignore */
	CHOICE_EXCLUDED, /* by --exclude or the configuration */
};

/* Begins a folder that the call names. The caller releases the choice. */
void choice_begin(
    struct file_choice *choice, const struct job *job, const char *path);
void choice_release(struct file_choice *choice);

/* Enters a subfolder of the current folder, and leaves it. */
void choice_enter(struct file_choice *choice, const char *name);
void choice_leave(struct file_choice *choice);

/* Decides whether a file or folder of the current folder is read. */
enum choice_of choice_judge(
    struct file_choice *choice, const char *name, bool is_folder);

#endif
