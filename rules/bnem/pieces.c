/*
 * Ternion: Bn Em's game: how the pieces go, by the tables of what gets to each
 * cell. Source: ternion-variants(7), "3-Player Chess I: Pieces".
 */
#include "rules/bnem/bnem_int.h"

bool
bnem_route_open(const struct faces *faces, enum kind kind, cell from, cell to,
    faceset occupied)
{
	static const uint8_t routes[KINDS] = {
		[GRIFFIN] = ROUTE_GRIFFIN,
		[CHARIOT] = ROUTE_STRAIGHT,
		[ROSE] = ROUTE_ROSE,
		[KING] = ROUTE_DIAGONAL,
		[DRAUGHT] = ROUTE_DIAGONAL,
	};
	const struct reach_table *reach = &faces->reach[to];
	const struct reach_table *here = &faces->reach[from];
	uint64_t blocked = 0;

	/* "It may not begin diagonally while every straight neighbour cell is
	 * occupied, nor straight while every diagonal one is." */
	if (kind == ROSE && faceset_empty(here->diagonal & ~occupied))
		blocked |= ROUTE_BEGINS_STRAIGHT;
	if (kind == ROSE && faceset_empty(here->straight & ~occupied))
		blocked |= ROUTE_BEGINS_DIAGONAL;
	return has_open_route(reach, (enum route_kind)routes[kind], from,
		   occupied, blocked) ||
	    (kind == KING &&
		has_open_route(reach, ROUTE_STRAIGHT, from, occupied, 0));
}

bool
bnem_attacks(const struct faces *faces, faceset occupied, uint8_t piece,
    cell from, cell to)
{
	const struct reach_table *reach = &faces->reach[to];
	enum kind kind = piece_kind(piece);
	const struct origins *origins = &reach->origins[kind];
	unsigned owner = piece_owner(piece);

	if (kind == PAWN)
		return faceset_has(&reach->takes[owner], from) ||
		    (is_promoted(piece) &&
			(faceset_has(&reach->forward[owner], from) ||
			    faceset_has(&reach->diagonal, from)));
	if (faceset_has(
		is_promoted(piece) ? &origins->promoted : &origins->plain,
		from))
		return true;
	return faceset_has(&origins->far, from) &&
	    (is_promoted(piece) || (kind != KING && kind != DRAUGHT)) &&
	    bnem_route_open(faces, kind, from, to, occupied);
}

/* Whether the piece goes to an empty cell as it does not capture, if it does
 * not get there as other pieces of its kind capture. */
static bool
goes_quietly(const struct reach_table *reach, const struct position *position,
    uint8_t piece, cell from)
{
	unsigned owner = piece_owner(piece);
	enum kind kind = piece_kind(piece);

	if (kind == PAWN)
		return faceset_has(&reach->forward[owner], from) ||
		    (is_promoted(piece) &&
			(faceset_has(&reach->straight, from) ||
			    faceset_has(&reach->takes[owner], from)));
	/* "A non-capturing leap of two straight steps in a line." */
	if (kind == ROSE)
		return is_promoted(piece) &&
		    faceset_has(&reach->twice_straight, from);
	/* "While never moved: also a non-capturing leap of two straight steps
	 * in a line, or a knight leap." */
	return kind == DRAUGHT && !is_promoted(piece) &&
	    cellset_has(&position->unmoved, from) &&
	    (faceset_has(&reach->twice_straight, from) ||
		faceset_has(&reach->knight, from));
}

bool
bnem_goes_to(const struct faces *faces, const struct position *position,
    cell from, cell to)
{
	uint8_t piece = position->at[from];
	enum kind kind = piece_kind(piece);
	bool empty = position_is_empty(position, to);

	if (empty && goes_quietly(&faces->reach[to], position, piece, from))
		return true;
	return (kind != PAWN || !empty) && (kind != DRAUGHT || empty) &&
	    bnem_attacks(
		faces, faceset_of(&position->kind[KIND_NONE]), piece, from, to);
}

struct cellset
bnem_targets(
    const struct rules *rules, const struct position *position, cell from)
{
	const struct faces *faces = &rules->board.faces;
	uint8_t piece = position->at[from];
	faceset targets = { 0 };
	faceset cells = faces->targets[piece_kind(piece)][from] &
	    ~faceset_of(&position->owned[piece_owner(piece)]);

	while (!faceset_empty(cells)) {
		cell to = faceset_pop(&cells);

		if (bnem_goes_to(faces, position, from, to))
			targets |= faceset_only(to);
	}
	return cellset_of(targets);
}

bool
rose_would_reach(const struct rules *rules, const struct position *position,
    cell from, cell to)
{
	return has_open_route(&rules->board.faces.reach[to], ROUTE_ROSE, from,
	    faceset_of(&position->kind[KIND_NONE]), 0);
}

bool
is_star_leap(const struct rules *rules, const struct position *position,
    cell from, cell to)
{
	return piece_kind(position->at[from]) == STAR &&
	    faceset_has(&rules->board.faces.reach[to].twice, from);
}
