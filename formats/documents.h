/* Ternion: records that are one document each, read from a stream; between
 * format_json.c and format_yaml.c. */
#ifndef TERNION_FORMATS_DOCUMENTS_H
#define TERNION_FORMATS_DOCUMENTS_H

#include "format.h"
#include "tree.h"

/* Where a document stands in the text. */
struct document {
	size_t skip; /* bytes before it */
	size_t len;  /* 0: there is none */
};

struct document_kind {
	/*
	 * Finds the first document of the text; false if more text is needed
	 * to tell. `state` is 0 at the beginning of the input, and is the
	 * finder's own from then on.
	 */
	bool (*find)(
	    struct slice text, bool eof, int *state, struct document *document);
	struct node *(*parse)(struct arena *arena, struct diags *diags,
	    struct slice text, size_t at);
	const char *boundary; /* before the next document; NULL: none */
};

/* Reads the next document as a record; as the `read` of a format. */
bool document_read(struct input *input, struct arena *arena,
    struct diags *diags, struct record *record,
    const struct document_kind *kind);

#endif
