/*
 * Ternion: makes random games: legal, seeded, and biased to captures,
 * promotions, checks and mates, so that they get somewhere.
 *
 *	random_games [-v VARIANT] [-n GAMES] [-s SEED] [-p PLIES] [-N NOTATION]
 *	             [-a]    with comments, annotations and variations
 *
 * The same arguments give the same bytes everywhere.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "arena.h"
#include "notation.h"

struct maker {
	const struct rules *rules;
	const struct notation *notation;
	struct alphabet alphabet;
	uint64_t state; /* of the generator of random numbers */
	unsigned max_plies;
	bool annotated;
	struct strbuf out;
	size_t line_at;
};

struct choice {
	struct maker *maker;
	const struct position *position;
	uint64_t weights; /* of the moves seen so far */
	struct move move;
};

/* splitmix64 */
static uint64_t
next_random(struct maker *maker)
{
	uint64_t x = maker->state += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

static unsigned
below(struct maker *maker, unsigned limit)
{
	return (unsigned)(next_random(maker) % limit);
}

static uint64_t
weigh(const struct choice *choice, const struct move *move)
{
	const uint8_t *at = choice->position->at;

	if (move->type == MOVE_ENPASSANT || move->type == MOVE_CASTLE)
		return 40;
	if (move->promotion != KIND_NONE)
		return 20;
	if (move->victim != CELL_NONE)
		return 8;
	return piece_kind(at[move->from]) == PAWN ? 3 : 2;
}

/* Keeps each move with the chance that its weight gives it. */
static bool
consider(void *context, const struct move *move)
{
	struct choice *choice = context;
	uint64_t weight = weigh(choice, move);

	choice->weights += weight;
	if (next_random(choice->maker) % choice->weights < weight)
		choice->move = *move;
	return true;
}

/* A random legal move; there must be one. */
static struct move
choose(struct maker *maker, const struct position *position)
{
	struct choice choice = { .maker = maker, .position = position };

	rules_moves(maker->rules, position, NULL, consider, &choice);
	return choice.move;
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
	struct outcome outcome;
	struct marks marks = marks_of_move(maker->rules, position, move);

	rules_apply(maker->rules, &after, move);
	rules_outcome(maker->rules, &after, &outcome);
	maker->notation->write(maker->notation, maker->rules, &maker->alphabet,
	    position, move, &marks, &text);
	put_word(maker, text.ptr, text.len);
	strbuf_release(&text);
	*position = after;
	return outcome;
}

static void
put_variation(struct maker *maker, struct position position, unsigned depth)
{
	unsigned plies = 1 + below(maker, 5);

	put_word(maker, "(", 1);
	for (unsigned i = 0; i < plies; i++) {
		struct move move = choose(maker, &position);
		struct position before = position;

		if (i == 0 || position.to_move == 0)
			put_number(maker, &position);
		if (play(maker, &position, &move).ending != ENDING_NONE)
			break;
		if (depth < 2 && below(maker, 6) == 0)
			put_variation(maker, before, depth + 1);
		else if (below(maker, 8) == 0)
			put_word(maker, "{aside}", 7);
		else
			continue;
		if (position.to_move != 0 && i + 1 < plies)
			put_number(maker, &position);
	}
	strbuf_char(&maker->out, ')');
}

/* Returns whether the next ply needs its number again. */
static bool
annotate(struct maker *maker, const struct position *before)
{
	static const char *const words[] = { "{a quiet move}", "$1", "$6",
		"{what if?}", "$14", "{; and \"so\" on}" };
	unsigned pick = below(maker, 24);

	if (pick < 6)
		put_word(maker, words[pick], strlen(words[pick]));
	else if (pick == 6)
		put_variation(maker, *before, 0);
	return pick < 7 && pick != 1 && pick != 2 && pick != 4;
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
	printf("[Result \"%s\"]\n[Variant \"%s\"]\n[Notation \"%s\"]\n\n",
	    result, variant->id, maker->notation->id);
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

		if (numbered || position.to_move == 0)
			put_number(maker, &position);
		outcome = play(maker, &position, &move);
		numbered = maker->annotated && annotate(maker, &before);
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
	fputs("usage: random_games [-v VARIANT] [-n GAMES] [-s SEED] "
	      "[-p PLIES] [-N NOTATION] [-a]\n",
	    stderr);
	return 2;
}

int
main(int argc, char **argv)
{
	static struct rules rules;
	struct maker maker = { .rules = &rules,
		.state = 1,
		.max_plies = 300,
		.out = STRBUF_INIT };
	const struct variant *variant = variants[0];
	const char *notation = NULL;
	unsigned long games = 1;
	int c;

	while ((c = getopt(argc, argv, "v:n:s:p:N:a")) != -1) {
		switch (c) {
		case 'v':
			variant = variant_find(optarg, strlen(optarg));
			break;
		case 'n':
			games = strtoul(optarg, NULL, 10);
			break;
		case 's':
			maker.state = strtoull(optarg, NULL, 10);
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
		default:
			return usage();
		}
	}
	if (variant == NULL)
		return usage();
	maker.notation = notation_find(
	    slice_of(notation != NULL ? notation : variant->notation));
	if (maker.notation == NULL || maker.notation->write == NULL)
		return usage();
	rules_init(&rules, variant, NULL);
	alphabet_init(&maker.alphabet, &letter_sets[0], variant->letters);
	for (unsigned i = 1; i <= games; i++)
		make_game(&maker, i);
	strbuf_release(&maker.out);
	return fflush(stdout) == 0 ? 0 : 2;
}
