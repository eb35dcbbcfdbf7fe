/* Ternion: the language server. */
#include "cmd/cmd.h"
#include "cmd/lsp/server.h"

enum {
	SLICE_MS = 20,       /* of reading between two looks for messages */
	PUBLISH_MS = 1000,   /* between two lists while a document is read */
	TELL_MS = 300,       /* before progress is told of, and again */
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

static void
begin(struct server *server, struct json *json)
{
	strbuf_reset(&server->body);
	*json = (struct json){ .out = &server->body };
	json_begin(json, NULL, '{');
	json_string(json, "jsonrpc", "2.0");
}

void
server_send(struct server *server, struct json *json)
{
	json_end(json, '}');
	transport_put(&server->out, strbuf_as_slice(&server->body));
	strbuf_reset(&server->body);
}

void
server_begin(struct server *server, struct json *json, const char *method)
{
	begin(server, json);
	json_string(json, "method", method);
}

void
server_begin_request(
    struct server *server, struct json *json, const char *method)
{
	begin(server, json);
	json_number(json, "id", ++server->requests);
	json_string(json, "method", method);
}

void
server_show(struct server *server, unsigned type, const char *words)
{
	struct json json;

	server_begin(server, &json, "window/showMessage");
	json_begin(&json, "params", '{');
	json_number(&json, "type", type);
	json_string(&json, "message", words);
	json_end(&json, '}');
	server_send(server, &json);
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
answer_error(struct server *server, enum message_error error,
    const struct tree_node *id, const char *words)
{
	struct json json;

	begin(server, &json);
	message_put_id(&json, id);
	json_begin(&json, "error", '{');
	json_integer(&json, "code", (long)error);
	json_string(
	    &json, "message", words != NULL ? words : error_words(error));
	json_end(&json, '}');
	server_send(server, &json);
}

/*
 * What has come
 */

/* Whether a message takes back the request at hand. */
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
	    server->checked == server->in.bytes.len)
		return server->is_cancelled;
	server->checked = server->in.bytes.len;
	ahead = server->in;
	while ((frame = transport_next(&ahead, &text)) != FRAME_NONE)
		if (frame == FRAME_MESSAGE && cancels(server, text))
			server->is_cancelled = true;
	return server->is_cancelled;
}

static const struct request {
	const char *method;
	server_request *handle;
} requests[] = {
	{ "initialize", lsp_initialize },
	{ "shutdown", lsp_shutdown },
	{ "textDocument/codeAction", lsp_code_action },
	{ "textDocument/completion", lsp_completion },
	{ "textDocument/documentSymbol", lsp_symbols },
	{ "textDocument/foldingRange", lsp_folding },
	{ "textDocument/formatting", lsp_format },
	{ "textDocument/hover", lsp_hover },
	{ "textDocument/rangeFormatting", lsp_format_range },
	{ "textDocument/semanticTokens/full", lsp_tokens },
	{ "textDocument/semanticTokens/range", lsp_tokens_range },
	{ "textDocument/signatureHelp", lsp_signature },
};

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

static server_request *
find_request(struct slice method)
{
	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++)
		if (slice_is(method, requests[i].method))
			return requests[i].handle;
	return NULL;
}

/* Why a request is not even tried. */
static enum message_error
refuse(const struct server *server, struct slice method, server_request *handle)
{
	bool initializes = slice_is(method, "initialize");

	if (server->phase == PHASE_NEW && !initializes)
		return ERROR_NOT_INITIALIZED;
	if (server->phase == PHASE_SHUT ||
	    (server->phase == PHASE_RUNNING && initializes))
		return ERROR_INVALID_REQUEST;
	return handle == NULL ? ERROR_NO_METHOD : ERROR_NONE;
}

static void
answer(struct server *server, const struct message *message)
{
	server_request *handle = find_request(message->method);
	enum message_error error = refuse(server, message->method, handle);
	struct json json;

	server->id = message->id;
	server->is_cancelled = false;
	server->checked = 0;
	if (error == ERROR_NONE && server_cancelled(server))
		error = ERROR_CANCELLED;
	begin(server, &json);
	message_put_id(&json, message->id);
	if (error == ERROR_NONE)
		error = handle(server, message->params, &json);
	if (error == ERROR_NONE)
		server_send(server, &json);
	else
		answer_error(server, error, message->id, NULL);
	server->id = NULL;
}

/* The user does not want to wait for the reading of a document. */
static void
stop_reading(struct server *server, const struct tree_node *params)
{
	const struct tree_node *token = member_at(params, "token");
	struct strbuf name = STRBUF_INIT;

	strbuf_printf(&name, "ternion-%lu", server->token);
	if (server->reading != NULL && token != NULL &&
	    slice_equal(token->text, strbuf_as_slice(&name)))
		server->reading->is_paused = true;
	strbuf_release(&name);
}

