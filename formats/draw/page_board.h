/*
 * Ternion: the boards of a page: each stands there once, whatever the number of
 * games on it, as a drawing and as data for page.js.
 */
#ifndef TERNION_FORMATS_PAGE_BOARD_H
#define TERNION_FORMATS_PAGE_BOARD_H

#include "parse/notation/coords.h"
#include "rules/rules.h"

enum {
	PAGE_BOARD_ID_MAX = 20 /* bytes of an id with its NUL */
};

/* A number for the board of a game as it is drawn and begins: that of another
 * is equal if the two look the same in all that the page shows of them. */
uint64_t page_board_key(const struct rules *rules, enum naming naming);

/* The id of the board in the page; those of its parts begin with it. */
void page_board_id(uint64_t key, char id[PAGE_BOARD_ID_MAX]);

/*
 * Appends a <template> with the drawing, and an object for page.js:
 *
 * - variant, title, letters, colours, kinds, players: as everywhere;
 * - keys: those of 3PF, in their order;
 * - cells: algebraic names by number; upper: 3PF has them in upper case;
 * - names: how moves name them, where that is otherwise: by seat, or for all;
 * - start: the usual position in 3PF, without keys; pieces: its items, see
 *   page_moves.h; endings, conditions: words by number;
 * - seats, for each: view (the viewBox), at (where pieces stand), home, labels,
 *   as x, y, x, y ... in tenths; percent, how large pieces are on each cell;
 *   texts, those of labels where they are the seat's own.
 */
void page_board_write(
    const struct rules *rules, enum naming naming, struct strbuf *out);

#endif
