/* Ternion: facts about a position of Siege Chess beyond its pieces: the sieged
 * player, and the sums for it. ternion-variants(7), SIEGE CHESS. */
#pragma once

#include "rules/rules.h"

/* The ways in which a game may determine the sieged player. */
enum siege_method {
	SIEGE_NONE, /* as the values of the option Siege */
	SIEGE_CAPTURES,
	SIEGE_POINTS,
	SIEGE_MOVED,
};

/* The player who is sieged as the turn of the player to move begins, or
 * PLAYER_NONE. A fortified player who meets the formula is. */
unsigned siege_sieged(
    const struct rules *rules, const struct position *position);

/* The method's sum for a player, 0 if he is out: how many of the latest
 * captures were his without a break, or his points. */
int siege_sum(const struct rules *rules, const struct position *position,
    enum siege_method method, unsigned player);

/* Half of the opponents' points, rounded up, less his own: above his
 * threshold he is sieged. For points and moved only. */
int siege_balance(const struct rules *rules, const struct position *position,
    enum siege_method method, unsigned player);

/* The method's sums of some players, as bits; for captures those of all. */
void siege_sums(const struct rules *rules, const struct position *position,
    enum siege_method method, unsigned players, int sums[PLAYERS]);

/* The owner of the piece that was captured last, if there is one. */
static inline unsigned
siege_last_captured(const struct position *position)
{
	return position->siege.last & 3;
}

/* True if the method, with its usual threshold, finds a player in play sieged
 * by these sums, whichever method is played. */
bool siege_found(const struct position *position, enum siege_method method,
    const int sums[PLAYERS]);

/* The threshold of a player by the method that is played. */
unsigned siege_threshold(const struct rules *rules, unsigned player);

/* How many of the last captures a position must remember; 0 unless the
 * method is captures. */
unsigned siege_remembered(const struct rules *rules);
