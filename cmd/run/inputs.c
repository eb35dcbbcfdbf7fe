/* Ternion: the inputs of a call, one after another. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cmd/run/inputs.h"
#include "parse/text/arena.h"

enum {
	FOLDERS_DEEP = 256
};

/* A folder that is being searched. */
struct folder {
	struct folder *above; /* NULL: the call names it */
	char *path, *name;    /* owned; the name is that in the folder above */
	dev_t device;
	ino_t inode;
	unsigned depth;
	struct dirent **entry; /* owned */
	int len, at;
	/* Names of files that are one input, borrowed from the entries: */
	const struct format *joined; /* NULL: there are none */
	const char **name_joined;    /* owned */
	size_t names;
	bool is_joined; /* they were given */
};

/* Where in inputs->path the part begins that is below the folder that the call
 * names; if the path is the operand itself, its last name. */
static size_t
base_of(const struct inputs *inputs)
{
	const struct folder *top = inputs->folder;
	const char *path = inputs->path.ptr;
	size_t len = strlen(path), base = 0;

	while (top != NULL && top->above != NULL)
		top = top->above;
	if (top != NULL && len > strlen(top->path) + 1)
		return strlen(top->path) + 1;
	for (size_t i = 0; i + 1 < len; i++)
		if (path[i] == '/' && path[i + 1] != '/')
			base = i + 1;
	return base;
}

/* Gives the entry at inputs->path, with the reason if it is not read; returns
 * true. */
static bool
give(struct inputs *inputs, struct entry *entry, enum entry_kind kind,
    const char *why)
{
	*entry = (struct entry){ .kind = kind,
		.path = inputs->path.ptr,
		.base = base_of(inputs),
		.fault = DIAG_FILE_UNREADABLE,
		.why = why };
	inputs->files += kind == ENTRY_FILE;
	inputs->passed_over += kind == ENTRY_PASSED;
	inputs->faults += kind == ENTRY_FAULT;
	return true;
}

void
inputs_pass_over(struct inputs *inputs)
{
	inputs->files--;
	inputs->passed_over++;
}

static void
set_path(struct inputs *inputs, const char *path)
{
	strbuf_reset(&inputs->path);
	strbuf_puts(&inputs->path, path);
}

/*
 * Files that are one input
 */

/* The number in a name such as move_012.json. */
static unsigned long
number_of_name(const char *name)
{
	return strtoul(name + strcspn(name, "0123456789"), NULL, 10);
}

static int
by_name_number(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;
	unsigned long m = number_of_name(*x), n = number_of_name(*y);

	return m != n ? (m > n) - (m < n) : strcmp(*x, *y);
}

/* Keeps the name of a file that is part of one input of several files; false if
 * it is not. */
static bool
join_name(struct folder *folder, const struct job *job, const char *name)
{
	const struct format *format = format_of_path(name);

	if (format == NULL || format->names == NULL ||
	    (job->input.format != NULL &&
		strcmp(job->input.format, format->id) != 0))
		return false;
	folder->joined = format;
	folder->name_joined = mem_grow(folder->name_joined,
	    (folder->names + 1) * sizeof(*folder->name_joined));
	folder->name_joined[folder->names++] = name;
	return true;
}

static bool
give_joined(struct inputs *inputs, struct folder *folder, struct entry *entry)
{
	qsort(folder->name_joined, folder->names, sizeof(*folder->name_joined),
	    by_name_number);
	folder->is_joined = true;
	set_path(inputs, folder->path);
	*entry = (struct entry){ .kind = ENTRY_JOINED,
		.path = inputs->path.ptr,
		.base = base_of(inputs),
		.format = folder->joined,
		.name = folder->name_joined,
		.names = folder->names };
	inputs->files += folder->names;
	return true;
}

/*
 * Folders
 */

static int
by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int
is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static char *
copy_path(const char *text)
{
	size_t size = strlen(text) + 1;

	return memcpy(mem_alloc(size), text, size);
}

/* Begins to search the folder at inputs->path; false, with errno set, if it
 * cannot be read. */
