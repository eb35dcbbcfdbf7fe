/*
 * Holds the engine to the suites of tests/rules: tests/README.md, "Rules",
 * explains their words. Every move of a suite is put to the naive engine of the
 * game as well, which must judge it the same. tests/rules.py asks the command
 * what the engine alone does not know.
 */
#include <ctype.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/game/replayer.h"
#include "parse/game/turn.h"
#include "parse/position/tpf.h"
#include "tests/naive/naive.h"

enum {
	TEXT_MAX = 16384,
	FIELDS = 7, /* of 3PF, before its keys */
};

static const struct naive_engine *const engines[] = { &naive_dreierschach,
	&naive_siege, &naive_nivichanov, &naive_triumvirate, &naive_threechess,
	&naive_bnem };

static const char *const endings[] = { "", "mate", "stalemate", "bare-kings",
	"last-king", "material", "clock", "agreed", "forfeit", "king-captured",
	"home" };

struct suite {
	const char *path;
	unsigned line;      /* of the case, from 1 */
	char title[256];    /* of the cases that follow */
	unsigned cases;     /* under this title */
	unsigned titles;    /* that had cases */
	unsigned failures;  /* of titles */
	bool has_failed;    /* a case under this title */
	char defaults[256]; /* the fields after a position's second one */
	const struct variant *variant;
	const struct notation *coordinate; /* as the game has it */
	const struct naive_engine *naive;
	struct replayer *replayer;
	const struct rules *rules;
	struct position given, position; /* the case's, and after its plays */
	struct arena arena; /* of diagnostics, and the past of positions */
};

__attribute__((format(printf, 2, 3))) static void
fail(struct suite *suite, const char *format, ...)
{
	va_list list;

	if (!suite->has_failed)
		printf("not ok %u - %s\n", suite->titles + 1, suite->title);
	suite->failures += !suite->has_failed;
	suite->has_failed = true;
	printf("# %s:%u: ", suite->path, suite->line);
	va_start(list, format);
	vprintf(format, list);
	va_end(list);
	putchar('\n');
}

/* -- TITLE or > SENTENCE: ends the cases under a title, and begins others. */
static void
entitle(struct suite *suite, const char *title)
{
	suite->titles += suite->cases > 0;
	if (suite->cases > 0 && !suite->has_failed)
		printf("ok %u - %s\n", suite->titles, suite->title);
	suite->cases = 0;
	suite->has_failed = false;
	snprintf(
	    suite->title, sizeof(suite->title), "%s: %s", suite->path, title);
}

/* Cuts the next word off a text; "" if there is none. */
static char *
next_word(char **text)
{
	char *word = *text + strspn(*text, " ");

	*text = word + strcspn(word, " ");
	if (**text != '\0')
		*(*text)++ = '\0';
	return word;
}

/* Cuts off what follows a sign and blanks; it must be there. */
static char *
cut_after(struct suite *suite, char *text, const char *sign)
{
	char *found = strstr(text, sign);

	if (found == NULL) {
		fail(suite, "there is no %s", sign);
		return text + strlen(text);
	}
	*found = '\0';
	found += strlen(sign);
	return found + strspn(found, " ");
}

static const char *
code_of(const struct diags *diags)
{
	return diags->len > 0 ? diag_table[diags->list[0].id].slug : "";
}

/*
 * Positions
 */

/* Adds the fields that a position does not state. */
static void
complete(const struct suite *suite, const char *text, char out[TEXT_MAX])
{
	const char *rest = suite->defaults, *field = strchr(text, ' ');

	snprintf(out, TEXT_MAX, "%s", text);
	if (field == NULL)
		return;
	while ((field = strchr(field + 1, ' ')) != NULL && *rest != '\0')
		rest += strcspn(rest, " ") + (strchr(rest, ' ') != NULL);
	if (*rest != '\0')
		snprintf(
		    out + strlen(text), TEXT_MAX - strlen(text), " %s", rest);
}

/* Reads a line of 3PF, whose options choose the rules. */
static bool
read_line(struct suite *suite, const char *line, struct diags *diags,
    struct position *position)
{
	struct settings settings;

	diags_init(diags, &suite->arena);
	settings_default(suite->variant, &settings);
	tpf_options(suite->variant, slice_of(line), &settings);
	settings_settle(suite->variant, &settings);
	suite->rules =
	    replayer_rules(suite->replayer, suite->variant, &settings);
	*position = suite->rules->start;
	return strncmp(line, "start ", 6) == 0 ||
	    tpf_read(suite->rules, slice_of(line), 0, diags, position);
}

