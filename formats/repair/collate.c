/* Ternion: several score sheets of one game.
 *
 * A beam search over games: a state is a position with the place in each sheet
 * that it explains. The cheapest states of each number of plies are kept.
 * Work is counted, and once too much is done only a narrow beam goes on, so
 * that sheets which contradict each other everywhere end in bounded time. A
 * state that no kept state descends from is freed. */
#include <stdlib.h>

#include "formats/repair/beam.h"

enum {
	NEARBY = 12, /* states that are kept in looking for what is as good, */
	NARROW = 4,  /* and when the budget is spent */
	WIDE = 130,  /* so much dearer ones are not */
	BUDGET = 900000, /* moves compared with a token, or states made */
	AS_GOOD = 12,    /* another game that explains nearly as much */
	PLIES_MORE = 24, /* than the longest sheet has */
};

/* Gives up one reference to a node, and with the last one the node itself. */
static void
release_node(struct collating *collating, struct node *node)
{
	while (node != NULL && --node->refs == 0) {
		struct node *parent = node->parent;

		node->parent = collating->free;
		collating->free = node;
		node = parent;
	}
}

/* A new node with one reference, of which nothing else is set. */
static struct node *
make_node(struct collating *collating)
{
	struct node *node = collating->free;

	if (node != NULL)
		collating->free = node->parent;
	else
		node = arena_take(collating->arena, sizeof(*node));
	memset(node, 0, sizeof(*node));
	node->refs = 1;
	return node;
}

static bool
has_ended(const struct collating *collating, const struct node *node)
{
	for (unsigned s = 0; s < collating->count; s++)
		if (node->at[s] < collating->sheets[s].len)
			return false;
	return true;
}

static void
release_beam(struct collating *collating, struct beam *beam)
{
	for (unsigned i = 0; i < beam->len; i++)
		release_node(collating, beam->node[i]);
	beam->len = 0;
}

/* Puts a state among those of a beam: in a new place, with `merges` in that of
 * one like it, with the same still to be read, or if there is no room in that
 * of the dearest. */
static void
put(struct collating *collating, struct beam *beam, struct node *node,
    bool merges)
{
	unsigned i = merges ? 0 : beam->len;

	while (i < beam->len &&
	    (beam->node[i]->position.key != node->position.key ||
		memcmp(beam->node[i]->at, node->at, sizeof(node->at)) != 0))
		i++;
	if (i == collating->width)
		i--;
	if (i < beam->len && beam->node[i]->cost <= node->cost)
		return;
	if (i == beam->len)
		beam->len++;
	else
		release_node(collating, beam->node[i]);
	for (; i > 0 && beam->node[i - 1]->cost > node->cost; i--)
		beam->node[i] = beam->node[i - 1];
	beam->node[i] = node;
	node->refs++;
}

/* Adds the state after a move, which leads to the position, with a way for
 * each sheet. */
static void
follow(struct collating *collating, const struct candidate *played,
    const struct position *position, const struct past *past,
    const struct way ways[SHEETS_MAX])
{
	struct beam *next = &collating->next;
	unsigned cost = collating->node->cost;
	struct node *node;

	collating->work++;
	for (unsigned s = 0; s < collating->count; s++) {
		cost += ways[s].cost;
		if (collating->like != NULL &&
		    ways[s].takes != collating->like->way[s].takes)
			return;
	}
	if (next->len >= collating->width &&
	    next->node[collating->width - 1]->cost <= cost)
		return;
	node = make_node(collating);
	node->parent = collating->node;
	node->parent->refs++;
	node->depth = node->parent->depth + 1;
	node->position = *position;
	node->past = *past;
	if (node->position.past == past)
		node->position.past = &node->past;
	node->played = *played;
	node->cost = cost;
	node->lacked = true;
	node->clean = node->parent->clean;
	for (unsigned s = 0; s < collating->count; s++) {
		node->way[s] = ways[s];
		node->at[s] = collating->node->at[s] + ways[s].takes;
		node->lacked &= ways[s].takes == 0;
		if (node->clean > 0 && ways[s].takes > 0)
			node->clean = ways[s].reading == READING_SAME
			    ? node->clean - 1
			    : 0;
	}
	put(collating, next, node, true);
	if (collating->like == NULL && has_ended(collating, node))
		put(collating, &collating->ends, node, false);
	release_node(collating, node);
}

