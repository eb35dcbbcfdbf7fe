/*
 * Properties of notations, positions and records as text, over random games:
 *
 *  - the fast readers of notations and their patterns read the same;
 *  - a legal move written in any notation reads as the same move, and nothing
 *    is said against it;
 *  - the marks that are written are true, and wrong ones are told;
 *  - a position written as 3PF reads as the same position;
 *  - a record that was read and written once is written the same ever after,
 *    also when it has been in another notation meanwhile.
 *
 * `prop_notation [SEED]`; the last line counts what passed and failed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "format_3pf.h"
#include "notation.h"
#include "pgn_write.h"
#include "replay.h"
#include "resolve.h"

enum {
	GAMES = 150,
	PLIES = 320,
	ALL_MOVES_EVERY = 6, /* plies between trials of all moves */
	RECORDS = 500,
	RECORD_PLIES = 90,
	PARTS_TRIED = 400000, /* tokens made of parts */
	MUTATIONS = 4,        /* of each token that was written */
	MOVES_MAX = 1024,
	NOTATIONS_MAX = 8,
	SETS_MAX = 4, /* of letters */
	REPORTS_MAX = 20
};

static const uint64_t default_seed = UINT64_C(20240517);

struct moves {
	size_t n;
	struct move move[MOVES_MAX];
};

/* What was put to the test, so that one sees that there was something. */
struct content {
	unsigned long tokens, fast, plies, captures, promotions, en_passants,
	    castlings, checks, mates, later_mates, records, bytes;
};

struct run {
	struct rules rules;
	uint64_t random; /* state of splitmix64 */
	unsigned long passed, failed;
	struct content content;
	struct decoder *decoder[NOTATIONS_MAX]; /* as notations[] */
	struct alphabet letters[SETS_MAX];
	struct arena arena;
	struct moves moves;
};

