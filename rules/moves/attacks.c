/* Ternion: who attacks a cell, by looking from the cell towards attackers. */
#include "rules/moves/attacks.h"
#include "rules/variants/variant_rules.h"

/* Who attacks the target; or only the first that is found to. */
static inline unsigned
attackers(const struct scene *scene, unsigned player, cell target, bool one)
{
	struct cellset threats;
	unsigned owners = 0;

	for (int i = 0; i < CELLSET_WORDS; i++)
		threats.word[i] = scene_threats(
		    scene->rules, scene->position, player, target, i);
	while (!cellset_empty(&threats) && !(one && owners != 0))
		owners |= scene_attacker(scene, cellset_pop(&threats), target);
	return owners;
}

bool
scene_is_attacked(const struct scene *scene, unsigned player, cell target)
{
	return attackers(scene, player, target, true) != 0;
}

bool
scene_piece_attacks(const struct scene *scene, cell from, cell target)
{
	uint8_t piece = scene->position->at[from];
	const struct seat *seat = &scene->rules->seat[piece_owner(piece)];
	enum kind kind = piece_kind(piece);
	const struct cellset *attackers = seat->attack_from[kind];

	if ((scene->attacks_nothing >> piece_owner(piece) & 1) ||
	    !cellset_has(&attackers[target], from))
		return false;
	return scene_way_open(scene, kind, from, target);
}

/* Where pieces go in ways of their own, those who find checks know them: who
 * would give check if the player's king stood there. Where he does any piece of
 * his may stand as well. */
static unsigned
attackers_of_king(const struct rules *rules, const struct position *position,
    unsigned player, cell target)
{
	struct position turned = *position;

	if (!position_is_empty(&turned, target))
		position_take(&turned, target);
	position_put(&turned, target, piece_make(KING, player, player));
	rules_find_checks(rules, &turned);
	return turned.checks[player];
}

unsigned
rules_attackers(const struct rules *rules, const struct position *position,
    unsigned player, cell target)
{
	struct scene scene;

	if (rules->hooks->piece_moves != NULL)
		return attackers_of_king(rules, position, player, target);
	scene_now(&scene, rules, position);
	return attackers(&scene, player, target, false);
}

/* The enemies who would attack the player's king if nothing stood in the way.
 */
static struct cellset
king_threats(
    const struct rules *rules, const struct position *position, unsigned player)
{
	cell king = position->king[player];
	struct cellset threats;

	for (int i = 0; i < CELLSET_WORDS; i++) {
		threats.word[i] =
		    scene_threats(rules, position, player, king, i);
		if (rules->variant->kings_declared)
			threats.word[i] &= ~position->kind[KING].word[i];
	}
	return threats;
}

unsigned
king_attackers(const struct scene *scene, unsigned player)
{
	return scene_attackers_among(scene,
	    king_threats(scene->rules, scene->position, player),
	    scene->position->king[player]);
}

/* The directions from a cell, as bits, in which those of a set lie. Leapers'
 * cells are on no line. */
static unsigned
lines_to(const struct board *board, cell from, struct cellset set)
{
	unsigned lines = 0;

	while (!cellset_empty(&set))
		lines |= 1u << board_line(board, from, cellset_pop(&set));
	return lines >> 1;
}

void
find_king_lines(
    const struct rules *rules, struct position *position, unsigned player)
{
	position->lines[player] = (uint16_t)lines_to(&rules->board,
	    position->king[player], king_threats(rules, position, player));
}

void
find_check_anew(
    const struct rules *rules, struct position *position, unsigned player)
{
	cell king = position->king[player];
	struct cellset threats;
	struct scene scene;

	position->checks[player] = 0;
	if (king == CELL_NONE)
		return;
	threats = king_threats(rules, position, player);
	position->lines[player] =
	    (uint16_t)lines_to(&rules->board, king, threats);
	if (position->uncapturable >> player & 1)
		return;
	scene_now(&scene, rules, position);
	position->checks[player] =
	    (uint8_t)scene_attackers_among(&scene, threats, king);
}

void
find_checks_usual(const struct rules *rules, struct position *position)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		find_check_anew(rules, position, p);
}

void
rules_find_checks(const struct rules *rules, struct position *position)
{
	if (rules->hooks->find_checks != NULL)
		rules->hooks->find_checks(rules, position);
	else
		find_checks_usual(rules, position);
}

void
rules_fortify(const struct rules *rules, struct position *position)
{
	rules->hooks->calls.fortify(position);
	rules_find_checks(rules, position);
}
