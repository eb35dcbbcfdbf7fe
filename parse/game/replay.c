/* Ternion: replays a line of a record as a stream of events. */
#include "parse/game/replay.h"

#define ROUND 6 /* divided by each number of players */

/* The keys of the main line so far, with room for the last one. */
static uint64_t *
keys_of(const struct replay *replay)
{
	struct replayer *replayer = replay->replayer;

	if (replay->keys > replayer->keys_size) {
		replayer->keys_size = replay->keys * 2 + 256;
		replayer->keys = mem_grow(replayer->keys,
		    replayer->keys_size * sizeof(*replayer->keys));
	}
	return replayer->keys;
}

/* Finds out whether the game so far drew the position; keeps its key. */
static void
note_position(struct replay *replay)
{
	const struct rules *rules = replay->reader->rules;

	if (!rules->variant->draw_by_repetition)
		return;
	replay->drawn = replay->is_past_draw
	    ? ENDING_NONE
	    : rules_drawn(rules, &replay->position);
	if (!replay->is_main)
		return;
	replay->keys++;
	keys_of(replay)[replay->keys - 1] = replay->position.key;
}

unsigned
replay_repetitions(const struct replay *replay, size_t latest)
{
	const uint64_t *keys = keys_of(replay);
	size_t from = latest < replay->keys ? replay->keys - latest : 0;
	unsigned times = 0;

	for (size_t i = from; i < replay->keys; i++)
		times += keys[i] == replay->position.key;
	return times;
}

void
replay_begin(struct replay *replay, const struct language *reader,
    const struct position *start, struct replayer *replayer,
    struct arena *arena)
{
	memset(replay, 0, sizeof(*replay));
	replay->reader = reader;
	replay->replayer = replayer;
	replay->arena = arena;
	replay->remembers = reader->rules->variant->remembers;
	replay->looks_back = reader->rules->variant->draw_by_repetition ||
	    reader->rules->variant->quiet_rounds != 0;
	replay->is_main = replayer != NULL;
	replay->position = *start;
	note_position(replay);
}

void
replay_line(struct replay *replay, const struct line *line)
{
	replay->next = line->first;
	replay->items = replay->end = NULL;
	replay->played = 0;
}

void
replay_items(struct replay *replay, const struct item *items, unsigned len)
{
	replay->next = NULL;
	replay->items = items;
	replay->end = items + len;
	replay->played = 0;
}

const struct outcome *
replay_outcome(struct replay *replay)
{
	if (!replay->knows_outcome)
		replay->outcome =
		    rules_outcome(replay->reader->rules, &replay->position);
	replay->knows_outcome = true;
	return &replay->outcome;
}

/* True if the position has occurred three times in the main line, counted from
 * the last capture or pawn move. The last position of the record is left to
 * judge_result: it may be a draw by agreement. */
static bool
is_repeated(struct replay *replay, const struct ply *ply)
{
	unsigned since = replay->position.clock;

	if (!replay->reader->rules->variant->draw_by_repetition ||
	    !replay->is_main || replay->is_past_draw)
		return false;
	replay->told_repetition &= since > 0;
	/* A player needs two plies to come back. */
	if (replay->told_repetition || since < 2 * (REPETITIONS - 1) ||
	    ply->next == NULL ||
	    replay_repetitions(replay, since + 1u) != REPETITIONS)
		return false;
	replay->told_repetition = true;
	return true;
}

/* Finds whether the players should now agree to a draw, because rounds without
 * a capture have passed or only kings are left. True if that is new. */
static bool
becomes_due(struct replay *replay, const struct move *move)
{
	unsigned rounds = replay->reader->rules->variant->quiet_rounds;
	unsigned players = players_left(&replay->position);
	bool was_due = replay->is_draw_due;

	if (rounds == 0)
		return false;
	/* With n players left a ply is the n-th part of a round. */
	replay->without_capture += ROUND / players;
	if (move->victim != CELL_NONE || move->type == MOVE_TRAITOR) {
		replay->without_capture = 0;
		was_due = false;
	}
	replay->is_draw_due = replay->position.over == 0 && players > 1 &&
	    (replay->without_capture >= rounds * ROUND ||
		only_kings_live(&replay->position));
	return replay->is_draw_due && !was_due;
}

void
replay_stop(struct replay *replay, struct event *event)
{
	replay_outcome(replay);
	event->kind =
	    replay_has_ended(replay) ? EVENT_AFTER_END : EVENT_NOT_FOUND;
	event->turn.outcome = replay->outcome;
	replay_note(replay, event);
	replay->next = NULL;
	replay->items = replay->end;
}

/* Makes the assumed move, without finding its marks. */
static void
play_assumed(struct replay *replay, struct event *event)
{
	const struct rules *rules = replay->reader->rules;
	const struct move *move = event->item.move;

	if (move->from != CELL_NONE)
		rules_begin(rules, &replay->position,
		    piece_owner(replay->position.at[move->from]));
	/* It was so where it was found, which may have been another place. */
	if (!rules_is_legal(rules, &replay->position, move)) {
		replay_stop(replay, event);
		return;
	}
	event->kind = EVENT_ASSUMED;
	replay_note(replay, event);
	move_copy(&event->turn.move, move);
	event->turn.mover = replay->position.to_move;
	rules_play(rules, &replay->position, move,
	    replay->remembers ? arena_take(replay->arena, sizeof(struct past))
			      : NULL);
	note_position(replay);
	replay->knows_outcome = false;
}

void
replay_look_back(struct replay *replay, struct event *event)
{
	note_position(replay);
	event->is_repeated = is_repeated(replay, event->item.ply);
	event->becomes_due = becomes_due(replay, &event->turn.move);
}

bool
replay_item(struct replay *replay, struct event *event)
{
	if (replay->items == replay->end)
		return false;
	event->item = *replay->items++;
	if (event->item.move != NULL)
		play_assumed(replay, event);
	else
		replay_token(replay, event);
	return true;
}
