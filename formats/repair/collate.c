/*
 * Ternion: several score sheets of one game.
 *
 * A beam search over games: a state is a position with the place in each sheet
 * that it explains. The cheapest states of each number of plies are kept.
 * Work is counted, and once too much is done only a narrow beam goes on, so
 * that sheets which contradict each other everywhere end in bounded time. A
 * state that no kept state descends from is freed.
 */
#include <stdlib.h>

#include "formats/repair/costs.h"
#include "formats/repair/collate.h"
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
	struct arena *arena;
	unsigned width; /* of a beam */
	unsigned tried; /* moves, at most */
	struct beam beam, next, ends;
	struct node *free; /* nodes that can be used again */
	unsigned long work, budget;
	/* Of the state that is expanded: */
	struct node *node;
	struct candidate candidates[MOVES_BROAD]; /* the cheapest first */
	unsigned len;
	bool may_lack;          /* it may be that no sheet has the next ply */
	bool known[SHEETS_MAX]; /* the next item is a legal move: */
	struct candidate first[SHEETS_MAX];
	struct strain strain[SHEETS_MAX]; /* of that */
	struct strbuf text;
};

static unsigned
least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static struct node *
make_node(struct collating *collating)
{
	struct node *node = collating->free;

	if (node != NULL)
		collating->free = node->parent;
	else
		node = arena_alloc(collating->arena, sizeof(*node));
	return node;
}

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

static void
release_beam(struct collating *collating, struct beam *beam)
{
	for (unsigned i = 0; i < beam->len; i++)
		release_node(collating, beam->node[i]);
	beam->len = 0;
}

/* The position of a state with the turn given to a player who may have it. */
static struct position
begin_turn(
    const struct collating *collating, const struct node *node, unsigned mover)
{
	struct position position = node->position;

	if (position.to_move != mover)
		rules_begin(
		    collating->sheets[0].reader.rules, &position, mover);
	return position;
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
    const struct item *item, struct candidate *read, struct strain *strain)
{
	struct ground ground = { .reader = &collating->sheets[sheet].reader };
	struct position position = collating->node->position;
	struct past past;
	bool found = item != NULL &&
	    trial_step(&ground, &position, item, &past, strain, &read->move);

	read->mover = ground.mover;
	return found;
}

