/*
 * Naive reference rules engines: the geometry of hexagonal boards,
 * ternion-variants(7), "Hexagonal boards".
 *
 * Ways differ in the three differences q, r and q-r, whose sizes are 0 1 1 for
 * a straight step, 1 1 2 for a diagonal one and 1 2 3 for a knight's move. */
#pragma once

#include <stdbool.h>
#include <stdlib.h>

/* A hex, or the way from one to another; q grows east, r from row to row. */
struct cell {
	int q, r;
};

static inline bool
same(struct cell a, struct cell b)
{
	return a.q == b.q && a.r == b.r;
}

static inline struct cell
plus(struct cell a, struct cell b)
{
	return (struct cell){ a.q + b.q, a.r + b.r };
}

static inline struct cell
minus(struct cell a, struct cell b)
{
	return (struct cell){ a.q - b.q, a.r - b.r };
}

static inline struct cell
middle_of(struct cell a, struct cell b)
{
	return (struct cell){ (a.q + b.q) / 2, (a.r + b.r) / 2 };
}

static inline int
spread(struct cell d)
{
	return abs(d.q) + abs(d.r) + abs(d.q - d.r);
}

static inline bool
along_an_edge(struct cell d)
{
	return d.q == 0 || d.r == 0 || d.q == d.r;
}

static inline bool
is_straight_step(struct cell d)
{
	return along_an_edge(d) && spread(d) == 2;
}

static inline bool
is_diagonal_step(struct cell d)
{
	return !along_an_edge(d) && spread(d) == 4;
}

static inline bool
is_step(struct cell d)
{
	return is_straight_step(d) || is_diagonal_step(d);
}

static inline bool
is_knight_move(struct cell d)
{
	return !along_an_edge(d) && spread(d) == 6;
}

/* The single step that, repeated, makes this way; (0, 0) if there is none. */
static inline struct cell
step_of_line(struct cell d)
{
	for (int n = 1; n < 16; n++) {
		struct cell step = { d.q / n, d.r / n };

		if (d.q % n == 0 && d.r % n == 0 && is_step(step))
			return step;
	}
	return (struct cell){ 0, 0 };
}

/* hexboard(a, b) has in row r < b the cells q = 0 .. a-1+r; in row r >= b they
 * are q = r-b+1 .. a+b-2. */
static inline bool
is_in_hexboard(struct cell h, int a, int b)
{
	return h.r >= 0 && h.r <= a + b - 2 && h.q >= 0 && h.q <= a + b - 2 &&
	    h.q >= h.r - b + 1 && h.q <= a - 1 + h.r;
}
