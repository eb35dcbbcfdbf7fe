/* Ternion: Bn Em's game: how it ends, and why a move is not legal. */
#ifndef TERNION_RULES_BNEM_OUTCOME_H
#define TERNION_RULES_BNEM_OUTCOME_H

#include "rules/bnem/bnem.h"

void bnem_outcome(const struct rules *rules, const struct position *position,
    struct outcome *outcome);

struct verdict bnem_explain(const struct explanation *explanation);
struct verdict bnem_explain_pair(
    const struct rules *rules, const struct position *position);

#endif
