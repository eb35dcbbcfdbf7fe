/* Ternion: Bn Em's game: turns, and the ko. */
#ifndef TERNION_RULES_BNEM_TURNS_H
#define TERNION_RULES_BNEM_TURNS_H

#include "rules/bnem/bnem.h"

void bnem_make_move(const struct rules *rules, struct position *position,
    const struct move *move);

bool bnem_piece_moves(const struct gen *gen);
bool bnem_other_moves(const struct gen *gen);
bool bnem_find_chain(const struct rules *rules, const struct position *position,
    cell from, const cell *path, unsigned leaps, struct move *move);

/* Whether the player had a legal move, were it his turn. */
bool bnem_can_move(const struct rules *rules, const struct position *position,
    unsigned player);

/* Whether the move would bring back a position that has occurred. */
bool bnem_repeats(const struct rules *rules, const struct position *position,
    const struct move *move);

#endif
