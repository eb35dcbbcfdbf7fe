/*
 * Fuzz target: records. The first byte picks the variant and the second the
 * notation for records that do not state them, see pick.h; the rest is the text
 * of a file.
 *
 * Any text is read to its end and replayed. A record without an error is
 * rewritten in every notation that can be written; the result reads without a
 * complaint and is written the same again.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "parse/record/format.h"
#include "parse/position/tpf.h"
#include "tests/fuzz/pick.h"
#include "tests/fuzz/records.h"
#include "parse/judge/replayed.h"
#include "formats/report/report.h"
#include "parse/judge/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	MAX_SIZE = 64 * 1024, /* of a record */
	NOTATIONS_MAX = 8,
	VARIANTS_MAX = 8
};

/*
 * The replayer that writes notation number `output`, for records that do not
 * state their variant and notation; or NULL. Each is kept, because preparing
 * one takes longer than most inputs. Repair takes longer still and does not
 * depend on the output, so a brief replayer leaves it out.
 */
static struct replayer *
replayer_for(unsigned output, const struct variant *variant,
    const struct notation *input, bool brief)
{
	static struct replayer
	    *all[2][NOTATIONS_MAX][VARIANTS_MAX + 1][NOTATIONS_MAX + 1];
	const struct replay_options options = {
		.variant = variant,
		.input = input,
		.rewrite = true,
		.stops_at_first = brief,
		.output = notations[output],
	};
	struct replayer **kept;
	unsigned v = 0, n = 0;

	while (variants[v] != NULL && variants[v] != variant)
		v++;
	while (notations[n] != NULL && notations[n] != input)
		n++;
	kept = &all[brief][output][v][n];
	if (*kept == NULL)
		*kept = replayer_new(&options);
	return *kept;
}

/* Reads the written text, which is one clean record and stays as it is. */
static void
read_back(const struct strbuf *text, struct replayer *replayer)
{
	struct input input = { .format = &format_pgn,
		.max_record = 100 * (size_t)MAX_SIZE };
	struct strbuf again = STRBUF_INIT;
	struct arena arena = ARENA_INIT;
	struct replayed replayed;
	struct record record;
	struct diags diags;

	source_text(&input.source, "again", strbuf_as_slice(text));
	if (!input.format->read(&input, &arena, &diags, &record))
		fuzz_give_up(
		    "written, but no record", &diags, strbuf_as_slice(text));
	if (!replay_record(replayer, &record, &diags, &replayed))
		fuzz_give_up(
		    "written, but not good", &diags, strbuf_as_slice(text));
	for (unsigned i = 0; i < diags.len; i++)
		if (!fuzz_is_carried_over(diags.list[i].id))
			fuzz_give_up("written, and complained of", &diags,
			    strbuf_as_slice(text));
	fuzz_write_record(&record, &replayed, &format_pgn, &again);
	if (!slice_equal(strbuf_as_slice(text), strbuf_as_slice(&again)))
		fuzz_give_up(
		    "written in two ways", &diags, strbuf_as_slice(&again));
	if (input.format->read(&input, &arena, &diags, &record))
		fuzz_give_up(
		    "written as two records", &diags, strbuf_as_slice(text));
	source_release(&input.source);
	strbuf_release(&again);
	arena_release(&arena);
}

enum {
	FORMS = 8 /* of reports; the length of the text picks one */
};

/* Reads all of a text; good records are written in the notation, if there are
 * such, which is the answer. */
static bool
rewrite(struct slice text, unsigned output, const struct variant *variant,
    const struct notation *notation, bool brief)
{
	const struct report_options styles = {
		.form = report_forms[text.len % FORMS]
	};
	struct replayer *replayer =
	    replayer_for(output, variant, notation, brief);
	struct input input = { .format = &format_pgn, .max_record = MAX_SIZE };
	struct strbuf out = STRBUF_INIT;
	struct arena arena = ARENA_INIT;
	struct replayed replayed;
	struct report report;
	struct record record;
	struct diags diags;
	bool any = false;

	report_init(&report, &styles);
	source_text(&input.source, "fuzz", text);
	while (input.format->read(&input, &arena, &diags, &record)) {
		const struct report_origin origin = { "fuzz", &input.source,
			record.game, NULL, record.span.start, 0 };
		bool good = replay_record(replayer, &record, &diags, &replayed);

		suppress(&record, &diags, text.len % 16 >= FORMS);
		report_add(&report, &origin, &diags);
		strbuf_reset(&report.text);
		if (!good)
			continue;
		any = true;
		strbuf_reset(&out);
		fuzz_write_record(&record, &replayed, &format_pgn, &out);
		read_back(&out, replayer_for(output, NULL, NULL, false));
	}
	report_release(&report);
	source_release(&input.source);
	strbuf_release(&out);
	arena_release(&arena);
	return any;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct variant *variant;
	const struct notation *notation;
	struct slice text;
	bool brief = false;

	if (size < 2)
		return 0;
	text = (struct slice){ (const char *)data + 2, size - 2 };
	variant = pick_variant(data[0]);
	notation = pick_notation(data[1]);
	for (unsigned n = 0; notations[n] != NULL; n++) {
		if (!rewrite(text, n, variant, notation, brief))
			break; /* nor would there be in the others */
		brief = true;
	}
	return 0;
}
