/*
 * Ternion: several score sheets of one game.
 *
 * A beam search over games: a state is a position with the place in each sheet
 * that it explains. The cheapest states of each number of plies are kept.
 * Work is counted, and once too much is done only a narrow beam goes on, so
 * that sheets which contradict each other everywhere end in bounded time. A
 * state that no kept state descends from is freed.
 */
#include <limits.h>
#include <stdlib.h>

#include "formats/repair/collate.h"
#include "formats/repair/costs.h"
#include "formats/repair/typing.h"

enum {
	BEAM = 96,   /* states that are kept */
	BROAD = 480, /* if no game is found so */
	NARROW = 4,  /* when the budget is spent */
	WIDE = 130,  /* so much dearer ones are not */
	MOVES_TRIED = 12,
	MOVES_BROAD = 120,
	BUDGET = 1200000, /* moves compared with a token, or states made */
	BUDGET_BROAD = 2000000, /* both searches together */
	NEAR = 60,           /* the cost of a text that may be a misspelling */
	AS_GOOD = 12,        /* another game that explains nearly as much */
	LOOKED_LEAST = 1000, /* plies played to see what else is as good */
	LOOKED_PER_PLY = 20,
	PLIES_MORE = 24, /* than the longest sheet has */
	WAYS = 4,        /* in which a sheet can have a move */
};

/* How a sheet is read for a move. */
struct way {
	uint8_t reading;
	uint8_t takes; /* items */
	unsigned cost;
};

/* A move that may have been meant, and whose. */
struct candidate {
	struct move move;
	unsigned mover;
	unsigned cost; /* of the nearest text */
};

struct node {
	struct node *parent; /* of a free one: the next free one */
	unsigned refs;       /* children, and beams that have it */
	struct position position;
	struct past past;
	struct candidate played; /* led here */
	unsigned cost, depth;
	unsigned at[SHEETS_MAX];
	struct way way[SHEETS_MAX];
	bool lacked; /* no sheet has the move that led here */
};

struct beam {
	struct node *node[BROAD]; /* the cheapest first */
	unsigned len;
};

struct collating {
	const struct sheet *sheets;
	unsigned count;
	const struct rules *rules;
	struct arena *arena;
	unsigned width; /* of a beam */
	unsigned tried; /* moves, at most */
	struct beam beam, next, ends;
	struct node *free; /* nodes that can be used again */
	unsigned long work, budget;
	/* Of the state that is expanded: */
	struct node *node;
	struct position turn; /* its position, with the turn of the player
				 whose moves are compared */
	struct candidate candidates[MOVES_BROAD]; /* the cheapest first */
	unsigned len;
	unsigned going;         /* sheets that have not ended */
	bool may_lack;          /* it may be that no sheet has the next ply */
	bool known[SHEETS_MAX]; /* the next item is a legal move: */
	struct candidate first[SHEETS_MAX];
	struct strain strain[SHEETS_MAX]; /* of that */
	struct strbuf text;
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

/* The position of a state with the turn given to a player who may have it. */
static struct position
begin_turn(
    const struct collating *collating, const struct node *node, unsigned mover)
{
	struct position position = node->position;

	if (position.to_move != mover)
		rules_begin(collating->rules, &position, mover);
	return position;
}

static bool
has_ended(const struct collating *collating, const struct node *node)
{
	for (unsigned s = 0; s < collating->count; s++)
		if (node->at[s] < collating->sheets[s].len)
			return false;
	return true;
}

/*
 * Moves that may have been meant
 */

/* The item of a sheet that is `ahead` of its place in the state; NULL after
 * its end. */
static const struct item *
item_at(const struct collating *collating, unsigned s, unsigned ahead)
{
	unsigned i = collating->node->at[s] + ahead;

	return i < collating->sheets[s].len ? &collating->sheets[s].items[i]
					    : NULL;
}

/* Plays an item of a sheet in a position. */
static bool
play_item(const struct collating *collating, unsigned s,
    const struct item *item, struct position *position, struct past *past,
    struct strain *strain, struct candidate *read)
{
	struct ground ground = { .reader = &collating->sheets[s].reader };
	bool found = item != NULL &&
	    trial_step(&ground, position, item, past, strain, &read->move);

