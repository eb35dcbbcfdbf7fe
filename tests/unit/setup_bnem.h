/*
 * Positions and moves of Bn Em's game in short, for the tests of its rules.
 *
 * A position is its pieces in the tokens of 3PF, the letter of the player to
 * move and, if they matter, key=value fields: "wKa1,rKa10,bKj1 w turns=wr".
 * Kings stand on their home squares if they are not named. Moves are written in
 * coordinates. Every move is put to the naive engine as well, which must agree
 * on it and on the position after it; but it knows nothing of the past. */
#ifndef TESTS_UNIT_SETUP_BNEM_H
#define TESTS_UNIT_SETUP_BNEM_H

#include "tests/unit/unit.h"

#include "formats/position/tpf.h"
#include "formats/judge/replayed.h"
#include "formats/game/replayer.h"
#include "formats/game/turn.h"
#include "tests/naive/naive.h"

enum {
	WHITE,
	RED,
	BLACK,
	LINE = 2048,
	MOVES = 4096,
};

/* The rules under test, with the options that a position states. */
static const struct rules *rules;
static struct replayer *replayer;
static struct arena arena;
static char fault[LINE]; /* the code of the last error */

SET_UP(begin)
{
	static const struct replay_options none = { .variant = &variant_bnem };

	replayer = replayer_new(&none);
	rules = replayer_rules(replayer, &variant_bnem, NULL);
}

TEAR_DOWN(end)
{
	replayer_free(replayer);
	arena_release(&arena);
}

/* The seven fields, from the short form. `status` and the counters can follow
 * the player: "w aax 7 12 turns=wr". */
static inline void
spell_out(const char *text, char line[LINE])
{
	size_t pieces = strcspn(text, " "), used;
	const char *rest = text + pieces + 1;
	static const char *const kings[] = { "wK", "rK", "bK" };
	static const char *const promoted[] = { "w+K", "r+K", "b+K" };
	static const char *const homes[] = { "wKa1", "rKa10", "bKj1" };
	const char *keys = strlen(rest) > 1 ? rest + 2 : "";
	bool counted =
	    strlen(keys) > 3 && strchr("ax", keys[0]) != NULL && keys[3] == ' ';

	used = (size_t)snprintf(line, LINE, "%.*s", (int)pieces, text);
	for (int p = 0; p < PLAYERS; p++)
		if (strstr(line, kings[p]) == NULL &&
		    strstr(line, promoted[p]) == NULL &&
		    strstr(keys, "captors=") == NULL)
			used += (size_t)snprintf(line + used, LINE - used,
			    "%s%s", used > 0 ? "," : "", homes[p]);
	snprintf(line + used, LINE - used, " %c w-.r-.b- - %s%s%s", rest[0],
	    counted ? "" : "aaa 0 1", *keys != '\0' && !counted ? " " : "",
	    keys);
}

static inline bool
read_line(const char *line, struct position *position)
{
	struct settings settings;
	struct diags diags;

	arena_reset(&arena);
	diags_init(&diags, &arena);
	settings_default(&variant_bnem, &settings);
	tpf_options(&variant_bnem, slice_of(line), &settings);
	rules = replayer_rules(replayer, &variant_bnem, &settings);
	if (tpf_read(rules, slice_of(line), 0, &diags, position))
		return true;
	snprintf(fault, sizeof(fault), "%s", diag_table[diags.list[0].id].slug);
	return false;
}

static inline struct position
at(const char *text)
{
	struct position position;
	char line[LINE];

	spell_out(text, line);
	if (!read_line(line, &position))
		fail_msg("%s: %s", fault, line);
	return position;
}

/* The position as 3PF. */
static inline const char *
text_of(const struct position *position)
{
	static char line[LINE];
	struct strbuf out = STRBUF_INIT;

	tpf_write(rules, position, &out);
	snprintf(line, sizeof(line), "%s", out.ptr);
	strbuf_release(&out);
	return line;
}

/* The naive engine judges the move alike; `after` is NULL if it is illegal. */
static inline void
agrees_with_naive(
    const char *before, struct slice move, const struct position *after)
{
	char text[NAIVE_MOVE_MAX], line[NAIVE_TPF_MAX];
	bool legal;

	snprintf(text, sizeof(text), "%.*s", (int)move.len, move.ptr);
	legal = naive_bnem.apply(before, text, line, sizeof(line));
	if (legal != (after != NULL))
		fail_msg("the naive engine %s %s in %s",
		    legal ? "allows" : "refuses", text, before);
	if (legal)
		assert_string_equal(line, text_of(after));
}

/* Plays a move; false if it is not legal, and then `fault` is its code. */
static inline bool
play_one(struct position *position, const struct notation *notation,
    struct slice token)
{
	struct alphabet letters;
	const struct reader_context reader = { rules, notation, &letters };
	struct turn turn = { .asks.outcome = true };
	char before[LINE];
	struct diags diags;
	/* A move that names its player, and the ko, are not for it. */
	bool bare = notation == &notation_coordinate &&
	    memchr(token.ptr, ':', token.len) == NULL;

