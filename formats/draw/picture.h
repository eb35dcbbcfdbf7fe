/* Ternion: where the cells of a board lie on paper: polygons, centres and the
 * places of labels, seen from a seat.
 *
 * All lengths are whole tenths of a unit, so that they are the same on every
 * machine; a hex is 100 units wide. x grows to the right and y downwards, from
 * the middle of the board. */
#pragma once

#include <assert.h>

#include "formats/report/xml.h"
#include "rules/rules.h"

enum {
	UNIT = 10, /* tenths */
	CORNERS_MAX = 6,
	EDGE_LABELS_MAX = 48,
	SEAMS_MAX = 6,
};

/* A letter or a number at the edge of the board. */
struct edge_label {
	struct point at; /* its middle */
	cell c;          /* of the column or row that it names */
	bool is_row;
};

/* A line across the board, where two parts of it meet. */
struct seam {
	struct point from, to;
};

/* Room for the facts about a player: a corner of the picture, near his side,
 * that the board leaves free. */
struct nook {
	struct point at; /* its outermost point */
	bool is_right, is_low;
};

/* A circle in a cell. */
struct disc {
	struct point at;
	int radius;
};

struct picture {
	unsigned cells, corners; /* of the board, of each cell */
	struct point corner[CELLS_MAX][CORNERS_MAX];
	struct point centre[CELLS_MAX];
	uint8_t tone[CELLS_MAX];
	unsigned labels, seams;
	struct edge_label label[EDGE_LABELS_MAX];
	struct seam seam[SEAMS_MAX];
	struct point home[PLAYERS]; /* beyond the middle of each baseline */
	struct point least, most;   /* the corners of all of it */
	struct nook nook[PLAYERS];
};

/* The player who has the colour of a hex, by the hex on which his queen begins;
 * PLAYER_NONE where the colours are not the players'. */
unsigned picture_colour_owner(const struct rules *rules, cell c);

/* Draws the board with the seat's baseline at the bottom; with `flat` a board
 * of faces has these side by side. */
void picture_draw(struct picture *picture, const struct rules *rules,
    unsigned seat, bool flat);

/* a * n / d, rounded to the nearest; a half goes away from 0. */
static inline int
picture_scale(int64_t a, int64_t n, int64_t d)
{
	int64_t product = a * n;

	assert(d != 0);
	return (int)((product + (product < 0 ? -d : d) / 2) / d);
}

/* The point n / d of the way from a to b. */
static inline struct point
picture_between(struct point a, struct point b, long n, long d)
{
	return (struct point){ a.x + picture_scale(b.x - a.x, n, d),
		a.y + picture_scale(b.y - a.y, n, d) };
}

/* Widens a frame to hold the point with a margin. */
void picture_include(
    struct point p, int margin, struct point *least, struct point *most);

/* How far two points lie apart. */
int picture_distance(struct point a, struct point b);

/* The largest circle in the cell between the heights `top` and `bottom`, beyond
 * which text stands (INT_MIN and INT_MAX: there is none). It may reach a little
 * beyond them, because pieces are narrow at their ends. */
struct disc picture_disc(
    const struct picture *picture, cell c, int top, int bottom);

/* The middle of the lower edge of a text of that width and height, as near to
 * the foot, or the head, of the cell as it fits. */
struct point picture_text_at(
    const struct picture *picture, cell c, int width, int height, bool at_foot);
