/*
 * Properties of the reasons against moves: a reason names a law that forbids
 * the move. If the law depends on this board, the board is edited until the
 * reason falls away, again and again until the move is legal. If the reason
 * says that a piece never goes this way, no position has such a move.
 *
 * Usage: prop_explain [SEED].
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "parse/notation/coords.h"
#include "tests/property/scatter.h"
#include "tests/property/settings.h"
#include "tests/property/sound.h"

enum {
	REPORTS_MAX = 12,
	EDITS_MAX = 400,
	WAYS = 256 * CELLS_MAX, /* a piece on a cell */
};

static const uint64_t default_seed = 20240607;

/* Where a piece on a cell goes, as seen in the games. */
struct ways {
	struct cellset to[WAYS];
};

struct run {
	struct rules rules;
	struct dice dice;
	struct ways legal; /* in some position */
	struct ways never; /* by some reason */
	unsigned long reasons[ILLEGALS];
	unsigned long passed, failed;
};

/* A move that is tried, on a board that is edited. */
struct trial {
	struct run *run;
	struct position position;
	struct move_query attempt;
	struct verdict verdict;
};

static void
print_trial(const struct trial *trial, const char *what)
{
	const struct board *board = &trial->run->rules.board;
	char from[CELL_NAME_MAX] = "", to[CELL_NAME_MAX] = "";

	if (trial->attempt.from != CELL_NONE)
		coords_name(
		    board, NAMING_ALGEBRAIC, 0, trial->attempt.from, from);
	if (trial->attempt.to != CELL_NONE)
		coords_name(board, NAMING_ALGEBRAIC, 0, trial->attempt.to, to);
	printf("%s: %s: %s %s, piece %x, reason %d\n",
	    trial->run->rules.variant->id, what, from, to,
	    trial->attempt.from != CELL_NONE
		? (unsigned)trial->position.at[trial->attempt.from]
		: 0u,
	    (int)trial->verdict.why);
}

static bool
check(const struct trial *trial, bool holds, const char *what)
{
	struct run *run = trial->run;

	if (holds)
		run->passed++;
	else if (run->failed++ < REPORTS_MAX)
		print_trial(trial, what);
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

	rules_explain(&trial->run->rules, &trial->position, &trial->attempt,
	    &trial->verdict);
	check(trial, is_sound(&refusal), "the reason does not hold");
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
		check(trial,
		    !cellset_empty(&rules->seat[me].double_from) &&
			rules->board.seat_name[me][from].rank !=
			    rules->variant->double_step_rank,
		    "the pawn stands on the row that is asked for");
	return trial->verdict.why == ILLEGAL_GEOMETRY ||
	    trial->verdict.why == ILLEGAL_PAWN_DOUBLE;
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
	struct run *run = trial->run;
	unsigned edits = 0;

	explain(trial);
	run->reasons[trial->verdict.why]++;
	if (is_never(trial)) {
		cellset_add(
		    &run->never
			 .to[way_of(&trial->position, trial->attempt.from)],
		    trial->attempt.to);
		return;
	}
	while (trial->verdict.why != ILLEGAL_NOT && edits < EDITS_MAX) {
		struct trial before = *trial;

		if (!mend(trial)) {
			check(trial, is_of_game(trial->verdict.why),
			    "nothing on the board mends it");
			return;
		}
		explain(trial);
		if (!check(&before, !is_never(trial),
			"the reason hides that such a piece never goes so"))
			return;
		edits++;
	}
	check(trial, trial->verdict.why == ILLEGAL_NOT,
	    "no edit makes the move legal");
}

static bool
note_way(void *context, const struct move *move)
{
	struct trial *trial = context;

	if (move->type >= MOVE_CASTLE || move->pair)
		return true;
	cellset_add(&trial->run->legal.to[way_of(&trial->position, move->from)],
	    move->to);
	return true;
}

