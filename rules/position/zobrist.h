/* Ternion: Zobrist keys, worked out from the feature's number.
 *
 * A table for 192 cells and 256 pieces would take 384 KiB and miss the cache;
 * a good mixing function of the feature gives equally random keys. */
#pragma once

#include <stdint.h>

/* A bijection on 64 bits, whose differences tell nothing of those of features.
 */
static inline uint64_t
zobrist_mix(uint64_t feature)
{
	uint64_t x = feature * UINT64_C(0x9e3779b97f4a7c15);

	return (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
}

/* Features differ in their highest bits; see each function. */
static inline uint64_t
zobrist_piece(unsigned place, unsigned piece)
{
	return zobrist_mix(UINT64_C(1) << 24 | place << 8 | piece);
}

static inline uint64_t
zobrist_turn(unsigned player)
{
	return player *
	    UINT64_C(0x3ebe7cab731edec3); /* every ply asks for it */
}

static inline uint64_t
zobrist_rights(unsigned player, unsigned rights)
{
	return zobrist_mix(UINT64_C(3) << 24 | player << 8 | rights);
}

static inline uint64_t
zobrist_en_passant(unsigned player, unsigned skipped, unsigned pawn)
{
	return zobrist_mix(
	    UINT64_C(4) << 24 | player << 16 | skipped << 8 | pawn);
}

/* An empty hand and no cubes are no features. */
static inline uint64_t
zobrist_hand(unsigned player, unsigned kind, unsigned count)
{
	return count == 0
	    ? 0
	    : zobrist_mix(UINT64_C(5) << 24 | player << 16 | kind << 8 | count);
}

static inline uint64_t
zobrist_cubes(unsigned players)
{
	return players == 0 ? 0 : zobrist_mix(UINT64_C(6) << 24 | players);
}
