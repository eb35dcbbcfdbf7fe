/*
 * The rules of Siege Chess: castling and the steps of the king, one by one:
 * ternion-variants(7), "Siege Chess".
 *
 * Each rule stands above its test. Quotations, pictures and examples are from
 * "Siege Chess" by Ross Durossette; the hexes of pictures were counted there.
 */
#include "tests/unit/setup_siege.h"

/*
 * Castling
 */

static const char castling9[] =
    "wRa1,rRa8,wKe1,rKe12,wRi1,rRi16,bRp8,bKp12,bRp16 w wQO.rQO.bQO - aaa 0 "
    "1";
static const char castling8[] =
    "wRa1,rRa9,rKd12,wKe1,wRh1,rRh16,bRp9,bKp13,bRp16 w wQK.rQK.bQK - aaa 0 "
    "1 opt=Pope:no";

static void
check_castling(const char *line, unsigned player, const char *move,
    const char *king, const char *rook)
{
	struct position position = at(line);
	unsigned pieces = position.pieces;

	position_turn(&position, player);
	play(&position, move);
	assert_int_equal(position.king[player], cell_of(player, king));
	assert_int_equal(position.at[cell_of(player, rook)],
	    piece_make(ROOK, player, player));
	assert_int_equal(position.pieces, pieces);
	assert_int_equal(position.rights[player], 0);
	assert_int_equal(position.clock, 1);
}

/* 9-piece: queen's side (king to 1c, rook 1a to 1d), pope's side (king to 1g,
 * rook 1i to 1f). */
TEST(castling_with_the_pope)
{
	check_castling(castling9, WHITE, "e1c1", "1c", "1d");
	check_castling(castling9, WHITE, "e1g1", "1g", "1f");
	check_castling(castling9, RED, "e12g14", "1c", "1d");
	check_castling(castling9, RED, "e12c10", "1g", "1f");
	check_castling(castling9, BLACK, "p12p10", "1c", "1d");
	check_castling(castling9, BLACK, "p12p14", "1g", "1f");
}

/* 8-piece: queen's side the same, king's side (king to 1g, rook 1h to 1f).
 * So the picture "The Castling Move" has it. */
TEST(castling_without_the_pope_as_pictured)
{
	check_castling(castling8, WHITE, "e1c1", "1c", "1d");
	check_castling(castling8, WHITE, "e1g1", "1g", "1f");
	check_castling(castling8, RED, "d12f14", "1c", "1d");
	check_castling(castling8, RED, "d12b10", "1g", "1f");
	check_castling(castling8, BLACK, "p13p11", "1c", "1d");
	check_castling(castling8, BLACK, "p13p15", "1g", "1f");
}

/* King two hexes towards the rook, rook to the hex on the king's other
 * side. */
TEST(castling_moves_king_and_rook)
{
	struct position position = after(castling9, "e1c1");

	assert_position(position,
	    "rRa8,wKc1,wRd1,rKe12,wRi1,rRi16,bRp8,bKp12,bRp16 r w-.rQO.bQO - "
	    "aaa 1 1");
}

/* "Use `00` and put the letter q, k, or o to denote on who's side." */
TEST(castling_is_written_with_its_side)
{
	assert_record(castling9, "1. W00(Q) R00(O) B00(Q) *", "");
	assert_record(castling9, "1. W00(q) R00(o) B00q *", "");
	assert_record(castling8, "1. W00(K) R00(k) B00k *", "");
	assert_record(castling9, "1. W00(K) *", "castling-unknown");
	assert_record(castling8, "1. W00(O) *", "castling-unknown");
}

/* "Once per player": king and rook must never have moved, not even back. */
TEST(castling_needs_king_and_rook_that_never_moved)
{
	struct position king =
	    after(castling9, "e1e2 e12d10 p12o12 e2e1 d10e12 o12p12");
	struct position rook =
	    after(castling9, "a1a2 a8a7 p8o8 a2a1 a7a8 o8p8");

	assert_illegal(king, "e1c1", ILLEGAL_CASTLING_RIGHTS);
	assert_illegal(king, "e1g1", ILLEGAL_CASTLING_RIGHTS);
	assert_keys(king, "unmoved=a1.a8.i1.i16.p8.p16");
	assert_illegal(rook, "e1c1", ILLEGAL_CASTLING_RIGHTS);
	assert_legal(rook, "e1g1");
	assert_state(
	    rook, "w wO.rQ.bO - aaa 6 3 unmoved=e1.e12.i1.i16.p12.p16");
}

