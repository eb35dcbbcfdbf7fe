/*
 * The rules of Bn Em's 3-Player Chess I, one by one: ternion-variants(7),
 * "3-Player Chess I". Each stands above its test.
 */
#include "rules/bnem/bnem_int.h"
#include "tests/unit/setup_bnem.h"

/*
 * Board
 */

static cell
named(const char *name)
{
	return board_at(&rules->board, (unsigned)(name[0] - 'a'),
	    (unsigned)strtoul(name + 1, NULL, 10));
}

/* Directions of faces.h. */
enum {
	EAST,
	NORTH_EAST,
	NORTH,
	NORTH_WEST,
	WEST,
	SOUTH_WEST,
	SOUTH,
	SOUTH_EAST,
};

TEST(board_has_75_cells)
{
	assert_int_equal(rules->board.cells, 75);
	assert_int_not_equal(named("e10"), CELL_NONE);
	assert_int_not_equal(named("j5"), CELL_NONE);
	assert_int_equal(named("f6"), CELL_NONE);
	assert_int_equal(named("j10"), CELL_NONE);
}

/* The right side of e6 e7 e8 e9 e10 is glued to the top side of f5 g5 h5 i5
 * j5. */
TEST(seam_joins_two_faces)
{
	static const char *const red[] = { "e6", "e7", "e8", "e9", "e10" };
	static const char *const black[] = { "f5", "g5", "h5", "i5", "j5" };
	const struct faces *faces = &rules->board.faces;

	for (int i = 0; i < 5; i++) {
		cell left = named(red[i]), right = named(black[i]);

		assert_int_equal(faces->step[left][EAST], right);
		assert_int_equal(faces->heading[left][EAST], SOUTH);
		assert_int_equal(faces->step[right][NORTH], left);
		assert_int_equal(faces->heading[right][NORTH], WEST);
	}
}

/* No diagonal crosses the centre (e5, e6, f5 touch one another). */
TEST(no_diagonal_crosses_the_centre)
{
	const struct faces *faces = &rules->board.faces;

	assert_int_equal(faces->step[named("e5")][NORTH_EAST], CELL_NONE);
	assert_int_equal(faces->step[named("e6")][SOUTH_EAST], CELL_NONE);
	assert_int_equal(faces->step[named("f5")][NORTH_WEST], CELL_NONE);
	assert_int_equal(faces->step[named("e6")][NORTH_EAST], named("g5"));
	assert_int_equal(faces->step[named("f5")][NORTH_EAST], named("e7"));
}

TEST(cells_form_blocks_of_four)
{
	unsigned cells = 0;

	for (cell c = 0; c < rules->board.cells; c++)
		cells += rules->board.faces.blocks[c];
	assert_int_equal(cells, 4 * BLOCKS);
	assert_int_equal(rules->board.faces.blocks[named("e5")], 3);
	assert_int_equal(rules->board.faces.blocks[named("a1")], 1);
}

/* White (u,v) is column 1+u, row 1+v; Red (u,v) is column 1+v, row 10-u;
 * Black (u,v) is column 10-v, row 1+u. */
TEST(coordinates_turn_with_the_seat)
{
	static const char *const cells[][PLAYERS] = {
		{ "a1", "a10", "j1" },
		{ "d1", "a7", "j4" },
		{ "a4", "d10", "g1" },
		{ "e5", "e6", "f5" },
		{ "b3", "c9", "h2" },
	};
	const struct board *board = &rules->board;

	for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]); i++)
		for (int p = 0; p < PLAYERS; p++)
			assert_int_equal(board->rotate[named(cells[i][p])],
			    named(cells[i][(p + 1) % PLAYERS]));
	assert_int_equal(board->faces.home[WHITE], named("a1"));
	assert_int_equal(board->faces.home[RED], named("a10"));
	assert_int_equal(board->faces.home[BLACK], named("j1"));
}

/* Rows 9 and 10 of Red's face and columns i and j of Black's face. */
TEST(zone_is_rows_9_10_and_columns_i_j)
{
	const struct faces *faces = &rules->board.faces;
	char name[CELL_NAME_MAX];

	for (cell c = 0; c < rules->board.cells; c++) {
		struct place place = rules->board.name[c];

		coords_name(&rules->board, NAMING_ALGEBRAIC, 0, c, name);
		if (cellset_has(&faces->zone[WHITE], c) !=
		    (place.rank >= 9 || place.file >= 8))
			fail_msg("zone of White: %s", name);
	}
	for (unsigned p = 0; p < PLAYERS; p++)
		assert_int_equal(cellset_count(&faces->zone[p]), 20);
}

/* K(0,0) C(1,0)(0,1) S(2,0)(0,2) G(1,1) D(2,1)(1,2) R(2,2) P(3,0)(3,1)(3,2)
 * (0,3)(1,3)(2,3). */
TEST(pieces_are_set_up_as_listed)
{
	assert_string_equal(text_of(&rules->start),
	    "wKa1,wCa2,wSa3,wPa4,rPa7,rSa8,rCa9,rKa10,wCb1,wGb2,wDb3,wPb4,"
	    "rPb7,rDb8,rGb9,rCb10,wSc1,wDc2,wRc3,wPc4,rPc7,rRc8,rDc9,rSc10,"
	    "wPd1,wPd2,wPd3,rPd8,rPd9,rPd10,bPg1,bPg2,bPg3,bSh1,bDh2,bRh3,"
	    "bPh4,bCi1,bGi2,bDi3,bPi4,bKj1,bCj2,bSj3,bPj4 w w-.r-.b- - aaa 0 "
	    "1");
	assert_int_equal(rules_count(rules, &rules->start), 18);
}

/*
 * Pieces
 */

/* Checks on the empty board, moves summed over the 75 cells. */
TEST(targets_add_up_on_the_empty_board)
{
	static const struct {
		unsigned kind;
		unsigned plain, promoted;
	} sums[] = {
		{ CHARIOT, 1350, 1590 },
		{ GRIFFIN, 2136, 2406 },
		{ ROSE, 1728, 1932 },
		{ KING, 510, 2070 },
		{ STAR, 426, 936 },
		{ DRAUGHT, 240, 780 },
	};

	for (size_t i = 0; i < sizeof(sums) / sizeof(sums[0]); i++)
		for (unsigned p = 0; p < 2; p++) {
			unsigned moves = 0;

			for (cell c = 0; c < rules->board.cells; c++) {
				struct position board;
				struct cellset set;

				position_clear(&board);
				position_put(&board, c,
				    (uint8_t)(piece_make(
						  (enum kind)sums[i].kind, 0,
						  0) |
					(p > 0 ? PIECE_PROMOTED : 0)));
				set = bnem_targets(rules, &board, c);
				moves += cellset_count(&set);
			}
			assert_int_equal(
			    moves, p > 0 ? sums[i].promoted : sums[i].plain);
		}
}

/* On his own face up where v > u, right where u > v, and either where u = v;
 * up on Red's face, to the right on Black's face. */
