/* Ternion: what befell the players. */
#include "formats/position/fates.h"

/* A move with the positions about it. */
struct deed {
	const struct rules *rules;
	const struct position *before, *after;
	const struct position *board; /* on which mate is judged */
	const struct move *move;
	unsigned mover;
	unsigned gone;             /* players who are out by it, as bits */
	const struct marks *marks; /* NULL: they are not known */
};

/* The player who has the pieces of one who is out; PLAYER_NONE: they are dead.
 */
static unsigned
find_heir(const struct deed *deed, unsigned player)
{
	struct cellset pieces = deed->before->owned[player];

	while (!cellset_empty(&pieces)) {
		cell c = cellset_pop(&pieces);
		uint8_t piece = deed->after->at[c];

		if (c != deed->move->to && piece != PIECE_NONE &&
		    piece_colour(piece) == piece_colour(deed->before->at[c]) &&
		    piece_kind(piece) == piece_kind(deed->before->at[c]))
			return piece_owner(piece);
	}
	return PLAYER_NONE;
}

/* Those who are mated and stay on the board. */
static void
add_mated(struct fates *fates, const struct deed *deed)
{
	const uint8_t *checks = deed->board->checks;
	struct outcome outcome = { ENDING_NONE, NULL, PLAYER_NONE };
	struct marks marks;

	if ((checks[0] | checks[1] | checks[2]) == 0)
		return;
	if (deed->marks != NULL) {
		marks = *deed->marks;
	} else {
		if (!rules_mates_singly(deed->rules))
			rules_outcome(deed->rules, deed->after, &outcome);
		marks = marks_find(deed->rules, deed->mover, deed->move,
		    deed->board, deed->after, &outcome);
	}
	for (unsigned p = 0; p < PLAYERS; p++)
		if ((marks.mated & ~deed->gone) >> p & 1)
			fates->mated_by[p] = (uint8_t)(1 +
			    (outcome.ending == ENDING_MATE ? outcome.winner
							   : deed->mover));
}

void
fates_add_move(struct fates *fates, const struct rules *rules,
    const struct position *before, const struct move *move,
    const struct position *judged, const struct marks *marks,
    const struct position *after)
{
	struct position board;
	struct deed deed = { rules, before, after, judged, move,
		before->to_move, after->out & ~(unsigned)before->out, marks };
	unsigned left = ALL_PLAYERS & ~(unsigned)after->out;

	if (judged == NULL)
		deed.board =
		    rules_judged_board(rules, before, move, after, &board);
	for (unsigned p = 0; p < PLAYERS; p++) {
		cell king = before->king[p];
		struct cellset taken = { { 0 } };
		unsigned attackers = deed.board->checks[p], heir, mater;
		bool is_taken;

		if (king != CELL_NONE && after->king[p] == CELL_NONE)
			taken = rules_taken(rules, before, move);
		is_taken = king != CELL_NONE && cellset_has(&taken, king);

		if (is_taken)
			fates->captured[p] = (uint8_t)(deed.mover + 1);
		if (!(deed.gone >> p & 1))
			continue;
		heir = find_heir(&deed, p);
		if (heir < PLAYERS && heir != p)
			fates->heir[p] = (uint8_t)(heir + 1);
		/* Whoever attacks him has mated him, the mover if both do; and
		 * whoever is left if another went before and left his pieces to
		 * him. */
		mater = deed.mover;
		if (__builtin_popcount(attackers) == 1)
			mater = (unsigned)__builtin_ctz(attackers);
		else if (attackers == 0 && __builtin_popcount(left) == 1)
			mater = (unsigned)__builtin_ctz(left);
		if (p != deed.mover && !is_taken)
			fates->mated_by[p] = (uint8_t)(mater + 1);
	}
	/* He is out because he wanted to be, or passed too often. */
	if ((deed.gone >> deed.mover & 1) &&
	    (move->type == MOVE_YIELD || move->type == MOVE_PASS ||
		(move->calls & CALL_YIELD)))
		fates->yielded |= (uint8_t)(1u << deed.mover);
	add_mated(fates, &deed);
}

void
fates_json(const struct fates *fates, const struct variant *variant, bool brief,
    struct json *json)
{
	static const struct fates none;
	const struct fates *known = fates != NULL ? fates : &none;
	const struct {
		const char *key;
		const uint8_t *by;
	} maps[] = {
		{ "mated_by", known->mated_by },
		{ "captured", known->captured },
		{ "heir", known->heir },
	};

	for (size_t i = 0; i < sizeof(maps) / sizeof(maps[0]); i++) {
		const uint8_t *by = maps[i].by;

		if (fates == NULL) {
			json_null(json, maps[i].key);
			continue;
		}
		if (brief && (by[0] | by[1] | by[2]) == 0)
			continue;
		json_begin_flat(json, maps[i].key, '{');
		for (unsigned p = 0; p < PLAYERS; p++)
			if (by[p] != 0)
				json_string(json, variant->players[p],
				    variant->players[by[p] - 1]);
		json_end(json, '}');
	}
}