static bool
check(struct run *run, bool holds, const char *what, const char *text)
{
	if (holds)
		run->passed++;
	else if (run->failed++ < REPORTS_MAX)
		printf("%s: %s\n", what, text);
	return holds;
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
below(struct run *run, unsigned limit)
{
	return (unsigned)(next_random(run) % limit);
}

/*
 * The fast readers
 */

static bool
same_spec(const struct move_spec *a, const struct move_spec *b)
{
	/* All members are bytes: there is nothing between them. */
	return memcmp(a, b, offsetof(struct move_spec, path)) == 0 &&
	    memcmp(a->path, b->path, a->path_len * sizeof(*a->path)) == 0;
}

/* What the fast reader accepts, the patterns read alike. */
static void
try_token(struct run *run, unsigned n, const struct alphabet *alphabet,
    struct slice token)
{
	const struct notation *notation = notations[n];
	struct move_spec fast, slow;

	run->content.tokens++;
	memset(&fast, 0xa5, sizeof(fast));
	if (!notation->read_fast(alphabet, token, &fast))
		return;
	run->content.fast++;
	memset(&slow, 0x5a, sizeof(slow));
	if (!decoder_read_slow(run->decoder[n], alphabet, token, &slow))
		check(run, false, "only the fast reader reads",
		    arena_printf(&run->arena, "%s '%.*s'", notation->id,
			(int)token.len, token.ptr));
	else
		check(run, same_spec(&fast, &slow), "read in two ways",
		    arena_printf(&run->arena, "%s '%.*s'", notation->id,
			(int)token.len, token.ptr));
}

/* Likewise for whoever reads: decoder_read is decoder_read_slow. */
static void
try_decoder(struct run *run, unsigned n, const struct alphabet *alphabet,
    struct slice token)
{
	struct move_spec one, two;
	bool read, slowly;

	memset(&one, 0xa5, sizeof(one));
	memset(&two, 0x5a, sizeof(two));
	read = decoder_read(run->decoder[n], alphabet, token, &one);
	slowly = decoder_read_slow(run->decoder[n], alphabet, token, &two);
	check(run, read == slowly && (!read || same_spec(&one, &two)),
	    "decoder_read is not decoder_read_slow",
	    arena_printf(&run->arena, "%s '%.*s'", notations[n]->id,
		(int)token.len, token.ptr));
}

/* All texts of up to `len` letters. */
static void
try_all_texts(struct run *run, const char *letters, unsigned len)
{
	unsigned base = (unsigned)strlen(letters);
	unsigned digit[16] = { 0 };
	char text[16];

	for (unsigned used = 1; used <= len; used++) {
		unsigned i = 0;

		memset(digit, 0, sizeof(digit));
		memset(text, letters[0], used);
		while (i < used) {
			for (unsigned n = 0; notations[n] != NULL; n++)
				if (notations[n]->read_fast != NULL)
					try_token(run, n, &run->letters[0],
					    (struct slice){ text, used });
			for (i = 0; i < used; i++) {
				digit[i] = (digit[i] + 1) % base;
				text[i] = letters[digit[i]];
				if (digit[i] != 0)
					break;
			}
		}
	}
}

/* Parts of moves of all notations, in an order that can make moves. */
static const char *const part_lists[][20] = {
	{ "", "", "", "", "W:", "b:", "W", "r", "G" },
	{ "", "", "", "N", "K", "B", "P", "+S", "D", "\u2658", "Z", "R" },
	{ "", "", "e", "5", "12", "e5", "5e", "g12", "12g", "E5", "x", "0",
	    "a1" },
	{ "", "", "x", "-", "+", "--", "xx", "*", "@", "%", "^", "&" },
	{ "e5", "5e", "g12", "12g", "x1", "e0", "e123", "00", "0-0", "0-0-0",
	    "O-O", "", "E6", "1z", "z9" },
	{ "", "", "", "", "x", "xe5xc7", "x5ex7c", "e5", "%e5", "@N", "&S*d4",
	    "-00", "^" },
	{ "", "", "", "Q", "=Q", "(Q)", "q", "(q)", "=", "N", "qC", "Z" },
	{ "", "", "+", "++", "#", "C", "(C)", "(M)", "(CR)", "M", "(MBC)" },
	{ "", "", "", "(T)", "(FC)", "(FTSY)", "()", "(", ")", "Y" },
	{ "", "", "!", "?", "!?", "?!", "!!", "\?\?", "!!!" },
	{ "", "", "", "=", "==", " ", "\n" },
};

static const char *
random_part(struct run *run, unsigned list)
{
	unsigned n = 0;

	while (n < 20 && part_lists[list][n] != NULL)
		n++;
	return part_lists[list][below(run, n)];
}

static void
try_parts(struct run *run)
{
	const unsigned lists = sizeof(part_lists) / sizeof(*part_lists);
	struct strbuf token = STRBUF_INIT;

	for (unsigned i = 0; i < PARTS_TRIED; i++) {
		unsigned skip = below(run, 8);

		strbuf_reset(&token);
		for (unsigned p = 0; p < lists; p++)
			if (skip < 5 || below(run, 2) == 0)
				strbuf_puts(&token, random_part(run, p));
		if (token.len == 0)
			continue;
		for (unsigned n = 0; notations[n] != NULL; n++) {
			const struct alphabet *alphabet =
			    &run->letters[below(run, SETS_MAX)];

			if (notations[n]->read_fast != NULL)
				try_token(
				    run, n, alphabet, strbuf_as_slice(&token));
			if (i % 8 == 0)
				try_decoder(
				    run, n, alphabet, strbuf_as_slice(&token));
		}
		if (i % 1000 == 0)
			arena_reset(&run->arena);
	}
	strbuf_release(&token);
}

/* A byte put in, taken out, changed, or exchanged with the next. */
static void
mutate(struct run *run, struct strbuf *token)
{
	static const char letters[] =
	    "abcxyzKQRBNPOSTDLWG0123456789+-#=!?()*%@^&:. \xe2\x99";
	size_t at = below(run, (unsigned)token->len);
	char c = letters[below(run, sizeof(letters) - 1)];
	char *p = token->ptr;

	switch (below(run, 4)) {
	case 0:
		p[at] = c;
		break;
	case 1:
		strbuf_char(token, c);
		p = token->ptr;
		memmove(p + at + 1, p + at, token->len - 1 - at);
		p[at] = c;
		break;
	case 2:
		if (token->len > 1)
			memmove(p + at, p + at + 1, --token->len - at);
		break;
	default:
		if (at + 1 < token->len) {
			c = p[at];
			p[at] = p[at + 1];
			p[at + 1] = c;
		}
		break;
	}
}

static void
try_mutations(struct run *run, unsigned n, const struct alphabet *alphabet,
    struct slice token)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_slice(&text, token);
	for (unsigned i = 0; i < MUTATIONS; i++) {
		mutate(run, &text);
		for (unsigned m = 0; notations[m] != NULL; m++)
			if (m == n || below(run, 8) == 0)
				try_decoder(
				    run, m, alphabet, strbuf_as_slice(&text));
	}
	strbuf_release(&text);
}

