/*
 * The public library: every function of ternion.h as its manual describes it,
 * and the results of wrong calls.
 */
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

#include "tests/unit/unit.h"
#include "formats/library/ternion.h"

static const char game_text[] =
    "[Event \"Club night\"]\n"
    "[White \"Ann\"]\n"
    "[Gray \"Bea\"]\n"
    "[Black \"Cem\"]\n"
    "[Result \"1-0-3\"]\n"
    "[Variant \"dreierschach\"]\n"
    "\n"
    "1. fg3 ff8 $2 {leaves the king's row open} (1.. Nd6 {or} 10j8 2. Nh4\n"
    "(2. Nb3)) (1.. ef9!) {after} 1... {before} 10j8+ 2. Qh7++ 1-0-3\n";

/* The first ply is not legal, the second not looked at. */
static const char faulty_text[] =
    "[White \"A\"]\n[Gray \"B\"]\n[Black \"C\"]\n[Variant \"dreierschach\"]\n"
    "\n1. Bc3 Nd6 *\n";

#define assert_ok(call) assert_int_equal(call, TERNION_OK)

static struct ternion_reader *
open_text(const char *text)
{
	struct ternion_reader *reader;

	assert_ok(ternion_open_text(text, strlen(text), NULL, &reader));
	return reader;
}

static struct ternion_record *
next(struct ternion_reader *reader)
{
	struct ternion_record *record;

	assert_ok(ternion_next(reader, &record));
	return record;
}

static struct ternion_game *
open_game(const char *id)
{
	struct ternion_game *game;

	assert_ok(ternion_game_open(id, NULL, &game));
	return game;
}

static struct ternion_position *
start_of(struct ternion_game *game)
{
	struct ternion_position *position;

	assert_ok(ternion_position_start(game, &position));
	return position;
}

/* Compares a text that belongs to the caller, and gives it back. */
static void
check_given(char *text, const char *expected)
{
	assert_string_equal(text, expected);
	ternion_free(text);
}

static void
check_position(struct ternion_position *position, const char *expected)
{
	char *text;

	assert_ok(ternion_position_write(position, "3pf", NULL, &text, NULL));
	check_given(text, expected);
}

/* The position after moves in a game's own notation; the caller's. */
static struct ternion_position *
play(struct ternion_game *game, const char *const *moves)
{
	struct ternion_position *position = start_of(game), *after;
	struct ternion_move *move;

	for (; *moves != NULL; moves++) {
		assert_ok(
		    ternion_position_judge(position, *moves, NULL, &move));
		assert_ptr_equal(ternion_move_position(move), position);
		assert_ok(ternion_move_make(move, &after));
		ternion_move_free(move);
		ternion_position_free(position);
		position = after;
	}
	return position;
}

TEST(supported_versions_are_accepted)
{
	assert_string_equal(
	    ternion_version(TERNION_API_VERSION), TERNION_VERSION);
	assert_non_null(ternion_version(1));
	assert_null(ternion_version(0));
	assert_null(ternion_version(TERNION_API_VERSION + 1));
}

TEST(statuses_have_words)
{
	for (int s = TERNION_OK; s <= TERNION_NO_MEMORY; s++)
		for (int t = TERNION_OK; t < s; t++)
			assert_string_not_equal(
			    ternion_status_text((enum ternion_status)s),
			    ternion_status_text((enum ternion_status)t));
	assert_non_null(ternion_status_text((enum ternion_status)99));
}

TEST(lists_end_with_null)
{
	static const size_t lens[] = { [TERNION_GAMES] = 5,
		[TERNION_NOTATIONS] = 6,
		[TERNION_FORMATS] = 7,
		[TERNION_LETTERS] = 4 };

	for (int list = TERNION_GAMES; list <= TERNION_LETTERS; list++) {
		size_t len = 0;

		while (ternion_id((enum ternion_list)list, len) != NULL)
			len++;
		assert_true(len >= lens[list]);
		assert_null(ternion_id((enum ternion_list)list, len + 9));
	}
	assert_null(ternion_id((enum ternion_list)9, 0));
	assert_string_equal(ternion_id(TERNION_LETTERS, 0), "en");
}

TEST(nothing_is_freed_for_null)
{
	ternion_free(NULL);
	ternion_game_free(NULL);
	ternion_close(NULL);
	ternion_position_free(NULL);
	ternion_move_free(NULL);
	assert_null(ternion_position_game(NULL));
}

TEST(games_are_described)
{
	struct ternion_game_info info = { .size = sizeof(info) };
	struct ternion_game *game = open_game("siege");

	assert_ok(ternion_game_describe(game, &info));
	assert_string_equal(info.id, "siege");
	assert_string_equal(info.notation, "siege");
	assert_string_equal(info.players[0], "White");
	assert_int_equal(strlen(info.colours), TERNION_PLAYERS);
	assert_int_equal(info.cells, 192);
	assert_non_null(info.results[0]);
	assert_int_equal(ternion_game_describe(NULL, &info), TERNION_MISUSE);
	assert_int_equal(ternion_game_describe(game, NULL), TERNION_MISUSE);
	ternion_game_free(game);
}

TEST(games_take_settings)
{
	static const char *const good[] = { "Pope=no", NULL };
	const char *const *const bad[] = {
		(const char *const[]){ "Pope=perhaps", NULL },
		(const char *const[]){ "Pope", NULL },
		(const char *const[]){ "Bishop=no", NULL },
	};
	struct ternion_position *position;
	struct ternion_game *game;
	char *text;

	assert_ok(ternion_game_open("siege", good, &game));
	position = start_of(game);
	assert_ok(ternion_position_write(position, "json", NULL, &text, NULL));
	assert_non_null(strstr(text, "\"Pope\":\"no\""));
	ternion_free(text);
	ternion_position_free(position);
	ternion_game_free(game);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(
		    ternion_game_open("siege", bad[i], &game), TERNION_UNKNOWN);
		assert_null(game);
	}
	assert_int_equal(
	    ternion_game_open("chess", NULL, &game), TERNION_UNKNOWN);
	assert_int_equal(ternion_game_open(NULL, NULL, &game), TERNION_MISUSE);
	assert_int_equal(
	    ternion_game_open("siege", NULL, NULL), TERNION_MISUSE);
}

static const char club[] =
    "notations: {club: {games: dreierschach, pieces: {N: S}}}";

TEST(a_game_defines_notations)
{
	struct ternion_game *game = open_game("dreierschach");
	struct ternion_diagnostic error = { .size = sizeof(error) };
	struct ternion_position *position;
	struct ternion_record *record;
	struct ternion_move *move;
	char *text;

	assert_int_equal(ternion_game_define(game, "notations: {club: {}}", 21),
	    TERNION_FAULTY);
	assert_ok(ternion_error(TERNION_FAULTY, &error));
	assert_string_equal(error.code, "config-value");
	assert_int_equal(error.column, 19);
	assert_ok(ternion_game_define(game, club, strlen(club)));
	assert_int_equal(
	    ternion_game_define(game, club, strlen(club)), TERNION_MISUSE);
	position = start_of(game);
	assert_ok(ternion_record_new(game, &record));
	ternion_game_free(game);
	assert_ok(ternion_position_judge(position, "Sd4", "club", &move));
	assert_ok(ternion_move_write(move, "club", NULL, &text, NULL));
	assert_string_equal(text, "Sd4");
	ternion_free(text);
	ternion_move_free(move);
	ternion_position_free(position);
	assert_ok(ternion_record_set_tag(record, "Notation", "club"));
	assert_ok(ternion_record_append(record, "Sd4", NULL));
	ternion_record_free(record);
}

