/*
 * What random games reached, so that one sees what was put to the test; what
 * is important and was never reached is told.
 */
#ifndef TESTS_PROPERTY_REACHED_H
#define TESTS_PROPERTY_REACHED_H

#include <stdio.h>

#include "rules.h"

enum reached {
	PLIES,
	IN_CHECK,
	CAPTURES,
	PROMOTIONS,
	EN_PASSANTS,
	CASTLINGS,
	MATES,
	STALEMATES,
	BARE_KINGS,
	LAST_KINGS,
	PASSED_TO_PIECES,
	KINGS_TAKEN,
	DEAD_TAKEN,
	FIELDS,
	TRAITORS,
	DOUBLE_TRAITORS,
	PASSES,
	YIELDS,
	DRAWS_CALLED,
	PARTLY_DECLARED,
	MATES_DECLARED,
	SIEGED,
	FORTS,
	FORTS_ENDED,
	TOUCHES,
	TOUCHED_KINGS,
	TOUCHED_PROMOTED,
	TOUCHED_PASSING,
	REFUSED,
	REACHED
};

struct goal {
	const char *name;
	unsigned actions, calls; /* only where the game has one of them, */
	bool (*asked)(const struct variant *variant); /* and if so */
};

static inline bool
goal_mates(const struct variant *variant)
{
	return !variant->declares && variant->bare_kings_end;
}

static inline bool
goal_leave(const struct variant *variant)
{
	return variant->declares && variant->players_leave;
}

static inline bool
goal_dead(const struct variant *variant)
{
	return goal_leave(variant) && variant->pieces_stay;
}

static inline bool
goal_declares(const struct variant *variant)
{
	return variant->declares;
}

static inline bool
goal_passed(const struct variant *variant)
{
	return variant->passed_to_all;
}

static const struct goal goals[REACHED] = {
	[PLIES] = { "plies", 0, 0, NULL },
	[IN_CHECK] = { "in check", 0, 0, NULL },
	[CAPTURES] = { "captures", 0, 0, NULL },
	[PROMOTIONS] = { "promotions", 0, 0, NULL },
	[EN_PASSANTS] = { "en passant", 1U << MOVE_ENPASSANT, 0, NULL },
	[CASTLINGS] = { "castlings", 1U << MOVE_CASTLE, 0, NULL },
	[MATES] = { "mates", 0, 0, goal_mates },
	[STALEMATES] = { "stalemates", 0, 0, goal_mates },
	[BARE_KINGS] = { "bare kings", 0, 0, goal_mates },
	[LAST_KINGS] = { "last kings", 0, 0, goal_leave },
	[PASSED_TO_PIECES] = { "en passant by pieces", 0, 0, goal_passed },
	[KINGS_TAKEN] = { "kings taken", 0, 0, goal_leave },
	[DEAD_TAKEN] = { "dead pieces taken", 0, 0, goal_dead },
	[FIELDS] = { "field promotions", 1U << MOVE_FIELD, 0, NULL },
	[TRAITORS] = { "traitors", 1U << MOVE_TRAITOR, 0, NULL },
	[DOUBLE_TRAITORS] = { "double traitors", 1U << MOVE_TRAITOR, 0, NULL },
	[PASSES] = { "passes", 1U << MOVE_PASS, 0, goal_dead },
	[YIELDS] = { "yields", 0, CALL_YIELD, NULL },
	[DRAWS_CALLED] = { "stalemates called", 0, CALL_STALEMATE, NULL },
	[PARTLY_DECLARED] = { "declared in part", 0, 0, goal_declares },
	[MATES_DECLARED] = { "mates declared", 0, 0, goal_declares },
	[SIEGED] = { "sieged", 0, CALL_TOUCH, NULL },
	[FORTS] = { "fortifications", 0, CALL_FORTIFY, NULL },
	[FORTS_ENDED] = { "played to their end", 0, CALL_FORTIFY, NULL },
	[TOUCHES] = { "touches of death", 0, CALL_TOUCH, NULL },
	[TOUCHED_KINGS] = { "for kings", 0, CALL_TOUCH, NULL },
	[TOUCHED_PROMOTED] = { "of promoted pieces", 0, CALL_TOUCH, NULL },
	[TOUCHED_PASSING] = { "after en passant", 0, CALL_TOUCH, NULL },
	[REFUSED] = { "calls refused", 0, CALL_TOUCH, NULL },
};

