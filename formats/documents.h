/* Ternion: records that are one document each, read from a stream; shared by
 * the readers of JSON, YAML, 3PF and logs. */
#pragma once

#include "parse/record/format.h"
#include "parse/record/tree.h"

/* Where a document stands in the text, and how far it has been scanned. */
struct document {
	bool eof;          /* the text is all that is left of the input */
	int *state;        /* of the kind between documents; 0 at first */
	size_t skip;       /* bytes before it */
	size_t len;        /* 0: there is none, or its end is missing */
	const char *fault; /* of the text before it; or NULL */
	enum diag_id fault_id;
	size_t depth;         /* brackets that are open */
	bool quoted, escaped; /* in a string; after a backslash in it */
	bool in_line;         /* not at the beginning of a line */
	bool is_last;         /* in the line that ends the document */
	bool begun;           /* the document has some content */
	bool ended;
};

struct document_kind {
	const char *name;     /* of a document, in messages */
	enum diag_id foreign; /* reports a text that is PGN */
	/* Sets skip and fault of the next document; false if there is only a
	 * fault to report. */
	bool (*skip)(struct slice text, struct document *document);
	/* Scans the next part of a document: the length of the text that
	 * belongs to it and need not be scanned again. */
	size_t (*scan)(struct slice text, struct document *document);
	/* Fills the record from a document; `at` is its offset. */
	void (*fill)(struct record *record, struct diags *diags,
	    struct slice text, size_t at);
};

/* Reads the next document as a record, for formats with `documents`. */
bool document_read(struct input *input, struct arena *arena,
    struct diags *diags, struct record *record);

/* For `split` of such a format. */
size_t document_split(const struct format *format, struct slice text);

/* The length of a line of ``` that Markdown has around records, which is a
 * fault of the document; 0: there is none, or its end is missing. */
size_t fence_len(struct slice text, struct document *document);

/* Documents that are a line each. */
bool skip_blank_lines(struct slice text, struct document *document);
size_t scan_document_line(struct slice text, struct document *document);

/* Scans an object of JSON, up to its end if the text has it. */
size_t json_scan(struct slice text, struct document *document);

/* The first place from `at` on without white space of JSON. */
size_t json_skip_space(struct slice text, size_t at);

/* True if a file of YAML or JSON has records, for `has_records` of a format. It
 * looks for a key and parses nothing, so that faulty records count. */
bool document_has_record(struct slice text, bool eof);
