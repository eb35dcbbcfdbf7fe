/* Ternion: the language server: messages are handled, documents are read. */
#include "cmd/cmd.h"
#include "cmd/lsp/server.h"

enum {
	SLICE_MS = 20,       /* of reading between two looks for messages */
	PUBLISH_MS = 1000,   /* between two lists of a document being opened */
	TELL_MS = 300,       /* before progress is shown, and between reports */
	SMALL_CANCEL = 1000, /* bytes; a longer message cancels nothing */
};

void
server_init(struct server *server, const struct job *call)
{
	memset(server, 0, sizeof(*server));
	server->call = call;
	server->encoding = ENCODING_UTF16;
}

void
server_release(struct server *server)
{
	while (server->documents != NULL) {
		struct opened *document = server->documents;

		server->documents = document->next;
		judge_drop(&server->judges, document->judge);
		opened_free(document);
	}
	transport_release(&server->in);
	strbuf_release(&server->out);
	strbuf_release(&server->body);
	strbuf_release(&server->client.help);
	arena_release(&server->arena);
}

void
server_feed(struct server *server, const char *bytes, size_t len)
{
	transport_feed(&server->in, bytes, len);
}

int
server_status(const struct server *server)
{
	return server->phase == PHASE_SHUT ? EXIT_GOOD : EXIT_FINDINGS;
}

/*
 * What is sent
 */

void
server_send(struct server *server)
{
	transport_put(&server->out, strbuf_as_slice(&server->body));
	strbuf_reset(&server->body);
}

void
server_show(struct server *server, unsigned type, const char *words)
{
	strbuf_printf(&server->body,
	    "{\"jsonrpc\":\"2.0\",\"method\":\"window/showMessage\","
	    "\"params\":{\"type\":%u,\"message\":",
	    type);
	json_quote(&server->body, slice_of(words));
	strbuf_puts(&server->body, "}}");
	server_send(server);
}

static const char *
error_words(enum message_error error)
{
	switch (error) {
	case ERROR_PARSE:
		return "the message is no JSON";
	case ERROR_INVALID_REQUEST:
		return "the message is no request";
	case ERROR_NO_METHOD:
		return "there is no such method";
	case ERROR_INVALID_PARAMS:
		return "the parameters are not those of the method";
	case ERROR_NOT_INITIALIZED:
		return "the server is not initialized";
	case ERROR_REQUEST_FAILED:
		return "there is no canonical layout: a record has an error, "
		       "or the format is for reading only";
	case ERROR_CANCELLED:
		return "the request was cancelled";
	case ERROR_NONE:
		break;
	}
	return "";
}

static void
begin_answer(
    struct server *server, struct json *json, const struct tree_node *id)
{
	strbuf_reset(&server->body);
	*json = (struct json){ .out = &server->body };
	json_begin(json, NULL, '{');
	json_string(json, "jsonrpc", "2.0");
	message_put_id(json, id);
}

static void
answer_error(struct server *server, enum message_error error,
    const struct tree_node *id, const char *words)
{
	struct json json;

	begin_answer(server, &json, id);
	json_begin(&json, "error", '{');
	json_integer(&json, "code", (long)error);
	json_string(
	    &json, "message", words != NULL ? words : error_words(error));
	json_end(&json, '}');
	json_end(&json, '}');
	server_send(server);
}

/*
 * Requests
 */

/* Whether a message cancels the request at hand. */
static bool
cancels(const struct server *server, struct slice text)
{
	struct arena arena = ARENA_INIT;
	struct message message;
	bool found;

	found = text.len < SMALL_CANCEL &&
	    message_read(&message, text, &arena) == ERROR_NONE &&
	    slice_is(message.method, "$/cancelRequest") &&
	    message_same_id(member_at(message.params, "id"), server->id);
	arena_release(&arena);
	return found;
}

bool
server_cancelled(struct server *server)
{
	struct transport ahead;
	struct slice text;
	enum frame frame;

	if (server->more != NULL)
		server->more(server);
	if (server->is_cancelled || server->id == NULL ||
	    server->searched == server->in.bytes.len)
		return server->is_cancelled;
	server->searched = server->in.bytes.len;
	ahead = server->in;
	while ((frame = transport_next(&ahead, &text)) != FRAME_NONE)
		if (frame == FRAME_MESSAGE && cancels(server, text))
			server->is_cancelled = true;
	return server->is_cancelled;
}

struct opened *
server_document(const struct server *server, const struct tree_node *params)
{
	struct opened *document = server->documents;
	struct slice uri;

	if (!member_text(params, "textDocument.uri", &uri))
		return NULL;
	while (document != NULL && !slice_is(uri, document->uri))
		document = document->next;
	return document;
}

