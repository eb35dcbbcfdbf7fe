/* The places of the boards' cells on paper. */
#include <limits.h>
#include <stdlib.h>

#include "formats/draw/picture.h"
#include "tests/unit/setup.h"

enum {
	BOARDS = 6,
	NEAR = 3, /* tenths that rounding may cost */
};

static struct rules games[BOARDS];
static struct picture pictures[BOARDS][PLAYERS];

SET_UP(draw_boards)
{
	const struct variant *const variant[] = { &variant_siege,
		&variant_siege, &variant_dreierschach, &variant_nivichanov,
		&variant_triumvirate, &variant_bnem };
	struct settings settings;

	for (int i = 0; i < BOARDS; i++) {
		settings_default(variant[i], &settings);
		if (i == 1)
			settings_read(variant[i], &settings, 0, "no", 2);
		settings_settle(variant[i], &settings);
		rules_init(&games[i], variant[i], &settings);
	}
	for (int i = 0; i < BOARDS; i++)
		for (unsigned seat = 0; seat < PLAYERS; seat++)
			picture_draw(
			    &pictures[i][seat], &games[i], seat, false);
}

static long
apart(struct point a, struct point b)
{
	long x = a.x - b.x, y = a.y - b.y;

	return x * x + y * y;
}

/* Twice the area to the left of the way from a over b to p. */
static long
side(struct point a, struct point b, struct point p)
{
	return (long)(b.x - a.x) * (p.y - a.y) -
	    (long)(b.y - a.y) * (p.x - a.x);
}

static bool
is_inside(const struct picture *picture, cell c, struct point p)
{
	unsigned left = 0, right = 0;

	for (unsigned i = 0; i < picture->corners; i++) {
		long s = side(picture->corner[c][i],
		    picture->corner[c][(i + 1) % picture->corners], p);

		left += s > 0;
		right += s < 0;
	}
	return left == picture->corners || right == picture->corners;
}

/* Each point that matters is in its own cell, and in no other. */
TEST(cells_do_not_overlap)
{
	for (int i = 0; i < BOARDS; i++)
		for (unsigned seat = 0; seat < PLAYERS; seat++) {
			const struct picture *p = &pictures[i][seat];

			for (cell c = 0; c < p->cells; c++)
				for (cell d = 0; d < p->cells; d++)
					assert_int_equal(
					    is_inside(p, d, p->centre[c]),
					    c == d);
		}
}

/*
 * There are no gaps: only corners at the edge belong to a single cell, once in
 * each hex there, twice in the six outermost and three times in horns; on
 * boards of segments only the corners of the hexagon do.
 */
TEST(cells_share_corners)
{
	static const unsigned lonely[BOARDS] = { 51, 51, 42, 48, 6, 3 };

	for (int i = 0; i < BOARDS; i++) {
		const struct picture *p = &pictures[i][0];
		unsigned alone = 0;

		for (cell c = 0; c < p->cells; c++)
			for (unsigned k = 0; k < p->corners; k++) {
				bool shared = false;

				for (cell d = 0; d < p->cells; d++)
					for (unsigned l = 0;
					     l < p->corners && d != c; l++)
						shared |=
						    apart(p->corner[c][k],
							p->corner[d][l]) <=
						    NEAR * NEAR;
				alone += !shared;
			}
		assert_int_equal(alone, lonely[i]);
	}
}

/*
 * A seat's picture shows each cell in the place in which White sees the rotated
 * one.
 */
TEST(seats_see_the_same_board)
{
	for (int i = 0; i < BOARDS; i++)
		for (unsigned seat = 1; seat < PLAYERS; seat++)
			for (cell c = 0; c < games[i].board.cells; c++) {
				cell turned = c;

				for (unsigned s = 0; s < seat; s++)
					turned = games[i].board.rotate[turned];
				assert_true(
				    apart(pictures[i][0].centre[c],
					pictures[i][seat].centre[turned]) <=
				    NEAR * NEAR);
			}
}

/* The home of the seat is at the bottom, the next player's on the left. */
TEST(homes_go_clockwise)
{
	for (int i = 0; i < BOARDS; i++)
		for (unsigned seat = 0; seat < PLAYERS; seat++) {
			const struct point *home = pictures[i][seat].home;
			struct point own = home[seat];

			assert_true(abs(own.x) <= NEAR);
			assert_true(home[(seat + 1) % PLAYERS].x < 0);
			assert_true(home[(seat + 2) % PLAYERS].x > 0);
			for (cell c = 0; c < games[i].board.cells; c++)
				assert_true(
				    pictures[i][seat].centre[c].y < own.y);
		}
}

