/* Ternion: one input of a run. */
#include "cmd/run/input_file.h"
#include "cmd/run/record_step.h"
#include "cmd/run/run_report.h"
#include "cmd/run/workers.h"
#include "parse/text/binary.h"

void
input_read_records(struct run *run, struct input *input)
{
	struct arena arena = ARENA_INIT;
	struct strbuf text = STRBUF_INIT;
	struct record_result result;

	run->format = input->format;
	while (!run->done &&
	    record_step(run, input, run->replayer, &arena, &text, &result)) {
		record_report(
		    run, input->format, &input->source, &text, &result);
		strbuf_reset(&text);
		run_flush_some(run);
		progress_show(&run->progress, input->source.name,
		    run->report.games, run->report.plies);
	}
	arena_release(&arena);
	strbuf_release(&text);
}

/* Reads what is left of a file in this thread. */
static void
read_alone(struct run *run, struct input *input, const char *path, int error)
{
	if (error == 0 &&
	    (run->begin_file == NULL || run->begin_file(run, input, path))) {
		input_read_records(run, input);
		error = input->source.error;
		if (run->end_file != NULL)
			run->end_file(run, path, error == 0);
	} else if (error == 0) {
		return; /* it was said why */
	}
	run_report_end(run, input->source.name, error, input->games);
}

/* What the input is instead of a text, if that can be told. */
static const char *
binary_of(const struct input *input, int error)
{
	return error == 0 ? binary_words(source_rest(&input->source)) : NULL;
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
input_read_file(struct run *run, const char *path)
{
	const struct job *job = run->job;
	const char *name =
	    strcmp(path, "-") == 0 ? job->input.stdin_name : path;
	struct input input = { .max_record = job->input.max_record };
	int error = source_open(&input.source, path, name);
	bool is_read = false;
	const char *binary;

	if (job->input.format != NULL)
		input.format = format_find(slice_of(job->input.format));
	else
		input.format = format_of_path(name);
	if (error == 0 && !source_fill(&input.source))
		error = input.source.error;
	if (input.format == NULL && error == 0)
		input.format = format_of_text(source_rest(&input.source));
	binary = binary_of(&input, error);
	if (binary != NULL) {
		refuse_binary(run, name, binary);
		source_release(&input.source);
		return;
	}
	if (error == 0 && workers_may_read(run, input.format) &&
	    (!input.source.eof || ++run->small_files > 1) &&
	    workers_start(run)) {
		is_read = workers_read(run, &input);
	} else {
		workers_report_all(run);
		report_begin_file(&run->report, name);
	}
	if (!is_read)
		read_alone(run, &input, path, error);
	source_release(&input.source);
}
