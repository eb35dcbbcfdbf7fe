/* Ternion: `fmt`: records in canonical layout. */
#include "cmd/cmd.h"
#include "cmd/run/fixing.h"
#include "cmd/run/rewrite.h"

enum {
	COMPARED_MIN = 32 * 1024 /* bytes that are compared at once */
};

/* Compares the current file with its canonical text. The file may be a pipe,
 * which cannot be read twice; so both texts are kept until they have been
 * compared. */
struct file_comparison {
	struct rewriting rewriting;
	struct strbuf original; /* as far as it is read */
	bool differs;           /* the file does */
};

/* Compares as much as there is of both, and drops it. */
static void
compare_more(struct file_comparison *comparison)
{
	struct strbuf *original = &comparison->original,
		      *made = &comparison->rewriting.own;
	size_t len = original->len < made->len ? original->len : made->len;

	if (len == 0)
		return;
	comparison->differs |= memcmp(original->ptr, made->ptr, len) != 0;
	original->len -= len;
	made->len -= len;
	memmove(original->ptr, original->ptr + len, original->len);
	memmove(made->ptr, made->ptr + len, made->len);
}

/* Compares the text made from a record, once enough of it is there. */
static void
compare_record(struct file_comparison *comparison, struct run *run)
{
	struct strbuf *made = &comparison->rewriting.own;

	if (!run->job->rewrite.diff && made->len > COMPARED_MIN)
		compare_more(comparison);
	if (!comparison->rewriting.faulty && !comparison->differs)
		return;
	/* Nothing more needs to be known. */
	run->piece->input.source.copy = NULL;
	strbuf_reset(&comparison->original);
	strbuf_reset(made);
}

/* Reports whether a file is in its canonical layout. A file with an error has
 * none; the report gives the reason. */
static void
end_comparison(struct file_comparison *comparison, struct run *run)
{
	struct rewriting *rewriting = &comparison->rewriting;
	bool ok = run_file_ok(run), shows = run->job->rewrite.diff;
	size_t before = run->text.len;

	if (run->is_skipped)
		return;
	rewrite_end_list(rewriting);
	if (!ok || rewriting->faulty) {
		run->findings |= rewriting->faulty;
		return;
	}
	if (run->file_games == 0)
		return;
	if (shows) {
		diff_write(strbuf_as_slice(&comparison->original),
		    strbuf_as_slice(&rewriting->own), run->piece->name,
		    "canonical", &run->text);
		comparison->differs = run->text.len > before;
	} else if (!comparison->differs) {
		compare_more(comparison);
		comparison->differs |=
		    comparison->original.len != rewriting->own.len;
	}
	if (comparison->differs && !shows) {
		strbuf_name(&run->text, slice_of(run->piece->name));
		strbuf_char(&run->text, '\n');
	}
	run->findings |= comparison->differs;
}

static int
run_fmt(struct job *job)
{
	struct file_comparison comparison = { .differs = false };
	struct rewriting *rewriting = &comparison.rewriting;
	bool compares = job->rewrite.check || job->rewrite.diff;
	struct run_record *record;
	struct run run;
	int status;

	run_init(&run, job, stderr);
	run.replay.keep_letters = true;
	run.folder.is_taken = !compares;
	if (!rewrite_init(rewriting, &run))
		return EXIT_TROUBLE;
	if (compares) {
		rewriting->text = &rewriting->own;
		run.copy = &comparison.original;
		run.in_threads = false;
	}
	if (!run_begin(&run))
		return EXIT_TROUBLE;
	while (run_next_file(&run)) {
		comparison.differs = false;
		strbuf_reset(&rewriting->own);
		if (compares && !rewrite_may_change(&run, false))
			run.piece->input.source.copy = NULL;
		rewrite_begin_file(rewriting, &run);
		while ((record = run_next_record(&run)) != NULL) {
			rewrite_put(rewriting, &run, record);
			if (compares)
				compare_record(&comparison, &run);
			run_report(&run, record);
		}
		if (compares)
			end_comparison(&comparison, &run);
		else
			rewrite_end_file(rewriting, &run);
	}
	if (!compares)
		rewrite_end(rewriting, &run);
	status = run_end(&run);
	strbuf_release(&comparison.original);
	rewrite_release(rewriting);
	return status;
}

const struct command command_fmt = {
	.name = "fmt",
	.run = run_fmt,
};
