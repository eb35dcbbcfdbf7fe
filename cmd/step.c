/* Ternion: `step`: a partner for programs, line by line. */
#include <stdlib.h>

#include "cmd.h"
#include "format_3pf.h"
#include "inputs.h"
#include "json.h"
#include "near.h"
#include "output.h"
#include "turn.h"

struct stepping {
	const struct job *job;
	const struct variant *variant;
	struct replayer *replayer;
	const struct notation *output; /* of canonical moves */
	struct arena arena;
	struct strbuf text; /* one move */
	struct strbuf line; /* one answer */
	char **list;        /* texts of legal moves; owned */
	size_t len, size;
	const struct rules *rules;
	const struct position *position;
	struct alphabet alphabet;
};

static void
put_move(struct stepping *stepping, const struct position *before,
    const struct move *move, const struct marks *marks)
{
	const struct marks bare = { .attacked = 0 };

	strbuf_reset(&stepping->text);
	stepping->output->write(stepping->output, stepping->rules,
	    &stepping->alphabet, before, move,
	    stepping->output->has_marks ? marks : &bare, &stepping->text);
}

static bool
list_move(void *context, const struct move *move)
{
	struct stepping *stepping = context;
	struct marks marks =
	    marks_of_move(stepping->rules, stepping->position, move);

	if (stepping->len == stepping->size) {
		stepping->size = stepping->size * 2 + 64;
		stepping->list = mem_grow(
		    stepping->list, stepping->size * sizeof(*stepping->list));
	}
	put_move(stepping, stepping->position, move, &marks);
	stepping->list[stepping->len++] =
	    arena_copy(&stepping->arena, strbuf_as_slice(&stepping->text));
	return true;
}

static int
by_bytes(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
put_moves(struct stepping *stepping, struct json *json,
    const struct position *position)
{
	stepping->position = position;
	stepping->len = 0;
	rules_moves(stepping->rules, position, NULL, list_move, stepping);
	if (stepping->len > 0)
		qsort(stepping->list, stepping->len, sizeof(*stepping->list),
		    by_bytes);
	json_begin(json, "moves", '[');
	for (size_t i = 0; i < stepping->len; i++)
		json_string(json, NULL, stepping->list[i]);
	json_end(json, ']');
}

/* The position that the program is to go on from. */
static void
put_position(struct stepping *stepping, struct json *json,
    const struct position *position, const struct outcome *outcome)
{
	const struct variant *variant = stepping->variant;

	strbuf_reset(&stepping->text);
	tpf_write(stepping->rules, position, &stepping->text);
	json_text(json, "position", strbuf_as_slice(&stepping->text));
	json_string(json, "to_move", variant->players[position->to_move]);
	json_begin(json, "attacked", '[');
	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->checks[p] != 0)
			json_string(json, NULL, variant->players[p]);
	json_end(json, ']');
	if (outcome->ending != ENDING_NONE)
		json_string(json, "result", outcome->result);
	else
		json_null(json, "result");
	if (stepping->job->moves)
		put_moves(stepping, json, position);
}

/* The first error, as code and reason. */
static void
put_fault(struct json *json, const struct diags *diags)
{
	for (unsigned i = 0; i < diags->len; i++) {
		const struct diag *diag = &diags->list[i];

		if (diag_table[diag->id].severity < SEV_ERROR)
			continue;
		json_string(json, "code", diag_table[diag->id].slug);
		json_string(json, "reason", diag->message);
		return;
	}
}

static void
put_near(struct json *json, const struct reading *reading,
    const struct position *position, struct slice token)
{
	struct near near;

	near_find(reading, position, token, &near);
	json_begin(json, "near", '[');
	for (size_t i = 0; i < near.len; i++)
		json_string(json, NULL, near.text[i]);
	json_end(json, ']');
}

static void
answer_move(struct stepping *stepping, struct json *json,
    const struct position *before, struct slice token, struct diags *diags)
{
	const struct job *job = stepping->job;
	struct turn turn = { .rules = stepping->rules };
	struct outcome outcome;

	turn.notation = job->input_notation != NULL
	    ? job->input_notation
	    : notation_find(slice_of(stepping->variant->notation));
	if (turn_play(&turn, stepping->replayer, before, token, 0, diags)) {
		json_bool(json, "legal", true);
		put_move(stepping, &turn.before, &turn.move, &turn.marks);
		json_text(json, "move", strbuf_as_slice(&stepping->text));
		put_position(stepping, json, &turn.after, &turn.outcome);
	} else {
		const struct reading reading = { stepping->rules, turn.notation,
			&turn.alphabet, NULL };

		json_bool(json, "legal", false);
		json_text(json, "move", token);
		put_fault(json, diags);
		put_near(json, &reading, before, token);
		rules_outcome(stepping->rules, before, &outcome);
		put_position(stepping, json, before, &outcome);
	}
}

