/* Ternion: one game's rules, made ready: legal moves, their effects, checks,
 * and the end of the game.
 *
 * A `struct rules` is made once by rules_init and only read after that. No
 * function here allocates, prints or keeps state; positions are values. */
#pragma once

#include "rules/board/board.h"
#include "rules/position/position.h"
#include "rules/variants/variant.h"

/* A castling side with its cells, for one seat. */
struct castling {
	cell king_from, king_to;
	cell rook_from, rook_to; /* the rook's, or the queen's */
	struct cellset between;  /* cells between king and rook */
	struct cellset safe;     /* cells that may not be attacked */
	bool is_step; /* the king could go there by himself as well */
};

/* A pawn's step: one cell ahead, and the next, CELL_NONE at the edge. */
struct pawn_step {
	cell to, beyond;
};

/* A variant's data as it is for the player in one seat. */
struct seat {
	/* The ways of his pawn on a cell; both are ended by a CELL_NONE, and
	 * steps filled up with it. */
	struct pawn_step pawn_step[CELLS_MAX][PAWN_STEPS + 1];
	cell pawn_capture[CELLS_MAX][PAWN_CAPTURES + 1];
	/* Cells on which his pawns of a colour of origin do not step. */
	struct cellset stuck[PLAYERS];
	struct cellset double_from; /* cells from which two steps are allowed */
	struct cellset baseline;    /* his first row */
	struct cellset promotion;   /* the opponents' baselines */
	struct cellset
	    pawn_from[CELLS_MAX]; /* cells from which his pawn attacks it */
	struct cellset
	    pawn_walk[CELLS_MAX]; /* from where it steps there, or two steps */
	struct cellset
	    pawn_reach[CELLS_MAX]; /* cells from which his pawn may get there */
	struct castling side[SIDES_MAX];
	/* For each kind, by target: from where a piece of the seat could move
	 * to the cell (castling apart) on an empty board. Pointers into these
	 * tables and the board's; NULL for KIND_NONE. */
	const struct cellset *reach_from[KINDS];
	/* For each kind, by target: from where a piece attacks the cell. */
	const struct cellset *attack_from[KINDS];
};

struct rules;
struct move_query;

/* As rules_find_plain and rules_make_judged. */
typedef bool find_plain_hook(const struct rules *rules,
    const struct position *position, const struct move_query *query,
    struct move *move, struct cellset *rivals);
typedef bool make_move_hook(const struct rules *rules,
    struct position *position, const struct move *move, struct position *board);

/* It points into itself: rules_init_like alone copies it. */
struct rules {
	const struct variant *variant;
	const struct variant_rules *hooks; /* the variant's; for rules/ alone */
	/* Those of its hooks that each ply needs, or the usual ones. */
	find_plain_hook *find_plain;
	make_move_hook *make_move;
	const struct setup *setup; /* of all who have none of their own */
	struct settings settings;  /* settled */
	enum en_passant_law en_passant;
	struct board board;
	unsigned sides;       /* castling sides per player */
	uint8_t kind_of[128]; /* enum kind of an English letter */
	struct seat seat[PLAYERS];
	/* Rights that end when the cell's first piece moves or is captured. */
	uint8_t rights_owner[CELLS_MAX]; /* PLAYER_NONE: none */
	uint8_t rights_lost[CELLS_MAX];
	struct position start;
	uint8_t army[PLAYERS][KINDS]; /* how many pieces each begins with */
};

/* Makes the rules of a variant ready; well under a millisecond, and without
 * allocation. `settings` are settled; NULL: all options at their defaults. */
void rules_init(struct rules *rules, const struct variant *variant,
    const struct settings *settings);

/* Like rules_init, but *rules is all zero already, as calloc gives it: tables
 * that a game does not use stay untouched and cost no page. */
void rules_init_zeroed(struct rules *rules, const struct variant *variant,
    const struct settings *settings);

/* Like rules_init, of the game of other rules, whose tables are copied if the
 * settings leave the board as it is. */
void rules_init_like(struct rules *rules, const struct rules *like,
    const struct settings *settings);

/* True if the piece is promoted, or not, as far as that is stated. */
enum promoted {
	PROMOTED_ANY,
	PROMOTED_NO,
	PROMOTED_YES,
};

static inline bool
promoted_fits(enum promoted stated, uint8_t piece)
{
	return stated == PROMOTED_ANY ||
	    (stated == PROMOTED_YES) == ((piece & PIECE_PROMOTED) != 0);
}

/* The moves that are asked for, or that a player attempts. KIND_NONE and
 * CELL_NONE mean any. rules_moves goes by the first four and by the path, and
 * may give others than those that fit. */
struct move_query {
	enum kind kind; /* of the piece that moves */
	cell from;
	cell to; /* castling: where the king lands */
	/* MOVE_FIELD and those after it: only moves of that type;
	 * MOVE_UNSTATED: all, if nothing is asked for above, else those of
	 * pieces; any other: those of pieces. */
	enum move_type type;
	uint8_t from_file, from_rank; /* FILES_MAX and 0: unstated */
	enum kind promotion;          /* of a drop: the piece */
	unsigned side;                /* castling; SIDES_MAX: no such side */
	enum promoted promoted;       /* where pieces stay promoted */
	unsigned leaps; /* landings of a chain, `to` among them; 0: any */
	const cell *path;
};

