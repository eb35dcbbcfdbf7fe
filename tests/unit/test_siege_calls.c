/*
 * The rules of Siege Chess: the sieged player and his calls, one by one:
 * ternion-variants(7), "Siege Chess".
 *
 * Each rule stands above its test. Quotations are from "Siege Chess" by Ross
 * Durossette.
 */
#include "tests/unit/setup_siege.h"

/*
 * Red and Black with their first ranks, and White with a king: 11 points each
 * (nine pieces, queen and pope twice), so White is sieged by points while he
 * has six at most: ceil(22 / 2) - 6 = 5 > 4.
 */
#define RED_ARMY      "rRa8,rNb9,rBc10,rOd11,rKe12,rQf13,rBg14,rNh15,rRi16"
#define BLACK_ARMY    "bRp8,bNp9,bBp10,bQp11,bKp12,bOp13,bBp14,bNp15,bRp16"
#define ARMIES        "wKb1," RED_ARMY "," BLACK_ARMY
#define STATE(player) " " player " w-.rQO.bQO - aaa 0 1 "

/* The armies without the pope: nine points each, so White may have four. */
#define ARMIES8                                                \
	"wKb1,rRa9,rNb10,rBc11,rKd12,rQe13,rBf14,rNg15,rRh16," \
	"bRp9,bNp10,bBp11,bQp12,bKp13,bBp14,bNp15,bRp16"
#define STATE8(player) " " player " w-.rQK.bQK - aaa 0 1 opt=Pope:no "

static int
points_of(const struct position *position, unsigned player)
{
	return siege_sum(&rules, position, SIEGE_POINTS, player);
}

static int
moved_of(const struct position *position, unsigned player)
{
	return siege_sum(&rules, position, SIEGE_MOVED, player);
}

/*
 * Method 1: captures
 */

/* The last 3 (threshold) captured pieces were all yours. */
TEST(three_captured_pieces_in_a_row_siege_their_owner)
{
	static const struct {
		const char *last;
		unsigned sieged;
	} cases[] = {
		{ "last=www", WHITE },
		{ "last=rrr", RED },
		{ "last=bbb", BLACK },
		{ "last=ww", PLAYER_NONE },
		{ "last=rww", PLAYER_NONE },
		{ "last=wwr", PLAYER_NONE },
		{ "last=wrw", PLAYER_NONE },
		{ "", PLAYER_NONE },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char line[128];
		struct position position;

		snprintf(line, sizeof(line),
		    "wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 1 opt=Siege:captures"
		    "%s%s",
		    *cases[i].last != '\0' ? " " : "", cases[i].last);
		position = at(line);
		assert_int_equal(sieged(&position), cases[i].sieged);
	}
}

/* The document: "and remain so until one of the opponent's pieces are
 * captured". */
TEST(capture_of_an_opponents_piece_ends_the_siege)
{
	struct position position =
	    at("wKb1,wRh2,wPf5,rNh9,rNg8,rKi16,bKp10 r w-.r-.b- - aaa 0 1 "
	       "opt=Siege:captures last=ww");

	play(&position, "g8f5");
	assert_int_equal(sieged(&position), WHITE);
	play(&position, "p10p9");
	assert_int_equal(sieged(&position), WHITE);
	play(&position, "h2h9");
	assert_int_equal(sieged(&position), PLAYER_NONE);
}

/* Captured pieces: taken by a capture, en passant, a traitor move, or the
 * touch of death; each player's captured pieces form his lost pool. */
TEST(captures_and_en_passant_fill_the_pool)
{
	struct position capture =
	    after("wKb1,wRh2,rNh9,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		  "opt=Siege:captures lost=-.-.-",
		"h2h9");
	struct position passing =
	    after("wKb1,wPe3,rRj4,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		  "opt=Siege:captures lost=-.-.-",
		"e3e5 j4e4+");

	assert_keys(capture, "opt=Siege:captures lost=-.N.- last=r");
	assert_keys(passing, "opt=Siege:captures lost=P.-.- last=w");
}

/*
 * Method 2: points
 */

/* Each living player's pieces on the board count 1, queen and pope 2, pawns
 * 0, plus 1 if more than half of his opening pawns are on the board. At the
 * start 9 + 2 + 1, and 8 + 1 + 1 without the pope. */
TEST(points_at_the_start)
{
	struct position nine = at("start");
	struct position eight;

	for (unsigned p = 0; p < PLAYERS; p++) {
		assert_int_equal(points_of(&nine, p), 12);
		assert_int_equal(
		    siege_balance(&rules, &nine, SIEGE_POINTS, p), 0);
	}
	make_rules_for(slice_of("opt=Pope:no"));
	eight = rules.start;
	for (unsigned p = 0; p < PLAYERS; p++)
		assert_int_equal(points_of(&eight, p), 10);
	assert_int_equal(sieged(&eight), PLAYER_NONE);
}