static void
try_move(const struct trial *start, cell from, cell to)
{
	struct trial trial = *start;

	trial.attempt = (struct move_query){ .type = MOVE_UNSTATED,
		.from = from,
		.from_file = FILES_MAX,
		.to = to,
		.side = SIDES_MAX };
	if (piece_kind(trial.position.at[from]) == PAWN &&
	    dice_one_in(&trial.run->dice, 4))
		trial.attempt.promotion = QUEEN;
	try_out(&trial);
}

static void
try_castling(const struct trial *start, unsigned side)
{
	struct trial trial = *start;

	trial.attempt = (struct move_query){ .type = MOVE_CASTLE,
		.kind = KING,
		.from = CELL_NONE,
		.from_file = FILES_MAX,
		.to = CELL_NONE,
		.side = side };
	try_out(&trial);
}

static void
try_position(struct trial *trial)
{
	struct run *run = trial->run;
	const struct rules *rules = &run->rules;
	unsigned me = trial->position.to_move;
	struct cellset pieces = trial->position.owned[me];

	rules_moves(rules, &trial->position, NULL, note_way, trial);
	while (!cellset_empty(&pieces)) {
		cell from = cellset_pop(&pieces);

		for (cell to = 0; to < rules->board.cells; to++)
			if (to != from && dice_one_in(&run->dice, 3))
				try_move(trial, from, to);
	}
	if (trial->position.king[me] == CELL_NONE)
		return;
	for (unsigned s = 0; s < rules->sides; s++)
		try_castling(trial, s);
}

/* A way said to be impossible appears in no position. */
static void
check_ways(struct run *run)
{
	for (size_t way = 0; way < WAYS; way++) {
		struct cellset both =
		    cellset_and(run->legal.to[way], &run->never.to[way]);

		while (!cellset_empty(&both)) {
			struct trial trial = { .run = run };

			trial.attempt.from = (cell)(way % CELLS_MAX);
			trial.attempt.to = cellset_pop(&both);
			trial.position.at[trial.attempt.from] =
			    (uint8_t)(way / CELLS_MAX);
			check(&trial, false, "never, and it does");
		}
		run->passed++;
	}
}

struct row {
	const struct variant *variant;
	const char *options; /* "Pope=no", or none */
	unsigned positions;
};

static const struct row rows[] = {
	{ &variant_dreierschach, "", 110 },
	{ &variant_dreierschach, "EnPassant=any", 60 },
	{ &variant_dreierschach, "Promotion=optional", 20 },
	{ &variant_siege, "", 120 },
	{ &variant_siege, "Pope=no", 60 },
	{ &variant_nivichanov, "", 90 },
	{ &variant_nivichanov, "QueenCastling=space", 40 },
	{ &variant_triumvirate, "", 120 },
	{ &variant_triumvirate, "Setup=document", 40 },
	{ &variant_bnem, "", 120 },
	{ &variant_threechess, "", 120 },
};

static void
run_row(struct run *run, const struct row *row)
{
	struct settings settings;
	struct trial trial;
	int kinds = 0;

	read_settings(row->variant, row->options, &settings);
	rules_init(&run->rules, row->variant, &settings);
	memset(&run->legal, 0, sizeof(run->legal));
	memset(&run->never, 0, sizeof(run->never));
	memset(run->reasons, 0, sizeof(run->reasons));
	trial.run = run;
	trial.position = run->rules.start;
	try_position(&trial);
	for (unsigned i = 0; i < row->positions; i++) {
		scatter(&run->rules, &run->dice, &trial.position);
		try_position(&trial);
	}
	check_ways(run);
	for (int why = ILLEGAL_NOT + 1; why < ILLEGALS; why++)
		kinds += run->reasons[why] > 0;
	printf("%s: %d kinds of reasons\n", row->variant->id, kinds);
}

int
main(int argc, char **argv)
{
	static struct run run;

	run.dice.state = argc > 1 ? strtoull(argv[1], NULL, 0) : default_seed;
	printf("seed %" PRIu64 "\n", run.dice.state);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		run_row(&run, &rows[i]);
	printf("%lu passed, %lu failed\n", run.passed, run.failed);
	return run.failed != 0;
}