/* White's corner cell lies at the bottom on the left, or at the very bottom. */
TEST(white_sits_below)
{
	for (int i = 0; i < BOARDS; i++) {
		const struct picture *p = &pictures[i][0];
		cell corner = board_at(&games[i].board, 0, 1);

		for (cell c = 0; c < p->cells; c++)
			assert_true(p->centre[c].y <= p->centre[corner].y ||
			    games[i].board.name[c].rank == 1);
	}
}

/* Colours alternate; steps on hexes lead to another of three colours. Those
 * of the three faces are not the board's, and have no step. */
TEST(neighbours_differ)
{
	for (int i = 0; i < BOARDS - 1; i++)
		for (cell c = 0; c < games[i].board.cells; c++)
			for (unsigned d = 0; d < STRAIGHTS; d++) {
				cell t = games[i].board.step[c][d];

				if (t != CELL_NONE)
					assert_int_not_equal(
					    pictures[i][0].tone[c],
					    pictures[i][0].tone[t]);
			}
}

/* "The color of the lower-left most hex ... should be the same as your
 * color": the lightest is White's, and the darkest Black's. */
TEST(corners_have_their_players_tone)
{
	for (unsigned i = 0; i < 2; i++)
		for (unsigned seat = 0; seat < PLAYERS; seat++)
			assert_int_equal(pictures[i][0].tone[board_at_seat(
					     &games[i].board, seat, 0, 1)],
			    seat);
}

/* "The queen ... on a field of its own color": the lightest hexes are White's,
 * the darkest Black's, 42 each. */
TEST(queens_have_their_players_tone)
{
	static const char *const queens[] = { "e1", "d9", "m10" };
	unsigned of[PLAYERS] = { 0 };

	for (unsigned seat = 0; seat < PLAYERS; seat++)
		assert_int_equal(
		    pictures[2][0].tone[cell_named(queens[seat])], seat);
	for (cell c = 0; c < games[2].board.cells; c++)
		of[pictures[2][0].tone[c]]++;
	for (unsigned seat = 0; seat < PLAYERS; seat++)
		assert_int_equal(of[seat], 42);
}

TEST(everything_is_in_the_frame)
{
	for (int i = 0; i < BOARDS; i++)
		for (unsigned seat = 0; seat < PLAYERS; seat++) {
			const struct picture *p = &pictures[i][seat];

			for (unsigned l = 0; l < p->labels; l++) {
				struct point at = p->label[l].at;

				assert_in_range(at.x - p->least.x, 1,
				    p->most.x - p->least.x - 1);
				assert_in_range(at.y - p->least.y, 1,
				    p->most.y - p->least.y - 1);
			}
		}
}

/* Labels are outside all cells and do not overlap. */
TEST(labels_are_apart)
{
	for (int i = 0; i < BOARDS; i++)
		for (unsigned l = 0; l < pictures[i][0].labels; l++) {
			const struct picture *p = &pictures[i][0];

			for (cell c = 0; c < p->cells; c++)
				assert_false(is_inside(p, c, p->label[l].at));
			for (unsigned k = 0; k < l; k++)
				assert_true(apart(p->label[l].at,
						p->label[k].at) > 200 * 200);
		}
}

/* Each letter and number is there: once on hexes, but twice where horns part a
 * row, and at both ends else. */
TEST(labels_are_complete)
{
	static const unsigned count[BOARDS] = { 16 + 16, 16 + 16, 13 + 13,
		15 + 15, 6 * 8, 6 * 5 };

	for (int i = 0; i < BOARDS; i++)
		assert_int_equal(pictures[i][0].labels, count[i]);
}

/* The distance of a point to the line of a side, in tenths. */
static long
to_side(struct point a, struct point b, struct point p)
{
	long s = side(a, b, p);

	return (s < 0 ? -s : s) / picture_distance(a, b);
}

/* The nearest side of the cell. */
static long
room_of(const struct picture *picture, cell c, struct point p)
{
	long room = LONG_MAX;

	for (unsigned i = 0; i < picture->corners; i++) {
		long far = to_side(picture->corner[c][i],
		    picture->corner[c][(i + 1) % picture->corners], p);

		room = far < room ? far : room;
	}
	return room;
}

