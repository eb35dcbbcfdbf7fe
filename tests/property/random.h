/*
 * Random numbers for tests and their tools: splitmix64, so that a seed gives
 * the same games everywhere.
 */
#pragma once

#include "rules/board/cellset.h"

/*
 * Under the sanitizers one game in SHARE is played: they are slow, and look
 * only for faults of memory.
 */
#ifdef __SANITIZE_ADDRESS__
enum {
	SHARE = 4
};
#else
enum {
	SHARE = 1
};
#endif

struct dice {
	uint64_t state; /* at first the seed */
};

static inline uint64_t
dice_next(struct dice *dice)
{
	uint64_t x = dice->state += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

/* A number from 0 to limit - 1. */
static inline unsigned
dice_below(struct dice *dice, unsigned limit)
{
	return (unsigned)(dice_next(dice) % limit);
}

/* True once in `sides` times. */
static inline bool
dice_one_in(struct dice *dice, unsigned sides)
{
	return dice_below(dice, sides) == 0;
}

/* A cell of a set that is not empty. */
static inline cell
dice_cell(struct dice *dice, struct cellset set)
{
	unsigned skip = dice_below(dice, cellset_count(&set));

	while (skip-- > 0)
		cellset_pop(&set);
	return cellset_pop(&set);
}
