/*
 * The rules of Siege Chess: board, set-up, and how the pieces go, one by one:
 * ternion-variants(7), "Siege Chess".
 *
 * Each rule stands above its test. Quotations, pictures and examples are from
 * "Siege Chess" by Ross Durossette; the hexes of pictures were counted there.
 */
#include "tests/unit/setup_siege.h"

/* The options of the two set-ups. */
static const char nine[] = "opt=Pope:yes";
static const char eight[] = "opt=Pope:no";

static const struct position *
begin(const char *set_up)
{
	make_rules_for(slice_of(set_up));
	return &rules.start;
}

/*
 * Board and set-up
 */

static unsigned
highest_rank(void)
{
	unsigned highest = 0;

	for (cell c = 0; c < rules.board.cells; c++)
		if (rules.board.name[c].rank > highest)
			highest = rules.board.name[c].rank;
	return highest;
}

/* 9-piece: `hexboard(9,8)`. 8-piece: `hexboard(8,9)`; 192 hexes, "rank 16
 * is at the other end of the board". */
TEST(board_has_192_hexes_in_16_ranks)
{
	begin(nine);
	assert_int_equal(rules.board.cells, 192);
	assert_int_equal(highest_rank(), 16);
	assert_int_not_equal(board_at(&rules.board, 8, 1), CELL_NONE);
	assert_int_equal(board_at(&rules.board, 9, 1), CELL_NONE);
	begin(eight);
	assert_int_equal(rules.board.cells, 192);
	assert_int_equal(highest_rank(), 16);
	assert_int_not_equal(board_at(&rules.board, 7, 1), CELL_NONE);
	assert_int_equal(board_at(&rules.board, 8, 1), CELL_NONE);
}

/*
 * Shows a rank as a player sees it, from his left: letters, pawns p, empty -.
 */
static void
look_along(const struct position *position, unsigned player, unsigned rank,
    char out[FILES_MAX + 1])
{
	static const char letters[] = "-pNBRQKO";
	unsigned file = 0;

	for (;; file++) {
		cell c = board_at_seat(&rules.board, player, file, rank);

		if (c == CELL_NONE)
			break;
		out[file] = letters[piece_kind(position->at[c])];
		if (!position_is_empty(position, c))
			assert_int_equal(piece_owner(position->at[c]), player);
	}
	out[file] = '\0';
}

static void
check_army(const char *set_up, const char *first, const char *second,
    const char *third)
{
	const struct position *start = begin(set_up);
	char seen[FILES_MAX + 1];

	for (unsigned p = 0; p < PLAYERS; p++) {
		look_along(start, p, 1, seen);
		assert_string_equal(seen, first);
		look_along(start, p, 2, seen);
		assert_string_equal(seen, second);
		look_along(start, p, 3, seen);
		assert_string_equal(seen, third);
		assert_int_equal(cellset_count(&start->owned[p]),
		    strlen(first) + strlen(second) + strlen(third) - 2);
	}
}

/* Rank 1 from the left: R N B Q K O B N R (O is the pope); rank 2: ten pawns;
 * rank 3: an empty hex, nine pawns, an empty hex. And the picture "9 Piece
 * Set-Up". */
TEST(nine_pieces_stand_as_pictured)
{
	check_army(nine, "RNBQKOBNR", "pppppppppp", "-ppppppppp-");
}

/* Rank 1: R N B Q K B N R; rank 2: nine pawns; rank 3: an empty hex, eight
 * pawns, an empty hex. And the picture "8 Piece Set-Up". */
TEST(eight_pieces_stand_as_pictured)
{
	check_army(eight, "RNBQKBNR", "ppppppppp", "-pppppppp-");
}

/* White, then Red on White's left, then Black. On White's left: beyond the
 * left ends of his ranks. */
TEST(turns_go_from_white_to_red_on_his_left_to_black)
{
	struct position position = *begin(nine);

	assert_string_equal(rules.variant->players[0], "White");
	assert_string_equal(rules.variant->players[1], "Red");
	assert_string_equal(rules.variant->players[2], "Black");
	assert_int_equal(position.to_move, WHITE);
	assert_true(cellset_has(&position.owned[RED], cell_of(WHITE, "8a")));
	assert_true(cellset_has(&position.owned[BLACK], cell_of(WHITE, "8p")));
	play(&position, "e3e4");
	assert_int_equal(position.to_move, RED);
	play(&position, "g12h12");
	assert_int_equal(position.to_move, BLACK);
	play(&position, "n10m9");
	assert_int_equal(position.to_move, WHITE);
}

