/* Ternion: a set of 64-bit keys, for example of games that were seen. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An open hash table; all 0 is the empty set. */
struct key_set {
	uint64_t *keys; /* owned; 0 is an empty place */
	size_t room, used;
};

/* Puts a key into the set; false if it was there. */
bool key_set_add(struct key_set *set, uint64_t key);

bool key_set_has(const struct key_set *set, uint64_t key);

/* A key that depends on every bit of x. */
uint64_t key_mix(uint64_t x);
