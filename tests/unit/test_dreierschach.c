/*
 * The rules of Dreierschach: board, set-up, and how the pieces go, one by one:
 * ternion-variants(7), "Dreierschach".
 *
 * Each rule stands above its test. A rule about White's cells is tested for the
 * other players on the cells turned to their seats; the set-up is spelt out for
 * all three.
 */
#include "tests/property/attackers.h"
#include "tests/unit/setup.h"

/*
 * Board and set-up
 */

/* The second rows, each from its player's left. */
static const char *const second_rows[PLAYERS] = {
	"a2 b2 c2 d2 e2 f2 g2 h2 i2",
	"i13 h12 g11 f10 e9 d8 c7 b6 a5",
	"l5 l6 l7 l8 l9 l10 l11 l12 l13",
};

/* `hexboard(8,6)`, 126 hexes in 13 rows. */
TEST(board_has_126_hexes_in_13_rows)
{
	unsigned highest = 0;

	assert_int_equal(rules.board.cells, 126);
	for (cell c = 0; c < rules.board.cells; c++)
		if (rules.board.name[c].rank > highest)
			highest = rules.board.name[c].rank;
	assert_int_equal(highest, 13);
}

/* White on a1..h1. White, then Gray on White's left, then Black. */
TEST(turns_go_from_white_to_gray_on_his_left_to_black)
{
	struct position position = rules.start;

	assert_string_equal(rules.variant->players[0], "White");
	assert_string_equal(rules.variant->players[1], "Gray");
	assert_string_equal(rules.variant->players[2], "Black");
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		const char *list = baselines[seat];

		assert_int_equal(position.to_move, seat);
		for (unsigned file = 0; file < 8; file++) {
			assert_int_equal(
			    board_at_seat(&rules.board, seat, file, 1),
			    read_cell(&list));
			list += *list == ' ';
		}
		play_turned(&position, "e2", "e3");
	}
	assert_int_equal(position.to_move, WHITE);
}

/* A new move number each time the turn comes back to the first player. */
TEST(move_number_counts_rounds)
{
	struct position position = rules.start;

	for (unsigned ply = 0; ply < 7; ply++) {
		static const char *const steps[] = { "e2", "e3", "e4", "e5" };

		assert_int_equal(position.number, 1 + ply / PLAYERS);
		play_turned(
		    &position, steps[ply / PLAYERS], steps[ply / PLAYERS + 1]);
	}
}

/* From each player's left: R B N K Q B N R on the baseline. */
TEST(baseline_is_set_up_rbnkqbnr_from_the_left)
{
	static const enum kind army[] = { ROOK, BISHOP, KNIGHT, KING, QUEEN,
		BISHOP, KNIGHT, ROOK };

	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		const char *list = baselines[seat];

		for (int i = 0; i < 8; i++) {
			assert_true(stands(
			    &rules.start, read_cell(&list), army[i], seat));
			list += *list == ' ';
		}
	}
}

/* Nine pawns fill the second row. */
TEST(nine_pawns_fill_the_second_row)
{
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		struct cellset row = cells_named(second_rows[seat]);
		struct cellset pawns = cellset_and(
		    rules.start.owned[seat], &rules.start.kind[PAWN]);

		assert_int_equal(cellset_count(&row), 9);
		check_cells(pawns, row, __FILE__, __LINE__);
	}
	assert_int_equal(cellset_count(&rules.start.kind[KIND_NONE]), 51);
}

/* White d1 K, e1 Q; Gray h13 R g12 B f11 N e10 K d9 Q c8 B b7 N a6 R; Black
 * m6 R m7 B m8 N m9 K m10 Q m11 B m12 N m13 R. */
TEST(pieces_stand_where_the_page_says)
{
	static const char *const tokens[] = { "wKd1", "wQe1", "gRh13", "gBg12",
		"gNf11", "gKe10", "gQd9", "gBc8", "gNb7", "gRa6", "bRm6",
		"bBm7", "bNm8", "bKm9", "bQm10", "bBm11", "bNm12", "bRm13" };

	for (size_t i = 0; i < sizeof(tokens) / sizeof(tokens[0]); i++)
		assert_true(holds(&rules.start, tokens[i]));
}

/* The second player's tag may be `Gray`, `Grey` or `Brown`; written `Gray`.
 * His letter is `G`. */
