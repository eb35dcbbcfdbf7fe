/* Ternion: a position as a board of characters, for the terminal. */
#pragma once

#include "parse/game/snapshot.h"
#include "parse/notation/notation.h"
#include "rules/rules.h"

struct board_style {
	bool unicode;                  /* chess symbols, else English letters */
	bool colour;                   /* escape sequences of the terminal */
	unsigned seat;                 /* whose baseline is at the bottom */
	const struct names *names;     /* NULL: algebraic, in English letters */
	const struct cellset *marked;  /* in brackets; NULL: the last move */
	const struct arrival *arrival; /* or NULL */
	bool lost; /* tell what the players have lost since the usual start */
};

/* Appends the board as the player in the seat sees it, with the names of cells
 * at the ends of rows; below it, whose turn it is, and of each player the
 * facts, the pieces in hand and those lost. A piece is the letter of its colour
 * and its own, after x if it is nobody's, after the letter of its owner if that
 * is another player, or after + if it is promoted. */
void board_write(const struct rules *rules, const struct position *position,
    const struct board_style *style, struct strbuf *out);
