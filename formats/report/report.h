/* Ternion: reports: diagnostics for people and for programs.
 *
 * A report takes the diagnostics of one record after another, appends to its
 * text those that the options ask for, in one of several forms, and counts them
 * for the exit status.
 *
 * To add a form:
 *  1. write formats/report/report_NAME.c with one `const struct report_form`;
 *  2. add its row to the table in formats/report/report.c;
 *  3. write its paragraph of man/ternion-check.1, and add what
 *     tests/conformance.py misses;
 *  4. run make golden. */
#pragma once

#include "parse/text/json.h"
#include "parse/text/key_set.h"
#include "parse/record/record.h"
#include "parse/text/source.h"
#include "rules/variants/variant.h"

struct report_form;

/* Equal diagnostics of a baseline. */
struct known {
	uint64_t print; /* a hash that identifies them */
	unsigned long count;
	enum diag_id id; /* DIAGS: more than are kept of a record */
	char *file;      /* owned; NULL if it was read */
};

/* A list of known diagnostics, so that a report shows only new ones.
 *
 * Diagnostics are equal if they agree in file, game, code and the text at their
 * place; the line and the rest of the record do not matter. Each one of the
 * list makes one of the report known. */
struct baseline {
	bool writes; /* it collects findings; else it was read */
	/* The folder, without links, from which the names of files count; NULL:
	 * the working directory. Owned. */
	char *folder;
	char *file;           /* the last one that was named; owned */
	struct strbuf name;   /* of that file, from the folder */
	struct key_set known; /* by print */
	unsigned long taken;  /* diagnostics that were known */
};

/* A hash of the tags that name a game: event, site, date, round, players. */
uint64_t baseline_game(const struct record *record);

/* Reads a baseline to its end or an error of the source. Returns the number of
 * the first malformed line, or 0. */
unsigned long baseline_read(struct baseline *baseline, struct source *source);

/* Takes `count` equal diagnostics of a baseline_game() or 0, and returns how
 * many of them are known. */
unsigned long baseline_take(struct baseline *baseline, const char *file,
    uint64_t game, enum diag_id id, struct slice text, unsigned long count);

/* Sets the folder of a baseline to that of its file. */
void baseline_set_folder(struct baseline *baseline, const char *path);

/* Appends a baseline for baseline_read. */
void baseline_write(struct baseline *baseline, struct strbuf *out);

struct report_options {
	const struct report_form *form; /* NULL: text */
	enum severity least;            /* that is shown */
	enum severity fail;             /* the least with which a test fails */
	bool colour;
	unsigned width;       /* of the terminal; 0: there is none */
	bool keeps_errors;    /* errors of the table are not downgraded */
	bool disabled[DIAGS]; /* codes that are neither shown nor counted */
	uint8_t level[DIAGS]; /* another severity + 1; 0: that of the table */
	unsigned long max_errors;  /* that are shown; 0: all */
	const char *version;       /* of the program */
	const char *command;       /* "check"; or NULL */
	struct baseline *baseline; /* known ones are neither shown nor counted;
				      or NULL */
	bool silent;               /* nothing is shown, only counted */
	bool folds;   /* the text form shows once what all records of a file
			 have, and at a terminal few of one kind in a record */
	bool explain; /* the text form ends with the meaning of each code */
	bool counts;  /* and with the number of diagnostics */
};

#define COMMON_MAX 8 /* diagnostics that are shown once for a file */

/* State of the text form for the file at hand. */
struct common {
	unsigned long records;      /* so far */
	uint64_t print[COMMON_MAX]; /* of the diagnostics that all have */
	unsigned len;               /* 0: nothing is shown once */
	struct strbuf folded;       /* of the first records, if they agree */
};

/* How often a code was found, and how often with a certain fix. */
struct code_count {
	enum diag_id id;
	unsigned long found, fixable;
};

struct report {
	struct report_options options;
	struct strbuf text; /* so far; the caller empties it */
	unsigned long files, games, plies;
	unsigned long count[SEV_FATAL + 1]; /* by severity, without `fixed` */
	bool given[DIAGS];                  /* codes that were shown */
	unsigned long fixed;
	bool fixes;           /* faults are fixed, if they can be; */
	unsigned long likely; /* these could only likely be */
	/* Its own: */
	bool begun;
	struct report_finding *findings; /* of the current record, owned */
	/* The form's: */
	unsigned long listed;           /* elements of its list so far */
	unsigned long failures, errors; /* among them */
	struct strbuf held; /* text that waits for the numbers above */
	struct common common;
	struct code_count
	    codes[DIAGS + 1];  /* by id, then sorted; the last is 0 */
	unsigned long dropped; /* diagnostics that were only counted */
	struct strbuf file; /* the file of the last elements; NULL: none yet */
	struct json json;
};

