/* Ternion: why a move is not legal; between the modules of rules/. */
#ifndef TERNION_RULES_EXPLAIN_H
#define TERNION_RULES_EXPLAIN_H

#include "rules/moves/legal.h"

/* An attempt, and the search that did not find it. */
struct explanation {
	const struct rules *rules;
	const struct position *position;
	const struct attempt *attempt;
	unsigned me;
	struct gen gen;
};

/* Why no legal move fits the attempt, where it is a move of a piece that goes
 * as usual, or castling; anything else it allows. */
struct verdict explain_usual(const struct explanation *explanation);

/* Nothing speaks against it. */
static const struct verdict allowed = { ILLEGAL_NOT, CELL_NONE, CELL_NONE,
	CELL_NONE, PLAYER_NONE, PLAYER_NONE };

/* Why the piece on attempt->from is none that the player could move; allowed
 * if it is, or if no cell is stated. */
struct verdict judge_start(const struct explanation *explanation);

/* True if the attempt may mean the piece on `from`, by its cell. */
bool may_mean(const struct explanation *explanation, cell from);

/* Judges the mover's pieces that could have been meant: allowed if one may go,
 * or else the verdict on the one that came nearest to it. */
struct verdict nearest_miss(const struct explanation *explanation,
    struct verdict (*judge)(const struct explanation *, cell from, cell to));

/* A verdict about no piece. */
static inline struct verdict
because_only(enum illegal why)
{
	return (struct verdict){ why, CELL_NONE, CELL_NONE, CELL_NONE,
		PLAYER_NONE, PLAYER_NONE };
}

/* A verdict about no player: of one cell, or of two. */
static inline struct verdict
because(enum illegal why, cell from, cell at)
{
	return (struct verdict){ why, from, at, CELL_NONE, PLAYER_NONE,
		PLAYER_NONE };
}

static inline struct verdict
because_between(enum illegal why, cell from, cell at, cell at2)
{
	return (struct verdict){ why, from, at, at2, PLAYER_NONE, PLAYER_NONE };
}

/* A verdict about a player. */
static inline struct verdict
because_of(enum illegal why, cell from, cell at, unsigned who)
{
	return (struct verdict){ why, from, at, CELL_NONE, who, PLAYER_NONE };
}

#endif
