/* Ternion: `convert`: rewrites records in another notation or format. */
#include "cmd.h"
#include "rewrite.h"

static int
run(struct job *job)
{
	struct rewriting rewriting = { .to = &format_pgn };
	struct pass pass;
	int status;

	if (job->to != NULL)
		rewriting.to = format_find(slice_of(job->to));
	else if (job->in_place)
		rewriting.to = NULL;
	if (job->to != NULL &&
	    (rewriting.to == NULL || rewriting.to->write == NULL))
		return usage_error(
		    job, "there is no format '%s' to write", job->to);
	if (job->no_replay && (job->notation != NULL || job->letters != NULL))
		return usage_error(job,
		    "--no-replay copies the moves, and takes neither -n nor "
		    "--letters");
	pass_init(&pass, job, stderr);
	status = rewrite_init(&rewriting, &pass);
	return status >= 0 ? status : rewrite_run(&rewriting, &pass);
}

const struct command command_convert = {
	.name = "convert",
	.summary = "rewrite records in another notation or format",
	.usage = "[OPTIONS] [FILE...]",
	.description =
	    "Replays records and writes them anew: in the notation of -n (the\n"
	    "record's own without it), in canonical form and layout, with\n"
	    "tags, comments, annotations and variations kept, in the format\n"
	    "of -t (pgn).\n"
	    "A record with an error is left out whole and diagnosed on\n"
	    "standard error; the others are written, and the exit status is "
	    "1.\n"
	    "With --in-place each file is rewritten if none of its records\n"
	    "has an error, and stays as it was otherwise.",
	.examples = "  ternion convert -n siege games.pgn\n"
		    "  ternion convert -n long --letters de -O long.pgn a.pgn\n"
		    "  ternion convert -t jsonl games.pgn | jq -c .result\n"
		    "  ternion convert --split 100 -O part-%d.pgn all.pgn\n"
		    "  ternion dreierschach convert -N algebraic22 < old.txt",
	.options = "jvotfJnNFLO#%!qVlszyxmricZHGg",
	.run = run,
};
