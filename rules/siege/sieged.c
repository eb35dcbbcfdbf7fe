/* Ternion: Siege Chess: who is sieged, and by which sums. */
#include "rules/siege/siege_int.h"

/* The last 3 (threshold) captured pieces were all yours: how many of the
 * latest were, without a break. */
static int
run_of_captures(const struct position *position, unsigned player)
{
	const struct siege *siege = &position->siege;
	unsigned run = 0;

	while (run < siege->captures && (siege->last >> 2 * run & 3) == player)
		run++;
	return (int)run;
}

/* Pieces on the board count 1, queen and pope 2, pawns 0, plus 1 if more than
 * half of his opening pawns are on the board. */
static int
points(
    const struct rules *rules, const struct position *position, unsigned player)
{
	const struct cellset *owned = &position->owned[player];
	unsigned pawns = pieces_of(position, player, PAWN);
	struct cellset pieces = cellset_less(*owned, &position->kind[PAWN]);
	struct cellset twice =
	    cellset_or(position->kind[QUEEN], &position->kind[POPE]);

	twice = cellset_and(twice, owned);
	return (int)(cellset_count(&pieces) + cellset_count(&twice) +
	    (2 * pawns > rules->army[player][PAWN]));
}

/* His pieces on the board + those of them that have moved from the opening
 * set-up - his captured pieces now in the pool. */
static int
moved_points(const struct position *position, unsigned player)
{
	unsigned pieces = cellset_count(&position->owned[player]);
	struct cellset moved =
	    cellset_less(position->owned[player], &position->unmoved);
	unsigned lost = 0;

	for (unsigned kind = PAWN; kind < KINDS; kind++)
		lost += position->lost[player][kind];
	return (int)(pieces + cellset_count(&moved)) - (int)lost;
}

int
siege_sum(const struct rules *rules, const struct position *position,
    enum siege_method method, unsigned player)
{
	if (is_out(position, player))
		return 0;
	switch (method) {
	case SIEGE_NONE:
		break;
	case SIEGE_CAPTURES:
		return run_of_captures(position, player);
	case SIEGE_POINTS:
		return points(rules, position, player);
	case SIEGE_MOVED:
		return moved_points(position, player);
	}
	return 0;
}

/* ceil(sum of the opponents' points / 2) - yours; the sum can be negative. */
static int
balance_of(const int sums[PLAYERS], unsigned player)
{
	int sum = sums[(player + 1) % PLAYERS] + sums[(player + 2) % PLAYERS];

	return (sum >= 0 ? (sum + 1) / 2 : -(-sum / 2)) - sums[player];
}

static void
add_sums(const struct rules *rules, const struct position *position,
    enum siege_method method, int sums[PLAYERS])
{
	for (unsigned p = 0; p < PLAYERS; p++)
		sums[p] = siege_sum(rules, position, method, p);
}

int
siege_balance(const struct rules *rules, const struct position *position,
    enum siege_method method, unsigned player)
{
	int sums[PLAYERS];

	add_sums(rules, position, method, sums);
	return balance_of(sums, player);
}

static bool
meets(const struct rules *rules, const struct position *position,
    enum siege_method method, int threshold, unsigned player)
{
	switch (method) {
	case SIEGE_CAPTURES:
		return run_of_captures(position, player) >= threshold;
	case SIEGE_POINTS:
		return siege_balance(rules, position, SIEGE_POINTS, player) >
		    threshold;
	case SIEGE_MOVED:
		return siege_balance(rules, position, SIEGE_MOVED, player) >
		    threshold;
	case SIEGE_NONE:
		break;
	}
	return false;
}

bool
siege_found(const struct rules *rules, const struct position *position,
    enum siege_method method)
{
	int threshold = (int)siege_usual_threshold(method);
	int sums[PLAYERS];

	add_sums(rules, position, method, sums);
	for (unsigned p = 0; p < PLAYERS; p++)
		if (!is_out(position, p) &&
		    (method == SIEGE_CAPTURES
			    ? sums[p] >= threshold
			    : balance_of(sums, p) > threshold))
			return true;
	return false;
}

/* If several qualify, only the one whose turn comes first is sieged. */
unsigned
siege_sieged(const struct rules *rules, const struct position *position)
{
	unsigned out = position->out;
	bool two = (out & (out - 1)) == 0 && out != 0;

	if ((two && rules->settings.value[OPTION_TWO][0] != 0) ||
	    game_is_over(rules, position))
		return PLAYER_NONE;
	for (unsigned i = 0; i < PLAYERS; i++) {
		unsigned player = (position->to_move + i) % PLAYERS;

		if (!is_out(position, player) &&
		    position->siege.immune[player] == 0 &&
		    meets(rules, position, siege_method_of(&rules->settings),
			(int)siege_threshold(rules, player), player))
			return player;
	}
	return PLAYER_NONE;
}
