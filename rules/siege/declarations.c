/* Ternion: Siege Chess: whether what is declared is true. */
#include "rules/siege/siege_int.h"

/*
 * Were the mated player to move at once, each of his legal moves would leave
 * his king open to capture by the declarer.
 */
struct rescue {
	const struct rules *rules;
	const struct position *position;
	unsigned declarer;
};

static bool
leaves_open(void *context, const struct move *move)
{
	const struct rescue *rescue = context;
	struct position after = *rescue->position;
	unsigned player = after.to_move;

	rules_make_move(rescue->rules, &after, move);
	return after.checks[player] >> rescue->declarer & 1;
}

bool
siege_is_mated(const struct rules *rules, const struct position *board,
    unsigned mover, unsigned player)
{
	struct position turn = *board;
	struct rescue rescue = { rules, &turn, mover };

	position_turn(&turn, player);
	return rules_moves(rules, &turn, NULL, leaves_open, &rescue);
}

/* Makes the board after the move and before a touch of death, with all declared
 * that is to be said. */
__attribute__((noinline)) static void
make_board(const struct rules *rules, const struct position *position,
    const struct move *move, struct position *board)
{
	unsigned me = position->to_move;
	struct move plain = *move;

	plain.calls &= CALL_FORTIFY;
	plain.check = ALL_PLAYERS;
	*board = *position;
	siege_make_move(rules, board, &plain);
	/* A fortification that ends when the turn passes still holds. */
	for (unsigned p = 0; p < PLAYERS; p++)
		if (!(board->siege.declared[me] >> p & 1))
			board->checks[p] &= (uint8_t) ~(1u << me);
}

bool
siege_make_judged(const struct rules *rules, struct position *position,
    const struct move *move, struct position *board)
{
	bool apart = (move->calls & ~(unsigned)CALL_FORTIFY) != 0 ||
	    position->uncapturable != 0;

	if (apart)
		make_board(rules, position, move, board);
	siege_make_move(rules, position, move);
	return apart;
}
