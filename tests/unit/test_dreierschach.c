/*
 * The rules of Dreierschach: one test for each sentence of dreierschach.md.
 *
 * The sentence stands above its test.  What a sentence says of White's cells
 * is tested for the other players on the cells turned to their seats; the
 * set-up and the castlings are spelt out for all three.
 */
#include "unit/setup.h"

/*
 * Board and set-up
 */

/* The baselines and second rows, each from its player's left. */
static const char *const baselines[PLAYERS] = {
	"a1 b1 c1 d1 e1 f1 g1 h1",
	"h13 g12 f11 e10 d9 c8 b7 a6",
	"m6 m7 m8 m9 m10 m11 m12 m13",
};

static const char *const second_rows[PLAYERS] = {
	"a2 b2 c2 d2 e2 f2 g2 h2 i2",
	"i13 h12 g11 f10 e9 d8 c7 b6 a5",
	"l5 l6 l7 l8 l9 l10 l11 l12 l13",
};

/* "`hexboard(8,6)`, 126 hexes in 13 rows" */
static void
board_has_126_hexes_in_13_rows(void **state)
{
	unsigned highest = 0;

	(void)state;
	assert_int_equal(rules.board.cells, 126);
	for (cell c = 0; c < rules.board.cells; c++)
		if (rules.board.name[c].rank > highest)
			highest = rules.board.name[c].rank;
	assert_int_equal(highest, 13);
}

/* "White on a1..h1. White, then Gray on White's left, then Black." */
static void
turns_go_from_white_to_gray_on_his_left_to_black(void **state)
{
	struct position position = rules.start;

	(void)state;
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
static void
move_number_counts_rounds(void **state)
{
	struct position position = rules.start;

	(void)state;
	for (unsigned ply = 0; ply < 7; ply++) {
		static const char *const steps[] = { "e2", "e3", "e4", "e5" };

		assert_int_equal(position.number, 1 + ply / PLAYERS);
		play_turned(
		    &position, steps[ply / PLAYERS], steps[ply / PLAYERS + 1]);
	}
}

/* "From each player's left: R B N K Q B N R on the baseline" */
static void
baseline_is_set_up_rbnkqbnr_from_the_left(void **state)
{
	static const enum kind army[] = { ROOK, BISHOP, KNIGHT, KING, QUEEN,
		BISHOP, KNIGHT, ROOK };

	(void)state;
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		const char *list = baselines[seat];

		for (int i = 0; i < 8; i++) {
			assert_true(stands(
			    &rules.start, read_cell(&list), army[i], seat));
			list += *list == ' ';
		}
	}
}

/* "nine pawns fill the second row" */
static void
nine_pawns_fill_the_second_row(void **state)
{
	(void)state;
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		struct cellset row = cells_named(second_rows[seat]);
		struct cellset pawns = cellset_and(
		    rules.start.owned[seat], &rules.start.kind[PAWN]);

		assert_int_equal(cellset_count(&row), 9);
		check_cells(pawns, row, __FILE__, __LINE__);
	}
	assert_int_equal(cellset_count(&rules.start.kind[KIND_NONE]), 51);
}

/* "White d1 K, e1 Q; Gray h13 R g12 B f11 N e10 K d9 Q c8 B b7 N a6 R; Black
 * m6 R m7 B m8 N m9 K m10 Q m11 B m12 N m13 R." */
static void
pieces_stand_where_the_page_says(void **state)
{
	static const char *const tokens[] = { "wKd1", "wQe1", "gRh13", "gBg12",
		"gNf11", "gKe10", "gQd9", "gBc8", "gNb7", "gRa6", "bRm6",
		"bBm7", "bNm8", "bKm9", "bQm10", "bBm11", "bNm12", "bRm13" };

	(void)state;
	for (size_t i = 0; i < sizeof(tokens) / sizeof(tokens[0]); i++)
		assert_true(holds(&rules.start, tokens[i]));
}

/* "The second player's tag may be `Gray`, `Grey` or `Brown`; written `Gray`.
 * His letter is `G`." */
static void
second_player_is_gray_grey_or_brown(void **state)
{
	(void)state;
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

/* "Straight and diagonal lines": the rook goes along the straight ones. */
static void
rook_goes_along_straight_lines(void **state)
{
	struct position position = place("wKb1 gKa6 bKm6 wRg7 w");

	(void)state;
	assert_targets(&position, "g7",
	    "h7 i7 j7 k7 l7 m7 h8 i9 j10 k11 l12 m13 g8 g9 g10 g11 g12 "
	    "f7 e7 d7 c7 b7 f6 e5 d4 c3 b2 a1 g6 g5 g4 g3 g2 g1");
}

static void
bishop_goes_along_diagonal_lines(void **state)
{
	struct position position = place("wKb1 gKa6 bKm6 wBg7 w");

	(void)state;
	assert_targets(&position, "g7",
	    "i8 k9 m10 h9 i11 j13 f8 e9 e6 c5 a4 f5 e3 d1 h6 i5 j4");
}

static void
queen_goes_along_both(void **state)
{
	struct position position = place("wKb1 gKa6 bKm6 wQg7 w");

	(void)state;
	assert_targets(&position, "g7",
	    "h7 i7 j7 k7 l7 m7 h8 i9 j10 k11 l12 m13 g8 g9 g10 g11 g12 "
	    "f7 e7 d7 c7 b7 f6 e5 d4 c3 b2 a1 g6 g5 g4 g3 g2 g1 "
	    "i8 k9 m10 h9 i11 j13 f8 e9 e6 c5 a4 f5 e3 d1 h6 i5 j4");
}

static void
king_goes_one_step_along_either(void **state)
{
	struct position position = place("wKg7 gKa6 bKm6 w");

	(void)state;
	put(&position, cell_named("a1"), PAWN, WHITE);
	assert_targets(&position, "g7", "h7 h8 g8 f7 f6 g6 i8 h9 f8 e6 f5 h6");
}

static void
slides_end_before_an_own_piece_and_on_an_enemy(void **state)
{
	struct position position =
	    place("wKb1 gKa6 bKm6 wRg7 wNi7 gNe7 bNi9 wNf6 wNg8 wNg6 w");

	(void)state;
	assert_targets(&position, "g7", "h7 f7 e7 h8 i9");
}

/*
 * The flank rule
 */

/* "A diagonal step needs at least one of its two flanking hexes empty.  That
 * holds for ... bishop": e5 to f7 passes between e6 and f6. */
static void
bishop_needs_a_flank_empty(void **state)
{
	struct position position = place("wKb1 gKa6 bKm6 wBe5 wPf6 gPe6 w");

	(void)state;
	assert_targets(
	    &position, "e5", "g6 i7 k8 m9 d6 c7 c4 a3 d3 c1 f4 g3 h2");
}

static void
one_empty_flank_is_enough(void **state)
{
	static const char *const flanks[] = { "wPe6", "wPf6", "gPe6", "bPf6" };

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct position position = place("wKb1 gKa6 bKm6 wBe5 w");

		put(&position, cell_named(flanks[i] + 2), PAWN,
		    variant_player(rules.variant, flanks[i][0]));
		assert_true(is_legal(&position, "e5f7"));
		assert_true(is_legal(&position, "e5i13"));
	}
}

/* "queen" */
static void
queen_needs_a_flank_empty(void **state)
{
	struct position position = place("wKb1 gKa6 bKm6 wQe5 bPf6 gPe6 w");

	(void)state;
	assert_false(is_legal(&position, "e5f7"));
	assert_false(is_legal(&position, "e5g9"));
	assert_true(is_legal(&position, "e5g6"));
	assert_true(is_legal(&position, "e5f6"));
}

