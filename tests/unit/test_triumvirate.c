/*
 * The rules of the three-player chess of Triumvirate4LLM, sentence by
 * sentence, and the terms and tables of the document they come from.
 *
 * Positions are the placement of 3PF and the letter of the player to move;
 * rights, clock and number follow only where they matter. Moves are in
 * coordinates, "E2E4", with a small letter for a promotion; "(Y)" resigns.
 */

#include "tests/unit/unit.h"
#include "parse/text/arena.h"
#include "formats/position/tpf.h"
#include "parse/notation/notation.h"

enum {
	WHITE,
	BLACK,
	RED,
	LINE_MAX = 2048,
};

static struct rules rules, document, geometry, examples;

SET_UP(make_rules)
{
	struct settings settings;

	rules_init(&rules, &variant_triumvirate, NULL);
	settings_default(&variant_triumvirate, &settings);
	settings_read(&variant_triumvirate, &settings, 0, "document", 8);
	rules_init(&document, &variant_triumvirate, &settings);
	settings_default(&variant_triumvirate, &settings);
	settings_read(&variant_triumvirate, &settings, 1, "geometry", 8);
	rules_init(&geometry, &variant_triumvirate, &settings);
	settings_read(&variant_triumvirate, &settings, 1, "document", 8);
	rules_init(&examples, &variant_triumvirate, &settings);
}

static cell
cell_named(const char *name)
{
	cell c = coords_read(&rules.board, NAMING_UPPER, 0, slice_of(name));

	if (c == CELL_NONE)
		fail_msg("not a cell: %s", name);
	return c;
}

/* Reads a whole line; false if it has a fault. */
static bool
reads(const struct rules *of, const char *line, struct position *position)
{
	struct arena arena = ARENA_INIT;
	struct diags diags;
	bool ok;

	diags_init(&diags, &arena);
	ok = tpf_read(of, slice_of(line), 0, &diags, position);
	arena_release(&arena);
	return ok;
}

/* Fields 3 to 7 that are not written are "w-.b-.r- - aaa 0 10". */
static struct position
place(const char *text)
{
	static const char *const usual[] = { " w", " w-.b-.r-", " -", " aaa",
		" 0", " 10" };
	struct position position;
	char line[LINE_MAX];
	int fields = 0, len;

	len = snprintf(line, sizeof(line), "%s", text);
	for (const char *p = text; *p != '\0'; p++)
		fields += *p == ' ';
	for (; fields < 6; fields++)
		len += snprintf(line + len, sizeof(line) - (size_t)len, "%s",
		    usual[fields]);
	if (!reads(&rules, line, &position))
		fail_msg("not a position: %s", line);
	return position;
}

static void
line_of(const struct rules *of, const struct position *position,
    char line[LINE_MAX])
{
	struct strbuf text = STRBUF_INIT;

	tpf_write(of, position, &text);
	snprintf(line, LINE_MAX, "%s", text.ptr);
	strbuf_release(&text);
}

struct search {
	cell from, to;
	enum kind promotion;
	bool found;
	struct move move;
};

static bool
match(void *context, const struct move *move)
{
	struct search *search = context;

	if (move->from != search->from || move->to != search->to ||
	    (enum kind)move->promotion != search->promotion)
		return true;
	search->found = true;
	search->move = *move;
	return false;
}

/* The length of the cell at the beginning of the text. */
static size_t
cell_length(const char *text)
{
	return 1 + strspn(text + 1, "0123456789");
}

static struct search
look_up(const struct rules *of, const struct position *position,
    const char *text, size_t len)
{
	size_t first = cell_length(text), second = cell_length(text + first);
	struct search search = {
		.from = coords_read(
		    &of->board, NAMING_UPPER, 0, (struct slice){ text, first }),
		.to = coords_read(&of->board, NAMING_UPPER, 0,
		    (struct slice){ text + first, second }),
	};

	if (first + second < len)
		search.promotion = variant_kind(
		    of->variant, (char)(text[first + second] & ~0x20));
	rules_moves(of, position, NULL, match, &search);
	return search;
}

static bool
is_legal(const struct position *position, const char *text)
{
	return look_up(&rules, position, text, strlen(text)).found;
}

/* Plays moves separated by blanks; each must be legal. */
static struct position
play_by(const struct rules *of, struct position position, const char *moves)
{
	static const struct move yield = { .type = MOVE_YIELD,
		.from = CELL_NONE,
		.to = CELL_NONE,
		.victim = CELL_NONE };

	while (*moves != '\0') {
		size_t len = strcspn(moves, " ");
		struct search search = { .found = true, .move = yield };

		if (*moves != '(')
			search = look_up(of, &position, moves, len);
		if (!search.found)
			fail_msg("not legal: %s", moves);
		rules_make_move(of, &position, &search.move);
		moves += len + (moves[len] == ' ');
	}
	return position;
}

/* Like the function above, from a position in short to a line of 3PF. */
static const char *
after(const char *text, const char *moves)
{
	static char line[LINE_MAX];
	struct position position = play_by(&rules, place(text), moves);

	line_of(&rules, &position, line);
	return line;
}

static bool
add_target(void *context, const struct move *move)
{
	cellset_add(context, move->to);
	return true;
}

static void
list_cells(struct cellset set, char out[LINE_MAX])
{
	struct strbuf text = STRBUF_INIT;

	while (!cellset_empty(&set)) {
		if (text.len > 0)
			strbuf_char(&text, ' ');
		coords_write(
		    &rules.board, NAMING_UPPER, 0, cellset_pop(&set), &text);
	}
	snprintf(out, LINE_MAX, "%s", text.len > 0 ? text.ptr : "");
	strbuf_release(&text);
}

/* Whither the piece on a cell may move, in the order of 3PF. */
static const char *
targets(const char *text, const char *from)
{
	static char list[LINE_MAX];
	const struct position position = place(text);
	const struct move_query query = {
		.from = cell_named(from), .to = CELL_NONE, .type = MOVE_QUIET
	};
	struct cellset set = { { 0 } };

	rules_moves(&rules, &position, &query, add_target, &set);
	list_cells(set, list);
	return list;
}

static const char *
result_of(const char *text, const char *moves)
{
	struct position position = play_by(&rules, place(text), moves);
	struct outcome outcome;

	rules_outcome(&rules, &position, &outcome);
	return outcome.result != NULL ? outcome.result : "*";
}

