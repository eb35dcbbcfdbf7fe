/* Ternion: records as PGN's export format with three players: the reader.
 *
 *	record   = { tag } movetext [ result ]
 *	tag      = "[" name '"' value '"' "]"          on one line
 *	movetext = { number | move | comment | nag | variation | escape }
 *	comment  = "{" ... "}" | ";" ... end of line
 *	variation = "(" movetext ")"
 *	escape   = "%" ... end of line                 in the first column
 *
 * The reader works on the source's window. If the window ends before the
 * record, the reader is "starved": more is read, and the record is read again
 * from its beginning. This happens about once in a window, so it costs little,
 * and the reader needs no states. */
#include "formats/pgn/pgn_reader.h"
#include "parse/text/prose.h"
#include "parse/text/utf8.h"

enum {
	LARGE_RECORD = 64 * 1024, /* bytes; see pgn_read */
	BOUNDARY_MAX = 512,       /* bytes that show whether it is a boundary */
};

/* The last place in the text where a record surely begins: after a result, and
 * in no comment. After anything else the tags may belong to the same record. */
static size_t
split_pgn(const struct format *format, struct slice text)
{
	const char *end = text.ptr + text.len;

	(void)format;
	for (const char *p = end; p-- > text.ptr;) {
		const char *word, *brace = p;

		if (*p != '[' || !pgn_is_boundary(text.ptr, end, p))
			continue;
		while (brace > text.ptr && *brace != '{' && *brace != '}')
			brace--;
		if (*brace == '{') { /* it can be in a comment */
			p = brace;
			continue;
		}
		const char *word_end = before_space(text.ptr, p);
		for (word = word_end; word > text.ptr &&
		     (ascii_is_digit(word[-1]) || is_one_of(word[-1], "-/*"));
		     word--)
			;
		if (word < word_end && (word == text.ptr || is_space(word[-1])))
			return (size_t)(p - text.ptr);
	}
	return 0;
}

/* Skips the rest of a record that was too large. Its own first line must not be
 * taken for the next record. */
static void
skip_record(struct source *source)
{
	struct slice rest = source_rest(source);
	const char *p = rest.ptr, *end = rest.ptr + rest.len;

	while (p < end && is_space(*p))
		p++;
	while (p < end && *p != '\n')
		p++;
	source_advance(source, (size_t)(p - rest.ptr));
	for (;;) {
		rest = source_rest(source);
		end = rest.ptr + rest.len;
		p = pgn_find_boundary(rest.ptr, end);
		if (p != NULL)
			break;
		p = rest.len < BOUNDARY_MAX ? rest.ptr : end - BOUNDARY_MAX;
		source_advance(source, (size_t)(p - rest.ptr));
		if (!source_fill(source)) {
			source_advance(source, source_rest(source).len);
			return;
		}
	}
	source_advance(source, (size_t)(p - rest.ptr));
}

/* Reports NUL bytes, and tags that are not UTF-8. Comments are checked when
 * they are read, and moves when they are decoded. */
static void
check_bytes(struct pgn_reader *reader)
{
	struct record *record = reader->record;
	struct slice text =
	    slice_sub(record->text, record->span.start, record->span.len);
	const char *p = text.ptr, *end = text.ptr + text.len;

	while ((p = memchr(p, '\0', (size_t)(end - p))) != NULL) {
		const char *from = p;

		while (p < end && *p == '\0')
			p++;
		bool is_apart = from == text.ptr || is_space(from[-1]) ||
		    p == end || is_space(*p);
		pgn_report_alike(reader, &reader->nuls, DIAG_NUL_BYTE, "",
		    "the text contains a NUL byte", pgn_span(reader, from, p),
		    is_apart ? "" : " ");
	}
	for (const struct tag *t = record->tags; t != NULL; t = t->next)
		if (utf8_valid_len(t->value) < t->value.len)
			diag_add(reader->diags, DIAG_UTF8_TEXT, t->span,
			    "the value of this tag is not valid "
			    "UTF-8" UTF8_LATIN_1);
}

/* Reports a result after which moves without tags follow: it is probably in the
 * middle of a record. */
