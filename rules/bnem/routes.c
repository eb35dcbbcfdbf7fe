/* Ternion: Bn Em's game: the tables of how pieces get from cell to cell.
 * Source: ternion-variants(7), "3-Player Chess I: Pieces"; comments quote it.
 */
#include <assert.h>

#include "rules/bnem/bnem_int.h"

/* A way of a piece from a cell, while it is followed. */
struct route_trace {
	enum route_kind kind;
	cell from, at;
	unsigned way;
	int turn;        /* after each step */
	unsigned steps;  /* at most */
	bool has_first;  /* another trace has noted the first step */
	uint64_t needs;  /* as bits of the last word */
	faceset between; /* those passed */
};

/* Notes the route that leads to a cell; `routes` counts those to each. */
static void
add_route(struct faces *faces, const struct route_trace *trace, cell to,
    uint8_t routes[FACE_CELLS])
{
	static const uint8_t riders[ROUTE_KINDS] = {
		[ROUTE_GRIFFIN] = GRIFFIN,
		[ROUTE_STRAIGHT] = CHARIOT,
		[ROUTE_ROSE] = ROSE,
		[ROUTE_DIAGONAL] = DRAUGHT,
	};
	struct reach_table *reach = &faces->reach[to];
	uint8_t *first = &reach->first_route[trace->kind][trace->from];
	unsigned i = ++routes[to];

	assert(i < FACE_ROUTES);
	reach->route[i] = trace->between;
	reach->route[i][1] |= trace->needs | (uint64_t)*first << ROUTE_NEXT;
	*first = (uint8_t)i;
	reach->origins[riders[trace->kind]].far |= faceset_only(trace->from);
}

/* Notes the routes to the cells on the way, but for those to which a step leads
 * as well that nothing can block; a rose has none. */
static void
follow_route(
    struct faces *faces, struct route_trace trace, uint8_t routes[FACE_CELLS])
{
	for (unsigned n = 0; n < trace.steps; n++) {
		cell to = faces->step[trace.at][trace.way];

		if (to == CELL_NONE)
			break;
		if (to != trace.from && !faceset_has(&trace.between, to)) {
			const struct reach_table *reach = &faces->reach[to];
			bool is_step = trace.kind != ROUTE_ROSE &&
			    faceset_has(trace.kind == ROUTE_STRAIGHT
				    ? &reach->straight
				    : &reach->diagonal,
				trace.from);

			if (!is_step && (n > 0 || !trace.has_first))
				add_route(faces, &trace, to, routes);
			trace.between |= faceset_only(to);
		}
		trace.way =
		    way_turn(faces->heading[trace.at][trace.way], trace.turn);
		trace.at = to;
	}
}

static void
find_routes_from(
    struct faces *faces, cell from, unsigned way, uint8_t routes[FACE_CELLS])
{
	bool is_straight = way % 2 == STRAIGHT;
	unsigned ahead = faces->heading[from][way];
	struct route_trace slide = {
		.kind = is_straight ? ROUTE_STRAIGHT : ROUTE_DIAGONAL,
		.from = from,
		.at = from,
		.way = way,
		.steps = FACE_CELLS,
	};
	/* "One to eight steps, each later one turned by 45 degrees, always the
	 * same way round." */
	struct route_trace rose = {
		.kind = ROUTE_ROSE,
		.from = from,
		.at = from,
		.way = way,
		.turn = 1,
		.steps = FACE_WAYS,
		.needs =
		    is_straight ? ROUTE_BEGINS_STRAIGHT : ROUTE_BEGINS_DIAGONAL,
	};
	struct route_trace griffin = {
		.kind = ROUTE_GRIFFIN,
		.from = from,
		.at = faces->step[from][way],
		.way = way_turn(ahead, -1),
		.steps = FACE_CELLS,
	};

	follow_route(faces, slide, routes);
	follow_route(faces, rose, routes);
	rose.turn = -1;
	rose.has_first = true;
	follow_route(faces, rose, routes);
	if (is_straight || griffin.at == CELL_NONE)
		return;
	/* "One diagonal step, then may go on sliding straight, in either of the
	 * two straight directions that make up that diagonal; the first cell
	 * must be empty to go on." */
	griffin.between = faceset_only(griffin.at);
	follow_route(faces, griffin, routes);
	griffin.way = way_turn(ahead, 1);
	follow_route(faces, griffin, routes);
}

