/* Ternion: who attacks a cell, by looking from the cell towards attackers. */
#include "rules/moves/attacks.h"
#include "rules/variants/variant_rules.h"

/* Who attacks the target; or only the first that is found to. */
static inline unsigned
attackers_to(
    const struct board_view *view, unsigned player, cell target, bool one)
{
	struct cellset threats;
	unsigned owners = 0;

	for (int i = 0; i < CELLSET_WORDS; i++)
		threats.word[i] = candidate_attackers(
		    view->rules, view->position, player, target, i);
	while (!cellset_empty(&threats) && !(one && owners != 0))
		owners |= attack_by(view, cellset_pop(&threats), target);
	return owners;
}

bool
is_attacked(const struct board_view *view, unsigned player, cell target)
{
	return attackers_to(view, player, target, true) != 0;
}

bool
piece_attacks(const struct board_view *view, cell from, cell target)
{
	uint8_t piece = view->position->at[from];
	const struct seat *seat = &view->rules->seat[piece_owner(piece)];
	enum kind kind = piece_kind(piece);
	const struct cellset *attackers = seat->attack_from[kind];

	if ((view->attacks_nothing >> piece_owner(piece) & 1) ||
	    !cellset_has(&attackers[target], from))
		return false;
	return view_way_open(view, kind, from, target);
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
	rules_recompute_checks(rules, &turned);
	return turned.checks[player];
}

unsigned
rules_attackers(const struct rules *rules, const struct position *position,
    unsigned player, cell target)
{
	struct board_view view;

	if (rules->hooks->piece_moves != NULL)
		return attackers_of_king(rules, position, player, target);
	view_now(&view, rules, position);
	return attackers_to(&view, player, target, false);
}

/* The enemies who would attack the player's king if nothing stood in the way.
 */
static struct cellset
candidate_checkers(
    const struct rules *rules, const struct position *position, unsigned player)
{
	cell king = position->king[player];
	struct cellset threats;

	for (int i = 0; i < CELLSET_WORDS; i++) {
		threats.word[i] =
		    candidate_attackers(rules, position, player, king, i);
		if (rules->variant->kings_declared)
			threats.word[i] &= ~position->kind[KING].word[i];
	}
	return threats;
}

unsigned
checkers_of(const struct board_view *view, unsigned player)
{
	return attackers_among(view,
	    candidate_checkers(view->rules, view->position, player),
	    view->position->king[player]);
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
recompute_pin_rays(
    const struct rules *rules, struct position *position, unsigned player)
{
	position->pin_rays[player] =
	    (uint16_t)lines_to(&rules->board, position->king[player],
		candidate_checkers(rules, position, player));
}

void
recompute_check(
    const struct rules *rules, struct position *position, unsigned player)
{
	cell king = position->king[player];
	struct cellset threats;
	struct board_view view;

	position->checks[player] = 0;
	if (king == CELL_NONE)
		return;
	threats = candidate_checkers(rules, position, player);
	position->pin_rays[player] =
	    (uint16_t)lines_to(&rules->board, king, threats);
	if (position->uncapturable >> player & 1)
		return;
	view_now(&view, rules, position);
	position->checks[player] =
	    (uint8_t)attackers_among(&view, threats, king);
}

void
recompute_checks_usual(const struct rules *rules, struct position *position)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		recompute_check(rules, position, p);
}

void
rules_recompute_checks(const struct rules *rules, struct position *position)
{
	if (rules->hooks->recompute_checks != NULL)
		rules->hooks->recompute_checks(rules, position);
	else
		recompute_checks_usual(rules, position);
}

void
rules_fortify(const struct rules *rules, struct position *position)
{
	rules->hooks->calls.fortify(position);
	rules_recompute_checks(rules, position);
}
