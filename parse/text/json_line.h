/* Ternion: a fast writer of JSON lines, for objects with fixed keys.
 *
 * A key is copied as a literal with quotes and colon, and room is made once for
 * everything that is not text. json.h is for everything else. */
#pragma once

#include "parse/text/json.h"

enum {
	JSON_LINE_ROOM = 1024, /* bytes of everything that is not text */
	JSON_LINE_TEXTS = 8,   /* long texts of a line */
};

struct json_line {
	struct strbuf *out;
	char *p;     /* the end of the line, in out */
	size_t room; /* for the line */
};

/* Begins a line whose texts have at most JSON_LINE_TEXTS * len bytes. */
static inline void
json_line_start(struct json_line *line, struct strbuf *out, size_t len)
{
	line->out = out;
	line->room = JSON_LINE_ROOM + JSON_LINE_TEXTS * len;
	line->p = strbuf_room(out, line->room);
	*line->p++ = '{';
}

/* A literal, without its NUL. */
#define JSON_LINE_PUT(line, literal)                         \
	(memcpy((line)->p, "" literal, sizeof(literal) - 1), \
	    (void)((line)->p += sizeof(literal) - 1))

/* A key, before its value. */
#define JSON_LINE_KEY(line, key) JSON_LINE_PUT(line, "\"" key "\":")

/* A key and its value, a capital letter. */
#define JSON_LINE_LETTER(line, key, letter)         \
	(JSON_LINE_PUT(line, "\"" key "\":\"?\","), \
	    (void)((line)->p[-3] = (letter)))

/* A value as it is. */
#define JSON_LINE_LITERAL(line, value) JSON_LINE_PUT(line, value ",")

/* Appends a text that is not plain. */
void json_line_quote(struct json_line *line, struct slice text);

static inline void
json_line_text(struct json_line *line, struct slice text)
{
	char *p = line->p;

	if (json_copy_plain(p + 1, text) < text.len) {
		json_line_quote(line, text);
		return;
	}
	*p = '"';
	p += text.len + 1;
	p[0] = '"';
	p[1] = ',';
	line->p = p + 2;
}

/* Appends a text that is known to be plain. */
static inline void
json_line_plain(struct json_line *line, struct slice text)
{
	char *p = line->p;

	*p++ = '"';
	for (size_t i = 0; i < text.len; i++)
		*p++ = text.ptr[i];
	*p++ = '"';
	*p++ = ',';
	line->p = p;
}

static inline void
json_line_word(struct json_line *line, const char *word)
{
	*line->p++ = '"';
	line->p = strbuf_put_word(line->p, word);
	*line->p++ = '"';
	*line->p++ = ',';
}

static inline void
json_line_number(struct json_line *line, unsigned long number)
{
	line->p = strbuf_put_number(line->p, number);
	*line->p++ = ',';
}

/* Begin and end an object or array inside the line. */
static inline void
json_line_begin(struct json_line *line, char bracket)
{
	*line->p++ = bracket;
}

static inline void
json_line_end(struct json_line *line, char bracket)
{
	line->p -= line->p[-1] == ',';
	*line->p++ = bracket;
	*line->p++ = ',';
}

static inline void
json_line_finish(struct json_line *line)
{
	line->p -= line->p[-1] == ',';
	*line->p++ = '}';
	*line->p++ = '\n';
	strbuf_took(
	    line->out, (size_t)(line->p - line->out->ptr) - line->out->len);
}
