/* Ternion: a writer of JSON. */
#include <stdarg.h>

#include "parse/text/json_line.h"
#include "parse/text/utf8.h"

#define KEY_MAX 32 /* bytes of a key in a format, with its NUL */

/* Appends the first character of a text, which is not plain; its length. */
static size_t
quote_special(struct strbuf *out, struct slice text)
{
	static const char escapes[] = "\"\\\b\f\n\r\t";
	static const char letters[] = "\"\\bfnrt";
	unsigned char c = (unsigned char)text.ptr[0];
	const char *escape = memchr(escapes, c, sizeof(escapes) - 1);
	uint32_t point = c;
	size_t len = c < 0x80 ? 1 : utf8_next(text, &point);

	/* A character that changes the direction of text is escaped. */
	if (escape != NULL)
		strbuf_printf(out, "\\%c", letters[escape - escapes]);
	else if (len == 0)
		strbuf_puts(out, "\xef\xbf\xbd");
	else if (c < 0x80 || utf8_is_bidi(point))
		strbuf_printf(out, "\\u%04x", point);
	else
		strbuf_add(out, text.ptr, len);
	return len > 0 ? len : 1;
}

/* Ends the text at p, up to which it was written. */
static inline void
end_at(struct strbuf *out, const char *p)
{
	strbuf_took(out, (size_t)(p - out->ptr) - out->len);
}

/* Appends the rest of a text, from a character that is not plain on. */
static __attribute__((noinline)) void
quote_rest(struct strbuf *out, struct slice text)
{
	while (text.len > 0) {
		text = slice_from(text, quote_special(out, text));
		size_t len =
		    json_copy_plain(strbuf_room(out, text.len + 2), text);
		out->len += len;
		text = slice_from(text, len);
	}
}

/* Appends a quoted string and one more byte, if it is not NUL. `p`: the end of
 * `out`, with room for all that is plain. */
static inline void
quote_at(char *p, struct strbuf *out, struct slice text, char after)
{
	size_t len = json_copy_plain(p + 1, text);

	*p = '"';
	p += len + 1;
	if (len < text.len) {
		out->len = (size_t)(p - out->ptr);
		quote_rest(out, slice_from(text, len));
		p = out->ptr + out->len;
	}
	p[0] = '"';
	p[1] = after;
	end_at(out, p + 1 + (after != '\0'));
}

void
json_quote(struct strbuf *out, struct slice text)
{
	quote_at(strbuf_room(out, text.len + 3), out, text, '\0');
}

#define BLANKS "        " /* that are written at once */

/* The room for the start of a line. */
static inline size_t
line_start_room(const struct json *json)
{
	return 2 * (size_t)json->depth + sizeof(BLANKS);
}

/* Begins a line at p, where there is room for it, and returns its end. */
static inline char *
put_line_start(const struct json *json, char *p)
{
	size_t len = 2 * (size_t)json->depth;

	*p++ = '\n';
	for (size_t at = 0; at < len; at += strlen(BLANKS))
		memcpy(p + at, BLANKS, strlen(BLANKS));
	return p + len;
}

/* Appends a key at p, and returns the end, with room for `more` bytes. */
static __attribute__((noinline)) char *
put_key(struct json *json, const char *key, char *p, size_t more)
{
	end_at(json->out, p);
	p = strbuf_room(json->out, strlen(key) + 3);
	quote_at(p, json->out, slice_of(key), ':');
	if (json->indent)
		strbuf_char(json->out, ' ');
	return strbuf_room(json->out, more);
}

/* Appends all that is before a value; the end has room for `more` bytes. */
__attribute__((always_inline)) static inline char *
begin_value(struct json *json, const char *key, size_t more)
{
	char *p = strbuf_room(json->out, line_start_room(json) + 1 + more);

	if (json->comma)
		*p++ = ',';
	if (json->indent && json->depth > 0 && json->flat == 0)
		p = put_line_start(json, p);
	else if (json->indent && json->depth > 0 && json->comma)
		*p++ = ' ';
	json->comma = true;
	return key != NULL ? put_key(json, key, p, more) : p;
}

void
json_begin(struct json *json, const char *key, char bracket)
{
	if (json->sink != NULL) {
		json->sink->begin(json, key, bracket);
		return;
	}
	char *p = begin_value(json, key, 1);
	*p++ = bracket;
	end_at(json->out, p);
	json->depth++;
	json->flat += json->flat > 0;
	json->comma = false;
}

