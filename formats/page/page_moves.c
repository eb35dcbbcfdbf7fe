/* Ternion: a game of a page as page_record.js reads it. */
#include <stdio.h>

#include "formats/draw/svg_drawing.h"
#include "formats/page/page.h"
#include "parse/game/replay.h"
#include "parse/position/tpf.h"
#include "parse/position/tpf_games.h"
#include "parse/resolve/phrase.h"
#include "rules/moves/make_move.h"

enum {
	CELL_NUMBERS = CELLS_MAX + 1, /* cells, and CELLS_MAX for none */
	CHANGE_DIGITS = 3,
	FIRST_FACT = 131072 /* numbers below it are cells */
};

/* A game while it is written. */
struct page_moves {
	const struct rules *rules;
	const struct naming *naming; /* of the cells in moves */
	const struct writing *writing;
	struct slice rest;     /* of the record's text */
	struct strbuf text;    /* the text with the words of plies */
	struct strbuf facts;   /* a bar after each */
	unsigned long told;    /* the number of facts */
	struct strbuf changes; /* of the ply at hand, or of the start */
};

/* A position of the game, as far as the page holds it. */
struct page_position {
	struct replay replay;
	struct fates fates;
	struct snapshot snapshot;
	struct position position; /* with the lost pieces of any game */
	struct slice rights, passed, status, keys; /* of 3PF */
};

/* A ply that is being written. */
struct step {
	struct page_moves *moves;
	const struct page_position *before, *after;
	const struct move *move;
	unsigned mover;
};

void
page_put_digits(unsigned long number, unsigned count, struct strbuf *out)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

	while (count-- > 0)
		strbuf_char(out, digits[number >> 6 * count & 63]);
}

/* Puts the number of a fact, which is kept once. */
static void
put_fact(struct page_moves *moves, const char *name, struct slice value)
{
	struct slice rest = strbuf_as_slice(&moves->facts);
	SCRATCH fact = STRBUF_INIT;
	unsigned long number = 0;

	strbuf_printf(&fact, "%s=%.*s", name, SLICE(value));
	while (rest.len > 0 &&
	    !slice_equal(slice_take(&rest, '|'), strbuf_as_slice(&fact)))
		number++;
	if (number == moves->told) {
		moves->told++;
		strbuf_printf(&moves->facts, "%s|", fact.ptr);
	}
	page_put_digits(FIRST_FACT + number, CHANGE_DIGITS, &moves->changes);
}

static void
put_text_fact(struct page_moves *moves, const char *name, struct slice was,
    struct slice is)
{
	if (!slice_equal(was, is))
		put_fact(moves, name, is);
}

static void
put_number_fact(struct page_moves *moves, const char *name, unsigned long was,
    unsigned long is)
{
	char text[NUMBER_DIGITS];
	char *end = strbuf_put_number(text, is);

	if (was != is)
		put_fact(moves, name, slice_between(text, end));
}

/* Puts the words about each player, under his number, if they have changed;
 * `was` NULL: there were none. */
static void
put_words(struct page_moves *moves, const struct snapshot *was,
    const struct snapshot *is)
{
	const struct variant *variant = moves->rules->variant;
	SCRATCH before = STRBUF_INIT, after = STRBUF_INIT;

	for (unsigned p = 0; p < PLAYERS; p++) {
		char name[] = { (char)('0' + p), '\0' };

		strbuf_reset(&before);
		strbuf_reset(&after);
		if (was != NULL)
			snapshot_write_facts(was, variant, p, ";", &before);
		snapshot_write_facts(is, variant, p, ";", &after);
		put_text_fact(moves, name, strbuf_as_slice(&before),
		    strbuf_as_slice(&after));
	}
}

/* Puts how the game has ended. */
static void
put_outcome(struct page_moves *moves, const struct outcome *outcome)
{
	const char *const *players = moves->rules->variant->players;
	SCRATCH end = STRBUF_INIT;
	const char *by = phrase_ending(outcome->ending);

	if (outcome->ending == ENDING_NONE)
		return;
	if (outcome->winner >= PLAYERS)
		strbuf_printf(&end, "drawn by %s", by);
	else if (outcome->ending == ENDING_MATE)
		strbuf_printf(&end, "%s mates", players[outcome->winner]);
	else
		strbuf_printf(
		    &end, "%s wins by %s", players[outcome->winner], by);
	put_fact(moves, "end", strbuf_as_slice(&end));
	put_fact(moves, "result", slice_of(outcome->result));
}