TEST(second_player_is_gray_grey_or_brown)
{
	assert_int_equal(variant_player_tag(rules.variant, "Gray", 4), GRAY);
	assert_int_equal(variant_player_tag(rules.variant, "Grey", 4), GRAY);
	assert_int_equal(variant_player_tag(rules.variant, "Brown", 5), GRAY);
	assert_int_equal(variant_player_tag(rules.variant, "White", 5), WHITE);
	assert_int_equal(variant_player_tag(rules.variant, "Black", 5), BLACK);
	assert_int_equal(
	    variant_player_tag(rules.variant, "Red", 3), PLAYER_NONE);
	assert_int_equal(variant_player(rules.variant, 'G'), GRAY);
	assert_int_equal(variant_player(rules.variant, 'g'), GRAY);
}

/*
 * Lines, steps and leaps
 */

/* Straight and diagonal lines: the rook goes along the straight ones. */
TEST(rook_goes_along_straight_lines)
{
	struct position position = place("wKb1 gKa6 bKm6 wRg7 w");

	assert_targets(&position, "g7",
	    "h7 i7 j7 k7 l7 m7 h8 i9 j10 k11 l12 m13 g8 g9 g10 g11 g12 "
	    "f7 e7 d7 c7 b7 f6 e5 d4 c3 b2 a1 g6 g5 g4 g3 g2 g1");
}

TEST(bishop_goes_along_diagonal_lines)
{
	struct position position = place("wKb1 gKa6 bKm6 wBg7 w");

	assert_targets(&position, "g7",
	    "i8 k9 m10 h9 i11 j13 f8 e9 e6 c5 a4 f5 e3 d1 h6 i5 j4");
}

TEST(queen_goes_along_both)
{
	struct position position = place("wKb1 gKa6 bKm6 wQg7 w");

	assert_targets(&position, "g7",
	    "h7 i7 j7 k7 l7 m7 h8 i9 j10 k11 l12 m13 g8 g9 g10 g11 g12 "
	    "f7 e7 d7 c7 b7 f6 e5 d4 c3 b2 a1 g6 g5 g4 g3 g2 g1 "
	    "i8 k9 m10 h9 i11 j13 f8 e9 e6 c5 a4 f5 e3 d1 h6 i5 j4");
}

TEST(king_goes_one_step_along_either)
{
	struct position position = place("wKg7 gKa6 bKm6 w");

	put(&position, cell_named("a1"), PAWN, WHITE);
	assert_targets(&position, "g7", "h7 h8 g8 f7 f6 g6 i8 h9 f8 e6 f5 h6");
}

TEST(slides_end_before_an_own_piece_and_on_an_enemy)
{
	struct position position =
	    place("wKb1 gKa6 bKm6 wRg7 wNi7 gNe7 bNi9 wNf6 wNg8 wNg6 w");

	assert_targets(&position, "g7", "h7 f7 e7 h8 i9");
}

/*
 * The flank rule
 */

/* A diagonal step needs at least one of its two flanking hexes empty.  That
 * holds for bishop: e5 to f7 passes between e6 and f6. */
TEST(bishop_needs_a_flank_empty)
{
	struct position position = place("wKb1 gKa6 bKm6 wBe5 wPf6 gPe6 w");

	assert_targets(
	    &position, "e5", "g6 i7 k8 m9 d6 c7 c4 a3 d3 c1 f4 g3 h2");
}

TEST(one_empty_flank_is_enough)
{
	static const char *const flanks[] = { "wPe6", "wPf6", "gPe6", "bPf6" };

	for (int i = 0; i < 4; i++) {
		struct position position = place("wKb1 gKa6 bKm6 wBe5 w");

		put(&position, cell_named(flanks[i] + 2), PAWN,
		    variant_player(rules.variant, flanks[i][0]));
		assert_true(is_legal(&position, "e5f7"));
		assert_true(is_legal(&position, "e5i13"));
	}
}

/* "queen" */
TEST(queen_needs_a_flank_empty)
{
	struct position position = place("wKb1 gKa6 bKm6 wQe5 bPf6 gPe6 w");

	assert_false(is_legal(&position, "e5f7"));
	assert_false(is_legal(&position, "e5g9"));
	assert_true(is_legal(&position, "e5g6"));
	assert_true(is_legal(&position, "e5f6"));
}

/* "king" */
TEST(king_needs_a_flank_empty)
{
	struct position position = place("wKe5 gKa6 bKm6 wRf6 wRe6 w");

	assert_targets(&position, "e5", "f5 d5 d4 e4 g6 d6 c4 d3 f4");
}

