/*
 * Notations: the parts that each form of move states when it is decoded. The
 * expected forms are those of the table Every kind of move and of the sentences
 * below it in ternion-notation(7).
 */
#include "tests/unit/reader.h"

#include "parse/text/arena.h"

/*
 * Describes a parsed token in words: the type, then only the parts that it
 * states, in the order of struct parsed_move.
 */
static void
put_part(
    struct strbuf *out, const char *key, struct slice token, struct part part)
{
	if (part.len == 0)
		return;
	strbuf_printf(out, " %s=", key);
	strbuf_slice(out, parsed_part(token, part));
}

static void
put_letter(struct strbuf *out, const char *key, char letter)
{
	if (letter != 0)
		strbuf_printf(out, " %s=%c", key, letter);
}

static void
put_flag(struct strbuf *out, const char *word, bool set)
{
	if (set)
		strbuf_printf(out, " %s", word);
}

static void
put_colours(struct strbuf *out, const char *word, bool set, uint8_t colours)
{
	if (!set && colours == 0)
		return;
	strbuf_printf(
	    out, " %s%s%s", set ? "" : "unset-", word, colours != 0 ? "=" : "");
	for (unsigned i = 0; player_letters[i] != '\0'; i++)
		if (colours >> i & 1)
			strbuf_char(out, player_letters[i]);
}

static void
put_calls(struct strbuf *out, uint8_t calls)
{
	if (calls != 0)
		strbuf_puts(out, " calls=");
	if (calls & CALL_FORTIFY)
		strbuf_char(out, 'F');
	if (calls & CALL_STALEMATE)
		strbuf_char(out, 'S');
	if (calls & CALL_YIELD)
		strbuf_char(out, 'Y');
	if (calls & CALL_TOUCH)
		strbuf_char(out, 'T');
}

static void
put_path(
    struct strbuf *out, struct slice token, const struct parsed_move *parsed)
{
	for (unsigned i = 0; i < parsed->path_len; i++)
		put_part(out, "over", token, parsed->path[i]);
}

static void
put_nags(struct strbuf *out, const struct parsed_move *parsed)
{
	for (int i = 0; i < 2 && parsed->nag[i] != 0; i++)
		strbuf_printf(out, " nag=%u", parsed->nag[i]);
}

static void
describe(struct strbuf *out, struct slice token, const struct parsed_turn *turn)
{
	const struct parsed_move *parsed = &turn->move;
	static const char *const castlings[] = {
		[PARSED_CASTLE_SHORT] = " 0-0",
		[PARSED_CASTLE_LONG] = " 0-0-0",
		[PARSED_CASTLE_QUEEN] = " 0-Q",
		[PARSED_CASTLE_LETTER] = " 00",
	};

	strbuf_puts(out,
	    parsed->type == MOVE_UNSTATED
		? "unstated"
		: move_type_name((enum move_type)parsed->type));
	put_letter(out, "player", parsed->player);
	put_letter(out, "piece", parsed->piece);
	put_flag(out, "promoted", parsed->promoted);
	put_part(out, "from", token, parsed->from);
	put_flag(out, "x", parsed->captures);
	put_flag(out, "apart", parsed->separated);
	put_path(out, token, parsed);
	put_part(out, "to", token, parsed->to);
	put_letter(out, "promotion", parsed->promotion);
	if (parsed->castle != PARSED_CASTLE_NONE)
		strbuf_puts(out, castlings[parsed->castle]);
	put_letter(out, "side", parsed->castle_letter);
	put_colours(out, "check", parsed->check, parsed->check_colours);
	put_colours(out, "mate", parsed->mate, parsed->mate_colours);
	put_calls(out, parsed->calls);
	put_nags(out, parsed);
	put_flag(out, "draw", parsed->draw);
	if (parsed->pair)
		put_part(out, "second", token, turn->second_at);
}

static void
check_token(
    struct reader *reader, const char *text_of_token, const char *states)
{
	struct slice token = slice_of(text_of_token);
	struct strbuf text = STRBUF_INIT;
	struct parsed_turn parsed;

	memset(&parsed, 0xa5, sizeof(parsed));
	if (notation_read(reader->notation, &reader->alphabet, token, &parsed))
		describe(&text, token, &parsed);
	else
		strbuf_puts(&text, "-");
	if (strcmp(text.ptr, states) != 0)
		fail_msg("%s in %s\n  states   %s\n  expected %s",
		    text_of_token, reader->notation->id, text.ptr, states);
	strbuf_release(&text);
}