/*
 * Moves
 */

/* The slugs of diagnostics, with spaces between, in the arena. */
static const char *
codes_of(struct run *run, const struct diags *diags)
{
	const char *codes = "";

	for (unsigned i = 0; i < diags->len; i++)
		codes = arena_printf(&run->arena, "%s%s%s", codes,
		    i > 0 ? " " : "", diag_table[diags->list[i].id].slug);
	return codes;
}

/* A move on its board, and what is true of it. */
struct scene {
	const struct position *before;
	struct move move;
	struct position after;
	struct marks marks;
};

/* The marks, worked out from who attacks which king. */
static struct marks
true_marks(struct run *run, const struct scene *scene)
{
	const struct position *after = &scene->after;
	unsigned mover = scene->before->to_move;
	struct marks marks = { .mate = false };
	unsigned next = after->to_move;

	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != mover &&
		    rules_attackers(&run->rules, after, p, after->king[p]) >>
			    mover &
			1)
			marks.attacked |= 1u << p;
	marks.mate =
	    rules_attackers(&run->rules, after, next, after->king[next]) != 0 &&
	    rules_count(&run->rules, after) == 0;
	return marks;
}

static void
write_text(struct run *run, const struct scene *scene, unsigned n,
    const struct alphabet *alphabet, const struct marks *marks,
    struct strbuf *out)
{
	strbuf_reset(out);
	notations[n]->write(notations[n], &run->rules, alphabet, scene->before,
	    &scene->move, marks, out);
}

/*
 * Whether the text reads as the move of the scene, with these codes said of
 * it and nothing more.
 */
static void
expect_reading(struct run *run, const struct scene *scene, unsigned n,
    const struct alphabet *alphabet, struct slice token, const char *expected)
{
	const struct reading reading = { &run->rules, notations[n], alphabet };
	const char *codes, *place;
	struct move_spec spec;
	struct diags diags;
	struct move move;

	arena_reset(&run->arena);
	place = arena_printf(&run->arena, "%s '%.*s' on %016" PRIx64,
	    notations[n]->id, (int)token.len, token.ptr, scene->before->key);
	diags_init(&diags, &run->arena);
	if (!check(run, decoder_read(run->decoder[n], alphabet, token, &spec),
		"written, but no move", place) ||
	    !check(run,
		resolve_move(
		    &reading, scene->before, token, 0, &spec, &diags, &move),
		"written, but not legal", place) ||
	    !check(run, move_equal(&move, &scene->move),
		"written, and reads as another move", place))
		return;
	resolve_marks(
	    &reading, &scene->after, &scene->marks, token, 0, &spec, &diags);
	codes = codes_of(run, &diags);
	if (strcmp(codes, expected) != 0)
		check(run, false, "said of a move",
		    arena_printf(&run->arena, "%s: '%s', expected '%s'", place,
			codes, expected));
	else
		run->passed++;
}

/* Whether the player after the next is attacked and could not help it. */
static bool
is_later_mated(struct run *run, const struct position *after)
{
	unsigned player = (after->to_move + 1u) % PLAYERS;
	struct position later = *after;

	position_turn(&later, player);
	return rules_attackers(
		   &run->rules, after, player, after->king[player]) != 0 &&
	    rules_count(&run->rules, &later) == 0;
}

