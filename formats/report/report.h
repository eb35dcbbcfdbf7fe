/* Ternion: reports: diagnostics for people and for programs.
 *
 * A report takes the diagnostics of one record after another, appends those
 * that the options ask for to its text in one of several forms, and counts them
 * for the exit status.
 *
 * To add a form:
 *  1. write formats/report/report_NAME.c with one `const struct report_form`;
 *  2. add its row to the table in formats/report/report.c;
 *  3. write its paragraph of man/ternion-check.1, and add what
 *     tests/conformance.py misses;
 *  4. run make golden. */
#ifndef TERNION_FORMATS_REPORT_H
#define TERNION_FORMATS_REPORT_H

#include "parse/diag/diag.h"
#include "formats/record/json.h"
#include "formats/record/record.h"
#include "parse/text/source.h"
#include "parse/text/strbuf.h"

struct report_form;

/* Ternion: baselines list known diagnostics, so that a report shows only new
 * ones.
 *
 * A diagnostic is known by its file, the tags that name its game, its code and
 * the text at its place, not by its line or by the rest of the record. If a
 * baseline has some diagnostic twice, two of them are known. */

/* Equal diagnostics. */
struct known {
	uint64_t print;
	unsigned long count;
	enum diag_id id; /* DIAGS: beyond those that are kept of a record */
	char *file;      /* owned; NULL where it was read */
};

struct baseline {
	bool writes;        /* what is found is kept; else it was read */
	struct known *list; /* owned; sorted by print where it was read */
	size_t len, size;
	unsigned long taken; /* diagnostics that were known */
};

/* The tags that name a game, as a number: event, site, date, round, players. */
uint64_t baseline_game(const struct record *record);

/* Reads a baseline, line by line, to its end or an error of the source.
 * Returns the number of the first line that is not one of a baseline, or 0. */
unsigned long baseline_read(struct baseline *baseline, struct source *source);

/* Takes `count` equal diagnostics of a game, see baseline_game(), or 0, and
 * returns how many of them are known. */
unsigned long baseline_take(struct baseline *baseline, const char *file,
    uint64_t game, enum diag_id id, struct slice text, unsigned long count);

/* Appends what was kept, as baseline_read reads it. */
void baseline_write(struct baseline *baseline, struct strbuf *out);

void baseline_release(struct baseline *baseline);

struct report_options {
	const struct report_form *form; /* NULL: text */
	enum severity least;            /* what is shown at all */
	enum severity fail; /* from this on a test of a record has failed */
	bool colour;
	unsigned width;    /* of the terminal that it goes to; 0: to none */
	bool keeps_errors; /* errors of the table stay errors: the records that
			      they spoil are left out */
	bool disabled[DIAGS]; /* codes that are neither shown nor counted */
	uint8_t level[DIAGS]; /* another severity + 1; 0: that of the table */
	unsigned long
	    max_errors;      /* after so many nothing more is shown; 0: none */
	const char *version; /* of the program */
	const char *command; /* of it, that runs; NULL: none has a name */
	struct baseline *baseline; /* what is in it is neither shown nor
				      counted; NULL: there is none */
	bool explain;              /* the text ends with what each code means */
	bool counts;               /* and with how much was found */
};

struct report {
	struct report_options options;
	struct strbuf text; /* made so far; the caller empties it */
	unsigned long files, games, plies;
	unsigned long count[SEV_FATAL + 1]; /* given, by severity */
	bool given[DIAGS];                  /* to the form */
	unsigned long fixed;                /* and not in `count` */
	/* Its own: */
	bool begun;
	struct report_finding *findings; /* of the current record, owned */
	/* The form's: */
	unsigned long listed;   /* elements of its list so far */
	unsigned long failures; /* of the list that is held back */
	unsigned long errors;
	struct strbuf held; /* made, and not yet part of the text */
	struct strbuf file; /* the file that the last elements were of; empty
			       and NULL: there are none */
	struct json json;
};

/* Where diagnostics come from; numbers from 1, 0 and NULL: not known. */
struct report_origin {
	const char *file;
	const struct source *source; /* NULL: the file as a whole */
	unsigned long game;
	const char *variant;
	size_t start;   /* of the record, in the window */
	uint64_t names; /* the game for a baseline, see baseline_game() */
};

/* A diagnostic that is to be shown. */
struct report_finding {
	const struct diag *diag;
	enum severity severity;     /* as the options have it */
	const char *message;        /* with what it assumes */
	struct location where, end; /* line 0: it is about the file as a whole
				     */
};

/* The findings of a record, or of a file as a whole. */
struct report_group {
	const struct report_origin *origin;
	const struct report_finding *findings;
	unsigned len;
	unsigned dropped; /* more that were only counted */
	bool failed;      /* something at or above `fail` was found, whether
			     or not it is shown */
	bool fatal;
};

/* A form of reports; functions that it does not need are NULL. */
struct report_form {
	const char *id;
	const char *title;
	bool has_fixes;   /* it shows them */
	const char *head; /* the report begins with this text; or */
	void (*begin)(struct report *report);
	void (*file)(struct report *report, const char *file);
	/* Called for records without findings as well. */
	void (*group)(struct report *report, const struct report_group *group);
	/* Then for each finding; `file` is the part of the input it is in. */
	void (*finding)(struct report *report,
	    const struct report_origin *origin,
	    const struct report_finding *finding, const char *file);
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

/* The form of that id, or NULL. */
const struct report_form *report_form_find(struct slice id);

void report_init(struct report *report, const struct report_options *options);
void report_release(struct report *report);

/* A file begins, of which records are reported next. */
void report_begin_file(struct report *report, const char *file);

/* Adds the diagnostics of a record, in the order of its text; once for each
 * record, even if it has none. */
void report_add(struct report *report, const struct report_origin *origin,
    struct diags *diags);

/* Adds one that concerns a file as a whole. */
void report_file(struct report *report, const char *file, enum diag_id id,
    const char *message);

/* Ends the report: appends what its form has at the end. */
void report_finish(struct report *report);

/* The worst severity given so far, or -1. */
int report_worst(const struct report *report);

/* Appends "2 files, 3 games, ...", without a new line. */
void report_summary(const struct report *report, struct strbuf *out);

/* Appends "1 game", "3 games". */
void report_count(struct strbuf *out, unsigned long count, const char *word);

/* For forms: */

/* FNV-1a; it never changes, since its numbers stand in files. */
#define REPORT_HASH_START UINT64_C(0xcbf29ce484222325)

static inline uint64_t
report_hash(uint64_t hash, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		hash =
		    (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
	return hash;
}

/* The file that a finding is in: a part of the input, where that has parts. */
static inline const char *
report_file_of(
    const struct report_origin *origin, const struct report_finding *finding)
{
	return finding->where.name != NULL ? finding->where.name : origin->file;
}

/* Appends "file:line:column: severity: message [code]" as one line. */
void report_put_line(struct strbuf *out, const struct report_origin *origin,
    const struct report_finding *finding, bool colour);

/* Appends the line of the input, or a part of it, and a caret under it, in so
 * many columns; 0: it goes to no terminal. */
void report_put_excerpt(struct strbuf *out,
    const struct report_finding *finding, bool colour, unsigned width);

/* Keeps the name of the file; true if it is another than before. */
bool report_other_file(struct report *report, const char *file);

/* Appends a member with the place in moves, as "7.. Red"; false if it is not
 * known. */
bool report_put_move(struct json *json, const struct report_origin *origin,
    const struct report_finding *finding);

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

#endif
