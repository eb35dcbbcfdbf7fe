/*
 * Ternion: legal moves, from steps, lines and leaps; castling, en passant and
 * promotion; and what a move does to the position.
 */
#include "attacks.h"
#include "rules.h"

/* The state of one call of rules_moves. */
struct gen {
	struct scene scene; /* the board before the move */
	const struct seat *seat;
	unsigned me;
	cell king;
	cell to; /* the only target wanted, or CELL_NONE */
	move_sink *sink;
	void *context;
};

/* The directions of lines to the king that the cells a move clears bear on. */
static unsigned
cleared_lines(const struct gen *gen, const struct move *move)
{
	const uint16_t *bearing =
	    gen->scene.rules->board.bearing[gen->king];
	unsigned directions = bearing[move->from];

	if (move->type == MOVE_ENPASSANT)
		directions |= bearing[move->victim];
	return directions;
}

/*
 * "A player may not leave or put his own king under attack by either
 * opponent." A king that is not attacked stays so unless he moves, or a cell
 * is cleared that bears on a line to him; one that is attacked stays so
 * unless the move takes a piece or fills a cell that bears on him.
 */
static bool
is_legal(const struct gen *gen, const struct move *move)
{
	const struct rules *rules = gen->scene.rules;
	const struct position *position = gen->scene.position;
	unsigned directions;
	struct scene after;
	cell king = gen->king;

	if (king == CELL_NONE)
		return true;
	if (move->from == king) {
		after = scene_after(rules, position, move);
		return scene_attackers(&after, gen->me, move->to) == 0;
	}
	if (position->checks[gen->me] == 0) {
		directions = cleared_lines(gen, move);
		if (directions == 0)
			return true;
		after = scene_after(rules, position, move);
		return scene_lines_attackers(&after, gen->me, king,
		    directions) == 0;
	}
	if (move->victim == CELL_NONE &&
	    rules->board.bearing[king][move->to] == 0)
		return false;
	after = scene_after(rules, position, move);
	return scene_attackers(&after, gen->me, king) == 0;
}

static bool
emit(const struct gen *gen, const struct move *move)
{
	return !is_legal(gen, move) || gen->sink(gen->context, move);
}

/* The move of a piece onto a cell that is empty or holds an enemy piece. */
static struct move
plain_move(const struct gen *gen, cell from, cell to)
{
	bool quiet = position_is_empty(gen->scene.position, to);

	return (struct move){
		.type = quiet ? MOVE_QUIET : MOVE_CAPTURE,
		.from = from,
		.to = to,
		.victim = quiet ? CELL_NONE : to,
	};
}

/* Whether the mover may land on the cell: his own pieces and all kings
 * ("kings are never captured") keep him off. */
static bool
may_land(const struct gen *gen, cell to)
{
	const struct position *position = gen->scene.position;

	return !cellset_has(&position->owned[gen->me], to) &&
	    !cellset_has(&position->kind[KING], to);
}

static bool
emit_piece_move(const struct gen *gen, cell from, cell to)
{
	struct move move;

	if (!may_land(gen, to))
		return true;
	move = plain_move(gen, from, to);
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
		if (once || cellset_has(&gen->scene.occupied, c))
			return true;
	}
	return true;
}

/* Slides in directions first..last-1; a king's slide is one step long. */
static bool
gen_lines(const struct gen *gen, cell from, unsigned first, unsigned last,
    bool once)
{
	const struct board *board = &gen->scene.rules->board;

	if (gen->to != CELL_NONE) {
		unsigned d = board->line[from][gen->to] - 1u;

		if (d < first || d >= last ||
		    (once && board->step[from][d] != gen->to) ||
		    !scene_line_open(&gen->scene, from, gen->to))
			return true;
		return emit_piece_move(gen, from, gen->to);
	}
	for (unsigned d = first; d < last; d++)
		if (!slide(gen, from, d, once))
			return false;
	return true;
}

static bool
gen_leaps(const struct gen *gen, cell from)
{
	const struct board *board = &gen->scene.rules->board;

	if (gen->to != CELL_NONE)
		return !cellset_has(&board->leaps[from], gen->to) ||
		    emit_piece_move(gen, from, gen->to);
	for (const cell *t = board->leap[from]; *t != CELL_NONE; t++)
		if (!emit_piece_move(gen, from, *t))
			return false;
	return true;
}

