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
		slide(w, first, way_turn(ahead, -1), true);
		slide(w, first, way_turn(ahead, 1), true);
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
	case STAR: /* The same, and one step any way. */
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

static bool
is_step(const cell *step, unsigned first, cell to)
{
	for (unsigned way = first; way < FACE_WAYS; way += 2)
		if (step[way] == to)
			return true;
	return false;
}

static bool
is_near(const cell *step, cell to)
{
	return is_step(step, STRAIGHT, to) || is_step(step, DIAGONAL, to);
}

static bool
pawn_captures_on(const struct faces *faces, uint8_t piece, cell from, cell to)
{
	unsigned forward = faces->forward[piece_owner(piece)][from];
	const cell *step = faces->step[from];

	if (is_promoted(piece) && is_step(step, DIAGONAL, to))
		return true;
	for (; forward != 0; forward &= forward - 1) {
		unsigned way = (unsigned)__builtin_ctz(forward);

		if (step[way_turn(way, 1)] == to ||
		    step[way_turn(way, -1)] == to ||
		    (is_promoted(piece) && step[way] == to))
			return true;
	}
	return false;
}

/*
 * A piece on its way to one cell: the same walks as above, of which only those
 * are made that get there on an empty board. What stands there does not
 * matter.
 */

/* Goes on in a line from `at`. */
static bool
slide_gets_to(const struct faces *faces, const struct position *position,
    cell at, unsigned way, cell to)
{
	cell next;

	while ((next = faces->step[at][way]) != to) {
		if (next == CELL_NONE || !position_is_empty(position, next))
			return false;
		way = faces->heading[at][way];
		at = next;
	}
	return true;
}

/* In one of those directions. */
static bool
slides_to(const struct faces *faces, const struct position *position, cell from,
    cell to, unsigned directions)
{
	unsigned ways = faces->slides[from][to] & directions;

	for (; ways != 0; ways &= ways - 1)
		if (slide_gets_to(faces, position, from,
			(unsigned)__builtin_ctz(ways), to))
			return true;
	return false;
}

/* Bit FACE_TURNS * direction + turn of a set of ways: the direction, and by how
 * much to turn. */
static unsigned
way_of(unsigned bit)
{
	return bit / FACE_TURNS;
}

static int
turn_of(unsigned bit)
{
	return bit % FACE_TURNS == 0 ? -1 : 1;
}

static bool
griffin_gets_to(const struct faces *faces, const struct position *position,
    cell from, unsigned bit, cell to)
{
	cell first = faces->step[from][way_of(bit)];
	unsigned ahead = faces->heading[from][way_of(bit)];

	return first == to ||
	    (first != CELL_NONE && position_is_empty(position, first) &&
		slide_gets_to(
		    faces, position, first, way_turn(ahead, turn_of(bit)), to));
}

static bool
griffin_goes_to(const struct faces *faces, const struct position *position,
    cell from, cell to)
{
	unsigned ways = faces->griffins[from][to];

	for (; ways != 0; ways &= ways - 1)
		if (griffin_gets_to(faces, position, from,
			(unsigned)__builtin_ctz(ways), to))
			return true;
	return false;
}

static bool
rose_gets_to(const struct faces *faces, const struct position *position,
    cell from, unsigned bit, cell to)
{
	unsigned way = way_of(bit);
	cell at = from;

	for (unsigned n = 0; n < FACE_WAYS; n++) {
		cell next = faces->step[at][way];

		if (next == to)
			return true;
		if (next == CELL_NONE ||
		    (next != from && !position_is_empty(position, next)))
			return false;
		way = way_turn(faces->heading[at][way], turn_of(bit));
		at = next;
	}
	return false;
}

static bool
rose_goes_to(const struct rules *rules, const struct position *position,
    cell from, cell to)
{
	const struct faces *faces = &rules->board.faces;
	unsigned ways = faces->roses[from][to];

	for (; ways != 0; ways &= ways - 1) {
		unsigned bit = (unsigned)__builtin_ctz(ways);

		if (rose_gets_to(faces, position, from, bit, to) &&
		    rose_begins(rules, position, from, way_of(bit) % 2))
			return true;
	}
	return false;
}

enum {
	STRAIGHT_WAYS = 0x55, /* directions, as bits */
	DIAGONAL_WAYS = 0xaa,
	ALL_WAYS = 0xff
};

