/*
 * Readers of records: the texts of reading.txt, which explains its form. A text
 * is read the same however its bytes come, in parts or packed; damaged data is
 * an error after all the sound data; places in a text are counted right; and
 * records that are too large or endless cost no memory.
 */
#include "tests/unit/reading.h"

#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "formats/library/ternion.h"
#include "parse/record/tree.h"
#include "parse/text/utf8.h"

/*
 * Sources
 */

enum {
	MIB = 1024 * 1024,
	BLANKS = 600,      /* bytes */
	LONG_TEXT = 60000, /* bytes */
};

/* A source from a file on disk with these bytes. */
static void
open_file(struct source *source, struct slice text)
{
	char path[] = "/tmp/ternion-test-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text.ptr, text.len), text.len);
	close(fd);
	assert_int_equal(source_open(source, path, "test"), 0);
	unlink(path);
}

/* A thread that sends a text in chunks; with chunks of 0 bytes there is none.
 */
struct sender {
	pthread_t thread;
	struct slice text;
	size_t chunk;
	int fd;
};

static void *
send_chunks(void *data)
{
	const struct sender *sender = data;
	struct slice text = sender->text;
	size_t chunk = sender->chunk;

	for (size_t at = 0; at < text.len; at += chunk)
		if (send(sender->fd, text.ptr + at,
			text.len - at < chunk ? text.len - at : chunk,
			MSG_NOSIGNAL) < 0)
			break;
	close(sender->fd);
	return NULL;
}

/* A source whose every read gives `chunk` bytes; 0: a file. */
static void
open_chunks(struct source *source, struct sender *sender, struct slice text,
    size_t chunk)
{
	int ends[2];

	*sender = (struct sender){ .text = text, .chunk = chunk };
	if (chunk == 0) {
		open_file(source, text);
		return;
	}
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
	sender->fd = ends[1];
	assert_int_equal(
	    pthread_create(&sender->thread, NULL, send_chunks, sender), 0);
	*source = (struct source){
		.name = "test", .fd = ends[0], .line = 1, .column = 1
	};
}

static void
close_chunks(struct source *source, struct sender *sender)
{
	source_release(source);
	if (sender->chunk > 0)
		pthread_join(sender->thread, NULL);
}

/* To find a place in a long line takes as long as the line is. */
static void
show_places(struct reading_of *of, size_t max_record, struct slice text)
{
	if (max_record < MAX_RECORD)
		return;
	of->located = text.len < LONG_TEXT ? 1 : 16;
	of->lines = of->input.format == &format_pgn;
}

/* Shows the records of a text with their places; `chunk` as above. */
static void
show_chunks(struct reading_of *of, const struct format *format,
    size_t max_record, struct slice text, size_t chunk)
{
	struct sender sender;

	open_text(of, format, max_record, slice_of(""));
	show_places(of, max_record, text);
	source_release(&of->input.source);
	open_chunks(&of->input.source, &sender, text, chunk);
	show_all(of);
	close_chunks(&of->input.source, &sender);
}

static void
fail_in_parts(const struct reading_of *whole, const struct reading_of *parts,
    size_t chunk)
{
	const char *a = whole->out.ptr, *b = parts->out.ptr;
	size_t at = 0;

	while (a[at] == b[at])
		at++;
	at -= at < 60 ? at : 60;
	fail_msg(
	    "%.100s\n in parts of %zu reads as%.200s\n  and whole as%.200s",
	    whole->input.source.buf, chunk, b + at, a + at);
}

/* However the text comes, it reads the same. */
static void
check_in_parts(const struct format *format, size_t max_record,
    struct slice text, const size_t *chunks, size_t n)
{
	struct reading_of whole, parts;

	open_text(&whole, format, max_record, text);
	show_places(&whole, max_record, text);
	show_all(&whole);
	for (size_t i = 0; i < n; i++) {
		show_chunks(&parts, format, max_record, text, chunks[i]);
		if (!slice_equal(strbuf_as_slice(&whole.out),
			strbuf_as_slice(&parts.out)))
			fail_in_parts(&whole, &parts, chunks[i]);
		release(&parts);
	}
	release(&whole);
}

