/* Ternion: `step`: a partner for programs, line by line. */
#include <errno.h>

#include "cmd/cmd.h"
#include "parse/position/tpf.h"
#include "cmd/run/move_list.h"
#include "cmd/run/run.h"
#include "parse/resolve/suggest.h"
#include "parse/position/position_json.h"

struct stepping {
	const struct job *job;
	const struct variant *variant;
	struct replayer *replayer;
	const struct rules *rules; /* with the options of the position */
	struct position first;     /* of the line at hand */
	struct move_list list;     /* the legal moves, for --moves */
	struct arena arena;        /* of the answer to a line */
	struct strbuf text;        /* one move, or one position */
	struct strbuf line;        /* one answer */
};

/* The position to go on from; `fates` is the effect of the move on the players,
 * or NULL. */
static void
put_position(struct stepping *stepping, struct json *json,
    const struct position *position, const struct outcome *outcome,
    const struct fates *fates)
{
	const struct variant *variant = stepping->variant;
	struct move_list *list = &stepping->list;

	strbuf_reset(&stepping->text);
	tpf_write(stepping->rules, position, &stepping->text);
	json_put(json, "position:%s to_move:%s attacked:[", stepping->text.ptr,
	    variant->players[position->to_move]);
	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->checks[p] != 0)
			json_string(json, NULL, variant->players[p]);
	json_end(json, ']');
	json_put(json, "result:%s",
	    outcome->ending != ENDING_NONE ? outcome->result : NULL);
	if (fates != NULL)
		fates_json(fates, variant, true, json);
	json_history(json, stepping->rules, &stepping->first);
	if (!stepping->job->moves)
		return;
	move_list_fill(list, stepping->rules, position, false);
	move_list_sort(list);
	json_begin(json, "moves", '[');
	for (size_t i = 0; i < list->len; i++)
		json_string(json, NULL, list->moves[i].text);
	json_end(json, ']');
}

/* The first error, as code and reason; `hint` ends the reason. */
static void
put_fault(struct json *json, const struct diags *diags, const char *hint)
{
	for (unsigned i = 0; i < diags->len; i++) {
		const struct diag *diag = &diags->list[i];

		if (diag->severity < SEV_ERROR)
			continue;
		json_put(json, "code:%s reason:%s", diag_table[diag->id].slug,
		    arena_printf(diags->arena, "%s%s",
			diag_words(diag, diags->arena), hint));
		return;
	}
}

/* A move that is not legal, the moves that may have been meant, and the
 * position before it. */
static void
refuse_move(struct stepping *stepping, struct json *json,
    const struct language *reader, const struct position *before,
    struct slice token, const struct diags *diags)
{
	struct suggestions near;

	json_put(json, "legal:false move:%.*s", SLICE(token));
	put_fault(json, diags, "");
	suggest_find(reader, before, token, &near);
	json_begin(json, "near", '[');
	for (size_t i = 0; i < near.len; i++)
		json_string(json, NULL, near.list[i].text);
	json_end(json, ']');
	struct outcome outcome = rules_outcome(stepping->rules, before);
	put_position(stepping, json, before, &outcome, NULL);
}

/* The last of the moves, which was played. */
static void
answer_move(struct stepping *stepping, struct json *json,
    const struct turn *turn, const struct position *after)
{
	const uint8_t *nag = turn->parsed.move.nag;
	struct fates fates = { .heir = { 0 } };
	struct seats before;

	seats_note(&before, &turn->before);
	strbuf_reset(&stepping->text);
	notation_write(&stepping->list.in, &turn->before, &turn->move,
	    &turn->marks, &stepping->text);
	json_put(json, "legal:true move:%s", stepping->text.ptr);
	if (nag[0] != 0) {
		json_begin(json, "nags", '[');
		for (int i = 0; i < 2 && nag[i] != 0; i++)
			json_number(json, NULL, nag[i]);
		json_end(json, ']');
	}
	fates_add(&fates,
	    &(struct fateful){ stepping->rules, &before, &turn->move,
		turn_judged(turn, after), after, NULL, NULL });
	put_position(stepping, json, after, &turn->outcome, &fates);
}

/* Plays the moves one after another: several are movetext; one, or none, is a
 * token. The answer is about the last, or about the first that is not legal. */
