/*
 * The rules of threeChess, sentence by sentence.
 *
 * Positions are the placement of 3PF and the letter of the player to move.
 * Moves are in coordinates, "BE2BE4"; a list has its cells with blanks between,
 * sorted.
 */

#include "tests/unit/unit.h"
#include "formats/position/tpf.h"
#include "parse/notation/notation.h"
#include "parse/text/arena.h"

enum {
	BLUE,
	GREEN,
	RED,
	LINE_MAX = 2048,
};

static struct rules rules;

SET_UP(make_rules)
{
	rules_init(&rules, &variant_threechess, NULL);
}

/* Reads a line, and counts its diagnostics. */
static struct position
read_line(const char *line, unsigned *faults)
{
	struct arena arena = ARENA_INIT;
	struct position position;
	struct diags diags;

	diags_init(&diags, &arena);
	if (!tpf_read(&rules, slice_of(line), 0, &diags, &position))
		fail_msg("not a position: %s", line);
	*faults = diags.len;
	arena_release(&arena);
	return position;
}

static struct position
place(const char *text)
{
	char line[LINE_MAX];
	unsigned faults;

	snprintf(line, sizeof(line), "%s b-.g-.r- - aaa 0 10", text);
	return read_line(line, &faults);
}

static cell
named(const char *name)
{
	cell c = coords_read(&rules.board, NAMING_SEGMENT, 0,
	    (struct slice){ name, strlen(name) < 3 ? strlen(name) : 3 });

	assert_int_not_equal(c, CELL_NONE);
	return c;
}

struct targets {
	cell from;
	struct cellset to;
};

static bool
add_target(void *context, const struct move *move)
{
	struct targets *targets = context;

	if (move->from == targets->from)
		cellset_add(&targets->to, move->to);
	return true;
}

/* Checks the cells to which the piece on `from` may move. */
static void
check_targets(
    const struct position *position, const char *from, const char *list)
{
	struct targets targets = { named(from), { { 0 } } };
	struct strbuf found = STRBUF_INIT;

	rules_moves(&rules, position, NULL, add_target, &targets);
	strbuf_puts(&found, "");
	while (!cellset_empty(&targets.to)) {
		strbuf_puts(&found, found.len > 0 ? " " : "");
		coords_write(&rules.board, NAMING_SEGMENT, 0,
		    cellset_pop(&targets.to), &found);
	}
	assert_string_equal(found.ptr, list);
	strbuf_release(&found);
}

static bool
take_first(void *context, const struct move *move)
{
	move_copy(context, move);
	return false;
}

/* Plays a legal move. */
static void
play(struct position *position, const char *text)
{
	struct move_query query = {
		.from = named(text), .to = named(text + 3), .type = MOVE_QUIET
	};
	struct move move;

	if (rules_moves(&rules, position, &query, take_first, &move))
		fail_msg("not legal: %s", text);
	rules_make_move(&rules, position, &move);
}

static void
check_piece(const struct position *position, const char *name, enum kind kind,
    unsigned owner)
{
	uint8_t piece = position->at[named(name)];

	assert_int_equal(piece_kind(piece), kind);
	assert_int_equal(piece_owner(piece), owner);
}

static void
check_result(const struct position *position, const char *result)
{
	struct outcome outcome;

	rules_outcome(&rules, position, &outcome);
	assert_non_null(outcome.result);
	assert_string_equal(outcome.result, result);
	assert_int_equal(rules_count(&rules, position), 0);
}

/*
 * Board
 */

TEST(board_has_three_segments_of_eight_by_four)
{
	char name[CELL_NAME_MAX];
	cell c = 0;

	assert_int_equal(rules.board.cells, 96);
	for (const char *s = "BGR"; *s != '\0'; s++)
		for (char column = 'A'; column <= 'H'; column++)
			for (char row = '1'; row <= '4'; row++, c++) {
				snprintf(name, sizeof(name), "%c%c%c", *s,
				    column, row);
				assert_int_equal(named(name), c);
			}
}

TEST(columns_lead_to_the_next_segments)
{
	static const char *const pairs[] = { "BA4 GH4", "BD4 GE4", "BE4 RD4",
		"BH4 RA4", "GA4 RH4", "GD4 RE4" };

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		cell a = named(pairs[i]), b = named(pairs[i] + 4);

		assert_int_equal(rules.board.step[a][MESH_FRONT], b);
		assert_int_equal(rules.board.step[b][MESH_FRONT], a);
		assert_int_equal(rules.board.turn[a][MESH_FRONT], MESH_BACK);
	}
}

TEST(direction_turns_round_at_the_border)
{
	struct position position =
	    place("bRBB3,bPBB1,bPBA3,bPBC3,bKBE1,gKGE1,rKRE1 b");

	check_targets(&position, "BB3", "BB2 BB4 GG1 GG2 GG3 GG4");
}

