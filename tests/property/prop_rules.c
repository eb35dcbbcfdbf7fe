/*
 * Properties of the Dreierschach rules over random games, long ones from the
 * start and short ones from scattered pieces: rules/ agrees with the naive
 * engine on moves, positions, results and attackers; keys and check marks kept
 * by play are those worked out from nothing; turning the board by a seat turns
 * the moves; queries are filters; every illegal move has a reason.
 *
 * `prop_rules [SEED]`; the last line counts what passed and failed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive/naive.h"
#include "rules.h"

enum {
	GAMES = 240,
	START_EVERY = 6, /* games from the start among the scattered ones */
	START_PLIES = 300,
	SCATTERED_PLIES = 40,
	MOVES_MAX = NAIVE_MOVES_MAX,
	REPORTS_MAX = 20,      /* failures told in full */
	ATTEMPTS = 100,        /* random moves to explain at each ply */
	QUERIES = 100,         /* random queries at each ply */
	ALL_MOVES_EVERY = 8,   /* plies between trials of all moves */
	ALL_QUERIES_EVERY = 35 /* plies between trials of all queries */
};

static const uint64_t default_seed = UINT64_C(20231101);

static const struct naive_engine *const naive = &naive_dreierschach;

struct moves {
	size_t n;
	struct move move[MOVES_MAX];
};

typedef char move_text[NAIVE_MOVE_MAX];

struct texts {
	size_t n;
	move_text text[MOVES_MAX];
};

/* What the games contained, so that one sees what was put to the test. */
struct content {
	unsigned plies, captures, promotions, en_passants, castlings, checks;
	unsigned endings[ENDING_AGREED + 1];
};

struct run {
	struct rules rules;
	uint64_t random; /* state of splitmix64 */
	unsigned long passed, failed;
	struct content content;
	unsigned game, ply;
	/* The position under test, its line and all its legal moves. */
	struct position position;
	char line[NAIVE_TPF_MAX];
	struct moves moves;
	/* Room for the comparisons. */
	struct moves some;
	struct texts texts, naive_texts;
};

static void
check(struct run *run, bool holds, const char *what)
{
	if (holds) {
		run->passed++;
		return;
	}
	if (run->failed++ < REPORTS_MAX)
		printf("game %u, ply %u: %s\n  %s\n", run->game, run->ply, what,
		    run->line);
}

/* splitmix64 */
static uint64_t
next_random(struct run *run)
{
	uint64_t x = run->random += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

static unsigned
random_below(struct run *run, unsigned limit)
{
	return (unsigned)(next_random(run) % limit);
}

/* A cell of a set that is not empty. */
static cell
random_cell(struct run *run, struct cellset set)
{
	unsigned skip = random_below(run, cellset_count(&set));

	while (skip-- > 0)
		cellset_pop(&set);
	return cellset_pop(&set);
}

/*
 * 3PF and moves as text
 */

struct line {
	char *out;
	size_t size, len;
};

static void
put_char(struct line *line, char c)
{
	if (line->len + 1 < line->size)
		line->out[line->len++] = c;
	line->out[line->len] = '\0';
}

static void
put_number(struct line *line, unsigned n)
{
	if (n >= 10)
		put_number(line, n / 10);
	put_char(line, (char)('0' + n % 10));
}

static void
put_cell(struct line *line, const struct run *run, cell c)
{
	struct place name = run->rules.board.name[c];

	put_char(line, (char)('a' + name.file));
	put_number(line, name.rank);
}

static void
put_placement(
    struct line *line, const struct run *run, const struct position *position)
{
	const struct variant *variant = run->rules.variant;
	bool first = true;

	for (cell c = 0; c < run->rules.board.cells; c++) {
		uint8_t piece = position->at[c];

		if (piece == PIECE_NONE)
			continue;
		if (!first)
			put_char(line, ',');
		put_char(line, variant->colours[piece_owner(piece)]);
		put_char(line, variant->letters[piece_kind(piece)]);
		put_cell(line, run, c);
		first = false;
	}
}

static void
put_rights(
    struct line *line, const struct run *run, const struct position *position)
{
	const struct variant *variant = run->rules.variant;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (p > 0)
			put_char(line, '.');
		put_char(line, variant->colours[p]);
		for (unsigned s = 0; s < run->rules.sides; s++)
			if (position->rights[p] >> s & 1)
				put_char(line, run->rules.setup->sides[s].letter);
		if (position->rights[p] == 0)
			put_char(line, '-');
	}
}

