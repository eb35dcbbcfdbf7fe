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
#pragma once

#include <sys/stat.h>

#include "cmd/options/job.h"
#include "parse/text/key_set.h"
#include "cmd/run/output.h"
#include "cmd/run/terminal.h"
#include "parse/judge/session.h"

struct run;

/*
 * The inputs: operands are files, "-" and folders; with none, standard input is
 * read. A folder is searched with its subfolders, in the order of the bytes of
 * the paths, for files with a known suffix.
 *
 * Files and folders are left out, as git does, if --exclude, `exclude` in the
 * configuration or a .gitignore matches them. If the configuration has
 * `include`, only the files that it matches are read. For a file that the call
 * names only `exclude` of the configuration counts.
 */

enum entry_kind {
	ENTRY_FILE,
	ENTRY_JOINED,   /* files of a folder that are one input */
	ENTRY_POSITION, /* --position */
	ENTRY_PASSED,   /* it is not read */
	ENTRY_FAULT,    /* it cannot be read */
	ENTRY_END,      /* of a folder that the call names */
};

/* A file, folder or other input that the call names or that is in a folder. */
struct input_entry {
	enum entry_kind kind;
	const char *path;
	const char *below; /* the path from the folder that the call names */
	bool is_named;     /* by the call, not found in a folder */
	const struct format *format; /* of files that are one input */
	const char **name;           /* their names in the folder, in order */
	size_t names;
	enum diag_id fault;
	const char *why; /* the reason if it is passed over or cannot be read */
};

struct inputs {
	struct input_entry *entry; /* owned */
	size_t len, size;
	struct arena arena; /* of paths and names */
};

/*
 * Chunks: all of a file, or a part of it that holds whole records, which any
 * thread can work on by itself.
 */

/* The result of reading and working on a record. */
struct run_record {
	const struct chunk *chunk;     /* that it is in */
	bool ok;                       /* it has no error */
	unsigned long game;            /* its number in the file, from 1 */
	unsigned plies;                /* that were replayed */
	const struct variant *variant; /* NULL: not known */
	uint64_t names;                /* its key in a baseline */
	struct source source; /* as it was when the record had been read */
	size_t start;         /* of the record, in the source's window */
	struct diags diags;
	/* Made by the command: */
	void *data;          /* in session->kept, or NULL */
	struct slice text;   /* that is written; kept with the result */
	struct slice *tags;  /* of store_note; or NULL */
	const char *refusal; /* why the call cannot be carried out; or NULL */
};

struct chunk {
	struct chunk *next;       /* in the order of the input, of a task */
	struct input_entry entry; /* of the file */
	const char *name;         /* of the file in messages */
	bool is_stdin;
	struct stat status; /* of the file; all 0: it is none */
	struct input input; /* only this chunk of it is open */
	/* The bytes that were read, if the run wants them: all of the file that
	 * are in no chunk before. */
	struct strbuf bytes;
	const char *binary; /* its kind if it is no text, or NULL */
	const char *kept;   /* why the file may not change, or NULL */
	bool is_last;       /* of its file */
	int error;          /* of opening the file, or reading it */
	uint64_t ends;      /* in the file, as source_position has it */
	/* Records that were worked on; the others are still in the input. */
	struct run_record *record; /* owned */
	size_t len, size, at;      /* `at`: of the next */
	bool is_cut;               /* for threads */
	struct arena arena;        /* of results, and of the texts above */
};

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
	CHANGES_FILES,   /* which are not compressed, and regular ones or
			    standard input; the others are not opened */
	CHANGES_IN_PLACE /* and are files */
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
	/* -O FOLDER/: each input has an output of its own, below the folder,
	 * under the name of the input: */
	bool takes_folder;  /* the command can write so */
	const char *suffix; /* of the outputs; NULL: that of their inputs */
	bool is_alone;      /* one thread does it all: `map` needs the order */
	void *context;      /* of the command */
	const struct output *apart; /* another output, or NULL */

	/* And these at any time: */
	struct strbuf text; /* results, written by and by */
	bool trouble;       /* the call cannot be carried out */
	bool findings;      /* it can, and the exit status is 1 */
	bool done;          /* nothing more needs to be read */

	/* The current file and record: */
	bool by_file; /* each input has its own output, in a folder or in place
		       */
	struct output output;
	struct chunk *chunk;      /* of the file */
	unsigned long file_games; /* records of it so far */
	struct strbuf bytes;      /* of the file, for run_bytes */
	struct session session;   /* of this thread */

	/* Its own: */
	struct inputs inputs;
	struct feed *feed;
	bool is_skipped;     /* the rest of the file is not read, and this was
			      * reported
			      */
	struct key_set made; /* the paths of the outputs in a folder */
	char *made_path;     /* of the last; owned */
	struct key_set input_keys; /* of run_open_file: the files to be read */
	struct progress progress;
};

/* Sets up a run for a job; records are reported to `report_to`. */
void run_init(struct run *run, const struct batch *batch, const struct job *job,
    FILE *report_to);

/* Opens the output, and takes all records through the batch. If the output
 * cannot be opened, reports the reason and returns false. */
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

/* Likewise; its name has this part for the %s, %d or %04d at a place of the
 * pattern. */
bool run_open_named(struct run *run, struct output *output, const char *pattern,
    size_t place, const char *part);

/* Writes run->text, closes the output and ends the threads. Returns the exit
 * status. */
int run_end(struct run *run);

/* Whether records of another format can follow in an output whose first record
 * has *format; if not, refuses them. */
bool run_can_mix(
    struct run *run, const struct format **format, const struct format *other);

/* Describes the error of a source that could not be read. */
const char *input_fault(int error);

/*
 * The parts of a run
 */

void inputs_list(struct inputs *inputs, const struct job *job);

void chunk_free(struct chunk *chunk);

/* Sets up the session of a thread. */
void session_begin(struct session *session, const struct run *run);

/* Reads the next record; false at the end of the chunk. */
bool chunk_next(const struct run *run, struct session *session,
    struct chunk *chunk, struct run_record *record);

struct feed *feed_new(struct run *run);

/* Returns the next chunk, in the order of the input, which the caller frees;
 * NULL: there is none. */
struct chunk *feed_take(struct feed *feed);

/* Ends the threads, and frees the chunks that were not taken. */
void feed_end(struct feed *feed);

/* Whether a path names a folder, which need not exist yet. */
bool is_folder(const char *path);

/* Chooses whether each input has an output of its own. False after an error
 * message if the job names a folder and the command has a single output. */
bool folder_begin(struct run *run);

/* Opens the output of the file at hand, or closes it and opens that of another
 * record: NAME-2.svg for the second. False, and the file is skipped, if it
 * cannot be opened. */
bool folder_begin_file(struct run *run, unsigned long number);

/* Ends the output of the file at hand, which stays if the file was not skipped,
 * all of it was read and something was written. */
void folder_end_file(struct run *run);
