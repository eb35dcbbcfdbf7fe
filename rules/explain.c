/* Ternion: why a move is not legal, for people who thought it was. */
#include "legal.h"
#include "rules.h"

static const struct verdict legal = { ILLEGAL_NOT, CELL_NONE, CELL_NONE,
	CELL_NONE, PLAYER_NONE };

struct inquiry {
	struct scene scene;
	const struct seat *seat;
	const struct attempt *attempt;
	unsigned me;
};

static struct verdict
because(enum illegal why, cell from, cell at, cell at2)
{
	return (struct verdict){ why, from, at, at2, PLAYER_NONE };
}

/* A piece that attacks `target` in the scene; there must be one. */
static cell
find_attacker(const struct scene *scene, unsigned player, cell target)
{
	const struct position *position = scene->position;
	unsigned a = (player + 1) % PLAYERS, b = (player + 2) % PLAYERS;
	struct cellset enemies =
	    cellset_or(position->owned[a], &position->owned[b]);

	if (scene->gone != CELL_NONE)
		cellset_remove(&enemies, scene->gone);
	while (!cellset_empty(&enemies)) {
		cell c = cellset_pop(&enemies);

		if (scene_piece_attacks(scene, c, target))
			return c;
	}
	return CELL_NONE;
}

static struct verdict
attacked(const struct inquiry *inquiry, const struct scene *scene,
    enum illegal why, cell from, cell target)
{
	struct verdict verdict = because(
	    why, from, target, find_attacker(scene, inquiry->me, target));

	if (verdict.at2 != CELL_NONE)
		verdict.who =
		    piece_owner(inquiry->scene.position->at[verdict.at2]);
	return verdict;
}

/* Judges a move that fits how the piece goes: does it keep the king safe? */
static struct verdict
judge_safety(const struct inquiry *inquiry, const struct move *move)
{
	const struct position *position = inquiry->scene.position;
	struct scene after;
	cell king = position->king[inquiry->me];
	enum illegal why = ILLEGAL_OPENS_CHECK;

	if (king == CELL_NONE)
		return legal;
	if (move->from == king) {
		king = move->to;
		why = ILLEGAL_INTO_CHECK;
	} else if (position->checks[inquiry->me] != 0) {
		why = ILLEGAL_LEAVES_CHECK;
	}
	scene_after(&after, inquiry->scene.rules, position, move);
	if (scene_attackers(&after, inquiry->me, king) == 0)
		return legal;
	return attacked(inquiry, &after, why, move->from, king);
}

/* The first cell that stops a slide from `from` to `to` on one line. */
static struct verdict
judge_line(const struct inquiry *inquiry, cell from, cell to)
{
	const struct scene *scene = &inquiry->scene;
	const struct board *board = &scene->rules->board;
	unsigned d = board->line[from][to] - 1u;

	for (cell at = from;;) {
		if (d >= STRAIGHTS && !scene_flank_open(scene, at, d))
			return because(ILLEGAL_FLANK, from,
			    board->flank[at][d - STRAIGHTS][0],
			    board->flank[at][d - STRAIGHTS][1]);
		at = board->step[at][d];
		if (at == to)
			return legal;
		if (cellset_has(scene->occupied, at))
			return because(ILLEGAL_BLOCKED, from, at, CELL_NONE);
	}
}

static struct verdict
judge_target(const struct inquiry *inquiry, cell from, cell to)
{
	const struct position *position = inquiry->scene.position;

	if (cellset_has(&position->owned[inquiry->me], to))
		return because(ILLEGAL_OWN_PIECE, from, to, CELL_NONE);
	if (cellset_has(&position->kind[KING], to))
		return because(ILLEGAL_KING_CAPTURE, from, to, CELL_NONE);
	return legal;
}

static struct verdict
judge_promotion(const struct inquiry *inquiry, cell from, cell to)
{
	const struct attempt *attempt = inquiry->attempt;
	const uint8_t *k = inquiry->scene.rules->variant->promotions;

	if (!cellset_has(&inquiry->seat->promotion, to))
		return attempt->promotion == KIND_NONE
		    ? legal
		    : because(ILLEGAL_PROMOTION_HERE, from, to, CELL_NONE);
	if (attempt->promotion == KIND_NONE)
		return because(ILLEGAL_PROMOTION_MISSING, from, to, CELL_NONE);
	for (; *k != KIND_NONE; k++)
		if (*k == attempt->promotion)
			return legal;
	return because(ILLEGAL_PROMOTION_KIND, from, to, CELL_NONE);
}

