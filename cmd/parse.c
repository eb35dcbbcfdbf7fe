/* Ternion: `parse`: tokens of a notation, decoded without a board. */
#include "cmd/cmd.h"
#include "cmd/run/run.h"
#include "parse/record/habits.h"
#include "parse/text/json_line.h"
#include "parse/text/utf8.h"

/* Where the last token was, so that lines are counted only once. */
struct cursor {
	size_t at; /* in the record */
	unsigned long line, column;
};

/* A record that is being parsed, and the token that is being printed. */
struct parsing {
	struct strbuf *out;
	const struct notation *notation;
	struct alphabet alphabet;
	const struct castling_side *sides; /* of the variant, or NULL */
	struct cursor start, cursor;       /* of the record, of the token */
	struct diags *diags;
	struct record *record;
	struct json_line line;
	struct slice token;
};

#define PUT_TRUE(line, key)                      \
	do {                                     \
		JSON_LINE_KEY(line, key);        \
		JSON_LINE_LITERAL(line, "true"); \
	} while (0)

/* Moves to a place in the text. It is before the last one if the keys of a ply
 * are in an unusual order. */
static void
move_cursor(struct parsing *parsing, size_t to)
{
	const char *text = parsing->record->text.ptr;
	struct cursor *cursor = &parsing->cursor;

	uint64_t before;

	if (to < cursor->at)
		*cursor = parsing->start;
	/* Mostly no line ends just before it. */
	if (to - cursor->at <= sizeof(before) && to >= sizeof(before)) {
		memcpy(&before, text + to - sizeof(before), sizeof(before));
		if (ascii_is_without(before, '\n')) {
			cursor->column += to - cursor->at;
			cursor->at = to;
			return;
		}
	}
	const char *p = text + cursor->at;
	cursor->column += utf8_skip_line(&p, text + to);
	while (p < text + to) {
		p++;
		cursor->line++;
		cursor->column = 1 + utf8_skip_line(&p, text + to);
	}
	cursor->at = to;
}

static void
put_token_part(struct parsing *parsing, struct part part)
{
	struct json_line *line = &parsing->line;
	struct slice text = parsed_part(parsing->token, part);

	if (text.len != SECTOR_LEN) {
		json_line_plain(line, text);
	} else { /* longer ones are copied at once */
		JSON_LINE_PUT(line, "\"W1/W1.1\",");
		memcpy(line->p - 2 - SECTOR_LEN, text.ptr, SECTOR_LEN);
	}
}

/* The siege letter of a castling, also if it was written as 0-0 and so on; 0 if
 * there is none. */
static char
castle_letter(const struct parsing *parsing, const struct parsed_move *parsed)
{
	static const char letters[] = { [PARSED_CASTLE_SHORT] = 'K',
		[PARSED_CASTLE_LONG] = 'Q',
		[PARSED_CASTLE_QUEEN] = 'Q' };
	const struct castling_side *side = parsing->sides;

	if (parsed->castle == PARSED_CASTLE_NONE)
		return 0;
	if (parsed->castle == PARSED_CASTLE_LETTER)
		return parsed->castle_letter;
	for (; side != NULL && side->letter != 0; side++)
		if (strcmp(side->text,
			castle_text((enum parsed_castle)parsed->castle)) == 0)
			return side->letter;
	return letters[parsed->castle];
}

static void
put_letter_bits(struct json_line *line, const char *letters, unsigned bits)
{
	char text[8];
	size_t len = 0;

	for (unsigned i = 0; letters[i] != '\0'; i++)
		if (bits >> i & 1)
			text[len++] = letters[i];
	json_line_plain(line, (struct slice){ text, len });
}

