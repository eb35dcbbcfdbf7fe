/* Ternion: one line or several sheets, played as they are written, or with a
 * change. */
#include "parse/repair/costs.h"
#include "parse/repair/decode.h"

struct flaws
search_sum(const struct flaws *a, const struct flaws *b)
{
	return (struct flaws){ .marks = a->marks + b->marks,
		.false_marks = a->false_marks + b->false_marks,
		.fitting = a->fitting + b->fitting,
		.numbers = a->numbers + b->numbers,
		.style = a->style + b->style };
}

const struct item *
search_next(const struct search *search, const struct state *state, unsigned s)
{
	const struct sheet_place *place = &state->place[s];
	const struct sheet *sheet = &search->sheets[s];

	return place->instead_len > 0 ? place->instead
	    : place->at < sheet->len  ? &sheet->items[place->at]
				      : NULL;
}

bool
search_find_next(const struct search *search, const struct state *state,
    unsigned s, struct trial *trial)
{
	const struct item *item = search_next(search, state, s);
	struct position position = state->position;

	return item != NULL &&
	    trial_find(search->sheets[s].reader, &position, item, trial);
}

/* The kings that the mover attacks, as bits. */
static unsigned
attacked_by(const struct position *position, unsigned mover)
{
	unsigned kings = 0;

	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != mover && (position->checks[p] >> mover & 1))
			kings |= 1u << p;
	return kings;
}

/* Counts whether a mark of check is true, and if there is none whether one was
 * due, judged on `board`. */
static void
count_mark(const struct language *reader, bool check,
    const struct position *board, const struct position *after, unsigned mover,
    struct flaws *flaws)
{
	unsigned attacked = attacked_by(board, mover);

	/* A check that does not last is not asked for. */
	if (!check && dialect_of(reader->rules->variant)->declares)
		attacked &= attacked_by(after, mover);
	if (!reader->notation->has_marks || (!check && attacked == 0))
		return;
	flaws->marks += check != (attacked != 0);
	flaws->false_marks += check && attacked == 0;
	flaws->fitting += check == (attacked != 0);
}

static bool
is_misnumbered(const struct item *item, const struct sheet_place *place,
    const struct position *position)
{
	return item->ply != NULL && item->ply->number_span.len > 0 &&
	    !item->unnumbered &&
	    !(place->unnumbered && place->instead_len == 0) &&
	    !trial_number_fits(item->ply, position);
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
	const struct position *board = position;
	unsigned mover = position->to_move;

	for (unsigned s = 0; s < search->count; s++)
		state->flaws.numbers += written->items[s] != NULL &&
		    is_misnumbered(
			written->items[s], &state->place[s], position);
	if (search->rules->variant->remembers)
		position_remember(position, past);
	if (rules_make_judged(search->rules, position, move, &apart))
		board = &apart;
	state->plies++;
	for (unsigned s = 0; s < search->count; s++) {
		struct sheet_place *place = &state->place[s];

		if (written->items[s] == NULL)
			continue;
		if (!(written->unmarked >> s & 1) &&
		    written->items[s]->token.len > 0 &&
		    !written->items[s]->unmarked)
			count_mark(search_reader(search, written->items[s], s),
			    written->marked >> s & 1, board, position, mover,
			    &state->flaws);
		if (place->instead_len > 0) {
			place->instead_len--;
			place->instead++;
		} else {
			place->at++;
			place->unnumbered = false;
		}
	}
}

bool
search_step(struct search *search, struct state *state, struct past *past,
    struct played *played)
{
	struct written_move written = { .marked = 0 };
	struct position before, *position = &state->position;
	const struct played *first = NULL;

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
		if (first != NULL) {
			other = before;
			position = &other;
		}
		if (!trial_find(
			search->sheets[s].reader, position, item, &trial) ||
		    (first != NULL && !played_equal(&trial.played, first)))
			return false;
		*played = trial.played;
		first = played;
		written.marked |= (uint8_t)(trial.check << s);
		state->flaws.style += trial.style;
	}
	if (first != NULL)
		make_move(search, state, &first->move, &written, past);
	return first != NULL;
}

void
search_run(struct search *search, struct state *state, struct past *pasts)
{
	struct played played;

	while (search_step(search, state, pasts++, &played))
		;
}

