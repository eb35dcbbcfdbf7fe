/* Ternion: the moves that score sheets can mean in a state of the beam. */
#include "formats/repair/beam.h"
#include "formats/repair/costs.h"

enum {
	NEAR = 60,   /* the cost of a text that may be a misspelling */
	WINDOW = 24, /* plies before a fault in which a slip is sought */
};

struct position
beam_begin_turn(
    const struct collating *collating, const struct node *node, unsigned mover)
{
	struct position position = node->position;

	if (position.to_move != mover)
		rules_begin(collating->rules, &position, mover);
	return position;
}

/* The item of a sheet that is `ahead` of its place in the state; NULL after
 * its end. */
static const struct item *
item_at(const struct collating *collating, unsigned s, unsigned ahead)
{
	unsigned i = collating->node->at[s] + ahead;

	return i < collating->sheets[s].len ? &collating->sheets[s].items[i]
					    : NULL;
}

/* Plays an item of a sheet in a position, and finds whose move it is. What does
 * not fit in it is added to the strain. */
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

/* The legal move that the item `ahead` is in the position of the state. */
static bool
read_item(const struct collating *collating, unsigned s, unsigned ahead,
    struct strain *strain, struct candidate *read)
{
	struct position position = collating->node->position;
	struct past past;

	*strain = (struct strain){ 0 };
	return play_item(collating, s, item_at(collating, s, ahead), &position,
	    &past, strain, read);
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
		if (beam_is_same(&candidates[j], &candidate))
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

/* The cost of writing the token for the move, in a position where its mover has
 * the turn. */
static unsigned
reading_cost(struct collating *collating, struct written *written,
    const struct position *position, const struct move *move)
{
	bool unmarked;

	collating->work++;
	return written_cost(written, position, move, TYPING_UNLIKE, &unmarked);
}

/* Compares a legal move with the tokens that are none, or with that of the only
 * sheet that has not ended: no other tells of its slips. */
static bool
consider(void *context, const struct move *move)
{
	struct collating *collating = context;
	struct candidate candidate = { *move, collating->turn.to_move, 0 };
	unsigned least = TYPING_UNLIKE;

	for (unsigned s = 0; s < collating->count; s++) {
		unsigned cost;

		if (item_at(collating, s, 0) == NULL ||
		    (collating->known[s] && collating->going > 1))
			continue;
		cost = reading_cost(
		    collating, &collating->written[s], &collating->turn, move);
		least = cost < least ? cost : least;
	}
	if (least <= NEAR)
		add_candidate(collating, candidate, least + COST_SHEET_MISREAD);
	return true;
}

/* A move that no sheet has is one after which half of them have a legal one. */
static bool
consider_lacking(void *context, const struct move *move)
{
	struct collating *collating = context;
	struct candidate candidate = { *move, collating->turn.to_move, 0 };
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
	if (2 * going >= count)
		add_candidate(collating, candidate, COST_SHEET_LACKING);
	return true;
}

/* Whether the only sheet that has not ended can be played on as it stands, for
 * so long that no slip of now can show later. */
static bool
is_clean(struct collating *collating, unsigned s)
{
	struct node *node = collating->node;
	const struct sheet *sheet = &collating->sheets[s];
	struct ground ground = { .reader = &sheet->reader };
	struct past pasts[2 * WINDOW];
	struct position position = node->position;
	struct strain strain = { 0 };
	unsigned left = sheet->len - node->at[s];

	if (node->clean < WINDOW && node->clean < left)
		node->clean =
		    trial_items(&ground, &position, &sheet->items[node->at[s]],
			left < 2 * WINDOW ? left : 2 * WINDOW, pasts, &strain);
	return node->clean >= WINDOW || node->clean == left;
}

bool
beam_find_moves(struct collating *collating)
{
	bool agree = true;
	unsigned last = 0;

	collating->len = collating->going = 0;
	collating->may_lack = true;
	for (unsigned s = 0; s < collating->count; s++) {
		const struct item *item = item_at(collating, s, 0);

		collating->known[s] = read_item(collating, s, 0,
		    &collating->strain[s], &collating->first[s]);
		if (collating->known[s])
			add_candidate(collating, collating->first[s], 0);
		agree &= collating->known[s];
		collating->going += item != NULL;
		last = item != NULL ? s : last;
		collating->may_lack &= !collating->known[s];
	}
	if ((agree && collating->len == 1) ||
	    (collating->going == 1 && is_clean(collating, last)))
		return true;
	for (unsigned s = 0; s < collating->count; s++) {
		const struct item *item = item_at(collating, s, 0);
		struct strain strain;
		struct candidate read;

		if (item != NULL)
			written_read(&collating->written[s],
			    &collating->sheets[s].reader,
			    &collating->node->position, item->token);
		if (read_item(collating, s, 1, &strain, &read))
			add_candidate(collating, read, COST_SHEET_EXTRA);
	}
	for (unsigned player = 0; player < PLAYERS; player++) {
		collating->turn =
		    beam_begin_turn(collating, collating->node, player);
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

unsigned
beam_find_ways(struct collating *collating, unsigned s,
    const struct candidate *move, struct way ways[WAYS])
{
	const struct item *item = item_at(collating, s, 0);
	const struct item *next = item_at(collating, s, 1);
	const struct strain *strain = &collating->strain[s];
	struct strain unused;
	struct position position;
	struct candidate other;
	unsigned len = 0;
	bool twice;

	if (item == NULL) {
		ways[0] =
		    (struct way){ READING_MISSING, .cost = COST_SHEET_ENDED };
		return 1;
	}
	if (collating->known[s] && beam_is_same(move, &collating->first[s])) {
		ways[0] = (struct way){ READING_SAME, 1,
			COST_SHEET_MISMARKED * strain->marks +
			    COST_SHEET_MISWRITTEN * strain->style };
		return 1;
	}
	position = beam_begin_turn(collating, collating->node, move->mover);
	ways[len++] = (struct way){ READING_OTHER, 1,
		COST_SHEET_MISREAD +
		    reading_cost(collating, &collating->written[s], &position,
			&move->move) };
	ways[len++] = (struct way){ READING_MISSING, .cost = COST_SHEET_LACKS };
	twice = collating->node->at[s] > 0 &&
	    slice_equal(item->token, item[-1].token);
	if (next != NULL && read_item(collating, s, 1, &unused, &other) &&
	    beam_is_same(move, &other))
		ways[len++] = (struct way){ READING_SAME, 2,
			twice ? (unsigned)COST_SHEET_TWICE
			      : (unsigned)COST_SHEET_EXTRA };
	else if (next != NULL && twice) {
		written_read(&collating->after, &collating->sheets[s].reader,
		    &collating->node->position, next->token);
		ways[len++] = (struct way){ READING_OTHER, 2,
			COST_SHEET_TWICE + COST_SHEET_MISREAD +
			    reading_cost(collating, &collating->after,
				&position, &move->move) };
	}
	return len;
}
