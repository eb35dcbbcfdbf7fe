/* Ternion: a variant as data: what a game is, by its names, its board and army,
 * its options and results. Its rules are in variant_rules.h.
 *
 * To add a variant:
 *  1. write rules/variants/NAME.c, or a folder rules/NAME/, with one
 *     `const struct variant variant_NAME`;
 *  2. add its row to the table VARIANTS below;
 *  3. add its row to the table of parse/notation/dialect.c, and to those of
 *     parse/position/tpf_games.c and position_json.c if its positions have
 *     something of their own to say: without a row it is treated as usual;
 *  4. write its section of man/ternion-variants.7, and add what
 *     tests/conformance.py misses;
 *  5. run make golden.
 * Help, completions, `-v` and the messages print the table. */
#pragma once

#include "rules/board/board.h"

/* How a game ended. */
enum ending {
	ENDING_NONE,
	ENDING_MATE,
	ENDING_STALEMATE,
	ENDING_BARE_KINGS,
	ENDING_LAST_KING, /* one player is left */
	ENDING_MATERIAL,  /* nobody can mate any more */
	ENDING_CLOCK,     /* too many plies without a capture or pawn move */
	ENDING_AGREED,    /* position->over: not by the pieces */
	ENDING_FORFEIT,   /* the others gave up, or passed too often */
	ENDING_KING_CAPTURED,
	ENDING_HOME, /* a piece has held an opponent's home square */
};

struct settings;
struct variant_rules;

enum {
	PAWN_STEPS = 3,        /* directions in which a pawn steps, at most */
	PAWN_CAPTURES = 3,     /* and in which it captures */
	OPTIONS_MAX = 6,       /* options of one variant */
	NUMBER_USUAL = 0xffff, /* a number that nothing states */
	SETUPS_MAX = 4,
};

/* Pieces of one row as White sees it, from `from` to the right. */
struct army_row {
	const char *from;   /* algebraic name of the first cell */
	const char *pieces; /* English letters, 'P' for pawns */
};

/* Which cells may not be attacked when the king castles. */
enum castling_law {
	CASTLING_PATH,        /* his own, where he lands, and all between */
	CASTLING_ENDS,        /* his own, and where he lands */
	CASTLING_ALL_BETWEEN, /* his own, and all between king and rook */
	CASTLING_SPACE,       /* all between king and rook, or queen */
};

/* One side on which a player may castle, named as White sees it. */
struct castling_side {
	char letter;      /* in 3PF and in siege notation */
	const char *text; /* in algebraic notation, "0-0" */
	const char *king_from, *king_to;
	const char *rook_from, *rook_to; /* the rook's, or the queen's */
	enum castling_law law;
};

/* The ways of a pawn on one cell; directions end with DIRECTIONS. */
struct pawn_ways {
	uint8_t steps[PAWN_STEPS + 1];
	uint8_t captures[PAWN_CAPTURES + 1];
	unsigned stuck; /* colours of origin, as bits, of those that have no
			   step there: they only capture */
};

/* A board, and how the game begins on it. */
struct setup {
	struct hex_shape hexes; /* where `build` is NULL */
	void (*build)(struct board *board, const struct settings *settings);
	/* Tells the ways of a player's pawn on a cell, where they are not the
	 * same everywhere; NULL: the variant's pawn_steps and pawn_captures. */
	void (*pawn_ways)(const struct board *board, unsigned player, cell c,
	    struct pawn_ways *ways);
	const struct army_row *army;       /* ended by a NULL from */
	const struct castling_side *sides; /* ended by a letter 0 */
	/* The set-up, on the same board and with his castling sides in the same
	 * order, of a player who stands otherwise than the others; or NULL. */
	const struct setup *own[PLAYERS];
};

/* Kinds of value that an option has. */
enum option_type {
	OPTION_CHOICE,  /* one of `choices`; its index is the value */
	OPTION_NUMBERS, /* a number for all, or three in turn order */
	OPTION_LETTERS, /* any of the letters of choices[0], as bits, or none */
};

