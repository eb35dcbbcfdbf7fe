/* Ternion: Bn Em's game: turns: the order of play, the ko, making a move, and
 * the end.
 *
 * These ask one another, by the rules of the game: the next player depends on
 * who can move, that on which moves the ko forbids, and that on the next player
 * after them. Therefore position->turn counts how deep a question is. */
#include "rules/bnem/bnem_int.h"

enum {
	DEPTH_MAX = 3, /* questions about the ko within one another */
	PASSES_MAX = 2 /* own turns running */
};

/*
 * The order of play
 */

static bool
can_take_king(const struct position *position, unsigned player)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->checks[p] >> player & 1)
			return true;
	return false;
}

/* A turn of `last`, and who could move after it. */
struct order {
	const struct position *position;
	unsigned last;
	bool passed; /* the turn was a pass */
	bool can_move[PLAYERS];
};

/* How many turns ago the player had his last one; if that is forgotten, how
 * many are remembered. */
static unsigned
turns_ago(const struct position *position, unsigned player)
{
	unsigned ago = 0;

	while (ago < position->bnem.turns && position->bnem.turn[ago] != player)
		ago++;
	return ago;
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
			    can_take_king(position, player))
		    << 2;
		/* The fourth is not asked: if the other's king was captured and
		 * he can capture none, he cannot move, which is the first. */
	}
	/* His king is threatened. */
	bits |= (unsigned)(position->checks[player] != 0) << 4;
	/* He threatens C's king. */
	bits |= (position->checks[order->last] >> player & 1u) << 6;
	/* One of his pieces was captured in C's turn. */
	bits |= (position->turn.taken >> player & 1u) << 7;
	return bits;
}

/* The first player who has not forfeited, in the order that begins with
 * `First`. */
static unsigned
first_player(const struct rules *rules, const struct position *position)
{
	unsigned player = bnem_option(rules, BNEM_FIRST);

	while (is_out(position, player) && position->out != ALL_PLAYERS)
		player = player_after(player);
	return player;
}

/* The winner when nobody can capture a king any more, or PLAYER_NONE: one king
 * captured, its captor wins; two captured, the player who still has his king
 * wins; three, a draw; the last king's owner having forfeited, a draw. */
static unsigned
hunt_winner(const struct position *position)
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
hunt_is_over(const struct position *position)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != last_player(position) && can_take_king(position, p))
			return false;
	return true;
}

/* The player who follows, and the condition that says so, from 1; 0: none. */
static unsigned
find_follower(const struct order *order, unsigned *condition)
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
bool
bnem_may_begin(const struct position *position, unsigned player)
{
	unsigned last = position->bnem.turn[0];

	return position->bnem.turns == 1 && last != player &&
	    last != position->to_move && !is_out(position, player) &&
	    position->turn.pair_stage == PAIR_NONE;
}

void
bnem_begin(
    const struct rules *rules, struct position *position, unsigned player)
{
	unsigned first = first_player(rules, position);

	if (player == position->to_move)
		return;
	if (position->to_move == first && position->number > 1)
		position->number--;
	else if (player == first)
		position->number++;
	position_turn(position, player);
}

/* The last player who really moved and has not forfeited; if nobody has moved
 * yet, the player who neither passed before nor now. */
static unsigned
last_mover(const struct position *position, unsigned quitter)
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
holds_home(const struct rules *rules, const struct position *position)
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
	    (is_king_hunt(position) && hunt_is_over(position)) ||
	    holds_home(rules, position);
}

/*
 * The ko
 */

/* How the key changes when the player's piece comes to a cell, if that promotes
 * no other piece. */
static uint64_t
key_of_arrival(
    const struct rules *rules, unsigned player, uint8_t piece, cell to)
{
	if (cellset_has(&rules->board.faces.zone[player], to))
		piece |= PIECE_PROMOTED;
	return zobrist_piece(to, piece);
}

