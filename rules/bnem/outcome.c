/*
 * Ternion: Bn Em's game: how it ends. Source: ternion-variants(7), "3-Player
 * Chess I: End".
 */
#include "rules/bnem/order.h"
#include "rules/bnem/outcome.h"
#include "rules/bnem/turns.h"

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
	for (unsigned p = 0; p < PLAYERS; p++)
		if (bnem_can_move(rules, position, p))
			return false;
	return true;
}

void
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
	} else if (nobody_moves(rules, position)) {
		win(rules, outcome, ENDING_STALEMATE, PLAYER_NONE);
	}
}
