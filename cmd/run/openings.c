/* Ternion: how often each opening was played. */
#include <stdlib.h>
#include <string.h>

#include "cmd/run/key_set.h"
#include "cmd/run/openings.h"
#include "parse/text/memory.h"

struct opening_count {
	uint32_t moves; /* where they begin in the text */
	uint32_t games;
};

static const char *
moves_of(const struct openings *openings, size_t i)
{
	return openings->text.ptr + openings->list[i].moves;
}

/* The place of an opening in the hash table: its own, or an empty one. */
static size_t
find_slot(const struct openings *openings, struct slice moves)
{
	size_t mask = openings->room - 1, i = key_of_text(moves) & mask;

	while (openings->slots[i] != 0 &&
	    !slice_is(moves, moves_of(openings, openings->slots[i] - 1)))
		i = (i + 1) & mask;
	return i;
}

static void
make_room(struct openings *openings)
{
	if (openings->len == openings->size) {
		openings->size = openings->size * 2 + 64;
		openings->list = mem_grow(
		    openings->list, openings->size * sizeof(*openings->list));
	}
	if (openings->len < openings->room / 4 * 3)
		return;
	openings->room = openings->room > 0 ? openings->room * 2 : 256;
	mem_free(openings->slots);
	openings->slots = mem_alloc(openings->room * sizeof(*openings->slots));
	memset(openings->slots, 0, openings->room * sizeof(*openings->slots));
	for (size_t i = 0; i < openings->len; i++)
		openings->slots[find_slot(openings,
		    slice_of(moves_of(openings, i)))] = (uint32_t)i + 1;
}

bool
openings_add(struct openings *openings, struct slice moves, unsigned long games)
{
	struct opening_count *count;
	size_t slot;

	make_room(openings);
	slot = find_slot(openings, moves);
	if (openings->slots[slot] == 0) {
		if (openings->text.len + moves.len >= UINT32_MAX)
			return false;
		openings->list[openings->len] = (struct opening_count){
			.moves = (uint32_t)openings->text.len,
		};
		strbuf_slice(&openings->text, moves);
		strbuf_char(&openings->text, '\0');
		openings->slots[slot] = (uint32_t)++openings->len;
	}
	count = &openings->list[openings->slots[slot] - 1];
	if (games > UINT32_MAX - count->games)
		return false;
	count->games += (uint32_t)games;
	return true;
}

static struct opening
opening_at(const struct openings *openings, size_t i)
{
	return (
	    struct opening){ moves_of(openings, i), openings->list[i].games };
}

static int
by_games(const void *a, const void *b)
{
	const struct opening *x = a, *y = b;

	if (x->games != y->games)
		return x->games > y->games ? -1 : 1;
	return strcmp(x->moves, y->moves);
}

size_t
openings_best(
    const struct openings *openings, struct opening best[OPENINGS_BEST])
{
	size_t len = 0;

	for (size_t i = 0; i < openings->len; i++) {
		struct opening opening = opening_at(openings, i);
		size_t at = len;

		while (at > 0 && by_games(&opening, &best[at - 1]) < 0)
			at--;
		if (at == OPENINGS_BEST)
			continue;
		len += len < OPENINGS_BEST;
		memmove(
		    &best[at + 1], &best[at], (len - at - 1) * sizeof(*best));
		best[at] = opening;
	}
	return len;
}

struct opening *
openings_sorted(const struct openings *openings)
{
	struct opening *all = mem_alloc(openings->len * sizeof(*all) + 1);

	for (size_t i = 0; i < openings->len; i++)
		all[i] = opening_at(openings, i);
	qsort(all, openings->len, sizeof(*all), by_games);
	return all;
}

void
openings_release(struct openings *openings)
{
	strbuf_release(&openings->text);
	mem_free(openings->list);
	mem_free(openings->slots);
}
