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

/* | quiet, capture | `W4d-5d`, `W4dx5d` | `Ne6`, `Nxe6`, pawn `e6`, `xe6` |
 * `Nc3-e6`, `Nc3xe6` | `c3e6` |. */
TEST(quiet_moves_and_captures)
{
	FORMS(KNIGHT_AND_PAWN, "W3c-5b", "Nb5", "Nc3-b5", "c3b5");
	FORMS(KNIGHT_AND_PAWN, "W3cx6e", "Nxe6", "Nc3xe6", "c3e6");
	FORMS(KNIGHT_AND_PAWN, "W4d-5d", "d5", "d4-d5", "d4d5");
	FORMS(KNIGHT_AND_PAWN, "W4dx6e", "xe6", "d4xe6", "d4e6");
}

/* The pope is a piece like others; his letter is O. */
TEST(moves_of_the_pope)
{
	FORMS("start", "W1f-4f", "Of4", "Of1-f4", "f1f4");
	FORMS("wKe1,wOf1,rPf4,rKe12,bKp12" QUIET, "W1fx4f", "Oxf4", "Of1xf4",
	    "f1f4");
}

#define PASSED_PAWN "wPd7,wKe1,wRe4,rPf9,rKi16,bKp12 w w-.r-.b- e9>f9 aaa 0 9"

/* | en passant in Siege | `W7d+9d` | `xe9`, `Rxe9` (the hex is empty) |
 * `d7xe9` | `d7e9+` |. */
TEST(en_passant_has_its_forms)
{
	FORMS(PASSED_PAWN, "W7d+9d", "xe9", "d7xe9", "d7e9+");
	FORMS(PASSED_PAWN, "W4e+9d", "Rxe9", "Re4xe9", "e4e9+");
}

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

/* | promotion | `W11b-12a(q)` | `e12Q` | `e11-e12Q` | `e11e12q` |. */
TEST(promotion_has_its_forms)
{
	FORMS(PROMOTION, "W11b-12a(n)", "e12N", "e11-e12N", "e11e12n");
	FORMS(PROMOTION, "W11b-12a(b)", "e12B", "e11-e12B", "e11e12b");
	FORMS(PROMOTION, "W11b-12a(r)", "e12R", "e11-e12R", "e11e12r");
	FORMS(PROMOTION, "W11b-12a(o)", "e12O", "e11-e12O", "e11e12o");
	FORMS(PROMOTION, "W11b-12a(q)", "e12Q", "e11-e12Q", "e11e12q");
	FORMS(PROMOTION_CHECK, "W11b-12a(qC)", "e12Q+", "e11-e12Q+",
	    "e11e12q(C)");
	/* May (not must) be replaced. */
	FORMS(PROMOTION, "W11b-12a", "e12", "e11-e12", "e11e12");
	check_reads(PROMOTION, "algebraic", "e12=N", "W11b-12a(n)", "");
	check_reads(PROMOTION, "algebraic", "e12(N)", "W11b-12a(n)", "");
	check_reads(PROMOTION, "siege", "W11b-12an", "W11b-12a(n)", "");
}

#define CASTLING9 "wRa1,wKe1,wRi1,rKe12,bKp12 w wQO.r-.b- - aaa 0 9"
#define CASTLING8 "wRa1,wKe1,wRh1,rKe11,bKn10 w wQK.r-.b- - aaa 0 9 opt=Pope:no"

/* | castling | `W00(K)` `W00(Q)` `W00(O)` `W00(R)` | `0-0` `0-0-0` `0-Q` |
 * same | the king's move |; in Siege `0-0` is the king's or pope's side */
TEST(castling_has_its_forms)
{
	FORMS(CASTLING9, "W00(Q)", "0-0-0", "0-0-0", "e1c1");
	FORMS(CASTLING9, "W00(O)", "0-0", "0-0", "e1g1");
	FORMS(CASTLING8, "W00(Q)", "0-0-0", "0-0-0", "e1c1");
	FORMS(CASTLING8, "W00(K)", "0-0", "0-0", "e1g1");
	/* Castling letters: Siege Q and O or K, as the set-up is. */
	check_refused(CASTLING9, "siege", "W00(K)", "castling-unknown");
	check_refused(CASTLING8, "siege", "W00(O)", "castling-unknown");
	check_refused(CASTLING9, "algebraic", "0-Q", "castling-unknown");
}

