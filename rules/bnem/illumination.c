/* Ternion: Bn Em's game: illumination and star triumph. */
#include "rules/bnem/bnem_int.h"

/* Whether the piece on `from` could capture on the cell of an enemy in one
 * move, by a triumph as well. */
static bool
guards(const struct rules *rules, const struct position *position, cell from,
    cell c)
{
	uint8_t piece = position->at[from];
	struct cellset targets;

	if (piece_kind(piece) == DRAUGHT) {
		targets = bnem_capture_targets(rules, position, from);
		return cellset_has(&targets, c);
	}
	if (bnem_attacks(&rules->board.faces,
		faceset_of(&position->kind[KIND_NONE]), piece, from, c))
		return true;
	if (piece_kind(piece) != STAR)
		return false;
	targets = bnem_targets(rules, position, from);
	while (!cellset_empty(&targets)) {
		cell to = cellset_pop(&targets);
		struct cellset taken;

		if (!is_star_leap(rules, position, from, to))
			continue;
		taken = bnem_triumph(rules, position, from, to);
		if (cellset_has(&taken, c))
			return true;
	}
	return false;
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

/* "Three stars that with it fill a block of 2x2 cells are taken; every such
 * block that its cell completes counts." */
struct cellset
bnem_triumph(const struct rules *rules, const struct position *position,
    cell from, cell c)
{
	const struct faces *faces = &rules->board.faces;
	faceset stars = faceset_of(&position->kind[STAR]), taken = { 0 };

	if (from != CELL_NONE)
		stars &= ~faceset_only(from);
	if (faceset_empty(stars & faces->reach[c].near))
		return cellset_of(taken); /* mostly */
	for (unsigned i = 0; i < faces->blocks[c]; i++) {
		const cell *other = faces->block[c][i];
		faceset block = faceset_only(other[0]) |
		    faceset_only(other[1]) | faceset_only(other[2]);

		if (faceset_empty(block & ~stars))
			taken |= block;
	}
	return cellset_of(taken);
}
