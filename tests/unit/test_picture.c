/* Where the cells of the boards lie on paper. */
#include <stdlib.h>

#include "formats/draw/picture.h"
#include "tests/unit/setup.h"

enum {
	BOARDS = 6,
	NEAR = 3, /* tenths that rounding may cost */
};

static struct board boards[BOARDS];
static struct picture pictures[BOARDS][PLAYERS];

static int
draw_boards(void **state)
{
	static const struct settings settings;

	(void)state;
	board_hex(&boards[0], 9, 8);
	board_hex(&boards[1], 8, 9);
	board_hex(&boards[2], 8, 6);
	variant_nivichanov.setups[0]->build(&boards[3], &settings);
	variant_triumvirate.setups[0]->build(&boards[4], &settings);
	variant_bnem.setups[0]->build(&boards[5], &settings);
	for (int i = 0; i < BOARDS; i++)
		for (unsigned seat = 0; seat < PLAYERS; seat++)
			picture_draw(&pictures[i][seat], &boards[i], seat);
	return 0;
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
static void
cells_do_not_overlap(void **state)
{
	(void)state;
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

/* There are no gaps: a corner belongs to one cell alone only at the edge, once
 * in each hex there, twice in the six outermost and thrice in horns; or in the
 * corners of the hexagon where one cell ends. */
static void
cells_share_corners(void **state)
{
	static const unsigned lonely[BOARDS] = { 51, 51, 42, 48, 6, 3 };

	(void)state;
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

/* A seat's picture shows each cell where White sees the one that lies so for
 * him. */
static void
seats_see_the_same_board(void **state)
{
	(void)state;
	for (int i = 0; i < BOARDS; i++)
		for (unsigned seat = 1; seat < PLAYERS; seat++)
			for (cell c = 0; c < boards[i].cells; c++) {
				cell turned = c;

				for (unsigned s = 0; s < seat; s++)
					turned = boards[i].rotate[turned];
				assert_true(
				    apart(pictures[i][0].centre[c],
					pictures[i][seat].centre[turned]) <=
				    NEAR * NEAR);
			}
}

/* The home of the seat is at the bottom, the next player's on the left. */
static void
homes_go_clockwise(void **state)
{
	(void)state;
	for (int i = 0; i < BOARDS; i++)
		for (unsigned seat = 0; seat < PLAYERS; seat++) {
			const struct point *home = pictures[i][seat].home;
			struct point own = home[seat];

			assert_true(abs(own.x) <= NEAR);
			assert_true(home[(seat + 1) % PLAYERS].x < 0);
			assert_true(home[(seat + 2) % PLAYERS].x > 0);
			for (cell c = 0; c < boards[i].cells; c++)
				assert_true(
				    pictures[i][seat].centre[c].y < own.y);
		}
}

/* White's corner cell lies at the bottom on the left, or at the very bottom. */
static void
white_sits_below(void **state)
{
	(void)state;
	for (int i = 0; i < BOARDS; i++) {
		const struct picture *p = &pictures[i][0];
		cell corner = board_at(&boards[i], 0, 1);

		for (cell c = 0; c < p->cells; c++)
			assert_true(p->centre[c].y <= p->centre[corner].y ||
			    boards[i].name[c].rank == 1);
	}
}

/* Colours alternate; steps on hexes lead to another of three colours. Those
 * of the three faces are not the board's, and have no step. */
static void
neighbours_differ(void **state)
{
	(void)state;
	for (int i = 0; i < BOARDS - 1; i++)
		for (cell c = 0; c < boards[i].cells; c++)
			for (unsigned d = 0; d < STRAIGHTS; d++) {
				cell t = boards[i].step[c][d];

				if (t != CELL_NONE)
					assert_int_not_equal(
					    pictures[i][0].tone[c],
					    pictures[i][0].tone[t]);
			}
}

/* "The color of the lower-left most hex ... should be the same as your
 * color": the lightest is White's, and the darkest Black's. */
static void
corners_have_their_players_tone(void **state)
{
	(void)state;
	for (unsigned seat = 0; seat < PLAYERS; seat++)
		assert_int_equal(
		    pictures[0][0].tone[board_at_seat(&boards[0], seat, 0, 1)],
		    seat);
}

static void
everything_is_in_the_frame(void **state)
{
	(void)state;
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

/* Labels stand outside all cells and not upon each other. */
static void
labels_are_apart(void **state)
{
	(void)state;
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
static void
labels_are_complete(void **state)
{
	static const unsigned count[BOARDS] = { 16 + 16, 16 + 16, 13 + 13,
		15 + 15, 6 * 8, 6 * 5 };

	(void)state;
	for (int i = 0; i < BOARDS; i++)
		assert_int_equal(pictures[i][0].labels, count[i]);
}

/* A name fits below the centre of its cell, and above it. */
static void
names_have_room(void **state)
{
	(void)state;
	for (int i = 0; i < BOARDS; i++)
		for (unsigned seat = 0; seat < PLAYERS; seat++) {
			const struct picture *p = &pictures[i][seat];

			for (cell c = 0; c < p->cells; c++) {
				struct point foot = p->foot[c];
				struct point head = p->head[c];

				foot.y -= 20;
				head.y += 20;
				assert_true(foot.y > p->centre[c].y);
				assert_true(head.y < p->centre[c].y);
				assert_true(is_inside(p, c, foot));
				assert_true(is_inside(p, c, head));
			}
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cells_do_not_overlap),
		cmocka_unit_test(cells_share_corners),
		cmocka_unit_test(seats_see_the_same_board),
		cmocka_unit_test(homes_go_clockwise),
		cmocka_unit_test(white_sits_below),
		cmocka_unit_test(neighbours_differ),
		cmocka_unit_test(corners_have_their_players_tone),
		cmocka_unit_test(everything_is_in_the_frame),
		cmocka_unit_test(labels_are_apart),
		cmocka_unit_test(labels_are_complete),
		cmocka_unit_test(names_have_room),
	};

	return cmocka_run_group_tests(tests, draw_boards, NULL);
}
