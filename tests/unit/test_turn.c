/* A turn: from a token and a position to a judged move, without any record. */
#include "tests/unit/reader.h"

#include "parse/game/replayer.h"
#include "parse/game/turn.h"

/* A reader of tokens with a position, and the diagnostics of the last token. */
struct table {
	struct reader reader;
	struct reader_context context;
	struct position position;
	struct arena arena;
	struct diags diags;
	struct turn turn;
};

static void
begin(struct table *table, const char *position)
{
	memset(table, 0, sizeof(*table));
	table->reader = reader_of("algebraic", "en", rules.variant->letters);
	table->context = (struct reader_context){ &rules,
		table->reader.notation, &table->reader.alphabet };
	table->position = position != NULL ? place(position) : rules.start;
}

static void
end(struct table *table)
{
	arena_release(&table->arena);
}

/* Judges a token, and lists the slugs of its diagnostics. */
static const char *
judge(struct table *table, const char *token, bool *legal)
{
	static char codes[120];
	size_t len = 0;

	diags_init(&table->diags, &table->arena);
	*legal = turn_judge(&table->turn, &table->context, &table->position,
	    slice_of(token), 7, &table->diags);
	codes[0] = '\0';
	for (unsigned i = 0; i < table->diags.len; i++) {
		assert_true(table->diags.list[i].span.start >= 7);
		len += (size_t)snprintf(codes + len, sizeof(codes) - len,
		    "%s%s", i > 0 ? " " : "",
		    diag_table[table->diags.list[i].id].slug);
	}
	return codes;
}

TEST(a_legal_move_is_made)
{
	struct table table;
	struct position after;
	struct move move;
	bool legal;

	begin(&table, NULL);
	move = find_move(&table.position, "e2e4");
	after = table.position;
	rules_make_move(&rules, &after, &move);
	assert_string_equal(judge(&table, "ee4", &legal), "");
	assert_true(legal);
	assert_true(move_equal(&table.turn.move, &move));
	assert_true(table.position.key == after.key);
	assert_true(table.turn.before.key == rules.start.key);
	assert_int_equal(table.turn.mover, WHITE);
	assert_int_equal(table.turn.marks.attacked, 0);
	end(&table);
}

/*
 * A token that is not a legal move leaves the position as it was, with one
 * error.
 */
TEST(illegal_token_changes_nothing)
{
	static const struct {
		const char *token, *code;
	} cases[] = {
		{ "Xe4", "move-syntax" },
		{ "e4\xff", "utf8-move" },
		{ "Nz9", "cell-off-board" },
		{ "Ke4", "move-geometry" },
		{ "Ne6", "move-ambiguous" },
	};
	char long_token[TOKEN_MAX + 2];
	struct table table;
	bool legal;

	begin(&table, "wKh1 gKa6 bKm13 wNc3 wNc7 wNd3 w");
	memset(long_token, 'a', sizeof(long_token));
	long_token[TOKEN_MAX + 1] = '\0';
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		uint64_t key = table.position.key;
		const char *codes = judge(&table, cases[i].token, &legal);

		assert_string_equal(codes, cases[i].code);
		assert_false(legal);
		assert_true(table.position.key == key);
	}
	assert_string_equal(
	    judge(&table, long_token, &legal), "token-too-long");
	end(&table);
}

/* Marks that are not true are errors, and the move is made all the same. */
TEST(marks_are_judged)
{
	struct table table;
	bool legal;

	begin(&table, NULL);
	assert_string_equal(judge(&table, "ee4+", &legal), "false-check");
	assert_true(legal);
	assert_int_equal(table.position.to_move, GRAY);
	end(&table);
}

TEST(outcome_is_computed_only_on_request)
{
	struct table table;
	bool legal;

	begin(&table, NULL);
	judge(&table, "ee4", &legal);
	assert_false(table.turn.has_outcome);
	table.turn.asks.outcome = true;
	judge(&table, "ff9", &legal);
	assert_true(legal && table.turn.has_outcome);
	assert_int_equal(table.turn.outcome.ending, ENDING_NONE);
	table.turn.asks.outcome = false;
	assert_string_equal(judge(&table, "10j8++", &legal), "false-mate");
	assert_true(legal && table.turn.has_outcome);
	end(&table);
}

/* A token without a record is read in English letters, else in German. */
TEST(letters_of_a_token_alone)
{
	static const struct {
		const char *token, *letters;
		bool sound;
	} cases[] = {
		{ "Nd4", "en", true },
		{ "Sd4", "de", true },
		{ "ee4", "en", true },
		{ "Sd4+", "de", false },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct table table;

		begin(&table, NULL);
		diags_init(&table.diags, &table.arena);
		assert_int_equal(turn_judge_alone(&table.turn, &table.context,
				     &table.reader.alphabet, &table.position,
				     slice_of(cases[i].token), 0, &table.diags),
		    cases[i].sound);
		assert_string_equal(
		    table.reader.alphabet.set->id, cases[i].letters);
		assert_int_equal(table.position.to_move, GRAY);
		end(&table);
	}
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

/* If the order of play leaves it open, the token states the player to move. */
TEST(a_token_names_who_moves)
{
	static const struct replay_options none = { .variant = NULL };
	struct replayer *replayer = replayer_new(&none);
	struct alphabet english;
	const struct reader_context context = { replayer_rules(replayer,
						    &variant_bnem, NULL),
		&notation_coordinate, &english };
	struct position position = context.rules->start;
	struct turn turn = { .asks.outcome = true };
	struct arena arena = ARENA_INIT;
	struct diags diags;

	alphabet_init(&english, &letter_sets[0], variant_bnem.letters);
	diags_init(&diags, &arena);
	assert_true(turn_judge(
	    &turn, &context, &position, slice_of("a4a5"), 0, &diags));
	assert_int_equal(turn.mover, 0);
	assert_true(turn_judge(
	    &turn, &context, &position, slice_of("B:g1f1"), 0, &diags));
	assert_int_equal(turn.mover, 2);
	assert_int_equal(turn.before.to_move, 2);
	/* Both positions before this one are known, as the game asks. */
	assert_non_null(position.past);
	assert_non_null(position.past->before);
	assert_int_equal(diags.len, 0);
	arena_release(&arena);
	replayer_free(replayer);
}
