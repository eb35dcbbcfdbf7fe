/*
 * Notations on the boards of Siege Chess: reading and writing of its moves,
 * calls and declarations. The sentences are those of ternion-notation(7);
 * test_notation.c tests the forms that need no board.
 */
#include "parse/game/turn.h"
#include "parse/position/tpf.h"
#include "parse/text/arena.h"
#include "tests/unit/unit.h"

/* The game of the position that was read last. */
static struct rules rules;

/* The position of a line, which must be right. */
static struct position
at(const char *line)
{
	struct arena arena = ARENA_INIT;
	struct position position;
	struct settings settings;
	struct diags diags;

	diags_init(&diags, &arena);
	settings_default(&variant_siege, &settings);
	tpf_options(&variant_siege, slice_of(line), &settings);
	settings_settle(&variant_siege, &settings);
	rules_init(&rules, &variant_siege, &settings);
	if (!tpf_read(&rules, slice_of(line), 0, &diags, &position))
		fail_msg("%s\n  %s", line, diags.list[0].message);
	arena_release(&arena);
	return position;
}

/* A move in the four notations that write it. */
enum {
	SIEGE,
	ALGEBRAIC,
	LONG,
	COORDINATE,
	WRITTEN
};

static const char *const ids[WRITTEN] = { "siege", "algebraic", "long",
	"coordinate" };

struct answer {
	bool found;
	struct move move;
	unsigned nag;
	bool draw;
	char codes[120]; /* slugs of the diagnostics, with spaces between */
};

/* Reads a text on the position. */
static struct answer
read_text(const struct position *position, const char *notation,
    const char *letters, const char *text)
{
	const struct notation *n = notation_find(NULL, slice_of(notation));
	struct answer answer = { .found = false };
	struct arena arena = ARENA_INIT;
	struct turn turn = { .asks.outcome = true };
	struct position after = *position;
	struct alphabet alphabet;
	const struct reader_context reader = { &rules, n, &alphabet };
	struct slice token = slice_of(text);
	struct diags diags;
	size_t len = 0;

	alphabet_init(&alphabet, letter_set_find(slice_of(letters)),
	    rules.variant->letters);
	diags_init(&diags, &arena);
	memset(&turn.parsed, 0, sizeof(turn.parsed));
	answer.found = turn_judge(&turn, &reader, &after, token, 0, &diags);
	answer.move = turn.move;
	answer.nag = turn.parsed.move.nag[0];
	answer.draw = turn.parsed.move.draw;
	for (unsigned i = 0; i < diags.len; i++)
		len += (size_t)snprintf(answer.codes + len,
		    sizeof(answer.codes) - len, "%s%s", i > 0 ? " " : "",
		    diag_table[diags.list[i].id].slug);
	arena_release(&arena);
	return answer;
}

/* Writes a move that was read, with its annotation and offer. */
static const char *
write_text(const struct position *position, const char *notation,
    const char *letters, const struct answer *answer)
{
	static char out[80];
	const struct notation *n = notation_find(NULL, slice_of(notation));
	struct marks marks = marks_of_move(&rules, position, &answer->move);
	struct strbuf text = STRBUF_INIT;
	struct alphabet alphabet;

	marks.nag = n->writes_nags ? answer->nag : 0;
	marks.draw = answer->draw;
	alphabet_init(&alphabet, letter_set_find(slice_of(letters)),
	    rules.variant->letters);
	notation_write(
	    n, &rules, &alphabet, position, &answer->move, &marks, &text);
	snprintf(out, sizeof(out), "%s", text.ptr);
	strbuf_release(&text);
	return out;
}

static void
check_codes(const struct answer *answer, const char *text, const char *codes)
{
	if (strcmp(answer->codes, codes) != 0)
		fail_msg(
		    "%s: said '%s', expected '%s'", text, answer->codes, codes);
}

/* Reads each text, and writes its move as each of the texts. */
static void
check_forms(const char *line, const char *const text[WRITTEN])
{
	struct position position = at(line);

	for (int i = 0; i < WRITTEN; i++) {
		struct answer answer =
		    read_text(&position, ids[i], "en", text[i]);

		if (!answer.found)
			fail_msg("%s in %s on %s: %s", text[i], ids[i], line,
			    answer.codes);
		check_codes(&answer, text[i], "");
		for (int j = 0; j < WRITTEN; j++) {
			const char *written =
			    write_text(&position, ids[j], "en", &answer);

			if (strcmp(written, text[j]) != 0)
				fail_msg("%s in %s is written %s, not %s",
				    text[i], ids[j], written, text[j]);
		}
	}
}