static void
check_what_follows(struct pgn_reader *reader)
{
	const char *p = pgn_skip_space(reader, reader->p);
	const char *end = end_of_line(reader, p);

	/* The diagnostic shows the whole line. */
	reader->starved |= !reader->eof &&
	    reader->end - reader->p < SOURCE_LINE_KEPT &&
	    memchr(reader->p, '\n', (size_t)(reader->end - reader->p)) == NULL;
	const char *after = reader->p, *tag = memchr(p, '[', (size_t)(end - p));
	if (reader->starved || p == end || is_one_of(*p, "[{;%`~\xef") ||
	    reader->record->tags == NULL ||
	    (tag != NULL && pgn_is_tag(tag, end)))
		return; /* they may have signs before them */
	reader->p = p;
	reader->in_moves = false;
	bool is_heading = pgn_is_at_heading(reader);
	reader->p = after;
	while (p < end && !ascii_is_digit(*p))
		p++;
	if (p == end || is_heading)
		return;
	diag_add(reader->diags, DIAG_RESULT_STRAY, reader->record->result_span,
	    "moves follow this result without tags of their own; ternion reads "
	    "them as another record of the same variant");
}

/* Reports that comments of a record without moves have some. If there are no
 * tags, all that was written is in them. */
static void
check_comments(const struct pgn_reader *reader)
{
	const struct record *record = reader->record;
	const struct comment *first = NULL;
	const char *move;
	unsigned moves = 0, all = 0, words;

	for (const struct comment *c = record->line.comment.first; c != NULL;
	     c = c->next) {
		moves += pgn_count_moves(c->text, &move, &words);
		all += words;
		if (first == NULL && moves > 0)
			first = c;
	}
	if (moves >= PLAYERS && 2 * moves >= all)
		diag_add_as(reader->diags, DIAG_COMMENT_MOVES,
		    record->tags != NULL ? SEV_WARNING : SEV_ERROR, first->span,
		    "the record has no moves, but this comment has some");
}

/* Reports a missing result, a game in a comment, and a SetUp tag that is not 1
 * if, and only if, there is a Position, as the PGN standard wants. */
static void
check_result_and_setup(const struct pgn_reader *reader)
{
	struct slice rest = slice_trim(slice_between(reader->p, reader->end));
	bool is_followed = rest.len > 0 && *rest.ptr != '[';
	const struct record *record = reader->record;
	const struct tag *position = record_known_tag(record, "Position");
	const struct tag *flag = record_known_tag(record, "SetUp");
	const struct ply *last = record->line.last;

	if (record->result.len == 0 && last != NULL)
		diag_add(reader->diags, DIAG_RESULT_MISSING,
		    (struct span){ last->span.start + last->span.len - 1, 1 },
		    is_followed
			? "the moves do not end with a result or * before "
			  "another game, which ternion reads as a record of "
			  "the same variant"
			: "the moves do not end with a result or *");
	else if (record->result.len == 0 && record->tags != NULL)
		diag_add(reader->diags, DIAG_RESULT_MISSING,
		    record->last_tag->name_span,
		    "the record has tags only: no moves, and no result or *");
	if (last == NULL)
		check_comments(reader);
	if (position != NULL && flag == NULL)
		diag_add(reader->diags, DIAG_POSITION_WITHOUT_SETUP,
		    position->name_span,
		    "a record with a Position tag also needs [SetUp \"1\"]");
	else if (position != NULL && !slice_is(flag->value, "1"))
		diag_add(reader->diags, DIAG_POSITION_WITHOUT_SETUP, flag->span,
		    "there is a Position tag, but SetUp is not 1");
}

/* Reads a record from the window; false if there is none in it. */
static bool
read_from_window(struct pgn_reader *reader)
{
	struct record *record = reader->record;
	const char *from = reader->p;

	pgn_find_prefix(reader);
	pgn_read_tags(reader);
	pgn_read_movetext(reader);
	if (record->result.len > 0) {
		pgn_read_more_results(reader);
		pgn_read_trailing_comments(reader);
		pgn_read_more_results(reader);
	}
	pgn_read_tags_after(reader);
	if (record->result.len > 0)
		check_what_follows(reader);
	if (reader->starved)
		return false;
	pgn_close_lines(reader);
	record->span = pgn_span(reader, from, reader->p);
	check_bytes(reader);
	check_result_and_setup(reader);
	if (record->result.len > 0 || record->line.first != NULL ||
	    record->tags != NULL)
		return true;
	record->broken = true;
	if (record->line.comment.first == NULL)
		return reader->diags->len > 0;
	/* The text may be a copy without NUL bytes. */
	uint32_t at = record->line.comment.first->span.start;
	diag_add(reader->diags, DIAG_COMMENT_DROPPED, span_at(at - (at > 0), 1),
	    "this comment belongs to no record");
	return true;
}

