/*
 * Ternion: 3PF: what the positions of each game have to tell.
 *
 * To add a game: one row in the table of tpf_games.c, and a file of keys if it
 * has some of its own. A game without a row is one that nobody leaves before
 * its end and whose positions need no more than the seven fields.
 */
#ifndef TERNION_FORMATS_TPF_GAMES_H
#define TERNION_FORMATS_TPF_GAMES_H

#include "formats/position/tpf_keys.h"

/* What becomes of the pieces of a player who is out. */
enum tpf_leavers {
	LEAVERS_NONE,      /* nobody leaves the game before its end */
	LEAVERS_DEAD,      /* they are nobody's: x before the colour */
	LEAVERS_INHERITED, /* another has them: > and his letter */
	LEAVERS_STAY,      /* they stay his, king and all */
};

struct tpf_game {
	const struct variant *variant; /* NULL: any that has no row */
	enum tpf_leavers leavers;
	/* The status also tells who is in check and who was skipped. */
	bool tells_standing;
	/* En passant is for the next ply alone: the field is one cell, the one
	 * that was passed over. */
	bool en_passant_next_ply;
	const struct tpf_key *keys;
};

/* The row of a game; never NULL. */
const struct tpf_game *tpf_game_of(const struct variant *variant);

/* Whether positions of the game can have that key. */
bool tpf_has_key(const struct variant *variant, const char *name);

#endif
