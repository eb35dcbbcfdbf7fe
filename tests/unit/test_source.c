/*
 * Sources: a text is read the same however its bytes come, places in it are
 * counted right, and a record that is too large costs no memory.
 */
#include "tests/unit/reading.h"
#include "tests/unit/sources.h"

#include "parse/text/utf8.h"

static void
show_in_chunks(struct reading_of *of, struct slice text, size_t chunk)
{
	pid_t child = open_chunks(&of->input.source, text, chunk, 1);
	int status;

	show_all(of);
	source_release(&of->input.source);
	waitpid(child, &status, 0);
}

/* A file on disk, read as files are. */
static void
show_file(struct reading_of *of, struct slice text)
{
	open_file(&of->input.source, text);
	show_all(of);
	source_release(&of->input.source);
}

static void
compare_shown(const struct reading_of *a, const struct reading_of *b)
{
	size_t at = 0, from;

	if (slice_equal(strbuf_as_slice(&a->out), strbuf_as_slice(&b->out)))
		return;
	while (a->out.ptr[at] == b->out.ptr[at])
		at++;
	from = at > 60 ? at - 60 : 0;
	fail_msg("read in two ways:\n%.200s\n---\n%.200s", a->out.ptr + from,
	    b->out.ptr + from);
}

/* However the text comes, it reads the same. */
static void
check_in_parts(
    struct slice text, size_t max_record, const size_t *chunks, size_t n)
{
	struct reading_of whole = { .input = { .format = &format_pgn,
					.max_record = max_record },
		.located = true,
		.lines = true };
	struct reading_of parts = whole;

	source_text(&whole.input.source, "test", text);
	show_all(&whole);
	show_file(&parts, text);
	compare_shown(&whole, &parts);
	release(&parts);
	for (size_t i = 0; i < n; i++) {
		parts = (struct reading_of){ .input = { .format = &format_pgn,
						 .max_record = max_record },
			.located = true,
			.lines = true };
		show_in_chunks(&parts, text, chunks[i]);
		compare_shown(&whole, &parts);
		release(&parts);
	}
	release(&whole);
}

TEST(tiny_reads_give_the_same_records)
{
	static const char *const texts[] = {
		"[Event \"a \\\"b\\\"\"] [B \"2\"]\r\n\r\n{first} 1. e4! {g\n"
		"}\r\n\r( 1. d4 (Y)\t$12 )(1. c4(C) 1-0 ) 1.. {x} d7 ;y }\n"
		"%esc\n1...j9+ 0-0-0 $300 3-0-1 {end}\n;end\n\n{next} "
		"2. (Y)= 1-1-1\n\n",
		"1. e4 {open\n\n[Event \"x\"]\n\n1. d4 {open\n \n[Event y]\n"
		"\n[Event \"z\"]\n*",
		"[Event \"open\nmore\"]\n[Event \"open\n\n[\n[X \"\\\"]\n1. "
		"e4\n"
		"[A \"1\"]\n;c\n(1. e4 (1. d4\n[B \"2\"]\n%\n1.",
		"1. e4 (Y",
		"1. e4 (",
		"1. e4 (C",
		"1. e4(C",
		"$",
		"1. e4 $1",
		"1",
		"1.",
		"1..",
		"0-0",
		"0-0-",
		"0-0-0",
		"1-1-1",
		"*",
		"1. *",
		"{",
		";",
		"%",
		"[",
		"[A",
		"[A ",
		"[A \"",
		"[A \"x",
		"[A \"x\"",
		"[A \"x\"]",
		"}",
		")",
		"e4 {a}\n\n\n{b} *",
		"* \n\n{c}\n*\n{d}",
		"e4 3-0-1\n\n1. e4 1/2-1/2-0 *",
		"[A \"x\"]\n\ne4 } * d4 3-0-1 { and so on }\n",
	};
	static const size_t chunks[] = { 1, 2, 3, 7 };

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		check_in_parts(slice_of(texts[i]), MAX_RECORD, chunks, 4);
}

