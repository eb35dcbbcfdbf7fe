/* Ternion: the move logs of a Triumvirate4LLM client, for reading.
 *
 * A game is a folder of move_NNN.json, one file for each move of one player:
 *	server_state_raw        the state before his move
 *	server_move_request     { from, to, promotion }
 *	server_move_response    { data: { state: the state after it, ... } }
 * and a state has position_3pf, legal_moves { from: [to ...] }, last_move and
 * prev_move, the latest ply and the one before it.
 *
 * The plies between two states are found by trying last_move, prev_move and
 * last_move, and these two after any move. Each state is compared with the
 * rules. If no plies lead to a state, another record begins with it.
 * ternion-format(5), "TRACES". */
#include "parse/position/tpf.h"
#include "formats/documents.h"
#include "formats/log/trace.h"
#include "parse/text/binary.h"

enum {
	TRACE_FILES = 8, /* of the largest size fit into a log */
	TRACE_BYTES_MAX = 1 << 30,
	CANDIDATES_MAX = 512, /* moves that fit a logged ply */
	TRACE_PATH_MAX = 3,   /* plies from one state to the next */
};

/* A ply as the log names it. */
struct trace_ply {
	cell from, to; /* CELL_NONE: the log names none */
	enum kind promotion;
	struct span span;
};

/* The plies that lead from one state to another. */
struct trace_path {
	struct trace_ply last, prev; /* the last two, as the state names them */
	struct move move[TRACE_PATH_MAX];
	const struct trace_ply *ply[TRACE_PATH_MAX]; /* as logged, or NULL */
	unsigned len;
};

/* The string of that key, or "". */
static struct slice
text_of(const struct tree_node *map, const char *key)
{
	struct slice text = { "", 0 };

	member_text(map, key, &text);
	return text;
}

cell
trace_cell(const struct trace *trace, struct slice text)
{
	const struct board *board = &trace->rules->board;

	if (text.len == 0)
		return CELL_NONE;
	cell c = coords_read(board, NAMING_SECTOR, 0, text);
	return c != CELL_NONE ? c : coords_read(board, NAMING_UPPER, 0, text);
}

/* Reads a ply whose cells have these keys. */
static struct trace_ply
read_trace_ply(const struct trace *trace, const struct tree_node *node,
    const char *from, const char *to)
{
	static const char letters[] = "qQrRbBnNmQtRdB";
	struct trace_ply logged = { CELL_NONE, CELL_NONE, KIND_NONE, { 0, 0 } };
	struct slice word = text_of(node, "promotion");
	char letter = '\0';

	if (node == NULL || node->type != TREE_MAP)
		return logged;
	/* "queen", "Q", "M": the first letter tells, except for "knight". */
	if (word.len > 0)
		letter =
		    slice_is(word, "knight") ? 'n' : (char)(word.ptr[0] | 0x20);
	for (const char *l = letters; *l != '\0'; l += 2)
		if (*l == letter)
			logged.promotion =
			    variant_kind(trace->rules->variant, l[1]);
	logged.from = trace_cell(trace, text_of(node, from));
	logged.to = trace_cell(trace, text_of(node, to));
	logged.span = node->span;
	if (logged.to == CELL_NONE)
		logged.from = CELL_NONE;
	return logged;
}

/* The position of a state, a text; NULL if the node is no state. It stands for
 * the state, which is its parent. */
static const struct tree_node *
position_of(const struct tree_node *state)
{
	const char *key = "position_3pf";

	return text_of(state, key).len > 0 ? tree_member(state, key) : NULL;
}

/*
 * The plies between two states: a state names the last ply or the last two
 */

/* The legal moves that fit a logged ply, the likeliest last: the log may not
 * say what a pawn has become. */
struct candidates {
	const struct trace_ply
	    *logged; /* NULL: no file has it; any move fits */
	unsigned len;
	struct move move[CANDIDATES_MAX];
};