/* Puts a draw that the players agree to. */
static void
put_agreement(struct page_moves *moves)
{
	put_fact(moves, "end", slice_of("drawn"));
	put_fact(moves, "result", moves->writing->result);
	put_fact(moves, "over", moves->writing->result);
}

/* The number of the condition that decides the turn. */
static unsigned
condition_of(const struct page_moves *moves, const struct snapshot *snapshot)
{
	const char *const *why = phrase_conditions(moves->rules->variant);
	unsigned condition = 0;

	while (why[condition] != NULL &&
	    strcmp(why[condition], snapshot->why) != 0)
		condition++;
	return why[condition] != NULL ? condition : 0;
}

/* The key with its value, or "". */
static struct slice
find_key(struct slice keys, struct slice name)
{
	while (keys.len > 0) {
		struct slice key = slice_take(&keys, ' '), rest = key;

		if (slice_equal(slice_take(&rest, '='), name))
			return key;
	}
	return slice_of("");
}

/* True if the last turns have only the mover more. */
static bool
is_turn_added(struct slice was, struct slice is, char mover)
{
	slice_take(&was, '=');
	slice_take(&is, '=');
	if (was.len == TURNS_KEPT)
		was = slice_from(was, 1);
	return is.len == was.len + 1 && memcmp(is.ptr, was.ptr, was.len) == 0 &&
	    is.ptr[was.len] == mover;
}

/* True if the pieces tell the value of a key. */
static bool
is_in_cells(struct slice name)
{
	return slice_is(name, "unmoved") || slice_is(name, "lost");
}

static void
put_keys(struct page_moves *moves, struct slice before, struct slice after,
    char mover)
{
	for (unsigned gone = 0; gone < 2; gone++) {
		struct slice rest = gone ? before : after;

		while (rest.len > 0) {
			struct slice key = slice_take(&rest, ' '), value = key;
			struct slice name = slice_take(&value, '=');
			struct slice was = find_key(before, name);
			char text[16];

			/* The pieces and the mover tell some new values. */
			if (gone ? find_key(after, name).len > 0
				 : slice_is(name, "hand") ||
				    slice_equal(was, key) ||
				    (is_in_cells(name) && was.len > 0) ||
				    (slice_is(name, "turns") &&
					is_turn_added(was, key, mover)))
				continue;
			if (is_in_cells(name))
				value = slice_of("*");
			snprintf(text, sizeof(text), "%.*s", SLICE(name));
			put_fact(moves, text, gone ? slice_of("") : value);
		}
	}
}

unsigned
page_piece(const struct position *position, cell c)
{
	return position->at[c] +
	    (cellset_has(&position->unmoved, c) ? PAGE_UNMOVED : 0u);
}

/* Puts the numbers of a player's pieces in hand, or of lost ones, that differ;
 * the first has the place `at` after the cells. */
static void
put_pool(struct page_moves *moves, const uint8_t was[KINDS],
    const uint8_t is[KINDS], unsigned long at)
{
	for (const char *l = tpf_pieces; *l != '\0'; l++, at++) {
		enum kind kind = variant_kind(moves->rules->variant, *l);

		if (kind != KIND_NONE && was[kind] != is[kind])
			page_put_digits(at * PAGE_PIECES + is[kind],
			    CHANGE_DIGITS, &moves->changes);
	}
}

/* Puts the cells that differ, and the pieces in hand and lost. */
static void
put_cells(struct page_moves *moves, const struct page_position *was,
    const struct page_position *is)
{
	unsigned long cells = moves->rules->board.cells;
	unsigned long pieces = strlen(tpf_pieces);

	for (cell c = 0; c < cells; c++) {
		unsigned piece = page_piece(&is->position, c);

		if (piece != page_piece(&was->position, c))
			page_put_digits(c * PAGE_PIECES + piece, CHANGE_DIGITS,
			    &moves->changes);
	}
	for (unsigned p = 0; p < PLAYERS; p++)
		put_pool(moves, was->snapshot.seat[p].own.hand,
		    is->snapshot.seat[p].own.hand, cells + p * pieces);
	for (unsigned p = 0; p < PLAYERS; p++)
		put_pool(moves, was->position.lost[p], is->position.lost[p],
		    cells + (PLAYERS + p) * pieces);
}

