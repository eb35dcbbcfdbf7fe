/* Ternion: moves that lose a piece, which players seldom choose. */
#pragma once

#include "rules/rules.h"

/* Whether an opponent can win more by a capture after the move than the move
 * takes. */
bool losses_show(const struct rules *rules, const struct position *before,
    const struct move *move);
