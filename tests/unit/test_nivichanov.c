/*
 * The rules of Nivichanov's game, one by one: ternion-variants(7),
 * "Nivichanov's game".
 *
 * Each rule stands above its test; quotations are from the author's
 * "Instructions for 3-player chess". A position is written in 3PF, where the
 * fields after the player to move may be left out, and moves in coordinates. */

#include "tests/unit/unit.h"
#include "tests/property/attackers.h"
#include "parse/text/arena.h"
#include "formats/position/tpf.h"
#include "parse/notation/notation.h"
#include "parse/resolve/resolve.h"
#include "tests/naive/naive.h"

enum {
	WHITE,
	RED,
	BLACK
};

/* Castling sides, in the order of 3PF. */
enum {
	NEARER,
	FARTHER,
	WITH_QUEEN
};

/* The game as it is played, and with the usual knight; made by make_rules. */
static struct rules rules, usual;
static struct alphabet english;

SET_UP(make_rules)
{
	const struct variant *variant = &variant_nivichanov;
	struct settings settings;

	settings_default(variant, &settings);
	rules_init(&rules, variant, &settings);
	assert_true(settings_read(variant, &settings, 0, "usual", 5));
	settings_settle(variant, &settings);
	rules_init(&usual, variant, &settings);
	alphabet_init(&english, &letter_sets[0], variant->letters);
}

/*
 * Positions and moves in short
 */

/* Reads a position into *position; false if the text is not a position. */
static bool
read_position(const char *text, struct position *position)
{
	static const char rest[] = " w-.r-.b- - aaa 0 1";
	struct arena arena = ARENA_INIT;
	struct strbuf line = STRBUF_INIT;
	struct diags diags;
	const char *space = strchr(text, ' ');
	bool ok;

	diags_init(&diags, &arena);
	strbuf_puts(&line, text);
	if (space != NULL && strchr(space + 1, ' ') == NULL)
		strbuf_puts(&line, rest);
	ok = tpf_read(&rules, strbuf_as_slice(&line), 0, &diags, position);
	strbuf_release(&line);
	arena_release(&arena);
	return ok;
}

static struct position
place(const char *text)
{
	struct position position;

	if (!read_position(text, &position))
		fail_msg("not a position: %s", text);
	return position;
}

/* Asserts that the position is this one, in 3PF. */
static void
check_position(const struct position *position, const char *expected,
    const char *file, int line)
{
	struct strbuf text = STRBUF_INIT;

	tpf_write(&rules, position, &text);
	_assert_string_equal(text.ptr, expected, file, line);
	strbuf_release(&text);
}

#define assert_position(position, expected) \
	check_position(position, expected, __FILE__, __LINE__)

static cell
cell_named(const char *name)
{
	cell c = board_at(&rules.board, (unsigned)(name[0] - 'a'),
	    (unsigned)strtoul(name + 1, NULL, 10));

	if (c == CELL_NONE)
		fail_msg("not a cell: %s", name);
	return c;
}

/* Reads a move, in coordinates or in the notation. */
static bool
read_move(const struct notation *notation, const struct position *position,
    const char *text, struct move *move)
{
	const struct reader_context reader = {
		.rules = &rules, .notation = notation, .alphabet = &english
	};
	struct arena arena = ARENA_INIT;
	struct parsed_turn parsed;
	struct diags diags;
	bool ok;

	diags_init(&diags, &arena);
	ok = notation_read(notation, &english, slice_of(text), &parsed) &&
	    resolve_move(
		&reader, position, slice_of(text), 0, &parsed, &diags, move);
	arena_release(&arena);
	return ok;
}

/* Reads a move in coordinates, which the naive engine must judge alike. */
static bool
judge(const struct position *position, const char *text, struct move *move)
{
	bool legal = read_move(&notation_coordinate, position, text, move);
	char after[NAIVE_TPF_MAX];
	struct strbuf line = STRBUF_INIT;
	struct position next = *position;

	tpf_write(&rules, position, &line);
	if (legal !=
	    naive_nivichanov.apply(line.ptr, text, after, sizeof(after)))
		fail_msg("only the naive engine %s %s in %s",
		    legal ? "refuses" : "allows", text, line.ptr);
	if (legal) {
		rules_make_move(&rules, &next, move);
		strbuf_reset(&line);
		tpf_write(&rules, &next, &line);
		assert_string_equal(line.ptr, after);
	}
	strbuf_release(&line);
	return legal;
}

static bool
is_legal(const struct position *position, const char *text)
{
	struct move move;

	return judge(position, text, &move);
}

static struct move
find_move(const struct position *position, const char *text)
{
	struct move move;

	if (!judge(position, text, &move))
		fail_msg("not legal: %s", text);
	return move;
}

/* Plays moves separated by single spaces; each must be legal. */
static void
play(struct position *position, const char *moves)
{
	while (*moves != '\0') {
		char text[16];
		size_t len = strcspn(moves, " ");
		struct move move;

		assert_true(len < sizeof(text));
		memcpy(text, moves, len);
		text[len] = '\0';
		move = find_move(position, text);
		rules_make_move(&rules, position, &move);
		moves += len + (moves[len] == ' ');
	}
}

static bool
add_target(void *context, const struct move *move)
{
	cellset_add(context, move->to);
	return true;
}

/* The cells to which the piece moves under the given rules. */
static struct cellset
targets_by(
    const struct rules *game, const struct position *position, const char *from)
{
	const struct move_query query = {
		.from = cell_named(from), .to = CELL_NONE, .type = MOVE_QUIET
	};
	struct cellset set = { { 0 } };

	rules_moves(game, position, &query, add_target, &set);
	return set;
}

static void
write_cells(struct cellset set, struct strbuf *out)
{
	while (!cellset_empty(&set)) {
		if (out->len > 0)
			strbuf_char(out, ' ');
		coords_write(
		    &rules.board, NAMING_ALGEBRAIC, 0, cellset_pop(&set), out);
	}
	strbuf_puts(out, ".");
}

/* Asserts that a set holds the cells of a list such as "e6 f6". */
static void
check_cells(struct cellset actual, const char *list, const char *file, int line)
{
	struct strbuf text[2] = { STRBUF_INIT, STRBUF_INIT };
	struct cellset expected = { { 0 } };

	while (*list != '\0') {
		cellset_add(&expected, cell_named(list));
		list += strcspn(list, " ");
		list += *list == ' ';
	}
	write_cells(actual, &text[0]);
	write_cells(expected, &text[1]);
	_assert_string_equal(text[0].ptr, text[1].ptr, file, line);
	strbuf_release(&text[0]);
	strbuf_release(&text[1]);
}

