/* Ternion: a turn: from a token and a position to a move and what is true of
 * it.
 *
 * There are three steps, in this order: turn_find finds the move, turn_make
 * makes it, and turn_mark finds its marks. They work in silence and leave facts
 * in the turn; turn_explain and turn_explain_marks put into words what is
 * wrong. turn_judge does all of it. Nobody plays a token in another way. */
#ifndef TERNION_FORMATS_TURN_H
#define TERNION_FORMATS_TURN_H

#include "parse/resolve/plain.h"

/* Things that cost time and that the caller may ask for. An outcome
 * that is not wanted is worked out where the marks need it. */
struct turn_asks {
	bool outcome;
	bool marks;       /* complete, for they are to be written */
	bool is_followed; /* whether it mates is left to the next turn */
	bool before;      /* the position before the move is kept */
};

struct turn {
	struct turn_asks asks; /* set by the caller */
	/* Of the moves that a message offers in place of a token that stands
	 * alone; NULL: the letters of the token. */
	const struct letter_set *letters;
	/* Set by turn_find: */
	struct parsed_turn parsed; /* what the token states, if is_read */
	bool is_read;              /* the token is a move in the notation */
	bool is_plain;             /* resolve_plain has found it */
	unsigned remarks; /* on the way the move that was found is written:
			     how many turn_explain makes */
	struct move move;
	/* Set by turn_make: */
	unsigned mover;
	struct position before; /* it is the mover's turn; kept if it was asked
				   for, or if there are remarks */
	bool is_apart;          /* marks are judged on: */
	struct position judged;
	/* Set by turn_mark: */
	struct outcome outcome; /* if has_outcome */
	bool has_outcome;
	struct marks marks;
	unsigned mark_remarks; /* on the marks that the token states or lacks:
				  how many turn_explain_marks makes */
	bool has_false_mark;   /* one that it states is not true */
	bool true_claim; /* mate is declared against somebody, and truly */
};

/* turn_find of a token that was read and is no plain move of the player to
 * move, or has typographic signs. */
bool turn_find_other(struct turn *turn, const struct reader_context *reader,
    struct position *position, struct slice token) __attribute__((cold));

/* Finds the move that the token describes. Where the order of play leaves it
 * to the text who moves, it is made his turn in *position. False if there is no
 * such legal move. Inlined, with what finds the plain move, since it is called
 * for each ply. */
__attribute__((always_inline)) static inline bool
turn_find(struct turn *turn, const struct reader_context *reader,
    struct position *position, struct slice token)
{
	turn->remarks = 0;
	turn->is_read = notation_read(
	    reader->notation, reader->alphabet, token, &turn->parsed);
	if (!turn->is_read)
		return false;
	turn->is_plain =
	    resolve_plain(reader, position, token, &turn->parsed, &turn->move);
	return (turn->is_plain && turn->parsed.move.typographic.len == 0) ||
	    turn_find_other(turn, reader, position, token);
}

/* Says why turn_find has found nothing in the position, or what is wrong with
 * the way in which the move that it found there is written. `at` is the offset
 * of the token in the record. Of a token that is no move in the notation the
 * position may be NULL. */
void turn_explain(const struct turn *turn, const struct reader_context *reader,
    const struct position *position, struct slice token, size_t at,
    struct diags *diags) __attribute__((cold));

/* Makes the move that was found. What later positions need to know of this
 * one is kept in the arena; NULL: it is known that they need nothing. */
static inline void
turn_make(struct turn *turn, const struct reader_context *reader,
    struct position *position, struct arena *arena)
{
	turn->mover = position->to_move;
	if (turn->asks.before || turn->remarks > 0)
		turn->before = *position;
	if (arena != NULL && reader->rules->variant->remembers)
		position_remember(
		    position, arena_take(arena, sizeof(struct past)));
	turn->is_apart = rules_make_judged(
	    reader->rules, position, &turn->move, &turn->judged);
}

/* The board on which the turn was judged, that led to a position. */
static inline const struct position *
turn_judged(const struct turn *turn, const struct position *position)
{
	return turn->is_apart ? &turn->judged : position;
}

/* True, as of most turns, if nothing is marked, and no king attacked by one of
 * these players. */
static inline bool
turn_is_silent(
    const struct turn *turn, const struct position *board, unsigned players)
{
	const struct parsed_move *parsed = &turn->parsed.move;

	return FAST &&
	    (parsed->check | parsed->mate | turn->asks.outcome |
		(position_attackers(board) & players)) == 0;
}

/* turn_mark of a turn of which there is more to say than of most. */
void turn_mark_in_full(struct turn *turn, const struct reader_context *reader,
    const struct position *position, struct slice token);

/* Finds the marks of the move that led to the position, and whether those that
 * the token states are true. */
static inline void
turn_mark(struct turn *turn, const struct reader_context *reader,
    const struct position *position, struct slice token)
{
	/* Kings whom others attack bear no mark of the mover's but that of
	 * mate, which is found unasked where all marks are wanted. */
	unsigned players = turn->asks.marks ? ALL_PLAYERS : 1u << turn->mover;

	turn->has_outcome = turn->true_claim = turn->has_false_mark = false;
	turn->mark_remarks = 0;
	turn->marks = (struct marks){ .mover = turn->mover,
		.draw = turn->parsed.move.draw };
	if (!turn_is_silent(turn, position, players) || turn->is_apart ||
	    rules_bare_kings(reader->rules, position))
		turn_mark_in_full(turn, reader, position, token);
}

/* Says what is wrong with the marks of the move that led to the position. */
void turn_explain_marks(const struct turn *turn,
    const struct reader_context *reader, const struct position *position,
    struct slice token, size_t at, struct diags *diags) __attribute__((cold));

/* All three steps, in words: true if the move is legal, and then *position is
 * the one after it. Wrong marks are errors as well, but the move is made. */
bool turn_judge(struct turn *turn, const struct reader_context *reader,
    struct position *position, struct slice token, size_t at,
    struct diags *diags);

/* turn_judge of a token that stands alone, without a record to say in which
 * letters: those in which it is a move, English or, if the game has them,
 * German, are put into *letters, to which reader->alphabet points; English ones
 * if it is none. True if nothing is wrong with it, marks included. */
bool turn_judge_alone(struct turn *turn, const struct reader_context *reader,
    struct alphabet *letters, struct position *position, struct slice token,
    size_t at, struct diags *diags);

#endif
