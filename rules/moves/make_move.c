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
	while (!cellset_empty(&pieces)) {
		cell c = cellset_pop(&pieces);
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

/* How many pieces of the kind, which the player began with, are on the board,
 * the dead among them. */
static unsigned
count_of(const struct position *position, unsigned player, enum kind kind)
{
	unsigned count = pieces_of(position, player, kind);
	struct cellset dead;

	if (position->out == 0)
		return count;
	dead = dead_pieces(position);
	dead = cellset_and(dead, &position->kind[kind]);
	while (!cellset_empty(&dead))
		count +=
		    piece_colour(position->at[cellset_pop(&dead)]) == player;
	return count;
}

void
lose_piece(const struct rules *rules, struct position *position,
    unsigned player, enum kind kind)
{
	unsigned left = count_of(position, player, kind);

	if (position->lost[player][kind] + left < rules->army[player][kind])
		position->lost[player][kind]++;
}

/* Who attacks a king that nobody attacked before, down the lines that bear on
 * a cell which the move cleared. */
static unsigned
discovered_checkers(const struct board_view *view, struct position *position,
    unsigned player, unsigned lines)
{
	const struct rules *rules = view->rules;
	cell king = position->king[player];
	unsigned owners = 0;

	for (; lines != 0; lines &= lines - 1) {
		unsigned d = (unsigned)__builtin_ctz(lines);
		struct cellset threats;

		threats = ray_candidates(rules, position, player, king, d);
		if (cellset_empty(&threats)) {
			position->pin_rays[player] &= (uint16_t) ~(1u << d);
			continue;
		}
		if (rules->variant->kings_declared)
			threats = cellset_less(threats, &position->kind[KING]);
		owners |= attackers_among(view, threats, king);
	}
	return owners;
}

/* Whether those who attacked the player's king may be others now: the move
 * changes a cell from which it follows who does, or one of them has left. */
static bool
bears_on(const struct rules *rules, const struct position *position,
    const struct move *move, unsigned player)
{
	const struct cellset *leaps =
	    &rules->board.leaps[position->king[player]];

	return ((position->checks[player] & position->out) |
		   pin_rays_through(rules, position, player, move->from) |
		   pin_rays_through(rules, position, player, move->to)) != 0 ||
	    cellset_has(leaps, move->from) || cellset_has(leaps, move->to);
}

void
update_check_in_full(const struct rules *rules, struct position *position,
    const struct move *move, unsigned player, unsigned is_near)
{
	uint8_t piece = position->at[move->to];
	enum kind kind = piece_kind(piece);
	cell king = position->king[player];
	unsigned line =
	    is_near << board_line(&rules->board, king, move->to) >> 1;
	unsigned owners = position->checks[player];
	struct board_view view;

	view_now(&view, rules, position);
	if (owners != 0) {
		if (is_near || bears_on(rules, position, move, player))
			owners = checkers_of(&view, player);
	} else {
		owners = discovered_checkers(&view, position, player,
		    pin_rays_through(rules, position, player, move->from));
		if (is_near &&
		    !(kind == KING && rules->variant->kings_declared))
			owners |= attack_by(&view, move->to, king);
	}
	position->checks[player] = (uint8_t)owners;
	position->pin_rays[player] |= (uint16_t)line;
}

void
recompute_checks(const struct rules *rules, struct position *position,
    unsigned mover, bool own)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (own || p != mover)
			recompute_check(rules, position, p);
		else if (position->king[p] != CELL_NONE)
			recompute_pin_rays(rules, position, p);
}

__attribute__((noinline)) void
note_double_step(
    const struct rules *rules, struct position *position, cell from, cell to)
{
	const struct board *board = &rules->board;
	cell skipped = board->step[from][board_line(board, from, to) - 1];

	position_set_en_passant(position, piece_owner(position->at[to]),
	    (struct en_passant){ skipped, to });
}

static void
promote(struct position *position, const struct move *move)
{
	uint8_t pawn = position_take(position, move->from);

	position_put(position, move->to,
	    piece_make((enum kind)move->promotion, piece_colour(pawn),
		piece_owner(pawn)));
}

static void
move_rook(struct position *position, const struct castling *side)
{
	position_put(
	    position, side->rook_to, position_take(position, side->rook_from));
}

void
move_specially(const struct rules *rules, struct position *position,
    const struct move *move)
{
	const struct seat *seat = &rules->seat[position->to_move];

	revoke_rights(rules, position, move->from);
	if (move->promotion == KIND_NONE)
		position_move(position, move->from, move->to);
	else
		promote(position, move);
	if (move->type == MOVE_CASTLE)
		move_rook(position, &seat->side[move->side]);
}

__attribute__((noinline)) static void
make_move_usual(const struct rules *rules, struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;

	move_pieces(rules, position, move);
	pass_turn_on(position);
	position->checks[me] = 0; /* the move was legal */
	update_checks(rules, position, move, false);
}

void
rules_make_move(const struct rules *rules, struct position *position,
    const struct move *move)
{
	if (rules->hooks->make_move != NULL)
		rules->hooks->make_move(rules, position, move);
	else
		make_move_usual(rules, position, move);
}

bool
rules_make_judged(const struct rules *rules, struct position *position,
    const struct move *move, struct position *board)
{
	if (rules->hooks->make_judged != NULL)
		return rules->hooks->make_judged(rules, position, move, board);
	rules_make_move(rules, position, move);
	return false;
}

void
rules_play(const struct rules *rules, struct position *position,
    const struct move *move, struct past *past)
{
	if (rules->variant->remembers)
		position_remember(position, past);
	rules_make_move(rules, position, move);
}