#define FORMS(line, ...) \
	check_forms(line, (const char *const[WRITTEN]){ __VA_ARGS__ })

/* The text is read with these codes, and is this move in siege notation. */
static void
check_reads_in(const char *line, const char *notation, const char *letters,
    const char *text, const char *siege, const char *codes)
{
	struct position position = at(line);
	struct answer answer = read_text(&position, notation, letters, text);

	if (!answer.found)
		fail_msg("%s in %s: %s", text, notation, answer.codes);
	check_codes(&answer, text, codes);
	assert_string_equal(
	    write_text(&position, "siege", "en", &answer), siege);
}

static void
check_reads(const char *line, const char *notation, const char *text,
    const char *siege, const char *codes)
{
	check_reads_in(line, notation, "en", text, siege, codes);
}

static void
check_refused_in(const char *line, const char *notation, const char *letters,
    const char *text, const char *codes)
{
	struct position position = at(line);
	struct answer answer = read_text(&position, notation, letters, text);

	if (answer.found)
		fail_msg("%s in %s is read", text, notation);
	check_codes(&answer, text, codes);
}

static void
check_refused(
    const char *line, const char *notation, const char *text, const char *codes)
{
	check_refused_in(line, notation, "en", text, codes);
}

/* The common end of positions: nobody castles, all are in play. */
#define QUIET " w w-.r-.b- - aaa 0 9"

#define KNIGHT_AND_PAWN "wNc3,wPd4,wKe1,rPe6,rKe12,bKp12" QUIET

/*
 * The table Every kind of move
 */

#define PASSED_PAWN "wPd7,wKe1,wRe4,rPf9,rKi16,bKp12 w w-.r-.b- e9>f9 aaa 0 9"

/* It is a choice: moving to the same hex without taking is another move (`-`
 * against `+`). */
TEST(en_passant_is_a_choice)
{
	FORMS(PASSED_PAWN, "W4e-9d", "Re9", "Re4-e9", "e4e9");
	/*
	 * If en passant is no choice, x to the skipped cell is read as well;
	 * here it is a choice.
	 */
	check_refused(PASSED_PAWN, "siege", "W7dx9d", "capture-false");
	check_refused(PASSED_PAWN, "siege", "W4ex9d", "capture-false");
	/* The pawn gets there by capturing only, and does not say so. */
	check_refused(PASSED_PAWN, "siege", "W7d-9d", "capture-false");
	check_reads(
	    PASSED_PAWN, "algebraic", "e9", "W7d+9d", "capture-unmarked");
	/* A + is dropped outside Siege only. */
	check_refused(PASSED_PAWN, "coordinate", "e4e8+", "en-passant-none");
}

#define PROMOTION       "wKa1,wPe11,rKi15,bKp9" QUIET
#define PROMOTION_CHECK "wKa1,wPe11,rKi16,bKp9" QUIET

#define CASTLING9 "wRa1,wKe1,wRi1,rKe12,bKp12 w wQO.r-.b- - aaa 0 9"
#define CASTLING8 "wRa1,wKe1,wRh1,rKe11,bKn10 w wQK.r-.b- - aaa 0 9 opt=Pope:no"

/* White has lost nearly all, and so he is sieged. */
#define SIEGED                                                         \
	"wKe1,wPd5,rNc7,rRa8,rKd11,rQf13,rRi16,bNf9,bKo12,bRp8,bQp11," \
	"bRp16" QUIET " opt=SiegeThreshold:0"

/* A fortified king, walled in by dead pieces, takes nothing. */
#define STUCK                                       \
	"wKa1,xrPa2,xrPb1,xrPb2,xrPb3,xrPc2,bKp12 " \
	"w w-.r-.b- - axa 0 9 fort=2.0.0 forts=w"

/* | yield, forfeit, stalemate called, alone | `W(Y)`, `W(S)` | `(Y)`, `(S)` |
 * same | same |. */
TEST(yield_and_stalemate_alone)
{
	FORMS("start", "W(Y)", "(Y)", "(Y)", "(Y)");
	FORMS("start", "W(S)", "(S)", "(S)", "(S)");
	check_reads("start", "siege", "(Y)", "W(Y)", "call-apart");
	check_reads("start", "algebraic", "W:(S)", "W(S)", "");
	/* Exactly and without inner space. */
	check_refused("start", "siege", "W( Y )", "move-syntax");
	check_refused("start", "algebraic", "(Y", "move-syntax");
}

/*
 * Marks and annotations.
 */

/* The knight attacks both kings from e6. */
#define FORK "wKa1,wNc3,bKg9,rKh8" QUIET

