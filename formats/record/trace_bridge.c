/*
 * Ternion: move logs: the plies between two states.
 *
 * The log names the last ply or the last two; where files are missing, the
 * plies before them are tried, and count if just one way leads to the state.
 */
#include "formats/record/trace.h"

enum {
	NODES_MAX = 300 * 1000 /* positions tried */
};

/* A search for the plies between two positions. */
struct bridge {
	const struct trace *trace;
	const struct position *goal;
	const struct trace_ply *tail[2]; /* played last, in this order */
	unsigned tails;
	unsigned nodes;
	unsigned found; /* ways; more than one is none */
	unsigned len;
	struct move path[TRACE_WAY_MAX];
	struct way *way; /* the first that was found */
};

static bool
is_goal(const struct bridge *bridge, const struct position *position)
{
	return position->to_move == bridge->goal->to_move &&
	    memcmp(position->at, bridge->goal->at, sizeof(position->at)) == 0;
}

struct candidate {
	const struct trace_ply *logged;
	struct move move;
	bool found;
};

static bool
take_candidate(void *context, const struct move *move)
{
	struct candidate *candidate = context;

	if (candidate->logged->promotion != KIND_NONE &&
	    (enum kind)move->promotion != candidate->logged->promotion)
		return true;
	candidate->move = *move;
	candidate->found = true;
	return false;
}

/* The legal move that the log means. */
bool
trace_find_logged(const struct trace *trace, const struct position *position,
    const struct trace_ply *logged, struct move *move)
{
	struct move_query query = { KIND_NONE, logged->from, logged->to,
		MOVE_UNSTATED };
	struct candidate candidate = { .logged = logged };

	if (logged->from == CELL_NONE)
		return false;
	rules_moves(trace->rules, position, &query, take_candidate, &candidate);
	*move = candidate.move;
	return candidate.found;
}

/* Plays the moves that are known to come last, and looks whether they lead to
 * the goal. */
static void
try_tail(struct bridge *bridge, struct position position)
{
	unsigned len = bridge->len;
	struct move move;

	for (unsigned i = 0; i < bridge->tails; i++) {
		if (!trace_find_logged(
			bridge->trace, &position, bridge->tail[i], &move))
			return;
		bridge->path[len++] = move;
		rules_make_move(bridge->trace->rules, &position, &move);
	}
	if (!is_goal(bridge, &position))
		return;
	if (bridge->found++ > 0)
		return;
	memcpy(bridge->way->move, bridge->path, sizeof(bridge->path));
	bridge->way->len = len;
}

struct branch {
	struct bridge *bridge;
	const struct position *position;
	unsigned missing; /* plies still to be tried */
};

static bool
try_branch(void *context, const struct move *move)
{
	const struct branch *branch = context;
	struct bridge *bridge = branch->bridge;
	struct position next = *branch->position;
	struct branch below = { bridge, &next, branch->missing - 1 };

	if (++bridge->nodes > NODES_MAX || bridge->found > 1)
		return false;
	bridge->path[bridge->len++] = *move;
	rules_make_move(bridge->trace->rules, &next, move);
	if (below.missing == 0)
		try_tail(bridge, next);
	else
		rules_moves(
		    bridge->trace->rules, &next, NULL, try_branch, &below);
	bridge->len--;
	return true;
}

/* Whether just one way leads over so many unknown plies, and then the tail. */
static bool
find_way(struct bridge *bridge, unsigned missing, unsigned tails)
{
	const struct trace *trace = bridge->trace;
	struct branch top = { bridge, &trace->position, missing };

	bridge->tails = tails;
	bridge->found = bridge->nodes = bridge->len = 0;
	if (missing == 0)
		try_tail(bridge, trace->position);
	else
		rules_moves(
		    trace->rules, &trace->position, NULL, try_branch, &top);
	return bridge->found == 1 && bridge->nodes <= NODES_MAX;
}

bool
trace_find_plies(const struct trace *trace, const struct trace_state *state,
    const struct position *goal, struct way *way)
{
	const struct trace_ply *prev = &state->prev, *last = &state->last;
	struct bridge bridge = { .trace = trace, .goal = goal, .way = way };
	bool found;

	way->missing = 0;
	if (find_way(&bridge, 0, 0))
		return true;
	bridge.tail[0] = last;
	found = last->from != CELL_NONE && find_way(&bridge, 0, 1);
	if (!found && prev->from != CELL_NONE && last->from != CELL_NONE) {
		bridge.tail[0] = prev;
		bridge.tail[1] = last;
		while (!(found = find_way(&bridge, way->missing, 2)) &&
		    way->missing < TRACE_MISSING_MAX)
			way->missing++;
	}
	memcpy(way->tail, bridge.tail, sizeof(way->tail));
	return found;
}
