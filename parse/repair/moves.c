/* Ternion: moves that are tried in place of a token, or before one. */
#include <limits.h>

#include "parse/repair/costs.h"
#include "parse/repair/decode.h"
#include "parse/repair/written.h"

/* How far back which moves are tried instead of those played: by their cost. */
enum {
	NEAR = 4,
	MIDDLE = 24,
	MIDDLE_COST = 110,
	BACK_COST = 48,
	PAIR_COST = 110, /* of turns of two moves, wherever */
	SHARED = 78,     /* the cost of a text that may be a misspelling, where
			    several sheets go on */
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
	unsigned foreign;       /* the cost if the token means no move here */
	unsigned missing;       /* the cost if no sheet has the ply */
	unsigned expected;      /* the preference by the token, which others
				   keep */
};

static bool
is_promotion(const struct move *move)
{
	return move->type < MOVE_FIELD && move->promotion != KIND_NONE;
}

unsigned
search_preference(const struct move *move)
{
	if (is_promotion(move) || move->type == MOVE_CASTLE)
		return COST_SCARCE;
	return move->type < MOVE_FIELD && move->victim != CELL_NONE
	    ? COST_CAPTURE
	    : 0;
}

/* Adds to the move the declarations and calls of the token; false if they are
 * not allowed. */
static bool
declare(const struct comparison *comparison, struct move *move)
{
	const struct rules *rules = comparison->search->rules;

	move->check = comparison->written.check;
	move->mate = comparison->written.mate;
	if (comparison->written.calls == 0 || move->type == MOVE_YIELD)
		return true;
	move->calls |= comparison->written.calls;
	return rules_explain_calls(rules, comparison->position, move).why ==
	    ILLEGAL_NOT;
}

/* Adds a change whose only new item is a move, for an item; NULL: for none. */
static struct change *
add_move(struct search *search, enum repair_kind kind, unsigned at,
    const struct item *item, const struct move *move, unsigned cost)
{
	struct change *change =
	    search_add(search, kind, at, at + (item != NULL), cost, 1);
	struct item *instead = change->instead;
	struct move *copy = arena_alloc(&search->scratch, sizeof(*copy));

	*copy = *move;
	if (item != NULL)
		*instead = *item;
	instead->move = copy;
	return change;
}

static bool
compare(void *context, const struct move *move)
{
	struct comparison *comparison = context;
	struct search *search = comparison->search;
	unsigned at = comparison->at, less = search_preference(move), cost;
	const struct item *item = &search->line->items[at];
	const struct variant *variant = search->rules->variant;
	struct move other = *move;
	struct change *change;
	bool unmarked;

	/* Turns of two moves are listed last and are very numerous, so they are
	 * skipped unless the token may mean one. */
	if (move->pair && !comparison->takes_pairs)
		return false;
	if (at < search->fault &&
	    move_equal(move, &search_waypoint(search, at)->played.move) &&
	    move->calls == search_waypoint(search, at)->played.move.calls)
		return true;
	cost = written_cost(&comparison->written, comparison->position, move,
	    comparison->limit, &unmarked);
	if (cost >= comparison->foreign && move->type < MOVE_PASS) {
		cost = comparison->foreign;
		unmarked = true;
	}
	/* Most pawns become queens. */
	if (is_promotion(move) && variant->letters[move->promotion] != 'Q')
		cost += COST_NO_QUEEN;
	cost = cost > less ? cost - less : 0;
	if (cost > (move->pair ? (unsigned)PAIR_COST : comparison->most) ||
	    (dialect_of(variant)->declares && !declare(comparison, &other)))
		return true;
	change = add_move(search, REPAIR_OTHER, at, item, &other,
	    cost + comparison->expected);
	change->instead->unmarked = unmarked;
	change->unmarked = (uint8_t)((unsigned)unmarked << search->sheet);
	return search->listed < CHANGES_MAX;
}

/* How dear the moves may be that are tried on a level instead of the one there;
 * 0: none are. */
