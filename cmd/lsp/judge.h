/*
 * Ternion: the options and the configuration by which a document is checked:
 * those of the call, and the .ternion.yaml that is nearest to its file.
 * Documents for which these are equal share a judge.
 */
#ifndef TERNION_CMD_LSP_JUDGE_H
#define TERNION_CMD_LSP_JUDGE_H

#include <sys/stat.h>

#include "cmd/run/run.h"

struct judge {
	struct judge *next;
	unsigned refs;      /* documents that share it */
	char *path;         /* of the configuration, owned; NULL: none */
	struct stat status; /* of the file when it was read */
	bool is_faulty;     /* the file could not be read and is ignored */
	struct job job;
	struct run run; /* holds the options and the replayer */
};

/* The judge of a file, from *judges or new, as *is_new tells. If the document
 * is no file, path is NULL. */
struct judge *judge_of(struct judge **judges, const struct job *call,
    const char *path, bool *is_new);

/* Says that a document does not use the judge any more. */
void judge_drop(struct judge **judges, struct judge *judge);

/* Sets up a run with the judge's options, which the caller may change before it
 * makes the replayer. judge_end_run releases it. */
void judge_begin_run(const struct judge *judge, struct run *run);
void judge_end_run(struct run *run);

#endif