static void
write_line(const struct suite *suite, const struct position *position,
    char out[TEXT_MAX])
{
	struct strbuf text = STRBUF_INIT;

	tpf_write(suite->rules, position, &text);
	snprintf(out, TEXT_MAX, "%s", text.ptr);
	strbuf_release(&text);
}

/* Reads the position of the cases that follow; `code` is that of its warning.
 */
static void
read_given(struct suite *suite, const char *text, const char *code)
{
	static char line[TEXT_MAX];
	struct diags diags;

	arena_reset(&suite->arena);
	complete(suite, text, line);
	if (!read_line(suite, line, &diags, &suite->given) ||
	    strcmp(code_of(&diags), code) != 0)
		fail(suite, "not a position: %s [%s]", line, code_of(&diags));
	suite->position = suite->given;
}

static void
set_position(struct suite *suite, char *text)
{
	read_given(suite, text, "");
}

/* A position with a warning. */
static void
set_warned(struct suite *suite, char *text)
{
	const char *code = next_word(&text);

	read_given(suite, text, code);
}

static void
set_again(struct suite *suite, __attribute__((unused)) char *text)
{
	suite->position = suite->given;
}

/* Compares the position with a line, in which * is any field, and after the
 * seven any keys. */
static void
compare(struct suite *suite, const struct position *position, const char *text)
{
	static char wanted[TEXT_MAX], line[TEXT_MAX];
	const char *w = wanted, *p = line;

	complete(suite, text, wanted);
	write_line(suite, position, line);
	for (unsigned field = 0; *w != '\0' || *p != '\0'; field++) {
		size_t wants = strcspn(w, " "), has = strcspn(p, " ");
		bool any = wants == 1 && *w == '*';

		if (any && field >= FIELDS)
			return;
		if (!any && (wants != has || memcmp(w, p, has) != 0)) {
			fail(suite, "is %s", line);
			return;
		}
		w += wants + (w[wants] == ' ');
		p += has + (p[has] == ' ');
	}
}

static void
check_is(struct suite *suite, char *text)
{
	compare(suite, &suite->position, text);
}

static void
check_keeps(struct suite *suite, char *text)
{
	set_position(suite, text);
	compare(suite, &suite->given, text);
}

/* True if the placement has the piece, or any piece on the cell. */
static bool
has_piece(const char *line, const char *name, bool is_cell)
{
	size_t len = strlen(name);

	for (const char *p = line; (p = strstr(p, name)) != NULL; p++)
		if ((p[len] == ',' || p[len] == ' ') &&
		    (is_cell ? p > line && isupper((unsigned char)p[-1])
			     : p == line || p[-1] == ','))
			return true;
	return false;
}

static void
check_holds(struct suite *suite, char *text)
{
	static char line[TEXT_MAX];
	const char *word;

	write_line(suite, &suite->position, line);
	while (*(word = next_word(&text)) != '\0')
		if (has_piece(line, word + (*word == '-'), *word == '-') ==
		    (*word == '-'))
			fail(suite, "%s: %s", word, line);
}

/* The one fault begins at the sign ^, if there is one. */
static void
check_faulty(struct suite *suite, char *text)
{
	static char line[TEXT_MAX];
	const char *code = next_word(&text);
	char *caret = strrchr(text, '^');
	struct position position;
	struct diags diags;

	if (caret != NULL)
		memmove(caret, caret + 1, strlen(caret));
	complete(suite, text, line);
	arena_reset(&suite->arena);
	if (read_line(suite, line, &diags, &position) ||
	    strcmp(code_of(&diags), code) != 0)
		fail(suite, "[%s] %s", code_of(&diags), line);
	else if (caret != NULL &&
	    (diags.len != 1 ||
		diags.list[0].span.start != (size_t)(caret - text)))
		fail(suite, "%u faults, at %s", diags.len,
		    line + diags.list[0].span.start);
}

/*
 * Moves
 */

/* Asks the naive engine, which knows nothing of the past and of players who
 * are named; `after` is NULL if the move is not legal. */
static void
ask_naive(struct suite *suite, const char *before, const char *move,
    const char *after)
{
	static char naive[NAIVE_TPF_MAX];
	bool legal;

	if (strchr(move, ':') != NULL || strlen(before) >= NAIVE_TPF_MAX)
		return;
	legal = suite->naive->apply(before, move, naive, sizeof(naive));
	if (legal != (after != NULL))
		fail(suite, "the naive engine %s %s",
		    legal ? "plays" : "refuses", move);
	else if (legal && strcmp(naive, after) != 0)
		fail(suite, "%s makes naively %s\n# and else %s", move, naive,
		    after);
}

