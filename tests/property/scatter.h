/*
 * Random positions: few pieces anywhere, and the rest of the state at random,
 * as far as 3PF can say it. They reach in one ply what games from the start
 * rarely reach.
 */
#pragma once

#include <string.h>

#include "parse/position/tpf_games.h"
#include "parse/notation/dialect.h"
#include "tests/property/random.h"
#include "rules/rules.h"
#include "rules/siege/siege.h"

struct scatter {
	const struct rules *rules;
	struct dice *dice;
	struct position *position;
	/*
	 * The pieces that each player can still have, if all come from the
	 * set-up; in games with taken-over pieces all players share `pool`.
	 */
	uint8_t army[PLAYERS][KINDS];
	uint8_t pool[KINDS];
	bool no_leapers; /* nobody has any */
	unsigned most;   /* pieces that a player can have, his king apart */
	unsigned alone;  /* the player with hardly any pieces, or PLAYER_NONE */
	bool no_more;    /* ... and none but those that he has already */
	uint8_t captor[PLAYERS]; /* as in struct bnem */
};

/* True if positions of the game can have that key. */
static inline bool
tpf_has_key(const struct variant *variant, const char *name)
{
	const struct tpf_key *key = tpf_keys;

	while (key->name != NULL && strcmp(key->name, name) != 0)
		key++;
	return key->name != NULL && tpf_game_has(variant, key);
}

static inline bool
scatter_is_out(const struct scatter *scatter, unsigned player)
{
	return scatter->position->out >> player & 1;
}

static inline bool
scatter_has_king(const struct scatter *scatter, unsigned player)
{
	return scatter->captor[player] == 0 &&
	    (!scatter_is_out(scatter, player) ||
		tpf_game_of(scatter->rules->variant)->leavers == LEAVERS_STAY);
}

/* Everybody's opening army, or as many as one likes of each of its kinds. */
static inline void
scatter_armies(struct scatter *scatter)
{
	const struct position *start = &scatter->rules->start;
	bool limited = tpf_has_key(scatter->rules->variant, "lost");
	bool shared = tpf_has_key(scatter->rules->variant, "hand");

	for (unsigned kind = PAWN; kind < KINDS; kind++) {
		unsigned all = cellset_count(&start->kind[kind]);

		scatter->pool[kind] = (uint8_t)(shared ? all : UINT8_MAX);
		for (unsigned p = 0; p < PLAYERS; p++) {
			struct cellset set =
			    cellset_and(start->owned[p], &start->kind[kind]);
			unsigned n = cellset_count(&set);

			scatter->army[p][kind] =
			    (uint8_t)(limited || n == 0 ? n : UINT8_MAX);
		}
	}
}

/*
 * The owner of a player's pieces: usually himself; if he is out, sometimes
 * nobody or one of the others.
 */
static inline unsigned
scatter_owner(struct scatter *scatter, unsigned player)
{
	unsigned owner = player;

	if (!scatter_is_out(scatter, player) ||
	    tpf_game_of(scatter->rules->variant)->leavers == LEAVERS_STAY)
		return player;
	if (tpf_game_of(scatter->rules->variant)->leavers == LEAVERS_DEAD)
		return PLAYER_NONE;
	while (scatter_is_out(scatter, owner))
		owner = dice_below(scatter->dice, PLAYERS);
	return owner;
}

/* Puts a piece of the player on the cell, a dead one if he is out; nothing if
 * the cell is occupied or he has no such piece. */
static inline void
scatter_put(struct scatter *scatter, unsigned player, enum kind kind, cell c)
{
	uint8_t *left = &scatter->army[player][kind];
	uint8_t *pool = &scatter->pool[kind];
	uint8_t piece;

	if (*left == 0 || *pool == 0 ||
	    !position_is_empty(scatter->position, c))
		return;
	if (scatter->no_leapers && (kind == KNIGHT || kind == POPE) &&
	    !scatter_is_out(scatter, player))
		return;
	--*left;
	if (*pool < UINT8_MAX)
		--*pool;
	piece = piece_make(kind, player, scatter_owner(scatter, player));
	if (dialect_of(scatter->rules->variant)->promotes &&
	    dice_one_in(scatter->dice, 3))
		piece |= PIECE_PROMOTED;
	position_put(scatter->position, c, piece);
}

