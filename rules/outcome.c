/* Ternion: how a game ends, and who is mated. */
#include <string.h>

#include "rules/variants/variant_rules.h"

bool
last_player_wins(const struct rules *rules, const struct position *position,
    struct outcome *outcome)
{
	if (players_left(position) != 1)
		return false;
	outcome->ending = ENDING_LAST_KING;
	outcome->winner = next_player(position, position->to_move);
	outcome->result = rules->variant->wins[outcome->winner];
	return true;
}

void
rules_outcome(const struct rules *rules, const struct position *position,
    struct outcome *outcome)
{
	*outcome = (struct outcome){ ENDING_NONE, NULL, PLAYER_NONE };
	if (position->over == 0 && rules->hooks->outcome != NULL) {
		rules->hooks->outcome(rules, position, outcome);
		return;
	}
	if (position->over == 0) {
		last_player_wins(rules, position, outcome);
		return;
	}
	/* The pieces did not decide it: a draw, or a win by forfeit. */
	outcome->ending = ENDING_AGREED;
	outcome->result = rules->variant->results[position->over - 1];
	for (unsigned p = 0; p < PLAYERS; p++) {
		const char *wins = rules->variant->wins[p];

		if (wins == NULL || strcmp(wins, outcome->result) != 0)
			continue;
		outcome->ending = ENDING_FORFEIT;
		outcome->winner = p;
	}
}

/* With two players left, counting pieces by owner, K against K, K+B against
 * K, K+N against K. */
static bool
lacks_material(const struct position *position)
{
	const struct cellset *kind = position->kind;
	struct cellset minor;
	unsigned kings;

	if (position->pieces > PLAYERS + 1 || players_left(position) != 2)
		return false;
	kings = cellset_count(&kind[KING]);
	minor = cellset_or(kind[BISHOP], &kind[KNIGHT]);
	return position->pieces == kings ||
	    (position->pieces == kings + 1u && !cellset_empty(&minor));
}

enum ending
rules_drawn(const struct rules *rules, const struct position *position)
{
	const struct variant *variant = rules->variant;
	unsigned left;

	/* Mostly there are too many pieces, and too few moves for two. */
	if (position->pieces > PLAYERS + 1 &&
	    (variant->draw_moves == 0 ||
		position->clock < variant->draw_moves * 2))
		return ENDING_NONE;
	left = players_left(position);
	if (left == 1)
		return ENDING_NONE;
	if (variant->draw_by_material && lacks_material(position))
		return ENDING_MATERIAL;
	return variant->draw_moves != 0 &&
		position->clock >= variant->draw_moves * left
	    ? ENDING_CLOCK
	    : ENDING_NONE;
}

bool
rules_judges_apart(const struct rules *rules)
{
	return rules->hooks->make_judged != NULL;
}

const struct position *
rules_judged_board(const struct rules *rules, const struct position *before,
    const struct move *move, const struct position *after,
    struct position *board)
{
	struct position again;

	if (!rules_judges_apart(rules))
		return after;
	again = *before;
	return rules_make_judged(rules, &again, move, board) ? board : after;
}

bool
rules_mates_singly(const struct rules *rules)
{
	return rules->hooks->is_mated != NULL;
}

bool
rules_is_mated(const struct rules *rules, const struct position *board,
    unsigned mover, unsigned player)
{
	return rules->hooks->is_mated != NULL &&
	    rules->hooks->is_mated(rules, board, mover, player);
}

bool
rules_is_mate_call(const struct rules *rules, const struct position *board,
    unsigned mover, unsigned player)
{
	return rules->hooks->is_mate_call != NULL
	    ? rules->hooks->is_mate_call(rules, board, mover, player)
	    : rules_is_mated(rules, board, mover, player);
}
