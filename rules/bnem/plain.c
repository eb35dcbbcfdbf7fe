/*
 * Ternion: Bn Em's game: the moves that most texts tell, found without a list:
 * from the cell that is gone to, by the tables of what gets there.
 */
#include "rules/bnem/moves.h"
#include "rules/bnem/order.h"
#include "rules/bnem/pieces.h"
#include "rules/bnem/plain.h"
#include "rules/bnem/turns.h"

/* What is found while the pieces are looked at that could make the move. */
struct plain_search {
	const struct rules *rules;
	const struct position *position;
	const struct plain_query *query;
	struct move *move;
	cell from, victim; /* of the move found, CELL_NONE: none yet */
	bool is_unique;
	struct cellset rivals;
};

static struct faceset
pawns_to(const struct rules *rules, const struct position *position, cell to)
{
	const struct reach_table *reach = &rules->board.faces.reach[to];
	unsigned me = position->to_move;
	struct faceset cells, further;

	if (position_is_empty(position, to)) {
		cells = reach->forward[me];
		further = faceset_or(reach->straight, reach->takes[me]);
	} else {
		cells = reach->takes[me];
		further = faceset_or(reach->forward[me], reach->diagonal);
	}
	return faceset_or(
	    cells, faceset_and(further, faceset_of(&position->bnem.promoted)));
}

/* What pieces of a kind do on empty cells alone: draughts all that they do but
 * to leap others, promoted roses two straight steps in a line. */
static struct faceset
quiet_leapers(const struct position *position, struct faceset promoted,
    enum kind kind, const struct reach_table *reach)
{
	if ((unsigned)kind == ROSE)
		return faceset_and(promoted, reach->twice_straight);
	if ((unsigned)kind != DRAUGHT)
		return (struct faceset){ { 0 } };
	return faceset_less(
	    faceset_and(faceset_of(&position->unmoved),
		faceset_or(reach->twice_straight, reach->knight)),
	    promoted);
}

/* Those of the pieces, all of the kind, that go to a cell where none of their
 * owner stands, by no leap over another. */
static struct faceset
pieces_reaching(const struct rules *rules, const struct position *position,
    struct faceset pieces, enum kind kind, cell to)
{
	const struct reach_table *reach = &rules->board.faces.reach[to];
	const struct origins *origins = &reach->origins[kind];
	bool empty = position_is_empty(position, to);
	struct faceset promoted =
	    faceset_and(pieces, faceset_of(&position->bnem.promoted));
	struct faceset found, far;

	if (kind == PAWN)
		return faceset_and(pieces, pawns_to(rules, position, to));
	if ((unsigned)kind == DRAUGHT && !empty)
		return (struct faceset){ { 0 } };
	found = faceset_or(faceset_and(pieces, origins->plain),
	    faceset_and(promoted, origins->promoted));
	if (empty)
		found = faceset_or(found,
		    faceset_and(pieces,
			quiet_leapers(position, promoted, kind, reach)));
	far = kind == KING || (unsigned)kind == DRAUGHT ? promoted : pieces;
	far = faceset_less(faceset_and(far, origins->far), found);
	while (!faceset_empty(far)) {
		cell from = faceset_pop(&far);

		if (bnem_route_open(&rules->board.faces, kind, from, to,
			faceset_of(&position->kind[KIND_NONE])))
			faceset_add(&found, from);
	}
	return found;
}

/* The pieces that the player to move has of the kind, in the form that is
 * stated. */
static struct faceset
pieces_of_form(
    const struct position *position, enum kind kind, enum promoted form)
{
	struct faceset pieces =
	    faceset_and(faceset_of(&position->owned[position->to_move]),
		faceset_of(&position->kind[kind]));
	struct faceset promoted = faceset_of(&position->bnem.promoted);

	if (form == PROMOTED_ANY)
		return pieces;
	return form == PROMOTED_YES ? faceset_and(pieces, promoted)
				    : faceset_less(pieces, promoted);
}

/* A piece that could make the move, if the ko allows it and it stands where
 * it should. */
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

/* The draughts among the pieces that leap an enemy and land on the cell. */
static void
consider_chains(struct plain_search *search, struct faceset draughts, cell to)
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

/* Whether moves of pieces are legal as they are anywhere. */
static bool
is_usual(const struct rules *rules, const struct position *position)
{
	return !is_king_hunt(position) &&
	    position->turn.pair_stage == PAIR_NONE &&
	    !bnem_is_over(rules, position);
}

bool
bnem_find_plain(const struct rules *rules, const struct position *position,
    const struct plain_query *query, struct move *move, struct cellset *rivals)
{
	struct plain_search search = { rules, position, query, move, CELL_NONE,
		CELL_NONE, false, { { 0 } } };
	cell to = query->to;
	bool empty = position_is_empty(position, to);
	struct faceset pieces, found;
	enum kind kind = query->kind;

	if (kind == KIND_NONE)
		kind = piece_kind(position->at[query->from]);
	if (!is_usual(rules, position) ||
	    cellset_has(&position->owned[position->to_move], to))
		return false;
	pieces = pieces_of_form(position, kind, query->promoted);
	if (query->from != CELL_NONE) {
		struct faceset one = { { 0 } };

		faceset_add(&one, query->from);
		pieces = faceset_and(pieces, one);
	}
	plain_move_set(move, position, CELL_NONE, to);
	found = pieces_reaching(rules, position, pieces, kind, to);
	while (!faceset_empty(found))
		consider_piece(
		    &search, faceset_pop(&found), empty ? CELL_NONE : to);
	if ((unsigned)kind == DRAUGHT && empty)
		consider_chains(&search, pieces, to);
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
	bnem_set_drop(move, kind, to);
	return !bnem_repeats(rules, position, move);
}

bool
bnem_may_have_rival(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	uint8_t piece = position->at[move->from];
	struct faceset others = pieces_of_form(position, piece_kind(piece),
	    is_promoted(piece) ? PROMOTED_YES : PROMOTED_NO);
	struct faceset own = { { 0 } };

	faceset_add(&own, move->from);
	others = faceset_less(others, own);
	if ((unsigned)piece_kind(piece) != DRAUGHT)
		others = pieces_reaching(
		    rules, position, others, piece_kind(piece), move->to);
	return !faceset_empty(others);
}
