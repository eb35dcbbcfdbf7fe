/*
 * Ternion: all legal moves, from steps, lines and leaps; castling, en passant
 * and promotion.
 */
#include "rules/moves/attacks.h"
#include "rules/moves/legal.h"
#include "rules/rules.h"

static bool
emit_piece_move(const struct gen *gen, cell from, cell to)
{
	return !legal_landing(gen, from, to) || legal_piece_move(gen, from, to);
}

static bool
slide(const struct gen *gen, cell from, unsigned d, bool once)
{
	const struct board *board = &gen->view.rules->board;
	unsigned shared = board->turns ? board->shared[from][d] : 0;
	unsigned way = d;
	cell at = from;

	for (cell c; (c = board_next(board, at, &way)) != CELL_NONE; at = c) {
		/* Where flanks count lines do not turn: way is d. */
		if (d >= STRAIGHTS && !view_flank_open(&gen->view, at, d))
			return true;
		if (shared > 0)
			shared--;
		else if (!emit_piece_move(gen, from, c))
			return false;
		if (once || cellset_has(gen->view.occupied, c))
			return true;
	}
	return true;
}

/* Slides in directions first..last-1; a king's slide is one step long. */
static bool
gen_lines(
    const struct gen *gen, cell from, unsigned first, unsigned last, bool once)
{
	for (unsigned d = first; d < last; d++)
		if (!slide(gen, from, d, once))
			return false;
	return true;
}

/* `leap` lists the targets. */
static bool
gen_leaps(const struct gen *gen, cell from, const cell *leap)
{
	for (const cell *t = leap; *t != CELL_NONE; t++)
		if (!emit_piece_move(gen, from, *t))
			return false;
	return true;
}

static bool
gen_pawn_steps(const struct gen *gen, cell from)
{
	const struct pawn_step *step = gen->seat->pawn_step[from];

	if (gen_is_stuck(gen, from))
		return true;
	for (; step->to != CELL_NONE; step++) {
		struct move move;

		if (cellset_has(gen->view.occupied, step->to))
			continue;
		move = plain_move(gen->view.position, from, step->to);
		if (!legal_pawn_move(gen, &move))
			return false;
		if (step->beyond == CELL_NONE || !gen_may_double(gen, from) ||
		    cellset_has(gen->view.occupied, step->beyond))
			continue;
		move = plain_move(gen->view.position, from, step->beyond);
		if (!legal_pawn_move(gen, &move))
			return false;
	}
	return true;
}

static bool
gen_pawn_captures(const struct gen *gen, cell from)
{
	const struct pawn_capture *capture = gen->seat->pawn_capture[from];
	const struct position *position = gen->view.position;

	for (; capture->to != CELL_NONE; capture++) {
		cell to = capture->to;
		struct move move;

		if (capture->direction >= STRAIGHTS &&
		    !view_flank_open(&gen->view, from, capture->direction))
			continue;
		if (position_is_empty(position, to)) {
			cell pawn = en_passant_pawn(gen, to);

			if (pawn == CELL_NONE)
				continue;
			move = plain_move(position, from, to);
			move.type = MOVE_ENPASSANT;
			move.victim = pawn;
		} else if (cellset_has(&gen->law.targets, to)) {
			move = plain_move(position, from, to);
		} else {
			continue;
		}
		if (!legal_pawn_move(gen, &move))
			return false;
	}
	return true;
}

static bool
gen_castling(const struct gen *gen)
{
	unsigned rights = gen->view.position->rights[gen->me];

	for (unsigned s = 0; rights >> s != 0; s++) {
		const struct castling *side = &gen->seat->side[s];
		struct move move = castling_move(side, s);

		if (!(rights >> s & 1) || !legal_castling(gen, side))
			continue;
		if (legal_move(gen, &move) && !gen->sink(gen->context, &move))
			return false;
	}
	return true;
}

static bool
gen_piece(const struct gen *gen, cell from)
{
	const struct board *board = &gen->view.rules->board;

	switch (piece_kind(gen->view.position->at[from])) {
	case PAWN:
		return gen_pawn_steps(gen, from) &&
		    gen_pawn_captures(gen, from);
	case KNIGHT:
		return gen_leaps(gen, from, board->knight[from]);
	case BISHOP:
		return gen_lines(gen, from, STRAIGHTS, DIRECTIONS, false);
	case ROOK:
		return gen_lines(gen, from, 0, STRAIGHTS, false);
	case QUEEN:
		return gen_lines(gen, from, 0, DIRECTIONS, false);
	case KING:
		return gen_lines(gen, from, 0, DIRECTIONS, true) &&
		    gen_castling(gen);
	case POPE:
		return gen_leaps(gen, from, board->pope[from]);
	case KIND_NONE:
		break;
	}
	return true;
}

bool
gen_pieces(const struct gen *gen)
{
	const struct position *position = gen->view.position;
	const struct move_query *query = gen->query;
	struct cellset pieces;

	if (query != NULL && query->to != CELL_NONE)
		return legal_moves_to(gen);
	pieces = position->owned[gen->me];
	if (query != NULL && query->kind != KIND_NONE)
		pieces = cellset_and(pieces, &position->kind[query->kind]);
	if (query != NULL && query->from != CELL_NONE) {
		if (!cellset_has(&pieces, query->from))
			return true;
		pieces = (struct cellset){ { 0 } };
		cellset_add(&pieces, query->from);
	}
	while (!cellset_empty(&pieces))
		if (!gen_piece(gen, cellset_pop(&pieces)))
			return false;
	return true;
}