TEST(pawn_steps_forward)
{
	has_moves("wPb3 w", "b3", "b4");
	has_moves("wPd3 w", "d3", "e3");
	has_moves("wPc3 w", "c3", "c4 d3");
	has_moves("wPe5 w", "e5", "e6 f5");
	has_moves("wPe7 w", "e7", "e8");
	has_moves("wPg4 w", "g4", "h4");
	/* The others by rotation. */
	has_moves("rPb8 r", "b8", "b7");
	has_moves("rPb9 r", "b9", "b8 c9");
	has_moves("bPi2 b", "i2", "h2 i3");
	has_moves("rPd4 r", "d4", "d3");
	/* Not capturing. */
	has_moves("wPb3,rPb4 w", "b3", "");
}

/* Captures one diagonal step forward (to both sides of each direction that is
 * forward there). */
TEST(pawn_captures_diagonally_forward)
{
	has_moves("wPb3,rPa4,rPc4,rPa2,rPc2 w", "b3", "a4 b4 c4");
	has_moves("wPc3,rPb4,rPd4,rPd2,rPb2 w", "c3", "b4 c4 d2 d3 d4");
	/* A diagonal step over the seam. */
	has_moves("wPe7,bPh5 w", "e7", "e8 h5");
}

/* One step forward or diagonally forward, capturing or not; one straight step
 * any way, not capturing; one diagonal step any way, capturing. */
TEST(promoted_pawn_steps_any_way)
{
	has_moves("w+Pb3 w", "b3", "a3 a4 b2 b4 c3 c4");
	has_moves("w+Pb3,rPb4,rPa4,rPa2,rPc3 w", "b3", "a2 a3 a4 b2 b4 c4");
	refuses("w+Pb3,rPc3 w", "b3c3", "pawn-blocked");
}

/* One diagonal step, not capturing. */
TEST(draught_steps_diagonally)
{
	has_moves("wDd4 w unmoved=-", "d4", "c3 c5 e3 e5");
	has_moves("wDd4,rPe3,bPf2 w unmoved=-", "d4", "c3 c5 e5");
	has_moves("wDe5 w unmoved=-", "e5", "d4 d6 f4");
}

/* While never moved (a dropped one counts as never moved): also a
 * non-capturing leap of two straight steps in a line, or a knight leap, onto an
 * empty cell. */
TEST(unmoved_draught_may_leap)
{
	has_moves("wDc3 w unmoved=c3", "c3",
	    "a2 a3 a4 b1 b2 b4 b5 c1 c5 d1 d2 d4 d5 e2 e3 e4");
	has_moves("wDc3,rPc5,wPe4,wPc4 w unmoved=c3", "c3",
	    "a2 a3 a4 b1 b2 b4 b5 c1 d1 d2 d4 d5 e2 e3");
	refuses("wDc3 w unmoved=-", "c3c5", "draught-moved");
	leads("wDc3 w unmoved=c3", "c3c5", "wDc5 r aaa 1 1 turns=w");
	leads("wPc3 w hand=D.-.-", "D*c5",
	    "wPc3,wDc5 r aaa 1 1 turns=w unmoved=c5");
	/* A knight leap is two straight steps in one direction and then one
	 * step to either side of it (in this order): from e4 over e5 and e6,
	 * and from d5 over e5 and f5. */
	has_moves("wDe4 w unmoved=e4", "e4",
	    "c3 c4 c5 d2 d3 d5 d6 e2 e6 f2 f3 f5 g3 g4 g5");
}

/* Captures by leaping an adjacent enemy piece on a diagonal to the empty cell
 * beyond on the same line; may go on leaping, turning as it likes. */
TEST(draught_captures_by_leaping)
{
	has_moves("wDd4,rPe3 w unmoved=-", "d4", "c3 c5 e5 f2");
	has_moves("wDd4,wPe3 w unmoved=-", "d4", "c3 c5 e5");
	leads("wDd4,rPe3 w unmoved=-", "d4f2",
	    "wDf2 r aaa 0 1 hand=P.-.- turns=w");
	has_moves("wDc2,rPd3,rPd5,rPb5,rPb3 w unmoved=-", "c2",
	    "a4 a4c6 a4c6e4 a4c6e4c2 b1 d1 e4 e4c6 e4c6a4 e4c6a4c2");
	leads("wDc2,rPd3,rPd5,bPb5 w unmoved=-", "c2e4c6a4",
	    "wDa4 r aaa 0 1 hand=PPP.-.- turns=w");
	/* Its own starting cell counts as empty. */
	leads("wDc2,rPd3,rPd5,rPb5,rPb3 w unmoved=-", "c2e4c6a4c2",
	    "wDc2 r aaa 0 1 hand=PPPP.-.- turns=w unmoved=-");
	/* No line of leaps crosses the centre. */
	has_moves("wDd4,rPe5 w unmoved=-", "d4", "c3 c5 e3");
}

/* Not over the same piece twice; leapt pieces stay where they are until the
 * move ends. */
TEST(draught_leaps_no_piece_twice)
{
	has_moves("wDc2,rPd3 w unmoved=-", "c2", "b1 b3 d1 e4");
	refuses("wDc2,rPd3 w unmoved=-", "c2e4c2", "leap-impossible");
	/* The piece on d3 still blocks a landing there. */
	has_moves("wDc2,rPd3,rPe4 w unmoved=-", "c2", "b1 b3 d1");
	refuses(
	    "wDc2,rPd3,rPd5,rPc4 w unmoved=-", "c2e4c6e4", "leap-impossible");
}

/* Slides like a bishop, not capturing; captures by sliding up to an enemy
 * piece and landing on the very next cell, if empty; may then go on leaping as
 * an unpromoted draught. */
TEST(promoted_draught_slides_like_a_bishop)
{
	has_moves("w+Dc1,rPe3,bPg5 w", "c1", "a3 b2 d2 f4 f4e8");
	has_moves("w+Dc1,rPe3,bPf4 w", "c1", "a3 b2 d2");
	/* The second leap is no slide: from f4 g5 is next to it, h5 is not. */
	has_moves("w+Dc1,rPe3,bPf2 w", "c1", "a3 b2 d2 f4");
	leads("w+Dc1,rPe3,bPg5 w", "c1f4e8",
	    "w+De8 r aaa 0 1 hand=PP.-.- turns=w");
}

/* MultiCapture last, the author's milder rule: only the last piece leapt. */
TEST(multi_capture_last_takes_the_last_piece)
{
	leads("wDc2,rSd3,rGd5 w opt=MultiCapture:last unmoved=-", "c2e4c6",
	    "wDc6,rSd3 r aaa 0 1 opt=MultiCapture:last hand=G.-.- turns=w");
}

/* Leaps exactly two straight or two diagonal steps in one line, over anything;
 * captures where it lands. */
