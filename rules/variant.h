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

#include "cellset.h"

#pragma GCC visibility push(default)

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

struct attempt;
struct board;
struct gen;
struct inquiry;
struct outcome;
struct position;
struct rules;
struct verdict;

enum {
	PAWN_STEPS = 3,        /* directions in which a pawn steps, at most */
	PAWN_CAPTURES = 3,     /* and in which it captures */
	OPTIONS_MAX = 6,       /* options of one variant */
	NUMBER_USUAL = 0xffff, /* a number that nothing states */
	SETUPS_MAX = 2,
};

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
	const char *rook_from, *rook_to; /* the rook's, or the queen's */
};

/* A board, and how the game begins on it. */
struct setup {
	void (*build)(struct board *board);
	const struct army_row *army;       /* ended by a NULL from */
	const struct castling_side *sides; /* ended by a letter 0 */
};

/* The ways of a pawn on one cell; directions end with DIRECTIONS. */
struct pawn_ways {
	uint8_t steps[PAWN_STEPS + 1];
	uint8_t captures[PAWN_CAPTURES + 1];
	unsigned stuck; /* colours of origin, as bits, of those that have no
			   step there: they only capture */
};

/* What kind of value an option has. */
enum option_type {
	OPTION_CHOICE,  /* one of `choices`; its index is the value */
	OPTION_NUMBERS, /* a number for all, or three in turn order */
	OPTION_LETTERS, /* any of the letters of choices[0], as bits, or none */
};

/* An option of a variant, and what its values mean. */
struct variant_option {
	const char *name;
	const char *values; /* for people */
	const char *fallback;
	enum option_type type;
	const char *const *choices; /* NULL-ended */
};

/* The values of a variant's options, by their order in its table. Numbers have
 * one for each player, other values stand first. */
struct settings {
	uint16_t value[OPTIONS_MAX][PLAYERS];
};

/* A reading of the rules that is ours, where the source is silent. */
struct variant_reading {
	const char *rule;
	const char *reason;
};

/* Which cells may not be attacked when the king castles. */
enum castling_law {
	CASTLING_ALL_BETWEEN, /* his own, and all between king and rook */
	CASTLING_ENDS,        /* his own, and where he lands */
	CASTLING_PATH,        /* his own, where he lands, and all between */
};

/* Parts of a position that are written as key=value in 3PF, in its order. */
enum position_key {
	POSITION_UNMOVED = 1 << 0,
	POSITION_LOST = 1 << 1,
	POSITION_LAST = 1 << 2,
	POSITION_FORT = 1 << 3,
	POSITION_FORTS = 1 << 4,
	POSITION_TRAITORS = 1 << 5,
	POSITION_IMMUNE = 1 << 6,
	POSITION_DECLARED = 1 << 7,
	POSITION_HAND = 1 << 8,
	POSITION_CUBES = 1 << 9,
	POSITION_TURNS = 1 << 10,
	POSITION_PASSES = 1 << 11,
	POSITION_UNMOVED_LATE = 1 << 12, /* the same, further back */
	POSITION_CAPTORS = 1 << 13,
};

struct variant {
	const char *id;      /* as in `-v siege` */
	const char *title;   /* for people */
	const char *source;  /* author, year, version */
	const char *summary; /* one sentence: board and object */

	const char *players[PLAYERS];        /* tag names, in turn order */
	const char *const *aliases[PLAYERS]; /* other tag names, NULL-ended */
	char colours[PLAYERS + 1];           /* letters in 3PF, "wgb" */
	char letters[KINDS + 1];             /* English, by kind; ' ' none */
	const char *kinds[KINDS];            /* "bishop" ... for messages */
	const char *notation;                /* id of the native notation */
	const char *const *results;          /* all results, NULL-ended */
	const char *const *draws;  /* result of a draw, by position->out */
	const char *wins[PLAYERS]; /* result of a player's win, or NULL */
	const struct variant_option *options;   /* ended by a NULL name */
	const struct variant_reading *readings; /* ended by a NULL rule */
	/* Where the order of play takes conditions: each in words, by its
	 * number, "" for 0; else NULL. */
	const char *const *turn_reasons;
	const struct setup *setups[SETUPS_MAX];
	int setup_option; /* the option whose value is the set-up; -1: none */
	/* Options, as bits, that are about how moves are written: the game,
	 * and so a position, is the same with all their values. */
	unsigned text_options;