#define assert_targets(position, from, list) \
	check_cells(                         \
	    targets_by(&rules, position, from), list, __FILE__, __LINE__)

/* The text of a move that is given in coordinates. */
static void
check_text(const struct notation *notation, const struct position *position,
    const char *move_text, const char *expected, const char *file, int line)
{
	struct move move = find_move(position, move_text);
	struct marks marks = marks_of_move(&rules, position, &move);
	struct strbuf text = STRBUF_INIT;

	notation_write(
	    notation, &rules, &english, position, &move, &marks, &text);
	_assert_string_equal(text.ptr, expected, file, line);
	strbuf_release(&text);
}

#define assert_text(notation, position, move, expected) \
	check_text(notation, position, move, expected, __FILE__, __LINE__)

/* The mark of the move: "", "+" or "++". */
static const char *
mark_of(const struct position *position, const char *text)
{
	struct move move = find_move(position, text);
	struct marks marks = marks_of_move(&rules, position, &move);

	return marks_sign(&marks);
}

/* True if mate of the player may be called with the move. */
static bool
may_call_mate(
    const struct position *position, const char *text, unsigned player)
{
	struct move move = find_move(position, text);
	struct position after = *position;

	rules_make_move(&rules, &after, &move);
	return rules_is_mate_call(&rules, &after, position->to_move, player);
}

static struct outcome
outcome_of(const struct position *position)
{
	struct outcome outcome;

	rules_outcome(&rules, position, &outcome);
	return outcome;
}

/*
 * Options
 */

/* `Knight` | `literal` ..., `usual` ... | `literal`. */
TEST(knight_is_literal_unless_the_option_says_usual)
{
	assert_int_equal(variant_option(rules.variant, "Knight", 6), 0);
	assert_true(settings_is_default(rules.variant, &rules.settings, 0));
	assert_false(settings_is_default(rules.variant, &usual.settings, 0));
	assert_true(rules.setup == rules.variant->setups[0]);
	assert_true(usual.setup == rules.variant->setups[2]);
}

/*
 * Board and set-up
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

	assert_int_equal(rules.board.cells, 133);
	for (int r = 0; r < RANKS_MAX - 1; r++)
		for (int q = 0; q < FILES_MAX; q++) {
			bool inside = r <= 12 &&
			    (r < 7 ? q >= 1 && q <= 7 + r
				   : q >= r - 5 && q <= 13);
			cell c = board_at(
			    &rules.board, (unsigned)q, (unsigned)r + 1);

			for (int i = 0; i < 6; i++)
				inside |= c == cell_named(horns[i]);
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
				    board_at_seat(&rules.board, seat, file,
					rank) != CELL_NONE,
				    file < lengths[rank - 1]);
	for (unsigned seat = 0; seat < PLAYERS; seat++)
		for (unsigned file = 0; file + 1 < 9; file++)
			assert_int_equal(
			    rules.board.step[board_at_seat(&rules.board, seat,
				file,
				1)][direction_for_seat(&rules.board, 0, seat)],
			    board_at_seat(&rules.board, seat, file + 1, 1));
}

/* Rotation to the next seat clockwise: `rot(q,r) = (8-q+r, 13-q)`. */
TEST(rotation_is_that_of_the_page)
{
	for (cell c = 0; c < rules.board.cells; c++) {
		struct place from = rules.board.name[c];
		struct place to = rules.board.name[rules.board.rotate[c]];
		int q = from.file, r = from.rank - 1;

		assert_int_equal(to.file, 8 - q + r);
		assert_int_equal(to.rank, 13 - q + 1);
	}
}

/* White, then Red on White's left, then Black. */
TEST(turns_go_from_white_to_red_on_his_left_to_black)
{
	struct position position = rules.start;

	assert_string_equal(rules.variant->players[WHITE], "White");
	assert_string_equal(rules.variant->players[RED], "Red");
	assert_string_equal(rules.variant->players[BLACK], "Black");
	assert_int_equal(position.to_move, WHITE);
	play(&position, "e2e3");
	assert_int_equal(position.to_move, RED);
	play(&position, "e9f9");
	assert_int_equal(position.to_move, BLACK);
	assert_int_equal(position.number, 1);
	play(&position, "m10l10");
	assert_int_equal(position.to_move, WHITE);
	assert_int_equal(position.number, 2);
}

/* From the left: R N B Q B K B N R on the nine hexes of the baseline, eight
 * pawns on the second row. White a1..i1, K f1, pawns b2..i2; Red i14 h13 g12
 * f11 e10 d9 c8 b7 a6, K d9; Black n6..n14, K n11. */
TEST(pieces_are_set_up_as_the_page_says)
{
	assert_position(&rules.start,
	    "wRa1,rRa6,wNb1,wPb2,rPb6,rNb7,wBc1,wPc2,rPc7,rBc8,wQd1,wPd2,rPd8,"
	    "rKd9,wBe1,wPe2,rPe9,rBe10,wKf1,wPf2,rPf10,rQf11,wBg1,wPg2,rPg11,"
	    "rBg12,wNh1,wPh2,rPh12,rNh13,wRi1,wPi2,rPi13,rRi14,bPm6,bPm7,bPm8,"
	    "bPm9,bPm10,bPm11,bPm12,bPm13,bRn6,bNn7,bBn8,bQn9,bBn10,bKn11,"
	    "bBn12,bNn13,bRn14 w wKRQ.rKRQ.bKRQ - aaa 0 1");
	for (unsigned seat = 0; seat < PLAYERS; seat++)
		for (unsigned file = 0; file < 9; file++) {
			uint8_t piece =
			    rules.start
				.at[board_at_seat(&rules.board, seat, file, 1)];

			assert_int_equal(piece,
			    piece_make(
				variant_kind(rules.variant, "RNBQBKBNR"[file]),
				seat, seat));
		}
}

/*
 * The opening remark of the document
 */

/* "Pieces can move between pawns, including the pawn, bishop, queen, king and
 * the knight": not the rook. */
TEST(pieces_but_the_rook_pass_between_pawns)
{
	static const char *const movers[] = { "b1", "c1", "d1", "e1", "f1",
		"g1", "h1" };

	for (int i = 0; i < 7; i++) {
		struct cellset set =
		    targets_by(&rules, &rules.start, movers[i]);

		assert_false(cellset_empty(&set));
	}
	assert_targets(&rules.start, "a1", "");
	assert_targets(&rules.start, "i1", "");
}

/* "If the bishop stops at the fourth hexagon, it places the two opposing kings
 * in check, at the same time. It is usual for the first player to do so, for
 * their opening move." */
