/*
 * Ternion: Bn Em's game: the tables of how pieces get from cell to cell, for
 * those who ask of one piece and one cell. Source: ternion-variants(7),
 * "3-Player Chess I: Pieces".
 */
#include <assert.h>

#include "rules/bnem/pieces.h"

/* A way of a piece from a cell, while it is traced. */
struct route_trace {
	enum route_kind kind;
	cell from, at;
	unsigned way;
	int turn;               /* after each step */
	unsigned steps;         /* at most */
	uint64_t needs;         /* besides the cells between */
	struct faceset between; /* those passed */
};

/* The kind of piece that goes by routes of one kind alone. */
static const uint8_t kind_of_route[ROUTE_KINDS] = {
	[ROUTE_GRIFFIN] = GRIFFIN,
	[ROUTE_STRAIGHT] = CHARIOT,
	[ROUTE_ROSE] = ROSE,
	[ROUTE_DIAGONAL] = DRAUGHT,
};

/* Adds the route to a cell; `routes` counts those to each. */
static inline void
add_route(struct faces *faces, const struct route_trace *trace, cell to,
    uint8_t routes[FACE_CELLS])
{
	struct reach_table *reach = &faces->reach[to];
	uint8_t *first = &reach->first_route[trace->kind][trace->from];
	unsigned i = ++routes[to];

	assert(i < FACE_ROUTES);
	reach->route[i] = trace->between;
	reach->route[i].word[1] |=
	    trace->needs | (uint64_t)*first << ROUTE_NEXT;
	*first = (uint8_t)i;
	faceset_add(
	    &reach->origins[kind_of_route[trace->kind]].far, trace->from);
}

/* Whether a step that nothing can be in the way of leads to the cell as well;
 * roses have none. */
static bool
is_idle_route(
    const struct faces *faces, const struct route_trace *trace, cell to)
{
	const struct reach_table *reach = &faces->reach[to];

	if (trace->kind == ROUTE_ROSE)
		return false;
	return faceset_has(
	    trace->kind == ROUTE_STRAIGHT ? &reach->straight : &reach->diagonal,
	    trace->from);
}

/* Goes on from where the trace has got, but for the first step, if that was
 * found in another way. */
static void
follow_route(struct faces *faces, struct route_trace trace, bool has_first,
    uint8_t routes[FACE_CELLS])
{
	for (unsigned n = 0; n < trace.steps; n++) {
		cell to = faces->step[trace.at][trace.way];

		if (to == CELL_NONE)
			break;
		if (to != trace.from && !faceset_has(&trace.between, to)) {
			if ((n > 0 || !has_first) &&
			    !is_idle_route(faces, &trace, to))
				add_route(faces, &trace, to, routes);
			faceset_add(&trace.between, to);
		}
		trace.way =
		    way_turn(faces->heading[trace.at][trace.way], trace.turn);
		trace.at = to;
	}
}

static void
find_slide(
    struct faces *faces, cell from, unsigned way, uint8_t routes[FACE_CELLS])
{
	const struct route_trace trace = {
		.kind = way % 2 == STRAIGHT ? ROUTE_STRAIGHT : ROUTE_DIAGONAL,
		.from = from,
		.at = from,
		.way = way,
		.steps = FACE_CELLS,
	};

	follow_route(faces, trace, false, routes);
}

/* Its first step is diagonal, which nothing can be in the way of; then it turns
 * to either side. */
static void
find_griffin(
    struct faces *faces, cell from, unsigned way, uint8_t routes[FACE_CELLS])
{
	struct route_trace trace = {
		.kind = ROUTE_GRIFFIN,
		.from = from,
		.at = from,
		.steps = FACE_CELLS,
	};
	unsigned ahead = faces->heading[from][way];
	cell first = faces->step[from][way];

	if (first == CELL_NONE)
		return;
	trace.at = first;
	faceset_add(&trace.between, first);
	trace.way = way_turn(ahead, -1);
	follow_route(faces, trace, false, routes);
	trace.way = way_turn(ahead, 1);
	follow_route(faces, trace, false, routes);
}

static void
find_rose(
    struct faces *faces, cell from, unsigned way, uint8_t routes[FACE_CELLS])
{
	struct route_trace trace = {
		.kind = ROUTE_ROSE,
		.from = from,
		.at = from,
		.way = way,
		.turn = 1,
		.steps = FACE_WAYS,
		.needs = way % 2 == STRAIGHT ? ROUTE_BEGINS_STRAIGHT
					     : ROUTE_BEGINS_DIAGONAL,
	};