	snprintf(before, sizeof(before), "%s", text_of(position));
	diags_init(&diags, &arena);
	if (turn_judge_alone(
		&turn, &reader, &letters, position, token, 0, &diags)) {
		assert_true(position->key == rules_full_key(rules, position));
		if (bare)
			agrees_with_naive(before, token, position);
		return true;
	}
	snprintf(fault, sizeof(fault), "%s", diag_table[diags.list[0].id].slug);
	if (bare && strcmp(fault, "ko") != 0)
		agrees_with_naive(before, token, NULL);
	return false;
}

/* Plays the moves, with blanks between; false if one is not legal, and then
 * `fault` is its code. */
static inline bool
play_in(struct position *position, const struct notation *notation,
    const char *moves)
{
	while (*moves != '\0') {
		struct slice token = { moves, strcspn(moves, " ") };

		if (!play_one(position, notation, token))
			return false;
		moves += token.len;
		moves += *moves == ' ';
	}
	return true;
}

static inline void
play(struct position *position, const char *moves)
{
	if (!play_in(position, &notation_coordinate, moves))
		fail_msg("%s: %s", moves, fault);
}

/* Checks that the moves lead from one position to the other, both in short. */
static inline void
leads(const char *from, const char *moves, const char *to)
{
	struct position wanted = at(to), position = at(from);
	char line[LINE];

	snprintf(line, sizeof(line), "%s", text_of(&wanted));
	play(&position, moves);
	assert_string_equal(text_of(&position), line);
}

/* Checks that the move is refused with this code. */
static inline void
refuses(const char *from, const char *move, const char *code)
{
	struct position position = at(from);

	if (play_in(&position, &notation_coordinate, move))
		fail_msg("%s is legal in %s", move, from);
	if (strcmp(fault, code) != 0)
		fail_msg("%s: %s, not %s", move, fault, code);
}

/* Checks which player moves after the moves, and by which condition. */
static inline void
follows(const char *from, const char *moves, char player, unsigned condition)
{
	struct position position = at(from);

	play(&position, moves);
	if (variant_bnem.colours[position.to_move] != player ||
	    position.bnem.rule != condition)
		fail_msg("%s: %c by %u, not %c by %u", moves,
		    variant_bnem.colours[position.to_move], position.bnem.rule,
		    player, condition);
}

static inline void
ends(const char *from, const char *moves, const char *result)
{
	struct position position = at(from);
	struct outcome outcome;

	play(&position, moves);
	rules_outcome(rules, &position, &outcome);
	if (result == NULL) {
		assert_int_equal(outcome.ending, ENDING_NONE);
		return;
	}
	assert_int_not_equal(outcome.ending, ENDING_NONE);
	assert_string_equal(outcome.result, result);
	/* "0-1-0" is Red's; a draw has a slash. */
	assert_int_equal(outcome.winner,
	    strchr(result, '/') != NULL
		? (unsigned)PLAYER_NONE
		: (unsigned)(strchr(result, '1') - result) / 2);
	assert_int_equal(rules_count(rules, &position), 0);
}

struct moves {
	const struct position *position;
	const char *start; /* how the texts begin */
	size_t len;
	char text[MOVES][64];
};

static inline bool
keep(void *context, const struct move *move)
{
	struct moves *moves = context;
	const struct marks none = { .attacked = 0 };
	struct strbuf out = STRBUF_INIT;

	notation_write(&notation_coordinate, rules, NULL, moves->position, move,
	    &none, &out);
	if (strncmp(out.ptr, moves->start, strlen(moves->start)) == 0) {
		assert_true(moves->len < MOVES);
		snprintf(moves->text[moves->len++], sizeof(moves->text[0]),
		    "%s", out.ptr + strlen(moves->start));
	}
	strbuf_release(&out);
	return true;
}

static inline int
by_bytes(const void *a, const void *b)
{
	return strcmp(a, b);
}

/*
 * Checks the legal moves whose text begins with `start`, sorted, with blanks
 * between and without `start`.
 */
static inline void
has_moves(const char *text, const char *start, const char *expected)
{
	static struct moves moves;
	struct position position = at(text);
	char line[LINE] = "";
	size_t used = 0;

	moves.position = &position;
	moves.start = start;
	moves.len = 0;
	rules_moves(rules, &position, NULL, keep, &moves);
	qsort(moves.text, moves.len, sizeof(moves.text[0]), by_bytes);
	for (size_t i = 0; i < moves.len; i++)
		used += (size_t)snprintf(line + used, LINE - used, "%s%s",
		    i > 0 ? " " : "", moves.text[i]);
	assert_string_equal(line, expected);
}

#endif
