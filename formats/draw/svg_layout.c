/* Ternion: where cells, pieces and labels stand in a drawing. */
#include <limits.h>

#include "formats/draw/svg.h"

/* In tenths. */
enum {
	EDGE_LABEL_SIZE = 280,
	CELL_LABEL_SIZE = 225,   /* of a name of three characters */
	SECTOR_LABEL_SIZE = 210, /* of half a name such as W3/B2.0 */
	SECTOR_LABEL_LENGTH = 4, /* of its longer half */
	PIECE_PART = 95,         /* of a cell's room that a piece fills */
	PIECE_RADIUS = 430,      /* of a symbol at 100 percent */
};

const struct svg_paint svg_paints[SVG_COLOURS] = {
	[SVG_GREEN] = { "green", "#1d7a45" },
	[SVG_RED] = { "red", "#b3201a" },
	[SVG_BLUE] = { "blue", "#1b5fa8" },
	[SVG_YELLOW] = { "yellow", "#e08a00" },
};

enum svg_labels
svg_labels_usual(const struct board *board, const struct naming *naming)
{
	return naming->at_edges || board->turns ? SVG_EDGES : SVG_CELLS;
}

/* Longer names are smaller. */
static int
cell_label_size(
    const struct board *board, const struct svg_style *style, size_t *longest)
{
	char name[CELL_NAME_MAX];

	*longest = SECTOR_LABEL_LENGTH;
	if (style->naming == NAMING_SECTOR)
		return SECTOR_LABEL_SIZE;
	*longest = 3;
	for (cell c = 0; c < board->cells; c++) {
		size_t len = strlen(
		    coords_name(board, style->naming, style->seat, c, name));

		if (len > *longest)
			*longest = len;
	}
	return CELL_LABEL_SIZE * 3 / (int)*longest;
}

/* Puts a name at the foot of its cell, or the first half of a name such as
 * W3/B3.0 at the head, and returns the circle between. */
static struct disc
name_svg_cell(const struct board *board, const struct svg_style *style, cell c,
    size_t longest, struct svg_layout *layout)
{
	struct svg_label *label = &layout->label[layout->labels];
	int size = layout->label_size, top = INT_MIN;
	/* Digits and letters are about three fifths as wide as high, and rise
	 * by three quarters of their size; there is some room about them. */
	int width = size * 3 * (int)longest / 4, height = size * 9 / 10;
	struct point foot =
	    picture_text_at(&layout->picture, c, width, height, true);

	coords_name(board, style->naming, style->seat, c, label[0].text);
	label[0].x = foot.x;
	label[0].y = foot.y - size / 10;
	layout->labels++;
	char *slash = strchr(label[0].text, '/');
	if (style->naming == NAMING_SECTOR && slash != NULL) {
		struct point head = picture_text_at(
		    &layout->picture, c, width * 3 / 4, height, false);

		label[1] = label[0];
		label[1].x = head.x;
		label[1].y = head.y - size / 10;
		label[1].text[slash + 1 - label[0].text] = '\0';
		memmove(label[0].text, slash + 1, strlen(slash));
		layout->labels++;
		top = head.y;
	}
	return picture_disc(&layout->picture, c, top, foot.y - height);
}

bool
svg_is_too_small(
    const struct picture *picture, const struct svg_style *style, int size)
{
	return style->width > 0 &&
	    (int64_t)size * style->width <
	    (int64_t)SVG_READABLE * (picture->most.x - picture->least.x);
}

void
svg_lay_out(const struct rules *rules, const struct svg_style *style,
    struct svg_layout *layout)
{
	const struct board *board = &rules->board;
	enum svg_labels labels = style->labels;
	size_t longest = 0;
	unsigned room = 0; /* of the first cell */

	picture_draw(&layout->picture, rules, style->seat, style->flat);
	layout->labels = 0;
	layout->label_size = labels == SVG_CELLS
	    ? cell_label_size(board, style, &longest)
	    : EDGE_LABEL_SIZE;
	layout->too_small = labels != SVG_BARE &&
	    svg_is_too_small(&layout->picture, style, layout->label_size);
	if (layout->too_small)
		labels = SVG_BARE;
	for (cell c = 0; c < board->cells; c++) {
		struct disc disc = labels == SVG_CELLS
		    ? name_svg_cell(board, style, c, longest, layout)
		    : picture_disc(&layout->picture, c, INT_MIN, INT_MAX);

		if (c == 0)
			room = (unsigned)disc.radius;
		layout->place[c] = (struct svg_place){ disc.at,
			((unsigned)disc.radius * 100 + room / 2) / room };
	}
	/* The symbols have the size of pieces on the first cell. */
	layout->percent = (room * PIECE_PART + PIECE_RADIUS / 2) / PIECE_RADIUS;
	if (labels == SVG_EDGES)
		layout->labels = layout->picture.labels;
	for (unsigned i = 0; labels == SVG_EDGES && i < layout->labels; i++) {
		const struct edge_label *edge = &layout->picture.label[i];
		struct svg_label *label = &layout->label[i];

		/* The baseline is a third of the size below the middle. */
		label->x = edge->at.x;
		label->y = edge->at.y + EDGE_LABEL_SIZE * 7 / 20;
		(edge->is_row ? coords_row : coords_column)(
		    board, style->naming, edge->c, label->text);
	}
}
