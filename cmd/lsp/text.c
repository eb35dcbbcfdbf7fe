/* Ternion: the text of a document, in segments. */
#include "cmd/lsp/findings.h"
#include "cmd/lsp/text.h"
#include "parse/text/memory.h"

enum {
	HELD_MORE = 1024 * 1024 /* bytes that blocks may hold in vain, besides
				   as many as the text has */
};

/*
 * Lines and columns
 */

/* How many columns a byte adds. */
static unsigned
columns_of(enum encoding encoding, unsigned char byte)
{
	if (encoding == ENCODING_UTF8)
		return 1;
	if ((byte & 0xc0) == 0x80)
		return 0;
	return encoding == ENCODING_UTF16 && byte >= 0xf0 ? 2 : 1;
}

void
place_advance(struct spot *place, bool *behind_cr, enum encoding encoding,
    struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.ptr[i];

		if (c != '\n' && c != '\r') {
			place->column += columns_of(encoding, c);
		} else {
			place->line += c == '\r' || !*behind_cr;
			place->column = 0;
		}
		*behind_cr = c == '\r';
	}
}

static void
measure(struct strip *segment, enum encoding encoding)
{
	struct slice text = segment_text(segment);
	struct spot place = { 0, 0 };
	bool behind_cr = false;

	place_advance(&place, &behind_cr, encoding, text);
	segment->lines = place.line;
	segment->tail = place.column;
	segment->starts_lf = text.len > 0 && text.ptr[0] == '\n';
	segment->ends_cr = text.len > 0 && text.ptr[text.len - 1] == '\r';
}

/* Goes on by a whole segment. */
static void
advance_segment(
    struct spot *place, bool *behind_cr, const struct strip *segment)
{
	if (segment->len == 0)
		return;
	if (segment->lines > 0)
		place->column = segment->tail;
	else
		place->column += segment->tail;
	place->line += segment->lines;
	place->line -= *behind_cr && segment->starts_lf;
	*behind_cr = segment->ends_cr;
}

void
cursor_init(struct cursor *cursor, const struct text *text)
{
	*cursor = (struct cursor){ .text = text };
}

struct spot
cursor_to(struct cursor *cursor, size_t offset)
{
	const struct text *text = cursor->text;

	if (offset < cursor->offset)
		cursor_init(cursor, text);
	while (cursor->segment < text->len) {
		const struct strip *segment = &text->segment[cursor->segment];
		size_t in = cursor->offset - cursor->begins;
		size_t end = cursor->begins + segment->len;

		if (offset >= end && in == 0) {
			advance_segment(
			    &cursor->place, &cursor->behind_cr, segment);
		} else {
			size_t to = offset < end ? offset : end;

			place_advance(&cursor->place, &cursor->behind_cr,
			    text->encoding,
			    slice_sub(segment_text(segment), in,
				to - cursor->begins - in));
			cursor->offset = to;
			if (offset < end)
				break;
		}
		cursor->offset = cursor->begins = end;
		cursor->segment++;
	}
	return cursor->place;
}

/* How much of a text lies before a place, from *at on, which is moved; *found
 * if the place is in it, or its line ends. */
static size_t
find_place(struct slice text, enum encoding encoding, struct spot place,
    struct spot *at, bool *behind_cr, bool *found)
{
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		bool ends = (c == '\n' && !*behind_cr) || c == '\r';

		if (at->line == place.line) {
			*found = at->column >= place.column || ends;
			/* Never between the two ends of one line, nor amid a
			 * character. */
			if (*found && !(c == '\n' && *behind_cr) &&
			    ((unsigned char)c & 0xc0) != 0x80)
				return i;
		}
		place_advance(at, behind_cr, encoding, slice_sub(text, i, 1));
	}
	*found = false;
	return text.len;
}

size_t
text_offset(const struct text *text, struct spot place)
{
	struct spot at = { 0, 0 };
	bool behind_cr = false, found = false;
	size_t offset = 0;

	for (size_t i = 0; i < text->len && !found; i++) {
		const struct strip *segment = &text->segment[i];
		struct spot after = at;
		bool cr = behind_cr;

		advance_segment(&after, &cr, segment);
		if (after.line < place.line) {
			at = after;
			behind_cr = cr;
			offset += segment->len;
		} else {
			offset += find_place(segment_text(segment),
			    text->encoding, place, &at, &behind_cr, &found);
		}
	}
	return offset;
}

/*
 * Segments
 */

static struct block *
block_new(struct text *text, size_t len)
{
	struct block *block = mem_alloc(sizeof(*block) + len);

	block->refs = 0;
	block->len = len;
	text->held += len;
	return block;
}

static void
block_drop(struct text *text, struct block *block)
{
	if (--block->refs > 0)
		return;
	text->held -= block->len;
	mem_free(block);
}

static void
drop_segment(struct text *text, struct strip *segment)
{
	block_drop(text, segment->block);
	findings_free(segment->findings);
}

/* A segment that is all of a block, and not read. */
static struct strip
segment_of(const struct text *text, struct block *block)
{
	struct strip segment = { .block = block, .len = (uint32_t)block->len };

	block->refs++;
	measure(&segment, text->encoding);
	return segment;
}

void
text_release(struct text *text)
{
	for (size_t i = 0; i < text->len; i++)
		drop_segment(text, &text->segment[i]);
	mem_free(text->segment);
	*text = (struct text){ .encoding = text->encoding };
}

