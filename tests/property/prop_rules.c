/*
 * Properties of the rules of every variant over random games, long ones from
 * the start and short ones from scattered pieces: rules/ agrees with the naive
 * engine on moves, calls, turns of two moves, declared players, positions,
 * results, attackers and the sieged player; moves that the ko forbids repeat a
 * position; keys and check marks kept by play equal those computed from
 * scratch; turning the board by a seat turns the moves; queries are filters;
 * every illegal attempt has a reason; a position written as 3PF reads as the
 * same position.
 *
 * `prop_rules [SEED]`; the last line counts what passed and failed. To add a
 * variant, add a row to the table at the end.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/position/tpf.h"
#include "tests/naive/naive.h"
#include "tests/property/attackers.h"
#include "tests/property/moves.h"
#include "tests/property/random.h"
#include "tests/property/reached.h"
#include "tests/property/rotate.h"
#include "tests/property/scatter.h"
#include "tests/property/sound.h"
#include "parse/resolve/resolve.h"

enum {
	START_EVERY = 12, /* games from the start among the scattered ones */
	START_PLIES = 120,
	SCATTERED_PLIES = 14,
	REPORTS_MAX = 3, /* failures of one kind told in full */
	KINDS_OF_FAILURE = 64,
	ATTEMPTS = 60,    /* random moves to explain at each ply */
	QUERIES = 30,     /* random queries at each ply */
	YIELD_EVERY = 60, /* plies, and so on */
	PASS_EVERY = 20,
	CALLS = 8,             /* random calls with a move at each ply */
	PAIRS = 12,            /* turns of two moves at each ply */
	KO_MOVES = 60,         /* of the fewest pieces the ko is tried */
	KO_PLIES = 60,         /* ... in longer games */
	SIGHT_MAX = 1024,      /* bytes of the state that the ko compares */
	QUIET_EVERY = 12,      /* plain moves between trials of one */
	CELL_QUERIES_EVERY = 8 /* plies between trials of all cells */
};

static const uint64_t default_seed = UINT64_C(20231101);

/* A variant, and its tests. */
struct row {
	const struct variant *variant;
	const struct naive_engine *naive;
	/* The naive engine's sieged player; NULL in games without siege. */
	int (*sieged)(const char *tpf);
	unsigned games;              /* with each of the settings */
	const char *const *settings; /* "Pope=no Siege=moved", NULL-ended */
};

typedef char move_text[NAIVE_MOVE_MAX];

struct texts {
	size_t n;
	move_text text[MOVES_MAX];
};

/* How often a check failed. */
struct failure {
	const char *what;
	unsigned n;
};

struct run {
	const struct row *row;
	struct rules rules;
	struct rules turned; /* with each player's options a seat on */
	struct alphabet letters;
	struct dice dice;
	bool is_usual; /* the seed, with which all is reached that should be */
	struct arena arena;
	unsigned long passed, failed;
	struct failure failures[KINDS_OF_FAILURE];
	unsigned reached[REACHED];
	unsigned reasons[ILLEGALS]; /* given against moves, by enum illegal */
	unsigned plies, sieged;     /* with these settings */
	unsigned game, ply;
	uint8_t fort[PLAYERS]; /* counters of fortifications called in play */
	/* The position under test, its line and all its legal moves, and those
	 * after a fortification. */
	struct position position;
	struct strbuf line;
	struct moves moves, fortified;
	const char *tried; /* the move that is looked at, or NULL */
	/* The past of this game, and the state that the ko compares. */
	struct past past[START_PLIES];
	char sight[START_PLIES][SIGHT_MAX];
	struct move last[PLAYERS]; /* the last move of each */
	/* Room for the comparisons. */
	struct strbuf other_line, text;
	struct moves some, others;
	const struct notation *notation; /* coordinates */
	bool has_ko;
	struct texts texts, naive_texts;
};

/* Counts a failure; whether it is one of the first of its kind. */
static bool
is_news(struct run *run, const char *what)
{
	struct failure *failure = run->failures;

	run->failed++;
	while (failure->what != NULL && strcmp(failure->what, what) != 0 &&
	    failure + 1 < run->failures + KINDS_OF_FAILURE)
		failure++;
	failure->what = what;
	return failure->n++ < REPORTS_MAX;
}

static void
check(struct run *run, bool holds, const char *what)
{
	if (holds)
		run->passed++;
	else if (is_news(run, what))
		printf("%s, game %u, ply %u: %s%s%s\n  %s\n",
		    run->row->variant->id, run->game, run->ply, what,
		    run->tried != NULL ? ": " : "",
		    run->tried != NULL ? run->tried : "", run->line.ptr);
}

/*
 * Text
 */

static const char *
write_position(
    const struct run *run, const struct position *position, struct strbuf *out)
{
	strbuf_reset(out);
	tpf_write(&run->rules, position, out);
	return out->ptr;
}

static void
write_move(struct run *run, const struct move *move, const struct marks *marks,
    move_text out)
{
	strbuf_reset(&run->text);
	notation_write(run->notation, &run->rules, &run->letters,
	    &run->position, move, marks, &run->text);
	assert(run->text.len < NAIVE_MOVE_MAX);
	snprintf(out, NAIVE_MOVE_MAX, "%s", run->text.ptr);
}