/* Nothing, + or ++ in place of the true marks. */
static void
try_marks(
    struct run *run, const struct scene *scene, unsigned n, struct strbuf *text)
{
	const struct alphabet *alphabet = &run->letters[0];
	const struct marks none = { .mate = false };
	const struct marks plus = { .attacked = 7 };
	const struct marks mate = { .attacked = 7, .mate = true };
	const struct marks *is = &scene->marks;
	bool later = is_later_mated(run, &scene->after);

	run->content.later_mates += later && !is->mate;
	write_text(run, scene, n, alphabet, &none, text);
	expect_reading(run, scene, n, alphabet, strbuf_as_slice(text),
	    is->mate                ? "mate-unmarked"
		: is->attacked != 0 ? "check-unmarked"
				    : "");
	write_text(run, scene, n, alphabet, &plus, text);
	expect_reading(run, scene, n, alphabet, strbuf_as_slice(text),
	    is->mate                ? is->attacked != 0 ? "mate-unmarked"
							: "false-check mate-unmarked"
		: is->attacked != 0 ? ""
				    : "false-check");
	write_text(run, scene, n, alphabet, &mate, text);
	expect_reading(run, scene, n, alphabet, strbuf_as_slice(text),
	    is->mate || later ? "" : "false-mate");
}

/* The move in the older names of the cells, all of the start written. */
static void
try_older_names(struct run *run, const struct scene *scene, struct strbuf *text)
{
	const struct board *board = &run->rules.board;
	const char *letters = run->rules.variant->letters;
	const struct move *move = &scene->move;
	enum kind kind = piece_kind(scene->before->at[move->from]);
	unsigned n = 0;

	while (notations[n] != &notation_algebraic22)
		n++;
	if (move->type == MOVE_CASTLE)
		return;
	strbuf_reset(text);
	strbuf_char(text, letters[kind]);
	coords_write(board, NAMING_SWAPPED, 0, move->from, text);
	strbuf_char(text, move->victim != CELL_NONE ? 'x' : '-');
	coords_write(board, NAMING_SWAPPED, 0, move->to, text);
	if (move->promotion != KIND_NONE)
		strbuf_char(text, letters[move->promotion]);
	strbuf_puts(text,
	    scene->marks.mate                ? "#"
		: scene->marks.attacked != 0 ? "+"
					     : "");
	if (move->victim == CELL_NONE)
		expect_reading(
		    run, scene, n, &run->letters[0], strbuf_as_slice(text), "");
}

static void
try_move(struct run *run, const struct position *position,
    const struct move *move, struct strbuf *text)
{
	struct scene scene = {
		.before = position, .move = *move, .after = *position
	};
	struct marks found;

	rules_apply(&run->rules, &scene.after, move);
	scene.marks = true_marks(run, &scene);
	found = marks_of_move(&run->rules, position, move);
	check(run,
	    found.attacked == scene.marks.attacked &&
		found.mate == scene.marks.mate && !found.draw,
	    "marks_of_move", "");
	for (unsigned n = 0; notations[n] != NULL; n++) {
		const struct alphabet *alphabet =
		    &run->letters[below(run, SETS_MAX)];

		if (!notation_writes(notations[n], run->rules.variant))
			continue;
		scene.marks.draw = below(run, 16) == 0;
		write_text(run, &scene, n, alphabet, &scene.marks, text);
		expect_reading(
		    run, &scene, n, alphabet, strbuf_as_slice(text), "");
		if (below(run, 8) == 0) {
			try_decoder(run, n, alphabet, strbuf_as_slice(text));
			try_mutations(run, n, alphabet, strbuf_as_slice(text));
		}
		scene.marks.draw = false;
		if (notations[n]->has_marks &&
		    (scene.marks.attacked != 0 || scene.marks.mate ||
			below(run, 16) == 0))
			try_marks(run, &scene, n, text);
	}
	try_older_names(run, &scene, text);
}

/*
 * Positions
 */

