/* Ternion: the text of a document, and the places in it as the protocol counts
 * them: lines end with \n, \r\n or \r, and columns count units of an encoding.
 */
#pragma once

#include <stdint.h>

#include "parse/text/json.h"
#include "parse/text/strbuf.h"

/* The unit of columns. */
enum encoding {
	ENCODING_UTF8,  /* bytes */
	ENCODING_UTF16, /* code units; characters beyond U+FFFF have two */
	ENCODING_UTF32, /* characters */
};

/* A place; both numbers count from 0. */
struct doc_place {
	uint32_t line, column;
};

struct doc_text {
	enum encoding encoding;
	struct strbuf bytes;
	/* The place of every 256th byte, from which others are found; owned.
	 */
	struct doc_place *marks;
};

/* Replaces the bytes from..to. */
void text_replace(
    struct doc_text *text, size_t from, size_t to, struct slice bytes);

static inline struct slice
text_slice(const struct doc_text *text)
{
	return strbuf_as_slice(&text->bytes);
}

/* The byte at an offset; '\n' before the beginning and after the end. */
static inline char
text_byte(const struct doc_text *text, size_t offset)
{
	return offset < text->bytes.len ? text->bytes.ptr[offset] : '\n';
}

struct doc_place text_place(const struct doc_text *text, size_t offset);

/* The offset of a place; one after the end of its line is that end. */
size_t text_offset(const struct doc_text *text, struct doc_place place);

static inline bool
is_word_char(char c, const char *signs)
{
	return ascii_is_letter(c) || ascii_is_digit(c) ||
	    (c != '\0' && strchr(signs, c) != NULL);
}

/* The letters, digits and given signs at the end of a text. */
struct slice last_word(struct slice text, const char *signs);

/* Whether an offset is in a comment that suppresses diagnostics. */
bool is_in_suppression(const struct doc_text *text, size_t offset);

/* Appends a range of the text. */
void put_range(struct json *json, const char *key, const struct doc_text *text,
    size_t from, size_t to);
