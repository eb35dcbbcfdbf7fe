/* Ternion: where the cells of a board lie on paper.
 *
 * Each board is laid out as White sees it, and then turned: it looks the same
 * to every player. */
#include <stdlib.h>

#include "formats/draw/picture.h"

enum {
	ONE = 1000000,
	HALF = ONE / 2,
	ROOT_3_4 = 866025,         /* the sine of 60 degrees ... */
	ROOT_1_3 = 577350,         /* ... and 1 / sqrt(3), in millionths */
	HEX_WIDTH = 100 * UNIT,    /* from side to side */
	SEGMENT_SIDE = 840 * UNIT, /* of the board of three segments */
	FACE_SIDE = 640 * UNIT,
	EDGE_GAP = 26 * UNIT, /* from the board to the middle of a label */
	HOME_GAP = 84 * UNIT, /* and to that of a seat */
	HOME_ROOM = 58 * UNIT,
	MARGIN = 14 * UNIT,            /* beyond the board */
	HALF_SIZE = 4,                 /* cells of half a segment, either way */
	FACE_SIZE = 5,                 /* of a face, either way */
	EDGE = FACE_SIZE * 120 * UNIT, /* of a flat face */
};

/* Turns by thirds of a circle, counterclockwise: one of them brings White's
 * left to the bottom. */
static struct point
turned(struct point p, unsigned thirds)
{
	int64_t sine = thirds == 1 ? ROOT_3_4 : -ROOT_3_4;

	if (thirds == 0)
		return p;
	return (struct point){ picture_scale(
				   p.y * sine - p.x * (int64_t)HALF, 1, ONE),
		picture_scale(-p.x * sine - p.y * (int64_t)HALF, 1, ONE) };
}

/* A corner of a hexagon with a corner at the bottom, or with a side there: the
 * angles are 30 + 60 i and 60 i degrees, counterclockwise from the right. */
static struct point
hexagon_corner(int i, int radius, bool corner_below)
{
	static const int wave[12] = { ONE, ROOT_3_4, HALF, 0, -HALF, -ROOT_3_4,
		-ONE, -ROOT_3_4, -HALF, 0, HALF, ROOT_3_4 };
	int step = (2 * i + (corner_below ? 1 : 0)) % 12;

	return (struct point){ picture_scale(radius, wave[step], ONE),
		-picture_scale(radius, wave[(step + 9) % 12], ONE) };
}

static void
put_label(struct picture *picture, struct point at, cell c, bool is_row)
{
	if (picture->labels == EDGE_LABELS_MAX)
		return;
	picture->label[picture->labels++] =
	    (struct edge_label){ at, c, is_row };
}

/* A label beyond the middle of the side from a to b of a cell. */
static void
label_side(struct picture *picture, cell c, struct point a, struct point b,
    bool is_row)
{
	struct point middle = picture_between(a, b, 1, 2);
	struct point inner = picture->centre[c];
	/* A normal of the side, and roughly its length. */
	long x = b.y - a.y, y = a.x - b.x;
	long length =
	    labs(x) > labs(y) ? labs(x) + labs(y) / 3 : labs(y) + labs(x) / 3;

	if (x * (middle.x - inner.x) + y * (middle.y - inner.y) < 0) {
		x = -x;
		y = -y;
	}
	put_label(picture,
	    (struct point){ middle.x + picture_scale(x, EDGE_GAP, length),
		middle.y + picture_scale(y, EDGE_GAP, length) },
	    c, is_row);
}

unsigned
picture_colour_owner(const struct rules *rules, cell c)
{
	const struct position *start = &rules->start;
	const uint8_t *colour = rules->board.colour;
	struct cellset queens = start->kind[QUEEN];
	unsigned owner = PLAYER_NONE, classes = 0;

	for (cell queen; (queen = cellset_next(&queens)) != CELL_NONE;) {
		classes |= 1u << colour[queen];
		if (colour[queen] == colour[c])
			owner = piece_owner(start->at[queen]);
	}
	return rules->board.colours == PLAYERS && classes == (1u << PLAYERS) - 1
	    ? owner
	    : (unsigned)PLAYER_NONE;
}

/* Hexes: rows lie level and each is half a hex to the left of the next; the
 * line of one letter runs up and to the left (ternion-variants(7),
 * "HEXAGONAL BOARDS"). */