TEST(bishop_on_the_fourth_hexagon_checks_both_kings)
{
	struct position position = rules.start;

	/* c1, d3, e5, f7 */
	play(&position, "c1f7");
	assert_int_equal(position.checks[RED], 1u << WHITE);
	assert_int_equal(position.checks[BLACK], 1u << WHITE);
	assert_string_equal(mark_of(&rules.start, "c1f7"), "+");
}

/*
 * Steps of one colour
 */

/* A same-colour (diagonal) step passes between two flanking hexes, whether
 * they are occupied or not. */
TEST(diagonal_steps_pass_between_occupied_hexes)
{
	struct position position = place("wKf1,rKd9,bKn11,wBg7,wPg8,rPh8 w");

	assert_true(is_legal(&position, "g7h9"));
	assert_true(is_legal(&position, "g7i11"));
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
		cell a = cell_named(steps[i][0]), b = cell_named(steps[i][1]);

		assert_false(cellset_has(&rules.board.king_set[a], b));
		assert_false(cellset_has(&rules.board.king_set[b], a));
		assert_int_equal(board_line(&rules.board, a, b), 0);
		assert_int_equal(board_line(&rules.board, b, a), 0);
	}
	/* It forbids no other steps: a hexagon lacks a step twelve times. */
	for (cell c = 0; c < rules.board.cells; c++)
		for (unsigned i = 0; i < STRAIGHTS; i++) {
			static const int q[] = { 2, 1, -1, -2, -1, 1 };
			static const int r[] = { 1, 2, 1, -1, -2, -1 };
			struct place p = rules.board.name[c];
			cell to =
			    board_at(&rules.board, (unsigned)(p.file + q[i]),
				(unsigned)(p.rank + r[i]));

			forbidden += to != CELL_NONE &&
			    rules.board.step[c][STRAIGHTS + i] == CELL_NONE;
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
		cell corner = cell_named(steps[i][0]);
		unsigned count = 0;

		for (unsigned d = STRAIGHTS; d < DIRECTIONS; d++)
			count += rules.board.step[corner][d] != CELL_NONE;
		assert_int_equal(count, 1);
		assert_true(cellset_has(
		    &rules.board.king_set[corner], cell_named(steps[i][1])));
	}
}

/* "The corner where the rook resides is not a full path, so that an opposing
 * bishop or queen, for example, cannot move past that point to capture the
 * rook." */
TEST(bishop_cannot_capture_the_rook_in_its_corner)
{
	struct position bishop = place("wRa1,wKf1,rKd9,bKn11,rBd7 r");
	struct position queen = place("wRa1,wKf1,rKd9,bKn11,rQb3 r");
	struct position king = place("wRa1,wKf1,rKb3,bKn11 r");
	struct position other = place("wRa1,wKf1,rKd9,bKn11,rBe3 r");

	assert_true(is_legal(&bishop, "d7b3"));
	assert_false(is_legal(&bishop, "d7a1"));
	assert_false(is_legal(&queen, "b3a1"));
	assert_false(is_legal(&king, "b3a1"));
	assert_true(is_legal(&other, "e3a1"));
}

/* "The rook can move out of his corner by either of the two indicated
 * directions." */
TEST(rook_leaves_its_corner_in_two_directions)
{
	struct position position = place("wRa1,wKf1,rKd9,bKn11 w");

	assert_targets(&position, "a1",
	    "b1 c1 d1 e1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12 m13 n14");
}

/*
 * Pieces
 */

/* Rook: straight lines. */
TEST(rook_goes_along_straight_lines)
{
	struct position position = place("wKf1,rKd9,bKn11,wRg7 w");

	assert_targets(&position, "g7",
	    "h7 i7 j7 k7 l7 m7 n7 h8 i9 j10 k11 l12 m13 n14 g8 g9 g10 g11 g12 "
	    "f7 e7 d7 c7 b7 f6 e5 d4 c3 b2 a1 g6 g5 g4 g3 g2 g1");
}

/* Bishop: same-colour lines. */
TEST(bishop_goes_along_same_colour_lines)
{
	struct position position = place("wKf1,rKd9,bKn11,wBg7 w");
	struct cellset set = targets_by(&rules, &position, "g7");

	assert_targets(&position, "g7",
	    "i8 k9 m10 h9 i11 j13 f8 e9 e6 c5 f5 e3 d1 h6 i5 j4");
	while (!cellset_empty(&set))
		assert_int_equal(rules.board.colour[cellset_pop(&set)],
		    rules.board.colour[cell_named("g7")]);
}

/* Queen both. */
TEST(queen_goes_along_both)
{
	struct position queen = place("wKf1,rKd9,bKn11,wQg7 w");
	struct position rook = place("wKf1,rKd9,bKn11,wRg7 w");
	struct position bishop = place("wKf1,rKd9,bKn11,wBg7 w");
	struct cellset both = targets_by(&rules, &rook, "g7");
	struct cellset diagonal = targets_by(&rules, &bishop, "g7");
	struct cellset set = targets_by(&rules, &queen, "g7");

	both = cellset_or(both, &diagonal);
	assert_memory_equal(&set, &both, sizeof(set));
}

/* King one step of either kind. */
TEST(king_goes_one_step_of_either_kind)
{
	struct position position = place("wKg7,rKd9,bKn11 w");

	assert_targets(&position, "g7", "h7 h8 g8 f7 f6 g6 i8 h9 f8 e6 f5 h6");
}

/* `literal` = twice a diagonal direction plus one straight step at a right
 * angle to it, e.g. N,N then E or W. */
TEST(literal_knight_goes_two_diagonal_steps_and_one_aside)
{
	struct position position = place("wKf1,rKd9,bKn11,wNg7 w");

	assert_targets(
	    &position, "g7", "j11 h11 k10 k8 f10 d8 c6 c4 f3 d3 h4 j6");
}

/* `usual` (the 12 hex-knight targets). */
TEST(usual_knight_has_twelve_targets)
{
	struct position position = place("wKf1,rKd9,bKn11,wNg7 w");

	check_cells(targets_by(&usual, &position, "g7"),
	    "i10 h10 j9 j8 i6 h5 e4 f4 d5 d6 e8 f9", __FILE__, __LINE__);
}

/* It jumps, so neither occupied hexes nor missing flanks on the way matter:
 * from a1 twice N leads over b3. */
