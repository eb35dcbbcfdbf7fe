/*
 * The rules of Siege Chess: en passant and promotion, one by one:
 * ternion-variants(7), "Siege Chess".
 *
 * Each rule stands above its test. Quotations, pictures and examples are from
 * "Siege Chess" by Ross Durossette; the hexes of pictures were counted there.
 */
#include "tests/unit/setup_siege.h"

/*
 * En passant
 */

/* White's pawn goes from e3 to e5; can the piece take it on e4? */
static void
check_passing(const char *piece, bool takes)
{
	char line[128], move[16];
	struct position position;

	snprintf(line, sizeof(line),
	    "wKa1,wPe3,%s%s,bKp10 w w-.r-.b- - aaa 0 1", piece,
	    piece[1] == 'K' ? "" : ",rKi16");
	position = after(line, "e3e5");
	snprintf(move, sizeof(move), "%se4", piece + 2);
	if (piece[1] != 'P')
		assert_int_equal(
		    why(&position, move).why == ILLEGAL_NOT, takes);
	snprintf(move, sizeof(move), "%se4+", piece + 2);
	assert_int_equal(why(&position, move).why == ILLEGAL_NOT, takes);
}

/* The picture "En Passe": the pawn on 3e goes to 5e, the rook on 4j takes it
 * on 4e. */
TEST(rook_takes_en_passant_as_pictured)
{
	struct position position = after(
	    "wKa1,wPe3,rRj4,rKi16,bKp10 w w-.r-.b- - aaa 0 1", "e3e5 j4e4+");

	assert_position(position, "wKa1,rRe4,rKi16,bKp10 b w-.r-.b- - aaa 0 1");
}

/* Any enemy piece that can move to the skipped hex may take the pawn by doing
 * so. */
TEST(any_piece_may_take_en_passant)
{
	check_passing("rRj4", true);
	check_passing("rNg7", true);
	check_passing("rBf6", true);
	check_passing("rQi8", true);
	check_passing("rOh4", true);
	check_passing("rKf4", true);
	check_passing("rRj5", false);
}

/* A pawn only by its capturing step: from d5 it captures onto e4, from d4 it
 * only steps there. */
TEST(pawn_takes_en_passant_by_its_capturing_step)
{
	struct position position = after(
	    "wKa1,wPe3,rPd4,rPd5,rKi16,bKp10 w w-.r-.b- - aaa 0 1", "e3e5");

	check_passing("rPd5", true);
	assert_legal(position, "d4e4");
	assert_illegal(position, "d4e4+", ILLEGAL_NOT_PASSED);
}

/* It is a choice: moving to the same hex without taking is another move (`-`
 * against `+`). */
TEST(en_passant_is_a_choice)
{
	static const char line[] =
	    "wKa1,wPe3,rRj4,rKi16,bKp10 w w-.r-.b- - aaa 0 1";
	struct position position = after(line, "e3e5 j4e4");

	assert_position(
	    position, "wKa1,rRe4,wPe5,rKi16,bKp10 b w-.r-.b- e4>e5 aaa 1 1");
	assert_record(line, "1. W3e-5e R14g-9l *", "");
	assert_record(line, "1. W3e-5e R14g+9l *", "");
}

/* Until the pawn's owner moves again. */
TEST(en_passant_lasts_until_the_owner_moves)
{
	struct position position =
	    after("wKa1,wPe3,rRj4,rKi16,bKp10,bRe1 w w-.r-.b- - aaa 0 1",
		"e3e5 i16i15");

	assert_legal(position, "e1e4+");
	play(&position, "p10p9 a1a2");
	assert_illegal(position, "j4e4+", ILLEGAL_NOT_PASSED);
	assert_legal(position, "j4e4");
}

/* The skipped hex must be empty. */
TEST(skipped_hex_must_be_empty)
{
	struct position position =
	    after("wKa1,wPe3,rNg7,rKi16,bKp10,bRj4 w w-.r-.b- - aaa 0 1",
		"e3e5 g7e4");

	assert_legal(position, "j4e4");
	assert_int_not_equal(why(&position, "j4e4+").why, ILLEGAL_NOT);
	play(&position, "j4e4");
	assert_position(
	    position, "wKa1,bRe4,wPe5,rKi16,bKp10 w w-.r-.b- - aaa 0 2");
}

/* Two such pawns of different owners can be open to it at the same time. */
TEST(two_pawns_can_be_open_to_en_passant)
{
	struct position position =
	    after("wKa1,wPe3,rPg12,rKi16,bKp10,bRe9,bQh4 w w-.r-.b- - aaa 0 1",
		"e3e5 g12i12");

	assert_state(position, "b w-.r-.b- e4>e5.h12>i12 aaa 0 1");
	assert_legal(position, "h4h12+");
	assert_legal(position, "h4h12");
	assert_legal(position, "h4e4+");
	assert_legal(position, "h4e4");
	assert_illegal(position, "e9e4+", ILLEGAL_BLOCKED);
}

/*
 * A pawn that a king captures may shield him from a rook: his target is judged
 * without the pawn.
 */
TEST(king_that_takes_en_passant_sees_beyond_the_pawn)
{
	struct position position =
	    at("wKa1,wPe5,wRe9,rKf4,bKp10 r w-.r-.b- e4>e5 aaa 0 1");

	assert_legal(position, "f4e4");
	assert_illegal(position, "f4e4+", ILLEGAL_INTO_CHECK);
}

/*
 * Fortified players' pawns cannot be captured en passant, and fortified players
 * cannot capture so.
 */