/* True if moves of a piece, castling included, are asked for. */
static inline bool
query_wants_pieces(const struct move_query *query)
{
	return query == NULL || query->type < MOVE_FIELD;
}

/* True if moves of the type, MOVE_FIELD or one after it, are asked for. */
static inline bool
query_wants(const struct move_query *query, enum move_type type)
{
	return query == NULL || query->type == type ||
	    (query->type == MOVE_UNSTATED && query->kind == KIND_NONE &&
		query->from == CELL_NONE && query->to == CELL_NONE);
}

/* Is given each move in turn; returns false to stop. */
typedef bool move_sink(void *context, const struct move *move);

/* Gives every legal move that fits `query` (NULL: all) to `sink`, each once,
 * in an order that depends on nothing but the position. Returns false if the
 * sink stopped it. A position whose game has been declared over has none. */
bool rules_moves(const struct rules *rules, const struct position *position,
    const struct move_query *query, move_sink *sink, void *context);

/* Finds the one legal move that fits, if it is a plain one, or a drop. Plain is
 * no castling, no capture en passant, and no pawn's move to a baseline of his
 * opponents. Most moves are, and are found so in a fraction of the time; path
 * and second of *move stay unset. `kind` may be KIND_NONE if `from` is stated.
 * *rivals: the cells that do not fit from which pieces could go there as well.
 * False says nothing of the move: rules_moves knows all. */
static inline bool
rules_find_plain(const struct rules *rules, const struct position *position,
    const struct move_query *query, struct move *move, struct cellset *rivals)
{
	return FAST && rules->find_plain(rules, position, query, move, rivals);
}

/* Gives the moves of rules_moves and all else that a player may do in his
 * turn: the same with calls, a pass that is a choice, a yield, a draw called.
 */
bool rules_all_moves(const struct rules *rules, const struct position *position,
    move_sink *sink, void *context);

/* Whether the move, but for its calls, is legal in the position. */
bool rules_is_legal(const struct rules *rules, const struct position *position,
    const struct move *move);

/* Whether a legal move fits the query. */
bool rules_has_move(const struct rules *rules, const struct position *position,
    const struct move_query *query);

/* The number of legal moves, and whether there is any. */
size_t rules_count(const struct rules *rules, const struct position *position);
bool rules_can_move(const struct rules *rules, const struct position *position);

/* Plays a legal move. If check and mate after it are judged on another board
 * than the position it leads to (with a touch of death or a yield the board
 * before it, and where passing the turn changes the board the one before that),
 * rules_make_judged puts that board into *board and returns true. */
void rules_make_move(const struct rules *rules, struct position *position,
    const struct move *move);
static inline bool
rules_make_judged(const struct rules *rules, struct position *position,
    const struct move *move, struct position *board)
{
	return rules->make_move(rules, position, move, board);
}

/* Plays a legal move, and keeps in *past the position it was played in, if
 * legality depends on earlier positions; *past must then live as long as the
 * position is used. */
void rules_play(const struct rules *rules, struct position *position,
    const struct move *move, struct past *past);

/* Works out position->checks, and all else that follows from the rest of the
 * position; for positions that were not reached by play. */
void rules_recompute_checks(
    const struct rules *rules, struct position *position);

/* The Zobrist key worked out from nothing; equals position->key always. */
uint64_t rules_full_key(
    const struct rules *rules, const struct position *position);

/* Sets the parts of a position that only some games have, other than pieces,
 * turn and counters, as the placement and the options imply them. */
void rules_imply(const struct rules *rules, struct position *position);

/* The pieces that may be said never to have moved, in a position that is
 * implied. */
struct cellset rules_may_be_unmoved(
    const struct rules *rules, const struct position *position);

/* The castling sides, as bits, that are open to a player, where they follow
 * from which pieces have never moved or from where king and rook stand; else
 * those of the position. */
unsigned rules_rights(const struct rules *rules,
    const struct position *position, unsigned player);

/* True if pawns are promoted to one kind alone, so that a text need not tell
 * it. */
static inline bool
rules_promotes_singly(const struct rules *rules)
{
	unsigned kinds = rules->variant->promotions;

	return kinds != 0 && (kinds & (kinds - 1)) == 0;
}

/* True if the game is over because only kings are left. */
static inline bool
rules_bare_kings(const struct rules *rules, const struct position *position)
{
	return position->pieces == PLAYERS && rules->variant->bare_kings_end &&
	    cellset_count(&position->kind[KING]) == PLAYERS;
}

/* True if the players who are in have nothing but their kings. */
static inline bool
only_kings_live(const struct position *position)
{
	struct cellset pieces = { { 0 } };

	for (unsigned p = 0; p < PLAYERS && cellset_empty(&pieces); p++)
		pieces =
		    cellset_less(position->owned[p], &position->kind[KING]);
	return cellset_empty(&pieces);
}

