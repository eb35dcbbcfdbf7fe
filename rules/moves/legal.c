/* Ternion: what makes a move legal that fits how its piece goes. */
#include "rules/moves/legal.h"

static enum king_law
gen_king_law(const struct gen *gen)
{
	const struct variant_rules *hooks = gen->view.rules->hooks;

	return hooks->king_law == NULL || gen->defends
	    ? KING_NEVER_LEFT
	    : hooks->king_law(gen->view.position);
}

/* Where no move may leave the king attacked: a king that is not attacked stays
 * so unless he moves, or a cell is cleared that bears on a line to him; one
 * that is attacked stays so unless the move takes a piece or fills a cell that
 * bears on him. */
static bool
is_safe(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	cell king = position->king[me];
	bool in_check = position->checks[me] != 0, moves = move->from == king;
	struct board_view after;

	if (in_check && !moves && move->victim == CELL_NONE &&
	    rules->board.affects[move->to][king] == 0)
		return false;
	view_after_move(&after, rules, position, move);
	return !is_attacked(&after, me, moves ? move->to : king);
}

bool
stop_at_once(void *context, const struct move *move)
{
	(void)context;
	(void)move;
	return false;
}

bool
gen_can_defend(const struct gen *gen)
{
	struct defence *defence = gen->defence;
	struct gen trial; /* its own: gen may have been opened only */

	if (!defence->known) {
		gen_begin(&trial, gen->view.rules, gen->view.position);
		trial.defends = true;
		defence->possible = gen_finds_move(&trial);
		defence->known = true;
	}
	return defence->possible;
}

bool
king_allows(const struct gen *gen, const struct move *move)
{
	const struct position *position = gen->view.position;
	enum king_law law = gen_king_law(gen);

	return law >= KING_CASTLES_SAFELY ||
	    (law == KING_STEPS_SAFELY &&
		move->from != position->king[gen->me]) ||
	    is_safe(gen->view.rules, position, move) ||
	    (law == KING_LEFT_IN_NEED && !gen_can_defend(gen));
}

bool
legal_castling(const struct gen *gen, const struct castling *side)
{
	const struct board_view *view = &gen->view;
	struct cellset blocked = cellset_and(side->between, view->occupied);
	struct cellset safe = side->safe;

	if (!cellset_empty(&blocked))
		return false;
	if (gen_king_law(gen) == KING_FREE)
		return true;
	if (view->position->checks[gen->me] != 0 &&
	    cellset_has(&safe, side->king_from))
		return false;
	while (!cellset_empty(&safe))
		if (is_attacked(view, gen->me, cellset_pop(&safe)))
			return false;
	return true;
}