TEST(knight_jumps)
{
	struct position corner = place("wNa1,wPb2,wKf1,rKd9,bKn11 w");
	struct position ringed = place(
	    "wKf1,rKd9,bKn11,wNg7,wPg8,wPh8,rPh9,wPf7,rPf6,wPg6,wPh7,rPf8 w");

	assert_targets(&corner, "a1", "b5 d5 e4 e2");
	assert_targets(
	    &ringed, "g7", "j11 h11 k10 k8 f10 d8 c6 c4 f3 d3 h4 j6");
}

/* Pawn, seen by its owner: without capturing, one step straight ahead (N, the
 * same-colour step) or NW or NE. */
TEST(pawn_steps_ahead_or_to_either_side)
{
	struct position white = place("wKf1,rKd9,bKn11,wPg7 w");
	struct position red = place("wKf1,rKd9,bKn11,rPg7 r");
	struct position black = place("wKf1,rKd9,bKn11,bPg7 b");

	assert_targets(&white, "g7", "g8 h9 h8");
	assert_targets(&red, "g7", "h7 h6 g6");
	assert_targets(&black, "g7", "f6 e6 f7");
}

/* Capturing, NW or NE. */
TEST(pawn_captures_to_either_side)
{
	struct position position =
	    place("wKf1,rKd9,bKn11,wPg7,rNg8,rNh9,bNh8 w");

	assert_targets(&position, "g7", "g8 h8");
	assert_int_equal(find_move(&position, "g7g8").type, MOVE_CAPTURE);
	assert_int_equal(find_move(&position, "g7h8").type, MOVE_CAPTURE);
}

/* No double step, no en passant. */
TEST(pawn_has_no_double_step)
{
	struct position position = rules.start;

	assert_targets(&position, "e2", "e3 f4 f3");
	play(&position, "e2f4");
	assert_int_equal(position.en_passant[WHITE].target, CELL_NONE);
}

/*
 * Redemption
 */

/* A pawn arriving on an opponent's back row may (not must) be exchanged
 * for any of its owner's captured pieces except a pawn. */
TEST(pawn_may_be_redeemed_on_a_back_row)
{
	struct position red = place("wKf1,rKd9,bKn11,wPg11 w");
	struct position black = place("wKf1,rKd9,bKn11,wPm7 w");
	const char *letter = "qrbn";

	assert_true(is_legal(&red, "g11g12"));
	assert_true(is_legal(&black, "m7n8"));
	for (; *letter != '\0'; letter++) {
		char text[2][8];

		snprintf(text[0], sizeof(text[0]), "g11g12%c", *letter);
		snprintf(text[1], sizeof(text[1]), "m7n8%c", *letter);
		assert_true(is_legal(&red, text[0]));
		assert_true(is_legal(&black, text[1]));
	}
	assert_false(is_legal(&red, "g11g12p"));
	assert_false(is_legal(&red, "g11g12k"));
	assert_false(is_legal(&red, "g11h12q"));
}

/* Any of its owner's captured pieces: none of those still on the board, and
 * none where none was captured. */
TEST(pawn_is_redeemed_for_captured_pieces_alone)
{
	struct position some =
	    place("wQa1,wRb2,wKf1,rKd9,bKn11,wPg11 w w-.r-.b- - aaa 0 1 "
		  "lost=RB.-.-");
	struct position none =
	    place("wKf1,rKd9,bKn11,wPg11 w w-.r-.b- - aaa 0 1 lost=-.-.-");

	assert_true(is_legal(&some, "g11g12r"));
	assert_true(is_legal(&some, "g11g12b"));
	assert_false(is_legal(&some, "g11g12q"));
	assert_false(is_legal(&some, "g11g12n"));
	assert_true(is_legal(&none, "g11g12"));
	assert_false(is_legal(&none, "g11g12q"));
}

/* The piece comes back from the pool; the pawn does not go there. */
TEST(redeemed_piece_leaves_the_pool)
{
	struct position position =
	    place("wKf1,rKd9,bKn11,wPg11 w w-.r-.b- - aaa 7 1 lost=QR.-.-");

	play(&position, "g11g12q");
	assert_position(
	    &position, "rKd9,wKf1,wQg12,bKn11 r w-.r-.b- - aaa 0 1 lost=R.-.-");
}

/* On a hex from which it has no forward step left on the board. */
TEST(pawn_may_be_redeemed_where_it_has_no_step_left)
{
	struct position position = place("wKf1,rKd9,bKn11,wPj12,wPl11 w");

	assert_true(is_legal(&position, "j12j13q"));
	assert_true(is_legal(&position, "j12k13q"));
	assert_true(is_legal(&position, "j12k13"));
	assert_false(is_legal(&position, "l11l12q"));
	assert_false(is_legal(&position, "l11m12q"));
}

/* In play or not. */
TEST(back_row_of_a_player_who_is_out_counts)
{
	struct position position =
	    place("wKf1,xrRa6,bKn11,wPg11 w w-.r-.b- - axa 0 1");

	assert_true(is_legal(&position, "g11g12q"));
}

/* A step along that row is no arrival; on arrival only */
TEST(pawn_is_not_redeemed_after_its_arrival)
{
	struct position position = place("wKf1,rKd9,bKk11,wPf11,wPn9 w");

	assert_true(is_legal(&position, "f11g12"));
	assert_false(is_legal(&position, "f11g12q"));
	assert_true(is_legal(&position, "n9n10"));
	assert_false(is_legal(&position, "n9n10q"));
	/* ... unless no step is left then. */
	position = place("wKf1,rKd9,bKn11,wPh13 w");
	assert_true(is_legal(&position, "h13i14q"));
}

TEST(pawn_is_redeemed_with_a_capture)
{
	struct position position = place("wKf1,rKd9,bKn11,wPg11,rBg12 w");

	assert_int_equal(
	    find_move(&position, "g11g12r").victim, cell_named("g12"));
	play(&position, "g11g12r");
	assert_int_equal(
	    position.at[cell_named("g12")], piece_make(ROOK, WHITE, WHITE));
}

/*
 * Castling
 */

static const char castles[] =
    "wRa1,rRa6,wPb2,rPb6,wPc2,rPc7,wQd1,wPd2,rPd8,rKd9,wPe2,rPe9,wKf1,wPf2,"
    "rPf10,rQf11,wPg2,rPg11,wPh2,rPh12,wRi1,wPi2,rPi13,rRi14,bPm6,bPm7,bPm8,"
    "bPm9,bPm10,bPm11,bPm12,bPm13,bRn6,bQn9,bKn11,bRn14 w wKRQ.rKRQ.bKRQ - "
    "aaa 0 1";

/* With a rook, the king goes to the hex next to the rook and the rook to the
 * king's other side (White: Kh1 Rg1, `0-0`; Kb1 Rc1, `0-0-0`). */
