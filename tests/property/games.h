/*
 * Random games of every variant, long ones from the start and short ones from
 * scattered pieces, for all programs of properties. To add a variant, add a row
 * to the table at the end.
 */
#pragma once

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/position/tpf.h"
#include "parse/resolve/resolve.h"
#include "tests/naive/naive.h"
#include "tests/property/moves.h"
#include "tests/property/random.h"
#include "tests/property/reached.h"
#include "tests/property/scatter.h"
#include "tests/property/settings.h"

enum {
	START_EVERY = 12, /* games from the start among the scattered ones */
	START_PLIES = 120,
	SCATTERED_PLIES = 14,
	REPORTS_MAX = 3, /* failures of one kind told in full */
	KINDS_OF_FAILURE = 64,
	YIELD_EVERY = 60, /* plies, and so on */
	PASS_EVERY = 20,
	STALEMATE_EVERY = 200,
	PAIR_EVERY = 3,
	NOTATIONS_MAX = 8,
	SETS_MAX = 4,     /* of letters */
	KO_PLIES = 60,    /* ... in longer games */
	SIGHT_MAX = 1024, /* bytes of the state that the ko compares */
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
	/* Those of the game in the places of the common ones. */
	const struct notation *notation[NOTATIONS_MAX + 1];
	struct alphabet letters[SETS_MAX];
	unsigned sets; /* of letters that have all pieces of the game */
	struct dice dice;
	bool is_default; /* the options are the default */
	bool counts;     /* the program reaches all that matters */
	bool is_usual; /* the seed, with which all is reached that should be */
	struct arena arena;
	unsigned long passed, failed;
	struct failure failures[KINDS_OF_FAILURE];
	unsigned reached[REACHED];
	unsigned plies, sieged; /* with these settings */
	unsigned game, ply;
	uint8_t fort[PLAYERS]; /* counters of fortifications called in play */
	/* The position under test, its line and all its legal moves, and those
	 * after a fortification. */
	struct position position;
	struct strbuf line;
	struct moves moves, fortified;
	/* The property: of a game, or (NULL) of each of its positions. */
	void (*try_game)(struct run *run);
	void (*check_position)(struct run *run);
	const char *tried; /* the move that is looked at, or NULL */
	/* The past of this game, and the state that the ko compares. */
	struct past past[START_PLIES];
	char sight[START_PLIES][SIGHT_MAX];
	struct move last[PLAYERS]; /* the last move of each */
	/* Room for the comparisons. */
	struct strbuf other_line, text;
	struct moves some, others;
	const struct notation *coordinate;
	bool has_ko;
	struct texts texts, naive_texts;
};

static inline unsigned
below(struct run *run, unsigned limit)
{
	return dice_below(&run->dice, limit);
}

static inline bool
once_in(struct run *run, unsigned times)
{
	return dice_one_in(&run->dice, times);
}

static inline const struct alphabet *
random_letters(struct run *run)
{
	return &run->letters[below(run, run->sets)];
}

/* Counts a failure; whether it is one of the first of its kind. */
static inline bool
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

static inline void
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

static inline const char *
write_position(
    const struct run *run, const struct position *position, struct strbuf *out)
{
	strbuf_reset(out);
	tpf_write(&run->rules, position, out);
	return out->ptr;
}

static inline void
write_move(struct run *run, const struct move *move, const struct marks *marks,
    move_text out)
{
	strbuf_reset(&run->text);
	notation_write(
	    &(struct language){ &run->rules, run->coordinate, run->letters },
	    &run->position, move, marks, &run->text);
	assert(run->text.len < NAIVE_MOVE_MAX);
	snprintf(out, NAIVE_MOVE_MAX, "%s", run->text.ptr);
}

/* Writes a move without its declarations. */
static inline void
write_bare(struct run *run, const struct move *move, move_text out)
{
	static const struct marks none = { .mover = 0 };

	write_move(run, move, &none, out);
}

/*
 * Moves
 */

_Static_assert(
    (int)MOVES_MAX == (int)NAIVE_MOVES_MAX, "both lists hold as many");

static inline const struct move *
random_move(struct run *run, const struct moves *moves)
{
	return &moves->move[dice_below(&run->dice, (unsigned)moves->n)];
}

/* True if the move moves a piece; castling does. */
static inline bool
moves_piece(const struct move *move)
{
	return move->type < MOVE_FIELD;
}