/* Writes a move without its declarations. */
static void
write_bare(struct run *run, const struct move *move, move_text out)
{
	static const struct marks none = { .mover = 0 };

	write_move(run, move, &none, out);
}

static int
compare_texts(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* The moves without their declarations, sorted. */
static void
write_moves(struct run *run, const struct moves *moves, struct texts *out)
{
	out->n = moves->n;
	for (size_t i = 0; i < moves->n; i++)
		write_bare(run, &moves->move[i], out->text[i]);
	qsort(out->text, out->n, sizeof(out->text[0]), compare_texts);
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

/*
 * Moves
 */

_Static_assert(
    (int)MOVES_MAX == (int)NAIVE_MOVES_MAX, "both lists hold as many");

static const struct move *
random_move(struct run *run, const struct moves *moves)
{
	return &moves->move[dice_below(&run->dice, (unsigned)moves->n)];
}

/* True if the move moves a piece; castling does. */
static bool
moves_piece(const struct move *move)
{
	return move->type < MOVE_FIELD;
}

static enum kind
kind_of_mover(const struct run *run, const struct move *move)
{
	return moves_piece(move) ? piece_kind(run->position.at[move->from])
				 : KIND_NONE;
}

/*
 * Against the naive engine
 */

static void
check_moves(struct run *run)
{
	bool distinct = true;

	write_moves(run, &run->moves, &run->texts);
	run->naive_texts.n = run->row->naive->moves(
	    run->line.ptr, run->naive_texts.text, MOVES_MAX);
	qsort(run->naive_texts.text, run->naive_texts.n,
	    sizeof(run->naive_texts.text[0]), compare_texts);
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
	const char *expected = run->row->naive->result(run->line.ptr);
	struct outcome outcome;

	rules_outcome(&run->rules, &run->position, &outcome);
	reached_by_ending(run->reached, outcome.ending);
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
	const struct position *position = &run->position;
	bool leave = tpf_game_of(run->rules.variant)->leavers != LEAVERS_NONE;
	bool declares = dialect_of(run->rules.variant)->declares;

	for (unsigned p = 0; p < PLAYERS; p++) {
		check(run, leave || position->king[p] != CELL_NONE,
		    "a king has been captured");
		check(run,
		    position->checks[p] ==
			run->row->naive->attackers(run->line.ptr, (int)p),
		    "the check marks differ from the naive attackers");
		/* Elsewhere kings and fortresses make a difference. */
		if (!declares && position->king[p] != CELL_NONE)
			check(run,
			    cell_attackers(&run->rules, position, p,
				position->king[p]) == position->checks[p],
			    "the attackers differ from the naive ones");
	}
}

static void
check_sieged(struct run *run)
{
	struct outcome outcome;
	unsigned sieged;
	int expected;

	if (run->row->sieged == NULL)
		return;
	rules_outcome(&run->rules, &run->position, &outcome);
	if (outcome.ending != ENDING_NONE)
		return;
	sieged = siege_sieged(&run->rules, &run->position);
	expected = run->row->sieged(run->line.ptr);
	check(run,
	    sieged ==
		(expected < 0 ? (unsigned)PLAYER_NONE : (unsigned)expected),
	    "the engines differ about who is sieged");
	run->sieged += sieged == run->position.to_move;
	run->reached[SIEGED] += sieged == run->position.to_move;
}

/*
 * State that play updates
 */

static void
check_sets(struct run *run, const struct position *position)
{
	struct position rebuilt;

	position_clear(&rebuilt);
	for (cell c = 0; c < run->rules.board.cells; c++)
		if (position->at[c] != PIECE_NONE)
			position_put(&rebuilt, c, position->at[c]);
	check(run,
	    memcmp(rebuilt.owned, position->owned, sizeof(rebuilt.owned)) ==
		    0 &&
		memcmp(rebuilt.kind, position->kind, sizeof(rebuilt.kind)) ==
		    0 &&
		memcmp(rebuilt.king, position->king, sizeof(rebuilt.king)) ==
		    0 &&
		rebuilt.pieces == position->pieces,
	    "the sets do not fit the board");
}

static bool
same_checks(const struct position *a, const struct position *b)
{
	return memcmp(a->checks, b->checks, sizeof(a->checks)) == 0 &&
	    a->attacks_nothing == b->attacks_nothing &&
	    a->uncapturable == b->uncapturable;
}

/* A missing line would hide a check; an extra one costs only time. */
static bool
has_pin_rays(const struct position *position, const struct position *fresh)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->king[p] != CELL_NONE &&
		    (fresh->pin_rays[p] & ~(unsigned)position->pin_rays[p]) !=
			0)
			return false;
	return true;
}

/* State kept by play equals state computed from scratch. */
static void
check_kept_state(struct run *run, const struct position *position)
{
	struct position fresh = *position;

	check(run, position->key == rules_full_key(&run->rules, position),
	    "the key is not the full key");
	rules_recompute_checks(&run->rules, &fresh);
	check(run, same_checks(&fresh, position), "the check marks are stale");
	check(
	    run, has_pin_rays(position, &fresh), "a line to a king is missing");
	if (run->rules.variant == &variant_bnem)
		check(run,
		    memcmp(&fresh.bnem.promoted, &position->bnem.promoted,
			sizeof(fresh.bnem.promoted)) == 0,
		    "the set of promoted pieces is stale");
	check_sets(run, position);
}

