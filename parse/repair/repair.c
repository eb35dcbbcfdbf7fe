/* Ternion: the meaning of a line that cannot be played: the answer. */
#include "parse/repair/decode.h"

enum {
	REPLAYS_LEAST = 3000, /* plies that a search may play, ... */
	REPLAYS_PER_PLY = 60,
	POOR = 130,        /* worse may be several plies that are missing */
	LASTING = 20,      /* plies that hardly go on by chance */
	SLIP = 68,         /* the most that one slip costs */
	CERTAIN_MORE = 16, /* for a text that costs more, and where little of
			      the line follows, */
	ELSEWHERE = 64,    /* and for one that stands elsewhere */
	STEPS = 2,       /* plies, the fewest after which one is assumed, ... */
	PLAIN = 64,      /* but none at such odds */
	AS_OPEN = 25,    /* between moves of one that is missing */
	MARK_MORE = 30,  /* than a false mark costs, a change may cost that
			    explains it; */
	MARK_APART = 25, /* more if it is of other moves */
};

const uint8_t repair_traits[REPAIRS] = {
#define KIND(id, traits, ...)    [REPAIR_##id] = (traits),
#define PASSAGE(id, traits, ...) [REPAIR_##id] = (traits) | IS_PASSAGE,
#include "parse/repair/kinds.def"
};

void
repair_apply(struct sheet *line, struct item *items,
    const struct change *change, struct position position, struct arena *arena)
{
	unsigned end = change->at + change->instead_len;
	unsigned read = end - change->unread;

	memmove(items + end, items + change->next,
	    (line->len - change->next) * sizeof(*items));
	if (change->instead_len > 0)
		memcpy(items + change->at, change->instead,
		    change->instead_len * sizeof(*items));
	line->len =
	    line->len - (change->next - change->at) + change->instead_len;
	if (line->settled < read)
		line->settled = read;
	line->items = items;
	if (end < line->len)
		items[end].unnumbered |= change->unnumbers_next;
	for (unsigned i = change->at; i < read; i++) {
		struct move *move = arena_alloc(arena, sizeof(*move));

		trial_step(line->reader, &position, &items[i], move, arena);
		if (change_has(change, IS_ORDER))
			items[i].move = NULL; /* its text can still be wrong */
		else if (items[i].ply == NULL || items[i].move != NULL)
			items[i].move = move;
	}
}

/* Whether both read the rest in one way: as far as both do, with the same
 * moves. */
static bool
is_same_passage(const struct change *a, const struct change *b)
{
	unsigned a_end = a->at + a->instead_len - a->unread;
	unsigned b_end = b->at + b->instead_len - b->unread;

	for (unsigned i = a->at > b->at ? a->at : b->at; i < a_end && i < b_end;
	     i++)
		if (!move_equal(
			a->instead[i - a->at].move, b->instead[i - b->at].move))
			return false;
	return a->kind == b->kind && (a->instead_len > 0 || a->at == b->at);
}

