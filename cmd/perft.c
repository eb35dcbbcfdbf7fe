/* Ternion: `perft`: counts the leaves of the tree of legal moves. */
#include <stdlib.h>

#include "cmd/cmd.h"
#include "formats/position/tpf.h"
#include "cmd/run/move_list.h"
#include "cmd/run/output.h"

/* The leaves behind each first move, and then all of them. */
static void
put_divide(const struct rules *rules, const struct position *position,
    const struct move_style *style, unsigned depth, struct strbuf *out)
{
	struct move_list list = { .len = 0 };
	uint64_t all = depth > 0 ? 0 : 1;

	if (depth > 0)
		move_list_fill(&list, rules, position, style, false);
	move_list_sort(&list);
	for (size_t i = 0; i < list.len; i++) {
		struct position next = *position;
		uint64_t leaves;

		rules_make_move(rules, &next, &list.moves[i].move);
		leaves = rules_perft(rules, &next, depth - 1);
		all += leaves;
		strbuf_printf(out, "%s %llu\n", list.moves[i].text,
		    (unsigned long long)leaves);
	}
	strbuf_printf(out, "%u %llu\n", depth, (unsigned long long)all);
	move_list_release(&list);
}

/* Reads --position; says what is wrong with it on standard error. */
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
	for (unsigned i = 0; i < diags.len; i++)
		fprintf(stderr, "--position:1:%u: %s: %s [%s]\n",
		    diags.list[i].span.start + 1,
		    severity_name(diags.list[i].severity),
		    diags.list[i].message, diag_table[diags.list[i].id].slug);
	arena_release(&arena);
	return ok;
}

/* The options are those of the position, then those of the call. */
static void
make_rules(const struct job *job, struct rules *rules)
{
	struct settings settings, stated;

	job_settings(job, job->variant, &settings);
	if (job->input.position != NULL && job->settings == 0) {
		settings_default(job->variant, &stated);
		tpf_options(
		    job->variant, slice_of(job->input.position), &stated);
		settings = stated;
	}
	rules_init(rules, job->variant, &settings);
}

/* A line for each depth, as soon as it is counted: the deeper ones take their
 * time. */
static void
count_depths(const struct rules *rules, const struct position *position,
    unsigned most, struct output *output)
{
	struct strbuf line = STRBUF_INIT;

	for (unsigned depth = 1; depth <= most; depth++) {
		strbuf_printf(&line, "%u %llu\n", depth,
		    (unsigned long long)rules_perft(rules, position, depth));
		output_flush(output, &line);
		fflush(output->file);
	}
	strbuf_release(&line);
}

static void
count_by_move(const struct job *job, const struct rules *rules,
    const struct position *position, unsigned depth, struct output *output)
{
	struct move_style style;
	struct strbuf out = STRBUF_INIT;

	move_style_init(&style, job, job->variant);
	put_divide(rules, position, &style, depth, &out);
	output_flush(output, &out);
	strbuf_release(&out);
}

static int
run(struct job *job)
{
	struct position position;
	struct output output;
	struct rules *rules;
	char *end = NULL;
	unsigned long depth = 0;

	if (job->variant == NULL)
		return usage_error(job, "which game? give -v");
	if (job->operands == 1)
		depth = strtoul(job->operand[0], &end, 10);
	if (job->operands != 1 || *job->operand[0] < '0' ||
	    *job->operand[0] > '9' || *end != '\0' || depth > 20)
		return usage_error(job, "perft takes one depth, from 0 to 20");
	if (!job->divide &&
	    (job->output.notation != NULL || job->output.letters != NULL))
		return usage_error(job,
		    "-n and --letters are of --divide: no moves are written");
	if (job_unwritable(job, job->variant) != NULL)
		return usage_error(job, "moves of %s cannot be written in '%s'",
		    job->variant->id, job_unwritable(job, job->variant));
	rules = mem_alloc(sizeof(*rules));
	make_rules(job, rules);
	if (!read_position(job, rules, &position)) {
		mem_free(rules);
		return EXIT_FINDINGS;
	}
	if (!output_open(&output, job->output.path)) {
		mem_free(rules);
		return EXIT_TROUBLE;
	}
	if (job->divide)
		count_by_move(job, rules, &position, (unsigned)depth, &output);
	else
		count_depths(rules, &position, (unsigned)depth, &output);
	mem_free(rules);
	return output_close(&output, true) ? EXIT_GOOD : EXIT_TROUBLE;
}

static const enum option_id options[] = { OPT_GAME, OPT_OPTION, OPT_NOTATION,
	OPT_LETTERS, OPT_OUTPUT, OPT_FROM_POSITION, OPT_DIVIDE,
	OPTIONS_OF_CONFIG, OPTIONS_END };

const struct command command_perft = {
	.name = "perft",
	.summary = "count the leaves of the tree of legal moves",
	.usage = "-v ID [OPTIONS] DEPTH",
	.description =
	    "Counts the sequences of legal moves of each length up to DEPTH,\n"
	    "from the start or from --position: a line 'DEPTH LEAVES' each.\n"
	    "With --divide it prints the leaves behind each first move.",
	.examples = "  ternion perft -v dreierschach 3\n"
		    "  ternion perft -v dreierschach --divide -n coordinate 2",
	.options = options,
	.run = run,
};