/* Pairs in the order of the skipped cells. */
static void
put_passed(
    struct line *line, const struct run *run, const struct position *position)
{
	bool first = true;

	for (cell c = 0; c < run->rules.board.cells; c++)
		for (unsigned p = 0; p < PLAYERS; p++) {
			if (position->passed[p].skipped != c)
				continue;
			if (!first)
				put_char(line, '.');
			put_cell(line, run, c);
			put_char(line, '>');
			put_cell(line, run, position->passed[p].pawn);
			first = false;
		}
	if (first)
		put_char(line, '-');
}

static void
write_position(const struct run *run, const struct position *position,
    char out[NAIVE_TPF_MAX])
{
	struct line line = { out, NAIVE_TPF_MAX, 0 };

	put_placement(&line, run, position);
	put_char(&line, ' ');
	put_char(&line, run->rules.variant->colours[position->to_move]);
	put_char(&line, ' ');
	put_rights(&line, run, position);
	put_char(&line, ' ');
	put_passed(&line, run, position);
	put_char(&line, ' ');
	for (unsigned p = 0; p < PLAYERS; p++)
		put_char(&line, position->out >> p & 1 ? 'x' : 'a');
	put_char(&line, ' ');
	put_number(&line, position->clock);
	put_char(&line, ' ');
	put_number(&line, position->number);
}

static void
write_move(const struct run *run, const struct move *move, move_text out)
{
	static const char promotions[KINDS + 1] = "..nbrq..";
	struct line line = { out, NAIVE_MOVE_MAX, 0 };

	put_cell(&line, run, move->from);
	put_cell(&line, run, move->to);
	if (move->promotion != KIND_NONE)
		put_char(&line, promotions[move->promotion]);
}

