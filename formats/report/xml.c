/* Ternion: text inside XML. */
#include "formats/report/xml.h"
#include "parse/text/utf8.h"

/* The escape of a character, or NULL; white space would be made a blank in
 * an attribute. */
static const char *
escape_of(uint32_t point)
{
	switch (point) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\t':
		return "&#9;";
	case '\n':
		return "&#10;";
	case '\r':
		return "&#13;";
	case 0xfffe:
	case 0xffff:
		return "\xef\xbf\xbd";
	default:
		return point < 0x20 ? "\xef\xbf\xbd" : NULL;
	}
}

static void
put_xml(struct strbuf *out, struct slice text, bool lines)
{
	while (text.len > 0) {
		uint32_t point = 0;
		size_t len = utf8_next(text, &point);
		const char *escape =
		    len > 0 ? escape_of(point) : "\xef\xbf\xbd";

		len = len > 0 ? len : 1;
		/* They would show the rest of the line in another order. */
		if (utf8_is_bidi(point))
			strbuf_printf(out, "&#x%x;", point);
		else if (escape == NULL || (lines && point == '\n'))
			strbuf_add(out, text.ptr, len);
		else
			strbuf_puts(out, escape);
		text = slice_from(text, len);
	}
}

void
xml_text(struct strbuf *out, struct slice text)
{
	put_xml(out, text, true);
}

void
xml_attribute(struct strbuf *out, const char *name, struct slice value)
{
	strbuf_printf(out, " %s=\"", name);
	put_xml(out, value, false);
	strbuf_char(out, '"');
}

void
xml_number(struct strbuf *out, const char *name, unsigned long number)
{
	strbuf_printf(out, " %s=\"%lu\"", name, number);
}
