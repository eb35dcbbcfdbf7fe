/* Ternion: `fmt`: records in canonical layout. */
#include <stdint.h>

#include "cmd/cmd.h"
#include "cmd/run/diff.h"
#include "cmd/run/rewrite.h"
#include "cmd/run/run_report.h"

enum {
	COMPARED_MAX = 32 * 1024, /* bytes that are kept though they are same */
	AHEAD_MAX = 512 * 1024    /* bytes that may be read ahead of a record */
};

/*
 * The current file beside what it would become. The file is kept as it is read:
 * it may be a pipe, which cannot be read twice. What is the same in both is
 * dropped.
 */
struct comparison {
	struct rewriting rewriting; /* first: it is the run's context */
	struct strbuf original;     /* as far as it is read */
	struct strbuf made;         /* as far as it is written */
	size_t same;                /* bytes that are known to be the same */
	struct source *source;      /* of the current file */
	const char *name;           /* of that file */
	struct strbuf report;       /* the result of the command */
	bool differs;               /* the current file does */
	bool changed;               /* a file does */
	/* How a record is. */
	void (*put_written)(struct run *run, const struct format *format,
	    const struct variant *variant, bool ok, struct slice text);
};

/* How much of a file is read at the most, without --diff, that nothing was made
 * of yet if it is the same: a record, and what is read ahead. */
static size_t
kept_max(const struct input *input)
{
	return 2 * input->max_record + COMPARED_MAX + AHEAD_MAX;
}

static bool
begin_file(
    struct run *run, struct input *input, const char *path, bool is_named)
{
	struct comparison *comparison = run->context;

	(void)path;
	if (!rewrite_may_change(run, input, is_named))
		return false;
	comparison->rewriting.read = comparison->rewriting.written = 0;
	comparison->rewriting.writer = NULL;
	comparison->rewriting.faulty = comparison->differs = false;
	comparison->same = 0;
	comparison->name = input->source.name;
	strbuf_reset(&comparison->made);
	strbuf_reset(&comparison->original);
	comparison->source = &input->source;
	source_copy(&input->source, &comparison->original,
	    run->job->rewrite.diff ? SIZE_MAX : kept_max(input));
	return true;
}

/* Keeps no more of a file of which nothing more needs to be known. */
static void
keep_no_more(struct comparison *comparison)
{
	comparison->source->copy = NULL;
	strbuf_reset(&comparison->original);
	strbuf_reset(&comparison->made);
}

/* The rest of a text of which so many bytes are dropped. */
static void
drop(struct strbuf *text, size_t len)
{
	if (len > 0)
		memmove(text->ptr, text->ptr + len, text->len - len);
	text->len -= len;
}

/* Compares as much as there is of both. */
static void
compare_more(struct comparison *comparison)
{
	struct strbuf *original = &comparison->original,
		      *made = &comparison->made;
	size_t same = comparison->same;
	size_t len = original->len < made->len ? original->len : made->len;

	if (len > same)
		comparison->differs = memcmp(original->ptr + same,
					  made->ptr + same, len - same) != 0;
	comparison->same = len;
	if (comparison->differs || len < COMPARED_MAX)
		return;
	drop(original, len);
	drop(made, len);
	comparison->same = 0;
}

/* What the file would become, piece by piece. */
static void
put_text(struct run *run)
{
	struct comparison *comparison = run->context;

	comparison->differs |= comparison->source->copy == NULL;
	if (!comparison->differs)
		strbuf_slice(&comparison->made, strbuf_as_slice(&run->text));
	if (!comparison->differs && !run->job->rewrite.diff)
		compare_more(comparison);
	if (comparison->differs)
		keep_no_more(comparison);
	strbuf_reset(&run->text);
}

/* A file with an error has no canonical layout; the rest of a record that is
 * too large must not be kept. */
static void
put_written(struct run *run, const struct format *format,
    const struct variant *variant, bool ok, struct slice text)
{
	struct comparison *comparison = run->context;

	comparison->put_written(run, format, variant, ok, text);
	if (comparison->rewriting.faulty)
		keep_no_more(comparison);
}

