/* Ternion: what was meant where a line of moves cannot be played. */

#include "formats/repair/costs.h"
#include "formats/repair/passage.h"

enum {
	REPLAYS_LEAST = 3000, /* plies that a search may play */
	REPLAYS_PER_PLY = 60,
	AHEAD_PER_PLY = 20, /* behind the next fault */
	AHEAD = 4,          /* changes for which that is looked at */
	LASTS_MAX = 100,    /* plies after which that counts no more */
	HOPELESS = 70,      /* so much worse is not looked at */
	POOR = 130,         /* worse may be several plies that are missing */
	LASTING = 20,       /* plies that hardly go on by chance */
	GUESSED = 90,       /* the cost of a text that tells little */
	LIKELY = 1,         /* bits: 2 to 1 */
	ALONE = 2,          /* 4 to 1 */
	CERTAIN = 3,        /* 8 to 1: of 777 such changes one was wrong */
	SLIP = 55,          /* what one slip costs at most; ... */
	CERTAIN_MORE = 4,   /* 16 to 1, for a text that costs more */
	AS_OPEN = 25,       /* between moves of one that is missing */
};

/* A change that was tried. */
struct tried {
	struct change change;
	unsigned reach, score;
	unsigned strain;  /* its part of the score */
	bool goes_on;     /* behind the next fault, with what is likely there */
	bool misnumbered; /* some number does not fit: plies may be missing */
	uint64_t key;     /* of the position behind the heads */
};

/* The tries that count, the best first. */
struct ranking {
	const struct search *search;
	unsigned len;
	unsigned relief; /* of all scores, by what was seen behind the next
			    fault */
	struct tried best[TRIED_MAX];
};

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

/* How unlikely a change is after it was tried. */
static void
set_score(const struct search *search, const struct strain *strain,
    struct tried *tried)
{
	const struct change *change = &tried->change;
	unsigned from = search->fault + 1, lasted, could;
	const struct strain *before =
	    &search->strain[change->at - search->first];
	struct strain all = { .marks = before->marks + strain->marks,
		.numbers = before->numbers + strain->numbers,
		.style = before->style + strain->style };

	could = at_most(search->ground.len - from, LASTS_MAX);
	lasted =
	    tried->reach > from ? at_most(tried->reach - from, LASTS_MAX) : 0;
	tried->strain = search_strain(search, &all);
	tried->misnumbered = all.numbers > 0;
	tried->score = change->cost + tried->strain +
	    COST_HAZARD * (could - lasted) +
	    (tried->reach < search->ground.len ? COST_ANOTHER : 0);
}

/* Whether two changes put the same in the same place. */
static bool
is_same(const struct tried *a, const struct tried *b)
{
	return a->change.at == b->change.at &&
	    a->change.next == b->change.next && a->reach == b->reach &&
	    a->key == b->key;
}

static void
take_off(struct ranking *ranking, unsigned i)
{
	ranking->len--;
	memmove(&ranking->best[i], &ranking->best[i + 1],
	    (ranking->len - i) * sizeof(ranking->best[0]));
}

/* The likelier of two that put the same in the same place stays. */
static void
rank(struct ranking *ranking, const struct tried *tried)
{
	unsigned i = ranking->len;

	for (unsigned j = 0; j < ranking->len; j++) {
		if (!is_same(&ranking->best[j], tried))
			continue;
		if (ranking->best[j].score <= tried->score)
			return;
		take_off(ranking, j);
		i--;
		break;
	}
	while (i > 0 && ranking->best[i - 1].score > tried->score)
		i--;
	if (i == TRIED_MAX)
		return;
	if (ranking->len < TRIED_MAX)
		ranking->len++;
	for (unsigned j = ranking->len - 1; j > i; j--)
		ranking->best[j] = ranking->best[j - 1];
	ranking->best[i] = *tried;
}

/* Tries the changes until so many plies were played. */
static void
try_all(struct search *search, struct ranking *ranking, unsigned long budget)
{
	search->ground.played = 0;
	for (size_t i = 0; i < search->len; i++) {
		struct tried tried = { .change = search->changes[i] };
		struct strain strain = { 0 };

		if (search->ground.played > budget ||
		    (ranking->len > 0 &&
			tried.change.cost > ranking->best[0].score + HOPELESS))
			break;
		tried.reach = trial_run(&search->ground, &tried.change,
		    &search->before[tried.change.at - search->first], &strain,
		    &tried.key);
		if (tried.reach <= search->fault)
			continue;
		set_score(search, &strain, &tried);
		rank(ranking, &tried);
	}
}

/* What is amiss in the rest meets those as well that do not go so far: as much
 * as the best of those that go to the end. */
static void
level_strains(const struct search *search, struct ranking *ranking)
{
	struct ranking *old;
	unsigned strain, i = 0;

	while (i < ranking->len && ranking->best[i].reach < search->ground.len)
		i++;
	if (i == ranking->len)
		return;
	strain = ranking->best[i].strain;
	old = mem_alloc(sizeof(*old));
	*old = *ranking;
	ranking->len = 0;
	for (i = 0; i < old->len; i++) {
		struct tried *tried = &old->best[i];

		if (tried->reach < search->ground.len &&
		    tried->strain < strain) {
			tried->score += strain - tried->strain;
			tried->strain = strain;
		}
		rank(ranking, tried);
	}
	mem_free(old);
}

