/* Ternion: several score sheets of one game.
 *
 * The search for the game goes from stop to stop: where the sheets do not have
 * the same legal move, the changes that lead on are found as for one line, and
 * each is followed as far as all sheets agree. Of the states that stop after as
 * many plies the best are searched on, the fewest plies first. Work is counted,
 * and once too much is done only very few go on, so that sheets which
 * contradict each other everywhere end in bounded time. A state that no other
 * descends from is freed. */
#include <limits.h>

#include "parse/repair/collate.h"
#include "parse/repair/costs.h"
#include "parse/repair/decode.h"
#include "parse/repair/written.h"

enum {
	KEPT = 96,             /* states that stop after as many plies, */
	NEARBY = 12,           /* in the search for games that are as good, */
	WIDE = 70,             /* so much dearer ones are not searched on */
	BUDGET_OF_STOP = 3000, /* plies, for one state */
	AS_GOOD = 16,          /* another game that explains nearly as much, */
	AS_GOOD_ALONE = 34,    /* or but for a slip of the only sheet */
	PLIES_MORE = 24,       /* than the longest sheet has */
	MOVED_LEAST = 4, /* plies that a sheet has elsewhere or lacks, or */
	WAY_LEAST = 5,   /* that differ on it, and ... */
	WAY_SHARE = 8,   /* are one in eight: they may be no slips */
};

/* How far the search for a game goes. */
struct bounds {
	unsigned width;       /* states of a stage that are searched on, ... */
	unsigned narrow;      /* and when the budget is spent */
	unsigned long budget; /* plies */
	unsigned as_good;     /* more than a game that was found may cost */
};

static const struct bounds of_sheets = {
	.width = KEPT, .narrow = 4, .budget = 250000, .as_good = AS_GOOD
};
/* A line has few games, and its odds need those that cost more. */
static const struct bounds of_line = {
	.width = 6, .narrow = 0, .budget = 60000, .as_good = 50
};

/* A state that a change has led to. */
struct node {
	struct node *parent;
	unsigned refs;        /* children, and lists that have it */
	unsigned from;        /* plies of the game before the change */
	struct change change; /* of the arena of all nodes */
	struct confusions learned[SHEETS_MAX]; /* of the writers, by the move */
	struct state state;
	struct past *pasts; /* of the plies since the parent's state; owned */
	unsigned cost;      /* of all changes */
	unsigned stage;     /* at least that of the parent */
	/* Where the sheets stop then: */
	unsigned plies;
	uint64_t key;
	unsigned total; /* with the flaws */
	bool has_ended; /* all have */
	bool is_done;   /* it was searched on */
};

/* The cheapest first. */
struct stage {
	struct node *node[KEPT];
	unsigned len;
};

struct collating {
	struct sheet sheets[SHEETS_MAX];
	unsigned count;
	struct confusions known[SHEETS_MAX]; /* of their writers, in the state
						that is searched on */
	struct arena *arena, changes;        /* the latter of the nodes */
	unsigned size;                       /* plies of a game, at most */
	struct stage *stages; /* states by the plies after which they stop */
	struct stage ends;    /* those that explain all */
	unsigned *least;      /* total cost of a game, by its number of plies */
	unsigned slack;       /* by which others may cost more */
	unsigned width;       /* of a stage */
	struct node *deepest; /* the best that stopped last */
	unsigned long work;
	const struct bounds *bounds;
};

/* Gives up one reference to a node, and with the last one the node itself. */
static void
release_node(struct node *node)
{
	while (node != NULL && --node->refs == 0) {
		struct node *parent = node->parent;

		mem_free(node->pasts);
		mem_free(node);
		node = parent;
	}
}

static void
release_stage(struct stage *stage)
{
	for (unsigned i = 0; i < stage->len; i++)
		release_node(stage->node[i]);
	stage->len = 0;
}

/* Puts a state among those of a stage: in a new place, in that of one with the
 * same still to be read, if it `merges`, or in that of the dearest. */
static void
put(struct stage *stage, struct node *node, bool merges)
{
	unsigned i = merges ? 0 : stage->len;

	while (i < stage->len && stage->node[i]->key != node->key)
		i++;
	if (i == KEPT)
		i--;
	if (i < stage->len && stage->node[i]->total <= node->total)
		return;
	if (i == stage->len)
		stage->len++;
	else
		release_node(stage->node[i]);
	for (; i > 0 && stage->node[i - 1]->total > node->total; i--)
		stage->node[i] = stage->node[i - 1];
	stage->node[i] = node;
	node->refs++;
}

