/* Ternion: what befell the players. */
#include "formats/position/fates.h"

/* What one move has done. */
struct deed {
	const struct rules *rules;
	const struct position *before, *after;
	const struct position *board; /* on which mate is judged */
	const struct move *move;
	unsigned mover;
	unsigned gone;             /* players who are out by it, as bits */
	const struct marks *marks; /* NULL: they are not known */
};

static bool
is_one(unsigned players)
{
	return players != 0 && (players & (players - 1)) == 0;
}

static bool
is_king_taken(const struct deed *deed, unsigned player)
{
	cell king = deed->before->king[player];
	struct cellset taken;

	if (king == CELL_NONE || deed->after->king[player] != CELL_NONE)
		return false;
	taken = rules_taken(deed->rules, deed->before, deed->move);
	return cellset_has(&taken, king);
}

/* Who has the pieces of a player who is out; PLAYER_NONE: they are dead. */
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

/*
 * Who has mated a player that is out without his king being captured: the one
 * who attacks him, the mover if both do; and whoever is left if another went
 * before and left his pieces to him.
 */
static unsigned
find_mater(const struct deed *deed, unsigned player)
{
	unsigned left = ALL_PLAYERS & ~(unsigned)deed->after->out;
	unsigned attackers = deed->board->checks[player];

	if (is_one(left) && attackers == 0)
		return (unsigned)__builtin_ctz(left);
	return is_one(attackers) ? (unsigned)__builtin_ctz(attackers)
				 : deed->mover;
}

static void
add_gone(struct fates *fates, const struct deed *deed, unsigned player)
{
	unsigned heir = find_heir(deed, player);

	if (heir < PLAYERS && heir != player)
		fates->heir[player] = (uint8_t)(heir + 1);
	if (player != deed->mover && !is_king_taken(deed, player))
		fates->mated_by[player] =
		    (uint8_t)(find_mater(deed, player) + 1);
}

/* Whether the mover is out because he wanted to be, or passed too often. */
static bool
has_yielded(const struct deed *deed)
{
	return (deed->gone >> deed->mover & 1) &&
	    (deed->move->type == MOVE_YIELD || deed->move->type == MOVE_PASS ||
		(deed->move->calls & CALL_YIELD));
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

static void
add_deed(struct fates *fates, const struct deed *deed)
{
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (is_king_taken(deed, p))
			fates->captured[p] = (uint8_t)(deed->mover + 1);
		if (deed->gone >> p & 1)
			add_gone(fates, deed, p);
	}
	if (has_yielded(deed))
		fates->yielded |= (uint8_t)(1u << deed->mover);
	add_mated(fates, deed);
}

void
fates_add_move(struct fates *fates, const struct rules *rules,
    const struct position *before, const struct move *move,
    const struct position *judged, const struct position *after)
{
	struct position board;
	struct deed deed = { rules, before, after, judged, move,
		before->to_move, after->out & ~(unsigned)before->out, NULL };

	if (judged == NULL)
		deed.board =
		    rules_judged_board(rules, before, move, after, &board);
	add_deed(fates, &deed);
}

void
fates_add_followed(struct fates *fates, const struct rules *rules,
    const struct position *before, const struct move *move,
    const struct position *judged, const struct marks *marks,
    const struct position *after)
{
	const struct deed deed = { rules, before, after, judged, move,
		before->to_move, after->out & ~(unsigned)before->out, marks };

	add_deed(fates, &deed);
}

static void
put_map(struct json *json, const struct variant *variant, const char *key,
    const uint8_t *by, bool brief)
{
	if (by == NULL) {
		json_null(json, key);
		return;
	}
	if (brief && (by[0] | by[1] | by[2]) == 0)
		return;
	json_begin_flat(json, key, '{');
	for (unsigned p = 0; p < PLAYERS; p++)
		if (by[p] != 0)
			json_string(json, variant->players[p],
			    variant->players[by[p] - 1]);
	json_end(json, '}');
}

void
fates_json(const struct fates *fates, const struct variant *variant, bool brief,
    struct json *json)
{
	put_map(json, variant, "mated_by",
	    fates != NULL ? fates->mated_by : NULL, brief);
	put_map(json, variant, "captured",
	    fates != NULL ? fates->captured : NULL, brief);
	put_map(
	    json, variant, "heir", fates != NULL ? fates->heir : NULL, brief);
}
