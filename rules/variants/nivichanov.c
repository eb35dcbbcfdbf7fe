/* Ternion: 3-player chess by Alexander Nivichanov.
 *
 * Kings are captured like any piece, and their owners' other pieces stay as
 * obstacles; the owner of the last king wins. A player whose king is attacked
 * must defend him if he can, and may otherwise do as he likes. Source:
 * ternion-variants(7), "Nivichanov's game"; comments state its rules. */
#include "rules/moves/make_move.h"
#include "rules/moves/legal.h"

static const struct army_row army[] = {
	{ "a1", "RNBQBKBNR" },
	{ "b2", "PPPPPPPP" },
	{ NULL, NULL },
};

/* With a rook, the king goes to the hex next to the rook and the rook to the
 * king's other side; with the queen, once the bishop between has gone: king
 * to the hex next to the queen, queen to the hex the king left. */
static const struct castling_side path_sides[] = {
	{ 'K', "0-0", "f1", "h1", "i1", "g1", CASTLING_PATH },
	{ 'R', "0-0-0", "f1", "b1", "a1", "c1", CASTLING_PATH },
	{ 'Q', "0-Q", "f1", "e1", "d1", "f1", CASTLING_PATH },
	{ .letter = 0 },
};
static const struct castling_side space_sides[] = {
	{ 'K', "0-0", "f1", "h1", "i1", "g1", CASTLING_PATH },
	{ 'R', "0-0-0", "f1", "b1", "a1", "c1", CASTLING_PATH },
	{ 'Q', "0-Q", "f1", "e1", "d1", "f1", CASTLING_SPACE },
	{ .letter = 0 },
};

static const char *const knights[] = { "literal", "usual", NULL };
static const char *const castlings[] = { "path", "space", NULL };

static const struct variant_option options[] = {
	{ "Knight",
	    "literal (two diagonal steps, then one straight step at a right "
	    "angle), usual (the twelve targets of the other games)",
	    "literal", OPTION_CHOICE, knights, NULL, CHOOSES_SETUP },
	{ "QueenCastling",
	    "path (the king's hex and the hex between him and the queen are "
	    "free of attack), space (only the hex between)",
	    "path", OPTION_CHOICE, castlings, NULL, CHOOSES_SETUP },
	{ .name = NULL },
};

/* In the order of the options Knight and QueenCastling. */
#define SETUP(knight, castling)                                \
	{                                                      \
		.hexes = { 9, 6, true, knight }, .army = army, \
		.sides = castling                              \
	}
static const struct setup setups[] = {
	SETUP(HEX_KNIGHT_LITERAL, path_sides),
	SETUP(HEX_KNIGHT_LITERAL, space_sides),
	SETUP(HEX_KNIGHT_USUAL, path_sides),
	SETUP(HEX_KNIGHT_USUAL, space_sides),
};

/*
 * Terms of the turn
 */

/* A king may step into check. A player whose king is attacked when his turn
 * begins must play a move after which it is not attacked, if he has one;
 * otherwise he plays what he likes. */
static enum king_law
nivichanov_king_law(const struct position *position)
{
	return position->checks[position->to_move] != 0 ? KING_LEFT_IN_NEED
							: KING_CASTLES_SAFELY;
}

/* A king is captured like any piece; pieces of a player who is out may be
 * captured. */
static void
nivichanov_capture_targets(struct gen *gen)
{
	const struct position *position = gen->view.position;
	struct capture_law *law = &gen->law;

	law->targets = law->king_targets =
	    cellset_less(position->kind[KIND_NONE], &position->owned[gen->me]);
}

/* A pawn arriving on an opponent's back row (in play or not; a step along that
 * row is no arrival), or on a hex from which it has no forward step left on the
 * board, may (not must) be exchanged for any of its owner's captured pieces
 * except a pawn; on arrival only. */
static unsigned
nivichanov_promotions(const struct gen *gen, const struct move *move)
{
	const struct seat *seat = gen->view.rules->seat;
	bool arrives = gen->seat->pawn_step[move->to][0].to == CELL_NONE;

	for (unsigned o = 0; o < PLAYERS; o++)
		arrives |= o != gen->me &&
		    cellset_has(&seat[o].baseline, move->to) &&
		    !cellset_has(&seat[o].baseline, move->from);
	return 1u << KIND_NONE |
	    (arrives ? lost_kinds(gen->view.position, gen->me) : 0);
}

/*
 * Effects of a move
 */

/* A capture of a piece whose owner is out counts as one for the clock and fills
 * his lost=, which holds what pawns can be redeemed for. */
