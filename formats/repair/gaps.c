/*
 * Ternion: several plies in a row that a line lacks.
 *
 * What can be played there is too much to try it all: the plies are found one
 * by one, the others being passed over for the time being, and of what is found
 * so the moves are kept that bring the line farthest.
 */
#include <stdlib.h>

#include "formats/repair/search.h"

enum {
	KEPT = 12,      /* fillings that are gone on with */
	KEPT_ALL = 40,  /* of those without a hole */
	BACK = 3,       /* plies before the fault where they may lack */
	LOST_MAX = 100, /* told by numbers */
	PROVEN = 6,     /* plies after it that must be legal */
	BUDGET_LEAST = 10000,
	BUDGET_PER_PLY = 150,
};

/* Moves that may fill the gap. */
struct filling {
	struct move move[HEADS_MAX];
	bool is_set[HEADS_MAX]; /* else the player is passed over */
	unsigned reach;
	unsigned worse; /* of those that reach as far: what does not fit */
	unsigned order;
};

/* A search in one gap. */
struct gap {
	struct search *search;
	unsigned at, plies;
	unsigned long budget;
	unsigned tried;
	/* The filling that is gone on with, and the place in it: */
	const struct filling *from;
	unsigned slot;
	struct filling best[KEPT_ALL]; /* the farthest first */
	unsigned len, size;
};

/* Nobody's move: the next player's turn. */
static void
pass_over(const struct rules *rules, struct position *position)
{
	const struct move pass = { .type = MOVE_PASS,
		.from = CELL_NONE,
		.to = CELL_NONE,
		.victim = CELL_NONE };
	unsigned mover = position->to_move;

	if (rules->variant->remembers) {
		rules_make_move(rules, position, &pass);
		return;
	}
	position_turn(position, next_player(position, mover));
	position->number += position->to_move <= mover;
	rules_recompute_checks(rules, position);
}

/* Plays the filling up to a slot; false if it cannot be played. */
static bool
fill(const struct gap *gap, const struct filling *filling, unsigned slots,
    struct position *position)
{
	const struct rules *rules = gap->search->line->reader->rules;

	*position = gap->search->before[gap->at - gap->search->first];
	for (unsigned i = 0; i < slots; i++) {
		if (!filling->is_set[i]) {
			pass_over(rules, position);
			continue;
		}
		if (i > gap->slot &&
		    !trial_is_legal(rules, position, &filling->move[i]))
			return false;
		rules_make_move(rules, position, &filling->move[i]);
	}
	return true;
}

static bool
is_better(const struct filling *a, const struct filling *b)
{
	if (a->reach != b->reach)
		return a->reach > b->reach;
	return a->worse != b->worse ? a->worse < b->worse : a->order < b->order;
}

static void
keep(struct gap *gap, const struct filling *filling)
{
	unsigned i = gap->len;

	while (i > 0 && is_better(filling, &gap->best[i - 1]))
		i--;
	if (i == gap->size)
		return;
	if (gap->len < gap->size)
		gap->len++;
	memmove(&gap->best[i + 1], &gap->best[i],
	    (gap->len - 1 - i) * sizeof(*filling));
	gap->best[i] = *filling;
}

static bool
try_move(void *context, const struct move *move)
{
	struct gap *gap = context;
	struct search *search = gap->search;
	struct filling filling = *gap->from;
	const struct change rest = { .at = gap->at, .next = gap->at };
	struct strain strain = { 0 };
	struct position position;
	uint64_t key;

	filling.move[gap->slot] = *move;
	filling.is_set[gap->slot] = true;
	filling.order = gap->tried++;
	if (!fill(gap, &filling, gap->plies, &position))
		return true;
	filling.reach =
	    trial_run(&search->ground, &rest, &position, &strain, &key);
	filling.worse = search_strain(search, &strain);
	keep(gap, &filling);
	return search->ground.played < gap->budget;
}

/* Sets one more ply of each filling, wherever it is. */
static void
set_one_more(struct gap *gap, const struct filling *old, unsigned count)
{
	const struct rules *rules = gap->search->line->reader->rules;

	gap->len = 0;
	for (unsigned i = 0; i < count; i++)
		for (unsigned slot = 0; slot < gap->plies; slot++) {
			struct position position;

			if (old[i].is_set[slot])
				continue;
			gap->from = &old[i];
			gap->slot = slot;
			if (fill(gap, &old[i], slot, &position))
				rules_moves(
				    rules, &position, NULL, try_move, gap);
		}
}