/* Puts all that differs from a position, except words. */
static void
put_changes(struct page_moves *moves, const struct page_position *was,
    const struct page_position *is, char mover)
{
	put_cells(moves, was, is);
	put_number_fact(
	    moves, "turn", was->position.to_move, is->position.to_move);
	put_number_fact(
	    moves, "clock", was->position.clock, is->position.clock);
	put_number_fact(
	    moves, "number", was->position.number, is->position.number);
	put_text_fact(moves, "rights", was->rights, is->rights);
	put_text_fact(moves, "ep", was->passed, is->passed);
	put_text_fact(moves, "status", was->status, is->status);
	put_keys(moves, was->keys, is->keys, mover);
	put_number_fact(moves, "why", condition_of(moves, &was->snapshot),
	    condition_of(moves, &is->snapshot));
	put_outcome(moves, &is->snapshot.outcome);
}

/* Puts what a move of a type of its own did, the cells where it took pieces
 * afar, and all its cells if they are more than two. */
static void
put_deed(struct step *step)
{
	static const char *const deeds[] = { [MOVE_CASTLE] = "castles",
		[MOVE_FIELD] = "field promotion",
		[MOVE_TRAITOR] = "traitor",
		[MOVE_DROP] = "drops a ",
		[MOVE_ILLUMINATION] = "illumination",
		[MOVE_PASS] = "passes",
		[MOVE_YIELD] = "yields",
		[MOVE_STALEMATE] = "calls a draw" };
	struct page_moves *moves = step->moves;
	const struct snapshot *is = &step->after->snapshot;
	SCRATCH told = STRBUF_INIT, taken = STRBUF_INIT, trace = STRBUF_INIT;
	unsigned type = step->move->type;

	if (type < COUNT(deeds) && deeds[type] != NULL)
		strbuf_puts(&told, deeds[type]);
	if (type == MOVE_DROP)
		strbuf_puts(
		    &told, moves->rules->variant->kinds[step->move->promotion]);
	/* Pieces of other players on cells that it did not enter. */
	bool takes = type == MOVE_ENPASSANT || type == MOVE_LEAP ||
	    type == MOVE_ILLUMINATION;
	for (cell c = 0; takes && c < moves->rules->board.cells; c++) {
		uint8_t was = step->before->snapshot.at[c];

		if (was != PIECE_NONE && piece_owner(was) != step->mover &&
		    (piece_kind(was) != piece_kind(is->at[c]) ||
			piece_colour(was) != piece_colour(is->at[c])) &&
		    memchr(is->last_cell, c, is->last_cells) == NULL)
			page_put_digits(c, 2, &taken);
	}
	for (unsigned i = 0; is->last_cells > 2 && i < is->last_cells; i++)
		page_put_digits(is->last_cell[i], 2, &trace);
	put_text_fact(moves, "told", slice_of(""), strbuf_as_slice(&told));
	put_text_fact(moves, "taken", slice_of(""), strbuf_as_slice(&taken));
	put_text_fact(moves, "trace", slice_of(""), strbuf_as_slice(&trace));
}

/* Adds the arrows and marks of comments, where cells have the names that the
 * player uses. */
static void
add_signs(const struct page_moves *moves, const struct comments *comments,
    unsigned player, struct signs *signs)
{
	for (const struct comment *c = comments->first; c != NULL; c = c->next)
		signs_read(&moves->rules->board, moves->naming, player, c->text,
		    signs);
}

/* Puts arrows and marks as they are drawn for the first seat. */
static void
put_signs(struct page_moves *moves, const struct signs *signs)
{
	const struct board *board = &moves->rules->board;
	const struct svg_style style = { .naming = moves->naming,
		.labels = svg_labels_usual(board, moves->naming),
		.signs = signs };
	SCRATCH drawn = STRBUF_INIT;

	if (signs->arrows + signs->marks == 0)
		return;
	struct svg_layout *layout = mem_alloc(sizeof(*layout));
	svg_lay_out(moves->rules, &style, layout);
	svg_put_signs(&(struct svg_drawing){
	    .style = &style, .layout = layout, .out = &drawn });
	put_fact(moves, "signs", strbuf_as_slice(&drawn));
	mem_free(layout);
}

/* The position that is expected after a move: the piece of its first cell is on
 * its second, the next player is to move, and the clock goes on. */
