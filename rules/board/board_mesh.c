/* Ternion: boards of four-sided cells, built from which cell lies across each
 * side of each.
 *
 * All geometry follows from one step across a side. A straight line leaves a
 * cell by the side opposite to the one it entered; a diagonal crosses a corner
 * to the cell, or the cells, that lie two places away in the ring of cells
 * around it, and leaves them by the opposite corner. */
#include <assert.h>
#include <string.h>

#include "rules/board/board.h"

enum {
	RING_MAX = 6, /* cells that meet at one corner */
};

/* One segment of a mesh: the letters of its columns from its player's left, the
 * number of the row at his base, and the step from row to row. White's columns
 * A..H correspond to the next player's L K J I D C B A and to the third's H G F
 * E I J K L, rows 1..4 to 8..5 and 12..9. */
static const struct segment {
	const char *files;
	int base, up;
} segments[PLAYERS] = {
	{ "abcdefgh", 1, 1 },
	{ "lkjidcba", 8, -1 },
	{ "hgfeijkl", 12, -1 },
};

/* A cell and a side of it that is to be left. It stands for a corner as well:
 * the one on the right hand of who leaves there. */
struct heading {
	cell at;
	unsigned side;
};

static unsigned
turned_side(unsigned side, unsigned quarters)
{
	return (side + quarters) % MESH_SIDES;
}

/* The cell of a segment in column and row, from 1; CELL_NONE if none is. */
static cell
segment_cell(const struct board *board, unsigned s, int column, int row)
{
	if (column < 1 || column > SEGMENT_COLUMNS || row < 1 ||
	    row > SEGMENT_ROWS)
		return CELL_NONE;
	return board_at(board, (unsigned)(segments[s].files[column - 1] - 'a'),
	    (unsigned)(segments[s].base + (row - 1) * segments[s].up));
}

/* A straight line leaves a cell by the side opposite to the one it entered. At
 * the front of the foremost row lies the foremost row of the opponent there,
 * who counts columns from the other end; it is entered by the front. Elsewhere
 * it is the next cell of the segment. False at the edge of the board. */
static bool
step_ahead(const struct board *board, struct heading *h)
{
	static const int right[MESH_SIDES] = { 0, 1, 0, -1 };
	static const int up[MESH_SIDES] = { 1, 0, -1, 0 };
	const struct sector *from = &board->sector[h->at];
	cell to;

	if (h->side == MESH_FRONT && from->row == SEGMENT_ROWS) {
		h->side = MESH_BACK;
		to = segment_cell(board, from->across,
		    SEGMENT_COLUMNS + 1 - from->column, SEGMENT_ROWS);
	} else {
		to = segment_cell(board, from->segment,
		    from->column + right[h->side], from->row + up[h->side]);
	}
	h->at = to;
	return to != CELL_NONE;
}

/* The cells that meet at a corner, each with that corner: who steps on and
 * turns right again and again walks round it. Returns how many there are, 0 if
 * the corner is at the edge of the board. */
static unsigned
ring_of(const struct board *board, struct heading corner,
    struct heading ring[RING_MAX])
{
	struct heading h = corner;
	unsigned count = 0;

	do {
		assert(count < RING_MAX);
		ring[count++] = h;
		if (!step_ahead(board, &h))
			return 0;
		h.side = turned_side(h.side, 1);
	} while (h.at != corner.at || h.side != corner.side);
	return count;
}

/* Through the centre it goes to the two rosette cells that are two places
 * away in the ring: the second of them is the other branch. Returns the
 * direction that forks, DIRECTIONS if none does. */
static unsigned
join_corners(struct board *board, cell c)
{
	unsigned fork = DIRECTIONS;

	for (unsigned corner = 0; corner < MESH_SIDES; corner++) {
		struct heading ring[RING_MAX];
		unsigned count =
		    ring_of(board, (struct heading){ c, corner }, ring);
		unsigned d = MESH_CORNER + corner;

		for (unsigned i = 2; i + 2 <= count; i += 2) {
			board->step[c][d] = ring[i].at;
			board->turn[c][d] = (uint8_t)(MESH_CORNER +
			    turned_side(ring[i].side, 2));
			if (d == MESH_FORK)
				fork = MESH_CORNER + corner;
			d = MESH_FORK;
		}
	}
	return fork;
}

/* A diagonal that comes to a fork is two diagonals all the way there; the
 * second has the name MESH_FORK until it has left the fork. No cell has two
 * diagonals that come to one. */
static void
share_diagonal(struct board *board, const uint8_t fork[CELLS_MAX], cell c)
{
	for (unsigned d = MESH_CORNER; d < MESH_FORK; d++) {
		unsigned way = d, steps = 0;
		cell at = c;

		while (at != CELL_NONE && fork[at] != way) {
			at = board_next(board, at, &way);
			steps++;
		}
		if (at == CELL_NONE || steps == 0)
			continue;
		assert(board->step[c][MESH_FORK] == CELL_NONE);
		board->step[c][MESH_FORK] = board->step[c][d];
		board->turn[c][MESH_FORK] = MESH_FORK;
		board->shared[c][MESH_FORK] = (uint8_t)steps;
	}
}