static bool
same_cells(const struct cellset *a, const struct cellset *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

static bool
same_position(const struct position *a, const struct position *b)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (!same_cells(&a->owned[p], &b->owned[p]) ||
		    a->king[p] != b->king[p] || a->rights[p] != b->rights[p] ||
		    a->checks[p] != b->checks[p] ||
		    a->passed[p].skipped != b->passed[p].skipped ||
		    a->passed[p].pawn != b->passed[p].pawn)
			return false;
	for (unsigned k = 0; k < KINDS; k++)
		if (!same_cells(&a->kind[k], &b->kind[k]))
			return false;
	return memcmp(a->at, b->at, sizeof(a->at)) == 0 &&
	    a->pieces == b->pieces && a->to_move == b->to_move &&
	    a->out == b->out && a->over == b->over && a->clock == b->clock &&
	    a->number == b->number && a->key == b->key;
}

static void
try_position(struct run *run, const struct position *position)
{
	struct strbuf text = STRBUF_INIT, again = STRBUF_INIT;
	struct position copy = *position, back;
	struct diags diags;

	arena_reset(&run->arena);
	diags_init(&diags, &run->arena);
	if (below(run, 16) == 0)
		copy.over = (uint8_t)(1 + below(run, 7));
	memset(&back, 0xa5, sizeof(back));
	tpf_write(&run->rules, &copy, &text);
	if (check(run,
		tpf_read(&run->rules, strbuf_as_slice(&text), 0, &diags, &back),
		"3PF that does not read", text.ptr)) {
		check(run, diags.len == 0, "3PF with complaints", text.ptr);
		check(run, same_position(&copy, &back),
		    "3PF that reads as another position", text.ptr);
		tpf_write(&run->rules, &back, &again);
		check(run, strcmp(text.ptr, again.ptr) == 0,
		    "3PF that is written in two ways", text.ptr);
	}
	strbuf_release(&text);
	strbuf_release(&again);
}

/*
 * Games
 */

static bool
keep(void *context, const struct move *move)
{
	struct moves *moves = context;

	if (moves->n == MOVES_MAX)
		abort();
	moves->move[moves->n++] = *move;
	return true;
}

static void
list_moves(struct run *run, const struct position *position)
{
	run->moves.n = 0;
	rules_moves(&run->rules, position, NULL, keep, &run->moves);
}

static unsigned
weigh(const struct position *position, const struct move *move)
{
	if (move->type == MOVE_ENPASSANT || move->type == MOVE_CASTLE)
		return 40;
	if (move->promotion != KIND_NONE)
		return 20;
	if (move->victim != CELL_NONE)
		return 8;
	return piece_kind(position->at[move->from]) == PAWN ? 3 : 2;
}

/* One of the moves listed, with a liking for those that are rare. */
static struct move
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

static bool
is_rare(const struct move *move)
{
	return move->type == MOVE_ENPASSANT || move->type == MOVE_CASTLE ||
	    move->promotion != KIND_NONE;
}

static void
count_move(
    struct run *run, const struct position *after, const struct move *move)
{
	struct content *content = &run->content;

	content->plies++;
	content->captures += move->victim != CELL_NONE;
	content->promotions += move->promotion != KIND_NONE;
	content->en_passants += move->type == MOVE_ENPASSANT;
	content->castlings += move->type == MOVE_CASTLE;
	content->checks += after->checks[after->to_move] != 0;
}

static void
play_game(struct run *run)
{
	struct position position = run->rules.start;
	struct strbuf text = STRBUF_INIT;

	for (unsigned ply = 0; ply < PLIES; ply++) {
		bool all = below(run, ALL_MOVES_EVERY) == 0;
		struct move chosen;

		try_position(run, &position);
		list_moves(run, &position);
		if (run->moves.n == 0) {
			run->content.mates +=
			    position.checks[position.to_move] != 0;
			break;
		}
		chosen = choose(run, &position);
		for (size_t m = 0; m < run->moves.n; m++) {
			struct move move = run->moves.move[m];

			if (all || is_rare(&move) || move_equal(&move, &chosen))
				try_move(run, &position, &move, &text);
		}
		rules_apply(&run->rules, &position, &chosen);
		count_move(run, &position, &chosen);
		if (rules_bare_kings(&run->rules, &position))
			break;
	}
	strbuf_release(&text);
}

/*
 * Records
 */