/* Whether two tries are one finding: a ply is missing there, whichever; of
 * several the place may be as open as what they are. */
static bool
is_one_finding(const struct tried *a, const struct tried *b)
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

/* The weight of what nobody thought of, beside that of the first. */
static unsigned long
weight_of_unknown(const struct ranking *ranking)
{
	const struct tried *first = &ranking->best[0];
	/* What is amiss in the rest would be so with any other reading. */
	unsigned unknown = COST_UNKNOWN + first->strain + ranking->relief;

	return weight(first->score < unknown ? unknown - first->score : 0);
}

/* Whether the first is as likely as all others together, 2 to the power of
 * `bits` times. */
static bool
outweighs(const struct ranking *ranking, unsigned bits)
{
	const struct tried *first = &ranking->best[0];
	unsigned long others = weight_of_unknown(ranking), mine = 0;

	for (unsigned i = 0; i < ranking->len; i++) {
		const struct tried *tried = &ranking->best[i];
		unsigned long w = weight(tried->score - first->score);

		if (i == 0 || is_one_finding(first, tried))
			mine += w;
		else
			others += w;
	}
	return mine >> bits >= others;
}

/* Whether it takes more than one slip to write the token for the move, or no
 * token stands for it. */
static bool
is_far_fetched(const struct change *change)
{
	return change->kind == REPAIR_MISSING ||
	    (change->kind == REPAIR_OTHER && change->cost > SLIP);
}

static void
tell(struct search *search, const struct ranking *ranking,
    struct repairs *repairs)
{
	const struct tried *first = &ranking->best[0];
	unsigned long all;
	bool complete;