static bool
nivichanov_make_move(const struct rules *rules, struct position *position,
    const struct move *move, struct position *board)
{
	unsigned me = position->to_move;
	uint8_t victim =
	    move->victim != CELL_NONE ? position->at[move->victim] : 0;
	enum kind kind = piece_kind(victim);

	(void)board;
	if (move->from == CELL_NONE) {
		position->clock++;
		if (move->type == MOVE_YIELD)
			remove_player(position, me, PLAYER_NONE);
		pass_turn_on(position);
		rules_recompute_checks(rules, position);
		return false;
	}
	move_pieces(rules, position, move);
	if (move->promotion != KIND_NONE)
		position->lost[me][move->promotion]--;
	if (kind == KING)
		remove_player(position, piece_colour(victim), PLAYER_NONE);
	else if (kind != KIND_NONE && kind != PAWN)
		lose_piece(rules, position, piece_colour(victim), kind);
	update_checks(rules, position, move);
	pass_turn_on(position);
	return false;
}

/* The opening army less the pieces on the board, pawns and kings apart. */
static void
nivichanov_imply(const struct rules *rules, struct position *position)
{
	imply_lost(rules, position,
	    1u << KNIGHT | 1u << BISHOP | 1u << ROOK | 1u << QUEEN);
}

/* Every hex to which that king could step and which its own side does not
 * hold is attacked, on the board after the step (a slider sees through the hex
 * the king left), by a player in play other than the king's owner. */
static bool
is_cornered(
    const struct rules *rules, const struct position *position, unsigned player)
{
	cell king = position->king[player];
	struct cellset steps =
	    cellset_less(rules->board.king_set[king], &position->owned[player]);
	struct board_view left;

	/* A piece on the cell where he goes neither blocks nor attacks there.
	 */
	view_now(&left, rules, position);
	left.after = position->kind[KIND_NONE];
	cellset_remove(&left.after, king);
	left.occupied = &left.after;
	for (cell to; (to = cellset_next(&steps)) != CELL_NONE;) {
		uint8_t victim = position->at[to];

		/* Without their king his other pieces attack nothing. */
		left.attacks_nothing = position->attacks_nothing;
		if (piece_kind(victim) == KING)
			left.attacks_nothing |= 1u << piece_owner(victim);
		if (!is_attacked(&left, player, to))
			return false;
	}
	return true;
}

/* ++ may be called when the mover attacks an opponent's king who is
 * cornered. */
static bool
nivichanov_is_mate_call(const struct rules *rules, const struct position *board,
    unsigned mover, unsigned player)
{
	return (board->checks[player] >> mover & 1) &&
	    is_cornered(rules, board, player);
}

/* It is mate if he also has no legal move after which he is not attacked. */
static bool
nivichanov_is_mated(const struct rules *rules, const struct position *board,
    unsigned mover, unsigned player)
{
	struct gen gen;

	if (!nivichanov_is_mate_call(rules, board, mover, player))
		return false;
	struct position turn = *board;
	position_turn(&turn, player);
	gen_begin(&gen, rules, &turn);
	return !gen_can_defend(&gen);
}

static const struct variant_rules nivichanov_rules = {
	.king_law = nivichanov_king_law,
	.capture_targets = nivichanov_capture_targets,
	.promotions = nivichanov_promotions,
	.make_move = nivichanov_make_move,
	.imply = nivichanov_imply,
	.is_mated = nivichanov_is_mated,
	.is_mate_call = nivichanov_is_mate_call,
};

const struct variant variant_nivichanov = {
	.number = NUMBER_nivichanov,
	.id = "nivichanov",
	.title = "Nivichanov's 3-player chess",
	.source = "Alexander Nivichanov, 2004",
	.summary = "133 hexes; kings are captured, and the last one wins.",
	.players = { "White", "Red", "Black" },
	.colours = "wrb",
	ORTHODOX_PIECES,
	ONE_POINT,
	.options = options,
	.setups = { &setups[0], &setups[1], &setups[2], &setups[3] },
	.actions = 1u << MOVE_QUIET | 1u << MOVE_CAPTURE | 1u << MOVE_CASTLE |
	    1u << MOVE_PASS | 1u << MOVE_YIELD,
	.pawn_steps = { 7, 2, 1, DIRECTIONS }, /* N, NW, NE */
	.pawn_captures = { 2, 1, DIRECTIONS }, /* NW, NE */
	.promotions = 1u << QUEEN | 1u << ROOK | 1u << BISHOP | 1u << KNIGHT,
	.material_law = MATERIAL_RETURNED,
	.must_pass = true,
	.rules = &nivichanov_rules,
};
