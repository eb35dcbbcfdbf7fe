/* Ternion: the text of a document, and the places in it. */
#include "cmd/lsp/document.h"

enum {
	MARK_STEP = 256,  /* bytes between two marks */
	COMMENT_MAX = 512 /* bytes of a comment that suppresses */
};

/* Moves a place from one offset to a later one. */
static void
advance_place(struct doc_place *place, const struct doc_text *text, size_t from,
    size_t to)
{
	for (size_t i = from; i < to; i++) {
		unsigned char c = (unsigned char)text->bytes.ptr[i];

		if (c == '\r' || c == '\n') {
			/* \r\n ends one line, which \r has counted. */
			if (c == '\r' || i == 0 ||
			    text->bytes.ptr[i - 1] != '\r')
				place->line++;
			place->column = 0;
		} else if (text->encoding == ENCODING_UTF8) {
			place->column++;
		} else if ((c & 0xc0) != 0x80) {
			place->column++;
			if (c >= 0xf0 && text->encoding == ENCODING_UTF16)
				place->column++;
		}
	}
}

void
text_replace(struct doc_text *text, size_t from, size_t to, struct slice bytes)
{
	struct slice old = text_slice(text);
	struct strbuf new = STRBUF_INIT;
	size_t last = (old.len - (to - from) + bytes.len) / MARK_STEP;

	strbuf_slice(&new, slice_sub(old, 0, from));
	strbuf_slice(&new, bytes);
	strbuf_slice(&new, slice_from(old, to));
	strbuf_release(&text->bytes);
	text->bytes = new;
	text->marks = mem_grow(text->marks, (last + 1) * sizeof(*text->marks));
	text->marks[0] = (struct doc_place){ 0, 0 };
	for (size_t k = from / MARK_STEP; k < last; k++) {
		text->marks[k + 1] = text->marks[k];
		advance_place(&text->marks[k + 1], text, k * MARK_STEP,
		    (k + 1) * MARK_STEP);
	}
}

struct doc_place
text_place(const struct doc_text *text, size_t offset)
{
	if (offset > text->bytes.len)
		offset = text->bytes.len;
	struct doc_place place = text->marks[offset / MARK_STEP];
	advance_place(&place, text, offset - offset % MARK_STEP, offset);
	return place;
}

size_t
text_offset(const struct doc_text *text, struct doc_place place)
{
	size_t mark = text->bytes.len / MARK_STEP;

	/* The last mark before the place. */
	while (mark > 0 &&
	    (text->marks[mark].line > place.line ||
		(text->marks[mark].line == place.line &&
		    text->marks[mark].column >= place.column)))
		mark--;
	struct doc_place at = text->marks[mark];
	for (size_t i = mark * MARK_STEP; i < text->bytes.len; i++) {
		char c = text->bytes.ptr[i];
		bool is_amid_end =
		    c == '\n' && i > 0 && text->bytes.ptr[i - 1] == '\r';
		bool ends_line = c == '\r' || (c == '\n' && !is_amid_end);

		/* Neither between \r and \n nor within a character. */
		if (at.line == place.line && !is_amid_end &&
		    (at.column >= place.column || ends_line) &&
		    ((unsigned char)c & 0xc0) != 0x80)
			return i;
		advance_place(&at, text, i, i + 1);
	}
	return text->bytes.len;
}

struct slice
last_word(struct slice text, const char *signs)
{
	size_t at = text.len;

	while (at > 0 && is_word_char(text.ptr[at - 1], signs))
		at--;
	return slice_from(text, at);
}

bool
is_in_suppression(const struct doc_text *text, size_t offset)
{
	static const char mark[] = "ternion-disable";
	size_t len = sizeof(mark) - 1;

	for (size_t back = 1; back <= offset && back <= COMMENT_MAX; back++) {
		const char *at = text->bytes.ptr + offset - back;

		if (strchr("}\"'", *at) != NULL)
			return false;
		if (back > len && memcmp(at, mark, len) == 0)
			return true;
	}
	return false;
}

void
put_range(struct json *json, const char *key, const struct doc_text *text,
    size_t from, size_t to)
{
	struct doc_place start = text_place(text, from),
			 end = text_place(text, to);

	json_begin(json, key, '{');
	json_put(json,
	    "start:{line:%u character:%u} end:{line:%u character:%u}}",
	    start.line, start.column, end.line, end.column);
}
