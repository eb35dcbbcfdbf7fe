/* Ternion: Siege Chess: which moves are legal, and why others are not: moves of
 * pieces, field promotion, traitor and calls. */
#include <string.h>

#include "rules/moves/make_move.h"
#include "rules/siege/siege_int.h"

/* "No two bishops of one player on hexes of one colour; no two popes, of
 * whichever living players, on one colour." The verdict names the other piece;
 * the pieces on `c` and on `gone` do not count. */
static struct verdict
siege_judge_colour(const struct rules *rules, const struct position *position,
    enum kind kind, unsigned player, cell c, cell gone)
{
	const uint8_t *colour = rules->board.colour;
	struct cellset others = position->owned[player];

	if (kind != BISHOP && kind != POPE)
		return allowed;
	if (kind == POPE) {
		struct cellset enemies = enemies_of(position, player);

		others = cellset_or(others, &enemies);
	}
	others = cellset_and(others, &position->kind[kind]);
	for (cell other; (other = cellset_next(&others)) != CELL_NONE;) {
		if (other != c && other != gone && colour[other] == colour[c])
			return because_of(kind == POPE ? ILLEGAL_POPE_COLOUR
						       : ILLEGAL_BISHOP_COLOUR,
			    c, other, player);
	}
	return allowed;
}

/* Judges whether the player to move may use a siege move, other than F. */
static struct verdict
siege_judge_move(const struct rules *rules, const struct position *position,
    unsigned call, cell at)
{
	unsigned me = position->to_move;
	unsigned sieged = siege_sieged(rules, position);

	if (!siege_plays(rules, call))
		return because(ILLEGAL_CALL_UNPLAYED, at, at);
	if (sieged != me)
		return (struct verdict){ ILLEGAL_NOT_SIEGED, at, at, CELL_NONE,
			me, sieged };
	if (position->siege.fort[me] > 0)
		return because_of(ILLEGAL_CALL_FORTIFIED, at, at, me);
	return allowed;
}

/*
 * Field promotion
 */

/* The kinds, as bits, that a piece becomes on the next level, and the other
 * kind of its own level that has to be on the board, too; with KIND_NONE two of
 * its own kind have to be. */
struct siege_level {
	uint8_t next, partner;
};

static const struct siege_level nine_pieces[KINDS] = {
	[PAWN] = { 1u << KNIGHT | 1u << BISHOP, KIND_NONE },
	[KNIGHT] = { 1u << ROOK | 1u << POPE, BISHOP },
	[BISHOP] = { 1u << ROOK | 1u << POPE, KNIGHT },
	[ROOK] = { 1u << QUEEN, POPE },
	[POPE] = { 1u << QUEEN, ROOK },
};

static const struct siege_level eight_pieces[KINDS] = {
	[PAWN] = { 1u << KNIGHT, KIND_NONE },
	[KNIGHT] = { 1u << BISHOP | 1u << ROOK, KIND_NONE },
	[BISHOP] = { 1u << QUEEN, ROOK },
	[ROOK] = { 1u << QUEEN, BISHOP },
};

/* Judges whether his piece on `c`, no king, may become one of `kind`. */
static struct verdict
siege_judge_field(const struct rules *rules, const struct position *position,
    cell c, enum kind kind)
{
	unsigned me = position->to_move;
	enum kind old = piece_kind(position->at[c]);
	bool has_pope = rules->settings.value[OPTION_POPE][0] == 0;
	struct siege_level level =
	    has_pope ? nine_pieces[old] : eight_pieces[old];
	bool has_partner = level.partner != KIND_NONE
	    ? pieces_of(position, me, (enum kind)level.partner) > 0
	    : old == PAWN || pieces_of(position, me, old) >= 2;

	if (!(level.next >> kind & 1))
		return because(ILLEGAL_FIELD_LEVEL, c, c);
	if (position->lost[me][kind] == 0)
		return because(ILLEGAL_PROMOTION_LOST, c, c);
	if (!has_partner)
		return because(ILLEGAL_FIELD_PARTNER, c, c);
	return siege_judge_colour(rules, position, kind, me, c, CELL_NONE);
}

