/*
 * Positions and moves in short, for the tests of the Siege rules.
 *
 * A position is a line of 3PF; its opt= chooses the game. A move is written in
 * coordinates: "e2e4", a promotion "h14i16q", en passant "d4b3+", castling as
 * the king's move, a field promotion "d5@n", traitors "c7%" and "c7%f9", a pass
 * "0000"; declarations and calls follow in parentheses, "c3e6(FC)", or stand
 * alone, "(Y)". The naive engine must judge every move the same and reach the
 * same position, which must survive writing and reading.
 */
#ifndef TESTS_UNIT_SETUP_SIEGE_H
#define TESTS_UNIT_SETUP_SIEGE_H

#include "tests/unit/unit.h"

#include "parse/text/arena.h"
#include "formats/record/format.h"
#include "formats/position/tpf.h"
#include "tests/naive/naive.h"
#include "formats/judge/replayed.h"
#include "rules/siege/siege.h"

enum {
	WHITE,
	RED,
	BLACK
};

/* The game of the position that was read last. */
static struct rules rules;

/* The set-up of every group of tests: the game with its usual options. */
SET_UP(make_rules)
{
	rules_init(&rules, &variant_siege, NULL);
}

/* Makes the rules for the options that a line states. */
static inline void
make_rules_for(struct slice line)
{
	struct settings settings;

	settings_default(&variant_siege, &settings);
	tpf_options(&variant_siege, line, &settings);
	settings_settle(&variant_siege, &settings);
	if (rules.variant == NULL ||
	    !settings_equal(&rules.settings, &settings))
		rules_init(&rules, &variant_siege, &settings);
}

/* The position of a line, which must be right. */
static inline struct position
at(const char *line)
{
	struct arena arena = ARENA_INIT;
	struct position position;
	struct diags diags;

	diags_init(&diags, &arena);
	make_rules_for(slice_of(line));
	if (!tpf_read(&rules, slice_of(line), 0, &diags, &position))
		fail_msg("%s\n  %s", line, diags.list[0].message);
	arena_release(&arena);
	return position;
}

/* Writes a position as its line. */
static inline void
write_line(const struct position *position, char line[NAIVE_TPF_MAX])
{
	struct strbuf text = STRBUF_INIT;

	tpf_write(&rules, position, &text);
	assert_true(text.len < NAIVE_TPF_MAX);
	memcpy(line, text.ptr, text.len + 1);
	assert_int_equal(strlen(line), text.len);
	strbuf_release(&text);
}

static inline void
check_line(struct position position, unsigned field, const char *expected,
    const char *file, int at_line)
{
	char line[NAIVE_TPF_MAX];
	const char *rest = line;

	write_line(&position, line);
	for (; field > 1 && rest != NULL; field--) {
		rest = strchr(rest, ' ');
		rest = rest != NULL ? rest + 1 : NULL;
	}
	_assert_string_equal(rest != NULL ? rest : "", expected, file, at_line);
}

/* The position is that of the line. */
#define assert_position(position, line) \
	check_line(position, 1, line, __FILE__, __LINE__)

/* Its line from field 2, the player to move, is this. */
#define assert_state(position, text) \
	check_line(position, 2, text, __FILE__, __LINE__)

/* The fields of its line that follow the seven are these. */
#define assert_keys(position, text) \
	check_line(position, 8, text, __FILE__, __LINE__)

#include "tests/unit/cells.h"

/* The cell that a player calls so, as "12l" in siege notation. */
static inline cell
cell_of(unsigned player, const char *name)
{
	char *letter;
	unsigned long rank = strtoul(name, &letter, 10);

	return board_at_seat(
	    &rules.board, player, (unsigned)(*letter - 'a'), (unsigned)rank);
}

/* The piece on the cell `from` may move to exactly the cells of the list. */
#define assert_targets(position, from, list)                                   \
	check_cells(targets(&(position), cell_named(from)), cells_named(list), \
	    __FILE__, __LINE__)

/*
 * Moves
 */

/* The parsed text of a move. */
struct wish {
	struct move_query attempt;
	unsigned calls, check, mate;
	char text[NAIVE_MOVE_MAX];
};

static inline bool
read_char(const char **cursor, char c)
{
	if (**cursor != c)
		return false;
	++*cursor;
	return true;
}

/* The colours that follow C or M; without one every king is meant. */
static inline unsigned
read_colours(const char **cursor)
{
	unsigned players = 0;

	while (**cursor == 'W' || **cursor == 'R' || **cursor == 'B')
		players |= 1u << variant_player(&variant_siege, *(*cursor)++);
	return players != 0 ? players : ALL_PLAYERS;
}

static inline void
read_calls(struct wish *wish, const char **cursor)
{
	static const char letters[] = "FSYT"; /* in the order of enum call */

	while (!read_char(cursor, ')')) {
		char letter = *(*cursor)++;
		const char *call = strchr(letters, letter);

		if (letter == 'C')
			wish->check = read_colours(cursor);
		else if (letter == 'M')
			wish->mate = read_colours(cursor);
		else if (letter != '\0' && call != NULL)
			wish->calls |= 1u << (call - letters);
		else
			fail_msg("not a call: %c", letter);
	}
}