/* In Siege `+` is the declaration C and `++` the declaration M, against every
 * king attacked; Siege notation writes C, M where the others write +, ++.
 * `coordinate` ... uses the parentheses. */
TEST(marks_are_declarations)
{
	FORMS(FORK, "W3c-6e(C)", "Ne6+", "Nc3-e6+", "c3e6(C)");
	check_reads(
	    FORK, "algebraic", "Ne6++", "W3c-6e(M)", "not-mate not-mate");
	check_reads(
	    FORK, "algebraic", "Ne6#", "W3c-6e(M)", "not-mate not-mate");
	check_reads(
	    FORK, "coordinate", "c3e6(M)", "W3c-6e(M)", "not-mate not-mate");
}

/* A declaration against only some, or mixed, stands in parentheses
 * (`Ne6(CR)`, `Ne6(CRMB)`) and no `+` is written. */
TEST(declarations_against_some_name_them)
{
	static const char *const some[WRITTEN] = { "W3c-6e(CR)", "Ne6(CR)",
		"Nc3-e6(CR)", "c3e6(CR)" };
	static const char *const mixed[WRITTEN] = { "W3c-6e(CRMB)", "Ne6(CRMB)",
		"Nc3-e6(CRMB)", "c3e6(CRMB)" };
	struct position position = at(FORK);

	for (int i = 0; i < WRITTEN; i++) {
		struct answer answer =
		    read_text(&position, ids[i], "en", some[i]);

		check_codes(&answer, some[i], "check-undeclared");
		for (int j = 0; j < WRITTEN; j++)
			assert_string_equal(
			    write_text(&position, ids[j], "en", &answer),
			    some[j]);
		answer = read_text(&position, ids[i], "en", mixed[i]);
		check_codes(&answer, mixed[i], "not-mate");
		for (int j = 0; j < WRITTEN; j++)
			assert_string_equal(
			    write_text(&position, ids[j], "en", &answer),
			    mixed[j]);
	}
}

/* Colours only if not every attacked king is meant, in turn order; C before
 * M. */
TEST(colours_only_if_needed)
{
	check_reads(FORK, "siege", "W3c-6e(CRB)", "W3c-6e(C)", "");
	check_reads(FORK, "siege", "W3c-6e(CBR)", "W3c-6e(C)", "");
	check_reads(FORK, "siege", "W3c-6e(CBCR)", "W3c-6e(C)", "");
	check_reads(FORK, "algebraic", "Ne6(CBR)", "W3c-6e(C)", "");
	check_reads(FORK, "siege", "W3c-6eMBCR", "W3c-6e(CRMB)", "not-mate");
	check_reads(FORK, "siege", "W3c-6e(MRCB)", "W3c-6e(CBMR)", "not-mate");
}

/* A mark that is not true is an error (in Siege: `false-check`; `not-mate` is
 * a warning); a missing one is in Siege a note; in coordinate and
 * triumvirate nothing is missed. */
TEST(untrue_and_missing_marks)
{
	assert_int_equal(diag_table[DIAG_FALSE_CHECK].severity, SEV_ERROR);
	assert_int_equal(diag_table[DIAG_NOT_MATE].severity, SEV_WARNING);
	assert_int_equal(diag_table[DIAG_CHECK_UNDECLARED].severity, SEV_NOTE);
	check_reads(FORK, "siege", "W3c-5b(C)", "W3c-5b", "false-check");
	check_reads(FORK, "siege", "W3c-5b(M)", "W3c-5b", "false-check");
	check_reads(FORK, "algebraic", "Nb5+", "W3c-5b", "false-check");
	check_reads(FORK, "coordinate", "c3b5(CR)", "W3c-5b", "false-check");
	check_reads(FORK, "siege", "W3c-6e(CWRB)", "W3c-6e(C)", "false-check");
	check_reads(FORK, "siege", "W3c-6e", "W3c-6e", "check-undeclared");
	check_reads(FORK, "algebraic", "Ne6", "W3c-6e", "check-undeclared");
	check_reads(FORK, "long", "Nc3-e6", "W3c-6e", "check-undeclared");
	check_reads(FORK, "coordinate", "c3e6", "W3c-6e", "check-undeclared");
}

/* Red is sieged; White's rook takes on d7, and looks at nobody. */
#define TOUCHED                                                  \
	"wKa1,wRd2,wRb1,wQc1,rNd7,rKi16,bKp16,bQm13,bRm14" QUIET \
	" opt=SiegeThreshold:0"

