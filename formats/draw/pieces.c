/* Ternion: pieces as drawings: the parts of pieces.svg, filled in.
 *
 * A piece is an outline filled with its owner's ink, stripes over the fill if
 * the ink has them, and lines upon it. The fill is whole below the stripes,
 * because some programs leave out stripes finer than a pixel.
 *
 * In the file, a line with # begins the part of that name, @ and a letter stand
 * for a value, and a line with ? is only for inks with stripes. */
#include <stdio.h>

#include "formats/draw/svg_drawing.h"

static const char parts[] = {
#include "formats/draw/pieces.svg.bytes"
};

/* Appends a part of the file; false if it has none of that name. */
static bool
put_part(const char *name, const char *const values[128], struct strbuf *out)
{
	struct slice rest = { parts, sizeof(parts) };
	bool found = false;

	while (rest.len > 0) {
		struct slice line = slice_take(&rest, '\n');

		if (line.ptr[0] == '#') {
			if (found)
				break;
			found = slice_is(slice_from(line, 1), name);
			continue;
		}
		if (!found || (line.ptr[0] == '?' && values['t'] == NULL))
			continue;
		for (size_t i = line.ptr[0] == '?'; i < line.len; i++)
			if (line.ptr[i] == '@')
				strbuf_puts(
				    out, values[(unsigned char)line.ptr[++i]]);
			else
				strbuf_char(out, line.ptr[i]);
		strbuf_char(out, '\n');
	}
	return found;
}

void
pieces_define(const struct variant *variant, enum theme theme, unsigned percent,
    const char *prefix, struct strbuf *out)
{
	const struct palette *palette = &themes[theme].palette;
	char scale[16], letter[2] = "";
	const char *values[128] = { ['p'] = prefix,
		['s'] = scale,
		['a'] = palette->plate,
		['b'] = palette->label,
		['c'] = letter,
		['h'] = palette->check,
		['i'] = palette->check_line };

	snprintf(scale, sizeof(scale), "%u.%02u", percent / 100, percent % 100);
	strbuf_puts(out, "<defs>\n");
	for (unsigned kind = PAWN; kind < KINDS; kind++) {
		values['k'] = variant->kinds[kind];
		if (variant->letters[kind] != ' ' &&
		    !put_part(variant->kinds[kind], values, out))
			put_part("pawn", values, out);
	}
	for (unsigned p = 0; p < PLAYERS; p++) {
		const struct ink *ink = theme_ink(theme, variant, p);

		letter[0] = variant->colours[p];
		values['f'] = ink->fill;
		values['l'] = ink->line;
		values['u'] = ink->upon;
		values['t'] = ink->stripe;
		values['o'] = ink->stripe_opacity;
		values['d'] = ink->direction;
		put_part("stripes", values, out);
		for (unsigned kind = PAWN; kind < KINDS; kind++) {
			values['k'] = variant->kinds[kind];
			if (variant->letters[kind] != ' ')
				put_part("piece", values, out);
		}
		put_part("player", values, out);
	}
	put_part("signs", values, out);
	strbuf_puts(out, "</defs>\n");
}
