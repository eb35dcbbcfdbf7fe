/*
 * Properties of the reasons against moves: a reason names a law that forbids
 * the move. If the law depends on this board, the board is edited until the
 * reason falls away, again and again until the move is legal. If the reason
 * says that a piece never goes this way, no position has such a move.
 *
 * `prop_explain [SEED]`; the last line counts what passed and failed.
 */
#include "tests/property/games.h"
#include "tests/property/sound.h"

enum {
	EDITS_MAX = 400,
	WAYS = 256 * CELLS_MAX, /* a piece on a cell */
};

/* Where a piece on a cell goes, in some position of the games with the same
 * options, and where it never goes, by some reason. */
static struct cellset legal_ways[WAYS], never_ways[WAYS];

/* A move that is tried, on a board that is edited. */
struct trial {
	struct run *run;
	struct position position;
	struct move_query attempt;
	struct verdict verdict;
};

static bool
check_trial(const struct trial *trial, bool holds, const char *what)
{
	const struct board *board = &trial->run->rules.board;
	char words[80], from[CELL_NAME_MAX] = "", to[CELL_NAME_MAX] = "";

	if (!holds) {
		if (trial->attempt.from != CELL_NONE)
			coords_name(board, NAMING_ALGEBRAIC, 0,
			    trial->attempt.from, from);
		if (trial->attempt.to != CELL_NONE)
			coords_name(
			    board, NAMING_ALGEBRAIC, 0, trial->attempt.to, to);
		snprintf(words, sizeof(words), "%s %s, reason %d", from, to,
		    (int)trial->verdict.why);
		trial->run->tried = words;
	}
	check(trial->run, holds, what);
	trial->run->tried = NULL;
	return holds;
}

static size_t
way_of(const struct position *position, cell from)
{
	return (size_t)position->at[from] * CELLS_MAX + from;
}

static void
explain(struct trial *trial)
{
	const struct refusal refusal = { &trial->run->rules, &trial->position,
		&trial->attempt, &trial->verdict };

	trial->verdict = rules_explain(
	    &trial->run->rules, &trial->position, &trial->attempt);
	check_trial(trial, is_sound(&refusal), "the reason does not hold");
}

/*
 * Edits
 */

/* Resets what else the position knows of a cell whose piece changes. */
static void
forget(struct position *position, cell c)
{
	const struct en_passant none = { CELL_NONE, CELL_NONE };

	cellset_remove(&position->unmoved, c);
	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->en_passant[p].target == c ||
		    position->en_passant[p].pawn == c)
			position_set_en_passant(position, p, none);
}

static void
settle(struct trial *trial)
{
	struct position *position = &trial->position;

	rules_recompute_checks(&trial->run->rules, position);
}

/* Any empty cell except the target of the move. */
static cell
empty_cell(struct trial *trial)
{
	const struct board *board = &trial->run->rules.board;
	cell c;

	do
		c = (cell)dice_below(&trial->run->dice, board->cells);
	while (
	    !position_is_empty(&trial->position, c) || c == trial->attempt.to);
	return c;
}

/* Puts the piece elsewhere; a king or rook loses its castling rights. */
static void
move_away(struct trial *trial, cell c)
{
	struct position *position = &trial->position;
	cell to = empty_cell(trial);
	unsigned me = position->to_move;

	forget(position, c);
	forget(position, to);
	position_move(position, c, to);
	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != me)
			position_set_rights(position, p, 0);
}

static bool
can_be_taken(const struct position *position, cell c)
{
	unsigned owner = piece_owner(position->at[c]);

	return !position_is_empty(position, c) && owner < PLAYERS &&
	    owner != position->to_move && piece_kind(position->at[c]) != KING;
}

/*
 * Puts a piece that can be captured on the empty target cell of the move, one
 * from elsewhere if there is any.
 */
static void
put_target(struct trial *trial)
{
	const struct rules *rules = &trial->run->rules;
	struct position *position = &trial->position;
	cell to = trial->attempt.to;
	unsigned enemy = (position->to_move + 1u) % PLAYERS;

	forget(position, to);
	for (cell c = 0; c < rules->board.cells; c++)
		if (can_be_taken(position, c)) {
			forget(position, c);
			position_move(position, c, to);
			return;
		}
	if (position->out >> enemy & 1)
		enemy = (enemy + 1) % PLAYERS;
	position_put(position, to, piece_make(PAWN, enemy, enemy));
}

/* Makes a pawn one that its owner had from the start. */
static void
make_own(struct trial *trial)
{
	struct position *position = &trial->position;
	cell from = trial->attempt.from;
	enum kind kind = piece_kind(position_take(position, from));

	position_put(position, from,
	    piece_make(kind, position->to_move, position->to_move));
}