static void
find_steps_and_leaps(struct faces *faces, cell from)
{
	faceset here = faceset_only(from);

	for (unsigned way = 0; way < FACE_WAYS; way++) {
		cell one = faces->step[from][way];
		unsigned ahead = faces->heading[from][way];

		if (one == CELL_NONE)
			continue;
		struct reach_table *reach = &faces->reach[one];
		*(way % 2 == STRAIGHT ? &reach->straight : &reach->diagonal) |=
		    here;
		reach->near |= here;
		cell two = faces->step[one][ahead];
		if (two == CELL_NONE)
			continue;
		faces->reach[two].twice |= here;
		if (way % 2 == DIAGONAL)
			continue;
		faces->reach[two].twice_straight |= here;
		/* "Two straight steps in one direction and then one step to
		 * either side of it." */
		ahead = faces->heading[one][ahead];
		for (int turn = -2; turn <= 2; turn += 4) {
			cell to = faces->step[two][way_turn(ahead, turn)];

			if (to != CELL_NONE)
				faces->reach[to].knight |= here;
		}
	}
}

/* A pawn steps forward, and captures diagonally to both sides of that. */
static void
find_pawn_ways_from(struct faces *faces, unsigned seat, cell from)
{
	unsigned forward = faces->forward[seat][from];
	const cell *step = faces->step[from];

	for (; forward != 0; forward &= forward - 1) {
		unsigned way = (unsigned)__builtin_ctz(forward);

		if (step[way] != CELL_NONE)
			faces->reach[step[way]].forward[seat] |=
			    faceset_only(from);
		for (int turn = -1; turn <= 1; turn += 2) {
			cell to = step[way_turn(way, turn)];

			if (to != CELL_NONE)
				faces->reach[to].takes[seat] |=
				    faceset_only(from);
		}
	}
}

/* Sums up by kind from where pieces get to a cell. */
static void
set_origins(struct faces *faces, cell to)
{
	struct reach_table *reach = &faces->reach[to];
	struct origins *origins = reach->origins;
	const faceset steps[KINDS][2] = {
		[STAR] = { reach->twice, reach->near },
		[GRIFFIN] = { reach->diagonal, reach->straight },
		[CHARIOT] = { reach->straight, reach->diagonal },
		[KING] = { reach->near, reach->near },
		[DRAUGHT] = { reach->diagonal, reach->diagonal },
	};
	const faceset quiet[KINDS] = {
		[PAWN] = reach->near,
		[ROSE] = reach->twice_straight,
		[DRAUGHT] = reach->twice_straight | reach->knight,
	};

	origins[KING].far = origins[CHARIOT].far | origins[DRAUGHT].far;
	for (unsigned kind = PAWN; kind < KINDS; kind++) {
		struct origins *of = &origins[kind];
		faceset all;

		of->plain = steps[kind][0];
		of->promoted = steps[kind][0] | steps[kind][1];
		of->all = all = of->promoted | of->far | quiet[kind];
		while (!faceset_empty(all))
			faces->targets[kind][faceset_pop(&all)] |=
			    faceset_only(to);
	}
}

void
bnem_find_routes(struct faces *faces)
{
	uint8_t routes[FACE_CELLS] = { 0 };

	for (cell c = 0; c < FACE_CELLS; c++) {
		find_steps_and_leaps(faces, c);
		for (unsigned seat = 0; seat < PLAYERS; seat++)
			find_pawn_ways_from(faces, seat, c);
		/* A line leaves a cell opposite to where it came in. */
		for (unsigned way = DIAGONAL; way < FACE_WAYS / 2; way += 2) {
			cell a = faces->step[c][way];
			cell b = faces->step[c][way + FACE_WAYS / 2];
			bool goes_on = a != CELL_NONE && b != CELL_NONE;

			faces->reach[c].across[way / 2] = goes_on
			    ? faceset_only(a) | faceset_only(b)
			    : faceset_only(c);
		}
	}
	for (cell from = 0; from < FACE_CELLS; from++)
		for (unsigned way = 0; way < FACE_WAYS; way++)
			find_routes_from(faces, from, way, routes);
	for (cell c = 0; c < FACE_CELLS; c++)
		set_origins(faces, c);
}
