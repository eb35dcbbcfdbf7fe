/* Ternion: `moves`: the legal moves of a position. */
#include <stdio.h>

#include "cmd/cmd.h"
#include "formats/record/json.h"
#include "cmd/run/move_list.h"
#include "cmd/run/positions.h"
#include "formats/position/position_json.h"

struct listing {
	const struct replayed *replayed;
	const struct position *position;
	const struct notation *names; /* of cells in JSON; NULL: algebraic */
	struct move_style style;
	struct move_list list;
};

static void
put_listed_cell(
    const struct listing *listing, struct json *json, const char *key, cell c)
{
	const struct names names = { listing->names, NULL, 0 };
	const struct rules *rules = listing->replayed->output_rules;

	json_cell(json, key, &rules->board,
	    names_naming(&names, rules->variant), listing->position->to_move,
	    c);
}

static void
put_listed_kind(const struct listing *listing, struct json *json,
    const char *key, unsigned kind)
{
	const struct variant *variant =
	    listing->replayed->output_rules->variant;

	json_string(json, key,
	    alphabet_text(&listing->style.alphabet, variant->letters[kind]));
}

static void
put_move_json(const struct listing *listing, const struct listed_move *listed,
    struct json *json)
{
	const struct rules *rules = listing->replayed->output_rules;
	const struct move *move = &listed->move;
	struct strbuf plain = STRBUF_INIT;
	const uint8_t *at = listing->position->at;
	struct cellset taken = rules_taken(rules, listing->position, move);

	notation_coordinate.write(&notation_coordinate, rules,
	    &listing->style.alphabet, listing->position, move, &listed->marks,
	    &plain);
	json_begin(json, NULL, '{');
	json_string(json, "move", listed->text);
	json_text(json, "coordinate", strbuf_as_slice(&plain));
	if (move->type == MOVE_DROP)
		put_listed_kind(listing, json, "piece", move->promotion);
	else if (move->from != CELL_NONE)
		put_listed_kind(
		    listing, json, "piece", piece_kind(at[move->from]));
	else
		json_null(json, "piece");
	put_listed_cell(listing, json, "from", move->from);
	put_listed_cell(listing, json, "to", move->to);
	json_begin(json, "path", '[');
	for (unsigned i = 0; i < move->leaps; i++)
		put_listed_cell(listing, json, NULL, move->path[i]);
	json_end(json, ']');
	json_string(json, "type", move_type_name((enum move_type)move->type));
	json_begin(json, "captures", '[');
	while (!cellset_empty(&taken))
		put_listed_cell(listing, json, NULL, cellset_pop(&taken));
	json_end(json, ']');
	if (move->promotion != KIND_NONE && move->type != MOVE_DROP)
		put_listed_kind(listing, json, "promotion", move->promotion);
	else
		json_null(json, "promotion");
	json_bool(json, "check", listed->marks.attacked != 0);
	json_bool(json, "mate", listed->marks.mated != 0);
	if (rules->variant->remembers)
		json_history(json, rules, &listing->replayed->start);
	json_end(json, '}');
	strbuf_release(&plain);
}

static void
print_text(const struct listing *listing, struct strbuf *out)
{
	for (size_t i = 0; i < listing->list.len; i++) {
		strbuf_puts(out, listing->list.moves[i].text);
		strbuf_char(out, '\n');
	}
}

static void
print_json(const struct listing *listing, bool indent, struct strbuf *out)
{
	struct json json = { .out = out, .indent = indent };

	json_begin(&json, NULL, '[');
	for (size_t i = 0; i < listing->list.len; i++)
		put_move_json(listing, &listing->list.moves[i], &json);
	json_end(&json, ']');
}

static void
put_server_cell(
    const struct listing *listing, struct json *json, const char *key, cell c)
{
	json_cell(json, key, &listing->replayed->output_rules->board,
	    NAMING_UPPER, 0, c);
}

/* "{from: [to...]}": each target once, be it of four promotions or of one move.
 */
static void
put_targets(const struct listing *listing, struct json *json)
{
	struct cellset targets[CELLS_MAX] = { { { 0 } } };
	char name[CELL_NAME_MAX];

	for (size_t i = 0; i < listing->list.len; i++)
		cellset_add(&targets[listing->list.moves[i].move.from],
		    listing->list.moves[i].move.to);
	for (cell from = 0; from < CELLS_MAX; from++) {
		if (cellset_empty(&targets[from]))
			continue;
		json_begin_flat(json,
		    coords_name(&listing->replayed->output_rules->board,
			NAMING_UPPER, 0, from, name),
		    '[');
		while (!cellset_empty(&targets[from]))
			put_server_cell(
			    listing, json, NULL, cellset_pop(&targets[from]));
		json_end(json, ']');
	}
}

