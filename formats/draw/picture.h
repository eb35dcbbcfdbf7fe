/*
 * Ternion: where the cells of a board lie on paper: polygons, centres and the
 * places of labels, seen from a seat.
 *
 * All lengths are whole tenths of a unit, so that they are the same on every
 * machine; a hex is 100 units wide. x grows to the right and y downwards, from
 * the middle of the board.
 */
#ifndef TERNION_FORMATS_PICTURE_H
#define TERNION_FORMATS_PICTURE_H

#include "rules/board/board.h"

enum {
	CORNERS_MAX = 6,
	EDGE_LABELS_MAX = 48,
	SEAMS_MAX = 6,
	TONES = 6, /* shades of cells; 0 is the lightest */
};

struct point {
	int x, y;
};

/* A letter or a number at the edge of the board. */
struct edge_label {
	struct point at; /* its middle */
	uint8_t file;    /* the letter, from 0, or FILES_MAX */
	uint8_t rank;    /* the number, or 0 */
};

/* A line across the board, where two parts of it meet. */
struct seam {
	struct point from, to;
};

struct picture {
	unsigned cells, corners; /* of the board, of each cell */
	struct point corner[CELLS_MAX][CORNERS_MAX];
	struct point centre[CELLS_MAX];
	/* The edge below the centre and above it, where there is room for a
	 * name as wide as a third of a hex. */
	struct point foot[CELLS_MAX], head[CELLS_MAX];
	uint8_t tone[CELLS_MAX];
	int room; /* radius of a circle that fits in every cell */
	unsigned labels, seams;
	struct edge_label label[EDGE_LABELS_MAX];
	struct seam seam[SEAMS_MAX];
	struct point home[PLAYERS]; /* beyond the middle of each baseline */
	struct point least, most;   /* the corners of all of it */
};

/* Draws the board with the seat's baseline at the bottom. */
void picture_draw(
    struct picture *picture, const struct board *board, unsigned seat);

#endif