static struct page_position
expect(const struct step *step, bool resets)
{
	struct page_position next = *step->before;
	const struct snapshot *after = &step->after->snapshot;
	struct position *position = &next.position;

	if (after->last_cells >= 2) {
		cell from = after->last_cell[0], to = after->last_cell[1];

		position->at[to] = position->at[from];
		position->at[from] = PIECE_NONE;
		cellset_remove(&position->unmoved, from);
		cellset_remove(&position->unmoved, to);
	}
	position->to_move = (uint8_t)((step->mover + 1) % PLAYERS);
	position->clock = resets ? 0 : position->clock + 1;
	position->number += step->after->position.to_move <= step->mover;
	next.passed = slice_of("-");
	return next;
}

/* Puts the text of the move, with signs for the names of its two cells. */
static void
put_ply_text(const struct step *step, struct slice text)
{
	const struct snapshot *after = &step->after->snapshot;
	struct strbuf *out = &step->moves->text;
	unsigned cells = after->last_cells < 2 ? after->last_cells : 2;
	unsigned named = 0;

	while (text.len > 0) {
		char name[CELL_NAME_MAX];
		unsigned i = named;

		while (i < cells &&
		    !slice_begins(text,
			coords_name(&step->moves->rules->board,
			    step->moves->naming, step->mover,
			    after->last_cell[i], name)))
			i++;
		if (i < cells) {
			strbuf_char(out, "_~"[i]);
			text = slice_from(text, strlen(name));
			named = i + 1;
			continue;
		}
		if (strchr(" %_~|(){};$", *text.ptr) != NULL)
			strbuf_printf(out, "%%%02X", (unsigned)*text.ptr);
		else
			strbuf_char(out, *text.ptr);
		text = slice_from(text, 1);
	}
}

/* Copies the record's text up to a ply, and skips the ply's own text there. */
static void
copy_to_ply(struct page_moves *moves, struct slice ply)
{
	struct slice *rest = &moves->rest;

	while (rest->len > 0) {
		char c = *rest->ptr;
		const char *ends = c == '{' ? "}" : c == ';' ? "\n" : " \n";
		bool is_word = strchr(" \n()", c) == NULL;
		size_t len = 1;

		if (rest->len >= ply.len &&
		    memcmp(rest->ptr, ply.ptr, ply.len) == 0) {
			*rest = slice_from(*rest, ply.len);
			return;
		}
		while (is_word && len < rest->len &&
		    strchr(ends, rest->ptr[len]) == NULL)
			len++;
		strbuf_add(&moves->text, rest->ptr, len);
		*rest = slice_from(*rest, len);
	}
}

/* Puts the word of a ply in place of its text. */
static void
put_ply(struct step *step, const struct ply *ply, bool is_last)
{
	struct page_moves *moves = step->moves;
	const struct snapshot *after = &step->after->snapshot;
	struct strbuf *changes = &moves->changes;
	bool resets = step->after->position.clock == 0;
	struct page_position expected = expect(step, resets);
	unsigned cells[2] = { CELLS_MAX, CELLS_MAX };
	struct signs signs = { .arrows = 0 };

	put_number_fact(
	    moves, "mover", step->before->position.to_move, step->mover);
	put_deed(step);
	if (ply->notes != NULL) {
		add_signs(moves, &ply->notes->comment, step->mover, &signs);
		for (struct line *v = ply->notes->variations; v; v = v->next)
			add_signs(moves, &v->after, step->mover, &signs);
		put_signs(moves, &signs);
	}
	put_changes(moves, &expected, step->after,
	    moves->rules->variant->colours[step->mover]);
	put_words(moves, &step->before->snapshot, after);
	if (is_last && moves->writing->agreed)
		put_agreement(moves);
	for (unsigned i = 0; i < 2 && i < after->last_cells; i++)
		cells[i] = after->last_cell[i];
	copy_to_ply(moves, ply->text);
	unsigned long k =
	    (changes->len > CHANGE_DIGITS ? 2 : changes->len > 0) +
	    (resets ? 3u : 0u);
	page_put_digits(cells[0] + CELL_NUMBERS * (cells[1] + CELL_NUMBERS * k),
	    3, &moves->text);
	strbuf_slice(&moves->text, strbuf_as_slice(changes));
	if (changes->len > CHANGE_DIGITS)
		strbuf_char(&moves->text, '|');
	put_ply_text(step, ply->text);
	strbuf_reset(changes);
}

