/* Lists of legal moves, for tests. */
#pragma once

#include "rules/rules.h"

enum {
	MOVES_MAX = 4096
};

struct moves {
	size_t n;
	struct move move[MOVES_MAX];
};

static inline bool
add_move(void *context, const struct move *move)
{
	struct moves *moves = context;

	if (moves->n == MOVES_MAX)
		return false;
	moves->move[moves->n++] = *move;
	return true;
}

/* False if there are too many: chains of leaps can be. */
static inline bool
list_moves(const struct rules *rules, const struct position *position,
    const struct move_query *query, struct moves *out)
{
	out->n = 0;
	return rules_moves(rules, position, query, add_move, out);
}

static inline bool
has_move(const struct moves *moves, const struct move *move)
{
	for (size_t i = 0; i < moves->n; i++)
		if (move_equal(&moves->move[i], move))
			return true;
	return false;
}

/* A move that is tried; the cells may be CELL_NONE. */
static inline struct move_query
attempt_of(enum move_type type, cell from, cell to, enum kind promotion)
{
	return (struct move_query){ .type = type,
		.from = from,
		.from_file = FILES_MAX,
		.to = to,
		.promotion = promotion,
		.side = SIDES_MAX };
}

/* True if a pass, a yield or the like is legal now. */
static inline bool
may_act(const struct rules *rules, const struct position *position,
    enum move_type type)
{
	const struct move_query attempt =
	    attempt_of(type, CELL_NONE, CELL_NONE, KIND_NONE);

	if (!(rules->variant->actions >> type & 1))
		return false;
	return rules_explain(rules, position, &attempt).why == ILLEGAL_NOT;
}

/* A move as rules_moves gives it, without declarations and calls. */
static inline struct move
bare_move(enum move_type type)
{
	return (struct move){ .type = (uint8_t)type,
		.from = CELL_NONE,
		.to = CELL_NONE,
		.victim = CELL_NONE };
}
