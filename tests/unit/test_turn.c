/* A turn: from a token and a position to a judged move, without any record. */
#include "tests/unit/reader.h"

#include "parse/game/replayer.h"
#include "parse/game/turn.h"

TEST(outcome_is_computed_only_on_request)
{
	static const struct {
		const char *token;
		bool asked, computed;
	} cases[] = { { "ee4", false, false }, { "ff9", true, true },
		/* A mark of mate asks for it, too. */
		{ "10j8++", false, true } };
	struct reader reader =
	    reader_of("algebraic", "en", rules.variant->letters);
	const struct language context = { &rules, reader.notation,
		&reader.alphabet };
	struct position position = rules.start;
	struct arena arena = ARENA_INIT;
	struct turn turn = { .asks.outcome = false };
	struct diags diags;

	diags_init(&diags, &arena);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		turn.asks.outcome = cases[i].asked;
		assert_true(turn_judge(&turn, &context, &position,
		    slice_of(cases[i].token), 0, &diags));
		assert_int_equal(turn.has_outcome, cases[i].computed);
	}
	assert_int_equal(diags.len, 1);
	assert_int_equal(diags.list[0].id, DIAG_FALSE_MATE);
	arena_release(&arena);
}

/* One of the games that differ in four options. */
static const struct rules *
ask_for_game(struct replayer *replayer, unsigned number)
{
	static const char *const values[][2] = { { "yes", "no" },
		{ "no", "yes" }, { "position", "none" } };
	const struct variant *variant = &variant_bnem;
	const char *first = variant->players[number / 8];
	const struct rules *found;
	struct settings settings;

	settings_default(variant, &settings);
	for (int i = 0; i < 3; i++) {
		const char *value = values[i][number >> i & 1];

		assert_true(
		    settings_read(variant, &settings, i, value, strlen(value)));
	}
	assert_true(settings_read(variant, &settings, 3, first, strlen(first)));
	settings_settle(variant, &settings);
	found = replayer_rules(replayer, variant, &settings);
	assert_true(settings_equal(&found->settings, &settings));
	return found;
}

/* All but the pointers of rules that point into themselves. */
static void
assert_same_rules(const struct rules *a, const struct rules *b)
{
	const size_t rest = offsetof(struct rules, rights_owner);

	assert_memory_equal(a, b, offsetof(struct rules, seat));
	for (unsigned s = 0; s < PLAYERS; s++) {
		assert_memory_equal(&a->seat[s], &b->seat[s],
		    offsetof(struct seat, reach_from));
		assert_ptr_equal(
		    a->seat[s].reach_from[PAWN], a->seat[s].pawn_reach);
		assert_ptr_equal(
		    a->seat[s].attack_from[KING], a->board.king_set);
	}
	assert_memory_equal(
	    (const char *)a + rest, (const char *)b + rest, sizeof(*a) - rest);
}

/* Rules that are made like others are as if they were made alone. */
TEST(rules_like_others_are_new_ones)
{
	static struct rules usual, like, new;

	for (const struct variant *const *v = variants; *v != NULL; v++)
		for (int i = 0; (*v)->options[i].name != NULL; i++)
			for (uint16_t value = 0; value < 2; value++) {
				struct settings settings;

				settings_default(*v, &settings);
				settings.value[i][0] = value;
				settings_settle(*v, &settings);
				rules_init(&usual, *v, NULL);
				rules_init_like(&like, &usual, &settings);
				rules_init(&new, *v, &settings);
				assert_same_rules(&like, &new);
			}
}

/* The last two games are kept, however many are asked for. */
TEST(the_last_two_games_stay)
{
	static const struct replay_options none = { .variant = NULL };
	struct replayer *replayer = replayer_new(&none);

	for (unsigned n = 2; n < 24; n++) {
		const struct rules *one = ask_for_game(replayer, 0);
		const struct rules *other = ask_for_game(replayer, 1);

		assert_ptr_equal(ask_for_game(replayer, 0), one);
		assert_ptr_equal(ask_for_game(replayer, 1), other);
		(void)ask_for_game(replayer, n);
		assert_ptr_equal(ask_for_game(replayer, 1), other);
	}
	replayer_free(replayer);
}
