/* Ternion: moves that are tried in place of a token, or before one. */
#include <limits.h>

#include "formats/repair/costs.h"
#include "formats/repair/decode.h"

/* How far back which moves are tried instead of those played: by their cost. */
enum {
	NEAR = 4,
	MIDDLE = 24,
	MIDDLE_COST = 80,
	BACK_COST = 45,
	MARK_COST = 50,
	PAIR_COST = 80, /* of turns of two moves, wherever */
};

/* Compares a token with the moves of a position. */
struct comparison {
	struct search *search;
	const struct position *position;
	struct position begun; /* with the player whose moves are listed */
	unsigned at;           /* the item */
	struct slice token;    /* without its marks */
	uint8_t check, mate;   /* as they are declared in the token */
	uint8_t calls;         /* after it */
	unsigned most;         /* dearer ones are of no interest */
	unsigned limit;        /* texts that cost more are all alike */
	bool is_open;          /* the token may say who moves */
	bool takes_pairs;      /* a turn of two moves can have been meant */
	bool has_marks;        /* it has some */
	bool is_stray;         /* the token is no number that fits there */
	unsigned foreign; /* what it costs if the token means no move here */
	struct strbuf text;
	/* The cells of the token as others count them; count 0: as it is
	 * written they are none. */
	cell from[PLAYERS], to[PLAYERS];
	unsigned views;
};

/* Takes the marks off the end of the token, and what is in parentheses there:
 * declarations, which are moves in some games, and a yield. */
static void
take_marks(struct comparison *comparison, struct slice whole)
{
	static const char signs[] = "()CFMSTY!?";
	struct slice token = marks_cut(whole);
	const char *open = memchr(token.ptr, '(', token.len);
	size_t at = open != NULL ? (size_t)(open - token.ptr) : token.len;
	bool check = false, mate = false, yields = false;
	unsigned plus = 0;

	for (size_t i = token.len; i < whole.len; i++) {
		plus += whole.ptr[i] == '+';
		mate |= whole.ptr[i] == '#';
	}
	mate |= plus > 1;
	comparison->mate = mate ? ALL_PLAYERS : 0;
	comparison->check = plus == 1 && !mate ? ALL_PLAYERS : 0;
	comparison->token = token;
	comparison->has_marks = at < whole.len;
	mate = false;
	for (size_t i = at; i < token.len; i++) {
		char c = token.ptr[i];

		if (memchr(signs, c, sizeof(signs) - 1) == NULL &&
		    (c == '\0' || strchr(player_letters, c) == NULL))
			return;
		/* These calls are of the move, and stay. */
		if (c == 'F' || c == 'S' || c == 'T')
			at = token.len;
		yields |= c == 'Y';
		check |= c == 'C';
		mate |= c == 'M';
	}
	if (check)
		comparison->check = ALL_PLAYERS;
	if (mate)
		comparison->mate = ALL_PLAYERS;
	comparison->calls = yields ? CALL_YIELD : 0;
	comparison->token.len = at;
}

/* Reads the cells of the token as each player would. */
static void
read_views(struct comparison *comparison)
{
	const struct reader_context *reader = comparison->search->line->reader;
	const struct board *board = &reader->rules->board;
	struct slice token = comparison->token;
	struct parsed_turn parsed;

	if (reader->notation->naming != NAMING_SEAT ||
	    !notation_read(
		reader->notation, reader->alphabet, token, &parsed) ||
	    parsed.move.from.len == 0 || parsed.move.to.len == 0)
		return;
	for (unsigned p = 0; p < PLAYERS; p++) {
		unsigned i = comparison->views;

		if (p == comparison->position->to_move)
			continue;
		comparison->from[i] = coords_read(board, NAMING_SEAT, p,
		    parsed_part(token, parsed.move.from));
		comparison->to[i] = coords_read(
		    board, NAMING_SEAT, p, parsed_part(token, parsed.move.to));
		comparison->views++;
	}
}

static unsigned
cost_as(struct comparison *comparison, const struct notation *notation,
    const struct move *move, bool named)
{
	const struct reader_context *reader = comparison->search->line->reader;
	const struct marks marks = { .named = named };

	strbuf_reset(&comparison->text);
	notation_write(notation, reader->rules, reader->alphabet,
	    comparison->position, move, &marks, &comparison->text);
	return typing_cost(strbuf_as_slice(&comparison->text),
	    comparison->token, comparison->limit);
}

/* The cost of writing the token for the move, with its player's name if that
 * is nearer; leaves the text. */
static unsigned
cost_of(struct comparison *comparison, const struct notation *notation,
    const struct move *move)
{
	unsigned bare = cost_as(comparison, notation, move, false), named;

	if (!comparison->is_open)
		return bare;
	named = cost_as(comparison, notation, move, true);
	return named <= bare ? named
			     : cost_as(comparison, notation, move, false);
}

static bool
is_promotion(const struct move *move)
{
	return move->type < MOVE_FIELD && move->promotion != KIND_NONE;
}

/* How much likelier a move is than a quiet one, whatever was written: what is
 * rarely to be had is rarely passed over. */