static enum illegal
why_not(const char *text, const char *move)
{
	const struct position position = place(text);
	struct move_query attempt = {
		.type = MOVE_UNSTATED, .from_file = FILES_MAX, .side = SIDES_MAX
	};
	struct search search = look_up(&rules, &position, move, strlen(move));
	struct verdict verdict;

	attempt.from = search.from;
	attempt.to = search.to;
	attempt.promotion = search.promotion;
	rules_explain(&rules, &position, &attempt, &verdict);
	return verdict.why;
}

static enum illegal
why_no_castling(const char *text, unsigned side)
{
	const struct position position = place(text);
	const struct move_query attempt = { .type = MOVE_CASTLE,
		.kind = KING,
		.from = CELL_NONE,
		.from_file = FILES_MAX,
		.to = CELL_NONE,
		.side = side };
	struct verdict verdict;

	rules_explain(&rules, &position, &attempt, &verdict);
	return verdict.why;
}

/* Kings that are out of the way, for tests of single pieces. */
#define KINGS "wKH1,bKL8,rKH12 "

/*
 * Board
 */

TEST(board_has_96_cells_without_the_gaps)
{
	unsigned count = 0;

	assert_int_equal(rules.board.cells, 96);
	for (unsigned file = 0; file < 12; file++)
		for (unsigned rank = 1; rank <= 12; rank++) {
			bool gap = (file >= 4 && file <= 7 && rank >= 5 &&
				       rank <= 8) ||
			    (file >= 8 && rank <= 4) ||
			    (file <= 3 && rank >= 9);

			assert_int_equal(
			    board_at(&rules.board, file, rank) == CELL_NONE,
			    gap);
			count += !gap;
		}
	assert_int_equal(count, 96);
}

TEST(straight_lines_run_along_columns_and_rows)
{
	assert_string_equal(targets("wRD2,wPH2," KINGS "w", "D2"),
	    "A2 B2 C2 D1 D3 D4 D5 D6 D7 D8 E2 F2 G2");
	assert_string_equal(targets("wRE2,wPH2," KINGS "w", "E2"),
	    "A2 B2 C2 D2 E1 E3 E4 E9 E10 E11 E12 F2 G2");
	assert_string_equal(targets("wRI6," KINGS "w", "I6"),
	    "A6 B6 C6 D6 I5 I7 I8 I9 I10 I11 I12 J6 K6 L6");
	assert_string_equal(targets("wRA4,wPA8," KINGS "w", "A4"),
	    "A1 A2 A3 A5 A6 A7 B4 C4 D4 E4 F4 G4 H4");
	assert_string_equal(targets("wRA5," KINGS "w", "A5"),
	    "A1 A2 A3 A4 A6 A7 A8 B5 C5 D5 I5 J5 K5 L5");
	assert_string_equal(targets("wRK9," KINGS "w", "K9"),
	    "E9 F9 G9 H9 I9 J9 K5 K6 K7 K8 K10 K11 K12 L9");
}

