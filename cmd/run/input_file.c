/* Ternion: one input of a run. */
#include <errno.h>
#include <unistd.h>

#include "cmd/options/usage.h"
#include "cmd/run/input_file.h"
#include "cmd/run/record_step.h"
#include "cmd/run/run_report.h"
#include "cmd/run/terminal.h"
#include "cmd/run/workers.h"
#include "parse/text/binary.h"

enum {
	HEAD_MIN = 64 * 1024,   /* bytes that tell whether a file has records */
	SMALL_FILE = 48 * 1024, /* bytes; see is_work_for_many */
};

void
input_read_records(struct run *run, struct input *input)
{
	struct arena arena = ARENA_INIT;
	struct strbuf text = STRBUF_INIT;
	struct record_result result;

	run->format = input->format;
	run->name = input->source.name;
	while (!run->done &&
	    record_step(run, input, run->replayer, &arena, &text, &result)) {
		record_report(
		    run, input->format, &input->source, &text, &result);
		strbuf_reset(&text);
		run_flush_some(run);
		run_show_progress(
		    run, input->source.name, source_position(&input->source));
	}
	arena_release(&arena);
	strbuf_release(&text);
}

void
input_read_alone(struct run *run, struct input *input, const char *path,
    int error, bool is_named)
{
	if (error == 0 &&
	    (run->begin_file == NULL ||
		run->begin_file(run, input, path, is_named))) {
		input_read_records(run, input);
		error = input->source.error;
		progress_end_input(
		    &run->progress, source_position(&input->source));
		if (run->end_file != NULL)
			run->end_file(run, path, error == 0);
	} else if (error == 0) {
		return; /* it was said why */
	}
	run_report_end(run, input->source.name, error, input->games);
}

/* What the input is instead of a text, if that can be told. A pipe gives it in
 * pieces of any length. */
static const char *
binary_of(struct input *input, int error)
{
	struct source *source = &input->source;

	if (error != 0)
		return NULL;
	while (binary_is_open(source_rest(source)) && source_fill(source))
		;
	return binary_words(source_rest(source));
}

/* One line for the whole file, of which nothing is read. */
static void
refuse_binary(struct run *run, const char *name, const char *words)
{
	workers_report_all(run);
	report_begin_file(&run->report, name);
	report_file(&run->report, name, DIAG_FILE_BINARY, words);
	run_flush_some(run);
}

void
input_list_file(struct run *run, const char *path)
{
	struct stat status;

	if (run->inputs != NULL) {
		if (stat(path, &status) == 0)
			key_set_add(run->inputs, output_key(&status));
		return;
	}
	if (run->expected != NULL) {
		progress_expect(run->expected, path);
		return;
	}
	strbuf_name(&run->text, slice_of(path));
	strbuf_char(&run->text, '\n');
	run->report.files++;
	run_flush_some(run);
}

void
input_pass_over(struct run *run, const char *path, const char *why)
{
	run->passed_over++;
	if (!run->job->verbose)
		return;
	progress_clear(&run->progress);
	trouble_say("%s: note: passed over: %s", path, why);
}

static const struct format *
format_of(struct input *input, const struct job *job)
{
	const struct format *format = job->input.format != NULL
	    ? format_find(slice_of(job->input.format))
	    : format_of_path(input->source.name);

	return format != NULL ? format : format_of_source(&input->source);
}

/* Whether it is a file of the format for something else than records. */
static bool
is_foreign(struct input *input)
{
	struct source *source = &input->source;

	if (input->format->has_records == NULL)
		return false;
	while (source_rest(source).len < HEAD_MIN && source_fill(source))
		;
	return source->error == 0 &&
	    !input->format->has_records(source_rest(source), source->eof);
}

/* Whether there is enough to do for threads: it takes longer to start them than
 * to read one small file. They would not see the first of it sooner. */
static bool
is_work_for_many(struct run *run, struct source *source)
{
	while (source_rest(source).len < SMALL_FILE && source_fill(source))
		;
	return !source->eof || ++run->small_files > 1;
}

bool
input_is_output(struct run *run, const char *name, const struct stat *file)
{
	const struct output *output = NULL;

	if (run->apart != NULL && output_is(run->apart, file))
		output = run->apart;
	else if (run->put_text == NULL && output_is(&run->output, file))
		output = &run->output;
	if (output == NULL)
		return false;
	if (run->passes_on && output == &run->output && output->path != NULL) {
		run->onto_input = true;
		return false;
	}
	progress_clear(&run->progress);
	trouble_say("ternion: %s is read, and cannot be written as well", name);
	run->trouble = true;
	return true;
}

/* Reads an input that was opened, or could not be. */
static void
read_input(struct run *run, struct input *input, const char *path, int error,
    bool is_named)
{
	bool is_read = false;
	struct stat status;

	if (error == 0 && fstat(input->source.fd, &status) == 0 &&
	    input_is_output(run, input->source.name, &status))
		return;

	if (error == 0 && workers_may_read(run, input->format) &&
	    is_work_for_many(run, &input->source) && workers_start(run)) {
		is_read = workers_read(run, input);
	} else {
		workers_report_all(run);
		report_begin_file(&run->report, input->source.name);
	}
	if (!is_read)
		input_read_alone(run, input, path, error, is_named);
}

/* False if it is passed over. */
static bool
take_input(struct run *run, struct input *input, const char *path, int error,
    bool is_named)
{
	const char *binary;

	input->format = format_of(input, run->job);
	if (error == 0 && !is_named && is_foreign(input)) {
		input_pass_over(run, path, "it is no record");
		return false;
	}
	binary = binary_of(input, error);
	if (run->job->folders.list && error == 0)
		input_list_file(run, path);
	else if (binary != NULL)
		refuse_binary(run, input->source.name, binary);
	else
		read_input(run, input, path, error, is_named);
	return true;
}

/* A file that the call names is listed without a look into it: it can be a
 * pipe. */
static void
list_named(struct run *run, const char *path)
{
	if (strcmp(path, "-") == 0 || access(path, R_OK) == 0)
		input_list_file(run, path);
	else
		report_file(
		    &run->report, path, DIAG_FILE_UNREADABLE, strerror(errno));
}

bool
input_read_file(struct run *run, const char *path, bool is_named)
{
	const struct job *job = run->job;
	const char *name =
	    strcmp(path, "-") == 0 ? job->input.stdin_name : path;
	struct input input = { .max_record = job->input.max_record };
	bool taken;
	int error;

	if (is_named && job->folders.list) {
		list_named(run, path);
		return true;
	}
	if (strcmp(path, "-") == 0)
		terminal_tell_waiting(job, "records");
	error = source_open(&input.source, path, name);
	if (error == 0 && !source_fill(&input.source))
		error = input.source.error;
	taken = take_input(run, &input, path, error, is_named);
	source_release(&input.source);
	return taken;
}
