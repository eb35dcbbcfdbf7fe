/* Ternion: the inputs of a call. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

#include "cmd/cmd.h"
#include "cmd/run/folder.h"
#include "cmd/run/input_file.h"
#include "cmd/run/operands.h"
#include "cmd/run/run_report.h"

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

static bool
is_folder(const char *path)
{
	struct stat status;

	return strcmp(path, "-") != 0 && stat(path, &status) == 0 &&
	    S_ISDIR(status.st_mode);
}

static void
read_operand(struct run *run, const char *path)
{
	if (is_folder(path))
		folder_read(run, path);
	else
		input_read_file(run, path, true);
	run_flush_some(run);
}

/* Says what is wrong with a list of inputs; nothing of it is a record's. */
static void
complain_of_list(struct run *run, const char *what)
{
	trouble_say("ternion %s: %s: %s", run->job->command->name,
	    run->job->input.list, what);
	run->trouble = true;
}

/* The next name of a list; false at its end. Of a name that is longer than any
 * path the rest is dropped. */
static bool
next_name(FILE *list, struct strbuf *name)
{
	int c;

	strbuf_reset(name);
	strbuf_puts(name, "");
	while ((c = getc(list)) != EOF && c != '\0')
		if (name->len <= PATH_MAX)
			strbuf_char(name, (char)c);
	return c != EOF || name->len > 0;
}

/* --files0-from: names that end with a NUL each; the last may lack it. */
static void
read_listed(struct run *run, FILE *list)
{
	struct strbuf name = STRBUF_INIT;

	while (next_name(list, &name)) {
		if (name.len == 0)
			complain_of_list(run, "a name is empty");
		else if (name.len > PATH_MAX)
			complain_of_list(run, "a name is too long");
		else if (list == stdin && strcmp(name.ptr, "-") == 0)
			complain_of_list(
			    run, "'-' cannot be in a list from standard input");
		else
			read_operand(run, name.ptr);
	}
	if (!feof(list)) /* it has failed, be it for want of memory */
		complain_of_list(run, strerror(errno));
	strbuf_release(&name);
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
