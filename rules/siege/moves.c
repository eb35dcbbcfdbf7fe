/* Ternion: Siege Chess: which moves are legal. */
#include <string.h>

#include "rules/siege/siege_int.h"

static bool
is_inside(struct cellset set, const struct cellset *other)
{
	set = cellset_less(set, other);
	return cellset_empty(&set);
}

/*
 * No living enemy piece of a kind still on the board, wherever it stood on a
 * hex not held by a dead piece, could attack the king's hex, counting only
 * dead pieces as blockers. Enemy kings are such a kind, so that nothing gets
 * near; then only leapers are left to ask about.
 */
static bool
is_walled_in(const struct gen *gen, const struct cellset *dead)
{
	const struct position *position = gen->view.position;
	const struct board *board = &gen->view.rules->board;
	cell king = position->king[gen->me];
	unsigned a = (gen->me + 1) % PLAYERS, b = (gen->me + 2) % PLAYERS;

	if (!is_inside(board->king_set[king], dead))
		return false;
	if (pieces_of(position, a, KNIGHT) + pieces_of(position, b, KNIGHT) >
		0 &&
	    !is_inside(board->knight_set[king], dead))
		return false;
	return pieces_of(position, a, POPE) + pieces_of(position, b, POPE) ==
	    0 ||
	    is_inside(board->pope_set[king], dead);
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
	struct cellset dead;

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
	dead = dead_pieces(position);
	if (position->king[gen->me] != CELL_NONE && is_walled_in(gen, &dead)) {
		dead = cellset_and(dead,
		    &gen->view.rules->board.king_set[position->king[gen->me]]);
		law->king_targets = cellset_or(law->king_targets, &dead);
	}
}

/*
 * A pawn arriving on the first rank of an opponent who is still playing may
 * be replaced by any piece but a pawn that its owner has lost; a step from
 * one hex of that rank to another is none; and not when the move takes that
 * opponent's king.
 */
unsigned
siege_promotions(const struct gen *gen, const struct move *move)
{
	const struct rules *rules = gen->view.rules;
	const struct position *position = gen->view.position;
	unsigned kinds = 1u << KIND_NONE;

	if (!cellset_has(&gen->seat->promotion, move->to))
		return kinds; /* mostly */
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

/* A player with no board action at all (field promotion and traitor included)
 * passes; nobody else may. */
bool
siege_must_pass(const struct gen *gen)
{
	static const struct move_query pieces = { KIND_NONE, CELL_NONE,
		CELL_NONE, MOVE_QUIET };
	struct gen trial = *gen;

	trial.query = NULL;
	trial.sink = stop_at_once;
	return rules_moves(gen->view.rules, gen->view.position, &pieces,
		   stop_at_once, NULL) &&
	    siege_field_promotions(&trial) && siege_traitors(&trial);
}

bool
siege_other_moves(const struct gen *gen)
{
	const struct move_query *query = gen->query;
	struct move pass = move_action(MOVE_PASS, CELL_NONE, CELL_NONE);

	if (query_wants(query, MOVE_FIELD) && !siege_field_promotions(gen))
		return false;
	if (query_wants(query, MOVE_TRAITOR) && !siege_traitors(gen))
		return false;
	return !query_wants(query, MOVE_PASS) || !siege_must_pass(gen) ||
	    gen->sink(gen->context, &pass);
}
