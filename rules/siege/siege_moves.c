/*
 * Ternion: Siege Chess: what the sieged player may do besides: field promotion
 * and traitor, and the rules for pieces that are put back.
 */
#include "rules/moves/make_move.h"
#include "rules/siege/siege_int.h"

/*
 * No two bishops of one player on hexes of one colour; no two popes, of
 * whichever living players, on one colour: the piece that keeps one of `kind`
 * of `player` off the cell, whatever stands there now; `gone` is on the board
 * no more.
 */
static cell
colour_rival(const struct rules *rules, const struct position *position,
    enum kind kind, unsigned player, cell c, cell gone)
{
	const uint8_t *colour = rules->board.colour;
	struct cellset others = { { 0 } };

	if (kind == BISHOP)
		others = cellset_and(
		    position->owned[player], &position->kind[BISHOP]);
	for (unsigned p = 0; p < PLAYERS && kind == POPE; p++) {
		struct cellset popes =
		    cellset_and(position->owned[p], &position->kind[POPE]);

		others = cellset_or(others, &popes);
	}
	while (!cellset_empty(&others)) {
		cell other = cellset_pop(&others);

		if (other != c && other != gone && colour[other] == colour[c])
			return other;
	}
	return CELL_NONE;
}

struct verdict
siege_judge_colour(const struct rules *rules, const struct position *position,
    enum kind kind, unsigned player, cell c, cell gone)
{
	cell rival = colour_rival(rules, position, kind, player, c, gone);

	if (rival == CELL_NONE)
		return allowed;
	return because_of(
	    kind == POPE ? ILLEGAL_POPE_COLOUR : ILLEGAL_BISHOP_COLOUR, c,
	    rival, player);
}

/* Whether the player to move may use a siege move, other than F. */
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

/*
 * Field promotion
 */

/* What a piece of a kind becomes, as bits, on the next level. */
static unsigned
next_level(const struct rules *rules, enum kind kind)
{
	static const uint8_t with_pope[KINDS] = {
		[PAWN] = 1u << KNIGHT | 1u << BISHOP,
		[KNIGHT] = 1u << ROOK | 1u << POPE,
		[BISHOP] = 1u << ROOK | 1u << POPE,
		[ROOK] = 1u << QUEEN,
		[POPE] = 1u << QUEEN,
	};
	static const uint8_t without[KINDS] = {
		[PAWN] = 1u << KNIGHT,
		[KNIGHT] = 1u << BISHOP | 1u << ROOK,
		[BISHOP] = 1u << QUEEN,
		[ROOK] = 1u << QUEEN,
	};

	return siege_has_pope(rules) ? with_pope[kind] : without[kind];
}

/*
 * At least one piece of the other kind on the level that is left stands on
 * the board as his (knight needs a bishop, bishop a knight, rook a pope, pope
 * a rook; 8-piece: bishop needs a rook, rook a bishop, and a knight needs both
 * knights on the board; pawns need nothing).
 */
static bool
has_partner(const struct rules *rules, const struct position *position,
    unsigned me, enum kind kind)
{
	static const uint8_t with_pope[KINDS] = {
		[KNIGHT] = BISHOP,
		[BISHOP] = KNIGHT,
		[ROOK] = POPE,
		[POPE] = ROOK,
	};
	static const uint8_t without[KINDS] = {
		[BISHOP] = ROOK,
		[ROOK] = BISHOP,
	};
	enum kind partner = (enum kind)(
	    siege_has_pope(rules) ? with_pope[kind] : without[kind]);

	if (kind == PAWN)
		return true;
	if (partner == KIND_NONE)
		return pieces_of(position, me, kind) >= 2;
	return pieces_of(position, me, partner) > 0;
}

/* Whether his piece on `c`, no king, may become one of `kind`. */
struct verdict
siege_judge_field(const struct rules *rules, const struct position *position,
    cell c, enum kind kind)
{
	unsigned me = position->to_move;
	enum kind old = piece_kind(position->at[c]);

	if (!(next_level(rules, old) >> kind & 1))
		return because(ILLEGAL_FIELD_LEVEL, c, c, CELL_NONE);
	if (position->lost[me][kind] == 0)
		return because(ILLEGAL_PROMOTION_LOST, c, c, CELL_NONE);
	if (!has_partner(rules, position, me, old))
		return because(ILLEGAL_FIELD_PARTNER, c, c, CELL_NONE);
	return siege_judge_colour(rules, position, kind, me, c, CELL_NONE);
}

/* The pieces, or the one of them that is asked for. */
static struct cellset
asked_for(const struct gen *gen, struct cellset pieces)
{
	const struct move_query *query = gen->query;
	struct cellset one = { { 0 } };

	if (query == NULL || query->from == CELL_NONE)
		return pieces;
	cellset_add(&one, query->from);
	return cellset_and(one, &pieces);
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

/* Whether the piece on `c` may be replaced by one of the player to move. */
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

/* Remembers that a piece of `owner` was captured. */
void
siege_note_capture(
    const struct rules *rules, struct position *position, unsigned owner)
{
	struct siege *siege = &position->siege;
	unsigned most = siege_remembered(rules);

	/* Not played by captures, a record can still be looked at so. */
	if (most == 0)
		most = siege_usual_threshold(SIEGE_CAPTURES);
	siege->last =
	    (siege->last << 2 | owner) & ((UINT64_C(1) << 2 * most) - 1);
	if (siege->captures < most)
		siege->captures++;
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

/* Whether a second piece may be replaced, if he is sieged still. */
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

/* Whether a second piece may be replaced after the first, in the position
 * that the first has made. */
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
