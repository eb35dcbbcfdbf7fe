/* Ternion: a set of 64-bit keys. */
#include <string.h>

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

/* Puts a key, which is not 0, where it belongs; false if it was there. */
static bool
insert_key(struct key_set *set, uint64_t key)
{
	size_t i = (size_t)key & (set->room - 1);

	while (set->keys[i] != 0 && set->keys[i] != key)
		i = (i + 1) & (set->room - 1);
	if (set->keys[i] == key)
		return false;
	set->keys[i] = key;
	set->used++;
	return true;
}

static void
grow(struct key_set *set)
{
	struct key_set larger = { .room = set->room > 0 ? set->room * 2
							: FIRST_ROOM };

	larger.keys = mem_alloc(larger.room * sizeof(*larger.keys));
	memset(larger.keys, 0, larger.room * sizeof(*larger.keys));
	for (size_t i = 0; i < set->room; i++)
		if (set->keys[i] != 0)
			insert_key(&larger, set->keys[i]);
	mem_free(set->keys);
	*set = larger;
}

bool
key_set_add(struct key_set *set, uint64_t key)
{
	if (set->used * 2 >= set->room)
		grow(set);
	return insert_key(set, key != 0 ? key : 1);
}

bool
key_set_has(const struct key_set *set, uint64_t key)
{
	size_t i = (size_t)(key = key != 0 ? key : 1) & (set->room - 1);

	if (set->room == 0)
		return false;
	while (set->keys[i] != 0 && set->keys[i] != key)
		i = (i + 1) & (set->room - 1);
	return set->keys[i] == key;
}

void
key_set_release(struct key_set *set)
{
	mem_free(set->keys);
}