static void
draw_hexes(struct picture *picture, const struct rules *rules)
{
	const struct board *board = &rules->board;
	int radius = picture_scale(HEX_WIDTH, ROOT_1_3, ONE);
	int aside = HEX_WIDTH / 2 + EDGE_GAP;
	long x = 0, y = 0;
	struct point middle;

	picture->corners = 6;
	for (cell c = 0; c < board->cells; c++) {
		int q = board->name[c].file, r = board->name[c].rank - 1;
		unsigned owner = picture_colour_owner(rules, c);
		struct point p = { HEX_WIDTH * q - HEX_WIDTH / 2 * r,
			-picture_scale((int64_t)HEX_WIDTH * r, ROOT_3_4, ONE) };

		picture->centre[c] = p;
		/* In turn order players are light, middle and dark. */
		picture->tone[c] =
		    owner != PLAYER_NONE ? (uint8_t)owner : board->colour[c];
		x += p.x;
		y += p.y;
	}
	middle = (struct point){ picture_scale(x, 1, board->cells),
		picture_scale(y, 1, board->cells) };
	for (cell c = 0; c < board->cells; c++) {
		struct point *p = &picture->centre[c];
		struct place name = board->name[c];

		p->x -= middle.x;
		p->y -= middle.y;
		for (int i = 0; i < 6; i++) {
			struct point corner = hexagon_corner(i, radius, true);

			picture->corner[c][i] =
			    (struct point){ p->x + corner.x, p->y + corner.y };
		}
		/* Rows have numbers to the left, lines have letters below. */
		if (name.file == 0 ||
		    board_at(board, name.file - 1u, name.rank) == CELL_NONE)
			put_label(picture, (struct point){ p->x - aside, p->y },
			    c, true);
		if (board_at(board, name.file, name.rank - 1u) == CELL_NONE)
			put_label(picture,
			    (struct point){ p->x + aside / 2,
				p->y + picture_scale(aside, ROOT_3_4, ONE) },
			    c, false);
	}
}

/* A block is a four-sided figure whose sides are divided into those of its
 * cells, with columns along one side and rows along the other. These two sides
 * meet in its first corner and are the board's edge. */

struct block {
	struct point corner;           /* at the first column and first row */
	struct point along;            /* at the last column and first row */
	struct point beside;           /* at the first column and last row */
	struct point across;           /* at the last column and last row */
	cell at[FACE_SIZE][FACE_SIZE]; /* by column and row from the corner */
	bool no_first_row, no_first_column; /* these are not labelled */
	bool is_turned; /* numbers stand at the first row, not letters */
};

/* The point u / size along the columns and v / size along the rows. */
static struct point
block_point(const struct block *block, long u, long v, long size)
{
	long a = (size - u) * (size - v), b = u * (size - v),
	     c = (size - u) * v, d = u * v;

	return (struct point){
		picture_scale(a * block->corner.x + b * block->along.x +
			c * block->beside.x + d * block->across.x,
		    1, size * size),
		picture_scale(a * block->corner.y + b * block->along.y +
			c * block->beside.y + d * block->across.y,
		    1, size * size),
	};
}

static void
draw_block(
    struct picture *picture, const struct block *block, int size, unsigned tone)
{
	for (int u = 0; u < size; u++)
		for (int v = 0; v < size; v++) {
			cell c = block->at[u][v];
			struct point *corner = picture->corner[c];

			corner[0] = block_point(block, u, v, size);
			corner[1] = block_point(block, u + 1, v, size);
			corner[2] = block_point(block, u + 1, v + 1, size);
			corner[3] = block_point(block, u, v + 1, size);
			picture->centre[c] =
			    block_point(block, 2 * u + 1, 2 * v + 1, 2 * size);
			picture->tone[c] =
			    (uint8_t)(tone + (unsigned)(u + v) % 2);
			if (v == 0 && !block->no_first_row)
				label_side(picture, c, corner[0], corner[1],
				    block->is_turned);
			if (u == 0 && !block->no_first_column)
				label_side(picture, c, corner[0], corner[3],
				    !block->is_turned);
		}
}

static void
put_seam(struct picture *picture, struct point from, struct point to)
{
	picture->seam[picture->seams++] = (struct seam){ from, to };
}

/* Three segments of 8 by 4 cells on a hexagon: six blocks of 4 by 4, each from
 * a corner of the hexagon to its middle (ternion-variants(7), "TRIUMVIRATE",
 * "Board"). */
