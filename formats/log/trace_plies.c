/* Ternion: move logs: the plies between two states.
 *
 * A state names the last ply or the last two. No file has the ply before these
 * if the player's model gave up. */
#include "formats/log/trace.h"

#define CANDIDATES_MAX 512

/* The legal moves that fit a logged ply, the likeliest last: the log may not
 * say what a pawn has become. */
struct candidates {
	const struct trace_ply
	    *logged; /* NULL: no file has it; any move fits */
	unsigned len;
	struct move move[CANDIDATES_MAX];
};

static bool
take_candidate(void *context, const struct move *move)
{
	struct candidates *candidates = context;
	const struct trace_ply *logged = candidates->logged;

	if (logged == NULL || logged->promotion == KIND_NONE ||
	    (enum kind)move->promotion == logged->promotion)
		candidates->move[candidates->len++] = *move;
	return candidates->len < CANDIDATES_MAX;
}

static void
find_candidates(const struct rules *rules, const struct position *position,
    const struct trace_ply *logged, struct candidates *candidates)
{
	struct move_query query;

	candidates->logged = logged;
	candidates->len = 0;
	if (logged != NULL)
		query = (struct move_query){ .from = logged->from,
			.to = logged->to,
			.type = MOVE_UNSTATED };
	rules_moves(rules, position, logged != NULL ? &query : NULL,
	    take_candidate, candidates);
}

bool
trace_find_logged(const struct trace *trace, const struct trace_ply *logged,
    struct move *move)
{
	struct candidates candidates;

	find_candidates(trace->rules, &trace->position, logged, &candidates);
	if (candidates.len > 0)
		*move = candidates.move[candidates.len - 1];
	return candidates.len > 0;
}

/* Tries all moves for the plies from `at` on; true if some reach the goal. */
static bool
play_logged_plies(const struct rules *rules, const struct position *from,
    const struct position *goal, struct trace_path *path, unsigned at)
{
	struct candidates candidates;

	if (at == path->len || at == TRACE_PATH_MAX)
		return from->to_move == goal->to_move &&
		    memcmp(from->at, goal->at, sizeof(from->at)) == 0;
	find_candidates(rules, from, path->ply[at], &candidates);
	while (candidates.len-- > 0) {
		struct position next = *from;

		path->move[at] = candidates.move[candidates.len];
		rules_make_move(rules, &next, &path->move[at]);
		if (play_logged_plies(rules, &next, goal, path, at + 1))
			return true;
	}
	return false;
}

bool
trace_find_plies(const struct trace *trace, const struct trace_state *state,
    const struct position *goal, struct trace_path *path)
{
	const struct trace_ply *const named[] = { &state->last, &state->prev,
		NULL };

	for (path->len = 0;; path->len++) {
		for (unsigned i = 0; i < path->len; i++)
			path->ply[i] = named[path->len - 1 - i];
		if (play_logged_plies(
			trace->rules, &trace->position, goal, path, 0))
			return true;
		if (path->len == TRACE_PATH_MAX ||
		    (named[path->len] != NULL &&
			named[path->len]->from == CELL_NONE))
			return false;
	}
}
