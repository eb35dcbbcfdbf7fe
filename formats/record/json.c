/* Ternion: a writer of JSON. */
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

/* How many bytes from the beginning stand in a string as they are: ASCII
 * without control characters, quotes and backslashes. */
static size_t
plain_length(struct slice text)
{
	size_t len = 0;

	while (len < text.len && (unsigned char)text.ptr[len] >= 0x20 &&
	    (unsigned char)text.ptr[len] < 0x80 && text.ptr[len] != '"' &&
	    text.ptr[len] != '\\')
		len++;
	return len;
}

void
json_quote(struct strbuf *out, struct slice text)
{
	size_t i = 0;

	strbuf_char(out, '"');
	for (;;) {
		struct slice rest = slice_sub(text, i, text.len - i);
		size_t len = plain_length(rest);

		if (len > 0)
			strbuf_add(out, rest.ptr, len);
		i += len;
		if (i == text.len)
			break;
		if ((unsigned char)text.ptr[i] < 0x80) {
			quote_byte(out, (unsigned char)text.ptr[i++]);
			continue;
		}
		rest = slice_sub(text, i, text.len - i);
		len = utf8_next(rest, NULL);
		if (len > 0)
			strbuf_add(out, rest.ptr, len);
		else
			strbuf_puts(out, "\xef\xbf\xbd");
		i += len > 0 ? len : 1;
	}
	strbuf_char(out, '"');
}

static void
new_line(struct json *json)
{
	if (!json->indent)
		return;
	if (json->flat > 0) {
		if (json->comma)
			strbuf_char(json->out, ' ');
		return;
	}
	strbuf_char(json->out, '\n');
	for (unsigned i = 0; i < json->depth; i++)
		strbuf_puts(json->out, "  ");
}

static void
begin_value(struct json *json, const char *key)
{
	if (json->comma)
		strbuf_char(json->out, ',');
	if (json->depth > 0)
		new_line(json);
	json->comma = true;
	if (key == NULL)
		return;
	json_quote(json->out, slice_of(key));
	strbuf_char(json->out, ':');
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
	json->depth--;
	if (json->comma && json->flat == 0)
		new_line(json);
	json->flat -= json->flat > 0;
	strbuf_char(json->out, bracket);
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
