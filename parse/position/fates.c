/* Ternion: how players left the game, and the new owners of their pieces. */
#include "parse/position/fates.h"

/* The new owner of the pieces of a player who left; PLAYER_NONE: nobody. */
static unsigned
find_heir(struct cellset pieces, const struct move *move,
    const struct position *after)
{
	for (cell c; (c = cellset_next(&pieces)) != CELL_NONE;)
		if (c != move->to && after->at[c] != PIECE_NONE)
			return piece_owner(after->at[c]);
	return PLAYER_NONE;
}

/* Adds the players, of these bits, who are mated on the board and stay. */
static void
add_mated(struct fates *fates, const struct fateful *fateful, unsigned players)
{
	const struct rules *rules = fateful->rules;
	unsigned mover = fateful->before->to_move;
	struct outcome outcome = no_outcome;
	struct marks marks;

	if (fateful->outcome != NULL)
		outcome = *fateful->outcome;
	else if (!rules_mates_singly(rules))
		outcome = rules_outcome(rules, fateful->after);
	marks = fateful->marks != NULL
	    ? *fateful->marks
	    : marks_find(rules, mover, fateful->move, fateful->board,
		  fateful->after, &outcome);
	for (unsigned p = 0; p < PLAYERS; p++)
		if ((marks.mated & players) >> p & 1)
			fates->mated_by[p] = (uint8_t)(1 +
			    (outcome.ending == ENDING_MATE ? outcome.winner
							   : mover));
}

/* Adds the fates of players who left, or lost their king, by the move. */
static void
add_losses(struct fates *fates, const struct fateful *fateful, unsigned gone)
{
	const struct seats *before = fateful->before;
	const struct position *after = fateful->after;
	const struct move *move = fateful->move;
	unsigned mover = before->to_move;
	unsigned left = ALL_PLAYERS & ~(unsigned)after->out;

	for (unsigned p = 0; p < PLAYERS; p++) {
		unsigned attackers = fateful->board->checks[p];
		bool leaves = gone >> p & 1;
		/* Only a capture removes the king of one who stays. */
		bool is_taken = before->king[p] != CELL_NONE &&
		    after->king[p] == CELL_NONE &&
		    (!leaves || move->victim == before->king[p]);

		if (is_taken)
			fates->captured[p] = (uint8_t)(mover + 1);
		if (!leaves)
			continue;
		unsigned heir = find_heir(before->owned[p], move, after);
		if (heir < PLAYERS && heir != p)
			fates->heir[p] = (uint8_t)(heir + 1);
		/* The attacker has mated him, or the mover if both attack. The
		 * last player left mated him with inherited pieces. */
		unsigned mater = mover;
		if (__builtin_popcount(attackers) == 1)
			mater = (unsigned)__builtin_ctz(attackers);
		else if (attackers == 0 && __builtin_popcount(left) == 1)
			mater = (unsigned)__builtin_ctz(left);
		if (p != mover && !is_taken)
			fates->mated_by[p] = (uint8_t)(mater + 1);
	}
	/* The mover gave up, or passed too often. */
	if ((gone >> mover & 1) &&
	    (move->type == MOVE_YIELD || move->type == MOVE_PASS ||
		(move->calls & CALL_YIELD)))
		fates->yielded |= (uint8_t)(1u << mover);
}

void
fates_add(struct fates *fates, const struct fateful *fateful)
{
	const struct seats *before = fateful->before;
	unsigned gone = fateful->after->out & ~(unsigned)before->out;

	if (gone != 0 || before->pieces != fateful->after->pieces)
		add_losses(fates, fateful, gone);
	if (position_attackers(fateful->board) != 0)
		add_mated(fates, fateful, ~gone);
}

void
fates_json(const struct fates *fates, const struct variant *variant, bool brief,
    struct json *json)
{
	static const char *const keys[] = { "mated_by", "captured", "heir" };

	for (int i = 0; i < 3; i++) {
		if (fates == NULL) {
			json_string(json, keys[i], NULL);
			continue;
		}
		const uint8_t *by = i == 0 ? fates->mated_by
		    : i == 1               ? fates->captured
					   : fates->heir;
		if (brief && (by[0] | by[1] | by[2]) == 0)
			continue;
		json_begin_flat(json, keys[i], '{');
		for (unsigned p = 0; p < PLAYERS; p++)
			if (by[p] != 0)
				json_string(json, variant->players[p],
				    variant->players[by[p] - 1]);
		json_end(json, '}');
	}
}
