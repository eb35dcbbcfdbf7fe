/* Ternion: replays a line of a record as a stream of events.
 *
 * replay_next plays the next ply and returns facts: the move and its marks, or
 * that no legal move fits; a wrong number; a draw that can be claimed. Its
 * callers report, write or count them.
 *
 * A replay is a value. A copy of it is a bookmark, from which variations and
 * other readings of the line can be replayed. replay_next changes nothing but
 * the replay and its arena. */
#pragma once

#include "parse/game/replayer.h"
#include "parse/game/turn.h"
#include "parse/record/record.h"

#define REPETITIONS 3 /* of a position allow a player to claim a draw */

/* One ply of a line, or of another reading of it. */
struct item {
	struct slice token;
	struct ply *ply;         /* with the token; NULL: none */
	unsigned number;         /* of the ply in the line, from 1 */
	const struct move *move; /* played instead of the token; or NULL */
	const struct language *reader; /* of the token, if it is none of
						the line's; or NULL */
	bool unmarked;                 /* ignore the marks of the token */
	bool unnumbered;               /* ignore the number of the ply */
};

enum event_kind {
	EVENT_PLAYED,    /* the move was found and made */
	EVENT_ASSUMED,   /* the move of the item was made */
	EVENT_NOT_FOUND, /* the token is no legal move: the stream ends */
	EVENT_AFTER_END, /* the game had ended before: the stream ends */
};

struct event {
	enum event_kind kind;
	bool is_main; /* it is one of the main line */
	struct item item;
	/* Before the move: */
	uint8_t seat;        /* whose turn it is */
	uint32_t round;      /* the number of the move */
	bool is_misnumbered; /* the ply has another number or seat */
	enum ending drawn;   /* the game was drawn so, but goes on; only once */
	/* After the move: */
	bool is_repeated; /* it is the third time; only once */
	bool becomes_due; /* now the players should agree to a draw */
	struct turn turn; /* of an assumed move only mover and move */
	const struct position *after;
};

struct replay {
	/* Set by replay_begin, and may be changed before the first ply: */
	const struct language *reader;
	struct replayer *replayer; /* which keeps the keys of positions */
	struct arena *arena;       /* of the past of positions */
	bool remembers;            /* the game needs that past */
	bool looks_back;           /* draws come of the course of the game */
	struct turn_asks asks; /* of each turn; the last ply of a line asks for
				  the outcome, too */
	bool is_main;
	/* The plies to come: */
	struct ply *next;         /* of the line; or, if not NULL, */
	const struct item *items; /* of another reading, */
	const struct item *end;   /* which ends here */
	unsigned played;          /* plies of the line so far */
	/* The current state: */
	struct position position;
	struct outcome outcome; /* if it is known */
	bool knows_outcome;
	enum ending drawn;        /* the position is drawn by the rules */
	bool is_past_draw;        /* the record went on after a draw */
	bool told_repetition;     /* since the last capture or pawn move */
	bool is_draw_due;         /* the players should agree to it */
	unsigned without_capture; /* sixths of a round */
	size_t keys;              /* positions of the main line so far */
};

/* Begins a game without plies. `replayer` NULL: repetitions do not matter. */
void replay_begin(struct replay *replay, const struct language *reader,
    const struct position *start, struct replayer *replayer,
    struct arena *arena);

/* Set the plies to come: of a line, or of a reading, whose items must stay. */
void replay_line(struct replay *replay, const struct line *line);
void replay_items(
    struct replay *replay, const struct item *items, unsigned len);

/* These up to replay_next are its parts; inlined, for it is called for each
 * ply. */

/* True if the game is known to have ended. The outcome is found only of the
 * last position, if a turn needs it, or if a move cannot be played. */
static inline bool
replay_has_ended(const struct replay *replay)
{
	return replay->knows_outcome && replay->outcome.ending != ENDING_NONE &&
	    !ending_plays_on(replay->outcome.ending);
}

/* Notes whose turn it is, and a wrong number, which without dots is the first
 * seat's. A branch for plies without one would be mispredicted. */
static inline void
replay_note(struct replay *replay, struct event *event)
{
	const struct position *position = &replay->position;
	const struct ply *ply = event->item.ply;

	replay->played++;
	event->is_main = replay->is_main;
	event->drawn = ENDING_NONE;
	event->is_repeated = event->becomes_due = false;
	event->after = position;
	event->seat = position->to_move;
	event->round = position->number;
	event->is_misnumbered = ply != NULL && !event->item.unnumbered &&
	    (((ply->number ^ position->number) |
		 ((ply->dots + (ply->dots == 0)) ^ (position->to_move + 1u))) &
		-(uint32_t)(ply->number_span.len > 0)) != 0;
}

/* The ply cannot be played, and the stream ends. */
void replay_stop(struct replay *replay, struct event *event)
    __attribute__((cold));

/* Plays the next item of a reading; false after the last. */
bool replay_item(struct replay *replay, struct event *event)
    __attribute__((cold));

/* After a move, finds out what the course of the game means for draws. */
void replay_look_back(struct replay *replay, struct event *event);

/* Finds and makes the move of the token. */
__attribute__((always_inline)) static inline void
replay_token(struct replay *replay, struct event *event)
{
	const struct language *reader =
	    event->item.reader != NULL ? event->item.reader : replay->reader;
	struct turn *turn = &event->turn;

	turn->asks = replay->asks;
	turn->asks.outcome |= event->item.ply->next == NULL;
	if (replay_has_ended(replay) ||
	    !turn_find(turn, reader, &replay->position, event->item.token)) {
		replay_stop(replay, event);
		return;
	}
	event->kind = EVENT_PLAYED;
	replay_note(replay, event);
	if (replay->drawn != ENDING_NONE) {
		event->drawn = replay->drawn;
		replay->is_past_draw = true;
	}
	turn_make(turn, reader, &replay->position,
	    replay->remembers ? replay->arena : NULL);
	if (replay->looks_back)
		replay_look_back(replay, event);
	turn_mark(turn, reader, &replay->position);
	replay->knows_outcome = turn->has_outcome;
	if (turn->has_outcome)
		replay->outcome = turn->outcome;
}

/* Plays the next ply; false after the last, or after one that cannot be played.
 * The event is valid until the next call. */
__attribute__((always_inline)) static inline bool
replay_next(struct replay *replay, struct event *event)
{
	struct ply *ply = replay->next;

	if (ply == NULL)
		return replay_item(replay, event);
	event->item = (struct item){
		.token = ply->token, .ply = ply, .number = replay->played + 1
	};
	replay->next = ply->next;
	replay_token(replay, event);
	return true;
}

/* True if there is nothing to report of an event, as of most. */
static inline bool
event_is_silent(const struct event *event)
{
	return event->kind == EVENT_PLAYED &&
	    (event->is_misnumbered | event->is_repeated | event->becomes_due) ==
	    0 &&
	    event->drawn == ENDING_NONE &&
	    (event->turn.remarks | event->turn.mark_remarks) == 0;
}

const struct outcome *replay_outcome(struct replay *replay);

/* How often the position is among the latest of the main line, if it counts. */
unsigned replay_repetitions(const struct replay *replay, size_t latest);