TEST(king_castles_with_a_rook)
{
	struct position nearer = place(castles);
	struct position farther =
	    place("wRa1,rKd9,wKf1,bKn11 w wR.r-.b- - aaa 0 1");

	assert_text(&notation_algebraic, &nearer, "f1h1", "0-0");
	play(&nearer, "f1h1");
	assert_position(&nearer,
	    "wRa1,rRa6,wPb2,rPb6,wPc2,rPc7,wQd1,wPd2,rPd8,rKd9,wPe2,rPe9,wPf2,"
	    "rPf10,rQf11,wRg1,wPg2,rPg11,wKh1,wPh2,rPh12,wPi2,rPi13,rRi14,bPm6,"
	    "bPm7,bPm8,bPm9,bPm10,bPm11,bPm12,bPm13,bRn6,bQn9,bKn11,bRn14 r "
	    "w-.rKRQ.bKRQ - aaa 1 1");
	assert_text(&notation_algebraic, &farther, "f1b1", "0-0-0");
	play(&farther, "f1b1");
	assert_position(&farther, "wKb1,wRc1,rKd9,bKn11 r w-.r-.b- - aaa 1 1");
}

/* With the queen, once the bishop between has gone: king to the hex next to
 * the queen, queen to the hex the king left (White: Ke1 Qf1). */
TEST(king_castles_with_the_queen)
{
	struct position position = place(castles);
	struct position bishop =
	    place("wQd1,wBe1,wKf1,rKd9,bKn11 w wQ.r-.b- - aaa 0 1");

	assert_text(&notation_algebraic, &position, "f1e1q", "0-Q");
	play(&position, "f1e1q");
	assert_position(&position,
	    "wRa1,rRa6,wPb2,rPb6,wPc2,rPc7,wPd2,rPd8,rKd9,wKe1,wPe2,rPe9,wQf1,"
	    "wPf2,rPf10,rQf11,wPg2,rPg11,wPh2,rPh12,wRi1,wPi2,rPi13,rRi14,bPm6,"
	    "bPm7,bPm8,bPm9,bPm10,bPm11,bPm12,bPm13,bRn6,bQn9,bKn11,bRn14 r "
	    "w-.rKRQ.bKRQ - aaa 1 1");
	assert_false(is_legal(&bishop, "f1e1q"));
}

TEST(every_player_castles_on_his_cells)
{
	struct position position = place(castles);

	play(&position, "f1h1");
	/* Red's rook on the right of his king is the nearer one. */
	assert_int_equal(find_move(&position, "d9b7").side, NEARER);
	assert_int_equal(find_move(&position, "d9e10q").side, WITH_QUEEN);
	play(&position, "d9b7");
	assert_int_equal(find_move(&position, "n11n13").side, NEARER);
	assert_int_equal(find_move(&position, "n11n10q").side, WITH_QUEEN);
	position = place("rRi14,rKd9,wKf1,bRn6,bKn11 r w-.rR.bR - aaa 0 1");
	assert_int_equal(find_move(&position, "d9h13").side, FARTHER);
	play(&position, "d9h13");
	assert_int_equal(find_move(&position, "n11n7").side, FARTHER);
}

/* Written `0-0`, `0-0-0` and, with the queen, `0-Q`; in siege notation
 * `W00(K)` ..., `W00(R)` ..., `W00(Q)` ...; in coordinate notation the king's
 * move, `f1h1`, `f1b1`, `f1e1` with the letter `q` added to the last. */
TEST(castling_is_written_in_every_notation)
{
	static const struct {
		const struct notation *notation;
		const char *texts[3]; /* nearer, with the queen, farther */
	} table[] = {
		{ &notation_algebraic, { "0-0", "0-Q", "0-0-0" } },
		{ &notation_long, { "0-0", "0-Q", "0-0-0" } },
		{ &notation_siege, { "W00(K)", "W00(Q)", "W00(R)" } },
		{ &notation_coordinate, { "f1h1", "f1e1q", "f1b1" } },
	};
	struct position two = place(castles);
	struct position one =
	    place("wRa1,rKd9,wKf1,bKn11 w wR.r-.b- - aaa 0 1");

	for (int i = 0; i < 4; i++) {
		struct move move;

		assert_text(table[i].notation, &two, "f1h1", table[i].texts[0]);
		assert_text(
		    table[i].notation, &two, "f1e1q", table[i].texts[1]);
		assert_text(table[i].notation, &one, "f1b1", table[i].texts[2]);
		assert_true(read_move(
		    table[i].notation, &two, table[i].texts[0], &move));
		assert_int_equal(move.side, NEARER);
		assert_true(read_move(
		    table[i].notation, &two, table[i].texts[1], &move));
		assert_int_equal(move.side, WITH_QUEEN);
		assert_true(read_move(
		    table[i].notation, &one, table[i].texts[2], &move));
		assert_int_equal(move.side, FARTHER);
	}
}

/* Since the king could also step there. */
TEST(king_steps_where_he_could_castle_with_the_queen)
{
	struct position position = place(castles);
	struct move move;

	assert_int_equal(find_move(&position, "f1e1").type, MOVE_QUIET);
	assert_int_equal(find_move(&position, "f1e1q").type, MOVE_CASTLE);
	assert_true(read_move(&notation_algebraic, &position, "Ke1", &move));
	assert_int_equal(move.type, MOVE_QUIET);
	assert_true(read_move(&notation_siege, &position, "W1f-1e", &move));
	assert_int_equal(move.type, MOVE_QUIET);
	/*
	 * If castling has a sign of its own, a letter after it is not part of
	 * it.
	 */
	assert_false(read_move(&notation_long, &position, "Kf1-e1=Q", &move));
	assert_false(read_move(&notation_siege, &position, "W1f-1e(q)", &move));
}

/* King, and the rook or queen, unmoved. */
TEST(castling_ends_when_one_of_the_two_has_moved)
{
	struct position position = place(castles);

	play(&position, "i1h1 d9e10 n9n10 h1i1 e10d9 n10n9");
	assert_int_equal(
	    position.rights[WHITE], 1u << FARTHER | 1u << WITH_QUEEN);
	assert_int_equal(position.rights[RED], 0);
	assert_int_equal(position.rights[BLACK], 1u << NEARER | 1u << FARTHER);
	assert_false(is_legal(&position, "f1h1"));
	assert_true(is_legal(&position, "f1e1q"));
}

