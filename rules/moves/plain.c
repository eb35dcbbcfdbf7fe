/* Ternion: the plain moves that most texts tell, found without a list. */
#include "rules/fast.h"
#include "rules/moves/legal.h"

/* Whether the cell is one of those at which the move may begin. */
static inline bool
fits(const struct plain_query *query, struct place place)
{
	return ((query->file == FILES_MAX) | (query->file == place.file)) &
	    ((query->rank == 0) | (query->rank == place.rank));
}

/* Whether a piece of the kind that lands on the cell may make another move
 * than a plain one. */
static inline bool
may_be_special(const struct gen *gen, enum kind kind, cell to)
{
	const struct position *position = gen->view.position;

	if (kind == KING && position->rights[gen->me] != 0)
		return true;
	return ((kind == PAWN) |
		   (int)gen->view.rules->variant->en_passant_by_all) &
	    (int)position_was_skipped(position, to);
}

/* Whether the piece on the cell may be taken by one of the kind. */
static inline bool
may_take(struct gen *gen, enum kind kind, cell to)
{
	uint8_t piece = gen->view.position->at[to];

	if (gen->view.rules->hooks->capture_targets == NULL)
		return piece_kind(piece) != KING &&
		    piece_owner(piece) != gen->me &&
		    piece_owner(piece) != PLAYER_NONE;
	gen_find_targets(gen);
	return cellset_has(
	    kind == KING ? &gen->law.king_targets : &gen->law.targets, to);
}

/* From where a piece of the kind gets to the cell on an empty board: a pawn in
 * one way to take, and in another not to. */
static inline const struct cellset *
way_to(const struct gen *gen, enum kind kind, cell to)
{
	if (kind != PAWN)
		return &gen->seat->reach_from[kind][to];
	return position_is_empty(gen->view.position, to)
	    ? &gen->seat->pawn_walk[to]
	    : &gen->seat->pawn_from[to];
}

/* The mover's pieces of the kind that reach the cell on an empty board, and
 * stand on `from` if that is stated. */
static inline struct cellset
pieces_near(const struct gen *gen, enum kind kind, cell from, cell to)
{
	const struct position *position = gen->view.position;
	const struct cellset *way = way_to(gen, kind, to);
	struct cellset pieces = { { 0 } };

	if (from == CELL_NONE) {
		pieces = cellset_and(*way, &position->owned[gen->me]);
		return cellset_and(pieces, &position->kind[kind]);
	}
	if (piece_owner(position->at[from]) == gen->me &&
	    piece_kind(position->at[from]) == kind && cellset_has(way, from))
		cellset_add(&pieces, from);
	return pieces;
}

/* Whether the pawn, one of pieces_near, steps to the empty cell. */
static inline bool
walks_there(const struct gen *gen, cell from, cell to)
{
	if (cellset_has(&gen->view.rules->board.king_set[from], to))
		return !gen_is_stuck(gen, from);
	return pawn_steps_to(gen, from, to);
}

/* Whether one of pieces_near gets there on this board. */
static inline bool
gets_there(const struct gen *gen, enum kind kind, const struct move *move)
{
	return kind == PAWN && move->victim == CELL_NONE
	    ? walks_there(gen, move->from, move->to)
	    : view_way_open(&gen->view, kind, move->from, move->to);
}

/* Finds the move whatever stands in its way to be told at once. */
__attribute__((noinline)) static bool
find_among_all(const struct rules *rules, const struct position *position,
    const struct plain_query *query, enum kind kind, struct move *move,
    struct cellset *rivals)
{
	struct cellset pieces;
	cell found = CELL_NONE;
	struct gen gen;

	if (kind == KIND_NONE || game_is_over(rules, position))
		return false;
	if (rules->hooks->find_plain != NULL)
		return rules->hooks->find_plain(
		    rules, position, query, move, rivals);
	if (rules->hooks->piece_moves != NULL)
		return false;
	gen_open(&gen, rules, position);
	if (may_be_special(&gen, kind, query->to) ||
	    (!position_is_empty(position, query->to) &&
		!may_take(&gen, kind, query->to)))
		return false;
	*rivals = (struct cellset){ { 0 } };
	plain_move_set(move, position, CELL_NONE, query->to);
	pieces = pieces_near(&gen, kind, query->from, query->to);
	while (!cellset_empty(&pieces)) {
		move->from = cellset_pop(&pieces);
		if (!gets_there(&gen, kind, move))
			continue;
		if (kind == PAWN &&
		    promotion_kinds(&gen, move) != 1u << KIND_NONE)
			return false;
		if (!legal_move(&gen, move))
			continue;
		if (!fits(query, rules->board.name[move->from])) {
			cellset_add(rivals, move->from);
			continue;
		}
		if (found != CELL_NONE)
			return false;
		found = move->from;
	}
	move->from = found;
	return found != CELL_NONE;
}

/*
 * Most texts tell a move that one piece alone could make on an empty board,
 * onto an empty cell or to take an opponent's piece, with nothing special about
 * it. That is found below in a straight line, from the position's sets; all
 * else is left to find_among_all.
 */

/* The piece of the kind that gets to the cell on an empty board, a pawn in one
 * way to take, and in another not to: the mover's only one, or his on `from` if
 * that is stated; else CELL_NONE. */