static bool
enter(struct inputs *inputs, const char *name, const struct stat *status)
{
	struct folder *folder = mem_zeroed(sizeof(*folder));

	folder->len =
	    scandir(inputs->path.ptr, &folder->entry, is_visible, by_bytes);
	if (folder->len < 0) {
		mem_free(folder);
		return false;
	}
	folder->above = inputs->folder;
	folder->path = copy_path(inputs->path.ptr);
	folder->name = copy_path(name);
	folder->device = status->st_dev;
	folder->inode = status->st_ino;
	folder->depth = inputs->folder != NULL ? inputs->folder->depth + 1 : 0;
	if (folder->above != NULL)
		choice_enter(&inputs->choice, name);
	inputs->folder = folder;
	return true;
}

static void
leave(struct inputs *inputs)
{
	struct folder *folder = inputs->folder;

	inputs->folder = folder->above;
	if (folder->above != NULL)
		choice_leave(&inputs->choice, folder->name);
	else
		choice_release(&inputs->choice);
	for (int i = 0; i < folder->len; i++)
		free(folder->entry[i]);
	free(folder->entry);
	mem_free(folder->name_joined);
	mem_free(folder->name);
	mem_free(folder->path);
	mem_free(folder);
}

static const char *
words_of_choice(enum choice_of choice)
{
	return choice == CHOICE_IGNORED ? ".gitignore excludes it"
					: "it is excluded";
}

/* These functions give an entry for inputs->path, or return false if it is not
 * an entry. */

static bool
give_folder(struct inputs *inputs, struct entry *entry, const char *name,
    const struct stat *status)
{
	enum choice_of choice = choice_judge(&inputs->choice, name, true);

	if (choice != CHOICE_READ)
		return give(
		    inputs, entry, ENTRY_PASSED, words_of_choice(choice));
	for (const struct folder *f = inputs->folder; f != NULL; f = f->above)
		if (f->device == status->st_dev && f->inode == status->st_ino)
			return give(inputs, entry, ENTRY_PASSED,
			    "it leads back to itself");
	if (inputs->folder->depth == FOLDERS_DEEP)
		return give(
		    inputs, entry, ENTRY_FAULT, "the folders are too deep");
	return !enter(inputs, name, status) &&
	    give(inputs, entry, ENTRY_FAULT, strerror(errno));
}

/* A regular file, or something that stat(2) fails on. */
static bool
give_known(struct inputs *inputs, struct entry *entry, const char *name)
{
	bool known = format_of_path(name) != NULL;
	enum choice_of choice = choice_judge(&inputs->choice, name, false);

	if (choice == CHOICE_NAMED || (known && choice == CHOICE_READ))
		return !join_name(inputs->folder, inputs->job, name) &&
		    give(inputs, entry, ENTRY_FILE, NULL);
	return known &&
	    give(inputs, entry, ENTRY_PASSED, words_of_choice(choice));
}

static bool
give_in_folder(struct inputs *inputs, struct entry *entry, const char *name)
{
	struct stat status;
	bool known = format_of_path(name) != NULL;
	int error;

	if (stat(inputs->path.ptr, &status) != 0) {
		/* Nobody means a dangling link with an unknown suffix. */
		error = errno;
		if (known)
			return give_known(inputs, entry, name);
		return error != ENOENT && error != ELOOP &&
		    choice_judge(&inputs->choice, name, true) == CHOICE_READ &&
		    give(inputs, entry, ENTRY_FAULT, strerror(error));
	}
	if (S_ISDIR(status.st_mode))
		return give_folder(inputs, entry, name, &status);
	if (S_ISREG(status.st_mode))
		return give_known(inputs, entry, name);
	return known &&
	    give(inputs, entry, ENTRY_PASSED, "it is not a regular file");
}

/* Gives the next entry of the folder; false if there is none, or if that is a
 * folder, which it enters. */
static bool
next_in_folder(struct inputs *inputs, struct entry *entry)
{
	struct folder *folder = inputs->folder;

	while (folder->at < folder->len && inputs->folder == folder) {
		const char *name = folder->entry[folder->at++]->d_name;

		strbuf_reset(&inputs->path);
		strbuf_printf(&inputs->path, "%s/%s", folder->path, name);
		if (give_in_folder(inputs, entry, name))
			return true;
	}
	if (inputs->folder != folder)
		return false;
	if (folder->names > 0 && !folder->is_joined)
		return give_joined(inputs, folder, entry);
	set_path(inputs, folder->path);
	leave(inputs);
	if (inputs->folder != NULL || inputs->files > 0 || inputs->faults > 0)
		return false;
	give(inputs, entry, ENTRY_FAULT,
	    inputs->passed_over > 0
		? "nothing in this directory can be read: its files are not "
		  "records, or are excluded"
		: "no file in this directory has a known suffix");
	entry->fault = DIAG_DIRECTORY_EMPTY;
	return true;
}

