/* Ternion: repairs as edits of the text. */
#include "parse/repair/decode.h"
#include "parse/repair/passage.h"

const char *
repair_annotated(const char *text, struct slice token, struct arena *arena)
{
	size_t len = token.len;
	/* The = of "d13=" may belong to a promotion. */
	bool offers = token.ptr[len - 1] == '=' && strchr(text, '=') == NULL;

	len -= token.ptr[len - 1] == '=';
	return arena_printf(arena, "%s%.*s%s", text,
	    SLICE(marks_annotations(slice_sub(token, 0, len))),
	    offers ? "=" : "");
}

/* Where a part of the text before a ply is. */
static struct span
span_of(const struct ply *ply, struct slice part)
{
	return (struct span){ ply->span.start -
		    (uint32_t)(ply->token.ptr - part.ptr),
		(uint32_t)part.len };
}

/* Inserts the missing plies before the number of the next ply, or after it if
 * that number belongs to a missing one, or in place of a remnant. */
static struct edit
edit_missing(
    const struct sheet *line, const struct repair *repair, struct arena *arena)
{
	unsigned at = repair->change.at;
	const struct ply *ply = line->items[at].ply;
	const char *text = "";
	uint32_t start =
	    ply->number_span.len == 0 || trial_number_fits(ply, &repair->before)
	    ? ply->span.start
	    : ply->number_span.start;

	if (repair->change.takes_number)
		return (struct edit){ span_of(ply, search_remnant(line, at)),
			repair->text[0] };
	for (unsigned i = 0; i < repair->change.instead_len; i++)
		text = arena_printf(arena, "%s%s ", text, repair->text[i]);
	return (struct edit){ { start, 0 }, text };
}

/* Takes out plies that are too many, with their numbers; not with one that fits
 * what follows. */
static void
cut_twice(
    const struct sheet *line, const struct repair *repair, struct edit *edit)
{
	const struct change *change = &repair->change;
	const struct ply *first = line->items[change->at].ply;
	const struct ply *last = line->items[change->next - 1].ply;

	edit->text = "";
	if (first->number_span.len > 0 &&
	    !trial_number_fits(first, &repair->before)) {
		edit->span.len += edit->span.start - first->number_span.start;
		edit->span.start = first->number_span.start;
	}
	if (change->next < line->len &&
	    search_in_text(line, change->next - 1) &&
	    search_in_text(line, change->next))
		edit->span.len +=
		    (uint32_t)strspn(last->token.ptr + last->token.len, " ");
}

const char *
repair_split_text(const struct repair *repair, struct arena *arena)
{
	const struct change *change = &repair->change;
	struct slice number = change->number;
	const char *text = "";

	for (unsigned i = 0; i <= change->instead_len; i++) {
		if (number.len > 0 && i == change->numbered)
			text = arena_printf(arena, "%s%s%.*s%s", text,
			    i > 0 ? " " : "", SLICE(number),
			    number.ptr[number.len - 1] != '.' ? "." : "");
		if (i < change->instead_len)
			text = arena_printf(arena, "%s%s%s", text,
			    text[0] != '\0' ? " " : "", repair->text[i]);
	}
	return text;
}

/* Joins two tokens, or a token and a number before or after it. */
static void
join(const struct sheet *line, const struct repair *repair, struct arena *arena,
    struct edit *edit)
{
	const struct change *change = &repair->change;
	struct span other;

	if (change->instead_len > 1)
		edit->text = repair_split_text(repair, arena);
	if (change->takes_number) {
		other = span_of(line->items[change->next].ply,
		    search_remnant(line, change->next));
		edit->span.len = other.start + other.len - edit->span.start;
	} else if (change->next == change->at + 1) {
		other = span_of(line->items[change->at].ply,
		    search_remnant(line, change->at));
		edit->span.len += edit->span.start - other.start;
		edit->span.start = other.start;
	}
}

/* The lines of the text from the line of one item up to the line of another, or
 * up to the end of the moves. */
static struct span
span_to(const struct sheet *line, unsigned from, unsigned next)
{
	const struct ply *first = line->items[from].ply;
	const struct ply *last = line->items[next - 1].ply;
	const char *text = first->token.ptr - first->span.start;
	uint32_t start = first->span.start;
	uint32_t end = last->span.start + last->span.len;

	while (start > 0 && text[start - 1] != '\n')
		start--;
	if (next < line->len) {
		end = line->items[next].ply->span.start;
		while (end > start && text[end - 1] != '\n')
			end--;
	}
	while (end > start && strchr(" \t\r\n", text[end - 1]) != NULL)
		end--;
	return (struct span){ start, end - start };
}

