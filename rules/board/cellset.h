/* Ternion: a set of up to 192 cells, a plain value of three machine words. */
#pragma once

#include "rules/types.h"

enum {
	CELLSET_WORDS = 3
};

struct cellset {
	uint64_t word[CELLSET_WORDS];
};

/* The lowest cell in `word`, not 0, which is word i of a set. */
static inline cell
cellset_cell(int i, uint64_t word)
{
	return (cell)(i * 64 + __builtin_ctzll(word));
}

static inline void
cellset_add(struct cellset *set, cell c)
{
	set->word[c >> 6] |= UINT64_C(1) << (c & 63);
}

static inline void
cellset_remove(struct cellset *set, cell c)
{
	set->word[c >> 6] &= ~(UINT64_C(1) << (c & 63));
}

/* Moves a member of the set to a cell that is none. */
static inline void
cellset_shift(struct cellset *set, unsigned from, unsigned to)
{
	set->word[from >> 6] ^= UINT64_C(1) << (from & 63);
	set->word[to >> 6] ^= UINT64_C(1) << (to & 63);
}

static inline bool
cellset_has(const struct cellset *set, cell c)
{
	return set->word[c >> 6] >> (c & 63) & 1;
}

static inline bool
cellset_empty(const struct cellset *set)
{
	return (set->word[0] | set->word[1] | set->word[2]) == 0;
}

static inline struct cellset
cellset_and(struct cellset a, const struct cellset *b)
{
	return (struct cellset){ { a.word[0] & b->word[0],
	    a.word[1] & b->word[1], a.word[2] & b->word[2] } };
}

static inline struct cellset
cellset_or(struct cellset a, const struct cellset *b)
{
	return (struct cellset){ { a.word[0] | b->word[0],
	    a.word[1] | b->word[1], a.word[2] | b->word[2] } };
}

/* The cells of `a` that are not in `b`. */
static inline struct cellset
cellset_less(struct cellset a, const struct cellset *b)
{
	return (struct cellset){ { a.word[0] & ~b->word[0],
	    a.word[1] & ~b->word[1], a.word[2] & ~b->word[2] } };
}

static inline unsigned
cellset_count(const struct cellset *set)
{
#ifdef __POPCNT__
	return (unsigned)(__builtin_popcountll(set->word[0]) +
	    __builtin_popcountll(set->word[1]) +
	    __builtin_popcountll(set->word[2]));
#else
	/* Without the instruction the compiler calls a function for each word.
	 * Bits are summed in pairs and fours of each, then all in one. */
	const uint64_t twos = UINT64_C(0x3333333333333333);
	uint64_t fours = 0;

	for (int i = 0; i < CELLSET_WORDS; i++) {
		uint64_t word = set->word[i];

		word -= word >> 1 & UINT64_C(0x5555555555555555);
		fours += (word & twos) + (word >> 2 & twos);
	}
	fours = (fours & UINT64_C(0x0f0f0f0f0f0f0f0f)) +
	    (fours >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
	return (unsigned)(fours * UINT64_C(0x0101010101010101) >> 56);
#endif
}

/* False if no two members are less than 64 cells apart: those stand in
 * different places of their words. */
static inline bool
cellset_may_have_close(const struct cellset *set)
{
	uint64_t all = set->word[0] | set->word[1] | set->word[2];

	return (all & (all - 1)) != 0;
}

/* Takes the lowest cell out of a set that is not empty, and returns it. It is
 * arithmetic, because a branch on which word that is in is hard to predict, and
 * without an index, so that the set can stay in registers. */
static inline cell
cellset_pop(struct cellset *set)
{
	uint64_t a = set->word[0], b = set->word[1], c = set->word[2];
	uint64_t no_a = a == 0, no_ab = (a | b) == 0;

	set->word[0] = a & (a - 1);
	set->word[1] = b & (b - no_a);
	set->word[2] = c & (c - no_ab);
	return cellset_cell(
	    (int)(no_a + no_ab), a | (b & -no_a) | (c & -no_ab));
}

/* cellset_pop for a loop: CELL_NONE if the set is empty. */
static inline cell
cellset_next(struct cellset *set)
{
	return cellset_empty(set) ? (cell)CELL_NONE : cellset_pop(set);
}
