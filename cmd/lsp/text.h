/*
 * Ternion: the text of a document, and the places in it as the protocol counts
 * them: lines end with \n, \r\n or \r, and columns count units of an encoding.
 */
#ifndef TERNION_CMD_LSP_TEXT_H
#define TERNION_CMD_LSP_TEXT_H

#include "formats/record/json.h"
#include "parse/text/slice.h"

/* What the columns of a place count. */
enum encoding {
	ENCODING_UTF8,  /* bytes */
	ENCODING_UTF16, /* code units; characters beyond U+FFFF have two */
	ENCODING_UTF32, /* characters */
};

/* A place; both numbers count from 0. */
struct spot {
	uint32_t line, column;
};

struct doc_text {
	enum encoding encoding;
	char *bytes; /* owned; NULL while the text is empty */
	size_t len, size;
	/* The place of every 256th byte, so that finding a place takes the same
	 * time wherever it is; owned. */
	struct spot *marks;
	size_t marks_size;
};

void text_release(struct doc_text *text);

/* Replaces the bytes from..to. */
void text_replace(
    struct doc_text *text, size_t from, size_t to, struct slice bytes);

static inline struct slice
text_slice(const struct doc_text *text)
{
	return (struct slice){ text->len > 0 ? text->bytes : "", text->len };
}

/* The byte at an offset; '\n' before the beginning and after the end. */
static inline char
text_byte(const struct doc_text *text, size_t offset)
{
	return offset < text->len ? text->bytes[offset] : '\n';
}

struct spot text_spot(const struct doc_text *text, size_t offset);

/* The offset of a place; one after the end of its line is that end. */
size_t text_offset(const struct doc_text *text, struct spot spot);

/* Write a range and a text edit as the protocol has them. */
void json_range(struct json *json, const char *key, const struct doc_text *text,
    size_t from, size_t to);
void json_edit(struct json *json, const struct doc_text *text, size_t from,
    size_t to, struct slice replacement);

#endif
