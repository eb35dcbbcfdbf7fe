/* The players' states that a drawing shows. */
#include "tests/unit/reading.h"

#include "parse/game/snapshot.h"
#include "parse/position/tpf.h"

static struct rules game;

/* The snapshot of a position in 3PF. */
static struct snapshot
take(const struct variant *variant, const char *text,
    const struct arrival *arrival)
{
	struct arena arena = ARENA_INIT;
	struct snapshot snapshot;
	struct position position;
	struct settings settings;
	struct diags diags;

	settings_default(variant, &settings);
	tpf_options(variant, slice_of(text), &settings);
	rules_init(&game, variant, &settings);
	diags_init(&diags, &arena);
	if (!tpf_read(&game, slice_of(text), 0, &diags, &position))
		fail_msg("'%s' is not read: %s", text, diags.list[0].message);
	snapshot_take(&snapshot, &game, &position, arrival);
	arena_release(&arena);
	return snapshot;
}

/* Checks the texts about the players, separated by "; ". */
static void
check_said(const struct snapshot *snapshot, const struct variant *variant,
    const char *expected)
{
	struct strbuf said = STRBUF_INIT;

	for (unsigned p = 0; p < PLAYERS; p++) {
		strbuf_puts(&said, p > 0 ? "; " : "");
		snapshot_write_facts(snapshot, variant, p, ", ", &said);
	}
	assert_string_equal(said.ptr, expected);
	strbuf_release(&said);
}

static void
check_position(
    const struct variant *variant, const char *text, const char *expected)
{
	struct snapshot snapshot = take(variant, text, NULL);

	check_said(&snapshot, variant, expected);
}

TEST(start_has_no_statuses)
{
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		struct snapshot snapshot = take(*v, "start", NULL);

		assert_int_equal(snapshot.turn, 0);
		assert_null(snapshot.outcome.result);
		check_said(&snapshot, *v, "; ; ");
	}
}

TEST(kings_in_check_name_the_attackers)
{
	check_position(&variant_dreierschach,
	    "wKd1,gRd6,gKe10,bKm9 w w-.g-.b- - aaa 0 1",
	    "in check by Gray; ; ");
	check_position(&variant_siege, "wKe1,wQe8,bKe12 b w-.r-.b- - axa 0 9",
	    "; out; in check by White");
}

TEST(siege_and_fortification_are_shown)
{
	check_position(&variant_siege,
	    "wKe1,rKe12,bKp12 w w-.r-.b- - aaa 0 10 opt=Siege:captures "
	    "last=www fort=2.0.0 forts=w",
	    "fortified, 2 turns, sieged; ; ");
	check_position(&variant_siege,
	    "wKe1,rKe12,bKp12 r w-.r-.b- - aaa 0 10 opt=Siege:captures "
	    "last=rrr",
	    "; sieged; ");
}

TEST(inherited_pieces_name_their_owner)
{
	struct snapshot snapshot;

	snapshot = take(&variant_triumvirate,
	    "rRD5,wP>bE10,rRH1,bKK8,rKK10 b w-.b-.r- - xaa 1 13", NULL);
	check_said(
	    &snapshot, &variant_triumvirate, "out, pieces now of Black; ; ");
	assert_int_equal(snapshot.seat[0].heir, 2);
}

TEST(hands_and_cubes_are_shown)
{
	struct snapshot snapshot;

	snapshot = take(&variant_bnem,
	    "wKa1,rKa10,bKj1,bPg1 b w-.r-.b- - aaa 0 17 "
	    "opt=Cubes:yes hand=SDD.R.- cubes=rb turns=wbwbwr",
	    NULL);
	check_said(&snapshot, &variant_bnem, "; has a cube; has a cube");
	assert_int_equal(
	    snapshot.seat[0].own.hand[variant_kind(&variant_bnem, 'D')], 2);
	assert_int_equal(
	    snapshot.seat[1].own.hand[variant_kind(&variant_bnem, 'R')], 1);
}

/* Shows the calls of the last ply, and the state of the game before it. */
TEST(calls_and_fates_are_shown)
{
	static const struct move move = { .type = MOVE_QUIET,
		.from = 0,
		.to = 1,
		.victim = CELL_NONE,
		.check = 6,
		.mate = 4,
		.calls = CALL_FORTIFY };
	static const struct move field = { .type = MOVE_FIELD,
		.victim = CELL_NONE };
	static const struct fates fates = { .captured = { 0, 0, 2 },
		.yielded = 2 };
	const struct arrival arrival = { &move, 0, NULL };
	const struct arrival promoted = { &field, 0, NULL };
	const struct arrival later = { NULL, PLAYER_NONE, &fates };
	static const char text[] =
	    "wKe1,wRe4,wQn9,rKe12,bKp12 r w-.r-.b- - aaa 0 9 declared=w:rb";
	struct snapshot snapshot = take(&variant_siege, text, &arrival);

	check_said(&snapshot, &variant_siege,
	    "calls fortification, calls check on Red, calls mate on Black; "
	    "in check by White; ");
	assert_int_equal(snapshot.last_cells, 2);
	snapshot = take(&variant_siege, text, &promoted);
	check_said(&snapshot, &variant_siege,
	    "field promotion, calls check on Red and Black; "
	    "in check by White; ");
	snapshot = take(&variant_siege, "wKe1 w w-.r-.b- - axx 0 9", &later);
	check_said(&snapshot, &variant_siege, "; yielded; king taken by Red");
	assert_string_equal(snapshot.outcome.result, "1-0-0");
	assert_int_equal(snapshot.turn, PLAYER_NONE);
}

/* A player who sits out a turn has not yielded; one who forfeits has. */
TEST(yielding_is_no_pass)
{
	static const enum move_type types[] = { MOVE_PASS, MOVE_YIELD };

	rules_init(&game, &variant_bnem, NULL);
	for (unsigned i = 0; i < 2; i++) {
		const struct move move = { .type = (uint8_t)types[i],
			.from = CELL_NONE,
			.to = CELL_NONE,
			.victim = CELL_NONE };
		struct fates fates = { .yielded = 0 };
		struct position after = game.start;

		rules_make_move(&game, &after, &move);
		fates_add_move(
		    &fates, &game, &game.start, &move, &after, &after);
		assert_int_equal(fates.yielded, i);
	}
}
