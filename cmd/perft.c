/* Ternion: `perft`: counts the leaves of the tree of legal moves. */
#include "cmd/cmd.h"
#include "parse/position/tpf.h"
#include "cmd/run/move_list.h"
#include "cmd/run/output.h"
#include "cmd/run/terminal.h"

#define DEPTH_MAX 20

/* Reads --position; reports its faults on standard error. */
static bool
read_position(
    const struct job *job, const struct rules *rules, struct position *position)
{
	SCRATCH_ARENA arena = ARENA_INIT;
	struct diags diags = { .arena = &arena };

	*position = rules->start;
	if (job->input.position == NULL)
		return true;
	bool ok =
	    tpf_read(rules, slice_of(job->input.position), 0, &diags, position);
	for (unsigned i = 0; i < diags.len && !job->quiet; i++)
		trouble_say("--position:1:%u: %s: %s [%s]",
		    diags.list[i].span.start + 1,
		    severity_name(diags.list[i].severity),
		    diag_words(&diags.list[i], diags.arena),
		    diag_table[diags.list[i].id].slug);
	return ok;
}

/* Counts the leaves of a depth, first move by first move; with --divide appends
 * those of each. */
static uint64_t
count_leaves(const struct job *job, const struct rules *rules,
    const struct position *position, unsigned depth, struct strbuf *out)
{
	struct move_list list = { .len = 0 };
	struct progress progress;
	char name[32], counted[64];
	uint64_t leaves = 0;

	if (depth == 0)
		return 1;
	move_list_set_style(&list, job, job->variant);
	move_list_fill(&list, rules, position, false);
	move_list_sort(&list);
	progress_begin(&progress, job->quiet);
	progress.total = list.len;
	for (size_t i = 0; i < list.len; i++) {
		struct position next = *position;
		struct past past;

		rules_play(rules, &next, &list.moves[i].move, &past);
		unsigned long long below = rules_perft(rules, &next, depth - 1);
		leaves += below;
		if (job->divide)
			strbuf_printf(
			    out, "%s %llu\n", list.moves[i].text, below);
		if (!progress_is_due(&progress))
			continue;
		snprintf(name, sizeof(name), "depth %u", depth);
		snprintf(counted, sizeof(counted), "%llu leaves",
		    (unsigned long long)leaves);
		progress_show(&progress, name, counted, i + 1);
	}
	progress_clear(&progress);
	move_list_release(&list);
	return leaves;
}

int
run_perft(struct job *job)
{
	struct position position;
	struct output output = { .file = NULL };
	SCRATCH line = STRBUF_INIT;
	unsigned long most;

	if (job->variant == NULL)
		return usage_no_game(job);
	if (job->operands != 1 ||
	    !slice_number(slice_of(job->operand[0]), DEPTH_MAX, &most))
		return usage_error(job, "perft takes one depth, from 0 to 20");
	if (check_notations(job, job->variant, false) >= 0)
		return EXIT_TROUBLE;
	/* The options are those of the call, else of the position. */
	struct rules *rules = job_rules(
	    job, job->variant, job->settings == 0 ? job->input.position : NULL);
	if (!read_position(job, rules, &position))
		return EXIT_FINDINGS;
	if (!output_open(&output, job->output.path))
		return EXIT_TROUBLE;
	/* Writes each depth as soon as it is counted: deeper ones take long.
	 * With --divide the last is enough. */
	for (unsigned d = job->divide ? (unsigned)most : 1; d <= most; d++) {
		uint64_t leaves = count_leaves(job, rules, &position, d, &line);

		strbuf_printf(
		    &line, "%u %llu\n", d, (unsigned long long)leaves);
		output_flush(&output, &line);
		fflush(output.file);
	}
	return output_close(&output, true) ? EXIT_GOOD : EXIT_TROUBLE;
}
