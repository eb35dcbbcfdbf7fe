/*
 * Ternion: the decoder of one line: which game explains it best.
 *
 * A hypothesis is the line with a change that leads past its first fault. Those
 * that reach the end are judged by what they suppose, and by the numbers, marks
 * and habits that contradict them; those that stop at another fault also by
 * what the best hypothesis there costs.
 */
#include <stdlib.h>

#include "formats/repair/costs.h"
#include "formats/repair/decode.h"
#include "formats/repair/passage.h"

enum {
	REPLAYS_LEAST = 3000, /* plies that a search may play, ... */
	REPLAYS_PER_PLY = 60,
	AHEAD_PER_PLY = 20,   /* after the next fault, ... */
	MARK_PER_PLY = 30,    /* and for a false mark */
	MISSING_BACK = 4,     /* plies before the fault where one may lack */
	AHEAD = 4,            /* hypotheses for which that is looked at */
	LASTS_MAX = 100,      /* plies after which that counts no more */
	HOPELESS = 70,        /* so much worse is not looked at */
	POOR = 130,           /* worse may be several plies that are missing */
	FAIR = 30,            /* better is no slip of long ago */
	LASTING = 20,         /* plies that hardly go on by chance */
	LIKELY = 1,           /* bits: 2 to 1 */
	ALONE = 2,            /* 4 to 1 */
	CERTAIN = 3,          /* 8 to 1: of 777 such changes one was wrong */
	SLIP = 55,            /* what one slip costs at most; ... */
	CERTAIN_MORE = 4,     /* 16 to 1, for a text that costs more */
	AS_OPEN = 25,         /* between moves of one that is missing */
	MARK_UNLIKELIER = 30, /* than that the mark is the slip */
	MARK_ALONE = 25,
};

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