/* The empty cells, those of one row of a player's or all (0). */
static inline struct cellset
scatter_room(const struct scatter *scatter, unsigned player, unsigned rank)
{
	const struct board *board = &scatter->rules->board;
	struct cellset set = { { 0 } };

	for (cell c = 0; c < board->cells; c++)
		if (position_is_empty(scatter->position, c) &&
		    (rank == 0 || board->seat_name[player][c].rank == rank))
			cellset_add(&set, c);
	return set;
}

/* Puts it on a row of a player's, or anywhere, if there is room. */
static inline void
scatter_put_on_row(struct scatter *scatter, unsigned player, enum kind kind,
    unsigned whose, unsigned rank)
{
	struct cellset room = scatter_room(scatter, whose, rank);

	if (!cellset_empty(&room))
		scatter_put(
		    scatter, player, kind, dice_cell(scatter->dice, room));
}

/*
 * Puts pawns on their first cells, on the targets of double steps, before their
 * promotion, or anywhere.
 */
static inline void
scatter_pawn(struct scatter *scatter, unsigned player)
{
	unsigned first = scatter->rules->variant->double_step_rank;
	unsigned other = (player + 1 + dice_below(scatter->dice, 2)) % PLAYERS;

	switch (dice_below(scatter->dice, 6)) {
	case 0:
		scatter_put_on_row(scatter, player, PAWN, player, first);
		break;
	case 1:
	case 2:
		scatter_put_on_row(scatter, player, PAWN, player, first + 2);
		break;
	case 3:
		scatter_put_on_row(scatter, player, PAWN, other, 2);
		break;
	default:
		scatter_put_on_row(scatter, player, PAWN, player, 0);
	}
}

/* Other pieces stand where such a piece began, or anywhere. */
static inline void
scatter_piece(struct scatter *scatter, unsigned player)
{
	static const uint8_t kinds[] = { KNIGHT, BISHOP, ROOK, QUEEN, POPE };
	const struct position *start = &scatter->rules->start;
	enum kind kind =
	    (enum kind)kinds[dice_below(scatter->dice, sizeof(kinds))];
	struct cellset home =
	    cellset_and(start->owned[player], &start->kind[kind]);

	if (cellset_empty(&home))
		return;
	if (dice_one_in(scatter->dice, 3))
		scatter_put(
		    scatter, player, kind, dice_cell(scatter->dice, home));
	else
		scatter_put_on_row(scatter, player, kind, player,
		    dice_one_in(scatter->dice, 4) ? 1 : 0);
}

/* A king at home with rooks, or a queen, and rights, or a king anywhere. */
static inline void
scatter_king(struct scatter *scatter, unsigned player)
{
	const struct castling *side = scatter->rules->seat[player].side;
	const uint8_t *start = scatter->rules->start.at;
	unsigned rights =
	    dice_below(scatter->dice, 1U << scatter->rules->sides);
	struct position *position = scatter->position;

	if (position->king[player] != CELL_NONE)
		return;
	if (rights == 0 || scatter->most < 2 ||
	    !position_is_empty(position, side[0].king_from)) {
		scatter_put_on_row(scatter, player, KING, player, 0);
		return;
	}
	scatter_put(scatter, player, KING, side[0].king_from);
	for (unsigned s = 0; s < scatter->rules->sides; s++) {
		if (!(rights >> s & 1))
			continue;
		scatter_put(scatter, player,
		    piece_kind(start[side[s].rook_from]), side[s].rook_from);
		if (position->at[side[s].rook_from] != start[side[s].rook_from])
			rights &= ~(1U << s);
	}
	position_set_rights(position, player, rights);
}

/* Fills the cells with his pieces, from pawns up to a kind. */
static inline void
scatter_fill(struct scatter *scatter, unsigned player, struct cellset cells,
    enum kind most)
{
	while (!cellset_empty(&cells)) {
		cell c = cellset_pop(&cells);

		for (unsigned kind = PAWN; kind <= most; kind++)
			if (kind != KING)
				scatter_put(
				    scatter, player, (enum kind)kind, c);
	}
}

