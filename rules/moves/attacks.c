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

	return !(view->attacks_nothing >> piece_owner(piece) & 1) &&
	    cellset_has(&seat->attack_from[kind][target], from) &&
	    view_way_open(view, kind, from, target);
}

/* Enemies that could attack down a ray once nothing stands in their way:
 * sliders and, where a step needs a flank, a king or a pawn on the next cell.
 * Leapers need no line. */
unsigned
ray_attackers(const struct board_view *view, unsigned player, unsigned rays,
    unsigned *idle)
{
	const struct rules *rules = view->rules;
	const struct position *position = view->position;
	const struct cellset *kind = position->kind;
	struct cellset enemies = enemies_of(position, player);
	cell king = position->king[player];
	unsigned owners = 0;

	for (; rays != 0; rays &= rays - 1) {
		unsigned d = (unsigned)__builtin_ctz(rays);
		cell next = rules->board.step[king][d];
		enum kind slider = d < STRAIGHTS ? ROOK : BISHOP;
		struct cellset pieces = cellset_or(kind[slider], &kind[QUEEN]);

		pieces =
		    cellset_and(pieces, &rules->board.ray[king][d + 1].cells);
		if (rules->variant->needs_flank && next != CELL_NONE) {
			unsigned owner = piece_owner(position->at[next]);
			enum kind stands = piece_kind(position->at[next]);

			if (stands == KING ||
			    (stands == PAWN && owner < PLAYERS &&
				cellset_has(
				    &rules->seat[owner].pawn_from[king], next)))
				cellset_add(&pieces, next);
		}
		pieces = cellset_and(pieces, &enemies);
		if (cellset_empty(&pieces))
			*idle |= rays & -rays;
		if (rules->variant->kings_declared)
			pieces = cellset_less(pieces, &kind[KING]);
		while (!cellset_empty(&pieces))
			owners |= attack_by(view, cellset_pop(&pieces), king);
	}
	return owners;
}

void
recompute_check(
    const struct rules *rules, struct position *position, unsigned player)
{
	cell king = position->king[player];
	struct cellset enemies = { { 0 } };
	struct board_view view;
	unsigned rays = 0, owners = 0;

	position->checks[player] = 0;
	if (king == CELL_NONE)
		return;
	for (int i = 0; i < CELLSET_WORDS; i++)
		enemies.word[i] =
		    candidate_attackers(rules, position, player, king, i);
	if (rules->variant->kings_declared)
		enemies = cellset_less(enemies, &position->kind[KING]);
	view_now(&view, rules, position);
	while (!cellset_empty(&enemies)) {
		cell c = cellset_pop(&enemies);

		/* Leapers' cells are on no line, which is number 0. */
		rays |= 1u << board_line(&rules->board, king, c);
		owners |= attack_by(&view, c, king);
	}
	position->pin_rays[player] = (uint16_t)(rays >> 1);
	position->checks[player] = (uint8_t)owners;
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
