/* Ternion: a position as a drawing in SVG: its style, and its layout. */
#pragma once

#include "formats/draw/picture.h"
#include "formats/draw/theme.h"
#include "parse/game/snapshot.h"
#include "parse/notation/coords.h"

/* Where cells are named. */
enum svg_labels {
	SVG_USUAL, /* see svg_labels_usual; only for svg_write */
	SVG_EDGES, /* letters and numbers round the board */
	SVG_CELLS, /* each name in its cell */
	SVG_BARE,  /* nowhere */
};

/* The usual place: the edges for absolute names, and for the long ones of
 * boards of segments; else the cells. */
enum svg_labels svg_labels_usual(
    const struct board *board, const struct naming *naming);

/* Colours of arrows and marks. */
enum svg_colour {
	SVG_GREEN,
	SVG_RED,
	SVG_BLUE,
	SVG_YELLOW,
	SVG_COLOURS
};

struct svg_paint {
	const char *name;  /* "green"; [%cal] and [%csl] use the first letter */
	const char *paint; /* "#rrggbb" */
};
extern const struct svg_paint svg_paints[SVG_COLOURS];

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
	const struct naming *naming; /* of names in cells */
	enum theme theme;
	bool flat;   /* a board of faces: side by side, not as a cube */
	bool panels; /* facts about the players stand next to the board */
	struct slice players[PLAYERS]; /* their names; len 0: not known */
	const struct arrival *arrival; /* or NULL */
	const struct signs *signs;     /* or NULL */
	const char *prefix; /* of ids and classes; set by svg_write */
};

enum {
	SVG_READABLE = 8, /* pixels; smaller letters cannot be read */
	SVG_WIDTH = 720,  /* the default */
	SVG_LABELS_MAX = 2 * CELLS_MAX,
};

/* A label, or half of one; its baseline is at x, y. */
struct svg_label {
	int x, y;
	char text[CELL_NAME_MAX];
};

/* Where a piece stands on a cell, and its size in percent of the symbols. */
struct svg_place {
	struct point at;
	unsigned percent;
};

/* A piece in a ring is smaller than others, in percent. */
#define SVG_RINGED 82

struct svg_layout {
	struct picture picture;
	unsigned percent; /* of the symbols */
	struct svg_place place[CELLS_MAX];
	bool too_small; /* labels are left out, because they cannot be read */
	unsigned labels;
	int label_size;
	struct svg_label label[SVG_LABELS_MAX];
};

void svg_lay_out(const struct rules *rules, const struct svg_style *style,
    struct svg_layout *layout);

/* True if letters of the size, in tenths, cannot be read in the width that the
 * style states. */
bool svg_is_too_small(
    const struct picture *picture, const struct svg_style *style, int size);

/* Appends one SVG document; it refers to nothing outside itself. */
void svg_write(const struct rules *rules, const struct position *position,
    const struct svg_style *style, struct strbuf *out);

/* Arrows and marks, as comments of a record have them: [%cal Ga1b2,Rc3d4] and
 * [%csl Ga1,Rb2], each with the first letter of its colour. */

#define SIGNS_MAX 256 /* of each */

struct signs {
	unsigned arrows, marks;
	struct svg_arrow arrow[SIGNS_MAX];
	struct svg_mark mark[SIGNS_MAX];
};

/* Finds the colour by its name or first letter, in either case. */
bool signs_colour(struct slice name, enum svg_colour *colour);

/* Adds a mark of a cell, or an arrow: two cells, with or without a hyphen.
 * Cells have their names in `naming`, counted from `seat`, or algebraic names.
 * False if the text is no sign, or an arrow that can be read in two ways. */
bool signs_add(const struct board *board, const struct naming *naming,
    unsigned seat, struct slice text, bool is_arrow, enum svg_colour colour,
    struct signs *signs);

/* Adds the signs in the text of a comment, and skips faulty ones. */
void signs_read(const struct board *board, const struct naming *naming,
    unsigned seat, struct slice text, struct signs *signs);
