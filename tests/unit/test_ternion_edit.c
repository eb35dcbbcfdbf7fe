/*
 * The library makes, changes and repairs records and reports failures: every
 * function as its manual describes it, and the results of wrong calls.
 */
#include <errno.h>

#include "tests/unit/unit.h"
#include "formats/library/ternion.h"

#define assert_ok(call) assert_int_equal(call, TERNION_OK)

static struct ternion_game *
open_game(const char *id)
{
	struct ternion_game *game;

	assert_ok(ternion_game_open(id, NULL, &game));
	return game;
}

static struct ternion_record *
new_record(const char *id)
{
	struct ternion_game *game = open_game(id);
	struct ternion_record *record;

	assert_ok(ternion_record_new(game, &record));
	ternion_game_free(game);
	return record;
}

/* The first record of a text; the reader is put into *reader. */
static struct ternion_record *
read_record(const char *text, struct ternion_reader **reader)
{
	struct ternion_read_options options = { .size = sizeof(options),
		.repairs = true };
	struct ternion_record *record;

	assert_ok(ternion_open_text(text, strlen(text), &options, reader));
	assert_ok(ternion_next(*reader, &record));
	return record;
}

static struct ternion_ply *
append(struct ternion_record *record, const char *text)
{
	struct ternion_ply *ply;

	assert_ok(ternion_record_append(record, text, &ply));
	assert_non_null(ply);
	return ply;
}

/* Compares the movetext, which stands after the tags. */
static void
check_movetext(struct ternion_record *record, const char *expected)
{
	char *text;

	assert_ok(ternion_record_write(record, NULL, &text, NULL));
	assert_string_equal(strstr(text, "]\n\n") + 3, expected);
	ternion_free(text);
}

static void
check_tags(struct ternion_record *record, const char *expected)
{
	char *text;

	assert_ok(ternion_record_write(record, NULL, &text, NULL));
	assert_non_null(strstr(text, expected));
	ternion_free(text);
}

static void
check_error(enum ternion_status status, enum ternion_status expected,
    const char *code, const char *part)
{
	struct ternion_diagnostic error = { .size = sizeof(error) };

	assert_int_equal(status, expected);
	assert_ok(ternion_error(status, &error));
	assert_string_equal(error.code, code);
	assert_non_null(strstr(error.message, part));
}

TEST(records_are_made)
{
	struct ternion_record_info info = { .size = sizeof(info) };
	struct ternion_record *record = new_record("dreierschach");
	struct ternion_ply *ply;

	check_movetext(record, "*\n");
	append(record, "fg3");
	append(record, "ff8");
	append(record, "10j8+");
	ply = append(record, "Qh7++");
	assert_ok(ternion_record_set_result(record, "1-0-3"));
	assert_ok(ternion_record_set_tag(record, "White", "Ann"));
	check_movetext(record, "1. fg3 ff8 10j8+ 2. Qh7++ 1-0-3\n");
	check_tags(record, "[White \"Ann\"]\n");
	check_tags(record, "[Result \"1-0-3\"]\n");
	assert_ok(ternion_record_describe(record, &info));
	assert_string_equal(info.game, "dreierschach");
	assert_string_equal(info.result, "1-0-3");
	assert_int_equal(info.plies, 4);
	assert_true(info.complete);
	assert_false(info.faulty);
	assert_null(ternion_ply_next(ply));
	/* The game is over. */
	assert_int_equal(
	    ternion_record_append(record, "Nd6", &ply), TERNION_FAULTY);
	assert_null(ply);
	check_movetext(record, "1. fg3 ff8 10j8+ 2. Qh7++ 1-0-3\n");
	ternion_record_free(record);
}

/* Twice, a line is where it was, before the other variations. */
TEST(variations_are_promoted)
{
	static const char *const lines[] = {
		("1. fg3 {one} ff8 (1.. Nd6 {two} (1.. cd7) 1... 10j8 2. Nd4) "
		 "(1.. fh10) 1...\n"
		 "10j8+ 2. Qh7++ 1-0-3\n"),
		("1. fg3 {one} 1.. Nd6 {two} (1.. ff8 10j8+ 2. Qh7++) (1.. "
		 "fh10) (1.. cd7) 1...\n"
		 "10j8 2. Nd4 *\n"),
		("1. fg3 {one} 1.. ff8 (1.. Nd6 {two} 1... 10j8 2. Nd4) (1.. "
		 "fh10) (1.. cd7) 1...\n"
		 "10j8+ 2. Qh7++ *\n"),
	};
	struct ternion_reader *reader;
	struct ternion_record *record;
	struct ternion_ply *ply;
	char text[300];

	snprintf(
	    text, sizeof(text), "[Variant \"dreierschach\"]\n\n%s", lines[0]);
	record = read_record(text, &reader);
	ply = ternion_record_ply(record);
	assert_int_equal(ternion_ply_promote(ply), TERNION_END);
	for (unsigned i = 1; i <= 2; i++) {
		ply = ternion_ply_next(ternion_record_ply(record));
		ply = ternion_ply_variation(ply, 0);
		assert_ok(ternion_ply_promote(ternion_ply_next(ply)));
		assert_ok(ternion_record_set_result(record, "*"));
		check_movetext(record, lines[i]);
		assert_null(ternion_ply_parent(ply));
	}
	ternion_close(reader);
}

TEST(options_of_the_game_are_tags)
{
	static const char *const settings[] = { "Pope=no", NULL };
	struct ternion_record *record;
	struct ternion_game *game;

	assert_ok(ternion_game_open("siege", settings, &game));
	assert_ok(ternion_record_new(game, &record));
	ternion_game_free(game);
	check_tags(record, "[Variant \"siege\"]\n");
	check_tags(record, "[Pope \"no\"]\n");
	ternion_record_free(record);
}

