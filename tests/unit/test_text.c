/* Building blocks of texts; more are in rows.txt. */
#include "tests/unit/setup.h"

#include "parse/text/arena.h"
#include "parse/text/ascii.h"
#include "parse/text/json.h"

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

/* Texts are copied by several bytes at a time: it does not matter which byte is
 * where. */
TEST(json_strings_are_escaped_everywhere)
{
	struct strbuf whole = STRBUF_INIT, byte = STRBUF_INIT;

	for (unsigned i = 0; i < 256 * 10; i++) {
		char text[] = "0123456789", c = (char)(i / 10);
		unsigned at = i % 10;

		text[at] = c;
		strbuf_reset(&whole);
		json_quote(&whole, (struct slice){ text, 10 });
		strbuf_reset(&byte);
		json_quote(&byte, (struct slice){ &c, 1 });
		assert_int_equal(whole.len, byte.len + 9);
		assert_memory_equal(whole.ptr + 1, "0123456789", at);
		assert_memory_equal(
		    whole.ptr + 1 + at, byte.ptr + 1, byte.len - 2);
		assert_string_equal(
		    whole.ptr + at + byte.len - 1, &"123456789\""[at]);
	}
	strbuf_release(&whole);
	strbuf_release(&byte);
}