/* A record that is written carelessly, as people and programs do. */
struct maker {
	struct run *run;
	unsigned n; /* the notation */
	const struct alphabet *alphabet;
	struct strbuf out;
	struct strbuf text;
	bool numbered; /* the next ply must have its number */
};

static const char *const asides[] = {
	"{a quiet move}", "{}", "{ spaces  }", "{two\nlines}",
	"{two\r\nmore\r\n}", "; to the end }\n", ";; and \"so\" on\n",
	"{; [no tag] (no line) $1 1. e4 *}", "{\xc3\xa9\xe2\x99\x98\n\n}",
	"{one} {two} ;three\n", "{(\n%no escape\n)}",
	"{a comment so long that no other word finds room on its line 123456}"
};

static void
put(struct maker *maker, const char *text)
{
	static const char *const spaces[] = { " ", " ", " ", "\n", "\t", "  ",
		"\r\n" };

	strbuf_puts(&maker->out, text);
	strbuf_puts(&maker->out, spaces[below(maker->run, 7)]);
}

static void
put_aside(struct maker *maker)
{
	unsigned n = sizeof(asides) / sizeof(*asides);

	put(maker, asides[below(maker->run, n)]);
}

static void
put_number(struct maker *maker, const struct position *position)
{
	static const char *const dots[] = { ".", "..", "..." };
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu32 "%s", position->number,
	    dots[position->to_move]);
	strbuf_puts(&maker->out, text);
	if (below(maker->run, 4) != 0)
		strbuf_char(&maker->out, ' ');
	if (below(maker->run, 24) == 0)
		put_aside(maker);
}

static void
put_annotations(struct maker *maker)
{
	static const char *const suffixes[] = { "!", "?", "!!", "\?\?", "!?",
		"?!" };
	char nag[8];

	if (below(maker->run, 12) == 0)
		strbuf_puts(&maker->out, suffixes[below(maker->run, 6)]);
	strbuf_char(&maker->out, ' ');
	while (below(maker->run, 10) == 0) {
		snprintf(nag, sizeof(nag), "$%u", below(maker->run, 256));
		put(maker, nag);
	}
	while (below(maker->run, 12) == 0) {
		put_aside(maker);
		maker->numbered = true;
	}
}

/* A random move; none if there is none. */
static bool
pick_move(struct run *run, const struct position *position, struct move *move)
{
	list_moves(run, position);
	if (run->moves.n == 0 || rules_bare_kings(&run->rules, position))
		return false;
	*move = choose(run, position);
	return true;
}

static void put_line(struct maker *maker, struct position *position,
    unsigned plies, unsigned depth);

static void
put_variations(
    struct maker *maker, const struct position *before, unsigned depth)
{
	while (depth < 4 && below(maker->run, 14) == 0) {
		struct position position = *before;
		struct move move;

		if (!pick_move(maker->run, before, &move))
			return;
		strbuf_char(&maker->out, '(');
		if (below(maker->run, 8) == 0)
			put_aside(maker);
		put_line(maker, &position, 1 + below(maker->run, 5), depth + 1);
		put(maker, ")");
		if (below(maker->run, 8) == 0)
			put_aside(maker);
		maker->numbered = true;
	}
}

static void
put_line(struct maker *maker, struct position *position, unsigned plies,
    unsigned depth)
{
	struct run *run = maker->run;

	maker->numbered = true;
	for (unsigned i = 0; i < plies; i++) {
		struct scene scene = { .before = position };
		struct position before = *position;

		if (!pick_move(run, position, &scene.move))
			return;
		if (maker->numbered || position->to_move == 0 ||
		    below(run, 8) == 0)
			put_number(maker, position);
		maker->numbered = false;
		scene.marks = marks_of_move(&run->rules, position, &scene.move);
		scene.marks.draw = below(run, 40) == 0;
		write_text(run, &scene, maker->n, maker->alphabet, &scene.marks,
		    &maker->text);
		strbuf_slice(&maker->out, strbuf_as_slice(&maker->text));
		rules_apply(&run->rules, position, &scene.move);
		/* After = no annotation can follow without a space. */
		if (scene.marks.draw)
			put(maker, "");
		else
			put_annotations(maker);
		put_variations(maker, &before, depth);
	}
}