/* "king" */
static void
king_needs_a_flank_empty(void **state)
{
	struct position position = place("wKe5 gKa6 bKm6 wRf6 wRe6 w");

	(void)state;
	assert_targets(&position, "e5", "f5 d5 d4 e4 g6 d6 c4 d3 f4");
}

/* "each step of a slide": e5, f7, g9, h11, i13 */
static void
each_step_of_a_slide_needs_a_flank_empty(void **state)
{
	struct position second = place("wKb1 gKa6 bKm6 wBe5 wPf8 gPg8 w");
	struct position third = place("wKb1 gKa6 bKm6 wBe5 bPg10 gPh10 w");
	struct position last = place("wKb1 gKa6 bKm6 wBe5 bPh12 gPi12 w");

	(void)state;
	assert_true(is_legal(&second, "e5f7"));
	assert_false(is_legal(&second, "e5g9"));
	assert_false(is_legal(&second, "e5h11"));
	assert_true(is_legal(&third, "e5g9"));
	assert_false(is_legal(&third, "e5h11"));
	assert_false(is_legal(&third, "e5i13"));
	assert_true(is_legal(&last, "e5h11"));
	assert_false(is_legal(&last, "e5i13"));
}

/* "and for a pawn's capture" */
static void
pawn_capture_needs_a_flank_empty(void **state)
{
	struct position both = place("wKb1 gKa6 bKm6 wPe5 gNf7 wPe6 bPf6 w");
	struct position one = place("wKb1 gKa6 bKm6 wPe5 gNf7 wPe6 w");

	(void)state;
	assert_false(is_legal(&both, "e5f7"));
	assert_true(is_legal(&one, "e5f7"));
}

/* The rule is one for diagonal steps: what goes straight or leaps is free. */
static void
straight_steps_and_leaps_need_no_flank(void **state)
{
	struct position position =
	    place("wKb1 gKa6 bKm6 wRe5 wNk8 gPe6 gPf5 gPf6 gPk9 gPl9 gPl8 w");

	(void)state;
	assert_true(is_legal(&position, "e5f6"));
	assert_true(is_legal(&position, "k8l11"));
}

/* "and so for attacks: a king behind two occupied flanks is not attacked
 * along that diagonal" */
static void
king_behind_two_occupied_flanks_is_not_attacked(void **state)
{
	static const char *const attackers[] = { "wBe5", "wQe5", "wPe5",
		"wKe5" };

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct position position = place("gKf7 bKm6 gNf6 bNe6 g");
		cell e5 = cell_named("e5");

		put(&position, e5, variant_kind(rules.variant, attackers[i][1]),
		    WHITE);
		assert_int_equal(position.checks[GRAY], 0);
		assert_int_equal(
		    rules_attackers(&rules, &position, GRAY, cell_named("f7")),
		    0);
		position_take(&position, cell_named("e6"));
		assert_int_equal(
		    rules_attackers(&rules, &position, GRAY, cell_named("f7")),
		    1U << WHITE);
	}
}

static void
king_may_step_behind_two_occupied_flanks(void **state)
{
	/* The bishop on e5 looks at f7 past e6 and f6. */
	struct position closed = place("wKg7 gKa6 bKm6 gBe5 gNe6 wPf6 w");
	struct position open = place("wKg7 gKa6 bKm6 gBe5 wPf6 w");

	(void)state;
	assert_true(is_legal(&closed, "g7f7"));
	assert_false(is_legal(&open, "g7f7"));
}

/* A piece that is the second flank is bound to its hex. */
static void
flank_piece_may_not_open_the_diagonal_to_its_king(void **state)
{
	struct position position = place("wKe5 gKa6 bKm6 bBf7 wRe6 wRf6 w");

	(void)state;
	assert_int_equal(position.checks[WHITE], 0);
	assert_targets(&position, "e6", "f7");
	assert_targets(&position, "f6", "f7");
}

/* And a piece that fills the second flank ends the attack. */
static void
filling_the_second_flank_answers_a_check(void **state)
{
	struct position position = place("wKe5 gKa6 bKm6 bBf7 wRf6 wRe9 w");

	(void)state;
	assert_int_equal(position.checks[WHITE], 1U << BLACK);
	assert_targets(&position, "e9", "e6");
}

/*
 * Knights and pawns
 */

/* "Knight: the 12 targets" */
static void
knight_has_twelve_targets(void **state)
{
	struct position position = place("wKb1 gKa6 bKm6 wNg7 w");

	(void)state;
	assert_targets(
	    &position, "g7", "i10 h10 j9 j8 i6 h5 e4 f4 d5 d6 e8 f9");
}

/* "jumping" */
static void
knight_jumps(void **state)
{
	struct position position =
	    place("wKb1 gKa6 bKm6 wNg7 wPh7 gPh8 wPg8 bPf7 wPf6 gPg6 wPi8 bPh9 "
		  "wPf8 gPe6 wPf5 bPh6 w");

	(void)state;
	assert_targets(
	    &position, "g7", "i10 h10 j9 j8 i6 h5 e4 f4 d5 d6 e8 f9");
}

/* "Pawn, seen by its owner: one step NW or NE onto an empty hex" */
static void
pawn_steps_northwest_or_northeast(void **state)
{
	struct position white = place("wKb1 gKa6 bKm6 wPe5 w");
	struct position gray = place("wKb1 gKa6 bKm6 gPg7 g");
	struct position black = place("wKb1 gKa6 bKm6 bPg7 b");

	(void)state;
	assert_targets(&white, "e5", "e6 f6");
	assert_targets(&gray, "g7", "h7 g6");
	assert_targets(&black, "g7", "f7 f6");
}

static void
pawn_steps_onto_empty_hexes_only(void **state)
{
	struct position one = place("wKb1 gKa6 bKm6 wPe5 gNe6 w");
	struct position other = place("wKb1 gKa6 bKm6 wPe5 wNf6 w");
	struct position both = place("wKb1 gKa6 bKm6 wPe5 gNe6 bNf6 w");

	(void)state;
	assert_targets(&one, "e5", "f6");
	assert_targets(&other, "e5", "e6");
	assert_targets(&both, "e5", "");
}

/* "from the second row also two steps in one of these two directions" */
static void
pawn_goes_two_steps_from_the_second_row(void **state)
{
	struct position white = place("wKb1 gKa6 bKm6 wPe2 w");
	struct position gray = place("wKb1 gKa6 bKm6 gPd8 g");
	struct position black = place("wKb1 gKa6 bKm6 bPl9 b");

	(void)state;
	assert_targets(&white, "e2", "e3 e4 f3 g4");
	assert_targets(&gray, "d8", "e8 f8 d7 d6");
	assert_targets(&black, "l9", "k9 j9 k8 j7");
}

