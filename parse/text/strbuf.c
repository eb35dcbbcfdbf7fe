/* Ternion: text that grows. */
#include <stdarg.h>
#include <stdio.h>

#include "parse/text/memory.h"
#include "parse/text/strbuf.h"
#include "parse/text/utf8.h"

const char number_digits[200] = "00010203040506070809"
				"10111213141516171819"
				"20212223242526272829"
				"30313233343536373839"
				"40414243444546474849"
				"50515253545556575859"
				"60616263646566676869"
				"70717273747576777879"
				"80818283848586878889"
				"90919293949596979899";

void
strbuf_grow(struct strbuf *buf, size_t more)
{
	buf->size = (buf->len + more + 1) / 2 * 3 + 16;
	buf->ptr = mem_grow(buf->ptr, buf->size);
}

void
strbuf_add(struct strbuf *buf, const char *text, size_t len)
{
	char *p = strbuf_room(buf, len);

	if (len > 0)
		memcpy(p, text, len);
	strbuf_took(buf, len);
}

void
strbuf_slice(struct strbuf *buf, struct slice text)
{
	strbuf_add(buf, text.ptr, text.len);
}

void
strbuf_puts(struct strbuf *buf, const char *text)
{
	strbuf_add(buf, text, strlen(text));
}

void
strbuf_number(struct strbuf *buf, unsigned long number)
{
	char *p = strbuf_room(buf, NUMBER_DIGITS);

	strbuf_took(buf, (size_t)(strbuf_put_number(p, number) - p));
}

void
strbuf_printf(struct strbuf *buf, const char *format, ...)
{
	va_list args, again;

	va_start(args, format);
	va_copy(again, args);
	int len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	vsnprintf(
	    strbuf_room(buf, (size_t)len + 1), (size_t)len + 1, format, again);
	va_end(again);
	buf->len += (size_t)len;
}

void
strbuf_reset(struct strbuf *buf)
{
	buf->len = 0;
}

void
strbuf_release(struct strbuf *buf)
{
	mem_free(buf->ptr);
	*buf = STRBUF_INIT;
}

void
strbuf_escaped(
    struct strbuf *buf, struct slice text, const char *signs, char escape)
{
	size_t len = strlen(signs);

	for (size_t i = 0; i < text.len; i++) {
		if (memchr(signs, text.ptr[i], len) != NULL)
			strbuf_char(buf, escape);
		strbuf_char(buf, text.ptr[i]);
	}
}

void
strbuf_valid(struct strbuf *buf, struct slice text)
{
	while (text.len > 0) {
		size_t valid = utf8_valid_len(text);

		strbuf_add(buf, text.ptr, valid);
		text = slice_from(text, valid);
		if (text.len == 0)
			break;
		strbuf_puts(buf, "\xef\xbf\xbd");
		text = slice_from(text, 1);
	}
	strbuf_add(buf, "", 0);
}

/* The length of a sequence at the beginning that sets colours, or 0. */
static size_t
colour_length(struct slice text)
{
	size_t len = 2;

	if (text.len < 3 || memcmp(text.ptr, "\033[", 2) != 0)
		return 0;
	while (len < text.len &&
	    ((text.ptr[len] >= '0' && text.ptr[len] <= '9') ||
		text.ptr[len] == ';'))
		len++;
	return len < text.len && text.ptr[len] == 'm' ? len + 1 : 0;
}

/* Masks control characters but `kept`, and with `keeps_colour` but sequences
 * that set colours; % and its number stand for one of `coded`. */
