/*
 * Records as JSON and YAML: reading, the places of faults, the cutting of a
 * stream into documents, and writing without loss.
 */
#include "tests/unit/reading.h"

#include <sys/resource.h>

#include <yaml.h>

#include "parse/record/tree.h"

static void
check_yaml(const char *text, const char *expected)
{
	check_text(&format_yaml, MAX_RECORD, false, slice_of(text), expected);
}

static void
check_json(const char *text, const char *expected)
{
	check_text(&format_json, MAX_RECORD, false, slice_of(text), expected);
}

TEST(too_many_members_are_reported)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_puts(&text, "{\"plies\": [\"a\"]");
	for (unsigned i = 0; i < TAGS_MAX; i++)
		strbuf_printf(&text, ", \"k%u\": 1", i);
	strbuf_puts(&text, ", \"result\": \"*\"}");
	for (unsigned i = 0; i < 2; i++) {
		struct reading_of records;

		open_text(
		    &records, &format_json, MAX_RECORD, strbuf_as_slice(&text));
		assert_true(next_record(&records));
		assert_int_equal(records.record.result.len, 0);
		assert_int_equal(records.diags.dropped[SEV_ERROR], 1);
		release(&records);
	}
	strbuf_release(&text);
}

static void
add_times(struct strbuf *text, const char *part, unsigned times)
{
	while (times-- > 0)
		strbuf_puts(text, part);
}

static void
check_depth(unsigned deep, const char *expected)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_puts(&text, "{\"plies\": [], \"x\": ");
	add_times(&text, "[", deep - 1);
	add_times(&text, "]", deep - 1);
	strbuf_char(&text, '}');
	check_json(text.ptr, expected);
	check_yaml(text.ptr, expected);
	strbuf_release(&text);
}

TEST(depth_is_limited)
{
	check_depth(TREE_DEEP, " !record-key@1:16");
	check_depth(TREE_DEEP + 1, " !nesting-too-deep@1:319");
	check_depth(100000, " !nesting-too-deep@1:319");
}

/* Streams */

static void
compare_shown(
    const struct reading_of *a, const struct reading_of *b, size_t chunk)
{
	if (!slice_equal(strbuf_as_slice(&a->out), strbuf_as_slice(&b->out)))
		fail_msg("in parts of %zu\n%.300s\nfor\n%.300s", chunk,
		    b->out.ptr, a->out.ptr);
}

/* However the text comes, it reads the same. */
static void
check_in_parts(const struct format *format, struct slice text,
    size_t max_record, const size_t *chunks, size_t n)
{
	struct reading_of whole, parts;

	open_text(&whole, format, max_record, text);
	show_all(&whole);
	for (size_t i = 0; i < n; i++) {
		int status;
		pid_t child;

		open_text(&parts, format, max_record, slice_of(""));
		source_release(&parts.input.source);
		child = open_chunks(&parts.input.source, text, chunks[i], 1);
		show_all(&parts);
		close(parts.input.source.fd);
		parts.input.source.fd = -1;
		waitpid(child, &status, 0);
		compare_shown(&whole, &parts, chunks[i]);
		release(&parts);
	}
	release(&whole);
}

TEST(tiny_reads_give_the_same_records)
{
	static const size_t chunks[] = { 1, 2, 3, 5, 7 };
	static const struct {
		const struct format *format;
		const char *text;
	} tests[] = {
		{ &format_json,
		    "[{\"plies\": [\"a\\\\\", \"}\\\"\"]} ,\n {\"x\": "
		    "[[1]]}]x\n"
		    "{\"plies\": [}\n[5\n]{\"comment\": \"\xc3\xa9\"} \n {" },
		{ &format_json, "[{\"plies\": []}{\"plies\": []}" },
		{ &format_jsonl,
		    "{\"plies\": [\"a\"]}\r\n\n5\n{\n}\n{\"plies\": []}" },
		{ &format_yaml,
		    "---\n...\n%YAML 1.1\n--- {plies: [a]} # \xc3\xa9\r\n---\r"
		    "\nplies:\r\n- b\r\n...\r\n\r\nplies: [\n--- x\n...\n" },
		{ &format_yaml, "--- a\n----\n--" },
		{ &format_yaml, "plies: [a]\n..." },
		{ &format_yaml, "plies: [a]\n...\n---" },
	};

	for (size_t i = 0; i < sizeof(tests) / sizeof(*tests); i++) {
		check_in_parts(tests[i].format, slice_of(tests[i].text),
		    MAX_RECORD, chunks, 5);
		/* A document that is too large is skipped in parts as well. */
		for (size_t max = 8; max < 20; max += 4)
			check_in_parts(tests[i].format, slice_of(tests[i].text),
			    max, chunks, 5);
	}
}

