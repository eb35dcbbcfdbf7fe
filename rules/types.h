/* Ternion: the words every module shares: cells, players, pieces, moves.
 *
 * All of it is plain data that may be copied; nothing here allocates. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* True if the fast ways are open. Each finds what most texts hold in a shorter
 * way than the general one, and leaves the rest to it; `make check-slow` holds
 * a build without them to one with them. */
#ifdef TERNION_NO_FAST
enum {
	FAST = 0
};
#else
enum {
	FAST = 1
};
#endif

/* A cell of a board, numbered from 0; the board alone knows the geometry. */
typedef uint8_t cell;

enum {
	CELLS_MAX = 192, /* the largest board, hexboard(9,8) */
	CELL_NONE = 255, /* "no cell" wherever a cell may be absent */
	PLAYERS = 3,     /* players are 0, 1, 2 in turn order */
	PLAYER_NONE = 3, /* owner of dead pieces; "nobody" */
	SIDES_MAX = 3,   /* castling sides of one player */
	KINDS = 8,       /* kinds of piece, KIND_NONE included */
	CHAIN_MAX = 48,  /* landings of a chain of leaps */
};

/* Kinds of piece. A game has at most seven, so that a kind fits into three bits
 * of a piece: those of 3-Player Chess I have the numbers of orthodox ones. */
enum kind {
	KIND_NONE,
	PAWN,
	KNIGHT,
	BISHOP,
	ROOK,
	QUEEN,
	KING,
	POPE,

	STAR = KNIGHT,
	GRIFFIN = BISHOP,
	CHARIOT = ROOK,
	ROSE = QUEEN,
	DRAUGHT = POPE,
};

/* A piece is one byte: kind in bits 0-2, promoted in bit 3, colour of origin
 * in bits 4-5, owner in bits 6-7. Owner and colour differ for inherited
 * pieces; PLAYER_NONE as owner is a piece nobody moves. 0 is an empty cell. */
enum {
	PIECE_NONE = 0,
	PIECE_PROMOTED = 8
};

static inline uint8_t
piece_make(enum kind kind, unsigned colour, unsigned owner)
{
	return (uint8_t)((unsigned)kind | colour << 4 | owner << 6);
}

static inline enum kind
piece_kind(uint8_t piece)
{
	return (enum kind)(piece & 7);
}

static inline unsigned
piece_colour(uint8_t piece)
{
	return piece >> 4 & 3;
}

static inline unsigned
piece_owner(uint8_t piece)
{
	return piece >> 6;
}

/* Types of ply; the names are those that `parse` and `moves` print. */
enum move_type {
	MOVE_UNSTATED, /* in a description of a move only: the text is silent */
	MOVE_QUIET,
	MOVE_CAPTURE,
	MOVE_ENPASSANT,
	MOVE_CASTLE,
	MOVE_FIELD,
	MOVE_TRAITOR,
	MOVE_DROP,
	MOVE_LEAP,
	MOVE_ILLUMINATION,
	MOVE_PASS,
	MOVE_YIELD,
	MOVE_STALEMATE,
	MOVE_TYPES,
};

/* The printed name of a move type, "quiet" to "stalemate"; static text. */
const char *move_type_name(enum move_type type);

/* Calls along with a move, in siege's canonical order. */
enum call {
	CALL_FORTIFY = 1,   /* F: before the move */
	CALL_STALEMATE = 2, /* S: after it */
	CALL_YIELD = 4,     /* Y: after it */
	CALL_TOUCH = 8,     /* T: by the player whose piece it took */
};

enum {
	ALL_PLAYERS = (1 << PLAYERS) - 1 /* as a set of bits */
};

/* The next player in turn order, in play or not. */
static inline unsigned
player_after(unsigned player)
{
	return player == PLAYERS - 1 ? 0 : player + 1;
}

/* One ply. Fields that do not apply hold CELL_NONE, KIND_NONE or 0.
 *
 * A field promotion has from = to. A traitor move has on `from` the piece that
 * is replaced and on `to` the second one, CELL_NONE if there is none. A drop
 * has no `from`, and an illumination no `to`. A pass, a yield and a called
 * stalemate alone have no cells.
 *
 * The members for a chain of leaps and a turn of two moves stand at the end
 * and are set for them alone: a move is made millions of times a second. */
struct move {
	uint8_t type; /* enum move_type, never MOVE_UNSTATED */
	cell from;    /* starting cell */
	cell to;      /* ending cell; castling: where the king lands */
	cell victim;  /* cell of a piece taken; en passant it is not `to` */
	uint8_t promotion; /* enum kind of the new piece, or of the dropped */
	uint8_t side;      /* castling: index into the set-up's sides */
	/* Where declarations are moves (Siege): the players, as bits, against
	 * whose kings check and mate are declared; those who are not attacked
	 * do not count. Moves that the rules give have check against all. */
	uint8_t check, mate;
	uint8_t calls;        /* enum call, as bits */
	uint8_t leaps;        /* landings of a chain, in path; 0: it is none */
	bool pair;            /* `second` follows in the same turn */
	cell path[CHAIN_MAX]; /* the last is `to` */
	/* The bytes, up to here, of the other move: see move_second. */
	uint8_t second[CHAIN_MAX + 11];
};

/* Copies a move, and the members at its end only if they are set. */
static inline void
move_copy(struct move *to, const struct move *from)
{
	if (from->leaps > 0 || from->pair)
		*to = *from;
	else
		memcpy(to, from, offsetof(struct move, path));
}

/* The second of the two moves as a move of its own. */
struct move move_second(const struct move *move);

/* Makes `second` the other move of the turn. */
void move_join(struct move *move, const struct move *second);

/* True if two moves do the same on the board; declarations and calls apart. */
bool move_equal(const struct move *a, const struct move *b);