static void
every_pawn_of_the_second_row_has_its_two_steps(void **state)
{
	struct position position = rules.start;

	(void)state;
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

/* "both hexes empty" */
static void
two_steps_need_both_hexes_empty(void **state)
{
	struct position first = place("wKb1 gKa6 bKm6 wPe2 gBe3 w");
	struct position second = place("wKb1 gKa6 bKm6 wPe2 bNg4 w");

	(void)state;
	assert_targets(&first, "e2", "f3 g4");
	assert_targets(&second, "e2", "e3 e4 f3");
}

static void
pawn_goes_one_step_from_other_rows(void **state)
{
	struct position third = place("wKb1 gKa6 bKm6 wPe3 w");
	struct position of_gray = place("wKb1 gKa6 bKm6 wPb6 w");
	struct position of_black = place("wKb1 gKa6 bKm6 wPl9 w");

	(void)state;
	assert_targets(&third, "e3", "e4 f4");
	assert_targets(&of_gray, "b6", "b7 c7");
	assert_targets(&of_black, "l9", "l10 m10");
}

/* "captures one step WNW, N or ENE" */
static void
pawn_captures_westnorthwest_north_or_eastnortheast(void **state)
{
	struct position white = place("wKb1 gKa6 bKm6 wPe5 gNd6 bNf7 gNg6 w");
	/* Gray's three are White's ENE, ESE and S, Black's S, WSW, WNW. */
	struct position gray = place("wKb1 gKa6 bKm6 gPg7 wNi8 bNh6 wNf5 g");
	struct position black = place("wKb1 gKa6 bKm6 bPg7 wNf5 gNe6 wNf8 b");

	(void)state;
	assert_targets(&white, "e5", "e6 f6 d6 f7 g6");
	assert_targets(&gray, "g7", "h7 g6 i8 h6 f5");
	assert_targets(&black, "g7", "f7 f6 f5 e6 f8");
}

static void
pawn_captures_in_no_other_direction(void **state)
{
	struct position position =
	    place("wKm13 gKa6 bKm6 wPe5 gNf5 gNd5 gNd4 gNe4 bNc4 bNd3 bNf4 w");

	(void)state;
	assert_targets(&position, "e5", "e6 f6");
}

static void
pawn_captures_enemies_only(void **state)
{
	struct position position = place("wKb1 gKa6 bKm6 wPe5 wNd6 wNf7 w");

	(void)state;
	assert_targets(&position, "e5", "e6 f6");
}

/*
 * En passant: White's e2-e4 skips e3, on which Gray captures from d4 and
 * Black from g4
 */

static struct position
after_double_step(const char *more)
{
	struct position position;
	char text[128];

	snprintf(
	    text, sizeof(text), "wKb1 gKa6 bKm6 wPe2 gPd4 bPg4 %s w", more);
	position = place(text);
	play(&position, "e2e4");
	return position;
}

/* "After a double step" */
static void
double_step_opens_a_pawn_to_en_passant(void **state)
{
	struct position position = after_double_step("");
	struct move move = find_move(&position, "d4e3");

	(void)state;
	assert_int_equal(position.passed[WHITE].skipped, cell_named("e3"));
	assert_int_equal(position.passed[WHITE].pawn, cell_named("e4"));
	assert_int_equal(move.type, MOVE_ENPASSANT);
	assert_int_equal(move.victim, cell_named("e4"));
	assert_targets(&position, "d4", "d3 e3");
	play(&position, "d4e3");
	assert_true(holds(&position, "gPe3"));
	assert_true(is_vacant(&position, "e4"));
	assert_true(is_vacant(&position, "d4"));
}

/* "so by either opponent, in this order of play" */
static void
either_opponent_may_capture_en_passant(void **state)
{
	struct position position = after_double_step("");

	(void)state;
	play(&position, "a6a5");
	assert_targets(&position, "g4", "f4 f3 e3");
	assert_int_equal(find_move(&position, "g4e3").type, MOVE_ENPASSANT);
	play(&position, "g4e3");
	assert_true(holds(&position, "bPe3"));
	assert_true(is_vacant(&position, "e4"));
}

/* "until the pawn's owner moves again" */
static void
en_passant_ends_when_the_owner_moves_again(void **state)
{
	struct position position = after_double_step("");

	(void)state;
	play(&position, "a6a5 m6m7");
	assert_int_equal(position.passed[WHITE].skipped, CELL_NONE);
	play(&position, "b1b2");
	assert_targets(&position, "d4", "d3");
	play(&position, "a5a6");
	assert_targets(&position, "g4", "f4 f3");
}

static void
single_steps_open_nothing(void **state)
{
	struct position position = place("wKb1 gKa6 bKm6 wPe2 gPd4 bPg4 w");

	(void)state;
	play(&position, "e2e3 a6a5 m6m7 e3e4");
	assert_int_equal(position.passed[WHITE].skipped, CELL_NONE);
	assert_targets(&position, "d4", "d3");
}

static void
double_steps_to_either_side_open_the_skipped_hex(void **state)
{
	/* c2-e4 goes north-east over d3; c4 takes it there for Gray. */
	struct position position = place("wKb1 gKa6 bKm6 wPc2 gPc4 w");

	(void)state;
	play(&position, "c2e4");
	assert_targets(&position, "c4", "d4 c3 d3");
	play(&position, "c4d3");
	assert_true(is_vacant(&position, "e4"));
}

/* Once the first opponent has taken the pawn there is none to take. */
static void
captured_pawn_is_open_no_more(void **state)
{
	struct position by_pawn = after_double_step("");
	struct position by_rook = after_double_step("gRe9");

	(void)state;
	play(&by_pawn, "d4e3");
	assert_int_equal(by_pawn.passed[WHITE].pawn, CELL_NONE);
	assert_int_equal(find_move(&by_pawn, "g4e3").type, MOVE_CAPTURE);
	play(&by_rook, "e9e4");
	assert_int_equal(by_rook.passed[WHITE].pawn, CELL_NONE);
	assert_targets(&by_rook, "g4", "f4 f3");
}

/* "an enemy **pawn** whose capturing step leads to the skipped hex" */
static void
only_a_pawn_captures_en_passant(void **state)
{
	struct position position = after_double_step("gRa3 gBc2 gNg6");

	(void)state;
	assert_int_equal(find_move(&position, "a3e3").type, MOVE_QUIET);
	assert_int_equal(find_move(&position, "c2e3").type, MOVE_QUIET);
	assert_int_equal(find_move(&position, "g6e3").type, MOVE_QUIET);
	play(&position, "c2e3");
	assert_true(holds(&position, "wPe4"));
}

/* "Two such pawns can be open to it at once." */
static void
two_pawns_can_be_open_at_once(void **state)
{
	struct position position = place("wKa1 gKa6 bKm6 wPb2 gPb6 bPd5 w");
	struct position other;

	(void)state;
	play(&position, "b2d4 b6d6");
	assert_targets(&position, "d5", "c4 c5 c3 c6");
	assert_int_equal(find_move(&position, "d5c3").victim, cell_named("d4"));
	assert_int_equal(find_move(&position, "d5c6").victim, cell_named("d6"));
	other = position;
	play(&position, "d5c3");
	assert_true(is_vacant(&position, "d4"));
	assert_true(holds(&position, "gPd6"));
	play(&other, "d5c6");
	assert_true(is_vacant(&other, "d6"));
	assert_true(holds(&other, "wPd4"));
}

/* "The blocking rule for an en passant capture looks at the board before the
 * move: the pawn to be taken still stands on its hex, which can be a flank."
 * d4 to e3 passes between d3 and e4. */
static void
captured_pawn_counts_as_a_flank(void **state)
{
	struct position position = after_double_step("bNd3");

	(void)state;
	assert_int_equal(position.passed[WHITE].skipped, cell_named("e3"));
	assert_targets(&position, "d4", "");
}

/* "The skipped hex must still be empty." */
static void
skipped_hex_must_still_be_empty(void **state)
{
	struct position position = after_double_step("gNf1");

	(void)state;
	/* The pawn captures what it finds there, and that alone. */
	play(&position, "f1e3");
	assert_int_equal(position.passed[WHITE].skipped, cell_named("e3"));
	assert_int_equal(find_move(&position, "g4e3").type, MOVE_CAPTURE);
	play(&position, "g4e3");
	assert_true(holds(&position, "wPe4"));
}

static void
en_passant_may_not_open_a_line_to_the_king(void **state)
{
	/* Row 4: the king a4, the two pawns d4 and e4, the rook i4. */
	struct position position = place("wKb1 gKa4 bKm6 wPe2 gPd4 bRi4 w");

	(void)state;
	play(&position, "e2e4");
	assert_true(is_legal(&position, "d4d3"));
	assert_false(is_legal(&position, "d4e3"));
}

static void
en_passant_may_not_clear_the_captured_pawns_line_to_the_king(void **state)
{
	/* White shuts the diagonal a2, c3, e4, g5, i6 with c2-e4 over d3. */
	struct position position = place("wKm13 gKi6 bKm6 wPc2 gPc4 bBa2 w");

	(void)state;
	play(&position, "c2e4");
	assert_int_equal(position.checks[GRAY], 0);
	assert_targets(&position, "c4", "d4 c3");
}

static void
en_passant_may_open_the_line_to_another_king(void **state)
{
	struct position position = place("wKm13 gKa6 bKi6 wPe4 gPc4 wBa2 g");
	struct passed passed = { cell_named("d3"), cell_named("e4") };

	(void)state;
	position_set_passed(&position, WHITE, passed);
	assert_int_equal(position.checks[BLACK], 0);
	play(&position, "c4d3");
	assert_int_equal(position.checks[BLACK], 1U << WHITE);
}

static void
en_passant_may_take_the_pawn_that_checks(void **state)
{
	struct position position = place("wKb1 gKd5 bKm6 wPe2 gPd4 w");

	(void)state;
	play(&position, "e2e4");
	assert_int_equal(position.checks[GRAY], 1U << WHITE);
	assert_targets(&position, "d4", "e3");
}

/*
 * Promotion
 */

/* "becomes a queen, rook, knight or bishop" */
static void
pawn_becomes_a_queen_rook_knight_or_bishop(void **state)
{
	static const struct {
		const char *move;
		enum kind kind;
	} table[] = {
		{ "l11m12q", QUEEN },
		{ "l11m12r", ROOK },
		{ "l11m12n", KNIGHT },
		{ "l11m12b", BISHOP },
	};

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct position position = place("wKb1 gKa6 bKm6 wPl11 w");

		play(&position, table[i].move);
		assert_true(
		    stands(&position, cell_named("m12"), table[i].kind, WHITE));
		assert_true(is_vacant(&position, "l11"));
	}
}

