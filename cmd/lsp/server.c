/* Ternion: the language server: handles messages and reads documents. */
#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "cmd/lsp/server.h"

enum {
	READ_SIZE = 64 * 1024,
	MESSAGE_MAX = 512 * 1024 * 1024, /* bytes of one message */
	HEADER_MAX = 4096,               /* bytes of a header */
};

void
server_init(struct server *server, const struct job *call)
{
	*server = (struct server){ .call = call,
		.input = -1,
		.encoding = ENCODING_UTF16,
		.json.out = &server->body };
}

struct doc *
server_document(const struct server *server, const struct tree_node *params)
{
	struct doc *document = server->documents;
	struct slice uri;

	if (!member_text(params, "textDocument.uri", &uri))
		return NULL;
	while (document != NULL && !slice_is(uri, document->uri))
		document = document->next;
	return document;
}

void
server_forget(struct server *server, struct doc *document)
{
	struct doc **link = &server->documents;

	while (*link != document)
		link = &(*link)->next;
	*link = document->next;
	doc_free(document);
}

void
server_release(struct server *server)
{
	while (server->documents != NULL)
		server_forget(server, server->documents);
	strbuf_release(&server->in);
	strbuf_release(&server->out);
	strbuf_release(&server->body);
	arena_release(&server->client_arena);
	arena_release(&server->arena);
}

void
server_feed(struct server *server, struct slice bytes)
{
	struct strbuf *in = &server->in;

	if (server->at > 0) {
		memmove(in->ptr, in->ptr + server->at, in->len - server->at);
		in->len -= server->at;
		server->at = 0;
	}
	if (in->len == 0)
		strbuf_release(in); /* it may have held a huge message */
	strbuf_slice(in, bytes);
}

bool
server_receive(struct server *server, int milliseconds)
{
	struct pollfd input = { .fd = server->input, .events = POLLIN };
	char bytes[READ_SIZE];

	if (server->eof || server->error != 0 ||
	    poll(&input, 1, milliseconds) <= 0)
		return false;
	ssize_t got = read(server->input, bytes, sizeof(bytes));
	if (got > 0)
		server_feed(server, (struct slice){ bytes, (size_t)got });
	else if (got == 0)
		server->eof = true;
	else if (errno != EINTR)
		server->error = errno;
	return true;
}

static void
begin_body(struct server *server)
{
	strbuf_reset(&server->body);
	server->json = (struct json){ .out = &server->body };
	json_put(&server->json, "{jsonrpc:%s", "2.0");
}

void
server_begin(struct server *server, const char *method)
{
	begin_body(server);
	json_put(&server->json, "method:%s params:{", method);
}

void
server_send(struct server *server)
{
	strbuf_printf(
	    &server->out, "Content-Length: %zu\r\n\r\n", server->body.len);
	strbuf_slice(&server->out, strbuf_as_slice(&server->body));
	strbuf_reset(&server->body);
}

void
server_show(struct server *server, unsigned type, const char *words)
{
	server_begin(server, "window/showMessage");
	json_put(&server->json, "type:%u message:%s}}", type, words);
	server_send(server);
}

bool
client_can(const struct server *server, const char *path)
{
	return member_true(member_at(server->client, "capabilities"), path);
}

/* Begins the answer to a request; NULL: to one that cannot be read. */
static void
begin_answer(struct server *server, const struct tree_node *id)
{
	begin_body(server);
	if (id == NULL)
		json_string(&server->json, "id", NULL);
	else
		(id->quoted ? json_text : json_literal)(
		    &server->json, "id", id->text);
}

static void
answer_error(struct server *server, enum message_error error,
    const struct tree_node *id, const char *words)
{
	begin_answer(server, id);
	json_put(
	    &server->json, "error:{code:%d message:%s}}", (int)error, words);
	server_send(server);
}

