/*
 * Ternion: Bn Em's game: the tables of how pieces get from cell to cell, for
 * those who ask of one piece and one cell. Source: ternion-variants(7),
 * "3-Player Chess I: Pieces".
 */
#include <assert.h>

#include "rules/bnem/pieces.h"

/* Routes from one cell, while they are found. */
struct tracer {
	struct faces *faces;
	unsigned *routes; /* how many there are */
	enum route_kind kind;
	cell from;
	uint64_t needs;         /* besides the cells between */
	struct faceset between; /* those passed */
};

/* Whether a route that is there already asks for no more than one would. */
static bool
is_idle(const struct faces *faces, unsigned first, struct faceset between)
{
	for (unsigned i = first; i != 0;) {
		struct faceset other = faces->route[i];

		i = (unsigned)(other.word[1] >> ROUTE_NEXT);
		other.word[1] &= (UINT64_C(1) << ROUTE_NEXT) - 1;
		if (faceset_empty(faceset_less(other, between)))
			return true;
	}
	return false;
}

/* The way has got to the cell, and passes it. */
static void
arrive(struct tracer *tracer, cell to)
{
	struct faces *faces = tracer->faces;
	uint16_t *first = &faces->first_route[tracer->kind][to][tracer->from];
	struct faceset route = tracer->between;

	if (to == tracer->from || faceset_has(&tracer->between, to))
		return;
	route.word[1] |= tracer->needs;
	if (!is_idle(faces, *first, route)) {
		assert(*tracer->routes < FACE_ROUTES);
		route.word[1] |= (uint64_t)*first << ROUTE_NEXT;
		*first = (uint16_t)*tracer->routes;
		faces->route[(*tracer->routes)++] = route;
		faceset_add(
		    &faces->access[to].routes[tracer->kind], tracer->from);
	}
	faceset_add(&tracer->between, to);
}

/* Goes on in a line from `at`. */
static void
trace_line(struct tracer *tracer, cell at, unsigned way)
{
	const struct faces *faces = tracer->faces;
	cell next;

	while ((next = faces->step[at][way]) != CELL_NONE) {
		arrive(tracer, next);
		way = faces->heading[at][way];
		at = next;
	}
}

static void
trace_slide(struct tracer *tracer, unsigned way)
{
	tracer->kind = way % 2 == STRAIGHT ? ROUTE_STRAIGHT : ROUTE_DIAGONAL;
	tracer->needs = 0;
	tracer->between = (struct faceset){ { 0 } };
	trace_line(tracer, tracer->from, way);
}

static void
trace_griffin(struct tracer *tracer, unsigned way, int turn)
{
	const struct faces *faces = tracer->faces;
	cell first = faces->step[tracer->from][way];

	if (way % 2 == STRAIGHT || first == CELL_NONE)
		return;
	tracer->kind = ROUTE_GRIFFIN;
	tracer->needs = 0;
	tracer->between = (struct faceset){ { 0 } };
	arrive(tracer, first);
	trace_line(
	    tracer, first, way_turn(faces->heading[tracer->from][way], turn));
}

static void
trace_rose(struct tracer *tracer, unsigned way, int turn)
{
	const struct faces *faces = tracer->faces;
	cell at = tracer->from;

	tracer->kind = ROUTE_ROSE;
	tracer->needs =
	    way % 2 == STRAIGHT ? ROUTE_BEGINS_STRAIGHT : ROUTE_BEGINS_DIAGONAL;
	tracer->between = (struct faceset){ { 0 } };
	for (unsigned n = 0; n < FACE_WAYS; n++) {
		cell next = faces->step[at][way];

		if (next == CELL_NONE)
			return;
		arrive(tracer, next);
		way = way_turn(faces->heading[at][way], turn);
		at = next;
	}
}

static void
find_routes(struct faces *faces)
{
	unsigned routes = 1; /* 0 is none */
	struct tracer tracer = { .faces = faces, .routes = &routes };

	for (cell from = 0; from < FACE_CELLS; from++) {
		tracer.from = from;
		for (unsigned way = 0; way < FACE_WAYS; way++) {
			trace_slide(&tracer, way);
			for (int turn = -1; turn <= 1; turn += 2) {
				trace_griffin(&tracer, way, turn);
				trace_rose(&tracer, way, turn);
			}
		}
	}
}

static void
find_steps(struct faces *faces, cell from)
{
	for (unsigned way = 0; way < FACE_WAYS; way++) {
		cell to = faces->step[from][way];
		struct access *access;

		if (to == CELL_NONE)
			continue;
		access = &faces->access[to];
		faceset_add(
		    way % 2 == STRAIGHT ? &access->straight : &access->diagonal,
		    from);
		faceset_add(&access->near, from);
	}
}

static void
find_leaps(struct faces *faces, cell from)
{
	for (const cell *to = faces->twice[from]; *to != CELL_NONE; to++)
		faceset_add(&faces->access[*to].twice, from);
	for (const cell *to = faces->twice_straight[from]; *to != CELL_NONE;
	     to++)
		faceset_add(&faces->access[*to].twice_straight, from);
	for (const cell *to = faces->knight[from]; *to != CELL_NONE; to++)
		faceset_add(&faces->access[*to].knight, from);
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
			    &faces->access[step[way]].forward[seat], from);
		}
		for (int turn = -1; turn <= 1; turn += 2) {
			cell to = step[way_turn(way, turn)];

			if (to != CELL_NONE)
				faceset_add(
				    &faces->access[to].takes[seat], from);
		}
	}
}

/* A straight line leaves a cell by the side opposite to the one it came in by.
 */
static void
find_sides(struct faces *faces, cell c)
{
	const cell *step = faces->step[c];
	struct access *access = &faces->access[c];

	memset(access->beside, CELL_NONE, sizeof(access->beside));
	for (unsigned i = 0; i < FACE_LINES; i++) {
		cell a = step[2 * i + DIAGONAL];
		cell b = step[way_turn(2 * i + DIAGONAL, FACE_WAYS / 2)];

		if (a == CELL_NONE || b == CELL_NONE)
			continue;
		access->beside[i][0] = a;
		access->beside[i][1] = b;
		faceset_add(&access->sides, a);
		faceset_add(&access->sides, b);
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
	find_routes(faces);
}