static bool
take_candidate(void *context, const struct move *move)
{
	struct candidates *candidates = context;
	const struct trace_ply *logged = candidates->logged;

	if (logged == NULL || logged->promotion == KIND_NONE ||
	    (enum kind)move->promotion == logged->promotion)
		candidates->move[candidates->len++] = *move;
	return candidates->len < CANDIDATES_MAX;
}

static void
find_candidates(const struct rules *rules, const struct position *position,
    const struct trace_ply *logged, struct candidates *candidates)
{
	struct move_query query;

	candidates->logged = logged;
	candidates->len = 0;
	if (logged != NULL)
		query = (struct move_query){ .from = logged->from,
			.to = logged->to,
			.type = MOVE_UNSTATED };
	rules_moves(rules, position, logged != NULL ? &query : NULL,
	    take_candidate, candidates);
}

/* Tries all moves for the plies from `at` on; true if some reach the goal. */
static bool
play_logged_plies(const struct rules *rules, const struct position *from,
    const struct position *goal, struct trace_path *path, unsigned at)
{
	struct candidates candidates;

	if (at == path->len || at == TRACE_PATH_MAX)
		return from->to_move == goal->to_move &&
		    memcmp(from->at, goal->at, sizeof(from->at)) == 0;
	find_candidates(rules, from, path->ply[at], &candidates);
	while (candidates.len-- > 0) {
		struct position next = *from;

		path->move[at] = candidates.move[candidates.len];
		rules_make_move(rules, &next, &path->move[at]);
		if (play_logged_plies(rules, &next, goal, path, at + 1))
			return true;
	}
	return false;
}

/* Finds the plies from the current position to `goal`, that of `state`; false
 * if the plies that the state names do not lead there. No file has the ply
 * before these if the player's model gave up. */
static bool
find_logged_plies(const struct trace *trace, const struct tree_node *state,
    const struct position *goal, struct trace_path *path)
{
	const struct trace_ply *const named[] = { &path->last, &path->prev,
		NULL };

	path->last = read_trace_ply(
	    trace, tree_member(state, "last_move"), "from_square", "to_square");
	path->prev = read_trace_ply(
	    trace, tree_member(state, "prev_move"), "from_square", "to_square");
	for (path->len = 0;; path->len++) {
		for (unsigned i = 0; i < path->len; i++)
			path->ply[i] = named[path->len - 1 - i];
		if (play_logged_plies(
			trace->rules, &trace->position, goal, path, 0))
			return true;
		if (path->len == TRACE_PATH_MAX ||
		    (named[path->len] != NULL &&
			named[path->len]->from == CELL_NONE))
			return false;
	}
}

/*
 * A logged state and the rules
 */

static struct slice
without_placement(struct slice text)
{
	const char *blank = memchr(text.ptr, ' ', text.len);

	return blank != NULL ? slice_from(text, (size_t)(blank - text.ptr) + 1)
			     : text;
}

struct targets {
	struct cellset of[CELLS_MAX]; /* by the cell from which a move goes */
};

static bool
add_target(void *context, const struct move *move)
{
	struct targets *targets = context;

	cellset_add(&targets->of[move->from], move->to);
	return true;
}

/* Appends the moves of `a` that `b` lacks. */
static void
put_difference(const struct trace *trace, const struct targets *a,
    const struct targets *b, struct strbuf *out)
{
	const struct board *board = &trace->rules->board;
	size_t before = out->len;

	for (cell from = 0; from < board->cells; from++) {
		struct cellset only = cellset_less(a->of[from], &b->of[from]);

		while (!cellset_empty(&only)) {
			strbuf_char(out, ' ');
			coords_write(board, NAMING_UPPER, 0, from, out);
			coords_write(
			    board, NAMING_UPPER, 0, cellset_pop(&only), out);
		}
	}
	if (out->len == before)
		strbuf_puts(out, " none");
}

