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
 * Source: triumvirate.md, "Traces".
 */
#include <stdlib.h>

#include "format.h"
#include "format_3pf.h"
#include "notation.h"
#include "tree.h"

enum {
	MISSING_MAX = 3,        /* plies looked for between two states */
	NODES_MAX = 300 * 1000, /* positions tried in that */
	WAY_MAX = MISSING_MAX + 2,
};

/* What a state says of the ply that led to it, or of the one before. */
struct logged {
	cell from, to; /* CELL_NONE: nothing */
	enum kind promotion;
	struct span span;
};

/* One state of the log. */
struct state {
	const struct node *position; /* a text */
	const struct node *legal;    /* a map, or NULL */
	struct logged last, prev;
};

struct trace {
	struct input *input;
	struct arena *arena; /* of the record */
	struct diags *diags;
	struct record *record;
	struct arena file; /* of the file being read */
	struct rules *rules;
	struct position position; /* after the plies found so far */
	bool begun;               /* position is set */
	bool unread;              /* the last state's position could not be */
	unsigned at;              /* number of the state being looked at */
	struct slice game;        /* game_id */
	struct slice result;      /* as logged; len 0: none */
	struct slice reason;
	struct strbuf text;
	struct tag *last_tag;
};

/* A search for the plies between two positions. */
struct bridge {
	const struct trace *trace;
	const struct position *goal;
	const struct logged *tail[2]; /* played last, in this order */
	unsigned tails;
	unsigned nodes;
	unsigned found; /* ways; more than one is none */
	unsigned len;
	struct move path[WAY_MAX];
	struct move way[WAY_MAX]; /* the first that was found */
	unsigned way_len;
};

/*
 * Texts of the log
 */

static struct slice
text_of(const struct node *map, const char *key)
{
	const struct node *node =
	    map != NULL && map->type == NODE_MAP ? tree_member(map, key) : NULL;

	/* null, true and numbers are texts without quotes. */
	return node != NULL && node->type == NODE_TEXT && node->quoted
	    ? node->text
	    : (struct slice){ "", 0 };
}

static const struct node *
member(const struct node *map, const char *key)
{
	return map != NULL && map->type == NODE_MAP ? tree_member(map, key)
						    : NULL;
}

/* A cell in either of the namings that the client writes. */
static cell
read_cell(const struct trace *trace, struct slice text)
{
	const struct board *board = &trace->rules->board;
	cell c;

	if (text.len == 0)
		return CELL_NONE;
	c = coords_read(board, NAMING_SECTOR, 0, text);
	return c != CELL_NONE ? c : coords_read(board, NAMING_UPPER, 0, text);
}

/* "queen", "Q", "M": by the first letter, but for the knight's word. */
static enum kind
read_promotion(const struct trace *trace, struct slice text)
{
	static const char letters[] = "qQrRbBnNmQtRdB";
	char letter;

	if (text.len == 0)
		return KIND_NONE;
	letter = slice_is(text, "knight") ? 'n' : (char)(text.ptr[0] | 0x20);
	for (const char *l = letters; *l != '\0'; l += 2)
		if (*l == letter)
			return variant_kind(trace->rules->variant, l[1]);
	return KIND_NONE;
}

/* Reads a move with the keys that it has in its place of the log. */
static struct logged
read_logged(const struct trace *trace, const struct node *node,
    const char *from, const char *to)
{
	struct logged logged = { CELL_NONE, CELL_NONE, KIND_NONE, { 0, 0 } };

	if (node == NULL || node->type != NODE_MAP)
		return logged;
	logged.from = read_cell(trace, text_of(node, from));
	logged.to = read_cell(trace, text_of(node, to));
	logged.promotion = read_promotion(trace, text_of(node, "promotion"));
	logged.span = node->span;
	if (logged.to == CELL_NONE)
		logged.from = CELL_NONE;
	return logged;
}

/* False if the node is no state, or has no position. */
static bool
read_state(
    const struct trace *trace, const struct node *node, struct state *state)
{
	if (text_of(node, "position_3pf").len == 0)
		return false;
	state->position = tree_member(node, "position_3pf");
	state->legal = member(node, "legal_moves");
	state->last = read_logged(
	    trace, member(node, "last_move"), "from_square", "to_square");
	state->prev = read_logged(
	    trace, member(node, "prev_move"), "from_square", "to_square");
	return true;
}

/*
 * The record
 */

