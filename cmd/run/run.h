/* Ternion: the records of a call. A command is a batch: `map` works on each
 * record, in any thread, and `reduce` takes the results in the order of the
 * input, whatever the number of threads:
 *
 *	run_init(&run, &batch, job, stderr);
 *	if (!run_all(&run))
 *		return EXIT_TROUBLE;
 *	... the text that follows the last record, into run.text ...
 *	return run_end(&run);
 */
#ifndef TERNION_CMD_RUN_H
#define TERNION_CMD_RUN_H

#include "cmd/options/job.h"
#include "cmd/run/key_set.h"
#include "cmd/run/folder.h"
#include "cmd/run/feed.h"
#include "cmd/run/terminal.h"

/* The steps of a command; each may be NULL. */
struct batch {
	/* Makes the state of a thread, session->state, which mem_free frees. */
	void (*begin)(const struct run *run, struct session *session);
	/* The `see` of replay_options; its context is that state. */
	void (*see)(void *state, const struct replayed *replayed,
	    const struct event *event);
	/* Changes a record before it is replayed. */
	void (*edit)(const struct run *run, struct session *session);
	/* Works on a record that was replayed. It may change only the session
	 * and the result. Comments may suppress its diagnostics. */
	void (*map)(const struct run *run, struct session *session,
	    struct run_record *result);
	/* Like it, when the diagnostics and their fixes are settled. */
	void (*fix)(const struct run *run, struct session *session,
	    struct run_record *result);
	/* In the order of the input: before and after the records of a file,
	 * and with each record, before it is reported. Without `reduce` the
	 * text of the result goes to run->text. */
	void (*begin_file)(struct run *run);
	void (*reduce)(struct run *run, struct run_record *result);
	void (*end_file)(struct run *run);
};

/* Which files a run changes. */
enum changes {
	CHANGES_NONE,
	CHANGES_TEXT,    /* those of a format that can be written, */
	CHANGES_FILES,   /* which are not compressed, */
	CHANGES_IN_PLACE /* and are files; the others are not opened */
};

struct run {
	const struct job *job;
	const struct batch *batch;
	/* The command may change these before run_all: */
	struct replay_options replay;
	struct report report;
	FILE *report_to;
	const struct format *to; /* of the output; NULL: that of the input */
	enum changes changes;
	bool no_replay;    /* records are only read */
	bool keeps_bytes;  /* run_bytes needs them */
	bool writes_files; /* -O names several, each opened by run_open_file */
	struct folder folder;
	bool is_alone; /* one thread does it all: `map` needs the order */
	void *context; /* of the command */
	const struct output *apart; /* another output, or NULL */

	/* And these at any time: */
	struct strbuf text; /* results, written by and by */
	bool trouble;       /* the call cannot be carried out */
	bool findings;      /* it can, and the exit status is 1 */
	bool done;          /* nothing more needs to be read */

	/* The current file and record: */
	struct output output;
	struct chunk *chunk;      /* of the file */
	unsigned long file_games; /* records of it so far */
	struct strbuf bytes;      /* of the file, for run_bytes */
	struct session session;   /* of this thread */

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
void run_init(struct run *run, const struct batch *batch, const struct job *job,
    FILE *report_to);

/* Frees all of a run that was set up and not begun, or has ended. */
void run_release(struct run *run);

/* Opens the output, and takes all records through the batch. If the output
 * cannot be opened, reports the reason, releases the run and returns false. */
bool run_all(struct run *run);

/* Whether the whole file was read without an error. */
bool run_file_ok(const struct run *run);

/* The bytes of the current file, as far as they were read. The caller may drop
 * some of them. */
struct strbuf *run_bytes(struct run *run);

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