TEST(moves_of_positions_are_appended)
{
	struct ternion_ply_info info = { .size = sizeof(info) };
	struct ternion_record *record = new_record("dreierschach");
	struct ternion_game *game = open_game("dreierschach");
	struct ternion_position *position;
	struct ternion_ply *ply, *other;
	struct ternion_move *move;

	assert_ok(ternion_position_start(game, &position));
	assert_ok(ternion_position_judge(position, "Nd4", NULL, &move));
	assert_ok(ternion_record_append_move(record, move, &ply));
	assert_ok(ternion_ply_describe(ply, &info));
	assert_string_equal(info.move, "Nd4");
	assert_ok(ternion_ply_add_variation_move(ply, move, &other));
	/* It is not a move of the next player. */
	assert_int_equal(
	    ternion_ply_append_move(other, move, NULL), TERNION_FAULTY);
	ternion_move_free(move);
	ternion_position_free(position);
	assert_ok(ternion_ply_position(ply, &position));
	assert_ok(ternion_position_move(position, 0, &move));
	assert_ok(ternion_ply_append_move(other, move, &ply));
	assert_ptr_equal(ternion_ply_previous(ply), other);
	ternion_move_free(move);
	ternion_position_free(position);
	ternion_game_free(game);
	ternion_record_free(record);
}

TEST(illegal_moves_change_nothing)
{
	struct ternion_record *record = new_record("dreierschach");
	struct ternion_diagnostic error = { .size = sizeof(error) };
	struct ternion_ply *ply;

	check_error(ternion_record_append(record, "Bc3", &ply), TERNION_FAULTY,
	    "move-flank", "bishop");
	assert_null(ply);
	assert_null(ternion_record_ply(record));
	ply = append(record, "fg3");
	check_error(ternion_ply_append(ply, "ff8++", NULL), TERNION_FAULTY,
	    "false-mate", "");
	check_error(ternion_ply_add_variation(ply, "Nd5", NULL), TERNION_FAULTY,
	    "move-geometry", "knight");
	assert_ok(ternion_error(TERNION_FAULTY, &error));
	assert_int_equal(error.offset, 0);
	assert_int_equal(error.length, 3);
	assert_int_equal(error.end_column, 4);
	assert_null(ternion_ply_variation(ply, 0));
	assert_null(ternion_ply_next(ply));
	check_movetext(record, "1. fg3 *\n");
	ternion_record_free(record);
}

TEST(variations_are_added_and_removed)
{
	struct ternion_record *record = new_record("dreierschach");
	struct ternion_ply *first, *second, *one, *two, *deep;

	first = append(record, "fg3");
	second = append(record, "ff8");
	append(record, "10j8+");
	assert_ok(ternion_ply_add_variation(second, "Nd6", &one));
	assert_ok(ternion_ply_append(one, "10j8", NULL));
	assert_ok(ternion_ply_add_variation(second, "ef9", &two));
	assert_ok(ternion_ply_add_variation(first, "Nd4", &deep));
	assert_ok(ternion_ply_append(deep, "ff8", &deep));
	assert_ok(ternion_ply_add_variation(deep, "Nd6", NULL));
	assert_ptr_equal(ternion_ply_parent(two), second);
	assert_null(ternion_ply_parent(second));
	assert_ptr_equal(ternion_ply_previous(second), first);
	assert_null(ternion_ply_previous(one));
	assert_ptr_equal(ternion_ply_variation(second, 1), two);
	check_movetext(record,
	    "1. fg3 (1. Nd4 ff8 (1.. Nd6)) 1.. ff8 (1.. Nd6 10j8) (1.. ef9) "
	    "1... 10j8+ *\n");
	assert_ok(ternion_ply_remove(one));
	assert_ptr_equal(ternion_ply_variation(second, 0), two);
	check_movetext(record,
	    "1. fg3 (1. Nd4 ff8 (1.. Nd6)) 1.. ff8 (1.. ef9) 1... 10j8+ *\n");
	assert_ok(ternion_ply_remove(deep));
	assert_ok(ternion_ply_remove(second));
	check_movetext(record, "1. fg3 (1. Nd4) *\n");
	append(record, "Nd6");
	check_movetext(record, "1. fg3 (1. Nd4) 1.. Nd6 *\n");
	assert_ok(ternion_ply_remove(first));
	assert_null(ternion_record_ply(record));
	append(record, "Nd4");
	check_movetext(record, "1. Nd4 *\n");
	ternion_record_free(record);
}