/* 3PF, written, read and written again, does not change; nor does the position.
 */
static void
check_line(struct run *run)
{
	struct diags diags;
	struct position read;

	diags_init(&diags, &run->arena);
	if (!tpf_read(
		&run->rules, strbuf_as_slice(&run->line), 0, &diags, &read)) {
		run->tried = diags.len > 0 ? diags.list[0].message : NULL;
		check(run, false, "the position cannot be read");
		run->tried = NULL;
		arena_reset(&run->arena);
		return;
	}
	check(run,
	    strcmp(write_position(run, &read, &run->other_line),
		run->line.ptr) == 0,
	    "the position is written otherwise when it has been read");
	check(run,
	    read.key == run->position.key && same_checks(&read, &run->position),
	    "the position read is another");
	list_moves(&run->rules, &read, NULL, &run->some);
	write_moves(run, &run->some, &run->texts);
	write_moves(run, &run->moves, &run->naive_texts);
	check(run, same_texts(&run->texts, &run->naive_texts),
	    "the position read has other moves");
	arena_reset(&run->arena);
}

/*
 * Playing moves, in both engines
 */

/* Both make the same position of a legal move, written as `text`. */
static void
check_play(struct run *run, const struct move *move, const char *text)
{
	struct position next = run->position;
	char expected[NAIVE_TPF_MAX];
	bool applied = run->row->naive->apply(
	    run->line.ptr, text, expected, sizeof(expected));

	run->tried = text;
	rules_make_move(&run->rules, &next, move);
	write_position(run, &next, &run->other_line);
	reached_by_move(run->reached, &run->rules, &run->position, move);
	reached_by_change(run->reached, &run->position, &next, move);
	if (!applied)
		check(run, false, "the naive engine does not play the move");
	else if (strcmp(run->other_line.ptr, expected) == 0)
		run->passed++;
	else if (is_news(run, "the positions after a move differ"))
		printf("%s: the positions after %s differ\n  %s\n  rules "
		       "%s\n  naive %s\n",
		    run->row->variant->id, text, run->line.ptr,
		    run->other_line.ptr, expected);
	check_kept_state(run, &next);
	run->tried = NULL;
}

/* A move as rules_moves gives it: check is declared against all. */
static void
check_move(struct run *run, const struct move *move)
{
	move_text text;
	size_t len;

	write_bare(run, move, text);
	len = strlen(text);
	if (dialect_of(run->rules.variant)->declares)
		snprintf(text + len, sizeof(text) - len, "!");
	check_play(run, move, text);
}

/* One in this many such moves is played: rare ones matter most. */
static unsigned
rarity(const struct move *move)
{
	if (move->type == MOVE_ENPASSANT || move->type == MOVE_ILLUMINATION)
		return 1;
	if (move->type == MOVE_DROP)
		return QUIET_EVERY;
	if (move->promotion != KIND_NONE || move->type > MOVE_ENPASSANT)
		return 2;
	return move->type == MOVE_CAPTURE ? 3 : QUIET_EVERY;
}

static void
check_some_moves(struct run *run)
{
	for (size_t i = 0; i < run->moves.n; i++)
		if (dice_one_in(&run->dice, rarity(&run->moves.move[i])))
			check_move(run, &run->moves.move[i]);
}

/*
 * Declarations and calls
 */

/* The kings against which the move can declare: the same that its marks call
 * attacked. */
static unsigned
attacked_after(struct run *run, const struct move *move)
{
	struct position after = run->position;
	struct move plain = *move;
	struct marks marks;
	unsigned kings;

	plain.calls &= CALL_FORTIFY;
	plain.check = ALL_PLAYERS;
	rules_make_move(&run->rules, &after, &plain);
	kings = after.siege.declared[run->position.to_move];
	marks = marks_of_move(&run->rules, &run->position, &plain);
	check(run, marks.attacked == kings,
	    "the marks differ from what can be declared");
	return kings;
}

/* True if a move with its declarations and calls is legal. */
static bool
calls_are_legal(
    const struct run *run, const struct move *move, unsigned attacked)
{
	const struct moves *moves =
	    (move->calls & CALL_FORTIFY) != 0 ? &run->fortified : &run->moves;
	struct verdict verdict;

	if (!has_move(moves, move) ||
	    ((move->check | move->mate) & ~attacked) != 0)
		return false;
	rules_explain_calls(&run->rules, &run->position, move, &verdict);
	return verdict.why == ILLEGAL_NOT;
}

/* Both engines agree on the move with its declarations and calls. */
static void
check_calls(struct run *run, const struct move *move)
{
	unsigned attacked = attacked_after(run, move);
	unsigned declared = move->check | move->mate;
	struct marks marks = { .mover = run->position.to_move,
		.attacked = attacked,
		.check = move->check,
		.mate = move->mate };
	char expected[NAIVE_TPF_MAX];
	bool legal, naive_legal;
	move_text text;

	write_move(run, move, &marks, text);
	run->tried = text;
	legal = calls_are_legal(run, move, attacked);
	naive_legal = run->row->naive->apply(
	    run->line.ptr, text, expected, sizeof(expected));
	check(run, legal == naive_legal,
	    legal ? "only the naive engine refuses the calls"
		  : "only the naive engine allows the calls");
	run->tried = NULL;
	run->reached[REFUSED] += move->calls != 0 && !legal;
	if (!legal || !naive_legal)
		return;
	run->reached[PARTLY_DECLARED] += declared != 0 && declared != attacked;
	run->reached[MATES_DECLARED] += move->mate != 0;
	check_play(run, move, text);
}