	read->mover = ground.mover;
	return found;
}

/* The legal move that an item is in the position of the state; what does not
 * fit in it is added to the strain. */
static bool
read_item(const struct collating *collating, unsigned s,
    const struct item *item, struct candidate *read, struct strain *strain)
{
	struct position position = collating->node->position;
	struct past past;

	return play_item(collating, s, item, &position, &past, strain, read);
}

static bool
is_same(const struct candidate *a, const struct candidate *b)
{
	return a->mover == b->mover && move_equal(&a->move, &b->move) &&
	    a->move.calls == b->move.calls;
}

/* Adds a move to the candidates, in the order of their costs. */
static void
add_candidate(
    struct collating *collating, struct candidate candidate, unsigned cost)
{
	struct candidate *candidates = collating->candidates;
	unsigned i = collating->len;

	candidate.cost = cost;
	for (unsigned j = 0; j < collating->len; j++)
		if (is_same(&candidates[j], &candidate))
			return;
	while (i > 0 && candidates[i - 1].cost > cost)
		i--;
	if (i == collating->tried)
		return;
	if (collating->len < collating->tried)
		collating->len++;
	memmove(&candidates[i + 1], &candidates[i],
	    (collating->len - 1 - i) * sizeof(candidate));
	candidates[i] = candidate;
}

/* The text up to its marks. */
static struct slice
without_marks(struct slice text)
{
	const char *sign = memchr(text.ptr, '(', text.len);

	if (sign != NULL && sign > text.ptr)
		text.len = (size_t)(sign - text.ptr);
	return marks_cut(text);
}

/* The cost of writing the item for the move, in a position where its mover has
 * the turn. */
static unsigned
cost_of(struct collating *collating, unsigned s, const struct item *item,
    const struct position *position, const struct move *move)
{
	const struct reader_context *reader = &collating->sheets[s].reader;
	const struct marks none = { .attacked = 0 };

	collating->work++;
	strbuf_reset(&collating->text);
	reader->notation->write(reader->notation, reader->rules,
	    reader->alphabet, position, move, &none, &collating->text);
	return typing_cost(without_marks(strbuf_as_slice(&collating->text)),
	    without_marks(item->token), TYPING_UNLIKE);
}

/* Compares a legal move with the tokens that are none, or with that of the only
 * sheet that has not ended: no other tells of its slips. */
static bool
consider(void *context, const struct move *move)
{
	struct collating *collating = context;
	const struct candidate candidate = { *move, collating->turn.to_move,
		0 };
	unsigned least = TYPING_UNLIKE;

	for (unsigned s = 0; s < collating->count; s++) {
		const struct item *item = item_at(collating, s, 0);
		unsigned cost;

		if (item == NULL ||
		    (collating->known[s] && collating->going > 1))
			continue;
		cost = cost_of(collating, s, item, &collating->turn, move);
		least = cost < least ? cost : least;
	}
	if (least <= NEAR)
		add_candidate(collating, candidate, least + COST_SHEET_MISREAD);
	return true;
}

/* A move that no sheet has is one after which all have a legal one; if no game
 * is found so, after which half of them have. */
static bool
consider_lacking(void *context, const struct move *move)
{
	struct collating *collating = context;
	const struct candidate candidate = { *move, collating->turn.to_move,
		0 };
	unsigned going = 0, count = collating->going;

	for (unsigned s = 0; s < collating->count; s++) {
		struct position after = collating->turn;
		struct strain strain = { 0 };
		struct past pasts[2];
		struct candidate read;

		rules_play(collating->rules, &after, move, &pasts[0]);
		going += play_item(collating, s, item_at(collating, s, 0),
		    &after, &pasts[1], &strain, &read);
	}
	collating->work += count;
	if (going == count || (collating->width > BEAM && 2 * going >= count))
		add_candidate(collating, candidate, COST_SHEET_LACKING);
	return true;
}

/* The moves that the sheets may mean; true if all of them agree on one. */
static bool
find_moves(struct collating *collating)
{
	bool agree = true;

	collating->len = collating->going = 0;
	collating->may_lack = true;
	for (unsigned s = 0; s < collating->count; s++) {
		const struct item *item = item_at(collating, s, 0);

		collating->strain[s] = (struct strain){ 0 };
		collating->known[s] = read_item(collating, s, item,
		    &collating->first[s], &collating->strain[s]);
		if (collating->known[s])
			add_candidate(collating, collating->first[s], 0);
		agree &= collating->known[s];
		collating->going += item != NULL;
		collating->may_lack &= !collating->known[s];
	}
	if (agree && collating->len == 1)
		return true;
	for (unsigned s = 0; s < collating->count; s++) {
		struct strain strain = { 0 };
		struct candidate read;

		if (read_item(
			collating, s, item_at(collating, s, 1), &read, &strain))
			add_candidate(collating, read, COST_SHEET_EXTRA);
	}
	for (unsigned player = 0; player < PLAYERS; player++) {
		collating->turn =
		    begin_turn(collating, collating->node, player);
		if (collating->turn.to_move != player)
			continue;
		rules_all_moves(
		    collating->rules, &collating->turn, consider, collating);
		if (collating->may_lack)
			rules_moves(collating->rules, &collating->turn, NULL,
			    consider_lacking, collating);
	}
	return false;
}

/* The ways in which a sheet can have the move; their number. */
static unsigned
find_ways(struct collating *collating, unsigned s, const struct candidate *move,
    struct way ways[WAYS])
{
	const struct item *item = item_at(collating, s, 0);
	const struct item *next = item_at(collating, s, 1);
	const struct strain *strain = &collating->strain[s];
	struct strain unused = { 0 };
	struct position position;
	struct candidate other;
	unsigned len = 0;
	bool twice;

