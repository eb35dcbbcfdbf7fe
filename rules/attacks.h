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
static inline struct scene
scene_now(const struct rules *rules, const struct position *position)
{
	return (struct scene){ rules, position, position->kind[KIND_NONE],
		CELL_NONE };
}

/* The position as legality sees it after a move of the player to move. */
static inline struct scene
scene_after(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	struct scene scene = scene_now(rules, position);

	cellset_remove(&scene.occupied, move->from);
	if (move->victim != CELL_NONE) {
		cellset_remove(&scene.occupied, move->victim);
		scene.gone = move->victim;
	}
	cellset_add(&scene.occupied, move->to);
	if (move->type == MOVE_CASTLE) {
		const struct castling *side =
		    &rules->seat[position->to_move].side[move->side];

		cellset_remove(&scene.occupied, side->rook_from);
		cellset_add(&scene.occupied, side->rook_to);
	}
	return scene;
}

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

/*
 * Whether a slide from `from` along its line to `to` finds every cell between
 * empty and, on a diagonal, a flank empty at each step where the variant asks
 * for that. The cells must lie on one line.
 */
static inline bool
scene_line_open(const struct scene *scene, cell from, cell to)
{
	const struct board *board = &scene->rules->board;
	unsigned d = board->line[from][to] - 1u;

	if (d < STRAIGHTS) {
		while ((from = board->step[from][d]) != to)
			if (cellset_has(&scene->occupied, from))
				return false;
		return true;
	}
	for (;;) {
		if (!scene_flank_open(scene, from, d))
			return false;
		from = board->step[from][d];
		if (from == to)
			return true;
		if (cellset_has(&scene->occupied, from))
			return false;
	}
}

/*
 * The pieces of the opponents of `player` that would attack `target` if
 * nothing stood in the way: all that ever have to be looked at.
 */
static inline struct cellset
scene_threats(const struct rules *rules, const struct position *position,
    unsigned player, cell target)
{
	const struct board *board = &rules->board;
	const struct cellset *kind = position->kind;
	unsigned a = player == 0, b = player == 2 ? 1 : 2;
	const struct cellset *by_a = &position->owned[a];
	const struct cellset *by_b = &position->owned[b];
	const struct cellset *pawn_a = &rules->seat[a].pawn_from[target];
	const struct cellset *pawn_b = &rules->seat[b].pawn_from[target];
	struct cellset threats;

	for (int i = 0; i < 3; i++) {
		uint64_t queens = kind[QUEEN].word[i];
		uint64_t pieces =
		    ((kind[ROOK].word[i] | queens) &
			board->straight[target].word[i]) |
		    ((kind[BISHOP].word[i] | queens) &
			board->diagonal[target].word[i]) |
		    (kind[KNIGHT].word[i] & board->leaps[target].word[i]) |
		    (kind[KING].word[i] & board->near[target].word[i]);

		threats.word[i] =
		    (pieces & (by_a->word[i] | by_b->word[i])) |
		    (kind[PAWN].word[i] &
			((by_a->word[i] & pawn_a->word[i]) |
			    (by_b->word[i] & pawn_b->word[i])));
	}
	return threats;
}

/*
 * Those of scene_threats that come down the lines which leave `target` in
 * `directions`, a set of bits. Mostly there are none.
 */
static inline struct cellset
scene_line_threats(const struct rules *rules, const struct position *position,
    unsigned player, cell target, unsigned directions)
{
	const uint8_t *line = rules->board.line[target];
	struct cellset threats =
	    scene_threats(rules, position, player, target);
	struct cellset rest = threats;

	while (!cellset_empty(&rest)) {
		cell c = cellset_pop(&rest);

		/* A knight stands on no line: line[c] is 0, bit 0 clear. */
		if ((directions << 1 >> line[c] & 1) == 0)
			cellset_remove(&threats, c);
	}
	return threats;
}

/* The owners, as bits, of those of the threats that do attack `target`. */
static inline unsigned
scene_real_threats(const struct scene *scene, struct cellset threats,
    cell target)
{
	unsigned owners = 0;

	while (!cellset_empty(&threats)) {
		cell c = cellset_pop(&threats);
		uint8_t piece = scene->position->at[c];

		if (c != scene->gone && (piece_kind(piece) == KNIGHT ||
			scene_line_open(scene, c, target)))
			owners |= 1u << piece_owner(piece);
	}
	return owners;
}

/* The players other than `player`, as bits, who attack `target` down one of the
 * lines that leave it in `directions`. */
static inline unsigned
scene_line_attackers(const struct scene *scene, unsigned player, cell target,
    unsigned directions)
{
	if (directions == 0)
		return 0;
	return scene_real_threats(scene,
	    scene_line_threats(scene->rules, scene->position, player, target,
		directions), target);
}

/* The players other than `player`, as bits, who attack `target`. */
unsigned scene_attackers(const struct scene *scene, unsigned player,
    cell target);

/* Whether the piece on `from` attacks `target`. */
bool scene_piece_attacks(const struct scene *scene, cell from, cell target);

#endif
