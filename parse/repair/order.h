/* Ternion: moves that stand in another order than they were played in. */
#pragma once

#include "parse/repair/repair.h"

/* The items of a passage while they are put into the order of play: in the
 * arena. */
struct order {
	unsigned len;    /* items */
	unsigned *taken; /* by ply: its item, or `len` */
	uint8_t *mover;  /* by ply */
	bool *is_taken;  /* by item */
	unsigned first;  /* all items before it are taken */
	unsigned jumps;  /* plies whose item is at another distance from the
			    player's last */
	unsigned most;   /* jumps that may be */
};

void order_begin(
    struct order *order, unsigned len, unsigned jumps, struct arena *arena);

/* Takes an item for a ply in place of the one that it has: `which` counts from
 * 0 those that it may be. First comes the one that stands as far from the
 * player's last as the ply does. Returns `len` if there are no more. */
unsigned order_take(
    struct order *order, unsigned ply, unsigned mover, unsigned which);

/* Takes that item for a ply; order_take would. */
void order_keep(
    struct order *order, unsigned ply, unsigned mover, unsigned item);

/* How much speaks for the first plies in this order, in plies; and by how much
 * they are better than others, which is least where a fault seems to have been
 * left out. */
unsigned order_worth(const struct order *order, unsigned plies);
int order_rank(const struct order *order, unsigned plies);

/* Goes on with the items after those of the first plies as they went before. */
void order_rest(unsigned *taken, unsigned plies, unsigned len);

/* Says whose moves stand where they do not belong, and whether that is in
 * another row or, with *is_column, in another column. The items, from `at` on,
 * were played in the order, from the position on. */
const char *order_words(const struct sheet *line, unsigned at,
    const unsigned *taken, const struct item *played, unsigned len,
    struct position position, bool *is_column, struct arena *arena);

/* The edits that put the new items of a change into the text, each with its
 * comments and variations; returns how many. */
unsigned order_edits(const struct sheet *line, const struct repair *repair,
    struct arena *arena, struct edit *edits);
