/* Ternion: an input read as a stream. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parse/text/arena.h"
#include "parse/text/source.h"
#include "parse/text/strbuf.h"
#include "parse/text/unpack.h"
#include "parse/text/utf8.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

#define FIRST_SIZE (64 * 1024)

const char source_none[SOURCE_TAIL];

/* Puts the tail after a text that has grown or moved. */
static void
put_tail(struct source *source)
{
	memset(source->buf + source->end, 0, SOURCE_TAIL);
}

static void
reset(struct source *source, const char *name, int fd)
{
	*source =
	    (struct source){ .name = name, .fd = fd, .line = 1, .column = 1 };
}

int
source_open(struct source *source, const char *path, const char *name)
{
	struct stat status;
	int error = 0;

	reset(source, name, 0);
	if (strcmp(path, "-") != 0)
		source->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (source->fd < 0)
		error = errno;
	else if (fstat(source->fd, &status) == 0 && S_ISDIR(status.st_mode))
		error = EISDIR;
	source->eof = error != 0;
	return error;
}

/* Turns each CR that ends a line by itself into LF, from an offset on, so that
 * readers know only LF and CRLF. The last CR waits for the byte after it. The
 * control character that ended files in old systems is left out. */
static void
end_lines(struct source *source, size_t from)
{
	char *p = source->buf + from, *end = source->buf + source->end;

	if (source->eof && source->end > source->at && end[-1] == '\x1a') {
		source->end--;
		end--;
	}
	put_tail(source);
	source->is_held = !source->eof && from < source->end && end[-1] == '\r';
	if (source->is_held)
		source->end--;
	for (; p < end && (p = memchr(p, '\r', (size_t)(end - p))) != NULL; p++)
		if (p + 1 < end ? p[1] != '\n' : !source->is_held)
			*p = '\n';
}

void
source_text(struct source *source, const char *name, struct slice text)
{
	reset(source, name, -1);
	source->size = text.len + SOURCE_TAIL;
	source->buf = mem_alloc(source->size);
	if (text.len > 0)
		memcpy(source->buf, text.ptr, text.len);
	source->end = text.len;
	source->eof = true;
	end_lines(source, 0);
}

void
source_stream(struct source *source, const char *name, struct slice text)
{
	reset(source, name, -1);
	source->more = text;
}

void
source_resume(struct source *source, struct slice text)
{
	size_t read = source->at - source->line_at;

	source->buf = NULL;
	source->size = source->line_at = source->at = source->end = 0;
	source->is_held = source->eof = false;
	source->more = slice_from(text, source->line_offset);
	source_fill_up(source, read + 1);
	source->at = read;
}

int
source_join(struct source *source, const char *path, size_t max)
{
	struct source file;
	int error = source_open_whole(&file, path, path, max);

	if (error == 0) {
		struct slice text = source_rest(&file);

		source->part = mem_grow(
		    source->part, (source->parts + 1) * sizeof(*source->part));
		source->part[source->parts].at = source->end;
		source->part[source->parts++].name =
		    mem_string(path, strlen(path));
		source->size = source->end + text.len + 1 + SOURCE_TAIL;
		source->buf = mem_grow(source->buf, source->size);
		memcpy(source->buf + source->end, text.ptr, text.len);
		source->end += text.len;
		source->buf[source->end++] = '\n';
		put_tail(source);
	}
	source_release(&file);
	return error;
}

void
source_release(struct source *source)
{
	for (size_t i = 0; i < source->parts; i++)
		mem_free(source->part[i].name);
	mem_free(source->part);
	source->part = NULL;
	source->parts = 0;
	if (source->fd > 0)
		close(source->fd);
	mem_free(source->unpacker);
	source->unpacker = NULL;
	mem_free(source->buf);
	source->buf = NULL;
	source->fd = -1;
}

/* It can be told once three bytes are there. */
void
source_skip_mark(struct source *source)
{
	if (source->begun || source->end < 3)
		return;
	source->begun = true;
	if (memcmp(source->buf, BYTE_ORDER_MARK, 3) == 0)
		source->at = source->line_at = source->line_offset = 3;
}

/* read(2) on the source's file, again when a signal came; or the next part of a
 * text. */
static long
read_raw(void *context, void *bytes, size_t size)
{
	struct source *source = context;
	ssize_t got;

	if (source->fd < 0) {
		struct slice part = slice_sub(source->more, 0,
		    size < source->more.len ? size : source->more.len);

		source->more = slice_from(source->more, part.len);
		if (part.len > 0)
			memcpy(bytes, part.ptr, part.len);
		return (long)part.len;
	}
	do
		got = read(source->fd, bytes, size);
	while (got < 0 && errno == EINTR);
	return (long)got;
}

/* The first bytes tell if the input is compressed; few may come at first. */
static long
read_first(struct source *source, char *bytes, size_t size)
{
	size_t len = 0;

	if (size > UNPACK_FEED_MAX)
		size = UNPACK_FEED_MAX;
	while (len < UNPACK_MAGIC) {
		long got = read_raw(source, bytes + len, size - len);

		if (got < 0)
			return got;
		/* A terminal says so once. */
		source->eof = got == 0;
		if (source->eof)
			break;
		len += (size_t)got;
	}
	source->unpacker = unpacker_new(bytes, len);
	if (source->unpacker == NULL)
		return (long)len;
	unpacker_feed(source->unpacker, bytes, len);
	return unpacker_read(source->unpacker, read_raw, source, bytes, size);
}

/* Reads on to the end of a file, where that waits for nobody: a reader that
 * knows the end need not read the last record again when nothing follows. Notes
 * the end, and returns how many bytes there are. */