static bool
count_move(void *context, const struct move *move)
{
	(void)move;
	++*(unsigned *)context;
	return true;
}

/* "compulsory"; "the four promotions count four" */
static void
promotion_is_compulsory(void **state)
{
	struct position position = place("wKb1 gKa6 bKm6 wPl11 w");
	const struct move_query pawns = { PAWN, CELL_NONE, CELL_NONE,
		MOVE_QUIET };
	unsigned moves = 0;

	(void)state;
	assert_false(is_legal(&position, "l11m12"));
	assert_false(is_legal(&position, "l11m12k"));
	assert_false(is_legal(&position, "l11m12p"));
	assert_true(is_legal(&position, "l11l12"));
	rules_moves(&rules, &position, &pawns, count_move, &moves);
	assert_int_equal(moves, 1 + 4);
}

static void
capture_on_the_baseline_promotes(void **state)
{
	struct position position = place("wKb1 gKa6 bKm6 wPl8 bNm10 w");
	struct move move = find_move(&position, "l8m10n");

	(void)state;
	assert_int_equal(move.type, MOVE_CAPTURE);
	assert_int_equal(move.promotion, KNIGHT);
	assert_false(is_legal(&position, "l8m10"));
	play(&position, "l8m10n");
	assert_true(holds(&position, "wNm10"));
}

struct promotions {
	struct cellset to, not_to;
};

static bool
sort_by_promotion(void *context, const struct move *move)
{
	struct promotions *seen = context;

	cellset_add(
	    move->promotion != KIND_NONE ? &seen->to : &seen->not_to, move->to);
	return true;
}

/* "a pawn that reaches a hex of an opponent's baseline (the eight hexes of his
 * set-up row)": from anywhere on the board, these and no others. */
static void
pawns_are_promoted_on_the_opponents_baselines_alone(void **state)
{
	(void)state;
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		struct promotions seen = { { { 0 } }, { { 0 } } };
		struct cellset next =
		    cells_named(baselines[(seat + 1) % PLAYERS]);
		struct cellset last =
		    cells_named(baselines[(seat + 2) % PLAYERS]);
		struct cellset both = cellset_or(next, &last);

		for (cell c = 0; c < rules.board.cells; c++) {
			struct position position;

			position_clear(&position);
			put(&position, c, PAWN, seat);
			position_turn(&position, seat);
			rules_moves(
			    &rules, &position, NULL, sort_by_promotion, &seen);
		}
		assert_int_equal(cellset_count(&both), 16);
		check_cells(seen.to, both, __FILE__, __LINE__);
		both = cellset_and(seen.not_to, &both);
		assert_true(cellset_empty(&both));
	}
}

/* "A pawn on another edge of the board without a move just stands." */
static void
pawn_on_another_edge_just_stands(void **state)
{
	static const char *const edges[PLAYERS] = { "i13 j13 k13 l13",
		"l5 k4 j3 i2", "a5 a4 a3 a2" };
	struct position position = place("wKb1 gKa6 bKm6 wPj12 w");

	(void)state;
	assert_false(is_legal(&position, "j12j13q"));
	play(&position, "j12j13 a6a5 m6m7");
	assert_true(holds(&position, "wPj13"));
	assert_targets(&position, "j13", "");
	play(&position, "b1b2");
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		struct cellset edge = cells_named(edges[seat]);

		while (!cellset_empty(&edge)) {
			struct position lone;

			position_clear(&lone);
			put(&lone, cellset_pop(&edge), PAWN, seat);
			position_turn(&lone, seat);
			assert_int_equal(rules_count(&rules, &lone), 0);
		}
	}
}

/*
 * Castling
 */

struct castling_case {
	unsigned seat, side;
	const char *king_from, *king_to, *rook_from, *rook_to;
	const char *between;
};

/* "Minor (`0-0`, two hexes between): king to b1 / g12 / m7, rook to c1 / f11 /
 * m8.  Major (`0-0-0`, three between): king to g1 / b7 / m12, rook to f1 / c8
 * / m11." */
static const struct castling_case castlings[] = {
	{ WHITE, MINOR, "d1", "b1", "a1", "c1", "b1 c1" },
	{ WHITE, MAJOR, "d1", "g1", "h1", "f1", "e1 f1 g1" },
	{ GRAY, MINOR, "e10", "g12", "h13", "f11", "g12 f11" },
	{ GRAY, MAJOR, "e10", "b7", "a6", "c8", "d9 c8 b7" },
	{ BLACK, MINOR, "m9", "m7", "m6", "m8", "m7 m8" },
	{ BLACK, MAJOR, "m9", "m12", "m13", "m11", "m10 m11 m12" },
};

enum {
	CASTLINGS = sizeof(castlings) / sizeof(castlings[0])
};

static void
put_home_kings(struct position *position)
{
	for (unsigned seat = 0; seat < PLAYERS; seat++)
		put(position, cell_turned("d1", seat), KING, seat);
}

/* The kings at home and the one rook; its owner is to move. */
static struct position
castling_position(const struct castling_case *c)
{
	struct position position;

	position_clear(&position);
	put_home_kings(&position);
	put(&position, cell_named(c->rook_from), ROOK, c->seat);
	position_turn(&position, c->seat);
	position_set_rights(&position, c->seat, 1U << c->side);
	return position;
}

static bool
can_castle(const struct position *position, const struct castling_case *c)
{
	struct search search = {
		.from = cell_named(c->king_from),
		.to = cell_named(c->king_to),
	};

	rules_moves(&rules, position, NULL, find_cells, &search);
	if (search.found) {
		assert_int_equal(search.move.type, MOVE_CASTLE);
		assert_int_equal(search.move.side, c->side);
	}
	return search.found;
}