static bool
siege_field_promotions(const struct gen *gen)
{
	const struct rules *rules = gen->view.rules;
	const struct position *position = gen->view.position;
	struct cellset pieces = gen_queried(gen, position->owned[gen->me]);

	if (siege_judge_move(rules, position, PLAYS_FIELD, CELL_NONE).why !=
	    ILLEGAL_NOT)
		return true;
	for (cell c; (c = cellset_next(&pieces)) != CELL_NONE;) {
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
static struct verdict
siege_judge_traitor(
    const struct rules *rules, const struct position *position, cell c)
{
	unsigned me = position->to_move;
	uint8_t piece = position->at[c];
	unsigned owner = piece_owner(piece);
	enum kind kind = piece_kind(piece);

	if (piece == PIECE_NONE || owner == PLAYER_NONE || owner == me ||
	    kind == KING)
		return because(ILLEGAL_TRAITOR_PIECE, c, c);
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

/* Judges whether a second piece may be replaced after the first, in the
 * position that the first has made. */
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
	if (siege_sieged(rules, position) != me)
		return because_of(ILLEGAL_TRAITOR_FREED, c, c, me);
	return allowed;
}

static bool
second_traitors(const struct gen *gen, cell first)
{
	const struct rules *rules = gen->view.rules;
	unsigned owner = piece_owner(gen->view.position->at[first]);
	struct position after = *gen->view.position;

	siege_turn_traitor(rules, &after, first);
	if (siege_sieged(rules, &after) != gen->me)
		return true;
	struct cellset pieces = after.kind[KIND_NONE];
	for (cell c; (c = cellset_next(&pieces)) != CELL_NONE;) {
		struct move move = move_action(MOVE_TRAITOR, first, c);

		if (judge_second(rules, &after, owner, c).why == ILLEGAL_NOT &&
		    !gen->sink(gen->context, &move))
			return false;
	}
	return true;
}

static bool
siege_traitors(const struct gen *gen)
{
	const struct rules *rules = gen->view.rules;
	const struct position *position = gen->view.position;
	unsigned used = position->siege.traitors[gen->me];
	struct cellset pieces = gen_queried(gen, position->kind[KIND_NONE]);

	if (siege_judge_move(rules, position, PLAYS_TRAITOR, CELL_NONE).why !=
		ILLEGAL_NOT ||
	    used >= TRAITORS_MAX)
		return true;
	for (cell c; (c = cellset_next(&pieces)) != CELL_NONE;) {
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

/* No living enemy piece of a kind still on the board, wherever it stood on a
 * hex not held by a dead piece, could attack the king's hex, counting only
 * dead pieces as blockers. Enemy kings are such a kind, so that nothing gets
 * near; then only leapers are left to ask about. */
static bool
is_walled_in(const struct gen *gen, const struct cellset *dead)
{
	const struct position *position = gen->view.position;
	const struct board *board = &gen->view.rules->board;
	cell king = position->king[gen->me];
	unsigned a = (gen->me + 1) % PLAYERS, b = (gen->me + 2) % PLAYERS;
	struct cellset open = board->king_set[king];

	if (pieces_of(position, a, KNIGHT) + pieces_of(position, b, KNIGHT) > 0)
		open = cellset_or(open, &board->knight_set[king]);
	if (pieces_of(position, a, POPE) + pieces_of(position, b, POPE) > 0)
		open = cellset_or(open, &board->pope_set[king]);
	open = cellset_less(open, dead);
	return cellset_empty(&open);
}

enum king_law
siege_king_law(const struct position *position)
{
	return position->siege.fort[position->to_move] > 0 ? KING_FREE
							   : KING_STEPS_SAFELY;
}

void
siege_capture_targets(struct gen *gen)
{
	const struct position *position = gen->view.position;
	const struct siege *siege = &position->siege;
	struct capture_law *law = &gen->law;

	memset(law, 0, sizeof(*law));
	if (siege->fort[gen->me] > 0)
		return;
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct cellset targets = position->owned[p];

		if (p == gen->me || siege->fort[p] > 0)
			continue;
		law->en_passant |= 1u << p;
		targets = cellset_less(targets, &position->kind[KING]);
		law->king_targets = cellset_or(law->king_targets, &targets);
		law->targets = cellset_or(law->targets, &targets);
		if ((siege->declared[gen->me] >> p & 1) &&
		    position->king[p] != CELL_NONE)
			cellset_add(&law->targets, position->king[p]);
	}
	if (position->out == 0)
		return;
	struct cellset dead = dead_pieces(position);
	if (position->king[gen->me] != CELL_NONE && is_walled_in(gen, &dead))
		law->king_targets = cellset_or(law->king_targets, &dead);
}

/* A pawn arriving on the first rank of an opponent who is still playing may
 * be replaced by any piece but a pawn that its owner has lost; a step from
 * one hex of that rank to another is none; and not when the move takes that
 * opponent's king. */
unsigned
siege_promotions(const struct gen *gen, const struct move *move)
{
	const struct rules *rules = gen->view.rules;
	const struct position *position = gen->view.position;
	unsigned kinds = 1u << KIND_NONE;

	for (unsigned o = 0; o < PLAYERS; o++) {
		const struct cellset *rank = &rules->seat[o].baseline;

		if (o == gen->me || is_out(position, o) ||
		    !cellset_has(rank, move->to) ||
		    cellset_has(rank, move->from) ||
		    move->victim == position->king[o])
			continue;
		kinds |= lost_kinds(position, gen->me);
	}
	return kinds;
}

bool
siege_moves(const struct gen *gen)
{
	const struct move_query *query = gen->query;

	return (!query_wants_pieces(query) || gen_pieces(gen)) &&
	    (!query_wants(query, MOVE_FIELD) || siege_field_promotions(gen)) &&
	    (!query_wants(query, MOVE_TRAITOR) || siege_traitors(gen));
}

struct verdict
siege_explain(const struct explanation *explanation)
{
	const struct rules *rules = explanation->rules;
	const struct position *position = explanation->position;
	const struct move_query *attempt = explanation->attempt;
	cell from = attempt->from;
	struct position after = *position;
	struct verdict verdict;

	if (attempt->type == MOVE_FIELD) {
		verdict = judge_start(explanation);
		if (verdict.why == ILLEGAL_NOT)
			verdict = siege_judge_move(
			    rules, position, PLAYS_FIELD, from);
		return verdict.why != ILLEGAL_NOT
		    ? verdict
		    : siege_judge_field(
			  rules, position, from, attempt->promotion);
	}
	if (attempt->type != MOVE_TRAITOR)
		return explain_usual(explanation);
	verdict = siege_judge_move(rules, position, PLAYS_TRAITOR, from);
	if (verdict.why != ILLEGAL_NOT)
		return verdict;
	if (position->siege.traitors[explanation->me] >= TRAITORS_MAX)
		return because_of(
		    ILLEGAL_CALL_USED, from, from, explanation->me);
	verdict = siege_judge_traitor(rules, position, from);
	if (verdict.why != ILLEGAL_NOT || attempt->to == CELL_NONE)
		return verdict;
	siege_turn_traitor(rules, &after, from);
	return judge_second(
	    rules, &after, piece_owner(position->at[from]), attempt->to);
}

/*
 * Calls
 */

/* When an opponent, in his turn, captured a piece of a player who was sieged
 * as that turn began, the sieged player may at once call it. Not against a
 * capturing king nor while he is fortified. */
static struct verdict
judge_touch(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	unsigned sieged = siege_sieged(rules, position);
	uint8_t victim =
	    move->victim != CELL_NONE ? position->at[move->victim] : 0;

	if (!siege_plays(rules, PLAYS_TOUCH))
		return because_only(ILLEGAL_CALL_UNPLAYED);
	unsigned owner = piece_owner(victim);
	if (victim == PIECE_NONE || owner == PLAYER_NONE)
		return because(ILLEGAL_TOUCH_NOTHING, move->from, move->to);
	if (owner != sieged)
		return (struct verdict){ ILLEGAL_NOT_SIEGED, move->from,
			move->victim, CELL_NONE, owner, sieged };
	if (piece_kind(position->at[move->from]) == KING)
		return because(ILLEGAL_TOUCH_KING, move->from, move->from);
	return siege_judge_colour(rules, position, piece_kind(victim), owner,
	    move->victim, move->from);
}

struct verdict
siege_explain_calls(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	struct verdict verdict = allowed;
	struct position after = *position;
	struct move plain = *move;

	if (move->calls & CALL_FORTIFY) {
		verdict =
		    siege_judge_move(rules, position, PLAYS_FORT, CELL_NONE);
		if (verdict.why == ILLEGAL_NOT &&
		    (position->siege.forts >> me & 1))
			return because_of(
			    ILLEGAL_CALL_USED, CELL_NONE, CELL_NONE, me);
	}
	if (verdict.why == ILLEGAL_NOT && (move->calls & CALL_TOUCH))
		verdict = judge_touch(rules, position, move);
	if (verdict.why != ILLEGAL_NOT ||
	    (move->calls & (CALL_STALEMATE | CALL_YIELD)) == 0)
		return verdict;
	/* A draw cannot be called, nor a player yield, when the move ends the
	 * game. */
	if ((move->calls & CALL_STALEMATE) && (move->calls & CALL_YIELD))
		return because_only(ILLEGAL_CALLS_CLASH);
	plain.calls &= CALL_FORTIFY | CALL_TOUCH;
	rules_make_move(rules, &after, &plain);
	return game_is_over(rules, &after) ? because_only(ILLEGAL_GAME_OVER)
					   : allowed;
}