/* The key of the position after a player's step to an empty cell, with its turn
 * still to be passed, if it promotes no other piece. */
static uint64_t
key_of_step(const struct rules *rules, const struct position *position,
    unsigned player, cell from, cell to)
{
	uint8_t piece = position->at[from];

	return position->key ^ zobrist_piece(from, piece) ^
	    key_of_arrival(rules, player, piece, to);
}

/* The key of the position after a move, with its turn still to be passed. For
 * most moves no board need be made. */
static uint64_t
key_after(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	const uint8_t *hand = position->bnem.hand[me];
	enum kind kind = (enum kind)move->promotion;

	if ((move->type == MOVE_DROP ? kind == STAR
				     : !is_plain_move(position, move)) ||
	    !faceset_empty(bnem_to_promote(rules, position, me))) {
		struct position after = *position;

		bnem_move_pieces(rules, &after, move, true);
		return after.key;
	}
	if (move->type == MOVE_DROP)
		return position->key ^
		    position_key_of_hand(position, me, kind, hand[kind] - 1u) ^
		    key_of_arrival(
			rules, me, piece_make(kind, me, me), move->to);
	uint64_t key = key_of_step(rules, position, me, move->from, move->to);
	if (move->victim != CELL_NONE) {
		uint8_t victim = position->at[move->victim];

		key ^= zobrist_piece(move->victim, victim);
		kind = piece_kind(victim);
		if (kind != KING)
			key ^= position_key_of_hand(
			    position, me, kind, hand[kind] + 1u);
	}
	return key;
}

/* A move may not bring back a position (placement, promotion, hands, player to
 * move, cubes) that has occurred. The player to move depends on who could move
 * then, and that on the ko again. So that question is asked only if the rest
 * has occurred, which is rare, and not to any depth. */
bool
bnem_repeats(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	const struct past *past = position->past;

	if (position->past == NULL || position->turn.pair_stage == PAIR_FIRST ||
	    bnem_option(rules, BNEM_KO) == BNEM_KO_NONE)
		return false;
	uint64_t placement =
	    key_after(rules, position, move) ^ zobrist_turn(position->to_move);
	if (past_find(past, placement) == NULL ||
	    position->turn.ko_depth == DEPTH_MAX)
		return false;
	struct position after = *position;
	after.turn.ko_depth++;
	bnem_make_move(rules, &after, move, NULL);
	/* Whether that placement has been with that player to move. */
	uint64_t key = after.key;
	placement = key ^ zobrist_turn(after.to_move);
	past = past_find(past, placement);
	while (past != NULL && past->key != key)
		past = past_find(past->before, placement);
	return past != NULL;
}

/* Whether the ko surely does not forbid a step to an empty cell by a player's
 * piece, if he has no other piece to promote. */
static bool
is_new(const struct rules *rules, const struct position *position,
    unsigned player, cell from, cell to)
{
	return bnem_option(rules, BNEM_KO) == BNEM_KO_NONE ||
	    past_find(position->past,
		key_of_step(rules, position, player, from, to) ^
		    zobrist_turn(position->to_move)) == NULL;
}

/* Whether the player's king or a pawn of his has a step to make: it is the
 * cheapest question, and mostly they have. */
static bool
has_step(
    const struct rules *rules, const struct position *position, unsigned player)
{
	const struct faces *faces = &rules->board.faces;
	faceset occupied = faceset_of(&position->kind[KIND_NONE]);
	faceset pawns = faceset_of(&position->owned[player]) &
	    faceset_of(&position->kind[PAWN]);
	cell king = position->king[player];
	faceset steps = { 0 };

	if (!faceset_empty(bnem_to_promote(rules, position, player)))
		return false;
	if (king != CELL_NONE)
		steps = faces->reach[king].near & ~occupied;
	if (!faceset_empty(steps) &&
	    is_new(rules, position, player, king, faceset_pop(&steps)))
		return true;
	while (!faceset_empty(pawns)) {
		cell from = faceset_pop(&pawns);
		unsigned ways = faces->forward[player][from];

		for (; ways != 0; ways &= ways - 1) {
			cell to = faces->step[from][__builtin_ctz(ways)];

			if (to != CELL_NONE &&
			    position_is_empty(position, to) &&
			    is_new(rules, position, player, from, to))
				return true;
		}
	}
	return false;
}

