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
static unsigned
edit_missing(const struct sheet *line, const struct repair *repair,
    struct arena *arena, struct edit *edit)
{
	unsigned at = repair->change.at;
	const struct ply *ply = line->items[at].ply;
	const char *text = "";
	uint32_t start =
	    ply->number_span.len == 0 || trial_number_fits(ply, &repair->before)
	    ? ply->span.start
	    : ply->number_span.start;

	for (unsigned i = 0; i < repair->change.instead_len; i++)
		text = arena_printf(arena, "%s%s ", text, repair->text[i]);
	*edit = (struct edit){ { start, 0 }, text };
	if (repair->change.takes_number)
		*edit = (struct edit){ span_of(ply, search_remnant(line, at)),
			repair->text[0] };
	return 1;
}

/* Takes out plies that are too many, with their numbers; not with one that fits
 * what follows. */
static unsigned
edit_left_out(const struct sheet *line, const struct repair *repair,
    struct arena *arena, struct edit *edit)
{
	const struct change *change = &repair->change;
	const struct ply *first = line->items[change->at].ply;
	const struct ply *last = line->items[change->next - 1].ply;

	(void)arena;
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
	return 1;
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
static unsigned
edit_joined(const struct sheet *line, const struct repair *repair,
    struct arena *arena, struct edit *edit)
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
	return 1;
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
static unsigned
edit_lines(const struct sheet *line, const struct repair *repair,
    struct arena *arena, struct edit *edits)
{
	const struct change *change = &repair->change;
	const struct ply *first = line->items[change->at].ply;
	struct span one = span_to(line, change->at, change->mid);
	struct span other = span_to(line, change->mid, change->next);
	const char *text = first->token.ptr - first->span.start;

	edits[0] = (struct edit){ one,
		arena_printf(
		    arena, "%.*s", (int)other.len, text + other.start) };
	edits[1] = (struct edit){ other,
		arena_printf(arena, "%.*s", (int)one.len, text + one.start) };
	return 2;
}

static unsigned
edit_exchanged(const struct sheet *line, const struct repair *repair,
    struct arena *arena, struct edit *edits)
{
	const struct change *change = &repair->change;

	(void)arena;
	edits[0].span = line->items[change->at].ply->span;
	edits[1] = (struct edit){ line->items[change->next - 1].ply->span,
		repair->text[change->instead_len - 1] };
	return 2;
}

static unsigned
edit_split(const struct sheet *line, const struct repair *repair,
    struct arena *arena, struct edit *edit)
{
	(void)line;
	edit->text = repair_split_text(repair, arena);
	return 1;
}

static unsigned
edit_other(const struct sheet *line, const struct repair *repair,
    struct arena *arena, struct edit *edit)
{
	edit->text = repair_annotated(
	    repair->text[0], line->items[repair->change.at].token, arena);
	return 1;
}

/* Writes each token of a passage as the record should have it. */
static unsigned
edit_each(const struct sheet *line, const struct repair *repair,
    struct arena *arena, struct edit *edits)
{
	const struct change *change = &repair->change;
	unsigned len = 0;

	(void)arena;
	for (unsigned i = change->at; i < change->next; i++) {
		const char *text = repair->text[i - change->at];

		if (!slice_is(line->items[i].token, text))
			edits[len++] =
			    (struct edit){ line->items[i].ply->span, text };
	}
	return len;
}

static unsigned
edit_order(const struct sheet *line, const struct repair *repair,
    struct arena *arena, struct edit *edits)
{
	const struct change *change = &repair->change;

	if (line->is_movetext)
		return order_edits(line, repair, arena, edits);
	/* Elsewhere notes would stay where another move comes. */
	for (unsigned i = change->at; i < change->next; i++)
		if (line->items[i].ply->notes != NULL)
			return 0;
	return edit_each(line, repair, arena, edits);
}

/* Puts between two games the end of the first, and the tags that say how both
 * are written. */
static unsigned
edit_second_game(const struct sheet *line, const struct repair *repair,
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
		return 0;
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
	return 1;
}

/* Makes the edits of a kind and returns how many there are; 0: it cannot be
 * made so. The first is one that puts its first text in the place of all its
 * tokens. */
typedef unsigned edit_function(const struct sheet *line,
    const struct repair *repair, struct arena *arena, struct edit *edits);

static edit_function *const edit_of[REPAIRS] = {
#define KIND(id, traits, edit, put, give) [REPAIR_##id] = edit,
#define PASSAGE(id, traits, edit, ...)    [REPAIR_##id] = edit,
#include "parse/repair/kinds.def"
};

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
	struct span last;

	for (unsigned i = 0; i < count; i++)
		if (items[i].ply == NULL || items[i].move != NULL ||
		    (i > 0 && !change_has(&repair->change, IS_PASSAGE) &&
			items[i].ply->span.start <
			    items[i - 1].ply->span.start))
			return 0;
	last = items[count - 1].ply->span;
	edits[0] =
	    (struct edit){ { items->ply->span.start,
			       last.start + last.len - items->ply->span.start },
		    change->instead_len > 0 ? repair->text[0] : "" };
	return edit_of[change->kind](line, repair, arena, edits);
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
	/* Elsewhere one token can stand for another, and no more. */
	if (line->is_movetext || change_has(change, REPLACES))
		fix->len = edit_tokens(line, repair, arena, edits);
	/* In another order the moves take their notes with them. */
	for (unsigned i = 0; i < fix->len && !change_has(change, IS_ORDER);
	     i++) {
		if (loses_variation(line, change, &edits[i]))
			return NULL;
		keep_comments(line, change, &edits[i], arena);
	}
	fix->edits = edits;
	fix->title = repair_given(line, repair, arena);
	fix->repairs = change->kind != REPAIR_SECOND_GAME;
	fix->share = repair->share;
	/* Of a passage that begins with a fault all edits come later. */
	return fix->len > 0 ||
		(change_has(change, HAS_READER) && change->unread > 0)
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
