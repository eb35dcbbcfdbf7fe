/* Ternion: how each game is written.
 *
 * Notations are the same for all games; a dialect is the part that one game
 * sets in them, and of every other text in which its moves and cells appear.
 *
 * To add a game: one row in the table of dialect.c. */
#pragma once

#include "parse/notation/coords.h"
#include "rules/variants/variant.h"

/* A column of names in the table of cells. */
struct cell_column {
	const char *title;
	const struct naming *naming;
	unsigned seat; /* of the player who counts, where names depend on it */
};

/* Where a player's castled king does not stand, though a text may say so: in a
 * misprint of the rules, or by another set-up. */
struct misprint {
	unsigned game;    /* variant->number */
	const char *cell; /* algebraic */
	unsigned seat, side;
};

extern const struct misprint misprints[]; /* ended by a NULL cell */

struct dialect {
	const struct notation *notation; /* the native one */
	/* All that the game has, NULL-ended: one of its own has the place of
	 * the common one with the same id. NULL: those of most games. */
	const struct notation *const *notations;
	/* The table of cells, ended by a NULL title. NULL: the usual one. */
	const struct cell_column *columns;
	const struct naming *cells; /* where no notation is asked for */
	const struct naming
	    *machine_cells; /* in 3PF and in coordinate notation */
	/* An option that is about how moves are written: the game, and so a
	 * position, is the same with all its values. NULL: there is none. */
	const char *text_option;
	/* The conditions that tell whose turn it is; NULL: the order. */
	const char *const *conditions;
	bool declares;  /* check and mate are declared, king by king */
	bool no_mate;   /* an attack on a king is all there is to mark */
	bool no_check;  /* nor need it be marked: nobody need mind it */
	bool promotes;  /* promoted pieces have a + before their letter */
	bool has_rings; /* cells have a ring, a depth and so on */
};

/* The notations and the table of cells of most games. */
extern const struct notation *const usual_notations[];
extern const struct cell_column usual_columns[];

/* By variant->number. */
extern const struct dialect dialects[VARIANT_COUNT];

static inline const struct dialect *
dialect_of(const struct variant *variant)
{
	return &dialects[variant->number];
}

/* Whether the option with that index is about how moves are written. */
bool dialect_is_text_option(const struct variant *variant, int option);

/* Whether two settled settings are of the same game, however it is written. */
bool dialect_same_game(const struct variant *variant, const struct settings *a,
    const struct settings *b);