static void
compare_moves(struct trace *trace, const struct tree_node *legal)
{
	const struct tree_node *list, *n;

	if (legal == NULL || legal->type != TREE_MAP)
		return;
	struct targets *ours = arena_alloc(&trace->file, sizeof(*ours));
	struct targets *theirs = arena_alloc(&trace->file, sizeof(*theirs));
	rules_moves(trace->rules, &trace->position, NULL, add_target, ours);
	for (list = legal->first; list != NULL; list = list->next) {
		cell from = trace_cell(trace, list->key);

		if (from == CELL_NONE || list->type != TREE_LIST)
			continue;
		for (n = list->first; n != NULL; n = n->next) {
			cell to = trace_cell(trace, n->text);

			if (to != CELL_NONE)
				cellset_add(&theirs->of[from], to);
		}
	}
	if (memcmp(ours, theirs, sizeof(*ours)) == 0)
		return;
	strbuf_reset(&trace->text);
	strbuf_puts(&trace->text, "legal in the log only:");
	put_difference(trace, theirs, ours, &trace->text);
	strbuf_puts(&trace->text, "; by the rules only:");
	put_difference(trace, ours, theirs, &trace->text);
	diag_add(trace->diags, DIAG_TRACE_MOVES, legal->key_span, "%s",
	    trace->text.ptr);
}

/*
 * The record
 */

static void
report_file_fault(struct trace *trace, size_t at, const char *what)
{
	diag_add(trace->diags, DIAG_TRACE_FILE, span_at(at, 1), "%s", what);
}

static void
add_trace_tag(struct trace *trace, const char *name, struct slice value)
{
	record_add_tag(trace->record, trace->arena, slice_of(name),
	    arena_slice(trace->arena, value),
	    (struct span){ trace->record->span.start, 1 });
}

static void
add_trace_ply(struct trace *trace, const struct move *move, struct span span)
{
	struct ply *ply = arena_alloc(trace->arena, sizeof(*ply));

	const struct language in = { trace->rules, &notation_coordinate, NULL };

	strbuf_reset(&trace->text);
	notation_write(&in, &trace->position, move, &no_marks, &trace->text);
	ply->token = arena_slice(trace->arena, strbuf_as_slice(&trace->text));
	ply->span = span;
	ply->number_span.start = span.start;
	line_append(&trace->record->line, ply);
	trace->record->line.end = span.start + span.len;
	if (trace->pending.first != NULL)
		comments_append(
		    &ply_notes(trace->arena, ply)->before, &trace->pending);
	rules_make_move(trace->rules, &trace->position, move);
}

/* Keeps the result and the reason of the log, if the game is over. */
static void
note_end(struct trace *trace, const struct tree_node *data)
{
	const struct variant *variant = trace->rules->variant;
	struct slice winner = text_of(data, "winner");
	const char *result = variant->draws[trace->position.out];

	if (!member_true(data, "game_over"))
		return;
	if (winner.len > 0) {
		unsigned player = variant_player(variant, winner.ptr[0]);

		result = player != PLAYER_NONE ? variant->wins[player] : NULL;
	}
	if (result != NULL)
		trace->result = slice_of(result);
	trace->reason = arena_slice(trace->arena, text_of(data, "reason"));
}

/* Ends the record with the result of the rules, else with that of the log. */
static void
end_trace(struct trace *trace)
{
	struct line *line = &trace->record->line;
	struct slice result = trace->result;

	if (trace->pending.first != NULL)
		comments_append(line->last == NULL
			? &line->comment
			: &ply_notes(trace->arena, line->last)->comment,
		    &trace->pending);
	struct outcome outcome = rules_outcome(trace->rules, &trace->position);
	if (outcome.result != NULL) {
		if (result.len > 0 && !slice_is(result, outcome.result))
			report_file_fault(trace, trace->record->span.start,
			    "by the rules, the game ended with another result "
			    "than in the log");
		result = slice_of(outcome.result);
	} else if (result.len > 0) {
		add_trace_tag(trace, "Termination",
		    trace->reason.len > 0 ? trace->reason
					  : slice_of("adjudication"));
	}
	add_trace_tag(trace, "Result", result.len > 0 ? result : slice_of("*"));
	trace->record->result = trace->record->last_tag->value;
	trace->record->result_span = trace->record->span;
}