/* Declares against some of the kings attacked, or now and then any. */
static void
declare_at_random(struct run *run, struct move *move)
{
	unsigned attacked = attacked_after(run, move);
	unsigned kings = dice_below(&run->dice, ALL_PLAYERS + 1);
	unsigned mates = dice_below(&run->dice, ALL_PLAYERS + 1);

	if (!dice_one_in(&run->dice, 5)) {
		kings &= attacked;
		mates &= attacked;
	}
	if (dice_one_in(&run->dice, 3))
		kings = attacked;
	if (dice_one_in(&run->dice, 2))
		mates = 0;
	move->check = (uint8_t)(kings & ~mates);
	move->mate = (uint8_t)mates;
}

/* A random move with random calls, legal or not. */
static struct move
random_calls(struct run *run)
{
	const struct moves *moves =
	    run->fortified.n > 0 && dice_one_in(&run->dice, 3) ? &run->fortified
							       : &run->moves;
	struct move move = *random_move(run, moves);

	if (moves == &run->fortified)
		move.calls = CALL_FORTIFY;
	for (unsigned call = 1; call <= CALL_TOUCH; call <<= 1)
		if (dice_one_in(&run->dice, 4))
			move.calls |=
			    (uint8_t)(call & run->rules.variant->calls);
	declare_at_random(run, &move);
	return move;
}

/* It works on a captured king too, after en passant, after promotion. */
static void
check_touches(struct run *run)
{
	unsigned sieged = siege_sieged(&run->rules, &run->position);

	for (size_t i = 0; i < run->moves.n; i++) {
		struct move move = run->moves.move[i];

		if (move.victim == CELL_NONE ||
		    piece_owner(run->position.at[move.victim]) != sieged)
			continue;
		move.calls = CALL_TOUCH;
		declare_at_random(run, &move);
		check_calls(run, &move);
	}
}

/* A pass, a yield or a called stalemate that is not among the legal moves. */
static void
check_call_alone(struct run *run, enum move_type type)
{
	struct move_query attempt = { .type = type,
		.from = CELL_NONE,
		.to = CELL_NONE,
		.from_file = FILES_MAX,
		.side = SIDES_MAX };
	struct move move = bare_move(type);
	char expected[NAIVE_TPF_MAX];
	struct verdict verdict;
	bool naive_legal;
	move_text text;

	write_bare(run, &move, text);
	run->tried = text;
	rules_explain(&run->rules, &run->position, &attempt, &verdict);
	run->reasons[verdict.why]++;
	naive_legal = run->row->naive->apply(
	    run->line.ptr, text, expected, sizeof(expected));
	check(run, (verdict.why == ILLEGAL_NOT) == naive_legal,
	    "the engines differ about a call alone");
	check(run,
	    is_sound(&(struct refusal){
		&run->rules, &run->position, &attempt, &verdict }),
	    "a reason against a call does not hold");
	run->tried = NULL;
	if (verdict.why == ILLEGAL_NOT && naive_legal)
		check_play(run, &move, text);
}

/* One that the game has. */
static enum move_type
random_call_alone(struct run *run)
{
	enum move_type type;

	do
		type = (enum move_type)(MOVE_PASS + dice_below(&run->dice, 3));
	while (!(run->rules.variant->actions >> type & 1));
	return type;
}

static void
check_all_calls(struct run *run)
{
	const struct variant *variant = run->rules.variant;

	if (variant->actions >> MOVE_PASS != 0)
		check_call_alone(run, random_call_alone(run));
	if (!dialect_of(variant)->declares || run->moves.n == 0)
		return;
	for (int i = 0; i < CALLS; i++) {
		struct move move = random_calls(run);

		check_calls(run, &move);
	}
	if (variant->calls & CALL_TOUCH)
		check_touches(run);
}

/*
 * Turns of two moves, and the player who may begin
 */

/*
 * Lists the moves that the first or, after it, the second half of a turn may
 * be. The list is empty if there are none, or too many.
 */
static void
list_half(
    struct run *run, const struct position *half, const struct moves **out)
{
	*out = &run->others;
	if (!list_moves(&run->rules, half, NULL, &run->others))
		run->others.n = 0;
}

/* Any of the moves listed or, now and then, of those of a whole turn, or one
 * that cannot be a part of two. */
static struct move
choose_half(struct run *run, const struct moves *moves)
{
	if (dice_one_in(&run->dice, 16))
		return bare_move(
		    dice_one_in(&run->dice, 2) ? MOVE_PASS : MOVE_YIELD);
	return *random_move(run,
	    moves->n == 0 || dice_one_in(&run->dice, 4) ? &run->moves : moves);
}

