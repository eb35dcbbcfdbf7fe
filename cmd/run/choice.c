/* Ternion: which files of a folder are read. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cmd/options/repository.h"
#include "cmd/run/choice.h"
#include "parse/text/arena.h"
#include "parse/text/source.h"

#define IGNORE_FILE ".gitignore"

enum {
	IGNORE_MAX = 1024 * 1024 /* bytes; a longer file is ignored */
};

/* Append a name to the path of the current folder, and remove it. */
static void
enter_name(struct file_choice *choice, const char *name)
{
	strbuf_char(&choice->place, '/');
	strbuf_puts(&choice->place, name);
}

static void
leave_name(struct file_choice *choice, const char *name)
{
	choice->place.len -= strlen(name) + 1;
	choice->place.ptr[choice->place.len] = '\0';
}

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
	const char *path;
	struct source source;
	struct stat status;

	*ignored = (struct ignored){ .above = choice->ignored,
		.globs = GLOBS_INIT,
		.base = choice->place.len };
	enter_name(choice, ".git");
	ignored->is_top = lstat(choice->place.ptr, &status) == 0;
	leave_name(choice, ".git");
	enter_name(choice, IGNORE_FILE);
	path = choice->place.ptr;
	if (lstat(path, &status) == 0 && S_ISREG(status.st_mode)) {
		if (source_open_whole(&source, path, path, IGNORE_MAX) == 0)
			globs_read(&ignored->globs, source_rest(&source));
		source_release(&source);
	}
	leave_name(choice, IGNORE_FILE);
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

/* Finds the pattern that decides about the current path, relative to the base
 * of the patterns or else to the folder that was named; NULL if there is none.
 */
static const struct glob *
selection_find(const struct selection *selection,
    const struct file_choice *choice, struct slice path, bool is_folder)
{
	const struct glob *glob = NULL;

	if (selection->base != NULL)
		glob = globs_find(&selection->globs,
		    below(path, slice_of(selection->base)), is_folder);
	if (glob == NULL)
		glob = globs_find(&selection->globs,
		    below(path, slice_sub(path, 0, choice->operand)),
		    is_folder);
	return glob;
}

static bool
is_excluded(const struct selection *selection, const struct file_choice *choice,
    bool is_folder)
{
	const struct glob *glob = selection_find(
	    selection, choice, strbuf_as_slice(&choice->place), is_folder);

	return glob != NULL && !glob->negated;
}

/* A file is included by its own name, or by that of a folder above it. */
static enum choice_of
judge_included(const struct file_choice *choice)
{
	struct slice path = strbuf_as_slice(&choice->place);
	const struct glob *glob =
	    selection_find(&choice->config_include, choice, path, false);

	if (glob != NULL && glob->negated)
		return CHOICE_EXCLUDED;
	if (selection_find(&choice->config_named, choice, path, false) != NULL)
		return CHOICE_NAMED;
	while (glob == NULL && path.len > 0) {
		while (path.len > 0 && path.ptr[path.len - 1] != '/')
			path.len--;
		path.len -= path.len > 0;
		glob =
		    selection_find(&choice->config_include, choice, path, true);
	}
	return glob != NULL && !glob->negated ? CHOICE_READ : CHOICE_EXCLUDED;
}

enum choice_of
choice_judge(struct file_choice *choice, const char *name, bool is_folder)
{
	enum choice_of choice_of = CHOICE_READ;

	enter_name(choice, name);
	if (is_excluded(&choice->exclude, choice, is_folder) ||
	    is_excluded(&choice->config_exclude, choice, is_folder))
		choice_of = CHOICE_EXCLUDED;
	else if (is_ignored(choice, is_folder))
		choice_of = CHOICE_IGNORED;
	else if (!is_folder && choice->config_include.globs.len > 0)
		choice_of = judge_included(choice);
	leave_name(choice, name);
	return choice_of;
}

/*
 * Folders
 */

/* The length of the path from which .gitignore files count for the named
 * folder: the top of the repository, or the working directory. */
static size_t
top_of(const struct file_choice *choice, struct slice folder)
{
	const char *directory = choice->exclude.base;
	struct slice top;

	if (repository_find(folder.ptr, &top))
		return top.len;
	if (directory != NULL && below(folder, slice_of(directory)).len > 0)
		return strlen(directory);
	return folder.len;
}

void
choice_begin(
    struct file_choice *choice, const struct job *job, const char *path)
{
	const char *config = job->config.path.ptr, *slash = NULL;
	struct strbuf beside =
	    STRBUF_INIT; /* the folder of the configuration */
	char *real = real_path(path);
	struct slice folder = slice_of(real != NULL ? real : path);
	size_t top;

	if (config != NULL)
		slash = strrchr(config, '/');
	strbuf_puts(&beside, slash != NULL ? "" : ".");
	if (slash != NULL)
		strbuf_add(&beside, config, (size_t)(slash - config) + 1);
	*choice = (struct file_choice){ .exclude.base = real_path("."),
		.config_base = real_path(beside.ptr) };
	strbuf_release(&beside);
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
	top = top_of(choice, folder);
	strbuf_puts(&choice->place, "");
	for (size_t i = 0; i < folder.len; i++) {
		if (i >= top && folder.ptr[i] == '/')
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
	enter_name(choice, name);
	look_into(choice);
}

void
choice_leave(struct file_choice *choice, const char *name)
{
	leave_name(choice, name);
	leave_ignored(choice);
}
