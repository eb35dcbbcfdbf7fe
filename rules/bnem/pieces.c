/* Ternion: Bn Em's game: how the pieces go, by tables of the pieces that reach
 * each cell; leaps of draughts; illumination and star triumph. Source:
 * ternion-variants(7), "3-Player Chess I: Pieces". */
#include "rules/bnem/bnem_int.h"

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
is_star_leap(const struct rules *rules, const struct position *position,
    cell from, cell to)
{
	return piece_kind(position->at[from]) == STAR &&
	    faceset_has(&rules->board.faces.reach[to].twice, from);
}

void
chain_begin(struct chain *chain, const struct rules *rules,
    const struct position *position, cell from)
{
	chain->rules = rules;
	chain->position = position;
	chain->me = piece_owner(position->at[from]);
	chain->start = from;
	chain->slides = is_promoted(position->at[from]);
	chain->leaps = 0;
}

static cell
chain_end(const struct chain *chain)
{
	return chain->leaps == 0 ? chain->start : chain->path[chain->leaps - 1];
}

/* Its own starting cell counts as empty. */
static bool
chain_finds_empty(const struct chain *chain, cell c)
{
	return c == chain->start || position_is_empty(chain->position, c);
}

/* By leaping an adjacent enemy piece on a diagonal to the empty cell beyond on
 * the same line; may go on leaping, turning as it likes, not over the same
 * piece twice. Promoted, the first leap may come from afar: captures by
 * sliding up to an enemy piece and landing on the very next cell, if empty. */
bool
chain_leap(struct chain *chain, unsigned way)
{
	const struct faces *faces = &chain->rules->board.faces;
	cell at = chain_end(chain), over;

	for (;;) {
		over = faces->step[at][way];
		if (over == CELL_NONE)
			return false;
		way = faces->heading[at][way];
		if (!chain_finds_empty(chain, over))
			break;
		if (!chain->slides || chain->leaps > 0)
			return false;
		at = over;
	}
	cell to = faces->step[over][way];
	if (to == CELL_NONE || !chain_finds_empty(chain, to) ||
	    piece_owner(chain->position->at[over]) == chain->me ||
	    memchr(chain->leapt, over, chain->leaps) != NULL ||
	    chain->leaps == CHAIN_MAX)
		return false;
	chain->leapt[chain->leaps] = over;
	chain->path[chain->leaps++] = to;
	return true;
}

/* Lines from one cell meet nowhere, so the landing tells the leap. */
bool
chain_leap_to(struct chain *chain, cell to)
{
	for (unsigned way = DIAGONAL; way < FACE_WAYS; way += 2) {
		if (!chain_leap(chain, way))
			continue;
		if (chain_end(chain) == to)
			return true;
		chain->leaps--;
	}
	return false;
}

struct cellset
chain_captures(const struct chain *chain)
{
	struct cellset taken = { { 0 } };

	for (unsigned i = chain->leaps; i-- > 0;) {
		cellset_add(&taken, chain->leapt[i]);
		if (bnem_option(chain->rules, BNEM_MULTI_CAPTURE) !=
		    BNEM_TAKES_ALL)
			break;
	}
	return taken;
}

bool
bnem_may_leap(const struct rules *rules, const struct position *position,
    cell from, uint8_t piece)
{
	const struct reach_table *reach = &rules->board.faces.reach[from];

	return is_promoted(piece) ||
	    !faceset_empty(reach->diagonal &
		faceset_of(&position->kind[KIND_NONE]) &
		~faceset_of(&position->owned[piece_owner(piece)]));
}

/* Adds all that can be leapt from any cell that a chain reaches. A way there
 * that comes twice to one cell could be shortened, so no leap need be made
 * twice but one: over `first`, which a promoted draught leapt from afar. */
static void
spread(
    const struct chain *chain, cell from, cell first, struct cellset *targets)
{
	const struct faces *faces = &chain->rules->board.faces;
	struct cellset open = { { 0 } };

	cellset_add(&open, from);
	struct cellset seen = open;
	for (cell at; (at = cellset_next(&open)) != CELL_NONE;) {
		for (unsigned way = DIAGONAL; way < FACE_WAYS; way += 2) {
			cell over = faces->step[at][way];

			if (over == CELL_NONE || over == first ||
			    chain_finds_empty(chain, over) ||
			    piece_owner(chain->position->at[over]) == chain->me)
				continue;
			cell to = faces->step[over][faces->heading[at][way]];
			if (to == CELL_NONE || !chain_finds_empty(chain, to))
				continue;
			cellset_add(targets, over);
			if (cellset_has(&seen, to))
				continue;
			cellset_add(&seen, to);
			cellset_add(&open, to);
		}
	}
}

struct cellset
bnem_capture_targets(
    const struct rules *rules, const struct position *position, cell from)
{
	struct cellset targets = { { 0 } };
	struct chain chain;

	if (piece_kind(position->at[from]) != DRAUGHT)
		return cellset_and(bnem_targets(rules, position, from),
		    &position->kind[KIND_NONE]);
	if (!bnem_may_leap(rules, position, from, position->at[from]))
		return targets;
	chain_begin(&chain, rules, position, from);
	for (unsigned way = DIAGONAL; way < FACE_WAYS; way += 2) {
		if (!chain_leap(&chain, way))
			continue;
		cellset_add(&targets, chain.leapt[0]);
		spread(&chain, chain.path[0],
		    chain.slides ? chain.leapt[0] : (cell)CELL_NONE, &targets);
		chain.leaps--;
	}
	return targets;
}

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
	for (cell to; (to = cellset_next(&targets)) != CELL_NONE;) {
		if (!is_star_leap(rules, position, from, to))
			continue;
		struct cellset taken = bnem_triumph(rules, position, to);
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
	struct cellset taken = { { 0 } };

	if (piece_kind(piece) != KING || !is_promoted(piece))
		return taken;
	struct cellset threatened = bnem_capture_targets(rules, position, from);
	for (cell c; (c = cellset_next(&threatened)) != CELL_NONE;) {
		if (!is_protected(rules, position, piece_owner(piece), c))
			cellset_add(&taken, c);
	}
	return taken;
}

/* "Three stars that with it fill a block of 2x2 cells are taken; every such
 * block that its cell completes counts." */
struct cellset
bnem_triumph(const struct rules *rules, const struct position *position, cell c)
{
	const struct faces *faces = &rules->board.faces;
	faceset stars = faceset_of(&position->kind[STAR]), taken = { 0 };

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
