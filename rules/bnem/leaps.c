/* Ternion: Bn Em's game: leaps of draughts, and what each piece can capture. */
#include "rules/bnem/bnem_int.h"

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
	chain->over = (struct cellset){ { 0 } };
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

/*
 * By leaping an adjacent enemy piece on a diagonal to the empty cell beyond on
 * the same line; may go on leaping, turning as it likes, not over the same
 * piece twice. Promoted, the first leap may come from afar: captures by
 * sliding up to an enemy piece and landing on the very next cell, if empty.
 */
bool
chain_leap(struct chain *chain, unsigned way)
{
	const struct faces *faces = &chain->rules->board.faces;
	cell at = chain_end(chain), over, to;

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
	to = faces->step[over][way];
	if (to == CELL_NONE || !chain_finds_empty(chain, to) ||
	    piece_owner(chain->position->at[over]) == chain->me ||
	    cellset_has(&chain->over, over) || chain->leaps == CHAIN_MAX)
		return false;
	cellset_add(&chain->over, over);
	chain->leapt[chain->leaps] = over;
	chain->path[chain->leaps++] = to;
	return true;
}

void
chain_back(struct chain *chain)
{
	cellset_remove(&chain->over, chain->leapt[--chain->leaps]);
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
		chain_back(chain);
	}
	return false;
}

struct cellset
chain_captures(const struct chain *chain)
{
	struct cellset last = { { 0 } };

	if (bnem_option(chain->rules, BNEM_MULTI_CAPTURE) == BNEM_TAKES_ALL ||
	    chain->leaps == 0)
		return chain->over;
	cellset_add(&last, chain->leapt[chain->leaps - 1]);
	return last;
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

/*
 * Adds all that can be leapt from any cell that a chain reaches. A way there
 * that comes twice to one cell could be shortened, so no leap need be made
 * twice but one: over `first`, which a promoted draught leapt from afar.
 */
static void
spread(
    const struct chain *chain, cell from, cell first, struct cellset *targets)
{
	const struct faces *faces = &chain->rules->board.faces;
	struct cellset open = { { 0 } }, seen;

	cellset_add(&open, from);
	seen = open;
	while (!cellset_empty(&open)) {
		cell at = cellset_pop(&open);

		for (unsigned way = DIAGONAL; way < FACE_WAYS; way += 2) {
			cell over = faces->step[at][way], to;

			if (over == CELL_NONE || over == first ||
			    chain_finds_empty(chain, over) ||
			    piece_owner(chain->position->at[over]) == chain->me)
				continue;
			to = faces->step[over][faces->heading[at][way]];
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

static struct cellset
draught_targets(
    const struct rules *rules, const struct position *position, cell from)
{
	struct cellset targets = { { 0 } };
	struct chain chain;

	if (!bnem_may_leap(rules, position, from, position->at[from]))
		return targets;
	chain_begin(&chain, rules, position, from);
	for (unsigned way = DIAGONAL; way < FACE_WAYS; way += 2) {
		if (!chain_leap(&chain, way))
			continue;
		cellset_add(&targets, chain.leapt[0]);
		spread(&chain, chain.path[0],
		    chain.slides ? chain.leapt[0] : (cell)CELL_NONE, &targets);
		chain_back(&chain);
	}
	return targets;
}

struct cellset
bnem_capture_targets(
    const struct rules *rules, const struct position *position, cell from)
{
	if (piece_kind(position->at[from]) == DRAUGHT)
		return draught_targets(rules, position, from);
	return cellset_and(
	    bnem_targets(rules, position, from), &position->kind[KIND_NONE]);
}