TEST(star_leaps_two_steps)
{
	has_moves("wSe5 w", "e5", "c3 c5 c7 e3 e7 g3 g5");
	has_moves("wSe5,wPe4,wPe3,rPd5,rPc5 w", "e5", "c3 c5 c7 e7 g3 g5");
	leads("wSe5,rCc5 w", "e5c5", "wSc5 r aaa 0 1 hand=C.-.- turns=w");
	/*
	 * A promoted star has the moves of a star, and one step any way
	 * (without star triumph).
	 */
	has_moves("w+Se5 w", "e5", "c3 c5 c7 d4 d5 d6 e3 e4 e6 e7 f4 f5 g3 g5");
}

/* Takes those three; every such block that its cell completes counts, so five
 * in a 3x2. It may take a piece by landing in the same move. */
TEST(star_captures_the_other_stars_of_a_block)
{
	leads("wSc5,rSc2,rSd2,bSd3 w", "c5c3",
	    "wSc3 r aaa 0 1 hand=SSS.-.- turns=w");
	/* "Of any owners, promoted or not, own stars too, and demoted." */
	leads("wSc5,wSc2,r+Sd2,b+Sd3,rPc3 w", "c5c3",
	    "wSc3 r aaa 0 1 hand=SSSP.-.- turns=w");
	leads("wSc5,rSb2,rSb3,rSc2,bSd2,bSd3 w", "c5c3",
	    "wSc3 r aaa 0 1 hand=SSSSS.-.- turns=w");
	/* Each of the three is one, in every such block. */
	leads("wSc5,rSc2,rSd2,bSd3,rPb2,rSb3 w", "c5c3",
	    "rPb2,rSb3,wSc3 r aaa 0 1 hand=SSS.-.- turns=w");
	leads("wSc5,rSc2,rSd2,bSd3,rSb2,rPb3 w", "c5c3",
	    "rSb2,rPb3,wSc3 r aaa 0 1 hand=SSS.-.- turns=w");
	leads("wSc5,rSb2,rSb3,rSc2,rPc4,rSd3,rSd4 w", "c5c3",
	    "wSc3,rPc4,rSd3,rSd4 r aaa 0 1 hand=SSS.-.- turns=w");
	leads("wSc5,rSb2,rSb3,rSc2,rSc4,rSd3,rPd4 w", "c5c3",
	    "wSc3,rSc4,rSd3,rPd4 r aaa 0 1 hand=SSS.-.- turns=w");
	leads("wSc5,rSd2,rSd3,rSc2,rSb3,rPb4,rSc4 w", "c5c3",
	    "rSb3,wSc3,rPb4,rSc4 r aaa 0 1 hand=SSS.-.- turns=w");
	leads("wSe3,rPc2,rSd2,bSd3,rSb2,rSb3,rSb4,rSc4 w", "e3c3",
	    "rSb2,rPc2,rSd2,wSc3,bSd3 r aaa 0 1 hand=SSS.-.- turns=w");
	/* Or is dropped. */
	leads("rSc2,rSd2,bSd3 w hand=S.-.-", "S*c3",
	    "wSc3 r aaa 0 1 hand=SSS.-.- turns=w");
	/* Not as a king, and not in a block with the cell that it left. */
	leads("w+Sb3,rSc2,rSd2,bSd3 w", "b3c3",
	    "w+Sc3,rSc2,rSd2,bSd3 r aaa 1 1 turns=w");
	/* Three stars round the centre are no block. */
	leads("rSe6,rSf5,wSe3 w", "e3e5", "wSe5,rSe6,rSf5 r aaa 1 1 turns=w");
	/* Over a seam they are. */
	leads("rSe7,rSf5,rSg5,wSe8 w", "e8e6",
	    "wSe6 r aaa 0 1 hand=SSS.-.- turns=w");
}

/* Slides straight (rook); and one diagonal step. */
TEST(chariot_slides_straight)
{
	has_moves("wCd5 w", "d5",
	    "a5 b5 c5 d1 d10 d2 d3 d4 d6 d7 d8 d9 e5 f5 g5 h5 i5 j5");
	/* Up Black's face it turns to the left on Red's, and never back. */
	has_moves("wCg3,wPf3,wPh3 w", "g3", "a7 b7 c7 d7 e7 g1 g2 g4 g5");
	has_moves(
	    "w+Cd5,rPd6,wPc5,wPd4 w", "d5", "c4 c6 d6 e4 e5 e6 f5 g5 h5 i5 j5");
}

/* One diagonal step, then may go on sliding straight, in either of the two
 * straight directions that make up that diagonal; the first cell must be empty
 * to go on. */
TEST(griffin_slides_after_a_diagonal_step)
{
	has_moves("wGb2,wPa3,wPc1 w", "b2",
	    "c10 c3 c4 c5 c6 c7 c8 c9 d3 e3 f3 g3 h3 i3 j3");
	has_moves("wGb2,wPa3,wPc1,rPc3 w", "b2", "c3");
	has_moves("wGb2,wPa3,wPc1,rPc5,rPd3 w", "b2", "c3 c4 c5 d3");
	has_moves("w+Gb2,wPa3,wPc1,rPc3 w", "b2", "a2 b1 b3 c2 c3");
}

/* One to eight steps: the first in any of the 8 directions, each later one
 * turned by 45 degrees, always the same way round. Stops before a friendly
 * piece, on an enemy piece, or where a step does not exist. */
TEST(rose_takes_up_to_eight_turning_steps)
{
	has_moves("wRc3 w", "c3",
	    "a2 a4 a5 b1 b2 b3 b4 b5 b6 c2 c4 c6 d1 d2 d3 d4 d5 d6 e1 e2 e4 "
	    "e5 f2 f3 f4");
	has_moves("wRa1,wKb9,wPb1,rPa2 w", "a1", "a2");
}

/* It may not begin diagonally while every straight neighbour cell is
 * occupied, nor straight while every diagonal neighbour cell is occupied. */
TEST(rose_needs_an_empty_neighbour)
{
	has_moves("wRc3,wPb3,wPd3,wPc2,wPc4 w", "c3", "");
	refuses("wRc3,wPb3,wPd3,wPc2,wPc4 w", "c3d4", "rose-start");
	has_moves("wRc3,wPb3,wPd3,wPc2,rPc4 w", "c3", "c4");
	has_moves("wRc3,wPb2,wPb4,wPd2,rPd4 w", "c3", "d4");
	refuses("wRc3,wPb2,wPb4,wPd2,rPd4 w", "c3c4", "rose-start");
}

/* "And a non-capturing leap of two straight steps in a line." */
TEST(promoted_rose_may_leap_straight)
{
	has_moves("w+Rc3,wPb3,wPd3,wPc2,wPc4 w", "c3", "a3 c1 c5 e3");
	has_moves("w+Rc3,wPb3,wPd3,wPc2,wPc4,rPc5,wPc1 w", "c3", "a3 e3");
}

