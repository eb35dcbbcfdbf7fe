/*
 * Fuzz target: compressed input. Any bytes, read as a compressed stream in
 * large or in small parts, give the same text, as far as the data is sound. The
 * bytes themselves, packed as gzip and as Zstandard, are unpacked unchanged.
 */

#include <zlib.h>
#include <zstd.h>

#include "parse/text/strbuf.h"
#include "parse/text/memory.h"
#include "parse/text/unpack.h"
#include "tests/fuzz/target.h"

enum {
	MAX_TEXT = 4 * 1024 * 1024, /* after unpacking */
	PART = 64 * 1024
};

/* Packed bytes, given out in parts. */
struct packed {
	const uint8_t *bytes;
	size_t len, at, part;
};

static long
give(void *context, void *bytes, size_t size)
{
	struct packed *packed = context;
	size_t len = packed->len - packed->at;

	if (len > size)
		len = size;
	if (len > packed->part)
		len = packed->part;
	memcpy(bytes, packed->bytes + packed->at, len);
	packed->at += len;
	return (long)len;
}

/* Unpacks all; false if the data is damaged. */
static bool
unpack(const uint8_t *data, size_t size, size_t in, size_t out,
    struct strbuf *text)
{
	struct packed packed = { data, size, 0, in };
	struct unpacker *unpacker = unpacker_new(data, size);
	char *bytes = malloc(out);
	long got;

	strbuf_reset(text);
	strbuf_puts(text, "");
	do {
		got = unpacker_read(unpacker, give, &packed, bytes, out);
		if (got > (long)out)
			abort();
		if (got > 0)
			strbuf_add(text, bytes, (size_t)got);
	} while (got > 0 && text->len < MAX_TEXT);
	free(bytes);
	mem_free(unpacker);
	return got >= 0;
}

/* The size of the parts decides only where damage is noticed. */
static void
try_parts(const uint8_t *data, size_t size)
{
	static const size_t parts[][2] = { { 1, PART }, { 3, 7 }, { 100, 1 },
		{ PART, 1000 } };
	struct strbuf first = STRBUF_INIT, again = STRBUF_INIT;
	bool sound = unpack(data, size, PART, PART, &first);

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		size_t same;

		if (first.len > PART && parts[i][1] == 1)
			continue; /* slow */
		if (unpack(data, size, parts[i][0], parts[i][1], &again) !=
		    sound)
			abort();
		if (sound && first.len < MAX_TEXT && again.len != first.len)
			abort();
		same = again.len < first.len ? again.len : first.len;
		if (memcmp(first.ptr, again.ptr, same) != 0)
			abort();
	}
	strbuf_release(&first);
	strbuf_release(&again);
}

static void
try_back(const uint8_t *packed, size_t len, const uint8_t *data, size_t size)
{
	struct strbuf text = STRBUF_INIT;

	if (!unpack(packed, len, PART, PART, &text) || text.len != size ||
	    memcmp(text.ptr, data, size) != 0)
		abort();
	/* Cut off anywhere it is damaged. */
	if (size > 0 && unpack(packed, len - 1, PART, PART, &text))
		abort();
	strbuf_release(&text);
}

static void
try_packing(uint8_t *data, size_t size)
{
	z_stream gzip = { .zalloc = NULL };
	size_t room = ZSTD_compressBound(size) + 1024;
	uint8_t *packed = malloc(room);
	size_t len = ZSTD_compress(packed, room, data, size, 1);

	if (ZSTD_isError(len))
		abort();
	try_back(packed, len, data, size);
	if (deflateInit2(&gzip, 1, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY) !=
	    Z_OK)
		abort();
	gzip.next_in = data;
	gzip.avail_in = (uInt)size;
	gzip.next_out = packed;
	gzip.avail_out = (uInt)room;
	if (deflate(&gzip, Z_FINISH) != Z_STREAM_END)
		abort();
	try_back(packed, room - gzip.avail_out, data, size);
	deflateEnd(&gzip);
	free(packed);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct unpacker *unpacker = unpacker_new(data, size);
	uint8_t *copy = malloc(size + 1);

	if (unpacker != NULL)
		try_parts(data, size);
	mem_free(unpacker);
	if (size > 0)
		memcpy(copy, data, size);
	try_packing(copy, size);
	free(copy);
	return 0;
}
