/* Ternion: the legal moves that fit what a text states. */
#include "parse/resolve/resolution.h"

/* True if the stated type allows this one. Where en passant is no choice an x
 * to the skipped cell is en passant as well, and in coordinates a + is dropped;
 * where it is one, only algebraic notation writes x. */
static bool
type_fits(const struct resolution *resolution, const struct move *move)
{
	const struct notation *notation = resolution->reader->notation;
	bool choice =
	    resolution->reader->rules->en_passant == EN_PASSANT_CHOICE;
	unsigned type = resolution->parsed->type;

	if (type == MOVE_UNSTATED)
		return !choice || move->type != MOVE_ENPASSANT;
	if (type == MOVE_QUIET)
		return move->victim == CELL_NONE;
	if (type == MOVE_CAPTURE && choice && !notation->has_letters)
		return move->type == MOVE_CAPTURE;
	if (type == MOVE_CAPTURE)
		return move->victim != CELL_NONE;
	return type == move->type ||
	    (type == MOVE_ENPASSANT && !choice && notation->castles_by_king);
}

/* True if it is castling where that is stated, on the stated side, and not
 * where the king's move may be a step as well. */
static bool
castling_fits(const struct resolution *resolution, const struct move *move)
{
	const struct move_query *attempt = &resolution->attempt;
	const struct seat *seats = resolution->reader->rules->seat;

	if (move->type != MOVE_CASTLE)
		return attempt->type != MOVE_CASTLE;
	return attempt->type == MOVE_CASTLE
	    ? attempt->side == SIDES_MAX || move->side == attempt->side
	    : !seats[resolution->position->to_move].side[move->side].is_step;
}

/* Collects a move that is none of a piece from a cell to another: one is
 * enough. A king that illuminates need not be named by his cell. */
static bool
collect_action(struct resolution *resolution, const struct move *move)
{
	const struct move_query *attempt = &resolution->attempt;
	bool begins_so = move->from == attempt->from ||
	    (move->type == MOVE_ILLUMINATION && attempt->from == CELL_NONE);

	if (!begins_so || move->to != attempt->to ||
	    move->promotion != (uint8_t)attempt->promotion ||
	    (move->type == MOVE_LEAP &&
		!promoted_fits(
		    attempt->promoted, resolution->position->at[move->from])))
		return true;
	move_copy(&resolution->candidate[0], move);
	resolution->found = 1;
	resolution->fits_type = true;
	return false;
}

static bool
collect_candidate(void *context, const struct move *move)
{
	struct resolution *resolution = context;
	const struct move_query *attempt = &resolution->attempt;
	bool fits;

	if (move->type >= MOVE_FIELD)
		return collect_action(resolution, move);
	if (!promoted_fits(
		attempt->promoted, resolution->position->at[move->from]))
		return true;
	if (!place_fits(resolution->reader->rules->board.name[move->from],
		attempt->from_file, attempt->from_rank)) {
		resolution->has_rivals |= move->type != MOVE_CASTLE;
		return true;
	}
	if (move->promotion != (uint8_t)attempt->promotion &&
	    (attempt->promotion != KIND_NONE ||
		!rules_promotes_singly(resolution->reader->rules)))
		return true;
	fits = type_fits(resolution, move);
	if (!castling_fits(resolution, move) ||
	    (resolution->fits_type && !fits))
		return true;
	if (fits && !resolution->fits_type) {
		resolution->fits_type = true;
		resolution->found = 0;
	}
	if (resolution->found < CANDIDATES_MAX)
		move_copy(&resolution->candidate[resolution->found], move);
	resolution->found++;
	return true;
}

void
candidates_find(struct resolution *resolution)
{
	resolution->fits_type = false;
	resolution->has_rivals = false;
	resolution->found = 0;
	rules_moves(resolution->reader->rules, resolution->position,
	    &resolution->attempt, collect_candidate, resolution);
	if (!resolution_is_piece_move(resolution->parsed->type) &&
	    !resolution->fits_type)
		resolution->found = 0;
}

void
candidates_find_stated(struct resolution *resolution)
{
	const struct parsed_move *parsed = resolution->parsed;
	enum move_type type = (enum move_type)parsed->type;

	resolution->found = 0;
	/* Moves without a piece are in no list. */
	if ((type == MOVE_YIELD || type == MOVE_STALEMATE ||
		type == MOVE_PASS) &&
	    rules_explain(resolution->reader->rules, resolution->position,
		&resolution->attempt)
		    .why == ILLEGAL_NOT) {
		resolution->candidate[0] = (struct move){ .type = (uint8_t)type,
			.from = CELL_NONE,
			.to = CELL_NONE,
			.victim = CELL_NONE };
		resolution->found = 1;
		resolution->fits_type = true;
		return;
	}
	/* Siege's 00 without a side is any castling that is legal. */
	if (type != MOVE_CASTLE || resolution->attempt.side < SIDES_MAX ||
	    (parsed->castle == PARSED_CASTLE_LETTER &&
		parsed->castle_letter == 0))
		candidates_find(resolution);
}
