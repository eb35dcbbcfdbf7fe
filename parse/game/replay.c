/* Ternion: replays a line of a record as a stream of events. */
#include "parse/game/replay.h"

#define ROUND 6 /* divided by each number of players */

/* Finds out whether the course of the game has drawn the position, and keeps
 * the keys of the main line. */
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
	replayer_keys(replay->replayer, replay->keys)[replay->keys - 1] =
	    replay->position.key;
}

/* How often the position is among the latest ones of the main line. */
static unsigned
count_position(const struct replay *replay, size_t latest)
{
	const uint64_t *keys = replayer_keys(replay->replayer, replay->keys);
	size_t from = latest < replay->keys ? replay->keys - latest : 0;
	unsigned times = 0;

	for (size_t i = from; i < replay->keys; i++)
		times += keys[i] == replay->position.key;
	return times;
}

unsigned
replay_repetitions(const struct replay *replay)
{
	return count_position(replay, replay->keys);
}

void
replay_begin(struct replay *replay, const struct reader_context *reader,
    const struct position *start, struct replayer *replayer,
    struct arena *arena)
{
	memset(replay, 0, sizeof(*replay));
	replay->reader = reader;
	replay->replayer = replayer;
	replay->arena = arena;
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

void
replay_again(struct replay *replay, struct ply *ply)
{
	replay->next = ply;
	replay->played--;
}

const struct outcome *
replay_outcome(struct replay *replay)
{
	if (!replay->knows_outcome)
		rules_outcome(
		    replay->reader->rules, &replay->position, &replay->outcome);
	replay->knows_outcome = true;
	return &replay->outcome;
}

/* True if the game is known to have ended. The outcome is found only of the
 * last position, if a turn needs it, or if a move cannot be played. */
static bool
has_known_end(const struct replay *replay)
{
	return replay->knows_outcome && replay->outcome.ending != ENDING_NONE &&
	    !ending_plays_on(replay->outcome.ending);
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
	if (replay->told_repetition || ply->next == NULL ||
	    count_position(replay, since + 1u) != REPETITIONS)
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

/* Notes whose turn it is, and a wrong number, which without dots is the first
 * seat's. There is no branch for plies without a number, because it would be
 * mispredicted. */
static inline void
note_number(struct event *event, const struct position *position)
{
	const struct ply *ply = event->item.ply;

	event->seat = position->to_move;
	event->round = position->number;
	event->is_misnumbered = ply != NULL && !event->item.unnumbered &&
	    (((ply->number ^ position->number) |
		 ((ply->dots + (ply->dots == 0)) ^ (position->to_move + 1u))) &
		-(uint32_t)(ply->number_span.len > 0)) != 0;
}

/* The ply cannot be played, and the stream ends. */
static __attribute__((cold)) void
stop(struct replay *replay, struct event *event)
{
	replay_outcome(replay);
	event->kind = has_known_end(replay) ? EVENT_AFTER_END : EVENT_NOT_FOUND;
	event->turn.outcome = replay->outcome;
	note_number(event, &replay->position);
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
		stop(replay, event);
		return;
	}
	event->kind = EVENT_ASSUMED;
	note_number(event, &replay->position);
	move_copy(&event->turn.move, move);
	event->turn.mover = replay->position.to_move;
	if (rules->variant->remembers)
		position_remember(&replay->position,
		    arena_take(replay->arena, sizeof(struct past)));
	rules_make_move(rules, &replay->position, move);
	note_position(replay);
	replay->knows_outcome = false;
}

/* Finds and makes the move of the token. */
static inline void
play_token(struct replay *replay, struct event *event)
{
	const struct reader_context *reader =
	    event->item.reader != NULL ? event->item.reader : replay->reader;
	const struct variant *variant = reader->rules->variant;
	struct turn *turn = &event->turn;

	turn->asks = replay->asks;
	turn->asks.outcome |= event->item.ply->next == NULL;
	if (has_known_end(replay) ||
	    !turn_find(turn, reader, &replay->position, event->item.token)) {
		stop(replay, event);
		return;
	}
	event->kind = EVENT_PLAYED;
	note_number(event, &replay->position);
	if (replay->drawn != ENDING_NONE) {
		event->drawn = replay->drawn;
		replay->is_past_draw = true;
	}
	turn_make(turn, reader, &replay->position, replay->arena);
	if (variant->draw_by_repetition || variant->quiet_rounds != 0) {
		note_position(replay);
		event->is_repeated = is_repeated(replay, event->item.ply);
		event->becomes_due = becomes_due(replay, &turn->move);
	}
	turn_mark(turn, reader, &replay->position, event->item.token);
	replay->knows_outcome = turn->has_outcome;
	if (turn->has_outcome)
		replay->outcome = turn->outcome;
}

bool
replay_next(struct replay *replay, struct event *event)
{
	struct ply *ply = replay->next;

	if (ply != NULL) {
		event->item = (struct item){ .token = ply->token,
			.ply = ply,
			.number = replay->played + 1 };
		replay->next = ply->next;
	} else if (replay->items != replay->end) {
		event->item = *replay->items++;
	} else {
		return false;
	}
	replay->played++;
	event->is_main = replay->is_main;
	event->drawn = ENDING_NONE;
	event->is_repeated = event->becomes_due = false;
	event->after = &replay->position;
	if (event->item.move != NULL)
		play_assumed(replay, event);
	else
		play_token(replay, event);
	return true;
}
