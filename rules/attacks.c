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

	if (scene->mute >> piece_owner(piece) & 1)
		return false;
	if (kind == KNIGHT)
		return cellset_has(&rules->board.leaps[target], from);
	if (kind == POPE)
		return cellset_has(&rules->board.hops[target], from);
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

	if (rules->variant->attackers != NULL)
		return rules->variant->attackers(
		    rules, position, player, target);
	scene_now(&scene, rules, position);
	return scene_attackers(&scene, player, target);
}

/* Who attacks the king of `player`: as rules_attackers, but that kings do not
 * take kings in every game. */
static unsigned
checkers(const struct scene *scene, unsigned player)
{
	const struct position *position = scene->position;
	cell king = position->king[player];
	struct cellset threats;

	for (int i = 0; i < CELLSET_WORDS; i++) {
		threats.word[i] =
		    scene_threats(scene->rules, position, player, king, i);
		if (scene->rules->variant->kings_spared)
			threats.word[i] &= ~position->kind[KING].word[i];
	}
	return scene_attackers_among(scene, threats, king);
}

void
rules_find_checks(const struct rules *rules, struct position *position)
{
	struct scene scene;

	if (rules->variant->find_checks != NULL) {
		rules->variant->find_checks(rules, position);
		return;
	}
	if (rules->variant->refresh != NULL)
		rules->variant->refresh(position);
	scene_now(&scene, rules, position);
	for (unsigned p = 0; p < PLAYERS; p++)
		position->checks[p] = position->king[p] == CELL_NONE ||
			(position->shielded >> p & 1)
		    ? 0
		    : (uint8_t)checkers(&scene, p);
}

void
rules_fortify(const struct rules *rules, struct position *position)
{
	rules->variant->fortify(position);
	rules_find_checks(rules, position);
}