TEST(comments_and_annotations_are_changed)
{
	struct ternion_record *record = new_record("dreierschach");
	struct ternion_ply *ply = append(record, "fg3!");

	assert_ok(ternion_ply_add_comment(ply, TERNION_BEHIND, " one "));
	assert_ok(ternion_ply_add_comment(ply, TERNION_BEHIND, "two"));
	assert_ok(ternion_ply_add_comment(ply, TERNION_BEFORE, "zero"));
	assert_ok(ternion_ply_add_nag(ply, 14));
	check_movetext(record, "{zero} 1. fg3 $1 $14 {one} {two} *\n");
	/* Written again, nothing is added. */
	check_movetext(record, "{zero} 1. fg3 $1 $14 {one} {two} *\n");
	assert_int_equal(ternion_ply_nag(ply, 0), 1);
	assert_int_equal(ternion_ply_nag(ply, 1), 14);
	assert_ok(ternion_ply_remove_nag(ply, 1));
	assert_int_equal(ternion_ply_remove_nag(ply, 1), TERNION_END);
	assert_ok(ternion_ply_remove_comment(ply, TERNION_BEHIND, 1));
	assert_int_equal(
	    ternion_ply_remove_comment(ply, TERNION_BEHIND, 1), TERNION_END);
	assert_ok(ternion_ply_add_comment(ply, TERNION_BEHIND, "three"));
	check_movetext(record, "{zero} 1. fg3 $14 {one} {three} *\n");
	assert_ok(ternion_ply_set_command(ply, "clk", "0:05:00"));
	assert_string_equal(ternion_ply_command(ply, "clk"), "0:05:00");
	assert_ok(ternion_ply_set_command(ply, "clk", "0:04:59"));
	check_movetext(
	    record, "{zero} 1. fg3 $14 {one} {three} {[%clk 0:04:59]} *\n");
	assert_ok(ternion_ply_set_command(ply, "clk", NULL));
	assert_null(ternion_ply_command(ply, "clk"));
	check_movetext(record, "{zero} 1. fg3 $14 {one} {three} *\n");
	assert_int_equal(
	    ternion_ply_set_command(ply, "clk", NULL), TERNION_END);
	assert_ok(ternion_ply_remove_comment(ply, TERNION_BEHIND, 1));
	assert_ok(ternion_ply_add_comment(
	    ply, TERNION_AFTER, "[%csl Gd4] and [%emt 3]"));
	/* Without variations that is after the move. */
	assert_string_equal(ternion_ply_command(ply, "emt"), "3");
	ternion_record_free(record);
}

/* Each call says that the ply is gone. */
static void
check_removed(struct ternion_ply *ply)
{
	struct ternion_ply_info info = { .size = sizeof(info) };
	struct ternion_position *position;
	struct ternion_move *move;
	struct ternion_ply *made;

	assert_int_equal(ternion_ply_remove(ply), TERNION_MISUSE);
	assert_int_equal(ternion_ply_describe(ply, &info), TERNION_MISUSE);
	assert_int_equal(ternion_ply_move(ply, &move), TERNION_MISUSE);
	assert_null(move);
	assert_int_equal(ternion_ply_position(ply, &position), TERNION_MISUSE);
	assert_null(position);
	assert_int_equal(ternion_ply_append(ply, "Nd6", &made), TERNION_MISUSE);
	assert_null(made);
	assert_int_equal(
	    ternion_ply_add_variation(ply, "Nd6", &made), TERNION_MISUSE);
	assert_int_equal(
	    ternion_ply_add_comment(ply, TERNION_BEHIND, "a"), TERNION_MISUSE);
	assert_int_equal(
	    ternion_ply_remove_comment(ply, TERNION_BEHIND, 0), TERNION_MISUSE);
	assert_int_equal(ternion_ply_add_nag(ply, 1), TERNION_MISUSE);
	assert_int_equal(ternion_ply_remove_nag(ply, 1), TERNION_MISUSE);
	assert_int_equal(
	    ternion_ply_set_command(ply, "clk", "1"), TERNION_MISUSE);
	assert_null(ternion_ply_next(ply));
	assert_null(ternion_ply_previous(ply));
	assert_null(ternion_ply_parent(ply));
	assert_null(ternion_ply_variation(ply, 0));
	assert_null(ternion_ply_comment(ply, TERNION_BEHIND, 0));
	assert_null(ternion_ply_command(ply, "clk"));
	assert_int_equal(ternion_ply_nag(ply, 0), 0);
}

TEST(removed_plies_are_gone)
{
	struct ternion_record *record = new_record("dreierschach");
	struct ternion_ply *first, *second, *third, *one, *deep;

	first = append(record, "fg3");
	second = append(record, "ff8");
	third = append(record, "10j8+");
	assert_ok(ternion_ply_add_variation(third, "10j8", &one));
	assert_ok(ternion_ply_add_variation(one, "10j8+", &deep));
	assert_ok(ternion_ply_remove(second));
	check_removed(second);
	check_removed(third);
	check_removed(one);
	check_removed(deep);
	check_movetext(record, "1. fg3 *\n");
	assert_ok(ternion_ply_add_variation(first, "Nd4", &one));
	assert_ok(ternion_ply_append(one, "ff8", &deep));
	assert_ok(ternion_ply_remove(one));
	check_removed(one);
	check_removed(deep);
	append(record, "Nd6");
	check_movetext(record, "1. fg3 Nd6 *\n");
	ternion_record_free(record);
}

TEST(variations_are_nested_as_deep_as_readers_take_them)
{
	struct ternion_record *record = new_record("dreierschach");
	struct ternion_ply *ply = append(record, "fg3");
	char *text;

	for (unsigned i = 0; i < 64; i++)
		assert_ok(ternion_ply_add_variation(ply, "fg3", &ply));
	assert_int_equal(
	    ternion_ply_add_variation(ply, "fg3", NULL), TERNION_MISUSE);
	assert_ok(ternion_ply_append(ply, "ff8", NULL));
	assert_ok(ternion_record_write(record, NULL, &text, NULL));
	ternion_free(text);
	ternion_record_free(record);
}

/* The first legal move of a game. */
static struct ternion_move *
first_move(struct ternion_game *game)
{
	struct ternion_position *start;
	struct ternion_move *move;

	assert_ok(ternion_position_start(game, &start));
	assert_ok(ternion_position_move(start, 0, &move));
	ternion_position_free(start);
	return move;
}

