/* Ternion: a writer of JSON, or of the same values in the form of a sink.
 *
 * The caller opens and closes objects and arrays; the writer puts commas. With
 * `indent` each value stands on a line of its own, except in an object or array
 * that was begun flat. */
#pragma once

#include "parse/text/strbuf.h"

struct json;

/* Writes values in another form, such as YAML. */
struct sink {
	void (*begin)(struct json *json, const char *key, char bracket);
	void (*end)(struct json *json, char bracket);
	/* A string if `quoted`, else a literal of JSON. */
	void (*text)(
	    struct json *json, const char *key, struct slice text, bool quoted);
};

struct json {
	const struct sink *sink; /* NULL: JSON, into `out` */
	struct strbuf *out;
	bool indent;
	unsigned depth;
	bool comma;    /* this object or array has a value */
	unsigned flat; /* objects and arrays open in the current line */
};

/* Keys are NULL in arrays and at the top; a NULL string is null. */
void json_begin(struct json *json, const char *key, char bracket);
void json_begin_flat(struct json *json, const char *key, char bracket);
void json_end(struct json *json, char bracket);
void json_text(struct json *json, const char *key, struct slice text);
void json_string(struct json *json, const char *key, const char *text);
void json_number(struct json *json, const char *key, unsigned long number);
void json_literal(struct json *json, const char *key, struct slice text);
void json_bool(struct json *json, const char *key, bool value);

/* Appends values, members, and brackets of objects and arrays as in the format,
 * where blanks part them:
 *
 *	json_put(json, "line:%lu at:[%d %d] name:%s}", line, x, y, name);
 *
 * A word before a colon is a key. Values are true, false, null, and conversions
 * of printf: %s (NULL is null), %.*s, %d, %u, %ld, %lu. A sign may precede
 *them: ~ begins an object or array flat, ? writes 0 as null, = puts a text
 *without quotes, ! leaves out a member that is 0, NULL or empty. */
void json_put(struct json *json, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends a quoted string; bytes that are not UTF-8 become U+FFFD. */
void json_quote(struct strbuf *out, struct slice text);

/* Plain characters need no escape: ASCII but controls, quotes, backslashes. */
static inline bool
json_is_plain(char c)
{
	return (unsigned char)(c - ' ') < 0x80 - ' ' && c != '"' && c != '\\';
}

static inline bool
json_are_plain(uint64_t bytes)
{
	return ascii_is_without(bytes, '"') && ascii_is_without(bytes, '\\') &&
	    ascii_is_without(bytes & UINT64_C(0xe0e0e0e0e0e0e0e0), '\0');
}

/* Copies a text of one to two times `half` bytes, 2 or 4, if it is plain: its
 * first bytes and its last, which may be the same. */
static inline bool
json_copy_halves(char *to, struct slice text, size_t half)
{
	size_t at = text.len - half;
	uint32_t first = 0x20202020, last = first;

	memcpy(&first, text.ptr, half);
	memcpy(&last, text.ptr + at, half);
	if (!json_are_plain((uint64_t)last << 32 | first))
		return false;
	memcpy(to, &first, half);
	memcpy(to + at, &last, half);
	return true;
}

/* Copies the plain beginning of a text, mostly all, and returns its length. The
 * last bytes are copied with some before them, which may have been already. */
static inline size_t
json_copy_plain(char *to, struct slice text)
{
	size_t len = 0;
	uint64_t bytes;

	while (text.len >= sizeof(bytes) && len < text.len) {
		size_t at = text.len - sizeof(bytes);

		at = len < at ? len : at;
		memcpy(&bytes, text.ptr + at, sizeof(bytes));
		if (!json_are_plain(bytes))
			break;
		memcpy(to + at, &bytes, sizeof(bytes));
		len = at + sizeof(bytes);
	}
	if (text.len < sizeof(bytes) && text.len > 1 &&
	    (text.len < 4 ? json_copy_halves(to, text, 2)
			  : json_copy_halves(to, text, 4)))
		return text.len;
	for (; len < text.len && json_is_plain(text.ptr[len]); len++)
		to[len] = text.ptr[len];
	return len;
}
