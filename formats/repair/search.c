/* Ternion: the changes that are tried where a line cannot be played. */
#include <stdlib.h>

#include "formats/repair/costs.h"
#include "formats/repair/search.h"

enum {
	MISSING_BACK = 4 /* plies before the fault */
};

unsigned
search_habit(unsigned so, unsigned otherwise)
{
	unsigned odds = (so + 4) / (otherwise + 1), bits = 0;

	for (; odds >= 2 && bits < COST_HABIT_MAX; odds /= 2)
		bits += 10;
	return bits > HABIT_LEAST ? bits : (unsigned)HABIT_LEAST;
}

bool
search_begin(struct search *search, const struct repair_line *line,
    unsigned fault, struct arena *arena)
{
	struct position position = *line->start;
	struct strain strain = { 0 }, before = { 0 };

	*search =
	    (struct search){ .line = line, .fault = fault, .arena = arena };
	search->ground = (struct ground){
		.reader = line->reader, .items = line->items, .len = line->len
	};
	search->first = fault > LOOK_BACK ? fault - LOOK_BACK : 0;
	if (search->first < line->settled)
		search->first = line->settled;
	if (search->first > fault)
		search->first = fault;
	search->pasts =
	    mem_alloc((2 * line->len + HEADS_MAX + 2) * sizeof(*search->pasts));
	search->ground.trial_pasts = search->pasts + line->len;
	search->before =
	    mem_alloc((fault - search->first + 1) * sizeof(*search->before));
	search->played =
	    mem_alloc((fault - search->first + 1) * sizeof(*search->played));
	search->strain =
	    mem_alloc((fault - search->first + 1) * sizeof(*search->strain));
	for (unsigned i = 0; i < fault; i++) {
		struct move move;

		if (i == search->first) {
			before = strain;
			strain = (struct strain){ 0 };
		}
		if (i >= search->first) {
			search->before[i - search->first] = position;
			search->strain[i - search->first] = strain;
		}
		if (!trial_step(&search->ground, &position, &line->items[i],
			&search->pasts[i], &strain, &move))
			return false;
		if (i >= search->first)
			search->played[i - search->first] = move;
	}
	search->before[fault - search->first] = position;
	search->strain[fault - search->first] = strain;
	search->habits.mark = search_habit(
	    before.fitting + strain.fitting, before.marks + strain.marks);
	search->habits.style = search_habit(fault, before.style + strain.style);
	return true;
}

void
search_end(struct search *search)
{
	mem_free(search->pasts);
	mem_free(search->before);
	mem_free(search->played);
	mem_free(search->strain);
	mem_free(search->changes);
	arena_release(&search->scratch);
}

struct change *
search_add(struct search *search, enum repair_kind kind, unsigned at,
    unsigned next, unsigned cost)
{
	struct change *change;

	if (search->len == search->size) {
		search->size = search->size * 2 + 256;
		search->changes = mem_grow(
		    search->changes, search->size * sizeof(*search->changes));
	}
	change = &search->changes[search->len++];
	memset(change, 0, sizeof(*change));
	change->kind = (uint8_t)kind;
	change->at = at;
	change->next = next;
	/* The longer ago it was, the likelier it had shown before. */
	change->cost = cost + (at < search->fault ? search->fault - at : 0);
	return change;
}

struct item *
search_heads(struct search *search, struct change *change, unsigned count)
{
	struct item *heads =
	    arena_alloc(&search->scratch, count * sizeof(*heads));

	change->head = heads;
	change->heads = count;
	return heads;
}

struct item *
search_set_move(struct search *search, struct change *change,
    const struct item *item, const struct move *move)
{
	struct item *head = search_heads(search, change, 1);
	struct move *copy = arena_alloc(&search->scratch, sizeof(*copy));

	*copy = *move;
	if (item != NULL)
		*head = *item;
	head->move = copy;
	return head;
}

/* Lists the other changes at an item. `can_move`: the game has not ended at
 * the fault. */
static void
changes_at(struct search *search, unsigned at, bool can_move)
{
	if (dialect_of(search->line->reader->rules->variant)->declares)
		search_declared(search, at);
	search_repeats(search, at);
	if (at + MISSING_BACK >= search->fault) {
		search_missing(search, at);
		if (can_move)
			search_add(
			    search, REPAIR_TOO_MUCH, at, at + 1, COST_TOO_MUCH);
	}
	if (at + 1 >= search->fault)
		search_blanks(search, at);
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

void
search_list(struct search *search, enum level level)
{
	bool can_move = rules_can_move(search->line->reader->rules,
	    &search->before[search->fault - search->first]);

	search->len = 0;
	if (level == LEVEL_GAPS)
		search_gaps(search);
	for (unsigned at = search->fault + 1; at-- > search->first;) {
		search_other_moves(search, at, level);
		if (level == LEVEL_NEAR)
			changes_at(search, at, can_move);
	}
	for (size_t i = 0; i < search->len; i++)
		search->changes[i].order = (unsigned)i;
	if (search->len > 0)
		qsort(search->changes, search->len, sizeof(*search->changes),
		    by_cost);
}

void
search_keep_past(const struct search *search, struct position *position)
{
	const struct past *old = search->line->start->past;
	size_t count = past_count(position->past, old);

	if (count > 0)
		position->past = past_copy(position->past, old,
		    arena_alloc(
			search->arena, count * sizeof(*position->past)));
}

/* A head that is a move, with its marks. */
static const char *
text_of_move(const struct search *search, const struct position *before,
    const struct move *move)
{
	const struct reader_context *reader = search->line->reader;
	struct strbuf text = STRBUF_INIT;
	struct marks marks = marks_of_move(reader->rules, before, move);
	const char *copy;

	marks.named = rules_may_begin(reader->rules, before, before->to_move);
	reader->notation->write(reader->notation, reader->rules,
	    reader->alphabet, before, move, &marks, &text);
	copy = arena_copy(search->arena, strbuf_as_slice(&text));
	strbuf_release(&text);
	return copy;
}

void
search_keep(const struct search *search, struct repair *repair)
{
	const struct rules *rules = search->line->reader->rules;
	struct change *change = &repair->change;
	struct arena *arena = search->arena;
	struct position position;
	struct item *heads =
	    arena_alloc(arena, (change->heads + 1) * sizeof(*heads));

	search_keep_past(search, &repair->before);
	position = repair->before;
	repair->text =
	    arena_alloc(arena, (change->heads + 1) * sizeof(*repair->text));
	for (unsigned i = 0; i < change->heads; i++) {
		struct move *move = arena_alloc(arena, sizeof(*move));

		heads[i] = change->head[i];
		if (heads[i].move == NULL) {
			repair->text[i] = arena_copy(arena, heads[i].token);
			continue;
		}
		*move = *heads[i].move;
		heads[i].move = move;
		repair->text[i] = text_of_move(search, &position, move);
		if (i + 1 < change->heads)
			rules_make_move(rules, &position, move);
	}
	change->head = heads;
}

static unsigned
at_most(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

unsigned
search_strain(const struct search *search, const struct strain *strain)
{
	return at_most(strain->marks * search->habits.mark, COST_MARKS_MAX) +
	    at_most(strain->style * search->habits.style, COST_STYLE_MAX) +
	    at_most(strain->numbers * COST_NUMBER, COST_NUMBERS_MAX);
}

void
search_apply(struct repair_line *line, struct item *items,
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
