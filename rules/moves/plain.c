/* Ternion: the plain moves that most texts tell, found without a list. */
#include "rules/moves/legal.h"

/* What is found while the pieces are looked at that could make the move. */
struct finding {
	const struct gen *gen;
	const struct plain_query *query;
	struct move *move;
	unsigned found;  /* that fit */
	bool has_rivals; /* that would but for where they stand */
};

static bool
stands_there(const struct finding *finding, cell from)
{
	const struct plain_query *query = finding->query;
	struct place place = finding->gen->scene.rules->board.name[from];

	return (query->file == FILES_MAX || query->file == place.file) &&
	    (query->rank == 0 || query->rank == place.rank);
}

static inline void
note_move(struct finding *finding, const struct move *move)
{
	if (!legal_move(finding->gen, move))
		return;
	if (!stands_there(finding, move->from)) {
		finding->has_rivals = true;
		return;
	}
	if (finding->found++ == 0)
		memcpy(finding->move, move, offsetof(struct move, path));
}

/* Looks at a pawn; false if it makes a move that a text tells in more words,
 * and so no plain one. */
static bool
try_pawn(struct finding *finding, cell from)
{
	const struct gen *gen = finding->gen;
	struct move move;

	if (!pawn_move_to(gen, from, finding->query->to, &move))
		return true;
	if (move.type == MOVE_ENPASSANT ||
	    promotion_kinds(gen, &move) != 1u << KIND_NONE)
		return false;
	note_move(finding, &move);
	return true;
}

static void
try_piece(struct finding *finding, cell from, enum kind kind)
{
	const struct gen *gen = finding->gen;
	cell to = finding->query->to;
	struct move move;

	if (!is_leaper(kind) && !scene_line_open(&gen->scene, from, to))
		return;
	move = plain_move(gen->scene.position, from, to);
	note_move(finding, &move);
}

/* Whether the cell may be gone to by another move than a plain one. */
static bool
is_special(const struct gen *gen, enum kind kind, cell to)
{
	const struct position *position = gen->scene.position;

	return (kind == KING && position->rights[gen->me] != 0) ||
	    (gen->scene.rules->variant->en_passant_by_all &&
		position_is_empty(position, to) &&
		en_passant_pawn(gen, to) != CELL_NONE);
}

/* Looks at the pieces of the kind that reach the cell on an empty board; false
 * if one of them makes another move than a plain one. */
static inline bool
try_pieces(struct finding *finding, enum kind kind)
{
	const struct gen *gen = finding->gen;
	const struct position *position = gen->scene.position;
	struct cellset pieces = gen->seat->reach_from[kind][finding->query->to];
	cell from = finding->query->from;

	pieces = cellset_and(pieces, &position->owned[gen->me]);
	pieces = cellset_and(pieces, &position->kind[kind]);
	if (from != CELL_NONE) {
		if (!cellset_has(&pieces, from))
			return true;
		pieces = (struct cellset){ { 0 } };
		cellset_add(&pieces, from);
	}
	while (!cellset_empty(&pieces)) {
		from = cellset_pop(&pieces);
		if (kind != PAWN)
			try_piece(finding, from, kind);
		else if (!try_pawn(finding, from))
			return false;
	}
	return true;
}

bool
rules_find_plain(const struct rules *rules, const struct position *position,
    const struct plain_query *query, struct move *move, bool *has_rivals)
{
	enum kind kind = query->kind;
	struct finding finding;
	struct gen gen;

	if (kind == KIND_NONE)
		kind = query->from != CELL_NONE
		    ? piece_kind(position->at[query->from])
		    : KIND_NONE;
	if (kind == KIND_NONE || rules->hooks->piece_moves != NULL ||
	    game_is_over(rules, position))
		return false;
	gen_begin(&gen, rules, position);
	if (is_special(&gen, kind, query->to) ||
	    (!position_is_empty(position, query->to) &&
		!cellset_has(
		    kind == KING ? &gen.law.king_targets : &gen.law.targets,
		    query->to)))
		return false;
	finding.gen = &gen;
	finding.query = query;
	finding.move = move;
	finding.found = 0;
	finding.has_rivals = false;
	if (!try_pieces(&finding, kind))
		return false;
	*has_rivals = finding.has_rivals;
	return finding.found == 1;
}

bool
rules_may_have_rival(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	enum kind kind = piece_kind(position->at[move->from]);
	const struct seat *seat = &rules->seat[position->to_move];
	struct cellset rivals;

	if (rules->hooks->piece_moves != NULL)
		return true;
	rivals = cellset_and(seat->reach_from[kind][move->to],
	    &position->owned[position->to_move]);
	rivals = cellset_and(rivals, &position->kind[kind]);
	cellset_remove(&rivals, move->from);
	return !cellset_empty(&rivals);
}
