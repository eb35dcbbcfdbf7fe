/* Ternion: Bn Em's game: illumination and star triumph. */
#include "rules/bnem/pieces.h"

/* The pieces that the piece on `from` could capture in one move, by a triumph
 * as well: what it takes in any way it guards. */
static struct cellset
guarded_by(
    const struct rules *rules, const struct position *position, cell from)
{
	struct cellset guarded = bnem_capture_targets(rules, position, from),
		       targets;

	if ((unsigned)piece_kind(position->at[from]) != STAR)
		return guarded;
	targets = bnem_targets(rules, position, from);
	while (!cellset_empty(&targets)) {
		cell to = cellset_pop(&targets);
		struct cellset taken;

		if (!is_star_leap(rules, position, from, to))
			continue;
		taken = bnem_triumph(rules, position, from, to);
		guarded = cellset_or(guarded, &taken);
	}
	return guarded;
}

/* Whether the piece on `from` could capture on the cell of an enemy in one
 * move, by a triumph as well. */
static bool
guards(const struct rules *rules, const struct position *position, cell from,
    cell c)
{
	uint8_t piece = position->at[from];
	unsigned kind = piece_kind(piece);
	struct cellset guarded;

	if (kind != DRAUGHT &&
	    bnem_piece_takes_on(&rules->board.faces,
		faceset_of(&position->kind[KIND_NONE]), piece, from, c))
		return true;
	if (kind != DRAUGHT && kind != STAR)
		return false;
	guarded = guarded_by(rules, position, from);
	return cellset_has(&guarded, c);
}

/* Protected: one of the pieces of either opponent could capture there if the
 * piece were the illuminator's. */
static bool
is_protected(const struct rules *rules, const struct position *position,
    unsigned me, cell c)
{
	struct position turned = *position;
	uint8_t piece = position_take(&turned, c);

	position_put(&turned, c,
	    (uint8_t)(piece_make(piece_kind(piece), me, me) |
		(piece & PIECE_PROMOTED)));
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct cellset pieces = turned.owned[p];

		if (p == me || is_out(position, p))
			continue;
		while (!cellset_empty(&pieces))
			if (guards(rules, &turned, cellset_pop(&pieces), c))
				return true;
	}
	return false;
}

/* Take all enemy pieces it threatens by queen moves that are unprotected. */
struct cellset
bnem_illuminated(
    const struct rules *rules, const struct position *position, cell from)
{
	uint8_t piece = position->at[from];
	struct cellset threatened, taken = { { 0 } };

	if (piece_kind(piece) != KING || !is_promoted(piece))
		return taken;
	threatened = bnem_capture_targets(rules, position, from);
	while (!cellset_empty(&threatened)) {
		cell c = cellset_pop(&threatened);

		if (!is_protected(rules, position, piece_owner(piece), c))
			cellset_add(&taken, c);
	}
	return taken;
}

/* Whether at least so many stars as a triumph takes stand round the cell. */
static bool
has_stars_around(
    const struct faces *faces, struct faceset stars, cell from, cell c)
{
	struct faceset around = faceset_and(stars, faces->reach[c].near);

	for (int n = 0; n < BLOCK_CELLS - 1;) {
		if (faceset_empty(around))
			return false;
		n += faceset_pop(&around) != from;
	}
	return true;
}

struct cellset
bnem_triumph(const struct rules *rules, const struct position *position,
    cell from, cell c)
{
	const struct faces *faces = &rules->board.faces;
	struct cellset stars = position->kind[STAR], taken = { { 0 } };

	if (!has_stars_around(faces, faceset_of(&stars), from, c))
		return taken;
	if (from != CELL_NONE)
		cellset_remove(&stars, from);
	for (unsigned i = 0; i < faces->blocks[c]; i++) {
		const cell *other = faces->block[c][i];

		if (!cellset_has(&stars, other[0]) ||
		    !cellset_has(&stars, other[1]) ||
		    !cellset_has(&stars, other[2]))
			continue;
		for (int n = 0; n < BLOCK_CELLS - 1; n++)
			cellset_add(&taken, other[n]);
	}
	return taken;
}
