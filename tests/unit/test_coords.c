/* The names of cells. */
#include "tests/unit/setup.h"

#include "parse/notation/coords.h"

/* Cell names. */

TEST(cells_are_found_by_name)
{
	const struct board *board = &rules.board;
	char name[CELL_NAME_MAX];

	for (cell c = 0; c < board->cells; c++) {
		for (unsigned seat = 0; seat < PLAYERS; seat++)
			assert_int_equal(coords_read(board, NAMING_SEAT, seat,
					     slice_of(coords_name(board,
						 NAMING_SEAT, seat, c, name))),
			    c);
		assert_int_equal(coords_read(board, NAMING_ALGEBRAIC, 0,
				     slice_of(coords_name(
					 board, NAMING_ALGEBRAIC, 0, c, name))),
		    c);
		assert_int_equal(coords_read(board, NAMING_SWAPPED, 0,
				     slice_of(coords_name(
					 board, NAMING_SWAPPED, 0, c, name))),
		    c);
	}
}

/* At the edges of a board the two parts of a name differ. */
TEST(columns_and_rows_are_parts_of_names)
{
	static const struct {
		const struct naming *naming;
		const char *cell, *column, *row;
	} cases[] = {
		{ NAMING_ALGEBRAIC, "k6", "k", "6" },
		{ NAMING_UPPER, "k6", "K", "6" },
		{ NAMING_SEGMENT, "k6", "GB", "3" },
		{ NAMING_SECTOR, "k6", "B.1", "W1" }, /* B2/W1.1 */
		{ NAMING_SECTOR, "a1", "W.0", "B3" },
		{ NAMING_SECTOR, "i12", "R.3", "B3" },
		{ NAMING_SECTOR, "d4", "W.3", "B0" }, /* C/W.B */
	};
	static struct rules segments;
	char text[CELL_NAME_MAX];

	rules_init(&segments, &variant_triumvirate, NULL);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		cell c = coords_read(&segments.board, NAMING_ALGEBRAIC, 0,
		    slice_of(cases[i].cell));

		coords_column(&segments.board, cases[i].naming, c, text);
		assert_string_equal(text, cases[i].column);
		coords_row(&segments.board, cases[i].naming, c, text);
		assert_string_equal(text, cases[i].row);
	}
}

TEST(names_of_no_cell)
{
	static const char *const names[] = { "", "e", "1", "b8", "a7", "m5",
		"i1", "e0", "n7", "e14", "e1000", "e99999999999", "1e", "ee",
		"e1 ", "z1", "@1", "`1", "{1" };
	/* One more than a naming has: not the first of the next letter. */
	static const char *const beyond[] = { "a20", "t20", "u1", "A20" };
	static struct rules segments;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		assert_int_equal(coords_read(&rules.board, NAMING_ALGEBRAIC, 0,
				     slice_of(names[i])),
		    CELL_NONE);
	for (size_t i = 0; i < sizeof(beyond) / sizeof(*beyond); i++)
		assert_int_equal(
		    coords_code(NAMING_ALGEBRAIC, slice_of(beyond[i])), 0);
	assert_int_equal(coords_code(NAMING_SEAT, slice_of("20a")), 0);
	/* White's row 1 has eight cells, row 2 nine. */
	assert_int_equal(
	    coords_read(&rules.board, NAMING_SEAT, 0, slice_of("1i")),
	    CELL_NONE);
	assert_int_not_equal(
	    coords_read(&rules.board, NAMING_SEAT, 0, slice_of("2i")),
	    CELL_NONE);
	rules_init(&segments, &variant_triumvirate, NULL);
	assert_int_equal(
	    coords_read(&rules.board, NAMING_SEAT, 0, slice_of("14a")),
	    CELL_NONE);
	/* Segments have four rows, and four columns on each flank. */
	for (int i = 0; i < 4 * 10 * 10; i++) {
		char name[] = "W0/B0.0";

		name[1] = (char)('0' + i % 4);
		name[4] = (char)('0' + i / 4 % 10);
		name[6] = (char)('0' + i / 40);
		if (name[4] > '3' || name[6] > '3')
			assert_int_equal(coords_read(&segments.board,
					     NAMING_SECTOR, 0, slice_of(name)),
			    CELL_NONE);
	}
	/* "e1 was a5." */
	assert_int_equal(
	    coords_read(&rules.board, NAMING_SWAPPED, 0, slice_of("a5")),
	    cell_named("e1"));
}
