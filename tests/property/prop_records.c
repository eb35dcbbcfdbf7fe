/*
 * A property of records, over random games of every variant: a record that was
 * read and written once is written the same from then on, even after a detour
 * through another notation or format.
 *
 * `prop_records [SEED]`; the last line counts what passed and failed.
 */
#include "tests/fuzz/records.h"
#include "tests/property/games.h"

enum {
	RECORD_PLIES = 90,
};

/* A record that is written carelessly, as people and programs do. */
struct maker {
	struct run *run;
	unsigned n; /* the notation */
	const struct alphabet *alphabet;
	struct strbuf out;
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
put_annotations(struct maker *maker, bool suffix)
{
	static const char *const suffixes[] = { "!", "?", "!!", "\?\?", "!?",
		"?!" };
	char nag[8];

	if (suffix && once_in(maker->run, 12))
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
		struct past *past =
		    arena_alloc(&run->arena, sizeof(struct past));
		struct position before;
		struct marks marks;
		struct move move;

		pick_mover(run, position);
		before = *position;
		if (!pick_move(run, position, &move))
			return;
		if (maker->numbered || position->to_move == 0 ||
		    once_in(run, 8))
			put_number(maker, position);
		maker->numbered = false;
		marks = marks_of_move(&run->rules, &before, &move);
		marks.draw = once_in(run, 40);
		marks.named =
		    rules_may_begin(&run->rules, &before, before.to_move) ||
		    once_in(run, 20);
		notation_write(run->notation[maker->n], &run->rules,
		    maker->alphabet, &before, &move, &marks, &maker->out);
		position_remember(position, past);
		rules_make_move(&run->rules, position, &move);
		/* After = and (Y) no suffix follows. */
		put_annotations(maker,
		    !marks.draw && move.type != MOVE_YIELD &&
			move.type != MOVE_STALEMATE);
		put_variations(maker, &before, depth);
	}
}

static void
put_tag(struct maker *maker, const char *name, const char *value)
{
	strbuf_printf(&maker->out, "[%s \"%s\"]", name, value);
	strbuf_puts(&maker->out, below(maker->run, 4) == 0 ? " " : "\n");
}

/* Those that are not the default, and now and then the others. */
static void
put_options(struct maker *maker)
{
	const struct rules *rules = &maker->run->rules;
	char value[SETTING_MAX];

	for (int i = 0; rules->variant->options[i].name != NULL; i++) {
		const struct variant_option *option =
		    &rules->variant->options[i];
		bool usual =
		    settings_is_default(rules->variant, &rules->settings, i);

		if (usual &&
		    (option->type == OPTION_NUMBERS || !once_in(maker->run, 8)))
			continue;
		settings_write(rules->variant, &rules->settings, i, value);
		put_tag(maker, option->name, value);
	}
}

static void
put_tags(struct maker *maker, const struct position *start)
{
	struct run *run = maker->run;
	struct strbuf position = STRBUF_INIT, usual = STRBUF_INIT;

	if (once_in(run, 2))
		put_tag(maker, "Annotator", "M\xc3\xbcller \\\"M\\\" \\\\");
	put_tag(maker, "Variant", run->rules.variant->id);
	put_tag(maker, "Notation", run->notation[maker->n]->id);
	if (maker->alphabet != &run->letters[0])
		put_tag(maker, "Letters", maker->alphabet->set->id);
	put_options(maker);
	if (once_in(run, 2))
		put_tag(maker, run->rules.variant->players[1], "Bea");
	if (once_in(run, 2))
		put_tag(maker, maker->run->rules.variant->players[0], "");
	tpf_write(&run->rules, &run->rules.start, &usual);
	tpf_write(&run->rules, start, &position);
	if (strcmp(position.ptr, usual.ptr) != 0) {
		put_tag(maker, "SetUp", "1");
		put_tag(maker, "Position", position.ptr);
	}
	strbuf_release(&usual);
	strbuf_release(&position);
	put_tag(maker, "Zeit", "5+5");
	strbuf_puts(&maker->out, "\n\n");
}

