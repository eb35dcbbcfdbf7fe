/* Ternion: positions: pieces on cells, with their sets and key in step. */
#include <string.h>

#include "rules/position/position.h"

void
position_clear(struct position *position)
{
	memset(position, 0, sizeof(*position));
	for (unsigned p = 0; p < PLAYERS; p++) {
		position->king[p] = CELL_NONE;
		position->en_passant[p] = no_en_passant;
	}
	position->number = 1;
	position->key = position_full_key(position);
}

void
position_put(struct position *position, cell c, uint8_t piece)
{
	enum kind kind = piece_kind(piece);
	unsigned owner = piece_owner(piece);

	position->at[c] = piece;
	position->pieces++;
	cellset_add(&position->kind[KIND_NONE], c);
	cellset_add(&position->kind[kind], c);
	if (owner < PLAYERS) {
		cellset_add(&position->owned[owner], c);
		if (kind == KING)
			position->king[owner] = c;
	}
	position->key ^= zobrist_piece(c, piece);
}

uint8_t
position_take(struct position *position, cell c)
{
	uint8_t piece = position->at[c];
	enum kind kind = piece_kind(piece);
	unsigned owner = piece_owner(piece);

	position->at[c] = PIECE_NONE;
	position->pieces--;
	cellset_remove(&position->kind[KIND_NONE], c);
	cellset_remove(&position->kind[kind], c);
	if (owner < PLAYERS) {
		cellset_remove(&position->owned[owner], c);
		if (kind == KING && position->king[owner] == c)
			position->king[owner] = CELL_NONE;
	}
	position->key ^= zobrist_piece(c, piece);
	return piece;
}

void
position_set_rights(struct position *position, unsigned player, unsigned rights)
{
	position->key ^= zobrist_rights(player, position->rights[player]) ^
	    zobrist_rights(player, rights);
	position->rights[player] = (uint8_t)rights;
}

void
position_set_en_passant(
    struct position *position, unsigned player, struct en_passant en_passant)
{
	const struct en_passant *old = &position->en_passant[player];

	position->key ^= zobrist_en_passant(player, old->target, old->pawn) ^
	    zobrist_en_passant(player, en_passant.target, en_passant.pawn);
	position->en_passant[player] = en_passant;
}

uint64_t
position_full_key(const struct position *position)
{
	uint64_t key = zobrist_turn(position->to_move);

	for (unsigned c = 0; c < CELLS_MAX; c++)
		if (position->at[c] != PIECE_NONE)
			key ^= zobrist_piece(c, position->at[c]);
	for (unsigned p = 0; p < PLAYERS; p++)
		key ^= zobrist_rights(p, position->rights[p]) ^
		    zobrist_en_passant(p, position->en_passant[p].target,
			position->en_passant[p].pawn);
	return key;
}

void
past_add(struct past *past, const struct past *before, uint64_t key,
    uint64_t placement)
{
	/* The latest that agrees in the bits so far. */
	const struct past *like = before;
	unsigned bit;

	memset(past->link, 0, sizeof(past->link));
	for (bit = 0; bit < PAST_BITS && like != NULL; bit++) {
		const struct past *next = like->link[bit];
		bool differs = (like->placement ^ placement) >> bit & 1;

		past->link[bit] = differs ? like : next;
		like = differs ? next : like;
	}
	past->link[bit] = like;
	past->before = before;
	past->key = key;
	past->placement = placement;
}

const struct past *
past_find(const struct past *past, uint64_t placement)
{
	const uint64_t beyond = UINT64_C(1) << PAST_BITS;

	while (past != NULL && past->placement != placement)
		past = past->link[__builtin_ctzll(
		    (past->placement ^ placement) | beyond)];
	return past;
}

size_t
past_count(const struct past *past, const struct past *old)
{
	size_t count = 0;

	for (; past != old; past = past->before)
		count++;
	return count;
}

const struct past *
past_copy(const struct past *past, const struct past *old, struct past *copies)
{
	size_t count = past_count(past, old);

	for (size_t i = count; i-- > 0; past = past->before)
		copies[i] = *past;
	for (size_t i = 0; i < count; i++)
		past_add(&copies[i], i > 0 ? &copies[i - 1] : old,
		    copies[i].key, copies[i].placement);
	return count > 0 ? &copies[count - 1] : old;
}

void
position_remember(struct position *position, struct past *past)
{
	past_add(past, position->past, position->key,
	    position->key ^ zobrist_turn(position->to_move));
	position->past = past;
}