static void
put_parsed_move(struct parsing *parsing, const struct parsed_move *parsed)
{
	struct json_line *line = &parsing->line;
	char castle = castle_letter(parsing, parsed);

	if (parsed->player != 0)
		JSON_LINE_LETTER(line, "player", parsed->player);
	if (parsed->piece != 0)
		JSON_LINE_LETTER(line, "piece", parsed->piece);
	if (parsed->promoted)
		PUT_TRUE(line, "promoted");
	if (parsed->from.len > 0) {
		JSON_LINE_KEY(line, "from");
		put_token_part(parsing, parsed->from);
	}
	if (parsed->to.len > 0) {
		JSON_LINE_KEY(line, "to");
		put_token_part(parsing, parsed->to);
	}
	if (parsed->path_len > 0) {
		JSON_LINE_KEY(line, "path");
		json_line_begin(line, '[');
		for (unsigned i = 0; i < parsed->path_len; i++)
			put_token_part(parsing, parsed->path[i]);
		if (parsed->to.len > 0)
			put_token_part(parsing, parsed->to);
		json_line_end(line, ']');
	}
	if (parsed->type != MOVE_UNSTATED) {
		JSON_LINE_KEY(line, "type");
		json_line_word(
		    line, move_type_name((enum move_type)parsed->type));
	}
	if (castle != 0)
		JSON_LINE_LETTER(line, "castle", castle);
	if (parsed->promotion != 0)
		JSON_LINE_LETTER(line, "promotion", parsed->promotion);
}

static void
put_parsed_calls(struct json_line *line, const struct parsed_move *parsed)
{
	if (parsed->calls == 0)
		return;
	JSON_LINE_KEY(line, "calls");
	put_letter_bits(line, PARSED_CALLS, parsed->calls);
}

/* Prints marks, calls, annotations and a draw offer; most moves have none. */
static void
put_marks(struct json_line *line, const struct parsed_move *parsed)
{
	if (parsed->check_colours != 0) {
		JSON_LINE_KEY(line, "check");
		put_letter_bits(line, player_letters, parsed->check_colours);
	} else if (parsed->check)
		PUT_TRUE(line, "check");
	if (parsed->mate_colours != 0) {
		JSON_LINE_KEY(line, "mate");
		put_letter_bits(line, player_letters, parsed->mate_colours);
	} else if (parsed->mate)
		PUT_TRUE(line, "mate");
	put_parsed_calls(line, parsed);
	if (parsed->nag[0] != 0) {
		JSON_LINE_KEY(line, "nags");
		json_line_begin(line, '[');
		for (int i = 0; i < 2 && parsed->nag[i] != 0; i++)
			json_line_number(line, parsed->nag[i]);
		json_line_end(line, ']');
	}
	if (parsed->draw)
		PUT_TRUE(line, "draw");
}

static void
put_token_error(struct parsing *parsing, const struct ply *ply)
{
	bool is_long = ply->token.len > TOKEN_MAX;
	SCRATCH shown = STRBUF_INIT;

	JSON_LINE_KEY(&parsing->line, "error");
	json_line_word(&parsing->line,
	    is_long ? "the token is too long" : "not a move in this notation");
	signs_show(&shown,
	    slice_sub(
		ply->token, 0, ply->token.len < 40 ? ply->token.len : 40));
	diag_add(parsing->diags,
	    is_long ? DIAG_TOKEN_TOO_LONG : DIAG_MOVE_SYNTAX, ply->span,
	    "'%s%s' is not a move in %s notation", shown.ptr,
	    ply->token.len < 40 ? "" : "...", parsing->notation->id);
}

