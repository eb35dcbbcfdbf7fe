/*
 * Ternion: the language server: what it knows of its client and of the open
 * documents, and what it does with each message.
 *
 * It is given what has come with server_feed, does one thing after another
 * with server_step, and leaves what is to be sent in `out`. Nothing in it waits
 * but the caller.
 */
#ifndef TERNION_CMD_LSP_SERVER_H
#define TERNION_CMD_LSP_SERVER_H

#include "cmd/lsp/document.h"
#include "cmd/lsp/message.h"
#include "cmd/lsp/transport.h"

enum phase {
	PHASE_NEW, /* not yet initialized */
	PHASE_RUNNING,
	PHASE_SHUT, /* shut down: only the end may follow */
};

/* What the client can take. */
struct client {
	struct finding_style findings;
	struct strbuf help;  /* of the style */
	bool versions;       /* diagnostics name the version */
	bool progress;       /* it shows how far work has come */
	bool watches;        /* it tells when files change, if asked */
	bool markdown;       /* in hovers */
	bool images;         /* in that */
	bool actions;        /* code actions as objects */
	bool preferred;      /* of which one is marked */
	bool markdown_items; /* in what documents an item of a completion */
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
	unsigned opened; /* how many there are */
	struct judge *judges;
	/* Of the message at hand: */
	const struct tree_node *id;
	struct arena arena;
	struct strbuf body;
	size_t checked; /* bytes that have come when it was last looked for
			   what cancels it */
	bool is_cancelled;
	/* Progress: */
	struct opened *reading;    /* of which it is told; NULL: of none */
	unsigned long token;       /* its number */
	unsigned long begun, told; /* when the reading began, and was told of */
	unsigned long requests;    /* of ours */
	/* Takes in what has come, without waiting; NULL: nothing more comes
	 * while a message is worked on. */
	void (*more)(struct server *server);
	void *context; /* of more */
};

void server_init(struct server *server, const struct job *call);
void server_release(struct server *server);

/* Takes in what has come. */
void server_feed(struct server *server, const char *bytes, size_t len);

/* Handles a message, if one has come; false if none has. */
bool server_step(struct server *server);

/* Whether there is something to do without a message; and does some of it. */
bool server_has_work(const struct server *server);
void server_work(struct server *server);

/* The exit status of a server whose input has ended. */
int server_status(const struct server *server);

/*
 * For what handles messages
 */

/* Handles a request: writes its "result" into *json, or returns why not, and
 * then it does not matter what it wrote. */
typedef enum message_error server_request(
    struct server *server, const struct tree_node *params, struct json *json);

/* Begins a notification or a request of ours; the caller writes "params". */
void server_begin(struct server *server, struct json *json, const char *method);
void server_begin_request(
    struct server *server, struct json *json, const char *method);
void server_send(struct server *server, struct json *json);

/* Shows a message to the user: 1 an error, 2 a warning, 3 a note. */
void server_show(struct server *server, unsigned type, const char *words);

/* The document that the parameters name, or NULL; what of it is unread is read
 * first, if `whole`. */
struct opened *server_document(
    struct server *server, const struct tree_node *params, bool whole);

/* Whether the message at hand was cancelled; for what takes long. */
bool server_cancelled(struct server *server);

/* A place of the parameters; false if there is none. */
bool read_place(
    const struct tree_node *params, const char *key, struct spot *place);

/* The range of a node as offsets of the document. */
bool read_range(const struct opened *document, const struct tree_node *node,
    size_t *from, size_t *to);

/* Says that the reading of which progress was told has ended. */
void server_end_progress(struct server *server);

/* lifecycle.c */
server_request lsp_initialize, lsp_shutdown;
void lsp_initialized(struct server *server, const struct tree_node *params);
/* sync.c */
void lsp_open(struct server *server, const struct tree_node *params);
void lsp_change(struct server *server, const struct tree_node *params);
void lsp_save(struct server *server, const struct tree_node *params);
void lsp_close(struct server *server, const struct tree_node *params);
void lsp_files_changed(struct server *server, const struct tree_node *params);
void lsp_publish(struct server *server, struct opened *document);
/* actions.c */
server_request lsp_code_action;
/* hover.c */
server_request lsp_hover;
/* formatting.c */
server_request lsp_format, lsp_format_range;
/* symbols.c, folding.c */
server_request lsp_symbols, lsp_folding;
/* tokens.c */
server_request lsp_tokens, lsp_tokens_range;
void lsp_put_legend(struct json *json);
/* complete.c, signature.c */
server_request lsp_completion, lsp_signature;

#endif
