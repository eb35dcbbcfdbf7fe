/*
 * Ternion: Bn Em's game: the moves that most texts tell, found without a list:
 * from the cell that is gone to, by the tables of what gets there.
 */
#include "rules/bnem/bnem_int.h"

/* A search among the pieces that could make the move. */
struct plain_search {
	const struct rules *rules;
	const struct position *position;
	const struct plain_query *query;
	struct move *move;
	cell from, victim; /* of the move found, CELL_NONE: none yet */
	bool is_unique;
	struct cellset rivals;
};

/* The player's pieces of the kind that could get to the cell on a board with
 * nothing in their way, in the form that is stated. */
static faceset
candidates_to(const struct rules *rules, const struct position *position,
    enum kind kind, enum promoted form, cell to)
{
	faceset pieces = faceset_of(&position->owned[position->to_move]) &
	    faceset_of(&position->kind[kind]);
	faceset promoted = faceset_of(&position->bnem.promoted);
	const struct origins *from =
	    &rules->board.faces.reach[to].origins[kind];

	if (kind != DRAUGHT) /* it may leap others on the way */
		pieces &= from->all;
	if (form == PROMOTED_ANY)
		return pieces;
	return pieces & (form == PROMOTED_YES ? promoted : ~promoted);
}

/* Considers a piece that gets there: whether the ko allows its move and it
 * stands where the text says. */
static void
consider_piece(struct plain_search *search, cell from, cell victim)
{
	const struct plain_query *query = search->query;
	struct place place = search->rules->board.name[from];
	struct move *move = search->move;

	move->from = from;
	move->victim = victim;
	move->type = victim == CELL_NONE ? MOVE_QUIET : MOVE_CAPTURE;
	if (bnem_repeats(search->rules, search->position, move))
		return;
	if ((query->file != FILES_MAX && query->file != place.file) ||
	    (query->rank != 0 && query->rank != place.rank)) {
		cellset_add(&search->rivals, from);
		return;
	}
	search->is_unique = search->from == CELL_NONE;
	search->from = from;
	search->victim = victim;
}

/* Considers the draughts that leap an enemy and land on the cell. */
static void
consider_leaps(struct plain_search *search, faceset draughts, cell to)
{
	const struct faces *faces = &search->rules->board.faces;
	const struct position *position = search->position;

	for (unsigned way = DIAGONAL; way < FACE_WAYS; way += 2) {
		cell over = faces->step[to][way], from;
		unsigned ahead = faces->heading[to][way];
		bool is_far = false;

		if (over == CELL_NONE || position_is_empty(position, over) ||
		    piece_owner(position->at[over]) == position->to_move)
			continue;
		from = faces->step[over][ahead];
		ahead = faces->heading[over][ahead];
		/* Promoted ones slide up to it. */
		while (from != CELL_NONE && position_is_empty(position, from)) {
			cell next = faces->step[from][ahead];

			ahead = faces->heading[from][ahead];
			from = next;
			is_far = true;
		}
		if (from != CELL_NONE && faceset_has(&draughts, from) &&
		    (!is_far || is_promoted(position->at[from])))
			consider_piece(search, from, over);
	}
}

bool
bnem_find_plain(const struct rules *rules, const struct position *position,
    const struct plain_query *query, struct move *move, struct cellset *rivals)
{
	struct plain_search search = { rules, position, query, move, CELL_NONE,
		CELL_NONE, false, { { 0 } } };
	cell to = query->to;
	bool empty = position_is_empty(position, to);
	enum kind kind = query->kind != KIND_NONE
	    ? query->kind
	    : piece_kind(position->at[query->from]);
	faceset pieces;

	/* Elsewhere not all that pieces can do is legal. */
	if (is_king_hunt(position) || position->turn.pair_stage != PAIR_NONE ||
	    bnem_is_over(rules, position) ||
	    cellset_has(&position->owned[position->to_move], to))
		return false;
	pieces = candidates_to(rules, position, kind, query->promoted, to);
	if (query->from != CELL_NONE)
		pieces &= faceset_only(query->from);
	plain_move_set(move, position, CELL_NONE, to);
	for (faceset rest = pieces; !faceset_empty(rest);) {
		cell from = faceset_pop(&rest);

		if (bnem_goes_to(&rules->board.faces, position, from, to))
			consider_piece(&search, from, empty ? CELL_NONE : to);
	}
	if (kind == DRAUGHT && empty)
		consider_leaps(&search, pieces, to);
	move->from = search.from;
	move->victim = search.victim;
	move->type = search.victim == CELL_NONE ? MOVE_QUIET : MOVE_CAPTURE;
	*rivals = search.rivals;
	return search.is_unique;
}

bool
bnem_find_drop(const struct rules *rules, const struct position *position,
    enum kind kind, cell to, struct move *move)
{
	if (position->turn.pair_stage != PAIR_NONE ||
	    bnem_is_over(rules, position) ||
	    bnem_judge_drop(rules, position, kind, to).why != ILLEGAL_NOT)
		return false;
	*move = drop_move(kind, to);
	return !bnem_repeats(rules, position, move);
}

bool
bnem_may_have_rival(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	uint8_t piece = position->at[move->from];
	enum kind kind = piece_kind(piece);
	faceset others = ~faceset_only(move->from) &
	    candidates_to(rules, position, kind,
		is_promoted(piece) ? PROMOTED_YES : PROMOTED_NO, move->to);

	while (!faceset_empty(others))
		if (bnem_goes_to(&rules->board.faces, position,
			faceset_pop(&others), move->to) ||
		    kind == DRAUGHT)
			return true;
	return false;
}
