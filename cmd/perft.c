/* Ternion: `perft`: counts the leaves of the tree of legal moves. */
#include <stdlib.h>

#include "cmd/cmd.h"
#include "parse/position/tpf.h"
#include "cmd/run/move_list.h"
#include "cmd/run/output.h"
#include "cmd/run/terminal.h"

enum {
	AT_ONCE = 3,  /* plies that are counted in a moment */
	PARTS = 1000, /* of the work, for the progress */
};

/* The number of leaves, and the progress of counting them. */
struct perft_count {
	const struct rules *rules;
	struct progress progress;
	unsigned depth; /* of the whole tree */
	uint64_t leaves;
	double done; /* of the work */
};

/* A node; each of its moves is this share of the work. */
struct perft_node {
	struct perft_count *perft;
	const struct position *position;
	unsigned depth;
	double share;
};

static bool count_branch(void *context, const struct move *move);

static void
count_leaves(struct perft_count *perft, const struct position *position,
    unsigned depth, double share)
{
	struct perft_node node = { perft, position, depth, share };
	char name[32], leaves[64];

	if (depth > AT_ONCE) {
		node.share /= (double)rules_count(perft->rules, position);
		rules_moves(perft->rules, position, NULL, count_branch, &node);
		return;
	}
	perft->leaves += rules_perft(perft->rules, position, depth);
	perft->done += share;
	if (!progress_is_due(&perft->progress))
		return;
	snprintf(name, sizeof(name), "depth %u", perft->depth);
	snprintf(leaves, sizeof(leaves), "%llu leaves",
	    (unsigned long long)perft->leaves);
	progress_show(
	    &perft->progress, name, leaves, (uint64_t)(perft->done * PARTS));
}

static bool
count_branch(void *context, const struct move *move)
{
	const struct perft_node *node = context;
	struct position next = *node->position;
	struct past past;

	rules_play(node->perft->rules, &next, move, &past);
	count_leaves(node->perft, &next, node->depth - 1, node->share);
	return true;
}

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
		    diags.list[i].message, diag_table[diags.list[i].id].slug);
	return ok;
}

/* Appends the number of leaves after each first move. */
static void
put_moves(const struct job *job, struct perft_count *perft,
    const struct position *position, struct strbuf *out)
{
	struct move_list list = { .len = 0 };
	struct move_style style;
	struct perft_node node = { perft, position, perft->depth, 1 };

	move_style_init(&style, job, job->variant);
	move_list_fill(&list, perft->rules, position, &style, false);
	move_list_sort(&list);
	node.share /= (double)list.len;
	for (size_t i = 0; i < list.len; i++) {
		uint64_t before = perft->leaves;

		count_branch(&node, &list.moves[i].move);
		strbuf_printf(out, "%s %llu\n", list.moves[i].text,
		    (unsigned long long)(perft->leaves - before));
	}
}

/* Writes the leaves of each depth as soon as they are counted: deeper ones take
 * long. With --divide the last depth is enough. */
static void
count_depths(const struct job *job, const struct rules *rules,
    const struct position *position, unsigned most, struct output *output)
{
	SCRATCH line = STRBUF_INIT;

	for (unsigned depth = job->divide ? most : 1; depth <= most; depth++) {
		struct perft_count perft = { .rules = rules, .depth = depth };

		progress_begin(&perft.progress, job->quiet);
		perft.progress.total = PARTS;
		if (job->divide && depth > 0)
			put_moves(job, &perft, position, &line);
		else
			count_leaves(&perft, position, depth, 1);
		progress_clear(&perft.progress);
		strbuf_printf(&line, "%u %llu\n", depth,
		    (unsigned long long)perft.leaves);
		output_flush(output, &line);
		fflush(output->file);
	}
}

static int
run_perft(struct job *job)
{
	struct position position;
	struct output output = { .file = NULL };
	char *end = NULL;
	unsigned long depth = 0;

	if (job->variant == NULL)
		return usage_no_game(job);
	if (job->operands == 1)
		depth = strtoul(job->operand[0], &end, 10);
	if (job->operands != 1 || *job->operand[0] < '0' ||
	    *job->operand[0] > '9' || *end != '\0' || depth > 20)
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
	count_depths(job, rules, &position, (unsigned)depth, &output);
	return output_close(&output, true) ? EXIT_GOOD : EXIT_TROUBLE;
}

const struct command command_perft = {
	.name = "perft",
	.run = run_perft,
};