static unsigned
at_most(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static struct strain
sum(const struct strain *a, const struct strain *b)
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

/* Begins a search: plays the line up to the fault, and notes what is before
 * each of the last items. NULL if it does not go so far. */
static struct search *
begin(const struct repair_line *line, unsigned fault, struct arena *arena)
{
	struct search *search = mem_alloc(sizeof(*search));
	struct position position = *line->start;
	struct strain strain = { 0 }, early = { 0 }, all;
	struct past *pasts;

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
	for (unsigned i = 0; i <= fault; i++) {
		struct spot *spot = i >= search->first
		    ? &search->spots[i - search->first]
		    : NULL;
		struct move move;

		if (i == search->first) {
			early = strain;
			strain = (struct strain){ 0 };
		}
		if (spot != NULL) {
			spot->before = position;
			spot->strain = strain;
		}
		if (i == fault)
			break;
		if (!trial_step(&search->ground, &position, &line->items[i],
			&pasts[i], &strain, &move)) {
			arena_release(&search->scratch);
			mem_free(search);
			return NULL;
		}
		if (spot != NULL)
			spot->played = move;
	}
	all = sum(&early, &strain);
	search->mark_cost = habit_cost(all.fitting, all.marks);
	search->style_cost = habit_cost(fault, all.style);
	return search;
}

static void
end(struct search *search)
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

void
repair_apply(struct repair_line *line, struct item *items,
    const struct change *change, struct position position, struct arena *arena)
{
	struct ground ground = { .reader = line->reader };
	struct strain strain = { 0 };
	unsigned end = change->at + change->heads;

	memmove(items + end, items + change->next,
	    (line->len - change->next) * sizeof(*items));
	if (change->heads > 0)
		memcpy(items + change->at, change->head,
		    change->heads * sizeof(*items));
	line->len = line->len - (change->next - change->at) + change->heads;
	line->settled = end;
	line->items = items;
	if (end < line->len)
		items[end].unnumbered |= change->unnumbers_next;
	for (unsigned i = change->at; i < end; i++) {
		struct move *move = arena_alloc(arena, sizeof(*move));
		struct past *past = arena_alloc(arena, sizeof(*past));

		trial_step(&ground, &position, &items[i], past, &strain, move);
		if (items[i].ply == NULL || items[i].move != NULL)
			items[i].move = move;
	}
}

struct item *
repair_items(const struct line *line, unsigned room, struct arena *arena)
{
	struct item *items =
	    arena_alloc(arena, (line->plies + room) * sizeof(*items));
	unsigned len = 0;

	for (struct ply *ply = line->first; ply; ply = ply->next, len++)
		items[len] = (struct item){
			.token = ply->token, .ply = ply, .number = len + 1
		};
	return items;
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
	const struct spot *spot = search_spot(search, change->at);
	unsigned len = search->line->len;
	struct hypothesis tried = { .change = *change };
	struct strain rest = { 0 }, all;

	tried.reach =
	    search_play(search, change, &spot->before, &rest, &tried.key);
	all = sum(&spot->strain, &rest);
	/* A change that explains a false mark leaves the rest as it was. */
	if (search->as_is == NULL
		? tried.reach <= search->fault
		: tried.reach < len || all.marks >= search->as_is->marks ||
		    all.numbers > search->as_is->numbers)
		return;
	tried.strain = search_strain(search, &all);
	tried.misnumbered = all.numbers > 0;
	tried.mismarked = rest.marks > 2 && search->mark_cost > HABIT_LEAST;
	tried.score = change->cost + tried.strain +
	    COST_HAZARD * (lasts(search, len) - lasts(search, tried.reach)) +
	    (tried.reach < len ? COST_ANOTHER : 0);
	rank(search, &tried);
}

/* Tries the changes of a level until `budget` plies are played. */
static void
try_level(struct search *search, enum level level, unsigned long budget)
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

/* Changes that do not reach the end meet the faults of the rest, too: they get
 * the strain of the best change that does. */
static void
level_strains(struct search *search)
{
	struct hypothesis *best = search->best;
	unsigned len = search->line->len, strain, i = 0;

	while (i < search->len && best[i].reach < len)
		i++;
	if (i == search->len)
		return;
	strain = best[i].strain;
	for (i = 0; i < search->len; i++) {
		struct hypothesis tried = best[i];
		unsigned k = i;

		if (tried.reach < len && tried.strain < strain) {
			tried.score += strain - tried.strain;
			tried.strain = strain;
		}
		for (; k > 0 && best[k - 1].score > tried.score; k--)
			best[k] = best[k - 1];
		best[k] = tried;
	}
}

/*
 * Odds
 */

/* Whether two tries are one finding: a ply is missing there, whichever; of
 * several the place may be as open as what they are. */
static bool
is_one_finding(const struct hypothesis *a, const struct hypothesis *b)
{
	return a->change.kind == REPAIR_MISSING &&
	    b->change.kind == REPAIR_MISSING &&
	    a->change.heads == b->change.heads &&
	    (a->change.heads > 1 || a->change.at == b->change.at);
}

/* 2 to the power of -cost/10, of 2^20. */
static unsigned long
weight(unsigned cost)
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
	unsigned unknown = COST_UNKNOWN + first->strain + search->relief;

	return weight(first->score < unknown ? unknown - first->score : 0);
}

/* Whether the first is as likely as all others together, 2 to the power of
 * `bits` times. */
static bool
outweighs(const struct search *search, unsigned bits)
{
	const struct hypothesis *first = &search->best[0];
	unsigned long others = weight_of_unknown(search), mine = 0;

	for (unsigned i = 0; i < search->len; i++) {
		const struct hypothesis *tried = &search->best[i];
		unsigned long w = weight(tried->score - first->score);

		if (i == 0 || is_one_finding(first, tried))
			mine += w;
		else
			others += w;
	}
	return mine >> bits >= others;
}

/*
 * After the next fault
 */

static struct search *decode_near(const struct repair_line *line,
    unsigned fault, unsigned long budget, struct arena *arena);

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
	next = decode_near(&line, fault, AHEAD_PER_PLY * line.len, &arena);
	tried->goes_on = false;
	if (next != NULL) {
		const struct hypothesis *first = &next->best[0];

		if (next->len > 0) {
			best = at_most(best, first->score);
			tried->goes_on = change->cost < COST_ANOTHER &&
			    first->change.cost < COST_ANOTHER &&
			    first->reach > fault + GOES_ON;
		}
		end(next);
	}
	tried->score += best;
	tried->score -=
	    COST_HAZARD * (lasts(search, len) - lasts(search, tried->reach));
	arena_release(&arena);
	mem_free(items);
}

