/* Ternion: the boards and games of a page, as page_record.js reads them. The
 * page has each board once, as a drawing and as data, for all games on it. */
#ifndef TERNION_FORMATS_PAGE_H
#define TERNION_FORMATS_PAGE_H

#include "parse/notation/coords.h"
#include "rules/rules.h"
#include "parse/record/format.h"

enum {
	PAGE_BOARD_ID_MAX = 20 /* bytes of an id with its NUL */
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
 * - start: the usual position in 3PF, without keys; endings, conditions: words
 *   by number;
 * - seats, for each: view (the viewBox), at (where pieces stand), home, labels,
 *   as x, y, x, y ... in tenths; percent, the size of pieces on each cell;
 *   texts, those of labels if each seat has its own. */
void page_board_write(
    const struct rules *rules, const struct naming *naming, struct strbuf *out);

/* Appends the game as an object; moves name cells by `naming`.
 *
 * - board: the id of its board;
 * - head: the tags as PGN has them;
 * - position: the start in 3PF, if it is not the board's; keys: those of 3PF
 *   at the start; start: its items;
 * - moves: one string, see below; notes: an array of comments; words: an array;
 * - agreed: the result of a draw that the last position does not decide.
 *
 * The moves are words with a blank between:
 *
 * - {: the next of `notes`, a comment on the ply before it;
 * - [: the next of `notes`, a comment before the ply that follows;
 * - ( and ): a variation, played instead of the ply before it;
 * - $7: an annotation of the ply before it;
 * - any other: a ply.
 *
 * Numbers are written in digits of base 64, A-Z a-z 0-9 - _, the highest first.
 * A ply begins with three of them: from + 193 * (to + 193 * k), two cells, 192
 * standing for none. If k is odd, items follow, with commas between and a bar
 * after them; if k is less than 2, the piece on `from` now stands on `to`, and
 * no other cell has changed. The rest is the text of the move, in which _
 * stands for the name of `from`, ~ for that of `to`, and %20 for a blank.
 *
 * Items begin with a letter. They say how the position differs from the one
 * that is expected after the position before:
 *
 * - c: cells that have changed, three digits each, cell * 256 + piece;
 * - t: more cells of the move, two digits each;
 * - P: the mover, 0 to 2; expected: whose turn it was;
 * - M: the type of the move, from MOVE_ENPASSANT on;
 * - A, R, E: status, rights, en passant, as in 3PF; expected: the same status
 *   and rights, and no pawn to be taken;
 * - T: the letter of the player to move; expected: the next in play;
 * - K: the clock; expected: 0 after a simple move of a pawn or to a cell that
 *   was not empty, else one more;
 * - N: the number; expected: one more if the player to move comes no later
 *   than the mover;
 * - X: a key of 3PF with its value, or alone if it is gone; expected: the same,
 *   of `turns` the last five and the mover, and of `unmoved` those whose cells
 *   have not changed;
 * - H: + or -, a player and a letter, for each piece that came to his hand or
 *   left it;
 * - C: three digits of base 8, who checks each player, as bits; expected: the
 *   same;
 * - S: a player and the facts about him: for each the number of its words in
 *   `words`, from 1, in two digits, and the players with whom they end, as
 * bits, in one; expected: the same;
 * - W: the number of the condition that decides the turn; expected: none;
 * - O: the game is over: the winner (3: nobody), a dot, the ending, a dot, the
 *   result. */
void page_moves_write(const struct record *record,
    const struct writing *writing, const struct naming *naming,
    const char *board, struct strbuf *out);

#endif