static const struct {
	enum message_error error;
	const char *words;
} errors[] = {
	{ ERROR_PARSE, "the message is not JSON" },
	{ ERROR_INVALID_REQUEST, "the message is not a request" },
	{ ERROR_NO_METHOD, "unknown method" },
	{ ERROR_INVALID_PARAMS, "the parameters do not fit the method" },
	{ ERROR_NOT_INITIALIZED, "the server is not initialized" },
	{ ERROR_REQUEST_FAILED,
	    "the document cannot be formatted: a record has an error, or the "
	    "format is for reading only" },
};

static bool
read_offset(
    const struct doc *document, const struct tree_node *node, size_t *offset)
{
	unsigned line, column;

	if (!member_number(node, "line", &line) ||
	    !member_number(node, "character", &column))
		return false;
	*offset = text_offset(document, (struct doc_place){ line, column });
	return true;
}

bool
read_range(const struct doc *document, const struct tree_node *node,
    size_t *from, size_t *to)
{
	if (!read_offset(document, member_at(node, "start"), from) ||
	    !read_offset(document, member_at(node, "end"), to))
		return false;
	if (*to < *from)
		*to = *from;
	return true;
}

void
put_text_edit(
    struct request *request, size_t from, size_t to, struct slice text)
{
	json_begin(request->json, NULL, '{');
	put_range(request->json, "range", request->document, from, to);
	json_put(request->json, "newText:%.*s}", SLICE(text));
}

/*
 * Messages
 */

/* The part of a document that a message names. */
enum subject {
	OF_SERVER,
	OF_DOCUMENT,
	OF_POSITION,
	OF_RANGE,
};

static const struct method {
	const char *name;
	enum subject subject;
	request_handler *handle;
	const char *before, *after;
} methods[] = {
#define ROW(name, subject, handle, before, after, ...) \
	{ name, subject, handle, before, after },
#include "cmd/lsp/methods.def"
};

/* Finds the document of a message and the place in it; false if the parameters
 * do not name them. */
static bool
find_subject(struct request *request, enum subject subject)
{
	const struct tree_node *params = request->params;
	const struct doc *document;

	if (subject == OF_SERVER)
		return true;
	document = request->document = server_document(request->server, params);
	if (document == NULL)
		return false;
	request->from = 0;
	request->to = document->text.len;
	if (subject == OF_RANGE)
		return read_range(document, member_at(params, "range"),
		    &request->from, &request->to);
	if (subject == OF_DOCUMENT)
		return true;
	if (!read_offset(
		document, member_at(params, "position"), &request->from))
		return false;
	request->to = request->from;
	return true;
}

static enum message_error
put_result(struct request *request, const struct method *method)
{
	struct server *server = request->server;
	bool initializes = method != NULL && method->handle == lsp_initialize;

	if (server->phase == PHASE_NEW && !initializes)
		return ERROR_NOT_INITIALIZED;
	if (server->phase != PHASE_NEW &&
	    (initializes || server->phase == PHASE_SHUT))
		return ERROR_INVALID_REQUEST;
	if (method == NULL || method->before == NULL)
		return ERROR_NO_METHOD;
	if (!find_subject(request, method->subject))
		return ERROR_INVALID_PARAMS;
	if (method->before[0] != '\0') {
		json_literal(request->json, "result", slice_of(method->before));
		request->json->comma = false;
	}
	size_t empty = server->body.len;
	if (request->document != NULL)
		walk_begin(&request->walk, request->document, request->from,
		    request->to);
	method->handle(request);
	if (request->document != NULL)
		walk_end(&request->walk);
	if (server->body.len == empty && method->before[0] == '\0')
		json_string(request->json, "result", NULL);
	strbuf_puts(&server->body, method->after);
	return request->error;
}

/* Finds the id of a message, NULL if it is a notification, and the method,
 * which an answer does not have. */
static enum message_error
read_message(const struct tree_node *top, const struct tree_node **id,
    struct slice *method)
{
	if (top == NULL)
		return ERROR_PARSE;
	if (top->type != TREE_MAP)
		return ERROR_INVALID_REQUEST;
	*id = member_at(top, "id");
	if (*id != NULL && (*id)->type != TREE_TEXT)
		*id = NULL;
	member_text(top, "method", method);
	return method->len > 0 || tree_member(top, "result") != NULL ||
		tree_member(top, "error") != NULL
	    ? ERROR_NONE
	    : ERROR_INVALID_REQUEST;
}