/* Puts each of two lines in the place of the other, with all that stands in
 * them. */
static void
exchange_lines(const struct sheet *line, const struct change *change,
    struct arena *arena, struct edit edits[2])
{
	const struct ply *first = line->items[change->at].ply;
	struct span one = span_to(line, change->at, change->mid);
	struct span other = span_to(line, change->mid, change->next);
	const char *text = first->token.ptr - first->span.start;

	edits[0] = (struct edit){ one,
		arena_printf(
		    arena, "%.*s", (int)other.len, text + other.start) };
	edits[1] = (struct edit){ other,
		arena_printf(arena, "%.*s", (int)one.len, text + one.start) };
}

/* Puts between two games the end of the first, and the tags that say how both
 * are written. */
static bool
separate_games(const struct sheet *line, const struct repair *repair,
    struct arena *arena, struct edit *edit)
{
	const struct change *change = &repair->change;
	const struct ply *ply = line->items[change->at].ply;
	const struct rules *rules = line->reader->rules;
	const struct variant *variant = rules->variant;
	SCRATCH text = STRBUF_INIT;
	const struct tag *result;
	bool is_other = change->notation != line->reader->notation;
	size_t len;

	if (line->record == NULL)
		return false;
	edit->span.len = 0;
	edit->span.start =
	    ply->number_span.len > 0 && trial_number_fits(ply, &rules->start)
	    ? ply->number_span.start
	    : ply->span.start;
	result = record_tag(line->record, "Result");
	struct outcome outcome = rules_outcome(rules, &repair->before);
	if (outcome.result != NULL)
		strbuf_puts(&text, outcome.result);
	else if (result != NULL &&
	    variant_result(variant, result->value.ptr, result->value.len) >= 0)
		strbuf_slice(&text, result->value);
	else
		strbuf_char(&text, '*');
	strbuf_puts(&text, "\n\n");
	len = text.len;
	if (is_other)
		strbuf_printf(
		    &text, "[Notation \"%s\"]\n", change->notation->id);
	for (const struct tag *tag = line->record->tags; tag; tag = tag->next)
		if (slice_is(tag->name, "Variant") ||
		    (slice_is(tag->name, "Notation") && !is_other) ||
		    slice_is(tag->name, "Letters") ||
		    variant_option(variant, tag->name.ptr, tag->name.len) >= 0)
			strbuf_printf(&text, "[%.*s \"%.*s\"]\n",
			    SLICE(tag->name), SLICE(tag->value));
	if (text.len > len)
		strbuf_char(&text, '\n');
	edit->text = arena_copy(arena, strbuf_as_slice(&text));
	return true;
}

/* Makes the edits of a change of tokens; returns how many there are, 0 if it
 * cannot be made so. */
static unsigned
edit_tokens(const struct sheet *line, const struct repair *repair,
    struct arena *arena, struct edit *edits)
{
	const struct change *change = &repair->change;
	const struct item *items = &line->items[change->at];
	unsigned count =
	    change->next > change->at ? change->next - change->at : 1;
	unsigned len = 0;
	struct span last;

	for (unsigned i = 0; i < count; i++)
		if (items[i].ply == NULL || items[i].move != NULL ||
		    (i > 0 && !repair_is_passage(repair) &&
			items[i].ply->span.start <
			    items[i - 1].ply->span.start))
			return 0;
	last = items[count - 1].ply->span;
	edits[0] =
	    (struct edit){ { items->ply->span.start,
			       last.start + last.len - items->ply->span.start },
		    change->instead_len > 0 ? repair->text[0] : "" };
	switch (change->kind) {
	case REPAIR_OTHER:
		edits[0].text =
		    repair_annotated(repair->text[0], items->token, arena);
		return 1;
	case REPAIR_MISSING:
		edits[0] = edit_missing(line, repair, arena);
		return 1;
	case REPAIR_TWICE:
	case REPAIR_TOO_MUCH:
		cut_twice(line, repair, &edits[0]);
		return 1;
	case REPAIR_LINES:
		exchange_lines(line, change, arena, edits);
		return 2;
	case REPAIR_EXCHANGED:
		edits[0].span = items->ply->span;
		edits[1] = (struct edit){ last,
			repair->text[change->instead_len - 1] };
		return 2;
	case REPAIR_JOINED:
		join(line, repair, arena, &edits[0]);
		return 1;
	case REPAIR_SPLIT:
		edits[0].text = repair_split_text(repair, arena);
		return 1;
	case REPAIR_NOTATION:
	case REPAIR_VIEW:
	case REPAIR_LETTERS:
	case REPAIR_DIGITS:
	case REPAIR_COLUMNS:
	case REPAIR_SHIFT:
		if (line->is_movetext && change_is_order(change))
			return order_edits(line, repair, arena, edits);
		/* Elsewhere notes would stay where another move comes. */
		for (unsigned i = 0; i < count; i++)
			if (items[i].ply->notes != NULL &&
			    change_is_order(change))
				return 0;
		for (unsigned i = 0; i < count; i++)
			if (!slice_is(items[i].token, repair->text[i]))
				edits[len++] =
				    (struct edit){ items[i].ply->span,
					    repair->text[i] };
		return len;
	case REPAIR_SECOND_GAME:
		return separate_games(line, repair, arena, edits);
	}
	return 0;
}

