/* Ternion: the inputs of a call, one after another. */
#include <dirent.h>
#include <errno.h>
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
	char *path;           /* owned by malloc */
	dev_t device;
	ino_t inode;
	unsigned depth;
	struct dirent **entry; /* owned by malloc */
	int len, at;
	/* Names of files that are one input, borrowed from the entries: */
	const struct format *joined;
	const char **name_joined; /* owned */
	size_t names;             /* 0: there are none, or they were given */
};

/* Gives the entry at inputs->path, with the reason if it is not read; returns
 * true. */
static bool
give(struct inputs *inputs, struct entry *entry, enum entry_kind kind,
    const char *why)
{
	const struct folder *top = inputs->folder;
	const char *path = inputs->path.ptr;
	size_t len = strlen(path);

	*entry = (struct entry){ .kind = kind,
		.path = path,
		.fault = DIAG_FILE_UNREADABLE,
		.why = why };
	while (top != NULL && top->above != NULL)
		top = top->above;
	if (top != NULL && len > strlen(top->path) + 1)
		entry->base = strlen(top->path) + 1;
	else
		for (size_t i = 0; i + 1 < len; i++)
			if (path[i] == '/' && path[i + 1] != '/')
				entry->base = i + 1;
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

/* Begins to search the folder at inputs->path, which has this name in the one
 * above it; false, with errno set, if it cannot be read. */
static bool
enter(struct inputs *inputs, const char *name, const struct stat *status)
{
	struct folder *folder = mem_zeroed(sizeof(*folder));

	folder->path = strdup(inputs->path.ptr);
	if (folder->path == NULL)
		memory_none();
	folder->len =
	    scandir(folder->path, &folder->entry, is_visible, by_bytes);
	if (folder->len < 0) {
		free(folder->path);
		mem_free(folder);
		return false;
	}
	folder->above = inputs->folder;
	folder->device = status->st_dev;
	folder->inode = status->st_ino;
	if (folder->above != NULL) {
		folder->depth = folder->above->depth + 1;
		choice_enter(&inputs->choice, name);
	}
	inputs->folder = folder;
	return true;
}

static void
leave(struct inputs *inputs)
{
	struct folder *folder = inputs->folder;

	inputs->folder = folder->above;
	if (folder->above != NULL)
		choice_leave(&inputs->choice);
	else
		choice_release(&inputs->choice);
	for (int i = 0; i < folder->len; i++)
		free(folder->entry[i]);
	free(folder->entry);
	free(folder->path);
	mem_free(folder->name_joined);
	mem_free(folder);
}

/* Enters a folder, or gives the reason why not; false if it was entered. */
static bool
give_folder(struct inputs *inputs, struct entry *entry, const char *name,
    const struct stat *status)
{
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

/* Gives inputs->path, which has this name in the current folder; false if it is
 * no entry, or a folder that was entered. */
static bool
give_in_folder(struct inputs *inputs, struct entry *entry, const char *name)
{
	static const char *const words[] = {
		[CHOICE_IGNORED] = ".gitignore excludes it",
		[CHOICE_EXCLUDED] = "it is excluded",
	};
	bool known = format_of_path(name) != NULL, is_folder;
	enum choice_of choice;
	struct stat status;

	if (stat(inputs->path.ptr, &status) != 0) {
		int error = errno;

		/* Nobody means a dangling link with an unknown suffix. */
		if (!known)
			return error != ENOENT && error != ELOOP &&
			    choice_judge(&inputs->choice, name, true) ==
			    CHOICE_READ &&
			    give(inputs, entry, ENTRY_FAULT, strerror(error));
		status.st_mode = S_IFREG; /* reading it gives the reason */
	}
	is_folder = S_ISDIR(status.st_mode);
	if (!is_folder && !S_ISREG(status.st_mode))
		return known &&
		    give(inputs, entry, ENTRY_PASSED,
			"it is not a regular file");
	choice = choice_judge(&inputs->choice, name, is_folder);
	if (is_folder && choice == CHOICE_READ)
		return give_folder(inputs, entry, name, &status);
	if (choice == CHOICE_NAMED || (known && choice == CHOICE_READ))
		return !join_name(inputs->folder, inputs->job, name) &&
		    give(inputs, entry, ENTRY_FILE, NULL);
	return (known || is_folder) &&
	    give(inputs, entry, ENTRY_PASSED, words[choice]);
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
	set_path(inputs, folder->path);
	if (folder->names > 0) {
		qsort(folder->name_joined, folder->names,
		    sizeof(*folder->name_joined), by_name_number);
		give(inputs, entry, ENTRY_JOINED, NULL);
		entry->format = folder->joined;
		entry->name = folder->name_joined;
		entry->names = folder->names;
		inputs->files += folder->names;
		folder->names = 0;
		return true;
	}
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
 * Operands
 */

static bool
give_named(struct inputs *inputs, struct entry *entry, const char *path)
{
	struct stat status;

	set_path(inputs, path);
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
	strbuf_release(&inputs->path);
}

bool
inputs_next(struct inputs *inputs, struct entry *entry)
{
	const struct job *job = inputs->job;

	if (!inputs->begun) {
		inputs->begun = true;
		if (job->input.position != NULL) {
			*entry = (struct entry){ .kind = ENTRY_POSITION,
				.path = "--position" };
			return true;
		}
		if (job->operands == 0)
			return give_named(inputs, entry, "-");
	}
	for (;;) {
		if (inputs->folder != NULL) {
			if (next_in_folder(inputs, entry))
				return true;
		} else if (inputs->operand == job->operands) {
			return false;
		} else if (give_named(inputs, entry,
			       job->operand[inputs->operand++])) {
			return true;
		}
	}
}
