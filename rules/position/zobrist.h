/*
 * Ternion: Zobrist keys, worked out from the feature's number.
 *
 * A table for 192 cells and 256 pieces would take 384 KiB and miss the cache;
 * a good mixing function of the feature gives equally random keys.
 */
#ifndef TERNION_RULES_ZOBRIST_H
#define TERNION_RULES_ZOBRIST_H

#include <stdint.h>

/* Spreads every bit of a feature over all of 64, but for the last step. */
static inline uint64_t
zobrist_spread(uint64_t feature)
{
	uint64_t x = feature * UINT64_C(0x9e3779b97f4a7c15);

	return (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
}

/* The last step; that of a sum is the sum of those of its terms. */
static inline uint64_t
zobrist_fold(uint64_t x)
{
	return x ^ x >> 32;
}

/* A bijection on 64 bits. */
static inline uint64_t
zobrist_mix(uint64_t feature)
{
	return zobrist_fold(zobrist_spread(feature));
}

/* Features are told apart by their highest bits; see each function. */
static inline uint64_t
zobrist_piece(unsigned place, unsigned piece)
{
	return zobrist_mix(UINT64_C(1) << 24 | place << 8 | piece);
}

/* The change of the key when a piece goes from one place to another. */
static inline uint64_t
zobrist_piece_moved(unsigned from, unsigned to, unsigned piece)
{
	return zobrist_fold(
	    zobrist_spread(UINT64_C(1) << 24 | from << 8 | piece) ^
	    zobrist_spread(UINT64_C(1) << 24 | to << 8 | piece));
}

static inline uint64_t
zobrist_turn(unsigned player)
{
	/* zobrist_mix(UINT64_C(2) << 24 | player), which every ply asks for. */
	static const uint64_t keys[] = {
		UINT64_C(0x3ebe7cab731edec3),
		UINT64_C(0x49abea31566e021d),
		UINT64_C(0x8ad8704a0e1cc219),
		UINT64_C(0xc0ccb3f7bca13376),
	};

	return keys[player];
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

#endif