static bool
read_item(const struct collating *collating, unsigned sheet,
    const struct item *item, struct candidate *read)
{
	struct strain strain = { 0 };

	return read_strained(collating, sheet, item, read, &strain);
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
	unsigned i = collating->len;

	candidate.cost = cost;
	for (unsigned j = 0; j < collating->len; j++)
		if (is_same(&collating->candidates[j], &candidate))
			return;
	while (i > 0 && collating->candidates[i - 1].cost > cost)
		i--;
	if (i == collating->tried)
		return;
	if (collating->len < collating->tried)
		collating->len++;
	for (unsigned j = collating->len - 1; j > i; j--)
		collating->candidates[j] = collating->candidates[j - 1];
	collating->candidates[i] = candidate;
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
cost_at(struct collating *collating, unsigned sheet, const struct item *item,
    const struct position *position, const struct move *move)
{
	const struct reader_context *reader = &collating->sheets[sheet].reader;
	const struct marks none = { .attacked = 0 };

	collating->work++;
	strbuf_reset(&collating->text);
	reader->notation->write(reader->notation, reader->rules,
	    reader->alphabet, position, move, &none, &collating->text);
	return typing_cost(without_marks(strbuf_as_slice(&collating->text)),
	    without_marks(item->token), TYPING_UNLIKE);
}

static unsigned
cost_of(struct collating *collating, unsigned sheet, const struct item *item,
    const struct candidate *candidate)
{
	const struct position position =
	    begin_turn(collating, collating->node, candidate->mover);

	return cost_at(collating, sheet, item, &position, &candidate->move);
}

/* The legal moves of one player while they are compared with the tokens. */
struct comparing {
	struct collating *collating;
	struct position position; /* he has the turn */
};

static bool
consider(void *context, const struct move *move)
{
	const struct comparing *comparing = context;
	struct collating *collating = comparing->collating;
	unsigned cost = TYPING_UNLIKE;

	for (unsigned s = 0; s < collating->count; s++) {
		const struct item *item =
		    item_at(collating, s, collating->node->at[s]);

		if (item != NULL && !collating->known[s])
			cost = least(cost,
			    cost_at(collating, s, item, &comparing->position,
				move));
	}
	if (cost <= NEAR)
		add_candidate(collating,
		    (struct candidate){ *move, comparing->position.to_move, 0 },
		    cost + COST_SHEET_MISREAD);
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
	const struct comparing *comparing = context;
	struct collating *collating = comparing->collating;
	const struct rules *rules = collating->sheets[0].reader.rules;
	struct position after = comparing->position;
	unsigned going = 0;
	struct past past;

	rules_play(rules, &after, move, &past);
	for (unsigned s = 0; s < collating->count; s++)
		going += goes_on_after(collating, s, after);
	collating->work += collating->count;
	if (going == collating->count ||
	    (collating->width > BEAM && 2 * going >= collating->count))
		add_candidate(collating,
		    (struct candidate){ *move, comparing->position.to_move, 0 },
		    COST_SHEET_LACKING);
	return true;
}

/* Compares the moves of all players who may have the turn with the tokens. */
static void
compare_moves(struct collating *collating)
{
	const struct rules *rules = collating->sheets[0].reader.rules;

	collating->may_lack = may_lack(collating);
	for (unsigned player = 0; player < PLAYERS; player++) {
		struct comparing comparing = { collating,
			begin_turn(collating, collating->node, player) };

		if (comparing.position.to_move != player)
			continue;
		rules_all_moves(
		    rules, &comparing.position, consider, &comparing);
		if (collating->may_lack)
			rules_moves(rules, &comparing.position, NULL,
			    consider_lacking, &comparing);
	}
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
			add_candidate(collating, collating->first[s], 0);
		agree &= collating->known[s];
	}
	if (agree && collating->len == 1)
		return true;
	for (unsigned s = 0; s < collating->count; s++) {
		struct candidate read;

		if (read_item(collating, s,
			item_at(collating, s, collating->node->at[s] + 1),
			&read))
			add_candidate(collating, read, COST_SHEET_EXTRA);
	}
	compare_moves(collating);
	return false;
}

