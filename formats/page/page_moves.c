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

/* The facts about a position: fields of 3PF, words, what holds for one ply, and
 * from KEYS on the keys of 3PF. */
enum {
	WORDS = 6,
	OF_PLY = 12,
	KEYS = 17,
	FACTS = 64
};
static const char *const fact_names[KEYS] = { "turn", "clock", "number",
	"rights", "ep", "status", "why", "end", "result", "0", "1", "2",
	"mover", "told", "taken", "trace", "signs" };

/* A game while it is written. */
struct page_moves {
	const struct rules *rules;
	const struct naming *naming; /* of the cells in moves */
	const struct writing *writing;
	struct arena *arena;
	struct strbuf plies;   /* their words */
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
	struct slice fact[FACTS]; /* as fact_names, then as tpf_keys */
};

/* A ply that is being written. */
struct step {
	struct page_moves *moves;
	const struct page_position *before;
	struct page_position *after;
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

static const char *
name_of(unsigned fact)
{
	return fact < KEYS ? fact_names[fact] : tpf_keys[fact - KEYS].name;
}

static struct slice *
fact_of(struct page_position *place, const char *name)
{
	unsigned fact = 0;

	while (strcmp(name_of(fact), name) != 0)
		fact++;
	return &place->fact[fact];
}

static void
set_fact(struct page_moves *moves, struct page_position *place,
    const char *name, const struct strbuf *value)
{
	*fact_of(place, name) =
	    arena_slice(moves->arena, strbuf_as_slice(value));
}

static void
set_number(struct page_moves *moves, struct page_position *place,
    const char *name, unsigned long number)
{
	*fact_of(place, name) =
	    slice_of(arena_printf(moves->arena, "%lu", number));
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

/* Sets the words about each player, and how the game has ended. */
static void
set_words(struct page_moves *moves, struct page_position *place)
{
	const struct variant *variant = moves->rules->variant;
	const struct outcome *outcome = &place->snapshot.outcome;
	const char *by = phrase_ending(outcome->ending);
	SCRATCH words = STRBUF_INIT;

	for (unsigned p = 0; p < PLAYERS; p++) {
		char name[] = { (char)('0' + p), '\0' };

		strbuf_reset(&words);
		snapshot_write_facts(&place->snapshot, variant, p, ";", &words);
		set_fact(moves, place, name, &words);
	}
	*fact_of(place, "why") = slice_of(place->snapshot.why);
	if (outcome->ending == ENDING_NONE)
		return;
	strbuf_reset(&words);
	if (outcome->winner >= PLAYERS)
		strbuf_printf(&words, "drawn by %s", by);
	else if (outcome->ending == ENDING_MATE)
		strbuf_printf(
		    &words, "%s mates", variant->players[outcome->winner]);
	else
		strbuf_printf(&words, "%s wins by %s",
		    variant->players[outcome->winner], by);
	set_fact(moves, place, "end", &words);
	*fact_of(place, "result") = slice_of(outcome->result);
}

/* Sets what a draw that the players agree to makes of the last position. */
static void
set_agreement(struct page_moves *moves, struct page_position *place)
{
	*fact_of(place, "end") = slice_of("drawn");
	*fact_of(place, "result") = *fact_of(place, "over") =
	    moves->writing->result;
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

/* Puts all that differs from a position. */
static void
put_changes(struct page_moves *moves, const struct page_position *was,
    const struct page_position *is)
{
	put_cells(moves, was, is);
	for (unsigned fact = 0; name_of(fact) != NULL; fact++)
		if (!slice_equal(was->fact[fact], is->fact[fact]))
			put_fact(moves, name_of(fact), is->fact[fact]);
}

/* Sets what a move of a type of its own did, the cells where it took pieces
 * afar, and all its cells if they are more than two. */
static void
set_deed(struct step *step)
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
	set_fact(moves, step->after, "told", &told);
	set_fact(moves, step->after, "taken", &taken);
	set_fact(moves, step->after, "trace", &trace);
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

/* Sets arrows and marks as they are drawn for the first seat. */
static void
set_signs(struct page_moves *moves, struct page_position *place,
    const struct signs *signs)
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
	set_fact(moves, place, "signs", &drawn);
	mem_free(layout);
}

/* The last turns after one more, by the mover. */
static struct slice
add_turn(struct page_moves *moves, struct slice turns, unsigned mover)
{
	if (turns.len == TURNS_KEPT)
		turns = slice_from(turns, 1);
	return slice_of(arena_printf(moves->arena, "%.*s%c", SLICE(turns),
	    moves->rules->variant->colours[mover]));
}

/* The position that is expected after a move: the piece of its first cell is on
 * its second, the next player is to move, and the clock goes on. */
static struct page_position
expect(const struct step *step, bool resets)
{
	struct page_moves *moves = step->moves;
	struct page_position next = *step->before;
	const struct snapshot *after = &step->after->snapshot;
	struct position *position = &next.position;
	struct slice *turns = fact_of(&next, "turns");

	if (after->last_cells >= 2) {
		cell from = after->last_cell[0], to = after->last_cell[1];

		position->at[to] = position->at[from];
		position->at[from] = PIECE_NONE;
		cellset_remove(&position->unmoved, from);
		cellset_remove(&position->unmoved, to);
	}
	set_number(moves, &next, "turn", (step->mover + 1) % PLAYERS);
	set_number(moves, &next, "clock", resets ? 0 : position->clock + 1ul);
	set_number(moves, &next, "number",
	    position->number + (step->after->position.to_move <= step->mover));
	*fact_of(&next, "ep") = slice_of("-");
	if (fact_of(step->after, "turns")->len > 0)
		*turns = add_turn(moves, *turns, step->mover);
	for (unsigned fact = OF_PLY; fact < KEYS; fact++)
		next.fact[fact] = slice_of("");
	set_number(moves, &next, "mover", step->before->position.to_move);
	return next;
}

/* Puts the word of a ply. */
static void
put_ply(struct step *step, const struct ply *ply, bool is_last)
{
	struct page_moves *moves = step->moves;
	struct page_position *place = step->after;
	const struct snapshot *after = &place->snapshot;
	struct strbuf *changes = &moves->changes;
	bool resets = place->position.clock == 0;
	struct page_position expected = expect(step, resets);
	unsigned cells[2] = { CELLS_MAX, CELLS_MAX };
	struct signs signs = { .arrows = 0 };

	set_number(moves, place, "mover", step->mover);
	set_deed(step);
	*fact_of(place, "signs") = slice_of("");
	if (ply->notes != NULL) {
		add_signs(moves, &ply->notes->comment, step->mover, &signs);
		for (struct line *v = ply->notes->variations; v; v = v->next)
			add_signs(moves, &v->after, step->mover, &signs);
		set_signs(moves, place, &signs);
	}
	if (is_last && moves->writing->agreed)
		set_agreement(moves, place);
	put_changes(moves, &expected, place);
	for (unsigned i = 0; i < 2 && i < after->last_cells; i++)
		cells[i] = after->last_cell[i];
	unsigned long k =
	    (changes->len > CHANGE_DIGITS ? 2 : changes->len > 0) +
	    (resets ? 3u : 0u);
	page_put_digits(cells[0] + CELL_NUMBERS * (cells[1] + CELL_NUMBERS * k),
	    3, &moves->plies);
	strbuf_slice(&moves->plies, strbuf_as_slice(changes));
	if (changes->len > CHANGE_DIGITS)
		strbuf_char(&moves->plies, '|');
	strbuf_reset(changes);
}

/* Sets the fields and keys of 3PF. The pieces tell the values of some keys. */
static void
set_fields(struct page_moves *moves, struct page_position *place)
{
	const struct position *position = &place->replay.position;
	SCRATCH text = STRBUF_INIT;

	tpf_write_state(moves->rules, position, &text);
	struct slice state = arena_slice(moves->arena, strbuf_as_slice(&text));
	slice_take(&state, ' '); /* the turn */
	set_number(moves, place, "turn", position->to_move);
	*fact_of(place, "rights") = slice_take(&state, ' ');
	*fact_of(place, "ep") = slice_take(&state, ' ');
	*fact_of(place, "status") = slice_take(&state, ' ');
	*fact_of(place, "clock") = slice_take(&state, ' ');
	*fact_of(place, "number") = slice_take(&state, ' ');
	for (unsigned fact = KEYS; name_of(fact) != NULL; fact++) {
		struct slice value = state;
		struct slice name = slice_take(&value, '=');

		place->fact[fact] = slice_of("");
		if (!slice_is(name, name_of(fact)))
			continue;
		value = slice_take(&state, ' ');
		slice_take(&value, '=');
		if (slice_is(name, "unmoved") || slice_is(name, "lost"))
			place->fact[fact] = slice_of("*");
		else if (!slice_is(name, "hand"))
			place->fact[fact] = value;
	}
}

/* Sets the facts about the position that the replay has reached. */
static void
arrive(struct page_moves *moves, struct page_position *place,
    const struct arrival *arrival)
{
	static const uint8_t none[PLAYERS][KINDS];
	struct position *position = &place->position;

	*position = place->replay.position;
	snapshot_take(&place->snapshot, moves->rules, position, arrival);
	/* Games that give no pieces back do not count those that are lost. */
	if (memcmp(position->lost, none, sizeof(none)) == 0)
		imply_lost(moves->rules, position, ~0u);
	set_fields(moves, place);
	set_words(moves, place);
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
		arrive(moves, &place,
		    &(struct arrival){
			&turn->move, turn->mover, &place.fates });
		put_ply(&step, ply, is_main && ply->next == NULL);
		if (ply->notes != NULL)
			for (const struct line *v = ply->notes->variations; v;
			     v = v->next)
				put_replayed_line(moves, v, &before, false);
	}
}

/* The start of a game, with nothing told of it. */
static void
begin(struct page_moves *moves, const struct position *position,
    struct page_position *place)
{
	*place = (struct page_position){ .replay = { .reader = NULL } };
	replay_begin(&place->replay, &moves->writing->reader, position, NULL,
	    moves->arena);
	place->replay.asks.before = true;
	arrive(moves, place, NULL);
}

void
page_moves_write(const struct record *record, const struct writing *writing,
    const struct naming *naming, const char *board, struct strbuf *out)
{
	SCRATCH_ARENA arena = ARENA_INIT;
	struct page_moves moves = { .rules = writing->rules,
		.naming = naming,
		.writing = writing,
		.arena = &arena };
	struct writing first = *writing;
	struct json json = { .out = out };
	SCRATCH text = STRBUF_INIT;
	struct page_position start, usual;
	const struct ply *ply = record->line.first;
	struct signs signs = { .arrows = 0 };

	first.first = true;
	first.keeps_escapes = false;
	pgn_write(record, &first, &text);
	begin(&moves, writing->start, &start);
	add_signs(&moves, &record->line.comment, 0, &signs);
	if (ply != NULL && ply->notes != NULL)
		add_signs(&moves, &ply->notes->before, 0, &signs);
	set_signs(&moves, &start, &signs);
	if (writing->agreed && ply == NULL)
		set_agreement(&moves, &start);
	/* How the start of the record differs from the usual one, which the
	 * board has without words. */
	begin(&moves, &moves.rules->start, &usual);
	for (unsigned fact = WORDS; fact < FACTS; fact++)
		usual.fact[fact] = slice_of("");
	put_changes(&moves, &usual, &start);
	json_put(&json, "{board:%s start:!%.*s", board, (int)moves.changes.len,
	    moves.changes.ptr);
	strbuf_reset(&moves.changes);
	put_replayed_line(&moves, &record->line, &start, true);
	json_put(&json, "text:%.*s plies:!%.*s facts:!%.*s}", (int)text.len,
	    text.ptr, (int)moves.plies.len, moves.plies.ptr,
	    (int)moves.facts.len, moves.facts.ptr);
	strbuf_release(&moves.plies);
	strbuf_release(&moves.facts);
	strbuf_release(&moves.changes);
}
