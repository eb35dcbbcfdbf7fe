/* Ternion: the parts that the text of a move states or leaves open.
 *
 * A notation decodes a token into a `struct parsed_move` without a board. Parts
 * of the token are kept as offsets, so a parsed move is small and any
 * diagnostic can point at the very character. resolve.h alone matches parsed
 * moves to legal moves. */
#pragma once

#include "parse/text/slice.h"
#include "rules/types.h"

enum {
	TOKEN_MAX = 255,     /* bytes of a token; a longer one is refused */
	PATH_MAX_CELLS = 64, /* landings of a chain of leaps */
};

/* A part of the token; len 0 means it is not there. */
struct part {
	uint8_t at, len;
	uint16_t code; /* of a cell, as coords_code has it; 0: it is none */
};

enum parsed_castle {
	PARSED_CASTLE_NONE,
	PARSED_CASTLE_SHORT,  /* 0-0 */
	PARSED_CASTLE_LONG,   /* 0-0-0 */
	PARSED_CASTLE_QUEEN,  /* 0-Q */
	PARSED_CASTLE_LETTER, /* siege: 00 with the letter in castle_letter */
};

struct parsed_move {
	uint8_t type;   /* enum move_type as far as the text states it */
	char player;    /* capital letter of the mover, 0 if unstated */
	char piece;     /* English letter; 0 if unstated; 'P' for a bare pawn */
	bool captures;  /* an x is written */
	bool separated; /* a - or x stands between two cells */
	struct part from; /* cell, file letter or rank number */
	struct part to;
	bool promoted;    /* the piece has a + before it */
	char promotion;   /* English letter in upper case */
	uint8_t calls;    /* enum call, as bits */
	bool check, mate; /* + or C, ++ or M */
	bool draw;        /* ends with = */
	bool pair;        /* another move of the turn follows */
	uint8_t path_len; /* landings before `to` of a chain of leaps */
	struct part promotion_at;
	uint8_t castle; /* enum parsed_castle */
	char castle_letter;
	uint8_t check_colours, mate_colours; /* by player_letters */
	struct part mark; /* where check or mate is written */
	/* A call that the promotion letter is instead, in a game that has it:
	 * German (T) and (S). */
	uint8_t or_call;
	uint8_t nag[2];                   /* 1..6, 0 for none */
	struct part path[PATH_MAX_CELLS]; /* only path_len are set */
};

/* The text of a turn: a move, or two joined by &. Marks, annotations and the
 * offer of a draw follow the second move; they belong to the turn, so they are
 * in `move` as well. */
struct parsed_turn {
	struct parsed_move move;
	struct part second_at;     /* of the second move, if there is one */
	struct parsed_move second; /* its parts count from there */
};

static inline struct slice
parsed_part(struct slice token, struct part part)
{
	return slice_sub(token, part.at, part.len);
}

/* Calls as letters, in the order of the bits of `calls`. */
#define PARSED_CALLS "FSYT"