static void
add_tag(struct trace *trace, const char *name, struct slice value)
{
	struct tag *tag = arena_alloc(trace->arena, sizeof(*tag));

	tag->name = slice_of(name);
	tag->value =
	    (struct slice){ arena_copy(trace->arena, value), value.len };
	tag->span = (struct span){ trace->record->span.start, 1 };
	if (trace->last_tag != NULL)
		trace->last_tag->next = tag;
	else
		trace->record->tags = tag;
	trace->last_tag = tag;
}

/* "2026-03-06T18:42:14" */
static void
add_date(struct trace *trace, struct slice timestamp)
{
	char date[] = "????.??.??";

	if (timestamp.len < 10)
		return;
	for (size_t i = 0; i < 10; i++)
		date[i] = timestamp.ptr[i] == '-' ? '.' : timestamp.ptr[i];
	add_tag(trace, "Date", slice_of(date));
}

/* The players by their colours, "white" for White. */
static void
add_players(struct trace *trace, const struct node *state)
{
	const struct variant *variant = trace->rules->variant;
	const struct node *players = member(state, "players");

	for (unsigned p = 0; p < PLAYERS; p++)
		for (const struct node *n = players != NULL ? players->first
							    : NULL;
		     n != NULL; n = n->next) {
			struct slice colour = text_of(n, "color");

			if (colour.len == 0 ||
			    variant_player(variant, colour.ptr[0]) != p)
				continue;
			add_tag(trace, variant->players[p], text_of(n, "name"));
			break;
		}
}

static void
add_ply(struct trace *trace, const struct move *move, struct span span)
{
	const struct marks bare = { .attacked = 0 };
	struct line *line = &trace->record->line;
	struct ply *ply = arena_alloc(trace->arena, sizeof(*ply));
	struct slice text;

	strbuf_reset(&trace->text);
	notation_coordinate.write(&notation_coordinate, trace->rules, NULL,
	    &trace->position, move, &bare, &trace->text);
	text = strbuf_as_slice(&trace->text);
	ply->token = (struct slice){ arena_copy(trace->arena, text), text.len };
	ply->span = span;
	line_append(line, ply);
	rules_apply(trace->rules, &trace->position, move);
}

/*
 * Comparing
 */

/* The position without its placement. */
static struct slice
behind_placement(struct slice text)
{
	const char *blank = memchr(text.ptr, ' ', text.len);

	return blank != NULL ? slice_sub(text, (size_t)(blank - text.ptr) + 1,
				   text.len - (size_t)(blank - text.ptr) - 1)
			     : text;
}

