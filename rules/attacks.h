/*
 * Ternion: who attacks a cell; between the modules of rules/.
 *
 * Legality asks about boards that differ from the position by one move, so
 * the questions are put to a `struct scene`: the position's pieces with other
 * cells occupied and one enemy piece gone.
 */
#ifndef TERNION_RULES_ATTACKS_H
#define TERNION_RULES_ATTACKS_H

#include "rules.h"

struct scene {
	const struct rules *rules;
	const struct position *position;
	struct cellset occupied; /* cells that are not empty */
	cell gone;               /* a piece that attacks no more, CELL_NONE */
};

/* The position as it stands. */
struct scene scene_now(const struct rules *rules,
    const struct position *position);

/* The position as legality sees it after a move of the player to move. */
struct scene scene_after(const struct rules *rules,
    const struct position *position, const struct move *move);

/* The players other than `player`, as bits, who attack `target`. */
unsigned scene_attackers(const struct scene *scene, unsigned player,
    cell target);

/* Whether the piece on `from` attacks `target`. */
bool scene_piece_attacks(const struct scene *scene, cell from, cell target);

/*
 * Whether a slide from `from` along its line to `to` finds every cell between
 * empty and, on a diagonal, a flank empty at each step where the variant asks
 * for that. The cells must lie on one line.
 */
bool scene_line_open(const struct scene *scene, cell from, cell to);

/* Whether the diagonal step from `from` in `direction` has a flank empty, or
 * needs none. */
static inline bool
scene_flank_open(const struct scene *scene, cell from, unsigned direction)
{
	const cell *flank =
	    scene->rules->board.flank[from][direction - STRAIGHTS];

	return !scene->rules->variant->needs_flank ||
	    !cellset_has(&scene->occupied, flank[0]) ||
	    !cellset_has(&scene->occupied, flank[1]);
}

#endif
