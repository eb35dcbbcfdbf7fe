/* Ternion: Bn Em's game: who threatens whose king. */
#ifndef TERNION_RULES_BNEM_CHECKS_H
#define TERNION_RULES_BNEM_CHECKS_H

#include "rules/bnem/bnem.h"

/* Works out who attacks whose king: a forfeited player's pieces neither
 * threaten nor protect. */
void bnem_note_checks(const struct rules *rules, struct position *position);

/* Works out position->checks and bnem.promoted of a position that was not
 * reached by play. */
void bnem_recompute_checks(
    const struct rules *rules, struct position *position);

#endif