	/* The actions the game has: bits 1 << enum move_type, and the calls. */
	unsigned actions, calls;
	unsigned keys; /* enum position_key: what a position holds */

	/* Pawns, as their owner sees them; directions end with DIRECTIONS.
	 * Where they do not go the same way everywhere pawn_ways tells. */
	uint8_t pawn_steps[PAWN_STEPS + 1];
	uint8_t pawn_captures[PAWN_CAPTURES + 1];
	uint8_t double_step_rank; /* the row from which two steps are allowed */
	/* Kinds to which a pawn is promoted; ended by KIND_NONE. */
	uint8_t promotions[KINDS];
	enum castling_law castling_law;
	bool needs_flank;   /* a diagonal step needs one of its flanks empty */
	bool kings_spared;  /* a king does not attack kings */
	bool passed_to_all; /* en passant by any piece, and by choice */
	bool draws_when_quiet; /* a stalemate is due after 20 quiet rounds */
	bool declares;         /* check and mate are declared: they are moves */
	bool players_leave;    /* a player can be out while others play on */
	bool pieces_stay;      /* ... and then his pieces are nobody's */
	bool leavers_stay;     /* ... and then they, too, stay as his own */
	bool kings_are_taken;  /* ... whose owner may go on without him */
	bool remembers;        /* what is legal depends on earlier positions */
	bool promotes;         /* pieces have a promoted form, marked + */
	bool no_mate;          /* an attack on a king is all there is to mark */
	bool older_names;      /* had names with letter and number exchanged */
	bool bare_kings_end;   /* the game is over when only kings are left */
	bool upper_cells;      /* machines write its cells in upper case */
	bool has_sectors;      /* its board is one of segments */
	bool tells_standing;   /* 3PF tells of players who are in check or were
				  skipped; struct standing */
	bool passed_to_next;   /* en passant is for the next ply alone */
	bool pieces_change_hands; /* a piece can have an owner of another
				     colour than its own */

	/* Whether and how the game has ended in the position; never NULL. */
	void (*outcome)(const struct rules *rules,
	    const struct position *position, struct outcome *outcome);

	/*
	 * The hooks that follow may be NULL: then what is said of each holds.
	 */

	/* A draw by the rules that leaves legal moves, so that a record can go
	 * on: how, or ENDING_NONE; there is none. In games that have such draws
	 * the third of equal positions is one too, if the record says so. */
	enum ending (*drawn)(const struct position *position);

