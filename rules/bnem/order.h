/* Ternion: Bn Em's game: the order of play. */
#ifndef TERNION_RULES_BNEM_ORDER_H
#define TERNION_RULES_BNEM_ORDER_H

#include "rules/bnem/bnem.h"

/* Who may follow a turn of `last`, and what there is to know about it. */
struct order {
	const struct position *position;
	unsigned last;
	bool passed; /* the turn was a pass */
	bool can_move[PLAYERS];
};

/* Who follows by the order of play, and which condition says so; 0 is none. */
unsigned bnem_follower(const struct order *order, unsigned *condition);

/* The first in the order that begins with `First` who has not forfeited. */
unsigned bnem_counter(
    const struct rules *rules, const struct position *position);

/* Whether the record may name the player, and so make it his turn. */
bool bnem_may_begin(const struct position *position, unsigned player);

/* Makes it the turn of a player whom the record names, if he may begin. */
void bnem_begin(
    const struct rules *rules, struct position *position, unsigned player);

/* Who wins by a pass or a forfeit of `quitter` right after a pass. */
unsigned bnem_last_mover(const struct position *position, unsigned quitter);

/* Whether the player could capture a king now. */
bool bnem_can_take_king(const struct position *position, unsigned player);

/* Whether nobody who is due to move can take a king, in a hunt for kings, and
 * who then wins, or PLAYER_NONE. */
bool bnem_hunt_is_over(const struct position *position);
unsigned bnem_hunt_winner(const struct position *position);

/* Whether the player to move has held an opponent's home square. */
bool bnem_holds_home(
    const struct rules *rules, const struct position *position);

/* Whether nobody moves any more, for a reason that is seen at a glance. */
bool bnem_is_over(const struct rules *rules, const struct position *position);

#endif