static unsigned
most_at(const struct search *search, enum level level, unsigned at)
{
	unsigned age = search->fault - at;
	bool near = age <= NEAR;

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
	const struct language *reader = comparison->written.reader;
	const struct position *before = comparison->position;
	struct position named = *before;
	unsigned foreign = comparison->foreign;
	struct parsed_turn parsed;

	if (comparison->at < comparison->search->fault)
		comparison->expected = search_preference(
		    &search_waypoint(comparison->search, comparison->at)
			 ->played.move);
	if (notation_read(reader->notation, reader->alphabet, token, &parsed)) {
		resolve_mover(reader->rules, &parsed.move, &named);
		if (comparison->at == comparison->search->fault)
			comparison->expected =
			    parsed.move.castle || parsed.move.promotion
			    ? COST_SCARCE
			    : parsed.move.captures ? COST_CAPTURE
						   : 0;
	}
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
		.position = search_position(search, at),
		.at = at,
		.most = most_at(search, level, at),
		.takes_pairs = at == search->fault ||
		    (item->token.len > 0 &&
			memchr(item->token.ptr, '&', item->token.len) != NULL),
		/* It stands for another move, here or elsewhere. */
		.foreign =
		    at < search->fault ? COST_FOREIGN_PLAYED : COST_FOREIGN };

	if (comparison.most == 0 || item->move != NULL)
		return;
	/* Of several sheets the others have ended: that it was the same game
	 * is less sure than of one line. */
	if (search->count > 1 && comparison.most > SHARED)
		comparison.most = SHARED;
	written_read(&comparison.written,
	    search_reader(search, item, search->sheet), search->line->known,
	    comparison.position, item->token);
	compare_all(&comparison, item->token);
	written_release(&comparison.written);
}

void
search_declared(struct search *search, unsigned at)
{
	const struct item *item = &search->line->items[at];
	struct move move;

	if (at == search->fault || item->move != NULL)
		return;
	move = search_waypoint(search, at)->played.move;
	if (move.check == ALL_PLAYERS || move.mate != 0)
		return;
	move.check = ALL_PLAYERS;
	add_move(search, REPAIR_OTHER, at, item, &move, COST_UNDECLARED);
}

/*
 * Plies that are missing
 */

/* Whether the number before an item belongs to the ply missing before it. */
static bool
owns_number(const struct search *search, unsigned at)
{
	const struct ply *ply =
	    at < search->line->len ? search->line->items[at].ply : NULL;

	return ply != NULL &&
	    trial_number_fits(ply, search_position(search, at));
}

static bool
insert(void *context, const struct move *move)
{
	struct comparison *comparison = context;
	struct search *search = comparison->search;
	unsigned cost = comparison->missing, at = comparison->at;
	struct change *change;
	bool unmarked;

	if (comparison->written.token.len > 0) {
		unsigned rest = COST_REMNANT +
		    written_cost(&comparison->written, comparison->position,
			move, COST_MISSING, &unmarked);

		cost = rest < cost ? rest : cost;
	}
	change = add_move(search, REPAIR_MISSING, at, NULL, move,
	    cost - search_preference(move));
	change->takes_number = cost < COST_MISSING || comparison->is_stray;
	change->unnumbers_next =
	    change->takes_number || owns_number(search, at);
	return search->listed < CHANGES_MAX;
}

void
search_missing(struct search *search, unsigned at)
{
	const struct position *before = search_position(search, at);
	struct comparison comparison = { .search = search,
		.position = before,
		.at = at,
		.missing = COST_MISSING };
	struct slice remnant = search_remnant(search->line, at);

	written_read(&comparison.written, search->line->reader,
	    search->line->known, before, remnant);
	comparison.is_stray = remnant.len > 0 &&
	    !slice_is(remnant,
		arena_printf(
		    &search->scratch, "%lu", (unsigned long)before->number));
	rules_moves(search->rules, before, NULL, insert, &comparison);
	written_release(&comparison.written);
}

void
search_add_missing(struct search *search, unsigned at, const struct move *moves,
    unsigned count)
{
	unsigned cost = COST_MISSING + COST_MISSING_MORE * (count - 1);
	struct change *change =
	    search_add(search, REPAIR_MISSING, at, at, 0, count);

	for (unsigned i = 0; i < count; i++) {
		unsigned less = search_preference(&moves[i]);

		change->instead[i].move = &moves[i];
		cost -= less < COST_MISSING_MORE ? less
						 : (unsigned)COST_MISSING_MORE;
	}
	change->cost += cost;
	change->unnumbers_next = owns_number(search, at);
}

/*
 * Where several sheets differ
 */

/* The items of the sheets there, and the moves that are compared with them. */
struct shared {
	struct search *search;
	struct position begun; /* with the turn of the move's player */
	unsigned known;        /* sheets, as bits, that have a legal move; */
	unsigned trusted;      /* these, if two of them agree */
	bool is_known;         /* theirs are compared; else all others */
	struct trial trial[SHEETS_MAX];
	struct written written[SHEETS_MAX];
};

/* Adds a move with all ways in which the sheets that have another token can
 * have it: they mean it, at some cost, or lack it. Not all may lack it. */