/* Many records, some with faults, beyond several windows of 128 KiB. */
TEST(records_beyond_the_window)
{
	static const size_t chunks[] = { 4096, 32000 };
	struct strbuf text = STRBUF_INIT;

	for (unsigned i = 0; text.len < 450000; i++) {
		strbuf_printf(&text, "[Round \"%u\"]\n\n", i);
		for (unsigned j = 0; j < i % 40; j++)
			strbuf_printf(
			    &text, "%u. e4 {\xc3\xa9 %u\n} ( d4 ) ", j, i);
		if (i % 7 == 0)
			strbuf_puts(&text, "{open");
		strbuf_puts(&text, i % 5 == 0 ? "\n\n" : " 1-1-1\n\n");
	}
	check_in_parts(strbuf_as_slice(&text), MAX_RECORD, chunks, 2);
	strbuf_release(&text);
}

/* All of it one line: columns go on counting. Each diagnostic quotes the line,
 * so that the records are few and long. */
TEST(records_on_one_long_line)
{
	static const size_t chunks[] = { 1000, 32000 };
	struct strbuf text = STRBUF_INIT;

	for (unsigned i = 0; text.len < 300000; i++)
		strbuf_printf(
		    &text, "%u. e4 {\xe2\x99\x98%0300u} $x d7 * ", i, i * 7919);
	check_in_parts(strbuf_as_slice(&text), MAX_RECORD, chunks, 2);
	strbuf_release(&text);
}

/* The columns are those of the text, however much of it has been let go. */
TEST(columns_of_one_long_line)
{
	struct reading_of of = { .input = { .format = &format_pgn,
				     .max_record = MAX_RECORD } };
	struct strbuf text = STRBUF_INIT;
	size_t at = 0;

	while (text.len < 60000)
		strbuf_puts(&text, "e4 {\xe2\x99\x98\xff} $x * ");
	source_text(&of.input.source, "test", strbuf_as_slice(&text));
	while (format_pgn.read(&of.input, &of.arena, &of.diags, &of.record)) {
		struct location where;

		/*
		 * The second diagnostic counts; the first is about the comment.
		 */
		assert_int_equal(of.diags.len, 2);
		diags_sort(&of.diags);
		where = source_locate(
		    &of.input.source, of.diags.list[1].span.start);
		at = (size_t)(strstr(text.ptr + at + 1, "$x") - text.ptr);
		assert_int_equal(where.line, 1);
		assert_int_equal(where.column,
		    1 + utf8_count((struct slice){ text.ptr, at }));
	}
	assert_true(at + 10 > text.len);
	strbuf_release(&text);
	release(&of);
}

/* One record that is larger than the window. */
TEST(record_larger_than_the_window)
{
	static const size_t chunks[] = { 10000, 32000 };
	struct strbuf text = STRBUF_INIT;

	strbuf_puts(&text, "1. e4 * [A \"1\"]\n1. e4 {");
	for (unsigned i = 0; text.len < 150000; i++)
		strbuf_printf(&text, "line %u\n", i);
	strbuf_puts(&text, "} d7 ");
	for (unsigned i = 0; text.len < 180000; i++)
		strbuf_printf(&text, "%u. e4 (d4 $1 {x}) d7 ", i);
	strbuf_puts(&text, "1-1-1\n\n[B \"2\"]\n*\n");
	check_in_parts(strbuf_as_slice(&text), MAX_RECORD, chunks, 2);
	strbuf_release(&text);
}

/* Then no record is read again because more might follow. */
TEST(end_of_file_is_known_with_its_last_bytes)
{
	const struct slice text = slice_of("[Variant \"siege\"]\n\n*\n");
	struct source source;

	open_file(&source, text);
	assert_true(source_fill(&source));
	assert_true(source.eof);
	assert_int_equal(source_rest(&source).len, text.len);
	source_release(&source);
}

