/*
 * Ternion: Bn Em's game: how the pieces go. None of it asks whose turn it is.
 */
#ifndef TERNION_RULES_BNEM_PIECES_H
#define TERNION_RULES_BNEM_PIECES_H

#include "rules/bnem/bnem.h"

/* Straight ways are even, diagonal ones odd. */
enum {
	STRAIGHT = 0,
	DIAGONAL = 1
};

/*
 * pieces.c
 */

/* Where the piece on `from` may go: to empty cells, and to those where it
 * captures by landing. Leaps of draughts over others are not among them. */
struct cellset bnem_targets(
    const struct rules *rules, const struct position *position, cell from);

/* Whether a piece on `from`, no draught and no pawn, goes to `to`, which is
 * empty or holds an enemy: it captures as it goes, but for the leap of a
 * promoted rose, which is not asked for. */
bool bnem_piece_goes_to(const struct faces *faces, struct faceset occupied,
    uint8_t piece, cell from, cell to);

/* Whether a piece on `from`, no draught, captures by landing on `to`, if an
 * enemy stands there. */
bool bnem_piece_takes_on(const struct faces *faces, struct faceset occupied,
    uint8_t piece, cell from, cell to);

/* What is in the way of a rose on `from`: it may not begin diagonally while
 * every straight neighbour cell is occupied, nor straight while every diagonal
 * one is. */
static inline struct faceset
bnem_hem_in(const struct faces *faces, struct faceset occupied, cell from)
{
	const struct reach_table *reach = &faces->reach[from];

	if (faceset_empty(faceset_less(reach->diagonal, occupied)))
		occupied.word[1] |= ROUTE_BEGINS_STRAIGHT;
	if (faceset_empty(faceset_less(reach->straight, occupied)))
		occupied.word[1] |= ROUTE_BEGINS_DIAGONAL;
	return occupied;
}

/* Whether a route of the kind is open; of kings and draughts, of promoted ones.
 * Griffins, chariots and roses have routes of one kind each. */
static inline bool
bnem_route_open(const struct faces *faces, unsigned kind, cell from, cell to,
    struct faceset occupied)
{
	const struct reach_table *reach = &faces->reach[to];

	if (kind == ROSE)
		return has_open_route(reach, ROUTE_ROSE, from,
		    bnem_hem_in(faces, occupied, from));
	if (kind <= CHARIOT)
		return has_open_route(reach,
		    (enum route_kind)(ROUTE_GRIFFIN + kind - GRIFFIN), from,
		    occupied);
	return has_open_route(reach, ROUTE_DIAGONAL, from, occupied) ||
	    (kind == KING &&
		has_open_route(reach, ROUTE_STRAIGHT, from, occupied));
}

/* routes.c: works out faces->reach and ahead, from all that is in *faces
 * besides. */
void bnem_find_routes(struct faces *faces);

/* Whether the rose would get to the cell if it might begin either way. */
bool rose_would_reach(const struct rules *rules,
    const struct position *position, cell from, cell to);

/* Whether a move of the piece on `from` is one that a star makes as a star. */
bool is_star_leap(const struct rules *rules, const struct position *position,
    cell from, cell to);

/*
 * leaps.c: leaps of draughts, and what each piece can capture.
 */

/* A chain of leaps of a draught, while it is made. */
struct chain {
	const struct rules *rules;
	const struct position *position;
	unsigned me;
	cell start;
	bool slides; /* its first leap may slide up to the piece it takes */
	unsigned leaps;
	cell path[CHAIN_MAX];
	cell leapt[CHAIN_MAX];
	struct cellset over; /* those leapt, as a set */
};

void chain_begin(struct chain *chain, const struct rules *rules,
    const struct position *position, cell from);

/* Goes on in a diagonal direction; false if there is no such leap. */
bool chain_leap(struct chain *chain, unsigned way);
void chain_back(struct chain *chain);

/* Goes on with the leap that lands on `to`; false if there is none. */
bool chain_leap_to(struct chain *chain, cell to);

/* What the chain takes, as it is: all that was leapt, or the last alone. */
struct cellset chain_captures(const struct chain *chain);

/* Whether a draught has something to leap if it stands on `from`; promoted it
 * may have. */
bool bnem_may_leap(const struct rules *rules, const struct position *position,
    cell from, uint8_t piece);

/* The pieces that the piece on `from` could capture in one move. */
struct cellset bnem_capture_targets(
    const struct rules *rules, const struct position *position, cell from);

/*
 * illumination.c: illumination and star triumph.
 */

/* What an illumination by the king on `from` takes; none if he is not
 * promoted. */
struct cellset bnem_illuminated(
    const struct rules *rules, const struct position *position, cell from);

/* Takes those three; every such block that its cell completes counts: what
 * a star takes that stands on `c` now, coming from `from` or CELL_NONE. */
struct cellset bnem_triumph(const struct rules *rules,
    const struct position *position, cell from, cell c);

#endif
