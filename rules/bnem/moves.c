/*
 * Ternion: Bn Em's game: the moves that are legal but for the ko: those of
 * pieces, chains of leaps, drops and illuminations.
 */
#include <string.h>

#include "rules/bnem/moves.h"
#include "rules/bnem/pieces.h"

struct move
bnem_step(const struct position *position, cell from, cell to, cell victim)
{
	struct move move = plain_move(position, from, to);

	move.victim = victim;
	move.type = victim != CELL_NONE ? MOVE_CAPTURE : MOVE_QUIET;
	return move;
}

/* From then on only king captures are legal; of two moves for a cube
 * neither may capture a king. */
static bool
king_allows(const struct position *position, bool takes_king)
{
	if (position->turn.pair_stage != PAIR_NONE)
		return !takes_king;
	return takes_king || !is_king_hunt(position);
}

/* Gives the move to the sink if the kings allow it; false if the sink stopped.
 */
static bool
emit_allowed(const struct gen *gen, const struct move *move, bool takes_king)
{
	const struct position *position = gen->view.position;

	return !king_allows(position, takes_king) ||
	    gen->sink(gen->context, move);
}

static bool
is_king(const struct position *position, cell c)
{
	return c != CELL_NONE && cellset_has(&position->kind[KING], c);
}

static bool
emit_step(const struct gen *gen, cell from, cell to)
{
	struct move move = plain_move(gen->view.position, from, to);

	return emit_allowed(
	    gen, &move, is_king(gen->view.position, move.victim));
}

static bool
fits_target(const struct gen *gen, cell to)
{
	return gen->query == NULL || gen->query->to == CELL_NONE ||
	    gen->query->to == to;
}

/* Whether all moves of the piece are captures but for what stands on the cell
 * it goes to: then one target can be asked for. */
static bool
captures_as_it_goes(uint8_t piece)
{
	unsigned kind = piece_kind(piece);

	return kind != PAWN && kind != DRAUGHT &&
	    !(kind == ROSE && is_promoted(piece));
}

/* The move of such a piece to a cell, if it goes there. */
static bool
gen_target(const struct gen *gen, cell from, cell to)
{
	const struct rules *rules = gen->view.rules;
	const struct position *position = gen->view.position;

	return (!position_is_empty(position, to) &&
		   piece_owner(position->at[to]) == gen->me) ||
	    !bnem_piece_goes_to(&rules->board.faces,
		faceset_of(&position->kind[KIND_NONE]), position->at[from],
		from, to) ||
	    emit_step(gen, from, to);
}

static bool
gen_targets(const struct gen *gen, cell from)
{
	const struct position *position = gen->view.position;
	struct cellset targets;

	if (gen->query != NULL && gen->query->to != CELL_NONE &&
	    captures_as_it_goes(position->at[from]))
		return gen_target(gen, from, gen->query->to);
	targets = bnem_targets(gen->view.rules, position, from);
	while (!cellset_empty(&targets)) {
		cell to = cellset_pop(&targets);

		if (fits_target(gen, to) && !emit_step(gen, from, to))
			return false;
	}
	return true;
}

/* One leap is a capture, and more are a chain. */
static bool
emit_chain(const struct gen *gen, const struct chain *chain)
{
	cell to = chain->path[chain->leaps - 1];
	struct move move =
	    bnem_step(gen->view.position, chain->start, to, chain->leapt[0]);
	struct cellset targets = chain_captures(chain);

	if (chain->leaps > 1) {
		move.type = MOVE_LEAP;
		move.leaps = (uint8_t)chain->leaps;
		memcpy(move.path, chain->path,
		    chain->leaps * sizeof(move.path[0]));
	}
	if (bnem_option(gen->view.rules, BNEM_MULTI_CAPTURE) != BNEM_TAKES_ALL)
		move.victim = chain->leapt[chain->leaps - 1];
	return emit_allowed(gen, &move, has_king(gen->view.position, &targets));
}

/* The single leaps, as moves of a piece. */
static bool
gen_draught_leaps(const struct gen *gen, cell from)
{
	struct chain chain;

	chain_begin(&chain, gen->view.rules, gen->view.position, from);
	for (unsigned way = 1; way < FACE_WAYS; way += 2) {
		bool go_on;

		if (!chain_leap(&chain, way))
			continue;
		go_on =
		    !fits_target(gen, chain.path[0]) || emit_chain(gen, &chain);
		chain_back(&chain);
		if (!go_on)
			return false;
	}
	return true;
}

static bool
gen_chains(const struct gen *gen, struct chain *chain)
{
	for (unsigned way = 1; way < FACE_WAYS; way += 2) {
		bool go_on;

		if (!chain_leap(chain, way))
			continue;
		go_on = (chain->leaps < 2 || emit_chain(gen, chain)) &&
		    gen_chains(gen, chain);
		chain_back(chain);
		if (!go_on)
			return false;
	}
	return true;
}

static bool
gen_chains_from(const struct gen *gen, cell from)
{
	struct chain chain;

	chain_begin(&chain, gen->view.rules, gen->view.position, from);
	return gen_chains(gen, &chain);
}

static bool
gen_illumination(const struct gen *gen)
{
	const struct position *position = gen->view.position;
	cell king = position->king[gen->me];
	struct cellset taken;
	struct move move;

	if (king == CELL_NONE ||
	    (position->turn.pair_stage == PAIR_SECOND &&
		king == position->turn.moved))
		return true;
	taken = bnem_illuminated(gen->view.rules, position, king);
	if (cellset_empty(&taken))
		return true;
	move = (struct move){
		.type = MOVE_ILLUMINATION,
		.from = king,
		.to = CELL_NONE,
		.check = ALL_PLAYERS,
	};
	move.victim = cellset_pop(&taken);
	return emit_allowed(gen, &move,
	    is_king(position, move.victim) || has_king(position, &taken));
}

