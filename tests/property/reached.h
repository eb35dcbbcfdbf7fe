/*
 * Counts what random games reached, to show that it was tested; reports
 * important features that no game reached.
 */
#pragma once

#include <stdio.h>

#include "parse/position/tpf_games.h"
#include "parse/notation/dialect.h"
#include "rules/rules.h"

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
	ELIMINATED,
	INHERITED,
	CASCADES,
	SKIPPED,
	MATERIAL,
	CLOCKS,
	PROMOTED,
	DRAUGHT_LEAPS,
	CHAINS,
	DROPS,
	TRIUMPHS,
	ILLUMINATIONS,
	TWO_MOVES,
	NAMED,
	KOS,
	OUT_OF_TURN,
	FORFEITS,
	HOMES,
	KING_HUNTS,
	REACHED
};

struct goal {
	const char *name;
	unsigned actions, calls; /* only in games with one of them, */
	bool (*asked)(const struct variant *variant); /* and if so */
};

static inline bool
goal_mates(const struct variant *variant)
{
	return !dialect_of(variant)->declares && variant->bare_kings_end;
}

static inline bool
goal_last(const struct variant *variant)
{
	enum tpf_leavers leavers = tpf_game_of(variant)->leavers;

	return leavers != LEAVERS_NONE && leavers != LEAVERS_STAY &&
	    !variant->one_king_ends;
}

static inline bool
goal_kings(const struct variant *variant)
{
	enum tpf_leavers leavers = tpf_game_of(variant)->leavers;

	return leavers != LEAVERS_NONE && leavers != LEAVERS_INHERITED;
}

static inline bool
goal_dead(const struct variant *variant)
{
	return tpf_game_of(variant)->leavers == LEAVERS_DEAD &&
	    !variant->one_king_ends;
}

static inline bool
goal_inherits(const struct variant *variant)
{
	return tpf_game_of(variant)->leavers == LEAVERS_INHERITED;
}

static inline bool
goal_pawns(const struct variant *variant)
{
	return !dialect_of(variant)->promotes;
}

static inline bool
goal_promotes(const struct variant *variant)
{
	return dialect_of(variant)->promotes;
}

static inline bool
goal_declares(const struct variant *variant)
{
	return dialect_of(variant)->declares;
}

static inline bool
goal_passed(const struct variant *variant)
{
	return variant->en_passant == EN_PASSANT_CHOICE;
}