void
pgn_read_words(struct record *record, struct diags *diags, struct slice words,
    size_t at, struct line *line)
{
	/* A line before the text stops the reader when it looks back. */
	char *text = arena_alloc(diags->arena, words.len + SOURCE_TAIL + 3);
	struct pgn_reader reader = { .arena = diags->arena,
		.diags = diags,
		.record = record,
		.base = text + 3 - at,
		.p = memcpy(text + 3, words.ptr, words.len),
		.end = text + 3 + words.len,
		.eof = true,
		.frame = { { .line = line } } };

	memcpy(text, "\nx\n", 3);
	pgn_read_movetext(&reader);
	pgn_read_trailing_comments(&reader);
	pgn_take_remark(&reader, slice_between(reader.p, reader.end));
	pgn_close_lines(&reader);
}

/* Gives a record without tag pairs those that were kept. */
static void
take_kept_tags(const struct input *input, struct pgn_reader *reader)
{
	struct record *record = reader->record;

	for (size_t at = 0; at < input->kept_len;) {
		const char *name = input->kept + at;
		const char *value = name + strlen(name) + 1;

		at = (size_t)(value + strlen(value) + 1 - input->kept);
		if (record_find_tag(record, slice_of(name)) == NULL)
			record_add_tag(record, reader->arena,
			    arena_slice(reader->arena, slice_of(name)),
			    arena_slice(reader->arena, slice_of(value)),
			    (struct span){ record->span.start, 1 });
	}
}

static void
refuse_large_pgn(struct input *input, struct pgn_reader *reader)
{
	const char *from = input->source.buf + input->source.at;
	struct record *record = reader->record;
	struct span span = record->span;

	record_begin(record, input, reader->arena, reader->diags);
	while (from < reader->end && is_space(*from))
		from++;
	pgn_report(reader, DIAG_RECORD_TOO_LARGE, from,
	    from + (from < reader->end), "the record is longer than %zu bytes",
	    input->max_record);
	record->span = span;
	record->broken = true;
	input->games++;
}

/* More is read until the record is whole. A small one is tried again after each
 * read, to answer a slow writer at once; a large one only after it has grown by
 * a quarter, because many small reads would take quadratic time. */
static bool
pgn_read(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record)
{
	struct source *source = &input->source;
	struct pgn_reader reader;

	if (input->state == STATE_REFUSED)
		return false;
	if (format_refuse(input, arena, diags, record))
		return true;
	if (input->skipping)
		skip_record(source);
	else
		source_advance(source, input->used);
	input->skipping = false;
	input->used = 0;
	if (source->end == source->at)
		source_fill(source);
	for (;;) {
		size_t len = source_rest(source).len;

		record_begin(record, input, arena, diags);
		record->is_movetext = true;
		/* The frames are large, and set only when needed. */
		memset(&reader, 0, offsetof(struct pgn_reader, frame));
		reader.frame[0] = (struct pgn_frame){ .line = &record->line };
		reader.arena = arena;
		reader.diags = diags;
		reader.record = record;
		reader.base = record->text.ptr;
		reader.p = source->buf + source->at;
		reader.end = source->buf + source->end;
		reader.eof = source->eof;
		bool found = read_from_window(&reader);
		input->skipping = reader.starved && len > input->max_record;
		if (!reader.starved)
			input->used = len - (size_t)(reader.end - reader.p);
		if (input->skipping || record->span.len > input->max_record) {
			refuse_large_pgn(input, &reader);
			return true;
		}
		if (!reader.starved) {
			if (!record->broken && reader.tags == reader.headings)
				take_kept_tags(input, &reader);
			if (reader.tags > 0)
				input_keep_tags(input, record);
			input->games += found;
			return found;
		}
		source_fill_up(
		    source, len > LARGE_RECORD ? len + len / 4 : len + 1);
	}
}

const struct format format_pgn = {
	.id = "pgn",
	.title = "PGN with three players",
	.split = split_pgn,
	.separator = "\n",
	.suffixes = { ".pgn" },
	.read = pgn_read,
	.write = pgn_write,
};
