/*
 * Ternion: the move logs of a Triumvirate4LLM client, for reading.
 *
 * A game is a folder of move_NNN.json, one file for each move of one player:
 *	server_state_raw        the state before his move
 *	server_move_request     { from, to, promotion }
 *	server_move_response    { data: { state: the state after it, ... } }
 * and a state has position_3pf, legal_moves { from: [to ...] }, last_move and
 * prev_move, the latest ply and the one before it.
 *
 * The plies between two states are found by playing last_move, or prev_move
 * and last_move, on the first; where files are missing, by trying what comes
 * before them. Each state is compared with what the rules make of it. Where
 * the plies cannot be found another record begins with the later state.
 * ternion-format(5), "TRACES".
 */
#include "formats/position/tpf.h"
#include "formats/trace/trace.h"
#include "formats/trace/trace_read.h"
#include "parse/text/binary.h"

enum {
	LOG_FILES = 8, /* of the largest size, that are read of a log */
	LOG_MAX = 1 << 30
};

/*
 * States
 */

static void
add_plies(
    struct trace *trace, const struct trace_state *state, const struct way *way)
{
	unsigned missing = way->missing;
	struct span nowhere = state->position->span;

	nowhere.len = 1;
	for (unsigned i = 0; i < way->len; i++)
		trace_add_ply(trace, &way->move[i],
		    i < missing ? nowhere : way->tail[i - missing]->span);
	if (missing > 0)
		diag_add(trace->diags, DIAG_TRACE_FILLED, nowhere,
		    "%u %s before this state %s in no file; nothing else "
		    "leads to it",
		    missing, missing == 1 ? "ply" : "plies",
		    missing == 1 ? "is" : "are");
}

/* Reads the logged position; false, and a warning, if it is none. */
static bool
read_trace_position(struct trace *trace, const struct trace_state *state,
    struct position *position)
{
	const struct tree_node *node = state->position;
	struct diags said;

	diags_init(&said, &trace->file);
	trace->unread = false;
	if (tpf_read(
		trace->rules, node->text, node->span.start, &said, position))
		return true;
	trace->unread = true;
	diag_add(trace->diags, DIAG_TRACE_POSITION, said.list[0].span,
	    "the position of the log cannot be read: %s", said.list[0].message);
	return false;
}

/* Another set-up, if only that fits the castling rights of the position. */
static void
choose_setup(struct trace *trace, struct slice text)
{
	const struct variant *variant = trace->rules->variant;
	struct settings settings;
	struct position position;
	struct diags unsaid = { .arena = &trace->file };
	int option = variant_option(variant, "Setup", strlen("Setup"));

	if (tpf_read(trace->rules, text, 0, &unsaid, &position))
		return;
	settings_default(variant, &settings);
	settings_read(variant, &settings, option, "document", 8);
	rules_init(trace->rules, variant, &settings);
	if (tpf_read(trace->rules, text, 0, &unsaid, &position))
		trace_add_tag(trace, "Setup", slice_of("document"));
	else
		rules_init(trace->rules, variant, NULL);
}

/* The record begins with this state. */
static void
begin_with(struct trace *trace, const struct trace_state *state)
{
	struct strbuf usual = STRBUF_INIT;

	choose_setup(trace, state->position->text);
	if (!read_trace_position(trace, state, &trace->position))
		return;
	trace->begun = true;
	tpf_write(trace->rules, &trace->rules->start, &usual);
	if (!slice_equal(strbuf_as_slice(&usual), state->position->text)) {
		trace_add_tag(trace, "SetUp", slice_of("1"));
		trace_add_tag(trace, "Position", state->position->text);
		trace->last_tag->span = state->position->span;
	}
	strbuf_release(&usual);
	trace_compare_moves(trace, state);
}

