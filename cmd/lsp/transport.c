/* Ternion: the frames of the protocol. */
#include <stdint.h>

#include "cmd/lsp/transport.h"

enum {
	KEPT_SIZE = 1024 * 1024 /* of a buffer that is empty */
};

void
transport_feed(struct transport *transport, const char *bytes, size_t len)
{
	struct strbuf *buf = &transport->bytes;

	if (transport->at > 0) {
		memmove(buf->ptr, buf->ptr + transport->at,
		    buf->len - transport->at);
		buf->len -= transport->at;
		transport->at = 0;
	}
	/* A huge message must not keep its memory for ever. */
	if (buf->len == 0 && buf->size > KEPT_SIZE)
		strbuf_release(buf);
	strbuf_add(buf, bytes, len);
}

void
transport_release(struct transport *transport)
{
	strbuf_release(&transport->bytes);
}

static struct slice
rest_of(const struct transport *transport)
{
	struct slice all = strbuf_as_slice(&transport->bytes);

	return slice_from(all, transport->at);
}

/* The number of a line "Content-Length: N"; one that is too large counts as
 * more than any message may have. False if the line is another. */
static bool
read_length(struct slice line, size_t *length)
{
	struct slice name = slice_trim(slice_take(&line, ':'));
	size_t number = 0;

	line = slice_trim(line);
	if (!slice_is_nocase(name, "content-length") || line.len == 0)
		return false;
	for (size_t i = 0; i < line.len; i++) {
		if (line.ptr[i] < '0' || line.ptr[i] > '9')
			return false;
		if (number <= SIZE_MAX / 100)
			number = number * 10 + (size_t)(line.ptr[i] - '0');
	}
	*length = number;
	return true;
}

/* Takes a line of a header; false if none is whole. A line that is too long is
 * taken in parts, none of which says anything. */
static bool
take_line(struct transport *transport, struct slice *line)
{
	struct slice rest = rest_of(transport);
	const char *end = memchr(rest.ptr, '\n', rest.len);

	if (end == NULL && rest.len < HEADER_MAX)
		return false;
	*line = slice_sub(
	    rest, 0, end != NULL ? (size_t)(end - rest.ptr) : rest.len);
	transport->at += line->len + (end != NULL);
	*line = slice_trim(*line);
	return true;
}

/* Takes lines up to the empty one. */
static enum frame
take_header(struct transport *transport)
{
	struct slice line;

	while (take_line(transport, &line)) {
		if (line.len > 0) {
			transport->has_header = true;
			transport->has_length |=
			    read_length(line, &transport->length);
			continue;
		}
		if (!transport->has_header)
			continue;
		transport->has_header = false;
		if (!transport->has_length)
			return FRAME_MALFORMED;
		transport->has_length = false;
		transport->in_body = true;
		return FRAME_MESSAGE;
	}
	return FRAME_NONE;
}

/* Drops what has come of a body that is too long. */
static void
pass_over(struct transport *transport)
{
	size_t have = rest_of(transport).len;

	if (have > transport->pass_over)
		have = transport->pass_over;
	transport->at += have;
	transport->pass_over -= have;
}

enum frame
transport_next(struct transport *transport, struct slice *message)
{
	struct slice rest;
	enum frame frame;

	pass_over(transport);
	if (transport->pass_over > 0)
		return FRAME_NONE;
	if (!transport->in_body) {
		frame = take_header(transport);
		if (frame != FRAME_MESSAGE)
			return frame;
	}
	if (transport->length > MESSAGE_MAX) {
		transport->in_body = false;
		transport->pass_over = transport->length;
		return FRAME_TOO_LONG;
	}
	rest = rest_of(transport);
	if (rest.len < transport->length)
		return FRAME_NONE;
	*message = slice_sub(rest, 0, transport->length);
	transport->at += transport->length;
	transport->in_body = false;
	return FRAME_MESSAGE;
}

void
transport_put(struct strbuf *out, struct slice message)
{
	strbuf_printf(out, "Content-Length: %zu\r\n\r\n", message.len);
	strbuf_slice(out, message);
}
