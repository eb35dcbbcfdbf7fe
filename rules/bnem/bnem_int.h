/* Ternion: Bn Em's 3-Player Chess I; between the modules of rules/bnem/. Each
 * asks only those that stand before it here. Source: ternion-variants(7),
 * "3-Player Chess I"; comments state its rules. */
#pragma once

#include "rules/moves/legal.h"

/* The options, in the order of ternion-variants(7). */
enum {
	BNEM_DROPS,
	BNEM_CUBES,
	BNEM_KO,
	BNEM_FIRST,
	BNEM_MULTI_CAPTURE,
};

/* Values of options, in the order of ternion-variants(7). */
enum {
	BNEM_YES = 0,
	BNEM_KO_NONE = 0,
	BNEM_TAKES_ALL = 0,
};

/* Straight ways are even, diagonal ones odd. */
enum {
	STRAIGHT = 0,
	DIAGONAL = 1
};

static inline unsigned
bnem_option(const struct rules *rules, unsigned option)
{
	return rules->settings.value[option][0];
}

static inline bool
is_promoted(uint8_t piece)
{
	return (piece & PIECE_PROMOTED) != 0;
}

/* Whether a king has been captured: then only king captures are legal. */
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

/* Whether there is a king among the cells. */
static inline bool
has_king(const struct position *position, struct cellset cells)
{
	cells = cellset_and(cells, &position->kind[KING]);
	return !cellset_empty(&cells);
}

/* Works out faces->reach and targets, from all else in *faces. */
void bnem_find_routes(struct faces *faces);

/*
 * pieces.c: how the pieces go; none of it asks whose turn it is
 */

/* Whether a route of the kind is open; of kings and draughts, of promoted ones.
 */
static inline bool
bnem_route_open(const struct faces *faces, enum kind kind, cell from, cell to,
    faceset occupied)
{
	static const uint8_t routes[KINDS] = {
		[GRIFFIN] = ROUTE_GRIFFIN,
		[CHARIOT] = ROUTE_STRAIGHT,
		[ROSE] = ROUTE_ROSE,
		[KING] = ROUTE_DIAGONAL,
		[DRAUGHT] = ROUTE_DIAGONAL,
	};
	const struct reach_table *reach = &faces->reach[to];
	const struct reach_table *here = &faces->reach[from];
	uint64_t blocked = 0;

	/* "It may not begin diagonally while every straight neighbour cell is
	 * occupied, nor straight while every diagonal one is." */
	if (kind == ROSE && faceset_empty(here->diagonal & ~occupied))
		blocked |= ROUTE_BEGINS_STRAIGHT;
	if (kind == ROSE && faceset_empty(here->straight & ~occupied))
		blocked |= ROUTE_BEGINS_DIAGONAL;
	return has_open_route(reach, (enum route_kind)routes[kind], from,
		   occupied, blocked) ||
	    (kind == KING &&
		has_open_route(reach, ROUTE_STRAIGHT, from, occupied, 0));
}

/* Whether the piece on `from`, no draught, would capture an enemy by landing on
 * `to`. */
bool bnem_attacks(const struct faces *faces, faceset occupied, uint8_t piece,
    cell from, cell to);

/* Whether the piece on `from` may go to `to`, where none of its owner stands;
 * not by a draught's leap over another. */
bool bnem_goes_to(const struct faces *faces, const struct position *position,
    cell from, cell to);

/* Where the piece on `from` may go, in these ways. */
struct cellset bnem_targets(
    const struct rules *rules, const struct position *position, cell from);

/* Whether a move of the piece on `from` is one that a star makes as a star. */
bool is_star_leap(const struct rules *rules, const struct position *position,
    cell from, cell to);

/* A chain of leaps of a draught, while it is made. */
struct chain {
	const struct rules *rules;
	const struct position *position;
	unsigned me;
	cell start;
	bool slides; /* its first leap may slide up to the piece it takes */
	unsigned leaps;
	cell path[CHAIN_MAX];
	cell leapt[CHAIN_MAX];
};

void chain_begin(struct chain *chain, const struct rules *rules,
    const struct position *position, cell from);

/* Goes on in a diagonal direction; false if there is no such leap. If you count
 * one leap less, take it back. */