static int
compare_texts(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void
sort_texts(struct texts *texts)
{
	qsort(texts->text, texts->n, sizeof(texts->text[0]), compare_texts);
}

static bool
same_texts(const struct texts *a, const struct texts *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (strcmp(a->text[i], b->text[i]) != 0)
			return false;
	return true;
}

static bool
add_move(void *context, const struct move *move)
{
	struct moves *moves = context;

	assert(moves->n < MOVES_MAX);
	moves->move[moves->n++] = *move;
	return true;
}

static void
list_moves(const struct run *run, const struct position *position,
    const struct move_query *query, struct moves *out)
{
	out->n = 0;
	rules_moves(&run->rules, position, query, add_move, out);
}

static void
write_moves(const struct run *run, const struct moves *moves, struct texts *out)
{
	out->n = moves->n;
	for (size_t i = 0; i < moves->n; i++)
		write_move(run, &moves->move[i], out->text[i]);
	sort_texts(out);
}

/*
 * Against the naive engine
 */

static void
check_moves(struct run *run)
{
	bool distinct = true;

	write_moves(run, &run->moves, &run->texts);
	run->naive_texts.n =
	    naive->moves(run->line, run->naive_texts.text, MOVES_MAX);
	sort_texts(&run->naive_texts);
	check(run, same_texts(&run->texts, &run->naive_texts),
	    "the legal moves differ from the naive engine's");
	for (size_t i = 1; i < run->texts.n; i++)
		if (strcmp(run->texts.text[i - 1], run->texts.text[i]) == 0)
			distinct = false;
	check(run, distinct, "a move is given twice");
	check(run,
	    rules_count(&run->rules, &run->position) == run->moves.n &&
		rules_can_move(&run->rules, &run->position) ==
		    (run->moves.n > 0),
	    "the moves are counted wrong");
}

static void
check_outcome(struct run *run)
{
	const char *expected = naive->result(run->line);
	struct outcome outcome;

	rules_outcome(&run->rules, &run->position, &outcome);
	if (expected == NULL || outcome.result == NULL)
		check(run, expected == outcome.result,
		    "only one engine sees the end");
	else
		check(run, strcmp(expected, outcome.result) == 0,
		    "the results differ");
}

static void
check_attackers(struct run *run)
{
	for (unsigned p = 0; p < PLAYERS; p++) {
		unsigned expected = naive->attackers(run->line, (int)p);

		check(run, run->position.king[p] != CELL_NONE,
		    "a king has been captured");
		if (run->position.king[p] == CELL_NONE)
			continue;
		check(run, run->position.checks[p] == expected,
		    "the check marks differ from the naive attackers");
		check(run,
		    rules_attackers(&run->rules, &run->position, p,
			run->position.king[p]) == expected,
		    "the attackers differ from the naive ones");
	}
}

/* What play keeps is what is worked out from nothing. */
static void
check_kept_state(struct run *run, const struct position *position)
{
	struct position fresh = *position, rebuilt;

	check(run, position->key == position_full_key(position),
	    "the key is not the full key");
	rules_find_checks(&run->rules, &fresh);
	check(run,
	    memcmp(fresh.checks, position->checks, sizeof(fresh.checks)) == 0,
	    "the check marks are stale");
	position_clear(&rebuilt);
	for (cell c = 0; c < run->rules.board.cells; c++)
		if (position->at[c] != PIECE_NONE)
			position_put(&rebuilt, c, position->at[c]);
	check(run,
	    memcmp(rebuilt.owned, position->owned, sizeof(rebuilt.owned)) ==
		    0 &&
		memcmp(rebuilt.kind, position->kind, sizeof(rebuilt.kind)) ==
		    0 &&
		memcmp(rebuilt.king, position->king, sizeof(rebuilt.king)) == 0,
	    "the sets do not fit the board");
}

/* Both engines make the same position of a move. */
static void
check_move(struct run *run, const struct move *move)
{
	struct position next = run->position;
	char line[NAIVE_TPF_MAX], expected[NAIVE_TPF_MAX];
	move_text text;

	write_move(run, move, text);
	rules_apply(&run->rules, &next, move);
	write_position(run, &next, line);
	check(run,
	    naive->apply(run->line, text, expected, sizeof(expected)) &&
		strcmp(line, expected) == 0,
	    "the positions after a move differ");
	check_kept_state(run, &next);
}

static void
check_all_moves(struct run *run)
{
	for (size_t i = 0; i < run->moves.n; i++)
		check_move(run, &run->moves.move[i]);
}

/*
 * Rotation
 */

static cell
rotate_cell(const struct run *run, cell c)
{
	return c == CELL_NONE ? c : run->rules.board.rotate[c];
}

/* The position as it would be were each player one seat further clockwise. */
static void
rotate_position(const struct run *run, const struct position *position,
    struct position *out)
{
	position_clear(out);
	for (cell c = 0; c < run->rules.board.cells; c++) {
		uint8_t piece = position->at[c];
		unsigned seat = (piece_owner(piece) + 1) % PLAYERS;

		if (piece != PIECE_NONE)
			position_put(out, rotate_cell(run, c),
			    piece_make(piece_kind(piece), seat, seat));
	}
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct passed passed = position->passed[p];
		unsigned seat = (p + 1) % PLAYERS;

		passed.skipped = rotate_cell(run, passed.skipped);
		passed.pawn = rotate_cell(run, passed.pawn);
		position_set_rights(out, seat, position->rights[p]);
		position_set_passed(out, seat, passed);
	}
	position_turn(out, (position->to_move + 1U) % PLAYERS);
	rules_find_checks(&run->rules, out);
}

