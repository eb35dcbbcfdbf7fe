/* Ternion: messages and progress at a terminal. */
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/run/terminal.h"
#include "parse/text/utf8.h"

enum {
	COLUMNS_USUAL = 80,
	COLUMNS_LEAST = 20,
};

unsigned
terminal_width(FILE *stream)
{
	struct winsize size;

	if (!isatty(fileno(stream)))
		return 0;
	if (ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
		return COLUMNS_USUAL;
	return size.ws_col < COLUMNS_LEAST ? COLUMNS_LEAST : size.ws_col;
}

void
terminal_tell_waiting(const struct job *job, const char *what)
{
	if (!job->quiet && isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
		fprintf(stderr,
		    "ternion %s: reading %s from the keyboard; end with Ctrl-D "
		    "on a line of its own\n",
		    job->command->name, what);
}

unsigned long
clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (unsigned long)now.tv_sec * 1000 +
	    (unsigned long)now.tv_nsec / 1000000;
}

void
progress_begin(struct progress *progress, bool quiet)
{
	*progress =
	    (struct progress){ .is_on = !quiet && isatty(STDERR_FILENO) };
	if (progress->is_on)
		progress->next = (progress->begun = clock_ms()) + 1000;
}

bool
progress_is_due(struct progress *progress)
{
	if (!progress->is_on || clock_ms() < progress->next)
		return false;
	progress->next = clock_ms() + 200;
	return true;
}

void
progress_show(struct progress *progress, const char *name, const char *counts,
    uint64_t done)
{
	double seconds = (double)(clock_ms() - progress->begun) / 1000;
	SCRATCH line = STRBUF_INIT;

	strbuf_puts(&line, counts);
	done += progress->before;
	if (!progress->is_unknown && done > 0 && done <= progress->total) {
		double part = (double)done / (double)progress->total;
		/* At the rate so far. */
		double left = seconds * (1 - part) / part;
		unsigned long minutes = (unsigned long)(left / 60);

		strbuf_printf(
		    &line, ", %.0f%%", part * 100 < 99 ? part * 100 : 99);
		if (left < 99)
			strbuf_printf(&line, ", %.0f s left", left + 0.5);
		else if (minutes < 99)
			strbuf_printf(&line, ", %lu min left", minutes + 1);
		else
			strbuf_printf(&line, ", %lu h %lu min left",
			    minutes / 60, minutes % 60);
	}
	strbuf_puts(&line, ": ");
	strbuf_masked(&line, slice_of(name));
	fprintf(stderr, "\r\033[K%.*s",
	    (int)width_fit(
		strbuf_as_slice(&line), 0, terminal_width(stderr) - 1),
	    line.ptr);
	fflush(stderr);
	progress->is_shown = true;
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
