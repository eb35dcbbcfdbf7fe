/* Ternion: `check`: replays records and reports every fault. */
#include "cmd/cmd.h"
#include "cmd/run/run.h"

static int
run(struct job *job)
{
	struct run run;
	struct report_options *options = &run.report.options;

	run_init(&run, job, stdout);
	if (job->output.format != NULL)
		options->form = report_form_find(slice_of(job->output.format));
	options->keeps_errors = false;
	return run_run(&run);
}

static const enum option_id options[] = { OPT_OPTION, OPT_TO, OPT_JSON,
	OPT_INPUT_NOTATION, OPT_JOBS, OPT_VERBOSE, OPTIONS_OF_RECORDS,
	OPTIONS_END };

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
	.forms = words_report_forms,
	.options = options,
	.run = run,
};
