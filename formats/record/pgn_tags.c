/* Ternion: PGN: tag pairs. */
#include "formats/record/pgn_reader.h"

/* The value between quotes, with \" and \\ resolved. */
static struct slice
unescape(struct pgn_reader *reader, const char *from, const char *to)
{
	char *copy = arena_take(reader->arena, (size_t)(to - from));
	size_t len = 0;

	for (const char *p = from; p < to; p++) {
		if (*p == '\\' && (p[1] == '"' || p[1] == '\\'))
			p++;
		copy[len++] = *p;
	}
	return (struct slice){ copy, len };
}

/* Adds a tag; `escaped`: the value has a \. */
static void
add_pgn_tag(struct pgn_reader *reader, struct slice name, const char *from,
    const char *to, bool escaped)
{
	struct span name_span = pgn_span(reader, name.ptr, name.ptr + name.len);
	struct tag *tag;

	if (++reader->tags > TAGS_MAX) {
		if (reader->tags == TAGS_MAX + 1)
			diag_add(reader->diags, DIAG_TAG_TOO_MANY, name_span,
			    "the record has more than %d tags", TAGS_MAX);
		return;
	}
	if (record_find_tag(reader->record, name) != NULL)
		diag_add(reader->diags, DIAG_TAG_DUPLICATE, name_span,
		    "the tag %.*s occurs twice; ternion uses the first value",
		    SLICE(name));
	tag = record_add_tag(reader->record, reader->arena, name,
	    escaped ? unescape(reader, from, to)
		    : (struct slice){ from, (size_t)(to - from) },
	    pgn_span(reader, from, to));
	tag->name_span = name_span;
	if (slice_is(name, "Result"))
		tag->value = record_result(
		    reader->arena, reader->diags, tag->value, tag->span);
}

/* Skips a tag whose value does not end on its line: up to the next "] at the
 * end of a line, if no tag or empty line comes before it. */
static void
skip_broken_tag(struct pgn_reader *reader, const char *eol)
{
	const char *p = eol;

	reader->p = eol;
	while (p < reader->end) {
		const char *line = p + 1, *q;

		if (pgn_ends(reader, line))
			return;
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

/* Skips blanks and no-break spaces. */
static const char *
skip_blanks(struct pgn_reader *reader, const char *p, const char *end)
{
	for (; p < end; p++) {
		if (*p == ' ' || *p == '\t')
			continue;
		if (!is_no_break(reader, p))
			break;
		pgn_note_no_break(reader, p);
		p++;
	}
	return p;
}

static void
malformed_tag(struct pgn_reader *reader, const char *open, const char *p,
    const char *eol, const char *what)
{
	const char *close = memchr(p, ']', (size_t)(eol - p));
	const char *to = close != NULL ? close + 1 : eol;

	pgn_report(reader, DIAG_TAG_MALFORMED, open, to, "%s", what);
	reader->p = to;
}

static void
read_tag(struct pgn_reader *reader)
{
	const char *open = reader->p;
	const char *eol = end_of_line(reader, open);
	const char *p = skip_blanks(reader, open + 1, eol), *from;
	struct slice name = { p, 0 };
	bool escaped = false;

	while (p < eol && is_name(*p))
		p++;
	name.len = (size_t)(p - name.ptr);
	p = skip_blanks(reader, p, eol);
	if (name.len == 0 || p == eol || *p != '"') {
		malformed_tag(reader, open, p, eol,
		    name.len == 0 ? "a tag pair must begin with a name"
				  : "the value of a tag must be in quotes");
		return;
	}
	from = p + 1;
	for (p = from; p < eol && *p != '"'; p++)
		if (*p == '\\') {
			escaped = true;
			p += p + 1 < eol;
		}
	if (p == eol) {
		pgn_report(reader, DIAG_TAG_UNTERMINATED, open, from,
		    "the value of the tag %.*s does not end on its line",
		    SLICE(name));
		skip_broken_tag(reader, eol);
		return;
	}
	add_pgn_tag(reader, name, from, p, escaped);
	p = skip_blanks(reader, p + 1, eol);
	if (p < eol && *p == ']')
		reader->p = p + 1;
	else
		malformed_tag(reader, open, p, eol,
		    "a tag pair must end with ] after its value");
}

/* True if the tag has the name of the record's first. */
static bool
is_first_again(const struct pgn_reader *reader)
{
	const struct tag *first = reader->record->tags;
	const char *p = reader->p + 1;

	return first != NULL && (size_t)(reader->end - p) > first->name.len &&
	    memcmp(p, first->name.ptr, first->name.len) == 0 &&
	    !is_name(p[first->name.len]);
}

void
pgn_read_tags(struct pgn_reader *reader)
{
	/* After an empty line a tag with the name of the first begins another
	 * record, even if this one has no moves. */
	while (pgn_skip_to_text(reader) && *reader->p == '[' &&
	    !(follows_empty_line(reader->base, reader->p) &&
		is_first_again(reader)))
		read_tag(reader);
}

bool
pgn_is_tag_amid(struct pgn_reader *reader)
{
	const char *p = reader->p, *q, *eol;

	/* A tag with the name of the first begins another record. */
	if (!starts_line(reader, p) || reader->depth > 0 ||
	    reader->record->tags == NULL ||
	    reader->frame[0].line->first == NULL ||
	    follows_empty_line(reader->base, p) || is_first_again(reader))
		return false;
	eol = end_of_line(reader, p);
	if (eol == reader->end)
		return false;
	for (q = eol; q > p && is_space(q[-1]); q--)
		;
	if (q - p < 5 || q[-1] != ']' || q[-2] != '"' || !is_name(p[1]))
		return false;
	for (q = eol + 1; q < reader->end && strchr(" \t\r", *q) != NULL; q++)
		;
	reader->starved |= q == reader->end && !reader->eof;
	return q < reader->end && *q != '\n' && *q != '[';
}