static struct verdict
judge_pawn_step(const struct inquiry *inquiry, cell from, cell to, unsigned d)
{
	const struct board *board = &inquiry->scene.rules->board;
	const struct cellset *occupied = inquiry->scene.occupied;
	cell one = board->step[from][d];

	if (cellset_has(occupied, one))
		return because(ILLEGAL_PAWN_BLOCKED, from, one, CELL_NONE);
	if (one == to)
		return legal;
	if (!cellset_has(&inquiry->seat->double_from, from))
		return because(ILLEGAL_PAWN_DOUBLE, from, to, CELL_NONE);
	if (cellset_has(occupied, to))
		return because(ILLEGAL_PAWN_BLOCKED, from, to, CELL_NONE);
	return legal;
}

static struct verdict
judge_pawn_capture(
    const struct inquiry *inquiry, cell from, cell to, cell *victim)
{
	const struct position *position = inquiry->scene.position;
	struct verdict verdict = judge_line(inquiry, from, to);

	*victim = position_is_empty(position, to)
	    ? passed_pawn(position, inquiry->me, to)
	    : to;
	if (verdict.why == ILLEGAL_NOT && *victim == CELL_NONE)
		return because(ILLEGAL_PAWN_NO_TARGET, from, to, CELL_NONE);
	return verdict;
}

static struct verdict
judge_pawn(const struct inquiry *inquiry, cell from, cell to)
{
	const struct board *board = &inquiry->scene.rules->board;
	unsigned d = board->line[from][to] - 1u;
	cell victim = CELL_NONE, one, two;
	struct verdict verdict;
	struct move move;

	if (board->line[from][to] == 0)
		return because(ILLEGAL_GEOMETRY, from, to, CELL_NONE);
	one = board->step[from][d];
	two = board->step[one][d];
	if (has_direction(inquiry->seat->pawn_capture, d) && one == to)
		verdict = judge_pawn_capture(inquiry, from, to, &victim);
	else if (has_direction(inquiry->seat->pawn_step, d) &&
	    (one == to || two == to))
		verdict = judge_pawn_step(inquiry, from, to, d);
	else
		return because(ILLEGAL_GEOMETRY, from, to, CELL_NONE);
	if (verdict.why == ILLEGAL_NOT)
		verdict = judge_target(inquiry, from, to);
	move = (struct move){ MOVE_QUIET, from, to, victim, KIND_NONE, 0 };
	if (verdict.why == ILLEGAL_NOT)
		verdict = judge_safety(inquiry, &move);
	if (verdict.why == ILLEGAL_NOT)
		verdict = judge_promotion(inquiry, from, to);
	return verdict;
}

static struct verdict
judge_piece(const struct inquiry *inquiry, cell from, cell to)
{
	const struct position *position = inquiry->scene.position;
	enum kind kind = piece_kind(position->at[from]);
	struct verdict verdict = legal;
	struct move move = { MOVE_QUIET, from, to, CELL_NONE, KIND_NONE, 0 };

	if (kind == PAWN)
		return judge_pawn(inquiry, from, to);
	if (!cellset_has(&inquiry->seat->reach_from[kind][to], from))
		return because(ILLEGAL_GEOMETRY, from, to, CELL_NONE);
	if (kind != KNIGHT)
		verdict = judge_line(inquiry, from, to);
	if (verdict.why == ILLEGAL_NOT)
		verdict = judge_target(inquiry, from, to);
	if (!position_is_empty(position, to))
		move.victim = to;
	if (verdict.why == ILLEGAL_NOT)
		verdict = judge_safety(inquiry, &move);
	if (verdict.why == ILLEGAL_NOT &&
	    inquiry->attempt->promotion != KIND_NONE)
		return because(ILLEGAL_PROMOTION_HERE, from, to, CELL_NONE);
	return verdict;
}

