/*
 * Ternion: what may have been meant where a line is played to its end, but a
 * mark of check is false: the mark can be the slip, or the move.
 */
#include "formats/repair/search.h"

enum {
	BACK = 24,       /* plies before the mark in which the slip may be */
	TEXT = 50,       /* what it may cost */
	UNLIKELIER = 30, /* than that the mark is the slip */
	ALONE = 25,
	REPLAYS_LEAST = 3000,
	REPLAYS_PER_PLY = 30,
};

static struct strain
sum(const struct strain *a, const struct strain *b)
{
	return (struct strain){ .marks = a->marks + b->marks,
		.fitting = a->fitting + b->fitting,
		.numbers = a->numbers + b->numbers,
		.style = a->style + b->style };
}

/* What does not fit if the line is meant as it is written. */
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

static void
keep(struct repairs *repairs, const struct repair *repair)
{
	unsigned i = repairs->len;

	while (i > 0 && repairs->best[i - 1].score > repair->score)
		i--;
	if (i == REPAIRS_MAX)
		return;
	if (repairs->len < REPAIRS_MAX)
		repairs->len++;
	for (unsigned j = repairs->len - 1; j > i; j--)
		repairs->best[j] = repairs->best[j - 1];
	repairs->best[i] = *repair;
}

static void
try_change(struct search *search, const struct change *change,
    const struct strain *as_is, struct repairs *repairs)
{
	unsigned at = change->at - search->first;
	struct repair repair = { .change = *change,
		.before = search->before[at] };
	struct strain rest = { 0 }, all;
	uint64_t key;

	repair.reach = trial_run(
	    &search->ground, change, &search->before[at], &rest, &key);
	all = sum(&search->strain[at], &rest);
	if (repair.reach < search->ground.len || all.marks >= as_is->marks ||
	    all.numbers > as_is->numbers)
		return;
	repair.score = change->cost + search_strain(search, &all);
	keep(repairs, &repair);
}

void
repair_instead(const struct repair_line *line, unsigned marked,
    struct arena *arena, struct repairs *repairs)
{
	unsigned long budget =
	    REPLAYS_LEAST + (unsigned long)REPLAYS_PER_PLY * line->len;
	struct search search;
	struct strain as_is;
	unsigned limit;

	memset(repairs, 0, sizeof(*repairs));
	if (line->reader->notation->write == NULL)
		return;
	if (search_begin(&search, line, marked + 1, arena)) {
		as_is = strain_as_is(&search);
		search.habits.mark = search_habit(as_is.fitting, as_is.marks);
		limit = search_strain(&search, &as_is) + UNLIKELIER;
		/* Nothing is told by one who marks as he likes. */
		if (search.habits.mark > HABIT_LEAST)
			search_near(&search, BACK, TEXT);
		for (size_t i = 0;
		     i < search.len && search.ground.played <= budget; i++)
			try_change(
			    &search, &search.changes[i], &as_is, repairs);
		while (repairs->len > 0 &&
		    repairs->best[repairs->len - 1].score > limit)
			repairs->len--;
		repairs->alone = repairs->len == 1 ||
		    (repairs->len > 1 &&
			repairs->best[1].score >=
			    repairs->best[0].score + ALONE);
		for (unsigned i = 0; i < repairs->len; i++)
			search_keep(&search, &repairs->best[i]);
	}
	search_end(&search);
}
