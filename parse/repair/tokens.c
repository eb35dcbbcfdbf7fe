/* Ternion: the tokens of a line in other places, and with other blanks. */
#include "parse/repair/costs.h"
#include "parse/repair/decode.h"

enum {
	LINE_PLIES = 24, /* in a line of the text, at most */
	PART_MAX = 4,    /* of the texts shorter than half a move */
	GAP_MAX = 200,
};

static const char blanks[] = " \t\r\n";

bool
search_in_text(const struct sheet *line, unsigned at)
{
	const struct item *item = &line->items[at];

	return line->is_movetext && item->ply != NULL && item->token.len > 0 &&
	    item->token.ptr == item->ply->token.ptr && !item->ply->is_respelled;
}

/* The text between an item of movetext and the one before it; len 0 if it has
 * a comment, or is no such text. */
static struct slice
text_before(const struct sheet *line, unsigned at)
{
	const struct item *item = &line->items[at];
	const char *from, *to = item->token.ptr;

	if (!search_in_text(line, at) || !search_in_text(line, at - 1))
		return (struct slice){ "", 0 };
	from = item[-1].token.ptr + item[-1].token.len;
	if (from >= to || to - from >= GAP_MAX ||
	    memchr(from, '{', (size_t)(to - from)) != NULL)
		return (struct slice){ "", 0 };
	return (struct slice){ from, (size_t)(to - from) };
}

struct slice
search_remnant(const struct sheet *line, unsigned at)
{
	const struct ply *ply = line->items[at].ply;
	struct slice remnant = { "", 0 }, gap, word;

	if (at == 0) {
		/* It is the number of the first ply, if that has no dots. */
		if (!search_in_text(line, at) || ply->number_span.len == 0 ||
		    ply->dots > 0 || ply->number_span.start > ply->span.start)
			return remnant;
		return (struct slice){ ply->token.ptr -
			    (ply->span.start - ply->number_span.start),
			ply->number_span.len };
	}
	gap = text_before(line, at);
	while ((word = slice_word(&gap)).len > 0) {
		size_t len = 0;

		while (len < word.len &&
		    strchr("0123456789.", word.ptr[len]) != NULL)
			len++;
		if (len == word.len && word.ptr[len - 1] != '.')
			remnant = word;
	}
	return remnant;
}

/* Whether both items are one text, marks apart. */
static bool
are_alike(const struct search *search, unsigned a, unsigned b)
{
	const struct item *items = search->line->items;

	return items[a].token.len > 0 &&
	    slice_equal(marks_cut(items[a].token), marks_cut(items[b].token));
}

/* Whether a line of the text begins with the item, or with its number. */
static bool
begins_line(const struct sheet *line, unsigned at)
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
end_of_text_line(const struct sheet *line, unsigned at)
{
	unsigned end = at + 1;

	while (end < line->len && end - at <= LINE_PLIES &&
	    !begins_line(line, end))
		end++;
	return end - at > LINE_PLIES ? line->len : end;
}

/* Adds the line of the text that begins with the item, and the next one, in
 * the place of each other. The first number of a line may stand on the line
 * before it, and belong to another item. */
static void
add_exchanged_lines(struct search *search, unsigned at)
{
	const struct sheet *line = search->line;
	const struct item *items = line->items;
	unsigned mid, end;
	struct change *change;
	struct item *instead, *second;

	if (!begins_line(line, at))
		return;
	mid = end_of_text_line(line, at);
	if (mid >= line->len)
		return;
	end = end_of_text_line(line, mid);
	if (end <= search->fault || end - mid > LINE_PLIES)
		return;
	change = search_add(
	    search, REPAIR_LINES, at, end, COST_EXCHANGED_LINES, end - at);
	change->mid = mid;
	change->unnumbers_next =
	    end < line->len && trial_number_hangs(items[end].ply);
	instead = change->instead;
	second = instead + (end - mid);
	memcpy(instead, items + mid, (end - mid) * sizeof(*instead));
	memcpy(second, items + at, (mid - at) * sizeof(*instead));
	instead->unnumbered |= trial_number_hangs(items[mid].ply);
	second->unnumbered |= trial_number_hangs(items[at].ply);
}

void
search_repeats(struct search *search, unsigned at)
{
	const struct item *items = search->line->items;
	unsigned len = search->line->len;
	unsigned players = players_left(search_position(search, at));

	for (unsigned count = 1; count <= at && at + count <= len; count++) {
		unsigned more = count < PLAYERS ? count - 1 : PLAYERS - 1;
		unsigned i = 0;

		while (i < count && are_alike(search, at + i, at - count + i))
			i++;
		if (i == count)
			search_add(search, REPAIR_TWICE, at, at + count,
			    COST_TWICE + COST_TWICE_MORE * more, 0);
	}
	for (unsigned apart = 1; apart <= players && at + apart < len;
	     apart++) {
		unsigned cost = apart == players
		    ? (unsigned)COST_OWN_EXCHANGED
		    : COST_EXCHANGED + COST_EXCHANGED_MORE * (apart - 1);
		struct item *instead;

		if (are_alike(search, at, at + apart))
			continue;
		instead = search_add(search, REPAIR_EXCHANGED, at,
		    at + apart + 1, cost, apart + 1)
			      ->instead;
		memcpy(instead, items + at, (apart + 1) * sizeof(*instead));
		instead[0] = (struct item){ .token = items[at + apart].token,
			.number = items[at + apart].number };
		instead[apart] = (struct item){ .token = items[at].token,
			.number = items[at].number };
	}
	if (at + 2 * LINE_PLIES >= search->fault)
		add_exchanged_lines(search, at);
}

