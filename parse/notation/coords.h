/* Ternion: cell names: from text to cells and back, in all namings. */
#pragma once

#include "rules/board/board.h"
#include "parse/text/strbuf.h"

enum {
	SECTOR_LEN = 7,     /* bytes of "W3/B2.1" */
	ROSETTE_LEN = 5,    /* of "C/W.B" */
	SEGMENT_LEN = 3,    /* of "BE1" */
	CELL_NAME_MAX = 16, /* of the longest name and a NUL */
};

enum naming_kind {
	BY_FILE,      /* letter, number: e1 */
	BY_RANK,      /* algebraic with rows lettered: a5 for e1 */
	BY_SEAT,      /* as the player in a seat counts: 1e */
	BY_UPPER,     /* algebraic in upper case: E1 */
	BY_OWN_NAMES, /* as a configuration says */
	BY_SECTOR,    /* by segment, ring, opponent, depth: W3/R3.3 */
	BY_SEGMENT,   /* by segment, column, row: BE1 */
};

/* How cells are named. */
struct naming {
	enum naming_kind kind;
	const char *segments; /* the letters of segments, in turn order */
	bool is_upper;        /* letters are written in upper case */
	bool at_edges;        /* letters and numbers at the edges of a drawing
				 tell the names of all cells */
	const struct cell_names *own; /* of BY_OWN_NAMES */
};

/* Those of the built-in notations, by their kind. */
extern const struct naming namings[];

#define NAMING_ALGEBRAIC (&namings[BY_FILE])
#define NAMING_SWAPPED   (&namings[BY_RANK])
#define NAMING_SEAT      (&namings[BY_SEAT])
#define NAMING_UPPER     (&namings[BY_UPPER])
#define NAMING_SECTOR    (&namings[BY_SECTOR])
#define NAMING_SEGMENT   (&namings[BY_SEGMENT])

/* By letter of NAMING_SECTOR, and by that of NAMING_SEGMENT in either case: 1 +
 * the player, 0 for any other sign. Tables, as the letter cannot be
 * predicted. */
extern const uint8_t sector_players[256], segment_players[256];

/* The names of cells in a notation that a configuration defines. */
struct cell_names {
	/* By code, as coords_of counts; "" where the board has no cell. */
	char text[FILES_MAX * RANKS_MAX][CELL_NAME_MAX];
	/* The parts of names for files and ranks; "" if there are none. */
	char file[FILES_MAX][CELL_NAME_MAX];
	char rank[RANKS_MAX][CELL_NAME_MAX]; /* by the number, from 1 */
	size_t longest;                      /* name, in bytes */
};

/* A name as a number, the code, from 1: boards have tables of cells by code,
 * and readers of notations, which have no board, look at each character of a
 * name anyway. This is the code of a letter, from 0, and a number, from 1; 0 if
 * there are no such names. */
static inline unsigned
coords_of(unsigned letter, unsigned number)
{
	return letter < FILES_MAX && number < RANKS_MAX
	    ? letter * RANKS_MAX + number
	    : 0;
}

/* The code of the sector whose name is at p, like "W3/B2.1"; 0 if none is. */
static inline unsigned
coords_sector(const char *p)
{
	unsigned segment = sector_players[(unsigned char)p[0]];
	unsigned opponent = sector_players[(unsigned char)p[3]];
	unsigned ring = (unsigned)(p[1] - '1');
	unsigned depth = (unsigned)(p[4] - '0');
	unsigned flank = (unsigned)(p[6] - '0');

	if (segment == 0 || opponent == 0 || ring >= SEGMENT_RINGS ||
	    p[2] != '/' || depth >= SEGMENT_ROWS || p[5] != '.' ||
	    flank >= SEGMENT_COLUMNS / 2)
		return 0;
	return sector_index(segment - 1, opponent - 1, ring, depth, flank);
}

