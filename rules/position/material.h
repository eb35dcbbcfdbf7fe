/* Ternion: whether the pieces of a position can have come from the armies. */
#ifndef TERNION_RULES_MATERIAL_H
#define TERNION_RULES_MATERIAL_H

#include "rules/rules.h"

/* Pieces that are too many. */
struct surplus {
	unsigned player; /* whose; PLAYER_NONE: of all together */
	enum kind kind;  /* KIND_NONE: of several kinds, as promoted pawns */
	unsigned pieces, most;
};

/*
 * Whether a player has more pieces, by the colour they began with, than the
 * game can have given him; the first such surplus is put into *surplus. Where
 * pieces change hands all of a kind are counted, those in hand too.
 */
bool material_surplus(const struct rules *rules,
    const struct position *position, struct surplus *surplus);

#endif
