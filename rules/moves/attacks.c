/* Ternion: who attacks a cell, by looking from the cell towards attackers. */
#include "rules/moves/attacks.h"
#include "rules/variants/variant_rules.h"

bool
flanks_open(const struct board *board, const struct cellset *occupied,
    cell from, cell to, unsigned direction)
{
	bool blocked = false;

	for (cell at = to; at != from; at = board->step[at][direction]) {
		const cell *flank = board->flank[at][direction - STRAIGHTS];

		blocked |= (int)cellset_has(occupied, flank[0]) &
		    (int)cellset_has(occupied, flank[1]);
	}
	return !blocked;
}

bool
is_attacked(const struct board_view *view, unsigned player, cell target)
{
	for (int i = 0; i < view->rules->board.words; i++) {
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

void
add_check(const struct rules *rules, struct position *position, unsigned player,
    cell from)
{
	cell king = position->king[player];
	struct board_view view;

	if (rules->variant->kings_declared &&
	    piece_kind(position->at[from]) == KING)
		return;
	view_now(&view, rules, position);
	position->pin_rays[player] |=
	    (uint16_t)(1u << board_line(&rules->board, king, from) >> 1);
	position->checks[player] |= (uint8_t)attack_by(&view, from, king);
}

void
uncover_king(const struct rules *rules, struct position *position,
    unsigned player, cell from)
{
	cell king = position->king[player];
	unsigned lines = rules->board.affects[from][king];
	unsigned line = board_line(&rules->board, king, from);
	struct board_view view;

	/* The line on which it stood is closed by a piece between, still. */
	view_now(&view, rules, position);
	if (line != 0 && !view_way_open(&view, QUEEN, from, king))
		lines &= ~(1u << (line - 1));
	if ((lines & position->pin_rays[player]) != 0)
		recompute_check(rules, position, player);
}

void
recompute_check(
    const struct rules *rules, struct position *position, unsigned player)
{
	cell king = position->king[player];
	struct board_view view;
	unsigned rays = 0, owners = 0;

	position->checks[player] = 0;
	if (king == CELL_NONE)
		return;
	view_now(&view, rules, position);
	for (int i = 0; i < rules->board.words; i++) {
		uint64_t word =
		    candidate_attackers(rules, position, player, king, i);

		if (rules->variant->kings_declared)
			word &= ~position->kind[KING].word[i];
		for (; word != 0; word &= word - 1) {
			cell c = cellset_cell(i, word);

			/* Leapers' cells are on no line, which is number 0. */
			rays |= 1u << board_line(&rules->board, king, c);
			owners |= attack_by(&view, c, king);
		}
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
