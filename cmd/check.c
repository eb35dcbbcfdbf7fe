/* Ternion: `check`: replays records and reports every fault. */
#include "cmd.h"
#include "inputs.h"

static int
unknown_form(const struct job *job)
{
	struct strbuf ids = STRBUF_INIT;
	int status;

	for (const struct report_form *const *f = report_forms; *f; f++)
		strbuf_printf(&ids, " %s", (*f)->id);
	status = usage_error(
	    job, "there is no report '%s'; there are:%s", job->to, ids.ptr);
	strbuf_release(&ids);
	return status;
}

static int
run(struct job *job)
{
	struct pass pass;
	struct report_options *options = &pass.report.options;

	pass_init(&pass, job, stdout);
	if (job->to != NULL) {
		options->form = report_form_find(slice_of(job->to));
		if (options->form == NULL)
			return unknown_form(job);
	}
	options->keeps_errors = false;
	return pass_run(&pass);
}

const struct command command_check = {
	.name = "check",
	.summary = "replay records against the rules and report every fault",
	.usage = "[OPTIONS] [FILE...]",
	.description =
	    "Replays every record, variations included, and reports illegal\n"
	    "and ambiguous moves, untrue check marks, wrong results and move\n"
	    "numbers, and malformed text, each with its file, line and "
	    "column.\n"
	    "After a fault that stops a game it goes on with the next one.\n"
	    "Reports (--to): text, json, jsonl, sarif, junit, checkstyle,\n"
	    "github, tap.\n"
	    "\n"
	    "Exit status: 0 good, 1 a diagnostic at or above --fail-level,\n"
	    "2 wrong usage or unreadable input.",
	.examples = "  ternion check games.pgn\n"
		    "  ternion check --strict --to json games/\n"
		    "  ternion dreierschach check < moves.txt",
	.options = "jvotfNFJOqVlszyxmricZHGg",
	.run = run,
};
