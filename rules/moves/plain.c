/* Ternion: the plain moves that most texts tell, found without a list. */
#include "rules/moves/legal.h"

/* Whether the king lands on the cell by a castling that is still open. */
static bool
may_castle_to(const struct gen *gen, cell to)
{
	unsigned rights = gen->view.position->rights[gen->me];

	for (unsigned s = 0; rights >> s != 0; s++)
		if ((rights >> s & 1) && gen->seat->side[s].king_to == to)
			return true;
	return false;
}

/* Whether a piece of the kind that lands on the cell may make another move
 * than a plain one. */
static inline bool
may_be_special(const struct gen *gen, enum kind kind, cell to)
{
	const struct position *position = gen->view.position;

	if (kind == KING && may_castle_to(gen, to))
		return true;
	return ((kind == PAWN) |
		   (gen->view.rules->en_passant != EN_PASSANT_PAWNS)) &
	    (int)position_was_skipped(position, to);
}

/* Whether the pawn, which could get to the empty cell by one step or two, steps
 * there. */
static inline bool
pawn_walks(const struct gen *gen, cell from, cell to)
{
	const struct pawn_step *step = gen->seat->pawn_step[from];

	if (gen_is_stuck(gen, from))
		return false;
	if (cellset_has(&gen->view.rules->board.king_set[from], to))
		return true;
	for (; step->to != CELL_NONE; step++)
		if (step->beyond == to &&
		    position_is_empty(gen->view.position, step->to))
			return gen_may_double(gen, from);
	return false;
}

/* Whether a piece of the kind may take what stands on the cell. */
static inline bool
may_capture(struct gen *gen, enum kind kind, cell to)
{
	if (is_fair_game(gen->view.position, gen->view.position->at[to]))
		return true;
	gen_find_targets(gen);
	return cellset_has(
	    kind == KING ? &gen->law.king_targets : &gen->law.targets, to);
}

/* The mover's pieces that could get to the cell if nothing stood in their way.
 */
static inline struct cellset
origins_of(const struct gen *gen, const struct move_query *query,
    enum kind kind, bool quiet)
{
	const struct position *position = gen->view.position;
	const struct cellset *table = kind != PAWN ? gen->seat->reach_from[kind]
	    : quiet                                ? gen->seat->pawn_walk
						   : gen->seat->pawn_from;
	struct cellset pieces = { { 0 } };
	cell from = query->from;

	if (from == CELL_NONE) {
		pieces = table[query->to];
		pieces = cellset_and(pieces, &position->owned[gen->me]);
		return cellset_and(pieces, &position->kind[kind]);
	}
	if (cellset_has(&table[query->to], from) &&
	    cellset_has(&position->owned[gen->me], from) &&
	    cellset_has(&position->kind[kind], from))
		cellset_add(&pieces, from);
	return pieces;
}

bool
rules_find_plain(const struct rules *rules, const struct position *position,
    const struct move_query *query, struct move *move, struct cellset *rivals)
{
	enum kind kind = query->kind;
	cell to = query->to, found = CELL_NONE;
	bool quiet = position_is_empty(position, to), goes;
	struct cellset pieces;
	struct gen gen;

	if (kind == KIND_NONE && query->from != CELL_NONE)
		kind = piece_kind(position->at[query->from]);
	if (!FAST || game_is_over(rules, position))
		return false;
	if (rules->hooks->find_plain != NULL)
		return rules->hooks->find_plain(
		    rules, position, query, move, rivals);
	if (kind == KIND_NONE || query->type == MOVE_DROP)
		return false;
	gen_open(&gen, rules, position);
	if (may_be_special(&gen, kind, to) ||
	    !(quiet || may_capture(&gen, kind, to)))
		return false;
	*rivals = (struct cellset){ { 0 } };
	plain_move_set(move, position, CELL_NONE, to);
	pieces = origins_of(&gen, query, kind, quiet);
	while (!cellset_empty(&pieces)) {
		move->from = cellset_pop(&pieces);
		goes = kind == PAWN && quiet
		    ? pawn_walks(&gen, move->from, to)
		    : view_way_open(&gen.view, kind, move->from, to);
		if (goes && kind == PAWN &&
		    promotion_kinds(&gen, move) != 1u << KIND_NONE)
			return false;
		if (!goes || !legal_move(&gen, move))
			continue;
		if (!place_fits(rules->board.name[move->from], query->from_file,
			query->from_rank))
			cellset_add(rivals, move->from);
		else if (found != CELL_NONE)
			return false;
		else
			found = move->from;
	}
	move->from = found;
	return found != CELL_NONE;
}
