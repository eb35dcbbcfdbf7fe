/*
 * Ternion: records as PGN's export format with three players: the reader.
 *
 *	record   = { tag } movetext [ result ]
 *	tag      = "[" name '"' value '"' "]"          on one line
 *	movetext = { number | move | comment | nag | variation | escape }
 *	comment  = "{" ... "}" | ";" ... end of line
 *	variation = "(" movetext ")"
 *	escape   = "%" ... end of line                 in the first column
 *
 * The reader works on the source's window. When it comes to the end of the
 * window before the end of the record, it is "starved": more is read and the
 * record begun anew. That happens about once in a window, so it costs little,
 * and the reader needs no states.
 */
#include "format.h"
#include "notation.h"
#include "pgn_write.h"
#include "utf8.h"

enum {
	LARGE_RECORD = 64 * 1024
}; /* bytes; see read_on */

struct frame {
	struct line *line;
	struct comments pending; /* comments for the ply that comes next */
	bool numbered;           /* a number for it has been read */
	struct span number_span;
	uint32_t number, dots;
};

struct reader {
	struct arena *arena;
	struct diags *diags;
	struct record *record;
	const char *base; /* of the window */
	const char *p, *end;
	bool eof;     /* `end` is the end of the input */
	bool starved; /* more must be read before anything is decided */
	unsigned tags;
	struct tag *last_tag;
	unsigned depth;   /* of the current frame */
	unsigned ignored; /* variations too deep to be kept */
	struct frame frame[VARIATIONS_DEEP + 1];
};

static struct span
span_at(const struct reader *reader, const char *from, const char *to)
{
	return (struct span){ (uint32_t)(from - reader->base),
		(uint32_t)(to - from) };
}

/* Whether there is no more text; remembers when that is only for now. */
static bool
at_end(struct reader *reader)
{
	if (reader->p < reader->end)
		return false;
	reader->starved |= !reader->eof;
	return true;
}

static bool
is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_name(char c)
{
	return is_digit(c) || c == '_' ||
	    ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

static bool
starts_line(const struct reader *reader, const char *p)
{
	return p == reader->base || p[-1] == '\n';
}

static const char *
end_of_line(struct reader *reader, const char *p)
{
	const char *newline = memchr(p, '\n', (size_t)(reader->end - p));

	if (newline == NULL)
		reader->starved |= !reader->eof;
	return newline != NULL ? newline : reader->end;
}

/*
 * Whether a record surely begins at p, a bracket: with a tag pair on a line of
 * its own behind an empty line. Nothing else can look so, and so not even an
 * open comment runs on beyond it.
 */
static bool
is_boundary(const char *from, const char *end, const char *p)
{
	const char *q = p;

	if (q == from || *--q != '\n')
		return false;
	while (q > from && (q[-1] == ' ' || q[-1] == '\r' || q[-1] == '\t'))
		q--;
	if (q == from || q[-1] != '\n')
		return false;
	for (q = p + 1; q < end && is_name(*q); q++)
		;
	if (q == p + 1 || q == end || *q != ' ')
		return false;
	while (q < end && *q == ' ')
		q++;
	return q < end && *q == '"';
}

/* The first such place in the text, or NULL. */
static const char *
find_boundary(const char *from, const char *end)
{
	for (const char *p = from;
	     (p = memchr(p, '[', (size_t)(end - p))) != NULL; p++)
		if (is_boundary(from, end, p))
			return p;
	return NULL;
}

/* Whether the text before p ends with a result: then what ends there is no
 * record of tags alone, to which more may belong. */
static bool
follows_result(const char *from, const char *p)
{
	const char *end = p, *word;

	while (end > from && is_space(end[-1]))
		end--;
	for (word = end; word > from && !is_space(word[-1]); word--)
		if (!is_digit(word[-1]) && strchr("-/*", word[-1]) == NULL)
			return false;
	return end > word;
}

/* The last place in the text where a record surely begins. */
static size_t
pgn_split(struct slice text)
{
	const char *end = text.ptr + text.len;

	for (const char *p = end; p > text.ptr; p--)
		if (p < end && *p == '[' && is_boundary(text.ptr, end, p) &&
		    follows_result(text.ptr, p))
			return (size_t)(p - text.ptr);
	return 0;
}

static void
add_comment(struct reader *reader, const char *from, const char *to)
{
	struct slice text = { from, (size_t)(to - from) };
	struct frame *frame = &reader->frame[reader->depth];
	struct ply *last = frame->line->last;
	struct span span;

	text = slice_trim(text);
	span = span_at(reader, text.ptr, text.ptr + text.len);
	if (last == NULL || frame->numbered) {
		comments_add(reader->arena, &frame->pending, text, span);
	} else {
		struct notes *notes = ply_notes(reader->arena, last);

		comments_add(reader->arena,
		    notes->variations != NULL ? &notes->after : &notes->comment,
		    text, span);
	}
}

static void
read_comment(struct reader *reader)
{
	const char *open = reader->p, *from = open + 1;
	const char *close = memchr(from, '}', (size_t)(reader->end - from));
	const char *limit = close != NULL ? close : reader->end;
	const char *boundary = find_boundary(from, limit);

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
	    span_at(reader, open, open + 1),
	    "the comment that begins here has no }");
	add_comment(reader, from, reader->p);
}