static void
put_tag(struct maker *maker, const char *name, const char *value)
{
	strbuf_printf(&maker->out, "[%s \"%s\"]", name, value);
	strbuf_puts(&maker->out, below(maker->run, 4) == 0 ? " " : "\n");
}

static void
put_tags(struct maker *maker, const struct position *start)
{
	struct run *run = maker->run;
	struct strbuf position = STRBUF_INIT;

	if (below(run, 2) == 0)
		put_tag(maker, "Annotator", "M\xc3\xbcller \\\"M\\\" \\\\");
	put_tag(maker, "Variant", run->rules.variant->id);
	put_tag(maker, "Notation", notations[maker->n]->id);
	if (maker->alphabet != &run->letters[0])
		put_tag(maker, "Letters", maker->alphabet->set->id);
	if (below(run, 2) == 0)
		put_tag(maker, "Brown", "Bea");
	if (below(run, 2) == 0)
		put_tag(maker, "White", "");
	if (start->key != run->rules.start.key) {
		tpf_write(&run->rules, start, &position);
		put_tag(maker, "Position", position.ptr);
		strbuf_release(&position);
	}
	put_tag(maker, "Zeit", "5+5");
	strbuf_puts(&maker->out, "\n\n");
}

static void
make_record(struct maker *maker)
{
	struct run *run = maker->run;
	struct position position = run->rules.start;
	struct outcome outcome;
	struct move move;

	strbuf_reset(&maker->out);
	/* Some begin in the middle of a game. */
	if (below(run, 3) == 0)
		for (unsigned i = below(run, 200); i > 0; i--)
			if (pick_move(run, &position, &move))
				rules_apply(&run->rules, &position, &move);
	put_tags(maker, &position);
	if (below(run, 6) == 0)
		put_aside(maker);
	put_line(maker, &position, below(run, RECORD_PLIES), 0);
	rules_outcome(&run->rules, &position, &outcome);
	strbuf_puts(
	    &maker->out, outcome.ending != ENDING_NONE ? outcome.result : "*");
	if (below(run, 6) == 0) {
		strbuf_char(&maker->out, ' ');
		put_aside(maker);
	}
	strbuf_puts(&maker->out, "\n\n");
}

/*
 * Rewrites all records of a text. Nothing is said against them but what the
 * reader of a careless text may note.
 */
static void
rewrite(struct run *run, struct slice in, unsigned n,
    const struct letter_set *letters, bool careless, struct strbuf *out)
{
	const struct replay_options options = {
		.rewrite = true, .output = notations[n], .letters = letters
	};
	struct replayer *replayer = replayer_new(&options);
	struct input input = { .format = &format_pgn,
		.max_record = MAX_RECORD };
	struct arena arena = ARENA_INIT;
	struct replayed replayed;
	struct record record;
	struct diags diags;

	strbuf_reset(out);
	source_text(&input.source, "test", in);
	while (input.format->read(&input, &arena, &diags, &record)) {
		struct strbuf position = STRBUF_INIT;
		bool good = replay_record(replayer, &record, &diags, &replayed);
		unsigned said = 0;
		struct writing writing;

		for (unsigned i = 0; i < diags.len; i++)
			said += !careless ||
			    diag_table[diags.list[i].id].severity > SEV_NOTE;
		if (!check(run, good && said == 0, "a record with faults",
			diags.len > 0 ? diags.list[0].message : "?"))
			continue;
		if (!replayed.usual_start)
			tpf_write(&run->rules, &replayed.start, &position);
		writing = (struct writing){
			.variant = run->rules.variant,
			.notation = notations[n]->id,
			.letters =
			    notations[n]->has_letters ? letters->id : NULL,
			.position = strbuf_as_slice(&position),
			.result = replayed.result,
			.first = out->len == 0,
		};
		pgn_write(&record, &writing, out);
		strbuf_release(&position);
	}
	source_release(&input.source);
	arena_release(&arena);
	replayer_free(replayer);
}