static void
compare_position(struct trace *trace, const struct state *state)
{
	struct slice ours, theirs = state->position->text;

	strbuf_reset(&trace->text);
	tpf_write(trace->rules, &trace->position, &trace->text);
	ours = strbuf_as_slice(&trace->text);
	if (slice_equal(ours, theirs))
		return;
	/* They have the same pieces, or the plies would not be known. */
	ours = behind_placement(ours);
	theirs = behind_placement(theirs);
	diag_add(trace->diags, DIAG_TRACE_POSITION, state->position->span,
	    "the log has '%.*s' here, and the rules give '%.*s'",
	    (int)theirs.len, theirs.ptr, (int)ours.len, ours.ptr);
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

static void
read_targets(const struct trace *trace, const struct node *legal,
    struct targets *targets)
{
	for (const struct node *list = legal->first; list; list = list->next) {
		cell from = read_cell(trace, list->key);

		if (from == CELL_NONE || list->type != NODE_LIST)
			continue;
		for (const struct node *n = list->first; n; n = n->next) {
			cell to = read_cell(trace, n->text);

			if (n->type == NODE_TEXT && to != CELL_NONE)
				cellset_add(&targets->of[from], to);
		}
	}
}

/* Appends the moves of one list that the other has not. */
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
compare_moves(struct trace *trace, const struct state *state)
{
	struct targets *ours, *theirs;

	if (state->legal == NULL || state->legal->type != NODE_MAP)
		return;
	ours = arena_alloc(&trace->file, sizeof(*ours));
	theirs = arena_alloc(&trace->file, sizeof(*theirs));
	rules_moves(trace->rules, &trace->position, NULL, add_target, ours);
	read_targets(trace, state->legal, theirs);
	if (memcmp(ours, theirs, sizeof(*ours)) == 0)
		return;
	strbuf_reset(&trace->text);
	strbuf_puts(&trace->text, "legal by the log alone:");
	put_difference(trace, theirs, ours, &trace->text);
	strbuf_puts(&trace->text, "; by the rules alone:");
	put_difference(trace, ours, theirs, &trace->text);
	diag_add(trace->diags, DIAG_TRACE_MOVES, state->legal->key_span, "%s",
	    trace->text.ptr);
}

/*
 * The plies between two states
 */

static bool
is_goal(const struct bridge *bridge, const struct position *position)
{
	return position->to_move == bridge->goal->to_move &&
	    memcmp(position->at, bridge->goal->at, sizeof(position->at)) == 0;
}

struct candidate {
	const struct logged *logged;
	struct move move;
	bool found;
};

static bool
take_candidate(void *context, const struct move *move)
{
	struct candidate *candidate = context;

	if (candidate->logged->promotion != KIND_NONE &&
	    (enum kind)move->promotion != candidate->logged->promotion)
		return true;
	candidate->move = *move;
	candidate->found = true;
	return false;
}

/* The legal move that the log means. */
static bool
find_logged(const struct trace *trace, const struct position *position,
    const struct logged *logged, struct move *move)
{
	struct move_query query = { KIND_NONE, logged->from, logged->to,
		MOVE_UNSTATED };
	struct candidate candidate = { .logged = logged };

	if (logged->from == CELL_NONE)
		return false;
	rules_moves(trace->rules, position, &query, take_candidate, &candidate);
	*move = candidate.move;
	return candidate.found;
}

/* Plays the moves that are known to come last, and looks whether they lead to
 * the goal. */
static void
try_tail(struct bridge *bridge, struct position position)
{
	unsigned len = bridge->len;
	struct move move;

	for (unsigned i = 0; i < bridge->tails; i++) {
		if (!find_logged(
			bridge->trace, &position, bridge->tail[i], &move))
			return;
		bridge->path[len++] = move;
		rules_apply(bridge->trace->rules, &position, &move);
	}
	if (!is_goal(bridge, &position))
		return;
	if (bridge->found++ > 0)
		return;
	memcpy(bridge->way, bridge->path, sizeof(bridge->way));
	bridge->way_len = len;
}

struct branch {
	struct bridge *bridge;
	const struct position *position;
	unsigned missing; /* plies still to be tried */
};

static bool
try_branch(void *context, const struct move *move)
{
	const struct branch *branch = context;
	struct bridge *bridge = branch->bridge;
	struct position next = *branch->position;
	struct branch below = { bridge, &next, branch->missing - 1 };

	if (++bridge->nodes > NODES_MAX || bridge->found > 1)
		return false;
	bridge->path[bridge->len++] = *move;
	rules_apply(bridge->trace->rules, &next, move);
	if (below.missing == 0)
		try_tail(bridge, next);
	else
		rules_moves(
		    bridge->trace->rules, &next, NULL, try_branch, &below);
	bridge->len--;
	return true;
}

/* Whether just one way leads over so many unknown plies, and then the tail. */
static bool
find_way(struct bridge *bridge, unsigned missing, unsigned tails)
{
	const struct trace *trace = bridge->trace;
	struct branch top = { bridge, &trace->position, missing };

	bridge->tails = tails;
	bridge->found = bridge->nodes = bridge->len = 0;
	if (missing == 0)
		try_tail(bridge, trace->position);
	else
		rules_moves(
		    trace->rules, &trace->position, NULL, try_branch, &top);
	return bridge->found == 1 && bridge->nodes <= NODES_MAX;
}

/* Finds the plies from the position to the state; *missing of them are in no
 * file. */
static bool
find_plies(const struct trace *trace, const struct state *state,
    const struct position *goal, struct bridge *bridge, unsigned *missing)
{
	const struct logged *prev = &state->prev, *last = &state->last;

	*bridge = (struct bridge){ .trace = trace, .goal = goal };
	*missing = 0;
	if (find_way(bridge, 0, 0))
		return true;
	bridge->tail[0] = last;
	if (last->from != CELL_NONE && find_way(bridge, 0, 1))
		return true;
	if (prev->from == CELL_NONE || last->from == CELL_NONE)
		return false;
	bridge->tail[0] = prev;
	bridge->tail[1] = last;
	for (*missing = 0; *missing <= MISSING_MAX; ++*missing)
		if (find_way(bridge, *missing, 2))
			return true;
	return false;
}

static void
add_plies(struct trace *trace, const struct state *state,
    const struct bridge *bridge, unsigned missing)
{
	struct span nowhere = state->position->span;

	nowhere.len = 1;
	for (unsigned i = 0; i < bridge->way_len; i++)
		add_ply(trace, &bridge->way[i],
		    i < missing ? nowhere : bridge->tail[i - missing]->span);
	if (missing > 0)
		diag_add(trace->diags, DIAG_TRACE_FILLED, nowhere,
		    "%u %s before this state %s in no file; nothing else "
		    "leads to it",
		    missing, missing == 1 ? "ply" : "plies",
		    missing == 1 ? "is" : "are");
}

/* Reads the logged position; false, and a warning, if it is none. */
static bool
read_position(
    struct trace *trace, const struct state *state, struct position *position)
{
	const struct node *node = state->position;
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
	struct diags unsaid;
	int option = variant_option(variant, "Setup", strlen("Setup"));

	diags_init(&unsaid, &trace->file);
	if (tpf_read(trace->rules, text, 0, &unsaid, &position))
		return;
	settings_default(variant, &settings);
	settings_read(variant, &settings, option, "document", 8);
	rules_init(trace->rules, variant, &settings);
	diags_init(&unsaid, &trace->file);
	if (tpf_read(trace->rules, text, 0, &unsaid, &position))
		add_tag(trace, "Setup", slice_of("document"));
	else
		rules_init(trace->rules, variant, NULL);
}

/* The record begins with this state. */
static void
begin_with(struct trace *trace, const struct state *state)
{
	struct strbuf usual = STRBUF_INIT;

	choose_setup(trace, state->position->text);
	if (!read_position(trace, state, &trace->position))
		return;
	trace->begun = true;
	tpf_write(trace->rules, &trace->rules->start, &usual);
	if (!slice_equal(strbuf_as_slice(&usual), state->position->text)) {
		add_tag(trace, "SetUp", slice_of("1"));
		add_tag(trace, "Position", state->position->text);
		trace->last_tag->span = state->position->span;
	}
	strbuf_release(&usual);
	compare_moves(trace, state);
}

/* Takes the next state; false if the record ends before it. */
static bool
take_state(struct trace *trace, const struct state *state)
{
	struct position goal;
	struct bridge bridge;
	unsigned missing;

	if (!trace->begun) {
		begin_with(trace, state);
		return true;
	}
	if (!read_position(trace, state, &goal))
		return true;
	if (!find_plies(trace, state, &goal, &bridge, &missing)) {
		diag_add(trace->diags, DIAG_TRACE_GAP, state->position->span,
		    "the plies that lead to this state cannot be found; it "
		    "begins a record of its own");
		return false;
	}
	add_plies(trace, state, &bridge, missing);
	compare_position(trace, state);
	compare_moves(trace, state);
	return true;
}

/*
 * Files
 */

/* The player's own move, where the state after it is not to be had. */
static void
take_request(struct trace *trace, const struct node *top)
{
	struct logged logged = read_logged(
	    trace, member(top, "server_move_request"), "from", "to");
	struct move move;

	if (logged.from == CELL_NONE || !trace->begun ||
	    !slice_is(text_of(top, "outcome"), "success"))
		return;
	if (find_logged(trace, &trace->position, &logged, &move))
		add_ply(trace, &move, logged.span);
	else
		diag_add(trace->diags, DIAG_TRACE_GAP, logged.span,
		    "the move that the log has here is not legal");
}

/* How the log says that the game ended. */
static void
note_end(struct trace *trace, const struct node *data)
{
	const struct variant *variant = trace->rules->variant;
	const struct node *over = member(data, "game_over");
	struct slice winner = text_of(data, "winner");
	const char *result = variant->draws[trace->position.out];
	unsigned player;

	if (over == NULL || !slice_is(over->text, "true"))
		return;
	if (winner.len > 0) {
		player = variant_player(variant, winner.ptr[0]);
		result = player != PLAYER_NONE ? variant->wins[player] : NULL;
	}
	if (result != NULL)
		trace->result = slice_of(result);
	trace->reason = text_of(data, "reason");
	trace->reason.ptr = arena_copy(trace->arena, trace->reason);
}

static void
complain(struct trace *trace, size_t at, const char *what)
{
	diag_add(trace->diags, DIAG_TRACE_FILE,
	    (struct span){ (uint32_t)at, 1 }, "%s", what);
}

/* Whether the file is of the game; the first one says which it is. */
static bool
is_of_game(struct trace *trace, const struct node *top, size_t at)
{
	struct slice game = text_of(top, "game_id");

	if (trace->game.len == 0 && game.len > 0) {
		trace->game =
		    (struct slice){ arena_copy(trace->arena, game), game.len };
		add_date(trace, text_of(top, "timestamp"));
		add_players(trace, member(top, "server_state_raw"));
		add_tag(trace, "GameId", game);
	}
	if (game.len == 0 || slice_equal(game, trace->game))
		return true;
	complain(trace, at, "this file is of another game; it is left out");
	return false;
}

/* Takes the two states of a file, from the one with number `from` on; false
 * when the record ends before the state trace->at. */
static bool
take_file(struct trace *trace, const struct node *top, size_t at, unsigned from)
{
	const struct node *data =
	    member(member(top, "server_move_response"), "data");
	struct state before, after;
	bool has_before =
	    read_state(trace, member(top, "server_state_raw"), &before);
	bool has_after = read_state(trace, member(data, "state"), &after);

	if (!has_before && !has_after) {
		complain(trace, at, "the file has no state of a game");
		return true;
	}
	if (has_before && trace->at >= from && !take_state(trace, &before))
		return false;
	trace->at++;
	if (has_after && !take_state(trace, &after))
		return false;
	if (!has_after || trace->unread)
		take_request(trace, top);
	note_end(trace, data);
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
	const char *base = source->buf + source->line_at;
	size_t end = source->end - source->line_at, len;

	while (*at < end && strchr(" \t\r\n", base[*at]) != NULL &&
	    base[*at] != '\0')
		++*at;
	if (*at >= end)
		return false;
	len = object_length((struct slice){ base + *at, end - *at });
	for (size_t i = 0; i < source->parts; i++)
		if (source->part[i].at > *at) {
			end = source->part[i].at;
			break;
		}
	if (source->parts > 0)
		len = end - *at;
	*file = (struct slice){ base + *at, len };
	return true;
}

/* Reads a file; NULL, and a warning, if it cannot be used. */
static const struct node *
read_file(struct trace *trace, struct slice file, size_t at)
{
	const struct node *top;
	struct diags said;

	arena_reset(&trace->file);
	if (file.len > trace->input->max_record) {
		complain(trace, at, "the file is too large; it is left out");
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
	const struct node *top;
	struct slice file;
	size_t at = 0;

	for (; next_file(&trace->input->source, &at, &file); at += file.len) {
		if (trace->at + 1 < from) {
			trace->at += 2;
			continue;
		}
		if (trace->record->span.len == 0)
			trace->record->span = (struct span){ (uint32_t)at, 1 };
		top = read_file(trace, file, at);
		if (top == NULL || !is_of_game(trace, top, at))
			trace->at += 2;
		else if (!take_file(trace, top, at, from))
			return;
	}
	trace->input->skipping = true; /* nothing is left */
}

/* The result of the rules, else the one of the log. */
static void
end_record(struct trace *trace)
{
	struct outcome outcome;
	struct slice result = trace->result;

	rules_outcome(trace->rules, &trace->position, &outcome);
	if (outcome.result != NULL) {
		if (result.len > 0 && !slice_is(result, outcome.result))
			complain(trace, trace->record->span.start,
			    "the game ended by the rules with another result "
			    "than the log has");
		result = slice_of(outcome.result);
	} else if (result.len > 0) {
		add_tag(trace, "Termination",
		    trace->reason.len > 0 ? trace->reason
					  : slice_of("adjudication"));
	}
	if (result.len == 0)
		result = slice_of("*");
	add_tag(trace, "Result", result);
	trace->record->result = trace->last_tag->value;
	trace->record->result_span = trace->record->span;
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
	bool more;

	while (source_fill(source))
		;
	arena_reset(arena);
	diags_init(diags, arena);
	memset(record, 0, sizeof(*record));
	if (input->skipping || slice_trim(source_rest(source)).len == 0)
		return false;
	record->text = (struct slice){ source->buf + source->line_at,
		source->end - source->line_at };
	record->game = ++input->games;
	trace.rules = arena_alloc(arena, sizeof(*trace.rules));
	rules_init(trace.rules, &variant_triumvirate, NULL);
	add_tag(&trace, "Variant", slice_of("triumvirate"));
	add_tag(&trace, "Notation", slice_of("coordinate"));
	read_files(&trace, (unsigned)input->state);
	input->state = (int)trace.at;
	record->broken = !trace.begun;
	if (trace.begun)
		end_record(&trace);
	more = trace.begun || diags->len > 0;
	strbuf_release(&trace.text);
	arena_release(&trace.file);
	return more;
}

/* move_NNN.json */
static bool
names(struct slice name)
{
	size_t at = strlen("move_"), end = at;

	if (name.len <= at || memcmp(name.ptr, "move_", at) != 0)
		return false;
	while (end < name.len && name.ptr[end] >= '0' && name.ptr[end] <= '9')
		end++;
	return end > at &&
	    slice_is(slice_sub(name, end, name.len - end), ".json");
}

static const char *const suffixes[] = { NULL };

const struct format format_trace = {
	.id = "trace",
	.title = "move logs of a Triumvirate4LLM client",
	.suffixes = suffixes,
	.names = names,
	.read = trace_read,
};
