/* Ternion: what makes a move legal that fits how its piece goes. */
#include "legal.h"

/* The directions of lines to the king that the cells a move clears bear on. */
static unsigned
cleared_lines(const struct board *board, cell king, const struct move *move)
{
	unsigned directions = board->bearing[king][move->from];

	if (move->type == MOVE_ENPASSANT)
		directions |= board->bearing[king][move->victim];
	return directions;
}

/*
 * Whether the move lets somebody attack the king down one of the lines. Mostly
 * nobody stands on them, and the board after the move need not be made.
 */
static bool
opens_line(const struct rules *rules, const struct position *position,
    const struct move *move, cell king, unsigned lines)
{
	struct scene after;

	for (; lines != 0; lines &= lines - 1) {
		struct cellset threats = scene_ray_threats(rules, position,
		    position->to_move, king, (unsigned)__builtin_ctz(lines));

		if (cellset_empty(&threats))
			continue;
		scene_after(&after, rules, position, move);
		if (scene_attackers_among(&after, threats, king) != 0)
			return true;
	}
	return false;
}

/*
 * A king that is not attacked stays so unless he moves, or a cell is cleared
 * that bears on a line to him; one that is attacked stays so unless the move
 * takes a piece or fills a cell that bears on him.
 */
bool
legal_move(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	cell king = position->king[me];
	struct scene after;
	unsigned lines;

	if (king == CELL_NONE)
		return true;
	if (move->from == king) {
		scene_after(&after, rules, position, move);
		return scene_attackers(&after, me, move->to) == 0;
	}
	if (position->checks[me] == 0) {
		lines = cleared_lines(&rules->board, king, move);
		if (lines == 0)
			return true;
		return !opens_line(rules, position, move, king, lines);
	}
	if (move->victim == CELL_NONE &&
	    rules->board.bearing[king][move->to] == 0)
		return false;
	scene_after(&after, rules, position, move);
	return scene_attackers(&after, me, king) == 0;
}

bool
legal_castling(
    const struct scene *scene, unsigned me, const struct castling *side)
{
	struct cellset between = side->between;
	struct cellset blocked = cellset_and(between, scene->occupied);

	if (!cellset_empty(&blocked) || scene->position->checks[me] != 0)
		return false;
	while (!cellset_empty(&between))
		if (scene_attackers(scene, me, cellset_pop(&between)) != 0)
			return false;
	return true;
}

bool
legal_pawn_move(const struct rules *rules, const struct position *position,
    struct move *move, move_sink *sink, void *context)
{
	const struct seat *seat = &rules->seat[position->to_move];

	if (!legal_move(rules, position, move))
		return true;
	if (!cellset_has(&seat->promotion, move->to))
		return sink(context, move);
	for (const uint8_t *k = rules->variant->promotions; *k != KIND_NONE;
	     k++) {
		move->promotion = *k;
		if (!sink(context, move))
			return false;
	}
	return true;
}

/* Whether the pawn has a step, or two, to the target, which is empty. */
static bool
pawn_steps_to(
    const struct scene *scene, const struct seat *seat, cell from, cell to)
{
	const struct board *board = &scene->rules->board;

	for (const uint8_t *d = seat->pawn_step; *d < DIRECTIONS; d++) {
		cell one = board->step[from][*d];

		if (one == to)
			return true;
		if (one != CELL_NONE && board->step[one][*d] == to)
			return cellset_has(&seat->double_from, from) &&
			    position_is_empty(scene->position, one);
	}
	return false;
}

/* Makes the pawn's move to the target; false if it does not go there. */
static bool
pawn_move_to(const struct scene *scene, unsigned me, cell from, cell to,
    struct move *move)
{
	const struct position *position = scene->position;
	const struct seat *seat = &scene->rules->seat[me];

	*move = plain_move(position, from, to);
	if (!cellset_has(&seat->pawn_from[to], from))
		return move->victim == CELL_NONE &&
		    pawn_steps_to(scene, seat, from, to);
	if (move->victim == CELL_NONE) {
		move->type = MOVE_ENPASSANT;
		move->victim = passed_pawn(position, me, to);
	}
	return move->victim != CELL_NONE && legal_landing(position, me, to) &&
	    scene_line_open(scene, from, to);
}

/* Castling, where the target is where the king would land. */
static bool
castling_to(const struct scene *scene, unsigned me, cell to, move_sink *sink,
    void *context)
{
	unsigned rights = scene->position->rights[me];

	for (unsigned s = 0; rights >> s != 0; s++) {
		const struct castling *side = &scene->rules->seat[me].side[s];
		struct move move = { MOVE_CASTLE, side->king_from,
			side->king_to, CELL_NONE, KIND_NONE, (uint8_t)s };

		if ((rights >> s & 1) && side->king_to == to &&
		    legal_castling(scene, me, side) &&
		    legal_move(scene->rules, scene->position, &move) &&
		    !sink(context, &move))
			return false;
	}
	return true;
}

/* The moves of a piece that could get to the target on an empty board. */
static bool
piece_to(const struct scene *scene, unsigned me, cell from, cell to,
    move_sink *sink, void *context)
{
	const struct position *position = scene->position;
	enum kind kind = piece_kind(position->at[from]);
	struct move move;

	if (kind == PAWN)
		return !pawn_move_to(scene, me, from, to, &move) ||
		    legal_pawn_move(
			scene->rules, position, &move, sink, context);
	if (kind != KNIGHT && !scene_line_open(scene, from, to))
		return true;
	move = plain_move(position, from, to);
	return !legal_move(scene->rules, position, &move) ||
	    sink(context, &move);
}

static const struct cellset *
reach_of(const struct rules *rules, const struct position *position,
    unsigned me, cell from)
{
	return rules->seat[me].reach_from[piece_kind(position->at[from])];
}

bool
rules_moves_to(const struct rules *rules, const struct position *position,
    const struct move_query *query, move_sink *sink, void *context)
{
	struct scene scene;
	unsigned me = position->to_move;
	const struct cellset *reach = query->kind == KIND_NONE
	    ? NULL
	    : &rules->seat[me].reach_from[query->kind][query->to];
	cell king = position->king[me];

	if (!legal_landing(position, me, query->to))
		return true;
	scene_now(&scene, rules, position);
	for (int i = 0; i < CELLSET_WORDS; i++) {
		uint64_t word = position->owned[me].word[i];

		if (reach != NULL)
			word &= position->kind[query->kind].word[i] &
			    reach->word[i];
		for (; word != 0; word &= word - 1) {
			cell from = cellset_cell(i, word);

			if (query->from != CELL_NONE && query->from != from)
				continue;
			if (reach == NULL &&
			    !cellset_has(
				&reach_of(rules, position, me, from)[query->to],
				from))
				continue;
			if (!piece_to(
				&scene, me, from, query->to, sink, context))
				return false;
		}
	}
	if ((query->kind != KING && query->kind != KIND_NONE) ||
	    (query->from != CELL_NONE && query->from != king))
		return true;
	return castling_to(&scene, me, query->to, sink, context);
}
