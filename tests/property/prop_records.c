/*
 * Properties of records, over random games of every variant.
 *
 * A record in PGN that is written carelessly, as people and programs do, is
 * written the same from the second time on, even after a detour through another
 * notation or format.
 *
 * A document is a record in JSON with everything that a record can hold around
 * its moves, in texts that readers might mistake for something else. It is
 * accepted, survives the way through the other formats and back, as
 * fuzz/records.h checks it, and PGN keeps every line of its comments.
 *
 * `prop_records [SEED]`; the last line counts what passed and failed.
 */
#include "parse/text/json.h"
#include "tests/fuzz/records.h"
#include "tests/property/games.h"

enum {
	RECORD_PLIES = 90,
	DOCUMENT_PLIES = 30,
	DEEP = 4,
};

struct maker {
	struct run *run;
	const struct notation *notation;
	const struct alphabet *alphabet;
	struct strbuf out;
	struct strbuf text; /* a part of it */
	bool numbered;      /* the next ply must have its number */
	struct json *json;  /* NULL: it is PGN */
};

static void put_line(struct maker *maker, const char *key,
    struct position *position, unsigned plies, unsigned depth);

/*
 * Careless records
 */

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

static void
put_variations(
    struct maker *maker, const struct position *before, unsigned depth)
{
	while (depth < DEEP && below(maker->run, 14) == 0) {
		struct position position = *before;

		strbuf_char(&maker->out, '(');
		if (below(maker->run, 8) == 0)
			put_aside(maker);
		put_line(maker, NULL, &position, 1 + below(maker->run, 5),
		    depth + 1);
		put(maker, ")");
		if (below(maker->run, 8) == 0)
			put_aside(maker);
		maker->numbered = true;
	}
}

static void
put_ply(struct maker *maker, const struct position *before,
    const struct move *move, const struct marks *marks, unsigned depth)
{
	if (maker->numbered || before->to_move == 0 || once_in(maker->run, 8))
		put_number(maker, before);
	maker->numbered = false;
	strbuf_slice(&maker->out, strbuf_as_slice(&maker->text));
	/* After = and (Y) no suffix follows. */
	put_annotations(maker,
	    !marks->draw && move->type != MOVE_YIELD &&
		move->type != MOVE_STALEMATE);
	put_variations(maker, before, depth);
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
	put_tag(maker, "Notation", maker->notation->id);
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
	put_line(maker, NULL, &position, below(run, RECORD_PLIES), 0);
	struct outcome outcome = rules_outcome(&run->rules, &position);
	strbuf_puts(
	    &maker->out, outcome.ending != ENDING_NONE ? outcome.result : "*");
	if (once_in(run, 6)) {
		strbuf_char(&maker->out, ' ');
		put_aside(maker);
	}
	strbuf_puts(&maker->out, "\n\n");
}

/*
 * Documents
 */

/* Parts of texts. */
static const char *const parts[] = { " ", " ", "\n", "\n\n", "\r\n", "\t", "{",
	"}", "(", ")", "[", "]", "[Event \"x\"]", ":", ": ", "#", " #", "- ",
	"? ", "\"", "'", "\\", "\\n", "%", "%a", ";", "*", "&", "!", "|", ">",
	"@", "`", ",", "~", "=", "<<", "yes", "no", "null", "true", "1", "0x1",
	"5e6", ".", "...", "---", "1.", "1..", "$1", "W3d-5d", "\xc3\xa9",
	"\xe2\x80\xa8", "\xc2\x85", "\xf0\x9f\x98\x80", "\xef\xbb\xbf", "\x01",
	"\x7f", "a", "b", "word" };

static void
make_text(struct maker *maker, unsigned longest)
{
	unsigned n = below(maker->run, longest + 1);

	strbuf_reset(&maker->text);
	while (n-- > 0)
		strbuf_puts(&maker->text,
		    parts[below(maker->run, sizeof(parts) / sizeof(*parts))]);
}

static void
put_text(struct maker *maker, const char *key, unsigned longest)
{
	make_text(maker, longest);
	json_text(maker->json, key, strbuf_as_slice(&maker->text));
}

/* A tag's value is one line. */
static void
put_member(struct maker *maker, const char *key)
{
	make_text(maker, 6);
	for (size_t i = 0; i < maker->text.len; i++)
		if (strchr("\r\n", maker->text.ptr[i]) != NULL)
			maker->text.ptr[i] = ' ';
	json_text(maker->json, key, strbuf_as_slice(&maker->text));
}

static void
put_comments(struct maker *maker, const char *key, unsigned sides)
{
	if (!once_in(maker->run, sides))
		return;
	if (once_in(maker->run, 2)) {
		put_text(maker, key, 12);
		return;
	}
	json_begin(maker->json, key, '[');
	for (unsigned n = below(maker->run, 4); n > 0; n--)
		put_text(maker, NULL, 8);
	json_end(maker->json, ']');
}

