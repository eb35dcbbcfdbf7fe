/* Ternion: the inputs of a call. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cmd/run/choice.h"
#include "cmd/run/inputs.h"

enum {
	FOLDERS_DEEP = 256
};

/* A search of a folder that the call names. */
struct search {
	struct inputs *inputs;
	const struct job *job;
	struct file_choice choice;
	struct strbuf path; /* of the file or folder at hand */
	size_t named;       /* the length of the path that the call names */
};

/* A folder that is being searched. */
struct folder {
	const struct folder *above; /* NULL: the call names it */
	dev_t device;
	ino_t inode;
	unsigned depth;
	struct entry joined; /* its files that are one input */
	size_t size;         /* of the list of their names */
};

/* Adds an entry; `named` is the length of the path of its folder that the call
 * names, or 0. */
static struct entry *
add_entry(struct inputs *inputs, enum entry_kind kind, const char *path,
    size_t named, const char *why)
{
	struct entry *entry;

	inputs->entry = mem_room(
	    inputs->entry, inputs->len, &inputs->size, sizeof(*inputs->entry));
	entry = &inputs->entry[inputs->len++];
	*entry = (struct entry){ .kind = kind,
		.path = arena_copy(&inputs->arena, slice_of(path)),
		.fault = DIAG_FILE_UNREADABLE,
		.why = why };
	if (named > 0 && strlen(path) > named)
		entry->base = named + 1;
	else
		for (const char *p = path; *p != '\0'; p++)
			if (p[0] == '/' && p[1] != '/' && p[1] != '\0')
				entry->base = (size_t)(p + 1 - path);
	return entry;
}

/* Adds the file or folder at hand, with the reason if it is not read. */
static struct entry *
add_found(struct search *search, enum entry_kind kind, const char *why)
{
	return add_entry(
	    search->inputs, kind, search->path.ptr, search->named, why);
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
join_name(struct search *search, struct folder *folder, const char *name)
{
	const struct format *format = format_of_path(name);
	const char *from = search->job->input.format;
	struct entry *joined = &folder->joined;

	if (format == NULL || format->names == NULL ||
	    (from != NULL && strcmp(from, format->id) != 0))
		return false;
	joined->format = format;
	joined->name = mem_room(
	    joined->name, joined->names, &folder->size, sizeof(*joined->name));
	joined->name[joined->names++] =
	    arena_copy(&search->inputs->arena, slice_of(name));
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

static void search_folder(struct search *search, const struct folder *above,
    const char *name, const struct stat *status);

/* Lists what is at search->path, under this name in the folder. */
static void
search_entry(struct search *search, struct folder *folder, const char *name)
{
	static const char *const words[] = {
		[CHOICE_IGNORED] = ".gitignore excludes it",
		[CHOICE_EXCLUDED] = "it is excluded",
	};
	bool known = format_of_path(name) != NULL, is_folder;
	enum choice_of choice;
	struct stat status;

	if (stat(search->path.ptr, &status) != 0) {
		int error = errno;

		/* Nobody means a dangling link with an unknown suffix. */
		if (!known && error != ENOENT && error != ELOOP &&
		    choice_judge(&search->choice, name, true) == CHOICE_READ)
			add_found(search, ENTRY_FAULT, strerror(error));
		if (!known)
			return;
		status.st_mode = S_IFREG; /* reading it gives the reason */
	}
	is_folder = S_ISDIR(status.st_mode);
	choice = choice_judge(&search->choice, name, is_folder);
	if (!is_folder && !S_ISREG(status.st_mode)) {
		if (known)
			add_found(
			    search, ENTRY_PASSED, "it is not a regular file");
	} else if (is_folder && choice == CHOICE_READ) {
		search_folder(search, folder, name, &status);
	} else if (choice == CHOICE_NAMED || (known && choice == CHOICE_READ)) {
		if (!join_name(search, folder, name))
			add_found(search, ENTRY_FILE, NULL);
	} else if (known || is_folder) {
		add_found(search, ENTRY_PASSED, words[choice]);
	}
}

/* Lists what is in the folder at search->path, which has this name in the one
 * above it. */
static void
search_folder(struct search *search, const struct folder *above,
    const char *name, const struct stat *status)
{
	struct folder folder = { .above = above,
		.device = status->st_dev,
		.inode = status->st_ino,
		.depth = above != NULL ? above->depth + 1 : 0 };
	struct entry *joined = &folder.joined;
	size_t len = search->path.len;
	struct dirent **entry;
	int entries = -1;

	for (const struct folder *f = above; f != NULL; f = f->above)
		if (f->device == folder.device && f->inode == folder.inode) {
			add_found(
			    search, ENTRY_PASSED, "it leads back to itself");
			return;
		}
	if (folder.depth <= FOLDERS_DEEP)
		entries =
		    scandir(search->path.ptr, &entry, is_visible, by_bytes);
	if (entries < 0) {
		add_found(search, ENTRY_FAULT,
		    folder.depth <= FOLDERS_DEEP ? strerror(errno)
						 : "the folders are too deep");
		return;
	}
	if (above != NULL)
		choice_enter(&search->choice, name);
	for (int i = 0; i < entries; i++) {
		strbuf_printf(&search->path, "/%s", entry[i]->d_name);
		search_entry(search, &folder, entry[i]->d_name);
		strbuf_cut(&search->path, len);
		free(entry[i]);
	}
	free(entry);
	if (joined->names > 0) {
		struct entry *added = add_found(search, ENTRY_JOINED, NULL);

		qsort(joined->name, joined->names, sizeof(*joined->name),
		    by_name_number);
		added->format = joined->format;
		added->name = joined->name;
		added->names = joined->names;
	}
	if (above != NULL)
		choice_leave(&search->choice);
}

/*
 * Operands
 */

static void
list_operand(struct inputs *inputs, const struct job *job, const char *path)
{
	struct search search = {
		.inputs = inputs, .job = job, .named = strlen(path)
	};
	struct stat status;

	if (strcmp(path, "-") == 0 || stat(path, &status) != 0 ||
	    !S_ISDIR(status.st_mode)) {
		add_entry(inputs, ENTRY_FILE, path, 0, NULL)->is_named = true;
		return;
	}
	strbuf_puts(&search.path, path);
	choice_begin(&search.choice, job, path);
	search_folder(&search, NULL, "", &status);
	choice_release(&search.choice);
	strbuf_release(&search.path);
	add_entry(inputs, ENTRY_END, path, 0, NULL);
}

void
inputs_list(struct inputs *inputs, const struct job *job)
{
	*inputs = (struct inputs){ .len = 0 };
	if (job->input.position != NULL)
		add_entry(inputs, ENTRY_POSITION, "--position", 0, NULL);
	else if (job->operands == 0)
		list_operand(inputs, job, "-");
	for (int i = 0; i < job->operands; i++)
		list_operand(inputs, job, job->operand[i]);
}

void
inputs_release(struct inputs *inputs)
{
	for (size_t i = 0; i < inputs->len; i++)
		mem_free(inputs->entry[i].name);
	mem_free(inputs->entry);
	arena_release(&inputs->arena);
}