/* The code of a cell of the rosette, like "C/W.B". */
static inline unsigned
coords_rosette(const char *p)
{
	unsigned segment = sector_players[(unsigned char)p[2]];
	unsigned opponent = sector_players[(unsigned char)p[4]];

	if (p[0] != 'C' || p[1] != '/' || p[3] != '.' || segment == 0 ||
	    opponent == 0)
		return 0;
	return rosette_index(segment - 1, opponent - 1);
}

/* The code of the cell of a segment whose name is at p, like "BE1". */
static inline unsigned
coords_segment(const char *p)
{
	unsigned segment = segment_players[(unsigned char)p[0]];
	unsigned column = (unsigned)((p[1] | 0x20) - 'a');
	unsigned row = (unsigned)(p[2] - '1');

	return segment > 0 && column < SEGMENT_COLUMNS && row < SEGMENT_ROWS
	    ? segment_index(segment - 1, column + 1, row + 1)
	    : 0;
}

/* The code of a name, in either case but in NAMING_SECTOR; 0: it is none. */
unsigned coords_code(const struct naming *naming, struct slice text);

/* True if the text is not the part of a name for a file or a rank. */
bool coords_is_own_cell(const struct cell_names *names, struct slice text);

/* True if a part of a move is a cell, and not only its letter or its number. */
static inline bool
coords_is_cell(const struct naming *naming, struct slice text)
{
	char first = text.ptr[0], last = text.ptr[text.len - 1];

	if (naming->kind == BY_OWN_NAMES)
		return coords_is_own_cell(naming->own, text);
	return text.len > 1 && (first > '9' || last > '9');
}

/* The cell of the name with that number, read by the player in `seat`;
 * CELL_NONE for 0 and if the board has no such cell. */
static inline cell
coords_at(const struct board *board, const struct naming *naming, unsigned seat,
    unsigned code)
{
	if (naming->kind == BY_SECTOR)
		return board->by_sector[code];
	if (naming->kind == BY_SEGMENT)
		return board->by_segment[code];
	if (naming->kind == BY_RANK)
		return board_at(
		    board, code % RANKS_MAX - 1, code / RANKS_MAX + 1);
	return (naming->kind == BY_SEAT ? board->by_seat[seat][0]
					: board->by_name[0])[code];
}

/* The cell that `text` names, read by the player in `seat`; letters in either
 * case but in NAMING_SECTOR. CELL_NONE if it names no cell of the board. */
static inline cell
coords_read(const struct board *board, const struct naming *naming,
    unsigned seat, struct slice text)
{
	return coords_at(board, naming, seat, coords_code(naming, text));
}

/* Reads a part of an algebraic or swapped name, a letter or a number: sets
 * *file (FILES_MAX: not stated) and *rank (0: not stated) of the board. */
void coords_read_part(const struct naming *naming, struct slice text,
    uint8_t *file, uint8_t *rank);

/* Writes the cell's name at p, where there is room for CELL_NAME_MAX bytes, and
 * returns its end; the seat matters for NAMING_SEAT only. */
char *coords_put(const struct board *board, const struct naming *naming,
    unsigned seat, cell c, char *p);

/* The names of the cell's column, and of its row, at the edges of a board: a
 * letter and a number, after the letter of the segment where names have one.
 * The cell W3/B2.1 is in the column "W.1", by segment and flank, and in the row
 * "B2", by opponent and depth. */
void coords_column(const struct board *board, const struct naming *naming,
    cell c, char text[CELL_NAME_MAX]);
void coords_row(const struct board *board, const struct naming *naming, cell c,
    char text[CELL_NAME_MAX]);

/* Appends the cell's name; the seat matters for NAMING_SEAT only. */
void coords_write(const struct board *board, const struct naming *naming,
    unsigned seat, cell c, struct strbuf *out);

/* Writes the cell's name into `name`, and returns it. */
const char *coords_name(const struct board *board, const struct naming *naming,
    unsigned seat, cell c, char name[CELL_NAME_MAX]);
