/* Ternion: moves that stand in another order than they were played in.
 *
 * Columns of a score sheet were exchanged, or one of them was written a row up
 * or down. The moves of each player still follow one another at the same
 * distances, but for a few places: where that begins, and where a player is
 * out. So the next item of a player is looked for at that distance from his
 * last, and then among the first that are left. */
#include <limits.h>
#include <stdlib.h>

#include "parse/repair/decode.h"
#include "parse/repair/passage.h"

enum {
	WINDOW = 7,      /* of the items that are left, these may be next */
	LEFT_OUT = 3,    /* items that may be, until the end, ... */
	LEFT_LONG = 6,   /* and on the way there: else one is a fault */
	COST = 5,        /* plies that each jump has to lead farther, ... */
	COST_AT_END = 3, /* or this number to the end; */
	COST_RANK = 2,   /* and than another reading in the same mode */
	SHOWN = 9,       /* plies that show where the moves stand */
};

void
order_begin(
    struct order *order, unsigned len, unsigned jumps, struct arena *arena)
{
	*order = (struct order){ .len = len, .most = jumps };
	order->taken = arena_take(arena, len * sizeof(*order->taken));
	order->mover = arena_take(arena, len * sizeof(*order->mover));
	order->is_taken = arena_take(arena, len * sizeof(*order->is_taken));
	for (unsigned i = 0; i < len; i++) {
		order->taken[i] = len;
		order->is_taken[i] = false;
	}
}

/* The item of a ply if all is as before; and the range of items before which or
 * after which it can be, as a player's moves stand in his order: but his last
 * one may have been written first. */
static unsigned
expected(const struct order *order, unsigned ply, unsigned mover,
    unsigned *before, unsigned *after)
{
	unsigned first = 0, last = ply;

	*before = *after = 0;
	while (first < ply && order->mover[first] != mover)
		first++;
	if (first == ply)
		return ply;
	while (order->mover[--last] != mover)
		;
	*before = order->taken[first];
	*after = order->taken[last] + 1;
	return order->taken[last] + ply - last;
}

unsigned
order_take(struct order *order, unsigned ply, unsigned mover, unsigned which)
{
	unsigned *taken = &order->taken[ply];
	unsigned before, after, seen = 0;
	unsigned usual = expected(order, ply, mover, &before, &after);

	if (*taken < order->len) {
		order->is_taken[*taken] = false;
		order->jumps -= *taken != usual;
		if (*taken < order->first)
			order->first = *taken;
		*taken = order->len;
	}
	while (order->first < order->len && order->is_taken[order->first])
		order->first++;
	order->mover[ply] = (uint8_t)mover;
	if (order->first + LEFT_LONG < ply)
		return order->len;
	if (usual < order->len && !order->is_taken[usual] && which-- == 0) {
		*taken = usual;
		order->is_taken[usual] = true;
		return usual;
	}
	if (order->jumps == order->most)
		return order->len;
	for (unsigned i = order->first; i < order->len; i++) {
		/* After them the last one, which had no row any more. */
		if (seen == WINDOW)
			i = order->len - 1;
		if (order->is_taken[i])
			continue;
		seen++;
		if (i != usual && (i < before || i >= after) && which-- == 0) {
			*taken = i;
			order->is_taken[i] = true;
			order->jumps++;
			return i;
		}
	}
	return order->len;
}

void
order_keep(struct order *order, unsigned ply, unsigned mover, unsigned item)
{
	unsigned which = 0, taken;

	do
		taken = order_take(order, ply, mover, which++);
	while (taken != item && taken < order->len);
}

/* The first item that no ply has taken. */
static unsigned
first_left(const struct order *order, unsigned plies)
{
	unsigned first = order->first;

	while (first < plies && order->is_taken[first])
		first++;
	return first;
}

int
order_rank(const struct order *order, unsigned plies)
{
	unsigned first = first_left(order, plies);

	return first + LEFT_OUT >= plies
	    ? (int)first - COST_RANK * (int)order->jumps
	    : INT_MIN;
}

unsigned
order_worth(const struct order *order, unsigned plies)
{
	unsigned cost =
	    order->jumps * (plies == order->len ? COST_AT_END : COST);

	return plies > cost ? plies - cost : 0;
}

void
order_rest(unsigned *taken, unsigned plies, unsigned len)
{
	bool *is_taken = mem_zeroed((len + 1) * sizeof(*is_taken));
	unsigned first = 0;

	for (unsigned i = 0; i < plies; i++)
		is_taken[taken[i]] = true;
	for (unsigned i = plies; i < len; i++) {
		unsigned next = i < PLAYERS ? i : taken[i - PLAYERS] + PLAYERS;

		while (is_taken[first])
			first++;
		/* The last one of a column that stands too low has no row. */
		if (next >= len)
			next = len - 1;
		if (is_taken[next])
			next = first;
		taken[i] = next;
		is_taken[next] = true;
	}
	mem_free(is_taken);
}

/* The item with which the row of an item begins. */
static unsigned
row_of(const struct item *items, unsigned item)
{
	while (item > 0 &&
	    (items[item].ply->number_span.len == 0 ||
		(items[item].ply->dots != 1 &&
		    items[item].ply->number == items[item - 1].ply->number)))
		item--;
	return item;
}

