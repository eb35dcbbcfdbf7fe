/* Hexagonal boards, rule by rule: ternion-variants(7), "Hexagonal boards". */
#include "tests/unit/setup.h"

/* Directions in the order of board.h. */
enum {
	E,
	NE,
	NW,
	W,
	SW,
	SE,
	ENE,
	N,
	WNW,
	WSW,
	S,
	ESE
};

static const struct size {
	int a, b;
	unsigned cells;
} sizes[] = { { 9, 8, 192 }, { 8, 9, 192 }, { 8, 6, 126 } };

enum {
	SIZES = sizeof(sizes) / sizeof(sizes[0])
};

static struct board boards[SIZES];

SET_UP(make_boards)
{
	for (int i = 0; i < SIZES; i++)
		board_hex(&boards[i],
		    &(struct hex_shape){ .a = sizes[i].a, .b = sizes[i].b });
}

static cell
at(const struct board *board, int q, int r)
{
	return q < 0 || r < 0 ? (cell)CELL_NONE
			      : board_at(board, (unsigned)q, (unsigned)r + 1);
}

/* `hexboard(9,8)` and `hexboard(8,9)` have 192 cells, `hexboard(8,6)` has
 * 126. */
TEST(boards_have_192_192_and_126_cells)
{
	for (int i = 0; i < SIZES; i++)
		assert_int_equal(boards[i].cells, sizes[i].cells);
}

/* In row `r < b` the cells are `q = 0 .. a-1+r`; in row `r >= b` they are
 * `q = r-b+1 .. a+b-2`. */
TEST(rows_have_their_cells)
{
	for (int i = 0; i < SIZES; i++) {
		int a = sizes[i].a, b = sizes[i].b;

		for (int r = 0; r < RANKS_MAX - 1; r++) {
			int first = r < b ? 0 : r - b + 1;
			int last = r < b ? a - 1 + r : a + b - 2;

			for (int q = 0; q < FILES_MAX; q++)
				assert_int_equal(
				    r <= a + b - 2 && q >= first && q <= last,
				    at(&boards[i], q, r) != CELL_NONE);
		}
	}
}

/* The cells are in the order of 3PF: by column letter, then row number. */
TEST(cells_are_numbered_in_the_order_of_3pf)
{
	for (int i = 0; i < SIZES; i++) {
		const struct place *name = boards[i].name;

		for (int c = 1; c < boards[i].cells; c++)
			assert_true(name[c - 1].file < name[c].file ||
			    (name[c - 1].file == name[c].file &&
				name[c - 1].rank < name[c].rank));
	}
}

static void
assert_step(unsigned direction, const char *to)
{
	assert_int_equal(
	    rules.board.step[cell_named("g7")][direction], cell_named(to));
}

/* Straight directions: `(1,0) (1,1) (0,1) (-1,0) (-1,-1) (0,-1)`, that is E,
 * NE, NW, W, SW, SE. */
TEST(straight_directions_have_their_names)
{
	assert_step(E, "h7");
	assert_step(NE, "h8");
	assert_step(NW, "g8");
	assert_step(W, "f7");
	assert_step(SW, "f6");
	assert_step(SE, "g6");
}

/* Diagonal directions: `(2,1) (1,2) (-1,1) (-2,-1) (-1,-2) (1,-1)`, that is
 * ENE, N, WNW, WSW, S, ESE. */
TEST(diagonal_directions_have_their_names)
{
	assert_step(ENE, "i8");
	assert_step(N, "h9");
	assert_step(WNW, "f8");
	assert_step(WSW, "e6");
	assert_step(S, "f5");
	assert_step(ESE, "h6");
}

/* Each passes between two flanking cells: N `(1,2)` passes between NE and
 * NW, and so on. */
TEST(diagonals_pass_between_their_flanks)
{
	static const struct {
		unsigned diagonal;
		const char *flanks;
	} table[] = {
		{ ENE, "h7 h8" },
		{ N, "h8 g8" },
		{ WNW, "g8 f7" },
		{ WSW, "f7 f6" },
		{ S, "f6 g6" },
		{ ESE, "g6 h7" },
	};
	cell g7 = cell_named("g7");

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const cell *flank =
		    rules.board.flank[g7][table[i].diagonal - STRAIGHTS];
		struct cellset set = { { 0 } };

		cellset_add(&set, flank[0]);
		cellset_add(&set, flank[1]);
		check_cells(
		    set, cells_named(table[i].flanks), __FILE__, __LINE__);
	}
}

