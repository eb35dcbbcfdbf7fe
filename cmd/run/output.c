/* Ternion: where results go. Compressed output is made by zlib or libzstd. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "cmd/cmd.h"
#include "cmd/run/key_set.h"
#include "cmd/run/output.h"

#define BLOCK (64 * 1024) /* bytes that are compressed at once */

/* A stream that is being compressed, by one of them. */
struct packer {
	gzFile gzip;
	ZSTD_CCtx *zstd;
	unsigned char block[BLOCK]; /* of zstd's output */
};

static void
end_both(void *memory)
{
	struct packer *packer = memory;

	ZSTD_freeCCtx(packer->zstd);
	if (packer->gzip != NULL)
		gzclose(packer->gzip);
}

/* A packer into a file, if its path ends with .gz or .zst; NULL for another
 * one. mem_free frees it. */
static struct packer *
packer_new(const char *path, FILE *file)
{
	struct slice suffix = path_suffix(slice_of(path));

	if (!path_is_packed(suffix))
		return NULL;
	struct packer *packer = mem_alloc_with(sizeof(*packer), end_both);
	if (slice_is_nocase(suffix, "zst"))
		packer->zstd = ZSTD_createCCtx();
	else
		packer->gzip =
		    gzdopen(fcntl(fileno(file), F_DUPFD_CLOEXEC, 0), "wb");
	if (packer->zstd == NULL && packer->gzip == NULL)
		memory_none();
	return packer;
}

/* Writes the compressed bytes of a text to the file; with `ends`, all that is
 * left. False, with errno set, if writing fails. */
static bool
packer_write(struct packer *packer, struct slice text, bool ends, FILE *file)
{
	ZSTD_inBuffer in = { text.ptr, text.len, 0 };
	size_t left = 1;

	while (packer->gzip != NULL && text.len > 0) {
		unsigned len = text.len < BLOCK ? (unsigned)text.len : BLOCK;

		if (gzwrite(packer->gzip, text.ptr, len) == 0)
			return false;
		text = slice_from(text, len);
	}
	if (packer->gzip != NULL && ends) {
		gzFile gzip = packer->gzip;

		packer->gzip = NULL;
		return gzclose(gzip) == Z_OK;
	}
	while (packer->zstd != NULL && (ends ? left > 0 : in.pos < in.size)) {
		ZSTD_outBuffer out = { packer->block, BLOCK, 0 };

		left = ZSTD_compressStream2(packer->zstd, &out, &in,
		    ends ? ZSTD_e_end : ZSTD_e_continue);
		if (ZSTD_isError(left))
			memory_none(); /* nothing else can fail */
		if (fwrite(packer->block, 1, out.pos, file) < out.pos)
			return false;
	}
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
		output->packer = packer_new(path, output->file);
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

void
values_put(struct value_list *list, struct slice value, struct strbuf *out)
{
	value = slice_trim(value);
	if (list->len++ == 0) {
		strbuf_slice(&list->held, value);
		return;
	}
	if (list->len == 2) {
		strbuf_puts(out, "[\n");
		strbuf_slice(out, strbuf_as_slice(&list->held));
	}
	strbuf_puts(out, ",\n");
	strbuf_slice(out, value);
}

void
values_end(struct value_list *list, bool always, struct strbuf *out)
{
	bool is_list = list->len > 1 || always;

	if (list->len == 1) {
		strbuf_puts(out, always ? "[\n" : "");
		strbuf_slice(out, strbuf_as_slice(&list->held));
	}
	strbuf_puts(out, list->len == 0 ? "[]\n" : is_list ? "\n]\n" : "\n");
	list->len = 0;
	strbuf_release(&list->held);
}

bool
output_close(struct output *output, bool keep)
{
	const char *why = NULL;
	bool ok = output->packer == NULL ||
	    packer_write(output->packer, slice_of(""), true, output->file);

	mem_free(output->packer);
	output->packer = NULL;
	ok = ok && fflush(output->file) == 0 && !ferror(output->file) &&
	    output->error == 0;
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
