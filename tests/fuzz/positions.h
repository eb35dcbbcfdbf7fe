/*
 * Common to the tests of positions: a position is written in one way and reads
 * as the same again, also after each of its moves, and play keeps its checks.
 */
#pragma once

#include <string.h>

#include "parse/notation/dialect.h"
#include "parse/position/tpf.h"
#include "tests/fuzz/target.h"
#include "tests/property/moves.h"
#include "tests/property/same_position.h"

/* 3PF states the options of its game. */
static inline bool
states_options(const struct rules *rules, struct slice text)
{
	struct settings settings;

	settings_default(rules->variant, &settings);
	tpf_options(rules->variant, text, &settings);
	return dialect_same_game(rules->variant, &settings, &rules->settings);
}

/* Ignores the complaint that no game leads to the material. */
static inline bool
has_complaint(const struct diags *diags)
{
	for (unsigned i = 0; i < diags->len; i++)
		if (diags->list[i].id != DIAG_POSITION_MATERIAL)
			return true;
	return false;
}

static inline void
fuzz_read_back(const struct rules *rules, const struct position *position)
{
	struct strbuf text = STRBUF_INIT, again = STRBUF_INIT;
	struct arena arena = ARENA_INIT;
	struct position back;
	struct diags diags;
	const char *what;

	memset(&back, 0xa5, sizeof(back));
	diags_init(&diags, &arena);
	tpf_write(rules, position, &text);
	if (!tpf_read(rules, strbuf_as_slice(&text), 0, &diags, &back) ||
	    has_complaint(&diags))
		fuzz_fail("written, and complained of", strbuf_as_slice(&text));
	if (!states_options(rules, strbuf_as_slice(&text)))
		fuzz_fail("other options", strbuf_as_slice(&text));
	what = position_difference(rules, position, &back);
	if (what != NULL)
		fuzz_fail(what, strbuf_as_slice(&text));
	if (position->key != rules_full_key(rules, position))
		fuzz_fail("another key", strbuf_as_slice(&text));
	tpf_write(rules, &back, &again);
	if (strcmp(text.ptr, again.ptr) != 0)
		fuzz_fail("written in two ways", strbuf_as_slice(&text));
	strbuf_release(&text);
	strbuf_release(&again);
	arena_release(&arena);
}

struct trial {
	const struct rules *rules;
	const struct position *position;
	size_t moves;
};

/* Compares the checks that play updates with checks computed from scratch. */
static inline void
try_after(const struct rules *rules, const struct position *before,
    const struct move *move)
{
	struct position after = *before, fresh;

	rules_make_move(rules, &after, move);
	(void)rules_outcome(rules, &after);
	fresh = after;
	rules_recompute_checks(rules, &fresh);
	if (memcmp(after.checks, fresh.checks, sizeof(fresh.checks)) != 0)
		fuzz_fail("checks are not in step",
		    slice_of(move_type_name((enum move_type)move->type)));
	if (after.number <= 999999 && after.clock <= 999999)
		fuzz_read_back(rules, &after);
}

/* Plays a move, and plays it with each call that is allowed along with it. */
static inline bool
try_move(void *context, const struct move *move)
{
	struct trial *trial = context;
	const struct rules *rules = trial->rules;
	struct verdict verdict;

	trial->moves++;
	try_after(rules, trial->position, move);
	for (unsigned call = CALL_STALEMATE; call <= CALL_TOUCH; call <<= 1) {
		struct move called = *move;

		called.calls = (uint8_t)(move->calls | call);
		if (!(rules->variant->calls & call))
			continue;
		verdict = rules_explain_calls(rules, trial->position, &called);
		if (verdict.why == ILLEGAL_NOT)
			try_after(rules, trial->position, &called);
	}
	return true;
}

/* The moves after the call F, if it is allowed. */
static inline void
try_fortified(const struct rules *rules, const struct position *position)
{
	struct move call = bare_move(MOVE_QUIET);
	struct position called = *position;
	struct trial trial = { rules, &called, 0 };
	struct verdict verdict;

	if (!(rules->variant->calls & CALL_FORTIFY))
		return;
	call.calls = CALL_FORTIFY;
	verdict = rules_explain_calls(rules, position, &call);
	if (verdict.why != ILLEGAL_NOT)
		return;
	rules_fortify(rules, &called);
	rules_moves(rules, &called, NULL, try_move, &trial);
}

/* The moves of a position, counted in several ways. */
static inline void
fuzz_moves(const struct rules *rules, const struct position *position)
{
	struct trial trial = { rules, position, 0 };

	rules_moves(rules, position, NULL, try_move, &trial);
	try_fortified(rules, position);
	if (trial.moves != rules_count(rules, position) ||
	    (trial.moves > 0) != rules_can_move(rules, position))
		fuzz_fail("moves are counted in two ways", slice_of(""));
}