/* Each step of a slide: e5, f7, g9, h11, i13 */
TEST(each_step_of_a_slide_needs_a_flank_empty)
{
	struct position second = place("wKb1 gKa6 bKm6 wBe5 wPf8 gPg8 w");
	struct position third = place("wKb1 gKa6 bKm6 wBe5 bPg10 gPh10 w");
	struct position last = place("wKb1 gKa6 bKm6 wBe5 bPh12 gPi12 w");

	assert_true(is_legal(&second, "e5f7"));
	assert_false(is_legal(&second, "e5g9"));
	assert_false(is_legal(&second, "e5h11"));
	assert_true(is_legal(&third, "e5g9"));
	assert_false(is_legal(&third, "e5h11"));
	assert_false(is_legal(&third, "e5i13"));
	assert_true(is_legal(&last, "e5h11"));
	assert_false(is_legal(&last, "e5i13"));
}

/* The rule applies to a pawn's capture. */
TEST(pawn_capture_needs_a_flank_empty)
{
	struct position both = place("wKb1 gKa6 bKm6 wPe5 gNf7 wPe6 bPf6 w");
	struct position one = place("wKb1 gKa6 bKm6 wPe5 gNf7 wPe6 w");

	assert_false(is_legal(&both, "e5f7"));
	assert_true(is_legal(&one, "e5f7"));
}

/*
 * The rule applies to diagonal steps only: straight steps and leaps are free.
 */
TEST(straight_steps_and_leaps_need_no_flank)
{
	struct position position =
	    place("wKb1 gKa6 bKm6 wRe5 wNk8 gPe6 gPf5 gPf6 gPk9 gPl9 gPl8 w");

	assert_true(is_legal(&position, "e5f6"));
	assert_true(is_legal(&position, "k8l11"));
}

/*
 * The rule applies to attacks: two occupied flanks shield a king from an attack
 * along that diagonal.
 */
TEST(two_occupied_flanks_shield_a_king)
{
	static const char *const attackers[] = { "wBe5", "wQe5", "wPe5",
		"wKe5" };

	for (int i = 0; i < 4; i++) {
		struct position position = place("gKf7 bKm6 gNf6 bNe6 g");
		cell e5 = cell_named("e5");

		put(&position, e5, variant_kind(rules.variant, attackers[i][1]),
		    WHITE);
		assert_int_equal(position.checks[GRAY], 0);
		assert_int_equal(
		    cell_attackers(&rules, &position, GRAY, cell_named("f7")),
		    0);
		position_take(&position, cell_named("e6"));
		assert_int_equal(
		    cell_attackers(&rules, &position, GRAY, cell_named("f7")),
		    1U << WHITE);
	}
}

/* Kings that belong to nobody are pieces, and there may be any number of them.
 */
TEST(nobodys_king_is_a_piece)
{
	struct position position;

	position_clear(&position);
	position_put(&position, 0, piece_make(KING, WHITE, PLAYER_NONE));
	position_take(&position, 0);
	assert_int_equal(position.pieces, 0);
	assert_true(cellset_empty(&position.kind[KING]));
}

TEST(king_may_step_where_two_flanks_shield_him)
{
	/* The bishop on e5 looks at f7 past e6 and f6. */
	struct position closed = place("wKg7 gKa6 bKm6 gBe5 gNe6 wPf6 w");
	struct position open = place("wKg7 gKa6 bKm6 gBe5 wPf6 w");

	assert_true(is_legal(&closed, "g7f7"));
	assert_false(is_legal(&open, "g7f7"));
}

/* A piece that is the second flank is bound to its hex. */
TEST(flank_piece_may_not_open_the_diagonal_to_its_king)
{
	struct position position = place("wKe5 gKa6 bKm6 bBf7 wRe6 wRf6 w");

	assert_int_equal(position.checks[WHITE], 0);
	assert_targets(&position, "e6", "f7");
	assert_targets(&position, "f6", "f7");
}

/* A piece that fills the second flank ends the attack. */
TEST(filling_the_second_flank_answers_a_check)
{
	struct position position = place("wKe5 gKa6 bKm6 bBf7 wRf6 wRe9 w");

	assert_int_equal(position.checks[WHITE], 1U << BLACK);
	assert_targets(&position, "e9", "e6");
}

/*
 * Knights and pawns
 */

/* Knight: the 12 targets. */
TEST(knight_has_twelve_targets)
{
	struct position position = place("wKb1 gKa6 bKm6 wNg7 w");

	assert_targets(
	    &position, "g7", "i10 h10 j9 j8 i6 h5 e4 f4 d5 d6 e8 f9");
}