/* Follows a move in all ways of all sheets, one after another as an odometer
 * counts. */
static void
follow_all(struct collating *collating, const struct candidate *played)
{
	struct way ways[SHEETS_MAX][WAYS], chosen[SHEETS_MAX];
	unsigned count[SHEETS_MAX], digit[SHEETS_MAX] = { 0 }, s;
	struct position position =
	    beam_begin_turn(collating, collating->node, played->mover);
	struct past past;

	rules_play(collating->rules, &position, &played->move, &past);
	for (s = 0; s < collating->count; s++)
		count[s] = beam_find_ways(collating, s, played, ways[s]);
	do {
		bool takes = false;

		for (s = 0; s < collating->count; s++) {
			chosen[s] = ways[s][digit[s]];
			takes |= chosen[s].takes > 0;
		}
		if (takes || (collating->may_lack && !collating->node->lacked))
			follow(collating, played, &position, &past, chosen);
		for (s = 0; s < collating->count; s++) {
			if (++digit[s] < count[s])
				break;
			digit[s] = 0;
		}
	} while (s < collating->count);
}

/* Makes the states after a ply those that are expanded; false if there are
 * none, and they stay. */
static bool
turn_over(struct collating *collating)
{
	if (collating->next.len == 0)
		return false;
	release_beam(collating, &collating->beam);
	collating->beam = collating->next;
	collating->next.len = 0;
	return true;
}

/* Finds the states one ply further, from those that cost no more than the
 * limit. When the budget is spent, only the best few go on. */
static void
expand(struct collating *collating, unsigned limit)
{
	struct beam *beam = &collating->beam;

	if (collating->work > BUDGET)
		collating->width = collating->tried = NARROW;
	for (unsigned i = 0; i < beam->len && i < collating->width; i++) {
		collating->node = beam->node[i];
		if (collating->node->cost > limit ||
		    has_ended(collating, collating->node))
			continue;
		beam_find_moves(collating);
		for (unsigned k = 0; k < collating->len; k++)
			follow_all(collating, &collating->candidates[k]);
	}
}

static void
search_games(struct collating *collating, const struct position *start)
{
	struct node *first = make_node(collating);
	unsigned most = 0;

	first->position = *start;
	collating->width = BEAM;
	collating->tried = MOVES_TRIED;
	put(collating, &collating->beam, first, false);
	release_node(collating, first);
	for (unsigned s = 0; s < collating->count; s++)
		if (collating->sheets[s].len > most)
			most = collating->sheets[s].len;
	for (unsigned i = 0; i < most + PLIES_MORE; i++) {
		expand(collating,
		    collating->ends.len > 0
			? collating->ends.node[0]->cost + AS_GOOD
			: collating->beam.node[0]->cost + WIDE);
		if (!turn_over(collating))
			break;
	}
}

/*
 * The game
 */

/* The plies of the game that ends in a state. */
static void
take_path(struct collating *collating, const struct node *end,
    struct collation *collation)
{
	collation->len = end->depth;
	collation->complete = has_ended(collating, end);
	collation->plies = arena_alloc(
	    collating->arena, (end->depth + 1) * sizeof(*collation->plies));
	for (const struct node *node = end; node->parent; node = node->parent) {
		struct collated *ply = &collation->plies[node->depth - 1];

		ply->before = beam_begin_turn(
		    collating, node->parent, node->played.mover);
		ply->move = node->played.move;
		for (unsigned s = 0; s < collating->count; s++) {
			ply->by[s].reading = node->way[s].reading;
			ply->by[s].item = node->at[s] - 1;
			ply->by[s].extra = node->way[s].takes > 1;
		}
	}
}

