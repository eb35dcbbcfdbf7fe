/* Ternion: what a drawing needs to know of a position, and nothing else. */
#ifndef TERNION_FORMATS_SNAPSHOT_H
#define TERNION_FORMATS_SNAPSHOT_H

#include "formats/position/fates.h"
#include "parse/text/arena.h"
#include "parse/text/strbuf.h"

enum {
	TRACE_MAX = 16 /* cells of a move that are pointed out */
};

/* Facts about a player that are one word each. */
enum seat_sign {
	SEAT_OUT = 2,
	SEAT_YIELDED = 4, /* he gave up: a yield, a resignation, a forfeit */
};

/* All that is known of a player but his pieces on the board. */
struct seat_state {
	uint8_t signs;      /* enum seat_sign, as bits */
	uint8_t checked_by; /* players, as bits, who attack his king */
	/* 1 + the player who did it, or 0. */
	uint8_t heir;     /* has his pieces */
	uint8_t mated_by; /* mated him */
	/* By him in the ply that led here, or of it for him: enum call as
	 * bits, the players against whom check and mate were declared, and
	 * whether it was a field promotion or a traitor move, or 0. */
	uint8_t calls, check, mate, deed;
	struct seat_facts own;
	uint8_t lost[KINDS]; /* captured pieces that he may get back */
};

struct snapshot {
	uint8_t turn;          /* who is to move; PLAYER_NONE: it is over */
	uint8_t out, checked;  /* players, as bits */
	uint8_t traced;        /* how many cells the trace has */
	cell trace[TRACE_MAX]; /* of the move that led to it */
	uint8_t at[CELLS_MAX]; /* the piece on each cell */
	struct seat_state seat[PLAYERS];
	struct outcome outcome;
	const char *why; /* the turn is his, where that depends; or "" */
};

/* How a position came about. */
struct arrival {
	const struct move *move;   /* the last one; NULL: not known */
	unsigned mover;            /* who made it */
	const struct fates *fates; /* up to the position; NULL: not known */
};

/* Fills the snapshot; `arrival` is NULL if nothing is known of it. */
void snapshot_take(struct snapshot *snapshot, const struct rules *rules,
    const struct position *position, const struct arrival *arrival);

/* Is given what can be said of a player, one thing after another, in words and
 * with the players, as bits, with whom they end: "in check by", 5. */
typedef void seat_sink(void *context, const char *words, unsigned players);

/* Gives all that a snapshot says of a player to `sink`, except whose turn it is
 * and what he has in hand and lost. */
void snapshot_tell(const struct snapshot *snapshot, unsigned player,
    seat_sink *sink, void *context);

/* Appends the same as one text: "sieged, in check by Red and Black"; nothing
 * if there is nothing to be said. */
void snapshot_say(const struct snapshot *snapshot,
    const struct variant *variant, unsigned player, struct strbuf *out);

#endif
