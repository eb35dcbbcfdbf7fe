/*
 * Ternion: the moves of a record as page_record.js reads them: one string of
 * words with a blank between.
 *
 * - {: the next of `notes`, a comment on the ply before it;
 * - [: the next of `notes`, a comment before the ply that follows;
 * - ( and ): a variation, played instead of the ply before it;
 * - $7: an annotation of the ply before it;
 * - any other: a ply.
 *
 * Numbers are written in digits of base 64, A-Z a-z 0-9 - _, the highest first.
 * A ply begins with three of them: from + 193 * (to + 193 * k), two cells, 192
 * standing for none. If k is odd, items follow, with commas between and a bar
 * behind; if k is less than 2, the piece on `from` now stands on `to`, and no
 * other cell has changed. The rest is the text of the move, in which _ stands
 * for the name of `from` and ~ for that of `to`.
 *
 * Items begin with a letter. They say what differs from what is expected after
 * the position before:
 *
 * - c: cells that have changed, three digits each, cell * 256 + piece;
 * - t: more cells of the move, two digits each;
 * - P: the mover, 0 to 2; expected: whose turn it was;
 * - M: the type of the move, from MOVE_ENPASSANT on;
 * - A, R, E: status, rights, en passant, as in 3PF; expected: the same status
 *   and rights, and no pawn to be taken;
 * - T: the letter of the one to move; expected: the next who is in play;
 * - K: the clock; expected: 0 after a simple move of a pawn or to a cell that
 *   was not empty, else one more;
 * - N: the number; expected: one more if the one to move comes no later than
 *   the mover;
 * - X: a key of 3PF with its value, or without, if it has none any more;
 *   expected: the same, and of `turns` the last five and the mover;
 * - H: + or -, a player and a letter, for each piece that came to his hand or
 *   left it;
 * - U: the pieces that have never moved, two digits each; expected: the same,
 *   less the cells that have changed;
 * - D: 1 if 3PF states them, 0 if not; expected: the same;
 * - C: three digits of base 8, who checks each player, as bits; expected: the
 *   same;
 * - S: a player and what is said of him, for each thing the number of its words
 *   in `words`, from 1, in two digits, and the players with whom they end, as
 *   bits, in one; expected: the same;
 * - W: the number of the condition by which it is whose turn it is; expected:
 *   none;
 * - O: it is over: the winner (3: nobody), a dot, the ending, a dot, the
 *   result;
 * - Z: the text is as in a URL, and _ and ~ stand for nothing.
 */
#include "formats/draw/page_moves.h"
#include "parse/resolve/phrase.h"

enum {
	NO_CELL = CELLS_MAX,        /* in the digits of a ply */
	CELL_NUMBERS = NO_CELL + 1, /* cells, and none */
};

/* What stands in 3PF behind the placement. */
struct fields {
	struct slice turn, rights, passed, status, clock, number, keys;
};

/* A ply that is being written. */
struct step {
	struct page_moves *moves;
	struct slice text; /* of the move */
	const struct snapshot *before, *after;
	struct fields was, is;
	unsigned mover;
	bool simple; /* a piece stands elsewhere, and nothing else changed */
	struct strbuf items;
};

void
page_moves_init(
    struct page_moves *moves, const struct rules *rules, enum naming naming)
{
	*moves = (struct page_moves){ .rules = rules, .naming = naming };
	moves->json.out = &moves->notes;
	json_begin(&moves->json, NULL, '[');
}

void
page_moves_release(struct page_moves *moves)
{
	strbuf_release(&moves->words);
	strbuf_release(&moves->moves);
	strbuf_release(&moves->notes);
}

static void
put_digits(unsigned long number, unsigned count, struct strbuf *out)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

	while (count-- > 0)
		strbuf_char(out, digits[number >> 6 * count & 63]);
}

static struct fields
fields_of(struct slice state)
{
	struct fields fields;

	fields.turn = slice_take(&state, ' ');
	fields.rights = slice_take(&state, ' ');
	fields.passed = slice_take(&state, ' ');
	fields.status = slice_take(&state, ' ');
	fields.clock = slice_take(&state, ' ');
	fields.number = slice_take(&state, ' ');
	fields.keys = state;
	return fields;
}

