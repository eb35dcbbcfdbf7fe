/* Ternion: Bn Em's game: the moves that most texts tell, found without a list.
 */
#ifndef TERNION_RULES_BNEM_PLAIN_H
#define TERNION_RULES_BNEM_PLAIN_H

#include "rules/bnem/bnem.h"

/* The hooks of these names. */
bool bnem_find_plain(const struct rules *rules, const struct position *position,
    const struct plain_query *query, struct move *move, struct cellset *rivals);
bool bnem_find_drop(const struct rules *rules, const struct position *position,
    enum kind kind, cell to, struct move *move);
bool bnem_may_have_rival(const struct rules *rules,
    const struct position *position, const struct move *move);

#endif
