/* Ternion: who attacks a cell, by looking from the cell towards attackers. */
#include "rules/moves/attacks.h"
#include "rules/variants/variant_rules.h"

bool
is_attacked(const struct board_view *view, unsigned player, cell target)
{
	for (int i = 0; i < CELLSET_WORDS; i++) {
		uint64_t word = candidate_attackers(
		    view->rules, view->position, player, target, i);

		for (; word != 0; word &= word - 1)
			if (attack_by(view, cellset_cell(i, word), target) != 0)
				return true;
	}
	return false;
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
