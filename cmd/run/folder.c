/* Ternion: the files of a folder. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cmd/run/choice.h"
#include "cmd/run/folder.h"
#include "cmd/run/input_file.h"
#include "cmd/run/run_report.h"
#include "cmd/run/workers.h"

enum {
	FOLDERS_DEEP = 256
};

/* A folder on the way from the one that was named. */
struct folder {
	const struct folder *above; /* NULL: it was named */
	const char *path;
	dev_t device;
	ino_t inode;
	unsigned depth;
};

struct walk {
	struct run *run;
	struct choice choice;
	unsigned long files; /* read so far */
};

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

/* What cannot be read though it should be. */
static void
complain(struct run *run, const char *path, const char *why)
{
	workers_report_all(run);
	report_file(&run->report, path, DIAG_FILE_UNREADABLE, why);
	run_flush_some(run);
}

/*
 * Files that are one input
 */

/* The number in a name such as move_012.json. */
static unsigned long
number_in(const char *name)
{
	return strtoul(name + strcspn(name, "0123456789"), NULL, 10);
}

static int
by_number(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;
	unsigned long m = number_in(*x), n = number_in(*y);

	return m != n ? (m > n) - (m < n) : strcmp(*x, *y);
}

/* The names of such files in a folder. */
struct joined {
	const struct format *format; /* NULL: there are none */
	const char **name;           /* owned; borrowed names */
	size_t len;
};

/* Whether the file is one of many that are one input; if so, keeps it. */
static bool
join(struct joined *joined, const struct job *job, const char *name)
{
	const struct format *format = format_of_path(name);

	if (format == NULL || format->names == NULL ||
	    (job->input.format != NULL &&
		strcmp(job->input.format, format->id) != 0))
		return false;
	joined->format = format;
	joined->name =
	    mem_grow(joined->name, (joined->len + 1) * sizeof(*joined->name));
	joined->name[joined->len++] = name;
	return true;
}

/* Appends a file to the input. */
static void
join_file(struct run *run, struct input *input, const char *path)
{
	struct stat status;
	int error;

	if (stat(path, &status) == 0 && input_is_output(run, path, &status))
		return;
	error = source_join(&input->source, path, input->max_record);
	if (error != 0)
		report_file(&run->report, path, DIAG_FILE_UNREADABLE,
		    input_fault(error));
}

static void
read_joined(struct walk *walk, const char *path, struct joined *joined)
{
	struct run *run = walk->run;
	struct input input = { .max_record = run->job->input.max_record,
		.format = joined->format };

	qsort(joined->name, joined->len, sizeof(*joined->name), by_number);
	source_text(&input.source, path, (struct slice){ "", 0 });
	workers_report_all(run);
	for (size_t i = 0; i < joined->len; i++) {
		struct strbuf inner = STRBUF_INIT;

		strbuf_printf(&inner, "%s/%s", path, joined->name[i]);
		if (run->job->folders.list)
			input_list_file(run, inner.ptr);
		else
			join_file(run, &input, inner.ptr);
		strbuf_release(&inner);
	}
	walk->files += joined->len;
	if (!run->job->folders.list) {
		report_begin_file(&run->report, path);
		run->report.files += joined->len - 1;
		input_read_alone(run, &input, path, 0, false);
	}
	source_release(&input.source);
}

/*
 * Entries
 */

static void read_folder(struct walk *walk, const char *path,
    const struct stat *status, const struct folder *above);

/* Whether a folder is one of those that lead to it. */
static bool
is_walked(const struct folder *folder, const struct stat *status)
{
	for (; folder != NULL; folder = folder->above)
		if (folder->device == status->st_dev &&
		    folder->inode == status->st_ino)
			return true;
	return false;
}

static void
read_inner(struct walk *walk, const char *path, const char *name,
    const struct stat *status, const struct folder *above)
{
	if (is_walked(above, status)) {
		input_pass_over(walk->run, path, "it leads back to itself");
	} else if (above->depth == FOLDERS_DEEP) {
		complain(walk->run, path, "the folders are too deep");
	} else {
		choice_enter(&walk->choice, name);
		read_folder(walk, path, status, above);
		choice_leave(&walk->choice, name);
	}
}