static void
draw_segments(struct picture *picture, const struct board *board)
{
	/* Corners of the hexagon from the right, counterclockwise. */
	static const struct {
		unsigned segment;
		bool is_right;
		int corner, other;
	} halves[] = {
		{ 0, false, 4, 5 },
		{ 0, true, 5, 4 },
		{ 1, true, 3, 2 },
		{ 1, false, 2, 3 },
		{ 2, false, 0, 1 },
		{ 2, true, 1, 0 },
	};
	const struct point middle = { 0, 0 };

	picture->corners = 4;
	for (size_t i = 0; i < COUNT(halves); i++) {
		int corner = halves[i].corner, other = halves[i].other;
		/* The corner next to it that is not at the same base. */
		int third = (2 * corner - other + 6) % 6;
		struct point at = hexagon_corner(corner, SEGMENT_SIDE, false);
		struct block block = { at,
			picture_between(at,
			    hexagon_corner(other, SEGMENT_SIDE, false), 1, 2),
			picture_between(at,
			    hexagon_corner(third, SEGMENT_SIDE, false), 1, 2),
			middle, .no_first_row = false };

		for (unsigned u = 0; u < HALF_SIZE; u++)
			for (unsigned v = 0; v < HALF_SIZE; v++)
				block.at[u][v] =
				    board->by_segment[segment_index(
					halves[i].segment,
					halves[i].is_right ? SEGMENT_COLUMNS - u
							   : u + 1,
					v + 1)];
		draw_block(picture, &block, HALF_SIZE, 0);
	}
	for (int i = 1; i < 6; i += 2)
		put_seam(picture, middle,
		    picture_between(hexagon_corner(i, SEGMENT_SIDE, false),
			hexagon_corner(i + 1, SEGMENT_SIDE, false), 1, 2));
	/* Colours alternate from A1, which is dark. */
	for (cell c = 0; c < board->cells; c++)
		picture->tone[c] = board->colour[c] == 0 ? 2 : 0;
}

/* Three faces of 5 by 5 cells round the corner of a cube, drawn as three rhombs
 * of a hexagon (ternion-variants(7), "3-PLAYER CHESS I", "Board"). A flat board
 * is three quarters of ten by ten squares: the seat's face below on the left,
 * the next player's above it, and the third player's on the right. */
static void
draw_faces(struct picture *picture, const struct board *board, unsigned seat,
    bool flat)
{
	/* The letter and number at the corner, and whether they go up or down
	 * from there. */
	static const struct {
		int file, right, rank, up;
	} from[PLAYERS] = { { 0, 1, 1, 1 }, { 0, 1, 10, -1 }, { 9, -1, 1, 1 } };
	static const struct point squares[PLAYERS][3] = {
		{ { -EDGE, EDGE }, { 0, EDGE }, { -EDGE, 0 } },
		{ { -EDGE, -EDGE }, { 0, -EDGE }, { -EDGE, 0 } },
		{ { EDGE, EDGE }, { 0, EDGE }, { EDGE, 0 } },
	};
	/* Corners of the hexagon: 0 on the right above, counterclockwise. */
	static const int hexagon[PLAYERS][3] = { { 4, 5, 3 }, { 2, 1, 3 },
		{ 0, 5, 1 } };
	const struct point middle = { 0, 0 };

	picture->corners = 4;
	for (unsigned f = 0; f < PLAYERS; f++) {
		struct point p[3];

		for (int i = 0; i < 3; i++)
			p[i] = flat
			    ? squares[f][i]
			    : hexagon_corner(hexagon[f][i], FACE_SIDE, true);
		struct block face = { p[0], p[1], p[2], middle,
			.no_first_row = flat && f == 1,
			.no_first_column = flat && f == 2 };
		for (int u = 0; u < FACE_SIZE; u++)
			for (int v = 0; v < FACE_SIZE; v++) {
				cell c = board_at(board,
				    (unsigned)(from[f].file +
					from[f].right * u),
				    (unsigned)(from[f].rank + from[f].up * v));

				/* The cell that this seat sees there. */
				for (unsigned i = 0; flat && i < seat; i++)
					c = board->rotate[c];
				face.at[u][v] = c;
			}
		/* Cells along an edge are labelled by the part of their names
		 * in which they differ. */
		face.is_turned = board->name[face.at[0][0]].file ==
		    board->name[face.at[1][0]].file;
		draw_block(picture, &face, FACE_SIZE,
		    2 * ((f + (flat ? seat : 0)) % PLAYERS));
		if (!flat)
			put_seam(picture, middle,
			    hexagon_corner(2 * (int)f + 1, FACE_SIDE, true));
	}
	if (flat) {
		put_seam(picture, squares[0][2], (struct point){ EDGE, 0 });
		put_seam(picture, squares[0][1], (struct point){ 0, -EDGE });
	}
}

