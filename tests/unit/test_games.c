/*
 * The boards of the games, their tables of names and results, and the keys of
 * positions. The rules are in tests/rules: tests/README.md, "Rules".
 */
#include "tests/unit/unit.h"

#include "parse/position/tpf.h"
#include "parse/notation/coords.h"
#include "parse/notation/notation.h"
#include "rules/rules.h"

static struct rules dreierschach, siege, nivichanov, threechess;
/* Triumvirate with each naming of its cells. */
static struct rules triumvirate, geometry, examples;

static void
make_naming(struct rules *rules, const char *naming)
{
	struct settings settings;

	settings_default(&variant_triumvirate, &settings);
	assert_true(settings_read(&variant_triumvirate, &settings,
	    variant_option(&variant_triumvirate, "Naming", 6), naming,
	    strlen(naming)));
	settings_settle(&variant_triumvirate, &settings);
	rules_init(rules, &variant_triumvirate, &settings);
}

SET_UP(make_rules)
{
	rules_init(&dreierschach, &variant_dreierschach, NULL);
	rules_init(&siege, &variant_siege, NULL);
	rules_init(&nivichanov, &variant_nivichanov, NULL);
	rules_init(&threechess, &variant_threechess, NULL);
	rules_init(&triumvirate, &variant_triumvirate, NULL);
	make_naming(&geometry, "geometry");
	make_naming(&examples, "document");
}

/* The cell of that name in coordinates. */
static cell
cell_named(const struct rules *rules, const char *name)
{
	cell c = coords_read(&rules->board,
	    notation_naming(&notation_coordinate, rules->variant), 0,
	    slice_of(name));

	if (c == CELL_NONE)
		fail_msg("not a cell: %s", name);
	return c;
}

/*
 * Keys and tables
 */

/* Positions that differ in a right or a pawn open to en passant have different
 * keys. */
TEST(rights_are_in_the_key)
{
	struct position position = dreierschach.start;
	uint64_t keys[1 << PLAYERS];

	for (unsigned who = 0; who < 1 << PLAYERS; who++) {
		for (unsigned p = 0; p < PLAYERS; p++)
			position.rights[p] =
			    who >> p & 1 ? dreierschach.start.rights[p] : 0;
		keys[who] = rules_full_key(&dreierschach, &position);
		for (unsigned other = 0; other < who; other++)
			assert_false(keys[who] == keys[other]);
	}
	assert_true(keys[(1 << PLAYERS) - 1] == dreierschach.start.key);
}

TEST(double_step_is_in_the_key)
{
	struct position position = dreierschach.start;
	uint64_t key = rules_full_key(&dreierschach, &position);

	position.en_passant[0].target = cell_named(&dreierschach, "e3");
	position.en_passant[0].pawn = cell_named(&dreierschach, "e4");
	assert_false(key == rules_full_key(&dreierschach, &position));
}

/* Kings that belong to nobody are pieces, and there may be any number of them.
 */
TEST(nobodys_king_is_a_piece)
{
	struct position position;

	position_clear(&position);
	position_put(&position, 0, piece_make(KING, 0, PLAYER_NONE));
	position_take(&position, 0);
	assert_int_equal(position.pieces, 0);
	assert_true(cellset_empty(&position.kind[KING]));
}

/* The second player's tag may be `Gray`, `Grey` or `Brown`. */
TEST(second_player_is_gray_grey_or_brown)
{
	const struct variant *variant = &variant_dreierschach;

	assert_int_equal(variant_player_tag(variant, "White", 5), 0);
	assert_int_equal(variant_player_tag(variant, "Gray", 4), 1);
	assert_int_equal(variant_player_tag(variant, "Grey", 4), 1);
	assert_int_equal(variant_player_tag(variant, "Brown", 5), 1);
	assert_int_equal(variant_player_tag(variant, "Black", 5), 2);
	assert_int_equal(variant_player_tag(variant, "Red", 3), PLAYER_NONE);
	assert_int_equal(variant_player(variant, 'G'), 1);
	assert_int_equal(variant_player(variant, 'g'), 1);
}

/* The points in turn order: 3 for the winner, 0 for the mated player and 1 for
 * the other, or 1 for all. */
