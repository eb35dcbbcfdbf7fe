/* Ternion: how players left the game, and the new owners of their pieces. */
#include "parse/position/fates.h"

/* The new owner of the pieces of a player who left; PLAYER_NONE: nobody. */
static unsigned
find_heir(const struct position *before, const struct move *move,
    const struct position *after, unsigned player)
{
	struct cellset pieces = before->owned[player];

	for (cell c; (c = cellset_next(&pieces)) != CELL_NONE;) {
		uint8_t piece = after->at[c];

		if (c != move->to && piece != PIECE_NONE &&
		    piece_colour(piece) == piece_colour(before->at[c]) &&
		    piece_kind(piece) == piece_kind(before->at[c]))
			return piece_owner(piece);
	}
	return PLAYER_NONE;
}

/* Adds the players, of these bits, who are mated on the board and stay. */
static void
add_mated(struct fates *fates, const struct rules *rules, unsigned mover,
    const struct move *move, const struct position *board,
    const struct position *after, unsigned players, const struct outcome *known)
{
	struct outcome outcome = known != NULL ? *known : no_outcome;

	if (known == NULL && !rules_mates_singly(rules))
		outcome = rules_outcome(rules, after);
	struct marks marks =
	    marks_find(rules, mover, move, board, after, &outcome);
	for (unsigned p = 0; p < PLAYERS; p++)
		if ((marks.mated & players) >> p & 1)
			fates->mated_by[p] = (uint8_t)(1 +
			    (outcome.ending == ENDING_MATE ? outcome.winner
							   : mover));
}

static inline unsigned
kings_of(const struct position *position)
{
	unsigned players = 0;

	for (unsigned p = 0; p < PLAYERS; p++)
		players |= (unsigned)(position->king[p] != CELL_NONE) << p;
	return players;
}

void
fates_add_move(struct fates *fates, const struct rules *rules,
    const struct position *before, const struct move *move,
    const struct position *board, const struct position *after,
    const struct outcome *outcome)
{
	unsigned mover = before->to_move;
	unsigned gone = after->out & ~(unsigned)before->out;
	unsigned left = ALL_PLAYERS & ~(unsigned)after->out;
	unsigned kings = kings_of(before) & ~kings_of(after);

	for (unsigned p = 0; (gone | kings) >> p != 0; p++) {
		unsigned attackers = board->checks[p];
		bool is_taken = false;

		if (kings >> p & 1) {
			struct cellset taken = rules_taken(rules, before, move);

			is_taken = cellset_has(&taken, before->king[p]);
		}
		if (is_taken)
			fates->captured[p] = (uint8_t)(mover + 1);
		if (!(gone >> p & 1))
			continue;
		unsigned heir = find_heir(before, move, after, p);
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
	if (position_attackers(board) != 0)
		add_mated(
		    fates, rules, mover, move, board, after, ~gone, outcome);
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
