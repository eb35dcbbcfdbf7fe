/* Ternion: input that is compressed: gzip by zlib, Zstandard by libzstd. */
#include <errno.h>

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "parse/text/memory.h"
#include "parse/text/slice.h"
#include "parse/text/unpack.h"

enum {
	GZIP_WINDOW = 15 + 16, /* the largest window, and a gzip header */
	ZSTD_HEADER_MAX = 18,
};

struct unpacker {
	bool is_zstd;
	z_stream gzip;
	ZSTD_DCtx *zstd;
	size_t at, len; /* of the packed bytes that wait */
	bool ended;     /* the last frame or member is complete */
	bool padded;    /* zeros followed it, after which nothing may come */
	/* How the current frame begins, and how many bytes it has held. */
	unsigned char header[ZSTD_HEADER_MAX];
	size_t header_len;
	unsigned long long held;
	unsigned char packed[UNPACK_FEED_MAX];
};

static void
end_both(void *memory)
{
	struct unpacker *unpacker = memory;

	ZSTD_freeDCtx(unpacker->zstd);
	inflateEnd(&unpacker->gzip);
}

struct unpacker *
unpacker_new(const void *bytes, size_t len)
{
	struct slice head = { bytes, len };
	bool is_gzip = slice_begins(head, "\x1f\x8b");
	/* Archives may begin with a frame that has something else in it. */
	bool is_zstd = slice_begins(head, "\x28\xb5\x2f\xfd") ||
	    (len >= 4 && (head.ptr[0] & 0xf0) == 0x50 &&
		slice_begins(slice_from(head, 1), "\x2a\x4d\x18"));

	if (!is_gzip && !is_zstd)
		return NULL;
	struct unpacker *unpacker = mem_alloc_with(sizeof(*unpacker), end_both);
	unpacker->is_zstd = is_zstd;
	if (is_zstd)
		unpacker->zstd = ZSTD_createDCtx();
	if (is_zstd ? unpacker->zstd == NULL
		    : inflateInit2(&unpacker->gzip, GZIP_WINDOW) != Z_OK)
		memory_none();
	return unpacker;
}

void
unpacker_feed(struct unpacker *unpacker, const void *bytes, size_t len)
{
	memcpy(unpacker->packed + unpacker->len, bytes, len);
	unpacker->len += len;
}

/* Unpacks bytes that wait: the number of bytes made, or -1 with errno set. */
static long
unpack_zstd(struct unpacker *unpacker, void *bytes, size_t size)
{
	ZSTD_inBuffer in = { unpacker->packed, unpacker->len, unpacker->at };
	ZSTD_outBuffer out = { bytes, size, 0 };

	if (unpacker->ended)
		unpacker->header_len = unpacker->held = 0;
	size_t status = ZSTD_decompressStream(unpacker->zstd, &out, &in);
	if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation)
		memory_none();
	/* The beginning of a frame states its size. */
	size_t taken = in.pos - unpacker->at;
	if (taken > ZSTD_HEADER_MAX - unpacker->header_len)
		taken = ZSTD_HEADER_MAX - unpacker->header_len;
	memcpy(unpacker->header + unpacker->header_len,
	    unpacker->packed + unpacker->at, taken);
	unpacker->header_len += taken;
	unpacker->held += out.pos;
	unpacker->at = in.pos;
	unpacker->ended = status == 0;
	errno = ZSTD_getErrorCode(status) ==
		ZSTD_error_frameParameter_windowTooLarge
	    ? EOVERFLOW
	    : EBADMSG;
	if (ZSTD_isError(status))
		return -1;
	/* The library compares the sizes only of a frame given at once. */
	unsigned long long stated =
	    ZSTD_getFrameContentSize(unpacker->header, unpacker->header_len);
	return status == 0 && stated != ZSTD_CONTENTSIZE_UNKNOWN &&
		stated != unpacker->held
	    ? -1
	    : (long)out.pos;
}

/* Like unpack_zstd; members that follow one another are one text. */
static long
unpack_gzip(struct unpacker *unpacker, void *bytes, size_t size)
{
	z_stream *gzip = &unpacker->gzip;

	if (unpacker->ended) {
		/* Tapes and disks put zeros after the last member. */
		while (unpacker->at < unpacker->len &&
		    unpacker->packed[unpacker->at] == 0) {
			unpacker->padded = true;
			unpacker->at++;
		}
		if (unpacker->at == unpacker->len)
			return 0;
		errno = EBADMSG;
		if (unpacker->padded)
			return -1;
		inflateReset(gzip);
	}
	gzip->next_in = unpacker->packed + unpacker->at;
	gzip->avail_in = (uInt)(unpacker->len - unpacker->at);
	gzip->next_out = bytes;
	gzip->avail_out = (uInt)size;
	int status = inflate(gzip, Z_NO_FLUSH);
	if (status == Z_MEM_ERROR)
		memory_none();
	unpacker->at = unpacker->len - gzip->avail_in;
	unpacker->ended = status == Z_STREAM_END;
	errno = EBADMSG;
	if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
		return -1;
	return (long)(size - gzip->avail_out);
}

long
unpacker_read(struct unpacker *unpacker, unpack_read *read, void *context,
    void *bytes, size_t size)
{
	for (;;) {
		long made = 0;

		if (unpacker->at == unpacker->len) {
			long got =
			    read(context, unpacker->packed, UNPACK_FEED_MAX);

			if (got < 0)
				return -1;
			unpacker->at = 0;
			unpacker->len = (size_t)got;
			if (got == 0 && unpacker->ended)
				return 0;
			if (got == 0) { /* cut off in the middle */
				errno = EBADMSG;
				return -1;
			}
		}
		made = unpacker->is_zstd ? unpack_zstd(unpacker, bytes, size)
					 : unpack_gzip(unpacker, bytes, size);
		if (made != 0)
			return made;
	}
}
