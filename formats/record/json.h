/*
 * Ternion: a writer of JSON: begin, append, end.
 *
 * The caller opens and closes objects and arrays; commas are put by the
 * writer. With `indent` each value stands on a line of its own, but inside an
 * object or array that was begun flat.
 */
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

/* Keys may be NULL inside arrays and at the top. */
void json_begin(struct json *json, const char *key, char bracket);
void json_begin_flat(struct json *json, const char *key, char bracket);
void json_end(struct json *json, char bracket);
void json_text(struct json *json, const char *key, struct slice text);
void json_string(struct json *json, const char *key, const char *text);
void json_number(struct json *json, const char *key, unsigned long number);
void json_integer(struct json *json, const char *key, long number);
void json_literal(struct json *json, const char *key, struct slice text);
void json_bool(struct json *json, const char *key, bool value);
void json_null(struct json *json, const char *key);

/* Appends a quoted string; bytes that are not UTF-8 become U+FFFD. */
void json_quote(struct strbuf *out, struct slice text);

#endif
