/* Building blocks of texts: the arena, strings that grow, slices, UTF-8. */
#include "tests/unit/setup.h"

#include "parse/text/arena.h"
#include "parse/text/ascii.h"
#include "parse/text/binary.h"
#include "parse/text/near.h"
#include "parse/text/strbuf.h"
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

TEST(arena_copies_texts)
{
	struct arena arena = ARENA_INIT;
	struct slice text = { "ab\0cd", 5 };
	char *copy = arena_copy(&arena, text);

	assert_memory_equal(copy, "ab\0cd", 6);
	assert_string_equal(arena_copy(&arena, (struct slice){ NULL, 0 }), "");
	assert_string_equal(
	    arena_printf(&arena, "%d %s %05u", -1, "x", 42u), "-1 x 00042");
	assert_string_equal(arena_printf(&arena, "%s", ""), "");
	arena_release(&arena);
}

TEST(strings_grow)
{
	struct strbuf buf = STRBUF_INIT;

	assert_int_equal(strbuf_as_slice(&buf).len, 0);
	assert_non_null(strbuf_as_slice(&buf).ptr);
	strbuf_add(&buf, "", 0);
	assert_string_equal(buf.ptr, "");
	strbuf_puts(&buf, "ab");
	strbuf_char(&buf, 'c');
	strbuf_number(&buf, 0);
	strbuf_number(&buf, 18446744073709551615UL);
	strbuf_slice(&buf, slice_sub(slice_of("wxyz"), 1, 2));
	strbuf_printf(&buf, "%s-%d", "q", -5);
	assert_string_equal(buf.ptr, "abc018446744073709551615xyq--5");
	assert_int_equal(buf.len, strlen(buf.ptr));
	strbuf_reset(&buf);
	assert_int_equal(strbuf_as_slice(&buf).len, 0);
	for (unsigned i = 0; i < 10000; i++) {
		strbuf_printf(&buf, "%u,", i % 10);
		assert_int_equal(buf.len, 2 * (i + 1));
	}
	for (unsigned i = 0; i < 10000; i++)
		assert_int_equal(buf.ptr[2 * (size_t)i], '0' + (int)(i % 10));
	strbuf_release(&buf);
	strbuf_release(&buf);
	assert_null(buf.ptr);
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

TEST(utf8_sequences_are_decoded)
{
	static const struct {
		struct slice text;
		size_t len;
		uint32_t point;
	} cases[] = {
		{ { "a", 1 }, 1, 'a' },
		{ { "\0", 1 }, 1, 0 },
		{ { "\x7f", 1 }, 1, 0x7f },
		{ { "\xc2\x80", 2 }, 2, 0x80 },
		{ { "\xdf\xbf", 2 }, 2, 0x7ff },
		{ { "\xe0\xa0\x80", 3 }, 3, 0x800 },
		{ { "\xed\x9f\xbf", 3 }, 3, 0xd7ff },
		{ { "\xee\x80\x80", 3 }, 3, 0xe000 },
		{ { "\xef\xbf\xbf", 3 }, 3, 0xffff },
		{ { "\xf0\x90\x80\x80", 4 }, 4, 0x10000 },
		{ { "\xf4\x8f\xbf\xbf", 4 }, 4, 0x10ffff },
		/*
		 * Single bytes, overlong sequences, surrogates, too large and
		 * cut off ones.
		 */
		{ { "\x80", 1 }, 0, 0 },
		{ { "\xbf\x80", 2 }, 0, 0 },
		{ { "\xc0\x80", 2 }, 0, 0 },
		{ { "\xc1\xbf", 2 }, 0, 0 },
		{ { "\xe0\x9f\xbf", 3 }, 0, 0 },
		{ { "\xed\xa0\x80", 3 }, 0, 0 },
		{ { "\xed\xbf\xbf", 3 }, 0, 0 },
		{ { "\xf0\x8f\xbf\xbf", 4 }, 0, 0 },
		{ { "\xf4\x90\x80\x80", 4 }, 0, 0 },
		{ { "\xf5\x80\x80\x80", 4 }, 0, 0 },
		{ { "\xfe", 1 }, 0, 0 },
		{ { "\xff", 1 }, 0, 0 },
		{ { "\xc3", 1 }, 0, 0 },
		{ { "\xe2\x99", 2 }, 0, 0 },
		{ { "\xf0\x9f\x98", 3 }, 0, 0 },
		{ { "\xc3z", 2 }, 0, 0 },
		{ { "\xe2\x99z", 3 }, 0, 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		uint32_t point = 0;

		assert_int_equal(
		    utf8_next(cases[i].text, &point), cases[i].len);
		assert_int_equal(point, cases[i].point);
		assert_int_equal(utf8_next(cases[i].text, NULL), cases[i].len);
	}
}

TEST(utf8_texts_are_counted)
{
	struct slice mixed = slice_of("a\xc3\xa9\xe2\x99\x98\xff\x80z");

	assert_int_equal(utf8_count(mixed), 6);
	assert_int_equal(utf8_valid_len(mixed), 6);
	assert_int_equal(utf8_count(slice_of("")), 0);
	assert_int_equal(utf8_valid_len(slice_of("abc")), 3);
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

TEST(numbers_are_written)
{
	static const struct {
		unsigned long number;
		const char *text;
	} cases[] = { { 0, "0" }, { 9, "9" }, { 10, "10" }, { 99, "99" },
		{ 100, "100" }, { 1009, "1009" },
		{ 18446744073709551615UL, "18446744073709551615" } };
	char text[NUMBER_DIGITS + 1];

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		*strbuf_put_number(text, cases[i].number) = '\0';
		assert_string_equal(text, cases[i].text);
	}
}

/* A text for a terminal keeps sequences that set colours, if they are whole and
 * nothing else. */
TEST(only_colours_go_to_a_terminal)
{
	static const char *const cases[][2] = {
		{ "a\033[1;31mb\033[0m\n", "a\033[1;31mb\033[0m\n" },
		{ "\033[m\033[38;5;208m", "\033[m\033[38;5;208m" },
		{ "\033[m", "\033[m" },
		{ "\033[", "?[" },
		{ "\033[2J\033[31", "?[2J?[31" },
		{ "\033[31;x\033[31", "?[31;x?[31" },
		{ "\033]0;x\007\033[", "?]0;x??[" },
		{ "\033[8hm\033(m\tb", "?[8hm?(m\tb" },
		{ "\302\200\302\205\177\r", "????" },
	};
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		strbuf_reset(&text);
		strbuf_masked_lines(&text, slice_of(cases[i][0]), true);
		assert_string_equal(text.ptr, cases[i][1]);
	}
	strbuf_reset(&text);
	strbuf_masked_lines(&text, slice_of("\033[31ma\nb"), false);
	assert_string_equal(text.ptr, "?[31ma\nb");
	strbuf_reset(&text);
	strbuf_masked(&text, slice_of("\033[31ma\nb"));
	assert_string_equal(text.ptr, "?[31ma?b");
	strbuf_release(&text);
}

/* A name with signs that a terminal would take amiss is quoted. */
TEST(unsafe_names_are_quoted)
{
	struct strbuf buf = STRBUF_INIT;

	strbuf_name(&buf, slice_of("a\tb\\c\"d\ne\001f\"\n"));
	assert_string_equal(buf.ptr, "\"a\\tb\\\\c\\\"d\\ne\\001f\\\"\\n\"");
	strbuf_release(&buf);
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

/* Letters exchanged are one change, at either end too. */
TEST(distances_count_exchanges_once)
{
	assert_int_equal(near_distance(slice_of("ab"), slice_of("ba")), 1);
	assert_int_equal(
	    near_distance(slice_of("isege"), slice_of("siege")), 1);
	assert_int_equal(
	    near_distance(slice_of("siegne"), slice_of("siegen")), 1);
	assert_int_equal(near_distance(slice_of("abc"), slice_of("bca")), 2);
	assert_int_equal(near_distance(slice_of(""), slice_of("abc")), 3);
	assert_int_equal(near_distance(slice_of("AZaz"), slice_of("azAZ")), 0);
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
