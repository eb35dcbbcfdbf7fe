/* Ternion: why a move is not legal, for people who thought it was. */
#include "rules/moves/legal.h"
#include "rules/variants/variant_rules.h"

/* The verdict that names the piece which attacks `target` in the view. */
static struct verdict
attacked(const struct explanation *explanation, const struct board_view *view,
    enum illegal why, cell from, cell target)
{
	const struct position *position = explanation->position;
	struct verdict verdict = because(why, from, target);
	struct cellset enemies = enemies_of(position, explanation->me);

	while (verdict.at2 == CELL_NONE && !cellset_empty(&enemies)) {
		cell c = cellset_pop(&enemies);

		if (c == view->gone || !piece_attacks(view, c, target))
			continue;
		verdict.at2 = c;
		verdict.who = piece_owner(position->at[c]);
	}
	return verdict;
}

/* Judges whether a move that fits how the piece goes keeps the king safe. */
static struct verdict
judge_safety(const struct explanation *explanation, const struct move *move)
{
	const struct position *position = explanation->position;
	struct board_view after;
	cell king = position->king[explanation->me];
	enum illegal why = ILLEGAL_OPENS_CHECK;

	if (king == CELL_NONE || legal_move(&explanation->gen, move))
		return allowed;
	if (move->from == king) {
		king = move->to;
		why = ILLEGAL_INTO_CHECK;
	} else if (position->checks[explanation->me] != 0) {
		why = ILLEGAL_LEAVES_CHECK;
	}
	view_after_move(&after, explanation->rules, position, move);
	return attacked(explanation, &after, why, move->from, king);
}

/* The first cell that stops a slide from `from` to `to` on one line. */
static struct verdict
judge_slide(const struct explanation *explanation, cell from, cell to)
{
	const struct board_view *view = &explanation->gen.view;
	const struct board *board = &view->rules->board;
	unsigned d = board_line(board, from, to) - 1;

	for (cell at = from;;) {
		if (d >= STRAIGHTS && !view_flank_open(view, at, d))
			return because_between(ILLEGAL_FLANK, from,
			    board->flank[at][d - STRAIGHTS][0],
			    board->flank[at][d - STRAIGHTS][1]);
		at = board_next(board, at, &d);
		if (at == to)
			return allowed;
		if (cellset_has(view->occupied, at))
			return because(ILLEGAL_BLOCKED, from, at);
	}
}

/* Why the piece on `to`, no piece of the mover, may not be taken. */
static struct verdict
judge_capture(const struct explanation *explanation, cell from, cell to)
{
	const struct position *position = explanation->position;
	const struct variant *variant = explanation->rules->variant;
	unsigned me = explanation->me;
	unsigned owner = piece_owner(position->at[to]);

	if (owner == PLAYER_NONE)
		return because(ILLEGAL_DEAD, from, to);
	if (position->uncapturable >> me & 1)
		return because_of(ILLEGAL_FORTIFIED, from, to, me);
	if (position->uncapturable >> owner & 1)
		return because_of(ILLEGAL_FORTRESS, from, to, owner);
	if (!variant->kings_declared)
		return because(ILLEGAL_KING_CAPTURE, from, to);
	return because_of(from == position->king[me] ? ILLEGAL_KING_BY_KING
						     : ILLEGAL_UNDECLARED,
	    from, to, owner);
}

static struct verdict
judge_target(const struct explanation *explanation, cell from, cell to)
{
	const struct position *position = explanation->position;

	if (legal_landing(&explanation->gen, from, to))
		return allowed;
	if (cellset_has(&position->owned[explanation->me], to))
		return because(ILLEGAL_OWN_PIECE, from, to);
	return judge_capture(explanation, from, to);
}

/* Judges what the pawn's move is to promote it to. */
static struct verdict
judge_promotion(const struct explanation *explanation, const struct move *move)
{
	enum kind kind = explanation->attempt->promotion;
	struct position position = *explanation->position;
	struct gen gen = explanation->gen;
	enum illegal why = ILLEGAL_PROMOTION_LOST;

	if (promotion_kinds(&gen, move) >> kind & 1 ||
	    (kind == KIND_NONE && rules_promotes_singly(gen.view.rules)))
		return allowed;
	/* Could it be promoted if its owner had lost one of the kind? */
	position.lost[gen.me][kind] = 1;
	gen.view.position = &position;
	if (kind == KIND_NONE)
		why = ILLEGAL_PROMOTION_MISSING;
	else if (!(explanation->rules->variant->promotions >> kind & 1))
		why = ILLEGAL_PROMOTION_KIND;
	else if (!(promotion_kinds(&gen, move) >> kind & 1))
		why = ILLEGAL_PROMOTION_HERE;
	return because(why, move->from, move->to);
}

/* Why a move that could go to the empty cell takes no pawn there in passing:
 * none can be taken so, or it is one that cannot be taken at all. */
