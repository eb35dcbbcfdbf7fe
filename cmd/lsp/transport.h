/*
 * Ternion: the frames of the protocol: a message is a header of lines, one of
 * which states its length, an empty line, and that many bytes.
 *
 * Bytes are fed in parts of any size. No sequence of bytes ends the reading,
 * and a message that is too long is skipped without being kept.
 */
#ifndef TERNION_CMD_LSP_TRANSPORT_H
#define TERNION_CMD_LSP_TRANSPORT_H

#include "parse/text/strbuf.h"

enum {
	MESSAGE_MAX = 512 * 1024 * 1024, /* bytes of one message */
	HEADER_MAX = 4096,               /* bytes of a header */
};

/* What is next in the bytes that have come. */
enum frame {
	FRAME_NONE, /* no whole message */
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

void transport_release(struct transport *transport);

/* Appends a message with its header. */
void transport_put(struct strbuf *out, struct slice message);

#endif
