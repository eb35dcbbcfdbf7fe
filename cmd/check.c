/* Ternion: `check`: replays records and reports every fault. */
#include "cmd.h"
#include "inputs.h"

static int
run(struct job *job)
{
	static const char *const styles[] = { [REPORT_TEXT] = "text",
		[REPORT_JSON] = "json",
		[REPORT_JSONL] = "jsonl" };
	struct pass pass;

	pass_init(&pass, job, stdout);
	if (job->to != NULL) {
		int style = REPORT_JSONL;

		while (style >= 0 && strcmp(job->to, styles[style]) != 0)
			style--;
		if (style < 0)
			return usage_error(job,
			    "a report is text, json or jsonl, not '%s'",
			    job->to);
		pass.report.options.style = (enum report_style)style;
	}
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
	    "Reports are text, json or jsonl (--to).\n"
	    "\n"
	    "Exit status: 0 good, 1 a diagnostic at or above --fail-level,\n"
	    "2 wrong usage or unreadable input.",
	.examples = "  ternion check games.pgn\n"
		    "  ternion check --strict --to json games/\n"
		    "  ternion dreierschach check < moves.txt",
	.options = "votfNFJOqVlszyxmric",
	.run = run,
};