	follow_route(faces, trace, false, routes);
	trace.turn = -1;
	follow_route(faces, trace, true, routes);
}

static void
find_routes(struct faces *faces)
{
	uint8_t routes[FACE_CELLS] = { 0 };

	for (cell from = 0; from < FACE_CELLS; from++)
		for (unsigned way = 0; way < FACE_WAYS; way++) {
			find_slide(faces, from, way, routes);
			find_rose(faces, from, way, routes);
			if (way % 2 == DIAGONAL)
				find_griffin(faces, from, way, routes);
		}
	for (cell to = 0; to < FACE_CELLS; to++) {
		struct origins *origins = faces->reach[to].origins;

		origins[KING].far =
		    faceset_or(origins[CHARIOT].far, origins[DRAUGHT].far);
	}
}

static void
find_steps(struct faces *faces, cell from)
{
	for (unsigned way = 0; way < FACE_WAYS; way++) {
		cell to = faces->step[from][way];
		struct reach_table *reach;

		if (to == CELL_NONE)
			continue;
		reach = &faces->reach[to];
		faceset_add(
		    way % 2 == STRAIGHT ? &reach->straight : &reach->diagonal,
		    from);
		faceset_add(&reach->near, from);
	}
}

static void
find_leaps(struct faces *faces, cell from)
{
	for (const cell *to = faces->twice[from]; *to != CELL_NONE; to++)
		faceset_add(&faces->reach[*to].twice, from);
	for (const cell *to = faces->twice_straight[from]; *to != CELL_NONE;
	     to++)
		faceset_add(&faces->reach[*to].twice_straight, from);
	for (const cell *to = faces->knight[from]; *to != CELL_NONE; to++)
		faceset_add(&faces->reach[*to].knight, from);
}

static void
set_origins(struct reach_table *reach, unsigned kind, struct faceset plain,
    struct faceset promoted)
{
	reach->origins[kind].plain = plain;
	reach->origins[kind].promoted = faceset_or(plain, promoted);
}

/* Promoted draughts do more than step; roses have to be able to begin. */
static void
find_origins(struct reach_table *reach)
{
	set_origins(reach, KING, reach->near, reach->near);
	set_origins(reach, STAR, reach->twice, reach->near);
	set_origins(reach, GRIFFIN, reach->diagonal, reach->straight);
	set_origins(reach, CHARIOT, reach->straight, reach->diagonal);
	set_origins(reach, DRAUGHT, reach->diagonal, reach->diagonal);
}

static void
find_pawn_steps(struct faces *faces, unsigned seat, cell from)
{
	unsigned forward = faces->forward[seat][from], n = 0;
	const cell *step = faces->step[from];
	cell *ahead = faces->ahead[seat][from];

	memset(ahead, CELL_NONE, sizeof(faces->ahead[seat][from]));
	for (; forward != 0; forward &= forward - 1) {
		unsigned way = (unsigned)__builtin_ctz(forward);

		if (step[way] != CELL_NONE) {
			ahead[n++] = step[way];
			faceset_add(
			    &faces->reach[step[way]].forward[seat], from);
		}
		for (int turn = -1; turn <= 1; turn += 2) {
			cell to = step[way_turn(way, turn)];

			if (to != CELL_NONE)
				faceset_add(
				    &faces->reach[to].takes[seat], from);
		}
	}
}

/* A straight line leaves a cell by the side opposite to the one it came in by.
 */
static void
find_sides(struct faces *faces, cell c)
{
	const cell *step = faces->step[c];
	struct reach_table *reach = &faces->reach[c];

	memset(reach->beside, CELL_NONE, sizeof(reach->beside));
	for (unsigned i = 0; i < FACE_LINES; i++) {
		cell a = step[2 * i + DIAGONAL];
		cell b = step[way_turn(2 * i + DIAGONAL, FACE_WAYS / 2)];

		if (a == CELL_NONE || b == CELL_NONE)
			continue;
		reach->beside[i][0] = a;
		reach->beside[i][1] = b;
		faceset_add(&reach->sides, a);
		faceset_add(&reach->sides, b);
	}
}

void
bnem_find_routes(struct faces *faces)
{
	for (cell c = 0; c < FACE_CELLS; c++) {
		find_steps(faces, c);
		find_leaps(faces, c);
		for (unsigned seat = 0; seat < PLAYERS; seat++)
			find_pawn_steps(faces, seat, c);
		find_sides(faces, c);
	}
	for (cell c = 0; c < FACE_CELLS; c++)
		find_origins(&faces->reach[c]);
	find_routes(faces);
}
