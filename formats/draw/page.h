/* Ternion: the boards and games of a page, as page_record.js reads them. Each
 * board stands there once, whatever the number of games on it, as a drawing and
 * as data. */
#ifndef TERNION_FORMATS_PAGE_H
#define TERNION_FORMATS_PAGE_H

#include "parse/notation/coords.h"
#include "rules/rules.h"
#include "formats/record/format.h"

enum {
	PAGE_BOARD_ID_MAX = 20 /* bytes of an id with its NUL */
};

/* A number for the board of a game as it is drawn and begins: that of another
 * is equal if the two look the same in all that the page shows of them. */
uint64_t page_board_key(const struct rules *rules, enum naming naming);

/* The id of the board in the page; those of its parts begin with it. */
void page_board_id(uint64_t key, char id[PAGE_BOARD_ID_MAX]);

/* Appends a <template> with the drawing, and an object for page.js:
 *
 * - variant, title, letters, colours, kinds, players: as everywhere;
 * - keys: those of 3PF, in their order;
 * - cells: algebraic names by number; upper: 3PF has them in upper case;
 * - names: how moves name them, where that is otherwise: by seat, or for all;
 * - start: the usual position in 3PF, without keys; endings, conditions: words
 *   by number;
 * - seats, for each: view (the viewBox), at (where pieces stand), home, labels,
 *   as x, y, x, y ... in tenths; percent, how large pieces are on each cell;
 *   texts, those of labels where they are the seat's own. */
void page_board_write(
    const struct rules *rules, enum naming naming, struct strbuf *out);

/* Appends the game as an object; moves name cells by `naming`.
 *
 * - board: the id of its board;
 * - head: the tags as PGN has them;
 * - position: the start in 3PF, if it is not the board's; keys: those of 3PF
 *   at the start, if there are any; start: its items;
 * - moves: one string, see below; notes: an array of comments; words: an array;
 * - agreed: the result, if that of the board is none, and it is a draw.
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
 * Items begin with a letter. They say what differs from what is expected after
 * the position before:
 *
 * - c: cells that have changed, three digits each, cell * 256 + piece;
 * - t: more cells of the move, two digits each;
 * - P: the mover, 0 to 2; expected: whose turn it was;
 * - M: the type of the move, from MOVE_ENPASSANT on;
 * - A, R, E: status, rights, en passant, as in 3PF; expected: the same status
 *   and rights, and no pawn to be taken;
 * - T: the letter of the one to move; expected: the next who is in play;
 * - K: the clock; expected: 0 after a simple move of a pawn or to a cell that
 *   was not empty, else one more;
 * - N: the number; expected: one more if the one to move comes no later than
 *   the mover;
 * - X: a key of 3PF with its value, or without, if it has none any more;
 *   expected: the same, of `turns` the last five and the mover, and of
 *   `unmoved` those whose cells have not changed;
 * - H: + or -, a player and a letter, for each piece that came to his hand or
 *   left it;
 * - C: three digits of base 8, who checks each player, as bits; expected: the
 *   same;
 * - S: a player and what is said of him, for each thing the number of its words
 *   in `words`, from 1, in two digits, and the players with whom they end, as
 *   bits, in one; expected: the same;
 * - W: the number of the condition by which it is whose turn it is; expected:
 *   none;
 * - O: it is over: the winner (3: nobody), a dot, the ending, a dot, the
 *   result. */
void page_moves_write(const struct record *record,
    const struct writing *writing, enum naming naming, const char *board,
    struct strbuf *out);

#endif