/* Where another end parts from the best one: that ply is open. */
static void
mark_open(struct collation *collation, const struct node *best,
    const struct node *other)
{
	const struct node *mine = NULL, *its = NULL;

	while (other->depth > best->depth)
		other = other->parent;
	while (best->depth > other->depth)
		best = best->parent;
	for (; best->parent != NULL; best = best->parent, other = other->parent)
		if (!beam_is_same(&best->played, &other->played)) {
			mine = best;
			its = other;
		}
	if (mine != NULL &&
	    mine->parent->position.key == its->parent->position.key &&
	    !collation->plies[mine->depth - 1].open) {
		collation->plies[mine->depth - 1].open = true;
		collation->plies[mine->depth - 1].another = its->played;
	}
}

/* Searches on from another move in place of that of a node of the best game,
 * whose nodes by depth are in the path. True if a game with it explains the
 * sheets nearly as well; the move is stored in *another. */
static bool
find_another(struct collating *collating, const struct node *const *path,
    unsigned depth, unsigned last, struct candidate *another)
{
	const struct node *node;
	bool goes_on;

	collating->node = path[depth]->parent;
	collating->like = path[depth];
	if (beam_find_moves(collating))
		return false;
	for (unsigned k = 0; k < collating->len; k++)
		if (!beam_is_same(
			&collating->candidates[k], &path[depth]->played))
			follow_all(collating, &collating->candidates[k]);
	goes_on = turn_over(collating);
	for (unsigned i = depth; goes_on && i < last; i++) {
		collating->like = path[i + 1];
		expand(collating, path[i]->cost + AS_GOOD);
		goes_on = turn_over(collating);
	}
	node = collating->beam.node[0];
	if (!goes_on || node->cost > path[last]->cost + AS_GOOD)
		return false;
	while (node->depth > depth)
		node = node->parent;
	*another = node->played;
	return true;
}

/* Marks the plies for which another move explains the sheets nearly as well: it
 * can only be one where they differ. */
static void
find_open(
    struct collating *collating, struct node *best, struct collation *collation)
{
	const struct beam *ends = &collating->ends;
	unsigned last = best->depth;
	const struct node **path = mem_alloc((last + 1) * sizeof(*path));

	for (unsigned i = 1; i < ends->len; i++)
		if (ends->node[i]->cost <= best->cost + AS_GOOD)
			mark_open(collation, best, ends->node[i]);
	best->refs++; /* the beam that has it will be another */
	for (const struct node *node = best; node; node = node->parent)
		path[node->depth] = node;
	collating->width = NEARBY;
	for (unsigned depth = 1; depth <= last; depth++) {
		struct collated *ply = &collation->plies[depth - 1];
		bool differs = false;

		for (unsigned s = 0; s < collating->count; s++)
			differs |=
			    path[depth]->way[s].reading != READING_SAME ||
			    path[depth]->way[s].takes != 1;
		if (differs && !ply->open)
			ply->open = find_another(
			    collating, path, depth, last, &ply->another);
	}
	mem_free(path);
}

void
collate_sheets(const struct sheet *sheets, unsigned count,
    const struct position *start, struct arena *arena,
    struct collation *collation)
{
	struct collating *collating = mem_alloc(sizeof(*collating));
	struct node *best;

	memset(collating, 0, sizeof(*collating));
	collating->sheets = sheets;
	collating->count = count;
	collating->rules = sheets[0].reader.rules;
	collating->arena = arena;
	search_games(collating, start);
	best = collating->ends.len > 0 ? collating->ends.node[0]
				       : collating->beam.node[0];
	while (collating->ends.len == 0 && best->lacked)
		best = best->parent; /* such a ply has explained nothing */
	*collation = (struct collation){ .sheets = sheets, .count = count };
	take_path(collating, best, collation);
	collation->cut = collating->work > BUDGET;
	find_open(collating, best, collation);
	for (unsigned s = 0; s < count; s++) {
		unsigned end = collation->len;

		while (collation->complete && end > 0 &&
		    collation->plies[end - 1].by[s].reading == READING_MISSING)
			end--;
		collation->ends[s] = end;
	}
	for (unsigned s = 0; s < count; s++)
		strbuf_release(&collating->written[s].text);
	strbuf_release(&collating->after.text);
	mem_free(collating);
}
