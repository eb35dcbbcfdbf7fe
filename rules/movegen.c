/*
 * Ternion: all legal moves, from steps, lines and leaps; castling, en passant
 * and promotion.
 */
#include "attacks.h"
#include "legal.h"
#include "rules.h"

/* The state of one call of rules_moves. */
struct gen {
	struct scene scene; /* the board before the move */
	const struct seat *seat;
	unsigned me;
	move_sink *sink;
	void *context;
};

static bool
emit(const struct gen *gen, const struct move *move)
{
	return !legal_move(gen->scene.rules, gen->scene.position, move) ||
	    gen->sink(gen->context, move);
}

static bool
emit_piece_move(const struct gen *gen, cell from, cell to)
{
	struct move move;

	if (!legal_landing(gen->scene.position, gen->me, to))
		return true;
	move = plain_move(gen->scene.position, from, to);
	return emit(gen, &move);
}

static bool
slide(const struct gen *gen, cell from, unsigned d, bool once)
{
	const struct board *board = &gen->scene.rules->board;
	cell at = from;

	for (cell c; (c = board->step[at][d]) != CELL_NONE; at = c) {
		if (d >= STRAIGHTS && !scene_flank_open(&gen->scene, at, d))
			return true;
		if (!emit_piece_move(gen, from, c))
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

static bool
gen_leaps(const struct gen *gen, cell from)
{
	const struct board *board = &gen->scene.rules->board;

	for (const cell *t = board->leap[from]; *t != CELL_NONE; t++)
		if (!emit_piece_move(gen, from, *t))
			return false;
	return true;
}

static bool
emit_pawn_move(const struct gen *gen, struct move *move)
{
	return legal_pawn_move(gen->scene.rules, gen->scene.position, move,
	    gen->sink, gen->context);
}

static bool
gen_pawn_steps(const struct gen *gen, cell from)
{
	const struct board *board = &gen->scene.rules->board;

	for (const uint8_t *d = gen->seat->pawn_step; *d < DIRECTIONS; d++) {
		cell one = board->step[from][*d], two;
		struct move move;

		if (one == CELL_NONE || cellset_has(gen->scene.occupied, one))
			continue;
		move = plain_move(gen->scene.position, from, one);
		if (!emit_pawn_move(gen, &move))
			return false;
		if (!cellset_has(&gen->seat->double_from, from))
			continue;
		two = board->step[one][*d];
		if (two == CELL_NONE || cellset_has(gen->scene.occupied, two))
			continue;
		move = plain_move(gen->scene.position, from, two);
		if (!emit_pawn_move(gen, &move))
			return false;
	}
	return true;
}

static bool
gen_pawn_captures(const struct gen *gen, cell from)
{
	const struct board *board = &gen->scene.rules->board;
	const struct position *position = gen->scene.position;

	for (const uint8_t *d = gen->seat->pawn_capture; *d < DIRECTIONS; d++) {
		cell to = board->step[from][*d];
		struct move move;

		if (to == CELL_NONE || !scene_flank_open(&gen->scene, from, *d))
			continue;
		if (position_is_empty(position, to)) {
			cell pawn = passed_pawn(position, gen->me, to);

			if (pawn == CELL_NONE)
				continue;
			move = (struct move){ MOVE_ENPASSANT, from, to, pawn,
				KIND_NONE, 0 };
		} else if (legal_landing(gen->scene.position, gen->me, to)) {
			move = plain_move(gen->scene.position, from, to);
		} else {
			continue;
		}
		if (!emit_pawn_move(gen, &move))
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
		struct move move = { MOVE_CASTLE, side->king_from,
			side->king_to, CELL_NONE, KIND_NONE, (uint8_t)s };

		if (!(rights >> s & 1) ||
		    !legal_castling(&gen->scene, gen->me, side))
			continue;
		if (!emit(gen, &move))
			return false;
	}
	return true;
}

static bool
gen_piece(const struct gen *gen, cell from)
{
	switch (piece_kind(gen->scene.position->at[from])) {
	case PAWN:
		return gen_pawn_steps(gen, from) &&
		    gen_pawn_captures(gen, from);
	case KNIGHT:
		return gen_leaps(gen, from);
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
	case KIND_NONE:
		break;
	}
	return true;
}

bool
rules_moves(const struct rules *rules, const struct position *position,
    const struct move_query *query, move_sink *sink, void *context)
{
	unsigned me = position->to_move;
	struct gen gen = { .seat = &rules->seat[me],
		.me = me,
		.sink = sink,
		.context = context };
	struct cellset pieces = position->owned[me];

	if (position->over != 0 || rules_bare_kings(rules, position))
		return true;
	if (query != NULL && query->to != CELL_NONE)
		return rules_moves_to(rules, position, query, sink, context);
	scene_now(&gen.scene, rules, position);
	if (query != NULL && query->kind != KIND_NONE)
		pieces = cellset_and(pieces, &position->kind[query->kind]);
	if (query != NULL && query->from != CELL_NONE) {
		if (!cellset_has(&pieces, query->from))
			return true;
		pieces = (struct cellset){ { 0 } };
		cellset_add(&pieces, query->from);
	}
	while (!cellset_empty(&pieces))
		if (!gen_piece(&gen, cellset_pop(&pieces)))
			return false;
	return true;
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

static bool
stop_at_once(void *context, const struct move *move)
{
	(void)context;
	(void)move;
	return false;
}

/* Whether a piece that is no pawn has a step to make, its king apart. */
static bool
has_step(const struct gen *gen, cell from)
{
	const struct board *board = &gen->scene.rules->board;
	enum kind kind = piece_kind(gen->scene.position->at[from]);
	unsigned first = kind == BISHOP ? STRAIGHTS : 0;
	unsigned last = kind == ROOK ? STRAIGHTS : DIRECTIONS;

	if (kind == KNIGHT) {
		for (const cell *t = board->leap[from]; *t != CELL_NONE; t++)
			if (legal_landing(gen->scene.position, gen->me, *t))
				return true;
		return false;
	}
	for (unsigned d = first; d < last; d++) {
		cell to = board->step[from][d];

		if (to != CELL_NONE &&
		    legal_landing(gen->scene.position, gen->me, to) &&
		    (d < STRAIGHTS || scene_flank_open(&gen->scene, from, d)))
			return true;
	}
	return false;
}

static bool
has_pawn_step(const struct gen *gen, cell from)
{
	const struct board *board = &gen->scene.rules->board;

	for (const uint8_t *d = gen->seat->pawn_step; *d < DIRECTIONS; d++) {
		cell to = board->step[from][*d];

		if (to != CELL_NONE && !cellset_has(gen->scene.occupied, to))
			return true;
	}
	return false;
}

/*
 * Whether there is a move that nobody can object to: the king is not attacked,
 * and the piece bears on no line to him. In a game under way that is nearly
 * always so, and spares the search.
 */
static bool
has_free_move(const struct gen *gen)
{
	const struct position *position = gen->scene.position;
	struct cellset pieces = position->owned[gen->me];
	cell king = position->king[gen->me];

	if (position->checks[gen->me] != 0 || king == CELL_NONE)
		return false;
	pieces = cellset_less(pieces, &gen->scene.rules->board.influence[king]);
	cellset_remove(&pieces, king);
	while (!cellset_empty(&pieces)) {
		cell from = cellset_pop(&pieces);

		if (cellset_has(&position->kind[PAWN], from)
			? has_pawn_step(gen, from)
			: has_step(gen, from))
			return true;
	}
	return false;
}

bool
rules_can_move(const struct rules *rules, const struct position *position)
{
	/* In check the king himself is the likeliest to have a move. */
	static const struct move_query king = { KING, CELL_NONE, CELL_NONE };
	unsigned me = position->to_move;
	struct gen gen = { .seat = &rules->seat[me], .me = me };

	scene_now(&gen.scene, rules, position);
	if (position->over != 0 || rules_bare_kings(rules, position))
		return false;
	return has_free_move(&gen) ||
	    !rules_moves(rules, position, &king, stop_at_once, NULL) ||
	    !rules_moves(rules, position, NULL, stop_at_once, NULL);
}
