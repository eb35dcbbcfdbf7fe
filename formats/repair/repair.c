/*
 * Ternion: the decoder of one line: which game explains it best.
 *
 * A hypothesis is the line with a change that leads past its first fault. Those
 * that reach the end are judged by what they suppose, and by the numbers, marks
 * and habits that contradict them; those that stop at another fault also by
 * what the best hypothesis there costs.
 */
#include "formats/repair/costs.h"
#include "formats/repair/passage.h"

enum {
	REPLAYS_LEAST = 3000, /* plies that a search may play, ... */
	REPLAYS_PER_PLY = 60,
	AHEAD_PER_PLY = 20,   /* after the next fault, ... */
	MARK_PER_PLY = 30,    /* and for a false mark */
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

/* A change that was tried. */
struct hypothesis {
	struct change change;
	unsigned reach, score;
	unsigned strain; /* its part of the score */
	bool
	    goes_on; /* after the next fault, with the likeliest repair there */
	bool misnumbered; /* some number does not fit: plies may be missing */
	uint64_t key;     /* of the position after the heads */
};

/* A search at one fault, with the hypotheses that count, the best first. */
struct decoding {
	struct search search;
	const struct strain *as_is; /* of a line with a false mark, which has to
				       become less; or NULL */
	unsigned relief; /* of all scores, by what was seen after the next
			    fault */
	unsigned len;
	struct hypothesis best[TRIED_MAX];
};

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

/* How unlikely a change is that was tried. */
static void
set_score(const struct search *search, const struct strain *all,
    struct hypothesis *tried)
{
	unsigned from = search->fault + 1, lasted, could;