static bool
read_text_position(
    const struct doc_text *text, const struct tree_node *node, size_t *offset)
{
	unsigned long line, column;

	if (!member_number(node, "line", &line) ||
	    !member_number(node, "character", &column))
		return false;
	*offset = text_offset(
	    text, (struct spot){ (uint32_t)line, (uint32_t)column });
	return true;
}

bool
read_range(const struct doc_text *text, const struct tree_node *node,
    size_t *from, size_t *to)
{
	if (!read_text_position(text, member_at(node, "start"), from) ||
	    !read_text_position(text, member_at(node, "end"), to))
		return false;
	if (*to < *from)
		*to = *from;
	return true;
}

/* The part of a document that a request names. */
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
} methods[] = {
	{ "initialize", OF_SERVER, lsp_initialize },
	{ "shutdown", OF_SERVER, lsp_shutdown },
	{ "textDocument/codeAction", OF_RANGE, lsp_code_action },
	{ "textDocument/completion", OF_POSITION, lsp_completion },
	{ "textDocument/documentSymbol", OF_DOCUMENT, lsp_symbols },
	{ "textDocument/foldingRange", OF_DOCUMENT, lsp_fold },
	{ "textDocument/formatting", OF_DOCUMENT, lsp_format },
	{ "textDocument/hover", OF_POSITION, lsp_hover },
	{ "textDocument/rangeFormatting", OF_RANGE, lsp_format_range },
	{ "textDocument/semanticTokens/full", OF_DOCUMENT, lsp_tokens },
	{ "textDocument/semanticTokens/range", OF_RANGE, lsp_tokens_range },
	{ "textDocument/signatureHelp", OF_POSITION, lsp_signature },
};

/* Finds the document of a request, and the place in it; false if the
 * parameters do not say. */
static bool
find_subject(struct request *request, enum subject subject)
{
	const struct tree_node *params = request->params;
	const struct opened *document;

	if (subject == OF_SERVER)
		return true;
	document = request->document = server_document(request->server, params);
	if (document == NULL)
		return false;
	request->from = 0;
	request->to = document->text.len;
	if (subject == OF_RANGE)
		return read_range(&document->text, member_at(params, "range"),
		    &request->from, &request->to);
	if (subject == OF_DOCUMENT)
		return true;
	if (!read_text_position(
		&document->text, member_at(params, "position"), &request->from))
		return false;
	request->to = request->from;
	return true;
}

/* Answers a request, when the document is read as far as it asks about. */
static enum message_error
handle_request(const struct method *method, struct request *request)
{
	struct server *server = request->server;
	enum message_error error;

	if (!find_subject(request, method->subject))
		return ERROR_INVALID_PARAMS;
	while (request->document != NULL && !server_cancelled(server) &&
	    !opened_read(request->document, request->to, SLICE_MS))
		;
	if (server_cancelled(server))
		return ERROR_CANCELLED;
	error = method->handle(request);
	return server_cancelled(server) ? ERROR_CANCELLED : error;
}

static void
answer_request(struct server *server, const struct message *message)
{
	const struct method *method = NULL;
	struct json json;
	struct request request = {
		.server = server, .params = message->params, .json = &json
	};
	enum message_error error;
	bool initializes = slice_is(message->method, "initialize");

	for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++)
		if (slice_is(message->method, methods[i].name))
			method = &methods[i];
	server->id = message->id;
	server->is_cancelled = false;
	server->searched = 0;
	begin_answer(server, &json, message->id);
	if (server->phase == PHASE_NEW && !initializes)
		error = ERROR_NOT_INITIALIZED;
	else if (server->phase == PHASE_SHUT ||
	    (server->phase == PHASE_RUNNING && initializes))
		error = ERROR_INVALID_REQUEST;
	else if (method == NULL)
		error = ERROR_NO_METHOD;
	else
		error = handle_request(method, &request);
	if (error == ERROR_NONE) {
		json_end(&json, '}');
		server_send(server);
	} else {
		answer_error(server, error, message->id, NULL);
	}
	server->id = NULL;
}

/*
 * Notifications
 */

static const struct notification {
	const char *method;
	void (*handle)(struct server *server, const struct tree_node *params);
} notifications[] = {
	{ "initialized", lsp_initialized },
	{ "textDocument/didOpen", lsp_open },
	{ "textDocument/didChange", lsp_change },
	{ "textDocument/didSave", lsp_save },
	{ "textDocument/didClose", lsp_close },
	{ "workspace/didChangeWatchedFiles", lsp_files_changed },
};

