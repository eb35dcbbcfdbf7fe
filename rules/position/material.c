/* Ternion: whether the pieces of a position can have come from the armies. */
#include "rules/position/material.h"

/* How many pieces of each kind a player began with, and has. */
struct army {
	unsigned began[KINDS], has[KINDS];
};

static void
count_army(const struct rules *rules, const struct position *position,
    struct army army[PLAYERS])
{
	memset(army, 0, PLAYERS * sizeof(*army));
	for (cell c = 0; c < rules->board.cells; c++) {
		uint8_t began = rules->start.at[c], has = position->at[c];

		if (began != PIECE_NONE)
			army[piece_colour(began)].began[piece_kind(began)]++;
		if (has != PIECE_NONE)
			army[piece_colour(has)].has[piece_kind(has)]++;
	}
}

/* Of one kind there are more than the player began with. */
static bool
has_too_many(const struct army *army, unsigned player, unsigned kinds,
    struct surplus *surplus)
{
	for (unsigned kind = KIND_NONE + 1; kind < KINDS; kind++)
		if ((kinds >> kind & 1) &&
		    army->has[kind] > army->began[kind]) {
			*surplus = (struct surplus){ player, (enum kind)kind,
				army->has[kind], army->began[kind] };
			return true;
		}
	return false;
}

/* More pieces must have been promoted than pawns are missing. */
static bool
has_too_many_promoted(
    const struct army *army, unsigned player, struct surplus *surplus)
{
	unsigned promoted = 0, missing;

	if (has_too_many(army, player, 1u << PAWN, surplus))
		return true;
	missing = army->began[PAWN] - army->has[PAWN];
	for (unsigned kind = PAWN + 1; kind < KINDS; kind++)
		if (army->has[kind] > army->began[kind])
			promoted += army->has[kind] - army->began[kind];
	*surplus = (struct surplus){ player, KIND_NONE, promoted, missing };
	return promoted > missing;
}

/* All pieces of a kind, whoever has them now. */
static bool
has_shared(const struct position *position, struct army army[PLAYERS],
    struct surplus *surplus)
{
	for (unsigned kind = KIND_NONE + 1; kind < KINDS; kind++)
		for (unsigned p = 0; p < PLAYERS; p++) {
			army[0].has[kind] += position->bnem.hand[p][kind];
			if (p == 0)
				continue;
			army[0].has[kind] += army[p].has[kind];
			army[0].began[kind] += army[p].began[kind];
		}
	return has_too_many(army, PLAYER_NONE, ~0u, surplus);
}

bool
material_surplus(const struct rules *rules, const struct position *position,
    struct surplus *surplus)
{
	struct army army[PLAYERS];

	count_army(rules, position, army);
	if (rules->variant->material_law == MATERIAL_SHARED)
		return has_shared(position, army, surplus);
	for (unsigned p = 0; p < PLAYERS; p++)
		if (rules->variant->material_law == MATERIAL_RETURNED
			? has_too_many(&army[p], p, ~0u, surplus)
			: has_too_many_promoted(&army[p], p, surplus))
			return true;
	return false;
}