static struct verdict
judge_en_passant(const struct explanation *explanation, cell from, cell to)
{
	const struct position *position = explanation->position;

	if (!position_is_empty(position, to))
		return because(ILLEGAL_NOT_PASSED, from, to);
	if (en_passant_pawn(&explanation->gen, to) != CELL_NONE)
		return allowed;
	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != explanation->me &&
		    position->en_passant[p].target == to)
			return judge_capture(
			    explanation, from, position->en_passant[p].pawn);
	return because(ILLEGAL_NOT_PASSED, from, to);
}

/* The step of a pawn that leads to the cell, as one or, in a game with double
 * steps, as two; NULL if none does. */
static const struct pawn_step *
step_between(const struct explanation *explanation, cell from, cell to)
{
	const struct seat *seat = explanation->gen.seat;
	const struct pawn_step *step = seat->pawn_step[from];
	bool doubles = !cellset_empty(&seat->double_from);

	for (; step->to != CELL_NONE; step++)
		if (step->to == to || (doubles && step->beyond == to))
			return step;
	return NULL;
}

/* Judges the pawn's step to the cell, or its two steps over `one`. */
static struct verdict
judge_pawn_step(
    const struct explanation *explanation, cell from, cell to, cell one)
{
	const struct gen *gen = &explanation->gen;
	const struct position *position = explanation->position;
	bool inherited = piece_colour(position->at[from]) != explanation->me;

	if (one != to && !cellset_has(&gen->seat->double_from, from))
		return because(ILLEGAL_PAWN_DOUBLE, from, to);
	if (pawn_is_stuck(gen->seat, position, from))
		return because(ILLEGAL_PAWN_STUCK, from, to);
	if (one != to && !pawn_may_double(gen->view.rules, position, from))
		return because(
		    inherited ? ILLEGAL_PAWN_INHERITED : ILLEGAL_PAWN_MOVED,
		    from, to);
	if (!position_is_empty(position, one))
		return because(ILLEGAL_PAWN_BLOCKED, from, one);
	if (!position_is_empty(position, to))
		return because(ILLEGAL_PAWN_BLOCKED, from, to);
	return allowed;
}

static struct verdict
judge_pawn(const struct explanation *explanation, cell from, cell to)
{
	const struct pawn_step *step = step_between(explanation, from, to);
	cell victim = CELL_NONE;
	struct verdict verdict;
	/* Where it steps as it captures, it is a step onto an empty cell. */
	bool steps = step != NULL && step->to == to &&
	    position_is_empty(explanation->position, to);

	if (cellset_has(&explanation->gen.seat->pawn_from[to], from) &&
	    !steps) {
		verdict = judge_slide(explanation, from, to);
		victim = position_is_empty(explanation->position, to)
		    ? en_passant_pawn(&explanation->gen, to)
		    : to;
		if (verdict.why == ILLEGAL_NOT && victim == CELL_NONE)
			verdict = judge_en_passant(explanation, from, to);
		if (verdict.why == ILLEGAL_NOT_PASSED)
			verdict.why = ILLEGAL_PAWN_NO_TARGET;
	} else if (step != NULL)
		verdict = judge_pawn_step(explanation, from, to, step->to);
	else
		return because(ILLEGAL_GEOMETRY, from, to);
	if (verdict.why == ILLEGAL_NOT)
		verdict = judge_target(explanation, from, to);
	struct move move = plain_move(explanation->position, from, to);
	move.victim = victim;
	if (victim != CELL_NONE && victim != to)
		move.type = MOVE_ENPASSANT;
	if (verdict.why == ILLEGAL_NOT)
		verdict = judge_safety(explanation, &move);
	if (verdict.why == ILLEGAL_NOT &&
	    (victim == CELL_NONE || victim == to) &&
	    explanation->attempt->type == MOVE_ENPASSANT)
		return because(ILLEGAL_NOT_PASSED, from, to);
	if (verdict.why == ILLEGAL_NOT)
		verdict = judge_promotion(explanation, &move);
	return verdict;
}

static struct verdict
judge_piece(const struct explanation *explanation, cell from, cell to)
{
	const struct position *position = explanation->position;
	enum kind kind = piece_kind(position->at[from]);
	enum en_passant_law law = explanation->rules->en_passant;
	bool en_passant = explanation->attempt->type == MOVE_ENPASSANT;
	struct verdict verdict = allowed;
	struct move move = plain_move(position, from, to);

	if (kind == PAWN)
		return judge_pawn(explanation, from, to);
	if (!cellset_has(&explanation->gen.seat->reach_from[kind][to], from))
		return because(ILLEGAL_GEOMETRY, from, to);
	if (!is_leaper(kind))
		verdict = judge_slide(explanation, from, to);
	if (verdict.why == ILLEGAL_NOT)
		verdict = judge_target(explanation, from, to);
	if (verdict.why == ILLEGAL_NOT && en_passant)
		verdict = law != EN_PASSANT_PAWNS
		    ? judge_en_passant(explanation, from, to)
		    : because(ILLEGAL_NOT_PASSED, from, to);
	if ((en_passant || law == EN_PASSANT_ALL) && move.type == MOVE_QUIET)
		set_en_passant(&explanation->gen, &move);
	if (verdict.why == ILLEGAL_NOT)
		verdict = judge_safety(explanation, &move);
	if (verdict.why == ILLEGAL_NOT &&
	    explanation->attempt->promotion != KIND_NONE)
		return because(ILLEGAL_PROMOTION_HERE, from, to);
	return verdict;
}

