/* Ternion: whether the pieces of a position can have come from the armies. */
#include "rules/rules.h"

/* Whether there are more of one kind than the player began with. */
static bool
has_too_many(const uint8_t began[KINDS], const unsigned has[KINDS],
    unsigned player, unsigned kinds, struct surplus *surplus)
{
	for (unsigned kind = KIND_NONE + 1; kind < KINDS; kind++)
		if ((kinds >> kind & 1) && has[kind] > began[kind]) {
			*surplus = (struct surplus){ player, (enum kind)kind,
				has[kind], began[kind] };
			return true;
		}
	return false;
}

/* Whether more pieces must have been promoted than pawns are missing. */
static bool
has_too_many_promoted(const uint8_t began[KINDS], const unsigned has[KINDS],
    unsigned player, struct surplus *surplus)
{
	unsigned promoted = 0;

	if (has_too_many(began, has, player, 1u << PAWN, surplus))
		return true;
	unsigned missing = began[PAWN] - has[PAWN];
	for (unsigned kind = PAWN + 1; kind < KINDS; kind++)
		if (has[kind] > began[kind])
			promoted += has[kind] - began[kind];
	*surplus = (struct surplus){ player, KIND_NONE, promoted, missing };
	return promoted > missing;
}

bool
material_surplus(const struct rules *rules, const struct position *position,
    struct surplus *surplus)
{
	enum material_law law = rules->variant->material_law;
	unsigned has[PLAYERS][KINDS] = { { 0 } }, all[KINDS] = { 0 };
	uint8_t began[KINDS] = { 0 };

	for (cell c = 0; c < rules->board.cells; c++)
		has[piece_colour(position->at[c])]
		   [piece_kind(position->at[c])]++;
	for (unsigned p = 0; p < PLAYERS; p++) {
		const uint8_t *army = rules->army[p];

		if (law == MATERIAL_RETURNED
			? has_too_many(army, has[p], p, ~0u, surplus)
			: law == MATERIAL_PROMOTED &&
			    has_too_many_promoted(army, has[p], p, surplus))
			return true;
		for (unsigned kind = KIND_NONE + 1; kind < KINDS; kind++) {
			all[kind] += has[p][kind];
			began[kind] = (uint8_t)(began[kind] + army[kind]);
			if (law == MATERIAL_SHARED)
				all[kind] += position->bnem.hand[p][kind];
		}
	}
	return law == MATERIAL_SHARED &&
	    has_too_many(began, all, PLAYER_NONE, ~0u, surplus);
}