TEST(a_reader_defines_notations)
{
	static const char input[] = "[Variant \"dreierschach\"]\n"
				    "[Notation \"club\"]\n\n1. Sd4 *\n";
	struct ternion_read_options options = { .size = sizeof(options),
		.notations = club };
	struct ternion_write_options writing = { .size = sizeof(writing),
		.notation = "long" };
	struct ternion_record *record, *copy;
	struct ternion_position *position;
	struct ternion_reader *reader;
	struct ternion_move *move;
	char *text;

	assert_ok(ternion_open_text(input, strlen(input), &options, &reader));
	record = next(reader);
	assert_ok(ternion_record_write(record, &writing, &text, NULL));
	assert_non_null(strstr(text, "1. Nc1-d4 *"));
	ternion_free(text);
	assert_ok(ternion_record_position(record, &position));
	assert_ok(ternion_record_copy(record, &copy));
	ternion_close(reader);
	assert_ok(ternion_position_judge(position, "Sd4", "club", &move));
	ternion_move_free(move);
	ternion_position_free(position);
	writing.notation = NULL;
	assert_ok(ternion_record_write(copy, &writing, &text, NULL));
	assert_non_null(strstr(text, "1. Sd4 *"));
	ternion_free(text);
	ternion_record_free(copy);
	options.notations = "notations: 5";
	assert_int_equal(
	    ternion_open_text(input, strlen(input), &options, &reader),
	    TERNION_FAULTY);
}

/* A program that was compiled with an older header, or a newer one. */
TEST(structures_of_other_sizes_are_accepted)
{
	struct {
		struct ternion_game_info info;
		long more[2];
	} newer;
	struct {
		struct ternion_read_options options;
		const char *more;
	} asks = { .options = { .size = sizeof(asks) } };
	struct {
		size_t size;
		const char *id;
		const char *beyond;
	} older = { offsetof(struct ternion_game_info, title), NULL, "kept" };
	struct ternion_game_info unset = { .size = 0 };
	struct ternion_game *game = open_game("bnem");
	struct ternion_reader *reader;

	memset(&newer, 0xff, sizeof(newer));
	newer.info.size = sizeof(newer);
	assert_ok(ternion_game_describe(game, &newer.info));
	assert_string_equal(newer.info.id, "bnem");
	assert_int_equal(newer.info.size, sizeof(newer));
	assert_int_equal(newer.more[0], 0);
	assert_int_equal(newer.more[1], 0);
	assert_ok(ternion_game_describe(
	    game, (struct ternion_game_info *)(void *)&older));
	assert_string_equal(older.id, "bnem");
	assert_string_equal(older.beyond, "kept");
	assert_int_equal(ternion_game_describe(game, &unset), TERNION_MISUSE);
	ternion_game_free(game);

	/* An option that is not known counts only if it asks for something. */
	assert_ok(ternion_open_text("", 0, &asks.options, &reader));
	ternion_close(reader);
	asks.more = "something";
	assert_int_equal(
	    ternion_open_text("", 0, &asks.options, &reader), TERNION_MISUSE);
	assert_null(reader);
	asks.options.size = 0;
	assert_int_equal(
	    ternion_open_text("", 0, &asks.options, &reader), TERNION_MISUSE);
}

/* Asked for before any other. */
TEST(tags_are_found_by_name)
{
	struct ternion_reader *reader = open_text(game_text);
	struct ternion_record *record = next(reader);

	assert_null(ternion_record_value(record, NULL));
	ternion_close(reader);
	reader = open_text(game_text);
	record = next(reader);
	assert_string_equal(ternion_record_value(record, "Black"), "Cem");
	ternion_close(reader);
}

/* A repair rewrites the bytes from offset to length. */
TEST(records_have_places)
{
	static const char text[] = "{a} *\n\n\n[White \"Ann\"]\n\n1. Nd4 *\n";
	struct ternion_record_info info = { .size = sizeof(info) };
	struct ternion_reader *reader = open_text(text);

	assert_ok(ternion_record_describe(next(reader), &info));
	assert_int_equal(info.offset, 0);
	assert_in_range(info.length, strlen("{a} *"), strlen("{a} *\n\n\n"));
	assert_ok(ternion_record_describe(next(reader), &info));
	assert_in_range(info.offset, strlen("{a} *"), strlen("{a} *\n\n\n"));
	assert_int_equal(info.offset + info.length, strlen(text));
	ternion_close(reader);
}

TEST(records_are_read)
{
	struct ternion_record_info info = { .size = sizeof(info) };
	struct ternion_reader *reader = open_text(game_text);
	struct ternion_record *record = next(reader);
	const char *name, *value;

	assert_ok(ternion_record_describe(record, &info));
	assert_int_equal(info.number, 1);
	assert_string_equal(info.game, "dreierschach");
	assert_string_equal(info.notation, "algebraic");
	assert_string_equal(info.result, "1-0-3");
	assert_int_equal(info.plies, 4);
	assert_true(info.complete);
	assert_false(info.faulty);
	assert_int_equal(info.dropped, 0);
	assert_ok(ternion_record_tag(record, 1, &name, &value));
	assert_string_equal(name, "White");
	assert_string_equal(value, "Ann");
	assert_int_equal(
	    ternion_record_tag(record, 6, &name, &value), TERNION_END);
	assert_null(name);
	assert_null(value);
	assert_string_equal(ternion_record_value(record, "Black"), "Cem");
	assert_null(ternion_record_value(record, "black"));
	assert_int_equal(ternion_next(reader, &record), TERNION_END);
	assert_null(record);
	assert_int_equal(ternion_next(reader, &record), TERNION_END);
	ternion_close(reader);
}

TEST(records_are_asked_wrongly)
{
	struct ternion_record_info info = { .size = sizeof(info) };
	struct ternion_diagnostic diag = { .size = sizeof(diag) };
	struct ternion_reader *reader = open_text(game_text);
	struct ternion_record *record = next(reader), *none;
	struct ternion_position *position;
	const char *text;
	char *made;

	assert_int_equal(ternion_next(NULL, &none), TERNION_MISUSE);
	assert_null(none);
	assert_int_equal(ternion_next(reader, NULL), TERNION_MISUSE);
	assert_int_equal(ternion_record_describe(record, NULL), TERNION_MISUSE);
	assert_int_equal(ternion_record_describe(NULL, &info), TERNION_MISUSE);
	assert_int_equal(
	    ternion_record_tag(NULL, 0, &text, &text), TERNION_MISUSE);
	assert_null(ternion_record_value(NULL, "White"));
	assert_int_equal(
	    ternion_record_diagnostic(NULL, 0, &diag), TERNION_MISUSE);
	assert_null(ternion_record_comment(NULL, 0));
	assert_int_equal(
	    ternion_record_position(NULL, &position), TERNION_MISUSE);
	assert_int_equal(
	    ternion_record_write(NULL, NULL, &made, NULL), TERNION_MISUSE);
	assert_null(made);
	assert_null(ternion_record_ply(NULL));
	ternion_close(reader);
}

TEST(inputs_cannot_be_read)
{
	static const char *const no_option[] = { "Bishop=no", NULL };
	struct ternion_read_options options = { .size = sizeof(options) };
	struct ternion_reader *reader;

	errno = 0;
	assert_int_equal(ternion_open_file("no/such/file", NULL, &reader),
	    TERNION_UNREADABLE);
	assert_int_equal(errno, ENOENT);
	assert_null(reader);
	assert_int_equal(
	    ternion_open_file(".", NULL, &reader), TERNION_UNREADABLE);
	assert_int_equal(errno, EISDIR);
	assert_int_equal(
	    ternion_open_file(NULL, NULL, &reader), TERNION_MISUSE);
	assert_int_equal(
	    ternion_open_file("no/such/file", NULL, NULL), TERNION_MISUSE);
	assert_int_equal(
	    ternion_open_text(NULL, 0, NULL, &reader), TERNION_MISUSE);
	assert_int_equal(ternion_open_text("", 0, NULL, NULL), TERNION_MISUSE);
	options.format = "html"; /* which is for writing */
	assert_int_equal(
	    ternion_open_text("", 0, &options, &reader), TERNION_UNKNOWN);
	options.format = NULL;
	options.game = "chess";
	assert_int_equal(
	    ternion_open_text("", 0, &options, &reader), TERNION_UNKNOWN);
	options.game = NULL;
	options.notation = "descriptive";
	assert_int_equal(
	    ternion_open_text("", 0, &options, &reader), TERNION_UNKNOWN);
	options.notation = NULL;
	options.settings = no_option;
	assert_int_equal(
	    ternion_open_text("", 0, &options, &reader), TERNION_UNKNOWN);
	assert_null(reader);
}

