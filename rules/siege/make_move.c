/* Ternion: Siege Chess: makes moves, derives facts of a position, and lists the
 * hooks. */
#include <string.h>

#include "rules/moves/make_move.h"
#include "rules/siege/siege_int.h"

/* The owner leaves the game: his king is taken off if he is still there, and
 * his other pieces are dead. */
static void
leave_game(struct position *position, unsigned player)
{
	struct siege *siege = &position->siege;

	position->unmoved =
	    cellset_less(position->unmoved, &position->owned[player]);
	remove_player(position, player, PLAYER_NONE);
	position_set_en_passant(position, player, no_en_passant);
	siege->fort[player] = siege->immune[player] = 0;
	for (unsigned p = 0; p < PLAYERS; p++)
		siege->declared[p] &= (uint8_t) ~(1u << player);
	siege->declared[player] = 0;
}

/* A move of a piece: the piece that it takes is lost, or was dead. */
static inline void
siege_move_pieces(const struct rules *rules, struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	uint8_t victim = PIECE_NONE;

	if (move->victim != CELL_NONE) {
		victim = position->at[move->victim];
		cellset_remove(&position->unmoved, move->victim);
	}
	cellset_remove(&position->unmoved, move->from);
	if (move->type == MOVE_CASTLE)
		cellset_remove(&position->unmoved,
		    rules->seat[me].side[move->side].rook_from);
	move_pieces(rules, position, move);
	if (move->promotion != KIND_NONE)
		position->lost[me][move->promotion]--;
	unsigned owner = piece_owner(victim);
	if (victim == PIECE_NONE || owner == PLAYER_NONE)
		return;
	siege_note_capture(rules, position, owner);
	if (piece_kind(victim) == KING)
		leave_game(position, owner);
	else
		lose_piece(rules, position, owner, piece_kind(victim));
}

/* His piece returns to its hex as it was, the capturing piece is removed (and
 * counts as captured): as if it had gone from where it stood. A piece that
 * was promoted by the very capture goes to its owner's pool, from where it
 * came. The undone capture stays among the last captures. */
static void
touch_of_death(const struct rules *rules, struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	unsigned owner = piece_owner(position->at[move->victim]);
	enum kind kind = piece_kind(position->at[move->from]);

	remove_captured(rules, position, move->from);
	cellset_remove(&position->unmoved, move->from);
	if (move->promotion == KIND_NONE)
		lose_piece(rules, position, me, kind);
	siege_note_capture(rules, position, owner);
	siege_note_capture(rules, position, me);
	position->siege.immune[owner] = IMMUNE_TURNS;
	position->clock = 0;
}

static void
play_action(const struct rules *rules, struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	cell c = move->from;

	if (move->type == MOVE_FIELD) {
		position->clock++;
		position->lost[me][move->promotion]--;
		cellset_remove(&position->unmoved, c);
		position_take(position, c);
		position_put(position, c,
		    piece_make((enum kind)move->promotion, me, me));
	} else if (move->type == MOVE_TRAITOR) {
		position->clock = 0;
		siege_turn_traitor(rules, position, c);
		if (move->to != CELL_NONE)
			siege_turn_traitor(rules, position, move->to);
	} else if (c == CELL_NONE) { /* a pass, a yield or a call of a draw */
		position->clock++;
	} else {
		siege_move_pieces(rules, position, move);
	}
}

static void
siege_fortify(struct position *position)
{
	unsigned me = position->to_move;

	position->siege.fort[me] = FORT_TURNS;
	position->siege.forts |= (uint8_t)(1u << me);
}

static inline void
begin_siege_turn(struct position *position)
{
	uint8_t *fort = &position->siege.fort[position->to_move];

	if (*fort > 0)
		--*fort;
}

static inline void
pass_siege_turn(struct position *position)
{
	uint8_t *immune = &position->siege.immune[position->to_move];

	if (*immune > 0)
		--*immune;
	pass_turn_on(position);
	begin_siege_turn(position);
}

/* Those of the declared kings that the move really attacks; it is played, and
 * the turn has not passed. Mostly none is declared. */
static uint8_t
kings_declared(const struct position *position, const struct move *move)
{
	unsigned kings = move->check | move->mate;

	for (unsigned p = 0; p < PLAYERS && kings != 0; p++)
		if (!(position->checks[p] >> position->to_move & 1))
			kings &= ~(1u << p);
	return (uint8_t)kings;
}

__attribute__((noinline)) static void
make_specially(const struct rules *rules, struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	const uint8_t *rights = position->rights;

	if (move->calls & CALL_FORTIFY)
		siege_fortify(position);
	struct position untouched = *position;
	play_action(rules, &untouched, move);
	rules_recompute_checks(rules, &untouched);
	if (move->calls & CALL_TOUCH)
		touch_of_death(rules, position, move);
	else
		*position = untouched;
	position->siege.declared[me] = kings_declared(&untouched, move);
	if (move->type == MOVE_YIELD || (move->calls & CALL_YIELD))
		leave_game(position, me);
	if (move->type == MOVE_STALEMATE || (move->calls & CALL_STALEMATE))
		position->over = (uint8_t)(1 +
		    variant_result(rules->variant,
			draws_one_point[position->out],
			strlen(draws_one_point[position->out])));
	/* Castling rights follow from the pieces that never moved. Once all
	 * have ended none comes back. */
	if ((rights[0] | rights[1] | rights[2]) != 0)
		for (unsigned p = 0; p < PLAYERS; p++)
			position_set_rights(
			    position, p, rules_rights(rules, position, p));
	pass_siege_turn(position);
	rules_recompute_checks(rules, position);
}

