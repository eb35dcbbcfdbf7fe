/* Ternion: where results go. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parse/text/arena.h"
#include "cmd/run/output.h"

static bool
complain(const char *path)
{
	/* Whoever closed the pipe wants no more, and no message either. */
	if (errno != EPIPE)
		fprintf(stderr, "ternion: cannot write %s: %s\n", path,
		    strerror(errno));
	return false;
}

/* The permissions of a new file. */
static mode_t
usual_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

static const char *
target_of(const struct output *output)
{
	return output->target != NULL ? output->target : output->path;
}

static FILE *
open_temporary(struct output *output, mode_t mode)
{
	struct strbuf name = STRBUF_INIT;
	int fd;

	strbuf_printf(&name, "%s.XXXXXX", target_of(output));
	output->temporary = name.ptr;
	fd = mkstemp(output->temporary);
	if (fd < 0)
		return NULL;
	fchmod(fd, mode);
	return fdopen(fd, "w");
}

static FILE *
open_path(struct output *output)
{
	struct stat status;

	if (stat(output->path, &status) != 0)
		return open_temporary(output, usual_mode());
	if (!S_ISREG(status.st_mode))
		return fopen(output->path, "w");
	output->target = realpath(output->path, NULL);
	return open_temporary(output, status.st_mode & 0777);
}

bool
output_open(struct output *output, const char *path)
{
	*output = (struct output){ .file = stdout };
	if (path == NULL || strcmp(path, "-") == 0)
		return true;
	output->path = path;
	output->file = open_path(output);
	if (output->file != NULL)
		return true;
	complain(path);
	free(output->temporary);
	free(output->target);
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
	if (ok && keep && output->temporary != NULL)
		ok = rename(output->temporary, target_of(output)) == 0;
	if (!ok)
		complain(name);
	if (output->temporary != NULL && (!ok || !keep))
		unlink(output->temporary);
	free(output->temporary);
	free(output->target);
	return ok;
}

int
output_finish_stdout(void)
{
	struct output output = { .file = stdout };

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
