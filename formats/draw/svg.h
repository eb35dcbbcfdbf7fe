/* Ternion: a position as a drawing, in SVG. */
#ifndef TERNION_FORMATS_FORMAT_SVG_H
#define TERNION_FORMATS_FORMAT_SVG_H

#include "formats/draw/svg_layout.h"
#include "formats/draw/svg_parts.h"
#include "rules/rules.h"

/* The name of a colour, such as "green"; its first letter is that of [%cal] and
 * [%csl]. */
const char *svg_colour_name(enum svg_colour colour);

/* Appends one SVG document; it refers to nothing outside itself. */
void svg_write(const struct rules *rules, const struct position *position,
    const struct svg_style *style, struct strbuf *out);

/* What a drawing is made from, and where it goes. */
struct svg_drawing {
	const struct rules *rules;
	const struct snapshot *snapshot;
	const struct svg_style *style; /* with a prefix */
	const struct svg_layout *layout;
	const struct palette *palette;
	struct strbuf *out;
};

/* Appends what stands between the opening tag and the closing one: styles,
 * symbols, background and board. All that moves is a <use> in a group of the
 * class "men". */
void svg_drawing_write(const struct svg_drawing *drawing);

/* The parts of it: styles for dark screens, the background from its least
 * point, the board with all that is on it. */
void svg_put_styles(const struct svg_drawing *drawing);
void svg_put_background(const struct svg_drawing *drawing, struct point least);
void svg_put_board(const struct svg_drawing *drawing);

#endif
