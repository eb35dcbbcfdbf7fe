/*
 * Ternion: Siege Chess: why a move that is none of a piece is not legal, and
 * which calls are allowed along with a move.
 */
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

struct verdict
siege_explain(const struct explanation *explanation)
{
	const struct rules *rules = explanation->rules;
	const struct position *position = explanation->position;
	const struct attempt *attempt = explanation->attempt;
	struct verdict verdict;

	if (attempt->type == MOVE_FIELD) {
		verdict = judge_start(explanation);
		if (verdict.why == ILLEGAL_NOT)
			verdict = siege_judge_move(
			    rules, position, PLAYS_FIELD, attempt->from);
		return verdict.why != ILLEGAL_NOT
		    ? verdict
		    : siege_judge_field(
			  rules, position, attempt->from, attempt->promotion);
	}
	if (attempt->type == MOVE_TRAITOR)
		return judge_traitor_move(rules, position, attempt);
	if (attempt->type == MOVE_PASS && !siege_must_pass(&explanation->gen))
		return because_only(ILLEGAL_PASS);
	return explain_usual(explanation);
}

/*
 * Calls
 */

static struct verdict
judge_fort(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	struct verdict verdict;

	/* Two siege actions in one turn: none but F's own move. */
	if (move->type == MOVE_FIELD || move->type == MOVE_TRAITOR)
		return because_of(
		    ILLEGAL_CALL_FORTIFIED, move->from, move->from, me);
	verdict = siege_judge_move(rules, position, PLAYS_FORT, CELL_NONE);
	if (verdict.why == ILLEGAL_NOT && (position->siege.forts >> me & 1))
		return because_of(ILLEGAL_CALL_USED, CELL_NONE, CELL_NONE, me);
	return verdict;
}

/*
 * When an opponent, in his turn, captured a piece of a player who was sieged
 * as that turn began, the sieged player may at once call it. Not against a
 * capturing king nor while he is fortified.
 */
static struct verdict
judge_touch(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	unsigned sieged = siege_sieged(rules, position), owner;
	uint8_t victim =
	    move->victim != CELL_NONE ? position->at[move->victim] : 0;
	struct verdict verdict;

	if (!siege_plays(rules, PLAYS_TOUCH))
		return because_only(ILLEGAL_CALL_UNPLAYED);
	owner = piece_owner(victim);
	if (victim == PIECE_NONE || owner == PLAYER_NONE)
		return because(
		    ILLEGAL_TOUCH_NOTHING, move->from, move->to, CELL_NONE);
	if (owner != sieged) {
		verdict = because_of(
		    ILLEGAL_NOT_SIEGED, move->from, move->victim, owner);
		verdict.who2 = sieged;
		return verdict;
	}
	if (piece_kind(position->at[move->from]) == KING)
		return because(
		    ILLEGAL_TOUCH_KING, move->from, move->from, CELL_NONE);
	return siege_judge_colour(rules, position, piece_kind(victim), owner,
	    move->victim, move->from);
}

/* A draw cannot be called, nor a player yield, when the move ends the game. */
static struct verdict
judge_leaving(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	struct position after = *position;
	struct move plain = *move;

	if ((move->calls & CALL_STALEMATE) && (move->calls & CALL_YIELD))
		return because_only(ILLEGAL_CALLS_CLASH);
	plain.calls &= CALL_FORTIFY | CALL_TOUCH;
	rules_make_move(rules, &after, &plain);
	return game_is_over(rules, &after) ? because_only(ILLEGAL_GAME_OVER)
					   : allowed;
}

struct verdict
siege_explain_calls(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	struct verdict verdict = allowed;

	if (move->calls & CALL_FORTIFY)
		verdict = judge_fort(rules, position, move);
	if (verdict.why == ILLEGAL_NOT && (move->calls & CALL_TOUCH))
		verdict = judge_touch(rules, position, move);
	if (verdict.why == ILLEGAL_NOT &&
	    (move->calls & (CALL_STALEMATE | CALL_YIELD)))
		verdict = judge_leaving(rules, position, move);
	return verdict;
}
