/*
 * The options of Dreierschach: ternion-variants(7), "Dreierschach".
 *
 * Positions and moves are in short, as in setup.h.
 */
#include "tests/unit/setup.h"

/* Chooses the options of the test, "EnPassant=any" and so on. */
static void
choose(const char *name, const char *value)
{
	struct settings settings;
	int option = variant_option(rules.variant, name, strlen(name));

	settings_default(rules.variant, &settings);
	assert_true(option >= 0);
	assert_true(settings_read(
	    rules.variant, &settings, option, value, strlen(value)));
	settings_settle(rules.variant, &settings);
	rules_init(&rules, &variant_dreierschach, &settings);
}

TEST(options_are_those_of_the_page)
{
	static const char *const names[] = { "EnPassant", "Promotion" };
	static const char *const values[][2] = { { "pawn", "any" },
		{ "must", "optional" } };

	for (int i = 0; i < 2; i++) {
		struct settings settings;
		char text[SETTING_MAX];

		settings_default(rules.variant, &settings);
		settings_write(rules.variant, &settings, i, text);
		assert_string_equal(rules.variant->options[i].name, names[i]);
		assert_string_equal(text, values[i][0]);
		choose(names[i], values[i][1]);
		settings_write(rules.variant, &rules.settings, i, text);
		assert_string_equal(text, values[i][1]);
	}
}

/* With `EnPassant` `any` every other piece that an opponent moves to the
 * skipped hex takes the pawn, too: it has no choice. A pawn does so by its
 * capturing step alone. */
TEST(any_piece_takes_en_passant_by_the_option)
{
	static const char *const moves[] = { "a3e3", "c2e3", "g6e3", "d2e3",
		"f4e3" };
	static const char *const pieces[] = { "R", "B", "N", "K", "Q" };
	struct position position;

	choose("EnPassant", "any");
	for (int i = 0; i < 5; i++) {
		struct position after;
		struct move move;
		char taken[8];

		position = place("wKi2 gKd2 bKm6 wPe2 gRa3 gBc2 gNg6 gQf4 w");
		/* His king and the others stand round the skipped hex. */
		play(&position, "e2e4");
		after = position;
		move = find_move(&after, moves[i]);
		assert_int_equal(move.type, MOVE_ENPASSANT);
		assert_int_equal(move.victim, cell_named("e4"));
		play(&after, moves[i]);
		snprintf(taken, sizeof(taken), "g%se3", pieces[i]);
		assert_true(holds(&after, taken));
		assert_true(is_vacant(&after, "e4"));
	}
	position = place("wKb1 gKh13 bKm6 wPe2 gPd4 gPf4 bPf3 w");
	play(&position, "e2e4");
	assert_int_equal(find_move(&position, "d4e3").type, MOVE_ENPASSANT);
	play(&position, "h13h12");
	assert_int_equal(position.to_move, BLACK);
	assert_true(holds(&position, "wPe4"));
	play(&position, "f3e3");
	assert_true(holds(&position, "wPe4"));
}

/* As with a pawn's capture, the king must not be left attacked when both
 * pieces have gone. */
TEST(any_piece_may_not_open_a_line_to_the_king)
{
	struct position position;

	choose("EnPassant", "any");
	/* The pawn alone stands between the rook and Gray's king. */
	position = place("wKb1 gKa4 gNg6 bKm6 bRi4 wPe2 w");
	play(&position, "e2e4");
	assert_false(is_legal(&position, "g6e3"));
	assert_true(is_legal(&position, "g6f3"));
}

/* With `Promotion` `optional` a pawn may as well stay a pawn, each time it
 * comes to such a hex. */
TEST(pawn_may_stay_a_pawn_by_the_option)
{
	struct position position;

	choose("Promotion", "optional");
	position = place("wKb1 gKh13 bKm13 wPb6 bPl8 w");
	for (const char *kind = "qrnb"; *kind != '\0'; kind++) {
		char move[] = { 'b', '6', 'b', '7', *kind, '\0' };

		assert_true(is_legal(&position, move));
	}
	assert_false(is_legal(&position, "b6b7k"));
	play(&position, "b6b7 h13h12 m13m12");
	assert_true(holds(&position, "wPb7"));
	/* Its next step leads along the same baseline. */
	assert_true(is_legal(&position, "b7c8"));
	assert_true(is_legal(&position, "b7c8q"));
}