TEST(byte_order_mark_is_skipped)
{
	static const struct format *const kinds[] = { &format_json,
		&format_jsonl, &format_yaml };
	static const char text[] = "\xef\xbb\xbf{\"plies\": [\"a\"], \"b\": 1}";

	for (unsigned i = 0; i < 3; i++) {
		struct reading_of records;

		open_text(&records, kinds[i], MAX_RECORD, slice_of(""));
		source_release(&records.input.source);
		open_file(&records.input.source, slice_of(text));
		show_all(&records);
		assert_string_equal(records.out.ptr, " a !record-key@1:19");
		release(&records);
	}
}

/*
 * Adds a record with that name and about that size, in JSON, which is YAML too.
 */
static void
add_record(struct strbuf *text, const char *name, size_t size)
{
	size_t begin = text->len;

	strbuf_printf(
	    text, "{\"tags\": {\"Event\": \"%s\"}, \"plies\": [\"", name);
	while (text->len < begin + size)
		strbuf_puts(text, "a}\\\\\\\"{]} ");
	strbuf_puts(text, "\"]}");
}

/* Records of these sizes, A and so on, in the format; 1000 bytes at most. */
static void
check_sizes(const struct format *format, const char *between,
    const size_t *sizes, unsigned n, const char *expected)
{
	static const size_t chunks[] = { 100, 999, 30000 };
	struct strbuf text = STRBUF_INIT, names = STRBUF_INIT;
	struct reading_of records;

	for (unsigned i = 0; i < n; i++) {
		char name[] = { (char)('A' + i), '\0' };

		strbuf_puts(&text, i > 0 ? between : "");
		add_record(&text, name, sizes[i]);
	}
	open_text(&records, format, 1000, strbuf_as_slice(&text));
	strbuf_puts(&names, "");
	while (next_record(&records)) {
		if (records.record.tags != NULL)
			strbuf_slice(&names, records.record.tags->value);
		show_diags(&records);
		strbuf_slice(&names, strbuf_as_slice(&records.out));
		strbuf_reset(&records.out);
	}
	assert_string_equal(names.ptr, expected);
	release(&records);
	check_in_parts(format, strbuf_as_slice(&text), 1000, chunks, 3);
	strbuf_release(&text);
	strbuf_release(&names);
}

/* The rest of it is skipped, and no other record. */
TEST(record_too_large_is_reported_once)
{
	static const size_t sizes[] = { 500, 5000, 600, 300000, 700 };
	static const size_t last[] = { 500, 5000 };

	check_sizes(&format_json, "\n", sizes, 5,
	    "A !record-too-large@2:1C !record-too-large@4:1E");
	check_sizes(&format_json, " , ", last, 2, "A !record-too-large@1:511");
	check_sizes(&format_jsonl, "\n", sizes, 5,
	    "A !record-too-large@2:1C !record-too-large@4:1E");
	check_sizes(&format_jsonl, "\n\n", last, 2, "A !record-too-large@3:1");
	check_sizes(&format_yaml, "\n---\n", sizes, 5,
	    "A !record-too-large@2:1C !record-too-large@6:1E");
	check_sizes(&format_yaml, "\n...\n", sizes, 5,
	    "A !record-too-large@3:1C !record-too-large@7:1E");
}

/* Text between the records does not count towards their size. */
TEST(text_between_records_does_not_count)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_puts(&text, "{\"plies\": [\"a\"]}\n");
	add_times(&text, " \n", 5000);
	strbuf_puts(&text, "{\"plies\": [\"b\"]}");
	check_text(&format_json, 1000, false, strbuf_as_slice(&text), " a | b");
	check_text(
	    &format_jsonl, 1000, false, strbuf_as_slice(&text), " a | b");
	strbuf_reset(&text);
	strbuf_puts(&text, "plies: [a]\n...\n");
	add_times(&text, " \n", 5000);
	strbuf_puts(&text, "plies: [b]\n");
	check_text(&format_yaml, 1000, false, strbuf_as_slice(&text), " a | b");
	strbuf_release(&text);
}

/* Memory */

static long
peak_memory(void)
{
	struct rusage usage;

	assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
	return usage.ru_maxrss;
}

/* Reads a text that comes many times, and the KiB of memory that it takes. */
static long
read_stream(const struct format *format, struct slice text, unsigned long times,
    size_t max_record, unsigned long *count)
{
	long before = peak_memory();
	struct reading_of records;
	int status;
	pid_t child;

	open_text(&records, format, max_record, slice_of(""));
	source_release(&records.input.source);
	child = open_chunks(&records.input.source, text, 30000, times);
	*count = 0;
	while (next_record(&records))
		++*count;
	release(&records);
	waitpid(child, &status, 0);
	return peak_memory() - before;
}

