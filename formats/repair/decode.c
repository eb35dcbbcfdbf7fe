/* Ternion: the decoder of one line: which game explains it best.
 *
 * A hypothesis is the line with a change that leads past its first fault. Those
 * that reach the end are judged by what they suppose, and by the numbers, marks
 * and habits that contradict them; those that stop at another fault also by
 * what the best hypothesis there costs. */
#include <stdlib.h>

#include "formats/repair/costs.h"
#include "formats/repair/decode.h"

enum {
	AHEAD_PER_PLY = 20, /* after the next fault, ... */
	MISSING_BACK = 4,   /* plies before the fault where one may lack */
	AHEAD = 4,          /* hypotheses for which that is looked at */
	LASTS_MAX = 100,    /* plies after which that counts no more */
	FAIR = 30,          /* better is no slip of long ago */
};

unsigned
search_habit(unsigned so, unsigned otherwise)
{
	unsigned odds = (so + 4) / (otherwise + 1), bits = 0;

	for (; odds >= 2 && bits < COST_HABIT_MAX; odds /= 2)
		bits += 10;
	return bits > HABIT_LEAST ? bits : (unsigned)HABIT_LEAST;
}

static unsigned
at_most(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

struct strain
search_sum(const struct strain *a, const struct strain *b)
{
	return (struct strain){ .marks = a->marks + b->marks,
		.fitting = a->fitting + b->fitting,
		.numbers = a->numbers + b->numbers,
		.style = a->style + b->style };
}

unsigned
search_strain(const struct search *search, const struct strain *strain)
{
	return at_most(strain->marks * search->mark_cost, COST_MARKS_MAX) +
	    at_most(strain->style * search->style_cost, COST_STYLE_MAX) +
	    at_most(strain->numbers * COST_NUMBER, COST_NUMBERS_MAX);
}

struct search *
search_begin(
    const struct repair_line *line, unsigned fault, struct arena *arena)
{
	struct search *search = mem_alloc(sizeof(*search));
	struct position position = *line->start;
	struct strain strain = { 0 }, early = { 0 };
	struct past *pasts;
	unsigned i;

	memset(search, 0, sizeof(*search));
	search->line = line;
	search->arena = arena;
	search->ground.reader = line->reader;
	search->fault = fault;
	search->first = fault > LOOK_BACK ? fault - LOOK_BACK : 0;
	if (search->first < line->settled)
		search->first = at_most(line->settled, fault);
	pasts = arena_take(
	    &search->scratch, (2 * line->len + HEADS_MAX + 2) * sizeof(*pasts));
	search->trial_pasts = pasts + line->len;
	search->spots = arena_take(&search->scratch,
	    (fault - search->first + 1) * sizeof(*search->spots));
	i = trial_items(&search->ground, &position, line->items, search->first,
	    pasts, &early);
	for (; i >= search->first; i++) {
		struct line_state *spot = &search->spots[i - search->first];

		spot->before = position;
		spot->strain = strain;
		if (i == fault) {
			strain = search_sum(&early, &strain);
			search->mark_cost =
			    search_habit(strain.fitting, strain.marks);
			search->style_cost = search_habit(fault, strain.style);
			return search;
		}
		if (!trial_step(&search->ground, &position, &line->items[i],
			&pasts[i], &strain, &spot->played))
			break;
	}
	search_end(search);
	return NULL;
}

void
search_end(struct search *search)
{
	arena_release(&search->scratch);
	mem_free(search->changes);
	mem_free(search);
}

unsigned
search_play(struct search *search, const struct change *change,
    const struct position *before, struct strain *strain, uint64_t *key)
{
	const struct repair_line *line = search->line;
	struct past *past = search->trial_pasts;
	struct position position = *before;
	struct move move;

	for (unsigned i = 0; i < change->heads; i++)
		if (!trial_step(&search->ground, &position, &change->head[i],
			past++, strain, &move))
			return change->at;
	*key = position.key;
	for (unsigned i = change->next; i < line->len; i++) {
		struct item item = line->items[i];

		item.unnumbered |= i == change->next && change->unnumbers_next;
		if (item.move != NULL) {
			/* It was found in another position. */
			struct position begun = position;

			trial_begin(line->reader->rules, &begun, item.move);
			if (!trial_is_legal(
				line->reader->rules, &begun, item.move))
				return i;
		}
		if (!trial_step(&search->ground, &position, &item, past++,
			strain, &move))
			return i;
	}
	return line->len;
}

/*
 * Changes
 */

struct change *
search_add(struct search *search, enum repair_kind kind, unsigned at,
    unsigned next, unsigned cost, unsigned heads)
{
	struct change *change;

	if (search->listed == search->size) {
		search->size = search->size * 2 + 256;
		search->changes = mem_grow(
		    search->changes, search->size * sizeof(*search->changes));
	}
	change = &search->changes[search->listed++];
	/* The longer ago it was, the likelier it had shown before. */
	*change = (struct change){ .kind = (uint8_t)kind,
		.at = at,
		.next = next,
		.heads = heads,
		.cost = cost + (at < search->fault ? search->fault - at : 0) };
	if (heads > 0)
		change->head = arena_alloc(
		    &search->scratch, heads * sizeof(*change->head));
	return change;
}

/* By cost; of those that are equally likely the one that was listed first. */
static int
by_cost(const void *a, const void *b)
{
	const struct change *one = a, *other = b;

	return one->cost != other->cost
	    ? (one->cost > other->cost) - (one->cost < other->cost)
	    : (one->order > other->order) - (one->order < other->order);
}

/* Lists the changes of a level, the likeliest first. */
static void
list_changes(struct search *search, enum level level)
{
	const struct rules *rules = search->line->reader->rules;
	bool declares = dialect_of(rules->variant)->declares;
	unsigned fault = search->fault;
	bool can_move =
	    rules_can_move(rules, &search_spot(search, fault)->before);

	search->listed = 0;
	if (level == LEVEL_GAPS)
		search_gaps(search);
	for (unsigned at = fault + 1; at-- > search->first;) {
		search_other_moves(search, at, level);
		if (level != LEVEL_NEAR)
			continue;
		if (declares)
			search_declared(search, at);
		search_repeats(search, at);
		if (at + MISSING_BACK >= fault)
			search_missing(search, at);
		if (at + MISSING_BACK >= fault && can_move)
			search_add(search, REPAIR_TOO_MUCH, at, at + 1,
			    COST_TOO_MUCH, 0);
		if (at + 1 >= fault)
			search_blanks(search, at);
	}
	for (size_t i = 0; i < search->listed; i++)
		search->changes[i].order = (unsigned)i;
	if (search->listed > 0)
		qsort(search->changes, search->listed, sizeof(*search->changes),
		    by_cost);
}

/*
 * Hypotheses
 */

/* How far a hypothesis is played after the fault, as far as that counts. */
static unsigned
lasts(const struct search *search, unsigned reach)
{
	return reach > search->fault + 1
	    ? at_most(reach - search->fault - 1, LASTS_MAX)
	    : 0;
}

static void
take_off(struct search *search, unsigned i)
{
	search->len--;
	memmove(&search->best[i], &search->best[i + 1],
	    (search->len - i) * sizeof(search->best[0]));
}

/* Puts a hypothesis among the best. Of two that put the same in the same place
 * the likelier stays. */
static void
rank(struct search *search, const struct hypothesis *tried)
{
	struct hypothesis *best = search->best;
	unsigned i;

	for (i = 0; i < search->len; i++)
		if (best[i].change.at == tried->change.at &&
		    best[i].change.next == tried->change.next &&
		    best[i].reach == tried->reach && best[i].key == tried->key)
			break;
	if (i < search->len) {
		if (best[i].score <= tried->score)
			return;
		take_off(search, i);
	}
	for (i = search->len; i > 0 && best[i - 1].score > tried->score;)
		i--;
	if (i == TRIED_MAX)
		return;
	if (search->len < TRIED_MAX)
		search->len++;
	memmove(
	    &best[i + 1], &best[i], (search->len - 1 - i) * sizeof(best[0]));
	best[i] = *tried;
}

static void
try_change(struct search *search, const struct change *change)
{
	const struct line_state *spot = search_spot(search, change->at);
	unsigned len = search->line->len;
	struct hypothesis tried = { .change = *change };
	struct strain rest = { 0 }, all;

	tried.reach =
	    search_play(search, change, &spot->before, &rest, &tried.key);
	if (tried.reach <= search->fault)
		return;
	all = search_sum(&spot->strain, &rest);
	tried.strain = search_strain(search, &all);
	tried.misnumbered = all.numbers > 0;
	tried.mismarked = rest.marks > 2 && search->mark_cost > HABIT_LEAST;
	tried.score = change->cost + tried.strain +
	    COST_HAZARD * (lasts(search, len) - lasts(search, tried.reach)) +
	    (tried.reach < len ? COST_ANOTHER : 0);
	rank(search, &tried);
}

void
search_level(struct search *search, enum level level, unsigned long budget)
{
	list_changes(search, level);
	search->ground.played = 0;
	for (size_t i = 0;
	     i < search->listed && search->ground.played <= budget; i++) {
		const struct change *change = &search->changes[i];

		if (search->len > 0 &&
		    change->cost > search->best[0].score + HOPELESS)
			break;
		try_change(search, change);
	}
}

struct search *
search_near(const struct repair_line *line, unsigned fault,
    unsigned long budget, struct arena *arena)
{
	struct search *search = search_begin(line, fault, arena);

	if (search == NULL)
		return NULL;
	search_level(search, LEVEL_NEAR, budget);
	if (search->len == 0 || search->best[0].score > FAIR)
		search_level(search, LEVEL_BACK, budget);
	return search;
}

/*
 * After the next fault
 */

/* Scores a hypothesis that stops at another fault by the best change there. */
static void
score_ahead(const struct search *search, struct hypothesis *tried)
{
	const struct change *change = &tried->change;
	struct repair_line line = *search->line;
	unsigned len = line.len, fault, best = COST_UNKNOWN;
	struct item *items = mem_alloc((len + HEADS_MAX) * sizeof(*items));
	struct arena arena = ARENA_INIT;
	struct search *next;

	memcpy(items, line.items, len * sizeof(*items));
	repair_apply(&line, items, change,
	    search_spot(search, change->at)->before, &arena);
	fault = tried->reach + line.len - len;
	next = search_near(&line, fault, AHEAD_PER_PLY * line.len, &arena);
	tried->goes_on = false;
	if (next != NULL) {
		const struct hypothesis *first = &next->best[0];

		if (next->len > 0) {
			best = at_most(best, first->score);
			tried->goes_on = change->cost < COST_ANOTHER &&
			    first->change.cost < COST_ANOTHER &&
			    first->reach > fault + GOES_ON;
		}
		search_end(next);
	}
	tried->score += best;
	tried->score -=
	    COST_HAZARD * (lasts(search, len) - lasts(search, tried->reach));
	arena_release(&arena);
	mem_free(items);
}

/* Gives hypotheses that do not reach the end the strain of the best one that
 * does: they meet the faults of the rest, too. */
static void
level_strains(struct search *search)
{
	struct hypothesis *best = search->best;
	unsigned count = search->len, len = search->line->len, strain, i = 0;

	while (i < count && best[i].reach < len)
		i++;
	if (i == count)
		return;
	strain = best[i].strain;
	search->len = 0;
	for (i = 0; i < count; i++) {
		struct hypothesis tried = best[i];

		if (tried.reach < len && tried.strain < strain) {
			tried.score += strain - tried.strain;
			tried.strain = strain;
		}
		rank(search, &tried);
	}
}

/* Several changes bring the line to its next fault, and the line after that may
 * show which of them is meant. Only the best is followed there; the others are
 * taken to do no better. */
void
search_look_ahead(struct search *search)
{
	const struct hypothesis *first = &search->best[0];
	unsigned limit, len = 0;
	struct hypothesis tried[AHEAD];
	int least = 0;

	level_strains(search);
	limit = first->score + HOPELESS / 2;
	if (search->len == 0 || first->reach == search->line->len ||
	    (search_outweighs(search, ALONE) &&
		first->reach > search->fault + GOES_ON))
		return;
	while (len < AHEAD && search->len > 0 && first->score <= limit) {
		int more = 0;

		tried[len] = *first;
		take_off(search, 0);
		if (tried[len].reach < search->line->len) {
			more = -(int)tried[len].score;
			score_ahead(search, &tried[len]);
			more += (int)tried[len].score;
		}
		if (len++ == 0 || more < least)
			least = more;
	}
	search->relief = least < 0 ? (unsigned)-least : 0;
	for (unsigned i = 0; i < len; i++) {
		tried[i].score = (unsigned)((int)tried[i].score - least);
		rank(search, &tried[i]);
	}
}