static void
read_line_comment(struct reader *reader)
{
	const char *from = reader->p + 1;

	reader->p = end_of_line(reader, from);
	add_comment(reader, from, reader->p);
}

static void
read_escape(struct reader *reader)
{
	const char *from = reader->p;

	reader->p = end_of_line(reader, from);
	if (reader->record->escape.len == 0)
		reader->record->escape = span_at(reader, from, reader->p);
}

/* Skips white space, escapes, and comments; false at the end. */
static bool
skip_to_text(struct reader *reader)
{
	while (!at_end(reader)) {
		char c = *reader->p;

		if (is_space(c))
			reader->p++;
		else if (c == '%' && starts_line(reader, reader->p))
			read_escape(reader);
		else if (c == '{')
			read_comment(reader);
		else if (c == ';')
			read_line_comment(reader);
		else
			return true;
	}
	return false;
}

/* The value between quotes, with \" and \\ resolved. */
static struct slice
unescape(struct reader *reader, const char *from, const char *to)
{
	struct slice raw = { from, (size_t)(to - from) };
	char *copy;
	size_t len = 0;

	if (memchr(from, '\\', raw.len) == NULL)
		return raw;
	copy = arena_alloc(reader->arena, raw.len);
	for (const char *p = from; p < to; p++) {
		if (*p == '\\' && p + 1 < to && (p[1] == '"' || p[1] == '\\'))
			p++;
		copy[len++] = *p;
	}
	return (struct slice){ copy, len };
}

static void
add_tag(
    struct reader *reader, struct slice name, const char *from, const char *to)
{
	struct tag *tag;

	if (++reader->tags > TAGS_MAX) {
		if (reader->tags == TAGS_MAX + 1)
			diag_add(reader->diags, DIAG_TAG_TOO_MANY,
			    span_at(reader, name.ptr, name.ptr + name.len),
			    "the record has more than %d tags", TAGS_MAX);
		return;
	}
	for (tag = reader->record->tags; tag != NULL; tag = tag->next)
		if (slice_equal(tag->name, name)) {
			diag_add(reader->diags, DIAG_TAG_DUPLICATE,
			    span_at(reader, name.ptr, name.ptr + name.len),
			    "the tag %.*s occurs twice; the first value "
			    "counts",
			    (int)name.len, name.ptr);
			break;
		}
	tag = arena_alloc(reader->arena, sizeof(*tag));
	tag->name = name;
	tag->value = unescape(reader, from, to);
	tag->span = span_at(reader, from, to);
	if (reader->last_tag != NULL)
		reader->last_tag->next = tag;
	else
		reader->record->tags = tag;
	reader->last_tag = tag;
}

/*
 * A tag whose value runs over the end of its line: what follows up to a "]
 * at the end of a line, before the next tag or empty line, belongs to it.
 */
static void
skip_broken_tag(struct reader *reader, const char *eol)
{
	const char *p = eol;

	reader->p = eol;
	while (p < reader->end) {
		const char *line = p + 1, *q;

		if (line >= reader->end) {
			reader->starved |= !reader->eof;
			return;
		}
		p = end_of_line(reader, line);
		for (q = p; q > line && is_space(q[-1]); q--)
			;
		if (q == line || *line == '[')
			return;
		if (q - line >= 2 && q[-1] == ']' && q[-2] == '"') {
			reader->p = p;
			return;
		}
	}
}

static const char *
skip_blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	return p;
}

