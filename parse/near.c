/* Ternion: the legal moves that a wrong one may have meant. */
#include "near.h"

enum {
	DISTANCE_MAX = 2,
	SEEN_MAX = 10000, /* moves looked at: chains can be too many */
};

struct candidate {
	char text[NEAR_TEXT_MAX + 1];
	unsigned distance;
};

struct search {
	const struct reading *reading;
	const struct position *position;
	struct slice wanted; /* the token without its marks */
	struct strbuf text;
	size_t seen, found;
	struct candidate best[NEAR_MAX];
};

/* The text up to its check marks and annotations. */
static struct slice
without_marks(struct slice text)
{
	while (text.len > 1 && strchr("+#!?=", text.ptr[text.len - 1]) != NULL)
		text.len--;
	return text;
}

static unsigned
least(unsigned a, unsigned b, unsigned c)
{
	unsigned ab = a < b ? a : b;

	return ab < c ? ab : c;
}

/* The number of single-byte changes that make one text the other. */
static unsigned
edit_distance(struct slice a, struct slice b)
{
	unsigned row[NEAR_TEXT_MAX + 1];

	for (unsigned j = 0; j <= b.len; j++)
		row[j] = j;
	for (unsigned i = 1; i <= a.len; i++) {
		unsigned corner = row[0];

		row[0] = i;
		for (unsigned j = 1; j <= b.len; j++) {
			unsigned change =
			    corner + (a.ptr[i - 1] != b.ptr[j - 1]);

			corner = row[j];
			row[j] = least(row[j] + 1, row[j - 1] + 1, change);
		}
	}
	return row[b.len];
}

/* Keeps the list sorted by distance, then by bytes, so that the order in
 * which moves are generated does not show. */
static void
insert(struct search *search, const struct candidate *candidate)
{
	size_t i = search->found;

	while (i > 0 &&
	    (search->best[i - 1].distance > candidate->distance ||
		(search->best[i - 1].distance == candidate->distance &&
		    strcmp(search->best[i - 1].text, candidate->text) > 0)))
		i--;
	if (i == NEAR_MAX)
		return;
	if (search->found < NEAR_MAX)
		search->found++;
	for (size_t j = search->found - 1; j > i; j--)
		search->best[j] = search->best[j - 1];
	search->best[i] = *candidate;
}

static bool
consider(void *context, const struct move *move)
{
	struct search *search = context;
	const struct reading *reading = search->reading;
	const struct marks none = { .attacked = 0 };
	struct candidate candidate;
	struct slice text;
	bool go_on = ++search->seen < SEEN_MAX;

	strbuf_reset(&search->text);
	reading->notation->write(reading->notation, reading->rules,
	    reading->alphabet, search->position, move, &none, &search->text);
	text = strbuf_as_slice(&search->text);
	if (text.len > NEAR_TEXT_MAX)
		return go_on;
	candidate.distance = edit_distance(search->wanted, text);
	/* What only lacks its end, as a promotion, is the nearest of all. */
	if (text.len > search->wanted.len &&
	    memcmp(text.ptr, search->wanted.ptr, search->wanted.len) == 0)
		candidate.distance = 0;
	if (candidate.distance > DISTANCE_MAX || candidate.distance >= text.len)
		return go_on;
	memcpy(candidate.text, text.ptr, text.len);
	candidate.text[text.len] = '\0';
	insert(search, &candidate);
	return go_on;
}

void
near_find(const struct reading *reading, const struct position *position,
    struct slice token, struct near *near)
{
	struct search search = { reading, position, without_marks(token),
		STRBUF_INIT, 0, 0, { { "", 0 } } };

	near->len = 0;
	if (reading->notation->write == NULL ||
	    search.wanted.len > NEAR_TEXT_MAX)
		return;
	rules_moves(reading->rules, position, NULL, consider, &search);
	strbuf_release(&search.text);
	for (; near->len < search.found; near->len++)
		memcpy(near->text[near->len], search.best[near->len].text,
		    sizeof(near->text[0]));
}

void
near_moves(const struct reading *reading, const struct position *position,
    struct slice token, struct strbuf *out)
{
	struct near near;

	near_find(reading, position, token, &near);
	for (size_t i = 0; i < near.len; i++) {
		strbuf_puts(out,
		    i == 0                 ? "; did you mean "
			: i + 1 < near.len ? ", "
					   : " or ");
		strbuf_puts(out, near.text[i]);
	}
	if (near.len > 0)
		strbuf_char(out, '?');
}
