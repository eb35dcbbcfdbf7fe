/*
 * Positions in 3PF: read as records, with the faults of a line, and written.
 */
#include "tests/unit/reading.h"

#include "parse/position/tpf.h"

/* Positions, one a line, as records. */
TEST(positions_are_read_as_records)
{
	check_text(&format_3pf, MAX_RECORD, false,
	    slice_of("start\n\n  a b c \r\nlast"),
	    " [Position=start] | [Position=a b c] | [Position=last]");
	check_text(&format_3pf, MAX_RECORD, false, slice_of(""), "");
	check_text(&format_3pf, MAX_RECORD, false, slice_of("\n \n"), "");
	check_text(&format_3pf, 8, false, slice_of("start\n0123456789\nstart"),
	    " [Position=start] | !record-too-large@2:1 | [Position=start]");
}

/* 3PF. */

#define KINGS "gKa6,wKd1,bKm9"

/* Checks the faults of a line, given as "code@column+length ...". */
static void
check_position(const char *text, const char *expected)
{
	struct arena arena = ARENA_INIT;
	struct strbuf said = STRBUF_INIT;
	struct position position;
	struct diags diags;
	bool good;

	diags_init(&diags, &arena);
	good = tpf_read(&rules, slice_of(text), 100, &diags, &position);
	strbuf_puts(&said, "");
	diags_sort(&diags);
	for (unsigned i = 0; i < diags.len; i++)
		strbuf_printf(&said, "%s%s@%u+%u", i > 0 ? " " : "",
		    diag_table[diags.list[i].id].slug,
		    diags.list[i].span.start - 99, diags.list[i].span.len);
	if (strcmp(said.ptr, expected) != 0)
		fail_msg("'%s'\n  is said %s\n  expected %s", text, said.ptr,
		    expected);
	assert_int_equal(good, *expected == '\0');
	strbuf_release(&said);
	arena_release(&arena);
}

TEST(good_positions_are_accepted)
{
	check_position("start", "");
	check_position(" start\n", "");
	check_position(KINGS " w w-.g-.b- - aaa 0 1", "");
	check_position("  " KINGS " w w-.g-.b- - aaa 0 1\r\n", "");
	check_position(KINGS " b w-.g-.b- - aaa 999999 999999", "");
	check_position(KINGS " w w-.g-.b- - aaa 0 1 over=1-1-1", "");
	/* Kings in check, and pawns on any row, are no fault. */
	check_position(
	    "wPa1,gKa6,wRb6,wKd1,bKm9,wPm13 w w-.g-.b- - aaa 0 1", "");
	check_position("wRa1,gKa6,wKd1,wRh1,bKm9 w wKQ.g-.b- - aaa 0 1", "");
	check_position("wRa1,gKa6,wKd1,bKm9 w wK.g-.b- - aaa 0 1", "");
	check_position("gKa6,wKd1,wRh1,bKm9 w wQ.g-.b- - aaa 0 1", "");
	check_position("gKa6,wKd1,gPe7,bKm9 b w-.g-.b- e8>e7 aaa 0 1", "");
	check_position("gKa6,wKd1,gPe7,bKm9 w w-.g-.b- e8>e7 aaa 0 1", "");
}

TEST(positions_with_wrong_fields)
{
	check_position("", "position-syntax@1+1");
	check_position("  ", "position-syntax@3+1");
	check_position(KINGS, "position-syntax@1+14");
	check_position(KINGS " w", "position-syntax@16+1");
	check_position(KINGS " w w-.g-.b- - aaa 0", "position-syntax@33+1");
	check_position(KINGS "  w w-.g-.b- - aaa 0 1", "position-syntax@16+1");
	check_position(KINGS " w w-.g-.b- - aaa 0 1 x", "position-syntax@37+1");
	check_position(
	    KINGS " w w-.g-.b- - aaa 0 1  over=1-1-1", "position-syntax@37+1");
	check_position("stat", "position-syntax@1+4");
}