/* Both flanks of a diagonal step are next to both of its ends. */
TEST(flanks_touch_both_ends)
{
	for (int i = 0; i < SIZES; i++) {
		const struct board *board = &boards[i];

		for (cell c = 0; c < board->cells; c++)
			for (unsigned d = ENE; d <= ESE; d++) {
				cell to = board->step[c][d];
				const cell *flank =
				    board->flank[c][d - STRAIGHTS];

				if (to == CELL_NONE)
					continue;
				for (int f = 0; f < 2; f++) {
					unsigned in, out;

					assert_int_not_equal(
					    flank[f], CELL_NONE);
					in = board_line(board, c, flank[f]) - 1;
					out =
					    board_line(board, flank[f], to) - 1;
					assert_true(in < STRAIGHTS);
					assert_true(out < STRAIGHTS);
					assert_int_equal(
					    board->step[c][in], flank[f]);
					assert_int_equal(
					    board->step[flank[f]][out], to);
				}
				assert_int_not_equal(flank[0], flank[1]);
			}
	}
}

/* Knight targets: twelve, `(2,3) (1,3) (3,2) (3,1) (2,-1) (1,-2)` and their
 * negatives. */
TEST(knight_has_twelve_targets)
{
	cell g7 = cell_named("g7");

	assert_int_equal(rules.board.knight[g7][LEAPS_MAX], CELL_NONE);
	assert_int_equal(cellset_count(&rules.board.knight_set[g7]), LEAPS_MAX);
	check_cells(rules.board.knight_set[g7],
	    cells_named("i10 h10 j9 j8 i6 h5 e4 f4 d5 d6 e8 f9"), __FILE__,
	    __LINE__);
}

/* Two straight steps and then one straight step off to the side (60
 * degrees). */
TEST(knight_goes_two_steps_and_one_aside)
{
	for (int i = 0; i < SIZES; i++) {
		const struct board *board = &boards[i];

		for (cell c = 0; c < board->cells; c++)
			for (unsigned d = 0; d < STRAIGHTS; d++) {
				cell two = board->step[c][d], to;

				if (two != CELL_NONE)
					two = board->step[two][d];
				if (two == CELL_NONE)
					continue;
				to = board->step[two][(d + 1) % STRAIGHTS];
				assert_true(to == CELL_NONE ||
				    cellset_has(&board->knight_set[c], to));
				to = board->step[two][(d + 5) % STRAIGHTS];
				assert_true(to == CELL_NONE ||
				    cellset_has(&board->knight_set[c], to));
			}
	}
}

/* Straight steps change the colour class, diagonal steps keep it. */
TEST(straight_steps_change_the_colour_and_diagonal_ones_keep_it)
{
	for (int i = 0; i < SIZES; i++) {
		const struct board *board = &boards[i];

		for (cell c = 0; c < board->cells; c++)
			for (unsigned d = 0; d < DIRECTIONS; d++) {
				cell to = board->step[c][d];

				if (to == CELL_NONE)
					continue;
				assert_int_equal(d >= STRAIGHTS,
				    board->colour[c] == board->colour[to]);
			}
	}
}

/* Colour class of a cell: `(q+r) mod 3`. */
TEST(colour_class_is_q_plus_r_mod_3)
{
	assert_int_equal(rules.board.colour[cell_named("a1")], 0);
	assert_int_equal(rules.board.colour[cell_named("b1")], 1);
	assert_int_equal(rules.board.colour[cell_named("a3")], 2);
	assert_int_equal(rules.board.colour[cell_named("m13")], 0);
}

