/*
 * Tests of likely typing errors, and of the repairs that are tried at a fault;
 * more costs are in rows.txt.
 */

#include "tests/unit/unit.h"
#include "parse/repair/repair.h"
#include "parse/repair/decode.h"
#include "parse/repair/costs.h"

static unsigned
cost_by(const struct confusions *known, const char *meant, const char *written)
{
	struct typing typing;

	typing_begin(&typing, slice_of(written), known);
	return typing_cost(&typing, slice_of(meant), TYPING_UNLIKE);
}

static unsigned
cost(const char *meant, const char *written)
{
	return cost_by(NULL, meant, written);
}

/* A writer confuses the same characters again, but no others. */
TEST(what_was_confused_before_costs_less)
{
	struct confusions known = { .len = 0 };

	typing_learn(slice_of("Ke8"), slice_of("Ke3"), &known);
	assert_int_equal(known.len, 1);
	for (unsigned times = 0; times < 4; times++) {
		known.len = times < 2 ? times : 2;
		known.of[known.len++] = known.of[0];
		assert_int_equal(
		    cost_by(&known, "a8", "a3"), times == 0 ? 18 : 9);
		assert_int_equal(cost_by(&known, "a3", "a8"), 36);
	}
	known.len = 0;
	typing_learn(slice_of("Ke8"), slice_of("Kd3"), &known);
	typing_learn(slice_of("Ke8"), slice_of("Ke88"), &known);
	typing_learn(slice_of("Ke8"), slice_of("Ke8"), &known);
	assert_int_equal(known.len, 0);
	typing_learn(slice_of("R8e8"), slice_of("R3e3"), &known);
	assert_int_equal(known.len, 1);
}

/* All letters are letters, and all digits digits. */
TEST(typing_knows_the_alphabet)
{
	char upper[] = "?", lower[] = "?", digit[] = "?";

	for (char c = 0; c < 26; c++) {
		upper[0] = (char)('A' + c);
		lower[0] = (char)('a' + c);
		assert_int_equal(cost(upper, lower), cost("N", "n"));
		assert_int_equal(cost(lower, upper), cost("n", "N"));
	}
	for (char c = '1'; c <= '9'; c++) {
		digit[0] = c;
		assert_true(cost("0", digit) < cost("0", "x"));
	}
}

/* A line of tokens of dreierschach, played by itself. */
struct game {
	struct rules *rules;
	struct alphabet alphabet;
	struct language reader;
	struct arena arena;
	struct item items[16];
	struct sheet line;
};

static void
begin(struct game *game, const char *const *tokens)
{
	unsigned len = 0;

	memset(game, 0, sizeof(*game));
	game->rules = mem_alloc(sizeof(*game->rules));
	rules_init(game->rules, &variant_dreierschach, NULL);
	alphabet_init(
	    &game->alphabet, &letter_sets[0], variant_dreierschach.letters);
	game->reader = (struct language){ game->rules, &notation_algebraic,
		&game->alphabet };
	for (; tokens[len] != NULL; len++)
		game->items[len].token = slice_of(tokens[len]);
	game->line = (struct sheet){ .reader = &game->reader,
		.start = &game->rules->start,
		.items = game->items,
		.len = len,
		.is_movetext = true };
}

static void
end(struct game *game)
{
	arena_release(&game->arena);
	mem_free(game->rules);
}

TEST(search_finds_the_meant_moves)
{
	static const char *const wrong[] = { "fh4", "fh10", "8j8", "j4", "ee7",
		"N12l9", "dd3", "hi12", "7j7", "b4", "Na4", NULL };
	static const char *const twice[] = { "fh4", "fh10", "8j8", "8j8", "j4",
		"dd7", "N12k9", "dd3", "hi12", "7j7", NULL };
	struct repairs repairs;
	struct game game;

	begin(&game, wrong);
	repair_search(&game.line, 5, &game.arena, &repairs);
	assert_true(repairs.len > 0);
	assert_int_equal(repairs.best[0].change.kind, REPAIR_OTHER);
	assert_int_equal(repairs.best[0].change.at, 5);
	assert_string_equal(repairs.best[0].text[0], "N12k9");
	assert_int_equal(repairs.best[0].reach, 11);
	end(&game);
	begin(&game, twice);
	repair_search(&game.line, 3, &game.arena, &repairs);
	assert_int_equal(repairs.best[0].change.kind, REPAIR_TWICE);
	assert_true(repairs.alone);
	assert_string_equal(
	    repair_given(&game.line, &repairs.best[0], &game.arena),
	    "2. 8j8 left out");
	end(&game);
}

/*
 * A text like a number belongs to a move only if the moves on both sides of it
 * are in the movetext as they are.
 */
TEST(remnants_stand_in_movetext)
{
	static const char text[] = "fh4 10 j10 {9} 8j8";
	struct ply first = { .token = { text, 3 }, .span = { 0, 3 } };
	struct ply second = { .token = { text + 7, 3 }, .span = { 7, 3 } };
	struct ply third = { .token = { text + 15, 3 }, .span = { 15, 3 } };
	struct item items[] = { { .token = first.token, .ply = &first },
		{ .token = second.token, .ply = &second },
		{ .token = third.token, .ply = &third } };
	struct sheet line = { .items = items, .len = 3 };
	struct slice part;

	line.is_movetext = true;
	part = search_remnant(&line, 1);
	assert_ptr_equal(part.ptr, text + 4);
	assert_int_equal(part.len, 2);
	assert_int_equal(search_remnant(&line, 0).len, 0);
	assert_int_equal(search_remnant(&line, 2).len, 0); /* a comment */
	line.is_movetext = false;
	assert_int_equal(search_remnant(&line, 1).len, 0);
	line.is_movetext = true;
	first.token = items[0].token = slice_of("fh4="); /* it stood apart */
	first.is_respelled = true;
	assert_false(search_in_text(&line, 0));
	assert_int_equal(search_remnant(&line, 1).len, 0);
	items[1].token = slice_of("j10"); /* another than the ply's */
	assert_false(search_in_text(&line, 1));
	items[1].token.len = 0;
	assert_false(search_in_text(&line, 1));
	items[1].ply = NULL;
	assert_false(search_in_text(&line, 1));
}

/* Plies are put in and left out only after the settled ones. */
TEST(search_keeps_settled_tokens)
{
	static const char *const tokens[] = { "fh4", "fh10", "8j8", "j9",
		NULL };
	struct repairs repairs;
	struct game game;

	begin(&game, tokens);
	game.line.settled = 3;
	repair_search(&game.line, 3, &game.arena, &repairs);
	for (unsigned i = 0; i < repairs.len; i++)
		assert_int_equal(repairs.best[i].change.at, 3);
	end(&game);
}
