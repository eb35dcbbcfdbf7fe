/*
 * The rules of Siege Chess: taking kings, players who are out, the walled-in
 * king, passing, and the end, one by one: ternion-variants(7), "Siege Chess".
 *
 * Each rule stands above its test. Quotations, pictures and examples are from
 * "Siege Chess" by Ross Durossette; the hexes of pictures were counted there.
 */
#include "tests/unit/setup_siege.h"

/*
 * Taking kings
 */

/* White's rook on g5 can go to h6 and attack both kings. */
static const char two_kings[] =
    "wKb1,wRg5,bKa6,rKh15,rNj12,bNm9 w w-.r-.b- - aaa 0 1 opt=Siege:none";

/* A king may be taken only by a player who declared check (or mate) against
 * that king in his previous turn (code `C` or `M` in the record). */
TEST(king_is_taken_after_a_declaration)
{
	struct position check = after(two_kings, "g5h6(C) j12l15 m9l6");
	struct position mate = after(two_kings, "g5h6(M) j12l15 m9l6");
	struct position silent = after(two_kings, "g5h6 j12l15 m9l6");

	assert_legal(check, "h6h15");
	assert_legal(mate, "h6h15");
	assert_illegal(silent, "h6h15", ILLEGAL_UNDECLARED);
	assert_illegal(silent, "h6a6", ILLEGAL_UNDECLARED);
}

/* His declaration holds for his next turn only. */
TEST(declaration_holds_for_the_next_turn_only)
{
	struct position position =
	    after(two_kings, "g5h6(C) j12l15 m9l6 b1b2 l15j12 l6m9");

	assert_illegal(position, "h6h15", ILLEGAL_UNDECLARED);
	assert_keys(position, "opt=Siege:none");
}

/*
 * "That king": a declaration against one king does not count against the other;
 * `C` or `M` without a colour is meant against every king that he attacks.
 */
TEST(declaration_names_kings_or_means_all)
{
	struct position red = after(two_kings, "g5h6(CR) j12l15 m9l6");
	struct position all = after(two_kings, "g5h6(C) j12l15 m9l6");
	struct position both = after(two_kings, "g5h6(CRMB) j12l15 m9l6");

	assert_legal(red, "h6h15");
	assert_illegal(red, "h6a6", ILLEGAL_UNDECLARED);
	assert_keys(red, "opt=Siege:none declared=w:r");
	assert_legal(all, "h6h15");
	assert_legal(all, "h6a6");
	assert_keys(all, "opt=Siege:none declared=w:rb");
	assert_legal(both, "h6a6");
}

/* "By a player who declared": nobody else may use the declaration. */
TEST(declaration_serves_nobody_else)
{
	struct position position =
	    at("wKb1,wRh6,rKh15,bKa7,bRm15 b w-.r-.b- - aaa 0 1 "
	       "opt=Siege:none declared=w:r");

	assert_illegal(position, "m15h15", ILLEGAL_UNDECLARED);
}

/* Any piece but a king may take him, not only the one that declared. */
TEST(any_piece_may_take_the_king)
{
	struct position position =
	    at("wKb1,wRc6,wNf12,rKh15,bKa7 w w-.r-.b- - aaa 0 1 "
	       "opt=Siege:none declared=w:r");

	assert_legal(position, "f12h15");
}

/*
 * Players who are out
 */

/* Red's king is taken; Red has a queen, a knight and two pawns left. */
static const char falls[] =
    "wKb1,wRh6,rKh15,rQf9,rNj12,rPg9,rPa7,bKm9,bPn10 w w-.r-.b- - aaa 5 3 "
    "opt=Siege:none declared=w:r";

/* When a king is taken its owner is out, and his other pieces are dead. */
TEST(player_whose_king_is_taken_is_out)
{
	struct position position = after(falls, "h6h15");

	assert_position(position,
	    "xrPa7,wKb1,xrQf9,xrPg9,wRh15,xrNj12,bKm9,bPn10 b w-.r-.b- - axa "
	    "0 3 opt=Siege:none");
}

/*
 * He has no declarations, none is against him, and he is neither fortified nor
 * immune.
 */
