/* The writer of JSON; its documents are in tests/cli and tests/lint. */
#include "tests/unit/setup.h"

#include "parse/text/json_line.h"

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