static struct verdict
judge_castling(const struct explanation *explanation)
{
	const struct move_query *attempt = explanation->attempt;
	const struct position *position = explanation->position;
	cell king = position->king[explanation->me];

	if (attempt->side >= explanation->rules->sides)
		return because(ILLEGAL_CASTLING_SIDE, king, king);
	const struct castling *side =
	    &explanation->gen.seat->side[attempt->side];
	if (!(position->rights[explanation->me] >> attempt->side & 1))
		return because_between(ILLEGAL_CASTLING_RIGHTS, king,
		    side->king_from, side->rook_from);
	struct cellset blocked =
	    cellset_and(side->between, explanation->gen.view.occupied);
	if (!cellset_empty(&blocked))
		return because(
		    ILLEGAL_CASTLING_BLOCKED, king, cellset_pop(&blocked));
	if (legal_castling(&explanation->gen, side)) {
		struct move move = castling_move(side, attempt->side);

		return judge_safety(explanation, &move);
	}
	if (position->checks[explanation->me] != 0 &&
	    cellset_has(&side->safe, king))
		return attacked(explanation, &explanation->gen.view,
		    ILLEGAL_CASTLING_CHECK, king, king);
	struct cellset safe = side->safe;
	for (cell c; (c = cellset_next(&safe)) != CELL_NONE;) {
		if (is_attacked(&explanation->gen.view, explanation->me, c))
			return attacked(explanation, &explanation->gen.view,
			    ILLEGAL_CASTLING_ATTACKED, king, c);
	}
	return allowed; /* not reached: one of them was attacked */
}

bool
may_mean(const struct explanation *explanation, cell from)
{
	const struct move_query *attempt = explanation->attempt;

	return (attempt->from == CELL_NONE || attempt->from == from) &&
	    place_fits(explanation->rules->board.name[from], attempt->from_file,
		attempt->from_rank);
}

struct verdict
nearest_miss(const struct explanation *explanation,
    struct verdict (*judge)(const struct explanation *, cell from, cell to))
{
	const struct move_query *attempt = explanation->attempt;
	const struct position *position = explanation->position;
	struct cellset pieces = position->owned[explanation->me];
	struct verdict best = because_only(ILLEGAL_NO_PIECE);

	if (attempt->kind != KIND_NONE)
		pieces = cellset_and(pieces, &position->kind[attempt->kind]);
	for (cell c; (c = cellset_next(&pieces)) != CELL_NONE;) {
		if (!may_mean(explanation, c))
			continue;
		struct verdict verdict = judge(explanation, c, attempt->to);
		if (verdict.why == ILLEGAL_NOT)
			return verdict;
		if (verdict.why > best.why)
			best = verdict;
	}
	return best;
}

struct verdict
judge_start(const struct explanation *explanation)
{
	const struct position *position = explanation->position;
	const struct move_query *attempt = explanation->attempt;
	cell from = attempt->from;

	if (from == CELL_NONE)
		return allowed;
	if (position_is_empty(position, from))
		return because(ILLEGAL_EMPTY, from, from);
	if (!cellset_has(&position->owned[explanation->me], from))
		return because(ILLEGAL_NOT_YOURS, from, from);
	if (attempt->kind != KIND_NONE &&
	    piece_kind(position->at[from]) != attempt->kind)
		return because(ILLEGAL_OTHER_KIND, from, from);
	return allowed;
}

struct verdict
explain_usual(const struct explanation *explanation)
{
	enum move_type type = explanation->attempt->type;

	if (type == MOVE_CASTLE)
		return judge_castling(explanation);
	/* Nothing else can be asked for but to resign. */
	if (type > MOVE_ENPASSANT)
		return allowed;
	struct verdict verdict = judge_start(explanation);
	return verdict.why != ILLEGAL_NOT
	    ? verdict
	    : nearest_miss(explanation, judge_piece);
}

struct verdict
rules_explain(const struct rules *rules, const struct position *position,
    const struct move_query *attempt)
{
	struct explanation explanation = { rules, position, attempt,
		position->to_move, { .me = 0 } };

	if (game_is_over(rules, position))
		return because_only(ILLEGAL_GAME_OVER);
	gen_begin(&explanation.gen, rules, position);
	if (attempt->type == MOVE_PASS && rules->variant->must_pass &&
	    !gen_must_pass(&explanation.gen))
		return because_only(ILLEGAL_PASS);
	return rules->hooks->explain != NULL
	    ? rules->hooks->explain(&explanation)
	    : explain_usual(&explanation);
}

struct verdict
rules_explain_calls(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	return move->calls != 0 && rules->hooks->calls.explain != NULL
	    ? rules->hooks->calls.explain(rules, position, move)
	    : allowed;
}

struct verdict
rules_explain_pair(const struct rules *rules, const struct position *position)
{
	return rules->hooks->turns.explain_pair(rules, position);
}
