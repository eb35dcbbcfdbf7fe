/* Ternion: a board as a graph of cells: steps, lines, leaps, colours, seats.
 *
 * A board is built once from its numbers (board_hex.c, board_mesh.c) and only
 * read after that, so any number of readers may share it. It is plain data and
 * open.
 *
 * On hexes directions 0..5 are the straight ones (E, NE, NW, W, SW, SE as
 * White sees them), 6..11 the diagonal ones (ENE, N, WNW, WSW, S, ESE).
 * Diagonal direction 6 + i lies between straight directions i and i + 1.
 *
 * On a mesh of four-sided cells they are local to a cell: 0..3 are its sides,
 * 6..9 its corners, and where a line goes on in another direction of the next
 * cell it turns. A diagonal that forks has a second direction, MESH_FORK, for
 * its other branch; the two share the cells before the fork. */
#pragma once

#include "rules/board/cellset.h"
#include "rules/board/faces.h"

enum {
	STRAIGHTS = 6,   /* number of straight directions */
	DIRECTIONS = 12, /* straight and diagonal */
	LEAPS_MAX = 12,  /* targets of one leaper from one cell */
	FILES_MAX = 20,  /* letters of a naming, from 'a' */
	RANKS_MAX = 20,  /* numbers of a naming, from 1 */
};

/* The straight directions of a mesh, as the player of the segment sees them
 * who sits at its base; 6 + i is the corner between sides i and i + 1. */
enum mesh_direction {
	MESH_FRONT,
	MESH_RIGHT,
	MESH_BACK,
	MESH_LEFT,
	MESH_SIDES,
	MESH_CORNER = STRAIGHTS,
	MESH_FORK = MESH_CORNER + MESH_SIDES,
};

/* A cell's place in a naming: file 0 is the letter a, rank 1 the number 1. */
struct place {
	uint8_t file, rank;
};

/* True if it is in that file, FILES_MAX: any, and that rank, 0: any. */
static inline bool
place_fits(struct place place, unsigned file, unsigned rank)
{
	return ((file == FILES_MAX) | (file == place.file)) &
	    ((rank == 0) | (rank == place.rank));
}

enum {
	SEGMENT_COLUMNS = 8,
	SEGMENT_ROWS = 4,
	SEGMENT_RINGS = 3,
	/* Names by segment, opponent, ring, depth and flank, and those of the
	 * rosette by segment and opponent, from 1. */
	SECTOR_SPOTS = SEGMENT_ROWS * SEGMENT_COLUMNS / 2,
	SECTOR_ROSETTE = 1 + PLAYERS * PLAYERS * SEGMENT_RINGS * SECTOR_SPOTS,
	SECTOR_NAMES = SECTOR_ROSETTE + PLAYERS * PLAYERS,
	/* Names by segment, column and row, from 1. */
	SEGMENT_NAMES = 1 + PLAYERS * SEGMENT_COLUMNS * SEGMENT_ROWS,
};

/* A cell's place among the segments of a mesh, one for each player. */
struct sector {
	uint8_t segment;  /* the player whose it is */
	uint8_t across;   /* the player across its half of the front */
	uint8_t opponent; /* the player that its name says it faces */
	uint8_t column;   /* from 1, from the left of that player */
	uint8_t row;      /* from 1, from his base */
	uint8_t ring, depth, flank;
	bool rosette; /* it touches the centre */
};

/* The look of a board, for those who draw it. */
enum board_shape {
	SHAPE_HEXES,
	SHAPE_SEGMENTS, /* three of 8 by 4 cells that meet in one point */
	SHAPE_FACES,    /* three of 5 by 5 cells, round a cube's corner */
};

/* A line from a cell to the border. */
struct ray {
	struct cellset cells;  /* the first is the next to that cell */
	struct cellset flanks; /* of all its steps; a straight line has none */
};

struct board {
	uint8_t cells; /* the cells are 0 .. cells-1, in the order of 3PF */
	uint8_t words; /* of a set that can have cells of the board */
	enum board_shape shape;

	/* Next cell that way, or CELL_NONE. See ternion-variants(7),
	 * "Hexagonal boards: Directions". */
	cell step[CELLS_MAX][DIRECTIONS];
	/* The direction in which a line goes on after that step, and whether
	 * that is ever another; see board_next. */
	uint8_t turn[CELLS_MAX][DIRECTIONS];
	bool turns;
	/* How many of the first cells that way are those of another direction
	 * as well, which counts as theirs. */
	uint8_t shared[CELLS_MAX][DIRECTIONS];
	/* The two cells between which the diagonal step 6 + i passes. */
	cell flank[CELLS_MAX][DIRECTIONS - STRAIGHTS][2];
	/* Knight targets, and the pope's, ended by CELL_NONE. */
	cell knight[CELLS_MAX][LEAPS_MAX + 1];
	cell pope[CELLS_MAX][LEAPS_MAX + 1];

	struct cellset straight[CELLS_MAX];   /* cells on straight lines */
	struct cellset diagonal[CELLS_MAX];   /* cells on diagonal lines */
	struct cellset lines[CELLS_MAX];      /* both */
	struct cellset knight_set[CELLS_MAX]; /* knight targets as a set */
	struct cellset pope_set[CELLS_MAX];   /* the pope's */
	struct cellset king_set[CELLS_MAX];   /* cells one step away */

	uint8_t colour[CELLS_MAX]; /* colour class, 0..2 on hexes; 0 is dark */
	uint8_t colours;           /* how many classes there are */
	struct sector sector[CELLS_MAX]; /* of a mesh */
	cell rotate[CELLS_MAX]; /* the cell of the next seat clockwise */

