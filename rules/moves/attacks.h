/* Ternion: who attacks a cell; between the modules of rules/.
 *
 * Legality asks about boards that differ from the position by one move, so
 * the questions are put to a `struct board_view`: the position's pieces with
 * other cells occupied and one enemy piece gone. */
#pragma once

#include "rules/rules.h"

struct board_view {
	const struct rules *rules;
	const struct position *position;
	const struct cellset *occupied; /* cells that are not empty */
	cell gone;                /* a piece that attacks no more, CELL_NONE */
	unsigned attacks_nothing; /* players, as bits, who attack nothing */
	struct cellset after;     /* holds `occupied` where it differs */
};

/* The position as it stands. */
static inline void
view_now(struct board_view *view, const struct rules *rules,
    const struct position *position)
{
	view->rules = rules;
	view->position = position;
	view->occupied = &position->kind[KIND_NONE];
	view->gone = CELL_NONE;
	view->attacks_nothing = position->attacks_nothing;
}

/* The position as legality sees it after a move of the player to move. */
static inline void
view_after_move(struct board_view *view, const struct rules *rules,
    const struct position *position, const struct move *move)
{
	struct cellset *after = &view->after;

	view_now(view, rules, position);
	view->occupied = after;
	view->gone = move->victim;
	*after = position->kind[KIND_NONE];
	cellset_remove(after, move->from);
	if (move->victim != CELL_NONE) {
		uint8_t victim = position->at[move->victim];

		cellset_remove(after, move->victim);
		/* Without their king his other pieces attack nothing. */
		if (piece_kind(victim) == KING)
			view->attacks_nothing |= 1u << piece_owner(victim);
	}
	cellset_add(after, move->to);
	if (move->type == MOVE_CASTLE) {
		const struct castling *side =
		    &rules->seat[position->to_move].side[move->side];

		cellset_remove(after, side->rook_from);
		cellset_add(after, side->rook_to);
	}
}

/* Whether a kind leaps, so that nothing can stand in its way. */
static inline bool
is_leaper(enum kind kind)
{
	return (1u << kind & (1u << KNIGHT | 1u << POPE)) != 0;
}

/* Whether each diagonal step in the direction, from `to` on to `from`, has a
 * flank empty. */
bool flanks_open(const struct board *board, const struct cellset *occupied,
    cell from, cell to, unsigned direction);

/* Whether a piece of the kind that gets from one cell to the other on an empty
 * board does so in the view: it leaps, or every cell between is empty and, on a
 * diagonal, a flank at each step where the variant asks for that. Cells between
 * are on the rays that leave each of the two for the other; looking at them all
 * at once leaves no branch to be mispredicted. */
__attribute__((always_inline)) static inline bool
view_way_open(const struct board_view *view, enum kind kind, cell from, cell to)
{
	const struct board *board = &view->rules->board;
	const struct cellset *occupied = view->occupied;
	unsigned both = board->line[to][from], line = both & 15;
	const struct ray *there = &board->ray[to][line];
	const struct ray *back = &board->ray[from][both >> 4];
	struct cellset flanks;
	uint64_t between = 0;

	for (int i = 0; i < CELLSET_WORDS; i++)
		between |= there->cells.word[i] & back->cells.word[i] &
		    occupied->word[i];
	if ((between & -(uint64_t)!is_leaper(kind)) != 0)
		return false;
	if (!view->rules->variant->needs_flank || is_leaper(kind))
		return true;
	/* With at most one flank of them all occupied no step can lack both.
	 * The flanks of a step are neighbours, whose numbers are close. */
	flanks = cellset_and(there->flanks, &back->flanks);
	flanks = cellset_and(flanks, occupied);
	return !cellset_may_have_close(&flanks) ||
	    flanks_open(board, occupied, from, to, line - 1);
}

/* Whether the diagonal step from `from` in `direction` has a flank empty, or
 * needs none. */
static inline bool
view_flank_open(const struct board_view *view, cell from, unsigned direction)
{
	const cell *flank =
	    view->rules->board.flank[from][direction - STRAIGHTS];

	return !view->rules->variant->needs_flank ||
	    !cellset_has(view->occupied, flank[0]) ||
	    !cellset_has(view->occupied, flank[1]);
}

/* The pieces of the opponents of `player` that would attack `target` if
 * nothing stood in the way, as word `i` of a set: all that ever have to be
 * looked at. Word by word, so that nothing passes through memory. */
static inline uint64_t
candidate_attackers(const struct rules *rules, const struct position *position,
    unsigned player, cell target, int i)
{
	const struct board *board = &rules->board;
	const struct cellset *kind = position->kind;
	unsigned a = player == 0, b = player == 2 ? 1 : 2;
	uint64_t by_a = position->owned[a].word[i];
	uint64_t by_b = position->owned[b].word[i];
	uint64_t queens = kind[QUEEN].word[i];
	uint64_t pieces =
	    ((kind[ROOK].word[i] | queens) & board->straight[target].word[i]) |
	    ((kind[BISHOP].word[i] | queens) &
		board->diagonal[target].word[i]) |
	    (kind[KNIGHT].word[i] & board->knight_set[target].word[i]) |
	    (kind[POPE].word[i] & board->pope_set[target].word[i]) |
	    (kind[KING].word[i] & board->king_set[target].word[i]);
	uint64_t pawns = (by_a & rules->seat[a].pawn_from[target].word[i]) |
	    (by_b & rules->seat[b].pawn_from[target].word[i]);

	return (pieces & (by_a | by_b)) | (kind[PAWN].word[i] & pawns);
}

/* The owner, as a bit, of the piece on `c`, one of candidate_attackers, if it
 * does attack `target`; else 0. */
static inline unsigned
attack_by(const struct board_view *view, cell c, cell target)
{
	uint8_t piece = view->position->at[c];

	return c != view->gone &&
		view_way_open(view, piece_kind(piece), c, target)
	    ? 1u << piece_owner(piece) & ~view->attacks_nothing
	    : 0;
}

/* The directions from the king, as bits, of the lines that the move may open
 * and down which somebody might attack him then. */
static inline unsigned
pin_rays_opened(const struct rules *rules, const struct position *position,
    unsigned player, const struct move *move)
{
	cell king = position->king[player];
	unsigned lines = rules->board.affects[move->from][king];

	if (move->type == MOVE_ENPASSANT)
		lines |= rules->board.affects[move->victim][king];
	return lines & position->pin_rays[player];
}

/* Whether any of the players other than `player` attacks `target`. */
bool is_attacked(const struct board_view *view, unsigned player, cell target);

/* Whether the piece on `from` attacks `target`. */
bool piece_attacks(const struct board_view *view, cell from, cell target);

/* Works out position->checks and pin_rays where pieces go as usual, of one
 * king, if he is there; and of all. In some games kings do not take kings. */
void recompute_check(
    const struct rules *rules, struct position *position, unsigned player);
void recompute_checks_usual(
    const struct rules *rules, struct position *position);

/* Works them out again if a piece that has left `from` may have opened a line
 * to the king. */
void uncover_king(const struct rules *rules, struct position *position,
    unsigned player, cell from);

/* Adds to them what the piece on `from`, which came there, does to a king, as
 * far as it gets to him on an empty board. */
void add_check(const struct rules *rules, struct position *position,
    unsigned player, cell from);