/* Puts a state where it stops. */
static void
put_at_stage(struct collating *collating, struct node *node)
{
	for (unsigned i = node->from; i <= node->stage; i++)
		if (collating->least[i] > node->total)
			collating->least[i] = node->total;
	if (node->has_ended)
		put(&collating->ends, node, false);
	else
		put(&collating->stages[node->stage], node, true);
}

/* Plays on from the state of a node to where it stops. */
static void
find_end(struct search *search, struct node *node)
{
	struct state end = node->state;

	search_run(search, &end, search->trial_pasts);
	node->plies = node->stage = end.plies;
	if (node->parent != NULL && node->parent->stage > node->stage)
		node->stage = node->parent->stage;
	node->key = search_key(search, &end);
	node->total = node->cost + search_flaws(search, &end.flaws);
	node->has_ended = search_going(search, &end) == 0;
}

/* Learns from the tokens for the move of a change which characters their
 * writers confused. */
static void
learn(const struct search *search, struct node *node)
{
	const struct state *before = search_before(search, &node->change);
	const struct move *move = node->change.instead->move;
	struct position begun = before->position;

	trial_begin(search->rules, &begun, move);
	for (unsigned s = 0; s < search->count; s++) {
		const struct item *item = search_next(search, before, s);

		if (item != NULL && !(node->change.missing_on >> s & 1))
			written_learn(search_reader(search, item, s), &begun,
			    item->token, move, &node->learned[s]);
	}
}

/* Adds the state after a change. */
static void
follow(struct collating *collating, struct search *search, struct node *parent,
    const struct change *change)
{
	struct node *node = mem_zeroed(sizeof(*node));
	struct state *state = &node->state;
	const struct past *old = parent->state.position.past;

	node->refs = 1;
	*state = *search_before(search, change);
	state->flaws = search_sum(&state->flaws, &search->early);
	node->parent = parent;
	parent->refs++;
	node->from = state->plies;
	node->cost = parent->cost + change->cost;
	node->change = change_copy(change, &collating->changes);
	if (change->kind == REPAIR_OTHER)
		learn(search, node);
	search_change(search, &node->change, state, search->trial_pasts);
	node->pasts = mem_alloc(
	    past_count(state->position.past, old) * sizeof(*node->pasts));
	state->position.past =
	    past_copy(state->position.past, old, node->pasts);
	find_end(search, node);
	if (node->stage < collating->size &&
	    node->total <= collating->least[node->stage] + collating->slack)
		put_at_stage(collating, node);
	release_node(node);
}

/* Begins a search where a state stops, with the confusions of the writers on
 * the way there. */
static struct search *
search_at(struct collating *collating, struct node *node)
{
	memset(collating->known, 0, sizeof(collating->known));
	for (const struct node *n = node; n != NULL; n = n->parent)
		for (unsigned s = 0; s < collating->count; s++)
			confusions_add(&collating->known[s], &n->learned[s]);
	struct search *search =
	    search_begin(collating->sheets, collating->count, &node->state,
		node->plies - node->state.plies, collating->arena);

	if (search != NULL) {
		search_near(search, BUDGET_OF_STOP);
		collating->work += search->played;
	}
	return search;
}

static void
search_on(struct collating *collating, struct node *node)
{
	struct search *search = search_at(collating, node);

	node->refs++; /* a state that it leads to may take its place */
	for (unsigned i = 0; search != NULL && i < search->len; i++)
		follow(collating, search, node, &search->best[i].change);
	release_node(node);
	if (search != NULL)
		search_end(search);
}

/* The cheapest state of a stage that is to be searched on; NULL: none is. */
static struct node *
next_node(struct collating *collating, unsigned plies)
{
	const struct stage *stage = &collating->stages[plies];
	const struct stage *ends = &collating->ends;
	unsigned limit = collating->least[plies] + collating->slack;

	if (collating->work > collating->bounds->budget)
		collating->width = collating->bounds->narrow;
	if (ends->len > 0 &&
	    limit > ends->node[0]->total + collating->bounds->as_good)
		limit = ends->node[0]->total + collating->bounds->as_good;
	for (unsigned i = 0; i < stage->len && i < collating->width; i++)
		if (!stage->node[i]->is_done && stage->node[i]->total <= limit)
			return stage->node[i];
	return NULL;
}

