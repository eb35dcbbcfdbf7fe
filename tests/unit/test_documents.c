/*
 * Records as JSON and YAML: reading, the places of faults, the cutting of a
 * stream into documents, and writing without loss.
 */
#include "tests/unit/records.h"

#include <sys/resource.h>

#include <yaml.h>

#include "parse/record/tree.h"

/*
 * Checks the records of a text; with `replay` also the diagnostics of their
 * moves.
 */
static void
check_text(const struct format *format, size_t max_record, bool replay,
    struct slice text, const char *expected)
{
	static const struct replay_options options = { .variant = NULL };
	struct records records;

	open_text(&records, format, max_record, text);
	if (replay)
		records.replayer = replayer_new(&options);
	show_all(&records);
	if (strcmp(records.out.ptr, expected) != 0)
		fail_msg("%.300s\n  reads as%s\n  expected%s", text.ptr,
		    records.out.ptr, expected);
	close_records(&records);
}

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

static void
check_lines(const char *text, const char *expected)
{
	check_text(&format_jsonl, MAX_RECORD, false, slice_of(text), expected);
}

static void
check_replay(
    const struct format *format, const char *text, const char *expected)
{
	check_text(format, MAX_RECORD, true, slice_of(text), expected);
}

/* Members */

TEST(all_members_are_read)
{
	static const char expected[] =
	    " [Variant=siege] [Pope=yes] [White=Ann] [Position=start] "
	    "[Notation=siege] b{early} b{first} W3d-5d $1 $14 c{one} c{two} "
	    "( g{none} ) ( R3b-4b c{x} B3d-4d ) a{end} R3d-5d => *";

	check_json("{\"ternion\": 1, \"variant\": \"siege\", \"options\": "
		   "{\"Pope\": \"yes\"}, \"tags\": {\"White\": \"Ann\"}, "
		   "\"start\": \"start\", \"notation\": \"siege\", "
		   "\"plies\": [{\"move\": \"W3d-5d\", \"nags\": [1, \"14\"], "
		   "\"before\": \"first\", \"comment\": [\"one\", \"two\"], "
		   "\"after\": \" end \\n\", \"variations\": "
		   "[[{\"comment\": \"none\"}], [{\"comment\": \"x\", "
		   "\"move\": \"R3b-4b\"}, \"B3d-4d\"]]}, \"R3d-5d\"], "
		   "\"result\": \"*\", \"comment\": \"early\"}",
	    expected);
	check_yaml("ternion: 1\nvariant: siege\noptions: {Pope: yes}\n"
		   "tags:\n  White: Ann\nstart: start\nnotation: 'siege'\n"
		   "comment: early\nplies:\n"
		   "- {move: W3d-5d, nags: [1, 14], before: first, comment: "
		   "[one, \"two\"], variations: [[{comment: none}],\n"
		   "    [{comment: x, move: R3b-4b}, B3d-4d]],\n"
		   "   after: end}\n"
		   "- >-\n  R3d-5d\nresult: '*'\n",
	    expected);
}

/* The reader takes every scalar as text. */
TEST(scalars_are_texts)
{
	check_yaml("plies: [0000, 5e6, Y, ee3, yes, 0x1, \"*4d(s)\"]\n"
		   "result: 1-1-1",
	    " 0000 5e6 Y ee3 yes 0x1 *4d(s) => 1-1-1");
	check_yaml("tags: {Date: 2024-05-06, Round: 3}\nplies: []",
	    " [Date=2024-05-06] [Round=3]");
	check_json("{\"tags\": {\"Round\": 3, \"A\": true}, \"plies\": []}",
	    " [Round=3] [A=true]");
}

TEST(nulls_count_as_absent)
{
	check_json("{\"variant\": \"siege\", \"tags\": {\"White\": null}, "
		   "\"options\": null, \"plies\": [{\"move\": \"W3d-5d\", "
		   "\"nags\": null, \"comment\": [null], \"variations\": "
		   "null}], \"result\": null}",
	    " [Variant=siege] W3d-5d");
	check_yaml("variant: siege\ntags: {White: ~, Black: , Red: \"\"}\n"
		   "comment:\nresult:\nplies:\n",
	    " [Variant=siege] [Red=]");
	check_yaml("plies: [~, {move: null}, \"null\"]",
	    " null !record-shape@1:9+1 !record-shape@1:12+12");
}

/* A mapping without plies is not a record. */
TEST(plies_are_needed)
{
	check_json("{\"result\": \"*\"}", " => * !record-shape@1:1+1");
	check_yaml("moves: [a]\nresult: \"*\"",
	    " => * !record-key@1:1+5 !record-shape@1:1+1");
}