static bool
are_same(const struct filling *a, const struct filling *b, unsigned plies)
{
	for (unsigned i = 0; i < plies; i++)
		if (!move_equal(&a->move[i], &b->move[i]))
			return false;
	return true;
}

/* Lists what was found, each once. */
static void
take(struct gap *gap)
{
	for (unsigned i = 0; i < gap->len; i++) {
		bool again = false;
		struct move *moves;

		for (unsigned j = 0; j < i && !again; j++)
			again =
			    are_same(&gap->best[i], &gap->best[j], gap->plies);
		if (again || gap->best[i].reach < gap->search->fault + PROVEN)
			continue;
		moves = arena_alloc(
		    gap->search->arena, gap->plies * sizeof(*moves));
		memcpy(moves, gap->best[i].move, gap->plies * sizeof(*moves));
		search_add_missing(gap->search, gap->at, moves, gap->plies);
	}
}

static void
search_gap(struct gap *gap)
{
	struct filling old[KEPT];
	unsigned count = 1;

	memset(&old[0], 0, sizeof(old[0]));
	for (unsigned set = 0; set < gap->plies; set++) {
		gap->size = set + 1 < gap->plies ? KEPT : KEPT_ALL;
		set_one_more(gap, old, count);
		count = gap->len < KEPT ? gap->len : (unsigned)KEPT;
		memcpy(old, gap->best, count * sizeof(*old));
	}
	take(gap);
}

/* The item by which a gap has shown: the first one with a number that does not
 * fit, or the fault. */
static unsigned
first_sign(const struct search *search)
{
	unsigned i = search->first;

	while (i < search->fault &&
	    search->strain[i + 1 - search->first].numbers == 0)
		i++;
	return i;
}

/* Whether the item has a number that is surely its own: one on the line before
 * may be that of a line that is missing. */
static bool
is_numbered(const struct repair_line *line, unsigned at)
{
	const struct ply *ply = line->items[at].ply;

	return ply != NULL && ply->number_span.len > 0 &&
	    (!search_in_text(line, at) || !trial_number_hangs(ply));
}

/* The first item from one on that has a number. */
static unsigned
next_numbered(const struct repair_line *line, unsigned from)
{
	while (from < line->len && !is_numbered(line, from))
		from++;
	return from;
}

/* Which ply of the game an item is by its number, if no player leaves. */
static unsigned long
ply_by_number(const struct ply *ply, unsigned players)
{
	return (unsigned long)ply->number * players + ply->dots - 1UL;
}

unsigned
search_lost(const struct search *search, unsigned *from, unsigned *told)
{
	const struct repair_line *line = search->line;
	const struct position *position;
	unsigned players, i, next;
	unsigned long is, should = 0;
	bool skipped = false;

	*from = first_sign(search);
	position = &search->before[*from - search->first];
	players = players_left(position);
	is = (unsigned long)position->number * players + position->to_move;
	/* The number at the gap may be that of a ply that is lost; so far from
	 * it one number tells nothing. */
	for (i = next_numbered(line, *from); i < line->len;
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
	if (next == line->len)
		return skipped ? 0 : (unsigned)(should - is);
	return ply_by_number(line->items[next].ply, players) - should ==
		next - i
	    ? (unsigned)(should - is)
	    : 0;
}

/* Searches for gaps of `plies` plies, in each place. */
static void
search_places(
    struct search *search, unsigned plies, unsigned from, unsigned long budget)
{
	for (unsigned back = 0; back <= BACK; back++) {
		struct gap gap = { .search = search,
			.at = from - back,
			.plies = plies,
			.budget = budget };

		if (back <= from - search->first &&
		    search->ground.played < budget)
			search_gap(&gap);
	}
}

void
search_gaps(struct search *search)
{
	unsigned long budget =
	    BUDGET_LEAST + (unsigned long)BUDGET_PER_PLY * search->line->len;
	unsigned from, numbered;
	unsigned told = search_lost(search, &from, &numbered);

	search->ground.played = 0;
	if (search->fault + PROVEN > search->line->len)
		return;
	for (unsigned plies = 2; plies <= HEADS_MAX; plies++)
		if (told < 2 || told > HEADS_MAX || told == plies)
			search_places(search, plies, from, budget);
}
