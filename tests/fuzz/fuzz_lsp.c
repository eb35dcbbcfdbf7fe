/*
 * Fuzz target: the language server. A line that begins with a brace or a
 * bracket is sent as a message with a header; every other line is sent as bytes
 * of the stream.
 *
 * The server answers with messages only, and the places of a document after its
 * edits are those of the same text when it is opened.
 */

#include "tests/fuzz/target.h"

/* The table of commands is in the program's main. */
#define main ternion_main
int ternion_main(int argc, char **argv);
#include "cmd/main.c"
#undef main

#include "cmd/lsp/server.h"

enum {
	COMPARED_MAX = 4096, /* bytes of a document that is read once more */
	WORK_MAX = 1000      /* steps until all that can be done is done */
};

/* Everything that is sent is messages of JSON. */
static void
check_output(struct server *server)
{
	struct slice rest = strbuf_as_slice(&server->out);
	struct arena arena = ARENA_INIT;

	while (rest.len > 0) {
		struct diags diags = { .arena = &arena };
		size_t length = 0;
		int head = 0;

		sscanf(
		    rest.ptr, "Content-Length: %zu\r\n\r\n%n", &length, &head);
		rest = slice_from(rest, (size_t)head);
		if (head == 0 || length > rest.len ||
		    json_read(&arena, &diags, slice_sub(rest, 0, length), 0) ==
			NULL)
			fuzz_fail("no message", rest);
		rest = slice_from(rest, length);
		arena_reset(&arena);
	}
	arena_release(&arena);
	strbuf_reset(&server->out);
}

/* Places do not depend on the edits that made the text, and lead back to their
 * offset, or to one that has the same place. */
static void
check_place(const struct doc *document, const struct doc *fresh, size_t offset)
{
	struct doc_place spot = text_place(document, offset);
	struct doc_place other = text_place(fresh, offset);
	struct doc_place back =
	    text_place(document, text_offset(document, spot));

	if (spot.line != other.line || spot.column != other.column)
		fuzz_fail("place", text_slice(document));
	if (spot.line != back.line || spot.column < back.column)
		fuzz_fail("offset", text_slice(document));
}

static void
check_document(const struct server *server, struct doc *document)
{
	struct slice text = text_slice(document);
	struct doc *fresh;

	if (text.len >= COMPARED_MAX)
		return;
	fresh = doc_new(slice_of(document->uri), slice_of(document->format->id),
	    text, server->encoding);
	fresh->format = document->format;
	fresh->is_stated = document->is_stated;
	doc_configure(fresh, server->call);
	for (size_t at = 0; at <= text.len; at++)
		check_place(document, fresh, at);
	if (document->is_foreign != fresh->is_foreign)
		fuzz_fail("differs", text);
	doc_free(fresh);
}

static void
work(struct server *server)
{
	for (unsigned i = 0; i < WORK_MAX && !server->is_over; i++) {
		if (!server_step(server) && server_work(server) != 0)
			return;
		check_output(server);
	}
}

/* Sends a line. */
static void
feed(struct server *server, struct slice line)
{
	struct strbuf bytes = STRBUF_INIT;

	if (line.len > 0 && (line.ptr[0] == '{' || line.ptr[0] == '[')) {
		strbuf_printf(&bytes, "Content-Length: %zu\r\n\r\n%.*s",
		    line.len, SLICE(line));
	} else {
		strbuf_slice(&bytes, line);
		strbuf_char(&bytes, '\n');
	}
	server_feed(server, strbuf_as_slice(&bytes));
	strbuf_release(&bytes);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice rest = { (const char *)data, size };
	struct server server;
	struct job job;

	job_init(&job, command_find("lsp"));
	server_init(&server, &job);
	while (rest.len > 0 && !server.is_over) {
		feed(&server, slice_take(&rest, '\n'));
		work(&server);
	}
	for (struct doc *d = server.documents; d != NULL; d = d->next)
		check_document(&server, d);
	server_release(&server);
	job_release(&job);
	return 0;
}
