/* Ternion: a token compared with legal moves: how likely it was written where
 * each of them was meant. */
#pragma once

#include "parse/game/replay.h"
#include "parse/repair/costs.h"

/* All 0 is empty. */
struct written {
	const struct language *reader;
	const struct confusions *known; /* of the writer; or NULL */
	struct slice token;             /* without its marks */
	uint8_t check, mate;            /* as they are declared in it */
	uint8_t calls;                  /* after it */
	bool has_marks;                 /* it has some */
	bool is_open;                   /* it may say who moves */
	/* Its cells as the other players count them. */
	cell from[PLAYERS], to[PLAYERS];
	unsigned views;        /* of these; 0 if it has no cells */
	struct strbuf text;    /* of the last move; owned */
	struct typing *typing; /* of the token; owned */
};

/* Reads a token that stands for a move of the position; *known is of its
 * writer, or NULL. */
void written_read(struct written *written, const struct language *reader,
    const struct confusions *known, const struct position *position,
    struct slice token);
void written_release(struct written *written);

/* The cost of writing the token for a legal move of the position; see costs.h.
 * If it is above `most`, any number above that. *unmarked: the token has lost
 * its end, and the marks there. */
unsigned written_cost(struct written *written, const struct position *position,
    const struct move *move, unsigned most, bool *unmarked);

/* Learns what the writer confused in the token if he meant the move. */
void written_learn(const struct language *reader,
    const struct position *position, struct slice token,
    const struct move *move, struct confusions *known);
