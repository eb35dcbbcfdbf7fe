/* Ternion: `convert`: rewrites records in another notation or format. */
#include "cmd/cmd.h"
#include "cmd/run/rewrite.h"

int
run_convert(struct job *job)
{
	struct rewriting rewriting = { .faulty = false };
	struct run run;

	job->edits.strip[STRIP_POSITIONS] |= job->edits.positions;
	run_init(&run, &rewrite_batch, job, stderr);
	if (job->output.format != NULL)
		run.to = format_find(slice_of(job->output.format));
	else if (!job->rewrite.in_place)
		run.to = &format_pgn;
	run.takes_folder = true;
	if (!rewrite_init(&rewriting, &run) || !run_all(&run))
		return EXIT_TROUBLE;
	rewrite_end(&run);
	return run_end(&run);
}
