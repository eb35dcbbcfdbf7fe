/*
 * Ternion: makes random games: legal, seeded, and biased to captures,
 * promotions, checks and mates, so that they get somewhere. Where check is
 * declared it is, and mate where it is true; calls are made now and then.
 *
 *	random_games [-v VARIANT] [-o NAME=VALUE] [-n GAMES] [-s SEED]
 *	             [-p PLIES] [-N NOTATION]
 *	             [-a]    with comments, annotations and variations
 *	             [-q]    quiet: nothing is taken or comes to a king's
 *	                     home if anything else can be played; so games
 *	                     last
 *	             [-g]    greedy: sensible games, see greedy.h
 *
 * The same arguments give the same bytes everywhere.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "parse/text/arena.h"
#include "parse/notation/notation.h"
#include "tests/property/random.h"
#include "tests/property/settings.h"
#include "tests/tools/greedy.h"

enum {
	VARIATION_MOST = 5, /* plies */
	PASS_EVERY = 25,
	PAIR_EVERY = 3,
	FORT_EVERY = 4, /* takes one in this many chances to call it */
	TOUCH_EVERY = 2,
	YIELD_EVERY = 800,
};

struct maker {
	const struct rules *rules;
	const struct notation *notation;
	struct alphabet alphabet;
	struct dice dice;
	unsigned max_plies;
	bool annotated;
	bool quiet;
	bool greedy;
	struct strbuf out;
	size_t line_at;
	struct past *past; /* one for each ply of the main line */
};

struct choice {
	struct maker *maker;
	const struct position *position;
	uint64_t weights; /* of the moves seen so far */
	struct move move;
};

/*
 * True if a plain king moves forward, in games in which kings promote: he has
 * far to go.
 */
static bool
is_king_march(const struct choice *choice, const struct move *move)
{
	const struct rules *rules = choice->maker->rules;
	const struct faces *faces = &rules->board.faces;
	uint8_t piece = choice->position->at[move->from];
	unsigned me = choice->position->to_move;

	if (!dialect_of(rules->variant)->promotes ||
	    piece_kind(piece) != KING || (piece & PIECE_PROMOTED))
		return false;
	for (unsigned way = 0; way < FACE_WAYS; way++)
		if ((faces->forward[me][move->from] >> way & 1) &&
		    faces->step[move->from][way] == move->to)
			return true;
	return false;
}

/* True if a move may bring the game nearer to its end. */
static bool
is_loud(const struct choice *choice, const struct move *move)
{
	const uint8_t *first = choice->maker->rules->start.king;

	return move->type != MOVE_QUIET || move->to == first[0] ||
	    move->to == first[1] || move->to == first[2];
}

static uint64_t
weigh(const struct choice *choice, const struct move *move)
{
	const uint8_t *at = choice->position->at;

	if (choice->maker->quiet)
		return is_loud(choice, move) ? 1 : 1000000;
	/* The game shall go on for a while. */
	if (move->victim != CELL_NONE && piece_kind(at[move->victim]) == KING)
		return 3;
	if (move->type == MOVE_ENPASSANT || move->type == MOVE_CASTLE ||
	    move->type == MOVE_LEAP)
		return 40;
	if (move->type == MOVE_DROP)
		return 1;
	if (move->promotion != KIND_NONE)
		return 20;
	if (move->type == MOVE_ILLUMINATION)
		return 40;
	if (move->victim != CELL_NONE)
		return 8;
	if (move->type >= MOVE_FIELD)
		return 2;
	if (is_king_march(choice, move))
		return 40;
	return piece_kind(at[move->from]) == PAWN ? 3 : 2;
}

/* Keeps each move with the chance that its weight gives it. */
static bool
consider(void *context, const struct move *move)
{
	struct choice *choice = context;
	uint64_t weight = weigh(choice, move);

	choice->weights += weight;
	if (dice_next(&choice->maker->dice) % choice->weights < weight)
		choice->move = *move;
	return true;
}

/* A random legal move; there must be one. */
static struct move
choose_bare(struct maker *maker, const struct position *position)
{
	struct choice choice = { .maker = maker, .position = position };

	if (maker->greedy)
		return greedy_move(maker->rules, position, &maker->dice);
	rules_moves(maker->rules, position, NULL, consider, &choice);
	return choice.move;
}

/* Sometimes adds a call to the move, if it is legal. */
static void
call(struct maker *maker, const struct position *position, struct move *move,
    enum call call, unsigned every)
{
	struct move trial = *move;
	struct verdict verdict;

	if (!(maker->rules->variant->calls & call))
		return;
	trial.calls |= (uint8_t)call;
	verdict = rules_explain_calls(maker->rules, position, &trial);
	if (verdict.why == ILLEGAL_NOT && dice_one_in(&maker->dice, every))
		*move = trial;
}

/*
 * Declares mate against each mated king, and check against the other attacked
 * ones.
 */
