/* Arrows and marks in comments. */
#include "tests/unit/setup.h"

#include "formats/draw/svg.h"

static struct rules siege, segments;

SET_UP(make_all)
{
	rules_init(&siege, &variant_siege, NULL);
	rules_init(&segments, &variant_triumvirate, NULL);
}

/* The signs of a comment, as "green a1-b2 red c3 ...". */
static void
check_signs(const struct board *board, const struct naming *naming,
    unsigned seat, const char *text, const char *expected)
{
	struct signs signs = { .arrows = 0 };
	struct strbuf found = STRBUF_INIT;
	char a[CELL_NAME_MAX], b[CELL_NAME_MAX];

	signs_read(board, naming, seat, slice_of(text), &signs);
	strbuf_puts(&found, "");
	for (unsigned i = 0; i < signs.arrows; i++)
		strbuf_printf(&found, "%s%s %s-%s", found.len > 0 ? " " : "",
		    svg_paints[signs.arrow[i].colour].name,
		    coords_name(
			board, NAMING_ALGEBRAIC, 0, signs.arrow[i].from, a),
		    coords_name(
			board, NAMING_ALGEBRAIC, 0, signs.arrow[i].to, b));
	for (unsigned i = 0; i < signs.marks; i++)
		strbuf_printf(&found, "%s%s %s", found.len > 0 ? " " : "",
		    svg_paints[signs.mark[i].colour].name,
		    coords_name(
			board, NAMING_ALGEBRAIC, 0, signs.mark[i].at, a));
	assert_string_equal(found.ptr, expected);
	strbuf_release(&found);
}

static void
check_usual(const char *text, const char *expected)
{
	check_signs(&rules.board, NAMING_ALGEBRAIC, 0, text, expected);
}

TEST(arrows_and_marks_are_read)
{
	check_usual("[%cal Ga1b2,Rd4d5][%csl Ye5,Bm13]",
	    "green a1-b2 red d4-d5 yellow e5 blue m13");
	check_usual(
	    "good [%csl Ga1] and [%cal Gd1-e2] more", "green d1-e2 green a1");
	check_usual("[%cal Gm13h1,  Gh1m13]", "green m13-h1 green h1-m13");
	check_usual("", "");
	check_usual("a [%clk 0:10:00] comment", "");
}

TEST(malformed_signs_are_ignored)
{
	check_usual("[%cal Ga1", "");
	check_usual("[%cal a1b2,Xa1b2,G,Ga1,Gz1a1,Ga1b2c3]", "");
	check_usual("[%csl Ga1b2,Gz9,G,a1,Ra2]", "red a2");
	check_usual("[%csl]", "");
	check_usual("[%csl ]", "");
	check_usual("[%cal ,,,]", "");
}

TEST(names_of_the_record)
{
	check_signs(
	    &siege.board, NAMING_SEAT, 0, "[%cal G1e2f]", "green e1-f2");
	check_signs(&siege.board, NAMING_SEAT, 1, "[%csl G1a]", "green i16");
	check_signs(&siege.board, NAMING_SEAT, 1, "[%csl Ga1]", "green a1");
	check_signs(&segments.board, NAMING_SECTOR, 0,
	    "[%cal GW3/B3.0-W3/B2.0] [%csl RC/W.B]", "green a1-a2 red d4");
	check_signs(
	    &segments.board, NAMING_UPPER, 0, "[%cal GA1D4]", "green a1-d4");
}

TEST(colours_are_found_by_name)
{
	enum svg_colour colour;

	for (unsigned c = 0; c < SVG_COLOURS; c++) {
		const char *name = svg_paints[c].name;

		assert_true(signs_colour(slice_of(name), &colour));
		assert_int_equal(colour, c);
		assert_true(signs_colour((struct slice){ name, 1 }, &colour));
		assert_int_equal(colour, c);
	}
	assert_true(signs_colour(slice_of("Red"), &colour));
	assert_int_equal(colour, SVG_RED);
	assert_false(signs_colour(slice_of(""), &colour));
	assert_false(signs_colour(slice_of("gr"), &colour));
	assert_false(signs_colour(slice_of("greenish"), &colour));
	assert_false(signs_colour(slice_of("pink"), &colour));
}