static void
castling_moves_king_and_rook(void **state)
{
	(void)state;
	for (int i = 0; i < CASTLINGS; i++) {
		const struct castling_case *c = &castlings[i];
		struct position position = castling_position(c);
		char text[16];

		assert_true(can_castle(&position, c));
		snprintf(text, sizeof(text), "%s%s", c->king_from, c->king_to);
		play(&position, text);
		assert_true(
		    stands(&position, cell_named(c->king_to), KING, c->seat));
		assert_true(
		    stands(&position, cell_named(c->rook_to), ROOK, c->seat));
		assert_true(is_vacant(&position, c->king_from));
		assert_true(is_vacant(&position, c->rook_from));
		assert_int_equal(
		    position.king[c->seat], cell_named(c->king_to));
		assert_int_equal(position.rights[c->seat], 0);
	}
}

static void
castling_may_give_check_with_the_rook(void **state)
{
	struct position minor = place("wKd1 wRa1 gKc6 bKm9 w");
	struct position major = place("wKd1 wRh1 gKf9 bKm9 w");

	(void)state;
	position_set_rights(&minor, WHITE, 1U << MINOR);
	play(&minor, "d1b1");
	assert_int_equal(minor.checks[GRAY], 1U << WHITE);
	position_set_rights(&major, WHITE, 1U << MAJOR);
	play(&major, "d1g1");
	assert_int_equal(major.checks[GRAY], 1U << WHITE);
}

/* `0-0` passes two hexes and `0-0-0` three. */
static void
minor_castling_is_0_0_and_major_0_0_0(void **state)
{
	(void)state;
	assert_int_equal(rules.sides, 2);
	assert_string_equal(rules.setup->sides[MINOR].text, "0-0");
	assert_string_equal(rules.setup->sides[MAJOR].text, "0-0-0");
	for (int i = 0; i < CASTLINGS; i++) {
		const struct castling *side =
		    &rules.seat[castlings[i].seat].side[castlings[i].side];

		check_cells(side->between, cells_named(castlings[i].between),
		    __FILE__, __LINE__);
		assert_int_equal(
		    cellset_count(&side->between), 2 + castlings[i].side);
	}
}

/* "(The seed's "Kb8" for Gray is a misprint for b7.)"; "Castling as a king's
 * move to b8 is an error: b8 is not on the board." */
static void
b8_is_not_on_the_board(void **state)
{
	(void)state;
	assert_int_equal(board_at(&rules.board, 'b' - 'a', 8), CELL_NONE);
	assert_int_equal(
	    rules.seat[GRAY].side[MAJOR].king_to, cell_named("b7"));
}

/* Every player moves as White would on his cells: a round of three plies. */
static void
play_round(
    struct position *position, unsigned first, const char *from, const char *to)
{
	for (unsigned i = 0; i < PLAYERS; i++) {
		bool is_first = position->to_move == first;
		cell home = cell_turned("d1", position->to_move);

		if (is_first)
			play_turned(position, from, to);
		else if (stands(position, home, KING, position->to_move))
			play_turned(position, "d1", "d2");
		else
			play_turned(position, "d2", "d1");
	}
}

/* Kings and both rooks at home, with all rights. */
static struct position
both_castlings(unsigned seat)
{
	struct position position;

	position_clear(&position);
	put_home_kings(&position);
	put(&position, cell_turned("a1", seat), ROOK, seat);
	put(&position, cell_turned("h1", seat), ROOK, seat);
	position_turn(&position, seat);
	position_set_rights(&position, seat, 1U << MINOR | 1U << MAJOR);
	return position;
}

/* "king ... have never moved" */
static void
king_that_has_moved_castles_no_more(void **state)
{
	(void)state;
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		const struct castling_case *c = &castlings[2 * seat];
		struct position position = both_castlings(seat);

		play_round(&position, seat, "d1", "d2");
		play_round(&position, seat, "d2", "d1");
		assert_false(can_castle(&position, &c[MINOR]));
		assert_false(can_castle(&position, &c[MAJOR]));
	}
}

/* "and rook have never moved" */
static void
rook_that_has_moved_castles_no_more(void **state)
{
	(void)state;
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		const struct castling_case *c = &castlings[2 * seat];
		struct position minor = both_castlings(seat);
		struct position major = both_castlings(seat);

		play_round(&minor, seat, "a1", "a2");
		play_round(&minor, seat, "a2", "a1");
		assert_false(can_castle(&minor, &c[MINOR]));
		assert_true(can_castle(&minor, &c[MAJOR]));
		play_round(&major, seat, "h1", "h2");
		play_round(&major, seat, "h2", "h1");
		assert_true(can_castle(&major, &c[MINOR]));
		assert_false(can_castle(&major, &c[MAJOR]));
	}
}

/* Another rook in the corner is not the one that has never moved. */
static void
rook_that_replaces_a_captured_one_does_not_castle(void **state)
{
	(void)state;
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		const struct castling_case *c = &castlings[2 * seat];
		struct position position = both_castlings(seat);
		unsigned before = (seat + 2) % PLAYERS;
		struct search search = {
			.from = cell_turned("a4", seat),
			.to = cell_turned("a1", seat),
		};

		put(&position, search.from, ROOK, before);
		put(&position, cell_turned("a5", seat), ROOK, seat);
		position_turn(&position, before);
		rules_moves(&rules, &position, NULL, find_cells, &search);
		assert_true(search.found);
		rules_apply(&rules, &position, &search.move);
		play_round(&position, seat, "a5", "a1");
		assert_true(
		    stands(&position, cell_turned("a1", seat), ROOK, seat));
		assert_false(can_castle(&position, &c[MINOR]));
		assert_true(can_castle(&position, &c[MAJOR]));
	}
}

/* "all hexes between are empty" */
static void
castling_needs_the_hexes_between_empty(void **state)
{
	(void)state;
	for (int i = 0; i < CASTLINGS; i++) {
		const struct castling_case *c = &castlings[i];
		struct cellset between = cells_named(c->between);

		while (!cellset_empty(&between)) {
			struct position position = castling_position(c);

			put(&position, cellset_pop(&between), KNIGHT, c->seat);
			assert_false(can_castle(&position, c));
		}
	}
}

/* "neither the king ... is attacked" */
static void
castling_is_no_answer_to_check(void **state)
{
	(void)state;
	for (int i = 0; i < CASTLINGS; i++)
		for (unsigned enemy = 1; enemy < PLAYERS; enemy++) {
			const struct castling_case *c = &castlings[i];
			struct position position = castling_position(c);

			put(&position, cell_turned("d5", c->seat), ROOK,
			    (c->seat + enemy) % PLAYERS);
			assert_int_not_equal(position.checks[c->seat], 0);
			assert_false(can_castle(&position, c));
		}
}

/* "nor any hex between king and rook is attacked": by a rook on the fifth row,
 * which attacks one hex of the baseline that matters. */
static void
castling_passes_no_attacked_hex(void **state)
{
	static const char *const rooks[2][4] = {
		{ "b5", "c5", NULL },
		{ "e5", "f5", "g5", NULL },
	};

	(void)state;
	for (int i = 0; i < CASTLINGS; i++)
		for (unsigned enemy = 1; enemy < PLAYERS; enemy++) {
			const struct castling_case *c = &castlings[i];
			const char *const *rook = rooks[c->side];

			for (; *rook != NULL; rook++) {
				struct position position = castling_position(c);

				put(&position, cell_turned(*rook, c->seat),
				    ROOK, (c->seat + enemy) % PLAYERS);
				assert_int_equal(position.checks[c->seat], 0);
				assert_false(can_castle(&position, c));
			}
		}
}

static void
pawn_attacks_an_empty_hex_that_castling_passes(void **state)
{
	/* Gray's pawn on d3 captures on c1, which does not matter to g1. */
	struct position position = both_castlings(WHITE);

	(void)state;
	put(&position, cell_named("d3"), PAWN, GRAY);
	assert_false(can_castle(&position, &castlings[MINOR]));
	assert_true(can_castle(&position, &castlings[MAJOR]));
}