/* One step any way. Nothing forbids it to move into, or stay in, danger. */
TEST(king_steps_one_cell_any_way)
{
	has_moves("wKb2,rCc10 w", "b2", "a1 a2 a3 b1 b3 c1 c2 c3");
	has_moves("wKb2,rCb10,wPe1 w", "e1", "f1");
	/* Promoted, a queen. */
	has_moves("w+Ke5,wPe4,wPd4,rPe7 w", "e5",
	    "^ a5 a9 b5 b8 c5 c7 d5 d6 e6 e7 f4 f5 g3 g5 h2 h5 i1 i5 j5");
}

/* Take all enemy pieces it threatens by queen moves that are unprotected, at
 * least one. Protected: one of the pieces of either opponent could capture
 * there if the piece were the illuminator's. */
TEST(illumination_captures_unprotected_pieces)
{
	leads("w+Kd4,rPd6,bPb4,rPf2 w", "d4^",
	    "w+Kd4 r aaa 0 1 hand=PPP.-.- turns=w");
	/* By its own side, and by the third player: the star reaches d6. */
	leads("w+Kd4,rPd6,rCd9,bPb4 w", "d4^",
	    "w+Kd4,rPd6,rCd9 r aaa 0 1 hand=P.-.- turns=w");
	leads("w+Kd4,rPd6,bSb4 w", "d4^",
	    "w+Kd4,rPd6 r aaa 0 1 hand=S.-.- turns=w");
	refuses("w+Kd4,rPd6,rCd9 w", "d4^", "illumination");
	leads("wKa2,r+Kd4,bPd6,wSb4 r", "d4^",
	    "wKa2,r+Kd4,bPd6 b aaa 0 1 hand=-.S.- turns=r");
	refuses("wKd4,rPd5 w", "d4^", "illumination");
	/* A star protects whom it could take by a triumph: c8-c6. */
	refuses("w+Kd4,rSd6,rSc7,rSd7,rSc8 w", "d4^", "illumination");
	leads("w+Kd4,rSd6,rSc7,rSd7 w", "d4^",
	    "w+Kd4,rSc7,rSd7 r aaa 0 1 hand=S.-.- turns=w");
	/* A forfeited player's pieces neither threaten nor protect. */
	leads("w+Kd4,rPd6,rCd9 w axa 0 1 turns=rb", "d4^",
	    "w+Kd4,rCd9 b axa 0 1 hand=P.-.- turns=rbw");
	/* Only the first on each line is threatened. */
	leads("w+Kd4,rPd6,rPd7,wPb4,bPa4 w", "d4^",
	    "w+Kd4,rPd7,wPb4,bPa4 r aaa 0 1 hand=P.-.- turns=w");
}

/*
 * Promotion, hands, drops
 */

/* A piece that ends its owner's turn in his zone is promoted at once;
 * promotion is compulsory and the king promotes too. */
TEST(pieces_promote_in_the_zone)
{
	leads("wPe8 w", "e8e9", "w+Pe9 r aaa 0 1 turns=w");
	leads("wKh3 w", "h3i3", "w+Ki3 r aaa 1 1 turns=w");
	leads("wCd1 w", "d1i1", "w+Ci1 r aaa 1 1 turns=w");
	/* A pass ends a turn as well. */
	leads("rPc1 r turns=rb", "0000",
	    "r+Pc1 w aaa 1 2 turns=rbr passes=0.1.0");
	/* It keeps its form when it leaves the zone again. */
	leads("w+Ci1 w", "i1h1", "w+Ch1 r aaa 1 1 turns=w");
}

/* Captured pieces, demoted, go to the captor's hand (kings do not). */
TEST(captured_pieces_go_to_the_hand)
{
	leads("wCd1,r+Rd5 w", "d1d5", "wCd5 r aaa 0 1 hand=R.-.- turns=w");
	leads("wCa5 w", "a5a10",
	    "wKa1,w+Ca10,bKj1 w aaa 0 1 turns=w captors=-.w.-");
}

/* Puts one on an empty cell instead of a move: not in the dropper's promotion
 * zone, not on his home square, and not so that the dropped piece attacks an
 * enemy king. */
TEST(drop_puts_a_piece_on_an_empty_cell)
{
	leads("wCd1 w hand=S.-.-", "S*d4", "wCd1,wSd4 r aaa 1 1 turns=w");
	refuses("wCd1 w hand=S.-.-", "S*d1", "drop-cell");
	refuses("wCd1 w hand=S.-.-", "S*e9", "drop-cell");
	refuses("wCd1 w hand=S.-.-", "S*i4", "drop-cell");
	refuses("wKb1 w hand=S.-.-", "S*a1", "drop-cell");
	refuses("wCd1 w hand=S.-.-", "C*d4", "drop-hand");
	refuses("wCd1 w hand=C.-.-", "C*a5", "drop-check");
	refuses("wCd1 w hand=C.-.-", "C*g1", "drop-check");
	/*
	 * A check that the drop opens for another piece is not one by the
	 * dropped piece.
	 */
	leads("wCa5,rPa6 w hand=P.-.-", "P*d8",
	    "wCa5,rPa6,wPd8 r aaa 1 1 "
	    "turns=w");
	/* The king of a player who forfeited is still an enemy king. */
	refuses("wCd1 w axa 0 1 hand=C.-.- turns=rb", "C*a5", "drop-check");
	refuses("wCd1 w opt=Drops:no hand=S.-.-", "S*d4", "drops-unplayed");
	has_moves("wKa1 w hand=-.S.-", "S", "");
}

/*
 * Turns
 */

/*
 * "After the first turn either of the other two may follow: the record says
 * who."
 */
TEST(either_opponent_may_have_the_second_turn)
{
	struct position position = rules->start;

	play(&position, "d1e1");
	assert_int_equal(position.to_move, RED);
	assert_true(rules_may_begin(rules, &position, BLACK));
	assert_true(rules_may_begin(rules, &position, RED));
	assert_false(rules_may_begin(rules, &position, WHITE));
	play(&position, "B:g1f1");
	assert_int_equal(position.to_move, RED);
	assert_false(rules_may_begin(rules, &position, WHITE));
	position = rules->start;
	play(&position, "d1e1 R:a7a6");
	assert_int_equal(position.to_move, BLACK);
	assert_false(play_in(&position, &notation_coordinate, "W:a4a5"));
	assert_string_equal(fault, "wrong-turn");
}

/*
 * A king and three draughts that cannot move: the targets of their leaps are
 * covered, and the covering pieces cannot be captured. The pieces in the way
 * are White's.
 */
#define RED_WALL \
	"rKa10,rDa9,rDb9,rDb10,wPa8,wPb8,wPc8,w+Pc9,w+Pc10,wPc7,wPd7,wPd8"
#define BLACK_WALL \
	"bKj1,bDj2,bDi2,bDi1,w+Pj3,w+Pi3,wPh3,wPh2,wPh1,wPh4,wPg4,wPg3"

/* 1. the other cannot move (no legal move; a player who has forfeited ...).
 */