/* Takes the next state; false if the record ends before it. */
static bool
take_state(struct trace *trace, const struct trace_state *state)
{
	struct position goal;
	struct way way;

	if (!trace->begun) {
		begin_with(trace, state);
		return true;
	}
	if (!read_trace_position(trace, state, &goal))
		return true;
	if (!trace_find_plies(trace, state, &goal, &way)) {
		diag_add(trace->diags, DIAG_TRACE_GAP, state->position->span,
		    "the plies that lead to this state cannot be found; it "
		    "begins a record of its own");
		return false;
	}
	add_plies(trace, state, &way);
	trace_compare_position(trace, state);
	trace_compare_moves(trace, state);
	return true;
}

/*
 * Files
 */

/* The player's own move, where the state after it is not to be had. */
static void
take_request(struct trace *trace, const struct tree_node *top)
{
	struct trace_ply logged = trace_logged(
	    trace, trace_member(top, "server_move_request"), "from", "to");
	struct trace_moves moves = { .len = 0 };

	if (logged.from == CELL_NONE || !trace->begun ||
	    !slice_is(trace_text(top, "outcome"), "success"))
		return;
	if (trace_find_logged(trace, &trace->position, &logged, &moves))
		trace_add_ply(trace, &moves.move[moves.len - 1], logged.span);
	else
		diag_add(trace->diags, DIAG_TRACE_GAP, logged.span,
		    "the move that the log has here is not legal");
}

/* Whether the file is of the game; the first one says which it is. */
static bool
is_of_game(struct trace *trace, const struct tree_node *top, size_t at)
{
	struct slice game = trace_text(top, "game_id");

	if (trace->game.len == 0 && game.len > 0) {
		trace->game =
		    (struct slice){ arena_copy(trace->arena, game), game.len };
		trace_add_date(trace, trace_text(top, "timestamp"));
		trace_add_players(trace, trace_member(top, "server_state_raw"));
		trace_add_tag(trace, "GameId", game);
	}
	if (game.len == 0 || slice_equal(game, trace->game))
		return true;
	trace_complain(
	    trace, at, "this file is of another game; it is left out");
	return false;
}

/* Takes the two states of a file, from the one with number `from` on; false
 * when the record ends before the state trace->at. */
static bool
take_file(
    struct trace *trace, const struct tree_node *top, size_t at, unsigned from)
{
	const struct tree_node *data =
	    trace_member(trace_member(top, "server_move_response"), "data");
	struct trace_state before, after;
	bool has_before =
	    trace_state(trace, trace_member(top, "server_state_raw"), &before);
	bool has_after =
	    trace_state(trace, trace_member(data, "state"), &after);

	if (!has_before && !has_after) {
		trace_complain(trace, at, "the file has no state of a game");
		return true;
	}
	if (has_before && trace->at >= from && !take_state(trace, &before))
		return false;
	trace->at++;
	if (has_after && !take_state(trace, &after))
		return false;
	if (!has_after || trace->unread)
		take_request(trace, top);
	trace_note_end(trace, data);
	trace->at++;
	return true;
}

/* The length of the object at the beginning of the text, or of all of it. */
static size_t
object_length(struct slice text)
{
	size_t depth = 0;
	bool quoted = false;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (quoted && c == '\\')
			i++;
		else if (c == '"')
			quoted = !quoted;
		else if (!quoted && (c == '{' || c == '['))
			depth++;
		else if (!quoted && (c == '}' || c == ']') && depth-- <= 1)
			return i + 1;
	}
	return text.len;
}

/* The next file in the text behind `at`: a part of a joined source, or an
 * object in a stream of them. False if there is none. */
static bool
next_file(const struct source *source, size_t *at, struct slice *file)
{
	struct slice window = source_window(source);
	size_t end = window.len, len;

	while (*at < end && strchr(" \t\r\n", window.ptr[*at]) != NULL &&
	    window.ptr[*at] != '\0')
		++*at;
	if (*at >= end)
		return false;
	len = object_length(slice_from(window, *at));
	for (size_t i = 0; i < source->parts; i++)
		if (source->part[i].at > *at) {
			end = source->part[i].at;
			break;
		}
	if (source->parts > 0)
		len = end - *at;
	*file = slice_sub(window, *at, len);
	return true;
}

