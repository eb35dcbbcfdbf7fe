/*
 * Fuzz target: records as logs of threeChess. The input is the text of a file;
 * records.h checks what holds for any text.
 */
#include <stdint.h>

#include "tests/fuzz/records.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_records(&format_log, (struct slice){ (const char *)data, size });
	return 0;
}