/* Reads two moves as one turn; false if they are not legal. */
static bool
read_pair(struct run *run, const char *text, struct move *move)
{
	const struct reader_context reader = { &run->rules, run->notation,
		&run->letters };
	struct slice token = slice_of(text);
	struct parsed_turn parsed;
	struct diags diags;
	bool legal;

	diags_init(&diags, &run->arena);
	legal = notation_read(run->notation, &run->letters, token, &parsed) &&
	    resolve_move(
		&reader, &run->position, token, 0, &parsed, &diags, move);
	arena_reset(&run->arena);
	return legal;
}

/* Both engines agree on two moves in a turn, and play them alike. */
static void
check_pair(struct run *run, const char *text)
{
	char expected[NAIVE_TPF_MAX];
	struct move move;
	bool legal = read_pair(run, text, &move);

	run->tried = text;
	check(run,
	    legal ==
		run->row->naive->apply(
		    run->line.ptr, text, expected, sizeof(expected)),
	    legal ? "only the naive engine refuses two moves"
		  : "only the naive engine allows two moves");
	run->tried = NULL;
	run->reached[REFUSED] += !legal;
	if (legal)
		check_play(run, &move, text);
}

/* Tries two moves; the second is mostly possible after the first. */
static void
try_pair(struct run *run)
{
	struct position half = run->position;
	const struct moves *moves;
	move_text first, second;
	char text[2 * NAIVE_MOVE_MAX];
	struct move move;

	rules_begin_pair(&half);
	list_half(run, &half, &moves);
	move = choose_half(run, moves);
	write_bare(run, &move, first);
	if (has_move(moves, &move)) {
		rules_make_move(&run->rules, &half, &move);
		list_half(run, &half, &moves);
	}
	move = choose_half(run, moves);
	write_bare(run, &move, second);
	snprintf(text, sizeof(text), "%s&%s", first, second);
	if (strlen(text) < NAIVE_MOVE_MAX)
		check_pair(run, text);
}

static void
check_pairs(struct run *run)
{
	if (!run->rules.variant->pairs || run->moves.n == 0)
		return;
	for (int i = 0; i < PAIRS; i++)
		try_pair(run);
}

/* If the record says who moves next, both engines give him the same turn. */
static void
check_beginner(struct run *run, unsigned player)
{
	struct position begun = run->position, next;
	struct marks named = { .named = true };
	char expected[NAIVE_TPF_MAX];
	struct move move;
	bool applied;

	rules_begin(&run->rules, &begun, player);
	if (!list_moves(&run->rules, &begun, NULL, &run->some) ||
	    run->some.n == 0)
		return;
	move = *random_move(run, &run->some);
	strbuf_reset(&run->text);
	notation_write(run->notation, &run->rules, &run->letters, &begun, &move,
	    &named, &run->text);
	applied = run->row->naive->apply(
	    run->line.ptr, run->text.ptr, expected, sizeof(expected));
	next = begun;
	rules_make_move(&run->rules, &next, &move);
	write_position(run, &next, &run->other_line);
	run->tried = run->text.ptr;
	check(run, applied && strcmp(run->other_line.ptr, expected) == 0,
	    "the engines differ about the player named");
	run->tried = NULL;
	run->reached[NAMED] += player != run->position.to_move;
}

static void
check_beginners(struct run *run)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (rules_may_begin(&run->rules, &run->position, p))
			check_beginner(run, p);
}

/*
 * The ko, which the naive engine leaves out: it sees no past
 */

/* The value of a key in a line of 3PF, or nothing. */
static struct slice
key_of(const char *line, const char *key)
{
	const char *at = strstr(line, key);

	return at == NULL ? (struct slice){ line, 0 }
			  : (struct slice){ at, strcspn(at + 1, " ") + 1 };
}

/* Placement, promotion, hands, player to move, cubes. */
static void
see(struct run *run, const struct position *position, char out[SIGHT_MAX])
{
	const char *line = write_position(run, position, &run->other_line);
	int board = (int)strcspn(line, " ") + 2;
	struct slice hands = key_of(line, " hand=");
	struct slice cubes = key_of(line, " cubes=");

	snprintf(out, SIGHT_MAX, "%.*s%.*s%.*s", board, line, (int)hands.len,
	    hands.ptr, (int)cubes.len, cubes.ptr);
}

/* True if the move repeats a position of the game up to this ply. */
static bool
brings_back(
    struct run *run, const struct position *position, const struct move *move)
{
	struct position after = *position;
	char sight[SIGHT_MAX];

	rules_make_move(&run->rules, &after, move);
	see(run, &after, sight);
	for (unsigned i = 0; i <= run->ply; i++)
		if (strcmp(run->sight[i], sight) == 0)
			return true;
	return false;
}

/* The rules list only moves that repeat no position, if they know the past. */
static void
check_ko(struct run *run)
{
	struct position position = run->position;
	move_text text;

	if (!run->rules.variant->remembers || run->moves.n > KO_MOVES)
		return;
	position.past = run->ply > 0 ? &run->past[run->ply - 1] : NULL;
	list_moves(&run->rules, &position, NULL, &run->some);
	for (size_t i = 0; i < run->moves.n; i++) {
		const struct move *move = &run->moves.move[i];
		bool legal = has_move(&run->some, move);

		write_bare(run, move, text);
		run->tried = text;
		check(run,
		    legal != (run->has_ko && brings_back(run, &position, move)),
		    legal ? "a move brings back what has been"
			  : "a move is forbidden that brings nothing back");
		run->tried = NULL;
		run->reached[KOS] += !legal;
	}
}

