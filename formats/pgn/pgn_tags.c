/* Ternion: PGN: tag pairs. */
#include "formats/pgn/pgn_reader.h"
#include "parse/game/setup.h"

enum {
	HEADING_MIN = 3, /* letters of a heading's name */
	QUOTE_MAX = 6,   /* bytes of a quotation mark, as "&quot;" */
	LINE_GAP = 16,   /* bytes between the name of a tag and its value */
};

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

/* Adds a tag; `escaped`: the value has a \. True if it is there already, with
 * the same value. */
static bool
add_pgn_tag(struct pgn_reader *reader, struct slice name, const char *from,
    const char *to, bool escaped)
{
	/* A name that is made of others is not in the text. */
	bool is_there = name.ptr >= reader->base && name.ptr < reader->end;
	struct span name_span = is_there
	    ? pgn_span(reader, name.ptr, name.ptr + name.len)
	    : pgn_span(reader, from, to);
	const char *usual = tag_in_other_case(name);

	/* With both, this one is a tag of its own. */
	if (usual != NULL &&
	    record_find_tag(reader->record, slice_of(usual)) == NULL) {
		habits_note_signs(
		    reader->record, 1u << HABIT_TAG, name_span, name, usual);
		name = slice_of(usual);
	}
	if (++reader->tags > TAGS_MAX) {
		if (reader->tags == TAGS_MAX + 1)
			diag_add(reader->diags, DIAG_TAG_TOO_MANY, name_span,
			    "the record has more than %d tags", TAGS_MAX);
		return false;
	}
	const struct tag *same = record_find_tag(reader->record, name);
	if (same != NULL)
		diag_add(reader->diags, DIAG_TAG_DUPLICATE, name_span,
		    "the tag %.*s occurs twice; ternion uses the first value",
		    SLICE(name));
	struct tag *tag = record_add_tag(reader->record, reader->arena, name,
	    escaped ? unescape(reader, from, to) : slice_between(from, to),
	    pgn_span(reader, from, to));
	tag->name_span = name_span;
	if (slice_is(name, "Result"))
		tag->value =
		    record_result(reader->record, tag->value, tag->span);
	return same != NULL && slice_equal(tag->value, same->value);
}

/* Skips a tag whose value does not end on its line: up to the next "] at the
 * end of a line, if no tag or empty line comes before it. */
static void
skip_broken_tag(struct pgn_reader *reader, const char *eol)
{
	const char *p = eol;

	reader->p = eol;
	while (p < reader->end && !pgn_ends(reader, p + 1)) {
		const char *line = p + 1;

		p = end_of_line(reader, line);
		struct slice text = slice_trim(slice_between(line, p));
		if (text.len == 0 || *line == '[')
			return;
		if (text.len > 1 &&
		    slice_is(slice_from(text, text.len - 2), "\"]")) {
			reader->p = p;
			return;
		}
	}
}

