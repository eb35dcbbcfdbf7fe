/* Ternion: parts of a position: `wKe1,-e4,?P5`.
 *
 * Terms are separated by commas. Each is a player's letter or ? for any, a
 * piece's letter or ? for any, and cells: a piece is on one of them. With - in
 * place of both, all of the cells are empty. Cells are a name, a letter, a
 * number, or ranges of them, `c-e4-6`; or * for the whole board. */
#ifndef TERNION_CMD_PIECES_H
#define TERNION_CMD_PIECES_H

#include "rules/rules.h"
#include "parse/text/slice.h"

enum {
	PIECES_TERMS = 32
};

struct pieces_term {
	bool empty;
	unsigned player;               /* PLAYER_NONE: any */
	enum kind kind;                /* KIND_NONE: any */
	struct cellset cells[PLAYERS]; /* as each seat counts them */
};

struct pieces_pattern {
	struct pieces_term term[PIECES_TERMS];
	unsigned len;
};

/* Reads the pattern for a game; false if the game has no such pieces or cells.
 */
bool pieces_read(struct pieces_pattern *pattern, const struct rules *rules,
    const char *text);

/* Whether the position has the parts, with the players as they are or, if
 * `any_seat`, with each of them in White's place. */
bool pieces_match(const struct pieces_pattern *pattern,
    const struct position *position, bool any_seat);

#endif
