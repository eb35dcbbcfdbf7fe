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
 * window before the end of the record, it is "starved": more is read, and
 * the record is read again from its beginning. That happens about once in a
 *window, so it costs little, and the reader needs no states.
 */
#include "formats/record/pgn_read.h"
#include "formats/record/pgn_reader.h"
#include "parse/text/utf8.h"

enum {
	LARGE_RECORD = 64 * 1024 /* bytes; see read_on */
};

/* NUL bytes are white space. */
static struct slice
without_nul(struct arena *arena, struct slice text)
{
	char *copy;

	if (text.len == 0 || memchr(text.ptr, '\0', text.len) == NULL)
		return text;
	copy = arena_copy(arena, text);
	for (size_t i = 0; i < text.len; i++)
		if (copy[i] == '\0')
			copy[i] = ' ';
	return (struct slice){ copy, text.len };
}

static void
check_pgn_comments(
    const struct pgn_reader *reader, const struct comments *comments)
{
	for (struct comment *c = comments->first; c; c = c->next) {
		size_t valid = utf8_valid_len(c->text);

		if (valid < c->text.len)
			diag_add(reader->diags, DIAG_UTF8_TEXT,
			    pgn_span(reader, c->text.ptr + valid,
				c->text.ptr + valid + 1),
			    "the comment is not valid UTF-8 here" UTF8_LATIN_1);
		c->text = without_nul(reader->arena, c->text);
	}
}

static void
check_pgn_line(const struct pgn_reader *reader, const struct line *line)
{
	check_pgn_comments(reader, &line->comment);
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		if (ply->notes == NULL)
			continue;
		check_pgn_comments(reader, &ply->notes->before);
		check_pgn_comments(reader, &ply->notes->comment);
		check_pgn_comments(reader, &ply->notes->after);
		for (const struct line *v = ply->notes->variations; v;
		     v = v->next)
			check_pgn_line(reader, v);
	}
}

/* Bytes that no text should hold; bad bytes in moves are found later. */
static void
check_bytes(const struct pgn_reader *reader)
{
	struct record *record = reader->record;
	struct slice text =
	    slice_sub(record->text, record->span.start, record->span.len);
	const char *p = text.ptr, *end = text.ptr + text.len;

	record->is_plain = utf8_is_plain(text);
	if (record->is_plain)
		return;
	for (; (p = memchr(p, '\0', (size_t)(end - p))) != NULL; p++)
		diag_add(reader->diags, DIAG_NUL_BYTE,
		    pgn_span(reader, p, p + 1), "a NUL byte in the text");
	for (const struct tag *t = record->tags; t != NULL; t = t->next)
		if (utf8_valid_len(t->value) < t->value.len)
			diag_add(reader->diags, DIAG_UTF8_TEXT, t->span,
			    "the value of the tag is not valid "
			    "UTF-8" UTF8_LATIN_1);
	check_pgn_line(reader, &record->line);
}

/* It is said once in a record, which may have one behind each number. */
static void
note_no_break(struct pgn_reader *reader)
{
	struct slice sign = reader->no_break;
	char words[TYPOGRAPHIC_WORDS];

	if (sign.len > 0)
		diag_add(reader->diags, DIAG_TYPOGRAPHIC,
		    pgn_span(reader, sign.ptr, sign.ptr + sign.len), "%s",
		    typographic_words(sign, words));
}

/* A record without tags behind one with tags is none: the result stands in
 * the middle of the moves. */
static void
check_what_follows(struct pgn_reader *reader)
{
	const char *p = reader->p;

	while (p < reader->end && is_space(*p))
		p++;
	reader->starved |= p == reader->end && !reader->eof;
	/* What is said of the line shows all of it. */
	reader->starved |= !reader->eof &&
	    reader->end - reader->p < SOURCE_LINE_KEPT &&
	    memchr(reader->p, '\n', (size_t)(reader->end - reader->p)) == NULL;
	if (reader->starved || p == reader->end ||
	    strchr("[{;%\xef", *p) != NULL || reader->record->tags == NULL)
		return;
	diag_add(reader->diags, DIAG_RESULT_STRAY, reader->record->result_span,
	    "moves follow this result, and no tags say of which game; they "
	    "are read as another record");
}

/* A record may be cut off behind its moves, or behind its tags. */
static void
check_result(const struct pgn_reader *reader)
{
	const struct record *record = reader->record;
	struct span last;

	if (record->result.len > 0)
		return;
	if (record->line.first != NULL) {
		last = record->line.last->span;
		diag_add(reader->diags, DIAG_RESULT_MISSING,
		    (struct span){ last.start + last.len - 1, 1 },
		    "the moves do not end with a result or *");
	} else if (record->tags != NULL) {
		diag_add(reader->diags, DIAG_RESULT_MISSING,
		    reader->last_tag->name_span,
		    "the record ends behind its tags, without moves and "
		    "without a result or *");
	}
}

