/*
 * Ternion: move logs: the plies between two states.
 *
 * The log names the last ply or the last two; where files are missing, the
 * plies before them are tried, and count if just one path leads to the state.
 */
#include "formats/trace/trace.h"

enum {
	NODES_MAX = 300 * 1000 /* positions tried */
};

/* A search for the plies between two positions. */
struct bridge {
	const struct trace *trace;
	const struct position *goal;
	struct trace_path
	    *path; /* the plies to play; then how they are played */
	struct move move[TRACE_PATH_MAX]; /* played so far */
	unsigned nodes;
	unsigned found; /* paths over unknown plies */
};

/* The moves that come next in a search. */
struct branches {
	struct bridge *bridge;
	const struct position *position;
	unsigned at; /* the number of the ply in the path */
	bool reached;
};

static struct move_query
query_of(const struct trace_ply *logged)
{
	return (struct move_query){ KIND_NONE, logged->from, logged->to,
		MOVE_UNSTATED };
}

/* True if the log can mean the move of these cells: it may not say what a pawn
 * has become. */
static bool
can_mean(const struct trace_ply *logged, const struct move *move)
{
	return logged->promotion == KIND_NONE ||
	    (enum kind)move->promotion == logged->promotion;
}

static bool play_bridge_on(
    struct bridge *bridge, unsigned at, const struct position *position);

/* Of several moves that a logged ply can be the likeliest comes last, and is
 * kept if it leads to the goal. */
static bool
try_bridge_move(void *context, const struct move *move)
{
	struct branches *branches = context;
	struct bridge *bridge = branches->bridge;
	unsigned at = branches->at;
	const struct trace_ply *const *ply = &bridge->path->ply[at];
	struct position next = *branches->position;
	bool reached;

	if (*ply == NULL && (++bridge->nodes > NODES_MAX || bridge->found > 1))
		return false;
	if (*ply != NULL && !can_mean(*ply, move))
		return true;
	bridge->move[at] = *move;
	rules_make_move(bridge->trace->rules, &next, move);
	reached = play_bridge_on(bridge, at + 1, &next);
	/* Known plies come last, so a path over unknown ones is complete. */
	if (*ply == NULL && ply[1] != NULL)
		bridge->found += reached;
	branches->reached |= reached;
	return true;
}

/* Plays the plies from number `at` on; true if they lead to the goal. */
static bool
play_bridge_on(
    struct bridge *bridge, unsigned at, const struct position *position)
{
	struct branches branches = { bridge, position, at, false };
	struct trace_path *path = bridge->path;
	const struct trace_ply *logged = path->ply[at];
	struct move_query query;

	if (at == path->len) {
		branches.reached = position->to_move == bridge->goal->to_move &&
		    memcmp(position->at, bridge->goal->at,
			sizeof(position->at)) == 0;
		if (branches.reached)
			memcpy(path->move, bridge->move, sizeof(path->move));
		return branches.reached;
	}
	if (logged != NULL)
		query = query_of(logged);
	rules_moves(bridge->trace->rules, position,
	    logged != NULL ? &query : NULL, try_bridge_move, &branches);
	return branches.reached;
}

/* True if just one path leads over the unknown plies and the logged ones. */
static bool
find_bridge(const struct trace *trace, const struct position *goal,
    struct trace_path *path)
{
	struct bridge bridge = { .trace = trace, .goal = goal, .path = path };

	return play_bridge_on(&bridge, 0, &trace->position) &&
	    bridge.found <= 1 && bridge.nodes <= NODES_MAX;
}

bool
trace_find_plies(const struct trace *trace, const struct trace_state *state,
    const struct position *goal, struct trace_path *path)
{
	*path = (struct trace_path){ .len = 0 };
	if (find_bridge(trace, goal, path))
		return true;
	if (state->last.from == CELL_NONE)
		return false;
	path->ply[path->len++] = &state->last;
	if (find_bridge(trace, goal, path))
		return true;
	if (state->prev.from == CELL_NONE)
		return false;
	for (; path->missing <= TRACE_MISSING_MAX; path->missing++) {
		path->ply[path->missing] = &state->prev;
		path->ply[path->missing + 1] = &state->last;
		path->len = path->missing + 2;
		if (find_bridge(trace, goal, path))
			return true;
		path->ply[path->missing] = NULL;
	}
	return false;
}

struct wanted {
	const struct trace_ply *logged;
	struct move *move;
	bool found;
};

static bool
take_wanted(void *context, const struct move *move)
{
	struct wanted *wanted = context;

	if (can_mean(wanted->logged, move)) {
		*wanted->move = *move;
		wanted->found = true;
	}
	return true;
}

bool
trace_find_logged(const struct trace *trace, const struct trace_ply *logged,
    struct move *move)
{
	struct wanted wanted = { logged, move, false };
	struct move_query query = query_of(logged);

	rules_moves(
	    trace->rules, &trace->position, &query, take_wanted, &wanted);
	return wanted.found;
}