/* Reads the position of a state; false, and a warning, if that fails. */
static bool
read_state_position(struct trace *trace, const struct tree_node *node,
    struct position *position)
{
	struct diags said = { .arena = &trace->file };

	trace->unread = !tpf_read(
	    trace->rules, node->text, node->span.start, &said, position);
	if (trace->unread)
		diag_add(trace->diags, DIAG_TRACE_POSITION, said.list[0].span,
		    "the position in the log cannot be read: %s",
		    diag_words(said.list, said.arena));
	return !trace->unread;
}

/* Begins the record with this state, in the set-up that fits the castling
 * rights of its position. */
static void
begin_record_at(struct trace *trace, const struct tree_node *node)
{
	const struct variant *variant = trace->rules->variant;
	struct diags unsaid = { .arena = &trace->file };
	struct settings settings;

	if (!tpf_read(trace->rules, node->text, 0, &unsaid, &trace->position)) {
		settings_default(variant, &settings);
		settings_read(variant, &settings,
		    variant_option(variant, "Setup", strlen("Setup")),
		    "document", strlen("document"));
		rules_init(trace->rules, variant, &settings);
		if (tpf_read(
			trace->rules, node->text, 0, &unsaid, &trace->position))
			add_trace_tag(trace, "Setup", slice_of("document"));
		else
			rules_init(trace->rules, variant, NULL);
	}
	if (!read_state_position(trace, node, &trace->position))
		return;
	trace->begun = true;
	strbuf_reset(&trace->text);
	tpf_write(trace->rules, &trace->rules->start, &trace->text);
	if (!slice_equal(strbuf_as_slice(&trace->text), node->text)) {
		add_trace_tag(trace, "SetUp", slice_of("1"));
		add_trace_tag(trace, "Position", node->text);
		trace->record->last_tag->span = node->span;
	}
	compare_moves(trace, tree_member(node->parent, "legal_moves"));
}

/* Adds the plies up to the next state; false if a new record begins there. */
static bool
take_state(struct trace *trace, const struct tree_node *node)
{
	struct position goal;
	struct trace_path path;

	if (!trace->begun) {
		begin_record_at(trace, node);
		return true;
	}
	if (!read_state_position(trace, node, &goal))
		return true;
	if (!find_logged_plies(trace, node->parent, &goal, &path)) {
		diag_add(trace->diags, DIAG_TRACE_GAP, node->span,
		    "ternion cannot find the plies that lead to this state, so "
		    "a new record begins here");
		return false;
	}
	for (unsigned i = 0; i < path.len; i++)
		add_trace_ply(trace, &path.move[i],
		    path.ply[i] != NULL ? path.ply[i]->span : node->span);
	/* The pieces are the same, or no plies would have been found; their
	 * order does not matter. */
	struct slice theirs = without_placement(node->text);
	strbuf_reset(&trace->text);
	tpf_write(trace->rules, &trace->position, &trace->text);
	struct slice ours = without_placement(strbuf_as_slice(&trace->text));
	if (!slice_equal(ours, theirs))
		diag_add(trace->diags, DIAG_TRACE_POSITION, node->span,
		    "the log says '%.*s' here, but the rules give '%.*s'",
		    SLICE(theirs), SLICE(ours));
	compare_moves(trace, tree_member(node->parent, "legal_moves"));
	return true;
}

