/* Ternion: the elements of SVG that drawings are made of. */
#include "formats/draw/svg_parts.h"

void
svg_length(int tenths, struct strbuf *out)
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
svg_point(struct point p, struct strbuf *out)
{
	svg_length(p.x, out);
	strbuf_char(out, ' ');
	svg_length(p.y, out);
}

void
svg_attribute(const char *name, int tenths, struct strbuf *out)
{
	strbuf_printf(out, " %s=\"", name);
	svg_length(tenths, out);
	strbuf_char(out, '"');
}

void
svg_use(const char *prefix, const char *symbol, struct point at, unsigned size,
    struct strbuf *out)
{
	strbuf_printf(
	    out, "<use href=\"#%s%s\" transform=\"translate(", prefix, symbol);
	svg_point(at, out);
	strbuf_char(out, ')');
	if (size != 100) {
		strbuf_printf(out, " scale(%u", size / 100);
		if (size % 100 != 0)
			strbuf_printf(out, ".%02u", size % 100);
		strbuf_char(out, ')');
	}
	strbuf_puts(out, "\"/>\n");
}

void
svg_outline(const struct picture *picture, cell c, struct strbuf *out)
{
	for (unsigned i = 0; i < picture->corners; i++) {
		strbuf_char(out, i == 0 ? 'M' : 'L');
		svg_point(picture->corner[c][i], out);
	}
	strbuf_char(out, 'z');
}

void
svg_open(const struct picture *picture, unsigned width, const char *attributes,
    struct strbuf *out)
{
	int across = picture->most.x - picture->least.x;
	int down = picture->most.y - picture->least.y;

	strbuf_puts(
	    out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"");
	svg_point(picture->least, out);
	strbuf_char(out, ' ');
	svg_point((struct point){ across, down }, out);
	strbuf_char(out, '"');
	if (width > 0)
		strbuf_printf(out, " width=\"%u\" height=\"%lu\"", width,
		    ((unsigned long)width * (unsigned long)down +
			(unsigned long)across / 2) /
			(unsigned long)across);
	strbuf_printf(out, "%s>\n", attributes);
}
