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

static unsigned
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

/*
 * Playing
 */

const struct item *
search_next(const struct search *search, const struct state *state, unsigned s)
{
	const struct sheet_place *place = &state->place[s];
	const struct sheet *sheet = &search->sheets[s];

	return place->heads > 0      ? place->head
	    : place->at < sheet->len ? &sheet->items[place->at]
				     : NULL;
}

/* How the sheets have a move. */
struct written_move {
	const struct item *items[SHEETS_MAX]; /* NULL: this one lacks it */
	uint8_t marked;   /* with check: the sheets as bits; ... */
	uint8_t unmarked; /* and those whose marks tell nothing of the move */
};

/* Makes a move, and reads on in the sheets that have it. */
static void
make_move(struct search *search, struct state *state, const struct move *move,
    const struct written_move *written, struct past *past)
{
	struct position *position = &state->position, apart;
	const struct position *board;
	unsigned mover = position->to_move;

	for (unsigned s = 0; s < search->count; s++)
		state->strain.numbers += written->items[s] != NULL &&
		    !(state->place[s].unnumbered &&
			state->place[s].heads == 0) &&
		    trial_is_misnumbered(written->items[s], position);
	board = trial_make(search->rules, position, move, past, &apart);
	state->plies++;
	for (unsigned s = 0; s < search->count; s++) {
		struct sheet_place *place = &state->place[s];

		if (written->items[s] == NULL)
			continue;
		if (!(written->unmarked >> s & 1) &&
		    written->items[s]->token.len > 0 &&
		    !written->items[s]->unmarked)
			trial_mark(search->sheets[s].reader,
			    written->marked >> s & 1, board, position, mover,
			    &state->strain);
		if (place->heads > 0) {
			place->heads--;
			place->head++;
		} else {
			place->at++;
			place->unnumbered = false;
		}
	}
}

/* Finds the move that an item of a sheet is. A move that was found in another
 * position may not be legal, unless the line is `known` to go on. */
static bool
find_move(const struct search *search, unsigned s, const struct item *item,
    struct position *position, bool known, struct trial *trial)
{
	return trial_find(search->sheets[s].reader, position, item, trial) &&
	    (known || item->move == NULL ||
		trial_is_legal(search->rules, position, item->move));
}

bool
search_step(struct search *search, struct state *state, bool known,
    struct past *past, struct played *played)
{
	struct written_move written = { .marked = 0 };
	struct position before;
	bool is_found = false;

	search->played++;
	if (search->count > 1)
		before = state->position;
	for (unsigned s = 0; s < search->count; s++) {
		const struct item *item = search_next(search, state, s);
		struct position other;
		struct trial trial;

		written.items[s] = item;
		if (item == NULL)
			continue;
		if (is_found)
			other = before;
		if (!find_move(search, s, item,
			is_found ? &other : &state->position, known, &trial) ||
		    (is_found &&
			(other.to_move != state->position.to_move ||
			    !move_equal(&trial.move, &played->move) ||
			    trial.move.calls != played->move.calls)))
			return false;
		played->move = trial.move;
		is_found = true;
		written.marked |= (uint8_t)(trial.check << s);
		state->strain.style += trial.style;
	}
	if (!is_found)
		return false;
	played->mover = state->position.to_move;
	make_move(search, state, &played->move, &written, past);
	return true;
}

void
search_run(struct search *search, struct state *state, struct past *pasts)
{
	struct played played;

	while (search_step(search, state, false, pasts++, &played))
		;
}

/* Plays the moves of a change. */
static struct past *
make_moves(struct search *search, const struct change *change,
    struct state *state, struct past *past)
{
	for (unsigned i = 0; i < change->heads; i++) {
		const struct move *move = change->head[i].move;
		struct written_move written = { .unmarked = change->unmarked };

		for (unsigned s = 0; s < search->count; s++) {
			const struct item *item = change->lacks >> s & 1
			    ? NULL
			    : search_next(search, state, s);

			written.items[s] = item;
			if (item != NULL && item->token.len > 0 &&
			    trial_has_mark(
				search->sheets[s].reader, item->token))
				written.marked |= (uint8_t)(1U << s);
		}
		search->played++;
		trial_begin(search->rules, &state->position, move);
		make_move(search, state, move, &written, past++);
	}
	return past;
}

struct past *
search_change(struct search *search, const struct change *change,
    struct state *state, struct past *past)
{
	struct sheet_place *place = &state->place[change->sheet];

	if (change_is_move(change))
		past = make_moves(search, change, state, past);
	else
		*place = (struct sheet_place){ .at = change->next,
			.heads = change->heads,
			.head = change->head };
	place->unnumbered = change->unnumbers_next;
	return past;
}

