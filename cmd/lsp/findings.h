/*
 * Ternion: what was found in a record, as the protocol has it: made once, and
 * put out as often as the list of a document is, wherever the record stands
 * then.
 */
#ifndef TERNION_CMD_LSP_FINDINGS_H
#define TERNION_CMD_LSP_FINDINGS_H

#include "cmd/lsp/text.h"
#include "formats/report/report.h"

/* How diagnostics are made for a client. */
struct finding_style {
	bool related;      /* places that belong to it are told */
	bool tags;         /* text that is not needed is tagged */
	bool links;        /* codes have links */
	struct slice help; /* what stands before the code in a link */
};

struct findings {
	unsigned len;     /* that are kept */
	unsigned dropped; /* that are only counted */
	size_t bytes;     /* that this takes */
	struct found *list;
	char *text; /* JSON of all of them */
};

/* Takes the diagnostics of a record into findings; NULL if there are none.
 * `at` is where the segment's text begins behind the beginning of the source's
 * window. */
struct findings *findings_make(const struct report_options *options,
    struct diags *diags, const struct source *source, long at,
    const struct strip *segment, enum encoding encoding,
    const struct finding_style *style);

void findings_free(struct findings *findings);

/* Keeps no more than their number. */
void findings_forget(struct findings *findings);

/* Appends them as elements of a list, each with a comma before it if `comma`;
 * the segment begins at the place. */
void findings_put(const struct findings *findings, struct spot at,
    struct slice uri, bool comma, struct strbuf *out);

/* Appends a range. */
void range_put(struct strbuf *out, struct spot start, struct spot end);

#endif
