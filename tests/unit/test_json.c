/* The writer of JSON. */
#include "tests/unit/setup.h"

#include "parse/text/json_line.h"

/* JSON. */

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

static void
write_document(struct json *json)
{
	json_begin(json, NULL, '{');
	json_string(json, "a", "b\"");
	json_begin(json, "list", '[');
	json_number(json, NULL, 0);
	json_number(json, NULL, 4294967296UL);
	json_begin(json, NULL, '{');
	json_end(json, '}');
	json_end(json, ']');
	json_bool(json, "yes", true);
	json_bool(json, "no", false);
	json_string(json, "null", NULL);
	json_begin(json, "none", '[');
	json_end(json, ']');
	json_end(json, '}');
}

TEST(json_documents_are_written_flat_or_tall)
{
	struct strbuf out = STRBUF_INIT;
	struct json flat = { .out = &out };
	struct json tall = { .out = &out, .indent = true };

	write_document(&flat);
	assert_string_equal(out.ptr,
	    "{\"a\":\"b\\\"\",\"list\":[0,4294967296,{}],\"yes\":true,"
	    "\"no\":false,\"null\":null,\"none\":[]}");
	strbuf_reset(&out);
	write_document(&tall);
	assert_string_equal(out.ptr,
	    "{\n  \"a\": \"b\\\"\",\n  \"list\": [\n    0,\n    4294967296,\n"
	    "    {}\n  ],\n  \"yes\": true,\n  \"no\": false,\n"
	    "  \"null\": null,\n  \"none\": []\n}");
	strbuf_release(&out);
}

TEST(json_is_put_as_its_format_shows_it)
{
	struct strbuf out = STRBUF_INIT;
	struct json json = { .out = &out, .indent = true };
	const char *volatile none = NULL;

	json_put(&json,
	    "{a:%s b:%.*s c:[%d %u] d:?%u e:?%lu f:=%s g:%ld h:%s i:null",
	    "x\"", 2, "yz", -1, 2u, 0u, 7ul, "0.5", -3l, none);
	json_put(&json, "j:~{k:true} l:[]}");
	assert_string_equal(out.ptr,
	    "{\n  \"a\": \"x\\\"\",\n  \"b\": \"yz\",\n  \"c\": [\n"
	    "    -1,\n    2\n  ],\n  \"d\": null,\n  \"e\": 7,\n"
	    "  \"f\": 0.5,\n  \"g\": -3,\n  \"h\": null,\n"
	    "  \"i\": null,\n  \"j\": {\"k\": true},\n  \"l\": []\n}");
	strbuf_release(&out);
}

TEST(json_lines_fit_their_buffer)
{
	struct strbuf out = STRBUF_INIT;
	struct json_line line;

	json_line_start(&line, &out, 9);
	JSON_LINE_KEY(&line, "a");
	json_line_text(&line, slice_of("plain one"));
	JSON_LINE_LETTER(&line, "b", 'X');
	JSON_LINE_KEY(&line, "list");
	json_line_begin(&line, '[');
	json_line_number(&line, 0);
	json_line_number(&line, 4294967296UL);
	json_line_text(&line, slice_of("\"\n\xc3\xa9"));
	json_line_text(&line, slice_of(""));
	json_line_end(&line, ']');
	JSON_LINE_KEY(&line, "none");
	json_line_begin(&line, '[');
	json_line_end(&line, ']');
	JSON_LINE_KEY(&line, "d");
	JSON_LINE_LITERAL(&line, "true");
	json_line_finish(&line);
	json_line_start(&line, &out, 0);
	json_line_finish(&line);
	assert_string_equal(out.ptr,
	    "{\"a\":\"plain one\",\"b\":\"X\","
	    "\"list\":[0,4294967296,\"\\\"\\n\xc3\xa9\",\"\"],"
	    "\"none\":[],\"d\":true}\n{}\n");
	strbuf_release(&out);
}