	could = at_most(search->ground.len - from, LASTS_MAX);
	lasted =
	    tried->reach > from ? at_most(tried->reach - from, LASTS_MAX) : 0;
	tried->strain = search_strain(search, all);
	tried->misnumbered = all->numbers > 0;
	tried->score = tried->change.cost + tried->strain +
	    COST_HAZARD * (could - lasted) +
	    (tried->reach < search->ground.len ? COST_ANOTHER : 0);
}

/* Whether two changes put the same in the same place. */
static bool
is_same(const struct hypothesis *a, const struct hypothesis *b)
{
	return a->change.at == b->change.at &&
	    a->change.next == b->change.next && a->reach == b->reach &&
	    a->key == b->key;
}

static void
take_off(struct decoding *decoding, unsigned i)
{
	decoding->len--;
	memmove(&decoding->best[i], &decoding->best[i + 1],
	    (decoding->len - i) * sizeof(decoding->best[0]));
}

/* The likelier of two that put the same in the same place stays. */
static void
rank(struct decoding *decoding, const struct hypothesis *tried)
{
	unsigned i = decoding->len;

	for (unsigned j = 0; j < decoding->len; j++) {
		if (!is_same(&decoding->best[j], tried))
			continue;
		if (decoding->best[j].score <= tried->score)
			return;
		take_off(decoding, j);
		i--;
		break;
	}
	while (i > 0 && decoding->best[i - 1].score > tried->score)
		i--;
	if (i == TRIED_MAX)
		return;
	if (decoding->len < TRIED_MAX)
		decoding->len++;
	for (unsigned j = decoding->len - 1; j > i; j--)
		decoding->best[j] = decoding->best[j - 1];
	decoding->best[i] = *tried;
}

/* Whether a change makes the false mark true, and leaves the rest as it was. */
static bool
explains_mark(const struct decoding *decoding, const struct hypothesis *tried,
    const struct strain *all)
{
	return tried->reach == decoding->search.ground.len &&
	    all->marks < decoding->as_is->marks &&
	    all->numbers <= decoding->as_is->numbers;
}

static void
try_change(struct decoding *decoding, const struct change *change)
{
	struct search *search = &decoding->search;
	unsigned at = change->at - search->first;
	struct hypothesis tried = { .change = *change };
	struct strain rest = { 0 }, all;

	tried.reach = trial_run(
	    &search->ground, change, &search->before[at], &rest, &tried.key);
	all = sum(&search->strain[at], &rest);
	if (decoding->as_is != NULL ? !explains_mark(decoding, &tried, &all)
				    : tried.reach <= search->fault)
		return;
	set_score(search, &all, &tried);
	rank(decoding, &tried);
}

/* Tries the changes of a level until `budget` plies are played. */
static void
try_level(struct decoding *decoding, enum level level, unsigned long budget)
{
	struct search *search = &decoding->search;

	search_list(search, level);
	search->ground.played = 0;
	for (size_t i = 0; i < search->len && search->ground.played <= budget;
	     i++) {
		const struct change *change = &search->changes[i];

		if (decoding->len > 0 &&
		    change->cost > decoding->best[0].score + HOPELESS)
			break;
		try_change(decoding, change);
	}
}

/* Changes that do not reach the end meet the faults of the rest, too: they get
 * the strain of the best change that does. */
static void
level_strains(struct decoding *decoding)
{
	struct hypothesis *old = decoding->best;
	unsigned len = decoding->search.ground.len, count = decoding->len;
	unsigned strain, i = 0;

	while (i < count && old[i].reach < len)
		i++;
	if (i == count)
		return;
	strain = old[i].strain;
	old = mem_alloc(count * sizeof(*old));
	memcpy(old, decoding->best, count * sizeof(*old));
	decoding->len = 0;
	for (i = 0; i < count; i++) {
		if (old[i].reach < len && old[i].strain < strain) {
			old[i].score += strain - old[i].strain;
			old[i].strain = strain;
		}
		rank(decoding, &old[i]);
	}
	mem_free(old);
}

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
weight_of_unknown(const struct decoding *decoding)
{
	const struct hypothesis *first = &decoding->best[0];
	/* The faults of the rest would stand with any other reading, too. */
	unsigned unknown = COST_UNKNOWN + first->strain + decoding->relief;

	return weight(first->score < unknown ? unknown - first->score : 0);
}

/* Whether the first is as likely as all others together, 2 to the power of
 * `bits` times. */
static bool
outweighs(const struct decoding *decoding, unsigned bits)
{
	const struct hypothesis *first = &decoding->best[0];
	unsigned long others = weight_of_unknown(decoding), mine = 0;

	for (unsigned i = 0; i < decoding->len; i++) {
		const struct hypothesis *tried = &decoding->best[i];
		unsigned long w = weight(tried->score - first->score);

		if (i == 0 || is_one_finding(first, tried))
			mine += w;
		else
			others += w;
	}
	return mine >> bits >= others;
}

/* Whether it takes more than one slip to write the token for the move. */
static bool
is_far_fetched(const struct change *change)
{
	return change->kind == REPAIR_MISSING ||
	    (change->kind == REPAIR_OTHER && change->cost > SLIP);
}

static void
tell(const struct decoding *decoding, struct repairs *repairs)
{
	const struct hypothesis *first = &decoding->best[0];
	const struct search *search = &decoding->search;
	unsigned long all;
	bool complete;

	if (decoding->len == 0)
		return;
	all = weight_of_unknown(decoding);
	for (unsigned i = 0; i < decoding->len; i++)
		all += weight(decoding->best[i].score - first->score);
	for (unsigned i = 0; i < decoding->len && repairs->len < REPAIRS_MAX;
	     i++) {
		const struct hypothesis *tried = &decoding->best[i];
		struct repair *repair = &repairs->best[repairs->len];

		if (tried->score > first->score + HOPELESS)
			break;
		repairs->len++;
		repair->change = tried->change;
		repair->reach = tried->reach;
		repair->score = tried->score;
		repair->share = (unsigned)(weight(tried->score - first->score) *
		    1000 / all);
		repair->before =
		    search->before[tried->change.at - search->first];
		if (repair->change.kind == REPAIR_OTHER ||
		    repair->change.kind == REPAIR_MISSING)
			trial_begin(search->line->reader->rules,
			    &repair->before, repair->change.head[0].move);
		search_keep(search, repair);
	}
	for (unsigned i = 1; i < decoding->len; i++)
		repairs->many += is_one_finding(first, &decoding->best[i]) &&
		    decoding->best[i].score < first->score + AS_OPEN;
	complete = first->reach == search->ground.len;
	repairs->alone = outweighs(decoding, ALONE);
	repairs->likely = repairs->many == 0 && outweighs(decoding, LIKELY);
	/* A ply that nobody wrote is never certain, unless a part of it is
	 * left. */
	repairs->sure = (first->change.kind != REPAIR_MISSING ||
			    first->change.takes_number) &&
	    repairs->many == 0 && !first->misnumbered &&
	    outweighs(decoding,
		is_far_fetched(&first->change) ? CERTAIN_MORE : CERTAIN);
	repairs->assumed = (complete && repairs->alone) ||
	    first->reach > search->fault + GOES_ON || first->goes_on;
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
 * Behind the next fault
 */

static bool decode_near(struct decoding *decoding,
    const struct repair_line *line, unsigned fault, unsigned long budget,
    struct arena *arena);

/* How unlikely the best is that can be made of a line with a fault, and whether
 * the line goes on with it. */
static unsigned
best_score(const struct repair_line *line, unsigned fault, struct arena *arena,
    bool *goes_on)
{
	struct decoding *decoding = mem_alloc(sizeof(*decoding));
	const struct hypothesis *first = &decoding->best[0];
	unsigned best = COST_UNKNOWN;

	decode_near(decoding, line, fault, AHEAD_PER_PLY * line->len, arena);
	*goes_on = decoding->len > 0 && first->change.cost < COST_ANOTHER &&
	    first->reach > fault + GOES_ON;
	if (decoding->len > 0)
		best = at_most(best, first->score);
	search_end(&decoding->search);
	mem_free(decoding);
	return best;
}

/* Scores a change by the line after the next fault. */
static unsigned
score_ahead(const struct search *search, struct hypothesis *tried)
{
	unsigned from = search->fault + 1, len = search->ground.len;
	const struct change *change = &tried->change;
	struct repair_line line = *search->line;
	struct item *items = mem_alloc((len + HEADS_MAX) * sizeof(*items));
	struct arena arena = ARENA_INIT;
	unsigned could = at_most(len - from, LASTS_MAX), score;
	unsigned lasted =
	    at_most(tried->reach > from ? tried->reach - from : 0, LASTS_MAX);

	memcpy(items, line.items, len * sizeof(*items));
	search_apply(&line, items, change,
	    search->before[change->at - search->first], &arena);
	score = tried->score - COST_HAZARD * (could - lasted) +
	    best_score(
		&line, tried->reach + line.len - len, &arena, &tried->goes_on);
	arena_release(&arena);
	mem_free(items);
	tried->goes_on &= change->cost < COST_ANOTHER;
	return score;
}

/* Takes the best hypothesis and looks past its next fault. Returns how much
 * less likely that makes it. */
static int
look_at_best(struct decoding *decoding, struct hypothesis *tried)
{
	unsigned before;

	*tried = decoding->best[0];
	before = tried->score;
	take_off(decoding, 0);
	if (tried->reach == decoding->search.ground.len)
		return 0;
	tried->score = score_ahead(&decoding->search, tried);
	return (int)tried->score - (int)before;
}

/*
 * Several changes bring the line to its next fault, and the line after that may
 * show which of them is meant. Only the best is followed there; the others are
 * taken to do no better.
 */
static void
look_ahead(struct decoding *decoding)
{
	const struct hypothesis *first = &decoding->best[0];
	unsigned limit = first->score + HOPELESS / 2, len = 0;
	struct hypothesis tried[AHEAD];
	int least = 0;

	if (first->reach == decoding->search.ground.len ||
	    (outweighs(decoding, ALONE) &&
		first->reach > decoding->search.fault + GOES_ON))
		return;
	while (len < AHEAD && decoding->len > 0 && first->score <= limit) {
		int more = look_at_best(decoding, &tried[len]);

		if (len++ == 0 || more < least)
			least = more;
	}
	decoding->relief = least < 0 ? (unsigned)-least : 0;
	for (unsigned i = 0; i < len; i++) {
		tried[i].score = (unsigned)((int)tried[i].score - least);
		rank(decoding, &tried[i]);
	}
}

/*
 * The levels
 */

/* Whether nothing was found that explains the line so well. */
static bool
is_worse(const struct decoding *decoding, unsigned score)
{
	const struct hypothesis *best = &decoding->best[0];

	return decoding->len == 0 || best->score > score;
}

/* Whether, in addition, the line does not go on for long. */
static bool
is_poor(const struct decoding *decoding)
{
	const struct search *search = &decoding->search;

	return is_worse(decoding, POOR) &&
	    (decoding->len == 0 ||
		decoding->best[0].reach == search->ground.len ||
		decoding->best[0].reach < search->fault + LASTING);
}

/* Tries what explains most faults; false if the line does not go so far. */
static bool
decode_near(struct decoding *decoding, const struct repair_line *line,
    unsigned fault, unsigned long budget, struct arena *arena)
{
	decoding->len = decoding->relief = 0;
	decoding->as_is = NULL;
	if (!search_begin(&decoding->search, line, fault, arena))
		return false;
	try_level(decoding, LEVEL_NEAR, budget);
	if (is_worse(decoding, FAIR))
		try_level(decoding, LEVEL_BACK, budget);
	return true;
}

/* Tries what else may be if that does not explain it. */
static void
decode_far(struct decoding *decoding, unsigned long budget)
{
	if (is_poor(decoding))
		try_level(decoding, LEVEL_GAPS, budget);
	level_strains(decoding);
	if (decoding->len > 0)
		look_ahead(decoding);
}

/* Finds by the numbers how many plies are missing, if the likeliest change does
 * not explain that. */
static void
find_lost(const struct decoding *decoding, struct repairs *repairs)
{
	const struct search *search = &decoding->search;
	const struct hypothesis *first = &decoding->best[0];
	unsigned lost =
	    search_lost(search, &repairs->lost_at, &repairs->lost_told);

	if (lost < 2 ||
	    (decoding->len > 0 && !first->misnumbered &&
		first->reach > repairs->lost_told))
		return;
	repairs->lost = lost;
	repairs->lost_from = search->before[repairs->lost_at - search->first];
	repairs->alone = repairs->likely = repairs->sure = false;
	repairs->assumed &=
	    decoding->len > 0 && first->reach == search->ground.len;
}

/* Whether no single change explains the rest, and another way of writing it
 * does better. */
static bool
find_passage(struct decoding *decoding, struct repairs *repairs)
{
	struct search *search = &decoding->search;
	unsigned reach = search->fault;

	for (unsigned i = 0; i < decoding->len; i++)
		if (decoding->best[i].reach > reach)
			reach = decoding->best[i].reach;
	if (reach == search->ground.len ||
	    !passage_find(search, reach, &repairs->best[0], &repairs->sure))
		return false;
	search_keep_past(search, &repairs->best[0].before);
	repairs->len = 1;
	repairs->alone = repairs->likely = true;
	repairs->assumed = true;
	return true;
}

void
repair_search(const struct repair_line *line, unsigned fault,
    struct arena *arena, struct repairs *repairs)
{
	unsigned long budget =
	    REPLAYS_LEAST + (unsigned long)REPLAYS_PER_PLY * line->len;
	struct decoding *decoding;

	memset(repairs, 0, sizeof(*repairs));
	decoding = mem_alloc(sizeof(*decoding));
	if (decode_near(decoding, line, fault, budget, arena) &&
	    !find_passage(decoding, repairs)) {
		decode_far(decoding, budget);
		tell(decoding, repairs);
		find_lost(decoding, repairs);
	}
	search_end(&decoding->search);
	mem_free(decoding);
}

/* The strain of the line as it is written. */
static struct strain
strain_as_is(struct search *search)
{
	unsigned from = search->fault;
	const struct change none = { .at = from, .next = from };
	struct strain rest = { 0 };
	uint64_t key;

	trial_run(&search->ground, &none, &search->before[from - search->first],
	    &rest, &key);
	return sum(&search->strain[from - search->first], &rest);
}

void
repair_instead(const struct repair_line *line, unsigned marked,
    struct arena *arena, struct repairs *repairs)
{
	struct decoding *decoding;
	struct search *search;
	struct strain as_is;
	unsigned limit;

	memset(repairs, 0, sizeof(*repairs));
	decoding = mem_alloc(sizeof(*decoding));
	decoding->len = decoding->relief = 0;
	decoding->as_is = &as_is;
	search = &decoding->search;
	if (search_begin(search, line, marked + 1, arena)) {
		as_is = strain_as_is(search);
		search->habits.mark = search_habit(as_is.fitting, as_is.marks);
		limit = search_strain(search, &as_is) + MARK_UNLIKELIER;
		/* Nothing is told by one who marks as he likes. */
		if (search->habits.mark > HABIT_LEAST)
			try_level(decoding, LEVEL_MARK,
			    REPLAYS_LEAST +
				(unsigned long)MARK_PER_PLY * line->len);
		while (decoding->len > 0 &&
		    decoding->best[decoding->len - 1].score > limit)
			decoding->len--;
		tell(decoding, repairs);
		for (unsigned i = 0; i < repairs->len; i++)
			repairs->best[i].share = 0;
		repairs->likely = false;
		repairs->alone = repairs->len == 1 ||
		    (repairs->len > 1 &&
			repairs->best[1].score >=
			    repairs->best[0].score + MARK_ALONE);
	}
	search_end(search);
	mem_free(decoding);
}

void
repair_apply(struct repair_line *line, struct item *items,
    const struct repair *repair, struct arena *arena)
{
	search_apply(line, items, &repair->change, repair->before, arena);
}
