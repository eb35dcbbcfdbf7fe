/* A notation with letters, ready to read tokens. */
#pragma once

#include "tests/unit/setup.h"

#include "parse/notation/notation.h"

/* A notation with letters, ready to read. */
struct reader {
	const struct notation *notation;
	struct alphabet alphabet;
};

static inline struct reader
reader_of(const char *notation, const char *letters, const char *pieces)
{
	struct reader reader = { .notation =
				     notation_find(NULL, slice_of(notation)) };

	assert_non_null(reader.notation);
	alphabet_init(
	    &reader.alphabet, letter_set_find(slice_of(letters)), pieces);
	return reader;
}