	struct place name[CELLS_MAX];               /* algebraic */
	struct place seat_name[PLAYERS][CELLS_MAX]; /* as that seat counts */
	/* Places without a cell that are passed on the way to it along its row,
	 * from that seat's left; the row begins with a cell. */
	uint8_t missing[PLAYERS][CELLS_MAX];
	cell by_name[FILES_MAX][RANKS_MAX];          /* inverse of name */
	cell by_seat[PLAYERS][FILES_MAX][RANKS_MAX]; /* inverse of seat_name */
	cell by_sector[SECTOR_NAMES]; /* of segments: inverse of sector */
	cell by_segment[SEGMENT_NAMES];

	/* Rows stand straight above one another; on hexes each is half a cell
	 * off the next. */
	bool upright;
	union {
		/* Of boards with lines that all pieces share. */
		struct {
			/* board_line from the first cell to the second, and
			 * above that from the second to the first: who asks for
			 * one wants the other next. */
			uint8_t line[CELLS_MAX][CELLS_MAX];

			/* The directions, as bits, of the lines from the
			 * second cell that the first can open or close: it lies
			 * on them, or is a flank of one of their steps. Bit
			 * DIRECTIONS: a leap from it may lead to the other. */
			uint16_t affects[CELLS_MAX][CELLS_MAX];

			/* The cells that way, by board_line; [0] is empty. */
			struct ray ray[CELLS_MAX][DIRECTIONS + 1];
		};
		struct faces faces; /* of a board of three faces */
	};
};

/*
 * The boards below are built in memory that is all zero.
 */

/* How a knight leaps. */
enum hex_knight {
	HEX_KNIGHT_USUAL,   /* "Hexagonal boards: Knight" */
	HEX_KNIGHT_LITERAL, /* two diagonal steps, then a straight one at a
			       right angle to them */
};

/* A hexagonal board with sides of alternately `a` and `b` cells, 2 or more. */
struct hex_shape {
	int a, b;
	/* Of the sides of b cells only the two ends are there, the horns. A
	 * diagonal step that lacks a flank next to a horn is none. */
	bool horned;
	enum hex_knight knight;
};

/* Builds a hexagonal board (ternion-variants(7), "Hexagonal boards"). */
void board_hex(struct board *board, const struct hex_shape *shape);

/* The order of a mesh's cells. */
enum mesh_order {
	MESH_BY_NAME,    /* by letter, then by number */
	MESH_BY_SEGMENT, /* by segment, column and row */
};

/* Indexes the names of the cells after their sectors are changed. */
void board_index_sectors(struct board *board);

/* Builds the board of three segments of 8 by 4 cells that meet in one point:
 * the front of each player's left half lies at the right half of the next
 * player, and columns go on there (ternion-variants(7), "Triumvirate: Board").
 */
void board_segments(struct board *board, enum mesh_order order);

/* For the builders of boards: after board_clear no cell, step, leap or name is
 * known yet, and board_finish derives lines, sets and inverse names
 * once cells, step, turn, shared, flank, leap, name and seat_name are filled.
 */
void board_clear(struct board *board);
void board_finish(struct board *board);

/* 1 + the direction in which the second cell lies on a line from the first, 0
 * if it lies on none. */
static inline unsigned
board_line(const struct board *board, cell from, cell to)
{
	return board->line[from][to] & 15u;
}

/* One step along a line: the next cell, or CELL_NONE, and in *direction the
 * way on from there. */
static inline cell
board_next(const struct board *board, cell at, unsigned *direction)
{
	cell to = board->step[at][*direction];

	if (board->turns)
		*direction = board->turn[at][*direction];
	return to;
}
/* The index of a name in by_sector; ring, depth and flank from 0. */
static inline unsigned
sector_index(unsigned segment, unsigned opponent, unsigned ring, unsigned depth,
    unsigned flank)
{
	return 1 +
	    ((segment * PLAYERS + opponent) * SEGMENT_RINGS + ring) *
	    SECTOR_SPOTS +
	    depth * (SEGMENT_COLUMNS / 2) + flank;
}

/* The index of a name in by_segment; column and row from 1. */
static inline unsigned
segment_index(unsigned segment, unsigned column, unsigned row)
{
	return (segment * SEGMENT_COLUMNS + column - 1) * SEGMENT_ROWS + row;
}

static inline unsigned
rosette_index(unsigned segment, unsigned opponent)
{
	return SECTOR_ROSETTE + segment * PLAYERS + opponent;
}

/* Builds the board of three faces of 5x5 cells (ternion-variants(7), "3-Player
 * Chess I: Board"). Its lines turn at a seam: it has `faces`, and none of the
 * tables of steps above. */
void board_faces(struct board *board);

/* The cell of an algebraic name, or CELL_NONE; file from 0, rank from 1. */
static inline cell
board_at(const struct board *board, unsigned file, unsigned rank)
{
	return file < FILES_MAX && rank < RANKS_MAX ? board->by_name[file][rank]
						    : (cell)CELL_NONE;
}

/* The cell that the player in `seat` calls so, or CELL_NONE. */
static inline cell
board_at_seat(
    const struct board *board, unsigned seat, unsigned file, unsigned rank)
{
	return file < FILES_MAX && rank < RANKS_MAX
	    ? board->by_seat[seat][file][rank]
	    : (cell)CELL_NONE;
}

/* `direction` as a player `seat` seats clockwise from White sees it; those of
 * a mesh are everybody's own. */
static inline unsigned
direction_for_seat(const struct board *board, unsigned direction, unsigned seat)
{
	unsigned base = direction < STRAIGHTS ? 0 : STRAIGHTS;

	if (board->turns)
		return direction;
	/* One seat clockwise turns the view by 120 degrees to the right. */
	return base + (direction - base + STRAIGHTS - 2 * seat) % STRAIGHTS;
}
