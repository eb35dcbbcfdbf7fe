/* Ternion: Bn Em's game: what a move does to the board, and the legal moves:
 * those of pieces, chains of leaps, drops, illuminations. */
#include <string.h>

#include "rules/bnem/bnem_int.h"

uint64_t
bnem_hands_key(const struct position *position)
{
	uint64_t key = zobrist_cubes(position->bnem.cubes);

	for (unsigned p = 0; p < PLAYERS; p++)
		for (unsigned kind = KIND_NONE + 1; kind < KINDS; kind++)
			key ^=
			    zobrist_hand(p, kind, position->bnem.hand[p][kind]);
	return key;
}

struct cellset
bnem_captured(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	struct cellset taken = { { 0 } };
	struct chain chain;

	if (move->type == MOVE_ILLUMINATION)
		return bnem_illuminated(rules, position, move->from);
	if (move->type == MOVE_DROP)
		return move->promotion == STAR
		    ? bnem_triumph(rules, position, move->to)
		    : taken;
	if (move->type == MOVE_LEAP) {
		chain_begin(&chain, rules, position, move->from);
		for (unsigned i = 0; i < move->leaps; i++)
			chain_leap_to(&chain, move->path[i]);
		return chain_captures(&chain);
	}
	if (move->from == CELL_NONE)
		return taken;
	if (is_star_leap(rules, position, move->from, move->to))
		taken = bnem_triumph(rules, position, move->to);
	if (move->victim != CELL_NONE)
		cellset_add(&taken, move->victim);
	return taken;
}

/* Captured pieces, demoted, go to the captor's hand (own stars too; kings do
 * not). */
static void
capture(struct position *position, unsigned me, cell c)
{
	struct bnem *bnem = &position->bnem;
	uint8_t piece = position_take(position, c);
	enum kind kind = piece_kind(piece);

	cellset_remove(&position->unmoved, c);
	cellset_remove(&bnem->promoted, c);
	position->turn.taken |= (uint8_t)(1u << piece_owner(piece));
	position->turn.is_loud = true;
	if (kind == KING)
		bnem->captor[piece_owner(piece)] = (uint8_t)(me + 1);
	else
		position_set_hand(
		    position, me, kind, bnem->hand[me][kind] + 1u);
}

/* A piece that ends its owner's turn in his zone is promoted at once. */
void
bnem_promote(const struct rules *rules, struct position *position, unsigned me)
{
	faceset pieces = bnem_to_promote(rules, position, me);

	while (!faceset_empty(pieces)) {
		cell c = faceset_pop(&pieces);

		position_put(position, c,
		    (uint8_t)(position_take(position, c) | PIECE_PROMOTED));
		cellset_remove(&position->unmoved, c);
		cellset_add(&position->bnem.promoted, c);
	}
}

void
bnem_move_pieces(const struct rules *rules, struct position *position,
    const struct move *move, bool ends)
{
	struct cellset *promoted = &position->bnem.promoted;
	unsigned me = position->to_move;
	enum kind kind;

	position->turn.moved = move->to != CELL_NONE ? move->to : move->from;
	if (!is_plain_move(position, move)) {
		struct cellset taken = bnem_captured(rules, position, move);

		while (!cellset_empty(&taken))
			capture(position, me, cellset_pop(&taken));
	} else if (move->victim != CELL_NONE) {
		capture(position, me, move->victim);
	}
	if (move->type == MOVE_DROP) {
		kind = (enum kind)move->promotion;
		position_set_hand(
		    position, me, kind, position->bnem.hand[me][kind] - 1u);
		position_put(position, move->to, piece_make(kind, me, me));
		/* A dropped one counts as never moved. */
		if (kind == DRAUGHT)
			cellset_add(&position->unmoved, move->to);
	} else if (move->type != MOVE_ILLUMINATION && move->from != CELL_NONE) {
		uint8_t piece = position->at[move->from];

		cellset_remove(&position->unmoved, move->from);
		position->turn.is_loud |= piece_kind(piece) == PAWN;
		if (move->from != move->to)
			position_move(position, move->from, move->to);
		if (is_promoted(piece)) {
			cellset_remove(promoted, move->from);
			cellset_add(promoted, move->to);
		}
	}
	if (ends && !faceset_empty(bnem_to_promote(rules, position, me)))
		bnem_promote(rules, position, me);
}

/* Gives the move to the sink if the kings and the ko allow it: "from then on
 * only king captures are legal"; of two moves for a cube neither may capture a
 * king. False if the sink stopped. */
