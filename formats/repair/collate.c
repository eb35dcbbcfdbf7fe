/*
 * Ternion: several score sheets of one game.
 *
 * A beam search over games: a state is a position with the place in each sheet
 * that it explains. Of the states after as many plies the cheapest are kept.
 */
#include <stdlib.h>

#include "formats/repair/collate.h"
#include "formats/repair/typing.h"

enum {
	BEAM = 96,   /* states that are kept */
	BROAD = 480, /* the same if no game is found so */
	WIDE = 130,  /* so much dearer ones are not */
	MOVES_TRIED = 12,
	MOVES_BROAD = 120,
	LACKS = 55,     /* a sheet has no such ply */
	LACKING = 70,   /* behind the texts that are near a sheet's */
	ENDED = 12,     /* it has ended before */
	EXTRA = 55,     /* it has a token too much */
	TWICE = 20,     /* which is the one before it */
	MISMARKED = 15, /* a mark of check that does not fit */
	MISWRITTEN = 8, /* more or less of the move than is needed */
	MISREAD = 6,    /* beside what typing costs: somebody erred at all */
	NEAR = 60,      /* the cost of a text that may be a misspelling */
	AS_GOOD = 12,   /* another game that explains nearly as much */
	LOOKED_LEAST = 1000, /* plies played to see what else is as good */
	LOOKED_PER_PLY = 20,
	PLIES_MORE = 24, /* than the longest sheet has */
};

/* What a sheet makes of a move. */
struct way {
	uint8_t reading;
	uint8_t takes; /* items */
	unsigned cost;
};

struct node {
	const struct node *parent;
	struct position position;
	struct past past;
	struct move move; /* that led here */
	unsigned cost, depth;
	unsigned at[SHEETS_MAX];
	struct way way[SHEETS_MAX];
	bool lacked; /* no sheet has the move that led here */
};

struct beam {
	struct node *node[BROAD];
	unsigned len;
};

struct collating {
	const struct sheet *sheets;
	unsigned count;
	struct arena *arena;
	unsigned width; /* of a beam */
	unsigned tried; /* moves, at most */
	struct beam beam, next, ends;
	/* Of the state that is expanded: */
	const struct node *node;
	struct move moves[MOVES_BROAD];
	unsigned cost[MOVES_BROAD]; /* of the nearest text */
	unsigned len;
	bool may_lack;          /* it may be that no sheet has the next ply */
	bool known[SHEETS_MAX]; /* the next item is a legal move: */
	struct move first[SHEETS_MAX];
	struct strain strain[SHEETS_MAX]; /* of that */
	struct strbuf text;
};

static unsigned
least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static const struct item *
item_at(const struct collating *collating, unsigned sheet, unsigned i)
{
	return i < collating->sheets[sheet].len
	    ? &collating->sheets[sheet].items[i]
	    : NULL;
}

/* The legal move that an item is in the position of the state; what does not
 * fit in it is added to the strain. */
static bool
read_strained(const struct collating *collating, unsigned sheet,
    const struct item *item, struct move *move, struct strain *strain)
{
	struct ground ground = { .reader = &collating->sheets[sheet].reader };
	struct position position = collating->node->position;
	struct past past;

	return item != NULL &&
	    trial_step(&ground, &position, item, &past, strain, move);
}

static bool
read_item(const struct collating *collating, unsigned sheet,
    const struct item *item, struct move *move)
{
	struct strain strain = { 0 };

	return read_strained(collating, sheet, item, move, &strain);
}

static bool
is_same(const struct move *a, const struct move *b)
{
	return move_equal(a, b) && a->calls == b->calls;
}

