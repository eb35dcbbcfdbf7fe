/* Ternion: what moves do to a position; between the modules of rules/. */
#ifndef TERNION_RULES_MAKE_MOVE_H
#define TERNION_RULES_MAKE_MOVE_H

#include "rules/rules.h"

/* A player who has no pawn open to en passant. */
static const struct en_passant no_en_passant = { CELL_NONE, CELL_NONE };

/*
 * Moves, takes and promotes the pieces of a move of a piece, and keeps the
 * castling rights, the pawns open to en passant and the clock. The turn, and
 * who is in check, are left as they were.
 */
void move_pieces(const struct rules *rules, struct position *position,
    const struct move *move);

/*
 * Keeps position->checks of the opponents of who moved, and of his `own` king
 * where he may leave him attacked, after move_pieces, where they were right
 * before it: a king that was not attacked is attacked now only by the piece
 * that moved, or down a line that bears on a cell the move cleared. Nobody may
 * be fortified, before it or now.
 */
void update_checks(const struct rules *rules, struct position *position,
    const struct move *move, bool own);

/* Takes the piece off the cell, with the rights that depend on it. */
void remove_captured(
    const struct rules *rules, struct position *position, cell victim);

/*
 * The player leaves the game: his king is taken off the board if he is still
 * there, his other pieces pass to the heir, keeping their colour of origin, or
 * are dead: the heir is PLAYER_NONE. He has no castling rights any more.
 */
void remove_player(struct position *position, unsigned player, unsigned heir);

/* Notes that a player has lost a piece, which has left the board. He cannot
 * have lost more than he began with: a position may hold more, which no game
 * leads to. */
void lose_piece(const struct rules *rules, struct position *position,
    unsigned player, enum kind kind);

/* What players have lost of the kinds, a set of bits: the opening army less
 * what is on the board, by colour of origin. */
void imply_lost(
    const struct rules *rules, struct position *position, unsigned kinds);

/*
 * Passes the turn to the next player still in play: his pawns are no longer
 * open to en passant, and the move number rises when the round is over.
 */
void pass_turn_on(struct position *position);

#endif