	/* The set-up of a player who stands otherwise than the others, on the
	 * same board, his castling sides in the same order; NULL, or NULL if
	 * he does not: that of variant_setup, as of all. */
	const struct setup *(*own_setup)(
	    const struct settings *settings, unsigned player);
	/* Finishes the board where options bear on it; nothing to do. */
	void (*name_cells)(
	    struct board *board, const struct settings *settings);
	/* Tells the ways of a player's pawn on a cell; pawn_steps and
	 * pawn_captures. */
	void (*pawn_ways)(const struct board *board, unsigned player, cell c,
	    struct pawn_ways *ways);
	/* Who begins; player 0. */
	unsigned (*first)(const struct rules *rules);
	/* Brings settings that were read into their one form; none needed. */
	void (*settle)(struct settings *settings);
	/* Sets the terms on which the player to move plays; terms_usual. */
	void (*terms)(struct gen *gen);
	/* The kinds, as bits, to which the pawn's move may promote it, with
	 * bit KIND_NONE if it may stay a pawn; promotions_usual. */
	unsigned (*promotion)(const struct gen *gen, const struct move *move);
	/* Gives all legal moves, where pieces go by laws of their own; else
	 * movegen.c does. */
	bool (*moves)(const struct gen *gen);
	/* Finds a chain of leaps, as rules_chain; there is none. */
	bool (*find_chain)(const struct rules *rules,
	    const struct position *position, cell from, const cell *path,
	    unsigned leaps, struct move *move);
	/* Gives the moves that are no moves of a piece; there are none. */
	bool (*more_moves)(const struct gen *gen);
	/* Plays a legal move; apply.h, apply_usual. */
	void (*apply)(const struct rules *rules, struct position *position,
	    const struct move *move);
	/* Plays a legal move, but does not pass the turn, where that changes
	 * more than who is to move: marks are judged on this board. */
	void (*play)(const struct rules *rules, struct position *position,
	    const struct move *move);
	/* The cells whose pieces a legal move takes; its victim's. */
	struct cellset (*taken)(const struct rules *rules,
	    const struct position *position, const struct move *move);
	/* Works out position->checks, and who attacks a cell; attacks.c. */
	void (*find_checks)(
	    const struct rules *rules, struct position *position);
	unsigned (*attackers)(const struct rules *rules,
	    const struct position *position, unsigned player, cell target);
	/* Whether the record may name the player as the one to move, where
	 * the order of play leaves a choice, and names him; there is none. */
	bool (*may_begin)(const struct position *position, unsigned player);
	void (*begin)(const struct rules *rules, struct position *position,
	    unsigned player);
	/* Sets what the placement and the options imply of the keys above. */
	void (*imply)(const struct rules *rules, struct position *position);
	/* The pieces that may be listed as never moved; those implied. */
	struct cellset (*may_be_unmoved)(const struct position *position);
	/* The castling sides, as bits, that the keys leave open to a player;
	 * the rights of a position then follow from them. */
	unsigned (*rights)(const struct rules *rules,
	    const struct position *position, unsigned player);
	/* Works out what follows from the keys: mute, shielded. */
	void (*refresh)(struct position *position);
	/* Makes the call F of the player to move. */
	void (*fortify)(struct position *position);
	/* Why no legal move fits an attempt, where `moves` gives them. */
	struct verdict (*explain)(const struct inquiry *inquiry);
	/* Why the player may not make two moves in his turn, where there are
	 * such turns. */
	struct verdict (*explain_pair)(
	    const struct rules *rules, const struct position *position);
	/* Why the piece on `to` may not be taken; explain.c. */
	struct verdict (*judge_capture)(
	    const struct inquiry *inquiry, cell from, cell to);
	/* Why an attempt at something that is no move of a piece fails. */
	struct verdict (*judge_action)(const struct inquiry *inquiry);
	/* Whether the calls of a legal move are allowed, and why not. */
	struct verdict (*judge_calls)(const struct rules *rules,
	    const struct position *position, const struct move *move);
	/* The players, as bits, whom the move of `mover` that led to `after`
	 * mates, where mate ends nothing; who is mated by the outcome. */
	unsigned (*mated)(const struct rules *rules,
	    const struct position *after, unsigned mover);
	/* Whether the claim of mate against `player` is true, after a move of
	 * `mover` to `after`; the outcome tells. */
	bool (*claims_mate)(const struct rules *rules,
	    const struct position *after, unsigned mover, unsigned player);
};

/* All variants, NULL-ended, in the order in which they are listed. */
extern const struct variant *const variants[];

extern const struct variant variant_bnem;
extern const struct variant variant_dreierschach;
extern const struct variant variant_nivichanov;
extern const struct variant variant_siege;
extern const struct variant variant_triumvirate;

/* The variant of that id, or NULL. */
const struct variant *variant_find(const char *id, size_t len);

/* The player of a colour letter (either case), or PLAYER_NONE. */
unsigned variant_player(const struct variant *variant, char letter);

/* The player of a tag name such as "White" or an alias, or PLAYER_NONE. */
unsigned variant_player_tag(
    const struct variant *variant, const char *name, size_t len);

/* The kind of an English piece letter in upper case, or KIND_NONE. */
enum kind variant_kind(const struct variant *variant, char letter);

/*
 * Results, NULL-ended, and draws by the players who are out, of the games in
 * which one point is won or shared: "1-0-0", "1/2-1/2-0", "1/3-1/3-1/3".
 */
extern const char *const results_one_point[];
extern const char *const draws_one_point[ALL_PLAYERS + 1];

/* The index of a result such as "3-0-1", or -1 if there is no such result. */
int variant_result(const struct variant *variant, const char *text, size_t len);

/* The index of an option's name, case mattering, or -1. */
int variant_option(const struct variant *variant, const char *name, size_t len);

/* The settings with every option at its default. */
void settings_default(const struct variant *variant, struct settings *settings);

/* Reads the value of option i; false if it is impossible, and then *settings
 * is as it was. The caller ends with settings_settle. */
bool settings_read(const struct variant *variant, struct settings *settings,
    int i, const char *text, size_t len);

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

/* Whether the settings, both settled, are the same; and whether they are of
 * the same game, however its moves are written. */
bool settings_equal(const struct settings *a, const struct settings *b);
bool settings_same_game(const struct variant *variant, const struct settings *a,
    const struct settings *b);

#pragma GCC visibility pop

#endif