/* The rook itself may be attacked: nothing forbids it. */
static void
castling_with_an_attacked_rook_is_legal(void **state)
{
	static const char *const rooks[2] = { "a5", "i2" };

	(void)state;
	for (int i = 0; i < CASTLINGS; i++) {
		const struct castling_case *c = &castlings[i];
		struct position position = castling_position(c);

		put(&position, cell_turned(rooks[c->side], c->seat), ROOK,
		    (c->seat + 1) % PLAYERS);
		assert_int_not_equal(rules_attackers(&rules, &position, c->seat,
					 cell_named(c->rook_from)),
		    0);
		assert_true(can_castle(&position, c));
	}
}

/* A hex between that lies behind two occupied flanks is not attacked. */
static void
castling_passes_hexes_that_flanks_protect(void **state)
{
	static const struct {
		const char *bishop, *flanks[2];
	} table[2] = {
		{ "c3", { "b2", "c2" } },
		{ "g3", { "f2", "g2" } },
	};

	(void)state;
	for (int i = 0; i < CASTLINGS; i++) {
		const struct castling_case *c = &castlings[i];
		struct position position = castling_position(c);

		put(&position, cell_turned(table[c->side].bishop, c->seat),
		    BISHOP, (c->seat + 1) % PLAYERS);
		put(&position, cell_turned(table[c->side].flanks[0], c->seat),
		    PAWN, c->seat);
		assert_false(can_castle(&position, c));
		put(&position, cell_turned(table[c->side].flanks[1], c->seat),
		    PAWN, c->seat);
		assert_true(can_castle(&position, c));
	}
}

/* "A player may not ... put his own king under attack": the corner that the
 * rook leaves is a flank of the last hex. */
static void
castling_may_not_open_the_corner_flank(void **state)
{
	static const struct {
		const char *bishop, *pawn;
	} table[2] = { { "a2", "b2" }, { "i2", "h2" } };

	(void)state;
	for (int i = 0; i < CASTLINGS; i++) {
		const struct castling_case *c = &castlings[i];
		struct position position = castling_position(c);

		put(&position, cell_turned(table[c->side].pawn, c->seat), PAWN,
		    c->seat);
		assert_true(can_castle(&position, c));
		put(&position, cell_turned(table[c->side].bishop, c->seat),
		    BISHOP, (c->seat + 2) % PLAYERS);
		assert_int_equal(rules_attackers(&rules, &position, c->seat,
				     cell_named(c->king_to)),
		    0);
		assert_false(can_castle(&position, c));
	}
}

/*
 * The king's safety
 */

/* "A player may not leave ... his own king under attack by either opponent" */
static void
check_must_be_answered(void **state)
{
	static const char *const checks[] = { "gRe9", "bRe9" };

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct position position = place("wKe2 gKa6 bKm6 wRb5 wNi13 w");

		put(&position, cell_named("e9"), ROOK,
		    variant_player(rules.variant, checks[i][0]));
		assert_targets(&position, "b5", "e5 e8");
		assert_targets(&position, "i13", "");
		/* Nor does it help to go on along the line. */
		assert_targets(&position, "e2", "f2 f3 d2 d1 g3 f4 d3 c1 f1");
	}
}

/* "or put his own king under attack by either opponent" */
static void
king_may_not_step_into_attack(void **state)
{
	(void)state;
	for (unsigned enemy = GRAY; enemy <= BLACK; enemy++) {
		struct position position = place("wKe2 gKa6 bKm6 w");

		put(&position, cell_named("f9"), ROOK, enemy);
		assert_targets(&position, "e2", "e3 d2 d1 e1 g3 d3 c1");
	}
}

static void
pinned_piece_keeps_to_the_line(void **state)
{
	(void)state;
	for (unsigned enemy = GRAY; enemy <= BLACK; enemy++) {
		struct position position = place("wKe1 gKa6 bKm6 wRe3 w");

		put(&position, cell_named("e6"), ROOK, enemy);
		assert_targets(&position, "e3", "e2 e4 e5 e6");
	}
}

static void
kings_keep_apart(void **state)
{
	/* Two hexes apart: what is next to both is closed to both. */
	struct position position = place("wKe5 gKg7 bKm6 wPa1 w");

	(void)state;
	assert_targets(&position, "e5", "d5 d4 e4 d6 c4 d3 f4");
}

/* "Kings are never captured." */
static void
kings_are_never_captured(void **state)
{
	struct position position =
	    place("wKb1 gKg9 bKi7 wRg7 wNf6 wPf7 wBi10 wQi3 w");

	(void)state;
	assert_int_equal(position.checks[GRAY], 1U << WHITE);
	assert_int_equal(position.checks[BLACK], 1U << WHITE);
	assert_false(is_legal(&position, "g7g9"));
	assert_false(is_legal(&position, "g7i7"));
	assert_false(is_legal(&position, "f6g9"));
	assert_false(is_legal(&position, "f7g9"));
	assert_false(is_legal(&position, "i10g9"));
	assert_false(is_legal(&position, "i3i7"));
	assert_true(is_legal(&position, "g7g8"));
	assert_true(is_legal(&position, "g7h7"));
}

/* "One opponent may open the other's line onto a third player's king": White
 * clears row 8 between Gray's rook and Black's king. */
static struct position
opened_line(void)
{
	struct position position =
	    place("wKb1 gKa6 bKm8 gRe8 wNi8 bPh4 bRj3 w");

	play(&position, "i8k7");
	return position;
}

static void
one_opponent_may_open_the_line_of_the_other(void **state)
{
	struct position position = opened_line();

	(void)state;
	assert_int_equal(position.to_move, GRAY);
	assert_int_equal(position.checks[BLACK], 1U << GRAY);
}

/* "until then no move onto the king's hex is legal" */
static void
opened_line_does_not_capture_the_king(void **state)
{
	struct position position = opened_line();

	(void)state;
	assert_true(is_legal(&position, "e8l8"));
	assert_false(is_legal(&position, "e8m8"));
}

/* "the king's owner answers in his own turn" */
static void
third_player_answers_in_his_own_turn(void **state)
{
	struct position position = opened_line();

	(void)state;
	play(&position, "a6a5");
	assert_int_equal(position.to_move, BLACK);
	assert_int_equal(position.checks[BLACK], 1U << GRAY);
	assert_targets(&position, "j3", "j8");
	assert_targets(&position, "h4", "");
	assert_true(is_legal(&position, "m8m7"));
}

/*
 * The end
 */

/*
 * The king in his left corner, two rooks on the second and third rows that
 * leave him only the baseline, and one that checks along it.
 */
static struct position
corner_mate(unsigned mated, unsigned checker, unsigned others)
{
	struct position position;

	position_clear(&position);
	for (unsigned seat = 0; seat < PLAYERS; seat++)
		put(&position, cell_turned(seat == mated ? "a1" : "d1", seat),
		    KING, seat);
	put(&position, cell_turned("h1", mated), ROOK, checker);
	put(&position, cell_turned("i2", mated), ROOK, others);
	put(&position, cell_turned("j3", mated), ROOK, others);
	position_turn(&position, mated);
	return position;
}

/* "3 points go to the player who could capture the king next ... The mated
 * player gets 0, the other 1."  By winner and mated player. */
static const char *const points[PLAYERS][PLAYERS] = {
	[WHITE] = { NULL, "3-0-1", "3-1-0" },
	[GRAY] = { "0-3-1", NULL, "1-3-0" },
	[BLACK] = { "0-1-3", "1-0-3", NULL },
};

static void
assert_mate(const struct position *position, unsigned winner)
{
	struct outcome outcome = outcome_of(position);

	assert_int_equal(outcome.ending, ENDING_MATE);
	assert_int_equal(outcome.winner, winner);
	assert_string_equal(outcome.result, points[winner][position->to_move]);
	assert_int_equal(rules_count(&rules, position), 0);
	assert_false(rules_can_move(&rules, position));
}

