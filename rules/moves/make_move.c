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

void
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
	struct cellset dead = dead_pieces(position);
	unsigned count = pieces_of(position, player, kind);

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

static void
move_rook(const struct rules *rules, struct position *position, unsigned me,
    unsigned s)
{
	const struct castling *side = &rules->seat[me].side[s];

	position_put(
	    position, side->rook_to, position_take(position, side->rook_from));
}

/* A pawn that went two steps is open to en passant on the cell between. */
static void
note_double_step(const struct rules *rules, struct position *position,
    unsigned me, const struct move *move)
{
	const struct board *board = &rules->board;
	cell skipped =
	    board
		->step[move->from][board_line(board, move->from, move->to) - 1];

	position_set_en_passant(
	    position, me, (struct en_passant){ skipped, move->to });
}

void
pass_turn_on(struct position *position)
{
	unsigned me = position->to_move, next = me;

	do
		next = (next + 1) % PLAYERS;
	while (position->out >> next & 1 && next != me);
	position->number += next <= me;
	position_turn(position, next);
	if (position->en_passant[next].pawn != CELL_NONE)
		position_set_en_passant(position, next, no_en_passant);
}

/* Who attacks a king that nobody attacked before, down the lines that bear on
 * a cell which the move cleared. */
static unsigned
discovered(const struct scene *scene, struct position *position,
    unsigned player, unsigned lines)
{
	const struct rules *rules = scene->rules;
	cell king = position->king[player];
	unsigned owners = 0;

	for (; lines != 0; lines &= lines - 1) {
		unsigned d = (unsigned)__builtin_ctz(lines);
		struct cellset threats;

		threats = scene_ray_threats(rules, position, player, king, d);
		if (cellset_empty(&threats)) {
			position->lines[player] &= (uint16_t) ~(1u << d);
			continue;
		}
		if (rules->variant->kings_declared)
			threats = cellset_less(threats, &position->kind[KING]);
		owners |= scene_attackers_among(scene, threats, king);
	}
	return owners;
}

/* Whether those who attacked the player's king may be others now: the move
 * changes a cell from which it follows who does, or one of them has left. */
static bool
bears_on(const struct rules *rules, const struct position *position,
    const struct move *move, unsigned player)
{
	cell king = position->king[player];
	const uint16_t *affects = rules->board.affects[king];
	const struct cellset *leaps = &rules->board.leaps[king];
	unsigned lines = affects[move->from] | affects[move->to];

	if (move->type == MOVE_ENPASSANT)
		lines |= affects[move->victim];
	return ((position->checks[player] & position->out) |
		   (lines & position->lines[player])) != 0 ||
	    cellset_has(leaps, move->from) || cellset_has(leaps, move->to);
}

/* Who attacks the player's king after a move that bears on him. `lines`: those
 * to him that it may have opened; `attacker`: who attacks him now with the
 * piece that moved, unless something stands between. */
static unsigned
attackers_now(const struct rules *rules, struct position *position,
    const struct move *move, unsigned player, unsigned lines, unsigned attacker)
{
	cell king = position->king[player];
	unsigned owners;
	struct scene scene;

	scene_now(&scene, rules, position);
	if (king == move->to || move->type == MOVE_CASTLE) {
		find_king_lines(rules, position, player);
		return king_attackers(&scene, player);
	}
	if (position->checks[player] != 0)
		return bears_on(rules, position, move, player)
		    ? king_attackers(&scene, player)
		    : position->checks[player];
	owners = discovered(&scene, position, player, lines);
	if (attacker != 0 &&
	    scene_way_open(
		&scene, piece_kind(position->at[move->to]), move->to, king))
		owners |= attacker;
	return owners;
}

/* Keeps position->checks and lines of one king. `reach`: from where a piece
 * such as that which moved gets to each cell; `attacks`: what it gives by that.
 */
static inline void
update_check(const struct rules *rules, struct position *position,
    const struct move *move, unsigned player, const struct cellset *reach,
    unsigned attacks)
{
	cell king = position->king[player];
	unsigned near, attacker, line, lines;

	if (king == CELL_NONE) {
		position->checks[player] = 0;
		return;
	}
	near = cellset_has(&reach[king], move->to);
	attacker = attacks & -near;
	line = near << board_line(&rules->board, king, move->to) >> 1;
	position->lines[player] |= (uint16_t)line;
	lines = scene_lines_opened(rules, position, player, move);
	if ((attacker | position->checks[player] | lines |
		(move->type == MOVE_CASTLE)) != 0) {
		position->checks[player] = (uint8_t)attackers_now(
		    rules, position, move, player, lines, attacker);
		/* It may have been the line of sliders who are gone. */
		position->lines[player] |= (uint16_t)line;
	}
}

/* The same of the king of the player who moved. */
static inline void
update_own_check(const struct rules *rules, struct position *position,
    const struct move *move, unsigned player)
{
	cell king = position->king[player];
	unsigned lines;

	if (king == CELL_NONE) {
		position->checks[player] = 0;
		return;
	}
	lines = scene_lines_opened(rules, position, player, move);
	if ((position->checks[player] | lines | (king == move->to)) != 0)
		position->checks[player] = (uint8_t)attackers_now(
		    rules, position, move, player, lines, 0);
}

void
update_checks(const struct rules *rules, struct position *position,
    const struct move *move, bool own)
{
	uint8_t piece = position->at[move->to];
	enum kind kind = piece_kind(piece);
	unsigned mover = piece_owner(piece);
	/* From where the piece that moved attacks a cell. */
	const struct cellset *reach = rules->seat[mover].attack_from[kind];
	unsigned attacks = 1u << mover & ~(unsigned)position->attacks_nothing;

	if (rules->variant->kings_declared && kind == KING)
		attacks = 0;
	for (unsigned i = 1; i < PLAYERS; i++)
		update_check(rules, position, move, (mover + i) % PLAYERS,
		    reach, attacks);
	if (own)
		update_own_check(rules, position, move, mover);
	else if (kind == KING)
		find_king_lines(rules, position, mover);
}

void
move_pieces(const struct rules *rules, struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	uint8_t piece = position->at[move->from];
	const struct cellset *near;
	unsigned is_pawn;

	position->clock++;
	if (move->victim != CELL_NONE) {
		remove_captured(rules, position, move->victim);
		position->clock = 0;
	}
	revoke_rights(rules, position, move->from);
	if (move->promotion == KIND_NONE) {
		position_move(position, move->from, move->to);
	} else {
		position_take(position, move->from);
		position_put(position, move->to,
		    piece_make(
			(enum kind)move->promotion, piece_colour(piece), me));
	}
	is_pawn = piece_kind(piece) == PAWN;
	position->clock &= is_pawn - 1u;
	near = &rules->board.king_set[move->from];
	if ((is_pawn & ~(near->word[move->to >> 6] >> (move->to & 63))) != 0)
		note_double_step(rules, position, me, move);
	if (move->type == MOVE_CASTLE)
		move_rook(rules, position, me, move->side);
}

void
rules_make_move(const struct rules *rules, struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;

	if (rules->hooks->make_move != NULL) {
		rules->hooks->make_move(rules, position, move);
		return;
	}
	move_pieces(rules, position, move);
	pass_turn_on(position);
	position->checks[me] = 0; /* the move was legal */
	update_checks(rules, position, move, false);
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
