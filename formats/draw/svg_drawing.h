/* Ternion: the board of a drawing, and the elements of SVG that it is made of.
 * Lengths are in tenths of the drawing's unit. */
#ifndef TERNION_FORMATS_SVG_DRAWING_H
#define TERNION_FORMATS_SVG_DRAWING_H

#include "formats/draw/svg.h"
#include "rules/rules.h"

enum {
	PANEL_TEXT_SIZE = 300 /* of what is told of the players */
};

/* A drawing: its position, its look, and where it goes. */
struct svg_drawing {
	const struct rules *rules;
	const struct snapshot *snapshot;
	const struct svg_style *style; /* with a prefix */
	const struct svg_layout *layout;
	const struct palette *palette;
	struct strbuf *out;
};

/* Appends SVG. In the format, ' stands for a quotation mark, and a percent sign
 * and a letter for
 *	%p	the prefix of ids and classes
 *	%s %t	a text: const char *, struct slice
 *	%u %l	a number, and a length: unsigned, int
 *	%x	a point, as two lengths: struct point */
void svg_put(const struct svg_drawing *drawing, const char *format, ...);

/* Appends the opening tag `svg` with `attributes` of the caller's, in the same
 * format; a width of 0 pixels is not stated. */
void svg_open(const struct svg_drawing *drawing, struct point least,
    struct point most, unsigned width, const char *attributes);

/* Appends styles for dark screens, symbols, and the background from its least
 * point. */
void svg_put_symbols(const struct svg_drawing *drawing, struct point least);

/* Appends the board with all that is on it. All that moves is a <use> in a
 * group of the class "men". */
void svg_put_board(const struct svg_drawing *drawing);

/* Appends <use> of the symbol, in the ink of the player, or of one that has no
 * ink (PLAYER_NONE). */
void svg_use(const struct svg_drawing *drawing, const char *symbol,
    unsigned player, struct point at, unsigned percent);

/* Appends <defs> for SVG, in which all ids begin with `prefix`: for each kind
 * of the variant and each player a piece in his ink about the origin, "pawn-w",
 * at `percent` of its size; "ring-w" round a piece that is his, "home-w" and
 * "out-w" for his place; "promoted", "dead", "check", "sieged" and "fortified"
 * for what can be said of a piece, and "turn" of a place. */
void pieces_define(const struct variant *variant, enum theme theme,
    unsigned percent, const char *prefix, struct strbuf *out);

/* Appends for each player his name, what can be said of him, and the pieces in
 * his hand and in his pool; and below the board whose turn it is and why. Texts
 * that would be too small to read are left out. `number` is that of the move.
 */
void panel_write(const struct svg_drawing *drawing, unsigned long number);

#endif
