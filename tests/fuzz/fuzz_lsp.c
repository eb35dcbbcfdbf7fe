/*
 * Fuzz target: the language server. A line that begins with a brace or a
 * bracket is sent as a message with a header; every other line is sent as it
 * is, as bytes of the stream.
 *
 * Whatever comes, what is sent is messages, and what was found in a document by
 * its edits is what is found in the same text when it is opened.
 */
#include <stdint.h>
#include <stdlib.h>

/* The table of commands stands beside the program's main. */
#define main ternion_main
int ternion_main(int argc, char **argv);
#include "cmd/main.c"
#undef main

#include "cmd/lsp/server.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	COMPARED_MAX = 4096, /* bytes of a document that is read once more */
	WORK_MAX = 1000      /* steps until all that can be done is done */
};

static void
fail(const char *what, struct slice text)
{
	fprintf(stderr, "%s: %.*s\n", what, (int)text.len, text.ptr);
	abort();
}

/* Everything that is sent is messages of JSON. */
static void
check_output(struct server *server)
{
	struct transport sent = { .at = 0 };
	struct arena arena = ARENA_INIT;
	struct message message;
	struct slice text;
	enum frame frame;

	transport_feed(
	    &sent, strbuf_as_slice(&server->out).ptr, server->out.len);
	while ((frame = transport_next(&sent, &text)) != FRAME_NONE) {
		if (frame != FRAME_MESSAGE ||
		    message_read(&message, text, &arena) != ERROR_NONE)
			fail("no message", text);
		arena_reset(&arena);
	}
	if (sent.at != sent.bytes.len)
		fail("not whole", strbuf_as_slice(&server->out));
	transport_release(&sent);
	arena_release(&arena);
	strbuf_reset(&server->out);
}

/* The list of diagnostics of a document, all of which is read. */
static void
list(const struct server *server, struct opened *document, struct strbuf *out)
{
	opened_read(document, &server->client.findings, 0);
	opened_put_findings(document, out);
}

static void
check_document(const struct server *server, struct opened *document)
{
	struct strbuf known = STRBUF_INIT, found = STRBUF_INIT;
	struct opened *fresh;
	char bytes[COMPARED_MAX];
	size_t len = text_copy(&document->text, 0, bytes, sizeof(bytes));

	if (len == sizeof(bytes) || document->is_paused)
		return;
	if (len != document->text.bytes)
		fail("lost", (struct slice){ bytes, len });
	fresh =
	    opened_new(slice_of(document->uri), slice_of(document->format->id),
		(struct slice){ bytes, len }, server->encoding);
	fresh->judge = document->judge;
	fresh->format = document->format;
	fresh->edited = document->edited;
	list(server, document, &known);
	list(server, fresh, &found);
	if (document->is_foreign == fresh->is_foreign &&
	    !slice_equal(strbuf_as_slice(&known), strbuf_as_slice(&found))) {
		fprintf(stderr, "%s\n", known.ptr);
		fail("differs", strbuf_as_slice(&found));
	}
	opened_free(fresh);
	strbuf_release(&known);
	strbuf_release(&found);
}

static void
work(struct server *server)
{
	for (unsigned i = 0; i < WORK_MAX && !server->is_over; i++) {
		if (!server_step(server)) {
			if (!server_has_work(server))
				return;
			/* Documents are read record by record. */
			for (struct opened *d = server->documents; d;
			     d = d->next)
				d->batch = 1;
			server_work(server);
		}
		check_output(server);
	}
}

/* Sends a line. */
static void
feed(struct server *server, struct slice line)
{
	struct strbuf bytes = STRBUF_INIT;

	if (line.len > 0 && (line.ptr[0] == '{' || line.ptr[0] == '[')) {
		transport_put(&bytes, line);
	} else {
		strbuf_slice(&bytes, line);
		strbuf_char(&bytes, '\n');
	}
	server_feed(server, bytes.ptr, bytes.len);
	strbuf_release(&bytes);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice rest = { (const char *)data, size };
	struct server server;
	struct job job;

	job_init(&job, &command_lsp);
	server_init(&server, &job);
	while (rest.len > 0 && !server.is_over) {
		feed(&server, slice_take(&rest, '\n'));
		work(&server);
	}
	for (struct opened *d = server.documents; d != NULL; d = d->next)
		check_document(&server, d);
	server_release(&server);
	job_release(&job);
	return 0;
}
