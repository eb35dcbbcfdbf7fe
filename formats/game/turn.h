/*
 * Ternion: a turn: from a token and a position to a judged move.
 *
 * turn_judge takes three steps, in this order: the move is found, it is made,
 * and its marks are judged. Whoever has something to say between them takes
 * them one by one; nobody plays a token in another way.
 */
#ifndef TERNION_FORMATS_TURN_H
#define TERNION_FORMATS_TURN_H

#include "parse/resolve/plain.h"

/* What the caller asks for, as it costs more than most moves do. An outcome
 * that is not wanted is worked out where the marks need it. */
struct turn_asks {
	bool outcome;
	bool marks;          /* complete, for they are to be written */
	bool is_followed;    /* whether it mates is left to the next turn */
	bool forgets_before; /* of `before` all but whose turn it is */
};

struct turn {
	struct turn_asks asks; /* set by the caller */
	/* Of the moves that a message offers in place of a token that stands
	 * alone; NULL: the letters of the token. */
	const struct letter_set *letters;
	/* Set by turn_find: */
	struct turn_spec spec; /* what the token states */
	struct move move;
	bool is_plain; /* resolve_plain has found it */
	/* Set by turn_make: */
	unsigned mover;
	struct position before; /* it is the mover's turn; or forgotten */
	bool is_apart;          /* marks are judged on: */
	struct position judged;
	/* Set by turn_mark: */
	struct outcome outcome; /* if has_outcome */
	bool has_outcome;
	struct marks marks;
	bool true_claim; /* mate is declared against somebody, and truly */
};

/* The token is no move in the notation: says why, and which moves of the
 * position, if there is one, it may have meant. */
void turn_refuse(const struct syntax *syntax, const struct position *position,
    struct slice token, size_t at, struct diags *diags) __attribute__((cold));

/* turn_find of a token that was read and is no plain move of the player to
 * move, or has typographic signs. */
bool turn_find_other(struct turn *turn, const struct syntax *syntax,
    struct position *position, struct slice token, size_t at,
    struct diags *diags) __attribute__((cold));

/*
 * Finds the move that the token describes. Where the order of play leaves it
 * to the text who moves, it is made his turn in *position. False, and an
 * error, if there is no such legal move; `at` is the offset of the token in
 * the record. Inlined, with what finds the plain move, since it is called for
 * each ply.
 */
__attribute__((always_inline)) static inline bool
turn_find(struct turn *turn, const struct syntax *syntax,
    struct position *position, struct slice token, size_t at,
    struct diags *diags)
{
	if (!decoder_read(
		syntax->decoder, syntax->alphabet, token, &turn->spec)) {
		turn_refuse(syntax, position, token, at, diags);
		return false;
	}
	turn->is_plain =
	    resolve_plain(syntax, position, token, &turn->spec, &turn->move);
	return (turn->is_plain && turn->spec.move.typographic.len == 0) ||
	    turn_find_other(turn, syntax, position, token, at, diags);
}

/* Complains of a token that is no move in the notation, whatever the position.
 */
void turn_check_token(const struct syntax *syntax, struct slice token,
    size_t at, struct diags *diags);

/* Makes the move that was found. What later positions need to know of this
 * one is kept in the arena; NULL: it is known that they need nothing. */
static inline void
turn_make(struct turn *turn, const struct syntax *syntax,
    struct position *position, struct arena *arena)
{
	turn->mover = position->to_move;
	if (turn->asks.forgets_before)
		turn->before.to_move = position->to_move;
	else
		turn->before = *position;
	if (arena != NULL && syntax->rules->variant->remembers)
		position_remember(
		    position, arena_alloc(arena, sizeof(struct past)));
	turn->is_apart = rules_make_judged(
	    syntax->rules, position, &turn->move, &turn->judged);
}

/* The board on which the turn was judged, that led to a position. */
static inline const struct position *
turn_judged(const struct turn *turn, const struct position *position)
{
	return turn->is_apart ? &turn->judged : position;
}

/* Whether nothing is marked, and no king attacked by one of these players:
 * most turns. */
static inline bool
turn_is_silent(
    const struct turn *turn, const struct position *board, unsigned players)
{
	const struct move_spec *spec = &turn->spec.move;

	return (spec->check | spec->mate | turn->asks.outcome |
		   (position_attackers(board) & players)) == 0;
}

/* turn_mark of a turn of which there is more to say than of most. */
void turn_mark_in_full(struct turn *turn, const struct syntax *syntax,
    const struct position *position, struct slice token, size_t at,
    struct diags *diags);

/* Finds the marks of the move that led to the position, and adds what is wrong
 * with those that the token states. */
static inline void
turn_mark(struct turn *turn, const struct syntax *syntax,
    const struct position *position, struct slice token, size_t at,
    struct diags *diags)
{
	/* Kings whom others attack bear no mark of the mover's but that of
	 * mate, which is found unasked where all marks are wanted. */
	unsigned players = turn->asks.marks ? ALL_PLAYERS : 1u << turn->mover;

	turn->has_outcome = turn->true_claim = false;
	turn->marks = (struct marks){ .mover = turn->mover };
	if (!turn_is_silent(turn, position, players) || turn->is_apart ||
	    rules_bare_kings(syntax->rules, position))
		turn_mark_in_full(turn, syntax, position, token, at, diags);
}

/*
 * All three: true if the move is legal, and then *position is the one after
 * it. Wrong marks are errors as well, but the move is made.
 */
bool turn_judge(struct turn *turn, const struct syntax *syntax,
    struct position *position, struct slice token, size_t at,
    struct diags *diags);

/*
 * The same for a token that stands alone, without a record to say in which
 * letters: those in which it is a move, English or, if the game has them,
 * German, are put into *letters, to which syntax->alphabet points; English ones
 * if it is none. True if nothing is wrong with it, marks included.
 */
bool turn_judge_alone(struct turn *turn, const struct syntax *syntax,
    struct alphabet *letters, struct position *position, struct slice token,
    size_t at, struct diags *diags);

#endif