/* What becomes of a file that has a canonical layout. */
static void
take_file(struct comparison *comparison, const struct job *job)
{
	size_t before = comparison->report.len;

	if (job->rewrite.diff) {
		diff_write(strbuf_as_slice(&comparison->original),
		    strbuf_as_slice(&comparison->made), comparison->name,
		    "canonical", &comparison->report);
		comparison->differs = comparison->report.len > before;
	} else if (!comparison->differs) {
		compare_more(comparison);
		comparison->differs |= comparison->source->copy == NULL ||
		    comparison->original.len != comparison->made.len;
	}
	if (comparison->differs && job->rewrite.check && !job->rewrite.diff) {
		strbuf_name(&comparison->report, slice_of(comparison->name));
		strbuf_char(&comparison->report, '\n');
	}
	comparison->changed |= comparison->differs;
}

static void
end_file(struct run *run, const char *path, bool ok)
{
	struct comparison *comparison = run->context;
	struct rewriting *rewriting = &comparison->rewriting;

	(void)path;
	rewrite_end_list(rewriting, run);
	rewriting->written = 0;
	rewriting->writer = NULL;
	run_flush(run);
	/* A file with errors has no canonical form; the report says why. */
	if (ok && !rewriting->faulty && rewriting->read > 0)
		take_file(comparison, run->job);
	else
		rewriting->refused |= rewriting->faulty || !ok;
}

/* --check and --diff; the exit status. */
static int
compare(struct comparison *comparison, struct run *run)
{
	const struct job *job = run->job;
	struct output output = { .file = NULL };
	int status;

	if (!output_open(&output, job->output.path))
		return EXIT_TROUBLE;
	comparison->put_written = run->put_written;
	run->apart = &output;
	run->put_text = put_text;
	run->put_written = put_written;
	run->begin_file = begin_file;
	run->end_file = end_file;
	run->end = NULL;
	status = rewrite_run(&comparison->rewriting, run);
	output_flush(&output, &comparison->report);
	strbuf_release(&comparison->original);
	strbuf_release(&comparison->made);
	strbuf_release(&comparison->report);
	if (!output_close(&output, status != EXIT_TROUBLE))
		status = EXIT_TROUBLE;
	return status == EXIT_GOOD && comparison->changed && !job->exit_zero
	    ? EXIT_FINDINGS
	    : status;
}

static int
run(struct job *job)
{
	struct comparison comparison = { .changed = false };
	struct run run;
	int status;

	if ((job->rewrite.check || job->rewrite.diff) && job->rewrite.in_place)
		return usage_error(
		    job, "--in-place excludes --check and --diff");
	run_init(&run, job, stderr);
	run.replay.keep_letters = true;
	status = rewrite_init(&comparison.rewriting, &run);
	if (status >= 0)
		return status;
	if (job->rewrite.check || job->rewrite.diff)
		return compare(&comparison, &run);
	return rewrite_run(&comparison.rewriting, &run);
}

static const enum option_id options[] = { OPT_OPTION, OPT_INPUT_NOTATION,
	OPT_IN_PLACE, OPT_CHECK, OPT_DIFF, OPT_JOBS, OPT_VERBOSE,
	OPTIONS_OF_RECORDS, OPTIONS_END };

const struct command command_fmt = {
	.name = "fmt",
	.summary = "put records into their canonical layout",
	.usage = "[OPTIONS] [FILE...]",
	.description =
	    "Writes records anew in their own format, notation and letters:\n"
	    "tags in order, moves in canonical form, lines filled. Nothing\n"
	    "that a record says is changed. Files with errors are left as\n"
	    "they are. --check lists the files that are not in that form,\n"
	    "--diff shows how they differ; both exit with 1 if one does, and\n"
	    "take standard input as well.",
	.examples = "  ternion fmt --check games/\n"
		    "  ternion fmt --diff game.pgn\n"
		    "  git show :game.pgn | ternion fmt --check -\n"
		    "  ternion fmt --in-place game.pgn",
	.options = options,
	.run = run,
};