TEST(long_streams_take_no_memory)
{
	static const struct format *const kinds[] = { &format_json,
		&format_jsonl, &format_yaml };
	struct strbuf text = STRBUF_INIT;
	unsigned long count;

	for (unsigned i = 0; i < 3; i++) {
		strbuf_reset(&text);
		for (unsigned n = 0; n < 100; n++) {
			if (kinds[i] == &format_yaml)
				strbuf_puts(&text, "---\n");
			add_record(&text, "A", 300);
			strbuf_char(&text, '\n');
		}
		read_stream(
		    kinds[i], strbuf_as_slice(&text), 2, MAX_RECORD, &count);
		assert_in_range(read_stream(kinds[i], strbuf_as_slice(&text),
				    600 / SHARE, MAX_RECORD, &count),
		    0, GROWTH_MAX);
		assert_int_equal(count, 60000 / SHARE);
	}
	strbuf_release(&text);
}

/* One record that never ends. */
TEST(skipping_takes_no_memory)
{
	static const struct {
		const struct format *format;
		const char *part;
	} tests[] = {
		{ &format_json, "{\"a\": [\"" },
		{ &format_jsonl, "{\"a\": [\"" },
		{ &format_yaml, "- abc\n" },
		{ &format_yaml, "abc " },
	};
	struct strbuf text = STRBUF_INIT;
	unsigned long count;

	for (unsigned i = 0; i < 4; i++) {
		strbuf_reset(&text);
		while (text.len < 20000)
			strbuf_puts(&text, tests[i].part);
		read_stream(tests[i].format, strbuf_as_slice(&text), 20, 100000,
		    &count);
		assert_in_range(
		    read_stream(tests[i].format, strbuf_as_slice(&text),
			1000 / SHARE, 100000, &count),
		    0, GROWTH_MAX);
		assert_int_equal(count, 1);
	}
	strbuf_release(&text);
}

/* Writers */

/* Texts that a reader might take for something else. */
static const char *const odd_texts[] = { "", " ", " a", "a ", "y", "N", "Yes",
	"NO", "on", "oFF", "true", "False", "null", "NULL", "~", "0", "0000",
	"5e6", "1_000", "0x1", "0o7", "1:30", "1.5", ".5", ".inf", ".NaN", "=",
	"<<", "-", "- a", "?", "? a", ":", "a:", "a: b", "a :b", "#", "a # b",
	"a#b", "[", "{", "a, b", "a]", "a}", "*a", "&a", "!a", "|", ">", "%a",
	"@a", "`a", "'", "\"", "it's", "\"a\"", "a\\nb", "\\", "---", "--- a",
	"...", "a\nb", "a\n\nb\n", "\n", "a\tb", "\ta", "a\x01", "\x7f",
	"\xc2\x85", "a\xc2\xa0",
	"a\xe2\x80\xa8"
	"b",
	"\xef\xbb\xbf"
	"a",
	"\xc3\xa9", "\xf0\x9f\x98\x80", "\xef\xbf\xbe", "2024-05-06", "*4d(s)",
	"W3d-5d", "1/2-1/2-0", "a\x1b[0m", "</script>" };

enum {
	ODD_TEXTS = sizeof(odd_texts) / sizeof(*odd_texts)
};

/* A game with all of them as comments, as a record of the format. */
static void
write_odd_texts(const struct format *format, struct strbuf *out)
{
	struct settings settings;
	const struct writing writing = { .variant = &variant_siege,
		.settings = &settings,
		.notation = "siege",
		.position = slice_of(""),
		.result = slice_of("*"),
		.first = true };
	struct arena arena = ARENA_INIT;
	struct record record;

	memset(&record, 0, sizeof(record));
	settings_default(&variant_siege, &settings);
	for (unsigned i = 0; i < ODD_TEXTS; i++)
		comments_add(&arena, &record.line.comment,
		    slice_of(odd_texts[i]), (struct span){ 0, 0 });
	format->write(&record, &writing, out);
	arena_release(&arena);
}

