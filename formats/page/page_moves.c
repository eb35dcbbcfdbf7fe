/* Ternion: a game of a page as page_record.js reads it. */
#include "formats/page/page.h"
#include "parse/game/replay.h"
#include "parse/game/snapshot.h"
#include "parse/position/tpf.h"
#include "parse/record/format.h"
#include "parse/resolve/phrase.h"

enum {
	CELL_NUMBERS = CELLS_MAX + 1, /* cells, and CELLS_MAX for none */
};

/* A game while it is written. */
struct page_moves {
	const struct rules *rules;
	const struct naming *naming; /* of the cells in moves */
	struct strbuf words;         /* of facts about players, a line each */
	unsigned long said;          /* the number of lines */
	struct strbuf moves;
	struct strbuf notes;
	struct json json; /* which writes the notes */
};

/* A position of the game, as far as items depend on it. */
struct page_position {
	struct replay replay;
	struct fates fates;
	struct snapshot snapshot;
	/* Fields of 3PF. */
	struct slice rights, passed, status, keys;
};

/* A ply that is being written. */
struct step {
	struct page_moves *moves;
	const struct page_position *before, *after;
	const struct move *move;
	unsigned mover;
	bool simple; /* a piece stands elsewhere, and nothing else changed */
	struct strbuf items;
};

static void
put_digits(unsigned long number, unsigned count, struct strbuf *out)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

	while (count-- > 0)
		strbuf_char(out, digits[number >> 6 * count & 63]);
}

static struct strbuf *
begin_item(struct strbuf *items, char letter)
{
	if (items->len > 0)
		strbuf_char(items, ',');
	strbuf_char(items, letter);
	return items;
}

static unsigned
checks_of(const struct position *position, unsigned player)
{
	return is_out(position, player) ? 0 : position->checks[player];
}

static void
put_checks(const struct position *position, struct strbuf *items)
{
	begin_item(items, 'C');
	for (unsigned p = 0; p < PLAYERS; p++)
		strbuf_char(items, (char)('0' + checks_of(position, p)));
}

/* The number of the words, from 1. */
static unsigned long
number_words(struct page_moves *moves, const char *words)
{
	struct slice rest = strbuf_as_slice(&moves->words);
	unsigned long number = 1;

	while (rest.len > 0 && !slice_is(slice_take(&rest, '\n'), words))
		number++;
	if (number > moves->said) {
		moves->said++;
		strbuf_printf(&moves->words, "%s\n", words);
	}
	return number;
}

/* Puts a player's facts if they have changed; `before` may be NULL. */
static void
put_facts(struct page_moves *moves, const struct snapshot *before,
    const struct snapshot *after, struct strbuf *items)
{
	struct facts was = { .len = 0 }, is;

	for (unsigned p = 0; p < PLAYERS; p++) {
		bool changed;

		if (before != NULL)
			snapshot_facts(before, p, &was);
		snapshot_facts(after, p, &is);
		changed = was.len != is.len;
		for (unsigned i = 0; i < is.len && !changed; i++)
			changed = was.fact[i].players != is.fact[i].players ||
			    strcmp(was.fact[i].words, is.fact[i].words) != 0;
		if (!changed)
			continue;
		strbuf_char(begin_item(items, 'S'), (char)('0' + p));
		for (unsigned i = 0; i < is.len; i++) {
			put_digits(
			    number_words(moves, is.fact[i].words), 2, items);
			put_digits(is.fact[i].players, 1, items);
		}
	}
}

static void
put_end(const struct page_moves *moves, const struct snapshot *snapshot,
    struct strbuf *items)
{
	const struct outcome *outcome = &snapshot->outcome;
	const char *const *why = phrase_conditions(moves->rules->variant);
	unsigned condition = 0;