/* A king's move to his castling cell is castling unless he can step there. */
static inline void
read_castling(const struct position *position, struct move_query *attempt)
{
	unsigned me = position->to_move;

	if (attempt->from != position->king[me] ||
	    cellset_has(&rules.board.king_set[attempt->from], attempt->to))
		return;
	for (unsigned s = 0; s < rules.sides; s++)
		if (rules.seat[me].side[s].king_to == attempt->to) {
			attempt->type = MOVE_CASTLE;
			attempt->side = s;
		}
}

static inline void
read_action(
    struct wish *wish, const struct position *position, const char **cursor)
{
	struct move_query *attempt = &wish->attempt;

	if (strncmp(*cursor, "0000", 4) == 0) {
		attempt->type = MOVE_PASS;
		*cursor += 4;
		return;
	}
	attempt->from = read_cell(cursor);
	if (read_char(cursor, '@'))
		attempt->type = MOVE_FIELD;
	else if (read_char(cursor, '%'))
		attempt->type = MOVE_TRAITOR;
	if (**cursor >= 'a' && **cursor <= 'z' && attempt->type != MOVE_FIELD)
		attempt->to = read_cell(cursor);
	if (read_char(cursor, '+'))
		attempt->type = MOVE_ENPASSANT;
	else if (**cursor >= 'a' && **cursor <= 'z')
		attempt->promotion = variant_kind(
		    &variant_siege, (char)(*(*cursor)++ - 'a' + 'A'));
	if (attempt->type == MOVE_FIELD)
		attempt->to = attempt->from;
	if (attempt->type == MOVE_UNSTATED)
		read_castling(position, attempt);
}

/* Reads the move at the cursor, and sets the cursor to the next. */
static inline struct wish
read_wish(const struct position *position, const char **cursor)
{
	struct wish wish = { .attempt = { .from = CELL_NONE,
				 .from_file = FILES_MAX,
				 .to = CELL_NONE } };
	const char *begin = *cursor;

	if (*begin != '(')
		read_action(&wish, position, cursor);
	if (read_char(cursor, '('))
		read_calls(&wish, cursor);
	if (*begin == '(')
		wish.attempt.type =
		    wish.calls & CALL_YIELD ? MOVE_YIELD : MOVE_STALEMATE;
	if (*begin == '(')
		wish.calls = 0;
	if (**cursor != '\0' && **cursor != ' ')
		fail_msg("not a move: %s", begin);
	memcpy(wish.text, begin, (size_t)(*cursor - begin));
	while (**cursor == ' ')
		++*cursor;
	return wish;
}

/* A search for a move that fits the attempt. */
struct search {
	const struct move_query *attempt;
	bool found;
	struct move move;
};

static inline bool
match_move(void *context, const struct move *move)
{
	struct search *search = context;
	const struct move_query *attempt = search->attempt;
	bool plain = move->type == MOVE_QUIET || move->type == MOVE_CAPTURE;

	if (move->from != attempt->from || move->to != attempt->to ||
	    move->promotion != (uint8_t)attempt->promotion ||
	    (attempt->type == MOVE_UNSTATED
		    ? !plain
		    : move->type != (uint8_t)attempt->type))
		return true;
	search->found = true;
	search->move = *move;
	return false;
}

/*
 * Judges a move, and gives it in *move if it is legal. The search for moves,
 * the explanation and the naive engine must agree.
 */
static inline struct verdict
judge(
    const struct position *position, const struct wish *wish, struct move *move)
{
	struct search search = { .attempt = &wish->attempt };
	struct position called = *position;
	struct verdict verdict;

	if (wish->calls & CALL_FORTIFY)
		rules_fortify(&rules, &called);
	rules_explain(&rules, &called, &wish->attempt, &verdict);
	if (wish->attempt.type == MOVE_YIELD ||
	    wish->attempt.type == MOVE_STALEMATE) {
		search.found = verdict.why == ILLEGAL_NOT;
		search.move = (struct move){
			.type = (uint8_t)wish->attempt.type,
			.from = CELL_NONE,
			.to = CELL_NONE,
			.victim = CELL_NONE,
		};
	} else {
		rules_moves(&rules, &called, NULL, match_move, &search);
	}
	if (search.found != (verdict.why == ILLEGAL_NOT))
		fail_msg("%s is %s, and the reason is %d", wish->text,
		    search.found ? "legal" : "not legal", (int)verdict.why);
	if (!search.found)
		return verdict;
	search.move.calls = (uint8_t)wish->calls;
	search.move.check = (uint8_t)wish->check;
	search.move.mate = (uint8_t)wish->mate;
	rules_explain_calls(&rules, position, &search.move, &verdict);
	*move = search.move;
	return verdict;
}

