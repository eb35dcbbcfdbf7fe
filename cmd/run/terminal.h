/* Ternion: messages and progress at a terminal. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct job;

/* The columns of the terminal that a stream is; 0 if it is none. */
unsigned terminal_width(FILE *stream);

/* If standard input and standard error are a terminal, says that the program
 * waits for input, and how to end it. */
void terminal_tell_waiting(const struct job *job, const char *what);

/* A clock in milliseconds. */
unsigned long clock_ms(void);

/* The progress of long work, shown on standard error. */
struct progress {
	bool is_on;          /* standard error is a terminal, and may be used */
	bool is_shown;       /* its line is on the screen */
	unsigned long begun; /* clock_ms */
	unsigned long next;  /* when to show it again */
	uint64_t total;      /* of the work: bytes, or another unit */
	bool is_unknown;     /* the total is */
	uint64_t before;     /* done in earlier inputs */
};

/* Begins the work; nothing is shown in the first second. */
void progress_begin(struct progress *progress, bool quiet);

/* Whether it is time to show the line; cheap enough for every record. */
bool progress_is_due(struct progress *progress);

/* Shows "COUNTS, 34%, 12 s left: NAME", cut to the terminal, after `done` bytes
 * of the input at hand. */
void progress_show(struct progress *progress, const char *name,
    const char *counts, uint64_t done);

/* Removes the line, before anything else is written. */
void progress_clear(struct progress *progress);