TEST(nothing_is_kept_of_a_player_who_is_out)
{
	static const char line[] =
	    "wKb1,wRh6,rKh15,bKm9 w w-.r-.b- - aaa 5 3 opt=Siege:none lost="
	    "-.-.- fort=0.0.2 forts=b immune=0.3.1 declared=w:r.r:wb.b:r";
	struct position taken = after(line, "h6h15");
	struct position fortified =
	    after("wKb1,wRh5,rKh15,bKm9 w w-.r-.b- - aaa 5 3 opt=Siege:none "
		  "lost=-.-.- fort=1.0.0 forts=w immune=2.0.0",
		"h5h6(CY)");

	assert_keys(taken,
	    "opt=Siege:none lost=-.-.- fort=0.0.1 forts=b "
	    "immune=0.0.1");
	assert_keys(fortified, "opt=Siege:none lost=-.-.- forts=w");
}

/* The turn passes over him. */
TEST(turn_skips_players_who_are_out)
{
	struct position position = after(falls, "h6h15");

	assert_int_equal(position.to_move, BLACK);
	play(&position, "m9m10");
	assert_int_equal(position.to_move, WHITE);
	play(&position, "b1b2");
	assert_int_equal(position.to_move, BLACK);
}

/* They stay as obstacles. */
TEST(dead_pieces_are_obstacles)
{
	struct position position =
	    at("wKb1,wRh8,xrPj8,bKp10 w w-.r-.b- - axa 0 1");

	assert_true(cellset_has(&position.kind[KIND_NONE], cell_named("j8")));
	assert_illegal(position, "h8k8", ILLEGAL_BLOCKED);
	assert_legal(position, "h8i8");
}

/* Attack nothing. */
TEST(dead_pieces_attack_nothing)
{
	struct position position =
	    at("wKh8,xrQi5,xrNg8,bKp10 w w-.r-.b- - axa 0 1");

	assert_int_equal(position.checks[WHITE], 0);
	assert_legal(position, "h8i8");
	assert_legal(position, "h8i9");
	assert_legal(position, "h8h7");
}

/* Cannot be taken. */
TEST(dead_pieces_cannot_be_taken)
{
	struct position position =
	    at("wKh8,wRh2,wPg7,xrPh5,xrNf8,xrQi9,bKp10 w w-.r-.b- - axa 0 1");

	assert_illegal(position, "h2h5", ILLEGAL_DEAD);
	assert_illegal(position, "g7f8", ILLEGAL_DEAD);
	assert_illegal(position, "h8i9", ILLEGAL_DEAD);
}

/*
 * The walled-in king
 */

/* The hexes one step from a1 are a2 b1 b2 b3 c2; a knight could stand on b4 c4
 * d2 d3 to attack it, a pope on b3 c2 a4 d1 d4. */
#define WALL "wKa1,xrPa2,xrPb1,xrPb2,xrPb3,xrPc2,bKm9"
#define AXA  " w w-.r-.b- - axa 0 1 opt=Siege:none"

/* Exception: a king walled in by dead pieces may take dead pieces one step
 * away. */
TEST(king_walled_in_by_dead_pieces_may_take_them)
{
	struct position position = at(WALL AXA " lost=-.-.-");

	assert_targets(position, "a1", "a2 b1 b2 b3 c2");
	play(&position, "a1b2");
	assert_position(position,
	    "xrPa2,xrPb1,wKb2,xrPb3,xrPc2,bKm9 b w-.r-.b- - axa 0 1 "
	    "opt=Siege:none lost=-.-.-");
}

/* Counting only dead pieces as blockers: rooks, bishops and queens cannot
 * see him, and pawns come no nearer. */
TEST(sliders_do_not_see_into_the_wall)
{
	struct position position = at(WALL ",bQd9,bRn12,bBe5,bPn10" AXA);

	assert_targets(position, "a1", "a2 b1 b2 b3 c2");
}

/* No living enemy piece of a kind still on the board, wherever it stood on a
 * hex not held by a dead piece, could attack the king's hex. */
TEST(knight_that_could_attack_from_somewhere_forbids_it)
{
	struct position far = at(WALL ",bNn12" AXA);
	struct position closed = at(WALL ",bNn12,xrPb4,xrPc4,xrPd2,xrPd3" AXA);
	struct position open = at(WALL ",bNn12,xrPb4,xrPc4,xrPd2,wPd3" AXA);
	struct position own = at(WALL ",wNn12" AXA);

	assert_targets(far, "a1", "");
	assert_targets(closed, "a1", "a2 b1 b2 b3 c2");
	assert_targets(open, "a1", "");
	assert_targets(own, "a1", "a2 b1 b2 b3 c2");
}

TEST(pope_that_could_attack_from_somewhere_forbids_it)
{
	struct position far = at(WALL ",bOn12" AXA);
	struct position closed = at(WALL ",bOn12,xrPa4,xrPd1,xrPd4" AXA);

	assert_targets(far, "a1", "");
	assert_targets(closed, "a1", "a2 b1 b2 b3 c2");
}

