/* Ternion: Bn Em's game: what a move does to the board. */
#ifndef TERNION_RULES_BNEM_PLACEMENT_H
#define TERNION_RULES_BNEM_PLACEMENT_H

#include "rules/bnem/bnem.h"

/* The cells whose pieces the move takes. */
struct cellset bnem_captured(const struct rules *rules,
    const struct position *position, const struct move *move);

/* Plays the pieces of one move, of which there may be two in a turn, and
 * promotes what stands in the zone if it ends the turn. */
void bnem_move_pieces(const struct rules *rules, struct position *position,
    const struct move *move, bool ends);

/* The player's pieces that stand in his zone and are not promoted. */
static inline struct faceset
bnem_to_promote(
    const struct rules *rules, const struct position *position, unsigned me)
{
	return faceset_less(faceset_and(faceset_of(&position->owned[me]),
				faceset_of(&rules->board.faces.zone[me])),
	    faceset_of(&position->bnem.promoted));
}

/* Promotes the player's pieces that stand in his zone. */
void bnem_promote(
    const struct rules *rules, struct position *position, unsigned me);

#endif