/* A reader of YAML takes each as the same text, and for certain as one. */
TEST(texts_are_texts_in_yaml)
{
	struct strbuf text = STRBUF_INIT;
	yaml_parser_t parser;
	yaml_event_t event;
	unsigned n = 0;
	bool more = true, in_list = false;

	write_odd_texts(&format_yaml, &text);
	assert_true(yaml_parser_initialize(&parser));
	yaml_parser_set_input_string(
	    &parser, (const unsigned char *)text.ptr, text.len);
	while (more) {
		assert_true(yaml_parser_parse(&parser, &event));
		more = event.type != YAML_STREAM_END_EVENT;
		in_list |= event.type == YAML_SEQUENCE_START_EVENT;
		if (event.type == YAML_SCALAR_EVENT && in_list &&
		    n < ODD_TEXTS) {
			const char *value =
			    (const char *)event.data.scalar.value;

			assert_string_equal(value, odd_texts[n++]);
			if (event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE)
				assert_true((value[0] | 0x20) >= 'a' &&
				    (value[0] | 0x20) <= 'z' &&
				    strlen(value) > 2);
		}
		yaml_event_delete(&event);
	}
	assert_int_equal(n, ODD_TEXTS);
	yaml_parser_delete(&parser);
	strbuf_release(&text);
}

/* These readers do the same, except for white space at the ends. */
TEST(texts_survive_a_round_trip)
{
	static const struct format *const kinds[] = { &format_json,
		&format_jsonl, &format_yaml };

	for (unsigned i = 0; i < 3; i++) {
		struct strbuf text = STRBUF_INIT;
		const struct comment *comment;
		struct reading_of records;

		write_odd_texts(kinds[i], &text);
		open_text(
		    &records, kinds[i], MAX_RECORD, strbuf_as_slice(&text));
		assert_true(next_record(&records));
		assert_int_equal(records.diags.len, 0);
		comment = records.record.line.comment.first;
		for (unsigned n = 0; n < ODD_TEXTS; n++) {
			assert_true(slice_equal(
			    comment->text, slice_trim(slice_of(odd_texts[n]))));
			comment = comment->next;
		}
		assert_null(comment);
		assert_false(next_record(&records));
		release(&records);
		strbuf_release(&text);
	}
}

/* A record of Siege that is read as YAML, replayed, and written. */
static void
check_written(
    const char *text, const struct format *format, const char *expected)
{
	const struct replay_options options = { .rewrite = true,
		.nags_apart = format->nags_apart };
	struct strbuf out = STRBUF_INIT;
	struct replayed replayed;
	struct writing writing;
	struct reading_of records;

	open_text(&records, &format_yaml, MAX_RECORD, slice_of(text));
	records.replayer = replayer_new(&options);
	assert_true(next_record(&records));
	assert_true(replay_record(
	    records.replayer, &records.record, &records.diags, &replayed));
	writing = (struct writing){ .variant = &variant_siege,
		.settings = &replayed.rules->settings,
		.notation = "siege",
		.position = slice_of(""),
		.result = replayed.result,
		.first = true };
	format->write(&records.record, &writing, &out);
	if (strstr(out.ptr, expected) == NULL)
		fail_msg("%s is written as\n%s\nwithout\n%s", text, out.ptr,
		    expected);
	strbuf_release(&out);
	release(&records);
}

/* A value keeps its type: a string never becomes a number or null. */
TEST(foreign_values_are_kept)
{
	static const char text[] =
	    "{variant: siege, plies: [], \"\": [1, -0, 1.5e+3, true, null, ~, "
	    "'1', 'null', yes, 01, 1., .5, +1, 1e, 0x1, {a\\b: }]}";

	check_written(text, &format_jsonl,
	    "\"\":[1,-0,1.5e+3,true,null,null,\"1\",\"null\",\"yes\",\"01\","
	    "\"1.\",\".5\",\"+1\",\"1e\",\"0x1\",{\"a\\\\b\":null}]");
	check_written(text, &format_yaml,
	    "\"\": [1, -0, 1.5e+3, true, null, null, \"1\", \"null\", \"yes\", "
	    "\"01\", \"1.\", \".5\", \"+1\", \"1e\", \"0x1\", {a\\b: null}]");
	check_written("{variant: siege, plies: [], \"move\\0\": 1}",
	    &format_jsonl, "\"move \":1");
}

/* A comment of another format that PGN cannot hold becomes a comment for each
 * line. */
TEST(comments_of_several_lines)
{
	check_written("variant: siege\nplies: []\ncomment: \"a\\n\\n b\"",
	    &format_pgn, "\n{a\n\n b} *\n");
	check_written("variant: siege\nplies: []\ncomment: \"a }\\n b\\n\\nc\"",
	    &format_pgn, "\n;a }\n{b} {} {c} *\n");
	check_written(
	    "variant: siege\nplies: []\ncomment: \"a\\n\\n[Event \\\"b\\\"]\"",
	    &format_pgn, "\n{a} {} {[Event \"b\"]} *\n");
	check_written(
	    "variant: siege\nplies: []\ncomment: \"[a\\r\\n\\r\\nb\\rc\"",
	    &format_pgn, "\n{[a\n\nb\nc} *\n");
}
