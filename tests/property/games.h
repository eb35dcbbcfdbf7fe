/*
 * Random games of every variant, with calls and declarations, for the
 * properties of their texts: prop_notation, prop_3pf and prop_records.
 */
#pragma once

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/position/tpf.h"
#include "parse/notation/notation.h"
#include "tests/property/moves.h"
#include "tests/property/scatter.h"
#include "tests/property/settings.h"

enum {
	PLIES = 320,
	SCATTERED_PLIES = 20,
	NOTATIONS_MAX = 8,
	SETS_MAX = 4, /* of letters */
	REPORTS_MAX = 20
};

static const uint64_t default_seed = UINT64_C(20240517);

/* A variant with options, and how much of it is tried. */
struct game {
	const char *variant;
	const char *options; /* "Name=value Name=value" */
	unsigned games, records;
};

static const struct game table[] = {
	{ "dreierschach", "", 400, 150 },
	{ "dreierschach", "EnPassant=any", 150, 30 },
	{ "dreierschach", "EnPassant=any Promotion=optional", 100, 30 },
	{ "siege", "", 250, 60 },
	{ "siege", "Siege=none", 60, 15 },
	{ "siege", "Siege=captures", 150, 30 },
	{ "siege", "Siege=captures SiegeThreshold=1,2,5", 100, 20 },
	{ "siege", "Siege=points SiegeThreshold=1 SiegeCalls=@%T", 150, 30 },
	{ "siege", "Siege=moved SiegeThreshold=4,6,8", 150, 30 },
	{ "siege", "Pope=no", 200, 50 },
	{ "siege", "Pope=no Siege=none", 60, 15 },
	{ "siege", "Pope=no Siege=captures SiegeTwo=no", 100, 20 },
	{ "siege", "Pope=no Siege=moved SiegeThreshold=2", 150, 30 },
	{ "triumvirate", "", 250, 60 },
	{ "triumvirate", "Naming=geometry", 60, 15 },
	{ "triumvirate", "Setup=document Naming=document", 60, 15 },
	{ "nivichanov", "", 200, 40 },
	{ "nivichanov", "Knight=usual", 60, 15 },
	{ "nivichanov", "QueenCastling=space", 60, 15 },
	{ "threechess", "", 200, 40 },
	{ "bnem", "", 150, 40 },
	{ "bnem", "Cubes=yes", 100, 30 },
	{ "bnem", "Cubes=yes First=Red Ko=none", 40, 15 },
	{ "bnem", "Drops=no First=Black MultiCapture=last", 60, 15 },
	{ NULL, NULL, 0, 0 },
};

/* Counts of the cases tested, to show that the games contained them: those of
 * moves, and those of prop_notation. */
enum content {
	PLAYED,
	CAPTURES,
	PROMOTIONS,
	EN_PASSANTS,
	CASTLINGS,
	CHECKS,
	MATES,
	FIELDS,
	TRAITORS,
	DOUBLE_TRAITORS,
	PASSES,
	KINGS_TAKEN,
	DROPS,
	CHAINS,
	ILLUMINATIONS,
	TWO_MOVES,
	NAMED,
	ELIMINATED,
	FORTS,
	TOUCHES,
	YIELDS,
	STALEMATES,
	OF_MOVES,
	LATER_MATES = OF_MOVES,
	CALLS_OF_MATE,
	MIXED,       /* check against one king and mate against another */
	PARTIAL,     /* not every king that is attacked */
	TRUE_CLAIMS, /* of mate */
	FALSE_CLAIMS,
	CONTENTS,
};

