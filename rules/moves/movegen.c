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
	const struct board *board = &gen->scene.rules->board;
	unsigned shared = board->turns ? board->shared[from][d] : 0;
	unsigned way = d;
	cell at = from;

	for (cell c; (c = board_next(board, at, &way)) != CELL_NONE; at = c) {
		/* Where flanks count lines do not turn: way is d. */
		if (d >= STRAIGHTS && !scene_flank_open(&gen->scene, at, d))
			return true;
		if (shared > 0)
			shared--;
		else if (!emit_piece_move(gen, from, c))
			return false;
		if (once || cellset_has(gen->scene.occupied, c))
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

		if (cellset_has(gen->scene.occupied, step->to))
			continue;
		move = plain_move(gen->scene.position, from, step->to);
		if (!legal_pawn_move(gen, &move))
			return false;
		if (step->beyond == CELL_NONE || !gen_may_double(gen, from) ||
		    cellset_has(gen->scene.occupied, step->beyond))
			continue;
		move = plain_move(gen->scene.position, from, step->beyond);
		if (!legal_pawn_move(gen, &move))
			return false;
	}
	return true;
}

static bool
gen_pawn_captures(const struct gen *gen, cell from)
{
	const struct pawn_capture *capture = gen->seat->pawn_capture[from];
	const struct position *position = gen->scene.position;

	for (; capture->to != CELL_NONE; capture++) {
		cell to = capture->to;
		struct move move;

		if (capture->direction >= STRAIGHTS &&
		    !scene_flank_open(&gen->scene, from, capture->direction))
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
	unsigned rights = gen->scene.position->rights[gen->me];

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
	const struct board *board = &gen->scene.rules->board;

	switch (piece_kind(gen->scene.position->at[from])) {
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
	const struct position *position = gen->scene.position;
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
	const struct variant_rules *hooks = gen->scene.rules->hooks;

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

/* Whether a knight, a rook or a queen has an empty cell to go to at once. */
static inline bool
has_step(const struct board *board, const struct position *position, cell from)
{
	const struct cellset *steps = piece_kind(position->at[from]) == KNIGHT
	    ? &board->knight_set[from]
	    : &board->beside[from];
	struct cellset empty = cellset_less(*steps, &position->kind[KIND_NONE]);

	return !cellset_empty(&empty);
}

/* Whether one of the mover's knights, rooks and queens has that, and bears on
 * no line to his king: mostly the first has, so they are looked for word by
 * word. */
static inline bool
has_swift_step(
    const struct board *board, const struct position *position, cell king)
{
	const struct cellset *kind = position->kind;
	const struct cellset *own = &position->owned[position->to_move];
	const struct cellset *bears = &board->influence[king];

	for (int i = 0; i < CELLSET_WORDS; i++) {
		uint64_t word = (kind[KNIGHT].word[i] | kind[ROOK].word[i] |
				    kind[QUEEN].word[i]) &
		    own->word[i] & ~bears->word[i];

		for (; word != 0; word &= word - 1)
			if (has_step(board, position, cellset_cell(i, word)))
				return true;
	}
	return false;
}

static bool
has_pawn_step(const struct seat *seat, const struct position *position,
    struct cellset pawns)
{
	while (!cellset_empty(&pawns)) {
		cell from = cellset_pop(&pawns);
		const struct pawn_step *step = seat->pawn_step[from];
		unsigned colour = piece_colour(position->at[from]);

		for (; step->to != CELL_NONE; step++)
			if (position_is_empty(position, step->to) &&
			    !cellset_has(&seat->stuck[colour], from))
				return true;
	}
	return false;
}

/*
 * Whether there is a move that nobody can object to: the king is not attacked,
 * and a piece that bears on no line to him has an empty cell to go to. In a
 * game under way that is nearly always so, and spares the search.
 */
static bool
has_free_move(const struct rules *rules, const struct position *position)
{
	unsigned me = position->to_move;
	struct cellset pawns;
	cell king = position->king[me];

	if (position->checks[me] != 0 || king == CELL_NONE)
		return false;
	if (has_swift_step(&rules->board, position, king))
		return true;
	pawns = cellset_and(position->owned[me], &position->kind[PAWN]);
	pawns = cellset_less(pawns, &rules->board.influence[king]);
	return has_pawn_step(&rules->seat[me], position, pawns);
}

bool
rules_can_move(const struct rules *rules, const struct position *position)
{
	/* In check the king himself is the likeliest to have a move. */
	static const struct move_query king = { KING, CELL_NONE, CELL_NONE,
		MOVE_QUIET };

	if (game_is_over(rules, position))
		return false;
	if (rules->hooks->piece_moves != NULL)
		return !rules_moves(rules, position, NULL, stop_at_once, NULL);
	return has_free_move(rules, position) ||
	    !rules_moves(rules, position, &king, stop_at_once, NULL) ||
	    !rules_moves(rules, position, NULL, stop_at_once, NULL);
}
