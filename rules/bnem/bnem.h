/*
 * Ternion: Bn Em's 3-Player Chess I: its words; between the modules of
 * rules/bnem/. Source: ternion-variants(7), "3-Player Chess I"; comments state
 * its rules.
 *
 * Each module asks only those before it: routes, pieces, checks, placement,
 * moves, and order by itself; turns, which asks all of these; outcome and
 * explain.
 */
#ifndef TERNION_RULES_BNEM_H
#define TERNION_RULES_BNEM_H

#include "rules/bnem/hands.h"
#include "rules/explain/explain.h"

/* The kinds of this game, which stand in the places of orthodox ones. */
enum bnem_kind {
	STAR = KNIGHT,
	GRIFFIN = BISHOP,
	CHARIOT = ROOK,
	ROSE = QUEEN,
	DRAUGHT = POPE,
};

/* The options, in the order of ternion-variants(7). */
enum bnem_option {
	BNEM_DROPS,
	BNEM_CUBES,
	BNEM_KO,
	BNEM_FIRST,
	BNEM_MULTI_CAPTURE,
};

enum {
	PASSES_MAX = 2 /* own turns running */
};

/* Values of options, in the order of ternion-variants(7). */
enum {
	BNEM_YES = 0,
	BNEM_KO_NONE = 0,
	BNEM_TAKES_ALL = 0,
};

static inline unsigned
bnem_option(const struct rules *rules, enum bnem_option option)
{
	return rules->settings.value[option][0];
}

static inline bool
is_promoted(uint8_t piece)
{
	return (piece & PIECE_PROMOTED) != 0;
}

/* A king is captured: from then on only king captures are legal. */
static inline bool
is_king_hunt(const struct position *position)
{
	const uint8_t *captor = position->bnem.captor;

	return (captor[0] | captor[1] | captor[2]) != 0;
}

/* The player who had the last turn, or PLAYER_NONE. */
static inline unsigned
last_player(const struct position *position)
{
	return position->bnem.turns > 0 ? position->bnem.turn[0]
					: (unsigned)PLAYER_NONE;
}

static inline bool
was_pass(const struct position *position)
{
	unsigned last = last_player(position);

	return last != PLAYER_NONE && position->bnem.passes[last] > 0;
}

/* Whether there is a king among the cells. */
static inline bool
has_king(const struct position *position, const struct cellset *cells)
{
	struct cellset kings = cellset_and(*cells, &position->kind[KING]);

	return !cellset_empty(&kings);
}

#endif