	if (item == NULL) {
		ways[0] =
		    (struct way){ READING_MISSING, .cost = COST_SHEET_ENDED };
		return 1;
	}
	if (collating->known[s] && is_same(move, &collating->first[s])) {
		ways[0] = (struct way){ READING_SAME, 1,
			COST_SHEET_MISMARKED * strain->marks +
			    COST_SHEET_MISWRITTEN * strain->style };
		return 1;
	}
	position = begin_turn(collating, collating->node, move->mover);
	ways[len++] = (struct way){ READING_OTHER, 1,
		COST_SHEET_MISREAD +
		    cost_of(collating, s, item, &position, &move->move) };
	ways[len++] = (struct way){ READING_MISSING, .cost = COST_SHEET_LACKS };
	twice = collating->node->at[s] > 0 &&
	    slice_equal(item->token, item[-1].token);
	if (next != NULL && read_item(collating, s, next, &other, &unused) &&
	    is_same(move, &other))
		ways[len++] = (struct way){ READING_SAME, 2,
			twice ? (unsigned)COST_SHEET_TWICE
			      : (unsigned)COST_SHEET_EXTRA };
	else if (next != NULL && twice)
		ways[len++] = (struct way){ READING_OTHER, 2,
			COST_SHEET_TWICE + COST_SHEET_MISREAD +
			    cost_of(
				collating, s, next, &position, &move->move) };
	return len;
}

/*
 * Beams
 */

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
	for (unsigned s = 0; s < collating->count; s++)
		cost += ways[s].cost;
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
	for (unsigned s = 0; s < collating->count; s++) {
		node->way[s] = ways[s];
		node->at[s] = collating->node->at[s] + ways[s].takes;
		node->lacked &= ways[s].takes == 0;
	}
	put(collating, next, node, true);
	if (has_ended(collating, node))
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
	    begin_turn(collating, collating->node, played->mover);
	struct past past;

