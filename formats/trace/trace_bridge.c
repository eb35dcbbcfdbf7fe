/*
 * Ternion: move logs: the plies between two states.
 *
 * The log names the last ply or the last two; where files are missing, the
 * plies before them are tried, and count if just one path leads to the state.
 */
#include "formats/trace/trace.h"

enum {
	NODES_MAX = 300 * 1000, /* positions tried */
	TAIL_MAX = 2            /* plies that a log names */
};

/* A search for the plies between two positions. */
struct bridge {
	const struct trace *trace;
	const struct position *goal;
	const struct trace_ply *tail[TAIL_MAX]; /* played last, in this order */
	unsigned tail_len;
	unsigned nodes;
	unsigned found; /* paths; more than one is none */
	unsigned len;
	struct move move[TRACE_PATH_MAX]; /* played so far */
	struct trace_path *path;          /* the first that was found */
};

struct candidates {
	const struct trace_ply *logged;
	struct trace_moves *moves;
};

static bool
take_candidate(void *context, const struct move *move)
{
	const struct candidates *candidates = context;
	enum kind logged = candidates->logged->promotion;
	struct trace_moves *moves = candidates->moves;

	if (logged == KIND_NONE || (enum kind)move->promotion == logged)
		moves->move[moves->len++] = *move;
	return moves->len < KINDS;
}

bool
trace_find_logged(const struct trace *trace, const struct position *position,
    const struct trace_ply *logged, struct trace_moves *moves)
{
	struct move_query query = { KIND_NONE, logged->from, logged->to,
		MOVE_UNSTATED };
	struct candidates candidates = { logged, moves };

	if (logged->from != CELL_NONE)
		rules_moves(trace->rules, position, &query, take_candidate,
		    &candidates);
	return moves->len > 0;
}

/* Plays the moves that are known to come last, from number i on. Whether they
 * lead to the goal tells what a pawn has become if the log does not. */
static bool
try_tail(struct bridge *bridge, unsigned i, const struct position *position)
{
	const struct trace *trace = bridge->trace;
	struct trace_moves moves = { .len = 0 };
	bool reached = false;

	if (i >= TAIL_MAX || i == bridge->tail_len) {
		if (position->to_move != bridge->goal->to_move ||
		    memcmp(position->at, bridge->goal->at,
			sizeof(position->at)) != 0)
			return false;
		if (bridge->found++ == 0) {
			memcpy(bridge->path->move, bridge->move,
			    sizeof(bridge->move));
			bridge->path->len = bridge->len;
		}
		return true;
	}
	trace_find_logged(trace, position, bridge->tail[i], &moves);
	while (moves.len > 0 && !reached) {
		const struct move *move = &moves.move[--moves.len];
		struct position next = *position;

		bridge->move[bridge->len++] = *move;
		rules_make_move(trace->rules, &next, move);
		reached = try_tail(bridge, i + 1, &next);
		bridge->len--;
	}
	return reached;
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
	bridge->move[bridge->len++] = *move;
	rules_make_move(bridge->trace->rules, &next, move);
	if (below.missing == 0)
		try_tail(bridge, 0, &next);
	else
		rules_moves(
		    bridge->trace->rules, &next, NULL, try_branch, &below);
	bridge->len--;
	return true;
}

/* True if just one path leads over this number of unknown plies, and then the
 * tail. */
static bool
find_bridge(struct bridge *bridge, unsigned missing, unsigned tail_len)
{
	const struct trace *trace = bridge->trace;
	struct branch top = { bridge, &trace->position, missing };

	bridge->tail_len = tail_len;
	bridge->found = bridge->nodes = bridge->len = 0;
	if (missing == 0)
		try_tail(bridge, 0, &trace->position);
	else
		rules_moves(
		    trace->rules, &trace->position, NULL, try_branch, &top);
	return bridge->found == 1 && bridge->nodes <= NODES_MAX;
}

bool
trace_find_plies(const struct trace *trace, const struct trace_state *state,
    const struct position *goal, struct trace_path *path)
{
	const struct trace_ply *prev = &state->prev, *last = &state->last;
	struct bridge bridge = { .trace = trace, .goal = goal, .path = path };
	bool found;

	path->missing = 0;
	if (find_bridge(&bridge, 0, 0))
		return true;
	bridge.tail[0] = last;
	found = last->from != CELL_NONE && find_bridge(&bridge, 0, 1);
	if (!found && prev->from != CELL_NONE && last->from != CELL_NONE) {
		bridge.tail[0] = prev;
		bridge.tail[1] = last;
		while (!(found = find_bridge(&bridge, path->missing, 2)) &&
		    path->missing < TRACE_MISSING_MAX)
			path->missing++;
	}
	memcpy(path->tail, bridge.tail, sizeof(path->tail));
	return found;
}
