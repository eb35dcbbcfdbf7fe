/* Ternion: a position as a plain value.
 *
 * A position may be copied, compared by its key and kept; it points at
 * nothing but its past. Every change goes through position_put and
 * position_take or through rules_make_move, which keep the sets and the key in
 * step. */
#pragma once

#include "rules/board/cellset.h"
#include "rules/position/zobrist.h"

enum {
	PAST_BITS = 16, /* of placements, by which the past is a tree */
	TURNS_KEPT = 6  /* of the last turns, where the order depends on them */
};

/* Which move of a turn of two is to be made. */
enum pair_stage {
	PAIR_NONE, /* the turn has not begun, and may be of one move */
	PAIR_FIRST,
	PAIR_SECOND,
};

/* En passant: the cell that a pawn skipped, and the pawn on its cell. */
struct en_passant {
	cell target,
	    pawn; /* the cell skipped; both CELL_NONE when there is none */
};

static const struct en_passant no_en_passant = { CELL_NONE, CELL_NONE };

/* The state that only Siege Chess keeps: ternion-variants(7), "Siege Chess". */
struct siege {
	uint8_t fort[PLAYERS];     /* fortified while above 0 */
	uint8_t forts;             /* bit p: has fortified in this game */
	uint8_t traitors[PLAYERS]; /* traitor moves made */
	uint8_t immune[PLAYERS];   /* own turns still without siege */
	uint8_t declared[PLAYERS]; /* kings, as bits, since his last turn */
	uint8_t captures;          /* how many of the last are known */
	uint64_t last; /* owners of captured pieces, 2 bits each, latest low */
};

/* The letters of the 96-cell board's players in 3PF, as far as nothing else
 * tells them: who was in check, and who was skipped, as bits. They are those
 * of the last ply, in which its player's own stayed as it was. */
struct standing {
	uint8_t checked, skipped;
};

/* The state that only Bn Em's game keeps: ternion-variants(7), "3-Player Chess
 * I". */
struct bnem {
	uint8_t hand[PLAYERS][KINDS]; /* pieces that may be dropped */
	uint8_t cubes;                /* bit p: player p has one */
	uint8_t captor[PLAYERS];      /* 1 + who took his king; 0: nobody */
	uint8_t passes[PLAYERS];      /* his latest turns that were passes */
	uint8_t turns;                /* how many of the last are known */
	uint8_t turn[TURNS_KEPT];     /* whose they were, the latest first */
	uint8_t rule; /* the condition that named the player to move, or 0 */
	struct cellset promoted; /* follows from the pieces, as checks do */
};

/* Notes while a turn is played, not used after it: all 0. */
struct turn_in_play {
	uint8_t pair_stage; /* enum pair_stage */
	cell moved;         /* in the second half: the piece of the first */
	uint8_t taken;    /* owners, as bits, of pieces captured in the turn */
	bool is_loud;     /* a capture or a pawn's move is among its moves */
	uint8_t ko_depth; /* questions about the ko within one another */
};

/* A position that has been, for rules that forbid its return. The caller that
 * plays the moves keeps these, as long as it keeps positions that point at
 * them; lines of play may share their common beginning.
 *
 * Every past is a binary tree by the lowest bits of the placements. Its latest
 * position is the root, and holds the way from there to its own place: for each
 * bit, the latest of the earlier positions that agree with it in all bits below
 * and differ in that one. So a new position leaves the others as they are, and
 * a search takes as many steps as the number of positions has digits. */
struct past {
	const struct past *before;
	uint64_t key;       /* of the position */
	uint64_t placement; /* the key without the turn */
	/* NULL if there is none. The last one is of those that agree in all
	 * bits. */
	const struct past *link[PAST_BITS + 1];
};

