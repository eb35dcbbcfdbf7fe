/* Ternion: messages of the protocol, JSON-RPC 2.0: their frames, and how they
 * are read.
 *
 * A frame is a header with a line for the length, an empty line, and that many
 * bytes. Bytes are fed in parts of any size. No input ends the reading: a
 * message that is too long is skipped without being stored. */
#pragma once

#include "parse/record/tree.h"
#include "parse/text/strbuf.h"

enum {
	MESSAGE_MAX = 512 * 1024 * 1024, /* bytes of one message */
	HEADER_MAX = 4096,               /* bytes of a header */
};

enum frame {
	FRAME_NONE, /* no whole message has come */
	FRAME_MESSAGE,
	FRAME_TOO_LONG,  /* a message that is skipped */
	FRAME_MALFORMED, /* a header without a length */
};

/* Plain data; a copy can read ahead until more is fed. */
struct transport {
	struct strbuf bytes;
	size_t at;      /* the first byte that was not read */
	size_t skipped; /* bytes to come that are skipped */
};

void transport_feed(struct transport *transport, const char *bytes, size_t len);

/* The next frame; *message is valid until more is fed. */
enum frame transport_next(struct transport *transport, struct slice *message);

/* Appends a message with its header. */
void transport_put(struct strbuf *out, struct slice message);

/* The error codes of JSON-RPC and of the protocol. */
enum message_error {
	ERROR_NONE = 0,
	ERROR_PARSE = -32700,
	ERROR_INVALID_REQUEST = -32600,
	ERROR_NO_METHOD = -32601,
	ERROR_INVALID_PARAMS = -32602,
	ERROR_NOT_INITIALIZED = -32002,
	ERROR_REQUEST_FAILED = -32803,
};

struct message {
	const struct tree_node *id;     /* NULL: it is a notification */
	struct slice method;            /* len 0: it is an answer */
	const struct tree_node *params; /* NULL: none */
};

/* Reads a message into the arena. */
enum message_error message_read(
    struct message *message, struct slice text, struct arena *arena);
