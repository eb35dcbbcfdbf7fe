/* Ternion: all legal moves, from steps, lines and leaps; castling, en passant
 * and promotion; and perft, the signature of a move generator. */
#include "rules/moves/legal.h"
#include "rules/rules.h"

/* Gives the move to the sink if it is legal; false if the sink stopped. */
static bool
emit_move(const struct gen *gen, const struct move *move)
{
	return !gen_fits_target(gen, move->to) || !legal_move(gen, move) ||
	    gen->sink(gen->context, move);
}

/* Gives the move of a piece to the cell, en passant where any piece takes so,
 * and both where it may. */
static bool
emit_piece_move(const struct gen *gen, cell from, cell to)
{
	enum en_passant_law law = gen->view.rules->en_passant;
	struct move move;
	bool takes;

	if (!legal_landing(gen, from, to))
		return true;
	move = plain_move(gen->view.position, from, to);
	if (law == EN_PASSANT_PAWNS || move.type != MOVE_QUIET)
		return emit_move(gen, &move);
	if (law == EN_PASSANT_CHOICE && !emit_move(gen, &move))
		return false;
	takes = set_en_passant(gen, &move);
	return (law == EN_PASSANT_CHOICE && !takes) || emit_move(gen, &move);
}

static bool
slide(const struct gen *gen, cell from, unsigned d, bool once)
{
	const struct board *board = &gen->view.rules->board;
	unsigned shared = board->turns ? board->shared[from][d] : 0;
	unsigned way = d;
	cell at = from;

	for (cell c; (c = board_next(board, at, &way)) != CELL_NONE; at = c) {
		/* Where flanks count lines do not turn: way is d. */
		if (d >= STRAIGHTS && !view_flank_open(&gen->view, at, d))
			return true;
		if (shared > 0)
			shared--;
		else if (!emit_piece_move(gen, from, c))
			return false;
		if (once || cellset_has(gen->view.occupied, c))
			return true;
	}
	return true;
}

/* Slides in directions first..last-1; a king's slide is one step long. */
static bool
gen_lines(
    const struct gen *gen, cell from, unsigned first, unsigned last, bool once)
{
	for (unsigned d = first; d < last; d++)
		if (!slide(gen, from, d, once))
			return false;
	return true;
}

/* `leap` lists the targets. */
static bool
gen_leaps(const struct gen *gen, cell from, const cell *leap)
{
	for (const cell *t = leap; *t != CELL_NONE; t++)
		if (!emit_piece_move(gen, from, *t))
			return false;
	return true;
}

/* Gives a pawn's move, once for each promotion it could be. */
static bool
emit_pawn_move(const struct gen *gen, cell from, cell to, cell victim)
{
	struct move move = plain_move(gen->view.position, from, to);

	if (victim != move.victim) {
		move.type = MOVE_ENPASSANT;
		move.victim = victim;
	}
	if (!gen_fits_target(gen, to) || !legal_move(gen, &move))
		return true;
	for (unsigned kinds = promotion_kinds(gen, &move); kinds != 0;
	     kinds &= kinds - 1) {
		move.promotion = (uint8_t)__builtin_ctz(kinds);
		if (!gen->sink(gen->context, &move))
			return false;
	}
	return true;
}

static bool
gen_pawn(const struct gen *gen, cell from)
{
	const struct pawn_step *step = gen->seat->pawn_step[from];
	const cell *capture = gen->seat->pawn_capture[from];
	const struct position *position = gen->view.position;

	for (;
	     step->to != CELL_NONE && !pawn_is_stuck(gen->seat, position, from);
	     step++) {
		if (!position_is_empty(position, step->to))
			continue;
		if (!emit_pawn_move(gen, from, step->to, CELL_NONE))
			return false;
		if (step->beyond != CELL_NONE &&
		    pawn_may_double(gen->view.rules, position, from) &&
		    position_is_empty(position, step->beyond) &&
		    !emit_pawn_move(gen, from, step->beyond, CELL_NONE))
			return false;
	}
	for (; *capture != CELL_NONE; capture++) {
		cell to = *capture, victim = to;

		if (!view_way_open(&gen->view, PAWN, from, to))
			continue;
		if (position_is_empty(position, to))
			victim = en_passant_pawn(gen, to);
		else if (!cellset_has(&gen->law.targets, to))
			continue;
		if (victim != CELL_NONE &&
		    !emit_pawn_move(gen, from, to, victim))
			return false;
	}
	return true;
}