/* "The colors of the hexes ... are set up so that no hex touches another hex
 * of the same color." */
TEST(no_hex_touches_one_of_its_colour)
{
	const struct board *board = &rules.board;

	begin(nine);
	for (cell c = 0; c < board->cells; c++)
		for (unsigned d = 0; d < STRAIGHTS; d++)
			if (board->step[c][d] != CELL_NONE)
				assert_int_not_equal(board->colour[c],
				    board->colour[board->step[c][d]]);
}

static void
check_colours(const char *set_up)
{
	const uint8_t *colour = rules.board.colour;

	begin(set_up);
	for (unsigned p = 0; p < PLAYERS; p++) {
		unsigned his = colour[cell_of(p, "1a")];

		assert_int_equal(colour[cell_of(p, "1d")], his);
		assert_int_not_equal(
		    colour[cell_of((p + 1) % PLAYERS, "1a")], his);
	}
}

/* The leftmost hex of a baseline, and the queen's hex, have the player's
 * colour. The three are different. */
TEST(leftmost_hex_and_the_queens_have_the_players_colour)
{
	check_colours(nine);
	check_colours(eight);
}

/* In the 8-piece set-up both bishops of a player start on one colour; with
 * the pope they do not. */
TEST(bishops_start_on_one_colour_without_the_pope)
{
	const uint8_t *colour = rules.board.colour;

	for (unsigned p = 0; p < PLAYERS; p++) {
		begin(eight);
		assert_int_equal(
		    colour[cell_of(p, "1c")], colour[cell_of(p, "1f")]);
		begin(nine);
		assert_int_not_equal(
		    colour[cell_of(p, "1c")], colour[cell_of(p, "1g")]);
	}
}

/* "While your king starts on 1e for you, to the opponent on your left, it's
 * on 12l!" That is the 9-piece set-up; in the other it is 13l. */
TEST(king_on_1e_is_on_12l_to_the_left)
{
	for (unsigned p = 0; p < PLAYERS; p++) {
		begin(nine);
		assert_int_equal(rules.start.king[p], cell_of(p, "1e"));
		assert_int_equal(
		    rules.start.king[p], cell_of((p + 1) % PLAYERS, "12l"));
		begin(eight);
		assert_int_equal(rules.start.king[p], cell_of(p, "1e"));
		assert_int_equal(
		    rules.start.king[p], cell_of((p + 1) % PLAYERS, "13l"));
	}
}

/* "The left-most hex of the first rank is 1a, while the right-most hex of the
 * rank on the opposite side of the board is 16i." It exists only in the
 * 8-piece set-up. */
TEST(last_hex_is_16i_without_the_pope_and_16h_with_it)
{
	begin(eight);
	assert_int_equal(cell_of(WHITE, "1a"), cell_named("a1"));
	assert_int_equal(cell_of(WHITE, "16i"), cell_named("p16"));
	assert_int_equal(cell_of(WHITE, "16j"), CELL_NONE);
	begin(nine);
	assert_int_equal(cell_of(WHITE, "16h"), cell_named("p16"));
	assert_int_equal(cell_of(WHITE, "16i"), CELL_NONE);
}

/* The document's `W14dx16d(C)`: 14d to 16d is two straight steps. */
TEST(example_of_a_coordinate)
{
	static const char line[] = "wKb1,rKi16,wQj14,rNl16,bKp10 w w-.r-.b- - "
				   "aaa 0 1 opt=Siege:none";

	assert_record(line, "1. W14dx16d(C) *", "");
	assert_record(line, "1. 14dx16dC *", "");
	assert_record(line, "1. W14d-16d(C) *", "capture-false");
}

/*
 * Pieces
 */

/*
 * True if the picture of a piece's moves has a mark there; the picture is a
 * list of columns and half rows from the piece.
 */
static bool
is_marked(const char *picture, int column, int half_row)
{
	while (*picture != '\0') {
		char *end;
		long x = strtol(picture, &end, 10);
		long y = strtol(end + 1, &end, 10);

		if (x == column && y == half_row)
			return true;
		picture = *end == ' ' ? end + 1 : end;
	}
	return false;
}

/*
 * Compares the moves of a piece on h8 with its picture, a board of 91 hexes
 * that touch above and below. Its up is our northwest, its right and up our
 * northeast.
 */
