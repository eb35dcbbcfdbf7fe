/* Ternion: the records of a call, one after another. A command pulls them:
 *
 *	run_init(&run, job, stderr);
 *	if (!run_begin(&run))
 *		return EXIT_TROUBLE;
 *	while (run_next_file(&run))
 *		while ((record = run_next_record(&run)) != NULL) {
 *			... the work of the command, into run.text ...
 *			run_report(&run, record);
 *		}
 *	return run_end(&run);
 *
 * If a command handles each record on its own, it sets in_threads and run.work;
 * the records come out in the order of the input, whatever the number of
 * threads. */
#ifndef TERNION_CMD_RUN_H
#define TERNION_CMD_RUN_H

#include "cmd/options/job.h"
#include "cmd/run/key_set.h"
#include "cmd/run/folder.h"
#include "cmd/run/feed.h"
#include "cmd/run/terminal.h"

struct run {
	const struct job *job;
	/* The command may change these before run_begin: */
	struct replay_options replay;
	struct report report;
	FILE *report_to;
	bool no_replay;    /* records are only read */
	bool in_place;     /* files are changed, and so must be files */
	bool keeps_format; /* records are written in the format they have */
	bool writes_files; /* -O names several, each opened by run_open_file */
	struct folder folder;
	bool in_threads;
	/* Writes a replayed record into session->text, in any thread. It may
	 * change only that text and the result. May be NULL. */
	void (*work)(const struct run *run, struct session *session,
	    struct run_record *result);
	void *context;       /* of `work` */
	struct strbuf *copy; /* of the bytes of the current file, or NULL */
	const struct output *apart; /* another output, or NULL */

	/* And these at any time: */
	struct strbuf text; /* results, written by and by */
	bool trouble;       /* the call cannot be carried out */
	bool findings;      /* it can, and the exit status is 1 */
	bool done;          /* nothing more needs to be read */

	/* The current file and record: */
	struct output output;
	struct piece *piece;      /* of the file */
	unsigned long file_games; /* records of it so far */
	struct run_record record;
	struct session session; /* without threads, has the record itself */

	/* Its own: */
	struct inputs inputs;
	struct feed *feed;
	bool is_skipped; /* the rest of the file is not read, and this was
			  * reported
			  */
	struct key_set input_keys; /* of run_open_file: the files to be read */
	struct progress progress;
};

/* Sets up a run for a job; records are reported to `report_to`. */
void run_init(struct run *run, const struct job *job, FILE *report_to);

/* Frees all of a run that was set up and not begun, or has ended. */
void run_release(struct run *run);

/* Opens the output. On failure reports the reason, releases the run and returns
 * false. */
bool run_begin(struct run *run);

/* Ends the current file with its report, and goes to the next one that can be
 * read; false if there is none. */
bool run_next_file(struct run *run);

/* Reads the next record of the file; NULL at its end. */
struct run_record *run_next_record(struct run *run);

/* Whether the whole file was read without an error. */
bool run_file_ok(const struct run *run);

/* Says that the current file is not changed in place: an error if the call
 * names it, a note if it was found in a folder. With `read_on` its records are
 * still read. */
void run_skip_change(struct run *run, const char *why, bool read_on);

/* Reports a record. Call it once for each record, in the order of the input. */
void run_report(struct run *run, struct run_record *record);

/* Reports, once, that the call cannot be carried out; returns false. */
bool run_refuse(struct run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Opens one of several outputs. If it cannot be written, or is an input,
 * reports that, makes the exit status 2 and returns false. */
bool run_open_file(struct run *run, struct output *output, const char *path);

/* Writes run->text, closes the output and releases the run. Returns the exit
 * status. */
int run_end(struct run *run);

/* Whether moves of the variant can be written in the notation and letters of
 * the job. If not, reports that once and makes the exit status 2. */
bool run_can_write(struct run *run, const struct variant *variant);

/* Whether records of another format can follow in an output whose first record
 * has *format; if not, refuses them. */
bool run_can_mix(
    struct run *run, const struct format **format, const struct format *other);

/* Describes the error of a source that could not be read. */
const char *input_fault(int error);

#endif
