/*
 * Ternion: Bn Em's game: the moves that are legal but for the ko: those of
 * pieces, chains of leaps, drops and illuminations.
 */
#include <string.h>

#include "rules/bnem/bnem_int.h"

/* Gives the move to the sink if the kings allow it: "from then on only king
 * captures are legal"; of two moves for a cube neither may capture a king.
 * False if the sink stopped. */
static bool
emit_allowed(const struct gen *gen, const struct move *move, bool takes_king)
{
	const struct position *position = gen->view.position;
	bool allowed_by_kings = position->turn.pair_stage != PAIR_NONE
	    ? !takes_king
	    : takes_king || !is_king_hunt(position);

	return !allowed_by_kings || gen->sink(gen->context, move);
}

static bool
fits_target(const struct gen *gen, cell to)
{
	return gen->query == NULL || gen->query->to == CELL_NONE ||
	    gen->query->to == to;
}

/* Where the piece on `from` may go; of one cell, if it is queried. */
static struct cellset
targets_queried(const struct gen *gen, cell from)
{
	const struct rules *rules = gen->view.rules;
	const struct position *position = gen->view.position;
	struct cellset targets = { { 0 } };
	cell to = gen->query != NULL ? gen->query->to : (cell)CELL_NONE;

	if (to == CELL_NONE)
		return bnem_targets(rules, position, from);
	if (!cellset_has(&position->owned[gen->me], to) &&
	    bnem_goes_to(&rules->board.faces, position, from, to))
		cellset_add(&targets, to);
	return targets;
}

static bool
gen_targets(const struct gen *gen, cell from)
{
	const struct position *position = gen->view.position;
	struct cellset targets = targets_queried(gen, from);

	while (!cellset_empty(&targets)) {
		struct move move =
		    plain_move(position, from, cellset_pop(&targets));

		if (!emit_allowed(gen, &move,
			cellset_has(&position->kind[KING], move.to)))
			return false;
	}
	return true;
}

struct move
bnem_chain_move(const struct chain *chain)
{
	struct move move = plain_move(
	    chain->position, chain->start, chain->path[chain->leaps - 1]);

	move.type = chain->leaps > 1 ? MOVE_LEAP : MOVE_CAPTURE;
	move.victim = chain->leapt[0];
	if (chain->leaps > 1) {
		move.leaps = (uint8_t)chain->leaps;
		memcpy(move.path, chain->path,
		    chain->leaps * sizeof(move.path[0]));
	}
	if (bnem_option(chain->rules, BNEM_MULTI_CAPTURE) != BNEM_TAKES_ALL)
		move.victim = chain->leapt[chain->leaps - 1];
	return move;
}

static bool
emit_chain(const struct gen *gen, const struct chain *chain)
{
	struct move move = bnem_chain_move(chain);

	return emit_allowed(
	    gen, &move, has_king(gen->view.position, chain_captures(chain)));
}

/* Gives what the chain can go on to: with one leap the moves of a piece, which
 * fit the query, or with more, the chains. */
static bool
gen_leaps_on(const struct gen *gen, struct chain *chain, bool chains)
{
	for (unsigned way = DIAGONAL; way < FACE_WAYS; way += 2) {
		bool go_on;

		if (!chain_leap(chain, way))
			continue;
		if (chains)
			go_on = (chain->leaps < 2 || emit_chain(gen, chain)) &&
			    gen_leaps_on(gen, chain, true);
		else
			go_on = !fits_target(gen, chain->path[0]) ||
			    emit_chain(gen, chain);
		chain_back(chain);
		if (!go_on)
			return false;
	}
	return true;
}

static bool
gen_leaps_from(const struct gen *gen, cell from, bool chains)
{
	struct chain chain;

	chain_begin(&chain, gen->view.rules, gen->view.position, from);
	return gen_leaps_on(gen, &chain, chains);
}

static bool
gen_illumination(const struct gen *gen)
{
	const struct position *position = gen->view.position;
	cell king = position->king[gen->me];
	struct move move = move_action(MOVE_ILLUMINATION, king, CELL_NONE);
	struct cellset taken;
	bool takes_king;

	if (king == CELL_NONE ||
	    (position->turn.pair_stage == PAIR_SECOND &&
		king == position->turn.moved))
		return true;
	taken = bnem_illuminated(gen->view.rules, position, king);
	if (cellset_empty(&taken))
		return true;
	takes_king = has_king(position, taken);
	move.victim = cellset_pop(&taken);
	return emit_allowed(gen, &move, takes_king);
}

/*
 * Drops
 */

/* Whether a piece that its owner drops on `to` would attack an enemy king. */
static bool
attacks_king(const struct rules *rules, const struct position *position,
    cell to, uint8_t piece)
{
	faceset occupied = faceset_of(&position->kind[KIND_NONE]);
	struct position trial;

	if (piece_kind(piece) == DRAUGHT) {
		if (!bnem_may_leap(rules, position, to, piece))
			return false;
		trial = *position;
		position_put(&trial, to, piece);
		return has_king(
		    position, bnem_capture_targets(rules, &trial, to));
	}
	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != piece_owner(piece) && position->king[p] != CELL_NONE &&
		    bnem_attacks(&rules->board.faces, occupied, piece, to,
			position->king[p]))
			return true;
	return false;
}