TEST(points_of_each_kind)
{
	static const struct {
		const char *piece;
		int points;
	} cases[] = {
		{ "wPh8", 1 },
		{ "wNh8", 2 },
		{ "wBh8", 2 },
		{ "wRh8", 2 },
		{ "wQh8", 3 },
		{ "wOh8", 3 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char line[128];
		struct position position;

		snprintf(line, sizeof(line),
		    "wKb1,%s,rKi16,bKp10 w w-.r-.b- - aaa 0 1", cases[i].piece);
		position = at(line);
		assert_int_equal(points_of(&position, WHITE), cases[i].points);
		assert_int_equal(points_of(&position, RED), 1);
	}
}

/* More than half of his opening pawns: ten of 19, nine of 17. */
TEST(more_than_half_of_the_pawns_count_one)
{
	struct position ten =
	    at("wKb1,wPa2,wPb2,wPc2,wPd2,wPe2,wPf2,wPg2,wPh2,wPi2,wPj2,rKi16,"
	       "bKp10 w w-.r-.b- - aaa 0 1");
	struct position nine =
	    at("wKb1,wPa2,wPb2,wPc2,wPd2,wPe2,wPf2,wPg2,wPh2,wPi2,rKi16,bKp10 "
	       "w w-.r-.b- - aaa 0 1");
	struct position eight;

	assert_int_equal(points_of(&ten, WHITE), 2);
	assert_int_equal(points_of(&nine, WHITE), 1);
	nine = at("wKb1,wPa2,wPb2,wPc2,wPd2,wPe2,wPf2,wPg2,wPh2,wPi2,rKi16,"
		  "bKp10 w w-.r-.b- - aaa 0 1 opt=Pope:no");
	eight = at("wKb1,wPa2,wPb2,wPc2,wPd2,wPe2,wPf2,wPg2,wPh2,rKi16,bKp10 w "
		   "w-.r-.b- - aaa 0 1 opt=Pope:no");
	assert_int_equal(points_of(&nine, WHITE), 2);
	assert_int_equal(points_of(&eight, WHITE), 1);
}

/* Sieged if ceil(sum of the opponents' points / 2) - yours > 4: 11 gives
 * 6 - 1 = 5, 10 gives 5 - 1 = 4. */
TEST(points_siege_by_more_than_four)
{
	struct position eleven =
	    at("wKb1,rKi16,rRh13,rRh12,rNf9,rBf8,rNe7,bKp9,bRo9,bRo10,bNn12,"
	       "bBn13 w w-.r-.b- - aaa 0 1");
	struct position ten =
	    at("wKb1,rKi16,rRh13,rRh12,rNf9,rBf8,bKp9,bRo9,bRo10,bNn12,bBn13 "
	       "w w-.r-.b- - aaa 0 1");

	assert_int_equal(points_of(&eleven, RED), 6);
	assert_int_equal(points_of(&eleven, BLACK), 5);
	assert_int_equal(
	    siege_balance(&rules, &eleven, SIEGE_POINTS, WHITE), 5);
	assert_int_equal(sieged(&eleven), WHITE);
	assert_int_equal(siege_balance(&rules, &ten, SIEGE_POINTS, WHITE), 4);
	assert_int_equal(sieged(&ten), PLAYER_NONE);
}

/*
 * Method 3: moved
 */

/* Points = his pieces on the board + those of them that have moved from the
 * opening set-up - his captured pieces now in the pool. */
TEST(moved_points_are_pieces_and_moved_less_lost)
{
	struct position position = at("start");

	assert_int_equal(moved_of(&position, WHITE), 28);
	play(&position, "e3e5 g12i12 n10m9");
	assert_int_equal(moved_of(&position, WHITE), 29);
	play(&position, "e5e6");
	assert_int_equal(moved_of(&position, WHITE), 29);
	position = at("wKb1,rRa8,rKi16,bKp9,bRo9 w w-.r-.b- - aaa 0 1 "
		      "opt=Siege:moved lost=PPPPP.-.BN");
	assert_int_equal(moved_of(&position, WHITE), 1 + 1 - 5);
	assert_int_equal(moved_of(&position, RED), 2 + 1);
	assert_int_equal(moved_of(&position, BLACK), 2 + 2 - 2);
}

/* Sieged if ceil(sum of the opponents' points / 2) - yours > 18: Red has 3
 * and Black 4, ceil(7 / 2) = 4; White has 2 less 17 or 16 lost pawns. */
TEST(moved_sieges_by_more_than_eighteen)
{
	struct position seventeen =
	    at("wKb1,rRa8,rKi16,bKp9,bRo9 w w-.r-.b- - aaa 0 1 "
	       "opt=Siege:moved lost=PPPPPPPPPPPPPPPPP.-.-");
	struct position sixteen =
	    at("wKb1,rRa8,rKi16,bKp9,bRo9 w w-.r-.b- - aaa 0 1 "
	       "opt=Siege:moved lost=PPPPPPPPPPPPPPPP.-.-");

	assert_int_equal(
	    siege_balance(&rules, &seventeen, SIEGE_MOVED, WHITE), 19);
	assert_int_equal(sieged(&seventeen), WHITE);
	assert_int_equal(
	    siege_balance(&rules, &sixteen, SIEGE_MOVED, WHITE), 18);
	assert_int_equal(sieged(&sixteen), PLAYER_NONE);
}

/* The sum can be negative, and is rounded up all the same: ceil(-3 / 2) is
 * -1. */
TEST(negative_sum_is_rounded_up)
{
	struct position position =
	    at("wKb1,rKi16,bKp9 w w-.r-.b- - aaa 0 1 opt=Siege:moved "
	       "lost=-.PPPPP.PP");

	assert_int_equal(moved_of(&position, RED), -3);
	assert_int_equal(moved_of(&position, BLACK), 0);
	assert_int_equal(
	    siege_balance(&rules, &position, SIEGE_MOVED, WHITE), -1 - 2);
	assert_int_equal(
	    siege_balance(&rules, &position, SIEGE_MOVED, RED), 1 + 3);
}

/* A piece put on the board by promotion, field promotion or traitor counts as
 * moved, though it stands on an opening hex of its kind. */
TEST(pieces_put_on_the_board_count_as_moved)
{
	struct position promotion =
	    after("wKb1,wPe11,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		  "opt=Siege:moved lost=Q.-.-",
		"e11e12q");
	struct position field =
	    after(ARMIES ",wPc1" STATE("w") "lost=B.-.-", "c1@b");
	struct position traitor =
	    after("wKb1,rRa8,rNb9,rBc1,rOd11,rKe12,rQf13,rBg14,rNh15,"
		  "rRi16," BLACK_ARMY STATE("w") "lost=B.-.-",
		"c1%");

	assert_int_equal(moved_of(&promotion, WHITE), 4);
	assert_keys(field,
	    "unmoved=a8.b9.c10.d11.e12.f13.g14.h15.i16.p8.p9."
	    "p10.p11.p12.p13.p14.p15.p16 lost=-.-.-");
	assert_int_equal(moved_of(&field, WHITE), 4);
	assert_keys(traitor,
	    "unmoved=a8.b9.d11.e12.f13.g14.h15.i16.p8.p9."
	    "p10.p11.p12.p13.p14.p15.p16 lost=-.B.- "
	    "traitors=1.0.0");
}

/*
 * All methods
 */

/* 3 (`captures`), 4 (`points`), 18 (`moved`). One number, or three in turn
 * order joined by commas. */
TEST(thresholds_by_method_and_player)
{
	make_rules_for(slice_of("opt=Siege:captures"));
	assert_int_equal(siege_threshold(&rules, WHITE), 3);
	make_rules_for(slice_of("opt=Siege:points"));
	assert_int_equal(siege_threshold(&rules, WHITE), 4);
	make_rules_for(slice_of("opt=Siege:moved"));
	assert_int_equal(siege_threshold(&rules, WHITE), 18);
	make_rules_for(slice_of("opt=SiegeThreshold:7"));
	assert_int_equal(siege_threshold(&rules, BLACK), 7);
	make_rules_for(slice_of("opt=SiegeThreshold:4,5,6"));
	for (unsigned p = 0; p < PLAYERS; p++)
		assert_int_equal(siege_threshold(&rules, p), 4 + p);
	/* No more captures are remembered than that; points have no end. */
	make_rules_for(slice_of("opt=Siege:captures;SiegeThreshold:40"));
	assert_int_equal(siege_threshold(&rules, WHITE), 31);
	make_rules_for(slice_of("opt=Siege:points;SiegeThreshold:40"));
	assert_int_equal(siege_threshold(&rules, WHITE), 40);
	make_rules_for(slice_of("opt=Siege:captures;SiegeThreshold:0"));
	assert_int_equal(siege_threshold(&rules, WHITE), 1);
	make_rules_for(slice_of("opt=Siege:moved;SiegeThreshold:0"));
	assert_int_equal(siege_threshold(&rules, WHITE), 0);
}

/* The document: "All of these methods allow for each player to have a
 * handicap." */
TEST(threshold_of_a_player_is_his_handicap)
{
	static const char line[] = "%s%s";
	char text[512];
	struct position position;

	snprintf(text, sizeof(text), line, ARMIES STATE("w"),
	    "opt=SiegeThreshold:9,4,4");
	position = at(text);
	assert_int_equal(
	    siege_balance(&rules, &position, SIEGE_POINTS, WHITE), 10);
	assert_int_equal(sieged(&position), WHITE);
	snprintf(text, sizeof(text), line, ARMIES STATE("w"),
	    "opt=SiegeThreshold:10,4,4");
	position = at(text);
	assert_int_equal(sieged(&position), PLAYER_NONE);
	position = at("wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		      "opt=Siege:captures;SiegeThreshold:2,3,4 last=rww");
	assert_int_equal(sieged(&position), WHITE);
	position = at("wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		      "opt=Siege:captures;SiegeThreshold:2,3,4 last=rbbb");
	assert_int_equal(sieged(&position), PLAYER_NONE);
}

/* Siege rules (unless `Siege` is `none`). */
TEST(nobody_is_sieged_without_siege)
{
	struct position position = at(ARMIES STATE("w") "opt=Siege:none");

	assert_int_equal(sieged(&position), PLAYER_NONE);
	assert_illegal(position, "b1b2(F)", ILLEGAL_CALL_UNPLAYED);
}

/* A player who is out has 0 points. Divide by two even when one opponent is
 * left: Black's 11 give ceil(11 / 2) - 1 = 5. */
TEST(player_who_is_out_has_no_points)
{
	struct position position =
	    at("wKb1,xrQf13,xrRa8," BLACK_ARMY " w w-.r-.bQO - axa 0 1");

	assert_int_equal(points_of(&position, RED), 0);
	assert_int_equal(moved_of(&position, RED), 0);
	assert_int_equal(
	    siege_balance(&rules, &position, SIEGE_POINTS, WHITE), 5);
	assert_int_equal(sieged(&position), WHITE);
	position =
	    at("wKb1,wNb2,xrQf13,xrRa8," BLACK_ARMY " w w-.r-.bQO - axa 0 1");
	assert_int_equal(sieged(&position), PLAYER_NONE);
}

/* `SiegeTwo`: are siege rules used with two players left. */
TEST(siege_with_two_players_is_an_option)
{
	struct position position = at(
	    "wKb1,xrQf13," BLACK_ARMY " w w-.r-.bQO - axa 0 1 opt=SiegeTwo:no");

	assert_int_equal(sieged(&position), PLAYER_NONE);
	assert_illegal(position, "b1b2(F)", ILLEGAL_NOT_SIEGED);
	position =
	    at("wKb1," RED_ARMY "," BLACK_ARMY STATE("w") "opt=SiegeTwo:no");
	assert_int_equal(sieged(&position), WHITE);
}

/* If several qualify, only the one whose turn comes first is sieged (the
 * player to move first). Evaluated at the start of every turn. */
TEST(first_to_move_of_several_is_sieged)
{
	struct position position =
	    at("wKb1,rKi15," BLACK_ARMY " w w-.r-.bQO - aaa 0 1");

	assert_int_equal(sieged(&position), WHITE);
	play(&position, "b1c1");
	assert_int_equal(sieged(&position), RED);
	play(&position, "i15i14");
	assert_int_equal(sieged(&position), WHITE);
}

/* `SiegeCalls`: which calls are played. */
TEST(only_the_calls_that_are_played_are_open)
{
	static const char line[] =
	    ARMIES ",wPh3" STATE("w") "opt=SiegeCalls:%s lost=RN.-.-";
	static const struct {
		const char *calls, *move;
	} cases[] = {
		{ "F", "b1b2(F)" },
		{ "@", "h3@n" },
		{ "%", "a8%" },
	};

	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			char text[512];
			struct position position;

			snprintf(text, sizeof(text), line, cases[i].calls);
			position = at(text);
			assert_illegal(position, cases[j].move,
			    i == j ? ILLEGAL_NOT : ILLEGAL_CALL_UNPLAYED);
		}
}

/*
 * "Siege calls, for the sieged player only." A siege call by any other player
 * is illegal.
 */
TEST(siege_calls_are_for_the_sieged_player_only)
{
	struct position red = at(ARMIES ",rPh8" STATE("r") "lost=-.-.-");
	struct verdict verdict;

	verdict = why(&red, "h8h7(F)");
	assert_int_equal(verdict.why, ILLEGAL_NOT_SIEGED);
	assert_int_equal(verdict.who, RED);
	assert_int_equal(verdict.who2, WHITE);
	assert_illegal(red, "h8@n", ILLEGAL_NOT_SIEGED);
	assert_illegal(red, "p8%", ILLEGAL_NOT_SIEGED);
}

/* No longer sieged as soon as the sums say so. */
TEST(siege_ends_with_the_sums)
{
	struct position six = at(ARMIES ",wRc1,wRe2,wNf2,wNg2,wBh2" STATE("w"));
	struct position seven =
	    at(ARMIES ",wRc1,wRe2,wNf2,wNg2,wBh2,wBi2" STATE("w"));

	assert_int_equal(points_of(&six, WHITE), 6);
	assert_int_equal(sieged(&six), WHITE);
	assert_int_equal(sieged(&seven), PLAYER_NONE);
}

/*
 * Fortification
 */

/* White may take a knight with his rook on h2; Red's rook may take a knight of
 * his on c8. */
static const char besieged[] = ARMIES ",wRh2,wNc8" STATE("w") "lost=-.-.-";

/* The others' knights go to and fro while White makes a move. */
static void
play_round(struct position *position, const char *move)
{
	play(position, move);
	play(position,
	    position_is_empty(position, cell_named("g12")) ? "h15g12"
							   : "g12h15");
	play(position,
	    position_is_empty(position, cell_named("m7")) ? "p9m7" : "m7p9");
}

/* Counter: set to 3 by the call, lowered by one at the start of each later
 * turn of his; he is fortified while it is above 0. */
TEST(fortification_counts_down)
{
	struct position position = after(besieged, "h2h3(F)");

	assert_keys(position, "lost=-.-.- fort=3.0.0 forts=w");
	play(&position, "h15g12");
	assert_int_equal(position.siege.fort[WHITE], 3);
	play(&position, "p9m7");
	assert_int_equal(position.siege.fort[WHITE], 2);
	play_round(&position, "h3h2");
	assert_int_equal(position.siege.fort[WHITE], 1);
	play_round(&position, "h2h3");
	assert_int_equal(position.siege.fort[WHITE], 0);
	assert_int_equal(position.siege.forts, 1u << WHITE);
	play_round(&position, "h3h2");
	assert_int_equal(position.siege.fort[WHITE], 0);
}

/* For that turn and his next two he may not capture (en passant included). */
TEST(fortified_player_may_not_capture)
{
	struct position position = at(besieged);

	assert_legal(position, "h2h15");
	assert_illegal(position, "h2h15(F)", ILLEGAL_FORTIFIED);
	play_round(&position, "h2h3(F)");
	play(&position, "h3h2 g12h15 m7p9");
	assert_illegal(position, "h2h15", ILLEGAL_FORTIFIED);
	play_round(&position, "h2h3");
	play(&position, "h3h2 g12h15 m7p9");
	assert_legal(position, "h2h15");
}

/* "And none of his pieces may be captured", until his fourth turn begins. */
TEST(fortified_players_pieces_may_not_be_captured)
{
	struct position position = at(besieged);

	play(&position, "h2h3(F)");
	for (int turn = 0; turn < 3; turn++) {
		assert_illegal(position, "a8c8", ILLEGAL_FORTRESS);
		play(&position, turn % 2 == 0 ? "h15g12" : "g12h15");
		assert_illegal(position, "p8c8", ILLEGAL_FORTRESS);
		play(&position, turn % 2 == 0 ? "p9m7" : "m7p9");
		play(&position, turn % 2 == 0 ? "h3h4" : "h4h3");
	}
	assert_legal(position, "a8c8");
}

/* His king may not be captured either, even after a declaration. */
TEST(fortified_players_king_may_not_be_captured)
{
	struct position position = at("wKa1," RED_ARMY "," BLACK_ARMY STATE(
	    "r") "fort=3.0.0 forts=w declared=r:w");

	assert_illegal(position, "a8a1", ILLEGAL_FORTRESS);
	assert_int_equal(position.checks[WHITE], 0);
}

/* Once per player per game. */
TEST(fortification_is_called_once)
{
	struct position position =
	    at(ARMIES ",wRh2" STATE("w") "lost=-.-.- forts=w");
	struct position others =
	    at(ARMIES ",wRh2" STATE("w") "lost=-.-.- forts=rb");

	assert_illegal(position, "h2h3(F)", ILLEGAL_CALL_USED);
	assert_legal(others, "h2h3(F)");
}

/* The other siege rules are closed to him for as long; two siege actions in
 * one turn are not legal. */
TEST(fortified_player_has_no_other_siege_rules)
{
	static const char line[] = ARMIES ",wPh3" STATE("w") "lost=N.-.-%s";
	char text[512];
	struct position position;

	snprintf(text, sizeof(text), line, "");
	position = at(text);
	assert_legal(position, "h3@n");
	assert_legal(position, "b9%");
	snprintf(text, sizeof(text), line, " fort=1.0.0 forts=w");
	position = at(text);
	assert_illegal(position, "h3@n", ILLEGAL_CALL_FORTIFIED);
	assert_illegal(position, "b9%", ILLEGAL_CALL_FORTIFIED);
	assert_illegal(position, "h3h4(F)", ILLEGAL_CALL_FORTIFIED);
}

TEST(fortification_goes_with_no_other_siege_action)
{
	struct position position = at(ARMIES ",wPh3" STATE("w") "lost=N.-.-");

	assert_illegal(position, "h3@n(F)", ILLEGAL_CALL_FORTIFIED);
	assert_illegal(position, "b9%(F)", ILLEGAL_CALL_FORTIFIED);
}

/* Special moves stay allowed. And his king is not attacked, so that castling
 * is never forbidden for that. */
TEST(special_moves_stay_allowed_in_a_fortress)
{
	struct position position =
	    at("wRa1,wKe1,wPh3,wPe11,rRe8,rRc9,rKi16,bKp10 w wQ.r-.b- - aaa 0 "
	       "1 lost=Q.-.- fort=2.0.0 forts=w");

	assert_legal(position, "e1c1");
	assert_legal(position, "h3h5");
	assert_legal(position, "e11e12q");
}

/* He attacks nothing (no check) while the counter is above 1 after his move,
 * since he could not capture on his next turn. */
TEST(fortress_attacks_nothing_until_its_last_turn)
{
	static const char line[] =
	    "wKb1,wRh2,rKg9,bKp10 r w-.r-.b- - aaa 0 1 fort=%d.0.0 forts=w";
	char text[128];
	struct position position;

	for (int fort = 1; fort <= 3; fort++) {
		snprintf(text, sizeof(text), line, fort);
		position = at(text);
		assert_illegal(position, "g9h9",
		    fort > 1 ? ILLEGAL_NOT : ILLEGAL_INTO_CHECK);
	}
}

/*
 * When any player's last turn in the fortress begins, his rook attacks the king
 * on its line again.
 */
TEST(fortress_attacks_again_in_its_last_turn)
{
	struct position white =
	    at("wKb1,wRh2,rKh9,rRe8,bKp10 r w-.r-.b- - aaa 0 1 fort=2.0.0 "
	       "forts=w");
	struct position black =
	    at("wKb1,bRh2,rKh9,rRe8,bKp10 r w-.r-.b- - aaa 0 1 fort=0.0.2 "
	       "forts=b");

	play(&white, "e8e5");
	assert_int_equal(white.checks[RED], 0);
	play(&white, "p10p11");
	assert_int_equal(white.checks[RED], 1u << WHITE);
	assert_int_equal(black.checks[RED], 0);
	play(&black, "e8e5");
	assert_int_equal(black.checks[RED], 1u << BLACK);
}

/* His king may be declared in check or mate while his counter is 1, since the
 * fortress ends as his next turn begins, before the declarer's. At 2 and 3 it
 * would still stand, and a declaration is false. */
TEST(fortified_king_is_declared_against_in_the_last_round_only)
{
	static const char *const by[] = {
		"wKa1,rRd8,rKk16,bKp10 r w-.r-.b- - aaa 0 1",
		"wKa1,bRd8,rKk16,bKp10 b w-.r-.b- - aaa 0 1",
	};
	static const char *const declared[][2] = {
		{ "1.. R4i-1i(C) *", "1.. R4i-1i(MW) *" },
		{ "1... B13h-16h(C) *", "1... B13h-16h(MW) *" },
	};
	char text[128];

	for (int i = 0; i < 2; i++)
		for (int fort = 1; fort <= 3; fort++) {
			snprintf(text, sizeof(text), "%s fort=%d.0.0 forts=w",
			    by[i], fort);
			assert_record(text, declared[i][0],
			    fort == 1 ? "" : "false-check");
			assert_record(text, declared[i][1],
			    fort == 1 ? "not-mate" : "false-check");
		}
}

/* Once declared against in the last round, the king can be taken in the
 * declarer's next turn; but not without that. */
TEST(king_declared_against_in_the_last_round_may_be_taken)
{
	static const char line[] =
	    "wKa1,wPj2,rRd8,rKk16,bKp10 r w-.r-.b- - aaa 0 1 fort=1.0.0 "
	    "forts=w";
	struct position declared = after(line, "d8a8(CW) p10p11 j2j3");
	struct position silent = after(line, "d8a8 p10p11 j2j3");

	assert_int_equal(declared.siege.declared[RED], 1u << WHITE);
	assert_legal(declared, "a8a1");
	assert_illegal(silent, "a8a1", ILLEGAL_UNDECLARED);
	assert_record(line, "1.. R4i-1i *", "check-undeclared");
}

TEST(fortress_declares_in_its_last_turn_only)
{
	static const char last[] =
	    "wKb1,wRg2,rKh9,bKp12 w w-.r-.b- - aaa 0 1 fort=1.0.0 forts=w";
	static const char before[] =
	    "wKb1,wRg2,rKh9,bKp12 w w-.r-.b- - aaa 0 1 fort=2.0.0 forts=w";
	struct position position = after(last, "g2h2(C) h9i9");

	assert_int_equal(position.siege.declared[WHITE], 1u << RED);
	assert_record(last, "1. W2g-2h(C) *", "");
	assert_record(before, "1. W2g-2h(C) *", "false-check");
	assert_record(before, "1. W2g-2h *", "");
}

/*
 * "And his own king, not capturable, may step anywhere while he is fortified."
 */
TEST(fortified_king_may_step_anywhere)
{
	struct position position =
	    at("wKh8,rRi1,rQj4,rKk10,bKp10 w w-.r-.b- - aaa 0 1 fort=1.0.0 "
	       "forts=w");
	struct position beside =
	    at("wKh8,rKi8,bKp10 w w-.r-.b- - aaa 0 1 fort=1.0.0 forts=w "
	       "declared=w:r");

	assert_targets(position, "h8", "i8 i9 h9 g8 g7 h7 j9 i10 g9 f7 g6 i7");
	assert_int_not_equal(why(&beside, "h8i8").why, ILLEGAL_NOT);
}

/* A fortified player who meets the formula still is *the* sieged player and
 * shuts others out. */
TEST(fortified_player_shuts_others_out)
{
	struct position fortified =
	    at("wKb1,rKi15,rPc8," BLACK_ARMY
	       " b w-.r-.bQO - aaa 0 1 fort=1.0.0 forts=w");
	struct position immune = at("wKb1,rKi15,rPc8," BLACK_ARMY
				    " b w-.r-.bQO - aaa 0 1 immune=1.0.0");

	assert_int_equal(sieged(&fortified), WHITE);
	assert_illegal(fortified, "p8c8(T)", ILLEGAL_NOT_SIEGED);
	assert_int_equal(sieged(&immune), RED);
	assert_legal(immune, "p8c8(T)");
}

/*
 * Field promotion
 */

/* The piece may be promoted in the field to exactly these. */
static void
check_field(
    const char *line, const char *name, const char *letters, int at_line)
{
	struct position position = at(line);

	for (const char *l = "pnbrqo"; *l != '\0'; l++) {
		char move[16];

		snprintf(move, sizeof(move), "%s@%c", name, *l);
		_assert_int_equal(why(&position, move).why == ILLEGAL_NOT,
		    strchr(letters, *l) != NULL, __FILE__, at_line);
	}
}

#define assert_field(line, name, letters) \
	check_field(line, name, letters, __LINE__)

/* White has lost all that he has not on the board. On e5 a pope of his may
 * stand: it has the colour of f1, and not those of Red's and Black's popes. */

/* 9-piece: pawn to knight or bishop; ... pawns need nothing. */
TEST(pawn_becomes_a_knight_or_a_bishop)
{
	assert_field(ARMIES ",wPe5" STATE("w"), "e5", "nb");
}

/* Knight or bishop to rook or pope; knight needs a bishop, bishop a
 * knight */
TEST(knight_becomes_a_rook_or_a_pope_next_to_a_bishop)
{
	struct position position = at(ARMIES ",wNe5,wNf5" STATE("w"));

	assert_field(ARMIES ",wNe5,wBh2" STATE("w"), "e5", "ro");
	assert_field(ARMIES ",wNe5,wNf5" STATE("w"), "e5", "");
	assert_illegal(position, "e5@r", ILLEGAL_FIELD_PARTNER);
}

TEST(bishop_becomes_a_rook_or_a_pope_next_to_a_knight)
{
	struct position position = at(ARMIES ",wBe5,wBf5" STATE("w"));

	assert_field(ARMIES ",wBe5,wNh2" STATE("w"), "e5", "ro");
	assert_field(ARMIES ",wBe5,wBf5" STATE("w"), "e5", "");
	assert_illegal(position, "e5@r", ILLEGAL_FIELD_PARTNER);
}

/* Rook or pope to queen; rook a pope, pope a rook */
TEST(rook_and_pope_become_a_queen_next_to_each_other)
{
	assert_field(ARMIES ",wRe5,wOf1" STATE("w"), "e5", "q");
	assert_field(ARMIES ",wOe5,wRh2" STATE("w"), "e5", "q");
	assert_field(ARMIES ",wRe5,wRh2" STATE("w"), "e5", "");
	assert_field(ARMIES ",wOe5,wBh2" STATE("w"), "e5", "");
}

TEST(queen_and_king_become_nothing)
{
	struct position position = at(ARMIES ",wQe5,wOf1,wRh2" STATE("w"));

	assert_field(ARMIES ",wQe5,wOf1,wRh2" STATE("w"), "e5", "");
	assert_field(ARMIES ",wOf1,wRh2" STATE("w"), "b1", "");
	assert_illegal(position, "e5@r", ILLEGAL_FIELD_LEVEL);
	assert_illegal(position, "b1@q", ILLEGAL_FIELD_LEVEL);
}

/* 8-piece: pawn to knight; knight to bishop or rook; bishop or rook to
 * queen; bishop needs a rook, rook a bishop, and a knight needs both knights
 * on the board */
TEST(levels_without_the_pope)
{
	assert_field(ARMIES8 ",wPe5" STATE8("w"), "e5", "n");
	assert_field(ARMIES8 ",wNe5,wNf5" STATE8("w"), "e5", "br");
	assert_field(ARMIES8 ",wNe5,wBf5,wRh2" STATE8("w"), "e5", "");
	assert_field(ARMIES8 ",wBe5,wRh2" STATE8("w"), "e5", "q");
	assert_field(ARMIES8 ",wBe5,wNh2" STATE8("w"), "e5", "");
	assert_field(ARMIES8 ",wRe5,wBh2" STATE8("w"), "e5", "q");
	assert_field(ARMIES8 ",wRe5,wRh2" STATE8("w"), "e5", "");
	assert_field(ARMIES8 ",wQe5,wBh2" STATE8("w"), "e5", "");
}

/* The new piece is in his lost pool. The document: "you cannot have two
 * queens!" and "you cannot promote a bishop to a rook if both rooks are on the
 * board". */
TEST(field_promotion_is_to_a_lost_piece)
{
	struct position queens = at(ARMIES ",wRe5,wOf1,wQh2" STATE("w"));
	struct position rooks = at(ARMIES ",wBe5,wNf5,wRg2,wRh2" STATE("w"));

	assert_illegal(queens, "e5@q", ILLEGAL_PROMOTION_LOST);
	assert_illegal(rooks, "e5@r", ILLEGAL_PROMOTION_LOST);
	assert_legal(rooks, "e5@o");
}

/* The document: "you cannot promote a rook to a queen if the pope has been
 * captured". */
TEST(rook_is_not_promoted_when_the_pope_was_captured)
{
	struct position position = at(ARMIES ",wRe5" STATE("w"));

	assert_illegal(position, "e5@q", ILLEGAL_FIELD_PARTNER);
}

/* "but you can promote a bishop to a pope even if there is only one knight" */
TEST(bishop_is_promoted_to_a_pope_next_to_one_knight)
{
	struct position position = at(ARMIES ",wBe5,wNh2" STATE("w"));

	assert_legal(position, "e5@o");
}

/* "(you cannot promote a knight if both bishops are captured)" */
TEST(knight_is_not_promoted_when_both_bishops_were_captured)
{
	struct position position = at(ARMIES ",wNe5" STATE("w"));

	assert_illegal(position, "e5@r", ILLEGAL_FIELD_PARTNER);
	assert_illegal(position, "e5@o", ILLEGAL_FIELD_PARTNER);
}

/* "In this case, both knights have to be on the board to promote either of
 * them." */
TEST(either_knight_is_promoted_while_both_are_there)
{
	struct position both = at(ARMIES8 ",wNe5,wNf5" STATE8("w"));
	struct position one = at(ARMIES8 ",wNe5" STATE8("w"));

	assert_legal(both, "e5@r");
	assert_legal(both, "f5@r");
	assert_illegal(one, "e5@r", ILLEGAL_FIELD_PARTNER);
}

/* The piece is on the board as his. */
TEST(other_kind_on_the_level_must_be_his_own)
{
	struct position position =
	    at("wKb1,wNe5,rBh2,rRa8,rNb9,rBc10,rOd11,rKe12,rQf13,rNh15,"
	       "rRi16," BLACK_ARMY STATE("w"));

	assert_illegal(position, "e5@r", ILLEGAL_FIELD_PARTNER);
}

/* In place of a move. A piece returned or promoted to leaves the pool; the
 * piece that was replaced does not enter it. Field 6 grows by one. */
TEST(field_promotion_is_a_turn)
{
	struct position position =
	    after(ARMIES ",wPe5" STATE("w") "lost=QN.-.-", "e5@n");

	assert_state(position, "r w-.rQO.bQO - aaa 1 1 lost=Q.-.-");
	assert_int_equal(
	    position.at[cell_named("e5")], piece_make(KNIGHT, WHITE, WHITE));
	assert_record(
	    ARMIES ",wPe5" STATE("w") "lost=QN.-.-", "1. W5e@(n) *", "");
}

/* Check may be declared by it. */
TEST(field_promotion_may_give_check)
{
	struct position position =
	    after(ARMIES ",wPc9" STATE("w") "lost=N.-.-", "c9@n(C)");

	assert_keys(position, "lost=-.-.- declared=w:r");
}

/*
 * Traitor
 */

static const char traitors[] = ARMIES STATE("w") "lost=QRNNP.-.-";

/* An opponent's piece is replaced by a piece of the same kind from his
 * lost pool. The replaced piece counts as captured. */
TEST(traitor_replaces_a_piece_of_the_same_kind)
{
	struct position position = after(traitors, "a8%");

	assert_state(
	    position, "r w-.rQ.bQO - aaa 0 1 lost=QNNP.R.- traitors=1.0.0");
	assert_int_equal(
	    position.at[cell_named("a8")], piece_make(ROOK, WHITE, WHITE));
	assert_record(traitors, "1. W8a% *", "");
	assert_record(traitors, "1. W8a%8a *", "");
}

/* From his lost pool. */
TEST(traitor_needs_a_lost_piece_of_that_kind)
{
	struct position position = at(traitors);

	assert_illegal(position, "c10%", ILLEGAL_TRAITOR_LOST);
	assert_illegal(position, "d11%", ILLEGAL_TRAITOR_LOST);
	assert_legal(position, "f13%");
	assert_legal(position, "p15%");
}

/* An opponent's piece (not a king, not dead, not of a fortified player). */
TEST(traitor_is_an_opponents_living_piece_and_no_king)
{
	struct position position = at(ARMIES ",wRe5" STATE("w") "lost=QR.-.-");
	struct position dead = at("wKb1,xrQf13,xrRa8," BLACK_ARMY
				  " w w-.r-.bQO - axa 0 1 lost=QR.-.-");
	struct position fortified =
	    at(ARMIES STATE("w") "lost=QR.-.- fort=0.1.0 forts=r");

	assert_illegal(position, "e12%", ILLEGAL_TRAITOR_PIECE);
	assert_illegal(position, "e5%", ILLEGAL_TRAITOR_PIECE);
	assert_illegal(position, "e6%", ILLEGAL_TRAITOR_PIECE);
	assert_illegal(dead, "a8%", ILLEGAL_TRAITOR_PIECE);
	assert_legal(dead, "p8%");
	assert_illegal(fortified, "a8%", ILLEGAL_FORTRESS);
	assert_legal(fortified, "p8%");
}

/* At most twice per player per game. */
TEST(traitor_moves_are_two_in_a_game)
{
	struct position once =
	    at(ARMIES STATE("w") "lost=QR.-.- traitors=1.2.2");
	struct position twice =
	    at(ARMIES STATE("w") "lost=QR.-.- traitors=2.0.0");

	assert_legal(once, "a8%");
	assert_illegal(twice, "a8%", ILLEGAL_CALL_USED);
}

/* He then recomputes; if still sieged he may in the same turn do it once more
 * against the other opponent (this uses up his second). White has 5 points:
 * after the rook it is ceil((10 + 11) / 2) - 6 = 5, after the queen
 * ceil((11 + 9) / 2) - 7 = 3. */
TEST(double_traitor_is_against_both_opponents)
{
	static const char line[] =
	    ARMIES ",wRe2,wNf2,wNg2,wBh2" STATE("w") "lost=QR.-.-";
	struct position position = at(line);

	assert_int_equal(
	    siege_balance(&rules, &position, SIEGE_POINTS, WHITE), 6);
	assert_illegal(position, "a8%f13", ILLEGAL_TRAITOR_SAME);
	assert_illegal(position, "a8%p16", ILLEGAL_TRAITOR_LOST);
	assert_illegal(position, "a8%p12", ILLEGAL_TRAITOR_PIECE);
	assert_legal(position, "a8%p11");
	assert_illegal(position, "p11%a8", ILLEGAL_TRAITOR_FREED);
	position = after(line, "a8%p11");
	assert_state(
	    position, "r w-.rQ.bQO - aaa 0 1 lost=-.R.Q traitors=2.0.0");
	assert_record(line, "1. W8a%11m(C) *", "");
}

/* If still sieged: White has 6 points, and after the first it is
 * ceil((10 + 11) / 2) - 7 = 4. */
TEST(second_traitor_needs_a_siege_that_goes_on)
{
	struct position position = at(
	    ARMIES ",wRe2,wNf2,wNg2,wBh2,wPi4,wBh3" STATE("w") "lost=QR.-.-");

	assert_int_equal(points_of(&position, WHITE), 6);
	assert_legal(position, "a8%");
	assert_illegal(position, "a8%p11", ILLEGAL_TRAITOR_FREED);
	assert_illegal(position, "p11%a8", ILLEGAL_TRAITOR_FREED);
}

/* "(this uses up his second)": a player who has used one has no double. */
TEST(double_traitor_needs_both_uses)
{
	struct position position =
	    at(ARMIES STATE("w") "lost=QR.-.- traitors=1.0.0");

	assert_legal(position, "a8%");
	assert_illegal(position, "a8%p11", ILLEGAL_CALL_USED);
}

static bool
count_move(void *context, const struct move *move)
{
	(void)move;
	++*(unsigned *)context;
	return true;
}

static unsigned
count_traitors(const char *lost)
{
	const struct move_query query = {
		.from = CELL_NONE, .to = CELL_NONE, .type = MOVE_TRAITOR
	};
	char line[512];
	struct position position;
	unsigned count = 0;

	snprintf(line, sizeof(line), ARMIES STATE("w") "lost=%s.-.-", lost);
	position = at(line);
	rules_moves(&rules, &position, &query, count_move, &count);
	return count;
}

/* A double traitor in either order counts twice when both orders are legal.
 * Each opponent has two rooks and a queen. */
TEST(double_traitors_count_in_either_order)
{
	assert_int_equal(count_traitors("R"), 4);
	assert_int_equal(count_traitors("RR"), 4 + 4 * 2);
	assert_int_equal(count_traitors("QR"), 6 + 2 * (2 + 2));
}

/* The traitor move counts as a capture for method 1. */
TEST(traitor_is_among_the_last_captures)
{
	struct position position =
	    after("wKb1,rRa8,rKi16,bQp11,bKp10 w w-.r-.b- - aaa 0 1 "
		  "opt=Siege:captures;SiegeThreshold:2 lost=QR.-.- last=ww",
		"a8%");

	assert_keys(position,
	    "opt=Siege:captures;SiegeThreshold:2 "
	    "lost=Q.R.- last=wr traitors=1.0.0");
}

/*
 * Touch of death
 */

/* Red's rook on a8 may take White's knight on c8. */
static const char touched[] = ARMIES ",wNc8" STATE("r") "lost=-.-.-";

/* His piece returns to its hex as it was, the capturing piece is removed (and
 * counts as captured). The turn is over. */
TEST(touch_of_death_removes_the_capturer)
{
	struct position position = after(touched, "a8c8(T)");

	assert_position(position,
	    "wKb1,rNb9,wNc8,rBc10,rOd11,rKe12,rQf13,rBg14,rNh15,rRi16,bRp8,"
	    "bNp9,bBp10,bQp11,bKp12,bOp13,bBp14,bNp15,bRp16 b w-.rQ.bQO - "
	    "aaa 0 1 lost=-.R.- immune=3.0.0");
}

/* When an opponent, in his turn, captured a piece. */
TEST(touch_of_death_needs_a_capture)
{
	struct position position = at(touched);

	assert_illegal(position, "a8b8(T)", ILLEGAL_TOUCH_NOTHING);
}

/*
 * "Of a player who was sieged as that turn began": not of another player, and
 * not of one whom this very capture would bring under siege.
 */
TEST(touch_of_death_is_for_the_sieged_player)
{
	struct position another =
	    at(ARMIES ",wNc8,rPm7" STATE("b") "lost=-.-.-");
	struct position not_yet =
	    at(ARMIES ",wNc8,wRe2,wNf2,wRg2,wBh2,wBh3" STATE("r") "lost=-.-.-");
	struct verdict verdict;

	assert_int_equal(sieged(&another), WHITE);
	verdict = why(&another, "p9m7(T)");
	assert_int_equal(verdict.why, ILLEGAL_NOT_SIEGED);
	assert_int_equal(verdict.who, RED);
	assert_int_equal(verdict.who2, WHITE);
	assert_int_equal(points_of(&not_yet, WHITE), 7);
	assert_int_equal(sieged(&not_yet), PLAYER_NONE);
	assert_illegal(not_yet, "a8c8(T)", ILLEGAL_NOT_SIEGED);
}

/* He is no longer sieged, and cannot be before the end of his next three
 * turns. */
TEST(touch_of_death_makes_immune_for_three_turns)
{
	struct position position = after(touched, "a8c8(T) p9m7");

	for (unsigned turn = 3; turn > 0; turn--) {
		assert_int_equal(position.siege.immune[WHITE], turn);
		assert_int_equal(sieged(&position), PLAYER_NONE);
		assert_illegal(position, turn % 2 != 0 ? "b1c1(F)" : "c1b1(F)",
		    ILLEGAL_NOT_SIEGED);
		play(&position, turn % 2 != 0 ? "b1c1" : "c1b1");
		assert_int_equal(position.siege.immune[WHITE], turn - 1);
		if (turn > 1)
			assert_int_equal(sieged(&position), PLAYER_NONE);
		play(&position, turn % 2 != 0 ? "h15g12" : "g12h15");
		play(&position, turn % 2 != 0 ? "m7p9" : "p9m7");
	}
	assert_int_equal(sieged(&position), WHITE);
	assert_legal(position, "c1b1(F)");
}

/* Before the end of his next three turns: from then on he may be touched
 * again in the others' turns. */
TEST(siege_can_be_again_after_the_third_turn)
{
	struct position position =
	    at(ARMIES ",wNc8" STATE("w") "lost=-.-.- immune=1.0.0");

	assert_int_equal(sieged(&position), PLAYER_NONE);
	play(&position, "b1c1");
	assert_int_equal(sieged(&position), WHITE);
	assert_legal(position, "a8c8(T)");
}

/* It works on a captured king too: the player then stays in the game. */
TEST(touch_of_death_saves_a_king)
{
	static const char line[] = "wKa1," RED_ARMY "," BLACK_ARMY STATE(
	    "r") "lost=-.-.- declared=r:w";
	struct position dead = after(line, "a8a1");
	struct position saved = after(line, "a8a1(T)");

	assert_int_equal(dead.out, 1u << WHITE);
	assert_int_equal(saved.out, 0);
	assert_int_equal(saved.king[WHITE], cell_named("a1"));
	assert_state(saved, "b w-.rQ.bQO - aaa 0 1 lost=-.R.- immune=3.0.0");
}

/* It does not work against a capturing king. */
TEST(touch_of_death_does_not_touch_a_king)
{
	struct position position = at(ARMIES ",wNd10" STATE("r") "lost=-.-.-");

	assert_legal(position, "e12d10");
	assert_illegal(position, "e12d10(T)", ILLEGAL_TOUCH_KING);
}

/* "Nor while he is fortified (nothing can be captured then)." */
TEST(touch_of_death_does_not_work_in_a_fortress)
{
	struct position position =
	    at(ARMIES ",wNc8" STATE("r") "lost=-.-.- fort=1.0.0 forts=w");

	assert_illegal(position, "a8c8(T)", ILLEGAL_FORTRESS);
}

/* His piece returns to its hex as it was: unmoved, with its right to
 * castle. */
TEST(touched_piece_keeps_the_state_it_had)
{
	struct position position = after("wRa1,wKe1," RED_ARMY "," BLACK_ARMY
					 " r wQ.rQO.bQO - aaa 0 1 lost=-.-.-",
	    "a8a1(T)");

	assert_state(position, "b wQ.rQ.bQO - aaa 0 1 lost=-.R.- immune=3.0.0");
}

/* A pawn returned by it is open to en passant again until its owner moves. */
TEST(touched_pawn_is_open_to_en_passant_again)
{
	struct position position = after(
	    "wKb1,wPe5,rRa8,rNb9,rBc10,rOd11,rKe12,rQf13,rBg14,rNh15,rRj4,"
	    "bRe1,bNp9,bBp10,bQp11,bKp12,bOp13,bBp14,bNp15,bRp16 r "
	    "w-.rO.bO e4>e5 aaa 0 1 lost=-.-.-",
	    "j4e4+(T)");

	assert_state(
	    position, "b w-.rO.bO e4>e5 aaa 0 1 lost=-.R.- immune=3.0.0");
	assert_legal(position, "e1e4+");
	assert_illegal(position, "e1e4+(T)", ILLEGAL_NOT_SIEGED);
}

/* A piece that was promoted by the very capture goes to its owner's pool,
 * whence it came; the pawn has left the game. */
TEST(capturer_that_was_promoted_goes_to_the_pool)
{
	static const char line[] =
	    "wKb1,wNd1,rPc2,rRa8,rNb9,rBc10,rOd11,rKe12,rQf13,rBg14,"
	    "rNh15," BLACK_ARMY " r w-.rO.bQO - aaa 0 1 lost=-.R.-";
	struct position promoted = after(line, "c2d1r(T)");
	struct position pawn = after(line, "c2d1(T)");

	assert_keys(promoted, "lost=-.R.- immune=3.0.0");
	assert_keys(pawn, "lost=-.RP.- immune=3.0.0");
	assert_true(position_is_empty(&promoted, cell_named("c2")));
	assert_int_equal(
	    promoted.at[cell_named("d1")], piece_make(KNIGHT, WHITE, WHITE));
}

/* In method 1 the undone capture stays among the last captures, followed by
 * the capturer's piece. */
TEST(undone_capture_stays_among_the_last)
{
	static const char line[] =
	    "wKb1,wNc8,rRa8,rKi16,bKp10 r w-.r-.b- - aaa 0 1 "
	    "opt=Siege:captures;SiegeThreshold:%s lost=-.-.- last=%s";
	char text[160];
	struct position position;

	snprintf(text, sizeof(text), line, "2", "ww");
	position = after(text, "a8c8(T)");
	assert_keys(position,
	    "opt=Siege:captures;SiegeThreshold:2 "
	    "lost=-.R.- last=wr immune=3.0.0");
	snprintf(text, sizeof(text), line, "2,4,4", "ww");
	position = after(text, "a8c8(T)");
	assert_keys(position,
	    "opt=Siege:captures;SiegeThreshold:2,4,4 "
	    "lost=-.R.- last=wwwr immune=3.0.0");
}

/* Declarations are judged on the board after the move and before a touch of
 * death. The rook on a3 attacks the king on a1, and is removed. */
TEST(declarations_are_judged_before_a_touch_of_death)
{
	static const char line[] =
	    "wKa1,wNa3," RED_ARMY "," BLACK_ARMY STATE("r") "lost=-.-.-";
	struct position position = after(line, "a8a3(CT)");

	assert_keys(position, "lost=-.R.- immune=3.0.0 declared=r:w");
	assert_record(line, "1.. R1ix6n(CT) *", "");
	/* Nobody attacks him any more, so there is no note. */
	assert_record(line, "1.. R1ix6n(T) *", "");
}

/* A capture that White makes himself is touched by nobody else but its owner,
 * if he is sieged. */
TEST(touch_of_death_is_called_by_any_sieged_player)
{
	struct position position =
	    at("rKi16,wRa8,rNc8,wNb9,wBc10,wOd11,wKe11,wQf13,wBg14,wNh15,"
	       "wRh9," BLACK_ARMY " w w-.r-.bQO - aaa 0 1 lost=-.-.-");

	assert_int_equal(sieged(&position), RED);
	play(&position, "a8c8(T)");
	assert_keys(position, "lost=R.-.- immune=0.3.0");
}

/*
 * Pieces put back
 */

/* Pieces put back by field promotion, traitor or touch of death: no two
 * bishops of one player on hexes of one colour. Of c1, f5 and d5 the first
 * two have one colour. */
TEST(two_bishops_of_a_player_are_never_put_on_one_colour)
{
	struct position field =
	    at(ARMIES ",wBc1,wPf4,wPd5" STATE("w") "lost=B.-.-");

	assert_int_equal(rules.board.colour[cell_named("f4")],
	    rules.board.colour[cell_named("c1")]);
	assert_illegal(field, "f4@b", ILLEGAL_BISHOP_COLOUR);
	assert_legal(field, "d5@b");
}

/* "traitor" */
TEST(traitor_bishops_are_on_two_colours)
{
	struct position position = at(ARMIES ",wBc1" STATE("w") "lost=B.-.-");

	assert_illegal(position, "c10%", ILLEGAL_BISHOP_COLOUR);
	assert_legal(position, "g14%");
}

/* In the 8-piece set-up both bishops of a player start on one colour; the
 * colour rule for pieces put back holds all the same. */
TEST(colour_rule_holds_without_the_pope)
{
	static const char red[] =
	    "rNb10,rBc11,rKd12,rQe13,rBf14,rNg15,rRh16,rRf9,bRp9,bNp10,bBp11,"
	    "bQp12,bKp13,bBp14,bNp15,bRp16 r w-.rQ.bQK - aaa 0 1 opt=Pope:no "
	    "lost=-.-.-";
	char line[512];
	struct position position;

	snprintf(line, sizeof(line), "wKb1,wBc1,wBf1,%s", red);
	position = at(line);
	assert_legal(position, "f9f1");
	assert_illegal(position, "f9f1(T)", ILLEGAL_BISHOP_COLOUR);
	snprintf(line, sizeof(line), "wKb1,wBd1,wBf1,%s", red);
	position = at(line);
	assert_legal(position, "f9f1(T)");
}

/* A promotion on arrival puts nothing back: the rule is not for it. */
TEST(promotion_on_arrival_is_not_bound_by_colour)
{
	struct position position =
	    at("wKb1,wBg1,wPe11,rKi16,bKp10,rOh14 w w-.r-.b- - aaa 0 1 "
	       "lost=OB.-.-");

	assert_promotions(position, "e11e12", "OB-");
}

/* No two popes, of whichever living players, on one colour: d5 has that of
 * Red's pope, e6 that of Black's, e5 neither. */
TEST(popes_are_never_put_on_one_colour)
{
	struct position red = at(ARMIES ",wBd5,wNh2" STATE("w") "lost=O.-.-");
	struct position black = at(ARMIES ",wBe6,wNh2" STATE("w") "lost=O.-.-");
	struct position neither =
	    at(ARMIES ",wBe5,wNh2" STATE("w") "lost=O.-.-");

	assert_illegal(red, "d5@o", ILLEGAL_POPE_COLOUR);
	assert_illegal(black, "e6@o", ILLEGAL_POPE_COLOUR);
	assert_legal(neither, "e5@o");
	/* White's, in the way of Red. */
	red = at("wRa1,wNb1,wBc1,wQd1,wKe1,wOf1,wBg1,wNh1,wRi1,rKh15,rBj12,"
		 "rNc9," BLACK_ARMY " r wQO.r-.bQO - aaa 0 1 lost=-.O.-");
	assert_illegal(red, "j12@o", ILLEGAL_POPE_COLOUR);
}

/* The pope may be of any living player. */
TEST(dead_pope_restricts_no_other_pope)
{
	struct position position =
	    at("wKb1,wBd5,wNh2,xrOd11," BLACK_ARMY
	       " w w-.r-.bQO - axa 0 1 opt=SiegeThreshold:2 lost=O.-.-");

	assert_legal(position, "d5@o");
}

/* The pope that turns traitor, or takes, is gone. */
TEST(replaced_pope_restricts_no_other_pope)
{
	struct position traitor = at(ARMIES STATE("w") "lost=O.-.-");
	struct position revoke_rights =
	    at(ARMIES ",wOd8" STATE("r") "lost=-.-.-");

	assert_legal(traitor, "d11%");
	assert_legal(revoke_rights, "d11d8(T)");
	assert_illegal(revoke_rights, "a8d8(T)", ILLEGAL_POPE_COLOUR);
}

/*
 * Passing
 */

/* A player with no board action at all (field promotion and traitor included)
 * passes. White is walled in, and his pawn is blocked. */
TEST(player_with_a_field_promotion_or_a_traitor_may_not_pass)
{
	static const char line[] =
	    "wKa1,wPh2,xrPa2,xrPb1,xrPb2,xrPb3,xrPc2,xrPh3,xrPi3," BLACK_ARMY
	    " w w-.r-.bQO - axa 0 1%s lost=%s.-.-";
	char text[512];
	struct position position;

	snprintf(text, sizeof(text), line, "", "-");
	position = at(text);
	assert_int_equal(sieged(&position), WHITE);
	assert_legal(position, "0000");
	snprintf(text, sizeof(text), line, " opt=SiegeCalls:@", "N");
	position = at(text);
	assert_illegal(position, "0000", ILLEGAL_PASS);
	assert_legal(position, "h2@n");
	snprintf(text, sizeof(text), line, " opt=SiegeCalls:%", "Q");
	position = at(text);
	assert_illegal(position, "0000", ILLEGAL_PASS);
	assert_legal(position, "p11%");
	snprintf(text, sizeof(text), line, " opt=Siege:none", "Q");
	position = at(text);
	assert_legal(position, "0000");
}

/* Captured kings count here: Red's king is the last of the three. */
TEST(captured_king_is_among_the_last_captures)
{
	struct position position =
	    after("wKb1,wRh6,rKh15,bKm9 w w-.r-.b- - aaa 5 3 "
		  "opt=Siege:captures last=bb declared=w:r",
		"h6h15");

	assert_keys(position, "opt=Siege:captures last=bbr");
}
