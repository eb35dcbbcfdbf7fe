/* Ternion: what makes a move legal that fits how its piece goes. */
#include "rules/moves/legal.h"

/*
 * Whether the move lets somebody attack the king down one of the lines. Mostly
 * nobody stands on them, and the board after the move need not be made.
 */
static bool
opens_line(const struct rules *rules, const struct position *position,
    const struct move *move, cell king, unsigned lines)
{
	struct board_view after;

	for (; lines != 0; lines &= lines - 1) {
		unsigned d = (unsigned)__builtin_ctz(lines);
		struct cellset threats;

		threats =
		    ray_candidates(rules, position, position->to_move, king, d);
		if (cellset_empty(&threats))
			continue;
		view_after_move(&after, rules, position, move);
		if (attackers_among(&after, threats, king) != 0)
			return true;
	}
	return false;
}

/*
 * Where no move may leave the king attacked: a king that is not attacked stays
 * so unless he moves, or a cell is cleared that bears on a line to him; one
 * that is attacked stays so unless the move takes a piece or fills a cell that
 * bears on him.
 */
bool
is_safe(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	cell king = position->king[me];
	struct board_view after;
	unsigned lines;

	if (move->from == king) {
		view_after_move(&after, rules, position, move);
		return !is_attacked(&after, me, move->to);
	}
	if (position->checks[me] == 0) {
		lines = pin_rays_opened(rules, position, me, move);
		return !opens_line(rules, position, move, king, lines);
	}
	if (move->victim == CELL_NONE &&
	    rules->board.affects[king][move->to] == 0)
		return false;
	view_after_move(&after, rules, position, move);
	return !is_attacked(&after, me, king);
}

bool
gen_can_defend(const struct gen *gen)
{
	struct defence *defence = gen->defence;
	struct gen trial; /* its own: gen may have been opened only */

	if (!defence->known) {
		gen_begin(&trial, gen->view.rules, gen->view.position);
		trial.king_law = KING_NEVER_LEFT;
		trial.query = NULL;
		trial.sink = stop_at_once;
		defence->possible = !gen_pieces(&trial);
		defence->known = true;
	}
	return defence->possible;
}

bool
legal_castling(const struct gen *gen, const struct castling *side)
{
	const struct board_view *view = &gen->view;
	struct cellset blocked = cellset_and(side->between, view->occupied);
	struct cellset safe = side->safe;

	if (!cellset_empty(&blocked))
		return false;
	if (gen->king_law == KING_FREE)
		return true;
	if (view->position->checks[gen->me] != 0)
		return false;
	while (!cellset_empty(&safe))
		if (is_attacked(view, gen->me, cellset_pop(&safe)))
			return false;
	return true;
}

/* To the kinds of which the variant has a list, on the opponents' baselines,
 * and always. */
static unsigned
promotions_usual(const struct gen *gen, const struct move *move)
{
	unsigned kinds = 0;

	if (!cellset_has(&gen->seat->promotion, move->to))
		return 1u << KIND_NONE;
	for (const uint8_t *k = gen->view.rules->variant->promotions;
	     *k != KIND_NONE; k++)
		kinds |= 1u << *k;
	return kinds;
}

unsigned
promotion_kinds(const struct gen *gen, const struct move *move)
{
	const struct variant_rules *hooks = gen->view.rules->hooks;

	return hooks->promotions != NULL ? hooks->promotions(gen, move)
					 : promotions_usual(gen, move);
}

bool
legal_pawn_move(const struct gen *gen, struct move *move)
{
	unsigned kinds;

	if (!legal_move(gen, move))
		return true;
	kinds = promotion_kinds(gen, move);
	for (; kinds != 0; kinds &= kinds - 1) {
		move->promotion = (uint8_t)__builtin_ctz(kinds);
		if (!gen->sink(gen->context, move))
			return false;
	}
	return true;
}

bool
legal_piece_move(const struct gen *gen, cell from, cell to)
{
	const struct position *position = gen->view.position;
	struct move move = plain_move(position, from, to);

	if (legal_move(gen, &move) && !gen->sink(gen->context, &move))
		return false;
	if (!gen->view.rules->variant->en_passant_by_all ||
	    move.type != MOVE_QUIET)
		return true;
	move.type = MOVE_ENPASSANT;
	move.victim = en_passant_pawn(gen, to);
	return move.victim == CELL_NONE || !legal_move(gen, &move) ||
	    gen->sink(gen->context, &move);
}