TEST(results_are_the_six_mates_and_the_draw)
{
	static const char *const results[] = { "3-0-1", "3-1-0", "0-3-1",
		"1-3-0", "0-1-3", "1-0-3", "1-1-1" };
	const struct variant *variant = &variant_dreierschach;
	size_t count = 0;

	while (variant->results[count] != NULL)
		count++;
	assert_int_equal(count, 7);
	for (size_t i = 0; i < count; i++)
		assert_true(variant_result(variant, results[i], 5) >= 0);
	assert_int_equal(variant_result(variant, "3-0-0", 5), -1);
	assert_int_equal(variant_result(variant, "1-0-0", 5), -1);
	assert_int_equal(variant_result(variant, "3-0-1", 3), -1);
}

/*
 * Siege Chess
 */

/* "The colors of the hexes ... are set up so that no hex touches another hex
 * of the same color." */
TEST(no_hex_touches_one_of_its_colour)
{
	const struct board *board = &siege.board;

	for (cell c = 0; c < board->cells; c++)
		for (unsigned d = 0; d < STRAIGHTS; d++)
			if (board->step[c][d] != CELL_NONE)
				assert_int_not_equal(board->colour[c],
				    board->colour[board->step[c][d]]);
}

/*
 * Nivichanov's game
 */

/* 133 hexes: a regular hexagon of side 7 and one more hex at each of its six
 * corners; row r = 0..12 (number r+1) holds q = 1..7+r for r < 7 and
 * q = r-5..13 for r >= 7; the extra hexes are (0,0) and (8,0), that is a1 and
 * i1; (0,5) a6; (13,5) n6; (8,13) i14; (13,13) n14 */
TEST(board_is_a_hexagon_of_side_7_and_six_hexes_more)
{
	static const char *const horns[] = { "a1", "i1", "a6", "n6", "i14",
		"n14" };
	unsigned cells = 0;

	assert_int_equal(nivichanov.board.cells, 133);
	for (int r = 0; r < RANKS_MAX - 1; r++)
		for (int q = 0; q < FILES_MAX; q++) {
			bool inside = r <= 12 &&
			    (r < 7 ? q >= 1 && q <= 7 + r
				   : q >= r - 5 && q <= 13);
			cell c = board_at(
			    &nivichanov.board, (unsigned)q, (unsigned)r + 1);

			for (int i = 0; i < 6; i++)
				inside |=
				    c == cell_named(&nivichanov, horns[i]);
			assert_int_equal(c != CELL_NONE, inside);
			cells += inside;
		}
	assert_int_equal(cells, 133);
}

/* Two in line with each player's baseline. Row lengths from White: 9 8 9 10
 * 11 14 13 12 11 10 9 8 7 2. */
TEST(rows_are_as_long_from_every_seat)
{
	static const unsigned lengths[] = { 9, 8, 9, 10, 11, 14, 13, 12, 11, 10,
		9, 8, 7, 2, 0 };

	for (unsigned seat = 0; seat < PLAYERS; seat++)
		for (unsigned rank = 1; rank <= 15; rank++)
			for (unsigned file = 0; file < FILES_MAX; file++)
				assert_int_equal(
				    board_at_seat(&nivichanov.board, seat, file,
					rank) != CELL_NONE,
				    file < lengths[rank - 1]);
	for (unsigned seat = 0; seat < PLAYERS; seat++)
		for (unsigned file = 0; file + 1 < 9; file++)
			assert_int_equal(
			    nivichanov.board.step[board_at_seat(
				&nivichanov.board, seat, file,
				1)][direction_for_seat(&nivichanov.board, 0,
				seat)],
			    board_at_seat(
				&nivichanov.board, seat, file + 1, 1));
}

/* Rotation to the next seat clockwise: `rot(q,r) = (8-q+r, 13-q)`. */
TEST(rotation_is_that_of_the_page)
{
	for (cell c = 0; c < nivichanov.board.cells; c++) {
		struct place from = nivichanov.board.name[c];
		struct place to =
		    nivichanov.board.name[nivichanov.board.rotate[c]];
		int q = from.file, r = from.rank - 1;

		assert_int_equal(to.file, 8 - q + r);
		assert_int_equal(to.rank, 13 - q + 1);
	}
}