/*
 * Random games rarely repeat a position except by going to and fro. So this
 * pretends that the position after a move occurred before: the move is then
 * forbidden, unless the turn goes to another player with that past.
 */
static void
check_made_up_ko(struct run *run)
{
	struct position position = run->position, after = run->position;
	struct past past;
	struct move move;
	move_text text;
	bool repeats;

	if (!run->rules.variant->remembers || run->moves.n == 0)
		return;
	do
		move =
		    run->moves
			.move[dice_below(&run->dice, (unsigned)run->moves.n)];
	while (!dice_one_in(&run->dice, rarity(&move)));
	rules_make_move(&run->rules, &after, &move);
	position_remember(&after, &past);
	position.past = &past;
	list_moves(&run->rules, &position, NULL, &run->some);
	after = position;
	rules_make_move(&run->rules, &after, &move);
	repeats = run->has_ko && after.key == past.key;
	write_bare(run, &move, text);
	run->tried = text;
	check(run, has_move(&run->some, &move) != repeats,
	    repeats
		? "a move leads to what has been"
		: "a move is forbidden that leads to nothing that has been");
	run->tried = NULL;
}

/*
 * Rotation
 */

/* True if all players have the same set-up. */
static bool
is_symmetric(const struct rules *rules)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (rules->setup->own[p] != NULL)
			return false;
	return true;
}

/* Turning the board and playing come to the same in either order. */
static void
check_rotated_move(
    struct run *run, const struct position *rotated, const struct move *move)
{
	struct position next = run->position, turned, played = *rotated;
	struct move rotated_move = rotate_move(&run->rules, move);

	rules_make_move(&run->rules, &next, move);
	rules_make_move(&run->turned, &played, &rotated_move);
	rotate_position(&run->turned, &next, &turned);
	turned.number = played.number; /* it counts from White's turn */
	write_position(run, &turned, &run->text);
	check(run,
	    strcmp(run->text.ptr,
		write_position(run, &played, &run->other_line)) == 0,
	    "rotating the position does not rotate what a move does");
}

static void
check_rotation(struct run *run)
{
	struct position rotated;
	struct outcome before, after;

	if (!is_symmetric(&run->rules) || run->position.over != 0)
		return;
	rotate_position(&run->turned, &run->position, &rotated);
	list_moves(&run->turned, &rotated, NULL, &run->some);
	write_moves(run, &run->some, &run->texts);
	run->some.n = run->moves.n;
	for (size_t i = 0; i < run->moves.n; i++)
		run->some.move[i] =
		    rotate_move(&run->rules, &run->moves.move[i]);
	write_moves(run, &run->some, &run->naive_texts);
	check(run, same_texts(&run->texts, &run->naive_texts),
	    "rotating the position does not rotate the moves");
	rules_outcome(&run->rules, &run->position, &before);
	rules_outcome(&run->turned, &rotated, &after);
	check(run,
	    before.ending == after.ending &&
		after.winner == rotate_seat(before.winner),
	    "rotating the position does not rotate the outcome");
	if (run->moves.n > 0)
		check_rotated_move(
		    run, &rotated, random_move(run, &run->moves));
}

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
		    fitting > 0 && plain.type <= MOVE_CAPTURE &&
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
attempt_of(enum move_type type, cell from, cell to, enum kind promotion)
{
	return (struct move_query){
		.type = type,
		.kind = KIND_NONE,
		.from = from,
		.to = to,
		.from_file = FILES_MAX,
		.from_rank = 0,
		.promotion = promotion,
		.side = 0,
	};
}

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
	rules_explain(&run->rules, &run->position, attempt, &verdict);
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
	run->reasons[verdict.why]++;
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

/*
 * Games
 */

/*
 * How games are played: captures and promotions are preferred, so that games
 * open up, in some games more than in others.
 */
static const struct taste {
	unsigned quiet, pawn, capture, promotion, en_passant, castling, action;
} tastes[] = {
	{ 10, 10, 10, 10, 100, 100, 40 },
	{ 10, 30, 40, 400, 400, 400, 10 },
	{ 10, 60, 10, 1000, 400, 100, 80 },
	{ 10, 5, 100, 400, 400, 1000, 20 },
};

static unsigned
weigh(const struct run *run, const struct move *move)
{
	const struct taste *taste =
	    &tastes[run->game % (sizeof(tastes) / sizeof(tastes[0]))];

	if (!moves_piece(move))
		return taste->action;
	if (move->promotion != KIND_NONE)
		return taste->promotion;
	if (move->type == MOVE_CASTLE)
		return taste->castling;
	if (move->type == MOVE_ENPASSANT)
		return taste->en_passant;
	if (move->type == MOVE_CAPTURE)
		return taste->capture;
	return kind_of_mover(run, move) == PAWN ? taste->pawn : taste->quiet;
}

static struct move
choose_move(struct run *run)
{
	unsigned total = 0, pick;
	size_t i = 0;

	for (size_t m = 0; m < run->moves.n; m++)
		total += weigh(run, &run->moves.move[m]);
	assert(total > 0);
	pick = dice_below(&run->dice, total);
	while (pick >= weigh(run, &run->moves.move[i]))
		pick -= weigh(run, &run->moves.move[i++]);
	return run->moves.move[i];
}

