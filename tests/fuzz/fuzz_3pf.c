/*
 * Fuzz target: positions. The first byte picks the variant, see pick.h; the
 * rest is the text of a position, whose opt= picks the options.
 *
 * A text that reads as a position is written in one way and reads as the same
 * position again. The target then asks the rules about it: it plays the moves
 * and asks for the outcome.
 */

#include "parse/record/format.h"
#include "formats/draw/text_board.h"
#include "tests/fuzz/pick.h"
#include "tests/fuzz/positions.h"
#include "tests/fuzz/target.h"

static void
try_position(const struct rules *rules, const struct position *position)
{
	struct strbuf out = STRBUF_INIT;

	fuzz_read_back(rules, position);
	(void)rules_outcome(rules, position);
	fuzz_moves(rules, position);
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
			fuzz_fail("an empty line is a record", text);
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
			fuzz_fail("read, and complained of", text);
		try_position(rules, &position);
	} else if (diags.len == 0) {
		fuzz_fail("not read, and not complained of", text);
	}
	for (unsigned i = 0; i < diags.len; i++)
		if (diags.list[i].span.start > size)
			fuzz_fail("a fault beyond the text", text);
	arena_release(&arena);
	return 0;
}