static void
check_rotation(struct run *run)
{
	struct position rotated;
	struct outcome before, after;

	rotate_position(run, &run->position, &rotated);
	list_moves(run, &rotated, NULL, &run->some);
	write_moves(run, &run->some, &run->texts);
	run->some.n = run->moves.n;
	for (size_t i = 0; i < run->moves.n; i++) {
		struct move move = run->moves.move[i];

		move.from = rotate_cell(run, move.from);
		move.to = rotate_cell(run, move.to);
		run->some.move[i] = move;
	}
	write_moves(run, &run->some, &run->naive_texts);
	check(run, same_texts(&run->texts, &run->naive_texts),
	    "rotating the position does not rotate the moves");
	rules_outcome(&run->rules, &run->position, &before);
	rules_outcome(&run->rules, &rotated, &after);
	check(run,
	    before.ending == after.ending &&
		(before.winner == PLAYER_NONE
			? after.winner == PLAYER_NONE
			: after.winner == (before.winner + 1) % PLAYERS),
	    "rotating the position does not rotate the outcome");
}

/*
 * Queries
 */

static bool
fits(const struct run *run, const struct move_query *query,
    const struct move *move)
{
	enum kind kind = piece_kind(run->position.at[move->from]);

	return (query->kind == KIND_NONE || query->kind == kind) &&
	    (query->from == CELL_NONE || query->from == move->from) &&
	    (query->to == CELL_NONE || query->to == move->to);
}

static bool
has_move(const struct moves *moves, const struct move *move)
{
	for (size_t i = 0; i < moves->n; i++)
		if (move_equal(&moves->move[i], move))
			return true;
	return false;
}

