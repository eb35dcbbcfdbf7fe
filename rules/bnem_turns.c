/*
 * Ternion: Bn Em's game: who follows whom, and how the game ends. Source:
 * bnem.md, "Turns" and "End".
 */
#include "bnem.h"

bool
can_take_king(const struct position *position, unsigned player)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->checks[p] >> player & 1)
			return true;
	return false;
}

/* Who may follow a turn of `last`, and what there is to know about it. */
struct order {
	const struct position *position;
	unsigned last;
	bool passed; /* the turn was a pass */
	bool can_move[PLAYERS];
};

/* How many turns ago the player had his last one; TURNS_KEPT and more: not
 * within living memory. */
static unsigned
turns_ago(const struct position *position, unsigned player)
{
	unsigned ago = 0;

	while (ago < position->bnem.turns && position->bnem.turn[ago] != player)
		ago++;
	return ago < position->bnem.turns ? ago : TURNS_KEPT;
}

/* Whether the last `count` turns were all of players other than `player`. */
static bool
has_waited(const struct position *position, unsigned player, unsigned count)
{
	return position->bnem.turns >= count &&
	    turns_ago(position, player) >= count;
}

/* The conditions of the page, for `player` against `other`. */
static bool
holds(const struct order *order, unsigned condition, unsigned player,
    unsigned other)
{
	const struct position *position = order->position;
	const struct bnem *bnem = &position->bnem;

	switch (condition) {
	case 1: /* "the other cannot move" */
		return !order->can_move[other];
	case 2: /* "the turn just had was a pass, and the other is the one who
		 * had the turn before it" */
		return order->passed && bnem->turns > 1 &&
		    bnem->turn[1] == other;
	case 3: /* "his own king was captured and he can capture a king" */
		return bnem->captor[player] != 0 &&
		    can_take_king(position, player);
	case 4: /* "the other's king was captured and the other cannot capture
		 * a king" */
		return bnem->captor[other] != 0 &&
		    !can_take_king(position, other);
	case 5: /* "his king is threatened" */
		return position->checks[player] != 0;
	case 6: /* "the last six turns were all of the other two" */
		return has_waited(position, player, 6);
	case 7: /* "he threatens C's king" */
		return position->checks[order->last] >> player & 1;
	case 8: /* "one of his pieces was captured in C's turn" */
		return bnem->taken >> player & 1;
	default: /* "the last two turns were both of the other two" */
		return has_waited(position, player, 2);
	}
}

enum {
	CONDITIONS = 9
};

/* "Go through these in order; the first that holds for exactly one of the two
 * settles it"; and "where both others qualify, the one whose last turn is
 * longer ago follows, else the one clockwise". */
static unsigned
settle(const struct order *order, unsigned *condition)
{
	unsigned a = (order->last + 1) % PLAYERS;
	unsigned b = (order->last + 2) % PLAYERS;

	for (*condition = 1; *condition <= CONDITIONS; ++*condition) {
		bool is_a = holds(order, *condition, a, b);

		if (is_a != holds(order, *condition, b, a))
			return is_a ? a : b;
	}
	*condition = CONDITIONS;
	return turns_ago(order->position, b) > turns_ago(order->position, a)
	    ? b
	    : a;
}

unsigned
bnem_counter(const struct rules *rules, const struct position *position)
{
	unsigned player = bnem_option(rules, BNEM_FIRST);

	while (is_forfeited(position, player) && position->out != ALL_PLAYERS)
		player = (player + 1) % PLAYERS;
	return player;
}

/* "The move number rises each time the turn comes to the first player." */
static void
give_turn(const struct rules *rules, struct position *position, unsigned player,
    unsigned condition)
{
	position->bnem.rule = (uint8_t)condition;
	position_turn(position, player);
	if (player == bnem_counter(rules, position))
		position->number++;
}

/* Who wins when nobody can capture a king any more, or PLAYER_NONE: "one king
 * captured, its captor wins; two captured, the player who still has his king
 * wins; three, a draw; the last king's owner having forfeited, a draw". */
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
	return kings == 1 && !is_forfeited(position, owner)
	    ? owner
	    : (unsigned)PLAYER_NONE;
}

/* "When the player to move by those rules, and the other after him, can capture
 * no king, the game ends." */
static bool
hunt_is_over(const struct position *position)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != last_player(position) && can_take_king(position, p))
			return false;
	return true;
}

static unsigned
only_player(const struct position *position)
{
	return (unsigned)__builtin_ctz(~(unsigned)position->out);
}

static bool
one_is_left(const struct position *position)
{
	return position->out == 3 || position->out == 5 || position->out == 6;
}