TEST(condition_1_other_cannot_move)
{
	follows(RED_WALL ",wCd1,bCh4 w turns=wrb unmoved=-", "d1d2", 'b', 1);
	follows("wCd1,rCd9,bCh3 w axa 0 1 turns=wb", "d1d2", 'b', 1);
}

/* 2. the turn just had was a pass, and the other is the one who had the turn
 * before it. */
TEST(condition_2_last_turn_was_a_pass)
{
	follows("wCd2,rCd9,bCh3 w turns=wbr", "0000", 'b', 2);
	follows("wCd2,rCd9,bCh3 w turns=wrb", "0000", 'r', 2);
	follows("wCd2,rCd9,bCh3 w turns=wrb", "d2e2", 'r', 9);
}

/* 3. his own king was captured and he can capture a king; 4. the other's
 * king was captured and the other cannot capture a king. */
TEST(conditions_3_and_4_king_hunt)
{
	/* White takes Red's king; both could take one, and Red goes first. */
	follows("wKb1,wCa5,rCj5,bSc8,bCb5 w turns=rwb", "a5a10", 'r', 3);
	follows("wKb1,wCa5,rCc8,bCb5 w turns=rwb", "a5a10", 'b', 1);
}

/* 5. his king is threatened (an opponent could capture it now). */
TEST(condition_5_own_king_is_threatened)
{
	follows("wCd2,rPe8 w turns=wbr", "d2h2", 'b', 9);
	follows("wCd2,rPe8 w turns=wrb", "d2d1", 'b', 5);
	/* By the third player as well. */
	follows("wCd2,rCi5 w turns=wrb", "d2d3", 'r', 9);
	follows("wCd2,rCj5 w turns=wrb", "d2d3", 'b', 5);
	/* If both are, the condition decides nothing. */
	follows("wCd2,rCj5,bCa8,wPa5 w turns=wrb", "d2d3", 'r', 9);
}

/* 6. the last six turns were all of the other two. */
TEST(condition_6_others_had_six_turns)
{
	/* Red threatens White, and yet Black follows. */
	follows("wCd2,rCa5 w turns=rwrwr", "d2d3", 'b', 6);
	follows("wCd2,rCa5 w turns=bwrwr", "d2d3", 'r', 7);
}

/* 7. he threatens C's king. */
TEST(condition_7_threatens_the_king)
{
	follows("wCd2,rCa5 w turns=wbr", "d2d3", 'r', 7);
	follows("wCd2,bCb1 w turns=wrb", "d2d3", 'b', 7);
}

/* 8. one of his pieces was captured in C's turn. */
TEST(condition_8_lost_a_piece)
{
	follows("wCd2,rPd5 w turns=wbr", "d2d5", 'r', 8);
	follows("wCd2,bPd5 w turns=wbr", "d2d5", 'b', 8);
	/* Both: it does not settle it. */
	follows("wDd2,rPe3,bPg5 w turns=wbr unmoved=-", "d2f4e8", 'b', 9);
}

/* 9. the last two turns were both of the other two; where both others
 * qualify, the one whose last turn is longer ago follows, else the one
 * clockwise. */
TEST(condition_9_others_had_two_turns)
{
	follows("wCd2 w turns=wrb", "d2d3", 'r', 9);
	follows("wCd2 w turns=wbr", "d2d3", 'b', 9);
	follows("wCd2 w turns=rbw", "d2d3", 'r', 9);
	follows("wCd2 w turns=brw", "d2d3", 'b', 9);
	follows("wCd2 w turns=w", "d2d3", 'r', 9);
}

/* Nobody has two turns running, unless both others cannot move. */
TEST(player_moves_again_if_both_others_cannot)
{
	follows(RED_WALL "," BLACK_WALL ",wCe1 w turns=brb unmoved=-", "e1e2",
	    'w', 1);
}

/* If nobody can move: a draw. */
TEST(draw_if_nobody_can_move)
{
	/* White's men, who block the others, have no turn. */
	ends(RED_WALL "," BLACK_WALL " r xaa 0 1 turns=rb unmoved=-", "",
	    "1/3-1/3-1/3");
}

/* Pass: allowed, unless the turn before was a pass (then it is a forfeit, and
 * the last player who really moved and has not forfeited wins the game; if
 * nobody has moved yet, the player who neither passed before nor now). */
TEST(second_pass_in_a_row_is_a_forfeit)
{
	leads("wCd2,rCd9 w turns=rb", "0000",
	    "wCd2,rCd9 r aaa 1 1 turns=rbw passes=1.0.0");
	ends("wCd2,rCd9 w turns=wbr", "0000 0000", "0-1-0");
	ends("wCd2,rCd9 w", "0000 0000", "0-0-1");
	leads("wCd2,rCd9 w turns=wbr", "0000 0000",
	    "wCd2,rCd9 r aax 2 1 turns=wbrwb passes=1.0.0 over=0-1-0");
}

/* "And not three own turns running (then a forfeit)." */
TEST(third_own_pass_is_a_forfeit)
{
	leads("wCd2,rCd9 w aaa 0 5 turns=wbrwbr passes=2.0.0", "0000",
	    "wCd2,rCd9 b xaa 1 5 turns=brwbrw");
	leads("wCd2,rCd9 w aaa 0 5 turns=wbrwbr passes=1.0.0", "0000",
	    "wCd2,rCd9 b aaa 1 5 turns=brwbrw passes=2.0.0");
	leads("wCd2,rCd9 w aaa 0 5 turns=wbrwbr passes=2.0.0", "d2d3",
	    "wCd3,rCd9 b aaa 1 5 turns=brwbrw");
}

/* Right after another player's pass it ends the game like a pass there: the
 * last player who really moved wins. Otherwise he cannot win and has no more
 * turns; his pieces stay, can be captured, his king too. When two have
 * forfeited, the third wins at once. */
TEST(forfeited_player_has_no_more_turns)
{
	ends("wCd2,rCd9 w turns=wbr", "0000 (Y)", "0-1-0");
	leads("wCd2,rCd9 w turns=wbr", "(Y)", "wCd2,rCd9 b xaa 1 1 turns=wbrw");
	ends("wCd2,rCd9 w turns=wbr", "(Y)", NULL);
	ends("wCd2,rCd9 w turns=wbr", "(Y) (Y)", "0-1-0");
	/* The other player can still win. */
	ends("wCa5,bCh4 w axa 0 1 turns=rb", "a5a10", "1-0-0");
	/*
	 * Neither threatens: there is no check, and his piece need not be
	 * answered.
	 */
	follows("wCd2,rCj5 w axa 0 1 turns=wb", "d2d3", 'b', 1);
}

/* The move number rises each time the turn comes to the first player, in the
 * order that begins with First, who has not forfeited. */