TEST(moves_of_other_games_are_refused)
{
	for (size_t i = 0; ternion_id(TERNION_GAMES, i) != NULL; i++)
		for (size_t k = 0; ternion_id(TERNION_GAMES, k) != NULL; k++) {
			struct ternion_game *game =
			    open_game(ternion_id(TERNION_GAMES, k));
			struct ternion_record *record =
			    new_record(ternion_id(TERNION_GAMES, i));
			struct ternion_move *move = first_move(game);
			struct ternion_ply *ply;

			assert_int_equal(
			    ternion_record_append_move(record, move, &ply),
			    i == k ? TERNION_OK : TERNION_MISUSE);
			assert_true((ply != NULL) == (i == k));
			ternion_move_free(move);
			ternion_record_free(record);
			ternion_game_free(game);
		}
}

/* In a game that cannot be set up, plies have neither text nor position. */
TEST(nothing_of_an_old_replay_is_served)
{
	static const char *const tags[][2] = { { "Notation", "nope" },
		{ "Variant", "nope" }, { "Letters", "nope" },
		{ "Position", "nope" } };

	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		struct ternion_ply_info info = { .size = sizeof(info) };
		struct ternion_record *record = new_record("dreierschach");
		struct ternion_ply *ply = append(record, "fg3");
		struct ternion_position *position;

		assert_ok(ternion_ply_describe(ply, &info));
		assert_string_equal(info.move, "fg3");
		assert_ok(
		    ternion_record_set_tag(record, tags[i][0], tags[i][1]));
		assert_ok(ternion_ply_describe(ply, &info));
		assert_string_equal(info.token, "fg3");
		assert_null(info.move);
		assert_int_equal(
		    ternion_ply_position(ply, &position), TERNION_FAULTY);
		assert_int_equal(
		    ternion_record_append(record, "ff8", NULL), TERNION_FAULTY);
		assert_ok(ternion_record_set_tag(record, tags[i][0],
		    strcmp(tags[i][0], "Variant") == 0 ? "dreierschach"
						       : NULL));
		assert_ok(ternion_ply_describe(ply, &info));
		assert_string_equal(info.move, "fg3");
		ternion_record_free(record);
	}
}

/* The sources of a record go before it. */
TEST(records_own_their_texts)
{
	static const char text[] =
	    "[Event \"a b\"]\n[Variant \"dreierschach\"]\n\n"
	    "{before} 1. fg3! {after} (1. Nd4 {in it} ff8) ff8 $9 {[%clk 1]} "
	    "10j8+ {end} *\n";
	struct ternion_record *sheets[2], *copy, *game;
	struct ternion_reader *readers[2];
	char *expected, *written;

	for (unsigned i = 0; i < 2; i++)
		sheets[i] = read_record(text, &readers[i]);
	assert_ok(ternion_record_write(sheets[0], NULL, &expected, NULL));
	assert_ok(ternion_record_copy(sheets[0], &copy));
	assert_ok(ternion_collate(sheets, 2, &game));
	for (unsigned i = 0; i < 2; i++)
		ternion_close(readers[i]);
	assert_ok(ternion_record_write(game, NULL, &written, NULL));
	assert_string_equal(written, expected);
	ternion_free(written);
	ternion_record_free(game);
	assert_ok(ternion_record_write(copy, NULL, &written, NULL));
	assert_string_equal(written, expected);
	ternion_free(written);
	ternion_free(expected);
	ternion_record_free(copy);
}

TEST(tags_are_changed)
{
	struct ternion_record_info info = { .size = sizeof(info) };
	struct ternion_record *record = new_record("dreierschach");

	assert_ok(ternion_record_set_tag(record, "Annotator", "A"));
	assert_ok(ternion_record_set_tag(record, "Annotator", "B"));
	assert_string_equal(ternion_record_value(record, "Annotator"), "B");
	assert_ok(ternion_record_set_tag(record, "Annotator", NULL));
	assert_null(ternion_record_value(record, "Annotator"));
	assert_int_equal(
	    ternion_record_set_tag(record, "Annotator", NULL), TERNION_END);
	assert_int_equal(
	    ternion_record_set_tag(record, "No name", "x"), TERNION_MISUSE);
	assert_int_equal(
	    ternion_record_set_tag(record, "", "x"), TERNION_MISUSE);
	/* In another game the move is not legal. */
	append(record, "fg3");
	assert_ok(ternion_record_set_tag(record, "Variant", "siege"));
	assert_ok(ternion_record_describe(record, &info));
	assert_string_equal(info.game, "siege");
	assert_true(info.faulty);
	assert_ok(ternion_record_set_tag(record, "Variant", "dreierschach"));
	assert_ok(ternion_record_describe(record, &info));
	assert_false(info.faulty);
	check_error(ternion_record_set_result(record, "7-0-0"), TERNION_UNKNOWN,
	    "result-unknown", "7-0-0");
	ternion_record_free(record);
}

TEST(starts_are_changed)
{
	static const char tpf[] = "wKd1,wPa2,gKe10,bKm9 w w-.g-.b- - aaa 0 1";
	struct ternion_record *record = new_record("dreierschach");

	assert_ok(ternion_record_set_position(record, tpf));
	append(record, "Kc1");
	check_tags(record, "wPa2,wKd1,gKe10,bKm9 w w-.g-.b- - aaa 0 1");
	check_error(ternion_record_set_position(record, "nonsense"),
	    TERNION_FAULTY, "position-syntax", "");
	assert_string_equal(ternion_record_value(record, "Position"), tpf);
	check_movetext(record, "1. Kc1 *\n");
	assert_ok(ternion_record_set_position(record, "start"));
	assert_null(ternion_record_value(record, "SetUp"));
	ternion_record_free(record);
}