struct position {
	/* The pieces, the player to move, and the past. */
	struct cellset owned[PLAYERS]; /* cells of each player's pieces */
	struct cellset kind[KINDS];    /* by kind; [KIND_NONE]: all occupied */
	uint8_t at[CELLS_MAX];         /* the piece on each cell */
	cell king[PLAYERS];            /* CELL_NONE once it is gone */
	uint8_t pieces;                /* how many stand on the board */
	uint8_t to_move;               /* the player whose turn it is */
	uint8_t out;                   /* bit p: player p is out of play */
	uint8_t over;                  /* 1 + index of the result agreed on */
	uint8_t rights[PLAYERS];       /* bit s: castling side s is open */
	struct en_passant en_passant[PLAYERS]; /* by the pawn's owner */
	uint32_t clock;  /* plies since the last capture or pawn move */
	uint32_t number; /* move number, from 1 */

	/* Follows from the rest. rules_make_move keeps it, because legality,
	 * check marks and mate all ask for it. */
	uint8_t checks[PLAYERS]; /* by player: who attacks his king, as bits */
	/* By player: the directions from his king, as bits, of the lines down
	 * which a piece would attack him if nothing stood between; there may be
	 * bits of lines that no such piece stands on any more. */
	uint16_t pin_rays[PLAYERS];
	uint8_t
	    attacks_nothing; /* players, as bits, whose pieces attack nothing */
	uint8_t
	    uncapturable; /* players, as bits, whose pieces cannot be taken */
	uint64_t key;     /* of placement, turn, rights, en passant, and in
			     one game of hands and cubes */

	struct turn_in_play turn;
	const struct past *past; /* NULL: nothing is known of it */

	/* In several games; else empty. */
	uint8_t lost[PLAYERS][KINDS]; /* captured pieces, by their owner */
	struct cellset unmoved;       /* pieces that have never moved */
	/* The state of one game alone: in each game one of them, or none. */
	union {
		struct siege siege;
		struct standing standing;
		struct bnem bnem;
	};
};

/* The empty board: no pieces, player 0 to move, move 1. */
void position_clear(struct position *position);

/* Puts `piece` on the empty cell `c`. */
void position_put(struct position *position, cell c, uint8_t piece);

/* Takes the piece off the occupied cell `c` and returns it. */
uint8_t position_take(struct position *position, cell c);

/* Changes a player's rights, or his passed pawn. */
void position_set_rights(
    struct position *position, unsigned player, unsigned rights);
void position_set_en_passant(
    struct position *position, unsigned player, struct en_passant en_passant);

/* Makes the position the latest of its own past; before a move is played. */
void position_remember(struct position *position, struct past *past);

/* Adds a position with these keys to a past. */
void past_add(struct past *past, const struct past *before, uint64_t key,
    uint64_t placement);

/* The latest position of the past with the placement, or NULL. */
const struct past *past_find(const struct past *past, uint64_t placement);

/* The number of positions since `old`, which is NULL or one of the past; and
 * copies of them in `copies`; returns the latest copy. */
size_t past_count(const struct past *past, const struct past *old);
const struct past *past_copy(
    const struct past *past, const struct past *old, struct past *copies);

/* The Zobrist key worked out from nothing, without the part that a game adds to
 * it: see rules_full_key. */
uint64_t position_full_key(const struct position *position);

/* Moves the piece on `from` to the empty cell `to`. Every ply does, and so it
 * is done in place. */
__attribute__((always_inline)) static inline void
position_move(struct position *position, unsigned from, unsigned to)
{
	uint8_t piece = position->at[from];
	enum kind kind = piece_kind(piece);
	unsigned owner = piece_owner(piece);

	position->at[from] = PIECE_NONE;
	position->at[to] = piece;
	cellset_shift(&position->kind[KIND_NONE], from, to);
	cellset_shift(&position->kind[kind], from, to);
	if (owner < PLAYERS) {
		unsigned king = position->king[owner];

		cellset_shift(&position->owned[owner], from, to);
		position->king[owner] = (cell)(kind == KING ? to : king);
	}
	position->key ^= zobrist_piece(from, piece) ^ zobrist_piece(to, piece);
}

