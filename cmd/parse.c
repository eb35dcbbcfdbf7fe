/* Ternion: `parse`: tokens of a notation, decoded without a board. */
#include "cmd/cmd.h"
#include "cmd/run/run.h"
#include "formats/game/guess.h"
#include "formats/record/json.h"
#include "parse/text/utf8.h"

/* Where the last token was, so that lines are counted only once. */
struct cursor {
	struct slice text;   /* of the record */
	unsigned long first; /* the column where it begins */
	size_t at;
	unsigned long line, column;
};

struct parsing {
	struct run *run;
	struct decoder *decoder;
	const struct notation *notation;
	struct alphabet alphabet;
	const struct castling_side *sides; /* of the variant, or NULL */
	struct cursor cursor;
	struct diags *diags;
};

static bool
begins_character(char c)
{
	return ((unsigned char)c & 0xc0) != 0x80;
}

static void
go_back(struct cursor *cursor, size_t to)
{
	bool lines = false;

	while (cursor->at > to) {
		char c = cursor->text.ptr[--cursor->at];

		cursor->line -= c == '\n';
		cursor->column -= begins_character(c);
		lines |= c == '\n';
	}
	if (!lines)
		return;
	cursor->column = 1;
	while (to > 0 && cursor->text.ptr[to - 1] != '\n')
		cursor->column += begins_character(cursor->text.ptr[--to]);
	if (to == 0)
		cursor->column += cursor->first - 1;
}

/* To a place in the text, which is before the last one where the keys of a ply
 * stand in another order than usual. */
static void
move_cursor(struct cursor *cursor, size_t to)
{
	if (to < cursor->at)
		go_back(cursor, to);
	for (; cursor->at < to; cursor->at++) {
		if (cursor->text.ptr[cursor->at] == '\n') {
			cursor->line++;
			cursor->column = 1;
		} else if (begins_character(cursor->text.ptr[cursor->at])) {
			cursor->column++;
		}
	}
}

static void
put_part(
    struct json *json, const char *key, struct slice token, struct part part)
{
	if (part.len > 0)
		json_text(json, key, spec_part(token, part));
}

static void
put_letter(struct json *json, const char *key, char letter)
{
	if (letter != 0)
		json_text(json, key, (struct slice){ &letter, 1 });
}

static void
put_path(struct json *json, struct slice token, const struct move_spec *spec)
{
	if (spec->path_len == 0)
		return;
	json_begin(json, "path", '[');
	for (unsigned i = 0; i < spec->path_len; i++)
		put_part(json, NULL, token, spec->path[i]);
	put_part(json, NULL, token, spec->to);
	json_end(json, ']');
}

/* The siege letter of a castling that was written as 0-0 and so on. */
static char
castle_letter(const struct parsing *parsing, const struct move_spec *spec)
{
	static const char letters[] = { [SPEC_CASTLE_SHORT] = 'K',
		[SPEC_CASTLE_LONG] = 'Q',
		[SPEC_CASTLE_QUEEN] = 'Q' };
	const struct castling_side *side = parsing->sides;

	if (spec->castle == SPEC_CASTLE_LETTER)
		return spec->castle_letter;
	for (; side != NULL && side->letter != 0; side++)
		if (strcmp(side->text,
			castle_text((enum spec_castle)spec->castle)) == 0)
			return side->letter;
	return letters[spec->castle];
}

/* The letters whose bits are set; false if none is. */
static bool
put_letters(
    struct json *json, const char *key, const char *letters, unsigned bits)
{
	char text[8];
	size_t len = 0;

	for (unsigned i = 0; letters[i] != '\0'; i++)
		if (bits >> i & 1)
			text[len++] = letters[i];
	if (len > 0)
		json_text(json, key, (struct slice){ text, len });
	return len > 0;
}

/* The letters of the kings that are named, or `true`. */
static void
put_mark(struct json *json, const char *key, bool set, uint8_t colours)
{
	if (!put_letters(json, key, SPEC_COLOURS, colours) && set)
		json_bool(json, key, true);
}

