/* Ternion: Bn Em's game: why a move is not legal. */
#include "rules/bnem/bnem_int.h"

/* To make two moves he needs a cube, somebody to give it to, and a king who is
 * not threatened. */
struct verdict
bnem_explain_pair(const struct rules *rules, const struct position *position)
{
	unsigned me = position->to_move;
	cell king = position->king[me];

	if (bnem_option(rules, BNEM_CUBES) != BNEM_YES)
		return because_only(ILLEGAL_PAIR_UNPLAYED);
	if (is_king_hunt(position))
		return because_only(ILLEGAL_KING_HUNT);
	if (!(position->bnem.cubes >> me & 1) ||
	    position->bnem.cubes == ALL_PLAYERS)
		return because_of(ILLEGAL_PAIR_CUBE, CELL_NONE, CELL_NONE, me);
	if (position->checks[me] != 0)
		return because_of(ILLEGAL_PAIR_CHECK, king, king, me);
	return allowed;
}

/* Judges a move that fits how the piece goes: by the kings and the ko. */
static struct verdict
judge_turn(const struct explanation *explanation, const struct move *move)
{
	const struct rules *rules = explanation->rules;
	const struct position *position = explanation->position;
	struct cellset taken = bnem_captured(rules, position, move);
	bool takes_king = has_king(position, taken);

	if (position->turn.pair_stage == PAIR_SECOND &&
	    move->from != CELL_NONE && move->from == position->turn.moved)
		return because(ILLEGAL_PAIR_SAME, move->from, move->from);
	if (position->turn.pair_stage != PAIR_NONE && takes_king)
		return because(ILLEGAL_PAIR_KING, move->from, move->to);
	if (position->turn.pair_stage == PAIR_NONE && !takes_king &&
	    is_king_hunt(position))
		return because(ILLEGAL_KING_HUNT, move->from, move->to);
	if (bnem_repeats(rules, position, move))
		return because(ILLEGAL_KO, move->from, move->to);
	return allowed;
}

/*
 * Moves of pieces
 */

/* Whether the piece could get there on a board with nothing in the way, by a
 * capture or without, if these pieces have never moved. */
static bool
goes_alone(const struct explanation *explanation, cell from, cell to,
    bool captures, struct cellset unmoved)
{
	const struct position *position = explanation->position;
	unsigned other = player_after(explanation->me);
	struct position alone;

	position_clear(&alone);
	alone.unmoved = unmoved;
	position_put(&alone, from, position->at[from]);
	if (captures)
		position_put(&alone, to, piece_make(PAWN, other, other));
	return bnem_goes_to(&explanation->rules->board.faces, &alone, from, to);
}

/* A piece in the way: without it and some others, the piece gets there. */
static cell
find_block(const struct explanation *explanation, cell from, cell to)
{
	const struct faces *faces = &explanation->rules->board.faces;
	const struct position *position = explanation->position;
	struct cellset others = position->kind[KIND_NONE];
	struct position fewer = *position;
	cell last = to;

	cellset_remove(&others, from);
	cellset_remove(&others, to);
	while (!cellset_empty(&others)) {
		last = cellset_pop(&others);
		position_take(&fewer, last);
		if (bnem_goes_to(faces, &fewer, from, to))
			break;
	}
	return last;
}

static struct verdict
judge_way(const struct explanation *explanation, cell from, cell to)
{
	const struct position *position = explanation->position;
	const struct reach_table *reach =
	    &explanation->rules->board.faces.reach[to];
	struct cellset unmoved = position->unmoved;
	enum kind kind = piece_kind(position->at[from]);
	bool empty = position_is_empty(position, to);
	faceset diagonal;

	if (from == to)
		return because(ILLEGAL_GEOMETRY, from, to);
	bool quiet = goes_alone(explanation, from, to, false, unmoved);
	bool takes = goes_alone(explanation, from, to, true, unmoved);
	/* A draught ends there by a leap over one piece. */
	diagonal = reach->twice & ~reach->twice_straight;
	bool leaps = kind == DRAUGHT && faceset_has(&diagonal, from);
	cellset_add(&unmoved, from);
	if (!quiet && !takes && !leaps)
		return because(goes_alone(explanation, from, to, false, unmoved)
			? ILLEGAL_DRAUGHT_MOVED
			: ILLEGAL_GEOMETRY,
		    from, to);
	if (!empty && cellset_has(&position->owned[explanation->me], to))
		return because(ILLEGAL_OWN_PIECE, from, to);
	if (leaps && !(quiet && empty))
		return because_between(ILLEGAL_LEAP, from, from, to);
	if (!empty && !takes)
		return because(
		    kind == PAWN ? ILLEGAL_PAWN_BLOCKED : ILLEGAL_BLOCKED, from,
		    to);
	if (empty && !quiet)
		return because(ILLEGAL_PAWN_NO_TARGET, from, to);
	if (kind == ROSE &&
	    has_open_route(reach, ROUTE_ROSE, from,
		faceset_of(&position->kind[KIND_NONE]), 0))
		return because(ILLEGAL_ROSE_START, from, to);
	return because(
	    ILLEGAL_BLOCKED, from, find_block(explanation, from, to));
}