static const char annotated[] =
    "[White \"Ann\"]\n[Variant \"dreierschach\"]\n[Mark \"x\"]\n\n"
    "{before} 1. fg3! {good} ff8 $2 (1.. Nd6 $1 {or} (1.. ef9)) (1.. ef9) "
    "{after} 1... 10j8+ *\n";

TEST(copies_outlive_their_reader)
{
	struct ternion_reader *reader;
	struct ternion_record *record = read_record(annotated, &reader);
	struct ternion_record *copy, *again;
	struct ternion_ply *ply;
	char *text, *copied;

	assert_ok(ternion_record_write(record, NULL, &text, NULL));
	assert_ok(ternion_record_copy(record, &copy));
	ternion_record_free(record); /* stays: it is the reader's */
	assert_ok(ternion_record_append(record, "Qh7", NULL));
	ternion_close(reader);
	assert_ok(ternion_record_write(copy, NULL, &copied, NULL));
	assert_string_equal(copied, text);
	ternion_free(copied);
	assert_ok(ternion_record_copy(copy, &again));
	assert_ok(ternion_record_set_tag(copy, "Event", "copied"));
	assert_string_equal(ternion_record_value(copy, "Event"), "copied");
	assert_null(ternion_record_value(again, "Event"));
	ply = ternion_record_ply(copy);
	assert_ok(ternion_ply_remove(ply));
	ternion_record_free(copy);
	assert_ok(ternion_record_write(again, NULL, &copied, NULL));
	assert_string_equal(copied, text);
	ternion_free(copied);
	ternion_free(text);
	ternion_record_free(again);
}

/* Keys of JSON that are nobody's are copied, too. */
TEST(copies_keep_foreign_keys)
{
	static const char json[] =
	    "{\"ternion\": 1, \"variant\": \"dreierschach\", \"mine\": {\"a\": "
	    "[1, \"b\"]}, \"plies\": [{\"move\": \"fg3\", \"mine\": 2}]}";
	struct ternion_write_options options = { .size = sizeof(options),
		.format = "json" };
	struct ternion_reader *reader;
	struct ternion_record *record = read_record(json, &reader), *copy;
	char *text;

	assert_ok(ternion_record_copy(record, &copy));
	ternion_close(reader);
	assert_ok(ternion_record_write(copy, &options, &text, NULL));
	assert_non_null(strstr(text, "\"mine\": {\"a\": [1, \"b\"]}"));
	assert_non_null(strstr(text, "{\"move\": \"fg3\", \"mine\": 2}"));
	ternion_free(text);
	ternion_record_free(copy);
}

/* The places of a copy are those in the input it was read from. */
TEST(copies_have_places)
{
	static const char two[] = "[Variant \"dreierschach\"]\n\n1. fg3 *\n\n"
				  "[Variant \"dreierschach\"]\n\n1. Bc3 *\n";
	struct ternion_diagnostic said = { .size = sizeof(said) };
	struct ternion_diagnostic copied = { .size = sizeof(copied) };
	struct ternion_reader *reader;
	struct ternion_record *record = read_record(two, &reader), *copy;

	assert_ok(ternion_next(reader, &record));
	assert_ok(ternion_record_diagnostic(record, 0, &said));
	assert_ok(ternion_record_copy(record, &copy));
	assert_ok(ternion_record_diagnostic(copy, 0, &copied));
	assert_string_equal(copied.code, said.code);
	assert_int_equal(copied.line, 7);
	assert_int_equal(copied.line, said.line);
	assert_int_equal(copied.column, said.column);
	assert_int_equal(copied.offset, said.offset);
	check_error(ternion_record_write(copy, NULL, (char *[]){ NULL }, NULL),
	    TERNION_FAULTY, "move-flank", "bishop");
	ternion_record_free(copy);
	ternion_close(reader);
}

TEST(records_of_readers_are_changed)
{
	struct ternion_reader *reader;
	struct ternion_record *record = read_record(annotated, &reader);

	assert_ok(ternion_record_set_tag(record, "Mark", NULL));
	assert_ok(ternion_record_set_tag(record, "Black", "Cem"));
	assert_ok(ternion_record_append(record, "Qh7++", NULL));
	check_movetext(record,
	    "{before} 1. fg3 $1 {good} 1.. ff8 $2 (1.. Nd6 $1 {or} (1.. ef9)) "
	    "(1.. ef9)\n{after} 1... 10j8+ 2. Qh7++ *\n");
	check_tags(record, "[Black \"Cem\"]\n");
	assert_int_equal(ternion_next(reader, &record), TERNION_END);
	ternion_close(reader);
}

TEST(repairs_are_made)
{
	struct ternion_fix fix = { .size = sizeof(fix) };
	struct ternion_reader *reader;
	struct ternion_record *record = read_record(
	    "[Variant \"dreierschach\"]\n\n1. fg3 ff8 10j8 2. Qh7++ *\n",
	    &reader);
	char *text;
	size_t length;

	assert_ok(ternion_record_text(record, &text, &length));
	assert_int_equal(length, strlen(text));
	assert_string_equal(
	    text, "[Variant \"dreierschach\"]\n\n1. fg3 ff8 10j8 2. Qh7++ *\n");
	ternion_free(text);
	assert_ok(ternion_record_fix(record, 0, 0, &fix));
	assert_string_equal(fix.title, "10j8+");
	assert_ok(ternion_record_fix(record, 1, 0, &fix));
	assert_true(fix.certain);
	assert_ok(ternion_record_apply(record, 0, 0, &text, &length));
	assert_int_equal(length, strlen(text));
	assert_non_null(strstr(text, "1. fg3 ff8 10j8+ 2. Qh7++ *"));
	ternion_free(text);
	/* Twice, as the record stays as it is. */
	for (int i = 0; i < 2; i++) {
		assert_ok(ternion_record_mend(record, &text, &length));
		assert_int_equal(length, strlen(text));
		assert_non_null(
		    strstr(text, "10j8+ {was: 10j8} 2. Qh7++ {was: *} 1-0-3"));
		ternion_free(text);
	}
	assert_int_equal(ternion_record_fix(record, 99, 0, &fix), TERNION_END);
	assert_int_equal(
	    ternion_record_apply(record, 0, 99, &text, NULL), TERNION_END);
	assert_null(text);
	/* Its text is of no use any more. */
	assert_ok(ternion_record_set_tag(record, "White", "Ann"));
	assert_int_equal(ternion_record_fix(record, 0, 0, &fix), TERNION_END);
	assert_int_equal(ternion_record_mend(record, &text, NULL), TERNION_END);
	assert_int_equal(ternion_record_text(record, &text, NULL), TERNION_END);
	ternion_close(reader);
	record = read_record("[Variant \"siege\"]\n\n1. W3e-4e *\n", &reader);
	assert_int_equal(ternion_record_mend(record, &text, NULL), TERNION_END);
	assert_null(text);
	ternion_close(reader);
}