static void
search_games(struct collating *collating)
{
	for (unsigned plies = 0; plies < collating->size; plies++) {
		struct stage *stage = &collating->stages[plies];
		struct node *node;

		while ((node = next_node(collating, plies)) != NULL) {
			node->is_done = true;
			search_on(collating, node);
		}
		if (stage->len == 0)
			continue;
		release_node(collating->deepest);
		collating->deepest = stage->node[0];
		collating->deepest->refs++;
		release_stage(stage);
	}
}

/*
 * The game
 */

/* Notes how a sheet has a ply of the game, played in the state before it. */
static void
note_sheet(const struct search *search, const struct state *state, unsigned s,
    const struct node *node, const struct played *played, unsigned *skipped,
    struct collated *ply)
{
	const struct sheet_place *place = &state->place[s];
	const struct item *item = search_next(search, state, s);
	struct trial trial;

	ply->by[s].extra = 0;
	ply->by[s].item = place->at - 1;
	ply->by[s].reading = READING_MISSING;
	if (item == NULL || (node != NULL && node->change.missing_on >> s & 1))
		return;
	ply->by[s].extra = *skipped;
	*skipped = 0;
	if (place->instead_len == 0)
		ply->by[s].item = place->at;
	else if (item->number > 0)
		ply->by[s].item = item->number - 1;
	if (!search_find_next(search, state, s, &trial) ||
	    !played_equal(&trial.played, played))
		ply->by[s].reading = READING_OTHER;
	else
		ply->by[s].reading = place->instead_len == 0 ? READING_SAME
		    : item->number > 0                       ? READING_MOVED
							     : READING_BLANKS;
}

/* Notes a ply of the game; `node`: it is that of the change that led there. */
static void
note_ply(const struct search *search, const struct state *state,
    const struct node *node, const struct played *played,
    unsigned skipped[SHEETS_MAX], struct collated *ply)
{
	*ply =
	    (struct collated){ .before = state->position, .played = *played };
	rules_begin(search->rules, &ply->before, played->mover);
	for (unsigned s = 0; s < search->count; s++)
		note_sheet(search, state, s, node, played, &skipped[s], ply);
}

/* Notes the plies of a game that a node leads to after the state before it, up
 * to `plies`. */
static void
follow_node(struct search *search, const struct node *node, unsigned plies,
    struct state *state, unsigned skipped[SHEETS_MAX], struct collated *noted)
{
	const struct change *change = &node->change;

	if (node->parent != NULL && change_has(change, IS_MOVE)) {
		struct played played = { *change->instead->move, 0 };
		struct position position = state->position;

		trial_begin(search->rules, &position, &played.move);
		played.mover = position.to_move;
		note_ply(search, state, node, &played, skipped,
		    &noted[state->plies]);
	} else if (node->parent != NULL &&
	    change->next - change->at > change->instead_len) {
		skipped[change->sheet] +=
		    change->next - change->at - change->instead_len;
	}
	if (node->parent != NULL)
		search_change(search, change, state,
		    arena_take(search->arena, sizeof(struct past)));
	while (state->plies < plies) {
		struct state before = *state;
		struct past *past = arena_take(search->arena, sizeof(*past));
		struct played played;

		if (!search_step(search, state, past, &played))
			return;
		note_ply(search, &before, NULL, &played, skipped,
		    &noted[before.plies]);
	}
}

/* The plies of the game that ends in a state, in the arena. */
static struct collated *
take_path(const struct collating *collating, const struct node *end,
    struct arena *arena)
{
	struct collated *plies =
	    arena_alloc(arena, (end->plies + 1) * sizeof(*plies));
	unsigned skipped[SHEETS_MAX] = { 0 }, len = 0;
	const struct node **path;
	struct search *search;
	struct state state;

	for (const struct node *node = end; node; node = node->parent)
		len++;
	path = mem_alloc(len * sizeof(*path));
	len = 0;
	for (const struct node *node = end; node; node = node->parent)
		path[len++] = node;
	state = path[len - 1]->state;
	search =
	    search_begin(collating->sheets, collating->count, &state, 0, arena);
	while (len-- > 0)
		follow_node(search, path[len],
		    len > 0 ? path[len - 1]->from : end->plies, &state, skipped,
		    plies);
	search_end(search);
	mem_free(path);
	return plies;
}

