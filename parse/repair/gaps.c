/* Ternion: several consecutive plies that a line lacks.
 *
 * There are too many sequences of moves to try them all. The search fills one
 * ply at a time while the others are skipped, and keeps the moves after which
 * most of the line can be played. */
#include "parse/repair/costs.h"
#include "parse/repair/decode.h"

enum {
	KEPT = 100,      /* fillings that are continued */
	BACK = 3,        /* plies before the fault where they may lack */
	LOST_MAX = 100,  /* told by numbers */
	ROUNDS_NEAR = 2, /* after the fault, in which they show */
	PROVEN = 6,      /* plies after it that must be legal */
	BUDGET_LEAST = 10000,
	BUDGET_PER_PLY = 150,
};

/* Moves that may fill the first places of the gap. */
struct filling {
	struct move move[INSTEAD_MAX];
	struct position after;
	unsigned reach; /* with the other places passed over */
	unsigned worse; /* of those that reach as far: what does not fit, less
			   the preference */
	unsigned preference; /* of the moves: see search_preference */
};

/* A search in one gap. */
struct gap {
	struct search *search;
	unsigned at, plies;
	unsigned long budget;
	/* The filling that is gone on with, and how many moves it has: */
	const struct filling *from;
	unsigned filled;
	struct filling *best; /* the farthest first */
	unsigned len;
};

/* Lets the players of the next `plies` plies pass, where the record may go on.
 */
static void
pass(const struct rules *rules, struct position *position, unsigned plies)
{
	const struct move none = { .type = MOVE_PASS,
		.from = CELL_NONE,
		.to = CELL_NONE,
		.victim = CELL_NONE };

	for (; plies > 0; plies--) {
		unsigned mover = position->to_move;

		if (rules->variant->remembers) {
			rules_make_move(rules, position, &none);
			continue;
		}
		position_turn(position, next_player(position, mover));
		position->number += position->to_move <= mover;
		rules_recompute_checks(rules, position);
	}
}

/* Tries a move in the next place, and keeps it if it brings the line far. Of
 * moves that do as well the first stays. */
static bool
try_move(void *context, const struct move *move)
{
	struct gap *gap = context;
	struct search *search = gap->search;
	const struct rules *rules = search->line->reader->rules;
	struct filling filling = *gap->from;
	struct state state = { .plies = 0 };
	unsigned i = gap->len;

	filling.move[gap->filled] = *move;
	rules_make_move(rules, &filling.after, move);
	state.position = filling.after;
	state.place[search->sheet].at = gap->at;
	pass(rules, &state.position, gap->plies - gap->filled - 1);
	search_run(search, &state, search->trial_pasts);
	filling.reach = state.place[search->sheet].at;
	filling.preference += search_preference(move);
	filling.worse = search_flaws(search, &state.flaws) +
	    COST_SCARCE * INSTEAD_MAX - filling.preference;
	while (i > 0 &&
	    (filling.reach > gap->best[i - 1].reach ||
		(filling.reach == gap->best[i - 1].reach &&
		    filling.worse < gap->best[i - 1].worse)))
		i--;
	if (i < KEPT) {
		gap->len += gap->len < KEPT;
		memmove(&gap->best[i + 1], &gap->best[i],
		    (gap->len - 1 - i) * sizeof(filling));
		gap->best[i] = filling;
	}
	return search->played < gap->budget;
}

/* Fills one place after another, and adds what brings the line far enough. */
static void
search_gap(struct gap *gap)
{
	struct search *search = gap->search;
	const struct rules *rules = search->line->reader->rules;
	struct filling *old =
	    arena_take(&search->scratch, 2 * KEPT * sizeof(*old));
	unsigned count = 1;

	gap->best = old + KEPT;
	old->after = *search_position(search, gap->at);
	old->preference = 0;
	for (gap->filled = 0; gap->filled < gap->plies; gap->filled++) {
		gap->len = 0;
		for (unsigned i = 0; i < count; i++) {
			gap->from = &old[i];
			rules_moves(rules, &old[i].after, NULL, try_move, gap);
		}
		count = gap->len;
		memcpy(old, gap->best, count * sizeof(*old));
	}
	for (unsigned i = 0; i < count; i++)
		if (old[i].reach >= search->fault + PROVEN)
			search_add_missing(
			    search, gap->at, old[i].move, gap->plies);
}