/* A step and the step back. */
TEST(opposite_directions_are_inverse)
{
	for (int i = 0; i < SIZES; i++) {
		const struct board *board = &boards[i];

		for (cell c = 0; c < board->cells; c++)
			for (unsigned d = 0; d < DIRECTIONS; d++) {
				unsigned base = d < STRAIGHTS ? 0 : STRAIGHTS;
				unsigned back = base +
				    (d - base + STRAIGHTS / 2) % STRAIGHTS;
				cell to = board->step[c][d];

				if (to == CELL_NONE)
					continue;
				assert_int_equal(board->step[to][back], c);
			}
	}
}

/* Rotation by one seat clockwise: `rot(q,r) = (a-1-q+r, a+b-2-q)`. */
TEST(rotation_is_that_of_the_model)
{
	for (int i = 0; i < SIZES; i++) {
		const struct board *board = &boards[i];
		int a = sizes[i].a, b = sizes[i].b;

		for (cell c = 0; c < board->cells; c++) {
			int q = board->name[c].file;
			int r = board->name[c].rank - 1;

			assert_int_equal(board->rotate[c],
			    at(board, a - 1 - q + r, a + b - 2 - q));
		}
	}
}

/* `rot` three times is the identity. */
TEST(three_rotations_are_the_identity)
{
	for (int i = 0; i < SIZES; i++) {
		const cell *rotate = boards[i].rotate;

		for (cell c = 0; c < boards[i].cells; c++) {
			assert_true(rotate[c] < boards[i].cells);
			assert_int_equal(rotate[rotate[rotate[c]]], c);
		}
	}
}

/* Player `k`'s set-up and directions are White's, rotated `k` times. */
TEST(directions_turn_with_the_seat)
{
	for (int i = 0; i < SIZES; i++) {
		const struct board *board = &boards[i];

		for (cell c = 0; c < board->cells; c++)
			for (unsigned d = 0; d < DIRECTIONS; d++) {
				cell to = board->step[c][d], from = c;

				for (unsigned seat = 0; seat < PLAYERS;
				     seat++) {
					unsigned e =
					    direction_for_seat(board, d, seat);

					assert_int_equal(
					    board->step[from][e], to);
					from = board->rotate[from];
					if (to != CELL_NONE)
						to = board->rotate[to];
				}
			}
	}
}

/* On `hexboard(9,8)` White's `(4,0)` is, seen by the player on White's left,
 * the 12th cell from the left on rank 12. */
TEST(white_4_0_is_12l_for_the_player_on_his_left)
{
	cell c = at(&boards[0], 4, 0);

	assert_int_equal(boards[0].seat_name[1][c].file, 'l' - 'a');
	assert_int_equal(boards[0].seat_name[1][c].rank, 12);
	assert_int_equal(board_at_seat(&boards[0], 1, 'l' - 'a', 12), c);
}

/* On this board the letter starts at `a` on every rank. */
TEST(seat_names_start_at_a_on_every_rank)
{
	for (int i = 0; i < SIZES; i++)
		for (unsigned seat = 0; seat < PLAYERS; seat++)
			for (int r = 1; r < sizes[i].a + sizes[i].b; r++) {
				cell c = board_at_seat(
				    &boards[i], seat, 0, (unsigned)r);

				assert_int_not_equal(c, CELL_NONE);
				/* Nothing is to the left of it. */
				assert_int_equal(
				    boards[i].step[c][direction_for_seat(
					&boards[i], W, seat)],
				    CELL_NONE);
			}
}

/* The letter of `q` (`a` = 0) and the number `r+1`: `e1`. */
TEST(names_and_cells_are_inverse)
{
	for (int i = 0; i < SIZES; i++) {
		const struct board *board = &boards[i];
		unsigned named = 0;

		for (unsigned f = 0; f < FILES_MAX; f++)
			for (unsigned r = 0; r < RANKS_MAX; r++) {
				cell c = board_at(board, f, r);

				if (c == CELL_NONE)
					continue;
				named++;
				assert_int_equal(board->name[c].file, f);
				assert_int_equal(board->name[c].rank, r);
			}
		assert_int_equal(named, board->cells);
		assert_int_equal(board_at(board, FILES_MAX, 1), CELL_NONE);
		assert_int_equal(board_at(board, 0, RANKS_MAX), CELL_NONE);
		assert_int_equal(board_at(board, 0, 0), CELL_NONE);
	}
}