bool
change_equal(const struct change *a, const struct change *b)
{
	if (change_has(a, IS_PASSAGE) && change_has(b, IS_PASSAGE))
		return is_same_passage(a, b);
	if (a->at != b->at || a->next != b->next ||
	    a->instead_len != b->instead_len)
		return false;
	for (unsigned i = 0; i < a->instead_len; i++) {
		const struct item *x = &a->instead[i], *y = &b->instead[i];

		if (x->move == NULL || y->move == NULL
			? !slice_equal(x->token, y->token)
			: !move_equal(x->move, y->move))
			return false;
	}
	return true;
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
 * The answer
 */

/* Copies the past of a position; the copy lives as long as the arena. */
static void
keep_past(const struct search *search, struct position *position)
{
	const struct past *old = search->line->start->past;
	size_t count = past_count(position->past, old);

	position->past = past_copy(position->past, old,
	    arena_alloc(search->arena, count * sizeof(*position->past)));
}

struct change
change_copy(const struct change *change, struct arena *arena)
{
	struct change copy = *change;

	copy.instead = arena_alloc(
	    arena, (change->instead_len + 1) * sizeof(*copy.instead));
	for (unsigned i = 0; i < change->instead_len; i++) {
		copy.instead[i] = change->instead[i];
		if (change->instead[i].move != NULL) {
			struct move *move = arena_alloc(arena, sizeof(*move));

			*move = *change->instead[i].move;
			copy.instead[i].move = move;
		}
	}
	return copy;
}

/* Makes a repair of a change, which begins in the position; its new items get
 * the texts of the record. */
static struct repair
make_repair(const struct language *reader, const struct change *change,
    const struct position *before, struct arena *arena)
{
	struct repair repair = { .change = change_copy(change, arena),
		.before = *before };
	unsigned len = change->instead_len;
	struct position position;

	if (change_has(change, IS_MOVE))
		trial_begin(
		    reader->rules, &repair.before, change->instead[0].move);
	position = repair.before;
	repair.text = arena_alloc(arena, (len + 1) * sizeof(*repair.text));
	for (unsigned i = 0; i < len; i++) {
		const struct move *move = change->instead[i].move;

		repair.text[i] = move == NULL
		    ? arena_copy(arena, change->instead[i].token)
		    : trial_text(reader, &position, move, false, arena);
		if (move != NULL && i + 1 < len)
			rules_make_move(reader->rules, &position, move);
	}
	return repair;
}

static void
keep_repair(const struct search *search, const struct hypothesis *tried,
    struct repair *repair)
{
	struct position before = *search_position(search, tried->change.at);

	keep_past(search, &before);
	*repair = make_repair(
	    search->line->reader, &tried->change, &before, search->arena);
	repair->reach = tried->reach;
	repair->score = tried->score;
}

void
repair_prefer(const struct sheet *line, const struct change *change,
    struct arena *arena, struct repairs *repairs)
{
	struct repair repair;
	struct position position = *line->start;
	unsigned i = 0;

	while (
	    i < repairs->len && !change_equal(&repairs->best[i].change, change))
		i++;
	if (i < repairs->len) {
		repair = repairs->best[i];
	} else {
		for (unsigned k = 0; k < change->at; k++) {
			struct move move;

			trial_step(line->reader, &position, &line->items[k],
			    &move, arena);
		}
		repair = make_repair(line->reader, change, &position, arena);
		repair.reach = change->next;
		if (repairs->len < REPAIRS_MAX)
			repairs->len++;
		else
			i--;
	}
	if (repairs->len > 1)
		repair.score = repairs->best[0].score;
	memmove(repairs->best + 1, repairs->best, i * sizeof(*repairs->best));
	repairs->best[0] = repair;
	repairs->likely = repairs->assumed = true;
	repairs->alone = repairs->sure = false;
	repairs->many = repairs->lost = 0;
}

/* Whether the text of an item stands elsewhere in the line, too: of slips that
 * is true of 3 in 100, and always if another's move was written. */
static bool
stands_elsewhere(const struct sheet *line, unsigned at)
{
	struct slice token = marks_cut(line->items[at].token);

	for (unsigned i = 0; i < line->len; i++)
		if (i != at &&
		    slice_equal(marks_cut(line->items[i].token), token))
			return true;
	return false;
}

/* The odds of the likeliest change. */
struct odds {
	const struct hypothesis *first;
	struct weights weights;
	bool is_elsewhere; /* its text stands elsewhere in the line */
	bool is_confirmed; /* the rest of the line rules out most others; many
			      that it leaves are hardly likely, and weigh too
			      much together. Of 10,130 single slips for which
			      one change was alone so, 21 were wrong. */
};

static struct odds
find_odds(const struct search *search)
{
	const struct hypothesis *first = &search->best[0];
	const struct change *change = &first->change;
	bool is_other = change->kind == REPAIR_OTHER;
	bool is_elsewhere =
	    is_other && stands_elsewhere(search->line, change->at);
	bool is_slip = is_other ? !is_elsewhere && change->cost <= SLIP
				: change->kind != REPAIR_MISSING;

	return (struct odds){ first, search_weigh(search), is_elsewhere,
		is_slip && first->reach > search->fault + GOES_ON };
}

/* Lists the likeliest changes. */
static void
list_repairs(const struct search *search, const struct weights *weights,
    struct repairs *repairs)
{
	const struct hypothesis *first = &search->best[0];

	for (unsigned i = 1; i < search->len; i++) {
		const struct hypothesis *tried = &search->best[i];

		repairs->many += search_is_one_finding(first, tried) &&
		    tried->score < first->score + AS_OPEN;
	}
	for (unsigned i = 0; i < search->len && i < REPAIRS_MAX; i++) {
		const struct hypothesis *tried = &search->best[i];

		if (tried->score > first->score + HOPELESS)
			break;
		keep_repair(search, tried, &repairs->best[repairs->len]);
		repairs->best[repairs->len++].share =
		    (unsigned)(search_weight(tried->score - first->score) *
			1000 / (weights->mine + weights->others));
	}
}

static bool
is_alone(const struct odds *odds)
{
	const struct weights *weights = &odds->weights;

	return outweighs(*weights, ALONE) ||
	    (odds->is_confirmed && outweighs(*weights, 1) &&
		weights->mine >= ALONE * weights->next);
}

static bool
is_likely(const struct odds *odds)
{
	const struct weights *weights = &odds->weights;

	return outweighs(*weights, 1) ||
	    (odds->is_confirmed && 3 * weights->mine >= weights->others &&
		2 * weights->mine >= 3 * weights->next);
}

/* A ply that nobody wrote is never certain, unless a part of it is left. */
static bool
is_sure(const struct odds *odds)
{
	const struct hypothesis *first = odds->first;
	const struct change *change = &first->change;

	if (change->kind == REPAIR_MISSING && !change->takes_number)
		return false;
	if (first->misnumbered || first->mismarked || first->is_doubted)
		return false;
	return odds->is_confirmed
	    ? is_alone(odds)
	    : outweighs(
		  odds->weights, odds->is_elsewhere ? ELSEWHERE : CERTAIN_MORE);
}

/* Whether the change is good enough to go on with: the line goes on for long,
 * or nothing else comes near. */
static bool
is_assumed(const struct search *search, const struct odds *odds)
{
	const struct hypothesis *first = odds->first;
	const struct weights *weights = &odds->weights;
	unsigned steps = outweighs(*weights, PLAIN) ? 0 : STEPS;
	bool is_plain = outweighs(*weights, CERTAIN_MORE) ||
	    (outweighs(*weights, ALONE) &&
		weights->mine >= CERTAIN_MORE * weights->next);
	bool ends = first->reach == search->line->len &&
	    first->change.at == search->fault;

	if (first->reach > search->fault + GOES_ON || first->goes_on)
		return true;
	return is_plain && !first->mismarked &&
	    (ends || first->reach > search->fault + steps);
}

static void
answer(const struct search *search, struct repairs *repairs)
{
	if (search->len == 0)
		return;
	struct odds odds = find_odds(search);
	list_repairs(search, &odds.weights, repairs);
	repairs->alone = is_alone(&odds);
	repairs->likely = repairs->many == 0 && is_likely(&odds);
	repairs->sure = repairs->many == 0 && is_sure(&odds);
	repairs->assumed = is_assumed(search, &odds);
}

/* Whether the likeliest change explains the numbers from the first one on that
 * does not fit. Of several plies that are missing it is one of many ways to
 * fill the gap, unless it leads to the end or is alone. */
static bool
explains_numbers(const struct search *search, const struct repairs *repairs)
{
	const struct hypothesis *first = &search->best[0];
	unsigned told = repairs->lost_told;

	if (search->len == 0 || first->misnumbered || first->reach <= told)
		return false;
	return repairs->alone || first->reach == search->line->len ||
	    (first->reach > told + LASTING &&
		(first->change.kind != REPAIR_MISSING ||
		    first->change.instead_len == 1));
}

/* Finds by the numbers how many plies are missing, if the likeliest change does
 * not explain that. */
static void
find_lost(const struct search *search, struct repairs *repairs)
{
	const struct hypothesis *first = &search->best[0];
	unsigned lost =
	    search_lost(search, &repairs->lost_at, &repairs->lost_told);

	if (lost < 2 || explains_numbers(search, repairs))
		return;
	repairs->lost = lost;
	repairs->lost_from = *search_position(search, repairs->lost_at);
	repairs->alone = repairs->likely = repairs->sure = false;
	repairs->assumed &=
	    search->len > 0 && first->reach == search->line->len;
}

/* Whether no single change explains the rest, and another way of writing it
 * does better. */
static bool
find_passage(struct search *search, struct repairs *repairs)
{
	unsigned reach = search->fault, fitting = reach;

	for (unsigned i = 0; i < search->len; i++) {
		const struct hypothesis *tried = &search->best[i];

		if (tried->reach > reach)
			reach = tried->reach;
		if (tried->reach > fitting && !tried->misnumbered)
			fitting = tried->reach;
	}
	if (search->line->hint != NULL)
		reach = fitting = search->fault;
	if (fitting == search->line->len ||
	    !search_passage(
		search, reach, fitting, &repairs->best[0], &repairs->sure))
		return false;
	keep_past(search, &repairs->best[0].before);
	repairs->len = 1;
	repairs->alone = repairs->likely = repairs->assumed = true;
	return true;
}

static unsigned long
budget_of(const struct sheet *line)
{
	return REPLAYS_LEAST + (unsigned long)REPLAYS_PER_PLY * line->len;
}

void
repair_search(const struct sheet *line, unsigned fault, struct arena *arena,
    struct repairs *repairs)
{
	unsigned long budget = budget_of(line);
	struct state start = { .plies = 0 };
	const struct hypothesis *first;
	struct search *search;

	memset(repairs, 0, sizeof(*repairs));
	start.position = *line->start;
	search = search_begin(line, 1, &start, fault, arena);
	if (search == NULL)
		return;
	search_near(search, budget);
	if (!find_passage(search, repairs)) {
		first = &search->best[0];
		if (search->len == 0 ||
		    (first->score > POOR &&
			(first->reach == line->len ||
			    first->reach < fault + LASTING)))
			search_level(search, LEVEL_GAPS, budget);
		search_look_ahead(search);
		answer(search, repairs);
		find_lost(search, repairs);
	}
	search_end(search);
}

/* Keeps the changes that explain a false mark, the likeliest first: mostly the
 * move that has it is another, or was exchanged. `flaws`: of the line as it is
 * written. */
static void
keep_mark_changes(struct search *search, unsigned flaws)
{
	unsigned count = search->len;

	search->len = 0;
	for (unsigned i = 0; i < count; i++) {
		struct hypothesis tried = search->best[i];
		const struct change *change = &tried.change;

		bool is_kept = tried.reach == search->line->len &&
		    tried.flaws < flaws && tried.score <= flaws + MARK_MORE;

		if (change->at != search->fault &&
		    change->next != search->fault + 1)
			tried.score += MARK_APART;
		if (is_kept)
			search_rank(search, &tried);
	}
}

void
repair_search_mark(const struct sheet *line, unsigned item, struct arena *arena,
    struct repairs *repairs)
{
	struct state start = { .plies = 0 }, written;
	struct search *search;

	memset(repairs, 0, sizeof(*repairs));
	start.position = *line->start;
	search = search_begin(line, 1, &start, item, arena);
	if (search == NULL)
		return;
	written = search->dead_end->state;
	search_run(search, &written, search->trial_pasts);
	search_near(search, budget_of(line));
	keep_mark_changes(search, search_flaws(search, &written.flaws));
	answer(search, repairs);
	search_end(search);
}