/* Where enough text follows, tokens are read in another way: with blanks at its
 * end the text reads the same, if its result stands there. */
static void
check_far_from_the_end(const struct format *format, bool replay,
    struct slice text, const char *expected)
{
	struct strbuf far = STRBUF_INIT;

	strbuf_slice(&far, text);
	for (unsigned i = 0; i < BLANKS; i++)
		strbuf_char(&far, ' ');
	check_text(format, MAX_RECORD, replay, strbuf_as_slice(&far), expected);
	strbuf_release(&far);
}

/* FORMAT TEXT or FORMAT replayed TEXT */
static void
check_case(char *line, char *expected)
{
	static const size_t chunks[] = { 0, 1, 3 };
	const struct format *format;
	struct slice read;
	char *text = line + strcspn(line, " ");
	bool replay;

	if (*text != '\0')
		*text++ = '\0';
	replay = strncmp(text, "replayed ", 9) == 0;
	text += replay ? 9 : 0;
	read = (struct slice){ text, unescape(text) };
	format = format_find(slice_of(line));
	/* No byte after the text belongs to it. */
	memcpy(text + read.len, "7x", sizeof("7x"));
	unescape(expected);
	check_text(format, MAX_RECORD, replay, read, expected);
	if (read.len > 0 && text[read.len - 1] == '*')
		check_far_from_the_end(format, replay, read, expected);
	check_in_parts(format, MAX_RECORD, read, chunks, 3);
}

TEST(texts_are_read)
{
	FILE *file = fopen("tests/unit/reading.txt", "r");
	char lines[2][1024]; /* with room for two bytes more */
	unsigned cases = 0;

	assert_non_null(file);
	while (fgets(lines[0], sizeof(lines[0]), file) != NULL) {
		lines[0][strcspn(lines[0], "\n")] = '\0';
		if (strchr("#=", lines[0][0]) != NULL)
			continue;
		assert_non_null(fgets(lines[1], sizeof(lines[1]), file));
		lines[1][strcspn(lines[1], "\n")] = '\0';
		assert_int_equal(lines[1][0], '=');
		check_case(lines[0], lines[1] + 1);
		cases++;
	}
	fclose(file);
	assert_true(cases > 250);
}

/* Adds a part, in which %u is its number, until the text has that size. */
static void
add_parts(struct strbuf *text, const char *part, size_t size)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	for (unsigned i = 0; text->len < size; i++)
		strbuf_printf(text, part, i, i, i);
#pragma GCC diagnostic pop
}

/* Texts beyond several windows of 128 KiB: many records, some with faults; all
 * of them on one line, whose columns go on counting; one record larger than the
 * window. Each diagnostic quotes its line, so that long ones have few. */
TEST(long_texts_are_read)
{
	static const struct {
		const char *parts[4];
		size_t sizes[4];
	} texts[] = {
		{ { "[Round \"%u\"]\n\n1. e4 {\xc3\xa9 %u\n} ( d4 ) $x "
		    "1-1-1\n\n"
		    "[Round \"%u\"]\n\n1. e4 {open\n\n" },
		    { 450000 } },
		{ { "%u. e4 {\xe2\x99\x98%0300u} $x d7 * " }, { 300000 } },
		{ { "1. e4 * [A \"1\"]\n1. e4 {", "line %u\n", "} d7 ",
		      "%u. e4 (d4 $1 {x}) d7 " },
		    { 1, 150000, 150001, 180000 } },
	};
	static const size_t chunks[] = { 0, 4096, 32000 };

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct strbuf text = STRBUF_INIT;

		for (size_t p = 0; p < 4 && texts[i].parts[p] != NULL; p++)
			add_parts(&text, texts[i].parts[p], texts[i].sizes[p]);
		strbuf_puts(&text, "1-1-1\n\n[B \"2\"]\n*\n");
		check_in_parts(
		    &format_pgn, MAX_RECORD, strbuf_as_slice(&text), chunks, 3);
		strbuf_release(&text);
	}
}

