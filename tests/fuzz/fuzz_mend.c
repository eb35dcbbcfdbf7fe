/*
 * Fuzz target: repairs. The first byte picks the variant and the second the
 * notation for records that do not state them, see pick.h; the rest is the text
 * of a file, best one with faults and variations.
 *
 * Every repair of every diagnostic is made, and all certain ones together; the
 * texts are read again. In the text of a first record with all certain repairs
 * there is no certain one left.
 */

#include "formats/library/ternion.h"
#include "tests/fuzz/pick.h"
#include "tests/fuzz/target.h"

static const struct ternion_read_options *
reading(uint8_t variant, uint8_t notation)
{
	static struct ternion_read_options options;
	const struct notation *input = pick_notation(notation);

	options = (struct ternion_read_options){
		.size = sizeof(options),
		.game = pick_variant(variant)->id,
		.notation = input != NULL ? input->id : NULL,
		.repairs = true,
	};
	return &options;
}

/* Reads a text again; `repaired` if it has no certain repair left. */
static void
read_again(const char *text, size_t length,
    const struct ternion_read_options *options, bool repaired)
{
	struct ternion_reader *reader;
	struct ternion_record *record;
	char *mended = NULL;

	if (ternion_open_text(text, length, options, &reader) != TERNION_OK)
		abort();
	while (ternion_next(reader, &record) == TERNION_OK)
		if (repaired &&
		    ternion_record_mend(record, &mended, NULL) == TERNION_OK) {
			fprintf(stderr, "mended:\n%s\nand again:\n%s\n", text,
			    mended);
			abort();
		}
	ternion_close(reader);
}

static void
make_repairs(struct ternion_record *record, bool first,
    const struct ternion_read_options *options)
{
	struct ternion_diagnostic diagnostic = { .size = sizeof(diagnostic) };
	size_t length;
	char *text;

	for (size_t i = 0;
	     ternion_record_diagnostic(record, i, &diagnostic) == TERNION_OK;
	     i++)
		for (size_t fix = 0; ternion_record_apply(record, i, fix, &text,
					 &length) == TERNION_OK;
		     fix++) {
			read_again(text, length, options, false);
			ternion_free(text);
		}
	if (ternion_record_mend(record, &text, &length) != TERNION_OK)
		return;
	read_again(text, length, options, first);
	ternion_free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct ternion_read_options *options;
	struct ternion_reader *reader;
	struct ternion_record *record;
	bool first = true;

	if (size < 2)
		return 0;
	options = reading(data[0], data[1]);
	if (ternion_open_text((const char *)data + 2, size - 2, options,
		&reader) != TERNION_OK)
		return 0;
	for (; ternion_next(reader, &record) == TERNION_OK; first = false)
		make_repairs(record, first, options);
	ternion_close(reader);
	return 0;
}