static void
declare(struct maker *maker, const struct position *position, struct move *move)
{
	const struct rules *rules = maker->rules;
	struct position after = *position, board;
	const struct position *judged;
	unsigned mover = position->to_move, attacked;

	move->check = ALL_PLAYERS;
	attacked = marks_of_move(rules, position, move).attacked;
	judged =
	    rules_make_judged(rules, &after, move, &board) ? &board : &after;
	for (unsigned p = 0; p < PLAYERS; p++)
		if ((attacked >> p & 1) &&
		    rules_is_mated(rules, judged, mover, p))
			move->mate |= (uint8_t)(1U << p);
	move->check &= (uint8_t)~move->mate;
}

/* A pass or a yield instead of a move, in games that allow the choice. */
static bool
sits_out(
    struct maker *maker, const struct position *position, struct move *move)
{
	const struct variant *variant = maker->rules->variant;
	bool yields = (variant->actions >> MOVE_YIELD & 1) &&
	    !(variant->calls & CALL_YIELD);
	enum move_type type;

	if (variant->remembers && dice_one_in(&maker->dice, PASS_EVERY))
		type = MOVE_PASS;
	else if (yields && dice_one_in(&maker->dice, YIELD_EVERY))
		type = MOVE_YIELD;
	else
		return false;
	if (!may_act(maker->rules, position, type))
		return false;
	*move = bare_move(type);
	return true;
}

/* A second move in the turn, in games with such turns. */
static void
join(struct maker *maker, const struct position *position, struct move *move)
{
	struct position half = *position;
	struct verdict verdict;
	struct move first, second;

	if (!maker->rules->variant->pairs ||
	    !dice_one_in(&maker->dice, PAIR_EVERY))
		return;
	verdict = rules_explain_pair(maker->rules, position);
	rules_begin_pair(&half);
	if (verdict.why != ILLEGAL_NOT || rules_count(maker->rules, &half) == 0)
		return;
	first = choose_bare(maker, &half);
	rules_make_move(maker->rules, &half, &first);
	if (rules_count(maker->rules, &half) == 0)
		return;
	second = choose_bare(maker, &half);
	move_join(&first, &second);
	*move = first;
}

/* A random legal move with its calls and declarations. */
static struct move
choose(struct maker *maker, const struct position *position)
{
	struct position called = *position;
	struct move fort = bare_move(MOVE_QUIET);
	struct move move;

	if (!maker->quiet && !maker->greedy && sits_out(maker, position, &move))
		return move;
	call(maker, position, &fort, CALL_FORTIFY, FORT_EVERY);
	if (fort.calls != 0)
		rules_fortify(maker->rules, &called);
	move = choose_bare(maker, &called);
	move.calls = fort.calls;
	if (move.victim != CELL_NONE)
		call(maker, position, &move, CALL_TOUCH, TOUCH_EVERY);
	call(maker, position, &move, CALL_YIELD, YIELD_EVERY);
	if (dialect_of(maker->rules->variant)->declares)
		declare(maker, position, &move);
	join(maker, position, &move);
	return move;
}

static void
put_word(struct maker *maker, const char *text, size_t len)
{
	struct strbuf *out = &maker->out;

	if (out->len - maker->line_at + 1 + len > 79) {
		strbuf_char(out, '\n');
		maker->line_at = out->len;
	} else if (out->len > maker->line_at && out->ptr[out->len - 1] != '(') {
		strbuf_char(out, ' ');
	}
	strbuf_add(out, text, len);
}

static void
put_number(struct maker *maker, const struct position *position)
{
	static const char *const dots[] = { ".", "..", "..." };
	char text[32];
	int len = snprintf(text, sizeof(text), "%lu%s",
	    (unsigned long)position->number, dots[position->to_move]);

	put_word(maker, text, (size_t)len);
}

/* Plays a move and writes it; returns how the game stands then. */
static struct outcome
play(struct maker *maker, struct position *position, const struct move *move)
{
	struct strbuf text = STRBUF_INIT;
	struct position after = *position;
	struct marks marks = marks_of_move(maker->rules, position, move);

	marks.named =
	    rules_may_begin(maker->rules, position, position->to_move);
	rules_make_move(maker->rules, &after, move);
	struct outcome outcome = rules_outcome(maker->rules, &after);
	notation_write(&(struct language){ maker->rules, maker->notation,
			   &maker->alphabet },
	    position, move, &marks, &text);
	put_word(maker, text.ptr, text.len);
	strbuf_release(&text);
	*position = after;
	return outcome;
}

static void
put_variation(struct maker *maker, struct position position, unsigned depth)
{
	unsigned plies = 1 + dice_below(&maker->dice, VARIATION_MOST);
	struct past past[VARIATION_MOST];
	bool numbered = true;

	put_word(maker, "(", 1);
	for (unsigned i = 0; i < plies; i++) {
		struct move move = choose(maker, &position);
		struct position before = position;

		if (numbered)
			put_number(maker, &position);
		position_remember(&position, &past[i]);
		if (play(maker, &position, &move).ending != ENDING_NONE)
			break;
		numbered = true;
		if (depth < 2 && dice_one_in(&maker->dice, 6))
			put_variation(maker, before, depth + 1);
		else if (dice_one_in(&maker->dice, 8))
			put_word(maker, "{aside}", 7);
		else
			numbered = position.number != before.number;
	}
	strbuf_char(&maker->out, ')');
}

