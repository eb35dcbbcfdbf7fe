/* Ternion: positions as drawings in SVG, and as boards of characters for the
 * terminal. */
#ifndef TERNION_FORMATS_DRAW_H
#define TERNION_FORMATS_DRAW_H

#include <stdbool.h>

#include "formats/game/snapshot.h"
#include "parse/notation/coords.h"
#include "parse/notation/names.h"
#include "parse/text/strbuf.h"
#include "rules/rules.h"
#include "rules/variants/variant.h"

/*
 * Colours. On every cell of a theme each player's pieces have a contrast of 3
 * or more, by their fill or their outline, for eyes that lack red or green,
 * too; what is read as text has 4.5. A unit test works it out from these
 * tables.
 */

enum {
	TONES = 6, /* shades of cells; 0 is the lightest */
};

enum theme {
	THEME_AUTO, /* light or dark, as the reader's screen is set */
	THEME_LIGHT,
	THEME_DARK,
	THEME_PRINT,       /* black on white */
	THEME_TRANSPARENT, /* on any page: no ground */
	THEMES
};

/* How a player's pieces are drawn; colours are "#rrggbb". */
struct ink {
	const char *name;      /* of players who have it, "Red" */
	const char *fill;      /* the body */
	const char *line;      /* its outline */
	const char *upon;      /* lines upon the body */
	const char *stripe;    /* colour of stripes over the body, or NULL */
	const char *direction; /* path of a stripe in a square of 8 by 8 */
	const char *stripe_opacity; /* in percent */
	const char *terminal;       /* letters and ground, of 256 colours */
};

struct palette {
	const char *ground; /* below all, or NULL */
	const char *label;  /* texts beside the board */
	const char *line;   /* between cells */
	const char *name;   /* names in cells */
	/* Cells of the last move: their colour over the tone, and its part in
	 * percent; and their outline. */
	const char *last;
	unsigned last_opacity;
	const char *last_line;
	const char *check, *check_line; /* below a king in check */
	const char *plate;              /* below pieces beside the board */
	const struct ink *inks;         /* ended by a NULL name */
	const char *tone[TONES];
};

/* The opacity of a dead piece, in percent. */
enum {
	GHOST_FILL = 30,
	GHOST_LINE = 85,
};

/* The name as in --theme. */
const char *theme_name(enum theme theme);

/* The theme of that name; false if there is none. */
bool theme_find(const char *name, enum theme *theme);

/* The colours; those of THEME_AUTO are the light ones. */
const struct palette *theme_palette(enum theme theme);

/* The ink of a player, by his name; one of the first three if there is none of
 * that name. */
const struct ink *theme_ink(
    enum theme theme, const struct variant *variant, unsigned player);

/* Appends rules of CSS that give a drawing, whose classes have the prefix, the
 * ground, cells and texts of the theme. */
void theme_rules(enum theme theme, const char *prefix, struct strbuf *out);

/*
 * Drawings: how they are to look
 */

/* Where cells are named. */
enum svg_labels {
	SVG_EDGES, /* letters and numbers round the board */
	SVG_CELLS, /* each name in its cell */
	SVG_BARE,  /* nowhere */
};

/* Where cells are named usually. Absolute names, and the long names of boards
 * of segments, are letters and numbers at the edges; all others are in their
 * cells. */
enum svg_labels svg_labels_usual(const struct board *board, enum naming naming);

/* How a board of faces is drawn; any other has one way. */
enum svg_view {
	SVG_CUBE, /* as they meet in a cube's corner */
	SVG_FLAT, /* side by side */
	SVG_BOTH, /* the one beside the other; of svg_write alone */
};

/* True if the board can be drawn with its faces side by side. */
static inline bool
svg_has_flat(const struct board *board)
{
	return board->shape == SHAPE_FACES;
}

/* Colours of arrows and marks. */
enum svg_colour {
	SVG_GREEN,
	SVG_RED,
	SVG_BLUE,
	SVG_YELLOW,
	SVG_COLOURS
};

/* The name of a colour, such as "green", whose first letter is that of [%cal]
 * and [%csl]; and as "#rrggbb". */
const char *svg_colour_name(enum svg_colour colour);
const char *svg_paint(enum svg_colour colour);

struct svg_arrow {
	cell from, to;
	enum svg_colour colour;
};

struct svg_mark {
	cell at;
	enum svg_colour colour;
};

struct svg_style {
	unsigned seat;  /* whose baseline is at the bottom; names his cells */
	unsigned width; /* of the drawing in pixels; 0: it may be any */
	enum svg_labels labels;
	enum naming naming; /* of names in cells */
	enum theme theme;
	enum svg_view view;
	bool panels; /* what is told of the players stands beside the board */
	const struct arrival *arrival; /* or NULL */
	const struct svg_arrow *arrow;
	const struct svg_mark *mark;
	unsigned arrows, marks;
	const char *prefix; /* of ids and classes; set by svg_write */
};

enum {
	SVG_WIDTH = 720 /* pixels, unless somebody wants another */
};

/* Appends one SVG document; it refers to nothing outside itself. */
void svg_write(const struct rules *rules, const struct position *position,
    const struct svg_style *style, struct strbuf *out);

/*
 * Arrows and marks, as comments of a record have them: [%cal Ga1b2,Rc3d4] and
 * [%csl Ga1,Rb2], each with the first letter of its colour.
 */

enum {
	SIGNS_MAX = 256, /* of each */
};

struct signs {
	unsigned arrows, marks;
	struct svg_arrow arrow[SIGNS_MAX];
	struct svg_mark mark[SIGNS_MAX];
};

/* The colour of a name or its first letter, in either case; false if there is
 * none. */
bool signs_colour(struct slice name, enum svg_colour *colour);

/*
 * Adds the signs of a comment's text. Cells are named in the record's way, by
 * the player in `seat` where that depends, or by algebraic names; two names may
 * have a hyphen between them. What cannot be read is left out.
 */
void signs_read(const struct board *board, enum naming naming, unsigned seat,
    struct slice text, struct signs *signs);

/*
 * Boards of characters
 */

struct board_style {
	bool unicode;                 /* chess symbols, else English letters */
	bool colour;                  /* escape sequences of the terminal */
	unsigned seat;                /* whose baseline is at the bottom */
	const struct names *names;    /* NULL: algebraic, in English letters */
	const struct cellset *marked; /* in brackets; NULL: none */
};

/*
 * Appends the board as the player in the seat sees it: a piece is its colour's
 * letter and its own, an empty cell a point; before a piece stands x if it is
 * nobody's, its owner's letter if that is another's, + if it is promoted. Each
 * row has its first and last cell's names at its ends; a last line tells whose
 * turn it is. Where names depend on who counts, it is the player in the seat.
 */
void board_write(const struct rules *rules, const struct position *position,
    const struct board_style *style, struct strbuf *out);

#endif