/* The choices of an option for the modules of all games. */
enum option_use {
	CHOOSES_OWN,   /* nothing: the variant's own modules read it */
	CHOOSES_SETUP, /* the set-up; of two options the first counts more */
	CHOOSES_NAMES, /* those of the cells */
	CHOOSES_FIRST, /* the player who begins */
	CHOOSES_EN_PASSANT, /* of enum en_passant_law */
};

/* An option of a variant, and the meaning of its values. */
struct variant_option {
	const char *name;
	const char *values; /* for people */
	const char *fallback;
	enum option_type type;
	const char *const *choices; /* NULL-ended */
	/* Brings a value that was read into its one form; NULL: it has only
	 * one. */
	void (*settle)(struct settings *settings);
	enum option_use use;
};

/* The values of a variant's options, by their order in its table. Numbers have
 * one for each player, other values stand first. */
struct settings {
	uint16_t value[OPTIONS_MAX][PLAYERS];
};

/* Which pieces take a pawn in passing that can move to the skipped cell. */
enum en_passant_law {
	EN_PASSANT_PAWNS,
	EN_PASSANT_ALL,
	EN_PASSANT_CHOICE, /* all may, and may as well take nothing */
};

/* Where a player's piece comes from if he has more of its kind than at first.
 */
enum material_law {
	MATERIAL_PROMOTED, /* one of his pawns that was promoted */
	MATERIAL_RETURNED, /* none: pawns become what he has lost */
	MATERIAL_SHARED,   /* another's: captured pieces change hands */
};

struct variant {
	unsigned number;     /* enum variant_number */
	const char *id;      /* as in `-v siege` */
	const char *title;   /* for people */
	const char *source;  /* author, year, version */
	const char *summary; /* one sentence: board and object */

	const char *players[PLAYERS];        /* tag names, in turn order */
	const char *const *aliases[PLAYERS]; /* other tag names, NULL-ended */
	char colours[PLAYERS + 1];           /* letters in 3PF, "wgb" */
	char letters[KINDS + 1];             /* English, by kind; ' ' none */
	const char *kinds[KINDS];            /* "bishop" ... for messages */
	const char *const *results;          /* all results, NULL-ended */
	const char *const *draws;  /* result of a draw, by position->out */
	const char *wins[PLAYERS]; /* result of a player's win, or NULL */
	const struct variant_option *options; /* ended by a NULL name */
	const struct setup *setups[SETUPS_MAX];

	/* The actions the game has: bits 1 << enum move_type, and the calls. */
	unsigned actions, calls;

	/* Pawns, as their owner sees them; directions end with DIRECTIONS.
	 * Where they do not go the same way everywhere pawn_ways tells. */
	uint8_t pawn_steps[PAWN_STEPS + 1];
	uint8_t pawn_captures[PAWN_CAPTURES + 1];
	uint8_t double_step_rank; /* the row from which two steps are allowed */
	unsigned promotions; /* kinds, as bits, to which a pawn is promoted */
	enum material_law material_law;
	enum en_passant_law en_passant; /* where no option chooses it */
	bool needs_flank;    /* a diagonal step needs one of its flanks empty */
	bool kings_declared; /* a king may be taken after he was declared in
				check, but never by a king */
	bool remembers;      /* legality depends on earlier positions */
	bool bare_kings_end; /* the game is over when only kings are left */
	bool one_king_ends;  /* or when a player has left it */

	bool must_pass; /* a player without any move passes; nobody else may */
	bool pairs;     /* a turn can be of two moves */
	bool leaves_turn; /* the record can choose who moves; turn_rules tell */
	bool tracks_unmoved;    /* castling rights and double steps follow from
				   which pieces have never moved */
	bool rights_placed;     /* or from where king and rook stand */
	unsigned drops_unmoved; /* kinds, as bits, whose dropped pieces count as
				   never moved */

