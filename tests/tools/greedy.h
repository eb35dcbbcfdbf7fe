/*
 * A small greedy player, for games that look as if people played them: it makes
 * captures that pay, does not leave pieces hanging, gives check, develops its
 * pieces, and looks one ply ahead. Chance decides among moves of similar value.
 */
#pragma once

#include "tests/property/random.h"
#include "tests/property/moves.h"

/* Values in hundredths of a pawn. */
enum {
	GREEDY_WIN = 100000,
	GREEDY_CHECK = 40,
	GREEDY_MOBILITY = 3, /* for each move of the next turn */
	GREEDY_ADVANCE = 12, /* for a pawn's move */
	GREEDY_CHANCE = 50,
};

static inline int
greedy_value(uint8_t piece)
{
	static const int value[KINDS] = { [PAWN] = 100,
		[KNIGHT] = 300,
		[BISHOP] = 300,
		[POPE] = 300,
		[ROOK] = 500,
		[QUEEN] = 900,
		[KING] = 3000 };

	return value[piece_kind(piece)] + (piece & PIECE_PROMOTED ? 100 : 0);
}

/* True if the player could capture on the cell if it were his turn. */
static inline bool
greedy_recaptures(const struct rules *rules, struct position position,
    unsigned player, cell to)
{
	static struct moves moves;

	position_turn(&position, player);
	list_moves(rules, &position,
	    &(struct move_query){ .from = CELL_NONE, .to = to }, &moves);
	return moves.n > 0;
}

/* The most that an opponent of the player wins by a capture from him, if it
 * is that opponent's turn; a recapture costs the capturing piece. */
static inline int
greedy_loss(const struct rules *rules, struct position position,
    unsigned player, unsigned opponent)
{
	static struct moves moves;
	int most = 0;

	position_turn(&position, opponent);
	list_moves(rules, &position, NULL, &moves);
	for (size_t i = 0; i < moves.n; i++) {
		const struct move *move = &moves.move[i];
		struct position after = position;
		int loss;

		if (move->victim == CELL_NONE ||
		    piece_owner(position.at[move->victim]) != player)
			continue;
		loss = greedy_value(position.at[move->victim]);
		if (loss <= most)
			continue;
		rules_make_move(rules, &after, move);
		if (move->from != CELL_NONE &&
		    greedy_recaptures(rules, after, player, move->to))
			loss -= greedy_value(position.at[move->from]);
		if (loss > most)
			most = loss;
	}
	return most;
}

/* The value of a legal move for its mover. */
static inline int
greedy_score(const struct rules *rules, const struct position *before,
    const struct move *move)
{
	unsigned me = before->to_move;
	struct position after = *before;
	int score = 0, worst = 0;

	rules_make_move(rules, &after, move);
	struct outcome outcome = rules_outcome(rules, &after);
	if (outcome.ending != ENDING_NONE)
		return outcome.winner == me ? GREEDY_WIN : -GREEDY_WIN;
	if (move->victim != CELL_NONE)
		score += greedy_value(before->at[move->victim]);
	if (move->promotion != KIND_NONE && move->type != MOVE_DROP)
		score += greedy_value(move->promotion) - greedy_value(PAWN);
	if (move->from != CELL_NONE &&
	    piece_kind(before->at[move->from]) == PAWN)
		score += GREEDY_ADVANCE;
	for (unsigned p = 0; p < PLAYERS; p++) {
		int loss;

		if (p == me || is_out(&after, p))
			continue;
		if (after.checks[p] >> me & 1)
			score += GREEDY_CHECK;
		loss = greedy_loss(rules, after, me, p);
		if (loss > worst)
			worst = loss;
	}
	if (!is_out(&after, me)) {
		position_turn(&after, me);
		score += GREEDY_MOBILITY * (int)rules_count(rules, &after);
	}
	return score - worst;
}

/* The best legal move, or one nearly as good; there must be one. */
static inline struct move
greedy_move(const struct rules *rules, const struct position *position,
    struct dice *dice)
{
	static struct moves moves;
	int best = 0;
	size_t chosen = 0;

	list_moves(rules, position, NULL, &moves);
	for (size_t i = 0; i < moves.n; i++) {
		int score = greedy_score(rules, position, &moves.move[i]) +
		    (int)dice_below(dice, GREEDY_CHANCE);

		if (i == 0 || score > best) {
			best = score;
			chosen = i;
		}
	}
	return moves.move[chosen];
}