TEST(fortified_pawn_is_not_taken_en_passant)
{
	struct position owner =
	    at("wKa1,rRj4,wPe5,rKi16,bKp10 r w-.r-.b- e4>e5 aaa 0 1 fort=2.0.0 "
	       "forts=w");
	struct position taker =
	    at("wKa1,rRj4,wPe5,rKi16,bKp10 r w-.r-.b- e4>e5 aaa 0 1 fort=0.2.0 "
	       "forts=r");

	assert_legal(owner, "j4e4");
	assert_illegal(owner, "j4e4+", ILLEGAL_FORTRESS);
	assert_legal(taker, "j4e4");
	assert_illegal(taker, "j4e4+", ILLEGAL_FORTIFIED);
}

/*
 * Promotion
 */

/* A pawn arriving on the first rank of an opponent who is still playing may
 * (not must) be replaced, in that same move, by any piece but a pawn that its
 * owner has lost. */
TEST(pawn_may_be_promoted_on_an_opponents_first_rank)
{
	struct position position =
	    at("wKa1,wPe11,wPo9,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
	       "lost=QNNP.-.-");

	assert_promotions(position, "e11e12", "QN-");
	assert_promotions(position, "e11f12", "-");
	assert_promotions(position, "o9p10", "");
	assert_promotions(position, "o9o10", "-");
	assert_illegal(position, "e11e12r", ILLEGAL_PROMOTION_LOST);
	assert_illegal(position, "e11e12p", ILLEGAL_PROMOTION_KIND);
	assert_illegal(position, "e11f12q", ILLEGAL_PROMOTION_HERE);
}

TEST(each_lost_piece_but_the_pawn_is_offered)
{
	struct position all = at("wKa1,wPe11,rKi16,bKp10 w w-.r-.b- - aaa 0 1");
	struct position none =
	    at("wKa1,wPe11,rKi16,bKp10 w w-.r-.b- - aaa 0 1 lost=PP.-.-");
	struct position black =
	    at("wKc3,bPb2,rKi16,bKp10 b w-.r-.b- - aaa 0 1 lost=Q.O.RB");
	struct position without;

	assert_promotions(all, "e11e12", "QORBN-");
	assert_promotions(none, "e11e12", "-");
	assert_promotions(black, "b2a1", "RB-");
	without = at("wKa1,wPd11,rKi16,bKp10 w w-.r-.b- - aaa 0 1 opt=Pope:no");
	assert_promotions(without, "d11d12", "QRBN-");
}

/* The new piece leaves the pool; the pawn is gone, and not in the pool. A
 * piece that was replaced by promotion leaves the game and does not enter the
 * pool. */
TEST(promoted_piece_leaves_the_pool_and_the_pawn_the_game)
{
	static const char line[] = "wKa1,wPe11,rKi16,bKp10 w w-.r-.b- - aaa 7 "
				   "1 lost=QNN.-.-";
	struct position position = after(line, "e11e12n");

	assert_position(position,
	    "wKa1,wNe12,rKi16,bKp10 r w-.r-.b- - aaa 0 1 lost=QN.-.-");
	position = after(line, "e11e12");
	assert_position(position,
	    "wKa1,wPe12,rKi16,bKp10 r w-.r-.b- - aaa 0 1 lost=QNN.-.-");
}

/* A pawn arrives by a capture as well as by a step. */
TEST(capture_promotes)
{
	struct position position =
	    at("wKa1,wPd10,rNe12,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
	       "lost=R.Q.-");

	assert_promotions(position, "d10e12", "R-");
	play(&position, "d10e12r");
	assert_position(position,
	    "wKa1,wRe12,rKi16,bKp10 r w-.r-.b- - aaa 0 1 lost=-.QN.-");
}

/* "Of an opponent who is still playing." */
TEST(first_rank_of_a_player_who_is_out_promotes_nobody)
{
	struct position position =
	    at("wKa1,wPe11,wPo10,bKp14 w w-.r-.b- - axa 0 1");

	assert_promotions(position, "e11e12", "-");
	assert_promotions(position, "o10p11", "QORBN-");
	position = at("wKa1,wPd10,bNe12,bKp14 w w-.r-.b- - axa 0 1 lost=Q.-.-");
	assert_promotions(position, "d10e12", "-");
}

/*
 * "On arrival only": a step from one hex of that rank to another does not
 * promote.
 */
TEST(step_along_a_first_rank_is_no_arrival)
{
	struct position position =
	    at("wKa1,wPe12,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	assert_targets(position, "e12", "f13");
	assert_promotions(position, "e12f13", "-");
}

/*
 * "And not when the move takes that opponent's king", who is out by it. A pawn
 * that takes another opponent's king there may be promoted.
 */
TEST(taking_the_king_of_that_rank_promotes_nobody)
{
	struct position his =
	    at("wKa1,wPd10,rKe12,bKp10 w w-.r-.b- - aaa 0 1 declared=w:r");
	struct position another =
	    at("wKa1,wPd10,rKi16,bKe12 w w-.r-.b- - aaa 0 1 declared=w:b");

	assert_promotions(his, "d10e12", "-");
	assert_promotions(another, "d10e12", "QORBN-");
}

/* A pawn with no step left simply stands there and can be taken. */
TEST(pawn_at_the_end_of_the_board_can_be_taken)
{
	struct position position =
	    at("wKa1,wPk16,rRk14,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	assert_targets(position, "k16", "");
	play(&position, "a1a2 k14k16");
	assert_position(
	    position, "wKa2,rKi16,rRk16,bKp10 b w-.r-.b- - aaa 0 1");
}