/*
 * Blanks too many, or too few
 */

/* Adds two texts, without blanks, as one token. `takes_number`: the second one
 * looks like the number of the next item. */
static void
add_joined(struct search *search, unsigned at, unsigned next, struct slice a,
    struct slice b, bool takes_number)
{
	char *text;
	struct change *change;
	size_t len = 0;

	if (a.len == 0 || b.len == 0 || a.len + b.len > TYPING_TEXT_MAX)
		return;
	text = arena_alloc(search->arena, a.len + b.len + 1);
	for (size_t i = 0; i < a.len + b.len; i++) {
		char c = i < a.len ? a.ptr[i] : b.ptr[i - a.len];

		if (strchr(blanks, c) == NULL)
			text[len++] = c;
	}
	change = search_add(search, REPAIR_JOINED, at, next,
	    next - at == 1 ? COST_JOINED_NUMBER : COST_JOINED, 1);
	change->takes_number = change->unnumbers_next = takes_number;
	change->instead->token = (struct slice){ text, len };
}

/* Adds a token joined with the beginning of the next, in which a blank was
 * taken for one inside of a move. */
static void
add_joined_in_part(struct search *search, unsigned at)
{
	struct slice b = search->line->items[at + 1].token;
	/* A ply that was put in has no text. */
	const char *blank = b.len > 0 ? memchr(b.ptr, ' ', b.len) : NULL;
	size_t len = blank != NULL ? (size_t)(blank - b.ptr) : 0;
	size_t before = search->listed;
	struct change *change;
	struct item *instead;

	if (blank == NULL)
		return;
	add_joined(search, at, at + 2, search->line->items[at].token,
	    slice_sub(b, 0, len), false);
	if (search->listed == before)
		return;
	change = &search->changes[before];
	instead = arena_alloc(&search->scratch, 2 * sizeof(*instead));
	instead[0] = change->instead[0];
	instead[1].token = slice_from(b, len + 1);
	change->instead = instead;
	change->instead_len = 2;
}

/* Adds `count` tokens as one, with the text between them, if it can belong to a
 * move, and with a text that looks like the number of the next. */
static void
add_joined_across(struct search *search, unsigned at, unsigned count)
{
	const struct item *items = search->line->items;
	struct slice all = items[at].token, last = items[at + count - 1].token;

	for (unsigned i = at + 1; i < at + count; i++) {
		struct slice gap = text_before(search->line, i);
		size_t k = 0;

		while (k < gap.len &&
		    strchr(" \t\r\n.0123456789", gap.ptr[k]) != NULL)
			k++;
		if (gap.len == 0 || k < gap.len)
			return;
	}
	all.len = (size_t)(last.ptr - all.ptr);
	add_joined(search, at, at + count, all, last, false);
	all.len += last.len;
	if (at + count < search->line->len)
		add_joined(search, at, at + count, all,
		    search_remnant(search->line, at + count), true);
}

/* Adds the token as two plies, or as three if the second ends before it. */
static void
add_split(struct search *search, unsigned at, size_t first, size_t second)
{
	struct slice token = search->line->items[at].token;
	bool three = second < token.len;
	struct item *instead = search_add(search, REPAIR_SPLIT, at, at + 1,
	    COST_SPLIT + (three ? COST_SPLIT_MORE : 0), three ? 3 : 2)
				   ->instead;

	instead[0].token = slice_sub(token, 0, first);
	instead[1].token = slice_sub(token, first, second - first);
	if (three)
		instead[2].token = slice_from(token, second);
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

/* Adds changes for a token that contains a number: before the move, after it,
 * or between two moves. */
static void
add_numbered(struct search *search, unsigned at)
{
	struct slice token = search->line->items[at].token;
	uint32_t round = search_waypoint(search, at)->state.position.number;

	for (size_t i = 0; i < token.len; i++) {
		struct slice number = number_in(token, i, round);
		struct slice rest = slice_from(token, i + number.len);
		unsigned instead_len =
		    (i > 0 ? 1U : 0) + (rest.len > 0 ? 1U : 0);
		struct change *change;

		if (number.len == 0 || instead_len == 0 ||
		    (i > 0 && number.ptr[number.len - 1] != '.'))
			continue;
		change = search_add(search, REPAIR_SPLIT, at, at + 1,
		    COST_NUMBERED, instead_len);
		change->numbered = i > 0;
		change->number = number;
		if (i > 0)
			change->instead->token = slice_sub(token, 0, i);
		if (rest.len > 0)
			change->instead[i > 0].token = rest;
	}
}

void
search_blanks(struct search *search, unsigned at)
{
	const struct sheet *line = search->line;
	struct slice token = line->items[at].token;

	/* A part of a move that stands apart can look like a number. */
	add_joined(search, at, at + 1, search_remnant(line, at), token, false);
	if (at + 1 < line->len) {
		add_joined(search, at, at + 2, token, line->items[at + 1].token,
		    false);
		add_joined(search, at, at + 1, token,
		    search_remnant(line, at + 1), true);
		add_joined_in_part(search, at);
		add_joined_across(search, at, 2);
		if (at + 2 < line->len && token.len <= PART_MAX)
			add_joined_across(search, at, 3);
	}
	if (token.len > TYPING_TEXT_MAX)
		return;
	for (size_t i = 2; i + 2 <= token.len; i++) {
		add_split(search, at, i, token.len);
		for (size_t j = i + 2; j + 2 <= token.len; j++)
			add_split(search, at, i, j);
	}
	add_numbered(search, at);
}
