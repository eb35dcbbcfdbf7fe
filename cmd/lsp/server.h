/*
 * Ternion: the language server: its client, the open documents, and what it
 * does with each message.
 *
 * The caller feeds what has come with server_feed, and sends what server_step
 * and server_work leave in `out`. Nothing here waits.
 */
#ifndef TERNION_CMD_LSP_SERVER_H
#define TERNION_CMD_LSP_SERVER_H

#include "cmd/lsp/document.h"
#include "cmd/lsp/message.h"
#include "cmd/lsp/transport.h"

enum phase {
	PHASE_NEW, /* not yet initialized */
	PHASE_RUNNING,
	PHASE_SHUT, /* shut down: only "exit" may follow */
};

/* What the client supports. */
struct client {
	struct finding_style findings;
	struct strbuf help;  /* of the style */
	bool versions;       /* diagnostics name the version */
	bool progress;       /* it shows how far work has come */
	bool watches;        /* it can tell when files change */
	bool markdown;       /* in hovers */
	bool images;         /* in markdown */
	bool actions;        /* code actions as objects */
	bool offsets;        /* labels of parameters as offsets */
	bool symbol_trees;   /* symbols in one another */
	unsigned long folds; /* the most that it wants; 0: it does not say */
	long parent;         /* its process, or 0 */
};

struct server {
	const struct job *call;
	enum phase phase;
	bool is_over; /* the client says so */
	struct client client;
	enum encoding encoding;
	struct transport in;
	struct strbuf out;
	struct opened *documents;
	struct judge *judges;
	/* The message at hand: */
	const struct tree_node *id; /* NULL: it is no request */
	struct arena arena;
	struct strbuf body; /* of what is sent */
	size_t searched;    /* bytes of `in` that were searched for what
			       cancels it */
	bool is_cancelled;
	/* Progress: */
	struct opened *shown;      /* whose reading is shown; NULL: none */
	unsigned long token;       /* the number of that progress */
	unsigned long begun, told; /* when the reading began, when it was last
				      reported */
	unsigned long requests;    /* sent to the client */
	/* Feeds what has come, without waiting; NULL: nothing comes while a
	 * message is worked on. */
	void (*more)(struct server *server);
	void *context; /* of more */
};

void server_init(struct server *server, const struct job *call);
void server_release(struct server *server);

/* Takes in what has come. */
void server_feed(struct server *server, const char *bytes, size_t len);

/* Handles a message; false if none has come. */
bool server_step(struct server *server);

/* In how many milliseconds server_work has something to do: 0 now, -1 never. */
int server_wait(const struct server *server);
void server_work(struct server *server);

/* The exit status of a server whose input has ended. */
int server_status(const struct server *server);

/*
 * For the handlers of messages
 */

/* A request that is answered. */
struct request {
	struct server *server;
	const struct tree_node *params;
	struct opened *document; /* NULL: it is about none */
	size_t from, to;         /* the place or range in it, else all of it */
	struct json *json;       /* takes the "result" */
};

/* Writes the "result", or returns why there is none. */
typedef enum message_error request_handler(struct request *request);

/* Sends the message in `body`. */
void server_send(struct server *server);

/* Shows a message to the user: 1 an error, 2 a warning, 3 information. */
void server_show(struct server *server, unsigned type, const char *words);

/* The document that the parameters name, or NULL. */
struct opened *server_document(
    const struct server *server, const struct tree_node *params);

/* Whether the request at hand was cancelled; for handlers that take long. */
bool server_cancelled(struct server *server);

/* Reads a range of the protocol as offsets. */
bool read_range(const struct doc_text *text, const struct tree_node *node,
    size_t *from, size_t *to);

/* Ends the progress that is shown. */
void server_end_progress(struct server *server);

/* lifecycle.c */
request_handler lsp_initialize, lsp_shutdown;
void lsp_initialized(struct server *server, const struct tree_node *params);
/* documents.c */
void lsp_open(struct server *server, const struct tree_node *params);
void lsp_change(struct server *server, const struct tree_node *params);
void lsp_save(struct server *server, const struct tree_node *params);
void lsp_close(struct server *server, const struct tree_node *params);
void lsp_files_changed(struct server *server, const struct tree_node *params);
void lsp_publish(struct server *server, struct opened *document);
/* The answers to requests, each in the file of its name. */
request_handler lsp_code_action, lsp_completion, lsp_fold, lsp_format,
    lsp_format_range, lsp_hover, lsp_signature, lsp_symbols, lsp_tokens,
    lsp_tokens_range;
extern const char lsp_tokens_provider[]; /* JSON */

#endif