static void
malformed_tag(struct reader *reader, const char *open, const char *p,
    const char *eol, const char *what)
{
	const char *close = memchr(p, ']', (size_t)(eol - p));
	const char *to = close != NULL ? close + 1 : eol;

	diag_add(reader->diags, DIAG_TAG_MALFORMED, span_at(reader, open, to),
	    "%s", what);
	reader->p = to;
}

static void
read_tag(struct reader *reader)
{
	const char *open = reader->p;
	const char *eol = end_of_line(reader, open);
	const char *p = skip_blanks(open + 1, eol), *from;
	struct slice name = { p, 0 };

	while (p < eol && is_name(*p))
		p++;
	name.len = (size_t)(p - name.ptr);
	p = skip_blanks(p, eol);
	if (name.len == 0 || p == eol || *p != '"') {
		malformed_tag(reader, open, p, eol,
		    name.len == 0 ? "a tag pair begins with a name"
				  : "the value of a tag stands between quotes");
		return;
	}
	from = ++p;
	while (p < eol && *p != '"')
		p += *p == '\\' && p + 1 < eol ? 2 : 1;
	if (p >= eol) {
		diag_add(reader->diags, DIAG_TAG_UNTERMINATED,
		    span_at(reader, open, from),
		    "the value of the tag %.*s does not end on its line",
		    (int)name.len, name.ptr);
		skip_broken_tag(reader, eol);
		return;
	}
	add_tag(reader, name, from, p);
	p = skip_blanks(p + 1, eol);
	if (p < eol && *p == ']')
		reader->p = p + 1;
	else
		malformed_tag(reader, open, p, eol,
		    "a tag pair ends with ] after its value");
}

/*
 * Whether the tag at p begins another record, though this one has no moves:
 * it stands behind an empty line, and has the name of this record's first.
 */
static bool
begins_record(const struct reader *reader)
{
	const struct tag *first = reader->record->tags;
	const char *p = reader->p, *q = p;
	size_t len;

	if (first == NULL || q == reader->base || *--q != '\n')
		return false;
	while (q > reader->base && (q[-1] == ' ' || q[-1] == '\r'))
		q--;
	len = first->name.len;
	return q > reader->base && q[-1] == '\n' &&
	    (size_t)(reader->end - p) > len + 1 &&
	    memcmp(p + 1, first->name.ptr, len) == 0 && !is_name(p[1 + len]);
}

static void
read_tags(struct reader *reader)
{
	while (
	    skip_to_text(reader) && *reader->p == '[' && !begins_record(reader))
		read_tag(reader);
}

static void
read_nag(struct reader *reader)
{
	const char *from = reader->p++;
	struct ply *last = reader->frame[reader->depth].line->last;
	unsigned number = 0, digits = 0;

	while (!at_end(reader) && is_digit(*reader->p)) {
		if (number <= 255)
			number = number * 10 + (unsigned)(*reader->p - '0');
		reader->p++;
		digits++;
	}
	if (digits == 0 || number > 255)
		diag_add(reader->diags, DIAG_NAG_MALFORMED,
		    span_at(reader, from, reader->p),
		    "a $ is followed by a number from 0 to 255");
	else if (last == NULL)
		diag_add(reader->diags, DIAG_NAG_MISPLACED,
		    span_at(reader, from, reader->p),
		    "an annotation stands before any move");
	else
		ply_add_nag(reader->arena, last, number);
}

static void
open_variation(struct reader *reader)
{
	struct frame *frame = &reader->frame[reader->depth];
	const char *open = reader->p++;
	struct ply *last = frame->line->last;
	struct notes *notes;
	struct line *line;

	if (reader->ignored > 0 || reader->depth == VARIATIONS_DEEP) {
		if (reader->ignored++ == 0)
			diag_add(reader->diags, DIAG_VARIATION_TOO_DEEP,
			    span_at(reader, open, open + 1),
			    "variations stand more than %d deep",
			    VARIATIONS_DEEP);
		return;
	}
	line = arena_alloc(reader->arena, sizeof(*line));
	line->open = span_at(reader, open, open + 1);
	if (last == NULL) {
		/* Read on as a line of its own, which is then let go. */
		diag_add(reader->diags, DIAG_VARIATION_MISPLACED, line->open,
		    "a variation stands before any move that it could "
		    "replace");
	} else {
		notes = ply_notes(reader->arena, last);
		if (notes->last_variation != NULL)
			notes->last_variation->next = line;
		else
			notes->variations = line;
		notes->last_variation = line;
	}
	frame->numbered = false;
	reader->frame[++reader->depth] = (struct frame){ .line = line };
}