void
picture_include(
    struct point p, int margin, struct point *least, struct point *most)
{
	least->x = p.x - margin < least->x ? p.x - margin : least->x;
	least->y = p.y - margin < least->y ? p.y - margin : least->y;
	most->x = p.x + margin > most->x ? p.x + margin : most->x;
	most->y = p.y + margin > most->y ? p.y + margin : most->y;
}

/* Sets the frame round all parts, with nooks in its corners. */
static void
frame(struct picture *picture)
{
	struct point *least = &picture->least, *most = &picture->most;

	*least = *most = (struct point){ 0, 0 };
	for (unsigned c = 0; c < picture->cells; c++)
		for (unsigned i = 0; i < picture->corners; i++)
			picture_include(
			    picture->corner[c][i], MARGIN, least, most);
	for (unsigned i = 0; i < picture->labels; i++)
		picture_include(picture->label[i].at, EDGE_GAP, least, most);
	for (unsigned p = 0; p < PLAYERS; p++)
		picture_include(picture->home[p], HOME_ROOM, least, most);
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct nook *nook = &picture->nook[p];

		nook->is_low = picture->home[p].y > 0;
		nook->is_right = picture->home[p].x > HOME_GAP;
		nook->at.x = nook->is_right ? most->x : least->x;
		nook->at.y = nook->is_low ? most->y : least->y;
	}
}

/* Homes lie beyond the outer edges, nooks in the missing quarter. */
static void
frame_flat(struct picture *picture, unsigned seat)
{
	const struct point homes[PLAYERS] = { { -EDGE / 2, EDGE + HOME_GAP },
		{ -EDGE / 2, -EDGE - HOME_GAP / 2 },
		{ EDGE + HOME_GAP / 2, EDGE / 2 } };

	for (unsigned i = 0; i < PLAYERS; i++)
		picture->home[(seat + i) % PLAYERS] = homes[i];
	frame(picture);
	for (unsigned i = 0; i < PLAYERS; i++) {
		/* From the top: the next player, the third, the seat's. */
		int row = ((int)i + 2) % (int)PLAYERS;

		picture->nook[(seat + i) % PLAYERS] = (struct nook){
			{ MARGIN * 2, -EDGE + row * EDGE / (int)PLAYERS },
			false, false
		};
	}
}

/* Turns the picture until the seat's baseline is at the bottom. Homes lie
 * beyond the baselines, clockwise from White's. */
static void
turn_picture(struct picture *picture, unsigned seat)
{
	int bottom = 0;

	for (unsigned c = 0; c < picture->cells; c++) {
		picture->centre[c] = turned(picture->centre[c], seat);
		for (unsigned i = 0; i < picture->corners; i++) {
			struct point *corner = &picture->corner[c][i];

			bottom = corner->y > bottom ? corner->y : bottom;
			*corner = turned(*corner, seat);
		}
	}
	for (unsigned p = 0; p < PLAYERS; p++)
		picture->home[p] =
		    turned(turned((struct point){ 0, bottom + HOME_GAP },
			       (PLAYERS - p) % PLAYERS),
			seat);
	for (unsigned i = 0; i < picture->labels; i++)
		picture->label[i].at = turned(picture->label[i].at, seat);
	for (unsigned i = 0; i < picture->seams; i++) {
		picture->seam[i].from = turned(picture->seam[i].from, seat);
		picture->seam[i].to = turned(picture->seam[i].to, seat);
	}
}

void
picture_draw(struct picture *picture, const struct rules *rules, unsigned seat,
    bool flat)
{
	const struct board *board = &rules->board;

	flat = flat && board->shape == SHAPE_FACES;
	memset(picture, 0, sizeof(*picture));
	picture->cells = board->cells;
	switch (board->shape) {
	case SHAPE_HEXES:
		draw_hexes(picture, rules);
		break;
	case SHAPE_SEGMENTS:
		draw_segments(picture, board);
		break;
	case SHAPE_FACES:
		draw_faces(picture, board, seat, flat);
		break;
	}
	if (flat) {
		frame_flat(picture, seat);
	} else {
		turn_picture(picture, seat);
		frame(picture);
	}
}