static void
check_picture(char piece, const char *picture)
{
	char line[128], other[] = "rKi16,bKp10,w.h8";
	struct position position;
	struct cellset reached;

	other[sizeof("rKi16,bKp10,w") - 1] = piece;
	snprintf(line, sizeof(line), "%s,wK%s w w-.r-.b- - aaa 0 1",
	    piece == 'K' ? "rKi16,bKp10" : other, piece == 'K' ? "h8" : "b1");
	position = at(line);
	reached = targets(&position, cell_named("h8"));
	for (int x = -5; x <= 5; x++)
		for (int y = -10; y <= 10; y++) {
			cell c = board_at(&rules.board, (unsigned)(7 + x),
			    (unsigned)(8 + (x + y) / 2));

			if ((x + y) % 2 != 0 || abs(x) + abs(y) > 10)
				continue;
			assert_int_not_equal(c, CELL_NONE);
			assert_int_equal(
			    cellset_has(&reached, c), is_marked(picture, x, y));
		}
}

static const char rook_picture[] =
    "0,10 0,8 0,6 -5,5 5,5 -4,4 0,4 4,4 -3,3 3,3 -2,2 0,2 2,2 -1,1 1,1 "
    "-1,-1 1,-1 -2,-2 0,-2 2,-2 -3,-3 3,-3 -4,-4 0,-4 4,-4 -5,-5 5,-5 0,-6 "
    "0,-8 0,-10";
static const char bishop_picture[] =
    "-2,6 2,6 -1,3 1,3 -4,0 -2,0 2,0 4,0 -1,-3 1,-3 -2,-6 2,-6";
static const char knight_picture[] =
    "-1,5 1,5 -2,4 2,4 -3,1 3,1 -3,-1 3,-1 -2,-4 2,-4 -1,-5 1,-5";
static const char king_picture[] =
    "-1,3 1,3 0,2 -1,1 1,1 -2,0 2,0 -1,-1 1,-1 0,-2 -1,-3 1,-3";
static const char pope_picture[] =
    "0,6 -3,3 -1,3 1,3 3,3 -2,0 2,0 -3,-3 -1,-3 1,-3 3,-3 0,-6";

