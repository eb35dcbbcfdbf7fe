/*
 * Ternion: Siege Chess: what the sieged player may do besides: field promotion
 * and traitor, and the rules for pieces that are put back.
 */
#include "rules/moves/make_move.h"
#include "rules/siege/siege_int.h"

/*
 * "No two bishops of one player on hexes of one colour; no two popes, of
 * whichever living players, on one colour." The verdict names the other piece;
 * what stands on `c` now and what is `gone` do not count.
 */
struct verdict
siege_judge_colour(const struct rules *rules, const struct position *position,
    enum kind kind, unsigned player, cell c, cell gone)
{
	const uint8_t *colour = rules->board.colour;
	struct cellset others = position->owned[player], enemies;

	if (kind != BISHOP && kind != POPE)
		return allowed;
	if (kind == POPE) {
		enemies = enemies_of(position, player);
		others = cellset_or(others, &enemies);
	}
	others = cellset_and(others, &position->kind[kind]);
	while (!cellset_empty(&others)) {
		cell other = cellset_pop(&others);

		if (other != c && other != gone && colour[other] == colour[c])
			return because_of(kind == POPE ? ILLEGAL_POPE_COLOUR
						       : ILLEGAL_BISHOP_COLOUR,
			    c, other, player);
	}
	return allowed;
}

/* Judges whether the player to move may use a siege move, other than F. */
struct verdict
siege_judge_move(const struct rules *rules, const struct position *position,
    unsigned call, cell at)
{
	unsigned me = position->to_move;
	unsigned sieged = siege_sieged(rules, position);
	struct verdict verdict;

	if (!siege_plays(rules, call))
		return because(ILLEGAL_CALL_UNPLAYED, at, at, CELL_NONE);
	if (sieged != me) {
		verdict = because_of(ILLEGAL_NOT_SIEGED, at, at, me);
		verdict.who2 = sieged;
		return verdict;
	}
	if (position->siege.fort[me] > 0)
		return because_of(ILLEGAL_CALL_FORTIFIED, at, at, me);
	return allowed;
}

/* The pieces, or the one of them that is asked for. */
static struct cellset
asked_for(const struct gen *gen, struct cellset pieces)
{
	struct cellset one = { { 0 } };

	if (gen->query == NULL || gen->query->from == CELL_NONE)
		return pieces;
	cellset_add(&one, gen->query->from);
	return cellset_and(one, &pieces);
}

/*
 * Field promotion
 */

/* The kinds, as bits, that a piece becomes on the next level, and the other
 * kind of its own level of which one has to be on the board; with KIND_NONE two
 * of its own kind have to be. */
struct level {
	uint8_t next, partner;
};

static const struct level nine_pieces[KINDS] = {
	[PAWN] = { 1u << KNIGHT | 1u << BISHOP, KIND_NONE },
	[KNIGHT] = { 1u << ROOK | 1u << POPE, BISHOP },
	[BISHOP] = { 1u << ROOK | 1u << POPE, KNIGHT },
	[ROOK] = { 1u << QUEEN, POPE },
	[POPE] = { 1u << QUEEN, ROOK },
};

static const struct level eight_pieces[KINDS] = {
	[PAWN] = { 1u << KNIGHT, KIND_NONE },
	[KNIGHT] = { 1u << BISHOP | 1u << ROOK, KIND_NONE },
	[BISHOP] = { 1u << QUEEN, ROOK },
	[ROOK] = { 1u << QUEEN, BISHOP },
};

/* Judges whether his piece on `c`, no king, may become one of `kind`. */
struct verdict
siege_judge_field(const struct rules *rules, const struct position *position,
    cell c, enum kind kind)
{
	unsigned me = position->to_move;
	enum kind old = piece_kind(position->at[c]);
	struct level level =
	    siege_has_pope(rules) ? nine_pieces[old] : eight_pieces[old];
	bool has_partner = level.partner != KIND_NONE
	    ? pieces_of(position, me, (enum kind)level.partner) > 0
	    : old == PAWN || pieces_of(position, me, old) >= 2;

	if (!(level.next >> kind & 1))
		return because(ILLEGAL_FIELD_LEVEL, c, c, CELL_NONE);
	if (position->lost[me][kind] == 0)
		return because(ILLEGAL_PROMOTION_LOST, c, c, CELL_NONE);
	if (!has_partner)
		return because(ILLEGAL_FIELD_PARTNER, c, c, CELL_NONE);
	return siege_judge_colour(rules, position, kind, me, c, CELL_NONE);
}

