/* Ternion: Bn Em's game: how the pieces go. Source: bnem.md, "Pieces". */
#include <string.h>

#include "bnem.h"

/* A piece while its targets are gathered. */
struct walker {
	const struct faces *faces;
	const struct position *position;
	unsigned me;
	cell from;
	struct cellset targets;
};

static bool
is_enemy(const struct position *position, unsigned me, cell c)
{
	return !position_is_empty(position, c) &&
	    piece_owner(position->at[c]) != me;
}

static void
land_quietly(struct walker *w, cell c)
{
	if (c != CELL_NONE && position_is_empty(w->position, c))
		cellset_add(&w->targets, c);
}

static void
land_capturing(struct walker *w, cell c)
{
	if (c != CELL_NONE && is_enemy(w->position, w->me, c))
		cellset_add(&w->targets, c);
}

static void
land(struct walker *w, cell c)
{
	land_quietly(w, c);
	land_capturing(w, c);
}

static void
land_on_all(struct walker *w, const cell *targets)
{
	for (; *targets != CELL_NONE; targets++)
		land(w, *targets);
}

/* Slides on from `c`; what it captures there is none of its business. */
static void
slide(struct walker *w, cell c, unsigned way, bool captures)
{
	cell to;

	while ((to = w->faces->step[c][way]) != CELL_NONE) {
		if (!position_is_empty(w->position, to)) {
			if (captures)
				land_capturing(w, to);
			return;
		}
		land_quietly(w, to);
		way = w->faces->heading[c][way];
		c = to;
	}
}

/* Straight ways are even, diagonal ones odd. */
enum {
	STRAIGHT = 0,
	DIAGONAL = 1
};

static void
slide_all(struct walker *w, unsigned first, bool captures)
{
	for (unsigned way = first; way < FACE_WAYS; way += 2)
		slide(w, w->from, way, captures);
}

static void
step_all(struct walker *w, unsigned first)
{
	for (unsigned way = first; way < FACE_WAYS; way += 2)
		land(w, w->faces->step[w->from][way]);
}

/* "One step forward, not capturing; captures one diagonal step forward (to both
 * sides of each direction that is forward there)." */
static void
walk_pawn(struct walker *w)
{
	unsigned forward = w->faces->forward[w->me][w->from];
	const cell *step = w->faces->step[w->from];

	for (; forward != 0; forward &= forward - 1) {
		unsigned way = (unsigned)__builtin_ctz(forward);

		land_quietly(w, step[way]);
		land_capturing(w, step[way_turn(way, 1)]);
		land_capturing(w, step[way_turn(way, -1)]);
	}
}

/* "One step forward or diagonally forward, capturing or not; one straight step
 * any way, not capturing; one diagonal step any way, capturing." */
static void
walk_promoted_pawn(struct walker *w)
{
	unsigned forward = w->faces->forward[w->me][w->from];
	const cell *step = w->faces->step[w->from];

	for (; forward != 0; forward &= forward - 1) {
		unsigned way = (unsigned)__builtin_ctz(forward);

		land(w, step[way]);
		land(w, step[way_turn(way, 1)]);
		land(w, step[way_turn(way, -1)]);
	}
	for (unsigned way = 0; way < FACE_WAYS; way += 2) {
		land_quietly(w, step[way]);
		land_capturing(w, step[way + 1]);
	}
}

/* "One diagonal step, not capturing. While never moved: also a non-capturing
 * leap of two straight steps in a line, or a knight leap, onto an empty
 * cell." */
static void
walk_draught(struct walker *w)
{
	const struct faces *faces = w->faces;

	for (unsigned way = DIAGONAL; way < FACE_WAYS; way += 2)
		land_quietly(w, faces->step[w->from][way]);
	if (!cellset_has(&w->position->unmoved, w->from))
		return;
	for (const cell *c = faces->twice_straight[w->from]; *c != CELL_NONE;
	     c++)
		land_quietly(w, *c);
	for (const cell *c = faces->knight[w->from]; *c != CELL_NONE; c++)
		land_quietly(w, *c);
}

/* "One diagonal step, then may go on sliding straight, in either of the two
 * straight directions that make up that diagonal; the first cell must be empty
 * to go on." */
static void
walk_griffin(struct walker *w)
{
	for (unsigned way = DIAGONAL; way < FACE_WAYS; way += 2) {
		cell first = w->faces->step[w->from][way];
		unsigned ahead = w->faces->heading[w->from][way];

		land(w, first);
		if (first == CELL_NONE ||
		    !position_is_empty(w->position, first))
			continue;
		slide(w, first, way_turn(ahead, -1), true);
		slide(w, first, way_turn(ahead, 1), true);
	}
}

