/* Ternion: the first moves of games, as a tree. */
#include <stdlib.h>

#include "cmd/stats/stats.h"

enum {
	DRAWN = PLAYERS,
	OPEN,
	OUTCOMES,
	OPENINGS_SHOWN = 5 /* in text */
};

/* A move after those above it. Its siblings are in the order of their text. */
struct opening {
	struct opening *first, *next; /* below it; beside it */
	uint32_t games[OUTCOMES];
	char move[];
};

void
openings_add(struct openings *openings, struct slice moves, int winner)
{
	unsigned outcome = winner < 0 ? (unsigned)OPEN
	    : winner == PLAYER_NONE   ? (unsigned)DRAWN
				      : (unsigned)winner;
	struct opening **at = &openings->first;

	while (moves.len > 0) {
		struct slice move = slice_take(&moves, '\0');

		while (*at != NULL && strcmp((*at)->move, move.ptr) < 0)
			at = &(*at)->next;
		if (*at == NULL || strcmp((*at)->move, move.ptr) != 0) {
			struct opening *new = arena_alloc(
			    &openings->arena, sizeof(*new) + move.len + 1);

			memcpy(new->move, move.ptr, move.len);
			new->next = *at;
			*at = new;
		}
		(*at)->games[outcome]++;
		at = &(*at)->first;
	}
}

static unsigned long
games_of(const struct opening *opening)
{
	unsigned long games = 0;

	for (unsigned i = 0; i < OUTCOMES; i++)
		games += opening->games[i];
	return games;
}

/*
 * The most frequent
 */

/* Moves that some games begin with, and then end or go on without a count. */
struct beginning {
	const char *moves;
	unsigned long games;
};

struct beginnings {
	struct beginning *list; /* owned */
	size_t len, size;
	struct arena arena; /* of the moves */
};

static int
by_games(const void *a, const void *b)
{
	const struct beginning *x = a, *y = b;

	if (x->games != y->games)
		return x->games > y->games ? -1 : 1;
	return strcmp(x->moves, y->moves);
}

static void
list_beginnings(struct beginnings *all, const struct opening *opening,
    const char *before, unsigned plies)
{
	for (; opening != NULL; opening = opening->next) {
		unsigned long games = games_of(opening);
		const char *moves = arena_printf(&all->arena, "%s%s%s", before,
		    *before != '\0' ? " " : "", opening->move);

		if (plies > 1) {
			list_beginnings(all, opening->first, moves, plies - 1);
			for (const struct opening *o = opening->first; o;
			     o = o->next)
				games -= games_of(o);
		}
		if (games == 0)
			continue;
		all->list = mem_room(
		    all->list, all->len, &all->size, sizeof(*all->list));
		all->list[all->len++] = (struct beginning){ moves, games };
	}
}

void
openings_put(
    const struct openings *openings, struct json *json, struct strbuf *out)
{
	struct beginnings all = { .arena = ARENA_INIT };

	list_beginnings(&all, openings->first, "", OPENING_PLIES);
	if (all.len > 0)
		qsort(all.list, all.len, sizeof(*all.list), by_games);
	for (size_t i = 0; i < all.len; i++)
		if (json != NULL)
			json_put(json, "{moves:%s games:%lu}",
			    all.list[i].moves, all.list[i].games);
		else if (i < OPENINGS_SHOWN)
			strbuf_printf(out, "    %lu  %s\n", all.list[i].games,
			    all.list[i].moves);
	mem_free(all.list);
	arena_release(&all.arena);
}

/*
 * The tree
 */

static const char *
outcome_key(const struct variant *variant, unsigned outcome)
{
	return outcome == DRAWN ? "drawn"
	    : outcome == OPEN   ? "open"
				: variant->players[outcome];
}

static void
put_openings(const struct opening *opening, const struct variant *variant,
    unsigned long plies, struct strbuf *moves, struct table *table,
    struct json *json)
{
	size_t len = moves->len;

	for (; opening != NULL && plies > 0; opening = opening->next) {
		strbuf_printf(moves, "%s%s", len > 0 ? " " : "", opening->move);
		if (table != NULL) {
			table_number(table, TABLE_COLUMN, games_of(opening));
			for (unsigned i = 0; i < OUTCOMES; i++)
				table_number(
				    table, TABLE_COLUMN, opening->games[i]);
			table_last(table, moves->ptr);
		} else {
			json_put(json, "~{moves:%s games:%lu", moves->ptr,
			    games_of(opening));
			for (unsigned i = 0; i < OUTCOMES; i++)
				json_number(json, outcome_key(variant, i),
				    opening->games[i]);
			json_end(json, '}');
		}
		put_openings(
		    opening->first, variant, plies - 1, moves, table, json);
		strbuf_cut(moves, len);
	}
}

void
openings_put_tree(const struct openings *openings,
    const struct variant *variant, struct table *table, struct json *json)
{
	struct strbuf moves = STRBUF_INIT;

	if (table != NULL) {
		table_begin(table, "tree", variant->id);
		table_cell(table, TABLE_COLUMN, "games");
		for (unsigned i = 0; i < OUTCOMES; i++)
			table_cell(
			    table, TABLE_COLUMN, outcome_key(variant, i));
		table_last(table, "moves");
	} else {
		json_begin(json, "tree", '[');
	}
	put_openings(openings->first, variant, openings->tree_plies, &moves,
	    table, json);
	if (table == NULL)
		json_end(json, ']');
	strbuf_release(&moves);
}
