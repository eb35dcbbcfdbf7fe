/*
 * Checks that a reason against a move is true of the cells and the players that
 * it names.
 */
#pragma once

#include "rules/rules.h"
#include "rules/siege/siege.h"

/* An attempt in a position, and the reason given against it. */
struct refusal {
	const struct rules *rules;
	const struct position *position;
	const struct move_query *attempt;
	const struct verdict *verdict;
};

/* A living piece of the mover's opponents. */
static inline bool
is_enemy(const struct refusal *refusal, cell c)
{
	unsigned owner = piece_owner(refusal->position->at[c]);

	return !position_is_empty(refusal->position, c) && owner < PLAYERS &&
	    owner != refusal->position->to_move;
}

static inline bool
is_king(const struct refusal *refusal, cell c)
{
	return piece_kind(refusal->position->at[c]) == KING;
}

/* Pieces of one kind that stand, or come to stand, on one colour. */
static inline bool
is_rival(const struct refusal *refusal, enum kind kind)
{
	const uint8_t *colour = refusal->rules->board.colour;
	const struct verdict *verdict = refusal->verdict;

	return piece_kind(refusal->position->at[verdict->at]) == kind &&
	    verdict->from != verdict->at &&
	    colour[verdict->from] == colour[verdict->at];
}

/* The verdict is true of the siege. */
static inline bool
is_sound_of_siege(const struct refusal *refusal)
{
	const struct position *position = refusal->position;
	const struct move_query *attempt = refusal->attempt;
	const struct verdict *verdict = refusal->verdict;
	const struct siege *siege = &position->siege;
	unsigned me = position->to_move;

	switch ((int)verdict->why) {
	case ILLEGAL_UNDECLARED:
		return is_king(refusal, verdict->at) &&
		    is_enemy(refusal, verdict->at) &&
		    !(siege->declared[me] >> verdict->who & 1);
	case ILLEGAL_DEAD:
		return piece_owner(position->at[verdict->at]) == PLAYER_NONE;
	case ILLEGAL_FORTIFIED:
		return siege->fort[me] > 0 && verdict->who == me;
	case ILLEGAL_FORTRESS:
		return siege->fort[verdict->who] > 0 &&
		    piece_owner(position->at[verdict->at]) == verdict->who;
	case ILLEGAL_PROMOTION_LOST:
		return position->lost[me][attempt->promotion] == 0;
	case ILLEGAL_NOT_SIEGED:
		return verdict->who == me &&
		    verdict->who2 == siege_sieged(refusal->rules, position) &&
		    verdict->who2 != me;
	case ILLEGAL_CALL_USED:
		return siege->traitors[me] > 0;
	case ILLEGAL_CALL_FORTIFIED:
		return siege->fort[me] > 0;
	case ILLEGAL_TRAITOR_PIECE:
		return !is_enemy(refusal, verdict->at) ||
		    is_king(refusal, verdict->at) ||
		    attempt->to == attempt->from;
	case ILLEGAL_TRAITOR_LOST:
		return is_enemy(refusal, verdict->at);
	case ILLEGAL_BISHOP_COLOUR:
		return is_rival(refusal, BISHOP) ||
		    attempt->promotion == BISHOP;
	case ILLEGAL_POPE_COLOUR:
		return is_rival(refusal, POPE) || attempt->promotion == POPE;
	case ILLEGAL_PASS:
		return rules_can_move(refusal->rules, position);
	default:
		return true;
	}
}

/* The verdict is true of the drop. */
static inline bool
is_sound_of_drop(const struct refusal *refusal)
{
	const struct position *position = refusal->position;
	const struct faces *faces = &refusal->rules->board.faces;
	const struct verdict *verdict = refusal->verdict;
	enum kind kind = refusal->attempt->promotion;
	unsigned me = position->to_move;

	switch ((int)verdict->why) {
	case ILLEGAL_DROP_HAND:
		return verdict->who == me && position->bnem.hand[me][kind] == 0;
	case ILLEGAL_DROP_OCCUPIED:
		return !position_is_empty(position, verdict->at);
	case ILLEGAL_DROP_ZONE:
		return cellset_has(&faces->zone[me], verdict->at);
	case ILLEGAL_DROP_HOME:
		return faces->home[me] == verdict->at;
	case ILLEGAL_DROP_CHECK:
		return position_is_empty(position, verdict->at) &&
		    position->bnem.hand[me][kind] > 0;
	default:
		return is_sound_of_siege(refusal);
	}
}

/* The verdict is true of pieces with two forms, and of other pawns. */
static inline bool
is_sound_of_piece(const struct refusal *refusal)
{
	const struct position *position = refusal->position;
	const struct verdict *verdict = refusal->verdict;
	uint8_t piece = verdict->from < CELLS_MAX ? position->at[verdict->from]
						  : PIECE_NONE;
	bool promoted = (piece & PIECE_PROMOTED) != 0;

	switch ((int)verdict->why) {
	case ILLEGAL_PAWN_STUCK:
		return piece_kind(piece) == PAWN &&
		    piece_colour(piece) != piece_owner(piece);
	case ILLEGAL_DRAUGHT_MOVED:
		return piece_kind(piece) == POPE && !promoted &&
		    !cellset_has(&position->unmoved, verdict->from);
	case ILLEGAL_ROSE_START:
		return piece_kind(piece) == QUEEN;
	case ILLEGAL_DARK:
		return piece_kind(piece) == KING && !promoted;
	case ILLEGAL_NO_LIGHT:
		return piece_kind(piece) == KING && promoted;
	case ILLEGAL_KING_HUNT:
		return (position->bnem.captor[0] | position->bnem.captor[1] |
			   position->bnem.captor[2]) != 0;
	case ILLEGAL_KO:
		return position->past != NULL;
	default:
		return is_sound_of_drop(refusal);
	}
}

/* The cells that a verdict names are as its reason says. */
static inline bool
is_sound(const struct refusal *refusal)
{
	const struct position *position = refusal->position;
	const struct verdict *verdict = refusal->verdict;

	switch ((int)verdict->why) {
	case ILLEGAL_EMPTY:
		return position_is_empty(position, verdict->at);
	case ILLEGAL_NOT_YOURS:
		return piece_owner(position->at[verdict->at]) !=
		    position->to_move;
	case ILLEGAL_PAWN_BLOCKED:
	case ILLEGAL_BLOCKED:
	case ILLEGAL_CASTLING_BLOCKED:
		return !position_is_empty(position, verdict->at);
	case ILLEGAL_OWN_PIECE:
		return piece_owner(position->at[verdict->at]) ==
		    position->to_move;
	case ILLEGAL_KING_CAPTURE:
	case ILLEGAL_KING_BY_KING:
		return is_king(refusal, verdict->at) &&
		    is_enemy(refusal, verdict->at);
	case ILLEGAL_FLANK:
		return !position_is_empty(position, verdict->at) &&
		    !position_is_empty(position, verdict->at2);
	case ILLEGAL_LEAVES_CHECK:
	case ILLEGAL_OPENS_CHECK:
		if (verdict->at != position->king[position->to_move])
			return false;
		/* FALLTHROUGH */
	case ILLEGAL_INTO_CHECK:
	case ILLEGAL_CASTLING_CHECK:
	case ILLEGAL_CASTLING_ATTACKED:
		return verdict->at2 != CELL_NONE &&
		    verdict->who != position->to_move &&
		    verdict->who == piece_owner(position->at[verdict->at2]);
	default:
		return verdict->why < ILLEGALS && is_sound_of_piece(refusal);
	}
}
