/* Ternion: the room in a cell of a drawing for a piece or text. */
#include "formats/draw/picture.h"

enum {
	NORMAL = 1 << 12, /* the length of the normals of sides */
	FINE = 64,        /* distances are measured in parts of a tenth */
	/* A circle may come nearer to text than to an edge by 7 to 6. */
	TEXT_WEIGHT = 7,
	TEXT_PARTS = 6,
};

int
picture_distance(struct point a, struct point b)
{
	int64_t x = b.x - a.x, y = b.y - a.y;
	int64_t low = 0, high = (int64_t)1 << 31;

	/* The root of x * x + y * y. */
	while (low + 1 < high) {
		int64_t middle = (low + high) / 2;

		if (middle * middle <= x * x + y * y)
			low = middle;
		else
			high = middle;
	}
	return (int)low;
}

/* The sides of a cell with normals to the inside, and its strips of text. */
struct fence {
	unsigned sides;
	struct point from[CORNERS_MAX];
	struct point normal[CORNERS_MAX];
	struct point least, most; /* of the corners */
	int top, bottom;          /* where the strips begin */
};

/* The distance to the nearest side or strip, in parts; less than 0 outside. */
static int64_t
room_at(const struct fence *fence, struct point p)
{
	int64_t above = ((int64_t)p.y - fence->top) * FINE * TEXT_WEIGHT;
	int64_t below = ((int64_t)fence->bottom - p.y) * FINE * TEXT_WEIGHT;
	int64_t room = (above < below ? above : below) / TEXT_PARTS;

	for (unsigned i = 0; i < fence->sides; i++) {
		struct point n = fence->normal[i];
		int64_t far = ((int64_t)n.x * (p.x - fence->from[i].x) +
				  (int64_t)n.y * (p.y - fence->from[i].y)) *
		    FINE / NORMAL;

		if (far < room)
			room = far;
	}
	return room;
}

/* The point with the most room at that x, or for NULL of all, by ternary
 * search: along every line the room has a single maximum. */
static struct point
roomiest(const struct fence *fence, const int *x)
{
	int low = x != NULL ? fence->least.y : fence->least.x;
	int high = x != NULL ? fence->most.y : fence->most.x;

	for (;;) {
		int third = (high - low) / 3;
		int at[2] = { low + third, high - third };
		struct point p[2];

		if (high - low <= 2)
			at[0] = (low + high) / 2;
		for (int i = 0; i < 2; i++)
			p[i] = x != NULL ? (struct point){ *x, at[i] }
					 : roomiest(fence, &at[i]);
		if (high - low <= 2)
			return p[0];
		if (room_at(fence, p[0]) < room_at(fence, p[1]))
			low += third;
		else
			high -= third;
	}
}

/* The left and the right end of the cell at that y; false if it is outside. */
static bool
span_at(const struct picture *picture, cell c, int y, int *left, int *right)
{
	bool found = false;

	for (unsigned i = 0; i < picture->corners; i++) {
		struct point a = picture->corner[c][i];
		struct point b = picture->corner[c][(i + 1) % picture->corners];

		if ((a.y < y && b.y < y) || (a.y > y && b.y > y) || a.y == b.y)
			continue;
		int x = picture_between(a, b, y - a.y, b.y - a.y).x;
		if (!found || x < *left)
			*left = x;
		if (!found || x > *right)
			*right = x;
		found = true;
	}
	return found;
}

struct point
picture_text_at(
    const struct picture *picture, cell c, int width, int height, bool at_foot)
{
	struct point at = picture->centre[c];
	int step = at_foot ? -UNIT : UNIT, low = at.y, high = low;

	for (unsigned i = 0; i < picture->corners; i++) {
		int y = picture->corner[c][i].y;

		low = y > low ? y : low;
		high = y < high ? y : high;
	}
	for (int y = at_foot ? low : high + height;
	     at_foot ? y > at.y : y < at.y + height; y += step) {
		int left, right, other_left, other_right;

		if (!span_at(picture, c, y, &left, &right) ||
		    !span_at(picture, c, y - height, &other_left, &other_right))
			continue;
		left = left > other_left ? left : other_left;
		right = right < other_right ? right : other_right;
		if (right - left < width)
			continue;
		/* As near to the middle as it may stand. */
		if (at.x - width / 2 < left)
			at.x = left + width / 2;
		else if (at.x + width / 2 > right)
			at.x = right - width / 2;
		return (struct point){ at.x, y };
	}
	return (struct point){ at.x, at_foot ? low : high + height };
}

struct disc
picture_disc(const struct picture *picture, cell c, int top, int bottom)
{
	const struct point *corner = picture->corner[c];
	struct point middle = picture->centre[c];
	struct fence fence = {
		.sides = picture->corners, .top = top, .bottom = bottom
	};

	fence.least = fence.most = corner[0];
	for (unsigned i = 0; i < fence.sides; i++) {
		struct point a = corner[i], b = corner[(i + 1) % fence.sides];
		int length = picture_distance(a, b);
		struct point *n = &fence.normal[i];

		n->x = picture_scale(a.y - b.y, NORMAL, length);
		n->y = picture_scale(b.x - a.x, NORMAL, length);
		if ((int64_t)n->x * (middle.x - a.x) +
			(int64_t)n->y * (middle.y - a.y) <
		    0)
			*n = (struct point){ -n->x, -n->y };
		fence.from[i] = a;
		picture_include(a, 0, &fence.least, &fence.most);
	}
	/* A hexagon is the same to the left and to the right. */
	struct point at = picture->corners == CORNERS_MAX
	    ? roomiest(&fence, &picture->centre[c].x)
	    : roomiest(&fence, NULL);
	if (room_at(&fence, at) <= room_at(&fence, picture->centre[c]) + FINE)
		at = picture->centre[c];
	return (struct disc){ at, (int)(room_at(&fence, at) / FINE) };
}