/* There is no reason against a legal move of a piece. */
static void
explain_legal(struct suite *suite, const struct position *position,
    const struct move *move)
{
	const struct move_query attempt = { .type = MOVE_UNSTATED,
		.from = move->from,
		.to = move->to,
		.promotion = (enum kind)move->promotion,
		.from_file = FILES_MAX };
	struct verdict verdict;

	if (move->type > MOVE_CAPTURE || move->pair || move->calls != 0)
		return;
	rules_explain(suite->rules, position, &attempt, &verdict);
	if (verdict.why != ILLEGAL_NOT)
		fail(suite, "there is reason %d against a legal move",
		    (int)verdict.why);
}

/* Plays a move in coordinates; false, with its fault, if it is not legal. */
static bool
play_move(struct suite *suite, struct position *position, const char *move,
    struct diags *diags)
{
	static char before[TEXT_MAX], after[TEXT_MAX];
	struct alphabet letters;
	const struct reader_context reader = { suite->rules, suite->coordinate,
		&letters };
	struct turn turn = { .asks.outcome = true };
	struct position read = *position;
	struct diags none;

	write_line(suite, position, before);
	diags_init(diags, &suite->arena);
	if (!turn_judge_alone(
		&turn, &reader, &letters, position, slice_of(move), 0, diags)) {
		if (strcmp(code_of(diags), "ko") != 0 &&
		    strncmp(code_of(diags), "false-", 6) != 0)
			ask_naive(suite, before, move, NULL);
		return false;
	}
	write_line(suite, position, after);
	ask_naive(suite, before, move, after);
	/* Nobody is named, so the mover is that of the position before. */
	if (strchr(move, ':') == NULL) {
		explain_legal(suite, &read, &turn.move);
		rules_make_move(suite->rules, &read, &turn.move);
		compare(suite, &read, after);
	}
	if (position->key != rules_full_key(suite->rules, position))
		fail(suite, "%s leads to a wrong key", move);
	if (!read_line(suite, after, &none, &read))
		fail(suite, "not read: %s", after);
	else
		compare(suite, &read, after);
	return true;
}

/* Repeats the moves in braces: "{a1b1 b1a1}9". */
static void
expand(const char *text, struct strbuf *out)
{
	const char *open, *close;
	char *rest;

	for (; (open = strchr(text, '{')) != NULL; text = rest) {
		close = strchr(open, '}');
		strbuf_printf(out, "%.*s", (int)(open - text), text);
		for (unsigned long n = strtoul(close + 1, &rest, 10); n > 0;
		     n--)
			strbuf_printf(
			    out, "%.*s ", (int)(close - open) - 1, open + 1);
	}
	strbuf_puts(out, text);
}

static void
play_all(struct suite *suite, struct position *position, const char *text)
{
	struct strbuf moves = STRBUF_INIT;
	const char *move;
	char *rest;

	expand(text, &moves);
	rest = moves.ptr;
	while (*(move = next_word(&rest)) != '\0') {
		struct diags diags;

		if (!play_move(suite, position, move, &diags)) {
			fail(suite, "%s is not legal: %s [%s]", move,
			    diags.list[0].message, code_of(&diags));
			break;
		}
	}
	strbuf_release(&moves);
}

static void
make_plays(struct suite *suite, char *text)
{
	play_all(suite, &suite->position, text);
}

static void
check_leads(struct suite *suite, char *text)
{
	const char *wanted = cut_after(suite, text, "->");
	struct position position = suite->position;

	play_all(suite, &position, text);
	compare(suite, &position, wanted);
}

/* The number is that of the condition of 3-Player Chess I. */
static void
check_turn(struct suite *suite, char *text)
{
	const char *wanted = cut_after(suite, text, "->");
	struct position position = suite->position;
	char player;

	play_all(suite, &position, text);
	player = suite->variant->colours[position.to_move];
	if (player != *wanted ||
	    position.bnem.rule != strtoul(wanted + 1, NULL, 10))
		fail(suite, "%c by %u", player, position.bnem.rule);
}

static void
check_legal(struct suite *suite, char *text)
{
	const char *move;

	while (*(move = next_word(&text)) != '\0') {
		struct position position = suite->position;

		play_all(suite, &position, move);
	}
}

