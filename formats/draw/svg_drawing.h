/* Ternion: the board of a drawing, and the elements of SVG that it is made of.
 * Lengths are in tenths of the drawing's unit. */
#pragma once

#include "formats/draw/svg.h"
#include "formats/report/xml.h"

#define PANEL_TEXT_SIZE 300 /* of facts about the players */

struct svg_drawing {
	const struct rules *rules;
	const struct snapshot *snapshot;
	const struct svg_style *style; /* with a prefix */
	const struct svg_layout *layout;
	const struct palette *palette;
	struct strbuf *out;
};

/* Appends SVG, as xml_put. */
#define svg_put(drawing, ...) \
	xml_put((drawing)->out, (drawing)->style->prefix, __VA_ARGS__)

/* Appends the opening tag `svg` with attributes, a format of xml_put; a width
 * of 0 is left out. */
void svg_open(const struct svg_drawing *drawing, struct point least,
    struct point most, unsigned width, const char *attributes);

/* Appends styles for dark screens, symbols, and the background from `least`. */
void svg_put_symbols(const struct svg_drawing *drawing, struct point least);

/* Appends the board with everything on it; pieces are in the class "men". */
void svg_put_board(const struct svg_drawing *drawing);

/* Appends the arrows and marks of the style. */
void svg_put_signs(const struct svg_drawing *drawing);

/* Appends <use> of the symbol, in the player's ink unless PLAYER_NONE. */
void svg_use(const struct svg_drawing *drawing, const char *symbol,
    unsigned player, struct svg_place place);

/* Appends the name of each player, the facts about him, and the pieces that he
 * has in hand and lost; and below the board whose turn it is and why. Appends
 * nothing if the texts would be too small. `number` is that of the move. */
void panel_write(const struct svg_drawing *drawing, unsigned long number);
