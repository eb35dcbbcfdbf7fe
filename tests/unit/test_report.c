/* Reports: the forms, excerpts, and the diagnostics that they leave out. */

#include "tests/unit/unit.h"
#include "formats/report/report.h"
#include "formats/report/xml.h"
#include "parse/text/arena.h"
#include "parse/text/utf8.h"

struct said {
	enum diag_id id;
	uint32_t start, len;
	const char *message;
};

/* The report of diagnostics of a text. */
static char *
reported(const struct report_options *options, const char *text,
    const struct said *said, size_t n)
{
	struct arena arena = ARENA_INIT;
	struct report report;
	struct source source;
	struct diags diags;
	char *written;
	const struct report_origin origin = { "game.pgn", &source, 3,
		"dreierschach", 0, 0 };

	source_text(&source, "game.pgn", slice_of(text));
	diags_init(&diags, &arena);
	for (size_t i = 0; i < n; i++) {
		diags.ply = (unsigned)i;
		diag_add(&diags, said[i].id,
		    (struct span){ said[i].start, said[i].len }, "%s",
		    said[i].message);
	}
	report_init(&report, options);
	report.files = 1;
	report.games = 2;
	report.plies = 30;
	report_add(&report, &origin, &diags);
	report_finish(&report);
	strbuf_puts(&report.text, "");
	written = strdup(report.text.ptr);
	assert_non_null(written);
	report_release(&report);
	source_release(&source);
	arena_release(&arena);
	return written;
}

static void
check_excerpt(
    const char *text, uint32_t start, uint32_t len, const char *expected)
{
	const struct report_options options = { .form = &report_text };
	const struct said said = { DIAG_MOVE_SYNTAX, start, len, "no" };
	char *out = reported(&options, text, &said, 1);

	assert_string_equal(strchr(out, '\n') + 1, expected);
	free(out);
}

TEST(report_in_text)
{
	static const struct said said[] = {
		{ DIAG_MOVE_SYNTAX, 9, 2, "'Zq' is no move" },
		{ DIAG_ESCAPE_DROPPED, 0, 1, "first" },
	};
	const struct report_options options = { .form = &report_text };
	char *out = reported(&options, "1. e4 ok\nZq *\n", said, 2);

	/* In the order of the text. */
	assert_string_equal(out,
	    "game.pgn:1:1: note: first [escape-dropped]\n"
	    "| 1. e4 ok\n"
	    "| ^\n"
	    "game.pgn:2:1: error: 'Zq' is no move [move-syntax]\n"
	    "| Zq *\n"
	    "| ^~\n");
	free(out);
}

TEST(excerpts_mark_the_columns)
{
	check_excerpt("a b c\n", 2, 1, "| a b c\n|   ^\n");
	/* Tabs are kept, so that the caret is in the right column. */
	check_excerpt("\ta\tb\n", 3, 1, "| \ta\tb\n| \t \t^\n");
	check_excerpt("ab\tcd\n", 1, 3, "| ab\tcd\n|  ^~~~~~\n");
	/* One column for each code point. */
	check_excerpt("\xc3\xa9\xe2\x99\x98 Zq\n", 6, 2,
	    "| \xc3\xa9\xe2\x99\x98 Zq\n|    ^~\n");
	check_excerpt("a\xe2\x99\x98\xe2\x99\x98z\n", 1, 6,
	    "| a\xe2\x99\x98\xe2\x99\x98z\n|  ^~\n");
	/* The marks end with the line, before its carriage return. */
	check_excerpt("abc\r\ndef\n", 1, 100, "| abc\n|  ^~\n");
	check_excerpt("abc\r\ndef\n", 3, 1, "| abc\n|    ^\n");
	check_excerpt("abc\r\ndef\n", 4, 1, "| abc\n|    ^\n");
	check_excerpt("abc", 3, 1, "| abc\n|    ^\n");
	check_excerpt("\n", 0, 1, "| \n| ^\n");
	/* A wide character has two columns, a combining one none. */
	check_excerpt(
	    "\xe5\xbe\x8c Zq\n", 4, 2, "| \xe5\xbe\x8c Zq\n|    ^~\n");
	check_excerpt("e\xcc\x81 \xe5\xbe\x8c\n", 4, 3,
	    "| e\xcc\x81 \xe5\xbe\x8c\n|   ^~\n");
	/* Escape sequences do not reach a terminal. */
	check_excerpt("a\033[1mb\n", 5, 1, "| a?[1mb\n|      ^\n");
}

TEST(report_excerpts_of_bad_bytes)
{
	check_excerpt("a\xff z\n", 3, 1, "| a\xef\xbf\xbd z\n|    ^\n");
	check_excerpt(
	    "a\x80\x80 z\n", 4, 1, "| a\xef\xbf\xbd\xef\xbf\xbd z\n|     ^\n");
}

