/* Ternion: games that have the same positions. */
#include "cmd/options/usage.h"
#include "cmd/select/twins.h"
#include "parse/text/slice.h"

void
twins_add(
    struct twins *twins, uint64_t key, const char *file, unsigned long game)
{
	struct twin *twin = MEM_ADD(twins, list);

	if (twins->file == NULL || strcmp(twins->file, file) != 0)
		twins->file = arena_copy(&twins->arena, slice_of(file));
	*twin = (struct twin){ .key = key,
		.number = twins->len - 1,
		.file = twins->file,
		.game = game };
}

static int
by_key(const void *a, const void *b)
{
	const struct twin *x = a, *y = b;

	return x->key != y->key
	    ? (x->key > y->key ? 1 : -1)
	    : (x->number > y->number) - (x->number < y->number);
}

static int
by_number(const void *a, const void *b)
{
	const struct twin *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

void
twins_tell(struct twins *twins)
{
	struct twin *list = twins->list;
	size_t left_out = 0;

	MEM_SORT(twins, list, by_key);
	for (size_t i = 0; i < twins->len; i++)
		list[i].first = i > 0 && list[i].key == list[i - 1].key
		    ? list[i - 1].first
		    : list[i].number;
	MEM_SORT(twins, list, by_number);
	for (size_t i = 0; i < twins->len; i++) {
		const struct twin *first = &list[list[i].first];

		if (first == &list[i])
			continue;
		left_out++;
		trouble_say("%s: note: game %lu is left out: it has the "
			    "positions of game %lu of %s",
		    list[i].file, list[i].game, first->game, first->file);
	}
	trouble_say("%zu kept, %zu left out", twins->len - left_out, left_out);
}

void
twins_release(struct twins *twins)
{
	mem_free(twins->list);
	arena_release(&twins->arena);
}