TEST(number_rises_with_the_first_player_still_in)
{
	leads("wCd2,rCd9,bCh3 b aaa 3 7 turns=wr", "h3h4",
	    "wCd2,rCd9,bCh4 w aaa 4 8 turns=wrb");
	leads("wCd2,rCd9,bCh3 b xaa 3 7 turns=wr", "h3h4",
	    "wCd2,rCd9,bCh4 r xaa 4 8 turns=wrb");
	leads("wCd2,rCd9,bCh3 w aaa 3 7 opt=First:Red turns=rb", "d2d3",
	    "wCd3,rCd9,bCh3 r aaa 4 8 opt=First:Red turns=rbw");
	/* White gives up at once: then it counts for Red, or not yet. */
	leads("wCd2,rCd9,bCh3 w", "(Y)", "wCd2,rCd9,bCh3 r xaa 1 2 turns=w");
	leads("wCd2,rCd9,bCh3 w", "(Y) B:h3h4",
	    "wCd2,rCd9,bCh4 r xaa 2 2 turns=wb");
}

/* A dropped pawn is no pawn move and a pass counts as a ply. */
TEST(clock_counts_passes_and_dropped_pawns)
{
	leads(
	    "wPd2 w aaa 5 1 hand=P.-.-", "P*d4", "wPd2,wPd4 r aaa 6 1 turns=w");
	leads("wPd2 w aaa 5 1", "d2e2", "wPe2 r aaa 0 1 turns=w");
	leads("wPd2 w aaa 5 1", "0000", "wPd2 r aaa 6 1 turns=w passes=1.0.0");
}

/*
 * Cubes
 */

/* All but the first player begin with one. */
TEST(all_but_the_first_begin_with_a_cube)
{
	assert_int_equal(rules->start.bnem.cubes, 0);
	assert_int_equal(
	    at("wCd2 w opt=Cubes:yes").bnem.cubes, 1 << RED | 1 << BLACK);
	assert_int_equal(at("wCd2 w opt=Cubes:yes;First:Black").bnem.cubes,
	    1 << WHITE | 1 << RED);
}

/* May give his cube to the player without one and make two moves with two
 * different pieces (drops included) in his turn. */
TEST(cube_gives_two_moves)
{
	leads("wCd2,rCd9,rPb5 r opt=Cubes:yes turns=wb", "d9e9&b5b4",
	    "wCd2,rCe9,rPb4 w aaa 0 2 opt=Cubes:yes cubes=wb turns=wbr");
	leads("wCd2,rCd9,rPb5 r opt=Cubes:yes hand=-.S.- turns=wb", "d9e9&S*c6",
	    "wCd2,rCe9,rPb5,rSc6 w aaa 1 2 opt=Cubes:yes cubes=wb "
	    "turns=wbr");
	refuses("rCd9,rPb5 r opt=Cubes:yes turns=wb", "d9e9&e9e8", "cube-turn");
	refuses("rPb5 r opt=Cubes:yes hand=-.C.- turns=wb", "C*c6&c6c7",
	    "cube-turn");
	refuses("rCd9,rPb5 r opt=Cubes:yes turns=wb", "d9e9&0000", "cube-turn");
	refuses("wCd2,wPd3 w opt=Cubes:yes", "d2e2&d3e3", "cube-turn");
	refuses("rCd9,rPb5 r turns=wb", "d9e9&b5b4", "cube-turn");
	/* A player whose king is not threatened, as the turn begins. */
	refuses("wCa5,rCd9,rPb5 r opt=Cubes:yes turns=wb", "d9a9&b5b4",
	    "cube-turn");
	/* Neither half may capture a king. */
	refuses("rCa5,rCd9,rPb5 r opt=Cubes:yes turns=wb", "a5a1&b5b4",
	    "cube-turn");
	refuses("rCa5,rCd9,rPb5 r opt=Cubes:yes turns=wb", "b5b4&a5a1",
	    "cube-turn");
}

/* Promotion at its end, a drop when it is made; illumination may be one of
 * the two; a piece captured by the first may be dropped by the second. */
TEST(cube_moves_take_effect_in_order)
{
	leads("rCd3,rPd8 r opt=Cubes:yes turns=wb", "d3d2&d8e8",
	    "r+Cd2,rPe8 w aaa 0 2 opt=Cubes:yes cubes=wb turns=wbr");
	leads("rCd9,wSd5,rPa6 r opt=Cubes:yes turns=wb", "d9d5&S*c6",
	    "rCd5,rPa6,rSc6 w aaa 0 2 opt=Cubes:yes cubes=wb turns=wbr");
	leads("r+Kd8,wPb8,rPa6 r opt=Cubes:yes turns=wb", "d8^&P*c6",
	    "r+Kd8,rPa6,rPc6 w aaa 0 2 opt=Cubes:yes cubes=wb turns=wbr");
	/* The dropped chariot attacks White's king after the second move. */
	leads("rPa6,rPd8,rSa3 r opt=Cubes:yes hand=-.C.- turns=wb", "C*a5&a3c3",
	    "rPa6,rPd8,rSc3,rCa5 w aaa 1 2 opt=Cubes:yes cubes=wb turns=wbr");
}

/*
 * Ko
 */

/* A move may not bring back a position (placement, promotion, hands, player
 * to move, cubes) that has occurred. */
TEST(ko_forbids_repeating_a_position)
{
	struct position position = at("wCd2,rCd9,bCh3 w turns=rb");

	play(&position, "d2d3 d9d8 h3h4 d3d2 d8d9");
	assert_false(play_in(&position, &notation_coordinate, "h4h3"));
	assert_string_equal(fault, "ko");
	play(&position, "h4h5");
	position = at("wCd2,rCd9,bCh3 w opt=Ko:none turns=rb");
	play(&position, "d2d3 d9d8 h3h4 d3d2 d8d9 h4h3");
}

/* A pass is never forbidden by it, but the position it makes counts as having
 * occurred. */
TEST(pass_may_repeat_a_position)
{
	struct position position = at("wCd2,rCd9,bCh3 w turns=rb");

	play(&position, "0000 d9d8 h3h4 d2d3 d8d9 h4h3");
	assert_int_equal(position.to_move, WHITE);
	/* This would make the position that the pass made. */
	assert_false(play_in(&position, &notation_coordinate, "d3d2"));
	assert_string_equal(fault, "ko");
}

/*
 * The end
 */

/* A king is captured: from then on only king captures are legal, by the
 * players and in the order above. */
TEST(king_hunt_allows_king_captures_only)
{
	static const char hunt[] = "wKb1,wCa5,rCj5,bSc8,bCb5 w turns=rwb";

	leads(hunt, "a5a10",
	    "wKb1,w+Ca10,rCj5,bSc8,bCb5,bKj1 r aaa 0 1 turns=rwbw "
	    "captors=-.w.-");
	has_moves("wKb1,w+Ca10,rCj5,bSc8,bCb5,bKj1 r turns=rwbw captors=-.w.-",
	    "", "j5j1");
	refuses("wKb1,w+Ca10,rCj5,bSc8,bCb5,bKj1 r turns=rwbw captors=-.w.-",
	    "j5j4", "king-hunt");
	/* From then on there are no passes, drops or cubes. */
	refuses("wKb1,w+Ca10,rCj5,bCb5,bKj1 r hand=-.S.- turns=rwbw "
		"captors=-.w.-",
	    "S*d4", "king-hunt");
	refuses("wKb1,w+Ca10,rCj5,bCb5,bKj1 r turns=rwbw captors=-.w.-", "0000",
	    "king-hunt");
}