/* Says why something is left out. */
static void
leave_out(struct run *run, const char *path, enum choice_of choice)
{
	input_pass_over(run, path,
	    choice == CHOICE_IGNORED ? "it is ignored, by .gitignore"
				     : "it is excluded");
}

/* A regular file, or what cannot be looked at. */
static void
read_file(struct walk *walk, const char *path, const char *name,
    struct joined *joined)
{
	bool known = format_of_path(name) != NULL;
	enum choice_of choice = choice_judge(&walk->choice, name, false);

	if (choice == CHOICE_NAMED || (known && choice == CHOICE_READ)) {
		if (!join(joined, walk->run->job, name))
			walk->files += input_read_file(walk->run, path, false);
	} else if (known) {
		leave_out(walk->run, path, choice);
	}
}

/* What an entry of a folder is cannot be told; a link to nowhere with an
 * unknown suffix is no file that could be meant. */
static void
read_unknown(struct walk *walk, const char *path, const struct dirent *entry,
    struct joined *joined)
{
	int error = errno;

	if (format_of_path(entry->d_name) != NULL)
		read_file(walk, path, entry->d_name, joined);
	else if (error != ENOENT && error != ELOOP &&
	    choice_judge(&walk->choice, entry->d_name, true) == CHOICE_READ)
		complain(walk->run, path, strerror(error));
}

static void
read_entry(struct walk *walk, const struct folder *folder,
    const struct dirent *entry, struct joined *joined)
{
	struct strbuf path = STRBUF_INIT;
	struct stat status;

	strbuf_printf(&path, "%s/%s", folder->path, entry->d_name);
	if (stat(path.ptr, &status) != 0) {
		read_unknown(walk, path.ptr, entry, joined);
	} else if (S_ISDIR(status.st_mode)) {
		enum choice_of choice =
		    choice_judge(&walk->choice, entry->d_name, true);

		if (choice == CHOICE_READ)
			read_inner(
			    walk, path.ptr, entry->d_name, &status, folder);
		else
			leave_out(walk->run, path.ptr, choice);
	} else if (S_ISREG(status.st_mode)) {
		read_file(walk, path.ptr, entry->d_name, joined);
	} else if (format_of_path(entry->d_name) != NULL) {
		input_pass_over(walk->run, path.ptr, "it is no regular file");
	}
	strbuf_release(&path);
}

static void
read_folder(struct walk *walk, const char *path, const struct stat *status,
    const struct folder *above)
{
	const struct folder folder = { above, path, status->st_dev,
		status->st_ino, above != NULL ? above->depth + 1 : 0 };
	struct dirent **entries;
	struct joined joined = { .format = NULL };
	int count = scandir(path, &entries, is_visible, by_bytes);

	if (count < 0) {
		complain(walk->run, path, strerror(errno));
		return;
	}
	for (int i = 0; i < count && !walk->run->done; i++)
		read_entry(walk, &folder, entries[i], &joined);
	if (joined.len > 0)
		read_joined(walk, path, &joined);
	for (int i = 0; i < count; i++)
		free(entries[i]);
	free(entries);
	mem_free(joined.name);
}

void
folder_read(struct run *run, const char *path)
{
	struct walk walk = { .run = run };
	unsigned long complaints = run->report.count[SEV_FATAL];
	unsigned long passed_over = run->passed_over;
	struct stat status;

	choice_begin(&walk.choice, run->job, path);
	if (stat(path, &status) == 0)
		read_folder(&walk, path, &status, NULL);
	else
		complain(run, path, strerror(errno));
	if (walk.files == 0 && run->report.count[SEV_FATAL] == complaints) {
		workers_report_all(run);
		report_file(&run->report, path, DIAG_DIRECTORY_EMPTY,
		    run->passed_over > passed_over
			? "nothing in this directory is read: what there is "
			  "is no record, or is left out"
			: "no file in this directory has a known suffix");
	}
	choice_release(&walk.choice);
}