/* Gives a pawn's move, once for each promotion it could be. */
static bool
emit_pawn_move(const struct gen *gen, struct move *move)
{
	const struct variant *variant = gen->scene.rules->variant;

	if (!cellset_has(&gen->seat->promotion, move->to))
		return emit(gen, move);
	if (!is_legal(gen, move))
		return true;
	for (const uint8_t *k = variant->promotions; *k != KIND_NONE; k++) {
		move->promotion = *k;
		if (!gen->sink(gen->context, move))
			return false;
	}
	return true;
}

static bool
gen_pawn_steps(const struct gen *gen, cell from)
{
	const struct board *board = &gen->scene.rules->board;

	for (const uint8_t *d = gen->seat->pawn_step; *d < DIRECTIONS; d++) {
		cell one = board->step[from][*d], two;
		struct move move;

		if (one == CELL_NONE || cellset_has(&gen->scene.occupied, one))
			continue;
		move = plain_move(gen, from, one);
		if (!emit_pawn_move(gen, &move))
			return false;
		if (!cellset_has(&gen->seat->double_from, from))
			continue;
		two = board->step[one][*d];
		if (two == CELL_NONE ||
		    cellset_has(&gen->scene.occupied, two))
			continue;
		move = plain_move(gen, from, two);
		if (!emit_pawn_move(gen, &move))
			return false;
	}
	return true;
}

/*
 * The pawn that stands open to en passant on the empty cell `to`, or
 * CELL_NONE. No two pawns have skipped the same cell: each player's double
 * steps skip cells of his own third row.
 */
static cell
passed_pawn(const struct position *position, unsigned me, cell to)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != me && position->passed[p].skipped == to)
			return position->passed[p].pawn;
	return CELL_NONE;
}

static bool
has_direction(const uint8_t *directions, unsigned d)
{
	for (; *directions < DIRECTIONS; directions++)
		if (*directions == d)
			return true;
	return false;
}

/* The pawn's move to the one target that is wanted, if it has one. */
static bool
gen_pawn_to(const struct gen *gen, cell from, cell to)
{
	const struct board *board = &gen->scene.rules->board;
	const struct position *position = gen->scene.position;
	unsigned d = board->line[from][to] - 1u;
	struct move move;
	cell one;

	if (d >= DIRECTIONS)
		return true;
	one = board->step[from][d];
	if (!position_is_empty(position, to)) {
		if (one != to || !may_land(gen, to) ||
		    !has_direction(gen->seat->pawn_capture, d) ||
		    !scene_flank_open(&gen->scene, from, d))
			return true;
	} else if (has_direction(gen->seat->pawn_step, d)) {
		if (one != to && (!position_is_empty(position, one) ||
			board->step[one][d] != to ||
			!cellset_has(&gen->seat->double_from, from)))
			return true;
	} else {
		cell pawn = passed_pawn(position, gen->me, to);

		if (one != to || pawn == CELL_NONE ||
		    !has_direction(gen->seat->pawn_capture, d) ||
		    !scene_flank_open(&gen->scene, from, d))
			return true;
		move = (struct move){ MOVE_ENPASSANT, from, to, pawn,
			KIND_NONE, 0 };
		return emit_pawn_move(gen, &move);
	}
	move = plain_move(gen, from, to);
	return emit_pawn_move(gen, &move);
}

static bool
gen_pawn_captures(const struct gen *gen, cell from)
{
	const struct board *board = &gen->scene.rules->board;
	const struct position *position = gen->scene.position;

	for (const uint8_t *d = gen->seat->pawn_capture; *d < DIRECTIONS;
	    d++) {
		cell to = board->step[from][*d];
		struct move move;

		if (to == CELL_NONE ||
		    !scene_flank_open(&gen->scene, from, *d))
			continue;
		if (position_is_empty(position, to)) {
			cell pawn = passed_pawn(position, gen->me, to);

			if (pawn == CELL_NONE)
				continue;
			move = (struct move){ MOVE_ENPASSANT, from, to, pawn,
				KIND_NONE, 0 };
		} else if (may_land(gen, to)) {
			move = plain_move(gen, from, to);
		} else {
			continue;
		}
		if (!emit_pawn_move(gen, &move))
			return false;
	}
	return true;
}

