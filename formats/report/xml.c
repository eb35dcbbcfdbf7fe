/* Ternion: XML. */
#include <stdarg.h>

#include "formats/report/xml.h"
#include "parse/text/utf8.h"

/* Puts a text. A parser would turn white space in quotes into a blank. */
static void
put_text(struct strbuf *out, struct slice text, bool in_quotes)
{
	static const char special[] = "&<>\"\t\n\r";
	static const char *const escapes[] = { "&amp;", "&lt;", "&gt;",
		"&quot;", "&#9;", "&#10;", "&#13;" };

	while (text.len > 0) {
		uint32_t point = 0;

		/* Most characters stand for themselves. */
		if (ascii_is_letter(*text.ptr) ||
		    (*text.ptr > '&' && *text.ptr < '<') || *text.ptr == '#') {
			strbuf_char(out, *text.ptr);
			text = slice_from(text, 1);
			continue;
		}
		size_t len = utf8_next(text, &point);
		const char *at =
		    memchr(special, *text.ptr, sizeof(special) - 1);

		/* "##[" would be a command of GitHub Actions. */
		if (utf8_is_bidi(point) ||
		    (point == '[' && out->len > 1 &&
			memcmp(out->ptr + out->len - 2, "##", 2) == 0))
			strbuf_printf(out, "&#x%x;", point);
		else if (at != NULL && (in_quotes || *at != '\n'))
			strbuf_puts(out, escapes[at - special]);
		else if (len == 0 || (point < ' ' && point != '\n') ||
		    (point | 1) == 0xffff)
			strbuf_puts(out, "\xef\xbf\xbd");
		else
			strbuf_add(out, text.ptr, len);
		text = slice_from(text, len > 0 ? len : 1);
	}
}

static void
put_length(int tenths, struct strbuf *out)
{
	unsigned size = (unsigned)(tenths < 0 ? -tenths : tenths);

	if (tenths < 0)
		strbuf_char(out, '-');
	strbuf_number(out, size / 10);
	if (size % 10 != 0) {
		strbuf_char(out, '.');
		strbuf_char(out, (char)('0' + size % 10));
	}
}

void
xml_put(struct strbuf *out, const char *prefix, const char *format, ...)
{
	bool in_quotes = false;
	struct point point;
	va_list args;

	va_start(args, format);
	for (; *format != '\0'; format++) {
		if (*format == '\'') {
			in_quotes = !in_quotes;
			strbuf_char(out, '"');
		} else if (*format != '%') {
			strbuf_char(out, *format);
		} else if (*++format == 'p') {
			strbuf_puts(out, prefix);
		} else if (*format == 's') {
			put_text(out, slice_of(va_arg(args, const char *)),
			    in_quotes);
		} else if (*format == 't') {
			put_text(out, va_arg(args, struct slice), in_quotes);
		} else if (*format == 'u') {
			strbuf_number(out, va_arg(args, unsigned));
		} else if (*format == 'n') {
			strbuf_number(out, va_arg(args, unsigned long));
		} else if (*format == 'l') {
			put_length(va_arg(args, int), out);
		} else {
			point = va_arg(args, struct point);
			put_length(point.x, out);
			strbuf_char(out, ' ');
			put_length(point.y, out);
		}
	}
	va_end(args);
}