struct outcome {
	enum ending ending;
	const char *result; /* one of the variant's results; NULL if none yet */
	unsigned winner;    /* PLAYER_NONE in a draw */
};

static const struct outcome no_outcome = { ENDING_NONE, NULL, PLAYER_NONE };

/* True if there can be legal moves after such an end: it is a draw, but one
 * that a record may pass over. */
static inline bool
ending_plays_on(enum ending ending)
{
	return ending == ENDING_MATERIAL || ending == ENDING_CLOCK;
}

struct outcome rules_outcome(
    const struct rules *rules, const struct position *position);

/* How the position is drawn by a rule that leaves legal moves, so that a record
 * can go on, or ENDING_NONE; in a game with draw_by_repetition. */
enum ending rules_drawn(
    const struct rules *rules, const struct position *position);

/* True if mate is judged player by player, as it ends neither the game nor
 * anybody's part in it, and whether the move of `mover` that led to the judged
 * board mates the player so. */
bool rules_mates_singly(const struct rules *rules);
bool rules_is_mated(const struct rules *rules, const struct position *board,
    unsigned mover, unsigned player);

/* True if the mover may call mate of the player. A mated player may be called
 * so; in some games others may, too. */
bool rules_is_mate_call(const struct rules *rules, const struct position *board,
    unsigned mover, unsigned player);

/* Why a move is not legal, from the farthest to the nearest miss. */
enum illegal {
	ILLEGAL_NOT, /* it is legal */
#define I(reason, diagnostic, words) ILLEGAL_##reason,
#include "rules/explain/illegal.def"
#undef I
	ILLEGALS,
};

struct verdict {
	enum illegal why;
	cell from;          /* the piece that came nearest, or CELL_NONE */
	cell at, at2;       /* as the words of illegal.def ask */
	unsigned who, who2; /* players, or PLAYER_NONE */
};

/* Explains why no legal move fits an attempt: the reason for the piece that
 * comes nearest to it. ILLEGAL_NOT if one does. */
struct verdict rules_explain(const struct rules *rules,
    const struct position *position, const struct move_query *attempt);

/* The cells whose pieces a legal move takes. */
struct cellset rules_taken(const struct rules *rules,
    const struct position *position, const struct move *move);

/* A player's state that only positions of some games have. */
struct seat_facts {
	bool is_sieged, has_cube;
	bool is_skipped;     /* for want of a move */
	uint8_t fortified;   /* while above 0: his turns till it ends */
	uint8_t captor;      /* 1 + the player who took his king, or 0 */
	uint8_t hand[KINDS]; /* pieces that he may drop */
};

struct seat_facts rules_seat_facts(const struct rules *rules,
    const struct position *position, unsigned player);

/* Where the order of play leaves it to the record who moves next: whether the
 * player may, and makes it his turn if so. The position names one of them
 * already. */
bool rules_lets_begin(const struct rules *rules,
    const struct position *position, unsigned player);
static inline bool
rules_may_begin(
    const struct rules *rules, const struct position *position, unsigned player)
{
	return rules->variant->leaves_turn &&
	    rules_lets_begin(rules, position, player);
}
void rules_begin(
    const struct rules *rules, struct position *position, unsigned player);

/* Makes the position one in which two moves are to be played in a turn: each is
 * found, judged and applied by itself. */
static inline void
rules_begin_pair(struct position *position)
{
	position->turn.pair_stage = PAIR_FIRST;
}

/* The two moves of a turn, each by itself: returns the second, and sets *first
 * and the positions *half before each of them. `before` must allow the turn. */
struct move rules_halves(const struct rules *rules,
    const struct position *before, const struct move *move, struct move *first,
    struct position half[2]);

/* Why the player to move may not make two moves in his turn; ILLEGAL_NOT if he
 * may: then each of them is found, judged and played as a half. */
struct verdict rules_explain_pair(
    const struct rules *rules, const struct position *position);

/* Makes the call F of the player to move, which must be allowed; no turn is
 * passed. The moves that it leaves legal are those of the new position. */
void rules_fortify(const struct rules *rules, struct position *position);

/* Why the calls of a move are not allowed, which is legal without them (with
 * CALL_FORTIFY: in the position that rules_fortify makes); ILLEGAL_NOT if they
 * are. */
struct verdict rules_explain_calls(const struct rules *rules,
    const struct position *position, const struct move *move);

/* Pieces that are too many. */
struct surplus {
	unsigned player; /* whose; PLAYER_NONE: of all together */
	enum kind kind;  /* KIND_NONE: of several kinds, as promoted pawns */
	unsigned pieces, most;
};

/* Whether a player has more pieces, by the colour they began with, than the
 * game can have given him; the first such surplus is put into *surplus. Where
 * pieces change hands all of a kind are counted, those in hand too. */
bool material_surplus(const struct rules *rules,
    const struct position *position, struct surplus *surplus);

/* The number of sequences of `depth` legal moves; depth 0 is 1. */
uint64_t rules_perft(
    const struct rules *rules, const struct position *position, unsigned depth);