/* Calls F or T if it is legal, and rarely something else. */
static struct move
choose_calls(struct run *run, const struct move *move)
{
	struct move trial = *move;
	unsigned calls = run->rules.variant->calls;

	if (!dice_one_in(&run->dice, 20))
		calls &= CALL_FORTIFY | CALL_TOUCH;
	trial.calls =
	    (uint8_t)(dice_one_in(&run->dice, 2) ? calls & dice_next(&run->dice)
						 : 0);
	if (dice_one_in(&run->dice, 3))
		declare_at_random(run, &trial);
	else
		trial.check = (uint8_t)attacked_after(run, &trial);
	return calls_are_legal(run, &trial, attacked_after(run, &trial))
	    ? trial
	    : *move;
}

/* Follows the counters of fortifications down to their end. */
static void
follow_forts(struct run *run, unsigned mover, const struct move *move)
{
	unsigned next = run->position.to_move;

	if (move->calls & CALL_FORTIFY)
		run->fort[mover] = run->position.siege.fort[mover];
	if (run->fort[next] == 0 ||
	    run->position.siege.fort[next] != --run->fort[next])
		run->fort[next] = 0;
	else if (run->fort[next] == 0)
		run->reached[FORTS_ENDED]++;
}

static void
list_fortified(struct run *run)
{
	struct position called = run->position;

	run->fortified.n = 0;
	if (!(run->rules.variant->calls & CALL_FORTIFY))
		return;
	rules_fortify(&run->rules, &called);
	list_moves(&run->rules, &called, NULL, &run->fortified);
}

static void
check_position(struct run *run)
{
	check_moves(run);
	check_outcome(run);
	check_attackers(run);
	check_sieged(run);
	check_kept_state(run, &run->position);
	check_line(run);
	check_rotation(run);
	check_some_moves(run);
	check_all_calls(run);
	check_pairs(run);
	check_beginners(run);
	check_ko(run);
	check_made_up_ko(run);
	check_queries(run);
	check_plain_moves(run);
	check_drops(run);
	if (run->ply % CELL_QUERIES_EVERY == 0)
		check_cell_queries(run);
	check_legal_attempts(run);
	check_castling_attempts(run);
	check_random_attempts(run);
	check_chain_attempts(run);
}

/* True if a pass or a yield is allowed and chance picks it. */
static bool
sits_out(struct run *run, enum move_type type, unsigned every)
{
	return (run->rules.variant->actions >> type & 1) &&
	    dice_one_in(&run->dice, every) &&
	    may_act(&run->rules, &run->position, type);
}

/*
 * Sometimes the move that takes the player's last one back, in games that may
 * forbid it.
 */
static bool
goes_back(struct run *run, struct move *move)
{
	const struct move *last = &run->last[run->position.to_move];

	if (!run->rules.variant->remembers || last->type != MOVE_QUIET ||
	    dice_one_in(&run->dice, 4))
		return false;
	for (size_t i = 0; i < run->moves.n; i++) {
		*move = run->moves.move[i];
		if (move->type == MOVE_QUIET && move->from == last->to &&
		    move->to == last->from)
			return true;
	}
	return false;
}

static struct move
choose_turn(struct run *run)
{
	struct move move;

	if (sits_out(run, MOVE_YIELD, YIELD_EVERY))
		return bare_move(MOVE_YIELD);
	if (sits_out(run, MOVE_PASS, PASS_EVERY))
		return bare_move(MOVE_PASS);
	if (goes_back(run, &move))
		return move;
	move = choose_move(run);
	return dialect_of(run->rules.variant)->declares
	    ? choose_calls(run, &move)
	    : move;
}

/* Plays a move, if there is any in the light of the past, which the position
 * then forgets. */
static bool
play_move(struct run *run)
{
	struct position *position = &run->position;
	unsigned mover = position->to_move;
	struct move move;

	if (run->ply > 0 && run->rules.variant->remembers) {
		position->past = &run->past[run->ply - 1];
		list_moves(&run->rules, position, NULL, &run->moves);
	}
	if (run->moves.n == 0)
		return false;
	move = choose_turn(run);
	position_remember(position, &run->past[run->ply]);
	rules_make_move(&run->rules, position, &move);
	position->past = NULL;
	run->last[mover] = move;
	follow_forts(run, mover, &move);
	return true;
}

static void
play_game(struct run *run)
{
	bool from_start = run->game % START_EVERY == 0;
	unsigned plies = from_start ? START_PLIES : SCATTERED_PLIES;

	if (from_start)
		run->position = run->rules.start;
	else
		scatter(&run->rules, &run->dice, &run->position);
	if (run->rules.variant->remembers && run->position.pieces < 8)
		plies = KO_PLIES;
	memset(run->fort, 0, sizeof(run->fort));
	memset(run->last, 0, sizeof(run->last));
	for (run->ply = 0; run->ply < plies; run->ply++) {
		const struct position *position = &run->position;

		write_position(run, position, &run->line);
		see(run, position, run->sight[run->ply]);
		if (!list_moves(&run->rules, position, NULL, &run->moves))
			break;
		list_fortified(run);
		run->plies++;
		run->reached[PLIES]++;
		run->reached[IN_CHECK] +=
		    position->checks[position->to_move] != 0;
		check_position(run);
		if (!play_move(run))
			break;
	}
}