/* "3PF, tab, move"; without a move the position is only described. */
static void
answer(struct stepping *stepping, struct slice line)
{
	const char *tab = memchr(line.ptr, '\t', line.len);
	size_t at = tab != NULL ? (size_t)(tab - line.ptr) : line.len;
	struct slice tpf = slice_trim(slice_sub(line, 0, at));
	struct slice move = slice_trim(slice_sub(line, at, line.len - at));
	struct json json = { .out = &stepping->line };
	struct position position;
	struct settings settings;
	struct outcome outcome;
	struct diags diags;

	arena_reset(&stepping->arena);
	diags_init(&diags, &stepping->arena);
	job_settings(stepping->job, stepping->variant, &settings);
	tpf_options(stepping->variant, tpf, &settings);
	stepping->rules =
	    replayer_rules(stepping->replayer, stepping->variant, &settings);
	json_begin(&json, NULL, '{');
	if (!tpf_read(stepping->rules, tpf, 0, &diags, &position)) {
		json_bool(&json, "legal", false);
		put_fault(&json, &diags);
	} else if (move.len == 0) {
		rules_outcome(stepping->rules, &position, &outcome);
		put_position(stepping, &json, &position, &outcome);
	} else {
		answer_move(stepping, &json, &position, move, &diags);
	}
	json_end(&json, '}');
	strbuf_char(&stepping->line, '\n');
}

/* Answers each line at once; false if one is too long. */
static bool
answer_lines(
    struct stepping *stepping, struct source *source, struct output *output)
{
	for (;;) {
		struct slice rest = source_rest(source);
		const char *end = memchr(rest.ptr, '\n', rest.len);
		size_t len = end != NULL ? (size_t)(end - rest.ptr) : rest.len;

		if (len > stepping->job->max_record)
			return false;
		if (end == NULL && !source->eof) {
			source_fill(source);
			continue;
		}
		if (slice_trim(slice_sub(rest, 0, len)).len > 0) {
			answer(stepping, slice_sub(rest, 0, len));
			output_flush(output, &stepping->line);
			fflush(output->file);
		}
		if (end == NULL)
			return true;
		source_advance(source, len + 1);
	}
}

static int
run(struct job *job)
{
	struct stepping stepping = { .job = job,
		.variant = job->variant,
		.arena = ARENA_INIT,
		.text = STRBUF_INIT,
		.line = STRBUF_INIT };
	const struct replay_options options = { .variant = job->variant };
	const char *path = job->operands > 0 ? job->operand[0] : "-";
	struct output output;
	struct source source;
	int status = EXIT_GOOD, error;

	if (job->variant == NULL)
		return usage_error(job, "which game? give -v");
	if (job->operands > 1)
		return usage_error(job, "step reads one file");
	if (job_unwritable(job, job->variant) != NULL)
		return usage_error(job, "moves of %s cannot be written in '%s'",
		    job->variant->id, job_unwritable(job, job->variant));
	stepping.output = job->notation != NULL
	    ? job->notation
	    : notation_find(slice_of(job->variant->notation));
	alphabet_init(&stepping.alphabet,
	    job->letters != NULL ? job->letters : &letter_sets[0],
	    job->variant->letters);
	error = source_open(
	    &source, path, strcmp(path, "-") == 0 ? job->stdin_name : path);
	if (error != 0) {
		fprintf(stderr, "ternion step: %s: %s\n", source.name,
		    input_fault(error));
		source_release(&source);
		return EXIT_TROUBLE;
	}
	if (!output_open(&output, job->output)) {
		source_release(&source);
		return EXIT_TROUBLE;
	}
	stepping.replayer = replayer_new(&options);
	if (!answer_lines(&stepping, &source, &output)) {
		fprintf(stderr,
		    "ternion step: %s: a line is longer than %zu bytes\n",
		    source.name, job->max_record);
		status = EXIT_TROUBLE;
	}
	if (source.error != 0) {
		fprintf(stderr, "ternion step: %s: %s\n", source.name,
		    input_fault(source.error));
		status = EXIT_TROUBLE;
	}
	replayer_free(stepping.replayer);
	source_release(&source);
	arena_release(&stepping.arena);
	strbuf_release(&stepping.text);
	strbuf_release(&stepping.line);
	free(stepping.list);
	return output_close(&output, true) ? status : EXIT_TROUBLE;
}

const struct command command_step = {
	.name = "step",
	.summary = "judge moves one by one, for bots and scripts",
	.usage = "-v ID [OPTIONS] [FILE]",
	.description =
	    "Reads lines of a position in 3PF, a tab and a move, and answers\n"
	    "each at once with one line of JSON: whether the move is legal,\n"
	    "the move in canonical form, the position after it, who is to\n"
	    "move, whose kings are attacked, and the result if the game is\n"
	    "over; or the code and the reason why it is not legal, and the\n"
	    "moves that may have been meant. --moves adds all legal moves of\n"
	    "the position. A line without a move describes its position.",
	.examples = "  printf 'start\\tNd4\\n' | ternion step -v dreierschach\n"
		    "  ternion step -v siege -N coordinate --moves < moves",
	.options = "vonNLwOriHGg",
	.run = run,
};
