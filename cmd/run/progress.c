/* Ternion: progress on a terminal. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cmd/run/progress.h"

enum {
	CALLS = 64 /* between looks at the clock */
};

static double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

void
progress_begin(struct progress *progress, bool quiet)
{
	*progress =
	    (struct progress){ .is_on = !quiet && isatty(STDERR_FILENO) };
	if (progress->is_on)
		progress->next = now() + 1;
}

void
progress_show(struct progress *progress, const char *file, unsigned long games,
    unsigned long plies)
{
	if (!progress->is_on || ++progress->calls < CALLS)
		return;
	progress->calls = 0;
	if (now() < progress->next)
		return;
	progress->next = now() + 0.2;
	progress->is_shown = true;
	fprintf(
	    stderr, "\r\033[K%.40s: %lu games, %lu plies", file, games, plies);
	fflush(stderr);
}

void
progress_clear(struct progress *progress)
{
	if (!progress->is_shown)
		return;
	fputs("\r\033[K", stderr);
	fflush(stderr);
	progress->is_shown = false;
}
