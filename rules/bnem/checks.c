/* Ternion: Bn Em's game: who threatens whose king. It is asked after each move,
 * so it is asked of sets: from the king's cell, which pieces would get there at
 * all, and only of those what stands in their way. */
#include "rules/bnem/bnem_int.h"

/* The pieces as those ask who look for attacks. */
struct attack_search {
	const struct rules *rules;
	const struct position *position;
	faceset occupied, promoted;
	faceset owned[PLAYERS]; /* by those in play */
};

/* The owners, as bits, of those draughts that can leap the piece on `c`. */
static unsigned
leapers_over(const struct attack_search *search, faceset draughts, cell c)
{
	unsigned owners = 0;

	while (!faceset_empty(draughts)) {
		cell from = faceset_pop(&draughts);
		struct cellset targets =
		    bnem_capture_targets(search->rules, search->position, from);

		if (cellset_has(&targets, c))
			owners |= 1u << piece_owner(search->position->at[from]);
	}
	return owners;
}

/* Those of the players a and b, as bits, who attack the king on `c` of the
 * third. */
__attribute__((always_inline)) static inline unsigned
bnem_attackers_to(
    const struct attack_search *search, unsigned a, unsigned b, cell c)
{
	const struct position *position = search->position;
	const struct faces *faces = &search->rules->board.faces;
	const struct reach_table *reach = &faces->reach[c];
	const struct origins *from = reach->origins;
	faceset enemies = search->owned[a] | search->owned[b];
	faceset promoted = enemies & search->promoted;
	faceset pawns = faceset_of(&position->kind[PAWN]);
	faceset stars = faceset_of(&position->kind[STAR]);
	faceset griffins = faceset_of(&position->kind[GRIFFIN]);
	faceset chariots = faceset_of(&position->kind[CHARIOT]);
	faceset roses = faceset_of(&position->kind[ROSE]);
	faceset kings = faceset_of(&position->kind[KING]);
	faceset draughts, blocked;
	/* Those in whose way nothing can be, and those that have routes. */
	faceset steppers =
	    (enemies &
		((kings & from[KING].plain) | (stars & from[STAR].plain) |
		    (griffins & from[GRIFFIN].plain) |
		    (chariots & from[CHARIOT].plain))) |
	    (pawns &
		((search->owned[a] & reach->takes[a]) |
		    (search->owned[b] & reach->takes[b])));
	faceset sliders = enemies &
	    ((griffins & from[GRIFFIN].far) | (chariots & from[CHARIOT].far) |
		(roses & from[ROSE].far));
	unsigned owners = 0;

	if (!faceset_empty(promoted)) {
		steppers |= promoted &
		    ((stars & from[STAR].promoted) |
			(griffins & from[GRIFFIN].promoted) |
			(chariots & from[CHARIOT].promoted));
		steppers |= promoted & pawns &
		    (reach->diagonal | (search->owned[a] & reach->forward[a]) |
			(search->owned[b] & reach->forward[b]));
		sliders |= promoted & kings & from[KING].far;
	}
	while (!faceset_empty(steppers))
		owners |= 1u
		    << piece_owner(position->at[faceset_pop(&steppers)]);
	/* A route of two steps or more comes over a cell next to his. */
	if (!faceset_empty(sliders) &&
	    faceset_empty(reach->near & ~search->occupied))
		sliders &= reach->near;
	while (!faceset_empty(sliders)) {
		cell slider = faceset_pop(&sliders);
		uint8_t piece = position->at[slider];

		if (!(owners >> piece_owner(piece) & 1) &&
		    bnem_route_open(
			faces, piece_kind(piece), slider, c, search->occupied))
			owners |= 1u << piece_owner(piece);
	}
	draughts = enemies & faceset_of(&position->kind[DRAUGHT]);
	/* A leap comes from an empty cell or its own, and lands on such a one.
	 */
	blocked = search->occupied & ~draughts;
	if (!faceset_empty(draughts) &&
	    (faceset_empty(reach->across[0] & blocked) ||
		faceset_empty(reach->across[1] & blocked)))
		owners |= leapers_over(search, draughts, c);
	return owners;
}

__attribute__((always_inline)) static inline void
update_check_of(const struct attack_search *search, struct position *position,
    unsigned player, unsigned a, unsigned b)
{
	cell king = position->king[player];

	position->checks[player] = king != CELL_NONE
	    ? (uint8_t)bnem_attackers_to(search, a, b, king)
	    : 0;
}

void
bnem_update_checks(const struct rules *rules, struct position *position)
{
	struct attack_search search = {
		.rules = rules,
		.position = position,
		.occupied = faceset_of(&position->kind[KIND_NONE]),
		.promoted = faceset_of(&position->bnem.promoted),
	};

	for (unsigned p = 0; p < PLAYERS; p++)
		if (!is_out(position, p))
			search.owned[p] = faceset_of(&position->owned[p]);
	update_check_of(&search, position, 0, 1, 2);
	update_check_of(&search, position, 1, 0, 2);
	update_check_of(&search, position, 2, 0, 1);
}

void
bnem_recompute_checks(const struct rules *rules, struct position *position)
{
	struct cellset pieces = position->kind[KIND_NONE];

	position->bnem.promoted = (struct cellset){ { 0 } };
	for (cell c; (c = cellset_next(&pieces)) != CELL_NONE;) {
		if (is_promoted(position->at[c]))
			cellset_add(&position->bnem.promoted, c);
	}
	bnem_update_checks(rules, position);
}