TEST(castling_ends_when_the_partner_is_captured)
{
	struct position position =
	    place("wQd1,wKf1,wRi1,rRd6,rKk13,bKn11 r wKQ.r-.b- - aaa 0 1");

	play(&position, "d6d1");
	assert_int_equal(position.rights[WHITE], 1u << NEARER);
}

/* Nothing between. */
TEST(castling_needs_the_hexes_between_empty)
{
	static const struct {
		const char *position, *move;
	} table[] = {
		{ "wKf1,wRi1,wNg1,rKd9,bKn11 w wK.r-.b- - aaa 0 1", "f1h1" },
		{ "wKf1,wRi1,wNh1,rKd9,bKn11 w wK.r-.b- - aaa 0 1", "f1h1" },
		{ "wKf1,wRa1,wNb1,rKd9,bKn11 w wR.r-.b- - aaa 0 1", "f1b1" },
		{ "wKf1,wRa1,wQd1,rKd9,bKn11 w wR.r-.b- - aaa 0 1", "f1b1" },
	};

	for (int i = 0; i < 4; i++) {
		struct position position = place(table[i].position);

		assert_false(is_legal(&position, table[i].move));
	}
}

/* None of the hexes from the king to where it lands, both included, attacked
 * by an opponent: Red's rook looks down one column after the other. */
TEST(castling_needs_the_kings_way_unattacked)
{
	static const char *const rooks[] = { "b7", "c8", "d9", "e10", "f11",
		"g12", "h13", "i14" };
	static const struct {
		const char *partner, *right, *move;
		const char *way; /* columns that may not be attacked */
	} table[] = {
		{ "wRi1", "wK", "f1h1", "fgh" },
		{ "wRa1", "wR", "f1b1", "bcdef" },
		{ "wQd1", "wQ", "f1e1q", "ef" },
	};

	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 8; k++) {
			struct position position;
			char text[128];

			snprintf(text, sizeof(text),
			    "%s,wKf1,rR%s,rKk12,bKn11 w %s.r-.b- - aaa 0 1",
			    table[i].partner, rooks[k], table[i].right);
			position = place(text);
			assert_int_equal(is_legal(&position, table[i].move),
			    strchr(table[i].way, rooks[k][0]) == NULL);
		}
}

/* By an opponent: obstacles attack nothing. */
TEST(castling_ignores_attacks_by_obstacles)
{
	struct position position =
	    place("wKf1,wRi1,xrRg12,bKn11 w wK.r-.b- - axa 0 1");

	assert_true(is_legal(&position, "f1h1"));
}

/*
 * Kings
 */

/* A king is captured like any piece: here by a rook, a bishop, a queen, a
 * knight, a pawn and a king. */
TEST(king_is_captured_like_any_piece)
{
	static const char *const table[][2] = {
		{ "wRd5,wKf1,rKd9,bKn11 w", "d5d9" },
		{ "wBf7,wKf1,rKd9,bKn11 w", "f7d9" },
		{ "wQh9,wKf1,rKd9,bKn11 w", "h9d9" },
		{ "wNc5,wKf1,rKd9,bKn11 w", "c5d9" },
		{ "wPc8,wKf1,rKd9,bKn11 w", "c8d9" },
		{ "wKe8,rKd9,bKn11 w", "e8d9" },
	};

	for (int i = 0; i < 6; i++) {
		struct position position = place(table[i][0]);

		assert_int_not_equal(position.checks[RED] & 1u << WHITE, 0);
		play(&position, table[i][1]);
		assert_int_equal(position.out, 1u << RED);
		assert_int_equal(position.king[RED], CELL_NONE);
	}
}

/* "And may step into check." */
TEST(king_may_step_into_check)
{
	struct position position = place("wKf1,rRg12,rKd9,bKn11 w");

	assert_int_equal(position.checks[WHITE], 0);
	play(&position, "f1g1");
	assert_int_equal(position.checks[WHITE], 1u << RED);
}

TEST(piece_may_open_a_line_to_its_king)
{
	struct position position = place("wKf1,wNf2,rRf11,rKd9,bKn11 w");

	assert_int_equal(position.checks[WHITE], 0);
	play(&position, "f2b1");
	assert_int_equal(position.checks[WHITE], 1u << RED);
}

/* A player whose king is attacked when his turn begins must play a move after
 * which it is not attacked, if he has one. */
TEST(attacked_king_must_be_defended)
{
	struct position position = place("wKf1,wRk6,wPb2,rRf11,rKd9,bKn11 w");

	assert_int_equal(position.checks[WHITE], 1u << RED);
	/* The king leaves the column, the rook fills it; the pawn waits. */
	assert_targets(&position, "f1", "e1 g1 e2 g2 g3 h2");
	assert_targets(&position, "k6", "f6");
	assert_targets(&position, "b2", "");
	assert_false(is_legal(&position, "f1f2"));
}

/*
 * The defence is against both opponents: a step out of one attack into another
 * does not count.
 */
TEST(defence_is_against_both_opponents)
{
	struct position position = place("wKf1,wPb2,rRf11,rKd9,bRg12,bKn11 w");

	assert_targets(&position, "f1", "e1 e2 h2");
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
		.to = cell_named(to),
	};
	struct cellset rivals;
	bool found[2];
	struct move move;

	for (int i = 0; i < 2; i++) {
		fill_stack(i == 0 ? 0 : 0xff);
		found[i] =
		    rules_find_plain(&rules, position, &query, &move, &rivals);
	}
	assert_int_equal(found[0], found[1]);
	return found[0];
}

/*
 * The only defence is a capture of the knight on i5, if there is one. A search
 * for a move to an empty cell does not know about such captures.
 */
TEST(defence_may_be_a_capture_alone)
{
	static const char around[] =
	    "wKf1,wPe1,wPe2,wPf2,wPg1,wPg2,wPg3,wPh2,rNi5,rKd9,bKn11,";
	struct position position;
	char text[128];

	snprintf(text, sizeof(text), "%s%s", around, "wBa1 w");
	position = place(text);
	assert_targets(&position, "a1", "i5");
	assert_false(is_found(&position, BISHOP, "e3"));
	snprintf(text, sizeof(text), "%s%s", around, "wRh8 w");
	position = place(text);
	assert_true(is_found(&position, ROOK, "h5"));
	assert_true(is_legal(&position, "g3g4"));
}

/* Taking the attacker's king is one: his pieces attack nothing then. */
TEST(taking_the_attackers_king_is_a_defence)
{
	struct position position = place("wKf1,wRd5,wPb2,rRf11,rKd9,bKn11 w");

	assert_targets(&position, "d5", "d9 f5 f7");
	play(&position, "d5d9");
	assert_int_equal(position.checks[WHITE], 0);
	assert_int_equal(position.out, 1u << RED);
}