/* Order in the parentheses: promotion, castling side, F, C, M, S, Y, T, then
 * `!`/`?`. */
TEST(order_in_the_parentheses)
{
	check_reads(
	    PROMOTION_CHECK, "siege", "W11b-12a(!YCq)", "W11b-12a(qCY!)", "");
	check_reads(
	    PROMOTION_CHECK, "siege", "W11b-12a(SCq?)", "W11b-12a(qCS?)", "");
	check_reads(CASTLING9, "siege", "00?Yo", "W00(OY?)", "");
	check_reads(
	    FORK, "siege", "W3c-6e(!?YMBCR)", "W3c-6e(CRMBY!?)", "not-mate");
	check_reads(SIEGED, "siege", "5d-6d(YF?\?)", "W5d-6d(FY?\?)", "");
	check_reads(TOUCHED, "siege", "2dx7dTS", "W2dx7d(ST)", "");
	check_reads(TOUCHED, "siege", "2dx7d(TY)", "W2dx7d(YT)", "");
}

/* `! ? !! ?? !? ?!` are NAGs 1 to 6: every reader accepts them as suffix;
 * siege writes them in its parentheses. */
TEST(annotations_are_read_as_suffixes)
{
	static const char *const signs[] = { "!", "?", "!!", "?\?", "!?",
		"?!" };

	for (int i = 0; i < 6; i++) {
		char text[40], siege[40];

		snprintf(siege, sizeof(siege), "W3c-6e(C%s)", signs[i]);
		snprintf(text, sizeof(text), "Ne6+%s", signs[i]);
		check_reads(FORK, "algebraic", text, siege, "");
		snprintf(text, sizeof(text), "c3e6(C)%s", signs[i]);
		check_reads(FORK, "coordinate", text, siege, "");
		snprintf(text, sizeof(text), "W3c-6eC%s", signs[i]);
		check_reads(FORK, "siege", text, siege, "");
		snprintf(text, sizeof(text), "W3c-6e(C)%s", signs[i]);
		check_reads(FORK, "siege", text, siege, "");
	}
}

/* They may follow a yield as well, whose text is never another. */
TEST(annotations_of_yields_are_read)
{
	struct position position = at("start");
	struct answer answer = read_text(&position, "siege", "en", "W(Y)!?");

	assert_true(answer.found);
	assert_int_equal(answer.move.type, MOVE_YIELD);
	assert_int_equal(answer.nag, 5);
	check_refused("start", "siege", "W(Y!?)", "move-syntax");
}

/*
 * The section "siege"
 */

/* The document's own coordinates: 16i is on the board of the 8-piece set-up
 * only; 12l, 14d and 16d are on both. */
TEST(cells_of_the_document)
{
	static const char *const texts[] = { "W1e-12l", "W1e-16i", "W1e-14d",
		"W1e-16d" };
	static const bool on_board[][2] = { { true, true }, { false, true },
		{ true, true }, { true, true } };

	for (int i = 0; i < 4; i++)
		for (int pope = 0; pope < 2; pope++) {
			struct position position =
			    at(pope == 0 ? CASTLING9 : CASTLING8);
			struct answer answer =
			    read_text(&position, "siege", "en", texts[i]);

			assert_false(answer.found);
			assert_int_equal(
			    strcmp(answer.codes, "cell-off-board") != 0,
			    on_board[i][pope]);
		}
}

/* `W14dx16d(C)` is one of its examples. */
TEST(example_of_the_document)
{
	const struct notation *siege = notation_find(NULL, slice_of("siege"));
	struct alphabet alphabet;
	struct parsed_turn parsed;
	struct slice token = slice_of("W14dx16d(C)");

	alphabet_init(&alphabet, &letter_sets[0], variant_siege.letters);
	assert_true(notation_read(siege, &alphabet, token, &parsed));
	assert_int_equal(parsed.move.player, 'W');
	assert_true(slice_is(parsed_part(token, parsed.move.from), "14d"));
	assert_true(slice_is(parsed_part(token, parsed.move.to), "16d"));
	assert_true(
	    parsed.move.captures && parsed.move.check && !parsed.move.mate);
}

/* A colour letter right after C or M, or after another such colour, belongs
 * to it. */
TEST(colours_belong_to_their_declaration)
{
	check_reads(FORK, "siege", "W3c-6e(CRMB)", "W3c-6e(CRMB)", "not-mate");
	check_reads(FORK, "siege", "W3c-6e(CRB)", "W3c-6e(C)", "");
	/* A letter alone is a castling side, and this move is not castling. */
	check_refused(FORK, "siege", "W3c-6e(R)", "move-syntax");
	/* ... or the other way round: the side is missing here. */
	check_reads(CASTLING9, "siege", "W00(QCR)", "W00(Q)", "false-check");
	check_refused(CASTLING9, "siege", "W00(CR)", "move-ambiguous");
}