/* Comments that no ply came after belong to the last one, or to the line. */
static void
settle_pending(struct reader *reader)
{
	struct frame *frame = &reader->frame[reader->depth];
	struct comments *pending = &frame->pending;

	if (pending->first == NULL)
		return;
	if (frame->line->last == NULL) {
		frame->line->comment = *pending;
	} else {
		struct notes *notes =
		    ply_notes(reader->arena, frame->line->last);
		struct comments *list =
		    notes->variations != NULL ? &notes->after : &notes->comment;

		if (list->last != NULL)
			list->last->next = pending->first;
		else
			list->first = pending->first;
		list->last = pending->last;
	}
	*pending = (struct comments){ NULL, NULL };
}

static void
close_variation(struct reader *reader)
{
	const char *close = reader->p++;

	if (reader->ignored > 0) {
		reader->ignored--;
		return;
	}
	if (reader->depth == 0) {
		diag_add(reader->diags, DIAG_VARIATION_UNOPENED,
		    span_at(reader, close, close + 1),
		    "this ) has no ( before it");
		return;
	}
	if (reader->frame[reader->depth].line->last == NULL)
		diag_add(reader->diags, DIAG_VARIATION_EMPTY,
		    reader->frame[reader->depth].line->open,
		    "the variation holds no move");
	settle_pending(reader);
	reader->depth--;
}

/*
 * Takes the token at p: to white space, { } ; or a parenthesis that is not
 * part of a move. A ( that touches what is before it, and has its ) before
 * the next white space, is part of it.
 */
static const char *
token_end(struct reader *reader, const char *p)
{
	/* Bytes that end a token, or may. */
	static const bool stops[256] = { ['\0'] = true,
		['\t'] = true,
		['\n'] = true,
		['\v'] = true,
		['\f'] = true,
		['\r'] = true,
		[' '] = true,
		['{'] = true,
		['}'] = true,
		[';'] = true,
		['('] = true,
		[')'] = true };

	for (; p < reader->end; p++) {
		const char *q = p;

		if (!stops[(unsigned char)*p])
			continue;
		if (*p != '(')
			return p;
		while (++q < reader->end && !is_space(*q) &&
		    strchr("{};()", *q) == NULL)
			;
		if (q == reader->end || *q != ')') {
			reader->starved |= q == reader->end && !reader->eof;
			return p;
		}
		p = q;
	}
	reader->starved |= !reader->eof;
	return p;
}

/* Points with - between, as "3-0-1" or "1/2-1/2-0"; castling is none. */
static bool
is_result(struct slice token)
{
	size_t dashes = 0;

	if (!is_digit(token.ptr[0]))
		return slice_is(token, "*");
	if (token.len < 3 || token.len > 16 || slice_is(token, "0-0") ||
	    slice_is(token, "0-0-0"))
		return false;
	for (size_t i = 0; i < token.len; i++) {
		char c = token.ptr[i];

		if (!is_digit(c) && c != '/' && c != '-')
			return false;
		if (c == '-' &&
		    (i == 0 || i + 1 == token.len || token.ptr[i - 1] == '-'))
			return false;
		dashes += c == '-';
	}
	return dashes == 1 || dashes == 2;
}

/* A move number with its dots, if there is one at p. */
static bool
read_number(struct reader *reader)
{
	struct frame *frame = &reader->frame[reader->depth];
	const char *from = reader->p, *p = from, *digits_end;
	uint32_t number = 0, dots = 0;
	bool zero = true;

	for (; p < reader->end && is_digit(*p); p++) {
		number = number > 99999999u
		    ? number
		    : number * 10 + (uint32_t)(*p - '0');
		zero &= *p == '0';
	}
	digits_end = p;
	for (; p < reader->end && *p == '.'; p++)
		dots++;
	if (p == reader->end && !reader->eof) {
		reader->starved = true;
		return false;
	}
	/* Digits alone are a number too, but 00 and 0000 are moves. */
	if (dots == 0 &&
	    (zero ||
		(p < reader->end && !is_space(*p) &&
		    strchr("{};)", *p) == NULL)))
		return false;
	reader->p = p;
	if (digits_end > from) {
		frame->number = number;
		frame->dots = dots;
		frame->number_span = span_at(reader, from, p);
		frame->numbered = true;
	} else if (frame->numbered) { /* "1. ... e5" */
		frame->dots += dots;
		frame->number_span.len =
		    (uint32_t)(p - reader->base) - frame->number_span.start;
	}
	return true;
}

