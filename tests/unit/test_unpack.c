/*
 * Compressed input: gzip and Zstandard are recognized by their first bytes and
 * unpacked, in parts of any size; damaged or cut off data is an error after all
 * the sound data.
 */
#include "tests/unit/reading.h"

#include <errno.h>
#include <sys/resource.h>

#include <zlib.h>
#include <zstd.h>

#include "formats/library/ternion.h"
#include "parse/text/strbuf.h"

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

typedef void pack(struct strbuf *packed, struct slice text);

static pack *const packers[] = { pack_gzip, pack_zstd };

/* Reads a source to its end, in steps; returns its error. */
static int
read_all(struct source *source, struct strbuf *text)
{
	int error;

	strbuf_reset(text);
	strbuf_puts(text, "");
	while (source_fill(source)) {
		strbuf_slice(text, source_rest(source));
		source_advance(source, source_rest(source).len);
	}
	error = source->error;
	assert_true(source->eof);
	assert_false(source_fill(source));
	source_release(source);
	return error;
}

/* The library unpacks bytes in memory. */
static void
check_given(const struct strbuf *packed, struct slice text, int error)
{
	char *given = NULL;
	size_t length = 0;
	enum ternion_status status =
	    ternion_unpack(packed->ptr, packed->len, &given, &length);

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

static void
check_unpacked(const struct strbuf *packed, struct slice text, int error)
{
	static const size_t chunks[] = { 1, 2, 3, 7, 1000, 30000 };
	struct strbuf got = STRBUF_INIT;
	struct source source;

	check_given(packed, text, error);
	open_file(&source, strbuf_as_slice(packed));
	assert_int_equal(read_all(&source, &got), error);
	assert_true(slice_equal(strbuf_as_slice(&got), text));
	for (unsigned i = 0; i < 6; i++) {
		int status;
		pid_t child;

		if (packed->len / chunks[i] > 100000)
			continue;
		child =
		    open_chunks(&source, strbuf_as_slice(packed), chunks[i], 1);
		assert_int_equal(read_all(&source, &got), error);
		assert_true(slice_equal(strbuf_as_slice(&got), text));
		waitpid(child, &status, 0);
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

TEST(texts_of_any_size)
{
	static const size_t sizes[] = { 0, 1, 3, 4, 1000, 65535, 65536, 131072,
		400000 };

	for (unsigned i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct strbuf text = STRBUF_INIT, packed = STRBUF_INIT;

		make_text(&text, sizes[i]);
		check_unpacked(&text, strbuf_as_slice(&text), 0);
		for (unsigned p = 0; p < 2; p++) {
			strbuf_reset(&packed);
			packers[p](&packed, strbuf_as_slice(&text));
			check_unpacked(&packed, strbuf_as_slice(&text), 0);
		}
		strbuf_release(&text);
		strbuf_release(&packed);
	}
}

/* Several members or frames are one text. */
TEST(parts_are_one_text)
{
	for (unsigned p = 0; p < 2; p++) {
		struct strbuf packed = STRBUF_INIT;

		packers[p](&packed, slice_of(""));
		packers[p](&packed, slice_of("first, "));
		packers[p](&packed, slice_of(""));
		packers[p](&packed, slice_of("second"));
		packers[p](&packed, slice_of(""));
		check_unpacked(&packed, slice_of("first, second"), 0);
		strbuf_release(&packed);
	}
}

/* Archives of games begin with a frame that is to be skipped. */
TEST(skippable_frames_are_skipped)
{
	struct strbuf packed = STRBUF_INIT;

	strbuf_add(&packed, "\x50\x2a\x4d\x18\x04\0\0\0abcd", 12);
	check_unpacked(&packed, slice_of(""), 0);
	pack_zstd(&packed, slice_of("text"));
	strbuf_add(&packed, "\x5f\x2a\x4d\x18\x01\0\0\0a", 9);
	pack_zstd(&packed, slice_of(" and more"));
	check_unpacked(&packed, slice_of("text and more"), 0);
	strbuf_release(&packed);
}

TEST(uncompressed_input_is_read_unchanged)
{
	static const char *const texts[] = { "", "\x1f", "\x28\xb5\x2f",
		"\x1e\x8b xx", "\x60\x2a\x4d\x18", "[Event \"a\"]" };

	for (unsigned i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct strbuf text = STRBUF_INIT;

		strbuf_puts(&text, texts[i]);
		check_unpacked(&text, slice_of(texts[i]), 0);
		strbuf_release(&text);
	}
}

/* The text before the damage is read; damage itself is an error. */
TEST(damage_is_an_error_after_the_sound_text)
{
	struct strbuf text = STRBUF_INIT, got = STRBUF_INIT;

	make_text(&text, 3000);
	for (unsigned p = 0; p < 2; p++) {
		struct strbuf packed = STRBUF_INIT;

		packers[p](&packed, slice_of("sound"));
		strbuf_puts(&packed, "rubbish");
		check_unpacked(&packed, slice_of("sound"), EBADMSG);
		strbuf_reset(&packed);
		packers[p](&packed, strbuf_as_slice(&text));
		for (size_t cut = 4; cut < packed.len; cut += 97) {
			struct source source;

			open_file(&source,
			    slice_sub(strbuf_as_slice(&packed), 0, cut));
			assert_int_equal(read_all(&source, &got), EBADMSG);
			assert_true(got.len <= text.len);
			assert_memory_equal(got.ptr, text.ptr, got.len);
		}
		strbuf_release(&packed);
	}
	strbuf_release(&text);
	strbuf_release(&got);
}

/* A frame that says it holds more, or less, than it does. */
TEST(size_is_stated_falsely)
{
	static const char empty[] = "\x28\xb5\x2f\xfd\x20\x03\x01\0\0";
	static const char more[] = "\x28\xb5\x2f\xfd\x20\x04\x19\0\0"
				   "abc";
	struct strbuf packed = STRBUF_INIT, got = STRBUF_INIT;
	struct source source;
	int status;

	strbuf_add(&packed, empty, sizeof(empty) - 1);
	check_unpacked(&packed, slice_of(""), EBADMSG);
	strbuf_reset(&packed);
	pack_zstd(&packed, slice_of("sound, "));
	strbuf_add(&packed, more, sizeof(more) - 1);
	for (size_t chunk = 1; chunk < packed.len; chunk++) {
		pid_t child =
		    open_chunks(&source, strbuf_as_slice(&packed), chunk, 1);

		assert_int_equal(read_all(&source, &got), EBADMSG);
		assert_memory_equal(got.ptr, "sound, abc", got.len);
		waitpid(child, &status, 0);
	}
	strbuf_release(&packed);
	strbuf_release(&got);
}

/* The window is larger than memory. */
TEST(window_too_large_is_an_error)
{
	struct strbuf packed = STRBUF_INIT;

	/* A window of 2^28 bytes, and an empty block. */
	strbuf_add(&packed, "\x28\xb5\x2f\xfd\0\x90\x01\0\0", 9);
	check_unpacked(&packed, slice_of(""), EOVERFLOW);
	/* 2^27 are the most. */
	packed.ptr[5] = '\x88';
	check_unpacked(&packed, slice_of(""), 0);
	strbuf_release(&packed);
}

/* A byte order mark, and places, are of the text. */
TEST(records_are_read)
{
	static const char text[] = "\xef\xbb\xbf{\"plies\": []}\n"
				   "{\"plies\": [\"a\"], \"x\": 1}\n";

	for (unsigned p = 0; p < 2; p++) {
		struct strbuf packed = STRBUF_INIT;
		struct reading_of records;

		packers[p](&packed, slice_of(text));
		open_text(&records, &format_jsonl, MAX_RECORD, slice_of(""));
		source_release(&records.input.source);
		open_file(&records.input.source, strbuf_as_slice(&packed));
		show_all(&records);
		assert_string_equal(records.out.ptr, " | a !record-key@2:19");
		release(&records);
		strbuf_release(&packed);
	}
}

/* A small file that holds a very long text takes no memory for it. */
TEST(bombs_take_no_memory)
{
	enum {
		MIB = 1024 * 1024,
		TIMES = 64 / SHARE
	};
	struct strbuf text = STRBUF_INIT;

	while (text.len < MIB)
		strbuf_puts(&text, "\n\n\n\n\n\n\n\n");
	for (unsigned p = 0; p < 2; p++) {
		struct strbuf packed = STRBUF_INIT;
		struct rusage before, after;
		struct source source;
		size_t len = 0;

		for (unsigned i = 0; i < TIMES; i++)
			packers[p](&packed, strbuf_as_slice(&text));
		open_file(&source, strbuf_as_slice(&packed));
		getrusage(RUSAGE_SELF, &before);
		while (source_fill(&source)) {
			len += source_rest(&source).len;
			source_advance(&source, source_rest(&source).len);
		}
		getrusage(RUSAGE_SELF, &after);
		assert_int_equal(source.error, 0);
		assert_int_equal(len, text.len * TIMES);
		assert_int_equal(source.line, 1 + len);
		assert_in_range(
		    after.ru_maxrss - before.ru_maxrss, 0, GROWTH_MAX);
		source_release(&source);
		strbuf_release(&packed);
	}
	strbuf_release(&text);
}

/* Packs the text over and over again. */
static void
pack_many(struct strbuf *packed, pack *pack_one, const char *text, size_t size)
{
	struct strbuf all = STRBUF_INIT;
	enum {
		PART = 1024 * 1024
	};

	while (all.len < PART)
		strbuf_puts(&all, text);
	for (size_t i = 0; i < size / PART; i++)
		pack_one(packed, strbuf_as_slice(&all));
	strbuf_release(&all);
}

/* A reader's memory does not depend on the length of the input. */
TEST(readers_are_bounded)
{
	enum {
		SIZE = 32 * 1024 * 1024 / SHARE,
		RECORD = 256 * 1024,
		TIMES_MAX = 64 /* of the largest record: its tree and all */
	};
	static const struct {
		const struct format *format;
		const char *text;
	} bombs[] = {
		{ &format_pgn, "{" },
		{ &format_pgn, "ee3 " },
		{ &format_pgn, "\n" },
		{ &format_yaml, "a: " },
		{ &format_yaml, "- a\n" },
		{ &format_yaml, "[*a," },
		{ &format_json, "{\"a\":" },
		{ &format_json, "[{\"plies\":[]}," },
		{ &format_jsonl, "[[]," },
		{ &format_3pf, "wKa1," },
		{ &format_trace, "{" },
		{ &format_trace, "{\"a\":[]}\n" },
	};

	for (size_t i = 0; i < sizeof(bombs) / sizeof(*bombs); i++) {
		struct strbuf packed = STRBUF_INIT;
		struct rusage before, after;
		struct reading_of records;

		pack_many(&packed, packers[i % 2], bombs[i].text, SIZE);
		open_text(&records, bombs[i].format, RECORD, slice_of(""));
		source_release(&records.input.source);
		open_file(&records.input.source, strbuf_as_slice(&packed));
		getrusage(RUSAGE_SELF, &before);
		while (next_record(&records))
			strbuf_reset(&records.out);
		getrusage(RUSAGE_SELF, &after);
		assert_int_equal(records.input.source.error, 0);
		assert_in_range(after.ru_maxrss - before.ru_maxrss, 0,
		    RECORD / 1024 * TIMES_MAX + GROWTH_MAX);
		release(&records);
		strbuf_release(&packed);
	}
}
