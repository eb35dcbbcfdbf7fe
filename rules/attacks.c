/* Ternion: who attacks a cell, by looking from the cell towards attackers. */
#include "attacks.h"

struct scene
scene_now(const struct rules *rules, const struct position *position)
{
	return (struct scene){ rules, position, position->kind[KIND_NONE],
		CELL_NONE };
}

struct scene
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

bool
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

/* Adds the owners of those sliders whose line to the target is open. */
static unsigned
slider_owners(const struct scene *scene, struct cellset sliders, cell target)
{
	unsigned owners = 0;

	while (!cellset_empty(&sliders)) {
		cell c = cellset_pop(&sliders);

		if (scene_line_open(scene, c, target))
			owners |= 1u << piece_owner(scene->position->at[c]);
	}
	return owners;
}

static unsigned
owners_of(const struct scene *scene, struct cellset pieces)
{
	unsigned owners = 0;

	while (!cellset_empty(&pieces))
		owners |= 1u << piece_owner(
		    scene->position->at[cellset_pop(&pieces)]);
	return owners;
}

unsigned
scene_attackers(const struct scene *scene, unsigned player, cell target)
{
	const struct rules *rules = scene->rules;
	const struct board *board = &rules->board;
	const struct position *position = scene->position;
	unsigned a = (player + 1) % PLAYERS, b = (player + 2) % PLAYERS;
	struct cellset enemies =
	    cellset_or(position->owned[a], &position->owned[b]);
	const struct cellset *kind = position->kind;
	struct cellset set;
	unsigned owners;

	if (scene->gone != CELL_NONE)
		cellset_remove(&enemies, scene->gone);
	set = cellset_and(cellset_or(kind[ROOK], &kind[QUEEN]), &enemies);
	owners = slider_owners(scene,
	    cellset_and(set, &board->straight[target]), target);
	/* Diagonal lines: sliders, and the single steps of pawns. */
	set = cellset_and(cellset_or(kind[BISHOP], &kind[QUEEN]), &enemies);
	set = cellset_and(set, &board->diagonal[target]);
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct cellset pawns = cellset_and(position->owned[p],
		    &rules->seat[p].pawn_from[target]);

		pawns = cellset_and(pawns, &enemies);
		pawns = cellset_and(pawns, &kind[PAWN]);
		set = cellset_or(set, &pawns);
	}
	owners |= slider_owners(scene, set, target);
	set = cellset_and(kind[KNIGHT], &enemies);
	set = cellset_and(set, &board->leaps[target]);
	owners |= owners_of(scene, set);
	set = cellset_and(kind[KING], &enemies);
	set = cellset_and(set, &board->near[target]);
	return owners | slider_owners(scene, set, target);
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