/*
 * "Otherwise he plays what he likes": the knight's attack on the corner cannot
 * be answered.
 */
TEST(king_without_a_defence_allows_any_move)
{
	struct position position =
	    place("wKn14,wPm13,wPn13,wPm12,wPb2,rNk10,rKd9,bKg7 w");

	assert_int_equal(position.checks[WHITE], 1u << RED);
	assert_targets(&position, "b2", "b3 c3 c4");
	assert_false(is_legal(&position, "0000"));
}

/* Castling is no way out of an attack. */
TEST(attacked_king_does_not_castle)
{
	struct position position =
	    place("wKf1,wRi1,rRf11,rKd9,bKn11 w wK.r-.b- - aaa 0 1");

	assert_false(is_legal(&position, "f1h1"));
}

/* With `QueenCastling` `space` the hex between king and queen alone may not be
 * attacked: the king may castle with her out of an attack. */
TEST(queen_castling_needs_the_space_unattacked_by_the_option)
{
	static const char *const lines[] = {
		"wQd1,wKf1,rRf11,rKd9,bKn11 w wQ.r-.b- - aaa 0 1",
		"wQd1,wKf1,rRe10,rKd9,bKn11 w wQ.r-.b- - aaa 0 1",
		"wKf1,wRi1,rRf11,rKd9,bKn11 w wK.r-.b- - aaa 0 1",
	};
	static struct rules space;
	struct settings settings;

	settings_default(rules.variant, &settings);
	assert_true(settings_read(rules.variant, &settings,
	    variant_option(rules.variant, "QueenCastling", 13), "space", 5));
	settings_settle(rules.variant, &settings);
	rules_init(&space, rules.variant, &settings);
	for (int i = 0; i < 3; i++) {
		struct position position = place(lines[i]);
		struct move_query attempt = { .type = MOVE_CASTLE,
			.from = CELL_NONE,
			.to = CELL_NONE,
			.side = i < 2 ? WITH_QUEEN : NEARER };
		struct verdict verdict;

		rules_explain(&rules, &position, &attempt, &verdict);
		assert_int_equal(verdict.why,
		    i == 1 ? ILLEGAL_CASTLING_ATTACKED
			   : ILLEGAL_CASTLING_CHECK);
		rules_explain(&space, &position, &attempt, &verdict);
		assert_int_equal(verdict.why,
		    i == 0       ? ILLEGAL_NOT
			: i == 1 ? ILLEGAL_CASTLING_ATTACKED
				 : ILLEGAL_CASTLING_CHECK);
	}
}

/*
 * Players who are out, and the end
 */

/* When a king is captured its owner is out. His other pieces stay as
 * obstacles. */
TEST(pieces_of_a_captured_king_stay)
{
	struct position position =
	    place("wRd5,wKf1,rKd9,rRa6,rPe9,bKn11 w w-.r-.b- - aaa 4 1");

	play(&position, "d5d9");
	assert_position(
	    &position, "xrRa6,wRd9,xrPe9,wKf1,bKn11 b w-.r-.b- - axa 0 1");
	assert_int_equal(position.to_move, BLACK);
}

TEST(castling_rights_end_with_the_king)
{
	struct position position =
	    place("wRd5,wKf1,rKd9,rRa6,rRi14,bKn11 w w-.rKR.b- - aaa 0 1");

	play(&position, "d5d9");
	assert_int_equal(position.rights[RED], 0);
}

/* Obstacles attack nothing. */
TEST(obstacles_attack_nothing)
{
	struct position position =
	    place("wKf1,xrRf11,xrNe5,bKn11 w w-.r-.b- - axa 0 1");

	assert_int_equal(position.checks[WHITE], 0);
	assert_int_equal(
	    cell_attackers(&rules, &position, WHITE, cell_named("f1")), 0);
	assert_true(is_legal(&position, "f1f2"));
	assert_false(is_legal(&position, "f11f10"));
}

/*
 * Obstacles "may be captured; such a capture counts as one for the clock and
 * fills their owner's `lost=`".
 */
TEST(obstacles_may_be_captured)
{
	struct position position = place(
	    "wKf1,wRf5,xrRf11,xrPe9,bKn11 w w-.r-.b- - axa 9 4 lost=-.-.-");

	play(&position, "f5f11");
	assert_position(&position,
	    "xrPe9,wKf1,wRf11,bKn11 b w-.r-.b- - axa 0 4 lost=-.R.-");
}

/* The game ends when two kings have been captured; the player left wins
 * (`1-0-0`). After the second king the turn field names the winner. */
TEST(last_king_wins)
{
	static const char *const positions[] = {
		"wKf1,wRn6,xrPd9,bKn11,bPm12 w w-.r-.b- - axa 0 7",
		"xwPe2,rKd9,rRn6,bKn11,bPm12 r w-.r-.b- - xaa 0 7",
		"wKn11,wPm12,xrPd9,bKf1,bRn6 b w-.r-.b- - axa 0 7",
	};
	static const char *const results[] = { "1-0-0", "0-1-0", "0-0-1" };

	for (unsigned winner = 0; winner < PLAYERS; winner++) {
		struct position position = place(positions[winner]);
		struct outcome outcome = outcome_of(&position);

		assert_int_equal(outcome.ending, ENDING_NONE);
		play(&position, "n6n11");
		outcome = outcome_of(&position);
		assert_int_equal(outcome.ending, ENDING_LAST_KING);
		assert_int_equal(outcome.winner, winner);
		assert_string_equal(outcome.result, results[winner]);
		assert_int_equal(position.to_move, winner);
		assert_int_equal(rules_count(&rules, &position), 0);
	}
}

/* A player without a legal move passes `--`, one ply. */
TEST(player_without_a_move_passes)
{
	struct position position =
	    place("wKn14,wPm13,wPn13,wPm12,rKd9,bKg7 w w-.r-.b- - aaa 6 9");

	assert_int_equal(rules_count(&rules, &position), 1);
	assert_text(&notation_algebraic, &position, "0000", "--");
	assert_text(&notation_siege, &position, "0000", "W--");
	play(&position, "0000");
	assert_int_equal(position.to_move, RED);
	assert_int_equal(position.clock, 7);
	assert_false(is_legal(&position, "0000"));
}

/* A draw only by agreement: `=` and a shared result. */
TEST(draws_are_shared_by_those_in_play)
{
	const char *const *draws = rules.variant->draws;

	assert_string_equal(draws[0], "1/3-1/3-1/3");
	assert_string_equal(draws[1u << WHITE], "0-1/2-1/2");
	assert_string_equal(draws[1u << RED], "1/2-0-1/2");
	assert_string_equal(draws[1u << BLACK], "1/2-1/2-0");
}

