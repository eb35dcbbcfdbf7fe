/* Ternion: the rules of a variant, where they are not the usual ones; between
 * the modules of rules/.
 *
 * A hook that is NULL stands for the usual rule, which is named after its
 * description. Rules that data can state are in struct variant. */
#pragma once

#include "rules/rules.h"

/* The limits that his king sets to a player, the strictest first. */
enum king_law {
	KING_NEVER_LEFT,     /* no move may leave or put him under attack */
	KING_LEFT_IN_NEED,   /* nor here, unless every move would */
	KING_STEPS_SAFELY,   /* he himself may not step onto an attacked cell */
	KING_CASTLES_SAFELY, /* castling alone asks for attacks */
	KING_FREE,           /* nothing */
};

struct explanation;
struct gen;

/* For games that decide by themselves the player to move, and whose turns can
 * be more than one move. */
struct turn_rules {
	/* Whether the order of play leaves it to the record to name the player,
	 * which then makes it his turn; asked for only where
	 * variant->leaves_turn. */
	bool (*may_begin)(const struct position *position, unsigned player);
	void (*begin)(const struct rules *rules, struct position *position,
	    unsigned player);
	/* Why the player may not make two moves in his turn; asked for only
	 * where variant->pairs. */
	struct verdict (*explain_pair)(
	    const struct rules *rules, const struct position *position);
};

/* Calls along with a move; there are none. */
struct call_rules {
	/* Makes the call F of the player to move. */
	void (*fortify)(struct position *position);
	/* Whether the calls of a legal move are allowed, and why not. */
	struct verdict (*explain)(const struct rules *rules,
	    const struct position *position, const struct move *move);
};

struct variant_rules {
	/*
	 * Which moves are legal
	 */

	/* The law for the king of the player to move; KING_NEVER_LEFT. */
	enum king_law (*king_law)(const struct position *position);
	/* Sets which pieces the player to move may take; see
	 * gen_find_targets. */
	void (*capture_targets)(struct gen *gen);
	/* The kinds, as bits, to which the pawn's move may promote it, with
	 * bit KIND_NONE if it may stay a pawn; see promotion_kinds. */
	unsigned (*promotions)(const struct gen *gen, const struct move *move);
	/* Gives the legal moves that the query asks for, drops and the like
	 * among them, but no pass that is forced; gen_pieces. */
	bool (*moves)(const struct gen *gen);
	/* As rules_find_plain, where pieces go in ways of their own;
	 * find_usual. */
	find_plain_hook *find_plain;

	/*
	 * Effects of a move
	 */

	/* Plays a legal move and passes the turn. If check and mate are judged
	 * on another board than the next player's, it returns true, and stores
	 * that board in *board, unless that is NULL; make_usual. */
	make_move_hook *make_move;
	/* The cells whose pieces a legal move takes; its victim's. */
	struct cellset (*captured)(const struct rules *rules,
	    const struct position *position, const struct move *move);
	/* Works out the facts that follow from the rest of the position, checks
	 * above all; recompute_checks_usual. */
	void (*recompute_checks)(
	    const struct rules *rules, struct position *position);
	/* The part of the Zobrist key that only this game has; nothing. */
	uint64_t (*own_key)(const struct position *position);
	/* Sets the parts of a position that only some games have, as the
	 * placement and the options imply them; nothing. */
	void (*imply)(const struct rules *rules, struct position *position);

	/*
	 * How the game stands
	 */

	/* Sets what positions of this game have of a player; nothing. */
	void (*seat_facts)(const struct rules *rules,
	    const struct position *position, unsigned player,
	    struct seat_facts *facts);
	/* Whether and how the game has ended; last_player_wins. */
	struct outcome (*outcome)(
	    const struct rules *rules, const struct position *position);
	/* Whether the move of `mover` that led to `board` mates the player,
	 * where mate ends neither the game nor his part in it; the outcome
	 * tells. */
	bool (*is_mated)(const struct rules *rules,
	    const struct position *board, unsigned mover, unsigned player);
	/* Whether he may call mate of that player, where a call is true more
	 * widely than mate is; is_mated. */
	bool (*is_mate_call)(const struct rules *rules,
	    const struct position *board, unsigned mover, unsigned player);

	/* Why no legal move fits an attempt; explain_usual. */
	struct verdict (*explain)(const struct explanation *explanation);

	struct turn_rules turns;
	struct call_rules calls;
};

find_plain_hook find_usual;
make_move_hook make_usual;

/* The ways of a pawn on a mesh for which forward is that side of its cell: it
 * captures across the two corners of that side, to two cells, or three when a
 * corner is the centre. */
void mesh_pawn_ways(
    const struct board *board, cell c, unsigned front, struct pawn_ways *ways);

/* The pieces of orthodox chess in a variant, and its army and castling sides.
 */
#define ORTHODOX_PIECES                                                     \
	.letters = " PNBRQK ",                                              \
	.kinds = { "", "pawn", "knight", "bishop", "rook", "queen", "king", \
		"" }

/* The results of games in which one point is won or shared. */
#define ONE_POINT                                               \
	.results = results_one_point, .draws = draws_one_point, \
	.wins = { "1-0-0", "0-1-0", "0-0-1" }

extern const struct army_row orthodox_army[];
extern const struct castling_side orthodox_sides[];

/* Which of six results, in the order 2-0-1, 2-1-0, 0-2-1, 1-2-0, 0-1-2, 1-0-2,
 * that is in which the winner has most points and the loser none. */
unsigned points_result(unsigned winner, unsigned loser);

/* The outcome if one player is left: he wins. */
struct outcome last_player_wins(
    const struct rules *rules, const struct position *position);
