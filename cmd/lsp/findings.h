/*
 * Ternion: the diagnostics of a document as a list of JSON objects. When there
 * are more than the list may have, those about the last edit are kept.
 */
#ifndef TERNION_CMD_LSP_FINDINGS_H
#define TERNION_CMD_LSP_FINDINGS_H

#include "cmd/lsp/text.h"
#include "formats/report/report.h"

/* The parts of a diagnostic that the client shows. */
struct finding_style {
	bool related;      /* other places that belong to it */
	bool tags;         /* that a text is unnecessary */
	bool links;        /* a link to its explanation */
	struct slice help; /* what comes before the code in the link */
};

struct finding_list {
	struct strbuf json;   /* the objects, a comma before each */
	size_t *at;           /* where each begins in it; owned */
	size_t len, size;     /* of `at` */
	size_t before;        /* how many are before the last edit */
	unsigned long hidden; /* diagnostics that are only counted */
};

/* A record whose diagnostics are added. */
struct finding_record {
	const struct doc_text *text;
	const char *uri;
	const struct source *source;
	size_t window; /* where the window of the source begins in the text */
	bool before_edit; /* the record ends before the last edit */
};

void findings_add(struct finding_list *list,
    const struct finding_record *record, struct diags *diags,
    const struct report_options *options, const struct finding_style *style);

/* Appends the chosen objects, separated by commas, and returns how many
 * diagnostics are not among them. */
unsigned long findings_put(const struct finding_list *list, struct strbuf *out);

void findings_clear(struct finding_list *list);
void findings_release(struct finding_list *list);

#endif
