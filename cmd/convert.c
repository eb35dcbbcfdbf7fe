/* Ternion: `convert`: rewrites records in another notation or format. */
#include "cmd/cmd.h"
#include "cmd/run/rewrite.h"

static int
run_convert(struct job *job)
{
	struct rewriting rewriting = { .to = &format_pgn };
	struct run_record *record;
	struct run run;
	int status;

	if (job->output.format != NULL)
		rewriting.to = format_find(slice_of(job->output.format));
	else if (job->rewrite.in_place)
		rewriting.to = NULL;
	job->edits.strip[STRIP_POSITIONS] |= job->edits.positions;
	run_init(&run, job, stderr);
	run.folder.is_taken = true;
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