static void
add_ways(struct search *search, const struct move *move, unsigned others,
    const unsigned cost[SHEETS_MAX], unsigned unmarked, bool loses)
{
	for (unsigned missing_on = others;;
	     missing_on = (missing_on - 1) & others) {
		unsigned sum = loses ? COST_SHEET_LOSES : 0;
		struct change *change;

		for (unsigned s = 0; s < search->count; s++)
			if (others >> s & 1)
				sum += missing_on >> s & 1 ? COST_SHEET_LACKS
							   : cost[s];
		if (missing_on != search->going) {
			change = add_move(search, REPAIR_OTHER, search->fault,
			    NULL, move, sum);
			change->missing_on = (uint8_t)missing_on;
			change->unmarked = (uint8_t)unmarked;
		}
		if (missing_on == 0)
			return;
	}
}

/* The sheets, as bits, that have the move. */
static unsigned
sheets_with(const struct shared *shared, const struct played *played)
{
	unsigned sheets = 0;

	for (unsigned s = 0; s < shared->search->count; s++)
		if ((shared->known >> s & 1) &&
		    played_equal(&shared->trial[s].played, played))
			sheets |= 1U << s;
	return sheets;
}

/* Compares a move with the token of each sheet: a move that no sheet has
 * counts if it looks like a token that means no move, or like any if no two
 * agree. */
static bool
compare_shared(void *context, const struct move *move)
{
	struct shared *shared = context;
	struct search *search = shared->search;
	const struct played played = { *move, shared->begun.to_move };
	unsigned cost[SHEETS_MAX], unmarked = 0;
	unsigned others = search->going & ~sheets_with(shared, &played);
	unsigned least = TYPING_UNLIKE;
	bool is_unmarked;

	if (move->pair && !shared->is_known)
		return false;
	if (!shared->is_known && others != search->going)
		return true;
	for (unsigned s = 0; s < search->count && !shared->is_known; s++) {
		if (!((others & ~shared->trusted) >> s & 1))
			continue;
		cost[s] = written_cost(&shared->written[s], &shared->begun,
		    move, SHARED, &is_unmarked);
		least = cost[s] < least ? cost[s] : least;
	}
	if (!shared->is_known && least > SHARED)
		return true;
	for (unsigned s = 0; s < search->count; s++) {
		if (!(others >> s & 1))
			continue;
		cost[s] = COST_SHEET_MISREAD +
		    written_cost(&shared->written[s], &shared->begun, move,
			TYPING_UNLIKE, &is_unmarked);
		unmarked |= (unsigned)is_unmarked << s;
	}
	add_ways(search, move, others, cost, unmarked,
	    losses_show(search->rules, &shared->begun, move));
	return search->listed < CHANGES_MAX;
}

/* Reads the next item of a sheet. */
static void
read_shared(struct shared *shared, unsigned s)
{
	struct search *search = shared->search;
	const struct state *end = &search->dead_end->state;
	const struct item *item = search_next(search, end, s);
	const struct language *reader = search_reader(search, item, s);

	if (search_find_next(search, end, s, &shared->trial[s]))
		shared->known |= 1U << s;
	written_read(&shared->written[s], reader, search->sheets[s].known,
	    &end->position, item->token);
}

void
search_shared_moves(struct search *search)
{
	const struct rules *rules = search->rules;
	const struct position *position = &search->dead_end->state.position;
	struct shared shared = { .search = search, .is_known = true };
	struct comparison lacking = {
		.search = search, .position = position, .at = search->fault
	};

	for (unsigned s = 0; s < search->count; s++)
		if (search->going >> s & 1)
			read_shared(&shared, s);
	for (unsigned s = 0; s < search->count; s++) {
		const struct played *played = &shared.trial[s].played;

		if (!(shared.known >> s & 1))
			continue;
		if (sheets_with(&shared, played) & ((1U << s) - 1)) {
			shared.trusted = shared.known;
			continue;
		}
		shared.begun = *position;
		rules_begin(rules, &shared.begun, played->mover);
		compare_shared(&shared, &played->move);
	}
	shared.is_known = false;
	for (unsigned player = 0; player < PLAYERS; player++) {
		shared.begun = *position;
		rules_begin(rules, &shared.begun, player);
		if (shared.begun.to_move == player)
			rules_all_moves(
			    rules, &shared.begun, compare_shared, &shared);
	}
	for (unsigned s = 0; s < search->count; s++) {
		written_release(&shared.written[s]);
		if (search->going >> s & 1)
			lacking.missing += COST_SHEET_LACKS;
	}
	if (shared.known == 0)
		rules_moves(rules, position, NULL, insert, &lacking);
}
