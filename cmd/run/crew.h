/*
 * Ternion: threads that work on tasks; results are taken in the order in which
 * the tasks were given, whoever is ready first.
 */
#ifndef TERNION_CMD_CREW_H
#define TERNION_CMD_CREW_H

#include <stdbool.h>

struct crew;

/* What the threads do. */
struct crew_job {
	/* Makes what one thread needs for itself, and gives it back. */
	void *(*begin)(void *context);
	void (*end)(void *worker);
	/* Works on a task; nobody else touches it meanwhile. */
	void (*work)(void *worker, void *task);
	void *context;
};

/* Starts `threads` threads; NULL if there can be none. */
struct crew *crew_new(unsigned threads, const struct crew_job *job);

/* Ends the threads; all tasks have been taken. */
void crew_free(struct crew *crew);

/* Whether a task must be taken before another can be given. */
bool crew_is_full(struct crew *crew);

/* Gives a task; there must be room. */
void crew_submit(struct crew *crew, void *task);

/* The oldest task, when it is done; NULL if there is none. */
void *crew_collect(struct crew *crew);

#endif
