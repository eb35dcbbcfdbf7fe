/* Ternion: 3-Player Chess I by Bn Em.
 *
 * Three faces round the corner of a cube, pieces that are taken over, and put
 * back, and promoted; and an order of play that follows from the moves.
 * Source: ternion-variants(7), "3-Player Chess I". */
#include "rules/bnem/bnem_int.h"

bool
bnem_can_take_king(const struct position *position, unsigned player)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->checks[p] >> player & 1)
			return true;
	return false;
}

/* How many turns ago the player had his last one; TURNS_KEPT: longer ago than
 * is remembered. */
static unsigned
turns_ago(const struct position *position, unsigned player)
{
	unsigned ago = 0;

	while (ago < position->bnem.turns && position->bnem.turn[ago] != player)
		ago++;
	return ago < position->bnem.turns ? ago : TURNS_KEPT;
}

/* The conditions of the order of play; bit 0 is the first. Those about hunts
 * for kings and about turns long ago are asked for only where they can matter.
 */
enum {
	CONDITIONS = 9,
	WAITED_LONG = 6,
};

/* Those that hold for `player` against `other`, but for the sixth and the last;
 * two turns or more have been. */
static inline unsigned
conditions_for(const struct order *order, unsigned player, unsigned other)
{
	const struct position *position = order->position;
	const struct bnem *bnem = &position->bnem;
	unsigned bits = 0;

	/* The other cannot move. */
	bits |= (unsigned)!order->can_move[other] << 0;
	/* The turn just had was a pass, and the other is the one who had the
	 * turn before it. */
	bits |= (unsigned)(order->passed && bnem->turn[1] == other) << 1;
	if (is_king_hunt(position)) {
		/* His own king was captured and he can capture a king. */
		bits |= (unsigned)(bnem->captor[player] != 0 &&
			    bnem_can_take_king(position, player))
		    << 2;
		/* The other's king was captured and the other cannot capture
		 * a king. */
		bits |= (unsigned)(bnem->captor[other] != 0 &&
			    !bnem_can_take_king(position, other))
		    << 3;
	}
	/* His king is threatened. */
	bits |= (unsigned)(position->checks[player] != 0) << 4;
	/* He threatens C's king. */
	bits |= (position->checks[order->last] >> player & 1u) << 6;
	/* One of his pieces was captured in C's turn. */
	bits |= (position->turn.taken >> player & 1u) << 7;
	return bits;
}

unsigned
bnem_counter(const struct rules *rules, const struct position *position)
{
	unsigned player = bnem_option(rules, BNEM_FIRST);

	while (is_out(position, player) && position->out != ALL_PLAYERS)
		player = player_after(player);
	return player;
}

/* The winner when nobody can capture a king any more, or PLAYER_NONE: one king
 * captured, its captor wins; two captured, the player who still has his king
 * wins; three, a draw; the last king's owner having forfeited, a draw. */
unsigned
bnem_hunt_winner(const struct position *position)
{
	const uint8_t *captor = position->bnem.captor;
	unsigned kings = 0, captor_of_one = 0, owner = PLAYER_NONE;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (captor[p] != 0) {
			captor_of_one = captor[p] - 1u;
			continue;
		}
		kings++;
		owner = p;
	}
	if (kings == 2)
		return captor_of_one;
	return kings == 1 && !is_out(position, owner) ? owner
						      : (unsigned)PLAYER_NONE;
}

/* When the player to move by those rules, and the other after him, can capture
 * no king, the game ends. */
static bool
bnem_hunt_is_over(const struct position *position)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != last_player(position) &&
		    bnem_can_take_king(position, p))
			return false;
	return true;
}