/* Rooks slide along straight lines, to the end of the board. */
TEST(rook_slides_along_straight_lines)
{
	struct position position =
	    at("wKb1,wRh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	check_picture('R', rook_picture);
	assert_targets(position, "h8",
	    "i8 j8 k8 l8 m8 n8 o8 p8 i9 j10 k11 l12 m13 n14 o15 p16 h9 h10 "
	    "h11 h12 h13 h14 h15 g8 f8 e8 d8 c8 b8 a8 g7 f6 e5 d4 c3 b2 a1 "
	    "h7 h6 h5 h4 h3 h2 h1");
}

/* "bishop" */
TEST(bishop_slides_along_diagonal_lines)
{
	struct position position =
	    at("wKb1,wBh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	check_picture('B', bishop_picture);
	assert_targets(position, "h8",
	    "j9 l10 n11 p12 i10 j12 k14 l16 g9 f10 e11 f7 d6 b5 g6 f4 e2 "
	    "i7 j6 k5 l4");
}

/* The queen slides; her picture is the rook's and the bishop's. */
TEST(queen_slides_along_both)
{
	char both[sizeof(rook_picture) + sizeof(bishop_picture)];

	snprintf(both, sizeof(both), "%s %s", rook_picture, bishop_picture);
	check_picture('Q', both);
}

TEST(slides_end_before_an_own_piece_and_on_an_enemy)
{
	struct position position =
	    at("wKb1,wRh8,rKi16,bKp10,wPj8,rPf8,bNi9,wNh9,wNg7,rNh6,wBk12,"
	       "rBl14,bBm16 w w-.r-.b- - aaa 0 1");

	assert_targets(position, "h8", "i8 g8 f8 i9 h7 h6");
	assert_targets(position, "k12",
	    "m13 o14 l14 j13 i14 h15 i11 g10 e9 c8 a7 j10 i8 h6 l11 m10 n9 "
	    "o8");
}

/* Knight: the 12 targets. */
TEST(knight_has_twelve_targets)
{
	struct position position =
	    at("wKb1,wNh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	check_picture('N', knight_picture);
	assert_targets(
	    position, "h8", "j11 i11 k10 k9 j7 i6 f5 g5 e6 e7 f9 g10");
}

/* "Jumps ... no matter what may be in the way": every hex around is taken. */
TEST(knight_jumps)
{
	struct position position =
	    at("wKb1,wNh8,rKi16,bKp10,wPi8,wPi9,rPh9,rPg8,bPg7,wPh7,wBj9,rBi10,"
	       "wBg9,bBf7,rBg6,bBi7 w w-.r-.b- - aaa 0 1 opt=Siege:none");

	assert_targets(
	    position, "h8", "j11 i11 k10 k9 j7 i6 f5 g5 e6 e7 f9 g10");
}

/* King: one straight or diagonal step. */
TEST(king_goes_one_straight_or_diagonal_step)
{
	struct position position = at("wKh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	check_picture('K', king_picture);
	assert_targets(position, "h8", "i8 i9 h9 g8 g7 h7 j9 i10 g9 f7 g6 i7");
}

/* A diagonal step is never blocked by its flanking hexes. In the picture of
 * the diagonal moves two pieces A and two pieces B flank a second step. */
TEST(flanking_hexes_never_block_a_diagonal_step)
{
	struct position slide =
	    at("wKb1,wBh8,rKi16,bKp10,wPi8,wPi9,rPk9,bPk10,wPh9,rPg8,wPh7,"
	       "bPg7 w w-.r-.b- - aaa 0 1");
	struct position king =
	    at("wKh8,rKi16,bKp10,wPi8,wPi9,wPh9,wPg8,wPg7,wPh7 w w-.r-.b- - "
	       "aaa 0 1");
	struct position pawn =
	    at("wKb1,wPh8,wRh9,wRi9,bNi10,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	assert_targets(slide, "h8",
	    "j9 l10 n11 p12 i10 j12 k14 l16 g9 f10 e11 f7 d6 b5 g6 f4 e2 "
	    "i7 j6 k5 l4");
	assert_targets(king, "h8", "j9 i10 g9 f7 g6 i7");
	assert_targets(pawn, "h8", "i10");
}

/* Pope: jumps to the six hexes one diagonal step away and the six hexes three
 * straight steps away. */
TEST(pope_has_twelve_targets)
{
	struct position position =
	    at("wKb1,wOh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	check_picture('O', pope_picture);
	assert_targets(
	    position, "h8", "j9 i10 g9 f7 g6 i7 k8 k11 h11 e8 e5 h5");
}

/* "Whatever lies between." */
TEST(pope_jumps)
{
	struct position position =
	    at("wKb1,wOh8,rKi16,bKp10,wPi8,wPi9,rPh9,rPg8,bPg7,wPh7,wPj8,rPj10,"
	       "wPh10,bPf8,rPf6,wPh6 w w-.r-.b- - aaa 0 1");

	assert_targets(
	    position, "h8", "j9 i10 g9 f7 g6 i7 k8 k11 h11 e8 e5 h5");
}

/* It keeps its colour: the document's "lands on the next hex that is the same
 * color that it jumped from". */
TEST(pope_keeps_its_colour)
{
	struct position position =
	    at("wKb1,wOh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");
	struct cellset reached = targets(&position, cell_named("h8"));

	while (!cellset_empty(&reached))
		assert_int_equal(rules.board.colour[cellset_pop(&reached)],
		    rules.board.colour[cell_named("h8")]);
}

/*
 * Pawns
 */

/* Pawn, seen by its owner: moves one step NW or NE onto an empty hex. */
TEST(pawn_steps_northwest_or_northeast)
{
	struct position white =
	    at("wKb1,wPh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");
	struct position red = at("wKb1,rPh8,rKi16,bKp10 r w-.r-.b- - aaa 0 1");
	struct position black =
	    at("wKb1,bPh8,rKi16,bKp10 b w-.r-.b- - aaa 0 1");

	assert_targets(white, "h8", "h9 i9");
	assert_targets(red, "h8", "i8 h7");
	assert_targets(black, "h8", "g7 g8");
}

/* The picture "Pawn's Standard Moves": p1 on 3e may go to 4e and 4f, p2 on 3i
 * "is blocked by the Rooks and cannot move. This pawn is frozen." */
TEST(pawn_before_two_pieces_is_frozen)
{
	struct position position =
	    at("wKb1,wPe3,wPi3,rRi4,bRj4,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
	       "unmoved=-");

	assert_targets(position, "e3", "e4 f4");
	assert_targets(position, "i3", "");
}

/* It is frozen in its standard move: it may still capture. */
TEST(frozen_pawn_may_still_capture)
{
	struct position position =
	    at("wKa1,wPe5,rRe6,rRf6,rNf7,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	assert_targets(position, "e5", "f7");
}

/* Captures one step WNW, N or ENE. */
TEST(pawn_captures_on_the_three_diagonals_ahead)
{
	static const char around[] = "Ph7,%cPg7,%cPg8,%cPh9,%cPi9,%cPi8,%cBg9,"
				     "%cBi10,%cBj9,%cBi7,%cBg6,%cBf7";
	static const struct {
		char player, enemy;
		const char *targets;
	} cases[] = {
		{ 'w', 'r', "g9 i10 j9" },
		{ 'r', 'b', "j9 i7 g6" },
		{ 'b', 'w', "g6 f7 g9" },
	};

	for (unsigned i = 0; i < PLAYERS; i++) {
		char line[256], ring[128];
		char e = cases[i].enemy;
		struct position position;

		snprintf(ring, sizeof(ring), around, e, e, e, e, e, e, e, e, e,
		    e, e);
		snprintf(line, sizeof(line),
		    "wKb1,rKi16,bKp10,%cPh8,%c%s %c w-.r-.b- - aaa 0 1 "
		    "opt=Siege:none",
		    cases[i].player, e, ring, cases[i].player);
		position = at(line);
		assert_targets(position, "h8", cases[i].targets);
	}
}

/* It never moves or captures otherwise: not ahead onto an enemy, not along
 * a diagonal onto an empty hex. */
TEST(pawn_never_moves_or_captures_otherwise)
{
	struct position position =
	    at("wKb1,wPh8,rNh9,bNi9,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	assert_targets(position, "h8", "");
	assert_illegal(position, "h8h9", ILLEGAL_PAWN_BLOCKED);
	assert_illegal(position, "h8i10", ILLEGAL_PAWN_NO_TARGET);
	assert_illegal(position, "h8i8", ILLEGAL_GEOMETRY);
	assert_illegal(position, "h8h7", ILLEGAL_GEOMETRY);
}

/* A pawn that has never moved and stands on its owner's third rank may go two
 * steps in the same direction. */
TEST(pawn_may_go_two_steps_from_the_third_rank)
{
	struct position position = *begin(nine);

	assert_targets(position, "e3", "e4 e5 f4 g5");
	play(&position, "e3g5");
	assert_targets(position, "g12", "h12 i12 g11 g10");
	play(&position, "g12i12");
	assert_targets(position, "n10", "m10 l10 m9 l8");
	position = *begin(eight);
	assert_targets(position, "e3", "e4 e5 f4 g5");
}

/*
 * "That has never moved": a pawn that came from the second rank, or from
 * another hex of the third, may not go two steps.
 */
TEST(pawn_that_has_moved_may_not_go_two_steps)
{
	struct position position = after(
	    "wPe2,wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 1", "e2e3 i16i15 p10p9");
	struct position moved =
	    at("wPe3,wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 1 unmoved=-");

	assert_targets(position, "e3", "e4 f4");
	assert_illegal(position, "e3e5", ILLEGAL_PAWN_MOVED);
	assert_targets(moved, "e3", "e4 f4");
}

/* "And stands on its owner's third rank." */
TEST(pawn_on_the_second_rank_may_not_go_two_steps)
{
	struct position position =
	    at("wPe2,wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	assert_targets(position, "e2", "e3 f3");
	assert_illegal(position, "e2e4", ILLEGAL_PAWN_DOUBLE);
	/* A double step that is not allowed is not reported as blocked. */
	position = at("wPe2,wPe3,wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 1");
	assert_illegal(position, "e2e4", ILLEGAL_PAWN_DOUBLE);
	assert_illegal(position, "e2e3", ILLEGAL_PAWN_BLOCKED);
}

/* (both hexes empty). */
TEST(both_hexes_of_a_double_step_are_empty)
{
	struct position position =
	    at("wPe3,rNe4,bNg5,wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	assert_targets(position, "e3", "f4");
	assert_illegal(position, "e3e5", ILLEGAL_PAWN_BLOCKED);
	assert_illegal(position, "e3g5", ILLEGAL_PAWN_BLOCKED);
}