void
text_set(struct text *text, struct slice bytes)
{
	struct block *block;
	struct strip segment;

	text_release(text);
	block = block_new(text, bytes.len);
	memcpy(block->bytes, bytes.ptr, bytes.len);
	segment = segment_of(text, block);
	text_splice(text, 0, 0, &segment, 1);
	text->bytes = bytes.len;
}

size_t
text_segment_at(const struct text *text, size_t offset, size_t *begins)
{
	size_t at = 0, i = 0;

	for (; i + 1 < text->len && at + text->segment[i].len <= offset; i++)
		at += text->segment[i].len;
	*begins = at;
	return i;
}

size_t
text_copy(const struct text *text, size_t offset, char *bytes, size_t size)
{
	size_t begins, copied = 0;

	for (size_t i = text_segment_at(text, offset, &begins);
	     i < text->len && copied < size; i++) {
		struct slice from = segment_text(&text->segment[i]);
		size_t in = offset + copied - begins;
		size_t len = from.len - (in < from.len ? in : from.len);

		if (len > size - copied)
			len = size - copied;
		if (len > 0)
			memcpy(bytes + copied, from.ptr + in, len);
		copied += len;
		begins += from.len;
	}
	return copied;
}

void
text_splice(struct text *text, size_t from, size_t to,
    const struct strip *segments, size_t len)
{
	size_t rest = text->len - to, needed = from + len + rest;

	if (needed > text->size) {
		text->size = needed + needed / 4 + 16;
		text->segment = mem_grow(
		    text->segment, text->size * sizeof(*text->segment));
	}
	for (size_t i = from; i < to; i++)
		drop_segment(text, &text->segment[i]);
	memmove(&text->segment[from + len], &text->segment[to],
	    rest * sizeof(*text->segment));
	if (len > 0)
		memcpy(&text->segment[from], segments, len * sizeof(*segments));
	text->len = needed;
	if (from < text->unread)
		text->unread = from;
}

struct strip
text_cut(struct text *text, size_t from, size_t to, size_t hint, size_t begins)
{
	struct strip segment = { .len = (uint32_t)(to - from) };

	if (hint >= text->len)
		hint = text_segment_at(text, from, &begins);
	while (hint + 1 < text->len && begins + text->segment[hint].len <= from)
		begins += text->segment[hint++].len;
	segment.block = text->segment[hint].block;
	segment.start = (uint32_t)(from - begins) + text->segment[hint].start;
	if (to > begins + text->segment[hint].len) {
		segment.block = block_new(text, to - from);
		segment.start = 0;
		text_copy(text, from, segment.block->bytes, to - from);
	}
	segment.block->refs++;
	measure(&segment, text->encoding);
	return segment;
}

struct strip
text_rest(const struct text *text, size_t segment, size_t skip)
{
	const struct strip *whole = &text->segment[segment];
	struct strip rest = { .block = whole->block,
		.start = whole->start + (uint32_t)skip,
		.len = whole->len - (uint32_t)skip };
	struct slice bytes = segment_text(&rest);
	struct spot passed = { 0, 0 };
	bool behind_cr = false;

	place_advance(&passed, &behind_cr, text->encoding,
	    slice_sub(segment_text(whole), 0, skip));
	rest.block->refs++;
	rest.starts_lf = bytes.len > 0 && bytes.ptr[0] == '\n';
	rest.ends_cr = whole->ends_cr && bytes.len > 0;
	rest.lines = whole->lines - passed.line + (behind_cr && rest.starts_lf);
	rest.tail = rest.lines > 0 ? whole->tail : whole->tail - passed.column;
	return rest;
}

/* Makes one block of all, when blocks hold too much that is in no segment. */
static void
compact(struct text *text)
{
	struct block *block;
	size_t at = 0;

	if (text->held <= 2 * text->bytes + HELD_MORE)
		return;
	block = block_new(text, text->bytes);
	for (size_t i = 0; i < text->len; i++) {
		struct strip *segment = &text->segment[i];
		struct slice from = segment_text(segment);

		if (from.len > 0)
			memcpy(block->bytes + at, from.ptr, from.len);
		block_drop(text, segment->block);
		block->refs++;
		segment->block = block;
		segment->start = (uint32_t)at;
		at += from.len;
	}
}

void
text_replace(struct text *text, size_t from, size_t to, struct slice bytes)
{
	size_t begins, first, last, end, tail;
	struct strip segment;
	struct block *block;

	/* The segments that end or begin at the edit are touched by it. */
	first = text_segment_at(text, from, &begins);
	while (first > 0 && begins == from)
		begins -= text->segment[--first].len;
	last = first;
	end = begins + text->segment[first].len;
	while (last + 1 < text->len && end <= to)
		end += text->segment[++last].len;
	tail = end - to;
	block = block_new(text, from - begins + bytes.len + tail);
	text_copy(text, begins, block->bytes, from - begins);
	if (bytes.len > 0)
		memcpy(block->bytes + (from - begins), bytes.ptr, bytes.len);
	text_copy(text, to, block->bytes + (from - begins) + bytes.len, tail);
	segment = segment_of(text, block);
	segment.state = text->segment[first].state;
	segment.skipping = text->segment[first].skipping;
	text_splice(text, first, last + 1, &segment, 1);
	text->bytes = text->bytes - (to - from) + bytes.len;
	compact(text);
}

void
text_unread(struct text *text)
{
	for (size_t i = 0; i < text->len; i++) {
		findings_free(text->segment[i].findings);
		text->segment[i].findings = NULL;
		text->segment[i].is_read = false;
	}
	text->unread = 0;
}