TEST(report_excerpts_of_long_lines)
{
	const struct report_options options = { .form = &report_text };
	struct strbuf text = STRBUF_INIT;

	for (unsigned i = 0; i < 300; i++)
		strbuf_puts(&text, "\xc3\xa9\xe2\x99\x98=");
	strbuf_puts(&text, "\n");
	for (uint32_t at = 0; at < 1800; at += 6) {
		const struct said said = { DIAG_MOVE_SYNTAX, at + 5, 1, "x" };
		char *out = reported(&options, text.ptr, &said, 1);
		char *line = strchr(out, '\n') + 1;
		char *caret = strchr(line, '\n') + 1;
		size_t column = (size_t)(strchr(caret, '^') - caret);
		size_t shown = 0;

		assert_true(utf8_count((struct slice){
				line, (size_t)(caret - line) }) <= 170);
		/* The excerpt shows the marked text whole, above the caret. */
		assert_int_equal(utf8_valid_len(slice_of(out)), strlen(out));
		for (; column > 0; column--) {
			size_t len = strlen(line + shown);

			shown += utf8_next(
			    (struct slice){ line + shown, len }, NULL);
		}
		assert_int_equal(line[shown], '=');
		free(out);
	}
	strbuf_release(&text);
}

TEST(report_in_colour)
{
	const struct report_options options = { .form = &report_text,
		.colour = true };
	const struct said said = { DIAG_MOVE_SYNTAX, 0, 1, "x" };
	char *out = reported(&options, "a\n", &said, 1);

	assert_non_null(strstr(out, "\033["));
	assert_non_null(strstr(out, "\033[0m"));
	free(out);
}

TEST(report_in_json)
{
	static const struct said said[] = {
		{ DIAG_MOVE_NUMBER, 6, 3, "a \"b\"" },
		{ DIAG_MOVE_SYNTAX, 10, 4, "c" },
	};
	struct report_options options = { .form = &report_json };
	char *out = reported(&options, "1. e4 2.. \xc3\xa9\n.*\n", said, 2);

	assert_string_equal(out,
	    "{\"version\":1,\"diagnostics\":[\n"
	    "{\"file\":\"game.pgn\",\"line\":1,\"column\":7,\"end_line\":1,"
	    "\"end_column\":10,\"severity\":\"warning\",\"code\":"
	    "\"move-number\",\"message\":\"a \\\"b\\\"\",\"game\":3,"
	    "\"ply\":null,\"move\":null,\"variant\":\"dreierschach\"},\n"
	    "{\"file\":\"game.pgn\",\"line\":1,\"column\":11,\"end_line\":2,"
	    "\"end_column\":2,\"severity\":\"error\",\"code\":"
	    "\"move-syntax\",\"message\":\"c\",\"game\":3,\"ply\":1,\"move\":"
	    "null,"
	    "\"variant\":\"dreierschach\"}\n"
	    "],\"summary\":{\"files\":1,\"games\":2,\"plies\":30,\"errors\":1,"
	    "\"warnings\":1,\"notes\":0}}\n");
	free(out);
	out = reported(&options, "", NULL, 0);
	assert_string_equal(out,
	    "{\"version\":1,\"diagnostics\":[\n],\"summary\":{\"files\":1,"
	    "\"games\":2,\"plies\":30,\"errors\":0,\"warnings\":0,"
	    "\"notes\":0}}\n");
	free(out);
	options.form = &report_jsonl;
	out = reported(&options, "1. e4 2.. \xc3\xa9\n.*\n", said, 1);
	assert_string_equal(out,
	    "{\"file\":\"game.pgn\",\"line\":1,\"column\":7,\"end_line\":1,"
	    "\"end_column\":10,\"severity\":\"warning\",\"code\":"
	    "\"move-number\",\"message\":\"a \\\"b\\\"\",\"game\":3,"
	    "\"ply\":null,\"move\":null,\"variant\":\"dreierschach\"}\n");
	free(out);
}

/* Unknown values are null. */
TEST(report_of_a_file_in_json)
{
	const struct report_options options = { .form = &report_jsonl };
	struct report report;

	report_init(&report, &options);
	report_file(&report, "x", DIAG_FILE_UNREADABLE, "no such file");
	assert_string_equal(report.text.ptr,
	    "{\"file\":\"x\",\"line\":null,\"column\":null,"
	    "\"end_line\":null,\"end_column\":null,\"severity\":\"error\","
	    "\"code\":\"file-unreadable\",\"message\":\"no such file\","
	    "\"game\":null,\"ply\":null,\"move\":null,\"variant\":null}\n");
	report_release(&report);
}

static unsigned
lines_of(const char *text)
{
	unsigned lines = 0;

	for (; *text != '\0'; text++)
		lines += *text == '\n';
	return lines;
}

