/*
 * The suites tests/rules/GAME.rules, checked in the library: tests/README.md,
 * "Rules". Each suite is a test. A case that fails is printed with its line and
 * the answer. rules.py checks the same through the command.
 */
#include <glob.h>

#include "tests/unit/unit.h"

#include "parse/game/rewrite_ply.h"
#include "parse/position/tpf.h"
#include "parse/text/near.h"
#include "rules/siege/siege.h"

static const struct variant *variant;
static const struct rules *rules;
static struct replayer *replayer;
static struct slice defaults;      /* the last fields of a position */
static struct position given, now; /* of the last @, and after its moves */
static struct arena arena;         /* of a suite */
static struct slice asked;         /* the word of the case */
static struct diags diags;         /* of the last text that was read */
static struct strbuf found, list;  /* the answer; moves */

static struct slice
take_word(struct slice *text)
{
	return slice_take(text, ' ');
}

/* Takes what stands before an arrow off the front, and the arrow. */
static struct slice
take_moves(struct slice *text)
{
	struct slice moves = slice_sub(*text, 0, 0), word;

	while (!slice_is(word = take_word(text), "->") && word.len > 0)
		moves = slice_between(moves.ptr, word.ptr + word.len);
	return moves;
}

/* A position with the fields that it leaves to the game. */
static struct slice
complete(struct slice text)
{
	struct slice fields = text, rest = defaults;

	take_word(&fields);
	if (fields.len == 0)
		return text;
	for (take_word(&fields); fields.len > 0; take_word(&fields))
		take_word(&rest);
	return rest.len == 0 ? text
			     : slice_of(arena_printf(&arena, "%.*s %.*s",
				   SLICE(text), SLICE(rest)));
}

/*
 * Answers
 */

static void
put(struct slice word)
{
	if (found.len > 0)
		strbuf_char(&found, ' ');
	strbuf_slice(&found, word);
}

static void
put_number(int number)
{
	put(slice_of(arena_printf(&arena, "%d", number)));
}

/* A letter, or - for nobody. */
static void
put_player(unsigned player)
{
	put(player < PLAYERS ? (struct slice){ &variant->colours[player], 1 }
			     : slice_of("-"));
}

static void
put_position(const struct position *position)
{
	put(slice_of(""));
	tpf_write(rules, position, &found);
}

/* The code of the first error, and those words of a case that it says. */
static void
put_error(struct slice wanted)
{
	unsigned i = 0;

	while (i < diags.len && diags.list[i].severity < SEV_ERROR)
		i++;
	if (i == diags.len)
		return;
	put(slice_of(diag_table[diags.list[i].id].slug));
	for (take_word(&wanted); wanted.len > 0;) {
		struct slice word = take_word(&wanted);
		const char *message = diag_words(&diags.list[i], &arena);

		put(strstr(message, arena_copy(&arena, word)) != NULL
			? word
			: slice_of(message));
	}
}

static void
put_codes(void)
{
	diags_sort(&diags);
	for (unsigned i = 0; i < diags.len; i++)
		put(slice_of(diag_table[diags.list[i].id].slug));
}

/* Reads the position of the next cases. */
static bool
read_position(struct slice text)
{
	struct settings settings;

	settings_default(variant, &settings);
	tpf_options(variant, text, &settings);
	rules = replayer_rules(replayer, variant, &settings);
	if (slice_begins(text, "start "))
		text.len = strlen("start");
	diags_init(&diags, &arena);
	bool sound = tpf_read(rules, text, 0, &diags, &given);
	now = given;
	return sound;
}

/* Plays a move in NOTATION or NOTATION/LETTERS; false if it has an error. */
static bool
play_in(struct slice notation, struct slice token, struct position *position,
    struct turn *turn)
{
	struct slice id = slice_take(&notation, '/');
	struct alphabet letters;
	const struct language reader = { rules,
		notation_of(notation_find(NULL, id), variant), &letters };

	turn->asks.outcome = turn->asks.marks = true;
	diags_init(&diags, &arena);
	if (notation.len == 0)
		return turn_judge_alone(
		    turn, &reader, &letters, position, token, 0, &diags);
	alphabet_init(&letters, letter_set_find(notation), variant->letters);
	return turn_judge(turn, &reader, position, token, 0, &diags);
}

/* Plays moves in coordinates, up to the first that is not legal. */
static bool
play(struct slice moves, struct position *position)
{
	while (moves.len > 0) {
		struct slice token = take_word(&moves);
		struct turn turn = { .letters = NULL };

		if (!play_in(slice_of("coordinate"), token, position, &turn)) {
			put(token);
			put_codes();
			return false;
		}
	}
	return true;
}

