/* Common to all fuzz targets. */
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "parse/text/slice.h"

/* Tries an input; aborts if something is wrong. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void
fuzz_fail(const char *what, struct slice text)
{
	fprintf(stderr, "%s: '%.*s'\n", what, (int)text.len, text.ptr);
	abort();
}
