/*
 * Properties of queries of the rules of every variant: queries are
 * filters of the legal moves; a move that is found without a search is the one
 * that the search finds; every illegal attempt has a reason, which holds.
 *
 * `prop_queries [SEED]`; the last line counts what passed and failed.
 */
#include "tests/property/games.h"
#include "tests/property/sound.h"

enum {
	ATTEMPTS = 60,         /* random moves to explain at each ply */
	QUERIES = 30,          /* random queries at each ply */
	CELL_QUERIES_EVERY = 8 /* plies between trials of all cells */
};

/*
 * Queries
 */

static bool
asks_nothing(const struct move_query *query)
{
	return query->kind == KIND_NONE && query->from == CELL_NONE &&
	    query->to == CELL_NONE;
}

static bool
fits(const struct run *run, const struct move_query *query,
    const struct move *move)
{
	if (query->type >= MOVE_FIELD)
		return query->type == (enum move_type)move->type;
	if (!moves_piece(move))
		return query->type == MOVE_UNSTATED && asks_nothing(query);
	return (query->kind == KIND_NONE ||
		   query->kind == kind_of_mover(run, move)) &&
	    (query->from == CELL_NONE || query->from == move->from) &&
	    (query->to == CELL_NONE || query->to == move->to);
}

/* A query returns as many moves as fit, and each of them fits. */
static void
check_query(
    struct run *run, enum move_type type, enum kind kind, cell from, cell to)
{
	struct move_query query = {
		.kind = kind, .from = from, .to = to, .type = type
	};
	size_t fitting = 0;
	bool found = true;

	list_moves(&run->rules, &run->position, &query, &run->some);
	for (size_t i = 0; i < run->moves.n; i++) {
		const struct move *move = &run->moves.move[i];

		if (!fits(run, &query, move))
			continue;
		fitting++;
		found = found && has_move(&run->some, move);
	}
	check(run, found && fitting == run->some.n,
	    "a query is not a filter of the moves");
}

/* A cell, or one time in as many any cell. */
static cell
cell_or_any(struct run *run)
{
	unsigned cells = run->rules.board.cells;
	unsigned index = dice_below(&run->dice, cells + cells / 4);

	return index < cells ? (cell)index : (cell)CELL_NONE;
}

static void
check_cell_queries(struct run *run)
{
	for (cell c = 0; c < run->rules.board.cells; c++) {
		check_query(run, MOVE_QUIET, KIND_NONE, c, CELL_NONE);
		check_query(run, MOVE_QUIET, KIND_NONE, CELL_NONE, c);
	}
}

static void
check_queries(struct run *run)
{
	for (int type = MOVE_UNSTATED; type < MOVE_TYPES; type++)
		check_query(
		    run, (enum move_type)type, KIND_NONE, CELL_NONE, CELL_NONE);
	for (int kind = KIND_NONE; kind < KINDS; kind++)
		check_query(
		    run, MOVE_QUIET, (enum kind)kind, CELL_NONE, CELL_NONE);
	for (size_t i = 0; i < run->moves.n; i++) {
		const struct move *move = &run->moves.move[i];

		if (!moves_piece(move) || dice_below(&run->dice, 4) > 0)
			continue;
		check_query(run, MOVE_QUIET, kind_of_mover(run, move),
		    move->from, move->to);
		check_query(run, MOVE_QUIET, kind_of_mover(run, move),
		    CELL_NONE, move->to);
	}
	for (int i = 0; i < QUERIES; i++)
		check_query(run, (enum move_type)dice_below(&run->dice, 3),
		    (enum kind)dice_below(&run->dice, KINDS), cell_or_any(run),
		    cell_or_any(run));
}

/* True if the piece has the promoted or plain form that the query asks for. */
static bool
has_form(
    const struct run *run, const struct move_query *query, const struct move *m)
{
	bool promoted = (run->position.at[m->from] & PIECE_PROMOTED) != 0;

	return query->promoted == PROMOTED_ANY ||
	    promoted == (query->promoted == PROMOTED_YES);
}

/* True if the move starts on a cell that the query allows. */
static bool
stands_so(
    const struct run *run, const struct move_query *query, const struct move *m)
{
	struct place place = run->rules.board.name[m->from];

	return (query->from == CELL_NONE || query->from == m->from) &&
	    (query->from_file == FILES_MAX || query->from_file == place.file) &&
	    (query->from_rank == 0 || query->from_rank == place.rank);
}

