/*
 * Ternion: the frames of the protocol: a message is a header of lines, of which
 * one states its length, an empty line, and so many bytes.
 *
 * What has come is fed as it comes, in parts of any size; no sequence of bytes
 * ends the reading, and what is too long is passed over without being kept.
 */
#ifndef TERNION_CMD_LSP_TRANSPORT_H
#define TERNION_CMD_LSP_TRANSPORT_H

#include "parse/text/strbuf.h"

enum {
	MESSAGE_MAX = 512 * 1024 * 1024, /* bytes of one message */
	HEADER_MAX = 4096,               /* bytes of a line of a header */
};

/* What stands next in what has come. */
enum frame {
	FRAME_NONE,      /* not yet a whole message */
	FRAME_MESSAGE,   /* one */
	FRAME_TOO_LONG,  /* one that is passed over */
	FRAME_MALFORMED, /* a header that states no length */
};

/* Plain data; a copy goes on reading by itself until more is fed. */
struct transport {
	struct strbuf bytes;
	size_t at;        /* the first byte that is not used up */
	bool has_header;  /* a line of a header has come */
	bool has_length;  /* and one with the length */
	bool in_body;     /* the empty line has come */
	size_t length;    /* of the body */
	size_t pass_over; /* bytes of a body that is too long */
};

void transport_feed(struct transport *transport, const char *bytes, size_t len);

/* The next frame; a message stands in *message until more is fed. */
enum frame transport_next(struct transport *transport, struct slice *message);

void transport_release(struct transport *transport);

/* Appends a message with its header. */
void transport_put(struct strbuf *out, struct slice message);

#endif