/* "It may not begin diagonally while every straight neighbour cell is occupied,
 * nor straight while every diagonal neighbour cell is occupied." */
static bool
rose_begins(const struct rules *rules, const struct position *position,
    cell from, unsigned way)
{
	const cell *step = rules->board.faces.step[from];

	for (unsigned other = (way + 1) % 2; other < FACE_WAYS; other += 2)
		if (step[other] != CELL_NONE &&
		    position_is_empty(position, step[other]))
			return true;
	return false;
}

/*
 * "One to eight steps, each later one turned by 45 degrees, always the same way
 * round. Stops before a friendly piece, on an enemy piece, or where a step does
 * not exist. It does not end where it began (the cell it starts from counts as
 * empty on the way)."
 */
static void
walk_round(struct walker *w, unsigned way, int turn)
{
	cell at = w->from;

	for (unsigned n = 0; n < FACE_WAYS; n++) {
		cell to = w->faces->step[at][way];

		if (to == CELL_NONE)
			return;
		if (to != w->from) {
			land(w, to);
			if (!position_is_empty(w->position, to))
				return;
		}
		way = way_turn(w->faces->heading[at][way], turn);
		at = to;
	}
}

static void
walk_rounds(struct walker *w, unsigned first)
{
	for (unsigned way = first; way < FACE_WAYS; way += 2) {
		walk_round(w, way, 1);
		walk_round(w, way, -1);
	}
}

static void
walk_rose(struct walker *w, const struct rules *rules)
{
	for (unsigned first = STRAIGHT; first <= DIAGONAL; first++)
		if (rose_begins(rules, w->position, w->from, first))
			walk_rounds(w, first);
}

bool
rose_would_reach(const struct rules *rules, const struct position *position,
    cell from, cell to)
{
	struct walker w = { &rules->board.faces, position,
		piece_owner(position->at[from]), from, { { 0 } } };

	walk_rounds(&w, STRAIGHT);
	walk_rounds(&w, DIAGONAL);
	return cellset_has(&w.targets, to);
}

static void
walk_plain(struct walker *w, const struct rules *rules, enum kind kind)
{
	switch ((unsigned)kind) {
	case PAWN:
		walk_pawn(w);
		break;
	case STAR:
		land_on_all(w, w->faces->twice[w->from]);
		break;
	case GRIFFIN:
		walk_griffin(w);
		break;
	case CHARIOT:
		slide_all(w, STRAIGHT, true);
		break;
	case ROSE:
		walk_rose(w, rules);
		break;
	case KING:
		step_all(w, STRAIGHT);
		step_all(w, DIAGONAL);
		break;
	case DRAUGHT:
		walk_draught(w);
		break;
	default:
		break;
	}
}

static void
walk_promoted(struct walker *w, const struct rules *rules, enum kind kind)
{
	switch ((unsigned)kind) {
	case PAWN:
		walk_promoted_pawn(w);
		break;
	case STAR: /* "the same, and one step any way" */
		walk_plain(w, rules, kind);
		step_all(w, STRAIGHT);
		step_all(w, DIAGONAL);
		break;
	case GRIFFIN: /* "and one straight step" */
		walk_plain(w, rules, kind);
		step_all(w, STRAIGHT);
		break;
	case CHARIOT: /* "and one diagonal step" */
		walk_plain(w, rules, kind);
		step_all(w, DIAGONAL);
		break;
	case ROSE: /* "and a non-capturing leap of two straight steps in a
		    * line" */
		walk_plain(w, rules, kind);
		for (const cell *c = w->faces->twice_straight[w->from];
		     *c != CELL_NONE; c++)
			land_quietly(w, *c);
		break;
	case KING: /* "queen" */
		slide_all(w, STRAIGHT, true);
		slide_all(w, DIAGONAL, true);
		break;
	case DRAUGHT: /* "slides like a bishop, not capturing" */
		slide_all(w, DIAGONAL, false);
		break;
	default:
		break;
	}
}

struct cellset
bnem_targets(
    const struct rules *rules, const struct position *position, cell from)
{
	uint8_t piece = position->at[from];
	struct walker w = { &rules->board.faces, position, piece_owner(piece),
		from, { { 0 } } };

	if (is_promoted(piece))
		walk_promoted(&w, rules, piece_kind(piece));
	else
		walk_plain(&w, rules, piece_kind(piece));
	return w.targets;
}

bool
is_star_leap(const struct rules *rules, const struct position *position,
    cell from, cell to)
{
	const cell *twice = rules->board.faces.twice[from];

	if ((unsigned)piece_kind(position->at[from]) != STAR)
		return false;
	while (*twice != CELL_NONE && *twice != to)
		twice++;
	return *twice != CELL_NONE;
}