static inline cell
piece_alone(const struct rules *rules, const struct position *position,
    enum kind kind, cell from, cell to)
{
	unsigned me = position->to_move;
	const struct seat *seat = &rules->seat[me];
	const struct cellset *table = kind != PAWN ? seat->reach_from[kind]
	    : position_is_empty(position, to)      ? seat->pawn_walk
						   : seat->pawn_from;
	struct cellset pieces;

	if (from != CELL_NONE)
		return piece_kind(position->at[from]) == kind &&
			piece_owner(position->at[from]) == me &&
			cellset_has(&table[to], from)
		    ? from
		    : (cell)CELL_NONE;
	pieces = cellset_and(position->owned[me], &position->kind[kind]);
	pieces = cellset_and(pieces, &table[to]);
	return cellset_only(&pieces);
}

/* Whether it is the move of a pawn that stays one, if the text says no more:
 * not en passant, nor to where pawns are promoted in some games. Where one has
 * no step left it may be exchanged in one game, and need not be. */
static inline bool
stays_pawn(const struct rules *rules, const struct position *position, cell to)
{
	return !position_was_skipped(position, to) &&
	    !cellset_has(&rules->seat[position->to_move].promotion, to);
}

__attribute__((noinline)) static bool
pawn_goes_two(const struct rules *rules, const struct position *position,
    cell from, cell to)
{
	struct gen gen;

	gen_open(&gen, rules, position);
	return pawn_steps_to(&gen, from, to);
}

/* Whether the pawn, which reaches the empty cell by one step or two, may step
 * there. */
static inline bool
pawn_walks(const struct rules *rules, const struct position *position,
    cell from, cell to)
{
	const struct seat *seat = &rules->seat[position->to_move];
	unsigned colour = piece_colour(position->at[from]);

	return cellset_has(&rules->board.king_set[from], to)
	    ? !cellset_has(&seat->stuck[colour], from)
	    : pawn_goes_two(rules, position, from, to);
}

/* Whether the king's safety allows the move, in so far as it has to be found
 * out. */
__attribute__((noinline)) static bool
allowed_by_king(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	enum king_law law = king_law_of(rules, position);
	struct gen gen;

	if (law_allows(rules, position, law, move))
		return true;
	if (law != KING_LEFT_IN_NEED)
		return false;
	gen_open(&gen, rules, position);
	return !gen_can_defend(&gen);
}

/* Whether it allows it in every game: he is not attacked, and another piece
 * leaves a cell that bears on no line to him. */
static inline bool
is_surely_legal(const struct rules *rules, const struct position *position,
    enum kind kind, cell from)
{
	unsigned me = position->to_move;
	cell king = position->king[me];

	return kind != KING &&
	    (king == CELL_NONE ||
		(position->checks[me] |
		    (rules->board.affects[king][from] &
			position->pin_rays[me])) == 0);
}

bool
rules_find_plain(const struct rules *rules, const struct position *position,
    const struct plain_query *query, struct move *move, struct cellset *rivals)
{
	enum kind kind = query->kind;
	cell to = query->to, from = query->from;
	uint8_t victim = position->at[to];

	if (kind == KIND_NONE && from != CELL_NONE)
		kind = piece_kind(position->at[from]);
	board_expect(&rules->board, to);
	if (!FAST || rules->own_ways || kind == KIND_NONE ||
	    game_is_over(rules, position) ||
	    (victim != PIECE_NONE && !is_fair_game(position, victim)))
		return find_among_all(
		    rules, position, query, kind, move, rivals);
	from = piece_alone(rules, position, kind, from, to);
	if (from == CELL_NONE ||
	    (kind == PAWN ? !stays_pawn(rules, position, to)
			  : rules->variant->en_passant_by_all &&
			position_was_skipped(position, to)) ||
	    (kind == KING && position->rights[position->to_move] != 0))
		return find_among_all(
		    rules, position, query, kind, move, rivals);
	if (!fits(query, rules->board.name[from]) ||
	    !(kind == PAWN && victim == PIECE_NONE
		    ? pawn_walks(rules, position, from, to)
		    : way_open(
			  rules, &position->kind[KIND_NONE], kind, from, to)))
		return false;
	plain_move_set(move, position, from, to);
	*rivals = (struct cellset){ { 0 } };
	return is_surely_legal(rules, position, kind, from) ||
	    allowed_by_king(rules, position, move);
}

bool
rules_find_drop(const struct rules *rules, const struct position *position,
    enum kind kind, cell to, struct move *move)
{
	return rules->hooks->find_drop != NULL &&
	    !game_is_over(rules, position) &&
	    rules->hooks->find_drop(rules, position, kind, to, move);
}

bool
rules_may_have_rival(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	enum kind kind = piece_kind(position->at[move->from]);
	const struct seat *seat = &rules->seat[position->to_move];
	struct cellset rivals;

	if (rules->hooks->may_have_rival != NULL)
		return rules->hooks->may_have_rival(rules, position, move);
	if (rules->hooks->piece_moves != NULL)
		return true;
	rivals = cellset_and(seat->reach_from[kind][move->to],
	    &position->owned[position->to_move]);
	rivals = cellset_and(rivals, &position->kind[kind]);
	cellset_remove(&rivals, move->from);
	return !cellset_empty(&rivals);
}
