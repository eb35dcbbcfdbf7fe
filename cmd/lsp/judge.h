/*
 * Ternion: by what a document is judged: the options of the call, and the
 * configuration that is nearest to its file. Documents with the same share it.
 */
#ifndef TERNION_CMD_LSP_JUDGE_H
#define TERNION_CMD_LSP_JUDGE_H

#include <sys/stat.h>

#include "cmd/run/run.h"

struct judge {
	struct judge *next;
	unsigned refs;      /* documents */
	char *path;         /* of the configuration, owned; NULL: none */
	struct stat status; /* of it, when it was read */
	bool is_faulty;     /* it could not be read, and does not count */
	struct job job;
	struct run run; /* that checks */
};

/* The judge of a file, from *judges or new; path NULL: it is in no folder.
 * *is_new tells which. */
struct judge *judge_of(struct judge **judges, const struct job *call,
    const char *path, bool *is_new);

/* One document less needs it. */
void judge_drop(struct judge **judges, struct judge *judge);

/* Sets up a run by the judge for another purpose than to check; the caller
 * sets what is to be done, and ends it with judge_end_run. */
void judge_begin_run(const struct judge *judge, struct run *run);
void judge_end_run(struct run *run);

#endif
