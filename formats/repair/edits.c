/* Ternion: repairs as edits of the text. */
#include "formats/repair/search.h"
#include "formats/repair/telling.h"

static struct edit
edit_of(const struct ply *from, const struct ply *to, const char *text)
{
	uint32_t start = from->span.start;

	return (struct edit){ { start, to->span.start + to->span.len - start },
		text };
}

/* The text with the annotations that follow the token in the record. */
static const char *
with_annotations(const struct telling *telling, const char *text)
{
	struct slice end = marks_annotations(
	    telling_item(telling, telling->repair->change.at)->token);

	return arena_printf(
	    telling->arena, "%s%.*s", text, (int)end.len, end.ptr);
}

/* Where a part of the text before a ply is. */
static struct span
span_of(const struct ply *ply, struct slice part)
{
	return (struct span){ ply->span.start -
		    (uint32_t)(ply->token.ptr - part.ptr),
		(uint32_t)part.len };
}

static struct edit
edit_missing(const struct telling *telling)
{
	const struct repair *repair = telling->repair;
	const struct ply *ply = telling_item(telling, repair->change.at)->ply;
	const char *text = "";
	uint32_t start =
	    ply->number_span.len == 0 || trial_number_fits(ply, &repair->before)
	    ? ply->span.start
	    : ply->number_span.start;

	if (repair->change.takes_number)
		return (struct edit){
			span_of(ply,
			    search_remnant(telling->line, repair->change.at)),
			repair->text[0]
		};
	for (unsigned i = 0; i < repair->change.heads; i++)
		text = arena_printf(
		    telling->arena, "%s%s ", text, repair->text[i]);
	return (struct edit){ { start, 0 }, text };
}

/* Plies that are too many, with their numbers; not with one that fits what
 * follows. */
static struct edit
edit_twice(const struct telling *telling)
{
	const struct change *change = &telling->repair->change;
	const struct ply *first = telling_item(telling, change->at)->ply;
	const struct ply *last = telling_item(telling, change->next - 1)->ply;
	struct edit edit = edit_of(first, last, "");

	if (first->number_span.len > 0 &&
	    !trial_number_fits(first, &telling->repair->before)) {
		edit.span.len += edit.span.start - first->number_span.start;
		edit.span.start = first->number_span.start;
	}
	if (change->next < telling->line->len &&
	    search_in_text(telling->line, change->next - 1) &&
	    search_in_text(telling->line, change->next))
		edit.span.len +=
		    (uint32_t)strspn(last->token.ptr + last->token.len, " ");
	return edit;
}

/* Joins two tokens, or a token and a number before or after it. */
static struct edit
edit_joined(const struct telling *telling, const struct ply *ply,
    const struct ply *last)
{
	const struct change *change = &telling->repair->change;
	struct edit edit = edit_of(ply, last, telling->repair->text[0]);
	struct slice remnant;
	struct span other;

	if (change->heads > 1)
		edit.text = telling_split_text(telling);
	if (change->takes_number) {
		remnant = search_remnant(telling->line, change->next);
		other =
		    span_of(telling_item(telling, change->next)->ply, remnant);
		edit.span.len = other.start + other.len - edit.span.start;
		return edit;
	}
	if (last != ply)
		return edit;
	remnant = search_remnant(telling->line, change->at);
	other = span_of(ply, remnant);
	edit.span.len += edit.span.start - other.start;
	edit.span.start = other.start;
	return edit;
}

/* The lines of the text from the line of one item up to the line of another, or
 * up to the end of the moves. */
static struct span
span_to(const struct telling *telling, unsigned from, unsigned next)
{
	const struct ply *first = telling_item(telling, from)->ply;
	const struct ply *last = telling_item(telling, next - 1)->ply;
	const char *text = first->token.ptr - first->span.start;
	uint32_t start = first->span.start;
	uint32_t end = last->span.start + last->span.len;

	if (next < telling->line->len)
		end = telling_item(telling, next)->ply->span.start;
	while (start > 0 && text[start - 1] != '\n')
		start--;
	if (next < telling->line->len)
		while (end > start && text[end - 1] != '\n')
			end--;
	while (end > start && strchr(" \t\r\n", text[end - 1]) != NULL)
		end--;
	return (struct span){ start, end - start };
}

/* Each of two lines in the place of the other, with all that stands in them. */
static void
edits_lines(const struct telling *telling, struct edit edits[2])
{
	const struct change *change = &telling->repair->change;
	const struct ply *first = telling_item(telling, change->at)->ply;
	struct span one = span_to(telling, change->at, change->mid);
	struct span other = span_to(telling, change->mid, change->next);
	const char *text = first->token.ptr - (first->span.start - one.start);

	edits[0] = (struct edit){ one,
		arena_printf(telling->arena, "%.*s", (int)other.len,
		    text + (other.start - one.start)) };
	edits[1] = (struct edit){ other,
		arena_printf(telling->arena, "%.*s", (int)one.len, text) };
}

unsigned
telling_edits(const struct telling *telling, struct edit edits[2])
{
	const struct repair *repair = telling->repair;
	const struct change *change = &repair->change;
	const struct ply *ply, *last;

	for (unsigned i = change->at; i < change->next || i == change->at; i++)
		if (telling_item(telling, i)->ply == NULL ||
		    telling_item(telling, i)->move != NULL)
			return 0;
	ply = telling_item(telling, change->at)->ply;
	last = telling_item(
	    telling, change->next > change->at ? change->next - 1 : change->at)
		   ->ply;
	switch ((enum repair_kind)change->kind) {
	case REPAIR_OTHER:
		edits[0] = edit_of(
		    ply, ply, with_annotations(telling, repair->text[0]));
		return 1;
	case REPAIR_MISSING:
		edits[0] = edit_missing(telling);
		return 1;
	case REPAIR_TWICE:
	case REPAIR_TOO_MUCH:
		edits[0] = edit_twice(telling);
		return 1;
	case REPAIR_LINES:
		edits_lines(telling, edits);
		return 2;
	case REPAIR_EXCHANGED:
		edits[0] = edit_of(ply, ply, repair->text[0]);
		edits[1] = edit_of(last, last, repair->text[change->heads - 1]);
		return 2;
	case REPAIR_JOINED:
		edits[0] = edit_joined(telling, ply, last);
		return 1;
	case REPAIR_SPLIT:
		edits[0] = edit_of(ply, ply, telling_split_text(telling));
		return 1;
	case REPAIR_PASSAGE:
		break;
	}
	return 0;
}
