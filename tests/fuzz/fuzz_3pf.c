/*
 * Fuzz target: positions. The first byte picks the variant, see pick.h; the
 * rest is the text of a position, whose opt= picks the options.
 *
 * A text that reads as a position is written in one way and reads as the same
 * position again. The target then asks the rules about it: it plays the moves
 * and asks for the outcome.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "parse/record/format.h"
#include "parse/position/tpf.h"
#include "formats/draw/text_board.h"
#include "tests/fuzz/pick.h"
#include "tests/property/same_position.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
give_up(const char *what, const char *text)
{
	fprintf(stderr, "%s: %s\n", what, text);
	abort();
}

/* 3PF states the options of its game. */
static bool
states_options(const struct rules *rules, struct slice text)
{
	struct settings settings;

	settings_default(rules->variant, &settings);
	tpf_options(rules->variant, text, &settings);
	return settings_equal(&settings, &rules->settings);
}

/* Ignores the complaint that no game leads to the material. */
static bool
has_complaint(const struct diags *diags)
{
	for (unsigned i = 0; i < diags->len; i++)
		if (diags->list[i].id != DIAG_POSITION_MATERIAL)
			return true;
	return false;
}

static void
read_back(const struct rules *rules, const struct position *position)
{
	struct strbuf text = STRBUF_INIT, again = STRBUF_INIT;
	struct arena arena = ARENA_INIT;
	struct position back;
	struct diags diags;
	const char *what;

	diags_init(&diags, &arena);
	tpf_write(rules, position, &text);
	if (!tpf_read(rules, strbuf_as_slice(&text), 0, &diags, &back) ||
	    has_complaint(&diags))
		give_up("written, and complained of", text.ptr);
	if (!states_options(rules, strbuf_as_slice(&text)))
		give_up("other options", text.ptr);
	what = position_difference(rules, position, &back);
	if (what != NULL)
		give_up(what, text.ptr);
	if (position->key != rules_full_key(rules, position))
		give_up("another key", text.ptr);
	tpf_write(rules, &back, &again);
	if (strcmp(text.ptr, again.ptr) != 0)
		give_up("written in two ways", text.ptr);
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
static void
try_after(const struct rules *rules, const struct position *before,
    const struct move *move)
{
	struct position after = *before, fresh;
	struct outcome outcome;

	rules_make_move(rules, &after, move);
	rules_outcome(rules, &after, &outcome);
	fresh = after;
	rules_recompute_checks(rules, &fresh);
	if (memcmp(after.checks, fresh.checks, sizeof(fresh.checks)) != 0)
		give_up("checks are not in step",
		    move_type_name((enum move_type)move->type));
	if (after.number <= 999999 && after.clock <= 999999)
		read_back(rules, &after);
}

/* Plays a move, and plays it with each call that is allowed along with it. */
static bool
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
		rules_explain_calls(rules, trial->position, &called, &verdict);
		if (verdict.why == ILLEGAL_NOT)
			try_after(rules, trial->position, &called);
	}
	return true;
}

/* The moves after the call F, if it is allowed. */
static void
try_fortified(const struct rules *rules, const struct position *position)
{
	const struct move call = { .type = MOVE_QUIET,
		.from = CELL_NONE,
		.to = CELL_NONE,
		.victim = CELL_NONE,
		.calls = CALL_FORTIFY };
	struct position called = *position;
	struct trial trial = { rules, &called, 0 };
	struct verdict verdict;

	if (!(rules->variant->calls & CALL_FORTIFY))
		return;
	rules_explain_calls(rules, position, &call, &verdict);
	if (verdict.why != ILLEGAL_NOT)
		return;
	rules_fortify(rules, &called);
	rules_moves(rules, &called, NULL, try_move, &trial);
}

static void
try_position(const struct rules *rules, const struct position *position)
{
	struct trial trial = { rules, position, 0 };
	struct strbuf out = STRBUF_INIT;
	struct outcome outcome;

	read_back(rules, position);
	rules_outcome(rules, position, &outcome);
	rules_moves(rules, position, NULL, try_move, &trial);
	try_fortified(rules, position);
	if (trial.moves != rules_count(rules, position) ||
	    (trial.moves > 0) != rules_can_move(rules, position))
		give_up("moves are counted in two ways", "");
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		const struct board_style style = {
			.unicode = seat > 0, .colour = seat > 1, .seat = seat
		};

		board_write(rules, position, &style, &out);
	}
	strbuf_release(&out);
}

/* Reads the text as lines of a file of positions. */
static void
try_lines(struct slice text)
{
	struct input input = { .format = &format_3pf, .max_record = 1000 };
	struct arena arena = ARENA_INIT;
	struct record record;
	struct diags diags;

	source_text(&input.source, "fuzz", text);
	while (input.format->read(&input, &arena, &diags, &record))
		if (!record.broken &&
		    (record.tags == NULL || record.tags->value.len == 0))
			give_up("an empty line is a record", "");
	source_release(&input.source);
	arena_release(&arena);
}

/*
 * The rules for the options of the text; they are kept until the options
 * change.
 */
static const struct rules *
rules_for(const struct variant *variant, struct slice text)
{
	static struct rules rules;
	struct settings settings;

	settings_default(variant, &settings);
	tpf_options(variant, text, &settings);
	settings_settle(variant, &settings);
	if (rules.variant != variant ||
	    !settings_equal(&rules.settings, &settings))
		rules_init(&rules, variant, &settings);
	return &rules;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = ARENA_INIT;
	const struct rules *rules;
	struct position position;
	struct diags diags;
	struct slice text;

	if (size == 0)
		return 0;
	text = (struct slice){ (const char *)data + 1, size - 1 };
	rules = rules_for(pick_variant(data[0]), text);
	try_lines(text);
	diags_init(&diags, &arena);
	if (tpf_read(rules, text, 0, &diags, &position)) {
		if (diags_worst(&diags, 0) >= (int)SEV_ERROR)
			give_up("read, and complained of", "");
		try_position(rules, &position);
	} else if (diags.len == 0) {
		give_up("not read, and not complained of", "");
	}
	for (unsigned i = 0; i < diags.len; i++)
		if (diags.list[i].span.start > size)
			give_up(
			    "a fault beyond the text", diags.list[i].message);
	arena_release(&arena);
	return 0;
}