TEST(first_cell_of_each_segment_is_dark)
{
	for (const char *const *s =
		 (const char *const[]){ "BA1", "GA1", "RA1", NULL };
	     *s != NULL; s++)
		assert_int_equal(rules.board.colour[named(*s)], 0);
	for (cell c = 0; c < rules.board.cells; c++)
		for (unsigned side = 0; side < MESH_SIDES; side++)
			if (rules.board.step[c][side] != CELL_NONE)
				assert_int_not_equal(rules.board.colour[c],
				    rules.board
					.colour[rules.board.step[c][side]]);
}

/*
 * Set-up
 */

TEST(blue_green_and_red_play_and_blue_begins)
{
	assert_string_equal(variant_threechess.players[BLUE], "Blue");
	assert_string_equal(variant_threechess.players[GREEN], "Green");
	assert_string_equal(variant_threechess.players[RED], "Red");
	assert_int_equal(rules.start.to_move, BLUE);
}

TEST(armies_stand_as_in_chess)
{
	static const enum kind row[] = { ROOK, KNIGHT, BISHOP, QUEEN, KING,
		BISHOP, KNIGHT, ROOK };
	char name[CELL_NAME_MAX];

	for (unsigned p = 0; p < PLAYERS; p++)
		for (unsigned column = 0; column < 8; column++) {
			snprintf(name, sizeof(name), "%c%c1", "BGR"[p],
			    (char)('A' + column));
			check_piece(&rules.start, name, row[column], p);
			name[2] = '2';
			check_piece(&rules.start, name, PAWN, p);
		}
}

/*
 * Pieces
 */

TEST(pieces_go_as_on_the_other_board)
{
	struct position position = place("bKBD4,bNBB1,gKGA1,rKRA1 b");

	check_targets(&position, "BD4", "BC3 BC4 BD3 BE3 BE4 GD4 GE4 GF4 RD4");
	check_targets(&position, "BB1", "BA3 BC3 BD2");
	position = place("bKBA1,bNBD4,gKGA1,rKRA1 b");
	check_targets(
	    &position, "BD4", "BB3 BC2 BE2 BF3 GC4 GD3 GF3 GG4 RC4 RD3");
}

TEST(pawn_steps_forward_and_twice_from_row_2)
{
	struct position position =
	    place("bPBA2,bPBB2,gPBB3,bPBC2,gPBC4,bPBD3,bKBE1,gKGE1,rKRE1 b");

	check_targets(&position, "BA2", "BA3 BA4 BB3");
	check_targets(&position, "BB2", "");
	check_targets(&position, "BC2", "BB3 BC3");
	check_targets(&position, "BD3", "BC4 BD4");
}

TEST(pawn_captures_diagonally_forward)
{
	struct position position = place(
	    "bPBD4,gPGD4,gPGE4,gPGF4,rPRD4,rPBE3,rPBC3,bKBE1,gKGE1,rKRE1 b");

	check_targets(&position, "BD4", "GD4 GF4 RD4");
}

TEST(pawn_goes_to_the_baseline_in_another_segment)
{
	struct position position =
	    place("bPGE4,gPGD3,gPGF4,bPGA2,bKBE1,gKGE1,rKRE1 b");

	check_targets(&position, "GE4", "GD3 GE3");
	check_targets(&position, "GA2", "GA1");
}

TEST(nothing_is_taken_en_passant)
{
	struct position position = place("bPBA2,gPBB4,bKBE1,gKGE1,rKRE1 b");

	play(&position, "BA2BA4");
	assert_int_equal(position.en_passant[BLUE].pawn, CELL_NONE);
	check_targets(&position, "BB4", "BB3");
}

TEST(pawn_becomes_a_queen_at_once)
{
	struct position position = place("bPGA2,bPRB2,bKBE1,gKGE1,rKRE1 b");

	play(&position, "GA2GA1");
	check_piece(&position, "GA1", QUEEN, BLUE);
	position = place("bPBB2,gPBA2,bKBE1,gKGE1,rKRE1 g");
	play(&position, "BA2BA1");
	check_piece(&position, "BA1", QUEEN, GREEN);
}

/*
 * Castling
 */

TEST(castling_needs_king_and_rook_in_place_and_empty_cells)
{
	struct position position =
	    place("bRBA1,bKBE1,bRBH1,gKGE1,gRGH1,gNGG1,rKRE2,rRRH1 b");

	check_targets(&position, "BE1", "BC1 BD1 BD2 BE2 BF1 BF2 BG1");
	play(&position, "BE1BG1");
	check_targets(&position, "GE1", "GD1 GD2 GE2 GF1 GF2");
	play(&position, "GE1GE2");
	check_targets(&position, "RE2", "RD1 RD2 RD3 RE1 RE3 RF1 RF2 RF3");
}