/* Where another game parts from the one that was found: that ply is open. */
static void
mark_open(struct collating *collating, const struct node *end,
    struct collation *collation)
{
	SCRATCH_ARENA arena = ARENA_INIT;
	const struct collated *other = take_path(collating, end, &arena);
	struct collated *mine = collation->plies;
	unsigned i = 0;

	while (i < collation->len && i < end->plies &&
	    played_equal(&mine[i].played, &other[i].played))
		i++;
	if (i < collation->len && i < end->plies && !mine[i].open) {
		mine[i].another = other[i].played;
		mine[i].open = true;
	}
}

/* Looks for games that part from the one that was found by other changes than
 * that of a node, and explain the sheets nearly as well. `least` is the cost
 * of that game. */
static void
find_another(struct collating *collating, const struct node *node,
    const struct node *best, const unsigned *least, struct collation *collation)
{
	struct search *search = search_at(collating, node->parent);
	const struct collated *ply = &collation->plies[node->from];
	unsigned has =
	    change_has(&node->change, IS_MOVE) ? 0 : collation->count;

	for (unsigned s = 0; s < collation->count; s++)
		has += ply->by[s].reading <= READING_BLANKS;
	collating->slack = has == 1 ? AS_GOOD_ALONE : AS_GOOD;
	release_stage(&collating->ends);
	memcpy(collating->least, least,
	    collating->size * sizeof(*collating->least));
	for (unsigned i = 0; search != NULL && i < search->len; i++) {
		const struct change *change = &search->best[i].change;

		if (change_has(change, IS_MOVE) &&
		    (!change_has(&node->change, IS_MOVE) ||
			!move_equal(
			    change->instead->move, node->change.instead->move)))
			follow(collating, search, node->parent, change);
	}
	if (search != NULL)
		search_end(search);
	search_games(collating);
	if (collating->ends.len > 0 &&
	    collating->ends.node[0]->total <= best->total + collating->slack)
		mark_open(collating, collating->ends.node[0], collation);
}

/* Marks the plies for which another move explains the sheets nearly as well: it
 * can only be one where they differ. */
static void
find_open(
    struct collating *collating, struct node *best, struct collation *collation)
{
	const struct stage *ends = &collating->ends;
	unsigned *least = mem_alloc(collating->size * sizeof(*least));

	for (unsigned i = 1; i < ends->len; i++)
		if (ends->node[i]->total <= best->total + AS_GOOD)
			mark_open(collating, ends->node[i], collation);
	for (unsigned i = 0; i < collating->size; i++)
		least[i] = best->total;
	for (const struct node *node = best; node; node = node->parent)
		for (unsigned i = node->from; i <= node->plies; i++)
			if (node->total < least[i])
				least[i] = node->total;
	collating->width = NEARBY;
	for (const struct node *node = best; node->parent; node = node->parent)
		if (!collation->plies[node->from].open)
			find_another(collating, node, best, least, collation);
	mem_free(least);
}

/* A search for the game of the sheets, to its end. */
static struct collating *
collating_begin(const struct sheet *sheets, unsigned count,
    const struct bounds *bounds, struct arena *arena)
{
	struct collating *collating = mem_zeroed(sizeof(*collating));
	struct node *root = mem_zeroed(sizeof(*root));
	struct search *search;

	collating->count = count;
	memcpy(collating->sheets, sheets, count * sizeof(*sheets));
	for (unsigned s = 0; s < count; s++)
		collating->sheets[s].known = &collating->known[s];
	collating->arena = arena;
	collating->bounds = bounds;
	collating->width = bounds->width;
	collating->slack = WIDE;
	for (unsigned s = 0; s < count; s++)
		if (sheets[s].len > collating->size)
			collating->size = sheets[s].len;
	collating->size += PLIES_MORE;
	collating->stages =
	    mem_zeroed(collating->size * sizeof(*collating->stages));
	collating->least =
	    mem_alloc(collating->size * sizeof(*collating->least));
	for (unsigned i = 0; i < collating->size; i++)
		collating->least[i] = UINT_MAX / 2;
	root->refs = 1;
	root->state.position = *sheets->start;
	search = search_begin(collating->sheets, count, &root->state, 0, arena);
	find_end(search, root);
	search_end(search);
	put_at_stage(collating, root);
	release_node(root);
	search_games(collating);
	return collating;
}

static void
collating_end(struct collating *collating)
{
	release_stage(&collating->ends);
	release_node(collating->deepest);
	arena_release(&collating->changes);
	mem_free(collating->least);
	mem_free(collating->stages);
	mem_free(collating);
}

