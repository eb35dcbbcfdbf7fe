/*
 * Ternion: a document that is open in the editor. After each change all of it
 * is read and replayed again; a large one in slices, between which messages are
 * handled.
 */
#ifndef TERNION_CMD_LSP_DOCUMENT_H
#define TERNION_CMD_LSP_DOCUMENT_H

#include <sys/stat.h>

#include "cmd/lsp/look.h"

enum {
	DOCUMENT_MAX = 256 * 1024 * 1024, /* bytes of one */
	FINDINGS_MAX = 2000               /* diagnostics in a published list */
};

struct doc {
	struct doc *next;
	struct arena arena; /* of these three: */
	const char *uri;
	const char *path;   /* NULL if it is no file */
	const char *config; /* path of the configuration; NULL: none */
	unsigned version;
	const struct format *format;
	const struct tree_node *client; /* as in struct server */
	struct doc_text text;
	size_t edited;     /* where the last edit was */
	bool is_stated;    /* its name or the client tells its format */
	bool is_foreign;   /* it has no records */
	bool is_read;      /* to its end */
	bool is_changed;   /* it is to be read, and its diagnostics published */
	unsigned long due; /* it is not read before; clock_ms */
	/* The options: those of the call, and the nearest .ternion.yaml. */
	struct job job;
	struct stat config_status; /* when it was read */
	bool is_config_faulty;     /* it could not be read and is ignored */
	struct look reading;
	/* The diagnostics found, as JSON objects. When there are more than
	 * FINDINGS_MAX, those about the last edit are kept. */
	struct strbuf *json; /* a ring of FINDINGS_MAX; owned */
	unsigned found; /* that were put into the ring, dropped ones included */
	unsigned dropped;  /* from the ring */
	unsigned after;    /* how many are after the last edit */
	unsigned unlisted; /* that were only counted */
};

struct doc *doc_new(struct slice uri, struct slice language, struct slice text,
    enum encoding encoding, const struct tree_node *client);
void doc_free(struct doc *document);

/* Reads the options of a document the first time, and when its configuration
 * has changed; false if it has not. */
bool doc_configure(struct doc *document, const struct job *call);

/* Whether two documents have the same configuration. */
bool doc_shares_config(const struct doc *document, const struct doc *other);

/* Replaces the bytes from..to; false if the document would be too long. */
bool doc_edit(struct doc *document, size_t from, size_t to, struct slice bytes);

/* Begins the reading again. */
void doc_restart(struct doc *document);

/* Reads and replays records for about that many milliseconds; 0 is without a
 * limit. True at the end of the text. */
bool doc_read(struct doc *document, unsigned milliseconds);

/* Adds the diagnostics of the record that was read last. */
void doc_add_findings(struct doc *document);

/* Appends the diagnostics. */
void doc_put_findings(const struct doc *document, struct strbuf *out);

/* A clock in milliseconds. */
unsigned long clock_ms(void);

#endif