static void
put_nags(struct maker *maker)
{
	if (!once_in(maker->run, 6))
		return;
	json_begin(maker->json, "nags", '[');
	for (unsigned n = below(maker->run, 4); n > 0; n--)
		json_number(maker->json, NULL, below(maker->run, 256));
	json_end(maker->json, ']');
}

static void
put_lines(struct maker *maker, const struct position *before, unsigned depth)
{
	if (depth == DEEP || !once_in(maker->run, 8))
		return;
	json_begin(maker->json, "variations", '[');
	for (unsigned n = below(maker->run, 3); n > 0; n--) {
		if (!once_in(maker->run, 5)) {
			struct position position = *before;

			put_line(maker, NULL, &position,
			    1 + below(maker->run, 4), depth + 1);
			continue;
		}
		json_begin(maker->json, NULL, '[');
		json_begin(maker->json, NULL, '{');
		put_text(maker, "comment", 6);
		json_end(maker->json, '}');
		json_end(maker->json, ']');
	}
	json_end(maker->json, ']');
}

/* A key of somebody else's, with a value of any shape. */
static void
put_foreign(struct maker *maker)
{
	struct strbuf key = STRBUF_INIT;

	if (!once_in(maker->run, 8))
		return;
	make_text(maker, 3);
	strbuf_puts(&key, "x");
	strbuf_slice(&key, strbuf_as_slice(&maker->text));
	json_begin(maker->json, key.ptr, '[');
	json_string(maker->json, NULL, NULL);
	json_bool(maker->json, NULL, true);
	json_put(maker->json, "%d", -5);
	put_text(maker, NULL, 3);
	json_begin(maker->json, NULL, '{');
	put_text(maker, key.ptr, 3);
	put_text(maker, "", 1);
	json_end(maker->json, '}');
	json_end(maker->json, ']');
	strbuf_release(&key);
}

static void
put_document_ply(
    struct maker *maker, const struct position *before, unsigned depth)
{
	struct json *json = maker->json;

	if (once_in(maker->run, 3)) {
		json_text(json, NULL, strbuf_as_slice(&maker->text));
		return;
	}
	json_begin(json, NULL, '{');
	json_text(json, "move", strbuf_as_slice(&maker->text));
	put_nags(maker);
	put_comments(maker, "before", 8);
	put_comments(maker, "comment", 3);
	put_lines(maker, before, depth);
	put_comments(maker, "after", 8);
	put_foreign(maker);
	json_end(json, '}');
}

/* A record as a line of JSON. */
static void
make_document(struct maker *maker)
{
	const struct rules *rules = &maker->run->rules;
	struct json line = { .out = &maker->out }, *json = &line;
	struct position start;
	char value[SETTING_MAX];

	maker->json = json;
	begin_game(maker->run);
	start = maker->run->position;
	json_begin(json, NULL, '{');
	json_string(json, "variant", rules->variant->id);
	json_string(json, "notation", maker->notation->id);
	json_begin(json, "options", '{');
	for (int i = 0; rules->variant->options[i].name != NULL; i++) {
		if (settings_is_default(rules->variant, &rules->settings, i))
			continue;
		settings_write(rules->variant, &rules->settings, i, value);
		json_string(json, rules->variant->options[i].name, value);
	}
	json_end(json, '}');
	json_begin(json, "tags", '{');
	put_member(maker, "Event");
	put_member(maker, rules->variant->players[1]);
	put_member(maker, "X_1");
	json_end(json, '}');
	put_comments(maker, "comment", 4);
	put_foreign(maker);
	if (maker->run->game % START_EVERY != 0)
		json_string(json, "start", maker->run->line.ptr);
	put_line(maker, "plies", &start, below(maker->run, DOCUMENT_PLIES), 0);
	json_end(json, '}');
	maker->json = NULL;
}

/* Plies of random moves, as far as there are any. */
static void
put_line(struct maker *maker, const char *key, struct position *position,
    unsigned plies, unsigned depth)
{
	struct run *run = maker->run;
	struct move move;

	maker->numbered = true;
	if (maker->json != NULL)
		json_begin(maker->json, key, '[');
	while (plies-- > 0) {
		struct past *past =
		    arena_alloc(&run->arena, sizeof(struct past));
		struct position before;
		struct marks marks;

		pick_mover(run, position);
		before = *position;
		if (!pick_move(run, position, &move))
			break;
		marks = marks_of_move(&run->rules, &before, &move);
		marks.draw = once_in(run, 40);
		marks.named =
		    rules_may_begin(&run->rules, &before, before.to_move) ||
		    once_in(run, 20);
		strbuf_reset(&maker->text);
		notation_write(&(struct language){ &run->rules, maker->notation,
				   maker->alphabet },
		    &before, &move, &marks, &maker->text);
		position_remember(position, past);
		rules_make_move(&run->rules, position, &move);
		if (maker->json != NULL)
			put_document_ply(maker, &before, depth);
		else
			put_ply(maker, &before, &move, &marks, depth);
	}
	if (maker->json != NULL)
		json_end(maker->json, ']');
}