TEST(readers_take_options)
{
	static const char *const settings[] = { "Pope=no", "SetUp=x", NULL };
	static const char *const pope[] = { "Pope=no", NULL };
	static const char *const three[] = { "Pope=no", "Siege=moved",
		"SiegeTwo=no", NULL };
	struct ternion_read_options options = { .size = sizeof(options),
		.game = "siege",
		.notation = "coordinate",
		.format = "pgn",
		.settings = pope };
	struct ternion_record_info info = { .size = sizeof(info) };
	struct ternion_reader *reader;
	struct ternion_record *record;
	char *text;

	assert_ok(ternion_open_text("1. a2a3 a8a7 *\n", 15, &options, &reader));
	record = next(reader);
	assert_ok(ternion_record_describe(record, &info));
	assert_string_equal(info.game, "siege");
	assert_string_equal(info.notation, "coordinate");
	assert_ok(ternion_record_write(record, NULL, &text, NULL));
	assert_non_null(strstr(text, "[Pope \"no\"]"));
	ternion_free(text);
	ternion_close(reader);
	options.settings = three;
	assert_ok(ternion_open_text("1. a2a3 a8a7 *\n", 15, &options, &reader));
	assert_ok(ternion_record_write(next(reader), NULL, &text, NULL));
	assert_non_null(strstr(
	    text, "[Pope \"no\"]\n[Siege \"moved\"]\n[SiegeTwo \"no\"]\n"));
	ternion_free(text);
	ternion_close(reader);
	options.settings = settings;
	assert_int_equal(
	    ternion_open_text("", 0, &options, &reader), TERNION_UNKNOWN);
	options.settings = NULL;
	options.max_record = 10;
	assert_ok(
	    ternion_open_text(game_text, strlen(game_text), &options, &reader));
	assert_ok(ternion_record_describe(next(reader), &info));
	assert_true(info.faulty);
	ternion_close(reader);
}