/*
 * "But both must exist"; this forbids six steps, both ways: a1-b3, i1-j3,
 * a6-b5, n6-l5, i14-j13, n14-l13
 */
TEST(six_steps_next_to_the_corners_are_forbidden)
{
	static const char *const steps[][2] = { { "a1", "b3" }, { "i1", "j3" },
		{ "a6", "b5" }, { "n6", "l5" }, { "i14", "j13" },
		{ "n14", "l13" } };
	unsigned forbidden = 0;

	for (int i = 0; i < 6; i++) {
		cell a = cell_named(&nivichanov, steps[i][0]),
		     b = cell_named(&nivichanov, steps[i][1]);

		assert_false(cellset_has(&nivichanov.board.king_set[a], b));
		assert_false(cellset_has(&nivichanov.board.king_set[b], a));
		assert_int_equal(board_line(&nivichanov.board, a, b), 0);
		assert_int_equal(board_line(&nivichanov.board, b, a), 0);
	}
	/* It forbids no other steps: a hexagon lacks a step twelve times. */
	for (cell c = 0; c < nivichanov.board.cells; c++)
		for (unsigned i = 0; i < STRAIGHTS; i++) {
			static const int q[] = { 2, 1, -1, -2, -1, 1 };
			static const int r[] = { 1, 2, 1, -1, -2, -1 };
			struct place p = nivichanov.board.name[c];
			cell to = board_at(&nivichanov.board,
			    (unsigned)(p.file + q[i]),
			    (unsigned)(p.rank + r[i]));

			forbidden += to != CELL_NONE &&
			    nivichanov.board.step[c][STRAIGHTS + i] ==
				CELL_NONE;
		}
	assert_int_equal(forbidden, 12);
}

/* Each corner keeps one whole diagonal step (a1-c2 ...). */
TEST(each_corner_keeps_one_diagonal_step)
{
	static const char *const steps[][2] = { { "a1", "c2" }, { "i1", "h2" },
		{ "a6", "c7" }, { "n6", "m7" }, { "i14", "h12" },
		{ "n14", "m12" } };

	for (int i = 0; i < 6; i++) {
		cell corner = cell_named(&nivichanov, steps[i][0]);
		unsigned count = 0;

		for (unsigned d = STRAIGHTS; d < DIRECTIONS; d++)
			count += nivichanov.board.step[corner][d] != CELL_NONE;
		assert_int_equal(count, 1);
		assert_true(cellset_has(&nivichanov.board.king_set[corner],
		    cell_named(&nivichanov, steps[i][1])));
	}
}

static struct position
place(const char *line)
{
	struct arena arena = ARENA_INIT;
	struct position position;
	struct diags diags;

	diags_init(&diags, &arena);
	if (!tpf_read(&nivichanov, slice_of(line), 0, &diags, &position))
		fail_msg("not a position: %s", line);
	arena_release(&arena);
	return position;
}

/* Leaves the bytes on the stack where the next call keeps its data. */
__attribute__((noinline)) static void
fill_stack(int byte)
{
	volatile char left[1 << 16];

	for (size_t i = 0; i < sizeof(left); i++)
		left[i] = (char)byte;
}

/* True if the move is found without a list, with any bytes on the stack. */
static bool
is_found(const struct position *position, enum kind kind, const char *to)
{
	const struct move_query query = {
		.kind = kind,
		.from = CELL_NONE,
		.from_file = FILES_MAX,
		.to = cell_named(&nivichanov, to),
	};
	struct cellset rivals;
	bool found[2];
	struct move move;

	for (int i = 0; i < 2; i++) {
		fill_stack(i == 0 ? 0 : 0xff);
		found[i] = rules_find_plain(
		    &nivichanov, position, &query, &move, &rivals);
	}
	assert_int_equal(found[0], found[1]);
	return found[0];
}

/*
 * The only defence is a capture of the knight on i5, if there is one. A search
 * for a move to an empty cell does not know about such captures.
 */
