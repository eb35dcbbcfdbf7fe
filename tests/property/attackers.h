/* The attackers of any cell, for tests: the rules keep those of kings only. */
#pragma once

#include "rules/rules.h"

/* The players, as bits, who would give check if the king of `player` replaced
 * the piece on the cell. */
static inline unsigned
cell_attackers(const struct rules *rules, const struct position *position,
    unsigned player, cell target)
{
	struct position turned = *position;

	if (!position_is_empty(&turned, target))
		position_take(&turned, target);
	position_put(&turned, target, piece_make(KING, player, player));
	rules_recompute_checks(rules, &turned);
	return turned.checks[player];
}
