/*
 * Resolving: the legal move that a token means, as far as the notations differ
 * in it, and the diagnostics about its writing.
 */
#include "tests/unit/reader.h"

#include "parse/text/arena.h"
#include "parse/game/turn.h"

struct answer {
	bool found;
	struct move move;
	char codes[80]; /* slugs of the diagnostics, with spaces between */
};

static struct answer
resolve(const struct position *position, const char *notation,
    const char *letters, const char *text)
{
	struct reader reader =
	    reader_of(notation, letters, rules.variant->letters);
	const struct reader_context context = { &rules, reader.notation,
		&reader.alphabet };
	struct slice token = slice_of(text);
	struct arena arena = ARENA_INIT;
	struct answer answer = { .found = false };
	struct turn turn = { .asks.outcome = true };
	struct position after = *position;
	struct diags diags;
	size_t len = 0;

	diags_init(&diags, &arena);
	answer.found = turn_judge(&turn, &context, &after, token, 0, &diags);
	answer.move = turn.move;
	for (unsigned i = 0; i < diags.len; i++)
		len += (size_t)snprintf(answer.codes + len,
		    sizeof(answer.codes) - len, "%s%s", i > 0 ? " " : "",
		    diag_table[diags.list[i].id].slug);
	arena_release(&arena);
	return answer;
}

/* Checks that the text means that move, and gives these diagnostics. */
#define assert_resolves(position, notation, text, cells, expected) \
	do {                                                       \
		struct answer answer_ =                            \
		    resolve(position, notation, "en", text);       \
		struct move move_ = find_move(position, cells);    \
                                                                   \
		assert_true(answer_.found);                        \
		assert_true(move_equal(&answer_.move, &move_));    \
		assert_string_equal(answer_.codes, expected);      \
	} while (0)

#define assert_refused(position, notation, text, expected)    \
	do {                                                  \
		struct answer answer_ =                       \
		    resolve(position, notation, "en", text);  \
                                                              \
		assert_false(answer_.found);                  \
		assert_string_equal(answer_.codes, expected); \
	} while (0)

TEST(older_names_swap_letter_and_number)
{
	struct position position = place("wKd1 gKa6 bKm13 wNc3 wPe2 w");
	struct answer answer;

	/* Letter and number exchanged: f5 is e6. */
	assert_resolves(&position, "algebraic22", "Nf5", "c3e6", "");
	assert_resolves(&position, "algebraic22", "d5", "e2e4", "");
	answer = resolve(&position, "algebraic22", "de", "Sf5");
	assert_true(answer.found);
	assert_string_equal(answer.codes, "");
	/* Two knights on one line c: now the numbers are the same. */
	position = place("wKh1 gKa6 bKm13 wNc3 wNc7 w");
	assert_resolves(&position, "algebraic22", "Ncf5", "c3e6", "");
	assert_resolves(&position, "algebraic22", "Ngf5", "c7e6", "");
	assert_refused(&position, "algebraic22", "N3f5", "move-ambiguous");
	/* ... and two on one row: now the letters are. */
	position = place("wKh1 gKa6 bKm13 wNc3 wNd3 w");
	assert_resolves(&position, "algebraic22", "N3f5", "c3e6", "");
	assert_resolves(&position, "algebraic22", "N4f5", "d3e6", "");
	assert_refused(&position, "algebraic22", "Ncf5", "move-ambiguous");
	assert_resolves(
	    &position, "algebraic22", "Nc3f5", "c3e6", "over-disambiguated");
}

TEST(capital_coordinates_are_cells)
{
	assert_resolves(&rules.start, "coordinate", "E2E4", "e2e4", "");
}

TEST(dreierschach_en_passant_is_no_choice)
{
	struct position position = place("wKd1 gKa6 bKm9 wPd6 gPe9 g");

	play(&position, "e9e7 m9m8");
	assert_resolves(&position, "siege", "W6d+8c", "d6e8", "");
	/* If en passant is no choice, x to the skipped cell is read as well. */
	assert_resolves(&position, "siege", "W6dx8c", "d6e8", "");
	assert_resolves(&position, "coordinate", "d6e8", "d6e8", "");
	/* + for en passant is read and dropped outside Siege. */
	assert_resolves(&position, "coordinate", "d6e8+", "d6e8", "");
	assert_resolves(&position, "algebraic", "xe8", "d6e8", "");
	assert_resolves(
	    &position, "algebraic", "e8", "d6e8", "capture-unmarked");
	assert_refused(&position, "siege", "W6d-8c", "capture-false");
}

TEST(plus_in_coordinates_is_dropped)
{
	assert_resolves(&rules.start, "coordinate", "e2e4+", "e2e4", "");
	/* In siege notation it must be true. */
	assert_refused(&rules.start, "siege", "W2e+4e", "en-passant-none");
}

TEST(siege_player_is_checked)
{
	assert_resolves(&rules.start, "siege", "2e-4e", "e2e4", "");
	assert_resolves(&rules.start, "siege", "w2e-4e", "e2e4", "");
	assert_refused(&rules.start, "siege", "G2e-4e", "wrong-turn");
	assert_refused(&rules.start, "siege", "R2e-4e", "wrong-turn");
	assert_resolves(&rules.start, "algebraic", "W:a4", "a2a4", "");
	assert_refused(&rules.start, "algebraic", "B:a4", "wrong-turn");
	assert_resolves(&rules.start, "coordinate", "W:e2e4", "e2e4", "");
	assert_refused(&rules.start, "coordinate", "G:e2e4", "wrong-turn");
}

