/* Ternion: Siege Chess; between the modules of rules/siege/. Each asks only
 * those that stand before it here. */
#pragma once

#include "rules/moves/legal.h"
#include "rules/siege/siege.h"

/* The options, in the order of their table. */
enum {
	OPTION_POPE,
	OPTION_SIEGE, /* its values are enum siege_method */
	OPTION_THRESHOLD,
	OPTION_CALLS,
	OPTION_TWO,
};

/* Bits of the option SiegeCalls. */
enum {
	PLAYS_FORT = 1,
	PLAYS_FIELD = 2,
	PLAYS_TRAITOR = 4,
	PLAYS_TOUCH = 8,
};

enum {
	FORT_TURNS = 3,
	IMMUNE_TURNS = 3,
	TRAITORS_MAX = 2,
};

/*
 * siege.c: see siege.h as well
 */

/* True if the call, a bit of the option SiegeCalls, is played. */
bool siege_plays(const struct rules *rules, unsigned call);

/* Remembers that a piece of `owner` was captured. */
void siege_note_capture(
    const struct rules *rules, struct position *position, unsigned owner);

/*
 * moves.c
 */

/* Replaces the piece on the cell by one of the player to move. */
void siege_turn_traitor(
    const struct rules *rules, struct position *position, cell c);

/* The hooks of these names. */
enum king_law siege_king_law(const struct position *position);
void siege_capture_targets(struct gen *gen);
unsigned siege_promotions(const struct gen *gen, const struct move *move);
bool siege_moves(const struct gen *gen);
struct verdict siege_explain(const struct explanation *explanation);
struct verdict siege_explain_calls(const struct rules *rules,
    const struct position *position, const struct move *move);

/* make_move.c: all hooks. */
extern const struct variant_rules siege_rules;
