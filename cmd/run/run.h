/*
 * Ternion: the records of a call, one after another. A command pulls them:
 *
 *	run_init(&run, job, stderr);
 *	if (!run_begin(&run))
 *		return EXIT_TROUBLE;
 *	while (run_next_file(&run))
 *		while ((record = run_next_record(&run)) != NULL) {
 *			... what the command does with it, into run.text ...
 *			run_report(&run, record);
 *		}
 *	return run_end(&run);
 *
 * If a record can be worked on without what was before it, the command sets
 * in_threads, and what it does with it is run.work; the records come out in the
 * order of the input whatever the number of threads is.
 */
#ifndef TERNION_CMD_RUN_H
#define TERNION_CMD_RUN_H

#include "cmd/options/job.h"
#include "cmd/run/key_set.h"
#include "cmd/run/output.h"
#include "cmd/run/piece.h"
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
	bool passes_on;    /* the output holds the records of the input */
	bool writes_files; /* -O names several, each opened by run_open_file */
	bool in_threads;
	/* Writes a record that was replayed into reader->text, in any thread.
	 * It changes nothing but that and the result. May be NULL. */
	void (*work)(const struct run *run, const struct format *format,
	    struct record_reader *reader, struct run_record *result);
	void *context;              /* of `work` */
	const struct output *apart; /* another output, or NULL */

	/* And these at any time: */
	struct strbuf text;     /* results, written by and by */
	bool trouble;           /* the call cannot be carried out */
	bool findings;          /* it can, and the exit status is 1 */
	bool done;              /* nothing more needs to be read */
	unsigned long left_out; /* records of which not all is in the output */

	/* The current file and record: */
	struct output output;
	struct piece *piece;      /* of the file */
	unsigned long file_games; /* records of it so far */
	struct run_record record;
	struct record_reader
	    reader; /* without threads, has the record itself */

	/* Its own: */
	struct feed *feed;
	bool is_left;          /* no more of the file is read, which was said */
	bool onto_input;       /* the output is an input as well */
	struct key_set inputs; /* of run_open_file: the files to be read */
	struct progress progress;
};

/* Sets up a run for a job; records are reported to `report_to`. */
void run_init(struct run *run, const struct job *job, FILE *report_to);

/* Opens the output. False, after it was said why, if nothing can be done: the
 * run is released then. */
bool run_begin(struct run *run);

/* Goes to the next file that can be read; false if there is none. What was to
 * be said of the one before as a whole is reported. */
bool run_next_file(struct run *run);

/* Reads the next record of the file; NULL at its end. */
struct run_record *run_next_record(struct run *run);

/* Whether the file could be read to its end, which was reached. */
bool run_file_ok(const struct run *run);

/*
 * Says that the file at hand is not changed in place: an error if the call
 * names it, and a note if it was found in a folder. `read_on`: its records are
 * read all the same.
 */
void run_leave(struct run *run, const char *why, bool read_on);

/* Reports the record; each is, once, in the order of the input. */
void run_report(struct run *run, struct run_record *record);

/* Opens one of several outputs. False, after saying why, if it cannot be
 * written or is an input; the exit status will be 2. */
bool run_open_file(struct run *run, struct output *output, const char *path);

/* Writes what is in run->text, and closes the output. Returns the exit status,
 * and releases the run. */
int run_end(struct run *run);

/*
 * Whether moves of the variant can be written as the job asks, in its notation
 * and with its letters; if not, says so once, and the exit status will be 2.
 */
bool run_can_write(struct run *run, const struct variant *variant);

/* --list-files: prints the names of the files that the job would read; returns
 * the exit status. */
int run_list_files(const struct job *job);

/* Describes the error of a source that could not be read. */
const char *input_fault(int error);

#endif
