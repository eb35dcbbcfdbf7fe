/* Ternion: the tokens of a line in other places, and with other blanks. */
#include "formats/repair/costs.h"
#include "formats/repair/search.h"
#include "formats/repair/typing.h"

enum {
	LINE_PLIES = 24, /* in a line of the text, at most */
	PART_MAX = 4,    /* of what is less than half of a move */
	GAP_MAX = 200,
};

bool
search_in_text(const struct repair_line *line, unsigned at)
{
	const struct item *item = &line->items[at];

	return line->is_movetext && item->ply != NULL && item->token.len > 0 &&
	    item->token.ptr == item->ply->token.ptr &&
	    item->token.len == item->ply->span.len;
}

/* Whether nothing else stands between them. */
static bool
is_gap(const char *from, const char *to)
{
	return from < to && to - from < GAP_MAX &&
	    memchr(from, '{', (size_t)(to - from)) == NULL;
}

/* The remnant before the first ply: its own number, if that has no dots. */
static struct slice
first_remnant(const struct ply *ply)
{
	if (ply->number_span.len == 0 || ply->dots > 0 ||
	    ply->number_span.start > ply->span.start)
		return (struct slice){ "", 0 };
	return (struct slice){ ply->token.ptr -
		    (ply->span.start - ply->number_span.start),
		ply->number_span.len };
}

struct slice
search_remnant(const struct repair_line *line, unsigned at)
{
	const struct item *items = line->items;
	struct slice none = { "", 0 };
	const char *from, *c;

	if (!search_in_text(line, at))
		return none;
	if (at == 0)
		return first_remnant(items[0].ply);
	if (!search_in_text(line, at - 1))
		return none;
	from = items[at - 1].token.ptr + items[at - 1].token.len;
	c = items[at].token.ptr;
	if (!is_gap(from, c))
		return none;
	while (c > from) {
		struct slice word = { c, 0 };

		while (c > from && strchr(" \t\r\n", c[-1]) != NULL)
			c--;
		for (word.ptr = c; c > from &&
		     ((c[-1] >= '0' && c[-1] <= '9') || c[-1] == '.');)
			word = (struct slice){ --c, word.len + 1 };
		if (word.len > 0 && word.ptr[word.len - 1] != '.' &&
		    (c == from || strchr(" \t\r\n", c[-1]) != NULL))
			return word;
		while (c > from && strchr(" \t\r\n", c[-1]) == NULL)
			c--;
	}
	return none;
}

/* Whether both items are one text, marks apart. */
static bool
are_alike(const struct search *search, unsigned a, unsigned b)
{
	const struct item *items = search->line->items;

	return items[a].token.len > 0 &&
	    slice_equal(marks_cut(items[a].token), marks_cut(items[b].token));
}