static inline enum kind
kind_of_mover(const struct run *run, const struct move *move)
{
	return moves_piece(move) ? piece_kind(run->position.at[move->from])
				 : KIND_NONE;
}

/*
 * Declarations, and the state that the ko compares
 */

/* The kings against which the move can declare: the same that its marks call
 * attacked. */
static inline unsigned
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

/* True if the calls of a legal move are legal. */
static inline bool
is_allowed(const struct run *run, const struct position *position,
    const struct move *move)
{
	return rules_explain_calls(&run->rules, position, move).why ==
	    ILLEGAL_NOT;
}

/* True if a move with its declarations and calls is legal. */
static inline bool
calls_are_legal(
    const struct run *run, const struct move *move, unsigned attacked)
{
	const struct moves *moves =
	    (move->calls & CALL_FORTIFY) != 0 ? &run->fortified : &run->moves;

	return has_move(moves, move) &&
	    ((move->check | move->mate) & ~attacked) == 0 &&
	    is_allowed(run, &run->position, move);
}

/* Declares against some of the kings attacked, or now and then any. */
static inline void
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

/* The value of a key in a line of 3PF, or nothing. */
static inline struct slice
key_of(const char *line, const char *key)
{
	const char *at = strstr(line, key);

	return at == NULL ? (struct slice){ line, 0 }
			  : (struct slice){ at, strcspn(at + 1, " ") + 1 };
}

/* Placement, promotion, hands, player to move, cubes. */
static inline void
see(struct run *run, const struct position *position, char out[SIGHT_MAX])
{
	const char *line = write_position(run, position, &run->other_line);
	int board = (int)strcspn(line, " ") + 2;
	struct slice hands = key_of(line, " hand=");
	struct slice cubes = key_of(line, " cubes=");

	snprintf(out, SIGHT_MAX, "%.*s%.*s%.*s", board, line, (int)hands.len,
	    hands.ptr, (int)cubes.len, cubes.ptr);
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

static inline unsigned
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

static inline struct move
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
static inline struct move
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
static inline void
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

static inline void
list_fortified(struct run *run)
{
	struct position called = run->position;

	run->fortified.n = 0;
	if (!(run->rules.variant->calls & CALL_FORTIFY))
		return;
	rules_fortify(&run->rules, &called);
	list_moves(&run->rules, &called, NULL, &run->fortified);
}

/* A pass, a yield or a stalemate called, now and then, if it is allowed. */
static inline bool
sits_out(struct run *run, struct move *move)
{
	static const struct {
		enum move_type type;
		unsigned every;
	} kinds[] = { { MOVE_YIELD, YIELD_EVERY }, { MOVE_PASS, PASS_EVERY },
		{ MOVE_STALEMATE, STALEMATE_EVERY } };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if ((run->rules.variant->actions >> kinds[i].type & 1) &&
		    dice_one_in(&run->dice, kinds[i].every) &&
		    may_act(&run->rules, &run->position, kinds[i].type)) {
			*move = bare_move(kinds[i].type);
			return true;
		}
	return false;
}

/* Two moves in a turn, in games with such turns. */
static inline bool
pick_pair(struct run *run, struct move *move)
{
	struct position half = run->position;
	struct verdict verdict;
	struct move second;

	if (!run->rules.variant->pairs || !dice_one_in(&run->dice, PAIR_EVERY))
		return false;
	verdict = rules_explain_pair(&run->rules, &half);
	if (verdict.why != ILLEGAL_NOT)
		return false;
	rules_begin_pair(&half);
	if (!list_moves(&run->rules, &half, NULL, &run->some) ||
	    run->some.n == 0)
		return false;
	*move = *random_move(run, &run->some);
	rules_make_move(&run->rules, &half, move);
	if (!list_moves(&run->rules, &half, NULL, &run->some) ||
	    run->some.n == 0)
		return false;
	second = *random_move(run, &run->some);
	move_join(move, &second);
	return true;
}

/*
 * Sometimes the move that takes the player's last one back, in games that may
 * forbid it.
 */
static inline bool
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

static inline struct move
choose_turn(struct run *run)
{
	struct move move;

	if (sits_out(run, &move) || goes_back(run, &move) ||
	    pick_pair(run, &move))
		return move;
	move = choose_move(run);
	return dialect_of(run->rules.variant)->declares
	    ? choose_calls(run, &move)
	    : move;
}

/* True if the game is over or the player to move has no move at all. */
static inline bool
is_over(struct run *run, const struct position *position)
{
	struct outcome outcome = rules_outcome(&run->rules, position);
	return outcome.ending != ENDING_NONE ||
	    rules_count(&run->rules, position) == 0;
}

/*
 * If the record says who moves next, picks a mover with whom the game goes on.
 */
static inline void
pick_mover(struct run *run, struct position *position)
{
	struct position other = *position;
	unsigned player = below(run, PLAYERS);

	if (player == position->to_move ||
	    !rules_may_begin(&run->rules, position, player))
		return;
	rules_begin(&run->rules, &other, player);
	if (!is_over(run, position) && !is_over(run, &other))
		*position = other;
}

/* Picks a random move with calls; false if there is none. */
static inline bool
pick_move(struct run *run, const struct position *position, struct move *move)
{
	if (is_over(run, position))
		return false;
	run->position = *position;
	list_moves(&run->rules, position, NULL, &run->moves);
	list_fortified(run);
	*move = choose_turn(run);
	return true;
}

/* Plays a move, if there is any in the light of the past, which the position
 * then forgets. */
static inline bool
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

/* Sets the position up where a game begins, and returns how many plies it is of
 * interest. */
static inline unsigned
begin_game(struct run *run)
{
	bool from_start = run->game % START_EVERY == 0;

	if (from_start)
		run->position = run->rules.start;
	else
		scatter(&run->rules, &run->dice, &run->position);
	write_position(run, &run->position, &run->line);
	return from_start ? START_PLIES : SCATTERED_PLIES;
}

/* Plays a game, and checks every position of it. */
static inline void
play_game(struct run *run)
{
	unsigned plies = begin_game(run);

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
		run->check_position(run);
		if (!play_move(run))
			break;
	}
}