static void
add_ply(struct reader *reader, struct slice token)
{
	struct frame *frame = &reader->frame[reader->depth];
	struct ply *ply = arena_alloc(reader->arena, sizeof(*ply));

	ply->token = token;
	ply->span = span_at(reader, token.ptr, token.ptr + token.len);
	if (frame->numbered) {
		ply->number = frame->number;
		ply->dots = frame->dots;
		ply->number_span = frame->number_span;
		frame->numbered = false;
	}
	if (frame->pending.first != NULL) {
		ply_notes(reader->arena, ply)->before = frame->pending;
		frame->pending = (struct comments){ NULL, NULL };
	}
	line_append(frame->line, ply);
}

/* An annotation that stands apart from its move, as in "e4 !?". */
static bool
read_suffix(struct reader *reader, struct slice token)
{
	struct ply *last = reader->frame[reader->depth].line->last;
	unsigned nag = 0;

	if (last != NULL && (token.ptr[0] == '!' || token.ptr[0] == '?'))
		nag = nag_read(token);
	if (nag > 0)
		ply_add_nag(reader->arena, last, nag);
	return nag > 0;
}

/* Whether nothing of the record follows: then a result ends it, even though a
 * variation was not closed. */
static bool
ends_record(struct reader *reader)
{
	const char *p = reader->p;

	while (p < reader->end && is_space(*p))
		p++;
	if (p == reader->end) {
		reader->starved |= !reader->eof;
		return true;
	}
	return *p == '[' && starts_line(reader, p);
}

/* The end of a token that ends at `to` by itself: "in triumvirate notation two
 * cells, and a =M, with only blanks between are one token". */
static const char *
join_token(struct reader *reader, const char *from, const char *to)
{
	if (to - from < 5 ||
	    (from[1] != '/' && from[2] != '/' && from[3] != '/' &&
		from[4] != '/'))
		return to;
	if (reader->end - to < TOKEN_MAX)
		reader->starved |= !reader->eof;
	return from +
	    notation_token_len(
		(struct slice){ from, (size_t)(reader->end - from) },
		(size_t)(to - from));
}

/* Takes a token; returns false if it was the result that ends the record. */
static bool
read_token(struct reader *reader)
{
	struct record *record = reader->record;
	const char *from = reader->p;
	struct slice token;

	if ((is_digit(*from) || *from == '.') && read_number(reader))
		return true;
	reader->p = join_token(reader, from, token_end(reader, from));
	token = (struct slice){ from, (size_t)(reader->p - from) };
	if (reader->ignored > 0 || reader->starved)
		return true;
	if (!is_result(token)) {
		if (!read_suffix(reader, token))
			add_ply(reader, token);
		return true;
	}
	if (reader->depth > 0 && !ends_record(reader)) {
		diag_add(reader->diags, DIAG_RESULT_MISPLACED,
		    span_at(reader, from, reader->p),
		    "a result stands inside a variation");
		return true;
	}
	record->result = token;
	record->result_span = span_at(reader, from, reader->p);
	return false;
}

/* "(Y)" and "(S)", exactly, are moves and no variations. */
static bool
is_call(struct reader *reader)
{
	const char *p = reader->p;

	if (reader->end - p < 4 && !reader->eof) {
		reader->starved = true;
		return false;
	}
	return reader->end - p >= 3 && (p[1] == 'Y' || p[1] == 'S') &&
	    p[2] == ')' &&
	    (reader->end - p == 3 || is_space(p[3]) || p[3] == '=' ||
		strchr("{};()", p[3]) != NULL);
}

/* Takes a token that begins with a parenthesis of its own. */
static void
read_call(struct reader *reader)
{
	const char *from = reader->p;

	reader->p += 3;
	if (!at_end(reader) && *reader->p == '=')
		reader->p++;
	if (reader->ignored == 0)
		add_ply(
		    reader, (struct slice){ from, (size_t)(reader->p - from) });
}