/* Where diagnostics come from; 0 and NULL: not known. */
struct report_origin {
	const char *file;
	const struct source *source; /* NULL: the file as a whole */
	unsigned long game;          /* from 1 */
	const struct variant *variant;
	size_t start;   /* of the record, in the window */
	uint64_t names; /* baseline_game() */
};

/* A diagnostic that is shown. */
struct report_finding {
	const struct report_origin *origin;
	const char *file; /* its part of the input */
	const struct diag *diag;
	enum severity severity;     /* by the options */
	const char *message;        /* with the repairs that it assumes */
	struct location where, end; /* line 0: the file as a whole */
};

/* The findings of a record, or of a file as a whole. */
struct report_group {
	const struct report_origin *origin;
	const struct report_finding *findings;
	unsigned len;
	unsigned dropped; /* more that were only counted */
	bool failed;      /* at or above `fail`, shown or not */
	bool fatal;
};

/* A form of reports; any of the functions may be NULL. */
struct report_form {
	const char *id;
	const char *title;
	bool has_fixes;   /* it shows them */
	const char *head; /* begins the report; or */
	void (*begin)(struct report *report);
	void (*file)(struct report *report, const char *file);
	/* Called for each record, also without findings, */
	void (*group)(struct report *report, const struct report_group *group);
	/* then for each finding. */
	void (*finding)(
	    struct report *report, const struct report_finding *finding);
	void (*end)(struct report *report);
};

/* All forms, NULL-ended; the first is the default. */
extern const struct report_form *const report_forms[];

extern const struct report_form report_text;
extern const struct report_form report_json;
extern const struct report_form report_jsonl;
extern const struct report_form report_sarif;
extern const struct report_form report_junit;
extern const struct report_form report_checkstyle;
extern const struct report_form report_github;
extern const struct report_form report_tap;

/* Instead of them: how often each code was found. */
extern const struct report_form report_statistics;
extern const struct report_form report_statistics_json;

/* The form of that id, or NULL. */
const struct report_form *report_form_find(struct slice id);

void report_init(struct report *report, const struct report_options *options);
void report_release(struct report *report);

/* Begins the records of a file. */
void report_begin_file(struct report *report, const char *file);

/* Sorts and adds the diagnostics of a record; to be called for each record. */
void report_add(struct report *report, const struct report_origin *origin,
    struct diags *diags);

/* Adds a diagnostic about a file as a whole. */
void report_file(struct report *report, const char *file, enum diag_id id,
    const char *message);

void report_finish(struct report *report);

/* The worst severity counted so far, or -1. */
int report_worst(const struct report *report);

/* Appends "2 files, 3 games, ...", without a new line. */
void report_summary(const struct report *report, struct strbuf *out);

/* Appends "1 game", "3 games". */
void report_count(struct strbuf *out, unsigned long count, const char *word);

/* For forms: */

/* FNV-1a; it never changes, because files hold its hashes. */
#define REPORT_HASH_START UINT64_C(0xcbf29ce484222325)

static inline uint64_t
report_hash(uint64_t hash, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		hash =
		    (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
	return hash;
}

/* Appends "file:line:column: severity: message [code]" as one line. */
void report_put_line(
    struct strbuf *out, const struct report_finding *finding, bool colour);

/* Appends the line of the input, cut to `width` columns (0: no terminal), and a
 * caret under the finding. */
void report_put_excerpt(struct strbuf *out,
    const struct report_finding *finding, bool colour, unsigned width);

/* Ends a report whose JSON is a list in an object, with its summary. */
void report_end_json(struct report *report);

/* Keeps the name of the file; true if it has changed. */
bool report_other_file(struct report *report, const char *file);

/* Appends the member "move", as "7.. Red"; false if it is not known. */
bool report_put_move(struct json *json, const struct report_finding *finding);

/* Where a span begins and ends. */
static inline void
report_locate(const struct report_origin *origin, struct span span,
    struct location *where, struct location *end)
{
	*where = source_locate(origin->source, span.start);
	*end = source_locate(origin->source, (size_t)span.start + span.len);
}

/* The first finding that makes the group fail, or NULL. */
const struct report_finding *report_first_failure(
    const struct report *report, const struct report_group *group);
