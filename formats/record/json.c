/* Ternion: a writer of JSON. */
#include <stdint.h>

#include "formats/record/json.h"
#include "parse/text/utf8.h"

static void
quote_byte(struct strbuf *out, unsigned char c)
{
	static const char escapes[] = "\"\\\b\f\n\r\t";
	static const char letters[] = "\"\\bfnrt";
	const char *at = c != 0 ? strchr(escapes, c) : NULL;

	if (at != NULL) {
		strbuf_char(out, '\\');
		strbuf_char(out, letters[at - escapes]);
	} else {
		strbuf_printf(out, "\\u%04x", c);
	}
}

/* Whether the byte stands in a string as it is: ASCII without control
 * characters, quotes and backslashes. */
static inline bool
is_plain(char c)
{
	return (unsigned char)(c - ' ') < 0x80 - ' ' && c != '"' && c != '\\';
}

/* The same of the eight bytes of a word; it may err where one is not. */
static inline bool
are_plain(uint64_t word)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t quotes = word ^ ones * '"', slashes = word ^ ones * '\\';

	return (((word - ones * ' ') | (quotes - ones) | (slashes - ones) |
		    word) &
		   ones * 0x80) == 0;
}

/* Copies eight bytes if they are plain. */
static inline bool
copy_word(char *to, const char *from)
{
	uint64_t word;

	memcpy(&word, from, sizeof(word));
	memcpy(to, &word, sizeof(word));
	return are_plain(word);
}

/* Copies four to eight bytes if they are plain: the first four and the last. */
static inline bool
copy_short(char *to, const char *from, size_t len)
{
	uint32_t first, last;

	memcpy(&first, from, sizeof(first));
	memcpy(&last, from + len - sizeof(last), sizeof(last));
	memcpy(to, &first, sizeof(first));
	memcpy(to + len - sizeof(last), &last, sizeof(last));
	return are_plain((uint64_t)first << 32 | last);
}

/* Copies the beginning that stands in a string as it is; its length. Nearly all
 * texts do as a whole. */
static inline size_t
copy_plain(char *to, struct slice text)
{
	size_t len = 0;

	for (; text.len - len >= 8 && copy_word(to + len, text.ptr + len);)
		len += 8;
	if (text.len - len >= 4 && text.len - len < 8 &&
	    copy_short(to + len, text.ptr + len, text.len - len))
		return text.len;
	for (; len < text.len && is_plain(text.ptr[len]); len++)
		to[len] = text.ptr[len];
	return len;
}

/* Appends what is not plain, at the beginning of a text; its length. */
static size_t
quote_special(struct strbuf *out, struct slice text)
{
	size_t len;

	if ((unsigned char)text.ptr[0] < 0x80) {
		quote_byte(out, (unsigned char)text.ptr[0]);
		return 1;
	}
	len = utf8_next(text, NULL);
	if (len == 0) {
		strbuf_puts(out, "\xef\xbf\xbd");
		return 1;
	}
	strbuf_add(out, text.ptr, len);
	return len;
}

/* Appends a quoted string and one more byte, if it is not NUL. */
static inline void
quote(struct strbuf *out, struct slice text, char behind)
{
	char *p = strbuf_room(out, text.len + 3);
	size_t len = copy_plain(p + 1, text);

	*p = '"';
	out->len += len + 1;
	while (len < text.len) {
		text = slice_sub(text, len, text.len - len);
		len = quote_special(out, text);
		text = slice_sub(text, len, text.len - len);
		len = copy_plain(strbuf_room(out, text.len + 2), text);
		out->len += len;
	}
	p = out->ptr + out->len;
	p[0] = '"';
	p[1] = behind;
	strbuf_took(out, behind != '\0' ? 2 : 1);
}

void
json_quote(struct strbuf *out, struct slice text)
{
	quote(out, text, '\0');
}

/* Begins a line at p; returns its end. */
static char *
put_line_start(const struct json *json, char *p)
{
	*p++ = '\n';
	for (unsigned i = 0; i < 2 * json->depth; i++)
		*p++ = ' ';
	return p;
}

/* What stands between a value and the one before it. */
static void
separate(struct json *json)
{
	char *p = strbuf_room(json->out, 2 * (size_t)json->depth + 2);
	char *from = p;

	if (json->comma)
		*p++ = ',';
	if (json->indent && json->depth > 0 && json->flat == 0)
		p = put_line_start(json, p);
	else if (json->indent && json->depth > 0 && json->comma)
		*p++ = ' ';
	strbuf_took(json->out, (size_t)(p - from));
	json->comma = true;
}

static void
begin_value(struct json *json, const char *key)
{
	separate(json);
	if (key == NULL)
		return;
	quote(json->out, slice_of(key), ':');
	if (json->indent)
		strbuf_char(json->out, ' ');
}

void
json_begin(struct json *json, const char *key, char bracket)
{
	begin_value(json, key);
	strbuf_char(json->out, bracket);
	json->depth++;
	json->flat += json->flat > 0;
	json->comma = false;
}

void
json_begin_flat(struct json *json, const char *key, char bracket)
{
	json_begin(json, key, bracket);
	json->flat += json->flat == 0;
}

void
json_end(struct json *json, char bracket)
{
	char *p = strbuf_room(json->out, 2 * (size_t)json->depth + 2);
	char *from = p;

	json->depth--;
	if (json->comma && json->flat == 0 && json->indent)
		p = put_line_start(json, p);
	*p++ = bracket;
	strbuf_took(json->out, (size_t)(p - from));
	json->flat -= json->flat > 0;
	json->comma = true;
}

void
json_text(struct json *json, const char *key, struct slice text)
{
	begin_value(json, key);
	json_quote(json->out, text);
}

void
json_string(struct json *json, const char *key, const char *text)
{
	json_text(json, key, slice_of(text));
}

void
json_number(struct json *json, const char *key, unsigned long number)
{
	begin_value(json, key);
	strbuf_number(json->out, number);
}

void
json_integer(struct json *json, const char *key, long number)
{
	begin_value(json, key);
	strbuf_printf(json->out, "%ld", number);
}

void
json_literal(struct json *json, const char *key, struct slice text)
{
	begin_value(json, key);
	strbuf_slice(json->out, text);
}

void
json_bool(struct json *json, const char *key, bool value)
{
	begin_value(json, key);
	strbuf_puts(json->out, value ? "true" : "false");
}

void
json_null(struct json *json, const char *key)
{
	begin_value(json, key);
	strbuf_puts(json->out, "null");
}