/* Plays the moves of a change. */
static struct past *
make_moves(struct search *search, const struct change *change,
    struct state *state, struct past *past)
{
	for (unsigned i = 0; i < change->instead_len; i++) {
		const struct move *move = change->instead[i].move;
		struct written_move written = { .unmarked = change->unmarked };

		for (unsigned s = 0; s < search->count; s++) {
			const struct item *item = change->missing_on >> s & 1
			    ? NULL
			    : search_next(search, state, s);

			written.items[s] = item;
			if (item != NULL && item->token.len > 0 &&
			    trial_has_mark(
				search_reader(search, item, s), item->token))
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

	if (change_has(change, IS_MOVE))
		past = make_moves(search, change, state, past);
	else
		*place = (struct sheet_place){ .at = change->next,
			.instead_len = change->instead_len,
			.instead = change->instead };
	place->unnumbered = change->unnumbers_next;
	return past;
}

/*
 * From stop to stop
 */

unsigned
search_going(const struct search *search, const struct state *state)
{
	unsigned going = 0;

	for (unsigned s = 0; s < search->count; s++)
		if (search_next(search, state, s) != NULL)
			going |= 1U << s;
	return going;
}

void
search_set_sheet(struct search *search, unsigned s)
{
	const struct state *end = &search->dead_end->state;

	search->sheet = s;
	search->line = &search->sheets[s];
	search->fault = end->place[s].at;
	search->first = search->is_single
	    ? search->fault - (unsigned)(search->dead_end - search->waypoints)
	    : search->fault;
	search->settled = search->line->settled < search->fault
	    ? search->line->settled
	    : search->fault;
	if (search->settled < search->first)
		search->settled = search->first;
}

/* Keeps of the waypoints those from which one sheet alone goes on, as it is
 * written; or the last. */
static void
choose_spots(struct search *search, struct waypoint *waypoints, unsigned count)
{
	unsigned going = search_going(search, &waypoints[count - 1].state),
		 s = 0, i;
	struct flaws early;

	while (s < search->count && !(going >> s & 1))
		s++;
	search->going = going;
	search->is_single = s < search->count && going == 1U << s;
	i = count - 1;
	while (i > 0 && search->is_single &&
	    search_going(search, &waypoints[i - 1].state) == going &&
	    waypoints[i - 1].state.place[s].instead_len == 0)
		i--;
	search->waypoints = waypoints + i;
	search->dead_end = waypoints + count - 1;
	early = search->early = search->waypoints->state.flaws;
	for (; i < count; i++) {
		struct flaws *flaws = &waypoints[i].state.flaws;

		flaws->marks -= early.marks;
		flaws->false_marks -= early.false_marks;
		flaws->fitting -= early.fitting;
		flaws->numbers -= early.numbers;
		flaws->style -= early.style;
	}
	search_set_sheet(search, s < search->count ? s : 0);
}

/* The cost of a departure from something that was done `so` times, and
 * otherwise `otherwise` times: the odds in tenths of a bit. */
static unsigned
habit_cost(unsigned so, unsigned otherwise)
{
	unsigned odds = (so + 4) / (otherwise + 1), bits = 0;

	for (; odds >= 2 && bits < COST_HABIT_MAX; odds /= 2)
		bits += 10;
	return bits > HABIT_LEAST ? bits : (unsigned)HABIT_LEAST;
}

struct search *
search_begin(const struct sheet *sheets, unsigned count,
    const struct state *from, unsigned plies, struct arena *arena)
{
	struct search *search = mem_alloc(sizeof(*search));
	unsigned least = plies > LOOK_BACK ? plies - LOOK_BACK : 0;
	unsigned most = INSTEAD_MAX;
	struct state state = *from;
	struct past *pasts;
	struct waypoint *waypoints;

	memset(search, 0, sizeof(*search));
	search->sheets = sheets;
	search->count = count;
	search->rules = sheets->reader->rules;
	search->arena = arena;
	for (unsigned s = 0; s < count; s++)
		if (sheets[s].len + INSTEAD_MAX > most)
			most = sheets[s].len + INSTEAD_MAX;
	pasts =
	    arena_take(&search->scratch, (plies + most + 1) * sizeof(*pasts));
	search->trial_pasts = pasts + plies;
	waypoints = arena_take(
	    &search->scratch, (plies - least + 1) * sizeof(*waypoints));
	for (unsigned i = 0; i < plies; i++) {
		struct waypoint *waypoint =
		    &waypoints[i < least ? 0 : i - least];

		waypoint->state = state;
		if (!search_step(
			search, &state, &pasts[i], &waypoint->played)) {
			search_end(search);
			return NULL;
		}
	}
	waypoints[plies - least].state = state;
	if (count > 1) {
		search->mark_cost = COST_SHEET_MISMARKED;
		search->style_cost = COST_SHEET_MISWRITTEN;
	} else {
		search->mark_cost =
		    habit_cost(state.flaws.fitting, state.flaws.marks);
		search->style_cost = habit_cost(state.plies, state.flaws.style);
	}
	choose_spots(search, waypoints, plies - least + 1);
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
    unsigned next, unsigned cost, unsigned instead_len)
{
	struct change *change;

	search->changes = mem_room(search->changes, search->listed,
	    &search->size, sizeof(*search->changes));
	change = &search->changes[search->listed++];
	/* The longer ago it was, the likelier it had shown before. */
	*change = (struct change){ .kind = (uint8_t)kind,
		.sheet = (uint8_t)search->sheet,
		.missing_on = kind == REPAIR_MISSING ? ALL_SHEETS : 0,
		.at = at,
		.next = next,
		.instead_len = instead_len,
		.cost = cost + (at < search->fault ? search->fault - at : 0) };
	if (instead_len > 0)
		change->instead = arena_alloc(
		    &search->scratch, instead_len * sizeof(*change->instead));
	/* A move that nobody wrote has an empty token. */
	for (unsigned i = 0; i < instead_len; i++)
		change->instead[i].token = slice_of("");
	return change;
}

unsigned
search_flaws(const struct search *search, const struct flaws *flaws)
{
	return least_cost(flaws->marks * search->mark_cost, COST_MARKS_MAX) +
	    least_cost(flaws->style * search->style_cost, COST_STYLE_MAX) +
	    least_cost(flaws->numbers * COST_NUMBER, COST_NUMBERS_MAX);
}