/* One king captured, its captor wins; two captured, the player who still has
 * his king wins; three, a draw; the last king's owner having forfeited, a
 * draw. */
TEST(captured_kings_decide_the_result)
{
	ends("wCa5,rCd9 w turns=rb", "a5a10", "1-0-0");
	ends("wKb2,wCa5,rCj5,bSc8 w turns=rb", "a5a10 j5j1", "1-0-0");
	ends(
	    "wKb1,wCa5,rCj5,bCb5 w turns=rb", "a5a10 j5j1 b5b1", "1/3-1/3-1/3");
	/* Red has forfeited, so he captures no king and wins nothing. */
	ends("wKb1,rCj5,bCb5 b axa 0 1 turns=rw", "b5b1", "0-0-1");
	ends("wCa5,bKa9,rKe8 w axa 0 1 turns=rb captors=b.-.-", "a5a9",
	    "1/3-1/3-1/3");
	/* After the end field 2 names the winner. */
	leads("wKb2,wCa5,rCj5,bSc8 w turns=rb", "a5a10 j5j1",
	    "wKb2,w+Ca10,r+Cj1,bSc8 w aaa 0 1 turns=rbwr captors=-.w.r");
}

/* A piece of yours that came to an opponent's home square and still stands
 * there when your next turn begins wins the game at once. */
TEST(piece_on_a_home_square_wins)
{
	ends("wCd1,bKj3,rPc8,bPg3 w turns=rb", "d1j1 j3j4", "1-0-0");
	ends("wCd1,bKj3,rPc8,bPg3 w turns=rb", "d1j1", NULL);
	ends("wCd1,bKj2,rPc8,bPg3 w turns=rb", "d1j1 j2j1", NULL);
	/* No longer once a king has been captured. */
	ends("wKb1,w+Cj1,bKj3,rCc5 w turns=wrb captors=-.b.-", "j1j3", "1-0-0");
}

/*
 * Positions
 */

/* Every state a game can reach must survive writing and reading. */
TEST(positions_survive_writing_and_reading)
{
	static const char *const lines[] = {
		"w+Sc3 w",
		"wCd2 w hand=CCCCCC.-.-",
		"wCd2 w opt=Drops:no;Cubes:yes;First:Black cubes=wb",
		"wCd2 w opt=Ko:none;MultiCapture:last",
		"wDd2 w hand=CSP.G.- turns=wbrw passes=1.0.0 unmoved=d2",
		"wKa1,bKj1,wCb1 w turns=rw captors=-.w.-",
		"wCd2 r aax 2 1 turns=wb passes=1.0.0 over=0-1-0",
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct position position = at(lines[i]);
		char line[LINE];

		spell_out(lines[i], line);
		assert_int_equal(strlen(text_of(&position)), strlen(line));
		position = at(lines[i]);
	}
}

TEST(impossible_positions_are_refused)
{
	static const struct {
		const char *text, *code;
	} bad[] = {
		{ "wKa1,bKj1 w captors=-.-.-", "position-kings" },
		{ "wCd2 w captors=-.w.-", "position-kings" },
		{ "wCd2 w hand=CX.-.-", "position-key" },
		{ "wCd2 w hand=K.-.-", "position-key" },
		{ "wCd2 w cubes=wr", "position-key" },
		{ "wCd2 w opt=Cubes:yes cubes=w", "position-key" },
		{ "wCd2 w turns=wrbwrbw", "position-key" },
		{ "wCd2 w turns=wx", "position-key" },
		{ "wCd2 w turns=r passes=1.0.0", "position-key" },
		{ "wCd2 w unmoved=d2", "position-key" },
		{ "w+Dd2 w unmoved=d2", "position-key" },
		{ "wKa1,bKj1 w captors=-.r.-", "position-key" },
		{ "wKa1,bKj1 w captors=-.w", "position-key" },
		{ "wCd2 w xaa 0 1", "position-turn" },
		{ "wCd2 w lost=P.-.-", "position-key" },
		{ "wQd2 w", "position-piece" },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct position position;
		char line[LINE];

		spell_out(bad[i].text, line);
		if (read_line(line, &position))
			fail_msg("%s", line);
		if (strcmp(fault, bad[i].code) != 0)
			fail_msg("%s: %s", bad[i].text, fault);
	}
}

/*
 * A hunt goes on while a player can take a king, even if nothing is known of
 * his turns, as of White's here.
 */
TEST(hunt_goes_on_without_known_turns)
{
	static const char *const pieces[] = {
		"wCa5,bKa9,wKe8 w captors=-.b.-",
		"wCa5,bKa9,rKe8 w captors=b.-.-",
	};

	for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
		struct position position = at(pieces[i]);
		struct outcome outcome;

		assert_int_equal(position.bnem.turns, 0);
		rules_outcome(rules, &position, &outcome);
		assert_int_equal(outcome.ending, ENDING_NONE);
		assert_true(rules_count(rules, &position) > 0);
	}
}

/* The captures of each half. */
TEST(each_half_captures)
{
	static const struct {
		const char *pair, *taken[3];
	} cases[] = {
		{ "d9d5&a9a5", { "d5", "a5", NULL } },
		{ "d9d8&a9a5", { "a5", NULL, NULL } },
		{ "d9d5&a9a8", { "d5", NULL, NULL } },
		{ "d9d8&a9a8", { NULL, NULL, NULL } },
	};
	struct position position =
	    at("rCd9,rCa9,wPd5,wPa5 r opt=Cubes:yes turns=wb");
	struct alphabet letters;
	const struct reader_context reader = { rules, &notation_coordinate,
		&letters };

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct turn turn = { .asks.outcome = true };
		struct position after = position;
		struct cellset taken;
		struct diags diags;
		unsigned n = 0;

		diags_init(&diags, &arena);
		assert_true(turn_judge_alone(&turn, &reader, &letters, &after,
		    slice_of(cases[i].pair), 0, &diags));
		taken = rules_taken(rules, &position, &turn.move);
		for (; cases[i].taken[n] != NULL; n++)
			assert_true(
			    cellset_has(&taken, named(cases[i].taken[n])));
		assert_int_equal(cellset_count(&taken), n);
	}
}

/* Takes the move that is asked for last. */
static bool
take_move(void *context, const struct move *move)
{
	*(struct move *)context = *move;
	return true;
}

/*
 * Only White can move, and he only to and fro, with a draught or with his king.
 * The ko then forbids the way back, also if the caller remembers the position
 * before, or only another one.
 */