static size_t
read_on(struct source *source, char *bytes, size_t len, size_t size)
{
	if (lseek(source->fd, 0, SEEK_CUR) < 0)
		return len;
	while (len < size && !source->eof) {
		long got = read_raw(source, bytes + len, size - len);

		if (got < 0)
			break; /* told by the next read */
		source->eof = got == 0;
		len += (size_t)got;
	}
	return len;
}

bool
source_fill(struct source *source)
{
	bool first = source->buf == NULL, held = source->is_held;
	long got;

	if (source->eof)
		return false;
	source->end += held;
	if (source->line_at > 0) {
		memmove(source->buf, source->buf + source->line_at,
		    source->end - source->line_at);
		source->at -= source->line_at;
		source->end -= source->line_at;
		source->line_at = 0;
	}
	if (source->size - source->end < FIRST_SIZE / 4) {
		source->size =
		    source->size == 0 ? FIRST_SIZE : source->size * 2;
		source->buf = mem_grow(source->buf, source->size);
	}
	char *to = source->buf + source->end;
	size_t room = source->size - source->end - SOURCE_TAIL;
	if (first)
		got = read_first(source, to, room);
	else if (source->unpacker != NULL)
		got =
		    unpacker_read(source->unpacker, read_raw, source, to, room);
	else
		got = read_raw(source, to, room);
	if (got <= 0) {
		source->error = got < 0 ? errno : 0;
		source->eof = true;
		end_lines(source, source->end - held);
		return held;
	}
	if (source->unpacker == NULL)
		got = (long)read_on(source, to, (size_t)got, room);
	if (source->copy != NULL)
		strbuf_add(source->copy, to, (size_t)got);
	source->end += (size_t)got;
	end_lines(source, source->end - (size_t)got - held);
	source_skip_mark(source);
	return true;
}

void
source_fill_up(struct source *source, size_t len)
{
	while (source_rest(source).len < len && source_fill(source))
		;
}

int
source_open_whole(
    struct source *source, const char *path, const char *name, size_t max)
{
	int error = source_open(source, path, name);

	source_fill_up(source, max < SIZE_MAX ? max + 1 : max);
	if (error == 0 && source_rest(source).len > max)
		error = EFBIG;
	return error != 0 ? error : source->error;
}

struct slice
source_line(struct source *source, size_t max)
{
	for (;;) {
		struct slice rest = source_rest(source);
		const char *end = memchr(rest.ptr, '\n', rest.len);

		if (end != NULL)
			return slice_sub(rest, 0, (size_t)(end - rest.ptr) + 1);
		if (rest.len >= max || !source_fill(source))
			return source_rest(source);
	}
}

uint64_t
source_position(const struct source *source)
{
	off_t at;

	if (source->unpacker == NULL)
		return source->line_offset + (source->at - source->line_at);
	at = lseek(source->fd, 0, SEEK_CUR);
	return at > 0 ? (uint64_t)at : 0;
}

void
source_advance(struct source *source, size_t len)
{
	size_t window = source->line_at;

	/* Before anything was read there is no buffer. */
	if (len == 0)
		return;
	const char *text = source->buf + source->at;
	const char *end = text + len;
	while ((text = memchr(text, '\n', (size_t)(end - text))) != NULL) {
		source->line_at = (size_t)(++text - source->buf);
		source->line++;
		source->column = 1;
	}
	source->at += len;
	/* Only the end of a very long line is kept, and the rest counted. */
	if (source->at - source->line_at > (size_t)2 * SOURCE_LINE_KEPT) {
		size_t cut = source->at - SOURCE_LINE_KEPT;

		source->column += utf8_count((struct slice){
		    source->buf + source->line_at, cut - source->line_at });
		source->line_at = cut;
	}
	source->line_offset += source->line_at - window;
}

struct location
source_locate(const struct source *source, size_t offset)
{
	struct slice window = source_window(source);
	struct location where = { source->line, source->column, window, offset,
		NULL };
	const char *newline;
	size_t start = 0;

	if (offset > window.len)
		offset = window.len;
	for (size_t i = 0; i < source->parts; i++)
		if (source->part[i].at <= offset) {
			where.name = source->part[i].name;
			start = source->part[i].at;
		}
	while ((newline = memchr(window.ptr + start, '\n', offset - start)) !=
	    NULL) {
		start = (size_t)(newline - window.ptr) + 1;
		where.line++;
		where.column = 1;
	}
	where.column += utf8_count(slice_sub(window, start, offset - start));
	where.text = slice_from(window, start);
	/* Only as much of a long line as may be shown is looked at. */
	if (where.text.len > offset - start + SOURCE_LINE_KEPT)
		where.text.len = offset - start + SOURCE_LINE_KEPT;
	newline = memchr(where.text.ptr, '\n', where.text.len);
	if (newline != NULL)
		where.text.len = (size_t)(newline - where.text.ptr);
	where.offset = offset - start;
	return where;
}

struct slice
path_suffix(struct slice name)
{
	size_t dot = name.len;

	while (dot > 0 && name.ptr[dot - 1] != '.')
		dot--;
	return dot > 0 ? slice_from(name, dot) : slice_of("");
}

struct slice
path_unpacked(const char *path)
{
	struct slice name = slice_of(path_name(path));
	struct slice suffix = path_suffix(name);

	if (path_is_packed(suffix))
		name.len -= suffix.len + 1;
	return name;
}

char *
path_real(const char *path)
{
	char *real = realpath(path, NULL);

	if (real == NULL && errno == ENOMEM)
		memory_none();
	if (real == NULL)
		return NULL;
	char *copy =
	    mem_string(real, strcmp(real, "/") == 0 ? 0 : strlen(real));
	free(real);
	return copy;
}
