/* Ternion: moves that lose a piece. */
#include "parse/repair/decode.h"

/* Looks for a capture that costs a player more than he has gained. */
struct losses {
	const struct rules *rules;
	const struct position *position; /* with the turn of an opponent */
	unsigned loser;
	int gain;
	bool found;
};

/* In pawns. */
static int
value_of(uint8_t piece)
{
	static const int8_t value[KINDS] = { [PAWN] = 1,
		[KNIGHT] = 3,
		[BISHOP] = 3,
		[POPE] = 3,
		[ROOK] = 5,
		[QUEEN] = 9,
		[KING] = 30 };

	return value[piece_kind(piece)];
}

/* Whether the player can capture on the cell where the move has ended. */
static bool
takes_back(const struct losses *losses, const struct move *move)
{
	struct position after = *losses->position;
	const struct move_query query = { .from = CELL_NONE, .to = move->to };

	rules_make_move(losses->rules, &after, move);
	position_turn(&after, losses->loser);
	return rules_has_move(losses->rules, &after, &query);
}

static bool
note_capture(void *context, const struct move *move)
{
	struct losses *losses = context;
	const struct position *position = losses->position;
	int loss;

	if (move->pair)
		return false; /* these are listed last */
	if (move->type >= MOVE_FIELD || move->victim == CELL_NONE ||
	    piece_owner(position->at[move->victim]) != losses->loser)
		return true;
	loss = value_of(position->at[move->victim]);
	if (loss > losses->gain && takes_back(losses, move))
		loss -= value_of(position->at[move->from]);
	losses->found = loss > losses->gain;
	return !losses->found;
}

bool
losses_show(const struct rules *rules, const struct position *before,
    const struct move *move)
{
	struct position after = *before;
	struct losses losses = { .rules = rules, .loser = before->to_move };

	if (move->type >= MOVE_FIELD || move->pair)
		return false;
	if (move->victim != CELL_NONE)
		losses.gain = value_of(before->at[move->victim]);
	rules_make_move(rules, &after, move);
	for (unsigned p = 0; p < PLAYERS && !losses.found; p++) {
		struct position turned = after;

		if (p == losses.loser || is_out(&after, p))
			continue;
		position_turn(&turned, p);
		losses.position = &turned;
		rules_moves(rules, &turned, NULL, note_capture, &losses);
	}
	return losses.found;
}
