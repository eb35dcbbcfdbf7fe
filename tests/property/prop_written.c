/*
 * Written moves, judged by the program as it reads them and by the naive
 * engines: in random positions, texts that are legal moves, hardly legal, and
 * not at all, with drops, chains, calls and declarations. Both agree on each,
 * and on the position after those that are legal.
 *
 * Usage: prop_written [SEED].
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "parse/game/turn.h"
#include "parse/position/tpf.h"
#include "parse/notation/coords.h"
#include "tests/naive/naive.h"
#include "tests/property/moves.h"
#include "tests/property/scatter.h"
#include "tests/property/settings.h"

enum {
	REPORTS_MAX = 12,
	TEXTS = 60, /* for each position */
};

static const uint64_t default_seed = 20240608;

struct row {
	const struct variant *variant;
	const struct naive_engine *naive;
	const char *options; /* "Siege=captures", or none */
	/*
	 * The parts of a text other than cells: kinds come first, `between`
	 * after the first cell, `after` after all cells; then calls, and whole
	 * moves.
	 */
	const char *kinds, *between, *after, *calls;
	const char *whole[3];
	unsigned positions;
};

static const struct row rows[] = {
	{ &variant_dreierschach, &naive_dreierschach, "", "PNBRQK", "", "qrbnk",
	    "", { "0000", "(Y)", NULL }, 60 },
	{ &variant_siege, &naive_siege, "", "PNBRQKO", "@%", "+qrbno", "CMFSYT",
	    { "0000", "(Y)", "(S)" }, 150 },
	{ &variant_siege, &naive_siege, "Siege=captures", "PNBRQKO", "@%",
	    "+qrbno", "CMFSYT", { "0000", "(Y)", "(S)" }, 150 },
	{ &variant_nivichanov, &naive_nivichanov, "", "PNBRQK", "", "qrbn", "",
	    { "0000", "(Y)", NULL }, 60 },
	{ &variant_triumvirate, &naive_triumvirate, "", "PNBRQK", "", "qrbn",
	    "", { "0000", "(Y)", NULL }, 60 },
	{ &variant_bnem, &naive_bnem, "", "PSGCRDK", "*^", "^", "",
	    { "0000", "(Y)", NULL }, 150 },
	{ &variant_bnem, &naive_bnem, "Cubes=yes", "PSGCRDK", "*^&", "^", "",
	    { "0000", "(Y)", NULL }, 150 },
	{ &variant_threechess, &naive_threechess, "", "PNBRQK", "", "", "",
	    { "0000", "(Y)", NULL }, 60 },
};

struct run {
	const struct row *row;
	struct rules rules;
	struct dice dice;
	struct arena arena;
	const struct notation *notation; /* coordinates */
	struct alphabet letters;
	struct position position;
	struct strbuf line, text, after;
	struct moves moves;
	unsigned long legal, passed, failed;
};

static void
check(struct run *run, bool holds, const char *what)
{
	if (holds)
		run->passed++;
	else if (run->failed++ < REPORTS_MAX)
		printf("%s: %s: %s\n", run->line.ptr, what, run->text.ptr);
}

/*
 * Texts
 */

static void
add_cell(struct run *run, struct cellset among)
{
	const struct board *board = &run->rules.board;
	char name[CELL_NAME_MAX];

	coords_name(board, NAMING_ALGEBRAIC, 0,
	    cellset_empty(&among) || dice_one_in(&run->dice, 4)
		? (cell)dice_below(&run->dice, board->cells)
		: dice_cell(&run->dice, among),
	    name);
	strbuf_puts(&run->text, name);
}

static void
add_letter(struct run *run, const char *letters)
{
	if (*letters == '\0')
		return;
	strbuf_char(&run->text,
	    letters[dice_below(&run->dice, (unsigned)strlen(letters))]);
}

/* Cells, with signs among them: hardly ever a move. */
static void
make_text(struct run *run)
{
	const struct row *row = run->row;
	const struct position *position = &run->position;
	unsigned me = position->to_move, cells;
	bool drops = strchr(row->between, '*') != NULL;

	if (drops && dice_one_in(&run->dice, 3)) {
		add_letter(run, row->kinds);
		strbuf_char(&run->text, '*');
		add_cell(run, (struct cellset){ { 0 } });
		return;
	}
	add_cell(run, position->owned[me]);
	if (*row->between != '\0' && dice_one_in(&run->dice, 4)) {
		add_letter(run, row->between);
		if (dice_one_in(&run->dice, 2))
			add_letter(run, row->after);
	}
	cells =
	    dice_below(&run->dice, 8) == 0 ? 2 : dice_below(&run->dice, 6) > 0;
	while (cells-- > 0)
		add_cell(run, position->owned[dice_below(&run->dice, PLAYERS)]);
	if (dice_one_in(&run->dice, 4))
		add_letter(run, row->after);
}