const char *
order_words(const struct sheet *line, unsigned at, const unsigned *taken,
    const struct item *played, unsigned len, struct position position,
    bool *is_column, struct arena *arena)
{
	const struct rules *rules = line->reader->rules;
	const char *const *players = rules->variant->players;
	const struct item *items = line->items + at;
	int far[PLAYERS] = { 0 };
	unsigned mover = 0, last[PLAYERS] = { 0 }, row, column;
	unsigned long round[PLAYERS] = { 0 };

	for (unsigned i = 0; i < len; i++) {
		unsigned p;

		trial_begin(rules, &position, played[i].move);
		p = position.to_move;
		far[p] += (int)taken[i] - (int)i;
		if (i < SHOWN || round[p] == 0) {
			last[p] = taken[i];
			round[p] = position.number;
		}
		rules_make_move(rules, &position, played[i].move);
	}
	for (unsigned p = 1; p < PLAYERS; p++)
		if (abs(far[p]) > abs(far[mover]))
			mover = p;
	row = row_of(items, last[mover]);
	column = last[mover] - row;
	*is_column = items[row].ply->dots != 1 || column != mover;
	/* Nothing tells columns where no number begins the row. */
	if (items[row].ply->dots != 1 || column >= PLAYERS)
		return "the moves stand in another order";
	if (*is_column)
		return arena_printf(arena, "%s's moves stand in %s's column",
		    players[mover], players[column]);
	return arena_printf(arena, "%s's moves stand a row too %s",
	    players[mover],
	    items[row].ply->number > round[mover] ? "low" : "high");
}

/*
 * Edits
 */

/* The text of an item up to the next one, or that of the last alone. */
static struct span
piece(const struct item *item)
{
	const struct ply *ply = item->ply, *next = ply->next;
	const char *text = ply->token.ptr - ply->span.start;
	struct span span = ply->span;

	if (next != NULL) {
		span.len = (next->number_span.len > 0 ? next->number_span.start
						      : next->span.start) -
		    span.start;
		while (strchr(" \t\r\n", text[span.start + span.len - 1]))
			span.len--;
	}
	return span;
}

/* Whether the numbers stand before each ply, and not only the first of a
 * round. */
static bool
has_all_numbers(const struct sheet *line, const struct change *change)
{
	for (unsigned i = change->at; i < change->next; i++)
		if (line->items[i].ply->number_span.len == 0)
			return false;
	return true;
}

/* The rounds and players of the new items; of those that were not read, as
 * before. */
static void
find_numbers(const struct sheet *line, const struct repair *repair,
    struct arena *arena, unsigned long *number, unsigned *mover)
{
	const struct change *change = &repair->change;
	struct position position = repair->before;

	for (unsigned i = 0; i < change->instead_len; i++) {
		const struct move *move = change->instead[i].move;

		if (i + change->unread < change->instead_len) {
			trial_begin(line->reader->rules, &position, move);
			number[i] = position.number;
			mover[i] = position.to_move;
			rules_play(line->reader->rules, &position, move,
			    arena_alloc(arena, sizeof(struct past)));
		} else {
			number[i] = i < PLAYERS ? 0 : number[i - PLAYERS] + 1;
			mover[i] = i < PLAYERS ? 0 : mover[i - PLAYERS];
		}
	}
}

unsigned
order_edits(const struct sheet *line, const struct repair *repair,
    struct arena *arena, struct edit *edits)
{
	const struct change *change = &repair->change;
	const struct item *items = line->items + change->at;
	unsigned len = change->instead_len, count = 0;
	unsigned long *number = arena_take(arena, len * sizeof(*number));
	unsigned *mover = arena_take(arena, len * sizeof(*mover));
	bool is_each = has_all_numbers(line, change);

	find_numbers(line, repair, arena, number, mover);
	for (unsigned i = 0; i < len; i++) {
		const struct ply *ply = items[i].ply;
		const char *text = ply->token.ptr - ply->span.start;
		struct span old = piece(&items[i]);
		struct span new = piece(&items[change->places[i]]);
		bool fits = ply->number_span.len > 0 &&
		    ply->number == number[i] && ply->dots == mover[i] + 1;
		bool is_round = i > 0
		    ? is_each || fits || mover[i] == 0 ||
			number[i] != number[i - 1]
		    : ply->number_span.len > 0 && mover[i] == 0;

		/* A comment to the end of the line needs its line. */
		if (memchr(text + new.start, ';', new.len) != NULL)
			return 0;
		if (ply->number_span.len > 0 && !fits) {
			old.len += old.start - ply->number_span.start;
			old.start = ply->number_span.start;
		} else if (change->places[i] == i && fits == is_round) {
			continue;
		}
		edits[count++] = (struct edit){ old,
			is_round && !fits
			    ? arena_printf(arena, "%lu%.*s %.*s", number[i],
				  (int)mover[i] + 1, "...", (int)new.len,
				  text + new.start)
			    : arena_printf(arena, "%.*s", (int)new.len,
				  text + new.start) };
	}
	return count;
}