/*
 * Variants and their options
 */

static inline void
run_settings(struct run *run, const char *text)
{
	const struct variant *variant = run->row->variant;
	struct settings settings;

	run->plies = run->sieged = 0;
	if (!read_settings(variant, text, &settings))
		abort();
	rules_init(&run->rules, variant, &settings);
	run->is_default = *text == '\0';
	run->has_ko = strstr(text, "Ko=none") == NULL;
	for (run->game = 0; run->game < run->row->games / SHARE; run->game++)
		(run->try_game != NULL ? run->try_game : play_game)(run);
	printf("%s %s: %u plies", variant->id,
	    *text != '\0' ? text : "as usual", run->plies);
	if (run->row->sieged != NULL)
		printf(", %u sieged", run->sieged);
	printf("\n");
}

/* The notations of a game, and the sets of letters that have all its pieces. */
static inline void
choose_notations(struct run *run, const struct variant *variant)
{
	run->sets = 0;
	for (const struct letter_set *set = letter_sets;
	     set->id != NULL && run->sets < SETS_MAX; set++)
		if (letter_set_serves(set, variant->letters))
			alphabet_init(
			    &run->letters[run->sets++], set, variant->letters);
	for (unsigned n = 0; notations[n] != NULL; n++) {
		const struct notation *own = notation_of(notations[n], variant);

		run->notation[n] = own != NULL ? own : notations[n];
	}
}

static inline void
run_row(struct run *run, const struct row *row)
{
	run->row = row;
	run->tried = NULL;
	run->coordinate = notation_of(&notation_coordinate, row->variant);
	choose_notations(run, row->variant);
	memset(run->reached, 0, sizeof(run->reached));
	for (const char *const *text = row->settings; *text != NULL; text++)
		run_settings(run, *text);
	if (run->counts && !reached_print(run->reached, row->variant) &&
	    run->is_usual)
		run->failed++;
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
static const char *const triumvirate_settings[] = { "", "Naming=geometry",
	"Setup=document Naming=document", NULL };

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

/* Tries all games; `counts` tells that they must reach all features. */
static inline int
run_all(int argc, char **argv, void (*try_game)(struct run *run),
    void (*check_position)(struct run *run), bool counts)
{
	static struct run run;

	run.try_game = try_game;
	run.check_position = check_position;
	run.dice.state = argc > 1 ? strtoull(argv[1], NULL, 0) : default_seed;
	run.counts = counts;
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
