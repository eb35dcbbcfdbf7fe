/*
 * Tables: every game has its row in the tables by game, formats are found by
 * name, and the next player depends on the players who are out. */

#include "tests/unit/unit.h"
#include "parse/position/tpf_games.h"
#include "parse/record/format.h"
#include "parse/notation/notation.h"
#include "rules/position/position.h"

TEST(every_game_has_a_dialect)
{
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		const struct dialect *dialect = dialect_of(*v);

		assert_true(notation_of(dialect->notation, *v));
		if (dialect->text_option != NULL)
			assert_true(variant_option(*v, dialect->text_option,
					strlen(dialect->text_option)) >= 0);
	}
}

static bool
has_key(const struct variant *variant, const char *name)
{
	const struct tpf_key *key = tpf_keys;

	while (key->name != NULL && strcmp(key->name, name) != 0)
		key++;
	return key->name != NULL && tpf_game_has(variant, key);
}

TEST(every_game_has_a_form_of_3pf)
{
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		assert_true(has_key(*v, "opt"));
		assert_true(has_key(*v, "over"));
		assert_false(has_key(*v, ""));
	}
}

TEST(formats_are_found_by_name)
{
	assert_ptr_equal(format_find(slice_of("pgn")), &format_pgn);
	assert_ptr_equal(format_find(slice_of("3pf")), &format_3pf);
	assert_null(format_find(slice_of("doc")));
	assert_ptr_equal(format_of_path("games/a.b.pgn"), &format_pgn);
	assert_ptr_equal(format_of_path("x.3pf"), &format_3pf);
	assert_null(format_of_path("x.txt"));
	assert_null(format_of_path("pgn"));
	assert_null(format_of_path(""));
}

/* "The next player still in play, perhaps the same one": he himself if nobody
 * is. */
TEST(next_player_is_in_play)
{
	struct position position;

	position_clear(&position);
	for (unsigned out = 0; out <= ALL_PLAYERS; out++)
		for (unsigned player = 0; player < PLAYERS; player++) {
			unsigned next = (player + 1) % PLAYERS;

			position.out = (uint8_t)out;
			while (next != player && (out >> next & 1) != 0)
				next = (next + 1) % PLAYERS;
			assert_int_equal(next_player(&position, player), next);
		}
}