/* Comments have one place each, as PGN has. */
TEST(comments_have_their_places)
{
	check_json("{\"plies\": [{\"move\": \"a\", \"after\": \"y\", "
		   "\"comment\": \"x\"}]}",
	    " a c{x} c{y}");
	check_json(
	    "{\"plies\": [\"a\"], \"comment\": [\"x\", \"\"]}", " b{x} b{} a");
	check_json(
	    "{\"plies\": [], \"comment\": [\"x\", \"y\"]}", " g{x} g{y}");
}

TEST(unknown_keys_are_reported)
{
	check_json("{\"colour\": \"green\", \"plies\": [{\"move\": \"a\", "
		   "\"nag\": 1}]}",
	    " a !record-key@1:3+6 !record-key@1:46+3");
	check_yaml("colour: green\nplies:\n- move: a\n  nag: 1\n\"\": x",
	    " a !record-key@1:1+6 !record-key@4:3+3 !record-key@5:2+1");
}

TEST(values_of_the_wrong_type_are_reported)
{
	check_json("{\"ternion\": 2, \"variant\": [], \"tags\": 5, "
		   "\"plies\": {}, \"result\": {}}",
	    " !record-shape@1:13+1 !record-shape@1:27+2 "
	    "!record-shape@1:39+1 !record-shape@1:51+2 "
	    "!record-shape@1:65+2");
	check_json("{\"plies\": [[], 5, {\"nags\": [1]}, {\"move\": []}, "
		   "\" \", \"b\"]}",
	    " 5 b !record-shape@1:12+2 !record-shape@1:19+13 "
	    "!record-shape@1:43+2 !record-shape@1:49+1");
	check_json("{\"plies\": [{\"move\": \"a\", \"nags\": [-1, 256, "
		   "\"x\", [], 255], \"comment\": {}, \"variations\": "
		   "[\"b\", [], {}]}]}",
	    " a $255 c{b} ( ) !nag-malformed@1:35+2 !nag-malformed@1:39+3 "
	    "!nag-malformed@1:45+1 !nag-malformed@1:49+2 "
	    "!record-shape@1:70+2 "
	    "!variation-empty@1:94+2 !record-shape@1:98+2");
	check_json("{\"plies\": [], \"result\": \"*\", \"result\": \"*\"}",
	    " => * !record-shape@1:31+6");
	check_json("5", " !record-shape@1:1+1");
	check_json("\"a\"", " !record-shape@1:2+1");
	check_yaml("- a\n", " !record-shape@1:1+4");
}

/* "A tag is a line in PGN." */
TEST(tag_names_and_values)
{
	check_json("{\"tags\": {\"A_1\": \"a\\t\\\\\", \"x-y\": \"1\", "
		   "\"\": \"2\", \"N\": \"a\\nb\", \"O\": []}, \"plies\": []}",
	    " [A_1=a\t\\] !record-shape@1:35+1 !record-shape@1:44+1 "
	    "!record-shape@1:54+4 !record-shape@1:66+2");
	check_yaml("tags: {White: a, White: b}\nplies: []",
	    " [White=a] !tag-duplicate@1:18+5");
}

TEST(too_many_members_are_reported)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_puts(&text, "{\"plies\": [\"a\"]");
	for (unsigned i = 0; i < TAGS_MAX; i++)
		strbuf_printf(&text, ", \"k%u\": 1", i);
	strbuf_puts(&text, ", \"result\": \"*\"}");
	for (unsigned i = 0; i < 2; i++) {
		struct records records;

		open_text(
		    &records, &format_json, MAX_RECORD, strbuf_as_slice(&text));
		assert_true(next_record(&records));
		assert_int_equal(records.record.result.len, 0);
		assert_int_equal(records.diags.dropped[SEV_ERROR], 1);
		close_records(&records);
	}
	strbuf_release(&text);
}

/* Places */

TEST(faulty_moves_are_shown)
{
	static const char yaml[] = "variant: siege\n"
				   "plies:\n"
				   "- W3d-5d\n"
				   "- R3d-9d # plain\n";
	static const char *const quoted[] = { "'R3d-9d'", "\"R3d-9d\"" };

	check_replay(&format_yaml, yaml,
	    " [Variant=siege] W3d-5d R3d-9d !move-geometry@4:3+6");
	for (unsigned i = 0; i < 2; i++) {
		struct strbuf text = STRBUF_INIT;

		strbuf_printf(&text, "variant: siege\nplies: [ W3d-5d,\n  %s]",
		    quoted[i]);
		check_replay(&format_yaml, text.ptr,
		    " [Variant=siege] W3d-5d R3d-9d !move-geometry@3:4+6");
		strbuf_release(&text);
	}
	check_replay(&format_yaml,
	    "variant: siege\nplies:\n- |\n  W3d-5d\n- >+\n\n    R3d-9d\n\n",
	    " [Variant=siege] W3d-5d R3d-9d !move-geometry@7:5+6");
	check_replay(&format_json,
	    "{\"variant\": \"siege\",\n \"plies\": [\"W3d-5d\", \"R3d-9d\"]}",
	    " [Variant=siege] W3d-5d R3d-9d !move-geometry@2:23+6");
}