/* A name fits at the foot and at the head of its cell. */
static void
check_names(const struct picture *p, unsigned width, unsigned height)
{
	const int w = (int)width, h = (int)height;

	for (cell c = 0; c < p->cells; c++)
		for (int foot = 0; foot < 2; foot++) {
			struct point at = picture_text_at(p, c, w, h, foot);
			const struct point box[] = { { at.x - w / 2, at.y - 1 },
				{ at.x + w / 2, at.y - 1 },
				{ at.x - w / 2, at.y - h + 1 },
				{ at.x + w / 2, at.y - h + 1 } };

			for (int i = 0; i < 4; i++)
				assert_true(is_inside(p, c, box[i]) ||
				    room_of(p, c, box[i]) <= NEAR);
		}
}

TEST(names_have_room)
{
	for (int i = 0; i < BOARDS; i++)
		for (unsigned seat = 0; seat < PLAYERS; seat++) {
			check_names(&pictures[i][seat], 400, 200);
			/* A name this wide is near the middle. */
			check_names(&pictures[i][seat], 700, 300);
		}
}

/* The circle lies in its cell, and none that is larger does nearby. */
static void
check_discs(const struct picture *p)
{
	for (cell c = 0; c < p->cells; c++) {
		struct disc disc = picture_disc(p, c, INT_MIN, INT_MAX);

		assert_true(is_inside(p, c, disc.at));
		assert_true(room_of(p, c, disc.at) >= disc.radius - NEAR);
		assert_true(disc.radius + NEAR >= room_of(p, c, p->centre[c]));
		for (int x = -1; x <= 1; x++)
			for (int y = -1; y <= 1; y++) {
				struct point q = { disc.at.x + 50 * x,
					disc.at.y + 50 * y };

				assert_true(
				    room_of(p, c, q) <= disc.radius + NEAR);
			}
	}
}

TEST(discs_fill_their_cells)
{
	for (int i = 0; i < BOARDS; i++)
		for (unsigned seat = 0; seat < PLAYERS; seat++)
			check_discs(&pictures[i][seat]);
}

/* With text at the foot the circle is smaller, and ends about there. */
TEST(discs_leave_room_for_text)
{
	for (int i = 0; i < BOARDS; i++) {
		const struct picture *p = &pictures[i][0];

		for (cell c = 0; c < p->cells; c++) {
			struct point at = picture_text_at(p, c, 400, 200, true);
			struct disc whole =
			    picture_disc(p, c, INT_MIN, INT_MAX);
			struct disc rest =
			    picture_disc(p, c, INT_MIN, at.y - 200);

			assert_true(rest.radius <= whole.radius + NEAR);
			assert_true(rest.at.y + rest.radius * 6 / 7 <=
			    at.y - 200 + NEAR);
		}
	}
}

/* If cells differ in size, their circles do, too. */
TEST(cells_of_segments_differ)
{
	const struct picture *p = &pictures[4][0];
	int least = INT_MAX, most = 0;

	for (cell c = 0; c < p->cells; c++) {
		int radius = picture_disc(p, c, INT_MIN, INT_MAX).radius;

		least = radius < least ? radius : least;
		most = radius > most ? radius : most;
	}
	assert_true(most > least * 4 / 3);
}

/* Faces side by side are squares of one size that do not overlap; each seat has
 * its own at the left below, and the frame holds everything. */
TEST(faces_lie_flat)
{
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		struct picture *p = malloc(sizeof(*p));
		cell corner = 0;

		assert_non_null(p);
		picture_draw(p, &games[5], seat, true);
		for (unsigned i = 0; i < seat; i++)
			corner = games[5].board.rotate[corner];
		for (cell c = 0; c < p->cells; c++) {
			assert_int_equal(
			    abs(p->corner[c][1].x - p->corner[c][0].x), 1200);
			assert_int_equal(
			    abs(p->corner[c][0].y - p->corner[c][3].y), 1200);
			assert_true(p->centre[c].x >= p->centre[corner].x);
			assert_true(p->centre[c].y <= p->centre[corner].y);
			assert_true(p->centre[c].x > p->least.x);
			assert_true(p->centre[c].y < p->most.y);
			for (cell d = 0; d < c; d++)
				assert_true(
				    apart(p->centre[c], p->centre[d]) > 0);
		}
		assert_int_equal(p->labels, 20);
		check_discs(p);
		free(p);
	}
}