static struct verdict
judge_step(const struct explanation *explanation, cell from, cell to)
{
	const struct rules *rules = explanation->rules;
	const struct position *position = explanation->position;
	struct move move = plain_move(position, from, to);
	struct chain chain;

	if (!promoted_fits(explanation->attempt->promoted, position->at[from]))
		return because(ILLEGAL_OTHER_FORM, from, from);
	if (cellset_has(&position->owned[explanation->me], to) ||
	    !bnem_goes_to(&rules->board.faces, position, from, to)) {
		if (piece_kind(position->at[from]) != DRAUGHT)
			return judge_way(explanation, from, to);
		chain_begin(&chain, rules, position, from);
		if (!chain_leap_to(&chain, to))
			return judge_way(explanation, from, to);
		move = bnem_chain_move(&chain);
	}
	if (explanation->attempt->promotion != KIND_NONE)
		return because(ILLEGAL_PROMOTION_HERE, from, to);
	return judge_turn(explanation, &move);
}

/*
 * Tokens other than a single move from cell to cell
 */

static struct verdict
judge_chain(const struct explanation *explanation)
{
	const struct rules *rules = explanation->rules;
	const struct position *position = explanation->position;
	const struct move_query *attempt = explanation->attempt;
	cell from = attempt->from, at = from;
	struct chain chain;

	if (from == CELL_NONE)
		return because_only(ILLEGAL_NO_PIECE);
	if (piece_kind(position->at[from]) != DRAUGHT)
		return because_between(
		    ILLEGAL_LEAP, from, from, attempt->path[0]);
	if (!promoted_fits(explanation->attempt->promoted, position->at[from]))
		return because(ILLEGAL_OTHER_FORM, from, from);
	chain_begin(&chain, rules, position, from);
	for (unsigned i = 0; i < attempt->leaps; i++) {
		if (!chain_leap_to(&chain, attempt->path[i]))
			return because_between(
			    ILLEGAL_LEAP, from, at, attempt->path[i]);
		at = attempt->path[i];
	}
	struct move move = bnem_chain_move(&chain);
	return judge_turn(explanation, &move);
}

static struct verdict
judge_illumination(const struct explanation *explanation)
{
	const struct rules *rules = explanation->rules;
	const struct position *position = explanation->position;
	cell king = position->king[explanation->me];
	struct move move = move_action(MOVE_ILLUMINATION, king, CELL_NONE);

	if (king == CELL_NONE || !may_mean(explanation, king))
		return because_only(ILLEGAL_NO_PIECE);
	if (!is_promoted(position->at[king]))
		return because(ILLEGAL_DARK, king, king);
	struct cellset taken = bnem_illuminated(rules, position, king);
	if (cellset_empty(&taken))
		return because(ILLEGAL_NO_LIGHT, king, king);
	move.victim = cellset_pop(&taken);
	return judge_turn(explanation, &move);
}

struct verdict
bnem_explain(const struct explanation *explanation)
{
	const struct position *position = explanation->position;
	const struct move_query *attempt = explanation->attempt;
	const struct move drop = drop_move(attempt->promotion, attempt->to);

	if (bnem_is_over(explanation->rules, position))
		return because_only(ILLEGAL_GAME_OVER);
	if (attempt->type == MOVE_PASS || attempt->type == MOVE_YIELD) {
		if (position->turn.pair_stage != PAIR_NONE)
			return because_only(ILLEGAL_PAIR_PART);
		/* From then on only king captures are legal. */
		return is_king_hunt(position) ? because_only(ILLEGAL_KING_HUNT)
					      : allowed;
	}
	struct verdict verdict = attempt->type == MOVE_DROP
	    ? bnem_judge_drop(
		  explanation->rules, position, attempt->promotion, attempt->to)
	    : judge_start(explanation);
	if (verdict.why != ILLEGAL_NOT)
		return verdict;
	if (attempt->type == MOVE_DROP)
		return judge_turn(explanation, &drop);
	if (attempt->type == MOVE_LEAP)
		return judge_chain(explanation);
	return attempt->type == MOVE_ILLUMINATION
	    ? judge_illumination(explanation)
	    : nearest_miss(explanation, judge_step);
}
