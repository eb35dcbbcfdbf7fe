/*
 * A game set up from tags and from the caller's options, without a file: the
 * records are built here, from tags and tokens only.
 */

#include "tests/unit/unit.h"
#include "parse/game/setup.h"

/* A record that is made, and the game that was set up from it. */
struct made {
	struct replayer *replayer;
	struct record record;
	struct arena arena;
	struct diags diags;
	struct replayed setup;
	char codes[120]; /* slugs of the diagnostics, with blanks between */
	bool ok;
};

/* Adds tags, "Name=value" with blanks between; values have no blanks. */
static void
add_tags(struct made *made, const char *text)
{
	struct tag **end = &made->record.tags;

	while (*text != '\0') {
		struct tag *tag = arena_alloc(&made->arena, sizeof(*tag));
		size_t name = strcspn(text, "="), len = strcspn(text, " ");

		tag->name = (struct slice){ text, name };
		tag->value = (struct slice){ text + name + 1, len - name - 1 };
		*end = tag;
		end = &tag->next;
		text += len + (text[len] == ' ');
	}
}

static void
add_plies(struct made *made, const char *text)
{
	while (*text != '\0') {
		struct ply *ply = arena_alloc(&made->arena, sizeof(*ply));
		size_t len = strcspn(text, " ");

		ply->token = (struct slice){ text, len };
		line_append(&made->record.line, ply);
		text += len + (text[len] == ' ');
	}
}

static void
set_up(struct made *made, const struct replay_options *options,
    const char *tags, const char *plies)
{
	size_t len = 0;

	memset(made, 0, sizeof(*made));
	made->replayer = replayer_new(options);
	add_tags(made, tags);
	add_plies(made, plies);
	diags_init(&made->diags, &made->arena);
	made->ok = game_set_up(
	    made->replayer, &made->record, &made->diags, &made->setup);
	for (unsigned i = 0; i < made->diags.len; i++)
		len += (size_t)snprintf(made->codes + len,
		    sizeof(made->codes) - len, "%s%s", i > 0 ? " " : "",
		    diag_table[made->diags.list[i].id].slug);
}

static void
release(struct made *made)
{
	arena_release(&made->arena);
	replayer_free(made->replayer);
}

/* The id of the variant that is found, or "" if none is. */
static void
check_variant(const struct replay_options *options, const char *tags,
    const char *plies, const char *id, const char *codes)
{
	struct made made;

	set_up(&made, options, tags, plies);
	assert_string_equal(made.codes, codes);
	assert_string_equal(
	    made.setup.rules != NULL ? made.setup.rules->variant->id : "", id);
	assert_int_equal(made.ok, *id != '\0');
	release(&made);
}

TEST(the_variant_is_stated)
{
	const struct replay_options none = { .variant = NULL };
	const struct replay_options stated = { .variant = &variant_siege };
	const struct replay_options forced = { .variant = &variant_siege,
		.force = true };
	const struct replay_options usual = { .usual = &variant_bnem };

	check_variant(&none, "Variant=nivichanov", "", "nivichanov", "");
	check_variant(&none, "Variant=chess", "", "", "variant-unknown");
	check_variant(&stated, "", "", "siege", "");
	check_variant(&stated, "Variant=dreierschach", "", "dreierschach",
	    "variant-contradicts");
	check_variant(&forced, "Variant=dreierschach", "", "siege",
	    "variant-contradicts");
	check_variant(&usual, "", "", "bnem", "");
	check_variant(&usual, "Variant=siege", "", "siege", "");
}

TEST(the_variant_is_guessed)
{
	const struct replay_options none = { .variant = NULL };

	check_variant(&none, "", "fg3 ff8", "", "variant-missing");
	check_variant(&none, "White=A Gray=B Black=C", "", "dreierschach", "");
	check_variant(&none, "White=A Gray=B", "", "", "variant-missing");
	check_variant(
	    &none, "White=A Gray=B Black=C Red=D", "", "", "variant-missing");
	/* Several games have these players: the moves tell. */
	check_variant(&none, "White=A Red=B Black=C", "W4d-5d", "siege", "");
}