TEST(over_disambiguation_is_reported)
{
	struct position position = place("wKh1 gKa6 bKm13 wNc3 wNc7 wNd3 w");

	assert_resolves(
	    &rules.start, "algebraic", "Nc1d4", "c1d4", "over-disambiguated");
	assert_resolves(
	    &rules.start, "algebraic", "Ncd4", "c1d4", "over-disambiguated");
	assert_resolves(
	    &rules.start, "algebraic", "N1d4", "c1d4", "over-disambiguated");
	assert_resolves(
	    &position, "algebraic", "Nd3e6", "d3e6", "over-disambiguated");
	assert_resolves(&position, "algebraic", "Nc3e6", "c3e6", "");
	assert_resolves(&position, "algebraic", "N7e6", "c7e6", "");
	assert_refused(&position, "algebraic", "Nce6", "move-ambiguous");
	assert_refused(&position, "algebraic", "N3e6", "move-ambiguous");
	assert_refused(&position, "algebraic", "Ne6", "move-ambiguous");
	/* The long form is read by both. */
	assert_resolves(&rules.start, "algebraic", "Nc1-d4", "c1d4", "");
	assert_resolves(&rules.start, "long", "Nd4", "c1d4", "");
	assert_resolves(&rules.start, "long", "Nc1-d4", "c1d4", "");
}

TEST(castling_in_every_notation)
{
	struct position position = place("wKd1 wRa1 wRh1 gKe10 bKm9 w");

	position_set_rights(&position, WHITE, 1u << MINOR | 1u << MAJOR);
	assert_resolves(&position, "algebraic", "0-0", "d1b1", "");
	assert_resolves(&position, "algebraic", "O-O-O", "d1g1", "");
	assert_resolves(&position, "long", "0-0-0", "d1g1", "");
	assert_resolves(&position, "siege", "W00(K)", "d1b1", "");
	assert_resolves(&position, "siege", "00-00q", "d1g1", "");
	assert_resolves(&position, "coordinate", "d1b1", "d1b1", "");
	assert_resolves(
	    &position, "algebraic", "Kb1", "d1b1", "castling-as-king-move");
	assert_refused(&position, "algebraic", "0-Q", "castling-unknown");
	assert_refused(&position, "siege", "W00(O)", "castling-unknown");
	assert_refused(&position, "siege", "W00", "move-ambiguous");
}

TEST(promotion_forms_mean_the_same)
{
	struct position position = place("wKd1 gKe10 bKh8 wPl11 w");

	assert_resolves(&position, "algebraic", "m12Q", "l11m12q", "");
	assert_resolves(&position, "algebraic", "m12=Q", "l11m12q", "");
	assert_resolves(&position, "algebraic", "m12(Q)", "l11m12q", "");
	assert_resolves(&position, "siege", "W11g-12g(q)", "l11m12q", "");
	assert_resolves(&position, "coordinate", "l11m12q", "l11m12q", "");
	assert_refused(&position, "algebraic", "m12", "promotion-missing");
	assert_refused(&position, "algebraic", "m12K", "promotion-kind");
	assert_refused(&position, "algebraic", "l12Q", "promotion-impossible");
}

TEST(wrong_marks_are_reported)
{
	struct position check = place("wKa1 wRe1 gKi9 bKm13 w");
	struct position mate = place("wKd1 gKa6 bKm13 wRj7 wRj5 wRh2 w");

	assert_resolves(&check, "algebraic", "Ri5+", "e1i5", "");
	assert_resolves(&check, "algebraic", "Ri5", "e1i5", "check-unmarked");
	assert_resolves(&check, "algebraic", "Ri5++", "e1i5", "false-mate");
	assert_resolves(&check, "algebraic", "Rf1+", "e1f1", "false-check");
	assert_resolves(&check, "algebraic", "Rf1#", "e1f1", "false-mate");
	assert_resolves(&check, "siege", "W1e-5i(C)", "e1i5", "");
	assert_resolves(&check, "siege", "W1e-5i", "e1i5", "check-unmarked");
	assert_resolves(&check, "siege", "W1e-5iM", "e1i5", "false-mate");
	assert_resolves(&check, "siege", "W1e-1fC", "e1f1", "false-check");
	assert_resolves(&check, "siege", "W1e-5i(CG)", "e1i5", "");
	assert_resolves(&check, "siege", "W1e-5i(CB)", "e1i5", "false-check");
	assert_resolves(&check, "coordinate", "e1i5", "e1i5", "");
	assert_resolves(&mate, "algebraic", "Rh6++", "h2h6", "");
	assert_resolves(&mate, "algebraic", "Rh6#", "h2h6", "");
	assert_resolves(&mate, "algebraic", "Rh6+", "h2h6", "mate-unmarked");
	assert_resolves(&mate, "algebraic", "Rh6", "h2h6", "mate-unmarked");
	assert_resolves(&mate, "coordinate", "h2h6", "h2h6", "");
}