static unsigned long
number_page_of(struct slice digits)
{
	unsigned long number = 0;

	for (size_t i = 0; i < digits.len; i++)
		number = number * 10 + (unsigned long)(digits.ptr[i] - '0');
	return number;
}

static unsigned
player_page_of(const struct page_moves *moves, struct slice letter)
{
	const char *colours = moves->rules->variant->colours;
	unsigned player = 0;

	while (player < PLAYERS && colours[player] != letter.ptr[0])
		player++;
	return player;
}

/* The number of the words, from 1. */
static unsigned long
word_number(struct page_moves *moves, struct slice words)
{
	struct slice rest = strbuf_as_slice(&moves->words);
	unsigned long number = 1;

	for (; rest.len > 0; number++)
		if (slice_equal(slice_take(&rest, '\n'), words))
			return number;
	strbuf_slice(&moves->words, words);
	strbuf_char(&moves->words, '\n');
	return number;
}

static struct strbuf *
begin_item(struct strbuf *items, char letter)
{
	if (items->len > 0)
		strbuf_char(items, ',');
	strbuf_char(items, letter);
	return items;
}

static void
put_item(struct step *step, char letter, struct slice value)
{
	strbuf_slice(begin_item(&step->items, letter), value);
}

/*
 * What is not a field of 3PF
 */

static void
put_page_unmoved(const struct cellset *unmoved, struct strbuf *items)
{
	struct cellset rest = *unmoved;

	begin_item(items, 'U');
	while (!cellset_empty(&rest))
		put_digits(cellset_pop(&rest), 2, items);
}

static void
put_page_checks(const struct snapshot *snapshot, struct strbuf *items)
{
	begin_item(items, 'C');
	for (unsigned p = 0; p < PLAYERS; p++)
		strbuf_char(items, (char)('0' + snapshot->seat[p].checked_by));
}

static bool
is_checked_alike(const struct snapshot *a, const struct snapshot *b)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (a->seat[p].checked_by != b->seat[p].checked_by)
			return false;
	return true;
}

struct saying {
	struct page_moves *moves;
	struct strbuf text;
};

static void
say_word(void *context, const char *words, unsigned players)
{
	struct saying *saying = context;

	put_digits(
	    word_number(saying->moves, slice_of(words)), 2, &saying->text);
	put_digits(players, 1, &saying->text);
}

/* What is said of each player, where it is not what was said before (NULL:
 * nothing was). */
