/* Ternion: `moves`: the legal moves of a position. */
#include "cmd/cmd.h"
#include "cmd/run/positions.h"
#include "parse/position/position_json.h"

static void
put_move_cell(const struct move_list *list, const struct naming *naming,
    struct json *json, const char *key, cell c)
{
	json_cell(json, key, &list->in.rules->board, naming,
	    list->position->to_move, c);
}

/* The letter of a piece; NULL: there is none. */
static const char *
kind_text(const struct move_list *list, unsigned kind)
{
	return kind == KIND_NONE ? NULL
				 : alphabet_text(&list->alphabet,
				       list->in.rules->variant->letters[kind]);
}

static void
put_move_json(const struct move_list *list, const struct listed_move *listed,
    const struct naming *naming, const struct position *start,
    struct json *json)
{
	const struct rules *rules = list->in.rules;
	const struct move *move = &listed->move;
	const uint8_t *at = list->position->at;
	struct cellset taken = rules_taken(rules, list->position, move);
	bool is_drop = move->type == MOVE_DROP;
	SCRATCH plain = STRBUF_INIT;
	const struct language coordinate = { rules,
		notation_of(&notation_coordinate, rules->variant),
		&list->alphabet };

	notation_write(
	    &coordinate, list->position, move, &listed->marks, &plain);
	json_put(json, "{ move:%s coordinate:%s piece:%s", listed->text,
	    plain.ptr,
	    kind_text(list,
		is_drop                       ? move->promotion
		    : move->from != CELL_NONE ? piece_kind(at[move->from])
					      : KIND_NONE));
	put_move_cell(list, naming, json, "from", move->from);
	put_move_cell(list, naming, json, "to", move->to);
	json_put(json, "path:[");
	for (unsigned i = 0; i < move->leaps; i++)
		put_move_cell(list, naming, json, NULL, move->path[i]);
	json_put(json, "] type:%s captures:[",
	    move_type_name((enum move_type)move->type));
	while (!cellset_empty(&taken))
		put_move_cell(list, naming, json, NULL, cellset_pop(&taken));
	json_put(json, "] promotion:%s",
	    kind_text(list, is_drop ? KIND_NONE : move->promotion));
	json_bool(json, "check", listed->marks.attacked != 0);
	json_bool(json, "mate", listed->marks.mated != 0);
	if (rules->variant->remembers)
		json_history(json, rules, start);
	json_end(json, '}');
}

/* The moves as the server of the 96-cell board gives them: "{from: [to...]}",
 * each target once even if there are four promotions, and then the moves that
 * promote. */
static void
put_for_server(const struct move_list *list, struct json *json)
{
	const struct board *board = &list->in.rules->board;
	struct cellset targets[CELLS_MAX] = { { { 0 } } };
	char name[CELL_NAME_MAX], to[CELL_NAME_MAX];

	for (size_t i = 0; i < list->len; i++)
		cellset_add(
		    &targets[list->moves[i].move.from], list->moves[i].move.to);
	json_put(json, "{ legal_moves:{");
	for (cell from = 0; from < CELLS_MAX; from++) {
		if (cellset_empty(&targets[from]))
			continue;
		json_begin_flat(
		    json, coords_name(board, NAMING_UPPER, 0, from, name), '[');
		while (!cellset_empty(&targets[from]))
			json_cell(json, NULL, board, NAMING_UPPER, 0,
			    cellset_pop(&targets[from]));
		json_end(json, ']');
	}
	json_put(json, "} promotion_moves:[");
	for (size_t i = 0; i < list->len; i++) {
		const struct move *move = &list->moves[i].move;

		/* Once for the four pieces. */
		if (move->promotion != QUEEN)
			continue;
		json_put(json, "~{ from:%s to:%s }",
		    coords_name(board, NAMING_UPPER, 0, move->from, name),
		    coords_name(board, NAMING_UPPER, 0, move->to, to));
	}
	json_put(json, "] }");
}

static void
show_moves(struct viewer *viewer, const struct replayed *replayed,
    const struct position *position)
{
	const struct positions *positions = viewer->run->context;
	const struct job *job = viewer->run->job;
	const struct variant *variant = replayed->output_rules->variant;
	bool for_server = job_is_to(job, "server");
	struct move_list *list = &viewer->moves;
	const struct names names = { job->output.notation, NULL, 0 };
	SCRATCH why = STRBUF_INIT;
	struct json json = { .out = viewer->text,
		.indent = positions->is_list };

	if (put_unwritable(job, variant, false, &why)) {
		viewer_refuse(viewer, "%s", why.ptr);
		return;
	}
	if (for_server && dialect_of(variant)->machine_cells != NAMING_UPPER) {
		viewer_refuse(viewer, "%s has no server", variant->title);
		return;
	}
	move_list_set_style(list, job, variant);
	if (job->output.notation == NULL && !replayed->notation->is_old)
		list->in.notation = replayed->notation;
	move_list_fill(
	    list, replayed->output_rules, position, job->all && !for_server);
	if (!for_server)
		move_list_sort(list);
	if (for_server) {
		put_for_server(list, &json);
	} else if (positions->is_list || job_is_to(job, "jsonl")) {
		json_begin(&json, NULL, '[');
		for (size_t i = 0; i < list->len; i++)
			put_move_json(list, &list->moves[i],
			    names_naming(&names, variant), &replayed->start,
			    &json);
		json_end(&json, ']');
	} else {
		for (size_t i = 0; i < list->len; i++)
			strbuf_printf(
			    viewer->text, "%s\n", list->moves[i].text);
	}
	if (job_is_to(job, "jsonl"))
		strbuf_char(viewer->text, '\n');
}

int
run_moves(struct job *job)
{
	bool is_text = job->output.format == NULL || job_is_to(job, "text");
	struct positions positions = { .show = show_moves,
		.between = is_text ? "\n" : "" };

	positions.is_list = job_is_to(job, "json") || job_is_to(job, "server");
	positions.suffix = is_text    ? "txt"
	    : job_is_to(job, "jsonl") ? "jsonl"
				      : "json";
	return positions_run(&positions, job);
}
