/* Ternion: the board of three faces, built from its gluing rule.
 *
 * 75 cells named as on a 10x10 board whose upper right quarter is missing.
 * Inside the plane neighbours are as on a chessboard; in addition, the right
 * side of e6..e10 is glued to the top side of f5..j5. */
#include "rules/board/board.h"

enum {
	SIDE = 10, /* cells of a side of the plane */
	FACE = 5,  /* cells of a side of a face */
};

/* A step's target, and the eighths by which directions turn on the way. */
struct seam_crossing {
	cell to;
	int turn;
};

static const struct seam_crossing nowhere = { CELL_NONE, 0 };

static bool
on_faces(int column, int row)
{
	return column >= 1 && column <= SIDE && row >= 1 && row <= SIDE &&
	    (column <= FACE || row <= FACE);
}

static cell
cell_at(const struct board *board, int column, int row)
{
	return on_faces(column, row) ? board->by_name[column - 1][row]
				     : (cell)CELL_NONE;
}

/* Crossing from e(n) to the right you arrive moving down; crossing up from row
 * 5 of Black's face you arrive moving left. */
static struct seam_crossing
straight_step(const struct board *board, cell c, unsigned way)
{
	static const int ahead[FACE_WAYS][2] = {
		[0] = { 1, 0 },
		[2] = { 0, 1 },
		[4] = { -1, 0 },
		[6] = { 0, -1 },
	};
	int column = board->name[c].file + 1, row = board->name[c].rank;

	if (way == 0 && column == FACE && row > FACE)
		return (struct seam_crossing){ cell_at(board, row, FACE), -2 };
	if (way == 2 && row == FACE && column > FACE)
		return (
		    struct seam_crossing){ cell_at(board, FACE, column), 2 };
	return (struct seam_crossing){
		cell_at(board, column + ahead[way][0], row + ahead[way][1]), 0
	};
}

static struct seam_crossing
two_straights(
    const struct board *board, cell c, unsigned first, unsigned second)
{
	struct seam_crossing one = straight_step(board, c, first);

	if (one.to == CELL_NONE)
		return nowhere;
	struct seam_crossing two =
	    straight_step(board, one.to, way_turn(second, one.turn));
	return (struct seam_crossing){ two.to, one.turn + two.turn };
}

/* A cell as a face's owner counts: u towards the previous player's corner, v
 * towards the next player's, from his own. */
struct own {
	unsigned face;
	int u, v;
};

static struct own
own_place(const struct board *board, cell c)
{
	int column = board->name[c].file + 1, row = board->name[c].rank;

	if (row > FACE)
		return (struct own){ 1, SIDE - row, column - 1 };
	if (column > FACE)
		return (struct own){ 2, row - 1, SIDE - column };
	return (struct own){ 0, column - 1, row - 1 };
}

static cell
own_cell(const struct board *board, struct own own)
{
	switch (own.face) {
	case 0:
		return cell_at(board, 1 + own.u, 1 + own.v);
	case 1:
		return cell_at(board, 1 + own.v, SIDE - own.u);
	default:
		return cell_at(board, SIDE - own.v, 1 + own.u);
	}
}

/* The eighths by which the rotation of the seats turns a face's directions. */
static const int rotation[PLAYERS] = { -2, 4, -2 };

/* Gives each seat, by rotation, what White's cell is for him. */
static void
find_seats(struct board *board, cell white)
{
	struct faces *faces = &board->faces;
	struct own own = own_place(board, white);
	const unsigned right = 1u << 0, up = 1u << 2;
	/* Up on Red's face, to the right on Black's face; on his own face up
	 * where v > u, right where u > v, and either where u = v. */
	unsigned forward = own.face == 1 || (own.face == 0 && own.v > own.u)
	    ? up
	    : own.face == 2 || own.u > own.v ? right
					     : up | right;
	cell c = white;

	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		faces->forward[seat][c] = (uint8_t)forward;
		unsigned ways = forward;
		int turn = rotation[own_place(board, c).face];

		/* Rows 9 and 10 of Red's face, columns i and j of Black's. */
		if ((own.face == 1 && own.u < 2) ||
		    (own.face == 2 && own.v < 2))
			cellset_add(&faces->zone[seat], c);
		if (own.face == 0 && own.u == 0 && own.v == 0) {
			unsigned next = player_after(seat);

			faces->home[seat] = c;
			faces->abroad[next] |= faceset_only(c);
			faces->abroad[player_after(next)] |= faceset_only(c);
		}
		board->seat_name[seat][c] = board->name[white];
		for (forward = 0; ways != 0; ways &= ways - 1)
			forward |= 1u
			    << way_turn((unsigned)__builtin_ctz(ways), turn);
		c = board->rotate[c];
	}
}

/* A diagonal step between directions d1 and d2 goes to the cell reached by d1
 * then d2, provided that d2 then d1 reaches the same cell. */
static struct seam_crossing
face_step(const struct board *board, cell c, unsigned way)
{
	unsigned d1 = way_turn(way, -1), d2 = way_turn(way, 1);

	if (way % 2 == 0)
		return straight_step(board, c, way);
	struct seam_crossing one = two_straights(board, c, d1, d2);
	struct seam_crossing other = two_straights(board, c, d2, d1);
	return one.to == other.to ? one : nowhere;
}

void
board_faces(struct board *board)
{
	struct faces *faces = &board->faces;

	board->upright = true;
	board->shape = SHAPE_FACES;
	/* Tables for boards of one plane stay so. */
	board_clear(board);
	/* Cells in the order of 3PF: by column letter, then by row number. */
	for (int column = 1; column <= SIDE; column++)
		for (int row = 1; row <= SIDE; row++) {
			cell c = board->cells;

			if (!on_faces(column, row))
				continue;
			board->name[c].file = (uint8_t)(column - 1);
			board->name[c].rank = (uint8_t)row;
			board->by_name[column - 1][row] = c;
			board->cells++;
		}
	for (cell c = 0; c < board->cells; c++) {
		struct own own = own_place(board, c);

		own.face = (own.face + 1) % PLAYERS;
		board->rotate[c] = own_cell(board, own);
		for (unsigned way = 0; way < FACE_WAYS; way++) {
			struct seam_crossing crossing =
			    face_step(board, c, way);

			faces->step[c][way] = crossing.to;
			faces->heading[c][way] =
			    (uint8_t)way_turn(way, crossing.turn % FACE_WAYS);
		}
	}
	for (cell c = 0; c < board->cells; c++) {
		const cell *step = faces->step[c];

		find_seats(board, c);
		/* Four cells round one corner point where four cells meet:
		 * where there is a diagonal step. */
		for (unsigned way = 1; way < FACE_WAYS; way += 2) {
			cell *block = faces->block[c][faces->blocks[c]];

			if (step[way] == CELL_NONE)
				continue;
			block[0] = step[way_turn(way, -1)];
			block[1] = step[way];
			block[2] = step[way_turn(way, 1)];
			faces->blocks[c]++;
		}
	}
	board_finish(board);
}
