/*
 * Ternion: the files of a run, whole or in pieces that threads have worked on,
 * in the order of the input.
 */
#ifndef TERNION_CMD_FEED_H
#define TERNION_CMD_FEED_H

#include "cmd/run/run.h"

/* Opens what an entry names. */
struct piece *feed_open(struct run *run, const struct entry *entry);

/* The next piece, which the caller frees; NULL: there is none. */
struct piece *feed_take(struct run *run);

/* Ends the threads, and frees the pieces that were not taken. */
void feed_release(struct run *run);

/* Looks at the files that a job will read: adds up their sizes, and notes which
 * they are. Each may be NULL. */
void feed_look_ahead(
    const struct job *job, struct progress *expected, struct key_set *inputs);

#endif
