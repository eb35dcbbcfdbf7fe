/* Ternion: the boards and games of a page, as page_record.js reads them. The
 * page has each board once, as a drawing and as data, for all games on it. */
#pragma once

#include "parse/notation/coords.h"
#include "rules/rules.h"
#include "parse/record/format.h"

enum {
	PAGE_BOARD_ID_MAX = 20, /* bytes of an id with its NUL */
	PAGE_UNMOVED = 256,     /* a bit of a piece that has not moved */
	PAGE_PIECES = 512       /* numbers of pieces */
};

/* A hash of the game, the names of cells and the start of a board. */
uint64_t page_board_key(const struct rules *rules, const struct naming *naming);

/* The id of the board in the page; the ids of its parts begin with it. */
void page_board_id(uint64_t key, char id[PAGE_BOARD_ID_MAX]);

/* Appends a <template> with the drawing, and an object for page.js:
 *
 * - variant, title, letters, colours, kinds, players: as everywhere;
 * - keys: those of 3PF, in their order;
 * - cells: algebraic names by number; upper: 3PF has them in upper case;
 * - names: their names in moves, if these differ: for each seat, or for all;
 * - hand: the letters of kinds, in the order of hands in 3PF; turns: the number
 *   of turns that the key `turns` keeps;
 * - start: the usual position: at, the piece on each cell in two digits, and
 *   fields of 3PF, the turn as a number;
 * - seats, for each: view (the viewBox), at (where pieces stand), home, labels,
 *   as x, y, x, y ... in tenths; percent, the size of pieces on each cell;
 *   texts, those of labels if each seat has its own. */
void page_board_write(
    const struct rules *rules, const struct naming *naming, struct strbuf *out);

/* The number of a cell's piece: that of types.h, and PAGE_UNMOVED. */
unsigned page_piece(const struct position *position, cell c);

/* Appends a number in digits of base 64, A-Z a-z 0-9 - _, the highest first. */
void page_put_digits(unsigned long number, unsigned count, struct strbuf *out);

/* Appends the game as an object; moves name cells by `naming`.
 *
 * - board: the id of its board;
 * - text: the record in PGN;
 * - plies: a word for each ply, in the order of the text;
 * - start: how its start differs from the board's, as the changes of a ply;
 * - facts: texts with a bar after each.
 *
 * A word begins with three digits: from + 193 * (to + 193 * k), two cells, 192
 * for none. The piece on `from` goes to `to`, and the position changes as
 * expected: the next player is to move, the number is one more if he comes no
 * later than the mover, `ep` is "-", the clock of 3PF is one more, or 0 if k is
 * at least 3, and the mover is the last of `turns`. If k mod 3 is 1, a change
 * follows, if it is 2, several changes and a bar.
 *
 * Each change is a number of three digits. Below 131072 it is cell * 512 +
 * piece; after the cells come ten numbers of pieces in hand for each player, in
 * the order of `hand`, and then as many of lost pieces. From 131072 on it is
 * the number of a fact, NAME=VALUE, which holds from now on:
 *
 * - turn, clock, number, rights, ep, status: fields of 3PF; or a key of it, ""
 *   if it is gone, and * if the pieces tell its value;
 * - 0, 1, 2: the words about a player, with ; between;
 * - why: the condition that decides the turn;
 * - end, result: how the game ended.
 *
 * These hold for one ply, the cells in two digits each:
 *
 * - mover: it is not the player whose turn it was;
 * - trace: the cells of the move, if they are more than two; taken: others on
 *   which it took a piece;
 * - told: what kind of move it was;
 * - signs: arrows and marks, drawn for the first seat. */
void page_moves_write(const struct record *record,
    const struct writing *writing, const struct naming *naming,
    const char *board, struct strbuf *out);