bool chain_leap(struct chain *chain, unsigned way);

/* Goes on with the leap that lands on `to`; false if there is none. */
bool chain_leap_to(struct chain *chain, cell to);

/* The cells whose pieces the chain takes: all that were leapt, or the last. */
struct cellset chain_captures(const struct chain *chain);

/* Whether a draught has something to leap if it stands on `from`; promoted it
 * may have. */
bool bnem_may_leap(const struct rules *rules, const struct position *position,
    cell from, uint8_t piece);

/* The pieces that the piece on `from` could capture in one move. */
struct cellset bnem_capture_targets(
    const struct rules *rules, const struct position *position, cell from);

/* The cells whose pieces an illumination by the king on `from` takes; none if
 * he is not promoted. */
struct cellset bnem_illuminated(
    const struct rules *rules, const struct position *position, cell from);

/* The cells whose pieces a star takes by triumph that comes to `c` by a leap of
 * two, from where it is in no block with it, or by a drop. */
struct cellset bnem_triumph(
    const struct rules *rules, const struct position *position, cell c);

/*
 * checks.c
 */

/* Works out who attacks whose king: a forfeited player's pieces neither
 * threaten nor protect. */
void bnem_update_checks(const struct rules *rules, struct position *position);

/* Works out position->checks and bnem.promoted of a position that was not
 * reached by play. */
void bnem_recompute_checks(
    const struct rules *rules, struct position *position);

/*
 * moves.c: what moves do to the board, and which are legal
 */

/* The part of the Zobrist key of hands and cubes. */
uint64_t bnem_hands_key(const struct position *position);

/* Whether the move takes at most its victim, as most do. */
static inline bool
is_plain_move(const struct position *position, const struct move *move)
{
	return (move->type == MOVE_QUIET || move->type == MOVE_CAPTURE) &&
	    piece_kind(position->at[move->from]) != STAR;
}

/* The cells whose pieces the move takes. */
struct cellset bnem_captured(const struct rules *rules,
    const struct position *position, const struct move *move);

/* Plays the pieces of one move (a turn may have two), and promotes the pieces
 * in the zone if it ends the turn. */
void bnem_move_pieces(const struct rules *rules, struct position *position,
    const struct move *move, bool ends);

/* The player's pieces that stand in his zone and are not promoted. */
static inline faceset
bnem_to_promote(
    const struct rules *rules, const struct position *position, unsigned me)
{
	return faceset_of(&position->owned[me]) &
	    faceset_of(&rules->board.faces.zone[me]) &
	    ~faceset_of(&position->bnem.promoted);
}

/* Promotes the player's pieces that stand in his zone. */
void bnem_promote(
    const struct rules *rules, struct position *position, unsigned me);

/* Gives the moves of a game that is not over; false if the sink stopped. */
bool bnem_gen_moves(const struct gen *gen);

/* Why the player may not drop a piece of the kind on the cell. */
struct verdict bnem_judge_drop(const struct rules *rules,
    const struct position *position, enum kind kind, cell to);

/* The move of a piece that goes as the chain of one leap does, or the chain. */
struct move bnem_chain_move(const struct chain *chain);

static inline struct move
drop_move(enum kind kind, cell to)
{
	struct move move = move_action(MOVE_DROP, CELL_NONE, to);

	move.promotion = (uint8_t)kind;
	return move;
}

/*
 * turns.c: the order of play, and the ko
 */

/* Whether nobody moves any more, for a reason that is seen at a glance. */
bool bnem_is_over(const struct rules *rules, const struct position *position);

/* Whether the move would bring back a position that has occurred. */
bool bnem_repeats(const struct rules *rules, const struct position *position,
    const struct move *move);

/*
 * The hooks of these names
 */

make_move_hook bnem_make_move;
bool bnem_moves(const struct gen *gen);
bool bnem_may_begin(const struct position *position, unsigned player);
void bnem_begin(
    const struct rules *rules, struct position *position, unsigned player);
struct outcome bnem_outcome(
    const struct rules *rules, const struct position *position);
find_plain_hook bnem_find_plain;
struct verdict bnem_explain(const struct explanation *explanation);
struct verdict bnem_explain_pair(
    const struct rules *rules, const struct position *position);
