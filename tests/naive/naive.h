/*
 * Naive reference rules engines: a second opinion against the fast generator,
 * one per variant, each written from its rules in ternion-variants(7) alone.
 *
 * An engine keeps no state.  Positions go in and out as 3PF lines, moves as
 * coordinate text: `c3e6`, promotion `e11e12q`, castling as the king's move,
 * and what else ternion-notation(7), "Every kind of move", has.
 * To add a variant, write naive_<variant>.c and declare its engine below; what
 * reads and writes text is in naive_3pf.h.  Nothing of the rules is shared:
 * engines that look alike were written apart, and err apart.
 */
#ifndef TESTS_NAIVE_NAIVE_H
#define TESTS_NAIVE_NAIVE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	NAIVE_MOVE_MAX = 128,  /* bytes of one move's text, its NUL included */
	NAIVE_TPF_MAX = 4096,  /* bytes of one 3PF line, its NUL included */
	NAIVE_MOVES_MAX = 4096 /* more than any tested position has moves */
};

struct naive_engine {
	const char *variant; /* its id, as in "dreierschach" */

	/* Writes the opening position. */
	void (*start)(char *out, size_t size);

	/*
	 * Writes the legal moves that perft counts, each once, bare and in no
	 * set order, as far as `max` allows, and returns how many there are.
	 * None after the end of the game, none for a line that cannot be read.
	 */
	size_t (*moves)(
	    const char *tpf, char (*out)[NAIVE_MOVE_MAX], size_t max);

	/*
	 * Writes the position after the move; false, and nothing of use in
	 * `out`, if the move is not legal or `size` does not suffice.  Besides
	 * the moves above it takes passes, yields, calls and declarations in
	 * parentheses, `c3e6(FC)`, where the game has them.
	 */
	bool (*apply)(
	    const char *tpf, const char *move, char *out, size_t size);

	/*
	 * The points in turn order once the game has ended, else NULL.  The
	 * text is constant or a part of `tpf`; nobody frees it.
	 */
	const char *(*result)(const char *tpf);

	/*
	 * The players whose pieces attack the king of `player`, as bits
	 * 1 << seat in turn order; 0 where he has no king on the board.
	 */
	unsigned (*attackers)(const char *tpf, int player);
};

extern const struct naive_engine naive_dreierschach;
extern const struct naive_engine naive_nivichanov;
extern const struct naive_engine naive_triumvirate;
extern const struct naive_engine naive_siege;
extern const struct naive_engine naive_bnem;
extern const struct naive_engine naive_threechess;

/* The seat of the player sieged as the turn begins, or -1. */
int naive_siege_sieged(const char *tpf);

/* Counts the sequences of `depth` plies. */
static inline uint64_t
naive_perft(const struct naive_engine *engine, const char *tpf, int depth)
{
	char moves[NAIVE_MOVES_MAX][NAIVE_MOVE_MAX], next[NAIVE_TPF_MAX];
	size_t n;
	uint64_t leaves = 0;

	if (depth <= 0)
		return 1;
	n = engine->moves(tpf, moves, NAIVE_MOVES_MAX);
	assert(n <= NAIVE_MOVES_MAX);
	if (depth == 1)
		return n;
	for (size_t i = 0; i < n; i++) {
		bool applied = engine->apply(tpf, moves[i], next, sizeof(next));

		assert(applied);
		if (applied)
			leaves += naive_perft(engine, next, depth - 1);
	}
	return leaves;
}

#endif
