/* Ternion: output that is compressed: gzip by zlib, Zstandard by libzstd. */
#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>

#include "cmd/run/pack.h"
#include "parse/text/memory.h"

enum {
	GZIP_WINDOW = 15 + 16, /* the largest window, and a gzip header */
	GZIP_MEMORY = 8,       /* zlib's usual one */
	BLOCK = 64 * 1024
};

struct packer {
	z_stream gzip;
	ZSTD_CCtx *zstd; /* NULL: gzip */
};

static void
end_both(void *memory)
{
	struct packer *packer = memory;

	ZSTD_freeCCtx(packer->zstd);
	deflateEnd(&packer->gzip);
}

struct packer *
packer_new(const char *path)
{
	struct slice rest = slice_of(path);
	size_t dot = rest.len;
	struct packer *packer;
	bool is_zstd;

	while (dot > 0 && path[dot - 1] != '.')
		dot--;
	rest = slice_from(rest, dot);
	is_zstd = slice_is_nocase(rest, "zst");
	if (dot == 0 || !(is_zstd || slice_is_nocase(rest, "gz")))
		return NULL;
	packer = mem_alloc_with(sizeof(*packer), end_both);
	if (is_zstd)
		packer->zstd = ZSTD_createCCtx();
	if (is_zstd
		? packer->zstd == NULL
		: deflateInit2(&packer->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
		      GZIP_WINDOW, GZIP_MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
		memory_none();
	return packer;
}

/* Compresses what fits into a block. Returns the bytes made; sets *more if
 * there is more to do. */
static size_t
pack_block(struct packer *packer, ZSTD_inBuffer *in, bool ends,
    unsigned char *block, bool *more)
{
	ZSTD_outBuffer out = { block, BLOCK, 0 };
	z_stream *gzip = &packer->gzip;
	size_t left;

	if (packer->zstd != NULL) {
		left = ZSTD_compressStream2(packer->zstd, &out, in,
		    ends ? ZSTD_e_end : ZSTD_e_continue);
		if (ZSTD_isError(left))
			memory_none(); /* nothing else can fail */
		*more = ends ? left > 0 : in->pos < in->size;
		return out.pos;
	}
	gzip->next_in = (const Bytef *)in->src + in->pos;
	gzip->avail_in = (uInt)(in->size - in->pos);
	gzip->next_out = block;
	gzip->avail_out = BLOCK;
	deflate(gzip, ends ? Z_FINISH : Z_NO_FLUSH);
	in->pos = in->size - gzip->avail_in;
	*more = gzip->avail_out == 0 || gzip->avail_in > 0;
	return BLOCK - gzip->avail_out;
}

bool
packer_write(struct packer *packer, struct slice text, bool ends, FILE *file)
{
	unsigned char block[BLOCK];
	bool more = true;

	do {
		/* zlib counts in 32 bits. */
		struct slice part =
		    slice_sub(text, 0, text.len < BLOCK ? text.len : BLOCK);
		ZSTD_inBuffer in = { part.ptr, part.len, 0 };

		text = slice_from(text, part.len);
		for (more = true; more;) {
			size_t len = pack_block(
			    packer, &in, ends && text.len == 0, block, &more);

			if (fwrite(block, 1, len, file) < len)
				return false;
		}
	} while (text.len > 0);
	return true;
}
