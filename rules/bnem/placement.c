/*
 * Ternion: Bn Em's game: what a move does to the board.
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
	cellset_remove(&bnem->promoted, c);
	position->turn.taken |= (uint8_t)(1u << piece_owner(piece));
	position->turn.is_loud = true;
	if (kind == KING)
		bnem->captor[piece_owner(piece)] = (uint8_t)(me + 1);
	else
		bnem_set_hand(position, me, kind, bnem->hand[me][kind] + 1u);
}

static void
put_dropped(struct position *position, unsigned me, enum kind kind, cell to)
{
	bnem_set_hand(position, me, kind, position->bnem.hand[me][kind] - 1u);
	position_put(position, to, piece_make(kind, me, me));
	/* A dropped one counts as never moved. */
	if ((unsigned)kind == DRAUGHT)
		cellset_add(&position->unmoved, to);
}

/* A piece that ends its owner's turn in his zone is promoted at once. */
void
bnem_promote(const struct rules *rules, struct position *position, unsigned me)
{
	struct faceset pieces = bnem_to_promote(rules, position, me);

	while (!faceset_empty(pieces)) {
		cell c = faceset_pop(&pieces);

		position_put(position, c,
		    (uint8_t)(position_take(position, c) | PIECE_PROMOTED));
		cellset_remove(&position->unmoved, c);
		cellset_add(&position->bnem.promoted, c);
	}
}

static void
move_piece(struct position *position, cell from, cell to)
{
	struct cellset *promoted = &position->bnem.promoted;
	uint8_t piece = position->at[from];

	cellset_remove(&position->unmoved, from);
	position->turn.is_loud |= piece_kind(piece) == PAWN;
	if (from != to)
		position_move(position, from, to);
	if (is_promoted(piece)) {
		cellset_remove(promoted, from);
		cellset_add(promoted, to);
	}
}

static void
take_captured(const struct rules *rules, struct position *position,
    const struct move *move)
{
	struct cellset taken = bnem_captured(rules, position, move);

	while (!cellset_empty(&taken))
		capture(position, position->to_move, cellset_pop(&taken));
}

/* Whether the move of a piece takes at most what stands where it lands. */
static bool
takes_plainly(const struct position *position, const struct move *move)
{
	return (move->type == MOVE_QUIET ||
		   (move->type == MOVE_CAPTURE && move->victim == move->to)) &&
	    (unsigned)piece_kind(position->at[move->from]) != STAR;
}

void
bnem_move_pieces(const struct rules *rules, struct position *position,
    const struct move *move, bool ends)
{
	unsigned me = position->to_move;

	position->turn.moved = move->to != CELL_NONE ? move->to : move->from;
	if (move->from == CELL_NONE || !takes_plainly(position, move))
		take_captured(rules, position, move);
	else if (move->victim != CELL_NONE)
		capture(position, me, move->victim);
	if (move->type == MOVE_DROP)
		put_dropped(position, me, (enum kind)move->promotion, move->to);
	else if (move->type != MOVE_ILLUMINATION && move->from != CELL_NONE)
		move_piece(position, move->from, move->to);
	if (ends)
		bnem_promote(rules, position, me);
}
