/* Ternion: PGN: comments, escapes, and the white space between tokens. */
#include "formats/record/pgn_reader.h"

static void
add_comment(struct pgn_reader *reader, const char *from, const char *to)
{
	struct slice text = { from, (size_t)(to - from) };
	struct pgn_frame *frame = &reader->frame[reader->depth];
	struct ply *last = frame->line->last;
	struct span span;

	reader->record->no_comments = false;
	text = slice_trim(text);
	span = pgn_span(reader, text.ptr, text.ptr + text.len);
	if (last == NULL || frame->number.span.len > 0) {
		comments_add(reader->arena, &frame->pending, text, span);
	} else {
		struct notes *notes = ply_notes(reader->arena, last);

		comments_add(reader->arena,
		    notes->variations != NULL ? &notes->after : &notes->comment,
		    text, span);
	}
}

void
pgn_read_comment(struct pgn_reader *reader)
{
	const char *open = reader->p, *from = open + 1;
	const char *close = memchr(from, '}', (size_t)(reader->end - from));
	const char *limit = close != NULL ? close : reader->end;
	const char *boundary = pgn_find_boundary(from, limit);

	if (boundary == NULL && close != NULL) {
		add_comment(reader, from, close);
		reader->p = close + 1;
		return;
	}
	if (boundary == NULL && !reader->eof) {
		reader->starved = true;
		reader->p = reader->end;
		return;
	}
	reader->p = boundary != NULL ? boundary : reader->end;
	diag_add(reader->diags, DIAG_COMMENT_UNTERMINATED,
	    pgn_span(reader, open, open + 1),
	    "the comment that begins here has no }");
	add_comment(reader, from, reader->p);
}

void
pgn_read_line_comment(struct pgn_reader *reader)
{
	const char *from = reader->p + 1;

	reader->p = end_of_line(reader, from);
	add_comment(reader, from, reader->p);
}

static void
read_escape(struct pgn_reader *reader)
{
	struct record *record = reader->record;
	const char *from = reader->p, *to = end_of_line(reader, from);
	struct span span = pgn_span(reader, from, to);

	reader->p = to;
	if (record->escape.len == 0)
		record->escape = span;
	while (to[-1] == '\r')
		to--;
	comments_add(reader->arena, &record->escapes,
	    (struct slice){ from, (size_t)(to - from) }, span);
}

/* A byte order mark amid the text, as where files were joined. */
static bool
is_mark(struct pgn_reader *reader)
{
	size_t len = (size_t)(reader->end - reader->p);

	reader->starved |= len < 3 && !reader->eof;
	return len >= 3 && memcmp(reader->p, "\xef\xbb\xbf", 3) == 0;
}

static void
skip_pgn_mark(struct pgn_reader *reader)
{
	diag_add(reader->diags, DIAG_BYTE_ORDER_MARK,
	    pgn_span(reader, reader->p, reader->p + 3),
	    "a byte order mark stands in the middle of the text");
	reader->p += 3;
}

static void
skip_no_break(struct pgn_reader *reader)
{
	pgn_note_no_break(reader, reader->p);
	reader->p += 2;
}

/* Skips white space, escapes, and comments; false at the end. */
bool
pgn_skip_to_text(struct pgn_reader *reader)
{
	while (!pgn_at_end(reader)) {
		char c = *reader->p;

		if (is_space(c))
			reader->p++;
		else if (c == '%' && starts_line(reader, reader->p))
			read_escape(reader);
		else if (c == '{')
			pgn_read_comment(reader);
		else if (c == ';')
			pgn_read_line_comment(reader);
		else if (c == '\xef' && is_mark(reader))
			skip_pgn_mark(reader);
		else if (is_no_break(reader, reader->p))
			skip_no_break(reader);
		else
			return !reader->starved;
	}
	return false;
}

/* Whether nothing but comments and escapes follows, up to the end of the
 * input. */
static bool
only_comments_follow(struct pgn_reader *reader)
{
	const char *p = reader->p, *end = reader->end;

	while (p < end) {
		const char *to = NULL;

		if (is_space(*p))
			to = p;
		else if (*p == '{')
			to = memchr(p, '}', (size_t)(end - p));
		else if (*p == ';' || (*p == '%' && starts_line(reader, p)))
			to = memchr(p, '\n', (size_t)(end - p));
		else
			return false;
		p = to != NULL ? to + 1 : end;
	}
	reader->starved |= !reader->eof;
	return !reader->starved;
}

/*
 * Comments and escapes behind the result belong to the record that ends, if
 * only one line end parts them from it, or if no other record follows.
 */
void
pgn_read_trailing_comments(struct pgn_reader *reader)
{
	unsigned lines = 0;

	while (!pgn_at_end(reader)) {
		char c = *reader->p;

		if (c == '\n') {
			reader->p++;
			if (++lines >= 2)
				break;
		} else if (is_space(c)) {
			reader->p++;
		} else if (c == '{') {
			pgn_read_comment(reader);
			lines = 0;
		} else if (c == ';') {
			pgn_read_line_comment(reader);
			lines = 0;
		} else if (c == '%' && starts_line(reader, reader->p)) {
			read_escape(reader);
			lines = 0;
		} else {
			return;
		}
	}
	if (only_comments_follow(reader))
		pgn_skip_to_text(reader);
}
