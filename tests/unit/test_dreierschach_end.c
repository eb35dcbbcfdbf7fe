/*
 * The rules of Dreierschach: check, mate and the other ends of a game, and the
 * author's sample: ternion-variants(7), "Dreierschach".
 *
 * Each rule stands above its test. A rule about White's cells is tested for the
 * other players on the cells turned to their seats.
 */
#include "tests/unit/setup.h"

/*
 * The king's safety
 */

/* A player may not leave his own king under attack by either opponent. */
TEST(check_must_be_answered)
{
	static const char *const checks[] = { "gRe9", "bRe9" };

	for (int i = 0; i < 2; i++) {
		struct position position = place("wKe2 gKa6 bKm6 wRb5 wNi13 w");

		put(&position, cell_named("e9"), ROOK,
		    variant_player(rules.variant, checks[i][0]));
		assert_targets(&position, "b5", "e5 e8");
		assert_targets(&position, "i13", "");
		/* A step along the attacking line does not help either. */
		assert_targets(&position, "e2", "f2 f3 d2 d1 g3 f4 d3 c1 f1");
	}
}

/* Or put his own king under attack by either opponent. */
TEST(king_may_not_step_into_attack)
{
	for (unsigned enemy = GRAY; enemy <= BLACK; enemy++) {
		struct position position = place("wKe2 gKa6 bKm6 w");

		put(&position, cell_named("f9"), ROOK, enemy);
		assert_targets(&position, "e2", "e3 d2 d1 e1 g3 d3 c1");
	}
}

TEST(pinned_piece_keeps_to_the_line)
{
	for (unsigned enemy = GRAY; enemy <= BLACK; enemy++) {
		struct position position = place("wKe1 gKa6 bKm6 wRe3 w");

		put(&position, cell_named("e6"), ROOK, enemy);
		assert_targets(&position, "e3", "e2 e4 e5 e6");
	}
}

TEST(kings_keep_apart)
{
	/*
	 * The kings are two hexes apart; hexes next to both are closed to both.
	 */
	struct position position = place("wKe5 gKg7 bKm6 wPa1 w");

	assert_targets(&position, "e5", "d5 d4 e4 d6 c4 d3 f4");
}