/* Adds a move to those that are tried: the nearest texts first. */
static void
add_move(struct collating *collating, const struct move *move, unsigned cost)
{
	unsigned i = collating->len;

	for (unsigned j = 0; j < collating->len; j++)
		if (is_same(&collating->moves[j], move))
			return;
	while (i > 0 && collating->cost[i - 1] > cost)
		i--;
	if (i == collating->tried)
		return;
	if (collating->len < collating->tried)
		collating->len++;
	for (unsigned j = collating->len - 1; j > i; j--) {
		collating->moves[j] = collating->moves[j - 1];
		collating->cost[j] = collating->cost[j - 1];
	}
	collating->moves[i] = *move;
	collating->cost[i] = cost;
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

/* What it costs to write the item for the move. */
static unsigned
cost_of(struct collating *collating, unsigned sheet, const struct item *item,
    const struct move *move)
{
	const struct reader_context *reader = &collating->sheets[sheet].reader;
	const struct marks none = { .attacked = 0 };

	if (reader->notation->write == NULL)
		return TYPING_UNLIKE;
	strbuf_reset(&collating->text);
	reader->notation->write(reader->notation, reader->rules,
	    reader->alphabet, &collating->node->position, move, &none,
	    &collating->text);
	return typing_cost(without_marks(strbuf_as_slice(&collating->text)),
	    without_marks(item->token));
}

static bool
consider(void *context, const struct move *move)
{
	struct collating *collating = context;
	unsigned cost = TYPING_UNLIKE;

	for (unsigned s = 0; s < collating->count; s++) {
		const struct item *item =
		    item_at(collating, s, collating->node->at[s]);

		if (item != NULL && !collating->known[s])
			cost = least(cost, cost_of(collating, s, item, move));
	}
	if (cost <= NEAR)
		add_move(collating, move, cost + MISREAD);
	return true;
}

/* Whether no sheet may have the next ply: none has a legal move. */
static bool
may_lack(const struct collating *collating)
{
	for (unsigned s = 0; s < collating->count; s++)
		if (collating->known[s] ||
		    item_at(collating, s, collating->node->at[s]) == NULL)
			return false;
	return true;
}

/* Whether a sheet has a legal move after the position. */
static bool
goes_on_after(
    const struct collating *collating, unsigned sheet, struct position position)
{
	const struct item *item =
	    item_at(collating, sheet, collating->node->at[sheet]);
	struct ground ground = { .reader = &collating->sheets[sheet].reader };
	struct strain strain = { 0 };
	struct past past;
	struct move move;

	return trial_step(&ground, &position, item, &past, &strain, &move);
}

/* A move that no sheet has is one after which all have a legal one; if no game
 * is found so, after which half of them have. */
static bool
consider_lacking(void *context, const struct move *move)
{
	struct collating *collating = context;
	const struct rules *rules = collating->sheets[0].reader.rules;
	struct position after = collating->node->position;
	unsigned going = 0;
	struct past past;

	rules_play(rules, &after, move, &past);
	for (unsigned s = 0; s < collating->count; s++)
		going += goes_on_after(collating, s, after);
	if (going == collating->count ||
	    (collating->width > BEAM && 2 * going >= collating->count))
		add_move(collating, move, LACKING);
	return true;
}

/* The moves that the sheets may mean; whether all of them agree on one. */
static bool
find_moves(struct collating *collating)
{
	bool agree = true;

	collating->len = 0;
	collating->may_lack = false;
	for (unsigned s = 0; s < collating->count; s++) {
		const struct item *item =
		    item_at(collating, s, collating->node->at[s]);

		collating->strain[s] = (struct strain){ 0 };
		collating->known[s] = read_strained(collating, s, item,
		    &collating->first[s], &collating->strain[s]);
		if (collating->known[s])
			add_move(collating, &collating->first[s], 0);
		agree &= collating->known[s];
	}
	if (agree && collating->len == 1)
		return true;
	for (unsigned s = 0; s < collating->count; s++) {
		struct move move;

		if (read_item(collating, s,
			item_at(collating, s, collating->node->at[s] + 1),
			&move))
			add_move(collating, &move, EXTRA);
	}
	rules_all_moves(collating->sheets[0].reader.rules,
	    &collating->node->position, consider, collating);
	collating->may_lack = may_lack(collating);
	if (collating->may_lack)
		rules_moves(collating->sheets[0].reader.rules,
		    &collating->node->position, NULL, consider_lacking,
		    collating);
	return false;
}

/* The ways in which a sheet can have the move; their number, at most 3. */
static unsigned
find_ways(struct collating *collating, unsigned sheet, const struct move *move,
    struct way ways[3])
{
	const struct node *node = collating->node;
	unsigned at = node->at[sheet], len = 0, cost;
	const struct item *item = item_at(collating, sheet, at);
	const struct item *next = item_at(collating, sheet, at + 1);
	struct move other;

	if (item == NULL) {
		ways[0] = (struct way){ READING_MISSING, .cost = ENDED };
		return 1;
	}
	if (collating->known[sheet] &&
	    is_same(move, &collating->first[sheet])) {
		ways[0] = (struct way){ READING_SAME, 1,
			MISMARKED * collating->strain[sheet].marks +
			    MISWRITTEN * collating->strain[sheet].style };
		return 1;
	}
	cost = cost_of(collating, sheet, item, move);
	ways[len++] = (struct way){ READING_OTHER, 1, cost + MISREAD };
	ways[len++] = (struct way){ READING_MISSING, .cost = LACKS };
	if (next != NULL && read_item(collating, sheet, next, &other) &&
	    is_same(move, &other)) {
		const struct item *last =
		    at > 0 ? item_at(collating, sheet, at - 1) : NULL;
		bool twice =
		    last != NULL && slice_equal(item->token, last->token);

		ways[len++] = (struct way){ READING_SAME, 2,
			twice ? (unsigned)TWICE : (unsigned)EXTRA };
	}
	return len;
}

static bool
has_ended(const struct collating *collating, const struct node *node)
{
	for (unsigned s = 0; s < collating->count; s++)
		if (node->at[s] < collating->sheets[s].len)
			return false;
	return true;
}

/* The state of a beam that is like another, with the same still to be read;
 * its length if there is none. */
static unsigned
find_alike(const struct beam *beam, const struct node *node)
{
	unsigned i = 0;

	while (i < beam->len &&
	    (beam->node[i]->position.key != node->position.key ||
		memcmp(beam->node[i]->at, node->at, sizeof(node->at)) != 0))
		i++;
	return i;
}

/* Puts a state among those of a beam: in a new place, in that of one like it,
 * or if there is no room in that of the dearest. */
static void
put(struct beam *beam, unsigned width, struct node *node, bool merges)
{
	unsigned i = merges ? find_alike(beam, node) : beam->len;

	if (i == width)
		i--;
	if (i == beam->len)
		beam->len++;
	else if (beam->node[i]->cost <= node->cost)
		return;
	for (; i > 0 && beam->node[i - 1]->cost > node->cost; i--)
		beam->node[i] = beam->node[i - 1];
	beam->node[i] = node;
}

/* The state after a move, with a way for each sheet. */
static void
follow(struct collating *collating, const struct node *child,
    const struct move *move, const struct way ways[SHEETS_MAX])
{
	struct node *node;
	unsigned cost = collating->node->cost;

	for (unsigned s = 0; s < collating->count; s++)
		cost += ways[s].cost;
	if (collating->next.len == collating->width &&
	    collating->next.node[collating->width - 1]->cost <= cost)
		return;
	node = arena_alloc(collating->arena, sizeof(*node));
	*node = *child;
	node->move = *move;
	node->cost = cost;
	node->lacked = true;
	for (unsigned s = 0; s < collating->count; s++) {
		node->way[s] = ways[s];
		node->at[s] = collating->node->at[s] + ways[s].takes;
		node->lacked &= ways[s].takes == 0;
	}
	put(&collating->next, collating->width, node, true);
	if (has_ended(collating, node))
		put(&collating->ends, collating->width, node, false);
}

/* All ways of all sheets, one after another as an odometer counts. */
static void
follow_all(struct collating *collating, const struct move *move)
{
	const struct rules *rules = collating->sheets[0].reader.rules;
	struct way ways[SHEETS_MAX][3], chosen[SHEETS_MAX];
	unsigned count[SHEETS_MAX] = { 0 }, digit[SHEETS_MAX] = { 0 };
	struct node *child = arena_alloc(collating->arena, sizeof(*child));
	unsigned s = 0;

	child->parent = collating->node;
	child->depth = collating->node->depth + 1;
	child->position = collating->node->position;
	rules_play(rules, &child->position, move, &child->past);
	for (unsigned k = 0; k < collating->count; k++)
		count[k] = find_ways(collating, k, move, ways[k]);
	do {
		bool takes = false;

		for (unsigned k = 0; k < collating->count; k++) {
			chosen[k] = ways[k][digit[k]];
			takes |= chosen[k].takes > 0;
		}
		if (takes || (collating->may_lack && !collating->node->lacked))
			follow(collating, child, move, chosen);
		for (s = 0; s < collating->count; s++) {
			if (++digit[s] < count[s])
				break;
			digit[s] = 0;
		}
	} while (s < collating->count);
}

static void
expand(struct collating *collating, const struct node *node)
{
	collating->node = node;
	if (has_ended(collating, node))
		return;
	find_moves(collating);
	for (unsigned i = 0; i < collating->len; i++) {
		const struct move move = collating->moves[i];

		follow_all(collating, &move);
	}
}

/* One ply further; false if there is nothing left. */
static bool
advance(struct collating *collating)
{
	unsigned limit = collating->ends.len > 0
	    ? collating->ends.node[0]->cost + AS_GOOD
	    : collating->beam.node[0]->cost + WIDE;

	collating->next.len = 0;
	for (unsigned i = 0; i < collating->beam.len; i++)
		if (collating->beam.node[i]->cost <= limit)
			expand(collating, collating->beam.node[i]);
	if (collating->next.len == 0)
		return false;
	collating->beam = collating->next;
	return true;
}

/* The state of the path after so many plies; NULL if it is shorter. */
static const struct node *
node_of(const struct node *end, unsigned depth)
{
	while (end != NULL && end->depth > depth)
		end = end->parent;
	return end != NULL && end->depth == depth ? end : NULL;
}

/* Where another end parts from the best one: that ply is open. */
static void
mark_open(struct collation *collation, const struct node *best,
    const struct node *other)
{
	for (unsigned i = 1; i <= best->depth; i++) {
		const struct node *mine = node_of(best, i);
		const struct node *its = node_of(other, i);

		if (its == NULL)
			return;
		if (is_same(&mine->move, &its->move))
			continue;
		if (mine->parent->position.key != its->parent->position.key)
			return;
		if (!collation->plies[i - 1].open)
			collation->plies[i - 1].another = its->move;
		collation->plies[i - 1].open = true;
		return;
	}
}

/*
 * What the beam has lost from sight: another move where the sheets differ,
 * after which all the rest of the game is as legal as it was
 */

/* What it costs that the sheets have the move, each with as many items as it
 * takes for that of the node; false if one has not. */
static bool
cost_instead(struct collating *collating, const struct node *node,
    const struct move *move, unsigned *cost)
{
	*cost = 0;
	for (unsigned s = 0; s < collating->count; s++) {
		struct way ways[3];
		unsigned count = find_ways(collating, s, move, ways);
		unsigned cheapest = UINT32_MAX;

		for (unsigned i = 0; i < count; i++)
			if (ways[i].takes == node->way[s].takes &&
			    ways[i].cost < cheapest)
				cheapest = ways[i].cost;
		if (cheapest == UINT32_MAX)
			return false;
		*cost += cheapest;
	}
	return true;
}

/* Plays a ply of the game in another position: as a sheet has it, if one has.
 */
static bool
play_as_written(const struct collating *collating, const struct collated *ply,
    struct position *position, struct past *past)
{
	const struct rules *rules = collating->sheets[0].reader.rules;
	struct strain strain = { 0 };
	struct move move;

	for (unsigned s = 0; s < collating->count; s++) {
		struct ground ground = { .reader =
					     &collating->sheets[s].reader };

		if (ply->by[s].reading == READING_SAME)
			return trial_step(&ground, position,
			    item_at(collating, s, ply->by[s].item), past,
			    &strain, &move);
	}
	if (!trial_is_legal(rules, position, &ply->move))
		return false;
	rules_play(rules, position, &ply->move, past);
	return true;
}

static bool
rest_replays(const struct collating *collating, const struct node *node,
    const struct move *move, const struct collation *collation)
{
	const struct rules *rules = collating->sheets[0].reader.rules;
	struct past *pasts = mem_alloc((collation->len + 1) * sizeof(*pasts));
	struct position position = node->parent->position;
	bool ok = true;

	rules_play(rules, &position, move, &pasts[collation->len]);
	for (unsigned i = node->depth; i < collation->len && ok; i++)
		ok = play_as_written(
		    collating, &collation->plies[i], &position, &pasts[i]);
	mem_free(pasts);
	return ok;
}

/* Looks for another move in place of the node's. */
static void
look_again(struct collating *collating, const struct node *node,
    struct collation *collation, unsigned *budget)
{
	struct collated *ply = &collation->plies[node->depth - 1];
	unsigned mine, cost, rest = collation->len - node->depth + 1;
	struct move moves[MOVES_BROAD];
	unsigned len;

	collating->node = node->parent;
	if (find_moves(collating) ||
	    !cost_instead(collating, node, &node->move, &mine))
		return;
	len = collating->len;
	memcpy(moves, collating->moves, len * sizeof(*moves));
	for (unsigned i = 0; i < len && !ply->open && *budget >= rest; i++) {
		if (is_same(&moves[i], &node->move) ||
		    !cost_instead(collating, node, &moves[i], &cost) ||
		    cost > mine + AS_GOOD)
			continue;
		*budget -= rest;
		if (!rest_replays(collating, node, &moves[i], collation))
			continue;
		ply->another = moves[i];
		ply->open = true;
	}
}

static void
look_at_differences(struct collating *collating, const struct node *end,
    struct collation *collation)
{
	unsigned budget = LOOKED_LEAST + LOOKED_PER_PLY * collation->len;

	for (const struct node *node = end; node->parent; node = node->parent) {
		bool differs = false;

		for (unsigned s = 0; s < collating->count; s++)
			differs |= node->way[s].reading == READING_OTHER ||
			    node->way[s].takes != 1;
		if (differs && !collation->plies[node->depth - 1].open)
			look_again(collating, node, collation, &budget);
	}
}

/* The plies of the game that ends in a state. */
static void
take_path(struct collating *collating, const struct node *end,
    struct collation *collation)
{
	collation->len = end->depth;
	collation->cost = end->cost;
	collation->complete = has_ended(collating, end);
	collation->plies = arena_alloc(
	    collating->arena, (end->depth + 1) * sizeof(*collation->plies));
	for (const struct node *node = end; node->parent; node = node->parent) {
		struct collated *ply = &collation->plies[node->depth - 1];

		ply->before = node->parent->position;
		ply->move = node->move;
		for (unsigned s = 0; s < collating->count; s++) {
			ply->by[s].reading = node->way[s].reading;
			ply->by[s].item = node->at[s] - 1;
			ply->by[s].extra = node->way[s].takes > 1
			    ? node->way[s].takes - 1U
			    : 0;
		}
	}
}

/* Follows the games that so many states at a time lead to. */
static void
search_games(
    struct collating *collating, const struct position *start, unsigned width)
{
	struct node *first = arena_alloc(collating->arena, sizeof(*first));
	unsigned most = 0;

	memset(first, 0, sizeof(*first));
	first->position = *start;
	collating->width = width;
	collating->tried = width > BEAM ? MOVES_BROAD : MOVES_TRIED;
	collating->beam.len = collating->ends.len = 0;
	put(&collating->beam, width, first, false);
	for (unsigned s = 0; s < collating->count; s++)
		if (collating->sheets[s].len > most)
			most = collating->sheets[s].len;
	for (unsigned i = 0; i < most + PLIES_MORE && advance(collating); i++)
		;
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
	collating->arena = arena;
	search_games(collating, start, BEAM);
	if (collating->ends.len == 0)
		search_games(collating, start, BROAD);
	best = collating->ends.len > 0 ? collating->ends.node[0]
				       : collating->beam.node[0];
	take_path(collating, best, collation);
	for (unsigned i = 1; i < collating->ends.len; i++)
		if (collating->ends.node[i]->cost <= best->cost + AS_GOOD)
			mark_open(collation, best, collating->ends.node[i]);
	look_at_differences(collating, best, collation);
	strbuf_release(&collating->text);
	mem_free(collating);
}
