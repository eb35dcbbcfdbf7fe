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

/* Adds the fates that a legal move has caused; `board` is that of
 * rules_make_judged, or `after`. `outcome` of that; NULL: it is not known. */
void fates_add_move(struct fates *fates, const struct rules *rules,
    const struct position *before, const struct move *move,
    const struct position *board, const struct position *after,
    const struct outcome *outcome);

/* Appends the keys "mated_by", "captured" and "heir", each an object from a
 * player to the one who did it, or null if `fates` is NULL; `brief`: only those
 * that are not empty. */
void fates_json(const struct fates *fates, const struct variant *variant,
    bool brief, struct json *json);
