/* Ternion: the text of a document, and the places in it. */
#include <stdio.h>

#include "cmd/lsp/text.h"
#include "parse/text/memory.h"

enum {
	MARK_STEP = 256 /* bytes between two marks */
};

/* Moves a place from one offset to a later one. */
static void
advance_spot(
    struct spot *spot, const struct doc_text *text, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		unsigned char c = (unsigned char)text->bytes[i];

		if (c == '\r' || c == '\n') {
			/* \r\n ends one line, which \r has counted. */
			if (c == '\r' || i == 0 || text->bytes[i - 1] != '\r')
				spot->line++;
			spot->column = 0;
		} else if (text->encoding == ENCODING_UTF8) {
			spot->column++;
		} else if ((c & 0xc0) != 0x80) {
			spot->column++;
			if (c >= 0xf0 && text->encoding == ENCODING_UTF16)
				spot->column++;
		}
	}
}

/* Sets the marks after an offset. */
static void
set_marks(struct doc_text *text, size_t offset)
{
	size_t last = text->len / MARK_STEP, k = offset / MARK_STEP;

	if (last >= text->marks_size) {
		text->marks_size = last + last / 4 + 1;
		text->marks = mem_grow(
		    text->marks, text->marks_size * sizeof(*text->marks));
	}
	text->marks[0] = (struct spot){ 0, 0 };
	for (; k < last; k++) {
		text->marks[k + 1] = text->marks[k];
		advance_spot(&text->marks[k + 1], text, k * MARK_STEP,
		    (k + 1) * MARK_STEP);
	}
}

void
text_release(struct doc_text *text)
{
	mem_free(text->bytes);
	mem_free(text->marks);
	*text = (struct doc_text){ .encoding = text->encoding };
}

void
text_replace(struct doc_text *text, size_t from, size_t to, struct slice bytes)
{
	size_t len = text->len - (to - from) + bytes.len;

	/* A text that became much shorter gives its memory back. */
	if (text->bytes == NULL || len > text->size || len < text->size / 4) {
		size_t size = len + len / 8 + 64;
		char *grown = mem_alloc(size);

		if (text->len > 0) {
			memcpy(grown, text->bytes, from);
			memcpy(grown + from + bytes.len, text->bytes + to,
			    text->len - to);
		}
		mem_free(text->bytes);
		text->bytes = grown;
		text->size = size;
	} else {
		memmove(text->bytes + from + bytes.len, text->bytes + to,
		    text->len - to);
	}
	if (bytes.len > 0)
		memcpy(text->bytes + from, bytes.ptr, bytes.len);
	text->len = len;
	set_marks(text, from);
}

struct spot
text_spot(const struct doc_text *text, size_t offset)
{
	size_t k;
	struct spot spot;

	if (offset > text->len)
		offset = text->len;
	k = offset / MARK_STEP;
	spot = text->marks[k];
	advance_spot(&spot, text, k * MARK_STEP, offset);
	return spot;
}

static bool
is_before(struct spot a, struct spot b)
{
	return a.line < b.line || (a.line == b.line && a.column < b.column);
}

size_t
text_offset(const struct doc_text *text, struct spot spot)
{
	size_t low = 0, high = text->len / MARK_STEP, i;
	struct spot at;

	/* The last mark before the place. */
	while (low < high) {
		size_t middle = low + (high - low + 1) / 2;

		if (is_before(text->marks[middle], spot))
			low = middle;
		else
			high = middle - 1;
	}
	at = text->marks[low];
	for (i = low * MARK_STEP; i < text->len; i++) {
		char c = text->bytes[i];
		bool is_amid_end =
		    c == '\n' && i > 0 && text->bytes[i - 1] == '\r';
		bool ends_line = c == '\r' || (c == '\n' && !is_amid_end);

		/* Never between \r and \n, nor within a character. */
		if (at.line == spot.line && !is_amid_end &&
		    (at.column >= spot.column || ends_line) &&
		    ((unsigned char)c & 0xc0) != 0x80)
			return i;
		advance_spot(&at, text, i, i + 1);
	}
	return text->len;
}

void
json_range(struct json *json, const char *key, const struct doc_text *text,
    size_t from, size_t to)
{
	struct spot start = text_spot(text, from), end = text_spot(text, to);
	char range[160];
	int len = snprintf(range, sizeof(range),
	    "{\"start\":{\"line\":%lu,\"character\":%lu},"
	    "\"end\":{\"line\":%lu,\"character\":%lu}}",
	    (unsigned long)start.line, (unsigned long)start.column,
	    (unsigned long)end.line, (unsigned long)end.column);

	json_literal(json, key, (struct slice){ range, (size_t)len });
}

void
json_edit(struct json *json, const struct doc_text *text, size_t from,
    size_t to, struct slice replacement)
{
	json_begin(json, NULL, '{');
	json_range(json, "range", text, from, to);
	json_text(json, "newText", replacement);
	json_end(json, '}');
}
