/*
 * Notations: how legal moves are written. The expected forms are those of the
 * table Every kind of move and of the sentences below it in
 * ternion-notation(7).
 */
#include "tests/unit/setup.h"

#include "parse/notation/notation.h"

/* Writing. */

/* A legal move, given as its cells, in a notation with letters. */
static const char *
written_with(const struct position *position, const char *text,
    const char *notation, const char *letters)
{
	static char out[80];
	const struct notation *n = notation_find(NULL, slice_of(notation));
	struct move move = find_move(position, text);
	struct marks marks = marks_of_move(&rules, position, &move);
	struct strbuf buf = STRBUF_INIT;
	struct alphabet alphabet;

	alphabet_init(&alphabet, letter_set_find(slice_of(letters)),
	    rules.variant->letters);
	notation_write(n, &rules, &alphabet, position, &move, &marks, &buf);
	snprintf(out, sizeof(out), "%s", buf.ptr);
	strbuf_release(&buf);
	return out;
}

TEST(writes_draw_offer)
{
	static const char *const expected[][2] = {
		{ "algebraic", "a4=" },
		{ "long", "a2-a4=" },
		{ "siege", "W2a-4a=" },
		{ "coordinate", "a2a4=" },
	};
	struct move move = find_move(&rules.start, "a2a4");
	struct marks marks = { .draw = true };
	struct strbuf buf = STRBUF_INIT;
	struct alphabet alphabet;

	alphabet_init(&alphabet, &letter_sets[0], rules.variant->letters);
	for (size_t i = 0; i < 4; i++) {
		const struct notation *n =
		    notation_find(NULL, slice_of(expected[i][0]));

		strbuf_reset(&buf);
		notation_write(
		    n, &rules, &alphabet, &rules.start, &move, &marks, &buf);
		assert_string_equal(buf.ptr, expected[i][1]);
	}
	strbuf_release(&buf);
}

/* Siege writes them in its parentheses, all others as $n. */
TEST(writes_annotations)
{
	static const char *const signs[] = { "", "(!)", "(?)", "(!!)", "(\?\?)",
		"(!?)", "(?!)" };
	static const char *const others[] = { "algebraic", "long",
		"coordinate" };
	struct position position = place("wKd1 gKc7 bKm9 wRe2 w");
	struct move quiet = find_move(&position, "e2e3");
	struct move check = find_move(&position, "e2e7");
	struct strbuf buf = STRBUF_INIT;
	struct alphabet alphabet;

	alphabet_init(&alphabet, &letter_sets[0], rules.variant->letters);
	for (unsigned nag = 0; nag <= 6; nag++) {
		struct marks marks = { .nag = nag };
		char expected[20];

		strbuf_reset(&buf);
		notation_write(&notation_siege, &rules, &alphabet, &position,
		    &quiet, &marks, &buf);
		snprintf(expected, sizeof(expected), "W2e-3e%s", signs[nag]);
		assert_string_equal(buf.ptr, expected);
		for (size_t i = 0; i < 3; i++) {
			const struct notation *n =
			    notation_find(NULL, slice_of(others[i]));

			strbuf_reset(&buf);
			notation_write(n, &rules, &alphabet, &position, &quiet,
			    &marks, &buf);
			assert_null(strpbrk(buf.ptr, "!?"));
		}
	}
	strbuf_reset(&buf);
	notation_write(&notation_siege, &rules, &alphabet, &position, &check,
	    &(struct marks){
		.attacked = 2, .check = 2, .nag = 5, .draw = true },
	    &buf);
	assert_string_equal(buf.ptr, "W2e-7d(C!?)=");
	strbuf_release(&buf);
}

TEST(writes_letter_sets)
{
	static const struct {
		const char *set, *knight, *queen, *promoted;
	} cases[] = {
		{ "en", "Ne6", "Qe2", "m12Q" },
		{ "de", "Se6", "De2", "m12D" },
		{ "triumvirate", "Ne6", "Me2", "m12M" },
		{ "figurine", "\u2658e6", "\u2655e2", "m12\u2655" },
	};
	struct position position = place("wKa1 gKb7 bKj8 wNc3 wQe1 wPl11 w");

	for (size_t i = 0; i < 4; i++) {
		assert_string_equal(
		    written_with(&position, "c3e6", "algebraic", cases[i].set),
		    cases[i].knight);
		assert_string_equal(
		    written_with(&position, "e1e2", "algebraic", cases[i].set),
		    cases[i].queen);
		assert_string_equal(written_with(&position, "l11m12q",
					"algebraic", cases[i].set),
		    cases[i].promoted);
		/* Algebraic and long only. */
		assert_string_equal(
		    written_with(&position, "c3e6", "siege", cases[i].set),
		    "W3c-6e");
		assert_string_equal(written_with(&position, "l11m12q",
					"coordinate", cases[i].set),
		    "l11m12q");
	}
	assert_string_equal(
	    written_with(&position, "c3e6", "long", "de"), "Sc3-e6");
}

TEST(cuts_marks_off_a_token)
{
	static const char *const cases[][2] = { { "Qh7++!?", "Qh7" },
		{ "b8=Q+", "b8=Q" }, { "ee3#=", "ee3" }, { "a", "a" },
		{ "+", "+" }, { "!?", "!" }, { "", "" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_true(
		    slice_is(marks_cut(slice_of(cases[i][0])), cases[i][1]));
}