static void
put_nags(struct json *json, const struct move_spec *spec)
{
	if (spec->nag[0] == 0)
		return;
	json_begin(json, "nags", '[');
	for (int i = 0; i < 2 && spec->nag[i] != 0; i++)
		json_number(json, NULL, spec->nag[i]);
	json_end(json, ']');
}

static void
put_move(const struct parsing *parsing, struct json *json, struct slice token,
    const struct move_spec *spec)
{
	put_letter(json, "player", spec->player);
	put_letter(json, "piece", spec->piece);
	if (spec->promoted)
		json_bool(json, "promoted", true);
	put_part(json, "from", token, spec->from);
	put_part(json, "to", token, spec->to);
	put_path(json, token, spec);
	if (spec->type != MOVE_UNSTATED)
		json_string(
		    json, "type", move_type_name((enum move_type)spec->type));
	if (spec->castle != SPEC_CASTLE_NONE)
		put_letter(json, "castle", castle_letter(parsing, spec));
	put_letter(json, "promotion", spec->promotion);
}

/* Marks belong to the pair, and are printed with it. */
static void
put_second(const struct parsing *parsing, struct json *json, struct slice token,
    const struct move_spec *spec)
{
	json_begin(json, "second", '{');
	put_move(parsing, json, token, spec);
	put_letters(json, "calls", SPEC_CALLS, spec->calls);
	json_end(json, '}');
}

static void
put_turn(const struct parsing *parsing, struct json *json, struct slice token,
    const struct turn_spec *turn)
{
	const struct move_spec *spec = &turn->move;

	put_move(parsing, json, token, spec);
	if (turn->second_at.len > 0)
		put_second(parsing, json, spec_part(token, turn->second_at),
		    &turn->second);
	put_mark(json, "check", spec->check, spec->check_colours);
	put_mark(json, "mate", spec->mate, spec->mate_colours);
	put_letters(json, "calls", SPEC_CALLS, spec->calls);
	put_nags(json, spec);
	if (spec->draw)
		json_bool(json, "draw", true);
}

static void
put_token(struct parsing *parsing, const struct ply *ply)
{
	struct json json = { .out = &parsing->run->text };
	struct turn_spec spec;
	bool good = ply->token.len <= TOKEN_MAX &&
	    decoder_read(
		parsing->decoder, &parsing->alphabet, ply->token, &spec);

	move_cursor(&parsing->cursor, ply->span.start);
	json_begin(&json, NULL, '{');
	json_text(&json, "token", ply->token);
	json_number(&json, "line", parsing->cursor.line);
	json_number(&json, "column", parsing->cursor.column);
	if (good) {
		put_turn(parsing, &json, ply->token, &spec);
	} else {
		const char *error = ply->token.len > TOKEN_MAX
		    ? "the token is too long"
		    : "no move in this notation";

		json_string(&json, "error", error);
		diag_add(parsing->diags,
		    ply->token.len > TOKEN_MAX ? DIAG_TOKEN_TOO_LONG
					       : DIAG_MOVE_SYNTAX,
		    ply->span, "'%.*s%s' is no move in %s notation",
		    (int)(ply->token.len < 40 ? ply->token.len : 40),
		    ply->token.ptr, ply->token.len < 40 ? "" : "...",
		    parsing->notation->id);
	}
	json_end(&json, '}');
	strbuf_char(&parsing->run->text, '\n');
}

/* In the order of the text: a ply, then the variations that replace it. */
static void
put_line(struct parsing *parsing, const struct line *line)
{
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		put_token(parsing, ply);
		if (ply->notes == NULL)
			continue;
		for (const struct line *v = ply->notes->variations; v;
		     v = v->next)
			put_line(parsing, v);
	}
}