TEST(letters_are_found_out)
{
	static const struct {
		const char *tags, *plies, *letters, *codes;
	} cases[] = {
		{ "", "Nd4 fg3 Kd1", "en", "" },
		{ "", "Sd4 fg3 Kd1", "de", "" },
		{ "", "fg3 Kd1 Sd4", "de", "" },
		/* Not all of them are German. */
		{ "", "Sd4 Nd4", "en", "" },
		/*
		 * A token that is not a move at all does not make the letters
		 * German. */
		{ "", "Xd4 fg3", "en", "" },
		{ "Letters=en", "Sd4", "en", "" },
		{ "Letters=de", "Nd4", "de", "" },
		{ "Letters=auto", "Sd4", "de", "" },
		{ "Letters=xx", "Sd4", "", "letters-unknown" },
	};
	const struct replay_options options = { .variant =
						    &variant_dreierschach };

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct made made;

		set_up(&made, &options, cases[i].tags, cases[i].plies);
		assert_string_equal(made.codes, cases[i].codes);
		assert_int_equal(made.ok, *cases[i].letters != '\0');
		if (made.ok)
			assert_string_equal(
			    made.setup.alphabet.set->id, cases[i].letters);
		release(&made);
	}
}

/* Variations count: one German token in them is enough. */
TEST(letters_of_variations_count)
{
	const struct replay_options options = { .variant =
						    &variant_dreierschach };
	struct made made;
	struct line line = { .first = NULL };
	struct ply ply = { .token = slice_of("Sd4") };
	struct alphabet letters;

	set_up(&made, &options, "", "fg3 ff8");
	guess_letters(
	    &letters, made.setup.notation, &variant_dreierschach, &made.record);
	assert_string_equal(letters.set->id, "en");
	line_append(&line, &ply);
	ply_notes(&made.arena, made.record.line.first)->variations = &line;
	guess_letters(
	    &letters, made.setup.notation, &variant_dreierschach, &made.record);
	assert_string_equal(letters.set->id, "de");
	release(&made);
}

TEST(stated_options_are_weighed_with_the_record)
{
	const struct setting setting = { .name = slice_of("Pope"),
		.value = slice_of("yes") };
	const struct replay_options stated = { .variant = &variant_siege,
		.settings = &setting };
	struct replay_options forced = stated;
	int pope = variant_option(&variant_siege, "Pope", 4);
	struct made made;

	forced.force = true;
	set_up(&made, &stated, "", "");
	assert_true(made.ok);
	assert_string_equal(made.codes, "");
	release(&made);
	set_up(&made, &stated, "Pope=no", "");
	assert_string_equal(made.codes, "option-contradicts");
	assert_true(
	    settings_is_default(&variant_siege, &made.setup.rules->settings,
		pope) == !strcmp(variant_siege.options[pope].fallback, "no"));
	release(&made);
	set_up(&made, &forced, "Pope=no", "");
	assert_string_equal(made.codes, "option-contradicts");
	assert_true(
	    settings_is_default(&variant_siege, &made.setup.rules->settings,
		pope) == !strcmp(variant_siege.options[pope].fallback, "yes"));
	release(&made);
	set_up(&made, &stated, "Pope=perhaps", "");
	assert_false(made.ok);
	assert_string_equal(made.codes, "option-contradicts option-value");
	release(&made);
}

TEST(the_start_is_set_up)
{
	const struct replay_options options = { .variant =
						    &variant_dreierschach };
	struct made made;

	set_up(&made, &options, "", "");
	assert_true(made.ok && made.setup.usual_start);
	assert_true(made.setup.start.key == made.setup.rules->start.key);
	release(&made);
	set_up(&made, &options, "SetUp=1", "");
	assert_true(made.ok);
	assert_string_equal(made.codes, "setup-without-position");
	release(&made);
	set_up(&made, &options, "SetUp=1 Position=start", "");
	assert_true(made.ok && made.setup.usual_start);
	release(&made);
	set_up(&made, &options, "Position=nonsense", "");
	assert_false(made.ok);
	assert_string_equal(made.codes, "position-syntax");
	release(&made);
}

TEST(output_is_chosen)
{
	struct replay_options options = { .variant = &variant_dreierschach,
		.rewrite = true };
	struct made made;

	set_up(&made, &options, "Notation=coordinate", "");
	assert_ptr_equal(made.setup.notation, &notation_coordinate);
	assert_ptr_equal(made.setup.output, &notation_coordinate);
	release(&made);
	options.output = &notation_siege;
	set_up(&made, &options, "", "");
	assert_ptr_equal(made.setup.output, &notation_siege);
	release(&made);
	/* Its cells are those of another board: the game's own is taken. */
	options.output = &notation_triumvirate;
	set_up(&made, &options, "", "");
	assert_ptr_equal(made.setup.output, made.setup.notation);
	release(&made);
	options.rewrite = false;
	set_up(&made, &options, "", "");
	assert_null(made.setup.output);
	release(&made);
}
