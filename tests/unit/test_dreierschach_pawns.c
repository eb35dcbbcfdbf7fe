/*
 * The rules of Dreierschach: en passant and promotion, one by one:
 * ternion-variants(7), "Dreierschach".
 *
 * Each rule stands above its test. A rule about White's cells is tested for the
 * other players on the cells turned to their seats.
 */
#include "tests/unit/setup.h"

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

/* A pawn open to en passant is part of the hash key. */
TEST(double_step_is_in_the_key)
{
	struct position position = after_double_step(""), other = position;

	assert_true(position.key == rules_full_key(&rules, &position));
	other.en_passant[WHITE].target = other.en_passant[WHITE].pawn =
	    CELL_NONE;
	assert_false(position.key == rules_full_key(&rules, &other));
	play(&position, "d4d3");
	assert_true(position.key == rules_full_key(&rules, &position));
}

/* After a double step. */
TEST(double_step_opens_a_pawn_to_en_passant)
{
	struct position position = after_double_step("");
	struct move move = find_move(&position, "d4e3");

	assert_int_equal(position.en_passant[WHITE].target, cell_named("e3"));
	assert_int_equal(position.en_passant[WHITE].pawn, cell_named("e4"));
	assert_int_equal(move.type, MOVE_ENPASSANT);
	assert_int_equal(move.victim, cell_named("e4"));
	assert_targets(&position, "d4", "d3 e3");
	play(&position, "d4e3");
	assert_true(holds(&position, "gPe3"));
	assert_true(is_vacant(&position, "e4"));
	assert_true(is_vacant(&position, "d4"));
}

/* Either opponent may capture en passant, in this order of play. */
TEST(either_opponent_may_capture_en_passant)
{
	struct position position = after_double_step("");

	play(&position, "a6a5");
	assert_targets(&position, "g4", "f4 f3 e3");
	assert_int_equal(find_move(&position, "g4e3").type, MOVE_ENPASSANT);
	play(&position, "g4e3");
	assert_true(holds(&position, "bPe3"));
	assert_true(is_vacant(&position, "e4"));
}

/* Until the pawn's owner moves again. */
TEST(en_passant_ends_when_the_owner_moves_again)
{
	struct position position = after_double_step("");

	play(&position, "a6a5 m6m7");
	assert_int_equal(position.en_passant[WHITE].target, CELL_NONE);
	play(&position, "b1b2");
	assert_targets(&position, "d4", "d3");
	play(&position, "a5a6");
	assert_targets(&position, "g4", "f4 f3");
}

TEST(single_steps_open_nothing)
{
	struct position position = place("wKb1 gKa6 bKm6 wPe2 gPd4 bPg4 w");

	play(&position, "e2e3 a6a5 m6m7 e3e4");
	assert_int_equal(position.en_passant[WHITE].target, CELL_NONE);
	assert_targets(&position, "d4", "d3");
}

TEST(double_steps_to_either_side_open_the_skipped_hex)
{
	/* c2-e4 goes north-east over d3; c4 takes it there for Gray. */
	struct position position = place("wKb1 gKa6 bKm6 wPc2 gPc4 w");

	play(&position, "c2e4");
	assert_targets(&position, "c4", "d4 c3 d3");
	play(&position, "c4d3");
	assert_true(is_vacant(&position, "e4"));
}

/* Once the first opponent has captured the pawn, the second cannot. */
TEST(captured_pawn_is_open_no_more)
{
	struct position by_pawn = after_double_step("");
	struct position by_rook = after_double_step("gRe9");

	play(&by_pawn, "d4e3");
	assert_int_equal(by_pawn.en_passant[WHITE].pawn, CELL_NONE);
	assert_int_equal(find_move(&by_pawn, "g4e3").type, MOVE_CAPTURE);
	play(&by_rook, "e9e4");
	assert_int_equal(by_rook.en_passant[WHITE].pawn, CELL_NONE);
	assert_targets(&by_rook, "g4", "f4 f3");
}

/* An enemy **pawn** whose capturing step leads to the skipped hex. */
TEST(only_a_pawn_captures_en_passant)
{
	struct position position = after_double_step("gRa3 gBc2 gNg6");

	assert_int_equal(find_move(&position, "a3e3").type, MOVE_QUIET);
	assert_int_equal(find_move(&position, "c2e3").type, MOVE_QUIET);
	assert_int_equal(find_move(&position, "g6e3").type, MOVE_QUIET);
	play(&position, "c2e3");
	assert_true(holds(&position, "wPe4"));
}

