/* Ternion: Bn Em's game: captured pieces in hand, and cubes. */
#include "rules/bnem/hands.h"

void
bnem_set_hand(
    struct position *position, unsigned player, enum kind kind, unsigned count)
{
	uint8_t *hand = &position->bnem.hand[player][kind];

	position->key ^= zobrist_hand(player, kind, *hand) ^
	    zobrist_hand(player, kind, count);
	*hand = (uint8_t)count;
}

void
bnem_set_cubes(struct position *position, unsigned cubes)
{
	position->key ^=
	    zobrist_cubes(position->bnem.cubes) ^ zobrist_cubes(cubes);
	position->bnem.cubes = (uint8_t)cubes;
}

uint64_t
bnem_hands_key(const struct position *position)
{
	uint64_t key = zobrist_cubes(position->bnem.cubes);

	for (unsigned p = 0; p < PLAYERS; p++)
		for (unsigned kind = KIND_NONE + 1; kind < KINDS; kind++)
			key ^=
			    zobrist_hand(p, kind, position->bnem.hand[p][kind]);
	return key;
}