static bool
piece_moves(const struct gen *gen)
{
	const struct variant_rules *hooks = gen->view.rules->hooks;

	return hooks->piece_moves != NULL ? hooks->piece_moves(gen)
					  : gen_pieces(gen);
}

bool
rules_moves(const struct rules *rules, const struct position *position,
    const struct move_query *query, move_sink *sink, void *context)
{
	struct gen gen;

	if (game_is_over(rules, position))
		return true;
	gen_begin(&gen, rules, position);
	gen.query = query;
	gen.sink = sink;
	gen.context = context;
	if (query_wants_pieces(query) && !piece_moves(&gen))
		return false;
	return rules->hooks->other_moves == NULL ||
	    rules->hooks->other_moves(&gen);
}

static bool
count_one(void *context, const struct move *move)
{
	(void)move;
	++*(size_t *)context;
	return true;
}

size_t
rules_count(const struct rules *rules, const struct position *position)
{
	size_t count = 0;

	rules_moves(rules, position, NULL, count_one, &count);
	return count;
}

bool
stop_at_once(void *context, const struct move *move)
{
	(void)context;
	(void)move;
	return false;
}

/* Finds a knight, a rook or a queen of the mover's that has an empty cell to go
 * to at once, and bears on no line to his king. Mostly the first has, so they
 * are looked for word by word. */
static inline bool
find_swift_step(const struct board *board, const struct position *position,
    cell king, struct free_step *step)
{
	const struct cellset *kind = position->kind;
	const struct cellset *own = &position->owned[position->to_move];
	const struct cellset *bears = &board->influence[king];

	for (int i = 0; i < CELLSET_WORDS; i++) {
		uint64_t word = (kind[KNIGHT].word[i] | kind[ROOK].word[i] |
				    kind[QUEEN].word[i]) &
		    own->word[i] & ~bears->word[i];

		for (; word != 0; word &= word - 1) {
			cell from = cellset_cell(i, word);
			uint8_t piece = position->at[from];
			const struct cellset *steps =
			    piece_kind(piece) == KNIGHT
			    ? &board->knight_set[from]
			    : &board->beside[from];
			struct cellset empty =
			    cellset_less(*steps, &position->kind[KIND_NONE]);

			if (cellset_empty(&empty))
				continue;
			*step = (struct free_step){ piece, from,
				cellset_pop(&empty) };
			return true;
		}
	}
	return false;
}

static bool
find_pawn_step(const struct seat *seat, const struct position *position,
    struct cellset pawns, struct free_step *free)
{
	while (!cellset_empty(&pawns)) {
		cell from = cellset_pop(&pawns);
		const struct pawn_step *step = seat->pawn_step[from];
		uint8_t pawn = position->at[from];

		for (; step->to != CELL_NONE; step++) {
			if (!position_is_empty(position, step->to) ||
			    cellset_has(&seat->stuck[piece_colour(pawn)], from))
				continue;
			*free = (struct free_step){ pawn, from, step->to };
			return true;
		}
	}
	return false;
}

bool
find_free_step(const struct rules *rules, const struct position *position,
    struct free_step *step)
{
	unsigned me = position->to_move;
	struct cellset pawns;
	cell king = position->king[me];

	if (position->checks[me] != 0 || king == CELL_NONE)
		return false;
	pawns = cellset_and(position->owned[me], &position->kind[PAWN]);
	pawns = cellset_less(pawns, &rules->board.influence[king]);
	return find_pawn_step(&rules->seat[me], position, pawns, step) ||
	    find_swift_step(&rules->board, position, king, step);
}

/*
 * Whether the king has a step that nobody can object to: onto a cell that is
 * empty or holds what may be taken in every game, and is not attacked. In check
 * he himself is the likeliest to have a move.
 */
static bool
king_has_step(const struct rules *rules, const struct position *position)
{
	const struct board *board = &rules->board;
	unsigned me = position->to_move;
	cell king = position->king[me];
	struct cellset steps;
	struct board_view left;

	if (king == CELL_NONE)
		return false;
	/* A diagonal step may need a flank. */
	steps = rules->variant->needs_flank ? board->beside[king]
					    : board->king_set[king];
	view_without_king(&left, rules, position, king);
	while (!cellset_empty(&steps)) {
		cell to = cellset_pop(&steps);

		if ((position_is_empty(position, to) ||
			is_fair_game(position, position->at[to])) &&
		    !is_attacked(&left, me, to))
			return true;
	}
	return false;
}

bool
rules_can_move(const struct rules *rules, const struct position *position)
{
	struct free_step step;

	if (game_is_over(rules, position))
		return false;
	if (!rules->own_ways &&
	    (find_free_step(rules, position, &step) ||
		king_has_step(rules, position)))
		return true;
	return !rules_moves(rules, position, NULL, stop_at_once, NULL);
}