/* Makes the reason fall away; false if it does not depend on this board. */
static bool
mend(struct trial *trial)
{
	struct position *position = &trial->position;
	const struct verdict *verdict = &trial->verdict;
	struct move_query *attempt = &trial->attempt;
	unsigned me = position->to_move;

	switch ((int)verdict->why) {
	case ILLEGAL_PAWN_NO_TARGET:
		put_target(trial);
		break;
	case ILLEGAL_PAWN_STUCK:
	case ILLEGAL_PAWN_INHERITED:
		make_own(trial);
		break;
	case ILLEGAL_PAWN_MOVED:
	case ILLEGAL_DRAUGHT_MOVED:
		cellset_add(&position->unmoved, attempt->from);
		break;
	case ILLEGAL_PAWN_BLOCKED:
	case ILLEGAL_BLOCKED:
	case ILLEGAL_FLANK:
	case ILLEGAL_CASTLING_BLOCKED:
		move_away(trial, verdict->at);
		break;
	case ILLEGAL_OWN_PIECE:
	case ILLEGAL_KING_CAPTURE:
	case ILLEGAL_KING_BY_KING:
	case ILLEGAL_DEAD:
		move_away(trial, attempt->to);
		break;
	case ILLEGAL_LEAP:
		if (position_is_empty(position, attempt->to))
			return false;
		move_away(trial, attempt->to);
		break;
	case ILLEGAL_UNDECLARED:
		position->siege.declared[me] |= (uint8_t)(1u << verdict->who);
		break;
	case ILLEGAL_FORTIFIED:
	case ILLEGAL_FORTRESS:
		position->siege.fort[verdict->who] = 0;
		break;
	case ILLEGAL_LEAVES_CHECK:
	case ILLEGAL_INTO_CHECK:
	case ILLEGAL_OPENS_CHECK:
	case ILLEGAL_CASTLING_CHECK:
	case ILLEGAL_CASTLING_ATTACKED:
		move_away(trial, verdict->at2);
		break;
	case ILLEGAL_PROMOTION_MISSING:
		attempt->promotion = QUEEN;
		break;
	case ILLEGAL_PROMOTION_KIND:
	case ILLEGAL_PROMOTION_HERE:
		attempt->promotion = KIND_NONE;
		break;
	case ILLEGAL_PROMOTION_LOST:
		position->lost[me][attempt->promotion]++;
		break;
	default:
		return false;
	}
	settle(trial);
	return true;
}

/*
 * Trials
 */

/* True if the reason says that a piece never goes this way. */
static bool
is_never(const struct trial *trial)
{
	const struct rules *rules = &trial->run->rules;
	unsigned me = trial->position.to_move;
	cell from = trial->attempt.from;

	if (trial->verdict.why == ILLEGAL_PAWN_DOUBLE)
		check_trial(trial,
		    !cellset_empty(&rules->seat[me].double_from) &&
			rules->board.seat_name[me][from].rank !=
			    rules->variant->double_step_rank,
		    "the pawn stands on the row that is asked for");
	return trial->verdict.why == ILLEGAL_GEOMETRY ||
	    trial->verdict.why == ILLEGAL_PAWN_DOUBLE;
}

/* A way said to be impossible appears in no position. */
static void
note_way(const struct trial *trial, cell from, cell to, struct cellset *ways,
    const struct cellset *others)
{
	size_t way = way_of(&trial->position, from);

	cellset_add(&ways[way], to);
	check_trial(trial, !cellset_has(&others[way], to),
	    "a piece goes where it never goes");
}

/* Reasons that depend neither on the piece nor on the board. */
static bool
is_of_game(enum illegal why)
{
	return why == ILLEGAL_GAME_OVER || why == ILLEGAL_KING_HUNT ||
	    why == ILLEGAL_KO || why == ILLEGAL_ROSE_START ||
	    why == ILLEGAL_LEAP || why == ILLEGAL_CASTLING_RIGHTS ||
	    why == ILLEGAL_CASTLING_SIDE;
}

static void
try_out(struct trial *trial)
{
	unsigned edits = 0;

	explain(trial);
	if (is_never(trial)) {
		note_way(trial, trial->attempt.from, trial->attempt.to,
		    never_ways, legal_ways);
		return;
	}
	while (trial->verdict.why != ILLEGAL_NOT && edits < EDITS_MAX) {
		struct trial before = *trial;

		if (!mend(trial)) {
			check_trial(trial, is_of_game(trial->verdict.why),
			    "nothing on the board mends it");
			return;
		}
		explain(trial);
		if (!check_trial(&before, !is_never(trial),
			"the reason hides that such a piece never goes so"))
			return;
		edits++;
	}
	check_trial(trial, trial->verdict.why == ILLEGAL_NOT,
	    "no edit makes the move legal");
}

static bool
note_legal(void *context, const struct move *move)
{
	const struct trial *trial = context;

	if (move->type < MOVE_CASTLE && !move->pair)
		note_way(trial, move->from, move->to, legal_ways, never_ways);
	return true;
}

static void
try_move(const struct trial *start, cell from, cell to)
{
	struct trial trial = *start;

	trial.attempt = attempt_of(MOVE_UNSTATED, from, to, KIND_NONE);
	if (piece_kind(trial.position.at[from]) == PAWN &&
	    dice_one_in(&trial.run->dice, 4))
		trial.attempt.promotion = QUEEN;
	try_out(&trial);
}

static void
try_castling(const struct trial *start, unsigned side)
{
	struct trial trial = *start;

	trial.attempt =
	    attempt_of(MOVE_CASTLE, CELL_NONE, CELL_NONE, KIND_NONE);
	trial.attempt.kind = KING;
	trial.attempt.side = side;
	try_out(&trial);
}

static void
try_game(struct run *run)
{
	struct trial trial = { .run = run };
	const struct rules *rules = &run->rules;
	struct cellset pieces;

	if (run->game == 0) {
		memset(legal_ways, 0, sizeof(legal_ways));
		memset(never_ways, 0, sizeof(never_ways));
	}
	begin_game(run);
	trial.position = run->position;
	pieces = trial.position.owned[trial.position.to_move];
	rules_moves(rules, &trial.position, NULL, note_legal, &trial);
	while (!cellset_empty(&pieces)) {
		cell from = cellset_pop(&pieces);

		for (cell to = 0; to < rules->board.cells; to++)
			if (to != from && dice_one_in(&run->dice, 3))
				try_move(&trial, from, to);
	}
	if (trial.position.king[trial.position.to_move] != CELL_NONE)
		for (unsigned side = 0; side < rules->sides; side++)
			try_castling(&trial, side);
}

int
main(int argc, char **argv)
{
	return run_all(argc, argv, try_game, NULL, false);
}
