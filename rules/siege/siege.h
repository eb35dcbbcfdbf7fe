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

/* True if the method, with its usual threshold, finds a player in play sieged,
 * whichever method is played. */
bool siege_found(const struct rules *rules, const struct position *position,
    enum siege_method method);

/* The threshold of a player by the method that is played. */
unsigned siege_threshold(const struct rules *rules, unsigned player);

/* How many of the last captures a position must remember; 0 unless the
 * method is captures. */
unsigned siege_remembered(const struct rules *rules);