static void
choose_letters(struct parsing *parsing, const struct record *record)
{
	const struct variant *variant = parsing->run->job->variant;
	struct settings settings;
	struct alphabet german;
	const char *pieces = variant != NULL ? variant->letters : LETTERS_ANY;
	const struct tag *tag = record_tag(record, "Letters");
	const struct letter_set *set =
	    tag != NULL ? letter_set_find(tag->value) : NULL;

	parsing->sides = NULL;
	if (variant != NULL) {
		job_settings(parsing->run->job, variant, &settings);
		parsing->sides = variant_setup(variant, &settings)->sides;
	}
	alphabet_init(
	    &parsing->alphabet, set != NULL ? set : &letter_sets[0], pieces);
	if (set != NULL || !parsing->notation->has_letters)
		return;
	if (variant == NULL)
		pieces = LETTERS_GERMAN;
	set = letter_set_find(slice_of("de"));
	if (!letter_set_serves(set, pieces))
		return;
	alphabet_init(&german, set, pieces);
	if (guess_german(parsing->decoder, &parsing->alphabet, &german, record))
		parsing->alphabet = german;
}

/* Without a board nothing but the tokens is of interest. */
static void
drop(struct diags *diags, enum diag_id id)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < diags->len; i++)
		if (diags->list[i].id != id)
			diags->list[kept++] = diags->list[i];
	diags->len = kept;
}

static void
parse_record(struct run *run, const struct input *input, struct record *record,
    struct diags *diags, struct replayer *replayer)
{
	const struct job *job = run->job;
	struct parsing parsing = { .run = run,
		.diags = diags,
		.notation = job->input.notation,
		.cursor = { record->text, input->source.column, 0,
		    input->source.line, input->source.column } };
	const struct tag *tag = record_tag(record, "Notation");

	if (tag != NULL && !job->input.force &&
	    notation_find(tag->value) != NULL)
		parsing.notation = notation_find(tag->value);
	parsing.decoder = replayer_decoder(replayer, parsing.notation);
	choose_letters(&parsing, record);
	put_line(&parsing, &record->line);
	drop(diags, DIAG_RESULT_MISSING);
}

/* That of -N, else of the first operand, else of the game. */
static bool
choose_notation(struct job *job)
{
	const struct notation *notation = job->input.notation;

	if (notation == NULL && job->operands > 0) {
		notation = notation_find(slice_of(job->operand[0]));
		job->operand += notation != NULL;
		job->operands -= notation != NULL;
	}
	if (notation == NULL && job->variant != NULL)
		notation = dialect_of(job->variant)->notation;
	job->input.notation = notation;
	return notation != NULL;
}

static int
run(struct job *job)
{
	struct run run;

	if (!choose_notation(job))
		return job->operands == 0
		    ? usage_choice(
			  job, words_notations, "", "no notation is given")
		    : usage_choice(job, words_notations, job->operand[0],
			  "there is no notation '%s'", job->operand[0]);
	run_init(&run, job, stderr);
	run.without_replay = parse_record;
	return run_run(&run);
}

static const enum option_id options[] = { OPT_INPUT_NOTATION,
	OPTIONS_OF_RECORDS, OPTIONS_END };

const struct command command_parse = {
	.name = "parse",
	.summary = "decode the moves of a text, without a board",
	.usage = "[OPTIONS] [NOTATION] [FILE...]",
	.description =
	    "Reads the tokens of a text in a notation and prints what each\n"
	    "states as one JSON object a line, without replaying anything.\n"
	    "Where a game is given NOTATION can be left out: it is then the\n"
	    "game's own.\n"
	    "Keys stand only for what is stated. A token that is no move gets\n"
	    "an 'error', and the exit status is 1.",
	.examples = "  echo 'W4d-5d W14dx16d(C)' | ternion parse siege\n"
		    "  ternion parse dreierschach game.pgn\n"
		    "  ternion siege parse game.pgn",
	.options = options,
	.operands = words_notations,
	.operand_is_notation = true,
	.run = run,
};