/* A sheet of the test below has that token for a ply. */
static void
check_reading(
    struct ternion_record *game, size_t sheet, size_t ply, const char *text)
{
	static const char *const had[][4] = {
		{ "fg3", "ff8", "10j8+", "Qh7++" },
		{ "fg3", "fg8", "10j8+", "Qh7++" },
		{ "fg3", "ff8", "", "Qh7++" },
	};
	struct ternion_reading reading = { .size = sizeof(reading) };
	const char *token = had[sheet][ply];

	assert_ok(ternion_collate_reading(game, sheet, ply, &reading));
	assert_int_equal(reading.length, strlen(token));
	assert_memory_equal(text + reading.offset, token, reading.length);
	assert_int_equal(reading.differs, strcmp(token, had[0][ply]) != 0);
	assert_false(reading.open);
	if (reading.length == 0)
		assert_memory_equal(text + reading.offset - 3, "ff8", 3);
}

TEST(sheets_are_collated)
{
	static const char *const sheets[] = {
		("[White \"Ann\"]\n[Variant \"dreierschach\"]\n\n"
		 "1. fg3 ff8 10j8+ 2. Qh7++ 1-0-3\n"),
		"[Variant \"dreierschach\"]\n\n1. fg3 fg8 10j8+ 2. Qh7++ *\n",
		"[Variant \"dreierschach\"]\n\n1. fg3 ff8 2. Qh7++ *\n",
		"[Variant \"siege\"]\n\n*\n",
	};
	struct ternion_reader *readers[4];
	struct ternion_record *records[4], *game;
	struct ternion_reading reading = { .size = sizeof(reading) };

	for (size_t i = 0; i < 4; i++)
		records[i] = read_record(sheets[i], &readers[i]);
	assert_int_equal(ternion_collate(records, 1, &game), TERNION_MISUSE);
	assert_null(game);
	assert_int_equal(ternion_collate(records, 4, &game), TERNION_MISUSE);
	assert_null(game);
	assert_int_equal(ternion_collate(records, 3, NULL), TERNION_MISUSE);
	assert_ok(ternion_collate(records, 3, &game));
	for (size_t i = 0; i < 4; i++)
		ternion_close(readers[i]);
	check_movetext(game,
	    "1. fg3 ff8 {2: fg8} 1... 10j8+ {3: nothing} 2. Qh7++ 1-0-3\n");
	check_tags(game, "[White \"Ann\"]\n");
	for (size_t sheet = 0; sheet < 3; sheet++)
		for (size_t ply = 0; ply < 4; ply++)
			check_reading(game, sheet, ply, sheets[sheet]);
	assert_int_equal(
	    ternion_collate_reading(game, 3, 0, &reading), TERNION_END);
	assert_int_equal(
	    ternion_collate_reading(game, 0, 4, &reading), TERNION_END);
	assert_ok(ternion_record_set_result(game, "*"));
	assert_int_equal(
	    ternion_collate_reading(game, 0, 0, &reading), TERNION_END);
	ternion_record_free(game);
}

/* As ternion-collate(1) does it: a sheet of another game is left out, the
 * others complete the tags, and most of them tell the result. */
TEST(collated_sheets_are_judged)
{
	static const char moves[] =
	    "1. cc4 ff9 12k11 2. b4 Kf10 8j8 3. a3 ii12 k4";
	static const char *const sheets[][2] = {
		{ "[White \"Ann\"]\n[Letters \"en\"]\n", "3-0-1" },
		{ "[Gray \"Bo\"]\n[Letters \"de\"]\n", "0-3-1" },
		{ "[White \"An\"]\n[Event \"x\"]\n", "0-3-1" },
	};
	struct ternion_reader *readers[4];
	struct ternion_record *records[4], *game;
	char text[400];

	for (size_t i = 0; i < 3; i++) {
		snprintf(text, sizeof(text),
		    "%s[Variant \"dreierschach\"]\n\n%s %s\n", sheets[i][0],
		    moves, sheets[i][1]);
		records[i] = read_record(text, &readers[i]);
	}
	records[3] = read_record("[Site \"y\"]\n[Variant \"dreierschach\"]\n\n"
				 "1. fg3 ff8 10j9 2. gg3 gg8 11j9 3. hh3 hh8 "
				 "9j9 *\n",
	    &readers[3]);
	assert_ok(ternion_collate(records, 4, &game));
	for (size_t i = 0; i < 4; i++)
		ternion_close(readers[i]);
	snprintf(text, sizeof(text), "%s 0-3-1\n", moves);
	check_movetext(game, text);
	check_tags(game,
	    "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"
	    "[Round \"?\"]\n[White \"Ann\"]\n[Gray \"Bo\"]\n");
	ternion_record_free(game);
}