/* A move that is played now, in another notation; ? if it is refused. */
static struct slice
rewrite(struct slice notation, struct slice token, struct slice other)
{
	struct slice id = slice_take(&other, '/');
	struct alphabet letters;
	const struct ply_writing writing = {
		.in = { rules, notation_of(notation_find(NULL, id), variant),
		    &letters },
		.replayer = replayer,
		.notes = &arena,
	};
	struct turn turn = { .asks.writing = &writing };
	struct position position = now;
	struct ply ply = { .next = NULL };

	alphabet_init(&letters,
	    other.len > 0 ? letter_set_find(other) : letter_sets,
	    variant->letters);
	if (play_in(notation, token, &position, &turn))
		rewrite_ply(&writing, &turn, &ply, &arena);
	return ply.text.len > 0 ? ply.text : slice_of("?");
}

/*
 * The words: each takes its question off the front of the text, and puts the
 * answer. The rest of the text is the answer that the case wants.
 */

static void
ask_game(struct slice *text)
{
	struct slice id = take_word(text);

	variant = variant_find(id.ptr, id.len);
	defaults = arena_slice(&arena, slice_take(text, '\0'));
}

static void
ask_at(struct slice *text)
{
	read_position(complete(slice_take(text, '\0')));
	put_codes();
}

static void
ask_warned(struct slice *text)
{
	struct slice code = take_word(text);

	ask_at(text);
	*text = code;
}

static void
ask_keeps(struct slice *text)
{
	struct slice position = *text = complete(*text);

	ask_at(&position);
	put_position(&now);
}

/* The answer has a mark where the fault is, if the case has one. */
static void
ask_faulty(struct slice *text)
{
	struct slice code = take_word(text), line = *text;
	char *copy = arena_copy(&arena, line), *mark = strrchr(copy, '^');

	*text = code;
	if (mark != NULL)
		memmove(mark, mark + 1, strlen(mark));
	bool sound = read_position(complete(slice_of(copy)));
	if (sound || mark == NULL)
		put_error(code);
	else
		put_codes();
	if (mark != NULL && diags.len > 0 &&
	    diags.list[0].span.start != mark - copy)
		put_number((int)diags.list[0].span.start);
}

/* Another position has another key. */
static void
ask_differs(struct slice *text)
{
	uint64_t key = now.key;

	ask_at(text);
	if (now.key == key || now.key != rules_full_key(rules, &now))
		put(slice_of("the same key"));
}

static void
ask_again(__attribute__((unused)) struct slice *text)
{
	now = given;
}

static void
ask_play(struct slice *text)
{
	play(slice_take(text, '\0'), &now);
}

static void
ask_is(struct slice *text)
{
	*text = complete(*text);
	put_position(&now);
}

static void
ask_leads(struct slice *text)
{
	struct position position = now;

	if (play(take_moves(text), &position))
		put_position(&position);
	*text = complete(*text);
}

/* Of the words those that are true, and the pieces if one is not. */
static void
ask_holds(struct slice *text)
{
	strbuf_reset(&list);
	strbuf_char(&list, ',');
	tpf_write(rules, &now, &list);
	*strchr(list.ptr, ' ') = ',';
	for (struct slice words = *text; words.len > 0;) {
		struct slice word = take_word(&words);
		bool vacant = word.ptr[0] == '-';
		const char *piece = arena_printf(&arena, "%s%.*s,",
		    vacant ? "" : ",", SLICE(slice_from(word, vacant)));

		put((strstr(list.ptr, piece) == NULL) == vacant
			? word
			: strbuf_as_slice(&list));
	}
}

static void
ask_legal(struct slice *text)
{
	while (text->len > 0) {
		struct position position = now;

		play(take_word(text), &position);
	}
}

static void
ask_judge(struct slice *text)
{
	struct slice notation = slice_is(asked, "refuses")
	    ? slice_of("coordinate")
	    : take_word(text);
	struct slice token = take_word(text);
	struct position position = now;
	struct turn turn = { .letters = NULL };

	play_in(notation, token, &position, &turn);
	if (memchr(notation.ptr, '/', notation.len) != NULL)
		put_codes();
	else
		put_error(*text);
}

/* Lists the end of a move that begins as *context. */
static bool
list_move(void *context, const struct move *move)
{
	const struct slice *start = context;
	const struct marks none = { .mover = now.to_move };
	struct strbuf text = STRBUF_INIT;
	struct alphabet letters;

	alphabet_init(&letters, letter_sets, variant->letters);
	notation_write(
	    &(struct language){
		rules, notation_of(&notation_coordinate, variant), &letters },
	    &now, move, &none, &text);
	const char *end = text.ptr + start->len;
	if (text.len >= start->len &&
	    memcmp(text.ptr, start->ptr, start->len) == 0 &&
	    (start->len == 0 || !ascii_is_digit(*end)))
		strbuf_printf(&list, "%s ", end);
	strbuf_release(&text);
	return true;
}