/* Enemy kings count as such a kind, so all hexes one step away are dead or
 * off the board. A living piece next to him is no wall, whosever it is. */
TEST(all_hexes_one_step_away_are_dead)
{
	struct position empty = at("wKa1,xrPa2,xrPb1,xrPb2,xrPb3,bKm9" AXA);
	struct position own = at("wKa1,xrPa2,xrPb1,xrPb2,xrPb3,wPc2,bKm9" AXA);
	struct position enemy =
	    at("wKa1,xrPa2,xrPb1,xrPb2,xrPb3,bPc2,bKm9" AXA);

	assert_targets(empty, "a1", "c2");
	assert_targets(own, "a1", "");
	assert_targets(enemy, "a1", "c2");
}

/* "until the situation no longer exists": once out of the wall he takes no
 * more. */
TEST(king_out_of_the_wall_takes_no_more)
{
	struct position position = after(WALL AXA, "a1b2 m9m10");

	assert_illegal(position, "b2a2", ILLEGAL_DEAD);
	assert_illegal(position, "b2b1", ILLEGAL_DEAD);
	assert_legal(position, "b2a1");
}

/* A fortified king takes nothing. */
TEST(fortified_king_takes_no_dead_pieces)
{
	struct position position =
	    at(WALL ",wNn12 w w-.r-.b- - axa 0 1 fort=1.0.0 forts=w");

	assert_illegal(position, "a1b2", ILLEGAL_DEAD);
}

/*
 * Taking dead pieces adds nothing: no pool grows, and the last captures stay;
 * but the clock restarts (ternion-format(5), "3PF"). */
TEST(taking_dead_pieces_counts_for_nothing)
{
	struct position position = after(WALL
	    " w w-.r-.b- - axa 9 1 opt=Siege:captures lost=-.-.- last=b",
	    "a1b2");

	assert_state(position,
	    "b w-.r-.b- - axa 0 1 opt=Siege:captures lost=-.-.- last=b");
}

/*
 * Passing, and the end
 */

/* A player with no board action at all passes (`--`). */
TEST(player_without_an_action_passes)
{
	struct position position = after(WALL ",bNn12" AXA, "0000");

	assert_int_equal(position.to_move, BLACK);
	assert_int_equal(position.clock, 1);
	assert_record(WALL ",bNn12" AXA, "1. W-- *", "");
}

/* Nobody else may pass. */
TEST(nobody_else_may_pass)
{
	struct position position;

	make_rules_for(slice_of("opt=Pope:yes"));
	position = rules.start;
	assert_illegal(position, "0000", ILLEGAL_PASS);
	position = at(WALL ",bNn12,wPh2" AXA);
	assert_illegal(position, "0000", ILLEGAL_PASS);
}

/* The last player left wins (1-0-0 in turn order). */
TEST(last_player_left_wins)
{
	struct position white =
	    after("wKb1,wRh6,rKh15,xbPn10 w w-.r-.b- - aax 0 3 declared=w:r",
		"h6h15");
	struct position black =
	    after("xwPb1,bRh6,rKh15,bKn10 b w-.r-.b- - xaa 0 3 declared=b:r",
		"h6h15");
	struct position red =
	    after("wKb1,rKi16,xbPn10 w w-.r-.b- - aax 0 3", "(Y)");
	struct outcome outcome;

	rules_outcome(&rules, &white, &outcome);
	assert_int_equal(outcome.ending, ENDING_LAST_KING);
	assert_string_equal(outcome.result, "1-0-0");
	assert_int_equal(outcome.winner, WHITE);
	assert_int_equal(rules_count(&rules, &white), 0);
	rules_outcome(&rules, &black, &outcome);
	assert_string_equal(outcome.result, "0-0-1");
	rules_outcome(&rules, &red, &outcome);
	assert_string_equal(outcome.result, "0-1-0");
	assert_illegal(red, "i16i15", ILLEGAL_GAME_OVER);
}

TEST(game_goes_on_with_two_players)
{
	struct position position = after(falls, "h6h15");
	struct outcome outcome;

	rules_outcome(&rules, &position, &outcome);
	assert_int_equal(outcome.ending, ENDING_NONE);
}

/* `S` (stalemate) ends the game as a draw among the players still in
 * (`1/2-1/2-0`, `1/3-1/3-1/3`); one call in the record stands for the
 * players' agreement. */