/* The notations of a list of tokens. */
struct readers {
	unsigned len;
	struct reader reader[4];
};

/* in NOTATION [LETTERS PIECES GAME]: adds a notation. */
static void
add_reader(struct readers *readers, const char *line)
{
	char notation[32] = "", letters[32] = "en", pieces[32] = "*",
	     game[32] = "-";
	struct reader *reader = &readers->reader[readers->len++];

	sscanf(line, "in %31s %31s %31s %31s", notation, letters, pieces, game);
	for (char *p = pieces; *p != '\0'; p++)
		if (*p == '_')
			*p = ' ';
	*reader = reader_of(
	    notation, letters, strcmp(pieces, "*") == 0 ? LETTERS_ANY : pieces);
	if (strcmp(game, "-") != 0)
		reader->notation = notation_of(
		    reader->notation, variant_find(game, strlen(game)));
	assert_non_null(reader->notation);
}

/* Every list of tokens.txt, which explains its form. */
TEST(tokens_state_their_parts)
{
	FILE *file = fopen("tests/unit/tokens.txt", "r");
	struct readers readers = { .len = 0 };
	char line[256];
	bool in_list = false;
	unsigned tokens = 0;

	assert_non_null(file);
	while (fgets(line, sizeof(line), file) != NULL) {
		char *tab = strrchr(line, '\t');

		line[strcspn(line, "\n")] = '\0';
		if (tab == NULL && strncmp(line, "in ", 3) == 0) {
			readers.len = in_list ? 0 : readers.len;
			in_list = false;
			add_reader(&readers, line);
		}
		if (tab == NULL)
			continue;
		in_list = true;
		*tab = '\0';
		unescape(line);
		tokens++;
		for (unsigned i = 0; i < readers.len; i++)
			check_token(&readers.reader[i], line, tab + 1);
	}
	fclose(file);
	assert_true(tokens > 400);
}

/* Calls may be repeated, and so make a move of any length. */
TEST(tokens_have_at_most_255_bytes)
{
	static const char *const moves[][2] = {
		{ "siege", "4d-5d(" },
		{ "algebraic", "Ne6(" },
		{ "long", "Nc3-e6(" },
		{ "algebraic22", "Nf5(" },
		{ "coordinate", "c3e6(" },
	};

	for (size_t i = 0; i < sizeof(moves) / sizeof(*moves); i++) {
		struct reader reader =
		    reader_of(moves[i][0], "en", LETTERS_ANY);
		char text[TOKEN_MAX + 1];
		struct slice token = { text, TOKEN_MAX };
		struct parsed_turn parsed;

		memset(text, 'F', sizeof(text));
		memcpy(text, moves[i][1], strlen(moves[i][1]));
		text[TOKEN_MAX - 1] = ')';
		assert_true(notation_read(
		    reader.notation, &reader.alphabet, token, &parsed));
		assert_int_equal(parsed.move.calls, CALL_FORTIFY);
		text[TOKEN_MAX - 1] = 'F';
		text[TOKEN_MAX] = ')';
		token.len = TOKEN_MAX + 1;
		assert_false(notation_read(
		    reader.notation, &reader.alphabet, token, &parsed));
		token.len = 0;
		assert_false(notation_read(
		    reader.notation, &reader.alphabet, token, &parsed));
	}
}

/* A chain of the 64 landings that a parsed move can hold, and one of more. */
TEST(chains_of_leaps_end)
{
	struct reader reader = reader_of("algebraic", "en", LETTERS_ANY);
	struct strbuf token = STRBUF_INIT;
	struct parsed_turn parsed;

	strbuf_puts(&token, "Dc3");
	for (unsigned landings = 1; landings <= 84; landings++) {
		bool read;

		strbuf_puts(&token, "xe5");
		read = notation_read(reader.notation, &reader.alphabet,
		    strbuf_as_slice(&token), &parsed);
		assert_int_equal(
		    read, landings - 1 <= PATH_MAX_CELLS && token.len <= 255);
		if (!read || landings < 2)
			continue;
		assert_int_equal(parsed.move.type, MOVE_LEAP);
		assert_int_equal(parsed.move.path_len, landings - 1);
	}
	strbuf_release(&token);
}