/* The sheets, as bits, that have not ended. */
static unsigned
sheets_going(const struct search *search, const struct state *state)
{
	unsigned going = 0;

	for (unsigned s = 0; s < search->count; s++)
		if (search_next(search, state, s) != NULL)
			going |= 1U << s;
	return going;
}

void
search_aim(struct search *search, unsigned s)
{
	const struct state *stop = &search->stop->state;

	search->sheet = s;
	search->line = &search->sheets[s];
	search->fault = stop->place[s].at;
	search->first = search->is_single
	    ? search->fault - (unsigned)(search->stop - search->spots)
	    : search->fault;
}

/* Keeps of the spots those from which one sheet alone goes on, as it is
 * written; or the last. */
static void
choose_spots(struct search *search, struct spot *spots, unsigned count)
{
	unsigned going = sheets_going(search, &spots[count - 1].state), s = 0,
		 i;
	struct strain early;

	while (s < search->count && !(going >> s & 1))
		s++;
	search->going = going;
	search->is_single = s < search->count && going == 1U << s;
	i = count - 1;
	while (i > 0 && search->is_single &&
	    sheets_going(search, &spots[i - 1].state) == going &&
	    spots[i - 1].state.place[s].heads == 0 &&
	    spots[i - 1].state.place[s].at >= search->sheets[s].settled)
		i--;
	search->spots = spots + i;
	search->stop = spots + count - 1;
	early = search->early = search->spots->state.strain;
	for (; i < count; i++) {
		struct strain *strain = &spots[i].state.strain;

		strain->marks -= early.marks;
		strain->fitting -= early.fitting;
		strain->numbers -= early.numbers;
		strain->style -= early.style;
	}
	search_aim(search, s < search->count ? s : 0);
}

struct search *
search_begin(const struct sheet *sheets, unsigned count,
    const struct state *from, unsigned plies, struct arena *arena)
{
	struct search *search = mem_alloc(sizeof(*search));
	unsigned least = plies > LOOK_BACK ? plies - LOOK_BACK : 0;
	unsigned most = HEADS_MAX;
	struct state state = *from;
	struct past *pasts;
	struct spot *spots;

	memset(search, 0, sizeof(*search));
	search->sheets = sheets;
	search->count = count;
	search->rules = sheets->reader->rules;
	search->arena = arena;
	for (unsigned s = 0; s < count; s++)
		if (sheets[s].len + HEADS_MAX > most)
			most = sheets[s].len + HEADS_MAX;
	pasts =
	    arena_take(&search->scratch, (plies + most + 1) * sizeof(*pasts));
	search->trial_pasts = pasts + plies;
	spots =
	    arena_take(&search->scratch, (plies - least + 1) * sizeof(*spots));
	for (unsigned i = 0; i < plies; i++) {
		struct spot *spot = &spots[i < least ? 0 : i - least];

		spot->state = state;
		if (!search_step(
			search, &state, true, &pasts[i], &spot->played)) {
			search_end(search);
			return NULL;
		}
	}
	spots[plies - least].state = state;
	if (count > 1) {
		search->mark_cost = COST_SHEET_MISMARKED;
		search->style_cost = COST_SHEET_MISWRITTEN;
	} else {
		search->mark_cost =
		    search_habit(state.strain.fitting, state.strain.marks);
		search->style_cost =
		    search_habit(state.plies, state.strain.style);
	}
	choose_spots(search, spots, plies - least + 1);
	return search;
}

void
search_end(struct search *search)
{
	arena_release(&search->scratch);
	mem_free(search->changes);
	mem_free(search);
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
		.sheet = (uint8_t)search->sheet,
		.lacks = kind == REPAIR_MISSING ? ALL_SHEETS : 0,
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
}

/* Lists the changes where several sheets go on, and differ. */
static void
list_shared(struct search *search)
{
	search_shared_moves(search);
	for (unsigned s = 0; s < search->count; s++) {
		if (!(search->going >> s & 1) ||
		    search->stop->state.place[s].heads > 0)
			continue;
		search_aim(search, s);
		search_repeats(search, search->fault);
		search_add(search, REPAIR_TOO_MUCH, search->fault,
		    search->fault + 1, COST_SHEET_EXTRA, 0);
		search_blanks(search, search->fault);
	}
}

/* Lists the changes of a level, the likeliest first. */
static void
list_changes(struct search *search, enum level level)
{
	search->listed = 0;
	if (search->is_single)
		list_single(search, level);
	else if (level == LEVEL_NEAR)
		list_shared(search);
	for (size_t i = 0; i < search->listed; i++)
		search->changes[i].order = (unsigned)i;
	if (search->listed > 0)
		qsort(search->changes, search->listed, sizeof(*search->changes),
		    by_cost);
}

