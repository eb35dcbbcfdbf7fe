/* Ternion: the legal moves that a wrong one may have meant. */
#include "parse/resolve/resolution.h"
#include "parse/resolve/suggest.h"
#include "parse/text/near.h"

enum {
	DIFFERING_MAX = 3, /* of those that differ; those that only lack their
			 end may be as many as there are promotions */
	DISTANCE_MAX = 2,
	SEEN_MAX = 10000, /* moves looked at: chains can be too many */
};

/* The legal moves are looked through for those that a token may mean. */
struct suggestion_search {
	const struct language *reader;
	const struct position *position;
	struct slice wanted; /* the token without its marks */
	struct characters points;
	struct strbuf text;
	size_t seen;
	struct suggestions *near;
};

static bool
consider_move(void *context, const struct move *move)
{
	struct suggestion_search *search = context;
	const struct language *reader = search->reader;
	struct suggestion suggestion;
	struct characters points;
	struct suggestion *best = search->near->list;
	size_t *found = &search->near->len, i = *found;
	unsigned same = 0;
	bool go_on = ++search->seen < SEEN_MAX;

	strbuf_reset(&search->text);
	notation_write(
	    reader, search->position, move, &no_marks, &search->text);
	struct slice text = strbuf_as_slice(&search->text);
	if (text.len > SUGGESTION_TEXT_MAX)
		return go_on;
	characters_read(text, SUGGESTION_TEXT_MAX, &points);
	suggestion.distance = characters_distance(&search->points, &points);
	while (same < points.len && same < search->points.len &&
	    characters_lower(points.at[same]) ==
		characters_lower(search->points.at[same]))
		same++;
	/* A text that lacks its end alone, or differs in case, is nearest. */
	if ((text.len > search->wanted.len &&
		memcmp(text.ptr, search->wanted.ptr, search->wanted.len) ==
		    0) ||
	    (same == points.len && same == search->points.len))
		suggestion.distance = 0;
	if (suggestion.distance > DISTANCE_MAX ||
	    suggestion.distance >= points.len)
		return go_on;
	suggestion.move = *move;
	memcpy(suggestion.text, text.ptr, text.len);
	suggestion.text[text.len] = '\0';
	/* The list is sorted by distance, then by bytes, so that the order in
	 * which moves are generated does not show. */
	while (i > 0 &&
	    (best[i - 1].distance > suggestion.distance ||
		(best[i - 1].distance == suggestion.distance &&
		    strcmp(best[i - 1].text, suggestion.text) > 0)))
		i--;
	if (i >= (suggestion.distance == 0 ? SUGGESTIONS_MAX : DIFFERING_MAX))
		return go_on;
	*found += *found < SUGGESTIONS_MAX;
	memmove(&best[i + 1], &best[i], (*found - 1 - i) * sizeof(best[0]));
	best[i] = suggestion;
	while (*found > DIFFERING_MAX && best[*found - 1].distance > 0)
		--*found;
	return go_on;
}

void
suggest_write(const struct language *reader, const struct position *position,
    const struct move *move, struct strbuf *out)
{
	const struct rules *rules = reader->rules;
	const struct marks marks =
	    reader->notation->has_marks && !rules->variant->kings_declared
	    ? marks_of_move(rules, position, move)
	    : no_marks;

	notation_write(reader, position, move, &marks, out);
}

void
suggest_find(const struct language *reader, const struct position *position,
    struct slice token, struct suggestions *suggestions)
{
	struct suggestion_search search = { .reader = reader,
		.position = position,
		.wanted = marks_cut(token),
		.text = STRBUF_INIT,
		.near = suggestions };

	suggestions->len = 0;
	if (!characters_read(
		search.wanted, SUGGESTION_TEXT_MAX, &search.points))
		return;
	rules_moves(reader->rules, position, NULL, consider_move, &search);
	for (size_t i = 0; i < suggestions->len; i++) {
		struct suggestion *suggestion = &suggestions->list[i];

		strbuf_reset(&search.text);
		suggest_write(
		    reader, position, &suggestion->move, &search.text);
		if (search.text.len <= SUGGESTION_TEXT_MAX)
			memcpy(suggestion->text, search.text.ptr,
			    search.text.len + 1);
	}
	strbuf_release(&search.text);
}

void
suggest_and_add(const struct resolution *resolution,
    const struct position *position, enum diag_id id, struct part where,
    const struct strbuf *words)
{
	struct slice token = resolution->token;
	struct diags *diags = resolution->diags;
	size_t rest = where.len > 0 ? token.len - where.at - where.len : 0;
	struct suggestions near = { .len = 0 };
	struct slice best = { "", 0 };
	struct fix *list = NULL;
	const char *fix = NULL;

	if (position != NULL && !diags_full(diags))
		suggest_find(resolution->reader, position, token, &near);
	if (near.len > 0)
		best = slice_of(near.list[0].text);
	/* It repairs the part if the rest of the token is as in the move. */
	if (best.len > where.at + rest &&
	    memcmp(best.ptr, token.ptr, where.at) == 0 &&
	    memcmp(best.ptr + best.len - rest, token.ptr + token.len - rest,
		rest) == 0)
		fix = arena_copy(diags->arena,
		    slice_sub(best, where.at, best.len - where.at - rest));
	for (size_t i = 0; i < near.len; i++)
		diag_near(diags, &list, resolution_whole(resolution),
		    slice_of(near.list[i].text));
	diag_add_near(diags, id, resolution_part(resolution, where), words->ptr,
	    list, fix);
}
