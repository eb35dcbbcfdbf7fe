/* Ternion: a set of 64-bit keys. */
#include "cmd/run/key_set.h"
#include "parse/text/arena.h"

enum {
	FIRST_ROOM = 1024 /* a power of two, as all sizes are */
};

uint64_t
key_mix(uint64_t x)
{
	x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
	x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
	return x ^ x >> 32;
}

uint64_t
key_of_text(struct slice text)
{
	uint64_t key = text.len;

	for (size_t i = 0; i < text.len; i++)
		key = key_mix(key + (unsigned char)text.ptr[i]);
	return key;
}

/* The place of a key, or the empty one where it belongs. */
static struct numbered_key *
place_of_key(const struct key_set *set, uint64_t key)
{
	size_t i = (size_t)key & (set->room - 1);

	while (set->list[i].key != 0 && set->list[i].key != key)
		i = (i + 1) & (set->room - 1);
	return &set->list[i];
}

size_t *
key_set_number(struct key_set *set, uint64_t key)
{
	struct numbered_key *place;

	if (set->used * 2 >= set->room) {
		struct key_set larger = { .used = set->used,
			.room = set->room > 0 ? set->room * 2 : FIRST_ROOM };

		larger.list = mem_zeroed(larger.room * sizeof(*larger.list));
		for (size_t i = 0; i < set->room; i++)
			if (set->list[i].key != 0)
				*place_of_key(&larger, set->list[i].key) =
				    set->list[i];
		mem_free(set->list);
		*set = larger;
	}
	key += key == 0; /* which marks an empty place */
	place = place_of_key(set, key);
	set->used += place->key == 0;
	place->key = key;
	return &place->number;
}

bool
key_set_add(struct key_set *set, uint64_t key)
{
	size_t used = set->used;

	key_set_number(set, key);
	return set->used > used;
}

bool
key_set_has(const struct key_set *set, uint64_t key)
{
	return set->room > 0 && place_of_key(set, key + (key == 0))->key != 0;
}

void
key_set_release(struct key_set *set)
{
	mem_free(set->list);
}