/* The moves as the server of the 96-cell board gives them. */
static void
print_for_server(const struct listing *listing, struct strbuf *out)
{
	struct json json = { .out = out, .indent = true };

	json_begin(&json, NULL, '{');
	json_begin(&json, "legal_moves", '{');
	put_targets(listing, &json);
	json_end(&json, '}');
	json_begin(&json, "promotion_moves", '[');
	for (size_t i = 0; i < listing->list.len; i++) {
		const struct move *move = &listing->list.moves[i].move;

		/* Once for the four pieces. */
		if (move->promotion != QUEEN)
			continue;
		json_begin_flat(&json, NULL, '{');
		put_server_cell(listing, &json, "from", move->from);
		put_server_cell(listing, &json, "to", move->to);
		json_end(&json, '}');
	}
	json_end(&json, ']');
	json_end(&json, '}');
}

/* Whether moves of the game can be written for a server; if not, says so. */
static bool
has_server(struct run *run, const struct variant *variant)
{
	if (dialect_of(variant)->machine_cells == NAMING_UPPER)
		return true;
	fprintf(stderr, "ternion moves: %s has no server\n", variant->title);
	run->trouble = true;
	return false;
}

/* The moves as one JSON value. */
static void
put_value(struct positions *positions, bool for_server)
{
	const struct listing *listing = positions->context;
	const struct job *job = positions->run.job;
	struct strbuf text = STRBUF_INIT;

	if (for_server)
		print_for_server(listing, &text);
	else
		print_json(listing, job_is_to(job, "json"), &text);
	if (positions->is_list) {
		positions_put_json(positions, strbuf_as_slice(&text));
	} else {
		strbuf_slice(&positions->run.text, strbuf_as_slice(&text));
		strbuf_char(&positions->run.text, '\n');
	}
	strbuf_release(&text);
}

static void
list_moves(struct positions *positions, const struct replayed *replayed,
    const struct position *position)
{
	struct listing *listing = positions->context;
	struct run *run = &positions->run;
	const struct job *job = run->job;
	const struct variant *variant = replayed->output_rules->variant;
	bool for_server = job_is_to(job, "server");

	if (!run_can_write(run, variant) ||
	    (for_server && !has_server(run, variant)))
		return;
	listing->replayed = replayed;
	listing->position = position;
	move_style_init(&listing->style, job, variant);
	if (job->output.notation == NULL && replayed->notation->write != NULL)
		listing->style.notation = replayed->notation;
	move_list_fill(&listing->list, replayed->output_rules, position,
	    &listing->style, job->all && !for_server);
	if (!for_server)
		move_list_sort(&listing->list);
	if (for_server || job_is_to(job, "json") || job_is_to(job, "jsonl")) {
		put_value(positions, for_server);
		return;
	}
	if (positions->shown > 0)
		strbuf_char(&run->text, '\n');
	print_text(listing, &run->text);
}

static int
run_moves(struct job *job)
{
	struct listing listing = { .list = { .len = 0 } };
	struct positions positions = { .show = list_moves,
		.context = &listing };
	int status;

	if (job_is_to(job, "server") &&
	    (job->all || job->output.notation != NULL ||
		job->output.letters != NULL))
		return usage_error(job,
		    "the server's form takes neither --all, -n nor --letters");
	if (job->output.notation != NULL && job->output.notation->write == NULL)
		return usage_error(
		    job, "%s is for reading only", job->output.notation->id);
	listing.names = job->output.notation;
	positions.is_list = job_is_to(job, "json") || job_is_to(job, "server");
	status = positions_run(&positions, job);
	move_list_release(&listing.list);
	return status;
}

static void
words_list_forms(struct strbuf *words)
{
	strbuf_puts(words, " text json jsonl server");
}

static const enum option_id options[] = { OPT_OPTION, OPT_TO, OPT_JSON,
	OPT_NOTATION, OPT_INPUT_NOTATION, OPT_LETTERS, OPT_POSITION, OPT_PLY,
	OPT_MOVE, OPT_EVERY, OPT_ALL, OPT_PLAY, OPT_AFTER, OPTIONS_OF_RECORDS,
	OPTIONS_END };

const struct command command_moves = {
	.name = "moves",
	.summary = "the legal moves of a position",
	.usage = "[OPTIONS] [FILE...]",
	.description =
	    "Lists the legal moves of one position of each record, chosen as\n"
	    "by 'position': one a line in the chosen notation, with check\n"
	    "marks, sorted by bytes; or an array of objects (--json).\n"
	    "'--to server' gives those of the 96 cells as their server does.\n"
	    "A finished game has none. --all adds what perft does not count:\n"
	    "calls, yields, and passes that are a choice.",
	.examples = "  ternion moves game.pgn\n"
		    "  ternion moves -v dreierschach --position start "
		    "-n coordinate\n"
		    "  ternion moves --ply 4 --json game.pgn",
	.forms = words_list_forms,
	.options = options,
	.run = run_moves,
};
