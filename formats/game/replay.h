/* Ternion: replays a line of a record as a stream of events.
 *
 * replay_next plays the next ply and says in facts what happened: the move that
 * was found and its marks, or that there is none, a number that is wrong, a
 * draw that is due. What is said of it, written or counted is the business of
 * those who read the events.
 *
 * A replay is a value. A copy of it is a bookmark: variations, and the same
 * line in another reading, are replayed from there as often as anybody likes.
 * Nothing but the replay, and what positions remember in its arena, is changed.
 */
#ifndef TERNION_FORMATS_REPLAY_H
#define TERNION_FORMATS_REPLAY_H

#include "formats/game/replayer.h"
#include "formats/game/turn.h"
#include "formats/record/record.h"

enum {
	REPETITIONS = 3 /* of a position, after which a draw may be claimed */
};

/* One ply of a line: as it is written, or a move that is taken for it. */
struct item {
	struct slice token;
	struct ply *ply;         /* that it is, or stands for; NULL: none */
	unsigned number;         /* of the ply in the line, from 1 */
	const struct move *move; /* played instead of the token; or NULL */
	bool unmarked;   /* the marks of the token tell nothing of the move */
	bool unnumbered; /* what looks like its number is none */
};

enum event_kind {
	EVENT_PLAYED,  /* the move was found and made */
	EVENT_ASSUMED, /* the move of the item was made instead of its token */
	EVENT_NOT_FOUND, /* the token is no legal move: the stream ends */
	EVENT_AFTER_END, /* none is, for the game has ended: the same */
};

struct event {
	enum event_kind kind;
	bool is_main; /* it is one of the main line */
	struct item item;
	/* Of the ply, before its move: */
	uint8_t seat;        /* whose turn it is */
	uint32_t round;      /* the number of the move */
	bool is_misnumbered; /* another one, or another seat, is written */
	enum ending drawn;   /* the game was drawn so, and goes on; told once */
	/* After its move: */
	bool is_repeated; /* the position has occurred three times; told once */
	bool is_quiet;    /* so many rounds without a capture; told once */
	struct turn turn; /* of an assumed move no more than the move */
	const struct position *after;
};

struct replay {
	/* Set by replay_begin, and may be changed before the first ply: */
	const struct reader_context *reader;
	struct replayer *replayer; /* which keeps the keys of positions */
	struct arena *arena;       /* where positions remember others */
	struct turn_asks asks; /* of each turn; that of the last ply asks for
				  the outcome as well */
	bool is_main;
	/* The plies that come: */
	struct ply *next;         /* as it is written; or, if not NULL, */
	const struct item *items; /* in another reading, */
	const struct item *end;   /* which ends here */
	unsigned played;          /* plies, from the beginning of the line */
	/* Where it is: */
	struct position position;
	struct outcome outcome; /* if it is known */
	bool knows_outcome;
	enum ending drawn;        /* the position is drawn by the rules, which a
				     record may pass over */
	bool is_past_draw;        /* it did */
	bool told_repetition;     /* since the last capture or pawn move */
	bool told_quiet;          /* since the last capture */
	unsigned without_capture; /* sixths of a round since then */
	size_t keys;              /* of positions of the main line so far */
};

/* Begins a game. It has no plies yet, and nothing is asked of its turns.
 * `replayer` NULL: nobody wants to know of repetitions. */
void replay_begin(struct replay *replay, const struct reader_context *reader,
    const struct position *start, struct replayer *replayer,
    struct arena *arena);

/* Replays a line from where the replay is: as it is written, or in another
 * reading, as long as the items are kept. */
void replay_line(struct replay *replay, const struct line *line);
void replay_items(
    struct replay *replay, const struct item *items, unsigned len);

/* The ply that comes next; NULL: none, or one that nobody wrote. */
static inline struct ply *
replay_peek(const struct replay *replay)
{
	if (replay->items != NULL)
		return replay->items < replay->end ? replay->items->ply : NULL;
	return replay->next;
}

/* Plays the next ply; false if the line has ended, or could not be played on.
 * The event holds until the next call. */
bool replay_next(struct replay *replay, struct event *event);

/* True if there is nothing to say of an event, as of most. */
static inline bool
event_is_silent(const struct event *event)
{
	return event->kind == EVENT_PLAYED &&
	    (event->is_misnumbered | event->is_repeated | event->is_quiet) ==
	    0 &&
	    event->drawn == ENDING_NONE &&
	    (event->turn.remarks | event->turn.mark_remarks) == 0;
}

/* The outcome of the position. */
const struct outcome *replay_outcome(struct replay *replay);

/* How often the position has occurred in the main line, where that counts. */
unsigned replay_repetitions(const struct replay *replay);

#endif