/* A random cell at the edge: a king has few steps there. */
static inline cell
scatter_edge(const struct scatter *scatter)
{
	const struct board *board = &scatter->rules->board;
	cell c;

	do
		c = (cell)dice_below(scatter->dice, board->cells);
	while (cellset_count(&board->king_set[c]) > 8);
	return c;
}

/* Puts a king without an army at the edge, where he may have no move at all. */
static inline void
scatter_alone(struct scatter *scatter)
{
	unsigned player = dice_below(scatter->dice, PLAYERS);

	if (!scatter_has_king(scatter, player) ||
	    scatter->position->king[player] != CELL_NONE)
		return;
	scatter_put(scatter, player, KING, scatter_edge(scatter));
	scatter->alone = player;
}

/*
 * Puts a king among his own pawns in a corner, where they may have no move
 * left.
 */
static inline void
scatter_jam(struct scatter *scatter)
{
	const struct board *board = &scatter->rules->board;
	unsigned player = dice_below(scatter->dice, PLAYERS);
	cell king = scatter_edge(scatter);

	if (!scatter_has_king(scatter, player) ||
	    scatter->position->king[player] != CELL_NONE)
		return;
	for (int i = 0; i < 8; i++) {
		cell c = scatter_edge(scatter);

		if (cellset_count(&board->king_set[c]) <
		    cellset_count(&board->king_set[king]))
			king = c;
	}
	scatter_put(scatter, player, KING, king);
	scatter_fill(scatter, player, board->king_set[king], PAWN);
	scatter->alone = player;
	scatter->no_more = true;
}

/* Puts a king at the edge among the pieces of a player who is out. */
static inline void
scatter_wall(struct scatter *scatter, unsigned out)
{
	const struct board *board = &scatter->rules->board;
	unsigned player = (out + 1 + dice_below(scatter->dice, 2)) % PLAYERS;
	cell king;

	if (scatter_is_out(scatter, player))
		return;
	king = scatter_edge(scatter);
	scatter_put(scatter, player, KING, king);
	scatter_fill(scatter, out, board->king_set[king], POPE);
	scatter->no_leapers = dice_one_in(scatter->dice, 3);
	if (dice_one_in(scatter->dice, 2))
		scatter_fill(scatter, out, board->knight_set[king], POPE);
	if (dice_one_in(scatter->dice, 2))
		scatter_fill(scatter, out, board->pope_set[king], POPE);
	if (!dice_one_in(scatter->dice, 3))
		scatter->alone = player;
}

/*
 * In games that go on without kings, one or two are now and then captured;
 * after two forfeits the game is over, and no king can be captured.
 */
static inline void
scatter_captors(struct scatter *scatter)
{
	uint8_t *captor = scatter->captor;

	if (!tpf_has_key(scatter->rules->variant, "captors") ||
	    __builtin_popcount(scatter->position->out) > 1 ||
	    !dice_one_in(scatter->dice, 6))
		return;
	for (int kings = 1 + (int)dice_below(scatter->dice, 2); kings > 0;
	     kings--) {
		unsigned player = dice_below(scatter->dice, PLAYERS);
		unsigned by = (player + 1 + dice_below(scatter->dice, 2));

		captor[player] = (uint8_t)(1 + by % PLAYERS);
	}
}

/* Now and then a player is out, or all but one. */
static inline void
scatter_out(struct scatter *scatter)
{
	const struct variant *variant = scatter->rules->variant;
	unsigned player = dice_below(scatter->dice, PLAYERS);

	if (tpf_game_of(variant)->leavers == LEAVERS_NONE ||
	    (scatter->most > 2 && dice_below(scatter->dice, 3) > 0))
		return;
	scatter->position->out = (uint8_t)(1U << player);
	if (dice_one_in(scatter->dice, 30) && !variant->one_king_ends)
		scatter->position->out |=
		    (uint8_t)(1U << (player + 1) % PLAYERS);
	if (tpf_game_of(variant)->leavers == LEAVERS_DEAD &&
	    dice_one_in(scatter->dice, 2))
		scatter_wall(scatter, player);
}

