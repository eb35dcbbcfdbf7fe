/*
 * Ternion: Bn Em's game: how the pieces go. Source: ternion-variants(7),
 * "3-Player Chess I: Pieces" and what follows there.
 */
#include "rules/bnem/pieces.h"

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

/* Slides on from `c`; it does not look at what it captures there. */
static void
walk_line(struct walker *w, cell c, unsigned way, bool captures)
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

static void
slide_all(struct walker *w, unsigned first, bool captures)
{
	for (unsigned way = first; way < FACE_WAYS; way += 2)
		walk_line(w, w->from, way, captures);
}

static void
step_all(struct walker *w, unsigned first)
{
	for (unsigned way = first; way < FACE_WAYS; way += 2)
		land(w, w->faces->step[w->from][way]);
}

/* One step forward, not capturing; captures one diagonal step forward (to both
 * sides of each direction that is forward there). */
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

/* One step forward or diagonally forward, capturing or not; one straight step
 * any way, not capturing; one diagonal step any way, capturing. */
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

/* One diagonal step, not capturing. While never moved: also a non-capturing
 * leap of two straight steps in a line, or a knight leap, onto an empty
 * cell. */
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

/* One diagonal step, then may go on sliding straight, in either of the two
 * straight directions that make up that diagonal; the first cell must be empty
 * to go on. */
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
		walk_line(w, first, way_turn(ahead, -1), true);
		walk_line(w, first, way_turn(ahead, 1), true);
	}
}

/* It may not begin diagonally while every straight neighbour cell is occupied,
 * nor straight while every diagonal neighbour cell is occupied. */
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
 * One to eight steps, each later one turned by 45 degrees, always the same way
 * round. Stops before a friendly piece, on an enemy piece, or where a step does
 * not exist. It does not end where it began (the cell it starts from counts as
 * empty on the way).
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
	case STAR: /* as unpromoted, and one step any way */
		walk_plain(w, rules, kind);
		step_all(w, STRAIGHT);
		step_all(w, DIAGONAL);
		break;
	case GRIFFIN: /* And one straight step. */
		walk_plain(w, rules, kind);
		step_all(w, STRAIGHT);
		break;
	case CHARIOT: /* And one diagonal step. */
		walk_plain(w, rules, kind);
		step_all(w, DIAGONAL);
		break;
	case ROSE: /* And a non-capturing leap of two straight steps in a
		    * line. */
		walk_plain(w, rules, kind);
		for (const cell *c = w->faces->twice_straight[w->from];
		     *c != CELL_NONE; c++)
			land_quietly(w, *c);
		break;
	case KING: /* "queen" */
		slide_all(w, STRAIGHT, true);
		slide_all(w, DIAGONAL, true);
		break;
	case DRAUGHT: /* Slides like a bishop, not capturing. */
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

/*
 * A piece on its way to one cell: the same, by the tables. What stands there
 * does not matter.
 */

bool
bnem_piece_goes_to(const struct faces *faces, struct faceset occupied,
    uint8_t piece, cell from, cell to)
{
	const struct reach_table *reach = &faces->reach[to];
	enum kind kind = piece_kind(piece);
	const struct origins *origins = &reach->origins[kind];

	if (faceset_has(
		is_promoted(piece) ? &origins->promoted : &origins->plain,
		from))
		return true;
	if (!faceset_has(&origins->far, from) ||
	    (kind == KING && !is_promoted(piece)))
		return false;
	return bnem_route_open(faces, kind, from, to, occupied);
}

bool
bnem_piece_takes_on(const struct faces *faces, struct faceset occupied,
    uint8_t piece, cell from, cell to)
{
	const struct reach_table *reach = &faces->reach[to];
	unsigned owner = piece_owner(piece);

	if (piece_kind(piece) != PAWN)
		return bnem_piece_goes_to(faces, occupied, piece, from, to);
	return faceset_has(&reach->takes[owner], from) ||
	    (is_promoted(piece) &&
		(faceset_has(&reach->forward[owner], from) ||
		    faceset_has(&reach->diagonal, from)));
}

bool
is_star_leap(const struct rules *rules, const struct position *position,
    cell from, cell to)
{
	return (unsigned)piece_kind(position->at[from]) == STAR &&
	    faceset_has(&rules->board.faces.reach[to].twice, from);
}
