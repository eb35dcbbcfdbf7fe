/* Ternion: cell names: from text to cells and back, in the namings of boards.
 */
#ifndef TERNION_PARSE_COORDS_H
#define TERNION_PARSE_COORDS_H

#include "rules/board/board.h"
#include "parse/text/slice.h"
#include "parse/text/strbuf.h"

enum naming {
	NAMING_ALGEBRAIC, /* letter, number: e1 */
	NAMING_SWAPPED,   /* the same with rows lettered: a5 for e1 */
	NAMING_SEAT,      /* as the player in a seat counts: 1e */
	NAMING_UPPER,     /* algebraic in upper case: E1 */
	NAMING_SECTOR,    /* by segment, ring, opponent, depth: W3/R3.3 */
};

/* The letters of segments in NAMING_SECTOR, in turn order. */
#define SECTOR_LETTERS "WBR"

/* By letter: 1 + the player, 0 for any other sign. A table, because nobody can
 * predict which letter it is. */
extern const uint8_t sector_players[256];

/* The player of such a letter, or PLAYER_NONE. */
static inline unsigned
sector_player(char letter)
{
	return (sector_players[(unsigned char)letter] + PLAYERS) %
	    (PLAYERS + 1u);
}

/* Bytes of the longest name and a NUL. */
enum {
	CELL_NAME_MAX = 16
};

/*
 * The cell that `text` names, read by the player in `seat`; letters in either
 * case but in NAMING_SECTOR. CELL_NONE if it is no name, or names no cell of
 * the board.
 */
cell coords_read(const struct board *board, enum naming naming, unsigned seat,
    struct slice text);

/*
 * Reads a part of an algebraic or swapped name, a letter or a number: sets
 * *file (FILES_MAX: not stated) and *rank (0: not stated) as the board counts.
 */
void coords_read_part(
    enum naming naming, struct slice text, uint8_t *file, uint8_t *rank);

/* Writes the cell's name at p, where there is room for CELL_NAME_MAX bytes, and
 * returns its end; the seat matters for NAMING_SEAT only. */
char *coords_put(const struct board *board, enum naming naming, unsigned seat,
    cell c, char *p);

/* The same in the two namings in which most moves are written. */

static inline char *
coords_put_algebraic(const struct board *board, cell c, char *p)
{
	*p++ = (char)('a' + board->name[c].file);
	return strbuf_put_small(p, board->name[c].rank);
}

static inline char *
coords_put_seat(const struct board *board, unsigned seat, cell c, char *p)
{
	p = strbuf_put_small(p, board->seat_name[seat][c].rank);
	*p++ = (char)('a' + board->seat_name[seat][c].file);
	return p;
}

/* Appends the cell's name; the seat matters for NAMING_SEAT only. */
void coords_write(const struct board *board, enum naming naming, unsigned seat,
    cell c, struct strbuf *out);

/* The same into `name`, which is returned. */
const char *coords_name(const struct board *board, enum naming naming,
    unsigned seat, cell c, char name[CELL_NAME_MAX]);

#endif
