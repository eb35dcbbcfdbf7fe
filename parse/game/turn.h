/* Ternion: a turn: from a token and a position to a move and its marks.
 *
 * There are three steps: turn_find finds the move, turn_make makes it, and
 * turn_mark finds its marks. They report nothing and store facts in the turn;
 * turn_explain and turn_explain_marks report the faults. turn_judge does all of
 * this. Every token is played in this way. */
#pragma once

#include "parse/resolve/plain.h"

struct ply_writing; /* rewrite_ply.h */

/* Facts that cost time, if the caller asks for them. */
struct turn_asks {
	bool outcome;     /* else it is found only if the marks need it */
	bool marks;       /* all of them, to be written */
	bool is_followed; /* the next turn finds out whether it mates */
	bool before;      /* the position before the move */
	const struct ply_writing *writing; /* the origin, for it; or NULL */
};

struct turn {
	struct turn_asks asks; /* set by the caller */
	/* Of suggestions of turn_judge_alone; NULL: those of the token. */
	const struct letter_set *letters;
	/* Set by turn_find: */
	struct slice token;
	bool is_read;              /* the token is a move in the notation */
	struct parsed_turn parsed; /* the token, if is_read */
	bool is_plain;             /* resolve_plain has found the move */
	unsigned remarks;          /* of turn_explain about the legal token */
	struct move move;
	struct cellset rivals; /* as resolve_plain stores them */
	/* Set by turn_make: */
	unsigned mover;
	struct origin origin;   /* if writing asks */
	bool is_named;          /* if writing asks: its text names the mover */
	bool is_as_written;     /* if writing asks: without marks and notes it
				   would be written as the token is */
	struct position before; /* if it was asked for, or with remarks, or for
				   the writing of a turn of two moves */
	bool is_apart;          /* check and mate are judged on `judged` */
	struct position judged;
	/* Set by turn_mark: */
	struct outcome outcome; /* if has_outcome */
	struct marks marks;
	unsigned mark_remarks; /* of turn_explain_marks */
	bool has_false_mark;   /* the token has one */
	bool true_claim;       /* mate is declared, truly */
	bool has_outcome;
};

/* turn_find if resolve_plain finds nothing. */
bool turn_find_other(struct turn *turn, const struct language *reader,
    struct position *position, struct slice token) __attribute__((cold));

/* Finds the legal move that the token describes; false if there is none. If the
 * order of play lets the token choose the mover, *position gets his turn.
 * Inlined with resolve_plain, since it is called for each ply. */
__attribute__((always_inline)) static inline bool
turn_find(struct turn *turn, const struct language *reader,
    struct position *position, struct slice token)
{
	turn->token = token;
	turn->remarks = 0;
	turn->is_read = notation_read(
	    reader->notation, reader->alphabet, token, &turn->parsed);
	if (!turn->is_read)
		return false;
	turn->is_plain = resolve_plain(
	    reader, position, token, &turn->parsed, &turn->move, &turn->rivals);
	return turn->is_plain || turn_find_other(turn, reader, position, token);
}

/* Reports why turn_find has found no move in the position, or how the move that
 * it found should be written. `at` is the offset of the token in the record.
 * The position may be NULL if the token is not a move in the notation. */
void turn_explain(const struct turn *turn, const struct language *reader,
    const struct position *position, size_t at, struct diags *diags)
    __attribute__((cold));

void turn_find_origin(struct turn *turn, const struct language *reader,
    const struct position *position);

/* Makes the move that was found. The arena keeps what later positions need to
 * know of this one; NULL: they need nothing. */
static inline void
turn_make(struct turn *turn, const struct language *reader,
    struct position *position, struct arena *arena)
{
	turn->mover = position->to_move;
	if (turn->asks.writing != NULL)
		turn_find_origin(turn, reader, position);
	if (turn->asks.before || turn->remarks > 0)
		turn->before = *position;
	if (arena != NULL)
		position_remember(
		    position, arena_take(arena, sizeof(struct past)));
	turn->is_apart = rules_make_judged(
	    reader->rules, position, &turn->move, &turn->judged);
}

/* The board on which check and mate of the turn to `position` are judged. */
static inline const struct position *
turn_judged(const struct turn *turn, const struct position *position)
{
	return turn->is_apart ? &turn->judged : position;
}

/* True if the token has no mark and none of these players attacks a king. */
static inline bool
turn_is_silent(
    const struct turn *turn, const struct position *board, unsigned players)
{
	const struct parsed_move *parsed = &turn->parsed.move;

	return FAST &&
	    (parsed->check | parsed->mate | turn->asks.outcome |
		(position_attackers(board) & players)) == 0;
}

/* turn_mark of a turn that may have marks. */
void turn_mark_in_full(struct turn *turn, const struct language *reader,
    const struct position *position);

/* Finds the marks of the move that was made, and compares the token's. */
static inline void
turn_mark(struct turn *turn, const struct language *reader,
    const struct position *position)
{
	/* Attacks by others matter only for mate, if all marks are wanted. */
	unsigned players = turn->asks.marks ? ALL_PLAYERS : 1u << turn->mover;

	turn->has_outcome = turn->true_claim = turn->has_false_mark = false;
	turn->mark_remarks = 0;
	turn->marks = (struct marks){ .mover = turn->mover,
		.draw = turn->parsed.move.draw };
	if (!turn_is_silent(turn, position, players) || turn->is_apart ||
	    rules_bare_kings(reader->rules, position))
		turn_mark_in_full(turn, reader, position);
}

/* Reports false and missing marks of the move that led to the position. */
void turn_explain_marks(const struct turn *turn, const struct language *reader,
    const struct position *position, size_t at, struct diags *diags)
    __attribute__((cold));

/* Does all three steps and reports faults: true if the move is legal, which is
 * then made. Wrong marks are errors, too. */
bool turn_judge(struct turn *turn, const struct language *reader,
    struct position *position, struct slice token, size_t at,
    struct diags *diags);

/* turn_judge of a token without a record, which has English letters or, if it
 * is a move only with these, German ones; they are stored in *letters, to which
 * reader->alphabet points. True if the move has no error, marks included. */
bool turn_judge_alone(struct turn *turn, const struct language *reader,
    struct alphabet *letters, struct position *position, struct slice token,
    size_t at, struct diags *diags);