/* True if only kings can be captured: the rules then search in full. */
static bool
hunts_kings(const struct run *run)
{
	const uint8_t *captor = run->position.bnem.captor;

	return run->rules.variant->remembers &&
	    (captor[0] | captor[1] | captor[2]) != 0;
}

/*
 * The move found without a search is the only one that the search finds; a
 * piece that can neither castle nor promote is always found without one.
 */
static void
check_plain(
    struct run *run, const struct move_query *query, const struct move *move)
{
	struct move_query all = { .kind = query->kind,
		.from = query->from,
		.to = query->to,
		.type = MOVE_QUIET };
	const struct move *only = NULL;
	struct cellset rivals = { { 0 } }, told;
	struct move plain;
	bool found;
	size_t fitting = 0;

	list_moves(&run->rules, &run->position, &all, &run->some);
	for (size_t i = 0; i < run->some.n; i++) {
		if (!has_form(run, query, &run->some.move[i]))
			continue;
		if (!stands_so(run, query, &run->some.move[i])) {
			cellset_add(&rivals, run->some.move[i].from);
			continue;
		}
		only = &run->some.move[i];
		fitting++;
	}
	found =
	    rules_find_plain(&run->rules, &run->position, query, &plain, &told);
	if (found)
		check(run,
		    fitting > 0 &&
			plain.type ==
			    (plain.victim == CELL_NONE ? MOVE_QUIET
						       : MOVE_CAPTURE) &&
			plain.promotion == KIND_NONE &&
			plain.from == only->from && plain.to == only->to &&
			plain.victim == only->victim &&
			memcmp(&rivals, &told, sizeof(told)) == 0,
		    "a plain move is found that the search does not give");
	else if (fitting == 1 && query->kind != KING && query->kind != PAWN &&
	    move->type != MOVE_ENPASSANT)
		check(run,
		    hunts_kings(run) ||
			run->rules.en_passant != EN_PASSANT_PAWNS,
		    "a plain move is not found");
}

static void
check_plain_moves(struct run *run)
{
	for (size_t i = 0; i < run->moves.n; i++) {
		const struct move *move = &run->moves.move[i];
		struct place place;
		struct move_query query;

		if (!moves_piece(move) || dice_below(&run->dice, 4) > 0)
			continue;
		place = run->rules.board.name[move->from];
		query = (struct move_query){ .kind = kind_of_mover(run, move),
			.from = CELL_NONE,
			.to = move->to,
			.type = MOVE_QUIET,
			.from_file = FILES_MAX };
		if (run->rules.variant == &variant_bnem)
			query.promoted =
			    (enum promoted)dice_below(&run->dice, 3);
		check_plain(run, &query, move);
		query.from_file = place.file;
		check_plain(run, &query, move);
		query.from_file = FILES_MAX;
		query.from_rank = place.rank;
		check_plain(run, &query, move);
		query.from_file = place.file;
		check_plain(run, &query, move);
		query.from_file = FILES_MAX;
		query.from_rank = 0;
		query.from = move->from;
		check_plain(run, &query, move);
	}
}

/* A drop is found without a search if the search gives it, and no other is. */
static void
check_drop(struct run *run, enum kind kind, cell to)
{
	const struct move *only = NULL;
	struct move drop;
	const struct move_query query = { .from = CELL_NONE,
		.to = to,
		.type = MOVE_DROP,
		.promotion = kind };
	struct cellset rivals;
	bool found = rules_find_plain(
	    &run->rules, &run->position, &query, &drop, &rivals);

	for (size_t i = 0; i < run->moves.n; i++) {
		const struct move *move = &run->moves.move[i];

		if (move->type == MOVE_DROP && move->to == to &&
		    move->promotion == (uint8_t)kind)
			only = move;
	}
	check(run,
	    found == (only != NULL) && (!found || move_equal(&drop, only)),
	    "a drop is found as the search does not give it");
}

static void
check_drops(struct run *run)
{
	if (!(run->rules.variant->actions >> MOVE_DROP & 1))
		return;
	for (cell to = 0; to < run->rules.board.cells; to++)
		check_drop(run, (enum kind)dice_below(&run->dice, KINDS), to);
}

