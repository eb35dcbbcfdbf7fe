/*
 * Fuzz target: tokens. The first byte picks the variant, the second the
 * notation and the third the letters, in capitals with other options; see
 * pick.h. The rest is a token.
 *
 * The fast reader and the patterns agree about it. If it is a legal move, it is
 * written, and the written text reads as the same move. If not, ternion gives a
 * reason.
 */

#include "parse/game/turn.h"
#include "tests/fuzz/pick.h"
#include "tests/fuzz/target.h"
#include "tests/property/scatter.h"
#include "tests/property/settings.h"

enum {
	GAMES_MAX = 16,
	POSITIONS = 8, /* the start, and scattered ones */
};

/* A variant with its usual options or others, prepared once. */
struct game {
	const struct variant *variant;
	bool others;
	struct rules rules;
	struct position position[POSITIONS];
};

static void
make_game(struct game *game, const struct variant *variant, bool others)
{
	struct dice dice = { 7 };
	struct settings settings;

	game->variant = variant;
	game->others = others;
	if (!read_settings(variant,
		others && variant == &variant_siege
		    ? "Pope=no Siege=captures SiegeThreshold=1"
		    : "",
		&settings))
		abort();
	rules_init(&game->rules, variant, &settings);
	game->position[0] = game->rules.start;
	for (unsigned i = 1; i < POSITIONS; i++)
		scatter(&game->rules, &dice, &game->position[i]);
}

static const struct game *
the_game(const struct variant *variant, bool others)
{
	static struct game games[GAMES_MAX];
	unsigned i = 0;

	while (games[i].variant != NULL &&
	    (games[i].variant != variant || games[i].others != others))
		i++;
	if (games[i].variant == NULL)
		make_game(&games[i], variant, others);
	return &games[i];
}

/* Adds the diagnostics about the marks of a move that was read. */
static void
judge(const struct language *reader, const struct position *position,
    const struct move *move, struct slice token,
    const struct parsed_turn *parsed, struct diags *diags)
{
	struct position after = *position;
	struct turn turn = { .asks = { .outcome = true, .before = true } };

	turn.token = token;
	turn.parsed = *parsed;
	turn.move = *move;
	turn_make(&turn, reader, &after, diags->arena);
	turn_mark(&turn, reader, &after);
	turn_explain_marks(&turn, reader, &after, 0, diags);
}

/* Declarations against kings that are not attacked do not count. */
static bool
same_move(const struct move *a, const struct move *b, unsigned attacked)
{
	return move_equal(a, b) && a->calls == b->calls &&
	    ((a->mate ^ b->mate) & attacked) == 0 &&
	    ((a->check ^ b->check) & attacked & ~(unsigned)a->mate) == 0;
}

/* Writes a move, with true marks, and reads it again. */
static void
read_back(const struct language *reader, const struct position *position,
    const struct move *move)
{
	struct strbuf text = STRBUF_INIT;
	struct arena arena = ARENA_INIT;
	struct marks marks = marks_of_move(reader->rules, position, move);
	struct parsed_turn parsed;
	struct diags diags;
	struct slice token;
	struct move again;

	diags_init(&diags, &arena);
	notation_write(reader, position, move, &marks, &text);
	token = strbuf_as_slice(&text);
	if (!notation_read(
		reader->notation, reader->alphabet, token, &parsed) ||
	    !resolve_move(reader, position, token, 0, &parsed, &diags, &again))
		fuzz_fail("written, but not read", token);
	if (!same_move(move, &again,
		dialect_of(reader->rules->variant)->declares ? marks.attacked
							     : 0))
		fuzz_fail("reads as another move", token);
	judge(reader, position, &again, token, &parsed, &diags);
	for (unsigned i = 0; i < diags.len; i++)
		if (diags.list[i].id != DIAG_NOT_MATE &&
		    diags.list[i].id != DIAG_CHECK_UNDECLARED)
			fuzz_fail("written, and complained of", token);
	strbuf_release(&text);
	arena_release(&arena);
}

static void
try_token(const struct language *reader, const struct position *position,
    struct slice token)
{
	struct arena arena = ARENA_INIT;
	struct parsed_turn parsed;
	struct diags diags;
	struct move move;

	diags_init(&diags, &arena);
	if (!notation_read(
		reader->notation, reader->alphabet, token, &parsed)) {
		resolve_syntax(reader, position, token, 0, &diags);
	} else if (resolve_move(
		       reader, position, token, 0, &parsed, &diags, &move)) {
		if (diags_worst(&diags, 0) >= (int)SEV_ERROR)
			fuzz_fail("legal, and an error", token);
		judge(reader, position, &move, token, &parsed, &diags);
		read_back(reader, position, &move);
	} else if (diags_worst(&diags, 0) < (int)SEV_ERROR) {
		fuzz_fail("not legal, and no reason", token);
	}
	for (unsigned i = 0; i < diags.len; i++)
		if (diags.list[i].span.len == 0 ||
		    diags.list[i].span.start + diags.list[i].span.len >
			token.len)
			fuzz_fail("a fault that is not in the token", token);
	arena_release(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct variant *variant;
	const struct notation *notation;
	const struct letter_set *set;
	const struct game *game;
	struct alphabet alphabet;
	struct parsed_turn parsed;
	struct slice token;

	if (size < 4)
		return 0;
	variant = pick_variant(data[0]);
	notation = pick_notation(data[1]);
	set = pick_letters(data[2] | 0x20);
	notation = notation != NULL ? notation_of(notation, variant) : NULL;
	if (notation == NULL || !letter_set_serves(set, variant->letters))
		return 0;
	alphabet_init(&alphabet, set, variant->letters);
	token = (struct slice){ (const char *)data + 3, size - 3 };
	if (token.len > TOKEN_MAX) {
		if (notation_read(notation, &alphabet, token, &parsed))
			fuzz_fail("too long, and read", token);
		return 0;
	}
	game = the_game(variant, (data[2] & 0x20) == 0);
	for (unsigned i = 0; i < POSITIONS; i++) {
		const struct language reader = { &game->rules, notation,
			&alphabet };

		try_token(&reader, &game->position[i], token);
	}
	return 0;
}