TEST(plain_search_knows_that_the_king_must_be_defended)
{
	static const char around[] =
	    "wKf1,wPe1,wPe2,wPf2,wPg1,wPg2,wPg3,wPh2,rNi5,rKd9,bKn11,";
	struct position position;
	char text[160];

	snprintf(
	    text, sizeof(text), "%s%s", around, "wBa1 w w-.r-.b- - aaa 0 1");
	position = place(text);
	assert_false(is_found(&position, BISHOP, "e3"));
	snprintf(
	    text, sizeof(text), "%s%s", around, "wRh8 w w-.r-.b- - aaa 0 1");
	position = place(text);
	assert_true(is_found(&position, ROOK, "h5"));
}

/*
 * Triumvirate
 */

TEST(board_has_96_cells_without_the_gaps)
{
	unsigned count = 0;

	assert_int_equal(triumvirate.board.cells, 96);
	for (unsigned file = 0; file < 12; file++)
		for (unsigned rank = 1; rank <= 12; rank++) {
			bool gap = (file >= 4 && file <= 7 && rank >= 5 &&
				       rank <= 8) ||
			    (file >= 8 && rank <= 4) ||
			    (file <= 3 && rank >= 9);

			assert_int_equal(board_at(&triumvirate.board, file,
					     rank) == CELL_NONE,
			    gap);
			count += !gap;
		}
	assert_int_equal(count, 96);
}

TEST(six_rosette_cells_meet_in_this_ring)
{
	static const char *const ring[] = { "D4", "D5", "I5", "I9", "E9",
		"E4" };
	const struct board *board = &triumvirate.board;
	unsigned rosettes = 0;

	for (int i = 0; i < 6; i++) {
		cell c = cell_named(&triumvirate, ring[i]);
		cell next = cell_named(&triumvirate, ring[(i + 1) % 6]);
		bool side = false;

		assert_true(board->sector[c].rosette);
		for (unsigned d = 0; d < MESH_SIDES; d++)
			side |= board->step[c][d] == next;
		assert_true(side);
	}
	for (cell c = 0; c < board->cells; c++)
		rosettes += board->sector[c].rosette;
	assert_int_equal(rosettes, 6);
}

TEST(colours_alternate_and_a1_is_dark)
{
	const struct board *board = &triumvirate.board;

	assert_int_equal(board->colour[cell_named(&triumvirate, "A1")], 0);
	for (cell c = 0; c < board->cells; c++)
		for (unsigned d = 0; d < DIRECTIONS; d++) {
			cell to = board->step[c][d];

			if (to != CELL_NONE)
				assert_int_equal(
				    board->colour[c] == board->colour[to],
				    d >= STRAIGHTS);
		}
}

TEST(every_line_leads_back)
{
	const struct board *board = &triumvirate.board;

	for (cell a = 0; a < board->cells; a++)
		for (cell b = 0; b < board->cells; b++) {
			assert_int_equal(board_line(board, a, b) == 0,
			    board_line(board, b, a) == 0);
			assert_int_equal(cellset_has(&board->diagonal[a], b),
			    cellset_has(&board->diagonal[b], a));
			assert_int_equal(cellset_has(&board->knight_set[a], b),
			    cellset_has(&board->knight_set[b], a));
		}
}

TEST(seats_correspond_by_rotation)
{
	static const char *const rows[PLAYERS][8] = {
		{ "A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1" },
		{ "L8", "K8", "J8", "I8", "D8", "C8", "B8", "A8" },
		{ "H12", "G12", "F12", "E12", "I12", "J12", "K12", "L12" },
	};

	for (unsigned s = 0; s < PLAYERS; s++)
		for (int i = 0; i < 8; i++)
			assert_int_equal(
			    triumvirate.board
				.rotate[cell_named(&triumvirate, rows[s][i])],
			    cell_named(
				&triumvirate, rows[(s + 1) % PLAYERS][i]));
	assert_int_equal(
	    triumvirate.board.rotate[cell_named(&triumvirate, "D4")],
	    cell_named(&triumvirate, "I5"));
}

static const char *
sector_name(const struct rules *rules, const char *name)
{
	static char text[CELL_NAME_MAX];

	return coords_name(
	    &rules->board, NAMING_SECTOR, 0, cell_named(rules, name), text);
}

