/* Ternion: a player who counts the cells in another way than the notation. */
#pragma once

#include "parse/repair/trial.h"

enum {
	VIEW_FLIPS = 7 /* orders in which he may count */
};

/* A side, seats clockwise from that of the notation, and an order. Parts of
 * starting cells may still be as in the notation. */
struct view {
	unsigned side, flip, parts;
};

/* Gives the cells the names that they have in a view; `rules` are those of the
 * game, made for this, and `usual` others. False if the board has no such view,
 * or it is the usual one. */
bool views_apply(
    struct rules *rules, const struct rules *usual, const struct view *view);

/* " from right to left" */
const char *views_flipped(const struct view *view);
