/*
 * Naive reference rules engines: a second opinion against the fast generator,
 * one per variant, each written from its rules in ternion-variants(7) alone.
 *
 * An engine keeps no state.  Positions go in and out as 3PF lines.  The program
 * writes those that come in, and they are taken as sound: the line that an
 * engine writes after a move is compared with the program's.  Moves go in and
 * out as coordinate text: `c3e6`, promotion `e11e12q`, castling as the king's
 * move, and the other forms of ternion-notation(7), "Every kind of move".
 *
 * To add a variant, write naive_<variant>.c and declare its engine below.  The
 * engines share what reads and writes text (naive_3pf.h), the geometry of
 * hexagons (naive_hex.h), and the handling of a board (naive_board.h), of pawns
 * open to en passant (naive_pairs.h), of lines of hexes (naive_lines.h) and of
 * lines of 3PF (naive_engine.h).  None of
 * these knows a rule of a game, and nothing is shared with rules/.
 */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	NAIVE_MOVE_MAX = 128,  /* bytes of one move's text, its NUL included */
	NAIVE_TPF_MAX = 4096,  /* bytes of one 3PF line, its NUL included */
	NAIVE_MOVES_MAX = 4096 /* more moves than any tested position has */
};

struct naive_engine {
	const char *variant; /* its id, as in "dreierschach" */

	/* Writes the opening position. */
	void (*start)(char *out, size_t size);

	/*
	 * Writes the legal moves that perft counts, each once, without calls
	 * and in any order, up to `max`, and returns their number.  It is 0
	 * after the end of the game and for a line that cannot be read.
	 */
	size_t (*moves)(
	    const char *tpf, char (*out)[NAIVE_MOVE_MAX], size_t max);

	/*
	 * Writes the position after the move.  Returns false, with `out`
	 * undefined, if the move is not legal or `size` is too small.  If the
	 * game has them, passes, yields, and calls and declarations in
	 * parentheses are moves, too: `c3e6(FC)`.
	 */
	bool (*apply)(
	    const char *tpf, const char *move, char *out, size_t size);

	/*
	 * The points in turn order if the game has ended, else NULL.  The text
	 * is constant or a part of `tpf`.
	 */
	const char *(*result)(const char *tpf);

	/*
	 * The players whose pieces attack the king of `player`, as bits
	 * 1 << seat in turn order; 0 if he has no king on the board.
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