static void
answer_moves(struct stepping *stepping, struct json *json, struct slice moves)
{
	const struct job *job = stepping->job;
	const struct notation *notation = job->input.notation != NULL
	    ? notation_of(job->input.notation, stepping->variant)
	    : dialect_of(stepping->variant)->notation;
	struct alphabet letters;
	const struct language reader = { stepping->rules, notation, &letters };
	struct input input = { .format = &format_pgn,
		.max_record = job->input.max_record };
	struct position position = stepping->first;
	const struct ply *ply = NULL;
	struct record record;
	struct diags diags = { .arena = &stepping->arena };
	bool is_last = false, ok = true;

	source_text(&input.source, "moves", moves);
	if (format_pgn.read(&input, &stepping->arena, &diags, &record) &&
	    record.tags == NULL && record.line.plies > 1)
		ply = record.line.first;
	while (ok && !is_last) {
		struct slice token = ply != NULL ? ply->token : moves;
		struct position before = position;
		struct turn turn = {
			.asks.outcome = true,
			.letters = job->output.letters,
		};

		is_last = ply == NULL || ply->next == NULL;
		ok = turn_judge_alone(
		    &turn, &reader, &letters, &position, token, 0, &diags);
		if (!ok)
			refuse_move(
			    stepping, json, &reader, &before, token, &diags);
		else if (is_last)
			answer_move(stepping, json, &turn, &position);
		else
			ply = ply->next;
	}
	source_release(&input.source);
}

/* Answers "3PF, tab, moves"; without a move it only describes the position. */
static void
answer_line(struct stepping *stepping, struct slice line)
{
	const char *tab = memchr(line.ptr, '\t', line.len);
	size_t at = tab != NULL ? (size_t)(tab - line.ptr) : line.len;
	struct slice tpf = slice_trim(slice_sub(line, 0, at));
	struct slice move = slice_trim(slice_from(line, at));
	struct json json = { .out = &stepping->line };
	struct settings settings;
	struct outcome outcome;
	struct diags diags = { .arena = &stepping->arena };

	arena_reset(&stepping->arena);
	job_settings(stepping->job, stepping->variant, &settings);
	tpf_options(stepping->variant, tpf, &settings);
	stepping->list.in.rules = stepping->rules =
	    replayer_rules(stepping->replayer, stepping->variant, &settings);
	json_begin(&json, NULL, '{');
	if (!tpf_read(stepping->rules, tpf, 0, &diags, &stepping->first)) {
		json_put(&json, "legal:false");
		put_fault(&json, &diags,
		    tab == NULL ? "; a tab separates the position and a move"
				: "");
	} else if (move.len == 0) {
		outcome = rules_outcome(stepping->rules, &stepping->first);
		put_position(stepping, &json, &stepping->first, &outcome, NULL);
	} else {
		answer_moves(stepping, &json, move);
	}
	json_end(&json, '}');
	strbuf_char(&stepping->line, '\n');
}

/* Answers each line at once, until the reader of the answers is gone; false
 * after an error message if the input cannot be read. */
static bool
answer_lines(
    struct stepping *stepping, struct source *source, struct output *output)
{
	unsigned long max = stepping->job->input.max_record;
	struct slice line;

	while ((line = source_line(source, max + 1)).len > 0) {
		size_t len = line.len - (line.ptr[line.len - 1] == '\n');

		if (len > max) {
			trouble_say(
			    "ternion step: %s: a line is longer than %lu bytes",
			    source->name, max);
			return false;
		}
		if (slice_trim(line).len > 0) {
			answer_line(stepping, slice_sub(line, 0, len));
			output_flush(output, &stepping->line);
			if (fflush(output->file) != 0 && output->error == 0)
				output->error = errno;
			if (output->error != 0)
				break;
		}
		source_advance(source, line.len);
	}
	if (source->error != 0)
		trouble_say("ternion step: %s: %s", source->name,
		    input_fault(source->error));
	return source->error == 0;
}

int
run_step(struct job *job)
{
	const struct replay_options options = { .variant = job->variant };
	const char *path = job->operands > 0 ? job->operand[0] : "-";
	struct stepping stepping = { .job = job, .variant = job->variant };
	struct output output = { .file = NULL };
	struct source source;
	bool is_stdin = strcmp(path, "-") == 0, ok = false;

	if (job->variant == NULL)
		return usage_no_game(job);
	if (job->operands > 1)
		return usage_error(job,
		    "step reads lines, position tab move, of one file or "
		    "standard input");
	if (check_notations(job, job->variant, true) >= 0)
		return EXIT_TROUBLE;
	if (is_stdin)
		terminal_tell_waiting(job, "lines (position, tab, move)");
	int error =
	    source_open(&source, path, is_stdin ? job->input.stdin_name : path);
	if (error != 0) {
		trouble_say(
		    "ternion step: %s: %s", source.name, input_fault(error));
	} else if (output_open(&output, job->output.path)) {
		move_list_set_style(&stepping.list, job, job->variant);
		stepping.replayer = replayer_new(&options);
		ok = answer_lines(&stepping, &source, &output);
		ok = output_close(&output, ok) && ok;
	}
	return ok ? EXIT_GOOD : EXIT_TROUBLE;
}