/* Puts one on an empty cell: not in the dropper's promotion zone, not on his
 * home square; what it would attack is judged elsewhere. */
static struct verdict
judge_drop_cell(
    const struct rules *rules, const struct position *position, cell to)
{
	const struct faces *faces = &rules->board.faces;
	unsigned me = position->to_move;

	if (!position_is_empty(position, to))
		return because(ILLEGAL_DROP_OCCUPIED, CELL_NONE, to, CELL_NONE);
	if (cellset_has(&faces->zone[me], to))
		return because(ILLEGAL_DROP_ZONE, CELL_NONE, to, CELL_NONE);
	if (faces->home[me] == to)
		return because(ILLEGAL_DROP_HOME, CELL_NONE, to, CELL_NONE);
	return allowed;
}

struct verdict
bnem_judge_drop(const struct rules *rules, const struct position *position,
    enum kind kind, cell to)
{
	unsigned me = position->to_move;
	struct verdict verdict;

	if (bnem_option(rules, BNEM_DROPS) != BNEM_YES)
		return because(ILLEGAL_DROP_UNPLAYED, CELL_NONE, to, CELL_NONE);
	if (is_king_hunt(position))
		return because(ILLEGAL_KING_HUNT, CELL_NONE, to, CELL_NONE);
	if (position->bnem.hand[me][kind] == 0)
		return because_of(ILLEGAL_DROP_HAND, CELL_NONE, to, me);
	verdict = judge_drop_cell(rules, position, to);
	if (verdict.why != ILLEGAL_NOT)
		return verdict;
	if (attacks_king(rules, position, to, piece_make(kind, me, me)))
		return because(ILLEGAL_DROP_CHECK, CELL_NONE, to, CELL_NONE);
	return allowed;
}

static bool
gen_drops(const struct gen *gen)
{
	const struct rules *rules = gen->view.rules;
	const struct position *position = gen->view.position;
	const uint8_t *hand = position->bnem.hand[gen->me];
	unsigned kinds = 0;

	for (unsigned kind = PAWN; kind < KINDS; kind++)
		kinds |= (unsigned)(hand[kind] > 0) << kind;
	if (kinds == 0 || bnem_option(rules, BNEM_DROPS) != BNEM_YES ||
	    is_king_hunt(position))
		return true;
	for (cell c = 0; c < rules->board.cells; c++) {
		if (!fits_target(gen, c) ||
		    judge_drop_cell(rules, position, c).why != ILLEGAL_NOT)
			continue;
		for (unsigned k = kinds; k != 0; k &= k - 1) {
			enum kind kind = (enum kind)__builtin_ctz(k);
			struct move move = drop_move(kind, c);

			if (!attacks_king(rules, position, c,
				piece_make(kind, gen->me, gen->me)) &&
			    !emit_allowed(gen, &move, false))
				return false;
		}
	}
	return true;
}

/* The pieces of the mover that fit the query and may move. */
static struct cellset
movers(const struct gen *gen)
{
	const struct position *position = gen->view.position;
	struct cellset pieces = gen_movers(gen);

	/* Two moves with two different pieces. */
	if (position->turn.pair_stage == PAIR_SECOND &&
	    position->turn.moved != CELL_NONE)
		cellset_remove(&pieces, position->turn.moved);
	return pieces;
}

bool
bnem_gen_pieces(const struct gen *gen)
{
	const struct position *position = gen->view.position;
	struct cellset pieces = movers(gen);

	while (!cellset_empty(&pieces)) {
		cell from = cellset_pop(&pieces);

		if (!gen_targets(gen, from) ||
		    (cellset_has(&position->kind[DRAUGHT], from) &&
			!gen_leaps_from(gen, from, false)))
			return false;
	}
	return true;
}

bool
bnem_gen_others(const struct gen *gen)
{
	const struct move_query *query = gen->query;
	struct cellset draughts = { { 0 } };

	if (query_wants(query, MOVE_LEAP))
		draughts = cellset_and(
		    movers(gen), &gen->view.position->kind[DRAUGHT]);
	while (!cellset_empty(&draughts))
		if (!gen_leaps_from(gen, cellset_pop(&draughts), true))
			return false;
	return (!query_wants(query, MOVE_ILLUMINATION) ||
		   gen_illumination(gen)) &&
	    (!query_wants(query, MOVE_DROP) || gen_drops(gen));
}

bool
bnem_gen_chain(
    const struct gen *gen, cell from, const cell *path, unsigned leaps)
{
	struct cellset able =
	    cellset_and(movers(gen), &gen->view.position->kind[DRAUGHT]);
	struct chain chain;

	if (!cellset_has(&able, from) || leaps == 0)
		return true;
	chain_begin(&chain, gen->view.rules, gen->view.position, from);
	for (unsigned i = 0; i < leaps; i++)
		if (!chain_leap_to(&chain, path[i]))
			return true;
	return emit_chain(gen, &chain);
}