TEST(castling_moves_both)
{
	struct position position =
	    place("bRBA1,bKBE1,bRBH1,gRGA1,gKGE1,gRGH1,rKRE1 b");

	play(&position, "BE1BG1");
	check_piece(&position, "BG1", KING, BLUE);
	check_piece(&position, "BF1", ROOK, BLUE);
	play(&position, "GE1GC1");
	check_piece(&position, "GC1", KING, GREEN);
	check_piece(&position, "GD1", ROOK, GREEN);
}

TEST(castling_ignores_earlier_moves_and_attacks)
{
	struct position position =
	    place("bKBE1,bRBH2,gKGE1,rKRE1,rRRE2,gRBF4,rRBE3 b");

	assert_int_equal(position.rights[BLUE], 0);
	play(&position, "BH2BH1");
	assert_int_equal(position.rights[BLUE], 1);
	play(&position, "GE1GE2");
	play(&position, "RE1RF1");
	assert_int_not_equal(position.checks[BLUE], 0);
	play(&position, "BE1BG1");
	assert_int_equal(position.rights[BLUE], 0);
}

TEST(rights_follow_from_the_placement)
{
	struct position position;
	unsigned faults;

	position =
	    read_line("bRBA1,bKBE1,gKGE1,rKRE1 b bQ.g-.r- - aaa 0 1", &faults);
	assert_int_equal(faults, 0);
	position =
	    read_line("bRBA1,bKBE1,gKGE1,rKRE1 b bK.g-.r- - aaa 0 1", &faults);
	assert_int_equal(faults, 1);
	assert_int_equal(position.rights[BLUE], 2);
}

/*
 * Kings and end
 */

TEST(king_may_be_attacked)
{
	struct position position =
	    place("bKBE1,bRBE2,gRBE4,gRBD4,gKGE1,rKRE1 b");

	check_targets(&position, "BE1", "BD1 BD2 BF1 BF2");
	check_targets(&position, "BE2", "BA2 BB2 BC2 BD2 BE3 BE4 BF2 BG2 BH2");
}

TEST(kings_are_captured_by_kings_too)
{
	struct position position = place("bKBE1,gKBE2,rKRE1 b");

	play(&position, "BE1BE2");
	check_piece(&position, "BE2", KING, BLUE);
	assert_int_equal(position.king[GREEN], CELL_NONE);
}

TEST(capture_of_a_king_ends_the_game)
{
	/* By captor and owner. */
	static const char *const results[PLAYERS][PLAYERS] = { { "", "2-0-1",
								   "2-1-0" },
		{ "0-2-1", "", "1-2-0" }, { "0-1-2", "1-0-2", "" } };

	for (unsigned captor = 0; captor < PLAYERS; captor++)
		for (unsigned owner = 0; owner < PLAYERS; owner++) {
			struct position position =
			    place("bKBE1,bRBB3,gKGE1,gRGB3,rKRE1,rRRB3 b");
			char text[] = "BB3GE1";
			cell king = position.king[owner];
			uint8_t rook;

			if (owner == captor)
				continue;
			text[0] = "BGR"[captor];
			rook = position_take(&position, named(text));
			position_put(&position,
			    rules.board.step[king][MESH_FRONT], rook);
			position_turn(&position, captor);
			rules_recompute_checks(&rules, &position);
			coords_put(&rules.board, NAMING_SEGMENT, 0,
			    rules.board.step[king][MESH_FRONT], text);
			coords_put(
			    &rules.board, NAMING_SEGMENT, 0, king, text + 3);
			play(&position, text);
			check_result(&position, results[captor][owner]);
		}
}

TEST(owner_is_out_and_his_pieces_are_nobodys)
{
	struct position position = place("bKBE1,bRGE3,gKGE1,gRGA1,rKRE1 b");
	struct strbuf line = STRBUF_INIT;

	play(&position, "GE3GE1");
	tpf_write(&rules, &position, &line);
	assert_string_equal(
	    line.ptr, "bKBE1,xgRGA1,bRGE1,rKRE1 r b-.g-.r- - axa 0 10");
	strbuf_release(&line);
}

TEST(player_without_a_move_draws)
{
	/* Two columns of pawns; the foremost cannot step. */
	struct position position =
	    place("bKBA1,bPBB1,bPBA2,bPBA3,bPBA4,bPBB2,bPBB3,bPBB4,bPGG1,bPGG2,"
		  "bPGG3,bPGG4,bPGH1,bPGH2,bPGH3,bPGH4,gKGA1,rKRE1 b");

	check_result(&position, "1-1-1");
}

TEST(draw_is_1_1_1)
{
	struct position position;
	unsigned faults;

	position = read_line(
	    "bKBE1,gKGE1,rKRE1 b b-.g-.r- - aaa 0 1 over=1-1-1", &faults);
	check_result(&position, "1-1-1");
}
