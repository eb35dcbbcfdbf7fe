/* Replays are values that can be copied. */
#include "tests/unit/reading.h"

#include "parse/game/setup.h"
#include "parse/judge/replayed.h"

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
	assert_ptr_equal(replay.next, ply);

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
