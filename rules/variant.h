/*
 * Ternion: a variant: everything that sets one game apart, as data where data
 * will do and as a hook where the rule is truly code.
 *
 * To add a variant:
 *  1. write rules/variant_NAME.c with one `const struct variant variant_NAME`;
 *  2. add its row to the table in rules/variant.c;
 *  3. add tests/perft/NAME.epd, a naive engine in tests/naive/, records in
 *     tests/golden/NAME/ and one test for each sentence of its rules;
 *  4. add its section to man/ternion-variants.7.
 * Help, completions, `-v` and the messages print the table.
 */
#ifndef TERNION_RULES_VARIANT_H
#define TERNION_RULES_VARIANT_H

#include "types.h"

struct board;
struct outcome;
struct position;
struct rules;

/* Pieces of one row as White sees it, from `from` to the right. */
struct army_row {
	const char *from;   /* algebraic name of the first cell */
	const char *pieces; /* English letters, 'P' for pawns */
};

/* One side on which a player may castle, named as White sees it. */
struct castling_side {
	char letter;      /* in 3PF and in siege notation */
	const char *text; /* in algebraic notation, "0-0" */
	const char *king_from, *king_to;
	const char *rook_from, *rook_to;
};

/* An option of a variant, and what its values mean. */
struct variant_option {
	const char *name;
	const char *values; /* for people */
	const char *fallback;
};

/* A reading of the rules that is ours, where the source is silent. */
struct variant_reading {
	const char *rule;
	const char *reason;
};

struct variant {
	const char *id;      /* as in `-v siege` */
	const char *title;   /* for people */
	const char *source;  /* author, year, version */
	const char *summary; /* one sentence: board and object */

	const char *players[PLAYERS];         /* tag names, in turn order */
	const char *const *aliases[PLAYERS];  /* other tag names, NULL-ended */
	char colours[PLAYERS + 1];            /* letters in 3PF, "wgb" */
	char letters[KINDS + 1];              /* English, by kind; ' ' none */
	const char *kinds[KINDS];             /* "bishop" ... for messages */
	const char *notation;                 /* id of the native notation */
	const char *const *results;           /* all results, NULL-ended */
	const char *agreed;                   /* result of an agreed draw */
	const struct variant_option *options; /* ended by a NULL name */
	const struct variant_reading *readings; /* ended by a NULL rule */

	/* The actions the game has: bits 1 << enum move_type. */
	unsigned actions;
	void (*build)(struct board *board);
	const struct army_row *army;       /* ended by a NULL from */
	const struct castling_side *sides; /* ended by a letter 0 */

	/* Pawns, as their owner sees them; directions end with DIRECTIONS. */
	uint8_t pawn_steps[4];
	uint8_t pawn_captures[4];
	uint8_t double_step_rank; /* the row from which two steps are allowed */
	/* Kinds to which a pawn is promoted; ended by KIND_NONE. */
	uint8_t promotions[KINDS];
	bool needs_flank;    /* a diagonal step needs one of its flanks empty */
	bool players_leave;  /* a player can be out while others play on */
	bool older_names;    /* had names with letter and number exchanged */
	bool bare_kings_end; /* the game is over when only kings are left */

	/* Whether and how the game has ended in the position; never NULL. */
	void (*outcome)(const struct rules *rules,
	    const struct position *position, struct outcome *outcome);
};

/* All variants, NULL-ended, in the order in which they are listed. */
extern const struct variant *const variants[];

extern const struct variant variant_dreierschach;

/* The variant of that id, or NULL. */
const struct variant *variant_find(const char *id, size_t len);

/* The player of a colour letter (either case), or PLAYER_NONE. */
unsigned variant_player(const struct variant *variant, char letter);

/* The player of a tag name such as "White" or an alias, or PLAYER_NONE. */
unsigned variant_player_tag(
    const struct variant *variant, const char *name, size_t len);

/* The kind of an English piece letter in upper case, or KIND_NONE. */
enum kind variant_kind(const struct variant *variant, char letter);

/* The index of a result such as "3-0-1", or -1 if there is no such result. */
int variant_result(const struct variant *variant, const char *text, size_t len);

#endif