/* Changes the player to move. */
static inline void
position_turn(struct position *position, unsigned player)
{
	position->key ^= zobrist_turn(position->to_move) ^ zobrist_turn(player);
	position->to_move = (uint8_t)player;
}

/* How the key changes when the player has `count` pieces of a kind in hand. */
static inline uint64_t
position_key_of_hand(const struct position *position, unsigned player,
    enum kind kind, unsigned count)
{
	return zobrist_hand(player, kind, position->bnem.hand[player][kind]) ^
	    zobrist_hand(player, kind, count);
}

/* Changes that number, or who has cubes. */
static inline void
position_set_hand(
    struct position *position, unsigned player, enum kind kind, unsigned count)
{
	position->key ^= position_key_of_hand(position, player, kind, count);
	position->bnem.hand[player][kind] = (uint8_t)count;
}

static inline void
position_set_cubes(struct position *position, unsigned cubes)
{
	position->key ^=
	    zobrist_cubes(position->bnem.cubes) ^ zobrist_cubes(cubes);
	position->bnem.cubes = (uint8_t)cubes;
}

/* Whether the player is out of play. */
static inline bool
is_out(const struct position *position, unsigned player)
{
	return position->out >> player & 1;
}

/* The players, as bits, who attack a king. */
static inline unsigned
position_attackers(const struct position *position)
{
	return (unsigned)position->checks[0] | position->checks[1] |
	    position->checks[2];
}

/* How many players are in play. */
static inline unsigned
players_left(const struct position *position)
{
	/* A digit for each set of players who are out. */
	return UINT32_C(0x01121223) >> 4 * position->out & 3;
}

/* The next player still in play, perhaps the same one. */
static inline unsigned
next_player(const struct position *position, unsigned player)
{
	/* By the players who are out, and the player. */
	static const uint8_t next[ALL_PLAYERS + 1][PLAYERS] = { { 1, 2, 0 },
		{ 1, 2, 1 }, { 2, 2, 0 }, { 2, 2, 2 }, { 1, 0, 0 }, { 1, 1, 1 },
		{ 0, 0, 0 }, { 0, 1, 2 } };

	return next[position->out][player];
}

/* The pieces of a player's opponents. */
static inline struct cellset
enemies_of(const struct position *position, unsigned player)
{
	return cellset_or(position->owned[player == 0],
	    &position->owned[player == 2 ? 1 : 2]);
}

/* How many pieces of a kind the player has on the board. */
static inline unsigned
pieces_of(const struct position *position, unsigned player, enum kind kind)
{
	struct cellset set =
	    cellset_and(position->owned[player], &position->kind[kind]);

	return cellset_count(&set);
}

/* The pieces that belong to nobody any more. */
static inline struct cellset
dead_pieces(const struct position *position)
{
	struct cellset dead = position->kind[KIND_NONE];

	for (unsigned p = 0; p < PLAYERS; p++)
		dead = cellset_less(dead, &position->owned[p]);
	return dead;
}

/* The kinds, as bits, of the pieces that the player has lost. */
static inline unsigned
lost_kinds(const struct position *position, unsigned player)
{
	unsigned kinds = 0;

	for (unsigned kind = PAWN + 1; kind < KINDS; kind++)
		if (position->lost[player][kind] > 0)
			kinds |= 1u << kind;
	return kinds;
}

/* Whether some pawn could be taken en passant. */
static inline bool
position_has_passed(const struct position *position)
{
	const struct en_passant *passed = position->en_passant;

	return (passed[0].pawn & passed[1].pawn & passed[2].pawn) != CELL_NONE;
}

/* Whether a pawn that could be taken en passant skipped the cell. */
static inline bool
position_was_skipped(const struct position *position, cell c)
{
	const struct en_passant *skipped = position->en_passant;

	return (skipped[0].target == c) | (skipped[1].target == c) |
	    (skipped[2].target == c);
}

/* Whether the cell is empty. */
static inline bool
position_is_empty(const struct position *position, cell c)
{
	return position->at[c] == PIECE_NONE;
}
