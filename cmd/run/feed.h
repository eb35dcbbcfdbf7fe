/*
 * Ternion: the files of a run, whole or in pieces that threads have worked on,
 * in the order of the input.
 */
#ifndef TERNION_CMD_FEED_H
#define TERNION_CMD_FEED_H

#include "cmd/run/run.h"

struct feed *feed_new(struct run *run);

/* The next piece, which the caller frees; NULL: there is none. */
struct piece *feed_take(struct feed *feed);

/* Ends the threads, and frees the pieces that were not taken. NULL is none. */
void feed_free(struct feed *feed);

#endif
