/* Ternion: where results go. Compressed output is made by zlib or libzstd. */
#define ZLIB_CONST
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "cmd/cmd.h"
#include "parse/text/key_set.h"
#include "cmd/run/output.h"

enum {
	GZIP_WINDOW = 15 + 16, /* the largest window, and a gzip header */
	GZIP_MEMORY = 8,       /* zlib's usual one */
	BLOCK = 64 * 1024
};

/* A stream that is being compressed. */
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

/* A packer for a path that ends with .gz or .zst; NULL for another one.
 * mem_free frees it. */
static struct packer *
packer_new(const char *path)
{
	struct slice suffix = path_suffix(slice_of(path));
	bool is_zstd = slice_is_nocase(suffix, "zst");

	if (!path_is_packed(suffix))
		return NULL;
	struct packer *packer = mem_alloc_with(sizeof(*packer), end_both);
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

	if (packer->zstd != NULL) {
		size_t left = ZSTD_compressStream2(packer->zstd, &out, in,
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

/* Writes the compressed bytes of a text to the file; with `ends`, all that is
 * left. False, with errno set, if writing fails. */
static bool
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

/*
 * Outputs
 */

static bool
complain(const char *path, const char *why)
{
	trouble_say("ternion: cannot write %s: %s", path, why);
	return false;
}

/* Reports errno, unless the reader has closed the pipe. */
static bool
complain_errno(const char *path)
{
	return errno != EPIPE && complain(path, strerror(errno));
}

bool
output_open(struct output *output, const char *path)
{
	const char *why;

	*output = (struct output){ .file = stdout };
	if (path == NULL || strcmp(path, "-") == 0)
		return true;
	output->path = path;
	output->file = new_file_open(&output->made, path, &why);
	if (output->file != NULL) {
		output->packer = packer_new(path);
		return true;
	}
	new_file_release(&output->made);
	return complain(path, why);
}

bool
output_replace(struct output *output, const char *path, const struct stat *read)
{
	if (!output_open(output, path))
		return false;
	output->in_place = true;
	output->made.old = *read;
	/* The text read from a file of that name is not compressed. */
	mem_free(output->packer);
	output->packer = NULL;
	return true;
}

uint64_t
output_key(const struct stat *file)
{
	return key_mix(
	    (uint64_t)file->st_dev ^ key_mix((uint64_t)file->st_ino));
}

bool
output_is(const struct output *output, const struct stat *file)
{
	struct stat own;

	if (output->path != NULL && output->made.path != NULL) {
		if (!output->made.replaces)
			return false;
		own = output->made.old;
	} else if (output->file == NULL ||
	    fstat(fileno(output->file), &own) != 0) {
		return false;
	}
	return S_ISREG(own.st_mode) && own.st_dev == file->st_dev &&
	    own.st_ino == file->st_ino;
}

void
output_mask(FILE *file, struct strbuf *text, bool keeps_colour)
{
	struct strbuf masked = STRBUF_INIT;

	if (text->len == 0 || !isatty(fileno(file)))
		return;
	strbuf_masked_lines(&masked, strbuf_as_slice(text), keeps_colour);
	strbuf_release(text);
	*text = masked;
}

void
output_flush(struct output *output, struct strbuf *text)
{
	output_mask(output->file, text, output->has_colour);
	struct slice rest = strbuf_as_slice(text);
	output->has_text |= rest.len > 0;
	if (output->packer != NULL && rest.len > 0 &&
	    packer_write(output->packer, rest, false, output->file))
		rest.len = 0;
	if (rest.len > 0 &&
	    (output->packer != NULL ||
		fwrite(rest.ptr, 1, rest.len, output->file) < rest.len) &&
	    output->error == 0)
		output->error = errno;
	strbuf_reset(text);
}

bool
output_close(struct output *output, bool keep)
{
	const char *why = NULL;

	if (output->packer != NULL)
		packer_write(output->packer, slice_of(""), true, output->file);
	mem_free(output->packer);
	output->packer = NULL;
	bool ok = fflush(output->file) == 0 && !ferror(output->file);
	if (!ok && output->error != 0)
		errno = output->error;
	if (!ok)
		complain_errno(
		    output->path != NULL ? output->path : "standard output");
	if (output->path == NULL)
		return ok;
	keep = keep && ok;
	int fd = fcntl(fileno(output->file), F_DUPFD_CLOEXEC, 0);
	if (fclose(output->file) != 0 || fd < 0) {
		complain_errno(output->path);
		ok = false;
	} else if (keep) {
		/* All of the text is in the file: give it its name. */
		why = new_file_name(&output->made, fd, output->in_place);
		ok = why == NULL || complain(output->path, why);
	}
	close(fd);
	new_file_release(&output->made);
	return ok;
}

int
output_text(const char *path, struct strbuf *text, int status)
{
	struct output output;
	bool ok = output_open(&output, path);

	if (ok) {
		output_flush(&output, text);
		ok = output_close(&output, true);
	}
	strbuf_release(text);
	return ok ? status : EXIT_TROUBLE;
}

int
output_finish_stdout(void)
{
	struct output output = { .file = stdout };

	return output_close(&output, true) ? EXIT_GOOD : EXIT_TROUBLE;
}

_Noreturn void
output_no_memory(void)
{
	fputs("ternion: out of memory\n", stderr);
	_exit(EXIT_TROUBLE);
}

bool
output_wants_colour(int choice, FILE *stream)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
	const char *forced = getenv("CLICOLOR_FORCE");

	if (choice != 0)
		return choice > 0;
	if (no != NULL && *no != '\0')
		return false;
	if (forced != NULL && *forced != '\0' && strcmp(forced, "0") != 0)
		return true;
	return term != NULL && strcmp(term, "dumb") != 0 &&
	    isatty(fileno(stream));
}
