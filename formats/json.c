/* Ternion: a writer of JSON. */
#include "json.h"
#include "utf8.h"

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

void
json_quote(struct strbuf *out, struct slice text)
{
	strbuf_char(out, '"');
	for (size_t i = 0; i < text.len;) {
		unsigned char c = (unsigned char)text.ptr[i];
		size_t len = 1;

		if (c < 0x20 || c == '"' || c == '\\') {
			quote_byte(out, c);
		} else if (c < 0x80) {
			strbuf_char(out, (char)c);
		} else {
			len = utf8_next(slice_sub(text, i, text.len - i), NULL);
			if (len > 0)
				strbuf_add(out, text.ptr + i, len);
			else
				strbuf_puts(out, "\xef\xbf\xbd");
			len = len > 0 ? len : 1;
		}
		i += len;
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
