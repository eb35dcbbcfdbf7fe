/* Ternion: `help`: commands, games, notations, formats, and diagnostics. */
#include <stdio.h>

#include "cmd/cmd.h"
#include "cmd/options/completion.h"
#include "cmd/run/output.h"
#include "cmd/topics.h"
#include "parse/text/near.h"

/* How many things are asked for. */
static int
count_wishes(const struct job *job)
{
	return job->operands + (job->completion != NULL) + job->list_codes;
}

static int
refuse_topic(const struct job *job, const char *word)
{
	struct strbuf words = STRBUF_INIT, near = STRBUF_INIT;

	words_topics(&words);
	if (!near_words(&near, &words, slice_of(word)))
		strbuf_puts(&near, "; see 'ternion help'");
	usage_error(job, "there is no topic '%s'%s", word, near.ptr);
	strbuf_release(&words);
	strbuf_release(&near);
	return EXIT_TROUBLE;
}

static int
run(struct job *job)
{
	if (count_wishes(job) > 1)
		return usage_error(job, "help is given of one topic at a time");
	if (job->variant != NULL && count_wishes(job) > 0)
		return usage_error(
		    job, "'%s' before help takes no topic", job->variant->id);
	if (job->completion != NULL)
		completion_print(job->completion);
	else if (job->list_codes)
		topic_print_codes();
	else if (job->variant != NULL)
		topic_print_variant(job->variant);
	else if (job->operands == 0)
		topic_print_overview();
	else if (!topic_print(job->operand[0]))
		return refuse_topic(job, job->operand[0]);
	return output_finish_stdout();
}

static const enum option_id options[] = { OPT_COMPLETION, OPT_LIST_CODES,
	OPTIONS_END };

const struct command command_help = {
	.name = "help",
	.summary = "explain a command, a game, or a diagnostic",
	.usage = "[OPTIONS] [TOPIC]",
	.description =
	    "Without an argument it lists commands, variants, notations and\n"
	    "formats. TOPIC is the name of a command, a variant, a notation,\n"
	    "a format, a report, a set of letters, a result, an option of a\n"
	    "game or of commands, or the code of a diagnostic; or one of the\n"
	    "words commands, notations, formats, results, options, letters\n"
	    "and codes, for a list.\n"
	    "--completion prints what a shell reads to complete the words of\n"
	    "a call.",
	.examples = "  ternion help check\n"
		    "  ternion help siege\n"
		    "  ternion help results\n"
		    "  ternion help move-flank",
	.options = options,
	.operands = words_topics,
	.run = run,
};
