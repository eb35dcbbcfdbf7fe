/*
 * Ternion: hexagonal boards, built from the two lengths of their sides.
 *
 * Everything here is as ternion-variants(7), "Hexagonal boards", tells it, in
 * axial coordinates (q, r) as White sees them.
 */
#include <string.h>

#include "rules/board/board.h"
#include "rules/board/board_int.h"

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

/* White's view to that of the next player clockwise. */
static struct hex
rotate(const struct hex_shape *s, struct hex h)
{
	return (struct hex){ s->a - 1 - h.q + h.r, s->a + s->b - 2 - h.q };
}

static struct hex
hex_of(const struct board *board, cell c)
{
	return (struct hex){ board->name[c].file, board->name[c].rank - 1 };
}

static cell
cell_of(const struct board *board, const struct hex_shape *s, struct hex h)
{
	if (!on_hex_board(s, h))
		return CELL_NONE;
	return board_at(board, (unsigned)h.q, (unsigned)h.r + 1);
}

static cell
neighbour(const struct board *board, const struct hex_shape *s, cell c,
    const struct hex *step)
{
	struct hex h = hex_of(board, c);

	return cell_of(board, s, (struct hex){ h.q + step->q, h.r + step->r });
}

/* Cells in the order of 3PF: by column letter, then by row number. */
static void
number_hexes(struct board *board, const struct hex_shape *s)
{
	int last = s->a + s->b - 2;

	memset(board->by_name, CELL_NONE, sizeof(board->by_name));
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
}

/* The cells that a leaper reaches, ended by CELL_NONE. */
static void
find_hex_leaps(const struct board *board, const struct hex_shape *s, cell c,
    const struct hex *steps, cell *leap)
{
	for (int i = 0; i < LEAPS_MAX; i++) {
		cell t = neighbour(board, s, c, &steps[i]);

		if (t != CELL_NONE)
			*leap++ = t;
	}
	*leap = CELL_NONE;
}

static void
join_hexes(struct board *board, const struct hex_shape *s, cell c)
{
	for (unsigned d = 0; d < DIRECTIONS; d++)
		board->step[c][d] = neighbour(board, s, c, &directions[d]);
	for (unsigned i = 0; i < STRAIGHTS; i++) {
		cell *flank = board->flank[c][i];

		flank[0] = board->step[c][i];
		flank[1] = board->step[c][(i + 1) % STRAIGHTS];
		/* Both must exist. Beside horns alone one is missing. */
		if (flank[0] == CELL_NONE || flank[1] == CELL_NONE)
			board->step[c][STRAIGHTS + i] = CELL_NONE;
	}
	find_hex_leaps(board, s, c, knights[s->knight], board->knight[c]);
	find_hex_leaps(board, s, c, pope, board->pope[c]);
	board->rotate[c] = cell_of(board, s, rotate(s, hex_of(board, c)));
}

/*
 * Siege names: the rank seen by the player, then the letter that counts the
 * cells of that rank from his left.
 */
static void
name_hexes_for_seats(struct board *board, const struct hex_shape *s)
{
	for (cell white = 0; white < board->cells; white++) {
		cell c = white;
		struct hex h = hex_of(board, white);
		int left = h.r < s->b ? 0 : h.r - s->b + 1;
		unsigned file = 0, missing = 0;

		for (int q = left; q < h.q; q++) {
			if (on_hex_board(s, (struct hex){ q, h.r }))
				file++;
			else if (file > 0)
				missing++;
		}
		for (unsigned seat = 0; seat < PLAYERS; seat++) {
			board->seat_name[seat][c].file = (uint8_t)file;
			board->seat_name[seat][c].rank = (uint8_t)(h.r + 1);
			board->missing[seat][c] = (uint8_t)missing;
			c = board->rotate[c];
		}
	}
}

void
board_hex(struct board *board, const struct hex_shape *s)
{
	board->colours = 3;
	number_hexes(board, s);
	for (cell c = 0; c < board->cells; c++)
		join_hexes(board, s, c);
	name_hexes_for_seats(board, s);
	board_finish(board);
}