static void
make_record(struct maker *maker)
{
	struct run *run = maker->run;
	struct position position;
	struct outcome outcome;
	struct move move;

	strbuf_reset(&maker->out);
	begin_game(run);
	position = run->position;
	/* Some begin in the middle of a game. */
	if (once_in(run, 3))
		for (unsigned i = below(run, 200); i > 0; i--)
			if (pick_move(run, &position, &move))
				rules_make_move(&run->rules, &position, &move);
	/* A position does not include its past. */
	position.past = NULL;
	put_tags(maker, &position);
	if (once_in(run, 6))
		put_aside(maker);
	put_line(maker, &position, below(run, RECORD_PLIES), 0);
	rules_outcome(&run->rules, &position, &outcome);
	strbuf_puts(
	    &maker->out, outcome.ending != ENDING_NONE ? outcome.result : "*");
	if (once_in(run, 6)) {
		strbuf_char(&maker->out, ' ');
		put_aside(maker);
	}
	strbuf_puts(&maker->out, "\n\n");
}

/* A rewritten record keeps these faults. */
static bool
is_carried_over(enum diag_id id)
{
	return id == DIAG_CHECK_UNDECLARED || id == DIAG_NOT_MATE ||
	    id == DIAG_STALEMATE_DUE || id == DIAG_REPETITION_DUE ||
	    id == DIAG_POSITION_MATERIAL;
}

/* A careless record gets notes. */
static bool
may_be_careless(enum diag_id id)
{
	return is_carried_over(id) || diag_table[id].severity == SEV_NOTE;
}

/* Rewrites the one record of a text in the notation number `n`. */
static void
rewrite(struct run *run, const struct strbuf *in, struct fuzz_way way,
    unsigned n, const struct letter_set *letters, struct strbuf *out)
{
	const struct replay_options options = { .rewrite = true,
		.nags_apart = way.to->nags_apart,
		.output = run->notation[n],
		.letters = letters };

	way.replayer = replayer_new(&options);
	fuzz_rewrite(&way, strbuf_as_slice(in), out);
	replayer_free(way.replayer);
	run->passed++;
}

/* A record in PGN and in one notation; in each other, and in any format, and
 * back. */
static void
try_ways(struct run *run, const struct strbuf *first, unsigned n)
{
	static const struct format *const kinds[] = { &format_pgn, &format_yaml,
		&format_jsonl };
	struct strbuf back = STRBUF_INIT, other = STRBUF_INIT;

	for (unsigned m = 0; run->notation[m] != NULL; m++) {
		const struct format *kind = kinds[below(run, 3)];
		const struct letter_set *letters = random_letters(run)->set;

		if (!notation_of(run->notation[m], run->rules.variant))
			continue;
		rewrite(run, first,
		    (struct fuzz_way){
			NULL, &format_pgn, kind, is_carried_over },
		    m, letters, &other);
		rewrite(run, &other,
		    (struct fuzz_way){
			NULL, kind, &format_pgn, is_carried_over },
		    n, letter_sets, &back);
		fuzz_check_same("changed there and back", first, &back);
	}
	strbuf_release(&back);
	strbuf_release(&other);
}

static void
try_record(struct run *run, struct maker *maker)
{
	struct fuzz_way way = { NULL, &format_pgn, &format_pgn,
		may_be_careless };
	struct strbuf first = STRBUF_INIT, second = STRBUF_INIT;

	make_record(maker);
	rewrite(run, &maker->out, way, maker->n, letter_sets, &first);
	way.allows = is_carried_over;
	rewrite(run, &first, way, maker->n, letter_sets, &second);
	fuzz_check_same("written in two ways", &first, &second);
	try_ways(run, &first, maker->n);
	strbuf_release(&first);
	strbuf_release(&second);
}

static void
try_game(struct run *run)
{
	struct maker maker = { .run = run, .alphabet = run->letters };

	if (once_in(run, 2))
		return;
	do
		maker.n = below(run, NOTATIONS_MAX);
	while (run->notation[maker.n] == NULL ||
	    !notation_of(run->notation[maker.n], run->rules.variant));
	if (run->notation[maker.n]->has_letters)
		maker.alphabet = random_letters(run);
	try_record(run, &maker);
	arena_reset(&run->arena);
	strbuf_release(&maker.out);
}

int
main(int argc, char **argv)
{
	return run_all(argc, argv, try_game, false);
}