static bool
gen_castling(const struct gen *gen)
{
	unsigned rights = gen->view.position->rights[gen->me];

	for (unsigned s = 0; rights >> s != 0; s++) {
		const struct castling *side = &gen->seat->side[s];
		struct move move = castling_move(side, s);

		if ((rights >> s & 1) && legal_castling(gen, side) &&
		    !emit_move(gen, &move))
			return false;
	}
	return true;
}

static bool
gen_piece(const struct gen *gen, cell from)
{
	const struct board *board = &gen->view.rules->board;

	switch (piece_kind(gen->view.position->at[from])) {
	case PAWN:
		return gen_pawn(gen, from);
	case KNIGHT:
		return gen_leaps(gen, from, board->knight[from]);
	case BISHOP:
		return gen_lines(gen, from, STRAIGHTS, DIRECTIONS, false);
	case ROOK:
		return gen_lines(gen, from, 0, STRAIGHTS, false);
	case QUEEN:
		return gen_lines(gen, from, 0, DIRECTIONS, false);
	case KING:
		return gen_lines(gen, from, 0, DIRECTIONS, true) &&
		    gen_castling(gen);
	case POPE:
		return gen_leaps(gen, from, board->pope[from]);
	case KIND_NONE:
		break;
	}
	return true;
}

bool
gen_pieces(const struct gen *gen)
{
	const struct move_query *query = gen->query;
	struct cellset pieces = gen_movers(gen);
	/* A king may castle to a cell that he does not reach. */
	bool to_cell = query != NULL && query->to != CELL_NONE &&
	    query->kind != KIND_NONE && query->kind != KING;

	if (to_cell)
		pieces = cellset_and(
		    pieces, &gen->seat->reach_from[query->kind][query->to]);
	for (cell from; (from = cellset_next(&pieces)) != CELL_NONE;) {
		if (!to_cell || query->kind == PAWN
			? !gen_piece(gen, from)
			: view_way_open(
			      &gen->view, query->kind, from, query->to) &&
			    !emit_piece_move(gen, from, query->to))
			return false;
	}
	return true;
}

/* The cells where a move of another piece than the king can end an attack on
 * him: those of its line and its flanks, where the attacker stands, where a
 * king stands without whom it attacks nothing, and where a pawn is taken in
 * passing. */
static struct cellset
defence_cells(const struct gen *gen)
{
	const struct position *position = gen->view.position;
	const struct board *board = &gen->view.rules->board;
	cell king = position->king[gen->me], from;
	struct cellset enemies = enemies_of(position, gen->me);
	struct cellset cells = position->kind[KING], between, flanks;
	const struct ray *there, *back;

	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->en_passant[p].target != CELL_NONE)
			cellset_add(&cells, position->en_passant[p].target);
	do
		from = cellset_pop(&enemies);
	while (!piece_attacks(&gen->view, from, king));
	cellset_add(&cells, from);
	there = &board->ray[king][board_line(board, king, from)];
	back = &board->ray[from][board_line(board, from, king)];
	between = cellset_and(there->cells, &back->cells);
	flanks = cellset_and(there->flanks, &back->flanks);
	cells = cellset_or(cells, &between);
	return cellset_or(cells, &flanks);
}

bool
gen_finds_move(struct gen *gen)
{
	const struct variant_rules *hooks = gen->view.rules->hooks;
	const struct move_query *asked = gen->query;
	struct move_query query = { .from = CELL_NONE, .to = CELL_NONE };
	bool defends = gen->view.position->checks[gen->me] != 0 &&
	    (gen->defends || hooks->king_law == NULL);
	bool found;
	struct cellset cells;

	query.kind = defends ? KING : KIND_NONE;
	/* The query before is put back at the end. */
	/* cppcheck-suppress autoVariables */
	gen->query = &query;
	gen->sink = stop_at_once;
	found = !gen_pieces(gen);
	cells =
	    defends && !found ? defence_cells(gen) : (struct cellset){ { 0 } };
	while (!found && !cellset_empty(&cells)) {
		query.to = cellset_pop(&cells);
		for (unsigned kind = PAWN; kind < KINDS && !found; kind++) {
			query.kind = (enum kind)kind;
			found = kind != KING && !gen_pieces(gen);
		}
	}
	gen->query = asked;
	return found;
}

