/* Ternion: the language server: its client, the open documents, and a table
 * with the action for each message of the protocol, JSON-RPC 2.0.
 *
 * The caller takes bytes in with server_receive or server_feed, and sends what
 * server_step and server_work leave in `out`. */
#pragma once

#include "cmd/lsp/document.h"
#include "parse/record/tree.h"

enum phase {
	PHASE_NEW, /* not yet initialized */
	PHASE_RUNNING,
	PHASE_SHUT, /* shut down: only "exit" may follow */
};

struct server {
	const struct job *call;
	int input; /* a descriptor from which more can come; -1: none */
	bool eof;
	int error; /* errno of a failed read, or 0 */
	enum phase phase;
	bool is_over;                   /* the client says so */
	const struct tree_node *client; /* the parameters of "initialize": its
					   capabilities; NULL before */
	struct arena client_arena;
	enum encoding encoding;
	struct strbuf in;
	size_t at;      /* the first byte in it that was not read */
	size_t skipped; /* bytes to come that are skipped */
	struct strbuf out;
	struct doc *documents; /* a list of all of them */
	struct arena arena;    /* of the message at hand */
	struct strbuf body;    /* of the message that is sent */
	struct json json;      /* appends to `body` */
};

void server_init(struct server *server, const struct job *call);
void server_release(struct server *server);

/* Takes bytes in, parts of any size. */
void server_feed(struct server *server, struct slice bytes);

/* Receives bytes, for which it waits up to that many milliseconds; -1 is
 * without a limit. False if none came. */
bool server_receive(struct server *server, int milliseconds);

/* Handles a message; false if none has come. */
bool server_step(struct server *server);

/* Checks a document that has changed, if one is due, and publishes its
 * diagnostics: 0; else the milliseconds until one is due, -1 if none is. */
int server_work(struct server *server);

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

/* A message, for its handler. */
struct request {
	struct server *server;
	struct slice text; /* the message, until the next one comes */
	const struct tree_node *params;
	struct doc *document;     /* NULL: it is about none */
	size_t from, to;          /* the place or range in it, else all */
	struct walk walk;         /* at the records there */
	struct json *json;        /* takes the result */
	enum message_error error; /* ERROR_NONE: there is a result */
};

typedef void request_handler(struct request *request);

/* Appends an edit of the document to the result. */
void put_text_edit(
    struct request *request, size_t from, size_t to, struct slice text);

/* Whether the client supports something, by the path of its capability. */
bool client_can(const struct server *server, const char *path);

/* Takes a document away and frees it. */
void server_forget(struct server *server, struct doc *document);

/* The document that the parameters name, or NULL. */
struct doc *server_document(
    const struct server *server, const struct tree_node *params);

/* Begins a message to the client, and its parameters; sends `body`. */
void server_begin(struct server *server, const char *method);
void server_send(struct server *server);

/* Shows a message to the user: 1 an error, 2 a warning, 3 information. */
void server_show(struct server *server, unsigned type, const char *words);

/* Reads a range of the protocol as offsets. */
bool read_range(const struct doc *document, const struct tree_node *node,
    size_t *from, size_t *to);

#define ROW(name, subject, handle, ...) request_handler handle;
#include "cmd/lsp/methods.def"

/* Publishes the diagnostics of a document. */
void lsp_publish(struct server *server, struct doc *document);

/* Appends the meaning of a tag, and the values it can have; nothing if the name
 * has no meaning. The variant may be NULL. */
void words_of_tag(
    const struct variant *variant, struct slice name, struct strbuf *out);

/* Appends the meaning of a tag's value, if it has one; `defined` are notations
 * of the configuration. */
void words_of_value(const struct own_notation *defined,
    const struct variant *variant, struct slice name, struct slice value,
    struct strbuf *out);

/* Appends the names of the tags, with a space before each. */
void words_tags(const struct variant *variant, struct strbuf *out);

#define NAG_WORDS 140 /* annotations from there on have no meaning here */

/* The meaning of an annotation, or NULL. */
const char *words_of_nag(unsigned number);

/* Appends the points that a result gives to each player. */
void words_of_result(
    const struct variant *variant, struct slice result, struct strbuf *out);