bool
siege_field_promotions(const struct gen *gen)
{
	const struct rules *rules = gen->view.rules;
	const struct position *position = gen->view.position;
	struct cellset pieces = asked_for(gen, position->owned[gen->me]);

	if (siege_judge_move(rules, position, PLAYS_FIELD, CELL_NONE).why !=
	    ILLEGAL_NOT)
		return true;
	while (!cellset_empty(&pieces)) {
		cell c = cellset_pop(&pieces);
		struct move move = move_action(MOVE_FIELD, c, c);

		for (unsigned kind = PAWN; kind < KINDS; kind++) {
			move.promotion = (uint8_t)kind;
			if (siege_judge_field(
				rules, position, c, (enum kind)kind)
				    .why == ILLEGAL_NOT &&
			    !gen->sink(gen->context, &move))
				return false;
		}
	}
	return true;
}

/*
 * Traitor
 */

/* Judges whether the piece on `c` may be replaced by one of the player to move.
 */
struct verdict
siege_judge_traitor(
    const struct rules *rules, const struct position *position, cell c)
{
	unsigned me = position->to_move;
	uint8_t piece = position->at[c];
	unsigned owner = piece_owner(piece);
	enum kind kind = piece_kind(piece);

	if (piece == PIECE_NONE || owner == PLAYER_NONE || owner == me ||
	    kind == KING)
		return because(ILLEGAL_TRAITOR_PIECE, c, c, CELL_NONE);
	if (position->siege.fort[owner] > 0)
		return because_of(ILLEGAL_FORTRESS, c, c, owner);
	if (position->lost[me][kind] == 0)
		return because_of(ILLEGAL_TRAITOR_LOST, c, c, me);
	return siege_judge_colour(rules, position, kind, me, c, CELL_NONE);
}

void
siege_turn_traitor(const struct rules *rules, struct position *position, cell c)
{
	unsigned me = position->to_move;
	uint8_t piece = position->at[c];
	unsigned owner = piece_owner(piece);
	enum kind kind = piece_kind(piece);

	remove_captured(rules, position, c);
	position_put(position, c, piece_make(kind, me, me));
	cellset_remove(&position->unmoved, c);
	lose_piece(rules, position, owner, kind);
	position->lost[me][kind]--;
	position->siege.traitors[me]++;
	siege_note_capture(rules, position, owner);
}

/* Judges whether a second piece may be replaced, if he is sieged still. */
static struct verdict
judge_second(const struct rules *rules, const struct position *position,
    unsigned first_owner, cell c)
{
	unsigned me = position->to_move;
	struct verdict verdict = siege_judge_traitor(rules, position, c);

	if (verdict.why != ILLEGAL_NOT)
		return verdict;
	if (piece_owner(position->at[c]) == first_owner)
		return because_of(ILLEGAL_TRAITOR_SAME, c, c, first_owner);
	if (position->siege.traitors[me] >= TRAITORS_MAX)
		return because_of(ILLEGAL_CALL_USED, c, c, me);
	return allowed;
}

/* Judges whether a second piece may be replaced after the first, in the
 * position that the first has made. */
struct verdict
siege_judge_second_traitor(const struct rules *rules,
    const struct position *position, unsigned first_owner, cell c)
{
	unsigned me = position->to_move;
	struct verdict verdict = judge_second(rules, position, first_owner, c);

	if (verdict.why != ILLEGAL_NOT || siege_sieged(rules, position) == me)
		return verdict;
	return because_of(ILLEGAL_TRAITOR_FREED, c, c, me);
}

static bool
second_traitors(const struct gen *gen, cell first)
{
	const struct rules *rules = gen->view.rules;
	unsigned owner = piece_owner(gen->view.position->at[first]);
	struct position after = *gen->view.position;
	struct cellset pieces;

	siege_turn_traitor(rules, &after, first);
	if (siege_sieged(rules, &after) != gen->me)
		return true;
	pieces = after.kind[KIND_NONE];
	while (!cellset_empty(&pieces)) {
		cell c = cellset_pop(&pieces);
		struct move move = move_action(MOVE_TRAITOR, first, c);

		if (judge_second(rules, &after, owner, c).why == ILLEGAL_NOT &&
		    !gen->sink(gen->context, &move))
			return false;
	}
	return true;
}

bool
siege_traitors(const struct gen *gen)
{
	const struct rules *rules = gen->view.rules;
	const struct position *position = gen->view.position;
	unsigned used = position->siege.traitors[gen->me];
	struct cellset pieces = asked_for(gen, position->kind[KIND_NONE]);

	if (siege_judge_move(rules, position, PLAYS_TRAITOR, CELL_NONE).why !=
		ILLEGAL_NOT ||
	    used >= TRAITORS_MAX)
		return true;
	while (!cellset_empty(&pieces)) {
		cell c = cellset_pop(&pieces);
		struct move move = move_action(MOVE_TRAITOR, c, CELL_NONE);

		if (siege_judge_traitor(rules, position, c).why != ILLEGAL_NOT)
			continue;
		if (!gen->sink(gen->context, &move))
			return false;
		if (used + 1 < TRAITORS_MAX && !second_traitors(gen, c))
			return false;
	}
	return true;
}