/* Two such pawns can be open to it at once. */
TEST(two_pawns_can_be_open_at_once)
{
	struct position position = place("wKa1 gKa6 bKm6 wPb2 gPb6 bPd5 w");
	struct position other;

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

/* The blocking rule for an en passant capture looks at the board before the
 * move: the pawn to be taken still stands on its hex, which can be a flank.
 * d4 to e3 passes between d3 and e4. */
TEST(captured_pawn_counts_as_a_flank)
{
	struct position position = after_double_step("bNd3");

	assert_int_equal(position.en_passant[WHITE].target, cell_named("e3"));
	assert_targets(&position, "d4", "");
}

/* The skipped hex must still be empty. */
TEST(skipped_hex_must_still_be_empty)
{
	struct position position = after_double_step("gNf1");

	/*
	 * The pawn captures the piece on the skipped hex, and only that piece.
	 */
	play(&position, "f1e3");
	assert_int_equal(position.en_passant[WHITE].target, cell_named("e3"));
	assert_int_equal(find_move(&position, "g4e3").type, MOVE_CAPTURE);
	play(&position, "g4e3");
	assert_true(holds(&position, "wPe4"));
}

TEST(en_passant_may_not_open_a_line_to_the_king)
{
	/* Row 4: the king a4, the two pawns d4 and e4, the rook i4. */
	struct position position = place("wKb1 gKa4 bKm6 wPe2 gPd4 bRi4 w");

	play(&position, "e2e4");
	assert_true(is_legal(&position, "d4d3"));
	assert_false(is_legal(&position, "d4e3"));
}

TEST(en_passant_may_not_clear_the_captured_pawns_line_to_the_king)
{
	/* White shuts the diagonal a2, c3, e4, g5, i6 with c2-e4 over d3. */
	struct position position = place("wKm13 gKi6 bKm6 wPc2 gPc4 bBa2 w");

	play(&position, "c2e4");
	assert_int_equal(position.checks[GRAY], 0);
	assert_targets(&position, "c4", "d4 c3");
}

TEST(en_passant_may_open_the_line_to_another_king)
{
	struct position position = place("wKm13 gKa6 bKi6 wPe4 gPc4 wBa2 g");
	struct en_passant passed = { cell_named("d3"), cell_named("e4") };

	position_set_en_passant(&position, WHITE, passed);
	assert_int_equal(position.checks[BLACK], 0);
	play(&position, "c4d3");
	assert_int_equal(position.checks[BLACK], 1U << WHITE);
}

TEST(en_passant_may_take_the_pawn_that_checks)
{
	struct position position = place("wKb1 gKd5 bKm6 wPe2 gPd4 w");

	play(&position, "e2e4");
	assert_int_equal(position.checks[GRAY], 1U << WHITE);
	assert_targets(&position, "d4", "e3");
}

/*
 * Promotion
 */

/* Becomes a queen, rook, knight or bishop. */
TEST(pawn_becomes_a_queen_rook_knight_or_bishop)
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

/* It is compulsory; the four promotions count four. */
TEST(promotion_is_compulsory)
{
	struct position position = place("wKb1 gKa6 bKm6 wPl11 w");
	const struct move_query pawns = { .kind = PAWN,
		.from = CELL_NONE,
		.to = CELL_NONE,
		.type = MOVE_QUIET };
	unsigned moves = 0;

	assert_false(is_legal(&position, "l11m12"));
	assert_false(is_legal(&position, "l11m12k"));
	assert_false(is_legal(&position, "l11m12p"));
	assert_true(is_legal(&position, "l11l12"));
	rules_moves(&rules, &position, &pawns, count_move, &moves);
	assert_int_equal(moves, 1 + 4);
}

TEST(capture_on_the_baseline_promotes)
{
	struct position position = place("wKb1 gKa6 bKm6 wPl8 bNm10 w");
	struct move move = find_move(&position, "l8m10n");

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

/* A pawn that reaches a hex of an opponent's baseline (the eight hexes of his
 * set-up row): from anywhere on the board, these and no others. */
TEST(pawns_are_promoted_on_the_opponents_baselines_alone)
{
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

/* A pawn on another edge of the board without a move just stands. */
TEST(pawn_on_another_edge_just_stands)
{
	static const char *const edges[PLAYERS] = { "i13 j13 k13 l13",
		"l5 k4 j3 i2", "a5 a4 a3 a2" };
	struct position position = place("wKb1 gKa6 bKm6 wPj12 w");

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