TEST(called_stalemate_is_a_draw_of_the_players_in)
{
	static const struct {
		const char *line, *result;
	} cases[] = {
		{ "wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 1", "1/3-1/3-1/3" },
		{ "wKb1,rKi16 w w-.r-.b- - aax 0 1", "1/2-1/2-0" },
		{ "wKb1,bKp10 w w-.r-.b- - axa 0 1", "1/2-0-1/2" },
		{ "rKi16,bKp10 r w-.r-.b- - xaa 0 1", "0-1/2-1/2" },
	};

	for (int i = 0; i < 4; i++) {
		struct position position = after(cases[i].line, "(S)");
		struct outcome outcome;

		rules_outcome(&rules, &position, &outcome);
		assert_int_equal(outcome.ending, ENDING_AGREED);
		assert_string_equal(outcome.result, cases[i].result);
		assert_int_equal(outcome.winner, PLAYER_NONE);
		assert_int_equal(rules_count(&rules, &position), 0);
	}
}

/*
 * With a move ..., the move with its declarations is made first; the same holds
 * for `S`.
 */
TEST(stalemate_called_with_a_move)
{
	struct position position = after(two_kings, "g5h6(CS)");

	assert_keys(position, "opt=Siege:none declared=w:rb over=1/3-1/3-1/3");
	assert_false(position_is_empty(&position, cell_named("h6")));
	assert_illegal(position, "j12l15", ILLEGAL_GAME_OVER);
}

/* `Y` (yield): the player leaves; his king is removed and his pieces are
 * dead. */
TEST(player_who_yields_leaves)
{
	struct position position = after(
	    "wKb1,wRh6,rKh15,rQf9,bKm9 w w-.r-.b- - aaa 5 3 opt=Siege:none "
	    "declared=r:w.b:w",
	    "(Y)");

	assert_position(position,
	    "rQf9,xwRh6,rKh15,bKm9 r w-.r-.b- - xaa 6 3 opt=Siege:none");
}

/* With a move (`W4d-5d(Y)`), the move with its declarations is made first. */
TEST(yield_after_a_move)
{
	static const char line[] = "wKb1,wPd4,wRh6,rKh15,bKm9 w w-.r-.b- - aaa "
				   "5 3 opt=Siege:none declared=w:r";
	struct position position = after(line, "d4d5(Y)");
	struct outcome outcome;

	assert_position(position,
	    "xwPd5,xwRh6,rKh15,bKm9 r w-.r-.b- - xaa 0 3 opt=Siege:none");
	position = after(line, "h6h15(Y)");
	rules_outcome(&rules, &position, &outcome);
	assert_string_equal(outcome.result, "0-0-1");
	assert_record(line, "3. W4d-5d(CY) *", "stalemate-due");
}

/* When White is out or yields, the round's move number does not change until
 * the turn comes back to the first player still in. */
TEST(number_changes_with_the_first_player_still_in)
{
	struct position position =
	    after("wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 7", "(Y)");

	assert_int_equal(position.number, 7);
	play(&position, "i16i15");
	assert_int_equal(position.number, 7);
	play(&position, "p10p9");
	assert_int_equal(position.to_move, RED);
	assert_int_equal(position.number, 8);
	assert_record("wKb1,rKi16,rPh8,bKp10 w w-.r-.b- - aaa 0 7",
	    "7. W(Y) R1a-1b B1c-1b 8.. R1b-1a B1b-1c *", "");
	assert_record("wKb1,rKi16,rPh8,bKp10 w w-.r-.b- - aaa 0 7",
	    "7. W(Y) R1a-1b 8... B1c-1b *", "move-number");
}

/* His pawns cannot be taken en passant: Black's queen could take Red's pawn on
 * the hex that it skipped, but White takes Red's king first. */
TEST(pawn_of_a_player_who_is_out_is_not_open)
{
	static const char open[] =
	    "wKb1,wRh6,rKh15,rPi12,bKm9,bQg12 %c w-.r-.b- h12>i12 aaa 5 3 "
	    "opt=Siege:none%s";
	char line[NAIVE_TPF_MAX];
	struct position position;

	snprintf(line, sizeof(line), open, 'b', "");
	position = at(line);
	assert_legal(position, "g12h12+");
	snprintf(line, sizeof(line), open, 'w', " declared=w:r");
	position = after(line, "h6h15");
	assert_state(position, "b w-.r-.b- - axa 0 3 opt=Siege:none");
	assert_illegal(position, "g12h12+", ILLEGAL_NOT_PASSED);
}