TEST(seat_names_and_cells_are_inverse)
{
	for (int i = 0; i < SIZES; i++)
		for (unsigned seat = 0; seat < PLAYERS; seat++) {
			const struct place *name = boards[i].seat_name[seat];
			unsigned named = 0;

			for (unsigned f = 0; f < FILES_MAX; f++)
				for (unsigned r = 0; r < RANKS_MAX; r++) {
					cell c = board_at_seat(
					    &boards[i], seat, f, r);

					if (c == CELL_NONE)
						continue;
					named++;
					assert_int_equal(name[c].file, f);
					assert_int_equal(name[c].rank, r);
				}
			assert_int_equal(named, boards[i].cells);
		}
}

/* A player sees the board as White does, rotated. */
TEST(seat_names_turn_with_the_seat)
{
	for (int i = 0; i < SIZES; i++)
		for (cell white = 0; white < boards[i].cells; white++) {
			const struct place *name =
			    &boards[i].seat_name[0][white];
			cell c = white;

			for (unsigned seat = 0; seat < PLAYERS; seat++) {
				assert_int_equal(board_at_seat(&boards[i], seat,
						     name->file, name->rank),
				    c);
				c = boards[i].rotate[c];
			}
		}
}

/* Lines are repeated steps, and nothing else is on a line. */
TEST(lines_are_repeated_steps)
{
	for (int i = 0; i < SIZES; i++) {
		const struct board *board = &boards[i];

		for (cell from = 0; from < board->cells; from++) {
			struct cellset set[2] = { 0 }, suggestions = { { 0 } };
			unsigned lined = 0;

			for (unsigned d = 0; d < DIRECTIONS; d++) {
				cell c = board->step[from][d];

				if (c != CELL_NONE)
					cellset_add(&suggestions, c);
				for (; c != CELL_NONE; c = board->step[c][d]) {
					assert_int_equal(
					    board_line(board, from, c), d + 1);
					cellset_add(&set[d >= STRAIGHTS], c);
				}
			}
			for (cell to = 0; to < board->cells; to++)
				lined += board_line(board, from, to) != 0;
			assert_int_equal(lined,
			    cellset_count(&set[0]) + cellset_count(&set[1]));
			assert_memory_equal(
			    &set[0], &board->straight[from], sizeof(set[0]));
			assert_memory_equal(
			    &set[1], &board->diagonal[from], sizeof(set[1]));
			assert_memory_equal(&suggestions,
			    &board->king_set[from], sizeof(suggestions));
		}
	}
}

/* The moves of a single piece on the board, over all its cells. */
static size_t
sum_of_targets(enum kind kind)
{
	size_t sum = 0;

	for (cell c = 0; c < rules.board.cells; c++) {
		struct position position;

		position_clear(&position);
		put(&position, c, kind, WHITE);
		sum += rules_count(&rules, &position);
	}
	return sum;
}

/* Targets of a lone piece summed over the empty board: king
 * 1284, queen 5250, rook 3444, bishop 1806, knight 1068. */
TEST(targets_of_a_lone_piece_add_up)
{
	assert_int_equal(sum_of_targets(KING), 1284);
	assert_int_equal(sum_of_targets(QUEEN), 5250);
	assert_int_equal(sum_of_targets(ROOK), 3444);
	assert_int_equal(sum_of_targets(BISHOP), 1806);
	assert_int_equal(sum_of_targets(KNIGHT), 1068);
}

/* Checks all sets of one cell and all sets of two. */
TEST(sets_list_their_members)
{
	for (unsigned a = 0; a < CELLS_MAX; a++)
		for (unsigned b = a; b < CELLS_MAX; b++) {
			struct cellset set = { { 0 } };

			assert_false(cellset_has_two(&set));
			cellset_add(&set, (cell)a);
			cellset_add(&set, (cell)b);
			assert_int_equal(cellset_has_two(&set), a != b);
			assert_int_equal(cellset_count(&set), a == b ? 1 : 2);
			assert_int_equal(cellset_pop(&set), a);
			if (a != b)
				assert_int_equal(cellset_pop(&set), b);
			assert_true(cellset_empty(&set));
		}
}