static struct verdict
judge_castling(const struct inquiry *inquiry)
{
	const struct attempt *attempt = inquiry->attempt;
	const struct position *position = inquiry->scene.position;
	cell king = position->king[inquiry->me];
	const struct castling *side;
	struct cellset between, blocked;
	struct move move = { MOVE_CASTLE, 0, 0, CELL_NONE, KIND_NONE, 0 };

	if (attempt->side >= inquiry->scene.rules->sides)
		return because(ILLEGAL_CASTLING_SIDE, king, king, CELL_NONE);
	side = &inquiry->seat->side[attempt->side];
	if (!(position->rights[inquiry->me] >> attempt->side & 1))
		return because(ILLEGAL_CASTLING_RIGHTS, king, side->king_from,
		    side->rook_from);
	between = side->between;
	blocked = cellset_and(between, inquiry->scene.occupied);
	if (!cellset_empty(&blocked))
		return because(ILLEGAL_CASTLING_BLOCKED, king,
		    cellset_pop(&blocked), CELL_NONE);
	if (position->checks[inquiry->me] != 0)
		return attacked(inquiry, &inquiry->scene,
		    ILLEGAL_CASTLING_CHECK, king, king);
	while (!cellset_empty(&between)) {
		cell c = cellset_pop(&between);

		if (scene_attackers(&inquiry->scene, inquiry->me, c) != 0)
			return attacked(inquiry, &inquiry->scene,
			    ILLEGAL_CASTLING_ATTACKED, king, c);
	}
	move.from = side->king_from;
	move.to = side->king_to;
	move.side = (uint8_t)attempt->side;
	return judge_safety(inquiry, &move);
}

static bool
fits(const struct inquiry *inquiry, cell from)
{
	const struct attempt *attempt = inquiry->attempt;
	struct place place = inquiry->scene.rules->board.name[from];

	return (attempt->from == CELL_NONE || attempt->from == from) &&
	    (attempt->from_file == FILES_MAX ||
		attempt->from_file == place.file) &&
	    (attempt->from_rank == 0 || attempt->from_rank == place.rank);
}

/* The nearest miss among the mover's pieces that could have been meant. */
static struct verdict
judge_candidates(const struct inquiry *inquiry)
{
	const struct attempt *attempt = inquiry->attempt;
	const struct position *position = inquiry->scene.position;
	struct cellset pieces = position->owned[inquiry->me];
	struct verdict best =
	    because(ILLEGAL_NO_PIECE, CELL_NONE, CELL_NONE, CELL_NONE);

	if (attempt->kind != KIND_NONE)
		pieces = cellset_and(pieces, &position->kind[attempt->kind]);
	while (!cellset_empty(&pieces)) {
		cell c = cellset_pop(&pieces);
		struct verdict verdict;

		if (!fits(inquiry, c))
			continue;
		verdict = judge_piece(inquiry, c, attempt->to);
		if (verdict.why == ILLEGAL_NOT)
			return verdict;
		if (verdict.why > best.why)
			best = verdict;
	}
	return best;
}

void
rules_explain(const struct rules *rules, const struct position *position,
    const struct attempt *attempt, struct verdict *verdict)
{
	unsigned me = position->to_move;
	struct inquiry inquiry = {
		.seat = &rules->seat[me], .attempt = attempt, .me = me
	};
	cell from = attempt->from;

	scene_now(&inquiry.scene, rules, position);
	if (position->over != 0 || rules_bare_kings(rules, position)) {
		*verdict =
		    because(ILLEGAL_GAME_OVER, CELL_NONE, CELL_NONE, CELL_NONE);
		return;
	}
	if (attempt->type == MOVE_CASTLE) {
		*verdict = judge_castling(&inquiry);
		return;
	}
	if (from != CELL_NONE && !cellset_has(&position->owned[me], from)) {
		bool empty = position_is_empty(position, from);

		*verdict = because(empty ? ILLEGAL_EMPTY : ILLEGAL_NOT_YOURS,
		    from, from, CELL_NONE);
		if (!empty)
			verdict->who = piece_owner(position->at[from]);
		return;
	}
	if (from != CELL_NONE && attempt->kind != KIND_NONE &&
	    piece_kind(position->at[from]) != attempt->kind) {
		*verdict = because(ILLEGAL_OTHER_KIND, from, from, CELL_NONE);
		return;
	}
	*verdict = judge_candidates(&inquiry);
}
