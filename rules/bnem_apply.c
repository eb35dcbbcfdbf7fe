/* Ternion: Bn Em's game: what a move does, and who threatens whom. */
#include "bnem.h"

bool
has_king(const struct position *position, const struct cellset *cells)
{
	struct cellset kings = cellset_and(*cells, &position->kind[KING]);

	return !cellset_empty(&kings);
}

static struct cellset
chain_taken(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	struct chain chain;

	chain_begin(&chain, rules, position, move->from);
	if (move->leaps == 0)
		chain_leap_to(&chain, move->to);
	for (unsigned i = 0; i < move->leaps; i++)
		chain_leap_to(&chain, move->path[i]);
	return chain_prey(&chain);
}

struct cellset
bnem_taken(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	struct cellset taken = { { 0 } };

	if (move->type == MOVE_ILLUMINATION)
		return bnem_illuminated(rules, position, move->from);
	if (move->type == MOVE_DROP)
		return move->promotion == STAR
		    ? bnem_triumph(rules, position, CELL_NONE, move->to)
		    : taken;
	if (move->type == MOVE_LEAP ||
	    (move->victim != CELL_NONE && move->victim != move->to))
		return chain_taken(rules, position, move);
	if (move->from == CELL_NONE)
		return taken;
	if (is_star_leap(rules, position, move->from, move->to))
		taken = bnem_triumph(rules, position, move->from, move->to);
	if (move->victim != CELL_NONE)
		cellset_add(&taken, move->victim);
	return taken;
}

/* "Captured pieces, demoted, go to the captor's hand (own stars too; kings do
 * not)." */
static void
capture(struct position *position, unsigned me, cell c)
{
	struct bnem *bnem = &position->bnem;
	uint8_t piece = position_take(position, c);
	enum kind kind = piece_kind(piece);

	cellset_remove(&position->unmoved, c);
	bnem->taken |= (uint8_t)(1u << piece_owner(piece));
	bnem->is_loud = true;
	if (kind == KING)
		bnem->captor[piece_owner(piece)] = (uint8_t)(me + 1);
	else
		position_set_hand(
		    position, me, kind, bnem->hand[me][kind] + 1u);
}

static void
drop(struct position *position, unsigned me, enum kind kind, cell to)
{
	position_set_hand(
	    position, me, kind, position->bnem.hand[me][kind] - 1u);
	position_put(position, to, piece_make(kind, me, me));
	/* "A dropped one counts as never moved." */
	if ((unsigned)kind == DRAUGHT)
		cellset_add(&position->unmoved, to);
}

/* "A piece that ends its owner's turn in his zone is promoted at once." */
static void
promote(const struct rules *rules, struct position *position, unsigned me)
{
	struct cellset pieces =
	    cellset_and(position->owned[me], &rules->board.faces.zone[me]);

	while (!cellset_empty(&pieces)) {
		cell c = cellset_pop(&pieces);

		if (is_promoted(position->at[c]))
			continue;
		position_put(position, c,
		    (uint8_t)(position_take(position, c) | PIECE_PROMOTED));
		cellset_remove(&position->unmoved, c);
	}
}

void
bnem_play(const struct rules *rules, struct position *position,
    const struct move *move, bool ends)
{
	unsigned me = position->to_move;
	struct cellset taken = bnem_taken(rules, position, move);
	bool moves = move->type != MOVE_ILLUMINATION && move->from != CELL_NONE;
	uint8_t piece = PIECE_NONE;

	position->bnem.moved = move->to != CELL_NONE ? move->to : move->from;
	if (moves) {
		piece = position_take(position, move->from);
		cellset_remove(&position->unmoved, move->from);
		position->bnem.is_loud |= piece_kind(piece) == PAWN;
	}
	while (!cellset_empty(&taken))
		capture(position, me, cellset_pop(&taken));
	if (moves)
		position_put(position, move->to, piece);
	else if (move->type == MOVE_DROP)
		drop(position, me, (enum kind)move->promotion, move->to);
	if (ends)
		promote(rules, position, me);
}

/*
 * Turns
 */

/* "May give his cube to the player without one." */
static void
give_cube(struct position *position)
{
	unsigned cubes = position->bnem.cubes & ~(1u << position->to_move);
	unsigned heir = (position->to_move + 1u) % PLAYERS;

	if (cubes >> heir & 1)
		heir = (heir + 1) % PLAYERS;
	position_set_cubes(position, cubes | 1u << heir);
}

