/* Ternion: what a legal move does to the position. */
#include <string.h>

#include "rules/moves/make_move.h"
#include "rules/moves/attacks.h"
#include "rules/variants/variant_rules.h"

/* Ends the castling rights that depend on the piece that first stood there. */
static void
revoke_rights(const struct rules *rules, struct position *position, cell c)
{
	unsigned owner = rules->rights_owner[c];

	if (owner != PLAYER_NONE &&
	    (position->rights[owner] & rules->rights_lost[c]) != 0)
		position_set_rights(position, owner,
		    position->rights[owner] & ~(unsigned)rules->rights_lost[c]);
}

__attribute__((noinline)) void
remove_captured(
    const struct rules *rules, struct position *position, cell victim)
{
	revoke_rights(rules, position, victim);
	position_take(position, victim);
	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->en_passant[p].pawn == victim)
			position_set_en_passant(position, p, no_en_passant);
}

void
remove_player(struct position *position, unsigned player, unsigned heir)
{
	struct cellset pieces;

	if (position->king[player] != CELL_NONE)
		position_take(position, position->king[player]);
	pieces = position->owned[player];
	for (cell c; (c = cellset_next(&pieces)) != CELL_NONE;) {
		uint8_t piece = position_take(position, c);

		position_put(position, c,
		    piece_make(piece_kind(piece), piece_colour(piece), heir));
	}
	position->out |= (uint8_t)(1u << player);
	position_set_rights(position, player, 0);
}

void
imply_lost(const struct rules *rules, struct position *position, unsigned kinds)
{
	memset(position->lost, 0, sizeof(position->lost));
	for (cell c = 0; c < rules->board.cells; c++) {
		uint8_t opening = rules->start.at[c];

		if (kinds >> piece_kind(opening) & 1)
			position->lost[piece_colour(opening)]
				      [piece_kind(opening)]++;
	}
	for (cell c = 0; c < rules->board.cells; c++) {
		uint8_t piece = position->at[c];
		uint8_t *lost =
		    &position->lost[piece_colour(piece)][piece_kind(piece)];

		if (piece != PIECE_NONE && *lost > 0)
			--*lost;
	}
}

void
lose_piece(const struct rules *rules, struct position *position,
    unsigned player, enum kind kind)
{
	/* Those on the board that the player began with, the dead among them.
	 */
	unsigned left = pieces_of(position, player, kind);
	struct cellset dead = { { 0 } };

	if (position->out != 0)
		dead = dead_pieces(position);
	dead = cellset_and(dead, &position->kind[kind]);
	while (!cellset_empty(&dead))
		left +=
		    piece_colour(position->at[cellset_pop(&dead)]) == player;
	if (position->lost[player][kind] + left < rules->army[player][kind])
		position->lost[player][kind]++;
}

__attribute__((noinline)) void
note_double_step(
    const struct rules *rules, struct position *position, cell from, cell to)
{
	const struct board *board = &rules->board;
	cell skipped = board->step[from][board_line(board, from, to) - 1];

	if (!(rules->variant->actions >> MOVE_ENPASSANT & 1))
		return;
	position_set_en_passant(position, piece_owner(position->at[to]),
	    (struct en_passant){ skipped, to });
}

void
move_specially(const struct rules *rules, struct position *position,
    const struct move *move)
{
	const struct castling *side =
	    &rules->seat[position->to_move].side[move->side];
	uint8_t piece = position->at[move->from];

	revoke_rights(rules, position, move->from);
	if (move->promotion == KIND_NONE) {
		position_move(position, move->from, move->to);
	} else {
		position_take(position, move->from);
		position_put(position, move->to,
		    piece_make((enum kind)move->promotion, piece_colour(piece),
			piece_owner(piece)));
	}
	if (move->type == MOVE_CASTLE)
		position_put(position, side->rook_to,
		    position_take(position, side->rook_from));
}

bool
make_usual(const struct rules *rules, struct position *position,
    const struct move *move, struct position *board)
{
	(void)board;
	move_pieces(rules, position, move);
	update_checks(rules, position, move);
	pass_turn_on(position);
	return false;
}

void
rules_make_move(const struct rules *rules, struct position *position,
    const struct move *move)
{
	rules_make_judged(rules, position, move, NULL);
}

void
rules_play(const struct rules *rules, struct position *position,
    const struct move *move, struct past *past)
{
	if (rules->variant->remembers)
		position_remember(position, past);
	rules_make_move(rules, position, move);
}