	while (why[condition] != NULL &&
	    strcmp(why[condition], snapshot->why) != 0)
		condition++;
	if (condition > 0)
		strbuf_number(begin_item(items, 'W'), condition);
	if (outcome->ending != ENDING_NONE)
		strbuf_printf(begin_item(items, 'O'), "%u.%u.%s",
		    outcome->winner, (unsigned)outcome->ending,
		    outcome->result);
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

/* True if the pieces that have never moved are as before, except on cells that
 * have changed. */
static bool
is_unmoved_kept(const struct position *was, const struct position *is)
{
	struct cellset unmoved = was->unmoved;

	for (cell c = 0; c < CELLS_MAX; c++)
		if (was->at[c] != is->at[c])
			cellset_remove(&unmoved, c);
	return memcmp(&unmoved, &is->unmoved, sizeof(unmoved)) == 0;
}

/* Puts the keys that have changed, except for hands. */
static void
put_keys(struct step *step)
{
	struct slice before = step->before->keys, after = step->after->keys;
	char mover = step->moves->rules->variant->colours[step->mover];

	for (unsigned gone = 0; gone < 2; gone++) {
		struct slice rest = gone ? before : after;

		while (rest.len > 0) {
			struct slice key = slice_take(&rest, ' '), value = key;
			struct slice name = slice_take(&value, '=');
			struct slice was = find_key(before, name);

			if (slice_is(name, "hand"))
				continue;
			if (gone ? find_key(after, name).len == 0
				: slice_is(name, "turns")
				? !is_turn_added(was, key, mover)
				: slice_is(name, "unmoved") && was.len > 0
				? !is_unmoved_kept(
				      &step->before->replay.position,
				      &step->after->replay.position)
				: !slice_equal(was, key))
				strbuf_slice(begin_item(&step->items, 'X'),
				    gone ? name : key);
		}
	}
}

/* Puts the pieces that came into hands or left them. */
static void
put_hands(struct step *step)
{
	const char *letters = step->moves->rules->variant->letters;
	bool begun = false;

	for (unsigned p = 0; p < PLAYERS; p++)
		for (unsigned kind = PAWN; kind < KINDS; kind++) {
			uint8_t had =
			    step->before->snapshot.seat[p].own.hand[kind];
			uint8_t has =
			    step->after->snapshot.seat[p].own.hand[kind];

			if (had != has && !begun)
				begin_item(&step->items, 'H');
			begun |= had != has;
			for (; had != has; had < has ? had++ : had--)
				strbuf_printf(&step->items, "%c%u%c",
				    had < has ? '+' : '-', p, letters[kind]);
		}
}

/* Puts the cells that have changed, unless the move is simple: the piece on its
 * first cell now stands on its second. */
static void
put_cells(struct step *step)
{
	const struct snapshot *after = &step->after->snapshot;
	const uint8_t *was = step->before->snapshot.at, *is = after->at;
	cell from = after->last_cell[0], to = after->last_cell[1];
	unsigned cells = step->moves->rules->board.cells;

	step->simple = after->last_cells == 2 && is[from] == PIECE_NONE &&
	    is[to] == was[from];
	for (cell c = 0; c < cells; c++)
		step->simple &= was[c] == is[c] || c == from || c == to;
	if (step->simple)
		return;
	begin_item(&step->items, 'c');
	for (cell c = 0; c < cells; c++)
		if (was[c] != is[c])
			put_digits(c * 256ul + is[c], 3, &step->items);
	for (unsigned i = 2; i < after->last_cells; i++)
		put_digits(after->last_cell[i], 2,
		    i == 2 ? begin_item(&step->items, 't') : &step->items);
}

static void
put_items(struct step *step)
{
	const struct page_position *before = step->before, *after = step->after;
	const struct position *was = &before->replay.position;
	const struct position *is = &after->replay.position;
	const cell *cells = after->snapshot.last_cell;
	struct strbuf *items = &step->items;
	bool checked = false, resets;

	put_cells(step);
	resets = step->simple &&
	    (was->at[cells[1]] != PIECE_NONE ||
		piece_kind(was->at[cells[0]]) == PAWN);
	if (was->to_move != step->mover)
		strbuf_number(begin_item(items, 'P'), step->mover);
	if (step->move->type >= MOVE_ENPASSANT)
		strbuf_number(begin_item(items, 'M'), step->move->type);
	if (!slice_equal(after->status, before->status))
		strbuf_slice(begin_item(items, 'A'), after->status);
	if (!slice_equal(after->rights, before->rights))
		strbuf_slice(begin_item(items, 'R'), after->rights);
	if (!slice_is(after->passed, "-"))
		strbuf_slice(begin_item(items, 'E'), after->passed);
	if (is->to_move != next_player(is, step->mover))
		strbuf_char(begin_item(items, 'T'),
		    step->moves->rules->variant->colours[is->to_move]);
	if (is->clock != (resets ? 0 : was->clock + 1))
		strbuf_number(begin_item(items, 'K'), is->clock);
	if (is->number != was->number + (is->to_move <= step->mover))
		strbuf_number(begin_item(items, 'N'), is->number);
	put_keys(step);
	put_hands(step);
	for (unsigned p = 0; p < PLAYERS; p++)
		checked |= checks_of(was, p) != checks_of(is, p);
	if (checked)
		put_checks(is, items);
	put_facts(step->moves, &before->snapshot, &after->snapshot, items);
	put_end(step->moves, &after->snapshot, items);
}

/* Puts the text of the move, with signs for the names of its two cells. */
static void
put_ply_text(const struct step *step, struct slice text)
{
	const struct snapshot *after = &step->after->snapshot;
	struct strbuf *out = &step->moves->moves;
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
		if (strchr(" %_~", *text.ptr) != NULL)
			strbuf_printf(out, "%%%02X", (unsigned)*text.ptr);
		else
			strbuf_char(out, *text.ptr);
		text = slice_from(text, 1);
	}
}