void
json_begin_flat(struct json *json, const char *key, char bracket)
{
	json_begin(json, key, bracket);
	json->flat += json->flat == 0 && json->sink == NULL;
}

void
json_end(struct json *json, char bracket)
{
	char *from, *p;

	if (json->sink != NULL) {
		json->sink->end(json, bracket);
		return;
	}
	p = from = strbuf_room(json->out, line_start_room(json) + 1);
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
	if (json->sink != NULL)
		json->sink->text(json, key, text, true);
	else
		quote_at(begin_value(json, key, text.len + 3), json->out, text,
		    '\0');
}

void
json_string(struct json *json, const char *key, const char *text)
{
	if (text != NULL)
		json_text(json, key, slice_of(text));
	else
		json_literal(json, key, slice_of("null"));
}

void
json_number(struct json *json, const char *key, unsigned long number)
{
	char digits[NUMBER_DIGITS];
	char *end = strbuf_put_number(digits, number);

	json_literal(json, key, slice_between(digits, end));
}

void
json_literal(struct json *json, const char *key, struct slice text)
{
	if (json->sink != NULL)
		json->sink->text(json, key, text, false);
	else
		end_at(json->out,
		    strbuf_put(begin_value(json, key, text.len), text));
}

void
json_bool(struct json *json, const char *key, bool value)
{
	json_literal(json, key, slice_of(value ? "true" : "false"));
}

/* Puts the value of a conversion after a sign; returns the format's rest. */
static const char *
put_value(struct json *json, const char *key, char sign, const char *format,
    va_list *args)
{
	bool is_long = format[1] == 'l', has_len = format[1] == '.';
	struct slice text = { NULL, 0 };

	format += is_long ? 2 : has_len ? 3 : 1;
	if (*format != 's') {
		long number = is_long ? va_arg(*args, long)
		    : *format == 'u'  ? (long)va_arg(*args, unsigned)
				      : va_arg(*args, int);
		bool minus = *format != 'u' && number < 0;
		char digits[NUMBER_DIGITS + 1] = "-";
		char *end = strbuf_put_number(digits + minus,
		    minus ? -(unsigned long)number : (unsigned long)number);

		if (sign == '?' && number == 0)
			json_string(json, key, NULL);
		else if (sign != '!' || number != 0)
			json_literal(json, key, slice_between(digits, end));
		return format + 1;
	}
	if (has_len)
		text.len = (size_t)va_arg(*args, int);
	text.ptr = va_arg(*args, const char *);
	if (text.ptr != NULL && !has_len)
		text.len = strlen(text.ptr);
	if (sign == '!' && text.len == 0)
		return format + 1;
	if (text.ptr == NULL)
		json_string(json, key, NULL);
	else if (sign == '=')
		json_literal(json, key, text);
	else
		json_text(json, key, text);
	return format + 1;
}

void
json_put(struct json *json, const char *format, ...)
{
	char name[KEY_MAX];
	va_list args;

	va_start(args, format);
	while (*format != '\0') {
		size_t len = strcspn(format, " :{}[]%~?=!");
		const char *key = NULL;

		if (len < KEY_MAX && format[len] == ':') {
			memcpy(name, format, len);
			name[len] = '\0';
			key = name;
			format += len + 1;
			len = strcspn(format, " :{}[]%~?=!");
		}
		char sign = *format;
		if (len > 0) {
			json_literal(json, key, (struct slice){ format, len });
			format += len;
			continue;
		}
		if (strchr("~?=!", sign) != NULL)
			format++;
		if (*format == '%')
			format = put_value(json, key, sign, format, &args);
		else if (*format == '{' || *format == '[')
			(sign == '~' ? json_begin_flat : json_begin)(
			    json, key, *format++);
		else if (*format == '}' || *format == ']')
			json_end(json, *format++);
		else
			format++;
	}
	va_end(args);
}

void
json_line_quote(struct json_line *line, struct slice text)
{
	strbuf_took(
	    line->out, (size_t)(line->p - line->out->ptr) - line->out->len);
	quote_at(strbuf_room(line->out, text.len + 3), line->out, text, ',');
	line->p = strbuf_room(line->out, line->room);
}