static void
read_movetext(struct reader *reader)
{
	for (;;) {
		const char *from;

		/* Between moves there is mostly one blank and no more. */
		if (reader->p < reader->end && *reader->p == ' ')
			reader->p++;
		if (reader->starved || !skip_to_text(reader))
			return;
		from = reader->p;
		switch (*from) {
		case '(':
			if (is_call(reader))
				read_call(reader);
			else
				open_variation(reader);
			break;
		case ')':
			close_variation(reader);
			break;
		case '$':
			read_nag(reader);
			break;
		case '}':
			reader->p++;
			diag_add(reader->diags, DIAG_COMMENT_UNOPENED,
			    span_at(reader, from, from + 1),
			    "this } has no { before it");
			break;
		case '[':
			if (starts_line(reader, from))
				return;
			if (!read_token(reader))
				return;
			break;
		default:
			if (!read_token(reader))
				return;
			break;
		}
	}
}

/*
 * Comments behind the result belong to the record that ends, if only one
 * line end parts them from it.
 */
static void
read_trailing_comments(struct reader *reader)
{
	unsigned lines = 0;

	while (lines < 2 && !at_end(reader)) {
		char c = *reader->p;

		if (c == '\n') {
			lines++;
			reader->p++;
		} else if (is_space(c)) {
			reader->p++;
		} else if (c == '{') {
			read_comment(reader);
			lines = 0;
		} else if (c == ';') {
			read_line_comment(reader);
			lines = 0;
		} else {
			return;
		}
	}
}

static void
close_lines(struct reader *reader)
{
	while (reader->depth > 0) {
		diag_add(reader->diags, DIAG_VARIATION_UNTERMINATED,
		    reader->frame[reader->depth].line->open,
		    "the variation that begins here has no )");
		settle_pending(reader);
		reader->depth--;
	}
	settle_pending(reader);
}

static void
check_comments(const struct reader *reader, const struct comments *comments)
{
	for (const struct comment *c = comments->first; c; c = c->next) {
		size_t valid = utf8_valid_len(c->text);

		if (valid < c->text.len)
			diag_add(reader->diags, DIAG_UTF8_TEXT,
			    span_at(reader, c->text.ptr + valid,
				c->text.ptr + valid + 1),
			    "the comment is not valid UTF-8 here");
	}
}

static void
check_line(const struct reader *reader, const struct line *line)
{
	check_comments(reader, &line->comment);
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		if (ply->notes == NULL)
			continue;
		check_comments(reader, &ply->notes->before);
		check_comments(reader, &ply->notes->comment);
		check_comments(reader, &ply->notes->after);
		for (const struct line *v = ply->notes->variations; v;
		     v = v->next)
			check_line(reader, v);
	}
}

/* Bytes that no text should hold; bad bytes in moves are found later. */
static void
check_bytes(const struct reader *reader)
{
	const struct record *record = reader->record;
	struct slice text =
	    slice_sub(record->text, record->span.start, record->span.len);
	const char *p = text.ptr, *end = text.ptr + text.len;

	if (utf8_is_plain(text))
		return;
	for (; (p = memchr(p, '\0', (size_t)(end - p))) != NULL; p++)
		diag_add(reader->diags, DIAG_NUL_BYTE,
		    span_at(reader, p, p + 1), "a NUL byte in the text");
	for (const struct tag *t = record->tags; t != NULL; t = t->next)
		if (utf8_valid_len(t->value) < t->value.len)
			diag_add(reader->diags, DIAG_UTF8_TEXT, t->span,
			    "the value of the tag is not valid UTF-8");
	check_line(reader, &record->line);
}

/* Reads a record from the window; false if there is none in it. */
static bool
read_record(struct reader *reader)
{
	struct record *record = reader->record;
	const char *from = reader->p;

	reader->frame[0] = (struct frame){ .line = &record->line };
	read_tags(reader);
	read_movetext(reader);
	if (record->result.len > 0)
		read_trailing_comments(reader);
	if (reader->starved)
		return false;
	close_lines(reader);
	record->span = span_at(reader, from, reader->p);
	check_bytes(reader);
	if (record->result.len == 0 && record->line.first != NULL)
		diag_add(reader->diags, DIAG_RESULT_MISSING,
		    (struct span){ record->line.last->span.start +
			    record->line.last->span.len - 1,
			1 },
		    "the moves do not end with a result or *");
	if (record->result.len > 0 || record->line.first != NULL ||
	    record->tags != NULL)
		return true;
	record->broken = true;
	if (record->line.comment.first == NULL)
		return reader->diags->len > 0;
	from = record->line.comment.first->text.ptr;
	diag_add(reader->diags, DIAG_COMMENT_DROPPED,
	    span_at(reader, from - 1, from),
	    "the comment belongs to no record");
	return true;
}

