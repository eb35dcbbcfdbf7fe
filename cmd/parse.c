/* Ternion: `parse`: tokens of a notation, decoded without a board. */
#include "cmd.h"
#include "inputs.h"
#include "json.h"
#include "utf8.h"

/* Where the last token was, so that lines are counted only once. */
struct cursor {
	const char *p;
	unsigned long line, column;
};

struct parsing {
	struct pass *pass;
	struct decoder *decoder;
	const struct notation *notation;
	struct alphabet alphabet;
	const struct castling_side *sides; /* of the variant, or NULL */
	struct cursor cursor;
	struct diags *diags;
};

static void
move_cursor(struct cursor *cursor, const char *to)
{
	for (; cursor->p < to; cursor->p++) {
		if (*cursor->p == '\n') {
			cursor->line++;
			cursor->column = 1;
		} else if (((unsigned char)*cursor->p & 0xc0) != 0x80) {
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

/* `true`, or the letters of the kings that are named. */
static void
put_mark(struct json *json, const char *key, bool set, uint8_t colours)
{
	char letters[sizeof(SPEC_COLOURS)];
	size_t len = 0;

	for (unsigned i = 0; SPEC_COLOURS[i] != '\0'; i++)
		if (colours >> i & 1)
			letters[len++] = SPEC_COLOURS[i];
	if (len > 0)
		json_text(json, key, (struct slice){ letters, len });
	else if (set)
		json_bool(json, key, true);
}

static void
put_calls(struct json *json, uint8_t calls)
{
	static const char letters[] = "FSYT"; /* in the order of the bits */
	char text[sizeof(letters)];
	size_t len = 0;

	for (unsigned i = 0; letters[i] != '\0'; i++)
		if (calls >> i & 1)
			text[len++] = letters[i];
	if (len > 0)
		json_text(json, "calls", (struct slice){ text, len });
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

static void put_spec(struct parsing *parsing, struct json *json,
    struct slice token, const struct move_spec *spec);

static void
put_second(struct parsing *parsing, struct json *json, struct slice token)
{
	struct move_spec spec;

	if (!decoder_read(parsing->decoder, &parsing->alphabet, token, &spec))
		return;
	/* Marks belong to the pair, and are printed with it. */
	spec.check = spec.mate = spec.draw = false;
	spec.check_colours = spec.mate_colours = 0;
	spec.nag[0] = 0;
	json_begin(json, "second", '{');
	put_spec(parsing, json, token, &spec);
	json_end(json, '}');
}

static void
put_spec(struct parsing *parsing, struct json *json, struct slice token,
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
	if (spec->second.len > 0)
		put_second(parsing, json, spec_part(token, spec->second));
	put_mark(json, "check", spec->check, spec->check_colours);
	put_mark(json, "mate", spec->mate, spec->mate_colours);
	put_calls(json, spec->calls);
	put_nags(json, spec);
	if (spec->draw)
		json_bool(json, "draw", true);
}

static void
put_token(struct parsing *parsing, const struct ply *ply)
{
	struct json json = { .out = &parsing->pass->text };
	struct move_spec spec;
	bool good = ply->token.len <= TOKEN_MAX &&
	    decoder_read(
		parsing->decoder, &parsing->alphabet, ply->token, &spec);

	move_cursor(&parsing->cursor, ply->token.ptr);
	json_begin(&json, NULL, '{');
	json_text(&json, "token", ply->token);
	json_number(&json, "line", parsing->cursor.line);
	json_number(&json, "column", parsing->cursor.column);
	if (good) {
		put_spec(parsing, &json, ply->token, &spec);
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
	strbuf_char(&parsing->pass->text, '\n');
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
	const struct variant *variant = parsing->pass->job->variant;
	struct settings settings;
	const char *pieces = variant != NULL ? variant->letters : LETTERS_ANY;
	const struct tag *tag = record_tag(record, "Letters");
	const struct letter_set *set =
	    tag != NULL ? letter_set_find(tag->value) : NULL;

	parsing->sides = NULL;
	if (variant != NULL) {
		job_settings(parsing->pass->job, variant, &settings);
		parsing->sides = variant_setup(variant, &settings)->sides;
	}
	alphabet_init(
	    &parsing->alphabet, set != NULL ? set : &letter_sets[0], pieces);
	if (set == NULL && parsing->notation->has_letters &&
	    !replay_decodes(
		parsing->decoder, &parsing->alphabet, &record->line))
		replay_is_german(parsing->decoder, record,
		    variant != NULL ? pieces : LETTERS_GERMAN,
		    &parsing->alphabet);
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
parse_record(struct pass *pass, const struct input *input,
    struct record *record, struct diags *diags, struct replayer *replayer)
{
	const struct job *job = pass->job;
	struct parsing parsing = { .pass = pass,
		.diags = diags,
		.notation = job->input_notation,
		.cursor = { record->text.ptr, input->source.line,
		    input->source.column } };
	const struct tag *tag = record_tag(record, "Notation");

	if (tag != NULL && !job->force && notation_find(tag->value) != NULL)
		parsing.notation = notation_find(tag->value);
	parsing.decoder = replayer_decoder(replayer, parsing.notation);
	choose_letters(&parsing, record);
	put_line(&parsing, &record->line);
	drop(diags, DIAG_RESULT_MISSING);
}

static int
run(struct job *job)
{
	struct pass pass;

	if (job->operands == 0 && job->input_notation == NULL)
		return usage_error(job, "which notation?");
	if (job->input_notation == NULL) {
		job->input_notation = notation_find(slice_of(job->operand[0]));
		if (job->input_notation == NULL)
			return usage_error(
			    job, "there is no notation '%s'", job->operand[0]);
		job->operand++;
		job->operands--;
	}
	pass_init(&pass, job, stderr);
	pass.raw = parse_record;
	return pass_run(&pass);
}

const struct command command_parse = {
	.name = "parse",
	.summary = "decode the moves of a text, without a board",
	.usage = "[OPTIONS] NOTATION [FILE...]",
	.description =
	    "Reads the tokens of a text in a notation and prints what each\n"
	    "states as one JSON object a line, without replaying anything.\n"
	    "Keys stand only for what is stated. A token that is no move gets\n"
	    "an 'error', and the exit status is 1.",
	.examples = "  echo 'W4d-5d W14dx16d(C)' | ternion parse siege\n"
		    "  ternion parse dreierschach game.pgn",
	.options = "vfFOqlszyxmricZHGg",
	.run = run,
};