	rules_play(collating->rules, &position, &played->move, &past);
	for (s = 0; s < collating->count; s++)
		count[s] = find_ways(collating, s, played, ways[s]);
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

/* One ply further; false if there is nothing left. When the budget is spent,
 * only the best few states go on. */
static bool
advance(struct collating *collating)
{
	struct beam *beam = &collating->beam;
	unsigned limit = collating->ends.len > 0
	    ? collating->ends.node[0]->cost + AS_GOOD
	    : beam->node[0]->cost + WIDE;

	if (collating->work > collating->budget)
		collating->width = collating->tried = NARROW;
	for (unsigned i = 0; i < beam->len && i < collating->width; i++) {
		collating->node = beam->node[i];
		if (collating->node->cost > limit ||
		    has_ended(collating, collating->node))
			continue;
		find_moves(collating);
		for (unsigned k = 0; k < collating->len; k++)
			follow_all(collating, &collating->candidates[k]);
	}
	if (collating->next.len == 0)
		return false;
	release_beam(collating, beam);
	*beam = collating->next;
	collating->next.len = 0;
	return true;
}

/* Searches with a beam of `width` states. */
static void
search_games(struct collating *collating, const struct position *start,
    unsigned width, unsigned long budget)
{
	struct node *first = make_node(collating);
	unsigned most = 0;

	first->position = *start;
	collating->width = width;
	collating->tried = width > BEAM ? MOVES_BROAD : MOVES_TRIED;
	collating->budget = budget;
	release_beam(collating, &collating->beam);
	put(collating, &collating->beam, first, false);
	release_node(collating, first);
	for (unsigned s = 0; s < collating->count; s++)
		if (collating->sheets[s].len > most)
			most = collating->sheets[s].len;
	for (unsigned i = 0; i < most + PLIES_MORE && advance(collating); i++)
		;
}

/*
 * Plies that stay open
 */

/* Another move explains the sheets as well as the ply's. */
static void
open_ply(struct collated *ply, const struct candidate *another)
{
	if (!ply->open) {
		ply->another = another->move;
		ply->another_mover = another->mover;
	}
	ply->open = true;
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
		if (!is_same(&best->played, &other->played)) {
			mine = best;
			its = other;
		}
	if (mine != NULL &&
	    mine->parent->position.key == its->parent->position.key)
		open_ply(&collation->plies[mine->depth - 1], &its->played);
}

/* The cost of reading the move on the sheets, with the number of items that
 * each takes for the move of the node; UINT_MAX if a sheet cannot be read so.
 */
static unsigned
cost_instead(struct collating *collating, const struct node *node,
    const struct candidate *move)
{
	unsigned cost = 0;

	for (unsigned s = 0; s < collating->count; s++) {
		struct way ways[WAYS];
		unsigned count = find_ways(collating, s, move, ways);
		unsigned cheapest = UINT_MAX;

		for (unsigned i = 0; i < count; i++)
			if (ways[i].takes == node->way[s].takes &&
			    ways[i].cost < cheapest)
				cheapest = ways[i].cost;
		if (cheapest == UINT_MAX)
			return UINT_MAX;
		cost += cheapest;
	}
	return cost;
}

/* Plays a ply of the game in another position: as a sheet has it, if one has.
 */
static bool
play_as_written(const struct collating *collating, const struct collated *ply,
    struct position *position, struct past *past)
{
	struct strain strain = { 0 };
	struct candidate read;

