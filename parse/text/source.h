/* Ternion: an input read as a stream: a window of bytes that a record reader
 * looks at, and moves on.
 *
 * The window begins with the line in which the unread text begins, so that a
 * message can show that line. It grows only as far as one record needs. A CR
 * that ends a line by itself is an LF in it. Compressed input (gzip, Zstandard)
 * is read decompressed. */
#pragma once

#include "parse/text/slice.h"

enum {
	SOURCE_LINE_KEPT = 4096, /* bytes of a long line kept for messages */
	SOURCE_TAIL = 16 /* zeroed bytes after the text, for who looks ahead */
};

/* A file that is part of a joined source. */
struct source_part {
	char *name; /* owned */
	size_t at;  /* where it begins, in the text */
};

struct source {
	const char *name;          /* as messages show it; borrowed */
	int fd;                    /* -1 for text in memory */
	struct slice more;         /* of that: the rest; borrowed */
	struct unpacker *unpacker; /* NULL: the input is not compressed */
	char *buf;                 /* owned; a tail follows the text */
	size_t size;               /* room in buf */
	size_t line_at;            /* where the window begins, in buf */
	size_t line_offset;        /* and in the input */
	size_t at;                 /* the first unread byte */
	size_t end;                /* end of the bytes that were read */
	bool begun;                /* the first bytes have come */
	bool is_held;              /* a CR waits at `end` for the next byte */
	bool eof;                  /* nothing more will come */
	int error; /* errno of a failed read, or 0; of compressed data EBADMSG:
		      it is damaged, EOVERFLOW: it needs too much memory */
	unsigned long line;   /* number of the line at line_at, from 1 */
	unsigned long column; /* column of the byte at line_at, from 1 */
	struct strbuf *copy;  /* takes all bytes as they are; NULL: none does */
	struct source_part *part; /* owned; NULL if it is not joined */
	size_t parts;
};

/* Opens a file, or standard input for "-". Returns 0, or an errno value; a
 * directory gives EISDIR. The caller releases the source even then. */
int source_open(struct source *source, const char *path, const char *name);

/* A source over a copy of `text`. */
void source_text(struct source *source, const char *name, struct slice text);

/* A source over a text that stays as it is, which is read in parts as a file
 * is: who has read a record knows how much of the text that depended on. */
void source_stream(struct source *source, const char *name, struct slice text);

/* Begins to read a text where a source was that read it before, or another text
 * with the same beginning; that source keeps its own buffer. */
void source_resume(struct source *source, struct slice text);

/* Appends a file to a source that source_text began: they are then one text,
 * and each place in it is reported by its own file. Returns 0, or an errno
 * value and nothing is appended: EFBIG if it has more than `max` bytes. */
int source_join(struct source *source, const char *path, size_t max);

/* Skips a byte order mark at the very beginning, of a text that source_text
 * began; in files that is done while they are read. */
void source_skip_mark(struct source *source);

void source_release(struct source *source);

/* Reads more after the window; the window may move in memory. Returns false
 * when there is nothing more (end of file, or an error in source->error). */
bool source_fill(struct source *source);

/* Reads until `len` bytes are unread, or there are no more. */
void source_fill_up(struct source *source, size_t len);

/* Opens a file and reads all of it. Returns 0, or an errno value, EFBIG if it
 * has more than `max` bytes. The caller releases the source even then. */
int source_open_whole(
    struct source *source, const char *path, const char *name, size_t max);

/* The next line, with its end; if it is longer than `max` bytes, all that was
 * read of it. Its length is 0 at the end of the input. */
struct slice source_line(struct source *source, size_t max);

/* How much of its file a source has taken, in bytes as they lie there. */
uint64_t source_position(const struct source *source);

/* No text, with its tail. */
extern const char source_none[SOURCE_TAIL];

/* The text that is in memory, from the line of the first unread byte on. */
static inline struct slice
source_window(const struct source *source)
{
	return source->buf == NULL
	    ? (struct slice){ source_none, 0 }
	    : (struct slice){ source->buf + source->line_at,
		      source->end - source->line_at };
}

/* The part of the window that is unread. */
static inline struct slice
source_rest(const struct source *source)
{
	return slice_from(source_window(source), source->at - source->line_at);
}

/* Takes `len` bytes of the rest as read, and counts their lines. */
void source_advance(struct source *source, size_t len);

/* A place in the input, both from 1; columns count code points. */
struct location {
	unsigned long line, column;
	struct slice text; /* the line, as far as it is in memory */
	size_t offset;     /* of the place in `text` */
	const char *name;  /* of the part of a joined source, else NULL */
};

/* The place of the byte at `offset` in the window. */
struct location source_locate(const struct source *source, size_t offset);

/*
 * Paths: a folder, which ends with a slash or is empty, and a name
 */

static inline const char *
path_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

static inline struct slice
path_folder(const char *path)
{
	return slice_between(path, path_name(path));
}

/* The text after the last dot of a name; empty without a dot. */
struct slice path_suffix(struct slice name);

/* Whether the suffix is that of a compressed file: gz or zst, in any case. */
static inline bool
path_is_packed(struct slice suffix)
{
	return slice_is_nocase(suffix, "gz") || slice_is_nocase(suffix, "zst");
}

struct slice path_unpacked(const char *path);

/* The path without links, "" for the root; NULL, with errno set, if it leads to
 * no file. The caller frees it with mem_free. */
char *path_real(const char *path);