/* "The player to move is in check and has no legal move: checkmate, the game
 * ends." */
static void
mate_scores_3_for_the_winner_0_for_the_mated_1_for_the_other(void **state)
{
	(void)state;
	for (unsigned mated = 0; mated < PLAYERS; mated++)
		for (unsigned i = 1; i < PLAYERS; i++) {
			unsigned winner = (mated + i) % PLAYERS;
			struct position position =
			    corner_mate(mated, winner, winner);

			assert_mate(&position, winner);
		}
}

/* The player whose pieces merely guard does not attack the king. */
static void
guarding_the_flight_hexes_does_not_win(void **state)
{
	(void)state;
	for (unsigned mated = 0; mated < PLAYERS; mated++)
		for (unsigned i = 1; i < PLAYERS; i++) {
			unsigned winner = (mated + i) % PLAYERS;
			unsigned other = (mated + 3 - i) % PLAYERS;
			struct position position =
			    corner_mate(mated, winner, other);

			assert_mate(&position, winner);
		}
}

/* "of the players who attack it, the first in turn order after the mated
 * one" */
static void
first_attacker_in_turn_order_after_the_mated_one_wins(void **state)
{
	(void)state;
	for (unsigned mated = 0; mated < PLAYERS; mated++)
		for (unsigned i = 1; i < PLAYERS; i++) {
			unsigned checker = (mated + i) % PLAYERS;
			unsigned other = (mated + 3 - i) % PLAYERS;
			struct position position =
			    corner_mate(mated, checker, checker);

			put(&position, cell_turned("a5", mated), ROOK, other);
			assert_int_equal(position.checks[mated],
			    1U << checker | 1U << other);
			assert_mate(&position, (mated + 1) % PLAYERS);
		}
}

static void
move_that_mates_ends_the_game(void **state)
{
	struct position position = place("wKa1 gKe10 bKm9 bRi2 bRj3 bRh4 b");

	(void)state;
	assert_int_equal(outcome_of(&position).ending, ENDING_NONE);
	play(&position, "h4h1");
	assert_mate(&position, BLACK);
}

static void
check_that_can_be_answered_is_no_mate(void **state)
{
	struct position position = corner_mate(WHITE, GRAY, GRAY);
	struct outcome outcome;

	(void)state;
	put(&position, cell_named("h6"), ROOK, WHITE);
	outcome = outcome_of(&position);
	assert_int_equal(outcome.ending, ENDING_NONE);
	assert_null(outcome.result);
	assert_int_equal(outcome.winner, PLAYER_NONE);
	assert_targets(&position, "h6", "h1 c1");
}

/* It is the player to move who is mated, so not before his turn. */
static void
mate_waits_for_the_mated_players_turn(void **state)
{
	struct position position = corner_mate(WHITE, BLACK, GRAY);

	(void)state;
	position_turn(&position, GRAY);
	assert_int_equal(outcome_of(&position).ending, ENDING_NONE);
	play_turned(&position, "d1", "d2");
	assert_int_equal(position.to_move, BLACK);
	assert_int_equal(outcome_of(&position).ending, ENDING_NONE);
	play_turned(&position, "d1", "d2");
	assert_mate(&position, BLACK);
}

static void
assert_draw(const struct position *position, enum ending ending)
{
	struct outcome outcome = outcome_of(position);

	assert_int_equal(outcome.ending, ending);
	assert_int_equal(outcome.winner, PLAYER_NONE);
	assert_string_equal(outcome.result, "1-1-1");
	assert_int_equal(rules_count(&rules, position), 0);
}

/* "The player to move has no legal move and is not in check ...: drawn, 1
 * point each." */
static void
stalemate_is_drawn(void **state)
{
	(void)state;
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		unsigned enemy = (seat + 1) % PLAYERS;
		struct position position;

		position_clear(&position);
		for (unsigned s = 0; s < PLAYERS; s++)
			put(&position, cell_turned(s == seat ? "a1" : "d1", s),
			    KING, s);
		put(&position, cell_turned("i2", seat), ROOK, enemy);
		put(&position, cell_turned("b4", seat), ROOK, enemy);
		position_turn(&position, seat);
		assert_draw(&position, ENDING_STALEMATE);
		/* A pawn that just stands does not help. */
		put(&position, cell_turned("j13", seat), PAWN, seat);
		assert_draw(&position, ENDING_STALEMATE);
		put(&position, cell_turned("g5", seat), PAWN, seat);
		assert_int_equal(outcome_of(&position).ending, ENDING_NONE);
	}
}

/* "or only the three kings are left: drawn" */
static void
three_bare_kings_are_drawn(void **state)
{
	struct position bare = place("wKb1 gKa6 bKm6 w");
	struct position pawn = place("wKb1 gKa6 bKm6 bPg7 w");

	(void)state;
	assert_draw(&bare, ENDING_BARE_KINGS);
	assert_int_equal(outcome_of(&pawn).ending, ENDING_NONE);
	pawn = place("wKg6 gKa6 bKm6 bPg7 w");
	play(&pawn, "g6g7");
	assert_draw(&pawn, ENDING_BARE_KINGS);
}

/* "Draw by agreement: the result 1-1-1." */
static void
agreed_draw_ends_the_game(void **state)
{
	struct position position = rules.start;

	(void)state;
	assert_string_equal(rules.variant->draws[0], "1-1-1");
	position.over = (uint8_t)(1 +
	    variant_result(rules.variant, rules.variant->draws[0], 5));
	assert_draw(&position, ENDING_AGREED);
	assert_false(rules_can_move(&rules, &position));
}

/* "Result tag: the points in turn order White-Gray-Black, `3-0-1` and so on,
 * `1-1-1`" */
static void
results_are_the_six_mates_and_the_draw(void **state)
{
	size_t results = 0;

	(void)state;
	while (rules.variant->results[results] != NULL)
		results++;
	assert_int_equal(results, 7);
	for (unsigned winner = 0; winner < PLAYERS; winner++)
		for (unsigned mated = 0; mated < PLAYERS; mated++)
			if (winner != mated)
				assert_true(variant_result(rules.variant,
						points[winner][mated], 5) >= 0);
	assert_true(variant_result(rules.variant, "1-1-1", 5) >= 0);
	assert_int_equal(variant_result(rules.variant, "3-0-0", 5), -1);
	assert_int_equal(variant_result(rules.variant, "1-0-0", 5), -1);
	assert_int_equal(variant_result(rules.variant, "3-0-1", 3), -1);
}

/* "No repetition or counting rule: the seed names none." */
static void
repetition_ends_nothing(void **state)
{
	struct position position = rules.start;

	(void)state;
	for (int ply = 0; ply < 600; ply++) {
		bool out = ply / PLAYERS % 2 == 0;

		play_turned(&position, out ? "c1" : "d4", out ? "d4" : "c1");
		assert_int_equal(outcome_of(&position).ending, ENDING_NONE);
	}
	assert_int_equal(position.clock, 600);
}

/* "From the start: 44, 1930, 84348." */
static void
perft_from_the_start(void **state)
{
	(void)state;
	assert_int_equal(rules_perft(&rules, &rules.start, 0), 1);
	assert_int_equal(rules_perft(&rules, &rules.start, 1), 44);
	assert_int_equal(rules_perft(&rules, &rules.start, 2), 1930);
	assert_int_equal(rules_perft(&rules, &rules.start, 3), 84348);
}

/* "The document's sample `1. gi4 Sd2 11j11 2. Li7 Sh10 Sj7`: as printed it has
 * exactly one error, at `Sd2`": no knight of Gray's gets there. */
