/* Ternion: progress on a terminal, of work that takes long. */
#ifndef TERNION_CMD_PROGRESS_H
#define TERNION_CMD_PROGRESS_H

#include <stdbool.h>

struct progress {
	bool is_on;          /* standard error is a terminal, and may be used */
	bool is_shown;       /* a line of it stands there */
	unsigned long calls; /* since the clock was asked */
	double next;         /* when it is to be shown, in seconds */
};

/* Begins to wait; nothing is shown in the first second. */
void progress_begin(struct progress *progress, bool quiet);

/* Shows the counts now and then; may be called for every record. */
void progress_show(struct progress *progress, const char *file,
    unsigned long games, unsigned long plies);

/* Takes the line away, before anything else is written. */
void progress_clear(struct progress *progress);

#endif