/* Adds a turn of the player to move to the last ones. */
static void
note_turn(struct position *position, bool passed)
{
	struct bnem *bnem = &position->bnem;
	unsigned me = position->to_move;

	if (bnem->turns < TURNS_KEPT)
		bnem->turns++;
	for (unsigned i = bnem->turns - 1u; i > 0; i--)
		bnem->turn[i] = bnem->turn[i - 1];
	bnem->turn[0] = (uint8_t)me;
	bnem->passes[me] = passed ? (uint8_t)(bnem->passes[me] + 1) : 0;
	position->clock = bnem->is_loud ? 0 : position->clock + 1;
}

static void
end_turn(const struct rules *rules, struct position *position, bool passed)
{
	struct bnem *bnem = &position->bnem;

	note_turn(position, passed);
	bnem_find_checks(rules, position);
	bnem_pass_turn(rules, position, passed);
	bnem->half = HALF_NONE;
	bnem->moved = 0;
	bnem->taken = 0;
	bnem->is_loud = false;
}

/*
 * A pass, or a forfeit. "Unless the turn before was a pass (then it is a
 * forfeit, and the last player who really moved and has not forfeited wins the
 * game), and not three own turns running (then a forfeit)."
 */
static void
sit_out(const struct rules *rules, struct position *position, bool forfeits)
{
	unsigned me = position->to_move;
	unsigned winner = PLAYER_NONE;
	bool was =
	    was_pass(position) && (!forfeits || last_player(position) != me);

	forfeits |= was || position->bnem.passes[me] == PASSES_MAX;
	promote(rules, position, me);
	if (forfeits) {
		if (was)
			winner = bnem_last_mover(position, me);
		position->out |= (uint8_t)(1u << me);
		position->unmoved =
		    cellset_less(position->unmoved, &position->owned[me]);
		if (winner != PLAYER_NONE &&
		    (position->out & (position->out - 1)) == 0)
			position->over = (uint8_t)(winner + 1);
	}
	end_turn(rules, position, !forfeits);
	if (winner != PLAYER_NONE)
		position_turn(position, winner);
}

/* One of the two moves of a turn; in `half` it says which. */
static void
play_half(const struct rules *rules, struct position *position,
    const struct move *move)
{
	struct bnem *bnem = &position->bnem;
	bool second = bnem->half == HALF_SECOND;

	if (!second)
		give_cube(position);
	bnem_play(rules, position, move, second);
	if (second)
		end_turn(rules, position, false);
	else
		bnem->half = HALF_SECOND;
}

static void
play_turn(const struct rules *rules, struct position *position,
    const struct move *move)
{
	struct move second;

	if (position->bnem.half != HALF_NONE) {
		play_half(rules, position, move);
	} else if (move->pair) {
		second = move_second(move);
		position->bnem.half = HALF_FIRST;
		play_half(rules, position, move);
		play_half(rules, position, &second);
	} else if (move->type == MOVE_PASS || move->type == MOVE_YIELD) {
		sit_out(rules, position, move->type == MOVE_YIELD);
	} else {
		bnem_play(rules, position, move, true);
		end_turn(rules, position, false);
	}
}

/* Who can move next depends on what has been, with what was just now. */
void
bnem_apply(const struct rules *rules, struct position *position,
    const struct move *move)
{
	const struct past *past = position->past;
	struct past now;

	if (position->bnem.half != HALF_SECOND)
		position_remember(position, &now);
	play_turn(rules, position, move);
	position->past = past;
}

/*
 * Threats
 */

void
bnem_find_checks(const struct rules *rules, struct position *position)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		position->checks[p] = 0;
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct cellset pieces = position->owned[p];

		while (!is_forfeited(position, p) && !cellset_empty(&pieces)) {
			struct cellset prey =
			    bnem_prey(rules, position, cellset_pop(&pieces));

			prey = cellset_and(prey, &position->kind[KING]);
			while (!cellset_empty(&prey)) {
				cell king = cellset_pop(&prey);

				position
				    ->checks[piece_owner(position->at[king])] |=
				    (uint8_t)(1u << p);
			}
		}
	}
}

/* As if a piece of the player stood on the cell. */
unsigned
bnem_attackers(const struct rules *rules, const struct position *position,
    unsigned player, cell target)
{
	struct position turned = *position;
	unsigned owners = 0;

	if (!position_is_empty(&turned, target))
		position_take(&turned, target);
	position_put(&turned, target, piece_make(PAWN, player, player));
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct cellset pieces = turned.owned[p];

		if (p == player || is_forfeited(position, p))
			continue;
		while (!cellset_empty(&pieces)) {
			struct cellset prey =
			    bnem_prey(rules, &turned, cellset_pop(&pieces));

			if (cellset_has(&prey, target))
				owners |= 1u << p;
		}
	}
	return owners;
}