/* Who follows by the order of play, and which condition says so; 0 is none. */
static unsigned
next_player(const struct order *order, unsigned *condition)
{
	unsigned a = (order->last + 1) % PLAYERS;
	unsigned b = (order->last + 2) % PLAYERS, next = a;

	/* "After the first turn either of the other two may follow"; till the
	 * record says who it is the one clockwise, if he can move. */
	*condition = 0;
	if (order->position->bnem.turns > 1)
		next = settle(order, condition);
	else if (!order->can_move[a] && order->can_move[b])
		next = b;
	/* He "has no more turns", even where nobody else could move. */
	return is_forfeited(order->position, next) ? a + b - next : next;
}

/* The game has ended; "field 2 names the winner; in a draw who would be
 * next". No turn comes to him, so the number does not rise. */
static void
end_game(struct position *position, const struct order *order, unsigned winner)
{
	unsigned condition;

	if (winner == PLAYER_NONE)
		winner = next_player(order, &condition);
	position_turn(position, winner);
}

void
bnem_pass_turn(
    const struct rules *rules, struct position *position, bool passed)
{
	unsigned last = position->to_move, condition, next;
	struct order order = { position, last, passed, { false } };
	unsigned a = (last + 1) % PLAYERS, b = (last + 2) % PLAYERS;

	position->bnem.rule = 0;
	if (position->over != 0) /* it is known already who has won */
		return;
	if (one_is_left(position)) {
		end_game(position, &order, only_player(position));
		return;
	}
	order.can_move[a] = bnem_can_move(rules, position, a);
	order.can_move[b] = bnem_can_move(rules, position, b);
	if (order.can_move[a] || order.can_move[b]) {
		next = next_player(&order, &condition);
		give_turn(rules, position, next, condition);
	} else if (is_king_hunt(position)) {
		end_game(position, &order, hunt_winner(position));
	} else if (bnem_can_move(rules, position, last)) {
		/* "Nobody has two turns running, unless both others cannot
		 * move." */
		give_turn(rules, position, last, 1);
	} else {
		end_game(position, &order, PLAYER_NONE);
	}
}

/* Not where the first player has a second turn, as both others cannot move. */
bool
bnem_may_begin(const struct position *position, unsigned player)
{
	unsigned last = position->bnem.turn[0];

	return position->bnem.turns == 1 && last != player &&
	    last != position->to_move && !is_forfeited(position, player) &&
	    position->bnem.half == HALF_NONE;
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

/* "The last player who really moved and has not forfeited; if nobody has moved
 * yet, the player who neither passed before nor now." */
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
		else if (player != quitter && !is_forfeited(position, player))
			return player;
	}
	for (unsigned i = 1; i < PLAYERS; i++) {
		unsigned p = (quitter + i) % PLAYERS;

		if (p != passer && !is_forfeited(position, p))
			return p;
	}
	return passer;
}

/*
 * The end
 */

/* "A piece of yours that came to an opponent's home square and still stands
 * there when your next turn begins wins the game at once. No longer once a
 * king has been captured." */
static bool
holds_home(const struct rules *rules, const struct position *position)
{
	const struct faces *faces = &rules->board.faces;
	unsigned me = position->to_move;

	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != me &&
		    cellset_has(&position->owned[me], faces->home[p]))
			return position->bnem.half == HALF_NONE &&
			    !is_king_hunt(position);
	return false;
}

bool
bnem_is_over(const struct rules *rules, const struct position *position)
{
	return position->over != 0 || one_is_left(position) ||
	    (is_king_hunt(position) && hunt_is_over(position)) ||
	    holds_home(rules, position);
}

static void
win(const struct rules *rules, struct outcome *outcome, enum ending ending,
    unsigned winner)
{
	outcome->ending = ending;
	outcome->winner = winner;
	outcome->result = winner < PLAYERS ? rules->variant->wins[winner]
					   : rules->variant->draws[0];
}

static bool
nobody_moves(const struct rules *rules, const struct position *position)
{
	for (unsigned i = 0; i < PLAYERS; i++)
		if (bnem_can_move(
			rules, position, (position->to_move + i) % PLAYERS))
			return false;
	return true;
}

void
bnem_outcome(const struct rules *rules, const struct position *position,
    struct outcome *outcome)
{
	if (one_is_left(position))
		win(rules, outcome, ENDING_FORFEIT, only_player(position));
	else if (is_king_hunt(position)) {
		if (hunt_is_over(position))
			win(rules, outcome, ENDING_KING_CAPTURED,
			    hunt_winner(position));
	} else if (holds_home(rules, position)) {
		win(rules, outcome, ENDING_HOME, position->to_move);
	} else if (nobody_moves(rules, position)) {
		win(rules, outcome, ENDING_STALEMATE, PLAYER_NONE);
	}
}
