/* Ternion: where results go. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "output.h"

static bool
complain(const char *path)
{
	/* Whoever closed the pipe wants no more, and no message either. */
	if (errno != EPIPE)
		fprintf(stderr, "ternion: cannot write %s: %s\n", path,
		    strerror(errno));
	return false;
}

static FILE *
open_temporary(struct output *output)
{
	struct strbuf name = STRBUF_INIT;
	mode_t mask = umask(0);
	int fd;

	umask(mask);
	strbuf_printf(&name, "%s.XXXXXX", output->path);
	output->temporary = name.ptr;
	fd = mkstemp(output->temporary);
	if (fd < 0)
		return NULL;
	fchmod(fd, 0666 & ~mask);
	return fdopen(fd, "w");
}

bool
output_open(struct output *output, const char *path)
{
	*output = (struct output){ stdout, NULL, NULL };
	if (path == NULL || strcmp(path, "-") == 0)
		return true;
	output->path = path;
	output->file = open_temporary(output);
	if (output->file != NULL)
		return true;
	complain(path);
	free(output->temporary);
	return false;
}

void
output_flush(struct output *output, struct strbuf *text)
{
	if (text->len > 0)
		fwrite(text->ptr, 1, text->len, output->file);
	strbuf_reset(text);
}

bool
output_close(struct output *output, bool keep)
{
	const char *name =
	    output->path != NULL ? output->path : "standard output";
	bool ok = !ferror(output->file);

	if (output->path == NULL)
		return (fflush(output->file) == 0 && ok) || complain(name);
	ok = fclose(output->file) == 0 && ok;
	if (ok && keep)
		ok = rename(output->temporary, output->path) == 0;
	if (!ok)
		complain(name);
	if (!ok || !keep)
		unlink(output->temporary);
	free(output->temporary);
	return ok;
}

int
output_finish_stdout(void)
{
	struct output output = { stdout, NULL, NULL };

	return output_close(&output, true) ? 0 : 2;
}

bool
output_wants_colour(int choice, FILE *stream)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
	const char *forced = getenv("CLICOLOR_FORCE");

	if (choice != 0)
		return choice > 0;
	if (no != NULL && *no != '\0')
		return false;
	if (forced != NULL && *forced != '\0' && strcmp(forced, "0") != 0)
		return true;
	return isatty(fileno(stream)) &&
	    (term == NULL || strcmp(term, "dumb") != 0);
}