static void
put_word(struct page_moves *moves, const char *word)
{
	if (moves->moves.len > 0)
		strbuf_char(&moves->moves, ' ');
	strbuf_puts(&moves->moves, word);
}

static void
put_ply(struct page_moves *moves, const struct ply *ply,
    const struct move *move, const struct page_position *before,
    const struct page_position *after)
{
	struct step step = { moves, before, after, move, ply->seat, false,
		STRBUF_INIT };
	const struct snapshot *snapshot = &after->snapshot;
	unsigned cells[2] = { CELLS_MAX, CELLS_MAX };
	unsigned long k;

	put_items(&step);
	for (unsigned i = 0; i < 2 && i < snapshot->last_cells; i++)
		cells[i] = snapshot->last_cell[i];
	k = (step.items.len > 0 ? 1u : 0u) + (step.simple ? 0u : 2u);
	put_word(moves, "");
	put_digits(cells[0] + CELL_NUMBERS * (cells[1] + CELL_NUMBERS * k), 3,
	    &moves->moves);
	strbuf_slice(&moves->moves, strbuf_as_slice(&step.items));
	if (step.items.len > 0)
		strbuf_char(&moves->moves, '|');
	put_ply_text(&step, ply->text);
	strbuf_release(&step.items);
}

static void
put_note_words(
    struct page_moves *moves, const struct comments *comments, const char *word)
{
	for (const struct comment *c = comments->first; c; c = c->next) {
		put_word(moves, word);
		json_text(&moves->json, NULL, c->text);
	}
}

/* Sets the facts about the position that the replay has reached. */
static void
arrive(struct page_position *place, const struct arrival *arrival)
{
	const struct position *position = &place->replay.position;
	const struct rules *rules = place->replay.reader->rules;
	struct strbuf text = STRBUF_INIT;
	struct slice state;

	snapshot_take(&place->snapshot, rules, position, arrival);
	tpf_write_state(rules, position, &text);
	state = arena_slice(place->replay.arena, strbuf_as_slice(&text));
	strbuf_release(&text);
	slice_take(&state, ' '); /* the turn */
	place->rights = slice_take(&state, ' ');
	place->passed = slice_take(&state, ' ');
	place->status = slice_take(&state, ' ');
	slice_take(&state, ' '); /* the clock */
	slice_take(&state, ' '); /* the number */
	place->keys = state;
}

