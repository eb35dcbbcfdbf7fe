/* Ternion: a set of 64-bit keys. */
#include "parse/text/key_set.h"
#include "parse/text/memory.h"

#define FIRST_ROOM 1024 /* a power of two, as all sizes are */

uint64_t
key_mix(uint64_t x)
{
	x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
	x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
	return x ^ x >> 32;
}

/* The place of a key, or the empty one where it belongs. 0 marks an empty
 * place, so it counts as 1. */
static struct keyed *
place_of_key(const struct key_set *set, uint64_t key)
{
	size_t i = (size_t)key & (set->room - 1);

	while (set->keys[i].key != 0 && set->keys[i].key != key)
		i = (i + 1) & (set->room - 1);
	return &set->keys[i];
}

void *
key_set_add(struct key_set *set, uint64_t key, void *data)
{
	if (set->used * 2 >= set->room) {
		struct key_set larger = { .used = set->used,
			.room = set->room > 0 ? set->room * 2 : FIRST_ROOM };

		larger.keys = mem_zeroed(larger.room * sizeof(*larger.keys));
		for (size_t i = 0; i < set->room; i++)
			if (set->keys[i].key != 0)
				*place_of_key(&larger, set->keys[i].key) =
				    set->keys[i];
		mem_free(set->keys);
		*set = larger;
	}
	key += key == 0;
	struct keyed *place = place_of_key(set, key);
	if (place->key == key)
		return place->data;
	*place = (struct keyed){ key, data };
	set->used++;
	return NULL;
}

void *
key_set_make(struct key_set *set, uint64_t key, size_t size)
{
	void *data = key_set_find(set, key);

	if (data == NULL)
		key_set_add(set, key, data = mem_zeroed(size));
	return data;
}

void *
key_set_find(const struct key_set *set, uint64_t key)
{
	return set->room > 0 ? place_of_key(set, key + (key == 0))->data : NULL;
}