TEST(report_shows_the_severities_asked_for)
{
	static const struct said said[] = {
		{ DIAG_ESCAPE_DROPPED, 0, 1, "note" },
		{ DIAG_MOVE_NUMBER, 1, 1, "warning" },
		{ DIAG_MOVE_SYNTAX, 2, 1, "error" },
		{ DIAG_MOVE_SYNTAX, 3, 1, "error" },
		{ DIAG_TAG_MALFORMED, 4, 1, "error" },
	};
	struct report_options options = { .form = &report_jsonl };
	char *out = reported(&options, "abcdef", said, 5);

	assert_int_equal(lines_of(out), 5);
	free(out);
	options.least = SEV_WARNING;
	out = reported(&options, "abcdef", said, 5);
	assert_int_equal(lines_of(out), 4);
	free(out);
	options.disabled[DIAG_MOVE_SYNTAX] = true;
	out = reported(&options, "abcdef", said, 5);
	assert_int_equal(lines_of(out), 2);
	free(out);
	options.disabled[DIAG_MOVE_SYNTAX] = false;
	options.max_errors = 2;
	out = reported(&options, "abcdef", said, 5);
	assert_int_equal(lines_of(out), 3);
	free(out);
}

TEST(report_counts_diagnostics)
{
	const struct report_options options = { .form = &report_text,
		.least = SEV_ERROR };
	struct report report;

	report_init(&report, &options);
	assert_int_equal(report_worst(&report), -1);
	report_file(&report, "x", DIAG_ESCAPE_DROPPED, "note");
	assert_int_equal(report_worst(&report), SEV_NOTE);
	report_file(&report, "x", DIAG_INPUT_EMPTY, "nothing");
	assert_int_equal(report_worst(&report), SEV_WARNING);
	assert_int_equal(report.text.len, 0);
	report_file(&report, "x", DIAG_FILE_UNREADABLE, "no such file");
	assert_int_equal(report_worst(&report), SEV_FATAL);
	assert_string_equal(
	    report.text.ptr, "x: error: no such file [file-unreadable]\n");
	report_release(&report);
}

TEST(xml_is_escaped)
{
	struct strbuf out = STRBUF_INIT;

	xml_attribute(&out, "a",
	    slice_of("<&>\"'\t\r\n\x01\x7f\xff\xef\xbf\xbf\xc3\xa9"));
	assert_string_equal(out.ptr,
	    " a=\"&lt;&amp;&gt;&quot;'&#9;&#13;&#10;\xef\xbf\xbd\x7f"
	    "\xef\xbf\xbd\xef\xbf\xbd\xc3\xa9\"");
	strbuf_reset(&out);
	xml_text(&out, slice_of("<\n"));
	strbuf_puts(&out, "");
	assert_string_equal(out.ptr, "&lt;\n");
	strbuf_reset(&out);
	xml_number(&out, "n", 12);
	assert_string_equal(out.ptr, " n=\"12\"");
	strbuf_release(&out);
}

TEST(forms_are_found_by_name)
{
	for (const struct report_form *const *f = report_forms; *f; f++)
		assert_ptr_equal(report_form_find(slice_of((*f)->id)), *f);
	assert_null(report_form_find(slice_of("")));
	assert_null(report_form_find(slice_of("jso")));
	assert_ptr_equal(report_forms[0], &report_text);
}

/* Every form says something of an empty run, but those that are lists of
 * lines; and none says more for asking twice. */
TEST(reports_of_an_empty_run)
{
	for (const struct report_form *const *f = report_forms; *f; f++) {
		const struct report_options options = { .form = *f };
		struct report report;

		report_init(&report, &options);
		report_finish(&report);
		assert_int_equal(report.text.len > 0,
		    *f != &report_text && *f != &report_jsonl);
		if (report.text.len > 0)
			assert_int_equal(
			    report.text.ptr[report.text.len - 1], '\n');
		report_release(&report);
	}
}

/* Changed severities are counted, and decide which findings are shown. */
TEST(changed_severities_count)
{
	struct report_options options = { .form = &report_jsonl,
		.least = SEV_WARNING };
	struct report report;

	options.level[DIAG_INPUT_EMPTY] = SEV_NOTE + 1;
	options.level[DIAG_ESCAPE_DROPPED] = SEV_ERROR + 1;
	options.level[DIAG_MOVE_SYNTAX] = SEV_NOTE + 1;
	options.level[DIAG_FILE_UNREADABLE] = SEV_NOTE + 1;
	options.disabled[DIAG_DIRECTORY_EMPTY] = true;
	report_init(&report, &options);
	report_file(&report, "x", DIAG_INPUT_EMPTY, "a");
	report_file(&report, "x", DIAG_MOVE_SYNTAX, "b");
	assert_int_equal(report.text.len, 0);
	assert_int_equal(report_worst(&report), SEV_NOTE);
	report_file(&report, "x", DIAG_ESCAPE_DROPPED, "c");
	assert_int_equal(report_worst(&report), SEV_ERROR);
	assert_non_null(strstr(report.text.ptr, "\"severity\":\"error\""));
	report_file(&report, "x", DIAG_DIRECTORY_EMPTY, "d");
	report_file(&report, "x", DIAG_FILE_UNREADABLE, "e");
	assert_int_equal(report.count[SEV_FATAL], 2);
	/* An error that excludes a record stays an error. */
	report.options.keeps_errors = true;
	report_file(&report, "x", DIAG_MOVE_SYNTAX, "f");
	assert_int_equal(report.count[SEV_ERROR], 2);
	report_release(&report);
}