/* Three stars, of whomever, and others that may come to be the fourth. */
static inline void
scatter_stars(struct scatter *scatter)
{
	const struct faces *faces = &scatter->rules->board.faces;
	cell c = (cell)dice_below(scatter->dice, scatter->rules->board.cells);
	unsigned block;

	if (!(scatter->rules->variant->actions >> MOVE_DROP & 1) ||
	    faces->blocks[c] == 0 || dice_one_in(scatter->dice, 2))
		return;
	block = dice_below(scatter->dice, faces->blocks[c]);
	for (unsigned i = 0; i < BLOCK_CELLS - 1; i++)
		scatter_put(scatter, dice_below(scatter->dice, PLAYERS), STAR,
		    faces->block[c][block][i]);
	for (cell from = 0; from < scatter->rules->board.cells; from++)
		if (faceset_has(&faces->reach[c].twice, from) &&
		    dice_one_in(scatter->dice, 3))
			scatter_put(scatter, dice_below(scatter->dice, PLAYERS),
			    STAR, from);
}

/* Armies of very unequal size: mostly one has hardly anything but a
 * pawn that may just have gone two steps. */
static inline void
scatter_pieces(struct scatter *scatter)
{
	unsigned pawns_first = scatter->rules->variant->double_step_rank;
	unsigned poor = dice_below(scatter->dice, PLAYERS + 1);

	for (unsigned p = 0; p < PLAYERS; p++) {
		unsigned pieces = dice_below(scatter->dice, scatter->most + 1);

		if (scatter->alone == p) {
			pieces = scatter->no_more ? 0 : pieces % 2;
		} else if (poor == p) {
			pieces /= 5;
			scatter_put_on_row(
			    scatter, p, PAWN, p, pawns_first + 2U);
		}
		while (pieces-- > 0)
			if (dice_below(scatter->dice, 5) < 2)
				scatter_pawn(scatter, p);
			else
				scatter_piece(scatter, p);
	}
}

/*
 * False if en passant lasts one ply only, and another pawn is open to it or a
 * piece has come to the skipped cell.
 */
static inline bool
scatter_may_pass(const struct scatter *scatter, cell skipped)
{
	const struct position *position = scatter->position;

	if (!tpf_game_of(scatter->rules->variant)->en_passant_next_ply)
		return true;
	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->en_passant[p].pawn != CELL_NONE)
			return false;
	return position_is_empty(position, skipped);
}

/* Opens some of a player's pawns to en passant that could have come by a
 * double step; in the end one of them. */
static inline void
scatter_passed(struct scatter *scatter, unsigned player)
{
	const struct rules *rules = scatter->rules;
	const struct seat *seat = &rules->seat[player];
	struct cellset from = seat->double_from;

	if (!(rules->variant->actions >> MOVE_ENPASSANT & 1))
		return;
	while (!cellset_empty(&from)) {
		cell c = cellset_pop(&from);

		for (const struct pawn_step *step = seat->pawn_step[c];
		     step->to != CELL_NONE; step++) {
			if (step->beyond == CELL_NONE ||
			    scatter->position->at[step->beyond] !=
				piece_make(PAWN, player, player) ||
			    dice_one_in(scatter->dice, 5) ||
			    !scatter_may_pass(scatter, step->to))
				continue;
			position_set_en_passant(scatter->position, player,
			    (struct en_passant){ step->to, step->beyond });
		}
	}
}

/* A pawn next to the cells that others passed over. */
static inline void
scatter_takers(struct scatter *scatter)
{
	const struct position *position = scatter->position;
	unsigned me = position->to_move;

	for (unsigned p = 0; p < PLAYERS; p++) {
		cell skipped = position->en_passant[p].target;
		const struct cellset *from;

		if (skipped == CELL_NONE || dice_one_in(scatter->dice, 2))
			continue;
		from = &scatter->rules->seat[me].pawn_from[skipped];
		if (!cellset_empty(from))
			scatter_put(
			    scatter, me, PAWN, dice_cell(scatter->dice, *from));
	}
}

