/* Ternion: `perft`: counts the leaves of the tree of legal moves. */
#include <stdlib.h>

#include "cmd.h"
#include "format_3pf.h"
#include "output.h"

struct counting {
	const struct rules *rules;
	const struct position *position;
	const struct notation *notation;
	struct alphabet alphabet;
	unsigned depth;
	uint64_t leaves;
	char **lines; /* owned */
	size_t len, size;
};

static bool
count_move(void *context, const struct move *move)
{
	struct counting *counting = context;
	struct strbuf line = STRBUF_INIT;
	struct position next = *counting->position;
	struct marks marks = { .attacked = 0 };
	uint64_t leaves;

	/* "In coordinate write the bare board action." */
	if (counting->notation->has_marks)
		marks =
		    marks_of_move(counting->rules, counting->position, move);
	rules_apply(counting->rules, &next, move);
	leaves = rules_perft(counting->rules, &next, counting->depth - 1);
	counting->leaves += leaves;
	counting->notation->write(counting->notation, counting->rules,
	    &counting->alphabet, counting->position, move, &marks, &line);
	strbuf_printf(&line, " %llu", (unsigned long long)leaves);
	if (counting->len == counting->size) {
		counting->size = counting->size * 2 + 64;
		counting->lines = mem_grow(
		    counting->lines, counting->size * sizeof(*counting->lines));
	}
	counting->lines[counting->len++] = line.ptr;
	return true;
}

static int
by_bytes(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
divide(struct counting *counting, struct strbuf *out)
{
	if (counting->depth > 0)
		rules_moves(counting->rules, counting->position, NULL,
		    count_move, counting);
	else
		counting->leaves = 1;
	qsort(
	    counting->lines, counting->len, sizeof(*counting->lines), by_bytes);
	for (size_t i = 0; i < counting->len; i++) {
		strbuf_puts(out, counting->lines[i]);
		strbuf_char(out, '\n');
		free(counting->lines[i]);
	}
	free(counting->lines);
	strbuf_printf(out, "%u %llu\n", counting->depth,
	    (unsigned long long)counting->leaves);
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
	if (job->position == NULL)
		return true;
	diags_init(&diags, &arena);
	ok = tpf_read(rules, slice_of(job->position), 0, &diags, position);
	for (unsigned i = 0; i < diags.len; i++)
		fprintf(stderr, "--position:1:%u: error: %s [%s]\n",
		    diags.list[i].span.start + 1, diags.list[i].message,
		    diag_table[diags.list[i].id].slug);
	arena_release(&arena);
	return ok;
}

/* The options are those of the position, then those of the call. */
static void
make_rules(const struct job *job, struct rules *rules)
{
	struct settings settings, stated;

	job_settings(job, job->variant, &settings);
	if (job->position != NULL && job->settings == 0) {
		settings_default(job->variant, &stated);
		tpf_options(job->variant, slice_of(job->position), &stated);
		settings = stated;
	}
	rules_init(rules, job->variant, &settings);
}

static void
count(struct counting *counting, const struct job *job, unsigned depth,
    struct output *output)
{
	struct strbuf out = STRBUF_INIT;

	if (job->divide) {
		counting->depth = depth;
		divide(counting, &out);
	}
	for (unsigned d = 1; d <= depth && !job->divide; d++) {
		strbuf_printf(&out, "%u %llu\n", d,
		    (unsigned long long)rules_perft(
			counting->rules, counting->position, d));
		/* The deeper levels take their time. */
		output_flush(output, &out);
		fflush(output->file);
	}
	output_flush(output, &out);
	strbuf_release(&out);
}

static int
run(struct job *job)
{
	struct counting counting = { .notation = job->notation };
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
	if (counting.notation == NULL)
		counting.notation =
		    notation_find(slice_of(job->variant->notation));
	if (job_unwritable(job, job->variant) != NULL)
		return usage_error(job, "moves of %s cannot be written in '%s'",
		    job->variant->id, job_unwritable(job, job->variant));
	rules = mem_alloc(sizeof(*rules));
	make_rules(job, rules);
	if (!read_position(job, rules, &position)) {
		free(rules);
		return EXIT_FINDINGS;
	}
	if (!output_open(&output, job->output)) {
		free(rules);
		return EXIT_TROUBLE;
	}
	counting.rules = rules;
	counting.position = &position;
	alphabet_init(&counting.alphabet,
	    job->letters != NULL ? job->letters : &letter_sets[0],
	    job->variant->letters);
	count(&counting, job, (unsigned)depth, &output);
	free(rules);
	return output_close(&output, true) ? EXIT_GOOD : EXIT_TROUBLE;
}

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
	.options = "vonLpDOHGg",
	.run = run,
};
