/* Replaying records: the parts that depend on their text. */
#include "tests/unit/reading.h"

#include "parse/game/setup.h"
#include "parse/judge/replayed.h"

/* The codes of all that is said of the first record of a text. */
static void
check_replay(const char *text, const char *expected)
{
	const struct replay_options options = { .variant =
						    &variant_dreierschach };
	struct replayer *replayer = replayer_new(&options);
	struct reading_of of = { .input = { .format = &format_pgn,
				     .max_record = MAX_RECORD } };
	struct replayed replayed;

	source_text(&of.input.source, "test", slice_of(text));
	assert_true(
	    format_pgn.read(&of.input, &of.arena, &of.diags, &of.record));
	replay_record(replayer, &of.record, &of.diags, &replayed);
	strbuf_puts(&of.out, "");
	show_diags(&of);
	if (strcmp(of.out.ptr, expected) != 0)
		fail_msg("%s\n  is said %s\n  expected %s", text, of.out.ptr,
		    expected);
	replayer_free(replayer);
	release(&of);
}

TEST(letters_are_found_out)
{
	check_replay("1. gi4 Sd6 11j11 2. Li7 Sh10 Sj7 *", "");
	check_replay("1. gi4 Nd6 11j11 2. Bi7 Nh10 Nj7 *", "");
	check_replay("1. gi4 \u2658d6 11j11 2. \u2657i7 \u265eh10 Nj7 *", "");
	check_replay("[Letters \"de\"]\n1. gi4 Sd6 *", "");
	check_replay("[Letters \"de\"]\n1. gi4 Nd6 *", " !move-syntax@2:8+3");
	check_replay("[Letters \"auto\"]\n1. gi4 Sd6 *", "");
	check_replay("[Letters \"en\"]\n1. gi4 Sd6 *", " !move-syntax@2:8+3");
	check_replay("[Letters \"figurine\"]\n1. gi4 \u2658d6 *", "");
	check_replay("[Letters \"klingon\"]\n1. gi4 *",
	    " !letters-unknown@1:11+7 !moves-unchecked@2:4+3");
	/* "If all parse in de": here one is English. */
	check_replay("1. gi4 Sd6 11j11 2. Bi7 *",
	    " !move-syntax@1:8+3 !moves-unchecked@1:12+5");
	/* A variation may contain a German move. */
	check_replay("1. gi4 k13 (1.. Sd6) *", "");
}

TEST(faulty_tokens_are_reported)
{
	char text[400] = "1. a4 ";

	check_replay("1. a4\xff *", " !utf8-move@1:6");
	check_replay("1. \xc3\xa9"
		     "4 *",
	    " !move-syntax@1:4+3");
	memset(text + 6, 'e', 256);
	memcpy(text + 262, " *", 3);
	check_replay(text, " !token-too-long@1:7+256");
	text[261] = ' ';
	check_replay(text, " !move-syntax@1:7+255");
}

TEST(move_numbers_are_checked)
{
	check_replay("1. a4 1.. k13 1... j3 2. b4 *", "");
	check_replay("1. a4 2. k13 *", " !move-number@1:7+2");
	check_replay("1. a4 1... k13 *", " !move-number@1:7+4");
	check_replay("1 a4 2 k13 *", " !move-number@1:6");
	check_replay("1 a4 1 k13 *", " !move-number@1:6");
	check_replay("2. a4 *", " !move-number@1:1+2");
	check_replay("1. a4 (1.. b4) *", " !move-number@1:8+3");
}

TEST(draws_by_agreement_need_an_offer)
{
	check_replay("1. a4 k13 j3= 1-1-1", "");
	check_replay("1. a4= k13 j3 1-1-1", "");
	check_replay(
	    "1. a4= k13 j3 2. b4 1-1-1", " !draw-without-offer@1:21+5");
	check_replay("1. a4 k13 1-1-1", " !draw-without-offer@1:11+5");
	check_replay("[Termination \"agreement\"]\n1. a4 1-1-1", "");
	check_replay("[Termination \"time\"]\n1. a4 3-0-1", "");
	check_replay("1. a4 3-0-1", " !result-unproven@1:7+5");
	check_replay(
	    "[Termination \"normal\"]\n1. a4 3-0-1", " !result-unproven@2:7+5");
	check_replay("1. a4 3-1-1", " !result-unknown@1:7+5");
	check_replay("1. a4 1-0", " !result-unknown@1:7+3");
}

/* A copy of a replay goes its own way, in another reading of the line, and
 * changes nothing of the first. */
TEST(replays_are_values)
{
	const struct replay_options options = { .variant =
						    &variant_dreierschach };
	struct replayer *replayer = replayer_new(&options);
	struct reading_of of = { .input = { .format = &format_pgn,
				     .max_record = MAX_RECORD } };
	struct replay replay, copy;
	struct item other = { .token = slice_of("b4") };
	struct replayed setup;
	struct event event;
	struct ply *ply;

	source_text(&of.input.source, "test", slice_of("1. a4 k13 4. j3 zz *"));
	assert_true(
	    format_pgn.read(&of.input, &of.arena, &of.diags, &of.record));
	assert_true(game_set_up(replayer, &of.record, &of.diags, &setup));
	const struct reader_context reader = { setup.rules, setup.notation,
		&setup.alphabet };
	replay_begin(&replay, &reader, &setup.start, replayer, &of.arena);
	replay_line(&replay, &of.record.line);
	copy = replay;
	ply = of.record.line.first;
	assert_ptr_equal(replay_peek(&replay), ply);

	other.ply = ply;
	replay_items(&copy, &other, 1);
	assert_true(replay_next(&copy, &event));
	assert_int_equal(event.kind, EVENT_PLAYED);
	assert_false(replay_next(&copy, &event));

	assert_true(replay_next(&replay, &event));
	assert_true(event_is_silent(&event));
	assert_ptr_equal(event.item.ply, ply);
	assert_true(replay.position.key != copy.position.key);
	assert_true(replay_next(&replay, &event));
	assert_true(replay_next(&replay, &event));
	assert_true(event.is_misnumbered);
	assert_int_equal(event.seat, 2);
	assert_false(event_is_silent(&event));
	assert_true(replay_next(&replay, &event));
	assert_int_equal(event.kind, EVENT_NOT_FOUND);
	assert_false(replay_next(&replay, &event));
	assert_int_equal(of.diags.len, 0);
	for (const struct ply *p = of.record.line.first; p; p = p->next)
		assert_false(p->played);
	replayer_free(replayer);
	release(&of);
}