/* Columns count code points, also after other text in the line. */
TEST(columns_count_code_points_after_other_text)
{
	check_replay(&format_yaml,
	    "variant: siege\nplies: [{move: W3d-5d, comment: \"\xc3\xa9\xe2\x80"
	    "\xa6\xf0\x9f\x98\x80\"}, R3d-9d]",
	    " [Variant=siege] W3d-5d c{\xc3\xa9\xe2\x80\xa6\xf0\x9f\x98\x80} "
	    "R3d-9d !move-geometry@2:41+6");
	check_replay(&format_json,
	    "{\"comment\": \"\xc3\xa9\xe2\x80\xa6\xf0\x9f\x98\x80 \\\"\\\\\","
	    " \"variant\": \"siege\", \"plies\": [\"W3d-9d\"]}",
	    " [Variant=siege] b{\xc3\xa9\xe2\x80\xa6\xf0\x9f\x98\x80 \"\\} "
	    "W3d-9d !move-geometry@1:56+6");
	check_replay(&format_yaml,
	    "variant: siege\r\nplies:\r\n- W3d-5d\r\n- R3d-9d\r\n",
	    " [Variant=siege] W3d-5d R3d-9d !move-geometry@4:3+6");
	check_replay(&format_yaml,
	    "--- {variant: siege, plies: []}\n# \xc3\xa9\n---\n"
	    "# \xc3\xa9\nvariant: siege\nplies: [ W3d-9d]",
	    " [Variant=siege] | [Variant=siege] W3d-9d "
	    "!move-geometry@6:10+6");
}

/* A text with escapes is shown whole. */
TEST(diagnostics_count_escapes_as_written)
{
	check_json("{\"plies\": [\"\\\"\\\\\\u0041\\\\\", \"b\"], "
		   "\"k\\\"\\u0041\": 1, \"result\": {}}",
	    " \"\\A\\ b !record-key@1:35+9 !record-shape@1:60+2");
	check_replay(&format_json,
	    "{\"variant\": \"siege\", \"plies\": [\"\\u00573d-9d\"]}",
	    " [Variant=siege] W3d-9d !move-geometry@1:33+6");
	check_json(
	    "{\"plies\": [\"  a \\n\"], \"result\": \" * \"}", " a => *");
	check_replay(&format_json,
	    "{\"variant\": \"siege\", \"plies\": [\"   W3d-9d \"]}",
	    " [Variant=siege] W3d-9d !move-geometry@1:36+6");
}

TEST(bad_json_is_reported)
{
	check_json("{\"a\" 1}\n{\"plies\": []}", " !json-syntax@1:6+1 |");
	check_json("{\"plies\": [}", " !json-syntax@1:12+1");
	check_json("{\"plies\": [", " !json-syntax@1:11+1");
	check_json("{\"plies\": [\"\xff\"]}", " !json-syntax@1:13+1");
	check_json("x\n{\"plies\": [\"a\"]}", " !json-syntax@1:1+1 | a");
	check_json("{\"plies\": []} x", " | !json-syntax@1:15+1");
}

TEST(bad_yaml_is_reported)
{
	check_yaml("plies: [a, b\n", " !yaml-syntax@1:13+1");
	check_yaml("plies: a: b\n", " !yaml-syntax@1:9+1");
	check_yaml("plies: []\ncomment: \"a\n--- b\"\n",
	    " !yaml-syntax@2:12+1 | !record-shape@3:5+2");
	check_yaml("? [a]\n: b\n", " !yaml-syntax@1:3+1");
	check_yaml("plies: [&a b]\n", " !yaml-alias@1:9+4");
	check_yaml("plies: [*a]\n", " !yaml-alias@1:9+2");
	check_yaml("\xc2\x85\n", " !yaml-syntax@1:1+1");
	check_yaml(
	    "[a]\r---\rb: [d\n", " !record-shape@1:1+3 | !yaml-syntax@3:6+1");
	check_yaml("comment: \xff\n---\nplies: []\n", " !yaml-syntax@1:10+1 |");
	check_yaml("%YAML 3.0\n---\nplies: []\n", " !yaml-syntax@1:1+1");
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
	check_depth(TREE_DEEP, " !record-key@1:16+1");
	check_depth(TREE_DEEP + 1, " !nesting-too-deep@1:319+1");
	check_depth(100000, " !nesting-too-deep@1:319+1");
}

/* Streams */