/*
 * Several changes bring the line to its next fault, and the line after that may
 * show which of them is meant. Only the best is followed there; the others are
 * taken to do no better.
 */
static void
look_ahead(struct search *search)
{
	const struct hypothesis *first = &search->best[0];
	unsigned limit = first->score + HOPELESS / 2, len = 0;
	struct hypothesis tried[AHEAD];
	int least = 0;

	if (first->reach == search->line->len ||
	    (outweighs(search, ALONE) &&
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

/*
 * The answer
 */

/* A copy of what a position remembers, that lives as long as the arena. */
static void
keep_past(const struct search *search, struct position *position)
{
	const struct past *old = search->line->start->past;
	size_t count = past_count(position->past, old);

	if (count > 0)
		position->past = past_copy(position->past, old,
		    arena_alloc(
			search->arena, count * sizeof(*position->past)));
}

/* Makes a repair of a hypothesis, with its heads as the record is written. */
static void
keep_repair(const struct search *search, const struct hypothesis *tried,
    struct repair *repair)
{
	const struct reader_context *reader = search->line->reader;
	struct arena *arena = search->arena;
	struct change *change = &repair->change;
	struct position position;
	struct item *heads;

	*repair = (struct repair){ .change = tried->change,
		.reach = tried->reach,
		.score = tried->score,
		.before = search_spot(search, tried->change.at)->before };
	if (change->kind == REPAIR_OTHER || change->kind == REPAIR_MISSING)
		trial_begin(
		    reader->rules, &repair->before, change->head[0].move);
	keep_past(search, &repair->before);
	position = repair->before;
	heads = arena_alloc(arena, (change->heads + 1) * sizeof(*heads));
	repair->text =
	    arena_alloc(arena, (change->heads + 1) * sizeof(*repair->text));
	for (unsigned i = 0; i < change->heads; i++) {
		struct move *move;

		heads[i] = change->head[i];
		if (heads[i].move == NULL) {
			repair->text[i] = arena_copy(arena, heads[i].token);
			continue;
		}
		move = arena_alloc(arena, sizeof(*move));
		*move = *heads[i].move;
		heads[i].move = move;
		repair->text[i] = trial_text(reader, &position, move,
		    marks_of_move(reader->rules, &position, move), arena);
		if (i + 1 < change->heads)
			rules_make_move(reader->rules, &position, move);
	}
	change->head = heads;
}

static void
answer(const struct search *search, struct repairs *repairs)
{
	const struct hypothesis *first = &search->best[0], *tried;
	const struct change *change = &first->change;
	unsigned long all;
	bool is_far_fetched;

	if (search->len == 0)
		return;
	all = weight_of_unknown(search);
	for (unsigned i = 0; i < search->len; i++) {
		tried = &search->best[i];
		all += weight(tried->score - first->score);
		repairs->many += i > 0 && is_one_finding(first, tried) &&
		    tried->score < first->score + AS_OPEN;
	}
	for (unsigned i = 0; i < search->len && i < REPAIRS_MAX; i++) {
		tried = &search->best[i];
		if (tried->score > first->score + HOPELESS)
			break;
		keep_repair(search, tried, &repairs->best[repairs->len]);
		repairs->best[repairs->len++].share =
		    (unsigned)(weight(tried->score - first->score) * 1000 /
			all);
	}
	is_far_fetched = change->kind == REPAIR_MISSING ||
	    (change->kind == REPAIR_OTHER && change->cost > SLIP);
	repairs->alone = outweighs(search, ALONE);
	repairs->likely = repairs->many == 0 && outweighs(search, LIKELY);
	/* A ply that nobody wrote is never certain, unless a part of it is
	 * left. */
	repairs->sure =
	    (change->kind != REPAIR_MISSING || change->takes_number) &&
	    repairs->many == 0 && !first->misnumbered && !first->mismarked &&
	    outweighs(search, is_far_fetched ? CERTAIN_MORE : CERTAIN);
	repairs->assumed =
	    (first->reach == search->line->len && repairs->alone) ||
	    first->reach > search->fault + GOES_ON || first->goes_on;
}

/* Finds by the numbers how many plies are missing, if the likeliest change does
 * not explain that. */
static void
find_lost(const struct search *search, struct repairs *repairs)
{
	const struct hypothesis *first = &search->best[0];
	unsigned lost =
	    search_lost(search, &repairs->lost_at, &repairs->lost_told);

	if (lost < 2 ||
	    (search->len > 0 && !first->misnumbered &&
		first->reach > repairs->lost_told))
		return;
	repairs->lost = lost;
	repairs->lost_from = search_spot(search, repairs->lost_at)->before;
	repairs->alone = repairs->likely = repairs->sure = false;
	repairs->assumed &=
	    search->len > 0 && first->reach == search->line->len;
}

/* Whether no single change explains the rest, and another way of writing it
 * does better. */
static bool
find_passage(struct search *search, struct repairs *repairs)
{
	unsigned reach = search->fault;

	for (unsigned i = 0; i < search->len; i++)
		if (search->best[i].reach > reach)
			reach = search->best[i].reach;
	if (reach == search->line->len ||
	    !passage_find(search, reach, &repairs->best[0], &repairs->sure))
		return false;
	keep_past(search, &repairs->best[0].before);
	repairs->len = 1;
	repairs->alone = repairs->likely = repairs->assumed = true;
	return true;
}

/* Tries what explains most faults; NULL if the line does not go so far. */
static struct search *
decode_near(const struct repair_line *line, unsigned fault,
    unsigned long budget, struct arena *arena)
{
	struct search *search = begin(line, fault, arena);

	if (search == NULL)
		return NULL;
	try_level(search, LEVEL_NEAR, budget);
	if (search->len == 0 || search->best[0].score > FAIR)
		try_level(search, LEVEL_BACK, budget);
	return search;
}

void
repair_search(const struct repair_line *line, unsigned fault,
    struct arena *arena, struct repairs *repairs)
{
	unsigned long budget =
	    REPLAYS_LEAST + (unsigned long)REPLAYS_PER_PLY * line->len;
	struct search *search = decode_near(line, fault, budget, arena);
	const struct hypothesis *first;

	memset(repairs, 0, sizeof(*repairs));
	if (search == NULL)
		return;
	if (!find_passage(search, repairs)) {
		first = &search->best[0];
		if (search->len == 0 ||
		    (first->score > POOR &&
			(first->reach == line->len ||
			    first->reach < fault + LASTING)))
			try_level(search, LEVEL_GAPS, budget);
		level_strains(search);
		if (search->len > 0)
			look_ahead(search);
		answer(search, repairs);
		find_lost(search, repairs);
	}
	end(search);
}

void
repair_instead(const struct repair_line *line, unsigned marked,
    struct arena *arena, struct repairs *repairs)
{
	struct search *search = begin(line, marked + 1, arena);
	const struct change none = { .at = marked + 1, .next = marked + 1 };
	struct strain rest = { 0 }, as_is;
	const struct spot *spot;
	unsigned limit;
	uint64_t key;

	memset(repairs, 0, sizeof(*repairs));
	if (search == NULL)
		return;
	spot = search_spot(search, marked + 1);
	search_play(search, &none, &spot->before, &rest, &key);
	as_is = sum(&spot->strain, &rest);
	search->as_is = &as_is;
	search->mark_cost = habit_cost(as_is.fitting, as_is.marks);
	limit = search_strain(search, &as_is) + MARK_UNLIKELIER;
	/* Nothing is told by one who marks as he likes. */
	if (search->mark_cost > HABIT_LEAST)
		try_level(search, LEVEL_MARK,
		    REPLAYS_LEAST + (unsigned long)MARK_PER_PLY * line->len);
	while (search->len > 0 && search->best[search->len - 1].score > limit)
		search->len--;
	answer(search, repairs);
	for (unsigned i = 0; i < repairs->len; i++)
		repairs->best[i].share = 0;
	repairs->likely = false;
	repairs->alone = repairs->len == 1 ||
	    (repairs->len > 1 &&
		repairs->best[1].score >= repairs->best[0].score + MARK_ALONE);
	end(search);
}