bool
pawn_steps_to(const struct gen *gen, cell from, cell to)
{
	const struct pawn_step *step = gen->seat->pawn_step[from];
	cell between = CELL_NONE;
	bool is_step = false;

	if (gen_is_stuck(gen, from))
		return false;
	for (unsigned i = 0; i < PAWN_STEPS; i++) {
		is_step |= step[i].to == to;
		between = step[i].beyond == to ? step[i].to : between;
	}
	/* All of it at once: how far pawns go is hard to predict. */
	return (int)is_step |
	    ((between != CELL_NONE) & (int)gen_may_double(gen, from) &
		(int)position_is_empty(
		    gen->view.position, between == CELL_NONE ? to : between));
}

bool
pawn_move_to(const struct gen *gen, cell from, cell to, struct move *move)
{
	*move = plain_move(gen->view.position, from, to);
	if (move->victim == CELL_NONE && pawn_steps_to(gen, from, to))
		return true;
	if (!cellset_has(&gen->seat->pawn_from[to], from))
		return false;
	if (move->victim == CELL_NONE) {
		move->type = MOVE_ENPASSANT;
		move->victim = en_passant_pawn(gen, to);
	}
	return move->victim != CELL_NONE && legal_landing(gen, from, to) &&
	    view_way_open(&gen->view, PAWN, from, to);
}

/* Castling, where the target is where the king would land. */
static bool
castling_to(const struct gen *gen, cell to)
{
	unsigned rights = gen->view.position->rights[gen->me];

	for (unsigned s = 0; rights >> s != 0; s++) {
		const struct castling *side = &gen->seat->side[s];
		struct move move = castling_move(side, s);

		if ((rights >> s & 1) && side->king_to == to &&
		    legal_castling(gen, side) && legal_move(gen, &move) &&
		    !gen->sink(gen->context, &move))
			return false;
	}
	return true;
}

/* The moves of a piece that could get to the target on an empty board. */
static bool
piece_to(const struct gen *gen, cell from, cell to)
{
	enum kind kind = piece_kind(gen->view.position->at[from]);
	struct move move;

	if (!legal_landing(gen, from, to))
		return true;
	if (kind == PAWN)
		return !pawn_move_to(gen, from, to, &move) ||
		    legal_pawn_move(gen, &move);
	if (!view_way_open(&gen->view, kind, from, to))
		return true;
	return legal_piece_move(gen, from, to);
}

/* Whether the piece gets to the target on an empty board. */
static bool
reaches(const struct gen *gen, cell from, cell to)
{
	enum kind kind = piece_kind(gen->view.position->at[from]);

	return cellset_has(&gen->seat->reach_from[kind][to], from);
}

/* The mover's pieces that fit the query and reach its target on an empty
 * board; false if the sink stopped. */
static bool
pieces_to(const struct gen *gen)
{
	const struct position *position = gen->view.position;
	const struct move_query *query = gen->query;
	const struct cellset *reach = query->kind == KIND_NONE
	    ? NULL
	    : &gen->seat->reach_from[query->kind][query->to];

	for (int i = 0; i < CELLSET_WORDS; i++) {
		uint64_t word = position->owned[gen->me].word[i];

		if (reach != NULL)
			word &= position->kind[query->kind].word[i] &
			    reach->word[i];
		for (; word != 0; word &= word - 1) {
			cell from = cellset_cell(i, word);

			if ((reach != NULL || reaches(gen, from, query->to)) &&
			    !piece_to(gen, from, query->to))
				return false;
		}
	}
	return true;
}

/* Gives the moves to the target of the one piece that the query names; false if
 * the sink stopped. */
static bool
named_to(const struct gen *gen)
{
	const struct position *position = gen->view.position;
	const struct move_query *query = gen->query;
	cell from = query->from;

	if (!cellset_has(&position->owned[gen->me], from) ||
	    (query->kind != KIND_NONE &&
		piece_kind(position->at[from]) != query->kind) ||
	    !reaches(gen, from, query->to))
		return true;
	return piece_to(gen, from, query->to);
}

bool
legal_moves_to(const struct gen *gen)
{
	const struct move_query *query = gen->query;
	cell king = gen->view.position->king[gen->me];

	if (!(query->from != CELL_NONE ? named_to(gen) : pieces_to(gen)))
		return false;
	if ((query->kind != KING && query->kind != KIND_NONE) ||
	    (query->from != CELL_NONE && query->from != king))
		return true;
	return castling_to(gen, query->to);
}
