/*
 * Counts what random games reached, to show that it was tested; reports
 * important features that no game reached.
 */
#pragma once

#include <stdio.h>

#include "parse/position/tpf_games.h"
#include "parse/notation/dialect.h"
#include "rules/rules.h"

/* Counters, each with its name and whether games of a variant reach it, in the
 * terms of reached_print. */
#define COUNTERS(X)                                                         \
	X(PLIES, "plies", true)                                             \
	X(IN_CHECK, "in check", true)                                       \
	X(CAPTURES, "captures", true)                                       \
	X(PROMOTIONS, "promotions of pawns", !dialect->promotes)            \
	X(EN_PASSANTS, "en passant", actions >> MOVE_ENPASSANT & 1)         \
	X(CASTLINGS, "castlings", actions >> MOVE_CASTLE & 1)               \
	X(MATES, "mates", mates)                                            \
	X(STALEMATES, "stalemates", mates)                                  \
	X(BARE_KINGS, "bare kings", mates)                                  \
	X(LAST_KINGS, "last kings", last)                                   \
	X(PASSED_TO_PIECES, "en passant by pieces", passed)                 \
	X(KINGS_TAKEN, "kings taken", kings)                                \
	X(DEAD_TAKEN, "dead pieces taken", dead)                            \
	X(FIELDS, "field promotions", actions >> MOVE_FIELD & 1)            \
	X(TRAITORS, "traitors", actions >> MOVE_TRAITOR & 1)                \
	X(DOUBLE_TRAITORS, "double traitors", actions >> MOVE_TRAITOR & 1)  \
	X(PASSES, "passes", actions >> MOVE_PASS & 1)                       \
	X(YIELDS, "yields", actions >> MOVE_YIELD & 1)                      \
	X(DRAWS_CALLED, "stalemates called", (calls & CALL_STALEMATE))      \
	X(PARTLY_DECLARED, "declared in part", dialect->declares)           \
	X(MATES_DECLARED, "mates declared", dialect->declares)              \
	X(SIEGED, "sieged", (calls & CALL_TOUCH))                           \
	X(FORTS, "fortifications", (calls & CALL_FORTIFY))                  \
	X(FORTS_ENDED, "played to their end", (calls & CALL_FORTIFY))       \
	X(TOUCHES, "touches of death", (calls & CALL_TOUCH))                \
	X(TOUCHED_KINGS, "for kings", (calls & CALL_TOUCH))                 \
	X(TOUCHED_PROMOTED, "of promoted pieces", (calls & CALL_TOUCH))     \
	X(TOUCHED_PASSING, "after en passant", (calls & CALL_TOUCH))        \
	X(REFUSED, "calls refused", (calls & CALL_TOUCH))                   \
	X(ELIMINATED, "eliminated", inherits)                               \
	X(INHERITED, "moves of inherited pieces", inherits)                 \
	X(CASCADES, "cascades", inherits)                                   \
	X(SKIPPED, "skipped", inherits)                                     \
	X(MATERIAL, "draws for want of pieces", inherits)                   \
	X(CLOCKS, "draws by the clock", inherits)                           \
	X(PROMOTED, "pieces promoted", dialect->promotes)                   \
	X(DRAUGHT_LEAPS, "leaps", actions >> MOVE_LEAP & 1)                 \
	X(CHAINS, "chains of leaps", actions >> MOVE_LEAP & 1)              \
	X(DROPS, "drops", actions >> MOVE_DROP & 1)                         \
	X(TRIUMPHS, "star triumphs", actions >> MOVE_DROP & 1)              \
	X(ILLUMINATIONS, "illuminations", actions >> MOVE_ILLUMINATION & 1) \
	X(TWO_MOVES, "turns of two moves", dialect->promotes)               \
	X(NAMED, "players named", dialect->promotes)                        \
	X(KOS, "forbidden by the ko", dialect->promotes)                    \
	X(OUT_OF_TURN, "turns out of turn", dialect->promotes)              \
	X(FORFEITS, "forfeits", dialect->promotes)                          \
	X(HOMES, "home squares", dialect->promotes)                         \
	X(KING_HUNTS, "king hunts", dialect->promotes)

#define NAME(name, words, reaches) name,
enum reached {
	COUNTERS(NAME) REACHED
};
#undef NAME

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
	const struct dialect *dialect = dialect_of(variant);
	enum tpf_leavers leavers = tpf_game_of(variant)->leavers;
	unsigned actions = variant->actions, calls = variant->calls;
	bool inherits = leavers == LEAVERS_INHERITED;
	bool mates = !dialect->declares && variant->bare_kings_end;
	bool kings = leavers != LEAVERS_NONE && !inherits;
	bool last = leavers != LEAVERS_NONE && leavers != LEAVERS_STAY &&
	    !variant->one_king_ends;
	bool dead = leavers == LEAVERS_DEAD && !variant->one_king_ends;
	bool passed = variant->en_passant == EN_PASSANT_CHOICE;
	int column = printf("%s:", variant->id);
	bool all = true;

#define PRINT(name, words, reaches)                                \
	if (reaches) {                                             \
		if (column > 60)                                   \
			column = printf("\n ") - 1;                \
		column += printf(" %u %s;", reached[name], words); \
		all = all && reached[name] > 0;                    \
	}
	COUNTERS(PRINT)
#undef PRINT
	printf("%s\n", all ? "" : " not all of it was reached");
	return all;
}
