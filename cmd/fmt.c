/* Ternion: `fmt`: records in canonical layout. */
#include "cmd/cmd.h"
#include "cmd/run/diff.h"
#include "cmd/run/rewrite.h"

#define COMPARED_MIN (32 * 1024) /* bytes that are compared at once */

/* Compares the current file with its canonical text. The file may be a pipe,
 * which cannot be read twice; so both texts are kept until they have been
 * compared. */
struct file_comparison {
	struct rewriting rewriting; /* first: it is the context of the run */
	bool differs;               /* the file does */
};

static void
begin_comparison(struct run *run)
{
	struct file_comparison *comparison = run->context;

	comparison->differs = false;
	strbuf_reset(&comparison->rewriting.own);
	rewrite_begin_file(run);
}

/* Compares as much as there is of both, and drops it. */
static void
compare_more(struct file_comparison *comparison, struct strbuf *original)
{
	struct strbuf *made = &comparison->rewriting.own;
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
compare_record(struct run *run, struct run_record *result)
{
	struct file_comparison *comparison = run->context;
	struct strbuf *made = &comparison->rewriting.own;

	rewrite_put(run, result);
	if (!run->job->rewrite.diff && made->len > COMPARED_MIN)
		compare_more(comparison, run_bytes(run));
	if (!comparison->rewriting.faulty && !comparison->differs)
		return;
	/* Nothing more needs to be known. */
	strbuf_reset(run_bytes(run));
	strbuf_reset(made);
}

/* Reports whether a file is in its canonical layout. A file with an error has
 * none; the report gives the reason. */
static void
end_comparison(struct run *run)
{
	struct file_comparison *comparison = run->context;
	struct rewriting *rewriting = &comparison->rewriting;
	struct strbuf *original = run_bytes(run);
	bool ok = run_file_ok(run), shows = run->job->rewrite.diff;
	size_t before = run->text.len;

	if (run->is_skipped)
		return;
	rewrite_end_list(run);
	if (!ok || rewriting->faulty) {
		run->findings |= rewriting->faulty;
		return;
	}
	if (run->file_games == 0)
		return;
	if (shows) {
		diff_write(strbuf_as_slice(original),
		    strbuf_as_slice(&rewriting->own), run->chunk->name,
		    "canonical", &run->text);
		comparison->differs = run->text.len > before;
	} else if (!comparison->differs) {
		compare_more(comparison, original);
		comparison->differs |= original->len != rewriting->own.len;
	}
	if (comparison->differs && !shows) {
		strbuf_name(&run->text, slice_of(run->chunk->name));
		strbuf_char(&run->text, '\n');
	}
	run->findings |= comparison->differs;
}

static const struct batch comparing_batch = {
	.edit = rewrite_edit,
	.map = rewrite_record,
	.begin_file = begin_comparison,
	.reduce = compare_record,
	.end_file = end_comparison,
};

int
run_fmt(struct job *job)
{
	struct file_comparison comparison = { .differs = false };
	struct rewriting *rewriting = &comparison.rewriting;
	bool compares = job->rewrite.check || job->rewrite.diff;
	struct run run;

	run_init(
	    &run, compares ? &comparing_batch : &rewrite_batch, job, stderr);
	run.replay.keep_letters = true;
	run.takes_folder = !compares;
	if (!rewrite_init(rewriting, &run))
		return EXIT_TROUBLE;
	if (compares) {
		rewriting->text = &rewriting->own;
		run.changes = CHANGES_TEXT;
		run.keeps_bytes = true;
	}
	if (!run_all(&run))
		return EXIT_TROUBLE;
	if (!compares)
		rewrite_end(&run);
	return run_end(&run);
}
