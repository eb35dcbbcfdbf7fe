/* Ternion: input that is compressed, told by its first bytes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A stream that is being decompressed; NULL for plain text. */
struct unpacker;

enum {
	UNPACK_MAGIC = 4,           /* bytes that tell what an input is */
	UNPACK_FEED_MAX = 64 * 1024 /* bytes of all unpacker_feed at once */
};

/* An unpacker for an input that begins with these bytes, or NULL if it is not
 * compressed: gzip and Zstandard are known. mem_free frees it. */
struct unpacker *unpacker_new(const void *bytes, size_t len);

/* Where the packed bytes come from: as read(2), but that it retries. */
typedef long unpack_read(void *context, void *bytes, size_t size);

/* Decompresses at most `size` bytes, taking packed ones from `read`. Returns
 * their number, 0 at the end, -1 with errno set if reading failed, the data is
 * damaged (EBADMSG), or refers back more than 128 MiB (EOVERFLOW). */
long unpacker_read(struct unpacker *unpacker, unpack_read *read, void *context,
    void *bytes, size_t size);

/* Gives bytes that were read before, at most UNPACK_FEED_MAX. */
void unpacker_feed(struct unpacker *unpacker, const void *bytes, size_t len);
