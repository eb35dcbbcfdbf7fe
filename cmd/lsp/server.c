/* Ternion: the language server: handles messages and reads documents. */
#include <errno.h>
#include <poll.h>
#include <search.h>
#include <unistd.h>

#include "cmd/lsp/server.h"

#define READ_SIZE (64 * 1024)

void
server_init(struct server *server, const struct job *call)
{
	*server = (struct server){ .call = call,
		.input = -1,
		.encoding = ENCODING_UTF16,
		.json.out = &server->body };
}

/*
 * The documents
 */

static int
by_uri(const void *a, const void *b)
{
	const char *const *one = a, *const *other = b;

	return strcmp(*one, *other);
}

/* Puts a document into the list: before `next`, or at the end. */
static void
link_before(struct server *server, struct doc *document, struct doc *next)
{
	struct doc *prev = next != NULL ? next->prev : server->last;

	document->next = next;
	document->prev = prev;
	*(prev != NULL ? &prev->next : &server->documents) = document;
	*(next != NULL ? &next->prev : &server->last) = document;
}

static void
take_out(struct server *server, struct doc *document)
{
	struct doc *next = document->next, *prev = document->prev;

	*(prev != NULL ? &prev->next : &server->documents) = next;
	*(next != NULL ? &next->prev : &server->last) = prev;
}

void
server_sort_in(struct server *server, struct doc *document)
{
	take_out(server, document);
	struct doc *next = document->is_changed ? server->documents : NULL;
	while (next != NULL && next->is_changed && next->due < document->due)
		next = next->next;
	link_before(server, document, next);
}

void
server_add(struct server *server, struct doc *document)
{
	if (tsearch(document, &server->tree, by_uri) == NULL)
		memory_none();
	link_before(server, document, server->documents);
}

void
server_forget(struct server *server, struct doc *document)
{
	tdelete(document, &server->tree, by_uri);
	take_out(server, document);
	doc_free(document);
}

void
server_release(struct server *server)
{
	while (server->documents != NULL)
		server_forget(server, server->documents);
	strbuf_release(&server->in.bytes);
	strbuf_release(&server->out);
	strbuf_release(&server->body);
	arena_release(&server->client_arena);
	arena_release(&server->arena);
}

/*
 * In and out
 */

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
		transport_feed(&server->in, bytes, (size_t)got);
	else if (got == 0)
		server->eof = true;
	else if (errno != EINTR)
		server->error = errno;
	return true;
}

/* Begins a message in `body`. */
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
	transport_put(&server->out, strbuf_as_slice(&server->body));
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

/*
 * Places
 */

struct doc *
server_document(const struct server *server, const struct tree_node *params)
{
	struct doc **found = NULL;
	struct slice uri;

	if (member_text(params, "textDocument.uri", &uri))
		found = tfind(&uri.ptr, &server->tree, by_uri);
	return found != NULL ? *found : NULL;
}

/* Reads a position of the protocol as an offset. */
static bool
read_offset(
    const struct doc_text *text, const struct tree_node *node, size_t *offset)
{
	unsigned line, column;

	if (!member_number(node, "line", &line) ||
	    !member_number(node, "character", &column))
		return false;
	*offset = text_offset(text, (struct doc_place){ line, column });
	return true;
}

bool
read_range(const struct doc_text *text, const struct tree_node *node,
    size_t *from, size_t *to)
{
	if (!read_offset(text, member_at(node, "start"), from) ||
	    !read_offset(text, member_at(node, "end"), to))
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
	put_range(request->json, "range", &request->document->text, from, to);
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
#define ROW(name, subject, handle, ...) { name, subject, handle, __VA_ARGS__ },
#include "cmd/lsp/methods.def"
#undef ROW
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
	request->to = document->text.bytes.len;
	if (subject == OF_RANGE)
		return read_range(&document->text, member_at(params, "range"),
		    &request->from, &request->to);
	if (subject == OF_DOCUMENT)
		return true;
	if (!read_offset(
		&document->text, member_at(params, "position"), &request->from))
		return false;
	request->to = request->from;
	return true;
}

/* Writes the result of a request. */
static enum message_error
put_result(struct request *request, const struct method *method)
{
	struct server *server = request->server;

	if (server->phase == PHASE_SHUT ||
	    (method != NULL && method->handle == lsp_initialize &&
		server->phase == PHASE_RUNNING))
		return ERROR_INVALID_REQUEST;
	if (server->phase == PHASE_NEW &&
	    (method == NULL || method->handle != lsp_initialize))
		return ERROR_NOT_INITIALIZED;
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

static void
take_message(struct server *server, struct slice text)
{
	struct message message;
	enum message_error error = message_read(&message, text, &server->arena);
	struct request request = { .server = server,
		.text = text,
		.params = message.params,
		.json = &server->json };
	const struct method *method = NULL;

	for (size_t i = 0; i < COUNT(methods); i++)
		if (slice_is(message.method, methods[i].name))
			method = &methods[i];
	if (error == ERROR_NONE && message.method.len == 0)
		return; /* the answer to a request of ours */
	if (error == ERROR_NONE && message.id == NULL) {
		if (method != NULL && method->before == NULL &&
		    (server->phase == PHASE_RUNNING ||
			method->handle == lsp_exit) &&
		    find_subject(&request, method->subject))
			method->handle(&request);
		return;
	}
	if (error == ERROR_NONE) {
		begin_answer(server, message.id);
		error = put_result(&request, method);
	}
	if (error == ERROR_NONE) {
		json_end(&server->json, '}');
		server_send(server);
	}
	for (size_t i = 0; i < COUNT(errors); i++)
		if (errors[i].error == error)
			answer_error(
			    server, error, message.id, errors[i].words);
}

bool
server_step(struct server *server)
{
	struct slice text;
	enum frame frame = transport_next(&server->in, &text);

	if (frame == FRAME_MESSAGE)
		take_message(server, text);
	else if (frame == FRAME_TOO_LONG)
		answer_error(server, ERROR_INVALID_REQUEST, NULL,
		    "the message is too long");
	else if (frame == FRAME_MALFORMED)
		answer_error(server, ERROR_PARSE, NULL,
		    "the header has no Content-Length");
	arena_reset(&server->arena);
	return frame != FRAME_NONE;
}

/*
 * Work between messages
 */

/* The document that is checked next; NULL: there is none. */
static struct doc *
next_document(const struct server *server)
{
	struct doc *next = server->documents;

	return server->phase == PHASE_RUNNING && next != NULL &&
		next->is_changed
	    ? next
	    : NULL;
}

int
server_wait(const struct server *server)
{
	const struct doc *document = next_document(server);
	unsigned long now = clock_ms();

	if (document == NULL)
		return -1;
	return document->due > now ? (int)(document->due - now) : 0;
}

void
server_work(struct server *server)
{
	struct doc *document = next_document(server);

	if (document != NULL)
		lsp_publish(server, document);
}