static unsigned
at_most(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* So many plies from here are those before them once more. */
static void
written_twice(struct search *search, unsigned at, unsigned count)
{
	if (at < count || at + count > search->line->len)
		return;
	for (unsigned i = 0; i < count; i++)
		if (!are_alike(search, at + i, at - count + i))
			return;
	search_add(search, REPAIR_TWICE, at, at + count,
	    COST_TWICE + COST_TWICE_MORE * (at_most(count, PLAYERS) - 1));
}

static void
exchanged(struct search *search, unsigned at, unsigned apart)
{
	const struct item *items = search->line->items;
	const struct position *before = &search->before[at - search->first];
	unsigned players = players_left(before);
	bool own = apart == players;
	struct change *change;
	struct item *heads;

	if (at + apart >= search->line->len || apart > players ||
	    are_alike(search, at, at + apart))
		return;
	change = search_add(search, REPAIR_EXCHANGED, at, at + apart + 1,
	    own ? (unsigned)COST_OWN_EXCHANGED
		: COST_EXCHANGED + COST_EXCHANGED_MORE * (apart - 1));
	heads = search_heads(search, change, apart + 1);
	memcpy(heads, items + at, (apart + 1) * sizeof(*heads));
	heads[0] = (struct item){ .token = items[at + apart].token };
	heads[apart] = (struct item){ .token = items[at].token };
}

/* Copies a part of the line. Its first number may stand on the line of text
 * before it, and belong to another item. */
static void
copy_lines(struct search *search, struct item *to, unsigned from, unsigned next)
{
	const struct item *items = search->line->items;

	memcpy(to, items + from, (next - from) * sizeof(*to));
	to->unnumbered |= trial_number_hangs(items[from].ply);
}

/* Whether a line of the text begins with the item, or with its number. */
static bool
begins_line(const struct repair_line *line, unsigned at)
{
	const char *from, *text;

	if (at == 0 || at == line->len)
		return at == 0;
	if (!search_in_text(line, at) || !search_in_text(line, at - 1))
		return false;
	text = line->items[at].token.ptr - line->items[at].ply->span.start;
	from = line->items[at].token.ptr;
	while (from > text && strchr("0123456789. \t", from[-1]) != NULL)
		from--;
	return from > text && from[-1] == '\n';
}

/* Where the line of the text ends that begins with the item; the length of all
 * if its end is not known. */
static unsigned
end_of_line(const struct repair_line *line, unsigned at)
{
	unsigned end = at + 1;

	while (end < line->len && end - at <= LINE_PLIES &&
	    !begins_line(line, end))
		end++;
	return end < line->len && end - at > LINE_PLIES ? line->len : end;
}

/* The line that begins with the item and the next one. */
static void
exchanged_lines(struct search *search, unsigned at)
{
	unsigned mid, end;
	const struct item *items = search->line->items;
	struct change *change;
	struct item *heads;

	if (!begins_line(search->line, at))
		return;
	mid = end_of_line(search->line, at);
	if (mid >= search->line->len)
		return;
	end = end_of_line(search->line, mid);
	if (end <= search->fault || end - mid > LINE_PLIES)
		return;
	change =
	    search_add(search, REPAIR_LINES, at, end, COST_EXCHANGED_LINES);
	change->mid = mid;
	change->unnumbers_next =
	    end < search->line->len && trial_number_hangs(items[end].ply);
	heads = search_heads(search, change, end - at);
	copy_lines(search, heads, mid, end);
	copy_lines(search, heads + (end - mid), at, mid);
}

void
search_repeats(struct search *search, unsigned at)
{
	for (unsigned count = 1; count <= LINE_PLIES; count++)
		written_twice(search, at, count);
	for (unsigned apart = 1; apart <= PLAYERS; apart++)
		exchanged(search, at, apart);
	if (at + 2 * LINE_PLIES >= search->fault)
		exchanged_lines(search, at);
}

/*
 * Blanks too many, or too few
 */

/* The tokens as they would stand without the blanks between. */
static struct slice
join(struct search *search, struct slice a, struct slice b)
{
	char *text = arena_alloc(search->arena, a.len + b.len + 1);
	size_t len = 0;

	for (size_t i = 0; i < a.len + b.len; i++) {
		char c = i < a.len ? a.ptr[i] : b.ptr[i - a.len];

		if (strchr(" \t\r\n", c) == NULL)
			text[len++] = c;
	}
	return (struct slice){ text, len };
}

static void
add_joined(struct search *search, unsigned at, unsigned next, struct slice a,
    struct slice b, bool takes_number)
{
	struct change *change;

	if (a.len == 0 || b.len == 0 || a.len + b.len > TYPING_TEXT_MAX)
		return;
	change = search_add(search, REPAIR_JOINED, at, next,
	    next - at == 1 ? COST_JOINED_NUMBER : COST_JOINED);
	change->takes_number = change->unnumbers_next = takes_number;
	search_heads(search, change, 1)->token = join(search, a, b);
}

/* A token and the beginning of the next, in which a blank was taken for one
 * inside of a move. */
static void
joined_in_part(struct search *search, unsigned at)
{
	struct slice a = search->line->items[at].token;
	struct slice b = search->line->items[at + 1].token;
	const char *blank = memchr(b.ptr, ' ', b.len);
	struct item *heads;
	size_t len;

	if (blank == NULL || a.len + b.len > TYPING_TEXT_MAX)
		return;
	len = (size_t)(blank - b.ptr);
	heads = search_heads(search,
	    search_add(search, REPAIR_JOINED, at, at + 2, COST_JOINED), 2);
	heads[0].token = join(search, a, slice_sub(b, 0, len));
	heads[1].token = slice_from(b, len + 1);
}

/* The text between the tokens of two neighbours, if it can belong to a move:
 * blanks, digits and dots; else len 0. */
static struct slice
between(const struct repair_line *line, unsigned at)
{
	struct slice none = { "", 0 };
	const char *from, *to;

	if (!search_in_text(line, at) || !search_in_text(line, at + 1))
		return none;
	from = line->items[at].token.ptr + line->items[at].token.len;
	to = line->items[at + 1].token.ptr;
	if (!is_gap(from, to))
		return none;
	for (const char *c = from; c < to; c++)
		if (strchr(" \t\r\n.0123456789", *c) == NULL)
			return none;
	return (struct slice){ from, (size_t)(to - from) };
}

/* So many tokens with what stands between them, and what looks like the number
 * of the next. */
static void
joined_across(struct search *search, unsigned at, unsigned count)
{
	const struct item *items = search->line->items;
	struct slice all = items[at].token, last;

	for (unsigned i = 1; i < count; i++)
		if (between(search->line, at + i - 1).len == 0)
			return;
	last = items[at + count - 1].token;
	all.len = (size_t)(last.ptr - all.ptr);
	add_joined(search, at, at + count, all, last, false);
	all.len += last.len;
	if (at + count < search->line->len)
		add_joined(search, at, at + count, all,
		    search_remnant(search->line, at + count), true);
}

/* A part of a move that stands apart can look like a number. */
static void
joined(struct search *search, unsigned at)
{
	const struct item *items = search->line->items;
	const struct item *item = &items[at];

	add_joined(search, at, at + 1, search_remnant(search->line, at),
	    item->token, false);
	if (at + 1 >= search->line->len)
		return;
	add_joined(search, at, at + 2, item->token, item[1].token, false);
	add_joined(search, at, at + 1, item->token,
	    search_remnant(search->line, at + 1), true);
	joined_in_part(search, at);
	joined_across(search, at, 2);
	if (at + 2 < search->line->len && item->token.len <= PART_MAX)
		joined_across(search, at, 3);
}

/* The token as two plies, or as three if the second ends before it. */
static void
add_split(struct search *search, unsigned at, size_t first, size_t second)
{
	struct slice token = search->line->items[at].token;
	bool three = second < token.len;
	struct item *heads = search_heads(search,
	    search_add(search, REPAIR_SPLIT, at, at + 1,
		COST_SPLIT + (three ? COST_SPLIT_MORE : 0)),
	    three ? 3 : 2);

	heads[0].token = slice_sub(token, 0, first);
	heads[1].token = slice_sub(token, first, second - first);
	if (three)
		heads[2].token = slice_from(token, second);
}

static void
split(struct search *search, unsigned at)
{
	struct slice token = search->line->items[at].token;

	if (token.len > TYPING_TEXT_MAX)
		return;
	for (unsigned i = 2; i + 2 <= token.len; i++) {
		add_split(search, at, i, token.len);
		for (unsigned j = i + 2; j + 2 <= token.len; j++)
			add_split(search, at, i, j);
	}
}

/* The number of a move from a place of the token on, with its dots; len 0 if it
 * is none of this round or the next. */
static struct slice
number_in(struct slice token, size_t at, uint32_t number)
{
	size_t end = at;
	uint32_t value = 0;

	while (end < token.len && token.ptr[end] >= '0' &&
	    token.ptr[end] <= '9' && value <= number + 1)
		value = value * 10 + (uint32_t)(token.ptr[end++] - '0');
	if (end == at || (value != number && value != number + 1))
		return (struct slice){ "", 0 };
	while (end < token.len && token.ptr[end] == '.')
		end++;
	return slice_sub(token, at, end - at);
}

/* Lists changes for a token that contains a number: before the move, after it,
 * or between two moves. */
static void
unnumbered(struct search *search, unsigned at)
{
	struct slice token = search->line->items[at].token;
	uint32_t round = search->before[at - search->first].number;

	if (token.len > TYPING_TEXT_MAX || token.len == 0)
		return;
	for (size_t i = 0; i < token.len; i++) {
		struct slice number = number_in(token, i, round);
		size_t after = i + number.len;
		struct slice rest = slice_sub(token, after, token.len - after);
		struct change *change;
		struct item *heads;

		if (number.len == 0 ||
		    (i > 0 && number.ptr[number.len - 1] != '.') ||
		    (i == 0 && rest.len == 0))
			continue;
		change =
		    search_add(search, REPAIR_SPLIT, at, at + 1, COST_NUMBERED);
		change->numbered = i > 0;
		change->number = number;
		heads =
		    search_heads(search, change, 1U + (i > 0 && rest.len > 0));
		if (i > 0)
			heads->token = slice_sub(token, 0, i);
		if (rest.len > 0)
			heads[i > 0].token = rest;
	}
}

void
search_blanks(struct search *search, unsigned at)
{
	joined(search, at);
	split(search, at);
	unnumbered(search, at);
}