static const char *
skip_blanks(struct pgn_reader *reader, const char *p, const char *end)
{
	const char *start = reader->p;

	reader->p = p;
	while (reader->p < end)
		if (is_one_of(*reader->p, " \t"))
			reader->p++;
		else if ((unsigned char)*reader->p < 0x80 ||
		    !pgn_skip_odd_blank(reader))
			break;
	p = reader->p;
	reader->p = start;
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

void
pgn_report_alike(struct pgn_reader *reader, struct alike *alike,
    enum diag_id id, const char *kind, const char *words, struct span span,
    const char *text)
{
	struct diags *diags = reader->diags;

	if (alike->fix == NULL || alike->kind != kind) {
		diag_add(diags, id, span, "%s", words);
		*alike = (struct alike){ .kind = kind,
			.diag = diags->list + diags->len - 1,
			.fix = diag_fix_text(diags,
			    text[0] > ' ' ? text : "remove this", span, text) };
	}
	unsigned before = alike->edits.len;
	edits_add(&alike->edits, reader->arena, span, text);
	if (before == 0 || alike->fix == NULL)
		return;
	alike->fix->edits = alike->edits.edit;
	alike->fix->len = alike->edits.len;
	alike->diag->more++;
}

/* Reports a tag that is written otherwise, with the text that it should have.
 */
static void
rewrite_tag(struct pgn_reader *reader, const char *kind, const char *words,
    struct slice written, const char *text)
{
	pgn_report_alike(reader, &reader->odd_tags, DIAG_TAG_MALFORMED, kind,
	    words, pgn_span(reader, written.ptr, written.ptr + written.len),
	    text);
}

/* The length of a quotation mark of any kind that the text begins with. */
static size_t
quote_len(struct slice text)
{
	if (slice_begins(text, "''") || slice_begins(text, "\\\"") ||
	    slice_begins(text, "``") || slice_begins(text, "\"\""))
		return 2;
	if (text.len == 0 || is_one_of(text.ptr[0], "\"'"))
		return text.len > 0;
	struct sign sign = sign_read(text);
	return sign.kind != SIGN_OTHER && is_one_of(sign.plain[0], "\"'")
	    ? sign.len
	    : 0;
}

/* The value of a tag that is written otherwise, from the end of its name to its
 * bracket: after a colon or =, and without its quotation marks. */
static struct slice
odd_value(const char *from, const char *close)
{
	struct slice value = slice_trim(slice_between(from, close));
	char sign = value.len > 0 ? *value.ptr : '\0';

	if (is_one_of(sign, ":=|,>"))
		value = slice_trim(slice_from(value, 1));
	if (sign == '>')
		value = slice_take(&value, '<');
	while (value.len > 0 && is_one_of(sign, "|,") &&
	    is_one_of(value.ptr[value.len - 1], "|, "))
		value.len--;
	value = slice_from(value, quote_len(value));
	if (value.len > 1 && slice_is(slice_from(value, value.len - 2), "\"\\"))
		value.len--; /* Markdown has \ before the bracket */
	for (size_t len = QUOTE_MAX; len > 0; len--)
		if (len <= value.len &&
		    quote_len(slice_from(value, value.len - len)) == len)
			return slice_sub(value, 0, value.len - len);
	return value;
}

/* The bracket that ends the tag: the last of the line, if nothing follows it,
 * or else the first; NULL: there is none. */
static const char *
find_close(const char *p, const char *eol)
{
	const char *end = before_space(p, eol);

	return end > p && end[-1] == ']' ? end - 1
					 : memchr(p, ']', (size_t)(eol - p));
}

/* Takes the signs and blanks out of a name that goes on up to a quotation mark,
 * as "White-Elo" and "White Elo" do; returns its end, NULL if it has letters
 * that no name has. */
static const char *
plain_name(struct pgn_reader *reader, struct slice *name, const char *close)
{
	char *text = arena_take(reader->arena, (size_t)(close - name->ptr));
	const char *p = name->ptr;
	size_t len = 0;

	for (; p < close && *p != '"'; p++)
		if (is_name(*p))
			text[len++] = *p;
		else if ((unsigned char)*p >= 0x80)
			return NULL;
	*name = (struct slice){ text, len };
	return p;
}

/* A tag that is written otherwise, whose name ends at p: reports it, and takes
 * its value if that is plain. */
static void
read_odd_tag(struct pgn_reader *reader, const char *open, struct slice name,
    const char *p, const char *eol)
{
	const char *after = name.ptr + name.len,
		   *close = find_close(after, eol);
	/* "White-Elo" and "White Elo" are no names. */
	bool is_odd_name = *p != '"' && !is_one_of(*p, ":=") &&
	    (p == after ||
		(ascii_is_letter(*p) && close != NULL && close[-1] == '"')) &&
	    memchr(p, '"', (size_t)(eol - p)) != NULL;
	SCRATCH text = STRBUF_INIT;
	const char *what = name.len == 0 ? "a tag pair must begin with a name"
	    : *p == '"'
	    ? "a quotation mark in the value of a tag must have a \\ before it"
	    : is_odd_name
	    ? "the name of a tag can have only letters, digits and _"
	    : "the value of a tag must be in quotes";

	if (is_odd_name && close != NULL)
		after = plain_name(reader, &name, close);
	if (name.len == 0 || close == NULL || after == NULL) {
		malformed_tag(reader, open, p, eol, what);
		return;
	}
	bool is_double = open[1] == '[' && close[-1] == ']';
	struct slice value = odd_value(after, close - is_double);
	strbuf_printf(&text, "[%.*s \"", SLICE(name));
	strbuf_escaped(&text, value, "\"\\", '\\');
	strbuf_puts(&text, "\"]");
	rewrite_tag(reader, what, what, slice_between(open, close + 1),
	    arena_copy(reader->arena, strbuf_as_slice(&text)));
	add_pgn_tag(reader, name, value.ptr, value.ptr + value.len, false);
	reader->p = close + 1;
}

/* A value that does not end on its line. If it ends with \"], the backslash is
 * meant as one, and the tag is kept. */
static void
read_open_value(struct pgn_reader *reader, const char *open, struct slice name,
    const char *from, const char *eol)
{
	const char *end = before_space(from, eol), *slash = end - 3;

	if (end > from && end[-1] == ']' &&
	    memchr(from, '"', (size_t)(end - from)) == NULL) {
		pgn_report(reader, DIAG_TAG_UNTERMINATED, open, end,
		    "the value of the tag %.*s has no quotation mark after it",
		    SLICE(name));
		pgn_fix(reader, end - 1, end - 1, "\"");
		add_pgn_tag(reader, name, from, end - 1, false);
		reader->p = end;
		return;
	}
	if (slash < from || memcmp(slash, "\\\"]", 3) != 0) {
		pgn_report(reader, DIAG_TAG_UNTERMINATED, open, from,
		    "the value of the tag %.*s does not end on its line",
		    SLICE(name));
		skip_broken_tag(reader, eol);
		if (reader->p == eol && eol < reader->end && end > from &&
		    memchr(from, '"', (size_t)(end - from)) == NULL) {
			pgn_fix(reader, end, end, "\"]");
			add_pgn_tag(reader, name, from, end, false);
			return;
		}
		from = eol + 1;
		if (reader->p > from &&
		    memchr(from, '\n', (size_t)(reader->p - from)) == NULL)
			pgn_fix(reader, end, pgn_skip_space(reader, eol), " ");
		return;
	}
	pgn_report(reader, DIAG_TAG_UNTERMINATED, slash, slash + 1,
	    "the backslash makes the last quote part of the value of %.*s; "
	    "write \\\\ for a backslash",
	    SLICE(name));
	pgn_fix(reader, slash, slash + 1, "\\\\");
	add_pgn_tag(reader, name, from, slash + 1, false);
	reader->p = end;
}

/* The quotation mark that ends a value which begins at p, or the end of the
 * line; *escaped: the value has a backslash. */
static const char *
end_of_value(const char *p, const char *eol, bool *escaped)
{
	for (*escaped = false; p < eol && *p != '"'; p++)
		if (*p == '\\') {
			*escaped = true;
			p += p + 1 < eol;
		}
	return p;
}

/* Ends a tag pair at p, after its value; `is_same`: it stands twice. */
static void
end_tag(struct pgn_reader *reader, const char *open, const char *p,
    const char *eol, bool is_same)
{
	if (p < eol && *p == ']') {
		reader->p = p + 1;
		if (is_same)
			pgn_fix(reader, open - (open > reader->base), reader->p,
			    "");
		return;
	}
	malformed_tag(
	    reader, open, p, eol, "a tag pair must end with ] after its value");
	if (p == eol || *p == '\r')
		pgn_fix(reader, p, p, "]");
}

static void
read_tag(struct pgn_reader *reader)
{
	const char *open = reader->p;
	const char *eol = end_of_line(reader, open);
	const char *p = skip_blanks(reader, open + 1, eol);
	struct slice name = { p, 0 };
	bool escaped;

	while (p < eol && is_name(*p))
		p++;
	name.len = (size_t)(p - name.ptr);
	p = skip_blanks(reader, p, eol);
	const char *next = pgn_skip_space(reader, p);
	if (name.len > 0 && next > eol && next - eol <= LINE_GAP &&
	    next < reader->end && *next == '"') {
		pgn_report(reader, DIAG_TAG_MALFORMED, open, p,
		    "the value of the tag %.*s must be on its line",
		    SLICE(name));
		pgn_fix(reader, before_space(open, p), next, " ");
		p = next;
		eol = end_of_line(reader, p);
	}
	if (name.len == 0 || p == eol || *p != '"') {
		read_odd_tag(reader, open, name, p, eol);
		return;
	}
	const char *quote = end_of_value(p + 1, eol, &escaped);
	if (quote == eol) {
		read_open_value(reader, open, name, p + 1, eol);
		return;
	}
	const char *end = skip_blanks(reader, quote + 1, eol);
	if (end < eol && *end != ']' && find_close(end, eol) != NULL &&
	    (*end == '\\' || memchr(end, '"', (size_t)(eol - end)) != NULL)) {
		read_odd_tag(reader, open, name, p, eol);
		return;
	}
	end_tag(reader, open, end, eol,
	    add_pgn_tag(reader, name, p + 1, quote, escaped));
}

static const char *
skip_stars(const char *p, const char *end)
{
	while (p < end && *p == '*')
		p++;
	return p;
}

/* True if the rest of a line after a name is the value of a heading: after a
 * colon, or in quotes. If the name is a word that no move can be, it may also
 * be after =, touch its colon, be the other cell of a row, or be in XML. */
static bool
begins_value(struct pgn_reader *reader, struct slice rest, bool is_word)
{
	struct slice text = slice_trim(rest);
	char sign = *rest.ptr == '\t' || text.len == 0 ? '\t' : *text.ptr;
	size_t len;

	if (*rest.ptr == ':' && is_one_of(rest.ptr[1], " \t*"))
		return text.len > 1;
	if (!is_word || (is_space(*rest.ptr) && sign == '"'))
		return is_space(*rest.ptr) && text.len > 1 && sign == '"' &&
		    is_one_of(text.ptr[text.len - 1], "\"])}>");
	text = slice_from(text, sign != '\t');
	if (is_one_of(sign, ":="))
		return text.len > 0 &&
		    (is_one_of(*text.ptr, " \t\"") || sign == '=' ||
			(ascii_is_letter(*text.ptr) &&
			    !pgn_precedes_move(reader, text.ptr)));
	for (len = text.len; len > 0 && text.ptr[len - 1] == sign;)
		len--;
	return len > 0 && memchr(text.ptr, sign, len) == NULL &&
	    (is_one_of(sign, "\t|") || (sign == ',' && !is_space(*text.ptr)) ||
		(sign == '>' && len < text.len));
}

/* The name in a heading at p, "White: Ann", White "Ann", (White "Ann"), or in
 * bold letters, "**White:** Ann"; len 0: there is none. The sign of a list may
 * be before it. */
static struct slice
heading_name(struct pgn_reader *reader)
{
	const char *p = reader->p, *line = p, *end;
	bool has_digit = false;

	while (line > reader->base && is_one_of(line[-1], " \t-*|"))
		line--;
	const char *eol = end_of_line(reader, p);
	p = skip_stars(p + is_one_of(*p, "<({"), eol);
	struct slice name = { p, 0 };
	if ((!starts_line(reader, line) && reader->p != reader->heading) ||
	    p == eol || !ascii_is_letter(*p))
		return name;
	while (p < eol && is_name(*p))
		has_digit |= ascii_is_digit(*p++);
	end = name.ptr > reader->p ? skip_stars(p, eol) : p;
	if (p - name.ptr >= HEADING_MIN &&
	    begins_value(
		reader, slice_between(end, eol), !has_digit && *name.ptr < 'a'))
		name.len = (size_t)(p - name.ptr);
	return name;
}

bool
pgn_is_at_heading(struct pgn_reader *reader)
{
	return !reader->in_moves && heading_name(reader).len > 0;
}

/* True if the line at p may have a player's name, a colon and his move. */
static bool
names_mover(struct pgn_reader *reader, const char *p)
{
	p = pgn_skip(reader, p, is_name);
	if (pgn_at(reader, p) != ':' || !pgn_precedes_move(reader, p + 1))
		return false;
	/* No number, as in a date. */
	while (!pgn_ends(reader, p) && *p != '\n' && !ascii_is_letter(*p))
		p++;
	return ascii_is_letter(pgn_at(reader, p));
}

/* Whether what looks like a heading is a player with his move or his words:
 * "White: Nd4"; "Ann: Nd4" if "Ben: xe5" follows; "Ann: a good move". */
static bool
is_of_player(struct pgn_reader *reader, struct slice name)
{
	const char *open = reader->p;

	return pgn_end_of_player(reader, open) != NULL ||
	    (pgn_letter_of_player(reader, name) != '\0' &&
		spelling_player(name) == '\0') ||
	    (names_mover(reader, open) &&
		names_mover(reader, end_of_line(reader, open) + 1));
}

/* Where the heading of another player begins in the line, as in "White: Ann,
 * Gray: Bea"; or `eol`. */
static const char *
find_next_heading(const char *p, const char *eol)
{
	for (const char *from = p; from < eol; from++) {
		struct slice name = { from, 0 };

		while (from + name.len < eol && is_name(from[name.len]))
			name.len++;
		if (is_space(from[-1]) && from + name.len + 1 < eol &&
		    name.len >= HEADING_MIN && from[name.len] == ':' &&
		    from[name.len + 1] == ' ' && spelling_player(name) != '\0')
			return from;
	}
	return eol;
}

/* The value of a heading up to *end, which loses signs of bold letters. */
static struct slice
heading_value(const char *open, struct slice name, const char **end)
{
	const char *from = name.ptr + name.len;
	bool has_bracket = is_one_of((*end)[-1], "])}>") && *from != ':';

	if (name.ptr > open) {
		while (from < *end && is_one_of(*from, "*:"))
			from++;
		while (*end > from + 2 && (*end)[-1] == '*')
			--*end;
	}
	return odd_value(from, *end - has_bracket);
}

/* Takes the heading of moves off; false if it is none. */
static bool
take_heading_of_moves(
    struct pgn_reader *reader, struct slice name, struct slice value)
{
	const char *open = reader->p;

	if (!slice_is_nocase(name, "moves") &&
	    !(slice_begins(value, "1. ") &&
		pgn_precedes_move(reader, value.ptr + 2)))
		return false;
	reader->p = name.ptr + name.len + 1;
	pgn_report(reader, DIAG_TAG_MALFORMED, open, reader->p,
	    "moves have no heading: write them after an empty line");
	pgn_fix(reader, open, pgn_skip_space(reader, reader->p),
	    follows_empty_line(reader->base, open) ? "" : "\n");
	return true;
}

/* Reads a heading as the tag that it means; false if there is none. */
static bool
read_heading(struct pgn_reader *reader)
{
	static const char *const mail[] = { "from", "to", "cc", "subject",
		"sent", "reply", NULL };
	struct slice name = heading_name(reader);
	const char *open = reader->p;

	if (name.len == 0 || reader->starved || is_of_player(reader, name))
		return false;
	const char *eol = end_of_line(reader, open);
	reader->heading = eol = find_next_heading(name.ptr + name.len, eol);
	const char *whole = before_space(open, eol), *end = whole;
	end -= eol > end && *eol != '\n' && end[-1] == ',';
	struct slice value = heading_value(open, name, &end);
	if (take_heading_of_moves(reader, name, value))
		return true;
	reader->p = eol;
	reader->in_mail &= !follows_empty_line(reader->base, open);
	reader->in_mail |= slice_is_among_nocase(name, mail);
	if (reader->in_mail)
		return pgn_take_remark(
		    reader, slice_trim(slice_between(open, eol)));
	const char *pair = arena_printf(
	    reader->arena, "[%.*s \"%.*s\"]", SLICE(name), SLICE(value));
	const char *words = arena_printf(reader->arena,
	    "a line before the moves must be a tag pair: write %s", pair);
	if (memchr(value.ptr, '"', value.len) == NULL &&
	    memchr(value.ptr, '\\', value.len) == NULL)
		rewrite_tag(
		    reader, "", words, slice_between(open, whole), pair);
	else
		pgn_report(
		    reader, DIAG_TAG_MALFORMED, open, whole, "%s", words);
	reader->headings++;
	add_pgn_tag(reader, name, value.ptr, value.ptr + value.len, false);
	return true;
}

/* The end of the tag pair at p, as far as its line shows; else of the line. */
static const char *
pgn_end_of_pair(struct pgn_reader *reader, const char *p)
{
	const char *eol = end_of_line(reader, p);

	while (p + 1 < eol && (p[0] != '"' || p[1] != ']'))
		p++;
	return p + 1 < eol ? p + 2 : eol;
}

/* The first place from p on that is no blank, or the end of the line. */
static const char *
skip_in_line(const char *p, const char *end)
{
	while (p < end && *p != '\n' && is_space(*p))
		p++;
	return p;
}

/* Like skip_in_line, but goes on in the next line if this one ends there. */
static const char *
skip_to_line(const char *p, const char *end)
{
	p = skip_in_line(p, end);
	return p < end && *p == '\n' ? skip_in_line(p + 1, end) : p;
}

/* Skips the text that follows the bracket of a tag pair in its line, if it can
 * hold no move, and the next line begins with a tag or the same text followed
 * another one. */
static void
skip_junk(struct pgn_reader *reader)
{
	while (reader->p < reader->end && *reader->p != '\n' &&
	    pgn_skip_html(reader))
		;
	if (reader->p < reader->end && *reader->p == '\n')
		return;
	const char *eol = end_of_line(reader, reader->p);
	struct slice junk = slice_trim(slice_between(reader->p, eol));
	const char *next = skip_to_line(eol, reader->end);
	bool has_moves = false;

	for (size_t i = 0; i < junk.len; i++)
		has_moves |= is_one_of(junk.ptr[i], "[*0123456789");
	if (reader->starved || junk.len == 0 || has_moves ||
	    is_one_of(junk.ptr[0], "{;") ||
	    ((next == reader->end || *next != '[' ||
		 !pgn_is_tag(next, reader->end)) &&
		!slice_equal(junk, reader->junk)))
		return;
	reader->junk = junk;
	reader->p = eol;
	pgn_report(reader, DIAG_TAG_MALFORMED, junk.ptr, junk.ptr + junk.len,
	    "nothing may follow the ] of a tag pair");
	pgn_fix(reader, junk.ptr, junk.ptr + junk.len, "");
}

/* "[1]" is no tag, but [1 "x"] is one with a faulty name. */
static bool
is_number_in_brackets(struct pgn_reader *reader)
{
	return ascii_is_digit(pgn_at(reader, reader->p + 1)) &&
	    !pgn_is_tag(reader->p, reader->end) &&
	    pgn_digits_of_number(reader, reader->p) != NULL;
}

/* The tag of the record that is again at p, or in the section there; or NULL.
 */
static const struct tag *
find_again(struct pgn_reader *reader, bool in_section, const char **end)
{
	const char *p = reader->p;
	const struct tag *found = NULL;

	do {
		struct slice name = { skip_in_line(p + 1, reader->end), 0 };

		while (name.ptr + name.len < reader->end &&
		    is_name(name.ptr[name.len]))
			name.len++;
		if (found == NULL)
			found = record_find_tag(reader->record, name);
		*end = pgn_end_of_pair(reader, p);
		p = skip_to_line(*end, reader->end);
	} while (in_section && p < reader->end && *p == '[');
	reader->starved |= in_section && p == reader->end && !reader->eof;
	return found;
}

void
pgn_read_tags(struct pgn_reader *reader)
{
	while (pgn_skip_to_text(reader)) {
		/* A number or the name of a player can be in brackets, too. */
		bool is_tag = *reader->p == '[' &&
		    (reader->tag == reader->p ||
			(!is_number_in_brackets(reader) &&
			    pgn_end_of_player(reader, reader->p) == NULL));
		const char *end;

		if (is_tag && reader->record->tags != NULL &&
		    follows_empty_line(reader->base, reader->p) &&
		    find_again(reader, true, &end) != NULL)
			return;
		if (is_tag) {
			read_tag(reader);
			skip_junk(reader);
		} else if (!read_heading(reader) &&
		    (before_indented_line(reader->base, reader->p) == NULL ||
			!pgn_read_remark(reader))) {
			return;
		}
		if (reader->starved)
			return;
	}
}

const char *
pgn_end_of_tags_amid(struct pgn_reader *reader)
{
	const char *p = reader->p, *end = pgn_end_of_pair(reader, p), *to;

	/* A tag with the name of the first begins another record. */
	if (reader->depth > 0 || reader->record->tags == NULL ||
	    reader->frame[0].line->first == NULL || end[-1] != ']' ||
	    follows_empty_line(reader->base, p))
		return NULL;
	const struct tag *again = find_again(reader, true, &to);
	if (again != NULL && (to != end || again == reader->record->tags))
		return NULL;
	end = skip_to_line(to, reader->end);
	reader->starved |= end == reader->end && !reader->eof;
	return end < reader->end && *end != '\n' ? to : NULL;
}

/* Where tags that are elsewhere belong: after the last that is before the
 * moves, or before these if none is. */
static const char *
place_of_tags(const struct pgn_reader *reader)
{
	const struct ply *first = reader->record->line.first;
	uint32_t moves = first->number_span.len > 0 ? first->number_span.start
						    : first->span.start;
	const char *place = NULL;

	for (const struct tag *t = reader->record->tags; t != NULL; t = t->next)
		if (t->span.start < moves)
			place = reader->base + t->span.start + t->span.len;
	if (place == NULL)
		return reader->base + moves;
	while (place < reader->base + moves && *place != ']')
		place++;
	return place + 1;
}

/* Reports tags that are elsewhere. One report counts all that are so, and its
 * fix moves them all, since they go to the same place. */
static void
move_tags(struct pgn_reader *reader, const char *to, const char *words)
{
	struct slice text = slice_between(reader->p, to);
	struct span span = pgn_span(reader, reader->p, to);
	struct alike *late = &reader->late_tags;
	bool is_first = reader->record->tags == NULL;

	if (late->fix == NULL) {
		const char *place = place_of_tags(reader);
		pgn_report(
		    reader, DIAG_TAG_MISPLACED, reader->p, to, "%s", words);
		late->diag = reader->diags->list + reader->diags->len - 1;
		late->fix = diag_fix_text(
		    reader->diags, "move this to the other tags", span, "");
		edits_add(&late->edits, reader->arena,
		    pgn_span(reader, place, place),
		    arena_printf(reader->arena,
			is_first ? "%.*s\n\n" : "\n%.*s", SLICE(text)));
	} else {
		struct edit *place = late->edits.edit;
		place->text = arena_printf(
		    reader->arena, "%s\n%.*s", place->text, SLICE(text));
		late->diag->more++;
	}
	edits_add(&late->edits, reader->arena, span, "");
	if (late->fix == NULL) /* it is only counted */
		return;
	late->fix->edits = late->edits.edit;
	late->fix->len = late->edits.len;
}

void
pgn_read_late_tags(struct pgn_reader *reader, const char *to, const char *words)
{
	const char *end;

	if (find_again(reader, false, &end) != NULL) {
		pgn_report(reader, DIAG_TAG_MISPLACED, reader->p, to,
		    "%s; it is ignored", words);
		diag_fix_as(reader->diags, "remove this",
		    pgn_span(reader, reader->p, to), "", false);
		reader->p = to;
		return;
	}
	move_tags(reader, to, words);
	while (reader->p < to)
		if (*reader->p == '[')
			read_tag(reader);
		else
			reader->p++;
	reader->p = to;
}

void
pgn_read_tags_after(struct pgn_reader *reader)
{
	const char *before = reader->p, *end;
	const char *p = reader->p = pgn_skip_space(reader, before);
	const struct tag *first = reader->record->tags;

	reader->p = before;
	if (reader->record->line.first == NULL || !pgn_is_tag(p, reader->end) ||
	    (first != NULL && follows_empty_line(reader->base, p)))
		return;
	reader->p = p;
	const struct tag *again = find_again(reader, true, &end);
	const char *next = pgn_skip_space(reader, end);
	bool is_one = end == pgn_end_of_pair(reader, p);
	bool is_last = next == reader->end ||
	    (first != NULL && *next == '[' &&
		follows_empty_line(reader->base, next));
	if (is_last && (again == NULL || (is_one && again != first)))
		pgn_read_late_tags(reader, end,
		    is_one ? "this tag is after the moves"
			   : "these tags are after the moves");
	else
		reader->p = before;
}

bool
pgn_is_at_tags(struct pgn_reader *reader)
{
	const char *p = reader->p;

	if (is_number_in_brackets(reader))
		return false;
	if (before_indented_line(reader->base, p) != NULL ||
	    pgn_is_tag(p, reader->end))
		return true;
	reader->starved |= reader->end - p < TOKEN_MAX && !reader->eof;
	return false;
}
