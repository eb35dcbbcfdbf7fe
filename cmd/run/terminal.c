/* Ternion: what is said and done differently at a terminal. */
#include <sys/ioctl.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/run/terminal.h"

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
		    "ternion %s: waiting for %s; Ctrl-D on a line of its own "
		    "ends them\n",
		    job->command->name, what);
}