/* Takes the date and the players from the first file of the game. */
static void
begin_game(struct trace *trace, const struct tree_node *top, struct slice game)
{
	const struct variant *variant = trace->rules->variant;
	const struct tree_node *players =
	    member_at(top, "server_state_raw.players");
	struct slice timestamp = text_of(top, "timestamp");
	struct slice models[PLAYERS] = { { NULL, 0 } };
	char date[] = "????.??.??"; /* of "2026-03-06T18:42:14" */

	trace->game = arena_slice(trace->arena, game);
	for (size_t i = 0; i < 10 && timestamp.len >= 10; i++)
		date[i] = timestamp.ptr[i] == '-' ? '.' : timestamp.ptr[i];
	if (timestamp.len >= 10)
		add_trace_tag(trace, "Date", slice_of(date));
	for (unsigned p = 0; p < PLAYERS && players != NULL; p++)
		for (const struct tree_node *n = players->first; n != NULL;
		     n = n->next) {
			struct slice colour = text_of(n, "color");

			if (colour.len == 0 ||
			    variant_player(variant, colour.ptr[0]) != p)
				continue;
			add_trace_tag(
			    trace, variant->players[p], text_of(n, "name"));
			if (text_of(n, "model").len > 0)
				models[p] = text_of(n, "model");
			break;
		}
	add_trace_tag(trace, "GameId", game);
	for (unsigned p = 0; p < PLAYERS; p++)
		if (models[p].len > 0)
			add_trace_tag(trace,
			    arena_printf(
				trace->arena, "%sModel", variant->players[p]),
			    models[p]);
}

/* Takes those of the two states of a file whose number is at least `from`;
 * false if the record ends before the state trace->at. */
static bool
take_file(
    struct trace *trace, const struct tree_node *top, size_t at, unsigned from)
{
	const struct tree_node *data =
	    member_at(top, "server_move_response.data");
	struct trace_ply logged = read_trace_ply(
	    trace, tree_member(top, "server_move_request"), "from", "to");
	struct candidates candidates;
	const struct tree_node *before =
	    position_of(tree_member(top, "server_state_raw"));
	const struct tree_node *after = position_of(tree_member(data, "state"));

	if (before == NULL && after == NULL) {
		report_file_fault(trace, at, "the file has no game state");
		return true;
	}
	if (before != NULL && trace->at >= from && !take_state(trace, before))
		return false;
	trace->at++;
	unsigned plies = trace->record->line.plies;
	if (after != NULL && !take_state(trace, after))
		return false;
	/* The player's own move, if there is no state after it. */
	if ((after == NULL || trace->unread) && trace->begun &&
	    logged.from != CELL_NONE &&
	    slice_is(text_of(top, "outcome"), "success")) {
		find_candidates(
		    trace->rules, &trace->position, &logged, &candidates);
		if (candidates.len > 0) /* the likeliest is the last */
			add_trace_ply(trace,
			    &candidates.move[candidates.len - 1], logged.span);
		else
			diag_add(trace->diags, DIAG_TRACE_GAP, logged.span,
			    "the move in the log is not legal here");
	}
	note_end(trace, data);
	trace->at++;
	/* On the last ply if the file has added any, otherwise on the next. */
	trace_keep_llm(trace, top,
	    trace->record->line.plies > plies
		? &ply_notes(trace->arena, trace->record->line.last)->comment
		: &trace->pending);
	return true;
}