/*
 * Hypotheses
 */

/* How many items a sheet is read on from the fault, at most. */
static unsigned
items_read(const struct search *search, const struct state *state)
{
	const struct state *stop = &search->stop->state;
	unsigned most = 0;

	for (unsigned s = 0; s < search->count; s++)
		if (state->place[s].at > stop->place[s].at + most)
			most = state->place[s].at - stop->place[s].at;
	return most;
}

/* How many are left there to be read. */
static unsigned
items_left(const struct search *search)
{
	const struct state *stop = &search->stop->state;
	unsigned most = 0;

	for (unsigned s = 0; s < search->count; s++)
		if (search->sheets[s].len > stop->place[s].at + most)
			most = search->sheets[s].len - stop->place[s].at;
	return most;
}

/* The cost of a wrong guess that it would have lasted so many items, as far as
 * that counts; the first is the fault. */
static unsigned
hazard(unsigned items)
{
	return COST_HAZARD * (items > 1 ? at_most(items - 1, LASTS_MAX) : 0);
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

		key ^= place->heads > 0 ? (uintptr_t)place->head : place->at;
		key *= UINT64_C(0x9e3779b97f4a7c15);
	}
	return key;
}

const struct state *
search_before(const struct search *search, const struct change *change)
{
	return search->is_single ? &search_spot(search, change->at)->state
				 : &search->stop->state;
}

/* Whether half of the sheets that have not ended have a legal move next. */
static bool
goes_on(const struct search *search, const struct state *state)
{
	unsigned legal = 0, going = 0;

	for (unsigned s = 0; s < search->count; s++) {
		const struct item *item = search_next(search, state, s);
		struct position position = state->position;
		struct trial trial;

		if (item == NULL)
			continue;
		going++;
		legal += find_move(search, s, item, &position, false, &trial);
	}
	return 2 * legal >= going;
}

static void
try_change(struct search *search, const struct change *change)
{
	const struct state *before = search_before(search, change);
	struct hypothesis tried = { .change = *change };
	struct state state = *before;
	struct strain rest;
	struct past *past;
	struct played played;
	unsigned read;
	bool has_ended, is_lacking;

	/* What a sheet has too much is told with its next ply. */
	if (search->count > 1 && !change_is_move(change) &&
	    change->heads == 0 &&
	    change->next == search->sheets[change->sheet].len)
		return;
	state.strain = (struct strain){ 0 };
	past = search_change(search, change, &state, search->trial_pasts);
	while (state.place[change->sheet].heads > 0 &&
	    search_step(search, &state, false, past++, &played))
		;
	tried.key = search_key(search, &state);
	is_lacking = !search->is_single && change->lacks == ALL_SHEETS;
	if (is_lacking && !goes_on(search, &state))
		return;
	search_run(search, &state, past);
	read = items_read(search, &state);
	if ((read == 0 && !is_lacking) || state.place[change->sheet].heads > 0)
		return;
	rest = state.strain;
	state.strain = search_sum(&before->strain, &rest);
	has_ended = sheets_going(search, &state) == 0;
	tried.reach = state.place[change->sheet].at;
	tried.plies = state.plies;
	tried.strain = search_strain(search, &state.strain);
	tried.misnumbered = state.strain.numbers > 0;
	tried.mismarked = rest.marks > 2 && search->mark_cost > HABIT_LEAST;
	tried.score = change->cost + tried.strain + hazard(items_left(search)) -
	    hazard(read) + (has_ended ? 0 : COST_ANOTHER);
	rank(search, &tried);
}

void
search_level(struct search *search, enum level level, unsigned long budget)
{
	unsigned long end;

	list_changes(search, level);
	end = search->played + budget;
	for (size_t i = 0; i < search->listed && search->played <= end; i++) {
		const struct change *change = &search->changes[i];

		if (search->len > 0 &&
		    change->cost > search->best[0].score + HOPELESS)
			break;
		try_change(search, change);
	}
}

void
search_near(struct search *search, unsigned long budget)
{
	search_level(search, LEVEL_NEAR, budget);
	if (search->is_single &&
	    (search->len == 0 || search->best[0].score > FAIR))
		search_level(search, LEVEL_BACK, budget);
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
			best = at_most(best, first->score);
			tried->goes_on = change->cost < COST_ANOTHER &&
			    first->change.cost < COST_ANOTHER &&
			    first->reach > next->fault + GOES_ON;
		}
		search_end(next);
	}
	tried->score += best + hazard(tried->reach - search->fault);
	tried->score -= hazard(items_left(search));
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