/*
 * The section algebraic and long
 */

/* From = nothing if no other piece of the mover with the same letter has
 * any legal move to the same target; else the letter of the starting cell if
 * that tells them apart, else its number, else both. */
TEST(starting_cells_tell_pieces_apart)
{
	static const char knights[] = "wKa1,wNc3,wNd3,wNc7,rKi16,bKp16" QUIET;

	FORMS(knights, "W3d-6e", "Nde6", "Nd3-e6", "d3e6");
	FORMS(knights, "W7c-6e", "N7e6", "Nc7-e6", "c7e6");
	FORMS(knights, "W3c-6e", "Nc3e6", "Nc3-e6", "c3e6");
	check_refused(knights, "algebraic", "Ne6", "move-ambiguous");
	check_reads(
	    knights, "algebraic", "Nd3e6", "W3d-6e", "over-disambiguated");
}

/* De: K D T L S P(=Papst); readers accept P, except with `de` letters in
 * Siege, where it is the pope. */
TEST(german_letters_are_read_and_written)
{
	struct position position = at("start");
	struct answer answer = read_text(&position, "siege", "en", "W1f-4f");

	assert_string_equal(
	    write_text(&position, "algebraic", "de", &answer), "Pf4");
	assert_string_equal(
	    write_text(&position, "long", "de", &answer), "Pf1-f4");
	check_reads_in("start", "algebraic", "de", "Pf4", "W1f-4f", "");
	check_reads_in("start", "long", "de", "Pf1-f4", "W1f-4f", "");
	check_reads_in("start", "algebraic", "de", "Sc4", "W1b-4c", "");
	check_refused_in("start", "algebraic", "de", "Pb4", "move-geometry");
	check_refused_in("start", "algebraic", "de", "Of4", "move-syntax");
	check_reads_in(PROMOTION, "algebraic", "de", "e12P", "W11b-12a(o)", "");
	check_reads_in(PROMOTION, "algebraic", "de", "e12S", "W11b-12a(n)", "");
	check_reads_in(PROMOTION, "algebraic", "de", "e12T", "W11b-12a(r)", "");
	check_reads_in(SIEGED, "algebraic", "de", "d5@S", "W5d@(n)", "");
	/* In English P is the pawn. */
	check_reads("start", "algebraic", "Pb4", "W3b-4b", "");
}

/*
 * T is a rook in German and a call in Siege. After a move it is the call,
 * because a promotion is written without parentheses.
 */
TEST(german_letters_of_calls)
{
	static const char line[] =
	    "wKa1,wPc5,wRb1,wQc1,rNd7,rKi16,bKp16,bQm13,bRm14" QUIET
	    " opt=SiegeThreshold:0";
	struct position position = at(line);
	struct answer answer = read_text(&position, "siege", "en", "W5cx7d(T)");

	assert_true(answer.found);
	assert_string_equal(
	    write_text(&position, "algebraic", "de", &answer), "xd7(T)");
	check_reads_in(line, "algebraic", "de", "xd7(T)", "W5cx7d(T)", "");
	check_reads_in("start", "algebraic", "de", "b4(S)", "W3b-4b(S)", "");
}

/* `figurine` the Unicode chess symbols (the pope stays O). */
TEST(figurines_are_read_and_written)
{
	struct position position = at("start");
	struct answer pope = read_text(&position, "siege", "en", "W1f-4f");
	struct answer knight = read_text(&position, "siege", "en", "W1b-4c");

	assert_string_equal(
	    write_text(&position, "algebraic", "figurine", &pope), "Of4");
	assert_string_equal(
	    write_text(&position, "algebraic", "figurine", &knight),
	    "\u2658c4");
	check_reads_in(
	    "start", "algebraic", "figurine", "\u2658c4", "W1b-4c", "");
	check_reads("start", "algebraic", "\u2658c4", "W1b-4c", "");
	check_reads_in(PROMOTION, "algebraic", "figurine", "e12(\u2658)",
	    "W11b-12a(n)", "");
}

/* `algebraic22` (dreierschach, reading only). */
TEST(older_names_are_of_another_game)
{
	assert_false(notation_of(&notation_algebraic22, &variant_siege));
	for (int i = 0; i < WRITTEN; i++)
		assert_true(notation_of(
		    notation_find(NULL, slice_of(ids[i])), &variant_siege));
}