TEST(castling_needs_an_uncaptured_rook)
{
	struct position position = after(castling9, "i1i16");

	assert_state(position, "r wQ.rO.bQO - aaa 0 1");
	assert_illegal(position, "e12g14", ILLEGAL_CASTLING_RIGHTS);
}

/* A rook that is promoted in the field is no rook any more. */
TEST(castling_ends_with_the_rooks_field_promotion)
{
	struct position position =
	    after("wKe2,rOc6,bQg9,rKe12,bKp12,rRi16 r w-.rQ.b- - aaa 0 28 "
		  "opt=Siege:captures;SiegeThreshold:1 unmoved=e12.i16 "
		  "lost=-.Q.- last=r",
		"i16@q");

	assert_int_equal(position.rights[RED], 0);
	assert_false(cellset_has(&position.unmoved, cell_of(RED, "1a")));
}

/* The hexes between are empty: all between king and rook. */
TEST(castling_needs_empty_hexes_between)
{
	static const char *const between[] = { "wNb1", "rNc1", "bNd1" };
	static const char *const beyond[] = { "wNf1", "rNg1", "wNh1" };

	for (int i = 0; i < 3; i++) {
		char line[160];
		struct position position;

		snprintf(line, sizeof(line),
		    "wRa1,wKe1,wRi1,rKk16,bKp8,%s w wQO.r-.b- - aaa 0 1",
		    between[i]);
		position = at(line);
		assert_illegal(position, "e1c1", ILLEGAL_CASTLING_BLOCKED);
		snprintf(line, sizeof(line),
		    "wRa1,wKe1,wRi1,rKk16,bKp8,%s w wQO.r-.b- - aaa 0 1",
		    beyond[i]);
		position = at(line);
		assert_illegal(position, "e1g1", ILLEGAL_CASTLING_BLOCKED);
	}
}

/* The king is not attacked now, and the king's target is not attacked. */
TEST(castling_needs_king_and_target_unattacked)
{
	struct position king =
	    at("wRa1,wKe1,wRi1,rRe9,rKk16,bKp8 w wQO.r-.b- - aaa 0 1");
	struct position target =
	    at("wRa1,wKe1,wRi1,rRc9,rKk16,bKp8 w wQO.r-.b- - aaa 0 1");

	assert_illegal(king, "e1c1", ILLEGAL_CASTLING_CHECK);
	assert_illegal(king, "e1g1", ILLEGAL_CASTLING_CHECK);
	assert_illegal(target, "e1c1", ILLEGAL_CASTLING_ATTACKED);
	assert_legal(target, "e1g1");
}

/* Passing over an attacked hex is allowed: d1 and b1, f1 and h1. */
TEST(castling_may_pass_over_an_attacked_hex)
{
	struct position position =
	    at("wRa1,wKe1,wRi1,rRd9,rRb9,bRf9,bRh9,rKk16,bKp8 w wQO.r-.b- - "
	       "aaa 0 1");

	assert_legal(position, "e1c1");
	assert_legal(position, "e1g1");
}

/* A king attacks his neighbours, and so bars a castling as well. */
TEST(king_bars_castling)
{
	struct position position =
	    at("wRa1,wKe1,wRi1,rKb2,bKp8 w wQO.r-.b- - aaa 0 1");

	assert_illegal(position, "e1c1", ILLEGAL_CASTLING_ATTACKED);
}

/*
 * Steps of the king
 */