/* Plays the move, and no more. */
static inline void
play_move(const struct rules *rules, struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	const uint8_t *fort = position->siege.fort;

	/* After a move of a piece, while nobody is fortified, the checks follow
	 * from those before it. */
	if (move->type > MOVE_CASTLE || move->calls != 0 ||
	    (fort[0] | fort[1] | fort[2]) != 0) {
		make_specially(rules, position, move);
		return;
	}
	/* It ends the castling rights that depend on the pieces it moves or
	 * takes. */
	siege_move_pieces(rules, position, move);
	update_checks(rules, position, move);
	position->siege.declared[me] = kings_declared(position, move);
	pass_siege_turn(position);
}

/* The board has all declared that is to be said, after the move and before a
 * touch of death. */
static bool
siege_make_move(const struct rules *rules, struct position *position,
    const struct move *move, struct position *board)
{
	bool apart = (move->calls & ~(unsigned)CALL_FORTIFY) != 0 ||
	    position->uncapturable != 0;
	unsigned me = position->to_move;

	if (apart && board != NULL) {
		struct move plain = *move;

		plain.calls &= CALL_FORTIFY;
		plain.check = ALL_PLAYERS;
		*board = *position;
		play_move(rules, board, &plain);
		/* A fortification that ends when the turn passes still holds.
		 */
		for (unsigned p = 0; p < PLAYERS; p++)
			if (!(board->siege.declared[me] >> p & 1))
				board->checks[p] &= (uint8_t) ~(1u << me);
	}
	play_move(rules, position, move);
	return apart;
}

/*
 * Declarations
 */

/* Were the mated player to move at once, he could not call fortification, and
 * after each of his legal moves the declarer could take his king for good: the
 * touch of death would not return it. */
struct rescue {
	const struct rules *rules;
	const struct position *position;
	unsigned declarer;
};

static bool
leaves_open(void *context, const struct move *move)
{
	const struct rescue *rescue = context;
	const struct rules *rules = rescue->rules;
	struct position after = *rescue->position;
	unsigned player = after.to_move;

	rules_make_move(rules, &after, move);
	if (!(after.checks[player] >> rescue->declarer & 1))
		return false;
	position_turn(&after, rescue->declarer);
	return !siege_plays(rules, PLAYS_TOUCH) ||
	    siege_sieged(rules, &after) != player;
}

static bool
siege_is_mated(const struct rules *rules, const struct position *board,
    unsigned mover, unsigned player)
{
	const struct move call = { .calls = CALL_FORTIFY };
	struct position turn = *board;
	struct rescue rescue = { rules, &turn, mover };

	if (board->to_move != player) {
		position_turn(&turn, player);
		begin_siege_turn(&turn);
		rules_recompute_checks(rules, &turn);
	}
	return siege_explain_calls(rules, &turn, &call).why != ILLEGAL_NOT &&
	    rules_moves(rules, &turn, NULL, leaves_open, &rescue);
}

/*
 * Positions
 */

/* Exactly those standing on an opening cell of their own kind and colour; the
 * opening army less the pieces on the board. */
static void
siege_imply(const struct rules *rules, struct position *position)
{
	memset(&position->siege, 0, sizeof(position->siege));
	imply_lost(rules, position,
	    1u << PAWN | 1u << KNIGHT | 1u << BISHOP | 1u << ROOK |
		1u << QUEEN | 1u << POPE);
	position->unmoved = (struct cellset){ { 0 } };
	for (cell c = 0; c < rules->board.cells; c++)
		if (position->at[c] != PIECE_NONE &&
		    position->at[c] == rules->start.at[c])
			cellset_add(&position->unmoved, c);
}

static void
siege_recompute_checks(const struct rules *rules, struct position *position)
{
	position->attacks_nothing = position->uncapturable = 0;
	for (unsigned p = 0; p < PLAYERS; p++) {
		/* He attacks nothing while the counter is above 1. */
		if (position->siege.fort[p] > 1)
			position->attacks_nothing |= (uint8_t)(1u << p);
		if (position->siege.fort[p] > 0)
			position->uncapturable |= (uint8_t)(1u << p);
	}
	recompute_checks_usual(rules, position);
	/* His king can be declared against in his last round: the fortress ends
	 * as his next turn begins, before the declarer's. */
	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->siege.fort[p] > 1)
			position->checks[p] = 0;
}

static void
siege_seat_facts(const struct rules *rules, const struct position *position,
    unsigned player, struct seat_facts *facts)
{
	facts->is_sieged = siege_sieged(rules, position) == player;
	facts->fortified = position->siege.fort[player];
}

const struct variant_rules siege_rules = {
	.seat_facts = siege_seat_facts,
	.king_law = siege_king_law,
	.capture_targets = siege_capture_targets,
	.promotions = siege_promotions,
	.moves = siege_moves,
	.make_move = siege_make_move,
	.recompute_checks = siege_recompute_checks,
	.imply = siege_imply,
	.is_mated = siege_is_mated,
	.explain = siege_explain,
	.calls = {
		.fortify = siege_fortify,
		.explain = siege_explain_calls,
	},
};