/* Whether the player has a legal move, as a search knows. */
__attribute__((noinline)) static bool
finds_move(
    const struct rules *rules, const struct position *position, unsigned player)
{
	struct position turn = *position;
	struct gen gen = { .sink = stop_at_once };

	turn.turn.pair_stage = PAIR_NONE;
	position_turn(&turn, player);
	gen_open(&gen, rules, &turn);
	return !bnem_gen_moves(&gen);
}

/* Whether the player had a legal move, were it his turn. A forfeited player,
 * and one who cannot take a king in a hunt, has none. */
static bool
can_move(
    const struct rules *rules, const struct position *position, unsigned player)
{
	if (is_out(position, player))
		return false;
	if (is_king_hunt(position))
		return can_take_king(position, player);
	return has_step(rules, position, player) ||
	    finds_move(rules, position, player);
}

/*
 * The next turn
 */

/* The move number rises each time the turn comes to the first player. */
static void
give_turn(const struct rules *rules, struct position *position, unsigned player,
    unsigned condition)
{
	position->bnem.rule = (uint8_t)condition;
	position_turn(position, player);
	if (player == first_player(rules, position))
		position->number++;
}

/* The game has ended; field 2 names the winner; in a draw who would be
 * next. No turn comes to him, so the number does not rise. */
static void
end_game(struct position *position, const struct order *order, unsigned winner)
{
	unsigned condition;

	if (winner == PLAYER_NONE)
		winner = find_follower(order, &condition);
	position_turn(position, winner);
}

static void
name_next(const struct rules *rules, struct position *position, bool passed)
{
	unsigned last = position->to_move, condition;
	struct order order = { position, last, passed, { false } };
	unsigned a = player_after(last), b = player_after(a);

	position->bnem.rule = 0;
	if (position->over != 0) /* the winner is known already */
		return;
	if (players_left(position) == 1) {
		end_game(
		    position, &order, next_player(position, position->to_move));
		return;
	}
	order.can_move[a] = can_move(rules, position, a);
	order.can_move[b] = can_move(rules, position, b);
	if (order.can_move[a] || order.can_move[b]) {
		unsigned next = find_follower(&order, &condition);

		give_turn(rules, position, next, condition);
	} else if (is_king_hunt(position)) {
		end_game(position, &order, hunt_winner(position));
	} else if (can_move(rules, position, last)) {
		/* Nobody has two turns running, unless both others cannot
		 * move. */
		give_turn(rules, position, last, 1);
	} else {
		end_game(position, &order, PLAYER_NONE);
	}
}

static void
finish_turn(const struct rules *rules, struct position *position, bool passed)
{
	struct bnem *bnem = &position->bnem;
	unsigned me = position->to_move;

	/* Adds the turn to the last ones. */
	if (bnem->turns < TURNS_KEPT)
		bnem->turns++;
	memmove(bnem->turn + 1, bnem->turn, TURNS_KEPT - 1);
	bnem->turn[0] = (uint8_t)me;
	bnem->passes[me] = passed ? (uint8_t)(bnem->passes[me] + 1) : 0;
	position->clock = position->turn.is_loud ? 0 : position->clock + 1;
	bnem_update_checks(rules, position);
	name_next(rules, position, passed);
	position->turn = (struct turn_in_play){ .pair_stage = PAIR_NONE };
}

/*
 * Moves
 */

/* A pass, or a forfeit. Unless the turn before was a pass (then it is a
 * forfeit, and the last player who really moved and has not forfeited wins the
 * game), and not three own turns running (then a forfeit). */