static inline void
scatter_turn(struct scatter *scatter)
{
	struct position *position = scatter->position;
	unsigned player = scatter->alone;

	if (player != PLAYER_NONE && scatter_is_out(scatter, player))
		player = PLAYER_NONE;
	/*
	 * It is the turn of the player two before him: if that player leaves
	 * his pieces to the next, the inheritance matters.
	 */
	if (player != PLAYER_NONE && position->out == 0 &&
	    tpf_game_of(scatter->rules->variant)->leavers ==
		LEAVERS_INHERITED &&
	    dice_one_in(scatter->dice, 2))
		player = (player + 1) % PLAYERS;
	else if (player == PLAYER_NONE || dice_one_in(scatter->dice, 3))
		do
			player = dice_below(scatter->dice, PLAYERS);
		while (scatter_is_out(scatter, player));
	position_turn(position, player);
	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != player && !scatter_is_out(scatter, p))
			scatter_passed(scatter, p);
	scatter_takers(scatter);
	position->clock = dice_below(scatter->dice, 70);
	/* "Plies since a capture or pawn move reach 75 times the number of
	 * players not eliminated." */
	if (scatter->rules->variant->draw_moves != 0 &&
	    dice_one_in(scatter->dice, 4))
		position->clock = 75 *
			(PLAYERS -
			    (unsigned)__builtin_popcount(position->out)) -
		    dice_below(scatter->dice, 8);
	position->number = 1 + dice_below(scatter->dice, 50);
}

/* Some pieces have moved and come back; some of the lost have left the game.
 */
static inline void
scatter_history(struct scatter *scatter)
{
	const struct variant *variant = scatter->rules->variant;
	struct position *position = scatter->position;
	struct cellset unmoved = position->unmoved;

	if (tpf_has_key(variant, "unmoved") && variant->drops_unmoved == 0 &&
	    dice_one_in(scatter->dice, 2))
		while (!cellset_empty(&unmoved)) {
			cell c = cellset_pop(&unmoved);

			if (dice_one_in(scatter->dice, 3))
				cellset_remove(&position->unmoved, c);
		}
	if (!tpf_has_key(variant, "lost") || dice_one_in(scatter->dice, 2))
		return;
	for (unsigned p = 0; p < PLAYERS; p++)
		for (unsigned kind = PAWN; kind < KINDS; kind++)
			if (dice_one_in(scatter->dice, 3))
				position->lost[p][kind] =
				    (uint8_t)dice_below(scatter->dice,
					position->lost[p][kind] + 1U);
}

/* Sets the last captures, mostly those of one player. */
static inline void
scatter_captures(struct scatter *scatter)
{
	struct siege *siege = &scatter->position->siege;
	unsigned most = siege_remembered(scatter->rules);
	unsigned usual = dice_below(scatter->dice, PLAYERS);

	for (unsigned n = dice_below(scatter->dice, most + 1); n > 0; n--) {
		unsigned owner = dice_one_in(scatter->dice, 4)
		    ? dice_below(scatter->dice, PLAYERS)
		    : usual;

		siege->last = siege->last << 2 | owner;
		siege->captures++;
	}
}

/* The counters of one player, and against whom he declared. */
static inline void
scatter_calls(struct scatter *scatter, unsigned player)
{
	struct siege *siege = &scatter->position->siege;
	struct dice *dice = scatter->dice;
	unsigned others =
	    ALL_PLAYERS & ~(1U << player) & ~(unsigned)scatter->position->out;

	if (dice_one_in(dice, 4))
		siege->traitors[player] = (uint8_t)dice_below(dice, 3);
	if (dice_one_in(dice, 4))
		siege->forts |= (uint8_t)(1U << player);
	if (scatter_is_out(scatter, player))
		return;
	if (dice_one_in(dice, 6)) {
		siege->forts |= (uint8_t)(1U << player);
		siege->fort[player] = (uint8_t)(1 + dice_below(dice, 3));
	}
	if (dice_one_in(dice, 6))
		siege->immune[player] = (uint8_t)(1 + dice_below(dice, 3));
	siege->declared[player] =
	    (uint8_t)(dice_below(dice, ALL_PLAYERS + 1) & others);
}

