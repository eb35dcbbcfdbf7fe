/* Ternion: what is said and done differently at a terminal. */
#ifndef TERNION_CMD_TERMINAL_H
#define TERNION_CMD_TERMINAL_H

#include <stdio.h>

struct job;

/* The columns of the terminal that a stream goes to, not less than a few; 0 if
 * it goes to none. */
unsigned terminal_width(FILE *stream);

/* Says on standard error that standard input is read, and how to end it, if
 * both are a terminal: somebody may wonder why nothing happens. */
void terminal_tell_waiting(const struct job *job, const char *what);

#endif