	for (unsigned s = 0; s < collating->count; s++)
		if (ply->by[s].reading == READING_SAME)
			return play_item(collating, s,
			    &collating->sheets[s].items[ply->by[s].item],
			    position, past, &strain, &read);
	rules_begin(collating->rules, position, ply->before.to_move);
	if (!trial_is_legal(collating->rules, position, &ply->move))
		return false;
	rules_play(collating->rules, position, &ply->move, past);
	return true;
}

/* Whether the rest of the game is as legal after another move in place of the
 * node's. */
static bool
rest_replays(const struct collating *collating, const struct node *node,
    const struct candidate *move, const struct collation *collation)
{
	struct past *pasts = mem_alloc((collation->len + 1) * sizeof(*pasts));
	struct position position =
	    begin_turn(collating, node->parent, move->mover);
	bool ok = true;

	rules_play(
	    collating->rules, &position, &move->move, &pasts[collation->len]);
	for (unsigned i = node->depth; i < collation->len && ok; i++)
		ok = play_as_written(
		    collating, &collation->plies[i], &position, &pasts[i]);
	mem_free(pasts);
	return ok;
}

/* Looks where the sheets differ for another move that the beam has lost from
 * sight: one after which all the rest of the game is as legal as it was. */
static void
look_again(struct collating *collating, const struct node *end,
    struct collation *collation)
{
	unsigned budget = LOOKED_LEAST + LOOKED_PER_PLY * collation->len;

	for (const struct node *node = end; node->parent; node = node->parent) {
		struct collated *ply = &collation->plies[node->depth - 1];
		unsigned rest = collation->len - node->depth + 1, mine;
		bool differs = false;

		for (unsigned s = 0; s < collating->count; s++)
			differs |= node->way[s].reading == READING_OTHER ||
			    node->way[s].takes != 1;
		collating->node = node->parent;
		if (!differs || ply->open || find_moves(collating))
			continue;
		mine = cost_instead(collating, node, &node->played);
		for (unsigned i = 0; i < collating->len && !ply->open &&
		     mine != UINT_MAX && budget >= rest;
		     i++) {
			const struct candidate *move =
			    &collating->candidates[i];
			unsigned cost = is_same(move, &node->played)
			    ? UINT_MAX
			    : cost_instead(collating, node, move);

			if (cost == UINT_MAX || cost > mine + AS_GOOD)
				continue;
			budget -= rest;
			if (rest_replays(collating, node, move, collation))
				open_ply(ply, move);
		}
	}
}

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

		ply->before =
		    begin_turn(collating, node->parent, node->played.mover);
		ply->move = node->played.move;
		for (unsigned s = 0; s < collating->count; s++) {
			ply->by[s].reading = node->way[s].reading;
			ply->by[s].item = node->at[s] - 1;
			ply->by[s].extra = node->way[s].takes > 1;
		}
	}
}

void
collate_sheets(const struct sheet *sheets, unsigned count,
    const struct position *start, struct arena *arena,
    struct collation *collation)
{
	struct collating *collating = mem_alloc(sizeof(*collating));
	const struct node *best;

	memset(collating, 0, sizeof(*collating));
	collating->sheets = sheets;
	collating->count = count;
	collating->rules = sheets[0].reader.rules;
	collating->arena = arena;
	search_games(collating, start, BEAM, BUDGET);
	if (collating->ends.len == 0)
		search_games(collating, start, BROAD, BUDGET_BROAD);
	best = collating->ends.len > 0 ? collating->ends.node[0]
				       : collating->beam.node[0];
	while (collating->ends.len == 0 && best->lacked)
		best = best->parent; /* such a ply has explained nothing */
	*collation = (struct collation){ .sheets = sheets, .count = count };
	take_path(collating, best, collation);
	collation->cut = collating->work > collating->budget;
	for (unsigned i = 1; i < collating->ends.len; i++)
		if (collating->ends.node[i]->cost <= best->cost + AS_GOOD)
			mark_open(collation, best, collating->ends.node[i]);
	look_again(collating, best, collation);
	for (unsigned s = 0; s < count; s++) {
		unsigned end = collation->len;

		while (collation->complete && end > 0 &&
		    collation->plies[end - 1].by[s].reading == READING_MISSING)
			end--;
		collation->ends[s] = end;
	}
	strbuf_release(&collating->text);
	mem_free(collating);
}