/* Sets the facts about the position that the replay has reached. */
static void
arrive(struct page_position *place, const struct arrival *arrival)
{
	static const uint8_t none[PLAYERS][KINDS];
	struct position *position = &place->position;
	const struct rules *rules = place->replay.reader->rules;
	SCRATCH text = STRBUF_INIT;

	*position = place->replay.position;
	snapshot_take(&place->snapshot, rules, position, arrival);
	/* Games that give no pieces back do not count those that are lost. */
	if (memcmp(position->lost, none, sizeof(none)) == 0)
		imply_lost(rules, position, ~0u);
	tpf_write_state(rules, &place->replay.position, &text);
	struct slice state =
	    arena_slice(place->replay.arena, strbuf_as_slice(&text));
	slice_take(&state, ' '); /* the turn */
	place->rights = slice_take(&state, ' ');
	place->passed = slice_take(&state, ' ');
	place->status = slice_take(&state, ' ');
	slice_take(&state, ' '); /* the clock */
	slice_take(&state, ' '); /* the number */
	place->keys = state;
}

static void
put_replayed_line(struct page_moves *moves, const struct line *line,
    const struct page_position *from, bool is_main)
{
	struct page_position before, place = *from;
	struct event event;

	replay_line(&place.replay, line);
	for (before = place; replay_next(&place.replay, &event);
	     before = place) {
		const struct turn *turn = &event.turn;
		const struct ply *ply = event.item.ply;
		struct step step = { moves, &before, &place, &turn->move,
			ply->seat };

		struct seats seats;

		seats_note(&seats, &before.replay.position);
		fates_add(&place.fates,
		    &(struct fateful){ moves->rules, &seats, &turn->move,
			turn_judged(turn, event.after), event.after, NULL,
			NULL });
		arrive(&place,
		    &(struct arrival){
			&turn->move, turn->mover, &place.fates });
		put_ply(&step, ply, is_main && ply->next == NULL);
		if (ply->notes != NULL)
			for (const struct line *v = ply->notes->variations; v;
			     v = v->next)
				put_replayed_line(moves, v, &before, false);
	}
}

void
page_moves_write(const struct record *record, const struct writing *writing,
    const struct naming *naming, const char *board, struct strbuf *out)
{
	SCRATCH_ARENA arena = ARENA_INIT;
	struct page_moves moves = {
		.rules = writing->rules, .naming = naming, .writing = writing
	};
	struct writing first = *writing;
	struct json json = { .out = out };
	SCRATCH text = STRBUF_INIT;
	struct page_position start = { .keys = { NULL, 0 } }, usual = start;
	const struct ply *ply = record->line.first;
	struct signs signs = { .arrows = 0 };

	first.first = true;
	first.keeps_escapes = false;
	/* No ply is looked for in the tags. */
	pgn_write_tags(record, &first, &moves.text);
	pgn_write(record, &first, &text);
	moves.rest = slice_from(strbuf_as_slice(&text), moves.text.len);
	replay_begin(
	    &start.replay, &writing->reader, writing->start, NULL, &arena);
	start.replay.asks.before = true;
	arrive(&start, NULL);
	/* How the start of the record differs from the usual one. */
	replay_begin(
	    &usual.replay, &writing->reader, &moves.rules->start, NULL, &arena);
	arrive(&usual, NULL);
	usual.keys = slice_of("");
	put_changes(&moves, &usual, &start, '\0');
	put_words(&moves, NULL, &start.snapshot);
	add_signs(&moves, &record->line.comment, 0, &signs);
	if (ply != NULL && ply->notes != NULL)
		add_signs(&moves, &ply->notes->before, 0, &signs);
	put_signs(&moves, &signs);
	if (writing->agreed && ply == NULL)
		put_agreement(&moves);
	json_put(&json, "{board:%s start:!%.*s", board, (int)moves.changes.len,
	    moves.changes.ptr);
	strbuf_reset(&moves.changes);
	put_replayed_line(&moves, &record->line, &start, true);
	strbuf_slice(&moves.text, moves.rest);
	json_put(&json, "text:%.*s facts:!%.*s}", (int)moves.text.len,
	    moves.text.ptr, (int)moves.facts.len, moves.facts.ptr);
	strbuf_release(&moves.text);
	strbuf_release(&moves.facts);
	strbuf_release(&moves.changes);
}
