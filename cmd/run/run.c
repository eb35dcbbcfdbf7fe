/* Ternion: the records of all inputs of a call. */
#include "cmd/cmd.h"
#include "cmd/run/cores.h"
#include "cmd/run/crew.h"
#include "cmd/run/operands.h"
#include "cmd/run/run.h"
#include "cmd/run/run_report.h"
#include "cmd/run/terminal.h"
#include "cmd/run/workers.h"

void
run_init(struct run *run, const struct job *job, FILE *report_to)
{
	struct report_options options = job->report;
	/* A report that is the result goes where that goes. */
	bool is_kept = report_to == stdout && job->output.path != NULL &&
	    strcmp(job->output.path, "-") != 0;

	memset(run, 0, sizeof(*run));
	options.keeps_errors = true;
	options.colour = is_kept ? job->colour > 0
				 : output_wants_colour(job->colour, report_to);
	options.width = is_kept ? 0 : terminal_width(report_to);
	options.version = TERNION_VERSION;
	options.command = job->command->name;
	report_init(&run->report, &options);
	run->job = job;
	run->report_to = report_to;
	run->replay = (struct replay_options){
		.variant = job->configured_variant ? NULL : job->variant,
		.usual = job->configured_variant ? job->variant : NULL,
		.settings = job->settings > 0 ? job->setting : NULL,
		.input = job->input.notation,
		.force = job->input.force,
		.output = job->output.notation,
		.letters = job->output.letters
	};
}

bool
run_can_write(struct run *run, const struct variant *variant)
{
	const char *what = job_unwritable(run->job, variant);

	if (what == NULL)
		return true;
	if (!run->trouble)
		usage_error(run->job, "moves of %s cannot be written in '%s'",
		    variant->id, what);
	run->trouble = true;
	return false;
}

void
run_leave(struct run *run, const char *name, const char *why, bool is_named)
{
	progress_clear(&run->progress);
	run->trouble |= is_named;
	if (is_named)
		trouble_say("ternion: %s cannot be changed: %s", name, why);
	else if (!run->job->quiet)
		trouble_say("%s: note: left as it is: %s", name, why);
}

/* The exit status that the report and the job ask for. */
static int
status_of(const struct run *run)
{
	int worst = report_worst(&run->report);

	if (worst == SEV_FATAL || run->trouble)
		return EXIT_TROUBLE;
	if (worst < (int)run->job->report.fail || run->job->exit_zero)
		return EXIT_GOOD;
	return EXIT_FINDINGS;
}

static void
summarise(const struct run *run)
{
	struct strbuf text = STRBUF_INIT;

	report_summary(&run->report, &text);
	fprintf(stderr, "%s\n", text.ptr);
	strbuf_release(&text);
}

/* Looks at the files that would be listed: adds up their sizes, or notes which
 * they are. */
static void
look_ahead(struct run *run, struct progress *expected, struct key_set *inputs)
{
	struct job job = *run->job;
	struct run trial;

	job.folders.list = job.quiet = true;
	job.verbose = false;
	run_init(&trial, &job, stderr);
	trial.expected = expected;
	trial.inputs = inputs;
	operands_read(&trial);
	report_release(&trial.report);
	strbuf_release(&trial.text);
}

/* What the progress is measured against, if it is shown. */
static void
expect_inputs(struct run *run)
{
	const struct job *job = run->job;

	run->progress.is_unknown =
	    job->input.list != NULL || job->input.position != NULL;
	if (run->progress.is_on && !run->progress.is_unknown)
		look_ahead(run, &run->progress, NULL);
	if (run->inputs != NULL && !run->progress.is_unknown)
		look_ahead(run, NULL, run->inputs);
}

/* An output that replaces an input must hold all of its records. */
static void
check_nothing_lost(struct run *run)
{
	if (!run->onto_input || run->trouble ||
	    (run->left_out == 0 && run->report.games > 0))
		return;
	trouble_say("ternion: %s is read and written, and not all of its "
		    "records would be kept: write to another file",
	    output_name(&run->output));
	run->trouble = true;
}

/* Whether the output is a report, which names what could not be read. */
static bool
tells_all(const struct run *run)
{
	return run->report_to == run->output.file && !run->trouble;
}

int
run_run(struct run *run)
{
	const struct job *job = run->job;
	const struct format *from = job->input.format != NULL
	    ? format_find(slice_of(job->input.format))
	    : NULL;
	int status;

	if (job->input.format != NULL && (from == NULL || from->read == NULL))
		return usage_error(
		    job, "there is no format '%s' to read", job->input.format);
	if (job->input.list != NULL && job->operands > 0)
		return usage_error(
		    job, "--files0-from and files exclude each other");
	if (run->put_text == NULL &&
	    !output_open(&run->output, job->output.path))
		return EXIT_TROUBLE;
	run->output.has_colour = run->has_colour;
	if (run->report_to == stdout)
		run->report_to = run->output.file;
	run->replayer = replayer_new(&run->replay);
	progress_begin(&run->progress, job->quiet);
	expect_inputs(run);
	run->jobs = job->threads > 0 ? (unsigned)job->threads : cores_usable();
	operands_read(run);
	workers_report_all(run);
	progress_clear(&run->progress);
	crew_free(run->crew);
	if (run->end != NULL)
		run->end(run);
	report_finish(&run->report);
	run_flush(run);
	check_nothing_lost(run);
	status = status_of(run);
	if (run->put_text == NULL &&
	    !output_close(
		&run->output, status != EXIT_TROUBLE || tells_all(run)))
		status = EXIT_TROUBLE;
	if (job->verbose)
		summarise(run);
	replayer_free(run->replayer);
	report_release(&run->report);
	strbuf_release(&run->text);
	return status;
}

int
run_list_files(const struct job *job)
{
	struct run run;

	run_init(&run, job, stderr);
	return run_run(&run);
}