static unsigned
repetitions_of(struct ternion_position *position)
{
	struct ternion_position_info info = { .size = sizeof(info) };

	assert_ok(ternion_position_describe(position, &info));
	return info.repetitions;
}

/* By the plies of a record, and by moves that are made one after another. */
TEST(repetitions_are_counted)
{
	static const char *const moves[] = { "Nd4", "Nd6", "Nk13", "Nc1", "Nb7",
		"Nm12" };
	struct ternion_record *record = new_record("dreierschach");
	struct ternion_position *position, *after;
	struct ternion_ply *ply = NULL;
	struct ternion_move *move;

	assert_ok(ternion_record_position(record, &position));
	for (unsigned i = 0; i < 12; i++) {
		ply = append(record, moves[i % 6]);
		assert_ok(ternion_ply_move(ply, &move));
		ternion_move_free(move);
		assert_ok(ternion_position_judge(
		    position, moves[i % 6], NULL, &move));
		assert_ok(ternion_move_make(move, &after));
		ternion_move_free(move);
		ternion_position_free(position);
		position = after;
		assert_int_equal(repetitions_of(position), (i + 7) / 6);
		assert_ok(ternion_ply_position(ply, &after));
		assert_int_equal(repetitions_of(after), (i + 7) / 6);
		ternion_position_free(after);
	}
	/* The move of a ply remembers, too. */
	assert_ok(ternion_ply_move(ply, &move));
	assert_ok(ternion_move_make(move, &after));
	assert_int_equal(repetitions_of(after), 3);
	ternion_move_free(move);
	ternion_position_free(after);
	ternion_position_free(position);
	/* A pawn's move does away with all of it. */
	append(record, "fg3");
	assert_ok(ternion_ply_position(append(record, "Nd6"), &position));
	assert_int_equal(repetitions_of(position), 1);
	ternion_position_free(position);
	ternion_record_free(record);
}

TEST(leaps_are_told)
{
	struct ternion_game *game = open_game("bnem");
	char name[TERNION_NAME_MAX];
	struct ternion_position *position;
	struct ternion_move *move;

	assert_ok(ternion_position_read(game,
	    "wKa1,rKa10,rPb3,rPb5,wDc2,rPd3,rPd5,bKj1 w w-.r-.b- - aaa 0 1 "
	    "turns=rb unmoved=-",
	    &position));
	assert_ok(
	    ternion_position_judge(position, "c2e4c6", "coordinate", &move));
	assert_ok(ternion_move_leap(move, 0, name));
	assert_string_equal(name, "e4");
	assert_ok(ternion_move_leap(move, 1, name));
	assert_string_equal(name, "c6");
	assert_int_equal(ternion_move_leap(move, 2, name), TERNION_END);
	assert_string_equal(name, "");
	ternion_move_free(move);
	ternion_position_free(position);
	ternion_game_free(game);
}

TEST(drawings_show_signs_and_take_options)
{
	struct ternion_draw_options options = { .size = sizeof(options) };
	struct ternion_game *game = open_game("dreierschach");
	struct ternion_position *position;
	char *plain, *text;

	assert_ok(ternion_position_start(game, &position));
	assert_ok(ternion_position_write(position, "svg", NULL, &plain, NULL));
	options.signs = "[%cal Rb2b3] [%csl Ga2]";
	assert_ok(
	    ternion_position_write(position, "svg", &options, &text, NULL));
	assert_true(strlen(text) > strlen(plain));
	ternion_free(text);
	options.signs = NULL;
	options.no_panels = true;
	assert_ok(
	    ternion_position_write(position, "svg", &options, &text, NULL));
	assert_true(strlen(text) < strlen(plain));
	ternion_free(text);
	options.theme = "dark";
	assert_ok(
	    ternion_position_write(position, "svg", &options, &text, NULL));
	assert_string_not_equal(text, plain);
	ternion_free(text);
	options.theme = "pink";
	check_error(
	    ternion_position_write(position, "svg", &options, &text, NULL),
	    TERNION_UNKNOWN, "theme-unknown", "pink");
	options.theme = NULL;
	options.view = "flat"; /* there are no faces */
	check_error(
	    ternion_position_write(position, "svg", &options, &text, NULL),
	    TERNION_UNKNOWN, "view-unknown", "flat");
	ternion_free(plain);
	ternion_position_free(position);
	ternion_game_free(game);
	game = open_game("bnem");
	assert_ok(ternion_position_start(game, &position));
	assert_ok(
	    ternion_position_write(position, "svg", &options, &text, NULL));
	ternion_free(text);
	ternion_position_free(position);
	ternion_game_free(game);
}

