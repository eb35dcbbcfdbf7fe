/* Ternion: how likely the best hypothesis is, compared with all others. */
#include "parse/repair/costs.h"
#include "parse/repair/decode.h"

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

bool
search_outweighs(const struct search *search, unsigned odds)
{
	struct weights weights = search_weigh(search);

	return weights.mine >= odds * weights.others;
}
