/* Ternion: the inputs of a call. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/run/input_file.h"
#include "cmd/run/operands.h"
#include "cmd/run/run_report.h"
#include "cmd/run/workers.h"

enum {
	DIRECTORIES_DEEP = 32
};

/* --position: one position, as if it were a file of 3PF. */
static void
read_position(struct run *run)
{
	struct input input = { .format = &format_3pf,
		.max_record = run->job->input.max_record };

	source_text(
	    &input.source, "--position", slice_of(run->job->input.position));
	input_read_records(run, &input);
	source_release(&input.source);
}

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

/* The number in a name such as move_012.json. */
static unsigned long
number_in(const char *name)
{
	return strtoul(name + strcspn(name, "0123456789"), NULL, 10);
}

static int
by_number(const void *a, const void *b)
{
	const struct dirent *const *x = a, *const *y = b;
	unsigned long m = number_in((*x)->d_name), n = number_in((*y)->d_name);

	return m != n ? (m > n) - (m < n) : strcmp((*x)->d_name, (*y)->d_name);
}

/* The format of which all files of the directory together are one input, or
 * NULL. */
static const struct format *
format_of_directory(const struct job *job, struct dirent **entries, int count)
{
	for (int i = 0; i < count; i++) {
		const struct format *format =
		    format_of_path(entries[i]->d_name);

		if (format != NULL && format->names != NULL &&
		    (job->input.format == NULL ||
			strcmp(job->input.format, format->id) == 0))
			return format;
	}
	return NULL;
}

/* Reads the files of a directory that are one input; their number. */
static long
read_joined(struct run *run, const char *path, const struct format *format,
    struct dirent **entries, int count)
{
	struct input input = { .max_record = run->job->input.max_record,
		.format = format };
	long files = 0;

	qsort(entries, (size_t)count, sizeof(*entries), by_number);
	source_text(&input.source, path, (struct slice){ "", 0 });
	for (int i = 0; i < count; i++) {
		struct strbuf inner = STRBUF_INIT;
		int error;

		strbuf_printf(&inner, "%s/%s", path, entries[i]->d_name);
		if (format_of_path(inner.ptr) == format) {
			files++;
			error = source_join(&input.source, inner.ptr);
			if (error != 0)
				report_file(&run->report, inner.ptr,
				    DIAG_FILE_UNREADABLE, strerror(error));
		}
		strbuf_release(&inner);
	}
	workers_report_all(run);
	report_begin_file(&run->report, path);
	if (files > 0)
		run->report.files += (unsigned long)files - 1;
	input_read_records(run, &input);
	run_flush_some(run);
	source_release(&input.source);
	return files;
}

static long read_directory(struct run *run, const char *path, unsigned depth);

/* A file with a known suffix, or a directory in a directory; the number of
 * files that were read. */
static long
read_entry(struct run *run, const char *path, unsigned depth)
{
	long found =
	    depth < DIRECTORIES_DEEP ? read_directory(run, path, depth) : 0;

	if (found >= 0)
		return found;
	if (format_of_path(path) == NULL)
		return 0;
	input_read_file(run, path);
	return 1;
}

/* Returns the number of files that were read, or -1 if it is no directory. */
static long
read_directory(struct run *run, const char *path, unsigned depth)
{
	struct dirent **entries;
	int count = scandir(path, &entries, is_visible, by_bytes);
	const struct format *joined;
	long files = 0;

	if (count < 0)
		return -1;
	joined = format_of_directory(run->job, entries, count);
	if (joined != NULL)
		files = read_joined(run, path, joined, entries, count);
	for (int i = 0; i < count; i++) {
		struct strbuf inner = STRBUF_INIT;

		strbuf_printf(&inner, "%s/%s", path, entries[i]->d_name);
		if (joined == NULL)
			files += read_entry(run, inner.ptr, depth + 1);
		free(entries[i]);
		strbuf_release(&inner);
	}
	free(entries);
	return files;
}

static void
read_operand(struct run *run, const char *path)
{
	long files = strcmp(path, "-") == 0 ? -1 : read_directory(run, path, 0);

	if (files < 0)
		input_read_file(run, path);
	else if (files == 0) {
		workers_report_all(run);
		report_file(&run->report, path, DIAG_DIRECTORY_EMPTY,
		    "no file in this directory has a known suffix");
	}
	run_flush_some(run);
}

/* Says what is wrong with a list of inputs; nothing of it is a record's. */
static void
complain_of_list(struct run *run, const char *what)
{
	fprintf(stderr, "ternion %s: %s: %s\n", run->job->command->name,
	    run->job->input.list, what);
	run->trouble = true;
}

/* --files0-from: names that end with a NUL each; the last may lack it. */
static void
read_listed(struct run *run, FILE *list)
{
	char *name = NULL;
	size_t size = 0;

	while (getdelim(&name, &size, '\0', list) > 0) {
		if (*name == '\0')
			complain_of_list(run, "a name is empty");
		else if (list == stdin && strcmp(name, "-") == 0)
			complain_of_list(
			    run, "'-' cannot be in a list from standard input");
		else
			read_operand(run, name);
	}
	if (ferror(list))
		complain_of_list(run, strerror(errno));
	free(name);
}

static void
read_list(struct run *run, const char *path)
{
	FILE *list = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");

	if (list == NULL) {
		complain_of_list(run, strerror(errno));
		return;
	}
	read_listed(run, list);
	if (list != stdin)
		fclose(list);
}

void
operands_read(struct run *run)
{
	const struct job *job = run->job;

	if (job->input.position != NULL)
		read_position(run);
	else if (job->input.list != NULL)
		read_list(run, job->input.list);
	else if (job->operands == 0)
		read_operand(run, "-");
	for (int i = 0; i < job->operands; i++)
		read_operand(run, job->operand[i]);
}
