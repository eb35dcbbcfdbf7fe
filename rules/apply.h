/* Ternion: what moves do to a position; between the modules of rules/. */
#ifndef TERNION_RULES_APPLY_H
#define TERNION_RULES_APPLY_H

#include "rules.h"

/* A player who has no pawn open to en passant. */
static const struct passed no_passed = { CELL_NONE, CELL_NONE };

/*
 * Moves, takes and promotes the pieces of a move of a piece, and keeps the
 * castling rights, the pawns open to en passant and the clock. The turn, and
 * who is in check, are left as they were.
 */
void apply_pieces(const struct rules *rules, struct position *position,
    const struct move *move);

/* Takes the piece off the cell, with the rights that depend on it. */
void apply_capture(
    const struct rules *rules, struct position *position, cell victim);

/*
 * Passes the turn to the next player still in play: his pawns are no longer
 * open to en passant, and the move number rises when the round is over.
 */
void apply_turn(struct position *position);

#endif