/* The columns are those of the text, however much of it has been let go. */
TEST(columns_of_one_long_line)
{
	struct strbuf text = STRBUF_INIT;
	struct reading_of of;
	size_t at = 0;

	while (text.len < 60000)
		strbuf_puts(&text, "e4 {\xe2\x99\x98\xff} $x * ");
	open_text(&of, &format_pgn, MAX_RECORD, strbuf_as_slice(&text));
	while (next_record(&of)) {
		struct location where;

		/* The second diagnostic counts; the first is about the comment.
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

/* A byte order mark is skipped, however few bytes come at a time, but only one,
 * and only at the beginning. The first column comes after it. */
TEST(byte_order_mark_is_skipped)
{
	static const struct {
		const struct format *format;
		const char *text, *expected;
	} cases[] = {
		{ &format_pgn, "\xef\xbb\xbf[A \"1\"]\n\n1. e4 $x *\n",
		    " [A=1] #1/1 e4@3:4 => * !nag-malformed@3:7 of 10+2" },
		{ &format_pgn, "\xef\xbb\xbf%x\n1. e4 *",
		    " #1/1 e4@2:4 => * %%x" },
		{ &format_pgn, "\xef\xbb\xbf\xef\xbb\xbf e4 *",
		    " e4@1:3 => * !byte-order-mark@1:1 of 8+3" },
		{ &format_json, "\xef\xbb\xbf{\"plies\": [\"a\"], \"b\": 1}",
		    " a@1:13 !record-key@1:19" },
		{ &format_jsonl, "\xef\xbb\xbf{\"plies\": [\"a\"], \"b\": 1}",
		    " a@1:13 !record-key@1:19" },
		{ &format_yaml, "\xef\xbb\xbf{\"plies\": [\"a\"], \"b\": 1}",
		    " a@1:13 !record-key@1:19" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		for (size_t chunk = 0; chunk < 8; chunk++) {
			struct reading_of of;

			show_chunks(&of, cases[i].format, MAX_RECORD,
			    slice_of(cases[i].text), chunk);
			assert_string_equal(of.out.ptr, cases[i].expected);
			release(&of);
		}
}

TEST(places_count_code_points)
{
	static const char text[] = "ab\xc3\xa9\xe2\x99\x98x\n\n\txy\xff\xfez\n"
				   "\xf0\x9f\x98\x80!";
	static const unsigned long cases[][4] = {
		/* offset, line, column, byte */
		{ 0, 1, 1, 0 }, { 1, 1, 2, 1 }, { 2, 1, 3, 2 }, { 4, 1, 4, 4 },
		{ 7, 1, 5, 7 }, { 8, 1, 6, 8 }, { 9, 2, 1, 0 }, { 10, 3, 1, 0 },
		{ 11, 3, 2, 1 }, { 13, 3, 4, 3 }, { 14, 3, 5, 4 },
		{ 15, 3, 6, 5 }, { 17, 4, 1, 0 }, { 21, 4, 2, 4 },
		{ 22, 4, 3, 5 }, { 1000, 4, 3, 5 }
	};
	struct source source;

	source_text(&source, "test", slice_of(text));
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct location at = source_locate(&source, cases[i][0]);

		assert_int_equal(at.line, cases[i][1]);
		assert_int_equal(at.column, cases[i][2]);
		assert_int_equal(at.offset, cases[i][3]);
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

/* A CR differs from a CRLF across two reads, too. */
TEST(a_copy_takes_all_that_is_read)
{
	static const char text[] = "012\r3\r\n4\n\r\r\r\n89abc\r";
	struct strbuf copy = STRBUF_INIT;
	struct sender sender;
	struct source source;

	open_chunks(&source, &sender, slice_of(text), 1);
	source.copy = &copy;
	while (source_fill(&source))
		assert_int_equal(copy.len, source.end + source.is_held);
	assert_true(slice_is(strbuf_as_slice(&copy), text));
	assert_true(
	    slice_is(source_rest(&source), "012\n3\r\n4\n\n\n\r\n89abc\n"));
	close_chunks(&source, &sender);
	strbuf_release(&copy);
}

/*
 * Limits of a record
 */

TEST(too_many_members_are_reported)
{
	struct strbuf text = STRBUF_INIT;
	struct reading_of records;

	strbuf_puts(&text, "{\"plies\": [\"a\"]");
	for (unsigned i = 0; i < TAGS_MAX; i++)
		strbuf_printf(&text, ", \"k%u\": 1", i);
	strbuf_puts(&text, ", \"result\": \"*\"}");
	open_text(&records, &format_json, MAX_RECORD, strbuf_as_slice(&text));
	assert_true(next_record(&records));
	assert_int_equal(records.record.result.len, 0);
	assert_int_equal(records.diags.dropped[SEV_ERROR], 1);
	release(&records);
	strbuf_release(&text);
}

TEST(depth_is_limited)
{
	static const struct {
		unsigned deep;
		const char *expected;
	} cases[] = { { TREE_DEEP, " !record-key@1:16" },
		{ TREE_DEEP + 1, " !nesting-too-deep@1:319" },
		{ 100000, " !nesting-too-deep@1:319" } };

	for (size_t i = 0; i < 3; i++) {
		struct strbuf text = STRBUF_INIT;

		strbuf_puts(&text, "{\"plies\": [], \"x\": ");
		for (unsigned n = 1; n < cases[i].deep; n++)
			strbuf_char(&text, '[');
		for (unsigned n = 1; n < cases[i].deep; n++)
			strbuf_char(&text, ']');
		strbuf_char(&text, '}');
		check_text(&format_json, MAX_RECORD, false,
		    strbuf_as_slice(&text), cases[i].expected);
		check_text(&format_yaml, MAX_RECORD, false,
		    strbuf_as_slice(&text), cases[i].expected);
		strbuf_release(&text);
	}
}

/* Adds a record with that name and about that size; JSON is YAML, too. */
static void
add_record(
    struct strbuf *text, const struct format *format, unsigned n, size_t size)
{
	size_t begin = text->len;
	bool is_pgn = format == &format_pgn;

	strbuf_printf(text,
	    is_pgn ? "[Event \"%c\"]\n\n1. e4 {"
		   : "{\"tags\": {\"Event\": \"%c\"}, \"plies\": [\"",
	    'A' + (int)n);
	while (text->len < begin + size)
		strbuf_puts(text, is_pgn ? "xxxxxxx\n" : "a}\\\\\\\"{]} ");
	strbuf_puts(text, is_pgn ? "} *" : "\"]}");
}

/*
 * The limit of a size, of 1000 bytes here, applies to a record anywhere; the
 * rest of it is skipped, and no other record.
 */
TEST(record_too_large_is_reported_once)
{
	static const struct {
		const struct format *format;
		const char *before, *between;
		size_t sizes[6];
		const char *expected;
	} cases[] = {
		{ &format_json, "", "\n", { 500, 5000, 600, 300000, 700 },
		    "A !record-too-large@2:1 C !record-too-large@4:1 E" },
		{ &format_json, "", " , ", { 500, 5000 },
		    "A !record-too-large@1:511" },
		{ &format_jsonl, "", "\n", { 500, 5000, 600, 300000, 700 },
		    "A !record-too-large@2:1 C !record-too-large@4:1 E" },
		{ &format_jsonl, "", "\n\n", { 500, 5000 },
		    "A !record-too-large@3:1" },
		{ &format_yaml, "", "\n---\n", { 500, 5000, 600, 300000, 700 },
		    "A !record-too-large@2:1 C !record-too-large@6:1 E" },
		{ &format_yaml, "", "\n...\n", { 500, 5000, 600, 300000, 700 },
		    "A !record-too-large@3:1 C !record-too-large@7:1 E" },
		{ &format_pgn, "", "\n\n", { 500, 500, 5000 },
		    "A B !record-too-large@129:1" },
		{ &format_pgn, "", "\n\n", { 500, 300000, 500 },
		    "A !record-too-large@65:1 C" },
		{ &format_pgn, "\n \n\r\n", "\n\n", { 5000, 5000, 500 },
		    "!record-too-large@4:1 !record-too-large@631:1 C" },
		{ &format_pgn, "*\n\n\n\n", "\n\n", { 5000, 500, 900 },
		    " !record-too-large@5:1 B C" },
	};
	static const size_t chunks[] = { 0, 100, 999, 30000 };

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct format *format = cases[i].format;
		struct strbuf text = STRBUF_INIT, names = STRBUF_INIT;
		struct reading_of records;

		strbuf_puts(&text, cases[i].before);
		for (unsigned n = 0; cases[i].sizes[n] != 0; n++) {
			if (n > 0)
				strbuf_puts(&text, cases[i].between);
			add_record(&text, format, n, cases[i].sizes[n]);
		}
		open_text(&records, format, 1000, strbuf_as_slice(&text));
		while (next_record(&records)) {
			if (records.record.game > 1)
				strbuf_char(&names, ' ');
			if (records.record.tags != NULL)
				strbuf_slice(
				    &names, records.record.tags->value);
			strbuf_reset(&records.out);
			show_diags(&records);
			if (records.out.len > 0)
				strbuf_puts(&names, records.out.ptr + 1);
		}
		assert_string_equal(names.ptr, cases[i].expected);
		release(&records);
		check_in_parts(format, 1000, strbuf_as_slice(&text), chunks, 4);
		strbuf_release(&text);
		strbuf_release(&names);
	}
}

TEST(text_between_records_does_not_count_towards_their_size)
{
	static const struct format *const kinds[] = { &format_json,
		&format_jsonl, &format_yaml };

	for (unsigned i = 0; i < 3; i++) {
		struct strbuf text = STRBUF_INIT;

		strbuf_puts(&text, "{\"plies\": [\"a\"]}\n");
		strbuf_puts(&text, kinds[i] == &format_yaml ? "...\n" : "");
		for (unsigned n = 0; n < 5000; n++)
			strbuf_puts(&text, " \n");
		strbuf_puts(&text, "{\"plies\": [\"b\"]}\n");
		check_text(
		    kinds[i], 1000, false, strbuf_as_slice(&text), " a | b");
		strbuf_release(&text);
	}
}

/*
 * Compressed input
 */

static void
pack_gzip(struct strbuf *packed, struct slice text)
{
	z_stream gzip = { .zalloc = NULL };
	size_t room = text.len + text.len / 100 + 100;
	unsigned char *in = mem_alloc(text.len + 1);
	char *bytes = mem_alloc(room);

	memcpy(in, text.ptr, text.len);
	assert_int_equal(
	    deflateInit2(&gzip, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY),
	    Z_OK);
	gzip.next_in = in;
	gzip.avail_in = (uInt)text.len;
	gzip.next_out = (unsigned char *)bytes;
	gzip.avail_out = (uInt)room;
	assert_int_equal(deflate(&gzip, Z_FINISH), Z_STREAM_END);
	strbuf_add(packed, bytes, room - gzip.avail_out);
	deflateEnd(&gzip);
	mem_free(bytes);
	mem_free(in);
}

static void
pack_zstd(struct strbuf *packed, struct slice text)
{
	size_t room = ZSTD_compressBound(text.len);
	char *bytes = mem_alloc(room);
	size_t len = ZSTD_compress(bytes, room, text.ptr, text.len, 3);

	assert_false(ZSTD_isError(len));
	strbuf_add(packed, bytes, len);
	mem_free(bytes);
}

static void
pack_nothing(struct strbuf *packed, struct slice text)
{
	strbuf_slice(packed, text);
}

static void (*const packers[])(struct strbuf *packed,
    struct slice text) = { pack_gzip, pack_zstd, pack_nothing };

/* The library unpacks bytes in memory. */
static void
check_given(struct slice packed, struct slice text, int error)
{
	char *given = NULL;
	size_t length = 0;
	enum ternion_status status =
	    ternion_unpack(packed.ptr, packed.len, &given, &length);

	if (error != 0) {
		assert_int_equal(status, TERNION_UNREADABLE);
		assert_int_equal(errno, error);
		assert_null(given);
		return;
	}
	assert_int_equal(status, TERNION_OK);
	assert_true(slice_equal((struct slice){ given, length }, text));
	assert_int_equal(given[length], '\0');
	ternion_free(given);
}

/* Without an error all of the text is read, else a part of it. */
static void
check_unpacked(struct slice packed, struct slice text, int error)
{
	static const size_t chunks[] = { 0, 1, 2, 3, 7, 1000, 30000 };
	struct strbuf got = STRBUF_INIT;

	check_given(packed, text, error);
	for (unsigned i = 0; i < 7; i++) {
		struct sender sender;
		struct source source;

		if (chunks[i] > 0 && packed.len / chunks[i] > 5000)
			continue;
		open_chunks(&source, &sender, packed, chunks[i]);
		strbuf_reset(&got);
		strbuf_puts(&got, "");
		while (source_fill(&source)) {
			strbuf_slice(&got, source_rest(&source));
			source_advance(&source, source_rest(&source).len);
		}
		assert_int_equal(source.error, error);
		assert_true(source.eof);
		assert_false(source_fill(&source));
		close_chunks(&source, &sender);
		assert_true(
		    error != 0 ? got.len <= text.len : got.len == text.len);
		assert_memory_equal(got.ptr, text.ptr, got.len);
	}
	strbuf_release(&got);
}

/* Lines that do not pack well. */
static void
make_text(struct strbuf *text, size_t size)
{
	uint64_t random = 1;

	strbuf_puts(text, "");
	while (text->len < size) {
		random = random * 6364136223846793005u + 1442695040888963407u;
		strbuf_printf(text, "%lx ", (unsigned long)(random >> 33));
		if (random >> 60 == 0)
			strbuf_char(text, '\n');
	}
}

TEST(texts_of_any_size_are_unpacked)
{
	static const size_t sizes[] = { 0, 1, 3, 4, 1000, 65535, 65536, 131072,
		400000 };

	for (unsigned i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct strbuf text = STRBUF_INIT, packed = STRBUF_INIT;

		make_text(&text, sizes[i]);
		for (unsigned p = 0; p < 3; p++) {
			strbuf_reset(&packed);
			packers[p](&packed, strbuf_as_slice(&text));
			check_unpacked(strbuf_as_slice(&packed),
			    strbuf_as_slice(&text), 0);
		}
		strbuf_release(&text);
		strbuf_release(&packed);
	}
}

/* Several members or frames are one text; the text before damage is read, and
 * damage itself is an error. */
TEST(damage_is_an_error_after_the_sound_text)
{
	static const char skipped[] = "\x50\x2a\x4d\x18\x04\0\0\0abcd";
	struct strbuf text = STRBUF_INIT;

	make_text(&text, 3000);
	for (unsigned p = 0; p < 2; p++) {
		struct strbuf packed = STRBUF_INIT;

		packers[p](&packed, slice_of(""));
		packers[p](&packed, slice_of("first, "));
		packers[p](&packed, slice_of(""));
		/* Archives of games begin with a frame that is to be skipped.
		 */
		if (p == 1)
			strbuf_add(&packed, skipped, sizeof(skipped) - 1);
		packers[p](&packed, slice_of("second"));
		check_unpacked(
		    strbuf_as_slice(&packed), slice_of("first, second"), 0);
		strbuf_puts(&packed, "rubbish");
		check_unpacked(strbuf_as_slice(&packed),
		    slice_of("first, second"), EBADMSG);
		strbuf_reset(&packed);
		packers[p](&packed, strbuf_as_slice(&text));
		for (size_t cut = 4; cut < packed.len; cut += 397)
			check_unpacked(
			    slice_sub(strbuf_as_slice(&packed), 0, cut),
			    strbuf_as_slice(&text), EBADMSG);
		strbuf_release(&packed);
	}
	strbuf_release(&text);
}

TEST(first_bytes_tell_what_is_packed)
{
	static const struct {
		struct slice packed;
		const char *text; /* NULL: the same */
		int error;
	} cases[] = {
		{ { "\x1f", 1 }, NULL, 0 },
		{ { "\x28\xb5\x2f", 3 }, NULL, 0 },
		{ { "\x1e\x8b xx", 5 }, NULL, 0 },
		{ { "\x60\x2a\x4d\x18", 4 }, NULL, 0 },
		{ { "\x50\x2a\x4d\x18\x04\0\0\0abcd", 12 }, "", 0 },
		{ { "\x5f\x2a\x4d\x18\x01\0\0\0a", 9 }, "", 0 },
		/* A frame that says it holds more, or less, than it does. */
		{ { "\x28\xb5\x2f\xfd\x20\x03\x01\0\0", 9 }, "", EBADMSG },
		{ { "\x28\xb5\x2f\xfd\x20\x04\x19\0\0abc", 12 }, "abc",
		    EBADMSG },
		/* A window of 2^28 bytes is too large; 2^27 are the most. */
		{ { "\x28\xb5\x2f\xfd\0\x90\x01\0\0", 9 }, "", EOVERFLOW },
		{ { "\x28\xb5\x2f\xfd\0\x88\x01\0\0", 9 }, "", 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		check_unpacked(cases[i].packed,
		    cases[i].text != NULL ? slice_of(cases[i].text)
					  : cases[i].packed,
		    cases[i].error);
}

/*
 * A reader's memory does not depend on the length of the input: of many
 * records, of one without an end, or of a small file that holds a very long
 * text.
 */
TEST(readers_are_bounded)
{
	enum {
		RECORD = 256 * 1024,
		TIMES_MAX = 64 /* of the largest record: its tree and all */
	};
	static const struct {
		const struct format *format;
		const char *text;
		unsigned mib;
		bool is_record;
	} bombs[] = {
		{ &format_pgn, "{", 32, false },
		{ &format_pgn, "ee3 ", 32, false },
		{ &format_pgn, "\n", 64, false },
		{ &format_pgn, "[Event \"a\"]\n\n1. e4 {a} *\n\n\n", 32, true },
		{ &format_yaml, "a: ", 32, false },
		{ &format_yaml, "- a\n", 32, false },
		{ &format_yaml, "abc ", 32, false },
		{ &format_yaml, "[*a,", 32, false },
		{ &format_yaml, "---\nplies: [a]\ncomment: aaaaaaa\n", 16,
		    true },
		{ &format_json, "{\"a\":", 32, false },
		{ &format_json, "{\"a\": [\"", 32, false },
		{ &format_json, "[{\"plies\":[]},", 32, false },
		{ &format_json, "{\"plies\": [\"a\", \"b\", \"c\"]} \n", 32,
		    true },
		{ &format_jsonl, "[[],", 32, false },
		{ &format_jsonl, "{\"plies\": [\"a\", \"b\", \"c\"]}\n\n", 32,
		    true },
		{ &format_3pf, "wKa1,", 32, false },
		{ &format_trace, "{", 32, false },
		{ &format_trace, "{\"a\":[]}\n", 32, false },
	};

	for (size_t i = 0; i < sizeof(bombs) / sizeof(*bombs); i++) {
		struct strbuf all = STRBUF_INIT, packed = STRBUF_INIT;
		struct rusage before, after;
		struct reading_of records;
		size_t len = strlen(bombs[i].text), count = 0;
		unsigned mib = bombs[i].mib / SHARE;

		while (all.len < MIB)
			strbuf_puts(&all, bombs[i].text);
		for (unsigned n = 0; n < mib; n++)
			packers[i % 2](&packed, strbuf_as_slice(&all));
		open_text(&records, bombs[i].format, RECORD, slice_of(""));
		source_release(&records.input.source);
		open_file(&records.input.source, strbuf_as_slice(&packed));
		getrusage(RUSAGE_SELF, &before);
		while (next_record(&records)) {
			strbuf_reset(&records.out);
			count++;
		}
		getrusage(RUSAGE_SELF, &after);
		assert_int_equal(records.input.source.error, 0);
		if (bombs[i].is_record)
			assert_int_equal(count, all.len / len * mib);
		assert_in_range(after.ru_maxrss - before.ru_maxrss, 0,
		    RECORD / 1024 * TIMES_MAX + GROWTH_MAX);
		release(&records);
		strbuf_release(&packed);
		strbuf_release(&all);
	}
}
