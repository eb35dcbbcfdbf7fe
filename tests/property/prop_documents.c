/*
 * Properties of records in JSON, YAML and PGN: random records with everything
 * that a record can hold survive the way there and back.
 *
 *	prop_documents [SEED]
 *
 * Games are played at random from the start or from positions within a game.
 * Comments, annotations, variations, tags and unknown keys surround their
 * moves, made of texts that readers might mistake for something else.
 * fuzz/records.h checks what holds for any record; this file checks that such a
 * record is accepted, and that PGN keeps every line of its comments.
 */
#include <inttypes.h>

#include "tests/fuzz/records.h"
#include "parse/text/json.h"
#include "parse/notation/marks.h"
#include "tests/property/random.h"

enum {
	RECORDS = 200, /* of each game */
	PLIES = 30,
	DEEP = 4
};

static const uint64_t default_seed = 20240301;

struct game {
	const struct variant *variant;
	const char *option, *value; /* NULL: the defaults */
};

static const struct game games[] = {
	{ &variant_dreierschach, NULL, NULL },
	{ &variant_siege, NULL, NULL },
	{ &variant_siege, "Pope", "no" },
	{ &variant_siege, "Siege", "moved" },
	{ &variant_siege, "SiegeThreshold", "4,6,8" },
	{ &variant_bnem, NULL, NULL },
	{ &variant_triumvirate, NULL, NULL },
	{ &variant_nivichanov, NULL, NULL },
	{ &variant_threechess, NULL, NULL },
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
	struct dice dice;
	const struct rules *rules;
	const struct notation *notation;
	struct alphabet alphabet;
	struct json json;
	struct strbuf out, text;
};

static void
make_text(struct maker *maker, unsigned longest)
{
	unsigned n = dice_below(&maker->dice, longest + 1);

	strbuf_reset(&maker->text);
	while (n-- > 0)
		strbuf_puts(&maker->text,
		    parts[dice_below(
			&maker->dice, sizeof(parts) / sizeof(*parts))]);
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
	if (!dice_one_in(&maker->dice, sides))
		return;
	if (dice_one_in(&maker->dice, 2)) {
		put_text(maker, key, 12);
		return;
	}
	json_begin(&maker->json, key, '[');
	for (unsigned n = dice_below(&maker->dice, 4); n > 0; n--)
		put_text(maker, NULL, 8);
	json_end(&maker->json, ']');
}

static void
put_nags(struct maker *maker)
{
	if (!dice_one_in(&maker->dice, 6))
		return;
	json_begin(&maker->json, "nags", '[');
	for (unsigned n = dice_below(&maker->dice, 4); n > 0; n--)
		json_number(&maker->json, NULL, dice_below(&maker->dice, 256));
	json_end(&maker->json, ']');
}

/* Keeps one of the moves, each as likely as the others. */
struct choice {
	struct dice *dice;
	struct move move;
	unsigned n;
};

static bool
choose(void *context, const struct move *move)
{
	struct choice *choice = context;

	if (dice_one_in(choice->dice, ++choice->n))
		choice->move = *move;
	return true;
}

static bool
pick_move(
    struct maker *maker, const struct position *position, struct move *move)
{
	struct choice choice = { .dice = &maker->dice };

	rules_moves(maker->rules, position, NULL, choose, &choice);
	*move = choice.move;
	return choice.n > 0;
}

/* Plays a move and leaves its text. */
static void
play(struct maker *maker, struct position *position, const struct move *move)
{
	struct marks marks = marks_of_move(maker->rules, position, move);

	strbuf_reset(&maker->text);
	notation_write(maker->notation, maker->rules, &maker->alphabet,
	    position, move, &marks, &maker->text);
	rules_make_move(maker->rules, position, move);
}

static void put_line(struct maker *maker, const char *key,
    struct position position, unsigned plies, unsigned depth);

static void
put_variations(
    struct maker *maker, const struct position *before, unsigned depth)
{
	if (depth == DEEP || !dice_one_in(&maker->dice, 8))
		return;
	json_begin(&maker->json, "variations", '[');
	for (unsigned n = dice_below(&maker->dice, 3); n > 0; n--) {
		if (!dice_one_in(&maker->dice, 5)) {
			put_line(maker, NULL, *before,
			    1 + dice_below(&maker->dice, 4), depth + 1);
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

	if (!dice_one_in(&maker->dice, 8))
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
	struct past past[PLIES]; /* which the ko looks at */
	struct move move;

	json_begin(json, key, '[');
	while (plies-- > 0 && pick_move(maker, &position, &move)) {
		struct position before = position;

		position_remember(&position, &past[plies]);
		play(maker, &position, &move);
		if (dice_one_in(&maker->dice, 3)) {
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

static void
put_start(struct maker *maker, struct position *start)
{
	struct strbuf text = STRBUF_INIT;
	struct move move;

	*start = maker->rules->start;
	for (unsigned n = dice_below(&maker->dice, 60); n > 0; n--)
		if (pick_move(maker, start, &move))
			play(maker, start, &move);
	tpf_write(maker->rules, start, &text);
	json_string(&maker->json, "start", text.ptr);
	strbuf_release(&text);
}

/* A record as a line of JSON. */
static void
make_record(struct maker *maker, const struct game *game)
{
	struct json *json = &maker->json;
	struct position start = maker->rules->start;

	strbuf_reset(&maker->out);
	*json = (struct json){ .out = &maker->out };
	json_begin(json, NULL, '{');
	json_string(json, "variant", game->variant->id);
	json_string(json, "notation", maker->notation->id);
	if (game->option != NULL) {
		json_begin(json, "options", '{');
		json_string(json, game->option, game->value);
		json_end(json, '}');
	}
	json_begin(json, "tags", '{');
	put_tag(maker, "Event");
	put_tag(maker, game->variant->players[1]);
	put_tag(maker, "X_1");
	json_end(json, '}');
	put_comments(maker, "comment", 4);
	put_foreign(maker);
	if (dice_one_in(&maker->dice, 3))
		put_start(maker, &start);
	put_line(maker, "plies", start, dice_below(&maker->dice, PLIES), 0);
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

/* Tries records of one game; returns how many lost something. */
static unsigned
try_game(struct maker *maker, const struct game *game)
{
	static struct rules rules;
	struct settings settings;
	unsigned failed = 0;

	settings_default(game->variant, &settings);
	if (game->option != NULL) {
		int i = variant_option(
		    game->variant, game->option, strlen(game->option));

		settings_read(game->variant, &settings, i, game->value,
		    strlen(game->value));
	}
	settings_settle(game->variant, &settings);
	rules_init(&rules, game->variant, &settings);
	maker->rules = &rules;
	maker->notation = dialect_of(game->variant)->notation;
	alphabet_init(&maker->alphabet, letter_sets, game->variant->letters);
	for (unsigned i = 0; i < RECORDS; i++) {
		make_record(maker, game);
		failed += !try_record(maker);
	}
	return failed;
}

int
main(int argc, char **argv)
{
	static struct maker maker;
	unsigned tried = 0, failed = 0;

	maker.dice.state = argc > 1 ? strtoull(argv[1], NULL, 0) : default_seed;
	printf("seed %" PRIu64 "\n", maker.dice.state);
	for (size_t i = 0; i < sizeof(games) / sizeof(*games); i++) {
		failed += try_game(&maker, &games[i]);
		tried += RECORDS;
	}
	printf("%u passed, %u failed\n", tried - failed, failed);
	strbuf_release(&maker.out);
	strbuf_release(&maker.text);
	return failed != 0;
}
