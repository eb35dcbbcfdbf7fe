/* Ternion: moves that are tried in place of a token, or before one. */
#include <limits.h>

#include "formats/repair/costs.h"
#include "formats/repair/decode.h"
#include "formats/repair/written.h"

/* How far back which moves are tried instead of those played: by their cost. */
enum {
	NEAR = 4,
	MIDDLE = 24,
	MIDDLE_COST = 80,
	BACK_COST = 45,
	PAIR_COST = 80, /* of turns of two moves, wherever */
};

/* Compares a token with the moves of a position. */
struct comparison {
	struct search *search;
	const struct position *position;
	struct position begun;  /* with the player whose moves are listed */
	unsigned at;            /* the item */
	struct written written; /* the token */
	unsigned most;          /* dearer ones are of no interest */
	unsigned limit;         /* texts that cost more are all alike */
	bool takes_pairs;       /* a turn of two moves can have been meant */
	bool is_stray;          /* the token is no number that fits there */
	unsigned foreign; /* what it costs if the token means no move here */
};

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

/* Makes the move one with what is declared and called in the token; false if
 * that is not allowed. */
static bool
declare(const struct comparison *comparison, struct move *move)
{
	const struct rules *rules = comparison->search->line->reader->rules;
	struct verdict verdict;

	move->check = comparison->written.check;
	move->mate = comparison->written.mate;
	if (comparison->written.calls == 0 || move->type == MOVE_YIELD)
		return true;
	move->calls |= comparison->written.calls;
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
	cost = written_cost(&comparison->written, comparison->position, move,
	    comparison->limit, &unmarked);
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

	if (level != (near ? LEVEL_NEAR : LEVEL_BACK))
		return 0;
	return near         ? (unsigned)TYPING_UNLIKE
	    : age <= MIDDLE ? (unsigned)MIDDLE_COST
			    : (unsigned)BACK_COST;
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
		    : COST_FOREIGN };

	if (comparison.most == 0 || item->move != NULL)
		return;
	written_read(&comparison.written, search->line->reader,
	    comparison.position, item->token);
	compare_all(&comparison, item->token);
	strbuf_release(&comparison.written.text);
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
	bool unmarked;

	if (comparison->written.token.len > 0) {
		unsigned rest = COST_REMNANT +
		    written_cost(&comparison->written, comparison->position,
			move, COST_MISSING, &unmarked);

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
	const struct position *before = &search_spot(search, at)->before;
	struct comparison comparison = {
		.search = search, .position = before, .at = at
	};
	struct slice remnant = search_remnant(search->line, at);

	written_read(
	    &comparison.written, search->line->reader, before, remnant);
	comparison.is_stray = remnant.len > 0 &&
	    !slice_is(remnant,
		arena_printf(
		    &search->scratch, "%lu", (unsigned long)before->number));
	rules_moves(
	    search->line->reader->rules, before, NULL, insert, &comparison);
	strbuf_release(&comparison.written.text);
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