/* Puts the comments of the text that an edit replaces after the new text. */
static void
keep_comments(const struct sheet *line, const struct change *change,
    struct edit *edit, struct arena *arena)
{
	unsigned at = change->at;
	const struct ply *ply;
	const char *p, *end;

	while (at < change->next && !search_in_text(line, at))
		at++;
	if (at == change->next || strchr(edit->text, '{') != NULL)
		return;
	ply = line->items[at].ply;
	p = ply->token.ptr - ply->span.start + edit->span.start;
	end = p + edit->span.len;
	while (p < end && (p = memchr(p, '{', (size_t)(end - p))) != NULL) {
		const char *open = p;

		while (p < end && *p++ != '}')
			;
		edit->text = arena_printf(arena, "%s%s%.*s", edit->text,
		    edit->text[0] != '\0' ? " " : "", (int)(p - open), open);
	}
}

/* Whether an edit would take out a variation. */
static bool
loses_variation(const struct sheet *line, const struct change *change,
    const struct edit *edit)
{
	for (unsigned i = change->at; i < change->next; i++) {
		const struct ply *ply = line->items[i].ply;
		const struct line *v = ply != NULL ? ply_variations(ply) : NULL;

		if (v != NULL && v->open.start > edit->span.start &&
		    v->open.start < edit->span.start + edit->span.len &&
		    strchr(edit->text, '(') == NULL)
			return true;
	}
	return false;
}

struct fix *
repair_fix(
    const struct sheet *line, const struct repair *repair, struct arena *arena)
{
	const struct change *change = &repair->change;
	struct fix *fix = arena_alloc(arena, sizeof(*fix));
	struct edit *edits =
	    arena_alloc(arena, (change->instead_len + 2) * sizeof(*edits));
	bool replaces = change->kind == REPAIR_OTHER ||
	    (repair_is_passage(repair) && change->kind != REPAIR_SECOND_GAME);

	/* Elsewhere one token can stand for another, and no more. */
	if (line->is_movetext || replaces)
		fix->len = edit_tokens(line, repair, arena, edits);
	/* In another order the moves take their notes with them. */
	for (unsigned i = 0; i < fix->len && !change_is_order(change); i++) {
		if (loses_variation(line, change, &edits[i]))
			return NULL;
		keep_comments(line, change, &edits[i], arena);
	}
	fix->edits = edits;
	fix->title = repair_given(line, repair, arena);
	fix->repairs = change->kind != REPAIR_SECOND_GAME;
	fix->share = repair->share;
	/* Of a passage that begins with a fault all edits come later. */
	return fix->len > 0 || (change_has_reader(change) && change->unread > 0)
	    ? fix
	    : NULL;
}

void
repair_translate(const struct sheet *line, struct arena *arena, struct fix *fix)
{
	const struct language *reader = line->reader;
	struct position position = *line->start;
	struct edit *edits =
	    arena_alloc(arena, (fix->len + line->len) * sizeof(*edits));

	memcpy(edits, fix->edits, fix->len * sizeof(*edits));
	fix->edits = edits;
	for (unsigned i = 0; i < line->len; i++) {
		const struct item *item = &line->items[i];
		struct position before = position;
		struct move move;
		const char *text;

		if (!trial_step(reader, &position, item, &move, arena))
			return;
		if (item->reader == NULL)
			continue;
		trial_begin(reader->rules, &before, &move);
		text = trial_text(reader, &before, &move, false, arena);
		if (slice_is(item->token, text))
			continue;
		edits[fix->len++] = (struct edit){ item->ply->span,
			repair_annotated(text, item->token, arena) };
	}
}