/* The user does not want to wait for the reading that is shown. */
static void
stop_reading(struct server *server, const struct tree_node *params)
{
	const struct tree_node *token = member_at(params, "token");
	char name[64];

	snprintf(name, sizeof(name), "ternion-%lu", server->token);
	if (server->shown != NULL && token != NULL &&
	    slice_is(token->text, name))
		server->shown->is_paused = server->shown->is_changed = true;
}

static void
take_notification(struct server *server, const struct message *message)
{
	if (slice_is(message->method, "exit"))
		server->is_over = true;
	if (server->phase != PHASE_RUNNING)
		return;
	if (slice_is(message->method, "window/workDoneProgress/cancel"))
		stop_reading(server, message->params);
	for (size_t i = 0; i < sizeof(notifications) / sizeof(notifications[0]);
	     i++)
		if (slice_is(message->method, notifications[i].method))
			notifications[i].handle(server, message->params);
}

static void
take_message(struct server *server, struct slice text)
{
	struct message message;
	enum message_error error = message_read(&message, text, &server->arena);

	if (error != ERROR_NONE)
		answer_error(server, error, message.id, NULL);
	else if (message.method.len == 0)
		; /* the answer to a request of ours, which needs none */
	else if (message.id != NULL)
		answer_request(server, &message);
	else
		take_notification(server, &message);
	arena_reset(&server->arena);
}

bool
server_step(struct server *server)
{
	struct slice text;

	switch (transport_next(&server->in, &text)) {
	case FRAME_NONE:
		return false;
	case FRAME_MESSAGE:
		take_message(server, text);
		break;
	case FRAME_TOO_LONG:
		answer_error(server, ERROR_INVALID_REQUEST, NULL,
		    "the message is too long");
		break;
	case FRAME_MALFORMED:
		answer_error(server, ERROR_PARSE, NULL,
		    "the header states no Content-Length");
		break;
	}
	return true;
}

/*
 * Work between messages
 */

/* The document that is read next, or published; NULL: there is none. */
static struct opened *
next_document(const struct server *server)
{
	struct opened *next = NULL;

	if (server->phase != PHASE_RUNNING)
		return NULL;
	for (struct opened *d = server->documents; d != NULL; d = d->next)
		if ((d->is_changed || opened_is_unread(d)) &&
		    (next == NULL || d->due < next->due))
			next = d;
	return next;
}

int
server_wait(const struct server *server)
{
	const struct opened *document = next_document(server);
	unsigned long now = clock_ms();

	if (document == NULL)
		return -1;
	return document->due > now ? (int)(document->due - now) : 0;
}

/* Sends a report on the progress; `value` is more members of it. */
static void
send_progress(struct server *server, const char *kind, const char *value)
{
	strbuf_printf(&server->body,
	    "{\"jsonrpc\":\"2.0\",\"method\":\"$/progress\","
	    "\"params\":{\"token\":\"ternion-%lu\","
	    "\"value\":{\"kind\":\"%s\"%s}}}",
	    server->token, kind, value);
	server_send(server);
}

/* Shows how far the reading has come, if it takes long. */
static void
show_reading(struct server *server, struct opened *document)
{
	unsigned long now = clock_ms();
	char percentage[64];

	if (!server->client.progress)
		return;
	if (server->begun == 0)
		server->begun = server->told = now;
	if (now - server->told < TELL_MS)
		return;
	server->told = now;
	if (server->shown == NULL) {
		server->shown = document;
		strbuf_printf(&server->body,
		    "{\"jsonrpc\":\"2.0\",\"id\":%lu,"
		    "\"method\":\"window/workDoneProgress/create\","
		    "\"params\":{\"token\":\"ternion-%lu\"}}",
		    ++server->requests, ++server->token);
		server_send(server);
		send_progress(server, "begin",
		    ",\"title\":\"Checking the records\","
		    "\"cancellable\":true,\"percentage\":0");
		return;
	}
	snprintf(percentage, sizeof(percentage), ",\"percentage\":%u",
	    opened_percentage(document));
	send_progress(server, "report", percentage);
}

void
server_end_progress(struct server *server)
{
	server->begun = 0;
	if (server->shown != NULL)
		send_progress(server, "end", "");
	server->shown = NULL;
}

void
server_work(struct server *server)
{
	struct opened *document = next_document(server);

	if (document == NULL)
		return;
	if (server->shown != NULL && server->shown != document)
		server_end_progress(server);
	if (opened_read(document, SIZE_MAX, SLICE_MS)) {
		server_end_progress(server);
	} else {
		show_reading(server, document);
		/* While it is opened the user sees what is found so far. */
		if (document->was_read ||
		    clock_ms() - document->published < PUBLISH_MS)
			return;
	}
	lsp_publish(server, document);
}