static const struct goal goals[REACHED] = {
	[PLIES] = { "plies", 0, 0, NULL },
	[IN_CHECK] = { "in check", 0, 0, NULL },
	[CAPTURES] = { "captures", 0, 0, NULL },
	[PROMOTIONS] = { "promotions of pawns", 0, 0, goal_pawns },
	[EN_PASSANTS] = { "en passant", 1U << MOVE_ENPASSANT, 0, NULL },
	[CASTLINGS] = { "castlings", 1U << MOVE_CASTLE, 0, NULL },
	[MATES] = { "mates", 0, 0, goal_mates },
	[STALEMATES] = { "stalemates", 0, 0, goal_mates },
	[BARE_KINGS] = { "bare kings", 0, 0, goal_mates },
	[LAST_KINGS] = { "last kings", 0, 0, goal_last },
	[PASSED_TO_PIECES] = { "en passant by pieces", 0, 0, goal_passed },
	[KINGS_TAKEN] = { "kings taken", 0, 0, goal_kings },
	[DEAD_TAKEN] = { "dead pieces taken", 0, 0, goal_dead },
	[FIELDS] = { "field promotions", 1U << MOVE_FIELD, 0, NULL },
	[TRAITORS] = { "traitors", 1U << MOVE_TRAITOR, 0, NULL },
	[DOUBLE_TRAITORS] = { "double traitors", 1U << MOVE_TRAITOR, 0, NULL },
	[PASSES] = { "passes", 1U << MOVE_PASS, 0, NULL },
	[YIELDS] = { "yields", 1U << MOVE_YIELD, 0, NULL },
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
	[ELIMINATED] = { "eliminated", 0, 0, goal_inherits },
	[INHERITED] = { "moves of inherited pieces", 0, 0, goal_inherits },
	[CASCADES] = { "cascades", 0, 0, goal_inherits },
	[SKIPPED] = { "skipped", 0, 0, goal_inherits },
	[MATERIAL] = { "draws for want of pieces", 0, 0, goal_inherits },
	[CLOCKS] = { "draws by the clock", 0, 0, goal_inherits },
	[PROMOTED] = { "pieces promoted", 0, 0, goal_promotes },
	[DRAUGHT_LEAPS] = { "leaps", 1U << MOVE_LEAP, 0, NULL },
	[CHAINS] = { "chains of leaps", 1U << MOVE_LEAP, 0, NULL },
	[DROPS] = { "drops", 1U << MOVE_DROP, 0, NULL },
	[TRIUMPHS] = { "star triumphs", 1U << MOVE_DROP, 0, NULL },
	[ILLUMINATIONS] = { "illuminations", 1U << MOVE_ILLUMINATION, 0, NULL },
	[TWO_MOVES] = { "turns of two moves", 0, 0, goal_promotes },
	[NAMED] = { "players named", 0, 0, goal_promotes },
	[KOS] = { "forbidden by the ko", 0, 0, goal_promotes },
	[OUT_OF_TURN] = { "turns out of turn", 0, 0, goal_promotes },
	[FORFEITS] = { "forfeits", 0, 0, goal_promotes },
	[HOMES] = { "home squares", 0, 0, goal_promotes },
	[KING_HUNTS] = { "king hunts", 0, 0, goal_promotes },
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
reached_by_move(unsigned reached[REACHED], const struct rules *rules,
    const struct position *position, const struct move *move)
{
	struct cellset taken = rules_taken(rules, position, move);
	uint8_t victim =
	    move->victim != CELL_NONE ? position->at[move->victim] : PIECE_NONE;
	bool revoke_rights = (move->calls & CALL_TOUCH) != 0;
	bool passing = move->type == MOVE_ENPASSANT;
	bool promoted =
	    move->promotion != KIND_NONE && move->type < MOVE_CASTLE;
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
	reached[TOUCHES] += revoke_rights;
	reached[TOUCHED_KINGS] += revoke_rights && king;
	reached[TOUCHED_PROMOTED] += revoke_rights && promoted;
	reached[TOUCHED_PASSING] += revoke_rights && passing;
	reached[INHERITED] += move->type < MOVE_CASTLE &&
	    piece_colour(position->at[move->from]) != position->to_move;
	reached[DRAUGHT_LEAPS] +=
	    move->type == MOVE_CAPTURE && move->victim != move->to;
	reached[CHAINS] += move->type == MOVE_LEAP;
	reached[DROPS] += move->type == MOVE_DROP;
	reached[ILLUMINATIONS] += move->type == MOVE_ILLUMINATION;
	reached[TRIUMPHS] += !move->pair && cellset_count(&taken) > 2 &&
	    (move->type == MOVE_QUIET || move->type == MOVE_CAPTURE ||
		move->type == MOVE_DROP);
	reached[TWO_MOVES] += move->pair;
}

static inline unsigned
count_promoted(const struct position *position)
{
	struct cellset pieces = position->kind[KIND_NONE];
	unsigned promoted = 0;

	while (!cellset_empty(&pieces))
		promoted +=
		    (position->at[cellset_pop(&pieces)] & PIECE_PROMOTED) != 0;
	return promoted;
}

/* Counts the other changes that the move made. */
static inline void
reached_by_change(unsigned reached[REACHED], const struct position *before,
    const struct position *after, const struct move *move)
{
	bool yields = move->type == MOVE_YIELD;
	int gone = __builtin_popcount(after->out & ~(unsigned)before->out);

	reached[ELIMINATED] += gone > 0 && !yields;
	reached[CASCADES] += gone > 1 && yields;
	reached[SKIPPED] += after->standing.skipped != 0;
	reached[PROMOTED] += count_promoted(after) > count_promoted(before);
	reached[OUT_OF_TURN] +=
	    after->to_move != (before->to_move + 1u) % PLAYERS;
}

static inline void
reached_by_ending(unsigned reached[REACHED], enum ending ending)
{
	reached[MATES] += ending == ENDING_MATE;
	reached[STALEMATES] += ending == ENDING_STALEMATE;
	reached[BARE_KINGS] += ending == ENDING_BARE_KINGS;
	reached[LAST_KINGS] += ending == ENDING_LAST_KING;
	reached[MATERIAL] += ending == ENDING_MATERIAL;
	reached[CLOCKS] += ending == ENDING_CLOCK;
	reached[FORFEITS] += ending == ENDING_FORFEIT;
	reached[HOMES] += ending == ENDING_HOME;
	reached[KING_HUNTS] += ending == ENDING_KING_CAPTURED;
}

/* Prints the counts; false if an important one is 0. */
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
