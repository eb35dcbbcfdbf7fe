/*
 * Ternion: Bn Em's game: what a move does to the board, and who threatens whom.
 * Whose turn it is then is none of it: see turns.c.
 */
#include "rules/bnem/pieces.h"
#include "rules/bnem/placement.h"

static struct cellset
chain_taken(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	struct chain chain;

	chain_begin(&chain, rules, position, move->from);
	if (move->leaps == 0)
		chain_leap_to(&chain, move->to);
	for (unsigned i = 0; i < move->leaps; i++)
		chain_leap_to(&chain, move->path[i]);
	return chain_captures(&chain);
}

struct cellset
bnem_captured(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	struct cellset taken = { { 0 } };

	if (move->type == MOVE_ILLUMINATION)
		return bnem_illuminated(rules, position, move->from);
	if (move->type == MOVE_DROP)
		return move->promotion == STAR
		    ? bnem_triumph(rules, position, CELL_NONE, move->to)
		    : taken;
	if (move->type == MOVE_LEAP ||
	    (move->victim != CELL_NONE && move->victim != move->to))
		return chain_taken(rules, position, move);
	if (move->from == CELL_NONE)
		return taken;
	if (is_star_leap(rules, position, move->from, move->to))
		taken = bnem_triumph(rules, position, move->from, move->to);
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
	position->turn.taken |= (uint8_t)(1u << piece_owner(piece));
	position->turn.is_loud = true;
	if (kind == KING)
		bnem->captor[piece_owner(piece)] = (uint8_t)(me + 1);
	else
		position_set_hand(
		    position, me, kind, bnem->hand[me][kind] + 1u);
}

static void
drop(struct position *position, unsigned me, enum kind kind, cell to)
{
	position_set_hand(
	    position, me, kind, position->bnem.hand[me][kind] - 1u);
	position_put(position, to, piece_make(kind, me, me));
	/* A dropped one counts as never moved. */
	if ((unsigned)kind == DRAUGHT)
		cellset_add(&position->unmoved, to);
}

/* A piece that ends its owner's turn in his zone is promoted at once. */
void
bnem_promote(const struct rules *rules, struct position *position, unsigned me)
{
	struct cellset pieces =
	    cellset_and(position->owned[me], &rules->board.faces.zone[me]);

	while (!cellset_empty(&pieces)) {
		cell c = cellset_pop(&pieces);

		if (is_promoted(position->at[c]))
			continue;
		position_put(position, c,
		    (uint8_t)(position_take(position, c) | PIECE_PROMOTED));
		cellset_remove(&position->unmoved, c);
	}
}

void
bnem_move_pieces(const struct rules *rules, struct position *position,
    const struct move *move, bool ends)
{
	unsigned me = position->to_move;
	struct cellset taken = bnem_captured(rules, position, move);
	bool moves = move->type != MOVE_ILLUMINATION && move->from != CELL_NONE;
	uint8_t piece = PIECE_NONE;

	position->turn.moved = move->to != CELL_NONE ? move->to : move->from;
	if (moves) {
		piece = position_take(position, move->from);
		cellset_remove(&position->unmoved, move->from);
		position->turn.is_loud |= piece_kind(piece) == PAWN;
	}
	while (!cellset_empty(&taken))
		capture(position, me, cellset_pop(&taken));
	if (moves)
		position_put(position, move->to, piece);
	else if (move->type == MOVE_DROP)
		drop(position, me, (enum kind)move->promotion, move->to);
	if (ends)
		bnem_promote(rules, position, me);
}

/* Whether a draught can land behind the cell; where one stands it could leap
 * in a ring. */
static bool
may_be_leapt(const struct rules *rules, const struct position *position, cell c)
{
	const cell *step = rules->board.faces.step[c];

	for (unsigned way = DIAGONAL; way < FACE_WAYS; way += 2)
		if (step[way] != CELL_NONE &&
		    (position_is_empty(position, step[way]) ||
			cellset_has(&position->kind[DRAUGHT], step[way])))
			return true;
	return false;
}

/* The pieces of players in play that could capture on the cell, of an enemy of
 * theirs, if nothing stood in their way; and draughts, which leap. */
static struct cellset
threats(const struct rules *rules, const struct position *position,
    unsigned enemy, cell c)
{
	struct cellset threats = { { 0 } };
	bool leapt = may_be_leapt(rules, position, c);

	for (int i = 0; i < FACE_WORDS; i++) {
		uint64_t able = leapt ? position->kind[DRAUGHT].word[i] : 0;
		uint64_t owned = 0;

		for (unsigned kind = PAWN; kind < KINDS; kind++)
			able |= position->kind[kind].word[i] &
			    rules->board.faces.bearing[kind][c].word[i];
		for (unsigned p = 0; p < PLAYERS; p++)
			if (p != enemy && !is_out(position, p))
				owned |= position->owned[p].word[i];
		threats.word[i] = able & owned;
	}
	return threats;
}

/* Whether the piece on `from` could capture on `to`, where an enemy stands. */
static bool
attacks(const struct rules *rules, const struct position *position, cell from,
    cell to)
{
	struct cellset targets;

	if ((unsigned)piece_kind(position->at[from]) != DRAUGHT)
		return bnem_captures_on(rules, position, from, to);
	if (!bnem_may_leap(rules, position, from))
		return false;
	targets = bnem_capture_targets(rules, position, from);
	return cellset_has(&targets, to);
}

/* The players, as bits, who attack the cell of an enemy. */
static unsigned
attackers(const struct rules *rules, const struct position *position,
    unsigned enemy, cell c)
{
	struct cellset able = threats(rules, position, enemy, c);
	unsigned owners = 0;

	while (!cellset_empty(&able)) {
		cell from = cellset_pop(&able);
		unsigned owner = 1u << piece_owner(position->at[from]);

		if (!(owners & owner) && attacks(rules, position, from, c))
			owners |= owner;
	}
	return owners;
}

void
bnem_find_checks(const struct rules *rules, struct position *position)
{
	for (unsigned p = 0; p < PLAYERS; p++) {
		cell king = position->king[p];

		position->checks[p] = king == CELL_NONE
		    ? 0
		    : (uint8_t)attackers(rules, position, p, king);
	}
}
