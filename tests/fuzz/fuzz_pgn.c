/*
 * Fuzz target: records. The first byte picks the variant and the second the
 * notation for records that do not state them, see pick.h; the rest is the text
 * of a file.
 *
 * Any text is read to its end and replayed. A record without an error is
 * rewritten in every notation that can be written; the result reads without a
 * complaint and is written the same again.
 */

#include "tests/fuzz/pick.h"
#include "tests/fuzz/records.h"
#include "tests/fuzz/target.h"

enum {
	FORMS = 8, /* of reports; the length of the text picks one */
	NOTATIONS_MAX = 8,
	VARIANTS_MAX = 8
};

static unsigned output; /* the number of the notation that is written */

/*
 * The replayer that writes notation number `output`, for records that do not
 * state their variant and notation; or NULL. Each is kept, because preparing
 * one takes longer than most inputs. Repair takes longer still and does not
 * depend on the output, so a brief replayer leaves it out.
 */
static struct replayer *
replayer_for(
    const struct variant *variant, const struct notation *input, bool brief)
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

/* The record stays as it is. */
static void
write_in_output(const struct fuzz_reading *of)
{
	const struct fuzz_way again = { replayer_for(NULL, NULL, false),
		&format_pgn, &format_pgn, NULL };
	struct strbuf text = STRBUF_INIT, back = STRBUF_INIT;

	fuzz_write(of, &format_pgn, &text);
	fuzz_rewrite(&again, strbuf_as_slice(&text), &back);
	fuzz_check_same("written in two ways", &text, &back);
	strbuf_release(&text);
	strbuf_release(&back);
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
	for (output = 0; notations[output] != NULL; output++) {
		if (fuzz_read_all(&format_pgn, text,
			report_forms[text.len % FORMS],
			replayer_for(variant, notation, brief),
			write_in_output) == 0)
			break; /* nor would there be in the others */
		brief = true;
	}
	return 0;
}
