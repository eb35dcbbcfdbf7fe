/* Ternion: a position as a drawing, in SVG. */
#ifndef TERNION_FORMATS_FORMAT_SVG_H
#define TERNION_FORMATS_FORMAT_SVG_H

#include "parse/notation/coords.h"
#include "rules/rules.h"

struct picture;
struct point;

/* Where cells are named. */
enum svg_labels {
	SVG_EDGES, /* letters and numbers round the board */
	SVG_CELLS, /* each name in its cell */
	SVG_BARE,  /* nowhere */
};

/* Where cells are named usually: absolute names are letters and numbers at the
 * edges, others stand in their cells. */
enum svg_labels svg_labels_usual(enum naming naming);

struct svg_arrow {
	cell from, to;
};

struct svg_style {
	unsigned seat;  /* whose baseline is at the bottom; names his cells */
	unsigned width; /* of the drawing in pixels */
	enum svg_labels labels;
	enum naming naming;      /* of names in cells */
	const struct move *last; /* the move that led here, or NULL */
	const struct svg_arrow *arrow;
	const cell *mark;
	unsigned arrows, marks;
	const char *prefix; /* of ids, or NULL */
};

enum {
	SVG_WIDTH = 720, /* unless somebody wants another */
	SVG_LABELS_MAX = 2 * CELLS_MAX,
};

/* Appends one SVG document; it refers to nothing outside itself. */
void svg_write(const struct rules *rules, const struct position *position,
    const struct svg_style *style, struct strbuf *out);

/*
 * For those who put drawings together: the opening tag `svg`, with `attributes`
 * of theirs (width 0: none is stated), and what stands between it and the
 * closing one. All that moves is a <use> in a group of the class "men".
 */
void svg_open(const struct picture *picture, unsigned width,
    const char *attributes, struct strbuf *out);
void svg_drawing(const struct rules *rules, const struct picture *picture,
    const struct position *position, const struct svg_style *style,
    struct strbuf *out);

/* Where a piece stands on the cell. */
struct point svg_piece_at(
    const struct picture *picture, const struct svg_style *style, cell c);

/* A label, or half of one; its baseline is at x, y. */
struct svg_label {
	int x, y;
	char text[CELL_NAME_MAX];
};

/* Fills in the labels of the drawing; returns their number. */
unsigned svg_labels(const struct board *board, const struct picture *picture,
    const struct svg_style *style, struct svg_label labels[SVG_LABELS_MAX]);

/* Appends a length that is given in tenths. */
void svg_length(int tenths, struct strbuf *out);

#endif