	if (ranking->len == 0)
		return;
	all = weight_of_unknown(ranking);
	for (unsigned i = 0; i < ranking->len; i++)
		all += weight(ranking->best[i].score - first->score);
	for (unsigned i = 0; i < ranking->len && repairs->len < REPAIRS_MAX;
	     i++) {
		const struct tried *tried = &ranking->best[i];
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
	for (unsigned i = 1; i < ranking->len; i++)
		repairs->many += is_one_finding(first, &ranking->best[i]) &&
		    ranking->best[i].score < first->score + AS_OPEN;
	complete = first->reach == search->ground.len;
	repairs->alone = outweighs(ranking, ALONE);
	repairs->likely = repairs->many == 0 && outweighs(ranking, LIKELY);
	/* Of all that may be missing together not all was tried. */
	repairs->sure = repairs->many == 0 &&
	    outweighs(ranking,
		is_far_fetched(&first->change) ? CERTAIN_MORE : CERTAIN) &&
	    !first->misnumbered &&
	    (first->change.kind != REPAIR_MISSING || first->change.heads == 1);
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

/* Changes the items, of which the line is. Heads that the players did not write
 * so become moves. */
static void
apply(struct repair_line *line, struct item *items, const struct change *change,
    struct position position, struct arena *arena)
{
	struct ground ground = { .reader = line->reader };
	struct strain strain = { 0 };
	unsigned end = change->at + change->heads;

	memmove(items + end, items + change->next,
	    (line->len - change->next) * sizeof(*items));
	memcpy(
	    items + change->at, change->head, change->heads * sizeof(*items));
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

/*
 * Behind the next fault
 */

/* How unlikely the best is that can be made of a line with a fault, and whether
 * the line goes on with it. */
static unsigned
best_score(const struct repair_line *line, unsigned fault, struct arena *arena,
    bool *goes_on)
{
	struct ranking *ranking = mem_alloc(sizeof(*ranking));
	struct search search;
	unsigned best = COST_UNKNOWN;

	ranking->len = ranking->relief = 0;
	if (search_begin(&search, line, fault, arena)) {
		search_changes(&search);
		try_all(&search, ranking, line->len * AHEAD_PER_PLY);
	}
	if (ranking->len > 0 && ranking->best[0].score < best)
		best = ranking->best[0].score;
	*goes_on = ranking->len > 0 &&
	    ranking->best[0].change.cost < COST_ANOTHER &&
	    ranking->best[0].reach > fault + GOES_ON;
	search_end(&search);
	mem_free(ranking);
	return best;
}

/* What the rest of the line behind the next fault says of a change. */
static unsigned
score_ahead(const struct search *search, struct tried *tried)
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
	apply(&line, items, change, search->before[change->at - search->first],
	    &arena);
	score = tried->score - COST_HAZARD * (could - lasted) +
	    best_score(
		&line, tried->reach + line.len - len, &arena, &tried->goes_on);
	arena_release(&arena);
	mem_free(items);
	tried->goes_on &= change->cost < COST_ANOTHER;
	return score;
}

/* Takes the best try off the ranking and looks behind its next fault. Returns
 * how much unlikelier it became by it. */
static int
look_at_best(
    const struct search *search, struct ranking *ranking, struct tried *tried)
{
	unsigned before;

	*tried = ranking->best[0];
	before = tried->score;
	take_off(ranking, 0);
	if (tried->reach == search->ground.len)
		return 0;
	tried->score = score_ahead(search, tried);
	return (int)tried->score - (int)before;
}

/*
 * Several changes bring the line to its next fault: which of them is meant may
 * show behind that. It is looked there for the best alone; of the rest it is
 * supposed that they would do no better there.
 */
static void
look_ahead(const struct search *search, struct ranking *ranking)
{
	unsigned limit = ranking->best[0].score + HOPELESS / 2, len = 0;
	struct tried tried[AHEAD];
	int least = 0;

	if (ranking->best[0].reach == search->ground.len ||
	    (outweighs(ranking, ALONE) &&
		ranking->best[0].reach > search->fault + GOES_ON))
		return;
	while (len < AHEAD && ranking->len > 0 &&
	    ranking->best[0].score <= limit) {
		int more = look_at_best(search, ranking, &tried[len]);

		if (len++ == 0 || more < least)
			least = more;
	}
	ranking->relief = least < 0 ? (unsigned)-least : 0;
	for (unsigned i = 0; i < len; i++) {
		tried[i].score = (unsigned)((int)tried[i].score - least);
		rank(ranking, &tried[i]);
	}
}

/* Whether nothing was found that the line would be like to be meant so: then
 * several plies may be missing. */
static bool
is_poor(const struct search *search, const struct ranking *ranking)
{
	const struct tried *best = &ranking->best[0];

	return ranking->len == 0 ||
	    (best->reach < search->ground.len ? best->score > POOR &&
			best->reach < search->fault + LASTING
					      : best->score > POOR);
}

/* What the numbers tell of plies that are missing, if the likeliest change does
 * not explain them; it is a guess then. */
static void
find_lost(const struct search *search, const struct ranking *ranking,
    struct repairs *repairs)
{
	const struct tried *first = &ranking->best[0];
	unsigned lost =
	    search_lost(search, &repairs->lost_at, &repairs->lost_told);

	if (lost < 2 ||
	    (ranking->len > 0 && !first->misnumbered &&
		first->reach > repairs->lost_told))
		return;
	repairs->lost = lost;
	repairs->lost_from = search->before[repairs->lost_at - search->first];
	repairs->alone = repairs->likely = repairs->sure = false;
	repairs->assumed &=
	    ranking->len > 0 && first->reach == search->ground.len;
}

/* Whether no single change explains the rest, and another way of writing it
 * does better. */
static bool
find_passage(struct search *search, const struct ranking *ranking,
    struct repairs *repairs)
{
	unsigned reach = search->fault;

	for (unsigned i = 0; i < ranking->len; i++)
		if (ranking->best[i].reach > reach)
			reach = ranking->best[i].reach;
	if (reach == search->ground.len ||
	    !passage_find(search, reach, &repairs->best[0], &repairs->sure))
		return false;
	search_keep_past(search, &repairs->best[0].before);
	repairs->len = 1;
	repairs->alone = repairs->likely = true;
	repairs->assumed =
	    repairs->best[0].change.passage->kind != PASSAGE_SECOND_GAME;
	return true;
}

void
repair_search(const struct repair_line *line, unsigned fault,
    struct arena *arena, struct repairs *repairs)
{
	unsigned long budget =
	    REPLAYS_LEAST + (unsigned long)REPLAYS_PER_PLY * line->len;
	struct ranking *ranking;
	struct search search;

	memset(repairs, 0, sizeof(*repairs));
	/* Nothing can be told where no move can be written. */
	if (line->reader->notation->write == NULL)
		return;
	ranking = mem_alloc(sizeof(*ranking));
	ranking->len = ranking->relief = 0;
	if (search_begin(&search, line, fault, arena)) {
		search_changes(&search);
		try_all(&search, ranking, budget);
		if (find_passage(&search, ranking, repairs)) {
			search_end(&search);
			mem_free(ranking);
			return;
		}
		if (is_poor(&search, ranking)) {
			search_far(&search);
			try_all(&search, ranking, budget);
		}
		if (is_poor(&search, ranking)) {
			search_gaps(&search);
			try_all(&search, ranking, budget);
		}
		level_strains(&search, ranking);
		if (ranking->len > 0)
			look_ahead(&search, ranking);
		tell(&search, ranking, repairs);
		find_lost(&search, ranking, repairs);
	}
	search_end(&search);
	mem_free(ranking);
}

void
repair_apply(struct repair_line *line, struct item *items,
    const struct repair *repair, struct arena *arena)
{
	apply(line, items, &repair->change, repair->before, arena);
}

bool
repair_is_guess(const struct repair *repair)
{
	const struct change *change = &repair->change;

	return change->kind == REPAIR_MISSING ? change->heads > 1
					      : change->cost > GUESSED;
}