static unsigned
preference(const struct move *move)
{
	if (is_promotion(move) || move->type == MOVE_CASTLE)
		return COST_SCARCE;
	return move->type < MOVE_FIELD && move->victim != CELL_NONE
	    ? COST_CAPTURE
	    : 0;
}

/* The cost of writing the token for the move; sets *unmarked if the token lost
 * its end and the marks there. */
static unsigned
text_cost(
    struct comparison *comparison, const struct move *move, bool *unmarked)
{
	const struct notation *notation =
	    comparison->search->line->reader->notation;
	const struct strbuf *text = &comparison->text;
	struct slice token = comparison->token;
	unsigned cost = cost_of(comparison, notation, move);
	bool is_beginning = text->len > token.len &&
	    memcmp(text->ptr, token.ptr, token.len) == 0;
	char next = is_beginning && token.len > 0 ? text->ptr[token.len] : '\0';

	*unmarked = is_beginning && !comparison->has_marks;
	/* It lacks "=Q", "(q)" or "Q". */
	if (move->promotion != KIND_NONE && cost > COST_NO_PROMOTION &&
	    (next == '=' || next == '(' || (next >= 'A' && next <= 'Z')))
		cost = COST_NO_PROMOTION;
	if (notation->is_short && token.len > text->len + 1) {
		unsigned whole = cost_of(comparison, &notation_long, move);

		cost = whole + 5 < cost ? whole + 5 : cost;
	}
	for (unsigned i = 0; i < comparison->views; i++)
		if (cost > COST_VIEW && comparison->from[i] == move->from &&
		    comparison->to[i] == move->to)
			cost = COST_VIEW;
	return cost;
}

/* Makes the move one with what is declared and called in the token; false if
 * that is not allowed. */
static bool
declare(const struct comparison *comparison, struct move *move)
{
	const struct rules *rules = comparison->search->line->reader->rules;
	struct verdict verdict;

	move->check = comparison->check;
	move->mate = comparison->mate;
	if (comparison->calls == 0 || move->type == MOVE_YIELD)
		return true;
	move->calls |= comparison->calls;
	rules_explain_calls(rules, comparison->position, move, &verdict);
	return verdict.why == ILLEGAL_NOT;
}

/* Adds a change whose only head is a move, for an item; NULL: for none. */
static struct change *
add_move(struct search *search, enum repair_kind kind, unsigned at,
    const struct item *item, const struct move *move, unsigned cost)
{
	struct change *change =
	    search_add(search, kind, at, at + (item != NULL), cost, 1);
	struct item *head = change->head;
	struct move *copy = arena_alloc(&search->scratch, sizeof(*copy));

	*copy = *move;
	if (item != NULL)
		*head = *item;
	head->move = copy;
	return change;
}

static bool
compare(void *context, const struct move *move)
{
	struct comparison *comparison = context;
	struct search *search = comparison->search;
	unsigned at = comparison->at, less = preference(move), cost;
	const struct item *item = &search->line->items[at];
	const struct variant *variant = search->line->reader->rules->variant;
	struct move other = *move;
	struct change *change;
	bool unmarked;

	/* Turns of two moves are listed last and are very numerous, so they are
	 * skipped unless the token may mean one. */
	if (move->pair && !comparison->takes_pairs)
		return false;
	if (at < search->fault &&
	    move_equal(move, &search_spot(search, at)->played) &&
	    move->calls == search_spot(search, at)->played.calls)
		return true;
	cost = text_cost(comparison, move, &unmarked);
	if (cost >= comparison->foreign && move->type < MOVE_PASS) {
		cost = comparison->foreign;
		unmarked = true;
	}
	/* Of what a pawn may have become a queen is the likeliest. */
	if (is_promotion(move) && variant->letters[move->promotion] != 'Q')
		cost += COST_NO_QUEEN;
	cost = cost > less ? cost - less : 0;
	if (cost > (move->pair ? (unsigned)PAIR_COST : comparison->most) ||
	    (dialect_of(variant)->declares && !declare(comparison, &other)))
		return true;
	change = add_move(search, REPAIR_OTHER, at, item, &other, cost);
	change->head->unmarked = unmarked;
	return search->listed < CHANGES_MAX;
}

/* Whether the ply, which was played as it is written, has a mark that is false,
 * by one who marks rightly: so it may not be what was meant. */
static bool
is_marked_falsely(const struct search *search, unsigned at)
{
	return at < search->fault && search->mark_cost > HABIT_LEAST &&
	    search_spot(search, at + 1)->strain.marks >
	    search_spot(search, at)->strain.marks;
}

/* How dear the moves may be that are tried on a level instead of the one there;
 * 0: none are. */
static unsigned
most_at(const struct search *search, enum level level, unsigned at)
{
	unsigned age = search->fault - at;
	bool near = age <= NEAR || is_marked_falsely(search, at);

	switch (level) {
	case LEVEL_NEAR:
		return near ? (unsigned)TYPING_UNLIKE : 0;
	case LEVEL_BACK:
		return near         ? 0
		    : age <= MIDDLE ? (unsigned)MIDDLE_COST
				    : (unsigned)BACK_COST;
	case LEVEL_MARK:
		return age > 0 && age <= MIDDLE ? (unsigned)MARK_COST : 0;
	case LEVEL_GAPS:
		break;
	}
	return 0;
}

