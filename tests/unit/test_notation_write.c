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

static const char *
written(const struct position *position, const char *text, const char *notation)
{
	return written_with(position, text, notation, "en");
}

#define assert_written(position, text, short_, long_, siege_, coordinate_)  \
	(assert_string_equal(written(position, text, "algebraic"), short_), \
	    assert_string_equal(written(position, text, "long"), long_),    \
	    assert_string_equal(written(position, text, "siege"), siege_),  \
	    assert_string_equal(                                            \
		written(position, text, "coordinate"), coordinate_))

TEST(writes_quiet_moves)
{
	struct position position = rules.start;

	assert_written(&position, "a2a4", "a4", "a2-a4", "W2a-4a", "a2a4");
	assert_written(&position, "c1d4", "Nd4", "Nc1-d4", "W1c-4d", "c1d4");
	assert_string_equal(written(&position, "e2e4", "siege"), "W2e-4e");
	play(&position, "e2e4");
	/* Every player counts from his own left corner. */
	assert_written(
	    &position, "i13k13", "k13", "i13-k13", "G2a-4a", "i13k13");
	/* Gray's e9 and e7 correspond to White's e2 and g4. */
	assert_string_equal(written(&position, "e9e7", "siege"), "G2e-4g");
	play(&position, "e9e7");
	assert_written(&position, "l5j3", "j3", "l5-j3", "B2a-4a", "l5j3");
}

TEST(writes_captures)
{
	struct position position =
	    place("wKd1 gKe10 bKm9 wNc3 wPd5 gPe6 gNe7 w");

	assert_written(&position, "c3e6", "Nxe6", "Nc3xe6", "W3cx6e", "c3e6");
	assert_written(&position, "d5e7", "xe7", "d5xe7", "W5dx7d", "d5e7");
}

TEST(writes_en_passant)
{
	struct position position = place("wKd1 gKa6 bKm9 wPd6 gPe9 g");

	play(&position, "e9e7 m9m8");
	assert_written(&position, "d6e8", "xe8", "d6xe8", "W6d+8c", "d6e8");
}

TEST(writes_promotion)
{
	struct position position = place("wKd1 gKe10 bKh8 wPl11 gNm11 w");

	assert_written(
	    &position, "l11m12q", "m12Q", "l11-m12Q", "W11g-12g(q)", "l11m12q");
	assert_written(
	    &position, "l11m12n", "m12N", "l11-m12N", "W11g-12g(n)", "l11m12n");
	assert_written(
	    &position, "l11m12r", "m12R", "l11-m12R", "W11g-12g(r)", "l11m12r");
	assert_written(
	    &position, "l11m12b", "m12B", "l11-m12B", "W11g-12g(b)", "l11m12b");
}

TEST(writes_promotion_with_check)
{
	struct position position = place("wKd1 gKe10 bKm9 wPl11 w");

	assert_written(&position, "l11m12q", "m12Q+", "l11-m12Q+",
	    "W11g-12g(qC)", "l11m12q");
}

TEST(writes_castling)
{
	struct position position = place("wKd1 wRa1 wRh1 gKe10 bKm9 w");

	position_set_rights(&position, WHITE, 1u << MINOR | 1u << MAJOR);
	assert_written(&position, "d1b1", "0-0", "0-0", "W00(K)", "d1b1");
	assert_written(&position, "d1g1", "0-0-0", "0-0-0", "W00(Q)", "d1g1");
}

TEST(writes_castling_with_check)
{
	/* The rook that comes to c1 looks up the line of c. */
	struct position position = place("wKd1 wRa1 gKc7 bKm9 w");

	position_set_rights(&position, WHITE, 1u << MINOR);
	assert_written(&position, "d1b1", "0-0+", "0-0+", "W00(KC)", "d1b1");
}

/* Nobody is named: in this game a mark means all kings that are attacked. */
TEST(writes_check)
{
	struct position one = place("wKa1 wRe1 gKi9 bKm13 w");
	struct position two = place("wKa1 wRe1 gKe9 bKi5 w");

	assert_written(&one, "e1i5", "Ri5+", "Re1-i5+", "W1e-5i(C)", "e1i5");
	assert_written(&two, "e1e5", "Re5+", "Re1-e5+", "W1e-5e(C)", "e1e5");
}

/* Gray's king is in the corner a6; rooks hold the rows next to his. */
#define MATE_IN_ONE "wKd1 gKa6 bKm13 wRj7 wRj5 wRh2 w"

TEST(writes_mate)
{
	struct position position = place(MATE_IN_ONE);

	assert_written(
	    &position, "h2h6", "Rh6++", "Rh2-h6++", "W2h-6h(M)", "h2h6");
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

/*
 * From = nothing if no other piece of the mover with the same letter has any
 * legal move to the same target; else the letter of the starting cell if that
 * tells them apart, else its number, else both.
 */
TEST(writes_the_starting_cell_if_needed)
{
	struct position position =
	    place("wKh1 gKa6 bKm13 wNc3 wNc7 wNd3 wBf2 w");

	assert_string_equal(written(&position, "d3e6", "algebraic"), "Nde6");
	assert_string_equal(written(&position, "c7e6", "algebraic"), "N7e6");
	assert_string_equal(written(&position, "c3e6", "algebraic"), "Nc3e6");
	/* Another kind of piece that goes there does not matter. */
	assert_true(is_legal(&position, "d3g4"));
	assert_string_equal(written(&position, "f2g4", "algebraic"), "Bg4");
}

TEST(writes_the_starting_cell_of_captures)
{
	struct position position =
	    place("wKh1 gKa6 bKm13 wNc3 wNc7 wNd3 gPe6 w");

	assert_string_equal(written(&position, "d3e6", "algebraic"), "Ndxe6");
	assert_string_equal(written(&position, "c7e6", "algebraic"), "N7xe6");
	assert_string_equal(written(&position, "c3e6", "algebraic"), "Nc3xe6");
}

TEST(writes_the_starting_cell_of_pawns)
{
	struct position position = rules.start;

	assert_string_equal(written(&position, "g2i4", "algebraic"), "gi4");
	assert_string_equal(written(&position, "i2i4", "algebraic"), "ii4");
	play(&position, "g2i4 e9e8");
	/* Black's l11 and l13 both reach j11. */
	assert_string_equal(written(&position, "l11j11", "algebraic"), "11j11");
	assert_string_equal(written(&position, "l13j11", "algebraic"), "13j11");
}

/* A pawn's quiet step and another's capture en passant on the same cell. */
TEST(writes_the_starting_cell_of_en_passant)
{
	struct position position = place("wKd1 gKa6 bKm9 wPc7 wPd7 gPe9 g");

	play(&position, "e9e7 m9m8");
	assert_string_equal(written(&position, "c7e8", "algebraic"), "cxe8");
	assert_string_equal(written(&position, "d7e8", "algebraic"), "de8");
}

TEST(pinned_pieces_do_not_count)
{
	struct position position = place("wKd1 gKa6 bKm13 wNc3 wNd3 gRd6 w");

	assert_false(is_legal(&position, "d3e6"));
	assert_string_equal(written(&position, "c3e6", "algebraic"), "Ne6");
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
