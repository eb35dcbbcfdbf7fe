/* Ternion: finds the game that best explains one line of moves, or several
 * score sheets.
 *
 * The moves are played to the first stop, where the next token is no legal move
 * or the sheets differ. Each change that may explain this is a hypothesis, and
 * is played on as far as the sheets agree again. It is judged by its
 * assumptions, by how far it goes, and by the numbers, marks and habits that
 * contradict it. A repair is the best hypothesis at the first stop; where that
 * leads to another one, the best there counts as well. collate.c goes on from
 * stop to stop to the end. */
#include <stdlib.h>

#include "parse/repair/costs.h"
#include "parse/repair/decode.h"

enum {
	AHEAD_PER_PLY = 20, /* after the next fault, ... */
	MISSING_BACK = 4,   /* plies before the fault where one may lack */
	AHEAD = 4,          /* hypotheses for which that is looked at */
	LASTS_MAX = 100,    /* plies after which that counts no more */
	JUDGED = 16,        /* hypotheses whose moves may lose a piece, or */
	CLOSE = 25,         /* those that cost so little more than the first */
};

/*
 * Changes
 */

/* By cost; of those that are equally likely the one that was listed first. */
static int
by_cost(const void *a, const void *b)
{
	const struct change *one = *(const struct change *const *)a;
	const struct change *other = *(const struct change *const *)b;

	return one->cost != other->cost
	    ? (one->cost > other->cost) - (one->cost < other->cost)
	    : (one > other) - (one < other);
}