TEST(ko_forbids_the_only_way_back)
{
	static const char stuck[] = "rKa10,rDa9,rDb9,rDb10,bPa8,bPb8,bPc8,bPc9,"
				    "bPc10,bPc7,bPd8,bPd7";
	static const char *const whites[] = {
		"wKa1,wDa2,wDb1,wDb2,wDa5,bPb6,bPa3,bPc3,bPd2,bPc5,bPd6,bPb3,"
		"bSc4,bSc2,bCd3,bCd4,bCc1",
		"wKa1,wPa2,wPb2,wPc1,wPc2,wDa3,wDb3,wDc3,wDd2,wDd1,bPb4,bPc5,"
		"bPa5,bPa4,bPc4,bPd5,bSd4,bSe5,bCe1,bCe3,bCf4,bRe2,bRf3",
	};
	static const struct {
		const char *ko;
		enum {
			NOTHING,
			ITSELF,
			ANOTHER
		} remembers;
		unsigned next;
	} cases[] = {
		{ "", NOTHING, RED },
		{ "", ITSELF, RED },
		{ "", ANOTHER, RED },
		{ " opt=Ko:none", NOTHING, WHITE },
		{ " opt=Ko:none", ITSELF, WHITE },
	};

	for (size_t i = 0; i < 2 * sizeof(cases) / sizeof(*cases); i++) {
		const char *white = whites[i % 2];
		struct position position, another;
		const struct past *known;
		struct move move;
		struct past past;
		char text[LINE];

		snprintf(text, sizeof(text),
		    "%s,%s w aax 0 5%s turns=wrb unmoved=-", white, stuck,
		    cases[i / 2].ko);
		position = at(text);
		assert_int_equal(rules_count(rules, &position), 1);
		rules_moves(rules, &position, NULL, take_move, &move);
		another = rules->start;
		position_remember(
		    cases[i / 2].remembers == ITSELF ? &position : &another,
		    &past);
		known = cases[i / 2].remembers == NOTHING ? NULL : &past;
		position.past = known;
		rules_make_move(rules, &position, &move);
		assert_int_equal(position.to_move, cases[i / 2].next);
		assert_true(position.past == known);
	}
}

/*
 * Half of a turn may repeat a position, a whole turn may not. A piece that can
 * make the move only as half of a turn must still be told apart.
 */
TEST(moves_of_halves_are_told_apart)
{
	struct position position =
	    at("rCd9,rCb8,rPb5 r opt=Cubes:yes turns=wb");
	struct position after = position;
	struct alphabet letters;
	const struct reader_context reader = { rules, &notation_coordinate,
		&letters };
	const struct marks none = { .attacked = 0 };
	struct strbuf out = STRBUF_INIT;
	struct turn turn = { .asks.outcome = true };
	struct diags diags;
	struct past past;

	play(&after, "b8d8");
	position_remember(&after, &past);
	position.past = &past;
	after = position;
	diags_init(&diags, &arena);
	assert_true(turn_judge_alone(&turn, &reader, &letters, &after,
	    slice_of("d9d8&b5b4"), 0, &diags));
	notation_write(&notation_algebraic, rules, &letters, &position,
	    &turn.move, &none, &out);
	assert_string_equal(out.ptr, "Cdd8&b4");
	strbuf_release(&out);
	assert_false(play_in(&position, &notation_coordinate, "b8d8"));
	assert_string_equal(fault, "ko");
}

/*
 * 4. the other's king was captured and the other cannot capture a king. Such a
 * player cannot move, so in a game the first condition decides; here both are
 * said to be able to.
 */
TEST(condition_4_other_captures_no_king)
{
	struct position position =
	    at("wKb1,w+Ca10,bKj1,bCb5 w turns=wrb captors=-.w.-");
	struct order order = { &position, WHITE, false, { true, true, true } };
	unsigned condition;

	assert_int_equal(bnem_follower(&order, &condition), BLACK);
	assert_int_equal(condition, 4);
	order.can_move[RED] = false;
	assert_int_equal(bnem_follower(&order, &condition), BLACK);
	assert_int_equal(condition, 1);
}

/*
 * A threat ignores the ko: Red may not repeat a position by taking Black's
 * king, but threatens it.
 */
TEST(threat_ignores_the_ko)
{
	struct position position = at("rCj5,bKj1 r turns=wb");
	struct position after = position;
	struct past past;

	assert_int_equal(position.checks[BLACK], 1u << RED);
	play(&after, "j5j1");
	position_remember(&after, &past);
	position.past = &past;
	assert_false(play_in(&position, &notation_coordinate, "j5j1"));
	assert_string_equal(fault, "ko");
	rules_recompute_checks(rules, &position);
	assert_int_equal(position.checks[BLACK], 1u << RED);
}

/* The ko does not compare which draughts have moved. */
TEST(ko_ignores_moved_draughts)
{
	struct position position = at("wDc2,rCd9,bCh3 w turns=rb");

	assert_true(cellset_has(&position.unmoved, named("c2")));
	play(&position, "c2d3 d9d8 h3h4 d3c2 d8d9");
	assert_false(cellset_has(&position.unmoved, named("c2")));
	assert_false(play_in(&position, &notation_coordinate, "h4h3"));
	assert_string_equal(fault, "ko");
}

/* The ko looks at the turn as a whole, after the cube has changed hands. */
TEST(ko_compares_the_whole_turn)
{
	static const char start[] =
	    "wCd2,rCd9,rPb5,bCh3 r opt=Cubes:yes turns=wb";
	struct position position = at(start), half = position, after = position;
	struct past past;

	/* The board after the first move has been, with the cubes as they were
	 * before and as they will be. */
	play(&half, "d9e9");
	position_remember(&half, &past);
	position.past = &past;
	play(&position, "d9e9&b5b4");
	/* The whole turn repeats a position. */
	play(&after, "d9e9&b5b4");
	position_remember(&after, &past);
	position = at(start);
	position.past = &past;
	assert_false(play_in(&position, &notation_coordinate, "b5b4&d9e9"));
	assert_string_equal(fault, "ko");
	/*
	 * If the cube stays where it was, the same pieces are another position.
	 */
	after = at("wCd2,rCe9,rPb4,bCh3 w aaa 0 2 opt=Cubes:yes cubes=rb "
		   "turns=wbr");
	position_remember(&after, &past);
	position = at(start);
	position.past = &past;
	play(&position, "d9e9&b5b4");
}

/* A piece that comes to a home square by one of two moves counts there as any
 * other. */
TEST(half_turn_to_a_home_square_counts)
{
	ends("wKb2,rCc1,rPd8,bKj3 r opt=Cubes:yes turns=wb",
	    "c1a1&d8e8 b2b3 j3j4", "0-1-0");
	ends("wKb2,rCc1,rPd8,bKj3 r opt=Cubes:yes turns=wb", "c1a1&d8e8", NULL);
}