/* Neither in a contradiction nor where the game is not known. */
TEST(messages_name_no_options_of_the_command)
{
	const char *const settings[] = { "Pope=no", NULL };
	const struct {
		const char *text, *game, *notation, *message;
	} cases[] = {
		{ "1. Zz9 *", NULL, NULL,
		    "the record does not say which game it is: add a Variant "
		    "tag, or state the game" },
		{ "[Variant \"dreierschach\"]\n\n*", "siege", NULL,
		    "the tag says dreierschach, but the call says siege; "
		    "ternion uses the tag" },
		{ "[Variant \"siege\"]\n[Pope \"yes\"]\n\n*", "siege", NULL,
		    "the tag says yes, but the call says no; ternion uses the "
		    "tag" },
		{ "[Variant \"siege\"]\n[Notation \"siege\"]\n\n*", "siege",
		    "coordinate",
		    "the tag says siege, but the call says coordinate; ternion "
		    "uses the tag" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct ternion_read_options options = {
			.size = sizeof(options),
			.game = cases[i].game,
			.notation = cases[i].notation,
			.settings = i == 2 ? settings : NULL,
			.repairs = true,
		};
		struct ternion_diagnostic found = { .size = sizeof(found) };
		struct ternion_reader *reader;

		assert_ok(ternion_open_text(
		    cases[i].text, strlen(cases[i].text), &options, &reader));
		assert_ok(ternion_record_diagnostic(next(reader), 0, &found));
		assert_string_equal(found.message, cases[i].message);
		ternion_close(reader);
	}
}

/* "--force": the caller's options override the record. */
TEST(forced_options_override_the_record)
{
	struct ternion_read_options options = { .size = sizeof(options),
		.game = "nivichanov" };
	struct ternion_record_info info = { .size = sizeof(info) };
	struct ternion_reader *reader;

	for (int force = 0; force < 2; force++) {
		options.force = force == 1;
		assert_ok(ternion_open_text(
		    game_text, strlen(game_text), &options, &reader));
		assert_ok(ternion_record_describe(next(reader), &info));
		assert_string_equal(
		    info.game, force ? "nivichanov" : "dreierschach");
		ternion_close(reader);
	}
}

TEST(options_of_a_game)
{
	static const char *const expected[] = { "Pope", "Siege",
		"SiegeThreshold", "SiegeCalls", "SiegeTwo" };
	struct ternion_option option = { .size = sizeof(option) };
	struct ternion_game *game;
	size_t i;

	assert_ok(ternion_game_open("siege", NULL, &game));
	for (i = 0; ternion_game_option(game, i, &option) == TERNION_OK; i++)
		assert_string_equal(option.name, expected[i]);
	assert_int_equal(i, 5);
	assert_ok(ternion_game_option(game, 1, &option));
	assert_string_equal(option.choices[3], "moved");
	assert_string_equal(option.usual, "points");
	assert_ok(ternion_game_option(game, 2, &option));
	assert_null(option.choices);
	assert_int_equal(ternion_game_option(game, 99, &option), TERNION_END);
	ternion_game_free(game);
}

/* One word on a file that is no text, not one on each of its lines. */
TEST(binary_inputs_are_told_once)
{
	static const char packed[] = "BZh91AY&SY\n\n[Event\n1. e4\n";
	struct ternion_diagnostic said = { .size = sizeof(said) };
	struct ternion_record_info info = { .size = sizeof(info) };
	struct ternion_reader *reader;
	struct ternion_record *record;

	assert_ok(ternion_open_text(packed, sizeof(packed), NULL, &reader));
	record = next(reader);
	assert_ok(ternion_record_describe(record, &info));
	assert_null(info.game);
	assert_ok(ternion_record_diagnostic(record, 0, &said));
	assert_string_equal(said.code, "file-binary");
	assert_int_equal(said.line, 1);
	assert_int_equal(
	    ternion_record_diagnostic(record, 1, &said), TERNION_END);
	assert_int_equal(ternion_next(reader, &record), TERNION_END);
	ternion_close(reader);
}

/* If no similar move is legal, there is no replacement. */
TEST(diagnostics_without_a_fix)
{
	static const char *const texts[] = { "1. Kl9 *\n", "1. ??? *\n" };
	struct ternion_read_options options = { .size = sizeof(options),
		.game = "dreierschach" };
	struct ternion_diagnostic diag = { .size = sizeof(diag) };
	struct ternion_reader *reader;

	for (int i = 0; i < 2; i++) {
		assert_ok(ternion_open_text(
		    texts[i], strlen(texts[i]), &options, &reader));
		assert_ok(ternion_record_diagnostic(next(reader), 0, &diag));
		assert_int_equal(diag.severity, TERNION_ERROR);
		assert_null(strstr(diag.message, "did you mean"));
		assert_null(diag.fix);
		ternion_close(reader);
	}
}

/*
 * A wrong cell has a replacement of its own if the meant move differs only in
 * that cell.
 */
TEST(diagnostics_of_a_cell)
{
	static const char *const cases[][2] = { { "1. Nb33 *\n", "b3" },
		{ "1. fg33 *\n", "g3" }, { "1. a99 *\n", "ab3" },
		{ "1. z9 *\n", NULL } };
	struct ternion_read_options options = { .size = sizeof(options),
		.game = "dreierschach" };
	struct ternion_diagnostic diag = { .size = sizeof(diag) };
	struct ternion_reader *reader;

	for (int i = 0; i < 4; i++) {
		assert_ok(ternion_open_text(
		    cases[i][0], strlen(cases[i][0]), &options, &reader));
		assert_ok(ternion_record_diagnostic(next(reader), 0, &diag));
		assert_string_equal(diag.code, "cell-off-board");
		if (cases[i][1] != NULL)
			assert_string_equal(diag.fix, cases[i][1]);
		else
			assert_null(diag.fix);
		ternion_close(reader);
	}
}

/*
 * A diagnostic has a fix if one text replaces the faulty one: the move with
 * which the rest can be played, or the only nearest name.
 */
TEST(diagnostics_with_a_fix)
{
#define GAME                                                               \
	"[Variant \"dreierschach\"]\n\n"                                   \
	"1. fh4 fh10 8j8 2. j4 dd7 N12k9 3. dd3 hi12 7j7 4. b4 Na4 12k12 " \
	"5. Qg3 eg9 j13 6. Rh8 Nd5 k4 7. Qxg9 bc6 Rxh8 8. "
#define REST " h9 i6 9. eg4 cxb4 Rxh9 10. Qm12 Nxc2 Kl7 11. "
#define END  " Qxa3 Rd9+ 12. Qxa6 Kxd9 j3 13. Qe8+ Nxe8 xh4 14. Rxh4 *\n"
	static const char *const cases[][3] = {
		{ GAME "Qxc6" REST "a3" END, "move-geometry", "Qxc7" },
		{ GAME "Qxc7" REST "a4" END, "move-flank", NULL },
		{ "[Raund \"1\"]\n[Variant \"dreierschach\"]\n\n1. ee3 *\n",
		    "tag-near", "Round" },
		{ "[Sate \"1\"]\n[Variant \"dreierschach\"]\n\n1. ee3 *\n",
		    "tag-near", NULL },
	};
	struct ternion_diagnostic diag = { .size = sizeof(diag) };

	for (int i = 0; i < 4; i++) {
		struct ternion_reader *reader = open_text(cases[i][0]);

		assert_ok(ternion_record_diagnostic(next(reader), 0, &diag));
		assert_string_equal(diag.code, cases[i][1]);
		if (cases[i][2] != NULL)
			assert_string_equal(diag.fix, cases[i][2]);
		else
			assert_null(diag.fix);
		ternion_close(reader);
	}
}

TEST(captures_are_told)
{
	struct ternion_reader *reader =
	    open_text("[Variant \"dreierschach\"]\n[SetUp \"1\"]\n[Position "
		      "\"wRa1,gPa2,wKe2,gKe10,bKm9 w w-.g-.b- - aaa 0 1\"]\n\n"
		      "1. Rxa2 *\n");
	struct ternion_move_info info = { .size = sizeof(info) };
	struct ternion_move *move;

	assert_ok(ternion_ply_move(ternion_record_ply(next(reader)), &move));
	assert_ok(ternion_move_describe(move, &info));
	assert_string_equal(info.type, "capture");
	assert_true(info.captures);
	ternion_move_free(move);
	ternion_close(reader);
}

TEST(diagnostics_have_places)
{
	struct ternion_record_info info = { .size = sizeof(info) };
	struct ternion_diagnostic diag = { .size = sizeof(diag) };
	struct ternion_reader *reader = open_text(faulty_text);
	struct ternion_record *record = next(reader);

	assert_ok(ternion_record_describe(record, &info));
	assert_true(info.faulty);
	assert_false(info.complete);
	assert_int_equal(info.plies, 0);
	assert_ok(ternion_record_diagnostic(record, 0, &diag));
	assert_string_equal(diag.code, "move-flank");
	assert_int_equal(diag.severity, TERNION_ERROR);
	assert_non_null(strstr(diag.message, "it would pass between"));
	assert_string_equal(diag.fix, "bc3");
	assert_int_equal(diag.ply, 1);
	assert_int_equal(diag.line, 6);
	assert_int_equal(diag.column, 4);
	assert_int_equal(diag.end_line, 6);
	assert_int_equal(diag.end_column, 7);
	assert_int_equal(diag.length, 3);
	assert_memory_equal(faulty_text + diag.offset, "Bc3", 3);
	assert_ok(ternion_record_diagnostic(record, 1, &diag));
	assert_string_equal(diag.code, "moves-unchecked");
	assert_int_equal(diag.severity, TERNION_NOTE);
	assert_null(diag.fix);
	assert_int_equal(
	    ternion_record_diagnostic(record, 2, &diag), TERNION_END);
	assert_int_equal(
	    ternion_record_diagnostic(record, 0, NULL), TERNION_MISUSE);
	ternion_close(reader);
}

/* A byte order mark is no part of a text, and counts in offsets. */
TEST(marks_are_skipped)
{
	struct ternion_diagnostic diag = { .size = sizeof(diag) };
	char text[sizeof(faulty_text) + 3] = "\xef\xbb\xbf";
	struct ternion_reader *reader;

	memcpy(text + 3, faulty_text, sizeof(faulty_text));
	reader = open_text(text);
	assert_ok(ternion_record_diagnostic(next(reader), 0, &diag));
	assert_memory_equal(text + diag.offset, "Bc3", 3);
	assert_int_equal(diag.column, 4);
	ternion_close(reader);
}

/* Offsets are right after any number of windows. */
TEST(offsets_in_long_files)
{
	enum {
		GAMES = 4000
	};
	struct ternion_diagnostic diag = { .size = sizeof(diag) };
	char path[] = "/tmp/test_ternion.XXXXXX";
	size_t len = strlen(faulty_text) + 1;
	struct ternion_reader *reader;
	FILE *file = fdopen(mkstemp(path), "w");
	int unused, closed;

	assert_non_null(file);
	for (int i = 0; i < GAMES; i++)
		fprintf(file, "%s\n", faulty_text);
	fclose(file);
	unused = dup(STDIN_FILENO);
	close(unused);
	assert_ok(ternion_open_file(path, NULL, &reader));
	for (size_t i = 0; i < GAMES; i++) {
		assert_ok(ternion_record_diagnostic(next(reader), 0, &diag));
		assert_int_equal(diag.offset,
		    i * len +
			(size_t)(strstr(faulty_text, "Bc3") - faulty_text));
		assert_int_equal(diag.line, 7 * i + 6);
	}
	ternion_close(reader);
	closed = dup(STDIN_FILENO);
	close(closed);
	assert_int_equal(closed, unused);
	remove(path);
}

/* The file's name decides the format, not its text. */
TEST(name_of_a_file_decides_its_format)
{
	char folder[] = "/tmp/test_ternion.XXXXXX", path[64];
	struct ternion_reader *reader;
	FILE *file;

	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/comment.pgn", folder);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs("{ a comment } 1. fh4 *\n", file);
	fclose(file);
	assert_ok(ternion_open_file(path, NULL, &reader));
	assert_non_null(ternion_record_ply(next(reader)));
	ternion_close(reader);
	remove(path);
	remove(folder);
}

static void
check_ply(struct ternion_ply *ply, const char *token, const char *move,
    unsigned player, unsigned number)
{
	struct ternion_ply_info info = { .size = sizeof(info) };

	assert_ok(ternion_ply_describe(ply, &info));
	assert_string_equal(info.token, token);
	assert_string_equal(info.move, move);
	assert_int_equal(info.player, player);
	assert_int_equal(info.number, number);
	assert_memory_equal(game_text + info.offset, token, info.length);
}

TEST(plies_are_walked)
{
	struct ternion_reader *reader = open_text(game_text);
	struct ternion_record *record = next(reader);
	struct ternion_ply *ply = ternion_record_ply(record), *variation;

	check_ply(ply, "fg3", "fg3", 0, 1);
	assert_ptr_equal(ternion_record_ply(record), ply);
	assert_null(ternion_ply_variation(ply, 0));
	assert_int_equal(ternion_ply_nag(ply, 0), 0);
	ply = ternion_ply_next(ply);
	check_ply(ply, "ff8", "ff8", 1, 1);
	assert_int_equal(ternion_ply_nag(ply, 0), 2);
	assert_int_equal(ternion_ply_nag(ply, 1), 0);
	assert_string_equal(ternion_ply_comment(ply, TERNION_BEHIND, 0),
	    "leaves the king's row open");
	assert_null(ternion_ply_comment(ply, TERNION_BEHIND, 1));
	assert_null(ternion_ply_comment(ply, TERNION_BEFORE, 0));
	assert_null(ternion_ply_comment(ply, (enum ternion_place)9, 0));
	assert_string_equal(
	    ternion_ply_comment(ply, TERNION_AFTER, 0), "after");
	variation = ternion_ply_variation(ply, 1);
	check_ply(variation, "ef9!", "ef9", 1, 1);
	assert_int_equal(ternion_ply_nag(variation, 0), 1);
	assert_null(ternion_ply_next(variation));
	variation = ternion_ply_variation(ply, 0);
	assert_ptr_equal(ternion_ply_variation(ply, 0), variation);
	assert_null(ternion_ply_variation(ply, 2));
	check_ply(variation, "Nd6", "Nd6", 1, 1);
	variation = ternion_ply_next(ternion_ply_next(variation));
	check_ply(variation, "Nh4", "Nh4", 0, 2);
	ply = ternion_ply_next(ply);
	assert_string_equal(
	    ternion_ply_comment(ply, TERNION_BEFORE, 0), "before");
	ply = ternion_ply_next(ply);
	check_ply(ply, "Qh7++", "Qh7++", 0, 2);
	assert_null(ternion_ply_next(ply));
	ternion_close(reader);
}

TEST(plies_are_asked_wrongly)
{
	struct ternion_ply_info info = { .size = sizeof(info) };
	struct ternion_reader *reader = open_text(faulty_text);
	struct ternion_ply *ply = ternion_record_ply(next(reader));
	struct ternion_position *position;
	struct ternion_move *move;

	assert_null(ternion_ply_next(NULL));
	assert_null(ternion_ply_variation(NULL, 0));
	assert_int_equal(ternion_ply_nag(NULL, 0), 0);
	assert_null(ternion_ply_comment(NULL, TERNION_BEFORE, 0));
	assert_int_equal(ternion_ply_describe(NULL, &info), TERNION_MISUSE);
	assert_int_equal(ternion_ply_describe(ply, NULL), TERNION_MISUSE);
	assert_int_equal(ternion_ply_move(NULL, &move), TERNION_MISUSE);
	assert_int_equal(ternion_ply_move(ply, NULL), TERNION_MISUSE);
	assert_int_equal(ternion_ply_position(NULL, &position), TERNION_MISUSE);
	assert_int_equal(ternion_ply_position(ply, NULL), TERNION_MISUSE);
	/* An illegal ply, and one after it. */
	for (; ply != NULL; ply = ternion_ply_next(ply)) {
		assert_ok(ternion_ply_describe(ply, &info));
		assert_null(info.move);
		assert_int_equal(info.player, TERNION_NOBODY);
		assert_int_equal(ternion_ply_move(ply, &move), TERNION_FAULTY);
		assert_null(move);
		assert_int_equal(
		    ternion_ply_position(ply, &position), TERNION_FAULTY);
		assert_null(position);
	}
	ternion_close(reader);
}

/* Checks that the position after a ply is the one after these moves. */
static void
check_after(struct ternion_ply *ply, const char *const *moves)
{
	struct ternion_game *game = open_game("dreierschach");
	struct ternion_position *expected = play(game, moves), *position;
	char *text;

	assert_ok(ternion_position_write(expected, "3pf", NULL, &text, NULL));
	assert_ok(ternion_ply_position(ply, &position));
	check_position(position, text);
	ternion_free(text);
	ternion_position_free(position);
	ternion_position_free(expected);
	ternion_game_free(game);
}

#define MOVES(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* Positions in any order, forwards, backwards and in variations. */
TEST(plies_have_positions)
{
	struct ternion_reader *reader = open_text(game_text);
	struct ternion_record *record = next(reader);
	struct ternion_ply *ply[4], *variation, *deep;

	ply[0] = ternion_record_ply(record);
	for (int i = 1; i < 4; i++)
		ply[i] = ternion_ply_next(ply[i - 1]);
	variation = ternion_ply_variation(ply[1], 0);
	deep = ternion_ply_variation(
	    ternion_ply_next(ternion_ply_next(variation)), 0);
	check_after(deep, MOVES("fg3", "Nd6", "10j8", "Nb3"));
	check_after(ply[3], MOVES("fg3", "ff8", "10j8", "Qh7"));
	check_after(ply[0], MOVES("fg3"));
	check_after(ply[1], MOVES("fg3", "ff8"));
	check_after(variation, MOVES("fg3", "Nd6"));
	check_after(ply[2], MOVES("fg3", "ff8", "10j8"));
	check_after(deep, MOVES("fg3", "Nd6", "10j8", "Nb3"));
	check_after(ternion_ply_variation(ply[1], 1), MOVES("fg3", "ef9"));
	ternion_close(reader);
}

TEST(plies_have_moves)
{
	struct ternion_move_info info = { .size = sizeof(info) };
	struct ternion_position_info end = { .size = sizeof(end) };
	struct ternion_reader *reader = open_text(game_text);
	struct ternion_ply *ply = ternion_record_ply(next(reader));
	struct ternion_position *after;
	struct ternion_move *move;

	for (int player = 1; player < 3; player++) {
		ply = ternion_ply_next(ply);
		assert_ok(ternion_ply_move(ply, &move));
		assert_ok(ternion_move_describe(move, &info));
		assert_int_equal(info.player, player);
		ternion_move_free(move);
	}
	while (ternion_ply_next(ply) != NULL)
		ply = ternion_ply_next(ply);
	assert_ok(ternion_ply_move(ply, &move));
	assert_ok(ternion_ply_position(ply, &after));
	/* They outlive the record. */
	ternion_close(reader);
	assert_ok(ternion_move_describe(move, &info));
	assert_string_equal(info.type, "quiet");
	assert_int_equal(info.player, 0);
	assert_int_equal(info.piece, 'Q');
	assert_int_equal(info.promotion, 0);
	assert_false(info.captures);
	assert_string_equal(info.from, "e1");
	assert_string_equal(info.to, "h7");
	assert_true(info.attacked != 0);
	assert_true(info.mated != 0);
	ternion_move_free(move);
	assert_ok(ternion_position_describe(after, &end));
	assert_string_equal(end.result, "1-0-3");
	ternion_position_free(after);
}

TEST(records_start_from_a_position)
{
	static const char placed[] =
	    "[Variant \"dreierschach\"]\n[SetUp \"1\"]\n[Position "
	    "\"wKd1,wPa2,gKe10,bKm9 w w-.g-.b- - aaa 0 1\"]\n\n"
	    "{nothing yet} {at all} *\n";
	struct ternion_reader *reader = open_text(placed);
	struct ternion_record *record = next(reader);
	struct ternion_position *position;
	char *text;

	assert_ok(ternion_record_position(record, &position));
	assert_ok(ternion_record_write(record, NULL, &text, NULL));
	assert_non_null(strstr(text,
	    "[Position \"wPa2,wKd1,gKe10,bKm9 w w-.g-.b- - aaa 0 1\"]\n"));
	ternion_free(text);
	assert_string_equal(ternion_record_comment(record, 0), "nothing yet");
	assert_string_equal(ternion_record_comment(record, 1), "at all");
	assert_null(ternion_record_comment(record, 2));
	assert_null(ternion_record_ply(record));
	assert_int_equal(ternion_record_position(record, NULL), TERNION_MISUSE);
	ternion_close(reader);
	check_position(position, "wPa2,wKd1,gKe10,bKm9 w w-.g-.b- - aaa 0 1");
	ternion_position_free(position);
	/* The start of an unknown game is unknown. */
	reader = open_text("1. e4 *\n");
	assert_int_equal(
	    ternion_record_position(next(reader), &position), TERNION_FAULTY);
	assert_null(position);
	ternion_close(reader);
}

TEST(records_are_written)
{
	struct ternion_write_options options = { .size = sizeof(options),
		.notation = "siege" };
	struct ternion_reader *reader = open_text(game_text);
	struct ternion_record *record = next(reader);
	struct ternion_ply *ply = ternion_record_ply(record);
	size_t length;
	char *text, *again;

	assert_ok(ternion_record_write(record, &options, &text, &length));
	assert_int_equal(length, strlen(text));
	assert_non_null(strstr(text, "1. W2f-3g G2d-4f(?)"));
	ternion_free(text);
	/* Its plies and the next text written are unchanged. */
	check_ply(ply, "fg3", "fg3", 0, 1);
	assert_ok(ternion_record_write(record, NULL, &text, NULL));
	assert_non_null(strstr(text, "1. fg3 ff8 $2 {leaves"));
	options.notation = NULL;
	options.format = "pgn";
	options.letters = "en";
	assert_ok(ternion_record_write(record, &options, &again, NULL));
	ternion_free(again);
	options.letters = "de";
	assert_ok(ternion_record_write(record, &options, &again, NULL));
	assert_non_null(strstr(again, "Dh7++"));
	ternion_free(again);
	ternion_close(reader);
	/* It reads as it was, from the usual start. */
	assert_null(strstr(text, "[Position "));
	reader = open_text(text);
	assert_ok(ternion_record_write(next(reader), NULL, &again, NULL));
	check_given(again, text);
	ternion_free(text);
	ternion_close(reader);
}

TEST(faulty_records_are_written_in_part)
{
	struct ternion_write_options options = { .size = sizeof(options),
		.partial = true };
	struct ternion_reader *reader =
	    open_text("[Variant \"dreierschach\"]\n\n1. fg3 ff8 Bc3 Nd6 *\n");
	struct ternion_record *record = next(reader);
	char *text;

	assert_int_equal(
	    ternion_record_write(record, NULL, &text, NULL), TERNION_FAULTY);
	assert_ok(ternion_record_write(record, &options, &text, NULL));
	assert_non_null(strstr(text, "{not replayed, because Black's bishop "));
	ternion_free(text);
	ternion_close(reader);
	reader = open_text("1. e4 *\n");
	assert_int_equal(
	    ternion_record_write(next(reader), &options, &text, NULL),
	    TERNION_FAULTY);
	ternion_close(reader);
}

TEST(games_of_a_page_are_written_alone)
{
	struct ternion_write_options options = { .size = sizeof(options),
		.format = "html" };
	struct ternion_reader *reader = open_text(game_text);
	struct ternion_record *record = next(reader);
	char *page, *game;

	assert_ok(ternion_record_write(record, &options, &page, NULL));
	options.game_alone = true;
	assert_ok(ternion_record_write(record, &options, &game, NULL));
	assert_int_equal(strncmp(game, "<script type=", 13), 0);
	assert_non_null(strstr(page, game));
	ternion_free(page);
	ternion_free(game);
	ternion_close(reader);
}

TEST(records_in_every_format)
{
	static const char *const begin[] = { "pgn", "[Event ", "yaml", "---",
		"json", "{", "jsonl", "{", "html", "<!DOCTYPE html>" };
	struct ternion_write_options options = { .size = sizeof(options) };
	struct ternion_reader *reader = open_text(game_text);
	struct ternion_record *record = next(reader);
	char *text;

	for (size_t i = 0; i < sizeof(begin) / sizeof(begin[0]); i += 2) {
		options.format = begin[i];
		assert_ok(ternion_record_write(record, &options, &text, NULL));
		if (strcmp(begin[i], "yaml") != 0)
			assert_memory_equal(
			    text, begin[i + 1], strlen(begin[i + 1]));
		assert_non_null(strstr(text, "Club night"));
		ternion_free(text);
	}
	options.format = "trace"; /* which is for reading */
	assert_int_equal(ternion_record_write(record, &options, &text, NULL),
	    TERNION_UNKNOWN);
	assert_null(text);
	options.format = NULL;
	options.notation = "triumvirate"; /* for boards of segments */
	assert_int_equal(ternion_record_write(record, &options, &text, NULL),
	    TERNION_UNKNOWN);
	options.notation = NULL;
	options.letters = "runes";
	assert_int_equal(ternion_record_write(record, &options, &text, NULL),
	    TERNION_UNKNOWN);
	options.size = 1;
	assert_int_equal(ternion_record_write(record, &options, &text, NULL),
	    TERNION_MISUSE);
	assert_int_equal(
	    ternion_record_write(record, NULL, NULL, NULL), TERNION_MISUSE);
	ternion_close(reader);
	reader = open_text(faulty_text);
	assert_int_equal(ternion_record_write(next(reader), NULL, &text, NULL),
	    TERNION_FAULTY);
	assert_null(text);
	ternion_close(reader);
}

TEST(positions_are_read)
{
	static const char few[] = "wPa2,wKd1,gKe10,bKm9 w w-.g-.b- - aaa 0 1";
	struct ternion_diagnostic diag = { .size = sizeof(diag) };
	struct ternion_game *game = open_game("dreierschach");
	struct ternion_position *position, *start;
	char *text;

	assert_ok(ternion_position_read(game, few, &position));
	check_position(position, few);
	ternion_position_free(position);
	start = start_of(game);
	assert_ok(ternion_position_write(start, "3pf", NULL, &text, NULL));
	assert_ok(ternion_position_read(game, "start", &position));
	check_position(position, text);
	ternion_position_free(position);
	ternion_position_free(start);
	ternion_free(text);
	assert_int_equal(
	    ternion_position_read(game, "wKd1 q", &position), TERNION_FAULTY);
	assert_null(position);
	assert_ok(ternion_game_diagnostic(game, 0, &diag));
	assert_int_equal(diag.severity, TERNION_ERROR);
	assert_int_equal(diag.line, 1);
	assert_int_equal(diag.offset, 5);
	assert_int_equal(ternion_game_diagnostic(game, 99, &diag), TERNION_END);
	assert_int_equal(
	    ternion_game_diagnostic(NULL, 0, &diag), TERNION_MISUSE);
	assert_int_equal(
	    ternion_game_diagnostic(game, 0, NULL), TERNION_MISUSE);
	assert_int_equal(
	    ternion_position_read(NULL, few, &position), TERNION_MISUSE);
	assert_int_equal(
	    ternion_position_read(game, NULL, &position), TERNION_MISUSE);
	assert_int_equal(
	    ternion_position_read(game, few, NULL), TERNION_MISUSE);
	assert_int_equal(
	    ternion_position_start(NULL, &position), TERNION_MISUSE);
	assert_int_equal(ternion_position_start(game, NULL), TERNION_MISUSE);
	ternion_game_free(game);
}

/* The options of a position are those of its game from then on. */
TEST(positions_state_options)
{
	static const char stated[] =
	    "wRa1,wKe1,rKe11,wRh1,bKn10 w wQK.r-.b- - aaa 0 9 opt=Pope:no";
	struct ternion_game *game = open_game("siege");
	struct ternion_position *position;
	struct ternion_game_info info = { .size = sizeof(info) };

	assert_ok(ternion_position_read(game, stated, &position));
	assert_ptr_not_equal(ternion_position_game(position), game);
	assert_ok(
	    ternion_game_describe(ternion_position_game(position), &info));
	assert_string_equal(info.id, "siege");
	ternion_game_free(game);
	check_position(position, stated);
	ternion_position_free(position);
}

TEST(positions_are_described)
{
	struct ternion_position_info info = { .size = sizeof(info) };
	struct ternion_game *game = open_game("dreierschach");
	struct ternion_position *position =
	    play(game, MOVES("fg3", "ff8", "10j8+"));

	assert_ok(ternion_position_describe(position, &info));
	assert_int_equal(info.to_move, 0);
	assert_int_equal(info.out, 0);
	assert_int_equal(info.attacked, 1u << 1);
	assert_int_equal(info.number, 2);
	assert_null(info.result);
	assert_null(info.ending);
	assert_int_equal(info.winner, TERNION_NOBODY);
	assert_int_equal(
	    ternion_position_describe(NULL, &info), TERNION_MISUSE);
	assert_int_equal(
	    ternion_position_describe(position, NULL), TERNION_MISUSE);
	ternion_position_free(position);
	position = play(game, MOVES("fg3", "ff8", "10j8+", "Qh7++"));
	assert_ok(ternion_position_describe(position, &info));
	assert_string_equal(info.result, "1-0-3");
	assert_string_equal(info.ending, "mate");
	assert_int_equal(info.winner, 2);
	ternion_position_free(position);
	ternion_game_free(game);
}

TEST(pieces_stand_on_cells)
{
	struct ternion_game_info info = { .size = sizeof(info) };
	struct ternion_piece piece = { .size = sizeof(piece) };
	struct ternion_game *game = open_game("dreierschach");
	struct ternion_position *position = start_of(game);
	unsigned pieces = 0, kings = 0;

	assert_ok(ternion_game_describe(game, &info));
	for (size_t i = 0; i < info.cells; i++) {
		assert_ok(ternion_position_piece(position, i, &piece));
		pieces += piece.kind != '\0';
		kings += piece.kind == 'K';
		if (strcmp(piece.cell, "a1") == 0) {
			assert_int_equal(piece.kind, 'R');
			assert_int_equal(piece.owner, 0);
			assert_int_equal(piece.colour, 0);
			assert_false(piece.promoted);
		}
		if (strcmp(piece.cell, "g6") == 0) {
			assert_int_equal(piece.kind, 0);
			assert_int_equal(piece.owner, TERNION_NOBODY);
		}
	}
	assert_int_equal(kings, 3);
	assert_true(pieces > 40);
	assert_int_equal(
	    ternion_position_piece(position, info.cells, &piece), TERNION_END);
	assert_int_equal(
	    ternion_position_piece(position, SIZE_MAX, &piece), TERNION_END);
	assert_int_equal(
	    ternion_position_piece(NULL, 0, &piece), TERNION_MISUSE);
	assert_int_equal(
	    ternion_position_piece(position, 0, NULL), TERNION_MISUSE);
	ternion_position_free(position);
	ternion_game_free(game);
}

/* In Siege Chess check is declared against all kings, one, or none. */
TEST(declarations_are_listed)
{
	struct ternion_game *game = open_game("siege");
	struct ternion_position *position;
	struct ternion_move *move;
	unsigned found = 0;
	size_t count;
	char *text;

	assert_ok(ternion_position_read(game,
	    "rPc9,wKe1,rKe12,wRk13,bOm8,bKp12 w w-.r-.b- - aaa 0 20",
	    &position));
	assert_ok(ternion_position_moves(position, TERNION_TURNS, &count));
	for (size_t i = 0; i < count; i++) {
		static const char *const texts[] = { "W13f-12g(C)",
			"W13f-12g(CR)", "W13f-12g(CB)", "W13f-12g" };

		assert_ok(ternion_position_move(position, i, &move));
		assert_ok(ternion_move_write(move, NULL, NULL, &text, NULL));
		for (unsigned t = 0; t < 4; t++)
			found += strcmp(text, texts[t]) == 0 ? 1u << 4 * t : 0;
		ternion_free(text);
		ternion_move_free(move);
	}
	assert_int_equal(found, 0x1111);
	ternion_position_free(position);
	ternion_game_free(game);
}

/* In Bn Em's game each of two players may move after White's first move. */
TEST(turns_of_other_players_are_listed)
{
	static const char *const first[] = { "bnem", "dreierschach" };

	for (size_t i = 0; i < 2; i++) {
		struct ternion_game *game = open_game(first[i]);
		struct ternion_position *position = start_of(game), *after;
		struct ternion_move_info info = { .size = sizeof(info) };
		struct ternion_move *move;
		unsigned players = 0;
		size_t count, all;
		char *text;

		assert_ok(ternion_position_move(position, 0, &move));
		assert_ok(ternion_move_make(move, &after));
		ternion_move_free(move);
		assert_ok(
		    ternion_position_moves(after, TERNION_ALL_MOVES, &all));
		assert_ok(ternion_position_moves(after, TERNION_TURNS, &count));
		assert_int_equal(count > all, i == 0);
		for (size_t at = 0; at < count; at++) {
			assert_ok(ternion_position_move(after, at, &move));
			assert_ok(ternion_move_describe(move, &info));
			assert_int_equal(info.player == 1, at < all);
			assert_ok(
			    ternion_move_write(move, NULL, NULL, &text, NULL));
			assert_int_equal(
			    strncmp(text, "B:", 2) == 0, at >= all);
			ternion_free(text);
			players |= 1u << info.player;
			ternion_move_free(move);
		}
		assert_int_equal(players, i == 0 ? 6 : 2);
		ternion_position_free(after);
		ternion_position_free(position);
		ternion_game_free(game);
	}
}

TEST(legal_moves_are_listed)
{
	struct ternion_game *game = open_game("siege");
	struct ternion_position *position = start_of(game);
	struct ternion_move *move;
	size_t count, all;

	/* Without a list one is made. */
	assert_ok(ternion_position_move(position, 0, &move));
	ternion_move_free(move);
	assert_ok(ternion_position_moves(position, TERNION_MOVES, &count));
	assert_ok(ternion_position_moves(position, TERNION_ALL_MOVES, &all));
	assert_true(all > count && count > 0);
	assert_ok(ternion_position_move(position, all - 1, &move));
	ternion_move_free(move);
	assert_int_equal(
	    ternion_position_move(position, all, &move), TERNION_END);
	assert_null(move);
	assert_int_equal(ternion_position_moves(NULL, TERNION_MOVES, &count),
	    TERNION_MISUSE);
	assert_int_equal(ternion_position_moves(position, TERNION_MOVES, NULL),
	    TERNION_MISUSE);
	assert_int_equal(
	    ternion_position_moves(position, (enum ternion_moves)7, &count),
	    TERNION_MISUSE);
	assert_int_equal(ternion_position_move(NULL, 0, &move), TERNION_MISUSE);
	assert_int_equal(
	    ternion_position_move(position, 0, NULL), TERNION_MISUSE);
	ternion_position_free(position);
	ternion_game_free(game);
}

TEST(moves_are_judged)
{
	struct ternion_diagnostic diag = { .size = sizeof(diag) };
	struct ternion_game *game = open_game("dreierschach");
	struct ternion_position *position = start_of(game);
	struct ternion_move *move;
	size_t length;
	char *text;

	assert_ptr_equal(ternion_position_game(position), game);
	assert_ok(ternion_position_judge(position, "Sd4", NULL, &move));
	assert_ok(ternion_move_write(move, NULL, NULL, &text, &length));
	assert_int_equal(length, 3);
	check_given(text, "Nd4");
	assert_ok(ternion_move_write(move, "coordinate", NULL, &text, NULL));
	check_given(text, "c1d4");
	assert_ok(ternion_move_write(move, NULL, "figurine", &text, NULL));
	check_given(text,
	    "\xe2\x99\x98"
	    "d4");
	assert_int_equal(
	    ternion_move_write(move, "triumvirate", NULL, &text, NULL),
	    TERNION_UNKNOWN);
	assert_null(text);
	assert_int_equal(
	    ternion_move_write(move, NULL, "fr", &text, NULL), TERNION_UNKNOWN);
	ternion_move_free(move);
	assert_int_equal(ternion_game_diagnostic(game, 0, &diag), TERNION_END);
	assert_ok(
	    ternion_position_judge(position, "c1d4", "coordinate", &move));
	ternion_move_free(move);
	/* A legal move with a wrong mark. */
	assert_int_equal(ternion_position_judge(position, "Nd4+", NULL, &move),
	    TERNION_FAULTY);
	assert_null(move);
	assert_ok(ternion_game_diagnostic(game, 0, &diag));
	assert_string_equal(diag.code, "false-check");
	assert_int_equal(ternion_position_judge(position, "Nd5", NULL, &move),
	    TERNION_FAULTY);
	assert_ok(ternion_game_diagnostic(game, 0, &diag));
	assert_string_equal(diag.code, "move-geometry");
	assert_non_null(diag.fix);
	assert_int_equal(diag.length, 3);
	/* A token that is not a move at all is replaced by the nearest. */
	assert_int_equal(ternion_position_judge(position, "Nd$4", NULL, &move),
	    TERNION_FAULTY);
	assert_ok(ternion_game_diagnostic(game, 0, &diag));
	assert_string_equal(diag.code, "move-syntax");
	assert_string_equal(diag.fix, "Nd4");
	assert_int_equal(
	    ternion_position_judge(position, "", NULL, &move), TERNION_FAULTY);
	assert_int_equal(
	    ternion_position_judge(position, "Nd4", "descriptive", &move),
	    TERNION_UNKNOWN);
	assert_int_equal(
	    ternion_position_judge(NULL, "Nd4", NULL, &move), TERNION_MISUSE);
	assert_int_equal(ternion_position_judge(position, NULL, NULL, &move),
	    TERNION_MISUSE);
	assert_int_equal(ternion_position_judge(position, "Nd4", NULL, NULL),
	    TERNION_MISUSE);
	ternion_position_free(position);
	ternion_game_free(game);
}

TEST(moves_are_asked_wrongly)
{
	struct ternion_move_info info = { .size = sizeof(info) };
	struct ternion_game *game = open_game("dreierschach");
	struct ternion_position *position = start_of(game);
	struct ternion_move *move;
	char *text;

	assert_ok(ternion_position_move(position, 0, &move));
	assert_int_equal(ternion_move_describe(NULL, &info), TERNION_MISUSE);
	assert_int_equal(ternion_move_describe(move, NULL), TERNION_MISUSE);
	assert_int_equal(
	    ternion_move_write(NULL, NULL, NULL, &text, NULL), TERNION_MISUSE);
	assert_int_equal(
	    ternion_move_write(move, NULL, NULL, NULL, NULL), TERNION_MISUSE);
	ternion_position_free(position);
	assert_int_equal(ternion_move_make(NULL, &position), TERNION_MISUSE);
	assert_null(position);
	assert_int_equal(ternion_move_make(move, NULL), TERNION_MISUSE);
	ternion_move_free(move);
	ternion_game_free(game);
}

TEST(positions_are_drawn)
{
	size_t sizes[TERNION_LABELS_NONE + 1];
	struct ternion_draw_options options = { .size = sizeof(options),
		.seat = 1 };
	struct ternion_game *game = open_game("triumvirate");
	struct ternion_position *position = start_of(game), *after;
	struct ternion_move *move;
	size_t length;
	char *text, *other;

	assert_ok(ternion_position_write(
	    position, "ascii", &options, &text, &length));
	assert_int_equal(length, strlen(text));
	options.seat = 2;
	assert_ok(
	    ternion_position_write(position, "ascii", &options, &other, NULL));
	assert_string_not_equal(text, other);
	ternion_free(text);
	ternion_free(other);
	assert_ok(
	    ternion_position_write(position, "unicode", NULL, &text, NULL));
	assert_null(strchr(text, '\x1b'));
	ternion_free(text);
	options.colour = true;
	assert_ok(
	    ternion_position_write(position, "unicode", &options, &text, NULL));
	assert_non_null(strchr(text, '\x1b'));
	ternion_free(text);
	assert_ok(ternion_position_move(position, 0, &move));
	assert_ok(ternion_move_make(move, &after));
	options.last = move;
	options.width = 300;
	for (int l = TERNION_LABELS_USUAL; l <= TERNION_LABELS_NONE; l++) {
		options.labels = l;
		assert_ok(ternion_position_write(
		    after, "svg", &options, &text, NULL));
		assert_non_null(strstr(text, "width=\"300\""));
		sizes[l] = strlen(text);
		ternion_free(text);
	}
	/* Each name is a text in the drawing. */
	assert_true(sizes[TERNION_LABELS_NONE] < sizes[TERNION_LABELS_EDGES]);
	assert_true(sizes[TERNION_LABELS_NONE] < sizes[TERNION_LABELS_CELLS]);
	options.last = NULL;
	assert_ok(ternion_position_write(after, "svg", &options, &text, NULL));
	assert_true(strlen(text) < sizes[TERNION_LABELS_NONE]);
	ternion_free(text);
	options.last = move;
	options.labels = TERNION_LABELS_USUAL;
	options.width = 1;
	assert_ok(ternion_position_write(after, "svg", &options, &text, NULL));
	assert_non_null(strstr(text, "width=\"1\""));
	ternion_free(text);
	/* Cells have the names of the notation. */
	options.labels = TERNION_LABELS_CELLS;
	options.width = 1000;
	options.notation = "triumvirate";
	assert_ok(ternion_position_write(after, "svg", &options, &text, NULL));
	assert_non_null(strstr(text, ">B2.0<"));
	assert_non_null(strstr(text, "class=\"panels"));
	ternion_free(text);
	options.labels = TERNION_LABELS_NONE + 1;
	assert_int_equal(
	    ternion_position_write(after, "svg", &options, &text, NULL),
	    TERNION_MISUSE);
	assert_null(text);
	options.labels = TERNION_LABELS_USUAL;
	options.notation = "descriptive";
	assert_int_equal(
	    ternion_position_write(after, "svg", &options, &text, NULL),
	    TERNION_UNKNOWN);
	options.seat = TERNION_NOBODY;
	assert_int_equal(
	    ternion_position_write(after, "ascii", &options, &text, NULL),
	    TERNION_MISUSE);
	assert_int_equal(
	    ternion_position_write(after, "png", NULL, &text, NULL),
	    TERNION_UNKNOWN);
	assert_int_equal(ternion_position_write(NULL, "svg", NULL, &text, NULL),
	    TERNION_MISUSE);
	assert_int_equal(ternion_position_write(after, NULL, NULL, &text, NULL),
	    TERNION_MISUSE);
	assert_int_equal(ternion_position_write(after, "svg", NULL, NULL, NULL),
	    TERNION_MISUSE);
	ternion_move_free(move);
	ternion_position_free(after);
	ternion_position_free(position);
	ternion_game_free(game);
}

/* Handles keep their data alive. */
TEST(handles_are_freed_in_any_order)
{
	struct ternion_game *game = open_game("bnem");
	struct ternion_position *position = start_of(game), *after;
	struct ternion_move *move;
	char *text;

	ternion_game_free(game);
	assert_ok(ternion_position_move(position, 3, &move));
	ternion_position_free(position);
	assert_ok(ternion_move_make(move, &after));
	assert_ok(ternion_move_write(move, NULL, NULL, &text, NULL));
	ternion_move_free(move);
	ternion_free(text);
	assert_ok(ternion_position_write(after, "json", NULL, &text, NULL));
	ternion_position_free(after);
	ternion_free(text);
}

/* Plays the first move again and again; the number of plies. */
static void *
play_alone(void *context)
{
	const char *id = context;
	struct ternion_position_info info = { .size = sizeof(info) };
	struct ternion_position *position, *after;
	struct ternion_game *game;
	struct ternion_move *move;
	uintptr_t plies = 0;
	size_t count;
	char *text;

	if (ternion_game_open(id, NULL, &game) != TERNION_OK ||
	    ternion_position_start(game, &position) != TERNION_OK)
		return NULL;
	while (plies < 200 &&
	    ternion_position_describe(position, &info) == TERNION_OK &&
	    info.result == NULL &&
	    ternion_position_moves(position, TERNION_MOVES, &count) ==
		TERNION_OK &&
	    ternion_position_move(position, plies % count, &move) ==
		TERNION_OK) {
		ternion_move_write(move, NULL, NULL, &text, NULL);
		ternion_move_free(move);
		if (ternion_position_judge(position, text, NULL, &move) !=
		    TERNION_OK)
			return NULL;
		ternion_free(text);
		ternion_move_make(move, &after);
		ternion_move_free(move);
		ternion_position_free(position);
		position = after;
		plies++;
	}
	ternion_position_free(position);
	ternion_game_free(game);
	return (void *)plies; /* NOLINT: a number in a pointer */
}

TEST(threads_do_not_meet)
{
	enum {
		THREADS = 8
	};
	pthread_t threads[THREADS];
	void *plies[2];

	for (size_t i = 0; i < THREADS; i++)
		assert_int_equal(
		    pthread_create(&threads[i], NULL, play_alone,
			(void *)(uintptr_t)ternion_id(TERNION_GAMES, i % 4)),
		    0);
	for (size_t i = 0; i < THREADS / 2; i++) {
		assert_int_equal(pthread_join(threads[i], &plies[0]), 0);
		assert_int_equal(
		    pthread_join(threads[i + THREADS / 2], &plies[1]), 0);
		assert_non_null(plies[0]);
		assert_ptr_equal(plies[0], plies[1]);
	}
}