/* "SetUp is 1": then, and only then, there is a Position. */
static void
check_setup(const struct pgn_reader *reader)
{
	const struct tag *position = record_tag(reader->record, "Position");
	const struct tag *flag = record_tag(reader->record, "SetUp");

	if (position == NULL || (flag != NULL && slice_is(flag->value, "1")))
		return;
	diag_add(reader->diags, DIAG_POSITION_WITHOUT_SETUP,
	    flag != NULL ? flag->span : position->name_span,
	    flag != NULL ? "there is a Position tag, and SetUp is not 1"
			 : "a record with a Position tag has [SetUp \"1\"] "
			   "as well");
}

/* Reads a record from the window; false if there is none in it. */
static bool
read_pgn_record(struct pgn_reader *reader)
{
	struct record *record = reader->record;
	const char *from = reader->p;

	reader->frame[0] = (struct pgn_frame){ .line = &record->line };
	pgn_read_tags(reader);
	pgn_read_movetext(reader);
	if (record->result.len > 0) {
		pgn_read_trailing_comments(reader);
		check_what_follows(reader);
	}
	if (reader->starved)
		return false;
	pgn_close_lines(reader);
	record->span = pgn_span(reader, from, reader->p);
	check_bytes(reader);
	check_result(reader);
	check_setup(reader);
	if (record->result.len > 0 || record->line.first != NULL ||
	    record->tags != NULL) {
		note_no_break(reader);
		return true;
	}
	record->broken = true;
	if (record->line.comment.first == NULL)
		return reader->diags->len > 0;
	from = record->line.comment.first->text.ptr;
	diag_add(reader->diags, DIAG_COMMENT_DROPPED,
	    pgn_span(reader, from - 1, from),
	    "the comment belongs to no record");
	return true;
}

static void
start_pgn(struct pgn_reader *reader, struct input *input, struct arena *arena,
    struct diags *diags, struct record *record)
{
	const struct source *source = &input->source;

	arena_reset(arena);
	diags_init(diags, arena);
	memset(record, 0, sizeof(*record));
	record->is_movetext = record->no_comments = true;
	reader->arena = arena;
	reader->diags = diags;
	reader->record = record;
	record->text = source_window(source);
	reader->base = record->text.ptr;
	reader->p = source->buf + source->at;
	reader->end = source->buf + source->end;
	reader->eof = source->eof;
	reader->starved = false;
	reader->tags = 0;
	reader->named = 0;
	reader->last_tag = NULL;
	reader->no_break.len = 0;
	reader->depth = 0;
	reader->ignored = 0;
	record->game = input->games + 1;
}

static void
too_pgn_large(struct input *input, struct pgn_reader *reader)
{
	const char *from = input->source.buf + input->source.at;

	diags_init(reader->diags, reader->arena);
	memset(&reader->record->line, 0, sizeof(reader->record->line));
	reader->record->tags = NULL;
	reader->record->result = (struct slice){ NULL, 0 };
	while (from < reader->end && is_space(*from))
		from++;
	diag_add(reader->diags, DIAG_RECORD_TOO_LARGE,
	    pgn_span(reader, from, from + (from < reader->end)),
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
read_pgn_on(struct source *source)
{
	size_t len = source_rest(source).len;
	size_t wanted = len > LARGE_RECORD ? len + len / 4 : len + 1;

	while (source_rest(source).len < wanted && source_fill(source))
		;
}

bool
pgn_read(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record)
{
	struct source *source = &input->source;
	struct pgn_reader reader;

	if (input->skipping)
		pgn_skip_record(input);
	else
		source_advance(source, input->used);
	input->skipping = false;
	input->used = 0;
	if (source->end == source->at)
		source_fill(source);
	for (;;) {
		bool found;

		start_pgn(&reader, input, arena, diags, record);
		found = read_pgn_record(&reader);
		if (!reader.starved) {
			input->used = source_rest(source).len -
			    (size_t)(reader.end - reader.p);
			if (record->span.len > input->max_record) {
				too_pgn_large(input, &reader);
				return true;
			}
			input->games += found;
			return found;
		}
		if (source_rest(source).len > input->max_record) {
			too_pgn_large(input, &reader);
			input->skipping = true;
			return true;
		}
		read_pgn_on(source);
	}
}