	/* Draws that leave legal moves, so that a record can go on. */
	bool draw_by_repetition; /* the third of equal positions, if the record
				    says so; with it go those of rules_drawn */
	unsigned draw_moves;     /* after this many moves of each player left
				    without a capture or a pawn's move */
	unsigned quiet_rounds; /* after this many without a capture the players
				  should agree to a draw; 0: none */

	const struct variant_rules *rules;
};

/* All variants, NULL-ended, in the order in which they are listed. */
extern const struct variant *const variants[];

/* The rows of that table. */
#define VARIANTS(V)     \
	V(siege)        \
	V(triumvirate)  \
	V(bnem)         \
	V(dreierschach) \
	V(nivichanov)   \
	V(threechess)

/* The number of each, by which tables of other stages have their rows:
 * NUMBER_siege and so on. */
#define VARIANT_NUMBER(name) NUMBER_##name,
enum variant_number {
	VARIANTS(VARIANT_NUMBER) VARIANT_COUNT
};
#undef VARIANT_NUMBER

#define VARIANT_DECLARE(name) extern const struct variant variant_##name;
VARIANTS(VARIANT_DECLARE)
#undef VARIANT_DECLARE

/* The variant of that id, regardless of case, or NULL. */
const struct variant *variant_find(const char *id, size_t len);

/* The player of a colour letter (either case), or PLAYER_NONE. */
unsigned variant_player(const struct variant *variant, char letter);

/* The player of a tag name such as "White" or an alias, or PLAYER_NONE. */
unsigned variant_player_tag(
    const struct variant *variant, const char *name, size_t len);

/* Whether a tag of that name names a player of some game. */
bool variants_have_player(const char *name, size_t len);

/* The player of a colour, by its letter or name in any case: "w", "WHITE"; or
 * PLAYER_NONE. */
unsigned variant_player_named(
    const struct variant *variant, const char *text, size_t len);

/* The kind of an English piece letter in upper case, or KIND_NONE. */
enum kind variant_kind(const struct variant *variant, char letter);

/* Results, NULL-ended, and draws by the players who are out, of the games in
 * which one point is won or shared: "1-0-0", "1/2-1/2-0", "1/3-1/3-1/3". */
extern const char *const results_one_point[];
extern const char *const draws_one_point[ALL_PLAYERS + 1];

/* The index of a result such as "3-0-1", or -1 if there is no such result. */
int variant_result(const struct variant *variant, const char *text, size_t len);

/* The index of an option's name, case mattering, or -1. */
int variant_option(const struct variant *variant, const char *name, size_t len);

/* Whether a game has an option of that name. */
bool variants_have_option(const char *name, size_t len);

/* The settings with every option at its default. */
void settings_default(const struct variant *variant, struct settings *settings);

/* Reads the value of option i; false if it is impossible, and then *settings
 * is as it was. The caller ends with settings_settle. */
bool settings_read(const struct variant *variant, struct settings *settings,
    int i, const char *text, size_t len);

/* The choice of all options of that use together; 0 if there are none. */
unsigned settings_choice(const struct variant *variant,
    const struct settings *settings, enum option_use use);

/* The set-up that the settings choose. */
const struct setup *variant_setup(
    const struct variant *variant, const struct settings *settings);

/* Brings settings into their one form: equal games have equal settings. */
void settings_settle(const struct variant *variant, struct settings *settings);

enum {
	SETTING_MAX = 24 /* bytes of a value's text with its NUL */
};

/* Writes the value of option i as settings_read takes it. */
void settings_write(const struct variant *variant,
    const struct settings *settings, int i, char text[SETTING_MAX]);

/* Whether option i has its default value; the settings are settled. */
bool settings_is_default(
    const struct variant *variant, const struct settings *settings, int i);

/* Whether the settings, both settled, are the same. */
bool settings_equal(const struct settings *a, const struct settings *b);