/* Reads a file of the game; NULL, and a warning, if it cannot be used. */
static const struct tree_node *
read_trace_file(struct trace *trace, struct slice file, size_t at)
{
	const char *binary = binary_words(file), *fault = NULL;
	const struct tree_node *top = NULL;
	struct span span = { (uint32_t)at, 1 };
	struct diags said = { .arena = &trace->file };

	arena_reset(&trace->file);
	if (file.len > trace->input->max_record)
		fault = "the file is too large; it is ignored";
	else if (binary != NULL)
		fault = arena_printf(
		    trace->arena, "this file is ignored: %s", binary);
	else
		top = json_read(&trace->file, &said, file, at);
	if (top == NULL && fault == NULL) {
		fault = arena_printf(trace->arena,
		    "this file is ignored, because it cannot be read: %s",
		    said.len > 0 ? diag_words(said.list, said.arena)
				 : "it is empty");
		if (said.len > 0)
			span = said.list[0].span;
	}
	struct slice game = text_of(top, "game_id");
	if (trace->game.len == 0 && game.len > 0)
		begin_game(trace, top, game);
	if (game.len > 0 && !slice_equal(game, trace->game))
		fault = "this file belongs to another game; it is ignored";
	if (fault != NULL)
		diag_add(trace->diags, DIAG_TRACE_FILE, span, "%s", fault);
	return fault == NULL ? top : NULL;
}

/* Reads files until the record ends. Earlier records have the states before
 * number `from`. */
static void
read_files(struct trace *trace, unsigned from)
{
	const struct source *source = &trace->input->source;
	struct slice window = source_window(source), file;

	/* A file is a part of a joined source, or an object of a stream. */
	for (size_t at = json_skip_space(window, 0); at < window.len;
	     at = json_skip_space(window, at + file.len)) {
		const struct tree_node *top = NULL;
		bool is_new = trace->at + 1 >= from;
		struct document scan = { .depth = 0 };
		size_t part = 0;

		file = slice_from(window, at);
		while (part < source->parts && source->part[part].at <= at)
			part++;
		if (part < source->parts)
			file.len = source->part[part].at - at;
		if (source->parts == 0)
			file.len = json_scan(file, &scan);
		if (is_new && trace->record->span.len == 0)
			trace->record->span = span_at(at, 1);
		if (is_new)
			top = read_trace_file(trace, file, at);
		if (top == NULL)
			trace->at += 2;
		else if (!take_file(trace, top, at, from))
			return;
	}
	trace->input->skipping = true; /* nothing is left */
}

static bool
trace_read(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record)
{
	struct source *source = &input->source;
	struct trace trace = { .input = input,
		.arena = arena,
		.diags = diags,
		.record = record,
		.file = ARENA_INIT,
		.text = STRBUF_INIT };
	size_t max = input->max_record < TRACE_BYTES_MAX / TRACE_FILES
	    ? input->max_record * TRACE_FILES
	    : TRACE_BYTES_MAX;

	source_fill_up(source, max + 1);
	record_begin(record, input, arena, diags);
	if (input->skipping || slice_trim(source_rest(source)).len == 0)
		return false;
	input->games++;
	if (source_rest(source).len > max) {
		diag_add(diags, DIAG_RECORD_TOO_LARGE, (struct span){ 0, 1 },
		    "the log is longer than %zu bytes", max);
		record->broken = true;
		input->skipping = true;
		return true;
	}
	trace.rules = arena_take(arena, sizeof(*trace.rules));
	rules_init(trace.rules, &variant_triumvirate, NULL);
	add_trace_tag(&trace, "Variant", slice_of("triumvirate"));
	add_trace_tag(&trace, "Notation", slice_of("coordinate"));
	read_files(&trace, (unsigned)input->state);
	input->state = (int)trace.at;
	record->broken = !trace.begun;
	if (trace.begun)
		end_trace(&trace);
	strbuf_release(&trace.text);
	arena_release(&trace.file);
	return trace.begun || diags->len > 0;
}

/* True of move_NNN.json. */
static bool
is_trace_name(struct slice name)
{
	size_t at = strlen("move_"), end = at;

	while (end < name.len && ascii_is_digit(name.ptr[end]))
		end++;
	return end > at && slice_is_nocase(slice_sub(name, 0, at), "move_") &&
	    slice_is_nocase(slice_from(name, end), ".json");
}

const struct format format_trace = {
	.id = "trace",
	.title = "move logs of a Triumvirate4LLM client",
	.names = is_trace_name,
	.read = trace_read,
};