/* Finds the game of the sheets as they are. */
static void
find_game(struct collation *collation, struct arena *arena)
{
	unsigned count = collation->count;
	struct collating *collating =
	    collating_begin(collation->sheets, count, &of_sheets, arena);
	struct node *best;

	best = collating->ends.len > 0 ? collating->ends.node[0]
				       : collating->deepest;
	best->refs++; /* the lists that have it are released before */
	collation->plies = take_path(collating, best, arena);
	collation->len = best->plies;
	collation->cost = best->total;
	collation->complete = collating->ends.len > 0;
	collation->cut = collating->work > collating->bounds->budget;
	find_open(collating, best, collation);
	for (unsigned s = 0; s < count; s++) {
		unsigned end = collation->len;

		while (collation->complete && end > 0 &&
		    collation->plies[end - 1].by[s].reading == READING_MISSING)
			end--;
		collation->ends[s] = end;
	}
	release_node(best);
	collating_end(collating);
}

/* Whether the sheets differ in more than slips: one of them may be written in a
 * way of its own, and not the one that differs most from the game. */
static bool
has_own_way(const struct collation *collation)
{
	bool is_so = !collation->complete;

	for (unsigned s = 0; s < collation->count; s++) {
		unsigned others = 0, moved = 0;

		for (unsigned i = 0; i < collation->ends[s]; i++) {
			unsigned reading = collation->plies[i].by[s].reading;

			others += reading != READING_SAME;
			moved += reading == READING_MOVED ||
			    reading == READING_MISSING;
		}
		is_so |= moved >= MOVED_LEAST ||
		    (others >= WAY_LEAST &&
			others * WAY_SHARE >= collation->ends[s]);
	}
	return is_so;
}

/* Whether a game explains the sheets better than another one. */
static bool
is_better(const struct collation *collation, const struct collation *other)
{
	if (collation->complete != other->complete)
		return collation->complete;
	return collation->complete ? collation->cost < other->cost
				   : collation->len > other->len;
}

void
collate_sheets(const struct sheet *sheets, unsigned count, struct arena *arena,
    struct collation *collation)
{
	struct collation straight = { .count = count };
	bool is_straightened = false;

	*collation = (struct collation){ .count = count };
	collation->sheets = arena_bytes(arena, sheets, count * sizeof(*sheets));
	find_game(collation, arena);
	if (!has_own_way(collation))
		return;
	straight.sheets = arena_bytes(arena, sheets, count * sizeof(*sheets));
	for (unsigned s = 0; s < count; s++) {
		straight.ways[s] = sheet_straighten(
		    &straight.sheets[s], &straight.ways_from[s], arena);
		is_straightened |= straight.ways[s] != NULL;
	}
	if (is_straightened)
		find_game(&straight, arena);
	if (is_straightened && is_better(&straight, collation))
		*collation = straight;
}

/*
 * One line
 */

/* Whether a game has a change. */
static bool
has_change(const struct node *end, const struct change *change)
{
	while (end->parent != NULL && !change_equal(&end->change, change))
		end = end->parent;
	return end->parent != NULL;
}

void
collate_line(
    const struct sheet *line, struct arena *arena, struct mending *mending)
{
	struct collating *collating = collating_begin(line, 1, &of_line, arena);
	const struct stage *ends = &collating->ends;
	const struct node *best = ends->len > 0 ? ends->node[0] : NULL;

	*mending = (struct mending){ .len = 0 };
	for (const struct node *n = best; n != NULL && n->parent; n = n->parent)
		mending->len++;
	mending->changes =
	    arena_alloc(arena, (mending->len + 1) * sizeof(*mending->changes));
	mending->share =
	    arena_alloc(arena, (mending->len + 1) * sizeof(*mending->share));
	for (unsigned i = mending->len; i-- > 0; best = best->parent) {
		unsigned long mine = 0,
			      all =
				  search_weight(best->change.cost < COST_UNKNOWN
					  ? COST_UNKNOWN - best->change.cost
					  : 0);

		for (unsigned k = 0; k < ends->len; k++) {
			unsigned long weight = search_weight(
			    ends->node[k]->total - ends->node[0]->total);

			all += weight;
			if (has_change(ends->node[k], &best->change))
				mine += weight;
		}
		mending->share[i] = (unsigned)(1000 * mine / all);
		mending->changes[i] = change_copy(&best->change, arena);
	}
	collating_end(collating);
}