static inline bool
goal_is_asked(const struct goal *goal, const struct variant *variant)
{
	return (goal->actions == 0 ||
		   (goal->actions & variant->actions) != 0) &&
	    (goal->calls == 0 || (goal->calls & variant->calls) != 0) &&
	    (goal->asked == NULL || goal->asked(variant));
}

/* Counts a legal move, calls and all, that is about to be played. */
static inline void
reached_by_move(unsigned reached[REACHED], const struct position *position,
    const struct move *move)
{
	uint8_t victim =
	    move->victim != CELL_NONE ? position->at[move->victim] : PIECE_NONE;
	bool touch = (move->calls & CALL_TOUCH) != 0;
	bool passing = move->type == MOVE_ENPASSANT;
	bool promoted =
	    move->promotion != KIND_NONE && move->type != MOVE_FIELD;
	bool dead = victim != PIECE_NONE && piece_owner(victim) == PLAYER_NONE;
	bool king = victim != PIECE_NONE && piece_kind(victim) == KING;

	reached[CAPTURES] += victim != PIECE_NONE && !dead;
	reached[DEAD_TAKEN] += dead;
	reached[KINGS_TAKEN] += king;
	reached[PROMOTIONS] += promoted;
	reached[EN_PASSANTS] += passing;
	reached[PASSED_TO_PIECES] +=
	    passing && piece_kind(position->at[move->from]) != PAWN;
	reached[CASTLINGS] += move->type == MOVE_CASTLE;
	reached[FIELDS] += move->type == MOVE_FIELD;
	reached[TRAITORS] += move->type == MOVE_TRAITOR;
	reached[DOUBLE_TRAITORS] +=
	    move->type == MOVE_TRAITOR && move->to != CELL_NONE;
	reached[PASSES] += move->type == MOVE_PASS;
	reached[YIELDS] +=
	    move->type == MOVE_YIELD || (move->calls & CALL_YIELD) != 0;
	reached[DRAWS_CALLED] +=
	    move->type == MOVE_STALEMATE || (move->calls & CALL_STALEMATE) != 0;
	reached[FORTS] += (move->calls & CALL_FORTIFY) != 0;
	reached[TOUCHES] += touch;
	reached[TOUCHED_KINGS] += touch && king;
	reached[TOUCHED_PROMOTED] += touch && promoted;
	reached[TOUCHED_PASSING] += touch && passing;
}

static inline void
reached_by_ending(unsigned reached[REACHED], enum ending ending)
{
	reached[MATES] += ending == ENDING_MATE;
	reached[STALEMATES] += ending == ENDING_STALEMATE;
	reached[BARE_KINGS] += ending == ENDING_BARE_KINGS;
	reached[LAST_KINGS] += ending == ENDING_LAST_KING;
}

/* Prints the counts; false if there is none of something important. */
static inline bool
reached_print(const unsigned reached[REACHED], const struct variant *variant)
{
	bool all = true;
	int column = printf("%s:", variant->id);

	for (int i = 0; i < REACHED; i++) {
		if (!goal_is_asked(&goals[i], variant))
			continue;
		if (column > 60) {
			printf("\n ");
			column = 1;
		}
		column += printf(" %u %s;", reached[i], goals[i].name);
		all = all && reached[i] > 0;
	}
	printf("%s\n", all ? "" : " not all of it was reached");
	return all;
}

#endif
