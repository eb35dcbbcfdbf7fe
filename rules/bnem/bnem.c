/*
 * Ternion: 3-Player Chess I by Bn Em.
 *
 * Three faces round the corner of a cube, pieces that are taken over, and put
 * back, and promoted; and an order of play that follows from what happens.
 * Source: ternion-variants(7), "3-Player Chess I".
 */
#include "rules/bnem/bnem_int.h"

/* Each row is one cell: the board has no rows that all players share. */
static const struct army_row army[] = { { "a1", "K" }, { "b1", "C" },
	{ "a2", "C" }, { "c1", "S" }, { "a3", "S" }, { "b2", "G" },
	{ "c2", "D" }, { "b3", "D" }, { "c3", "R" }, { "d1", "P" },
	{ "d2", "P" }, { "d3", "P" }, { "a4", "P" }, { "b4", "P" },
	{ "c4", "P" }, { NULL, NULL } };

static const struct castling_side sides[] = {
	{ 0, NULL, NULL, NULL, NULL, NULL },
};

static void
build_bnem(struct board *board, const struct settings *settings)
{
	(void)settings;
	board_faces(board);
	bnem_find_routes(&board->faces);
}

static const struct setup setup = {
	.build = build_bnem,
	.army = army,
	.sides = sides,
};

/* The win of each player, and the draw. */
static const char *const results[] = { "1-0-0", "0-1-0", "0-0-1", "1/3-1/3-1/3",
	NULL };

static const char *const draws[ALL_PLAYERS + 1] = {
	[0] = "1/3-1/3-1/3",
	[1] = "1/3-1/3-1/3",
	[2] = "1/3-1/3-1/3",
	[4] = "1/3-1/3-1/3",
};

static const char *const yes_no[] = { "yes", "no", NULL };
static const char *const kos[] = { "none", "position", NULL };
static const char *const colours[] = { "White", "Red", "Black", NULL };
static const char *const captures[] = { "all", "last", NULL };

static const struct variant_option options[] = {
	[BNEM_DROPS] = { "Drops", "yes, no: captured pieces are put back",
	    "yes", OPTION_CHOICE, yes_no, NULL },
	[BNEM_CUBES] = { "Cubes", "yes, no: a cube is given for a second move",
	    "no", OPTION_CHOICE, yes_no, NULL },
	[BNEM_KO] = { "Ko", "none, position (no position may recur)",
	    "position", OPTION_CHOICE, kos, NULL },
	[BNEM_FIRST] = { "First", "who begins: White, Red, Black", "White",
	    OPTION_CHOICE, colours, NULL },
	[BNEM_MULTI_CAPTURE] = { "MultiCapture",
	    "all (every piece leapt is taken), last (the last one alone)",
	    "all", OPTION_CHOICE, captures, NULL },
	{ .name = NULL },
};

static const struct variant_interpretation interpretations[] = {
	{ "White begins unless the option First says otherwise.",
	    "\"The first and second players to move are decided "
	    "arbitrarily.\"" },
	{ "Cubes are not played unless the record says so.",
	    "The rules call them optional." },
	{ "A knight leap is two straight steps and then one to either side, in "
	  "this order.",
	    "Near the centre the other order leads elsewhere." },
	{ "After a pass of B the player follows who did not have the turn "
	  "before it.",
	    "\"A moves after C if B passed his turn\" names the last turn but "
	    "one." },
	{ "Rule 9 settles who follows from the third turn on; where both "
	  "qualify, the one whose last turn is longer ago, else the one "
	  "clockwise.",
	    "The conditions leave cases open." },
	{ "Nobody has two turns running, unless both others cannot move.",
	    "If only one player can move, he has to." },
	{ "A forfeit is a turn, and a third pass running is a forfeit, not a "
	  "pass.",
	    "The order of play asks whose the last turns were." },
	{ "Of two moves for a cube the first is judged without the ko, and the "
	  "cube has changed hands when the whole turn is judged.",
	    "The ko is about positions at the end of turns." },
	{ "The home square wins no longer once a king has been captured.",
	    "From then on only king captures are permitted." },
	{ NULL, NULL },
};

