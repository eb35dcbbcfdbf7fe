/* Building blocks of texts: the arena, slices, UTF-8. */
#include "tests/unit/setup.h"

#include "parse/text/arena.h"
#include "parse/text/ascii.h"
#include "parse/text/binary.h"
#include "parse/text/utf8.h"

/* The arena */

TEST(arena_returns_aligned_memory)
{
	static const size_t sizes[] = { 1, 3, 16, 17, 1000, 65536, 65537, 0,
		200000, 5 };
	struct arena arena = ARENA_INIT;
	unsigned char *last = NULL;

	for (unsigned round = 0; round < 3; round++) {
		for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
			unsigned char *memory = arena_alloc(&arena, sizes[i]);

			assert_non_null(memory);
			assert_int_equal((uintptr_t)memory % 16, 0);
			for (size_t b = 0; b < sizes[i]; b++)
				assert_int_equal(memory[b], 0);
			memset(memory, 0xff, sizes[i]);
			/* The memory returned before is untouched. */
			if (last != NULL && i > 0 && sizes[i - 1] > 0)
				assert_int_equal(last[sizes[i - 1] - 1], 0xff);
			last = memory;
		}
		last = NULL;
		arena_reset(&arena);
	}
	arena_release(&arena);
	arena_release(&arena);
	arena_reset(&arena);
}

TEST(slices_are_compared_and_trimmed)
{
	assert_true(slice_is(slice_trim(slice_of(" \t\r\n\v\fa b \n")), "a b"));
	assert_true(slice_is(slice_trim(slice_of("  ")), ""));
	assert_int_equal(slice_trim((struct slice){ "\0 a \0", 5 }).len, 5);
	assert_true(slice_equal((struct slice){ NULL, 0 }, slice_of("")));
	assert_false(slice_equal(slice_of("a"), slice_of("ab")));
	assert_false(slice_is(slice_of("ab"), "ac"));
}

TEST(lines_are_skipped)
{
	static const char text[] = "two, \xc3\xa9\xe2\x99\x98 and \xff\x80\n\n";
	const char *p = text;

	assert_int_equal(utf8_skip_line(&p, text + 5), 5);
	assert_ptr_equal(p, text + 5);
	assert_int_equal(utf8_skip_line(&p, text + sizeof(text) - 1), 8);
	assert_ptr_equal(p, strchr(text, '\n'));
	assert_int_equal(utf8_skip_line(&p, text + sizeof(text) - 1), 0);
	assert_ptr_equal(p, strchr(text, '\n'));
	for (unsigned i = 0; i < 10; i++) {
		char line[] = "0123456789";

		p = line;
		line[i] = '\n';
		assert_int_equal(utf8_skip_line(&p, line + 10), i);
		assert_ptr_equal(p, line + i);
	}
}

/* Checks all bytes, also beyond ASCII. */
TEST(ascii_letters_change_case)
{
	static const char small[] = "abcdefghijklmnopqrstuvwxyz";
	static const char large[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

	for (int byte = 1; byte < 256; byte++) {
		char c = (char)byte;
		const char *is_small = strchr(small, c);
		const char *is_large = strchr(large, c);

		assert_int_equal(
		    ascii_is_letter(c), is_small != NULL || is_large != NULL);
		assert_int_equal(
		    ascii_is_digit(c), strchr("0123456789", c) != NULL);
		assert_int_equal(ascii_lower(c),
		    is_large != NULL ? small[is_large - large] : c);
		assert_int_equal(ascii_upper(c),
		    is_small != NULL ? large[is_small - small] : c);
	}
	assert_false(ascii_is_letter('\0'));
	assert_false(ascii_is_digit('\0'));
	assert_true(slice_is_nocase(slice_of("Az@[`{9"), "az@[`{9"));
	assert_false(slice_is_nocase(slice_of("@"), "`"));
	assert_false(slice_is_nocase(slice_of("a"), "ab"));
	assert_false(slice_is_nocase(slice_of("ab"), "a"));
	assert_false(slice_is_nocase(slice_of("xb"), "ab"));
}

/* A binary format is not recognized before enough bytes are seen. */
TEST(heads_of_binary_files)
{
	static const struct {
		const char *bytes;
		size_t len;
	} heads[] = {
		{ "BZh91AY&SY\n", 11 },
		{ "%PDF-1.4\n", 9 },
		{ "SQLite format 3\0\x10", 17 },
		{ "PK\x03\x04\x14", 5 },
		{ "[\0E\0v\0e\0", 8 },
	};

	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++) {
		struct slice head = { heads[i].bytes, heads[i].len };

		assert_non_null(binary_words(head));
		for (size_t n = 1; n < head.len; n++)
			assert_true(binary_is_open(slice_sub(head, 0, n)) ||
			    binary_words(slice_sub(head, 0, n)) ==
				binary_words(head));
	}
	assert_false(binary_is_open(slice_of("1. e4\n")));
}