/* "jumping" */
TEST(knight_jumps)
{
	struct position position =
	    place("wKb1 gKa6 bKm6 wNg7 wPh7 gPh8 wPg8 bPf7 wPf6 gPg6 wPi8 bPh9 "
		  "wPf8 gPe6 wPf5 bPh6 w");

	assert_targets(
	    &position, "g7", "i10 h10 j9 j8 i6 h5 e4 f4 d5 d6 e8 f9");
}

/* Pawn, seen by its owner: one step NW or NE onto an empty hex. */
TEST(pawn_steps_northwest_or_northeast)
{
	struct position white = place("wKb1 gKa6 bKm6 wPe5 w");
	struct position gray = place("wKb1 gKa6 bKm6 gPg7 g");
	struct position black = place("wKb1 gKa6 bKm6 bPg7 b");

	assert_targets(&white, "e5", "e6 f6");
	assert_targets(&gray, "g7", "h7 g6");
	assert_targets(&black, "g7", "f7 f6");
}

TEST(pawn_steps_onto_empty_hexes_only)
{
	struct position one = place("wKb1 gKa6 bKm6 wPe5 gNe6 w");
	struct position other = place("wKb1 gKa6 bKm6 wPe5 wNf6 w");
	struct position both = place("wKb1 gKa6 bKm6 wPe5 gNe6 bNf6 w");

	assert_targets(&one, "e5", "f6");
	assert_targets(&other, "e5", "e6");
	assert_targets(&both, "e5", "");
}

/* From the second row also two steps in one of these two directions. */
TEST(pawn_goes_two_steps_from_the_second_row)
{
	struct position white = place("wKb1 gKa6 bKm6 wPe2 w");
	struct position gray = place("wKb1 gKa6 bKm6 gPd8 g");
	struct position black = place("wKb1 gKa6 bKm6 bPl9 b");

	assert_targets(&white, "e2", "e3 e4 f3 g4");
	assert_targets(&gray, "d8", "e8 f8 d7 d6");
	assert_targets(&black, "l9", "k9 j9 k8 j7");
}

TEST(every_pawn_of_the_second_row_has_its_two_steps)
{
	struct position position = rules.start;

	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		struct cellset row = cells_named(second_rows[seat]);

		position_turn(&position, seat);
		while (!cellset_empty(&row)) {
			struct cellset to =
			    targets(&position, cellset_pop(&row));

			assert_int_equal(cellset_count(&to), 4);
		}
	}
}

/* Both hexes empty. */
TEST(two_steps_need_both_hexes_empty)
{
	struct position first = place("wKb1 gKa6 bKm6 wPe2 gBe3 w");
	struct position second = place("wKb1 gKa6 bKm6 wPe2 bNg4 w");

	assert_targets(&first, "e2", "f3 g4");
	assert_targets(&second, "e2", "e3 e4 f3");
}

TEST(pawn_goes_one_step_from_other_rows)
{
	struct position third = place("wKb1 gKa6 bKm6 wPe3 w");
	struct position of_gray = place("wKb1 gKa6 bKm6 wPb6 w");
	struct position of_black = place("wKb1 gKa6 bKm6 wPl9 w");

	assert_targets(&third, "e3", "e4 f4");
	assert_targets(&of_gray, "b6", "b7 c7");
	assert_targets(&of_black, "l9", "l10 m10");
}

/* Captures one step WNW, N or ENE. */
TEST(pawn_captures_westnorthwest_north_or_eastnortheast)
{
	struct position white = place("wKb1 gKa6 bKm6 wPe5 gNd6 bNf7 gNg6 w");
	/* Gray's three are White's ENE, ESE and S, Black's S, WSW, WNW. */
	struct position gray = place("wKb1 gKa6 bKm6 gPg7 wNi8 bNh6 wNf5 g");
	struct position black = place("wKb1 gKa6 bKm6 bPg7 wNf5 gNe6 wNf8 b");

	assert_targets(&white, "e5", "e6 f6 d6 f7 g6");
	assert_targets(&gray, "g7", "h7 g6 i8 h6 f5");
	assert_targets(&black, "g7", "f7 f6 f5 e6 f8");
}

TEST(pawn_captures_in_no_other_direction)
{
	struct position position =
	    place("wKm13 gKa6 bKm6 wPe5 gNf5 gNd5 gNd4 gNe4 bNc4 bNd3 bNf4 w");

	assert_targets(&position, "e5", "e6 f6");
}

TEST(pawn_captures_enemies_only)
{
	struct position position = place("wKb1 gKa6 bKm6 wPe5 wNd6 wNf7 w");

	assert_targets(&position, "e5", "e6 f6");
}