/* Of the moves of a case those that are legal, and then all others. */
static void
ask_moves(struct slice *text)
{
	struct slice start = slice_take(text, ':'), words, word;

	*text = slice_trim(*text);
	strbuf_reset(&list);
	rules_moves(rules, &now, NULL, list_move, &start);
	for (words = *text; (word = take_word(&words)).len > 0;)
		if (near_has(strbuf_as_slice(&list), word))
			put(word);
	words = strbuf_as_slice(&list);
	while ((word = take_word(&words)).len > 0)
		if (!near_has(*text, word))
			put(word);
}

/* The moves of a piece that is alone on the board, over all its cells. */
static void
ask_alone(struct slice *text)
{
	for (struct slice words = *text; words.len > 0;) {
		struct slice word = slice_take(&words, ':');
		bool promoted = word.ptr[0] == '+';
		uint8_t piece = (uint8_t)(promoted ? PIECE_PROMOTED : 0) |
		    piece_make(variant_kind(variant, word.ptr[promoted]), 0, 0);
		int sum = 0;

		for (cell c = 0; c < rules->board.cells; c++) {
			struct position alone;

			position_clear(&alone);
			position_put(&alone, c, piece);
			/* On a home square it has won, but as a turn begins. */
			rules_begin_pair(&alone);
			rules_recompute_checks(rules, &alone);
			sum += (int)rules_count(rules, &alone);
		}
		put(slice_of(
		    arena_printf(&arena, "%.*s:%d", SLICE(word), sum)));
		take_word(&words);
	}
}

static void
ask_count(__attribute__((unused)) struct slice *text)
{
	put_number((int)rules_count(rules, &now));
}

static void
ask_perft(struct slice *text)
{
	unsigned long depth;

	slice_number(take_word(text), 9, &depth);
	put_number((int)rules_perft(rules, &now, (unsigned)depth));
}

static void
ask_attacked(__attribute__((unused)) struct slice *text)
{
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (now.checks[p] == 0)
			continue;
		put_player(p);
		strbuf_char(&found, ':');
		for (unsigned by = 0; by < PLAYERS; by++)
			if (now.checks[p] >> by & 1)
				strbuf_char(&found, variant->colours[by]);
	}
	if (found.len == 0)
		put_player(PLAYER_NONE);
}

static void
ask_result(struct slice *text)
{
	/* As in the enum. */
	static const char *const endings[] = { "-", "mate", "stalemate",
		"bare-kings", "last-king", "material", "clock", "agreed",
		"forfeit", "king-captured", "home" };
	struct outcome outcome = rules_outcome(rules, &now);

	put(slice_of(outcome.ending == ENDING_NONE ? "-" : outcome.result));
	if (memchr(text->ptr, ' ', text->len) != NULL)
		put(slice_of(endings[outcome.ending]));
}

static void
ask_turn(struct slice *text)
{
	struct position position = now;

	play(take_moves(text), &position);
	put_player(position.to_move);
	if (position.bnem.rule == 0)
		put(slice_of("-"));
	else
		put_number(position.bnem.rule);
}

static void
ask_sieged(__attribute__((unused)) struct slice *text)
{
	put_player(siege_sieged(rules, &now));
}

/* The sums by which a player is sieged. */
static void
ask_sums(struct slice *text)
{
	enum siege_method method = SIEGE_MOVED;

	if (slice_is(asked, "thresholds"))
		method = SIEGE_NONE;
	else if (slice_is(take_word(text), "points"))
		method = SIEGE_POINTS;
	for (unsigned p = 0; p < PLAYERS; p++)
		put_number(method == SIEGE_NONE ? (int)siege_threshold(rules, p)
			: slice_is(asked, "points")
			? siege_sum(rules, &now, method, p)
			: siege_balance(rules, &now, method, p));
}

/* A move as it is written must read as the same move. */
static void
ask_writes(struct slice *text)
{
	struct slice move = take_word(text), forms = *text;

	while (forms.len > 0) {
		struct slice notation = take_word(&forms), written, again;

		take_word(&forms);
		written = rewrite(slice_of("coordinate"), move, notation);
		again = rewrite(notation, written, notation);
		put(notation);
		put(written);
		if (!slice_equal(again, written))
			put(again);
	}
}