/* Some of the pieces that are not on the board are in hand. */
static inline void
scatter_hands(struct scatter *scatter)
{
	unsigned pieces = dice_below(scatter->dice, 5);

	while (pieces-- > 0) {
		unsigned player = dice_below(scatter->dice, PLAYERS);
		unsigned kind = 1 + dice_below(scatter->dice, KINDS - 1);
		unsigned has = scatter->position->bnem.hand[player][kind];

		if (kind == KING || scatter->pool[kind] == 0)
			continue;
		scatter->pool[kind]--;
		position_set_hand(
		    scatter->position, player, (enum kind)kind, has + 1);
	}
}

/* Whose the last turns were, the latest mostly another's, and which of them
 * were passes. */
static inline void
scatter_turns(struct scatter *scatter)
{
	struct bnem *bnem = &scatter->position->bnem;
	unsigned player = scatter->position->to_move;

	bnem->turns = (uint8_t)dice_below(scatter->dice, TURNS_KEPT + 1);
	for (unsigned i = 0; i < bnem->turns; i++) {
		if (!dice_one_in(scatter->dice, 12))
			player = (player + 1 + dice_below(scatter->dice, 2)) %
			    PLAYERS;
		bnem->turn[i] = (uint8_t)player;
		if (dice_one_in(scatter->dice, 8) && bnem->passes[player] < 2)
			bnem->passes[player]++;
	}
}

/* Two of three have cubes, if there are any. */
static inline void
scatter_cubes(struct scatter *scatter)
{
	unsigned without = dice_below(scatter->dice, PLAYERS);

	if (scatter->position->bnem.cubes != 0)
		position_set_cubes(
		    scatter->position, ALL_PLAYERS & ~(1U << without));
}

/* Draughts that have been dropped, or have moved. */
static inline void
scatter_unmoved(struct scatter *scatter)
{
	struct position *position = scatter->position;
	struct cellset may = rules_may_be_unmoved(scatter->rules, position);

	while (!cellset_empty(&may)) {
		cell c = cellset_pop(&may);

		if (dice_one_in(scatter->dice, 2))
			cellset_add(&position->unmoved, c);
		else
			cellset_remove(&position->unmoved, c);
	}
}

static inline void
scatter_state(struct scatter *scatter)
{
	const struct variant *variant = scatter->rules->variant;
	struct position *position = scatter->position;

	rules_imply(scatter->rules, position);
	scatter_history(scatter);
	if (tpf_has_key(variant, "last"))
		scatter_captures(scatter);
	for (unsigned p = 0; p < PLAYERS && tpf_has_key(variant, "fort"); p++)
		scatter_calls(scatter, p);
	for (unsigned p = 0; p < PLAYERS; p++)
		position_set_rights(
		    position, p, rules_rights(scatter->rules, position, p));
	if (tpf_has_key(variant, "captors"))
		memcpy(position->bnem.captor, scatter->captor,
		    sizeof(scatter->captor));
	if (tpf_has_key(variant, "hand"))
		scatter_hands(scatter);
	if (tpf_has_key(variant, "turns"))
		scatter_turns(scatter);
	if (tpf_has_key(variant, "cubes"))
		scatter_cubes(scatter);
	if (variant->drops_unmoved != 0)
		scatter_unmoved(scatter);
}

/* Makes a random position of the game. */
static inline void
scatter(const struct rules *rules, struct dice *dice, struct position *position)
{
	struct scatter scatter = { .rules = rules,
		.dice = dice,
		.position = position,
		.most = 15,
		.alone = PLAYER_NONE };

	/* Next to nothing, now and then. */
	if (dice_one_in(dice, 8))
		scatter.most = dice_below(dice, 3);
	position_clear(position);
	scatter_armies(&scatter);
	scatter_out(&scatter);
	scatter_captors(&scatter);
	if (scatter.alone == PLAYER_NONE && dice_one_in(dice, 8))
		scatter_jam(&scatter);
	if (scatter.alone == PLAYER_NONE && dice_one_in(dice, 6))
		scatter_alone(&scatter);
	for (unsigned p = 0; p < PLAYERS; p++)
		if (scatter_has_king(&scatter, p))
			scatter_king(&scatter, p);
	scatter_stars(&scatter);
	scatter_pieces(&scatter);
	scatter_turn(&scatter);
	scatter_state(&scatter);
	rules_recompute_checks(rules, position);
}