/* Like judging a wish, but also plays the move if it is legal. */
static inline struct verdict
play_wish(struct position *position, const struct wish *wish)
{
	char before[NAIVE_TPF_MAX], after[NAIVE_TPF_MAX];
	char naive[NAIVE_TPF_MAX];
	struct move move;
	struct verdict verdict = judge(position, wish, &move);
	bool legal = verdict.why == ILLEGAL_NOT;

	write_line(position, before);
	if (naive_siege.apply(before, wish->text, naive, sizeof(naive)) !=
	    legal)
		fail_msg("%s: the naive engine says %s at %s", wish->text,
		    legal ? "illegal" : "legal", before);
	if (!legal)
		return verdict;
	rules_make_move(&rules, position, &move);
	write_line(position, after);
	if (strcmp(after, naive) != 0)
		fail_msg("%s at %s\n  makes %s\n  naively %s", wish->text,
		    before, after, naive);
	assert_position(at(after), after);
	return verdict;
}

/* Why a move is not legal. */
static inline struct verdict
why(const struct position *position, const char *text)
{
	struct position trial = *position;
	struct wish wish = read_wish(position, &text);

	return play_wish(&trial, &wish);
}

#define assert_legal(position, text) \
	assert_int_equal(why(&(position), text).why, ILLEGAL_NOT)

/* The move is not legal for this reason. */
#define assert_illegal(position, text, reason) \
	assert_int_equal(why(&(position), text).why, reason)

/* Plays moves separated by spaces; each must be legal. */
static inline void
play(struct position *position, const char *moves)
{
	while (*moves != '\0') {
		struct wish wish = read_wish(position, &moves);
		enum illegal reason = play_wish(position, &wish).why;

		if (reason != ILLEGAL_NOT)
			fail_msg("%s is not legal: reason %d", wish.text,
			    (int)reason);
	}
}

/* The position after moves from that of a line. */
static inline struct position
after(const char *line, const char *moves)
{
	struct position position = at(line);

	play(&position, moves);
	return position;
}

/* The sieged player, on whom both engines must agree. */
static inline unsigned
sieged(const struct position *position)
{
	unsigned player = siege_sieged(&rules, position);
	char line[NAIVE_TPF_MAX];

	write_line(position, line);
	assert_int_equal(
	    naive_siege_sieged(line), player == PLAYER_NONE ? -1 : (int)player);
	return player;
}

static inline bool
add_promotion(void *context, const struct move *move)
{
	*(unsigned *)context |= 1u << move->promotion;
	return true;
}

/*
 * Checks that the pawn's move may end in exactly these pieces; "-" means that
 * it stays a pawn.
 */
static inline void
check_promotions(const struct position *position, const char *move,
    const char *letters, const char *file, int line)
{
	struct move_query query = { .type = MOVE_QUIET };
	unsigned actual = 0, expected = 0;

	query.from = read_cell(&move);
	query.to = read_cell(&move);
	rules_moves(&rules, position, &query, add_promotion, &actual);
	for (; *letters != '\0'; letters++)
		expected |= 1u << variant_kind(&variant_siege, *letters);
	_assert_int_equal(actual, expected, file, line);
}

#define assert_promotions(position, move, letters) \
	check_promotions(&(position), move, letters, __FILE__, __LINE__)

/*
 * Records
 */

/* The codes of all that is said, in the order of the text. */
static inline void
show_codes(struct diags *diags, struct strbuf *out)
{
	diags_sort(diags);
	strbuf_puts(out, "");
	for (unsigned i = 0; i < diags->len; i++)
		strbuf_printf(out, "%s%s", i > 0 ? " " : "",
		    diag_table[diags->list[i].id].slug);
}

/*
 * Checks the diagnostics of a record in siege notation that starts at `line`.
 */
static inline void
check_record(const char *line, const char *moves, const char *codes,
    const char *file, int at_line)
{
	const struct replay_options options = { .variant = &variant_siege };
	struct replayer *replayer = replayer_new(&options);
	struct input input = { .format = &format_pgn,
		.max_record = MAX_RECORD };
	struct arena arena = ARENA_INIT;
	struct strbuf text = STRBUF_INIT, said = STRBUF_INIT;
	struct diags diags;
	struct record record;
	struct replayed replayed;

	strbuf_printf(
	    &text, "[SetUp \"1\"]\n[Position \"%s\"]\n\n%s", line, moves);
	source_text(&input.source, "test", strbuf_as_slice(&text));
	assert_true(format_pgn.read(&input, &arena, &diags, &record));
	replay_record(replayer, &record, &diags, &replayed);
	show_codes(&diags, &said);
	if (strcmp(said.ptr, codes) != 0)
		print_error("%s\n", moves);
	_assert_string_equal(said.ptr, codes, file, at_line);
	replayer_free(replayer);
	source_release(&input.source);
	arena_release(&arena);
	strbuf_release(&text);
	strbuf_release(&said);
}

#define assert_record(line, moves, codes) \
	check_record(line, moves, codes, __FILE__, __LINE__)

#endif