static void
ask_reads(struct slice *text)
{
	struct slice notation = take_word(text), token = take_word(text);

	put(rewrite(notation, token, take_word(text)));
	/* A replay tells it, for rules.py. */
	if (strstr(arena_copy(&arena, *text), "stalemate-due") != NULL)
		put(slice_of("stalemate-due"));
	put_codes();
}

/* Words for others, and those that ask about records and the table of cells. */
static const char *const left_out[] = { "==", ">", "--", "see", "norule",
	"record", "cell", "cells", "rows", NULL };

static const struct {
	const char *word;
	void (*ask)(struct slice *text);
} words[] = { { "@", ask_at }, { "alone", ask_alone },
	{ "differs", ask_differs }, { "again", ask_again },
	{ "attacked", ask_attacked }, { "count", ask_count },
	{ "deficit", ask_sums }, { "faulty", ask_faulty }, { "game", ask_game },
	{ "holds", ask_holds }, { "is", ask_is }, { "judge", ask_judge },
	{ "keeps", ask_keeps }, { "leads", ask_leads }, { "legal", ask_legal },
	{ "moves", ask_moves }, { "perft", ask_perft }, { "play", ask_play },
	{ "points", ask_sums }, { "reads", ask_reads },
	{ "refuses", ask_judge }, { "result", ask_result },
	{ "sieged", ask_sieged }, { "thresholds", ask_sums },
	{ "turn", ask_turn }, { "warned", ask_warned },
	{ "writes", ask_writes } };

/* Compares words. A * is any word, and at the end any keys of a position. */
static bool
is_answer(struct slice wanted, struct slice answer)
{
	for (int i = 0; wanted.len > 0 || answer.len > 0; i++) {
		struct slice word = take_word(&wanted);
		bool is_any = slice_is(word, "*");

		if (is_any && wanted.len == 0 && i >= 7)
			return true;
		if (!slice_equal(take_word(&answer), word) && !is_any)
			return false;
	}
	return true;
}

/* Checks a case; false if it fails. */
static bool
check_case(struct slice text)
{
	struct slice rest = text;
	size_t i = 0;

	asked = take_word(&rest);
	if (asked.len == 0 || slice_is_among(asked, left_out))
		return true;
	if (slice_is(asked, "moves:")) {
		asked.len--;
		rest = slice_from(text, asked.len);
	}
	while (i < COUNT(words) && !slice_is(asked, words[i].word))
		i++;
	strbuf_reset(&found);
	if (i == COUNT(words))
		put(slice_of("no word of a suite"));
	else
		words[i].ask(&rest);
	return is_answer(rest, strbuf_as_slice(&found));
}

/* Reads a case of one or more lines, and counts them; false at the end. */
static bool
read_case(FILE *file, struct strbuf *text, unsigned *lines)
{
	static char line[4096];
	int next = 0;

	strbuf_reset(text);
	do {
		if (fgets(line, sizeof(line), file) == NULL)
			return text->len > 0;
		++*lines;
		if (line[0] != '#') {
			if (text->len > 0 && text->ptr[text->len - 1] != ',')
				strbuf_char(text, ' ');
			strbuf_slice(text, slice_trim(slice_of(line)));
		}
		next = getc(file);
		ungetc(next, file);
	} while (next == '\t' || next == ' ' || next == '#');
	return true;
}

static void
check_suite(void **state)
{
	const char *path = *state;
	FILE *file = fopen(path, "r");
	struct strbuf text = STRBUF_INIT;
	unsigned failed = 0, lines = 0, first = 1;

	assert_non_null(file);
	replayer = replayer_new(&(struct replay_options){ .variant = NULL });
	for (; read_case(file, &text, &lines); first = lines + 1) {
		if (check_case(strbuf_as_slice(&text)))
			continue;
		printf("FAIL %s:%u: %s\n     %.*s\n", strrchr(path, '/') + 1,
		    first, text.ptr, SLICE(strbuf_as_slice(&found)));
		failed++;
	}
	fclose(file);
	strbuf_release(&text);
	strbuf_release(&found);
	strbuf_release(&list);
	arena_release(&arena);
	replayer_free(replayer);
	assert_int_equal(failed, 0);
}

static glob_t suites;

SET_UP(find_suites)
{
	glob("tests/rules/*.rules", 0, NULL, &suites);
	for (size_t i = 0; i < suites.gl_pathc; i++)
		unit.tests[unit.len++] =
		    (struct CMUnitTest){ suites.gl_pathv[i], check_suite, NULL,
			    NULL, suites.gl_pathv[i] };
}

TEAR_DOWN(free_suites)
{
	globfree(&suites);
}