/* `W00-00(Q)` is read, and after `00` the side letter in lower case too. */
TEST(castling_in_other_forms)
{
	check_reads(CASTLING9, "siege", "W00-00(Q)", "W00(Q)", "");
	check_reads(CASTLING9, "siege", "W00q", "W00(Q)", "");
	check_reads(CASTLING9, "siege", "00-00o", "W00(O)", "");
	check_reads(CASTLING9, "siege", "w00(o)", "W00(O)", "");
	check_reads(CASTLING8, "siege", "00k", "W00(K)", "");
	check_reads(CASTLING9, "algebraic", "O-O", "W00(O)", "");
	check_reads(CASTLING9, "long", "O-O-O", "W00(Q)", "");
}

/* White has lost nearly all, and so he is sieged. */
#define SIEGED                                                         \
	"wKe1,wPd5,rNc7,rRa8,rKd11,rQf13,rRi16,bNf9,bKo12,bRp8,bQp11," \
	"bRp16" QUIET " opt=SiegeThreshold:0"

/* | traitor, double | `W7c%`, `W7c%9e` | `c7%`, `c7%f9` | same | same |. */
TEST(traitors_have_their_forms)
{
	FORMS(SIEGED, "W7c%", "c7%", "c7%", "c7%");
	FORMS(SIEGED, "W7c%9e", "c7%f9", "c7%f9", "c7%f9");
	FORMS(SIEGED, "W9e%7c", "f9%c7", "f9%c7", "f9%c7");
}

/* | field promotion | `W5d@(n)` | `d5@N` | same | `d5@n` |. */
TEST(field_promotion_has_its_forms)
{
	FORMS(SIEGED, "W5d@(n)", "d5@N", "d5@N", "d5@n");
	FORMS(SIEGED, "W5d@(b)", "d5@B", "d5@B", "d5@b");
	check_refused(SIEGED, "siege", "W5d@(q)", "field-level");
}

/*
 * "Where the ending cell is not needed it may repeat the beginning cell when
 * read."
 */
TEST(beginning_cells_may_be_repeated)
{
	check_reads(SIEGED, "siege", "W7c%7c", "W7c%", "");
	check_reads(SIEGED, "algebraic", "c7%c7", "W7c%", "");
	check_reads(SIEGED, "siege", "W5d@5d(n)", "W5d@(n)", "");
	check_reads(SIEGED, "siege", "W5d@5dn", "W5d@(n)", "");
}

/* A fortified king, walled in by dead pieces, takes nothing. */
#define STUCK                                       \
	"wKa1,xrPa2,xrPb1,xrPb2,xrPb3,xrPc2,bKp12 " \
	"w w-.r-.b- - axa 0 9 fort=2.0.0 forts=w"

/* | pass | `W--` | `--` | `--` | `0000` |. */
TEST(pass_has_its_forms)
{
	FORMS(STUCK, "W--", "--", "--", "0000");
	check_refused("start", "siege", "W--", "pass-with-moves");
}

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