/* A player may concede in his turn (`Y`): as if his king had been
 * captured. */
TEST(player_may_concede)
{
	struct position position =
	    place("wKf1,rRf11,rKd9,bKn11 r w-.r-.b- - aaa 3 5");

	assert_text(&notation_algebraic, &position, "(Y)", "(Y)");
	assert_text(&notation_siege, &position, "(Y)", "R(Y)");
	play(&position, "(Y)");
	assert_position(&position, "wKf1,xrRf11,bKn11 b w-.r-.b- - axa 4 5");
	assert_int_equal(position.checks[WHITE], 0);
	play(&position, "(Y)");
	assert_string_equal(outcome_of(&position).result, "1-0-0");
	assert_int_equal(position.to_move, WHITE);
}

/*
 * Mate
 */

/* `++` (mate) is written when the mover attacks an opponent's king, and every
 * hex to which that king could step is attacked. */
TEST(mate_is_a_king_attacked_with_all_his_hexes)
{
	struct position position = place("wKf1,wRe8,wRm9,rKd9,bKn14 w");
	struct position open = place("wKf1,wRe8,wRm10,rKm11,bKn14 w");

	assert_string_equal(mark_of(&position, "e8n8"), "++");
	assert_string_equal(mark_of(&position, "e8e7"), "+");
	/* m11 shuts the column m, and m12 and m13 are free. */
	assert_string_equal(mark_of(&open, "e8n8"), "+");
	assert_text(&notation_siege, &position, "e8n8", "W8c-8l(M)");
	assert_text(&notation_coordinate, &position, "e8n8", "e8n8");
}

/* "And which its own side does not hold." */
TEST(hexes_of_his_own_side_do_not_count)
{
	struct position position = place("wKf1,wRe8,rKd9,bKn14,bPm12,bPm13 w");

	assert_string_equal(mark_of(&position, "e8n8"), "++");
}

/* On the board after the step (a slider sees through the hex the king
 * left): from n13 to n14. */
TEST(slider_sees_through_the_hex_the_king_left)
{
	struct position position = place("wKf1,wRe8,wRm9,wRl5,rKd9,bKn13 w");

	assert_string_equal(mark_of(&position, "e8n8"), "++");
}

/* The king may capture an unguarded piece. */
TEST(king_may_take_what_nobody_guards)
{
	struct position guarded = place("wKf1,wRm9,wQl13,rKb4,bKn14,bPn13 w");
	struct position open =
	    place("wKf1,wRm9,wQl13,rKb4,bKn14,bPn13,bPm12 w");

	assert_true(may_call_mate(&guarded, "l13m13", BLACK));
	/* The pawn on m12 is between the rook and the queen. */
	assert_false(may_call_mate(&open, "l13m13", BLACK));
}

/* By a player in play other than the king's owner. */
TEST(third_player_helps_to_mate)
{
	struct position help = place("wKf1,wRe8,rRm9,rKd9,bKn14 w");
	struct position none =
	    place("wKf1,wRe8,xrRm9,bKn14 w w-.r-.b- - axa 0 1");
	struct position alone = place("wKf1,wPb2,rRn8,rRm9,rKd9,bKn14 w");

	assert_string_equal(mark_of(&help, "e8n8"), "++");
	assert_string_equal(mark_of(&none, "e8n8"), "+");
	/* The mover himself must attack the king. */
	assert_string_equal(mark_of(&alone, "b2b3"), "");
}

/*
 * The usual first move may be called mate of both, whose kings have no hex to
 * go to. It is not mate: Red has two moves after which his king is not
 * attacked.
 */
TEST(mate_may_be_called_without_being_mate)
{
	struct position position = rules.start;

	assert_true(may_call_mate(&rules.start, "c1f7", RED));
	assert_true(may_call_mate(&rules.start, "c1f7", BLACK));
	assert_string_equal(mark_of(&rules.start, "c1f7"), "+");
	play(&position, "c1f7");
	assert_false(rules_is_mated(&rules, &position, WHITE, RED));
	assert_int_equal(rules_count(&rules, &position), 2);
}

/* Another piece may save him: by taking, or by standing between. */
TEST(who_can_be_saved_by_another_piece_is_not_mated)
{
	struct position taken = place("wKf1,wRe8,wRm9,rKd9,bKn14,bRl6 w");
	struct position between = place("wKf1,wRe8,wRm9,rKd9,bKn14,bRg11 w");

	assert_true(may_call_mate(&taken, "e8n8", BLACK));
	assert_true(may_call_mate(&between, "e8n8", BLACK));
	assert_string_equal(mark_of(&taken, "e8n8"), "+");
	assert_string_equal(mark_of(&between, "e8n8"), "+");
}

/* It ends nothing. */
TEST(mate_ends_nothing)
{
	struct position position = place("wKf1,wRe8,wRm9,rKb4,bKn14 w");

	play(&position, "e8n8");
	assert_int_equal(outcome_of(&position).ending, ENDING_NONE);
	assert_int_equal(position.out, 0);
	assert_true(is_legal(&position, "b4b5"));
}

/*
 * Positions
 */

TEST(positions_that_cannot_be_are_refused)
{
	static const char *const bad[] = {
		"wKa2,rKd9,bKn11 w",                    /* no such hex */
		"wKf1,rKd9,bKn11 w wQ.r-.b- - aaa 0 1", /* no queen on d1 */
		"wRd1,wKf1,rKd9,bKn11 w wQ.r-.b- - aaa 0 1",
		"wRi1,wKf1,rKd9,bKn11 w wRK.r-.b- - aaa 0 1", /* order */
		"wKf1,xrKd9,bKn11 w w-.r-.b- - axa 0 1",
		"wKf1,rRd9,bKn11 w w-.r-.b- - axa 0 1",
		"wKf1,xrRd9,rKe9,bKn11 w",
		"wKf1,rKd9,bKn11 w w-.r-.b- - aaa 0 1 lost=QQ.-.-",
		"wKf1,rKd9,bKn11 w w-.r-.b- - aaa 0 1 lost=P.-.-",
		"wKf1,rKd9,bKn11 w w-.r-.b- - aaa 0 1 fort=0.0.1",
		"wKf1,rKd9,bKn11 w w-.r-.b- e3>f4 aaa 0 1",
	};
	struct position position;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (read_position(bad[i], &position))
			fail_msg("not refused: %s", bad[i]);
}