/* The ways in which a sheet can have the move; their number. */
static unsigned
find_ways(struct collating *collating, unsigned sheet,
    const struct candidate *move, struct way ways[WAYS])
{
	const struct node *node = collating->node;
	unsigned at = node->at[sheet], len = 0, cost;
	const struct item *item = item_at(collating, sheet, at);
	const struct item *next = item_at(collating, sheet, at + 1), *last;
	struct candidate other;
	bool twice;

	if (item == NULL) {
		ways[0] =
		    (struct way){ READING_MISSING, .cost = COST_SHEET_ENDED };
		return 1;
	}
	if (collating->known[sheet] &&
	    is_same(move, &collating->first[sheet])) {
		ways[0] = (struct way){ READING_SAME, 1,
			COST_SHEET_MISMARKED * collating->strain[sheet].marks +
			    COST_SHEET_MISWRITTEN *
				collating->strain[sheet].style };
		return 1;
	}
	cost = cost_of(collating, sheet, item, move);
	ways[len++] =
	    (struct way){ READING_OTHER, 1, cost + COST_SHEET_MISREAD };
	ways[len++] = (struct way){ READING_MISSING, .cost = COST_SHEET_LACKS };
	last = at > 0 ? item_at(collating, sheet, at - 1) : NULL;
	twice = last != NULL && slice_equal(item->token, last->token);
	if (next != NULL && read_item(collating, sheet, next, &other) &&
	    is_same(move, &other))
		ways[len++] = (struct way){ READING_SAME, 2,
			twice ? (unsigned)COST_SHEET_TWICE
			      : (unsigned)COST_SHEET_EXTRA };
	else if (next != NULL && twice)
		ways[len++] = (struct way){ READING_OTHER, 2,
			COST_SHEET_TWICE + COST_SHEET_MISREAD +
			    cost_of(collating, sheet, next, move) };
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
put(struct collating *collating, struct beam *beam, unsigned width,
    struct node *node, bool merges)
{
	unsigned i = merges ? find_alike(beam, node) : beam->len;

	if (i == width)
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

/* A move after the state that is expanded, with the position that it leads
 * to. */
struct child {
	struct candidate played;
	struct position position;
	struct past past;
};

/* The state after a move, with a way for each sheet. */
static void
follow(struct collating *collating, const struct child *child,
    const struct way ways[SHEETS_MAX])
{
	struct node *node;
	unsigned cost = collating->node->cost;

	collating->work++;
	for (unsigned s = 0; s < collating->count; s++)
		cost += ways[s].cost;
	if (collating->next.len >= collating->width &&
	    collating->next.node[collating->width - 1]->cost <= cost)
		return;
	node = make_node(collating);
	node->parent = collating->node;
	node->parent->refs++;
	node->refs = 1;
	node->depth = node->parent->depth + 1;
	node->position = child->position;
	node->past = child->past;
	if (node->position.past == &child->past)
		node->position.past = &node->past;
	node->played = child->played;
	node->cost = cost;
	node->lacked = true;
	memset(node->at, 0, sizeof(node->at));
	for (unsigned s = 0; s < collating->count; s++) {
		node->way[s] = ways[s];
		node->at[s] = collating->node->at[s] + ways[s].takes;
		node->lacked &= ways[s].takes == 0;
	}
	put(collating, &collating->next, collating->width, node, true);
	if (has_ended(collating, node))
		put(collating, &collating->ends, collating->width, node, false);
	release_node(collating, node);
}

/* All ways of all sheets, one after another as an odometer counts. */
static void
follow_all(struct collating *collating, const struct candidate *played)
{
	const struct rules *rules = collating->sheets[0].reader.rules;
	struct way ways[SHEETS_MAX][WAYS], chosen[SHEETS_MAX];
	unsigned count[SHEETS_MAX] = { 0 }, digit[SHEETS_MAX] = { 0 };
	struct child child = { .played = *played };
	unsigned s = 0;

	child.position = begin_turn(collating, collating->node, played->mover);
	rules_play(rules, &child.position, &played->move, &child.past);
	for (unsigned k = 0; k < collating->count; k++)
		count[k] = find_ways(collating, k, played, ways[k]);
	do {
		bool takes = false;

		for (unsigned k = 0; k < collating->count; k++) {
			chosen[k] = ways[k][digit[k]];
			takes |= chosen[k].takes > 0;
		}
		if (takes || (collating->may_lack && !collating->node->lacked))
			follow(collating, &child, chosen);
		for (s = 0; s < collating->count; s++) {
			if (++digit[s] < count[s])
				break;
			digit[s] = 0;
		}
	} while (s < collating->count);
}

static void
expand(struct collating *collating, struct node *node)
{
	struct candidate candidates[MOVES_BROAD];
	unsigned len;

	collating->node = node;
	if (has_ended(collating, node))
		return;
	find_moves(collating);
	len = collating->len;
	memcpy(candidates, collating->candidates, len * sizeof(*candidates));
	for (unsigned i = 0; i < len; i++)
		follow_all(collating, &candidates[i]);
}

/* One ply further; false if there is nothing left. When the budget is spent,
 * only the best few states go on. */
static bool
advance(struct collating *collating)
{
	unsigned limit = collating->ends.len > 0
	    ? collating->ends.node[0]->cost + AS_GOOD
	    : collating->beam.node[0]->cost + WIDE;

	if (collating->work > collating->budget)
		collating->width = collating->tried = NARROW;
	for (unsigned i = 0; i < collating->beam.len && i < collating->width;
	     i++)
		if (collating->beam.node[i]->cost <= limit)
			expand(collating, collating->beam.node[i]);
	if (collating->next.len == 0)
		return false;
	release_beam(collating, &collating->beam);
	collating->beam = collating->next;
	collating->next.len = 0;
	return true;
}

/* The state of the path after `depth` plies; NULL if the path is shorter. */
static const struct node *
node_of(const struct node *end, unsigned depth)
{
	while (end != NULL && end->depth > depth)
		end = end->parent;
	return end != NULL && end->depth == depth ? end : NULL;
}

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
	for (unsigned i = 1; i <= best->depth; i++) {
		const struct node *mine = node_of(best, i);
		const struct node *its = node_of(other, i);

		if (its == NULL)
			return;
		if (is_same(&mine->played, &its->played))
			continue;
		if (mine->parent->position.key != its->parent->position.key)
			return;
		open_ply(&collation->plies[i - 1], &its->played);
		return;
	}
}

/*
 * What the beam has lost from sight: another move where the sheets differ,
 * after which all the rest of the game is as legal as it was
 */

/* The cost of reading the move on the sheets, with the number of items that
 * each takes for the move of the node; false if a sheet cannot be read so. */
static bool
cost_instead(struct collating *collating, const struct node *node,
    const struct candidate *move, unsigned *cost)
{
	*cost = 0;
	for (unsigned s = 0; s < collating->count; s++) {
		struct way ways[WAYS];
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
	rules_begin(rules, position, ply->before.to_move);
	if (!trial_is_legal(rules, position, &ply->move))
		return false;
	rules_play(rules, position, &ply->move, past);
	return true;
}

static bool
rest_replays(const struct collating *collating, const struct node *node,
    const struct candidate *move, const struct collation *collation)
{
	const struct rules *rules = collating->sheets[0].reader.rules;
	struct past *pasts = mem_alloc((collation->len + 1) * sizeof(*pasts));
	struct position position =
	    begin_turn(collating, node->parent, move->mover);
	bool ok = true;

	rules_play(rules, &position, &move->move, &pasts[collation->len]);
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
	struct candidate moves[MOVES_BROAD];
	unsigned len;

	collating->node = node->parent;
	if (find_moves(collating) ||
	    !cost_instead(collating, node, &node->played, &mine))
		return;
	len = collating->len;
	memcpy(moves, collating->candidates, len * sizeof(*moves));
	for (unsigned i = 0; i < len && !ply->open && *budget >= rest; i++) {
		if (is_same(&moves[i], &node->played) ||
		    !cost_instead(collating, node, &moves[i], &cost) ||
		    cost > mine + AS_GOOD)
			continue;
		*budget -= rest;
		if (rest_replays(collating, node, &moves[i], collation))
			open_ply(ply, &moves[i]);
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

		ply->before =
		    begin_turn(collating, node->parent, node->played.mover);
		ply->move = node->played.move;
		for (unsigned s = 0; s < collating->count; s++) {
			ply->by[s].reading = node->way[s].reading;
			ply->by[s].item = node->at[s] - 1;
			ply->by[s].extra = node->way[s].takes > 1
			    ? node->way[s].takes - 1U
			    : 0;
		}
	}
}

/* Searches with a beam of `width` states. */
static void
search_games(struct collating *collating, const struct position *start,
    unsigned width, unsigned long budget)
{
	struct node *first = make_node(collating);
	unsigned most = 0;

	memset(first, 0, sizeof(*first));
	first->position = *start;
	collating->width = width;
	collating->tried = width > BEAM ? MOVES_BROAD : MOVES_TRIED;
	collating->budget = budget;
	release_beam(collating, &collating->beam);
	put(collating, &collating->beam, width, first, false);
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
	search_games(collating, start, BEAM, BUDGET);
	if (collating->ends.len == 0)
		search_games(collating, start, BROAD, BUDGET_BROAD);
	best = collating->ends.len > 0 ? collating->ends.node[0]
				       : collating->beam.node[0];
	take_path(collating, best, collation);
	collation->cut = collating->work > collating->budget;
	for (unsigned i = 1; i < collating->ends.len; i++)
		if (collating->ends.node[i]->cost <= best->cost + AS_GOOD)
			mark_open(collation, best, collating->ends.node[i]);
	look_at_differences(collating, best, collation);
	collate_tail(sheets, count, arena, collation);
	strbuf_release(&collating->text);
	mem_free(collating);
}