static void
write_bare(struct run *run, const struct move *move)
{
	const struct marks none = { .attacked = 0 };

	notation_write(run->notation, &run->rules, &run->letters,
	    &run->position, move, &none, &run->text);
}

/* Writes a legal move, or the first half of something that is not a move. */
static void
copy_text(struct run *run)
{
	write_bare(run,
	    &run->moves.move[dice_below(&run->dice, (unsigned)run->moves.n)]);
	if (dice_one_in(&run->dice, 6))
		add_letter(run, run->row->after);
	if (strchr(run->row->between, '&') != NULL &&
	    dice_one_in(&run->dice, 2)) {
		strbuf_char(&run->text, '&');
		write_bare(run,
		    &run->moves
			 .move[dice_below(&run->dice, (unsigned)run->moves.n)]);
	}
}

/* Some of the calls, each once; after a declaration the colours of kings. */
static void
add_calls(struct run *run)
{
	const char *colours = run->rules.variant->colours;
	size_t begun;

	strbuf_char(&run->text, '(');
	begun = run->text.len;
	for (const char *call = run->row->calls; *call != '\0'; call++) {
		if (!dice_one_in(&run->dice, 4))
			continue;
		strbuf_char(&run->text, *call);
		for (unsigned p = 0; p < PLAYERS; p++)
			if (strchr("CM", *call) != NULL &&
			    dice_one_in(&run->dice, 4))
				strbuf_char(
				    &run->text, (char)(colours[p] - 'a' + 'A'));
	}
	if (run->text.len == begun)
		add_letter(run, run->row->calls);
	strbuf_char(&run->text, ')');
}

static void
next_text(struct run *run)
{
	const char *const *whole = run->row->whole;

	strbuf_reset(&run->text);
	if (dice_one_in(&run->dice, 12)) {
		strbuf_puts(&run->text,
		    whole[dice_below(&run->dice, whole[2] != NULL ? 3 : 2)]);
		return;
	}
	if (run->moves.n > 0 && dice_one_in(&run->dice, 2))
		copy_text(run);
	else
		make_text(run);
	if (*run->row->calls != '\0' && dice_one_in(&run->dice, 2))
		add_calls(run);
}

/*
 * Judgement
 */

/* Plays the text as a record has it; false if it is at fault. */
static bool
play_text(struct run *run, struct position *position)
{
	const struct reader_context reader = { &run->rules, run->notation,
		&run->letters };
	struct turn turn = { .asks.outcome = true };
	struct diags diags;
	bool found;

	diags_init(&diags, &run->arena);
	found = turn_judge_alone(&turn, &reader, &run->letters, position,
	    slice_of(run->text.ptr), 0, &diags);
	for (size_t i = 0; i < diags.len; i++)
		found &= diag_table[diags.list[i].id].severity < SEV_ERROR;
	return found;
}

static void
judge_text(struct run *run)
{
	char expected[NAIVE_TPF_MAX];
	struct position after = run->position;
	bool legal = play_text(run, &after);
	bool naive_legal = run->row->naive->apply(
	    run->line.ptr, run->text.ptr, expected, sizeof(expected));

	check(run, legal == naive_legal,
	    legal ? "only the naive engine refuses"
		  : "only the naive engine allows");
	arena_reset(&run->arena);
	if (!legal || !naive_legal)
		return;
	run->legal++;
	strbuf_reset(&run->after);
	tpf_write(&run->rules, &after, &run->after);
	check(run, strcmp(run->after.ptr, expected) == 0,
	    "the engines make different positions");
}

static void
run_row(struct run *run, const struct row *row)
{
	struct settings settings;

	run->row = row;
	run->legal = 0;
	run->notation = notation_of(&notation_coordinate, row->variant);
	read_settings(row->variant, row->options, &settings);
	rules_init(&run->rules, row->variant, &settings);
	for (unsigned i = 0; i < row->positions; i++) {
		do {
			scatter(&run->rules, &run->dice, &run->position);
			list_moves(
			    &run->rules, &run->position, NULL, &run->moves);
		} while (run->moves.n == 0);
		strbuf_reset(&run->line);
		tpf_write(&run->rules, &run->position, &run->line);
		for (unsigned text = 0; text < TEXTS; text++) {
			next_text(run);
			judge_text(run);
		}
	}
	printf("%s: %lu legal texts\n", row->variant->id, run->legal);
	if (run->legal < row->positions) {
		printf("%s: hardly any text is legal\n", row->variant->id);
		run->failed++;
	}
}

int
main(int argc, char **argv)
{
	static struct run run;

	run.dice.state = argc > 1 ? strtoull(argv[1], NULL, 0) : default_seed;
	printf("seed %" PRIu64 "\n", run.dice.state);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		run_row(&run, &rows[i]);
	strbuf_release(&run.line);
	strbuf_release(&run.text);
	strbuf_release(&run.after);
	arena_release(&run.arena);
	printf("%lu passed, %lu failed\n", run.passed, run.failed);
	return run.failed != 0;
}