bool
bnem_goes_to(const struct rules *rules, const struct position *position,
    cell from, cell to)
{
	const struct faces *faces = &rules->board.faces;
	const cell *step = faces->step[from];
	uint8_t piece = position->at[from];
	bool promoted = is_promoted(piece);

	switch ((unsigned)piece_kind(piece)) {
	case STAR:
		return is_star_leap(rules, position, from, to) ||
		    (promoted && is_near(step, to));
	case KING:
		return promoted ? slides_to(faces, position, from, to, ALL_WAYS)
				: is_near(step, to);
	case GRIFFIN:
		return griffin_goes_to(faces, position, from, to) ||
		    (promoted && is_step(step, STRAIGHT, to));
	case CHARIOT:
		return slides_to(faces, position, from, to, STRAIGHT_WAYS) ||
		    (promoted && is_step(step, DIAGONAL, to));
	case ROSE:
		return rose_goes_to(rules, position, from, to);
	default:
		return false;
	}
}

bool
bnem_captures_on(const struct rules *rules, const struct position *position,
    cell from, cell to)
{
	uint8_t piece = position->at[from];

	return piece_kind(piece) == PAWN
	    ? pawn_captures_on(&rules->board.faces, piece, from, to)
	    : bnem_goes_to(rules, position, from, to);
}

/* Where a piece of the kind could capture if nothing stood in its way. Promoted
 * or not, all but roses go one step some way. */
static void
walk_bearing(struct walker *w, enum kind kind)
{
	step_all(w, STRAIGHT);
	step_all(w, DIAGONAL);
	switch ((unsigned)kind) {
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
		walk_rounds(w, STRAIGHT);
		walk_rounds(w, DIAGONAL);
		break;
	case KING:
		slide_all(w, STRAIGHT, true);
		slide_all(w, DIAGONAL, true);
		break;
	default:
		break;
	}
}

/* Marks, in the ways by target, all that lies in a line from `at`. */
static void
mark_slide(const struct faces *faces, cell at, unsigned way, uint16_t *ways,
    uint16_t mark)
{
	cell next;

	while ((next = faces->step[at][way]) != CELL_NONE) {
		ways[next] |= mark;
		way = faces->heading[at][way];
		at = next;
	}
}

static void
mark_griffin(struct faces *faces, cell from, unsigned bit)
{
	cell first = faces->step[from][way_of(bit)];
	unsigned ahead = faces->heading[from][way_of(bit)];
	uint16_t mark = (uint16_t)(1u << bit);

	if (first == CELL_NONE)
		return;
	faces->griffins[from][first] |= mark;
	mark_slide(faces, first, way_turn(ahead, turn_of(bit)),
	    faces->griffins[from], mark);
}

static void
mark_rose(struct faces *faces, cell from, unsigned bit)
{
	unsigned way = way_of(bit);
	cell at = from;

	for (unsigned n = 0; n < FACE_WAYS; n++) {
		cell next = faces->step[at][way];

		if (next == CELL_NONE)
			return;
		faces->roses[from][next] |= (uint16_t)(1u << bit);
		way = way_turn(faces->heading[at][way], turn_of(bit));
		at = next;
	}
}

static void
find_ways_from(struct faces *faces, cell from)
{
	for (unsigned way = 0; way < FACE_WAYS; way++)
		mark_slide(faces, from, way, faces->slides[from],
		    (uint16_t)(1u << way));
	for (unsigned bit = 0; bit < FACE_WAYS * FACE_TURNS; bit++) {
		if (way_of(bit) % 2 == DIAGONAL)
			mark_griffin(faces, from, bit);
		mark_rose(faces, from, bit);
	}
}

static void
find_bearing(struct faces *faces, const struct position *empty)
{
	for (unsigned kind = PAWN; kind < KINDS; kind++)
		for (cell from = 0; from < FACE_CELLS; from++) {
			struct walker w = { faces, empty, 0, from, { { 0 } } };

			walk_bearing(&w, (enum kind)kind);
			while (!cellset_empty(&w.targets))
				cellset_add(&faces->bearing[kind][cellset_pop(
						&w.targets)],
				    from);
		}
}

void
bnem_find_ways(struct faces *faces)
{
	struct position empty;

	position_clear(&empty);
	find_bearing(faces, &empty);
	for (cell from = 0; from < FACE_CELLS; from++)
		find_ways_from(faces, from);
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