static const char *const content_names[CONTENTS] = {
	[PLAYED] = "plies",
	[CAPTURES] = "captures",
	[PROMOTIONS] = "promotions",
	[EN_PASSANTS] = "en passant",
	[CASTLINGS] = "castlings",
	[CHECKS] = "checks",
	[MATES] = "mates",
	[LATER_MATES] = "to be mated later",
	[CALLS_OF_MATE] = "true calls of no mate",
	[FIELDS] = "field promotions",
	[TRAITORS] = "traitors",
	[DOUBLE_TRAITORS] = "double traitors",
	[PASSES] = "passes",
	[KINGS_TAKEN] = "kings taken",
	[DROPS] = "drops",
	[CHAINS] = "chains of leaps",
	[ILLUMINATIONS] = "illuminations",
	[TWO_MOVES] = "turns of two moves",
	[NAMED] = "players named",
	[ELIMINATED] = "eliminated",
	[FORTS] = "fortifications",
	[TOUCHES] = "touches of death",
	[YIELDS] = "yields",
	[STALEMATES] = "stalemates called",
	[MIXED] = "mixed declarations",
	[PARTIAL] = "partial declarations",
	[TRUE_CLAIMS] = "true claims of mate",
	[FALSE_CLAIMS] = "false ones",
};

struct run {
	struct rules rules;
	struct dice dice;
	unsigned long passed, failed;
	unsigned long content[CONTENTS];
	/* Those of the game in the places of the common ones. */
	const struct notation *notation[NOTATIONS_MAX + 1];
	struct alphabet letters[SETS_MAX];
	unsigned sets; /* of letters that have all pieces of the game */
	struct arena arena;
	struct moves moves;
};

static inline bool
check(struct run *run, bool holds, const char *what, const char *text)
{
	if (holds)
		run->passed++;
	else if (run->failed++ < REPORTS_MAX)
		printf("%s: %s\n", what, text);
	return holds;
}

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

/*
 * Moves with calls
 */

static inline bool
is_allowed(
    struct run *run, const struct position *position, const struct move *move)
{
	struct verdict verdict;

	rules_explain_calls(&run->rules, position, move, &verdict);
	return verdict.why == ILLEGAL_NOT;
}

/* Adds a call to the move if it is allowed. */
static inline void
call(struct run *run, const struct position *before, enum call call,
    struct move *move)
{
	struct move called = *move;

	called.calls |= (uint8_t)call;
	if ((run->rules.variant->calls & call) &&
	    is_allowed(run, before, &called))
		*move = called;
}

/*
 * The move with random declarations and random legal calls.
 */
static inline struct move
decorate(struct run *run, const struct position *before, struct move move)
{
	const struct variant *variant = run->rules.variant;

	if (dialect_of(variant)->declares) {
		move.check = move.mate = 0;
		if (!once_in(run, 4))
			move.check = ALL_PLAYERS;
		if (once_in(run, 6))
			move.check = (uint8_t)below(run, ALL_PLAYERS + 1);
		if (once_in(run, 6))
			move.mate = (uint8_t)below(run, ALL_PLAYERS + 1);
	}
	if (move.victim != CELL_NONE && !once_in(run, 4))
		call(run, before, CALL_TOUCH, &move);
	if (once_in(run, 60))
		call(run, before, CALL_YIELD, &move);
	if (once_in(run, 120))
		call(run, before, CALL_STALEMATE, &move);
	return move;
}

/* Makes the position after the call F; false if it is not allowed. */
static inline bool
fortify(struct run *run, const struct position *before, struct position *called)
{
	const struct move move = { .type = MOVE_QUIET,
		.from = CELL_NONE,
		.to = CELL_NONE,
		.victim = CELL_NONE,
		.calls = CALL_FORTIFY };

	if (!(run->rules.variant->calls & CALL_FORTIFY) ||
	    !is_allowed(run, before, &move))
		return false;
	*called = *before;
	rules_fortify(&run->rules, called);
	return true;
}

/*
 * Games
 */