static void
check_refuses(struct suite *suite, char *text)
{
	const char *move = next_word(&text), *code = next_word(&text), *word;
	struct position position = suite->position;
	struct diags diags;

	if (play_move(suite, &position, move, &diags)) {
		fail(suite, "%s is legal", move);
		return;
	}
	if (strcmp(code_of(&diags), code) != 0)
		fail(suite, "%s: %s [%s]", move, diags.list[0].message,
		    code_of(&diags));
	while (*(word = next_word(&text)) != '\0')
		if (strstr(diags.list[0].message, word) == NULL)
			fail(suite, "%s: no %s in: %s", move, word,
			    diags.list[0].message);
}

/* The moves that are wanted, of those that begin so. */
struct listing {
	struct suite *suite;
	const char *start;
	const char *wanted; /* each with a blank on either side */
	unsigned count;
};

/* Compares the rest of a move, without its declarations, with the list. */
static bool
find_in_list(void *context, const struct move *move)
{
	struct listing *listing = context;
	const struct suite *suite = listing->suite;
	const struct marks none = { .attacked = 0 };
	size_t start = strlen(listing->start);
	struct strbuf out = STRBUF_INIT;
	char word[128];

	notation_write(suite->coordinate, suite->rules, NULL, &suite->position,
	    move, &none, &out);
	if (strncmp(out.ptr, listing->start, start) == 0 &&
	    (start == 0 || !isdigit((unsigned char)out.ptr[start]))) {
		const char *rest = out.ptr + start;

		snprintf(word, sizeof(word), " %.*s ",
		    (int)(*out.ptr == '(' ? strlen(rest) : strcspn(rest, "(")),
		    rest);
		listing->count++;
		if (strstr(listing->wanted, word) == NULL)
			fail(listing->suite, "%s is legal", out.ptr);
	}
	strbuf_release(&out);
	return true;
}

static void
check_moves(struct suite *suite, char *text)
{
	static char wanted[TEXT_MAX];
	const char *list = cut_after(suite, text, ":");
	struct listing listing = { suite, text, wanted, 0 };
	unsigned count = 0;

	snprintf(wanted, sizeof(wanted), " %s ", list);
	for (const char *p = list; *p != '\0'; p++)
		count += *p != ' ' && (p[1] == ' ' || p[1] == '\0');
	rules_moves(
	    suite->rules, &suite->position, NULL, find_in_list, &listing);
	if (listing.count != count)
		fail(suite, "%u moves, and not %u", listing.count, count);
}

static void
check_all_moves(struct suite *suite, char *text)
{
	memmove(text + 1, text, strlen(text) + 1);
	*text = ':';
	check_moves(suite, text);
}

static void
check_count(struct suite *suite, char *text)
{
	size_t found = rules_count(suite->rules, &suite->position);

	if (found != strtoul(text, NULL, 10) ||
	    rules_can_move(suite->rules, &suite->position) != (found > 0))
		fail(suite, "%zu", found);
}

static void
check_perft(struct suite *suite, char *text)
{
	unsigned depth = (unsigned)strtoul(text, &text, 10);
	uint64_t found = rules_perft(suite->rules, &suite->position, depth);

	if (found != strtoull(text, NULL, 10))
		fail(suite, "%llu", (unsigned long long)found);
}

/*
 * What else is known of a position
 */

static void
check_attacked(struct suite *suite, char *text)
{
	const char *colours = suite->variant->colours;
	struct strbuf found = STRBUF_INIT;

	strbuf_puts(&found, "");
	for (unsigned p = 0; p < PLAYERS; p++) {
		unsigned by = suite->position.checks[p];

		if (by != 0)
			strbuf_printf(&found, "%s%c:", found.len > 0 ? " " : "",
			    colours[p]);
		for (unsigned q = 0; q < PLAYERS; q++)
			if (by >> q & 1)
				strbuf_char(&found, colours[q]);
	}
	if (strcmp(found.ptr, strcmp(text, "-") == 0 ? "" : text) != 0)
		fail(suite, "attacked: %s", found.ptr);
	strbuf_release(&found);
}

static void
check_result(struct suite *suite, char *text)
{
	const char *result = next_word(&text), *ending = next_word(&text);
	struct outcome outcome;
	const char *found;

	rules_outcome(suite->rules, &suite->position, &outcome);
	found = outcome.ending == ENDING_NONE ? "-" : outcome.result;
	if (strcmp(found, result) != 0 ||
	    strcmp(ending, endings[outcome.ending]) != 0)
		fail(suite, "%s %s", found, endings[outcome.ending]);
	if (outcome.ending != ENDING_NONE && !ending_plays_on(outcome.ending) &&
	    rules_can_move(suite->rules, &suite->position))
		fail(suite, "there are moves after the end");
	if (outcome.ending != ENDING_NONE && outcome.winner != PLAYER_NONE &&
	    (strchr(result, '/') != NULL || result[2 * outcome.winner] < '1'))
		fail(suite, "the winner is another");
}