unsigned
bnem_follower(const struct order *order, unsigned *condition)
{
	const struct position *position = order->position;
	unsigned a = player_after(order->last), b = player_after(a);
	unsigned next = a;

	*condition = 0;
	if (position->bnem.turns <= 1) {
		/* After the first turn either of the other two may follow; till
		 * the record says who it is the one clockwise, if he can move.
		 */
		if (!order->can_move[a] && order->can_move[b])
			next = b;
		return is_out(position, next) ? a + b - next : next;
	}
	/* Go through the conditions in order; the first that holds for exactly
	 * one of the two settles it. */
	unsigned for_a = conditions_for(order, a, b);
	unsigned decisive = for_a ^ conditions_for(order, b, a);
	if ((decisive & ((1u << (WAITED_LONG - 1)) - 1)) == 0 &&
	    position->bnem.turns == TURNS_KEPT &&
	    (turns_ago(position, a) == TURNS_KEPT) !=
		(turns_ago(position, b) == TURNS_KEPT)) {
		/* The last six turns were all of the other two. */
		*condition = WAITED_LONG;
		next = turns_ago(position, a) == TURNS_KEPT ? a : b;
	} else if (decisive != 0) {
		*condition = 1u + (unsigned)__builtin_ctz(decisive);
		next = (for_a >> (*condition - 1) & 1) != 0 ? a : b;
	} else {
		/* If none does, the one whose last turn is longer ago follows,
		 * else the one clockwise. If the last two turns were both of
		 * the other two, it is he, too. */
		*condition = CONDITIONS;
		next = turns_ago(position, b) > turns_ago(position, a) ? b : a;
	}
	/* He has no more turns, even where nobody else could move. */
	return is_out(position, next) ? a + b - next : next;
}

/* Not where the first player has a second turn, as both others cannot move. */
static bool
bnem_may_begin(const struct position *position, unsigned player)
{
	unsigned last = position->bnem.turn[0];

	return position->bnem.turns == 1 && last != player &&
	    last != position->to_move && !is_out(position, player) &&
	    position->turn.pair_stage == PAIR_NONE;
}

/* The hooks of these names. */
static void
bnem_begin(
    const struct rules *rules, struct position *position, unsigned player)
{
	unsigned counter = bnem_counter(rules, position);

	if (player == position->to_move)
		return;
	if (position->to_move == counter && position->number > 1)
		position->number--;
	else if (player == counter)
		position->number++;
	position_turn(position, player);
}

/* The last player who really moved and has not forfeited; if nobody has moved
 * yet, the player who neither passed before nor now. */
unsigned
bnem_last_mover(const struct position *position, unsigned quitter)
{
	const struct bnem *bnem = &position->bnem;
	unsigned passes[PLAYERS] = { bnem->passes[0], bnem->passes[1],
		bnem->passes[2] };
	unsigned passer = last_player(position);

	for (unsigned i = 0; i < bnem->turns; i++) {
		unsigned player = bnem->turn[i];

		if (passes[player] > 0)
			passes[player]--;
		else if (player != quitter && !is_out(position, player))
			return player;
	}
	for (unsigned i = 1; i < PLAYERS; i++) {
		unsigned p = (quitter + i) % PLAYERS;

		if (p != passer && !is_out(position, p))
			return p;
	}
	return passer;
}

/* A piece of yours that came to an opponent's home square and still stands
 * there when your next turn begins wins the game at once. No longer once a
 * king has been captured. */
static bool
bnem_holds_home(const struct rules *rules, const struct position *position)
{
	unsigned me = position->to_move;
	faceset held =
	    faceset_of(&position->owned[me]) & rules->board.faces.abroad[me];

	return !faceset_empty(held) && position->turn.pair_stage == PAIR_NONE &&
	    !is_king_hunt(position);
}

bool
bnem_is_over(const struct rules *rules, const struct position *position)
{
	return position->over != 0 || players_left(position) == 1 ||
	    (is_king_hunt(position) && bnem_hunt_is_over(position)) ||
	    bnem_holds_home(rules, position);
}

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
bnem_outcome(const struct rules *rules, const struct position *position,
    struct outcome *outcome)
{
	unsigned winner = position->to_move;
	enum ending ending;

	if (players_left(position) == 1) {
		ending = ENDING_FORFEIT;
		winner = next_player(position, position->to_move);
	} else if (is_king_hunt(position)) {
		if (!bnem_hunt_is_over(position))
			return;
		ending = ENDING_KING_CAPTURED;
		winner = bnem_hunt_winner(position);
	} else if (bnem_holds_home(rules, position)) {
		ending = ENDING_HOME;
	} else {
		for (unsigned p = 0; p < PLAYERS; p++)
			if (bnem_can_move(rules, position, p))
				return;
		ending = ENDING_STALEMATE;
		winner = PLAYER_NONE;
	}
	outcome->ending = ending;
	outcome->winner = winner;
	outcome->result = winner < PLAYERS ? rules->variant->wins[winner]
					   : rules->variant->draws[0];
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
	.drops_unmoved = 1u << DRAUGHT,
	.leap_takers = 1u << DRAUGHT,
	.material_law = MATERIAL_SHARED,
	.rules = &bnem_rules,
};
