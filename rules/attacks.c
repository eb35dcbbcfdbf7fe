/* Ternion: who attacks a cell, by looking from the cell towards attackers. */
#include "attacks.h"

unsigned
scene_attackers(const struct scene *scene, unsigned player, cell target)
{
	return scene_real_threats(scene,
	    scene_threats(scene->rules, scene->position, player, target),
	    target);
}

bool
scene_piece_attacks(const struct scene *scene, cell from, cell target)
{
	const struct rules *rules = scene->rules;
	const struct board *board = &rules->board;
	uint8_t piece = scene->position->at[from];
	bool aligned = false;

	switch (piece_kind(piece)) {
	case PAWN:
		aligned = cellset_has(
		    &rules->seat[piece_owner(piece)].pawn_from[target], from);
		break;
	case KNIGHT:
		return cellset_has(&board->leaps[target], from);
	case BISHOP:
		aligned = cellset_has(&board->diagonal[target], from);
		break;
	case ROOK:
		aligned = cellset_has(&board->straight[target], from);
		break;
	case QUEEN:
		aligned = board->line[from][target] != 0;
		break;
	case KING:
		aligned = cellset_has(&board->near[target], from);
		break;
	case POPE:
	case KIND_NONE:
		return false;
	}
	return aligned && scene_line_open(scene, from, target);
}

unsigned
rules_attackers(const struct rules *rules, const struct position *position,
    unsigned player, cell target)
{
	struct scene scene = scene_now(rules, position);

	return scene_attackers(&scene, player, target);
}

void
rules_find_checks(const struct rules *rules, struct position *position)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		position->checks[p] = position->king[p] == CELL_NONE
		    ? 0
		    : (uint8_t)rules_attackers(rules, position, p,
			  position->king[p]);
}