static void
check_sieged(struct suite *suite, char *text)
{
	static char line[TEXT_MAX];
	int found = -1;

	for (unsigned p = 0; p < PLAYERS; p++)
		if (rules_seat_facts(suite->rules, &suite->position, p)
			.is_sieged)
			found = (int)p;
	write_line(suite, &suite->position, line);
	if (*text != (found < 0 ? '-' : suite->variant->colours[found]))
		fail(suite, "sieged: player %d", found + 1);
	if (naive_siege_sieged(line) != found)
		fail(suite, "the naive engine finds another sieged");
}

/*
 * Suites
 */

static void
set_game(struct suite *suite, char *text)
{
	const char *id = next_word(&text);
	struct replay_options options = { .variant = NULL };

	suite->variant = variant_find(id, strlen(id));
	for (size_t i = 0; i < sizeof(engines) / sizeof(*engines); i++)
		if (strcmp(engines[i]->variant, id) == 0)
			suite->naive = engines[i];
	snprintf(suite->defaults, sizeof(suite->defaults), "%s", text);
	suite->coordinate = notation_of(&notation_coordinate, suite->variant);
	if (suite->replayer != NULL)
		replayer_free(suite->replayer);
	options.variant = suite->variant;
	suite->replayer = replayer_new(&options);
}

static const struct word {
	const char *name;
	void (*check)(struct suite *suite, char *text);
} words[] = {
	{ "@", set_position },
	{ "again", set_again },
	{ "attacked", check_attacked },
	{ "count", check_count },
	{ "faulty", check_faulty },
	{ "game", set_game },
	{ "holds", check_holds },
	{ "is", check_is },
	{ "keeps", check_keeps },
	{ "leads", check_leads },
	{ "legal", check_legal },
	{ "moves", check_moves },
	{ "moves:", check_all_moves },
	{ "perft", check_perft },
	{ "play", make_plays },
	{ "refuses", check_refuses },
	{ "result", check_result },
	{ "sieged", check_sieged },
	{ "turn", check_turn },
	{ "warned", set_warned },
};

/* The words that rules.py or check_rules.py knows. */
static const char *const others[] = { "==", "cell", "cells", "deficit", "judge",
	"norule", "points", "reads", "record", "rows", "see", "thresholds",
	"writes" };

static void
do_line(struct suite *suite, char *text)
{
	const char *name = next_word(&text);

	if (strcmp(name, ">") == 0 || strcmp(name, "--") == 0) {
		entitle(suite, text);
		return;
	}
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strcmp(words[i].name, name) == 0) {
			suite->cases++;
			words[i].check(suite, text);
			return;
		}
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (strcmp(others[i], name) == 0)
			return;
	fail(suite, "there is no word %s", name);
}

/* Reads lines, and joins those that begin with a blank to the one before. */
static void
do_file(struct suite *suite, FILE *file)
{
	static char line[TEXT_MAX], whole[TEXT_MAX];
	bool more = true;

	whole[0] = '\0';
	for (unsigned number = 1; more; number++) {
		size_t len = strlen(whole);

		more = fgets(line, sizeof(line), file) != NULL;
		if (more && line[0] == '#')
			continue;
		line[strcspn(line, "\n")] = '\0';
		if (more && isblank((unsigned char)line[0])) {
			snprintf(whole + len, sizeof(whole) - len, "%s%s",
			    len > 0 && whole[len - 1] == ',' ? "" : " ",
			    line + strspn(line, " \t"));
			continue;
		}
		if (len > 0)
			do_line(suite, whole);
		suite->line = number;
		snprintf(whole, sizeof(whole), "%s", line);
	}
}

int
main(void)
{
	static struct suite suite;
	glob_t files;

	if (glob("tests/rules/*.rules", 0, NULL, &files) != 0)
		return 1;
	for (size_t i = 0; i < files.gl_pathc; i++) {
		FILE *file = fopen(files.gl_pathv[i], "r");

		if (file == NULL)
			return 1;
		suite.path = files.gl_pathv[i];
		do_file(&suite, file);
		fclose(file);
	}
	entitle(&suite, "");
	printf("1..%u\n", suite.titles);
	globfree(&files);
	replayer_free(suite.replayer);
	arena_release(&suite.arena);
	return suite.failures > 0;
}
