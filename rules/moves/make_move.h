/* Ternion: what moves do to a position; between the modules of rules/. */
#pragma once

#include "rules/moves/attacks.h"
#include "rules/variants/variant_rules.h"

/* Takes the piece off the cell, with the rights that depend on it. */
void remove_captured(
    const struct rules *rules, struct position *position, cell victim);

/* The player leaves the game: his king is taken off the board if he is still
 * there, his other pieces pass to the heir, keeping their colour of origin, or
 * are dead: the heir is PLAYER_NONE. He has no castling rights any more. */
void remove_player(struct position *position, unsigned player, unsigned heir);

/* Notes that a player has lost a piece, which has left the board. He cannot
 * have lost more than he began with: a position may hold more, which no game
 * leads to. */
void lose_piece(const struct rules *rules, struct position *position,
    unsigned player, enum kind kind);

/* Works out the lost pieces of the kinds, a set of bits: the opening army less
 * the pieces on the board, by colour of origin. */
void imply_lost(
    const struct rules *rules, struct position *position, unsigned kinds);

/* Every ply makes a move: the work of all moves is inline, and rare work is
 * called. */

/* Notes that a pawn which went two steps is open to en passant on the cell
 * between. */
void note_double_step(
    const struct rules *rules, struct position *position, cell from, cell to);

/* Moves the piece of a move that castles, promotes, or may end castling rights.
 */
void move_specially(const struct rules *rules, struct position *position,
    const struct move *move);

/* Moves, takes and promotes the pieces of a move of a piece, and keeps the
 * castling rights, the pawns open to en passant and the clock. It does not
 * change the turn or the checks. */
__attribute__((always_inline)) static inline void
move_pieces(const struct rules *rules, struct position *position,
    const struct move *move)
{
	unsigned from = move->from, to = move->to;
	unsigned is_pawn = piece_kind(position->at[from]) == PAWN;
	const struct cellset *near = &rules->board.king_set[from];

	position->clock = (position->clock + 1) & (is_pawn - 1u);
	if (move->victim != CELL_NONE) {
		remove_captured(rules, position, move->victim);
		position->clock = 0;
	}
	if (move->type == MOVE_CASTLE || move->promotion != KIND_NONE ||
	    rules->rights_owner[from] != PLAYER_NONE)
		move_specially(rules, position, move);
	else
		position_move(position, from, to);
	if ((is_pawn & ~(near->word[to >> 6] >> (to & 63))) != 0)
		note_double_step(rules, position, (cell)from, (cell)to);
}

/* Passes the turn to the next player still in play: his pawns are no longer
 * open to en passant, and the move number rises when the round is over. */
static inline void
pass_turn_on(struct position *position)
{
	unsigned me = position->to_move, next = next_player(position, me);

	position->number += next <= me;
	position_turn(position, next);
	if (position->en_passant[next].pawn != CELL_NONE)
		position_set_en_passant(position, next, no_en_passant);
}

/* Keeps checks and pin_rays of a king on whom a move of another piece may bear,
 * as few do. `reach`: from where the piece attacks each cell; NULL: it cannot
 * attack him. */
__attribute__((always_inline)) static inline void
update_check_of(const struct rules *rules, struct position *position,
    const struct move *move, unsigned player, const struct cellset *reach,
    const uint16_t *affects)
{
	unsigned king = position->king[player];

	if (king == CELL_NONE) {
		position->checks[player] = 0;
		return;
	}
	unsigned checks = position->checks[player], left = affects[king];
	if (checks != 0 &&
	    ((left | rules->board.affects[move->to][king]) != 0 ||
		(checks & position->out) != 0)) {
		recompute_check(rules, position, player);
		return;
	}
	if ((left & position->pin_rays[player]) != 0)
		uncover_king(rules, position, player, move->from);
	if (reach != NULL && cellset_has(&reach[king], move->to))
		add_check(rules, position, player, move->to);
}

/* Keeps position->checks and pin_rays after move_pieces, where they were right
 * before it: a king that was not attacked is attacked now only by the piece
 * that moved, or down a line that bears on a cell the move cleared. Nobody may
 * be fortified, before it or now. */
__attribute__((always_inline)) static inline void
update_checks(const struct rules *rules, struct position *position,
    const struct move *move)
{
	uint8_t piece = position->at[move->to];
	unsigned mover = piece_owner(piece);
	const struct cellset *reach =
	    rules->seat[mover].attack_from[piece_kind(piece)];
	const uint16_t *affects = rules->board.affects[move->from];

	if (move->type >= MOVE_ENPASSANT) { /* more cells are changed */
		recompute_checks_usual(rules, position);
		return;
	}
	update_check_of(rules, position, move, mover == 0, reach, affects);
	update_check_of(
	    rules, position, move, mover == 2 ? 1 : 2, reach, affects);
	if (position->king[mover] == move->to)
		recompute_check(rules, position, mover);
	else if (rules->hooks->king_law == NULL)
		position->checks[mover] = 0; /* the move was legal */
	else
		update_check_of(rules, position, move, mover, NULL, affects);
}