/* Implied: draughts of players in play may still leap if they stand on their
 * opening cells; all but the first player have a cube; nothing else. */
static void
bnem_imply(const struct rules *rules, struct position *position)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		for (unsigned kind = PAWN; kind < KINDS; kind++)
			bnem_set_hand(position, p, (enum kind)kind, 0);
	bnem_set_cubes(position,
	    bnem_option(rules, BNEM_CUBES) == BNEM_YES
		? ALL_PLAYERS & ~(1u << bnem_option(rules, BNEM_FIRST))
		: 0);
	position->unmoved = (struct cellset){ { 0 } };
	for (cell c = 0; c < rules->board.cells; c++)
		if (piece_kind(position->at[c]) == DRAUGHT &&
		    position->at[c] == rules->start.at[c] &&
		    !is_out(position, piece_owner(position->at[c])))
			cellset_add(&position->unmoved, c);
}

/*
 * The end: ternion-variants(7), "3-Player Chess I: End"
 */

static void
win(const struct rules *rules, struct outcome *outcome, enum ending ending,
    unsigned winner)
{
	outcome->ending = ending;
	outcome->winner = winner;
	outcome->result = winner < PLAYERS ? rules->variant->wins[winner]
					   : rules->variant->draws[0];
}

static void
bnem_outcome(const struct rules *rules, const struct position *position,
    struct outcome *outcome)
{
	if (players_left(position) == 1)
		win(rules, outcome, ENDING_FORFEIT,
		    next_player(position, position->to_move));
	else if (is_king_hunt(position)) {
		if (bnem_hunt_is_over(position))
			win(rules, outcome, ENDING_KING_CAPTURED,
			    bnem_hunt_winner(position));
	} else if (bnem_holds_home(rules, position)) {
		win(rules, outcome, ENDING_HOME, position->to_move);
	} else if (!bnem_can_move(rules, position, 0) &&
	    !bnem_can_move(rules, position, 1) &&
	    !bnem_can_move(rules, position, 2)) {
		win(rules, outcome, ENDING_STALEMATE, PLAYER_NONE);
	}
}

static const struct variant_rules bnem_rules = {
	.own_key = bnem_hands_key,
	.piece_moves = bnem_piece_moves,
	.other_moves = bnem_other_moves,
	.find_chain = bnem_find_chain,
	.find_plain = bnem_find_plain,
	.find_drop = bnem_find_drop,
	.may_have_rival = bnem_may_have_rival,
	.make_move = bnem_make_move,
	.captured = bnem_captured,
	.recompute_checks = bnem_recompute_checks,
	.imply = bnem_imply,
	.outcome = bnem_outcome,
	.explain = bnem_explain,
	.turns = {
		.may_begin = bnem_may_begin,
		.begin = bnem_begin,
		.explain_pair = bnem_explain_pair,
	},
};

const struct variant variant_bnem = {
	.number = NUMBER_bnem,
	.id = "bnem",
	.title = "3-Player Chess I",
	.source = "Bn Em, 2014",
	.summary = "75 cells round the corner of a cube; captured pieces are "
		   "dropped, and the order of play follows from the position.",
	.players = { "White", "Red", "Black" },
	.colours = "wrb",
	.letters = " PSGCRKD",
	.kinds = { "", "pawn", "star", "griffin", "chariot", "rose", "king",
	    "draught" },
	.results = results,
	.draws = draws,
	.wins = { "1-0-0", "0-1-0", "0-0-1" },
	.options = options,
	.interpretations = interpretations,
	.setups = { &setup },
	.setup_option = -1,
	.first_option = BNEM_FIRST,
	.actions = 1u << MOVE_QUIET | 1u << MOVE_CAPTURE | 1u << MOVE_DROP |
	    1u << MOVE_LEAP | 1u << MOVE_ILLUMINATION | 1u << MOVE_PASS |
	    1u << MOVE_YIELD,
	.pawn_steps = { DIRECTIONS },
	.pawn_captures = { DIRECTIONS },
	.remembers = true,
	.pairs = true,
	.drops_unmoved = 1u << DRAUGHT,
	.leap_takers = 1u << DRAUGHT,
	.material_law = MATERIAL_SHARED,
	.rules = &bnem_rules,
};
