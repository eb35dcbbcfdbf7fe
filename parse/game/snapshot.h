/* Ternion: the facts of a position for a drawing. */
#pragma once

#include "parse/position/fates.h"

#define LAST_CELLS_MAX 16

/* The facts about a player that a drawing shows next to the board. */
struct seat_state {
	bool has_yielded;   /* he gave up: a yield, a resignation, a forfeit */
	uint8_t checked_by; /* players, as bits, who attack his king */
	uint8_t heir;       /* 1 + the player who has his pieces, or 0 */
	uint8_t mated_by;   /* 1 + the player who mated him, or 0 */
	/* Of the last ply: his calls, enum call as bits; the players, as bits,
	 * against whom he declared check and mate; the type of a deed, or 0. */
	uint8_t calls, check, mate, deed;
	struct seat_facts own;
	uint8_t lost[KINDS]; /* captured pieces that he may get back */
};

struct snapshot {
	uint8_t turn;         /* the player to move; PLAYER_NONE: it is over */
	uint8_t out, checked; /* players, as bits */
	uint8_t last_cells;   /* touched by the last move, in its order */
	cell last_cell[LAST_CELLS_MAX];
	uint8_t at[CELLS_MAX]; /* the piece on each cell */
	struct seat_state seat[PLAYERS];
	struct outcome outcome;
	const char *why; /* it is his turn, if the game has conditions; or "" */
};

/* How a position came about. */
struct arrival {
	const struct move *move;   /* the last one; NULL: not known */
	unsigned mover;            /* the player who made it */
	const struct fates *fates; /* up to the position; NULL: not known */
};

/* `arrival` is NULL if nothing is known of it. */
void snapshot_take(struct snapshot *snapshot, const struct rules *rules,
    const struct position *position, const struct arrival *arrival);

#define FACTS_MAX 16

/* The facts about a player, except whose turn it is and which pieces he has in
 * hand and lost: words, and the players, as bits, whose names follow them, as
 * "in check by" and 5. */
struct facts {
	unsigned len;
	struct fact {
		const char *words;
		unsigned players;
	} fact[FACTS_MAX];
	char fortified[32]; /* the words for that */
};

void snapshot_facts(
    const struct snapshot *snapshot, unsigned player, struct facts *facts);

/* Appends the facts, "in check by Red and Black", with a separator between. */
void snapshot_write_facts(const struct snapshot *snapshot,
    const struct variant *variant, unsigned player, const char *separator,
    struct strbuf *out);
