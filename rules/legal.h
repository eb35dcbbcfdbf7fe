/*
 * Ternion: what makes a move legal that fits how its piece goes; between the
 * modules of rules/.
 */
#ifndef TERNION_RULES_LEGAL_H
#define TERNION_RULES_LEGAL_H

#include "attacks.h"

/*
 * Whether the mover's king is safe after the move: "A player may not leave or
 * put his own king under attack by either opponent."
 */
bool legal_move(const struct rules *rules, const struct position *position,
    const struct move *move);

/*
 * Whether castling on a side that is open is allowed: "All fields between
 * king and rook must be free. Neither the king nor any of the fields between
 * the rook and king may be threatened." The cells between are judged one by
 * one with the king where he stands.
 */
bool legal_castling(
    const struct scene *scene, unsigned me, const struct castling *side);

/* Gives `move` of a pawn to the sink, once for each promotion it could be;
 * false if the sink stopped. */
bool legal_pawn_move(const struct rules *rules, const struct position *position,
    struct move *move, move_sink *sink, void *context);

/*
 * The moves to query->to, which is a cell: as rules_moves gives them, but
 * looking only at the pieces that can get there.
 */
bool rules_moves_to(const struct rules *rules, const struct position *position,
    const struct move_query *query, move_sink *sink, void *context);

/* Whether the mover may land on the cell: his own pieces and all kings
 * ("kings are never captured") keep him off. */
static inline bool
legal_landing(const struct position *position, unsigned me, cell to)
{
	uint8_t piece = position->at[to];

	return piece == PIECE_NONE ||
	    (piece_owner(piece) != me && piece_kind(piece) != KING);
}

/* Whether a list that ends with DIRECTIONS has the direction. */
static inline bool
has_direction(const uint8_t *directions, unsigned d)
{
	for (; *directions < DIRECTIONS; directions++)
		if (*directions == d)
			return true;
	return false;
}

/* The move of a piece onto a cell that is empty or holds an enemy piece. */
static inline struct move
plain_move(const struct position *position, cell from, cell to)
{
	bool quiet = position_is_empty(position, to);

	return (struct move){
		.type = quiet ? MOVE_QUIET : MOVE_CAPTURE,
		.from = from,
		.to = to,
		.victim = quiet ? CELL_NONE : to,
	};
}

/*
 * The pawn that stands open to en passant on the empty cell `to`, or
 * CELL_NONE. No two pawns have skipped the same cell: each player's double
 * steps skip cells of his own third row.
 */
static inline cell
passed_pawn(const struct position *position, unsigned me, cell to)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != me && position->passed[p].skipped == to)
			return position->passed[p].pawn;
	return CELL_NONE;
}

#endif
