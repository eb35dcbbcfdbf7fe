/*
 * Ternion: Bn Em's game: who threatens whose king. It is asked after each move,
 * so it is asked of sets: from the king's cell, which pieces would get there at
 * all, and only of those what stands in their way.
 */
#include "rules/bnem/bnem_int.h"

/* The pieces as those ask who look for attacks. */
struct attack_search {
	const struct rules *rules;
	const struct position *position;
	faceset occupied, promoted;
	faceset owned[PLAYERS]; /* by those in play */
};

static inline bool
is_vacant(const struct attack_search *search, cell c)
{
	return !faceset_has(&search->occupied, c);
}

/* The first piece that way from the vacant cell `c`, if it is a promoted
 * draught, which could slide to the cell and leap what is before it. */
static inline faceset
slider_to(
    const struct attack_search *search, faceset draughts, cell c, unsigned way)
{
	const struct faces *faces = &search->rules->board.faces;

	draughts &= search->promoted;
	if (faceset_empty(draughts))
		return draughts;
	while (c != CELL_NONE && is_vacant(search, c)) {
		cell next = faces->step[c][way];

		way = faces->heading[c][way];
		c = next;
	}
	return c != CELL_NONE ? draughts & faceset_only(c) : (faceset){ 0 };
}

/* The draughts that may be able to get to one of the cells, from which they
 * could go on, by leaps that are followed backwards, whomever they leap. */
static faceset
leapers_to(const struct attack_search *search, faceset draughts, faceset open)
{
	const struct faces *faces = &search->rules->board.faces;
	faceset seen = open, found = { 0 };

	while (!faceset_empty(open)) {
		cell at = faceset_pop(&open);

		for (unsigned way = DIAGONAL; way < FACE_WAYS; way += 2) {
			cell over = faces->step[at][way], from;
			unsigned ahead = faces->heading[at][way];

			if (over == CELL_NONE || is_vacant(search, over))
				continue;
			from = faces->step[over][ahead];
			if (from == CELL_NONE)
				continue;
			if (!is_vacant(search, from)) {
				found |= draughts & faceset_only(from);
				continue;
			}
			found |= slider_to(search, draughts, from,
			    faces->heading[over][ahead]);
			if (!faceset_has(&seen, from)) {
				seen |= faceset_only(from);
				open |= faceset_only(from);
			}
		}
	}
	return found;
}

/* The owners, as bits, of those draughts that can leap the piece on `c`. */
static unsigned
leapers_over(const struct attack_search *search, faceset draughts, cell c)
{
	const struct faces *faces = &search->rules->board.faces;
	const struct position *position = search->position;
	faceset open = { 0 }, found = { 0 };
	unsigned owners = 0;

	for (unsigned i = 0; i < 2 * FACE_LINES; i++) {
		unsigned way = 2 * i + DIAGONAL;
		cell from = faces->reach[c].beside[i % 2][i / 2];
		cell to = faces->reach[c].beside[i % 2][1 - i / 2];

		if (from == CELL_NONE)
			continue;
		if (!is_vacant(search, from)) {
			if (is_vacant(search, to) &&
			    faceset_has(&draughts, from))
				owners |= 1u << piece_owner(position->at[from]);
			continue;
		}
		if (is_vacant(search, to))
			found |= slider_to(
			    search, draughts, from, faces->heading[c][way]);
		/* One that stands there could leap in a ring. */
		if (is_vacant(search, to) || faceset_has(&draughts, to))
			open |= faceset_only(from);
	}
	found |= leapers_to(search, draughts, open);
	while (!faceset_empty(found)) {
		cell from = faceset_pop(&found);
		unsigned owner = 1u << piece_owner(position->at[from]);
		struct cellset targets;

		if (owners & owner)
			continue;
		targets = bnem_capture_targets(search->rules, position, from);
		if (cellset_has(&targets, c))
			owners |= owner;
	}
	return owners;
}

/* Those of the players a and b, as bits, who attack the king on `c` of the
 * third. */
static inline unsigned
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
	faceset draughts;
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
	while (!faceset_empty(sliders)) {
		cell slider = faceset_pop(&sliders);
		uint8_t piece = position->at[slider];

		if (!(owners >> piece_owner(piece) & 1) &&
		    bnem_route_open(
			faces, piece_kind(piece), slider, c, search->occupied))
			owners |= 1u << piece_owner(piece);
	}
	draughts = enemies & faceset_of(&position->kind[DRAUGHT]);
	if (!faceset_empty(draughts) &&
	    !faceset_empty(reach->sides & ~search->occupied))
		owners |= leapers_over(search, draughts, c);
	return owners;
}

void
bnem_update_checks(const struct rules *rules, struct position *position)
{
	static const uint8_t others[PLAYERS][2] = { { 1, 2 }, { 0, 2 },
		{ 0, 1 } };
	struct attack_search search = {
		.rules = rules,
		.position = position,
		.occupied = faceset_of(&position->kind[KIND_NONE]),
		.promoted = faceset_of(&position->bnem.promoted),
	};

	for (unsigned p = 0; p < PLAYERS; p++)
		if (!is_out(position, p))
			search.owned[p] = faceset_of(&position->owned[p]);
	for (unsigned p = 0; p < PLAYERS; p++)
		position->checks[p] = position->king[p] != CELL_NONE
		    ? (uint8_t)bnem_attackers_to(&search, others[p][0],
			  others[p][1], position->king[p])
		    : 0;
}

void
bnem_recompute_checks(const struct rules *rules, struct position *position)
{
	struct cellset pieces = position->kind[KIND_NONE];

	position->bnem.promoted = (struct cellset){ { 0 } };
	while (!cellset_empty(&pieces)) {
		cell c = cellset_pop(&pieces);

		if (is_promoted(position->at[c]))
			cellset_add(&position->bnem.promoted, c);
	}
	bnem_update_checks(rules, position);
}
