/* Ternion: a position as a board of characters, for the terminal. */
#ifndef TERNION_FORMATS_FORMAT_BOARD_H
#define TERNION_FORMATS_FORMAT_BOARD_H

#include "parse/notation/notation.h"
#include "rules/rules.h"
#include "parse/text/strbuf.h"

struct board_style {
	bool unicode;                 /* chess symbols, else English letters */
	bool colour;                  /* escape sequences of the terminal */
	unsigned seat;                /* whose baseline is at the bottom */
	const struct names *names;    /* NULL: algebraic, in English letters */
	const struct cellset *marked; /* in brackets; NULL: none */
};

/*
 * Appends the board as the player in the seat sees it: a piece is its colour's
 * letter and its own, an empty cell a point; before a piece stands x if it is
 * nobody's, its owner's letter if that is another's, + if it is promoted. Each
 * row has its first and last cell's names at its ends; below, it says whose
 * turn it is, and who is sieged or fortified. Where names depend on who counts,
 * it is the player in the seat.
 */
void board_write(const struct rules *rules, const struct position *position,
    const struct board_style *style, struct strbuf *out);

#endif