/* As many moves as fit, and each that fits: the same moves. */
static void
check_query(struct run *run, struct move_query query)
{
	size_t fitting = 0;
	bool found = true;

	list_moves(run, &run->position, &query, &run->some);
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

/* The index of a cell, the number of cells standing for "any". */
static cell
cell_or_any(const struct run *run, unsigned index)
{
	return index < run->rules.board.cells ? (cell)index : (cell)CELL_NONE;
}

static void
check_some_queries(struct run *run)
{
	unsigned cells = run->rules.board.cells;

	for (unsigned c = 0; c < cells; c++) {
		check_query(
		    run, (struct move_query){ KIND_NONE, (cell)c, CELL_NONE, MOVE_QUIET });
		check_query(
		    run, (struct move_query){ KIND_NONE, CELL_NONE, (cell)c, MOVE_QUIET });
	}
	for (int kind = KIND_NONE; kind < KINDS; kind++)
		check_query(run,
		    (struct move_query){
			(enum kind)kind, CELL_NONE, CELL_NONE, MOVE_QUIET });
	for (size_t i = 0; i < run->moves.n; i++) {
		const struct move *move = &run->moves.move[i];
		enum kind kind = piece_kind(run->position.at[move->from]);

		check_query(
		    run, (struct move_query){ kind, move->from, move->to, MOVE_QUIET });
		check_query(
		    run, (struct move_query){ kind, CELL_NONE, move->to, MOVE_QUIET });
	}
	for (int i = 0; i < QUERIES; i++)
		check_query(run,
		    (struct move_query){ (enum kind)random_below(run, KINDS),
			cell_or_any(run, random_below(run, cells + 1)),
			cell_or_any(run, random_below(run, cells + 1)),
			MOVE_QUIET });
}

static void
check_all_queries(struct run *run)
{
	unsigned cells = run->rules.board.cells;

	for (int kind = KIND_NONE; kind < KINDS; kind++)
		for (unsigned from = 0; from <= cells; from++)
			for (unsigned to = 0; to <= cells; to++)
				check_query(run,
				    (struct move_query){ (enum kind)kind,
					cell_or_any(run, from),
					cell_or_any(run, to), MOVE_QUIET });
}

/*
 * Explanations
 */

static struct attempt
attempt_of(cell from, cell to, enum kind promotion)
{
	return (struct attempt){
		.type = MOVE_UNSTATED,
		.kind = KIND_NONE,
		.from = from,
		.to = to,
		.from_file = FILES_MAX,
		.from_rank = 0,
		.promotion = promotion,
		.side = 0,
	};
}

/* The cells a verdict names are what its reason says of them. */
static bool
is_sound(const struct run *run, const struct verdict *verdict)
{
	const struct position *position = &run->position;

	switch (verdict->why) {
	case ILLEGAL_PAWN_BLOCKED:
	case ILLEGAL_BLOCKED:
	case ILLEGAL_CASTLING_BLOCKED:
		return !position_is_empty(position, verdict->at);
	case ILLEGAL_FLANK:
		return !position_is_empty(position, verdict->at) &&
		    !position_is_empty(position, verdict->at2);
	case ILLEGAL_LEAVES_CHECK:
	case ILLEGAL_OPENS_CHECK:
		if (verdict->at != position->king[position->to_move])
			return false;
		/* FALLTHROUGH */
	case ILLEGAL_INTO_CHECK:
	case ILLEGAL_CASTLING_CHECK:
	case ILLEGAL_CASTLING_ATTACKED:
		return verdict->at2 != CELL_NONE &&
		    verdict->who != position->to_move &&
		    verdict->who == piece_owner(position->at[verdict->at2]);
	case ILLEGAL_NOT:
	case ILLEGAL_GAME_OVER:
	case ILLEGAL_NO_PIECE:
	case ILLEGAL_EMPTY:
	case ILLEGAL_NOT_YOURS:
	case ILLEGAL_OTHER_KIND:
	case ILLEGAL_GEOMETRY:
	case ILLEGAL_PAWN_DOUBLE:
	case ILLEGAL_PAWN_NO_TARGET:
	case ILLEGAL_OWN_PIECE:
	case ILLEGAL_KING_CAPTURE:
	case ILLEGAL_PROMOTION_MISSING:
	case ILLEGAL_PROMOTION_HERE:
	case ILLEGAL_PROMOTION_KIND:
	case ILLEGAL_CASTLING_SIDE:
	case ILLEGAL_CASTLING_RIGHTS:
	case ILLEGALS:
		break;
	}
	return verdict->why != ILLEGALS;
}

static void
check_attempt(struct run *run, const struct attempt *attempt, bool legal)
{
	struct verdict verdict;

	rules_explain(&run->rules, &run->position, attempt, &verdict);
	check(run, (verdict.why == ILLEGAL_NOT) == legal,
	    legal ? "a legal move has a reason against it"
		  : "an illegal move has no reason against it");
	check(run, is_sound(run, &verdict),
	    "a reason does not hold for the cells it names");
}

static void
check_legal_attempts(struct run *run)
{
	for (size_t i = 0; i < run->moves.n; i++) {
		const struct move *move = &run->moves.move[i];
		enum kind kind = piece_kind(run->position.at[move->from]);
		struct attempt attempt = attempt_of(
		    move->from, move->to, (enum kind)move->promotion);

		if (move->type == MOVE_CASTLE)
			continue; /* see check_castling_attempts */
		check_attempt(run, &attempt, true);
		attempt.kind = kind;
		attempt.from = CELL_NONE;
		check_attempt(run, &attempt, true);
		/* The promotion is part of the move. */
		attempt = attempt_of(move->from, move->to,
		    move->promotion == KIND_NONE ? QUEEN : KIND_NONE);
		check_attempt(run, &attempt, false);
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
		struct attempt attempt =
		    attempt_of(CELL_NONE, CELL_NONE, KIND_NONE);

		attempt.type = MOVE_CASTLE;
		attempt.side = side;
		check_attempt(run, &attempt, has_castling(run, side));
	}
}

/* An own piece, or now and then whatever stands on a random cell. */
static cell
random_from(struct run *run)
{
	if (random_below(run, 10) == 0)
		return (cell)random_below(run, run->rules.board.cells);
	return random_cell(run, run->position.owned[run->position.to_move]);
}

/* Whether a move other than castling goes so. */
static bool
has_way(const struct run *run, cell from, cell to, enum kind promotion)
{
	for (size_t i = 0; i < run->moves.n; i++) {
		const struct move *move = &run->moves.move[i];

		if (move->type != MOVE_CASTLE && move->from == from &&
		    move->to == to && move->promotion == promotion)
			return true;
	}
	return false;
}

static void
check_random_attempts(struct run *run)
{
	for (int i = 0; i < ATTEMPTS; i++) {
		cell from = random_from(run);
		cell to = (cell)random_below(run, run->rules.board.cells);
		enum kind promotion = random_below(run, 4) == 0
		    ? (enum kind)random_below(run, KINDS)
		    : KIND_NONE;
		struct attempt attempt = attempt_of(from, to, promotion);

		check_attempt(run, &attempt, has_way(run, from, to, promotion));
	}
}

/*
 * Games
 */

/*
 * How games are played: captures and promotions are sought, so that games
 * open up, in some games more than in others.
 */
static const struct taste {
	unsigned quiet, pawn, capture, promotion, en_passant, castling;
} tastes[] = {
	{ 10, 10, 10, 10, 100, 100 },
	{ 10, 30, 40, 400, 400, 400 },
	{ 10, 60, 10, 1000, 400, 100 },
	{ 10, 5, 100, 400, 400, 1000 },
};

static unsigned
weigh(const struct run *run, const struct move *move)
{
	const struct taste *taste = &tastes[run->game / START_EVERY %
	    (sizeof(tastes) / sizeof(tastes[0]))];

	if (move->promotion != KIND_NONE)
		return taste->promotion;
	if (move->type == MOVE_CASTLE)
		return taste->castling;
	if (move->type == MOVE_ENPASSANT)
		return taste->en_passant;
	if (move->type == MOVE_CAPTURE)
		return taste->capture;
	return piece_kind(run->position.at[move->from]) == PAWN ? taste->pawn
								: taste->quiet;
}

static struct move
choose_move(struct run *run)
{
	unsigned total = 0, pick;
	size_t i = 0;

	for (size_t m = 0; m < run->moves.n; m++)
		total += weigh(run, &run->moves.move[m]);
	pick = random_below(run, total);
	while (pick >= weigh(run, &run->moves.move[i]))
		pick -= weigh(run, &run->moves.move[i++]);
	return run->moves.move[i];
}

/* The empty cells, those of one rank of a player's or all. */
static struct cellset
empty_cells(const struct run *run, unsigned player, unsigned rank)
{
	const struct board *board = &run->rules.board;
	struct cellset set = { { 0 } };

	for (cell c = 0; c < board->cells; c++)
		if (position_is_empty(&run->position, c) &&
		    (rank == 0 || board->seat_name[player][c].rank == rank))
			cellset_add(&set, c);
	return set;
}

/* Puts a piece on a player's rank, or anywhere (0), if there is room. */
static void
put_at_random(struct run *run, enum kind kind, unsigned player, unsigned rank)
{
	struct cellset room = empty_cells(run, player, rank);

	if (!cellset_empty(&room))
		position_put(&run->position, random_cell(run, room),
		    piece_make(kind, player, player));
}

/* A king at home with both rooks and rights, or a king anywhere. */
static void
scatter_king(struct run *run, unsigned player)
{
	const struct castling *side = run->rules.seat[player].side;
	unsigned rights = random_below(run, 1U << run->rules.sides);
	struct position *position = &run->position;

	if (rights == 0 || !position_is_empty(position, side[0].king_from)) {
		put_at_random(run, KING, player, 0);
		return;
	}
	position_put(
	    position, side[0].king_from, piece_make(KING, player, player));
	for (unsigned s = 0; s < run->rules.sides; s++) {
		if (!(rights >> s & 1))
			continue;
		if (position_is_empty(position, side[s].rook_from))
			position_put(position, side[s].rook_from,
			    piece_make(ROOK, player, player));
		else
			rights &= ~(1U << s);
	}
	position_set_rights(position, player, rights);
}

/* Positions that play would hardly reach: all that 3PF can say is fair. */
static void
scatter_pieces(struct run *run)
{
	unsigned pieces = 5 + random_below(run, 30);

	position_clear(&run->position);
	for (unsigned p = 0; p < PLAYERS; p++)
		scatter_king(run, p);
	while (pieces-- > 0) {
		unsigned player = random_below(run, PLAYERS);
		unsigned die = random_below(run, 12);

		if (die < 3)
			put_at_random(run, PAWN, player, 2);
		else if (die < 8)
			put_at_random(run, PAWN, player, 0);
		else
			put_at_random(
			    run, (enum kind)(KNIGHT + (int)die - 8), player, 0);
	}
	position_turn(&run->position, random_below(run, PLAYERS));
	rules_find_checks(&run->rules, &run->position);
}

static void
check_position(struct run *run)
{
	check_moves(run);
	check_outcome(run);
	check_attackers(run);
	check_kept_state(run, &run->position);
	check_rotation(run);
	check_some_queries(run);
	check_legal_attempts(run);
	check_castling_attempts(run);
	check_random_attempts(run);
	if (run->ply % ALL_MOVES_EVERY == 0)
		check_all_moves(run);
	if (run->ply % ALL_QUERIES_EVERY == ALL_QUERIES_EVERY - 1)
		check_all_queries(run);
}

static void
count_move(struct content *content, const struct move *move)
{
	content->plies++;
	content->captures += move->victim != CELL_NONE;
	content->promotions += move->promotion != KIND_NONE;
	content->en_passants += move->type == MOVE_ENPASSANT;
	content->castlings += move->type == MOVE_CASTLE;
}

static void
play_game(struct run *run)
{
	bool from_start = run->game % START_EVERY == 0;
	unsigned plies = from_start ? START_PLIES : SCATTERED_PLIES;
	struct outcome outcome;

	if (from_start)
		run->position = run->rules.start;
	else
		scatter_pieces(run);
	for (run->ply = 0; run->ply < plies; run->ply++) {
		struct move move;

		write_position(run, &run->position, run->line);
		list_moves(run, &run->position, NULL, &run->moves);
		run->content.checks +=
		    run->position.checks[run->position.to_move] != 0;
		check_position(run);
		if (run->moves.n == 0)
			break;
		move = choose_move(run);
		check_move(run, &move);
		count_move(&run->content, &move);
		rules_apply(&run->rules, &run->position, &move);
	}
	rules_outcome(&run->rules, &run->position, &outcome);
	run->content.endings[outcome.ending]++;
}

/* 3PF of the start, by both. */
static void
check_start(struct run *run)
{
	char expected[NAIVE_TPF_MAX];

	naive->start(expected, sizeof(expected));
	write_position(run, &run->rules.start, run->line);
	check(run, strcmp(run->line, expected) == 0, "the starts differ");
}

int
main(int argc, char **argv)
{
	static struct run run;
	const struct content *content = &run.content;

	run.random = argc > 1 ? strtoull(argv[1], NULL, 0) : default_seed;
	printf("seed %" PRIu64 "\n", run.random);
	rules_init(&run.rules, &variant_dreierschach, NULL);
	check_start(&run);
	for (run.game = 0; run.game < GAMES; run.game++)
		play_game(&run);
	printf("%u plies, %u captures, %u promotions, %u en passant, "
	       "%u castlings, %u in check\n",
	    content->plies, content->captures, content->promotions,
	    content->en_passants, content->castlings, content->checks);
	printf("%u mates, %u stalemates, %u bare kings, %u unfinished\n",
	    content->endings[ENDING_MATE], content->endings[ENDING_STALEMATE],
	    content->endings[ENDING_BARE_KINGS], content->endings[ENDING_NONE]);
	printf("%lu passed, %lu failed\n", run.passed, run.failed);
	return run.failed != 0;
}