/*
 * Explanations
 */

static struct move_query
attempt_at(const struct move *move)
{
	struct move_query attempt = attempt_of((enum move_type)move->type,
	    move->from, move->to, (enum kind)move->promotion);

	if (move->type < MOVE_CASTLE)
		attempt.type = MOVE_UNSTATED;
	attempt.leaps = move->leaps;
	attempt.path = move->path;
	return attempt;
}

static const char *
cell_name(const struct run *run, cell c, char name[CELL_NAME_MAX])
{
	return c == CELL_NONE
	    ? "?"
	    : coords_name(&run->rules.board, NAMING_ALGEBRAIC, 0, c, name);
}

static void
check_attempt(struct run *run, const struct move_query *attempt, bool legal)
{
	struct verdict verdict;
	char words[80], from[CELL_NAME_MAX], to[CELL_NAME_MAX];
	bool right, sound;

	if (!(run->rules.variant->actions >> attempt->type & 1) &&
	    attempt->type != MOVE_UNSTATED)
		return;
	verdict = rules_explain(&run->rules, &run->position, attempt);
	right = (verdict.why == ILLEGAL_NOT) == legal;
	sound = is_sound(&(struct refusal){
	    &run->rules, &run->position, attempt, &verdict });
	if (!right || !sound) {
		snprintf(words, sizeof(words),
		    "%s, %s to %s, promotion %d, reason %d",
		    move_type_name(attempt->type),
		    cell_name(run, attempt->from, from),
		    cell_name(run, attempt->to, to), (int)attempt->promotion,
		    (int)verdict.why);
		run->tried = words;
	}
	check(run, right,
	    legal ? "a legal move has a reason against it"
		  : "an illegal move has no reason against it");
	check(run, sound, "a reason does not hold for the cells it names");
	run->tried = NULL;
}

/*
 * True if a legal move has the type and cells of the attempt; MOVE_UNSTATED
 * means any move of a piece. Castling has attempts of its own.
 */
static bool
has_way(const struct run *run, const struct move_query *attempt)
{
	for (size_t i = 0; i < run->moves.n; i++) {
		const struct move *move = &run->moves.move[i];
		bool type = attempt->type == MOVE_UNSTATED
		    ? move->type < MOVE_CASTLE
		    : attempt->type == (enum move_type)move->type;

		if (type && move->from == attempt->from &&
		    move->to == attempt->to &&
		    (move->promotion == (uint8_t)attempt->promotion ||
			(attempt->promotion == KIND_NONE &&
			    rules_promotes_singly(&run->rules))) &&
		    move->leaps == attempt->leaps &&
		    (move->leaps == 0 ||
			memcmp(move->path, attempt->path, move->leaps) == 0))
			return true;
	}
	return false;
}

static void
check_one_attempt(struct run *run, enum move_type type, cell from, cell to,
    enum kind promotion)
{
	struct move_query attempt = attempt_of(type, from, to, promotion);

	check_attempt(run, &attempt, has_way(run, &attempt));
}

static void
check_legal_attempts(struct run *run)
{
	for (size_t i = 0; i < run->moves.n; i++) {
		const struct move *move = &run->moves.move[i];
		struct move_query attempt = attempt_at(move);
		enum move_type type = attempt.type;

		if (move->type == MOVE_CASTLE)
			continue; /* see check_castling_attempts */
		check_attempt(run, &attempt, true);
		if (type != MOVE_UNSTATED)
			continue;
		attempt.kind = kind_of_mover(run, move);
		attempt.from = CELL_NONE;
		check_attempt(run, &attempt, true);
		/* The promotion is part of the move. */
		check_one_attempt(run, type, move->from, move->to,
		    move->promotion == KIND_NONE ? QUEEN : KIND_NONE);
		/* Captures en passant are attempted likewise. */
		check_one_attempt(run, MOVE_ENPASSANT, move->from, move->to,
		    (enum kind)move->promotion);
	}
}

static bool
has_castling(const struct run *run, unsigned side)
{
	for (size_t i = 0; i < run->moves.n; i++)
		if (run->moves.move[i].type == MOVE_CASTLE &&
		    run->moves.move[i].side == side)
			return true;
	return false;
}