/* Kings are never captured. */
TEST(kings_are_never_captured)
{
	struct position position =
	    place("wKb1 gKg9 bKi7 wRg7 wNf6 wPf7 wBi10 wQi3 w");

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

/* One opponent may open the other's line onto a third player's king: White
 * clears row 8 between Gray's rook and Black's king. */
static struct position
opened_line(void)
{
	struct position position =
	    place("wKb1 gKa6 bKm8 gRe8 wNi8 bPh4 bRj3 w");

	play(&position, "i8k7");
	return position;
}

TEST(one_opponent_may_open_the_line_of_the_other)
{
	struct position position = opened_line();

	assert_int_equal(position.to_move, GRAY);
	assert_int_equal(position.checks[BLACK], 1U << GRAY);
}

/* Until then no move onto the king's hex is legal. */
TEST(opened_line_does_not_capture_the_king)
{
	struct position position = opened_line();

	assert_true(is_legal(&position, "e8l8"));
	assert_false(is_legal(&position, "e8m8"));
}

/* The king's owner answers in his own turn. */
TEST(third_player_answers_in_his_own_turn)
{
	struct position position = opened_line();

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

/*
 * "3 points go to the player who could capture the king next. The mated player
 * gets 0, the other 1." By winner and mated player.
 */
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

/* The player to move is in check and has no legal move: checkmate, the game
 * ends. */
TEST(mate_scores_3_for_the_winner_0_for_the_mated_1_for_the_other)
{
	for (unsigned mated = 0; mated < PLAYERS; mated++)
		for (unsigned i = 1; i < PLAYERS; i++) {
			unsigned winner = (mated + i) % PLAYERS;
			struct position position =
			    corner_mate(mated, winner, winner);

			assert_mate(&position, winner);
		}
}

/* The player whose pieces merely guard does not attack the king. */
TEST(guarding_the_flight_hexes_does_not_win)
{
	for (unsigned mated = 0; mated < PLAYERS; mated++)
		for (unsigned i = 1; i < PLAYERS; i++) {
			unsigned winner = (mated + i) % PLAYERS;
			unsigned other = (mated + 3 - i) % PLAYERS;
			struct position position =
			    corner_mate(mated, winner, other);

			assert_mate(&position, winner);
		}
}

/*
 * "Of the players who attack it, the first in turn order after the mated one."
 */
TEST(first_attacker_in_turn_order_after_the_mated_one_wins)
{
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

TEST(move_that_mates_ends_the_game)
{
	struct position position = place("wKa1 gKe10 bKm9 bRi2 bRj3 bRh4 b");

	assert_int_equal(outcome_of(&position).ending, ENDING_NONE);
	play(&position, "h4h1");
	assert_mate(&position, BLACK);
}

TEST(check_that_can_be_answered_is_no_mate)
{
	struct position position = corner_mate(WHITE, GRAY, GRAY);
	struct outcome outcome;

	put(&position, cell_named("h6"), ROOK, WHITE);
	outcome = outcome_of(&position);
	assert_int_equal(outcome.ending, ENDING_NONE);
	assert_null(outcome.result);
	assert_int_equal(outcome.winner, PLAYER_NONE);
	assert_targets(&position, "h6", "h1 c1");
}

/* A player is mated only when it is his turn. */
TEST(mate_waits_for_the_mated_players_turn)
{
	struct position position = corner_mate(WHITE, BLACK, GRAY);

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

/* The player to move has no legal move and is not in check ...: drawn, 1
 * point each. */
TEST(stalemate_is_drawn)
{
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

/* Or only the three kings are left: drawn. */
TEST(three_bare_kings_are_drawn)
{
	struct position bare = place("wKb1 gKa6 bKm6 w");
	struct position pawn = place("wKb1 gKa6 bKm6 bPg7 w");

	assert_draw(&bare, ENDING_BARE_KINGS);
	assert_int_equal(outcome_of(&pawn).ending, ENDING_NONE);
	pawn = place("wKg6 gKa6 bKm6 bPg7 w");
	play(&pawn, "g6g7");
	assert_draw(&pawn, ENDING_BARE_KINGS);
}

/* Draw by agreement: the result 1-1-1. */
TEST(agreed_draw_ends_the_game)
{
	struct position position = rules.start;

	assert_string_equal(rules.variant->draws[0], "1-1-1");
	position.over = (uint8_t)(1 +
	    variant_result(rules.variant, rules.variant->draws[0], 5));
	assert_draw(&position, ENDING_AGREED);
	assert_false(rules_can_move(&rules, &position));
}

/* Result tag: the points in turn order White-Gray-Black, `3-0-1` and so on,
 * `1-1-1`. */
TEST(results_are_the_six_mates_and_the_draw)
{
	size_t results = 0;

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

/* No repetition or counting rule: the document names none. */
TEST(repetition_ends_nothing)
{
	struct position position = rules.start;

	for (int ply = 0; ply < 600; ply++) {
		bool out = ply / PLAYERS % 2 == 0;

		play_turned(&position, out ? "c1" : "d4", out ? "d4" : "c1");
		assert_int_equal(outcome_of(&position).ending, ENDING_NONE);
	}
	assert_int_equal(position.clock, 600);
}

/* The document's sample `1. gi4 Sd2 11j11 2. Li7 Sh10 Sj7`: as printed it has
 * exactly one error, at `Sd2`: no knight of Gray's gets there. */
TEST(sample_as_printed_errs_at_d2)
{
	struct position position = rules.start;

	play(&position, "g2i4");
	assert_false(is_legal(&position, "b7d2"));
	assert_false(is_legal(&position, "f11d2"));
	/* `gi4` needs its g: the pawn i2 goes there, too. */
	assert_true(is_legal(&rules.start, "i2i4"));
}

/* With `Sd6` instead it is legal throughout. */
TEST(sample_with_d6_is_legal)
{
	struct position position = rules.start;

	play(&position, "g2i4 b7d6 l11j11 f1i7 f11h10 m8j7");
	assert_int_equal(position.to_move, WHITE);
	assert_int_equal(position.number, 3);
}

/* `Li7` is legal only because g2 has been vacated: the flank rule. */
TEST(sample_bishop_needs_g2_vacated)
{
	struct position position = rules.start;

	assert_false(is_legal(&position, "f1i7"));
	play(&position, "i2i4 b7d6 l11j11");
	assert_false(is_legal(&position, "f1i7"));
	position = rules.start;
	play(&position, "g2i4 b7d6 l11j11");
	assert_true(is_legal(&position, "f1i7"));
}

/*
 * "Whether his own king would be left attacked by that capture does not
 * matter": Gray's rook on e6 is pinned by Black's, and guards d6.
 */
TEST(pinned_piece_attacks_all_the_same)
{
	struct position position = place("wKc5 gKe10 gRe6 bRe2 bKm6 w");

	assert_false(is_legal(&position, "c5d6"));
	position = place("wKc5 gKe10 gNe6 bRe2 bKm6 w");
	assert_true(is_legal(&position, "c5d6"));
}
