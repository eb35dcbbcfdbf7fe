/* Ternion: characters that turn the direction of text. */
#include "formats/record/bidi.h"
#include "parse/text/utf8.h"

/* Whether no such character can be in the text: all begin with one of two
 * bytes, or are escapes. */
static bool
is_free(struct slice text)
{
	return text.len == 0 ||
	    (memchr(text.ptr, 0xe2, text.len) == NULL &&
		memchr(text.ptr, 0xd8, text.len) == NULL &&
		memchr(text.ptr, '\\', text.len) == NULL);
}

/* Warns of the first one in a text. In `span` it stands in the same place if
 * nothing was escaped. */
static void
check_text(struct slice text, struct span span, struct diags *diags)
{
	uint32_t point = 0;
	size_t len;

	if (is_free(text))
		return;
	for (size_t i = 0; i < text.len; i += (len == 0) + len) {
		len = utf8_next(slice_from(text, i), &point);
		if (len == 0 || !utf8_is_bidi(point))
			continue;
		if (span.len >= text.len && span.len <= text.len + 2)
			span = (struct span){ span.start + (uint32_t)i +
				    (span.len > text.len),
				(uint32_t)len };
		diag_add(diags, DIAG_BIDI_CONTROL, span,
		    "U+%04lX turns the direction of the text: it is not shown "
		    "as it is written",
		    (unsigned long)point);
		return;
	}
}

static void
check_comments(const struct comments *comments, struct diags *diags)
{
	for (const struct comment *c = comments->first; c; c = c->next)
		check_text(c->text, c->span, diags);
}

static void check_line(const struct line *line, struct diags *diags);

static void
check_notes(const struct notes *notes, struct diags *diags)
{
	check_comments(&notes->before, diags);
	check_comments(&notes->comment, diags);
	for (const struct line *v = notes->variations; v; v = v->next)
		check_line(v, diags);
	check_comments(&notes->after, diags);
}

static void
check_line(const struct line *line, struct diags *diags)
{
	check_comments(&line->comment, diags);
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		check_text(ply->token, ply->span, diags);
		if (ply->notes != NULL)
			check_notes(ply->notes, diags);
	}
}

void
bidi_check(const struct record *record, struct diags *diags)
{
	if (record->is_plain || record->text.len == 0 ||
	    is_free(
		slice_sub(record->text, record->span.start, record->span.len)))
		return;
	for (const struct tag *t = record->tags; t != NULL; t = t->next)
		check_text(t->value, t->span, diags);
	check_comments(&record->escapes, diags);
	check_line(&record->line, diags);
}