/* Lists the changes where one sheet alone goes on. */
static void
list_single(struct search *search, enum level level)
{
	const struct rules *rules = search->rules;
	bool declares = dialect_of(rules->variant)->declares;
	unsigned fault = search->fault;
	bool can_move = rules_can_move(rules, search_position(search, fault));

	if (level == LEVEL_GAPS)
		search_gaps(search);
	for (unsigned at = fault + 1; at-- > search->first;) {
		search_other_moves(search, at, level);
		if (level != LEVEL_NEAR || at < search->settled)
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
}

/* Lists the changes where several sheets go on, and differ. */
static void
list_shared(struct search *search)
{
	search_shared_moves(search);
	for (unsigned s = 0; s < search->count; s++) {
		if (!(search->going >> s & 1) ||
		    search->dead_end->state.place[s].instead_len > 0)
			continue;
		search_set_sheet(search, s);
		search_repeats(search, search->fault);
		search_add(search, REPAIR_TOO_MUCH, search->fault,
		    search->fault + 1, COST_SHEET_EXTRA, 0);
		search_blanks(search, search->fault);
	}
}

/* Lists the changes of a level; returns their order, the likeliest first. */
static const struct change **
list_changes(struct search *search, enum level level)
{
	const struct change **ranked;

	search->listed = 0;
	if (search->is_single)
		list_single(search, level);
	else if (level == LEVEL_NEAR)
		list_shared(search);
	ranked = arena_take(&search->scratch, search->listed * sizeof(*ranked));
	for (size_t i = 0; i < search->listed; i++)
		ranked[i] = &search->changes[i];
	qsort(ranked, search->listed, sizeof(*ranked), by_cost);
	return ranked;
}

/*
 * Hypotheses
 */

/* How many items a sheet is read on from the stop, at most; NULL: to its end.
 */
static unsigned
items_read(const struct search *search, const struct state *state)
{
	const struct state *from = &search->dead_end->state;
	unsigned most = 0;

	for (unsigned s = 0; s < search->count; s++) {
		unsigned end =
		    state != NULL ? state->place[s].at : search->sheets[s].len;

		if (end > from->place[s].at + most)
			most = end - from->place[s].at;
	}
	return most;
}

/* How unlikely it is that a wrong guess lasts for that number of items, as far
 * as that counts; the first item is the fault. */
static unsigned
hazard(unsigned items)
{
	return COST_HAZARD * (items > 1 ? least_cost(items - 1, LASTS_MAX) : 0);
}

static void
take_off(struct search *search, unsigned i)
{
	search->len--;
	memmove(&search->best[i], &search->best[i + 1],
	    (search->len - i) * sizeof(search->best[0]));
}

void
search_rank(struct search *search, const struct hypothesis *tried)
{
	struct hypothesis *best = search->best;
	unsigned room = search->is_single ? TRIED_SINGLE : TRIED_MAX, i;

	for (i = 0; i < search->len; i++)
		if (best[i].change.sheet == tried->change.sheet &&
		    best[i].change.at == tried->change.at &&
		    best[i].reach == tried->reach && best[i].key == tried->key)
			break;
	if (i < search->len) {
		if (best[i].score <= tried->score)
			return;
		take_off(search, i);
	}
	for (i = search->len; i > 0 && best[i - 1].score > tried->score;)
		i--;
	if (i == room)
		return;
	if (search->len < room)
		search->len++;
	memmove(
	    &best[i + 1], &best[i], (search->len - 1 - i) * sizeof(best[0]));
	best[i] = *tried;
}

uint64_t
search_key(const struct search *search, const struct state *state)
{
	uint64_t key = state->position.key;

	for (unsigned s = 0; s < search->count; s++) {
		const struct sheet_place *place = &state->place[s];

		key ^= place->instead_len > 0 ? (uintptr_t)place->instead
					      : place->at;
		key *= UINT64_C(0x9e3779b97f4a7c15);
	}
	return key;
}

const struct state *
search_before(const struct search *search, const struct change *change)
{
	return search->is_single ? &search_waypoint(search, change->at)->state
				 : &search->dead_end->state;
}

/* Whether new items of a change are left over which explain nothing: the next
 * is no legal move, or none was played and no other sheet has that move. */
static bool
is_stuck(const struct search *search, const struct state *before,
    const struct change *change, const struct state *state)
{
	const struct sheet_place *place = &state->place[change->sheet];
	bool is_had = state->plies > before->plies;
	struct trial first, trial;

	if (place->instead_len == 0)
		return false;
	if (search->is_single ||
	    !search_find_next(search, state, change->sheet, &first))
		return true;
	for (unsigned s = 0; s < search->count && !is_had; s++)
		is_had = s != change->sheet &&
		    search_find_next(search, state, s, &trial) &&
		    played_equal(&first.played, &trial.played);
	return !is_had;
}

/* Whether half of the sheets that have not ended have a legal move next. */
static bool
goes_on(const struct search *search, const struct state *state)
{
	unsigned legal = 0, going = 0;
	struct trial trial;

	for (unsigned s = 0; s < search->count; s++) {
		going += search_next(search, state, s) != NULL;
		legal += search_find_next(search, state, s, &trial);
	}
	return 2 * legal >= going;
}

/* Plays on after a change, and ranks it if that leads past the stop. */
static void
try_change(struct search *search, const struct change *change)
{
	const struct state *before = search_before(search, change);
	struct hypothesis tried = { .change = *change };
	struct state state = *before;
	struct flaws rest;
	struct past *past;
	struct played played;
	unsigned read;
	bool has_ended, is_lacking;

	/* A sheet's surplus items are reported with its next ply. */
	if (search->count > 1 && !change_has(change, IS_MOVE) &&
	    change->instead_len == 0 &&
	    change->next == search->sheets[change->sheet].len)
		return;
	state.flaws = (struct flaws){ 0 };
	past = search_change(search, change, &state, search->trial_pasts);
	while (state.place[change->sheet].instead_len > 0 &&
	    search_step(search, &state, past++, &played))
		;
	tried.key = search_key(search, &state);
	is_lacking = !search->is_single && change->missing_on == ALL_SHEETS;
	if (is_lacking && !goes_on(search, &state))
		return;
	search_run(search, &state, past);
	read = items_read(search, &state);
	if ((read == 0 && !is_lacking) ||
	    is_stuck(search, before, change, &state))
		return;
	rest = state.flaws;
	state.flaws = search_sum(&before->flaws, &rest);
	has_ended = search_going(search, &state) == 0;
	tried.reach = state.place[change->sheet].at;
	tried.plies = state.plies;
	tried.flaws = search_flaws(search, &state.flaws);
	tried.misnumbered = state.flaws.numbers > 0;
	tried.is_doubted =
	    change->kind == REPAIR_OTHER && before->flaws.false_marks > 0;
	tried.mismarked = search->mark_cost > HABIT_LEAST &&
	    rest.marks > (rest.fitting < rest.marks ? 1 : 2);
	tried.score = change->cost + tried.flaws +
	    hazard(items_read(search, NULL)) - hazard(read) +
	    (has_ended ? 0 : COST_ANOTHER);
	search_rank(search, &tried);
}

void
search_level(struct search *search, enum level level, unsigned long budget)
{
	const struct change **ranked = list_changes(search, level);
	unsigned long end = search->played + budget;

	for (size_t i = 0; i < search->listed && search->played <= end; i++) {
		if (search->len > 0 &&
		    ranked[i]->cost > search->best[0].score + HOPELESS)
			break;
		try_change(search, ranked[i]);
	}
}

void
search_near(struct search *search, unsigned long budget)
{
	search_level(search, LEVEL_NEAR, budget);
	if (search->is_single)
		search_level(search, LEVEL_BACK, budget);
}

/*
 * How likely the best hypothesis is, compared with all others
 */

bool
search_is_one_finding(const struct hypothesis *a, const struct hypothesis *b)
{
	return a->change.kind == REPAIR_MISSING &&
	    b->change.kind == REPAIR_MISSING &&
	    a->change.instead_len == b->change.instead_len &&
	    (a->change.instead_len > 1 || a->change.at == b->change.at);
}

unsigned long
search_weight(unsigned cost)
{
	static const unsigned short tenth[] = { 1024, 955, 891, 832, 776, 724,
		676, 630, 588, 549 };

	return cost >= 200
	    ? 0
	    : ((unsigned long)tenth[cost % 10] << 10) >> (cost / 10);
}

/* The weight of an explanation that nobody thought of, relative to the first.
 */
static unsigned long
weight_of_unknown(const struct search *search)
{
	const struct hypothesis *first = &search->best[0];
	/* The faults of the rest would stand with any other reading, too. */
	unsigned unknown = COST_UNKNOWN + first->flaws + search->relief;

	return search_weight(
	    first->score < unknown ? unknown - first->score : 0);
}

struct weights
search_weigh(const struct search *search)
{
	const struct hypothesis *first = &search->best[0];
	struct weights weights = { .others = weight_of_unknown(search) };

	for (unsigned i = 0; i < search->len; i++) {
		const struct hypothesis *tried = &search->best[i];
		unsigned long one = search_weight(tried->score - first->score);

		if (i == 0 || search_is_one_finding(first, tried)) {
			weights.mine += one;
			continue;
		}
		if (weights.next == 0)
			weights.next = one;
		weights.others += one;
	}
	return weights;
}

/*
 * After the next fault
 */

/* Scores a hypothesis that stops at another fault by the best change there. */
static void
score_ahead(struct search *search, struct hypothesis *tried)
{
	const struct change *change = &tried->change;
	struct state state = *search_before(search, change);
	struct search *next;
	unsigned best = COST_UNKNOWN,
		 budget = AHEAD_PER_PLY * search->line->len;

	search_change(search, change, &state, search->trial_pasts);
	next = search_begin(search->sheets, search->count, &state,
	    tried->plies - state.plies, search->arena);
	tried->goes_on = false;
	if (next != NULL) {
		const struct hypothesis *first = &next->best[0];

		search_near(next, budget);
		if (next->len > 0) {
			best = least_cost(best, first->score);
			tried->goes_on = change->cost < COST_ANOTHER &&
			    first->change.cost < COST_ANOTHER &&
			    first->reach > next->fault + GOES_ON;
		}
		search_end(next);
	}
	tried->score += best + hazard(tried->reach - search->fault);
	tried->score -= hazard(items_read(search, NULL));
}

/* Whether another move was meant that loses a piece. */
static bool
loses(const struct search *search, const struct change *change)
{
	struct position before = search_before(search, change)->position;

	if (change->kind != REPAIR_OTHER)
		return false;
	trial_begin(search->rules, &before, change->instead->move);
	return losses_show(search->rules, &before, change->instead->move);
}

/* Judges the best hypotheses by their moves, too: one that loses a piece is
 * less likely than one that does not. If the first one loses, that only decides
 * between it and those that are nearly as likely. Those that do not reach the
 * end get the flaws of the best one that does: they meet the faults of the
 * rest, too. */
static void
judge_best(struct search *search)
{
	struct hypothesis *best = search->best;
	unsigned count = search->len, len = search->line->len, flaws = 0;
	unsigned close = best->score + CLOSE;
	bool first_loses = count > 0 && loses(search, &best->change);

	for (unsigned i = count; i-- > 0;)
		if (best[i].reach == len)
			flaws = best[i].flaws;
	search->len = 0;
	for (unsigned i = 0; i < count; i++) {
		struct hypothesis tried = best[i];

		if (tried.reach < len && tried.flaws < flaws) {
			tried.score += flaws - tried.flaws;
			tried.flaws = flaws;
		}
		if ((first_loses ? tried.score <= close : i < JUDGED) &&
		    loses(search, &tried.change) != first_loses)
			tried.score = first_loses
			    ? tried.score - least_cost(COST_LOSES, tried.score)
			    : tried.score + COST_LOSES;
		search_rank(search, &tried);
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

	judge_best(search);
	limit = first->score + HOPELESS / 2;
	if (search->len == 0 || first->reach == search->line->len ||
	    (outweighs(search_weigh(search), ALONE) &&
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
		search_rank(search, &tried[i]);
	}
}