TEST(positions_with_wrong_pieces)
{
	check_position(
	    "zKd1," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@1+1");
	check_position(
	    "rPd2," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@1+1");
	check_position(
	    "WPd2," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@1+1");
	check_position(
	    "wXd2," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@2+1");
	check_position(
	    "wpd2," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@2+1");
	check_position(
	    "wPb8," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@3+2");
	check_position(
	    "wPD2," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@3+2");
	check_position(
	    "wPd22," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@3+3");
	check_position(
	    "wPd2x," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@3+3");
	check_position(
	    "wPd," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@1+3");
	check_position(
	    KINGS ",wPd1 w w-.g-.b- - aaa 0 1", "position-piece@18+2");
	check_position(KINGS ", w w-.g-.b- - aaa 0 1", "position-piece@16+1");
	check_position("," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@1+1");
	check_position(
	    "gKa6,,wKd1,bKm9 w w-.g-.b- - aaa 0 1", "position-piece@6+1");
	check_position("- w w-.g-.b- - aaa 0 1",
	    "position-piece@1+1 position-kings@1+1 position-kings@1+1 "
	    "position-kings@1+1");
	check_position(
	    "xwPd2," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@1+1");
	check_position(
	    "w+Pd2," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@2+1");
}

TEST(cells_have_no_leading_zero)
{
	check_position(
	    "wPd02," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@3+3");
	check_position("gKa6,wKd1,gPe7,bKm9 b w-.g-.b- e08>e7 aaa 0 1",
	    "position-passed@32+6");
}

TEST(positions_with_wrong_kings)
{
	check_position("gKa6,bKm9 w w-.g-.b- - aaa 0 1", "position-kings@1+9");
	check_position(
	    KINGS ",wKd3 w w-.g-.b- - aaa 0 1", "position-kings@16+4");
}

TEST(positions_with_wrong_turn)
{
	check_position(KINGS " x w-.g-.b- - aaa 0 1", "position-turn@16+1");
	check_position(KINGS " r w-.g-.b- - aaa 0 1", "position-turn@16+1");
	check_position(KINGS " W w-.g-.b- - aaa 0 1", "position-turn@16+1");
	check_position(KINGS " wg w-.g-.b- - aaa 0 1", "position-turn@16+2");
}

TEST(positions_with_wrong_rights)
{
	check_position(KINGS " w w- - aaa 0 1", "position-rights@18+2");
	check_position(KINGS " w w-.g- - aaa 0 1", "position-rights@18+5");
	check_position(
	    KINGS " w w-.g-.b-.w- - aaa 0 1", "position-rights@18+11");
	check_position(KINGS " w g-.w-.b- - aaa 0 1",
	    "position-rights@18+2 position-rights@21+2");
	check_position(KINGS " w wO.g-.b- - aaa 0 1", "position-rights@19+1");
	check_position(KINGS " w w.g-.b- - aaa 0 1", "position-rights@18+1");
	check_position("wRa1,gKa6,wKd1,wRh1,bKm9 w wQK.g-.b- - aaa 0 1",
	    "position-rights@30+1");
	check_position("wRa1,gKa6,wKd1,wRh1,bKm9 w wKK.g-.b- - aaa 0 1",
	    "position-rights@30+1");
	check_position("wRa1,gKa6,wKd1,wRh1,bKm9 w wK-.g-.b- - aaa 0 1",
	    "position-rights@30+1");
	/* Without rook, or king, in place. */
	check_position("gKa6,wKd1,wRh1,bKm9 w wKQ.g-.b- - aaa 0 1",
	    "position-rights@23+9");
	check_position(
	    "wRa1,gKa6,wKd2,bKm9 w wK.g-.b- - aaa 0 1", "position-rights@23+8");
	check_position(
	    "gRa1,gKa6,wKd1,bKm9 w wK.g-.b- - aaa 0 1", "position-rights@23+8");
}

TEST(positions_with_wrong_en_passant)
{
	check_position(KINGS " w w-.g-.b- e8 aaa 0 1", "position-passed@27+2");
	check_position(KINGS " w w-.g-.b- e8> aaa 0 1", "position-passed@27+3");
	check_position(KINGS " w w-.g-.b- >e7 aaa 0 1", "position-passed@27+3");
	check_position(
	    KINGS " w w-.g-.b- e8>z7 aaa 0 1", "position-passed@27+5");
	check_position(
	    KINGS " w w-.g-.b- e8>e7 aaa 0 1", "position-passed@27+5");
	check_position("gKa6,wKd1,gNe7,bKm9 w w-.g-.b- e8>e7 aaa 0 1",
	    "position-passed@32+5");
	/* His turn has come again. */
	check_position("gKa6,wKd1,gPe7,bKm9 g w-.g-.b- e8>e7 aaa 0 1",
	    "position-passed@32+5");
	/* Not over that cell, not from the second row. */
	check_position("gKa6,wKd1,gPe7,bKm9 w w-.g-.b- f8>e7 aaa 0 1",
	    "position-passed@32+5");
	check_position("gKa6,wKd1,gPe6,bKm9 w w-.g-.b- e7>e6 aaa 0 1",
	    "position-passed@32+5");
	/* Only the latest is open. */
	check_position("gKa6,gPd6,wKd1,gPe7,bKm9 w w-.g-.b- d7>d6.e8>e7 aaa "
		       "0 1",
	    "position-passed@43+5");
}

TEST(positions_with_wrong_status)
{
	check_position(KINGS " w w-.g-.b- - aab 0 1", "position-status@29+3");
	check_position(KINGS " w w-.g-.b- - aa 0 1", "position-status@29+2");
	check_position(KINGS " w w-.g-.b- - aaaa 0 1", "position-status@29+4");
	check_position(KINGS " w w-.g-.b- - AAA 0 1", "position-status@29+3");
	/* Nobody leaves this game before its end. */
	check_position(KINGS " w w-.g-.b- - aax 0 1", "position-status@29+3");
}

TEST(positions_with_wrong_counters)
{
	check_position(KINGS " w w-.g-.b- - aaa -1 1", "position-counter@33+2");
	check_position(KINGS " w w-.g-.b- - aaa x 1", "position-counter@33+1");
	check_position(KINGS " w w-.g-.b- - aaa 00 1", "position-counter@33+2");
	check_position(
	    KINGS " w w-.g-.b- - aaa 1000000 1", "position-counter@33+7");
	check_position(KINGS " w w-.g-.b- - aaa 0 0", "position-counter@35+1");
	check_position(KINGS " w w-.g-.b- - aaa 0 +1", "position-counter@35+2");
	check_position(KINGS " w w-.g-.b- - aaa 0 1x", "position-counter@35+2");
	check_position(KINGS " w w-.g-.b- - aaa 0 99999999999999999999",
	    "position-counter@35+20");
}

TEST(positions_with_wrong_keys)
{
	check_position(
	    KINGS " w w-.g-.b- - aaa 0 1 fort=0.3.0", "position-key@37+4");
	check_position(
	    KINGS " w w-.g-.b- - aaa 0 1 unmoved=a1", "position-key@37+7");
	check_position(
	    KINGS " w w-.g-.b- - aaa 0 1 over=9-9-9", "position-key@42+5");
	check_position(
	    KINGS " w w-.g-.b- - aaa 0 1 over=", "position-key@42+1");
	check_position(KINGS " w w-.g-.b- - aaa 0 1 =x", "position-key@37+1");
	check_position(KINGS " w w-.g-.b- - aaa 0 1 over=1-1-1 over=1-1-1",
	    "position-key@48+4");
}

/* Something is missing after a separator at the end. */
TEST(separators_at_the_end)
{
	check_position(KINGS " w w-.g-.b-. - aaa 0 1", "position-rights@18+9");
	check_position("gKa6,wKd1,gPe7,bKm9 w w-.g-.b- e8>e7. aaa 0 1",
	    "position-passed@38+1");
}

/* "Every fault is reported with its place." */
TEST(positions_with_several_faults)
{
	check_position("wXa1,gKa6,wPz9,wKd1 x w-.gK.b- e8>e7 abc 01 0 k=v",
	    "position-kings@1+19 position-piece@2+1 position-piece@13+2 "
	    "position-turn@21+1 position-rights@23+8 position-passed@32+5 "
	    "position-status@38+3 position-counter@42+2 position-counter@45+1 "
	    "position-key@47+1");
}

TEST(positions_are_written)
{
	static const char *const lines[] = {
		KINGS " w w-.g-.b- - aaa 0 1",
		"wRa1,gKa6,wKd1,wRh1,bKm9 w wKQ.g-.b- - aaa 12 34",
		"gKa6,wKd1,gPe7,bPj9,bKm9 w w-.g-.b- e8>e7.k9>j9 aaa 0 1",
		KINGS " g w-.g-.b- - aaa 0 1 over=1-1-1",
		"gKa6,wPa10,wKd1,bKm9 w w-.g-.b- - aaa 0 1",
	};
	struct strbuf out = STRBUF_INIT;
	struct arena arena = ARENA_INIT;

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		struct position position;
		struct diags diags;

		diags_init(&diags, &arena);
		/* a10 is not on the board: the last line is a counter-check */
		if (!tpf_read(
			&rules, slice_of(lines[i]), 0, &diags, &position)) {
			assert_int_equal(i, 4);
			continue;
		}
		strbuf_reset(&out);
		tpf_write(&rules, &position, &out);
		assert_string_equal(out.ptr, lines[i]);
	}
	strbuf_reset(&out);
	tpf_write(&rules, &rules.start, &out);
	assert_memory_equal(out.ptr, "wRa1,wPa2,gPa5,gRa6,wBb1,", 25);
	assert_non_null(strstr(out.ptr, ",bRm13 w wKQ.gKQ.bKQ - aaa 0 1"));
	strbuf_release(&out);
	arena_release(&arena);
}