/*
 * Operands and lists
 */

static bool
give_named(struct inputs *inputs, struct entry *entry)
{
	const char *path = inputs->path.ptr;
	struct stat status;

	inputs->files = inputs->faults = inputs->passed_over = 0;
	if (strcmp(path, "-") == 0 || stat(path, &status) != 0 ||
	    !S_ISDIR(status.st_mode)) {
		entry->is_named = give(inputs, entry, ENTRY_FILE, NULL);
		return true;
	}
	choice_begin(&inputs->choice, inputs->job, path);
	if (enter(inputs, "", &status))
		return false;
	choice_release(&inputs->choice);
	return give(inputs, entry, ENTRY_FAULT, strerror(errno));
}

static bool
give_bad_list(struct inputs *inputs, struct entry *entry, const char *why)
{
	*entry = (struct entry){ .kind = ENTRY_BAD_LIST,
		.path = inputs->job->input.list,
		.why = why };
	return true;
}

static void
close_list(struct inputs *inputs)
{
	if (inputs->list != NULL && inputs->list != stdin)
		fclose(inputs->list);
	inputs->list = NULL;
}

/* Gives the next name of --files0-from, ended by a NUL or the end of the list;
 * false at the end, or if the name is that of a folder, which it enters. */
static bool
next_listed(struct inputs *inputs, struct entry *entry)
{
	struct strbuf *name = &inputs->path;
	const char *why;
	int c;

	/* If a name is longer than any path, its rest is dropped. */
	set_path(inputs, "");
	while ((c = getc(inputs->list)) != EOF && c != '\0')
		if (name->len <= PATH_MAX)
			strbuf_char(name, (char)c);
	if (c != EOF || name->len > 0) {
		if (name->len == 0)
			return give_bad_list(inputs, entry, "a name is empty");
		if (name->len > PATH_MAX)
			return give_bad_list(
			    inputs, entry, "a name is too long");
		if (inputs->list == stdin && strcmp(name->ptr, "-") == 0)
			return give_bad_list(inputs, entry,
			    "'-' cannot occur in a list from standard input");
		return give_named(inputs, entry);
	}
	/* Reading may have failed, for example for lack of memory. */
	why = feof(inputs->list) ? NULL : strerror(errno);
	close_list(inputs);
	return why != NULL && give_bad_list(inputs, entry, why);
}

/* Gives --position, opens --files0-from, or falls back to standard input if the
 * call has no operands. */
static bool
give_default(struct inputs *inputs, struct entry *entry)
{
	const struct job *job = inputs->job;

	if (job->input.position != NULL) {
		*entry = (struct entry){ .kind = ENTRY_POSITION,
			.path = "--position" };
		return true;
	}
	if (job->input.list == NULL) {
		set_path(inputs, "-");
		return job->operands == 0 && give_named(inputs, entry);
	}
	inputs->list = strcmp(job->input.list, "-") == 0
	    ? stdin
	    : fopen(job->input.list, "r");
	return inputs->list == NULL &&
	    give_bad_list(inputs, entry, strerror(errno));
}

void
inputs_begin(struct inputs *inputs, const struct job *job)
{
	*inputs = (struct inputs){ .job = job };
}

void
inputs_release(struct inputs *inputs)
{
	while (inputs->folder != NULL)
		leave(inputs);
	close_list(inputs);
	strbuf_release(&inputs->path);
}

bool
inputs_next(struct inputs *inputs, struct entry *entry)
{
	const struct job *job = inputs->job;

	for (;;) {
		bool given = false;

		if (inputs->folder != NULL) {
			given = next_in_folder(inputs, entry);
		} else if (!inputs->begun) {
			inputs->begun = true;
			given = give_default(inputs, entry);
		} else if (inputs->list != NULL) {
			given = next_listed(inputs, entry);
		} else if (inputs->operand < job->operands) {
			set_path(inputs, job->operand[inputs->operand++]);
			given = give_named(inputs, entry);
		} else {
			return false;
		}
		if (given)
			return true;
	}
}
