/*
 * Fuzz target: records as JSON. If the first byte is l, there is a record on
 * each line; the rest is the text of a file. records.h checks what holds for
 * any text.
 */
#include <stdint.h>

#include "tests/fuzz/records.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct slice text = { (const char *)data + 1, size - 1 };

	if (size > 0)
		fuzz_records(
		    data[0] == 'l' ? &format_jsonl : &format_json, text);
	return 0;
}