/*
 * "All fields between king and rook must be free. Neither the king nor any of
 * the fields between the rook and king may be threatened." The cells between
 * are judged one by one with the king where it stands.
 */
static bool
castling_allowed(const struct gen *gen, const struct castling *side)
{
	const struct position *position = gen->scene.position;
	struct cellset between = side->between;
	struct cellset blocked =
	    cellset_and(between, &gen->scene.occupied);

	if (!cellset_empty(&blocked) || position->checks[gen->me] != 0)
		return false;
	while (!cellset_empty(&between))
		if (scene_attackers(&gen->scene, gen->me,
			cellset_pop(&between)) != 0)
			return false;
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
		    (gen->to != CELL_NONE && gen->to != side->king_to) ||
		    !castling_allowed(gen, side))
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
		if (gen->to != CELL_NONE)
			return gen_pawn_to(gen, from, gen->to);
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

/* The cells from which a piece of that kind can possibly reach `to`. */
static struct cellset
reach(const struct gen *gen, enum kind kind, cell to)
{
	const struct board *board = &gen->scene.rules->board;

	switch (kind) {
	case PAWN:
		return gen->seat->pawn_reach[to];
	case KNIGHT:
		return board->leaps[to];
	case BISHOP:
		return board->diagonal[to];
	case ROOK:
		return board->straight[to];
	case QUEEN:
	case KING: /* castling moves it along a line */
	case POPE:
	case KIND_NONE:
		break;
	}
	return cellset_or(cellset_or(board->straight[to],
	    &board->diagonal[to]), &board->leaps[to]);
}

bool
rules_moves(const struct rules *rules, const struct position *position,
    const struct move_query *query, move_sink *sink, void *context)
{
	unsigned me = position->to_move;
	struct gen gen;
	struct cellset pieces = position->owned[me];

	gen.scene = scene_now(rules, position);
	gen.seat = &rules->seat[me];
	gen.me = me;
	gen.king = position->king[me];
	gen.to = CELL_NONE;
	gen.sink = sink;
	gen.context = context;
	if (position->over != 0 || rules_bare_kings(rules, position))
		return true;
	if (query != NULL) {
		gen.to = query->to;
		if (query->kind != KIND_NONE)
			pieces =
			    cellset_and(pieces, &position->kind[query->kind]);
		if (query->from != CELL_NONE) {
			if (!cellset_has(&pieces, query->from))
				return true;
			pieces = (struct cellset){ { 0 } };
			cellset_add(&pieces, query->from);
		} else if (query->to != CELL_NONE) {
			struct cellset near =
			    reach(&gen, query->kind, query->to);

			pieces = cellset_and(pieces, &near);
		}
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
			if (may_land(gen, *t))
				return true;
		return false;
	}
	for (unsigned d = first; d < last; d++) {
		cell to = board->step[from][d];

		if (to != CELL_NONE && may_land(gen, to) &&
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

		if (to != CELL_NONE && !cellset_has(&gen->scene.occupied, to))
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

	if (position->checks[gen->me] != 0 || gen->king == CELL_NONE)
		return false;
	pieces = cellset_less(pieces,
	    &gen->scene.rules->board.influence[gen->king]);
	cellset_remove(&pieces, gen->king);
	while (!cellset_empty(&pieces)) {
		cell from = cellset_pop(&pieces);

		if (cellset_has(&position->kind[PAWN], from)
			? has_pawn_step(gen, from) : has_step(gen, from))
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
	const struct gen gen = { scene_now(rules, position), &rules->seat[me],
		me, position->king[me], CELL_NONE, stop_at_once, NULL };

	if (position->over != 0 || rules_bare_kings(rules, position))
		return false;
	return has_free_move(&gen) ||
	    !rules_moves(rules, position, &king, stop_at_once, NULL) ||
	    !rules_moves(rules, position, NULL, stop_at_once, NULL);
}
