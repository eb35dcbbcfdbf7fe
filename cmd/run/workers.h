/*
 * Ternion: the threads of a run: a file is cut into chunks of whole records,
 * which are worked on in any order and reported in that of the input.
 */
#ifndef TERNION_CMD_WORKERS_H
#define TERNION_CMD_WORKERS_H

#include "cmd/run/run.h"

/* Whether a file may be read by many threads: nothing in the run depends on
 * what was before, and the format tells where records begin. */
bool workers_may_read(const struct run *run, const struct format *format);

/* Starts the threads, once; false if there can be none. */
bool workers_start(struct run *run);

/* Reads a file by many threads; false if it is left to one, from where the
 * input is. */
bool workers_read(struct run *run, struct input *input);

/* Reports all that is under way, before something is done in one thread. */
void workers_report_all(struct run *run);

#endif
