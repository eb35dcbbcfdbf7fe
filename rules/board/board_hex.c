/* Ternion: hexagonal boards, built from the two lengths of their sides.
 *
 * Everything here is as ternion-variants(7), "Hexagonal boards", tells it, in
 * axial coordinates (q, r) as White sees them. */
#include "rules/board/board.h"

struct hex {
	int q, r;
};

static const struct hex directions[DIRECTIONS] = { { 1, 0 }, { 1, 1 }, { 0, 1 },
	{ -1, 0 }, { -1, -1 }, { 0, -1 }, { 2, 1 }, { 1, 2 }, { -1, 1 },
	{ -2, -1 }, { -1, -2 }, { 1, -1 } };

/* By enum hex_knight: two straight steps and then one straight step off to the
 * side; or, in Nivichanov's game, two diagonal steps in one direction and one
 * straight step at a right angle to it. */
static const struct hex knights[][LEAPS_MAX] = {
	[HEX_KNIGHT_USUAL] = { { 2, 3 }, { 1, 3 }, { 3, 2 }, { 3, 1 },
	    { 2, -1 }, { 1, -2 }, { -2, -3 }, { -1, -3 }, { -3, -2 },
	    { -3, -1 }, { -2, 1 }, { -1, 2 } },
	[HEX_KNIGHT_LITERAL] = { { 4, 3 }, { 4, 1 }, { 3, 4 }, { 1, 4 },
	    { -1, 3 }, { -3, 1 }, { -4, -3 }, { -4, -1 }, { -3, -4 },
	    { -1, -4 }, { 1, -3 }, { 3, -1 } },
};

/* Siege Chess: one diagonal step, or three straight steps in one direction,
 * whatever stands between. */
static const struct hex pope[LEAPS_MAX] = { { 2, 1 }, { 1, 2 }, { -1, 1 },
	{ -2, -1 }, { -1, -2 }, { 1, -1 }, { 3, 0 }, { 3, 3 }, { 0, 3 },
	{ -3, 0 }, { -3, -3 }, { 0, -3 } };

/* True if a cell of the whole hexagon lies on a side of b cells and is none of
 * its ends. */
static bool
between_horns(const struct hex_shape *s, struct hex h)
{
	int last = s->a + s->b - 2;

	return (h.q == 0 && h.r > 0 && h.r < s->b - 1) ||
	    (h.r == last && h.q > s->a - 1 && h.q < last) ||
	    (h.q - h.r == s->a - 1 && h.r > 0 && h.r < s->b - 1);
}

static bool
on_hex_board(const struct hex_shape *s, struct hex h)
{
	int left = h.r < s->b ? 0 : h.r - s->b + 1;
	int right = h.r < s->b ? s->a - 1 + h.r : s->a + s->b - 2;

	return h.r >= 0 && h.r <= s->a + s->b - 2 && h.q >= left &&
	    h.q <= right && !(s->horned && between_horns(s, h));
}

/* The cell that lies so from another, or CELL_NONE. */
static cell
neighbour(const struct board *board, const struct hex_shape *s, cell c,
    const struct hex *step)
{
	int q = board->name[c].file + step->q;
	int r = board->name[c].rank - 1 + step->r;

	return on_hex_board(s, (struct hex){ q, r })
	    ? board_at(board, (unsigned)q, (unsigned)r + 1)
	    : (cell)CELL_NONE;
}

static void
join_hexes(struct board *board, const struct hex_shape *s, cell c)
{
	cell *knight = board->knight[c], *leap = board->pope[c];
	int q = board->name[c].file, r = board->name[c].rank - 1;

	for (unsigned d = 0; d < DIRECTIONS; d++)
		board->step[c][d] = neighbour(board, s, c, &directions[d]);
	for (unsigned i = 0; i < STRAIGHTS; i++) {
		cell *flank = board->flank[c][i];

		flank[0] = board->step[c][i];
		flank[1] = board->step[c][(i + 1) % STRAIGHTS];
		/* Both must exist. Only next to horns one is missing. */
		if (flank[0] == CELL_NONE || flank[1] == CELL_NONE)
			board->step[c][STRAIGHTS + i] = CELL_NONE;
	}
	/* The cells that leapers reach, ended by CELL_NONE. */
	for (int i = 0; i < LEAPS_MAX; i++) {
		*knight = neighbour(board, s, c, &knights[s->knight][i]);
		*leap = neighbour(board, s, c, &pope[i]);
		knight += *knight != CELL_NONE;
		leap += *leap != CELL_NONE;
	}
	*knight = *leap = CELL_NONE;
	/* White's view to that of the next player clockwise. */
	board->rotate[c] = board_at(board, (unsigned)(s->a - 1 - q + r),
	    (unsigned)(s->a + s->b - 1 - q));
}

/* Siege names: the rank seen by the player, then the letter that counts the
 * cells of that rank from his left. */
static void
name_hexes_for_seats(struct board *board, const struct hex_shape *s)
{
	for (cell white = 0; white < board->cells; white++) {
		cell c = white;
		int r = board->name[white].rank - 1;
		unsigned file = 0, missing = 0;

		for (int q = 0; q < board->name[white].file; q++) {
			if (on_hex_board(s, (struct hex){ q, r }))
				file++;
			else if (file > 0)
				missing++;
		}
		for (unsigned seat = 0; seat < PLAYERS; seat++) {
			board->seat_name[seat][c].file = (uint8_t)file;
			board->seat_name[seat][c].rank = (uint8_t)(r + 1);
			board->missing[seat][c] = (uint8_t)missing;
			c = board->rotate[c];
		}
	}
}

void
board_hex(struct board *board, const struct hex_shape *s)
{
	int last = s->a + s->b - 2;

	board_clear(board);
	board->colours = 3;
	/* Cells in the order of 3PF: by column letter, then by row number. */
	for (int q = 0; q <= last; q++)
		for (int r = 0; r <= last; r++) {
			cell c = board->cells;

			if (!on_hex_board(s, (struct hex){ q, r }))
				continue;
			board->name[c].file = (uint8_t)q;
			board->name[c].rank = (uint8_t)(r + 1);
			board->colour[c] = (uint8_t)((q + r) % 3);
			board->by_name[q][r + 1] = c;
			board->cells++;
		}
	for (cell c = 0; c < board->cells; c++)
		join_hexes(board, s, c);
	name_hexes_for_seats(board, s);
	board_finish(board);
}