static void
sit_out(const struct rules *rules, struct position *position, bool forfeits)
{
	unsigned me = position->to_move, last = last_player(position);
	unsigned winner = PLAYER_NONE;
	bool was = last != PLAYER_NONE && position->bnem.passes[last] > 0 &&
	    (!forfeits || last != me);

	forfeits |= was || position->bnem.passes[me] == PASSES_MAX;
	bnem_promote(rules, position, me);
	if (forfeits) {
		if (was)
			winner = last_mover(position, me);
		position->out |= (uint8_t)(1u << me);
		position->unmoved =
		    cellset_less(position->unmoved, &position->owned[me]);
		if (winner != PLAYER_NONE &&
		    (position->out & (position->out - 1)) == 0)
			position->over = (uint8_t)(winner + 1);
	}
	finish_turn(rules, position, !forfeits);
	if (winner != PLAYER_NONE)
		position_turn(position, winner);
}

/* One of the two moves of a turn; position->turn says which. */
static void
make_pair_move(const struct rules *rules, struct position *position,
    const struct move *move)
{
	unsigned cubes = position->bnem.cubes & ~(1u << position->to_move);
	unsigned heir = player_after(position->to_move);

	if (position->turn.pair_stage == PAIR_SECOND) {
		bnem_move_pieces(rules, position, move, true);
		finish_turn(rules, position, false);
		return;
	}
	/* May give his cube to the player without one. */
	if (cubes >> heir & 1)
		heir = player_after(heir);
	position_set_cubes(position, cubes | 1u << heir);
	bnem_move_pieces(rules, position, move, false);
	position->turn.pair_stage = PAIR_SECOND;
}

/* The next player depends on the past, including the position before. */
bool
bnem_make_move(const struct rules *rules, struct position *position,
    const struct move *move, struct position *board)
{
	const struct past *past = position->past;
	struct past now;

	(void)board;
	/* The caller that plays the moves has mostly done so. */
	if (position->turn.pair_stage != PAIR_SECOND &&
	    (past == NULL || past->key != position->key))
		position_remember(position, &now);
	if (position->turn.pair_stage != PAIR_NONE) {
		make_pair_move(rules, position, move);
	} else if (move->pair) {
		struct move second = move_second(move);

		position->turn.pair_stage = PAIR_FIRST;
		make_pair_move(rules, position, move);
		make_pair_move(rules, position, &second);
	} else if (move->type == MOVE_PASS || move->type == MOVE_YIELD) {
		sit_out(rules, position, move->type == MOVE_YIELD);
	} else {
		bnem_move_pieces(rules, position, move, true);
		finish_turn(rules, position, false);
	}
	position->past = past;
	return false;
}

bool
bnem_moves(const struct gen *gen)
{
	return bnem_is_over(gen->view.rules, gen->view.position) ||
	    bnem_gen_moves(gen);
}

/*
 * The end: ternion-variants(7), "3-Player Chess I: End"
 */

struct outcome
bnem_outcome(const struct rules *rules, const struct position *position)
{
	unsigned winner = position->to_move;
	enum ending ending;

	if (players_left(position) == 1) {
		ending = ENDING_FORFEIT;
		winner = next_player(position, position->to_move);
	} else if (is_king_hunt(position)) {
		if (!hunt_is_over(position))
			return no_outcome;
		ending = ENDING_KING_CAPTURED;
		winner = hunt_winner(position);
	} else if (holds_home(rules, position)) {
		ending = ENDING_HOME;
	} else {
		for (unsigned p = 0; p < PLAYERS; p++)
			if (can_move(rules, position, p))
				return no_outcome;
		ending = ENDING_STALEMATE;
		winner = PLAYER_NONE;
	}
	return (struct outcome){ ending,
		winner < PLAYERS ? rules->variant->wins[winner]
				 : rules->variant->draws[0],
		winner };
}