/* Returns whether the next ply needs its number again. */
static bool
annotate(struct maker *maker, const struct position *before)
{
	static const char *const words[] = { "{a quiet move}", "$1", "$6",
		"{what if?}", "$14", "{; and \"so\" on}" };
	unsigned pick = dice_below(&maker->dice, 24);

	if (pick < 6)
		put_word(maker, words[pick], strlen(words[pick]));
	else if (pick == 6)
		put_variation(maker, *before, 0);
	return pick < 7 && pick != 1 && pick != 2 && pick != 4;
}

static void
put_options(const struct maker *maker)
{
	const struct variant *variant = maker->rules->variant;
	const struct settings *settings = &maker->rules->settings;
	char value[SETTING_MAX];

	for (int i = 0; variant->options[i].name != NULL; i++) {
		if (settings_is_default(variant, settings, i))
			continue;
		settings_write(variant, settings, i, value);
		printf("[%s \"%s\"]\n", variant->options[i].name, value);
	}
}

static void
put_tags(struct maker *maker, unsigned number, const char *result)
{
	const struct variant *variant = maker->rules->variant;

	printf("[Event \"Random games\"]\n[Site \"?\"]\n"
	       "[Date \"????.??.??\"]\n[Round \"%u\"]\n",
	    number);
	for (unsigned p = 0; p < PLAYERS; p++)
		printf("[%s \"%s\"]\n", variant->players[p],
		    p == 0       ? "Ann"
			: p == 1 ? "Bea"
				 : "Cem");
	printf("[Result \"%s\"]\n[Variant \"%s\"]\n[Notation \"%s\"]\n", result,
	    variant->id, maker->notation->id);
	put_options(maker);
	putchar('\n');
}

static void
make_game(struct maker *maker, unsigned number)
{
	struct position position = maker->rules->start;
	struct outcome outcome = { ENDING_NONE, NULL, PLAYER_NONE };
	const char *result;
	bool numbered = true;

	strbuf_reset(&maker->out);
	maker->line_at = 0;
	for (unsigned i = 0; i < maker->max_plies; i++) {
		struct position before = position;
		struct move move = choose(maker, &position);

		if (numbered)
			put_number(maker, &position);
		position_remember(&position, &maker->past[i]);
		outcome = play(maker, &position, &move);
		numbered = maker->annotated && annotate(maker, &before);
		numbered |= position.number != before.number;
		if (outcome.ending != ENDING_NONE)
			break;
	}
	result = outcome.result != NULL ? outcome.result : "*";
	put_word(maker, result, strlen(result));
	if (number > 1)
		putchar('\n');
	put_tags(maker, number, result);
	printf("%s\n", maker->out.ptr);
}

static int
usage(void)
{
	fputs("usage: random_games [-v VARIANT] [-o NAME=VALUE] [-n GAMES] "
	      "[-s SEED] [-p PLIES] [-N NOTATION] [-a] [-q] [-g]\n",
	    stderr);
	return 2;
}

int
main(int argc, char **argv)
{
	static struct rules rules;
	struct maker maker = { .rules = &rules,
		.dice = { 1 },
		.max_plies = 300,
		.out = STRBUF_INIT };
	const struct variant *variant = &variant_dreierschach;
	const char *notation = NULL;
	struct strbuf options = STRBUF_INIT;
	struct settings settings;
	unsigned long games = 1;
	int c;

	while ((c = getopt(argc, argv, "v:o:n:s:p:N:aqg")) != -1) {
		switch (c) {
		case 'v':
			variant = variant_find(optarg, strlen(optarg));
			break;
		case 'o':
			strbuf_printf(&options, "%s ", optarg);
			break;
		case 'n':
			games = strtoul(optarg, NULL, 10);
			break;
		case 's':
			maker.dice.state = strtoull(optarg, NULL, 10);
			break;
		case 'p':
			maker.max_plies = (unsigned)strtoul(optarg, NULL, 10);
			break;
		case 'N':
			notation = optarg;
			break;
		case 'a':
			maker.annotated = true;
			break;
		case 'q':
			maker.quiet = true;
			break;
		case 'g':
			maker.greedy = true;
			break;
		default:
			return usage();
		}
	}
	strbuf_puts(&options, "");
	if (variant == NULL || !read_settings(variant, options.ptr, &settings))
		return usage();
	strbuf_release(&options);
	maker.notation = notation == NULL
	    ? dialect_of(variant)->notation
	    : notation_of(notation_find(NULL, slice_of(notation)), variant);
	if (maker.notation == NULL)
		return usage();
	rules_init(&rules, variant, &settings);
	alphabet_init(&maker.alphabet, &letter_sets[0], variant->letters);
	maker.past = mem_alloc((maker.max_plies + 1) * sizeof(*maker.past));
	for (unsigned i = 1; i <= games; i++)
		make_game(&maker, i);
	mem_free(maker.past);
	strbuf_release(&maker.out);
	return fflush(stdout) == 0 ? 0 : 2;
}
