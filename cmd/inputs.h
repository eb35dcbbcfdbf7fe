/*
 * Ternion: the records of all inputs of a call, one after another.
 *
 * Operands are files, directories (searched in the order of the bytes of
 * their paths for files with a known suffix) and "-"; none is standard input.
 */
#ifndef TERNION_CMD_INPUTS_H
#define TERNION_CMD_INPUTS_H

#include "options.h"
#include "output.h"
#include "progress.h"
#include "replay.h"

/* What a command does with the records. */
struct pass {
	const struct job *job;
	struct replay_options replay;
	struct report report;
	FILE *report_to;
	struct output output;
	const struct format *format; /* of the input at hand */
	bool same_format;            /* records are written as they came */
	bool done;                   /* nothing more needs to be read */
	struct replayer *replayer;   /* while the pass runs */
	unsigned jobs;               /* threads */
	struct progress progress;
	struct crew *crew;         /* NULL: one thread does it all */
	unsigned long small_files; /* of which each is a task */
	unsigned long file_games;  /* of the file whose chunks are reported */
	bool trouble;              /* the call cannot be carried out */
	struct strbuf text;        /* results not yet written */
	void *context;
	/*
	 * Is called for each record that was replayed, with faults or without
	 * (ok), before its diagnostics are reported. May be NULL.
	 */
	void (*record)(struct pass *pass, struct record *record,
	    const struct replayed *replayed, bool ok, struct diags *diags);
	/* Is called when all inputs were read, to append what is left to text.
	 * May be NULL. */
	void (*end)(struct pass *pass);
	/*
	 * Are called before and after the records of each file; `path` is "-"
	 * for standard input, `ok`: it could be read to its end. begin_file
	 * returns false, having said why, to leave the file out. May be NULL.
	 */
	bool (*begin_file)(
	    struct pass *pass, const struct input *input, const char *path);
	void (*end_file)(struct pass *pass, const char *path, bool ok);
	/* Takes and empties pass->text, instead of the output, which is then
	 * neither opened nor closed here. May be NULL. */
	void (*take_text)(struct pass *pass);
	/*
	 * Instead of `record`, for work on many records at once: renders one
	 * into `text`, from any thread and so without changing anything but
	 * that and `diags`; and takes what was rendered, in the order of the
	 * input. May be NULL, both together.
	 */
	void (*render)(const struct pass *pass, const struct format *format,
	    struct record *record, const struct replayed *replayed, bool ok,
	    struct diags *diags, struct strbuf *text);
	void (*take)(struct pass *pass, const struct format *format,
	    const struct variant *variant, bool ok, struct slice text);
	/* Instead of the replay: for what needs no rules. May be NULL. */
	void (*raw)(struct pass *pass, const struct input *input,
	    struct record *record, struct diags *diags,
	    struct replayer *replayer);
};

/* Sets up a pass for a job; records are reported to `report_to`. */
void pass_init(struct pass *pass, const struct job *job, FILE *report_to);

/*
 * Whether moves of the variant can be written as the job asks, in its notation
 * and with its letters; if not, says so once, and the exit status will be 2.
 */
bool pass_can_write(struct pass *pass, const struct variant *variant);

/* What is wrong with an input that cannot be read, by the error of its
 * source. */
const char *input_fault(int error);

/* Hands on all of pass->text. */
void pass_flush(struct pass *pass);

/* Runs over all inputs and returns the exit status. */
int pass_run(struct pass *pass);

#endif
