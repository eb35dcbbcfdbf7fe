/* Ternion: a set of 64-bit keys, for example of games that were seen. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An open hash table; all 0 is the empty set. */
struct key_set {
	struct keyed {
		uint64_t key; /* 0: the place is empty */
		void *data;
	} * keys; /* owned */
	size_t room, used;
};

/* Puts a key with its data, which is not NULL, into the set. Returns the data
 * of the key if it was there, else NULL. */
void *key_set_add(struct key_set *set, uint64_t key, void *data);

/* The data of a key, which is made, zeroed, if the key is new. */
void *key_set_make(struct key_set *set, uint64_t key, size_t size);

/* The data of a key; NULL: it is not in the set. */
void *key_set_find(const struct key_set *set, uint64_t key);

/* A key that depends on every bit of x. */
uint64_t key_mix(uint64_t x);