static void
check_castling_attempts(struct run *run)
{
	for (unsigned side = 0; side <= SIDES_MAX; side++) {
		struct move_query attempt =
		    attempt_of(MOVE_CASTLE, CELL_NONE, CELL_NONE, KIND_NONE);

		attempt.side = side;
		check_attempt(run, &attempt, has_castling(run, side));
	}
}

static cell
random_cell(struct run *run)
{
	return (cell)dice_below(&run->dice, run->rules.board.cells);
}

/* A random own piece, or now and then any cell. */
static cell
random_from(struct run *run)
{
	struct cellset own = run->position.owned[run->position.to_move];

	return cellset_empty(&own) || dice_one_in(&run->dice, 10)
	    ? random_cell(run)
	    : dice_cell(&run->dice, own);
}

/* Any piece, for preference. */
static cell
random_piece(struct run *run)
{
	return dice_one_in(&run->dice, 10)
	    ? random_cell(run)
	    : dice_cell(&run->dice, run->position.kind[KIND_NONE]);
}

static enum kind
random_kind(struct run *run)
{
	return (enum kind)dice_below(&run->dice, KINDS);
}

static void
check_random_attempts(struct run *run)
{
	for (int i = 0; i < ATTEMPTS; i++) {
		cell to = dice_one_in(&run->dice, 3) ? random_piece(run)
						     : random_cell(run);

		check_one_attempt(run,
		    dice_one_in(&run->dice, 5) ? MOVE_ENPASSANT : MOVE_UNSTATED,
		    random_from(run), to,
		    dice_one_in(&run->dice, 4) ? random_kind(run) : KIND_NONE);
	}
	for (int i = 0; i < ATTEMPTS / 4; i++) {
		cell from = random_from(run);

		check_one_attempt(
		    run, MOVE_FIELD, from, from, random_kind(run));
		check_one_attempt(run, MOVE_TRAITOR, random_piece(run),
		    dice_one_in(&run->dice, 2) ? random_piece(run)
					       : (cell)CELL_NONE,
		    KIND_NONE);
		check_one_attempt(run, MOVE_DROP, CELL_NONE, random_cell(run),
		    random_kind(run));
		check_one_attempt(
		    run, MOVE_ILLUMINATION, from, CELL_NONE, KIND_NONE);
	}
}

/* A pass, a yield or a stalemate called: the reason holds, if there is one. */
static void
check_calls_alone(struct run *run)
{
	for (int type = MOVE_PASS; type <= MOVE_STALEMATE; type++) {
		struct move_query attempt = attempt_of(
		    (enum move_type)type, CELL_NONE, CELL_NONE, KIND_NONE);

		check_attempt(run, &attempt,
		    may_act(&run->rules, &run->position, (enum move_type)type));
	}
}

/* Two leaps, or a chain with one of its landings elsewhere. */
static void
check_chain_attempts(struct run *run)
{
	struct move move = bare_move(MOVE_LEAP);

	for (int i = 0; i < ATTEMPTS / 8; i++) {
		struct move_query attempt;

		move.from = random_from(run);
		move.leaps = 2;
		move.path[0] = random_cell(run);
		move.path[1] = move.to = random_cell(run);
		attempt = attempt_at(&move);
		check_attempt(run, &attempt, has_way(run, &attempt));
	}
	for (size_t i = 0; i < run->moves.n; i++) {
		struct move_query attempt;

		if (run->moves.move[i].type != MOVE_LEAP)
			continue;
		move = run->moves.move[i];
		move.path[dice_below(&run->dice, move.leaps)] =
		    random_cell(run);
		move.to = move.path[move.leaps - 1];
		attempt = attempt_at(&move);
		check_attempt(run, &attempt, has_way(run, &attempt));
	}
}

static void
check_position(struct run *run)
{
	check_queries(run);
	check_plain_moves(run);
	check_drops(run);
	if (run->ply % CELL_QUERIES_EVERY == 0)
		check_cell_queries(run);
	check_legal_attempts(run);
	check_castling_attempts(run);
	check_random_attempts(run);
	check_calls_alone(run);
	check_chain_attempts(run);
}

int
main(int argc, char **argv)
{
	return run_all(argc, argv, NULL, check_position, false);
}