/* The first line in which two texts differ. */
static const char *
difference(struct run *run, const struct strbuf *a, const struct strbuf *b)
{
	size_t line = 0, at = 0;

	while (at < a->len && at < b->len && a->ptr[at] == b->ptr[at])
		if (a->ptr[at++] == '\n')
			line = at;
	return arena_printf(
	    &run->arena, "\n%.300s\n---\n%.300s", a->ptr + line, b->ptr + line);
}

static void
check_same(struct run *run, const struct strbuf *a, const struct strbuf *b,
    const char *what)
{
	bool same = slice_equal(strbuf_as_slice(a), strbuf_as_slice(b));

	check(run, same, what, same ? "" : difference(run, a, b));
}

static void
try_records(struct run *run)
{
	struct maker maker = {
		.run = run, .out = STRBUF_INIT, .text = STRBUF_INIT
	};
	struct strbuf first = STRBUF_INIT, second = STRBUF_INIT,
		      other = STRBUF_INIT;

	for (unsigned i = 0; i < RECORDS; i++) {
		const struct letter_set *en = &letter_sets[0];

		do
			maker.n = below(run, NOTATIONS_MAX);
		while (run->decoder[maker.n] == NULL ||
		    !notation_writes(notations[maker.n], run->rules.variant));
		maker.alphabet = &run->letters[0];
		if (notations[maker.n]->has_letters)
			maker.alphabet = &run->letters[below(run, SETS_MAX)];
		make_record(&maker);
		run->content.records++;
		run->content.bytes += maker.out.len;
		rewrite(run, strbuf_as_slice(&maker.out), maker.n, en, true,
		    &first);
		rewrite(
		    run, strbuf_as_slice(&first), maker.n, en, false, &second);
		check_same(run, &first, &second, "written in two ways");
		for (unsigned n = 0; notations[n] != NULL; n++) {
			const struct letter_set *set =
			    run->letters[below(run, SETS_MAX)].set;

			if (!notation_writes(notations[n], run->rules.variant))
				continue;
			rewrite(run, strbuf_as_slice(&first), n, set, false,
			    &other);
			rewrite(run, strbuf_as_slice(&other), maker.n, en,
			    false, &second);
			check_same(run, &first, &second,
			    "changed on the way there and back");
		}
		arena_reset(&run->arena);
	}
	strbuf_release(&maker.out);
	strbuf_release(&maker.text);
	strbuf_release(&first);
	strbuf_release(&second);
	strbuf_release(&other);
}

static void
start(struct run *run)
{
	static const char *const sets[SETS_MAX] = { "en", "de", "triumvirate",
		"figurine" };

	rules_init(&run->rules, &variant_dreierschach, NULL);
	for (unsigned n = 0; notations[n] != NULL; n++)
		run->decoder[n] = decoder_new(notations[n]);
	for (unsigned s = 0; s < SETS_MAX; s++)
		alphabet_init(&run->letters[s],
		    letter_set_find(slice_of(sets[s])),
		    run->rules.variant->letters);
}

int
main(int argc, char **argv)
{
	static struct run run;
	const struct content *content = &run.content;

	run.random = argc > 1 ? strtoull(argv[1], NULL, 0) : default_seed;
	printf("seed %" PRIu64 "\n", run.random);
	start(&run);
	try_all_texts(&run, "KNx-+#a1b2e=Q", 6);
	try_all_texts(&run, "W1ad-x(C)M", 7);
	try_all_texts(&run, "a1x-2+", 8);
	try_parts(&run);
	for (unsigned i = 0; i < GAMES; i++)
		play_game(&run);
	try_records(&run);
	printf("%lu tokens, %lu of them read fast\n", content->tokens,
	    content->fast);
	printf("%lu plies, %lu captures, %lu promotions, %lu en passant, "
	       "%lu castlings, %lu checks, %lu mates, %lu to be mated later\n",
	    content->plies, content->captures, content->promotions,
	    content->en_passants, content->castlings, content->checks,
	    content->mates, content->later_mates);
	printf("%lu records of %lu bytes\n", content->records, content->bytes);
	printf("%lu passed, %lu failed\n", run.passed, run.failed);
	for (unsigned n = 0; n < NOTATIONS_MAX; n++)
		decoder_free(run.decoder[n]);
	arena_release(&run.arena);
	return run.failed != 0;
}
