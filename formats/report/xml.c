/* Ternion: text inside XML. */
#include "formats/report/xml.h"
#include "parse/text/utf8.h"

static void
put_xml(struct strbuf *out, struct slice text, bool lines)
{
	/* A parser would turn white space in an attribute into a blank. */
	static const char special[] = "&<>\"\t\n\r";
	static const char *const escapes[] = { "&amp;", "&lt;", "&gt;",
		"&quot;", "&#9;", "&#10;", "&#13;" };

	while (text.len > 0) {
		uint32_t point = 0;
		size_t len = utf8_next(text, &point);
		const char *at =
		    memchr(special, *text.ptr, sizeof(special) - 1);

		/* "##[" would be a command of GitHub Actions. */
		if (utf8_is_bidi(point) ||
		    (point == '[' && out->len > 1 &&
			memcmp(out->ptr + out->len - 2, "##", 2) == 0))
			strbuf_printf(out, "&#x%x;", point);
		else if (at != NULL && !(lines && *at == '\n'))
			strbuf_puts(out, escapes[at - special]);
		else if (len == 0 || (point < ' ' && point != '\n') ||
		    (point | 1) == 0xffff)
			strbuf_puts(out, "\xef\xbf\xbd");
		else
			strbuf_add(out, text.ptr, len);
		text = slice_from(text, len > 0 ? len : 1);
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
