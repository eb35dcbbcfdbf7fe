/* Ternion: the plain move of most texts, resolved in place for each ply. */
#pragma once

#include "parse/resolve/resolve.h"

/* The cell with that code, as the player to move counts. */
static inline cell
resolve_cell(const struct language *reader, const struct position *position,
    unsigned code)
{
	return coords_at(&reader->rules->board, reader->notation->naming,
	    position->to_move, code);
}

/* True if the text has only what plain moves have, and no other player. */
static inline bool
is_written_plainly(const struct language *reader,
    const struct position *position, const struct parsed_turn *turn,
    const struct dialect *dialect)
{
	const struct parsed_move *parsed = &turn->move;
	const struct variant *variant = reader->rules->variant;

	return (parsed->type <= MOVE_CAPTURE
		       ? parsed->promotion == 0 &&
			   (!parsed->promoted || dialect->promotes)
		       : parsed->type == MOVE_DROP && !parsed->promoted) &&
	    (parsed->calls | parsed->pair) == 0 &&
	    (parsed->player == 0 ||
		(parsed->player | 0x20) == variant->colours[position->to_move]);
}

/* Reads where a plain move begins; false if the text names no cell. */
static inline bool
resolve_start(const struct language *reader, const struct position *position,
    struct slice token, const struct parsed_move *parsed,
    struct move_query *query)
{
	struct slice from = parsed_part(token, parsed->from);

	query->from = CELL_NONE;
	query->from_file = FILES_MAX;
	query->from_rank = 0;
	if (from.len == 0)
		return true;
	if (!coords_is_cell(reader->notation->naming, from)) {
		coords_read_part(reader->notation->naming, from,
		    &query->from_file, &query->from_rank);
		return true;
	}
	query->from = resolve_cell(reader, position, parsed->from.code);
	return query->from != CELL_NONE;
}

/* To be asked before resolve_move: most moves by far are plain ones: legal, and
 * written without a fault or a flaw. A letter or a number of the start is
 * stated if and only if other pieces could go there as well, which are stored
 * in *rivals if no cell is. False proves nothing. */
__attribute__((always_inline)) static inline bool
resolve_plain(const struct language *reader, const struct position *position,
    struct slice token, const struct parsed_turn *turn, struct move *move,
    struct cellset *rivals)
{
	const struct variant *variant = reader->rules->variant;
	const struct dialect *dialect = dialect_of(variant);
	const struct parsed_move *parsed = &turn->move;
	struct move_query query;

	if (!is_written_plainly(reader, position, turn, dialect) ||
	    !resolve_start(reader, position, token, parsed, &query))
		return false;
	query.to = resolve_cell(reader, position, parsed->to.code);
	query.kind =
	    (enum kind)reader->rules->kind_of[(unsigned char)parsed->piece];
	query.type = (enum move_type)parsed->type;
	if (query.type == MOVE_DROP)
		/* Siege names the dropped piece at the end. */
		query.promotion = parsed->promotion != 0
		    ? (enum kind)reader->rules
			  ->kind_of[(unsigned char)parsed->promotion]
		    : query.kind;
	query.promoted = PROMOTED_ANY;
	if (dialect->promotes && reader->notation->has_letters)
		query.promoted = parsed->promoted ? PROMOTED_YES : PROMOTED_NO;
	if (query.to == CELL_NONE ||
	    (query.kind == KIND_NONE && parsed->piece != 0) ||
	    !rules_find_plain(reader->rules, position, &query, move, rivals))
		return false;
	/* Selected, since no branch on whether it captures is predicted. */
	if (parsed->type ==
	    (move->victim != CELL_NONE ? MOVE_QUIET : MOVE_CAPTURE))
		return false;
	/* Too much of the start may be written. */
	if (parsed->from.len > 0 && reader->notation->is_short &&
	    (query.from != CELL_NONE ? !parsed->separated
				     : cellset_empty(rivals)))
		return false;
	if (dialect->declares) {
		move->check = 0;
		if (parsed->check | parsed->mate)
			resolve_declared(variant, parsed, move);
	}
	return true;
}
