/* Ternion: fates: who mated players, took their king, or has their pieces. */
#pragma once

#include "parse/text/json.h"
#include "parse/notation/marks.h"

/* For each player 1 + the player who did it, or 0. */
struct fates {
	uint8_t mated_by[PLAYERS]; /* or declared mate against him */
	uint8_t captured[PLAYERS]; /* his king */
	uint8_t heir[PLAYERS];     /* the new owner of his pieces */
	uint8_t yielded;           /* players, as bits, who gave up */
};

/* The part of the position before a move that tells of fates. */
struct seats {
	struct cellset owned[PLAYERS];
	cell king[PLAYERS];
	uint8_t pieces, to_move, out;
};

static inline void
seats_note(struct seats *seats, const struct position *position)
{
	memcpy(seats->owned, position->owned, sizeof(seats->owned));
	memcpy(seats->king, position->king, sizeof(seats->king));
	seats->pieces = position->pieces;
	seats->to_move = position->to_move;
	seats->out = position->out;
}

/* A legal move, and facts about it. */
struct fateful {
	const struct rules *rules;
	const struct seats *before;
	const struct move *move;
	const struct position *board; /* of rules_make_judged, or `after` */
	const struct position *after;
	/* NULL: they are not known. */
	const struct marks *marks;
	const struct outcome *outcome;
};

/* Whether a move may have caused fates; most do not. */
static inline bool
fates_may_change(const struct seats *before, const struct position *board,
    const struct position *after)
{
	return before->out != after->out || before->pieces != after->pieces ||
	    position_attackers(board) != 0;
}

/* Adds the fates that the move has caused. */
void fates_add(struct fates *fates, const struct fateful *fateful);

/* Appends the keys "mated_by", "captured" and "heir", each an object from a
 * player to the one who did it, or null if `fates` is NULL; `brief`: only those
 * that are not empty. */
void fates_json(const struct fates *fates, const struct variant *variant,
    bool brief, struct json *json);
