/*
 * Ternion: Bn Em's game: the order of play, from what has happened and from who
 * can move. Source: ternion-variants(7), "3-Player Chess I: Order of play".
 */
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

static inline unsigned
next_seat(unsigned player)
{
	return player + 1 < PLAYERS ? player + 1 : 0;
}

/*
 * The conditions of the order of play; bit 0 is the first. Those that ask only
 * about hunts for kings and about what was long ago are asked for only where
 * they can matter.
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

/* Go through these in order; the first that holds for exactly one of the two
 * settles it. If none does, the one whose last turn is longer ago follows,
 * else the one clockwise. */
static inline unsigned
settle(const struct order *order, unsigned *condition)
{
	const struct position *position = order->position;
	unsigned a = next_seat(order->last), b = next_seat(a);
	unsigned for_a = conditions_for(order, a, b);
	unsigned decisive = for_a ^ conditions_for(order, b, a);

	/* The last six turns were all of the other two. */
	if ((decisive & ((1u << (WAITED_LONG - 1)) - 1)) == 0 &&
	    position->bnem.turns == TURNS_KEPT &&
	    (turns_ago(position, a) == TURNS_KEPT) !=
		(turns_ago(position, b) == TURNS_KEPT)) {
		*condition = WAITED_LONG;
		return turns_ago(position, a) == TURNS_KEPT ? a : b;
	}
	if (decisive != 0) {
		*condition = 1u + (unsigned)__builtin_ctz(decisive);
		return (for_a >> (*condition - 1) & 1) != 0 ? a : b;
	}
	/* If the last two turns were both of the other two, it is he, too. */
	*condition = CONDITIONS;
	return turns_ago(position, b) > turns_ago(position, a) ? b : a;
}

unsigned
bnem_counter(const struct rules *rules, const struct position *position)
{
	unsigned player = bnem_option(rules, BNEM_FIRST);

	while (is_out(position, player) && position->out != ALL_PLAYERS)
		player = (player + 1) % PLAYERS;
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
bool
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
	unsigned a = next_seat(order->last), b = next_seat(a), next = a;

	/* After the first turn either of the other two may follow; till the
	 * record says who it is the one clockwise, if he can move. */
	*condition = 0;
	if (order->position->bnem.turns > 1)
		next = settle(order, condition);
	else if (!order->can_move[a] && order->can_move[b])
		next = b;
	/* He has no more turns, even where nobody else could move. */
	return is_out(order->position, next) ? a + b - next : next;
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
bool
bnem_holds_home(const struct rules *rules, const struct position *position)
{
	const struct faces *faces = &rules->board.faces;
	unsigned me = position->to_move, held = 0;

	for (unsigned p = 0; p < PLAYERS; p++)
		held |= (unsigned)(p != me) &
		    (unsigned)cellset_has(&position->owned[me], faces->home[p]);
	return held != 0 && position->turn.pair_stage == PAIR_NONE &&
	    !is_king_hunt(position);
}

bool
bnem_is_over(const struct rules *rules, const struct position *position)
{
	return position->over != 0 || players_left(position) == 1 ||
	    (is_king_hunt(position) && bnem_hunt_is_over(position)) ||
	    bnem_holds_home(rules, position);
}