/* Compares the moves of all who may move: where the record says who does, a
 * slip may have made it another. */
static void
compare_all(struct comparison *comparison, struct slice token)
{
	const struct reader_context *reader = comparison->search->line->reader;
	const struct position *before = comparison->position;
	struct position named = *before;
	unsigned foreign = comparison->foreign;
	struct parsed_turn parsed;

	if (notation_read(reader->notation, reader->alphabet, token, &parsed))
		resolve_mover(reader->rules, &parsed.move, &named);
	comparison->is_open =
	    rules_may_begin(reader->rules, before, before->to_move);
	comparison->limit = COST_SCARCE +
	    (comparison->takes_pairs && comparison->most < PAIR_COST
		    ? (unsigned)PAIR_COST
		    : comparison->most);
	for (unsigned player = 0; player < PLAYERS; player++) {
		comparison->begun = *before;
		rules_begin(reader->rules, &comparison->begun, player);
		if (comparison->begun.to_move != player)
			continue;
		comparison->position = &comparison->begun;
		comparison->foreign =
		    player == named.to_move ? foreign : UINT_MAX;
		rules_all_moves(
		    reader->rules, comparison->position, compare, comparison);
	}
}

void
search_other_moves(struct search *search, unsigned at, enum level level)
{
	const struct item *item = &search->line->items[at];
	struct comparison comparison = { .search = search,
		.position = &search_spot(search, at)->before,
		.at = at,
		.most = most_at(search, level, at),
		.takes_pairs = at == search->fault ||
		    (item->token.len > 0 &&
			memchr(item->token.ptr, '&', item->token.len) != NULL),
		/* It stands for another move, here or elsewhere. */
		.foreign = at < search->fault && !is_marked_falsely(search, at)
		    ? COST_FOREIGN_PLAYED
		    : COST_FOREIGN,
		.text = STRBUF_INIT };

	if (comparison.most == 0 || item->move != NULL)
		return;
	take_marks(&comparison, item->token);
	read_views(&comparison);
	compare_all(&comparison, item->token);
	strbuf_release(&comparison.text);
}

void
search_declared(struct search *search, unsigned at)
{
	const struct item *item = &search->line->items[at];
	struct move move;

	if (at == search->fault || item->move != NULL)
		return;
	move = search_spot(search, at)->played;
	if (move.check == ALL_PLAYERS || move.mate != 0)
		return;
	move.check = ALL_PLAYERS;
	add_move(search, REPAIR_OTHER, at, item, &move, COST_UNDECLARED);
}

/*
 * Plies that are missing
 */

/* Whether the number before an item is that of what is missing before it. */
static bool
owns_number(const struct search *search, unsigned at)
{
	const struct ply *ply =
	    at < search->line->len ? search->line->items[at].ply : NULL;

	return ply != NULL &&
	    trial_number_fits(ply, &search_spot(search, at)->before);
}

static bool
insert(void *context, const struct move *move)
{
	struct comparison *comparison = context;
	struct search *search = comparison->search;
	unsigned cost = COST_MISSING, at = comparison->at;
	struct change *change;

	if (comparison->token.len > 0) {
		unsigned rest = COST_REMNANT +
		    cost_of(comparison, search->line->reader->notation, move);

		cost = rest < cost ? rest : cost;
	}
	change = add_move(
	    search, REPAIR_MISSING, at, NULL, move, cost - preference(move));
	change->takes_number = cost < COST_MISSING || comparison->is_stray;
	change->unnumbers_next =
	    change->takes_number || owns_number(search, at);
	return search->listed < CHANGES_MAX;
}

void
search_missing(struct search *search, unsigned at)
{
	struct comparison comparison = { .search = search,
		.position = &search_spot(search, at)->before,
		.at = at,
		.token = search_remnant(search->line, at),
		.limit = COST_MISSING,
		.text = STRBUF_INIT };

	comparison.is_stray = comparison.token.len > 0 &&
	    !slice_is(comparison.token,
		arena_printf(&search->scratch, "%lu",
		    (unsigned long)comparison.position->number));
	rules_moves(search->line->reader->rules, comparison.position, NULL,
	    insert, &comparison);
	strbuf_release(&comparison.text);
}

void
search_add_missing(struct search *search, unsigned at, const struct move *moves,
    unsigned count)
{
	unsigned cost = COST_MISSING + COST_MISSING_MORE * (count - 1);
	struct change *change =
	    search_add(search, REPAIR_MISSING, at, at, 0, count);

	for (unsigned i = 0; i < count; i++) {
		unsigned less = preference(&moves[i]);

		change->head[i].move = &moves[i];
		cost -= less < COST_MISSING_MORE ? less
						 : (unsigned)COST_MISSING_MORE;
	}
	change->cost += cost;
	change->unnumbers_next = owns_number(search, at);
}