/* Lets go the empty lines before a record and its first line, so that its
 * own beginning is not taken for the next one's. */
static void
skip_first_line(struct source *source)
{
	struct slice rest = source_rest(source);
	const char *p = rest.ptr, *end = rest.ptr + rest.len;

	while (p < end && is_space(*p))
		p++;
	while (p < end && *p != '\n')
		p++;
	source_advance(source, (size_t)(p - rest.ptr));
}

/* Lets a record go that was too large, up to where the next one begins. */
static void
skip_record(struct input *input)
{
	struct source *source = &input->source;

	skip_first_line(source);
	for (;;) {
		struct slice rest = source_rest(source);
		const char *boundary =
		    find_boundary(rest.ptr, rest.ptr + rest.len);
		size_t keep = rest.len < 512 ? rest.len : 512;

		if (boundary != NULL) {
			source_advance(source, (size_t)(boundary - rest.ptr));
			return;
		}
		source_advance(source, rest.len - keep);
		if (!source_fill(source)) {
			source_advance(source, source_rest(source).len);
			return;
		}
	}
}

static void
start(struct reader *reader, struct input *input, struct arena *arena,
    struct diags *diags, struct record *record)
{
	const struct source *source = &input->source;

	arena_reset(arena);
	diags_init(diags, arena);
	memset(record, 0, sizeof(*record));
	reader->arena = arena;
	reader->diags = diags;
	reader->record = record;
	reader->base = source->buf + source->line_at;
	reader->p = source->buf + source->at;
	reader->end = source->buf + source->end;
	reader->eof = source->eof;
	reader->starved = false;
	reader->tags = 0;
	reader->last_tag = NULL;
	reader->depth = 0;
	reader->ignored = 0;
	record->text = (struct slice){ reader->base,
		(size_t)(reader->end - reader->base) };
	record->game = input->games + 1;
}

static void
too_large(struct input *input, struct reader *reader)
{
	const char *from = input->source.buf + input->source.at;

	diags_init(reader->diags, reader->arena);
	memset(&reader->record->line, 0, sizeof(reader->record->line));
	reader->record->tags = NULL;
	reader->record->result = (struct slice){ NULL, 0 };
	while (from < reader->end && is_space(*from))
		from++;
	diag_add(reader->diags, DIAG_RECORD_TOO_LARGE,
	    span_at(reader, from, from + (from < reader->end)),
	    "the record is longer than %zu bytes", input->max_record);
	reader->record->broken = true;
	input->games++;
}

/*
 * Reads more of a record that is not whole. A small one is tried again after
 * each read, so that a slow writer is answered at once; a large one only when
 * it has grown by a quarter, or many small reads would take quadratic time.
 */
static void
read_on(struct source *source)
{
	size_t len = source_rest(source).len;
	size_t wanted = len > LARGE_RECORD ? len + len / 4 : len + 1;

	while (source_rest(source).len < wanted && source_fill(source))
		;
}

static bool
pgn_read(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record)
{
	struct source *source = &input->source;
	struct reader reader;

	if (input->skipping)
		skip_record(input);
	else
		source_advance(source, input->used);
	input->skipping = false;
	input->used = 0;
	if (source->end == source->at)
		source_fill(source);
	for (;;) {
		bool found;

		start(&reader, input, arena, diags, record);
		found = read_record(&reader);
		if (!reader.starved) {
			input->used = source_rest(source).len -
			    (size_t)(reader.end - reader.p);
			if (record->span.len > input->max_record) {
				too_large(input, &reader);
				return true;
			}
			input->games += found;
			return found;
		}
		if (source_rest(source).len > input->max_record) {
			too_large(input, &reader);
			input->skipping = true;
			return true;
		}
		read_on(source);
	}
}

static const char *const suffixes[] = { ".pgn", NULL };

const struct format format_pgn = {
	.id = "pgn",
	.title = "PGN with three players",
	.split = pgn_split,
	.separator = "\n",
	.suffixes = suffixes,
	.read = pgn_read,
	.write = pgn_write,
};
