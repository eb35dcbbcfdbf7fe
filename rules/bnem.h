/*
 * Ternion: Bn Em's 3-Player Chess I; between the modules bnem_*.c.
 *
 * The pieces of the game go by the kinds that every module shares. Source:
 * bnem.md; quotations are from there.
 */
#ifndef TERNION_RULES_BNEM_H
#define TERNION_RULES_BNEM_H

#include "explain.h"
#include "zobrist.h"

enum {
	STAR = KNIGHT,
	GRIFFIN = BISHOP,
	CHARIOT = ROOK,
	ROSE = QUEEN,
	DRAUGHT = POPE,
};

/* The options, in the order of the page. */
enum bnem_option {
	BNEM_DROPS,
	BNEM_CUBES,
	BNEM_KO,
	BNEM_FIRST,
	BNEM_MULTI_CAPTURE,
};

enum {
	PASSES_MAX = 2 /* own turns running */
};

/* Values of options, in the order in which the page names them. */
enum {
	BNEM_YES = 0,
	BNEM_KO_NONE = 0,
	BNEM_TAKES_ALL = 0,
};

static inline unsigned
bnem_option(const struct rules *rules, enum bnem_option option)
{
	return rules->settings.value[option][0];
}

static inline bool
is_promoted(uint8_t piece)
{
	return (piece & PIECE_PROMOTED) != 0;
}

static inline bool
is_forfeited(const struct position *position, unsigned player)
{
	return position->out >> player & 1;
}

/* "A king is captured: from then on only king captures are legal." */
static inline bool
is_king_hunt(const struct position *position)
{
	const uint8_t *captor = position->bnem.captor;

	return (captor[0] | captor[1] | captor[2]) != 0;
}

/* The player who had the last turn, or PLAYER_NONE. */
static inline unsigned
last_player(const struct position *position)
{
	return position->bnem.turns > 0 ? position->bnem.turn[0]
					: (unsigned)PLAYER_NONE;
}

static inline bool
was_pass(const struct position *position)
{
	unsigned last = last_player(position);

	return last != PLAYER_NONE && position->bnem.passes[last] > 0;
}

/*
 * bnem_pieces.c: how the pieces go. None of it asks whose turn it is.
 */

/* Where the piece on `from` may go: to empty cells, and to those where it
 * captures by landing. Leaps of draughts over others are not among them. */
struct cellset bnem_targets(
    const struct rules *rules, const struct position *position, cell from);

/* The pieces that the piece on `from` could capture in one move. */
struct cellset bnem_prey(
    const struct rules *rules, const struct position *position, cell from);

/* A chain of leaps of a draught, while it is made. */
struct chain {
	const struct rules *rules;
	const struct position *position;
	unsigned me;
	cell start;
	bool slides; /* its first leap may slide up to its prey */
	unsigned leaps;
	cell path[CHAIN_MAX];
	cell leapt[CHAIN_MAX];
	struct cellset over; /* those leapt, as a set */
};

void chain_begin(struct chain *chain, const struct rules *rules,
    const struct position *position, cell from);

/* Goes on in a diagonal direction; false if there is no such leap. */
bool chain_leap(struct chain *chain, unsigned way);
void chain_back(struct chain *chain);

/* Goes on with the leap that lands on `to`; false if there is none. */
bool chain_leap_to(struct chain *chain, cell to);

/* What the chain takes, as it is: all that was leapt, or the last alone. */
struct cellset chain_prey(const struct chain *chain);

/* Whether the rose would get to the cell if it might begin either way. */
bool rose_would_reach(const struct rules *rules,
    const struct position *position, cell from, cell to);

/* What an illumination by the king on `from` takes; none if he is not
 * promoted. */
struct cellset bnem_illuminated(
    const struct rules *rules, const struct position *position, cell from);

/* "Takes those three; every such block that its cell completes counts": what
 * a star takes that stands on `c` now, coming from `from` or CELL_NONE. */
struct cellset bnem_triumph(const struct rules *rules,
    const struct position *position, cell from, cell c);

/* Whether a move of the piece on `from` is one that a star makes as a star. */
bool is_star_leap(const struct rules *rules, const struct position *position,
    cell from, cell to);

/*
 * bnem_moves.c: which moves are legal.
 */

bool bnem_moves(const struct gen *gen);
bool bnem_find_chain(const struct rules *rules, const struct position *position,
    cell from, const cell *path, unsigned leaps, struct move *move);

/* Whether the player had a legal move, were it his turn. */
bool bnem_can_move(const struct rules *rules, const struct position *position,
    unsigned player);

/* Why the player may not drop a piece of the kind on the cell; the ko apart. */
struct verdict bnem_judge_drop(const struct rules *rules,
    const struct position *position, enum kind kind, cell to);

/* Whether the move would bring back a position that has occurred. */
bool bnem_repeats(const struct rules *rules, const struct position *position,
    const struct move *move);

/* The single move from one cell to another, onto it or over one piece. */
struct move bnem_step(
    const struct position *position, cell from, cell to, cell victim);

/*
 * bnem_apply.c: what a move does.
 */

/* The cells whose pieces the move takes. */
struct cellset bnem_taken(const struct rules *rules,
    const struct position *position, const struct move *move);

/* Whether there is a king among the cells. */
bool has_king(const struct position *position, const struct cellset *cells);

void bnem_apply(const struct rules *rules, struct position *position,
    const struct move *move);

/* Plays the pieces of one move, of which there may be two in a turn, and
 * promotes what stands in the zone if it ends the turn. */
void bnem_play(const struct rules *rules, struct position *position,
    const struct move *move, bool ends);

/* Works out who attacks whose king: "a forfeited player's pieces neither
 * threaten nor protect". */
void bnem_find_checks(const struct rules *rules, struct position *position);

unsigned bnem_attackers(const struct rules *rules,
    const struct position *position, unsigned player, cell target);

/*
 * bnem_turns.c: who follows whom, and how the game ends.
 */

/* Whether the player could capture a king now. */
bool can_take_king(const struct position *position, unsigned player);

/* Names the player to move after the turn that was just noted. */
void bnem_pass_turn(
    const struct rules *rules, struct position *position, bool passed);

void bnem_outcome(const struct rules *rules, const struct position *position,
    struct outcome *outcome);

/* Whether nobody moves any more, for a reason that is seen at a glance. */
bool bnem_is_over(const struct rules *rules, const struct position *position);

/* Who wins by a pass or a forfeit of `quitter` right after a pass. */
unsigned bnem_last_mover(const struct position *position, unsigned quitter);

bool bnem_may_begin(const struct position *position, unsigned player);
void bnem_begin(
    const struct rules *rules, struct position *position, unsigned player);

/* The first in the order that begins with `First` who has not forfeited. */
unsigned bnem_counter(
    const struct rules *rules, const struct position *position);

/*
 * bnem_explain.c: why a move is not legal.
 */

struct verdict bnem_explain(const struct inquiry *inquiry);
struct verdict bnem_explain_pair(
    const struct rules *rules, const struct position *position);

#endif