static void
put_move_words(struct page_moves *moves, const struct snapshot *before,
    const struct snapshot *after, struct strbuf *items)
{
	struct saying was = { moves, STRBUF_INIT }, is = { moves, STRBUF_INIT };

	for (unsigned p = 0; p < PLAYERS; p++) {
		strbuf_reset(&was.text);
		strbuf_reset(&is.text);
		if (before != NULL)
			snapshot_tell(before, p, say_word, &was);
		snapshot_tell(after, p, say_word, &is);
		if (slice_equal(
			strbuf_as_slice(&was.text), strbuf_as_slice(&is.text)))
			continue;
		strbuf_char(begin_item(items, 'S'), (char)('0' + p));
		strbuf_slice(items, strbuf_as_slice(&is.text));
	}
	strbuf_release(&was.text);
	strbuf_release(&is.text);
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

static bool
states_unmoved(struct slice keys)
{
	while (keys.len > 0) {
		struct slice key = slice_take(&keys, ' ');

		if (slice_is(slice_take(&key, '='), "unmoved"))
			return true;
	}
	return false;
}

void
page_moves_pieces(const struct snapshot *start, struct strbuf *out)
{
	if (states_unmoved(fields_of(start->state).keys))
		strbuf_char(begin_item(out, 'D'), '1');
	if (!cellset_empty(&start->unmoved))
		put_page_unmoved(&start->unmoved, out);
	put_page_checks(start, out);
}

void
page_moves_start(
    struct page_moves *moves, const struct snapshot *start, struct strbuf *out)
{
	put_move_words(moves, NULL, start, out);
	put_end(moves, start, out);
}

/*
 * Fields of 3PF
 */

static void
put_page_turn(struct step *step)
{
	const char *colours = step->moves->rules->variant->colours;
	unsigned next = step->mover, tries = PLAYERS;

	do
		next = (next + 1) % PLAYERS;
	while (step->is.status.ptr[next] == 'x' && --tries > 0);
	if (step->is.turn.ptr[0] != colours[next])
		put_item(step, 'T', step->is.turn);
}

static void
put_counters(struct step *step)
{
	const uint8_t *at = step->before->at, *trace = step->after->trace;
	bool again = step->simple &&
	    (at[trace[1]] != PIECE_NONE || piece_kind(at[trace[0]]) == PAWN);
	bool round = player_page_of(step->moves, step->is.turn) <= step->mover;

	if (number_page_of(step->is.clock) !=
	    (again ? 0 : number_page_of(step->was.clock) + 1))
		put_item(step, 'K', step->is.clock);
	if (number_page_of(step->is.number) !=
	    number_page_of(step->was.number) + (round ? 1 : 0))
		put_item(step, 'N', step->is.number);
}

/* The key with its value among the keys; len 0 if it is not there. */
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

/* Whose the last turns were, as expected: one more. */
static bool
is_turn_added(const struct step *step, struct slice was, struct slice is)
{
	const char *colours = step->moves->rules->variant->colours;

	slice_take(&was, '=');
	slice_take(&is, '=');
	if (was.len == TURNS_KEPT)
		was = slice_sub(was, 1, was.len - 1);
	return is.len == was.len + 1 && memcmp(is.ptr, was.ptr, was.len) == 0 &&
	    is.ptr[was.len] == colours[step->mover];
}

/* The value of the key, or that of one of which nothing is stated. */
static struct slice
value_of(struct slice key, const char *nothing)
{
	struct slice value = key;

	slice_take(&value, '=');
	return key.len > 0 ? value : slice_of(nothing);
}

static unsigned
count_letter(struct slice text, char letter)
{
	unsigned count = 0;

	for (size_t i = 0; i < text.len; i++)
		count += text.ptr[i] == letter;
	return count;
}

/* What came to the hands and what went. */
static void
put_hands(struct step *step)
{
	const char *letters = step->moves->rules->variant->letters;
	struct slice name = slice_of("hand");
	struct slice was = value_of(find_key(step->was.keys, name), "..");
	struct slice is = value_of(find_key(step->is.keys, name), "..");
	bool begun = false;

	for (unsigned p = 0; p < PLAYERS && !slice_equal(was, is); p++) {
		struct slice a = slice_take(&was, '.');
		struct slice b = slice_take(&is, '.');

		for (unsigned kind = PAWN; kind < KINDS; kind++) {
			unsigned had = count_letter(a, letters[kind]);
			unsigned has = count_letter(b, letters[kind]);

			if (had != has && !begun)
				begin_item(&step->items, 'H');
			begun |= had != has;
			for (; had != has; had += had < has ? 1u : -1u)
				strbuf_printf(&step->items, "%c%u%c",
				    had < has ? '+' : '-', p, letters[kind]);
		}
	}
}

/* Keys of which something else tells. */
static bool
is_told_apart(struct slice name)
{
	return slice_is(name, "unmoved") || slice_is(name, "hand");
}

static void
put_page_move_keys(struct step *step)
{
	struct slice rest = step->is.keys;

	while (rest.len > 0) {
		struct slice key = slice_take(&rest, ' '), value = key;
		struct slice name = slice_take(&value, '=');
		struct slice was = find_key(step->was.keys, name);

		if (is_told_apart(name))
			continue;
		if (slice_is(name, "turns") ? is_turn_added(step, was, key)
					    : slice_equal(was, key))
			continue;
		put_item(step, 'X', key);
	}
	rest = step->was.keys;
	while (rest.len > 0) {
		struct slice key = slice_take(&rest, ' ');
		struct slice name = slice_take(&key, '=');

		if (!is_told_apart(name) &&
		    find_key(step->is.keys, name).len == 0)
			put_item(step, 'X', name);
	}
}

static void
put_fields(struct step *step)
{
	if (!slice_equal(step->is.status, step->was.status))
		put_item(step, 'A', step->is.status);
	if (!slice_equal(step->is.rights, step->was.rights))
		put_item(step, 'R', step->is.rights);
	if (!slice_is(step->is.passed, "-"))
		put_item(step, 'E', step->is.passed);
	put_page_turn(step);
	put_counters(step);
	put_page_move_keys(step);
	put_hands(step);
}

/*
 * Plies
 */

/* Whether all that changed is that the piece on the first cell of the trace now
 * stands on its second. */
static bool
is_simple(const struct step *step)
{
	const struct snapshot *after = step->after;
	const uint8_t *was = step->before->at, *is = after->at;
	cell from = after->trace[0], to = after->trace[1];

	if (after->traced != 2 || is[from] != PIECE_NONE || is[to] != was[from])
		return false;
	for (cell c = 0; c < step->moves->rules->board.cells; c++)
		if (was[c] != is[c] && c != from && c != to)
			return false;
	return true;
}

static void
put_changes(struct step *step)
{
	const uint8_t *was = step->before->at, *is = step->after->at;

	begin_item(&step->items, 'c');
	for (cell c = 0; c < step->moves->rules->board.cells; c++)
		if (was[c] != is[c])
			put_digits(c * 256ul + is[c], 3, &step->items);
	if (step->after->traced <= 2)
		return;
	begin_item(&step->items, 't');
	for (unsigned i = 2; i < step->after->traced; i++)
		put_digits(step->after->trace[i], 2, &step->items);
}

static void
put_history(struct step *step)
{
	const struct snapshot *before = step->before, *after = step->after;
	struct cellset expected = before->unmoved;
	bool stated = states_unmoved(step->is.keys);

	for (cell c = 0; c < step->moves->rules->board.cells; c++)
		if (before->at[c] != after->at[c])
			cellset_remove(&expected, c);
	if (memcmp(&expected, &after->unmoved, sizeof(expected)) != 0)
		put_page_unmoved(&after->unmoved, &step->items);
	if (stated != states_unmoved(step->was.keys))
		strbuf_char(begin_item(&step->items, 'D'), stated ? '1' : '0');
}

static void
put_items(struct step *step)
{
	struct page_moves *moves = step->moves;
	struct strbuf *items = &step->items;

	if (!step->simple)
		put_changes(step);
	if (player_page_of(moves, step->was.turn) != step->mover)
		strbuf_number(begin_item(items, 'P'), step->mover);
	if (step->after->type >= MOVE_ENPASSANT)
		strbuf_number(begin_item(items, 'M'), step->after->type);
	put_fields(step);
	put_history(step);
	if (!is_checked_alike(step->before, step->after))
		put_page_checks(step->after, items);
	put_move_words(moves, step->before, step->after, items);
	put_end(moves, step->after, items);
}

/* Where the name stands in the text, from there on; text.len if nowhere. */
static size_t
find_name(struct slice text, size_t at, struct slice name)
{
	for (; at + name.len <= text.len; at++)
		if (memcmp(text.ptr + at, name.ptr, name.len) == 0)
			return at;
	return text.len;
}

/* The text with the names of the move's two cells made short. */
static void
put_short(const struct step *step, struct strbuf *out)
{
	const struct page_moves *moves = step->moves;
	struct slice text = step->text, name;
	char buffer[CELL_NAME_MAX];
	size_t at = 0, found;

	for (unsigned i = 0; i < 2 && i < step->after->traced; i++) {
		name = slice_of(coords_name(&moves->rules->board, moves->naming,
		    step->mover, step->after->trace[i], buffer));
		found = find_name(text, at, name);
		if (found == text.len)
			continue;
		strbuf_add(out, text.ptr + at, found - at);
		strbuf_char(out, i == 0 ? '_' : '~');
		at = found + name.len;
	}
	strbuf_add(out, text.ptr + at, text.len - at);
}

/* Whether some byte of it means something else in a ply. */
static bool
is_masked(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (strchr(" _~|", text.ptr[i]) != NULL)
			return true;
	return false;
}

static void
put_page_text(struct slice text, struct strbuf *out)
{
	for (size_t i = 0; i < text.len; i++)
		if (strchr(" _~|%", text.ptr[i]) != NULL)
			strbuf_printf(out, "%%%02X", (unsigned)text.ptr[i]);
		else
			strbuf_char(out, text.ptr[i]);
}

static void
put_word(struct page_moves *moves, const char *word)
{
	if (moves->moves.len > 0)
		strbuf_char(&moves->moves, ' ');
	strbuf_puts(&moves->moves, word);
}

static unsigned
cell_number(const struct snapshot *snapshot, unsigned i)
{
	return i < snapshot->traced ? snapshot->trace[i] : (unsigned)NO_CELL;
}

static void
put_page_ply(struct page_moves *moves, const struct ply *ply,
    const struct snapshot *before, const struct snapshot *after)
{
	struct step step = { .moves = moves,
		.text = ply->text,
		.before = before,
		.after = after,
		.was = fields_of(before->state),
		.is = fields_of(after->state),
		.mover = ply->seat };
	bool masked = is_masked(ply->text);
	unsigned long k;

	step.simple = is_simple(&step);
	put_items(&step);
	if (masked)
		begin_item(&step.items, 'Z');
	k = (step.items.len > 0 ? 1u : 0u) + (step.simple ? 0u : 2u);
	put_word(moves, "");
	put_digits(cell_number(after, 0) +
		CELL_NUMBERS * (cell_number(after, 1) + CELL_NUMBERS * k),
	    3, &moves->moves);
	strbuf_slice(&moves->moves, strbuf_as_slice(&step.items));
	if (step.items.len > 0)
		strbuf_char(&moves->moves, '|');
	if (masked)
		put_page_text(ply->text, &moves->moves);
	else
		put_short(&step, &moves->moves);
	strbuf_release(&step.items);
}

/*
 * The tree
 */

static void
put_page_comments(
    struct page_moves *moves, const struct comments *comments, const char *word)
{
	for (const struct comment *c = comments->first; c; c = c->next) {
		put_word(moves, word);
		json_text(&moves->json, NULL, c->text);
	}
}

/* A place in the game from which lines are written. */
struct page_place {
	struct replay replay;
	struct fates fates;
	const struct snapshot *snapshot;
};

/* Goes on to the position after an event. */
static void
advance_page(struct page_place *place, const struct event *event)
{
	const struct rules *rules = place->replay.reader->rules;
	struct arena *arena = place->replay.arena;
	const struct turn *turn = &event->turn;
	const struct arrival arrival = { &turn->move, turn->mover,
		&place->fates };
	struct snapshot *snapshot = arena_alloc(arena, sizeof(*snapshot));

	fates_add_move(&place->fates, rules, &turn->before, &turn->move,
	    turn_judged(turn, event->after), NULL, event->after);
	snapshot_take(snapshot, rules, event->after, &arrival);
	snapshot_keep(snapshot, rules, event->after, &turn->move, arena);
	place->snapshot = snapshot;
}

static void put_page_line(struct page_moves *moves, const struct line *line,
    const struct page_place *from);

/* What follows a ply; its variations begin before it. */
static void
put_page_notes(struct page_moves *moves, const struct notes *notes,
    const struct page_place *before)
{
	for (const struct nag *n = notes->nags; n != NULL; n = n->next) {
		put_word(moves, "$");
		strbuf_number(&moves->moves, n->number);
	}
	put_page_comments(moves, &notes->comment, "{");
	for (const struct line *v = notes->variations; v; v = v->next) {
		put_word(moves, "(");
		put_page_line(moves, v, before);
		put_word(moves, ")");
	}
	put_page_comments(moves, &notes->after, "{");
}

/* Writes a line while it is replayed. */
static void
put_page_line(struct page_moves *moves, const struct line *line,
    const struct page_place *from)
{
	struct page_place before, place = *from;
	struct event event;

	if (line->first == NULL)
		put_page_comments(moves, &line->comment, "{");
	replay_line(&place.replay, line);
	for (before = place; replay_next(&place.replay, &event);
	     before = place) {
		const struct ply *ply = event.item.ply;

		advance_page(&place, &event);
		if (ply->notes != NULL)
			put_page_comments(moves, &ply->notes->before, "[");
		put_page_ply(moves, ply, before.snapshot, place.snapshot);
		if (ply->notes != NULL)
			put_page_notes(moves, ply->notes, &before);
	}
}

void
page_moves_write(struct page_moves *moves, const struct reader_context *reader,
    const struct line *line, const struct position *position,
    const struct snapshot *start, struct arena *arena)
{
	struct page_place place = { .snapshot = start };

	replay_begin(&place.replay, reader, position, NULL, arena);
	place.replay.asks.before = true;
	put_page_line(moves, line, &place);
}