/* Gives what the query asks for, except a pass that is forced. */
static bool
gen_moves(const struct gen *gen)
{
	const struct variant_rules *hooks = gen->view.rules->hooks;

	if (hooks->moves != NULL)
		return hooks->moves(gen);
	return !query_wants_pieces(gen->query) || gen_pieces(gen);
}

bool
gen_must_pass(const struct gen *gen)
{
	struct gen trial = *gen;

	trial.query = NULL;
	trial.sink = stop_at_once;
	return gen_moves(&trial);
}

bool
rules_moves(const struct rules *rules, const struct position *position,
    const struct move_query *query, move_sink *sink, void *context)
{
	const struct move pass = move_action(MOVE_PASS, CELL_NONE, CELL_NONE);
	struct gen gen;

	if (game_is_over(rules, position))
		return true;
	gen_begin(&gen, rules, position);
	gen.query = query;
	gen.sink = sink;
	gen.context = context;
	return gen_moves(&gen) &&
	    (!rules->variant->must_pass || !query_wants(query, MOVE_PASS) ||
		!gen_must_pass(&gen) || sink(context, &pass));
}

bool
rules_has_move(const struct rules *rules, const struct position *position,
    const struct move_query *query)
{
	return !rules_moves(rules, position, query, stop_at_once, NULL);
}

static bool
count_one(void *context, const struct move *move)
{
	(void)move;
	++*(size_t *)context;
	return true;
}

size_t
rules_count(const struct rules *rules, const struct position *position)
{
	size_t count = 0;

	rules_moves(rules, position, NULL, count_one, &count);
	return count;
}

/* Whether there is a step that nobody can object to: the king of the player to
 * move is not attacked, and a pawn that bears on no line to him has an empty
 * cell to go to. In a game under way there nearly always is one, and that
 * spares a search. */
static bool
has_free_step(const struct rules *rules, const struct position *position)
{
	unsigned me = position->to_move;
	const struct seat *seat = &rules->seat[me];
	cell king = position->king[me];

	if (position->checks[me] != 0 || king == CELL_NONE)
		return false;
	/* Word by word, as in candidate_attackers. */
	for (int i = 0; i < rules->board.words; i++) {
		uint64_t word =
		    position->owned[me].word[i] & position->kind[PAWN].word[i];

		for (; word != 0; word &= word - 1) {
			cell from = cellset_cell(i, word);
			cell to = seat->pawn_step[from][0].to;

			if (to != CELL_NONE &&
			    position_is_empty(position, to) &&
			    !pawn_is_stuck(seat, position, from) &&
			    (rules->board.affects[from][king] &
				position->pin_rays[me]) == 0)
				return true;
		}
	}
	return false;
}

bool
rules_can_move(const struct rules *rules, const struct position *position)
{
	struct gen gen;

	if (game_is_over(rules, position))
		return false;
	if (rules->variant->must_pass) /* he passes if he can do nothing else */
		return true;
	if (rules->hooks->moves != NULL)
		return rules_has_move(rules, position, NULL);
	if (has_free_step(rules, position))
		return true;
	gen_begin(&gen, rules, position);
	return gen_finds_move(&gen);
}

struct perft {
	const struct rules *rules;
	const struct position *position;
	unsigned depth;
	uint64_t leaves;
};

static bool
add_leaves(void *context, const struct move *move)
{
	struct perft *perft = context;
	struct position next = *perft->position;
	struct past past;

	rules_play(perft->rules, &next, move, &past);
	perft->leaves += rules_perft(perft->rules, &next, perft->depth - 1);
	return true;
}

uint64_t
rules_perft(
    const struct rules *rules, const struct position *position, unsigned depth)
{
	struct perft perft = { rules, position, depth, 0 };

	if (depth == 0)
		return 1;
	if (depth == 1)
		return rules_count(rules, position);
	rules_moves(rules, position, NULL, add_leaves, &perft);
	return perft.leaves;
}