static void
take_message(struct server *server, struct slice text)
{
	struct diags diags = { .arena = &server->arena };
	const struct tree_node *id = NULL;
	const struct tree_node *top =
	    json_read(&server->arena, &diags, text, 0);
	struct slice name = { "", 0 };
	enum message_error error = read_message(top, &id, &name);
	struct request request = { .server = server,
		.text = text,
		.params = member_at(top, "params"),
		.json = &server->json };
	const struct method *method = NULL;

	for (size_t i = 0; i < COUNT(methods); i++)
		if (slice_is(name, methods[i].name))
			method = &methods[i];
	if (error == ERROR_NONE && name.len == 0)
		return; /* the answer to a request of ours */
	if (error == ERROR_NONE && id == NULL) {
		if (method != NULL && method->before == NULL &&
		    (server->phase == PHASE_RUNNING ||
			method->handle == lsp_exit) &&
		    find_subject(&request, method->subject))
			method->handle(&request);
		return;
	}
	if (error == ERROR_NONE) {
		begin_answer(server, id);
		error = put_result(&request, method);
	}
	if (error == ERROR_NONE) {
		json_end(&server->json, '}');
		server_send(server);
	}
	for (size_t i = 0; i < COUNT(errors); i++)
		if (errors[i].error == error)
			answer_error(server, error, id, errors[i].words);
}

/* Takes the next message: a header with a line for the length, an empty line,
 * and that many bytes. No input ends the reading: a message that is too long is
 * skipped without being stored. False if no whole message has come. */
static bool
take_frame(struct server *server)
{
	struct slice all = strbuf_as_slice(&server->in), line;
	size_t skip = server->skipped, length = SIZE_MAX;
	unsigned long number;
	bool has_lines = false;

	if (skip > all.len - server->at)
		skip = all.len - server->at;
	server->at += skip;
	server->skipped -= skip;
	struct slice rest = slice_from(all, server->at);
	do {
		if (memchr(rest.ptr, '\n', rest.len) == NULL) {
			/* A header that does not end is dropped. */
			if (all.len - server->at > HEADER_MAX)
				server->at = all.len;
			return false;
		}
		line = slice_trim(slice_take(&rest, '\n'));
		has_lines |= line.len > 0;
		/* The number may be greater than any message. */
		struct slice value = line, name = slice_take(&value, ':');
		if (slice_is_nocase(slice_trim(name), "content-length") &&
		    (slice_number(slice_trim(value), MESSAGE_MAX, &number) ||
			number > MESSAGE_MAX))
			length = number;
	} while (line.len > 0 || !has_lines);
	if (length <= MESSAGE_MAX && rest.len < length)
		return false;
	server->at = all.len - rest.len;
	if (length == SIZE_MAX) {
		answer_error(server, ERROR_PARSE, NULL,
		    "the header has no Content-Length");
	} else if (length > MESSAGE_MAX) {
		server->skipped = length;
		answer_error(server, ERROR_INVALID_REQUEST, NULL,
		    "the message is too long");
	} else {
		server->at += length;
		take_message(server, slice_sub(rest, 0, length));
	}
	return true;
}

bool
server_step(struct server *server)
{
	bool has_come = take_frame(server);

	arena_reset(&server->arena);
	return has_come;
}

int
server_work(struct server *server)
{
	struct doc *next = NULL;
	unsigned long now = clock_ms();

	for (struct doc *d = server->documents; d != NULL; d = d->next)
		if (d->is_changed && (next == NULL || d->due < next->due))
			next = d;
	if (next == NULL || server->phase != PHASE_RUNNING)
		return -1;
	if (next->due > now)
		return (int)(next->due - now);
	lsp_publish(server, next);
	return 0;
}