/* The king may not step onto a hex that an opponent attacks. */
TEST(king_may_not_step_onto_an_attacked_hex)
{
	struct position position =
	    at("wKh8,rRi1,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	assert_targets(position, "h8", "h9 g8 g7 h7 j9 g9 f7 g6");
	assert_illegal(position, "h8i8", ILLEGAL_INTO_CHECK);
}

/* Pieces of either opponent and of each kind attack. */
TEST(every_piece_of_both_opponents_attacks)
{
	static const char *const attackers[] = { "bRi1", "rQi5", "bBk9",
		"rNk11", "bOi5", "bPj10", "rPg7" };

	for (size_t i = 0; i < sizeof(attackers) / sizeof(*attackers); i++) {
		char line[128];
		struct position position;

		snprintf(line, sizeof(line),
		    "wKh8,%s,rKi16,bKp10 w w-.r-.b- - aaa 0 1", attackers[i]);
		position = at(line);
		assert_illegal(position, "h8i8", ILLEGAL_INTO_CHECK);
	}
}

/* A pawn attacks where it captures, not where it steps. */
TEST(pawn_does_not_attack_where_it_steps)
{
	struct position position =
	    at("wKj8,rPh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	assert_legal(position, "j8i8");
	assert_illegal(position, "j8i7", ILLEGAL_INTO_CHECK);
	assert_illegal(position, "j8j9", ILLEGAL_INTO_CHECK);
}

/* Judged on the board after the step (a slider sees through the hex he left;
 */
TEST(slider_sees_through_the_hex_the_king_left)
{
	struct position rook = at("wKh8,rRa8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");
	struct position bishop =
	    at("wKh8,rBf7,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	assert_targets(rook, "h8", "i9 h9 g7 h7 j9 i10 g9 f7 g6 i7");
	assert_illegal(bishop, "h8j9", ILLEGAL_INTO_CHECK);
	assert_legal(bishop, "h8f7");
}

/* A piece that he takes shields him no longer. */
TEST(king_may_not_take_a_guarded_piece)
{
	struct position guarded =
	    at("wKh8,rNi8,rRm8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");
	struct position other =
	    at("wKh8,rNi8,bRm8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");
	struct position alone =
	    at("wKh8,rNi8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	assert_illegal(guarded, "h8i8", ILLEGAL_INTO_CHECK);
	assert_illegal(other, "h8i8", ILLEGAL_INTO_CHECK);
	assert_legal(alone, "h8i8");
}

/* A king attacks its 12 neighbours). */
TEST(king_attacks_his_twelve_neighbours)
{
	struct position position = at("wKh8,rKk10,bKp10 w w-.r-.b- - aaa 0 1");

	assert_targets(position, "h8", "i8 h9 g8 g7 h7 i10 g9 f7 g6 i7");
	assert_illegal(position, "h8i9", ILLEGAL_INTO_CHECK);
	assert_illegal(position, "h8j9", ILLEGAL_INTO_CHECK);
}

/* A king never takes a king ("trying to capture
 * a king with a king"). */
TEST(king_never_takes_a_king)
{
	struct position position =
	    at("wKh8,rKi8,bKp10 w w-.r-.b- - aaa 0 1 declared=w:r");

	assert_illegal(position, "h8i8", ILLEGAL_KING_BY_KING);
}

/* A king never attacks a king, so nobody declares check by a king. */
TEST(no_king_is_declared_against_by_a_king)
{
	static const char line[] =
	    "wKh8,wPa5,rKk9,bKp10 w w-.r-.b- - aaa 0 1 opt=Siege:none";
	struct position position = at("wKh8,rKi8,bKp10 w w-.r-.b- - aaa 0 1");

	assert_int_equal(position.checks[RED], 0);
	assert_int_equal(position.checks[WHITE], 0);
	assert_record(line, "1. W8h-9h *", "");
	assert_record(
	    "wKh8,rKi8,wRa1,bKp10 w w-.r-.b- - aaa 0 1", "1. W1a-2a *", "");
	assert_record("wKh8,rKi8,wRa1,bKp10 w w-.r-.b- - aaa 0 1",
	    "1. W1a-2a(C) *", "false-check");
}

/* Nothing else binds a player whose king is attacked. */
TEST(attacked_player_may_make_any_other_move)
{
	struct position pinned =
	    at("wKh8,wNi8,rRm8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");
	struct position attacked =
	    at("wKh8,wNb2,rRm8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	assert_legal(pinned, "i8k11");
	assert_int_equal(attacked.checks[WHITE], 1u << RED);
	assert_legal(attacked, "b2d5");
	assert_legal(attacked, "h8h9");
	assert_illegal(attacked, "h8g8", ILLEGAL_INTO_CHECK);
}
