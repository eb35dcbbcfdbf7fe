/* Ternion: `fmt`: records in canonical layout. */
#include <stdlib.h>

#include "cmd.h"
#include "diff.h"
#include "rewrite.h"

/* The file at hand beside what it would become. */
struct comparison {
	struct rewriting rewriting; /* first: it is the pass's context */
	struct source original;     /* read again, for --check */
	struct strbuf made;         /* for --diff, and of standard input */
	struct strbuf report;       /* the result of the command */
	bool is_open;               /* `original` is */
	bool differs;               /* the file at hand does */
	unsigned long changed;      /* files that do */
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

static bool
begin_file(struct pass *pass, const struct input *input, const char *path)
{
	struct comparison *comparison = pass->context;

	if (strcmp(path, "-") == 0) {
		usage_error(pass->job,
		    "--check and --diff compare files, not standard input");
		comparison->rewriting.failed = true;
		return false;
	}
	comparison->rewriting.faulty = comparison->differs = false;
	strbuf_reset(&comparison->made);
	comparison->is_open =
	    source_open(&comparison->original, path, path) == 0;
	(void)input;
	return comparison->is_open;
}

/* What the file would become, piece by piece. */
static void
take_text(struct pass *pass)
{
	struct comparison *comparison = pass->context;
	struct slice text = strbuf_as_slice(&pass->text);

	if (!comparison->is_open)
		strbuf_reset(&pass->text);
	else if (pass->job->diff)
		strbuf_slice(&comparison->made, text);
	else if (!comparison->differs)
		comparison->differs = !same_bytes(&comparison->original, text);
	strbuf_reset(&pass->text);
}

/* The whole of the original, for a difference. */
static void
put_difference(struct comparison *comparison, const char *path)
{
	struct source *original = &comparison->original;
	size_t before = comparison->report.len;

	while (source_fill(original))
		;
	diff_write(source_rest(original), strbuf_as_slice(&comparison->made),
	    path, &comparison->report);
	comparison->differs = comparison->report.len > before;
}

static void
end_file(struct pass *pass, const char *path, bool ok)
{
	struct comparison *comparison = pass->context;

	rewrite_end_list(&comparison->rewriting, &pass->text);
	comparison->rewriting.written = 0;
	pass_flush(pass);
	/* A file with errors has no canonical form; the report says why. */
	if (ok && !comparison->rewriting.faulty) {
		if (pass->job->diff)
			put_difference(comparison, path);
		else if (!comparison->differs)
			comparison->differs = !at_end(&comparison->original);
		if (comparison->differs && !pass->job->diff)
			strbuf_printf(&comparison->report, "%s\n", path);
		comparison->changed += comparison->differs;
	}
	source_release(&comparison->original);
	comparison->is_open = false;
}

/* --check and --diff; the exit status. */
static int
compare(struct comparison *comparison, struct pass *pass)
{
	const struct job *job = pass->job;
	struct output output;
	int status;

	if (!output_open(&output, job->output))
		return EXIT_TROUBLE;
	pass->take_text = take_text;
	pass->begin_file = begin_file;
	pass->end_file = end_file;
	pass->end = NULL;
	status = rewrite_run(&comparison->rewriting, pass);
	output_flush(&output, &comparison->report);
	strbuf_release(&comparison->made);
	strbuf_release(&comparison->report);
	if (!output_close(&output, true))
		status = EXIT_TROUBLE;
	if (status == EXIT_GOOD && comparison->changed > 0 && !job->exit_zero)
		status = EXIT_FINDINGS;
	return status;
}

static int
run(struct job *job)
{
	struct comparison comparison = { .changed = 0 };
	struct pass pass;
	int status;

	if ((job->check_only || job->diff) && job->in_place)
		return usage_error(
		    job, "--in-place excludes --check and --diff");
	pass_init(&pass, job, stderr);
	pass.replay.keep_letters = true;
	status = rewrite_init(&comparison.rewriting, &pass);
	if (status >= 0)
		return status;
	if (job->check_only || job->diff)
		return compare(&comparison, &pass);
	return rewrite_run(&comparison.rewriting, &pass);
}

const struct command command_fmt = {
	.name = "fmt",
	.summary = "put records into their canonical layout",
	.usage = "[OPTIONS] [FILE...]",
	.description =
	    "Writes records anew in their own format, notation and letters:\n"
	    "tags in order, moves in canonical form, lines filled. Nothing\n"
	    "that a record says is changed. Files with errors are left as\n"
	    "they are. --check lists the files that are not in that form,\n"
	    "--diff shows how they differ; both exit with 1 if one does.",
	.examples = "  ternion fmt --check games/\n"
		    "  ternion fmt --diff game.pgn\n"
		    "  ternion fmt --in-place game.pgn",
	.options = "jvofNFO#&*qVlszyxmricZHGg",
	.run = run,
};
