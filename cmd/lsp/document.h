/*
 * Ternion: a document that is open in the editor: its text, and what was found
 * in its records.
 *
 * An edit makes the segments that it touches unread. opened_read reads on
 * from the record before them until the reader is where it was: at the
 * beginning of a segment that was read in the same state. Only these records
 * are replayed.
 */
#ifndef TERNION_CMD_LSP_DOCUMENT_H
#define TERNION_CMD_LSP_DOCUMENT_H

#include "cmd/lsp/findings.h"
#include "cmd/lsp/judge.h"

enum {
	DOCUMENT_MAX = 256 * 1024 * 1024, /* bytes of one */
	DOCUMENTS_MAX = 1000,
	FINDINGS_MAX = 64 * 1024 * 1024, /* bytes that are kept of one */
	PUBLISHED_MAX = 2000,            /* diagnostics in a list */
};

struct opened {
	struct opened *next;
	char *uri;  /* owned */
	char *path; /* owned; NULL: it is no file */
	long version;
	const struct format *format;
	struct judge *judge;
	struct text text;
	size_t batch;    /* records that are put in at once */
	bool is_foreign; /* a file of the format, but not of records */
	bool is_changed; /* its diagnostics are to be published */
	bool is_paused; /* what is unread stays so, for the user asked for it */
	size_t found;   /* bytes of all findings */
	size_t edited;  /* where the last edit was */
	unsigned long published; /* when its list was sent last */
};

/* A new document; false if the format of its text is none. */
struct opened *opened_new(struct slice uri, struct slice language,
    struct slice text, enum encoding encoding);
void opened_free(struct opened *document);

/* What an edit changes; false if the document would be too long. */
bool opened_edit(
    struct opened *document, size_t from, size_t to, struct slice bytes);
bool opened_set(struct opened *document, struct slice bytes);

/* All of it is to be judged anew. */
void opened_unread(struct opened *document);

/* Whether there is something to be read. */
bool opened_is_unread(const struct opened *document);

/*
 * Reads and replays what is unread, for about so many milliseconds; 0: to its
 * end. True if nothing is left.
 */
bool opened_read(struct opened *document, const struct finding_style *style,
    unsigned milliseconds);

/* Appends the list of all diagnostics, with its brackets. */
void opened_put_findings(const struct opened *document, struct strbuf *out);

/* A part of the document as an input of its own. */
struct extract {
	struct input input;
	struct feed {
		const struct text *text;
		size_t at, end;
	} feed;
	size_t begins; /* of its source, in the document */
};

/* Opens what begins with the segment as an input, up to `end`. The part must
 * stay where it is. */
void part_open(struct extract *part, const struct opened *document,
    size_t segment, size_t end);
void part_close(struct extract *part);

/* Where in the document the next record will begin to be read, and where the
 * window of the source begins. */
size_t part_at(const struct extract *part);
size_t part_window(const struct extract *part);

/* A clock in milliseconds. */
unsigned long clock_ms(void);

#endif
