/* Ternion: the ways in which the rest of a line may be written; between the
 * modules that read passages. */
#pragma once

#include "parse/notation/letters.h"
#include "parse/repair/repair.h"

/*
 * views.c: a player who counts the cells in another way than the notation
 */

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

/* By flip: " from right to left" */
extern const char *const view_orders[VIEW_FLIPS];

/*
 * lexicon.c: a player who writes letters or digits in his own way
 */

/* The letters that chess players of other languages write for the pieces; the
 * last has no `from`. */
extern const struct letter_set lexicon_languages[];

/* Whether a capital letter at a place of the token names a piece. */
bool lexicon_names_piece(struct slice token, size_t i);

/* Stores a text with digits that the token may stand for, in the arena; false
 * if there are no more: `which` counts them from 0. */
bool lexicon_digits(struct slice token, unsigned which, struct arena *arena,
    struct slice *text);

/* The signs of the tokens that differ from those of the texts, each once: "O
 * for 0, l for 1". They can be told if they are of one byte. */
const char *lexicon_differences(const struct item *items,
    const char *const *texts, unsigned len, struct arena *arena);

/*
 * order.c: moves that stand in another order than they were played in
 */

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
