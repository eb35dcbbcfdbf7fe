/* Ternion: 3-Player Chess I by Bn Em.
 *
 * Three faces round the corner of a cube, pieces that are taken over, and put
 * back, and promoted; and an order of play that follows from the moves.
 * Source: ternion-variants(7), "3-Player Chess I". */
#include "rules/bnem/bnem_int.h"

/* Each row is one cell: the board has no rows that all players share. */
static const struct army_row army[] = { { "a1", "K" }, { "b1", "C" },
	{ "a2", "C" }, { "c1", "S" }, { "a3", "S" }, { "b2", "G" },
	{ "c2", "D" }, { "b3", "D" }, { "c3", "R" }, { "d1", "P" },
	{ "d2", "P" }, { "d3", "P" }, { "a4", "P" }, { "b4", "P" },
	{ "c4", "P" }, { NULL, NULL } };

static const struct castling_side sides[] = {
	{ .letter = 0 },
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
	    "yes", OPTION_CHOICE, yes_no, NULL, CHOOSES_OWN },
	[BNEM_CUBES] = { "Cubes", "yes, no: a cube is given for a second move",
	    "no", OPTION_CHOICE, yes_no, NULL, CHOOSES_OWN },
	[BNEM_KO] = { "Ko", "none, position (no position may recur)",
	    "position", OPTION_CHOICE, kos, NULL, CHOOSES_OWN },
	[BNEM_FIRST] = { "First", "who begins: White, Red, Black", "White",
	    OPTION_CHOICE, colours, NULL, CHOOSES_FIRST },
	[BNEM_MULTI_CAPTURE] = { "MultiCapture",
	    "all (every piece leapt is taken), last (the last one alone)",
	    "all", OPTION_CHOICE, captures, NULL, CHOOSES_OWN },
	{ .name = NULL },
};

/* Implied: draughts of players in play may still leap if they stand on their
 * opening cells; all but the first player have a cube; nothing else. */
static void
bnem_imply(const struct rules *rules, struct position *position)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		for (unsigned kind = PAWN; kind < KINDS; kind++)
			position_set_hand(position, p, (enum kind)kind, 0);
	position_set_cubes(position,
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

static void
bnem_seat_facts(const struct rules *rules, const struct position *position,
    unsigned player, struct seat_facts *facts)
{
	const struct bnem *bnem = &position->bnem;

	(void)rules;
	facts->has_cube = bnem->cubes >> player & 1;
	facts->captor = bnem->captor[player];
	memcpy(facts->hand, bnem->hand[player], sizeof(facts->hand));
}

static const struct variant_rules bnem_rules = {
	.seat_facts = bnem_seat_facts,
	.own_key = bnem_hands_key,
	.moves = bnem_moves,
	.find_plain = bnem_find_plain,
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
	.setups = { &setup },
	.actions = 1u << MOVE_QUIET | 1u << MOVE_CAPTURE | 1u << MOVE_DROP |
	    1u << MOVE_LEAP | 1u << MOVE_ILLUMINATION | 1u << MOVE_PASS |
	    1u << MOVE_YIELD,
	.pawn_steps = { DIRECTIONS },
	.pawn_captures = { DIRECTIONS },
	.remembers = true,
	.pairs = true,
	.leaves_turn = true,
	.drops_unmoved = 1u << DRAUGHT,
	.material_law = MATERIAL_SHARED,
	.rules = &bnem_rules,
};
