/* Ternion: records that are one document each, read from a stream: what
 * format_json.c and format_yaml.c share. */
#ifndef TERNION_FORMATS_DOCUMENTS_H
#define TERNION_FORMATS_DOCUMENTS_H

#include "formats/record/format.h"
#include "formats/record/tree.h"

/* Where a document stands in the text. */
struct document {
	size_t skip;       /* bytes before it, which belong to none */
	size_t len;        /* 0: there is none, or its end is not there */
	const char *fault; /* what is wrong before it; NULL: nothing */
	enum diag_id fault_id;
};

/* How far a document has been scanned; all zero at its beginning. */
struct scan {
	size_t depth;         /* brackets that are open */
	bool quoted, escaped; /* in a string; after a backslash in it */
	bool in_line;         /* not at the beginning of a line */
	bool begun;           /* there was something in the document */
	bool ended;
};

struct document_kind {
	const char *name; /* of a document, in messages */
	/* Sets how many bytes before the first document belong to none, and
	 * what is wrong with them; false if that alone is to be told. `state`
	 * is 0 at the beginning of the input, and is the kind's own from then
	 * on. */
	bool (*skip)(
	    struct slice text, bool eof, int *state, struct document *document);
	/* Scans a document, part by part: the bytes of the text that belong to
	 * it and need not be seen again. */
	size_t (*scan)(
	    struct slice text, bool eof, int *state, struct scan *scan);
	/* Fills the record with a document, `at` being its offset there. */
	void (*fill)(struct record *record, struct arena *arena,
	    struct diags *diags, struct slice text, size_t at);
};

/* Reads the next document as a record; for `read` of a format that has
 * `documents`. */
bool document_read(struct input *input, struct arena *arena,
    struct diags *diags, struct record *record);

/* For `split` of such a format. */
size_t document_split(const struct format *format, struct slice text);

/* Documents that are a line each. */
bool skip_blank_lines(
    struct slice text, bool eof, int *state, struct document *document);
size_t scan_document_line(
    struct slice text, bool eof, int *state, struct scan *scan);

/* Scans an object of JSON, to its end if it is in the text. */
size_t json_scan(struct slice text, struct scan *scan);

/* The place of the first byte from `at` on that is no white space of JSON. */
size_t json_skip_space(struct slice text, size_t at);

/* True if a file of YAML or JSON, which can be of anything, is one of records;
 * for `has_records` of a format. A key of theirs tells, without a parser: a
 * record with a fault in it is a record still. */
bool document_has_record(struct slice text, bool eof);

#endif