/* Reads a file; NULL, and a warning, if it cannot be used. */
static const struct tree_node *
read_trace_file(struct trace *trace, struct slice file, size_t at)
{
	const struct tree_node *top;
	struct diags said;
	const char *binary;

	arena_reset(&trace->file);
	if (file.len > trace->input->max_record) {
		trace_complain(
		    trace, at, "the file is too large; it is left out");
		return NULL;
	}
	binary = binary_words(file);
	if (binary != NULL) {
		diag_add(trace->diags, DIAG_TRACE_FILE,
		    (struct span){ (uint32_t)at, 1 },
		    "this file is left out: %s", binary);
		return NULL;
	}
	diags_init(&said, &trace->file);
	top = json_read(&trace->file, &said, file, at);
	if (top == NULL)
		diag_add(trace->diags, DIAG_TRACE_FILE,
		    said.len > 0 ? said.list[0].span
				 : (struct span){ (uint32_t)at, 1 },
		    "this file is left out, because it cannot be read: %s",
		    said.len > 0 ? said.list[0].message : "it is empty");
	return top;
}

/* Reads files until the record ends; the states before number `from` were
 * taken by an earlier record. */
static void
read_files(struct trace *trace, unsigned from)
{
	const struct tree_node *top;
	struct slice file;
	size_t at = 0;

	for (; next_file(&trace->input->source, &at, &file); at += file.len) {
		if (trace->at + 1 < from) {
			trace->at += 2;
			continue;
		}
		if (trace->record->span.len == 0)
			trace->record->span = (struct span){ (uint32_t)at, 1 };
		top = read_trace_file(trace, file, at);
		if (top == NULL || !is_of_game(trace, top, at))
			trace->at += 2;
		else if (!take_file(trace, top, at, from))
			return;
	}
	trace->input->skipping = true; /* nothing is left */
}

/* How much of a log is read: of all its files together. */
static size_t
log_max(const struct input *input)
{
	return input->max_record < LOG_MAX / LOG_FILES
	    ? input->max_record * LOG_FILES
	    : LOG_MAX;
}

/* Reads the whole log; false if it is too large. */
static bool
read_log(struct input *input)
{
	struct source *source = &input->source;

	while (source_rest(source).len <= log_max(input) && source_fill(source))
		;
	return source_rest(source).len <= log_max(input);
}

/* Nothing is made of it. */
static void
refuse_log(struct input *input, struct diags *diags, struct record *record)
{
	diag_add(diags, DIAG_RECORD_TOO_LARGE, (struct span){ 0, 1 },
	    "the log is longer than %zu bytes", log_max(input));
	record->broken = true;
	input->skipping = true;
}

bool
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
	bool fits = read_log(input), more;

	arena_reset(arena);
	diags_init(diags, arena);
	memset(record, 0, sizeof(*record));
	if (input->skipping || slice_trim(source_rest(source)).len == 0)
		return false;
	record->text = source_window(source);
	record->game = ++input->games;
	if (!fits) {
		refuse_log(input, diags, record);
		return true;
	}
	trace.rules = arena_take(arena, sizeof(*trace.rules));
	rules_init(trace.rules, &variant_triumvirate, NULL);
	trace_add_tag(&trace, "Variant", slice_of("triumvirate"));
	trace_add_tag(&trace, "Notation", slice_of("coordinate"));
	read_files(&trace, (unsigned)input->state);
	input->state = (int)trace.at;
	record->broken = !trace.begun;
	if (trace.begun)
		trace_end_record(&trace);
	more = trace.begun || diags->len > 0;
	strbuf_release(&trace.text);
	arena_release(&trace.file);
	return more;
}
