/*
 * The first bytes of a fuzzer's input are letters that pick the game, the
 * notation and the like, so that people can read inputs. Any byte picks
 * something.
 */
#pragma once

#include "parse/notation/notation.h"

/* The variant whose id begins with the byte, else any. */
static inline const struct variant *
pick_variant(uint8_t byte)
{
	unsigned n = 0;

	for (; variants[n] != NULL; n++)
		if (variants[n]->id[0] == (char)byte)
			return variants[n];
	return variants[byte % n];
}

/* The notation whose id begins or ends with the byte, algebraic22 by its 2;
 * else any, and NULL for a minus. */
static inline const struct notation *
pick_notation(uint8_t byte)
{
	unsigned n = 0;

	if (byte == '-')
		return NULL;
	for (; notations[n] != NULL; n++) {
		const char *id = notations[n]->id;

		if (id[0] == (char)byte || id[strlen(id) - 1] == (char)byte)
			return notations[n];
	}
	return notations[byte % n];
}

/* The set of letters whose id begins with the byte, else the first. */
static inline const struct letter_set *
pick_letters(uint8_t byte)
{
	for (const struct letter_set *set = letter_sets; set->id != NULL; set++)
		if (set->id[0] == (char)byte)
			return set;
	return letter_sets;
}