TEST(cell_names_by_geometry)
{
	static const char *const names[][2] = { { "A1", "W3/B3.0" },
		{ "A8", "B3/W3.0" }, { "I8", "B3/R3.3" }, { "D5", "C/B.W" },
		{ "D8", "B3/W3.3" }, { "I12", "R3/B3.3" },
		{ "E12", "R3/W3.3" } };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_string_equal(
		    sector_name(&geometry, names[i][0]), names[i][1]);
}

/* The seven key cells of the document, and its starting position. */
TEST(cell_names_by_the_document)
{
	static const char *const names[][2] = { { "A1", "W3/B3.0" },
		{ "E1", "W3/R3.3" }, { "D4", "C/W.B" }, { "E4", "C/W.R" },
		{ "I8", "B3/R3.3" }, { "I12", "R3/W3.3" }, { "D5", "C/B.R" },
		{ "D1", "W3/B3.3" }, { "D8", "B3/W3.3" }, { "E12", "R3/B3.3" },
		{ "I5", "C/B.W" } };
	unsigned others = 0;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_string_equal(
		    sector_name(&examples, names[i][0]), names[i][1]);
	for (cell c = 0; c < 96; c++)
		others += examples.board.sector[c].opponent !=
		    geometry.board.sector[c].opponent;
	assert_int_equal(others, 4);
}

TEST(cell_names_are_one_to_one)
{
	const struct rules *const of[] = { &triumvirate, &geometry, &examples };

	for (int i = 0; i < 3; i++)
		for (cell c = 0; c < 96; c++) {
			char text[CELL_NAME_MAX];

			coords_name(&of[i]->board, NAMING_SECTOR, 0, c, text);
			assert_int_equal(coords_read(&of[i]->board,
					     NAMING_SECTOR, 0, slice_of(text)),
			    c);
		}
}

TEST(unknown_cell_names_are_refused)
{
	static const char *const names[] = { "W1/B3.0", "W3/W3.0", "C/W.W",
		"W1/B0.3", "B3/B3.3", "W4/B3.0", "W3/B4.0", "B3", "C/W", "" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_int_equal(coords_read(&triumvirate.board, NAMING_SECTOR,
				     0, slice_of(names[i])),
		    CELL_NONE);
}

/*
 * threeChess
 */

TEST(board_has_three_segments_of_eight_by_four)
{
	char name[CELL_NAME_MAX];
	cell c = 0;

	assert_int_equal(threechess.board.cells, 96);
	for (const char *s = "BGR"; *s != '\0'; s++)
		for (char column = 'A'; column <= 'H'; column++)
			for (char row = '1'; row <= '4'; row++, c++) {
				snprintf(name, sizeof(name), "%c%c%c", *s,
				    column, row);
				assert_int_equal(
				    cell_named(&threechess, name), c);
			}
}

TEST(columns_lead_to_the_next_segments)
{
	static const char *const pairs[] = { "BA4 GH4", "BD4 GE4", "BE4 RD4",
		"BH4 RA4", "GA4 RH4", "GD4 RE4" };

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		char name[] = "BA4";
		cell b = cell_named(&threechess, pairs[i] + 4), a;

		memcpy(name, pairs[i], 3);
		a = cell_named(&threechess, name);

		assert_int_equal(threechess.board.step[a][MESH_FRONT], b);
		assert_int_equal(threechess.board.step[b][MESH_FRONT], a);
		assert_int_equal(
		    threechess.board.turn[a][MESH_FRONT], MESH_BACK);
	}
}

TEST(first_cell_of_each_segment_is_dark)
{
	for (const char *const *s =
		 (const char *const[]){ "BA1", "GA1", "RA1", NULL };
	     *s != NULL; s++)
		assert_int_equal(
		    threechess.board.colour[cell_named(&threechess, *s)], 0);
	for (cell c = 0; c < threechess.board.cells; c++)
		for (unsigned side = 0; side < MESH_SIDES; side++)
			if (threechess.board.step[c][side] != CELL_NONE)
				assert_int_not_equal(threechess.board.colour[c],
				    threechess.board.colour
					[threechess.board.step[c][side]]);
}
