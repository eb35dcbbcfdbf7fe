/* Ternion: Bn Em's game: captured pieces in hand, and cubes. */
#ifndef TERNION_RULES_HANDS_H
#define TERNION_RULES_HANDS_H

#include "rules/position/position.h"

/* Changes how many pieces of a kind a player has in hand, and the cubes. */
void bnem_set_hand(
    struct position *position, unsigned player, enum kind kind, unsigned count);
void bnem_set_cubes(struct position *position, unsigned cubes);

#endif