static inline unsigned
weigh(const struct position *position, const struct move *move)
{
	if (move->type == MOVE_DROP)
		return 1;
	if (move->type != MOVE_QUIET && move->type != MOVE_CAPTURE)
		return move->type == MOVE_TRAITOR && move->to != CELL_NONE ? 4
									   : 40;
	if (move->promotion != KIND_NONE)
		return 20;
	if (move->victim != CELL_NONE &&
	    piece_kind(position->at[move->victim]) == KING)
		return 40;
	if (move->victim != CELL_NONE)
		return 8;
	return piece_kind(position->at[move->from]) == PAWN ? 3 : 2;
}

/* One of the moves listed, with a liking for those that are rare. */
static inline struct move
choose(struct run *run, const struct position *position)
{
	unsigned total = 0, pick;
	size_t i = 0;

	for (size_t m = 0; m < run->moves.n; m++)
		total += weigh(position, &run->moves.move[m]);
	pick = below(run, total);
	while (pick >= weigh(position, &run->moves.move[i]))
		pick -= weigh(position, &run->moves.move[i++]);
	return run->moves.move[i];
}

static inline bool
is_rare(const struct position *position, const struct move *move)
{
	return weigh(position, move) >= 20;
}

/* True if the game is over or the player to move has no move at all. */
static inline bool
is_over(struct run *run, const struct position *position)
{
	struct outcome outcome;

	rules_outcome(&run->rules, position, &outcome);
	list_moves(&run->rules, position, NULL, &run->moves);
	return outcome.ending != ENDING_NONE || run->moves.n == 0;
}

/* Two moves in a turn, in games with such turns. */
static inline bool
pick_pair(struct run *run, const struct position *position, struct move *move)
{
	struct position half = *position;
	struct verdict verdict;
	struct move second;

	if (!run->rules.variant->pairs || !once_in(run, 3))
		return false;
	rules_explain_pair(&run->rules, position, &verdict);
	if (verdict.why != ILLEGAL_NOT)
		return false;
	rules_begin_pair(&half);
	list_moves(&run->rules, &half, NULL, &run->moves);
	if (run->moves.n == 0)
		return false;
	*move = choose(run, &half);
	rules_make_move(&run->rules, &half, move);
	list_moves(&run->rules, &half, NULL, &run->moves);
	if (run->moves.n == 0)
		return false;
	second = choose(run, &half);
	move_join(move, &second);
	return true;
}

/* A pass, a yield or a stalemate called, seldom. */
static inline bool
pick_alone(struct run *run, const struct position *position, struct move *move)
{
	static const struct {
		enum move_type type;
		unsigned every;
	} kinds[] = { { MOVE_YIELD, 150 }, { MOVE_STALEMATE, 400 },
		{ MOVE_PASS, 40 } };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (!once_in(run, kinds[i].every) ||
		    !may_act(&run->rules, position, kinds[i].type))
			continue;
		*move = bare_move(kinds[i].type);
		return true;
	}
	return false;
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
	if (is_over(run, position) || is_over(run, &other))
		return;
	*position = other;
	run->content[NAMED]++;
}

/* Picks a random move with calls and declarations; false if there is none. */
static inline bool
pick_move(struct run *run, const struct position *position, struct move *move)
{
	struct position called;
	bool fort;

	if (is_over(run, position))
		return false;
	if (pick_alone(run, position, move) || pick_pair(run, position, move))
		return true;
	list_moves(&run->rules, position, NULL, &run->moves);
	fort = once_in(run, 4) && fortify(run, position, &called);
	if (fort)
		list_moves(&run->rules, &called, NULL, &run->moves);
	if (run->moves.n == 0)
		return false;
	*move = choose(run, position);
	if (fort)
		move->calls = CALL_FORTIFY;
	*move = decorate(run, position, *move);
	return true;
}