static bool
emit_allowed(const struct gen *gen, const struct move *move, bool takes_king)
{
	const struct position *position = gen->view.position;
	bool allowed_by_kings = position->turn.pair_stage != PAIR_NONE
	    ? !takes_king
	    : takes_king || !is_king_hunt(position);

	return !allowed_by_kings ||
	    bnem_repeats(gen->view.rules, position, move) ||
	    gen->sink(gen->context, move);
}

static bool
gen_targets(const struct gen *gen, cell from)
{
	const struct position *position = gen->view.position;
	struct cellset targets = bnem_targets(gen->view.rules, position, from);

	while (!cellset_empty(&targets)) {
		struct move move =
		    plain_move(position, from, cellset_pop(&targets));

		if (gen_fits_target(gen, move.to) &&
		    !emit_allowed(gen, &move,
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
			go_on = !gen_fits_target(gen, chain->path[0]) ||
			    emit_chain(gen, chain);
		chain->leaps--;
		if (!go_on)
			return false;
	}
	return true;
}

static bool
gen_illumination(const struct gen *gen)
{
	const struct position *position = gen->view.position;
	cell king = position->king[gen->me];
	struct move move = move_action(MOVE_ILLUMINATION, king, CELL_NONE);

	if (king == CELL_NONE ||
	    (position->turn.pair_stage == PAIR_SECOND &&
		king == position->turn.moved))
		return true;
	struct cellset taken =
	    bnem_illuminated(gen->view.rules, position, king);
	if (cellset_empty(&taken))
		return true;
	bool takes_king = has_king(position, taken);
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

	if (piece_kind(piece) == DRAUGHT) {
		if (!bnem_may_leap(rules, position, to, piece))
			return false;
		struct position trial = *position;
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
 * home square, and not so that it attacks a king. */
struct verdict
bnem_judge_drop(const struct rules *rules, const struct position *position,
    enum kind kind, cell to)
{
	const struct faces *faces = &rules->board.faces;
	unsigned me = position->to_move;

	if (bnem_option(rules, BNEM_DROPS) != BNEM_YES)
		return because(ILLEGAL_DROP_UNPLAYED, CELL_NONE, to);
	if (is_king_hunt(position))
		return because(ILLEGAL_KING_HUNT, CELL_NONE, to);
	if (position->bnem.hand[me][kind] == 0)
		return because_of(ILLEGAL_DROP_HAND, CELL_NONE, to, me);
	if (!position_is_empty(position, to))
		return because(ILLEGAL_DROP_OCCUPIED, CELL_NONE, to);
	if (cellset_has(&faces->zone[me], to))
		return because(ILLEGAL_DROP_ZONE, CELL_NONE, to);
	if (faces->home[me] == to)
		return because(ILLEGAL_DROP_HOME, CELL_NONE, to);
	if (attacks_king(rules, position, to, piece_make(kind, me, me)))
		return because(ILLEGAL_DROP_CHECK, CELL_NONE, to);
	return allowed;
}

static bool
gen_drops(const struct gen *gen)
{
	const struct rules *rules = gen->view.rules;
	const struct position *position = gen->view.position;
	const uint8_t *hand = position->bnem.hand[gen->me];
	unsigned held = 0;

	for (unsigned kind = PAWN; kind < KINDS; kind++)
		held += hand[kind];
	if (held == 0) /* mostly */
		return true;
	for (unsigned i = PAWN; i < rules->board.cells * (unsigned)KINDS; i++) {
		enum kind kind = (enum kind)(i % KINDS);
		cell to = (cell)(i / KINDS);

		if (hand[kind] == 0 || !gen_fits_target(gen, to) ||
		    bnem_judge_drop(rules, position, kind, to).why !=
			ILLEGAL_NOT)
			continue;
		struct move move = drop_move(kind, to);
		if (!emit_allowed(gen, &move, false))
			return false;
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

/* Gives the moves of the pieces, one step or leap each. */
static bool
gen_steps(const struct gen *gen)
{
	const struct position *position = gen->view.position;
	struct cellset pieces = movers(gen);
	struct chain chain;

	for (cell from; (from = cellset_next(&pieces)) != CELL_NONE;) {
		if (!gen_targets(gen, from))
			return false;
		if (!cellset_has(&position->kind[DRAUGHT], from))
			continue;
		chain_begin(&chain, gen->view.rules, position, from);
		if (!gen_leaps_on(gen, &chain, false))
			return false;
	}
	return true;
}

/* Gives the chain of leaps with the landings that are asked for. */
static bool
gen_stated_chain(const struct gen *gen, struct chain *chain)
{
	for (unsigned i = 0; i < gen->query->leaps; i++)
		if (!chain_leap_to(chain, gen->query->path[i]))
			return true;
	return emit_chain(gen, chain);
}

bool
bnem_gen_moves(const struct gen *gen)
{
	const struct move_query *query = gen->query;
	struct cellset draughts = { { 0 } };
	struct chain chain;

	if (query_wants_pieces(query) && !gen_steps(gen))
		return false;
	if (query_wants(query, MOVE_LEAP))
		draughts = cellset_and(
		    movers(gen), &gen->view.position->kind[DRAUGHT]);
	while (!cellset_empty(&draughts)) {
		chain_begin(&chain, gen->view.rules, gen->view.position,
		    cellset_pop(&draughts));
		if (!(query != NULL && query->leaps > 0
			    ? gen_stated_chain(gen, &chain)
			    : gen_leaps_on(gen, &chain, true)))
			return false;
	}
	return (!query_wants(query, MOVE_ILLUMINATION) ||
		   gen_illumination(gen)) &&
	    (!query_wants(query, MOVE_DROP) || gen_drops(gen));
}

/* The player's pieces of the kind that could get to the cell on a board with
 * nothing in their way, in the form that is stated. A leap ends where a slide
 * would. */
static faceset
candidates_to(const struct rules *rules, const struct position *position,
    enum kind kind, enum promoted form, cell to)
{
	faceset pieces = faceset_of(&position->owned[position->to_move]) &
	    faceset_of(&position->kind[kind]);
	faceset promoted = faceset_of(&position->bnem.promoted);

	pieces &= rules->board.faces.reach[to].origins[kind].all;
	if (form == PROMOTED_ANY)
		return pieces;
	return pieces & (form == PROMOTED_YES ? promoted : ~promoted);
}

bool
bnem_find_plain(const struct rules *rules, const struct position *position,
    const struct move_query *query, struct move *move, struct cellset *rivals)
{
	cell to = query->to, found = CELL_NONE, victim = CELL_NONE;
	bool empty = position_is_empty(position, to), is_unique = false;
	enum kind kind = query->kind;
	struct chain chain;
	faceset pieces;

	/* Elsewhere not all that pieces can do is legal. */
	if (is_king_hunt(position) || position->turn.pair_stage != PAIR_NONE ||
	    bnem_is_over(rules, position))
		return false;
	if (query->type == MOVE_DROP) {
		*move = drop_move(query->promotion, to);
		return bnem_judge_drop(rules, position, query->promotion, to)
			   .why == ILLEGAL_NOT &&
		    !bnem_repeats(rules, position, move);
	}
	if (kind == KIND_NONE && query->from != CELL_NONE)
		kind = piece_kind(position->at[query->from]);
	if (kind == KIND_NONE ||
	    cellset_has(&position->owned[position->to_move], to))
		return false;
	pieces = candidates_to(rules, position, kind, query->promoted, to);
	if (query->from != CELL_NONE)
		pieces &= faceset_only(query->from);
	plain_move_set(move, position, CELL_NONE, to);
	*rivals = (struct cellset){ { 0 } };
	while (!faceset_empty(pieces)) {
		cell from = faceset_pop(&pieces), taken[2];
		unsigned ways = 0;

		if (bnem_goes_to(&rules->board.faces, position, from, to))
			taken[ways++] = empty ? CELL_NONE : to;
		if (kind == DRAUGHT && empty) {
			chain_begin(&chain, rules, position, from);
			if (chain_leap_to(&chain, to))
				taken[ways++] = chain.leapt[0];
		}
		while (ways-- > 0) {
			move->from = from;
			move->victim = taken[ways];
			move->type = taken[ways] == CELL_NONE ? MOVE_QUIET
							      : MOVE_CAPTURE;
			if (bnem_repeats(rules, position, move))
				continue;
			if (!place_fits(rules->board.name[from],
				query->from_file, query->from_rank)) {
				cellset_add(rivals, from);
				continue;
			}
			is_unique = found == CELL_NONE;
			found = from;
			victim = taken[ways];
		}
	}
	move->from = found;
	move->victim = victim;
	move->type = victim == CELL_NONE ? MOVE_QUIET : MOVE_CAPTURE;
	return is_unique;
}