TEST(arrays_hold_records)
{
	check_json("[{\"plies\": [\"a\"]},\n{\"plies\": [\"b\"]}]\n", " a | b");
	check_json("{\"plies\": [\"a\"]}{\"plies\": [\"b\"]}\n[]", " a | b");
	check_json("[]", "");
	check_json(" \r\n\t", "");
	check_json("[{\"plies\": [\"a\"]}\n{\"plies\": [\"b\"]},\n"
		   "{\"plies\": [\"c\"]}]",
	    " a | b !json-syntax@2:1+1 | c");
	check_json("[\"]\", {\"plies\": [\"a\"]}]", " !json-syntax@1:5+1");
	check_json("[x\ny\n]", " !json-syntax@1:2+1 | !json-syntax@2:1+1");
	check_json("[\"]\", {\"plies\": [\"a\"]}]\n", " !json-syntax@1:5+1");
	check_json("[{\"plies\": [\"a\"]}", " a | !json-syntax@1:18+1");
	check_json("[{\"plies\": [\"a\"]},\n]", " a | !json-syntax@2:1+1");
	check_json("[{\"plies\": [\"a\"]},", " a | !json-syntax@1:19+1");
	check_json("{\"plies\": [\"}\\\"{\", \"]\"]}", " }\"{ ]");
}

TEST(each_line_is_a_record)
{
	check_lines("{\"plies\": [\"a\"]}\n\n \r\n{\"plies\": [\"b\"]}\r\n"
		    "{\"plies\": [\n\"c\"]}\n{\"plies\": [\"d\"]}",
	    " a | b | !json-syntax@5:11+1 | !json-syntax@6:4+1 | d");
}

TEST(each_document_is_a_record)
{
	check_yaml(
	    "plies: [a]\n---\nplies: [b]\n...\nplies: [c]\n", " a | b | c");
	check_yaml("# x\n\n--- {plies: [a]}\n---\n# y\nplies: [b]\n", " a | b");
	check_yaml("%YAML 1.1\n---\nplies: [a]\n...\n# x\n%YAML 1.1\n---\n"
		   "plies: [b]\n",
	    " a | b");
	check_yaml(
	    "...\n---\n...\n--- # none\n...\nplies: [a]\n...\n...\n", " a");
	check_yaml("---\n# x\n--- # y\n\n---\nplies: [a]\n--- \n---\n", " a");
	check_yaml("", "");
	check_yaml(
	    "---\n...\n%YAML 3.0\n---\nplies: [a]\n", " !yaml-syntax@3:1+1");
	check_yaml("# x\n---\n", "");
	check_yaml("plies:\n- ---a\n- \"b\n  --- c\"\n", " ---a b --- c");
	check_yaml(
	    "plies: [a]\n... b\n---\nplies: [c]\n", " !yaml-syntax@2:5+1 | c");
}

static void
compare_shown(const struct records *a, const struct records *b, size_t chunk)
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
	struct records whole, parts;

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
		close_records(&parts);
	}
	close_records(&whole);
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
		struct records records;

		open_text(&records, kinds[i], MAX_RECORD, slice_of(""));
		source_release(&records.input.source);
		open_file(&records.input.source, slice_of(text));
		show_all(&records);
		assert_string_equal(records.out.ptr, " a !record-key@1:19+1");
		close_records(&records);
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
	struct records records;

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
	close_records(&records);
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
	    "A !record-too-large@2:1+1C !record-too-large@4:1+1E");
	check_sizes(
	    &format_json, " , ", last, 2, "A !record-too-large@1:511+1");
	check_sizes(&format_jsonl, "\n", sizes, 5,
	    "A !record-too-large@2:1+1C !record-too-large@4:1+1E");
	check_sizes(
	    &format_jsonl, "\n\n", last, 2, "A !record-too-large@3:1+1");
	check_sizes(&format_yaml, "\n---\n", sizes, 5,
	    "A !record-too-large@2:1+1C !record-too-large@6:1+1E");
	check_sizes(&format_yaml, "\n...\n", sizes, 5,
	    "A !record-too-large@3:1+1C !record-too-large@7:1+1E");
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
	struct records records;
	int status;
	pid_t child;

	open_text(&records, format, max_record, slice_of(""));
	source_release(&records.input.source);
	child = open_chunks(&records.input.source, text, 30000, times);
	*count = 0;
	while (next_record(&records))
		++*count;
	close_records(&records);
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
				    600, MAX_RECORD, &count),
		    0, GROWTH_MAX);
		assert_int_equal(count, 60000);
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
		    read_stream(tests[i].format, strbuf_as_slice(&text), 1000,
			100000, &count),
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
		struct records records;

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
		close_records(&records);
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
	struct records records;

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
	close_records(&records);
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