/* Drops, leaps, illumination and two moves at once are of other games. */
TEST(moves_of_other_games)
{
	check_refused("start", "siege", "W*4d(n)", "move-not-in-game");
	check_refused("start", "siege", "W3cx5ex7c", "move-not-in-game");
	check_refused("start", "siege", "W1a^", "move-not-in-game");
	check_refused("start", "siege", "W1b-3a&1h-3k", "move-not-in-game");
	check_refused("start", "algebraic", "N*d4", "move-not-in-game");
	check_refused("start", "coordinate", "a1^", "move-not-in-game");
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

/* Siege calls F, T, and Y, S with a move, stand in parentheses after the
 * marks, all in one pair and in siege's order: `Rxd7+(T)`. */
TEST(calls_follow_the_marks)
{
	FORMS(TOUCHED, "W2dx7d(T)", "Rxd7(T)", "Rd2xd7(T)", "d2d7(T)");
	FORMS(SIEGED, "W5d-6d(F)", "d6(F)", "d5-d6(F)", "d5d6(F)");
	FORMS("start", "W3b-4b(Y)", "b4(Y)", "b3-b4(Y)", "b3b4(Y)");
	FORMS("start", "W3b-4b(S)", "b4(S)", "b3-b4(S)", "b3b4(S)");
	check_refused("start", "siege", "W3b-4b(SY)", "calls-clash");
	check_reads(SIEGED, "algebraic", "d6(YF)", "W5d-6d(FY)", "");
	check_refused("start", "siege", "W3d-4d(F)", "not-sieged");
	check_refused("start", "siege", "W3d-4d(T)", "touch-nothing");
}

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

/* A draw offer is a final `=`, after marks and parentheses. */
TEST(draw_offer_follows_everything)
{
	FORMS("start", "W3b-4b=", "b4=", "b3-b4=", "b3b4=");
	FORMS(FORK, "W3c-6e(C)=", "Ne6+=", "Nc3-e6+=", "c3e6(C)=");
	FORMS(TOUCHED, "W2dx7d(T)=", "Rxd7(T)=", "Rd2xd7(T)=", "d2d7(T)=");
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

/* Player `W R B G` (upper case is canonical, either is read; optional);
 * canonical: the player's letter is written. */
TEST(player_letters_are_checked)
{
	check_reads("start", "siege", "3d-4d", "W3d-4d", "");
	check_reads("start", "siege", "w3d-4d", "W3d-4d", "");
	check_reads("start", "siege", "W3d-4d", "W3d-4d", "");
	check_refused("start", "siege", "R3d-4d", "wrong-turn");
	check_refused("start", "siege", "b3d-4d", "wrong-turn");
	check_refused("start", "siege", "G3d-4d", "wrong-turn");
	check_reads("start", "algebraic", "W:b4", "W3b-4b", "");
	check_refused("start", "algebraic", "R:b4", "wrong-turn");
}

/* Rank number, letter counted from the mover's left: every player calls the
 * same cells of his own alike. */
TEST(cells_as_the_mover_counts)
{
	static const char *const lines[] = {
		"wKe1,wPd3,rKe12,rPd9,bKp12,bPn9 w w-.r-.b- - aaa 0 9",
		"wKe1,wPd3,rKe12,bKp12 r w-.r-.b- - aaa 0 9",
		"wKe1,wPd3,rKe12,bKp12 b w-.r-.b- - aaa 0 9",
	};
	static const char *const forms[][WRITTEN] = {
		{ "W1e-1f", "Kf1", "Ke1-f1", "e1f1" },
		{ "R1e-1f", "Kd11", "Ke12-d11", "e12d11" },
		{ "B1e-1f", "Kp13", "Kp12-p13", "p12p13" },
	};

	for (int i = 0; i < 3; i++)
		check_forms(lines[i], forms[i]);
}

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

/* Special information, in parentheses or bare, any order. */
TEST(special_information_in_any_order)
{
	static const char *const forms[] = { "(qCY)", "(CqY)", "(YqC)", "qCY",
		"YCq", "CYq", "YCRq", "(CRYq)" };

	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		char text[40];

		snprintf(text, sizeof(text), "W11b-12a%s", forms[i]);
		check_reads(
		    PROMOTION_CHECK, "siege", text, "W11b-12a(qCY)", "");
	}
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

/* A rook that may go to the skipped cell differs from the one that captures. */
TEST(starting_cells_in_en_passant)
{
	static const char rooks[] =
	    "wKa1,wRe4,wRg9,rPf9,rKi16,bKp16 w w-.r-.b- e9>f9 aaa 0 9";

	check_reads(rooks, "algebraic", "Rxe9", "W4e+9d", "");
	check_reads(rooks, "algebraic", "Re9", "W4e-9d", "");
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