TEST(failures_are_told)
{
	static const char *const value[] = { "Pope=maybe", NULL };
	static const char *const option[] = { "Bishop=no", NULL };
	const struct ternion_read_options values = { .size = sizeof(values),
		.settings = value };
	const struct ternion_read_options options = { .size = sizeof(options),
		.settings = option };
	const struct ternion_write_options writing = {
		.size = sizeof(writing), .notation = "siege", .letters = "xx"
	};
	struct ternion_diagnostic error = { .size = sizeof(error) };
	struct ternion_record *record = new_record("dreierschach");
	struct ternion_reader *reader;
	struct ternion_game *game;
	char *text;

	check_error(ternion_game_open("nope", NULL, &game), TERNION_UNKNOWN,
	    "variant-unknown", "nope");
	check_error(ternion_game_open("siege", value, &game), TERNION_UNKNOWN,
	    "option-value", "Pope=maybe");
	check_error(ternion_game_open("siege", option, &game), TERNION_UNKNOWN,
	    "option-unknown", "Bishop=no");
	check_error(ternion_open_text("", 0, &values, &reader), TERNION_UNKNOWN,
	    "option-value", "Pope=maybe");
	assert_ok(ternion_error(TERNION_UNKNOWN, &error));
	assert_int_equal(error.length, strlen("Pope=maybe"));
	check_error(ternion_open_text("", 0, &options, &reader),
	    TERNION_UNKNOWN, "option-unknown", "Bishop=no");
	check_error(ternion_record_write(record, &writing, &text, NULL),
	    TERNION_UNKNOWN, "letters-unknown", "xx");
	ternion_record_free(record);
	check_error(ternion_open_file("no-such-file.pgn", NULL, &reader),
	    TERNION_UNREADABLE, "file-read", "No such file");
	check_error(
	    ternion_game_open(NULL, NULL, &game), TERNION_MISUSE, "misuse", "");
	assert_int_equal(ternion_error(TERNION_UNKNOWN, &error), TERNION_END);
	assert_int_equal(
	    ternion_error(TERNION_UNREADABLE, NULL), TERNION_MISUSE);
	assert_int_equal(
	    ternion_error((enum ternion_status)99, &error), TERNION_MISUSE);
	assert_ok(ternion_error(TERNION_NO_MEMORY, &error));
	assert_string_equal(error.code, "no-memory");
}

TEST(failures_of_records_have_their_place)
{
	struct ternion_diagnostic error = { .size = sizeof(error) };
	struct ternion_reader *reader;
	struct ternion_record *record =
	    read_record("[Variant \"dreierschach\"]\n\n1. fg3 *\n\n"
			"[Variant \"dreierschach\"]\n\n1. Bc3 *\n",
		&reader);
	char *text;

	assert_ok(ternion_next(reader, &record));
	check_error(ternion_record_write(record, NULL, &text, NULL),
	    TERNION_FAULTY, "move-flank", "bishop");
	assert_ok(ternion_error(TERNION_FAULTY, &error));
	assert_int_equal(error.line, 7);
	assert_int_equal(error.column, 4);
	assert_int_equal(error.offset, 2 * 26 + 10 + 3);
	ternion_close(reader);
}

TEST(wrong_calls_are_misuse)
{
	struct ternion_record *record = new_record("dreierschach"), *none;
	struct ternion_ply *ply = append(record, "fg3"), *made;
	struct ternion_game *game = open_game("siege");
	char name[TERNION_NAME_MAX], *text;
	const enum ternion_status statuses[] = {
		ternion_record_new(NULL, &none),
		ternion_record_new(game, NULL),
		ternion_record_copy(NULL, &none),
		ternion_record_set_tag(NULL, "White", "x"),
		ternion_record_set_tag(record, "White", "x\ny"),
		ternion_record_set_result(NULL, "*"),
		ternion_record_set_position(NULL, "start"),
		ternion_record_append(NULL, "x", &made),
		ternion_record_append_move(NULL, NULL, &made),
		ternion_ply_append(ply, NULL, &made),
		ternion_ply_append(NULL, "x", &made),
		ternion_ply_append_move(NULL, NULL, &made),
		ternion_ply_append_move(ply, NULL, &made),
		ternion_ply_add_variation(NULL, "x", &made),
		ternion_ply_add_variation(ply, NULL, &made),
		ternion_ply_add_variation_move(NULL, NULL, &made),
		ternion_ply_add_variation_move(ply, NULL, &made),
		ternion_ply_remove(NULL),
		ternion_ply_add_comment(NULL, TERNION_BEHIND, "x"),
		ternion_ply_add_comment(ply, TERNION_BEHIND, NULL),
		ternion_ply_add_comment(ply, (enum ternion_place)9, "x"),
		ternion_ply_remove_comment(NULL, TERNION_BEHIND, 0),
		ternion_ply_remove_comment(ply, (enum ternion_place)9, 0),
		ternion_ply_add_nag(ply, 0),
		ternion_ply_add_nag(ply, 256),
		ternion_ply_add_nag(NULL, 1),
		ternion_ply_remove_nag(NULL, 1),
		ternion_ply_set_command(NULL, "clk", "1"),
		ternion_ply_set_command(ply, "c lk", "1"),
		ternion_ply_set_command(ply, "c\tlk", "1"),
		ternion_ply_set_command(ply, "c\nlk", "1"),
		ternion_ply_set_command(ply, "c\rlk", "1"),
		ternion_ply_set_command(ply, "clk", "]"),
		ternion_record_fix(NULL, 0, 0, NULL),
		ternion_record_apply(NULL, 0, 0, NULL, NULL),
		ternion_record_mend(NULL, NULL, NULL),
		ternion_record_text(NULL, NULL, NULL),
		ternion_game_option(NULL, 0, NULL),
		ternion_move_leap(NULL, 0, name),
	};

	for (size_t i = 0; i < sizeof(statuses) / sizeof(*statuses); i++)
		assert_int_equal(statuses[i], TERNION_MISUSE);
	assert_int_equal(ternion_record_text(record, &text, NULL), TERNION_END);
	assert_null(text);
	assert_null(ternion_move_position(NULL));
	assert_null(ternion_ply_previous(NULL));
	assert_null(ternion_ply_parent(NULL));
	assert_null(ternion_ply_command(NULL, "clk"));
	ternion_record_free(NULL);
	ternion_record_free(record);
	ternion_game_free(game);
}
