/* Ternion: the plain moves that most texts tell, found without a list. */
#include "rules/moves/legal.h"

/* The state of a search. Nothing but inline functions is given its address, so
 * that it stays in registers. */
struct search {
	struct board_view view;
	const struct seat *seat;
	enum kind kind;
	bool walks; /* a pawn goes to an empty cell */
};

/* Whether a piece of the kind that lands on the cell by a step, a slide or a
 * leap may make another move than a plain one. */
static inline bool
may_be_special(const struct search *search, cell to)
{
	const struct position *position = search->view.position;
	enum kind kind = search->kind;

	if (kind == PAWN && cellset_has(&search->seat->promotion, to))
		return true;
	return position_has_passed(position) &&
	    (kind == PAWN ||
		search->view.rules->en_passant != EN_PASSANT_PAWNS) &&
	    position_was_skipped(position, to);
}

/* Whether the pawn, which could get to the empty cell by one step or two, steps
 * there. */
static inline bool
pawn_walks(const struct search *search, cell from, cell to)
{
	const struct rules *rules = search->view.rules;
	const struct position *position = search->view.position;
	const struct pawn_step *step = search->seat->pawn_step[from];

	if (pawn_is_stuck(search->seat, position, from))
		return false;
	if (cellset_has(&rules->board.king_set[from], to))
		return true;
	for (; step->to != CELL_NONE; step++)
		if (step->beyond == to && position_is_empty(position, step->to))
			return pawn_may_double(rules, position, from);
	return false;
}

/* Whether the law of the game lets a piece of the kind take what stands there.
 */
static __attribute__((noinline)) bool
may_take(const struct rules *rules, const struct position *position,
    enum kind kind, cell to)
{
	struct gen gen;

	gen_begin(&gen, rules, position);
	return cellset_has(
	    kind == KING ? &gen.law.king_targets : &gen.law.targets, to);
}

/* Whether the king allows a move that concerns him. */
static __attribute__((noinline)) bool
king_agrees(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	struct gen gen;

	gen_open(&gen, rules, position);
	return king_allows(&gen, move);
}

/* Whether the move is legal, of a piece that gets to its cell if nothing stands
 * in its way. */
static inline bool
is_open(const struct search *search, const struct move *move)
{
	const struct rules *rules = search->view.rules;
	const struct position *position = search->view.position;

	return (search->walks ? pawn_walks(search, move->from, move->to)
			      : view_way_open(&search->view, search->kind,
				    move->from, move->to)) &&
	    (is_aside(rules, position, move) ||
		king_agrees(rules, position, move));
}

bool
find_usual(const struct rules *rules, const struct position *position,
    const struct move_query *query, struct move *move, struct cellset *rivals)
{
	unsigned me = position->to_move;
	cell from = query->from, to = query->to, found = CELL_NONE;
	bool quiet = position_is_empty(position, to);
	bool states_place =
	    query->from_file != FILES_MAX || query->from_rank != 0;
	const struct cellset *reach;
	struct search search = { .seat = &rules->seat[me],
		.kind = query->kind };

	if (game_is_over(rules, position))
		return false;
	if (search.kind == KIND_NONE && from != CELL_NONE)
		search.kind = piece_kind(position->at[from]);
	if (search.kind == KIND_NONE || query->type == MOVE_DROP)
		return false;
	view_now(&search.view, rules, position);
	search.walks = quiet && search.kind == PAWN;
	if (may_be_special(&search, to) ||
	    !(quiet || is_fair_game(position, position->at[to]) ||
		may_take(rules, position, search.kind, to)))
		return false;
	*rivals = (struct cellset){ { 0 } };
	plain_move_set(move, position, from, to);
	reach = search.walks ? &search.seat->pawn_walk[to]
			     : &search.seat->attack_from[search.kind][to];
	if (from != CELL_NONE)
		return piece_owner(position->at[from]) == me &&
		    piece_kind(position->at[from]) == search.kind &&
		    cellset_has(reach, from) && is_open(&search, move);
	/* Word by word, as in candidate_attackers. */
	for (int i = 0; i < rules->board.words; i++) {
		uint64_t word = reach->word[i] & position->owned[me].word[i] &
		    position->kind[search.kind].word[i];

		for (; word != 0; word &= word - 1) {
			move->from = cellset_cell(i, word);
			if (!is_open(&search, move))
				continue;
			if (states_place &&
			    !place_fits(rules->board.name[move->from],
				query->from_file, query->from_rank))
				cellset_add(rivals, move->from);
			else if (found != CELL_NONE)
				return false;
			else
				found = move->from;
		}
	}
	move->from = found;
	return found != CELL_NONE;
}
