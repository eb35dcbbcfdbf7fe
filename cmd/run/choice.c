/* Ternion: which files of a folder are read. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cmd/options/repository.h"
#include "cmd/run/choice.h"
#include "parse/text/arena.h"
#include "parse/text/source.h"

enum {
	IGNORE_MAX = 1024 * 1024 /* bytes; a longer file is ignored */
};

/* The path without links of a folder; "" for the root, NULL if there is none.
 */
static char *
real_path(const char *path)
{
	char *real = realpath(path, NULL);

	if (real == NULL && errno == ENOMEM)
		memory_none();
	if (real != NULL && strcmp(real, "/") == 0)
		*real = '\0';
	return real;
}

/* The path relative to a folder; empty if it is not in the folder. */
static struct slice
below(struct slice path, struct slice folder)
{
	if (path.len <= folder.len + 1 || path.ptr[folder.len] != '/' ||
	    memcmp(path.ptr, folder.ptr, folder.len) != 0)
		return slice_sub(path, 0, 0);
	return slice_sub(path, folder.len + 1, path.len - folder.len - 1);
}

/*
 * .gitignore
 */

/* Reads the .gitignore of the current folder. Like git, only a regular file
 * counts, no link. */
static void
look_into(struct file_choice *choice)
{
	struct ignored *ignored = mem_alloc(sizeof(*ignored));
	struct strbuf *place = &choice->place;
	size_t len = place->len;
	struct source source;
	struct stat status;

	*ignored = (struct ignored){
		.above = choice->ignored, .globs = GLOBS_INIT, .base = len
	};
	strbuf_puts(place, "/.git");
	ignored->is_top = lstat(place->ptr, &status) == 0;
	strbuf_puts(place, "ignore");
	if (lstat(place->ptr, &status) == 0 && S_ISREG(status.st_mode)) {
		if (source_open_whole(
			&source, place->ptr, place->ptr, IGNORE_MAX) == 0)
			globs_read(&ignored->globs, source_rest(&source));
		source_release(&source);
	}
	strbuf_cut(place, len);
	choice->ignored = ignored;
}

static void
leave_ignored(struct file_choice *choice)
{
	struct ignored *ignored = choice->ignored;

	choice->ignored = ignored->above;
	globs_release(&ignored->globs);
	mem_free(ignored);
}

/* Whether the nearest .gitignore with a matching pattern ignores the current
 * path. */
static bool
is_ignored(const struct file_choice *choice, bool is_folder)
{
	struct slice path = strbuf_as_slice(&choice->place);

	for (const struct ignored *i = choice->ignored; i; i = i->above) {
		const struct glob *glob = globs_find(&i->globs,
		    below(path, slice_sub(path, 0, i->base)), is_folder);

		if (glob != NULL)
			return !glob->negated;
		if (i->is_top)
			break;
	}
	return false;
}

/*
 * Patterns of the call
 */

/* Whether the patterns match a path, relative to their base or else to the
 * folder that was named: 1, -1 if the last that does begins with !, or 0. */
static int
decide(const struct selection *selection, const struct file_choice *choice,
    struct slice path, bool is_folder)
{
	const struct glob *glob = NULL;

	if (selection->base != NULL)
		glob = globs_find(&selection->globs,
		    below(path, slice_of(selection->base)), is_folder);
	if (glob == NULL)
		glob = globs_find(&selection->globs,
		    below(path, slice_sub(path, 0, choice->operand)),
		    is_folder);
	return glob == NULL ? 0 : glob->negated ? -1 : 1;
}

/* A file is included by its own name, or by that of a folder above it. */
static enum choice_of
judge_included(const struct file_choice *choice)
{
	struct slice path = strbuf_as_slice(&choice->place);
	int by = decide(&choice->config_include, choice, path, false);

	if (by >= 0 && decide(&choice->config_named, choice, path, false) != 0)
		return CHOICE_NAMED;
	while (by == 0 && path.len > 0) {
		do
			path.len--;
		while (path.len > 0 && path.ptr[path.len] != '/');
		by = decide(&choice->config_include, choice, path, true);
	}
	return by > 0 ? CHOICE_READ : CHOICE_EXCLUDED;
}

enum choice_of
choice_judge(struct file_choice *choice, const char *name, bool is_folder)
{
	enum choice_of choice_of = CHOICE_READ;
	size_t len = choice->place.len;
	struct slice path;

	strbuf_printf(&choice->place, "/%s", name);
	path = strbuf_as_slice(&choice->place);
	if (decide(&choice->exclude, choice, path, is_folder) > 0 ||
	    decide(&choice->config_exclude, choice, path, is_folder) > 0)
		choice_of = CHOICE_EXCLUDED;
	else if (is_ignored(choice, is_folder))
		choice_of = CHOICE_IGNORED;
	else if (!is_folder && choice->config_include.globs.len > 0)
		choice_of = judge_included(choice);
	strbuf_cut(&choice->place, len);
	return choice_of;
}

/*
 * Folders
 */

void
choice_begin(
    struct file_choice *choice, const struct job *job, const char *path)
{
	const char *config = job->config.path.ptr;
	const char *slash = config != NULL ? strrchr(config, '/') : NULL;
	struct strbuf config_folder = STRBUF_INIT;
	char *real = real_path(path);
	struct slice folder = slice_of(real != NULL ? real : path);
	struct slice working, top;

	strbuf_puts(&config_folder, slash != NULL ? "" : ".");
	if (slash != NULL)
		strbuf_add(
		    &config_folder, config, (size_t)(slash - config) + 1);
	*choice = (struct file_choice){ .exclude.base = real_path("."),
		.config_base = real_path(config_folder.ptr) };
	strbuf_release(&config_folder);
	globs_read(
	    &choice->exclude.globs, strbuf_as_slice(&job->folders.exclude));
	globs_read(&choice->config_exclude.globs,
	    strbuf_as_slice(&job->folders.config_exclude));
	globs_read(&choice->config_include.globs,
	    strbuf_as_slice(&job->folders.config_include));
	globs_read(&choice->config_named.globs,
	    strbuf_as_slice(&job->folders.config_include));
	globs_drop_any(&choice->config_named.globs);
	choice->config_exclude.base = choice->config_include.base =
	    choice->config_named.base = choice->config_base;
	/* The files .gitignore count from the top of the repository on, or else
	 * from the working directory. */
	working =
	    slice_of(choice->exclude.base != NULL ? choice->exclude.base : "");
	if (!repository_find(folder.ptr, &top))
		top = choice->exclude.base != NULL &&
			below(folder, working).len > 0
		    ? working
		    : folder;
	strbuf_puts(&choice->place, "");
	for (size_t i = 0; i < folder.len; i++) {
		if (i >= top.len && folder.ptr[i] == '/')
			look_into(choice);
		strbuf_char(&choice->place, folder.ptr[i]);
	}
	choice->operand = choice->place.len;
	look_into(choice);
	free(real);
}

void
choice_release(struct file_choice *choice)
{
	while (choice->ignored != NULL)
		leave_ignored(choice);
	globs_release(&choice->exclude.globs);
	globs_release(&choice->config_exclude.globs);
	globs_release(&choice->config_include.globs);
	globs_release(&choice->config_named.globs);
	free(choice->exclude.base);
	free(choice->config_base);
	strbuf_release(&choice->place);
}

void
choice_enter(struct file_choice *choice, const char *name)
{
	strbuf_printf(&choice->place, "/%s", name);
	look_into(choice);
}

void
choice_leave(struct file_choice *choice)
{
	leave_ignored(choice);
	strbuf_cut(&choice->place, choice->ignored->base);
}
