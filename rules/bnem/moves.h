/* Ternion: Bn Em's game: the moves that are legal but for the ko. */
#ifndef TERNION_RULES_BNEM_MOVES_H
#define TERNION_RULES_BNEM_MOVES_H

#include "rules/bnem/bnem.h"

/* Gives those of the pieces, one step or leap each; and all others; false if
 * the sink stopped. */
bool bnem_gen_pieces(const struct gen *gen);
bool bnem_gen_others(const struct gen *gen);

/* Gives the chain of leaps with these landings, if there is one. */
bool bnem_gen_chain(
    const struct gen *gen, cell from, const cell *path, unsigned leaps);

/* Why the player may not drop a piece of the kind on the cell. */
struct verdict bnem_judge_drop(const struct rules *rules,
    const struct position *position, enum kind kind, cell to);

/* Sets all of *move to a drop. */
void bnem_set_drop(struct move *move, enum kind kind, cell to);

/* The single move from one cell to another, onto it or over one piece. */
struct move bnem_step(
    const struct position *position, cell from, cell to, cell victim);

#endif
