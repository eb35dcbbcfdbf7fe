/* Ternion: a writer of JSON: begin, append, end.
 *
 * The caller opens and closes objects and arrays; commas are put by the
 * writer. With `indent` each value stands on a line of its own, but inside an
 * object or array that was begun flat. */
#ifndef TERNION_FORMATS_JSON_H
#define TERNION_FORMATS_JSON_H

#include "parse/text/strbuf.h"

struct json {
	struct strbuf *out;
	bool indent;
	unsigned depth;
	bool comma;    /* a value stands before in this object or array */
	unsigned flat; /* objects and arrays open that are one line */
};

/* Keys may be NULL inside arrays and at the top; a string that is NULL is
 * null. */
void json_begin(struct json *json, const char *key, char bracket);
void json_begin_flat(struct json *json, const char *key, char bracket);
void json_end(struct json *json, char bracket);
void json_text(struct json *json, const char *key, struct slice text);
void json_string(struct json *json, const char *key, const char *text);
void json_number(struct json *json, const char *key, unsigned long number);
void json_literal(struct json *json, const char *key, struct slice text);
void json_bool(struct json *json, const char *key, bool value);

/* Appends values, members, and where objects and arrays begin and end, as they
 * stand in a format, with blanks between them:
 *
 *	json_put(json, "line:%lu at:[%d %d] name:%s}", line, x, y, name);
 *
 * A word before a colon is a key. Values are true, false, null, and those of
 * printf: %s (NULL is null), %.*s, %d, %u, %ld, %lu. Signs before them: ~
 *begins an object or array flat; ? makes null of 0; = puts a text without
 *quotes; ! leaves out a member that is 0, NULL or empty. */
void json_put(struct json *json, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends a quoted string; bytes that are not UTF-8 become U+FFFD. */
void json_quote(struct strbuf *out, struct slice text);

/* Plain characters stand in a string as they are: ASCII without control
 * characters, quotes and backslashes. */
static inline bool
json_is_plain(char c)
{
	return (unsigned char)(c - ' ') < 0x80 - ' ' && c != '"' && c != '\\';
}

/* Copies the beginning that stands in a string as it is; its length. Nearly all
 * texts do as a whole. */
static inline size_t
json_copy_plain(char *to, struct slice text)
{
	size_t len = 0;

	for (; len < text.len && json_is_plain(text.ptr[len]); len++)
		to[len] = text.ptr[len];
	return len;
}

#endif