static void
put_token_line(struct parsing *parsing, struct ply *ply)
{
	struct cursor *cursor = &parsing->cursor;
	struct json_line *line = &parsing->line;
	struct parsed_turn parsed;
	bool good = notation_read(
	    parsing->notation, &parsing->alphabet, ply->token, &parsed);

	if (!good &&
	    ply_spell(
		parsing->record, ply, parsing->notation, &parsing->alphabet))
		good = notation_read(
		    parsing->notation, &parsing->alphabet, ply->token, &parsed);

	move_cursor(parsing, ply->span.start);
	json_line_start(line, parsing->out, ply->token.len);
	JSON_LINE_KEY(line, "token");
	parsing->token = ply->token;
	json_line_text(line, ply->token);
	JSON_LINE_KEY(line, "line");
	json_line_number(line, cursor->line);
	JSON_LINE_KEY(line, "column");
	json_line_number(line, cursor->column);
	if (!good) {
		put_token_error(parsing, ply);
		json_line_finish(line);
		return;
	}
	put_parsed_move(parsing, &parsed.move);
	if (parsed.move.pair) {
		parsing->token = parsed_part(parsing->token, parsed.second_at);
		JSON_LINE_KEY(line, "second");
		json_line_begin(line, '{');
		put_parsed_move(parsing, &parsed.second);
		put_parsed_calls(line, &parsed.second);
		json_line_end(line, '}');
	}
	/* Marks belong to the pair, and are printed with it. */
	put_marks(line, &parsed.move);
	json_line_finish(line);
}

/* The notation as the game has it, if it is known and has it. */
static const struct notation *
notation_in(const struct variant *variant, const struct notation *notation)
{
	const struct notation *own =
	    variant != NULL ? notation_of(notation, variant) : NULL;

	return own != NULL ? own : notation;
}

/* Writes the tokens of the record at hand. */
static void
parse_record(
    const struct run *run, struct session *session, struct run_record *result)
{
	const struct job *job = run->job;
	const struct source *source = &result->source;
	struct record *record = &session->record;
	struct diags *diags = &session->diags;
	struct parsing parsing = { .out = &session->text,
		.diags = diags,
		.record = record,
		.notation = job->input.notation,
		.start = { 0, source->line, source->column } };
	const struct variant *variant = job->variant;
	const struct tag *tag = record_tag(record, "Notation");
	const struct tag *letters = record_tag(record, "Letters");
	const struct letter_set *set =
	    letters != NULL ? letter_set_find(letters->value) : NULL;
	struct settings settings;

	parsing.cursor = parsing.start;
	if (tag != NULL && !job->input.force &&
	    notation_find(job->config.notations, tag->value) != NULL)
		parsing.notation = notation_in(
		    variant, notation_find(job->config.notations, tag->value));
	if (variant != NULL) {
		job_settings(job, variant, &settings);
		parsing.sides = variant_setup(variant, &settings)->sides;
	}
	if (set != NULL)
		alphabet_init(&parsing.alphabet, set,
		    variant != NULL ? variant->letters : LETTERS_ANY);
	else
		guess_letters(
		    &parsing.alphabet, parsing.notation, variant, record);
	record_join_words(record, parsing.notation, &parsing.alphabet);
	for (struct ply *p = record->line.first; p != NULL;
	     p = ply_walk(&record->line, p))
		put_token_line(&parsing, p);
	habits_report(record, diags, true);
	result->text = strbuf_as_slice(&session->text);
}

int
run_parse(struct job *job)
{
	static const struct batch batch = { .map = parse_record };
	const struct notation *notation = job->input.notation;
	struct run run;

	/* That of -N, else of the first operand, else of the game. */
	if (notation == NULL && job->operands > 0) {
		notation = notation_find(
		    job->config.notations, slice_of(job->operand[0]));
		job->operand += notation != NULL;
		job->operands -= notation != NULL;
	}
	if (job->variant != NULL)
		notation = notation == NULL
		    ? dialect_of(job->variant)->notation
		    : notation_in(job->variant, notation);
	job->input.notation = notation;
	if (notation == NULL)
		return job->operands == 0
		    ? usage_choice(job, words_notations, slice_of(""), NULL,
			  "no notation is given")
		    : usage_choice(job, words_notations,
			  slice_of(job->operand[0]), NULL,
			  "'%s' is not a notation, which comes before the "
			  "files",
			  job->operand[0]);
	run_init(&run, &batch, job, stderr);
	run.no_replay = true;
	/* Without a board only the tokens matter. */
	run.report.options.disabled[DIAG_RESULT_MISSING] = true;
	run.takes_folder = true;
	run.suffix = "txt";
	return run_all(&run) ? run_end(&run) : EXIT_TROUBLE;
}
