/* Ternion: the legal moves that a wrong one may have meant. */
#include "parse/resolve/suggest.h"
#include "parse/text/characters.h"

enum {
	NEAR_MAX = 3, /* of those that differ; what only lacks its end may
			 be as many as there are promotions */
	DISTANCE_MAX = 2,
	SEEN_MAX = 10000, /* moves looked at: chains can be too many */
};

struct candidate {
	char text[SUGGESTION_TEXT_MAX + 1];
	unsigned distance;
};

static unsigned
least(unsigned a, unsigned b, unsigned c)
{
	unsigned ab = a < b ? a : b;

	return ab < c ? ab : c;
}

static uint32_t
lower(uint32_t point)
{
	return point >= 'A' && point <= 'Z' ? point | 0x20 : point;
}

/* Whether the texts are the same but for the case of letters. */
static bool
differ_in_case(const struct characters *a, const struct characters *b)
{
	unsigned i = 0;

	while (i < a->len && i < b->len && lower(a->at[i]) == lower(b->at[i]))
		i++;
	return i == a->len && i == b->len;
}

/*
 * The number of changes that make one text the other: a character is changed,
 * left out or put in, or two that are neighbours are exchanged.
 */
static unsigned
edit_distance(const struct characters *a, const struct characters *b)
{
	unsigned rows[3][SUGGESTION_TEXT_MAX + 1];

	for (unsigned j = 0; j <= b->len; j++)
		rows[0][j] = j;
	for (unsigned i = 1; i <= a->len; i++) {
		unsigned *row = rows[i % 3];
		const unsigned *above = rows[(i + 2) % 3];

		row[0] = i;
		for (unsigned j = 1; j <= b->len; j++) {
			row[j] = least(row[j - 1] + 1, above[j] + 1,
			    above[j - 1] + (a->at[i - 1] != b->at[j - 1]));
			if (i > 1 && j > 1 && a->at[i - 1] == b->at[j - 2] &&
			    a->at[i - 2] == b->at[j - 1])
				row[j] = least(row[j], row[j],
				    rows[(i + 1) % 3][j - 2] + 1);
		}
	}
	return rows[a->len % 3][b->len];
}

struct search {
	const struct reader_context *reader;
	const struct position *position;
	struct slice wanted; /* the token without its marks */
	struct characters points;
	struct strbuf text;
	size_t seen, found;
	struct candidate best[SUGGESTIONS_MAX];
};

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
	if (i >= (candidate->distance == 0 ? SUGGESTIONS_MAX : NEAR_MAX))
		return;
	if (search->found < SUGGESTIONS_MAX)
		search->found++;
	for (size_t j = search->found - 1; j > i; j--)
		search->best[j] = search->best[j - 1];
	search->best[i] = *candidate;
	while (search->found > NEAR_MAX &&
	    search->best[search->found - 1].distance > 0)
		search->found--;
}

static bool
consider(void *context, const struct move *move)
{
	struct search *search = context;
	const struct reader_context *reader = search->reader;
	const struct marks none = { .attacked = 0 };
	struct candidate candidate;
	struct characters points;
	struct slice text;
	bool go_on = ++search->seen < SEEN_MAX;

	strbuf_reset(&search->text);
	reader->notation->write(reader->notation, reader->rules,
	    reader->alphabet, search->position, move, &none, &search->text);
	text = strbuf_as_slice(&search->text);
	if (text.len > SUGGESTION_TEXT_MAX)
		return go_on;
	characters_read(text, SUGGESTION_TEXT_MAX, &points);
	candidate.distance = edit_distance(&search->points, &points);
	/* What only lacks its end, as a promotion, or differs in case alone is
	 * the nearest of all. */
	if ((text.len > search->wanted.len &&
		memcmp(text.ptr, search->wanted.ptr, search->wanted.len) ==
		    0) ||
	    differ_in_case(&search->points, &points))
		candidate.distance = 0;
	if (candidate.distance > DISTANCE_MAX ||
	    candidate.distance >= points.len)
		return go_on;
	memcpy(candidate.text, text.ptr, text.len);
	candidate.text[text.len] = '\0';
	insert(search, &candidate);
	return go_on;
}

void
suggest_find(const struct reader_context *reader,
    const struct position *position, struct slice token,
    struct suggestions *suggestions)
{
	struct search search = { .reader = reader,
		.position = position,
		.wanted = marks_cut(token),
		.text = STRBUF_INIT };

	suggestions->len = 0;
	if (reader->notation->write == NULL ||
	    !characters_read(
		search.wanted, SUGGESTION_TEXT_MAX, &search.points))
		return;
	rules_moves(reader->rules, position, NULL, consider, &search);
	strbuf_release(&search.text);
	for (; suggestions->len < search.found; suggestions->len++)
		memcpy(suggestions->text[suggestions->len],
		    search.best[suggestions->len].text,
		    sizeof(suggestions->text[0]));
}

void
suggest_moves(const struct reader_context *reader,
    const struct position *position, struct slice token,
    struct suggestions *suggestions, struct strbuf *out)
{
	suggest_find(reader, position, token, suggestions);
	for (size_t i = 0; i < suggestions->len; i++) {
		strbuf_puts(out,
		    i == 0                         ? "; did you mean "
			: i + 1 < suggestions->len ? ", "
						   : " or ");
		strbuf_puts(out, suggestions->text[i]);
	}
	if (suggestions->len > 0)
		strbuf_char(out, '?');
}

void
suggest_tell(const struct suggestions *suggestions, struct span span,
    struct diags *diags)
{
	for (size_t i = suggestions->len; i-- > 0;)
		diag_near(diags, span, suggestions->text[i]);
}
