/*
 * The past of a position as a set of placements: it contains the placements
 * that were added, pasts with a common part stay separate, and searches are
 * short.
 */

#include "tests/unit/unit.h"
#include "rules/position/position.h"
#include "tests/property/random.h"

enum {
	POSITIONS = 5000,
	STEM = 118,
	SIDE = 60,
};

static struct past *
line_of(size_t len, struct dice *dice, const struct past *before)
{
	struct past *line = test_calloc(len, sizeof(*line));

	for (size_t i = 0; i < len; i++) {
		uint64_t placement = dice_next(dice);

		past_add(&line[i], i > 0 ? &line[i - 1] : before,
		    placement ^ zobrist_turn((unsigned)i % PLAYERS), placement);
	}
	return line;
}

TEST(past_contains_added_placements)
{
	struct dice dice = { 1 };
	struct past *line = line_of(POSITIONS, &dice, NULL);

	for (size_t i = 0; i < POSITIONS; i++) {
		uint64_t placement = line[i].placement;

		assert_ptr_equal(
		    past_find(&line[POSITIONS - 1], placement), &line[i]);
		assert_ptr_equal(past_find(&line[i], placement), &line[i]);
		assert_true(
		    i == 0 || past_find(&line[i - 1], placement) == NULL);
		assert_null(past_find(&line[POSITIONS - 1], dice_next(&dice)));
	}
	test_free(line);
}

/* Placements that agree in the bits of the filters, and one that recurs. */
TEST(similar_placements_are_told_apart)
{
	const uint64_t high = UINT64_C(1) << 48;
	const size_t before[] = { 0, STEM, 63, 2000 };

	for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++) {
		struct dice dice = { 5 };
		struct past *stem = line_of(before[i] + 1, &dice, NULL);
		struct past line[4];

		past_add(&line[0], &stem[before[i]], 1, 5);
		past_add(&line[1], &line[0], 2, 5 + high);
		past_add(&line[2], &line[1], 3, 5);
		past_add(&line[3], &line[2], 4, 5 + 2 * high);
		assert_ptr_equal(past_find(&line[3], 5), &line[2]);
		assert_ptr_equal(past_find(line[2].before, 5), &line[0]);
		assert_null(past_find(line[0].before, 5));
		assert_ptr_equal(past_find(&line[3], 5 + high), &line[1]);
		assert_null(past_find(&line[3], 5 + 3 * high));
		test_free(stem);
	}
}

/* Two lines of play go on from the same position. */
TEST(branches_stay_separate)
{
	struct dice dice = { 3 };
	struct past *stem = line_of(STEM, &dice, NULL);
	struct past *left = line_of(SIDE, &dice, &stem[STEM - 1]);
	struct past *right = line_of(SIDE, &dice, &stem[STEM - 1]);

	for (size_t i = 0; i < STEM; i++) {
		assert_ptr_equal(
		    past_find(&left[SIDE - 1], stem[i].placement), &stem[i]);
		assert_ptr_equal(
		    past_find(&right[SIDE - 1], stem[i].placement), &stem[i]);
	}
	for (size_t i = 0; i < SIDE; i++) {
		assert_ptr_equal(
		    past_find(&left[SIDE - 1], left[i].placement), &left[i]);
		assert_null(past_find(&right[SIDE - 1], left[i].placement));
		assert_null(past_find(&left[SIDE - 1], right[i].placement));
	}
	test_free(left);
	test_free(right);
	test_free(stem);
}

TEST(copies_are_independent)
{
	struct dice dice = { 4 };
	struct past *line = line_of(30, &dice, NULL);
	struct past copies[20];
	const struct past *copied = past_copy(&line[29], &line[9], copies);

	assert_int_equal(past_count(&line[29], NULL), 30);
	assert_int_equal(past_count(copied, &line[9]), 20);
	for (size_t i = 0; i < 20; i++)
		assert_true(copies[i].placement == line[10 + i].placement);
	memset(line + 10, 0xff, 20 * sizeof(*line));
	for (size_t i = 0; i < 20; i++)
		assert_ptr_equal(
		    past_find(copied, copies[i].placement), &copies[i]);
	for (size_t i = 0; i < 10; i++)
		assert_ptr_equal(
		    past_find(copied, line[i].placement), &line[i]);
	assert_ptr_equal(past_copy(&line[9], &line[9], copies), &line[9]);
	test_free(line);
}
