/*
 * Ternion: the text of a document, in segments: one for each record, with what
 * stands before it, and one for each part that is yet to be read.
 *
 * A segment knows how many lines it has, so that a place is found without a
 * look at the text before it; an edit makes one segment of those that it
 * touches. Lines end as the protocol has it: with \n, \r\n or \r.
 */
#ifndef TERNION_CMD_LSP_TEXT_H
#define TERNION_CMD_LSP_TEXT_H

#include <stdint.h>

#include "parse/text/slice.h"

/* What the columns of a place count. */
enum encoding {
	ENCODING_UTF8,  /* bytes */
	ENCODING_UTF16, /* halves of what is beyond the first plane */
	ENCODING_UTF32, /* characters */
};

struct findings;

/* Bytes that segments share. */
struct block {
	size_t refs, len;
	char bytes[];
};

struct strip {
	struct block *block;
	uint32_t start, len; /* in the block */
	uint32_t lines;      /* ends of lines in it */
	uint32_t tail;       /* columns behind the last of them, or of it all */
	bool starts_lf, ends_cr;
	bool is_read; /* it holds a record, or nothing that is one */
	bool has_record;
	bool skipping; /* as struct input has it before the segment */
	int state;
	struct findings *findings; /* owned; NULL: there are none */
};

struct text {
	enum encoding encoding;
	struct strip *segment; /* owned */
	size_t len, size;
	size_t bytes;  /* of all segments */
	size_t held;   /* of all blocks */
	size_t unread; /* no segment before this one is unread */
};

/* A place as the protocol has it, both from 0. */
struct spot {
	uint32_t line, column;
};

/* A text being gone through, forwards. */
struct cursor {
	const struct text *text;
	size_t segment; /* where it is */
	size_t begins;  /* the offset of that segment */
	size_t offset;  /* not before that */
	struct spot place;
	bool behind_cr;
};

/* The text that replaces all others. */
void text_set(struct text *text, struct slice bytes);
void text_release(struct text *text);

/* Replaces the bytes from..to; what the edit touches is to be read again. */
void text_replace(
    struct text *text, size_t from, size_t to, struct slice bytes);

/* Makes all of it unread. */
void text_unread(struct text *text);

static inline struct slice
segment_text(const struct strip *segment)
{
	return (struct slice){ segment->block->bytes + segment->start,
		segment->len };
}

/* The segment in which an offset lies, and where it begins; the last one for
 * the end of the text. */
size_t text_segment_at(const struct text *text, size_t offset, size_t *begins);

/* Copies bytes from an offset on; returns how many there were. */
size_t text_copy(
    const struct text *text, size_t offset, char *bytes, size_t size);

/* Puts new segments in the place of from..to-1; each has been cut from the
 * text, and together they are the same bytes. */
void text_splice(struct text *text, size_t from, size_t to,
    const struct strip *segments, size_t len);

/* A segment of the bytes from..to, which are all in segments from `hint` on;
 * `begins` is where that begins. */
struct strip text_cut(
    struct text *text, size_t from, size_t to, size_t hint, size_t begins);

/* What is left of a segment behind `skip` bytes; it is not looked through. */
struct strip text_rest(const struct text *text, size_t segment, size_t skip);

/* The offset of a place; one behind the end of its line is that end. */
size_t text_offset(const struct text *text, struct spot place);

void cursor_init(struct cursor *cursor, const struct text *text);

/* The place of an offset. */
struct spot cursor_to(struct cursor *cursor, size_t offset);

/* Goes on by a text: counts its lines and columns. */
void place_advance(struct spot *place, bool *behind_cr, enum encoding encoding,
    struct slice text);

#endif