static void
put_masked(struct strbuf *buf, struct slice text, const char *kept,
    const char *coded, bool keeps_colour)
{
	while (text.len > 0) {
		uint32_t point = 0;
		size_t colour = keeps_colour ? colour_length(text) : 0;
		size_t len = colour > 0 ? colour : utf8_next(text, &point);

		if (len == 0)
			strbuf_puts(buf, "\xef\xbf\xbd");
		else if (memchr(coded, *text.ptr, strlen(coded)) != NULL)
			strbuf_printf(buf, "%%%02X", (unsigned)*text.ptr);
		else if (colour > 0 || !utf8_is_control(point) ||
		    memchr(kept, *text.ptr, strlen(kept)) != NULL)
			strbuf_add(buf, text.ptr, len);
		else
			strbuf_char(buf, '?');
		text = slice_from(text, len > 0 ? len : 1);
	}
	strbuf_add(buf, "", 0);
}

/* All else passes for white space, which is skipped before a command. */
static bool
is_shown_ascii(char c)
{
	return c > ' ' && c <= '~';
}

bool
begins_command(struct slice line)
{
	while (line.len > 0 && !is_shown_ascii(*line.ptr))
		line = slice_from(line, 1);
	return line.len > 1 && memcmp(line.ptr, "::", 2) == 0;
}

void
strbuf_break_commands(struct strbuf *buf, size_t from)
{
	char *end = buf->ptr + buf->len, *start = NULL; /* of a line, by a CR */

	for (char *p = buf->ptr + from; p < end; p++) {
		if (end - p > 2 && memcmp(p, "##[", 3) == 0)
			p[1] = '?';
		if (*p == '\r')
			start = p;
		else if (is_shown_ascii(*p) && start != NULL) {
			if (*p == ':' && end - p > 1 && p[1] == ':')
				*start = '?';
			start = NULL;
		}
	}
}

void
strbuf_masked(struct strbuf *buf, struct slice text)
{
	size_t start = buf->len;

	if ((start == 0 || buf->ptr[start - 1] == '\n') && begins_command(text))
		strbuf_puts(buf, "./");
	start = buf->len;
	put_masked(buf, text, "\t", "", false);
	strbuf_break_commands(buf, start);
}

void
strbuf_masked_lines(struct strbuf *buf, struct slice text, bool keeps_colour)
{
	put_masked(buf, text, "\t\n", "", keeps_colour);
}

void
strbuf_coded(struct strbuf *buf, struct slice text, const char *coded)
{
	size_t start = buf->len;

	put_masked(buf, text, "", coded, false);
	strbuf_break_commands(buf, start);
}

/* Whether a character of a name, whose length is put into *len, needs no
 * escape; that after "##" would begin a command of GitHub Actions. */
static bool
is_plain_in_name(struct slice name, size_t at, size_t *len)
{
	uint32_t point = 0;

	*len = utf8_next(slice_from(name, at), &point);
	if (*len == 0 || utf8_is_control(point)) {
		*len += *len == 0;
		return false;
	}
	return at < 2 || memcmp(name.ptr + at - 2, "##[", 3) != 0;
}

void
strbuf_name(struct strbuf *buf, struct slice name)
{
	static const char escaped[] = "\n\t\\\"", letters[] = "nt\\\"";
	bool plain = name.len == 0 || name.ptr[0] != '"';
	bool begins = buf->len == 0 || buf->ptr[buf->len - 1] == '\n';
	SCRATCH quoted = STRBUF_INIT;
	size_t len;

	for (size_t i = 0; i < name.len; i += len) {
		const char *e =
		    memchr(escaped, name.ptr[i], sizeof(escaped) - 1);
		bool shown = is_plain_in_name(name, i, &len);

		plain &= shown;
		if (e != NULL)
			strbuf_printf(&quoted, "\\%c", letters[e - escaped]);
		else if (shown)
			strbuf_add(&quoted, name.ptr + i, len);
		else
			for (size_t k = i; k < i + len; k++)
				strbuf_printf(&quoted, "\\%03o",
				    (unsigned char)name.ptr[k]);
	}
	if (begins && begins_command(name))
		strbuf_puts(buf, "./");
	if (plain)
		strbuf_slice(buf, name);
	else
		strbuf_printf(buf, "\"%s\"", quoted.ptr);
}
