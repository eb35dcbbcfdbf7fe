/* Ternion: Siege Chess: what a move does, and what a position implies. */
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

/* Castling rights follow from what never moved. Once all rights have ended none
 * comes back. */
static void
set_rights(const struct rules *rules, struct position *position)
{
	const uint8_t *rights = position->rights;

	if ((rights[0] | rights[1] | rights[2]) == 0)
		return;
	for (unsigned p = 0; p < PLAYERS; p++)
		position_set_rights(
		    position, p, rules_rights(rules, position, p));
}

/* A living piece was taken. */
__attribute__((noinline)) static void
note_taken(const struct rules *rules, struct position *position, uint8_t victim)
{
	unsigned owner = piece_owner(victim);

	siege_note_capture(rules, position, owner);
	if (piece_kind(victim) == KING)
		leave_game(position, owner);
	else
		lose_piece(rules, position, owner, piece_kind(victim));
}

/* A move of a piece: what it takes is lost, or was dead. */
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
	if (victim != PIECE_NONE && piece_owner(victim) != PLAYER_NONE)
		note_taken(rules, position, victim);
}

/*
 * His piece returns to its hex as it was, the capturing piece is removed (and
 * counts as captured): as if it had gone from where it stood. A piece that
 * was promoted by the very capture goes to its owner's pool, from where it
 * came. The undone capture stays among the last captures.
 */
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

	switch ((enum move_type)move->type) {
	case MOVE_FIELD:
		position->clock++;
		position->lost[me][move->promotion]--;
		cellset_remove(&position->unmoved, c);
		position_take(position, c);
		position_put(position, c,
		    piece_make((enum kind)move->promotion, me, me));
		break;
	case MOVE_TRAITOR:
		position->clock = 0;
		siege_turn_traitor(rules, position, c);
		if (move->to != CELL_NONE)
			siege_turn_traitor(rules, position, move->to);
		break;
	case MOVE_PASS:
	case MOVE_YIELD:
	case MOVE_STALEMATE:
		position->clock++;
		break;
	case MOVE_UNSTATED:
	case MOVE_QUIET:
	case MOVE_CAPTURE:
	case MOVE_ENPASSANT:
	case MOVE_CASTLE:
	case MOVE_DROP:
	case MOVE_LEAP:
	case MOVE_ILLUMINATION:
	case MOVE_TYPES:
		siege_move_pieces(rules, position, move);
		break;
	}
}

void
siege_fortify(struct position *position)
{
	unsigned me = position->to_move;

	position->siege.fort[me] = FORT_TURNS;
	position->siege.forts |= (uint8_t)(1u << me);
}

static inline void
pass_siege_turn(struct position *position)
{
	struct siege *siege = &position->siege;
	unsigned me = position->to_move;

	if (siege->immune[me] > 0)
		siege->immune[me]--;
	pass_turn_on(position);
	if (siege->fort[position->to_move] > 0)
		siege->fort[position->to_move]--;
}

/* The kings that the player to move attacks. */
static unsigned
attacked_kings(const struct position *position)
{
	unsigned kings = 0;

	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->checks[p] >> position->to_move & 1)
			kings |= 1u << p;
	return kings;
}

/* Whether the move is of a piece, and nobody is fortified: then who is in check
 * follows from who was. */
static bool
is_plain_move(const struct position *position, const struct move *move)
{
	const uint8_t *fort = position->siege.fort;
	const unsigned of_pieces = 1u << MOVE_QUIET | 1u << MOVE_CAPTURE |
	    1u << MOVE_ENPASSANT | 1u << MOVE_CASTLE;

	return (of_pieces >> move->type & 1) && move->calls == 0 &&
	    (fort[0] | fort[1] | fort[2]) == 0;
}

/* Those of the declared kings which the move of the player to move, who has
 * made it, does attack. Mostly none is declared. */
static inline uint8_t
kings_declared(const struct position *position, const struct move *move)
{
	unsigned kings = move->check | move->mate;

	return (uint8_t)(kings == 0 ? 0 : kings & attacked_kings(position));
}

/* Plays a move of which more is to be said than of most; the declared kings
 * which it does attack. */
static uint8_t
play_specially(const struct rules *rules, struct position *position,
    const struct move *move)
{
	play_action(rules, position, move);
	rules_recompute_checks(rules, position);
	return kings_declared(position, move);
}

__attribute__((noinline)) static void
make_specially(const struct rules *rules, struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	uint8_t declared;

	if (move->calls & CALL_FORTIFY)
		siege_fortify(position);
	if (move->calls & CALL_TOUCH) {
		struct position untouched = *position;

		declared = play_specially(rules, &untouched, move);
		touch_of_death(rules, position, move);
	} else {
		declared = play_specially(rules, position, move);
	}
	position->siege.declared[me] = declared;
	if (move->type == MOVE_YIELD || (move->calls & CALL_YIELD))
		leave_game(position, me);
	if (move->type == MOVE_STALEMATE || (move->calls & CALL_STALEMATE))
		position->over = (uint8_t)(1 +
		    variant_result(rules->variant,
			draws_one_point[position->out],
			strlen(draws_one_point[position->out])));
	set_rights(rules, position);
	pass_siege_turn(position);
	rules_recompute_checks(rules, position);
}

void
siege_make_move(const struct rules *rules, struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;

	if (!is_plain_move(position, move)) {
		make_specially(rules, position, move);
		return;
	}
	/* It ends the castling rights that depend on what it moves or takes. */
	siege_move_pieces(rules, position, move);
	update_checks(rules, position, move);
	position->siege.declared[me] = kings_declared(position, move);
	pass_siege_turn(position);
}

/*
 * Positions
 */

/* Exactly those standing on an opening cell of their own kind and colour;
 * the opening army less what is on the board. */
void
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

void
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
}
