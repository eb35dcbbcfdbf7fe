/*
 * The rules of Siege Chess: board, set-up, and how the pieces go; one test
 * for each sentence of siege.md.
 *
 * The sentence stands above its test. Pictures and examples are those of the
 * rules of Siege Chess by Ross Durossette; their hexes were counted there.
 */
#include "unit/setup_siege.h"

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

/* "9-piece: `hexboard(9,8)`. 8-piece: `hexboard(8,9)`"; "192 hexes", "rank 16
 * is at the other end of the board". */
static void
board_has_192_hexes_in_16_ranks(void **state)
{
	(void)state;
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

/* What a player sees on a rank, from his left: letters, pawns p, empty -. */
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

/* "Rank 1 from the left: R N B Q K O B N R (O is the pope); rank 2: ten pawns;
 * rank 3: an empty hex, nine pawns, an empty hex." And the picture "9 Piece
 * Set-Up". */
static void
nine_pieces_stand_as_pictured(void **state)
{
	(void)state;
	check_army(nine, "RNBQKOBNR", "pppppppppp", "-ppppppppp-");
}

/* "Rank 1: R N B Q K B N R; rank 2: nine pawns; rank 3: an empty hex, eight
 * pawns, an empty hex." And the picture "8 Piece Set-Up". */
static void
eight_pieces_stand_as_pictured(void **state)
{
	(void)state;
	check_army(eight, "RNBQKBNR", "ppppppppp", "-pppppppp-");
}

/* "White, then Red on White's left, then Black." On White's left: beyond the
 * left ends of his ranks. */
static void
turns_go_from_white_to_red_on_his_left_to_black(void **state)
{
	struct position position = *begin(nine);

	(void)state;
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
static void
no_hex_touches_one_of_its_colour(void **state)
{
	const struct board *board = &rules.board;

	(void)state;
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

/* "The leftmost hex of a baseline, and the queen's hex, have the player's
 * colour." The three are different. */
static void
leftmost_hex_and_the_queens_have_the_players_colour(void **state)
{
	(void)state;
	check_colours(nine);
	check_colours(eight);
}

/* "In the 8-piece set-up both bishops of a player start on one colour"; with
 * the pope they do not. */
static void
bishops_start_on_one_colour_without_the_pope(void **state)
{
	const uint8_t *colour = rules.board.colour;

	(void)state;
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
static void
king_on_1e_is_on_12l_to_the_left(void **state)
{
	(void)state;
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
 * rank on the opposite side of the board is 16i." It "exists only in the
 * 8-piece set-up". */
static void
last_hex_is_16i_without_the_pope_and_16h_with_it(void **state)
{
	(void)state;
	begin(eight);
	assert_int_equal(cell_of(WHITE, "1a"), cell_named("a1"));
	assert_int_equal(cell_of(WHITE, "16i"), cell_named("p16"));
	assert_int_equal(cell_of(WHITE, "16j"), CELL_NONE);
	begin(nine);
	assert_int_equal(cell_of(WHITE, "16h"), cell_named("p16"));
	assert_int_equal(cell_of(WHITE, "16i"), CELL_NONE);
}

/* The document's `W14dx16d(C)`: 14d to 16d is two straight steps. */
static void
example_of_a_coordinate(void **state)
{
	static const char line[] = "wKb1,rKi16,wQj14,rNl16,bKp10 w w-.r-.b- - "
				   "aaa 0 1 opt=Siege:none";

	(void)state;
	assert_record(line, "1. W14dx16d(C) *", "");
	assert_record(line, "1. 14dx16dC *", "");
	assert_record(line, "1. W14d-16d(C) *", "capture-false");
}

/*
 * Pieces
 */

/* Whether the picture of a piece's moves, as a list of columns and half rows
 * from the piece, has a mark there. */
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

/* "Rook ... slide" along straight lines, to the end of the board. */
static void
rook_slides_along_straight_lines(void **state)
{
	struct position position =
	    at("wKb1,wRh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	check_picture('R', rook_picture);
	assert_targets(position, "h8",
	    "i8 j8 k8 l8 m8 n8 o8 p8 i9 j10 k11 l12 m13 n14 o15 p16 h9 h10 "
	    "h11 h12 h13 h14 h15 g8 f8 e8 d8 c8 b8 a8 g7 f6 e5 d4 c3 b2 a1 "
	    "h7 h6 h5 h4 h3 h2 h1");
}

/* "bishop" */
static void
bishop_slides_along_diagonal_lines(void **state)
{
	struct position position =
	    at("wKb1,wBh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	check_picture('B', bishop_picture);
	assert_targets(position, "h8",
	    "j9 l10 n11 p12 i10 j12 k14 l16 g9 f10 e11 f7 d6 b5 g6 f4 e2 "
	    "i7 j6 k5 l4");
}

/* "queen slide"; her picture is the rook's and the bishop's. */
static void
queen_slides_along_both(void **state)
{
	char both[sizeof(rook_picture) + sizeof(bishop_picture)];

	(void)state;
	snprintf(both, sizeof(both), "%s %s", rook_picture, bishop_picture);
	check_picture('Q', both);
}

static void
slides_end_before_an_own_piece_and_on_an_enemy(void **state)
{
	struct position position =
	    at("wKb1,wRh8,rKi16,bKp10,wPj8,rPf8,bNi9,wNh9,wNg7,rNh6,wBk12,"
	       "rBl14,bBm16 w w-.r-.b- - aaa 0 1");

	(void)state;
	assert_targets(position, "h8", "i8 g8 f8 i9 h7 h6");
	assert_targets(position, "k12",
	    "m13 o14 l14 j13 i14 h15 i11 g10 e9 c8 a7 j10 i8 h6 l11 m10 n9 "
	    "o8");
}

/* "knight: the 12 targets" */
static void
knight_has_twelve_targets(void **state)
{
	struct position position =
	    at("wKb1,wNh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	check_picture('N', knight_picture);
	assert_targets(
	    position, "h8", "j11 i11 k10 k9 j7 i6 f5 g5 e6 e7 f9 g10");
}

/* "Jumps ... no matter what may be in the way": every hex around is taken. */
static void
knight_jumps(void **state)
{
	struct position position =
	    at("wKb1,wNh8,rKi16,bKp10,wPi8,wPi9,rPh9,rPg8,bPg7,wPh7,wBj9,rBi10,"
	       "wBg9,bBf7,rBg6,bBi7 w w-.r-.b- - aaa 0 1 opt=Siege:none");

	(void)state;
	assert_targets(
	    position, "h8", "j11 i11 k10 k9 j7 i6 f5 g5 e6 e7 f9 g10");
}

/* "king: one straight or diagonal step" */
static void
king_goes_one_straight_or_diagonal_step(void **state)
{
	struct position position = at("wKh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	check_picture('K', king_picture);
	assert_targets(position, "h8", "i8 i9 h9 g8 g7 h7 j9 i10 g9 f7 g6 i7");
}

/* "A diagonal step is never blocked by its flanking hexes." In the picture of
 * the diagonal moves two pieces A and two pieces B flank a second step. */
static void
flanking_hexes_never_block_a_diagonal_step(void **state)
{
	struct position slide =
	    at("wKb1,wBh8,rKi16,bKp10,wPi8,wPi9,rPk9,bPk10,wPh9,rPg8,wPh7,"
	       "bPg7 w w-.r-.b- - aaa 0 1");
	struct position king =
	    at("wKh8,rKi16,bKp10,wPi8,wPi9,wPh9,wPg8,wPg7,wPh7 w w-.r-.b- - "
	       "aaa 0 1");
	struct position pawn =
	    at("wKb1,wPh8,wRh9,wRi9,bNi10,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	assert_targets(slide, "h8",
	    "j9 l10 n11 p12 i10 j12 k14 l16 g9 f10 e11 f7 d6 b5 g6 f4 e2 "
	    "i7 j6 k5 l4");
	assert_targets(king, "h8", "j9 i10 g9 f7 g6 i7");
	assert_targets(pawn, "h8", "i10");
}

/* "Pope: jumps to the six hexes one diagonal step away and the six hexes three
 * straight steps away" */
static void
pope_has_twelve_targets(void **state)
{
	struct position position =
	    at("wKb1,wOh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	check_picture('O', pope_picture);
	assert_targets(
	    position, "h8", "j9 i10 g9 f7 g6 i7 k8 k11 h11 e8 e5 h5");
}

/* "whatever lies between" */
static void
pope_jumps(void **state)
{
	struct position position =
	    at("wKb1,wOh8,rKi16,bKp10,wPi8,wPi9,rPh9,rPg8,bPg7,wPh7,wPj8,rPj10,"
	       "wPh10,bPf8,rPf6,wPh6 w w-.r-.b- - aaa 0 1");

	(void)state;
	assert_targets(
	    position, "h8", "j9 i10 g9 f7 g6 i7 k8 k11 h11 e8 e5 h5");
}

/* It keeps its colour: the document's "lands on the next hex that is the same
 * color that it jumped from". */
static void
pope_keeps_its_colour(void **state)
{
	struct position position =
	    at("wKb1,wOh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");
	struct cellset reached = targets(&position, cell_named("h8"));

	(void)state;
	while (!cellset_empty(&reached))
		assert_int_equal(rules.board.colour[cellset_pop(&reached)],
		    rules.board.colour[cell_named("h8")]);
}

/*
 * Pawns
 */

/* "Pawn, seen by its owner: moves one step NW or NE onto an empty hex" */
static void
pawn_steps_northwest_or_northeast(void **state)
{
	struct position white =
	    at("wKb1,wPh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");
	struct position red = at("wKb1,rPh8,rKi16,bKp10 r w-.r-.b- - aaa 0 1");
	struct position black =
	    at("wKb1,bPh8,rKi16,bKp10 b w-.r-.b- - aaa 0 1");

	(void)state;
	assert_targets(white, "h8", "h9 i9");
	assert_targets(red, "h8", "i8 h7");
	assert_targets(black, "h8", "g7 g8");
}

/* The picture "Pawn's Standard Moves": p1 on 3e may go to 4e and 4f, p2 on 3i
 * "is blocked by the Rooks and cannot move. This pawn is frozen." */
static void
pawn_before_two_pieces_is_frozen(void **state)
{
	struct position position =
	    at("wKb1,wPe3,wPi3,rRi4,bRj4,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
	       "unmoved=-");

	(void)state;
	assert_targets(position, "e3", "e4 f4");
	assert_targets(position, "i3", "");
}

/* "captures one step WNW, N or ENE" */
static void
pawn_captures_on_the_three_diagonals_ahead(void **state)
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

	(void)state;
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

/* "It never moves or captures otherwise": not ahead onto an enemy, not along
 * a diagonal onto an empty hex. */
static void
pawn_never_moves_or_captures_otherwise(void **state)
{
	struct position position =
	    at("wKb1,wPh8,rNh9,bNi9,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	assert_targets(position, "h8", "");
	assert_illegal(position, "h8h9", ILLEGAL_PAWN_BLOCKED);
	assert_illegal(position, "h8i10", ILLEGAL_PAWN_NO_TARGET);
	assert_illegal(position, "h8i8", ILLEGAL_GEOMETRY);
	assert_illegal(position, "h8h7", ILLEGAL_GEOMETRY);
}

/* "A pawn that has never moved and stands on its owner's third rank may go two
 * steps in the same direction" */
static void
pawn_may_go_two_steps_from_the_third_rank(void **state)
{
	struct position position = *begin(nine);

	(void)state;
	assert_targets(position, "e3", "e4 e5 f4 g5");
	play(&position, "e3g5");
	assert_targets(position, "g12", "h12 i12 g11 g10");
	play(&position, "g12i12");
	assert_targets(position, "n10", "m10 l10 m9 l8");
	position = *begin(eight);
	assert_targets(position, "e3", "e4 e5 f4 g5");
}

/* "that has never moved": one that came from the second rank, or from another
 * hex of the third, may not. */
static void
pawn_that_has_moved_may_not_go_two_steps(void **state)
{
	struct position position = after(
	    "wPe2,wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 1", "e2e3 i16i15 p10p9");
	struct position moved =
	    at("wPe3,wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 1 unmoved=-");

	(void)state;
	assert_targets(position, "e3", "e4 f4");
	assert_illegal(position, "e3e5", ILLEGAL_PAWN_DOUBLE);
	assert_targets(moved, "e3", "e4 f4");
}

/* "and stands on its owner's third rank" */
static void
pawn_on_the_second_rank_may_not_go_two_steps(void **state)
{
	struct position position =
	    at("wPe2,wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	assert_targets(position, "e2", "e3 f3");
}

/* "(both hexes empty)" */
static void
both_hexes_of_a_double_step_are_empty(void **state)
{
	struct position position =
	    at("wPe3,rNe4,bNg5,wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	assert_targets(position, "e3", "f4");
	assert_illegal(position, "e3e5", ILLEGAL_PAWN_BLOCKED);
	assert_illegal(position, "e3g5", ILLEGAL_PAWN_BLOCKED);
}

/*
 * En passant
 */

/* White's pawn goes from e3 to e5; can the piece take it on e4? */
static void
check_passing(const char *piece, bool takes)
{
	char line[128], move[16];
	struct position position;

	snprintf(line, sizeof(line),
	    "wKa1,wPe3,%s%s,bKp10 w w-.r-.b- - aaa 0 1", piece,
	    piece[1] == 'K' ? "" : ",rKi16");
	position = after(line, "e3e5");
	snprintf(move, sizeof(move), "%se4", piece + 2);
	if (piece[1] != 'P')
		assert_int_equal(
		    why(&position, move).why == ILLEGAL_NOT, takes);
	snprintf(move, sizeof(move), "%se4+", piece + 2);
	assert_int_equal(why(&position, move).why == ILLEGAL_NOT, takes);
}

/* The picture "En Passe": the pawn on 3e goes to 5e, the rook on 4j takes it
 * on 4e. */
static void
rook_takes_en_passant_as_pictured(void **state)
{
	struct position position = after(
	    "wKa1,wPe3,rRj4,rKi16,bKp10 w w-.r-.b- - aaa 0 1", "e3e5 j4e4+");

	(void)state;
	assert_position(position, "wKa1,rRe4,rKi16,bKp10 b w-.r-.b- - aaa 0 1");
}

/* "any enemy piece that can move to the skipped hex may take the pawn by doing
 * so" */
static void
any_piece_may_take_en_passant(void **state)
{
	(void)state;
	check_passing("rRj4", true);
	check_passing("rNg7", true);
	check_passing("rBf6", true);
	check_passing("rQi8", true);
	check_passing("rOh4", true);
	check_passing("rKf4", true);
	check_passing("rRj5", false);
}

/* "a pawn only by its capturing step": from d5 it captures onto e4, from d4 it
 * only steps there. */
static void
pawn_takes_en_passant_by_its_capturing_step(void **state)
{
	struct position position = after(
	    "wKa1,wPe3,rPd4,rPd5,rKi16,bKp10 w w-.r-.b- - aaa 0 1", "e3e5");

	(void)state;
	check_passing("rPd5", true);
	assert_legal(position, "d4e4");
	assert_illegal(position, "d4e4+", ILLEGAL_NOT_PASSED);
}

/* "It is a choice: moving to the same hex without taking is another move (`-`
 * against `+`)." */
static void
en_passant_is_a_choice(void **state)
{
	static const char line[] =
	    "wKa1,wPe3,rRj4,rKi16,bKp10 w w-.r-.b- - aaa 0 1";
	struct position position = after(line, "e3e5 j4e4");

	(void)state;
	assert_position(
	    position, "wKa1,rRe4,wPe5,rKi16,bKp10 b w-.r-.b- e4>e5 aaa 1 1");
	assert_record(line, "1. W3e-5e R14g-9l *", "");
	assert_record(line, "1. W3e-5e R14g+9l *", "");
}

/* "until the pawn's owner moves again" */
static void
en_passant_lasts_until_the_owner_moves(void **state)
{
	struct position position =
	    after("wKa1,wPe3,rRj4,rKi16,bKp10,bRe1 w w-.r-.b- - aaa 0 1",
		"e3e5 i16i15");

	(void)state;
	assert_legal(position, "e1e4+");
	play(&position, "p10p9 a1a2");
	assert_illegal(position, "j4e4+", ILLEGAL_NOT_PASSED);
	assert_legal(position, "j4e4");
}

/* "The skipped hex must be empty." */
static void
skipped_hex_must_be_empty(void **state)
{
	struct position position =
	    after("wKa1,wPe3,rNg7,rKi16,bKp10,bRj4 w w-.r-.b- - aaa 0 1",
		"e3e5 g7e4");

	(void)state;
	assert_legal(position, "j4e4");
	assert_int_not_equal(why(&position, "j4e4+").why, ILLEGAL_NOT);
	play(&position, "j4e4");
	assert_position(
	    position, "wKa1,bRe4,wPe5,rKi16,bKp10 w w-.r-.b- - aaa 0 2");
}

/* "Two such pawns of different owners can be open to it at the same time." */
static void
two_pawns_can_be_open_to_en_passant(void **state)
{
	struct position position =
	    after("wKa1,wPe3,rPg12,rKi16,bKp10,bRe9,bQh4 w w-.r-.b- - aaa 0 1",
		"e3e5 g12i12");

	(void)state;
	assert_state(position, "b w-.r-.b- e4>e5.h12>i12 aaa 0 1");
	assert_legal(position, "h4h12+");
	assert_legal(position, "h4h12");
	assert_legal(position, "h4e4+");
	assert_legal(position, "h4e4");
	assert_illegal(position, "e9e4+", ILLEGAL_BLOCKED);
}

/* "Fortified players' pawns cannot be taken so." Nor does a fortified player
 * take one. */
static void
fortified_pawn_is_not_taken_en_passant(void **state)
{
	struct position owner =
	    at("wKa1,rRj4,wPe5,rKi16,bKp10 r w-.r-.b- e4>e5 aaa 0 1 fort=2.0.0 "
	       "forts=w");
	struct position taker =
	    at("wKa1,rRj4,wPe5,rKi16,bKp10 r w-.r-.b- e4>e5 aaa 0 1 fort=0.2.0 "
	       "forts=r");

	(void)state;
	assert_legal(owner, "j4e4");
	assert_illegal(owner, "j4e4+", ILLEGAL_FORTRESS);
	assert_legal(taker, "j4e4");
	assert_illegal(taker, "j4e4+", ILLEGAL_FORTIFIED);
}

/*
 * Promotion
 */

/* "A pawn arriving on the first rank of an opponent who is still playing may
 * (not must) be replaced, in that same move, by any piece but a pawn that its
 * owner has lost." */
static void
pawn_may_be_promoted_on_an_opponents_first_rank(void **state)
{
	struct position position =
	    at("wKa1,wPe11,wPo9,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
	       "lost=QNNP.-.-");

	(void)state;
	assert_promotions(position, "e11e12", "QN-");
	assert_promotions(position, "e11f12", "-");
	assert_promotions(position, "o9p10", "");
	assert_promotions(position, "o9o10", "-");
	assert_illegal(position, "e11e12r", ILLEGAL_PROMOTION_LOST);
	assert_illegal(position, "e11e12p", ILLEGAL_PROMOTION_KIND);
	assert_illegal(position, "e11f12q", ILLEGAL_PROMOTION_HERE);
}

static void
each_lost_piece_but_the_pawn_is_offered(void **state)
{
	struct position all = at("wKa1,wPe11,rKi16,bKp10 w w-.r-.b- - aaa 0 1");
	struct position none =
	    at("wKa1,wPe11,rKi16,bKp10 w w-.r-.b- - aaa 0 1 lost=PP.-.-");
	struct position black =
	    at("wKc3,bPb2,rKi16,bKp10 b w-.r-.b- - aaa 0 1 lost=Q.O.RB");
	struct position without;

	(void)state;
	assert_promotions(all, "e11e12", "QORBN-");
	assert_promotions(none, "e11e12", "-");
	assert_promotions(black, "b2a1", "RB-");
	without = at("wKa1,wPd11,rKi16,bKp10 w w-.r-.b- - aaa 0 1 opt=Pope:no");
	assert_promotions(without, "d11d12", "QRBN-");
}

/* The new piece leaves the pool; the pawn is gone, and not in the pool. "A
 * piece that was replaced by promotion leaves the game and does not enter the
 * pool." */
static void
promoted_piece_leaves_the_pool_and_the_pawn_the_game(void **state)
{
	static const char line[] = "wKa1,wPe11,rKi16,bKp10 w w-.r-.b- - aaa 7 "
				   "1 lost=QNN.-.-";
	struct position position = after(line, "e11e12n");

	(void)state;
	assert_position(position,
	    "wKa1,wNe12,rKi16,bKp10 r w-.r-.b- - aaa 0 1 lost=QN.-.-");
	position = after(line, "e11e12");
	assert_position(position,
	    "wKa1,wPe12,rKi16,bKp10 r w-.r-.b- - aaa 0 1 lost=QNN.-.-");
}

/* A pawn arrives by a capture as well as by a step. */
static void
capture_promotes(void **state)
{
	struct position position =
	    at("wKa1,wPd10,rNe12,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
	       "lost=R.Q.-");

	(void)state;
	assert_promotions(position, "d10e12", "R-");
	play(&position, "d10e12r");
	assert_position(position,
	    "wKa1,wRe12,rKi16,bKp10 r w-.r-.b- - aaa 0 1 lost=-.QN.-");
}

/* "of an opponent who is still playing" */
static void
first_rank_of_a_player_who_is_out_promotes_nobody(void **state)
{
	struct position position =
	    at("wKa1,wPe11,wPo10,bKp14 w w-.r-.b- - axa 0 1");

	(void)state;
	assert_promotions(position, "e11e12", "-");
	assert_promotions(position, "o10p11", "QORBN-");
	position = at("wKa1,wPd10,bNe12,bKp14 w w-.r-.b- - axa 0 1 lost=Q.-.-");
	assert_promotions(position, "d10e12", "-");
}

/* "On arrival only: a step from one hex of that rank to another is none" */
static void
step_along_a_first_rank_is_no_arrival(void **state)
{
	struct position position =
	    at("wKa1,wPe12,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	assert_targets(position, "e12", "f13");
	assert_promotions(position, "e12f13", "-");
}

/* "and not when the move takes that opponent's king, who is out by it"; the
 * king of another opponent may be taken there. */
static void
taking_the_king_of_that_rank_promotes_nobody(void **state)
{
	struct position his =
	    at("wKa1,wPd10,rKe12,bKp10 w w-.r-.b- - aaa 0 1 declared=w:r");
	struct position another =
	    at("wKa1,wPd10,rKi16,bKe12 w w-.r-.b- - aaa 0 1 declared=w:b");

	(void)state;
	assert_promotions(his, "d10e12", "-");
	assert_promotions(another, "d10e12", "QORBN-");
}

/* "A pawn with no step left simply stands there and can be taken." */
static void
pawn_at_the_end_of_the_board_can_be_taken(void **state)
{
	struct position position =
	    at("wKa1,wPk16,rRk14,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	assert_targets(position, "k16", "");
	play(&position, "a1a2 k14k16");
	assert_position(
	    position, "wKa2,rKi16,rRk16,bKp10 b w-.r-.b- - aaa 0 1");
}

/*
 * Castling
 */

static const char castling9[] =
    "wRa1,rRa8,wKe1,rKe12,wRi1,rRi16,bRp8,bKp12,bRp16 w wQO.rQO.bQO - aaa 0 "
    "1";
static const char castling8[] =
    "wRa1,rRa9,rKd12,wKe1,wRh1,rRh16,bRp9,bKp13,bRp16 w wQK.rQK.bQK - aaa 0 "
    "1 opt=Pope:no";

static void
check_castling(const char *line, unsigned player, const char *move,
    const char *king, const char *rook)
{
	struct position position = at(line);
	unsigned pieces = position.pieces;

	position_turn(&position, player);
	play(&position, move);
	assert_int_equal(position.king[player], cell_of(player, king));
	assert_int_equal(position.at[cell_of(player, rook)],
	    piece_make(ROOK, player, player));
	assert_int_equal(position.pieces, pieces);
	assert_int_equal(position.rights[player], 0);
	assert_int_equal(position.clock, 1);
}

/* "9-piece: queen's side (king to 1c, rook 1a to 1d), pope's side (king to 1g,
 * rook 1i to 1f)." */
static void
castling_with_the_pope(void **state)
{
	(void)state;
	check_castling(castling9, WHITE, "e1c1", "1c", "1d");
	check_castling(castling9, WHITE, "e1g1", "1g", "1f");
	check_castling(castling9, RED, "e12g14", "1c", "1d");
	check_castling(castling9, RED, "e12c10", "1g", "1f");
	check_castling(castling9, BLACK, "p12p10", "1c", "1d");
	check_castling(castling9, BLACK, "p12p14", "1g", "1f");
}

/* "8-piece: queen's side the same, king's side (king to 1g, rook 1h to 1f)."
 * So the picture "The Castling Move" has it. */
static void
castling_without_the_pope_as_pictured(void **state)
{
	(void)state;
	check_castling(castling8, WHITE, "e1c1", "1c", "1d");
	check_castling(castling8, WHITE, "e1g1", "1g", "1f");
	check_castling(castling8, RED, "d12f14", "1c", "1d");
	check_castling(castling8, RED, "d12b10", "1g", "1f");
	check_castling(castling8, BLACK, "p13p11", "1c", "1d");
	check_castling(castling8, BLACK, "p13p15", "1g", "1f");
}

/* "King two hexes towards the rook, rook to the hex on the king's other
 * side." */
static void
castling_moves_king_and_rook(void **state)
{
	struct position position = after(castling9, "e1c1");

	(void)state;
	assert_position(position,
	    "rRa8,wKc1,wRd1,rKe12,wRi1,rRi16,bRp8,bKp12,bRp16 r w-.rQO.bQO - "
	    "aaa 1 1");
}

/* "Use `00` and put the letter q, k, or o to denote on who's side." */
static void
castling_is_written_with_its_side(void **state)
{
	(void)state;
	assert_record(castling9, "1. W00(Q) R00(O) B00(Q) *", "");
	assert_record(castling9, "1. W00(q) R00(o) B00q *", "");
	assert_record(castling8, "1. W00(K) R00(k) B00k *", "");
	assert_record(castling9, "1. W00(K) *", "castling-unknown");
	assert_record(castling8, "1. W00(O) *", "castling-unknown");
}

/* "once per player: king and that rook have never moved": nor back. */
static void
castling_needs_king_and_rook_that_never_moved(void **state)
{
	struct position king =
	    after(castling9, "e1e2 e12d10 p12o12 e2e1 d10e12 o12p12");
	struct position rook =
	    after(castling9, "a1a2 a8a7 p8o8 a2a1 a7a8 o8p8");

	(void)state;
	assert_illegal(king, "e1c1", ILLEGAL_CASTLING_RIGHTS);
	assert_illegal(king, "e1g1", ILLEGAL_CASTLING_RIGHTS);
	assert_keys(king, "unmoved=a1.a8.i1.i16.p8.p16");
	assert_illegal(rook, "e1c1", ILLEGAL_CASTLING_RIGHTS);
	assert_legal(rook, "e1g1");
	assert_state(
	    rook, "w wO.rQ.bO - aaa 6 3 unmoved=e1.e12.i1.i16.p12.p16");
}

static void
castling_needs_a_rook_that_was_not_taken(void **state)
{
	struct position position = after(castling9, "i1i16");

	(void)state;
	assert_state(position, "r wQ.rO.bQO - aaa 0 1");
	assert_illegal(position, "e12g14", ILLEGAL_CASTLING_RIGHTS);
}

/* "the hexes between are empty": all between king and rook. */
static void
castling_needs_empty_hexes_between(void **state)
{
	static const char *const between[] = { "wNb1", "rNc1", "bNd1" };
	static const char *const beyond[] = { "wNf1", "rNg1", "wNh1" };

	(void)state;
	for (int i = 0; i < 3; i++) {
		char line[160];
		struct position position;

		snprintf(line, sizeof(line),
		    "wRa1,wKe1,wRi1,rKk16,bKp8,%s w wQO.r-.b- - aaa 0 1",
		    between[i]);
		position = at(line);
		assert_illegal(position, "e1c1", ILLEGAL_CASTLING_BLOCKED);
		snprintf(line, sizeof(line),
		    "wRa1,wKe1,wRi1,rKk16,bKp8,%s w wQO.r-.b- - aaa 0 1",
		    beyond[i]);
		position = at(line);
		assert_illegal(position, "e1g1", ILLEGAL_CASTLING_BLOCKED);
	}
}

/* "the king is not attacked now, and the king's target is not attacked" */
static void
castling_needs_king_and_target_unattacked(void **state)
{
	struct position king =
	    at("wRa1,wKe1,wRi1,rRe9,rKk16,bKp8 w wQO.r-.b- - aaa 0 1");
	struct position target =
	    at("wRa1,wKe1,wRi1,rRc9,rKk16,bKp8 w wQO.r-.b- - aaa 0 1");

	(void)state;
	assert_illegal(king, "e1c1", ILLEGAL_CASTLING_CHECK);
	assert_illegal(king, "e1g1", ILLEGAL_CASTLING_CHECK);
	assert_illegal(target, "e1c1", ILLEGAL_CASTLING_ATTACKED);
	assert_legal(target, "e1g1");
}

/* "Passing over an attacked hex is allowed": d1 and b1, f1 and h1. */
static void
castling_may_pass_over_an_attacked_hex(void **state)
{
	struct position position =
	    at("wRa1,wKe1,wRi1,rRd9,rRb9,bRf9,bRh9,rKk16,bKp8 w wQO.r-.b- - "
	       "aaa 0 1");

	(void)state;
	assert_legal(position, "e1c1");
	assert_legal(position, "e1g1");
}

/* A king attacks his neighbours, and so bars a castling as well. */
static void
king_bars_castling(void **state)
{
	struct position position =
	    at("wRa1,wKe1,wRi1,rKb2,bKp8 w wQO.r-.b- - aaa 0 1");

	(void)state;
	assert_illegal(position, "e1c1", ILLEGAL_CASTLING_ATTACKED);
}

/*
 * Steps of the king
 */

/* "The king may not step onto a hex that an opponent attacks" */
static void
king_may_not_step_onto_an_attacked_hex(void **state)
{
	struct position position =
	    at("wKh8,rRi1,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	assert_targets(position, "h8", "h9 g8 g7 h7 j9 g9 f7 g6");
	assert_illegal(position, "h8i8", ILLEGAL_INTO_CHECK);
}

/* Of either opponent, and by each kind of piece. */
static void
every_piece_of_both_opponents_attacks(void **state)
{
	static const char *const attackers[] = { "bRi1", "rQi5", "bBk9",
		"rNk11", "bOi5", "bPj10", "rPg7" };

	(void)state;
	for (size_t i = 0; i < sizeof(attackers) / sizeof(*attackers); i++) {
		char line[128];
		struct position position;

		snprintf(line, sizeof(line),
		    "wKh8,%s,rKi16,bKp10 w w-.r-.b- - aaa 0 1", attackers[i]);
		position = at(line);
		assert_illegal(position, "h8i8", ILLEGAL_INTO_CHECK);
	}
}

/* A pawn attacks where it captures, not where it steps. */
static void
pawn_does_not_attack_where_it_steps(void **state)
{
	struct position position =
	    at("wKj8,rPh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	assert_legal(position, "j8i8");
	assert_illegal(position, "j8i7", ILLEGAL_INTO_CHECK);
	assert_illegal(position, "j8j9", ILLEGAL_INTO_CHECK);
}

/* "judged on the board after the step (a slider sees through the hex he left"
 */
static void
slider_sees_through_the_hex_the_king_left(void **state)
{
	struct position rook = at("wKh8,rRa8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");
	struct position bishop =
	    at("wKh8,rBf7,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	assert_targets(rook, "h8", "i9 h9 g7 h7 j9 i10 g9 f7 g6 i7");
	assert_illegal(bishop, "h8j9", ILLEGAL_INTO_CHECK);
	assert_legal(bishop, "h8f7");
}

/* A piece that he takes shields him no longer. */
static void
king_may_not_take_a_guarded_piece(void **state)
{
	struct position guarded =
	    at("wKh8,rNi8,rRm8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");
	struct position other =
	    at("wKh8,rNi8,bRm8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");
	struct position alone =
	    at("wKh8,rNi8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	assert_illegal(guarded, "h8i8", ILLEGAL_INTO_CHECK);
	assert_illegal(other, "h8i8", ILLEGAL_INTO_CHECK);
	assert_legal(alone, "h8i8");
}

/* "a king attacks its 12 neighbours)" */
static void
king_attacks_his_twelve_neighbours(void **state)
{
	struct position position = at("wKh8,rKk10,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	assert_targets(position, "h8", "i8 h9 g8 g7 h7 i10 g9 f7 g6 i7");
	assert_illegal(position, "h8i9", ILLEGAL_INTO_CHECK);
	assert_illegal(position, "h8j9", ILLEGAL_INTO_CHECK);
}

/* "A king never takes a king (\"trying to capture a king with a king\")" */
static void
king_never_takes_a_king(void **state)
{
	struct position position =
	    at("wKh8,rKi8,bKp10 w w-.r-.b- - aaa 0 1 declared=w:r");

	(void)state;
	assert_illegal(position, "h8i8", ILLEGAL_KING_BY_KING);
}

/* "and so no king is declared against by a king" */
static void
no_king_is_declared_against_by_a_king(void **state)
{
	static const char line[] =
	    "wKh8,rKk9,bKp10 w w-.r-.b- - aaa 0 1 opt=Siege:none";
	struct position position = at("wKh8,rKi8,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	assert_int_equal(position.checks[RED], 0);
	assert_int_equal(position.checks[WHITE], 0);
	assert_record(line, "1. W8h-9h *", "");
	assert_record(
	    "wKh8,rKi8,wRa1,bKp10 w w-.r-.b- - aaa 0 1", "1. W1a-2a *", "");
	assert_record("wKh8,rKi8,wRa1,bKp10 w w-.r-.b- - aaa 0 1",
	    "1. W1a-2a(C) *", "false-check");
}

/* "Nothing else binds a player whose king is attacked" */
static void
nothing_else_binds_a_player(void **state)
{
	struct position pinned =
	    at("wKh8,wNi8,rRm8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");
	struct position attacked =
	    at("wKh8,wNb2,rRm8,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	(void)state;
	assert_legal(pinned, "i8k11");
	assert_int_equal(attacked.checks[WHITE], 1u << RED);
	assert_legal(attacked, "b2d5");
	assert_legal(attacked, "h8h9");
	assert_illegal(attacked, "h8g8", ILLEGAL_INTO_CHECK);
}

/*
 * Taking kings
 */

/* White's rook on g5 can go to h6, from where it attacks both kings. */
static const char two_kings[] =
    "wKb1,wRg5,bKa6,rKh15,rNj12,bNm9 w w-.r-.b- - aaa 0 1 opt=Siege:none";

/* "A king may be taken only by a player who declared check (or mate) against
 * that king in his previous turn (code `C` or `M` in the record)." */
static void
king_is_taken_after_a_declaration(void **state)
{
	struct position check = after(two_kings, "g5h6(C) j12l15 m9l6");
	struct position mate = after(two_kings, "g5h6(M) j12l15 m9l6");
	struct position silent = after(two_kings, "g5h6 j12l15 m9l6");

	(void)state;
	assert_legal(check, "h6h15");
	assert_legal(mate, "h6h15");
	assert_illegal(silent, "h6h15", ILLEGAL_UNDECLARED);
	assert_illegal(silent, "h6a6", ILLEGAL_UNDECLARED);
}

/* "His declaration holds for his next turn only." */
static void
declaration_holds_for_the_next_turn_only(void **state)
{
	struct position position =
	    after(two_kings, "g5h6(C) j12l15 m9l6 b1b2 l15j12 l6m9");

	(void)state;
	assert_illegal(position, "h6h15", ILLEGAL_UNDECLARED);
	assert_keys(position, "opt=Siege:none");
}

/* "that king": a declaration against one is none against the other; "`C` or
 * `M` without a colour is meant against every king that he attacks". */
static void
declaration_names_kings_or_means_all(void **state)
{
	struct position red = after(two_kings, "g5h6(CR) j12l15 m9l6");
	struct position all = after(two_kings, "g5h6(C) j12l15 m9l6");
	struct position both = after(two_kings, "g5h6(CRMB) j12l15 m9l6");

	(void)state;
	assert_legal(red, "h6h15");
	assert_illegal(red, "h6a6", ILLEGAL_UNDECLARED);
	assert_keys(red, "opt=Siege:none declared=w:r");
	assert_legal(all, "h6h15");
	assert_legal(all, "h6a6");
	assert_keys(all, "opt=Siege:none declared=w:rb");
	assert_legal(both, "h6a6");
}

/* "by a player who declared": nobody else has the use of it. */
static void
declaration_serves_nobody_else(void **state)
{
	struct position position =
	    at("wKb1,wRh6,rKh15,bKa7,bRm15 b w-.r-.b- - aaa 0 1 "
	       "opt=Siege:none declared=w:r");

	(void)state;
	assert_illegal(position, "m15h15", ILLEGAL_UNDECLARED);
}

/* Any piece but a king may take him, not only the one that declared. */
static void
any_piece_may_take_the_king(void **state)
{
	struct position position =
	    at("wKb1,wRc6,wNf12,rKh15,bKa7 w w-.r-.b- - aaa 0 1 "
	       "opt=Siege:none declared=w:r");

	(void)state;
	assert_legal(position, "f12h15");
}

/*
 * Players who are out
 */

/* Red's king is taken; Red has a queen, a knight and two pawns left. */
static const char falls[] =
    "wKb1,wRh6,rKh15,rQf9,rNj12,rPg9,rPa7,bKm9,bPn10 w w-.r-.b- - aaa 5 3 "
    "opt=Siege:none declared=w:r";

/* "When a king is taken its owner is out, and his other pieces are dead" */
static void
player_whose_king_is_taken_is_out(void **state)
{
	struct position position = after(falls, "h6h15");

	(void)state;
	assert_position(position,
	    "xrPa7,wKb1,xrQf9,xrPg9,wRh15,xrNj12,bKm9,bPn10 b w-.r-.b- - axa "
	    "0 3 opt=Siege:none");
}

/* Nobody declares against him any more, nor does he; he is neither fortified
 * nor waiting for a siege. */
static void
nothing_is_kept_of_a_player_who_is_out(void **state)
{
	static const char line[] =
	    "wKb1,wRh6,rKh15,bKm9 w w-.r-.b- - aaa 5 3 opt=Siege:none lost="
	    "-.-.- fort=0.0.2 forts=b immune=0.3.1 declared=w:r.r:wb.b:r";
	struct position taken = after(line, "h6h15");
	struct position fortified =
	    after("wKb1,wRh5,rKh15,bKm9 w w-.r-.b- - aaa 5 3 opt=Siege:none "
		  "lost=-.-.- fort=1.0.0 forts=w immune=2.0.0",
		"h5h6(CY)");

	(void)state;
	assert_keys(taken,
	    "opt=Siege:none lost=-.-.- fort=0.0.1 forts=b "
	    "immune=0.0.1");
	assert_keys(fortified, "opt=Siege:none lost=-.-.- forts=w");
}

/* "The turn passes over him." */
static void
turn_passes_over_who_is_out(void **state)
{
	struct position position = after(falls, "h6h15");

	(void)state;
	assert_int_equal(position.to_move, BLACK);
	play(&position, "m9m10");
	assert_int_equal(position.to_move, WHITE);
	play(&position, "b1b2");
	assert_int_equal(position.to_move, BLACK);
}

/* "they stay as obstacles" */
static void
dead_pieces_are_obstacles(void **state)
{
	struct position position =
	    at("wKb1,wRh8,xrPj8,bKp10 w w-.r-.b- - axa 0 1");

	(void)state;
	assert_true(cellset_has(&position.kind[KIND_NONE], cell_named("j8")));
	assert_illegal(position, "h8k8", ILLEGAL_BLOCKED);
	assert_legal(position, "h8i8");
}

/* "attack nothing" */
static void
dead_pieces_attack_nothing(void **state)
{
	struct position position =
	    at("wKh8,xrQi5,xrNg8,bKp10 w w-.r-.b- - axa 0 1");

	(void)state;
	assert_int_equal(position.checks[WHITE], 0);
	assert_legal(position, "h8i8");
	assert_legal(position, "h8i9");
	assert_legal(position, "h8h7");
}

/* "cannot be taken" */
static void
dead_pieces_cannot_be_taken(void **state)
{
	struct position position =
	    at("wKh8,wRh2,wPg7,xrPh5,xrNf8,xrQi9,bKp10 w w-.r-.b- - axa 0 1");

	(void)state;
	assert_illegal(position, "h2h5", ILLEGAL_DEAD);
	assert_illegal(position, "g7f8", ILLEGAL_DEAD);
	assert_illegal(position, "h8i9", ILLEGAL_DEAD);
}

/*
 * The walled-in king
 */

/* The hexes one step from a1 are a2 b1 b2 b3 c2; a knight could stand on b4 c4
 * d2 d3 to attack it, a pope on b3 c2 a4 d1 d4. */
#define WALL "wKa1,xrPa2,xrPb1,xrPb2,xrPb3,xrPc2,bKm9"
#define AXA  " w w-.r-.b- - axa 0 1 opt=Siege:none"

/* "Exception: a king walled in by dead pieces may take dead pieces one step
 * away." */
static void
king_walled_in_by_dead_pieces_may_take_them(void **state)
{
	struct position position = at(WALL AXA " lost=-.-.-");

	(void)state;
	assert_targets(position, "a1", "a2 b1 b2 b3 c2");
	play(&position, "a1b2");
	assert_position(position,
	    "xrPa2,xrPb1,wKb2,xrPb3,xrPc2,bKm9 b w-.r-.b- - axa 0 1 "
	    "opt=Siege:none lost=-.-.-");
}

/* "counting only dead pieces as blockers": rooks, bishops and queens cannot
 * see him, and pawns come no nearer. */
static void
sliders_do_not_see_into_the_wall(void **state)
{
	struct position position = at(WALL ",bQd9,bRn12,bBe5,bPn10" AXA);

	(void)state;
	assert_targets(position, "a1", "a2 b1 b2 b3 c2");
}

/* "no living enemy piece of a kind still on the board, wherever it stood on a
 * hex not held by a dead piece, could attack the king's hex" */
static void
knight_that_could_attack_from_somewhere_forbids_it(void **state)
{
	struct position far = at(WALL ",bNn12" AXA);
	struct position closed = at(WALL ",bNn12,xrPb4,xrPc4,xrPd2,xrPd3" AXA);
	struct position open = at(WALL ",bNn12,xrPb4,xrPc4,xrPd2,wPd3" AXA);
	struct position own = at(WALL ",wNn12" AXA);

	(void)state;
	assert_targets(far, "a1", "");
	assert_targets(closed, "a1", "a2 b1 b2 b3 c2");
	assert_targets(open, "a1", "");
	assert_targets(own, "a1", "a2 b1 b2 b3 c2");
}

static void
pope_that_could_attack_from_somewhere_forbids_it(void **state)
{
	struct position far = at(WALL ",bOn12" AXA);
	struct position closed = at(WALL ",bOn12,xrPa4,xrPd1,xrPd4" AXA);

	(void)state;
	assert_targets(far, "a1", "");
	assert_targets(closed, "a1", "a2 b1 b2 b3 c2");
}

/* "Enemy kings count as such a kind, so all hexes one step away are dead or
 * off the board." A living piece next to him is no wall, whosever it is. */
static void
all_hexes_one_step_away_are_dead(void **state)
{
	struct position empty = at("wKa1,xrPa2,xrPb1,xrPb2,xrPb3,bKm9" AXA);
	struct position own = at("wKa1,xrPa2,xrPb1,xrPb2,xrPb3,wPc2,bKm9" AXA);
	struct position enemy =
	    at("wKa1,xrPa2,xrPb1,xrPb2,xrPb3,bPc2,bKm9" AXA);

	(void)state;
	assert_targets(empty, "a1", "c2");
	assert_targets(own, "a1", "");
	assert_targets(enemy, "a1", "c2");
}

/* "until the situation no longer exists": once out of the wall he takes no
 * more. */
static void
king_out_of_the_wall_takes_no_more(void **state)
{
	struct position position = after(WALL AXA, "a1b2 m9m10");

	(void)state;
	assert_illegal(position, "b2a2", ILLEGAL_DEAD);
	assert_illegal(position, "b2b1", ILLEGAL_DEAD);
	assert_legal(position, "b2a1");
}

/* "A fortified king takes nothing." */
static void
fortified_king_takes_no_dead_pieces(void **state)
{
	struct position position =
	    at(WALL ",wNn12 w w-.r-.b- - axa 0 1 fort=1.0.0 forts=w");

	(void)state;
	assert_illegal(position, "a1b2", ILLEGAL_DEAD);
}

/* "Taking dead pieces counts for nothing." No pool grows, and the last
 * captures stay; but the clock begins anew (formats.md). */
static void
taking_dead_pieces_counts_for_nothing(void **state)
{
	struct position position = after(WALL
	    " w w-.r-.b- - axa 9 1 opt=Siege:captures lost=-.-.- last=b",
	    "a1b2");

	(void)state;
	assert_state(position,
	    "b w-.r-.b- - axa 0 1 opt=Siege:captures lost=-.-.- last=b");
}

/*
 * Passing, and the end
 */

/* "A player with no board action at all ... passes (`--`)" */
static void
player_without_an_action_passes(void **state)
{
	struct position position = after(WALL ",bNn12" AXA, "0000");

	(void)state;
	assert_int_equal(position.to_move, BLACK);
	assert_int_equal(position.clock, 1);
	assert_record(WALL ",bNn12" AXA, "1. W-- *", "");
}

/* "nobody else may pass" */
static void
nobody_else_may_pass(void **state)
{
	struct position position = *begin(nine);

	(void)state;
	assert_illegal(position, "0000", ILLEGAL_PASS);
	position = at(WALL ",bNn12,wPh2" AXA);
	assert_illegal(position, "0000", ILLEGAL_PASS);
}

/* "The last player left wins (1-0-0 in turn order)." */
static void
last_player_left_wins(void **state)
{
	struct position white =
	    after("wKb1,wRh6,rKh15,xbPn10 w w-.r-.b- - aax 0 3 declared=w:r",
		"h6h15");
	struct position black =
	    after("xwPb1,bRh6,rKh15,bKn10 b w-.r-.b- - xaa 0 3 declared=b:r",
		"h6h15");
	struct position red =
	    after("wKb1,rKi16,xbPn10 w w-.r-.b- - aax 0 3", "(Y)");
	struct outcome outcome;

	(void)state;
	rules_outcome(&rules, &white, &outcome);
	assert_int_equal(outcome.ending, ENDING_LAST_KING);
	assert_string_equal(outcome.result, "1-0-0");
	assert_int_equal(outcome.winner, WHITE);
	assert_int_equal(rules_count(&rules, &white), 0);
	rules_outcome(&rules, &black, &outcome);
	assert_string_equal(outcome.result, "0-0-1");
	rules_outcome(&rules, &red, &outcome);
	assert_string_equal(outcome.result, "0-1-0");
	assert_illegal(red, "i16i15", ILLEGAL_GAME_OVER);
}

static void
game_goes_on_with_two_players(void **state)
{
	struct position position = after(falls, "h6h15");
	struct outcome outcome;

	(void)state;
	rules_outcome(&rules, &position, &outcome);
	assert_int_equal(outcome.ending, ENDING_NONE);
}

/* "`S` (stalemate) ends the game as a draw among the players still in
 * (`1/2-1/2-0`, `1/3-1/3-1/3`); one call in the record stands for the
 * players' agreement." */
static void
called_stalemate_is_a_draw_of_the_players_in(void **state)
{
	static const struct {
		const char *line, *result;
	} cases[] = {
		{ "wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 1", "1/3-1/3-1/3" },
		{ "wKb1,rKi16 w w-.r-.b- - aax 0 1", "1/2-1/2-0" },
		{ "wKb1,bKp10 w w-.r-.b- - axa 0 1", "1/2-0-1/2" },
		{ "rKi16,bKp10 r w-.r-.b- - xaa 0 1", "0-1/2-1/2" },
	};

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct position position = after(cases[i].line, "(S)");
		struct outcome outcome;

		rules_outcome(&rules, &position, &outcome);
		assert_int_equal(outcome.ending, ENDING_AGREED);
		assert_string_equal(outcome.result, cases[i].result);
		assert_int_equal(outcome.winner, PLAYER_NONE);
		assert_int_equal(rules_count(&rules, &position), 0);
	}
}

/* "With a move ..., the move with its declarations is made first; likewise
 * `S`." */
static void
stalemate_called_with_a_move(void **state)
{
	struct position position = after(two_kings, "g5h6(CS)");

	(void)state;
	assert_keys(position, "opt=Siege:none declared=w:rb over=1/3-1/3-1/3");
	assert_false(position_is_empty(&position, cell_named("h6")));
	assert_illegal(position, "j12l15", ILLEGAL_GAME_OVER);
}

/* "`Y` (yield): the player leaves; his king is removed and his pieces are
 * dead." */
static void
player_who_yields_leaves(void **state)
{
	struct position position = after(
	    "wKb1,wRh6,rKh15,rQf9,bKm9 w w-.r-.b- - aaa 5 3 opt=Siege:none "
	    "declared=r:w.b:w",
	    "(Y)");

	(void)state;
	assert_position(position,
	    "rQf9,xwRh6,rKh15,bKm9 r w-.r-.b- - xaa 6 3 opt=Siege:none");
}

/* "With a move (`W4d-5d(Y)`), the move with its declarations is made first" */
static void
yield_after_a_move(void **state)
{
	static const char line[] = "wKb1,wPd4,wRh6,rKh15,bKm9 w w-.r-.b- - aaa "
				   "5 3 opt=Siege:none declared=w:r";
	struct position position = after(line, "d4d5(Y)");
	struct outcome outcome;

	(void)state;
	assert_position(position,
	    "xwPd5,xwRh6,rKh15,bKm9 r w-.r-.b- - xaa 0 3 opt=Siege:none");
	position = after(line, "h6h15(Y)");
	rules_outcome(&rules, &position, &outcome);
	assert_string_equal(outcome.result, "0-0-1");
	assert_record(line, "3. W4d-5d(CY) *", "");
}

/* "When White is out or yields, the round's move number does not change until
 * the turn comes back to the first player still in." */
static void
number_changes_with_the_first_player_still_in(void **state)
{
	struct position position =
	    after("wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 7", "(Y)");

	(void)state;
	assert_int_equal(position.number, 7);
	play(&position, "i16i15");
	assert_int_equal(position.number, 7);
	play(&position, "p10p9");
	assert_int_equal(position.to_move, RED);
	assert_int_equal(position.number, 8);
	assert_record("wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 7",
	    "7. W(Y) R1a-1b B1c-1b 8.. R1b-1a B1b-1c *", "");
	assert_record("wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 7",
	    "7. W(Y) R1a-1b 8... B1c-1b *", "move-number");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(board_has_192_hexes_in_16_ranks),
		cmocka_unit_test(nine_pieces_stand_as_pictured),
		cmocka_unit_test(eight_pieces_stand_as_pictured),
		cmocka_unit_test(
		    turns_go_from_white_to_red_on_his_left_to_black),
		cmocka_unit_test(no_hex_touches_one_of_its_colour),
		cmocka_unit_test(
		    leftmost_hex_and_the_queens_have_the_players_colour),
		cmocka_unit_test(bishops_start_on_one_colour_without_the_pope),
		cmocka_unit_test(king_on_1e_is_on_12l_to_the_left),
		cmocka_unit_test(
		    last_hex_is_16i_without_the_pope_and_16h_with_it),
		cmocka_unit_test(example_of_a_coordinate),
		cmocka_unit_test(rook_slides_along_straight_lines),
		cmocka_unit_test(bishop_slides_along_diagonal_lines),
		cmocka_unit_test(queen_slides_along_both),
		cmocka_unit_test(
		    slides_end_before_an_own_piece_and_on_an_enemy),
		cmocka_unit_test(knight_has_twelve_targets),
		cmocka_unit_test(knight_jumps),
		cmocka_unit_test(king_goes_one_straight_or_diagonal_step),
		cmocka_unit_test(flanking_hexes_never_block_a_diagonal_step),
		cmocka_unit_test(pope_has_twelve_targets),
		cmocka_unit_test(pope_jumps),
		cmocka_unit_test(pope_keeps_its_colour),
		cmocka_unit_test(pawn_steps_northwest_or_northeast),
		cmocka_unit_test(pawn_before_two_pieces_is_frozen),
		cmocka_unit_test(pawn_captures_on_the_three_diagonals_ahead),
		cmocka_unit_test(pawn_never_moves_or_captures_otherwise),
		cmocka_unit_test(pawn_may_go_two_steps_from_the_third_rank),
		cmocka_unit_test(pawn_that_has_moved_may_not_go_two_steps),
		cmocka_unit_test(pawn_on_the_second_rank_may_not_go_two_steps),
		cmocka_unit_test(both_hexes_of_a_double_step_are_empty),
		cmocka_unit_test(rook_takes_en_passant_as_pictured),
		cmocka_unit_test(any_piece_may_take_en_passant),
		cmocka_unit_test(pawn_takes_en_passant_by_its_capturing_step),
		cmocka_unit_test(en_passant_is_a_choice),
		cmocka_unit_test(en_passant_lasts_until_the_owner_moves),
		cmocka_unit_test(skipped_hex_must_be_empty),
		cmocka_unit_test(two_pawns_can_be_open_to_en_passant),
		cmocka_unit_test(fortified_pawn_is_not_taken_en_passant),
		cmocka_unit_test(
		    pawn_may_be_promoted_on_an_opponents_first_rank),
		cmocka_unit_test(each_lost_piece_but_the_pawn_is_offered),
		cmocka_unit_test(
		    promoted_piece_leaves_the_pool_and_the_pawn_the_game),
		cmocka_unit_test(capture_promotes),
		cmocka_unit_test(
		    first_rank_of_a_player_who_is_out_promotes_nobody),
		cmocka_unit_test(step_along_a_first_rank_is_no_arrival),
		cmocka_unit_test(taking_the_king_of_that_rank_promotes_nobody),
		cmocka_unit_test(pawn_at_the_end_of_the_board_can_be_taken),
		cmocka_unit_test(castling_with_the_pope),
		cmocka_unit_test(castling_without_the_pope_as_pictured),
		cmocka_unit_test(castling_moves_king_and_rook),
		cmocka_unit_test(castling_is_written_with_its_side),
		cmocka_unit_test(castling_needs_king_and_rook_that_never_moved),
		cmocka_unit_test(castling_needs_a_rook_that_was_not_taken),
		cmocka_unit_test(castling_needs_empty_hexes_between),
		cmocka_unit_test(castling_needs_king_and_target_unattacked),
		cmocka_unit_test(castling_may_pass_over_an_attacked_hex),
		cmocka_unit_test(king_bars_castling),
		cmocka_unit_test(king_may_not_step_onto_an_attacked_hex),
		cmocka_unit_test(every_piece_of_both_opponents_attacks),
		cmocka_unit_test(pawn_does_not_attack_where_it_steps),
		cmocka_unit_test(slider_sees_through_the_hex_the_king_left),
		cmocka_unit_test(king_may_not_take_a_guarded_piece),
		cmocka_unit_test(king_attacks_his_twelve_neighbours),
		cmocka_unit_test(king_never_takes_a_king),
		cmocka_unit_test(no_king_is_declared_against_by_a_king),
		cmocka_unit_test(nothing_else_binds_a_player),
		cmocka_unit_test(king_is_taken_after_a_declaration),
		cmocka_unit_test(declaration_holds_for_the_next_turn_only),
		cmocka_unit_test(declaration_names_kings_or_means_all),
		cmocka_unit_test(declaration_serves_nobody_else),
		cmocka_unit_test(any_piece_may_take_the_king),
		cmocka_unit_test(player_whose_king_is_taken_is_out),
		cmocka_unit_test(nothing_is_kept_of_a_player_who_is_out),
		cmocka_unit_test(turn_passes_over_who_is_out),
		cmocka_unit_test(dead_pieces_are_obstacles),
		cmocka_unit_test(dead_pieces_attack_nothing),
		cmocka_unit_test(dead_pieces_cannot_be_taken),
		cmocka_unit_test(king_walled_in_by_dead_pieces_may_take_them),
		cmocka_unit_test(sliders_do_not_see_into_the_wall),
		cmocka_unit_test(
		    knight_that_could_attack_from_somewhere_forbids_it),
		cmocka_unit_test(
		    pope_that_could_attack_from_somewhere_forbids_it),
		cmocka_unit_test(all_hexes_one_step_away_are_dead),
		cmocka_unit_test(king_out_of_the_wall_takes_no_more),
		cmocka_unit_test(fortified_king_takes_no_dead_pieces),
		cmocka_unit_test(taking_dead_pieces_counts_for_nothing),
		cmocka_unit_test(player_without_an_action_passes),
		cmocka_unit_test(nobody_else_may_pass),
		cmocka_unit_test(last_player_left_wins),
		cmocka_unit_test(game_goes_on_with_two_players),
		cmocka_unit_test(called_stalemate_is_a_draw_of_the_players_in),
		cmocka_unit_test(stalemate_called_with_a_move),
		cmocka_unit_test(player_who_yields_leaves),
		cmocka_unit_test(yield_after_a_move),
		cmocka_unit_test(number_changes_with_the_first_player_still_in),
	};

	return cmocka_run_group_tests(tests, make_rules, NULL);
}
