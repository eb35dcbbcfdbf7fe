/* Ternion: Bn Em's game: captured pieces in hand, and cubes. */
#pragma once

#include "rules/position/position.h"

/* Changes how many pieces of a kind a player has in hand, and the cubes. */
void bnem_set_hand(
    struct position *position, unsigned player, enum kind kind, unsigned count);
void bnem_set_cubes(struct position *position, unsigned cubes);