/* Some straight steps, a turn, and some straight steps more. */
static void
find_leap(struct board *board, struct heading h, unsigned ahead, unsigned turn,
    unsigned aside)
{
	cell *leap = board->knight[h.at];

	while (ahead-- > 0)
		if (!step_ahead(board, &h))
			return;
	h.side = turned_side(h.side, turn);
	while (aside-- > 0)
		if (!step_ahead(board, &h))
			return;
	while (*leap != CELL_NONE && *leap != h.at)
		leap++;
	*leap = h.at;
}

/* Fills in all that follows from the neighbours across the sides. */
static void
join_mesh_cells(struct board *board)
{
	uint8_t fork[CELLS_MAX];

	board->turns = true;
	for (cell c = 0; c < board->cells; c++) {
		for (unsigned side = 0; side < MESH_SIDES; side++) {
			const struct heading start = { c, side };
			struct heading h = start;

			if (step_ahead(board, &h)) {
				board->step[c][side] = h.at;
				board->turn[c][side] = (uint8_t)h.side;
			}
			/* Knight: two straight steps and one to the side, or
			 * one straight step and two to the side; the union. */
			for (unsigned turn = 1; turn < MESH_SIDES; turn += 2) {
				find_leap(board, start, 2, turn, 1);
				find_leap(board, start, 1, turn, 2);
			}
		}
		fork[c] = (uint8_t)join_corners(board, c);
	}
	for (cell c = 0; c < board->cells; c++)
		share_diagonal(board, fork, c);
}

/* Adds the next cell, with its ring, depth and flank: ternion-notation(7),
 * "Triumvirate". Colours alternate; A1 is dark. */
static void
add_mesh_cell(
    struct board *board, struct place name, unsigned s, int column, int row)
{
	bool is_left = column <= SEGMENT_COLUMNS / 2;
	int border = is_left ? column - 1 : SEGMENT_COLUMNS - column;
	int inside = border < row - 1 ? border : row - 1;
	/* The next player's segment lies on the left. */
	unsigned across = (s + (is_left ? 1u : 2u)) % PLAYERS;
	cell c = board->cells++;

	board->sector[c] = (struct sector){
		.segment = (uint8_t)s,
		.across = (uint8_t)across,
		.opponent = (uint8_t)across,
		.column = (uint8_t)column,
		.row = (uint8_t)row,
		.ring = (uint8_t)(inside >= 2 ? 1 : 3 - inside),
		.depth = (uint8_t)(SEGMENT_ROWS - row),
		.flank = (uint8_t)border,
		.rosette =
		    row == SEGMENT_ROWS && border == SEGMENT_COLUMNS / 2 - 1,
	};
	board->colour[c] = (column + row) % 2 == 1;
	board->name[c] = name;
	board->by_name[name.file][name.rank] = c;
}

/* Numbers cells in the order of 3PF: of each name in turn, or of all at once.
 */
static void
number_mesh_cells(struct board *board, enum mesh_order order)
{
	bool by_name = order == MESH_BY_NAME;

	for (int n = 0; n < (by_name ? FILES_MAX * RANKS_MAX : 1); n++)
		for (unsigned s = 0; s < PLAYERS * SEGMENT_COLUMNS; s++)
			for (int row = 0; row < SEGMENT_ROWS; row++) {
				const struct segment *segment =
				    &segments[s / SEGMENT_COLUMNS];
				int column = (int)(s % SEGMENT_COLUMNS);
				int file = segment->files[column] - 'a';
				int rank = segment->base + row * segment->up;

				if (by_name && file * RANKS_MAX + rank != n)
					continue;
				add_mesh_cell(board,
				    (struct place){
					(uint8_t)file, (uint8_t)rank },
				    s / SEGMENT_COLUMNS, column + 1, row + 1);
			}
}

void
board_index_sectors(struct board *board)
{
	memset(board->by_sector, CELL_NONE, sizeof(board->by_sector));
	for (cell c = 0; c < board->cells; c++) {
		const struct sector *at = &board->sector[c];

		board->by_sector[at->rosette
			? rosette_index(at->segment, at->opponent)
			: sector_index(at->segment, at->opponent, at->ring - 1u,
			      at->depth, at->flank)] = c;
		board->by_segment[segment_index(
		    at->segment, at->column, at->row)] = c;
	}
}

void
board_segments(struct board *board, enum mesh_order order)
{
	board_clear(board);
	board->shape = SHAPE_SEGMENTS;
	board->colours = 2;
	number_mesh_cells(board, order);
	for (cell c = 0; c < board->cells; c++) {
		const struct sector *at = &board->sector[c];

		board->rotate[c] = segment_cell(
		    board, (at->segment + 1u) % PLAYERS, at->column, at->row);
	}
	join_mesh_cells(board);
	/* Each seat's numbering is White's, with his segment turned onto it. */
	for (cell white = 0; white < board->cells; white++) {
		cell c = white;

		for (unsigned seat = 0; seat < PLAYERS; seat++) {
			board->seat_name[seat][c] = board->name[white];
			c = board->rotate[c];
		}
	}
	board_finish(board);
	board_index_sectors(board);
}
