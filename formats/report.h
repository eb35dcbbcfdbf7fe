/*
 * Ternion: reports: diagnostics for people and for programs.
 *
 * A report takes the diagnostics of one record after another, lets through
 * those that are asked for, appends them to its text, and keeps the counts
 * from which the exit status follows.
 */
#ifndef TERNION_FORMATS_REPORT_H
#define TERNION_FORMATS_REPORT_H

#include "diag.h"
#include "source.h"
#include "strbuf.h"

enum report_style {
	REPORT_TEXT,  /* file:line:column: error: message [code], and a caret */
	REPORT_JSON,  /* one object */
	REPORT_JSONL, /* one object a diagnostic */
};

struct report_options {
	enum report_style style;
	enum severity least; /* what is shown at all */
	bool colour;
	bool disabled[DIAGS]; /* codes that are neither shown nor counted */
	unsigned max_errors;  /* after so many nothing more is shown; 0: none */
};

struct report {
	struct report_options options;
	struct strbuf text; /* made so far; the caller empties it */
	bool begun;         /* something has been appended, ever */
	unsigned long files, games, plies;
	unsigned long count[SEV_FATAL + 1]; /* given, by severity */
};

/* Where diagnostics come from; numbers from 1, 0 and NULL: not known. */
struct report_origin {
	const char *file;
	const struct source *source; /* NULL: the file as a whole */
	unsigned long game;
	const char *variant;
};

void report_init(struct report *report, const struct report_options *options);
void report_release(struct report *report);

/* Adds the diagnostics of a record, in the order of its text. */
void report_add(struct report *report, const struct report_origin *origin,
    struct diags *diags);

/* Adds one that concerns a file as a whole. */
void report_file(struct report *report, const char *file, enum diag_id id,
    const char *message);

/* Ends the report: appends what its form has at the end. */
void report_finish(struct report *report);

/* The worst severity given so far, or -1. */
int report_worst(const struct report *report);

#endif