static void
sample_as_printed_errs_at_d2(void **state)
{
	struct position position = rules.start;

	(void)state;
	play(&position, "g2i4");
	assert_false(is_legal(&position, "b7d2"));
	assert_false(is_legal(&position, "f11d2"));
	/* `gi4` needs its g: the pawn i2 goes there, too. */
	assert_true(is_legal(&rules.start, "i2i4"));
}

/* "with `Sd6` instead it is legal throughout" */
static void
sample_with_d6_is_legal(void **state)
{
	struct position position = rules.start;

	(void)state;
	play(&position, "g2i4 b7d6 l11j11 f1i7 f11h10 m8j7");
	assert_int_equal(position.to_move, WHITE);
	assert_int_equal(position.number, 3);
}

/* "`Li7` is legal only because g2 has been vacated: the flank rule" */
static void
sample_bishop_needs_g2_vacated(void **state)
{
	struct position position = rules.start;

	(void)state;
	assert_false(is_legal(&position, "f1i7"));
	play(&position, "i2i4 b7d6 l11j11");
	assert_false(is_legal(&position, "f1i7"));
	position = rules.start;
	play(&position, "g2i4 b7d6 l11j11");
	assert_true(is_legal(&position, "f1i7"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(board_has_126_hexes_in_13_rows),
		cmocka_unit_test(
		    turns_go_from_white_to_gray_on_his_left_to_black),
		cmocka_unit_test(move_number_counts_rounds),
		cmocka_unit_test(baseline_is_set_up_rbnkqbnr_from_the_left),
		cmocka_unit_test(nine_pawns_fill_the_second_row),
		cmocka_unit_test(pieces_stand_where_the_page_says),
		cmocka_unit_test(second_player_is_gray_grey_or_brown),
		cmocka_unit_test(rook_goes_along_straight_lines),
		cmocka_unit_test(bishop_goes_along_diagonal_lines),
		cmocka_unit_test(queen_goes_along_both),
		cmocka_unit_test(king_goes_one_step_along_either),
		cmocka_unit_test(
		    slides_end_before_an_own_piece_and_on_an_enemy),
		cmocka_unit_test(bishop_needs_a_flank_empty),
		cmocka_unit_test(one_empty_flank_is_enough),
		cmocka_unit_test(queen_needs_a_flank_empty),
		cmocka_unit_test(king_needs_a_flank_empty),
		cmocka_unit_test(each_step_of_a_slide_needs_a_flank_empty),
		cmocka_unit_test(pawn_capture_needs_a_flank_empty),
		cmocka_unit_test(straight_steps_and_leaps_need_no_flank),
		cmocka_unit_test(
		    king_behind_two_occupied_flanks_is_not_attacked),
		cmocka_unit_test(king_may_step_behind_two_occupied_flanks),
		cmocka_unit_test(
		    flank_piece_may_not_open_the_diagonal_to_its_king),
		cmocka_unit_test(filling_the_second_flank_answers_a_check),
		cmocka_unit_test(knight_has_twelve_targets),
		cmocka_unit_test(knight_jumps),
		cmocka_unit_test(pawn_steps_northwest_or_northeast),
		cmocka_unit_test(pawn_steps_onto_empty_hexes_only),
		cmocka_unit_test(pawn_goes_two_steps_from_the_second_row),
		cmocka_unit_test(
		    every_pawn_of_the_second_row_has_its_two_steps),
		cmocka_unit_test(two_steps_need_both_hexes_empty),
		cmocka_unit_test(pawn_goes_one_step_from_other_rows),
		cmocka_unit_test(
		    pawn_captures_westnorthwest_north_or_eastnortheast),
		cmocka_unit_test(pawn_captures_in_no_other_direction),
		cmocka_unit_test(pawn_captures_enemies_only),
		cmocka_unit_test(double_step_opens_a_pawn_to_en_passant),
		cmocka_unit_test(either_opponent_may_capture_en_passant),
		cmocka_unit_test(en_passant_ends_when_the_owner_moves_again),
		cmocka_unit_test(single_steps_open_nothing),
		cmocka_unit_test(
		    double_steps_to_either_side_open_the_skipped_hex),
		cmocka_unit_test(captured_pawn_is_open_no_more),
		cmocka_unit_test(only_a_pawn_captures_en_passant),
		cmocka_unit_test(two_pawns_can_be_open_at_once),
		cmocka_unit_test(captured_pawn_counts_as_a_flank),
		cmocka_unit_test(skipped_hex_must_still_be_empty),
		cmocka_unit_test(en_passant_may_not_open_a_line_to_the_king),
		cmocka_unit_test(
		    en_passant_may_not_clear_the_captured_pawns_line_to_the_king),
		cmocka_unit_test(en_passant_may_open_the_line_to_another_king),
		cmocka_unit_test(en_passant_may_take_the_pawn_that_checks),
		cmocka_unit_test(pawn_becomes_a_queen_rook_knight_or_bishop),
		cmocka_unit_test(promotion_is_compulsory),
		cmocka_unit_test(capture_on_the_baseline_promotes),
		cmocka_unit_test(
		    pawns_are_promoted_on_the_opponents_baselines_alone),
		cmocka_unit_test(pawn_on_another_edge_just_stands),
		cmocka_unit_test(castling_moves_king_and_rook),
		cmocka_unit_test(castling_may_give_check_with_the_rook),
		cmocka_unit_test(minor_castling_is_0_0_and_major_0_0_0),
		cmocka_unit_test(b8_is_not_on_the_board),
		cmocka_unit_test(king_that_has_moved_castles_no_more),
		cmocka_unit_test(rook_that_has_moved_castles_no_more),
		cmocka_unit_test(
		    rook_that_replaces_a_captured_one_does_not_castle),
		cmocka_unit_test(castling_needs_the_hexes_between_empty),
		cmocka_unit_test(castling_is_no_answer_to_check),
		cmocka_unit_test(castling_passes_no_attacked_hex),
		cmocka_unit_test(
		    pawn_attacks_an_empty_hex_that_castling_passes),
		cmocka_unit_test(castling_with_an_attacked_rook_is_legal),
		cmocka_unit_test(castling_passes_hexes_that_flanks_protect),
		cmocka_unit_test(castling_may_not_open_the_corner_flank),
		cmocka_unit_test(check_must_be_answered),
		cmocka_unit_test(king_may_not_step_into_attack),
		cmocka_unit_test(pinned_piece_keeps_to_the_line),
		cmocka_unit_test(kings_keep_apart),
		cmocka_unit_test(kings_are_never_captured),
		cmocka_unit_test(one_opponent_may_open_the_line_of_the_other),
		cmocka_unit_test(opened_line_does_not_capture_the_king),
		cmocka_unit_test(third_player_answers_in_his_own_turn),
		cmocka_unit_test(
		    mate_scores_3_for_the_winner_0_for_the_mated_1_for_the_other),
		cmocka_unit_test(guarding_the_flight_hexes_does_not_win),
		cmocka_unit_test(
		    first_attacker_in_turn_order_after_the_mated_one_wins),
		cmocka_unit_test(move_that_mates_ends_the_game),
		cmocka_unit_test(check_that_can_be_answered_is_no_mate),
		cmocka_unit_test(mate_waits_for_the_mated_players_turn),
		cmocka_unit_test(stalemate_is_drawn),
		cmocka_unit_test(three_bare_kings_are_drawn),
		cmocka_unit_test(agreed_draw_ends_the_game),
		cmocka_unit_test(results_are_the_six_mates_and_the_draw),
		cmocka_unit_test(repetition_ends_nothing),
		cmocka_unit_test(perft_from_the_start),
		cmocka_unit_test(sample_as_printed_errs_at_d2),
		cmocka_unit_test(sample_with_d6_is_legal),
		cmocka_unit_test(sample_bishop_needs_g2_vacated),
	};

	return cmocka_run_group_tests(tests, make_rules, NULL);
}