/*
 * Variants and their options
 */

/* 3PF of the start, by both. */
static void
check_start(struct run *run)
{
	char expected[NAIVE_TPF_MAX];

	run->row->naive->start(expected, sizeof(expected));
	check(run,
	    strcmp(write_position(run, &run->rules.start, &run->line),
		expected) == 0,
	    "the starts differ");
}

/* Reads "Pope=no Siege=moved" and so on. */
static void
read_settings(
    const struct variant *variant, const char *text, struct settings *settings)
{
	settings_default(variant, settings);
	while (*text != '\0') {
		size_t name = strcspn(text, "=");
		const char *value = text + name + 1;
		size_t len = strcspn(value, " ");
		int option = variant_option(variant, text, name);
		bool read = option >= 0 &&
		    settings_read(variant, settings, option, value, len);

		assert(read);
		(void)read;
		text = value + len + (value[len] == ' ');
	}
	settings_settle(variant, settings);
}

static void
run_settings(struct run *run, const char *text)
{
	const struct variant *variant = run->row->variant;
	struct settings settings, turned;

	run->plies = run->sieged = 0;
	read_settings(variant, text, &settings);
	rotate_settings(variant, &settings, &turned);
	rules_init(&run->rules, variant, &settings);
	rules_init(&run->turned, variant, &turned);
	run->has_ko = strstr(text, "Ko=none") == NULL;
	if (*text == '\0')
		check_start(run);
	for (run->game = 0; run->game < run->row->games / SHARE; run->game++)
		play_game(run);
	printf("%s %s: %u plies", variant->id,
	    *text != '\0' ? text : "as usual", run->plies);
	if (run->row->sieged != NULL)
		printf(", %u sieged", run->sieged);
	printf("\n");
}

static void
print_reasons(const struct run *run)
{
	int reasons = 0;

	for (int why = ILLEGAL_NOT + 1; why < ILLEGALS; why++)
		reasons += run->reasons[why] > 0;
	printf("  %d kinds of reasons against moves\n", reasons);
}

static void
run_row(struct run *run, const struct row *row)
{
	run->row = row;
	run->tried = NULL;
	run->notation = notation_of(&notation_coordinate, row->variant);
	memset(run->reached, 0, sizeof(run->reached));
	memset(run->reasons, 0, sizeof(run->reasons));
	alphabet_init(&run->letters, &letter_sets[0], row->variant->letters);
	for (const char *const *text = row->settings; *text != NULL; text++)
		run_settings(run, *text);
	if (reached_print(run->reached, row->variant))
		run->passed++;
	else if (run->is_usual)
		run->failed++;
	print_reasons(run);
}

static const char *const no_settings[] = { "", NULL };

static const char *const siege_settings[] = {
	"",
	"Pope=no",
	"Siege=captures",
	"Siege=moved",
	"Siege=none",
	"Pope=no Siege=captures SiegeThreshold=1,2,3",
	"Pope=no Siege=moved SiegeThreshold=5",
	"SiegeThreshold=0,2,6",
	"Siege=captures SiegeThreshold=1 SiegeTwo=no",
	"SiegeThreshold=1 SiegeCalls=F@",
	"Pope=no SiegeThreshold=1 SiegeCalls=%T",
	"SiegeCalls=none",
	NULL,
};

static const char *const dreierschach_settings[] = { "", "EnPassant=any",
	"EnPassant=any Promotion=optional", NULL };
static const char *const nivichanov_settings[] = { "", "Knight=usual",
	"QueenCastling=space", "Knight=usual QueenCastling=space", NULL };
static const char *const triumvirate_settings[] = { "", "Setup=document",
	NULL };

static const char *const bnem_settings[] = {
	"",
	"Cubes=yes",
	"Ko=none First=Red",
	"MultiCapture=last",
	"Drops=no",
	"Cubes=yes First=Black MultiCapture=last",
	NULL,
};

static const struct row rows[] = {
	{ &variant_dreierschach, &naive_dreierschach, NULL, 120,
	    dreierschach_settings },
	{ &variant_siege, &naive_siege, naive_siege_sieged, 24,
	    siege_settings },
	{ &variant_nivichanov, &naive_nivichanov, NULL, 60,
	    nivichanov_settings },
	{ &variant_triumvirate, &naive_triumvirate, NULL, 120,
	    triumvirate_settings },
	{ &variant_bnem, &naive_bnem, NULL, 36, bnem_settings },
	{ &variant_threechess, &naive_threechess, NULL, 60, no_settings },
};

int
main(int argc, char **argv)
{
	static struct run run;

	run.dice.state = argc > 1 ? strtoull(argv[1], NULL, 0) : default_seed;
	run.is_usual = run.dice.state == default_seed && SHARE == 1;
	printf("seed %" PRIu64 "\n", run.dice.state);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		run_row(&run, &rows[i]);
	strbuf_release(&run.line);
	strbuf_release(&run.other_line);
	strbuf_release(&run.text);
	arena_release(&run.arena);
	for (int i = 0; i < KINDS_OF_FAILURE && run.failures[i].n > 0; i++)
		printf(
		    "%u times: %s\n", run.failures[i].n, run.failures[i].what);
	printf("%lu passed, %lu failed\n", run.passed, run.failed);
	return run.failed != 0;
}