/* The first item from one on that has a number that is surely its own: one on
 * the line before may be that of a line that is missing. */
static unsigned
next_numbered(const struct sheet *line, unsigned at)
{
	for (; at < line->len; at++) {
		const struct ply *ply = line->items[at].ply;

		if (ply != NULL && ply->number_span.len > 0 &&
		    (!search_in_text(line, at) || !trial_number_hangs(ply)))
			break;
	}
	return at;
}

/* Which ply of the game an item is by its number, if no player leaves. */
static unsigned long
ply_by_number(const struct ply *ply, unsigned players)
{
	return (unsigned long)ply->number * players + ply->dots - 1UL;
}

/* How many rounds are missing before an item, by the next number, where they
 * have no fixed number of plies. At the fault the turn may come to the first
 * player before that number. */
static unsigned
lost_rounds(const struct search *search, unsigned from, unsigned *told)
{
	const struct sheet *line = search->line;
	unsigned i = next_numbered(line, from), next;
	uint32_t number, last = search_position(search, from)->number;

	*told = i;
	if (i == line->len || i > from + ROUNDS_NEAR * PLAYERS)
		return 0;
	number = line->items[i].ply->number;
	last += i > from;
	next = next_numbered(line, i + 1);
	/* A number that is wrong alone tells nothing. */
	if (number <= last || number - last > LOST_MAX || next == line->len ||
	    line->items[next].ply->number - number > 1)
		return 0;
	return number - last;
}

unsigned
search_lost(const struct search *search, unsigned *from, unsigned *told)
{
	const struct sheet *line = search->line;
	const struct position *position;
	unsigned players, i = search->settled, next;
	unsigned long is, should = 0;
	bool skipped = false;

	/* The gap has shown at the first number that does not fit, or at the
	 * fault. */
	while (i < search->fault &&
	    search_waypoint(search, i + 1)->state.flaws.numbers == 0)
		i++;
	*from = i;
	if (search->rules->variant->leaves_turn)
		return PLAYERS * lost_rounds(search, i, told);
	position = search_position(search, i);
	players = players_left(position);
	is = (unsigned long)position->number * players + position->to_move;
	/* The number at the gap may be that of a ply that is lost; so far from
	 * it one number tells nothing. */
	for (i = next_numbered(line, i); i < line->len;
	     i = next_numbered(line, i + 1)) {
		should = ply_by_number(line->items[i].ply, players);
		if (should != is + i - *from)
			break;
		skipped = true;
	}
	*told = i;
	if (i == line->len)
		return 0;
	is += i - *from;
	if (should <= is || should - is > LOST_MAX)
		return 0;
	/* A number that is wrong alone tells nothing. */
	next = next_numbered(line, i + 1);
	if (next == line->len
		? skipped
		: ply_by_number(line->items[next].ply, players) - should !=
		    next - i)
		return 0;
	return (unsigned)(should - is);
}

void
search_gaps(struct search *search)
{
	unsigned long budget = search->played + BUDGET_LEAST +
	    (unsigned long)BUDGET_PER_PLY * search->line->len;
	unsigned from, numbered;
	unsigned told = search_lost(search, &from, &numbered);

	if (search->fault + PROVEN > search->line->len)
		return;
	for (unsigned plies = 2; plies <= INSTEAD_MAX; plies++)
		for (unsigned back = 0;
		     back <= BACK && back <= from - search->settled; back++) {
			struct gap gap = { .search = search,
				.at = from - back,
				.plies = plies,
				.budget = budget };

			if ((told < 2 || told > INSTEAD_MAX || told == plies ||
				search->rules->variant->leaves_turn) &&
			    search->played < budget)
				search_gap(&gap);
		}
}
