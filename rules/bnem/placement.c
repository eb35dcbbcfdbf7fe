/*
 * Ternion: Bn Em's game: what a move does to the board.
 * Whose turn it is then is none of it: see turns.c.
 */
#include "rules/bnem/bnem_int.h"

void
bnem_set_hand(
    struct position *position, unsigned player, enum kind kind, unsigned count)
{
	uint8_t *hand = &position->bnem.hand[player][kind];

	position->key ^= zobrist_hand(player, kind, *hand) ^
	    zobrist_hand(player, kind, count);
	*hand = (uint8_t)count;
}

void
bnem_set_cubes(struct position *position, unsigned cubes)
{
	position->key ^=
	    zobrist_cubes(position->bnem.cubes) ^ zobrist_cubes(cubes);
	position->bnem.cubes = (uint8_t)cubes;
}

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
		    ? bnem_triumph(rules, position, CELL_NONE, move->to)
		    : taken;
	if (move->type == MOVE_LEAP ||
	    (move->victim != CELL_NONE && move->victim != move->to)) {
		chain_begin(&chain, rules, position, move->from);
		if (move->leaps == 0)
			chain_leap_to(&chain, move->to);
		for (unsigned i = 0; i < move->leaps; i++)
			chain_leap_to(&chain, move->path[i]);
		return chain_captures(&chain);
	}
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
	if (kind == DRAUGHT)
		cellset_add(&position->unmoved, to);
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
	unsigned me = position->to_move;
	/* Most moves take at most what stands where they land. */
	bool is_plain = move->from != CELL_NONE &&
	    (move->type == MOVE_QUIET ||
		(move->type == MOVE_CAPTURE && move->victim == move->to)) &&
	    piece_kind(position->at[move->from]) != STAR;

	position->turn.moved = move->to != CELL_NONE ? move->to : move->from;
	if (!is_plain) {
		struct cellset taken = bnem_captured(rules, position, move);

		while (!cellset_empty(&taken))
			capture(position, me, cellset_pop(&taken));
	} else if (move->victim != CELL_NONE) {
		capture(position, me, move->victim);
	}
	if (move->type == MOVE_DROP)
		put_dropped(position, me, (enum kind)move->promotion, move->to);
	else if (move->type != MOVE_ILLUMINATION && move->from != CELL_NONE)
		move_piece(position, move->from, move->to);
	if (ends)
		bnem_promote(rules, position, me);
}
