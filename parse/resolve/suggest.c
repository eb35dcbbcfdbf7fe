/* Ternion: the legal moves that a wrong one may have meant. */
#include "parse/resolve/suggest.h"
#include "parse/text/characters.h"

enum {
	NEAR_MAX = 3, /* of those that differ; those that only lack their end
			 may be as many as there are promotions */
	DISTANCE_MAX = 2,
	SEEN_MAX = 10000, /* moves looked at: chains can be too many */
};

struct suggestion {
	char text[SUGGESTION_TEXT_MAX + 1];
	unsigned distance;
};

/* True if the texts are the same but for the case of letters. */
static bool
differ_in_case(const struct characters *a, const struct characters *b)
{
	unsigned i = 0;

	while (i < a->len && i < b->len &&
	    characters_lower(a->at[i]) == characters_lower(b->at[i]))
		i++;
	return i == a->len && i == b->len;
}

/* The legal moves are looked through for those that a token may mean. */
struct suggestion_search {
	const struct reader_context *reader;
	const struct position *position;
	struct slice wanted; /* the token without its marks */
	struct characters points;
	struct strbuf text;
	size_t seen, found;
	struct suggestion best[SUGGESTIONS_MAX];
};

/* Keeps the list sorted by distance, then by bytes, so that the order in
 * which moves are generated does not show. */
static void
insert_suggestion(
    struct suggestion_search *search, const struct suggestion *suggestion)
{
	size_t i = search->found;

	while (i > 0 &&
	    (search->best[i - 1].distance > suggestion->distance ||
		(search->best[i - 1].distance == suggestion->distance &&
		    strcmp(search->best[i - 1].text, suggestion->text) > 0)))
		i--;
	if (i >= (suggestion->distance == 0 ? SUGGESTIONS_MAX : NEAR_MAX))
		return;
	if (search->found < SUGGESTIONS_MAX)
		search->found++;
	for (size_t j = search->found - 1; j > i; j--)
		search->best[j] = search->best[j - 1];
	search->best[i] = *suggestion;
	while (search->found > NEAR_MAX &&
	    search->best[search->found - 1].distance > 0)
		search->found--;
}

static bool
consider_move(void *context, const struct move *move)
{
	struct suggestion_search *search = context;
	const struct reader_context *reader = search->reader;
	const struct marks none = { .attacked = 0 };
	struct suggestion suggestion;
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
	suggestion.distance = characters_distance(&search->points, &points);
	/* A text that only lacks its end, such as a promotion, or differs in
	 * case alone is the nearest of all. */
	if ((text.len > search->wanted.len &&
		memcmp(text.ptr, search->wanted.ptr, search->wanted.len) ==
		    0) ||
	    differ_in_case(&search->points, &points))
		suggestion.distance = 0;
	if (suggestion.distance > DISTANCE_MAX ||
	    suggestion.distance >= points.len)
		return go_on;
	memcpy(suggestion.text, text.ptr, text.len);
	suggestion.text[text.len] = '\0';
	insert_suggestion(search, &suggestion);
	return go_on;
}

void
suggest_find(const struct reader_context *reader,
    const struct position *position, struct slice token,
    struct suggestions *suggestions)
{
	struct suggestion_search search = { .reader = reader,
		.position = position,
		.wanted = marks_cut(token),
		.text = STRBUF_INIT };

	suggestions->len = 0;
	if (!characters_read(
		search.wanted, SUGGESTION_TEXT_MAX, &search.points))
		return;
	rules_moves(reader->rules, position, NULL, consider_move, &search);
	strbuf_release(&search.text);
	for (; suggestions->len < search.found; suggestions->len++)
		memcpy(suggestions->text[suggestions->len],
		    search.best[suggestions->len].text,
		    sizeof(suggestions->text[0]));
}

void
suggest_and_add(const struct reader_context *reader,
    const struct position *position, struct slice token, size_t at,
    enum diag_id id, struct part where, struct strbuf *words,
    struct diags *diags)
{
	struct span whole = { (uint32_t)at, (uint32_t)token.len };
	struct span span = { (uint32_t)(at + where.at), where.len };
	size_t rest = where.len > 0 ? token.len - where.at - where.len : 0;
	size_t plain = words->len;
	struct suggestions near = { .len = 0 };
	struct slice best = { "", 0 };

	if (position != NULL && !diags_full(diags))
		suggest_find(reader, position, token, &near);
	for (size_t i = 0; i < near.len; i++)
		strbuf_printf(words, "%s%s",
		    i == 0                 ? "; did you mean "
			: i + 1 < near.len ? ", "
					   : " or ",
		    near.text[i]);
	if (near.len > 0) {
		strbuf_char(words, '?');
		best = slice_of(near.text[0]);
	}
	diag_add(diags, id, where.len > 0 ? span : whole, "%s", words->ptr);
	diag_plain(diags, plain);
	/* It repairs the part if the rest of the token is as in the move. */
	if (best.len > where.at + rest &&
	    memcmp(best.ptr, token.ptr, where.at) == 0 &&
	    memcmp(best.ptr + best.len - rest, token.ptr + token.len - rest,
		rest) == 0)
		diag_fix(diags,
		    arena_copy(diags->arena,
			slice_sub(best, where.at, best.len - where.at - rest)));
	for (size_t i = near.len; i-- > 0;)
		diag_near(diags, whole, near.text[i]);
}
