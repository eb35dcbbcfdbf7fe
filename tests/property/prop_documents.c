/*
 * Properties of records in JSON, YAML and PGN: random records with everything
 * that a record can hold survive the way there and back.
 *
 * Comments, annotations, variations, tags and unknown keys surround the moves
 * of random games, made of texts that readers might mistake for something else.
 * fuzz/records.h checks what holds for any record; this file checks that such a
 * record is accepted, and that PGN keeps every line of its comments.
 *
 * `prop_documents [SEED]`; the last line counts what passed and failed.
 */
#include "parse/text/json.h"
#include "tests/fuzz/records.h"
#include "tests/property/games.h"

enum {
	LINE_PLIES = 30,
	DEEP = 4
};

/* Parts of texts. */
static const char *const parts[] = { " ", " ", "\n", "\n\n", "\r\n", "\t", "{",
	"}", "(", ")", "[", "]", "[Event \"x\"]", ":", ": ", "#", " #", "- ",
	"? ", "\"", "'", "\\", "\\n", "%", "%a", ";", "*", "&", "!", "|", ">",
	"@", "`", ",", "~", "=", "<<", "yes", "no", "null", "true", "1", "0x1",
	"5e6", ".", "...", "---", "1.", "1..", "$1", "W3d-5d", "\xc3\xa9",
	"\xe2\x80\xa8", "\xc2\x85", "\xf0\x9f\x98\x80", "\xef\xbb\xbf", "\x01",
	"\x7f", "a", "b", "word" };

struct maker {
	struct run *run;
	const struct notation *notation;
	struct json json;
	struct strbuf out, text;
};

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
	json_text(&maker->json, key, strbuf_as_slice(&maker->text));
}

/* A tag's value is one line. */
static void
put_tag(struct maker *maker, const char *key)
{
	make_text(maker, 6);
	for (size_t i = 0; i < maker->text.len; i++)
		if (strchr("\r\n", maker->text.ptr[i]) != NULL)
			maker->text.ptr[i] = ' ';
	json_text(&maker->json, key, strbuf_as_slice(&maker->text));
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
	json_begin(&maker->json, key, '[');
	for (unsigned n = below(maker->run, 4); n > 0; n--)
		put_text(maker, NULL, 8);
	json_end(&maker->json, ']');
}

static void
put_nags(struct maker *maker)
{
	if (!once_in(maker->run, 6))
		return;
	json_begin(&maker->json, "nags", '[');
	for (unsigned n = below(maker->run, 4); n > 0; n--)
		json_number(&maker->json, NULL, below(maker->run, 256));
	json_end(&maker->json, ']');
}

/* Plays a move and leaves its text. */
static void
play(struct maker *maker, struct position *position, const struct move *move)
{
	const struct rules *rules = &maker->run->rules;
	struct marks marks = marks_of_move(rules, position, move);

	strbuf_reset(&maker->text);
	notation_write(maker->notation, rules, maker->run->letters, position,
	    move, &marks, &maker->text);
	rules_make_move(rules, position, move);
}

static void put_line(struct maker *maker, const char *key,
    struct position position, unsigned plies, unsigned depth);

static void
put_variations(
    struct maker *maker, const struct position *before, unsigned depth)
{
	if (depth == DEEP || !once_in(maker->run, 8))
		return;
	json_begin(&maker->json, "variations", '[');
	for (unsigned n = below(maker->run, 3); n > 0; n--) {
		if (!once_in(maker->run, 5)) {
			put_line(maker, NULL, *before, 1 + below(maker->run, 4),
			    depth + 1);
			continue;
		}
		json_begin(&maker->json, NULL, '[');
		json_begin(&maker->json, NULL, '{');
		put_text(maker, "comment", 6);
		json_end(&maker->json, '}');
		json_end(&maker->json, ']');
	}
	json_end(&maker->json, ']');
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
	json_begin(&maker->json, key.ptr, '[');
	json_string(&maker->json, NULL, NULL);
	json_bool(&maker->json, NULL, true);
	json_put(&maker->json, "%d", -5);
	put_text(maker, NULL, 3);
	json_begin(&maker->json, NULL, '{');
	put_text(maker, key.ptr, 3);
	put_text(maker, "", 1);
	json_end(&maker->json, '}');
	json_end(&maker->json, ']');
	strbuf_release(&key);
}

static void
put_line(struct maker *maker, const char *key, struct position position,
    unsigned plies, unsigned depth)
{
	struct json *json = &maker->json;
	struct past past[LINE_PLIES]; /* which the ko looks at */
	struct move move;

	json_begin(json, key, '[');
	while (plies-- > 0 && pick_move(maker->run, &position, &move)) {
		struct position before = position;

		position_remember(&position, &past[plies]);
		play(maker, &position, &move);
		if (once_in(maker->run, 3)) {
			json_text(json, NULL, strbuf_as_slice(&maker->text));
			continue;
		}
		json_begin(json, NULL, '{');
		json_text(json, "move", strbuf_as_slice(&maker->text));
		put_nags(maker);
		put_comments(maker, "before", 8);
		put_comments(maker, "comment", 3);
		put_variations(maker, &before, depth);
		put_comments(maker, "after", 8);
		put_foreign(maker);
		json_end(json, '}');
	}
	json_end(json, ']');
}

/* A record as a line of JSON. */
static void
make_record(struct maker *maker)
{
	const struct rules *rules = &maker->run->rules;
	struct json *json = &maker->json;
	struct position start;
	char value[SETTING_MAX];

	begin_game(maker->run);
	start = maker->run->position;
	*json = (struct json){ .out = &maker->out };
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
	put_tag(maker, "Event");
	put_tag(maker, rules->variant->players[1]);
	put_tag(maker, "X_1");
	json_end(json, '}');
	put_comments(maker, "comment", 4);
	put_foreign(maker);
	if (maker->run->game % START_EVERY != 0)
		json_string(json, "start", maker->run->line.ptr);
	put_line(maker, "plies", start, below(maker->run, LINE_PLIES), 0);
	json_end(json, '}');
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
try_record(struct maker *maker)
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
		.notation = dialect_of(run->rules.variant)->notation };

	make_record(&maker);
	check(run, try_record(&maker), "a record loses something");
	strbuf_release(&maker.out);
	strbuf_release(&maker.text);
}

int
main(int argc, char **argv)
{
	return run_all(argc, argv, try_game, false);
}