/* Replays and writes a line and its variations. */
static void
put_replayed_line(struct page_moves *moves, const struct line *line,
    const struct page_position *from)
{
	struct page_position before, place = *from;
	struct event event;

	if (line->first == NULL)
		put_note_words(moves, &line->comment, "{");
	replay_line(&place.replay, line);
	for (before = place; replay_next(&place.replay, &event);
	     before = place) {
		const struct turn *turn = &event.turn;
		const struct ply *ply = event.item.ply;

		fates_add_move(&place.fates, moves->rules, &turn->before,
		    &turn->move, turn_judged(turn, event.after), event.after);
		arrive(&place,
		    &(struct arrival){
			&turn->move, turn->mover, &place.fates });
		if (ply->notes != NULL)
			put_note_words(moves, &ply->notes->before, "[");
		put_ply(moves, ply, &turn->move, &before, &place);
		if (ply->notes == NULL)
			continue;
		for (const struct nag *n = ply->notes->nags; n; n = n->next) {
			put_word(moves, "$");
			strbuf_number(&moves->moves, n->number);
		}
		put_note_words(moves, &ply->notes->comment, "{");
		for (const struct line *v = ply->notes->variations; v;
		     v = v->next) {
			put_word(moves, "(");
			put_replayed_line(moves, v, &before);
			put_word(moves, ")");
			put_note_words(moves, &v->after, "{");
		}
	}
}

void
page_moves_write(const struct record *record, const struct writing *writing,
    const struct naming *naming, const char *board, struct strbuf *out)
{
	struct arena arena = ARENA_INIT;
	struct page_moves moves = { .rules = writing->rules,
		.naming = naming,
		.json = { .out = &moves.notes } };
	struct json json = { .out = out };
	struct strbuf head = STRBUF_INIT, items = STRBUF_INIT;
	struct page_position start = { .keys = { NULL, 0 } };
	struct slice rest;

	replay_begin(
	    &start.replay, &writing->reader, writing->start, NULL, &arena);
	start.replay.asks.before = true;
	arrive(&start, NULL);
	pgn_write_tags(record, writing, &head);
	json_put(&json, "{board:%s head:%.*s", board, (int)head.len, head.ptr);
	if (writing->position.len > 0) {
		json_text(&json, "position", writing->position);
		put_checks(writing->start, &items);
	}
	json_put(&json, "keys:!%.*s", SLICE(start.keys));
	put_facts(&moves, NULL, &start.snapshot, &items);
	put_end(&moves, &start.snapshot, &items);
	json_put(&json, "start:!%.*s", (int)items.len, items.ptr);
	json_begin(&moves.json, NULL, '[');
	put_replayed_line(&moves, &record->line, &start);
	json_text(&json, "moves", strbuf_as_slice(&moves.moves));
	if (moves.json.comma) {
		json_end(&moves.json, ']');
		json_literal(&json, "notes", strbuf_as_slice(&moves.notes));
	}
	if (writing->agreed)
		json_text(&json, "agreed", writing->result);
	rest = strbuf_as_slice(&moves.words);
	if (rest.len > 0) {
		json_begin(&json, "words", '[');
		while (rest.len > 0)
			json_text(&json, NULL, slice_take(&rest, '\n'));
		json_end(&json, ']');
	}
	json_end(&json, '}');
	strbuf_release(&moves.words);
	strbuf_release(&moves.moves);
	strbuf_release(&moves.notes);
	strbuf_release(&head);
	strbuf_release(&items);
	arena_release(&arena);
}