/*
 * Drops
 */

/* Whether a draught that its owner drops on `to` could leap a king. */
static bool
draught_attacks_king(const struct rules *rules, const struct position *position,
    cell to, uint8_t piece)
{
	struct position trial;
	struct cellset targets;

	if (!bnem_may_leap(rules, position, to, piece))
		return false;
	trial = *position;
	position_put(&trial, to, piece);
	targets = bnem_capture_targets(rules, &trial, to);
	return has_king(position, &targets);
}

/* Whether a piece that its owner drops on `to` would attack an enemy king. */
static bool
attacks_king(const struct rules *rules, const struct position *position,
    cell to, uint8_t piece)
{
	struct faceset occupied = faceset_of(&position->kind[KIND_NONE]);

	if ((unsigned)piece_kind(piece) == DRAUGHT)
		return draught_attacks_king(rules, position, to, piece);
	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != piece_owner(piece) && position->king[p] != CELL_NONE &&
		    bnem_piece_takes_on(&rules->board.faces, occupied, piece,
			to, position->king[p]))
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

void
bnem_set_drop(struct move *move, enum kind kind, cell to)
{
	*move = (struct move){
		.type = MOVE_DROP,
		.from = CELL_NONE,
		.to = to,
		.victim = CELL_NONE,
		.promotion = (uint8_t)kind,
		.check = ALL_PLAYERS,
	};
}

static bool
gen_drops_on(const struct gen *gen, cell to)
{
	const struct rules *rules = gen->view.rules;
	const struct position *position = gen->view.position;
	const uint8_t *hand = position->bnem.hand[gen->me];

	for (unsigned kind = PAWN; kind < KINDS; kind++) {
		struct move move;

		if (hand[kind] == 0 ||
		    attacks_king(rules, position, to,
			piece_make((enum kind)kind, gen->me, gen->me)))
			continue;
		bnem_set_drop(&move, (enum kind)kind, to);
		if (!emit_allowed(gen, &move, false))
			return false;
	}
	return true;
}

static bool
gen_drops(const struct gen *gen)
{
	const struct rules *rules = gen->view.rules;
	const struct position *position = gen->view.position;
	unsigned pieces = 0, first = 0, cells = rules->board.cells;

	for (unsigned kind = PAWN; kind < KINDS; kind++)
		pieces += position->bnem.hand[gen->me][kind];
	if (pieces == 0 || bnem_option(rules, BNEM_DROPS) != BNEM_YES ||
	    is_king_hunt(position))
		return true;
	if (gen->query != NULL && gen->query->to != CELL_NONE) {
		first = gen->query->to;
		cells = first + 1u;
	}
	for (unsigned c = first; c < cells; c++)
		if (judge_drop_cell(rules, position, (cell)c).why ==
			ILLEGAL_NOT &&
		    !gen_drops_on(gen, (cell)c))
			return false;
	return true;
}

/* The pieces of the mover that fit the query and may move. */
static struct cellset
movers(const struct gen *gen)
{
	const struct position *position = gen->view.position;
	const struct move_query *query = gen->query;
	struct cellset pieces = position->owned[gen->me], one = { { 0 } };

	/* Two moves with two different pieces. */
	if (position->turn.pair_stage == PAIR_SECOND &&
	    position->turn.moved != CELL_NONE)
		cellset_remove(&pieces, position->turn.moved);
	if (query != NULL && query->kind != KIND_NONE)
		pieces = cellset_and(pieces, &position->kind[query->kind]);
	if (query == NULL || query->from == CELL_NONE)
		return pieces;
	cellset_add(&one, query->from);
	return cellset_and(one, &pieces);
}

static bool
gen_steps(const struct gen *gen)
{
	const struct position *position = gen->view.position;
	struct cellset pieces = movers(gen);

	while (!cellset_empty(&pieces)) {
		cell from = cellset_pop(&pieces);

		if (!gen_targets(gen, from) ||
		    (cellset_has(&position->kind[DRAUGHT], from) &&
			!gen_draught_leaps(gen, from)))
			return false;
	}
	return true;
}

static bool
gen_all_chains(const struct gen *gen)
{
	struct cellset draughts = movers(gen);

	draughts = cellset_and(draughts, &gen->view.position->kind[DRAUGHT]);
	while (!cellset_empty(&draughts))
		if (!gen_chains_from(gen, cellset_pop(&draughts)))
			return false;
	return true;
}

bool
bnem_gen_pieces(const struct gen *gen)
{
	return gen_steps(gen);
}

bool
bnem_gen_others(const struct gen *gen)
{
	const struct move_query *query = gen->query;

	return (!query_wants(query, MOVE_LEAP) || gen_all_chains(gen)) &&
	    (!query_wants(query, MOVE_ILLUMINATION) || gen_illumination(gen)) &&
	    (!query_wants(query, MOVE_DROP) || gen_drops(gen));
}

bool
bnem_gen_chain(
    const struct gen *gen, cell from, const cell *path, unsigned leaps)
{
	struct cellset able = movers(gen);
	struct chain chain;

	able = cellset_and(able, &gen->view.position->kind[DRAUGHT]);
	if (!cellset_has(&able, from) || leaps == 0)
		return true;
	chain_begin(&chain, gen->view.rules, gen->view.position, from);
	for (unsigned i = 0; i < leaps; i++)
		if (!chain_leap_to(&chain, path[i]))
			return true;
	return emit_chain(gen, &chain);
}
