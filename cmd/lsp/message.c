/* Ternion: messages of the protocol. */

#include "cmd/lsp/message.h"

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
	if (buf->len == 0)
		strbuf_release(buf); /* it may have held a huge message */
	strbuf_add(buf, bytes, len);
}

/* Reads the number of a line "Content-Length: N", which may be greater than any
 * message; other lines leave *length unchanged. */
static void
read_length(struct slice line, size_t *length)
{
	struct slice name = slice_trim(slice_take(&line, ':'));
	unsigned long number;

	if (slice_is_nocase(name, "content-length") &&
	    (slice_number(slice_trim(line), MESSAGE_MAX, &number) ||
		number > MESSAGE_MAX))
		*length = number;
}

enum frame
transport_next(struct transport *transport, struct slice *message)
{
	struct slice all = strbuf_as_slice(&transport->bytes), line;
	size_t skip = transport->skipped, length = SIZE_MAX;
	bool has_lines = false;

	if (skip > all.len - transport->at)
		skip = all.len - transport->at;
	transport->at += skip;
	transport->skipped -= skip;
	struct slice rest = slice_from(all, transport->at);
	do {
		if (memchr(rest.ptr, '\n', rest.len) == NULL) {
			/* A header that does not end is dropped. */
			if (all.len - transport->at > HEADER_MAX)
				transport->at = all.len;
			return FRAME_NONE;
		}
		line = slice_trim(slice_take(&rest, '\n'));
		has_lines |= line.len > 0;
		read_length(line, &length);
	} while (line.len > 0 || !has_lines);
	if (length <= MESSAGE_MAX && rest.len < length)
		return FRAME_NONE;
	transport->at = all.len - rest.len;
	if (length == SIZE_MAX)
		return FRAME_MALFORMED;
	if (length > MESSAGE_MAX) {
		transport->skipped = length;
		return FRAME_TOO_LONG;
	}
	*message = slice_sub(rest, 0, length);
	transport->at += length;
	return FRAME_MESSAGE;
}

void
transport_put(struct strbuf *out, struct slice message)
{
	strbuf_printf(out, "Content-Length: %zu\r\n\r\n", message.len);
	strbuf_slice(out, message);
}

enum message_error
message_read(struct message *message, struct slice text, struct arena *arena)
{
	struct diags diags = { .arena = arena };

	*message = (struct message){ .id = NULL };
	struct tree_node *top = json_read(arena, &diags, text, 0);
	if (top == NULL)
		return ERROR_PARSE;
	if (top->type != TREE_MAP)
		return ERROR_INVALID_REQUEST;
	message->id = member_at(top, "id");
	message->params = member_at(top, "params");
	member_text(top, "method", &message->method);
	if (message->id != NULL && message->id->type != TREE_TEXT)
		message->id = NULL;
	if (message->method.len == 0 && tree_member(top, "result") == NULL &&
	    tree_member(top, "error") == NULL)
		return ERROR_INVALID_REQUEST;
	return ERROR_NONE;
}
