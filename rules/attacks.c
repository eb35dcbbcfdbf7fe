/* Ternion: who attacks a cell, by looking from the cell towards attackers. */
#include "attacks.h"

unsigned
scene_attackers(const struct scene *scene, unsigned player, cell target)
{
	unsigned owners = 0;

	for (int i = 0; i < CELLSET_WORDS; i++) {
		uint64_t word = scene_threats(
		    scene->rules, scene->position, player, target, i);

		for (; word != 0; word &= word - 1)
			owners |= scene_attacker(
			    scene, cellset_cell(i, word), target);
	}
	return owners;
}

bool
scene_piece_attacks(const struct scene *scene, cell from, cell target)
{
	const struct rules *rules = scene->rules;
	uint8_t piece = scene->position->at[from];
	enum kind kind = piece_kind(piece);
	unsigned lines = rules->seat[piece_owner(piece)].attack_lines[kind];

	if (kind == KNIGHT)
		return cellset_has(&rules->board.leaps[target], from);
	if (!(lines >> rules->board.line[target][from] & 1))
		return false;
	if ((kind == PAWN || kind == KING) &&
	    !cellset_has(&rules->board.near[target], from))
		return false;
	return scene_line_open(scene, from, target);
}

unsigned
rules_attackers(const struct rules *rules, const struct position *position,
    unsigned player, cell target)
{
	struct scene scene;

	scene_now(&scene, rules, position);
	return scene_attackers(&scene, player, target);
}

void
rules_find_checks(const struct rules *rules, struct position *position)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		position->checks[p] = position->king[p] == CELL_NONE
		    ? 0
		    : (uint8_t)rules_attackers(
			  rules, position, p, position->king[p]);
}