TEST(six_rosette_cells_meet_in_this_ring)
{
	static const char *const ring[] = { "D4", "D5", "I5", "I9", "E9",
		"E4" };
	const struct board *board = &rules.board;
	unsigned rosettes = 0;

	for (int i = 0; i < 6; i++) {
		cell c = cell_named(ring[i]);
		cell next = cell_named(ring[(i + 1) % 6]);
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

TEST(diagonal_through_the_centre_forks)
{
	assert_string_equal(targets("wBD4," KINGS "w", "D4"),
	    "A1 A7 B2 B6 C3 C5 E3 E9 F2 F10 G1 G11 I5 J6 K7");
	assert_string_equal(targets("wBB2,wPA3,wPC1," KINGS "w", "B2"),
	    "A1 C3 D4 E9 F10 G11 I5 J6 K7");
}

/* A bishop or queen passing the centre continues on both branches. */
TEST(branches_are_blocked_each_for_itself)
{
	assert_string_equal(
	    targets("wBB2,wPA1,wPA3,wPC1,wPI5," KINGS "w", "B2"),
	    "C3 D4 E9 F10 G11");
	assert_string_equal(
	    targets("wBB2,wPA1,wPA3,wPC1,rNE9," KINGS "w", "B2"),
	    "C3 D4 E9 I5 J6 K7");
	assert_string_equal(
	    targets("wBB2,wPA1,wPA3,wPC1,bND4," KINGS "w", "B2"), "C3 D4");
	assert_string_equal(
	    targets("wBB2,wPA1,wPA3,wPC1,wND4," KINGS "w", "B2"), "C3");
}

TEST(no_move_over_a_fork_is_given_twice)
{
	const struct position position = place("wQB2," KINGS "w");

	/*
	 * 14 straight, 4 by the corner, C3 D4, and 4 and 4 after the centre;
	 * the Black king is on the last cell of one of these lines.
	 */
	assert_int_equal(
	    rules_count(&rules, &position), 14 + 3 + 2 + 3 + 3 + 3);
}

TEST(knight_goes_two_and_one_or_one_and_two)
{
	assert_string_equal(
	    targets("wND4," KINGS "w", "D4"), "B3 B5 C2 C6 E2 E10 F3 F9 I6 J5");
	assert_string_equal(targets("wNB1," KINGS "w", "B1"), "A3 C3 D2");
}

TEST(colours_alternate_and_a1_is_dark)
{
	const struct board *board = &rules.board;

	assert_int_equal(board->colour[cell_named("A1")], 0);
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
	const struct board *board = &rules.board;

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
			    rules.board.rotate[cell_named(rows[s][i])],
			    cell_named(rows[(s + 1) % PLAYERS][i]));
	assert_int_equal(
	    rules.board.rotate[cell_named("D4")], cell_named("I5"));
}

/* The rules are symmetric under this rotation. */
TEST(opening_moves_are_the_same_for_all)
{
	struct position position = rules.start;

	for (unsigned p = 0; p < PLAYERS; p++) {
		position_turn(&position, p);
		assert_int_equal(rules_count(&rules, &position), 20);
	}
	assert_int_equal(rules_perft(&rules, &rules.start, 2), 400);
	assert_int_equal(rules_perft(&rules, &rules.start, 3), 8000);
	assert_int_equal(rules_perft(&rules, &rules.start, 4), 178080);
}

/*
 * Set-up
 */

#define OPENING                                                              \
	"wRA1,wPA2,bPA7,bRA8,wNB1,wPB2,bPB7,bNB8,wBC1,wPC2,bPC7,bBC8,wQD1,"  \
	"wPD2,bPD7,bKD8,wKE1,wPE2,rPE11,rQE12,wBF1,wPF2,rPF11,rBF12,wNG1,"   \
	"wPG2,rPG11,rNG12,wRH1,wPH2,rPH11,rRH12,bPI7,bQI8,rPI11,rKI12,bPJ7," \
	"bBJ8,rPJ11,rBJ12,bPK7,bNK8,rPK11,rNK12,bPL7,bRL8,rPL11,rRL12 w "    \
	"wKQ.bKQ.rKQ - aaa 0 1"

TEST(set_up_of_the_server)
{
	char line[LINE_MAX];

	line_of(&rules, &rules.start, line);
	assert_string_equal(line, OPENING);
}

TEST(set_up_of_the_document)
{
	char line[LINE_MAX];
	struct position position;

	line_of(&document, &document.start, line);
	assert_non_null(strstr(line, "bQD8,"));
	assert_non_null(strstr(line, "bKI8,"));
	assert_non_null(strstr(line, "wKE1,"));
	assert_non_null(strstr(line, "rKI12,"));
	assert_non_null(strstr(line, "rQE12,"));
	assert_non_null(strstr(line, " 0 1 opt=Setup:document"));
	assert_true(reads(&document, line, &position));
	assert_int_equal(rules_perft(&document, &position, 3), 8000);
}

TEST(turn_order_is_white_black_red)
{
	struct position position = rules.start;

	assert_int_equal(position.to_move, WHITE);
	position = play_by(&rules, position, "E2E4");
	assert_int_equal(position.to_move, BLACK);
	position = play_by(&rules, position, "D7D5");
	assert_int_equal(position.to_move, RED);
	position = play_by(&rules, position, "I11I9");
	assert_int_equal(position.to_move, WHITE);
	assert_int_equal(position.number, 2);
}

/*
 * Kings
 */

TEST(king_steps_one_cell_also_over_the_centre)
{
	assert_string_equal(
	    targets("wKD4,bKL8,rKH12 w", "D4"), "C3 C4 C5 D3 D5 E3 E4 E9 I5");
}

TEST(king_may_not_be_put_or_left_under_attack)
{
	assert_int_equal(
	    why_not("wKA1,bRB8,bKL8,rKH12 w", "A1B1"), ILLEGAL_INTO_CHECK);
	assert_int_equal(why_not("wKA1,wNA4,bRA8,bKL8,rKH12 w", "A4C5"),
	    ILLEGAL_OPENS_CHECK);
	assert_int_equal(
	    why_not("wKB1,wNA4,bRA8,bKL8,rKH12 w", "A4C5"), ILLEGAL_NOT);
}

TEST(kings_are_never_captured)
{
	/* Red has opened the file on Black's king in White's turn. */
	assert_int_equal(
	    why_not("wKA1,wRD2,bKD8,rKH12 w", "D2D8"), ILLEGAL_KING_CAPTURE);
}

/* A king left open by a third player's move is answered in its owner's
 * turn: deferred check. */
TEST(deferred_check_is_answered_in_ones_own_turn)
{
	const char *text = "wKA1,wRC2,bNC5,bKL8,rKC8 b";

	/* Black's knight goes out of the way; Red is in check, and answers. */
	assert_string_equal(after(text, "C5D3"),
	    "wKA1,wRC2,rKC8,bND3,bKL8 r w-.b-.r- - aac 1 10");
	assert_string_equal(
	    targets("wKA1,wRC2,bND3,bKL8,rKC8 r", "C8"), "B7 B8 D7 D8");
}

TEST(deferred_check_may_be_resolved_by_another)
{
	/* White checks Red. Black moves first, and blocks. */
	assert_string_equal(after("wKA1,wRB2,bND3,bKL8,rKC8 w", "B2C2 D3C5"),
	    "wKA1,wRC2,bNC5,rKC8,bKL8 r w-.b-.r- - aaa 2 10");
}

TEST(two_kings_can_be_checked_at_once)
{
	struct position position = place("wKE9,rKG9,bPH2,rPL7,bKL11 r");

	/* A promotion in the corner looks along row and column... */
	position = play_by(&rules, position, "L7L8q");
	assert_int_equal(position.checks[WHITE], 1u << RED);
	assert_int_equal(position.checks[BLACK], 1u << RED);
	/* ... and each resolves it in his own turn. */
	position = play_by(&rules, position, "E9E10");
	assert_int_equal(position.checks[WHITE], 0);
	assert_int_equal(position.checks[BLACK], 1u << RED);
	assert_int_equal(position.to_move, BLACK);
}

/*
 * Pawns
 */

TEST(own_pawns_go_to_the_other_end_of_the_bridge)
{
	assert_string_equal(targets("wPA2," KINGS "w", "A2"), "A3 A4");
	assert_string_equal(targets("wPD4," KINGS "w", "D4"), "D5");
	assert_string_equal(targets("wPE4," KINGS "w", "E4"), "E9");
	assert_string_equal(targets("wPF10," KINGS "w", "F10"), "F11");
	assert_string_equal(targets("bPD5," KINGS "b", "D5"), "D4");
	assert_string_equal(targets("bPI7," KINGS "b", "I7"), "I5 I6");
	assert_string_equal(targets("bPI5," KINGS "b", "I5"), "I9");
	assert_string_equal(targets("rPE9," KINGS "r", "E9"), "E4");
	assert_string_equal(targets("rPI9," KINGS "r", "I9"), "I5");
}

/* On the bridge between the two other segments: towards the base of the
 * segment it is not standing in (so it can go to and fro). */
TEST(pawns_go_to_and_fro_on_the_far_bridge)
{
	assert_string_equal(targets("wPJ5," KINGS "w", "J5"), "J9");
	assert_string_equal(targets("wPJ9," KINGS "w", "J9"), "J5");
	assert_string_equal(targets("wPJ7," KINGS "w", "J7"), "J6");
	assert_string_equal(targets("wPJ11," KINGS "w", "J11"), "J10");
	assert_string_equal(targets("rPB3," KINGS "r", "B3"), "B4");
	assert_string_equal(targets("rPB5," KINGS "r", "B5"), "B4");
}

TEST(inherited_pawn_is_stuck_towards_its_origin)
{
	const char *text = "wP>bA3,bKL8,rKH12 b w-.b-.r- - xaa 0 10";

	/* Black's on the bridge to White, whence it came. */
	assert_string_equal(targets(text, "A3"), "");
	assert_int_equal(why_not(text, "A3A2"), ILLEGAL_PAWN_STUCK);
	/* On the bridge to Red it is not stuck. */
	assert_string_equal(
	    targets("wP>bJ6,bKL8,rKH12 b w-.b-.r- - xaa 0 10", "J6"), "J5");
	/* The bridge between the others is closed, too. */
	assert_string_equal(
	    targets("wP>bE4,bKL8,rKH12 b w-.b-.r- - xaa 0 10", "E4"), "E9");
}

TEST(stuck_pawn_captures_and_attacks)
{
	const char *text =
	    "wP>bB3,rNA2,rNC2,rNA4,bKL8,rKH12 b w-.b-.r- - xaa 0 10";
	const struct position position =
	    place("wP>bB3,rKA2,bKL8 r w-.b-.r- - xaa 0 10");

	assert_string_equal(targets(text, "B3"), "A2 C2");
	assert_int_equal(position.checks[RED], 1u << BLACK);
}

TEST(stuck_pawn_is_promoted_by_a_capture)
{
	const char *text = "wP>bB2,rNA1,bKL8,rKH12 b w-.b-.r- - xaa 0 10";
	const struct position position = place(text);

	assert_int_equal(why_not(text, "B2A1"), ILLEGAL_PROMOTION_MISSING);
	assert_true(is_legal(&position, "B2A1q"));
	assert_true(is_legal(&position, "B2A1n"));
}

TEST(stuck_status_is_recalculated_after_inheritance)
{
	/* Red's pawn on the far bridge steps; Black's, it is on his bridge and
	 * not stuck, White's as well: the direction is all that changes. */
	assert_string_equal(targets("rPB4," KINGS "r", "B4"), "B5");
	assert_string_equal(
	    targets("rP>bB4,wKH1,bKL8 b w-.b-.r- - aax 0 10", "B4"), "B3");
	assert_string_equal(
	    targets("rP>wB4,wKH1,bKL8 w w-.b-.r- - aax 0 10", "B4"), "B5");
}

TEST(pawn_steps_onto_an_empty_cell)
{
	assert_int_equal(
	    why_not("wPA2,bNA3," KINGS "w", "A2A3"), ILLEGAL_PAWN_BLOCKED);
	assert_int_equal(
	    why_not("wPA2,bNA3," KINGS "w", "A2A4"), ILLEGAL_PAWN_BLOCKED);
	assert_int_equal(
	    why_not("wPA2,bNA4," KINGS "w", "A2A4"), ILLEGAL_PAWN_BLOCKED);
	assert_int_equal(
	    why_not("wPA3," KINGS "w", "A3A5"), ILLEGAL_PAWN_DOUBLE);
}

TEST(double_step_only_from_the_own_first_row)
{
	assert_string_equal(targets("bPB7," KINGS "b", "B7"), "B5 B6");
	assert_string_equal(targets("rPL11," KINGS "r", "L11"), "L9 L10");
	/* White's on Black's row, and Black's inherited one on his own. */
	assert_string_equal(targets("wPB7," KINGS "w", "B7"), "B8");
	assert_string_equal(
	    targets("rP>bB7,wKH1,bKL8 b w-.b-.r- - aax 0 10", "B7"), "B6");
}

TEST(pawn_captures_over_the_corners_of_its_front)
{
	assert_string_equal(
	    targets("wPB4,bNA5,bNC5,bNB5,bNA4,bNA3," KINGS "w", "B4"), "A5 C5");
	assert_string_equal(targets("wPA4,bNB5," KINGS "w", "A4"), "A5 B5");
}

TEST(pawn_captures_three_ways_at_the_centre)
{
	assert_string_equal(
	    targets("wPD4,bND5,bNC5,bNI5,rNE9," KINGS "w", "D4"), "C5 E9 I5");
	assert_string_equal(
	    targets("bPI5,wNE4,wND4,rNE9,rNJ9," KINGS "b", "I5"),
	    "D4 E9 I9 J9");
	/* Going the other way it is not at its front. */
	assert_string_equal(
	    targets("bPD4,wNC3,wNE3,bND3,wNC5,wNE9," KINGS "b", "D4"), "C3 E3");
}

/*
 * En passant
 */

TEST(en_passant_takes_the_pawn_from_where_it_stands)
{
	assert_string_equal(after("wPA2,bPB4," KINGS "w", "A2A4 B4A3"),
	    "bPA3,wKH1,rKH12,bKL8 r w-.b-.r- - aaa 0 10");
}

TEST(en_passant_is_open_to_the_next_player_alone)
{
	struct position position = place("wPA2,rPB3," KINGS "w");

	position = play_by(&rules, position, "A2A4 L8L7");
	assert_int_equal(position.to_move, RED);
	assert_int_equal(position.en_passant[WHITE].pawn, CELL_NONE);
	/* Red's pawn on the bridge of the others goes the other way; this is
	 * his own. */
	position = play_by(&rules, place("wPE2,rPF4," KINGS "w"), "E2E4 L8L7");
	assert_false(is_legal(&position, "F4E3"));
	position = play_by(&rules,
	    place("wPE2,rPF4,wKH1,rKH12 w w-.b-.r- - axa 0 10"), "E2E4");
	assert_true(is_legal(&position, "F4E3"));
}

TEST(en_passant_by_an_inherited_stuck_pawn)
{
	struct position position = play_by(&rules,
	    place("bPA7,rP>wB6,wKH1,bKL8 b w-.b-.r- - aax 0 10"), "A7A5");

	assert_true(is_legal(&position, "B6A7") == false);
	position = play_by(&rules,
	    place("bPA7,rP>wB5,wKH1,bKL8 b w-.b-.r- - aax 0 10"), "A7A5");
	assert_true(is_legal(&position, "B5A6"));
	/* A stuck one: White's former pawn is Red's on the bridge to White. */
	position = play_by(&rules,
	    place("bP>rB4,wPA2,wKH1,rKH12 w w-.b-.r- - axa 0 10"), "A2A4");
	assert_false(is_legal(&position, "B4A3"));
	position = play_by(&rules,
	    place("wP>rF4,wPE2,wKH1,rKH12 w w-.b-.r- - axa 0 10"), "E2E4");
	assert_true(is_legal(&position, "F4E3"));
	assert_false(is_legal(&position, "F4F3"));
}

/* Seats skipped or eliminated do not count. */
TEST(en_passant_skips_skipped_players)
{
	const char *line =
	    after("bPA1,wKG4,wQG9,bRG12,wPH3,rKH11,bKJ8,bPK7,bQK8 b", "K7K5");

	assert_non_null(strstr(line, " w w-.b-.r- K6 aas 0 11"));
}

TEST(passed_cell_is_written_after_every_double_step)
{
	assert_non_null(
	    strstr(after("wPA2," KINGS "w", "A2A4"), " b w-.b-.r- A3 aaa"));
	assert_non_null(
	    strstr(after("wPA2," KINGS "w", "A2A4 L8L7"), " - aaa 1 10"));
	assert_non_null(strstr(after("wPA2," KINGS "w", "A2A3"), " - aaa"));
}

/*
 * Promotion
 */

TEST(promotion_is_compulsory_on_the_base_of_another)
{
	const struct position position = place("wPA7," KINGS "w");

	assert_int_equal(
	    why_not("wPA7," KINGS "w", "A7A8"), ILLEGAL_PROMOTION_MISSING);
	assert_true(is_legal(&position, "A7A8q"));
	assert_true(is_legal(&position, "A7A8r"));
	assert_true(is_legal(&position, "A7A8b"));
	assert_true(is_legal(&position, "A7A8n"));
	assert_int_equal(
	    why_not("wPA7," KINGS "w", "A7A8k"), ILLEGAL_PROMOTION_KIND);
	assert_int_equal(
	    why_not("wPA6," KINGS "w", "A6A7q"), ILLEGAL_PROMOTION_HERE);
}

/* Owners count, not colours: the base that the pawn once came from as well. */
TEST(inherited_pawn_is_promoted_at_its_origin)
{
	const struct position position =
	    place("rP>wI11,wKH1,bKL8 w w-.b-.r- - aax 0 10");
	char line[LINE_MAX];
	struct position next;

	/* It is at Red's base, so it heads for Black's. */
	assert_true(is_legal(&position, "I11I10"));
	next = play_by(&rules,
	    place("bP>wI7,rNJ8,wKH1,rKH12 w w-.b-.r- - axa 0 10"), "I7I6");
	line_of(&rules, &next, line);
	assert_non_null(strstr(line, "bP>wI6"));
	next = play_by(
	    &rules, place("bP>wA7,wKH1,rKH12 w w-.b-.r- - axa 0 10"), "");
	assert_int_equal(rules_count(&rules, &next), 3);
}

TEST(promoted_piece_keeps_its_colour)
{
	assert_string_equal(
	    after("rP>wA7,wKH1,bKL6 w w-.b-.r- - aax 0 10", "A7A8n"),
	    "rN>wA8,wKH1,bKL6 b w-.b-.r- - aax 0 10");
}

/*
 * Castling
 */

#define HOMES "wRA1,bRA8,bKD8,wKE1,wRH1,rRH12,rKI12,bRL8,rRL12 "

static const char *
castled(const char *text, const char *move)
{
	return after(text, move);
}

TEST(castling_of_each_player)
{
	static const struct {
		const char *turn, *move, *king, *rook;
	} cases[] = {
		{ "w", "E1G1", "wKG1", "wRF1" },
		{ "w", "E1C1", "wKC1", "wRD1" },
		{ "b", "D8B8", "bKB8", "bRC8" },
		{ "b", "D8J8", "bKJ8", "bRI8" },
		{ "r", "I12K12", "rKK12", "rRJ12" },
		{ "r", "I12F12", "rKF12", "rRE12" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[LINE_MAX];
		const char *line;

		snprintf(
		    text, sizeof(text), HOMES "%s wKQ.bKQ.rKQ", cases[i].turn);
		line = castled(text, cases[i].move);
		assert_non_null(strstr(line, cases[i].king));
		assert_non_null(strstr(line, cases[i].rook));
	}
}

TEST(castling_with_the_document_s_set_up)
{
	struct position position;

	assert_true(reads(&document,
	    "wKE1,bRA8,bKI8,bRL8,rKI12 b w-.bKQ.r- - aaa 0 1 "
	    "opt=Setup:document",
	    &position));
	assert_true(look_up(&document, &position, "I8K8", 4).found);
	assert_true(look_up(&document, &position, "I8C8", 4).found);
	position = play_by(&document, position, "I8C8");
	assert_int_equal(piece_kind(position.at[cell_named("D8")]), ROOK);
	assert_int_equal(piece_kind(position.at[cell_named("C8")]), KING);
}

/* Red's O-O-O is the document's, to K12, and O-O his other side. */
TEST(red_castles_by_the_document_s_names)
{
	static const char *const text[] = { "0-0", "0-0-0" };
	static const char *const king_to[] = { "F12", "K12" };
	static const char *const rook[][2] = { { "H12", "E12" },
		{ "L12", "J12" } };

	for (unsigned s = 0; s < 2; s++) {
		const struct castling *side = &document.seat[RED].side[s];

		assert_string_equal(document.setup->sides[s].text, text[s]);
		assert_int_equal(side->king_to, cell_named(king_to[s]));
		assert_int_equal(side->rook_from, cell_named(rook[s][0]));
		assert_int_equal(side->rook_to, cell_named(rook[s][1]));
		/* By the server it is the other way round. */
		assert_int_equal(rules.seat[RED].side[1 - s].king_to,
		    cell_named(king_to[s]));
	}
}

/* The server's D8-K8 is a fault of it and is refused. */
TEST(castling_of_the_server_s_fault_is_refused)
{
	assert_int_equal(
	    why_not(HOMES "b wKQ.bKQ.rKQ", "D8K8"), ILLEGAL_GEOMETRY);
}

TEST(castling_needs_the_cells_between_empty)
{
	assert_int_equal(
	    why_no_castling("wRA1,wNB1,wKE1,bKL8,rKH12 w wQ.b-.r-", 1),
	    ILLEGAL_CASTLING_BLOCKED);
	assert_int_equal(
	    why_no_castling("wRH1,wBF1,wKE1,bKL8,rKH12 w wK.b-.r-", 0),
	    ILLEGAL_CASTLING_BLOCKED);
}

TEST(castling_needs_king_path_and_target_safe)
{
	assert_int_equal(
	    why_no_castling("wRH1,wKE1,rRE12,bKL8,rKH12 w wK.b-.r-", 0),
	    ILLEGAL_CASTLING_CHECK);
	assert_int_equal(
	    why_no_castling("wRH1,wKE1,rRF12,bKL8,rKH12 w wK.b-.r-", 0),
	    ILLEGAL_CASTLING_ATTACKED);
	assert_int_equal(
	    why_no_castling("wRH1,wKE1,rRG12,bKL8,rKH12 w wK.b-.r-", 0),
	    ILLEGAL_CASTLING_ATTACKED);
	/* Only the rook passes B1, so it may be attacked. */
	assert_int_equal(
	    why_no_castling("wRA1,wKE1,bRB8,bKL8,rKH12 w wQ.b-.r-", 1),
	    ILLEGAL_NOT);
}

TEST(castling_right_is_lost_by_moves_and_captures)
{
	assert_non_null(
	    strstr(after(HOMES "w wKQ.bKQ.rKQ", "E1E2"), " w-.bKQ.rKQ "));
	assert_non_null(
	    strstr(after(HOMES "w wKQ.bKQ.rKQ", "A1A2"), " wK.bKQ.rKQ "));
	assert_non_null(
	    strstr(after(HOMES "w wKQ.bKQ.rKQ", "A1A8"), " wK.bQ.rKQ "));
	assert_int_equal(
	    why_no_castling(HOMES "w w-.b-.r-", 0), ILLEGAL_CASTLING_RIGHTS);
}

/*
 * Mate and inheritance
 */

/* Black's rook comes to H1; White's turn is only after Red's. */
#define MATING "wKA1,wPE11,bKK8,bRH3,bRG2,rRD5,rKK12 b"

TEST(mate_is_asked_for_when_the_turn_comes)
{
	assert_string_equal(after(MATING, "H3H1"),
	    "wKA1,rRD5,wPE11,bRG2,bRH1,bKK8,rKK12 r w-.b-.r- - caa 1 10");
	assert_string_equal(after(MATING, "H3H1 K12L12"),
	    "rRD5,wP>bE11,bRG2,bRH1,bKK8,rKL12 b w-.b-.r- - xaa 2 11");
}

TEST(third_player_can_save_the_mated_one)
{
	/* Red's knight blocks. */
	assert_non_null(
	    strstr(after("wKA1,bKK8,bRH3,bRG2,rNC3,rKK12 b", "H3H1 C3D1"),
		" w w-.b-.r- - aaa 2 11"));
}

/*
 * "The opponent whose piece attacks the mated king": not the player who moved
 * last.
 */
TEST(heir_attacks_the_mated_king)
{
	struct position position =
	    play_by(&rules, place(MATING), "H3H1 K12L12");

	assert_int_equal(piece_owner(position.at[cell_named("E11")]), BLACK);
	assert_int_equal(piece_colour(position.at[cell_named("E11")]), WHITE);
}

/* If both do, the one who made the ply just played. */
TEST(mover_inherits_if_both_attack_the_king)
{
	assert_string_equal(after(MATING, "H3H1 D5A5"),
	    "rRA5,wP>rE11,bRG2,bRH1,bKK8,rKK12 b w-.b-.r- - xaa 2 11");
}

TEST(eliminated_player_s_rights_are_gone)
{
	assert_non_null(
	    strstr(after("wKE1,wRH1,bKL8,rKK12,bRA8 w wK.b-.r-", "(Y)"),
		" b w-.b-.r- - xaa 1 10"));
}

TEST(pieces_of_one_owner_do_not_capture_one_another)
{
	assert_int_equal(
	    why_not("wR>bA1,bNA5,bKL8,rKH12 b w-.b-.r- - xaa 0 10", "A1A5"),
	    ILLEGAL_OWN_PIECE);
}

TEST(heir_moves_the_inherited_pieces)
{
	assert_string_equal(
	    after("wR>bA1,bKL8,rKH12 b w-.b-.r- - xaa 0 10", "A1A5"),
	    "wR>bA5,rKH12,bKL8 r w-.b-.r- - xaa 1 10");
}

/* White's pawn turns round when it becomes Red's, and checks Black. */
TEST(inherited_piece_gives_check)
{
	const char *line = after("wKA1,wPE4,bKF3,rRH4,rRG2,rKK12 r", "H4H1");
	struct position position;

	assert_string_equal(
	    line, "wP>rE4,bKF3,rRG2,rRH1,rKK12 b w-.b-.r- - xca 1 11");
	assert_true(reads(&rules, line, &position));
	assert_int_equal(position.checks[BLACK], 1u << RED);
}

/* "The turn goes on to the next player", who may be mated at once. */
TEST(two_players_can_be_mated_in_one_ply)
{
	const char *text = "rBB7,wKD2,wNH3,wRI9,wQJ10,wQK8,rKL6,bKL11 w";

	assert_string_equal(after(text, "I9L9"),
	    "rB>wB7,wKD2,wNH3,wQJ10,wQK8,wRL9 w w-.b-.r- - axx 1 11");
	assert_string_equal(result_of(text, "I9L9"), "1-0-0");
}

/*
 * Resignation
 */

TEST(resignation_gives_the_pieces_to_the_next)
{
	assert_string_equal(after("wKA1,wNE4,wPA2,bKL8,rKH12 w", "(Y)"),
	    "wP>bA2,wN>bE4,rKH12,bKL8 b w-.b-.r- - xaa 1 10");
	assert_string_equal(after("wKA1,bKL8,rKH12,rNI9 r", "(Y)"),
	    "wKA1,rN>wI9,bKL8 w w-.b-.r- - aax 1 11");
}

TEST(resignation_is_one_ply)
{
	assert_non_null(strstr(after("wPA2,bPB4," KINGS "w", "A2A4 (Y)"),
	    " r w-.b-.r- - axa 1 10"));
}

TEST(resignation_cascades_to_a_mated_player)
{
	const char *text =
	    "wKB4,rRC8,bBE9,bPE11,wQI7,rKI8,rBK6,bKK8,rRK9,rQK11 r";

	assert_string_equal(after(text, "(Y)"),
	    "wKB4,rR>wC8,bB>wE9,bP>wE11,wQI7,rB>wK6,rR>wK9,rQ>wK11 w "
	    "w-.b-.r- - axx 1 11");
	assert_string_equal(result_of(text, "(Y)"), "1-0-0");
}

TEST(resignation_with_two_players_ends_the_game)
{
	assert_string_equal(
	    result_of("bKL8,rKH12,rQA1 r w-.b-.r- - xaa 0 10", "(Y)"), "0-1-0");
}

/*
 * Skipping, and the end
 */

#define SKIPPING "bPA4,wQB8,wKG1,bKG4,rKH10,bQL12 b"

TEST(player_without_a_move_is_skipped)
{
	assert_string_equal(after(SKIPPING, "L12G12"),
	    "bPA4,wQB8,wKG1,bKG4,bQG12,rKH10 w w-.b-.r- - aas 1 11");
}

/* White's knight, between his king and a rook, is all that could move. */
TEST(player_with_a_pinned_piece_is_skipped)
{
	assert_non_null(
	    strstr(after("wKA1,wNA3,bRA8,bRB8,bNC1,bKK8,rKK12 r", "K12L12"),
		" b w-.b-.r- - saa "));
}

/* "And comes back when he has a move: stalemate release." */
TEST(stalemated_player_moves_again_when_he_can)
{
	/* Black's queen goes away, and it is Red's turn. */
	assert_non_null(
	    strstr(after(SKIPPING, "L12G12 B8A8 G12J5"), " r w-.b-.r- - "));
}

/* If no active player has one: draw. The turn field names the one who moved
 * last. */
TEST(draw_if_nobody_can_move)
{
	const char *text =
	    "wKH1,rP>wG1,rP>wG2,rP>wH2,wPB5,bPB7,bKL8,rP>bK8,rP>bK7,rP>bL7 "
	    "w w-.b-.r- - aax 0 10";

	assert_non_null(strstr(after(text, "B5B6"), " w w-.b-.r- - asx 0 11"));
	assert_string_equal(result_of(text, "B5B6"), "1/2-1/2-0");
}

TEST(last_player_left_wins)
{
	assert_string_equal(
	    result_of("wKA1,wQB3,bKL8 w w-.b-.r- - aax 0 10", ""), "*");
	assert_string_equal(
	    result_of("wKA1,wQB3,bKL8 b w-.b-.r- - aax 0 10", "(Y)"), "1-0-0");
	assert_string_equal(
	    result_of("bKA1,bQB3,rKL8 r w-.b-.r- - xaa 0 10", "(Y)"), "0-1-0");
	assert_string_equal(
	    result_of("wKA1,wQB3,rKL8 w w-.b-.r- - axa 0 10", "(Y)"), "0-0-1");
}

TEST(won_position_has_no_moves)
{
	const struct position position = play_by(
	    &rules, place("wKA1,wQB3,bKL8 b w-.b-.r- - aax 0 10"), "(Y)");

	assert_int_equal(position.to_move, WHITE);
	assert_int_equal(rules_count(&rules, &position), 0);
}

TEST(insufficient_material_with_two_players)
{
	assert_string_equal(
	    result_of("wKA1,bKL8 w w-.b-.r- - aax 0 10", ""), "1/2-1/2-0");
	assert_string_equal(
	    result_of("wKA1,wBC3,rKL8 w w-.b-.r- - axa 0 10", ""), "1/2-0-1/2");
	assert_string_equal(
	    result_of("bKA1,rKL8,wN>rC3 b w-.b-.r- - xaa 0 10", ""),
	    "0-1/2-1/2");
	assert_string_equal(
	    result_of("wKA1,wBC3,wBD3,bKL8 w w-.b-.r- - aax 0 10", ""), "*");
	assert_string_equal(
	    result_of("wKA1,wBC3,bNC4,bKL8 w w-.b-.r- - aax 0 10", ""), "*");
	assert_string_equal(
	    result_of("wKA1,wPC3,bKL8 w w-.b-.r- - aax 0 10", ""), "*");
	/* With three players it is no draw. */
	assert_string_equal(result_of("wKA1,bKL8,rKH12 w", ""), "*");
}

TEST(seventy_five_moves_are_a_draw)
{
	assert_string_equal(
	    result_of("wRA2," KINGS "w w-.b-.r- - aaa 223 90", "A2A3"), "*");
	assert_string_equal(
	    result_of("wRA2," KINGS "w w-.b-.r- - aaa 224 90", "A2A3"),
	    "1/3-1/3-1/3");
	assert_string_equal(
	    result_of("wRA2,wKH1,bKL8 w w-.b-.r- - aax 149 90", "A2A3"),
	    "1/2-1/2-0");
	assert_string_equal(
	    result_of("wPA2,wKH1,bKL8 w w-.b-.r- - aax 149 90", "A2A3"), "*");
}

/* Records that play on after a draw of these kinds: there are moves. */
TEST(counted_draws_leave_moves)
{
	const struct position position =
	    place("wKA1,bKL8 w w-.b-.r- - aax 0 10");

	assert_int_equal(rules_count(&rules, &position), 3);
}

/*
 * Names of cells
 */

static const char *
sector_name(const struct rules *of, const char *name)
{
	static char text[CELL_NAME_MAX];

	return coords_name(
	    &of->board, NAMING_SECTOR, 0, cell_named(name), text);
}

TEST(cell_names_of_the_client)
{
	static const char *const names[][2] = { { "A1", "W3/B3.0" },
		{ "E1", "W3/R3.3" }, { "D4", "C/W.B" }, { "E4", "C/W.R" },
		{ "A2", "W3/B2.0" }, { "I12", "R3/B3.3" }, { "E12", "R3/W3.3" },
		{ "A8", "B3/R3.0" }, { "D8", "B3/R3.3" }, { "I8", "B3/W3.3" },
		{ "D5", "C/B.R" } };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_string_equal(
		    sector_name(&rules, names[i][0]), names[i][1]);
}

TEST(cell_names_by_geometry)
{
	static const char *const names[][2] = { { "A1", "W3/B3.0" },
		{ "A8", "B3/W3.0" }, { "I8", "B3/R3.3" }, { "D5", "C/B.W" },
		{ "D8", "B3/W3.3" }, { "I12", "R3/B3.3" } };

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
	const struct rules *const of[] = { &rules, &geometry, &examples };

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
		assert_int_equal(coords_read(&rules.board, NAMING_SECTOR, 0,
				     slice_of(names[i])),
		    CELL_NONE);
}

/* Ring, depth and flank of the cells that the document explains. */
TEST(rings_depths_and_flanks)
{
	const struct sector *corner = &rules.board.sector[cell_named("A1")];
	const struct sector *inner = &rules.board.sector[cell_named("C3")];

	assert_int_equal(corner->ring, 3);
	assert_int_equal(corner->depth, 3);
	assert_int_equal(corner->flank, 0);
	assert_int_equal(inner->ring, 1);
	assert_int_equal(inner->depth, 1);
	assert_int_equal(inner->flank, 2);
}

TEST(every_king_starts_on_1e_by_the_seat)
{
	static const char *const kings[] = { "E1", "D8", "I12" };

	for (unsigned s = 0; s < PLAYERS; s++) {
		char text[CELL_NAME_MAX];

		assert_string_equal(coords_name(&rules.board, NAMING_SEAT, s,
					cell_named(kings[s]), text),
		    "1e");
	}
	assert_int_equal(
	    coords_read(&rules.board, NAMING_SEAT, BLACK, slice_of("1d")),
	    cell_named("I8"));
}

/*
 * 3PF
 */

TEST(status_of_the_mover_stays)
{
	/* White was in check; he is no more, and his letter stays. */
	assert_non_null(
	    strstr(after("wKA1,bRA8,bKL8,rKH12 w w-.b-.r- - caa 0 10", "A1B1"),
		" b w-.b-.r- - caa 1 10"));
	assert_non_null(strstr(
	    after("wKA1,bRA8,bKL8,rKH12 w w-.b-.r- - caa 0 10", "A1B1 L8L7"),
	    " r w-.b-.r- - aaa 2 10"));
}

TEST(move_number_rises_when_the_turn_comes_round)
{
	assert_non_null(
	    strstr(after("wKA1,bKL8,wRC3,bNC4 b w-.b-.r- - aax 0 10", "L8L7"),
		" w w-.b-.r- - aax 1 11"));
	assert_non_null(
	    strstr(after("bKA1,rKL8,bRC3,rNC4 b w-.b-.r- - xaa 0 10", "A1A2"),
		" r w-.b-.r- - xaa 1 10"));
}

TEST(impossible_positions_are_refused)
{
	static const char *const lines[] = {
		"wKa1,bKL8,rKH12 w w-.b-.r- - aaa 0 1",
		"wKA1,wKA2,bKL8,rKH12 w w-.b-.r- - aaa 0 1",
		"wKA1,bKL8 w w-.b-.r- - aaa 0 1",
		"wKA1,bKL8,rKH12 w w-.b-.r- - aax 0 1",
		"wKA1,bKL8,rNH12 w w-.b-.r- - aax 0 1",
		"wKA1,bKL8,rKH12,wP>wA3 w w-.b-.r- - aaa 0 1",
		"wKA1,bKL8,rKH12,wP>xA3 w w-.b-.r- - aaa 0 1",
		"wKA1,bKL8,rK>bH12 w w-.b-.r- - aax 0 1",
		"wKA1,bKL8,rKH12,wPE5 w w-.b-.r- - aaa 0 1",
		"wKA1,bKL8,rKH12 w wK.b-.r- - aaa 0 1",
		"wKA1,bKL8,rKH12,wPA4 b w-.b-.r- A3>A4 aaa 0 1",
		"wKA1,bKL8,rKH12,wPA5 b w-.b-.r- A4 aaa 0 1",
		"wKA1,bKL8,rKH12 b w-.b-.r- A3 aaa 0 1",
		"wKA1,bKL8,rKH12 w w-.b-.r- - aab 0 1",
		"bKL8,rKH12 w w-.b-.r- - xaa 0 1",
		"wKA1,bKL8,rKH12 w w-.b-.r- - aaa 0 1 opt=Naming:geometry",
		"wKA1,bKL8,rKH12 w w-.b-.r- - aaa 0 1 unmoved=a1",
		"xwNA2,bKL8,rKH12 b w-.b-.r- - xaa 0 1",
	};
	struct position position;

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (reads(&rules, lines[i], &position))
			fail_msg("not refused: %s", lines[i]);
}

TEST(positions_that_play_reaches_are_read)
{
	static const char *const lines[] = {
		"wP>bA2,wN>bE4,rKH12,bKL8 b w-.b-.r- - xcs 1 10",
		"wPA4,wKH1,rKH12,bKL8 b w-.b-.r- A3 aaa 0 10",
		"wP>rA4,rKH12 r w-.b-.r- A3 xxa 0 10",
		"wKA1,bKL8,rKH12 w w-.b-.r- - aaa 5 9 over=1/3-1/3-1/3",
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct position position;
		char line[LINE_MAX];

		assert_true(reads(&rules, lines[i], &position));
		line_of(&rules, &position, line);
		assert_int_equal(strlen(line), strlen(lines[i]));
	}
}

/*
 * The tables of the document
 */

/* Its castling table: Black's queenside D8-G8 and Red's two cells do not
 * exist or are another way round; the server decides. */
TEST(castling_table_of_the_document)
{
	const struct castling *red = rules.seat[RED].side;

	assert_int_equal(board_at(&rules.board, 6, 8), CELL_NONE); /* G8 */
	assert_int_equal(red[0].king_to, cell_named("K12"));
	assert_int_equal(red[0].rook_from, cell_named("L12"));
	assert_int_equal(red[1].king_to, cell_named("F12"));
	assert_int_equal(
	    document.seat[BLACK].side[0].king_to, cell_named("K8"));
	assert_int_equal(
	    document.seat[BLACK].side[0].rook_to, cell_named("J8"));
}

/* "Starting Position (Triumvirate)": right for all but Black's and Red's
 * leader and marshal. */
TEST(starting_table_of_the_document)
{
	assert_string_equal(sector_name(&rules, "E1"), "W3/R3.3");
	assert_string_equal(sector_name(&rules, "D1"), "W3/B3.3");
	/* The server puts Black's leader on B3/R3.3. */
	assert_string_equal(sector_name(&rules, "D8"), "B3/R3.3");
	assert_string_equal(sector_name(&rules, "I8"), "B3/W3.3");
	assert_string_equal(sector_name(&geometry, "I8"), "B3/R3.3");
	/* R3/W3.3, the marshal's cell, is E12 in both. */
	assert_string_equal(sector_name(&rules, "E12"), "R3/W3.3");
	assert_string_equal(sector_name(&geometry, "E12"), "R3/W3.3");
}

TEST(pawn_directions_of_the_document)
{
	static const struct {
		char turn;
		const char *from, *to;
	} rows[] = { { 'w', "A2", "A3" }, { 'w', "D2", "D3" },
		{ 'w', "E2", "E3" }, { 'w', "H2", "H3" }, { 'b', "A7", "A6" },
		{ 'b', "D7", "D6" }, { 'b', "I7", "I6" }, { 'b', "L7", "L6" },
		{ 'r', "E11", "E10" }, { 'r', "H11", "H10" },
		{ 'r', "I11", "I10" }, { 'r', "L11", "L10" } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct position position = rules.start;
		char move[8];

		position_turn(&position,
		    variant_player(&variant_triumvirate, rows[i].turn));
		snprintf(move, sizeof(move), "%s%s", rows[i].from, rows[i].to);
		assert_true(is_legal(&position, move));
	}
}
