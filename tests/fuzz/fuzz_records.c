/*
 * Fuzz target: records in other formats than PGN. The first byte picks the
 * format: l is JSON with a record on each line, y YAML, g a log of threeChess,
 * t move logs of a Triumvirate4LLM client as a stream of files, and any other
 * JSON. The rest is the text of a file; records.h checks what holds for any
 * text.
 */

#include "tests/fuzz/records.h"
#include "tests/fuzz/target.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct format *const by_byte[256] = {
		['l'] = &format_jsonl,
		['y'] = &format_yaml,
		['g'] = &format_log,
		['t'] = &format_trace,
	};
	const struct slice text = { (const char *)data + 1, size - 1 };

	if (size > 0)
		fuzz_records(
		    by_byte[data[0]] != NULL ? by_byte[data[0]] : &format_json,
		    text);
	return 0;
}