/* A byte order mark is skipped, however few bytes come at a time. */
TEST(byte_order_mark_is_skipped)
{
	static const size_t chunks[] = { 1, 2, 3, 4, 100 };
	static const char text[] = "\xef\xbb\xbf[A \"1\"]\n\n1. e4 $x *\n";
	const char *expected = " [A=1] #1/1 e4@3:4 x@3:8 => *"
			       " !nag-malformed@3:7";

	for (size_t i = 0; i < 5; i++) {
		struct reading_of of = { .input = { .format = &format_pgn,
					     .max_record = MAX_RECORD },
			.located = true };

		show_in_chunks(&of, slice_of(text), chunks[i]);
		assert_string_equal(of.out.ptr, expected);
		release(&of);
	}
	/* The first column comes after the byte order mark. */
	for (size_t i = 0; i < 5; i++) {
		struct reading_of of = { .input = { .format = &format_pgn,
					     .max_record = MAX_RECORD },
			.located = true };

		show_in_chunks(
		    &of, slice_of("\xef\xbb\xbf%x\n1. e4 *"), chunks[i]);
		assert_string_equal(of.out.ptr, " #1/1 e4@2:4 => * %%x");
		release(&of);
	}
}

/* Only one, and only at the beginning: another is text that does not belong. */
TEST(one_byte_order_mark)
{
	static const size_t chunks[] = { 3, 6, 100 };

	for (size_t i = 0; i < 3; i++) {
		struct reading_of of = { .input = { .format = &format_pgn,
					     .max_record = MAX_RECORD } };

		show_in_chunks(&of,
		    slice_of("\xef\xbb\xbf\xef\xbb\xbf"
			     "e4 *"),
		    chunks[i]);
		assert_string_equal(
		    of.out.ptr, " e4 => * !byte-order-mark@1:1+3");
		release(&of);
	}
}

TEST(places_count_code_points)
{
	static const char text[] = "ab\xc3\xa9\xe2\x99\x98x\n\n\txy\xff\xfez\n"
				   "\xf0\x9f\x98\x80!";
	static const struct {
		size_t offset;
		unsigned long line, column;
		size_t in_line;
	} cases[] = {
		{ 0, 1, 1, 0 },
		{ 1, 1, 2, 1 },
		{ 2, 1, 3, 2 },
		{ 4, 1, 4, 4 },
		{ 7, 1, 5, 7 },
		{ 8, 1, 6, 8 },
		{ 9, 2, 1, 0 },
		{ 10, 3, 1, 0 },
		{ 11, 3, 2, 1 },
		{ 13, 3, 4, 3 },
		{ 14, 3, 5, 4 },
		{ 15, 3, 6, 5 },
		{ 17, 4, 1, 0 },
		{ 21, 4, 2, 4 },
		{ 22, 4, 3, 5 },
		{ 1000, 4, 3, 5 },
	};
	struct source source;

	source_text(&source, "test", slice_of(text));
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct location at = source_locate(&source, cases[i].offset);

		assert_int_equal(at.line, cases[i].line);
		assert_int_equal(at.column, cases[i].column);
		assert_int_equal(at.offset, cases[i].in_line);
	}
	assert_true(slice_is(source_locate(&source, 12).text, "\txy\xff\xfez"));
	assert_true(slice_is(source_locate(&source, 9).text, ""));
	source_release(&source);
}

TEST(source_advances_by_lines)
{
	struct source source;
	struct location at;

	source_text(&source, "test", slice_of("one\ntwo three\nfour"));
	source_advance(&source, 8);
	assert_true(slice_is(source_rest(&source), "three\nfour"));
	/* Places count from the beginning of the line, which stays. */
	at = source_locate(&source, 4);
	assert_int_equal(at.line, 2);
	assert_int_equal(at.column, 5);
	assert_true(slice_is(at.text, "two three"));
	source_advance(&source, 6);
	at = source_locate(&source, 0);
	assert_int_equal(at.line, 3);
	assert_int_equal(at.column, 1);
	source_advance(&source, 4);
	assert_int_equal(source_rest(&source).len, 0);
	assert_false(source_fill(&source));
	source_release(&source);
}

TEST(sources_that_do_not_open)
{
	struct source source;

	assert_int_not_equal(source_open(&source, "/no/such/file", "x"), 0);
	source_release(&source);
	assert_int_not_equal(source_open(&source, "/tmp", "x"), 0);
	source_release(&source);
}

/* Records that are too large. */

static void
add_record(struct strbuf *text, const char *name, size_t size)
{
	size_t from = text->len;

	strbuf_printf(text, "[Event \"%s\"]\n\n1. e4 {", name);
	while (text->len - from < size - 6)
		strbuf_puts(text, text->len % 64 == 0 ? "\n" : "x");
	strbuf_puts(text, "} *\n\n");
}

