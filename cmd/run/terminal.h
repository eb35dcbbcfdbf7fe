/* Ternion: messages and progress at a terminal. */
#ifndef TERNION_CMD_TERMINAL_H
#define TERNION_CMD_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct job;

/* The columns of the terminal that a stream goes to, at least a few; 0 if it
 * goes to none. */
unsigned terminal_width(FILE *stream);

/* If standard input and standard error are a terminal, says that the program
 * waits for input, and how to end it. */
void terminal_tell_waiting(const struct job *job, const char *what);

/* Progress of work that takes long, on standard error. */
struct progress {
	bool is_on;      /* standard error is a terminal, and may be used */
	bool is_shown;   /* a line of it stands there */
	double begun;    /* in seconds */
	double next;     /* when it is to be shown */
	uint64_t total;  /* of the work: bytes, or another unit */
	bool is_unknown; /* the total is */
	uint64_t before; /* of the inputs that are done */
};

/* Begins to wait; nothing is shown in the first second. */
void progress_begin(struct progress *progress, bool quiet);

/* A file, "-" being standard input, is part of the work. */
void progress_expect(struct progress *progress, const char *path);

/* Whether the line is to be shown; may be asked for every record. */
bool progress_is_due(struct progress *progress);

/* Shows "NAME: COUNTS, 34%, 12 s left", cut to the terminal; `done` is what is
 * done of the input at hand. */
void progress_show(struct progress *progress, const char *name,
    const char *counts, uint64_t done);

/* Takes the line away, before anything else is written. */
void progress_clear(struct progress *progress);

#endif
