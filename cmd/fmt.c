/* Ternion: `fmt`: records in canonical layout. */
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/run/diff.h"
#include "cmd/run/rewrite.h"
#include "cmd/run/run_report.h"

/* The current file beside what it would become. */
struct comparison {
	struct rewriting rewriting; /* first: it is the run's context */
	struct source original;     /* read again, with its byte order mark */
	struct strbuf made;         /* for --diff */
	struct strbuf report;       /* the result of the command */
	bool is_open;               /* `original` is */
	bool differs;               /* the current file does */
	bool changed;               /* a file does */
};

/* The next bytes of the original, as many as the text has, are the same. */
static bool
same_bytes(struct source *source, struct slice text)
{
	while (text.len > 0) {
		struct slice rest = source_rest(source);
		size_t len = rest.len < text.len ? rest.len : text.len;

		if (len == 0) {
			if (!source_fill(source))
				return false;
			continue;
		}
		if (memcmp(rest.ptr, text.ptr, len) != 0)
			return false;
		source_advance(source, len);
		text = slice_sub(text, len, text.len - len);
	}
	return true;
}

static bool
at_end(struct source *source)
{
	return source_rest(source).len == 0 && !source_fill(source);
}

/* Standard input, which comes once: it is kept. */
static void
keep_original(struct source *original, struct source *source)
{
	struct strbuf text = STRBUF_INIT;

	source_read_all(source, &text);
	source_text(original, source->name, strbuf_as_slice(&text));
	strbuf_release(&text);
}

static bool
begin_file(struct run *run, struct input *input, const char *path)
{
	struct comparison *comparison = run->context;
	struct source *original = &comparison->original;

	comparison->rewriting.faulty = comparison->differs = false;
	strbuf_reset(&comparison->made);
	if (strcmp(path, "-") == 0) {
		keep_original(original, &input->source);
		comparison->is_open = true;
		return true;
	}
	comparison->is_open = source_open(original, path, path) == 0;
	/* The layout has none. */
	source_keep_mark(original);
	return comparison->is_open;
}

/* What the file would become, piece by piece. */
static void
put_text(struct run *run)
{
	struct comparison *comparison = run->context;
	struct slice text = strbuf_as_slice(&run->text);

	if (comparison->is_open && run->job->rewrite.diff)
		strbuf_slice(&comparison->made, text);
	else if (comparison->is_open && !comparison->differs)
		comparison->differs = !same_bytes(&comparison->original, text);
	strbuf_reset(&run->text);
}

/* The whole of the original, for a difference. */
static void
put_difference(struct comparison *comparison)
{
	struct source *original = &comparison->original;
	size_t before = comparison->report.len;

	while (source_fill(original))
		;
	diff_write(source_rest(original), strbuf_as_slice(&comparison->made),
	    original->name, &comparison->report);
	comparison->differs = comparison->report.len > before;
}

/* What becomes of a file that has a canonical layout. */
static void
take_file(struct comparison *comparison, const struct job *job)
{
	if (job->rewrite.diff)
		put_difference(comparison);
	else if (!comparison->differs)
		comparison->differs = !at_end(&comparison->original);
	if (comparison->differs && job->rewrite.check && !job->rewrite.diff)
		strbuf_printf(
		    &comparison->report, "%s\n", comparison->original.name);
	comparison->changed |= comparison->differs;
}

static void
end_file(struct run *run, const char *path, bool ok)
{
	struct comparison *comparison = run->context;
	struct rewriting *rewriting = &comparison->rewriting;

	(void)path;
	rewrite_end_list(rewriting, &run->text);
	rewriting->written = 0;
	rewriting->writer = NULL;
	run_flush(run);
	/* A file with errors has no canonical form; the report says why. */
	if (ok && !rewriting->faulty)
		take_file(comparison, run->job);
	else
		rewriting->refused = true;
	source_release(&comparison->original);
	comparison->is_open = false;
}

/* --check and --diff; the exit status. */
static int
compare(struct comparison *comparison, struct run *run)
{
	const struct job *job = run->job;
	struct output output;
	int status;

	if (!output_open(&output, job->output.path))
		return EXIT_TROUBLE;
	run->put_text = put_text;
	run->begin_file = begin_file;
	run->end_file = end_file;
	run->end = NULL;
	status = rewrite_run(&comparison->rewriting, run);
	output_flush(&output, &comparison->report);
	strbuf_release(&comparison->made);
	strbuf_release(&comparison->report);
	if (!output_close(&output, true))
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