/* Each byte of a cell is one of those that can stand there. */
TEST(triumvirate_cells_byte_by_byte)
{
	static const struct {
		const char *token;
		const char *bytes[13]; /* NULL: not of a cell */
	} cases[] = {
		{ "W2/R2.3-C/B.W",
		    { "WRB", "123", "/", "WRB", "0123", ".", "0123", NULL, "C",
			"/", "WRB", ".", "WRB" } },
		{ "C/W.RxB1/R0.0",
		    { "C", "/", "WRB", ".", "WRB", NULL, "WRB", "123", "/",
			"WRB", "0123", ".", "0123" } },
	};
	struct reader reader = reader_of("triumvirate", "en", LETTERS_ANY);
	struct parsed_turn parsed;
	char token[14];

	for (unsigned i = 0; i < 26; i++) {
		const char *bytes = cases[i / 13].bytes[i % 13];

		for (char c = '!'; bytes != NULL && c <= '~'; c++) {
			memcpy(token, cases[i / 13].token, sizeof(token));
			token[i % 13] = c;
			if (notation_read(reader.notation, &reader.alphabet,
				slice_of(token),
				&parsed) != (strchr(bytes, c) != NULL))
				fail_msg("%s", token);
		}
	}
	for (size_t len = 0; len < 13; len++)
		assert_false(notation_read(reader.notation, &reader.alphabet,
		    slice_sub(slice_of(cases[0].token), 0, len), &parsed));
}

/*
 * Reads the first bytes of a token the same alone in memory and with others
 * after them.
 */
static void
reads_alike(
    struct reader *reader, const char *token, size_t len, const char *after)
{
	char *alone = malloc(len), text[64]; /* test_malloc adds bytes */
	struct parsed_turn one, two;
	bool read;

	memcpy(alone, token, len);
	memcpy(text, token, len);
	snprintf(text + len, sizeof(text) - len, "%s", after);
	memset(&one, 0, sizeof(one));
	memset(&two, 0, sizeof(two));
	read = notation_read(reader->notation, &reader->alphabet,
	    (struct slice){ alone, len }, &one);
	assert_int_equal(read,
	    notation_read(reader->notation, &reader->alphabet,
		(struct slice){ text, len }, &two));
	if (read)
		assert_memory_equal(&one, &two, sizeof(one));
	free(alone);
}

/*
 * Bytes after a token do not belong to it: it reads the same wherever it ends,
 * even at the last byte of memory.
 */
TEST(bytes_after_a_token_are_not_read)
{
	static const char *const tokens[] = { "Nb3", "e4", "e+", "Qxg11+",
		"Rbxd10++", "Nc3-e6", "W:Nb3", "R:e4", "+Rf3", "B:+Rxf10",
		"+K^", "+Kc1^", "P*d5", "e11Q", "e11=Q", "Dc4xe6xc8+", "0-0-0+",
		"O-O", "0-Q", "--+", "(Y)", "W4d-5d(M)", "R11ix12j", "4d+5c",
		"W5c%", "W5c@(F)", "B00(Q)", "W*5d", "c3e10q", "g7^",
		"W3/B3.1-W1/R1.2", "C/W.BxR2/B0.1=M", "R2/B0.1-C/B.R" };
	static const char *const after[] = { "+", "0", "9", "x", "-", "a1", "Q",
		")", "^", ":", "*", "=Q", "/", ".1", "(C)", "!" };

	for (const struct notation *const *n = notations; *n != NULL; n++) {
		struct reader reader = reader_of((*n)->id, "en", LETTERS_ANY);

		for (size_t t = 0; t < sizeof(tokens) / sizeof(*tokens); t++)
			for (size_t len = 1; len <= strlen(tokens[t]); len++)
				for (size_t b = 0;
				     b < sizeof(after) / sizeof(*after); b++)
					reads_alike(
					    &reader, tokens[t], len, after[b]);
	}
}

/* Two cells and a promotion; of text that goes no further nothing is read. */
TEST(tokens_of_cells_end_after_their_last_part)
{
	const char text[] = "W3/R3.3 W3/R3.2 =M";

	assert_int_equal(notation_token_len((struct slice){ text, 18 }, 7), 18);
	assert_int_equal(notation_token_len((struct slice){ text, 17 }, 7), 15);
	assert_int_equal(notation_token_len((struct slice){ text, 16 }, 7), 15);
}
