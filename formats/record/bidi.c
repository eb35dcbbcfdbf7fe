/*
 * Ternion: characters that turn the direction of text. A text with one of them
 * does not look like it is written and read: a comment can look like a move,
 * and a name like another.
 */
#include "formats/record/record.h"
#include "parse/text/utf8.h"

/* True if no such character can be in the text: all begin with one of two
 * bytes, or are escapes. */
static bool
is_bidi_free(struct slice text)
{
	return text.len == 0 ||
	    (memchr(text.ptr, 0xe2, text.len) == NULL &&
		memchr(text.ptr, 0xd8, text.len) == NULL &&
		memchr(text.ptr, '\\', text.len) == NULL);
}

/* Finds the first in the text; false if there is none. */
static bool
find_turning(struct slice text, struct slice *found, uint32_t *point)
{
	for (; text.len > 0; text = slice_from(text, found->len)) {
		size_t len = utf8_next(text, point);

		*found = slice_sub(text, 0, len > 0 ? len : 1);
		if (len > 0 && utf8_is_bidi(*point))
			return true;
	}
	return false;
}

/* Warns of the first one in a text. The span is that of the character, or all
 * of `span` if it is written as an escape. */
static void
check_text(const struct record *record, struct slice text, struct span span,
    struct diags *diags)
{
	struct slice found = { NULL, 0 };
	uint32_t point, shown;

	if (is_bidi_free(text) || !find_turning(text, &found, &point))
		return;
	text = slice_sub(record->text, span.start, span.len);
	if (find_turning(text, &found, &shown) && shown == point)
		span = (struct span){ (uint32_t)(found.ptr - record->text.ptr),
			(uint32_t)found.len };
	diag_add(diags, DIAG_BIDI_CONTROL, span,
	    "U+%04lX changes the direction of the text, so it does not appear "
	    "as written",
	    (unsigned long)point);
}

static void
check_bidi_comments(const struct record *record,
    const struct comments *comments, struct diags *diags)
{
	for (const struct comment *c = comments->first; c; c = c->next)
		check_text(record, c->text, c->span, diags);
}

static void
check_bidi_line(
    const struct record *record, const struct line *line, struct diags *diags)
{
	check_bidi_comments(record, &line->comment, diags);
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		const struct notes *notes = ply->notes;

		check_text(record, ply->token, ply->span, diags);
		if (notes == NULL)
			continue;
		check_bidi_comments(record, &notes->before, diags);
		check_bidi_comments(record, &notes->comment, diags);
		for (const struct line *v = notes->variations; v; v = v->next)
			check_bidi_line(record, v, diags);
		check_bidi_comments(record, &notes->after, diags);
	}
}

void
record_check_bidi(const struct record *record, struct diags *diags)
{
	if (record->text.len == 0 ||
	    is_bidi_free(
		slice_sub(record->text, record->span.start, record->span.len)))
		return;
	for (const struct tag *t = record->tags; t != NULL; t = t->next)
		check_text(record, t->value, t->span, diags);
	check_bidi_comments(record, &record->escapes, diags);
	check_bidi_line(record, &record->line, diags);
}
