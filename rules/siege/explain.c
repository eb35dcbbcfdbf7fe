/* Ternion: Siege Chess: why a move that is none of a piece is not legal. */
#include "rules/siege/siege_int.h"

static struct verdict
judge_traitor_move(const struct rules *rules, const struct position *position,
    const struct attempt *attempt)
{
	unsigned me = position->to_move;
	struct verdict verdict =
	    siege_judge_move(rules, position, PLAYS_TRAITOR, attempt->from);
	struct position after = *position;

	if (verdict.why != ILLEGAL_NOT)
		return verdict;
	if (position->siege.traitors[me] >= TRAITORS_MAX)
		return because_of(
		    ILLEGAL_CALL_USED, attempt->from, attempt->from, me);
	verdict = siege_judge_traitor(rules, position, attempt->from);
	if (verdict.why != ILLEGAL_NOT || attempt->to == CELL_NONE)
		return verdict;
	siege_turn_traitor(rules, &after, attempt->from);
	return siege_judge_second_traitor(rules, &after,
	    piece_owner(position->at[attempt->from]), attempt->to);
}

static struct verdict
judge_field_promotion(const struct explanation *explanation)
{
	const struct rules *rules = explanation->rules;
	const struct position *position = explanation->position;
	const struct attempt *attempt = explanation->attempt;
	struct verdict verdict =
	    siege_judge_move(rules, position, PLAYS_FIELD, attempt->from);

	if (verdict.why != ILLEGAL_NOT)
		return verdict;
	return siege_judge_field(
	    rules, position, attempt->from, attempt->promotion);
}

struct verdict
siege_explain(const struct explanation *explanation)
{
	const struct attempt *attempt = explanation->attempt;
	struct verdict verdict;

	switch (attempt->type) {
	case MOVE_FIELD:
		verdict = judge_start(explanation);
		return verdict.why != ILLEGAL_NOT
		    ? verdict
		    : judge_field_promotion(explanation);
	case MOVE_TRAITOR:
		return judge_traitor_move(
		    explanation->rules, explanation->position, attempt);
	case MOVE_PASS:
		return siege_must_pass(&explanation->gen)
		    ? allowed
		    : because_only(ILLEGAL_PASS);
	case MOVE_YIELD:
	case MOVE_STALEMATE:
	case MOVE_UNSTATED:
	case MOVE_QUIET:
	case MOVE_CAPTURE:
	case MOVE_ENPASSANT:
	case MOVE_CASTLE:
	case MOVE_DROP:
	case MOVE_LEAP:
	case MOVE_ILLUMINATION:
	case MOVE_TYPES:
		break;
	}
	return explain_usual(explanation);
}