/*
 * Leaps of draughts
 */

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

/* "Its own starting cell counts as empty." */
static bool
chain_finds_empty(const struct chain *chain, cell c)
{
	return c == chain->start || position_is_empty(chain->position, c);
}

/*
 * "By leaping an adjacent enemy piece on a diagonal to the empty cell beyond on
 * the same line; may go on leaping, turning as it likes, not over the same
 * piece twice." Promoted, the first leap may come from afar: "captures by
 * sliding up to an enemy piece and landing on the very next cell, if empty".
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
chain_prey(const struct chain *chain)
{
	struct cellset last = { { 0 } };

	if (bnem_option(chain->rules, BNEM_MULTI_CAPTURE) == BNEM_TAKES_ALL ||
	    chain->leaps == 0)
		return chain->over;
	cellset_add(&last, chain->leapt[chain->leaps - 1]);
	return last;
}

/*
 * What can be leapt at all, from any cell that a chain reaches. A way there
 * that comes twice to one cell could be shortened, so no leap need be made
 * twice but one: over `first`, which a promoted draught leapt from afar.
 */
static void
spread(const struct chain *chain, cell from, cell first, struct cellset *prey)
{
	struct cellset open = { { 0 } }, seen;

	cellset_add(&open, from);
	seen = open;
	while (!cellset_empty(&open)) {
		struct chain leap = *chain;
		cell at = cellset_pop(&open);

		for (unsigned way = DIAGONAL; way < FACE_WAYS; way += 2) {
			leap.leaps = 1;
			leap.path[0] = at;
			leap.over = (struct cellset){ { 0 } };
			if (first != CELL_NONE)
				cellset_add(&leap.over, first);
			if (!chain_leap(&leap, way))
				continue;
			cellset_add(prey, leap.leapt[1]);
			if (cellset_has(&seen, leap.path[1]))
				continue;
			cellset_add(&seen, leap.path[1]);
			cellset_add(&open, leap.path[1]);
		}
	}
}

static struct cellset
draught_prey(
    const struct rules *rules, const struct position *position, cell from)
{
	struct cellset prey = { { 0 } };
	struct chain chain;

	chain_begin(&chain, rules, position, from);
	for (unsigned way = DIAGONAL; way < FACE_WAYS; way += 2) {
		if (!chain_leap(&chain, way))
			continue;
		cellset_add(&prey, chain.leapt[0]);
		spread(&chain, chain.path[0],
		    chain.slides ? chain.leapt[0] : (cell)CELL_NONE, &prey);
		chain_back(&chain);
	}
	return prey;
}

struct cellset
bnem_prey(const struct rules *rules, const struct position *position, cell from)
{
	if ((unsigned)piece_kind(position->at[from]) == DRAUGHT)
		return draught_prey(rules, position, from);
	return cellset_and(
	    bnem_targets(rules, position, from), &position->kind[KIND_NONE]);
}

/*
 * Illumination and star triumph
 */

/* The pieces that the piece on `from` could capture in one move, by a triumph
 * as well: what it takes in any way it guards. */
static struct cellset
guarded_by(
    const struct rules *rules, const struct position *position, cell from)
{
	struct cellset guarded = bnem_prey(rules, position, from), targets;

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

/* "Protected: one of the pieces of either opponent could capture there if the
 * piece were the illuminator's." */
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

		if (p == me || is_forfeited(position, p))
			continue;
		while (!cellset_empty(&pieces)) {
			struct cellset guarded =
			    guarded_by(rules, &turned, cellset_pop(&pieces));

			if (cellset_has(&guarded, c))
				return true;
		}
	}
	return false;
}

/* "Take all enemy pieces it threatens by queen moves that are unprotected." */
struct cellset
bnem_illuminated(
    const struct rules *rules, const struct position *position, cell from)
{
	uint8_t piece = position->at[from];
	struct cellset threatened, taken = { { 0 } };

	if (piece_kind(piece) != KING || !is_promoted(piece))
		return taken;
	threatened = bnem_prey(rules, position, from);
	while (!cellset_empty(&threatened)) {
		cell c = cellset_pop(&threatened);

		if (!is_protected(rules, position, piece_owner(piece), c))
			cellset_add(&taken, c);
	}
	return taken;
}

struct cellset
bnem_triumph(const struct rules *rules, const struct position *position,
    cell from, cell c)
{
	const struct faces *faces = &rules->board.faces;
	struct cellset stars = position->kind[STAR], taken = { { 0 } };

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