/*
 * What comes of them
 */

/* A rewritten record keeps these faults. */
static bool
is_carried_over(enum diag_id id)
{
	return id == DIAG_CHECK_UNDECLARED || id == DIAG_NOT_MATE ||
	    id == DIAG_STALEMATE_DUE || id == DIAG_REPETITION_DUE ||
	    id == DIAG_POSITION_MATERIAL || id == DIAG_COMMENT_MOVES;
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

/* A careless record, in the notation number `n`. */
static void
try_record(struct maker *maker, unsigned n)
{
	struct run *run = maker->run;
	struct fuzz_way way = { NULL, &format_pgn, &format_pgn,
		may_be_careless };
	struct strbuf first = STRBUF_INIT, second = STRBUF_INIT;

	make_record(maker);
	rewrite(run, &maker->out, way, n, letter_sets, &first);
	way.allows = is_carried_over;
	rewrite(run, &first, way, n, letter_sets, &second);
	fuzz_check_same("written in two ways", &first, &second);
	try_ways(run, &first, n);
	strbuf_release(&first);
	strbuf_release(&second);
}

/* Adds the lines of comments that are not empty; PGN has those of several
 * lines in one, or one for each. */
static void
add_lines(struct strbuf *out, const struct comments *comments)
{
	for (const struct comment *c = comments->first; c; c = c->next)
		for (size_t i = 0; i < c->text.len; i++)
			if (strchr(" \t\r\n", c->text.ptr[i]) == NULL)
				strbuf_char(out, c->text.ptr[i]);
}

static void
add_comments(struct strbuf *out, const struct line *line)
{
	add_lines(out, &line->comment);
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		if (ply->notes == NULL)
			continue;
		add_lines(out, &ply->notes->before);
		add_lines(out, &ply->notes->comment);
		for (const struct line *v = ply->notes->variations; v;
		     v = v->next) {
			add_comments(out, v);
			add_lines(out, &v->after);
		}
	}
}

/* The text of all comments of the one record, and the record in PGN. */
static bool
read_comments(const struct format *format, struct slice text,
    struct strbuf *comments, struct strbuf *pgn)
{
	struct fuzz_reading of;
	bool good;

	fuzz_open(&of, format, text, MAX_RECORD);
	good = fuzz_next(&of) &&
	    replay_record(
		fuzz_replayer(false), &of.record, &of.diags, &of.replayed);
	if (!good)
		fuzz_give_up("a record with faults", &of.diags, text);
	add_comments(comments, &of.record.line);
	fuzz_write(&of, &format_pgn, pgn);
	fuzz_close(&of);
	return good;
}

static bool
try_document(struct maker *maker)
{
	struct strbuf before = STRBUF_INIT, after = STRBUF_INIT;
	struct strbuf pgn = STRBUF_INIT, again = STRBUF_INIT;
	struct slice text = strbuf_as_slice(&maker->out);
	bool same;

	fuzz_records(&format_jsonl, text);
	read_comments(&format_jsonl, text, &before, &pgn);
	read_comments(&format_pgn, strbuf_as_slice(&pgn), &after, &again);
	same = slice_equal(strbuf_as_slice(&before), strbuf_as_slice(&after)) &&
	    slice_equal(strbuf_as_slice(&pgn), strbuf_as_slice(&again));
	if (!same)
		printf("%s\nloses comments as\n%s", maker->out.ptr, pgn.ptr);
	strbuf_release(&before);
	strbuf_release(&after);
	strbuf_release(&pgn);
	strbuf_release(&again);
	return same;
}

static void
try_game(struct run *run)
{
	struct maker maker = { .run = run,
		.notation = dialect_of(run->rules.variant)->notation,
		.alphabet = run->letters };
	unsigned n;

	make_document(&maker);
	check(run, try_document(&maker), "a record loses something");
	if (once_in(run, 2)) {
		do
			n = below(run, NOTATIONS_MAX);
		while (run->notation[n] == NULL ||
		    !notation_of(run->notation[n], run->rules.variant));
		maker.notation = run->notation[n];
		if (maker.notation->has_letters)
			maker.alphabet = random_letters(run);
		try_record(&maker, n);
	}
	arena_reset(&run->arena);
	strbuf_release(&maker.out);
	strbuf_release(&maker.text);
}

int
main(int argc, char **argv)
{
	return run_all(argc, argv, try_game, NULL, false);
}
