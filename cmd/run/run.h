/*
 * Ternion: the records of all inputs of a call, one after another: read,
 * replayed, handed to the command and reported.
 */
#ifndef TERNION_CMD_RUN_H
#define TERNION_CMD_RUN_H

#include "cmd/options/job.h"
#include "cmd/run/key_set.h"
#include "cmd/run/output.h"
#include "cmd/run/progress.h"
#include "formats/game/replay.h"

/* What a command does with the records. */
struct run {
	const struct job *job;
	struct replay_options replay;
	struct report report;
	FILE *report_to;
	struct output output;
	const struct format *format; /* of the input at hand */
	const char *name;            /* of that input */
	bool keeps_format;           /* records are written as they came */
	bool done;                   /* nothing more needs to be read */
	bool has_colour;             /* results set colours */
	struct replayer *replayer;   /* while it runs */
	unsigned jobs;               /* threads */
	struct progress progress;
	struct progress *expected; /* NULL: files are listed, if they are, not
				      measured */
	struct crew *crew;         /* NULL: one thread does it all */
	unsigned long small_files; /* of which each is a task */
	unsigned long file_games;  /* of the file whose chunks are reported */
	bool trouble;              /* the call cannot be carried out */
	bool passes_on;            /* the output holds the input's records */
	bool onto_input;           /* the output is an input as well */
	unsigned long left_out;    /* records that are not in the output */
	/* Another output than `output`, which is closed elsewhere; NULL: there
	 * is none. */
	const struct output *apart;
	/* The files that are read, where there are many outputs; else NULL. */
	struct key_set *inputs;
	unsigned long passed_over; /* files and folders that were found, and
				      are not read */
	struct strbuf text;        /* results not yet written */
	void *context;
	/*
	 * Is called for each record that was replayed, with faults or without
	 * (ok), before its diagnostics are reported. May be NULL.
	 */
	void (*record)(struct run *run, struct record *record,
	    const struct replayed *replayed, bool ok, struct diags *diags);
	/* Is called with the diagnostics of each record, in the order of the
	 * input, before they are reported. May be NULL. */
	void (*judged)(struct run *run, struct diags *diags);
	/* Is called when all inputs were read, to append what is left to text.
	 * May be NULL. */
	void (*end)(struct run *run);
	/*
	 * Are called before and after the records of each file; `path` is "-"
	 * for standard input, `ok`: it could be read to its end. begin_file
	 * returns false, having said why, to leave the file out; it may read on
	 * in the source. `is_named`: the call names the file, which is not just
	 * one of a folder. May be NULL.
	 */
	bool (*begin_file)(struct run *run, struct input *input,
	    const char *path, bool is_named);
	void (*end_file)(struct run *run, const char *path, bool ok);
	/* Takes and empties run->text, instead of the output, which is then
	 * neither opened nor closed here. May be NULL. */
	void (*put_text)(struct run *run);
	/*
	 * Instead of `record`, for work on many records at once: write_record
	 * writes one into `text`, from any thread and so without changing
	 * anything but that and `diags`; put_written is given these texts in
	 * the order of the input. May be NULL, both together.
	 */
	void (*write_record)(const struct run *run, const struct format *format,
	    struct record *record, struct replayed *replayed, bool ok,
	    struct diags *diags, struct strbuf *text);
	void (*put_written)(struct run *run, const struct format *format,
	    const struct variant *variant, bool ok, struct slice text);
	/* Instead of the replay: for what needs no rules. May be NULL. */
	void (*without_replay)(struct run *run, const struct input *input,
	    struct record *record, struct diags *diags,
	    struct replayer *replayer);
};

/* Sets up a run for a job; records are reported to `report_to`. */
void run_init(struct run *run, const struct job *job, FILE *report_to);

/*
 * Says that a file cannot be changed in place, which is an error if the call
 * names it, and a note if it was found in a folder: then it is left as it is.
 */
void run_leave(
    struct run *run, const char *name, const char *why, bool is_named);

/*
 * Whether moves of the variant can be written as the job asks, in its notation
 * and with its letters; if not, says so once, and the exit status will be 2.
 */
bool run_can_write(struct run *run, const struct variant *variant);

/* Runs over all inputs and returns the exit status. */
int run_run(struct run *run);

/* --list-files: prints the names of the files that the job would read; returns
 * the exit status. */
int run_list_files(const struct job *job);

#endif