static inline void
count_move(struct run *run, const struct position *before,
    const struct position *after, const struct move *move)
{
	unsigned long *content = run->content;
	bool taken = move->victim != CELL_NONE;

	content[PLAYED]++;
	content[CAPTURES] += taken;
	content[PROMOTIONS] +=
	    move->promotion != KIND_NONE && move->type < MOVE_CASTLE;
	content[EN_PASSANTS] += move->type == MOVE_ENPASSANT;
	content[CASTLINGS] += move->type == MOVE_CASTLE;
	content[CHECKS] += after->checks[after->to_move] != 0;
	content[FIELDS] += move->type == MOVE_FIELD;
	content[TRAITORS] += move->type == MOVE_TRAITOR;
	content[DOUBLE_TRAITORS] +=
	    move->type == MOVE_TRAITOR && move->to != CELL_NONE;
	content[PASSES] += move->type == MOVE_PASS;
	content[KINGS_TAKEN] +=
	    taken && piece_kind(before->at[move->victim]) == KING;
	content[DROPS] += move->type == MOVE_DROP;
	content[CHAINS] += move->type == MOVE_LEAP;
	content[ILLUMINATIONS] += move->type == MOVE_ILLUMINATION;
	content[TWO_MOVES] += move->pair;
	content[ELIMINATED] +=
	    tpf_game_of(run->rules.variant)->leavers == LEAVERS_INHERITED &&
	    after->out != before->out;
	content[FORTS] += (move->calls & CALL_FORTIFY) != 0;
	content[TOUCHES] += (move->calls & CALL_TOUCH) != 0;
	content[YIELDS] +=
	    move->type == MOVE_YIELD || (move->calls & CALL_YIELD) != 0;
	content[STALEMATES] +=
	    move->type == MOVE_STALEMATE || (move->calls & CALL_STALEMATE) != 0;
}

/* The start, or any position: there the rare things come soon. Returns for how
 * many plies it is of interest. */
static inline unsigned
random_start(struct run *run, struct position *position)
{
	if (once_in(run, 12)) {
		*position = run->rules.start;
		return PLIES;
	}
	scatter(&run->rules, &run->dice, position);
	return SCATTERED_PLIES;
}

/*
 * Variants and their options
 */

/* Keeps the sets of letters that can write all pieces of the game. */
static inline void
choose_letters(struct run *run)
{
	const char *pieces = run->rules.variant->letters;

	run->sets = 0;
	for (const struct letter_set *set = letter_sets;
	     set->id != NULL && run->sets < SETS_MAX; set++) {
		if (letter_set_serves(set, pieces))
			alphabet_init(&run->letters[run->sets++], set, pieces);
	}
}

/* Sets the notations of a variant; NULL: the common ones. */
static inline void
choose_notations(struct run *run, const struct variant *variant)
{
	for (unsigned n = 0; notations[n] != NULL; n++) {
		const struct notation *own =
		    variant != NULL ? notation_of(notations[n], variant) : NULL;

		run->notation[n] = own != NULL ? own : notations[n];
	}
}

static inline void
start(struct run *run, const struct game *game)
{
	const struct variant *variant =
	    variant_find(game->variant, strlen(game->variant));
	struct settings settings;

	read_settings(variant, game->options, &settings);
	rules_init(&run->rules, variant, &settings);
	choose_notations(run, variant);
	choose_letters(run);
}

/* Tries each game of the table; what should have been reached, was. */
static inline int
run_games(int argc, char **argv,
    void (*try_game)(struct run *run, const struct game *game),
    unsigned contents)
{
	static struct run run;

	run.dice.state = argc > 1 ? strtoull(argv[1], NULL, 0) : default_seed;
	printf("seed %" PRIu64 "\n", run.dice.state);
	choose_notations(&run, NULL);
	for (const struct game *game = table; game->variant != NULL; game++) {
		start(&run, game);
		try_game(&run, game);
	}
	for (unsigned i = 0; i < contents; i++)
		printf("%s%lu %s", i > 0 ? ", " : "", run.content[i],
		    content_names[i]);
	for (unsigned i = 0; i < contents; i++)
		check(&run, run.content[i] > 0, "never reached",
		    content_names[i]);
	printf("\n%lu passed, %lu failed\n", run.passed, run.failed);
	arena_release(&run.arena);
	return run.failed != 0;
}