static void
check_sizes(const char *before, const size_t *sizes, size_t n, size_t max,
    const char *expected)
{
	struct reading_of of = { .input = { .format = &format_pgn,
				     .max_record = max } };
	struct strbuf text = STRBUF_INIT, shown = STRBUF_INIT;

	strbuf_puts(&text, before);
	for (size_t i = 0; i < n; i++) {
		char name[2] = { (char)('A' + i), '\0' };

		add_record(&text, name, sizes[i]);
	}
	source_text(&of.input.source, "test", strbuf_as_slice(&text));
	while (format_pgn.read(&of.input, &of.arena, &of.diags, &of.record)) {
		const struct tag *tag = record_tag(&of.record, "Event");

		strbuf_char(&shown, ' ');
		if (tag != NULL)
			strbuf_slice(&shown, tag->value);
		for (unsigned i = 0; i < of.diags.len; i++)
			strbuf_printf(&shown, "!%s",
			    diag_table[of.diags.list[i].id].slug);
		assert_int_equal(of.record.broken, of.diags.len > 0);
	}
	assert_string_equal(shown.ptr, expected);
	strbuf_release(&text);
	strbuf_release(&shown);
	release(&of);
}

/*
 * The limit applies to a record anywhere in the file, and the next record is
 * read.
 */
TEST(record_too_large_is_reported_once)
{
	static const size_t last[] = { 500, 500, 5000 };
	static const size_t between[] = { 500, 5000, 500 };
	static const size_t first[] = { 5000, 500, 900 };
	static const size_t many[] = { 5000, 5000, 500, 5000 };

	check_sizes("", last, 3, 1000, " A B !record-too-large");
	check_sizes("", between, 3, 1000, " A !record-too-large C");
	check_sizes("", first, 3, 1000, " !record-too-large B C");
	check_sizes("", many, 4, 1000,
	    " !record-too-large !record-too-large C !record-too-large");
	/*
	 * A record that is too large is reported once, whatever comes before
	 * it.
	 */
	check_sizes("\n\n", first, 3, 1000, " !record-too-large B C");
	check_sizes("\n \n\r\n", many, 3, 1000,
	    " !record-too-large !record-too-large C");
	check_sizes("*\n\n\n\n", first, 3, 1000, "  !record-too-large B C");
}

/* It does not depend on how the bytes come. */
TEST(record_too_large_in_parts)
{
	static const size_t chunks[] = { 700, 20000, 32000 };
	struct strbuf text = STRBUF_INIT;

	add_record(&text, "A", 500);
	add_record(&text, "B", 180000);
	add_record(&text, "C", 90000);
	add_record(&text, "D", 400000);
	add_record(&text, "E", 500);
	check_in_parts(strbuf_as_slice(&text), 100000, chunks, 3);
	strbuf_release(&text);
}

/* The rest of it is skipped at constant memory. */
TEST(too_large_at_constant_memory)
{
	struct reading_of of = { .input = { .format = &format_pgn,
				     .max_record = 200000 } };
	struct strbuf text = STRBUF_INIT;

	add_record(&text, "A", 6000000);
	add_record(&text, "B", 500);
	open_file(&of.input.source, strbuf_as_slice(&text));
	strbuf_release(&text);
	show_all(&of);
	assert_true(of.input.source.size <= 1000000);
	assert_non_null(
	    strstr(of.out.ptr, "!record-too-large@1:1 | [Event=B]"));
	release(&of);
}

/* A CR differs from a CRLF across two reads, too. */
TEST(a_copy_takes_all_that_is_read)
{
	static const char text[] = "012\r3\r\n4\n\r\r\r\n89abc\r";
	struct strbuf copy = STRBUF_INIT;
	struct source source;
	pid_t child = open_chunks(&source, slice_of(text), 1, 1);
	int status;

	source.copy = &copy;
	while (source_fill(&source))
		assert_int_equal(copy.len, source.end + source.is_held);
	assert_true(slice_is(strbuf_as_slice(&copy), text));
	assert_true(
	    slice_is(source_rest(&source), "012\n3\r\n4\n\n\n\r\n89abc\n"));
	source_release(&source);
	strbuf_release(&copy);
	waitpid(child, &status, 0);
}
