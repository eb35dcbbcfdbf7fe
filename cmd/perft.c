/* Ternion: `perft`: counts the leaves of the tree of legal moves. */
#include <stdlib.h>

#include "cmd/cmd.h"
#include "formats/position/tpf.h"
#include "cmd/run/move_list.h"
#include "cmd/run/output.h"

/* Reads --position; reports its faults on standard error. */
static bool
read_position(
    const struct job *job, const struct rules *rules, struct position *position)
{
	struct arena arena = ARENA_INIT;
	struct diags diags;
	bool ok;

	*position = rules->start;
	if (job->input.position == NULL)
		return true;
	diags_init(&diags, &arena);
	ok =
	    tpf_read(rules, slice_of(job->input.position), 0, &diags, position);
	for (unsigned i = 0; i < diags.len && !job->quiet; i++)
		trouble_say("--position:1:%u: %s: %s [%s]",
		    diags.list[i].span.start + 1,
		    severity_name(diags.list[i].severity),
		    diags.list[i].message, diag_table[diags.list[i].id].slug);
	arena_release(&arena);
	return ok;
}

/* Writes a line at once: the next may take long. */
static void
put_count(struct output *output, const char *what, uint64_t leaves)
{
	struct strbuf line = STRBUF_INIT;

	strbuf_printf(&line, "%s %llu\n", what, (unsigned long long)leaves);
	output_flush(output, &line);
	fflush(output->file);
	strbuf_release(&line);
}

/* Counts the leaves after each first move, and returns their sum. */
static uint64_t
count_by_move(const struct job *job, const struct rules *rules,
    const struct position *position, unsigned depth, struct output *output)
{
	struct move_list list = { .len = 0 };
	struct move_style style;
	uint64_t sum = 0;

	move_style_init(&style, job, job->variant);
	move_list_fill(&list, rules, position, &style, false);
	move_list_sort(&list);
	for (size_t i = 0; i < list.len; i++) {
		struct position next = *position;
		struct past past;
		uint64_t leaves;

		rules_play(rules, &next, &list.moves[i].move, &past);
		leaves = rules_perft(rules, &next, depth - 1);
		put_count(output, list.moves[i].text, leaves);
		sum += leaves;
	}
	move_list_release(&list);
	return sum;
}

static int
run_perft(struct job *job)
{
	struct position position;
	struct output output = { .file = NULL };
	struct settings settings;
	struct rules *rules;
	int status = EXIT_GOOD;
	char *end = NULL;
	char text[8];
	unsigned long depth = 0;

	if (job->variant == NULL)
		return usage_error(job, "no game is given: use -v");
	if (job->operands == 1)
		depth = strtoul(job->operand[0], &end, 10);
	if (job->operands != 1 || *job->operand[0] < '0' ||
	    *job->operand[0] > '9' || *end != '\0' || depth > 20)
		return usage_error(job, "perft takes one depth, from 0 to 20");
	if (job_unwritable(job, job->variant) != NULL)
		return usage_notation(job, job->variant, "written",
		    job_unwritable(job, job->variant));
	/* The options are those of the call, else of the position. */
	job_settings(job, job->variant, &settings);
	if (job->input.position != NULL && job->settings == 0) {
		settings_default(job->variant, &settings);
		tpf_options(
		    job->variant, slice_of(job->input.position), &settings);
	}
	rules = mem_zeroed(sizeof(*rules));
	rules_init_zeroed(rules, job->variant, &settings);
	if (!read_position(job, rules, &position)) {
		status = EXIT_FINDINGS;
	} else if (!output_open(&output, job->output.path)) {
		status = EXIT_TROUBLE;
	} else {
		for (unsigned i = job->divide ? (unsigned)depth : 1; i <= depth;
		     i++) {
			snprintf(text, sizeof(text), "%u", i);
			put_count(&output, text,
			    job->divide && depth > 0
				? count_by_move(
				      job, rules, &position, i, &output)
				: rules_perft(rules, &position, i));
		}
		if (!output_close(&output, true))
			status = EXIT_TROUBLE;
	}
	mem_free(rules);
	return status;
}

const struct command command_perft = {
	.name = "perft",
	.run = run_perft,
};
