/*
 * Ternion: a document that is open in the editor. After each change it is read
 * again from its beginning; a reading of a large document is done in slices.
 */
#ifndef TERNION_CMD_LSP_DOCUMENT_H
#define TERNION_CMD_LSP_DOCUMENT_H

#include "cmd/lsp/findings.h"
#include "cmd/lsp/judge.h"

enum {
	DOCUMENT_MAX = 256 * 1024 * 1024, /* bytes of one */
};

/* Where a record begins to be read, with the reader's state there. */
struct record_start {
	size_t at;
	int state;
	bool skipping;
};

/* A part of a document as an input of records. */
struct doc_input {
	struct input input;
	const struct doc_text *text;
	size_t begins;  /* in the document */
	size_t at, end; /* what the source is yet to be given */
	size_t word_at; /* where DOC_WORD is inserted; SIZE_MAX: nowhere */
};

struct opened {
	struct opened *next;
	char *uri;  /* owned */
	char *path; /* owned; NULL if it is no file */
	long version;
	const struct format *format;
	struct judge *judge;
	const struct finding_style *style;
	struct doc_text text;
	size_t edited;   /* where the last edit was */
	bool is_stated;  /* its name or the client tells its format */
	bool is_foreign; /* it has no records */
	bool is_read;    /* to its end */
	bool was_read;   /* it, or an earlier version */
	bool is_paused;  /* the user stopped the reading */
	bool is_changed; /* its diagnostics are to be published */
	unsigned long published, due; /* last, and not before; clock_ms */
	/* The reading: */
	struct doc_input reading;
	struct arena arena;
	struct record_start *starts; /* of all records, and of what follows the
					last; owned */
	size_t records, starts_size;
	struct finding_list findings;
};

struct opened *opened_new(struct slice uri, struct slice language,
    struct slice text, enum encoding encoding,
    const struct finding_style *style);
void opened_free(struct opened *document);

/* Replaces the bytes from..to; false if the document would be too long. */
bool opened_edit(
    struct opened *document, size_t from, size_t to, struct slice bytes);

/* Begins the reading again, by another judge. */
void opened_restart(struct opened *document);

/*
 * Reads and replays records until one ends after an offset, or for about so
 * many milliseconds; 0: without a limit. True if the offset is reached, or the
 * end of the text.
 */
bool opened_read(struct opened *document, size_t upto, unsigned milliseconds);

/* Whether there is something to read. */
bool opened_is_unread(const struct opened *document);

/* How much of it is read. */
unsigned opened_percentage(const struct opened *document);

/* Appends the diagnostics, separated by commas. */
void opened_put_findings(const struct opened *document, struct strbuf *out);

/* The number of the record whose text, with what precedes it, an offset is in;
 * `records` after the last one. It has to be read. */
size_t opened_record_at(const struct opened *document, size_t offset);

/* Opens the text from a record on as an input, which must stay where it is in
 * memory until it is closed. If word_at is not SIZE_MAX, it is that record
 * alone, with DOC_WORD inserted at the offset. */
void doc_input_open(struct doc_input *in, const struct opened *document,
    size_t record, size_t word_at);
void doc_input_close(struct doc_input *in);

/* Where the next record begins to be read, and the window of the source, in
 * the document. */
size_t doc_input_at(const struct doc_input *in);
size_t doc_input_window(const struct doc_input *in);

/* A word that is no move in any notation. */
#define DOC_WORD "Zz"

/* A clock in milliseconds. */
unsigned long clock_ms(void);

#endif
