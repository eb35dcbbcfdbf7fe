/*
 * Properties of positions that no game leads to, with any number of pieces of
 * any kind: each accepted position, and the position after each of its legal
 * moves with each call, is written and reads as the same position again.
 *
 * `prop_positions [SEED]`; the last line counts what passed and failed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/position/tpf.h"
#include "parse/diag/diag.h"
#include "parse/text/strbuf.h"
#include "tests/property/moves.h"
#include "tests/property/random.h"

enum {
	POSITIONS = 150,
	REPORTS_MAX = 5,
};

static const uint64_t default_seed = UINT64_C(20261122);

struct run {
	struct rules rules;
	struct dice dice;
	struct arena arena;
	struct strbuf text, again;
	unsigned long passed, failed;
};

static bool
read_text(struct run *run, const struct strbuf *text, struct position *position)
{
	struct diags diags;

	arena_reset(&run->arena);
	diags_init(&diags, &run->arena);
	return tpf_read(
	    &run->rules, strbuf_as_slice(text), 0, &diags, position);
}

/* A legal move turns an accepted position into an accepted position. */
static void
check_made(struct run *run, const struct position *position)
{
	struct position read;

	strbuf_reset(&run->text);
	strbuf_reset(&run->again);
	tpf_write(&run->rules, position, &run->text);
	if (read_text(run, &run->text, &read))
		tpf_write(&run->rules, &read, &run->again);
	if (slice_equal(
		strbuf_as_slice(&run->text), strbuf_as_slice(&run->again)))
		run->passed++;
	else if (run->failed++ < REPORTS_MAX)
		printf("%s: written, and %s: %s\n", run->rules.variant->id,
		    run->again.len > 0 ? "written otherwise" : "refused",
		    run->text.ptr);
}

struct trial {
	struct run *run;
	const struct position *position;
};

static bool
try_move(void *context, const struct move *move)
{
	const struct trial *trial = context;
	const struct rules *rules = &trial->run->rules;

	for (unsigned call = 0; call <= CALL_TOUCH; call = call * 2 + !call) {
		struct position next = *trial->position;
		struct move called = *move;
		struct verdict verdict = { .why = ILLEGAL_NOT };

		called.calls = (uint8_t)(move->calls | call);
		if (call != 0 && !(rules->variant->calls & call))
			continue;
		if (call != 0)
			rules_explain_calls(rules, &next, &called, &verdict);
		if (verdict.why != ILLEGAL_NOT)
			continue;
		rules_make_move(rules, &next, &called);
		check_made(trial->run, &next);
	}
	return true;
}

/* Three kings and up to forty pieces, of one kind most of them. */
static void
scatter_any(struct run *run, struct position *position)
{
	const struct rules *rules = &run->rules;
	struct cellset room = { { 0 } };
	unsigned pieces = 1 + dice_below(&run->dice, 40);
	unsigned common = 1 + dice_below(&run->dice, KINDS - 1);

	position_clear(position);
	for (cell c = 0; c < rules->board.cells; c++)
		cellset_add(&room, c);
	for (unsigned i = 0; i < pieces + PLAYERS; i++) {
		unsigned owner = i % PLAYERS;
		unsigned kind = dice_one_in(&run->dice, 2)
		    ? common
		    : 1 + dice_below(&run->dice, KINDS - 1);
		cell c = dice_cell(&run->dice, room);

		if (i < PLAYERS)
			kind = KING;
		else if (kind == KING ||
		    cellset_empty(&rules->start.kind[kind]))
			continue;
		cellset_remove(&room, c);
		position_put(
		    position, c, piece_make((enum kind)kind, owner, owner));
	}
	position->to_move = (uint8_t)dice_below(&run->dice, PLAYERS);
	position->number = 30;
	rules_imply(rules, position);
}

static void
run_variant(struct run *run, const struct variant *variant)
{
	struct settings settings;
	unsigned tried = 0;

	settings_default(variant, &settings);
	rules_init(&run->rules, variant, &settings);
	for (unsigned i = 0; i < POSITIONS; i++) {
		struct position position;
		struct trial trial = { run, &position };

		scatter_any(run, &position);
		strbuf_reset(&run->text);
		tpf_write(&run->rules, &position, &run->text);
		if (!read_text(run, &run->text, &position))
			continue;
		tried++;
		check_made(run, &position);
		rules_moves(&run->rules, &position, NULL, try_move, &trial);
	}
	printf("%s: %u positions\n", variant->id, tried);
	if (tried < POSITIONS / 2)
		run->failed++;
}

int
main(int argc, char **argv)
{
	static struct run run;

	run.dice.state = argc > 1 ? strtoull(argv[1], NULL, 0) : default_seed;
	printf("seed %" PRIu64 "\n", run.dice.state);
	for (unsigned i = 0; variants[i] != NULL; i++)
		run_variant(&run, variants[i]);
	arena_release(&run.arena);
	strbuf_release(&run.text);
	strbuf_release(&run.again);
	printf("%lu passed, %lu failed\n", run.passed, run.failed);
	return run.failed != 0;
}