static void
take_note(struct server *server, const struct message *message)
{
	if (slice_is(message->method, "exit")) {
		server->is_over = true;
		return;
	}
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
		answer(server, &message);
	else
		take_note(server, &message);
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
 * What is done between messages
 */

/* The document that is to be read, or of which the list is to be sent. */
static struct opened *
next_work(const struct server *server)
{
	for (struct opened *d = server->documents; d != NULL; d = d->next)
		if (d->is_changed || opened_is_unread(d))
			return d;
	return NULL;
}

bool
server_has_work(const struct server *server)
{
	return server->phase == PHASE_RUNNING && next_work(server) != NULL;
}

/* Begins the parameters of a message on the progress. */
static void
begin_progress(struct server *server, struct json *json, const char *kind)
{
	struct strbuf token = STRBUF_INIT;

	strbuf_printf(&token, "ternion-%lu", server->token);
	server_begin(server, json, "$/progress");
	json_begin(json, "params", '{');
	json_text(json, "token", strbuf_as_slice(&token));
	json_begin(json, "value", '{');
	json_string(json, "kind", kind);
	strbuf_release(&token);
}

static void
send_progress(struct server *server, struct json *json)
{
	json_end(json, '}');
	json_end(json, '}');
	server_send(server, json);
}

static void
create_progress(struct server *server)
{
	struct strbuf token = STRBUF_INIT;
	struct json json;

	strbuf_printf(&token, "ternion-%lu", ++server->token);
	server_begin_request(server, &json, "window/workDoneProgress/create");
	json_begin(&json, "params", '{');
	json_text(&json, "token", strbuf_as_slice(&token));
	json_end(&json, '}');
	server_send(server, &json);
	strbuf_release(&token);
	begin_progress(server, &json, "begin");
	json_string(&json, "title", "Checking the records");
	json_bool(&json, "cancellable", true);
	json_number(&json, "percentage", 0);
	send_progress(server, &json);
}

/* How much of a document is read, in hundredths. */
static unsigned long
percentage(const struct text *text)
{
	unsigned long long read = 0;

	for (size_t i = 0; i < text->len; i++)
		if (text->segment[i].is_read)
			read += text->segment[i].len;
	return text->bytes > 0 ? (unsigned long)(read * 100 / text->bytes)
			       : 100;
}

/* Tells how far the reading has come, if it takes long. */
static void
tell_progress(struct server *server, struct opened *document)
{
	unsigned long now = clock_ms();
	struct json json;

	if (!server->client.progress)
		return;
	if (server->begun == 0)
		server->begun = server->told = now;
	if (now - server->told < TELL_MS)
		return;
	server->told = now;
	if (server->reading == NULL) {
		server->reading = document;
		create_progress(server);
		return;
	}
	begin_progress(server, &json, "report");
	json_number(&json, "percentage", percentage(&document->text));
	send_progress(server, &json);
}

void
server_end_progress(struct server *server)
{
	struct json json;

	server->begun = 0;
	if (server->reading == NULL)
		return;
	server->reading = NULL;
	begin_progress(server, &json, "end");
	send_progress(server, &json);
}

void
server_work(struct server *server)
{
	struct opened *document = next_work(server);

	if (document == NULL)
		return;
	if (server->reading != NULL && server->reading != document)
		server_end_progress(server);
	if (!opened_read(document, &server->client.findings, SLICE_MS)) {
		tell_progress(server, document);
		if (clock_ms() - document->published < PUBLISH_MS)
			return;
	} else {
		server_end_progress(server);
	}
	lsp_publish(server, document);
}

struct opened *
server_document(
    struct server *server, const struct tree_node *params, bool whole)
{
	struct opened *document = server->documents;
	struct slice uri;

	if (!member_text(member_at(params, "textDocument"), "uri", &uri))
		return NULL;
	while (document != NULL && !slice_is(uri, document->uri))
		document = document->next;
	if (document != NULL && whole)
		while (
		    !opened_read(document, &server->client.findings, SLICE_MS))
			if (server_cancelled(server))
				return NULL;
	return document;
}

bool
read_place(const struct tree_node *params, const char *key, struct spot *place)
{
	const struct tree_node *node = member_at(params, key);
	unsigned long line, column;

	if (!member_number(node, "line", &line) ||
	    !member_number(node, "character", &column))
		return false;
	place->line = (uint32_t)line;
	place->column = (uint32_t)column;
	return true;
}

bool
read_range(const struct opened *document, const struct tree_node *node,
    size_t *from, size_t *to)
{
	struct spot start, end;

	if (!read_place(node, "start", &start) ||
	    !read_place(node, "end", &end))
		return false;
	*from = text_offset(&document->text, start);
	*to = text_offset(&document->text, end);
	if (*to < *from)
		*to = *from;
	return true;
}
