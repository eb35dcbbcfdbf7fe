/* Ternion: `convert`: rewrites records in another notation or format. */
#include "cmd/cmd.h"
#include "cmd/run/rewrite.h"

/* Whether the options go together; if not, reports it. */
static bool
check_convert_options(const struct job *job)
{
	const char *fault = edit_fault(job);

	if (job->rewrite.no_replay &&
	    (job->output.notation != NULL || job->output.letters != NULL))
		usage_error(job,
		    "--no-replay copies the moves and excludes -n and "
		    "--letters");
	else if (job->rewrite.no_replay && job->rewrite.partial)
		usage_error(
		    job, "--partial and --no-replay exclude each other");
	else if (fault != NULL)
		usage_error(job, "%s", fault);
	else
		return true;
	return false;
}

static int
run_convert(struct job *job)
{
	struct rewriting rewriting = { .to = &format_pgn };
	struct run_record *record;
	struct run run;
	int status;

	if (job->output.format != NULL)
		rewriting.to = format_find(slice_of(job->output.format));
	else if (job->rewrite.in_place || job->output.folder != NULL)
		rewriting.to = NULL;
	if (!check_convert_options(job))
		return EXIT_TROUBLE;
	job->edits.strip[STRIP_POSITIONS] |= job->edits.positions;
	run_init(&run, job, stderr);
	if (!rewrite_init(&rewriting, &run) || !run_begin(&run))
		return EXIT_TROUBLE;
	while (run_next_file(&run)) {
		rewrite_begin_file(&rewriting, &run);
		while ((record = run_next_record(&run)) != NULL) {
			rewrite_put(&rewriting, &run, record);
			run_report(&run, record);
		}
		rewrite_end_file(&rewriting, &run);
	}
	rewrite_end(&rewriting, &run);
	status = run_end(&run);
	rewrite_release(&rewriting);
	return status;
}

const struct command command_convert = {
	.name = "convert",
	.forms = words_written_formats,
	.run = run_convert,
};
